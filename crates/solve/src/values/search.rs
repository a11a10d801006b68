//! The search: depth first over parts, with a stack of its own.

use std::collections::HashSet;

use farstar_rules::position::{Key, Ruleset};
use farstar_value::{Calculator, Game, Limits, Player};

use super::progress::Progress;
use super::table::Table;
use crate::digraph::mex;
use crate::error::{Error, Result};

/// Parts valued between two looks at the limits.
const PARTS_A_CHECK: u64 = 64;

/// A part of an option.
struct Slot<R: Ruleset> {
    part: R::Position,
    key: Key<R::Key>,
    value: Option<Game>,
}

/// A part whose options are being valued.
struct Frame<R: Ruleset> {
    key: Key<R::Key>,
    position: R::Position,
    /// The parts of all options, one option after the other.
    slots: Vec<Slot<R>>,
    /// Where each option ends, Left's first.
    ends: Vec<usize>,
    /// How many options are Left's.
    left: usize,
    /// The first slot that may lack its value.
    next: usize,
}

/// One question to the table.
pub(super) struct Search<'s, 'a, R: Ruleset> {
    ruleset: &'s R,
    table: &'s mut Table<R::Key>,
    progress: &'s Progress,
    calc: &'s mut Calculator<'a>,
    limits: Limits,
    valued: u64,
    unreported: u64,
}

impl<'s, 'a, R: Ruleset> Search<'s, 'a, R> {
    pub(super) fn new(
        ruleset: &'s R,
        table: &'s mut Table<R::Key>,
        progress: &'s Progress,
        calc: &'s mut Calculator<'a>,
    ) -> Self {
        let limits = calc.limits().clone();
        Self { ruleset, table, progress, calc, limits, valued: 0, unreported: 0 }
    }

    /// The value of a part that the table does not know.
    pub(super) fn part(&mut self, part: R::Position, key: Key<R::Key>) -> Result<Game> {
        let result = self.run(part, key);
        self.report();
        result
    }

    fn run(&mut self, part: R::Position, key: Key<R::Key>) -> Result<Game> {
        let mut stack: Vec<Frame<R>> = Vec::new();
        let mut open = HashSet::new();
        let mut wanted = Some((part, key));
        loop {
            if let Some((part, key)) = wanted.take() {
                // keys do not tell a position from its negative, so the position itself is watched
                if !open.insert(part.clone()) {
                    return Err(Error::not_covered(
                        format!("the position {}", self.ruleset.draw(&part)),
                        "play can come back to it",
                    ));
                }
                stack.push(self.expand(part, key));
            }
            let Some(top) = stack.last_mut() else {
                return Err(Error::not_covered("a position without play", "it has no value"));
            };
            while let Some(slot) = top.slots.get_mut(top.next) {
                if slot.value.is_none() {
                    slot.value = self.table.get(&slot.key);
                }
                if slot.value.is_none() {
                    break;
                }
                top.next += 1;
            }
            if let Some(slot) = top.slots.get(top.next) {
                wanted = Some((slot.part.clone(), slot.key.clone()));
                continue;
            }
            let Some(frame) = stack.pop() else { continue };
            let value = self.close(&frame)?;
            let negative = self.calc.neg(value)?;
            open.remove(&frame.position);
            self.table.insert(frame.key, value, negative);
            self.count()?;
            if stack.is_empty() {
                return Ok(value);
            }
        }
    }

    fn expand(&self, position: R::Position, key: Key<R::Key>) -> Frame<R> {
        let mut frame =
            Frame { key, position, slots: Vec::new(), ends: Vec::new(), left: 0, next: 0 };
        let mut options = Vec::new();
        let mut parts = Vec::new();
        for player in [Player::Left, Player::Right] {
            if player == Player::Right && self.ruleset.is_impartial() {
                break;
            }
            options.clear();
            self.ruleset.options(&frame.position, player, &mut options);
            for option in &options {
                parts.clear();
                self.ruleset.parts(option, &mut parts);
                for part in parts.drain(..) {
                    let key = self.ruleset.key(&part);
                    frame.slots.push(Slot { part, key, value: None });
                }
                frame.ends.push(frame.slots.len());
            }
            if player == Player::Left {
                frame.left = frame.ends.len();
            }
        }
        frame
    }

    /// The value of a part whose options' parts are all valued.
    fn close(&mut self, frame: &Frame<R>) -> Result<Game> {
        let mut sums = Vec::with_capacity(frame.ends.len());
        let mut from = 0;
        for &end in &frame.ends {
            let values = frame.slots[from..end].iter().filter_map(|slot| slot.value);
            sums.push(self.calc.sum(values)?);
            from = end;
        }
        if self.ruleset.is_impartial() {
            let mut nimbers = Vec::with_capacity(sums.len());
            for &sum in &sums {
                let nimber = self.calc.as_nimber(sum).and_then(|n| u32::try_from(n).ok());
                nimbers.push(nimber.ok_or_else(|| {
                    Error::out_of_range("a nimber of an impartial position", "less than 2^32")
                })?);
            }
            return Ok(self.calc.nimber(u64::from(mex(nimbers)))?);
        }
        let (left, right) = sums.split_at_mut(frame.left);
        Ok(self.calc.from_options(left, right)?)
    }

    fn count(&mut self) -> Result<()> {
        self.valued += 1;
        self.unreported += 1;
        if self.limits.nodes.is_some_and(|most| self.valued > most) {
            return Err(farstar_value::Stopped::Nodes.into());
        }
        if self.unreported >= PARTS_A_CHECK {
            let bytes = self.report();
            self.limits.check_with(self.valued, bytes)?;
        }
        Ok(())
    }

    fn report(&mut self) -> u64 {
        let bytes = self.table.size().bytes + self.calc.arena().stats().bytes;
        self.progress.report(self.unreported, bytes);
        self.unreported = 0;
        bytes
    }
}
