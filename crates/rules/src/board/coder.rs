//! Parts as codes: the bit boards of a part in the corner of the frame, in the least of its images.
//!
//! Reflections and turns of a frame of 8 by 8 are a few operations on a word; on other frames rows or columns move as a whole. An exchange
//! of pieces is linear on the bits of their numbers as long as there are few, so it is a few exclusive ors of bit boards. Where turns by a
//! quarter are among the symmetries, only images at least as wide as high are compared on the frame of 8 by 8.

use std::sync::Arc;

use farstar_value::Player;

use super::bits::Bits;
use super::build::LATTICE;
use super::codes::MOST_PLANES;
use super::images::{
    Exchange, Rival, less, lesser, number_of, reflected, transposed, transposed_by_cells,
};
use super::packed::Packed;
use super::split::Split;
use super::stage::{Stage, State};
use super::topology::Topology;
use crate::coded::{Coded, Expansion};
use crate::language::ast::{EDGE, Piece};
use crate::language::symmetry::Symmetry;
use crate::position::Key;

/// The number of the turn by two quarters.
const HALF_TURN: usize = 3;

/// A compiled board whose parts have codes of `N` words.
#[derive(Debug)]
pub(crate) struct Coder<W, const N: usize> {
    stage: Arc<Stage<W>>,
    exchanges: Vec<Exchange>,
    /// The maps used by some exchange, as a set of bits.
    maps: u8,
    /// Images on a frame of one word: those that are not turned, and those that are.
    rivals: [Vec<Rival<N>>; 2],
    /// Whether each bit board of every image is a copy of one.
    copies: bool,
    /// Whether the images are all reflections, each as it is and with its two bit boards exchanged, which negates.
    exchange: bool,
    /// Whether the image of a row of two bit boards is its mirror image with these exchanged, and nothing else; and whether that negates.
    mirror: Option<bool>,
    /// For images that are not turned and those that are: whether they negate, if they are the reflections of one word and nothing else.
    reflections: [Option<bool>; 2],
    /// Whether the frame is one of rows, in one word.
    in_word: bool,
    /// Whether a quick look never takes a block without gaps apart, on a frame in one word.
    blocks: bool,
    impartial: bool,
    /// Bit boards of a position.
    planes: usize,
    /// Those that tell which cells matter.
    read: usize,
    /// Columns and rows of the frame; none on a graph.
    frame: Option<(usize, usize)>,
    /// Columns and rows into which an image must fit.
    room: (usize, usize),
    first_column: W,
    first_row: W,
    /// The images that negate alone, if there are any.
    negating: Option<Box<Self>>,
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
        // without clauses, or with what they ask for kept by players, nothing tells the board from the rest of the frame
        let free = matches!(stage.split, Split::Connected | Split::Free { .. } | Split::Holes(_))
            || stage.codes_by_player();
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
        let mut coder = Self {
            stage: Arc::clone(stage),
            exchanges: Vec::new(),
            maps: 0,
            rivals: Default::default(),
            copies: true,
            exchange: false,
            mirror: None,
            reflections: [None; 2],
            in_word: W::CELLS == 64 && frame.is_some(),
            blocks: stage.tables.connected.as_ref().is_some_and(|connected| connected.blocks),
            impartial,
            planes,
            read: if stage.colours.is_some() { planes } else { stage.codes.pieces },
            frame,
            room: if free { frame.unwrap_or(board) } else { board },
            first_column: W::EMPTY,
            first_row: W::EMPTY,
            negating: None,
        };
        if let Some((columns, rows)) = frame {
            coder.first_column =
                (0..rows).fold(W::EMPTY, |all, row| all.or(W::cell(row * columns)));
            coder.first_row = (0..columns).fold(W::EMPTY, |all, x| all.or(W::cell(x)));
        }
        for symmetry in symmetries {
            // those left out are missed, but what is left is closed under composition
            let Some(rows) = coder.linear(symmetry, pieces) else { continue };
            let map = number_of(symmetry.map.0)?;
            coder.maps |= 1 << map;
            match coder.exchanges.iter_mut().find(|known| known.rows == rows) {
                Some(known) => known.maps.push((map, symmetry.negates)),
                None => {
                    let maps = vec![(map, symmetry.negates)];
                    coder.exchanges.push(Exchange { rows, maps });
                }
            }
        }
        for Exchange { rows, maps } in &coder.exchanges {
            let row = |i: usize| rows.get(i).copied().unwrap_or(0);
            let bit =
                |i: usize, j: usize| if u32::from(row(i)) >> j & 1 != 0 { u64::MAX } else { 0 };
            let masks = std::array::from_fn(|i| std::array::from_fn(|j| bit(i, j)));
            coder.copies &= (0..N).all(|i| row(i).is_power_of_two());
            let order = std::array::from_fn(|i| row(i).trailing_zeros() as u8);
            for &(map, negates) in maps {
                let flip = (map % 4) as u8;
                coder.rivals[map / 4].push(Rival { flip, negates, order, masks });
            }
        }
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
        coder.exchange = N == 2 && coder.copies && coder.rivals.iter().all(whole);
        if let (2, [Rival { negates: false, .. }, image]) = (N, coder.rivals[0].as_slice()) {
            let mirrored = image.flip == 2 && image.order.first() == Some(&1);
            coder.mirror = (mirrored && coder.copies).then_some(image.negates);
        }
        if N == 1 && coder.copies {
            coder.reflections = coder.rivals.each_ref().map(|rivals| {
                let negates = rivals.first()?.negates;
                let has = |flip: u8| rivals.iter().any(|r| (r.flip, r.negates) == (flip, negates));
                (rivals.len() == 4 && (0..4).all(has)).then_some(negates)
            });
        }
        let mut exchanges = coder.exchanges.clone();
        exchanges.iter_mut().for_each(|exchange| exchange.maps.retain(|map| map.1));
        exchanges.retain(|exchange| !exchange.maps.is_empty());
        if !exchanges.is_empty() {
            let stage = Arc::clone(stage);
            let Self { maps, read, room, first_column, first_row, copies, in_word, blocks, .. } =
                coder;
            let mut rivals = coder.rivals.clone();
            rivals.iter_mut().for_each(|list| list.retain(|rival| rival.negates));
            let negating = Self {
                stage,
                exchanges,
                maps,
                rivals,
                copies,
                exchange: false,
                mirror: None,
                reflections: [None; 2],
                in_word,
                blocks,
                impartial,
                planes,
                read,
                frame,
                room,
                first_column,
                first_row,
                negating: None,
            };
            coder.negating = Some(Box::new(negating));
        }
        Some(coder)
    }

    /// The exchange of a symmetry on bit boards; `None` if it is not linear on the bits of the numbers.
    fn linear(&self, symmetry: &Symmetry, pieces: usize) -> Option<[u8; MOST_PLANES]> {
        let codes = &self.stage.codes;
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
        let swapped = match self.stage.colours {
            Some(_) => image[1] == 2,
            None => symmetry.negates && self.stage.codes_by_player(),
        };
        if swapped {
            rows.swap(codes.pieces, codes.pieces + 1);
        }
        Some(rows)
    }

    #[inline]
    fn state(&self, code: &[u64; N]) -> State<W> {
        let words = W::CELLS / 64;
        let mut planes = [W::EMPTY; MOST_PLANES];
        for (i, plane) in planes.iter_mut().enumerate().take(self.planes) {
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
        let words = W::CELLS / 64;
        let mut out = [0; N];
        for (i, word) in out.iter_mut().enumerate() {
            *word = planes[(i / words) % MOST_PLANES].word(i % words);
        }
        out
    }

    /// The code of a part.
    #[inline]
    fn code(&self, state: &State<W>) -> Key<[u64; N]> {
        if self.in_word {
            return self.code_in_word(self.words(&state.planes));
        }
        self.elsewhere(state)
    }

    /// The code of a part given by its words, on a frame in one word.
    #[inline]
    fn code_in_word(&self, planes: [u64; N]) -> Key<[u64; N]> {
        match self.frame {
            Some((_, 1)) => self.in_row(planes),
            Some((LATTICE, LATTICE)) | None => self.on_lattice(planes),
            Some((columns, _)) => self.in_rows(planes, columns),
        }
    }

    /// The code of a part given by its words on a frame of rows of any length.
    fn in_rows(&self, mut planes: [u64; N], columns: usize) -> Key<[u64; N]> {
        let used = self.used(&mut planes);
        if used == 0 {
            return Key { part: [0; N], negative: false };
        }
        let top = used.trailing_zeros() as usize / columns;
        let height = 1 + used.ilog2() as usize / columns - top;
        let rows = (top..top + height).fold(0, |all, row| all | used >> (row * columns));
        let across = rows & (u64::MAX >> (64 - columns));
        let left = across.trailing_zeros() as usize;
        let width = 1 + across.ilog2() as usize - left;
        let corner = top * columns + left;
        let planes = planes.map(|plane| plane >> corner);
        let best = self.choose(&self.reflections(&planes, width, height, columns), 0);
        if self.maps & 0xf0 == 0 || height > self.room.0 || width > self.room.1 {
            return best;
        }
        let turned = planes.map(|plane| transposed_by_cells(plane, columns));
        lesser(best, self.choose(&self.reflections(&turned, height, width, columns), 1))
    }

    /// A part in the corner and its reflections top to bottom, left to right, and both.
    #[inline]
    fn reflections(
        &self,
        planes: &[u64; N],
        width: usize,
        height: usize,
        columns: usize,
    ) -> [[u64; N]; 4] {
        let mut images = [*planes; 4];
        if self.maps & 0b1110_1110 == 0 {
            return images;
        }
        let rest = 63 - ((height - 1) * columns + width - 1);
        let row = u64::MAX >> (64 - width);
        let first_column = self.first_column.word(0);
        for i in 0..N {
            let plane = planes[i];
            let both = plane.reverse_bits() >> rest;
            // the fewer of rows and columns are moved one by one
            images[3][i] = both;
            if height == 1 {
                images[2][i] = both;
            } else if width > height {
                images[1][i] = (0..height).fold(0, |all, y| {
                    all | (plane >> (y * columns) & row) << ((height - 1 - y) * columns)
                });
                images[2][i] = images[1][i].reverse_bits() >> rest;
            } else {
                images[2][i] = (0..width)
                    .fold(0, |all, x| all | (plane >> x & first_column) << (width - 1 - x));
                images[1][i] = images[2][i].reverse_bits() >> rest;
            }
        }
        images
    }

    /// The code of a part given by its words on a frame of one row.
    #[inline]
    fn in_row(&self, mut planes: [u64; N]) -> Key<[u64; N]> {
        let used = self.used(&mut planes);
        if used == 0 {
            return Key { part: [0; N], negative: false };
        }
        let low = used.trailing_zeros();
        let width = u64::BITS - used.leading_zeros() - low;
        let mirrored = planes.map(|plane| plane.reverse_bits() >> (u64::BITS - width - low));
        let planes = planes.map(|plane| plane >> low);
        if let (2, Some(negates)) = (N, self.mirror) {
            let image = std::array::from_fn(|i| mirrored[(i ^ 1) % N]);
            let first = less(&image, &planes);
            return Key { part: if first { image } else { planes }, negative: first && negates };
        }
        let images = [planes, planes, mirrored, mirrored];
        if N > 2 && self.copies && width > 1 && N as u32 * width <= u64::BITS {
            return self.narrowest(&images, width);
        }
        let best = self.choose(&images, 0);
        if width == 1 { lesser(best, self.choose(&images, 1)) } else { best }
    }

    /// The least image of a part in a row where all bit boards together are one word.
    #[inline]
    fn narrowest(&self, images: &[[u64; N]; 4], width: u32) -> Key<[u64; N]> {
        let (mut least, mut chosen) = (u64::MAX, None);
        for rival in &self.rivals[0] {
            let image = &images[usize::from(rival.flip % 4)];
            let number = rival
                .order
                .iter()
                .fold(0, |all: u64, &from| all.wrapping_shl(width) | image[usize::from(from) % N]);
            if number < least || chosen.is_none() {
                (least, chosen) = (number, Some(rival));
            }
        }
        // no code at all if no image of this row is a row
        let mut best = Key { part: [u64::MAX; N], negative: false };
        if let Some(rival) = chosen {
            let image = &images[usize::from(rival.flip % 4)];
            best.part = rival.order.map(|from| image[usize::from(from) % N]);
            best.negative = rival.negates;
        }
        best
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

    /// Whether the cells of a part, given by its words, are a block without gaps that a quick look does not take apart.
    #[inline]
    fn is_block(&self, words: &[u64; N]) -> bool {
        if !self.blocks || !self.in_word {
            return false;
        }
        let used = words.iter().take(self.read).fold(0, |all, &plane| all | plane);
        match self.frame {
            Some((_, 1)) => used & used.wrapping_add(1) == 0,
            Some((columns, _)) => {
                // parts lie in the corner, so the block is its first row, once for each cell of its first column
                let row = used & !(u64::MAX << columns);
                let column = used & self.first_column.word(0);
                let above = u64::MAX >> column.leading_zeros().min(63);
                row & (row + 1) == 0
                    && column == self.first_column.word(0) & above
                    && column.wrapping_mul(row) == used
            }
            None => false,
        }
    }

    /// The code of a part on a frame of any other shape.
    fn elsewhere(&self, state: &State<W>) -> Key<[u64; N]> {
        let mut planes = state.planes;
        let (pieces, live) = planes.split_at_mut(self.read);
        let used = pieces.iter().fold(W::EMPTY, |all, &plane| all.or(plane));
        // cells that no rule reads never change
        live.iter_mut().for_each(|plane| *plane = plane.and(used));
        let Some((columns, rows)) = self.frame else {
            return self.least(|rows, _| self.exchanged(&planes, rows), |_| true);
        };
        let (Some(low), Some(high)) = (used.lowest(), used.highest()) else {
            return Key { part: [0; N], negative: false };
        };
        if rows == 1 {
            let mut mirrored = planes;
            for (plane, mirrored) in planes.iter_mut().zip(&mut mirrored).take(self.planes) {
                *mirrored = plane.reversed().down(W::CELLS - 1 - high);
                *plane = plane.down(low);
            }
            return self.least(
                |rows, map| self.exchanged(if map & 2 == 0 { &planes } else { &mirrored }, rows),
                |map| map < 4 || low == high,
            );
        }
        let (top, bottom) = (low / columns, high / columns);
        let mut across = used;
        for row in top + 1..=bottom {
            across = across.or(used.down(row * columns));
        }
        across = across.or(used.down(top * columns));
        let across = across.and(self.first_row);
        let left = across.lowest().unwrap_or(0);
        let right = across.highest().unwrap_or(0);
        let (width, height) = (right - left + 1, bottom - top + 1);
        let corner = top * columns + left;
        for plane in &mut planes {
            *plane = plane.down(corner);
        }
        let turns = height <= self.room.0 && width <= self.room.1;
        let mut images = [planes; 8];
        for i in 0..self.planes {
            if self.maps & 0b1110 != 0 {
                let reflected = self.reflected(planes[i], width, height, columns);
                (0..4).for_each(|map| images[map][i] = reflected[map]);
            }
            if turns && self.maps & 0b1111_0000 != 0 {
                let turned = transposed_by_cells(planes[i], columns);
                let turned = self.reflected(turned, height, width, columns);
                (0..4).for_each(|map| images[4 + map][i] = turned[map]);
            }
        }
        self.least(|rows, map| self.exchanged(&images[map], rows), |map| map < 4 || turns)
    }

    /// The code of a part given by its words on a frame of 8 by 8.
    #[inline]
    fn on_lattice(&self, mut planes: [u64; N]) -> Key<[u64; N]> {
        const SIDE: u32 = LATTICE as u32;
        let used = self.used(&mut planes);
        if used == 0 {
            return Key { part: [0; N], negative: false };
        }
        let top = used.trailing_zeros() / SIDE;
        let height = SIDE - used.leading_zeros() / SIDE - top;
        let across = used | used >> 32;
        let across = across | across >> 16;
        let across = (across | across >> 8) & 0xff;
        let left = across.trailing_zeros();
        let width = u64::BITS - across.leading_zeros() - left;
        let planes = planes.map(|plane| plane >> (SIDE * top + left));
        let turns = self.maps & 0xf0 != 0
            && height as usize <= self.room.0
            && width as usize <= self.room.1;
        if !turns || width > height {
            return self.choose(&self.on_square(&planes, width, height), 0);
        }
        let turned = planes.map(transposed);
        let turned = self.choose(&self.on_square(&turned, height, width), 1);
        if width < height {
            return turned;
        }
        lesser(self.choose(&self.on_square(&planes, width, height), 0), turned)
    }

    /// A part in the corner of a frame of 8 by 8 and its reflections top to bottom, left to right, and both.
    #[inline]
    fn on_square(&self, planes: &[u64; N], width: u32, height: u32) -> [[u64; N]; 4] {
        const SIDE: u32 = LATTICE as u32;
        if self.maps & 0b1110_1110 == 0 {
            return [*planes; 4];
        }
        let (across, down) = (SIDE - width, SIDE * (SIDE - height));
        let mirrored = planes.map(|plane| reflected(plane) >> across);
        let upside_down = |plane: u64| plane.swap_bytes() >> down;
        [*planes, planes.map(upside_down), mirrored, mirrored.map(upside_down)]
    }

    /// The least of the reflections of a part, given by their numbers, with all exchanges.
    #[expect(
        clippy::needless_range_loop,
        reason = "loops that are unrolled, where iterators are not"
    )]
    #[inline]
    fn choose(&self, images: &[[u64; N]; 4], turned: usize) -> Key<[u64; N]> {
        let mut best = Key { part: [u64::MAX; N], negative: false };
        if let (1, Some(negates)) = (N, self.reflections[turned]) {
            let [a, b, c, d] = images.map(|image| image[0]);
            best.part[0] = a.min(b).min(c.min(d));
            best.negative = negates;
            return best;
        }
        let rivals = &self.rivals[turned];
        if N == 2 && self.exchange {
            // of a board and that with its two words exchanged, which is its negative, the lesser begins with the lesser word
            let mut least = u128::MAX;
            for [a, b] in images.map(|image| [image[0], image[1 % N]]) {
                let part = u128::from(a.min(b)) << 64 | u128::from(a.max(b));
                best.negative = if part < least { b < a } else { best.negative };
                least = least.min(part);
            }
            best.part[0] = (least >> 64) as u64;
            best.part[1 % N] = least as u64;
            return best;
        }
        if N == 2 && self.copies {
            // both words as one number
            let number = |part: &[u64; N], first: usize| {
                u128::from(part[first % N]) << 64 | u128::from(part[(first ^ 1) % N])
            };
            let mut least = u128::MAX;
            for rival in rivals {
                let part =
                    number(&images[usize::from(rival.flip % 4)], usize::from(rival.order[0]));
                best.negative = if part < least { rival.negates } else { best.negative };
                least = least.min(part);
            }
            best.part[0] = (least >> 64) as u64;
            best.part[1 % N] = least as u64;
            return best;
        }
        if N == 4 && self.copies {
            // as two numbers
            let number = |part: &[u64; N], first: u8, second: u8| {
                u128::from(part[usize::from(first) % N]) << 64
                    | u128::from(part[usize::from(second) % N])
            };
            let mut least = (u128::MAX, u128::MAX);
            for Rival { flip, negates, order, .. } in rivals {
                let image = &images[usize::from(flip % 4)];
                let part = (
                    number(image, order[0], order[1 % N]),
                    number(image, order[2 % N], order[3 % N]),
                );
                let first = part.0 < least.0 || part.0 == least.0 && part.1 < least.1;
                best.negative = if first { *negates } else { best.negative };
                least.0 = if first { part.0 } else { least.0 };
                least.1 = if first { part.1 } else { least.1 };
            }
            let words = [least.0 >> 64, least.0, least.1 >> 64, least.1];
            best.part = std::array::from_fn(|i| words[i % 4] as u64);
            return best;
        }
        for rival in rivals {
            let image = &images[usize::from(rival.flip % 4)];
            let mut part = [0; N];
            for i in 0..N {
                if self.copies {
                    part[i] = image[usize::from(rival.order[i]) % N];
                } else {
                    for j in 0..N {
                        part[i] ^= rival.masks[i][j] & image[j];
                    }
                }
            }
            // chosen without branches, which nobody could predict
            let first = less(&part, &best.part);
            for i in 0..N {
                best.part[i] = if first { part[i] } else { best.part[i] };
            }
            best.negative = if first { rival.negates } else { best.negative };
        }
        best
    }

    /// A part in the corner as it is, reflected top to bottom, left to right, and both.
    #[inline]
    fn reflected(&self, plane: W, width: usize, height: usize, columns: usize) -> [W; 4] {
        let last = (height - 1) * columns + width - 1;
        let both = |plane: W| plane.reversed().down(W::CELLS - 1 - last);
        let mut out = W::EMPTY;
        // the fewer of rows and columns are moved one by one
        if width > height {
            let row = self.first_row.and(W::ALL.down(W::CELLS - width));
            for y in 0..height {
                out = out.or(plane.down(y * columns).and(row).up((height - 1 - y) * columns));
            }
            [plane, out, both(out), both(plane)]
        } else {
            for x in 0..width {
                out = out.or(plane.down(x).and(self.first_column).up(width - 1 - x));
            }
            [plane, both(out), out, both(plane)]
        }
    }

    /// The bit boards after an exchange of pieces.
    #[inline]
    fn exchanged(&self, planes: &[W; MOST_PLANES], rows: &[u8; MOST_PLANES]) -> [u64; N] {
        if self.copies {
            let words = W::CELLS / 64;
            let mut out = [0; N];
            for (i, word) in out.iter_mut().enumerate() {
                let copied = rows[i / words % MOST_PLANES].trailing_zeros() as usize;
                *word = planes[copied % MOST_PLANES].word(i % words);
            }
            return out;
        }
        let mut out = [W::EMPTY; MOST_PLANES];
        for (i, slot) in out.iter_mut().enumerate().take(self.planes) {
            let row = rows[i];
            if row.is_power_of_two() {
                *slot = planes[row.trailing_zeros() as usize % MOST_PLANES];
                continue;
            }
            for (j, &plane) in planes.iter().enumerate().take(self.planes) {
                if row >> j & 1 != 0 {
                    *slot = slot.xor(plane);
                }
            }
        }
        self.words(&out)
    }

    #[inline]
    fn least(
        &self,
        image: impl Fn(&[u8; MOST_PLANES], usize) -> [u64; N],
        fits: impl Fn(usize) -> bool,
    ) -> Key<[u64; N]> {
        let mut best = Key { part: [u64::MAX; N], negative: false };
        for Exchange { rows, maps, .. } in &self.exchanges {
            for &(map, negative) in maps {
                if fits(map) {
                    let part = image(rows, map);
                    if less(&part, &best.part) {
                        best = Key { part, negative };
                    }
                }
            }
        }
        best
    }
}

impl<W: Bits, const N: usize> Coded<N> for Coder<W, N> {
    type Position = Packed;

    fn parts(&self, position: &Packed, parts: &mut Vec<Key<[u64; N]>>) {
        let state = self.stage.coded_state(position);
        self.stage.each_coded_part(&state, &mut |part| parts.push(self.code(part)));
    }

    fn wholes(&self, code: &[u64; N], player: Player, wholes: &mut Vec<Key<[u64; N]>>) -> bool {
        let long = W::CELLS > 128 && matches!(self.frame, Some((_, 1)));
        if long || self.stage.split == Split::Lone || self.stage.colours.is_some() {
            // taken apart as quickly as brought to a normal form
            return false;
        }
        match &self.stage.flips[player as usize] {
            Some(flips) => flips.each(code, &mut |landings| {
                landings.for_each(|next| wholes.push(self.code_in_word(next)));
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

    fn has_quick_look(&self) -> bool {
        self.stage.tables.connected.is_some() && matches!(self.stage.split, Split::Free { .. })
    }

    fn options(&self, code: &[u64; N], player: Player, options: &mut Vec<[u64; N]>) {
        match &self.stage.flips[player as usize] {
            Some(flips) => flips.append(code, options),
            None => self.stage.each_coded_move(&self.state(code), player, &mut |next| {
                options.push(self.words(&next.planes));
            }),
        }
    }

    fn words(&self, position: &Packed) -> Option<[u64; N]> {
        Some(self.words(&self.stage.coded_state(position).planes))
    }

    fn cut(&self, positions: &[[u64; N]], parts: &mut Vec<[u64; N]>, ends: &mut Vec<u32>) {
        for position in positions {
            let state = self.state(position);
            let mut push = |part: &State<W>| parts.push(self.words(&part.planes));
            match &self.stage.tables.connected {
                Some(connected) if self.stage.split == Split::Connected => {
                    let all = self.stage.used(&state);
                    if let Some(own) = self.stage.first_connected(connected, &state) {
                        self.stage.visit_kept(&state, own, &mut push);
                        let rest = all.without(own);
                        if !rest.is_empty() {
                            self.stage.visit_kept(&state, rest, &mut push);
                        }
                    }
                }
                _ => self.stage.each_coded_part(&state, &mut push),
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

    fn only_places(&self) -> bool {
        self.stage.only_places()
    }

    fn most_places(&self, code: &[u64; N], player: Player) -> u32 {
        self.stage.most_places(&self.state(code), player)
    }

    fn size(&self, code: &[u64; N]) -> u32 {
        let planes = self.state(code).planes;
        planes.iter().take(self.read).fold(W::EMPTY, |all, &plane| all.or(plane)).count()
    }

    fn pieces(&self) -> u32 {
        u32::from(self.stage.codes.count) - u32::from(self.stage.codes.edge.is_some())
    }

    fn is_own_negative(&self, code: &[u64; N]) -> bool {
        self.negating
            .as_ref()
            .is_some_and(|negating| negating.code(&self.state(code)).part == *code)
    }

    fn is_tweedledum(&self, code: &[u64; N]) -> bool {
        let free = matches!(self.stage.split, Split::Connected | Split::Free { .. });
        let Some((columns, 2..)) = self.frame.filter(|_| self.impartial && free) else {
            return false;
        };
        let state = self.state(code);
        let used = self.stage.used(&state);
        let (Some(low), Some(high)) = (used.lowest(), used.highest()) else { return true };
        let turned = state
            .planes
            .map(|plane| plane.reversed().moved((low + high + 1) as i32 - W::CELLS as i32));
        let mut turns = self.exchanges.iter().filter(|exchange| {
            exchange.maps.iter().any(|map| map.0 == HALF_TURN) && exchange.is_own_inverse()
        });
        if !turns.any(|exchange| self.exchanged(&turned, &exchange.rows) == *code) {
            return false;
        }
        // in rows, not only in numbers
        let (left, right) = used.cells().fold((columns, 0), |(left, right), cell| {
            (left.min(cell % columns), right.max(cell % columns))
        });
        low % columns + high % columns == left + right && self.stage.keeps_apart(used, low + high)
    }

    fn frame(&self) -> (u64, u32) {
        let Some((columns, rows)) = self.frame else { return (0, 0) };
        let kind = W::CELLS as u64 >> 7;
        let row = rows == 1 && !matches!(self.stage.split, Split::Any | Split::Lone);
        // in a row the bits of a part do not depend on its length
        let sides = if row { [0, 1, 0, 0] } else { [columns, rows, self.room.0, self.room.1] };
        (sides.into_iter().fold(kind + 1, |all, side| all << 12 ^ side as u64), columns as u32)
    }

    fn negates(&self) -> bool {
        self.exchanges.iter().flat_map(|exchange| &exchange.maps).any(|&(_, negates)| negates)
    }

    fn is_impartial(&self) -> bool {
        self.impartial
    }
}
