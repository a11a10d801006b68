//! What is asked of every position.

use std::fmt;
use std::str::FromStr;

use farstar_play::Player;

use crate::dictionary::NEGATIVE;
use crate::runs::{HALF, NAMES};

/// What is asked of every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Who wins when Left begins, and when Right begins; in impartial games, who wins.
    Winner,
    /// The Grundy value, at most 63.
    Grundy,
    /// Who wins, or that nobody can force it, and in how many moves, where the winner hastens and the loser delays;
    /// play need not end.
    Draws,
    /// The value in canonical form, of normal play.
    Value,
}

/// The largest Grundy value.
pub(crate) const LARGEST: u32 = 63;
/// Most moves after which a position is decided.
pub(crate) const MOST_PLIES: u32 = 32_766;

impl FromStr for Ask {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "winner" => Ok(Self::Winner),
            "grundy" => Ok(Self::Grundy),
            "draws" => Ok(Self::Draws),
            "value" => Ok(Self::Value),
            _ => Err(format!("'{word}' is no question: expected winner, grundy, draws or value")),
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Winner => "winner",
            Self::Grundy => "grundy",
            Self::Draws => "draws",
            Self::Value => "value",
        })
    }
}

/// A question with what the rules say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folding {
    /// The question.
    pub ask: Ask,
    /// Whether both players have the same moves.
    pub impartial: bool,
    /// Whether who cannot move wins.
    pub misere: bool,
}

/// How it ends for who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Lost(u32),
    Won(u32),
    Drawn,
}

impl End {
    fn of(half: u32) -> Self {
        match half & 0xffff {
            0 => Self::Drawn,
            odd if odd % 2 == 1 => Self::Lost(odd / 2),
            even => Self::Won(even / 2 - 1),
        }
    }

    /// 0 lost, 1 won, 2 drawn.
    fn kind(self) -> usize {
        match self {
            Self::Lost(_) => 0,
            Self::Won(_) => 1,
            Self::Drawn => 2,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Lost(plies) => format!("-{plies}"),
            Self::Won(plies) => format!("+{plies}"),
            Self::Drawn => "=".to_owned(),
        }
    }
}

/// Half an answer that says that who begins loses after so many moves.
pub(crate) const fn lost(plies: u32) -> u16 {
    (2 * plies + 1) as u16
}

/// Half an answer that says that who begins wins.
pub(crate) const fn won(plies: u32) -> u16 {
    (2 * plies + 2) as u16
}

/// What a fold of draws holds for one player: the least loss among the options, which counts down, the greatest win,
/// which counts up, whether there is a draw, and whether the player wins because there is no move.
const LOSS: u32 = 0;
const WIN: u32 = 15;
const DRAW: u32 = 30;
const STUCK: u32 = 31;
const FIELD: u64 = 0x7fff;

impl Folding {
    /// Bits of an answer.
    #[must_use]
    pub fn bits(self) -> u32 {
        match (self.ask, self.impartial) {
            (Ask::Winner, true) => 1,
            (Ask::Winner, false) => 2,
            (Ask::Grundy, _) => 6,
            (Ask::Draws, true) => HALF,
            (Ask::Draws, false) => 2 * HALF,
            (Ask::Value, _) => NAMES,
        }
    }

    /// How many kinds of answers are counted.
    #[must_use]
    pub fn kinds(self) -> usize {
        match (self.ask, self.impartial) {
            (Ask::Draws, true) => 3,
            (Ask::Draws, false) => 9,
            (Ask::Value, _) => 4,
            _ => 1 << self.bits(),
        }
    }

    /// The kind of an answer: the answer itself, without its plies. That of a value stands in the dictionary of its
    /// file.
    pub(crate) fn kind(self, answer: u32) -> usize {
        match (self.ask, self.impartial) {
            (Ask::Draws, true) => End::of(answer).kind(),
            (Ask::Draws, false) => End::of(answer).kind() + 3 * End::of(answer >> HALF).kind(),
            _ => answer as usize & (self.kinds() - 1),
        }
    }

    /// A kind in one word.
    #[must_use]
    pub fn kind_name(self, kind: usize) -> String {
        const DRAWS: [&str; 9] = ["P", "L", "PHat", "R", "N", "NCheck", "PCheck", "NHat", "D"];
        let name = match (self.ask, self.impartial) {
            (Ask::Winner, true) => ["P", "N"].get(kind),
            (Ask::Winner, false) | (Ask::Value, _) => ["P", "L", "R", "N"].get(kind),
            (Ask::Draws, true) => ["P", "N", "D"].get(kind),
            (Ask::Draws, false) => DRAWS.get(kind),
            (Ask::Grundy, _) => None,
        };
        name.map_or_else(|| kind.to_string(), |name| (*name).to_owned())
    }

    /// The answer of the negative.
    #[inline]
    pub(crate) fn swapped(self, answer: u32) -> u32 {
        match self.bits() {
            2 => answer >> 1 | (answer & 1) << 1,
            NAMES => answer ^ NEGATIVE,
            32 => answer.rotate_left(HALF),
            _ => answer,
        }
    }

    /// An answer in a few words: its kind, and of draws what it is for Left and for Right who begins: `+3` a win after
    /// three moves, `-4` a loss after four, `=` a draw.
    pub(crate) fn text(self, answer: u32) -> String {
        let kind = self.kind_name(self.kind(answer));
        match (self.ask, self.impartial) {
            (Ask::Draws, true) => format!("{kind} {}", End::of(answer).text()),
            (Ask::Draws, false) => {
                let [left, right] = [answer, answer >> HALF].map(|half| End::of(half).text());
                format!("{kind} {left} {right}")
            }
            _ => kind,
        }
    }

    fn end(self, answer: u32, starter: Player) -> End {
        let right = starter == Player::Right && !self.impartial;
        match self.ask {
            Ask::Draws => End::of(if right { answer >> HALF } else { answer }),
            Ask::Winner | Ask::Value if answer >> u32::from(right) & 1 == 0 => End::Lost(0),
            Ask::Grundy if answer == 0 => End::Lost(0),
            Ask::Winner | Ask::Grundy | Ask::Value => End::Won(0),
        }
    }

    /// Who wins when `starter` begins; `None` is a draw. Of values the kind is asked.
    pub(crate) fn winner(self, answer: u32, starter: Player) -> Option<Player> {
        match self.end(answer, starter) {
            End::Won(_) => Some(starter),
            End::Lost(_) => Some(starter.opponent()),
            End::Drawn => None,
        }
    }

    /// After how many moves, if the answers tell it.
    pub(crate) fn plies(self, answer: u32, starter: Player) -> Option<u32> {
        match self.end(answer, starter) {
            End::Won(plies) | End::Lost(plies) if self.ask == Ask::Draws => Some(plies),
            _ => None,
        }
    }

    /// The Grundy value, if the answers tell it.
    pub(crate) fn grundy(self, answer: u32) -> Option<u32> {
        (self.ask == Ask::Grundy).then_some(answer)
    }

    /// What is known of a position of which no option is known, as a fold: `stuck` says for Left and Right whether the
    /// player has no move.
    pub(crate) fn begin(self, stuck: [bool; 2]) -> u64 {
        if !self.misere {
            return 0;
        }
        let [left, right] = [stuck[0], stuck[1] && !self.impartial].map(u64::from);
        match self.ask {
            Ask::Winner => left | right << 1,
            Ask::Draws => left << STUCK | right << (STUCK + 32),
            Ask::Grundy | Ask::Value => 0,
        }
    }

    /// What an option's answer adds to the fold of a position. `mover` moved to it, and `asked` is who moves there, as
    /// the option's normal form counts players. Left is 0.
    #[inline]
    pub(crate) fn fold(self, answer: u32, mover: u8, asked: u8) -> u64 {
        match self.ask {
            Ask::Winner => u64::from(!answer >> asked & 1) << mover,
            Ask::Grundy => 1 << (answer & LARGEST),
            // values are no bits: their folds are lists
            Ask::Value => 0,
            Ask::Draws => {
                let fold = match End::of(answer >> (HALF * u32::from(asked))) {
                    End::Lost(plies) => (FIELD - u64::from(plies)) << LOSS,
                    End::Won(plies) => u64::from(plies + 1) << WIN,
                    End::Drawn => 1 << DRAW,
                };
                fold << (32 * mover)
            }
        }
    }

    /// Two folds as one.
    #[inline]
    pub(crate) fn joined(self, one: u64, other: u64) -> u64 {
        if self.ask != Ask::Draws {
            return one | other;
        }
        let mut joined = (one | other) & 0xc000_0000_c000_0000;
        for shift in [LOSS, WIN, 32 + LOSS, 32 + WIN] {
            joined |= (one >> shift & FIELD).max(other >> shift & FIELD) << shift;
        }
        joined
    }

    /// The answer of a fold over all options; `None` if it is a Grundy value that is too large, or too far away.
    pub(crate) fn answer(self, fold: u64) -> Option<u32> {
        match self.ask {
            Ask::Winner => Some(fold as u32),
            Ask::Grundy => Some(fold.trailing_ones()).filter(|&g| g <= LARGEST),
            Ask::Draws if self.impartial => half(fold),
            Ask::Draws => Some(half(fold)? | half(fold >> 32)? << HALF),
            Ask::Value => None,
        }
    }
}

/// Half an answer of one player's fold.
fn half(fold: u64) -> Option<u32> {
    let [loss, win] = [LOSS, WIN].map(|shift| (fold >> shift & FIELD) as u32);
    let least = FIELD as u32 - loss;
    if fold >> STUCK & 1 != 0 {
        return Some(u32::from(won(0)));
    }
    match (loss > 0, fold >> DRAW & 1 != 0) {
        (true, _) => (least < MOST_PLIES).then(|| u32::from(won(least + 1))),
        (false, true) => Some(0),
        (false, false) => (win <= MOST_PLIES).then(|| u32::from(lost(win))),
    }
}
