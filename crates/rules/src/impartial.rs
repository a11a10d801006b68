//! Impartial games: positions whose moves are the same for both players.

use std::hash::Hash;

/// A position of an impartial game.
///
/// Equal positions must have equal options; play from any position must end unless a solver says that it accepts cycles.
///
/// # Examples
/// ```
/// use farstar_rules::impartial::Impartial;
/// /// One heap, from which one or two stones are taken.
/// #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Heap(u32);
/// impl Impartial for Heap {
///     fn options(&self, visit: &mut dyn FnMut(Self)) {
///         (1..=self.0.min(2)).for_each(|take| visit(Heap(self.0 - take)));
///     }
/// }
/// let mut count = 0;
/// Heap(1).options(&mut |_| count += 1);
/// assert_eq!(count, 1);
/// ```
pub trait Impartial: Clone + Ord + Hash {
    /// Calls `visit` with every position that one move reaches; repetitions are allowed.
    fn options(&self, visit: &mut dyn FnMut(Self));

    /// Splits the position into independent parts of which it is the disjunctive sum, and calls `visit` with each. The default is one part.
    fn parts(&self, visit: &mut dyn FnMut(Self)) {
        visit(self.clone());
    }

    /// Whether no move is possible.
    fn is_terminal(&self) -> bool {
        let mut terminal = true;
        self.options(&mut |_| terminal = false);
        terminal
    }
}
