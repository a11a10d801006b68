//! Inverses and square roots of transfinite nimbers by the tower of their generators, whatever the degree.
//!
//! The generator `κ` of a prime power `p^(i+1)` is the ordinal `ω^(ω^k·p^i)`, and `κ^p` is the generator below it,
//! or `α_p`. Over the field of what is smaller, `t^p - κ^p` has no factor, so a nimber that is a polynomial in its
//! greatest generator has an inverse by Euclid's algorithm: some `s` with `s·x` free of that generator. Fractions
//! are left out, as remainders may be multiplied by anything smaller. What is left is inverted in the same way,
//! down to one term. A term `ω^γ·n` is inverted by the fraction that fills its exponents up to `α_p`, whose inverse
//! comes next.
//!
//! Square roots are additive, and that of a term halves its fraction, if need be after `α_p` has been carried in.

use super::nim_product::{Monomial, digits, exponent, monomials, prime, root_power};
use super::{GeneralizedOrdinal, TransfiniteNimber};
use crate::{Error, IBig, UBig};

/// `α_p` for the prime of a level.
pub(super) fn alpha_of<E: From<Error>>(
    level: u32,
    finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
) -> Result<TransfiniteNimber, E> {
    let mut sum = TransfiniteNimber::default();
    for (monomial, factor) in root_power(level, finite)? {
        sum = sum.checked_add(&term(&monomial, factor)?)?;
    }
    Ok(sum)
}

/// `ω^γ·n`.
pub(super) fn term(monomial: &Monomial, factor: UBig) -> Result<TransfiniteNimber, Error> {
    let term = GeneralizedOrdinal::monomial(&exponent(monomial)?, IBig::from(factor))?;
    Ok(TransfiniteNimber(term))
}

/// The greatest generator of a nimber: its level and the place of its digit.
fn greatest(parts: &[(Monomial, UBig)]) -> Option<(u32, usize)> {
    let of = |(k, n): &(u32, UBig)| (*k, digits(n, prime(*k)).len().saturating_sub(1));
    parts.iter().flat_map(|(monomial, _)| monomial.iter().map(of)).max()
}

impl TransfiniteNimber {
    /// The inverse in the field of nimbers below `ω^ω^ω`; `finite` multiplies finite nimbers.
    ///
    /// # Errors
    /// [`Error::Undefined`] for 0, otherwise as [`TransfiniteNimber::checked_mul`].
    ///
    /// # Cost
    /// About `p²` products for a greatest generator with the prime p, and so on downwards; few for a nimber of few
    /// terms.
    ///
    /// # Examples
    /// ```
    /// use farstar_num::{Error, TransfiniteNimber, UBig};
    /// let nimber = |text: &str| TransfiniteNimber::new(text.parse()?);
    /// # fn product(a: u64, b: u64, bits: u32) -> u64 {
    /// #     if a < 2 || b < 2 {
    /// #         return a * b;
    /// #     }
    /// #     let (half, mask) = (bits / 2, (1u64 << (bits / 2)) - 1);
    /// #     let (ah, al, bh, bl) = (a >> half, a & mask, b >> half, b & mask);
    /// #     let (low, high) = (product(al, bl, half), product(ah, bh, half));
    /// #     let cross = product(ah ^ al, bh ^ bl, half) ^ low;
    /// #     (cross << half) ^ low ^ product(high, 1 << (half - 1), half)
    /// # }
    /// # let word = |n: &UBig| u64::try_from(n).unwrap_or(0);
    /// # let mut small = |a: &UBig, b: &UBig| Ok::<UBig, Error>(product(word(a), word(b), 64).into());
    /// // κ_47, whose degree is 237820; `small` multiplies nimbers of 64 bits
    /// let x = nimber("ω^(ω^13)")?;
    /// assert_eq!(x.checked_mul(&x.inverse(&mut small)?, &mut small)?.to_string(), "*1");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn inverse<E: From<Error>>(
        &self,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        if self.is_zero() {
            return Err(Error::Undefined("the nim inverse of 0".to_owned()).into());
        }
        let mut inverse = TransfiniteNimber(GeneralizedOrdinal::one());
        let mut waiting = vec![self.clone()];
        while let Some(x) = waiting.pop() {
            let parts = monomials(&x)?;
            let (factor, rest) = match (&parts[..], greatest(&parts)) {
                (_, None) => (x.inverse_in_its_field(finite)?, None),
                ([(monomial, n)], _) => {
                    let mut filled = Monomial::new();
                    for (k, fraction) in monomial {
                        filled.push((*k, complement(fraction, prime(*k))));
                        waiting.push(alpha_of(*k, finite)?);
                    }
                    let n = term(&Monomial::new(), n.clone())?.inverse_in_its_field(finite)?;
                    (term(&filled, UBig::ONE)?.checked_mul(&n, finite)?, None)
                }
                (_, Some(generator)) => {
                    let (factor, rest) = without(&parts, generator, finite)?;
                    (factor, Some(rest))
                }
            };
            waiting.extend(rest);
            inverse = inverse.checked_mul(&factor, finite)?;
        }
        Ok(inverse)
    }

    /// The square root, of which there is one.
    ///
    /// # Errors
    /// As [`TransfiniteNimber::inverse`].
    pub fn square_root<E: From<Error>>(
        &self,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        let mut root = TransfiniteNimber::default();
        for (monomial, n) in monomials(self)? {
            let n = term(&Monomial::new(), n)?;
            let mut product = n.root_in_its_field(finite)?;
            for (k, fraction) in monomial {
                let p = prime(k);
                // the fraction is one of p^digits
                let whole = UBig::from(p).pow(digits(&fraction, p).len());
                let numerator = reversed(&fraction, p);
                let odd = &numerator % 2u8 != 0;
                let half = if odd { (&numerator + &whole) / 2u8 } else { numerator / 2u8 };
                let places = digits(&fraction, p).len();
                let half = from_numerator(&half, p, places);
                product = product.checked_mul(&term(&vec![(k, half)], UBig::ONE)?, finite)?;
                if odd {
                    // the exponent was made greater by 1
                    let below = alpha_of(k, finite)?.square_root(finite)?.inverse(finite)?;
                    product = product.checked_mul(&below, finite)?;
                }
            }
            root = root.checked_add(&product)?;
        }
        Ok(root)
    }
}

/// The numerator over `p^digits` of the fraction `0.d_0d_1…` given by the number with the digits d_0, d_1, … from the
/// lowest up.
fn reversed(n: &UBig, base: u32) -> UBig {
    digits(n, base).into_iter().fold(UBig::ZERO, |sum, digit| sum * base + UBig::from(digit))
}

/// The fraction with this numerator over `p^places`, as the number of its digits.
fn from_numerator(numerator: &UBig, base: u32, places: usize) -> UBig {
    let mut low_first = digits(numerator, base);
    low_first.resize(places, 0);
    // the lowest digit of the numerator is the last of the fraction
    low_first.into_iter().fold(UBig::ZERO, |sum, digit| sum * base + UBig::from(digit))
}

/// The fraction that fills another one, which is not 0, up to 1.
pub(super) fn complement(n: &UBig, base: u32) -> UBig {
    let places = digits(n, base).len();
    let numerator = UBig::from(base).pow(places) - reversed(n, base);
    from_numerator(&numerator, base, places)
}

/// A polynomial in a generator, the constant first, without zeros at its end.
type Polynomial = Vec<TransfiniteNimber>;

fn trimmed(mut polynomial: Polynomial) -> Polynomial {
    while polynomial.last().is_some_and(TransfiniteNimber::is_zero) {
        polynomial.pop();
    }
    polynomial
}

/// A factor, and the product with it, which is free of the greatest generator.
fn without<E: From<Error>>(
    parts: &[(Monomial, UBig)],
    (level, place): (u32, usize),
    finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
) -> Result<(TransfiniteNimber, TransfiniteNimber), E> {
    let p = prime(level);
    let unit = UBig::from(p).pow(place);
    let mut x: Polynomial = vec![TransfiniteNimber::default(); p as usize];
    for (monomial, n) in parts {
        let (mut rest, mut power) = (monomial.clone(), 0);
        if let Some(own) = rest.iter_mut().find(|(k, _)| *k == level) {
            power = digits(&own.1, p).get(place).copied().unwrap_or(0);
            own.1 = &own.1 - &unit * UBig::from(power);
        }
        rest.retain(|(_, n)| *n > UBig::ZERO);
        let part = term(&rest, n.clone())?;
        let coefficient = &mut x[power as usize];
        *coefficient = coefficient.checked_add(&part)?;
    }
    let below = match place {
        0 => alpha_of(level, finite)?,
        _ => term(&vec![(level, unit / p)], UBig::ONE)?,
    };
    let one = TransfiniteNimber(GeneralizedOrdinal::one());
    let mut modulus = vec![TransfiniteNimber::default(); p as usize + 1];
    (modulus[0], modulus[p as usize]) = (below, one.clone());
    // pairs of s·x and s, modulo the modulus
    let mut before: (Polynomial, Polynomial) = (modulus, Vec::new());
    let mut now: (Polynomial, Polynomial) = (trimmed(x), vec![one]);
    while now.0.len() > 1 {
        while before.0.len() >= now.0.len() {
            let shift = before.0.len() - now.0.len();
            let leading = |list: &Polynomial| list.last().cloned().unwrap_or_default();
            let (high, low) = (leading(&before.0), leading(&now.0));
            let remainder = combined(&before.0, &low, &now.0, &high, shift, finite)?;
            before = (remainder, combined(&before.1, &low, &now.1, &high, shift, finite)?);
        }
        std::mem::swap(&mut before, &mut now);
    }
    let generator = vec![(level, UBig::from(p).pow(place))];
    let (mut factor, mut power) =
        (TransfiniteNimber::default(), TransfiniteNimber(GeneralizedOrdinal::one()));
    let generator = term(&generator, UBig::ONE)?;
    for (at, coefficient) in now.1.iter().enumerate() {
        if at > 0 {
            power = power.checked_mul(&generator, finite)?;
        }
        factor = factor.checked_add(&coefficient.checked_mul(&power, finite)?)?;
    }
    // the remainder is not 0, for the modulus has no factor
    let rest = now.0.into_iter().next().unwrap_or_default();
    Ok((factor, rest))
}

/// `a·x + b·t^shift·y`, trimmed.
fn combined<E: From<Error>>(
    x: &Polynomial,
    a: &TransfiniteNimber,
    y: &Polynomial,
    b: &TransfiniteNimber,
    shift: usize,
    finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
) -> Result<Polynomial, E> {
    let mut sum = vec![TransfiniteNimber::default(); x.len().max(y.len() + shift)];
    for (list, factor, from) in [(x, a, 0), (y, b, shift)] {
        for (place, coefficient) in sum[from..].iter_mut().zip(list) {
            if !coefficient.is_zero() {
                *place = place.checked_add(&coefficient.checked_mul(factor, finite)?)?;
            }
        }
    }
    Ok(trimmed(sum))
}
