//! Laws of numbers as laws of their exponents, how often 2 divides an entry and how many odd prime factors it has:
//! coordinate i becomes 2i and 2i + 1. See `farstar_referee::Abstraction`.

use farstar_find::{Binary, Expr, LawForm, LawSearch, Table, Unary, find, within};
use farstar_play::Limits;
use std::time::Duration;

/// Exponents below this are tried to see whether only it matters which of them are 0.
const TRIED: u32 = 3;
/// Exponents below this are a table in which a law is looked for, and for how long.
const SMALL: u32 = 12;
const TIME: Duration = Duration::from_secs(1);
/// Entries of a heap.
const MOST_ENTRIES: usize = 3;

/// The law of exponents that a law says, and whether it is known to say the same; else so it seems from a few numbers.
pub(crate) fn of(law: &LawForm, entries: usize, limits: &Limits) -> Option<(LawForm, bool)> {
    let mut reader = Reader { entries, is_sure: true };
    let read = match law {
        LawForm::Expression(expr) if entries <= MOST_ENTRIES => reader.of(expr),
        _ => None,
    };
    match read {
        Some(read) => Some((LawForm::Expression(read), reader.is_sure)),
        None => found(law, entries, limits).map(|law| (law, false)),
    }
}

/// The law of the exponents of one entry, found in what a law says of the numbers without other factors than 2 and 3.
fn found(law: &LawForm, entries: usize, limits: &Limits) -> Option<LawForm> {
    let value = |i: u32, j: u32| law.value_at(&[2i128.pow(i) * 3i128.pow(j)]);
    let row =
        |(i, j): (u32, u32)| Some((vec![i.into(), j.into()], i64::try_from(value(i, j)?).ok()?));
    let cells = (0..SMALL).flat_map(|i| (0..SMALL).map(move |j| (i, j)));
    let rows = cells.filter(|_| entries == 1).map(row).collect::<Option<_>>()?;
    let search = LawSearch { limits: within(TIME, limits), ..LawSearch::default() };
    find(&Table::new(rows).ok()?, &[], &search).laws.into_iter().next().map(|law| law.form)
}

struct Reader {
    entries: usize,
    is_sure: bool,
}

impl Reader {
    fn of(&mut self, expr: &Expr) -> Option<Expr> {
        let read = |exponent| Box::new(Expr::Coordinate(exponent));
        let whole = match expr {
            Expr::Unary(op, x) => match (op, &**x) {
                (Unary::V2, Expr::Coordinate(i)) => Some(Expr::Coordinate(2 * i)),
                (Unary::OmegaOdd, Expr::Coordinate(i)) => Some(Expr::Coordinate(2 * i + 1)),
                (Unary::Odd, Expr::Coordinate(i)) => Some(Expr::Unary(Unary::Not, read(2 * i))),
                (Unary::Omega, Expr::Coordinate(i)) => {
                    Some(Expr::Binary(Binary::Add, read(2 * i), read(2 * i + 1)))
                }
                (op, x) => self.of(x).map(|x| Expr::Unary(*op, Box::new(x))),
            },
            Expr::Binary(op, a, b) => {
                self.of(a).zip(self.of(b)).map(|(a, b)| Expr::Binary(*op, Box::new(a), Box::new(b)))
            }
            Expr::If(a, b, c) => {
                let all: Option<Vec<Expr>> = [a, b, c].into_iter().map(|x| self.of(x)).collect();
                all.and_then(|all| <[Expr; 3]>::try_from(all).ok())
                    .map(|[a, b, c]| Expr::If(Box::new(a), Box::new(b), Box::new(c)))
            }
            Expr::Constant(_) => Some(expr.clone()),
            Expr::Coordinate(_) | Expr::Smaller(_) => None,
        };
        whole.or_else(|| self.by_zeros(expr))
    }

    /// An expression whose value seems to depend on nothing but which exponents are 0.
    fn by_zeros(&mut self, expr: &Expr) -> Option<Expr> {
        let (many, law) = (2 * self.entries, LawForm::Expression(expr.clone()));
        let mut values: Vec<Option<i128>> = vec![None; 1 << many];
        for n in 0..u64::from(TRIED).pow(many as u32) {
            let exponent =
                |i: usize| (n / u64::from(TRIED).pow(i as u32) % u64::from(TRIED)) as u32;
            let entry = |i: usize| 2i128.pow(exponent(2 * i)) * 3i128.pow(exponent(2 * i + 1));
            let cell: Vec<i128> = (0..self.entries).map(entry).collect();
            let zeros = (0..many).filter(|&i| exponent(i) == 0).map(|i| 1 << i).sum::<usize>();
            let value = law.value_at(&cell)?;
            if values[zeros].replace(value).is_some_and(|known| known != value) {
                return None;
            }
        }
        self.is_sure = false;
        tests(&values, 0, 0)
    }
}

/// The values by which exponents are 0, from one exponent on, those before being known.
fn tests(values: &[Option<i128>], from: usize, zeros: usize) -> Option<Expr> {
    if 1 << from == values.len() {
        return values[zeros].and_then(|value| i64::try_from(value).ok()).map(Expr::Constant);
    }
    let (some, none) =
        (tests(values, from + 1, zeros)?, tests(values, from + 1, zeros | 1 << from)?);
    if some == none {
        return Some(some);
    }
    Some(Expr::If(Box::new(Expr::Coordinate(from)), Box::new(some), Box::new(none)))
}
