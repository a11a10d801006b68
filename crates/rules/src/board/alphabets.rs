//! What each cell of a board may hold in any play from a position: a fixed point over the compiled patterns.
//!
//! A cell may hold what it holds, and what some pattern writes on it whose cells may all hold what the pattern reads.
//! Clauses are not asked, and a step that follows another may begin anywhere, so that an alphabet may be too large, and
//! is never too small.

use super::alphabet::{Alphabet, Alphabets, BoardImage, BoardMeasure};
use super::any::{AnyBoard, Shape, Staged, on};
use super::bits::Bits;
use super::codes::Codes;
use super::packed::Packed;
use super::stage::{Stage, walk};
use super::table::{Leaf, Rule, StepTable};
use super::topology::Topology;
use crate::language::ast::Piece;
use crate::language::{Along, Grading};

impl AnyBoard {
    /// See [`crate::Board::alphabets`].
    pub(crate) fn alphabets(&self, position: &Packed, gradings: &[Grading]) -> Alphabets {
        on!(self, stage => {
            let state = stage.state(position);
            let places = self.places();
            let mut may = [Bits::EMPTY; 16];
            for (number, cells) in (0..).zip(&mut may).take(usize::from(stage.codes.count)) {
                *cells = stage.codes.mask(&state.planes, number);
            }
            stage.grow_alphabets(&mut may);
            let numbers = |place: usize| {
                (0..16).filter(|&n| may[n].has(place)).fold(0, |set, n| set | 1 << n)
            };
            Alphabets {
                planes: stage.codes.pieces,
                words: stage.words,
                cells: places.iter().map(|&place| Alphabet { place, numbers: numbers(place) }).collect(),
                hands: stage.hands.then_some([state.hands as u32, (state.hands >> 32) as u32]),
                images: self.board_images(),
                measures: gradings.iter().map(|one| self.measure(one, &stage.codes)).collect(),
            }
        })
    }

    fn board_images(&self) -> Vec<BoardImage> {
        let image = |image: &super::images::Image| {
            let cells = match self.shape {
                Shape::Rows { columns, rows, .. } => on_rows(image.map(), columns, rows)?,
                Shape::Network(ref net) => (0..net.cells.len() as u32).collect(),
            };
            Some(BoardImage { cells, numbers: *image.numbers(), negates: image.negates() })
        };
        self.images().iter().filter_map(image).collect()
    }

    fn measure(&self, grading: &Grading, codes: &Codes) -> BoardMeasure {
        let mut weights = [0; 16];
        for number in 0..16 {
            let piece = codes.piece(number, grading.pieces.len());
            weights[usize::from(number)] =
                piece.map_or(0, |p: Piece| grading.pieces[usize::from(p)].1);
        }
        let factor = |cell: usize| match (&self.shape, grading.along) {
            (Shape::Rows { columns, .. }, Along::Column) => (cell % columns) as i64,
            (Shape::Rows { columns, .. }, Along::Row) => (cell / columns) as i64,
            _ => 1,
        };
        let cells = (0..self.places().len()).map(|at| weights.map(|w| w * factor(at))).collect();
        BoardMeasure { cells, hands: grading.hands, strict: grading.strict }
    }
}

/// Where a map carries the cells of a board of rows, if it carries the board to itself.
fn on_rows([a, b, c, d]: [i32; 4], columns: usize, rows: usize) -> Option<Vec<u32>> {
    let image = |i: usize| {
        let (x, y) = ((i % columns) as i32, (i / columns) as i32);
        (a * x + b * y, c * x + d * y)
    };
    let all: Vec<(i32, i32)> = (0..columns * rows).map(image).collect();
    let left = all.iter().map(|place| place.0).min()?;
    let top = all.iter().map(|place| place.1).min()?;
    let place = |&(x, y): &(i32, i32)| {
        let (x, y) = ((x - left) as usize, (y - top) as usize);
        (x < columns && y < rows).then_some((y * columns + x) as u32)
    };
    all.iter().map(place).collect()
}

impl<W: Bits> Stage<W> {
    /// Adds to the cells that may hold each number those that a move can make hold it, until nothing is new.
    fn grow_alphabets(&self, may: &mut [W; 16]) {
        loop {
            let before = *may;
            for step in self.tables.players.iter().flatten().flatten() {
                match self.topology {
                    Topology::Plane(_) => written_on_rows(step, may),
                    Topology::Graph(_) => written_on_paths(step, may),
                }
                self.effects(step, may);
            }
            if *may == before {
                return;
            }
        }
    }

    /// What the clauses of a step may turn.
    fn effects(&self, step: &StepTable<W>, may: &mut [W; 16]) {
        let mut turn = |from: u8, to: u8| {
            let cells = may[usize::from(from) & 15].and(self.board);
            may[usize::from(to) & 15] = may[usize::from(to) & 15].or(cells);
        };
        for rule in &step.clauses {
            match rule {
                Rule::Around(map) | Rule::Reachable(map) => {
                    map.iter().for_each(|&(from, to)| turn(from, to));
                }
                Rule::Clear { blocks, to, .. } => {
                    (1..16).filter(|n| blocks >> n & 1 != 0).for_each(|from| turn(from, *to));
                }
                _ => {}
            }
        }
    }
}

/// The numbers of the cell that a write reads.
fn sources<W>(leaf: &Leaf<W>, source: usize) -> impl Iterator<Item = usize> {
    let class = leaf.classes[source];
    (1..16usize).filter(move |n| class >> n & 1 != 0)
}

fn written_on_rows<W: Bits>(step: &StepTable<W>, may: &mut [W; 16]) {
    let known = *may;
    walk(&step.tree, W::ALL, &|codes| Codes::class(&known, codes), &mut |leaf, anchors: W| {
        for write in &leaf.writes {
            let (from, to) = (leaf.offsets[write.source], leaf.offsets[write.cell]);
            for number in sources(leaf, write.source) {
                let held = known[number].moved(-from).and(anchors);
                let image = usize::from(write.table[number]) & 15;
                may[image] = may[image].or(held.moved(to));
            }
        }
        true
    });
}

/// On a graph a pattern is taken to fit wherever a cell may hold what it writes over.
fn written_on_paths<W: Bits>(step: &StepTable<W>, may: &mut [W; 16]) {
    for leaf in &step.tree.leaves {
        for write in &leaf.writes {
            for number in sources(leaf, write.source) {
                let class =
                    if write.source == write.cell { 1 << number } else { leaf.classes[write.cell] };
                let image = usize::from(write.table[number]) & 15;
                may[image] = may[image].or(Codes::class(may, class));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::each_random;
    use super::*;
    use crate::builtin::rulesets;
    use farstar_play::Player;

    /// Numbers and hands of a position, and an image of them.
    fn numbers(alphabets: &Alphabets, position: &Packed) -> (Vec<u8>, [u32; 2]) {
        let words = position.words();
        let bit = |plane: usize, place: usize| {
            let word = words[plane * alphabets.words + place / 64];
            (word >> (place % 64) & 1) as u8
        };
        let number = |cell: &Alphabet| {
            (0..alphabets.planes).fold(0, |n, plane| n | bit(plane, cell.place) << plane)
        };
        let hands = words.last().copied().filter(|_| alphabets.hands.is_some()).unwrap_or(0);
        let hands = [hands as u32, (hands >> 32) as u32];
        (alphabets.cells.iter().map(number).collect(), hands)
    }

    fn image(of: &(Vec<u8>, [u32; 2]), image: &BoardImage) -> (Vec<u8>, [u32; 2]) {
        let mut cells = vec![0; of.0.len()];
        for (&to, &number) in image.cells.iter().zip(&of.0) {
            cells[to as usize] = image.numbers[usize::from(number)];
        }
        let [left, right] = of.1;
        (cells, if image.negates { [right, left] } else { [left, right] })
    }

    fn measured(alphabets: &Alphabets, (cells, hands): &(Vec<u8>, [u32; 2])) -> Vec<i64> {
        let of = |measure: &BoardMeasure| {
            let on_cells = measure.cells.iter().zip(cells).map(|(w, &n)| w[usize::from(n)]);
            let in_hand = measure.hands.iter().zip(hands).map(|(w, &n)| w * i64::from(n));
            on_cells.chain(in_hand).sum()
        };
        alphabets.measures.iter().map(of).collect()
    }

    /// The position with these numbers and hands.
    fn position(alphabets: &Alphabets, like: &Packed, of: &(Vec<u8>, [u32; 2])) -> Packed {
        let mut words = like.words().to_vec();
        for (cell, &number) in alphabets.cells.iter().zip(&of.0) {
            for plane in 0..alphabets.planes {
                let word = &mut words[plane * alphabets.words + cell.place / 64];
                let bit = 1 << (cell.place % 64);
                *word = if number >> plane & 1 != 0 { *word | bit } else { *word & !bit };
            }
        }
        if alphabets.hands.is_some() {
            *words.last_mut().unwrap() = u64::from(of.1[0]) | u64::from(of.1[1]) << 32;
        }
        Packed::new(&words)
    }

    /// From random positions of every built-in ruleset: no option leaves the alphabets, those of an option hold nothing
    /// new, each option lowers the measures lexicographically, and options of an image are images of options.
    #[test]
    fn moves_keep_alphabets_lower_measures_and_go_with_images() {
        let mut seen = [0; 3];
        let sizes = [(3, 3, 3), (4, 2, 3), (7, 1, 3)];
        each_random(rulesets(), &sizes, &mut |name, board, start| {
            let known = rulesets();
            let rules = known.iter().find(|rules| name.starts_with(&format!("{}: ", rules.name())));
            let alphabets = board.alphabets(start, rules.unwrap().gradings());
            let from = numbers(&alphabets, start);
            let reached = |position: &Packed, player: Player| {
                let mut options = Vec::new();
                board.options(position, player, &mut options);
                let mut options: Vec<_> = options.iter().map(|o| numbers(&alphabets, o)).collect();
                options.sort_unstable();
                options.dedup();
                options
            };
            for player in [Player::Left, Player::Right] {
                let options = reached(start, player);
                for to in &options {
                    seen[0] += 1;
                    let later = board.alphabets(&position(&alphabets, start, to), &[]);
                    for ((cell, later), number) in
                        alphabets.cells.iter().zip(&later.cells).zip(&to.0)
                    {
                        assert!(cell.numbers >> number & 1 != 0, "{name}: {to:?}");
                        assert_eq!(later.numbers & !cell.numbers, 0, "{name}: {to:?}");
                    }
                    if !alphabets.measures.is_empty() {
                        seen[1] += 1;
                        assert!(
                            measured(&alphabets, to) < measured(&alphabets, &from),
                            "{name}: {to:?}"
                        );
                    }
                }
                for one in &alphabets.images {
                    seen[2] += options.len();
                    let mover = if one.negates { player.opponent() } else { player };
                    let turned = reached(&position(&alphabets, start, &image(&from, one)), mover);
                    let mut wanted: Vec<_> = options.iter().map(|o| image(o, one)).collect();
                    wanted.sort_unstable();
                    assert_eq!(turned, wanted, "{name}: {one:?}");
                }
            }
        });
        assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
    }
}
