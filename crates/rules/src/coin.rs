//! Coin-turning games by code: which sets of coins one move may turn.
//!
//! Coins lie in a row, numbered from 0 on the left. A move turns a set of coins of which the rightmost, the *leading*
//! coin, goes from heads to tails; whether the set is legal depends on the places of its coins only, never on their
//! faces. By the coin-turning theorem a position is then the sum of its heads taken singly (Berlekamp, Conway,
//! Guy, *Winning Ways*, ch. 14).
//!
//! A code is a list of patterns with commas between them. A pattern says how many coins are turned, the leading one
//! included, and of what shape:
//!
//! | written | means |
//! |---|---|
//! | `3`, `1-3`, `1+` | exactly three coins, one to three, one or more |
//! | `C` | consecutive coins |
//! | `E` | equally spaced coins |
//! | `S` | a set symmetric about its own middle |
//! | `F` | the first coin of the row is one of them |
//! | `C(5)` | all within five neighbouring places |
//!
//! `2` is Turtles with a second turtle that must be turned, `1-3` Mock Turtles, `1-5` Moebius, `1-7` Mogul, `1-9`
//! Moidores, `1+C` the Ruler game.

use std::fmt;
use std::str::FromStr;

/// How the coins of a move lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Anywhere.
    #[default]
    Any,
    /// Symmetric about the middle between the first and the last.
    Symmetric,
    /// At equal distances.
    EquallySpaced,
    /// Neighbours.
    Consecutive,
}

/// One pattern of a [`TurningCode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurningPattern {
    /// Fewest coins, at least 1.
    pub least: u32,
    /// Most coins; `None` for any number.
    pub most: Option<u32>,
    /// How they lie.
    pub shape: Shape,
    /// Whether the first coin of the row must be among them.
    pub first: bool,
    /// The number of neighbouring places within which all must lie, if bounded.
    pub within: Option<u32>,
}

impl TurningPattern {
    /// Whether a move may turn `coins` coins.
    #[must_use]
    pub fn allows(&self, coins: u64) -> bool {
        coins >= u64::from(self.least) && self.most.is_none_or(|most| coins <= u64::from(most))
    }

    /// The leftmost place a move led by `coin` may reach.
    #[must_use]
    pub fn leftmost(&self, coin: u32) -> u32 {
        self.within.map_or(0, |within| (coin + 1).saturating_sub(within))
    }
}

/// The rules of a coin-turning game: a move follows any of the patterns.
///
/// # Examples
/// ```
/// use farstar_rules::coin::TurningCode;
/// let mock_turtles: TurningCode = "1-3".parse()?;
/// assert_eq!(mock_turtles.to_string(), "1-3");
/// assert!("0".parse::<TurningCode>().is_err());
/// # Ok::<(), farstar_rules::coin::ParseTurningError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TurningCode {
    patterns: Vec<TurningPattern>,
}

impl TurningCode {
    /// The patterns, in the order written.
    #[must_use]
    pub fn patterns(&self) -> &[TurningPattern] {
        &self.patterns
    }
}

/// A text that is not a coin-turning code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{pattern:?} is not a pattern of a coin-turning code: {message}")]
pub struct ParseTurningError {
    /// The pattern as written.
    pub pattern: String,
    /// What is wrong and what was expected.
    pub message: String,
}

impl FromStr for TurningCode {
    type Err = ParseTurningError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let patterns = text.split(',').map(|word| {
            let word = word.trim();
            parse_pattern(word)
                .map_err(|message| ParseTurningError { pattern: word.to_owned(), message })
        });
        Ok(Self { patterns: patterns.collect::<Result<_, _>>()? })
    }
}

/// Splits the decimal number off the front of a text.
fn split_number(text: &str) -> Result<(u32, &str), String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    if number.is_empty() {
        return Err("expected a number of coins, as in 3, 1-3 or 1+".to_owned());
    }
    number.parse().map(|value| (value, rest)).map_err(|_| format!("{number} is too large"))
}

fn parse_pattern(text: &str) -> Result<TurningPattern, String> {
    let (least, rest) = split_number(text)?;
    let (most, mut rest) = match rest.as_bytes().first() {
        Some(b'+') => (None, &rest[1..]),
        Some(b'-') => {
            let (most, rest) = split_number(&rest[1..])?;
            (Some(most), rest)
        }
        _ => (Some(least), rest),
    };
    if least == 0 {
        return Err("a move turns at least one coin".to_owned());
    }
    if most.is_some_and(|most| most < least) {
        return Err("the second number must not be below the first".to_owned());
    }
    let mut pattern = TurningPattern { least, most, shape: Shape::Any, first: false, within: None };
    let [mut symmetric, mut equal, mut consecutive] = [false; 3];
    while let Some(letter) = rest.chars().next() {
        let tail = &rest[letter.len_utf8()..];
        let (seen, tail) = match letter {
            'C' if tail.starts_with('(') => {
                let (within, after) = split_number(&tail[1..])?;
                let after = after.strip_prefix(')').ok_or("expected ) after the number in C(…)")?;
                if within == 0 {
                    return Err("C(…) needs at least one place".to_owned());
                }
                (pattern.within.replace(within).is_some(), after)
            }
            'C' => (std::mem::replace(&mut consecutive, true), tail),
            'E' => (std::mem::replace(&mut equal, true), tail),
            'S' => (std::mem::replace(&mut symmetric, true), tail),
            'F' => (std::mem::replace(&mut pattern.first, true), tail),
            other => return Err(format!("expected C, E, S, F or C(n), found {other:?}")),
        };
        if seen {
            return Err(format!("{letter} is written twice"));
        }
        rest = tail;
    }
    // Consecutive sets are equally spaced, and those are symmetric, so the strictest word decides.
    pattern.shape = match (consecutive, equal, symmetric) {
        (true, ..) => Shape::Consecutive,
        (_, true, _) => Shape::EquallySpaced,
        (_, _, true) => Shape::Symmetric,
        _ => Shape::Any,
    };
    Ok(pattern)
}

impl fmt::Display for TurningPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.least)?;
        match self.most {
            None => write!(f, "+")?,
            Some(most) if most > self.least => write!(f, "-{most}")?,
            Some(_) => {}
        }
        f.write_str(match self.shape {
            Shape::Any => "",
            Shape::Symmetric => "S",
            Shape::EquallySpaced => "E",
            Shape::Consecutive => "C",
        })?;
        if self.first {
            f.write_str("F")?;
        }
        self.within.map_or(Ok(()), |within| write!(f, "C({within})"))
    }
}

impl fmt::Display for TurningCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, pattern) in self.patterns.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{pattern}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_printed_as_they_are_read() {
        for text in ["1", "1-3", "1+C", "3E", "4SF", "1-3C(5)", "3C(5),1+S", "2+EF"] {
            assert_eq!(text.parse::<TurningCode>().unwrap().to_string(), text);
        }
        assert_eq!("4FS".parse::<TurningCode>(), "4SF".parse());
        assert_eq!("2-2".parse::<TurningCode>(), "2".parse());
    }

    #[test]
    fn what_is_not_a_code_is_refused_with_a_reason() {
        for text in [
            "",
            "0",
            "3-1",
            "C",
            "1CC",
            "1C(",
            "1C(0)",
            "1C(5",
            "1x",
            "1,",
            "99999999999",
            "-1",
            "1-",
        ] {
            assert!(text.parse::<TurningCode>().is_err(), "{text:?}");
        }
    }
}
