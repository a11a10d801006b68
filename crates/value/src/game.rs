//! Handles and how they compare: the small types everything speaks of.

use std::fmt;

/// A value of a short game: a small copyable handle into the [`Arena`](crate::Arena) that made it.
///
/// Inside one arena equal values have equal handles, so `==` on handles is equality of games. The order of handles
/// means nothing; the order of games is [`Calculator::le`](crate::Calculator::le).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Game(pub(crate) u32);

impl Game {
    /// The game `0 = {|}`, in which nobody can move. It has this handle in every arena.
    pub const ZERO: Game = Game(0);

    /// The number of the value in its arena, for compact tables in memory; [`Arena::at`](crate::Arena::at) gives the
    /// value back. It means nothing outside the arena and must not leave the process.
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
