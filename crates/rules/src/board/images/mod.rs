//! The least of the images of a part under the symmetries of the rules: what its code and its key are made of.
//!
//! Reflections and turns of a frame of 8 by 8 are a few operations on a word (`word`); on other frames rows or columns
//! move as a whole (`wide`). An exchange of pieces is linear on the bits of their numbers as long as there are few, so
//! it is a few exclusive ors of bit boards. Where turns by a quarter are among the symmetries, only images at least as
//! wide as high are compared on the frame of 8 by 8. What is not so, sheared hexagons and stones in hand among it, is
//! compared cell by cell (`cells`).

mod cells;
mod map;
mod wide;
mod word;

use super::bits::Bits;
use super::codes::MOST_PLANES;
use super::stage::{Stage, State};
use crate::language::ast::{EDGE, Piece};
use crate::language::symmetry::Symmetry;
use crate::position::Key;
pub(super) use cells::Image;
pub(super) use map::number_of;
use map::{Exchange, Rival};

/// The number of the turn by two quarters.
const HALF_TURN: usize = 3;

/// The images of parts of `N` words.
#[derive(Clone, Debug)]
pub(super) struct Images<W, const N: usize> {
    exchanges: Vec<Exchange>,
    /// The maps used by some exchange, as a set of bits.
    maps: u8,
    /// Images on a frame of one word: those that are not turned, and those that are.
    rivals: [Vec<Rival<N>>; 2],
    /// Whether each bit board of every image is a copy of one.
    copies: bool,
    /// Whether the images are all reflections, each as it is and with its two bit boards exchanged, which negates.
    exchange: bool,
    /// Whether the image of a row of two bit boards is its mirror image with these exchanged, and nothing else; and
    /// whether that negates.
    mirror: Option<bool>,
    /// For images that are not turned and those that are: whether they negate, if they are the reflections of one word
    /// and nothing else.
    reflections: [Option<bool>; 2],
    /// Whether the frame is one of rows, in one word.
    pub(super) in_word: bool,
    /// Bit boards of a position.
    planes: usize,
    /// Those that tell which cells matter.
    pub(super) read: usize,
    /// Columns and rows of the frame; none on a graph.
    pub(super) frame: Option<(usize, usize)>,
    /// Columns and rows into which an image must fit.
    pub(super) room: (usize, usize),
    pub(super) first_column: W,
    first_row: W,
}

impl<W: Bits, const N: usize> Images<W, N> {
    /// The images under these symmetries, if they can be computed on words. `planes` are the bit boards of a position,
    /// `read` those that tell which cells matter, `frame` its columns and rows if there are any, `room` the columns and
    /// rows into which an image must fit.
    pub(super) fn new(
        stage: &Stage<W>,
        symmetries: &[Symmetry],
        pieces: usize,
        [planes, read]: [usize; 2],
        frame: Option<(usize, usize)>,
        room: (usize, usize),
    ) -> Option<Self> {
        let mut images = Self {
            exchanges: Vec::new(),
            maps: 0,
            rivals: Default::default(),
            copies: true,
            exchange: false,
            mirror: None,
            reflections: [None; 2],
            in_word: W::CELLS == 64 && frame.is_some(),
            planes,
            read,
            frame,
            room,
            first_column: W::EMPTY,
            first_row: W::EMPTY,
        };
        if let Some((columns, rows)) = frame {
            images.first_column =
                (0..rows).fold(W::EMPTY, |all, row| all.or(W::cell(row * columns)));
            images.first_row = (0..columns).fold(W::EMPTY, |all, x| all.or(W::cell(x)));
        }
        for symmetry in symmetries {
            // those left out are missed, but what is left is closed under composition
            let Some(rows) = linear(stage, symmetry, pieces) else { continue };
            let map = number_of(symmetry.map.0)?;
            images.maps |= 1 << map;
            match images.exchanges.iter_mut().find(|known| known.rows == rows) {
                Some(known) => known.maps.push((map, symmetry.negates)),
                None => {
                    let maps = vec![(map, symmetry.negates)];
                    images.exchanges.push(Exchange { rows, maps });
                }
            }
        }
        images.line_up();
        images.find_quick_ways();
        Some(images)
    }

    /// Lists the rivals of all exchanges.
    fn line_up(&mut self) {
        for Exchange { rows, maps } in &self.exchanges {
            let row = |i: usize| rows.get(i).copied().unwrap_or(0);
            let bit =
                |i: usize, j: usize| if u32::from(row(i)) >> j & 1 != 0 { u64::MAX } else { 0 };
            let masks = std::array::from_fn(|i| std::array::from_fn(|j| bit(i, j)));
            self.copies &= (0..N).all(|i| row(i).is_power_of_two());
            let order = std::array::from_fn(|i| row(i).trailing_zeros() as u8);
            for &(map, negates) in maps {
                let flip = (map % 4) as u8;
                self.rivals[map / 4].push(Rival { flip, negates, order, masks });
            }
        }
    }

    /// Finds the sets of images that are compared by fewer operations than one after the other.
    fn find_quick_ways(&mut self) {
        let whole = |rivals: &Vec<Rival<N>>| {
            let has = |flip: u8, negates: bool| {
                let like = |r: &Rival<N>| {
                    let first = u8::from(negates);
                    (r.flip, r.negates) == (flip, negates) && r.order.first() == Some(&first)
                };
                rivals.iter().filter(|rival| like(rival)).count() == 1
            };
            let all = (0..4).all(|flip| has(flip, false) && has(flip, true));
            rivals.is_empty() || all && rivals.len() == 8
        };
        self.exchange = N == 2 && self.copies && self.rivals.iter().all(whole);
        if let (2, [Rival { negates: false, .. }, image]) = (N, self.rivals[0].as_slice()) {
            let mirrored = image.flip == 2 && image.order.first() == Some(&1);
            self.mirror = (mirrored && self.copies).then_some(image.negates);
        }
        if N == 1 && self.copies {
            self.reflections = self.rivals.each_ref().map(|rivals| {
                let negates = rivals.first()?.negates;
                let has = |flip: u8| rivals.iter().any(|r| (r.flip, r.negates) == (flip, negates));
                (rivals.len() == 4 && (0..4).all(has)).then_some(negates)
            });
        }
    }

    /// Those images alone that negate, if there are any.
    pub(super) fn negating(&self) -> Option<Self> {
        let mut images =
            Self { exchange: false, mirror: None, reflections: [None; 2], ..self.clone() };
        images.exchanges.iter_mut().for_each(|exchange| exchange.maps.retain(|map| map.1));
        images.exchanges.retain(|exchange| !exchange.maps.is_empty());
        images.rivals.iter_mut().for_each(|list| list.retain(|rival| rival.negates));
        (!images.exchanges.is_empty()).then_some(images)
    }

    /// Whether some image negates.
    pub(super) fn negates(&self) -> bool {
        self.exchanges.iter().flat_map(|exchange| &exchange.maps).any(|&(_, negates)| negates)
    }

    /// Whether a half turn that is its own inverse, with one of the exchanges that go with it, carries bit boards,
    /// already turned, to a part.
    pub(super) fn is_half_turn_of(&self, turned: &[W; MOST_PLANES], part: &[u64; N]) -> bool {
        let mut turns = self.exchanges.iter().filter(|exchange| {
            exchange.maps.iter().any(|map| map.0 == HALF_TURN) && exchange.is_own_inverse()
        });
        turns.any(|exchange| self.exchanged(turned, &exchange.rows) == *part)
    }

    #[inline]
    pub(super) fn words(&self, planes: &[W; MOST_PLANES]) -> [u64; N] {
        let words = W::CELLS / 64;
        let mut out = [0; N];
        for (i, word) in out.iter_mut().enumerate() {
            *word = planes[(i / words) % MOST_PLANES].word(i % words);
        }
        out
    }

    /// The least image of a part, in the corner of the frame.
    #[inline]
    pub(super) fn of(&self, state: &State<W>) -> Key<[u64; N]> {
        if self.in_word {
            return self.of_words(self.words(&state.planes));
        }
        self.elsewhere(state)
    }

    /// The cells whose pieces some rule reads; others never change.
    #[inline]
    fn used(&self, planes: &mut [u64; N]) -> u64 {
        if self.read >= N {
            return planes.iter().fold(0, |all, &plane| all | plane);
        }
        let used = planes.iter().take(self.read).fold(0, |all, &plane| all | plane);
        planes.iter_mut().skip(self.read).for_each(|plane| *plane &= used);
        used
    }
}

/// The exchange of a symmetry on bit boards; `None` if it is not linear on the bits of the numbers.
fn linear<W: Bits>(
    stage: &Stage<W>,
    symmetry: &Symmetry,
    pieces: usize,
) -> Option<[u8; MOST_PLANES]> {
    let codes = &stage.codes;
    let mut image = [0u8; 16];
    for p in 0..pieces as Piece {
        image[usize::from(codes.of(p))] = codes.of(symmetry.exchange.piece(p));
    }
    if let Some(edge) = codes.edge {
        image[usize::from(edge)] = codes.of(EDGE);
    }
    image[0] = 0;
    let mut rows = [0; MOST_PLANES];
    for (bit, slot) in rows.iter_mut().enumerate().take(codes.pieces) {
        *slot = (1..1u8 << codes.pieces).find(|row| {
            (0..codes.count).all(|code| {
                (row & code).count_ones() & 1 == u32::from(image[usize::from(code)] >> bit & 1)
            })
        })?;
    }
    for (bit, slot) in rows.iter_mut().enumerate().skip(codes.pieces) {
        *slot = 1 << bit;
    }
    // colours change places with the stones
    let swapped = if stage.play.codes_by_colour() {
        image[1] == 2
    } else {
        symmetry.negates && stage.play.codes_by_player()
    };
    if swapped {
        rows.swap(codes.pieces, codes.pieces + 1);
    }
    Some(rows)
}
