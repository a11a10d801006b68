//! Sets of at most 32 small values in byte planes, 64 heaps at once.
//!
//! The values of one class (common or rare) are numbered in increasing order, their *slots*; bit `s mod 8` of plane
//! `⌊s/8⌋` of a heap says whether slot `s` is in the set of the heap. One byte permutation of a table of 64 entries
//! adds the pairs of 64 heaps with one distance to a plane. When the class depends on the parity of the heap, one more
//! xor at the odd heaps makes the same table do for both.

#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "the planes serve the kernels of x86-64 only")
)]

/// The most planes.
pub(super) const PLANES: usize = 4;

/// The slots of the values of a class.
pub(crate) struct Slots {
    /// The values of the class at even and at odd heaps.
    pub(crate) values: [u64; 2],
    /// Planes needed, 0 if the class cannot be kept in planes.
    pub(super) planes: usize,
    /// What is added to a value at odd heaps before the table is looked up.
    pub(super) odd: u8,
    /// Bits of the slot of every value at even heaps.
    pub(super) table: [[u8; 64]; PLANES],
    /// The slots below every value, at even and at odd heaps.
    pub(super) below: [[[u8; 64]; PLANES]; 2],
}

impl Slots {
    /// The slots of a class.
    pub(crate) fn new(values: [u64; 2]) -> Self {
        let slot = |parity: usize, value: usize| {
            let rank = (values[parity] & ((1 << value) - 1)).count_ones();
            (values[parity] >> value & 1 == 1).then_some(rank)
        };
        let most = values[0].count_ones().max(values[1].count_ones()) as usize;
        let odd = std::iter::once(0)
            .chain((0..6).map(|bit| 1 << bit))
            .find(|odd| (0..64).all(|value| slot(1, value) == slot(0, value ^ odd)));
        let planes = match (odd, most) {
            (Some(_), 0..=16) => 2,
            (Some(_), 17..=32) => 4,
            _ => 0,
        };
        let (mut table, mut below) = ([[0; 64]; PLANES], [[[0; 64]; PLANES]; 2]);
        if planes > 0 {
            for value in 0..64 {
                if let Some(slot) = slot(0, value) {
                    table[slot as usize / 8][value] = 1 << (slot % 8);
                }
                for parity in 0..2 {
                    let rank = (values[parity] & ((1 << value) - 1)).count_ones();
                    let bytes = ((1u64 << rank) - 1).to_le_bytes();
                    for (plane, &byte) in below[parity].iter_mut().zip(&bytes) {
                        plane[value] = byte;
                    }
                }
            }
        }
        Self { values, planes, odd: odd.unwrap_or(0) as u8, table, below }
    }

    /// Whether the class can be kept in planes.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn fold(&self) -> bool {
        self.planes > 0
    }
}
