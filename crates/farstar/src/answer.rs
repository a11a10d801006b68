//! Everything that is known of a sum, as plain data.

use crate::{LoopyOutcome, Player, Question};
use farstar_solve::{Error as SolverError, Result};
use farstar_value::Stopped;
use farstar_value::loopy::LoopyThermograph;
use serde::{Deserialize, Serialize};

/// Everything that is known of a position or a sum. Values are texts that read back; `docs/api.md` describes the JSON
/// that serde writes.
///
/// What makes no sense is left out, and what a limit left open: a value with the reason in `no_value`, a winner or a
/// mark on a move. `stopped` tells that something other than the value was left open.
///
/// # Examples
/// ```
/// use farstar::{Limits, Ruleset, Winner};
/// let answer = Ruleset::named("Domineering")?.position("3x3")?.answer(&Limits::none())?;
/// assert_eq!(answer.value.as_deref(), Some("+-1"));
/// assert_eq!((answer.mean.as_deref(), answer.temperature.as_deref()), (Some("0"), Some("1")));
/// assert_eq!(answer.left_starts.winner, Some(Winner::Left));
/// let best = &answer.left_starts.moves[0];
/// assert_eq!((best.value.as_deref(), best.wins), (Some("1"), Some(true)));
/// # Ok::<(), farstar::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answer {
    /// The file that winners and moves were looked up in, as it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atlas: Option<String>,
    /// The atomic weight, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_weight: Option<String>,
    /// The day on which the value is born.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birthday: Option<String>,
    /// What the thermographs of the components tell of a sum whose value was too much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// Whether play is not proved to end; endless play is a draw.
    pub endless: bool,
    /// The Grundy value of an impartial sum in normal play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u64>,
    /// Whether both players always have the same moves.
    pub impartial: bool,
    /// What is known when Left begins.
    pub left_starts: Start,
    /// The number that is reached when Left begins; of a loopy value a pseudonumber.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_stop: Option<String>,
    /// The mean of the value; where play may be endless that of the thermograph in `walls`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// The limit that left something open, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Why there is no atomic weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_atomic_weight: Option<String>,
    /// Why a loopy value has no thermograph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_thermograph: Option<String>,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_value: Option<Unknown>,
    /// Who wins, for both players who may begin.
    #[serde(with = "outcome", skip_serializing_if = "Option::is_none")]
    pub outcome: Option<LoopyOutcome>,
    /// Whether who cannot move loses or wins. Winners are those of this play.
    pub play: Play,
    /// Where play may be endless: how many positions it can reach, if they were all looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// Why it is won as it is, a sentence each; none unless it was asked for, by
    /// [`Solver::explain`](crate::Solver::explain).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// What is known when Right begins.
    pub right_starts: Start,
    /// The number that is reached when Right begins; of a loopy value a pseudonumber.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_stop: Option<String>,
    /// The limit that left something open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// What was added.
    pub sum: Vec<Component>,
    /// The temperature of the value; where play may be endless that of the thermograph in `walls`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
    /// The value of the sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// In misère play the word that values, stops, mean, temperature, atomic weight and birthday, also those of moves,
    /// are of normal play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_of: Option<Play>,
    /// The thermograph of a loopy value; where a ko has to do with it the one without a komaster first, then those with
    /// Left and with Right as komaster.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Walls>,
}

/// A component of the sum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Component {
    /// Its mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// The position, or the value, as it is typed.
    pub position: String,
    /// The name of the ruleset; none of a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// Its temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
    /// Its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// A thermograph from temperature 0 upwards; its last corners are the foot of the mast.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Walls {
    /// Whether a ko has to do with it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ko: bool,
    /// Who is komaster; without one nobody has threats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komaster: Option<Winner>,
    /// The corners of Left's wall, stop and temperature.
    pub left: Vec<[String; 2]>,
    /// Where the mast stands.
    pub mean: String,
    /// The corners of Right's wall.
    pub right: Vec<[String; 2]>,
    /// Where it begins.
    pub temperature: String,
}

impl Walls {
    pub(crate) fn of(walls: &LoopyThermograph) -> Self {
        let corners = |player| {
            let corners = walls.corners(player).iter();
            corners.map(|(t, x)| [x.to_string(), t.to_string()]).collect()
        };
        Self {
            mean: walls.mean().to_string(),
            temperature: walls.temperature().to_string(),
            left: corners(Player::Left),
            right: corners(Player::Right),
            ko: walls.has_ko(),
            komaster: walls.komaster().map(|player| Some(player).into()),
        }
    }
}

/// Who wins when nobody can move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

/// What is known when one player begins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Start {
    /// Whether every move is listed; if not, some that win are.
    pub all_moves: bool,
    /// Moves of the player, each with what becomes of the component: those that win first, then those that draw, then
    /// those to canonical options.
    pub moves: Vec<Move>,
    /// Where play may be endless and is not: moves to the end. The winner hastens it, the loser delays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// How that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// The move to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<Reply>,
    /// Who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
}

/// A move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Move {
    /// Whether it goes to an option of the canonical form of the sum.
    #[serde(skip_serializing_if = "is_false")]
    pub canonical: bool,
    /// Whether it leads to a draw.
    #[serde(skip_serializing_if = "is_false")]
    pub draws: bool,
    /// The number of the component, from 0.
    #[serde(rename = "in")]
    pub component: usize,
    /// Its mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// Moves to the end after it, where play may be endless and is not, or an atlas tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// What becomes of the component, as it is typed.
    pub position: String,
    /// The value of the whole sum after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether the player wins by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<bool>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_false(fact: &bool) -> bool {
    !fact
}

/// The move that is played, or advised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Its number in the list of moves.
    #[serde(rename = "move")]
    pub number: usize,
    /// The temperature that the thermostat shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
    /// What it is good for.
    pub why: Why,
}

/// What a move is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Why {
    /// It wins; where values are known, in the hottest component.
    Wins,
    /// It keeps the draw.
    Draws,
    /// Nothing wins; it leaves the best mean, or the longest play.
    Loses,
    /// Nobody knows whether it wins: the thermostat advises it.
    Thermostat,
    /// Nobody knows whether it wins: it leaves the player the most moves more than the other.
    Mobility,
    /// Nobody knows whether it wins; all that is known is that it is not known to lose.
    Open,
}

/// A winner, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Winner {
    /// Left wins.
    Left,
    /// Right wins.
    Right,
    /// Nobody can force an end.
    #[serde(rename = "draw")]
    Draw,
}

impl Winner {
    /// The player who wins.
    #[must_use]
    pub fn player(self) -> Option<Player> {
        match self {
            Self::Left => Some(Player::Left),
            Self::Right => Some(Player::Right),
            Self::Draw => None,
        }
    }
}

impl From<Option<Player>> for Winner {
    fn from(winner: Option<Player>) -> Self {
        match winner {
            Some(Player::Left) => Self::Left,
            Some(Player::Right) => Self::Right,
            None => Self::Draw,
        }
    }
}

/// How a winner was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Proof {
    /// From the value.
    Value,
    /// From a theorem on heaps or coins, in misère play a quotient: no position was searched.
    Formula,
    /// By a search for the winner alone.
    Search,
    /// From the graph of all positions, backwards from the end.
    Retrograde,
    /// Looked up in a file of all positions.
    Atlas,
    /// From the means and temperatures of the components.
    Thermographs,
}

/// Why something is not known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    /// Why, in a sentence.
    pub message: String,
    /// The limit that was met, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// What the thermographs of its components tell of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Its mean.
    pub mean: String,
    /// The temperature of its hottest component; it is no hotter.
    pub temperature: String,
}

/// What was met before the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Stop {
    /// The limit on nodes.
    Nodes,
    /// The limit on memory.
    Memory,
    /// The limit on time.
    Time,
    /// Somebody cancelled it.
    Cancelled,
    /// A list or a table holds no more.
    Size,
}

impl From<Stopped> for Stop {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Nodes => Self::Nodes,
            Stopped::Memory => Self::Memory,
            Stopped::Time => Self::Time,
            Stopped::Cancelled => Self::Cancelled,
        }
    }
}

impl Stop {
    /// The limit or the ceiling behind an error of the solver.
    pub(crate) fn of(error: &SolverError) -> Option<Self> {
        match error {
            SolverError::Stopped(stopped) => Some((*stopped).into()),
            ceiling if ceiling.is_ceiling() => Some(Self::Size),
            _ => None,
        }
    }

    /// The limit, unless it was a ceiling on size.
    #[must_use]
    pub fn limit(self) -> Option<Stopped> {
        match self {
            Self::Nodes => Some(Stopped::Nodes),
            Self::Memory => Some(Stopped::Memory),
            Self::Time => Some(Stopped::Time),
            Self::Cancelled => Some(Stopped::Cancelled),
            Self::Size => None,
        }
    }

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.limit().map_or("size", Stopped::word)
    }
}

impl Answer {
    /// What is known when a player begins.
    #[must_use]
    pub fn starts(&self, player: Player) -> &Start {
        match player {
            Player::Left => &self.left_starts,
            Player::Right => &self.right_starts,
        }
    }

    pub(crate) fn starts_mut(&mut self, player: Player) -> &mut Start {
        match player {
            Player::Left => &mut self.left_starts,
            Player::Right => &mut self.right_starts,
        }
    }

    /// The answer as JSON on one line, its keys in alphabetical order: the same text behind every door.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Answer, Limits, Ruleset};
    /// let answer = Ruleset::named("Nim")?.position("2")?.answer(&Limits::none())?;
    /// assert_eq!(serde_json::from_str::<Answer>(&answer.to_json())?, answer);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        // fields stand in this order, so that a long list of moves is written as it is
        serde_json::to_string(self).unwrap_or_else(|fault| fault.to_string())
    }

    /// Notes who wins when a player begins, and the outcome once both winners are known.
    pub(crate) fn note_winner(&mut self, starter: Player, winner: Option<Player>, proof: Proof) {
        let start = self.starts_mut(starter);
        (start.winner, start.proof) = (Some(winner.into()), Some(proof));
        if let (Some(left), Some(right)) = (self.left_starts.winner, self.right_starts.winner) {
            self.outcome = Some(LoopyOutcome::of_winners(left.player(), right.player()));
        }
    }

    /// Whether a winner is not known.
    pub(crate) fn is_open(&self) -> bool {
        self.outcome.is_none()
    }

    /// Whether a winner that is asked for is not known.
    pub(crate) fn is_open_to(&self, question: Question) -> bool {
        let players = [Player::Left, Player::Right].into_iter();
        players.filter(|&one| question.asks_of(one)).any(|one| self.starts(one).winner.is_none())
    }

    /// Notes the limit that left something open.
    pub(crate) fn note_stop(&mut self, error: &SolverError) {
        self.stopped = Stop::of(error);
        self.message = Some(error.to_string());
    }

    /// Notes how an attempt ended: a limit is no failure, and what was found before it stays.
    pub(crate) fn note_end(&mut self, attempt: Result<()>) -> Result<()> {
        match attempt {
            Err(error) if Stop::of(&error).is_some() => self.note_stop(&error),
            done => done?,
        }
        Ok(())
    }

    /// Notes that a theorem tells who wins with a heap that is too large for its value.
    pub(crate) fn note_no_law(&mut self) {
        if self.value.is_none() && self.no_value.is_none() {
            let message =
                "so large a heap has no law of its value; a theorem tells who wins".to_owned();
            self.no_value = Some(Unknown { message, stopped: Some(Stop::Size) });
        }
    }

    /// Notes why there is no value, if there is none; the limit that was met.
    pub(crate) fn note_no_value(&mut self, error: &SolverError) -> Result<Stop> {
        let Some(stop) = Stop::of(error) else { return Err(error.clone()) };
        if self.value.is_none() && self.no_value.is_none() {
            let message = match stop {
                Stop::Size if self.endless => error.to_string(),
                _ if self.atlas.is_some() => {
                    format!("{error}, before the value was found; who wins was looked up")
                }
                _ => format!(
                    "{error}, before the value was found; the winner was searched for alone"
                ),
            };
            self.no_value = Some(Unknown { message, stopped: Some(stop) });
        }
        Ok(stop)
    }
}

/// Outcomes by their letters.
mod outcome {
    use super::LoopyOutcome;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use farstar_value::Outcome;

    const ALL: [LoopyOutcome; 9] = [
        LoopyOutcome::Decided(Outcome::L),
        LoopyOutcome::Decided(Outcome::R),
        LoopyOutcome::Decided(Outcome::N),
        LoopyOutcome::Decided(Outcome::P),
        LoopyOutcome::D,
        LoopyOutcome::PHat,
        LoopyOutcome::PCheck,
        LoopyOutcome::NHat,
        LoopyOutcome::NCheck,
    ];

    #[expect(clippy::ref_option, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(
        outcome: &Option<LoopyOutcome>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match outcome {
            Some(outcome) => to.collect_str(outcome),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<LoopyOutcome>, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
        let found = ALL.into_iter().find(|outcome| outcome.to_string() == text);
        found.map(Some).ok_or_else(|| D::Error::custom(format!("'{text}' is no outcome")))
    }
}
