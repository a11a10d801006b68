//! Games beside which an order that does not hold is seen not to hold.
//!
//! Every denied order has one. A simple one is looked for first: the games born by day 2. If none of them shows it, one
//! is made as the order is denied. Let a player, moving first, have to lose with `G` and win with `H`.
//!
//! * Some `H'`, his move in `H`, has no answer: neither a `G'` as good for him, nor a reply `H''` that `G` is as good
//!   as. Then he moves to `H'` beside the game in which he may move to what shows it of `G` and each `H''` (there
//!   the opponent, moving first, wins with `G` and loses with `H''`), and the opponent to what shows it of each `G'`
//!   and `H'`. Who would have no move there may leave the opponent an adjoint, with which that one loses.
//! * A proviso fails. He has no move in `H` and one in `G`: beside the end in which the opponent may move to the
//!   adjoints of all `G'`, `G` loses. Outcomes or strong outcomes differ: 0 or a murder shows it.
//! * Or one of these holds of the opponent, with `G` and `H` exchanged, and some game `S` shows that. Then he may move
//!   to `S`, and the opponent to the adjoints of all `G'`.
//!
//! An adjoint is a dicot, and what has moves for both players is in a universe with its options. (The first is the
//! proof of the theorems of comparison, Siegel 2015, Dorbec and others 2015, Larsson and others 2018.)

use super::forms::{PartizanForm, PartizanForms};
use super::universe::Universe;
use crate::error::Result;
use farstar_play::{Limits, Player};
use rustc_hash::FxHashMap;

/// That a player, moving first, shall lose with the first form and win with the second.
type Asked = (Player, PartizanForm, PartizanForm);

/// How a game is made that shows it.
enum Plan {
    Ready(PartizanForm),
    /// Beside the moves of the player and of the opponent to what shows these, if they are there.
    Threat(PartizanForm, [Vec<Asked>; 2]),
}

impl PartizanForms {
    /// A game of the universe beside which `g >= h` is seen not to hold: one of the players, moving first, does better
    /// by it with the wrong one of the two. `None` if the order holds.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit, and that a game is outside the universe.
    ///
    /// # Cost
    /// The comparisons of all pairs of followers, and adjoints of the size of the games for each pair that is needed.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Limits, misere::{PartizanForms, Universe}};
    /// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
    /// let (star, zero) = (forms.parse("{0|0}", &limits)?, forms.zero());
    /// // Left moves first: she loses {0|0}, and wins 0 at once.
    /// assert_eq!(forms.distinguisher(star, zero, Universe::All, &limits)?, Some(zero));
    /// assert_eq!(forms.distinguisher(star, star, Universe::All, &limits)?, None);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn distinguisher(
        &mut self,
        g: PartizanForm,
        h: PartizanForm,
        universe: Universe,
        limits: &Limits,
    ) -> Result<Option<PartizanForm>> {
        if self.ge(g, h, universe, limits)? {
            return Ok(None);
        }
        let first = self.forms_over(&[self.zero()], limits)?;
        let mut simple = self.forms_over(&first, limits)?;
        simple.sort_by_key(|&form| (self.birthday(form), self.size(form), form));
        for beside in simple {
            if self.is_in(beside, universe, limits)? {
                let with_g = self.outcome(&[g, beside], limits)?;
                let with_h = self.outcome(&[h, beside], limits)?;
                if [Player::Left, Player::Right].into_iter().any(|first| {
                    with_g.winner(first) == Player::Right && with_h.winner(first) == Player::Left
                }) {
                    return Ok(Some(beside));
                }
            }
        }
        self.made((Player::Left, g, h), universe, limits).map(Some)
    }

    /// A game that shows it, made from those for the forms behind.
    fn made(&mut self, asked: Asked, universe: Universe, limits: &Limits) -> Result<PartizanForm> {
        let mut known: FxHashMap<Asked, PartizanForm> = FxHashMap::default();
        let mut stack = vec![asked];
        while let Some(&top) = stack.last() {
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let (player, loses, wins) = top;
            let turned = (player.opponent(), wins, loses);
            let mut plan = self.plan(top, universe, limits)?;
            let straight = plan.is_some();
            if !straight {
                plan = self.plan(turned, universe, limits)?;
            }
            let (first, with, against) = if straight { top } else { turned };
            let mut game = match plan {
                Some(Plan::Ready(game)) => game,
                Some(Plan::Threat(threat, sides)) => {
                    let open: Vec<Asked> = sides
                        .iter()
                        .flatten()
                        .filter(|one| !known.contains_key(one))
                        .copied()
                        .collect();
                    if !open.is_empty() {
                        stack.extend(open);
                        continue;
                    }
                    let [mut own, mut other] =
                        sides.map(|side| side.iter().map(|one| known[one]).collect::<Vec<_>>());
                    let zero = self.zero();
                    if own.is_empty() {
                        let adjoint = self.adjoint(with, limits)?;
                        own.push(self.by(first, &[zero], &[adjoint], limits)?);
                    }
                    if other.is_empty() {
                        let adjoint = self.adjoint(threat, limits)?;
                        other.push(self.by(first, &[adjoint], &[zero], limits)?);
                    }
                    self.by(first, &own, &other, limits)?
                }
                None => unreachable!("{against:?} is no worse than {with:?}"),
            };
            if !straight {
                let replies = self.adjoints(player, loses, limits)?;
                game = self.by(player, &[game], &replies, limits)?;
            }
            known.insert(top, game);
        }
        Ok(known[&asked])
    }

    /// How to show it by a proviso or a threat of the player who moves first.
    fn plan(
        &mut self,
        (player, loses, wins): Asked,
        universe: Universe,
        limits: &Limits,
    ) -> Result<Option<Plan>> {
        match universe {
            Universe::All if self.is_end(wins, player) && !self.is_end(loses, player) => {
                let replies = self.adjoints(player, loses, limits)?;
                return Ok(Some(Plan::Ready(self.by(player, &[], &replies, limits)?)));
            }
            Universe::All => {}
            Universe::Dicots | Universe::DeadEnding => {
                let most = match universe {
                    Universe::DeadEnding => self.birthday(loses) + 1,
                    _ => 0,
                };
                for n in 0..=most {
                    let beside = self.murder(n, player.opponent(), limits)?;
                    let winner = |forms: &mut Self, form| -> Result<Player> {
                        Ok(forms.outcome(&[form, beside], limits)?.winner(player))
                    };
                    if winner(self, loses)? != player && winner(self, wins)? == player {
                        return Ok(Some(Plan::Ready(beside)));
                    }
                }
            }
        }
        let mut meter = self.memory(limits)?;
        let moves = self.options(loses, player).to_vec();
        for threat in self.options(wins, player).to_vec() {
            let replies = self.options(threat, player.opponent()).to_vec();
            let mut answered = false;
            for &answer in &moves {
                answered |= self.favours(player, answer, threat, universe, &mut meter)?;
            }
            for &reply in &replies {
                answered |= self.favours(player, loses, reply, universe, &mut meter)?;
            }
            if !answered {
                let own = replies.iter().map(|&reply| (player.opponent(), reply, loses)).collect();
                let other = moves.iter().map(|&answer| (player, answer, threat)).collect();
                return Ok(Some(Plan::Threat(threat, [own, other])));
            }
        }
        Ok(None)
    }

    /// The adjoints of the options of a player, or 0 if there are none.
    fn adjoints(
        &mut self,
        player: Player,
        form: PartizanForm,
        limits: &Limits,
    ) -> Result<Vec<PartizanForm>> {
        let options = self.options(form, player).to_vec();
        if options.is_empty() {
            return Ok(vec![self.zero()]);
        }
        options.into_iter().map(|option| self.adjoint(option, limits)).collect()
    }

    /// The form with these options of the player and of the opponent.
    fn by(
        &mut self,
        player: Player,
        own: &[PartizanForm],
        other: &[PartizanForm],
        limits: &Limits,
    ) -> Result<PartizanForm> {
        match player {
            Player::Left => self.from_options(own, other, limits),
            Player::Right => self.from_options(other, own, limits),
        }
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

    #[test]
    fn every_denied_order_of_games_born_by_day_two_has_a_witness_looked_for_and_made() {
        let limits = Limits::none();
        let mut forms = PartizanForms::new();
        let zero = forms.zero();
        let first = forms.forms_over(&[zero], &limits).unwrap();
        let second = forms.forms_over(&first, &limits).unwrap();
        for universe in Universe::EVERY {
            let mut shown = 0;
            let inside: Vec<PartizanForm> = second
                .iter()
                .copied()
                .filter(|&form| forms.is_in(form, universe, &limits).unwrap())
                .collect();
            let step = inside.len() / 16 + 1;
            for &g in inside.iter().step_by(step) {
                for &h in inside.iter().skip(1).step_by(step) {
                    let Some(found) = forms.distinguisher(g, h, universe, &limits).unwrap() else {
                        assert!(forms.ge(g, h, universe, &limits).unwrap());
                        continue;
                    };
                    shown += 1;
                    let made = forms.made((Player::Left, g, h), universe, &limits).unwrap();
                    let wins = |forms: &mut PartizanForms, form, beside, first| {
                        forms.outcome(&[form, beside], &limits).unwrap().winner(first)
                            == Player::Left
                    };
                    assert!(forms.is_in(made, universe, &limits).unwrap());
                    assert!(!wins(&mut forms, g, made, Player::Left));
                    assert!(wins(&mut forms, h, made, Player::Left));
                    assert!([Player::Left, Player::Right].into_iter().any(|first| {
                        !wins(&mut forms, g, found, first) && wins(&mut forms, h, found, first)
                    }));
                }
            }
            assert!(shown > 40, "{universe}: {shown} shown");
        }
    }
}
