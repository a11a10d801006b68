//! Periods of sequences: how they are found, and what proves them.
//!
//! A sequence is searched for its last recurrence at growing lengths. What is found is a *period* only when a theorem
//! applies to what has been computed ([`Theorem`]); otherwise it is an observation, and called so.

use std::fmt;

use farstar_value::Limits;

use super::all_but;
use super::arithmetic;
use super::cells::Cells;
use super::engine::GrundySequence;
use super::error::SequenceError;
use super::theorem::{self, Theorem};

/// What is known about the regularity of a sequence.
///
/// `G(n + period) = G(n) + saltus` for all `n ≥ preperiod` (as far as proved or observed), both least possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// The least period.
    pub period: u64,
    /// The least heap from which on the sequence is periodic.
    pub preperiod: u64,
    /// What is added to the values in one period; 0 for a periodic sequence.
    pub saltus: u64,
    /// Heaps before the preperiod whose value is not that of the pattern continued backwards, where they were counted:
    /// not in a [`PeriodSearch`](super::PeriodSearch), which does not keep the values.
    pub exceptions: Option<u64>,
    /// The number of heaps computed: 0 to one less.
    pub heaps: u64,
    /// The theorem that proves the period, or `None` when it was only observed.
    pub theorem: Option<Theorem>,
}

impl Periodicity {
    /// The heaps before the preperiod whose values are not those of the pattern continued backwards, with their values,
    /// as far as a sequence is known.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::sequence::{GrundySequence, find_period};
    /// use farstar_value::Limits;
    /// let mut kayles = GrundySequence::of_code("0.77".parse()?);
    /// let period = find_period(&mut kayles, 1000, &Limits::none())?.expect("it is proved");
    /// let exceptions: Vec<u64> = period.exceptions_of(&kayles).map(|(heap, _)| heap).collect();
    /// assert_eq!(exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exceptions_of(&self, sequence: &GrundySequence) -> impl Iterator<Item = (u64, u32)> {
        self.among(sequence.cells())
    }

    fn among(&self, cells: &Cells) -> impl Iterator<Item = (u64, u32)> {
        let value = |heap: u64| cells.get(usize::try_from(heap).ok()?);
        let before = if self.period == 0 { 0 } else { self.preperiod };
        (0..before).filter_map(move |heap| {
            let turns = (self.preperiod - heap).div_ceil(self.period);
            let (own, later) = (value(heap)?, value(heap + turns * self.period)?);
            (u64::from(own) + turns * self.saltus != u64::from(later)).then_some((heap, own))
        })
    }

    /// Whether a theorem proves the period.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.theorem.is_some()
    }
}

impl fmt::Display for Periodicity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { period, preperiod, saltus, exceptions, heaps, theorem } = self;
        let kind = if theorem.is_some() { "period" } else { "observed repetition" };
        write!(f, "{kind} {period} from heap {preperiod} on")?;
        if *saltus > 0 {
            write!(f, ", saltus {saltus}")?;
        }
        if let Some(exceptions) = exceptions {
            write!(f, ", {exceptions} exceptions")?;
        }
        write!(f, "; ")?;
        match theorem {
            Some(theorem) => write!(f, "proved by {theorem}; {heaps} heaps computed"),
            None => write!(f, "observed in {heaps} heaps, not proved"),
        }
    }
}

/// Heaps up to which the classical theorem is preferred to the state argument, which needs fewer.
const MOST_CLASSICAL: u64 = 1 << 25;

/// Searches for the period of a sequence, computing at most `most` heaps, and proves it if some theorem applies.
///
/// The classical theorem is preferred where it needs at most 2²⁵ heaps; the state argument needs fewer heaps and proves
/// the longer periods. An answer without a theorem is returned only when `most` heaps have been computed and the
/// repetition filled at least the second half of them.
///
/// # Examples
/// ```
/// use farstar_impartial::sequence::{GrundySequence, find_period};
/// use farstar_value::Limits;
/// let mut kayles = GrundySequence::of_code("0.77".parse()?);
/// let found = find_period(&mut kayles, 10_000, &Limits::none())?.expect("Kayles is solved");
/// assert_eq!((found.period, found.preperiod, found.exceptions), (12, 71, Some(14)));
/// assert!(found.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`GrundySequence::extend_to`]; the heaps computed stay, so a later call goes on.
pub fn find_period(
    sequence: &mut GrundySequence,
    most: u64,
    limits: &Limits,
) -> Result<Option<Periodicity>, SequenceError> {
    let mut target = sequence.len().max(64).min(most);
    limits.expect(most);
    loop {
        sequence.extend_to(target, limits)?;
        let (found, needed) = look(sequence);
        let classical = needed.filter(|&needed| needed <= most.min(MOST_CLASSICAL));
        if let Some(found) = found {
            let by_state = matches!(found.theorem, Some(Theorem::FiniteState { .. }));
            match classical {
                // the classical theorem is preferred where it is within reach
                Some(needed) if by_state && needed > target => {
                    target = needed;
                    continue;
                }
                _ if found.is_proved() || target >= most => return Ok(Some(found)),
                _ => {}
            }
        }
        if target >= most {
            return Ok(None);
        }
        // long sequences are looked at more often: heaps cost more than looking
        let ahead = if target < 1 << 22 { target / 4 } else { target / 16 };
        let next = (target + ahead).max(target + 1);
        // just as many heaps as the theorem asks for, if that is near
        let exact = needed.filter(|&needed| needed > target && needed < next + ahead);
        target = exact.unwrap_or(next).min(most);
    }
}

/// What the heaps computed so far show, without computing more: a proved period, or a repetition
/// that has filled the second half.
#[must_use]
pub fn periodicity(sequence: &GrundySequence) -> Option<Periodicity> {
    look(sequence).0
}

/// What is seen now, and the number of heaps that would prove what is seen.
fn look(sequence: &GrundySequence) -> (Option<Periodicity>, Option<u64>) {
    let cells = sequence.cells();
    let heaps = cells.len();
    let mut needed = None;
    let mut observed = None;
    if let Some(period) = cells.recurrence((heaps / 8).clamp(8, 4096)) {
        let period = least_period(cells, period);
        let preperiod = cells.agree_from(period, heaps - period);
        let (theorem, wanted) = theorem::applicable(sequence, period, preperiod);
        let theorem = theorem.or_else(|| all_but::prove(sequence, period, 0, preperiod));
        needed = wanted;
        if theorem.is_some() || preperiod + period <= heaps / 2 {
            observed = Some(describe(cells, period, preperiod, 0, theorem));
        }
    } else if arithmetic::may_apply(cells)
        && let Some((period, saltus, preperiod)) = arithmetic::repetition(cells)
    {
        let theorem = arithmetic::prove(sequence, period, saltus, preperiod)
            .or_else(|| all_but::prove(sequence, period, saltus, preperiod));
        observed = Some(describe(cells, period, preperiod, saltus, theorem));
    }
    if let Some(proved) = observed.as_ref().filter(|found| found.is_proved()) {
        return (Some(proved.clone()), needed);
    }
    // the state argument needs fewer heaps, so it is tried when the others do not apply yet
    if let Some((theorem, period)) = theorem::by_state(sequence) {
        let period = least_period(cells, period);
        let preperiod = cells.agree_from(period, heaps - period);
        return (Some(describe(cells, period, preperiod, 0, Some(theorem))), needed);
    }
    (observed, needed)
}

/// The least divisor of a period of the tail that is a period of the tail as well.
fn least_period(cells: &Cells, period: usize) -> usize {
    let heaps = cells.len();
    let tail = cells.agree_from(period, heaps - period);
    let mut least = period;
    let mut rest = period;
    let mut prime = 2;
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        if !rest.is_multiple_of(prime) {
            prime += 1;
            continue;
        }
        rest /= prime;
        let shorter = least / prime;
        if cells.agree_from(shorter, heaps - shorter) <= tail {
            least = shorter;
        }
    }
    least
}

fn describe(
    cells: &Cells,
    period: usize,
    preperiod: usize,
    saltus: usize,
    theorem: Option<Theorem>,
) -> Periodicity {
    let mut found = Periodicity {
        period: period as u64,
        preperiod: preperiod as u64,
        saltus: saltus as u64,
        exceptions: None,
        heaps: cells.len() as u64,
        theorem,
    };
    found.exceptions = Some(found.among(cells).count() as u64);
    found
}
