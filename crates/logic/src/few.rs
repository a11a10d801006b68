//! Products, quotients and remainders in which one number is a small one, by cases: with two that may be any they have
//! no automata.

use farstar_find::{Binary, Expr, Unary};

/// The largest number that is told apart.
const MOST: i64 = 4;

/// An expression with the same values, in which such products, quotients and remainders are by constants.
pub(crate) fn by_cases(expr: &Expr) -> Expr {
    match expr {
        Expr::Constant(_) | Expr::Coordinate(_) => expr.clone(),
        Expr::Unary(op, x) => Expr::Unary(*op, Box::new(by_cases(x))),
        Expr::If(test, x, y) => when(by_cases(test), by_cases(x), by_cases(y)),
        Expr::Smaller(cell) => Expr::Smaller(cell.clone()),
        Expr::Binary(op, x, y) => {
            let (x, y) = (by_cases(x), by_cases(y));
            told_apart(*op, &x, &y).unwrap_or_else(|| binary(*op, x, y))
        }
    }
}

fn told_apart(op: Binary, x: &Expr, y: &Expr) -> Option<Expr> {
    let is_constant = |expr: &Expr| matches!(expr, Expr::Constant(_));
    if is_constant(y) || op == Binary::Mul && is_constant(x) {
        return None;
    }
    // what is left where the other number is none of those told apart, and by which it is told
    let (rest, which, other, most) = match op {
        Binary::Mul => match (most(x), most(y)) {
            (Some(most), _) => (Expr::Constant(0), x, y, most),
            (None, most) => (Expr::Constant(0), y, x, most?),
        },
        // 0 divides leaving all and nothing, as larger numbers do
        Binary::Div => (Expr::Constant(0), y, x, most(x).or(most(y))?),
        Binary::Mod => (x.clone(), y, x, most(x).or(most(y))?),
        _ => return None,
    };
    let case = |rest, number| {
        let is_it = binary(Binary::Equal, which.clone(), Expr::Constant(number));
        when(is_it, binary(op, other.clone(), Expr::Constant(number)), rest)
    };
    Some((1..=most).fold(rest, case))
}

/// The largest value of an expression that has few, all natural numbers.
fn most(expr: &Expr) -> Option<i64> {
    let few = |most: i64| (0..=MOST).contains(&most).then_some(most);
    match expr {
        Expr::Constant(c) => few(*c),
        Expr::Coordinate(_) | Expr::Smaller(_) => None,
        Expr::Unary(Unary::Not | Unary::Odd, _) => Some(1),
        Expr::Unary(Unary::Half, x) => most(x).map(|most| most / 2),
        Expr::Unary(..) => None,
        Expr::If(_, x, y) => Some(most(x)?.max(most(y)?)),
        Expr::Binary(op, x, y) => match op {
            Binary::Less | Binary::Equal => Some(1),
            Binary::Mod => match **y {
                Expr::Constant(by) if by > 0 => few(by - 1),
                _ => most(x),
            },
            Binary::Div => most(x),
            Binary::Max => Some(most(x)?.max(most(y)?)),
            Binary::Add => few(most(x)? + most(y)?),
            Binary::Mul => few(most(x)? * most(y)?),
            _ => None,
        },
    }
}

fn binary(op: Binary, x: Expr, y: Expr) -> Expr {
    Expr::Binary(op, Box::new(x), Box::new(y))
}

fn when(test: Expr, x: Expr, y: Expr) -> Expr {
    Expr::If(Box::new(test), Box::new(x), Box::new(y))
}

#[cfg(test)]
mod tests {
    use super::{binary, by_cases};
    use farstar_find::{Binary, Expr, LawForm, Unary};

    #[test]
    fn cases_say_the_same() {
        let [a, b] = [0, 1].map(Expr::Coordinate);
        let odd = |x: &Expr| Expr::Unary(Unary::Odd, Box::new(x.clone()));
        let third = |x: &Expr| binary(Binary::Mod, x.clone(), Expr::Constant(4));
        let mut told = 0;
        for op in [Binary::Mul, Binary::Div, Binary::Mod] {
            for (x, y) in [
                (odd(&a), b.clone()),
                (a.clone(), odd(&b)),
                (third(&a), b.clone()),
                (binary(Binary::Add, a.clone(), b.clone()), third(&b)),
                (odd(&b), third(&a)),
            ] {
                let expr = binary(op, x, y);
                let cases = by_cases(&expr);
                told += usize::from(cases != expr);
                let [one, other] = [expr, cases].map(LawForm::Expression);
                for cell in (0..9).flat_map(|a| (0..9).map(move |b| [a, b])) {
                    assert_eq!(one.value_at(&cell), other.value_at(&cell), "{one:?} at {cell:?}");
                }
            }
        }
        assert_eq!(told, 15);
    }
}
