//! A board of any size: the narrowest words that hold it.

use std::ops::ControlFlow;
use std::sync::Arc;

use farstar_play::Player;

use super::bits::{Bits, Wide};
use super::build;
use super::coder::Coder;
use super::codes::Codes;
use super::images::{Image, number_of};
use super::packed::Packed;
#[cfg(test)]
use super::play::Play;
use super::stage::{Stage, State};
use super::text::{Network, Rows, draw_network, draw_rows};
use crate::coded::AnyCoded;
use crate::language::PositionError;
use crate::language::ast::{BoardRules, Kind, Piece};
use crate::language::symmetry::Symmetry;
use crate::position::Key;
use crate::view::View;

#[derive(Debug)]
pub(super) enum Staged {
    Word(Arc<Stage<u64>>),
    Double(Arc<Stage<u128>>),
    Long(Arc<Stage<Wide<8>>>),
    Longest(Box<Stage<Wide<80>>>),
}

/// How the cells of the frame are typed.
#[derive(Debug)]
pub(super) enum Shape {
    /// Columns and rows of the board, and the width of the ring to the sides and above.
    Rows {
        columns: usize,
        rows: usize,
        ring: usize,
        above: usize,
        /// Columns of the frame.
        stride: usize,
    },
    Network(Network),
}

/// A ruleset on one board.
#[derive(Debug)]
pub(crate) struct AnyBoard {
    rules: BoardRules,
    pub(super) stage: Staged,
    pub(super) shape: Shape,
    images: Vec<Image>,
    /// The position it was compiled with, of which others differ by what is typed.
    pub(super) first: Packed,
}

macro_rules! on {
    ($board:expr, $stage:ident => $body:expr) => {
        match &$board.stage {
            Staged::Word($stage) => $body,
            Staged::Double($stage) => $body,
            Staged::Long($stage) => $body,
            Staged::Longest($stage) => $body,
        }
    };
}
pub(super) use on;

impl AnyBoard {
    /// Compiles the rules for a board of rows.
    ///
    /// # Errors
    /// Why the board is too large, or the position breaks the rules.
    pub(crate) fn of_rows(
        rules: &BoardRules,
        symmetries: &[Symmetry],
        typed: &Rows,
    ) -> Result<(Self, Packed), PositionError> {
        let codes = Codes::new(rules);
        let ring = build::ring(rules, &codes);
        let above = if rules.kind.is_line() { 0 } else { ring };
        let (stride, down) =
            build::frame(rules.kind, typed.columns + 2 * ring, typed.rows + 2 * above);
        let shape = Shape::Rows { columns: typed.columns, rows: typed.rows, ring, above, stride };
        Self::sized(rules, symmetries, shape, stride * down, Input::Rows(typed, ring), codes)
    }

    /// Compiles the rules for a graph.
    ///
    /// # Errors
    /// As [`AnyBoard::of_rows`].
    pub(crate) fn of_network(
        rules: &BoardRules,
        symmetries: &[Symmetry],
        net: &Network,
    ) -> Result<(Self, Packed), PositionError> {
        let shape = Shape::Network(net.clone());
        let codes = Codes::new(rules);
        Self::sized(rules, symmetries, shape, net.cells.len(), Input::Network(net), codes)
    }

    /// Columns and rows of a board of rows.
    pub(crate) fn size_of_rows(&self) -> Option<(usize, usize)> {
        match self.shape {
            Shape::Rows { columns, rows, .. } => Some((columns, rows)),
            Shape::Network(_) => None,
        }
    }

    /// The position that is typed on as many rows and columns as the board has: rules are compiled for the size alone.
    ///
    /// # Errors
    /// Why the position breaks the rules.
    pub(crate) fn place(&self, typed: &Rows) -> Result<Packed, PositionError> {
        farstar_play::step(typed.cells.len() as u32);
        on!(self, stage => {
            let mut state = stage.state(&self.first);
            state.hands = typed.hands;
            for (at, &piece) in self.places().into_iter().zip(&typed.cells) {
                stage.codes.put(&mut state.planes, Bits::cell(at), stage.codes.of(piece));
            }
            check_start(&self.rules, stage, &state, &self.shape)?;
            Ok(stage.pack(&state))
        })
    }

    fn sized(
        rules: &BoardRules,
        symmetries: &[Symmetry],
        shape: Shape,
        cells: usize,
        input: Input<'_>,
        codes: Codes,
    ) -> Result<(Self, Packed), PositionError> {
        let rules = rules.clone();
        macro_rules! build {
            ($word:ty, $wrap:expr) => {{
                let (stage, state) = input.build::<$word>(&rules, codes)?;
                check_start(&rules, &stage, &state, &shape)?;
                let images =
                    symmetries.iter().map(|s| Image::new(s, &stage, rules.pieces.len())).collect();
                let packed = stage.pack(&state);
                let first = packed.clone();
                Ok((Self { rules, stage: $wrap(stage), shape, images, first }, packed))
            }};
        }
        match cells {
            0..=64 => build!(u64, |stage| Staged::Word(Arc::new(stage))),
            65..=128 => build!(u128, |stage| Staged::Double(Arc::new(stage))),
            129..=512 => build!(Wide<8>, |stage| Staged::Long(Arc::new(stage))),
            513..=5120 => build!(Wide<80>, |stage| Staged::Longest(Box::new(stage))),
            _ => Err(PositionError::too_large(
                1,
                1,
                "the board with the cells around it is too large",
            )),
        }
    }

    pub(crate) fn options(&self, position: &Packed, player: Player, out: &mut Vec<Packed>) {
        on!(self, stage => stage.options(position, player, out));
    }

    pub(crate) fn parts(&self, position: &Packed, out: &mut Vec<Packed>) {
        on!(self, stage => {
            stage.each_part(&stage.state(position), &mut |part| out.push(stage.pack(part)));
        });
    }

    /// By which technique parts are found (0 to 4: connected sets, shifts, lone cells, others, instances), the parts so
    /// found, and those found instance by instance.
    #[cfg(test)]
    pub(super) fn parts_both_ways(&self, position: &Packed) -> (usize, Vec<Packed>, Vec<Packed>) {
        let mut found = Vec::new();
        self.parts(position, &mut found);
        on!(self, stage => {
            let mut parts = Vec::new();
            stage.parts(&stage.state(position), &mut parts);
            let kind = match &stage.play {
                Play::Shifts(shifts) => usize::from(shifts.connected.as_ref().is_none_or(|c| !c.exact)),
                Play::Lone(_) => 2,
                Play::Liberties { .. } | Play::Holes(_) | Play::Falls(_) => 3,
                Play::General => 4,
            };
            (kind, found, parts.iter().map(|part| stage.pack(part)).collect())
        })
    }

    /// The moves of a player, where they only flip bits.
    #[cfg(test)]
    pub(super) fn flips(&self, player: Player) -> Option<&super::flips::Flips> {
        let Staged::Word(stage) = &self.stage else { return None };
        stage.flips[player as usize].as_ref()
    }

    /// The options of a player as they are found, and those found by the general walk.
    #[cfg(test)]
    pub(super) fn options_both_ways(
        &self,
        position: &Packed,
        player: Player,
    ) -> (Vec<Packed>, Vec<Packed>) {
        let (mut found, mut walked) = (Vec::new(), Vec::new());
        self.options(position, player, &mut found);
        on!(self, stage => {
            stage.each_move(&stage.state(position), player, &mut |next| {
                walked.push(stage.pack(next));
            });
        });
        (found, walked)
    }

    /// Whether codes keep what is allowed for each colour of stones.
    #[cfg(test)]
    pub(super) fn has_colours(&self) -> bool {
        on!(self, stage => stage.play.codes_by_colour())
    }

    /// The parts that a quick look tells apart, and the parts of these.
    #[cfg(test)]
    pub(super) fn coarse_parts(&self, position: &Packed) -> (Vec<Packed>, Vec<Packed>) {
        on!(self, stage => {
            let (mut coarse, mut fine) = (Vec::new(), Vec::new());
            stage.each_coarse_part(&stage.state(position), &mut |part| {
                coarse.push(stage.pack(part));
                stage.each_part(part, &mut |part| fine.push(stage.pack(part)));
            });
            (coarse, fine)
        })
    }

    pub(crate) fn key(&self, part: &Packed) -> Key<Packed> {
        on!(self, stage => stage.key(&stage.state(part), &self.images))
    }

    pub(crate) fn is_own_negative(&self, part: &Packed) -> bool {
        on!(self, stage => stage.is_own_negative(&stage.state(part), &self.images))
    }

    pub(crate) fn is_all_small(&self) -> bool {
        on!(self, stage => stage.is_all_small())
    }

    pub(crate) fn mobility(&self, position: &Packed, player: Player) -> u32 {
        on!(self, stage => stage.mobility(&stage.state(position), player))
    }

    pub(crate) fn size(&self, position: &Packed) -> u32 {
        on!(self, stage => stage.used(&stage.state(position)).count())
    }

    pub(crate) fn is_line(&self) -> bool {
        matches!(self.shape, Shape::Rows { columns, rows, .. } if columns == 1 || rows == 1)
    }

    pub(super) fn kind(&self) -> Kind {
        self.rules.kind
    }

    /// The symmetries of the rules on the numbers of pieces.
    pub(super) fn images(&self) -> &[Image] {
        &self.images
    }

    /// The place of every cell of the board in the frame.
    pub(super) fn places(&self) -> Vec<usize> {
        match &self.shape {
            Shape::Rows { columns, rows, ring, above, stride } => (0..columns * rows)
                .map(|i| (i / columns + above) * stride + i % columns + ring)
                .collect(),
            Shape::Network(net) => (0..net.cells.len()).collect(),
        }
    }

    /// The position with this piece on every cell.
    pub(crate) fn filled(&self, position: &Packed, piece: Piece) -> Packed {
        on!(self, stage => {
            let mut state = stage.state(position);
            for at in self.places() {
                stage.codes.put(&mut state.planes, Bits::cell(at), stage.codes.of(piece));
            }
            stage.pack(&state)
        })
    }

    /// Calls `visit` with every position that differs by its cells, which hold these pieces, the first cell changing
    /// fastest, until it breaks off. Graphs count their vertices as cells.
    pub(crate) fn fillings(
        &self,
        position: &Packed,
        pieces: &[Piece],
        visit: &mut dyn FnMut(&Packed) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        on!(self, stage => {
            let places = self.places();
            let Some(&lowest) = pieces.first() else { return ControlFlow::Continue(()) };
            let mut state = stage.state(position);
            let put = |planes: &mut _, at: usize, piece: Piece| {
                stage.codes.put(planes, Bits::cell(places[at]), stage.codes.of(piece));
            };
            (0..places.len()).for_each(|at| put(&mut state.planes, at, lowest));
            let mut chosen = vec![0; places.len()];
            loop {
                visit(&stage.pack(&state))?;
                let Some(at) = chosen.iter().position(|&piece| piece + 1 < pieces.len()) else {
                    return ControlFlow::Continue(());
                };
                for (low, piece) in chosen.iter_mut().enumerate().take(at) {
                    *piece = 0;
                    put(&mut state.planes, low, lowest);
                }
                chosen[at] += 1;
                put(&mut state.planes, at, pieces[chosen[at]]);
            }
        })
    }

    /// The board with parts as codes, if they have any.
    pub(crate) fn coded(
        &self,
        symmetries: &[Symmetry],
        impartial: bool,
    ) -> Option<AnyCoded<Packed>> {
        let (board, ring) = match &self.shape {
            Shape::Rows { columns, rows, ring, .. } => ((*columns, *rows), *ring),
            Shape::Network(_) => ((0, 0), 0),
        };
        let pieces = self.rules.pieces.len();
        macro_rules! by_words {
            ($stage:ident: $length:ident, $words:literal) => {
                Coder::<_, $words>::new($stage, symmetries, pieces, board, ring, impartial)
                    .map(|coder| AnyCoded::$length(Box::new(coder)))
            };
        }
        match &self.stage {
            Staged::Word(stage) => match stage.planes_of_codes() {
                1 => by_words!(stage: One, 1),
                2 => by_words!(stage: Two, 2),
                3 => by_words!(stage: Three, 3),
                4 => by_words!(stage: Four, 4),
                _ => None,
            },
            Staged::Double(stage) => match stage.planes_of_codes() {
                1 => by_words!(stage: Two, 2),
                2 => by_words!(stage: Four, 4),
                3 => by_words!(stage: Six, 6),
                4 => by_words!(stage: Eight, 8),
                _ => None,
            },
            Staged::Long(stage) => match stage.planes_of_codes() {
                1 => by_words!(stage: Eight, 8),
                2 => by_words!(stage: Sixteen, 16),
                _ => None,
            },
            Staged::Longest(_) => None,
        }
    }

    pub(crate) fn negative(&self, position: &Packed, symmetries: &[Symmetry]) -> Option<Packed> {
        // the board stays where it is: only symmetries that keep its box can be used
        let at = symmetries.iter().position(|s| {
            s.negates
                && match &self.shape {
                    Shape::Network(_) => true,
                    Shape::Rows { columns, rows, .. } => {
                        number_of(s.map.0).is_some()
                            && (columns == rows || s.map.0[1] == 0 && s.map.0[2] == 0)
                    }
                }
        })?;
        let symmetry = &symmetries[at];
        on!(self, stage => {
            let state = stage.state(position);
            let mut next = State { hands: state.hands.rotate_left(32), ..state };
            for plane in &mut next.planes {
                *plane = Bits::from_words(&[]);
            }
            let frame = match &self.shape {
                Shape::Rows { columns, rows, ring, above, stride } => {
                    Some((columns + 2 * ring, rows + 2 * above, *stride))
                }
                Shape::Network(_) => None,
            };
            let image = |cell: usize| match frame {
                None => cell,
                Some((columns, rows, stride)) => {
                    let (w, h) = (columns as i32 - 1, rows as i32 - 1);
                    let (x, y) = symmetry.map.apply(((cell % stride) as i32, (cell / stride) as i32));
                    // corners go to corners
                    let (cx, cy) = symmetry.map.apply((w, h));
                    let (x, y) = (x - cx.min(0), y - cy.min(0));
                    y as usize * stride + x as usize
                }
            };
            let codes = &stage.codes;
            let framed = |cell: usize| {
                frame.is_none_or(|(columns, rows, stride)| cell % stride < columns && cell / stride < rows)
            };
            for cell in (0..stage.topology.cells()).filter(|&cell| framed(cell)) {
                let code = codes.code_at(&state.planes, cell);
                let moved = match codes.piece(code, self.rules.pieces.len()) {
                    Some(p) => codes.of(symmetry.exchange.piece(p)),
                    None => code,
                };
                codes.put(&mut next.planes, Bits::cell(image(cell)), moved);
                if codes.live && state.planes[codes.pieces].has(cell) {
                    let live = &mut next.planes[codes.pieces];
                    *live = live.or(Bits::cell(image(cell)));
                }
            }
            Some(stage.pack(&next))
        })
    }

    /// The piece on every cell that is typed, and the stones in hand.
    fn cells(&self, position: &Packed) -> (Vec<Option<Piece>>, u64) {
        on!(self, stage => {
            let state = stage.state(position);
            let piece = |cell: usize| stage.codes.piece(stage.codes.code_at(&state.planes, cell), self.rules.pieces.len());
            let cells = match &self.shape {
                Shape::Rows { columns, rows, ring, above, stride } => (0..columns * rows)
                    .map(|i| piece((i / columns + above) * stride + i % columns + ring))
                    .collect(),
                Shape::Network(net) => (0..net.cells.len()).map(piece).collect(),
            };
            (cells, state.hands)
        })
    }

    pub(crate) fn draw(&self, position: &Packed) -> String {
        let (cells, hands) = self.cells(position);
        match &self.shape {
            Shape::Rows { columns, .. } => draw_rows(&self.rules, *columns, &cells, hands),
            Shape::Network(net) => draw_network(&self.rules, net, &cells, hands),
        }
    }

    pub(crate) fn view(&self, position: &Packed) -> View {
        let (cells, hands) = self.cells(position);
        let hands = self.rules.hands.then_some([hands as u32, (hands >> 32) as u32]);
        // An edge piece stands for what lies off the board.
        let letter = |piece: Option<Piece>| Some(*self.rules.pieces.get(usize::from(piece?))?);
        let cells: Vec<Option<char>> = cells.into_iter().map(letter).collect();
        match &self.shape {
            Shape::Rows { columns, .. } => {
                View::Rows { columns: *columns, cells, numbers: Vec::new(), hands }
            }
            Shape::Network(net) => View::of_network(net, self.rules.kind, cells, Vec::new(), hands),
        }
    }

    /// What tells this board from others whose positions could be equal.
    pub(crate) fn shape(&self) -> String {
        match &self.shape {
            Shape::Rows { columns, rows, .. } => format!("{columns} {rows}"),
            Shape::Network(net) => net.shape(),
        }
    }

    /// What tells this board from others whose keys could be equal: nothing on rows, the graph itself on a graph.
    pub(crate) fn scope(&self) -> String {
        match &self.shape {
            Shape::Rows { .. } => String::new(),
            Shape::Network(net) => net.shape(),
        }
    }
}

enum Input<'a> {
    Rows(&'a Rows, usize),
    Network(&'a Network),
}

impl Input<'_> {
    fn build<W: Bits>(
        &self,
        rules: &BoardRules,
        codes: Codes,
    ) -> Result<(Stage<W>, State<W>), PositionError> {
        match self {
            Self::Rows(typed, ring) => build::plane(rules, codes, *ring, typed),
            Self::Network(net) => build::network(rules, codes, net),
        }
    }
}

/// Refuses a position in which a condition on blocks is broken that every move leaves true ([`Tables::always_true`]):
/// no move leads to it.
///
/// [`Tables::always_true`]: super::table::Tables::always_true
fn check_start<W: Bits>(
    rules: &BoardRules,
    stage: &Stage<W>,
    state: &State<W>,
    shape: &Shape,
) -> Result<(), PositionError> {
    for (blocks, near, ground) in stage.tables.always_true() {
        let Some(cell) = stage.dead_blocks(state, blocks, near, ground).lowest() else { continue };
        let (row, column) = match shape {
            Shape::Network(net) if rules.kind == Kind::Edges => {
                let (edge, (row, column)) = net.edge(cell);
                let message = format!(
                    "the edge {edge} is not joined to what the rules ask it to touch: the position breaks the rules"
                );
                return Err(PositionError::at(row, column, message));
            }
            Shape::Network(_) => (1, cell + 1),
            Shape::Rows { ring, above, stride, .. } => {
                (cell / stride + 1 - above, cell % stride + 1 - ring)
            }
        };
        return Err(PositionError::at(
            row,
            column,
            "the block here touches nothing that the rules ask it to touch: the position breaks the rules",
        ));
    }
    Ok(())
}
