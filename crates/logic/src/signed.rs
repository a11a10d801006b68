//! Expressions that are negative in part, as differences of two that are not: automata read natural numbers.

use farstar_find::{Binary, Expr, Unary};

/// An expression as the difference of two in which nothing is negative. What is divided or read digit by digit is
/// natural, or has no value here.
pub(crate) fn signed(expr: &Expr) -> Option<[Expr; 2]> {
    let zero = || Expr::Constant(0);
    let binary = |op, x: Expr, y: Expr| Expr::Binary(op, Box::new(x), Box::new(y));
    let plus = |x: Expr, y: Expr| match (x, y) {
        (x, Expr::Constant(0)) | (Expr::Constant(0), x) => x,
        (x, y) => binary(Binary::Add, x, y),
    };
    Some(match expr {
        Expr::Constant(c) => {
            [Expr::Constant((*c).max(0)), Expr::Constant((*c).min(0).checked_neg()?)]
        }
        Expr::Unary(op @ (Unary::Inc | Unary::Dec), x) => {
            let ([more, less], one) = (signed(x)?, Expr::Constant(1));
            if *op == Unary::Inc { [plus(more, one), less] } else { [more, plus(less, one)] }
        }
        Expr::Unary(op, x) => match signed(x)? {
            [more, Expr::Constant(0)] => [Expr::Unary(*op, Box::new(more)), zero()],
            [more, less] if *op == Unary::Not => [binary(Binary::Equal, more, less), zero()],
            _ => [expr.clone(), zero()],
        },
        Expr::Binary(op, x, y) => {
            let ([a, b], [c, d]) = (signed(x)?, signed(y)?);
            match op {
                Binary::Add => [plus(a, c), plus(b, d)],
                Binary::Sub => [plus(a, d), plus(b, c)],
                Binary::Min | Binary::Max | Binary::Less | Binary::Equal => {
                    let less = plus(b.clone(), d.clone());
                    let own = binary(*op, plus(a, d), plus(c, b));
                    let is_test = matches!(op, Binary::Less | Binary::Equal);
                    [own, if is_test { zero() } else { less }]
                }
                Binary::Mul
                    if matches!(**x, Expr::Constant(_)) && !matches!(**y, Expr::Constant(_)) =>
                {
                    return signed(&binary(*op, (**y).clone(), (**x).clone()));
                }
                Binary::Mul => match **y {
                    Expr::Constant(0) => [zero(), zero()],
                    Expr::Constant(by) => {
                        let times = |x: Expr| match x {
                            Expr::Constant(0) => x,
                            x => binary(Binary::Mul, x, Expr::Constant(by.saturating_abs())),
                        };
                        if by < 0 { [times(b), times(a)] } else { [times(a), times(b)] }
                    }
                    _ => [expr.clone(), zero()],
                },
                _ if b == zero() && d == zero() => [binary(*op, a, c), zero()],
                _ => [expr.clone(), zero()],
            }
        }
        Expr::If(test, x, y) => {
            let ([t, u], [a, b], [c, d]) = (signed(test)?, signed(x)?, signed(y)?);
            // t − u is 0 where t = u: then it is the other
            let own = |x, y| match u {
                Expr::Constant(0) => Expr::If(Box::new(t.clone()), Box::new(x), Box::new(y)),
                _ => {
                    let same = binary(Binary::Equal, t.clone(), u.clone());
                    Expr::If(Box::new(same), Box::new(y), Box::new(x))
                }
            };
            [own(a, c), own(b, d)]
        }
        Expr::Smaller(_) => return None,
        _ => [expr.clone(), zero()],
    })
}
