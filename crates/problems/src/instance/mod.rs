//! What of an entry can be tried: its game, played from a small start, or its computation, next to the same by the
//! definition.

mod boards;
mod picture;
mod playable;
mod positions;
mod rules;
mod table;

use farstar_rules::{Board, Packed};
use farstar_value::{Limits, Player};

use crate::error::{Error, Result};
use crate::input::{Input, Run};

pub(crate) use boards::by_value;
pub use picture::Picture;
pub(crate) use picture::count_sign;
pub(crate) use playable::{Playable, options, read, turn};
pub(crate) use positions::forced;
pub(crate) use rules::Rules;
pub use table::{PositionBox, Tabulated};

/// A position is typed with so many bytes at most.
const LONGEST_POSITION: usize = 1000;

/// What of an entry can be tried.
#[derive(Clone, Copy, Debug)]
pub enum Instance {
    /// A game, to be played from a small start.
    Game(Game),
    /// A computation, on a small input that can be changed.
    Computation(Computation),
    /// Nothing: the statement is lost.
    Lost,
}

/// A game of the catalogue with the position in which it starts.
///
/// # Examples
/// ```
/// use farstar_problems::{Fate, Instance, catalogue};
/// use farstar_value::Limits;
/// let Instance::Game(nim) = &catalogue::problem("nim")?.instance else { unreachable!() };
/// let turn = nim.turn("1 2 4", &Limits::none())?;
/// let winning = turn.sides[0].moves.iter().filter(|m| m.fate == Fate::Wins);
/// let winning: Vec<&str> = winning.map(|m| m.name.as_str()).collect();
/// assert_eq!(winning, ["4 → 3"]);
/// assert_eq!(turn.sides[0].rule, Some(Fate::Wins));
/// # Ok::<(), farstar_problems::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The position in which it starts, as text.
    pub start: &'static str,
    /// The small positions behind whose table a law is looked for, if they are a box of numbers.
    pub cells: Option<PositionBox>,
    definition: Definition,
}

/// Where the moves come from.
#[derive(Clone, Copy, Debug)]
enum Definition {
    /// The entry's own definition: everything about the position with this text.
    Own(fn(&str, &Limits) -> Result<Turn>),
    /// A built-in ruleset, and what the entry's rule says of what lies on the board.
    Ruleset(&'static str, Claim),
}

/// What a rule says of a position of a ruleset, for the player to move; `None` where it says nothing.
pub type Claim = fn(&Board, &Packed, Player, &Limits) -> Result<Option<Fate>>;

/// A computation by the rule and by the definition.
#[derive(Clone, Copy, Debug)]
pub struct Computation {
    /// An input to begin with.
    pub input: &'static str,
    /// The answer by the rule.
    rule: Run,
    /// The answer by the definition.
    definition: Run,
}

/// Both answers to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// By the rule.
    pub rule: String,
    /// By the definition.
    pub definition: String,
}

/// What becomes of the player to move when both play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The player to move wins.
    Wins,
    /// The other one wins.
    Loses,
    /// Nobody does.
    Draws,
}

/// A position, told whole.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The position as text, by which it is asked for.
    pub position: String,
    /// What lies where.
    pub picture: Picture,
    /// Whether both players have the same moves and the same aim.
    pub impartial: bool,
    /// Whose turn it is, if the position tells.
    pub mover: Option<Player>,
    /// The Grundy value, of an impartial game in which play ends and who cannot move loses.
    pub grundy: Option<u32>,
    /// For each player who may be to move what can be done: in an impartial game there is one side, called Left.
    pub sides: Vec<Side>,
}

/// A position seen by a player who is to move.
#[derive(Clone, Debug)]
pub struct Side {
    /// Whose view it is.
    pub player: Player,
    /// What becomes of this player, by the whole tree of play.
    pub played: Fate,
    /// The same by the entry's rule, where it speaks of the position.
    pub rule: Option<Fate>,
    /// The moves. Without any the game is over, and `played` says how it ended.
    pub moves: Vec<Move>,
    /// The move of perfect play: the winner hurries, the loser delays.
    pub best: Option<usize>,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// What it is called: `5 → 3`, `b2`.
    pub name: String,
    /// The cells of the picture that it changes.
    pub cells: Vec<usize>,
    /// Where in the picture it is.
    pub at: Option<(f64, f64)>,
    /// The position after it.
    pub position: String,
    /// What becomes of who makes it.
    pub fate: Fate,
}

impl Fate {
    /// Of a player who wins or loses.
    #[must_use]
    pub const fn of(wins: bool) -> Self {
        if wins { Self::Wins } else { Self::Loses }
    }

    /// The same for the other player.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Wins => Self::Loses,
            Self::Loses => Self::Wins,
            Self::Draws => Self::Draws,
        }
    }

    /// The word: `wins`, `loses` or `draws`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Loses => "loses",
            Self::Draws => "draws",
        }
    }

    /// Of the player to move, by the outcome of a partizan game.
    pub(crate) fn of_outcome(outcome: farstar_value::Outcome, mover: Player) -> Self {
        Self::of(outcome.winner(mover) == mover)
    }
}

impl From<farstar_impartial::digraph::Outcome> for Fate {
    fn from(outcome: farstar_impartial::digraph::Outcome) -> Self {
        use farstar_impartial::digraph::Outcome;
        match outcome {
            Outcome::N => Self::Wins,
            Outcome::P => Self::Loses,
            Outcome::Draw => Self::Draws,
        }
    }
}

impl From<Fate> for farstar_impartial::digraph::Outcome {
    fn from(fate: Fate) -> Self {
        match fate {
            Fate::Wins => Self::N,
            Fate::Loses => Self::P,
            Fate::Draws => Self::Draw,
        }
    }
}

impl Instance {
    /// A game by the entry's own definition.
    pub(crate) const fn game(start: &'static str, turn: fn(&str, &Limits) -> Result<Turn>) -> Self {
        Self::Game(Game { start, cells: None, definition: Definition::Own(turn) })
    }

    /// The same with the positions that are tabulated: the pattern with {0}, {1}, … for numbers from `low` to `usual`,
    /// or to at most `most` where that is asked for.
    pub(crate) const fn over(self, pattern: &'static str, [low, usual, most]: [u64; 3]) -> Self {
        match self {
            Self::Game(game) => {
                Self::Game(Game { cells: Some(PositionBox { pattern, low, usual, most }), ..game })
            }
            other => other,
        }
    }

    /// A position of a built-in ruleset.
    pub(crate) const fn ruleset(name: &'static str, start: &'static str, claim: Claim) -> Self {
        Self::Game(Game { start, cells: None, definition: Definition::Ruleset(name, claim) })
    }

    /// A computation by a rule and by a definition.
    pub(crate) const fn computation(input: &'static str, rule: Run, definition: Run) -> Self {
        Self::Computation(Computation { input, rule, definition })
    }
}

impl Game {
    /// The built-in ruleset by which it is played, if it is one.
    #[must_use]
    pub fn ruleset(&self) -> Option<&'static str> {
        match self.definition {
            Definition::Ruleset(name, _) => Some(name),
            Definition::Own(_) => None,
        }
    }

    /// Everything about a position: its moves with their fates by the whole tree of play, and what the rule says.
    ///
    /// # Errors
    /// [`Error::Input`] if there is no such position, [`Error::Refused`] if its tree is too large; those of `limits`.
    pub fn turn(&self, position: &str, limits: &Limits) -> Result<Turn> {
        if position.len() > LONGEST_POSITION {
            let message = format!(
                "a position of {} bytes; expected at most {LONGEST_POSITION}",
                position.len()
            );
            return Err(Error::Input { line: 1, message });
        }
        match self.definition {
            Definition::Own(turn) => turn(position, limits),
            Definition::Ruleset(name, claim) => boards::turn(name, position, claim, limits),
        }
    }
}

impl Computation {
    /// The answers to an input by the rule and by the definition.
    ///
    /// # Errors
    /// [`Error::Input`] if the input does not fit, [`Error::Refused`] if it is too large for the definition; those of
    /// `limits`.
    pub fn attempt(&self, input: &str, limits: &Limits) -> Result<Attempt> {
        let answer = |run: Run| {
            let mut input = Input::new(input);
            let text = run(&mut input, limits)?;
            input.end()?;
            Ok::<_, Error>(text)
        };
        // The definition first: it is the one that refuses what is large.
        let definition = answer(self.definition)?;
        Ok(Attempt { rule: answer(self.rule)?, definition })
    }
}
