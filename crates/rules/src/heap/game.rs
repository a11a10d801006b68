//! What a heap game is: for each heap, the lists of heaps it may be replaced by.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::code::HeapCode;

/// Tokens in one heap.
pub type HeapSize = u32;

/// A heap that is two numbers.
pub type Pair = (HeapSize, HeapSize);

/// Receives one option after the other; breaks to stop the visit.
pub type OptionVisitor<'a, H = HeapSize> = dyn FnMut(&[H]) -> ControlFlow<()> + 'a;

/// An impartial game played on heaps, each heap independent of the others: a number of tokens, or a [`Pair`].
///
/// A move replaces one heap by the heaps of one of its options, so a position is the disjunctive sum of its heaps.
/// Every number of an option must be smaller than the one it comes from, and a pair must not come back; solvers check
/// it. A partizan game is two of these, Left's and Right's ([`PartizanHeaps`]).
pub trait HeapGame<H: Copy = HeapSize>: Send + Sync {
    /// The name by which the game is shown.
    fn name(&self) -> String;

    /// Calls `visit` with every option of a heap, until it breaks.
    fn visit_options(&self, heap: H, visit: &mut OptionVisitor<'_, H>) -> ControlFlow<()>;

    /// The take-and-break code of the game, if it has one: solvers are much faster with it.
    fn code(&self) -> Option<&HeapCode> {
        None
    }

    /// Whether a move of a heap makes more heaps, or larger ones, than can be written down. Its options hold the heap
    /// itself then.
    fn overflows(&self, _heap: H) -> bool {
        false
    }

    /// Every option of a heap, in the order of [`HeapGame::visit_options`].
    fn options(&self, heap: H) -> Vec<Vec<H>> {
        let mut options = Vec::new();
        // the visitor never breaks, so the visit is complete
        let _ = self.visit_options(heap, &mut |parts| {
            options.push(parts.to_vec());
            ControlFlow::Continue(())
        });
        options
    }

    /// The number of options of a heap, without keeping them.
    fn option_count(&self, heap: H) -> u64 {
        let mut count = 0;
        let _ = self.visit_options(heap, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }
}

/// A game on pairs of numbers.
pub type PairGame = Arc<dyn HeapGame<Pair>>;

/// The rules of Left and those of Right.
pub type PartizanHeaps = [PairGame; 2];

impl<H: Copy, G: HeapGame<H> + ?Sized> HeapGame<H> for Arc<G> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn visit_options(&self, heap: H, visit: &mut OptionVisitor<'_, H>) -> ControlFlow<()> {
        (**self).visit_options(heap, visit)
    }

    fn code(&self) -> Option<&HeapCode> {
        (**self).code()
    }

    fn overflows(&self, heap: H) -> bool {
        (**self).overflows(heap)
    }
}

/// A heap game given by a function that shows the options of a heap.
///
/// # Examples
/// ```
/// use farstar_rules::heap::{HeapFunction, HeapGame};
/// use std::ops::ControlFlow;
/// // take half of the heap, rounded up
/// let halving = HeapFunction::new("halving", |heap: u32, visit| match heap {
///     0 => ControlFlow::Continue(()),
///     _ => visit(&[heap / 2]),
/// });
/// assert_eq!(halving.options(5), [[2]]);
/// ```
pub struct HeapFunction<F> {
    name: String,
    visit: F,
}

impl<F> HeapFunction<F> {
    /// The game whose options of a heap are what `visit` shows.
    pub fn new<H: Copy>(name: impl Into<String>, visit: F) -> Self
    where
        F: Fn(H, &mut OptionVisitor<'_, H>) -> ControlFlow<()> + Send + Sync,
    {
        Self { name: name.into(), visit }
    }
}

impl<F> fmt::Debug for HeapFunction<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeapFunction").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<H: Copy, F> HeapGame<H> for HeapFunction<F>
where
    F: Fn(H, &mut OptionVisitor<'_, H>) -> ControlFlow<()> + Send + Sync,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn visit_options(&self, heap: H, visit: &mut OptionVisitor<'_, H>) -> ControlFlow<()> {
        (self.visit)(heap, visit)
    }
}

/// The join of two heap games: a move may follow the rules of either.
#[derive(Clone, Debug)]
pub struct Join<A, B>(pub A, pub B);

impl<H: Copy, A: HeapGame<H>, B: HeapGame<H>> HeapGame<H> for Join<A, B> {
    fn name(&self) -> String {
        format!("{} or {}", self.0.name(), self.1.name())
    }

    fn visit_options(&self, heap: H, visit: &mut OptionVisitor<'_, H>) -> ControlFlow<()> {
        self.0.visit_options(heap, visit)?;
        self.1.visit_options(heap, visit)
    }

    fn overflows(&self, heap: H) -> bool {
        self.0.overflows(heap) || self.1.overflows(heap)
    }
}
