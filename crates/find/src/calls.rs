//! Laws that call themselves at a cell which the search finds: f(n) is f(h(n)) plus, less or xor an expression, for a
//! sequence and any h(n) < n of the bank.

use crate::bank::{Bank, Target, known};
use crate::column;
use crate::expr::{Binary, Expr};
use farstar_play::{Limits, Stopped};
use rustc_hash::FxHashSet;

/// Calls that are tried.
const MOST: usize = 60_000;
/// The share of the cells at which a call must lead into the table.
const CALLING: usize = 2;

/// The cheapest exact law of this form.
pub(crate) fn find(
    target: &mut Target<'_>,
    bank: &Bank,
    most_cost: u8,
    limits: &Limits,
) -> Result<Option<Expr>, Stopped> {
    if target.table.dimension() != 1 {
        return Ok(None);
    }
    let low = target.table.low()[0];
    let cells: Vec<i64> = target.sample.iter().map(|&at| target.table.cell(at)[0]).collect();
    let mut hits: Vec<(u8, Binary, u32, u32)> = Vec::new();
    let wanted = column::hash(target.values.iter().copied());
    let mut known_calls: FxHashSet<u64> = FxHashSet::default();
    for h in 0..bank.len().min(MOST) {
        if h % 512 == 0 {
            limits.check()?;
        }
        let (at, cost) = (bank.column(h), bank.costs[h]);
        if bank.calls_itself(h) {
            continue;
        }
        let is_smaller = cells.iter().zip(at).all(|(&n, &at)| i64::from(at) < n || n == low);
        let calling = at.iter().filter(|&&at| i64::from(at) >= low).count();
        if !is_smaller || calling * CALLING < at.len() || cost + 2 >= most_cost {
            continue;
        }
        let Some(called) = values(target, &cells, at) else { continue };
        let hash = column::hash(called.iter().copied());
        if !known_calls.insert(hash) {
            continue;
        }
        let others = [
            (Binary::Add, wanted.wrapping_sub(hash)),
            (Binary::Sub, wanted.wrapping_add(hash)),
            (Binary::Xor, column::hash(target.values.iter().zip(&called).map(|(t, f)| t ^ f))),
        ];
        for (op, hash) in others {
            if let Some(&x) = bank.seen.get(&hash) {
                let cost = cost.saturating_add(bank.costs[x as usize]).saturating_add(2);
                if cost <= most_cost {
                    hits.push((cost, op, h as u32, x));
                }
            }
        }
    }
    hits.sort_unstable_by_key(|&(cost, _, h, x)| (cost, h, x));
    for &(_, op, h, x) in hits.iter().take(20) {
        let call = Expr::Smaller(vec![bank.expr(h as usize)]);
        let other = bank.expr(x as usize);
        let expr = match op {
            Binary::Sub => Expr::binary(op, other, call),
            _ => Expr::binary(op, call, other),
        };
        if target.is_exact(&expr) {
            return Ok(Some(expr));
        }
    }
    Ok(None)
}

/// The values of the table where the calls lead; none if one of them is not known.
fn values(target: &Target<'_>, cells: &[i64], calls: &[i32]) -> Option<Vec<i32>> {
    let (table, low) = (target.table, target.table.low());
    let value = |(&at, &n): (&i32, &i64)| match known(table, low, &[at.into()]) {
        // a call below 0 or not smaller is 0
        _ if at < 0 || i64::from(at) >= n => Some(0),
        value => value.and_then(|v| i32::try_from(v).ok()).filter(|v| v.abs() <= column::LARGEST),
    };
    calls.iter().zip(cells).map(value).collect()
}
