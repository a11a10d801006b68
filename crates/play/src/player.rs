//! The players, and who of them wins.

use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Left, for whom positive games are won.
    Left,
    /// Right, for whom negative games are won.
    Right,
}

impl Player {
    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "Left",
            Self::Right => "Right",
        })
    }
}

/// Who wins under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The next player, whoever that is.
    N,
    /// The previous player, whoever that is.
    P,
    /// Left, whoever starts.
    L,
    /// Right, whoever starts.
    R,
}

impl Outcome {
    /// The outcome, from who wins when Left starts and when Right starts.
    #[must_use]
    pub fn from_wins(left_wins_first: bool, right_wins_first: bool) -> Self {
        match (left_wins_first, right_wins_first) {
            (true, true) => Self::N,
            (false, false) => Self::P,
            (true, false) => Self::L,
            (false, true) => Self::R,
        }
    }

    /// The winner when `starter` moves first.
    #[must_use]
    pub fn winner(self, starter: Player) -> Player {
        match self {
            Self::N => starter,
            Self::P => starter.opponent(),
            Self::L => Player::Left,
            Self::R => Player::Right,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::N => "N",
            Self::P => "P",
            Self::L => "L",
            Self::R => "R",
        })
    }
}
