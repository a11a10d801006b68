//! Laws of the values of partizan games: a number and one of a few games, each with a law of its own, put together to
//! one relation between heaps and values.

use crate::automata::{Join, Workshop};
use crate::build;
use crate::signed::signed;
use farstar_find::{Binary, Expr, LawForm, Periodic, Reading};
use farstar_play::Stopped;
use farstar_referee::{Automaton, GameForm, Kind, Var};

/// How values are made of two columns of integers: that of the first, divided by a power of 2, or so many ups, and a
/// game that the second names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueParts {
    /// Whether that number is one of integers, of ups, or an exponent.
    pub kind: Kind,
    /// Which of the two columns there are; the other is 0 everywhere.
    pub columns: [bool; 2],
    /// The exponent of that power.
    pub exponent: u32,
    /// Games by their options, which are earlier ones; 0 first.
    pub forms: Vec<GameForm>,
    /// Which of these a value is, less its integer part, by the rest of the first number and by the second number. None
    /// of values that are numbers and nimbers of so many kinds that no theorem is of them.
    pub classes: Vec<([i64; 2], usize)>,
}

/// Heaps with p, q and the place of a game, the value of which is p − q and that game.
pub(crate) fn relation(
    shop: &mut Workshop<'_>,
    parts: &ValueParts,
    [number, game]: [&LawForm; 2],
    coordinates: usize,
) -> Result<Option<Automaton>, Stopped> {
    let Some(signed) = difference(number) else { return Ok(None) };
    let heap: Vec<Var> = (0..coordinates as Var).collect();
    let at = |i: Var| coordinates as Var + i;
    let (p, q, class, label) = (at(0), at(1), at(2), at(3));
    // the number itself is p − q, or p' − q' is so many times it
    let whole = if parts.exponent == 0 { [p, q] } else { [at(4), at(5)] };
    let mut all: Option<Automaton> = None;
    for (law, value) in signed.iter().chain([game]).zip(whole.into_iter().chain([label])) {
        let Some(made) = build::relation(shop, law, coordinates, None)? else { return Ok(None) };
        if made.tracks.len() != coordinates + 1 {
            return Ok(None);
        }
        let made = shop.diagrams.renamed(&made, &[&heap[..], &[value]].concat());
        all = Some(match all {
            Some(all) => shop.product(&all, &made, Join::Both)?,
            None => made,
        });
    }
    let mut any: Option<Automaton> = None;
    for &([rest, named], place) in &parts.classes {
        let named = shop.diagrams.linear(&[(1, label)], -named, false);
        let place = shop.diagrams.linear(&[(1, class)], -(place as i64), false);
        let mut one = shop.product(&named, &place, Join::Both)?;
        if parts.exponent > 0 {
            let by = 1 << parts.exponent;
            let terms = [(-by, p), (by, q), (1, whole[0]), (-1, whole[1])];
            let divided = shop.diagrams.linear(&terms, -rest, false);
            one = shop.product(&one, &divided, Join::Both)?;
        }
        any = Some(match any {
            Some(any) => shop.product(&any, &one, Join::Either)?,
            None => one,
        });
    }
    let (Some(all), Some(any)) = (all, any) else { return Ok(None) };
    let both = shop.product(&all, &any, Join::Both)?;
    let mut done = vec![label];
    done.extend(whole.into_iter().filter(|_| parts.exponent > 0));
    let mut made = shop.project(&both, &done)?;
    // what does not matter is read too
    made.tracks = (0..=class).collect();
    Ok(Some(made))
}

/// A law as the difference of two that are nowhere negative.
fn difference(law: &LawForm) -> Option<[LawForm; 2]> {
    let each = |parts: &[LawForm]| -> Option<[Vec<LawForm>; 2]> {
        let both: Vec<[LawForm; 2]> = parts.iter().map(difference).collect::<Option<_>>()?;
        let (more, less) = both.into_iter().map(|[more, less]| (more, less)).unzip();
        Some([more, less])
    };
    let halves = |value: i64| [value.max(0), value.saturating_neg().max(0)];
    Some(match law {
        LawForm::Expression(expr) => signed(expr)?.map(LawForm::Expression),
        LawForm::Periodic(law) => [0, 1].map(|which| {
            let half = |values: &[i64]| values.iter().map(|&v| halves(v)[which]).collect();
            let (values, saltus) = (half(&law.values), half(&law.saltus));
            LawForm::Periodic(Periodic { values, saltus, ..law.clone() })
        }),
        LawForm::Automaton(law) => {
            let Reading::Output(values) = &law.reading else {
                let zero = LawForm::Expression(Expr::Constant(0));
                return Some([LawForm::Automaton(law.clone()), zero]);
            };
            [0, 1].map(|which| {
                let mut own = law.clone();
                own.reading = Reading::Output(values.iter().map(|&v| halves(v)[which]).collect());
                LawForm::Automaton(own)
            })
        }
        LawForm::Shifted { by, law } => {
            difference(law)?.map(|law| LawForm::Shifted { by: by.clone(), law: Box::new(law) })
        }
        LawForm::Residues { first, parts } => {
            each(parts)?.map(|parts| LawForm::Residues { first: *first, parts })
        }
        LawForm::Rows { first, parts } => {
            each(parts)?.map(|parts| LawForm::Rows { first: *first, parts })
        }
        LawForm::Separable { op: op @ Binary::Add, parts } => {
            each(parts)?.map(|parts| LawForm::Separable { op: *op, parts })
        }
        LawForm::Exceptions { cells, low, law } => {
            let [more, less] = difference(law)?;
            let own = |which: usize, law| LawForm::Exceptions {
                cells: cells.iter().map(|(cell, v)| (cell.clone(), halves(*v)[which])).collect(),
                low: low.clone(),
                law: Box::new(law),
            };
            [own(0, more), own(1, less)]
        }
        _ => return None,
    })
}
