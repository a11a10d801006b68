//! Differences of ordinals below ε₀, and transfinite nimbers.
//!
//! Under the natural (Hessenberg) sum and product the ordinals below ε₀ are part of an ordered ring: the sums `Σ ω^α·n`
//! with ordinals `α` and integers `n`. The same numbers with the same operations lie among the surreal numbers
//! (Conway, *On Numbers and Games*, ch. 2–3). An ordinal `α = Σ ω^β·k` is a natural sum of powers of ω in one way only,
//! so that `ω^α` is a monomial in the variables `ω^(ω^β)` and the ring is the ring of polynomials with integer
//! coefficients in these variables. It has unique factorisation, on which the lowest terms of quotients rest
//! ([`Surreal`](crate::Surreal)).
//!
//! Every value is bounded in size and in depth ([`GeneralizedOrdinal::MAX_SIZE`], [`GeneralizedOrdinal::MAX_DEPTH`]),
//! so that recursion over exponents is bounded too.

mod arith;
mod cantor;
mod excess;
mod gcd;
mod lenstra;
mod mersenne;
mod nim_field;
mod nim_inverse;
mod nim_product;
mod nim_root;
mod nimber;
mod order;
mod polynomial;
mod text;
mod tower;

pub use cantor::Cofinality;
pub use excess::{QSet, excess, q_set};
pub(crate) use gcd::cofactors;
pub use lenstra::{FoundExcess, Lenstra};
pub use nim_field::alpha;
pub use nimber::TransfiniteNimber;

use crate::{Error, IBig, Sign, UBig};
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};

/// A difference of two ordinals below ε₀, in Cantor-like normal form with integer coefficients.
///
/// The operations are those of the surreal numbers, which for ordinals are the natural (Hessenberg) sum and product:
/// commutative, with `-` and a total order. Cloning shares the terms.
///
/// # Examples
/// ```
/// use farstar_num::GeneralizedOrdinal;
/// let omega = GeneralizedOrdinal::omega();
/// let five = GeneralizedOrdinal::from(5);
/// assert_eq!(five.checked_sub(&omega)?.to_string(), "-ω+5");
/// assert_eq!(five.checked_mul(&omega)?.to_string(), "ω×5");
/// let x: GeneralizedOrdinal = "ω^(ω^2+ω)-ω^20×9+ω×3".parse()?;
/// assert!(!x.is_ordinal() && x > omega);
/// # Ok::<(), farstar_num::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct GeneralizedOrdinal {
    /// By decreasing exponents; no coefficient is 0 and every exponent is an ordinal.
    terms: Arc<[OrdinalTerm]>,
    /// Terms here and in all exponents, and 64-bit words of coefficients.
    size: u32,
    /// 0 for 0, otherwise one more than the deepest exponent.
    depth: u32,
}

/// One term `ω^exponent·coefficient` of a [`GeneralizedOrdinal`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct OrdinalTerm {
    exponent: GeneralizedOrdinal,
    coefficient: IBig,
}

impl OrdinalTerm {
    /// The exponent, an ordinal.
    pub fn exponent(&self) -> &GeneralizedOrdinal {
        &self.exponent
    }

    /// The coefficient, not 0.
    pub fn coefficient(&self) -> &IBig {
        &self.coefficient
    }
}

static OMEGA: LazyLock<GeneralizedOrdinal> =
    LazyLock::new(|| GeneralizedOrdinal::of_one_term(GeneralizedOrdinal::one(), IBig::ONE, 2, 4));

impl GeneralizedOrdinal {
    /// The most levels of exponents: `ω^ω` has 3, counting its coefficients.
    pub const MAX_DEPTH: u32 = 64;

    /// The greatest size: terms, here and in all exponents, and 64-bit words of coefficients.
    pub const MAX_SIZE: u32 = 1 << 18;

    /// The number 0.
    pub fn zero() -> GeneralizedOrdinal {
        GeneralizedOrdinal { terms: Arc::new([]), size: 0, depth: 0 }
    }

    /// The number 1.
    pub fn one() -> GeneralizedOrdinal {
        GeneralizedOrdinal::from(1)
    }

    /// The first infinite ordinal.
    pub fn omega() -> GeneralizedOrdinal {
        OMEGA.clone()
    }

    fn of_one_term(
        exponent: GeneralizedOrdinal,
        coefficient: IBig,
        depth: u32,
        size: u32,
    ) -> GeneralizedOrdinal {
        GeneralizedOrdinal { terms: Arc::new([OrdinalTerm { exponent, coefficient }]), size, depth }
    }

    /// The sum of these terms `ω^exponent·coefficient`, in any order.
    ///
    /// # Errors
    /// [`Error::NotOrdinal`] for an exponent that is no ordinal, [`Error::OutOfBounds`] beyond
    /// [`GeneralizedOrdinal::MAX_SIZE`] or [`GeneralizedOrdinal::MAX_DEPTH`].
    pub fn from_terms(
        terms: impl IntoIterator<Item = (GeneralizedOrdinal, IBig)>,
    ) -> Result<GeneralizedOrdinal, Error> {
        let mut terms: Vec<OrdinalTerm> = terms
            .into_iter()
            .map(|(exponent, coefficient)| OrdinalTerm { exponent, coefficient })
            .collect();
        if let Some(term) = terms.iter().find(|term| !term.exponent.is_ordinal()) {
            return Err(term.exponent.not_an_ordinal());
        }
        terms.sort_by(|a, b| b.exponent.cmp(&a.exponent));
        terms.dedup_by(|next, kept| {
            let same = next.exponent == kept.exponent;
            if same {
                kept.coefficient += &next.coefficient;
            }
            same
        });
        GeneralizedOrdinal::from_sorted(terms)
    }

    /// The sum of terms by decreasing exponents, which are ordinals; coefficients may be 0.
    fn from_sorted(mut terms: Vec<OrdinalTerm>) -> Result<GeneralizedOrdinal, Error> {
        terms.retain(|term| !term.coefficient.is_zero());
        let mut size = 0u64;
        let mut depth = 0;
        for term in &terms {
            size = size.saturating_add(term_size(term));
            depth = depth.max(term.exponent.depth + 1);
        }
        if size > u64::from(GeneralizedOrdinal::MAX_SIZE) {
            return Err(too_large());
        }
        if depth > GeneralizedOrdinal::MAX_DEPTH {
            return Err(Error::OutOfBounds {
                what: "levels of exponents of ω",
                limit: u64::from(GeneralizedOrdinal::MAX_DEPTH),
            });
        }
        let size = u32::try_from(size).unwrap_or(GeneralizedOrdinal::MAX_SIZE);
        Ok(GeneralizedOrdinal { terms: terms.into(), size, depth })
    }

    /// `ω^exponent·coefficient`.
    ///
    /// # Errors
    /// As [`GeneralizedOrdinal::from_terms`].
    pub fn monomial(
        exponent: &GeneralizedOrdinal,
        coefficient: impl Into<IBig>,
    ) -> Result<GeneralizedOrdinal, Error> {
        GeneralizedOrdinal::from_terms([(exponent.clone(), coefficient.into())])
    }

    /// The integer `n`.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] if `n` is larger than [`GeneralizedOrdinal::MAX_SIZE`] allows.
    pub fn integer(n: impl Into<IBig>) -> Result<GeneralizedOrdinal, Error> {
        GeneralizedOrdinal::monomial(&GeneralizedOrdinal::zero(), n)
    }

    /// The terms, by decreasing exponents.
    pub fn terms(&self) -> &[OrdinalTerm] {
        &self.terms
    }

    /// Terms, here and in all exponents, and 64-bit words of coefficients: what the value costs to hold.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// 0 for 0, otherwise one more than that of the deepest exponent.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether the number is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether the number is 1.
    pub fn is_one(&self) -> bool {
        self.as_integer().is_some_and(|n| n == IBig::ONE)
    }

    /// Whether the number is ω.
    pub fn is_omega(&self) -> bool {
        *self == *OMEGA
    }

    /// The integer, if the number is one.
    pub fn as_integer(&self) -> Option<IBig> {
        match &self.terms[..] {
            [] => Some(IBig::ZERO),
            [term] if term.exponent.is_zero() => Some(term.coefficient.clone()),
            _ => None,
        }
    }

    /// Whether the number is an ordinal: whether no coefficient is negative.
    pub fn is_ordinal(&self) -> bool {
        self.terms.iter().all(|term| term.coefficient.sign() == Sign::Positive)
    }

    /// -1, 0 or 1: the sign of the number, which is that of its first coefficient.
    pub fn signum(&self) -> i32 {
        match self.terms.first() {
            None => 0,
            Some(term) if term.coefficient.sign() == Sign::Negative => -1,
            Some(_) => 1,
        }
    }

    /// The birthday, an ordinal: the number with the absolute values of all its coefficients.
    ///
    /// Exponents that are ordinals have sign expansions without minus signs, and nothing is left out when the
    /// expansions of the terms are joined (Gonshor, *An Introduction to the Theory of Surreal Numbers*, thm 5.12).
    pub fn birthday(&self) -> GeneralizedOrdinal {
        self.map_coefficients(|n| IBig::from(n.unsigned_abs()))
    }

    /// The number with other coefficients of the same sizes, none of them 0.
    fn map_coefficients(&self, change: impl Fn(&IBig) -> IBig) -> GeneralizedOrdinal {
        let terms = self.terms.iter().map(|term| OrdinalTerm {
            exponent: term.exponent.clone(),
            coefficient: change(&term.coefficient),
        });
        GeneralizedOrdinal { terms: terms.collect(), size: self.size, depth: self.depth }
    }

    fn not_an_ordinal(&self) -> Error {
        Error::NotOrdinal(crate::error::excerpt(&self.short_text()))
    }
}

fn too_large() -> Error {
    Error::OutOfBounds {
        what: "terms of a transfinite number",
        limit: u64::from(GeneralizedOrdinal::MAX_SIZE),
    }
}

fn words(n: &IBig) -> u64 {
    (n.bit_len() as u64).div_ceil(64)
}

fn term_size(term: &OrdinalTerm) -> u64 {
    1 + words(&term.coefficient) + u64::from(term.exponent.size)
}

impl From<i64> for GeneralizedOrdinal {
    fn from(n: i64) -> GeneralizedOrdinal {
        if n == 0 {
            return GeneralizedOrdinal::zero();
        }
        GeneralizedOrdinal::of_one_term(GeneralizedOrdinal::zero(), IBig::from(n), 1, 2)
    }
}

impl TryFrom<UBig> for GeneralizedOrdinal {
    type Error = Error;

    fn try_from(n: UBig) -> Result<GeneralizedOrdinal, Error> {
        GeneralizedOrdinal::integer(n)
    }
}

impl Default for GeneralizedOrdinal {
    fn default() -> GeneralizedOrdinal {
        GeneralizedOrdinal::zero()
    }
}

/// Two lists of terms side by side, by decreasing exponents: each exponent once, with its term of the one, of the
/// other, or of both.
fn merged<'a>(
    a: &'a [OrdinalTerm],
    b: &'a [OrdinalTerm],
) -> impl Iterator<Item = (Option<&'a OrdinalTerm>, Option<&'a OrdinalTerm>)> {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    std::iter::from_fn(move || {
        let first = match (a.peek(), b.peek()) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Greater,
            (None, Some(_)) => Ordering::Less,
            (Some(x), Some(y)) => x.exponent.cmp(&y.exponent),
        };
        let left = if first == Ordering::Less { None } else { a.next() };
        let right = if first == Ordering::Greater { None } else { b.next() };
        Some((left, right))
    })
}
