//! Reflections, turns and exchanges of pieces on bit boards, and which of two images is the lesser.

use crate::board::bits::Bits;
use crate::board::codes::MOST_PLANES;
use crate::position::Key;

/// The images of a part under one exchange of pieces.
#[derive(Clone, Debug)]
pub(super) struct Exchange {
    /// Bit boards whose exclusive or is each bit board of the image.
    pub(super) rows: [u8; MOST_PLANES],
    /// Reflections and turns that go with it, by number, and whether they negate.
    pub(super) maps: Vec<(usize, bool)>,
}

impl Exchange {
    pub(super) fn is_own_inverse(&self) -> bool {
        let image = |row: u8| {
            let bits = (0..MOST_PLANES).filter(|bit| row >> bit & 1 != 0);
            bits.fold(0, |all, bit| all ^ self.rows[bit])
        };
        self.rows.iter().enumerate().all(|(bit, &row)| row == 0 || image(row) == 1 << bit)
    }
}

/// An image to be compared with others, on a frame of one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rival<const N: usize> {
    /// The reflection: 2 for left to right, 1 for top to bottom.
    pub(super) flip: u8,
    pub(super) negates: bool,
    /// The bit board that each bit board of the image is a copy of, if all are copies.
    pub(super) order: [u8; N],
    /// The bit boards whose exclusive or it is, as masks.
    pub(super) masks: [[u64; N]; N],
}

/// The number of a map of the square: 4 for a transposition, then 2 for a reflection left to right, 1 for top to
/// bottom.
pub(in crate::board) fn number_of([a, b, c, d]: [i32; 4]) -> Option<usize> {
    let flips = |across: i32, down: i32| 2 * usize::from(across < 0) + usize::from(down < 0);
    match (a, b, c, d) {
        (_, 0, 0, _) => Some(flips(a, d)),
        (0, _, _, 0) => Some(4 + flips(b, c)),
        _ => None,
    }
}

/// The lesser of two codes of one part; the first if they are equal.
#[inline]
pub(super) fn lesser<const N: usize>(a: Key<[u64; N]>, b: Key<[u64; N]>) -> Key<[u64; N]> {
    if less(&b.part, &a.part) { b } else { a }
}

/// Whether a list of words comes before another.
#[inline]
pub(super) fn less<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    let (mut before, mut equal) = (false, true);
    for i in 0..N {
        before |= equal & (a[i] < b[i]);
        equal &= a[i] == b[i];
    }
    before
}

/// A word of 8 by 8 reflected left to right.
#[inline(always)]
pub(super) fn reflected(plane: u64) -> u64 {
    plane.swap_bytes().reverse_bits()
}

/// A word of 8 by 8 with rows and columns exchanged.
#[inline(always)]
pub(super) fn transposed(x: u64) -> u64 {
    let exchanged = |x: u64, distance: u32, mask: u64| {
        let differ = (x ^ x >> distance) & mask;
        x ^ differ ^ differ << distance
    };
    // exchange two bits, then four, then a block of sixteen, across the diagonal
    let x = exchanged(x, 7, 0x00aa_00aa_00aa_00aa);
    let x = exchanged(x, 14, 0x0000_cccc_0000_cccc);
    exchanged(x, 28, 0x0000_0000_f0f0_f0f0)
}

/// A part in the corner of a frame of any shape, with rows and columns exchanged.
pub(super) fn transposed_by_cells<W: Bits>(plane: W, columns: usize) -> W {
    plane
        .cells()
        .fold(W::EMPTY, |all, cell| all.or(W::cell(cell % columns * columns + cell / columns)))
}
