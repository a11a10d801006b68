//! Series of labelled structures that depend on sizes only: a_n stands at xⁿ/n!, and nothing is divided.
//!
//! The product is c_m = ⊕ C(m, i)·a_i⊗b_{m−i}. By Lucas, C(m, i) is odd exactly when the bits of i are bits of m, so
//! the product is the subset convolution of the binary digits: a sequence of 2^k terms is a set power series on k
//! elements. The derivative is the shift of indices. The exponential is not that of the set power series, because {1,
//! …, 2m} splits into two blocks of size m in C(2m, m)/2 ways, which is odd when m is a power of two: exp(f) is the set
//! exponential of h with h_n = f_n, except h_{2m} = f_{2m} ⊕ h_m⊗h_m for m a power of two.

use super::subset::{ELEMENT_LIMIT, exp, ln, product};
use crate::error::{AlgebraError, Check, unchecked};
use crate::field::Nimber;
use crate::working::{Working, in_working_form};

/// A truncated series a_0, a_1, …, a_{n} of labelled structures, one coefficient for each size.
///
/// # Examples
///
/// Graphs whose components are complete, each component of size i weighing f_i:
///
/// ```
/// use farstar_nimber::{BinomialSeries, Nim64};
/// let f = BinomialSeries::new([0, 12, 9].map(Nim64::new).to_vec())?;
/// let g = f.exp()?;
/// assert_eq!(g.coefficients(), [1, 12, 2].map(Nim64::new));
/// assert_eq!(g.ln()?, f);
/// # Ok::<(), farstar_nimber::AlgebraError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BinomialSeries<N> {
    coefficients: Vec<N>,
}

/// Zeros up to a power of two of entries, at least one.
fn padded<W: Working, N: Nimber>(x: &[N]) -> Vec<W> {
    let mut padded = W::import_slice(x);
    padded.resize(x.len().next_power_of_two(), W::ZERO);
    padded
}

impl<N: Nimber> BinomialSeries<N> {
    /// The series with these coefficients, a_0 first.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::TooManyElements`] if there are more than 2^24.
    pub fn new(coefficients: Vec<N>) -> Result<Self, AlgebraError> {
        let limit = 1 << ELEMENT_LIMIT;
        if coefficients.len() > limit {
            return Err(AlgebraError::TooManyElements { elements: coefficients.len(), limit });
        }
        Ok(Self { coefficients })
    }

    /// The coefficients, a_0 first.
    pub fn coefficients(&self) -> &[N] {
        &self.coefficients
    }

    /// The coefficients, given away.
    pub fn into_coefficients(self) -> Vec<N> {
        self.coefficients
    }

    fn needs_constant(&self, operation: &'static str, one: bool) -> Result<(), AlgebraError> {
        match self.coefficients.first() {
            Some(&found) if found != if one { N::ONE } else { N::ZERO } => {
                Err(AlgebraError::ConstantTerm {
                    operation,
                    expected: u8::from(one),
                    found: found.to_string(),
                })
            }
            _ => Ok(()),
        }
    }

    /// The sum, cut to the shorter series.
    #[must_use]
    pub fn sum(&self, other: &Self) -> Self {
        let sums = self.coefficients.iter().zip(&other.coefficients).map(|(&a, &b)| a + b);
        Self { coefficients: sums.collect() }
    }

    /// The derivative, the shift of indices: the coefficient of size n becomes that of size n + 1. One term is lost.
    #[must_use]
    pub fn derivative(&self) -> Self {
        Self { coefficients: self.coefficients.iter().skip(1).copied().collect() }
    }

    /// The antiderivative with the given constant term, the shift back. It always exists here, unlike for power series.
    #[must_use]
    pub fn integral(&self, constant: N) -> Self {
        let coefficients = std::iter::once(constant).chain(self.coefficients.iter().copied());
        Self { coefficients: coefficients.collect() }
    }

    /// The product c_m = ⊕ a_i⊗b_{m−i} over the i whose bits are bits of m, cut to the shorter series. O(n·log² n).
    #[must_use]
    pub fn product(&self, other: &Self) -> Self {
        self.product_checked(other, &mut unchecked).expect("the check never stops the product")
    }

    /// [`BinomialSeries::product`] that asks `check` now and then whether to go on.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn product_checked(&self, other: &Self, check: Check<'_>) -> Result<Self, AlgebraError> {
        let length = self.coefficients.len().min(other.coefficients.len());
        let (a, b) = (&self.coefficients[..length], &other.coefficients[..length]);
        let coefficients = in_working_form!(N; W => {
            let product = product::<W>(&padded(a), &padded(b), check)?;
            W::export_slice(&product[..length])
        });
        Ok(Self { coefficients })
    }

    /// The inverse under the product: a/(c⊗c) with c the constant term.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::DivisionByZero`] if the constant term is zero.
    pub fn inverse(&self) -> Result<Self, AlgebraError> {
        let constant = self.coefficients.first().copied().unwrap_or(N::ONE);
        let inverse = constant
            .inverse()
            .ok_or(AlgebraError::DivisionByZero("a series whose constant term is zero"))?;
        let mut coefficients = self.coefficients.clone();
        N::scale_slice(&mut coefficients, inverse.square());
        Ok(Self { coefficients })
    }

    /// The exponential: g_m = ⊕ ∏ f_|block| over the set partitions of m labels. O(n·log² n).
    ///
    /// # Errors
    ///
    /// [`AlgebraError::ConstantTerm`] if f_0 is not zero.
    pub fn exp(&self) -> Result<Self, AlgebraError> {
        self.exp_checked(&mut unchecked)
    }

    /// [`BinomialSeries::exp`] that asks `check` now and then whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn exp_checked(&self, check: Check<'_>) -> Result<Self, AlgebraError> {
        self.needs_constant("exp", false)?;
        let length = self.coefficients.len();
        let coefficients = in_working_form!(N; W => {
            let mut h: Vec<W> = padded(&self.coefficients);
            let mut m = 1;
            while 2 * m < length {
                h[2 * m] = h[2 * m].add(h[m].square());
                m *= 2;
            }
            W::export_slice(&exp::<W>(&h, check)?[..length])
        });
        Ok(Self { coefficients })
    }

    /// The logarithm, the inverse of [`BinomialSeries::exp`]. O(n·log² n).
    ///
    /// # Errors
    ///
    /// [`AlgebraError::ConstantTerm`] if the constant term is not one.
    pub fn ln(&self) -> Result<Self, AlgebraError> {
        self.ln_checked(&mut unchecked)
    }

    /// [`BinomialSeries::ln`] that asks `check` now and then whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn ln_checked(&self, check: Check<'_>) -> Result<Self, AlgebraError> {
        self.needs_constant("ln", true)?;
        let length = self.coefficients.len();
        let coefficients = in_working_form!(N; W => {
            let mut h = ln::<W>(&padded(&self.coefficients), check)?;
            // f_{2m} = h_{2m} ⊕ h_m², from the top down so that h_m is still that of the set logarithm.
            let mut m = h.len() / 2;
            while m > 0 {
                if 2 * m < h.len() {
                    h[2 * m] = h[2 * m].add(h[m].square());
                }
                m /= 2;
            }
            W::export_slice(&h[..length])
        });
        Ok(Self { coefficients })
    }
}
