//! Who wins under misère play: sums by search, and the strong outcome.

use super::forms::{PartizanForm, PartizanForms};
use crate::error::Result;
use farstar_play::{Limits, Meter, Outcome, Player};

impl PartizanForms {
    /// Who wins the sum of these forms when the player who cannot move wins.
    ///
    /// The cost is the number of sums of followers times the options of one; components that are equal are exchanged
    /// freely, and what was found is kept.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Limits, Outcome, misere::PartizanForms};
    /// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
    /// let star = forms.parse("{0|0}", &limits)?;
    /// assert_eq!(forms.outcome(&[star], &limits)?, Outcome::P);
    /// assert_eq!(forms.outcome(&[star, star], &limits)?, Outcome::N);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn outcome(&mut self, sum: &[PartizanForm], limits: &Limits) -> Result<Outcome> {
        let mut meter = self.memory(limits)?;
        self.outcome_metered(sum, &mut meter)
    }

    pub(super) fn outcome_metered(
        &mut self,
        sum: &[PartizanForm],
        meter: &mut Meter<'_>,
    ) -> Result<Outcome> {
        let whole = self.in_order(sum.to_vec());
        let mut stack = vec![whole.clone()];
        let mut last = Outcome::N;
        while let Some(top) = stack.last() {
            if let Some(&known) = self.outcomes.get(top) {
                last = known;
                stack.pop();
                continue;
            }
            meter.step(8)?;
            match self.outcome_step(top, meter)? {
                Ok(outcome) => {
                    let Some(top) = stack.pop() else { break };
                    self.remember(8 * top.len() + 48, meter)?;
                    self.outcomes.insert(top, outcome);
                    last = outcome;
                }
                Err(wanted) => {
                    meter.step(wanted.len() as u64)?;
                    stack.push(wanted);
                }
            }
        }
        Ok(last)
    }

    /// The outcome of a sum, or a sum whose outcome is needed first.
    fn outcome_step(
        &self,
        sum: &[PartizanForm],
        meter: &mut Meter<'_>,
    ) -> Result<std::result::Result<Outcome, Box<[PartizanForm]>>> {
        let mut wins = [false; 2];
        for (wins, player) in wins.iter_mut().zip([Player::Left, Player::Right]) {
            // who cannot move wins
            *wins = sum.iter().all(|&part| self.is_end(part, player));
            'search: for (at, &part) in sum.iter().enumerate() {
                if at > 0 && sum[at - 1] == part {
                    continue;
                }
                for &option in self.options(part, player) {
                    meter.step(sum.len() as u64)?;
                    let mut after = sum.to_vec();
                    after[at] = option;
                    let after = self.in_order(after);
                    match self.outcomes.get(&after) {
                        Some(known) if known.winner(player.opponent()) == player => {
                            *wins = true;
                            break 'search;
                        }
                        Some(_) => {}
                        None => return Ok(Err(after)),
                    }
                }
            }
        }
        Ok(Ok(Outcome::from_wins(wins[0], wins[1])))
    }

    /// Components in order, without those that have no options.
    fn in_order(&self, mut sum: Vec<PartizanForm>) -> Box<[PartizanForm]> {
        sum.retain(|&part| part != self.zero());
        sum.sort_unstable();
        sum.into()
    }

    /// The strong outcome: Left wins moving first beside every dead Left end, and Right beside every dead Right end,
    /// or not.
    ///
    /// A Left end gives Right moves to wait with. The perfect murders ([`PartizanForms::murder`]) up to one move longer
    /// than the form are the worst of them, so these are tried.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Source
    /// Larsson, Milley, Nowakowski, Renault, Santos (2018).
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Limits, Outcome, misere::PartizanForms};
    /// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
    /// // Whoever cannot move wins, whatever stands beside.
    /// assert_eq!(forms.strong_outcome(forms.zero(), &limits)?, Outcome::N);
    /// let form = forms.parse("{|{0|0}}", &limits)?;
    /// assert_eq!(forms.outcome(&[form], &limits)?, Outcome::N);
    /// // Right, moving first beside {0|}, leaves {0|0} + {0|}, where Left waits with {0|}.
    /// assert_eq!(forms.strong_outcome(form, &limits)?, Outcome::L);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn strong_outcome(&mut self, form: PartizanForm, limits: &Limits) -> Result<Outcome> {
        let mut meter = self.memory(limits)?;
        self.strong_metered(form, &mut meter)
    }

    pub(super) fn strong_metered(
        &mut self,
        form: PartizanForm,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome> {
        if let Some(&known) = self.strong.get(&form) {
            return Ok(known);
        }
        let mut wins = [true; 2];
        for (wins, player) in wins.iter_mut().zip([Player::Left, Player::Right]) {
            let mut murder = self.zero();
            for n in 0..=self.birthday(form) + 1 {
                meter.step(8)?;
                if n > 0 {
                    murder = self.end(vec![self.zero(), murder], player.opponent(), meter)?;
                }
                let outcome = self.outcome_metered(&[form, murder], meter)?;
                if outcome.winner(player) != player {
                    *wins = false;
                    break;
                }
            }
        }
        let outcome = Outcome::from_wins(wins[0], wins[1]);
        self.remember(24, meter)?;
        self.strong.insert(form, outcome);
        Ok(outcome)
    }
}
