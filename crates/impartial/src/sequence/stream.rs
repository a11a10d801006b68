//! Sequences too long to keep: the values go to a sink, and only what the next heap depends on
//! stays. The state can be written as bytes and read again.
//!
//! Once the rare heaps have died out, a value depends on the last `W` values, where `W` covers
//! the last rare heap and the local witnesses: about 130 000 heaps, whatever the length.

use std::sync::Arc;

use farstar_rules::heap::HeapCode;
use farstar_value::Limits;

use super::cells::Cells;
use super::engine::GrundySequence;
use super::error::SequenceError;
use super::kernel::{Kernel, LANES, Lane};
use super::mask::SparseSpace;
use super::rare::{LOCAL, RareCommon, Reached, Witness};
use super::rule::SplitRule;
use super::saved::{Reader, Writer, bad};
use super::segment::{self, MOST_ONE_HOT, Marks};
use super::theorem::Theorem;

/// Heaps computed between two looks at the limits, in one-hot form and by marks: less than a second's.
const STEP: usize = 1 << 25;
const STEP_BY_MARKS: usize = 1 << 20;

/// Values handed over at a time.
const RUN: usize = 1 << 15;

/// Heaps computed in memory before the stream starts, at least and at most.
const START: u64 = 1 << 19;
const LATEST_START: u64 = 1 << 24;

/// The first bytes of a checkpoint.
const MAGIC: &[u8; 8] = b"FSHEAPS1";

/// The values that stay.
#[derive(Clone, Debug)]
enum Window {
    /// Values below 256: the first heaps and the last ones.
    Narrow(Vec<u8>, Vec<u8>),
    /// Values below 65 536.
    Medium(Vec<u16>, Vec<u16>),
}

/// A sequence that is computed heap after heap without keeping the values.
///
/// # Examples
/// ```
/// use farstar_impartial::sequence::GrundyStream;
/// use farstar_value::Limits;
/// let mut stream = GrundyStream::new("0.106".parse()?, &Limits::none())?;
/// let mut largest = 0;
/// stream.advance(stream.len() + 100_000, &Limits::none(), &mut |_, values| {
///     largest = largest.max(values.iter().copied().max().unwrap_or(0));
/// })?;
/// let checkpoint = stream.checkpoint();
/// let resumed = GrundyStream::resume(&checkpoint)?;
/// assert_eq!(resumed.len(), stream.len());
/// assert!(largest < 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GrundyStream {
    code: HeapCode,
    state: RareCommon,
    window: Window,
    /// The first heap of the last values; even.
    origin: usize,
    threads: bool,
}

impl std::fmt::Debug for GrundyStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (game, len) = (self.code.to_string(), self.len());
        f.debug_struct("GrundyStream")
            .field("game", &game)
            .field("len", &len)
            .finish_non_exhaustive()
    }
}

impl GrundyStream {
    /// Starts the stream of a game: computes its first heaps in memory (half a million, more if
    /// rare values still appear).
    ///
    /// # Errors
    /// [`SequenceError::Unsuitable`] when the game has no sparse space whose rare heaps die out
    /// within 2²⁴ heaps; [`SequenceError::Stopped`].
    pub fn new(code: HeapCode, limits: &Limits) -> Result<Self, SequenceError> {
        let mut sequence = GrundySequence::shared(Arc::new(code.clone()));
        let mut heaps = START;
        loop {
            sequence.extend_to(heaps, limits)?;
            let settled = sequence
                .rare()
                .filter(|rare| rare.rares.last().copied().unwrap_or(0) < heaps as usize / 4);
            if let Some(rare) = settled {
                let window = match sequence.cells() {
                    Cells::Narrow(cells) => Window::Narrow(cells[..=LOCAL].to_vec(), cells.clone()),
                    Cells::Medium(cells) => Window::Medium(cells[..=LOCAL].to_vec(), cells.clone()),
                    Cells::Wide(_) => break,
                };
                let mut stream =
                    Self { code, state: rare.clone(), window, origin: 0, threads: true };
                stream.trim();
                return Ok(stream);
            }
            heaps *= 2;
            if heaps > LATEST_START {
                break;
            }
        }
        Err(SequenceError::Unsuitable {
            method: "stream",
            reason: "the game needs a sparse space whose rare heaps die out early",
        })
    }

    /// The game.
    #[must_use]
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// The number of heaps computed so far; the next one has this size.
    #[must_use]
    pub fn len(&self) -> u64 {
        let late = match &self.window {
            Window::Narrow(_, late) => late.len(),
            Window::Medium(_, late) => late.len(),
        };
        (self.origin + late) as u64
    }

    /// Whether no heap has been computed; a stream has always computed some.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of the values that are kept.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match &self.window {
            Window::Narrow(early, late) => (early.len() + late.len()) as u64,
            Window::Medium(early, late) => 2 * (early.len() + late.len()) as u64,
        }
    }

    /// Computes the heaps below `to` and hands them to `sink` in order: the first heap of a run,
    /// and the values from there on.
    ///
    /// # Errors
    /// [`SequenceError::Stopped`]: `limits.nodes` counts the heaps of this call. What was handed
    /// over stays done; a later call goes on. [`SequenceError::Forgotten`] when a rare value
    /// appears whose proof needs more heaps than are kept.
    pub fn advance(
        &mut self,
        to: u64,
        limits: &Limits,
        sink: &mut dyn FnMut(u64, &[u16]),
    ) -> Result<(), SequenceError> {
        let to = usize::try_from(to).unwrap_or(usize::MAX);
        let start = self.len();
        let mut run: Vec<u16> = Vec::new();
        while (self.len() as usize) < to {
            limits.check_with(self.len() - start, self.bytes())?;
            let from = self.len() as usize;
            let one_hot = self.state.top < MOST_ONE_HOT;
            let step = if one_hot { STEP } else { STEP_BY_MARKS };
            let reached = self.step(to.min(from + step));
            let known = from - self.origin;
            match &self.window {
                Window::Narrow(_, late) => hand_over(from, &late[known..], &mut run, sink),
                Window::Medium(_, late) => hand_over(from, &late[known..], &mut run, sink),
            }
            match reached {
                Reached::End => {}
                Reached::NewBit => self.widen()?,
                Reached::Forgotten => return Err(SequenceError::Forgotten { heap: self.len() }),
            }
            self.trim();
        }
        Ok(())
    }

    /// The number of values that decide all later ones: those of a state.
    pub(crate) fn window(&self) -> usize {
        self.state.window()
    }

    /// The last values, if so many are kept.
    pub(crate) fn last(&self, count: usize) -> Option<Vec<u16>> {
        match &self.window {
            Window::Narrow(_, late) => {
                let start = late.len().checked_sub(count)?;
                Some(late[start..].iter().map(|&value| value.into()).collect())
            }
            Window::Medium(_, late) => Some(late[late.len().checked_sub(count)?..].to_vec()),
        }
    }

    /// The state argument on the states before two heaps that have been computed, if it applies when they agree.
    pub(crate) fn argument(&self, at: u64, period: u64) -> Option<Theorem> {
        let at = usize::try_from(at).ok()?;
        self.state.argument(at, usize::try_from(period).ok()?)
    }

    fn step(&mut self, to: usize) -> Reached {
        let (state, origin, threads) = (&mut self.state, self.origin, self.threads);
        match &mut self.window {
            Window::Narrow(early, late) => match state.top {
                0..MOST_ONE_HOT => segment::one_hot(state, early, late, origin, to, threads),
                _ => marks(state, early, late, origin, to, threads),
            },
            Window::Medium(early, late) => marks(state, early, late, origin, to, threads),
        }
    }

    /// Makes room for values of one more bit.
    fn widen(&mut self) -> Result<(), SequenceError> {
        self.state.top = match self.state.top {
            0..32 => 32,
            32..64 => 64,
            64..128 => 128,
            128..256 => 256,
            256..1024 => 1024,
            1024..4096 => 4096,
            _ => return Err(SequenceError::Forgotten { heap: self.len() }),
        };
        if let (256.., Window::Narrow(early, late)) = (self.state.top, &self.window) {
            let wide = |cells: &[u8]| cells.iter().map(|&v| u16::from(v)).collect();
            self.window = Window::Medium(wide(early), wide(late));
        }
        Ok(())
    }

    /// Forgets the heaps that no later heap depends on, when there are many.
    fn trim(&mut self) {
        let state = &self.state;
        let reach = state.rares.last().copied().unwrap_or(0).max(LOCAL);
        let keep = reach + state.rule.last_take + 4 * LANES;
        let mut cut = |len: usize| {
            let drop = len.saturating_sub(keep) & !1;
            let drop = if drop >= keep { drop } else { 0 };
            self.origin += drop;
            drop
        };
        match &mut self.window {
            Window::Narrow(_, late) => drop(late.drain(..cut(late.len()))),
            Window::Medium(_, late) => drop(late.drain(..cut(late.len()))),
        }
    }

    /// The state as bytes: a header, the rare heaps, the values kept, and a checksum.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let state = &self.state;
        let mut out = Writer::new(MAGIC);
        let code = self.code.to_string();
        let far = state.last_far_witness.map_or(0, |heap| heap as u64 + 1);
        let space = state.space;
        out.numbers([
            u64::from(space.mask),
            u64::from(space.by_parity),
            u64::from(space.common),
            state.top as u64,
            state.since as u64,
            far,
            self.origin as u64,
            code.len() as u64,
            state.rares.len() as u64,
            state.witnesses.len() as u64,
        ]);
        for (&heap, &value) in state.rares.iter().zip(&state.rare_values) {
            out.numbers([heap as u64, u64::from(value)]);
        }
        for witness in &state.witnesses {
            out.numbers([witness.taken as u64, witness.part as u64]);
        }
        let bytes = |cells: &[u16]| cells.iter().flat_map(|v| v.to_le_bytes()).collect();
        let (width, early, late): (u64, Vec<u8>, Vec<u8>) = match &self.window {
            Window::Narrow(early, late) => (1, early.clone(), late.clone()),
            Window::Medium(early, late) => (2, bytes(early), bytes(late)),
        };
        out.numbers([width, early.len() as u64, late.len() as u64]);
        for part in [code.as_bytes(), &early, &late] {
            out.bytes(part);
        }
        out.seal()
    }

    /// The stream that wrote a checkpoint, ready to go on.
    ///
    /// # Errors
    /// [`SequenceError::BadCheckpoint`] when the bytes are not a checkpoint, or were changed.
    pub fn resume(bytes: &[u8]) -> Result<Self, SequenceError> {
        let mut reader = Reader::open(bytes, MAGIC)?;
        let [mask, by_parity, common, top, since, far, origin, code_len, rare_len, witness_len] =
            reader.numbers()?;
        let too_many = || bad("a count is too large");
        if rare_len.max(witness_len).max(code_len) > bytes.len() {
            return Err(too_many());
        }
        let (mut rares, mut rare_values) = (Vec::new(), Vec::new());
        for _ in 0..rare_len {
            let [heap, value] = reader.numbers()?;
            rares.push(heap);
            rare_values.push(u32::try_from(value).map_err(|_| too_many())?);
        }
        let mut witnesses = Vec::new();
        for _ in 0..witness_len {
            let [taken, part] = reader.numbers()?;
            witnesses.push(Witness { taken, part });
        }
        let [width, early_len, late_len] = reader.numbers()?;
        let code = reader.bytes(code_len)?;
        let (early, late) = (reader.bytes(early_len)?, reader.bytes(late_len)?);
        if !reader.0.is_empty() {
            return Err(bad("its lengths do not add up"));
        }
        let code: HeapCode = std::str::from_utf8(code)
            .ok()
            .and_then(|text| text.parse().ok())
            .ok_or(bad("the code of the game cannot be read"))?;
        let rule = SplitRule::of(&code).ok_or(bad("the game has no stream"))?;
        let space = SparseSpace::new(mask as u32, by_parity == 1, &rule)
            .filter(|space| space.common as usize == common)
            .ok_or(bad("the sparse space does not fit the game"))?;
        let wide = |cells: &[u8]| {
            cells.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        };
        let window = match width {
            1 if top < 256 => Window::Narrow(early.to_vec(), late.to_vec()),
            2 => Window::Medium(wide(early), wide(late)),
            _ => return Err(bad("the width of the values")),
        };
        let mut state = RareCommon::new(&rule, space, std::iter::empty(), Kernel::detect());
        state.top = top;
        state.since = since;
        state.last_far_witness = far.checked_sub(1);
        state.rares = rares;
        state.rare_values = rare_values;
        state.witnesses = witnesses;
        let stream = Self { code, state, window, origin, threads: true };
        let reach = stream.state.rares.last().copied().unwrap_or(0).max(LOCAL);
        let enough = stream.len() as usize - origin > reach && early_len > LOCAL * width;
        let sound = enough
            && origin.is_multiple_of(2)
            && stream.state.witnesses.iter().all(|w| w.part <= LOCAL && w.taken <= rule.last_take);
        if sound { Ok(stream) } else { Err(bad("it keeps too few heaps")) }
    }
}

/// Hands the values from heap `first` on to the sink, in runs short enough to stay near the processor.
fn hand_over<T: Copy + Into<u16>>(
    first: usize,
    values: &[T],
    run: &mut Vec<u16>,
    sink: &mut dyn FnMut(u64, &[u16]),
) {
    for (first, values) in (first..).step_by(RUN).zip(values.chunks(RUN)) {
        run.clear();
        run.extend(values.iter().map(|&value| value.into()));
        sink(first as u64, run);
    }
}

/// One step by marks, of a size that fits the values.
fn marks<T: Lane>(
    state: &mut RareCommon,
    early: &[T],
    late: &mut Vec<T>,
    origin: usize,
    to: usize,
    threads: bool,
) -> Reached {
    match state.top {
        0..256 => segment::extend::<T, Marks<256>>(state, early, late, origin, to, threads),
        256..1024 => segment::extend::<T, Marks<1024>>(state, early, late, origin, to, threads),
        1024..4096 => segment::extend::<T, Marks<4096>>(state, early, late, origin, to, threads),
        _ => segment::extend::<T, Marks<8192>>(state, early, late, origin, to, threads),
    }
}
