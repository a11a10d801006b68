//! Games whose positions are pairs of numbers, and the products of two heap games.
//!
//! A move replaces a pair by a list of pairs (their sum); most games here leave one pair.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::game::{HeapGame, HeapSize};

/// A position of a two-number game.
pub type Pair = (HeapSize, HeapSize);

/// Receives one option after the other; breaks to stop the visit.
pub type PairVisitor<'a> = dyn FnMut(&[Pair]) -> ControlFlow<()> + 'a;

/// An impartial game on pairs of numbers.
pub trait PairGame: Send + Sync {
    /// The name by which the game is shown.
    fn name(&self) -> String;

    /// Calls `visit` with every option of `position`, until it breaks.
    fn visit_options(&self, position: Pair, visit: &mut PairVisitor<'_>) -> ControlFlow<()>;

    /// Every option of a position, in the order of [`PairGame::visit_options`].
    fn options(&self, position: Pair) -> Vec<Vec<Pair>> {
        let mut options = Vec::new();
        // the visitor never breaks, so the visit is complete
        let _ = self.visit_options(position, &mut |parts| {
            options.push(parts.to_vec());
            ControlFlow::Continue(())
        });
        options
    }
}

impl<G: PairGame + ?Sized> PairGame for Arc<G> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn visit_options(&self, position: Pair, visit: &mut PairVisitor<'_>) -> ControlFlow<()> {
        (**self).visit_options(position, visit)
    }
}

/// Wythoff's game and its generalisation: take any number from one heap, or `k` from one and
/// `l` from the other with `0 < k ≤ l < f(k)`.
///
/// `f(k) = k + 1` is Wythoff's game, `f(k) = k + r` Fraenkel's `r`-Wythoff (Fraenkel 1982).
pub struct Wythoff<F> {
    bound: F,
}

impl Wythoff<fn(HeapSize) -> HeapSize> {
    /// Wythoff's game: equal numbers from both heaps, or any number from one.
    #[must_use]
    pub fn classic() -> Self {
        Self { bound: |k| k.saturating_add(1) }
    }
}

impl<F: Fn(HeapSize) -> HeapSize + Send + Sync> Wythoff<F> {
    /// The game with the bound `f`.
    pub fn general(bound: F) -> Self {
        Self { bound }
    }
}

impl<F> fmt::Debug for Wythoff<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wythoff").finish_non_exhaustive()
    }
}

impl<F: Fn(HeapSize) -> HeapSize + Send + Sync> PairGame for Wythoff<F> {
    fn name(&self) -> String {
        "Wythoff".to_owned()
    }

    fn visit_options(&self, (a, b): Pair, visit: &mut PairVisitor<'_>) -> ControlFlow<()> {
        for k in 1..=a {
            visit(&[(a - k, b)])?;
        }
        for l in 1..=b {
            visit(&[(a, b - l)])?;
        }
        for k in 1..=a.min(b) {
            let bound = (self.bound)(k);
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
    }
}

/// Euclid's game: take a multiple of the smaller number from the larger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Euclid {
    /// A number may become zero, which ends the game (Cole and Davie 1969).
    #[default]
    ToZero,
    /// Both numbers stay positive; the game ends when they are equal (Nivasch 2006).
    Positive,
}

impl PairGame for Euclid {
    fn name(&self) -> String {
        "Euclid".to_owned()
    }

    fn visit_options(&self, (a, b): Pair, visit: &mut PairVisitor<'_>) -> ControlFlow<()> {
        let (small, large) = (a.min(b), a.max(b));
        if small == 0 {
            return ControlFlow::Continue(());
        }
        for times in 1..=large / small {
            let rest = large - times * small;
            if rest == 0 && *self == Self::Positive {
                break;
            }
            visit(&[if a <= b { (a, rest) } else { (rest, b) }])?;
        }
        ControlFlow::Continue(())
    }
}

/// Dynamic take-away: in the position `(n, m)`, where `m` tokens were taken last, take `1 ≤ k ≤ f(m)` tokens of `n`.
///
/// `f(k) = 2k` is Fibonacci Nim (Whinihan 1963); `f(k) = rk` is Schwenk's take-away.
pub struct TakeAway<F> {
    next: F,
}

impl TakeAway<fn(HeapSize) -> HeapSize> {
    /// Fibonacci Nim: at most twice what the other player took.
    #[must_use]
    pub fn fibonacci() -> Self {
        Self { next: |k| k.saturating_mul(2) }
    }
}

impl<F: Fn(HeapSize) -> HeapSize + Send + Sync> TakeAway<F> {
    /// The game with the bound `f`.
    pub fn general(next: F) -> Self {
        Self { next }
    }
}

/// Take-away where the next move may take up to `ratio` times as much.
pub fn take_away_by(ratio: HeapSize) -> impl PairGame {
    TakeAway::general(move |k| k.saturating_mul(ratio))
}

impl<F> fmt::Debug for TakeAway<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TakeAway").finish_non_exhaustive()
    }
}

impl<F: Fn(HeapSize) -> HeapSize + Send + Sync> PairGame for TakeAway<F> {
    fn name(&self) -> String {
        "TakeAway".to_owned()
    }

    fn visit_options(&self, (n, last): Pair, visit: &mut PairVisitor<'_>) -> ControlFlow<()> {
        (1..=n.min((self.next)(last))).try_for_each(|k| visit(&[(n - k, k)]))
    }
}

/// Mem: in the position `(n, m)` take `k ≥ 1` tokens that suit the memory `m`; `k` becomes the
/// memory. In Mem itself `k ≥ m`.
pub struct Mem<F> {
    suits: F,
}

impl Mem<fn(HeapSize, HeapSize) -> bool> {
    /// Mem: never take fewer than the move before.
    #[must_use]
    pub fn classic() -> Self {
        Self { suits: |memory, k| k >= memory }
    }
}

impl<F: Fn(HeapSize, HeapSize) -> bool + Send + Sync> Mem<F> {
    /// The game where `k` may be taken when `suits(memory, k)`.
    pub fn general(suits: F) -> Self {
        Self { suits }
    }
}

impl<F> fmt::Debug for Mem<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mem").finish_non_exhaustive()
    }
}

impl<F: Fn(HeapSize, HeapSize) -> bool + Send + Sync> PairGame for Mem<F> {
    fn name(&self) -> String {
        "Mem".to_owned()
    }

    fn visit_options(&self, (n, memory): Pair, visit: &mut PairVisitor<'_>) -> ControlFlow<()> {
        (1..=n).filter(|&k| (self.suits)(memory, k)).try_for_each(|k| visit(&[(n - k, k)]))
    }
}

/// A two-number game given by a function from a pair to its options.
pub struct PairFunction<F> {
    name: String,
    options: F,
}

impl<F: Fn(Pair) -> Vec<Vec<Pair>> + Send + Sync> PairFunction<F> {
    /// The game whose options of a pair are what `options` returns.
    pub fn new(name: impl Into<String>, options: F) -> Self {
        Self { name: name.into(), options }
    }
}

impl<F> fmt::Debug for PairFunction<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PairFunction").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<F: Fn(Pair) -> Vec<Vec<Pair>> + Send + Sync> PairGame for PairFunction<F> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn visit_options(&self, position: Pair, visit: &mut PairVisitor<'_>) -> ControlFlow<()> {
        (self.options)(position).iter().try_for_each(|parts| visit(parts))
    }
}

/// The acrostic product: a move is a move of the first game along the first number or of the
/// second game along the second number [WW, ch. 14].
#[derive(Clone, Debug)]
pub struct AcrosticProduct<A, B>(pub A, pub B);

impl<A: HeapGame, B: HeapGame> PairGame for AcrosticProduct<A, B> {
    fn name(&self) -> String {
        format!("acrostic product of {} and {}", self.0.name(), self.1.name())
    }

    fn visit_options(&self, (a, b): Pair, visit: &mut PairVisitor<'_>) -> ControlFlow<()> {
        let mut pairs = Vec::new();
        self.0.visit_options(a, &mut |parts| {
            pairs.clear();
            pairs.extend(parts.iter().map(|&x| (x, b)));
            visit(&pairs)
        })?;
        self.1.visit_options(b, &mut |parts| {
            pairs.clear();
            pairs.extend(parts.iter().map(|&y| (a, y)));
            visit(&pairs)
        })
    }
}

/// The direct product: a move pairs a move of the first game with a move of the second and leaves every pair of a
/// number of the one (the old number or a new one) with a number of the other, except the old pair.
///
/// The Tartan theorem: its values are the nim products of the values of the factors [WW, ch. 14].
#[derive(Clone, Debug)]
pub struct DirectProduct<A, B>(pub A, pub B);

impl<A: HeapGame, B: HeapGame> PairGame for DirectProduct<A, B> {
    fn name(&self) -> String {
        format!("direct product of {} and {}", self.0.name(), self.1.name())
    }

    fn visit_options(&self, (a, b): Pair, visit: &mut PairVisitor<'_>) -> ControlFlow<()> {
        let columns = self.1.options(b);
        let mut pairs = Vec::new();
        self.0.visit_options(a, &mut |rows| {
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_ten_and_ten_are_counted() {
        let at = (10, 10);
        assert_eq!(Wythoff::classic().options(at).len(), 30);
        assert_eq!(Wythoff::general(|k| k + 2).options(at).len(), 48);
        assert_eq!(TakeAway::fibonacci().options(at).len(), 10);
        assert_eq!(take_away_by(3).options(at).len(), 10);
        assert_eq!(Mem::classic().options(at).len(), 1);
        assert_eq!(Mem::general(|memory, k| k != memory).options(at).len(), 9);
        assert_eq!(Euclid::ToZero.options((10, 3)), [[(7, 3)], [(4, 3)], [(1, 3)]]);
    }
}
