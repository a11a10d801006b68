//! Laws in which the first coordinate stands only as its remainder by a number that the others make.

use farstar_find::{Binary, Expr, LawForm, Unary};
use farstar_referee::Modulus;

/// The largest quotient of what is left, and 1, that is told by cases.
const MOST_TIMES: i64 = 8;

/// The law of the remainder, and the number by which it is taken.
pub(crate) fn of(law: &LawForm) -> Option<(LawForm, Modulus)> {
    match law {
        LawForm::Slice { from: 0, period, within } => {
            let LawForm::Expression(period) = &**period else { return None };
            let modulus = modulus(linear(period)?)?;
            let LawForm::Expression(expr) = &**within else {
                return Some(((**within).clone(), modulus));
            };
            Some((LawForm::Expression(by_cases(expr, &modulus)), modulus))
        }
        LawForm::Expression(expr) => {
            let by = first_modulus(expr)?;
            let (mut factors, constant) = linear(by)?;
            // the first coordinate is none of those that make the modulus
            if factors.first().is_some_and(|&factors| factors != [0, 0]) {
                return None;
            }
            factors.drain(..factors.len().min(1));
            let modulus = modulus((factors, constant))?;
            let within = by_cases(&replaced(expr, by)?, &modulus);
            Some((LawForm::Expression(within), modulus))
        }
        _ => None,
    }
}

fn modulus((factors, constant): (Factors, i64)) -> Option<Modulus> {
    let odd = factors.iter().map(|&[_, odd]| odd).collect::<Vec<i64>>();
    let odd = if odd.iter().all(|&odd| odd == 0) { Vec::new() } else { odd };
    let factors: Vec<i64> = factors.into_iter().map(|[factor, _]| factor).collect();
    factors.iter().any(|&factor| factor != 0).then_some(Modulus { factors, odd, constant })
}

/// Factors of the coordinates, and of whether they are odd.
type Factors = Vec<[i64; 2]>;

/// Factors of the coordinates and what is added, if an expression is so.
fn linear(expr: &Expr) -> Option<(Factors, i64)> {
    let sum = |x: &Expr, y: &Expr, factor: i64| {
        let ((mut a, c), (b, d)) = (linear(x)?, linear(y)?);
        a.resize(a.len().max(b.len()), [0; 2]);
        for (a, b) in a.iter_mut().flatten().zip(b.iter().flatten()) {
            *a = a.checked_add(b.checked_mul(factor)?)?;
        }
        Some((a, c.checked_add(d.checked_mul(factor)?)?))
    };
    let one = |i: usize, factors: [i64; 2]| {
        let mut all = vec![[0; 2]; i + 1];
        all[i] = factors;
        all
    };
    match expr {
        Expr::Coordinate(i) => Some((one(*i, [1, 0]), 0)),
        Expr::Unary(Unary::Odd, x) => match **x {
            Expr::Coordinate(i) => Some((one(i, [0, 1]), 0)),
            _ => None,
        },
        Expr::Unary(Unary::Not, x) if matches!(**x, Expr::Unary(Unary::Odd, _)) => {
            sum(&Expr::Constant(1), x, -1)
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

/// The expression with what is left of the first coordinate divided by comparisons, where a coordinate divides it of
/// which the modulus is at most a few times as much: `r div k` is 0, 1 or 2 below `2k + 1`, as `r < k`, `r < 2k` or
/// neither.
fn by_cases(expr: &Expr, modulus: &Modulus) -> Expr {
    let inner = |x: &Expr| Box::new(by_cases(x, modulus));
    match expr {
        Expr::Binary(Binary::Div, x, y) if **x == Expr::Coordinate(0) => match **y {
            Expr::Coordinate(axis) => few_times(axis, modulus),
            _ => None,
        }
        .unwrap_or_else(|| expr.clone()),
        Expr::Coordinate(_) | Expr::Constant(_) | Expr::Smaller(_) => expr.clone(),
        Expr::Unary(op, x) => Expr::Unary(*op, inner(x)),
        Expr::Binary(op, x, y) => Expr::Binary(*op, inner(x), inner(y)),
        Expr::If(x, y, z) => Expr::If(inner(x), inner(y), inner(z)),
    }
}

/// What is less than the modulus divided by a coordinate, if the modulus is at most [`MOST_TIMES`] times as much
/// wherever that is not 0: a quotient by 0 is 0.
fn few_times(axis: usize, modulus: &Modulus) -> Option<Expr> {
    let mut rest = modulus.factors.clone();
    let of_axis = std::mem::take(rest.get_mut(axis.checked_sub(1)?)?);
    // from 1 on the constant is at most so many times the coordinate
    let more = modulus.odd.iter().map(|&odd| odd.max(0)).sum::<i64>();
    let times = of_axis.checked_add(modulus.constant.max(0))?.checked_add(more)?;
    if rest.iter().any(|&factor| factor > 0) || !(1..=MOST_TIMES).contains(&times) {
        return None;
    }
    let (r, k) = (Box::new(Expr::Coordinate(0)), Box::new(Expr::Coordinate(axis)));
    let number = |n: i64| Box::new(Expr::Constant(n));
    let below = |n: i64, behind: Expr| {
        let multiple = Box::new(Expr::Binary(Binary::Mul, k.clone(), number(n)));
        let test = Box::new(Expr::Binary(Binary::Less, r.clone(), multiple));
        Expr::If(test, number(n - 1), Box::new(behind))
    };
    let quotient = (1..times).rev().fold(*number(times - 1), |behind, n| below(n, behind));
    Some(Expr::If(k.clone(), Box::new(quotient), number(0)))
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
