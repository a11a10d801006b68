//! Ordinal sums and powers with loopy parts: `G:H`, its solution for `H`, `Gˣ` and `G[x]` for a pseudonumber `x`.
//!
//! The options of `G:H` are those of `G`, and `G:H^L` and `G:H^R`; only the form of `G` and the value of `H` matter.
//! `G[x] = G:(x − 1)`, and `Gˣ = {0 | H:(1 − x)}` for `G = {0|H}`, as for short exponents.

use super::draft::Draft;
use super::graph::{Graph, reachable};
use super::loopy_value::Loopy;
use super::order::{Endless, survival};
use super::sidling::side_of;
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::text::Notation;
use farstar_play::Player;

impl Calculator<'_> {
    /// The ordinal sum `{left | right} : above`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the graph has too many vertices; [`Error::Stopped`] at a limit.
    pub fn loopy_ordinal_sum(
        &mut self,
        left: &[Loopy],
        right: &[Loopy],
        above: &Loopy,
    ) -> Result<Loopy> {
        let graph = self.ordinal_graph(left, right, above, Player::Left)?;
        if left.iter().chain(right).chain([above]).all(Loopy::is_stopper) {
            return self.loopy_of_graph(&graph);
        }
        let onside = side_of(self, &graph, Player::Left)?;
        let graph = self.ordinal_graph(left, right, above, Player::Right)?;
        let offside = side_of(self, &graph, Player::Right)?;
        Ok(Loopy::of_sides(onside, offside))
    }

    fn ordinal_graph(
        &mut self,
        left: &[Loopy],
        right: &[Loopy],
        above: &Loopy,
        winner: Player,
    ) -> Result<Graph> {
        let of = |value: &Loopy| -> Graph {
            match winner {
                Player::Left => value.onside_graph().clone(),
                Player::Right => value.offside_graph().clone(),
            }
        };
        let mut draft = Draft::default();
        let above = of(above);
        draft.append(self, &above)?;
        for (player, options) in [(Player::Left, left), (Player::Right, right)] {
            for option in options {
                let option = draft.append(self, &of(option))?;
                for v in above.vertices() {
                    draft.edge(v, player, option)?;
                }
            }
        }
        Ok(reachable(&draft.lists, 0))
    }

    /// The game `H` with `{left | right} : H = value`, if there is one and `value` is a stopper.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_ordinal_sum`].
    pub fn loopy_subordinate(
        &mut self,
        value: &Loopy,
        left: &[Loopy],
        right: &[Loopy],
    ) -> Result<Option<Loopy>> {
        if !value.is_stopper() || !left.iter().chain(right).all(Loopy::is_stopper) {
            return Ok(None);
        }
        let graph = value.onside_graph();
        let base = self.loopy_from_options(left, right)?;
        let ended = self.equal_vertices(graph, std::slice::from_ref(&base))?;
        let mut lists = graph.to_lists();
        for (side, options) in [left, right].into_iter().enumerate() {
            let of_base = self.equal_vertices(graph, options)?;
            for (v, both) in lists.iter_mut().enumerate() {
                both[side].retain(|&w| !of_base[w as usize] && !ended[v]);
            }
        }
        let above = self.loopy_of_graph(&reachable(&lists, 0))?;
        let sum = self.loopy_ordinal_sum(left, right, &above)?;
        Ok((sum == *value).then_some(above))
    }

    /// Which vertices of a stopper's graph are equal to one of some stoppers.
    fn equal_vertices(&mut self, graph: &Graph, values: &[Loopy]) -> Result<Vec<bool>> {
        let mut equal = vec![false; graph.len()];
        for value in values {
            let other = value.onside_graph();
            let above = survival(self, graph, other, Endless::Saved)?;
            let below = survival(self, other, graph, Endless::Saved)?;
            for v in graph.vertices() {
                equal[v as usize] |= above.ge(v, 0) && below.ge(0, v);
            }
        }
        Ok(equal)
    }

    fn loopy_all(&mut self, games: &[Game]) -> Result<Vec<Loopy>> {
        games.iter().map(|&game| self.loopy(game)).collect()
    }

    /// The power `Gˣ = {0 | H − G[x−1]}` of a short game `G = {0|H}`, for a pseudonumber `x ≥ 1`.
    ///
    /// # Errors
    /// [`Error::NoPower`] for other games and exponents; [`Error::Stopped`] at a limit.
    pub fn loopy_pow(&mut self, game: Game, exponent: &Loopy) -> Result<Loopy> {
        let (left, right) = (self.left_options(game)?, self.right_options(game)?);
        let ([Game::ZERO], [threat]) = (&left[..], &right[..]) else {
            return Err(Error::NoPower {
                reason: format!(
                    "{} is not of the form {{0|H}}",
                    self.print(game, Notation::Ascii)?
                ),
            });
        };
        let one = self.integer(1)?;
        let one = self.loopy(one)?;
        if !self.loopy_is_pseudonumber(exponent)? || !self.loopy_ge(exponent, &one)? {
            let reason = format!("the exponent {} is less than 1", self.loopy_print(exponent)?);
            return Err(Error::NoPower { reason });
        }
        let below = self.loopy_sub(exponent, &one)?;
        let below = self.loopy_pow_to(game, &below)?;
        let threat = self.loopy(*threat)?;
        let (zero, threat) = (self.loopy(Game::ZERO)?, self.loopy_sub(&threat, &below)?);
        self.loopy_from_options(&[zero], &[threat])
    }

    /// The sum of powers `G[x] = G:y`, where `1:y = x`, of a short game, for a pseudonumber `x` that is not negative.
    ///
    /// # Errors
    /// [`Error::NoPower`] for other exponents; [`Error::Stopped`] at a limit.
    pub fn loopy_pow_to(&mut self, game: Game, exponent: &Loopy) -> Result<Loopy> {
        let zero = self.loopy(Game::ZERO)?;
        if !self.loopy_is_pseudonumber(exponent)? || !self.loopy_ge(exponent, &zero)? {
            let reason = format!("the exponent {} is negative", self.loopy_print(exponent)?);
            return Err(Error::NoPower { reason });
        }
        let Some(above) = self.loopy_subordinate(exponent, &[zero], &[])? else {
            let reason = format!("no game y has 1:y = {}", self.loopy_print(exponent)?);
            return Err(Error::NoPower { reason });
        };
        let (left, right) = (self.left_options(game)?, self.right_options(game)?);
        let (left, right) = (self.loopy_all(&left)?, self.loopy_all(&right)?);
        self.loopy_ordinal_sum(&left, &right, &above)
    }
}
