//! Loopy values: a graph for each side, and the arithmetic on them.

use super::components::side_by_components;
use super::graph::{Draft, Graph, MOST_VERTICES, reachable, too_large};
use super::normal::normal_form;
use super::order::{Endless, Survival, survival};
use super::short::{graph_of, short_values};
use super::sidling::side_of;
use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::{Comparison, Game};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use farstar_play::{Outcome, Player};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// The value of a game in which play may be endless: its onside and its offside, simplified.
///
/// Both sides are one graph if the game is a stopper; a stopper has its canonical form, so equal stoppers are equal as
/// Rust values. Sides that are no stoppers have no canonical form that is known: compare them with
/// [`Calculator::loopy_compare`]. The value owns its graphs and belongs to no arena; a clone costs nothing.
///
/// # Examples
/// ```
/// use farstar_value::{Arena, Comparison, loopy::Loopy};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let (on, off) = (Loopy::on(), Loopy::off());
/// let dud = calc.loopy_add(&on, &off)?;
/// assert_eq!((dud.onside(), dud.offside()), (on.clone(), off.clone()));
/// assert_eq!(calc.loopy_compare(&off, &on)?, Comparison::Less);
/// assert_eq!(calc.loopy_print(&dud)?, "dud");
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loopy {
    onside: Arc<Graph>,
    offside: Arc<Graph>,
}

/// Who wins under best play when endless play is a draw.
///
/// The first nine cases of Siegel, VI.1: for each player who begins, a win of Left's, a win of Right's, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopyOutcome {
    /// Somebody wins, whoever begins.
    Decided(Outcome),
    /// A draw, whoever begins.
    D,
    /// Left wins if Right begins, and the game is drawn if she does.
    PHat,
    /// Right wins if Left begins, and the game is drawn if he does.
    PCheck,
    /// Left wins if she begins, and the game is drawn if Right does.
    NHat,
    /// Right wins if he begins, and the game is drawn if Left does.
    NCheck,
}

impl LoopyOutcome {
    /// The outcome from who wins when Left begins and when Right does; `None` is a draw.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Player, loopy::LoopyOutcome};
    /// assert_eq!(LoopyOutcome::of_winners(None, None), LoopyOutcome::D);
    /// assert_eq!(LoopyOutcome::of_winners(Some(Player::Left), None), LoopyOutcome::NHat);
    /// ```
    #[must_use]
    pub fn of_winners(left_begins: Option<Player>, right_begins: Option<Player>) -> Self {
        match (left_begins, right_begins) {
            (Some(left), Some(right)) => {
                Self::Decided(Outcome::from_wins(left == Player::Left, right == Player::Right))
            }
            (None, None) => Self::D,
            (None, Some(Player::Left)) => Self::PHat,
            (Some(Player::Right), None) => Self::PCheck,
            (Some(Player::Left), None) => Self::NHat,
            (None, Some(Player::Right)) => Self::NCheck,
        }
    }
}

/// An outcome without draws is compared with one of games that end.
impl PartialEq<Outcome> for LoopyOutcome {
    fn eq(&self, other: &Outcome) -> bool {
        *self == Self::Decided(*other)
    }
}

impl fmt::Display for LoopyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(outcome) => outcome.fmt(f),
            Self::D => f.write_str("D"),
            Self::PHat => f.write_str("PHat"),
            Self::PCheck => f.write_str("PCheck"),
            Self::NHat => f.write_str("NHat"),
            Self::NCheck => f.write_str("NCheck"),
        }
    }
}

impl Loopy {
    pub(super) fn of_sides(onside: Graph, offside: Graph) -> Self {
        let onside = Arc::new(onside);
        let offside = if *onside == offside { Arc::clone(&onside) } else { Arc::new(offside) };
        Self { onside, offside }
    }

    /// A value with one graph for both sides, which is in canonical form.
    pub(super) fn of_canonical(graph: Graph) -> Self {
        let graph = Arc::new(graph);
        Self { onside: Arc::clone(&graph), offside: graph }
    }

    /// The graph in which endless play is won by Left.
    #[must_use]
    pub fn onside_graph(&self) -> &Graph {
        &self.onside
    }

    /// The graph in which endless play is won by Right.
    #[must_use]
    pub fn offside_graph(&self) -> &Graph {
        &self.offside
    }

    /// The onside as a value: for `S & T`, this is `S`.
    #[must_use]
    pub fn onside(&self) -> Self {
        Self { onside: Arc::clone(&self.onside), offside: Arc::clone(&self.onside) }
    }

    /// The offside as a value: for `S & T`, this is `T`.
    #[must_use]
    pub fn offside(&self) -> Self {
        Self { onside: Arc::clone(&self.offside), offside: Arc::clone(&self.offside) }
    }

    fn one_sided(&self) -> bool {
        Arc::ptr_eq(&self.onside, &self.offside) || self.onside == self.offside
    }

    /// Whether the game is equal to one without endless alternating play.
    #[must_use]
    pub fn is_stopper(&self) -> bool {
        self.one_sided() && self.onside.is_stopper()
    }

    /// Whether both sides are stoppers.
    #[must_use]
    pub fn is_stopper_sided(&self) -> bool {
        self.onside.is_stopper() && (self.one_sided() || self.offside.is_stopper())
    }

    /// Whether the game is equal to a short game.
    #[must_use]
    pub fn is_loopfree(&self) -> bool {
        self.one_sided() && self.onside.is_loopfree()
    }

    /// Whether the game is a stopper all cycles of whose canonical form are single moves.
    #[must_use]
    pub fn is_plumtree(&self) -> bool {
        self.is_stopper() && self.onside.is_plumtree()
    }
}

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
        let graph = &reachable(&graph.to_lists(), 0);
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
        let graph = sum_graph(self, &value.onside, &other.onside)?;
        if value.one_sided() && other.one_sided() {
            return self.loopy_of_graph(&graph);
        }
        let onside = side_of(self, &graph, Player::Left)?;
        let graph = sum_graph(self, &value.offside, &other.offside)?;
        let offside = side_of(self, &graph, Player::Right)?;
        Ok(Loopy::of_sides(onside, offside))
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
        let sides = [
            (Player::Left, &value.onside, &other.onside),
            (Player::Right, &value.offside, &other.offside),
        ];
        for (side, g, h) in sides {
            if !survival(self, g, h, endless(side))?.ge(0, 0) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How two games compare.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_ge`].
    pub fn loopy_compare(&mut self, value: &Loopy, other: &Loopy) -> Result<Comparison> {
        let (le, ge) = (self.loopy_ge(other, value)?, self.loopy_ge(value, other)?);
        Ok(Comparison::from_le_ge(le, ge))
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
        let zero = Graph::from_lists(&[[Vec::new(), Vec::new()]]);
        let on = survival(self, &value.onside, &zero, endless(Player::Left))?;
        let off = survival(self, &value.offside, &zero, endless(Player::Right))?;
        // For each player who begins: the winner, if there is one.
        let winner = |survives: fn(&Survival, u32, u32) -> bool| match (
            survives(&on, 0, 0),
            survives(&off, 0, 0),
        ) {
            (_, true) => Some(Player::Left),
            (true, false) => None,
            (false, false) => Some(Player::Right),
        };
        Ok(LoopyOutcome::of_winners(winner(Survival::left_first), winner(Survival::ge)))
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
        let part = reachable(&graph.to_lists(), vertex);
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
