//! GF(2)-linear maps of nimbers: squaring, its inverse, the even root of x² ⊕ x = a.
//!
//! A map of w-bit words is w columns, the images of the single bits. Two forms of it are fast: byte tables
//! (`bytes[j][b]` is the image of the word whose byte j is b; 16 KiB for 64 bits) for one word at a time, and 8×8
//! blocks in the bit order of the GFNI instructions (512 bytes for 64 bits) for many. Since the field of 2^k bits is a
//! subfield of the larger ones, the maps of 64-bit nimbers serve the narrower widths by their first bytes. All of it is
//! made by the compiler.

#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "the blocks serve the kernels of x86-64 only")
)]

use crate::tower;

/// A GF(2)-linear map of 64-bit words: column i is the image of bit i.
pub(crate) type Columns64 = [u64; 64];

/// Byte tables of a linear map of 64-bit words.
pub(crate) type ByteTables = [[u64; 256]; 8];

/// A linear map of words of N bytes as N×N blocks: `blocks[i][j]` takes byte j of the argument to byte i of the image.
pub(crate) type Blocks<const N: usize> = [[u64; N]; N];

/// Columns of the inverse map, by Gauss–Jordan elimination on columns. The map must be invertible.
pub(crate) const fn invert_columns(columns: &Columns64) -> Columns64 {
    let mut left = *columns;
    let mut right = [0u64; 64];
    let mut bit = 0;
    while bit < 64 {
        right[bit] = 1 << bit;
        bit += 1;
    }
    let mut row = 0;
    while row < 64 {
        let mut pivot = row;
        while left[pivot] >> row & 1 == 0 {
            pivot += 1;
        }
        (left[row], left[pivot]) = (left[pivot], left[row]);
        (right[row], right[pivot]) = (right[pivot], right[row]);
        let mut other = 0;
        while other < 64 {
            if other != row && left[other] >> row & 1 == 1 {
                left[other] ^= left[row];
                right[other] ^= right[row];
            }
            other += 1;
        }
        row += 1;
    }
    right
}

/// Byte tables of the map with these columns.
pub(crate) const fn byte_tables(columns: &Columns64) -> ByteTables {
    let mut tables = [[0u64; 256]; 8];
    let mut position = 0;
    while position < 8 {
        let mut byte = 1usize;
        while byte < 256 {
            let low = byte.trailing_zeros() as usize;
            tables[position][byte] =
                tables[position][byte & (byte - 1)] ^ columns[8 * position + low];
            byte += 1;
        }
        position += 1;
    }
    tables
}

/// The 8×8 block that takes bits 8j..8j+8 of the argument to bits 8i..8i+8 of the image, in the order
/// GF2P8AFFINEQB reads: byte 7 − r of the block selects the argument bits that make image bit r.
const fn block(columns: &[u128], i: usize, j: usize) -> u64 {
    let mut block = 0u64;
    let mut bit = 0;
    while bit < 8 {
        let image = (columns[8 * j + bit] >> (8 * i)) as u64 & 255;
        let mut row = 0;
        while row < 8 {
            block |= (image >> row & 1) << (8 * (7 - row) + bit);
            row += 1;
        }
        bit += 1;
    }
    block
}

/// Blocks of the map of words of N bytes with these 8N columns.
pub(crate) const fn blocks<const N: usize>(columns: &[u128]) -> Blocks<N> {
    let mut blocks = [[0u64; N]; N];
    let mut i = 0;
    while i < N {
        let mut j = 0;
        while j < N {
            blocks[i][j] = block(columns, i, j);
            j += 1;
        }
        i += 1;
    }
    blocks
}

/// Columns in the wide type that [`blocks`] reads.
pub(crate) const fn widen(columns: &Columns64) -> [u128; 64] {
    let mut wide = [0u128; 64];
    let mut bit = 0;
    while bit < 64 {
        wide[bit] = columns[bit] as u128;
        bit += 1;
    }
    wide
}

/// The columns of a `const fn` of words: its images of the single bits.
macro_rules! columns_of {
    ($word:ty, $count:literal, $bit:ident => $image:expr) => {{
        let mut columns = [0 as $word; $count];
        let mut index = 0;
        while index < $count {
            let $bit = (1 as $word) << index;
            columns[index] = $image;
            index += 1;
        }
        columns
    }};
}

/// One of the linear maps every width offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Map {
    /// x ↦ x².
    Square,
    /// x ↦ √x.
    Sqrt,
    /// a ↦ the even root of x² ⊕ x = a, the top bit of a taken as 0.
    HalfSolve,
}

const SQUARE: Columns64 = columns_of!(u64, 64, bit => tower::square64(bit));
const SQRT: Columns64 = columns_of!(u64, 64, bit => tower::sqrt64(bit));
const HALF_SOLVE: Columns64 =
    columns_of!(u64, 64, bit => if bit >> 63 == 1 { 0 } else { tower::half_solve64(bit) });

/// Byte tables of x ↦ x².
pub(crate) static SQUARE_BYTES: ByteTables = byte_tables(&SQUARE);
/// Byte tables of x ↦ √x.
pub(crate) static SQRT_BYTES: ByteTables = byte_tables(&SQRT);
/// Byte tables of a ↦ the even root of x² ⊕ x = a.
pub(crate) static HALF_SOLVE_BYTES: ByteTables = byte_tables(&HALF_SOLVE);
/// Byte tables of x ↦ 2^63 ⊗ x², which squaring in 128 bits needs.
pub(crate) static HALF_SQUARE_BYTES: ByteTables =
    byte_tables(&columns_of!(u64, 64, bit => tower::mul64(tower::square64(bit), 1 << 63)));

impl Map {
    /// Byte tables of the map on 64-bit nimbers.
    #[inline]
    pub(crate) fn bytes(self) -> &'static ByteTables {
        match self {
            Map::Square => &SQUARE_BYTES,
            Map::Sqrt => &SQRT_BYTES,
            Map::HalfSolve => &HALF_SOLVE_BYTES,
        }
    }
}

/// A linear map of words of N bytes known at compile time.
pub(crate) trait ConstantMap<const N: usize> {
    /// Its blocks.
    const BLOCKS: Blocks<N>;
}

/// x ↦ x².
pub(crate) struct Square;
/// x ↦ √x.
pub(crate) struct Sqrt;
/// a ↦ the even root of x² ⊕ x = a, the top bit of a taken as 0.
pub(crate) struct HalfSolve;

/// The blocks of the three maps for one width, made from the width's own `const` functions.
macro_rules! map_blocks {
    ($($word:ty, $bits:literal, $bytes:literal; $square:path, $sqrt:path, $half_solve:path;)*) => {$(
        impl ConstantMap<$bytes> for Square {
            const BLOCKS: Blocks<$bytes> =
                blocks(&columns_of!(u128, $bits, bit => $square(bit as $word) as u128));
        }
        impl ConstantMap<$bytes> for Sqrt {
            const BLOCKS: Blocks<$bytes> =
                blocks(&columns_of!(u128, $bits, bit => $sqrt(bit as $word) as u128));
        }
        impl ConstantMap<$bytes> for HalfSolve {
            const BLOCKS: Blocks<$bytes> = blocks(&columns_of!(u128, $bits, bit => {
                if bit >> ($bits - 1) == 1 { 0 } else { $half_solve(bit as $word) as u128 }
            }));
        }
    )*};
}

map_blocks! {
    u8, 8, 1; tower::square8, tower::sqrt8, tower::half_solve8;
    u16, 16, 2; tower::square16, tower::sqrt16, tower::half_solve16;
    u32, 32, 4; tower::square32, tower::sqrt32, tower::half_solve32;
    u64, 64, 8; tower::square64, tower::sqrt64, tower::half_solve64;
    u128, 128, 16; tower::square128, tower::sqrt128, tower::half_solve128;
}
