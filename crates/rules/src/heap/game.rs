//! What a heap game is: for each heap, the lists of heaps it may be replaced by.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::code::HeapCode;

/// Tokens in one heap.
pub type HeapSize = u32;

/// Receives one option after the other; breaks to stop the visit.
pub type OptionVisitor<'a> = dyn FnMut(&[HeapSize]) -> ControlFlow<()> + 'a;

/// An impartial game played on heaps, each heap independent of the others.
///
/// A move replaces one heap by the heaps of one of its options, so a position is the disjunctive sum of its heaps.
/// Every heap of an option must be smaller than the heap it comes from; solvers check it.
pub trait HeapGame: Send + Sync {
    /// The name by which the game is shown.
    fn name(&self) -> String;

    /// Calls `visit` with every option of a heap of `heap` tokens, until it breaks.
    fn visit_options(&self, heap: HeapSize, visit: &mut OptionVisitor<'_>) -> ControlFlow<()>;

    /// The take-and-break code of the game, if it has one: solvers are much faster with it.
    fn code(&self) -> Option<&HeapCode> {
        None
    }

    /// Every option of a heap, in the order of [`HeapGame::visit_options`].
    fn options(&self, heap: HeapSize) -> Vec<Vec<HeapSize>> {
        let mut options = Vec::new();
        // the visitor never breaks, so the visit is complete
        let _ = self.visit_options(heap, &mut |parts| {
            options.push(parts.to_vec());
            ControlFlow::Continue(())
        });
        options
    }

    /// The number of options of a heap, without keeping them.
    fn option_count(&self, heap: HeapSize) -> u64 {
        let mut count = 0;
        let _ = self.visit_options(heap, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }
}

impl<G: HeapGame + ?Sized> HeapGame for Arc<G> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn visit_options(&self, heap: HeapSize, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        (**self).visit_options(heap, visit)
    }

    fn code(&self) -> Option<&HeapCode> {
        (**self).code()
    }
}

/// A heap game given by a function from a heap to its options.
///
/// # Examples
/// ```
/// use farstar_rules::heap::{HeapFunction, HeapGame};
/// // take half of the heap, rounded up
/// let halving = HeapFunction::new("halving", |heap| if heap == 0 { vec![] } else { vec![vec![heap / 2]] });
/// assert_eq!(halving.options(5), [[2]]);
/// ```
pub struct HeapFunction<F> {
    name: String,
    options: F,
}

impl<F: Fn(HeapSize) -> Vec<Vec<HeapSize>> + Send + Sync> HeapFunction<F> {
    /// The game whose options of a heap are what `options` returns.
    pub fn new(name: impl Into<String>, options: F) -> Self {
        Self { name: name.into(), options }
    }
}

impl<F> fmt::Debug for HeapFunction<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeapFunction").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<F: Fn(HeapSize) -> Vec<Vec<HeapSize>> + Send + Sync> HeapGame for HeapFunction<F> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn visit_options(&self, heap: HeapSize, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        (self.options)(heap).iter().try_for_each(|parts| visit(parts))
    }
}

/// The join of two heap games: a move may follow the rules of either.
#[derive(Clone, Debug)]
pub struct Join<A, B>(pub A, pub B);

impl<A: HeapGame, B: HeapGame> HeapGame for Join<A, B> {
    fn name(&self) -> String {
        format!("{} or {}", self.0.name(), self.1.name())
    }

    fn visit_options(&self, heap: HeapSize, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        self.0.visit_options(heap, visit)?;
        self.1.visit_options(heap, visit)
    }
}
