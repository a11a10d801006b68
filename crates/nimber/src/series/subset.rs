//! Set power series: functions on the subsets of k elements, multiplied by subset convolution.
//!
//! Write a = ⊕ a(S)·y^S with y^S·y^T = y^(S∪T) for disjoint S, T and 0 otherwise. Since cross terms meet twice, a∗a =
//! a(∅)⊗a(∅): every series with constant term 1 is its own inverse, every polynomial acts as p(c ⊕ n) = p(c) ⊕ p′(c)·n,
//! and a series that is not a constant has no square root. The exponential sums over set partitions and never divides:
//! exp(a)(S) = ⊕ ∏ a(block) = ∏ (1 ⊕ a(T)·y^T) over T ≠ ∅. Adding element after element gives exp, ln and every
//! composition with a sequence f₀, f₁, … (where ordinary series would have fₙ/n!) in O(k²·2^k).

use super::ranked::subset_product;
use super::zeta::elements;
use crate::error::{AlgebraError, Check, unchecked};
use crate::field::Nimber;
use crate::polynomial::Polynomial;
use crate::working::{Working, in_working_form};

/// The most elements of a set power series: 2^24 coefficients.
pub(crate) const ELEMENT_LIMIT: usize = 24;

/// A set power series: one coefficient for each subset of k elements, sets written as bit masks.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Nim64, SetPowerSeries};
/// // exp counts set partitions; here each block weighs 1, so the answers are the Bell numbers modulo 2: 1, 1, 2, 5.
/// let blocks = SetPowerSeries::new([0, 1, 1, 1, 1, 1, 1, 1].map(Nim64::new).to_vec())?;
/// let partitions = blocks.exp()?;
/// assert_eq!(partitions.coefficients(), [1, 1, 1, 0, 1, 0, 0, 1].map(Nim64::new));
/// assert_eq!(partitions.product(&partitions)?, SetPowerSeries::one(3)?);
/// # Ok::<(), farstar_nimber::AlgebraError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SetPowerSeries<N> {
    coefficients: Vec<N>,
}

/// Subset convolution in any working form.
pub(crate) fn product<W: Working>(
    a: &[W],
    b: &[W],
    check: Check<'_>,
) -> Result<Vec<W>, AlgebraError> {
    W::bilinear(a, b, &mut |a, b| subset_product(a, b, &mut *check))
}

/// The exponential: the upper half is the lower half times the upper half of the argument, one element at a time.
pub(crate) fn exp<W: Working>(a: &[W], check: Check<'_>) -> Result<Vec<W>, AlgebraError> {
    let mut exp = Vec::with_capacity(a.len());
    exp.push(W::ONE);
    while exp.len() < a.len() {
        let size = exp.len();
        let upper = product(&a[size..2 * size], &exp, &mut *check)?;
        exp.extend(upper);
    }
    Ok(exp)
}

/// The logarithm: the upper half is that of the argument divided by, that is multiplied by, the lower half.
pub(crate) fn ln<W: Working>(f: &[W], check: Check<'_>) -> Result<Vec<W>, AlgebraError> {
    let mut ln = Vec::with_capacity(f.len());
    ln.push(W::ZERO);
    while ln.len() < f.len() {
        let size = ln.len();
        let upper = product(&f[size..2 * size], &f[..size], &mut *check)?;
        ln.extend(upper);
    }
    Ok(ln)
}

/// ⊕ over set partitions of f_(number of blocks) ∏ a(block).
fn compose<W: Working>(a: &[W], sequence: &[W], check: Check<'_>) -> Result<Vec<W>, AlgebraError> {
    let elements = a.len().trailing_zeros() as usize;
    // Before element i, entry j is the composition with f_j, f_{j+1}, … on the first i elements; with it, the block of
    // the element is chosen and the sequence moves on by one.
    let mut composed: Vec<Vec<W>> =
        (0..=elements).map(|j| vec![sequence.get(j).copied().unwrap_or(W::ZERO)]).collect();
    for element in 0..elements {
        let blocks = &a[1 << element..2 << element];
        for j in 0..elements - element {
            let upper = product(&composed[j + 1], blocks, &mut *check)?;
            composed[j].extend(upper);
        }
        composed.pop();
    }
    Ok(composed.swap_remove(0))
}

impl<N: Nimber> SetPowerSeries<N> {
    /// The series with these coefficients, the one of S at the index whose bits are S.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::NotPowerOfTwo`] if their number is not 2^k, [`AlgebraError::TooManyElements`] if k exceeds 24.
    pub fn new(coefficients: Vec<N>) -> Result<Self, AlgebraError> {
        within_limit(elements(coefficients.len())?)?;
        Ok(Self { coefficients })
    }

    /// The zero series on k elements.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::TooManyElements`] if k exceeds 24.
    pub fn zero(elements: usize) -> Result<Self, AlgebraError> {
        within_limit(elements)?;
        Ok(Self { coefficients: vec![N::ZERO; 1 << elements] })
    }

    /// The unit of the product on k elements.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::TooManyElements`] if k exceeds 24.
    pub fn one(elements: usize) -> Result<Self, AlgebraError> {
        let mut one = Self::zero(elements)?;
        one.coefficients[0] = N::ONE;
        Ok(one)
    }

    /// The number of elements.
    pub fn elements(&self) -> usize {
        self.coefficients.len().trailing_zeros() as usize
    }

    /// The coefficients, the one of S at the index whose bits are S.
    pub fn coefficients(&self) -> &[N] {
        &self.coefficients
    }

    /// The coefficients, given away.
    pub fn into_coefficients(self) -> Vec<N> {
        self.coefficients
    }

    /// The coefficient of the empty set.
    pub fn constant_term(&self) -> N {
        self.coefficients[0]
    }

    fn same_elements(&self, other: &Self) -> Result<(), AlgebraError> {
        if self.coefficients.len() == other.coefficients.len() {
            return Ok(());
        }
        Err(AlgebraError::SizeMismatch {
            what: "coefficients of a set power series",
            expected: self.coefficients.len(),
            found: other.coefficients.len(),
        })
    }

    fn needs_constant(&self, operation: &'static str, one: bool) -> Result<(), AlgebraError> {
        let found = self.constant_term();
        if found == if one { N::ONE } else { N::ZERO } {
            return Ok(());
        }
        Err(AlgebraError::ConstantTerm {
            operation,
            expected: u8::from(one),
            found: found.to_string(),
        })
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::SizeMismatch`] if the series have different elements.
    pub fn sum(&self, other: &Self) -> Result<Self, AlgebraError> {
        self.same_elements(other)?;
        let sums = self.coefficients.iter().zip(&other.coefficients).map(|(&a, &b)| a + b);
        Ok(Self { coefficients: sums.collect() })
    }

    /// The product, subset convolution: (a∗b)(S) = ⊕ a(T)⊗b(S∖T) over T ⊆ S.
    ///
    /// Cost: O(k²·2^k) products of 64-bit nimbers (three times that for 128 bits), memory about twelve operands.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::SizeMismatch`] if the series have different elements.
    pub fn product(&self, other: &Self) -> Result<Self, AlgebraError> {
        self.product_checked(other, &mut unchecked)
    }

    /// [`SetPowerSeries::product`] that asks `check` now and then whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn product_checked(&self, other: &Self, check: Check<'_>) -> Result<Self, AlgebraError> {
        self.same_elements(other)?;
        let coefficients = in_working_form!(N; W => {
            let a = W::import_slice(&self.coefficients);
            let b = W::import_slice(&other.coefficients);
            W::export_slice(&product::<W>(&a, &b, check)?)
        });
        Ok(Self { coefficients })
    }

    /// The inverse under the product: a/(c⊗c) with c the constant term, because a∗a = c⊗c. A series with constant term
    /// 1 is its own inverse.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::DivisionByZero`] if the constant term is zero.
    pub fn inverse(&self) -> Result<Self, AlgebraError> {
        let inverse = self
            .constant_term()
            .inverse()
            .ok_or(AlgebraError::DivisionByZero("a series whose constant term is zero"))?;
        let mut coefficients = self.coefficients.clone();
        N::scale_slice(&mut coefficients, inverse.square());
        Ok(Self { coefficients })
    }

    /// The exponential, the sum over set partitions: exp(a)(S) = ⊕ ∏ a(block) over the partitions of S into blocks.
    ///
    /// Cost: twice that of a product.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::ConstantTerm`] if the constant term is not zero.
    pub fn exp(&self) -> Result<Self, AlgebraError> {
        self.exp_checked(&mut unchecked)
    }

    /// [`SetPowerSeries::exp`] that asks `check` now and then whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn exp_checked(&self, check: Check<'_>) -> Result<Self, AlgebraError> {
        self.needs_constant("exp", false)?;
        let coefficients = in_working_form!(N; W => {
            W::export_slice(&exp::<W>(&W::import_slice(&self.coefficients), check)?)
        });
        Ok(Self { coefficients })
    }

    /// The logarithm, the inverse of [`SetPowerSeries::exp`].
    ///
    /// # Errors
    ///
    /// [`AlgebraError::ConstantTerm`] if the constant term is not one.
    pub fn ln(&self) -> Result<Self, AlgebraError> {
        self.ln_checked(&mut unchecked)
    }

    /// [`SetPowerSeries::ln`] that asks `check` now and then whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn ln_checked(&self, check: Check<'_>) -> Result<Self, AlgebraError> {
        self.needs_constant("ln", true)?;
        let coefficients = in_working_form!(N; W => {
            W::export_slice(&ln::<W>(&W::import_slice(&self.coefficients), check)?)
        });
        Ok(Self { coefficients })
    }

    /// The sum over set partitions of f_b ∏ a(block), where b is the number of blocks and `sequence` is f₀, f₁, … (zero
    /// after its end). The sequence 1, 1, 1, … gives exp.
    ///
    /// Cost: about four products.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::ConstantTerm`] if the constant term is not zero.
    pub fn compose_sequence(&self, sequence: &[N]) -> Result<Self, AlgebraError> {
        self.compose_sequence_checked(sequence, &mut unchecked)
    }

    /// [`SetPowerSeries::compose_sequence`] that asks `check` now and then whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn compose_sequence_checked(
        &self,
        sequence: &[N],
        check: Check<'_>,
    ) -> Result<Self, AlgebraError> {
        self.needs_constant("composition with a sequence", false)?;
        let coefficients = in_working_form!(N; W => {
            let a = W::import_slice(&self.coefficients);
            W::export_slice(&compose::<W>(&a, &W::import_slice(sequence), check)?)
        });
        Ok(Self { coefficients })
    }

    /// The value p(a) of a polynomial, powers being products of series: p(c) ⊕ p′(c)·(a ⊕ c) with c the constant term,
    /// because (a ⊕ c)∗(a ⊕ c) = 0. O(2^k).
    #[must_use]
    pub fn compose_polynomial(&self, polynomial: &Polynomial<N>) -> Self {
        let constant = self.constant_term();
        let mut coefficients = self.coefficients.clone();
        N::scale_slice(&mut coefficients, polynomial.derivative().evaluate(constant));
        coefficients[0] = polynomial.evaluate(constant);
        Self { coefficients }
    }
}

fn within_limit(elements: usize) -> Result<(), AlgebraError> {
    if elements <= ELEMENT_LIMIT {
        return Ok(());
    }
    Err(AlgebraError::TooManyElements { elements, limit: ELEMENT_LIMIT })
}
