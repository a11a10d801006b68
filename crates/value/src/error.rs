//! What can go wrong with values.

use crate::misere::Universe;
use farstar_play::{Player, Stopped};
use std::ops::Range;

/// Why an operation on games has no answer.
///
/// Every variant carries the offending value in printable form and says what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Bytes that are no value.
    #[error("these bytes are no value: {message}, at byte {at}")]
    Bytes {
        /// Where.
        at: usize,
        /// What is wrong.
        message: &'static str,
    },
    /// A game that is not among the games born by a day.
    #[error("{value} is not born by day {day}")]
    BornLater {
        /// The game.
        value: String,
        /// The day.
        day: u32,
    },
    /// A game without a power.
    #[error("no power: {reason}; expected a base {{0|H}} and an exponent of at least 1")]
    NoPower {
        /// What is wrong with base or exponent.
        reason: String,
    },
    /// A loopy game without a thermograph.
    #[error("no thermograph: {reason}; expected a game whose cycles are passes and simple kos")]
    NoThermograph {
        /// What stands in the way.
        reason: String,
    },
    /// A loopy game without a variety.
    #[error("no variety: {reason}")]
    NoVariety {
        /// What stands in the way.
        reason: String,
    },
    /// A game that has no atomic weight.
    #[error("{value} has no atomic weight: it is no number of ups, seen from the far star")]
    NotAtomic {
        /// The game.
        value: String,
    },
    /// A game where a number is needed.
    #[error("{value} is not a number")]
    NotANumber {
        /// The game.
        value: String,
    },
    /// A game where a positive one is needed.
    #[error("{value} is not positive; the unit of a Norton product must be")]
    NotPositive {
        /// The game.
        value: String,
    },
    /// A game that is not an ordinal sum over a base.
    #[error("{value} is not subordinate to {base}: no game H has {base}:H = {value}")]
    NotSubordinate {
        /// The game.
        value: String,
        /// The base.
        base: String,
    },
    /// A number that cannot be held, or an operation on numbers without a meaning.
    #[error(transparent)]
    Number(#[from] farstar_num::Error),
    /// A misère form that does not belong to the universe in which it is asked for.
    #[error("{}", outside(value, *universe, follower, *stuck))]
    OutsideUniverse {
        /// The form.
        value: String,
        /// The universe.
        universe: Universe,
        /// The follower that is to blame.
        follower: String,
        /// Who cannot move there.
        stuck: Player,
    },
    /// A text that is not a value.
    #[error("{message} at byte {}; expected {expected}", span.start)]
    Parse {
        /// The bytes of the text that are wrong.
        span: Range<usize>,
        /// What was found there.
        message: String,
        /// What would have been right there.
        expected: String,
    },
    /// The computation met its limits.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A temperature at which there is no cooling.
    #[error("no game can be cooled by {temperature}: a temperature must be greater than -1")]
    TooCold {
        /// The temperature.
        temperature: String,
    },
    /// A size beyond what the engine can hold.
    #[error("{what} is too large: at most {limit} is possible")]
    TooLarge {
        /// What is too large.
        what: String,
        /// The most that is possible.
        limit: String,
    },
}

/// Why a misère form does not belong to a universe.
fn outside(value: &str, universe: Universe, follower: &str, stuck: Player) -> String {
    let place =
        if value == follower { String::new() } else { format!("after moves to {follower} ") };
    let other = stuck.opponent();
    match universe {
        Universe::Dicots => {
            format!("{value} is not a dicot: {place}{other} can move and {stuck} cannot")
        }
        Universe::DeadEnding | Universe::All => {
            format!(
                "{value} is not dead-ending: {place}{stuck} cannot move, but can after a move of {other}"
            )
        }
    }
}

/// The result of an operation on games.
pub type Result<T> = std::result::Result<T, Error>;
