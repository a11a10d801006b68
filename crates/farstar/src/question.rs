//! What is asked of a sum, and how the limits are shared among the attempts to answer it.

use crate::{Limits, Player};
use std::time::Duration;

/// What is asked of a sum.
///
/// # Examples
/// ```
/// use farstar::{Effort, Limits, Moves, Question, Ruleset, Solver, Sum};
/// let arena = farstar::Arena::new();
/// let sum = Sum::from(Ruleset::named("Domineering")?.position("5x5")?);
/// // of a larger board the value is out of reach; who wins is not
/// let question = Question { effort: Effort::Little, moves: Moves::None, ..Question::default() };
/// let answer = Solver::new(&arena).answer(&sum, question, &Limits::none())?;
/// assert!(answer.outcome.is_some() && answer.left_starts.moves.is_empty());
/// # Ok::<(), farstar::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// How much is spent on the value.
    pub effort: Effort,
    /// Which moves are wanted.
    pub moves: Moves,
    /// Who begins; both are asked about if this is none. Of the other that is told which is found on the way.
    pub starter: Option<Player>,
}

impl Question {
    /// Whether it is asked what this player can do who begins.
    pub(crate) fn asks_of(&self, starter: Player) -> bool {
        self.starter.is_none_or(|asked| asked == starter)
    }
}

/// How much is spent on the value before the winner is searched for alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Half of the time and the memory; where no time is set, as long as it takes.
    #[default]
    Whole,
    /// A tenth of the time, no more than two seconds, and a thousand nodes.
    Little,
    /// Nothing: only the winner is asked for. Sums in which play may be endless are known by their values alone, which
    /// get a little.
    None,
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// All, each with what it is good for.
    #[default]
    All,
    /// One that is good to play.
    One,
    /// None.
    None,
}

/// Nodes of a little effort.
const FEW: u64 = 1 << 10;
/// The longest time of a little effort: of hot games a few values may take long.
const SOON: Duration = Duration::from_secs(2);

impl Effort {
    /// The part of the limits that goes to the value.
    pub(crate) fn share(self, limits: &Limits) -> Limits {
        match self {
            Self::Whole => part(limits, 0.5),
            Self::Little | Self::None => {
                let few = limits.nodes.map_or(FEW, |nodes| nodes.min(FEW));
                part(limits, 0.1).nodes(few).within(SOON)
            }
        }
    }
}

/// A part of what is left of the time, and half of the memory, for an attempt beside which another one stands.
pub(crate) fn part(limits: &Limits, of_time: f64) -> Limits {
    Limits { bytes: limits.bytes.map(|bytes| bytes / 2), ..limits.share(of_time) }
}
