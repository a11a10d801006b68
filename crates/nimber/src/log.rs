//! Discrete logarithms up to 64 bits, and the congruence that turns them into logarithms to any base.
//!
//! The units of the field of 2h bits are the units of the half field times the 2^h + 1 elements of norm 1: x goes to
//! its norm x·x̄ and to x̄/x. Logarithms are therefore found storey by storey (Pohlig–Hellman along the tower): mod
//! 65535 by a table of the 16-bit field; mod 65537, mod 641 and mod 6700417 in the groups of norm 1.
//!
//! An element z of norm 1 and its inverse have the trace z ⊕ 1/z in common, which is the upper half of z, and differ in
//! nothing else
//! that matters: a table of traces answers for both. Giant steps need no products of their own, since
//! tr(z·g^(j+1)) = tr(z·g^j)·tr(g) ⊕ tr(z·g^(j−1)).
//!
//! All logarithms inside are to one system of generators: g is the least primitive element of 128 bits, and each
//! smaller field has the norm of g.

use crate::field::Nimber;
use crate::log128;
use crate::order::least_primitive_element;
use crate::resident::Poly64;
use crate::subfield::conjugate;
use crate::width::{Nim16, Nim32, Nim64, Nim128};
use std::sync::OnceLock;

/// Table of the group of prime order `order` of elements of norm 1, addressed by traces: baby steps in both directions
/// at once.
pub(crate) struct Pairs {
    order: u64,
    /// Baby steps: the table holds the traces of the powers 1..=baby.
    baby: u64,
    /// tr(g^(2·baby + 1)), the giant step.
    giant_trace: Poly64,
    /// Open addressing, at most half full: 0, or an exponent with bits of its key above it.
    slots: Box<[u32]>,
    exponent_bits: u32,
}

/// Keys worked on together, so that their cache misses overlap.
const BATCH: usize = 32;

impl Pairs {
    /// The table for a generator with the given trace, with 2^bits − 1 baby steps in 2^(bits+3) bytes.
    pub(crate) fn new(order: u64, generator_trace: Poly64, bits: u32) -> Self {
        let baby = (1 << bits) - 1;
        let mut table = Self {
            order,
            baby,
            giant_trace: Poly64::ZERO,
            slots: vec![0; 2 << bits].into_boxed_slice(),
            exponent_bits: bits,
        };
        let mut keys = [Poly64::ZERO; BATCH + 2];
        (keys[0], keys[1]) = (generator_trace, generator_trace.square());
        let mut exponent = 1;
        while exponent <= baby {
            let batch = (baby + 1 - exponent).min(BATCH as u64) as usize;
            Poly64::fill_traces(&mut keys, generator_trace);
            let mut first = [0; BATCH];
            for (&key, first) in keys.iter().zip(&mut first).take(batch) {
                *first = table.slots[table.place(key)];
            }
            for (index, (&key, &first)) in keys.iter().zip(&first).take(batch).enumerate() {
                // The slot was seen before the batch began; that it was taken then, it still is.
                let place = self::probe(&table.slots, table.place(key), usize::from(first != 0));
                table.slots[place] = table.entry(key, exponent + index as u64);
            }
            exponent += batch as u64;
            (keys[0], keys[1]) = (keys[batch], keys[batch + 1]);
        }
        let after = keys[0];
        let last = after.mul(generator_trace).add(keys[1]);
        // after is tr(g^(baby+1)) and last tr(g^baby): tr(x)·tr(y) = tr(xy) ⊕ tr(x/y).
        table.giant_trace = after.mul(last).add(generator_trace);
        table
    }

    /// A mixed key: the place comes from its top bits, the fingerprint from the middle.
    fn mixed(key: Poly64) -> u64 {
        key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Where the search for a key starts.
    fn place(&self, key: Poly64) -> usize {
        (Self::mixed(key) >> (63 - self.exponent_bits)) as usize
    }

    /// What is written for a key.
    fn entry(&self, key: Poly64, exponent: u64) -> u32 {
        let fingerprint = (Self::mixed(key) >> 8) as u32;
        fingerprint << self.exponent_bits | exponent as u32
    }

    /// The exponent e with generator^e = z, where `first` is tr(z), `second` is tr(z·giant step), and `is_power` tells
    /// whether z is the power with a given exponent. `None` if z is not in the group.
    pub(crate) fn log(
        &self,
        first: Poly64,
        second: Poly64,
        is_power: impl Fn(u64) -> bool,
    ) -> Option<u64> {
        let step = 2 * self.baby + 1;
        let steps = self.order / step + 1;
        let mut keys = [Poly64::ZERO; BATCH + 2];
        (keys[0], keys[1]) = (first, second);
        let mut start = 0;
        while start < steps {
            let batch = (steps - start).min(BATCH as u64) as usize;
            Poly64::fill_traces(&mut keys[..batch + 2], self.giant_trace);
            let mut entries = [0; BATCH];
            for (&key, entry) in keys.iter().zip(&mut entries).take(batch) {
                *entry = self.slots[self.place(key)];
            }
            for (index, (&key, &entry)) in keys.iter().zip(&entries).enumerate().take(batch) {
                for found in self.exponents(key, entry) {
                    // At most the order plus a batch of steps: no overflow.
                    let back = (start + index as u64) * step % self.order;
                    for exponent in [found, self.order - found] {
                        let exponent = (exponent + self.order - back) % self.order;
                        if is_power(exponent) {
                            return Some(exponent);
                        }
                    }
                }
            }
            start += batch as u64;
            (keys[0], keys[1]) = (keys[batch], keys[batch + 1]);
        }
        None
    }

    /// The exponents of the entries that may be those of a key, whose first slot holds `entry`.
    fn exponents(&self, key: Poly64, entry: u32) -> impl Iterator<Item = u64> {
        let pattern = self.entry(key, 0);
        let mask = self.slots.len() - 1;
        let mut place = self.place(key);
        let mut entry = if key == Poly64::ZERO { 0 } else { entry };
        let own = (key == Poly64::ZERO).then_some(0);
        let rest = std::iter::from_fn(move || {
            while entry != 0 {
                let seen = entry;
                place = (place + 1) & mask;
                entry = self.slots[place];
                if (seen ^ pattern) >> self.exponent_bits == 0 {
                    return Some(u64::from(seen) & self.baby);
                }
            }
            None
        });
        own.into_iter().chain(rest)
    }

    /// The trace of the giant step.
    pub(crate) fn giant_exponent(&self) -> u64 {
        2 * self.baby + 1
    }
}

/// The first free slot from `place` on, the first `skip` slots being known to be taken.
fn probe(slots: &[u32], place: usize, skip: usize) -> usize {
    let mask = slots.len() - 1;
    let mut place = (place + skip) & mask;
    while slots[place] != 0 {
        place = (place + 1) & mask;
    }
    place
}

/// Tables of the fields up to 64 bits: 2.4 MiB, made in some milliseconds.
pub(crate) struct Tables {
    /// Logarithms mod 65535 in the 16-bit field.
    field_16: Box<[u16]>,
    /// The powers 0..=32768 of the generator of norm 1 in the 32-bit field, and the exponents by upper half.
    circle_32: Box<[u32]>,
    index_32: Box<[u16]>,
    /// The group of order 641, and the powers of its generator.
    circle_641: Pairs,
    powers_641: Box<[Poly64]>,
    /// The group of order 6700417.
    circle_6700417: Pairs,
    /// The powers of its generator whose exponents have one byte that is not 0, lowest byte first.
    powers_6700417: Box<[[Poly64; 256]; 3]>,
    /// The giant step of that group.
    giant_6700417: Poly64,
}

/// The generator of the field of 64 bits.
pub(crate) fn generator_64() -> Nim64 {
    let g = Nim128::new(least_primitive_element(128).expect("128 is a power of two"));
    let norm = g * conjugate(g, 64);
    Nim64::try_from(norm).expect("the norm lies in the half field")
}

/// Largest group handled by pairs below 64 bits, and 2^18 − 1 baby steps for it.
const PRIME_64: u64 = 6_700_417;
const BABY_BITS_64: u32 = 18;
/// 2^9 − 1 baby steps for the group of order 641: all of it.
const BABY_BITS_641: u32 = 9;

/// Norm and x̄/x of a non-zero element over its half field.
macro_rules! split {
    ($name:ident, $wide:ident, $half:ident) => {
        /// The norm of a non-zero element in the half field, and the element x̄/x of norm 1.
        pub(crate) fn $name(x: $wide) -> ($half, $wide) {
            let conjugate = conjugate(x, $half::BITS);
            let norm = $half::from_u128((x * conjugate).to_u128());
            let norm = norm.expect("the norm lies in the half field");
            // x̄/x = x̄²/(x·x̄), whose inverse is one of half the width.
            let over = norm.inverse().unwrap_or($half::ZERO);
            (norm, conjugate.square() * $wide::from(over))
        }
    };
}
split!(split_32, Nim32, Nim16);
split!(split_64, Nim64, Nim32);
split!(split_128, Nim128, Nim64);

impl Tables {
    fn new() -> Self {
        let g64 = generator_64();
        let (g32, unit64) = split_64(g64);
        let (g16, unit32) = split_32(g32);

        let mut field_16 = vec![0; 1 << 16].into_boxed_slice();
        let mut power = Nim16::ONE;
        for exponent in 0..65535 {
            field_16[usize::from(power.get())] = exponent;
            power *= g16;
        }

        let mut circle_32 = Vec::with_capacity(32769);
        let mut index_32 = vec![0; 1 << 16].into_boxed_slice();
        let mut power = Nim32::ONE;
        for exponent in 0..=32768 {
            circle_32.push(power.get());
            index_32[(power.get() >> 16) as usize] = exponent;
            power *= unit32;
        }

        let generator_641 = unit64.pow(PRIME_64.into());
        let circle_641 = Pairs::new(641, trace_64(generator_641), BABY_BITS_641);
        let step = Poly64::from_nim(generator_641);
        let powers_641 = std::iter::successors(Some(Poly64::ONE), |power| Some(power.mul(step)));

        let generator_6700417 = unit64.pow(641);
        let circle_6700417 = Pairs::new(PRIME_64, trace_64(generator_6700417), BABY_BITS_64);
        let giant_6700417 = generator_6700417.pow(circle_6700417.giant_exponent().into());
        let mut powers_6700417 = Box::new([[Poly64::ONE; 256]; 3]);
        let mut step = Poly64::from_nim(generator_6700417);
        for powers in powers_6700417.iter_mut() {
            for exponent in 1..256 {
                powers[exponent] = powers[exponent - 1].mul(step);
            }
            step = powers[255].mul(step);
        }
        Self {
            field_16,
            circle_32: circle_32.into_boxed_slice(),
            index_32,
            circle_641,
            powers_641: powers_641.take(641).collect(),
            circle_6700417,
            powers_6700417,
            giant_6700417: Poly64::from_nim(giant_6700417),
        }
    }

    /// The tables, made by the first caller.
    pub(crate) fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Tables::new)
    }

    /// Logarithm of a non-zero element of 16 bits, mod 2^16 − 1.
    fn log_16(&self, x: Nim16) -> u64 {
        self.field_16[usize::from(x.get())].into()
    }

    /// Logarithm of a non-zero element of 32 bits, mod 2^32 − 1.
    fn log_32(&self, x: Nim32) -> u64 {
        let (norm, unit) = split_32(x);
        let exponent = self.index_32[(unit.get() >> 16) as usize];
        let positive = self.circle_32[usize::from(exponent)] == unit.get();
        let exponent = u64::from(exponent);
        let unit = if positive { exponent } else { 65537 - exponent };
        combine::<65535, 65537>(self.log_16(norm), unit)
    }

    /// Logarithm of a non-zero element of 64 bits, mod 2^64 − 1.
    pub(crate) fn log_64(&self, x: Nim64) -> u64 {
        let (norm, unit) = split_64(x);
        let unit = Poly64::from_nim(unit);
        let z = power_641(unit);
        let small = power_6700417(unit);
        // one batch of one step
        let small = self
            .circle_641
            .log(trace_64(small.to_nim()), Poly64::ZERO, |exponent| {
                self.powers_641[exponent as usize] == small
            })
            .expect("powers of 6700417 have order 641");
        let [low, middle, high] = &*self.powers_6700417;
        let large = self
            .circle_6700417
            .log(trace_64(z.to_nim()), trace_64(z.mul(self.giant_6700417).to_nim()), |exponent| {
                let [first, second, third, ..] = exponent.to_le_bytes().map(usize::from);
                low[first].mul(middle[second]).mul(high[third]) == z
            })
            .expect("powers of 641 lie in the group of order 6700417");
        let circle = combine::<641, PRIME_64>(small, large);
        combine::<{ u32::MAX as u64 }, { (1 << 32) + 1 }>(self.log_32(norm), circle)
    }
}

/// The power x^641 = ((x^5)^16)^8·x.
fn power_641(x: Poly64) -> Poly64 {
    let fifth = x.square().square().mul(x);
    fifth.power_16().square().square().square().mul(x)
}

/// The power x^6700417, by the digits of 0x663d81.
fn power_6700417(x: Poly64) -> Poly64 {
    let (second, fourth) = (x.square(), x.square().square());
    let (third, sixth, eighth) = (x.mul(second), fourth.mul(second), fourth.square());
    let thirteenth = eighth.mul(fourth.mul(x));
    [sixth, third, thirteenth, eighth, x]
        .into_iter()
        .fold(sixth, |power, digit| power.power_16().mul(digit))
}
const _: () = assert!(PRIME_64 == 0x0066_3d81);

/// The trace of an element of 64 bits over the half field, in polynomial form.
fn trace_64(x: Nim64) -> Poly64 {
    Poly64::from_nim(Nim64::new(x.get() >> 32))
}

/// The inverse of `a` modulo `m`, for coprime numbers: Euclid's algorithm in one word and signed factors.
pub(crate) const fn inverse_modulo(a: u64, m: u64) -> u64 {
    let (mut old, mut new) = (m, a % m);
    let (mut old_factor, mut new_factor) = (0i128, 1i128);
    while new != 0 {
        let quotient = old / new;
        (old, new) = (new, old - quotient * new);
        (old_factor, new_factor) = (new_factor, old_factor - quotient as i128 * new_factor);
    }
    // The factor is below m in size.
    (if old_factor < 0 { old_factor + m as i128 } else { old_factor }) as u64
}

/// The number below M·N that is a mod M and b mod N, for coprime M and N (Chinese remainder theorem). M·N fits in 64
/// bits, and so does the product of N and the inverse of M modulo N.
fn combine<const M: u64, const N: u64>(a: u64, b: u64) -> u64 {
    let inverse = const {
        let inverse = inverse_modulo(M, N);
        assert!(inverse.checked_mul(N).is_some());
        inverse
    };
    a + M * ((b + N - a % N) % N * inverse % N)
}

/// Greatest common divisor.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(mut a), Ok(mut b)) = (u64::try_from(a), u64::try_from(b)) {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return a.into();
        }
        (a, b) = (b, a % b);
    }
    a
}

/// a·b mod m without overflow.
pub(crate) const fn multiply_modulo(a: u128, b: u128, m: u128) -> u128 {
    // most arguments are reduced, and a comparison costs less than a division
    let (a, b) = (if a < m { a } else { a % m }, if b < m { b } else { b % m });
    if m <= 1 << 64 {
        return a * b % m;
    }
    let (mut sum, mut addend, mut rest) = (0u128, a, b);
    while rest > 0 {
        if rest & 1 == 1 {
            sum = add_modulo(sum, addend, m);
        }
        addend = add_modulo(addend, addend, m);
        rest >>= 1;
    }
    sum
}

/// a + b mod m for a, b < m.
pub(crate) const fn add_modulo(a: u128, b: u128, m: u128) -> u128 {
    if a >= m - b { a - (m - b) } else { a + b }
}

/// Logarithms to one base, prepared: half the work of [`Nimber::log`], for many logarithms to the same base.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Logarithm, Nim32, Nimber};
/// let base = Nim32::new(65_540);
/// let logarithm = Logarithm::new(base);
/// assert_eq!(logarithm.of(base.pow(1_000_000)), Some(1_000_000));
/// assert_eq!(logarithm.of(Nim32::ZERO), None);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Logarithm<F> {
    base: F,
    /// Greatest common divisor of the logarithm of the base and the number of units.
    common: u128,
    /// Order of the base.
    order: u128,
    /// Inverse of the logarithm of the base, both divided by `common`, modulo the order.
    inverse: u128,
}

impl<F: Nimber> Logarithm<F> {
    /// Prepares logarithms to `base`; one logarithm of work, none if the base is 0 or 1.
    pub fn new(base: F) -> Self {
        let bits = base.degree();
        if bits == 1 {
            return Self { base, common: 1, order: 1, inverse: 0 };
        }
        let units = u128::MAX >> (128 - bits.max(16));
        let log = generic_log(base.to_u128(), bits);
        let common = gcd(log, units);
        let order = units / common;
        let log = log / common % order;
        let inverse = match u64::try_from(order) {
            Ok(order) => inverse_modulo(log as u64, order).into(),
            Err(_) => inverse_modulo_wide(log, order),
        };
        Self { base, common, order, inverse }
    }

    /// The least exponent e with base^e = x, `None` if there is none. 0^0 = 1.
    pub fn of(&self, x: F) -> Option<u128> {
        if x == F::ONE {
            return Some(0);
        }
        // Powers of the base stay in its field.
        let bits = self.base.degree();
        if bits == 1 || x.is_zero() || x.degree() > bits {
            return (x.is_zero() && self.base.is_zero()).then_some(1);
        }
        // In 128 bits the search is dear, so an element outside the group of the base is refused before it.
        if bits == 128 && x.pow(self.order) != F::ONE {
            return None;
        }
        let log = generic_log(x.to_u128(), bits);
        if !log.is_multiple_of(self.common) {
            return None;
        }
        Some(multiply_modulo(log / self.common, self.inverse, self.order))
    }
}

/// The logarithm of a non-zero element of the field of `bits` bits to the generator of that field, or of the field of
/// 16 bits if that is larger.
fn generic_log(x: u128, bits: u32) -> u128 {
    match bits {
        128 => log128::log_128(Nim128::new(x)),
        64 => Tables::get().log_64(Nim64::new(x as u64)).into(),
        32 => Tables::get().log_32(Nim32::new(x as u32)).into(),
        _ => Tables::get().log_16(Nim16::new(x as u16)).into(),
    }
}

/// The inverse of `a` modulo `m`, for coprime numbers of any size: Euclid's algorithm with the factors kept modulo m.
pub(crate) const fn inverse_modulo_wide(a: u128, m: u128) -> u128 {
    if m == 1 {
        return 0;
    }
    let (mut old, mut new) = (m, a % m);
    let (mut old_factor, mut new_factor) = (0u128, 1u128);
    while new != 0 {
        let quotient = old / new;
        let product = multiply_modulo(quotient, new_factor, m);
        let difference = add_modulo(old_factor, if product == 0 { 0 } else { m - product }, m);
        (old, new) = (new, old % new);
        (old_factor, new_factor) = (new_factor, difference);
    }
    old_factor
}
