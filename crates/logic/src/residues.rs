//! The number by whose remainders a law tells heaps apart.

use farstar_find::{Binary, Expr, LawForm, Unary};

/// The largest such number that the referee takes.
const MOST: i64 = 16;

/// The period of a sequence, or the least common multiple of the numbers by which an expression takes remainders, if
/// it is small.
pub(crate) fn of(law: &LawForm) -> Option<i64> {
    let by = match law {
        LawForm::Periodic(law) => i64::try_from(law.period()).ok()?,
        LawForm::Expression(expr) => numbers(expr),
        _ => return None,
    };
    (2..=MOST).contains(&by).then_some(by)
}

fn numbers(expr: &Expr) -> i64 {
    let both = |x: &Expr, y: &Expr| multiple(numbers(x), numbers(y));
    match expr {
        Expr::Binary(Binary::Mod, x, by) => match **by {
            Expr::Constant(by @ 1..=MOST) => multiple(by, numbers(x)),
            _ => both(x, by),
        },
        Expr::Unary(Unary::Odd, x) => multiple(2, numbers(x)),
        Expr::Unary(_, x) => numbers(x),
        Expr::Binary(_, x, y) => both(x, y),
        Expr::If(x, y, z) => multiple(both(x, y), numbers(z)),
        Expr::Coordinate(_) | Expr::Constant(_) | Expr::Smaller(_) => 1,
    }
}

/// The least common multiple, or something that is too large.
pub(crate) fn multiple(a: i64, b: i64) -> i64 {
    let divides = |n: &i64| n % a == 0 && n % b == 0;
    (1..=MOST).find(divides).unwrap_or(MOST + 1)
}
