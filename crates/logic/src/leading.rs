//! Laws that call themselves at the heap with every entry halved, as long as none falls below its least: what is read
//! of a heap is what its leading digits say. See `farstar_referee::Abstraction`.

use crate::automata::{Join, Workshop};
use crate::build;
use farstar_find::{Expr, LawForm, Unary};
use farstar_play::Stopped;
use farstar_referee::{Abstraction, Automaton, Var};

/// Entries up to which it is looked how values change with them.
const ENTRIES: i128 = 12;
/// Cells that are looked at.
const MOST_CELLS: usize = 5_000;

/// The law of heaps that cannot be halved, and what is read of the others, if a law is so from some least heap on.
pub(crate) fn of(
    shop: &mut Workshop<'_>,
    law: &LawForm,
    low: &[i64],
) -> Result<Option<(LawForm, Abstraction)>, Stopped> {
    let halves = |at: &Expr| {
        let half = |i| Expr::Unary(Unary::Half, Box::new(Expr::Coordinate(i)));
        matches!(at, Expr::Smaller(cell) if cell.iter().eq(&(0..low.len()).map(half).collect::<Vec<_>>()))
    };
    let LawForm::Expression(Expr::If(test, yes, no)) = law else { return Ok(None) };
    let (short, calls_if) = if halves(yes) {
        (no, true)
    } else if halves(no) {
        (yes, false)
    } else {
        return Ok(None);
    };
    if !is_of_short(shop, test, low, calls_if)? {
        return Ok(None);
    }
    let short = LawForm::Expression((**short).clone());
    Ok(signs(law, low).map(|signs| (short, Abstraction::Leading(signs))))
}

/// Whether a condition holds just of the heaps all halves of which are in range, or just of the others.
fn is_of_short(
    shop: &mut Workshop<'_>,
    test: &Expr,
    low: &[i64],
    long: bool,
) -> Result<bool, Stopped> {
    let test = LawForm::Expression(test.clone());
    let Some(mut fails) = build::set(shop, &test, low.len(), &[0], None)? else { return Ok(false) };
    let mut bounds: [Option<Automaton>; 2] = [None, None];
    for (bound, by) in bounds.iter_mut().zip([1, 2]) {
        for (&low, i) in low.iter().zip(0..) {
            let least = if by == 1 { low } else { by * low.max(1) };
            let one = shop.diagrams.linear(&[(-1, i as Var)], least, true);
            *bound = Some(match bound.take() {
                Some(all) => shop.product(&all, &one, Join::Both)?,
                None => one,
            });
        }
    }
    let [Some(inside), Some(halved)] = bounds else { return Ok(false) };
    let mut holds = shop.complement(&fails, None)?;
    if !long {
        std::mem::swap(&mut holds, &mut fails);
    }
    let short = shop.complement(&halved, None)?;
    let (fails, holds) =
        (shop.product(&fails, &halved, Join::Both)?, shop.product(&holds, &short, Join::Both)?);
    let holds = shop.product(&holds, &inside, Join::Both)?;
    Ok(fails.is_empty() && holds.is_empty())
}

/// For each entry 1 if values do not fall with it, −1 if they do not rise, else 0, as far as is looked.
fn signs(law: &LawForm, low: &[i64]) -> Option<Vec<i64>> {
    let arity = low.len() as u32;
    let side = (1..=ENTRIES).rev().find(|side| side.pow(arity) <= MOST_CELLS as i128)?;
    let value = |cell: &[i128]| law.value_at(cell);
    let mut ways = vec![[true; 2]; low.len()];
    for place in 0..side.pow(arity) {
        let entry = |(i, &low): (u32, &i64)| i128::from(low) + place / side.pow(i) % side;
        let mut cell: Vec<i128> = (0..).zip(low).map(entry).collect();
        let own = value(&cell)?;
        for (i, way) in ways.iter_mut().enumerate() {
            cell[i] += 1;
            let next = value(&cell)?;
            cell[i] -= 1;
            way[0] &= own <= next;
            way[1] &= own >= next;
        }
    }
    Some(ways.into_iter().map(|[up, down]| i64::from(up) - i64::from(down && !up)).collect())
}
