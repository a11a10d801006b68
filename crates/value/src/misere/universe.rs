//! The universes in which misère games are compared.

use std::fmt;

/// The games that may stand beside two games when they are compared.
///
/// # Examples
/// ```
/// use farstar_value::misere::Universe;
/// assert_eq!(Universe::DeadEnding.to_string(), "dead-ending");
/// assert_eq!("dicots".parse(), Ok(Universe::Dicots));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Universe {
    /// All short games.
    All,
    /// Dicots: in every follower both players can move, or neither can.
    Dicots,
    /// Dead-ending games: a player who has no move in a follower never has one again.
    DeadEnding,
}

impl Universe {
    /// Every universe.
    pub const EVERY: [Self; 3] = [Self::All, Self::Dicots, Self::DeadEnding];
}

impl fmt::Display for Universe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all",
            Self::Dicots => "dicots",
            Self::DeadEnding => "dead-ending",
        })
    }
}

/// A word that names no universe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no universe of misère games; expected `all`, `dicots` or `dead-ending`")]
pub struct UnknownUniverse {
    /// The word.
    pub word: String,
}

impl std::str::FromStr for Universe {
    type Err = UnknownUniverse;

    /// Reads `all`, `dicots` or `dead-ending`, also in the singular, in capitals or without the hyphen.
    fn from_str(word: &str) -> Result<Self, UnknownUniverse> {
        let letters: String = word.chars().filter(char::is_ascii_alphabetic).collect();
        match letters.to_ascii_lowercase().trim_end_matches('s') {
            "all" => Ok(Self::All),
            "dicot" | "dicotic" => Ok(Self::Dicots),
            "deadending" => Ok(Self::DeadEnding),
            _ => Err(UnknownUniverse { word: word.to_owned() }),
        }
    }
}
