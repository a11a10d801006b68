//! Formal power series in x, cut at a power of x.
//!
//! The ring has inverses (of series with a constant term that is not zero), compositions and derivatives. It has no
//! exponential, no logarithm and no integral: exp would divide by 2! = 0, ln by 2 = 0, and x has no antiderivative
//! because (x²)′ = 0. A square root exists exactly if all odd coefficients vanish, and is then unique: (⊕ c_n·xⁿ)² = ⊕
//! c_n²·x^(2n).

use crate::error::AlgebraError;
use crate::field::Nimber;
use crate::polynomial::Polynomial;
use crate::polynomial::division::inverse_series;
use crate::polynomial::multipoint::evaluate;
use crate::polynomial::product::product_below;
use crate::working::{Working, in_working_form};

/// A power series known modulo xⁿ, where n, the precision, is the number of stored coefficients.
///
/// Operations return what their operands determine: the precision of a product is the smaller of the two.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Nim64, PowerSeries};
/// // 1/(1 ⊕ 2x) is the geometric series of 2, whose cube is 1.
/// let series = PowerSeries::new([1, 2, 0, 0, 0].map(Nim64::new).to_vec());
/// assert_eq!(series.inverse()?.coefficients(), [1, 2, 3, 1, 2].map(Nim64::new));
/// # Ok::<(), farstar_nimber::AlgebraError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PowerSeries<N> {
    coefficients: Vec<N>,
}

/// f(g) modulo x^length, by f(g) = f₀(g)² ⊕ g·f₁(g)² with the square roots of the even and odd coefficients of f.
///
/// The two smaller compositions need half the length, so all levels together take O(M(n) log n); the depth is
/// logarithmic.
///
/// Source: D. J. Bernstein, *Composing power series over a finite ring in essentially linear time* (1998).
pub(crate) fn compose<W: Working>(f: &[W], g: &[W], length: usize) -> Vec<W> {
    match f {
        [] => return vec![W::ZERO; length],
        [constant] => {
            let mut composed = vec![W::ZERO; length];
            composed.iter_mut().take(1).for_each(|c| *c = *constant);
            return composed;
        }
        _ => {}
    }
    if length <= 1 {
        let constant = evaluate(f, g.first().copied().unwrap_or(W::ZERO));
        return vec![constant; length];
    }
    let roots = |from: usize| f[from..].iter().step_by(2).map(|c| c.sqrt()).collect::<Vec<W>>();
    let half = |f: &[W]| {
        let composed = compose(f, g, length.div_ceil(2));
        let mut square = W::spread_squares(&composed);
        square.truncate(length);
        square
    };
    let mut sum = half(&roots(0));
    W::add_slice(&mut sum, &product_below(&half(&roots(1)), g, length));
    sum
}

impl<N: Nimber> PowerSeries<N> {
    /// The series with these coefficients, lowest first; their number is the precision.
    pub fn new(coefficients: Vec<N>) -> Self {
        Self { coefficients }
    }

    /// A polynomial as a series of the given precision.
    pub fn from_polynomial(polynomial: &Polynomial<N>, precision: usize) -> Self {
        let mut coefficients = polynomial.coefficients().to_vec();
        coefficients.resize(precision, N::ZERO);
        Self { coefficients }
    }

    /// The known coefficients, lowest first.
    pub fn coefficients(&self) -> &[N] {
        &self.coefficients
    }

    /// The number n of known coefficients: the series is known modulo xⁿ.
    pub fn precision(&self) -> usize {
        self.coefficients.len()
    }

    /// The sum.
    #[must_use]
    pub fn sum(&self, other: &Self) -> Self {
        let sums = self.coefficients.iter().zip(&other.coefficients).map(|(&a, &b)| a + b);
        Self { coefficients: sums.collect() }
    }

    /// The product, O(M(n)).
    #[must_use]
    pub fn product(&self, other: &Self) -> Self {
        let length = self.precision().min(other.precision());
        let coefficients = in_working_form!(N; W => {
            let a: Vec<W> = W::import_slice(&self.coefficients[..length]);
            W::export_slice(&product_below(&a, &W::import_slice(&other.coefficients[..length]), length))
        });
        Self { coefficients }
    }

    /// The inverse under the product, by Newton's iteration, O(M(n)).
    ///
    /// # Errors
    ///
    /// [`AlgebraError::DivisionByZero`] if the constant term is zero.
    pub fn inverse(&self) -> Result<Self, AlgebraError> {
        if self.coefficients.first().is_some_and(|c| c.is_zero()) {
            return Err(AlgebraError::DivisionByZero("a series whose constant term is zero"));
        }
        let coefficients = in_working_form!(N; W => {
            let f: Vec<W> = W::import_slice(&self.coefficients);
            W::export_slice(&inverse_series(&f, self.precision()))
        });
        Ok(Self { coefficients })
    }

    /// The quotient.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::DivisionByZero`] if the constant term of the divisor is zero.
    pub fn quotient(&self, divisor: &Self) -> Result<Self, AlgebraError> {
        Ok(self.product(&divisor.inverse()?))
    }

    /// The square: known modulo x^(2n), twice the precision.
    #[must_use]
    pub fn square(&self) -> Self {
        let mut coefficients = vec![N::ZERO; 2 * self.precision()];
        for (place, c) in coefficients.iter_mut().step_by(2).zip(&self.coefficients) {
            *place = c.square();
        }
        Self { coefficients }
    }

    /// The square root, known modulo x^⌈n/2⌉.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::NoSquareRoot`] if an odd coefficient is not zero.
    pub fn sqrt(&self) -> Result<Self, AlgebraError> {
        let odd = |&(k, c): &(usize, &N)| k % 2 == 1 && !c.is_zero();
        if let Some((exponent, _)) = self.coefficients.iter().enumerate().find(odd) {
            return Err(AlgebraError::NoSquareRoot { exponent });
        }
        let mut coefficients: Vec<N> = self.coefficients.iter().step_by(2).copied().collect();
        N::sqrt_slice(&mut coefficients);
        Ok(Self { coefficients })
    }

    /// The derivative, one term shorter: c·x^k becomes c·x^(k−1) for odd k and 0 for even k.
    #[must_use]
    pub fn derivative(&self) -> Self {
        let odd = |(k, &c): (usize, &N)| if k % 2 == 0 { c } else { N::ZERO };
        Self { coefficients: self.coefficients.iter().skip(1).enumerate().map(odd).collect() }
    }

    /// The composition `self`(`inner`), O(M(n) log n).
    ///
    /// # Errors
    ///
    /// [`AlgebraError::ConstantTerm`] if the constant term of `inner` is not zero: the sum would not be finite.
    pub fn compose(&self, inner: &Self) -> Result<Self, AlgebraError> {
        if let Some(&constant) = inner.coefficients.first()
            && !constant.is_zero()
        {
            return Err(AlgebraError::ConstantTerm {
                operation: "composition of power series",
                expected: 0,
                found: constant.to_string(),
            });
        }
        let length = self.precision().min(inner.precision());
        Ok(self.compose_into(&self.coefficients[..length], inner, length))
    }

    /// A polynomial of this series, which may have any constant term, O(M(n) log n).
    #[must_use]
    pub fn compose_polynomial(&self, polynomial: &Polynomial<N>) -> Self {
        self.compose_into(polynomial.coefficients(), self, self.precision())
    }

    fn compose_into(&self, outer: &[N], inner: &Self, length: usize) -> Self {
        let coefficients = in_working_form!(N; W => {
            let g: Vec<W> = W::import_slice(&inner.coefficients);
            W::export_slice(&compose(&W::import_slice(outer), &g, length))
        });
        Self { coefficients }
    }
}
