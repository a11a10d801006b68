//! Orders of elements, primitive elements, minimal polynomials.
//!
//! The unit group of the field of w bits is cyclic of order 2^w − 1, a product of Fermat numbers 2^(2^k) + 1 whose
//! prime factors are all known up to 128 bits and all different. An element lies in the field of d bits exactly when it
//! is below 2^d, so its degree over GF(2) is read off its length.

use crate::field::Nimber;
use std::fmt;

/// The prime factors of 2^128 − 1, in the order of the Fermat numbers they divide; those of 2^w − 1 are a prefix.
///
/// F₀…F₄ are prime; F₅ = 641 · 6700417 (Euler); F₆ = 274177 · 67280421310721 (Landry).
const PRIMES: [u64; 9] = [3, 5, 17, 257, 65537, 641, 6_700_417, 274_177, 67_280_421_310_721];

/// The prime factors of 2^bits − 1 for `bits` a power of two up to 128.
pub(crate) fn prime_factors(bits: u32) -> &'static [u64] {
    let count = match bits {
        64 => 7,
        128 => 9,
        _ => bits.trailing_zeros() as usize,
    };
    &PRIMES[..count]
}

/// 2^bits − 1 for `bits` up to 128.
fn units(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

/// The multiplicative order, `None` for zero.
pub(crate) fn order<F: Nimber>(x: F) -> Option<u128> {
    if x.is_zero() {
        return None;
    }
    let bits = x.degree();
    let mut order = units(bits);
    for &prime in prime_factors(bits) {
        let without = order / u128::from(prime);
        if x.pow(without) == F::ONE {
            order = without;
        }
    }
    Some(order)
}

/// The least primitive element of the field of `bits` bits, `None` unless `bits` is a power of two up to 128.
///
/// # Examples
///
/// ```
/// use farstar_nimber::least_primitive_element;
/// assert_eq!(least_primitive_element(8), Some(18));
/// assert_eq!(least_primitive_element(64), Some((1 << 32) + 6));
/// assert_eq!(least_primitive_element(12), None);
/// ```
pub fn least_primitive_element(bits: u32) -> Option<u128> {
    Some(match bits {
        1 => 1,
        2 => 2,
        4 => 4,
        8 => 18,
        16 => 258,
        32 => 65_540,
        64 => (1 << 32) + 6,
        128 => (1 << 64) + 2,
        _ => return None,
    })
}

/// A monic polynomial over GF(2), the minimal polynomial of a nimber.
///
/// `Display` prints it in full: `x^4+x+1`.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Nim64, Nimber};
/// let polynomial = Nim64::new(4).minimal_polynomial();
/// assert_eq!(polynomial.to_string(), "x^4+x+1");
/// assert_eq!(polynomial.mask(), Some(0b10011));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MinimalPolynomial {
    degree: u32,
    low: u128,
}

impl MinimalPolynomial {
    /// The degree, a power of two up to 128.
    pub fn degree(self) -> u32 {
        self.degree
    }

    /// The coefficients below the leading one: bit i is the coefficient of x^i.
    pub fn low_coefficients(self) -> u128 {
        self.low
    }

    /// All coefficients as a bit mask, `None` when the degree is 128 and the leading one does not fit.
    pub fn mask(self) -> Option<u128> {
        1u128.checked_shl(self.degree).map(|leading| leading | self.low)
    }
}

impl fmt::Display for MinimalPolynomial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = |power| match power {
            0 => "1".to_owned(),
            1 => "x".to_owned(),
            _ => format!("x^{power}"),
        };
        formatter.write_str(&term(self.degree))?;
        for power in (0..self.degree).rev().filter(|power| self.low >> power & 1 == 1) {
            write!(formatter, "+{}", term(power))?;
        }
        Ok(())
    }
}

/// The minimal polynomial over GF(2): the product of X − y over the conjugates y of `x`, d²/2 products for degree d.
pub(crate) fn minimal_polynomial<F: Nimber>(x: F) -> MinimalPolynomial {
    let degree = x.degree();
    let mut coefficients = vec![F::ONE];
    let mut conjugate = x;
    for _ in 0..degree {
        coefficients.push(F::ZERO);
        // Multiply by X + conjugate; the leading coefficient comes first.
        for index in (1..coefficients.len()).rev() {
            let above = coefficients[index - 1];
            coefficients[index] += above * conjugate;
        }
        conjugate = conjugate.square();
    }
    let low = coefficients[1..].iter().fold(0, |low, &bit| low << 1 | bit.to_u128());
    MinimalPolynomial { degree, low }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Nim8, Nim16, Nim32, Nim64, Nim128};

    #[test]
    fn the_primes_multiply_to_all_units() {
        for bits in [2, 4, 8, 16, 32, 64, 128] {
            let product = prime_factors(bits)
                .iter()
                .fold(1u128, |product, &prime| product * u128::from(prime));
            assert_eq!(product, units(bits));
        }
    }

    #[test]
    fn the_least_primitive_elements_are_the_least() {
        fn least<F: Nimber>(bits: u32) {
            let found =
                (1..).find(|&x| F::from_u128(x).and_then(Nimber::order) == Some(units(bits)));
            assert_eq!(found, least_primitive_element(bits));
        }
        least::<Nim8>(1);
        least::<Nim8>(2);
        least::<Nim8>(4);
        least::<Nim8>(8);
        least::<Nim16>(16);
        // The wider fields have too many smaller elements to try one by one: every element below 2^h lies in the half
        // field, so the search starts at 2^h.
        fn least_from<F: Nimber>(half: u32) {
            let found = (1u128 << half..)
                .find(|&x| F::from_u128(x).and_then(Nimber::order) == Some(units(F::BITS)));
            assert_eq!(found, least_primitive_element(F::BITS));
        }
        least_from::<Nim32>(16);
        least_from::<Nim64>(32);
        least_from::<Nim128>(64);
    }

    #[test]
    fn orders_in_8_bits_are_counted_out() {
        assert_eq!(Nim8::ZERO.order(), None);
        for x in 1..=255 {
            let x = Nim8::new(x);
            let mut power = x;
            let mut order = 1;
            while power != Nim8::ONE {
                power *= x;
                order += 1;
            }
            assert_eq!(x.order(), Some(order));
        }
    }

    #[test]
    fn a_nimber_is_a_root_of_its_minimal_polynomial_and_of_none_smaller() {
        for x in 0..=255u8 {
            let x = Nim8::new(x);
            let value = |mask: u128| {
                (0..9)
                    .rev()
                    .fold(Nim8::ZERO, |sum, bit| sum * x + Nim8::new((mask >> bit & 1) as u8))
            };
            let mask = x.minimal_polynomial().mask().expect("the degree is at most 8");
            let least = (2..).find(|&mask| value(mask) == Nim8::ZERO);
            assert_eq!(least, Some(mask));
        }
    }

    #[test]
    fn a_primitive_element_of_128_bits_has_a_minimal_polynomial_of_degree_128() {
        let x = Nim128::new((1 << 64) + 2);
        let polynomial = x.minimal_polynomial();
        assert_eq!((polynomial.degree(), polynomial.mask()), (128, None));
        let value = (0..128).rev().fold(Nim128::ONE, |sum, bit| {
            sum * x + Nim128::new(polynomial.low_coefficients() >> bit & 1)
        });
        assert_eq!(value, Nim128::ZERO);
    }
}
