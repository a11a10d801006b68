//! Impartial games: positions whose moves are the same for both players.

use std::hash::Hash;
use std::ops::ControlFlow;

/// What takes options one by one; it breaks off when no more are wanted.
pub type Visit<'v, P> = &'v mut dyn FnMut(P) -> ControlFlow<()>;

/// A position of an impartial game.
///
/// Equal positions must have equal options; play from any position must end unless a solver says that it accepts
/// cycles.
///
/// # Examples
/// ```
/// use farstar_rules::impartial::{Impartial, Visit};
/// use std::ops::ControlFlow;
/// /// One heap, from which one or two stones are taken.
/// #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Heap(u32);
/// impl Impartial for Heap {
///     fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
///         (1..=self.0.min(2)).try_for_each(|take| visit(Heap(self.0 - take)))
///     }
/// }
/// assert!(Heap(0).is_terminal() && !Heap(1).is_terminal());
/// ```
pub trait Impartial: Clone + Ord + Hash {
    /// Calls `visit` with every position that one move reaches, until it breaks off; repetitions are allowed.
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()>;

    /// Splits the position into independent parts of which it is the disjunctive sum. The default is one part; no parts
    /// means that no move is left.
    fn parts(self) -> Vec<Self> {
        vec![self]
    }

    /// Whether no move is possible.
    fn is_terminal(&self) -> bool {
        self.options(&mut |_| ControlFlow::Break(())).is_continue()
    }
}
