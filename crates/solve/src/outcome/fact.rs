//! Comparisons of parts that have no value yet with values.
//!
//! Who wins a part beside a value is a comparison: of `G + v` Left, moving first, loses iff `G ≤ -v`. Comparisons
//! follow from each other: from `G ≤ a ≤ b` comes `G ≤ b`, from `G ≥ b` and not `b ≤ a` comes not `G ≤ a`. So a few of
//! them for each part answer for many sums, and take less room than the sums.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::OutcomeSearch;
use super::entry::{Entry, PartRef, ValueId};
use super::part::Known;
use crate::Result;
use farstar_play::Slab;
use farstar_value::Player;

/// No fact.
pub(super) const NONE: u32 = u32::MAX;
/// More comparisons of one part are sums like others.
const MOST: usize = 16;

/// Which way a part is compared with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// `G ≤ v`
    Below,
    /// `G ≥ v`
    Above,
}

/// Whether a part is on one side of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) value: ValueId,
    pub(super) side: Side,
    pub(super) holds: bool,
}

/// All comparisons with values other than 0, as lists; those with 0 are kept by the parts.
///
/// A word of the slab is a fact, its sides in the two highest bits over the number of the value, and the place of the
/// next below.
#[derive(Clone, Default)]
pub(super) struct Facts(Slab<AtomicU64>);

const ABOVE: u64 = 1 << 63;
const HOLDS: u64 = 1 << 62;

impl Facts {
    /// From now on other threads may know the facts.
    pub(super) fn share(&mut self) {
        self.0.share();
    }

    pub(super) fn count(&self) -> usize {
        self.0.length() as usize
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// The fact at a place, and the place of the next.
    #[inline]
    fn at(&self, place: u32) -> Option<(Fact, u32)> {
        if place == NONE {
            return None;
        }
        let word = self.0.at(place).load(Ordering::Relaxed);
        let side = if word & ABOVE == 0 { Side::Below } else { Side::Above };
        let value = ValueId::at((word >> 32) as usize & ((1 << 30) - 1));
        Some((Fact { value, side, holds: word & HOLDS != 0 }, word as u32))
    }

    /// Puts a fact before a list. It is forgotten when there is no more room.
    fn push(&mut self, Fact { value, side, holds }: Fact, head: &AtomicU32) {
        let Some(place) = self.0.append(1) else { return };
        let fact = (value.index() as u64) << 32
            | if side == Side::Above { ABOVE } else { 0 }
            | if holds { HOLDS } else { 0 };
        let mut next = head.load(Ordering::Relaxed);
        loop {
            self.0.at(place).store(fact | u64::from(next), Ordering::Relaxed);
            match head.compare_exchange_weak(next, place, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => return,
                Err(now) => next = now,
            }
        }
    }
}

/// A part in normal form with the comparison a sum asks for: Left, moving first, loses iff it holds.
#[derive(Clone, Copy)]
struct Question {
    part: PartRef,
    side: Side,
    value: ValueId,
}

impl OutcomeSearch<'_> {
    /// The comparison that a sum of one part, or of one part and one value, is.
    fn question(&self, sum: &[Entry]) -> Option<Question> {
        let (part, value) = match *sum {
            [part] => (part.as_part()?, ValueId::ZERO),
            [part, value] => (part.as_part()?, value.as_value()?),
            _ => return None,
        };
        // G + v <= 0 is G <= -v, and -G + v <= 0 is G >= v
        Some(if part.is_negative() {
            Question { part: part.upright(), side: Side::Above, value }
        } else {
            Question { part, side: Side::Below, value: self.values.negative(value) }
        })
    }

    /// Whether Left, moving first, wins a settled sum, if that is known.
    pub(super) fn known(&mut self, sum: &[Entry]) -> Result<Option<bool>> {
        if self.misere != Some(true)
            && let Some(question) = self.question(sum)
        {
            let (holds, length) = self.compared(question)?;
            if holds.is_some() || question.value == ValueId::ZERO || length < MOST {
                return Ok(holds.map(|holds| !holds));
            }
        }
        Ok(self.nodes.get(sum))
    }

    /// Remembers who wins a settled sum that was not known.
    pub(super) fn remember(&mut self, sum: &[Entry], won: bool) -> Result<()> {
        if self.misere != Some(true)
            && let Some(question) = self.question(sum)
            && self.note_answer(question, won)?
        {
            return Ok(());
        }
        self.nodes.insert(sum, won);
        Ok(())
    }

    /// Notes the answer to a comparison, if there is room for it.
    fn note_answer(&mut self, question: Question, won: bool) -> Result<bool> {
        let Question { part, side, value } = question;
        if value == ValueId::ZERO {
            if self.parts.set_wins(part, side.loser(), won) {
                // who begins loses: it is 0
                self.parts.set_value(part, Known::Value(ValueId::ZERO));
            }
            return Ok(true);
        }
        if self.length(part) >= MOST {
            return Ok(false);
        }
        self.note(part, Fact { value, side, holds: !won })?;
        if self.parts.is_own_negative(part) {
            let (value, side) = (self.values.negative(value), side.other());
            self.note(part, Fact { value, side, holds: !won })?;
        }
        Ok(true)
    }

    fn note(&mut self, part: PartRef, fact: Fact) -> Result<()> {
        self.facts.push(fact, self.parts.facts(part));
        let same = Question { part, side: fact.side.other(), value: fact.value };
        if fact.holds && self.compared(same)?.0 == Some(true) {
            self.parts.set_value(part, Known::Value(fact.value));
        }
        Ok(())
    }

    /// How many facts are kept of a part.
    fn length(&self, part: PartRef) -> usize {
        let (mut at, mut length) = (self.parts.facts(part).load(Ordering::Acquire), 0);
        while let Some((_, next)) = self.facts.at(at) {
            (at, length) = (next, length + 1);
        }
        length
    }

    /// Whether a comparison holds, if that follows from what is known, and how many facts were read.
    fn compared(&mut self, question: Question) -> Result<(Option<bool>, usize)> {
        let Question { part, .. } = question;
        for side in [Side::Below, Side::Above] {
            if let Some(wins) = self.parts.wins(part, side.loser()) {
                let fact = Fact { value: ValueId::ZERO, side, holds: !wins };
                if let Some(holds) = self.follows(fact, question)? {
                    return Ok((Some(holds), 0));
                }
            }
        }
        let (mut at, mut length) = (self.parts.facts(part).load(Ordering::Acquire), 0);
        while let Some((fact, next)) = self.facts.at(at) {
            if let Some(holds) = self.follows(fact, question)? {
                return Ok((Some(holds), length));
            }
            (at, length) = (next, length + 1);
        }
        Ok((None, length))
    }

    /// Whether a comparison holds, if that follows from one fact.
    fn follows(
        &mut self,
        fact: Fact,
        Question { side, value, .. }: Question,
    ) -> Result<Option<bool>> {
        if fact.side == side && fact.value == value {
            return Ok(Some(fact.holds));
        }
        Ok(match (fact.side == side, fact.holds) {
            // G <= a <= b
            (true, true) => (self.within(fact.value, value, side)? == Some(true)).then_some(true),
            // G <= a <= n would be G <= n
            (true, false) => (self.within(value, fact.value, side)? == Some(true)).then_some(false),
            // b <= G <= a would be b <= a
            (false, true) => {
                (self.within(fact.value, value, side)? == Some(false)).then_some(false)
            }
            (false, false) => None,
        })
    }

    /// Whether `a ≤ b`, or `a ≥ b` for [`Side::Above`], unless that is dear to find out.
    fn within(&mut self, a: ValueId, b: ValueId, side: Side) -> Result<Option<bool>> {
        match side {
            Side::Below => self.values.is_le(a, b),
            Side::Above => self.values.is_le(b, a),
        }
    }
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Below => Self::Above,
            Self::Above => Self::Below,
        }
    }

    /// Who loses a game on this side of 0 moving first.
    fn loser(self) -> Player {
        match self {
            Self::Below => Player::Left,
            Self::Above => Player::Right,
        }
    }
}
