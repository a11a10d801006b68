//! Parts as codes: the bit boards of a part in the corner of the frame, in the least of its images.

use std::sync::Arc;

use farstar_play::Player;

use super::bits::Bits;
use super::codes::MOST_PLANES;
use super::images::Images;
use super::lines::Lines;
use super::packed::Packed;
use super::stage::{Stage, State};
use super::topology::Topology;
use crate::coded::{Coded, Expansion, Facts};
use crate::language::symmetry::Symmetry;
use crate::position::Key;

/// A compiled board whose parts have codes of `N` words.
#[derive(Debug)]
pub(crate) struct Coder<W, const N: usize> {
    stage: Arc<Stage<W>>,
    images: Images<W, N>,
    /// The images that negate alone, if there are any.
    negating: Option<Box<Images<W, N>>>,
    /// Whether a quick look never takes a block without gaps apart, on a frame in one word.
    blocks: bool,
    impartial: bool,
    lines: Lines<W>,
}

impl<W: Bits, const N: usize> Coder<W, N> {
    /// The coder of a board, if its positions are `N` words and its symmetries can be computed on words.
    pub(crate) fn new(
        stage: &Arc<Stage<W>>,
        symmetries: &[Symmetry],
        pieces: usize,
        board: (usize, usize),
        ring: usize,
        impartial: bool,
    ) -> Option<Self> {
        let planes = stage.planes_of_codes();
        let free = stage.play.ignores_the_frame();
        let frame = match &stage.topology {
            Topology::Plane(plane) => Some((plane.columns, plane.rows)),
            Topology::Graph(_) => None,
        };
        if stage.hands
            || W::CELLS > 512
            || planes * W::CELLS / 64 != N
            || frame.is_some() && !free && ring > 0
        {
            return None;
        }
        let read = if stage.play.codes_by_colour() { planes } else { stage.codes.pieces };
        let room = if free { frame.unwrap_or(board) } else { board };
        let images = Images::new(stage, symmetries, pieces, [planes, read], frame, room)?;
        let negating = images.negating().map(Box::new);
        let blocks = stage.play.connected().is_some_and(|connected| connected.blocks);
        let stage = Arc::clone(stage);
        let mut coder = Self { stage, images, negating, blocks, impartial, lines: Lines::NONE };
        coder.lines = coder.find_lines();
        Some(coder)
    }

    /// The lines of a game that only places pieces, whose positions are sets of cells.
    fn find_lines(&self) -> Lines<W> {
        let Some((columns, rows)) = self.images.frame else { return Lines::NONE };
        if self.impartial || N * 64 != W::CELLS || !self.stage.only_places() {
            return Lines::NONE;
        }
        // parts may lie wherever their images fit
        let (across, down) = self.images.room;
        let full = (0..W::CELLS.min(columns * rows))
            .filter(|cell| cell % columns < across && cell / columns < down)
            .fold(W::EMPTY, |all, cell| all.or(W::cell(cell)));
        let code = self.words(&[full; MOST_PLANES]);
        Lines::new(
            columns,
            rows,
            [Player::Left, Player::Right].map(|player| {
                let mut options = Vec::new();
                self.options(&code, player, &mut options);
                options.iter().map(|left| full.without(self.state(left).planes[0])).collect()
            }),
        )
    }

    #[inline]
    fn state(&self, code: &[u64; N]) -> State<W> {
        let words = W::CELLS / 64;
        let mut planes = [W::EMPTY; MOST_PLANES];
        for (i, plane) in planes.iter_mut().enumerate().take(N * 64 / W::CELLS) {
            *plane = if words == 1 {
                W::from_words(&code[i % N..i % N + 1])
            } else {
                W::from_words(&code[(i * words) % N..(i * words) % N + words])
            };
        }
        State { planes, hands: 0 }
    }

    #[inline]
    fn words(&self, planes: &[W; MOST_PLANES]) -> [u64; N] {
        self.images.words(planes)
    }

    /// The code of a part.
    #[inline]
    fn code(&self, state: &State<W>) -> Key<[u64; N]> {
        self.images.of(state)
    }

    /// Whether the cells of a part, given by its words, are a block without gaps that a quick look does not take apart.
    #[inline]
    fn is_block(&self, words: &[u64; N]) -> bool {
        if !self.blocks || !self.images.in_word {
            return false;
        }
        let used = words.iter().take(self.images.read).fold(0, |all, &plane| all | plane);
        match self.images.frame {
            Some((_, 1)) => used & used.wrapping_add(1) == 0,
            Some((columns, _)) => {
                // parts lie in the corner, so the block is its first row, once for each cell of its first column
                let row = used & !(u64::MAX << columns);
                let column = used & self.images.first_column.word(0);
                let above = u64::MAX >> column.leading_zeros().min(63);
                row & (row + 1) == 0
                    && column == self.images.first_column.word(0) & above
                    && column.wrapping_mul(row) == used
            }
            None => false,
        }
    }
}

impl<W: Bits, const N: usize> Coded<N> for Coder<W, N> {
    type Position = Packed;

    fn facts(&self) -> Facts {
        Facts {
            impartial: self.impartial,
            negates: self.images.negates(),
            quick_look: self.stage.play.quick_look().is_some(),
            places: self.stage.only_places(),
            lines: self.lines.0.iter().any(|lines| !lines.is_empty()),
            pieces: u32::from(self.stage.codes.count) - u32::from(self.stage.codes.edge.is_some()),
            frame: self.frame(),
        }
    }

    fn parts(&self, position: &Packed, parts: &mut Vec<Key<[u64; N]>>) {
        let state = self.stage.coded_state(position);
        self.stage.each_coded_part(&state, &mut |part| parts.push(self.code(part)));
    }

    fn wholes(&self, code: &[u64; N], player: Player, wholes: &mut Vec<Key<[u64; N]>>) -> bool {
        let long = W::CELLS > 128 && matches!(self.images.frame, Some((_, 1)));
        if long || self.stage.play.is_quickly_taken_apart() {
            // taken apart as quickly as brought to a normal form
            return false;
        }
        match &self.stage.flips[player as usize] {
            Some(flips) => flips.each(code, &mut |landings| {
                landings.for_each(|next| wholes.push(self.images.of_words(next)));
            }),
            None => self.stage.each_coded_move(&self.state(code), player, &mut |next| {
                wholes.push(self.code(next));
            }),
        }
        true
    }

    fn expand(&self, code: &[u64; N], player: Player, expansion: &mut Expansion<N>) {
        let Expansion { parts, ends } = expansion;
        let mut taken_apart = |next: &State<W>| {
            self.stage.each_coded_part(next, &mut |part| parts.push(self.code(part)));
            ends.push(parts.len() as u32);
        };
        match &self.stage.flips[player as usize] {
            Some(flips) => flips.each(code, &mut |landings| {
                landings.for_each(|next| taken_apart(&self.state(&next)));
            }),
            None => self.stage.each_coded_move(&self.state(code), player, &mut taken_apart),
        }
    }

    fn split(&self, whole: &Key<[u64; N]>, coarse: bool, parts: &mut Vec<Key<[u64; N]>>) {
        if coarse && self.is_block(&whole.part) {
            // perhaps without moves, but that is seen as quickly when it is valued
            return parts.push(*whole);
        }
        let state = self.state(&whole.part);
        let mut visit = |part: &State<W>| {
            if self.words(&part.planes) == whole.part {
                parts.push(*whole);
            } else {
                let Key { part, negative } = self.code(part);
                parts.push(Key { part, negative: negative != whole.negative });
            }
        };
        if coarse {
            self.stage.each_coarse_part(&state, &mut visit);
        } else {
            self.stage.each_coded_part(&state, &mut visit);
        }
    }

    fn options(&self, code: &[u64; N], player: Player, options: &mut Vec<[u64; N]>) {
        match &self.stage.flips[player as usize] {
            Some(flips) => flips.append(code, options),
            None => self.stage.each_coded_move(&self.state(code), player, &mut |next| {
                options.push(self.words(&next.planes));
            }),
        }
    }

    fn landings(&self, code: &[u64; N], player: Player, found: &mut Vec<u32>) -> bool {
        let flips = self.stage.flips[player as usize].as_ref();
        let Some(flips) = flips.filter(|flips| flips.are_patterns()) else { return false };
        flips.land(code, found);
        true
    }

    fn flipped(&self, player: Player, landing: u32) -> [u64; N] {
        self.stage.flips[player as usize].as_ref().map_or([0; N], |flips| flips.flipped(landing))
    }

    fn words(&self, position: &Packed) -> Option<[u64; N]> {
        Some(self.words(&self.stage.coded_state(position).planes))
    }

    fn cut(&self, positions: &[[u64; N]], parts: &mut Vec<[u64; N]>, ends: &mut Vec<u32>) {
        let exact = self.stage.play.connected().filter(|connected| connected.exact);
        for position in positions {
            let state = self.state(position);
            match exact {
                Some(connected) => {
                    let mut keep =
                        |cells: W| parts.push(self.words(&state.planes.map(|p| p.and(cells))));
                    if let Some(own) = self.stage.first_connected(connected, &state) {
                        keep(own);
                        let rest = self.stage.used(&state).without(own);
                        if !rest.is_empty() {
                            keep(rest);
                        }
                    }
                }
                None => {
                    let mut push = |part: &State<W>| parts.push(self.words(&part.planes));
                    self.stage.each_coded_part(&state, &mut push);
                }
            }
            ends.push(parts.len() as u32);
        }
    }

    fn code_of(&self, part: &[u64; N]) -> Key<[u64; N]> {
        self.code(&self.state(part))
    }

    fn parts_of(&self, words: &[u64; N], parts: &mut Vec<Key<[u64; N]>>) {
        let state = self.state(words);
        self.stage.each_coded_part(&state, &mut |part| parts.push(self.code(part)));
    }

    fn mobility(&self, words: &[u64; N], player: Player) -> u32 {
        match &self.stage.flips[player as usize] {
            Some(flips) => flips.count(words),
            None => self.stage.coded_mobility(&self.state(words), player),
        }
    }

    fn backing(&self, words: &[u64; N], player: Player) -> u32 {
        self.stage.flips[player as usize].as_ref().map_or(0, |flips| flips.backing(words))
    }

    fn changed(&self, words: &[u64; N], player: Player) -> Option<u32> {
        self.stage.flips[player as usize].as_ref().map(|flips| flips.changed(words))
    }

    fn most_places(&self, code: &[u64; N], player: Player) -> i32 {
        self.stage.most_places(&self.state(code), player)
    }

    fn halves(
        &self,
        whole: &Key<[u64; N]>,
        player: Player,
        line: usize,
    ) -> Option<[Key<[u64; N]>; 2]> {
        let own = if whole.negative { player.opponent() } else { player };
        let sides = self.lines.halves(self.state(&whole.part).planes[0], own as usize, line)?;
        Some(sides.map(|cells| {
            let Key { part, negative } =
                self.code(&State { planes: [cells; MOST_PLANES], hands: 0 });
            Key { part, negative: negative != whole.negative }
        }))
    }

    fn size(&self, code: &[u64; N]) -> u32 {
        let planes = self.state(code).planes;
        planes.iter().take(self.images.read).fold(W::EMPTY, |all, &plane| all.or(plane)).count()
    }

    fn is_symmetric(&self, code: &[u64; N]) -> bool {
        if self.impartial {
            return self.is_tweedledum(code);
        }
        self.negating.as_ref().is_some_and(|negating| negating.of(&self.state(code)).part == *code)
    }
}

impl<W: Bits, const N: usize> Coder<W, N> {
    /// Whether a half turn answers every move.
    fn is_tweedledum(&self, code: &[u64; N]) -> bool {
        let free = self.stage.play.has_no_clause();
        let Some((columns, 2..)) = self.images.frame.filter(|_| self.impartial && free) else {
            return false;
        };
        let state = self.state(code);
        let used = self.stage.used(&state);
        let (Some(low), Some(high)) = (used.lowest(), used.highest()) else { return true };
        let turned = state
            .planes
            .map(|plane| plane.reversed().moved((low + high + 1) as i32 - W::CELLS as i32));
        if !self.images.is_half_turn_of(&turned, code) {
            return false;
        }
        // in rows, not only in numbers
        let (left, right) = used.cells().fold((columns, 0), |(left, right), cell| {
            (left.min(cell % columns), right.max(cell % columns))
        });
        low % columns + high % columns == left + right && self.stage.keeps_apart(used, low + high)
    }

    /// See [`Facts::frame`].
    fn frame(&self) -> (u64, u32) {
        let Some((columns, rows)) = self.images.frame else { return (0, 0) };
        let kind = W::CELLS as u64 >> 7;
        let row = rows == 1 && self.stage.play.ignores_the_length_of_a_row();
        // in a row the bits of a part do not depend on its length
        let sides = if row {
            [0, 1, 0, 0]
        } else {
            [columns, rows, self.images.room.0, self.images.room.1]
        };
        (sides.into_iter().fold(kind + 1, |all, side| all << 12 ^ side as u64), columns as u32)
    }
}
