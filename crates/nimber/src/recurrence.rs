//! Linear recurrences: the shortest one of a sequence (Berlekamp–Massey), and terms with huge indices.
//!
//! A sequence obeys s_n = ⊕ c_i⊗s_{n−i} exactly when its generating series is P/Q with Q = 1 ⊕ c_1·x ⊕ … ⊕ c_L·x^L and
//! deg P < L. The n-th term of P/Q is that of P·Q/Q²; in characteristic 2 the denominator Q² is a series in x², so one
//! product halves n.
//!
//! Source: J. L. Massey, *Shift-register synthesis and BCH decoding* (1969); A. Bostan, R. Mori, *A simple and fast
//! algorithm for computing the N-th term of a linearly recurrent sequence* (2021).

use crate::error::{AlgebraError, Check, proceed, unchecked};
use crate::field::Nimber;
use crate::polynomial::product::{product, product_below};
use crate::working::{Working, in_working_form};

/// A linear recurrence with its first terms.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Nim64, Recurrence};
/// let sequence = [1, 1, 0, 1, 1, 0, 1, 1].map(Nim64::new);
/// let fibonacci = Recurrence::shortest(&sequence);
/// assert_eq!(fibonacci.coefficients(), [1, 1].map(Nim64::new));
/// assert_eq!(fibonacci.nth(3_000_000_000_000_000_002), Nim64::new(0));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Recurrence<N> {
    /// c_1, …, c_L.
    coefficients: Vec<N>,
    /// s_0, …, s_{L−1}.
    initial: Vec<N>,
}

/// The caller's check is asked once in so many terms.
const CHECKED: usize = 256;

/// The connection polynomial 1 ⊕ c_1·x ⊕ … ⊕ c_L·x^L of the shortest recurrence of a sequence, L its order.
///
/// O(n·L): a scalar product and at most one multiple of a polynomial a term.
fn berlekamp_massey<W: Working>(sequence: &[W], check: Check<'_>) -> Result<Vec<W>, AlgebraError> {
    let reversed: Vec<W> = sequence.iter().rev().copied().collect();
    let (mut connection, mut order) = (vec![W::ONE], 0usize);
    // The connection polynomial before the order last grew, its age in terms, and the inverse of its discrepancy.
    let (mut former, mut age, mut inverse) = (vec![W::ONE], 1usize, W::ONE);
    for n in 0..sequence.len() {
        if n % CHECKED == 0 {
            proceed(&mut *check)?;
        }
        let window = &reversed[sequence.len() - 1 - n..];
        let terms = connection.len().min(n + 1);
        let discrepancy = W::dot(&connection[..terms], &window[..terms]);
        if discrepancy.is_zero() {
            age += 1;
            continue;
        }
        let grows = 2 * order <= n;
        let before = grows.then(|| connection.clone());
        let length = connection.len().max(former.len() + age);
        connection.resize(length, W::ZERO);
        W::axpy(&mut connection[age..age + former.len()], discrepancy.mul(inverse), &former);
        if let Some(before) = before {
            order = n + 1 - order;
            (former, age, inverse) = (before, 1, discrepancy.inverse());
        } else {
            age += 1;
        }
    }
    connection.resize(order + 1, W::ZERO);
    Ok(connection)
}

/// The coefficient of x^n in P/Q, where Q(0) = 1 and P has one coefficient less than Q.
fn nth_coefficient<W: Working>(mut p: Vec<W>, mut q: Vec<W>, mut n: u128) -> W {
    let parity = |x: &[W], odd: usize| x.iter().skip(odd).step_by(2).copied().collect::<Vec<_>>();
    while n > 0 {
        p = parity(&product(&p, &q), (n & 1) as usize);
        p.resize(q.len() - 1, W::ZERO);
        let denominator = q.clone();
        W::mul_slice(&mut q, &denominator, &denominator);
        n >>= 1;
    }
    p.first().copied().unwrap_or(W::ZERO)
}

impl<N: Nimber> Recurrence<N> {
    /// The recurrence s_n = ⊕ c_i⊗s_{n−i} with coefficients c_1, …, c_L and first terms s_0, …, s_{L−1}.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::SizeMismatch`] unless there are as many first terms as coefficients.
    pub fn new(coefficients: Vec<N>, initial: Vec<N>) -> Result<Self, AlgebraError> {
        if coefficients.len() == initial.len() {
            return Ok(Self { coefficients, initial });
        }
        Err(AlgebraError::SizeMismatch {
            what: "first terms of a recurrence",
            expected: coefficients.len(),
            found: initial.len(),
        })
    }

    /// The shortest linear recurrence that the given terms obey. It is the only one of its order L if at least 2L terms
    /// are given.
    ///
    /// Cost: O(n·L) for n terms.
    pub fn shortest(sequence: &[N]) -> Self {
        Self::shortest_checked(sequence, &mut unchecked).expect("the check never stops the search")
    }

    /// [`Recurrence::shortest`] that asks `check` once in 256 terms whether to go on.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::Cancelled`] once `check` says `false`.
    pub fn shortest_checked(sequence: &[N], check: Check<'_>) -> Result<Self, AlgebraError> {
        let coefficients: Vec<N> = in_working_form!(N; W => {
            let connection = berlekamp_massey::<W>(&W::import_slice(sequence), check)?;
            W::export_slice(&connection[1..])
        });
        let initial = sequence[..coefficients.len()].to_vec();
        Ok(Self { coefficients, initial })
    }

    /// The order L.
    pub fn order(&self) -> usize {
        self.coefficients.len()
    }

    /// The coefficients c_1, …, c_L of s_n = ⊕ c_i⊗s_{n−i}.
    pub fn coefficients(&self) -> &[N] {
        &self.coefficients
    }

    /// The first terms s_0, …, s_{L−1}.
    pub fn initial(&self) -> &[N] {
        &self.initial
    }

    /// The term s_n, by O(M(L)·log n) products.
    pub fn nth(&self, n: u128) -> N {
        if let Some(&term) = usize::try_from(n).ok().and_then(|n| self.initial.get(n)) {
            return term;
        }
        in_working_form!(N; W => {
            let mut q = vec![W::ONE];
            q.extend(W::import_slice(&self.coefficients));
            let p = product_below(&W::import_slice(&self.initial), &q, self.order());
            nth_coefficient::<W>(p, q, n).export()
        })
    }

    /// The first `count` terms, O(L) each; the caller bounds `count`, which the answer's memory is proportional to.
    pub fn terms(&self, count: usize) -> Vec<N> {
        in_working_form!(N; W => {
            let reversed: Vec<W> = self.coefficients.iter().rev().map(|&c| W::import(c)).collect();
            let mut terms: Vec<W> = W::import_slice(&self.initial[..self.order().min(count)]);
            while terms.len() < count {
                let next = W::dot(&reversed, &terms[terms.len() - reversed.len()..]);
                terms.push(next);
            }
            W::export_slice(&terms)
        })
    }
}
