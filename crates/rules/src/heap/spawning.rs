//! Coin-turning games in a row, as heap games: the coin `n` stands for a heap of `n`, and a move
//! that turns it over spawns the other coins turned.
//!
//! The code says how many coins a move turns (`3`, `1-3`, `1+`) and which sets are legal:
//! `C` consecutive coins, `C(w)` all within `w` consecutive ones, `E` equally spaced,
//! `S` symmetric, `F` with the first coin of the row included. Commas join codes.
//! Source: [WW, ch. 14].

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::game::{HeapGame, HeapSize, OptionVisitor};

/// One clause of a code: a range of sizes and the shape of the sets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Clause {
    least: u32,
    /// `None` is unbounded.
    most: Option<u32>,
    /// The number of consecutive coins that must hold the set; `Some(None)` is the set's size.
    within: Option<Option<u32>>,
    equal: bool,
    symmetric: bool,
    first: bool,
}

impl Clause {
    fn allows(&self, coins: &[HeapSize]) -> bool {
        let (low, high) = (coins[0], coins[coins.len() - 1]);
        let spread = u64::from(high - low) + 1;
        let spaced = || coins.windows(3).all(|w| w[1] - w[0] == w[2] - w[1]);
        let mirrored = || coins.iter().zip(coins.iter().rev()).all(|(a, b)| a + b == low + high);
        self.within.is_none_or(|w| spread <= w.map_or(coins.len() as u64, u64::from))
            && (!self.first || low == 1)
            && (!self.equal || spaced())
            && (!self.symmetric || mirrored())
    }
}

/// A coin-turning game in a row given by its code; heap `n` is the coin in place `n`.
///
/// # Examples
/// ```
/// use farstar_rules::heap::{HeapGame, Spawning};
/// let ruler: Spawning = "1+C".parse()?;
/// assert_eq!(ruler.options(3), [vec![], vec![2], vec![1, 2]]);
/// # Ok::<(), farstar_rules::heap::SpawningError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spawning {
    text: String,
    clauses: Vec<Clause>,
}

/// Why a text is not the code of a coin-turning game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{code}` is not the code of a coin-turning game at column {column}: expected {expected}")]
pub struct SpawningError {
    /// The text.
    pub code: String,
    /// Where the reading stopped, counted in characters from 1.
    pub column: usize,
    /// What would have been read.
    pub expected: &'static str,
}

impl FromStr for Spawning {
    type Err = SpawningError;

    fn from_str(text: &str) -> Result<Self, SpawningError> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let chars: Vec<char> = text.chars().collect();
        let mut at = 0;
        let fail =
            |at: usize, expected| SpawningError { code: text.clone(), column: at + 1, expected };
        let number = |at: &mut usize| {
            let start = *at;
            let mut value: u32 = 0;
            while let Some(digit) = chars.get(*at).and_then(|c| c.to_digit(10)) {
                value = value.saturating_mul(10).saturating_add(digit);
                *at += 1;
            }
            (*at > start && value > 0)
                .then_some(value)
                .ok_or_else(|| fail(start, "a positive number of coins"))
        };
        let mut clauses = Vec::new();
        loop {
            let least = number(&mut at)?;
            let mut clause = Clause { least, most: Some(least), ..Clause::default() };
            match chars.get(at) {
                Some('+') => {
                    at += 1;
                    clause.most = None;
                }
                Some('-') => {
                    at += 1;
                    clause.most = Some(number(&mut at)?);
                }
                _ => {}
            }
            while let Some(letter) = chars.get(at).filter(|c| c.is_ascii_alphabetic()) {
                at += 1;
                match letter.to_ascii_uppercase() {
                    'C' if chars.get(at) == Some(&'(') => {
                        at += 1;
                        clause.within = Some(Some(number(&mut at)?));
                        if chars.get(at) != Some(&')') {
                            return Err(fail(at, "`)`"));
                        }
                        at += 1;
                    }
                    'C' => clause.within = Some(None),
                    'E' => clause.equal = true,
                    'S' => clause.symmetric = true,
                    'F' => clause.first = true,
                    _ => return Err(fail(at - 1, "one of the letters C, E, S, F")),
                }
            }
            clauses.push(clause);
            match chars.get(at) {
                None => break,
                Some(',') => at += 1,
                Some(_) => return Err(fail(at, "a letter, a comma or the end")),
            }
        }
        Ok(Self { text, clauses })
    }
}

impl fmt::Display for Spawning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.text)
    }
}

impl HeapGame for Spawning {
    fn name(&self) -> String {
        format!("turning {}", self.text)
    }

    /// Sets are built downwards from the coin `heap`, with an explicit stack; a branch is cut when
    /// it leaves the window of `C` or the sizes of every clause.
    fn visit_options(&self, heap: HeapSize, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        if heap == 0 {
            return ControlFlow::Continue(());
        }
        let reach = |clause: &Clause| match (clause.within, clause.most) {
            (Some(Some(w)), _) => w,
            (Some(None), Some(most)) => most,
            _ => u32::MAX,
        };
        let lowest = self.clauses.iter().map(|c| heap.saturating_sub(reach(c) - 1).max(1)).min();
        let lowest = lowest.unwrap_or(heap);
        let most = self.clauses.iter().map(|c| c.most.unwrap_or(u32::MAX)).max().unwrap_or(0);
        // consecutive runs only: no set with a gap can be completed, so none is built
        let runs = self.clauses.iter().all(|c| c.within == Some(None));
        let mut down = vec![heap];
        let mut sorted = Vec::new();
        loop {
            let size = down.len() as u32;
            sorted.clear();
            sorted.extend(down.iter().rev().copied());
            let legal = self.clauses.iter().any(|c| {
                size >= c.least && c.most.is_none_or(|most| size <= most) && c.allows(&sorted)
            });
            if legal {
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
    fn bad_codes_say_where() {
        let message = "`1-3X` is not the code of a coin-turning game at column 4: expected one of the letters C, E, S, F";
        assert_eq!("1-3X".parse::<Spawning>().unwrap_err().to_string(), message);
        assert_eq!("".parse::<Spawning>().unwrap_err().column, 1);
    }
}
