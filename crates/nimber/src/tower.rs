//! The quadratic tower: each field of 2h-bit nimbers over the field of h-bit nimbers.
//!
//! Write F = 2^h for the Fermat power between the two, and a nimber below F² as x₁⊗F ⊕ x₀. Conway's rule F⊗F = F ⊕ F/2
//! turns every operation into a few of half the width; the recursion ends in 8 bits, where two tables of logarithms
//! (1.75 KiB, made by the compiler) answer. Every function here is `const`, which lets the faster kernels derive their
//! tables at compile time.
//!
//! Source: J. H. Conway, *On Numbers and Games*, chapter 6 (Fermat powers); the three-product form is Karatsuba's.

#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "the widest storey makes tables for the kernels of x86-64 only")
)]

/// Product of two nimbers below 2^(2·half), down to single bits: the definition through Fermat powers, used only to
/// seed tables.
const fn product_by_bits(a: u8, b: u8, half: u32) -> u8 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1u8 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let low = product_by_bits(a0, b0, half / 2);
    let high = product_by_bits(a1, b1, half / 2);
    let cross = product_by_bits(a1 ^ a0, b1 ^ b0, half / 2);
    ((cross ^ low) << half) | (low ^ product_by_bits(high, 1 << (half - 1), half / 2))
}

/// Least primitive element of the field of 8-bit nimbers.
const GENERATOR_8: u8 = 18;
/// Logarithm given to zero: large enough that any sum with it lands in the zero half of [`EXP_8`].
const LOG_ZERO: u16 = 510;

const LOG_EXP_8: ([u16; 256], [u8; 1024]) = {
    let mut log = [LOG_ZERO; 256];
    let mut exp = [0u8; 1024];
    let mut power = 1u8;
    let mut index = 0;
    while index < 255 {
        log[power as usize] = index as u16;
        exp[index] = power;
        exp[index + 255] = power;
        power = product_by_bits(power, GENERATOR_8, 4);
        index += 1;
    }
    (log, exp)
};
static LOG_8: [u16; 256] = LOG_EXP_8.0;
static EXP_8: [u8; 1024] = LOG_EXP_8.1;

/// Product in the field of 8-bit nimbers.
#[inline]
pub(crate) const fn mul8(a: u8, b: u8) -> u8 {
    EXP_8[LOG_8[a as usize] as usize + LOG_8[b as usize] as usize]
}

/// Square in the field of 8-bit nimbers.
#[inline]
pub(crate) const fn square8(a: u8) -> u8 {
    mul8(a, a)
}

/// The linear maps and the inverse of the 8-bit field, tabulated: square root, even root of x² ⊕ x = a (for a
/// below 128), inverse.
struct Maps8 {
    sqrt: [u8; 256],
    half_solve: [u8; 256],
    inverse: [u8; 256],
}

static MAPS_8: Maps8 = {
    let mut maps = Maps8 { sqrt: [0; 256], half_solve: [0; 256], inverse: [0; 256] };
    let mut x = 0;
    while x < 256 {
        let square = mul8(x as u8, x as u8);
        maps.sqrt[square as usize] = x as u8;
        if x % 2 == 0 {
            maps.half_solve[(square ^ x as u8) as usize] = x as u8;
        }
        if x > 0 {
            maps.inverse[x] = EXP_8[255 - LOG_8[x] as usize];
        }
        x += 1;
    }
    maps
};

/// Square root in the field of 8-bit nimbers.
#[inline]
pub(crate) const fn sqrt8(a: u8) -> u8 {
    MAPS_8.sqrt[a as usize]
}

/// Even root of x² ⊕ x = a; the answer means nothing unless the top bit of `a` is 0.
#[inline]
pub(crate) const fn half_solve8(a: u8) -> u8 {
    MAPS_8.half_solve[a as usize]
}

/// Inverse in the field of 8-bit nimbers, 0 for 0.
#[inline]
pub(crate) const fn inverse8(a: u8) -> u8 {
    MAPS_8.inverse[a as usize]
}

/// One storey of the tower: the operations of the wide field from those of the half field.
macro_rules! storey {
    ($wide:ty, $half:ty, $bits:literal;
     $mul:ident $square:ident $sqrt:ident $half_solve:ident $inverse:ident;
     $half_mul:ident $half_square:ident $half_sqrt:ident $half_half_solve:ident $half_inverse:ident) => {
        #[cfg_attr(not(test), allow(dead_code, reason = "the widest storey is the tests' oracle"))]
        /// Product in this storey: four products of half the width, one of them by the constant F/2.
        pub(crate) const fn $mul(a: $wide, b: $wide) -> $wide {
            let (a1, a0) = ((a >> $bits) as $half, a as $half);
            let (b1, b0) = ((b >> $bits) as $half, b as $half);
            let low = $half_mul(a0, b0);
            if a1 | b1 == 0 {
                return low as $wide;
            }
            let high = $half_mul($half_mul(a1, b1), 1 << ($bits - 1));
            let cross = $half_mul(a1 ^ a0, b1 ^ b0);
            ((cross ^ low) as $wide) << $bits | (low ^ high) as $wide
        }

        /// Square in this storey: x₁²⊗F ⊕ x₁²⊗F/2 ⊕ x₀².
        pub(crate) const fn $square(a: $wide) -> $wide {
            let (a1, a0) = ((a >> $bits) as $half, a as $half);
            let high = $half_square(a1);
            (high as $wide) << $bits
                | ($half_square(a0) ^ $half_mul(high, 1 << ($bits - 1))) as $wide
        }

        /// Square root in this storey: the square read backwards.
        pub(crate) const fn $sqrt(a: $wide) -> $wide {
            let (a1, a0) = ((a >> $bits) as $half, a as $half);
            let low = $half_sqrt(a0 ^ $half_mul(a1, 1 << ($bits - 1)));
            ($half_sqrt(a1) as $wide) << $bits | low as $wide
        }

        /// Even root of x² ⊕ x = a; the answer means nothing unless the top bit of `a` is 0.
        ///
        /// The upper half is a root of the upper half; of its two choices the one is taken that leaves trace 0 below.
        pub(crate) const fn $half_solve(a: $wide) -> $wide {
            let (a1, a0) = ((a >> $bits) as $half, a as $half);
            let mut high = $half_half_solve(a1);
            let mut rest = a0 ^ $half_mul($half_square(high), 1 << ($bits - 1));
            if rest >> ($bits - 1) == 1 {
                high ^= 1;
                rest ^= 1 << ($bits - 1);
            }
            (high as $wide) << $bits | $half_half_solve(rest) as $wide
        }

        #[cfg(test)]
        /// Inverse in this storey, 0 for 0: conjugate over norm, where the conjugate of x₁⊗F ⊕ x₀ is x₁⊗F ⊕ (x₁ ⊕ x₀).
        pub(crate) const fn $inverse(a: $wide) -> $wide {
            let (a1, a0) = ((a >> $bits) as $half, a as $half);
            let norm = $half_mul(a0, a0 ^ a1) ^ $half_mul($half_square(a1), 1 << ($bits - 1));
            let over = $half_inverse(norm);
            ($half_mul(a1, over) as $wide) << $bits | $half_mul(a0 ^ a1, over) as $wide
        }
    };
}

storey!(u16, u8, 8; mul16 square16 sqrt16 half_solve16 inverse16; mul8 square8 sqrt8 half_solve8 inverse8);
storey!(u32, u16, 16; mul32 square32 sqrt32 half_solve32 inverse32; mul16 square16 sqrt16 half_solve16 inverse16);
storey!(u64, u32, 32; mul64 square64 sqrt64 half_solve64 inverse64; mul32 square32 sqrt32 half_solve32 inverse32);
storey!(u128, u64, 64; mul128 square128 sqrt128 half_solve128 inverse128; mul64 square64 sqrt64 half_solve64 inverse64);
