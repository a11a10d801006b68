//! Laws of heaps of which moves change one number alone, n, the others being parameters, and whose options are all
//! heaps from a least one l on, or all up to a largest one h: see [`interval`](crate::interval), whose theorems hold
//! for each choice of the parameters. An expression of l or h is looked for in the options of the heaps of a table.

use crate::interval::{called, recursive};
use farstar_find::{Binary, Expr, LawClass, LawForm, LawSearch, Table, Unary, find};
use farstar_play::{Limits, Player, Stopped};
use farstar_rules::language::Ruleset;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// The share of the time in which the expression is looked for.
const SHARE: f64 = 0.3;

/// The law of a table that the ends of the options of its heaps tell.
///
/// # Errors
/// A limit that was met.
pub(crate) fn told_by_parameters(
    rules: &Ruleset,
    table: &Table,
    limits: &Limits,
) -> Result<Option<LawForm>, Stopped> {
    let (fixed, numbers) = (rules.unchanged_numbers(), table.dimension());
    let place = (0..numbers).find(|place| !fixed.contains(place));
    let is_plain = fixed.len() + 1 == numbers && rules.is_impartial() && !rules.is_misere();
    let Some(place) = place.filter(|_| is_plain) else { return Ok(None) };
    let limits = &limits.share(SHARE);
    // how many options each heap has, and whether they are those from a least one on, or all up to a largest one
    let mut counts: FxHashMap<&[i64], i64> = FxHashMap::default();
    let (mut is_least, mut is_initial) = (true, true);
    for (cell, _) in table.rows() {
        limits.check()?;
        let Some(options) = options(rules, cell, place) else { return Ok(None) };
        let (n, count) = (cell[place], options.len() as i64);
        is_least &= (n - count..n).eq(options.iter().copied());
        is_initial &= (0..count).eq(options);
        if !is_least && !is_initial {
            return Ok(None);
        }
        counts.insert(cell, count);
    }
    // the least option stays or rises by 1 with n; the largest does not fall
    for (&cell, &count) in &counts {
        let mut before = cell.to_vec();
        before[place] -= 1;
        let risen = counts.get(&before[..]).map(|before| count - before);
        is_least &= risen.is_none_or(|risen| risen == 0 || risen == 1);
        is_initial &= risen.is_none_or(|risen| risen >= 0);
    }
    let rows = counts.iter().map(|(cell, &count)| (cell.to_vec(), count));
    let Ok(ends) = Table::new(rows.collect()) else { return Ok(None) };
    let (classes, limits) = (vec![LawClass::Expressions], limits.clone());
    let search = LawSearch { classes, limits, ..LawSearch::default() };
    let Some(law) = find(&ends, &[], &search).laws.into_iter().next() else { return Ok(None) };
    let LawForm::Expression(count) = law.form else { return Ok(None) };
    let of = |op, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
    let one_less = |x: Expr| Expr::Unary(Unary::Dec, Box::new(x));
    let mut laws = Vec::new();
    if is_least {
        let least = of(Binary::Sub, Expr::Coordinate(place), count.clone());
        laws.extend(recursive((place, numbers), (&count, false), &least, &count));
    }
    if is_initial {
        let some = of(Binary::Less, Expr::Constant(0), count.clone());
        let longer = of(Binary::Add, called((place, numbers), one_less(count)), some);
        laws.push(LawForm::Expression(longer));
    }
    Ok(laws.into_iter().find(|law| law.is_exact(table)))
}

/// The numbers that the moves of a heap put at a place; none where one makes several heaps or none.
fn options(rules: &Ruleset, cell: &[i64], place: usize) -> Option<Vec<i64>> {
    let heap: Vec<u64> = cell.iter().map(|&x| u64::try_from(x).ok()).collect::<Option<_>>()?;
    let mut options = Vec::new();
    let visited = rules.visit_heap(Player::Left, &heap, &mut |made| match made {
        Some(made) if made.len() == heap.len() => {
            options.push(made[place] as i64);
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Break(()),
    });
    options.sort_unstable();
    options.dedup();
    visited.is_continue().then_some(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_options_tell_the_law_beside_parameters() {
        // AtCoder Regular Contest 091 F: up to a k-th of the heap is taken
        let strange = "game Strange\nheap n k\nBoth: (n,k) -> (n-j,k) for j in 1..n div k if k > 0";
        let at_least =
            "game More\nheap k n\nBoth: (k,n) -> (k,n-j) for j in n div k..n if j > 0 and k > 0";
        for rules in [strange, at_least] {
            let rules: Ruleset = rules.parse().unwrap();
            let is_last = rules.name() == "More";
            let mut rows = Vec::new();
            for k in 1..8i64 {
                let mut values: Vec<i64> = Vec::new();
                for n in 0..60i64 {
                    let cell = if is_last { vec![k, n] } else { vec![n, k] };
                    let options = options(&rules, &cell, usize::from(is_last)).unwrap();
                    let mut next: Vec<i64> = options.iter().map(|&m| values[m as usize]).collect();
                    next.sort_unstable();
                    next.dedup();
                    let mex = (0..).zip(&next).take_while(|(n, value)| n == *value).count();
                    values.push(mex as i64);
                    rows.push((cell, mex as i64));
                }
            }
            let table = Table::new(rows).unwrap();
            let law = told_by_parameters(&rules, &table, &Limits::none()).unwrap().unwrap();
            // n is worth n/k where k divides it, else what n - n/k - 1 is worth
            let worth = |mut n: i128, k: i128| {
                while n % k > 0 {
                    n -= n / k + 1;
                }
                n / k
            };
            if !is_last {
                for (n, k) in [(1_000, 7), (12_345, 11), (77, 3)] {
                    assert_eq!(law.value_at(&[n, k]), Some(worth(n, k)), "{n} {k}");
                }
            }
        }
    }
}
