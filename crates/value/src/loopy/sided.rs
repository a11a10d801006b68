//! The arithmetic of loopy values, and their order.

use super::components::side_by_components;
use super::draft::{Draft, too_large};
use super::graph::{Graph, MOST_VERTICES};
use super::graph_values::GraphValues;
use super::loopy_value::{Loopy, LoopyOutcome};
use super::normal::normal_form;
use super::order::{Endless, survival};
use super::short::{graph_of, short_values};
use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::{Comparison, Game};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use farstar_play::Player;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The onside counts endless play for its owner when compared, the offside against.
fn endless(side: Player) -> Endless {
    match side {
        Player::Left => Endless::SavedByFirst,
        Player::Right => Endless::SavedBySecond,
    }
}

impl Calculator<'_> {
    /// A short game as a loopy value.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge) if it has more followers than a graph may have;
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy(&mut self, game: Game) -> Result<Loopy> {
        Ok(Loopy::of_canonical(graph_of(self, game)?))
    }

    /// The short game a loopy value equals, if it equals one.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_to_game(&mut self, value: &Loopy) -> Result<Option<Game>> {
        if !value.is_loopfree() {
            return Ok(None);
        }
        Ok(short_values(self, &value.onside)?[0])
    }

    /// The value of a graph of positions; play begins at vertex 0.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge) if the graph has too many vertices;
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, loopy::Graph};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// // Left and Right move to and fro: a{{|a}|}.
    /// let graph = Graph::new(&[[vec![1], vec![]], [vec![], vec![0]]]).unwrap();
    /// let value = calc.loopy_of_graph(&graph)?;
    /// assert_eq!(calc.loopy_print(&value)?, "1 & 0");
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn loopy_of_graph(&mut self, graph: &Graph) -> Result<Loopy> {
        let mut values = GraphValues::new(self, graph.part(0))?;
        values.value(self, 0)
    }

    /// The value of a graph of which all vertices are reached, from the whole product of each component with its exits:
    /// also where a side is no stopper.
    pub(super) fn loopy_of_whole_graph(&mut self, graph: &Graph) -> Result<Loopy> {
        if graph.len() > MOST_VERTICES {
            return Err(too_large());
        }
        let onside = side_by_components(self, graph, Player::Left)?;
        // The onside of a stopper is the stopper.
        if graph.is_stopper() {
            return Ok(Loopy::of_canonical(onside));
        }
        let offside = side_by_components(self, graph, Player::Right)?;
        Ok(Loopy::of_sides(onside, offside))
    }

    /// The game `S & T` whose onside is that of `onside` and whose offside is that of `offside`; `None` unless the
    /// first is at least the second.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_ge`].
    pub fn loopy_sides(&mut self, onside: &Loopy, offside: &Loopy) -> Result<Option<Loopy>> {
        let (s, t) = (&onside.onside, &offside.offside);
        // All endless play of S − T is Left's, as S is an onside and T an offside.
        let above = survival(self, s, t, Endless::Saved)?.ge(0, 0);
        Ok(above.then(|| Loopy { onside: Arc::clone(s), offside: Arc::clone(t) }))
    }

    /// The negative: the players change places, and so do the sides.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_neg(&mut self, value: &Loopy) -> Result<Loopy> {
        let onside = normal_form(self, &value.offside.negative())?;
        if value.one_sided() {
            return Ok(Loopy::of_canonical(onside));
        }
        let offside = normal_form(self, &value.onside.negative())?;
        Ok(Loopy::of_sides(onside, offside))
    }

    /// The sum. That of two stoppers need not be a stopper.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge) if the graph of the sum has too many vertices;
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_add(&mut self, value: &Loopy, other: &Loopy) -> Result<Loopy> {
        if let (true, true) = (value.is_loopfree(), other.is_loopfree()) {
            let (g, h) = (short_values(self, &value.onside)?, short_values(self, &other.onside)?);
            if let (Some(g), Some(h)) = (g[0], h[0]) {
                let sum = self.add(g, h)?;
                return self.loopy(sum);
            }
        }
        let onside = self.side_of_sum(value, other, Player::Left)?;
        let offside = self.side_of_sum(value, other, Player::Right)?;
        let same = onside == offside;
        Ok(Loopy { offside: if same { Arc::clone(&onside) } else { offside }, onside })
    }

    /// One side of a sum: by handles if all are stoppers.
    pub(super) fn side_of_sum(
        &mut self,
        value: &Loopy,
        other: &Loopy,
        winner: Player,
    ) -> Result<Arc<Graph>> {
        let (g, h) = (value.side(winner), other.side(winner));
        if g.is_stopper() && h.is_stopper() {
            let found = self.with_table(|calc, table| {
                let (Some(x), Some(y)) = (table.of_graph(calc, g)?, table.of_graph(calc, h)?)
                else {
                    return Ok(None);
                };
                match table.side_of_sum(calc, x, y, winner)? {
                    Some(sum) => table.graph_of(calc, sum).map(Some),
                    None => Ok(None),
                }
            })?;
            if let Some(found) = found {
                return Ok(found);
            }
        }
        let graph = sum_graph(self, g, h)?;
        Ok(Arc::new(side_by_components(self, &graph, winner)?))
    }

    /// Whether Left survives `value − other` on one side, moving second or, with `left`, first.
    fn survives(
        &mut self,
        value: &Loopy,
        other: &Loopy,
        winner: Player,
        left: bool,
    ) -> Result<bool> {
        let (g, h) = (value.side(winner), other.side(winner));
        if g.is_stopper() && h.is_stopper() {
            let found = self.with_table(|calc, table| {
                match (table.of_graph(calc, g)?, table.of_graph(calc, h)?) {
                    (Some(x), Some(y)) => table.survives(calc, (x, y, left)).map(Some),
                    _ => Ok(None),
                }
            })?;
            if let Some(found) = found {
                return Ok(found);
            }
        }
        let survival = survival(self, g, h, endless(winner))?;
        Ok(if left { survival.left_first(0, 0) } else { survival.ge(0, 0) })
    }

    /// The difference `value − other`.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_add`].
    pub fn loopy_sub(&mut self, value: &Loopy, other: &Loopy) -> Result<Loopy> {
        let negative = self.loopy_neg(other)?;
        self.loopy_add(value, &negative)
    }

    /// `n` copies of a game, or of its negative; found one by one until a multiple repeats.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_add`].
    pub fn loopy_multiple(&mut self, n: &IBig, value: &Loopy) -> Result<Loopy> {
        let mut rest = n.clone();
        let one = if rest < IBig::ZERO {
            rest = -rest;
            self.loopy_neg(value)?
        } else {
            value.clone()
        };
        let mut sum = self.loopy(Game::ZERO)?;
        // The multiples of an idempotent are all the same.
        if rest.bit_len() > 1 && self.loopy_add(&one, &one)? == one {
            return Ok(one);
        }
        while rest > IBig::ZERO {
            self.tick()?;
            let next = self.loopy_add(&sum, &one)?;
            rest -= IBig::ONE;
            if next == sum {
                break;
            }
            sum = next;
        }
        Ok(sum)
    }

    /// Whether `value ≥ other`: on both sides Left survives the difference when Right begins.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge) if the product of the graphs is;
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_ge(&mut self, value: &Loopy, other: &Loopy) -> Result<bool> {
        Ok(self.survives(value, other, Player::Left, false)?
            && (value.one_sided()
                && other.one_sided()
                && value.onside.is_stopper()
                && other.onside.is_stopper()
                || self.survives(value, other, Player::Right, false)?))
    }

    /// How two games compare.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_ge`].
    pub fn loopy_compare(&mut self, value: &Loopy, other: &Loopy) -> Result<Comparison> {
        let (le, ge) = (self.loopy_ge(other, value)?, self.loopy_ge(value, other)?);
        Ok(Comparison::from_le_ge(le, ge))
    }

    /// A game `X` that shows that `value ≥ other` is false: Left, moving second, survives `other + X` but not `value
    /// + X`, or she wins the one, moving first, and not the other. `None` if `value ≥ other`.
    ///
    /// The first holds for the negative of the onside of `other` where the onsides are not ordered, the second for
    /// that of the offside of `value` where the offsides are not.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_ge`].
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game, loopy::Loopy};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let zero = calc.loopy(Game::ZERO)?;
    /// let witness = calc.loopy_witness(&zero, &Loopy::over())?.unwrap();
    /// assert_eq!(calc.loopy_print(&witness)?, "under");
    /// let (less, more) = (witness.clone(), calc.loopy_add(&Loopy::over(), &witness)?);
    /// assert_eq!(calc.loopy_outcome(&less)?.to_string(), "R");
    /// assert_eq!(calc.loopy_outcome(&more)?.to_string(), "D");
    /// assert!(calc.loopy_witness(&Loopy::over(), &zero)?.is_none());
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn loopy_witness(&mut self, value: &Loopy, other: &Loopy) -> Result<Option<Loopy>> {
        if !self.survives(value, other, Player::Left, false)? {
            return self.loopy_neg(&other.onside()).map(Some);
        }
        if !self.survives(value, other, Player::Right, false)? {
            return self.loopy_neg(&value.offside()).map(Some);
        }
        Ok(None)
    }

    /// Whether two games are equal.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_ge`].
    pub fn loopy_equal(&mut self, value: &Loopy, other: &Loopy) -> Result<bool> {
        if value == other {
            return Ok(true);
        }
        if value.is_stopper() && other.is_stopper() {
            return Ok(false);
        }
        Ok(self.loopy_compare(value, other)? == Comparison::Equal)
    }

    /// Whether `G + G = G`.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_add`].
    pub fn loopy_is_idempotent(&mut self, value: &Loopy) -> Result<bool> {
        let double = self.loopy_add(value, value)?;
        self.loopy_equal(&double, value)
    }

    /// Who wins, when endless play is a draw.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_ge`].
    pub fn loopy_outcome(&mut self, value: &Loopy) -> Result<LoopyOutcome> {
        let zero = self.loopy(Game::ZERO)?;
        // For each player who begins: the winner, if there is one.
        let mut winner = |left: bool| -> Result<Option<Player>> {
            Ok(if self.survives(value, &zero, Player::Right, left)? {
                Some(Player::Left)
            } else if self.survives(value, &zero, Player::Left, left)? {
                None
            } else {
                Some(Player::Right)
            })
        };
        Ok(LoopyOutcome::of_winners(winner(true)?, winner(false)?))
    }

    /// The options of a stopper's canonical form; of other games those of the onside.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_options(&mut self, value: &Loopy, player: Player) -> Result<Vec<Loopy>> {
        let graph = Arc::clone(&value.onside);
        graph.options(0, player).iter().map(|&v| self.loopy_follower(&graph, v)).collect()
    }

    /// The followers of a stopper's canonical form, itself among them.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_followers(&mut self, value: &Loopy) -> Result<Vec<Loopy>> {
        let graph = Arc::clone(&value.onside);
        graph.vertices().map(|v| self.loopy_follower(&graph, v)).collect()
    }

    /// The part of a canonical graph that begins at one of its vertices; it is canonical too.
    pub(super) fn loopy_follower(&mut self, graph: &Graph, vertex: u32) -> Result<Loopy> {
        let part = graph.part(vertex);
        Ok(Loopy::of_canonical(normal_form(self, &part)?))
    }
}

/// The graph of a sum: pairs of vertices, of which a move changes one.
fn sum_graph(calc: &mut Calculator<'_>, first: &Graph, second: &Graph) -> Result<Graph> {
    let mut draft = Draft::default();
    let mut places: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut pairs = vec![(0, 0)];
    places.insert((0, 0), draft.vertex(calc)?);
    let mut at = 0;
    while at < pairs.len() {
        let (g, h) = pairs[at];
        for player in [Player::Left, Player::Right] {
            let in_first = first.options(g, player).iter().map(|&to| (to, h));
            let in_second = second.options(h, player).iter().map(|&to| (g, to));
            for pair in in_first.chain(in_second) {
                let to = match places.get(&pair) {
                    Some(&to) => to,
                    None => {
                        if pairs.len() >= MOST_VERTICES {
                            return Err(too_large());
                        }
                        let to = draft.vertex(calc)?;
                        places.insert(pair, to);
                        pairs.push(pair);
                        to
                    }
                };
                draft.edge(at as u32, player, to)?;
            }
        }
        at += 1;
    }
    Ok(Graph::from_lists(&draft.lists))
}
