//! The sequence of a heap game: picks the method, extends, and says what it did.

use std::fmt;
use std::sync::Arc;

use farstar_rules::heap::{HeapCode, HeapGame};
use farstar_value::Limits;

use super::bitset::{self, PartitionSets};
use super::candidate;
use super::cells::{Cell, Cells};
use super::definition;
use super::error::SequenceError;
use super::kernel::{Kernel, Lane};
use super::mask::{self, SparseSpace};
use super::rare::{RareCommon, Reached};
use super::rule::SplitRule;
use super::segment::{self, MOST_ONE_HOT, Marks};

/// Heaps computed by looking at every split before another method is considered.
const BOOTSTRAP: usize = 1 << 9;

/// The same when a method was asked for.
const FORCED_BOOTSTRAP: usize = 1 << 7;

/// The largest values that are looked up in marks of a fixed size.
const MOST_MARKS: usize = 1 << 13;

/// The largest heap of a sequence kept in memory.
const MOST_HEAPS: u64 = 1 << 36;

/// How the values of a sequence are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// The definition: the least value no option has, over all options. The oracle.
    Naive,
    /// A bit set of the values of all options, by pairs of heaps or by sets of sums.
    BitSet,
    /// Marks for the first splits, vector comparison of candidates for the rest.
    Candidate,
    /// Rare and common values in a sparse space.
    RareCommon,
    /// Rare and common values, the common ones below 128 as bits of a word, many heaps at once.
    OneHot,
}

impl Method {
    /// The name of the method.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::BitSet => "bit set",
            Self::Candidate => "candidate test",
            Self::RareCommon => "rare/common",
            Self::OneHot => "one-hot",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The sparse space a sequence is computed with, as shown to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparse {
    /// The mask: a value is rare or common by the parity of the ones of `value & mask`.
    pub mask: u32,
    /// Whether the parity of the heap is added.
    pub by_parity: bool,
    /// The parity of the common class.
    pub common: u32,
    /// The heaps with rare values, increasing, without heap 0.
    pub rare_heaps: Vec<u64>,
}

/// How a game is looked at.
#[derive(Clone)]
enum Rules {
    /// At most two heaps: all methods.
    Split(SplitRule),
    /// A code of another kind: bit sets of sums.
    Sets(Box<PartitionSets>),
    /// Anything else: the definition.
    Options,
}

/// The nim values of the heaps 0, 1, 2, … of a heap game, computed as far as asked.
///
/// # Examples
/// ```
/// use farstar_rules::heap::HeapCode;
/// use farstar_impartial::sequence::GrundySequence;
/// use farstar_value::Limits;
/// let mut kayles = GrundySequence::of_code("0.77".parse::<HeapCode>()?);
/// kayles.extend_to(13, &Limits::none())?;
/// assert_eq!(kayles.values(0..13), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GrundySequence {
    game: Arc<dyn HeapGame>,
    rules: Rules,
    forced: Option<Method>,
    method: Method,
    cells: Cells,
    rare: Option<RareCommon>,
    /// Heap at which the method is chosen again.
    next_choice: usize,
    kernel: Kernel,
    threads: bool,
    /// The preperiod, the period and the saltus, once a theorem has proved them.
    pub(super) proved: Option<[u64; 3]>,
    /// What is known of heaps without computing them.
    pub(super) law: Option<Law>,
}

/// The values of heaps, of some perhaps.
pub(super) type Law = Arc<dyn Fn(u64) -> Option<u64> + Send + Sync>;

impl fmt::Debug for GrundySequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GrundySequence")
            .field("game", &self.game.name())
            .field("method", &self.method)
            .field("heaps", &self.cells.len())
            .finish_non_exhaustive()
    }
}

impl GrundySequence {
    /// The sequence of any heap game.
    #[must_use]
    pub fn new(game: impl HeapGame + 'static) -> Self {
        Self::shared(Arc::new(game))
    }

    /// The sequence of a game given by a code.
    #[must_use]
    pub fn of_code(code: HeapCode) -> Self {
        Self::new(code)
    }

    /// The sequence of a shared game.
    #[must_use]
    pub fn shared(game: Arc<dyn HeapGame>) -> Self {
        let rules = match game.code() {
            None => Rules::Options,
            Some(code) => match SplitRule::of(code) {
                Some(rule) => Rules::Split(rule),
                None => Rules::Sets(Box::new(PartitionSets::new(code, 256))),
            },
        };
        let method = if matches!(rules, Rules::Options) { Method::Naive } else { Method::BitSet };
        Self {
            game,
            rules,
            forced: None,
            method,
            cells: Cells::Narrow(Vec::new()),
            rare: None,
            next_choice: BOOTSTRAP,
            kernel: Kernel::detect(),
            threads: true,
            proved: None,
            law: None,
        }
    }

    /// The sequence with a law that tells the values of heaps, where they are asked for one by one
    /// ([`GrundySequence::far`]).
    #[must_use]
    pub fn with_law(self, law: impl Fn(u64) -> Option<u64> + Send + Sync + 'static) -> Self {
        Self { law: Some(Arc::new(law)), ..self }
    }

    /// The sequence of the same game with the same law, of which no heap is computed.
    #[must_use]
    pub fn anew(&self) -> Self {
        Self { law: self.law.clone(), ..Self::shared(Arc::clone(&self.game)) }
    }

    /// Uses one method throughout, as far as it applies.
    ///
    /// # Errors
    /// [`SequenceError::Unsuitable`] when the method cannot be used on the game.
    pub fn with_method(mut self, method: Method) -> Result<Self, SequenceError> {
        let unsuitable = |reason| SequenceError::Unsuitable { method: method.name(), reason };
        match (method, &self.rules) {
            (Method::Naive, _) => self.rules = Rules::Options,
            (Method::BitSet, Rules::Split(_) | Rules::Sets(_)) => {}
            (Method::BitSet, Rules::Options) => return Err(unsuitable("the game has no code")),
            (_, Rules::Split(rule))
                if !rule.never_splits() && rule.long_splits().next().is_some() => {}
            _ => return Err(unsuitable("it needs a finite code that leaves at most two heaps")),
        }
        self.method = if method == Method::Naive { method } else { Method::BitSet };
        self.forced = Some(method);
        self.next_choice = FORCED_BOOTSTRAP;
        Ok(self)
    }

    /// Uses portable instructions and one thread only; the values are the same.
    #[must_use]
    pub fn portable(mut self) -> Self {
        self.kernel = Kernel::Portable;
        self.threads = false;
        self
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<dyn HeapGame> {
        &self.game
    }

    /// The method in use for the next heap.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// The sparse space in use, if there is one.
    #[must_use]
    pub fn sparse(&self) -> Option<Sparse> {
        self.rare.as_ref().map(|rare| Sparse {
            mask: rare.space.mask,
            by_parity: rare.space.by_parity,
            common: rare.space.common,
            rare_heaps: rare.rares.iter().map(|&heap| heap as u64).collect(),
        })
    }

    /// The number of heaps computed; the heaps are 0 to one less.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Whether no heap has been computed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.len() == 0
    }

    /// The value of a heap already computed.
    #[must_use]
    pub fn value(&self, heap: u64) -> Option<u32> {
        self.cells.get(usize::try_from(heap).ok()?)
    }

    /// The value of a heap, computed if it has not been.
    ///
    /// # Errors
    /// Those of [`GrundySequence::extend_to`].
    pub fn find(&mut self, heap: u64, limits: &Limits) -> Result<u32, SequenceError> {
        self.extend_to(heap.saturating_add(1), limits)?;
        self.value(heap).ok_or(SequenceError::HeapTooLarge { heap, limit: MOST_HEAPS })
    }

    /// The values of a range of heaps, as far as they have been computed.
    #[must_use]
    pub fn values(&self, heaps: std::ops::Range<u64>) -> Vec<u32> {
        self.cells.range(heaps.start as usize, heaps.end.min(self.len()) as usize)
    }

    /// The bytes the values take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.cells.len() * self.cells.width()) as u64
    }

    pub(crate) fn cells(&self) -> &Cells {
        &self.cells
    }

    pub(crate) fn rare(&self) -> Option<&RareCommon> {
        self.rare.as_ref()
    }

    pub(crate) fn split_rule(&self) -> Option<&SplitRule> {
        match &self.rules {
            Rules::Split(rule) => Some(rule),
            _ => None,
        }
    }

    /// Computes the heaps below `to`, if they have not been computed.
    ///
    /// # Errors
    /// [`SequenceError::Stopped`] when a limit was reached: what was computed stays, and a later
    /// call goes on from there. `limits.nodes` counts heaps, `limits.bytes` the values kept.
    /// [`SequenceError::HeapTooLarge`] beyond 2³⁶ heaps, or 2³² of a game without a fast method.
    pub fn extend_to(&mut self, to: u64, limits: &Limits) -> Result<(), SequenceError> {
        let limit =
            if matches!(self.rules, Rules::Split(_)) { MOST_HEAPS } else { u64::from(u32::MAX) };
        if to > limit {
            return Err(SequenceError::HeapTooLarge { heap: to - 1, limit });
        }
        let to = to as usize;
        if self.cells.len() >= to {
            return Ok(());
        }
        match &mut self.rules {
            Rules::Split(_) => self.extend_splits(to, limits),
            Rules::Sets(sets) => {
                let mut values = self.cells.range(0, self.cells.len());
                let known = values.len();
                // steps of doubling size keep the tables close to what is needed
                let mut outcome = Ok(());
                while values.len() < to && outcome.is_ok() {
                    let step = to.min((2 * values.len()).max(256));
                    // a code without end that leaves at most two heaps is one with an end up to there
                    let rule = self.game.code().and_then(|code| SplitRule::below(code, step));
                    outcome = match rule {
                        Some(rule) => limits
                            .check_with(values.len() as u64, 4 * step as u64)
                            .map_err(SequenceError::from)
                            .and_then(|()| bitset::extend_splits(&rule, &mut values, step, limits)),
                        None => sets.extend(&mut values, step, limits),
                    };
                    limits.reach(values.len() as u64);
                }
                values[known..].iter().for_each(|&value| self.cells.push(value));
                outcome
            }
            Rules::Options => {
                let mut values = self.cells.range(0, self.cells.len());
                let known = values.len();
                let outcome = definition::extend(&*self.game, &mut values, to, limits);
                values[known..].iter().for_each(|&value| self.cells.push(value));
                outcome
            }
        }
    }

    fn extend_splits(&mut self, to: usize, limits: &Limits) -> Result<(), SequenceError> {
        let Rules::Split(rule) = &self.rules else { return Ok(()) };
        let rule = rule.clone();
        while self.cells.len() < to {
            let done = self.cells.len();
            limits.check_with(done as u64, (done * self.cells.width()) as u64)?;
            limits.reach(done as u64);
            if done >= self.next_choice {
                self.choose(&rule);
            }
            let step = match self.method {
                Method::Naive | Method::BitSet if rule.never_splits() => 1 << 16,
                Method::OneHot => 1 << 22,
                Method::RareCommon => 1 << 18,
                _ => 1 << 10,
            };
            let end = to.min(self.next_choice.max(done + 1)).min(done + step);
            let before = done;
            let kernel = (self.kernel, self.threads);
            let reached = match (&mut self.cells, &mut self.rare) {
                (Cells::Narrow(cells), Some(state))
                    if self.method == Method::OneHot && segment::ranks(state, before).is_some() =>
                {
                    segment::one_hot(state, &[], cells, 0, end, self.threads)
                }
                (Cells::Narrow(cells), state) => {
                    Self::step(&rule, state.as_mut(), cells, end, self.method, kernel, limits)?
                }
                (Cells::Medium(cells), state) => {
                    Self::step(&rule, state.as_mut(), cells, end, self.method, kernel, limits)?
                }
                (Cells::Wide(cells), _) => {
                    bitset::extend_splits(&rule, cells, end, limits)?;
                    Reached::End
                }
            };
            if reached == Reached::NewBit || self.cells.len() < end && self.cells.len() == before {
                self.next_bit(&rule, limits)?;
            }
        }
        Ok(())
    }

    /// Computes one heap by looking at every split, widening the cells if need be, and chooses the method again.
    fn next_bit(&mut self, rule: &SplitRule, limits: &Limits) -> Result<(), SequenceError> {
        let heap = self.cells.len();
        while self.cells.len() == heap {
            match &mut self.cells {
                Cells::Narrow(cells) => bitset::extend_splits(rule, cells, heap + 1, limits)?,
                Cells::Medium(cells) => bitset::extend_splits(rule, cells, heap + 1, limits)?,
                Cells::Wide(cells) => bitset::extend_splits(rule, cells, heap + 1, limits)?,
            }
            if self.cells.len() == heap {
                self.cells.widen();
            }
        }
        // the heap may be rare, which only a new state would notice
        self.rare = None;
        if self.method != Method::BitSet || heap >= self.next_choice {
            self.choose(rule);
        }
        Ok(())
    }

    /// One step of any method but the one-hot one.
    fn step<T: Lane>(
        rule: &SplitRule,
        state: Option<&mut RareCommon>,
        cells: &mut Vec<T>,
        to: usize,
        method: Method,
        (kernel, threads): (Kernel, bool),
        limits: &Limits,
    ) -> Result<Reached, SequenceError> {
        // words are soon at hand, and witnesses for segments of marks would cost more than the heaps until then
        let segments = (method == Method::RareCommon).then_some(threads);
        let reached = match (method, state) {
            (Method::RareCommon | Method::OneHot, Some(state)) => match state.top {
                0..64 => Self::by_marks::<T, 64>(state, cells, to, segments),
                64..256 => Self::by_marks::<T, 256>(state, cells, to, segments),
                256..512 => Self::by_marks::<T, 512>(state, cells, to, segments),
                512..1024 => Self::by_marks::<T, 1024>(state, cells, to, segments),
                1024..4096 => Self::by_marks::<T, 4096>(state, cells, to, segments),
                _ => Self::by_marks::<T, MOST_MARKS>(state, cells, to, segments),
            },
            (Method::Candidate, _) => {
                candidate::extend(rule, cells, to, kernel, limits)?;
                Reached::End
            }
            _ => {
                bitset::extend_splits(rule, cells, to, limits)?;
                Reached::End
            }
        };
        Ok(reached)
    }

    /// One step by rare and common values below `V`, in segments, with threads or without, if they are wanted.
    fn by_marks<T: Lane, const V: usize>(
        state: &mut RareCommon,
        cells: &mut Vec<T>,
        to: usize,
        segments: Option<bool>,
    ) -> Reached {
        if let Some(threads) = segments.filter(|_| segment::applies(state, cells.len())) {
            segment::extend::<T, Marks<V>>(state, &[], cells, 0, to, threads)
        } else {
            // until the last rare heap lies behind
            let to = to.min(cells.len() + 256);
            state.extend::<T, V, 16>(cells, to)
        }
    }

    /// Chooses the method by the cost of one heap, estimated from the values so far.
    fn choose(&mut self, rule: &SplitRule) {
        let heaps = self.cells.len();
        self.next_choice = 2 * heaps;
        let splits = rule.long_splits().count();
        if splits == 0 || matches!(self.cells, Cells::Wide(_)) {
            self.method = Method::BitSet;
            self.next_choice = usize::MAX;
            return;
        }
        if matches!(self.forced, Some(Method::BitSet | Method::Naive)) {
            self.next_choice = usize::MAX;
            return;
        }
        let best = match &self.cells {
            Cells::Narrow(cells) => Self::sparsest(cells, rule),
            Cells::Medium(cells) => Self::sparsest(cells, rule),
            Cells::Wide(_) => None,
        };
        // cycles for a heap, measured: a marked pair 1, a searched value 40, a pair that is
        // looked up among candidates a sixth, with the hits
        let by_candidates = splits * (1200 + heaps / 12);
        let forced_sparse = matches!(self.forced, Some(Method::RareCommon | Method::OneHot));
        let sparse = best.filter(|&(_, rare, top)| {
            top < MOST_MARKS
                && (forced_sparse || splits * (rare as usize + 400) < by_candidates)
                && self.forced != Some(Method::Candidate)
        });
        let Some((space, _, top)) = sparse else {
            self.rare = None;
            self.method = Method::Candidate;
            return;
        };
        let same = self.rare.as_ref().is_some_and(|state| state.space == space);
        if !same {
            let cells = &self.cells;
            let values = (0..heaps).map(|heap| cells.get(heap).unwrap_or(0) as usize);
            self.rare = Some(RareCommon::new(rule, space, values, self.kernel));
        }
        if let Some(state) = &mut self.rare {
            state.top = top;
            let small = top < MOST_ONE_HOT && matches!(self.cells, Cells::Narrow(_));
            let onehot = small
                && state.rares.len() <= segment::MOST_RARE
                && self.forced != Some(Method::RareCommon);
            // rare heaps have died out: the space will not change until a new bit is needed
            if state.rares.last().is_none_or(|&last| last < heaps / 4) {
                self.next_choice = usize::MAX;
            }
            self.method = if onehot { Method::OneHot } else { Method::RareCommon };
        }
    }

    /// The sparsest space, the number of its rare heaps, and the largest value.
    fn sparsest<T: Cell>(cells: &[T], rule: &SplitRule) -> Option<(SparseSpace, u64, usize)> {
        let top = cells.iter().copied().max()?.index();
        let bits = usize::BITS - top.leading_zeros();
        let (space, rare) = mask::sparsest(cells.iter().map(|c| c.index()), bits.max(1), rule)?;
        Some((space, rare, top))
    }
}
