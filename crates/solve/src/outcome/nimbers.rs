//! Nimbers of impartial parts: what the search of Lemoine and Viennot is asked, by one thread or by all.

use farstar_impartial::nimber_search::{self, Search};
use farstar_play::{Limits, Meter};
use farstar_value::{Closed, Player, Stopped};

use super::entry::{Entry, PartRef, Term};
use super::part::{Known, Parts};
use super::together::{ALONE, Thread, was_told};
use super::{Component, OutcomeSearch};
use crate::{Error, Result};

/// A question about parts.
enum Question {
    /// The nim sum of their values.
    Sum(Vec<u32>),
    /// Whether it is this: 1, or else 0.
    Is(Vec<u32>, u32),
}

impl OutcomeSearch<'_> {
    /// The nim sum of impartial components.
    pub(super) fn nim_sum(&mut self, sum: &[Component], limits: &Limits) -> Result<u64> {
        let (mut entries, mut meter) = self.begin(sum, limits)?;
        let mut nim = 0;
        let mut parts = Vec::new();
        for entry in entries.drain(..) {
            match entry.term() {
                Term::Part(part) if self.parts.is_impartial(part) => parts.push(part.number()),
                Term::Part(_) => {
                    return Err(Error::not_covered(
                        "the Grundy value of a partizan position",
                        "only impartial games have one",
                    ));
                }
                Term::Value(value) => {
                    let value = self.values.closed_of(value).filter(Closed::is_nimber);
                    let Some(value) = value else {
                        return Err(Error::not_covered(
                            "the Grundy value of a sum with a value that is no nimber",
                            "only impartial games have one",
                        ));
                    };
                    nim ^= value.nimber;
                }
            }
        }
        let found = self.ask_all(&Question::Sum(parts), &mut meter);
        self.visited += meter.nodes();
        let nim = nim ^ u64::from(found?);
        if self.parts.overflowed() { Err(Error::overflow()) } else { Ok(nim) }
    }

    /// Whether Left, to move, wins a sum of impartial parts and closed values, if it is one; the largest part is only
    /// tested.
    pub(super) fn decide_impartial(
        &mut self,
        entries: &[Entry],
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>> {
        let untried = |part: PartRef| self.parts.value(part) == Known::Untried;
        if !entries.iter().filter_map(|entry| entry.as_part()).any(untried) {
            return Ok(None);
        }
        let mut parts = Vec::new();
        let mut nim = 0;
        for &entry in entries {
            match entry.term() {
                Term::Part(part) if self.parts.is_impartial(part) => parts.push(part.number()),
                Term::Part(_) => return Ok(None),
                Term::Value(value) => {
                    match self.values.closed_of(value).filter(Closed::is_nimber) {
                        Some(value) => nim ^= value.nimber,
                        None => return Ok(None),
                    }
                }
            }
        }
        let Ok(nim) = u32::try_from(nim) else { return Ok(None) };
        Ok(Some(self.ask_all(&Question::Is(parts, nim), meter)? == 0))
    }

    /// The nimber of an impartial part.
    pub(super) fn nimber(&mut self, part: PartRef, meter: &mut Meter<'_>) -> Result<u32> {
        self.ask(&Question::Sum(vec![part.number()]), meter)
    }

    /// Answers a question, alone.
    fn ask(&mut self, question: &Question, meter: &mut Meter<'_>) -> Result<u32> {
        let parts = &mut Shared { parts: &mut self.parts, thread: self.thread.as_ref() };
        let mut search = Search { parts, known: &mut self.nimbers, meter };
        Ok(match question {
            Question::Sum(parts) => search.sum(parts.clone())?,
            Question::Is(parts, n) => search.is_zero(parts.clone(), *n)?.into(),
        })
    }

    /// Answers a question, and calls the other threads if that takes long.
    fn ask_all(&mut self, question: &Question, meter: &mut Meter<'_>) -> Result<u32> {
        let limits = meter.limits();
        if !self.has_help(limits) {
            return self.ask(question, meter);
        }
        let short = limits.within(ALONE);
        let mut alone = Meter::new(&short);
        let found = self.ask(question, &mut alone);
        for _ in 0..alone.nodes() {
            meter.node(0)?;
        }
        match found {
            Err(Error::Stopped(Stopped::Time)) => {}
            found => return found,
        }
        let found = self.ask_together(&[], meter, |search, meter| search.ask(question, meter))?;
        // an answer counts more than that a thread was stopped
        let rank = |found: &Result<u32>| found.as_ref().err().map(was_told);
        found.into_iter().min_by_key(rank).unwrap_or(Err(Error::Stopped(Stopped::Cancelled)))
    }
}

/// The parts of impartial rulesets, for the search of their nimbers.
struct Shared<'p> {
    parts: &'p mut Parts,
    thread: Option<&'p Thread>,
}

impl nimber_search::Parts for Shared<'_> {
    fn bytes(&self) -> u64 {
        (self.parts.bytes() + self.parts.shared_bytes()) as u64
    }

    fn options(
        &mut self,
        part: u32,
        _: &mut Meter<'_>,
    ) -> std::result::Result<u32, farstar_impartial::Error> {
        if let Some(thread) = self.thread {
            thread.look_above();
        }
        Ok(self.parts.options(PartRef::new(part, false), Player::Left))
    }

    fn option(&mut self, part: u32, at: u32, out: &mut Vec<u32>) {
        let part = PartRef::new(part, false);
        self.parts.each_of_option(part, Player::Left, at, false, |part| out.push(part.number()));
    }

    fn size(&self, part: u32) -> u32 {
        self.parts.size(PartRef::new(part, false))
    }

    fn moves(&self, part: u32) -> u32 {
        self.parts.moves(PartRef::new(part, false))
    }

    fn is_led(&self, part: u32) -> bool {
        self.parts.is_led(PartRef::new(part, false))
    }

    fn is_zero(&self, part: u32) -> bool {
        self.parts.is_zero(PartRef::new(part, false))
    }
}
