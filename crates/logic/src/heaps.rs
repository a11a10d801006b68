//! The table of a game of heaps: Grundy values from which laws are found, and further ones that laws are held against.

use crate::period;
use crate::thin::thin;
use farstar_find::{Law, Table, TableError};
use farstar_impartial::coin::CoinRow;
use farstar_impartial::sequence::{GrundySequence, PairValues, SequenceError};
use farstar_play::{Limits, Stopped};
use farstar_rules::heap::{Heaps, PairGame};
use std::ops::ControlFlow;

/// The last heap from which a law is found, and how many times as far it is then held against the game.
const USUAL_HEAPS: u64 = 400;
const FURTHER: u64 = 10;
/// The same where moves leave three heaps or more, which are listed in time quadratic in the heap.
const FURTHER_OF_THREE: u64 = 2;
/// The same for games on two numbers.
const USUAL_PAIRS: u64 = 40;
const PAIRS_FURTHER: u64 = 3;
/// Of fewer coins no law is looked for, and so many are valued first.
const FEWEST_COINS: u32 = 8;
const FIRST_COINS: u32 = 64;
/// The share of the time that a table may take; of fewer heaps, or numbers in pairs, no law is looked for.
pub(crate) const SHARE: f64 = 0.3;
const FEWEST: u64 = 24;
const FEWEST_PAIRS: u64 = 8;
/// A table goes beyond the numbers that are written in the rules: so many times as far, up to such a heap, or pair.
const BEYOND: u64 = 3;
const FURTHEST: u64 = 1 << 16;
const FURTHEST_PAIR: u64 = 1 << 8;
/// Laws of heaps of one number are found from heaps beyond them too, up to such a one.
const FURTHEST_FOUND: u64 = 1 << 12;
/// The most heaps, or pairs of heaps, that are tabulated.
pub(crate) const MOST: u64 = 1_000_000;

/// Heaps that are valued between two looks at the laws.
const CHUNK: u64 = 1 << 14;

/// Cells with their values.
pub type Rows = Vec<Row>;
pub(crate) type Row = (Vec<i64>, i64);

/// Why a game of heaps has no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapTableError {
    /// A limit was met.
    Stopped(Stopped),
    /// It would be too large.
    TooLarge(String),
    /// Something else, in words.
    Other(String),
}

impl std::fmt::Display for HeapTableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stopped(stopped) => stopped.fmt(f),
            Self::TooLarge(why) | Self::Other(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for HeapTableError {}

impl From<Stopped> for HeapTableError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<SequenceError> for HeapTableError {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Stopped(stopped) => Self::Stopped(stopped),
            ceiling @ (SequenceError::HeapTooLarge { .. } | SequenceError::Overflow { .. }) => {
                Self::TooLarge(ceiling.to_string())
            }
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<TableError> for HeapTableError {
    fn from(error: TableError) -> Self {
        Self::Other(error.to_string())
    }
}

/// The Grundy values of heaps up to `to` (of pairs with no number beyond it), and those of heaps ten times as large
/// (three times in both numbers, and further in one), or as far as a third of the time goes; with `outcomes` 0 where it
/// is who does not begin that wins, else 1. Further heaps go beyond the largest `number` of the rules.
///
/// # Errors
/// A limit that was met before there was a table, or a table of more than a million heaps.
///
/// # Examples
/// ```
/// use farstar_logic::heap_table;
/// use farstar_play::Limits;
/// use farstar_rules::language::Ruleset;
/// let kayles = Ruleset::named("kayles")?.heap_game()?;
/// let (table, further) = heap_table(kayles, Some(100), false, 0, &Limits::none())?;
/// assert_eq!((table.len(), further.len(), table.get(&[11])), (101, 900, Some(6)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn heap_table(
    heaps: Heaps,
    to: Option<u64>,
    outcomes: bool,
    number: u64,
    limits: &Limits,
) -> Result<(Table, Rows), HeapTableError> {
    let pairs = matches!(heaps, Heaps::Pairs(_));
    let limits = &limits.share(SHARE);
    let to = match to {
        Some(to) => Some(to),
        None => as_far_as_periods(&heaps, limits)?,
    };
    let beyond = number.saturating_mul(BEYOND);
    let to = to.unwrap_or(match pairs {
        true => USUAL_PAIRS,
        false => USUAL_HEAPS.max(beyond.min(FURTHEST_FOUND)),
    });
    let further = match &heaps {
        Heaps::Pairs(_) => PAIRS_FURTHER,
        Heaps::Single(game) if game.code().is_some_and(|code| !period::leaves_few(code)) => {
            FURTHER_OF_THREE
        }
        _ => FURTHER,
    };
    let furthest = if pairs { MOST.isqrt() } else { MOST } - 1;
    if to > furthest {
        let why = format!("to {to}: a table has at most {MOST} cells");
        return Err(HeapTableError::TooLarge(why));
    }
    let last = to.saturating_mul(further).min(furthest);
    let last = last.max(beyond.min(if pairs { FURTHEST_PAIR } else { FURTHEST }));
    let (mut rows, mut thin) = values(heaps, last, limits)?;
    if outcomes {
        let told = rows.iter_mut().chain(&mut thin);
        told.for_each(|(_, value)| *value = i64::from(*value != 0));
    }
    split(rows, to).map(|(table, further)| (table, [further, thin].concat()))
}

/// The cells up to a number as a table, and the others; where there are no further ones, some of those there are.
pub(crate) fn split(rows: Rows, to: u64) -> Result<(Table, Rows), HeapTableError> {
    let there = rows.iter().flat_map(|(cell, _)| cell).max().map_or(0, |x| x.unsigned_abs());
    let to = to.min((there * 4 / 5).max(1));
    let (inside, outside): (Rows, Rows) =
        rows.into_iter().partition(|(cell, _)| cell.iter().all(|&x| x.unsigned_abs() <= to));
    Ok((Table::new(inside)?, outside))
}

/// How far a table must go to show a period that is proved, if that is further than usual.
fn as_far_as_periods(heaps: &Heaps, limits: &Limits) -> Result<Option<u64>, Stopped> {
    let Heaps::Single(heaps) = heaps else { return Ok(None) };
    let found = match period::proved(&mut GrundySequence::shared(heaps.clone()), limits) {
        Err(Stopped::Time) => None,
        found => found?,
    };
    Ok(found.map(|found| (2 * found.preperiod + 3 * found.period).max(USUAL_HEAPS)))
}

/// Holds laws against heaps from one number on to another, the smaller ones first, in pairs by the larger number; so
/// the first heap that a law gets wrong is the smallest. Ends early when time is up or all laws are wrong; what was
/// done stays, and laws that are wrong go behind the others.
///
/// # Errors
/// Limits other than time, values that are too large.
///
/// # Examples
/// ```
/// use farstar_find::{LawSearch, Table, find};
/// use farstar_logic::verify_far;
/// use farstar_play::Limits;
/// use farstar_rules::language::Ruleset;
/// let nim = Ruleset::named("nim").unwrap().heap_game().unwrap();
/// let table = Table::sequence(0, &(0..60).collect::<Vec<_>>()).unwrap();
/// let mut laws = find(&table, &[], &LawSearch::default()).laws;
/// verify_far(nim, false, (60, 10_000), &mut laws, &Limits::none()).unwrap();
/// assert_eq!((laws[0].verified, laws[0].wrong), (9_941, 0));
/// ```
pub fn verify_far(
    heaps: Heaps,
    outcomes: bool,
    (from, to): (u64, u64),
    laws: &mut [Law],
    limits: &Limits,
) -> Result<(), HeapTableError> {
    let mut hold = |mut rows: Rows| {
        if outcomes {
            rows.iter_mut().for_each(|(_, value)| *value = i64::from(*value != 0));
        }
        let mut open = laws.iter_mut().filter(|law| law.wrong == 0).peekable();
        let is_open = open.peek().is_some();
        open.for_each(|law| law.verify(&rows));
        is_open
    };
    let row = |(n, value): (i64, u32)| (vec![n], i64::from(value));
    let ended = match heaps {
        Heaps::Single(heaps) => {
            let mut sequence = GrundySequence::shared(heaps);
            let (mut next, mut ended) = (from, Ok(()));
            while ended.is_ok() && next <= to {
                ended = sequence.extend_to(to.min(next + CHUNK - 1) + 1, limits);
                let rows = (next as i64..).zip(sequence.values(next..sequence.len().max(next)));
                if !hold(rows.map(row).collect()) {
                    break;
                }
                next = sequence.len().max(next);
            }
            ended
        }
        Heaps::Pairs(pairs) => {
            let mut values = PairValues::new(pairs);
            let mut side = |last: u32| side(&mut values, last, limits);
            let last = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
            let mut sides = last(from)..=last(to);
            sides
                .try_for_each(|last| match side(last).map(&mut hold) {
                    Ok(true) => ControlFlow::Continue(()),
                    Ok(false) => ControlFlow::Break(Ok(())),
                    Err(error) => ControlFlow::Break(Err(error)),
                })
                .break_value()
                .unwrap_or(Ok(()))
        }
        // all coins up to a place are valued at once
        Heaps::Coins(_) => Ok(()),
    };
    laws.sort_by_key(|law| law.wrong > 0);
    match ended {
        Ok(()) | Err(SequenceError::Stopped(Stopped::Time)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The values of the pairs whose larger number is this, without those from which play reaches what cannot be written
/// down.
fn side(
    values: &mut PairValues<PairGame>,
    last: u32,
    limits: &Limits,
) -> Result<Rows, SequenceError> {
    let cells = (0..last).flat_map(|x| [(x, last), (last, x)]).chain([(last, last)]);
    let cell = |(a, b): (u32, u32)| match values.value((a, b), limits) {
        Ok(value) => Some(Ok((vec![i64::from(a), i64::from(b)], i64::from(value)))),
        Err(SequenceError::Overflow { .. }) => None,
        Err(error) => Some(Err(error)),
    };
    cells.filter_map(cell).collect()
}

/// The Grundy values of a game up to a heap, or to a pair of that number, or as far as the time goes, and those of some
/// pairs of which one is beyond it.
fn values(heaps: Heaps, last: u64, limits: &Limits) -> Result<(Rows, Rows), HeapTableError> {
    let row = |(n, value): (i64, u64)| (vec![n], i64::try_from(value).unwrap_or(i64::MAX));
    match heaps {
        Heaps::Single(heaps) => {
            let mut sequence = GrundySequence::shared(heaps);
            match sequence.extend_to(last + 1, limits) {
                Err(SequenceError::Stopped(Stopped::Time)) if sequence.len() >= FEWEST => {}
                done => done?,
            }
            let values = sequence.values(0..sequence.len()).into_iter().map(u64::from);
            Ok(((0..).zip(values).map(row).collect(), Rows::new()))
        }
        Heaps::Coins(code) => {
            let last = u32::try_from(last)
                .map_err(|_| HeapTableError::TooLarge(format!("{last} coins are too many")))?;
            let mut known: Option<CoinRow> = None;
            let mut next = FIRST_COINS.min(last);
            loop {
                match CoinRow::new(code.clone(), next, limits) {
                    Ok(coins) => {
                        known = Some(coins);
                        if next == last {
                            break;
                        }
                        next = last.min(next * 4);
                    }
                    Err(_) if known.is_some() => break,
                    Err(farstar_impartial::Error::Stopped(stopped)) => return Err(stopped.into()),
                    // values that grow too fast are those of a few coins
                    Err(_) if next > FEWEST_COINS => next -= next / 4,
                    Err(other) => return Err(HeapTableError::TooLarge(format!("coins: {other}"))),
                }
            }
            let values = known.iter().flat_map(|coins| coins.values().iter().copied());
            Ok(((1..).zip(values).map(row).collect(), Rows::new()))
        }
        Heaps::Pairs(pairs) => {
            let mut values = PairValues::new(pairs);
            let mut rows = Rows::new();
            let mut thin_rows = Rows::new();
            for last in 0..=u32::try_from(last).unwrap_or(u32::MAX) {
                match side(&mut values, last, limits) {
                    Err(SequenceError::Stopped(Stopped::Time))
                        if u64::from(last) > FEWEST_PAIRS =>
                    {
                        return Ok((rows, thin_rows));
                    }
                    cells => rows.extend(cells?),
                }
            }
            for cell in thin(2, last) {
                // from smaller numbers play may reach larger ones, and too many
                let Ok(value) = values.value((cell[0] as u32, cell[1] as u32), limits) else {
                    break;
                };
                thin_rows.push((vec![cell[0] as i64, cell[1] as i64], i64::from(value)));
            }
            Ok((rows, thin_rows))
        }
    }
}
