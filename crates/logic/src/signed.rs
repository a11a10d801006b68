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
            // an odd difference is an odd sum
            [more, less] if *op == Unary::Odd => {
                [Expr::Unary(*op, Box::new(plus(more, less))), zero()]
            }
            [more, less] if *op == Unary::Half => {
                [Expr::Unary(*op, Box::new(plus(more, less.clone()))), less]
            }
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
                // a − b is a + (c−1)b without c times b
                Binary::Mod | Binary::Div => match **y {
                    Expr::Constant(by @ 2..=64) => {
                        let sum = plus(a, binary(Binary::Mul, b.clone(), Expr::Constant(by - 1)));
                        let own = binary(*op, sum, Expr::Constant(by));
                        [own, if *op == Binary::Div { b } else { zero() }]
                    }
                    _ => [expr.clone(), zero()],
                },
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

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_find::LawForm;

    #[test]
    fn the_difference_is_the_expression() {
        let [a, b] = [0, 1].map(Expr::Coordinate);
        let less = Expr::Binary(Binary::Sub, Box::new(a), Box::new(b));
        let by = |op, c| Expr::Binary(op, Box::new(less.clone()), Box::new(Expr::Constant(c)));
        let mut all = vec![less.clone(), by(Binary::Mul, -3), by(Binary::Less, 2)];
        all.extend([2, 3, 5, 64].map(|c| by(Binary::Mod, c)));
        all.extend([2, 3, 5, 64].map(|c| by(Binary::Div, c)));
        all.extend(
            [Unary::Half, Unary::Odd, Unary::Not].map(|op| Expr::Unary(op, Box::new(less.clone()))),
        );
        for expr in all {
            let [more, less] = signed(&expr).unwrap();
            for (a, b) in (0..70).flat_map(|a| (0..70).map(move |b| (a, b))) {
                let of = |expr: &Expr| LawForm::Expression(expr.clone()).value_at(&[a, b]).unwrap();
                assert!(of(&more) >= 0 && of(&less) >= 0, "{expr:?} at {a}, {b}");
                assert_eq!(of(&more) - of(&less), of(&expr), "{expr:?} at {a}, {b}");
            }
        }
    }
}
