//! Handles, players, outcomes: the small types everything speaks of.

use std::fmt;

/// A value of a short game: a small copyable handle into the [`Arena`](crate::Arena) that made it.
///
/// Inside one arena equal values have equal handles, so `==` on handles is equality of games. The order of handles means
/// nothing; the order of games is [`Calculator::le`](crate::Calculator::le).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Game(pub(crate) u32);

impl Game {
    /// The game `0 = {|}`, in which nobody can move. It has this handle in every arena.
    pub const ZERO: Game = Game(0);

    /// The number of the value in its arena, for compact tables in memory; [`Arena::at`](crate::Arena::at) gives the value back. It means
    /// nothing outside the arena and must not leave the process.
    #[must_use]
    #[inline]
    pub fn index(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game#{}", self.0)
    }
}

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

/// How two games compare: games are only partially ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `G < H`: Right wins `G − H`.
    Less,
    /// `G = H`: the second player wins `G − H`.
    Equal,
    /// `G > H`: Left wins `G − H`.
    Greater,
    /// `G ‖ H`: the first player wins `G − H`.
    Confused,
}

impl Comparison {
    /// The comparison, from `G ≤ H` and `G ≥ H`.
    #[must_use]
    #[inline]
    pub fn from_le_ge(le: bool, ge: bool) -> Self {
        // A table, not a match: the answer is as good as random, and a branch on it would be mispredicted.
        const BY_BITS: [Comparison; 4] =
            [Comparison::Confused, Comparison::Less, Comparison::Greater, Comparison::Equal];
        BY_BITS[usize::from(le) | usize::from(ge) << 1]
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Less => "<",
            Self::Equal => "=",
            Self::Greater => ">",
            Self::Confused => "<>",
        })
    }
}
