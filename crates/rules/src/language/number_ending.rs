//! Measures for rules with numbers on cells: sums of the numbers on pieces, each kind with a weight of -1, 0 or 1.
//!
//! What a move does to such a sum is linear in the numbers that have names, in the variables of `for`, and in the
//! numbers that have no name. The inequalities of ranges, conditions and bounds prove that it does not rise, or that it
//! falls, by the elimination that serves heaps (`inequalities`). A number without a name depends on no other, so each
//! is taken where it is worst. A repeated cell must not raise the sum by itself: then what holds of few repeats holds
//! of all. Numbers are bounded, so on one board a sum takes finitely many values; on a row, which may grow, only
//! weights of at least 0 serve.

use super::ast::{BoardRules, Clause, EDGE, Form, Kind, Piece, Step};
use super::check::samples;
use super::expand::{Concrete, expand, repeats};
use super::inequalities::{Linear, System};

/// Most weights tried.
const MOST_WEIGHTS: usize = 243;

type Weights = [i128; 16];

/// Whether a move never raises a measure, and whether it always lowers it.
#[derive(Clone, Copy)]
struct Fall {
    never_rises: bool,
    falls: bool,
}

/// A sum that no unit raises and some unit lowers: its sentence, and which units lower it.
pub(super) fn measure(rules: &BoardRules, units: &[&[Step]]) -> Option<(String, Vec<bool>)> {
    let carriers: Vec<Piece> =
        (0..rules.pieces.len() as Piece).filter(|&p| rules.number(p).is_some()).collect();
    if carriers.is_empty() {
        return None;
    }
    let mut best: Option<(usize, String, Vec<bool>)> = None;
    // all weights alike first, then the others
    let count = 3usize.checked_pow(carriers.len() as u32).unwrap_or(MOST_WEIGHTS);
    let digits = |index: usize, place: usize| [0, 1, -1][index / 3usize.pow(place as u32 % 20) % 3];
    let alike = [1, -1].map(|w| carriers.iter().map(|_| w).collect::<Vec<i128>>());
    let others = (1..count.min(MOST_WEIGHTS))
        .map(|index| (0..carriers.len()).map(|place| digits(index, place)).collect());
    for list in alike.into_iter().chain(others) {
        if rules.kind == Kind::Row && list.contains(&-1) {
            continue;
        }
        let mut weights: Weights = [0; 16];
        carriers.iter().zip(&list).for_each(|(&p, &w)| weights[usize::from(p)] = w);
        let falls = units.iter().map(|steps| unit_fall(rules, steps, &weights));
        let Some(falls) = falls.collect::<Option<Vec<Fall>>>() else { continue };
        if !falls.iter().all(|fall| fall.never_rises) {
            continue;
        }
        let struck = falls.iter().filter(|fall| fall.falls).count();
        if struck > best.as_ref().map_or(0, |best| best.0) {
            let sentence = sentence(rules, &carriers, &list);
            best = Some((struck, sentence, falls.iter().map(|fall| fall.falls).collect()));
        }
        if struck == units.len() {
            break;
        }
    }
    best.map(|(_, sentence, struck)| (sentence, struck))
}

fn sentence(rules: &BoardRules, carriers: &[Piece], weights: &[i128]) -> String {
    match weights {
        _ if weights.iter().all(|&w| w == 1) => return "the sum of the numbers falls".into(),
        _ if weights.iter().all(|&w| w == -1) => return "the sum of the numbers rises".into(),
        _ => {}
    }
    let mut text = String::new();
    for (&p, &w) in carriers.iter().zip(weights).filter(|(_, w)| **w != 0) {
        text += match (text.is_empty(), w > 0) {
            (true, true) => "",
            (true, false) => "-",
            (false, true) => " + ",
            (false, false) => " - ",
        };
        text.push(rules.pieces[usize::from(p)]);
    }
    format!("the sum of the numbers on {text} falls")
}

fn unit_fall(rules: &BoardRules, steps: &[Step], weights: &Weights) -> Option<Fall> {
    let mut all = Fall { never_rises: true, falls: false };
    for step in steps {
        let mut falls = true;
        for (i, form) in step.forms.iter().enumerate() {
            // the way in which it lies does not matter
            let same = |other: &&Form| (&other.from, &other.to) == (&form.from, &form.to);
            if step.forms[..i].iter().find(same).is_some() {
                continue;
            }
            let fall = form_fall(rules, form, weights)?;
            all.never_rises &= fall.never_rises;
            falls &= fall.falls;
        }
        all.falls |= falls;
        for clause in &step.clauses {
            let map: Vec<(Piece, Piece)> = match clause {
                Clause::Around(map) | Clause::Reachable(map) => map.clone(),
                Clause::Clear { blocks, to, .. } => {
                    (0..16).filter(|p| blocks >> p & 1 != 0).map(|p| (p, *to)).collect()
                }
                _ => continue,
            };
            all.never_rises &=
                map.iter().all(|&(from, to)| worst(rules, from, &[to], weights) <= 0);
        }
    }
    Some(all)
}

fn weight(rules: &BoardRules, weights: &Weights, p: Piece) -> i128 {
    if p != EDGE && rules.number(p).is_some() { weights[usize::from(p)] } else { 0 }
}

/// The most by which the sum rises when a piece with any number becomes these, each with its number.
fn worst(rules: &BoardRules, from: Piece, to: &[Piece], weights: &Weights) -> i128 {
    let Some((low, high)) = rules.number(from) else { return 0 };
    let after: i128 = to.iter().map(|&p| weight(rules, weights, p)).sum();
    let change = after - weight(rules, weights, from);
    change * i128::from(if change > 0 { high } else { low })
}

/// The one weight of some pieces, if they have one.
fn common(
    rules: &BoardRules,
    weights: &Weights,
    mut pieces: impl Iterator<Item = Piece>,
) -> Option<i128> {
    let first = weight(rules, weights, pieces.next()?);
    pieces.all(|p| weight(rules, weights, p) == first).then_some(first)
}

fn form_fall(rules: &BoardRules, form: &Form, weights: &Weights) -> Option<Fall> {
    let open = repeats(&form.from)?;
    let mut all = Fall { never_rises: true, falls: true };
    for counts in samples(&open) {
        let concrete = expand(form, &counts, true, rules.kind == Kind::Row).ok()?;
        let fall = concrete_fall(rules, form, &concrete, weights, !open.is_empty())?;
        all.never_rises &= fall.never_rises;
        all.falls &= fall.falls;
    }
    Some(all)
}

/// The bounds of the numbers that some pieces carry; 0 for a piece that carries none.
fn bounds(rules: &BoardRules, pieces: impl Iterator<Item = Piece>) -> (i128, i128) {
    let bounds = pieces.map(|p| rules.number(p).unwrap_or((0, 0)));
    bounds.fold((i128::MAX, 0), |(low, high), (a, b)| (low.min(a.into()), high.max(b.into())))
}

fn concrete_fall(
    rules: &BoardRules,
    form: &Form,
    concrete: &Concrete,
    weights: &Weights,
    repeats: bool,
) -> Option<Fall> {
    let held = |cell: usize| (0..=EDGE).filter(move |p| concrete.cells[cell] >> p & 1 != 0);
    let asked = |cell: usize| concrete.numbers.get(cell).and_then(|(number, _)| number.as_ref());
    let repeated =
        |cell: usize| repeats && concrete.numbers.get(cell).is_none_or(|(_, repeated)| *repeated);
    let mut system = System::new();
    (0..form.given.bound).for_each(|_| {
        system.fresh(Some(0));
    });
    system.given(&form.given.ranges, form.given.condition.as_ref());
    // a number lies between the bounds of the pieces that carry it
    let between = |system: &mut System, number: &Linear, (low, high): (i128, i128)| {
        system.at_least(number.clone(), Linear::number(low));
        system.at_least(Linear::number(high), number.clone());
    };
    let mut changes: Vec<Linear> =
        vec![Linear::default(); concrete.cells.len().max(concrete.puts.len())];
    let add = |changes: &mut Vec<Linear>, cell: usize, number: &Linear, factor: i128| {
        let change = std::mem::take(&mut changes[cell]).plus(number, factor);
        change.map(|change| changes[cell] = change)
    };
    for cell in 0..concrete.cells.len() {
        let kept = concrete.puts.iter().filter(|put| put.source == cell && put.number.is_none());
        let Some(number) = asked(cell) else {
            let mut most: Option<i128> = None;
            for p in held(cell) {
                let to = |put: &super::expand::Put| {
                    put.table.iter().find(|(from, _)| *from == p).map_or(p, |t| t.1)
                };
                let to: Vec<Piece> = kept.clone().map(to).collect();
                most = most.max(Some(worst(rules, p, &to, weights)));
            }
            add(&mut changes, cell, &Linear::number(most?), 1)?;
            continue;
        };
        let number = system.linear(number)?;
        between(&mut system, &number, bounds(rules, held(cell)));
        add(&mut changes, cell, &number, -common(rules, weights, held(cell))?)?;
        for put in kept {
            let after = common(rules, weights, put.table.iter().map(|t| t.1))?;
            add(&mut changes, cell, &number, after)?;
        }
    }
    for (cell, put) in concrete.puts.iter().enumerate() {
        let Some(number) = &put.number else { continue };
        let number = system.linear(number)?;
        between(&mut system, &number, bounds(rules, put.table.iter().map(|t| t.1)));
        add(&mut changes, cell, &number, common(rules, weights, put.table.iter().map(|t| t.1))?)?;
    }
    let mut sum = Linear::default();
    for (cell, change) in changes.iter().enumerate() {
        let alone = repeated(cell) && !system.excludes(change, &Linear::number(1));
        // what stands beyond the cells read may be repeated too
        if alone || repeats && cell >= concrete.cells.len() {
            return Some(Fall { never_rises: false, falls: false });
        }
        sum = sum.plus(change, 1)?;
    }
    Some(Fall {
        never_rises: system.excludes(&sum, &Linear::number(1)),
        falls: system.excludes(&sum, &Linear::default()),
    })
}
