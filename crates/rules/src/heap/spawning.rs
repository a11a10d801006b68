//! Coin-turning games in a row, as heap games: the coin `n` stands for a heap of `n`, and a move
//! that turns it over spawns the other coins turned. The codes are those of [`TurningCode`].
//! Source: [WW, ch. 14].

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::game::{HeapGame, HeapSize, OptionVisitor};
use crate::coin::{ParseTurningError, Shape, TurningCode, TurningPattern};

impl TurningPattern {
    /// Whether the pattern allows these coins, in increasing order, the first of the row being 1.
    fn admits(&self, coins: &[HeapSize]) -> bool {
        let (low, high) = (coins[0], coins[coins.len() - 1]);
        let spread = u64::from(high - low) + 1;
        let spaced = || coins.windows(3).all(|w| w[1] - w[0] == w[2] - w[1]);
        let mirrored = || coins.iter().zip(coins.iter().rev()).all(|(a, b)| a + b == low + high);
        self.allows(coins.len() as u64)
            && (!self.first || low == 1)
            && self.within.is_none_or(|within| spread <= u64::from(within))
            && match self.shape {
                Shape::Any => true,
                Shape::Symmetric => mirrored(),
                Shape::EquallySpaced => spaced(),
                Shape::Consecutive => spread == coins.len() as u64,
            }
    }

    /// The number of neighbouring places that hold every set.
    fn reach(&self) -> u32 {
        let run = if self.shape == Shape::Consecutive { self.most } else { None };
        run.unwrap_or(u32::MAX).min(self.within.unwrap_or(u32::MAX))
    }
}

/// A coin-turning game in a row given by its code; heap `n` is the coin in place `n`.
///
/// # Examples
/// ```
/// use farstar_rules::heap::{HeapGame, Spawning};
/// let ruler: Spawning = "1+C".parse()?;
/// assert_eq!(ruler.options(3), [vec![], vec![2], vec![1, 2]]);
/// # Ok::<(), farstar_rules::coin::ParseTurningError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spawning {
    code: TurningCode,
}

impl Spawning {
    /// The game with this code.
    #[must_use]
    pub fn new(code: TurningCode) -> Self {
        Self { code }
    }
}

impl FromStr for Spawning {
    type Err = ParseTurningError;

    /// Reads a code; spaces and the case of the letters do not matter.
    fn from_str(text: &str) -> Result<Self, ParseTurningError> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        Ok(Self { code: text.to_ascii_uppercase().parse()? })
    }
}

impl fmt::Display for Spawning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)
    }
}

impl HeapGame for Spawning {
    fn name(&self) -> String {
        format!("turning {}", self.code)
    }

    /// Sets are built downwards from the coin `heap`, with an explicit stack; a branch is cut when
    /// it leaves the window of `C` or the sizes of every pattern.
    fn visit_options(&self, heap: HeapSize, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        if heap == 0 {
            return ControlFlow::Continue(());
        }
        let patterns = self.code.patterns();
        let lowest = patterns.iter().map(|p| heap.saturating_sub(p.reach() - 1).max(1)).min();
        let lowest = lowest.unwrap_or(heap);
        let most = patterns.iter().map(|p| p.most.unwrap_or(u32::MAX)).max().unwrap_or(0);
        // consecutive runs only: no set with a gap can be completed, so none is built
        let runs = patterns.iter().all(|p| p.shape == Shape::Consecutive);
        let mut down = vec![heap];
        let mut sorted = Vec::new();
        loop {
            let size = down.len() as u32;
            sorted.clear();
            sorted.extend(down.iter().rev().copied());
            if patterns.iter().any(|pattern| pattern.admits(&sorted)) {
                visit(&sorted[..sorted.len() - 1])?;
            }
            let last = down[down.len() - 1];
            if size < most && last > lowest {
                down.push(last - 1);
                continue;
            }
            // the next set: lower the last coin, or drop it and lower the one before
            loop {
                let Some(last) = down.pop() else { return ControlFlow::Continue(()) };
                if down.is_empty() {
                    return ControlFlow::Continue(());
                }
                if !runs && last > lowest {
                    down.push(last - 1);
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_heap_twenty_are_counted() {
        for (code, count) in [
            ("1-3", 191),
            ("3", 171),
            ("1+C", 20),
            ("1-3C(5)", 11),
            ("3C(5)", 6),
            ("1-5C", 5),
            ("3E", 9),
            ("4FS", 9),
        ] {
            assert_eq!(code.parse::<Spawning>().unwrap().option_count(20), count, "{code}");
        }
        assert_eq!("1+S".parse::<Spawning>().unwrap().option_count(12), 126);
    }

    #[test]
    fn bad_codes_say_what_was_expected() {
        let message = "\"1-3X\" is not a pattern of a coin-turning code: expected C, E, S, F or C(n), found 'X'";
        assert_eq!("1-3x".parse::<Spawning>().unwrap_err().to_string(), message);
        assert!("".parse::<Spawning>().is_err());
        assert_eq!("1 - 3c".parse::<Spawning>(), "1-3C".parse());
    }
}
