//! The search: depth first through sums, Left always to move, with a stack of its own.

use farstar_value::{Limits, Player};

use super::settle::{Settled, VALUE, value_of};
use super::{Component, OutcomeSearch};
use crate::error::{Error, Result};
use crate::meter::Meter;

/// Nodes between two counts of the memory held.
const NODES_A_COUNT: u64 = 1 << 10;

/// A sum on the way.
struct Frame {
    /// Where its entries begin; they end where the next ones begin.
    start: usize,
    /// The entry whose options are played, and the next option.
    entry: usize,
    option: u32,
    /// Whether Left had a move.
    moved: bool,
    /// Whether the sum that was asked for is the negative of this one, with the other player to move.
    turned: bool,
}

impl OutcomeSearch<'_> {
    /// The entries of a sum, and an account for one question.
    pub(super) fn begin<'l>(
        &mut self,
        sum: &[Component],
        limits: &'l Limits,
    ) -> Result<(Vec<u32>, Meter<'l>)> {
        self.values.limit(limits);
        let mut meter = Meter::new(limits);
        meter.hold(self.bytes())?;
        let mut entries = Vec::with_capacity(sum.len());
        for component in sum {
            match component {
                Component::Position { board, position } => {
                    if let Some(Some(closed)) = self.closed.get_mut(*board as usize) {
                        let nimber = closed.value(position, limits)?;
                        let number = self.values.nimber(nimber)?;
                        entries.push(self.entry(number));
                        continue;
                    }
                    self.parts.of_position(*board, position, &mut entries);
                    meter.step(64)?;
                }
                Component::Value(value) => {
                    let number = self.values.number_of(*value)?;
                    entries.push(self.entry(number));
                    meter.step(16)?;
                }
            }
        }
        Ok((entries, meter))
    }

    fn bytes(&self) -> u64 {
        let sizes = self.sizes();
        let arena = self.values.calc.arena().stats().bytes;
        sizes.part_bytes + sizes.sum_bytes + sizes.value_bytes + arena
    }

    /// Whether `starter` wins moving first.
    ///
    /// # Errors
    /// As [`OutcomeSearch::outcome`].
    pub fn wins(&mut self, sum: &[Component], starter: Player, limits: &Limits) -> Result<bool> {
        let (mut entries, mut meter) = self.begin(sum, limits)?;
        if starter == Player::Right {
            entries.iter_mut().for_each(|entry| *entry = self.negative(*entry));
        }
        let won = self.left_wins(entries, &mut meter);
        self.visited += meter.nodes();
        won
    }

    fn left_wins(&mut self, entries: Vec<u32>, meter: &mut Meter<'_>) -> Result<bool> {
        if self.misere != Some(true)
            && let Some(won) = self.decide_impartial(&entries, meter)?
        {
            return Ok(won);
        }
        let before = self.tuning;
        let mut patience = self.tuning.patience;
        let answer = loop {
            let mut root = entries.clone();
            match self.settle(&mut root, meter) {
                Ok(Settled::Won(won)) => break Ok(won),
                Ok(Settled::Open { turned }) => {
                    let bound = if root.len() > 1 && self.misere != Some(true) {
                        meter.nodes().saturating_add(patience)
                    } else {
                        u64::MAX
                    };
                    match self.search(&root, bound, meter) {
                        Ok(Some(won)) => break Ok(won != turned),
                        Ok(None) => {}
                        Err(error) => break Err(error),
                    }
                }
                Err(error) => break Err(error),
            }
            // larger parts are worth their values in a sum that resists
            self.tuning.dicotic_line = self.tuning.dicotic_line.saturating_add(3);
            self.tuning.line = self.tuning.line.saturating_add(3);
            self.tuning.plane = self.tuning.plane.saturating_add(3);
            patience = patience.saturating_add(patience / 2);
        };
        self.tuning = before;
        answer
    }

    /// Whether Left wins a settled sum; `None` beyond `bound` nodes.
    fn search(&mut self, root: &[u32], bound: u64, meter: &mut Meter<'_>) -> Result<Option<bool>> {
        if let Some(known) = self.nodes.get(root) {
            return Ok(Some(known));
        }
        let mut stack = vec![Frame { start: 0, entry: 0, option: 0, moved: false, turned: false }];
        let mut entries: Vec<u32> = root.to_vec();
        let mut child: Vec<u32> = Vec::new();
        // whether Left, moving first, wins the sum last left
        let mut answer: Option<bool> = None;
        while let Some(top) = stack.last_mut() {
            let start = top.start;
            let won = match answer.take() {
                // the other player moved first there and lost
                Some(false) => Some(true),
                _ => {
                    child.clear();
                    let moved = next_child(self, top, &entries[start..], &mut child)?;
                    if moved { None } else { Some(!top.moved && self.misere == Some(true)) }
                }
            };
            if let Some(won) = won {
                self.nodes.insert(&entries[start..], won);
                entries.truncate(start);
                answer = Some(won != top.turned);
                stack.pop();
                continue;
            }
            top.moved = true;
            match self.settle(&mut child, meter)? {
                Settled::Won(won) => answer = Some(won),
                Settled::Open { turned } => match self.nodes.get(&child) {
                    Some(won) => answer = Some(won != turned),
                    None => {
                        meter.node(0)?;
                        if meter.nodes() > bound {
                            return Ok(None);
                        }
                        if meter.nodes().is_multiple_of(NODES_A_COUNT) {
                            meter.hold(self.bytes())?;
                        }
                        if self.parts.count() > super::part::MOST_PARTS {
                            return Err(Error::Stopped(farstar_value::Stopped::Memory));
                        }
                        let frame = Frame {
                            start: entries.len(),
                            entry: 0,
                            option: 0,
                            moved: false,
                            turned,
                        };
                        entries.extend_from_slice(&child);
                        stack.push(frame);
                    }
                },
            }
        }
        Ok(answer)
    }
}

/// Writes what the next move of Left makes of a sum, turned around; `false` when there are no more moves.
fn next_child(
    search: &mut OutcomeSearch<'_>,
    frame: &mut Frame,
    sum: &[u32],
    child: &mut Vec<u32>,
) -> Result<bool> {
    while let Some(&entry) = sum.get(frame.entry) {
        let found = if entry < VALUE {
            search.parts.push_option(entry, Player::Left, frame.option, true, child)
        } else {
            match search.values.left_option(value_of(entry), frame.option)? {
                Some(option) => {
                    let option = search.entry(option);
                    child.push(search.negative(option));
                    true
                }
                None => false,
            }
        };
        if found {
            frame.option += 1;
            for (at, &other) in sum.iter().enumerate() {
                if at != frame.entry {
                    child.push(search.negative(other));
                }
            }
            return Ok(true);
        }
        frame.option = 0;
        frame.entry += 1;
        // equal entries have equal moves
        while sum.get(frame.entry) == Some(&entry) {
            frame.entry += 1;
        }
    }
    Ok(false)
}
