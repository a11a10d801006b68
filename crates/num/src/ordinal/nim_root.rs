//! Roots of transfinite nimbers: the field of nimbers below `ω^ω^ω` has them all.
//!
//! For an odd prime p, x has its p-th roots in the field `F` of degree E that its generators and `α_p` lie in, or
//! in the one of degree `p·E`. If p does not divide `2^E - 1`, there is one root, a power of x. Otherwise let `κ`
//! be the last of `α_p`, `κ_p`, `κ_(p²)`, … that lies in `F`. It is no p-th power there, as its roots, the next in
//! that list, lie beyond, and so x is one times a power of `κ` (Lenstra, *On the algebraic closure of two*, 1977).
//! The root of a p-th power is found as Adleman, Manders and Miller did (*On taking roots in finite fields*, 1977).

use super::nim_inverse::{alpha_of, term};
use super::nim_product::{GREATEST_LEVEL, Monomial, digits, monomials, prime, root_power};
use super::{GeneralizedOrdinal, TransfiniteNimber};
use crate::{Error, UBig};
use dashu_int::ops::{BitTest, DivRem};
use std::collections::BTreeMap;

/// Greatest degree of a field in which roots are looked for.
const MOST_DEGREE: u64 = 1 << 12;
/// Greatest prime of which roots are taken.
const GREATEST_PRIME: u32 = 1 << 12;

impl TransfiniteNimber {
    /// A multiple of the degree over the field of 0 and 1: that of the field which the generators of its terms make.
    ///
    /// # Errors
    /// As [`TransfiniteNimber::checked_mul`], and [`Error::OutOfBounds`] beyond 64 bits.
    pub fn field_degree<E: From<Error>>(
        &self,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<u64, E> {
        field_degree(&monomials(self)?, &mut BTreeMap::new(), finite)
    }

    /// The least n-th root for a prime n; for other n roots of roots for the primes that divide it.
    ///
    /// # Errors
    /// [`Error::Undefined`] for n = 0, [`Error::OutOfBounds`] for prime factors from 4096 on and fields of degrees
    /// beyond 4096, otherwise as [`TransfiniteNimber::checked_mul`].
    ///
    /// # Cost
    /// About E squares and products for the degree E of the field, and p products.
    ///
    /// # Examples
    /// ```
    /// use farstar_num::{Error, TransfiniteNimber, UBig};
    /// let mut ones = |a: &UBig, b: &UBig| Ok::<UBig, Error>(a * b); // right for factors 0 and 1
    /// let two = TransfiniteNimber::new(2.into())?;
    /// // ω is the first nimber beyond the finite ones, whose cubes leave 2 out
    /// # let mut small = |a: &UBig, b: &UBig| Ok::<UBig, Error>(match (a.clone() * b, a) {
    /// #     (ab, _) if ab <= UBig::ONE || *a == UBig::ONE || *b == UBig::ONE => ab,
    /// #     (_, a) if *a == UBig::from(2u8) && *b == *a => UBig::from(3u8),
    /// #     (_, a) if *a == *b => UBig::from(2u8),
    /// #     _ => UBig::ONE,
    /// # });
    /// assert_eq!(two.root(3, &mut small)?.to_string(), "*ω");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn root<E: From<Error>>(
        &self,
        n: u64,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        if n == 0 {
            return Err(Error::Undefined("the nim root for the exponent 0".to_owned()).into());
        }
        let (mut root, mut rest) = (self.clone(), n);
        for p in (2..).take_while(|p| p * p <= n) {
            while rest.is_multiple_of(p) {
                root = root.root_of_prime(p, finite)?;
                rest /= p;
            }
            if p >= u64::from(GREATEST_PRIME) || rest == 1 {
                break;
            }
        }
        if rest > 1 { root.root_of_prime(rest, finite) } else { Ok(root) }
    }

    /// The least p-th root for a prime p.
    fn root_of_prime<E: From<Error>>(
        &self,
        p: u64,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        if p == 2 {
            return self.square_root(finite);
        }
        if self.is_zero() || self.0.is_one() {
            return Ok(self.clone());
        }
        let Some(p) = u32::try_from(p).ok().filter(|&p| p < GREATEST_PRIME) else {
            let limit = u64::from(GREATEST_PRIME);
            return Err(Error::OutOfBounds { what: "for a prime exponent of a root", limit }.into());
        };
        let level = (0..=GREATEST_LEVEL).find(|&k| prime(k) >= p).unwrap_or_default();
        let mut known = BTreeMap::new();
        let own = field_degree(&monomials(self)?, &mut known, finite)?;
        let ones = |degree: u64| UBig::ones(degree.min(MOST_DEGREE) as usize);
        if &ones(bounded(own)?) % p != 0 {
            let power = inverse_modulo(&UBig::from(p), &ones(own));
            return self.checked_pow(&power, finite);
        }
        let alpha = field_degree(&root_power(level, finite)?, &mut known, finite)?;
        let degree = bounded(least_multiple(own, alpha)?)?;
        let ones = ones(degree);
        // the generators of p that lie in the field
        let mut inside = 0;
        let mut reached = alpha;
        while degree.is_multiple_of(reached.saturating_mul(u64::from(p))) {
            reached *= u64::from(p);
            inside += 1;
        }
        let generator = |at: usize| term(&vec![(level, UBig::from(p).pow(at))], UBig::ONE);
        let no_power = match inside {
            0 => alpha_of(level, finite)?,
            _ => generator(inside - 1)?,
        };
        let (mut odd, mut twos) = (ones.clone(), 0);
        while &odd % p == 0 {
            odd /= p;
            twos += 1;
        }
        // p-th roots of 1 that tell powers apart
        let apart = &ones / p;
        let unity = no_power.checked_pow(&apart, finite)?;
        let wanted = self.checked_pow(&apart, finite)?;
        let one = TransfiniteNimber(GeneralizedOrdinal::one());
        let (mut share, mut power) = (0u32, one.clone());
        while power != wanted {
            power = power.checked_mul(&unity, finite)?;
            share += 1;
            if share > p {
                return Err(Error::NimProduct(format!("no {p}-th root was found")).into());
            }
        }
        let divided = match share {
            0 => self.clone(),
            _ => {
                let part = no_power.checked_pow(&UBig::from(share), finite)?;
                self.checked_mul(&part.inverse(finite)?, finite)?
            }
        };
        let mut root = divided.root_of_power(p, (&odd, twos), &no_power, finite)?;
        if share > 0 {
            let part = generator(inside)?.checked_pow(&UBig::from(share), finite)?;
            root = root.checked_mul(&part, finite)?;
        }
        let mut least = root.clone();
        for _ in 1..p {
            root = root.checked_mul(&unity, finite)?;
            if root.0 < least.0 {
                least = root.clone();
            }
        }
        Ok(least)
    }

    /// A p-th root of a p-th power in a field with `odd·p^twos` elements besides 0, in which `no_power` is none.
    fn root_of_power<E: From<Error>>(
        &self,
        p: u32,
        (odd, twos): (&UBig, usize),
        no_power: &TransfiniteNimber,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        let of_p = inverse_modulo(&UBig::from(p), odd);
        let mut root = self.checked_pow(&of_p, finite)?;
        if twos == 1 {
            return Ok(root);
        }
        // x·(wrong) = root^p, and `wrong` is a power of the p-th power of an element of order p^twos
        let order = |times: usize| UBig::from(p).pow(times);
        let element = no_power.checked_pow(odd, finite)?;
        let unity = element.checked_pow(&order(twos - 1), finite)?;
        let one = TransfiniteNimber(GeneralizedOrdinal::one());
        for place in 0..twos - 1 {
            // of what is wrong, the digit at this place
            let power = root.checked_pow(&UBig::from(p), finite)?;
            let wrong = self.checked_mul(&power.inverse(finite)?, finite)?;
            let digit = wrong.checked_pow(&order(twos - 2 - place), finite)?;
            let (mut times, mut power) = (0u32, one.clone());
            while power != digit && times < p {
                power = power.checked_mul(&unity, finite)?;
                times += 1;
            }
            let factor = element.checked_pow(&(order(place) * UBig::from(times)), finite)?;
            root = root.checked_mul(&factor, finite)?;
        }
        Ok(root)
    }
}

fn bounded(degree: u64) -> Result<u64, Error> {
    if degree > MOST_DEGREE {
        return Err(Error::OutOfBounds { what: "for the degree of a field", limit: MOST_DEGREE });
    }
    Ok(degree)
}

/// The inverse of `a` modulo `n`, which have no common factor.
fn inverse_modulo(a: &UBig, n: &UBig) -> UBig {
    // pairs of r and s with r = s·a modulo n; s with its sign apart
    let (mut before, mut now) = ((n.clone(), UBig::ZERO), (a % n, UBig::ONE));
    while now.0 > UBig::ZERO {
        let (quotient, rest) = (&before.0).div_rem(&now.0);
        let taken = (&now.1 * quotient) % n;
        let next = (&before.1 + n - taken) % n;
        (before, now) = (now, (rest, next));
    }
    before.1
}

fn least_multiple(a: u64, b: u64) -> Result<u64, Error> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    let most = || Error::OutOfBounds { what: "for the degree of a field", limit: u64::MAX };
    (a / x).checked_mul(b).ok_or_else(most)
}

/// The degree of the field that the generators of these terms make; `known` are those of `α_p` by level.
pub(super) fn field_degree<E: From<Error>>(
    parts: &[(Monomial, UBig)],
    known: &mut BTreeMap<u32, u64>,
    finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
) -> Result<u64, E> {
    let mut degree = 1;
    for (monomial, n) in parts {
        // below 2^(2^s)
        degree = least_multiple(degree, (n.bit_len().max(1) as u64).next_power_of_two())?;
        for (k, n) in monomial {
            let alpha = match known.get(k) {
                Some(&alpha) => alpha,
                None => {
                    let alpha = field_degree(&root_power(*k, finite)?, known, finite)?;
                    known.insert(*k, alpha);
                    alpha
                }
            };
            let p = prime(*k);
            let most = || Error::OutOfBounds { what: "for the degree of a field", limit: u64::MAX };
            let places = digits(n, p).len() as u32;
            let own = u64::from(p).checked_pow(places).and_then(|own| own.checked_mul(alpha));
            degree = least_multiple(degree, own.ok_or_else(most)?)?;
        }
    }
    Ok(degree)
}
