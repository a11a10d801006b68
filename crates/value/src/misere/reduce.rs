//! Simpler forms that are equal in a universe: dominated options go, reversible ones are bypassed.
//!
//! A Left option is dominated if another one is at least as great, and reversible if some Right option of it is at most
//! the whole form; then the Left options of that follower take its place. An option that reverses through an end, a
//! follower in which its player cannot move, needs a rule of the universe:
//!
//! * of all games there is none, and the reduced form is the canonical one (Siegel 2015);
//! * of dicots it reverses through 0. If another option wins when its player begins, it goes; otherwise `*` stands in
//!   its place. Then only `{*|*}` is left to be 0, and the reduced form is canonical (Dorbec and others 2015);
//! * of dead-ending games only the strong outcome needs it: to no game is it an answer that its end is not. If the
//!   player wins without such options beside every end of his, and the game is dead-ending without them, they go;
//!   otherwise `{|M_n}` stands in their place (for Right its conjugate), with the first perfect murder that is at most
//!   the whole form (Larsson and others 2018). Reduced forms of equal games of day 2 and of samples of day 3 are the
//!   same, as a test looks.

use super::forms::{PartizanForm, PartizanForms};
use super::universe::Universe;
use crate::error::Result;
use farstar_play::{Limits, Meter, Player};

impl PartizanForms {
    /// The reduced form in a universe, the options first.
    ///
    /// # Errors
    /// As [`PartizanForms::ge`].
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Limits, misere::{PartizanForms, Universe}};
    /// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
    /// let form = forms.parse("{0|{0|0,{0|0}},{0,{0|0}|0,{0|0}}}", &limits)?;
    /// let reduced = forms.reduce(form, Universe::Dicots, &limits)?;
    /// assert_eq!(forms.text(reduced, &limits)?, "{0|{0|0,{0|0}}}");
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn reduce(
        &mut self,
        form: PartizanForm,
        universe: Universe,
        limits: &Limits,
    ) -> Result<PartizanForm> {
        let mut meter = self.memory(limits)?;
        self.require(form, universe, &mut meter)?;
        let memory = universe as usize;
        let mut stack = vec![form];
        let mut last = form;
        while let Some(&top) = stack.last() {
            meter.step(8)?;
            if let Some(&known) = self.reduced[memory].get(&top) {
                last = known;
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
                for option in self.options(top, player) {
                    match self.reduced[memory].get(option) {
                        Some(&reduced) => side.push(reduced),
                        None => stack.push(*option),
                    }
                }
            }
            if stack.len() > waiting {
                continue;
            }
            let [left, right] = sides;
            let mut made = self.intern(left, right, &mut meter)?;
            while let Some(simpler) = self.simpler(made, universe, &mut meter)? {
                made = simpler;
            }
            for reduced in [top, made] {
                self.remember(24, &mut meter)?;
                self.reduced[memory].insert(reduced, made);
            }
        }
        Ok(last)
    }

    /// The form without one dominated or reversible option, if there is one; the options are reduced.
    ///
    /// This ends: an option gives way to earlier born ones, or to none.
    fn simpler(
        &mut self,
        form: PartizanForm,
        universe: Universe,
        meter: &mut Meter<'_>,
    ) -> Result<Option<PartizanForm>> {
        for player in [Player::Left, Player::Right] {
            let options = self.options(form, player).to_vec();
            for (at, &option) in options.iter().enumerate() {
                let mut instead: Option<Vec<PartizanForm>> = None;
                for (other_at, &other) in options.iter().enumerate() {
                    if other_at != at && self.favours(player, other, option, universe, meter)? {
                        instead = Some(Vec::new());
                        break;
                    }
                }
                if instead.is_none() {
                    let replies = self.options(option, player.opponent()).to_vec();
                    for reply in replies {
                        if !self.is_end(reply, player)
                            && self.favours(player, form, reply, universe, meter)?
                        {
                            instead = Some(self.options(reply, player).to_vec());
                            break;
                        }
                    }
                }
                if instead.is_none() && universe == Universe::Dicots {
                    instead = self.through_zero(form, player, option, meter)?;
                }
                let Some(mut moves) = instead else { continue };
                moves.extend(options.iter().filter(|&&kept| kept != option));
                let others = self.options(form, player.opponent()).to_vec();
                let simpler = match player {
                    Player::Left => self.intern(moves, others, meter)?,
                    Player::Right => self.intern(others, moves, meter)?,
                };
                return Ok(Some(simpler));
            }
        }
        if universe == Universe::DeadEnding {
            return self.through_ends(form, meter);
        }
        let star = self.star(meter)?;
        let is_star = |player| self.options(form, player) == [star];
        let zero = universe == Universe::Dicots && is_star(Player::Left) && is_star(Player::Right);
        Ok(zero.then(|| self.zero()))
    }

    /// The form whose options that reverse through ends are gone or replaced, if that changes it.
    fn through_ends(
        &mut self,
        form: PartizanForm,
        meter: &mut Meter<'_>,
    ) -> Result<Option<PartizanForm>> {
        let players = [Player::Left, Player::Right];
        let (mut kept, mut instead, mut needed) = ([vec![], vec![]], [vec![], vec![]], [false; 2]);
        for (side, player) in players.into_iter().enumerate() {
            let options = self.options(form, player).to_vec();
            for &option in &options {
                let mut reverses = false;
                for reply in self.options(option, player.opponent()).to_vec() {
                    reverses |= self.is_end(reply, player)
                        && self.favours(player, form, reply, Universe::DeadEnding, meter)?;
                }
                if !reverses {
                    kept[side].push(option);
                }
            }
            if kept[side].len() == options.len() {
                continue;
            }
            let mut murder = self.zero();
            while !self.favours(player, form, murder, Universe::DeadEnding, meter)? {
                murder = self.end(vec![self.zero(), murder], player.opponent(), meter)?;
            }
            instead[side] = vec![self.end(vec![murder], player.opponent(), meter)?];
            let alone = self.end(kept[side].clone(), player, meter)?;
            needed[side] = !kept[side].is_empty()
                && self.strong_metered(alone, meter)?.winner(player) != player;
        }
        let [left, right] = [0, 1].map(|side| [&kept[side][..], &instead[side][..]].concat());
        for keep in [[false, false], [true, false], [false, true], [true, true]] {
            if (0..2).any(|side| {
                (needed[side] || instead[side].is_empty()) && keep[side] != needed[side]
            }) {
                continue;
            }
            let chosen = |side: usize, all: &Vec<_>| {
                if keep[side] { all.clone() } else { kept[side].clone() }
            };
            let made = self.intern(chosen(0, &left), chosen(1, &right), meter)?;
            if self.outsider(made, Universe::DeadEnding, meter)?.is_none() {
                return Ok((made != form).then_some(made));
            }
        }
        Ok(None)
    }

    fn star(&mut self, meter: &mut Meter<'_>) -> Result<PartizanForm> {
        let zero = self.zero();
        self.intern(vec![zero], vec![zero], meter)
    }

    /// What takes the place of an option of a dicot that reverses through 0, unless it stays.
    fn through_zero(
        &mut self,
        form: PartizanForm,
        player: Player,
        option: PartizanForm,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<PartizanForm>>> {
        let zero = self.zero();
        if !self.options(option, player.opponent()).contains(&zero)
            || !self.favours(player, form, zero, Universe::Dicots, meter)?
        {
            return Ok(None);
        }
        for other in self.options(form, player).to_vec() {
            let outcome = self.outcome_metered(&[other], meter)?;
            if other != option && outcome.winner(player.opponent()) == player {
                return Ok(Some(Vec::new()));
            }
        }
        let star = self.star(meter)?;
        Ok((option != star).then(|| vec![star]))
    }

    /// Whether the player does no worse with the one form than with the other.
    pub(super) fn favours(
        &mut self,
        player: Player,
        better: PartizanForm,
        worse: PartizanForm,
        universe: Universe,
        meter: &mut Meter<'_>,
    ) -> Result<bool> {
        match player {
            Player::Left => self.ge_metered(better, worse, universe, meter),
            Player::Right => self.ge_metered(worse, better, universe, meter),
        }
    }
}
