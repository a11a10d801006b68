//! Discrete logarithms in 128 bits.
//!
//! 2^128 − 1 = (2^64 − 1) · 274177 · 67280421310721. The norm to 64 bits gives the first factor; the elements of norm 1
//! give the others, each by baby steps and giant steps on traces (see [`crate::log`]). The last prime takes 2^23 − 1
//! baby steps in a table of 64 MiB and at most 4 010 240 giant steps; both directions of a pair share an entry.

use crate::field::Nimber;
use crate::log::{Pairs, Tables, add_modulo, inverse_modulo_wide, multiply_modulo, split_128};
use crate::order::least_primitive_element;
use crate::resident::Poly64;
use crate::width::{Nim64, Nim128};
use std::sync::OnceLock;

const SMALL: u64 = 274_177;
const LARGE: u64 = 67_280_421_310_721;

/// Baby steps 2^9 − 1 for the small prime, in 4 KiB.
const SMALL_BITS: u32 = 9;
/// Baby steps 2^23 − 1 for the large prime, in 64 MiB.
const LARGE_BITS: u32 = 23;

/// A group of prime order of elements of norm 1.
struct Circle {
    /// All elements of norm 1, raised to this power, fall into the group.
    cofactor: u64,
    generator: Nim128,
    giant: Nim128,
    pairs: Pairs,
}

/// The trace of an element of 128 bits over the half field, in polynomial form.
fn trace_128(x: Nim128) -> Poly64 {
    Poly64::from_nim(Nim64::new((x.get() >> 64) as u64))
}

impl Circle {
    fn new(order: u64, cofactor: u64, bits: u32) -> Self {
        let g = Nim128::new(least_primitive_element(128).expect("128 is a power of two"));
        let (_, unit) = split_128(g);
        let generator = unit.pow(cofactor.into());
        let pairs = Pairs::new(order, trace_128(generator), bits);
        let giant = generator.pow(pairs.giant_exponent().into());
        Self { cofactor, generator, giant, pairs }
    }

    /// Logarithm of an element of norm 1, modulo the order of the group.
    fn log(&self, unit: Nim128) -> u64 {
        let z = unit.pow(self.cofactor.into());
        self.pairs
            .log(trace_128(z), trace_128(z * self.giant), |exponent| {
                self.generator.pow(exponent.into()) == z
            })
            .expect("the cofactor takes every element of norm 1 into the group")
    }
}

/// Logarithm of a non-zero element of 128 bits, mod 2^128 − 1, to the least primitive element.
pub(crate) fn log_128(x: Nim128) -> u128 {
    static SMALL_CIRCLE: OnceLock<Circle> = OnceLock::new();
    static LARGE_CIRCLE: OnceLock<Circle> = OnceLock::new();
    const INVERSE_SMALL: u128 = inverse_modulo_wide(SMALL as u128, LARGE as u128);
    const INVERSE_HALF: u128 = inverse_modulo_wide(u64::MAX as u128, (1 << 64) + 1);
    let (norm, unit) = split_128(x);
    let small = SMALL_CIRCLE.get_or_init(|| Circle::new(SMALL, LARGE, SMALL_BITS)).log(unit);
    let large = LARGE_CIRCLE.get_or_init(|| Circle::new(LARGE, SMALL, LARGE_BITS)).log(unit);
    let combine = |a: u128, m: u128, b: u128, n: u128, inverse: u128| {
        let difference = add_modulo(b, (n - a % n) % n, n);
        a + m * multiply_modulo(difference, inverse, n)
    };
    let circle = combine(small.into(), SMALL.into(), large.into(), LARGE.into(), INVERSE_SMALL);
    let norm = Tables::get().log_64(norm);
    combine(norm.into(), u64::MAX.into(), circle, (1 << 64) + 1, INVERSE_HALF)
}
