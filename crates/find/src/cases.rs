//! Cases: at most two tests, a branch for each and one for what is left. A test holds where an expression is not 0.

use crate::bank::{Bank, Target};
use crate::expr::Expr;
use crate::middle::{self, Seen};
use farstar_play::{Limits, Stopped};

/// Tests and branches that are tried, cheapest first.
const MOST_TESTS: usize = 2_500;
const MOST_BRANCHES: usize = 2_500;
/// First cases that are peeled off to look at what is left.
const BEAM: usize = 24;
const PEELED: usize = 6;
/// Symbols that both sides of a sum for what is left may have.
const MOST_REST: u8 = 9;

/// The places of the sample where something holds.
type Places = u128;

/// Expressions, cheapest first, with a set for each place of those that are right there.
struct Branches {
    at: Vec<usize>,
    right: Vec<Vec<u64>>,
}

impl Branches {
    fn of(target: &Target<'_>, bank: &Bank, limits: &Limits) -> Result<Self, Stopped> {
        let width = target.values.len();
        let words = MOST_BRANCHES.div_ceil(64);
        let mut branches = Self { at: Vec::new(), right: vec![vec![0; words]; width] };
        let mut known = rustc_hash::FxHashSet::default();
        for at in 0..bank.len() {
            if at % 4096 == 0 {
                limits.check()?;
            }
            let right = places(bank.column(at), |i, x| x == target.values[i]);
            if right != 0 && known.insert(right) {
                let number = branches.at.len();
                let right = (0..width).filter(|&i| right >> i & 1 == 1);
                right.for_each(|i| branches.right[i][number / 64] |= 1 << (number % 64));
                branches.at.push(at);
                if branches.at.len() == MOST_BRANCHES {
                    break;
                }
            }
        }
        Ok(branches)
    }

    /// The cheapest that is right at all of these places.
    fn cheapest(&self, wanted: Places) -> Option<usize> {
        let mut rest = wanted;
        let mut all = [!0u64; MOST_BRANCHES.div_ceil(64)];
        while rest != 0 {
            let right = &self.right[rest.trailing_zeros() as usize];
            let mut some = 0;
            for (all, right) in all.iter_mut().zip(right) {
                *all &= right;
                some |= *all;
            }
            if some == 0 {
                return None;
            }
            rest &= rest - 1;
        }
        let word = all.iter().position(|&word| word != 0)?;
        self.at.get(64 * word + all[word].trailing_zeros() as usize).copied()
    }
}

/// The places of a column where something holds.
fn places(column: &[i32], holds: impl Fn(usize, i32) -> bool) -> Places {
    column.iter().enumerate().fold(0, |p: Places, (i, &x)| p | Places::from(holds(i, x)) << i)
}

/// A test, and what the law is where it holds.
pub(crate) struct Case {
    pub(crate) test: Expr,
    pub(crate) value: Expr,
    /// Less where it settles more of the cells for what it costs to write down.
    pub(crate) price: (u32, u32),
}

/// The cheapest exact decision list with a test or two, or a case and a sum for what is left; `open` takes the first
/// cases that leave a rest open, best first.
pub(crate) fn find(
    target: &mut Target<'_>,
    bank: &Bank,
    open: &mut Vec<Case>,
    limits: &Limits,
) -> Result<Option<Expr>, Stopped> {
    let width = target.values.len();
    let all: Places = if width >= 128 { !0 } else { (1 << width) - 1 };
    let mut tests: Vec<(usize, Places)> = Vec::new();
    let mut known = rustc_hash::FxHashSet::default();
    for at in 0..bank.len() {
        if at % 4096 == 0 {
            limits.check()?;
        }
        let places = places(bank.column(at), |_, x| x != 0);
        if places != 0 && places != all && known.insert(places) {
            tests.push((at, places));
            if tests.len() == MOST_TESTS {
                break;
            }
        }
    }
    let branches = Branches::of(target, bank, limits)?;
    let cheapest = |wanted: Places| branches.cheapest(wanted);
    let cost = |at: usize| u32::from(bank.costs[at]);
    // two branches
    let mut lists: Vec<(u32, Vec<usize>)> = Vec::new();
    let mut peeled: Vec<(u32, usize, usize, Places)> = Vec::new();
    let mut left: rustc_hash::FxHashSet<Places> = rustc_hash::FxHashSet::default();
    for (number, &(test, places)) in tests.iter().enumerate() {
        if number % 64 == 0 {
            limits.check()?;
        }
        let (yes, no) = (cheapest(places), cheapest(all & !places));
        match (yes, no) {
            (Some(x), Some(y)) => lists.push((cost(test) + cost(x) + cost(y), vec![test, x, y])),
            (Some(x), None) if left.insert(all & !places) => {
                peeled.push((cost(test) + cost(x), test, x, all & !places))
            }
            _ => {}
        }
    }
    lists.sort();
    for (_, list) in lists.iter().take(30) {
        let expr = cases(bank, list);
        if target.is_exact(&expr) {
            return Ok(Some(expr));
        }
    }
    // a case that explains much for its price comes first
    let price = |cost: u32, rest: Places| (rest.count_ones() / 8 + 2 * cost, cost);
    peeled.sort_by_key(|&(cost, _, _, rest)| price(cost, rest));
    let case = |&(cost, test, x, rest): &(u32, usize, usize, Places)| Case {
        test: bank.expr(test),
        value: bank.expr(x),
        price: price(cost, rest),
    };
    open.extend(peeled.iter().take(BEAM).map(case));
    let mut lists: Vec<(u32, Vec<usize>)> = Vec::new();
    for &(before, test, x, rest) in peeled.iter().take(BEAM) {
        limits.check()?;
        for &(second, places) in &tests {
            let (yes, no) = (rest & places, rest & !places);
            if yes == 0 || no == 0 {
                continue;
            }
            if let Some(y) = cheapest(yes)
                && let Some(z) = cheapest(no)
            {
                lists
                    .push((before + cost(second) + cost(y) + cost(z), vec![test, x, second, y, z]));
            }
        }
    }
    lists.sort();
    for (_, list) in lists.iter().take(30) {
        let expr = cases(bank, list);
        if target.is_exact(&expr) {
            return Ok(Some(expr));
        }
    }
    for &(_, test, x, rest) in peeled.iter().take(PEELED) {
        limits.check()?;
        let places: Vec<usize> = (0..width).filter(|&i| rest >> i & 1 == 1).collect();
        if places.len() < 8 {
            continue;
        }
        let seen = Seen::on(bank, &places);
        let first = |rest: Expr| {
            Expr::If(Box::new(bank.expr(test)), Box::new(bank.expr(x)), Box::new(rest))
        };
        let found =
            middle::meet(target, bank, &seen, MOST_REST, |op, y, z| first(Expr::binary(op, y, z)));
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Test, branch, test, branch, …, rest.
fn cases(bank: &Bank, list: &[usize]) -> Expr {
    match list {
        [test, x, rest @ ..] => Expr::If(
            Box::new(bank.expr(*test)),
            Box::new(bank.expr(*x)),
            Box::new(cases(bank, rest)),
        ),
        [x] => bank.expr(*x),
        [] => Expr::Constant(0),
    }
}
