//! Conjunctive and selective sums: a move is made in all components, or in any of them.

use super::{games, gather};
use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;
use crate::memo::Op;
use farstar_num::Dyadic;
use farstar_play::Player;

/// Compounds are symmetric: one order of the components is enough.
fn pair(g: Game, h: Game) -> (Game, Game) {
    (g.min(h), g.max(h))
}

impl Calculator<'_> {
    /// The conjunctive sum of the canonical forms of two games, `G ∧ H = {G^L ∧ H^L | G^R ∧ H^R}`: a move is a move in
    /// both, and the game ends as soon as a player cannot move in one of them.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Cost
    /// At most one canonical form for each pair of followers; integers and nimbers by rule. Remembered in the arena.
    pub fn conjunctive_sum(&mut self, game: Game, other: Game) -> Result<Game> {
        self.fold_pairs(Op::ConjunctiveSum, pair(game, other), |calc, (g, h), memo, needs| {
            if g == Game::ZERO || h == Game::ZERO {
                return Ok(Some(Game::ZERO));
            }
            if let (Some(a), Some(b)) = (calc.as_nimber(g), calc.as_nimber(h)) {
                return calc.nimber(a.min(b)).map(Some);
            }
            // With an integer only its owner moves, and uses up the shorter one.
            for (integer, other) in [(g, h), (h, g)] {
                let Some(n) = calc.as_number(integer).filter(Dyadic::is_integer) else { continue };
                let length = if let Some(m) = calc.as_nimber(other) {
                    Dyadic::from(m)
                } else if calc.is_integer(other)
                    && let Some(m) = calc.as_number(other)
                {
                    if m.signum() == n.signum() { m.abs() } else { Dyadic::ZERO }
                } else {
                    continue;
                };
                let shorter = n.abs().min(length);
                return calc.number(&if n.is_negative() { -shorter } else { shorter }).map(Some);
            }
            let (g_lists, h_lists) = (calc.lists(g.0)?, calc.lists(h.0)?);
            calc.tick_pairs(g_lists, h_lists)?;
            let both = |a, b| games(a).flat_map(move |x| games(b).map(move |y| pair(x, y)));
            let left = gather(memo, both(g_lists.0, h_lists.0), needs);
            let right = gather(memo, both(g_lists.1, h_lists.1), needs);
            match (left, right) {
                (Some(left), Some(right)) => calc.from_options(&left, &right).map(Some),
                _ => Ok(None),
            }
        })
    }

    /// The selective sum of the canonical forms of two games, `{G^L ∨ H, G ∨ H^L, G^L ∨ H^L | G^R ∨ H, G ∨ H^R, G^R ∨
    /// H^R}`: every move is a move in one of them, or in both at once (Conway, *On Numbers and Games*, ch. 14; *Winning
    /// Ways*, ch. 10).
    ///
    /// With a number it is the disjunctive sum, since moving in the number as well only loses. The sum of nimbers is
    /// `*a ∨ *b = *(a+b)`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit; [`Error::TooLarge`](crate::Error::TooLarge) for closed
    /// values with too many followers.
    ///
    /// # Cost
    /// One canonical form for each pair of followers. Remembered in the arena.
    pub fn selective_sum(&mut self, game: Game, other: Game) -> Result<Game> {
        self.fold_pairs(Op::SelectiveSum, pair(game, other), |calc, (g, h), memo, needs| {
            if calc.is_number(g) || calc.is_number(h) {
                return calc.add(g, h).map(Some);
            }
            let (g_lists, h_lists) = (calc.moves(g)?, calc.moves(h)?);
            calc.tick_pairs(g_lists, h_lists)?;
            let some = |a, b| {
                games(a)
                    .map(move |x| pair(x, h))
                    .chain(games(b).map(move |y| pair(g, y)))
                    .chain(games(a).flat_map(move |x| games(b).map(move |y| pair(x, y))))
            };
            let left = gather(memo, some(g_lists.0, h_lists.0), needs);
            let right = gather(memo, some(g_lists.1, h_lists.1), needs);
            match (left, right) {
                (Some(left), Some(right)) => calc.from_options(&left, &right).map(Some),
                _ => Ok(None),
            }
        })
    }

    /// The selective sum as CGSuite computes it, `{G^L + H, G + H^L, G^L ∧ H^L | G^R + H, G + H^R, G^R ∧ H^R}` of
    /// canonical forms: only the first move is selective. After a move in one component the rest is a disjunctive sum,
    /// after a move in both a conjunctive one.
    ///
    /// The sum of the books, in which every move is selective, is [`Calculator::selective_sum`]: `*5` and `*6` give
    /// `*8` here and `*11` there.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit; [`Error::TooLarge`](crate::Error::TooLarge) for nimbers
    /// with too many options.
    ///
    /// # Cost
    /// One conjunctive sum for each pair of options.
    pub fn cgsuite_selective_sum(&mut self, game: Game, other: Game) -> Result<Game> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            let (g_options, h_options) =
                (self.options(game, player)?, self.options(other, player)?);
            for &g_option in &g_options {
                side.push(self.add(g_option, other)?);
                for &h_option in &h_options {
                    side.push(self.conjunctive_sum(g_option, h_option)?);
                }
            }
            for &h_option in &h_options {
                side.push(self.add(game, h_option)?);
            }
        }
        self.from_options(&sides[0], &sides[1])
    }
}
