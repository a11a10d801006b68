//! The period of a sequence too long to keep.
//!
//! A [`GrundyStream`] keeps what the next heap depends on, and so does a copy of it: a *snapshot*. There are some
//! hundred snapshots, evenly spaced, every second of which is forgotten when there are too many. The heaps with a
//! scarce value, the *mark*, are looked at more closely: the last values up to the first mark behind a snapshot are its
//! *key*, and when a later mark has the same key, the states at the two marks are compared. If they agree, the state
//! argument ([`FiniteState`](super::Theorem::FiniteState)) proves the period, after little more heaps than one period
//! beyond the preperiod; memory does not grow. Nothing but completeness depends on marks.
//!
//! The least heap from which on the sequence is periodic is then found by bisection: the state at a snapshot is
//! compared with the one a period on, which is computed from the snapshot before it.

use std::collections::HashMap;
use std::ops::Range;

use farstar_rules::heap::HeapCode;
use farstar_value::Limits;

use super::engine::GrundySequence;
use super::error::SequenceError;
use super::period::Periodicity;
use super::saved::{Reader, Writer, bad, checksum};
use super::stream::GrundyStream;

/// The first bytes of a state that was saved.
const MAGIC: &[u8; 8] = b"FSPERIO1";

/// The most snapshots, and the heaps between two of them at first.
const SNAPSHOTS: usize = 256;
const FIRST_SPACING: u64 = 1 << 21;

/// Heaps computed between two looks at what was found, and heaps whose values are compared at once.
const STEP: u64 = 1 << 25;
const COMPARED: u64 = 1 << 22;

/// Values of a key.
const KEY: usize = 64;

/// Heaps looked at to choose the mark; a mark comes once in this number, divided by the second one, at least.
const SAMPLE: u64 = 1 << 20;
const MARKS: usize = 64;

/// A state that came back: the values before heap `at` and before heap `at + period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Recurrence {
    at: u64,
    period: u64,
}

/// A search for the period of a heap game that goes as far as time allows, in memory of a fixed size.
///
/// # Examples
/// ```
/// use farstar_impartial::sequence::PeriodSearch;
/// use farstar_value::Limits;
/// let mut search = PeriodSearch::new("0.156".parse()?, &Limits::none())?;
/// let found = search.advance(10_000_000, &Limits::none())?.expect("it has a period");
/// assert_eq!((found.period, found.preperiod), (349, 3479));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source of the state argument: see [`FiniteState`](super::Theorem::FiniteState).
#[derive(Clone, Debug)]
pub struct PeriodSearch {
    stream: GrundyStream,
    snapshots: Vec<GrundyStream>,
    spacing: u64,
    mark: u16,
    /// For the keys of the snapshots, the snapshot and the heap behind the mark.
    keys: HashMap<u64, (usize, u64)>,
    found: Option<Recurrence>,
}

impl PeriodSearch {
    /// Starts the search, with the first heaps of the stream of the game.
    ///
    /// # Errors
    /// As [`GrundyStream::new`].
    pub fn new(code: HeapCode, limits: &Limits) -> Result<Self, SequenceError> {
        let stream = GrundyStream::new(code, limits)?;
        let snapshots = vec![stream.clone()];
        let (spacing, keys, mark) = (FIRST_SPACING, HashMap::new(), 0);
        let mut search = Self { stream, snapshots, spacing, mark, keys, found: None };
        search.choose_mark(limits)?;
        Ok(search)
    }

    /// The game.
    #[must_use]
    pub fn code(&self) -> &HeapCode {
        self.stream.code()
    }

    /// The number of heaps computed so far, heap 0 among them.
    #[must_use]
    pub fn heaps(&self) -> u64 {
        self.stream.len()
    }

    /// The bytes of the values that are kept, those of the snapshots among them.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.snapshots.iter().chain([&self.stream]).map(GrundyStream::bytes).sum()
    }

    /// Goes on to the heaps below `to`, or to the heap that completes the proof of a period; then says the period.
    ///
    /// # Errors
    /// As [`GrundyStream::advance`], but `limits.nodes` counts all heaps, and `limits.bytes` the snapshots too; what
    /// was computed stays, and a later call goes on. After a proof the preperiod is computed, and a stop then loses no
    /// more than that.
    pub fn advance(
        &mut self,
        to: u64,
        limits: &Limits,
    ) -> Result<Option<Periodicity>, SequenceError> {
        while self.found.is_none() && self.heaps() < to {
            limits.check_with(self.heaps(), self.bytes())?;
            limits.reach(self.heaps());
            let next = self.snapshots.last().map_or(0, GrundyStream::len) + self.spacing;
            let before = self.stream.clone();
            let end = to.min(next).min(self.heaps() + STEP);
            let (mut marks, mut seen) = (0, Vec::new());
            let (mark, keys) = (self.mark, &self.keys);
            let advanced = self.stream.advance(end, limits, &mut |first, values| {
                each_mark(values, mark, |place, key| {
                    marks += 1;
                    let place = first + place as u64;
                    let known = keys.get(&key).filter(|&&(_, at)| at < place);
                    seen.extend(known.map(|&(snapshot, at)| (snapshot, at, place)));
                });
            });
            for (snapshot, at, behind) in seen {
                let recurrence = Recurrence { at, period: behind - at };
                match self.recurs(snapshot, &before, recurrence, limits) {
                    Ok(true) => {
                        self.found = Some(recurrence);
                        break;
                    }
                    Ok(false) => {}
                    Err(error) => {
                        // what was not looked at is computed again
                        self.stream = before;
                        return Err(error);
                    }
                }
            }
            advanced?;
            if marks == 0 && self.heaps() - before.len() == STEP {
                self.choose_mark(limits)?;
            }
            if self.heaps() == next {
                self.snapshots.push(self.stream.clone());
                if self.snapshots.len() > SNAPSHOTS {
                    let mut index = 0;
                    self.snapshots.retain(|_| {
                        index += 1;
                        index % 2 == 1
                    });
                    self.spacing *= 2;
                    self.note_keys(limits)?;
                } else {
                    self.note_key(self.snapshots.len() - 1, limits)?;
                }
            }
        }
        self.found.map(|found| self.describe(found, limits)).transpose()
    }

    /// Whether the state at the heap behind a mark comes back, and the argument applies.
    fn recurs(
        &self,
        snapshot: usize,
        before: &GrundyStream,
        Recurrence { at, period }: Recurrence,
        limits: &Limits,
    ) -> Result<bool, SequenceError> {
        if self.stream.argument(at, period).is_none() {
            return Ok(false);
        }
        let first = self.state(&self.snapshots[snapshot], at, limits)?;
        Ok(first.is_some() && first == self.state(before, at + period, limits)?)
    }

    /// The values before a heap that decide all from there on.
    fn state(
        &self,
        from: &GrundyStream,
        heap: u64,
        limits: &Limits,
    ) -> Result<Option<Vec<u16>>, SequenceError> {
        let mut stream = from.clone();
        stream.advance(heap, limits, &mut |_, _| {})?;
        Ok(stream.last(self.stream.window()))
    }

    /// Chooses the scarcest value that is not too scarce as the mark, and notes the keys of all snapshots.
    fn choose_mark(&mut self, limits: &Limits) -> Result<(), SequenceError> {
        let mut counts: Vec<(usize, u16)> = (0..=u16::MAX).map(|value| (0, value)).collect();
        let mut stream = self.stream.clone();
        stream.advance(stream.len() + SAMPLE, limits, &mut |_, values| {
            values.iter().for_each(|&value| counts[usize::from(value)].0 += 1);
        })?;
        let often = counts.into_iter().filter(|&(count, _)| count >= MARKS);
        self.mark = often.min().map_or(0, |(_, value)| value);
        self.note_keys(limits)
    }

    fn note_keys(&mut self, limits: &Limits) -> Result<(), SequenceError> {
        self.keys.clear();
        (0..self.snapshots.len()).try_for_each(|index| self.note_key(index, limits))
    }

    /// Notes the key of a snapshot, if there is a mark soon enough.
    fn note_key(&mut self, index: usize, limits: &Limits) -> Result<(), SequenceError> {
        let mut stream = self.snapshots[index].clone();
        let mut noted = None;
        stream.advance(stream.len() + SAMPLE / 4, limits, &mut |first, values| {
            each_mark(values, self.mark, |place, key| {
                noted.get_or_insert((key, first + place as u64));
            });
        })?;
        self.keys.extend(noted.map(|(key, heap)| (key, (index, heap))));
        Ok(())
    }

    /// The least period and preperiod of a sequence whose state comes back.
    fn describe(
        &self,
        Recurrence { at, mut period }: Recurrence,
        limits: &Limits,
    ) -> Result<Periodicity, SequenceError> {
        for prime in primes_of(period) {
            while period.is_multiple_of(prime)
                && self.difference(at..at + period, period / prime, true, limits)?.is_none()
            {
                period /= prime;
            }
        }
        // bisection: from some snapshot on the states agree with those one period on
        let agrees = |snapshot: &GrundyStream| -> Result<bool, SequenceError> {
            let heap = snapshot.len() + period;
            let here = snapshot.last(self.stream.window());
            let before = self.snapshot_before(heap).unwrap_or(snapshot);
            Ok(here.is_some() && here == self.state(before, heap, limits)?)
        };
        let (mut differ, mut agree) =
            (0, self.snapshots.partition_point(|snapshot| snapshot.len() < at));
        while differ < agree {
            let middle = differ.midpoint(agree);
            if agrees(&self.snapshots[middle])? {
                agree = middle;
            } else {
                differ = middle + 1;
            }
        }
        let window = self.stream.window() as u64;
        let from = differ.checked_sub(1).map_or(0, |last| self.snapshots[last].len() - window);
        let to = self.snapshots.get(agree).map_or(at, |snapshot| snapshot.len().min(at));
        let last = self.difference(from..to, period, false, limits)?;
        Ok(Periodicity {
            period,
            preperiod: last.map_or(from, |heap| heap + 1),
            saltus: 0,
            exceptions: None,
            heaps: self.heaps(),
            theorem: self.stream.argument(at, self.found.map_or(period, |found| found.period)),
        })
    }

    /// The last snapshot of at most so many heaps.
    fn snapshot_before(&self, heaps: u64) -> Option<&GrundyStream> {
        let later = self.snapshots.partition_point(|snapshot| snapshot.len() <= heaps);
        self.snapshots.get(later.checked_sub(1)?)
    }

    /// The last heap of a range, or `any` heap of it, whose value is not the one `shift` heaps on.
    fn difference(
        &self,
        heaps: Range<u64>,
        shift: u64,
        any: bool,
        limits: &Limits,
    ) -> Result<Option<u64>, SequenceError> {
        let mut walks = [self.walk(heaps.start, limits)?, self.walk(heaps.start + shift, limits)?];
        let mut last = None;
        let mut from = heaps.start;
        while from < heaps.end && !(any && last.is_some()) {
            let count = COMPARED.min(heaps.end - from);
            let mut values = [Vec::new(), Vec::new()];
            for (walk, values) in walks.iter_mut().zip(&mut values) {
                *values = walk.take(count, limits)?;
            }
            let [here, there] = &values;
            let differs = here.iter().zip(there).rposition(|(here, there)| here != there);
            last = differs.map(|place| from + place as u64).or(last);
            from += count;
        }
        Ok(last)
    }

    /// The values from a heap on, computed anew.
    fn walk(&self, heap: u64, limits: &Limits) -> Result<Walk, SequenceError> {
        let first = &self.snapshots[0];
        let mut early = Vec::new();
        if heap < first.len() {
            let mut sequence = GrundySequence::of_code(self.code().clone());
            sequence.extend_to(first.len(), limits)?;
            // a stream has values of 16 bits at most
            early = sequence.values(heap..first.len()).iter().map(|&v| v as u16).collect();
        }
        let mut stream = self.snapshot_before(heap).unwrap_or(first).clone();
        stream.advance(heap, limits, &mut |_, _| {})?;
        Ok(Walk { early, stream })
    }

    /// The state of the search as bytes: a header, the snapshots, the stream, and a checksum.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut out = Writer::new(MAGIC);
        let found = self.found.unwrap_or(Recurrence { at: 0, period: 0 });
        let count = self.snapshots.len() as u64;
        out.numbers([self.spacing, self.mark.into(), found.at, found.period, count]);
        for stream in self.snapshots.iter().chain([&self.stream]) {
            let bytes = stream.checkpoint();
            out.numbers([bytes.len() as u64]);
            out.bytes(&bytes);
        }
        out.seal()
    }

    /// The search that wrote a checkpoint, ready to go on.
    ///
    /// # Errors
    /// [`SequenceError::BadCheckpoint`] when the bytes are not a checkpoint, or were changed.
    pub fn resume(bytes: &[u8], limits: &Limits) -> Result<Self, SequenceError> {
        let mut reader = Reader::open(bytes, MAGIC)?;
        let [spacing, mark, at, period, count] = reader.numbers()?;
        let [spacing, at, period] = [spacing, at, period].map(|number| number as u64);
        let mut streams = Vec::new();
        for _ in 0..=count {
            let length = reader.number()?;
            streams.push(GrundyStream::resume(reader.bytes(length)?)?);
        }
        let stream = streams.pop().ok_or(bad("it ends early"))?;
        let sound = reader.0.is_empty()
            && spacing >= FIRST_SPACING
            && streams.is_sorted_by(|a, b| a.len() < b.len())
            && streams.last().is_some_and(|last| last.len() <= stream.len())
            && streams.iter().all(|snapshot| snapshot.code() == stream.code());
        let mark = u16::try_from(mark).ok().filter(|_| sound);
        let mark = mark.ok_or(bad("its snapshots do not fit"))?;
        let found = (period > 0).then_some(Recurrence { at, period });
        let (snapshots, keys) = (streams, HashMap::new());
        let mut search = Self { stream, snapshots, spacing, mark, keys, found };
        search.note_keys(limits)?;
        Ok(search)
    }
}

/// Values that are computed heap after heap: some first ones, then those of a stream.
struct Walk {
    early: Vec<u16>,
    stream: GrundyStream,
}

impl Walk {
    /// The next values.
    fn take(&mut self, count: u64, limits: &Limits) -> Result<Vec<u16>, SequenceError> {
        let count = count as usize;
        let mut values: Vec<u16> = self.early.drain(..count.min(self.early.len())).collect();
        let end = self.stream.len() + (count - values.len()) as u64;
        self.stream.advance(end, limits, &mut |_, more| values.extend(more))?;
        Ok(values)
    }
}

/// The primes that divide a number, by division.
fn primes_of(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut prime = 2;
    while number > 1 {
        if prime * prime > number {
            prime = number;
        }
        if number.is_multiple_of(prime) {
            primes.push(prime);
            while number.is_multiple_of(prime) {
                number /= prime;
            }
        }
        prime += 1;
    }
    primes
}

/// Calls `note` with the place behind every mark that has the values of a key before it, and the key.
fn each_mark(values: &[u16], mark: u16, mut note: impl FnMut(usize, u64)) {
    let mut start = KEY;
    for block in values.get(KEY..).unwrap_or_default().chunks(KEY) {
        // most blocks have none, which is seen sooner
        if block.contains(&mark) {
            for place in start..start + block.len() {
                if values[place] == mark {
                    let key = &values[place + 1 - KEY..=place];
                    let bytes: Vec<u8> = key.iter().flat_map(|v| v.to_le_bytes()).collect();
                    note(place + 1, checksum(&bytes));
                }
            }
        }
        start += block.len();
    }
}
