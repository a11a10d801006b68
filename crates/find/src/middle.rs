//! Meeting in the middle: a target is x + y, x − y or x xor y of two expressions that the search did reach, which
//! are found by their hashes.

use crate::bank::{Bank, Target};
use crate::column;
use crate::expr::{Binary, Expr};
use rustc_hash::FxHashMap;

/// The cheapest exact x + y, x − y or x xor y of two expressions of the bank.
pub(crate) fn meet(target: &mut Target<'_>, bank: &Bank, most_cost: u8) -> Option<Expr> {
    let all: Vec<usize> = (0..target.values.len()).collect();
    meet_on(target, bank, &all, &bank.seen, most_cost, Expr::binary)
}

/// The same on some places of the sample only, `whole` making of it what is held against the table.
pub(crate) fn meet_on(
    target: &mut Target<'_>,
    bank: &Bank,
    places: &[usize],
    seen: &FxHashMap<u64, u32>,
    most_cost: u8,
    whole: impl Fn(Binary, Expr, Expr) -> Expr,
) -> Option<Expr> {
    let mut hits: Vec<(u8, Binary, u32, u32)> = Vec::new();
    let wanted: Vec<i32> = places.iter().map(|&place| target.values[place]).collect();
    let mut column = vec![0; places.len()];
    for x in 0..bank.len() {
        let values = bank.column(x);
        column.iter_mut().zip(places).for_each(|(to, &place)| *to = values[place]);
        let pairs = || wanted.iter().zip(&column);
        let others = [
            (Binary::Add, column::hash(pairs().map(|(t, x)| t.wrapping_sub(*x)))),
            (Binary::Sub, column::hash(pairs().map(|(t, x)| x.wrapping_sub(*t)))),
            (Binary::Xor, column::hash(pairs().map(|(t, x)| x ^ t))),
        ];
        for (op, hash) in others {
            if let Some(&y) = seen.get(&hash) {
                let cost = bank.costs[x].saturating_add(bank.costs[y as usize]).saturating_add(1);
                if cost <= most_cost && (op == Binary::Sub || x as u32 <= y) {
                    hits.push((cost, op, x as u32, y));
                }
            }
        }
    }
    hits.sort_unstable_by_key(|&(cost, _, x, y)| (cost, x, y));
    for &(_, op, x, y) in hits.iter().take(40) {
        let expr = whole(op, bank.expr(x as usize), bank.expr(y as usize));
        if target.is_exact(&expr) {
            return Some(expr);
        }
    }
    None
}

/// The kinds of a bank as they are on some places of the sample only.
pub(crate) fn seen_on(bank: &Bank, places: &[usize]) -> FxHashMap<u64, u32> {
    let mut seen = FxHashMap::default();
    for at in 0..bank.len() {
        let column = bank.column(at);
        seen.entry(column::hash(places.iter().map(|&place| column[place]))).or_insert(at as u32);
    }
    seen
}
