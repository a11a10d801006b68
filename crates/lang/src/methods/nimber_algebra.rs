//! Linear algebra, polynomials and set power series over the nimbers below 2^128.
//!
//! Matrices are lists of rows, polynomials lists of coefficients from the constant one up, set power series lists of
//! `2^k` coefficients indexed by the subsets of `k` elements in binary.

use super::nimber::small_element;
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use dashu_int::UBig;
use farstar_nimber::{AlgebraError, Check, Matrix, Nim128, Nimber, Polynomial, SetPowerSeries};
use farstar_play::say;
use farstar_value::Stopped;

entries!(Nimber);

/// Entries of a matrix or coefficients that are taken.
const MOST_ENTRIES: usize = 1 << 16;
/// Polynomials of a higher degree are not factored: that cannot be stopped once it runs.
const MOST_DEGREE: usize = 512;

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "NimDet(rows)",
        "The determinant of a square matrix of nimbers.",
        ("NimDet([[1,2],[3,4]])", "5"),
        |c, a| {
            let matrix = matrix(c, &a[0])?;
            let determinant = under_limits(c, |check| matrix.determinant_checked(check))?;
            Ok(integer(determinant))
        },
    ),
    of(
        "NimRank(rows)",
        "The rank of a matrix of nimbers.",
        ("NimRank([[1,2],[2,3]])", "1"),
        |c, a| {
            let matrix = matrix(c, &a[0])?;
            Ok(Value::integer(under_limits(c, |check| matrix.rank_checked(check))?))
        },
    ),
    of(
        "NimMatrixInverse(rows)",
        "The inverse of a square matrix of nimbers.",
        ("NimMatrixInverse([[2,0],[0,4]])", "[[3,0],[0,15]]"),
        |c, a| {
            let matrix = matrix(c, &a[0])?;
            let inverse = under_limits(c, |check| matrix.inverse_checked(check))?;
            rows(c, &inverse)
        },
    ),
    of(
        "NimMatrixProduct(rows, rows)",
        "The product of two matrices of nimbers.",
        ("NimMatrixProduct([[1,2]], [[2],[2]])", "[[1]]"),
        |c, a| {
            let (left, right) = (matrix(c, &a[0])?, matrix(c, &a[1])?);
            let product = known(c, left.product(&right))?;
            rows(c, &product)
        },
    ),
    of(
        "NimSolve(rows, right)",
        "One solution x of the linear equations rows*x = right.",
        ("NimSolve([[2,0],[0,4]], [1,1])", "[3,15]"),
        |c, a| {
            let (matrix, right) = (matrix(c, &a[0])?, vector(c, &a[1])?);
            let solution = known(c, matrix.solve(&right))?;
            list(c, &solution.particular)
        },
    ),
    of(
        "NimKernel(rows)",
        "A basis of the solutions x of rows*x = 0.",
        ("NimKernel([[1,1]])", "[[1,1]]"),
        |c, a| {
            let basis = matrix(c, &a[0])?.kernel();
            let mut vectors = Vec::with_capacity(basis.len());
            for vector in &basis {
                vectors.push(list(c, vector)?);
            }
            c.list(vectors)
        },
    ),
    of(
        "NimPolyProduct(p, q)",
        "The product of two polynomials, given by their coefficients from the constant one up.",
        ("NimPolyProduct([1,1], [2,1])", "[2,3,1]"),
        |c, a| {
            let (p, q) = (polynomial(c, &a[0])?, polynomial(c, &a[1])?);
            list(c, (&p * &q).coefficients())
        },
    ),
    of(
        "NimPolyDivide(p, q)",
        "The quotient and the remainder of p by q.",
        ("NimPolyDivide([3,3,1], [1,1])", "[[2,1],[1]]"),
        |c, a| {
            let (p, q) = (polynomial(c, &a[0])?, polynomial(c, &a[1])?);
            let (quotient, remainder) = known(c, p.div_rem(&q))?;
            let parts = vec![list(c, quotient.coefficients())?, list(c, remainder.coefficients())?];
            c.list(parts)
        },
    ),
    of(
        "NimPolyGcd(p, q)",
        "The greatest common divisor of two polynomials, with leading coefficient 1.",
        ("NimPolyGcd([2,3,1], [1,1])", "[1,1]"),
        |c, a| {
            let (p, q) = (polynomial(c, &a[0])?, polynomial(c, &a[1])?);
            list(c, p.gcd(&q).coefficients())
        },
    ),
    of(
        "NimPolyEvaluate(p, x)",
        "The polynomial at x.",
        ("NimPolyEvaluate([2,3,1], 1)", "0"),
        |c, a| {
            let (p, x) = (polynomial(c, &a[0])?, small_element(c, &a[1])?);
            Ok(integer(p.evaluate(x)))
        },
    ),
    of(
        "NimPolyInterpolate(points, values)",
        "The polynomial of least degree with these values at these points.",
        ("NimPolyInterpolate([0,1], [5,4])", "[5,1]"),
        |c, a| {
            let (points, values) = (vector(c, &a[0])?, vector(c, &a[1])?);
            let p = known(c, Polynomial::interpolate(&points, &values))?;
            list(c, p.coefficients())
        },
    ),
    of(
        "NimPolyRoots(p)",
        "The roots of a polynomial among the nimbers below 2^128.",
        ("NimPolyRoots([2,3,1])", "[1,2]"),
        |c, a| {
            let p = of_low_degree(polynomial(c, &a[0])?)?;
            let mut roots = known(c, p.roots())?;
            roots.sort_unstable();
            list(c, &roots)
        },
    ),
    of(
        "NimPolyFactor(p)",
        "The factors of a polynomial over the nimbers below 2^128: pairs of an irreducible polynomial and how often it divides.",
        ("NimPolyFactor([1,0,1])", "[[[1,1],2]]"),
        |c, a| {
            let p = of_low_degree(polynomial(c, &a[0])?)?;
            let factors = known(c, p.factor())?;
            let mut pairs = Vec::with_capacity(factors.len());
            for (factor, multiplicity) in &factors {
                let coefficients = list(c, factor.coefficients())?;
                pairs.push(c.list(vec![coefficients, Value::integer(*multiplicity)])?);
            }
            c.list(pairs)
        },
    ),
    of(
        "NimSetProduct(f, g)",
        "The subset convolution of two set power series.",
        ("NimSetProduct([1,1,1,1], [1,1,1,1])", "[1,0,0,0]"),
        |c, a| {
            let (f, g) = (series(c, &a[0])?, series(c, &a[1])?);
            let product = under_limits(c, |check| f.product_checked(&g, check))?;
            list(c, product.coefficients())
        },
    ),
    of(
        "NimSetExp(f)",
        "The exponential of a set power series with constant term 0.",
        ("NimSetExp([0,1,1,0])", "[1,1,1,1]"),
        |c, a| {
            let f = series(c, &a[0])?;
            let result = under_limits(c, |check| f.exp_checked(check))?;
            list(c, result.coefficients())
        },
    ),
    of(
        "NimSetLn(f)",
        "The logarithm of a set power series with constant term 1.",
        ("NimSetLn([1,1,1,1])", "[0,1,1,0]"),
        |c, a| {
            let f = series(c, &a[0])?;
            let result = under_limits(c, |check| f.ln_checked(check))?;
            list(c, result.coefficients())
        },
    ),
];

/// The result of a computation that asks now and then whether to go on.
fn under_limits<T>(
    context: &Context<'_, '_>,
    compute: impl FnOnce(Check<'_>) -> Result<T, AlgebraError>,
) -> Outcome<T> {
    let limits = context.calc.limits();
    let result = compute(&mut || limits.check().is_ok());
    known(context, result)
}

/// The result, or the reason why there is none.
fn known<T>(context: &Context<'_, '_>, result: Result<T, AlgebraError>) -> Outcome<T> {
    result.map_err(|error| match error {
        AlgebraError::Cancelled => {
            context.calc.limits().check().err().unwrap_or(Stopped::Cancelled).into()
        }
        other => Fault::domain(other.to_string()),
    })
}

fn integer(n: Nim128) -> Value {
    Value::integer(UBig::from(n.to_u128()))
}

fn list(context: &Context<'_, '_>, nimbers: &[Nim128]) -> Outcome<Value> {
    context.list(nimbers.iter().map(|&n| integer(n)).collect())
}

fn rows(context: &Context<'_, '_>, matrix: &Matrix<Nim128>) -> Outcome<Value> {
    let mut lists = Vec::with_capacity(matrix.rows());
    for row in 0..matrix.rows() {
        lists.push(list(context, matrix.row(row))?);
    }
    context.list(lists)
}

fn vector(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Vec<Nim128>> {
    let mut nimbers = Vec::new();
    for element in context.elements(value)? {
        if nimbers.len() == MOST_ENTRIES {
            return Err(Fault::domain(say!(
                "a list of more than {0} nimbers is too long here",
                MOST_ENTRIES
            )));
        }
        nimbers.push(small_element(context, &element)?);
    }
    Ok(nimbers)
}

fn matrix(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Matrix<Nim128>> {
    let mut lines = Vec::new();
    let mut entries = 0;
    for row in context.elements(value)? {
        let row = vector(context, &row)?;
        entries += row.len() + 1;
        if entries > MOST_ENTRIES {
            return Err(Fault::too_large(say!(
                "a matrix of more than {0} entries is too large here",
                MOST_ENTRIES
            )));
        }
        lines.push(row);
    }
    known(context, Matrix::from_rows(&lines))
}

fn polynomial(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Polynomial<Nim128>> {
    Ok(Polynomial::new(vector(context, value)?))
}

fn of_low_degree(polynomial: Polynomial<Nim128>) -> Outcome<Polynomial<Nim128>> {
    match polynomial.degree() {
        Some(degree) if degree > MOST_DEGREE => {
            Err(Fault::domain(say!("a polynomial of degree {0} is not factored", degree))
                .expected(say!("a degree of at most {0}", MOST_DEGREE)))
        }
        _ => Ok(polynomial),
    }
}

fn series(context: &mut Context<'_, '_>, value: &Value) -> Outcome<SetPowerSeries<Nim128>> {
    let coefficients = vector(context, value)?;
    known(context, SetPowerSeries::new(coefficients))
}
