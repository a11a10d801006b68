//! Comparisons of parts that have no value yet with values.
//!
//! Who wins a part beside a value is a comparison: of `G + v` Left, moving first, loses iff `G ≤ -v`. Comparisons
//! follow from each other: from `G ≤ a ≤ b` comes `G ≤ b`, from `G ≥ b` and not `b ≤ a` comes not `G ≤ a`. So a few of
//! them for each part answer for many sums, and take less room than the sums.

use super::OutcomeSearch;
use super::blackboard::Blackboard;
use super::entry::{Entry, PartRef, ValueId};
use super::part::Known;
use crate::Result;
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

/// Facts in a list.
#[derive(Clone, Copy)]
struct Link {
    fact: Fact,
    next: u32,
}

/// All comparisons with values other than 0; those with 0 are kept by the parts.
#[derive(Default)]
pub(super) struct Facts {
    links: Vec<Link>,
}

impl Facts {
    pub(super) fn count(&self) -> usize {
        self.links.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<Link>()
    }

    /// Puts a fact before a list; tells where the list begins now. It is forgotten when there is no more room.
    fn push(&mut self, fact: Fact, next: u32) -> u32 {
        match u32::try_from(self.links.len()) {
            Ok(at) if at != NONE => {
                self.links.push(Link { fact, next });
                at
            }
            _ => next,
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
                if holds.is_none()
                    && self.thread.is_some()
                    && let Some(won) = self.looked_up(sum)
                {
                    self.note_answer(question, won)?;
                    return Ok(Some(won));
                }
                return Ok(holds.map(|holds| !holds));
            }
        }
        Ok(self.looked_up(sum))
    }

    /// Remembers who wins a settled sum that was not known.
    pub(super) fn remember(&mut self, sum: &[Entry], won: bool) -> Result<()> {
        if let Some(thread) = &self.thread {
            thread.common.tell(sum, won);
        }
        if self.misere != Some(true)
            && let Some(question) = self.question(sum)
            && self.note_answer(question, won)?
        {
            return Ok(());
        }
        if self.thread.is_none() {
            self.nodes.insert(sum, won);
        }
        Ok(())
    }

    /// Tells other threads all comparisons, each as the sum that it answers for.
    pub(super) fn tell_comparisons(&self, common: &Blackboard) {
        for number in 0..self.parts.count() as u32 {
            let part = PartRef::new(number, false);
            for side in [Side::Below, Side::Above] {
                if let Some(won) = self.parts.wins(part, side.loser()) {
                    common.tell(&[side.seen(part, self).into()], won);
                }
            }
            let mut at = self.parts.facts(part);
            while let Some(&Link { fact: Fact { value, side, holds }, next }) =
                self.facts.links.get(at as usize)
            {
                let beside = match side {
                    Side::Below => self.values.negative(value),
                    Side::Above => value,
                };
                common.tell(&[side.seen(part, self).into(), self.entry(beside)], !holds);
                at = next;
            }
        }
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
        let head = self.facts.push(fact, self.parts.facts(part));
        self.parts.set_facts(part, head);
        let same = Question { part, side: fact.side.other(), value: fact.value };
        if fact.holds && self.compared(same)?.0 == Some(true) {
            self.parts.set_value(part, Known::Value(fact.value));
        }
        Ok(())
    }

    /// How many facts are kept of a part.
    fn length(&self, part: PartRef) -> usize {
        let (mut at, mut length) = (self.parts.facts(part), 0);
        while let Some(link) = self.facts.links.get(at as usize) {
            (at, length) = (link.next, length + 1);
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
        let (mut at, mut length) = (self.parts.facts(part), 0);
        while let Some(&Link { fact, next }) = self.facts.links.get(at as usize) {
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

    /// The part that Left, moving first, loses where the part is on this side of 0.
    fn seen(self, part: PartRef, search: &OutcomeSearch<'_>) -> PartRef {
        match self {
            Self::Below => part,
            Self::Above => search.parts.negative(part),
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
