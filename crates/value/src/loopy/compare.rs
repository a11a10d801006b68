//! The order of stoppers by handle, decided as far as it is asked for.
//!
//! Left survives a state where play ends with Right stuck or does not end. Depth first on a stack of its own; a state
//! that is met while it is open counts as survived, which is the greatest fixed point (see
//! [`memory`](super::memory)). So a loss is final, and a survival as soon as it rests on nothing that is open.

use super::memory::{Frame, LOCAL, NONE, State};
use super::table::{OFF, ON, StopperTable};
use crate::calculator::Calculator;
use crate::error::Result;

/// Steps between two looks at the bytes.
const STATES_A_CHECK: u64 = 4096;

impl StopperTable {
    /// Whether `g ≥ h`.
    pub(super) fn ge(&mut self, calc: &mut Calculator<'_>, g: u32, h: u32) -> Result<bool> {
        self.survives(calc, (g, h, false))
    }

    /// Whether `a` is as good for the player of `side` as `b`.
    pub(super) fn as_good(
        &mut self,
        calc: &mut Calculator<'_>,
        side: usize,
        a: u32,
        b: u32,
    ) -> Result<bool> {
        if side == 0 { self.ge(calc, a, b) } else { self.ge(calc, b, a) }
    }

    /// Whether Left survives a state.
    ///
    /// # Cost
    /// The states that the question leads to and that are not known, each with its moves, and again those whose answer
    /// rested on one that was lost.
    pub(super) fn survives(&mut self, calc: &mut Calculator<'_>, state: State) -> Result<bool> {
        let found = self.search(calc, state);
        if found.is_err() {
            self.memory.abandon();
        }
        found
    }

    fn search(&mut self, calc: &mut Calculator<'_>, state: State) -> Result<bool> {
        let mut told = self.enter(calc, state)?;
        loop {
            let Some(frame) = self.memory.frames.last_mut() else {
                return Ok(told.is_some_and(|(value, _)| value));
            };
            let (g, h, left) = frame.state;
            if let Some((value, low)) = told.take() {
                if value == left {
                    told = Some(self.memory.close(value, low));
                    continue;
                }
                // Right's move into a survival: it counts together with the others.
                if value {
                    frame.low = frame.low.min(low);
                }
            }
            let (in_first, next) = (frame.in_first, frame.next);
            frame.next += 1;
            // In G − H a player moves in H as the other would.
            let (moved, side) =
                if in_first { (g, usize::from(!left)) } else { (h, usize::from(left)) };
            match self.options(moved, side).get(next).copied() {
                Some(to) => {
                    let after = if in_first { (to, h, !left) } else { (g, to, !left) };
                    told = self.enter(calc, after)?;
                }
                None => {
                    let Some(frame) = self.memory.frames.last_mut() else { continue };
                    if in_first {
                        (frame.in_first, frame.next) = (false, 0);
                        continue;
                    }
                    let low = frame.low;
                    told = Some(self.memory.close(!left, low));
                }
            }
        }
    }

    /// The answer of a state with the lowest open state it rests on, or `None` after it has been opened.
    fn enter(&mut self, calc: &mut Calculator<'_>, state: State) -> Result<Option<(bool, u32)>> {
        let (g, h, left) = state;
        if g == ON || h == OFF || (!left && g == h) {
            return Ok(Some((true, NONE)));
        }
        if (g | h) & LOCAL == 0
            && let (Some(a), Some(b)) = (self.game(g), self.game(h))
        {
            let survives = if left { !calc.ge(b, a)? } else { calc.ge(a, b)? };
            return Ok(Some((survives, NONE)));
        }
        if let Some(value) = self.memory.get(state) {
            let low = if value { self.memory.low_of(state) } else { NONE };
            return Ok(Some((value, low)));
        }
        if let Some(&depth) = self.memory.open.get(&state) {
            return Ok(Some((true, depth)));
        }
        calc.tick()?;
        self.memory.states += 1;
        if self.memory.states.is_multiple_of(STATES_A_CHECK) {
            self.check(calc, 0)?;
        }
        let depth = self.memory.frames.len() as u32;
        self.memory.open.insert(state, depth);
        let base = self.memory.pending.len();
        self.memory.frames.push(Frame { state, in_first: true, next: 0, low: NONE, base });
        Ok(None)
    }
}
