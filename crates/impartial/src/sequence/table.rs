//! Nim values of two-number games, and tables of them.

use std::ops::ControlFlow;

use farstar_rules::heap::{HeapGame, Pair};
use farstar_value::Limits;
use rustc_hash::{FxHashMap, FxHashSet};

use super::error::SequenceError;

/// Bytes of one remembered position, roughly.
const ENTRY: u64 = 32;

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
    values: FxHashMap<Pair, u32>,
}

impl<G: HeapGame<Pair>> PairValues<G> {
    /// The values of a game; none is known yet.
    pub fn new(game: G) -> Self {
        Self { game, values: FxHashMap::default() }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The nim value of a position, by the definition, without recursion on the machine stack.
    ///
    /// # Errors
    /// [`SequenceError::NotShrinking`] when a position is its own follower;
    /// [`SequenceError::Stopped`]: `limits.nodes` counts the positions remembered.
    pub fn value(&mut self, position: Pair, limits: &Limits) -> Result<u32, SequenceError> {
        let mut stack = vec![position];
        // positions that wait for their options: met again above themselves, they are a cycle
        let mut waiting: FxHashSet<Pair> = FxHashSet::default();
        let mut excluded: Vec<u32> = Vec::new();
        while let Some(&top) = stack.last() {
            if self.values.contains_key(&top) {
                stack.pop();
                continue;
            }
            let known = self.values.len() as u64;
            limits.check_with(known, ENTRY * (known + stack.len() as u64))?;
            excluded.clear();
            let first_visit = waiting.insert(top);
            let before = stack.len();
            let values = &self.values;
            let mut cycle = None;
            let mut visited = 0u64;
            let mut stopped = Ok(());
            let mut look = |parts: &[Pair]| {
                visited += 1;
                if visited.is_multiple_of(1 << 12) {
                    let held = ENTRY * (known + stack.len() as u64) + 4 * excluded.len() as u64;
                    stopped = limits.check_with(known, held);
                    if stopped.is_err() {
                        return ControlFlow::Break(());
                    }
                }
                let mut sum = Some(0);
                for part in parts {
                    match values.get(part) {
                        Some(&value) => sum = sum.map(|s| s ^ value),
                        None => {
                            if waiting.contains(part) || !first_visit {
                                cycle = Some(*part);
                                return ControlFlow::Break(());
                            }
                            stack.push(*part);
                            sum = None;
                        }
                    }
                }
                excluded.extend(sum);
                ControlFlow::Continue(())
            };
            let _ = limits.guard(|| self.game.visit_options(top, &mut look))?;
            stopped?;
            if let Some(part) = cycle {
                return Err(SequenceError::NotShrinking { heap: top.0, part: part.0 });
            }
            if stack.len() == before {
                excluded.sort_unstable();
                excluded.dedup();
                let value = (0..).zip(&excluded).take_while(|&(i, &v)| i == v).count();
                self.values.insert(top, value as u32);
                waiting.remove(&top);
                stack.pop();
            }
        }
        Ok(self.values.get(&position).copied().unwrap_or(0))
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
        let known = self.values.len();
        f.debug_struct("PairValues")
            .field("game", &self.game.name())
            .field("known", &known)
            .finish()
    }
}
