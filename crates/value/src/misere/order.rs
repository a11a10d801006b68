//! Comparison under misère play, by the theorem that each universe has.
//!
//! `G ≥ H` in a universe iff the proviso of the universe holds and
//!
//! * for each `H^L`, some `G^L ≥ H^L` or some `G ≥ H^{LR}`;
//! * for each `G^R`, some `G^R ≥ H^R` or some `G^{RL} ≥ H`.
//!
//! The provisos: of all games, `G` is a Left end if `H` is one, and `H` is a Right end if `G` is one (Siegel 2015); of
//! dicots, the outcome of `G` is at least that of `H` (Dorbec and others 2015); of dead-ending games, the same for
//! strong outcomes (Larsson and others 2018). The cost is at most the pairs of followers, each with its options and the
//! options of these.

use super::forms::{PartizanForm, PartizanForms};
use super::universe::Universe;
use crate::error::Result;
use crate::game::Comparison;
use farstar_play::{Limits, Meter, Outcome, Player};

/// `G ≥ H` while it is being found out.
struct Question {
    greater: PartizanForm,
    less: PartizanForm,
    /// How many moves of the opponent are answered already: Left's in the lesser form, then Right's in the greater one.
    answered: usize,
    /// How many answers to the next one failed.
    failed: usize,
}

impl PartizanForms {
    /// Whether `G ≥ H` in a universe: Left, whatever game of the universe stands beside, does no worse with `G`.
    ///
    /// # Errors
    /// [`Error::OutsideUniverse`](crate::Error::OutsideUniverse) if one of them does not belong to the universe,
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Limits, misere::{PartizanForms, Universe}};
    /// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
    /// let star = forms.parse("{0|0}", &limits)?;
    /// let two = forms.parse("{{0|0}|{0|0}}", &limits)?;
    /// // * + * is 0 beside dicots, but not beside all games.
    /// let zero = forms.zero();
    /// assert!(forms.ge(two, zero, Universe::Dicots, &limits)?);
    /// assert!(!forms.ge(two, zero, Universe::All, &limits)?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn ge(
        &mut self,
        g: PartizanForm,
        h: PartizanForm,
        universe: Universe,
        limits: &Limits,
    ) -> Result<bool> {
        let mut meter = self.memory(limits)?;
        for form in [g, h] {
            self.require(form, universe, &mut meter)?;
        }
        self.ge_metered(g, h, universe, &mut meter)
    }

    /// How two forms compare in a universe.
    ///
    /// # Errors
    /// As [`PartizanForms::ge`].
    pub fn compare(
        &mut self,
        g: PartizanForm,
        h: PartizanForm,
        universe: Universe,
        limits: &Limits,
    ) -> Result<Comparison> {
        Ok(match (self.ge(g, h, universe, limits)?, self.ge(h, g, universe, limits)?) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Greater,
            (false, true) => Comparison::Less,
            (false, false) => Comparison::Confused,
        })
    }

    pub(super) fn ge_metered(
        &mut self,
        g: PartizanForm,
        h: PartizanForm,
        universe: Universe,
        meter: &mut Meter<'_>,
    ) -> Result<bool> {
        let memory = universe as usize;
        let asked = |greater, less| Question { greater, less, answered: 0, failed: 0 };
        let mut stack = vec![asked(g, h)];
        // the answer to the question that was on top last
        let mut last: Option<bool> = None;
        while let Some(top) = stack.last_mut() {
            meter.step(4)?;
            let pair = (top.greater, top.less);
            let verdict = match last.take() {
                Some(true) => {
                    top.answered += 1;
                    top.failed = 0;
                    None
                }
                Some(false) => {
                    top.failed += 1;
                    None
                }
                None if pair.0 == pair.1 => Some(true),
                None => match self.ordered[memory].get(&pair) {
                    Some(&known) => Some(known),
                    None => (!self.proviso(pair, universe, meter)?).then_some(false),
                },
            };
            let Some(top) = stack.last() else { break };
            let verdict = match verdict {
                Some(verdict) => Some(verdict),
                None => match self.answer(top) {
                    Answer::Held => Some(true),
                    Answer::Lost => Some(false),
                    Answer::Asks(greater, less) => {
                        stack.push(asked(greater, less));
                        None
                    }
                },
            };
            if let Some(verdict) = verdict {
                if pair.0 != pair.1 && !self.ordered[memory].contains_key(&pair) {
                    self.remember(40, meter)?;
                    self.ordered[memory].insert(pair, verdict);
                }
                stack.pop();
                last = Some(verdict);
            }
        }
        Ok(last.unwrap_or(false))
    }

    /// What the question needs to know next.
    fn answer(&self, question: &Question) -> Answer {
        let &Question { greater, less, answered, failed } = question;
        let threats = self.options(less, Player::Left);
        if let Some(&threat) = threats.get(answered) {
            let moves = self.options(greater, Player::Left);
            let replies = self.options(threat, Player::Right);
            return match moves.get(failed) {
                Some(&option) => Answer::Asks(option, threat),
                None => match replies.get(failed - moves.len()) {
                    Some(&reply) => Answer::Asks(greater, reply),
                    None => Answer::Lost,
                },
            };
        }
        let Some(&threat) = self.options(greater, Player::Right).get(answered - threats.len())
        else {
            return Answer::Held;
        };
        let moves = self.options(less, Player::Right);
        let replies = self.options(threat, Player::Left);
        match moves.get(failed) {
            Some(&option) => Answer::Asks(threat, option),
            None => match replies.get(failed - moves.len()) {
                Some(&reply) => Answer::Asks(reply, less),
                None => Answer::Lost,
            },
        }
    }

    fn proviso(
        &mut self,
        (g, h): (PartizanForm, PartizanForm),
        universe: Universe,
        meter: &mut Meter<'_>,
    ) -> Result<bool> {
        let at_least = |g: Outcome, h: Outcome| {
            [Player::Left, Player::Right]
                .iter()
                .all(|&first| g.winner(first) == Player::Left || h.winner(first) == Player::Right)
        };
        Ok(match universe {
            Universe::All => {
                (self.is_end(g, Player::Left) || !self.is_end(h, Player::Left))
                    && (self.is_end(h, Player::Right) || !self.is_end(g, Player::Right))
            }
            Universe::Dicots => {
                at_least(self.outcome_metered(&[g], meter)?, self.outcome_metered(&[h], meter)?)
            }
            Universe::DeadEnding => {
                at_least(self.strong_metered(g, meter)?, self.strong_metered(h, meter)?)
            }
        })
    }
}

/// What is next in a comparison.
enum Answer {
    /// Every threat is answered.
    Held,
    /// One has no answer.
    Lost,
    /// Whether this one is at least that one.
    Asks(PartizanForm, PartizanForm),
}
