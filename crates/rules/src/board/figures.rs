//! Parts as figures: the cells that matter, each with what it holds, wherever on a board they lie.
//!
//! Where rules look neither at the edge nor at stones in hand, a part plays the same in every place with room for it.
//! Its key is then all there is to it, on boards of any size, and the cells of the key can be laid on a board again.

use super::any::{AnyBoard, Shape, Staged, on};
use super::bits::Bits;
use super::codes::Codes;
use super::figure::{FigureCell, Figures};
use super::packed::Packed;
use super::table::{Rule, Tree};
use super::topology::{Plane, Topology};
use crate::language::{Along, Grading};

/// Steps between cells that patterns read one after the other.
fn read_in_turn<W, L>(tree: &Tree<W, L>, ties: &mut Vec<(i32, i32)>) {
    for node in &tree.nodes {
        let below = node.children.iter().map(|&child| tree.nodes[child as usize].place);
        ties.extend(below.map(|(x, y)| (x - node.place.0, y - node.place.1)));
    }
}

impl AnyBoard {
    /// See [`crate::Board::figures`].
    pub(crate) fn figures(&self, gradings: &[Grading]) -> Option<Figures> {
        let Shape::Rows { .. } = self.shape else { return None };
        on!(self, stage => {
            if stage.hands || stage.codes.edge.is_some() || stage.tables.stop.is_some() {
                return None;
            }
            let mut ties = Vec::new();
            for (_, _, step) in stage.steps_of_all() {
                read_in_turn(&step.tree, &mut ties);
                for rule in &step.clauses {
                    match rule {
                        Rule::NotMaking(tree) => read_in_turn(tree, &mut ties),
                        Rule::FromHand | Rule::EmptyHand => {}
                        _ => ties.extend(Plane::<u64>::steps(self.kind())),
                    }
                }
            }
            ties.extend(ties.clone().iter().map(|&(x, y)| (-x, -y)));
            ties.sort_unstable();
            ties.dedup();
            let codes = &stage.codes;
            let mut held: Vec<u8> = (1..codes.count).collect();
            if codes.live {
                held.extend((1..codes.count).map(|number| number | 1 << codes.pieces));
            }
            let measures = self.measures(gradings, codes, &held).unwrap_or_default();
            Some(Figures { ties, held, measures, symmetries: self.images().len() })
        })
    }

    /// The weights of what cells hold, if every measure counts pieces and images have equal measures.
    fn measures(&self, gradings: &[Grading], codes: &Codes, held: &[u8]) -> Option<Vec<Vec<i64>>> {
        let number = |held: u8| held & ((1 << codes.pieces) - 1);
        let mut measures = Vec::new();
        for grading in gradings {
            let weight = |number: u8| {
                let piece = codes.piece(number, grading.pieces.len());
                piece.map_or(0, |piece| grading.pieces[usize::from(piece)].1)
            };
            let kept = |number: u8| {
                let mut images =
                    self.images().iter().map(|image| image.numbers()[usize::from(number)]);
                images.all(|image| weight(image) == weight(number))
            };
            if grading.along != Along::Count || !held.iter().all(|&held| kept(number(held))) {
                return None;
            }
            measures.push(held.iter().map(|&held| weight(number(held))).collect());
        }
        Some(measures)
    }

    /// The cells of a key, row by row.
    pub(crate) fn cells_of_key(&self, key: &Packed, visit: &mut dyn FnMut(FigureCell)) {
        let bits = on!(self, stage => stage.codes.planes());
        let Some((&size, words)) = key.words().split_first() else { return };
        let (columns, rows) = (size >> 32, size & 0xffff_ffff);
        let a_word = 64 / bits as u64;
        for cell in 0..columns * rows {
            let word = words.get((cell / a_word) as usize).copied().unwrap_or(0);
            let held = (word >> (cell % a_word * bits as u64)) as u8 & ((1u16 << bits) - 1) as u8;
            // a key that has more rows than a byte tells is that of no part that anybody lays down
            if held & ((1 << on!(self, stage => stage.codes.pieces)) - 1) != 0 {
                let [row, column] = [cell / columns, cell % columns].map(|at| at.min(255) as u8);
                visit(FigureCell { row, column, held });
            }
        }
    }

    /// The position on whose cells this lies, and nothing that matters elsewhere; `None` if it does not fit.
    pub(crate) fn laid(&self, cells: &[FigureCell]) -> Option<Packed> {
        let Shape::Rows { columns, rows, ring, above, stride } = self.shape else { return None };
        on!(self, stage => {
            let mut state = stage.state(&self.first);
            state.planes.fill(Bits::EMPTY);
            for cell in cells {
                let [row, column] = [cell.row, cell.column].map(usize::from);
                if row >= rows || column >= columns {
                    return None;
                }
                let at = Bits::cell((row + above) * stride + column + ring);
                let bits = state.planes.iter_mut().enumerate().take(stage.codes.planes());
                bits.filter(|(bit, _)| cell.held >> bit & 1 != 0).for_each(|(_, plane)| {
                    *plane = plane.or(at);
                });
            }
            match stage.topology {
                Topology::Plane(_) => Some(stage.pack(&state)),
                Topology::Graph(_) => None,
            }
        })
    }
}
