//! Polynomials in one variable over a field of nimbers.
//!
//! A polynomial is its list of coefficients, lowest first, without zeros at the top; the zero polynomial is the empty
//! list. Since 1 ⊕ 1 = 0, squaring spreads the squared coefficients and the derivative forgets the even ones. Long
//! computations run in the polynomial form of the field and convert at their edges.

mod additive_fft;
pub(crate) mod division;
mod factor;
pub(crate) mod gcd;
pub(crate) mod multipoint;
pub(crate) mod product;
mod text;

use crate::error::{AlgebraError, Check, unchecked};
use crate::field::Nimber;
use crate::working::{Working, in_working_form};
use std::ops::{Add, Mul, Sub};

/// A polynomial over the nimbers of one width.
///
/// `Display` and `FromStr` write and read `3x^2 + x + 7`; a plain list of coefficients, lowest first (`7,1,3`), is read
/// as well.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Nim8, Polynomial};
/// let p: Polynomial<Nim8> = "x + 2".parse()?;
/// let q: Polynomial<Nim8> = "x + 3".parse()?;
/// // 2 and 3 are the two roots of x² + x + 1: 2 ⊕ 3 = 1 and 2 ⊗ 3 = 1.
/// assert_eq!((&p * &q).to_string(), "x^2 + x + 1");
/// assert_eq!((&p * &q).roots()?, [Nim8::new(2), Nim8::new(3)]);
/// # Ok::<(), farstar_nimber::AlgebraError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Polynomial<N> {
    coefficients: Vec<N>,
}

/// A factor of a polynomial with its multiplicity.
pub type Factor<N> = (Polynomial<N>, u64);

impl<N: Nimber> Polynomial<N> {
    /// The polynomial with these coefficients, lowest first.
    pub fn new(mut coefficients: Vec<N>) -> Self {
        let length = coefficients.iter().rposition(|c| !c.is_zero()).map_or(0, |last| last + 1);
        coefficients.truncate(length);
        Self { coefficients }
    }

    /// The zero polynomial.
    pub fn zero() -> Self {
        Self { coefficients: Vec::new() }
    }

    /// The constant polynomial `c`.
    pub fn constant(c: N) -> Self {
        Self::new(vec![c])
    }

    /// The variable x.
    pub fn x() -> Self {
        Self { coefficients: vec![N::ZERO, N::ONE] }
    }

    /// The monic polynomial with these roots, each as often as it is listed. O(M(n) log n) for n roots.
    pub fn from_roots(roots: &[N]) -> Self {
        in_working_form!(N; W => {
            let mut level: Vec<Vec<W>> =
                roots.iter().map(|&root| vec![W::import(root), W::ONE]).collect();
            while level.len() > 1 {
                level = level
                    .chunks(2)
                    .map(|pair| match pair {
                        [left, right] => product::product(left, right),
                        _ => pair[0].clone(),
                    })
                    .collect();
            }
            level.pop().map_or_else(|| Self::constant(N::ONE), |product| Self::from_working(&product))
        })
    }

    /// The coefficients, lowest first, the last one not zero.
    pub fn coefficients(&self) -> &[N] {
        &self.coefficients
    }

    /// The coefficient of x^`exponent`, zero above the degree.
    pub fn coefficient(&self, exponent: usize) -> N {
        self.coefficients.get(exponent).copied().unwrap_or(N::ZERO)
    }

    /// The degree, `None` for the zero polynomial.
    pub fn degree(&self) -> Option<usize> {
        self.coefficients.len().checked_sub(1)
    }

    /// The leading coefficient, `None` for the zero polynomial.
    pub fn leading(&self) -> Option<N> {
        self.coefficients.last().copied()
    }

    /// Is this the zero polynomial?
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    pub(crate) fn to_working<W: Working>(&self) -> Vec<W> {
        W::import_slice(&self.coefficients)
    }

    pub(crate) fn from_working<W: Working>(coefficients: &[W]) -> Self {
        Self::new(W::export_slice(coefficients))
    }

    /// The product with a constant.
    #[must_use]
    pub fn scale(&self, c: N) -> Self {
        let mut coefficients = self.coefficients.clone();
        N::scale_slice(&mut coefficients, c);
        Self::new(coefficients)
    }

    /// The polynomial divided by its leading coefficient; zero stays zero.
    #[must_use]
    pub fn monic(&self) -> Self {
        let inverse = self.leading().and_then(N::inverse);
        inverse.map_or_else(Self::zero, |inverse| self.scale(inverse))
    }

    /// The square: squared coefficients at even places.
    #[must_use]
    pub fn square(&self) -> Self {
        let mut square = vec![N::ZERO; (2 * self.coefficients.len()).saturating_sub(1)];
        for (place, c) in square.iter_mut().step_by(2).zip(&self.coefficients) {
            *place = c.square();
        }
        Self::new(square)
    }

    /// Quotient and remainder: `self` = q·`divisor` ⊕ r with r of smaller degree than the divisor.
    ///
    /// Cost: O(n·m) for short ones, O(M(n)) for long ones.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::DivisionByZero`] for the zero divisor.
    pub fn div_rem(&self, divisor: &Self) -> Result<(Self, Self), AlgebraError> {
        if divisor.is_zero() {
            return Err(AlgebraError::DivisionByZero("the zero polynomial"));
        }
        Ok(in_working_form!(N; W => {
            let (quotient, remainder) =
                division::divide::<W>(&self.to_working(), &divisor.to_working());
            (Self::from_working(&quotient), Self::from_working(&remainder))
        }))
    }

    /// The monic greatest common divisor; that of zero and zero is zero. O(n²), with unreduced sums.
    ///
    /// # Examples
    ///
    /// ```
    /// use farstar_nimber::{Nim64, Polynomial};
    /// let p = Polynomial::from_roots(&[5, 6, 7].map(Nim64::new));
    /// let q = Polynomial::from_roots(&[6, 7, 8].map(Nim64::new));
    /// assert_eq!(p.gcd(&q), Polynomial::from_roots(&[6, 7].map(Nim64::new)));
    /// ```
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        in_working_form!(N; W => {
            Self::from_working(&gcd::gcd::<W>(&self.to_working(), &other.to_working()))
        })
    }

    /// The monic greatest common divisor g and polynomials s, t with s·`self` ⊕ t·`other` = g. O(n²).
    #[must_use]
    pub fn extended_gcd(&self, other: &Self) -> (Self, Self, Self) {
        in_working_form!(N; W => {
            let (g, s, t) = gcd::extended_gcd::<W>(&self.to_working(), &other.to_working());
            (Self::from_working(&g), Self::from_working(&s), Self::from_working(&t))
        })
    }

    /// The value at `x`, by Horner's rule.
    pub fn evaluate(&self, x: N) -> N {
        in_working_form!(N; W => {
            multipoint::evaluate::<W>(&self.to_working(), W::import(x)).export()
        })
    }

    /// The values at many points; O(M(n) log n) for n points and degree about n.
    pub fn evaluate_many(&self, points: &[N]) -> Vec<N> {
        in_working_form!(N; W => {
            let values =
                multipoint::evaluate_many::<W>(&self.to_working(), &W::import_slice(points));
            W::export_slice(&values)
        })
    }

    /// The polynomial of degree below n that takes the given values at n different points; O(M(n) log n).
    ///
    /// # Errors
    ///
    /// [`AlgebraError::SizeMismatch`] if there are not as many values as points, [`AlgebraError::RepeatedPoint`] with
    /// the first repetition.
    pub fn interpolate(points: &[N], values: &[N]) -> Result<Self, AlgebraError> {
        if points.len() != values.len() {
            return Err(AlgebraError::SizeMismatch {
                what: "values of an interpolation",
                expected: points.len(),
                found: values.len(),
            });
        }
        let found = in_working_form!(N; W => {
            multipoint::interpolate::<W>(&W::import_slice(points), &W::import_slice(values))
                .map(|polynomial| Self::from_working(&polynomial))
        });
        found.ok_or_else(|| {
            let mut order: Vec<usize> = (0..points.len()).collect();
            order.sort_by_key(|&i| (points[i], i));
            let (second, first) = order
                .windows(2)
                .filter(|pair| points[pair[0]] == points[pair[1]])
                .map(|pair| (pair[1], pair[0]))
                .min()
                .unwrap_or_default();
            AlgebraError::RepeatedPoint { first, second }
        })
    }

    /// The formal derivative: c·x^k becomes c·x^(k−1) for odd k, and 0 for even k.
    #[must_use]
    pub fn derivative(&self) -> Self {
        let odd = |(k, &c): (usize, &N)| if k % 2 == 0 { c } else { N::ZERO };
        Self::new(self.coefficients.iter().skip(1).enumerate().map(odd).collect())
    }

    /// The composition `self`(`inner`), in O(M(n) log n) for results of degree n.
    ///
    /// Over a field of characteristic 2, f(g) = f₀(g)² ⊕ g·f₁(g)² where f₀ and f₁ carry the square roots of the even
    /// and odd
    /// coefficients of f: each step halves the degree.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::TooManyElements`] if the degree of the result exceeds 2^22.
    pub fn compose(&self, inner: &Self) -> Result<Self, AlgebraError> {
        let (Some(outer_degree), Some(inner_degree)) = (self.degree(), inner.degree()) else {
            return Ok(Self::constant(self.coefficient(0)));
        };
        let degree = outer_degree.saturating_mul(inner_degree);
        if degree > Self::COMPOSITION_LIMIT {
            return Err(AlgebraError::TooManyElements {
                elements: degree,
                limit: Self::COMPOSITION_LIMIT,
            });
        }
        Ok(in_working_form!(N; W => {
            let composed = crate::series::power::compose::<W>(
                &self.to_working(),
                &inner.to_working(),
                degree + 1,
            );
            Self::from_working(&composed)
        }))
    }

    /// The largest degree [`Polynomial::compose`] builds.
    const COMPOSITION_LIMIT: usize = 1 << 22;

    /// The power `self`^exponent modulo `modulus`.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::DivisionByZero`] if the modulus is zero.
    pub fn pow_mod(&self, exponent: u128, modulus: &Self) -> Result<Self, AlgebraError> {
        if modulus.is_zero() {
            return Err(AlgebraError::DivisionByZero("the zero polynomial"));
        }
        Ok(in_working_form!(N; W => {
            let modulus = division::Modulus::<W>::new(&modulus.to_working());
            let base = modulus.reduce(&self.to_working());
            let mut power = modulus.reduce(&[W::ONE]);
            for bit in (0..128 - exponent.leading_zeros()).rev() {
                power = modulus.square(&power);
                if exponent >> bit & 1 == 1 {
                    power = modulus.multiply(&power, &base);
                }
            }
            Self::from_working(&power)
        }))
    }

    /// Square-free parts with their multiplicities, ascending: monic, pairwise coprime, none constant. The product of
    /// the parts raised to their multiplicities is the polynomial divided by its leading coefficient. O(n²).
    ///
    /// # Errors
    ///
    /// [`AlgebraError::ZeroPolynomial`] for zero.
    pub fn square_free(&self) -> Result<Vec<Factor<N>>, AlgebraError> {
        self.not_zero("the square-free factorisation")?;
        Ok(in_working_form!(N; W => {
            factor::square_free::<W>(&gcd::monic(self.to_working()))
                .iter()
                .map(|(part, multiplicity)| (Self::from_working(part), *multiplicity))
                .collect()
        }))
    }

    /// Monic irreducible factors over the field `N` with their multiplicities, ordered by degree, then by coefficients
    /// from the top.
    ///
    /// Cost: O(n) Frobenius steps of b squarings modulo the polynomial, where b = `N::BITS`, plus about log(number of
    /// factors) trace maps of b·d squarings for each degree d that occurs.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::ZeroPolynomial`] for zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use farstar_nimber::{Nim8, Nim16, Polynomial};
    /// // 2 is not a cube of any finite nimber.
    /// let p: Polynomial<Nim8> = "x^3 + 2".parse()?;
    /// assert_eq!(p.factor()?.len(), 1);
    /// assert!(p.roots()?.is_empty());
    /// # Ok::<(), farstar_nimber::AlgebraError>(())
    /// ```
    pub fn factor(&self) -> Result<Vec<Factor<N>>, AlgebraError> {
        self.factor_checked(&mut unchecked)
    }

    /// [`Polynomial::factor`] that asks `check` before every squaring modulo the polynomial whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn factor_checked(&self, check: Check<'_>) -> Result<Vec<Factor<N>>, AlgebraError> {
        self.not_zero("the factorisation")?;
        let mut factors: Vec<Factor<N>> = in_working_form!(N; W => {
            factor::factorise::<N, W>(&self.to_working(), check)?
                .iter()
                .map(|(factor, multiplicity)| (Self::from_working(factor), *multiplicity))
                .collect()
        });
        factors.sort_by(|(a, _), (b, _)| {
            let from_the_top = |p: &Self| p.coefficients.iter().rev().copied().collect::<Vec<_>>();
            a.degree().cmp(&b.degree()).then_with(|| from_the_top(a).cmp(&from_the_top(b)))
        });
        Ok(factors)
    }

    /// The distinct roots in the field `N`, ascending.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::ZeroPolynomial`] for zero, of which every nimber is a root.
    pub fn roots(&self) -> Result<Vec<N>, AlgebraError> {
        self.roots_checked(&mut unchecked)
    }

    /// [`Polynomial::roots`] that asks `check` before every squaring modulo the polynomial whether to go on.
    ///
    /// # Errors
    ///
    /// As the unchecked one, and [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn roots_checked(&self, check: Check<'_>) -> Result<Vec<N>, AlgebraError> {
        self.not_zero("the set of roots")?;
        let mut roots: Vec<N> = in_working_form!(N; W => {
            W::export_slice(&factor::roots::<N, W>(&self.to_working(), check)?)
        });
        roots.sort_unstable();
        Ok(roots)
    }

    /// Is the polynomial irreducible over the field `N`? Constants are not.
    pub fn is_irreducible(&self) -> bool {
        self.factor().is_ok_and(|factors| matches!(factors.as_slice(), [(_, 1)]))
    }

    fn not_zero(&self, what: &'static str) -> Result<(), AlgebraError> {
        if self.is_zero() { Err(AlgebraError::ZeroPolynomial(what)) } else { Ok(()) }
    }
}

impl<N: Nimber> Add for &Polynomial<N> {
    type Output = Polynomial<N>;
    fn add(self, other: Self) -> Polynomial<N> {
        let (short, long) = if self.coefficients.len() <= other.coefficients.len() {
            (self, other)
        } else {
            (other, self)
        };
        let mut sum = long.coefficients.clone();
        for (sum, &c) in sum.iter_mut().zip(&short.coefficients) {
            *sum += c;
        }
        Polynomial::new(sum)
    }
}

/// The difference is the sum.
impl<N: Nimber> Sub for &Polynomial<N> {
    type Output = Polynomial<N>;
    #[allow(clippy::suspicious_arithmetic_impl, reason = "in characteristic 2 they are one")]
    fn sub(self, other: Self) -> Polynomial<N> {
        self + other
    }
}

/// The product: by the definition for short factors, Karatsuba's way in between, by the additive Fourier transform for
/// long ones, O(n log n) nimber products.
impl<N: Nimber> Mul for &Polynomial<N> {
    type Output = Polynomial<N>;
    fn mul(self, other: Self) -> Polynomial<N> {
        in_working_form!(N; W => {
            Polynomial::from_working(&product::product::<W>(&self.to_working(), &other.to_working()))
        })
    }
}
