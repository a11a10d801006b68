//! What is asked of every position.

use std::fmt;
use std::str::FromStr;

/// What is asked of every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Who wins when Left begins, and when Right begins; in impartial games, who wins.
    Winner,
    /// The Grundy value, at most 63.
    Grundy,
}

/// The largest Grundy value.
pub(crate) const LARGEST: u32 = 63;

impl FromStr for Ask {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "winner" => Ok(Self::Winner),
            "grundy" => Ok(Self::Grundy),
            _ => Err(format!("'{word}' is no question: expected winner or grundy")),
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Winner => "winner",
            Self::Grundy => "grundy",
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

impl Folding {
    /// Bits of an answer.
    #[must_use]
    pub fn bits(self) -> u32 {
        match (self.ask, self.impartial) {
            (Ask::Winner, true) => 1,
            (Ask::Winner, false) => 2,
            (Ask::Grundy, _) => 6,
        }
    }

    /// How many answers there are.
    #[must_use]
    pub fn answers(self) -> usize {
        1 << self.bits()
    }

    /// The answer of the negative.
    #[inline]
    #[must_use]
    pub fn swapped(self, answer: u8) -> u8 {
        if self.bits() == 2 { answer >> 1 | (answer & 1) << 1 } else { answer }
    }

    /// An answer in one word.
    #[must_use]
    pub fn text(self, answer: u8) -> String {
        match (self.ask, self.impartial) {
            (Ask::Winner, true) => ["P", "N"][usize::from(answer & 1)].into(),
            (Ask::Winner, false) => ["P", "L", "R", "N"][usize::from(answer & 3)].into(),
            (Ask::Grundy, _) => answer.to_string(),
        }
    }

    /// What is known of a position of which no option is known, as a fold: `stuck` says for Left and Right whether the
    /// player has no move.
    pub(crate) fn begin(self, stuck: [bool; 2]) -> u64 {
        match (self.ask, self.misere, self.impartial) {
            (Ask::Winner, true, true) => u64::from(stuck[0]),
            (Ask::Winner, true, false) => u64::from(stuck[0]) | u64::from(stuck[1]) << 1,
            _ => 0,
        }
    }

    /// What an option's answer adds to the fold of a position. `mover` moved to it, and `asked` is who moves there, as
    /// the option's normal form counts players. Left is 0.
    #[inline]
    pub(crate) fn fold(self, answer: u8, mover: u8, asked: u8) -> u64 {
        match self.ask {
            Ask::Winner => u64::from(!answer >> asked & 1) << mover,
            Ask::Grundy => 1 << (answer & LARGEST as u8),
        }
    }

    /// The answer of a fold over all options; `None` if it is a Grundy value that is too large.
    pub(crate) fn answer(self, fold: u64) -> Option<u8> {
        match self.ask {
            Ask::Winner => Some(fold as u8),
            Ask::Grundy => Some(fold.trailing_ones()).filter(|&g| g <= LARGEST).map(|g| g as u8),
        }
    }
}
