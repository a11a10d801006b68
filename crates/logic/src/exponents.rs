//! Laws of numbers as laws of their exponents, how often 2 divides an entry and how many odd prime factors it has:
//! coordinate i becomes 2i and 2i + 1. See `farstar_referee::Abstraction`.

use farstar_find::{Binary, Expr, LawClass, LawForm, LawSearch, Table, Unary, find};
use farstar_play::Limits;

/// Exponents below this are tried to see whether only it matters which of them are 0.
const TRIED: u32 = 3;
/// Exponents below these, of one entry and of two, are a table in which a law is looked for, in such a share of the
/// time.
const SMALL: [u32; 2] = [12, 4];
const SHARE: f64 = 1.0 / 3.0;
/// Entries of a heap.
const MOST_ENTRIES: usize = 3;

/// The law of exponents that a law says, and whether it is known to say the same; else laws that seem to, from a few
/// numbers.
pub(crate) fn of(law: &LawForm, entries: usize, limits: &Limits) -> Vec<(LawForm, bool)> {
    let mut reader = Reader { entries, is_sure: true };
    let read = match law {
        LawForm::Expression(expr)
            if entries <= MOST_ENTRIES && law.class() != LawClass::Recursion =>
        {
            reader.of(expr)
        }
        _ if entries <= MOST_ENTRIES => reader.by_zeros(law),
        _ => None,
    };
    match read {
        Some(read) => vec![(LawForm::Expression(read), reader.is_sure)],
        None => found(law, entries, limits).into_iter().map(|law| (law, false)).collect(),
    }
}

/// Laws of exponents, found in what a law says of numbers without other factors than 2 and 3.
fn found(law: &LawForm, entries: usize, limits: &Limits) -> Vec<LawForm> {
    let Some(&side) = entries.checked_sub(1).and_then(|place| SMALL.get(place)) else {
        return Vec::new();
    };
    let row = |n: u32| {
        let exponents: Vec<u32> = (0..2 * entries as u32).map(|i| n / side.pow(i) % side).collect();
        let entries = exponents.chunks(2).map(|e| 2i128.pow(e[0]) * 3i128.pow(e[1]));
        let value = law.value_at(&entries.collect::<Vec<_>>())?;
        Some((exponents.into_iter().map(i64::from).collect(), i64::try_from(value).ok()?))
    };
    let rows: Option<Vec<_>> = (0..side.pow(2 * entries as u32)).map(row).collect();
    let Some(table) = rows.and_then(|rows| Table::new(rows).ok()) else { return Vec::new() };
    let mut laws = Vec::new();
    for class in [LawClass::Expressions, LawClass::Automata] {
        let limits = limits.share(SHARE);
        let search = LawSearch { classes: vec![class], limits, ..LawSearch::default() };
        laws.extend(find(&table, &[], &search).laws.into_iter().map(|law| law.form));
    }
    laws
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
        whole.or_else(|| self.by_zeros(&LawForm::Expression(expr.clone())))
    }

    /// A law whose values seem to depend on nothing but which exponents are 0.
    fn by_zeros(&mut self, law: &LawForm) -> Option<Expr> {
        let many = 2 * self.entries;
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
