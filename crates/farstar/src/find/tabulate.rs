//! Tables of what positions of a ruleset are worth: integers, values that are made of a few numbers, and winners.

use super::cells::{heaps_of, kinds_of_rows, single_heaps};
use super::column::Column;
use super::worth::{Answers, integers_of, values};
use crate::{Answer, Effort, Error, LoopyOutcome, Moves, Question, Ruleset, Solver, Sum, instance};
use farstar_find::{Law, Table, TableError};
use farstar_logic::{HeapTableError, Rows, divided_rows, heap_table, played_heaps, played_table};
use farstar_play::{Limits, Stopped};
use farstar_value::Arena;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most cells that are tabulated.
const MOST: i64 = 1_000_000;
/// The last number of a heap of one, two, three and more numbers, where none is asked for.
const USUAL: [u64; 5] = [100, 24, 10, 6, 4];

/// The same for rows of cells of several kinds, if that takes no more than a share of the time.
const USUAL_ROW: u64 = 40;
const SHARE_OF_ROWS: f64 = 0.3;

/// What a column of winners is of.
pub(super) const WHO_WINS: &str = "who wins, 0 who does not begin, 1 who does, 2 Left, 3 Right";
/// How many times a table that takes too long is halved, and the share of the time that each may take.
const HALVED: u32 = 4;
const SHARE_OF_HEAPS: f64 = 0.3;

/// Cells beyond the ranges that are asked for, of which laws are held against as many as are done in the time of the
/// others, or in so much, and in a share of what is left.
const MOST_BEYOND: usize = 400;
const SHARE_BEYOND: f64 = 0.15;
const SHORTEST_LEFT: i64 = 8;
const LEAST_BEYOND: Duration = Duration::from_secs(1);

/// The share of the time in which the single heaps of a pattern are played out together.
const SHARE_OF_PLAY: f64 = 0.3;

/// Why positions have no table.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TabulateError {
    /// A limit was met.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It would be too large.
    #[error("{0}")]
    TooLarge(String),
    /// A position is wrong, or has no answer.
    #[error(transparent)]
    Position(#[from] Error),
    /// There is nothing to tabulate.
    #[error("{0}")]
    Nothing(String),
}

impl From<TableError> for TabulateError {
    fn from(error: TableError) -> Self {
        Self::Nothing(error.to_string())
    }
}

impl From<HeapTableError> for TabulateError {
    fn from(error: HeapTableError) -> Self {
        match error {
            HeapTableError::Stopped(stopped) => Self::Stopped(stopped),
            HeapTableError::TooLarge(why) => Self::TooLarge(why),
            HeapTableError::Other(why) => Self::Nothing(why),
        }
    }
}

/// Tables of the single heaps of a ruleset, or of [`rows`](super::rows()), up to a number: Grundy values where there
/// are some, else a table for each number that makes up the values, or who wins. `held_back` is the share of the cells,
/// the larger ones, that laws are held against where no further heaps are tabulated for that. `tell` hears how many
/// positions of how many are done.
///
/// # Errors
/// Rulesets that are not of heaps, limits.
///
/// # Examples
/// ```
/// use farstar::find::tabulate;
/// use farstar::{Limits, Ruleset};
/// let cakes = tabulate(&Ruleset::named("Cutcake")?, Some(8), false, 0.2, &Limits::none(), &mut |_, _| {})?;
/// assert_eq!(cakes[0].inside.get(&[2, 7]), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tabulate(
    ruleset: &Ruleset,
    to: Option<u64>,
    outcomes: bool,
    held_back: f64,
    limits: &Limits,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Column>, TabulateError> {
    if let Some((heaps, kinds)) = kinds_of_rows(ruleset) {
        return tabulate_rows(&heaps, kinds, to, (outcomes, held_back), limits, tell);
    }
    let rules = ruleset.rules();
    let winners = outcomes || ruleset.is_misere();
    let numbers = rules.heap_names().map_or(0, <[String]>::len);
    // heaps that are played out at once: who wins, and Grundy values of more than two numbers
    let played = match winners {
        true => numbers > 1 || ruleset.is_misere() || !ruleset.is_impartial(),
        false => numbers > 2 && ruleset.is_impartial(),
    };
    if played && let Some((inside, outside)) = played_table(rules, to, winners, limits)? {
        return Ok(vec![Column { of: None, winners, inside, outside, parts: None }]);
    }
    match limits.guard(|| ruleset.heap_game())? {
        Ok(heaps) => {
            let (inside, mut outside) =
                heap_table(heaps, to, outcomes, rules.largest_number(), limits)?;
            let last = outside.iter().flat_map(|(cell, _)| cell).max().copied();
            let last = last.unwrap_or(inside.high()[0]).unsigned_abs();
            let limits = limits.share(SHARE_BEYOND).within(LEAST_BEYOND);
            outside.extend(divided_rows(rules, outcomes, last, &limits));
            Ok(vec![Column { of: None, winners: outcomes, inside, outside, parts: None }])
        }
        Err(why) => {
            let (cells, ranges) = usual_cells(ruleset, to).ok_or(TabulateError::Nothing(why))?;
            // the usual table is halved where it takes too long
            for halved in 0..HALVED {
                let ranges: Vec<(i64, i64)> =
                    ranges.iter().map(|&(from, to)| (from, to >> halved)).collect();
                let part = limits.share(if to.is_none() { SHARE_OF_HEAPS } else { 1.0 });
                let told =
                    tabulate_cells(ruleset, &cells, &ranges, outcomes, held_back, &part, tell);
                let is_late = part.check() == Err(Stopped::Time) && limits.check().is_ok();
                if told.is_ok() || to.is_some() || !is_late {
                    return told;
                }
            }
            Err(Stopped::Time.into())
        }
    }
}

/// Tables of rows of so many kinds, and two kinds that there are not.
fn tabulate_rows(
    heaps: &Ruleset,
    kinds: usize,
    to: Option<u64>,
    (outcomes, held_back): (bool, f64),
    limits: &Limits,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Column>, TabulateError> {
    if kinds == 1 || heaps.is_impartial() {
        return tabulate(heaps, to, outcomes, held_back, limits, tell);
    }
    let mut rows = |to: u64, limits: &Limits| {
        let to = i64::try_from(to).unwrap_or(MOST);
        let ranges = [(0, to), (0, kinds as i64 + 1)];
        tabulate_cells(heaps, "({0},{1})", &ranges, outcomes, held_back, limits, tell)
    };
    if let Some(to) = to {
        return rows(to, limits);
    }
    let first = limits.share(SHARE_OF_ROWS);
    match rows(USUAL_ROW, &first) {
        Err(_) if first.check() == Err(Stopped::Time) => rows(USUAL[1], limits),
        done => done,
    }
}

/// Single heaps of a ruleset as a pattern with ranges.
fn usual_cells(rules: &Ruleset, to: Option<u64>) -> Option<(String, Vec<(i64, i64)>)> {
    let count = rules.rules().heap_names()?.len();
    let to = to.or_else(|| USUAL.get(count.checked_sub(1)?).copied())?;
    let to = i64::try_from(to).unwrap_or(MOST);
    Some((single_heaps(rules)?, vec![(0, to); count]))
}

/// Tables of the positions of a family ([`instance`]) with coordinates in these ranges: Grundy values, or integers,
/// or numbers and nimbers, or stops, or who wins (0: who does not begin, 1: who does, 2 Left, 3 Right). Of heaps some
/// cells beyond the ranges are held back too, unless none are.
///
/// # Errors
/// A position that is wrong or has no answer, too many cells, limits.
#[allow(clippy::too_many_arguments)]
pub(super) fn tabulate_cells(
    ruleset: &Ruleset,
    cells: &str,
    ranges: &[(i64, i64)],
    outcomes: bool,
    held_back: f64,
    limits: &Limits,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Column>, TabulateError> {
    let (all, clock) = (cells_of(ranges)?, Instant::now());
    let arena = Arena::new();
    let mut solver = Solver::new(&arena);
    // values are of normal play
    let outcomes = outcomes || ruleset.is_misere();
    if outcomes && let Some(column) = played(ruleset, cells, ranges, held_back, limits)? {
        return Ok(vec![column]);
    }
    let effort = if outcomes { Effort::Little } else { Effort::Whole };
    let question = Question { effort, moves: Moves::None, ..Question::default() };
    let mut answer = |cell: Vec<i64>, limits: &Limits| {
        let text = instance(cells, &cell).map_err(TabulateError::Nothing)?;
        let position = ruleset.position_within(&text, limits)?;
        let answer = solver.answer(&Sum::from(position), question, limits)?;
        Ok::<_, TabulateError>((cell, answer))
    };
    let (mut answers, count) = (Vec::new(), all.len() as u64);
    for (done, cell) in (0..).zip(all) {
        tell(done, count);
        answers.push(answer(cell, limits)?);
    }
    let Some(columns) = columns_of(&answers, ranges, (outcomes, held_back), &arena)? else {
        limits.check()?;
        let met = answers.iter().find_map(|(_, answer)| answer.stopped?.limit());
        if let Some(stopped) = met {
            return Err(stopped.into());
        }
        let is_drawn = |(_, answer): &&(Vec<i64>, Answer)| answer.outcome == Some(LoopyOutcome::D);
        let why = match answers.iter().find(is_drawn) {
            Some((cell, _)) => {
                let drawn = instance(cells, cell).map_err(TabulateError::Nothing)?;
                format!(
                    "{drawn}: a draw, for play can come back; only positions that end are tabulated"
                )
            }
            None => "neither the values nor the winners of all positions were found".to_owned(),
        };
        return Err(TabulateError::Nothing(why));
    };
    if ruleset.rules().heap_names().is_none() || held_back == 0.0 {
        return Ok(columns);
    }
    let limits = limits.share(SHARE_BEYOND).within(clock.elapsed().max(LEAST_BEYOND));
    answers.extend(beyond(ranges).map_while(|cell| answer(cell, &limits).ok()));
    let further = columns_of(&answers, ranges, (outcomes, held_back), &arena)?;
    // what values are made of is that of the cells that are asked for
    let is_same = |further: &Vec<Column>| {
        further.iter().map(|column| &column.of).eq(columns.iter().map(|column| &column.of))
    };
    Ok(further.filter(is_same).unwrap_or(columns))
}

/// Who wins the single heaps of a pattern, played out together in a part of the time; `None` where they are no single
/// heaps, or have no winner of their own.
fn played(
    ruleset: &Ruleset,
    cells: &str,
    ranges: &[(i64, i64)],
    held_back: f64,
    limits: &Limits,
) -> Result<Option<Column>, TabulateError> {
    let Some(names) = ruleset.rules().heap_names() else { return Ok(None) };
    let heap = |cell: &Vec<i64>| {
        let text = instance(cells, cell).ok()?;
        let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(&text);
        let heap: Vec<u64> =
            text.split(',').map(|word| word.trim().parse().ok()).collect::<Option<_>>()?;
        (heap.len() == names.len()).then_some(heap)
    };
    let mut inside = cells_of(ranges)?;
    let count = inside.len();
    if held_back > 0.0 {
        inside.extend(beyond(ranges));
    }
    let heaps: Option<Vec<_>> = inside.iter().map(heap).collect();
    let part = limits.share(SHARE_OF_PLAY);
    let values = played_heaps(ruleset.rules(), true, heaps.unwrap_or_default(), &part);
    limits.check()?;
    if values.len() < count {
        return Ok(None);
    }
    let mut inside: Rows = inside.into_iter().zip(values).collect();
    let outside = inside.split_off(count);
    let mut column = Column::of_rows(None, true, inside, held_back)?;
    column.outside.extend(outside);
    Ok(Some(column))
}

/// Columns of what is known of positions: those of cells beyond the ranges are held back. None where not all have a
/// value of one kind, or a winner.
fn columns_of(
    answers: &Answers,
    ranges: &[(i64, i64)],
    (outcomes, held_back): (bool, f64),
    arena: &Arena,
) -> Result<Option<Vec<Column>>, TabulateError> {
    let values = if outcomes { None } else { values(answers, arena) };
    let of_winners = values.is_none();
    let (made, parts) = match values {
        Some((made, parts)) => (made, parts.map(Arc::new)),
        None => match winners(answers) {
            // it is said unless it was asked for, or is all there is of misère play
            Some(rows) => (vec![(Some(WHO_WINS.to_owned()).filter(|_| !outcomes), rows)], None),
            None => return Ok(None),
        },
    };
    let is_inside = |cell: &[i64]| cell.iter().zip(ranges).all(|(x, &(_, to))| *x <= to);
    let column = |(of, rows): (Option<String>, Rows)| {
        let (inside, beyond) = rows.into_iter().partition(|(cell, _)| is_inside(cell));
        let mut column = Column::of_rows(of, of_winners, inside, held_back)?;
        column.outside.extend::<Rows>(beyond);
        Ok(Column { parts: parts.clone(), ..column })
    };
    made.into_iter().map(column).collect::<Result<_, _>>().map(Some)
}

/// Cells beyond ranges, up to twice as far, in no order. Short ranges are those of flags and kinds, and not left.
fn beyond(ranges: &[(i64, i64)]) -> impl Iterator<Item = Vec<i64>> {
    let ranges = ranges.to_vec();
    let is_open = |&(from, to): &(i64, i64)| to - from >= SHORTEST_LEFT;
    let count = if ranges.iter().any(is_open) { MOST_BEYOND } else { 0 };
    let mut dice: u64 = 0;
    let mut roll = move |many: i64| {
        dice = dice.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        ((dice >> 33) % many as u64) as i64
    };
    (0..count).filter_map(move |_| {
        let number = |range: &(i64, i64)| {
            let times = if is_open(range) { 2 } else { 1 };
            range.0 + roll(times * (range.1 - range.0) + 1)
        };
        let cell: Vec<i64> = ranges.iter().map(number).collect();
        let is_beyond = cell.iter().zip(&ranges).any(|(x, &(_, to))| *x > to);
        is_beyond.then_some(cell)
    })
}

/// Holds the laws of a column of a ruleset, found from heaps up to `from`, against those of boxes twice as large again
/// and again, up to `to`. Where the time of `limits` ends or a table would be too large, what was done stays; laws that
/// are wrong go behind the others.
///
/// # Errors
/// Limits other than time, positions without an answer.
pub(super) fn verify_larger(
    ruleset: &Ruleset,
    column: &Column,
    (from, to): (u64, u64),
    laws: &mut [Law],
    limits: &Limits,
) -> Result<(), TabulateError> {
    let mut known = from;
    while known < to && laws.iter().any(|law| law.wrong == 0) {
        let next = known.saturating_mul(2).clamp(1, to);
        let tell = &mut |_, _| {};
        let columns = match tabulate(ruleset, Some(next), column.winners, 0.0, limits, tell) {
            Err(TabulateError::TooLarge(_)) => break,
            Err(_) if limits.check() == Err(Stopped::Time) => break,
            columns => columns?,
        };
        let is_it = |other: &&Column| column.winners || other.of == column.of;
        // larger heaps may be worth more than these numbers tell
        let Some(same) = columns.iter().find(is_it) else { break };
        let is_new = |cell: &[i64]| cell.iter().any(|x| x.unsigned_abs() > known);
        let inside = same.inside.rows().map(|(cell, value)| (cell.to_vec(), value));
        let rows: Rows =
            inside.chain(same.outside.iter().cloned()).filter(|(cell, _)| is_new(cell)).collect();
        laws.iter_mut().filter(|law| law.wrong == 0).for_each(|law| law.verify(&rows));
        known = next;
    }
    laws.sort_by_key(|law| law.wrong > 0);
    Ok(())
}

/// Who wins, where that tells more than these columns of values: of partizan rulesets, and of heaps of several numbers.
/// Nothing where it tells no more, or where sums of heaps would have to be played.
///
/// # Errors
/// Limits.
pub(super) fn tabulate_winners(
    ruleset: &Ruleset,
    columns: &[Column],
    to: Option<u64>,
    held_back: f64,
    limits: &Limits,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Column>, TabulateError> {
    if !winners_tell_more(ruleset, columns) {
        return Ok(Vec::new());
    }
    let of = Some(WHO_WINS.to_owned());
    let named = |column: Column| Column { of: of.clone(), ..column };
    match tabulate(ruleset, to, true, held_back, limits, tell) {
        Err(TabulateError::Nothing(_)) => Ok(Vec::new()),
        winners => Ok(winners?.into_iter().map(named).collect()),
    }
}

/// Whether who wins is another table than these columns of values, and no sums of heaps are to be played for it.
pub(super) fn winners_tell_more(ruleset: &Ruleset, columns: &[Column]) -> bool {
    let several = columns.iter().any(|column| column.inside.dimension() > 1);
    heaps_of(ruleset).rules().heap_names().is_some()
        && columns.iter().all(|column| !column.winners)
        && (several || !ruleset.is_impartial())
}

/// Who wins by tables of Grundy values, 0 where it is who does not begin; none if they tell nothing else.
pub(super) fn outcomes_of(inside: &Table, mut outside: Rows) -> Option<Column> {
    let told = |value: i64| i64::from(value != 0);
    if inside.values().iter().all(|&value| told(value) == value) {
        return None;
    }
    let rows = inside.rows().map(|(cell, value)| (cell.to_vec(), told(value))).collect();
    outside.iter_mut().for_each(|(_, value)| *value = told(*value));
    let of = Some("who wins, 0 where it is who does not begin".to_owned());
    Some(Column { of, winners: true, inside: Table::new(rows).ok()?, outside, parts: None })
}

fn cells_of(ranges: &[(i64, i64)]) -> Result<Vec<Vec<i64>>, TabulateError> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for &(from, to) in ranges {
        let side = to.saturating_sub(from).saturating_add(1);
        if side < 1 || side.saturating_mul(all.len() as i64) > MOST {
            let why = format!("a table has at least one and at most {MOST} cells");
            return Err(TabulateError::TooLarge(why));
        }
        all = all
            .iter()
            .flat_map(|cell| (from..=to).map(move |x| [&cell[..], &[x]].concat()))
            .collect();
    }
    Ok(all)
}

fn winners(answers: &Answers) -> Option<Rows> {
    integers_of(answers, |answer| match answer.outcome?.to_string().as_str() {
        "P" => Some(0),
        "N" => Some(1),
        "L" => Some(2),
        "R" => Some(3),
        _ => None,
    })
}
