//! Laws in which the first coordinate stands only as its remainder by a number that the others make.

use farstar_find::{Binary, Expr, LawForm, Unary};
use farstar_referee::Modulus;

/// The law of the remainder, and the number by which it is taken.
pub(crate) fn of(law: &LawForm) -> Option<(LawForm, Modulus)> {
    match law {
        LawForm::Slice { period, within } => {
            let LawForm::Expression(period) = &**period else { return None };
            let factors = linear(period)?;
            Some(((**within).clone(), modulus(factors)?))
        }
        LawForm::Expression(expr) => {
            let by = first_modulus(expr)?;
            let (mut factors, constant) = linear(by)?;
            // the first coordinate is none of those that make the modulus
            if factors.first().is_some_and(|&factor| factor != 0) {
                return None;
            }
            factors.drain(..factors.len().min(1));
            let within = replaced(expr, by)?;
            Some((LawForm::Expression(within), modulus((factors, constant))?))
        }
        _ => None,
    }
}

fn modulus((factors, constant): (Vec<i64>, i64)) -> Option<Modulus> {
    factors.iter().any(|&factor| factor != 0).then_some(Modulus { factors, constant })
}

/// Factors of the coordinates and what is added, if an expression is so.
fn linear(expr: &Expr) -> Option<(Vec<i64>, i64)> {
    let sum = |x: &Expr, y: &Expr, factor: i64| {
        let ((mut a, c), (b, d)) = (linear(x)?, linear(y)?);
        a.resize(a.len().max(b.len()), 0);
        for (a, b) in a.iter_mut().zip(b) {
            *a = a.checked_add(b.checked_mul(factor)?)?;
        }
        Some((a, c.checked_add(d.checked_mul(factor)?)?))
    };
    match expr {
        Expr::Coordinate(i) => {
            let mut factors = vec![0; i + 1];
            factors[*i] = 1;
            Some((factors, 0))
        }
        Expr::Constant(c) => Some((Vec::new(), *c)),
        Expr::Unary(Unary::Inc, x) => sum(x, &Expr::Constant(1), 1),
        Expr::Unary(Unary::Dec, x) => sum(x, &Expr::Constant(1), -1),
        Expr::Binary(Binary::Add, x, y) => sum(x, y, 1),
        Expr::Binary(Binary::Sub, x, y) => sum(x, y, -1),
        Expr::Binary(Binary::Mul, x, y) => {
            let (x, y) = if matches!(**x, Expr::Constant(_)) { (y, x) } else { (x, y) };
            let Expr::Constant(factor) = **y else { return None };
            sum(&Expr::Constant(0), x, factor)
        }
        _ => None,
    }
}

/// The first coordinate and 1.
fn next() -> Expr {
    Expr::Unary(Unary::Inc, Box::new(Expr::Coordinate(0)))
}

/// By what the first coordinate is reduced where that is met first.
fn first_modulus(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Binary(Binary::Mod, x, by) if **x == Expr::Coordinate(0) || **x == next() => Some(by),
        Expr::Unary(_, x) => first_modulus(x),
        Expr::Binary(_, x, y) => first_modulus(x).or_else(|| first_modulus(y)),
        Expr::If(x, y, z) => [x, y, z].into_iter().find_map(|x| first_modulus(x)),
        _ => None,
    }
}

/// The expression with the first coordinate in place of its remainder, if it stands nowhere else.
fn replaced(expr: &Expr, by: &Expr) -> Option<Expr> {
    let inner = |x: &Expr| replaced(x, by).map(Box::new);
    Some(match expr {
        Expr::Binary(Binary::Mod, x, y) if **x == Expr::Coordinate(0) && **y == *by => {
            Expr::Coordinate(0)
        }
        // the remainder of n + 1 is one more than that of n, or 0
        Expr::Binary(Binary::Mod, x, y) if **x == next() && **y == *by => {
            let less = Expr::Binary(Binary::Less, Box::new(next()), y.clone());
            Expr::If(Box::new(less), Box::new(next()), Box::new(Expr::Constant(0)))
        }
        Expr::Coordinate(0) | Expr::Smaller(_) => return None,
        Expr::Coordinate(_) | Expr::Constant(_) => expr.clone(),
        Expr::Unary(op, x) => Expr::Unary(*op, inner(x)?),
        Expr::Binary(op, x, y) => Expr::Binary(*op, inner(x)?, inner(y)?),
        Expr::If(x, y, z) => Expr::If(inner(x)?, inner(y)?, inner(z)?),
    })
}
