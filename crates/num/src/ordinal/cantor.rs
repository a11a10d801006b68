//! Cantor's arithmetic of ordinals: sums and products by order type, beside the natural ones.
//!
//! `1 + ω = ω` and `2·ω = ω` here, where the natural sum and product commute. The rules for Cantor normal forms are
//! those of any textbook (W. Sierpiński, *Cardinal and Ordinal Numbers*, ch. XIV). Powers are Cantor's too: `2^ω = ω`.

use super::{GeneralizedOrdinal, OrdinalTerm, too_large};
use crate::{Error, IBig, UBig};
use dashu_int::ops::{BitTest, DivRem, UnsignedAbs};
use std::cmp::Ordering;

/// How an ordinal is reached from below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cofinality {
    /// The ordinal 0.
    Zero,
    /// A successor.
    Successor,
    /// A limit; below ε₀ it is the limit of a sequence of length ω.
    Limit,
}

fn one_minus(exponent: &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error> {
    let rest = exponent.left_difference(&GeneralizedOrdinal::one())?;
    rest.ok_or_else(|| exponent.not_an_ordinal())
}

impl GeneralizedOrdinal {
    fn ordinal_terms(&self) -> Result<&[OrdinalTerm], Error> {
        if self.is_ordinal() { Ok(&self.terms) } else { Err(self.not_an_ordinal()) }
    }

    /// The greatest exponent of ω, 0 for 0: the logarithm to the base ω, rounded down.
    ///
    /// # Examples
    /// ```
    /// let x: farstar_num::GeneralizedOrdinal = "ω^(ω+1)×3+5".parse()?;
    /// assert_eq!(x.leading_exponent().to_string(), "ω+1");
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn leading_exponent(&self) -> GeneralizedOrdinal {
        self.terms.first().map_or_else(GeneralizedOrdinal::zero, |term| term.exponent.clone())
    }

    /// The ordinal sum `self + other`: the order type of `self` followed by `other`. O(terms).
    ///
    /// # Errors
    /// [`Error::NotOrdinal`] if one of the two is no ordinal, [`Error::OutOfBounds`] beyond
    /// [`GeneralizedOrdinal::MAX_SIZE`].
    ///
    /// # Examples
    /// ```
    /// use farstar_num::GeneralizedOrdinal;
    /// let (one, omega) = (GeneralizedOrdinal::one(), GeneralizedOrdinal::omega());
    /// assert_eq!(one.ordinal_sum(&omega)?, omega);
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn ordinal_sum(&self, other: &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error> {
        let (left, right) = (self.ordinal_terms()?, other.ordinal_terms()?);
        let Some(head) = right.first() else { return Ok(self.clone()) };
        let mut terms = Vec::with_capacity(left.len() + right.len());
        let mut right = right.to_vec();
        for term in left {
            match term.exponent.cmp(&head.exponent) {
                Ordering::Greater => terms.push(term.clone()),
                Ordering::Equal => right[0].coefficient += &term.coefficient,
                Ordering::Less => break,
            }
        }
        terms.append(&mut right);
        GeneralizedOrdinal::from_sorted(terms)
    }

    /// The ordinal c with `other + c = self`, if there is one: if `other` is not above `self`. O(terms).
    ///
    /// # Errors
    /// As [`GeneralizedOrdinal::ordinal_sum`].
    ///
    /// # Examples
    /// ```
    /// use farstar_num::GeneralizedOrdinal;
    /// let (one, omega) = (GeneralizedOrdinal::one(), GeneralizedOrdinal::omega());
    /// assert_eq!(omega.left_difference(&one)?, Some(omega.clone()));
    /// assert_eq!(one.left_difference(&omega)?, None);
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn left_difference(
        &self,
        other: &GeneralizedOrdinal,
    ) -> Result<Option<GeneralizedOrdinal>, Error> {
        let (whole, part) = (self.ordinal_terms()?, other.ordinal_terms()?);
        if self < other {
            return Ok(None);
        }
        let equal = whole.iter().zip(part).take_while(|(x, y)| x == y).count();
        let mut rest = whole[equal..].to_vec();
        if let (Some(x), Some(y)) = (rest.first_mut(), part.get(equal))
            && x.exponent == y.exponent
        {
            x.coefficient -= &y.coefficient;
        }
        GeneralizedOrdinal::from_sorted(rest).map(Some)
    }

    /// The ordinal product `self · other`: the order type of `other` copies of `self` in a row.
    ///
    /// # Errors
    /// As [`GeneralizedOrdinal::ordinal_sum`].
    ///
    /// # Examples
    /// ```
    /// let ordinal = |text: &str| text.parse::<farstar_num::GeneralizedOrdinal>();
    /// assert_eq!(ordinal("ω+1")?.ordinal_product(&ordinal("ω×2+3")?)?.to_string(), "ω^2×2+ω×3+1");
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn ordinal_product(&self, other: &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error> {
        let (left, right) = (self.ordinal_terms()?, other.ordinal_terms()?);
        let Some((head, tail)) = left.split_first() else { return Ok(GeneralizedOrdinal::zero()) };
        let mut terms = Vec::with_capacity(left.len() + right.len());
        for term in right {
            if term.exponent.is_zero() {
                let coefficient = &head.coefficient * &term.coefficient;
                terms.push(OrdinalTerm { exponent: head.exponent.clone(), coefficient });
                terms.extend_from_slice(tail);
            } else {
                let exponent = head.exponent.ordinal_sum(&term.exponent)?;
                terms.push(OrdinalTerm { exponent, coefficient: term.coefficient.clone() });
            }
        }
        GeneralizedOrdinal::from_sorted(terms)
    }

    /// The ordinal power `self^other`, the limit of repeated ordinal products.
    ///
    /// # Errors
    /// As [`GeneralizedOrdinal::ordinal_sum`]; a power of n factors of an ordinal such as `ω+1` has n + 1 terms.
    ///
    /// # Examples
    /// ```
    /// let ordinal = |text: &str| text.parse::<farstar_num::GeneralizedOrdinal>();
    /// assert_eq!(ordinal("2")?.ordinal_power(&ordinal("ω")?)?.to_string(), "ω");
    /// assert_eq!(ordinal("ω+1")?.ordinal_power(&ordinal("ω+1")?)?.to_string(), "ω^(ω+1)+ω^ω");
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn ordinal_power(&self, other: &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error> {
        let exponent = other.ordinal_terms()?;
        let Some(base) = self.ordinal_terms()?.first() else {
            return Ok(if other.is_zero() {
                GeneralizedOrdinal::one()
            } else {
                GeneralizedOrdinal::zero()
            });
        };
        if self.is_one() {
            return Ok(GeneralizedOrdinal::one());
        }
        let (finite, infinite) = match exponent.split_last() {
            Some((last, infinite)) if last.exponent.is_zero() => {
                ((&last.coefficient).unsigned_abs(), infinite)
            }
            _ => (UBig::ZERO, exponent),
        };
        let limit = if base.exponent.is_zero() {
            // k^(ω^e·c) is ω^(ω^(-1+e)·c) for a finite k.
            let terms: Result<Vec<_>, Error> = infinite
                .iter()
                .map(|term| Ok((one_minus(&term.exponent)?, term.coefficient.clone())))
                .collect();
            GeneralizedOrdinal::from_terms(terms?)?
        } else {
            base.exponent.ordinal_product(&GeneralizedOrdinal::from_sorted(infinite.to_vec())?)?
        };
        GeneralizedOrdinal::monomial(&limit, 1)?.ordinal_product(&self.finite_power(&finite)?)
    }

    /// The product of n equal factors other than 0 and 1.
    fn finite_power(&self, n: &UBig) -> Result<GeneralizedOrdinal, Error> {
        if self.as_integer().is_some() {
            return self.checked_pow(n);
        }
        let last = self.terms.last();
        if self.terms.len() == 1 || last.is_some_and(|term| !term.exponent.is_zero()) {
            // All factors but the last give their leading exponents only.
            let Some(before) = (!n.is_zero()).then(|| n - UBig::ONE) else {
                return Ok(GeneralizedOrdinal::one());
            };
            let before = GeneralizedOrdinal::integer(before)?;
            let exponent = self.leading_exponent().ordinal_product(&before)?;
            return GeneralizedOrdinal::monomial(&exponent, 1)?.ordinal_product(self);
        }
        if n.bit_len() > 18 {
            return Err(too_large());
        }
        let mut power = GeneralizedOrdinal::one();
        for bit in (0..n.bit_len()).rev() {
            power = power.ordinal_product(&power)?;
            if n.bit(bit) {
                power = power.ordinal_product(self)?;
            }
        }
        Ok(power)
    }

    /// The quotient q and the remainder r with `self = other·q + r` and `r < other`, in ordinal arithmetic.
    ///
    /// # Errors
    /// As [`GeneralizedOrdinal::ordinal_sum`], and [`Error::Undefined`] for a division by 0.
    ///
    /// # Examples
    /// ```
    /// let ordinal = |text: &str| text.parse::<farstar_num::GeneralizedOrdinal>();
    /// let (quotient, rest) = ordinal("ω^2+ω×3+2")?.ordinal_div_rem(&ordinal("ω+5")?)?;
    /// assert_eq!((quotient.to_string(), rest.to_string()), ("ω+2".to_owned(), "ω+2".to_owned()));
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn ordinal_div_rem(
        &self,
        other: &GeneralizedOrdinal,
    ) -> Result<(GeneralizedOrdinal, GeneralizedOrdinal), Error> {
        self.ordinal_terms()?;
        let Some(head) = other.ordinal_terms()?.first() else {
            return Err(Error::Undefined(format!("{}/0", self.short_text())));
        };
        let mut quotient = Vec::new();
        for (at, term) in self.terms.iter().enumerate() {
            if let Some(exponent) = term.exponent.left_difference(&head.exponent)?
                && !exponent.is_zero()
            {
                quotient.push(OrdinalTerm { exponent, coefficient: term.coefficient.clone() });
                continue;
            }
            let rest = GeneralizedOrdinal::from_sorted(self.terms[at..].to_vec())?;
            if term.exponent < head.exponent {
                return Ok((GeneralizedOrdinal::from_sorted(quotient)?, rest));
            }
            let mut times = (&term.coefficient).div_rem(&head.coefficient).0;
            let mut product =
                other.ordinal_product(&GeneralizedOrdinal::integer(times.clone())?)?;
            if product > rest {
                times -= IBig::ONE;
                product = other.ordinal_product(&GeneralizedOrdinal::integer(times.clone())?)?;
            }
            let rest = rest.left_difference(&product)?.unwrap_or_default();
            let exponent = GeneralizedOrdinal::zero();
            quotient.push(OrdinalTerm { exponent, coefficient: times });
            return Ok((GeneralizedOrdinal::from_sorted(quotient)?, rest));
        }
        Ok((GeneralizedOrdinal::from_sorted(quotient)?, GeneralizedOrdinal::zero()))
    }

    /// Whether an ordinal is 0, a successor or a limit.
    ///
    /// # Errors
    /// [`Error::NotOrdinal`] if it is none.
    pub fn cofinality(&self) -> Result<Cofinality, Error> {
        Ok(match self.ordinal_terms()?.last() {
            None => Cofinality::Zero,
            Some(term) if term.exponent.is_zero() => Cofinality::Successor,
            Some(_) => Cofinality::Limit,
        })
    }

    /// The n-th ordinal of the fundamental sequence of a limit, whose limit it is; `None` for 0 and successors.
    ///
    /// The last term `ω^(β+1)` gives `ω^β·n`, and `ω^λ` for a limit λ gives ω to the n-th of λ (the sequences of the
    /// Hardy hierarchy).
    ///
    /// # Errors
    /// As [`GeneralizedOrdinal::ordinal_sum`].
    ///
    /// # Examples
    /// ```
    /// use farstar_num::UBig;
    /// let x: farstar_num::GeneralizedOrdinal = "ω^ω×2".parse()?;
    /// assert_eq!(x.fundamental(&UBig::from(3u8))?.map(|y| y.to_string()), Some("ω^ω+ω^3".to_owned()));
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn fundamental(&self, n: &UBig) -> Result<Option<GeneralizedOrdinal>, Error> {
        let Some((last, before)) = self.ordinal_terms()?.split_last() else { return Ok(None) };
        let mut terms = before.to_vec();
        let coefficient = &last.coefficient - IBig::ONE;
        terms.push(OrdinalTerm { exponent: last.exponent.clone(), coefficient });
        let next = match last.exponent.cofinality()? {
            Cofinality::Zero => return Ok(None),
            Cofinality::Successor => {
                let below = last.exponent.checked_sub(&GeneralizedOrdinal::one())?;
                OrdinalTerm { exponent: below, coefficient: IBig::from(n.clone()) }
            }
            Cofinality::Limit => {
                let exponent = last.exponent.fundamental(n)?.unwrap_or_default();
                OrdinalTerm { exponent, coefficient: IBig::ONE }
            }
        };
        terms.push(next);
        GeneralizedOrdinal::from_sorted(terms).map(Some)
    }
}
