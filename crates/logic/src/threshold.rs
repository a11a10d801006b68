//! Games in which it never harms to have a larger last entry, such as a limit on what is taken: who begins wins from a
//! least one on, by the other entries. A law of that reads a number less than one of who wins.

use crate::automata::{Join, Workshop};
use crate::build;
use farstar_find::{Binary, Expr, LawForm, Table, Unary};
use farstar_play::Stopped;
use farstar_referee::{Automaton, Diagrams, Var};
use std::collections::BTreeMap;

/// The relation between the other entries, from `low` on, and the least last one; none where it is no automaton.
pub(crate) fn relation(
    shop: &mut Workshop<'_>,
    law: &LawForm,
    low: &[i64],
    legal: Option<&Automaton>,
) -> Result<Option<Automaton>, Stopped> {
    let Some(mut made) = build::relation(shop, law, low.len(), legal)? else { return Ok(None) };
    if made.tracks.len() != low.len() + 1 || build::is_hot(law) {
        return Ok(None);
    }
    for (axis, &low) in low.iter().enumerate().filter(|(_, low)| **low > 0) {
        if low > 1 {
            return Ok(None);
        }
        let step = |_: &Diagrams, some: &bool, d: &[usize]| *some || d[0] > 0;
        let some = shop.diagrams.written(&[axis as Var], false, &step, &|&some| some);
        made = shop.product(&made, &some, Join::Both)?;
    }
    Ok(Some(made))
}

/// 0 for a number from `low` on and the least last entry beside it, else 1.
pub(crate) fn pairs(least: &Expr, low: i64) -> Expr {
    let of = |op, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
    let is_it = of(Binary::Equal, least.clone(), Expr::Coordinate(1));
    let below = of(Binary::Less, Expr::Coordinate(0), Expr::Constant(low));
    let other = Expr::Unary(Unary::Not, Box::new(is_it));
    Expr::If(Box::new(below), Box::new(Expr::Constant(1)), Box::new(other))
}

/// The least last entries of a table of who wins, if it is one of such a game as far as it goes.
pub(crate) fn least(table: &Table) -> Option<Table> {
    let mut rows: BTreeMap<Vec<i64>, BTreeMap<i64, i64>> = BTreeMap::new();
    for (cell, value) in table.rows() {
        let (&last, others) = cell.split_last().filter(|_| cell.len() > 1)?;
        rows.entry(others.to_vec()).or_default().insert(last, value);
    }
    let mut found = Vec::new();
    for (others, row) in rows {
        let won = row.iter().find(|(_, value)| **value == 1).map(|(&last, _)| last);
        let is_from =
            |(last, &value): (&i64, &i64)| value == i64::from(won.is_some_and(|won| won <= *last));
        if !row.iter().all(is_from) {
            return None;
        }
        found.extend(won.map(|won| (others, won)));
    }
    Table::new(found).ok()
}
