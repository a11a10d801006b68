//! Games beside which an order that does not hold is seen not to hold.
//!
//! Which games these are the theorems of comparison do not tell, so they are looked for: the games of the universe
//! that are born by day 2, murders and waiting moves, and the conjugates and adjoints of what is compared, alone and
//! in pairs.

use super::forms::{PartizanForm, PartizanForms};
use super::universe::Universe;
use crate::error::Result;
use farstar_play::{Limits, Player};
use rustc_hash::FxHashMap;

/// What was found of a denied order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// The order holds: there is none.
    Holds,
    /// Beside the sum of these one or two games Left does not do as well with the first as with the second.
    Beside(Vec<PartizanForm>),
    /// The order does not hold, but none of so many sums shows it.
    NotAmong(usize),
}

/// Sums that are tried.
const MOST: usize = 40_000;

impl PartizanForms {
    /// A witness that `g >= h` does not hold in a universe.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit, and that a game is outside the universe.
    ///
    /// # Cost
    /// At most 40000 sums are played.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Limits, misere::{PartizanForms, Universe, Witness}};
    /// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
    /// let (star, zero) = (forms.parse("{0|0}", &limits)?, forms.zero());
    /// let one = forms.parse("{0|}", &limits)?;
    /// // Left moves first: she loses {0|0}, and wins 0 at once.
    /// assert_eq!(forms.distinguisher(star, zero, Universe::All, &limits)?, Witness::Beside(vec![zero]));
    /// assert!(!forms.ge(one, zero, Universe::All, &limits)?);
    /// assert_eq!(forms.distinguisher(one, one, Universe::All, &limits)?, Witness::Holds);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn distinguisher(
        &mut self,
        g: PartizanForm,
        h: PartizanForm,
        universe: Universe,
        limits: &Limits,
    ) -> Result<Witness> {
        if self.ge(g, h, universe, limits)? {
            return Ok(Witness::Holds);
        }
        let contexts = self.contexts(g, h, universe, limits)?;
        let mut tried = 0;
        let pairs = (0..contexts.len()).flat_map(|at| (0..=at).map(move |other| (at, other)));
        let alone = contexts.iter().map(|&context| vec![context]);
        let sums = alone.chain(pairs.map(|(at, other)| vec![contexts[at], contexts[other]]));
        for sum in sums.take(MOST) {
            tried += 1;
            let beside = |game: PartizanForm| [&[game], &sum[..]].concat();
            let (with_g, with_h) =
                (self.outcome(&beside(g), limits)?, self.outcome(&beside(h), limits)?);
            let worse = |first: Player| {
                with_g.winner(first) == Player::Right && with_h.winner(first) == Player::Left
            };
            if worse(Player::Left) || worse(Player::Right) {
                return Ok(Witness::Beside(sum));
            }
        }
        Ok(Witness::NotAmong(tried))
    }

    /// Games of the universe to try, simplest first.
    fn contexts(
        &mut self,
        g: PartizanForm,
        h: PartizanForm,
        universe: Universe,
        limits: &Limits,
    ) -> Result<Vec<PartizanForm>> {
        let zero = self.zero();
        let first = self.forms_over(&[zero], limits)?;
        let mut all = self.forms_over(&first, limits)?;
        all.sort_by_key(|&form| (self.birthday(form), self.size(form), form));
        for n in 2..=self.birthday(g).max(self.birthday(h)).min(16) + 1 {
            for player in [Player::Left, Player::Right] {
                all.push(self.murder(n, player, limits)?);
                all.push(self.waiting(n, player, limits)?);
            }
        }
        let mut meter = self.meter(limits)?;
        let mut parts = self.followers(g, &mut meter)?;
        parts.extend(self.followers(h, &mut meter)?);
        for part in parts.into_iter().take(64) {
            all.push(self.conjugate(part, limits)?);
            all.push(self.adjoint(part, limits)?);
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let mut kept = Vec::new();
        for form in all {
            if seen.insert(form) && self.is_in(form, universe, limits)? {
                kept.push(form);
            }
        }
        Ok(kept)
    }

    fn size(&self, form: PartizanForm) -> usize {
        [Player::Left, Player::Right].map(|player| self.options(form, player).len()).iter().sum()
    }

    /// The adjoint, with which the form is a P position: `*` of 0, otherwise the adjoints of the options of the other
    /// player, or 0 where there are none (Siegel, *Misère canonical forms of partizan games*, 2015).
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Limits, Outcome, misere::PartizanForms};
    /// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
    /// let g = forms.parse("{0,{0|}|{0|0}}", &limits)?;
    /// let adjoint = forms.adjoint(g, &limits)?;
    /// assert_eq!(forms.outcome(&[g, adjoint], &limits)?, Outcome::P);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn adjoint(&mut self, form: PartizanForm, limits: &Limits) -> Result<PartizanForm> {
        let zero = self.zero();
        let mut known: FxHashMap<PartizanForm, PartizanForm> = FxHashMap::default();
        let mut stack = vec![form];
        while let Some(&top) = stack.last() {
            limits.check()?;
            let waiting = stack.len();
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip([Player::Right, Player::Left]) {
                for option in self.options(top, player) {
                    match known.get(option) {
                        Some(&made) => side.push(made),
                        None => stack.push(*option),
                    }
                }
            }
            if stack.len() > waiting {
                continue;
            }
            stack.pop();
            sides.iter_mut().filter(|side| side.is_empty()).for_each(|side| side.push(zero));
            let made = self.from_options(&sides[0], &sides[1], limits)?;
            known.insert(top, made);
        }
        Ok(known[&form])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_play::Outcome;

    /// Whether Left does at least as well by one outcome as by the other.
    fn at_least(g: Outcome, h: Outcome) -> bool {
        [Player::Left, Player::Right]
            .iter()
            .all(|&first| g.winner(first) == Player::Left || h.winner(first) == Player::Right)
    }

    #[test]
    fn most_denied_orders_of_games_born_by_day_two_have_a_witness_and_each_is_one() {
        let limits = Limits::none();
        let mut forms = PartizanForms::new();
        let zero = forms.zero();
        let first = forms.forms_over(&[zero], &limits).unwrap();
        let second = forms.forms_over(&first, &limits).unwrap();
        for universe in Universe::EVERY {
            let (mut shown, mut open) = (0, 0);
            let inside: Vec<PartizanForm> = second
                .iter()
                .copied()
                .filter(|&form| forms.is_in(form, universe, &limits).unwrap())
                .collect();
            let step = inside.len() / 16 + 1;
            for &g in inside.iter().step_by(step) {
                for &h in inside.iter().skip(1).step_by(step) {
                    match forms.distinguisher(g, h, universe, &limits).unwrap() {
                        Witness::Holds => {}
                        Witness::Beside(sum) => {
                            shown += 1;
                            let [with_g, with_h] = [g, h].map(|game| {
                                forms.outcome(&[&[game], &sum[..]].concat(), &limits).unwrap()
                            });
                            assert!(!at_least(with_g, with_h));
                        }
                        Witness::NotAmong(_) => open += 1,
                    }
                }
            }
            assert!(shown > 0 && open * 10 <= shown, "{universe}: {shown} shown, {open} open");
        }
    }
}
