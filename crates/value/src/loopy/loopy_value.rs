//! Loopy values: a graph for each side.

use super::graph::Graph;
use farstar_play::{Outcome, Player};
use std::fmt;
use std::sync::Arc;

/// The value of a game in which play may be endless: its onside and its offside, simplified.
///
/// Both sides are one graph if the game is a stopper; a stopper has its canonical form, so equal stoppers are equal as
/// Rust values. Sides that are no stoppers have no canonical form that is known: compare them with
/// [`loopy_compare`](crate::Calculator::loopy_compare). The value owns its graphs and belongs to no arena; a clone
/// costs nothing.
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
    pub(super) onside: Arc<Graph>,
    pub(super) offside: Arc<Graph>,
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

    pub(super) fn of_shared(onside: Arc<Graph>, offside: Arc<Graph>) -> Self {
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

    /// The onside for [`Player::Left`], the offside for [`Player::Right`].
    pub(super) fn side(&self, winner: Player) -> &Arc<Graph> {
        match winner {
            Player::Left => &self.onside,
            Player::Right => &self.offside,
        }
    }

    pub(super) fn one_sided(&self) -> bool {
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
