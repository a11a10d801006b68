//! Nim values of two-number games, and tables of them.

use std::ops::ControlFlow;

use farstar_rules::heap::{HeapGame, Pair};
use farstar_value::Limits;
use rustc_hash::FxHashMap;

use super::bitset::ValueSet;
use super::error::SequenceError;

/// Bytes of one remembered position that has no place in a row, roughly.
const ENTRY: u64 = 32;
/// Both numbers of a pair whose value stands in a row of values are less.
const NEAR: u32 = 1 << 12;
/// In the place of a value: not known, and waiting for those of its options.
const UNKNOWN: u32 = u32::MAX;
const WAITING: u32 = u32::MAX - 1;

/// The nim values of a two-number game, remembered as they are computed.
///
/// # Examples
/// ```
/// use farstar_rules::heap::wythoff;
/// use farstar_impartial::sequence::PairValues;
/// use farstar_value::Limits;
/// let mut wythoff = PairValues::new(wythoff(|k| k + 1));
/// assert_eq!(wythoff.value((1, 2), &Limits::none())?, 0);
/// assert_eq!(wythoff.table(2, 4, &Limits::none())?[1], [1, 2, 0, 4, 5]);
/// # Ok::<(), farstar_impartial::sequence::SequenceError>(())
/// ```
pub struct PairValues<G> {
    game: G,
    known: Known,
}

/// Values by pairs: those of small numbers in rows, which are as long as has been asked.
#[derive(Default)]
struct Known {
    rows: Vec<Vec<u32>>,
    far: FxHashMap<Pair, u32>,
    /// How many are known.
    count: u64,
    /// Bytes of the rows.
    bytes: u64,
}

impl Known {
    #[inline]
    fn get(&self, (a, b): Pair) -> u32 {
        if a < NEAR && b < NEAR {
            let row = self.rows.get(a as usize);
            return row.and_then(|row| row.get(b as usize)).copied().unwrap_or(UNKNOWN);
        }
        self.far.get(&(a, b)).copied().unwrap_or(UNKNOWN)
    }

    fn set(&mut self, (a, b): Pair, value: u32) {
        if a >= NEAR || b >= NEAR {
            self.far.insert((a, b), value);
            return;
        }
        if self.rows.len() <= a as usize {
            self.rows.resize(a as usize + 1, Vec::new());
        }
        let row = &mut self.rows[a as usize];
        if row.len() <= b as usize {
            let before = row.capacity();
            row.resize(b as usize + 1, UNKNOWN);
            self.bytes += 4 * (row.capacity() - before) as u64;
        }
        row[b as usize] = value;
    }
}

impl<G: HeapGame<Pair>> PairValues<G> {
    /// The values of a game; none is known yet.
    pub fn new(game: G) -> Self {
        Self { game, known: Known::default() }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Bytes of what is known.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.known.bytes + ENTRY * self.known.far.len() as u64
    }

    /// The nim value of a position, by the definition, without recursion on the machine stack.
    ///
    /// # Errors
    /// [`SequenceError::Cycle`] when a position is its own follower; [`SequenceError::Overflow`] when play reaches what
    /// cannot be written down;
    /// [`SequenceError::Stopped`]: `limits.nodes` counts the positions remembered.
    ///
    /// # Cost
    /// The moves of all positions that play reaches.
    pub fn value(&mut self, position: Pair, limits: &Limits) -> Result<u32, SequenceError> {
        let mut stack = vec![position];
        let found = self.search(&mut stack, limits);
        if found.is_err() {
            // what waits for its options is asked about anew the next time
            for one in stack {
                if self.known.get(one) == WAITING {
                    self.known.set(one, UNKNOWN);
                }
            }
        }
        found.map(|()| self.known.get(position))
    }

    /// Values the positions of a stack, the last first; a position that waits, met again above itself, is a cycle.
    fn search(&mut self, stack: &mut Vec<Pair>, limits: &Limits) -> Result<(), SequenceError> {
        let mut met = ValueSet::default();
        while let Some(&top) = stack.last() {
            let state = self.known.get(top);
            if state < WAITING {
                stack.pop();
                continue;
            }
            let first_visit = state == UNKNOWN;
            if first_visit {
                self.known.set(top, WAITING);
            }
            let (count, held) = (self.known.count, self.bytes());
            limits.check_with(count, held + 8 * stack.len() as u64)?;
            met.clear();
            let (known, before) = (&self.known, stack.len());
            let (mut cycle, mut visited, mut stopped) = (None, 0u64, Ok(()));
            let mut look = |parts: &[Pair]| {
                visited += 1;
                if visited.is_multiple_of(1 << 12) {
                    stopped = limits.check_with(count, held + 8 * stack.len() as u64);
                    if stopped.is_err() {
                        return ControlFlow::Break(());
                    }
                }
                let mut sum = Some(0);
                for part in parts {
                    match known.get(*part) {
                        UNKNOWN if first_visit => {
                            stack.push(*part);
                            sum = None;
                        }
                        UNKNOWN | WAITING => {
                            cycle = Some(*part);
                            return ControlFlow::Break(());
                        }
                        value => sum = sum.map(|s| s ^ value),
                    }
                }
                if let Some(sum) = sum {
                    met.insert(sum as usize);
                }
                ControlFlow::Continue(())
            };
            let _ = limits.guard(|| self.game.visit_options(top, &mut look))?;
            stopped?;
            if let Some(part) = cycle {
                return Err(match part == top && self.game.overflows(top) {
                    true => SequenceError::Overflow { heap: format!("({},{})", top.0, top.1) },
                    false => SequenceError::Cycle { pair: part },
                });
            }
            if stack.len() == before {
                self.known.set(top, met.mex() as u32);
                self.known.count += 1;
                stack.pop();
            }
        }
        Ok(())
    }

    /// The values of the positions `(0, 0)` to `(rows, columns)`, row by row.
    ///
    /// # Errors
    /// As [`PairValues::value`].
    pub fn table(
        &mut self,
        rows: u32,
        columns: u32,
        limits: &Limits,
    ) -> Result<Vec<Vec<u32>>, SequenceError> {
        let mut table = Vec::new();
        for row in 0..=rows {
            let values: Result<Vec<u32>, SequenceError> =
                (0..=columns).map(|column| self.value((row, column), limits)).collect();
            table.push(values?);
        }
        Ok(table)
    }
}

impl<G: HeapGame<Pair>> std::fmt::Debug for PairValues<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let known = self.known.count;
        f.debug_struct("PairValues")
            .field("game", &self.game.name())
            .field("known", &known)
            .finish()
    }
}
