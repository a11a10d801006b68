//! Products of transfinite nimbers below `ω^ω^ω`, the algebraic closure of the field of two elements.
//!
//! Let p be the (k+2)-nd prime: 3 for k = 0, 5 for k = 1. The ordinal `ω^(ω^k·p^i)` is a `p^(i+1)`-th root of
//! `α_p`, so with the digits d of n in base p the ordinal `ω^(ω^k·n)` stands for the power of `α_p` whose exponent
//! is the fraction `0.d_0d_1…` in base p, and a product of two of them adds the fractions. A carry out of the
//! fraction is a factor `α_p`, made of roots for smaller primes, so the carries are done from the greatest prime
//! downwards and that ends. Different k multiply without touching, and an ordinal `Σ ω^γ·n` is the nim sum of the
//! nim products of `ω^γ` with n (H. W. Lenstra, *On the algebraic closure of two*, 1977). The p-th powers `α_p`
//! come from [`excess`](super::excess()), and beyond that table from [`Lenstra`] where the fields are small.

use super::excess::{excess, q_set};
use super::lenstra::Lenstra;
use super::{GeneralizedOrdinal, TransfiniteNimber};
use crate::{Error, IBig, UBig};
use dashu_int::ops::{BitTest, DivRem, UnsignedAbs};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Greatest k of a power `ω^(ω^k·n)`.
pub(super) const GREATEST_LEVEL: u32 = 1 << 12;
/// Most bits of the n of a power `ω^(ω^k·n)`.
const MOST_DIGIT_BITS: usize = 1 << 12;
/// Greatest degree of a field in which an excess beyond the table is looked for.
const MOST_DEGREE_BEYOND: usize = 1 << 13;
/// Most products of two terms in one product.
const MOST_PRODUCTS: u64 = 1 << 18;
/// Most bits of the exponent of a power.
const MOST_POWER_BITS: usize = 1 << 12;

/// The γ of `ω^γ`: its levels k with their n, the smallest k first.
pub(super) type Monomial = Vec<(u32, UBig)>;

/// Terms of a product that is being made: carries still to be multiplied in, the greatest level first, and the
/// monomial; with coefficients.
type Terms = BTreeMap<(Vec<u32>, Monomial), UBig>;

impl TransfiniteNimber {
    /// The nim product, in the field of nimbers below `ω^ω^ω`; `finite` multiplies finite nimbers.
    ///
    /// At most 2^18 products of terms are made, each of them finite products and additions of digits.
    ///
    /// # Errors
    /// [`Error::NimProduct`] for nimbers from `ω^ω^ω` on and where there is no p-th power for a prime p,
    /// [`Error::OutOfBounds`] if there are too many terms, or a p-th power beyond the table (p > 577)
    /// needs too large a field, and what `finite` answers.
    ///
    /// # Examples
    /// ```
    /// use farstar_num::{Error, TransfiniteNimber, UBig};
    /// let nimber = |text: &str| TransfiniteNimber::new(text.parse()?);
    /// let mut ones = |a: &UBig, b: &UBig| Ok::<UBig, Error>(a * b); // right for factors 0 and 1
    /// let product = nimber("ω")?.checked_mul(&nimber("ω^2")?, &mut ones)?;
    /// assert_eq!(product.to_string(), "*2");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn checked_mul<E: From<Error>>(
        &self,
        other: &TransfiniteNimber,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        let (left, right) = (monomials(self)?, monomials(other)?);
        let mut steps = left.len() as u64 * right.len() as u64;
        let mut terms = Terms::new();
        if steps > MOST_PRODUCTS {
            return Err(too_many().into());
        }
        for (a, m) in &left {
            for (b, n) in &right {
                let (product, carries) = multiply(a, b)?;
                add(&mut terms, (carries, product), finite(m, n)?);
            }
        }
        settle(terms, &mut steps, finite)
    }

    /// The nim square: the sum of the squares of the terms.
    ///
    /// # Errors
    /// As [`TransfiniteNimber::checked_mul`].
    pub(super) fn square<E: From<Error>>(
        &self,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        let mut terms = Terms::new();
        let parts = monomials(self)?;
        let mut steps = parts.len() as u64;
        for (a, m) in &parts {
            let (product, carries) = multiply(a, a)?;
            add(&mut terms, (carries, product), finite(m, m)?);
        }
        settle(terms, &mut steps, finite)
    }

    /// The n-th power in the field of nimbers below `ω^ω^ω`, by squaring; the 0-th is 1.
    ///
    /// # Errors
    /// As [`TransfiniteNimber::checked_mul`], and [`Error::OutOfBounds`] for exponents of more than 4096 bits.
    pub fn checked_pow<E: From<Error>>(
        &self,
        n: &UBig,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        let bits = n.bit_len();
        if bits > MOST_POWER_BITS {
            return Err(Error::OutOfBounds {
                what: "bits of the exponent of a transfinite nimber",
                limit: MOST_POWER_BITS as u64,
            }
            .into());
        }
        if bits == 0 {
            return Ok(TransfiniteNimber(GeneralizedOrdinal::one()));
        }
        let mut power = self.clone();
        for bit in (0..bits - 1).rev() {
            power = power.square(finite)?;
            if n.bit(bit) {
                power = power.checked_mul(self, finite)?;
            }
        }
        Ok(power)
    }
}

/// The nimber of these terms, with the carries multiplied in.
fn settle<E: From<Error>>(
    mut terms: Terms,
    steps: &mut u64,
    finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
) -> Result<TransfiniteNimber, E> {
    let mut sum = Vec::new();
    while let Some(((mut carries, monomial), coefficient)) = terms.pop_last() {
        if coefficient.is_zero() {
            continue;
        }
        if carries.is_empty() {
            sum.push((exponent(&monomial)?, IBig::from(coefficient)));
            continue;
        }
        for (root, factor) in root_power(carries.remove(0), finite)? {
            *steps += 1;
            if *steps > MOST_PRODUCTS {
                return Err(too_many().into());
            }
            let (product, more) = multiply(&monomial, &root)?;
            let mut carries = [&carries[..], &more].concat();
            carries.sort_unstable_by(|a, b| b.cmp(a));
            add(&mut terms, (carries, product), finite(&coefficient, &factor)?);
        }
    }
    Ok(TransfiniteNimber(GeneralizedOrdinal::from_terms(sum)?))
}

fn too_many() -> Error {
    Error::OutOfBounds { what: "terms of a product of nimbers", limit: MOST_PRODUCTS }
}

fn add(terms: &mut Terms, key: (Vec<u32>, Monomial), coefficient: UBig) {
    let place = terms.entry(key).or_insert(UBig::ZERO);
    *place = &*place ^ coefficient;
}

/// The terms of a nimber below `ω^ω^ω`.
pub(super) fn monomials(nimber: &TransfiniteNimber) -> Result<Vec<(Monomial, UBig)>, Error> {
    let beyond = || Error::NimProduct(format!("*({}) is not below *ω^ω^ω", nimber.0.short_text()));
    let mut terms = Vec::new();
    for term in nimber.0.terms() {
        let mut monomial = Monomial::new();
        for level in term.exponent().terms().iter().rev() {
            let k = level.exponent().as_integer().ok_or_else(beyond)?;
            let k = u32::try_from(&k).ok().filter(|&k| k <= GREATEST_LEVEL);
            let k = k.ok_or(Error::OutOfBounds {
                what: "levels of powers ω^ω^k of a nimber",
                limit: u64::from(GREATEST_LEVEL),
            })?;
            let n = level.coefficient().unsigned_abs();
            if n.bit_len() > MOST_DIGIT_BITS {
                return Err(Error::OutOfBounds {
                    what: "bits of a finite exponent in a product of nimbers",
                    limit: MOST_DIGIT_BITS as u64,
                });
            }
            monomial.push((k, n));
        }
        terms.push((monomial, term.coefficient().unsigned_abs()));
    }
    Ok(terms)
}

/// The ordinal γ of a monomial.
pub(super) fn exponent(monomial: &Monomial) -> Result<GeneralizedOrdinal, Error> {
    GeneralizedOrdinal::from_terms(
        monomial
            .iter()
            .map(|(k, n)| (GeneralizedOrdinal::from(i64::from(*k)), IBig::from(n.clone()))),
    )
}

/// The product of two monomials, and the levels where a factor α_p is carried out, the greatest first.
fn multiply(a: &Monomial, b: &Monomial) -> Result<(Monomial, Vec<u32>), Error> {
    let mut sums: BTreeMap<u32, (UBig, bool)> = BTreeMap::new();
    for (k, n) in a.iter().chain(b) {
        let sum = sums.entry(*k).or_insert((UBig::ZERO, false));
        *sum =
            if sum.0.is_zero() { (n.clone(), false) } else { add_fractions(&sum.0, n, prime(*k)) };
    }
    let carries = sums.iter().rev().filter(|(_, sum)| sum.1).map(|(&k, _)| k).collect();
    let levels = sums.into_iter().map(|(k, (n, _))| (k, n)).filter(|(_, n)| !n.is_zero());
    Ok((levels.collect(), carries))
}

/// The digits of a number, the lowest first.
pub(super) fn digits(n: &UBig, base: u32) -> Vec<u32> {
    let mut digits = Vec::new();
    let mut rest = n.clone();
    while !rest.is_zero() {
        let (quotient, digit) = rest.div_rem(base);
        digits.push(digit);
        rest = quotient;
    }
    digits
}

/// The sum of two fractions `0.d_0d_1…` given by the numbers with digits d_0, d_1, … from the lowest up, and
/// whether 1 was carried out.
fn add_fractions(a: &UBig, b: &UBig, base: u32) -> (UBig, bool) {
    let (a, b) = (digits(a, base), digits(b, base));
    let mut sum = UBig::ZERO;
    let mut carry = 0;
    for place in (0..a.len().max(b.len())).rev() {
        let digit = |x: &[u32]| x.get(place).copied().unwrap_or(0);
        let total = digit(&a) + digit(&b) + carry;
        carry = u32::from(total >= base);
        sum = sum * base + UBig::from(total - carry * base);
    }
    (sum, carry == 1)
}

/// The prime of level k: 3, 5, 7, …
pub(super) fn prime(k: u32) -> u32 {
    // Levels are few and small; trial division costs nothing beside the big integers.
    static PRIMES: std::sync::LazyLock<Vec<u32>> = std::sync::LazyLock::new(|| {
        let mut primes: Vec<u32> = Vec::new();
        let mut candidate = 3;
        while primes.len() <= GREATEST_LEVEL as usize {
            let small = primes.iter().take_while(|&&p| p * p <= candidate);
            if small.clone().all(|p| !candidate.is_multiple_of(*p)) {
                primes.push(candidate);
            }
            candidate += 2;
        }
        primes
    });
    PRIMES[k.min(GREATEST_LEVEL) as usize]
}

/// The summands of α_p for the prime of level k, each a monomial with a finite factor: from the table, and beyond
/// it by Lenstra's algorithm where that is quick.
pub(super) fn root_power<E: From<Error>>(
    k: u32,
    finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
) -> Result<Vec<(Monomial, UBig)>, E> {
    let p = prime(k);
    let (excess, q_set) = match (excess(p), q_set(p)) {
        (Some(excess), Some(q_set)) => (excess, q_set.prime_powers().collect()),
        _ => beyond_the_table(k, finite)?,
    };
    let mut summands = Vec::new();
    for q in q_set {
        if q.is_power_of_two() {
            summands.push((Monomial::new(), UBig::ONE << (q as usize / 2)));
            continue;
        }
        let level = (0..k).find(|&level| q.is_multiple_of(prime(level))).unwrap_or(0);
        summands.push((vec![(level, UBig::from(q / prime(level)))], UBig::ONE));
    }
    if excess > 0 {
        summands.push((Monomial::new(), UBig::from(excess)));
    }
    Ok(summands)
}

/// Excesses and Q-sets that were found once: they are the same for ever.
static FOUND: Mutex<BTreeMap<u32, (u32, Vec<u32>)>> = Mutex::new(BTreeMap::new());

/// The excess and the Q-set of the prime of a level that is not in the table.
fn beyond_the_table<E: From<Error>>(
    k: u32,
    finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
) -> Result<(u32, Vec<u32>), E> {
    let p = prime(k);
    let found = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = found().get(&p) {
        return Ok(known.clone());
    }
    // the product of 1 and 1 asks whether to go on
    let mut check = |_| finite(&UBig::ONE, &UBig::ONE).map(drop);
    let own = Lenstra::by_table().within(MOST_DEGREE_BEYOND).find(p, &mut check);
    let own = own.map(|own| (own.excess, own.q_set))?;
    found().insert(p, own.clone());
    Ok(own)
}
