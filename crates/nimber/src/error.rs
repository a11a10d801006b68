//! What can be wrong with a question of linear algebra, polynomials or series.

/// A question the algebra over nimbers cannot answer, and which part of it is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AlgebraError {
    /// The rows of a matrix differ in length.
    #[error("row {} of the matrix has {found} entries, the first row has {expected}", .row + 1)]
    RaggedRows {
        /// Index of the first row that differs, from 0.
        row: usize,
        /// Entries of the first row.
        expected: usize,
        /// Entries of that row.
        found: usize,
    },
    /// A square matrix was needed.
    #[error("the matrix is {rows}×{columns}, a square one is needed")]
    NotSquare {
        /// Rows of the matrix.
        rows: usize,
        /// Columns of the matrix.
        columns: usize,
    },
    /// The matrix has no inverse.
    #[error("the {order}×{order} matrix is singular: its rank is {rank}")]
    Singular {
        /// Rows, and columns, of the matrix.
        order: usize,
        /// Its rank.
        rank: usize,
    },
    /// Two operands do not fit together.
    #[error("{what}: expected length {expected}, found {found}")]
    SizeMismatch {
        /// Which operand.
        what: &'static str,
        /// The length that would fit.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A system of linear equations without a solution.
    #[error("the equations contradict each other: no solution")]
    Inconsistent,
    /// Division by the zero polynomial, or by a series whose constant term is zero.
    #[error("division by {0}")]
    DivisionByZero(&'static str),
    /// An operation that needs a non-zero polynomial.
    #[error("{0} is not defined for the zero polynomial")]
    ZeroPolynomial(&'static str),
    /// Interpolation through two points with one abscissa.
    #[error("the points {first} and {second} (from 0) have the same abscissa")]
    RepeatedPoint {
        /// Index of the earlier point.
        first: usize,
        /// Index of the later point.
        second: usize,
    },
    /// A series has no square root: an odd coefficient is not zero.
    #[error("no square root: the coefficient of x^{exponent} is not zero")]
    NoSquareRoot {
        /// The least odd exponent with a non-zero coefficient.
        exponent: usize,
    },
    /// The constant term of a series is not what the operation needs.
    #[error("{operation} needs the constant term {expected}, found {found}")]
    ConstantTerm {
        /// The operation.
        operation: &'static str,
        /// The constant term it needs.
        expected: u8,
        /// The constant term given, in decimal.
        found: String,
    },
    /// A set power series whose number of coefficients is not a power of two.
    #[error("a set power series on k elements has 2^k coefficients, found {0}")]
    NotPowerOfTwo(usize),
    /// More elements than memory can be promised for.
    #[error("{elements} elements are too many: at most {limit}")]
    TooManyElements {
        /// Elements asked for.
        elements: usize,
        /// The most allowed.
        limit: usize,
    },
    /// A text that is not a matrix or polynomial.
    #[error("cannot read {0:?}: {1}")]
    Syntax(String, &'static str),
    /// A coefficient or entry that is not a nimber of the width.
    #[error(transparent)]
    Nimber(#[from] crate::ParseNimberError),
    /// The caller's check asked to stop.
    #[error("stopped by the caller")]
    Cancelled,
}

/// A caller's check in a long computation: called now and then, `false` means stop.
pub type Check<'a> = &'a mut dyn FnMut() -> bool;

/// Goes on if the caller's check agrees.
pub(crate) fn proceed(check: Check<'_>) -> Result<(), AlgebraError> {
    if check() { Ok(()) } else { Err(AlgebraError::Cancelled) }
}

/// A check that never stops.
pub(crate) fn unchecked() -> bool {
    true
}
