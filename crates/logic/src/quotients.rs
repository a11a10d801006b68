//! Laws of heaps of two numbers by the quotient and the remainder of one by the other, or by that and a little more:
//! expressions of n and b become such of q, r and b, where n is q·p + r and p is b + c; or two of them, for the
//! quotient and the remainder of the value, where that is no expression of these. What they say need not be right
//! where numbers are small beside p, and is decided by the proof.

use farstar_find::{Binary, Expr, LawForm, Unary};
use farstar_referee::Divisor;

/// What is added to an entry at most.
const MORE: i64 = 2;

/// What a law says by quotients and remainders.
pub(crate) struct Divided {
    pub(crate) by: Divisor,
    /// The value, or its quotient and its remainder.
    pub(crate) laws: Vec<LawForm>,
}

/// A number: as it stands, and whether it is surely less than p; or its quotient and its remainder.
#[derive(Clone)]
enum Number {
    Whole(Expr, bool),
    Divided(Expr, Expr),
}

/// The law by each of the numbers by which it divides.
pub(crate) fn of(law: &LawForm) -> Vec<Divided> {
    let LawForm::Expression(expr) = law else { return Vec::new() };
    let mut divisors: Vec<(usize, i64)> = Vec::new();
    met(expr, &mut divisors);
    let divided = |&(entry, more): &(usize, i64)| {
        let number = Reader { entry, more }.read(expr)?;
        let laws = match number {
            Number::Whole(value, _) => vec![value],
            Number::Divided(quotient, remainder) => vec![quotient, remainder],
        };
        let by = Divisor { entry, more, values: laws.len() > 1 };
        Some(Divided { by, laws: laws.into_iter().map(LawForm::Expression).collect() })
    };
    divisors.iter().filter_map(divided).collect()
}

/// The entries, and what is added to them, that a number is divided by or compared with.
fn met(expr: &Expr, divisors: &mut Vec<(usize, i64)>) {
    let mut note = |expr: &Expr| {
        if let Some(found) = entry_and_more(expr).filter(|found| !divisors.contains(found)) {
            divisors.push(found);
        }
    };
    match expr {
        Expr::Coordinate(_) | Expr::Constant(_) | Expr::Smaller(_) => {}
        Expr::Unary(_, x) => met(x, divisors),
        Expr::Binary(op, x, y) => {
            if matches!(op, Binary::Mod | Binary::Div) {
                note(y);
            }
            [x, y].into_iter().for_each(|x| met(x, divisors));
        }
        Expr::If(x, y, z) => [x, y, z].into_iter().for_each(|x| met(x, divisors)),
    }
}

/// An entry and what is added to it, or the most of that and a constant, which it is said to be at least.
fn entry_and_more(expr: &Expr) -> Option<(usize, i64)> {
    let more = |x: &Expr, by: i64| {
        let (entry, more) = entry_and_more(x)?;
        Some((entry, more + by)).filter(|found| (0..=MORE).contains(&found.1))
    };
    match expr {
        Expr::Coordinate(entry) => Some((*entry, 0)),
        Expr::Unary(Unary::Inc, x) => more(x, 1),
        Expr::Binary(Binary::Add, x, y) => match (&**x, &**y) {
            (Expr::Constant(c), x) | (x, Expr::Constant(c)) => more(x, *c),
            _ => None,
        },
        Expr::Binary(Binary::Max, x, y) => match (&**x, &**y) {
            (Expr::Constant(0 | 1), x) | (x, Expr::Constant(0 | 1)) => entry_and_more(x),
            _ => None,
        },
        _ => None,
    }
}

fn number(value: i64) -> Expr {
    Expr::Constant(value)
}

fn both(op: Binary, x: &Expr, y: &Expr) -> Expr {
    match (op, x, y) {
        (Binary::Add, Expr::Constant(0), other)
        | (Binary::Add | Binary::Sub, other, Expr::Constant(0)) => other.clone(),
        _ => Expr::Binary(op, Box::new(x.clone()), Box::new(y.clone())),
    }
}

fn one(op: Unary, x: &Expr) -> Expr {
    Expr::Unary(op, Box::new(x.clone()))
}

fn pick(test: &Expr, yes: &Expr, no: &Expr) -> Expr {
    if yes == no {
        return yes.clone();
    }
    Expr::If(Box::new(test.clone()), Box::new(yes.clone()), Box::new(no.clone()))
}

/// Reads expressions of two numbers, of which one and more is p.
struct Reader {
    entry: usize,
    more: i64,
}

impl Reader {
    /// The quotient, the remainder and the divisor less what is added, in the order of what is read of a heap.
    fn coordinate(&self, which: usize) -> Expr {
        Expr::Coordinate(if self.entry == 0 { (which + 1) % 3 } else { which })
    }

    /// p.
    fn by(&self) -> Expr {
        both(Binary::Add, &self.coordinate(2), &number(self.more))
    }

    fn is_by(&self, expr: &Expr) -> bool {
        entry_and_more(expr) == Some((self.entry, self.more))
    }

    /// The quotient and the remainder of a number; as if one that stands as it is were less than twice p.
    fn divided(&self, number_of: Number) -> (Expr, Expr) {
        match number_of {
            Number::Divided(quotient, remainder) => (quotient, remainder),
            Number::Whole(Expr::Constant(0), _) => (number(0), number(0)),
            Number::Whole(value, true) => (number(0), value),
            Number::Whole(value, false) if value == self.by() => (number(1), number(0)),
            Number::Whole(value, false) => {
                let is_less = both(Binary::Less, &value, &self.by());
                let rest = both(Binary::Sub, &value, &self.by());
                (pick(&is_less, &number(0), &number(1)), pick(&is_less, &value, &rest))
            }
        }
    }

    fn read(&self, expr: &Expr) -> Option<Number> {
        if self.is_by(expr) {
            return Some(Number::Whole(self.by(), false));
        }
        Some(match expr {
            Expr::Coordinate(entry) if *entry == self.entry => {
                Number::Whole(self.coordinate(2), self.more > 0)
            }
            Expr::Coordinate(0 | 1) => Number::Divided(self.coordinate(0), self.coordinate(1)),
            Expr::Coordinate(_) | Expr::Smaller(_) => return None,
            Expr::Constant(c) => Number::Whole(number(*c), false),
            Expr::Unary(op, x) => self.unary(*op, self.read(x)?)?,
            Expr::Binary(op @ (Binary::Div | Binary::Mod), x, y) if self.is_by(y) => {
                let (quotient, remainder) = self.divided(self.read(x)?);
                match op {
                    Binary::Div => Number::Whole(quotient, false),
                    _ => Number::Whole(remainder, true),
                }
            }
            Expr::Binary(op, x, y) => self.binary(*op, self.read(x)?, self.read(y)?)?,
            Expr::If(test, x, y) => {
                let test = self.test(self.read(test)?);
                match (self.read(x)?, self.read(y)?) {
                    (Number::Whole(x, less), Number::Whole(y, other)) => {
                        Number::Whole(pick(&test, &x, &y), less && other)
                    }
                    (x, y) => {
                        let (x, y) = (self.divided(x), self.divided(y));
                        Number::Divided(pick(&test, &x.0, &y.0), pick(&test, &x.1, &y.1))
                    }
                }
            }
        })
    }

    /// What is 0 where a number is.
    fn test(&self, of: Number) -> Expr {
        match of {
            Number::Whole(value, _) => value,
            Number::Divided(quotient, remainder) => both(Binary::Add, &quotient, &remainder),
        }
    }

    fn unary(&self, op: Unary, of: Number) -> Option<Number> {
        Some(match (op, of) {
            (Unary::Inc, of) => self.binary(Binary::Add, of, Number::Whole(number(1), false))?,
            (Unary::Dec, of) => self.binary(Binary::Sub, of, Number::Whole(number(1), false))?,
            (Unary::Not, of) => Number::Whole(one(Unary::Not, &self.test(of)), false),
            (Unary::Odd, Number::Divided(quotient, remainder)) => {
                let (odd, by) = (one(Unary::Odd, &quotient), one(Unary::Odd, &self.by()));
                let product = both(Binary::And, &odd, &by);
                let odd = both(Binary::Xor, &product, &one(Unary::Odd, &remainder));
                Number::Whole(odd, false)
            }
            (_, Number::Divided(..)) => return None,
            (Unary::Half, Number::Whole(value, less)) => Number::Whole(one(op, &value), less),
            (op, Number::Whole(value, _)) => Number::Whole(one(op, &value), false),
        })
    }

    fn binary(&self, op: Binary, x: Number, y: Number) -> Option<Number> {
        // p times a number
        let by = self.by();
        match (op, &x, &y) {
            (Binary::Mul, Number::Whole(b, _), Number::Whole(times, _))
            | (Binary::Mul, Number::Whole(times, _), Number::Whole(b, _))
                if *b == by && !matches!(times, Expr::Constant(_)) =>
            {
                return Some(Number::Divided(times.clone(), number(0)));
            }
            (op, Number::Whole(x, less), Number::Whole(y, other)) => {
                let is_less = match op {
                    Binary::Min => *less || *other,
                    Binary::Max => *less && *other,
                    Binary::Mod | Binary::Sub | Binary::Div => *less,
                    _ => false,
                };
                return Some(Number::Whole(both(op, x, y), is_less));
            }
            _ => {}
        }
        let ((q, r), (s, t)) = (self.divided(x), self.divided(y));
        let is_less = || {
            let same = both(Binary::And, &both(Binary::Equal, &q, &s), &both(Binary::Less, &r, &t));
            both(Binary::Or, &both(Binary::Less, &q, &s), &same)
        };
        Some(match op {
            Binary::Add if t == number(0) || r == number(0) => {
                Number::Divided(both(Binary::Add, &q, &s), both(Binary::Add, &r, &t))
            }
            Binary::Add => {
                let (quotient, sum) = (both(Binary::Add, &q, &s), both(Binary::Add, &r, &t));
                let fits = both(Binary::Less, &sum, &by);
                Number::Divided(
                    pick(&fits, &quotient, &one(Unary::Inc, &quotient)),
                    pick(&fits, &sum, &both(Binary::Sub, &sum, &by)),
                )
            }
            Binary::Sub if t == number(0) => Number::Divided(both(Binary::Sub, &q, &s), r),
            Binary::Sub => {
                let quotient = both(Binary::Sub, &q, &s);
                let lacks = both(Binary::Less, &r, &t);
                let carried = both(Binary::Sub, &both(Binary::Add, &r, &by), &t);
                Number::Divided(
                    pick(&lacks, &both(Binary::Sub, &q, &one(Unary::Inc, &s)), &quotient),
                    pick(&lacks, &carried, &both(Binary::Sub, &r, &t)),
                )
            }
            Binary::Less => Number::Whole(is_less(), false),
            Binary::Equal => {
                let same =
                    both(Binary::And, &both(Binary::Equal, &q, &s), &both(Binary::Equal, &r, &t));
                Number::Whole(same, false)
            }
            Binary::Min => {
                let less = is_less();
                Number::Divided(pick(&less, &q, &s), pick(&less, &r, &t))
            }
            Binary::Max => {
                let less = is_less();
                Number::Divided(pick(&less, &s, &q), pick(&less, &t, &r))
            }
            _ => return None,
        })
    }
}
