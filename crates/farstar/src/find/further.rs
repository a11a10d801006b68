//! Laws of a column, and where it has none of others of the same game: larger ones, and such without the least numbers.

use super::column::{Column, HELD_BACK, is_open};
use super::tabulate::{tabulate, tabulate_cells};
use crate::{Limits, Ruleset};
use farstar_find::{FoundLaws, Law, LawClass, LawSearch, Table};
use farstar_logic::{Rows, larger_table};

/// The share of the time for the first table where there may be others: of heaps of three numbers or more, or of such
/// as have numbers that no move changes.
const FIRST: f64 = 0.4;
/// So few cells have no law.
const FEWEST_LEFT: usize = 64;
/// The last heap of sequences where nothing is said, the last one where these have no law, and the share of the time
/// that tabulating takes then.
const USUAL_HEAPS: i64 = 400;
const LARGER_HEAPS: u64 = 2_000;
const SHARE_OF_LARGER: f64 = 0.3;
/// Heaps of which moves change one number alone, with one, two or three others: the last of the others, that of the
/// one, and the last of all in usual tables.
const LONG: [[i64; 3]; 3] = [[16, 200, 100], [8, 100, 12], [4, 100, 6]];

/// Looks for the laws of a column, the `only` one unless values are made of several. Where it has none, of numbers that
/// no move changes the least are left out, for which many games are others, and then more heaps are played out. `tell`
/// hears the kinds of laws that are tried. The column is then that of the cells which have the law.
pub(super) fn laws(
    column: &mut Column,
    rules: Option<&Ruleset>,
    only: bool,
    search: &LawSearch,
    tell: &mut dyn FnMut(LawClass),
) -> FoundLaws {
    let fixed = rules.filter(|_| only).map(|rules| rules.rules().unchanged_numbers());
    let fixed = fixed.unwrap_or_default();
    let has_others = rules.is_some() && column.inside.dimension() > 2 || !fixed.is_empty();
    let part = |rest: f64| LawSearch { limits: search.limits.share(rest), ..search.clone() };
    let rest = if has_others { FIRST } else { 1.0 };
    let found = column.laws(rules, &part(rest), tell);
    let Some(rules) = rules.filter(|_| is_open(&found)) else { return found };
    // larger tables come last
    let last = i64::from(column.inside.dimension() > 2);
    // a number that is a memory of moves stays small, and rows may have laws one by one
    let is_pair = fixed.is_empty() && column.inside.dimension() == 2;
    let ways: &[(i64, bool)] = match fixed.len() {
        0 if is_pair => &[(0, true)],
        1 => &[(1, false), (1, true), (2, false), (2, true)],
        _ => &[(1, true), (2, true)],
    };
    for (way, &(least, is_long)) in ways.iter().enumerate() {
        let all =
            if is_pair { vec![LawClass::Parts] } else { vec![LawClass::Slices, LawClass::Parts] };
        let square = || from(column, &fixed, least);
        let oblong = || long(column, rules, &fixed, least, &search.limits);
        let after = (ways.len() - 1 - way) as i64 + last;
        let mut search = part(1.0 / (1 + after) as f64);
        let others = match (is_long, fixed.len()) {
            (false, _) => square(),
            // all but periods that grow, or are long, shows in a square
            (true, 0 | 1) => {
                let asked =
                    |class: &LawClass| search.classes.is_empty() || search.classes.contains(class);
                search.classes = all.into_iter().filter(asked).collect();
                if search.classes.is_empty() { None } else { oblong() }
            }
            (true, _) => oblong().or_else(square),
        };
        let Some(others) = others else { continue };
        let mut further = others.laws(Some(rules), &search, tell);
        if !is_open(&further)
            && let Some(own) = bounded(&mut further.laws, column, &others, &fixed)
        {
            *column = own;
            return further;
        }
    }
    if let Some(larger) = larger(column, rules, &search.limits) {
        let further = larger.laws(Some(rules), search, tell);
        if !is_open(&further) {
            return further;
        }
    }
    found
}

/// The same of more heaps than are usual, where these cells are the usual ones.
fn larger(column: &Column, rules: &Ruleset, limits: &Limits) -> Option<Column> {
    if column.inside.dimension() > 1 {
        let larger = larger_table(rules.rules(), &column.inside, column.winners, limits);
        let (inside, outside) = larger.ok().flatten()?;
        return Some(Column { inside, outside, ..column.clone() }.named(column.inside.names()));
    }
    let is_usual = column.inside.low() == [0] && column.inside.high() == [USUAL_HEAPS];
    let limits = limits.share(SHARE_OF_LARGER);
    let to = Some(LARGER_HEAPS).filter(|_| is_usual && column.parts.is_none());
    let columns = tabulate(rules, Some(to?), column.winners, 0.0, &limits, &mut |_, _| {});
    let larger = columns.ok()?.into_iter().find(|other| other.of == column.of)?;
    Some(larger.named(column.inside.names()))
}

/// The cells of which laws that were found from others are the laws: from the least numbers on from which the first
/// that is right is that, as far as is known.
fn bounded(
    laws: &mut Vec<Law>,
    column: &Column,
    others: &Column,
    fixed: &[usize],
) -> Option<Column> {
    let rows = |column: &Column| {
        column.inside.rows().map(|(cell, value)| (cell.to_vec(), value)).collect::<Rows>()
    };
    let mut known = rows(column);
    known.extend_from_slice(&column.outside);
    let first = laws.iter().find(|law| law.wrong == 0)?;
    let mut low = first.low().to_vec();
    for &at in fixed {
        while low[at] > 0 {
            let mut less = low.clone();
            less[at] -= 1;
            if !first.holds_from(&less, &known) {
                break;
            }
            low = less;
        }
    }
    laws.retain(|law| law.wrong > 0 || law.holds_from(&low, &known));
    *laws = laws.drain(..).map(|law| law.bounded(&low)).collect();
    let is_in = |(cell, _): &(Vec<i64>, i64)| cell.iter().zip(&low).all(|(x, low)| x >= low);
    let mut inside = rows(column);
    inside.extend(rows(others));
    inside.retain(is_in);
    let mut outside = others.outside.clone();
    outside.extend(column.outside.iter().filter(|row| is_in(row)).cloned());
    let named = Table::new(inside).ok()?.with_names(column.inside.names());
    Some(Column { inside: named, outside, ..others.clone() })
}

/// Heaps with one number that moves change, which goes far, and with one, two or three that none does and which are at
/// least so large, where these cells are the usual ones: of periods that grow with the others a cube shows little. Of
/// pairs that moves change the second stays small.
fn long(
    column: &Column,
    rules: &Ruleset,
    fixed: &[usize],
    least: i64,
    limits: &Limits,
) -> Option<Column> {
    let numbers = column.inside.dimension();
    let second = [1];
    let fixed = if fixed.is_empty() { &second } else { fixed };
    let &[few, many, usual] = LONG.get(fixed.len().checked_sub(1)?)?;
    if fixed.len() + 1 != numbers || column.inside.high().iter().any(|&high| high > usual) {
        return None;
    }
    let range = |at: usize| if fixed.contains(&at) { (least, few) } else { (0, many) };
    let ranges: Vec<(i64, i64)> = (0..numbers).map(range).collect();
    let places: Vec<String> = (0..numbers).map(|at| format!("{{{at}}}")).collect();
    let cells = format!("({})", places.join(","));
    let limits = limits.share(SHARE_OF_LARGER);
    let winners = column.winners;
    let columns =
        tabulate_cells(rules, &cells, &ranges, winners, HELD_BACK, &limits, &mut |_, _| {});
    let same = |other: &Column| winners && other.winners || other.of == column.of;
    let other = columns.ok()?.into_iter().find(same)?;
    Some(Column { of: column.of.clone(), ..other }.named(column.inside.names()))
}

/// The cells of which some numbers are at least so large; nothing where that leaves too few, or all.
fn from(column: &Column, numbers: &[usize], least: i64) -> Option<Column> {
    let is_in = |cell: &[i64]| numbers.iter().all(|&at| cell[at] >= least);
    let rows = column.inside.rows().filter(|(cell, _)| is_in(cell));
    let rows: Rows = rows.map(|(cell, value)| (cell.to_vec(), value)).collect();
    if rows.len() < FEWEST_LEFT || rows.len() == column.inside.len() {
        return None;
    }
    let mut outside = column.outside.clone();
    outside.retain(|(cell, _)| is_in(cell));
    let named = Table::new(rows).ok()?.with_names(column.inside.names());
    Some(Column { inside: named, outside, ..column.clone() })
}
