//! The Noah's Ark theorem: half-tame games count nothing if they come in pairs.
//!
//! A sum of generally tame games is played like the nim heaps of their genera, and two equal half-tame games make one
//! of the genus 0^0 (*Winning Ways*, ch. 13; Siegel, *Combinatorial Game Theory*, ch. V.2).

use super::{MisereForm, MisereForms};
use crate::digraph::Outcome;
use crate::error::Result;
use farstar_value::Limits;

impl MisereForms {
    /// Who wins a sum of generally tame games and pairs of equal half-tame ones, by the genera alone; `Err` of a game
    /// that is neither, or without its mate.
    ///
    /// # Errors
    /// Only those of `limits`.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::{digraph::Outcome, misere::MisereForms};
    /// use farstar_value::Limits;
    /// let (mut forms, limits) = (MisereForms::new(), Limits::none());
    /// let (zero, two) = (forms.zero(), forms.nim_heap(2, &limits)?);
    /// let sharp = forms.from_options(&[two], &limits)?;
    /// let restive = forms.from_options(&[sharp, zero], &limits)?;
    /// assert_eq!(forms.noahs_ark(&[restive, two, restive], &limits)?, Ok(Outcome::N));
    /// assert_eq!(forms.noahs_ark(&[restive, two, restive, two], &limits)?, Ok(Outcome::P));
    /// assert_eq!(forms.noahs_ark(&[restive, two], &limits)?, Err(restive));
    /// # Ok::<(), farstar_impartial::Error>(())
    /// ```
    pub fn noahs_ark(
        &mut self,
        games: &[MisereForm],
        limits: &Limits,
    ) -> Result<std::result::Result<Outcome, MisereForm>> {
        let (mut nim, mut firm) = (0, false);
        let mut alone: Vec<MisereForm> = Vec::new();
        for &game in games {
            limits.check()?;
            let even = self.even_part(game);
            if even != game {
                nim ^= 1;
            }
            if self.kind(even, limits)?.is_generally_tame() {
                let genus = self.genus(even);
                nim ^= genus.nim_value();
                firm |= genus.nim_value() == genus.misere_value(0);
            } else if !self.is_half_tame(even, limits)? {
                return Ok(Err(game));
            } else if let Some(at) = alone.iter().position(|&other| self.even_part(other) == even) {
                alone.swap_remove(at);
                firm = true;
            } else {
                alone.push(game);
            }
        }
        let misere = if firm { nim } else { nim ^ 1 };
        Ok(match alone.first() {
            Some(&game) => Err(game),
            None if misere == 0 => Ok(Outcome::P),
            None => Ok(Outcome::N),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_games_born_by_day_four_are_won_as_the_theorem_says() {
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let mut games = forms.born_by(4, &limits).unwrap();
        let two = forms.nim_heap(2, &limits).unwrap();
        let sharp = forms.from_options(&[two], &limits).unwrap();
        let restive = forms.from_options(&[sharp, forms.zero()], &limits).unwrap();
        games.push(forms.from_options(&[restive], &limits).unwrap());
        let mut said = 0;
        for &a in &games {
            let double = forms.sum(a, a, &limits).unwrap();
            for &b in &games {
                let sum = forms.sum(double, b, &limits).unwrap();
                if let Ok(outcome) = forms.noahs_ark(&[a, b, a], &limits).unwrap() {
                    said += 1;
                    assert_eq!(outcome, forms.outcome(sum));
                }
                let fourfold = forms.sum(sum, b, &limits).unwrap();
                if let Ok(outcome) = forms.noahs_ark(&[b, a, b, a], &limits).unwrap() {
                    said += 1;
                    assert_eq!(outcome, forms.outcome(fourfold));
                }
            }
        }
        assert!(said > 200);
    }
}
