//! The take-and-break codes that leave at most two heaps, in the form the fast methods read.

use farstar_rules::heap::{Constraint, HeapCode};

/// How the rest of a heap may be split in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// Not at all.
    No,
    /// In any two heaps.
    Any,
    /// In two different heaps.
    Unequal,
    /// In two equal heaps.
    Equal,
}

/// What may be left after taking `taken` tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Take {
    /// Tokens taken.
    pub(crate) taken: usize,
    /// The whole heap may be taken.
    pub(crate) finishes: bool,
    /// One heap may be left.
    pub(crate) keeps: bool,
    /// Two heaps may be left.
    pub(crate) split: Split,
}

/// A finite code whose digits leave at most two heaps: an octal game, its `4.` extension, and
/// Grundy's game among others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SplitRule {
    /// Every number of tokens that may be taken, increasing.
    pub(crate) takes: Vec<Take>,
    /// The largest number of tokens that may be taken.
    pub(crate) last_take: usize,
}

impl SplitRule {
    /// The rule of a code, or `None` when the code leaves more heaps or never ends.
    pub(crate) fn of(code: &HeapCode) -> Option<Self> {
        Self::with(code, code.last_take()?)
    }

    /// The rule of a code that never ends, of heaps below `to`.
    pub(crate) fn below(code: &HeapCode, to: usize) -> Option<Self> {
        Self::with(code, u32::try_from(to).ok()?)
    }

    fn with(code: &HeapCode, last_take: u32) -> Option<Self> {
        if code.most_added() > 0 {
            return None;
        }
        let mut takes = Vec::new();
        for (taken, digit) in code.takes(last_take) {
            if digit.tail().is_some() || digit.counts().iter().any(|&(heaps, _)| heaps > 2) {
                return None;
            }
            let split = match digit.allows(2) {
                None => Split::No,
                Some(Constraint::Any) => Split::Any,
                Some(Constraint::Distinct | Constraint::NotAllEqual) => Split::Unequal,
                Some(Constraint::AllEqual) => Split::Equal,
            };
            takes.push(Take {
                taken: usize::try_from(taken).ok()?,
                finishes: digit.allows(0).is_some(),
                keeps: digit.allows(1).is_some(),
                split,
            });
        }
        Some(Self { takes, last_take: last_take as usize })
    }

    /// The takes that split in any way or unequally: those whose work grows with the heap.
    pub(crate) fn long_splits(&self) -> impl Iterator<Item = Take> {
        self.takes.iter().copied().filter(|t| matches!(t.split, Split::Any | Split::Unequal))
    }

    /// Whether no move leaves two heaps.
    pub(crate) fn never_splits(&self) -> bool {
        self.takes.iter().all(|t| t.split == Split::No)
    }

    /// Whether some move splits equally only.
    pub(crate) fn has_equal(&self) -> bool {
        self.takes.iter().any(|t| t.split == Split::Equal)
    }

    /// Calls `mark` with the value of every option of `heap` that leaves no heap, one heap, or
    /// two equal heaps by a rule of equality; the long splits are left to the methods.
    #[inline(always)]
    pub(crate) fn short_options(
        &self,
        heap: usize,
        value: impl Fn(usize) -> usize,
        mut mark: impl FnMut(usize),
    ) {
        for take in &self.takes {
            if heap < take.taken {
                break;
            }
            let rest = heap - take.taken;
            if take.finishes && rest == 0 {
                mark(0);
            }
            if take.keeps && rest > 0 {
                mark(value(rest));
            }
            if take.split == Split::Equal && rest > 0 && rest.is_multiple_of(2) {
                mark(0);
            }
        }
    }
}
