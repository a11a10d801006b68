//! What decides a sum without a move: closed cases, stops, atomic weights, comparison of the last two values.

use farstar_num::Dyadic;
use farstar_play::step;
use farstar_value::{Closed, Player};

use super::OutcomeSearch;
use super::entry::{Entry, PartRef, Term, ValueId};
use super::part::Known;
use super::value::{Kind, integer};
use crate::Result;
use farstar_play::Meter;

/// Values are added while their numbers of options multiply to no more.
const WIDEST_SUM: u64 = 64;
/// Sums of more parts are not taken to be merged pair by pair.
const MOST_MERGED: usize = 64;

/// A sum after [`OutcomeSearch::settle`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// Whether Left, to move, wins.
    Won(bool),
    /// It must be searched; if turned, its negative is, with the other player to move.
    Open {
        /// Whether it was turned.
        turned: bool,
    },
}

impl OutcomeSearch<'_> {
    /// The entry of the negative.
    pub(super) fn negative(&self, entry: Entry) -> Entry {
        if self.is_own_negative(entry) { entry } else { entry.opposite() }
    }

    fn is_own_negative(&self, entry: Entry) -> bool {
        match entry.term() {
            Term::Part(part) => self.parts.is_own_negative(part),
            Term::Value(value) => self.values.is_own_negative(value),
        }
    }

    /// The entry of a value.
    pub(super) fn entry(&self, value: ValueId) -> Entry {
        Entry::value(value, self.values.kind(value) == Kind::Closed)
    }

    /// Brings a sum, Left to move, to its normal form, and decides it if that needs no move.
    pub(super) fn settle(
        &mut self,
        sum: &mut Vec<Entry>,
        meter: &mut Meter<'_>,
    ) -> Result<Settled> {
        if self.misere == Some(true) {
            sum.retain(|entry| entry.as_closed() != Some(ValueId::ZERO));
            sum.sort_unstable();
            // who cannot move wins
            return Ok(if sum.is_empty() {
                Settled::Won(true)
            } else {
                Settled::Open { turned: false }
            });
        }
        step(sum.len() as u32);
        let mut closed = ValueId::ZERO;
        let mut kept = 0;
        for at in 0..sum.len() {
            let mut entry = sum[at];
            if let Some(part) = entry.as_part()
                && let Some(value) = self.value_of_part(part, meter)?
            {
                entry = self.entry(value);
            }
            if let Some(value) = entry.as_closed() {
                closed = self.values.add_closed(closed, value)?;
            } else {
                sum[kept] = entry;
                kept += 1;
            }
        }
        sum.truncate(kept);
        self.cancel(sum);
        let mut turned = false;
        if sum.iter().any(|&entry| self.is_switch(entry)) {
            (closed, turned) = self.play_switches(sum, closed)?;
        }
        Ok(match self.decide(sum, closed)? {
            Some(won) => Settled::Won(won != turned),
            None => Settled::Open { turned },
        })
    }

    fn is_switch(&self, entry: Entry) -> bool {
        entry.as_value().is_some_and(|value| self.values.kind(value) == Kind::Switch)
    }

    /// Plays off switches beside all-small games: the hottest first, by both players. Tells the closed value that is
    /// left, and whether the sum, turned around, is Right's to move.
    ///
    /// Let `s = {x|y}` be hottest, `e` all-small. Moving in `s` is at least as good as moving in `e`: `x - s + e -
    /// e^L = {x-y|0} + e - e^L` is at least 0, since Right's move to 0 leaves `e - e^L`, which Left wins moving first,
    /// and to any other Left answers `x - y`, which is greater than every all-small game. In the same way it is at
    /// least as good as moving in a cooler switch.
    fn play_switches(&mut self, sum: &mut Vec<Entry>, closed: ValueId) -> Result<(ValueId, bool)> {
        for &entry in sum.iter() {
            if !self.is_switch(entry) && !self.is_all_small(entry)? {
                return Ok((closed, false));
            }
        }
        let mut switches: Vec<(Dyadic, Dyadic, Dyadic)> = Vec::new();
        let mut kept = Vec::new();
        for &entry in sum.iter() {
            // a part has no value yet
            let switch = match entry.as_value() {
                Some(value) if self.is_switch(entry) => self.values.switch_of(value)?,
                _ => None,
            };
            match switch {
                Some((x, y)) => switches.push((&x - &y, x, y)),
                None => kept.push(entry),
            }
        }
        switches.sort_unstable_by(|a, b| b.0.cmp(&a.0));
        let Some(Closed { mut number, up, nimber }) = self.values.closed_of(closed) else {
            return Ok((closed, false));
        };
        for (at, (_, x, y)) in switches.iter().enumerate() {
            let taken = if at % 2 == 0 { x } else { y };
            number = number.checked_add(taken).map_err(farstar_value::Error::from)?;
        }
        let turned = switches.len() % 2 == 1;
        let mut closed = self.values.closed(&Closed { number, up, nimber })?;
        if turned {
            closed = self.values.negative(closed);
            kept.iter_mut().for_each(|entry| *entry = self.negative(*entry));
            kept.sort_unstable();
        }
        *sum = kept;
        Ok((closed, turned))
    }

    /// Sorts a sum; equal and opposite entries vanish.
    fn cancel(&self, sum: &mut Vec<Entry>) {
        sum.sort_unstable();
        let mut kept = 0;
        for at in 0..sum.len() {
            let entry = sum[at];
            let opposite = kept > 0
                && if sum[kept - 1] == entry {
                    self.is_own_negative(entry)
                } else {
                    sum[kept - 1].is_opposite(entry)
                };
            if opposite {
                kept -= 1;
            } else {
                sum[kept] = entry;
                kept += 1;
            }
        }
        sum.truncate(kept);
    }

    /// Whether an entry is all-small.
    fn is_all_small(&mut self, entry: Entry) -> Result<bool> {
        match entry.term() {
            Term::Part(part) => Ok(self.parts.is_all_small(part)),
            Term::Value(value) => self.values.is_all_small(value),
        }
    }

    /// Whether Left wins moving first, if a rule tells. Otherwise the closed value joins the sum.
    fn decide(&mut self, sum: &mut Vec<Entry>, closed: ValueId) -> Result<Option<bool>> {
        if sum.is_empty() {
            return Ok(Some(!self.values.is_at_most_zero(closed)));
        }
        let valued = !sum.iter().any(|entry| entry.is_part());
        if let Some(won) = self.bound(sum, closed, valued)? {
            return Ok(Some(won));
        }
        if !valued
            && sum.len() + usize::from(closed != ValueId::ZERO) > 1
            && let Some(won) = self.signs(sum, closed)?
        {
            return Ok(Some(won));
        }
        let mut closed = closed;
        if valued && sum.len() <= MOST_MERGED {
            if sum.len() > 2 && self.worth_merging(sum)? {
                closed = self.merge(sum, closed)?;
            }
            let value = |at: usize| sum.get(at).and_then(|entry| entry.as_value());
            let left = match (sum.len(), value(0), value(1)) {
                (0, ..) => return Ok(Some(!self.values.is_at_most_zero(closed))),
                (1, Some(one), _) => Some((one, closed)),
                (2, Some(one), Some(other)) => {
                    self.values.try_add(one, closed)?.map(|one| (one, other))
                }
                _ => None,
            };
            if let Some((one, other)) = left
                && let Some(le) = self.values.try_le(one, self.values.negative(other))?
            {
                return Ok(Some(!le));
            }
        }
        if closed != ValueId::ZERO {
            sum.push(Entry::value(closed, true));
        }
        Ok(None)
    }

    /// Whether values are to be added: of values that are all-small the atomic weights tell more, and cost less.
    fn worth_merging(&mut self, sum: &[Entry]) -> Result<bool> {
        for &entry in sum {
            if !self.is_all_small(entry)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds values two by two, the cheapest pair first, down to two.
    fn merge(&mut self, sum: &mut Vec<Entry>, mut closed: ValueId) -> Result<ValueId> {
        while sum.len() > 2 {
            let mut widths = Vec::with_capacity(sum.len());
            for (at, entry) in sum.iter().enumerate() {
                if let Some(value) = entry.as_value() {
                    widths.push((u64::from(self.values.width(value)?), at, value));
                }
            }
            widths.sort_unstable();
            let [(wide, one, first), (wider, other, second), ..] = *widths.as_slice() else {
                break;
            };
            if wide * wider > WIDEST_SUM {
                break;
            }
            let Some(added) = self.values.try_add(first, second)? else { break };
            sum.remove(one.max(other));
            sum.remove(one.min(other));
            let entry = self.entry(added);
            if entry.as_closed().is_some() {
                closed = self.values.add_closed(closed, added)?;
            } else {
                sum.push(entry);
                self.cancel(sum);
            }
        }
        Ok(closed)
    }

    /// Stops and atomic weights. A part in which Left can place at most `m` pieces and Right has `s` places that nobody
    /// can take away is at most `m - s`: in `G - m + s` Right has an answer to each of Left's moves.
    ///
    /// Left, to move, wins if the Right stops add up to more than 0, also with one of them raised to the Left stop;
    /// Left loses if the Left stops add up to less than 0. Of infinitesimals, an atomic weight of at least 1 wins and
    /// of at most -2 loses.
    fn bound(&mut self, sum: &[Entry], closed: ValueId, valued: bool) -> Result<Option<bool>> {
        let Some((number, _)) = self.values.stops(closed) else { return Ok(None) };
        let (mut left, mut right) = (i128::from(number), i128::from(number));
        let (mut above, mut below) = (0, 0);
        let mut widest = 0;
        for &entry in sum {
            let value = match entry.term() {
                Term::Part(part) => {
                    // the stops of an all-small game are 0
                    if self.parts.is_all_small(part) {
                        continue;
                    }
                    let most = if self.tuning.placements { self.parts.most(part) } else { None };
                    let Some([by_left, by_right]) = most else { return Ok(None) };
                    above += by_left;
                    below -= by_right;
                    continue;
                }
                Term::Value(value) => value,
            };
            let Some((l, r)) = self.values.stops(value) else { return Ok(None) };
            left += i128::from(l);
            right += i128::from(r);
            widest = widest.max(l - r);
        }
        let (above, below) = (integer(above), integer(below));
        (left, right) = (left + above, right + below);
        if right + i128::from(widest) > 0 {
            return Ok(Some(true));
        }
        if left < 0 {
            return Ok(Some(false));
        }
        if self.tuning.thermographs
            && widest > 0
            && sum.len() > 1
            && let number = i128::from(number)
            && let Some(won) = self.walls(sum, (number + below, number + above))?
        {
            return Ok(Some(won));
        }
        if !valued || left != 0 || right != 0 {
            return Ok(None);
        }
        let Some(Closed { up, .. }) = self.values.closed_of(closed).filter(|c| c.number.is_zero())
        else {
            return Ok(None);
        };
        self.two_ahead(sum, up)
    }

    /// The stops of the sum cooled by `t`, for temperatures `t` of its values; the rest lies between two numbers in
    /// units, infinitesimals left out.
    ///
    /// Let `l(t)` and `r(t)` be walls. Stops of sums give `l_{G+H} ≥ r_G + l_H` and `l_{G+H} ≤ l_G + l_H` at every `t`,
    /// and walls are no steeper than 1, so the Left stop of the sum lies from `l(t)` to `l(t) + t`. Left, to move, wins
    /// if all right walls add up to more than 0, one of them replaced by its left wall; she loses if all left walls and
    /// `t` add up to less than 0.
    fn walls(&mut self, sum: &[Entry], rest: (i128, i128)) -> Result<Option<bool>> {
        let mut hot = std::mem::take(&mut self.hot);
        hot.clear();
        hot.extend(sum.iter().filter_map(|entry| entry.as_value()));
        let found = self.values.walls(&hot, rest);
        self.hot = hot;
        found
    }

    /// What the outcomes of the entries tell: Left, to move, loses if all are at most 0, and wins if all are at least 0
    /// but one in which she wins moving first.
    fn signs(&mut self, sum: &[Entry], closed: ValueId) -> Result<Option<bool>> {
        let (mut least, mut most) = (true, true);
        // entries that are not known to be at least 0, and whether one of all is known to be won by Left moving first
        let (mut below, mut first) = (0, false);
        let rest = (closed != ValueId::ZERO).then_some(Entry::value(closed, true));
        for &entry in sum.iter().chain(&rest) {
            let (left, right) = match entry.term() {
                Term::Part(part) => {
                    (self.parts.wins(part, Player::Left), self.parts.wins(part, Player::Right))
                }
                Term::Value(value) => self.values.wins(value)?,
            };
            most &= left == Some(false);
            if right != Some(false) {
                least = false;
                below += 1;
                first = left == Some(true);
            } else if below == 0 {
                first |= left == Some(true);
            }
            if !most && below > 1 {
                return Ok(None);
            }
        }
        if most {
            return Ok(Some(false));
        }
        Ok(((least || below == 1) && first).then_some(true))
    }

    /// The two-ahead rule for values that are all-small, beside ups: Left, to move, wins with an atomic weight of at
    /// least 1 and loses with one of at most -2. Weights that are no integers are added; their sum counts as the
    /// integers beside it.
    fn two_ahead(&mut self, sum: &[Entry], up: i64) -> Result<Option<bool>> {
        let (mut low, mut high) = (i128::from(up), i128::from(up));
        let mut between = Vec::new();
        for value in sum.iter().filter_map(|entry| entry.as_value()) {
            if !self.values.is_all_small(value)? {
                return Ok(None);
            }
            let Some(weight) = self.values.weight(value)? else { return Ok(None) };
            let Some((l, h)) = self.values.between(weight)? else { return Ok(None) };
            low += i128::from(l);
            high += i128::from(h);
            if l != h {
                between.push(weight);
            }
        }
        if between.len() > 1 && low < 1 && high > -2 && (high >= 1 || low <= -2) {
            for &weight in &between {
                if let Some((l, h)) = self.values.between(weight)? {
                    low -= i128::from(l);
                    high -= i128::from(h);
                }
            }
            let mut total = ValueId::ZERO;
            for &weight in &between {
                let Some(added) = self.values.try_add(total, weight)? else { return Ok(None) };
                total = added;
            }
            let Some((l, h)) = self.values.between(total)? else { return Ok(None) };
            low += i128::from(l);
            high += i128::from(h);
        }
        Ok(if low >= 1 {
            Some(true)
        } else if high <= -2 {
            Some(false)
        } else {
            None
        })
    }

    /// The number of the value of a part with its sign, if it is small enough or known.
    fn value_of_part(
        &mut self,
        reference: PartRef,
        meter: &mut Meter<'_>,
    ) -> Result<Option<ValueId>> {
        let mut known = self.parts.value(reference);
        if known == Known::Untried {
            if self.parts.is_impartial(reference) {
                let n = self.nimber(reference, meter)?;
                let value = self.values.nimber(u64::from(n))?;
                self.parts.set_value(reference, Known::Value(value));
            } else if self.parts.bits(reference) <= self.limit_of(reference) {
                self.find_value(reference, meter)?;
            }
            known = self.parts.value(reference);
        }
        if let Known::Value(value) = known {
            self.values.meet(value)?;
        }
        Ok(match known {
            Known::Value(value) if reference.is_negative() => Some(self.values.negative(value)),
            Known::Value(value) => Some(value),
            Known::Untried | Known::TooLarge => None,
        })
    }

    /// Bits up to which a part like this is valued.
    pub(super) fn limit_of(&self, reference: PartRef) -> u32 {
        match (self.parts.is_line(reference), self.parts.is_all_small(reference)) {
            (true, true) => self.tuning.dicotic_line,
            (true, false) => self.tuning.line,
            (false, _) => self.tuning.plane,
        }
    }

    /// Finds the value of a part, or that it is too dear.
    fn find_value(&mut self, reference: PartRef, meter: &mut Meter<'_>) -> Result<()> {
        let arena = self.values.calc.arena();
        let before = arena.stats().bytes;
        let found = self.parts.find_value(reference, arena, meter.limits())?;
        self.values_made += arena.stats().bytes.saturating_sub(before);
        let known = match found {
            Some(value) => Known::Value(self.values.number_of(value)?),
            None => Known::TooLarge,
        };
        self.parts.set_value(reference, known);
        Ok(())
    }

    /// Tries to find the value of a part with so much effort, whatever its size.
    pub(super) fn try_value(
        &mut self,
        reference: PartRef,
        effort: u64,
        meter: &Meter<'_>,
    ) -> Result<()> {
        if matches!(self.parts.value(reference), Known::Value(_)) {
            return Ok(());
        }
        let arena = self.values.calc.arena();
        let before = arena.stats().bytes;
        let found = self.parts.try_value(reference, arena, meter.limits(), effort)?;
        self.values_made += arena.stats().bytes.saturating_sub(before);
        if let Some(value) = found {
            let value = self.values.number_of(value)?;
            self.parts.set_value(reference, Known::Value(value));
        }
        Ok(())
    }
}
