//! GF(2)-linear maps of 64-bit words, and the change of basis between 64-bit nimbers and polynomials.
//!
//! The polynomial x^64+x^4+x^3+x+1 is irreducible over GF(2), so it has a root r among the 64-bit nimbers; sending x to r is a field
//! isomorphism from GF(2)\[x\]/(x^64+x^4+x^3+x+1) onto them. The image of x^i is r^i: 64 columns, 512 bytes. The inverse map is the
//! inverse matrix. Applied through byte tables a map costs eight look-ups and 16 KiB; all of it is made by the compiler.

use crate::tower;

/// The least root of x^64+x^4+x^3+x+1 among the 64-bit nimbers.
pub(crate) const ROOT_64: u64 = 0x4028_84ca_01f7_c6b2;

/// A GF(2)-linear map of 64-bit words: column i is the image of bit i.
pub(crate) type Columns64 = [u64; 64];

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

/// Byte tables of a linear map: `tables[j][b]` is the image of the word whose byte j is b.
pub(crate) type ByteTables = [[u64; 256]; 8];

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

/// Columns of the map from polynomials to nimbers: the powers of the root.
pub(crate) const POLY_TO_NIM: Columns64 = {
    let mut columns = [1u64; 64];
    let mut power = 1;
    while power < 64 {
        columns[power] = tower::mul64(columns[power - 1], ROOT_64);
        power += 1;
    }
    columns
};

/// Columns of the map from nimbers to polynomials.
pub(crate) const NIM_TO_POLY: Columns64 = invert_columns(&POLY_TO_NIM);

/// Byte tables from polynomials to nimbers, 16 KiB.
pub(crate) static POLY_TO_NIM_BYTES: ByteTables = byte_tables(&POLY_TO_NIM);
/// Byte tables from nimbers to polynomials, 16 KiB.
pub(crate) static NIM_TO_POLY_BYTES: ByteTables = byte_tables(&NIM_TO_POLY);

/// Image of `x` under a map given by byte tables: eight look-ups.
#[inline]
pub(crate) fn apply_bytes(tables: &ByteTables, x: u64) -> u64 {
    tables[0][(x & 255) as usize]
        ^ tables[1][(x >> 8 & 255) as usize]
        ^ tables[2][(x >> 16 & 255) as usize]
        ^ tables[3][(x >> 24 & 255) as usize]
        ^ tables[4][(x >> 32 & 255) as usize]
        ^ tables[5][(x >> 40 & 255) as usize]
        ^ tables[6][(x >> 48 & 255) as usize]
        ^ tables[7][(x >> 56) as usize]
}
