//! Slices: where each row along the first coordinate is periodic, and the period is itself a law of the other
//! coordinates, the table folds.

use crate::expr::{Binary, Expr, Unary};
use crate::table::Table;
use farstar_play::{Limits, Stopped};
use rustc_hash::FxHashMap;

/// Periods that are tried.
const MOST: usize = 2;
/// In a sum a coordinate is taken so many times at most, and so much is added.
const MOST_TIMES: i64 = 3;
const MOST_MORE: i64 = 4;

/// The cheapest expressions of the other coordinates by which the first may be reduced, no two cells that fall
/// together having different values.
pub(crate) fn periods(table: &Table, limits: &Limits) -> Result<Vec<Expr>, Stopped> {
    let mut found = Vec::new();
    for period in candidates(table.dimension() - 1) {
        limits.check()?;
        if is_consistent(table, |rest| natural(&period, rest)) {
            found.push(period);
            if found.len() == MOST {
                break;
            }
        }
    }
    Ok(found)
}

/// A period and half of it, rounded up, as expressions of all coordinates.
pub(crate) fn lengths(period: &Expr) -> [Expr; 2] {
    let period = period.behind_first();
    let half = Expr::unary(Unary::Half, Expr::unary(Unary::Inc, period.clone()));
    [period, half]
}

/// The value of a period at the other coordinates.
pub(crate) fn natural(period: &Expr, rest: &[i64]) -> Option<i64> {
    let rest: Vec<i128> = rest.iter().map(|&x| x.into()).collect();
    period.evaluate(&rest, &mut |_| None).and_then(|p| i64::try_from(p).ok()).filter(|&p| p > 0)
}

/// Expressions that depend on a coordinate, cheapest first.
fn candidates(dimension: usize) -> Vec<Expr> {
    let coordinates: Vec<Expr> = (0..dimension).map(Expr::Coordinate).collect();
    let constants = (1..=4).map(Expr::Constant);
    let mut short: Vec<Expr> = coordinates.clone();
    for op in [Unary::Inc, Unary::Dec, Unary::Pow2] {
        short.extend(coordinates.iter().map(|x| Expr::unary(op, x.clone())));
    }
    let leaves: Vec<Expr> = coordinates.iter().cloned().chain(constants).collect();
    let mut pairs = Vec::new();
    for (at, x) in leaves.iter().enumerate().take(dimension) {
        for y in &leaves[at..] {
            for op in [Binary::Add, Binary::Mul, Binary::Max, Binary::Min, Binary::Sub] {
                pairs.push(Expr::binary(op, x.clone(), y.clone()));
            }
        }
    }
    let longer: Vec<Expr> = pairs.iter().map(|x| Expr::unary(Unary::Inc, x.clone())).collect();
    short.into_iter().chain(pairs).chain(longer).chain(sums(&coordinates)).collect()
}

/// Sums of few times one or two coordinates, and a little more.
fn sums(coordinates: &[Expr]) -> Vec<Expr> {
    let add = |x: Expr, y: Expr| Expr::binary(Binary::Add, x, y);
    let times = |k: i64, x: &Expr| match k {
        1 => x.clone(),
        _ => Expr::binary(Binary::Mul, Expr::Constant(k), x.clone()),
    };
    let mut sums = Vec::new();
    for (at, x) in coordinates.iter().enumerate() {
        for k in 1..=MOST_TIMES {
            sums.push(times(k, x));
            for y in &coordinates[at + 1..] {
                sums.extend((1..=MOST_TIMES).map(|l| add(times(k, x), times(l, y))));
            }
        }
    }
    let further: Vec<Expr> = (1..=MOST_MORE)
        .flat_map(|c| sums.iter().map(move |sum| add(sum.clone(), Expr::Constant(c))))
        .collect();
    // rows of odd numbers may be a little longer, or those of even ones
    let odd = coordinates.iter().map(|x| Expr::unary(Unary::Odd, x.clone()));
    let uneven: Vec<Expr> = odd
        .flat_map(|odd| [odd.clone(), Expr::unary(Unary::Not, odd)])
        .flat_map(|more| sums.iter().map(move |sum| add(sum.clone(), more.clone())))
        .collect();
    sums.into_iter().chain(further).chain(uneven).collect()
}

fn is_consistent(table: &Table, period: impl Fn(&[i64]) -> Option<i64>) -> bool {
    let low = table.low()[0];
    let mut known: FxHashMap<Vec<i64>, i64> = FxHashMap::default();
    let mut shared = 0;
    for (cell, value) in table.rows() {
        let Some(period) = period(&cell[1..]) else { return false };
        let mut cell = cell.to_vec();
        cell[0] = low + (cell[0] - low).rem_euclid(period);
        match known.get(&cell) {
            Some(&other) if other != value => return false,
            Some(_) => shared += 1,
            None => {
                known.insert(cell, value);
            }
        }
    }
    2 * shared >= table.len()
}

/// The table with the first coordinate reduced by a period.
pub(crate) fn folded(table: &Table, period: impl Fn(&[i64]) -> Option<i64>) -> Option<Table> {
    let low = table.low()[0];
    table.map(|cell, value| {
        let period = period(&cell[1..])?;
        let mut cell = cell.to_vec();
        cell[0] = low + (cell[0] - low).rem_euclid(period);
        Some((cell, value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_fold_by_their_periods() {
        let cells = (0..40).flat_map(|n| (1..8).map(move |m| (vec![n, m], n % (m + 1) / 2)));
        let table = Table::new(cells.collect()).unwrap();
        let periods = periods(&table, &Limits::none()).unwrap();
        assert_eq!(natural(&periods[0], &[6]), Some(7));
        assert_eq!(folded(&table, |m| Some(m[0] + 1)).unwrap().len(), (2..9).sum::<usize>());
        assert!(folded(&table, |m| Some(m[0])).is_none());
    }

    #[test]
    fn a_period_is_a_sum_of_multiples() {
        let cells = (0..60).flat_map(|n| (1..6).flat_map(move |l| (0..6).map(move |d| [n, l, d])));
        let value = |[n, l, d]: [i64; 3]| (vec![n, l, d], n % (2 * l + d + 2) / l);
        let table = Table::new(cells.map(value).collect()).unwrap();
        let periods = periods(&table, &Limits::none()).unwrap();
        assert_eq!(natural(&periods[0], &[5, 3]), Some(15));
    }
}
