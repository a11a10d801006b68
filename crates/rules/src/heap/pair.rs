//! Games on pairs of numbers: the families that a function names, and what is made of two heap games.
//!
//! A move replaces a pair by a list of pairs (their sum).

use std::ops::ControlFlow;
use std::sync::Arc;

use super::code::HeapCode;
use super::game::{HeapFunction, HeapGame, HeapSize, Join, OptionVisitor, Pair, PartizanHeaps};

/// Wythoff's game generalised: take any number from one heap, or `k` from one and `l` from the other with
/// `0 < k ≤ l < bound(k)`.
///
/// `bound(k) = k + 1` is Wythoff's game, `bound(k) = k + r` Fraenkel's `r`-Wythoff (Fraenkel 1982).
pub fn wythoff(bound: impl Fn(HeapSize) -> HeapSize + Send + Sync) -> impl HeapGame<Pair> {
    HeapFunction::new("Wythoff", move |(a, b): Pair, visit| {
        for k in 1..=a {
            visit(&[(a - k, b)])?;
        }
        for l in 1..=b {
            visit(&[(a, b - l)])?;
        }
        for k in 1..=a.min(b) {
            let bound = bound(k);
            for l in k..bound {
                if l > a.max(b) {
                    break;
                }
                if l <= b {
                    visit(&[(a - k, b - l)])?;
                }
                if l <= a && l != k {
                    visit(&[(a - l, b - k)])?;
                }
            }
        }
        ControlFlow::Continue(())
    })
}

/// Dynamic take-away: in the position `(n, m)`, where `m` tokens were taken last, take `1 ≤ k ≤ next(m)` tokens of `n`.
///
/// `next(k) = 2k` is Fibonacci Nim (Whinihan 1963); `next(k) = rk` is Schwenk's take-away.
pub fn take_away(next: impl Fn(HeapSize) -> HeapSize + Send + Sync) -> impl HeapGame<Pair> {
    HeapFunction::new("TakeAway", move |(n, last): Pair, visit| {
        (1..=n.min(next(last))).try_for_each(|k| visit(&[(n - k, k)]))
    })
}

/// Mem: in the position `(n, m)` take `k ≥ 1` tokens that suit the memory `m`; `k` becomes the memory. In Mem itself
/// `k ≥ m`.
pub fn mem(suits: impl Fn(HeapSize, HeapSize) -> bool + Send + Sync) -> impl HeapGame<Pair> {
    HeapFunction::new("Mem", move |(n, memory): Pair, visit| {
        (1..=n).filter(|&k| suits(memory, k)).try_for_each(|k| visit(&[(n - k, k)]))
    })
}

/// A heap game on one number of a pair.
struct Along<G> {
    game: G,
    /// Whether it is played on the second number.
    second: bool,
    /// Whether the numbers are exchanged before each move.
    turned: bool,
}

impl<G: HeapGame> HeapGame<Pair> for Along<G> {
    fn name(&self) -> String {
        self.game.name()
    }

    /// The code of the heap that the first number is.
    fn code(&self) -> Option<&HeapCode> {
        if self.second || self.turned { None } else { self.game.code() }
    }

    fn visit_options(&self, (a, b): Pair, visit: &mut OptionVisitor<'_, Pair>) -> ControlFlow<()> {
        let (a, b) = if self.turned { (b, a) } else { (a, b) };
        let mut pairs = Vec::new();
        self.game.visit_options(if self.second { b } else { a }, &mut |parts| {
            pairs.clear();
            pairs.extend(parts.iter().map(|&part| if self.second { (a, part) } else { (part, b) }));
            visit(&pairs)
        })
    }
}

/// The acrostic product: a move is a move of the first game along the first number or of the second game along the
/// second number [WW, ch. 14].
pub fn acrostic_product(first: impl HeapGame, second: impl HeapGame) -> impl HeapGame<Pair> {
    Join(
        Along { game: first, second: false, turned: false },
        Along { game: second, second: true, turned: false },
    )
}

/// The direct product: a move pairs a move of the first game with a move of the second and leaves every pair of a
/// number of the one (the old number or a new one) with a number of the other, except the old pair.
///
/// The Tartan theorem: its values are the nim products of the values of the factors [WW, ch. 14].
pub fn direct_product(first: impl HeapGame, second: impl HeapGame) -> impl HeapGame<Pair> {
    let name = format!("direct product of {} and {}", first.name(), second.name());
    HeapFunction::new(name, move |(a, b): Pair, visit| {
        let columns = second.options(b);
        let mut pairs = Vec::new();
        first.visit_options(a, &mut |rows| {
            columns.iter().try_for_each(|columns| {
                pairs.clear();
                pairs.extend(rows.iter().map(|&x| (x, b)));
                pairs.extend(columns.iter().map(|&y| (a, y)));
                for &x in rows {
                    pairs.extend(columns.iter().map(|&y| (x, y)));
                }
                visit(&pairs)
            })
        })
    })
}

/// The partizan join of two heap games: Left moves by the rules of one, Right by those of the other. The heap `n` is
/// the pair `(n, 0)`.
///
/// # Examples
/// ```
/// use farstar_rules::heap::{HeapGame, TakeSet, partizan_join, subtraction};
/// let [left, _] = partizan_join(subtraction(TakeSet::Only(&[1, 3]))?, subtraction(TakeSet::Only(&[2, 3]))?);
/// assert_eq!(left.options((3, 0)), [vec![(2, 0)], vec![]]);
/// # Ok::<(), farstar_rules::heap::HeapCodeError>(())
/// ```
pub fn partizan_join(
    left: impl HeapGame + 'static,
    right: impl HeapGame + 'static,
) -> PartizanHeaps {
    [
        Arc::new(Along { game: left, second: false, turned: false }),
        Arc::new(Along { game: right, second: false, turned: false }),
    ]
}

/// The cake product: Left moves along the second number by the rules of `left`, Right along the first by those of
/// `right`; in the twisted product the cake is turned before each cut.
///
/// # Examples
/// ```
/// use farstar_rules::heap::{HeapCode, HeapGame, cake_product};
/// // Cutcake: cut in two along one side, or along the other
/// let cut: HeapCode = "4.0".parse()?;
/// let [left, right] = cake_product(cut.clone(), cut, false);
/// assert_eq!((left.option_count((2, 5)), right.option_count((2, 5))), (2, 1));
/// # Ok::<(), farstar_rules::heap::HeapCodeError>(())
/// ```
pub fn cake_product(
    left: impl HeapGame + 'static,
    right: impl HeapGame + 'static,
    twisted: bool,
) -> PartizanHeaps {
    [
        Arc::new(Along { game: left, second: true, turned: twisted }),
        Arc::new(Along { game: right, second: false, turned: twisted }),
    ]
}
