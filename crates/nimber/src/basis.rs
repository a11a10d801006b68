//! Changes of basis between nimbers and polynomials over GF(2).
//!
//! An irreducible polynomial of degree w over GF(2) has a root r among the w-bit nimbers; sending x to r is a field
//! isomorphism from polynomials modulo it onto the nimbers. The image of x^i is r^i, and the inverse isomorphism is the
//! inverse matrix. The product of two polynomials is one carry-less product and a reduction, so a nimber product costs
//! two changes of basis in, one out. Everything here is made by the compiler: 16 KiB a direction for 64 bits, 4 KiB for
//! 32, 1 KiB for 16.

#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "the blocks serve the kernels of x86-64 only")
)]

use crate::linear::{
    Blocks, ByteTables, Columns64, ConstantMap, blocks, byte_tables, invert_columns, widen,
};
use crate::tower;

/// The least root of x^64+x^4+x^3+x+1 among the 64-bit nimbers.
const ROOT_64: u64 = 0x4028_84ca_01f7_c6b2;
/// The root of [`MODULUS_16`] whose third power is 2^15.
const ROOT_16: u64 = 10279;
/// The minimal polynomial of [`ROOT_16`]: x^16+x^14+x^13+x^11+x^4+x^3+x^2+x+1.
pub(crate) const MODULUS_16: u32 = 0x1681f;

/// Value of the polynomial `modulus` (without its leading term, whose degree is `degree`) at a nimber.
const fn value_at(modulus: u64, degree: u32, x: u64) -> u64 {
    let mut value = 1;
    let mut bit = degree;
    while bit > 0 {
        bit -= 1;
        value = tower::mul64(value, x) ^ (modulus >> bit & 1);
    }
    value
}
const _: () = assert!(value_at(0x1b, 64, ROOT_64) == 0);
const _: () = assert!(value_at(MODULUS_16 as u64 & 0xffff, 16, ROOT_16) == 0);

/// The powers of `root` up to `degree`, and single bits above: the map from polynomials, extended to an invertible one.
const fn powers(root: u64, degree: usize) -> Columns64 {
    let mut columns = [1u64; 64];
    let mut power = 1;
    while power < 64 {
        columns[power] =
            if power < degree { tower::mul64(columns[power - 1], root) } else { 1 << power };
        power += 1;
    }
    columns
}

const POLY_TO_NIM: Columns64 = powers(ROOT_64, 64);
const NIM_TO_POLY: Columns64 = invert_columns(&POLY_TO_NIM);

/// Byte tables from polynomials to 64-bit nimbers.
pub(crate) static POLY_TO_NIM_BYTES: ByteTables = byte_tables(&POLY_TO_NIM);
/// Byte tables from 64-bit nimbers to polynomials.
pub(crate) static NIM_TO_POLY_BYTES: ByteTables = byte_tables(&NIM_TO_POLY);
/// The change of basis from polynomials to 64-bit nimbers.
pub(crate) struct PolyToNim;
impl ConstantMap<8> for PolyToNim {
    const BLOCKS: Blocks<8> = blocks(&widen(&POLY_TO_NIM));
}
/// The change of basis from 64-bit nimbers to polynomials.
pub(crate) struct NimToPoly;
impl ConstantMap<8> for NimToPoly {
    const BLOCKS: Blocks<8> = blocks(&widen(&NIM_TO_POLY));
}

/// Byte tables of the Frobenius power p ↦ p^16 on polynomials modulo x^64+x^4+x^3+x+1.
pub(crate) static POLY_POWER_16_BYTES: ByteTables = {
    let mut columns = POLY_TO_NIM;
    let mut bit = 0;
    while bit < 64 {
        let mut power = columns[bit];
        let mut squarings = 0;
        while squarings < 4 {
            power = tower::square64(power);
            squarings += 1;
        }
        let mut image = 0;
        let mut source = 0;
        while source < 64 {
            image ^= NIM_TO_POLY[source] & (power >> source & 1).wrapping_neg();
            source += 1;
        }
        columns[bit] = image;
        bit += 1;
    }
    byte_tables(&columns)
};

/// Byte tables in a narrower word.
macro_rules! narrow {
    ($word:ty, $count:literal, $columns:expr) => {{
        let wide = byte_tables(&$columns);
        let mut narrow = [[0 as $word; 256]; $count];
        let mut position = 0;
        while position < $count {
            let mut byte = 0;
            while byte < 256 {
                narrow[position][byte] = wide[position][byte] as $word;
                byte += 1;
            }
            position += 1;
        }
        narrow
    }};
}

/// The least root of x^32+x^7+x^3+x^2+1 among the 32-bit nimbers.
const ROOT_32: u64 = 0x4220_31c6;
const _: () = assert!(value_at(0x8d, 32, ROOT_32) == 0);

/// Byte tables from polynomials modulo x^32+x^7+x^3+x^2+1 to 32-bit nimbers.
pub(crate) static POLY_TO_NIM_32: [[u32; 256]; 4] = narrow!(u32, 4, powers(ROOT_32, 32));
/// Byte tables from 32-bit nimbers to polynomials modulo x^32+x^7+x^3+x^2+1.
pub(crate) static NIM_TO_POLY_32: [[u32; 256]; 4] =
    narrow!(u32, 4, invert_columns(&powers(ROOT_32, 32)));
/// Byte tables from polynomials modulo [`MODULUS_16`] to 16-bit nimbers.
pub(crate) static POLY_TO_NIM_16: [[u16; 256]; 2] = narrow!(u16, 2, powers(ROOT_16, 16));
/// Byte tables from 16-bit nimbers to polynomials modulo [`MODULUS_16`].
pub(crate) static NIM_TO_POLY_16: [[u16; 256]; 2] =
    narrow!(u16, 2, invert_columns(&powers(ROOT_16, 16)));

/// The least root of x^8+x^4+x^3+x+1, the polynomial of the GFNI instructions, among the 8-bit nimbers.
const ROOT_8: u64 = {
    let mut root = 0;
    while value_at(0x1b, 8, root) != 0 {
        root += 1;
    }
    root
};
const AES_TO_NIM: Columns64 = powers(ROOT_8, 8);
/// The block from the field of the GFNI instructions to 8-bit nimbers.
pub(crate) const AES_TO_NIM_BLOCK: u64 = blocks::<1>(&widen(&AES_TO_NIM))[0][0];
/// The block from 8-bit nimbers to the field of the GFNI instructions.
pub(crate) const NIM_TO_AES_BLOCK: u64 = blocks::<1>(&widen(&invert_columns(&AES_TO_NIM)))[0][0];
/// The image of the nimber 2^7 in the field of the GFNI instructions.
pub(crate) const AES_HALF: u8 = invert_columns(&AES_TO_NIM)[7] as u8;
/// The image of the nimber 2^7 ⊗ 2^7 in the field of the GFNI instructions.
pub(crate) const AES_HALF_SQUARE: u8 = {
    let columns = invert_columns(&AES_TO_NIM);
    let square = tower::square8(128);
    let mut image = 0;
    let mut bit = 0;
    while bit < 8 {
        image ^= columns[bit] as u8 & (square >> bit & 1).wrapping_neg();
        bit += 1;
    }
    image
};
