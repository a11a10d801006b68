//! The search: depth first through sums, Left always to move, with a stack of its own.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Instant;

use farstar_value::{Limits, Player};

use super::entry::{Entry, PartRef, Term};
use super::settle::Settled;
use super::value::integer;
use super::{Component, OutcomeSearch, TableSizes};
use crate::{Error, Result};
use farstar_play::Meter;

/// Nodes between two counts of the memory held.
const NODES_A_COUNT: u64 = 1 << 10;
/// Nodes between two looks at whether other threads have decided a sum that is looked into.
const NODES_A_LOOK: u64 = 1 << 6;

/// In so many sums from the one asked about, all threads look into the first move: it often decides, and then what else
/// was looked into is lost. With two threads NoGo on 4x5 takes 0.58 of the time that it takes where it is put off there
/// as well, Domineering on 7x7 half.
const FIRST_MOVES: usize = 3;

/// Bits a part may be beyond the limit on its size where a sum is expected to be valued as a whole soon.
const REACH: u32 = 12;
/// Times the patience with sums that have a larger part, or none.
const FAR: u64 = 64;
/// Times the patience with one part.
const ALONE: u64 = 8;
/// Nodes by which patience grows at least, so that every search ends.
const LEAST: u64 = 16;
/// Sums for each part from which on parts are few.
const FEW: u64 = 8;
/// Bytes of the arena that values of parts of a position may take before they must not be more than the sums.
const MOST_VALUES: u64 = 1 << 19;
/// Bits by which every round raises the limits on parts.
const STEP: u32 = 3;

/// Of the nodes of a search that resists so many are one part or value made for the value of each of the parts asked
/// for.
const SHARE: u64 = 8;
/// The least effort for such a value.
const LEAST_EFFORT: u64 = 256;

/// A sum that is asked about.
pub(super) enum Root {
    /// Whether who begins wins, if that needs no search.
    Won(bool),
    /// Its entries, Left to move.
    Open(Vec<Entry>),
}

impl Root {
    /// Its entries, if they are to be searched.
    pub(super) fn entries(&self) -> &[Entry] {
        match self {
            Self::Won(_) => &[],
            Self::Open(entries) => entries,
        }
    }
}

/// A sum on the way.
struct Frame {
    /// Where its entries begin; they end where the next ones begin.
    start: usize,
    /// The place, in the order of play, of the entry whose options are played, and the next option.
    entry: usize,
    option: u32,
    /// Whether Left had a move.
    moved: bool,
    /// Whether the sum that was asked for is the negative of this one, with the other player to move.
    turned: bool,
    /// Where its moves put off begin, and the next of them to be played.
    put_off: usize,
    late: usize,
}

impl Frame {
    /// A sum whose entries begin here, before its first move.
    fn new(start: usize, put_off: usize, turned: bool) -> Self {
        Self { start, entry: 0, option: 0, moved: false, turned, put_off, late: put_off }
    }
}

impl OutcomeSearch<'_> {
    /// The entries of a sum, and an account for one question.
    pub(super) fn begin<'l>(
        &mut self,
        sum: &[Component],
        limits: &'l Limits,
    ) -> Result<(Vec<Entry>, Meter<'l>)> {
        self.values.limit(limits);
        let mut meter = Meter::new(limits);
        meter.hold(self.bytes())?;
        let mut entries = Vec::with_capacity(sum.len());
        self.grow(sum, limits)?;
        for component in sum {
            match component {
                Component::Position { board, position } => {
                    if let Some(Some(closed)) = self.closed.get_mut(*board as usize) {
                        let nimber = closed.value(position, limits)?;
                        meter.step(16)?;
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

    /// Computes every sequence at once to the largest heap that the sum has of it.
    fn grow(&mut self, sum: &[Component], limits: &Limits) -> Result<()> {
        let mut largest = vec![None; self.closed.len()];
        for component in sum {
            if let Component::Position { board, position } = component
                && let Some(Some(closed)) = self.closed.get(*board as usize)
            {
                let known = &mut largest[*board as usize];
                *known = closed.largest(position).max(*known);
            }
        }
        for (closed, largest) in self.closed.iter_mut().zip(largest) {
            if let (Some(closed), Some(largest)) = (closed, largest) {
                closed.grow(largest, limits)?;
            }
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let bytes = |sizes: TableSizes| sizes.part_bytes + sizes.sum_bytes + sizes.value_bytes;
        let own = bytes(self.own_sizes());
        let all = self.thread.as_ref().map_or(own, |one| one.common.hold(one.number, own));
        all + bytes(self.shared_sizes()) + self.values.calc.arena().stats().bytes
    }

    /// Whether `starter` wins moving first.
    ///
    /// # Errors
    /// As [`OutcomeSearch::outcome`].
    pub fn wins(&mut self, sum: &[Component], starter: Player, limits: &Limits) -> Result<bool> {
        let tuning = self.tuning;
        let won = limits.guard(|| {
            let root = self.root(sum, starter, limits)?;
            self.find_winner(&root, limits)
        });
        self.tuning = tuning;
        won?
    }

    /// What is asked of a sum in which `starter` moves first.
    pub(super) fn root(
        &mut self,
        sum: &[Component],
        starter: Player,
        limits: &Limits,
    ) -> Result<Root> {
        if self.is_misere()
            && let Some(lost) = self.is_lost_by_quotient(sum, limits)?
        {
            return Ok(Root::Won(!lost));
        }
        if let Some(won) = self.by_moves(sum, starter, limits)? {
            return Ok(Root::Won(won));
        }
        let (mut entries, _) = self.begin(sum, limits)?;
        if starter == Player::Right {
            entries.iter_mut().for_each(|entry| *entry = self.negative(*entry));
        }
        Ok(Root::Open(entries))
    }

    /// Whether who begins wins.
    pub(super) fn find_winner(&mut self, root: &Root, limits: &Limits) -> Result<bool> {
        let entries = match root {
            Root::Won(won) => return Ok(*won),
            Root::Open(entries) => entries,
        };
        let mut meter = Meter::new(limits);
        meter.hold(self.bytes())?;
        let won = self.left_wins(entries.clone(), &mut meter);
        self.visited += meter.nodes();
        if self.parts.overflowed() { Err(Error::overflow()) } else { won }
    }

    /// Whether `starter` wins moving first, if the longest plays tell: a game in which no play has more than `m` moves
    /// lies between `-m` and `m`, and one that is impartial or all-small between the numbers around 0.
    fn by_moves(
        &mut self,
        sum: &[Component],
        starter: Player,
        limits: &Limits,
    ) -> Result<Option<bool>> {
        if self.misere == Some(true) || !sum.iter().any(|c| matches!(c, Component::Value(_))) {
            return Ok(None);
        }
        self.values.limit(limits);
        let (mut left, mut right) = (0i128, 0i128);
        for component in sum {
            match component {
                Component::Value(value) => {
                    let number = self.values.number_of(*value)?;
                    let Some((l, r)) = self.values.stops(number) else { return Ok(None) };
                    (left, right) = (left + i128::from(l), right + i128::from(r));
                }
                Component::Position { board, .. } => {
                    let ruleset = self.ruleset(*board);
                    if ruleset.is_impartial() || ruleset.is_all_small() {
                        continue;
                    }
                    let Some(&Some(most)) = self.most_moves.get(*board as usize) else {
                        return Ok(None);
                    };
                    (left, right) = (left + integer(most), right - integer(most));
                }
            }
        }
        Ok(match (right > 0, left < 0) {
            (true, _) => Some(starter == Player::Left),
            (_, true) => Some(starter == Player::Right),
            _ => None,
        })
    }

    /// Tries to value the parts of a sum that are larger than the limits on parts, each with so much effort.
    fn value_parts(&mut self, entries: &[Entry], effort: u64, meter: &Meter<'_>) -> Result<()> {
        let mut parts: Vec<PartRef> = entries.iter().filter_map(|entry| entry.as_part()).collect();
        parts.sort_unstable_by_key(|&part| (self.parts.size(part), part.number()));
        parts.dedup_by_key(|part| part.number());
        for part in parts {
            if !self.parts.is_impartial(part) {
                self.try_value(part, effort, meter)?;
            }
        }
        Ok(())
    }

    fn left_wins(&mut self, entries: Vec<Entry>, meter: &mut Meter<'_>) -> Result<bool> {
        if self.misere != Some(true)
            && let Some(won) = self.decide_impartial(&entries, meter)?
        {
            return Ok(won);
        }
        let begin = Instant::now();
        let before = self.tuning;
        let mut patience = self.tuning.patience;
        let beyond = self.beyond(&entries);
        if entries.len() == 1 {
            patience = patience.saturating_mul(ALONE);
        } else if beyond == 0 || beyond > REACH {
            patience = patience.saturating_mul(FAR);
        }
        // the values of parts asked for are tried again when so many nodes have been made
        let mut next_values = 0;
        let answer = loop {
            let mut root = entries.clone();
            match self.settle(&mut root, meter) {
                Ok(Settled::Won(won)) => break Ok(won),
                Ok(Settled::Open { turned }) => {
                    let bound = if self.misere == Some(true) {
                        u64::MAX
                    } else {
                        meter.nodes().saturating_add(patience)
                    };
                    let found = if self.is_long(begin, meter.limits()) {
                        self.search_together(&root, bound, meter)
                    } else {
                        self.search(&root, bound, meter)
                    };
                    match found {
                        Ok(Some(won)) => break Ok(won != turned),
                        Ok(None) => {}
                        Err(error) => break Err(error),
                    }
                }
                Err(error) => break Err(error),
            }
            if self.misere != Some(true) && entries.len() > 1 && meter.nodes() >= next_values {
                next_values = meter.nodes().saturating_mul(2);
                self.value_parts(&entries, (meter.nodes() / SHARE).max(LEAST_EFFORT), meter)?;
            }
            // in a sum that resists larger parts are worth their values, and so they are where sums are many and parts
            // are few
            let few = root.len() == 1
                && meter.nodes() / FEW > self.parts.count() as u64
                && self.beyond(&root) > 0
                && self.values_made <= MOST_VALUES + self.sizes().sum_bytes;
            if root.len() > 1 || few {
                self.tuning.dicotic_line = self.tuning.dicotic_line.saturating_add(STEP);
                self.tuning.line = self.tuning.line.saturating_add(STEP);
                self.tuning.plane = self.tuning.plane.saturating_add(STEP);
            }
            if !few {
                patience = patience.saturating_add(patience / 2 + LEAST);
            }
        };
        self.tuning = before;
        answer
    }

    /// How many bits the largest part of a sum is beyond the limit for its value.
    fn beyond(&self, entries: &[Entry]) -> u32 {
        let parts = entries.iter().filter_map(|entry| entry.as_part());
        let beyond = |part: PartRef| self.parts.bits(part).saturating_sub(self.limit_of(part));
        parts.map(beyond).max().unwrap_or(0)
    }

    /// Appends the places of a sum in the order in which they are played: as they stand, but of values alone first
    /// where Left's best move gains most, in stops and then in atomic weight.
    fn order(&mut self, sum: &[Entry], orders: &mut Vec<u32>) -> Result<()> {
        let from = orders.len();
        orders.extend(0..sum.len() as u32);
        // parts come before values
        if sum.len() < 3 || sum.first().is_some_and(|first| first.is_part()) {
            return Ok(());
        }
        let mut gains = std::mem::take(&mut self.gains);
        gains.clear();
        for (at, &entry) in sum.iter().enumerate() {
            // numbers, ups and nimbers last
            let gain = match entry.as_value().filter(|_| entry.as_closed().is_none()) {
                None => None,
                Some(value) => Some(self.values.gain(value)?),
            };
            gains.push((Reverse(gain), at as u32));
        }
        gains.sort_unstable();
        for (place, gain) in orders[from..].iter_mut().zip(&gains) {
            *place = gain.1;
        }
        self.gains = gains;
        Ok(())
    }

    /// Whether Left wins a settled sum; `None` beyond `bound` nodes.
    pub(super) fn search(
        &mut self,
        root: &[Entry],
        bound: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>> {
        if let Some(known) = self.known(root)? {
            return Ok(Some(known));
        }
        let common = self.thread.as_ref().map(|thread| Arc::clone(&thread.common));
        let mut stack = vec![Frame::new(0, 0, false)];
        // moves put off while another thread looks into what they make of the sum, those of the last frame last: the
        // place of the entry and the option
        let mut put_off: Vec<(usize, u32)> = Vec::new();
        let mut entries: Vec<Entry> = root.to_vec();
        let mut orders: Vec<u32> = Vec::new();
        self.order(root, &mut orders)?;
        let mut child: Vec<Entry> = Vec::new();
        // whether Left, moving first, wins the sum last left
        let mut answer: Option<bool> = None;
        while let (depth, Some(top)) = (stack.len(), stack.last_mut()) {
            let start = top.start;
            let mut made = None;
            let won = match answer.take() {
                // the other player moved first there and lost
                Some(false) => Some(true),
                _ => {
                    child.clear();
                    let sum = &entries[start..];
                    made = next_child(self, top, sum, &orders[start..], &put_off, &mut child)?;
                    if made.is_some() {
                        None
                    } else {
                        Some(!top.moved && self.misere == Some(true))
                    }
                }
            };
            if let Some(won) = won {
                if let Some(common) = &common {
                    common.leave(&entries[start..]);
                }
                self.remember(&entries[start..], won)?;
                entries.truncate(start);
                orders.truncate(start);
                answer = Some(won != top.turned);
                put_off.truncate(top.put_off);
                stack.pop();
                continue;
            }
            let Some(made) = made else { continue };
            top.moved = true;
            match self.settle(&mut child, meter)? {
                Settled::Won(won) => answer = Some(won),
                Settled::Open { turned } => match self.known(&child)? {
                    Some(won) => answer = Some(won != turned),
                    None if top.late == top.put_off
                        && (depth > FIRST_MOVES || made != (0, 0))
                        && common.as_ref().is_some_and(|c| c.is_busy(&child)) =>
                    {
                        put_off.push(made);
                    }
                    None => {
                        meter.node(0)?;
                        if meter.nodes() > bound {
                            return Ok(None);
                        }
                        // sums of many components fill the stack itself
                        let grows = entries.len() + child.len() > entries.capacity();
                        let counts = meter.nodes().is_multiple_of(NODES_A_COUNT);
                        if grows || counts {
                            let stacked = entries.capacity() * size_of::<(Entry, u32)>();
                            meter.hold(
                                self.bytes() + (stacked * if grows { 3 } else { 1 }) as u64,
                            )?;
                        }
                        if counts {
                            meter.limits().count(NODES_A_COUNT);
                        }
                        if self.parts.count() > super::part::MOST_PARTS {
                            return Err(Error::Stopped(farstar_value::Stopped::Memory));
                        }
                        if let Some(common) = &common {
                            common.enter(&child);
                            if let Some(thread) = &self.thread {
                                thread.look_above();
                            }
                            if meter.nodes().is_multiple_of(NODES_A_LOOK)
                                && let Some((at, won)) = overtaken(self, &stack, &entries)?
                            {
                                let Frame { start, turned, put_off: first, .. } = stack[at];
                                put_off.truncate(first);
                                entries.truncate(start);
                                orders.truncate(start);
                                stack.truncate(at);
                                answer = Some(won != turned);
                                continue;
                            }
                        }
                        let frame = Frame::new(entries.len(), put_off.len(), turned);
                        entries.extend_from_slice(&child);
                        self.order(&child, &mut orders)?;
                        stack.push(frame);
                    }
                },
            }
        }
        Ok(answer)
    }
}

/// Writes what the next move of Left makes of a sum, turned around; tells the place of the entry and the option.
fn next_child(
    search: &mut OutcomeSearch<'_>,
    frame: &mut Frame,
    sum: &[Entry],
    order: &[u32],
    put_off: &[(usize, u32)],
    child: &mut Vec<Entry>,
) -> Result<Option<(usize, u32)>> {
    while let Some(&place) = order.get(frame.entry) {
        let place = place as usize;
        if make_child(search, sum, place, frame.option, child)? {
            frame.option += 1;
            return Ok(Some((frame.entry, frame.option - 1)));
        }
        frame.option = 0;
        frame.entry += 1;
        // equal entries have equal moves
        while order.get(frame.entry).is_some_and(|&next| sum[next as usize] == sum[place]) {
            frame.entry += 1;
        }
    }
    let Some(&(entry, option)) = put_off.get(frame.late) else { return Ok(None) };
    frame.late += 1;
    make_child(search, sum, order[entry] as usize, option, child)?;
    Ok(Some((entry, option)))
}

/// Writes what an option of Left in one entry makes of a sum, turned around; `false` if there is no such option.
fn make_child(
    search: &mut OutcomeSearch<'_>,
    sum: &[Entry],
    place: usize,
    option: u32,
    child: &mut Vec<Entry>,
) -> Result<bool> {
    let found = match sum[place].term() {
        Term::Part(part) => {
            let push = |part: PartRef| child.push(part.into());
            search.parts.each_of_option(part, Player::Left, option, true, push)
        }
        Term::Value(value) => match search.values.left_option(value, option)? {
            Some(option) => {
                let option = search.entry(option);
                child.push(search.negative(option));
                true
            }
            None => false,
        },
    };
    if found {
        for (at, &other) in sum.iter().enumerate() {
            if at != place {
                child.push(search.negative(other));
            }
        }
    }
    Ok(found)
}

/// The first of the sums on the way whose winner another thread has found, and whether Left wins it.
fn overtaken(
    search: &mut OutcomeSearch<'_>,
    stack: &[Frame],
    entries: &[Entry],
) -> Result<Option<(usize, bool)>> {
    let mut ends = stack[1..].iter().map(|frame| frame.start);
    for (at, frame) in stack.iter().enumerate() {
        let end = ends.next().unwrap_or(entries.len());
        if let Some(won) = search.known(&entries[frame.start..end])? {
            return Ok(Some((at, won)));
        }
    }
    Ok(None)
}
