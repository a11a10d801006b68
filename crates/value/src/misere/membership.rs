//! Which forms are dicots, and which are dead-ending.

use super::forms::{PartizanForm, PartizanForms};
use super::universe::Universe;
use crate::error::{Error, Result};
use farstar_play::{Limits, Meter, Player};

impl PartizanForms {
    /// Whether the form belongs to a universe.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Limits, misere::{PartizanForms, Universe}};
    /// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
    /// let one = forms.parse("{0|}", &limits)?;
    /// assert!(forms.is_in(one, Universe::DeadEnding, &limits)?);
    /// assert!(!forms.is_in(one, Universe::Dicots, &limits)?);
    /// // Left cannot move, but can after Right's move.
    /// let waits = forms.parse("{|{0|0}}", &limits)?;
    /// assert!(!forms.is_in(waits, Universe::DeadEnding, &limits)?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn is_in(&self, form: PartizanForm, universe: Universe, limits: &Limits) -> Result<bool> {
        Ok(self.outsider(form, universe, &mut self.meter(limits)?)?.is_none())
    }

    /// An error that shows what is wrong, if the form does not belong to the universe.
    pub(super) fn require(
        &self,
        form: PartizanForm,
        universe: Universe,
        meter: &mut Meter<'_>,
    ) -> Result<()> {
        let Some((follower, stuck)) = self.outsider(form, universe, meter)? else { return Ok(()) };
        Err(Error::OutsideUniverse {
            value: self.text_metered(form, meter)?,
            universe,
            follower: self.text_metered(follower, meter)?,
            stuck,
        })
    }

    /// A follower for which the form does not belong to the universe, and the player who cannot move there though the
    /// opponent can, or who will be able to move again.
    pub(super) fn outsider(
        &self,
        form: PartizanForm,
        universe: Universe,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(PartizanForm, Player)>> {
        if universe == Universe::All {
            return Ok(None);
        }
        for follower in self.followers(form, meter)? {
            for player in [Player::Left, Player::Right] {
                meter.step(1)?;
                if !self.is_end(follower, player) || follower == self.zero() {
                    continue;
                }
                // In an end only the opponent moves, so it is dead if all the options are ends: the same holds for each
                // of them, as they are followers too.
                let options = self.options(follower, player.opponent());
                if universe == Universe::Dicots
                    || options.iter().any(|&option| !self.is_end(option, player))
                {
                    return Ok(Some((follower, player)));
                }
            }
        }
        Ok(None)
    }
}
