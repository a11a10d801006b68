//! Meeting in the middle: a target is x + y, x − y or x xor y of two expressions that the search did reach, which
//! are found by their hashes.

use crate::bank::{Bank, Target};
use crate::column;
use crate::expr::{Binary, Expr, Unary};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Some of the kinds of a bank, by the hashes of their columns or of parts of them.
pub(crate) struct Seen<'a> {
    places: Option<&'a [usize]>,
    hashes: Cow<'a, [u64]>,
    at: Cow<'a, FxHashMap<u64, u32>>,
}

impl<'a> Seen<'a> {
    /// All of them, on the whole sample.
    pub(crate) fn of(bank: &'a Bank) -> Self {
        let (hashes, at) = (Cow::Borrowed(&bank.hashes[..]), Cow::Borrowed(&bank.seen));
        Self { places: None, hashes, at }
    }

    /// The cheapest ones as they are on some places of the sample only.
    pub(crate) fn on(bank: &Bank, places: &'a [usize]) -> Self {
        let few = 0..bank.len().min(MOST_ON_REST);
        let hash = |at| {
            let column = bank.column(at);
            column::hash(places.iter().map(|&place| column[place]))
        };
        let hashes: Vec<u64> = few.map(hash).collect();
        let mut at = FxHashMap::default();
        for (&hash, number) in hashes.iter().zip(0..) {
            at.entry(hash).or_insert(number);
        }
        Self { places: Some(places), hashes: Cow::Owned(hashes), at: Cow::Owned(at) }
    }

    fn hash(&self, column: impl Fn(usize) -> i32, width: usize) -> u64 {
        match self.places {
            None => column::hash((0..width).map(column)),
            Some(places) => column::hash(places.iter().map(|&place| column(place))),
        }
    }
}

/// The cheapest exact x + y, x − y or x xor y of two expressions of the bank where it is seen, `whole` making of it
/// what is held against the table.
pub(crate) fn meet(
    target: &mut Target<'_>,
    bank: &Bank,
    seen: &Seen<'_>,
    most_cost: u8,
    whole: impl Fn(Binary, Expr, Expr) -> Expr,
) -> Option<Expr> {
    let mut hits: Vec<(u8, Binary, u32, u32)> = Vec::new();
    let wanted = seen.hash(|place| target.values[place], bank.width);
    for (x, &hash) in seen.hashes.iter().enumerate() {
        let column = bank.column(x);
        let others = [
            (Binary::Add, wanted.wrapping_sub(hash)),
            (Binary::Sub, hash.wrapping_sub(wanted)),
            (Binary::Xor, seen.hash(|place| column[place] ^ target.values[place], bank.width)),
        ];
        for (op, hash) in others {
            if let Some(&y) = seen.at.get(&hash) {
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

/// Expressions that are looked at where a case is peeled off.
const MOST_ON_REST: usize = 16_000;
/// How many expressions that are the same where a table has its one value are held against each other.
const ALIKE: usize = 24;

/// Two expressions that are equal just where a table of 0 and 1 has one of the two.
pub(crate) fn equal(target: &mut Target<'_>, bank: &Bank, most_cost: u8) -> Option<Expr> {
    let two = target.values.iter().all(|&v| v == 0 || v == 1);
    if !two || target.values.iter().all(|&v| v == target.values[0]) {
        return None;
    }
    let mut hits: Vec<(u8, i32, u32, u32)> = Vec::new();
    for side in [1, 0] {
        let of = |value: i32| -> Vec<usize> {
            (0..target.values.len()).filter(|&i| target.values[i] == value).collect()
        };
        let (inside, outside) = (of(side), of(1 - side));
        let mut alike: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        for y in 0..bank.len() {
            let (column, cost) = (bank.column(y), bank.costs[y]);
            let hash = column::hash(inside.iter().map(|&place| column[place]));
            let group = alike.entry(hash).or_default();
            for &x in group.iter() {
                let other = bank.column(x as usize);
                let cost = cost.saturating_add(bank.costs[x as usize]).saturating_add(2);
                if cost <= most_cost && outside.iter().all(|&place| column[place] != other[place]) {
                    hits.push((cost, side, x, y as u32));
                }
            }
            if group.len() < ALIKE {
                group.push(y as u32);
            }
        }
    }
    hits.sort_unstable();
    for &(_, side, x, y) in hits.iter().take(20) {
        let same = Expr::binary(Binary::Equal, bank.expr(x as usize), bank.expr(y as usize));
        let expr = if side == 1 { same } else { Expr::unary(Unary::Not, same) };
        if target.is_exact(&expr) {
            return Some(expr);
        }
    }
    None
}
