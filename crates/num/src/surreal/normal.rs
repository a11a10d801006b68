//! Conway normal forms with finitely many terms.

use crate::ordinal::GeneralizedOrdinal;
use crate::{Error, IBig, Rational, UBig};
use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Neg;
use std::sync::Arc;

/// Most steps of one product, a step being a term or a word of a coefficient that is looked at.
const MOST_WORK: u64 = 1 << 23;

/// A surreal number `Σ ω^x·r` with finitely many terms: decreasing exponents x, themselves of this kind, and rational
/// coefficients r other than 0.
///
/// Every surreal number has one normal form, mostly with infinitely many terms (Conway, *On Numbers and Games*, thm
/// 21); those with finitely many rational ones, hereditarily, are an ordered ring with all powers of ω. The bounds are
/// those of [`GeneralizedOrdinal`].
///
/// # Examples
/// ```
/// use farstar_num::{NormalForm, Surreal};
/// let x: Surreal = "ω^(1/2)-3/ω".parse()?;
/// let square = x.checked_mul(&x)?;
/// assert_eq!(square.to_string(), "ω-6/ω^(1/2)+9/ω^2");
/// assert_eq!(square.as_normal_form().map(|form| form.terms().len()), Some(3));
/// # Ok::<(), farstar_num::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct NormalForm {
    /// By decreasing exponents; no coefficient is 0.
    terms: Arc<[NormalTerm]>,
    size: u32,
    depth: u32,
}

/// One term `ω^exponent·coefficient` of a [`NormalForm`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct NormalTerm {
    exponent: NormalForm,
    coefficient: Rational,
}

impl NormalTerm {
    /// The exponent.
    pub fn exponent(&self) -> &NormalForm {
        &self.exponent
    }

    /// The coefficient, finite and not 0.
    pub fn coefficient(&self) -> &Rational {
        &self.coefficient
    }

    fn size(&self) -> u64 {
        let words = |bits: usize| (bits as u64).div_ceil(64);
        let denominator = self.coefficient.denominator();
        let below = if denominator.is_one() { 0 } else { words(denominator.bit_len()) };
        1 + words(self.coefficient.numerator().bit_len()) + below + u64::from(self.exponent.size)
    }
}

impl NormalForm {
    /// The number 0.
    pub fn zero() -> NormalForm {
        NormalForm { terms: Arc::new([]), size: 0, depth: 0 }
    }

    /// The sum of these terms `ω^exponent·coefficient`, in any order.
    ///
    /// # Errors
    /// [`Error::Infinite`] for an infinite coefficient, [`Error::OutOfBounds`] beyond
    /// [`GeneralizedOrdinal::MAX_SIZE`] or [`GeneralizedOrdinal::MAX_DEPTH`].
    pub fn from_terms(
        terms: impl IntoIterator<Item = (NormalForm, Rational)>,
    ) -> Result<NormalForm, Error> {
        let mut sums = Sums::default();
        for (exponent, coefficient) in terms {
            sums.add(exponent, coefficient)?;
        }
        sums.finish()
    }

    /// The sum of terms by decreasing exponents; coefficients may be 0.
    fn from_sorted(mut terms: Vec<NormalTerm>) -> Result<NormalForm, Error> {
        terms.retain(|term| !term.coefficient.is_zero());
        let mut size = 0u64;
        let mut depth = 0;
        for term in &terms {
            term.coefficient.floor()?;
            size = size.saturating_add(term.size());
            depth = depth.max(term.exponent.depth + 1);
        }
        let out = |what, limit: u32| Err(Error::OutOfBounds { what, limit: u64::from(limit) });
        if depth > GeneralizedOrdinal::MAX_DEPTH {
            return out("levels of exponents of ω", GeneralizedOrdinal::MAX_DEPTH);
        }
        match u32::try_from(size) {
            Ok(size) if size <= GeneralizedOrdinal::MAX_SIZE => {
                Ok(NormalForm { terms: terms.into(), size, depth })
            }
            _ => out("terms of a transfinite number", GeneralizedOrdinal::MAX_SIZE),
        }
    }

    /// `ω^exponent·coefficient`.
    ///
    /// # Errors
    /// As [`NormalForm::from_terms`].
    pub fn monomial(exponent: &NormalForm, coefficient: Rational) -> Result<NormalForm, Error> {
        NormalForm::from_sorted(vec![NormalTerm { exponent: exponent.clone(), coefficient }])
    }

    /// The terms, by decreasing exponents.
    pub fn terms(&self) -> &[NormalTerm] {
        &self.terms
    }

    /// Terms, here and in all exponents, and 64-bit words of coefficients: what the value costs to hold.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Whether the number is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether the number is 1.
    pub fn is_one(&self) -> bool {
        self.as_rational() == Some(Rational::ONE)
    }

    /// Whether the number is ω.
    pub fn is_omega(&self) -> bool {
        matches!(&self.terms[..], [term] if term.exponent.is_one() && term.coefficient == Rational::ONE)
    }

    /// -1, 0 or 1: the sign of the number, which is that of its first coefficient.
    pub fn signum(&self) -> i32 {
        self.terms.first().map_or(0, |term| term.coefficient.signum())
    }

    /// The number as a rational, if it is one.
    pub fn as_rational(&self) -> Option<Rational> {
        match &self.terms[..] {
            [] => Some(Rational::ZERO),
            [term] if term.exponent.is_zero() => Some(term.coefficient.clone()),
            _ => None,
        }
    }

    /// The number as a difference of ordinals, if it is one.
    pub fn as_generalized_ordinal(&self) -> Option<GeneralizedOrdinal> {
        let terms: Option<Vec<_>> = self
            .terms
            .iter()
            .map(|term| {
                let exponent = term.exponent.as_generalized_ordinal()?;
                let whole = exponent.is_ordinal() && term.coefficient.is_integer();
                whole.then(|| (exponent, term.coefficient.numerator()))
            })
            .collect();
        GeneralizedOrdinal::from_terms(terms?).ok()
    }

    /// Whether the number is an omnific integer: whether no exponent is negative and the last coefficient, if it
    /// belongs to the exponent 0, an integer (Conway, *On Numbers and Games*, thm 33).
    pub fn is_omnific(&self) -> bool {
        self.terms.last().is_none_or(|term| match term.exponent.signum() {
            0 => term.coefficient.is_integer(),
            sign => sign > 0,
        })
    }

    /// The greatest omnific integer that is not above the number.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond the bounds.
    pub fn floor(&self) -> Result<NormalForm, Error> {
        let mut terms: Vec<NormalTerm> =
            self.terms.iter().filter(|term| term.exponent.signum() > 0).cloned().collect();
        let rest = &self.terms[terms.len()..];
        let (constant, below) = match rest.first() {
            Some(term) if term.exponent.is_zero() => (term.coefficient.clone(), rest.get(1)),
            first => (Rational::ZERO, first),
        };
        let mut floor = constant.floor()?;
        if constant.is_integer() && below.is_some_and(|term| term.coefficient.signum() < 0) {
            floor -= IBig::ONE;
        }
        terms.push(NormalTerm { exponent: NormalForm::zero(), coefficient: Rational::from(floor) });
        NormalForm::from_sorted(terms)
    }

    /// The number with the terms from `at` on left out.
    pub fn truncated(&self, at: usize) -> Result<NormalForm, Error> {
        NormalForm::from_sorted(self.terms[..at.min(self.terms.len())].to_vec())
    }

    /// `self + other`. O(size).
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond [`GeneralizedOrdinal::MAX_SIZE`], [`Error::TooLarge`] for coefficients too long.
    pub fn checked_add(&self, other: &NormalForm) -> Result<NormalForm, Error> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (&self.terms[..], &other.terms[..]);
        while let (Some((x, xs)), Some((y, ys))) = (left.split_first(), right.split_first()) {
            match x.exponent.cmp(&y.exponent) {
                Ordering::Greater => {
                    terms.push(x.clone());
                    left = xs;
                }
                Ordering::Less => {
                    terms.push(y.clone());
                    right = ys;
                }
                Ordering::Equal => {
                    let coefficient = x.coefficient.checked_add(&y.coefficient)?;
                    terms.push(NormalTerm { exponent: x.exponent.clone(), coefficient });
                    (left, right) = (xs, ys);
                }
            }
        }
        terms.extend_from_slice(left);
        terms.extend_from_slice(right);
        NormalForm::from_sorted(terms)
    }

    /// `self - other`.
    ///
    /// # Errors
    /// As [`NormalForm::checked_add`].
    pub fn checked_sub(&self, other: &NormalForm) -> Result<NormalForm, Error> {
        self.checked_add(&-other)
    }

    /// `self · other`. O(s·log s) term operations for s pairs of terms.
    ///
    /// # Errors
    /// As [`NormalForm::checked_add`], or if the pairs of terms are too many to look at.
    pub fn checked_mul(&self, other: &NormalForm) -> Result<NormalForm, Error> {
        let work = |a: &NormalForm, b: &NormalForm| a.terms.len() as u64 * u64::from(b.size);
        if work(self, other) + work(other, self) > MOST_WORK {
            return Err(Error::OutOfBounds {
                what: "steps of a product of transfinite numbers",
                limit: MOST_WORK,
            });
        }
        let mut sums = Sums::default();
        for x in &*self.terms {
            for y in &*other.terms {
                sums.add(
                    x.exponent.checked_add(&y.exponent)?,
                    x.coefficient.checked_mul(&y.coefficient)?,
                )?;
            }
        }
        sums.finish()
    }

    /// The number with every exponent changed by `by` and every coefficient multiplied by `times`.
    pub(super) fn shifted(&self, by: &NormalForm, times: &Rational) -> Result<NormalForm, Error> {
        self.checked_mul(&NormalForm::monomial(by, times.clone())?)
    }

    /// `1/self` for a number of one term.
    pub(super) fn monomial_reciprocal(&self) -> Option<Result<NormalForm, Error>> {
        match &self.terms[..] {
            [term] => Some(NormalForm::monomial(&-&term.exponent, term.coefficient.reciprocal())),
            _ => None,
        }
    }

    /// `self` to the natural power n; `x^0` is 1.
    ///
    /// # Errors
    /// As [`NormalForm::checked_mul`].
    pub fn checked_pow(&self, n: &UBig) -> Result<NormalForm, Error> {
        let one = NormalForm::from(1);
        if n.is_zero() {
            return Ok(one);
        }
        if let [term] = &self.terms[..] {
            let exponent =
                term.exponent.shifted(&NormalForm::zero(), &IBig::from(n.clone()).into())?;
            let coefficient = match (term.coefficient == Rational::ONE, i64::try_from(n)) {
                (true, _) => Rational::ONE,
                (_, Ok(n)) => term.coefficient.checked_pow(n)?,
                _ if term.coefficient == Rational::from(-1) => {
                    if n.bit(0) {
                        term.coefficient.clone()
                    } else {
                        Rational::ONE
                    }
                }
                _ => return Err(Error::TooLarge { bits: u64::MAX }),
            };
            return NormalForm::monomial(&exponent, coefficient);
        }
        // A sum has a power of more terms than its exponent, so that this ends early.
        if n.bit_len() > 24 && !self.is_zero() {
            return Err(Error::OutOfBounds {
                what: "terms of a transfinite number",
                limit: u64::from(GeneralizedOrdinal::MAX_SIZE),
            });
        }
        let mut power = one;
        for bit in (0..n.bit_len()).rev() {
            power = power.checked_mul(&power)?;
            if n.bit(bit) {
                power = power.checked_mul(self)?;
            }
        }
        Ok(power)
    }
}

/// Terms that are being summed, each exponent once.
#[derive(Default)]
struct Sums(BTreeMap<NormalForm, Rational>);

impl Sums {
    fn add(&mut self, exponent: NormalForm, coefficient: Rational) -> Result<(), Error> {
        match self.0.entry(exponent) {
            Entry::Vacant(place) => {
                place.insert(coefficient);
            }
            Entry::Occupied(mut place) => {
                let sum = place.get().checked_add(&coefficient)?;
                place.insert(sum);
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<NormalForm, Error> {
        let terms = self.0.into_iter().rev();
        NormalForm::from_sorted(
            terms.map(|(exponent, coefficient)| NormalTerm { exponent, coefficient }).collect(),
        )
    }
}

impl Ord for NormalForm {
    /// The sign of the difference is that of its first coefficient; no difference is made.
    fn cmp(&self, other: &NormalForm) -> Ordering {
        if Arc::ptr_eq(&self.terms, &other.terms) {
            return Ordering::Equal;
        }
        for (x, y) in self.terms.iter().zip(&*other.terms) {
            match x.exponent.cmp(&y.exponent) {
                Ordering::Greater => return x.coefficient.cmp(&Rational::ZERO),
                Ordering::Less => return Rational::ZERO.cmp(&y.coefficient),
                Ordering::Equal if x.coefficient != y.coefficient => {
                    return x.coefficient.cmp(&y.coefficient);
                }
                Ordering::Equal => {}
            }
        }
        let next = |a: &NormalForm, at: usize| {
            a.terms.get(at).map_or(Rational::ZERO, |term| term.coefficient.clone())
        };
        next(self, other.terms.len()).cmp(&next(other, self.terms.len()))
    }
}

impl PartialOrd for NormalForm {
    fn partial_cmp(&self, other: &NormalForm) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for NormalForm {
    fn default() -> NormalForm {
        NormalForm::zero()
    }
}

impl From<i64> for NormalForm {
    fn from(n: i64) -> NormalForm {
        NormalForm::from(&GeneralizedOrdinal::from(n))
    }
}

impl From<&GeneralizedOrdinal> for NormalForm {
    fn from(x: &GeneralizedOrdinal) -> NormalForm {
        let terms = x.terms().iter().map(|term| NormalTerm {
            exponent: NormalForm::from(term.exponent()),
            coefficient: Rational::from(term.coefficient().clone()),
        });
        // Sizes and depths are counted alike.
        NormalForm { terms: terms.collect(), size: x.size(), depth: x.depth() }
    }
}

impl From<GeneralizedOrdinal> for NormalForm {
    fn from(x: GeneralizedOrdinal) -> NormalForm {
        NormalForm::from(&x)
    }
}

impl TryFrom<&Rational> for NormalForm {
    type Error = Error;

    /// # Errors
    /// [`Error::Infinite`] for the infinities, [`Error::OutOfBounds`] for numbers too long.
    fn try_from(x: &Rational) -> Result<NormalForm, Error> {
        NormalForm::monomial(&NormalForm::zero(), x.clone())
    }
}

impl Neg for &NormalForm {
    type Output = NormalForm;
    fn neg(self) -> NormalForm {
        let terms = self.terms.iter().map(|term| NormalTerm {
            exponent: term.exponent.clone(),
            coefficient: -&term.coefficient,
        });
        NormalForm { terms: terms.collect(), size: self.size, depth: self.depth }
    }
}

impl Neg for NormalForm {
    type Output = NormalForm;
    fn neg(self) -> NormalForm {
        -&self
    }
}
