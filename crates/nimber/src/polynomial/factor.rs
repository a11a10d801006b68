//! Factorisation: square-free parts, then factors of equal degree, then single factors.
//!
//! Over GF(q), q = 2^m, the factors of degree d of a square-free f are its common part with x^(q^d) ⊕ x. They are told
//! apart by the trace from GF(2^(m·d)) down to GF(2): for a residue T, the polynomial T ⊕ T² ⊕ … ⊕ T^(2^(m·d−1)) is 0
//! or 1 modulo each factor, and a random T splits any two factors with probability one half. (The power map of odd
//! characteristic does not exist here.) For roots, d = 1, the multiples of x by a basis of the field suffice and
//! nothing is random: two different roots differ in the trace of their product by some basis element.
//!
//! Source: E. R. Berlekamp, *Factoring polynomials over large finite fields* (1970); D. G. Cantor, H. Zassenhaus
//! (1981).

use super::division::{Modulus, divide, trim};
use super::gcd::{add, gcd, monic};
use super::multipoint::derivative;
use crate::error::{AlgebraError, Check, proceed};
use crate::field::Nimber;
use crate::working::Working;

/// Square-free parts of a monic polynomial, with multiplicities, none of degree 0.
///
/// If f′ = 0 then f is a square, of the polynomial whose coefficients are the roots of those of f; otherwise f/gcd(f,
/// f′) carries the factors of odd multiplicity.
pub(crate) fn square_free<W: Working>(f: &[W]) -> Vec<(Vec<W>, u64)> {
    let mut parts: Vec<(Vec<W>, u64)> = Vec::new();
    let mut rest = f.to_vec();
    let mut step = 1;
    while rest.len() > 1 {
        let mut common = gcd(&rest, &derivative(&rest));
        let mut odd = divide(&rest, &common).0;
        let mut multiplicity = 1;
        // `odd` holds the factors of odd multiplicity at least `multiplicity`; peel the exact ones off.
        while odd.len() > 1 {
            let higher = gcd(&odd, &common);
            let exact = divide(&odd, &higher).0;
            if exact.len() > 1 {
                parts.push((exact, multiplicity * step));
            }
            common = divide(&common, &higher).0;
            odd = higher;
            multiplicity += 1;
        }
        // What is left is a square.
        rest = common.iter().step_by(2).map(|c| c.sqrt()).collect();
        step *= 2;
    }
    parts.sort_by_key(|&(_, multiplicity)| multiplicity);
    parts
}

/// Products of the irreducible factors of each degree of a monic square-free polynomial over the field of 2^bits
/// elements.
pub(crate) fn distinct_degrees<W: Working>(
    f: &[W],
    bits: u32,
    check: Check<'_>,
) -> Result<Vec<(Vec<W>, usize)>, AlgebraError> {
    let mut parts = Vec::new();
    let mut rest = f.to_vec();
    let x = vec![W::ZERO, W::ONE];
    let mut modulus = Modulus::new(&rest);
    let mut frobenius = modulus.reduce(&x);
    let mut degree = 1;
    while rest.len() > 2 * degree {
        frobenius = modulus.square_times(frobenius, bits, &mut *check)?;
        let part = gcd(&rest, &add(&frobenius, &x));
        if part.len() > 1 {
            rest = divide(&rest, &part).0;
            modulus = Modulus::new(&rest);
            frobenius = divide(&frobenius, &rest).1;
            parts.push((part, degree));
        }
        degree += 1;
    }
    if rest.len() > 1 {
        let degree = rest.len() - 1;
        parts.push((rest, degree));
    }
    Ok(parts)
}

/// T ⊕ T² ⊕ … ⊕ T^(2^(terms−1)) modulo the polynomial.
fn trace<W: Working>(
    modulus: &Modulus<W>,
    residue: Vec<W>,
    terms: u32,
    check: Check<'_>,
) -> Result<Vec<W>, AlgebraError> {
    let mut power = residue.clone();
    let mut sum = residue;
    for _ in 1..terms {
        proceed(&mut *check)?;
        power = modulus.square(&power);
        sum = add(&sum, &power);
    }
    Ok(sum)
}

/// Splits f by a polynomial that is 0 or 1 modulo each of its factors; `None` if that splits nothing.
fn split_by<W: Working>(f: &[W], trace: &[W]) -> Option<[Vec<W>; 2]> {
    let part = gcd(f, trace);
    (part.len() > 1 && part.len() < f.len()).then(|| {
        let other = divide(f, &part).0;
        [part, other]
    })
}

/// Roots of a monic product of distinct linear factors over the field `N`.
pub(crate) fn split_linear<N: Nimber, W: Working>(
    f: Vec<W>,
    check: Check<'_>,
) -> Result<Vec<W>, AlgebraError> {
    let mut roots = Vec::new();
    let mut open = vec![(f, 0)];
    while let Some((f, first)) = open.pop() {
        if f.len() == 2 {
            roots.push(f[0]);
            continue;
        }
        if f.len() < 2 {
            continue;
        }
        let modulus = Modulus::new(&f);
        // Two different roots always differ in the trace of some multiple, so there always is a split.
        for bit in first..N::BITS {
            let basis = W::import(N::from_u128(1 << bit).expect("the bit is in the field"));
            let residue = modulus.reduce(&[W::ZERO, basis]);
            if let Some(halves) = split_by(&f, &trace(&modulus, residue, N::BITS, &mut *check)?) {
                open.extend(halves.map(|half| (half, bit + 1)));
                break;
            }
        }
    }
    Ok(roots)
}

/// A fixed sequence of words: the trials of the equal-degree splitting, the same in every run.
struct Trials(u64);

impl Trials {
    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn nimber<N: Nimber>(&mut self) -> N {
        let word = u128::from(self.next()) << 64 | u128::from(self.next());
        N::from_u128(word >> (128 - N::BITS)).expect("the word has the width of the field")
    }
}

/// Irreducible factors of a monic product of distinct factors of one degree over the field `N`.
pub(crate) fn split_equal_degree<N: Nimber, W: Working>(
    f: Vec<W>,
    degree: usize,
    check: Check<'_>,
) -> Result<Vec<Vec<W>>, AlgebraError> {
    if degree == 1 {
        let roots = split_linear::<N, W>(f, check)?;
        return Ok(roots.into_iter().map(|root| vec![root, W::ONE]).collect());
    }
    let mut trials = Trials(f.len() as u64);
    let mut factors = Vec::new();
    let mut open = vec![f];
    while let Some(f) = open.pop() {
        if f.len() - 1 <= degree {
            factors.push(f);
            continue;
        }
        let modulus = Modulus::new(&f);
        loop {
            let residue = trim((1..f.len()).map(|_| W::import(trials.nimber::<N>())).collect());
            // Degrees are below the length of a list in memory, so the number of terms fits.
            let terms = u32::try_from(degree).unwrap_or(u32::MAX).saturating_mul(N::BITS);
            if let Some(halves) = split_by(&f, &trace(&modulus, residue, terms, &mut *check)?) {
                open.extend(halves);
                break;
            }
        }
    }
    Ok(factors)
}

/// Monic irreducible factors of a polynomial that is not zero, with multiplicities.
pub(crate) fn factorise<N: Nimber, W: Working>(
    f: &[W],
    check: Check<'_>,
) -> Result<Vec<(Vec<W>, u64)>, AlgebraError> {
    let mut factors = Vec::new();
    for (part, multiplicity) in square_free(&monic(f.to_vec())) {
        for (product, degree) in distinct_degrees(&part, N::BITS, &mut *check)? {
            for factor in split_equal_degree::<N, W>(product, degree, &mut *check)? {
                factors.push((factor, multiplicity));
            }
        }
    }
    Ok(factors)
}

/// Distinct roots of a polynomial that is not zero.
pub(crate) fn roots<N: Nimber, W: Working>(
    f: &[W],
    check: Check<'_>,
) -> Result<Vec<W>, AlgebraError> {
    let f = monic(f.to_vec());
    if f.len() < 2 {
        return Ok(Vec::new());
    }
    let x = [W::ZERO, W::ONE];
    let modulus = Modulus::new(&f);
    let frobenius = modulus.square_times(modulus.reduce(&x), N::BITS, &mut *check)?;
    split_linear::<N, W>(gcd(&f, &add(&frobenius, &x)), check)
}
