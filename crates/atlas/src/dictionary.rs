//! Values as numbers, and the dictionary that says which values they are: their canonical bytes.
//!
//! A handle of a value never leaves its arena. So a file numbers the values it holds, the most frequent first, and has
//! behind its blocks, in pages, what the numbers stand for.
//!
//! While a job is at work every file has a dictionary of its own, so that workers and processes have nothing to agree
//! on; when all is packed into one file the values are numbered once more, equal frequencies by their bytes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use farstar_play::{Limits, Outcome};
use farstar_value::{Arena, Calculator, Game};

use crate::AtlasError;
use crate::format::Reader;
use crate::pages::Entry;

/// Marks the number of a value whose negative is meant.
pub(crate) const NEGATIVE: u32 = 1 << 31;

/// Who wins a value, as entries say it.
pub(crate) fn kind_of(value: Game, calc: &mut Calculator<'_>) -> Result<u8, AtlasError> {
    Ok(match calc.outcome(value)? {
        Outcome::P => 0,
        Outcome::L => 1,
        Outcome::R => 2,
        Outcome::N => 3,
    })
}

/// A value and its negative.
pub(crate) type Worth = [Game; 2];
/// Those of the numbers of a file.
pub(crate) type Worths = Arc<[Worth]>;

/// Where a table of a job stands: its tier and shard.
type Place = (u64, usize);

/// The values of all numbers of a file, made anew in an arena.
pub(crate) fn worths(reader: &Reader, calc: &mut Calculator<'_>) -> Result<Vec<Worth>, AtlasError> {
    let mut worths = Vec::new();
    reader.each_value(&mut |entry| {
        let value = calc.decode(&entry.bytes)?;
        if kind_of(value, calc)? != entry.kind {
            let what = "a value is told to be won by somebody else";
            return Err(AtlasError::damaged(reader.path(), what));
        }
        worths.push([value, calc.neg(value)?]);
        Ok(())
    })?;
    Ok(worths)
}

/// The values that the workers of one process know together.
pub(crate) struct Meanings {
    arena: Arena,
    limits: Limits,
    /// The values of files that are done.
    files: Mutex<HashMap<Place, Worths>>,
    bytes: Mutex<HashMap<Game, Arc<[u8]>>>,
}

impl Meanings {
    /// No values; all together may take so many bytes.
    pub(crate) fn new(limits: &Limits, memory: u64) -> Self {
        // nodes are positions here
        let limits = Limits { nodes: None, bytes: Some(memory), ..limits.clone() };
        let (files, bytes) = (Mutex::default(), Mutex::default());
        Self { arena: Arena::new(), limits, files, bytes }
    }

    pub(crate) fn calculator(&self) -> Calculator<'_> {
        self.arena.calculator_with(&self.limits)
    }

    /// The values of a file.
    pub(crate) fn of_file(
        &self,
        place: Place,
        reader: &Reader,
        calc: &mut Calculator<'_>,
    ) -> Result<Worths, AtlasError> {
        let known = || self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(worths) = known().get(&place) {
            return Ok(Arc::clone(worths));
        }
        let read: Worths = worths(reader, calc)?.into();
        Ok(Arc::clone(known().entry(place).or_insert(read)))
    }

    /// Numbers the values of the positions of a file, the most frequent first, and then as they come; gives the number
    /// of each position, and what the numbers stand for.
    pub(crate) fn numbered(
        &self,
        place: Place,
        values: &[Game],
        calc: &mut Calculator<'_>,
    ) -> Result<(Vec<u32>, Vec<Entry>), AtlasError> {
        let mut places: HashMap<Game, u32> = HashMap::new();
        let mut found: Vec<(Game, u64)> = Vec::new();
        let mut numbers = Vec::with_capacity(values.len());
        for &value in values {
            let at = *places.entry(value).or_insert_with(|| {
                found.push((value, 0));
                found.len() as u32 - 1
            });
            found[at as usize].1 += 1;
            numbers.push(at);
        }
        let mut order: Vec<u32> = (0..found.len() as u32).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(found[at as usize].1));
        let mut ranks = vec![0; found.len()];
        (0..).zip(&order).for_each(|(rank, &at)| ranks[at as usize] = rank);
        numbers.iter_mut().for_each(|at| *at = ranks[*at as usize]);
        let (mut entries, mut worths) = (Vec::new(), Vec::new());
        for at in order {
            let (value, times) = found[at as usize];
            worths.push([value, calc.neg(value)?]);
            let (kind, bytes) = (kind_of(value, calc)?, self.bytes_of(value, calc)?);
            entries.push(Entry { times, kind, bytes });
        }
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(place, worths.into());
        Ok((numbers, entries))
    }

    fn bytes_of(&self, value: Game, calc: &mut Calculator<'_>) -> Result<Arc<[u8]>, AtlasError> {
        let known = || self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = known().get(&value) {
            return Ok(Arc::clone(bytes));
        }
        let bytes: Arc<[u8]> = calc.encode(value)?.into();
        Ok(Arc::clone(known().entry(value).or_insert(bytes)))
    }
}

/// The values of several files, numbered anew: the most frequent first, equally frequent ones by their bytes.
#[derive(Default)]
pub(crate) struct Merger {
    known: HashMap<Arc<[u8]>, u32>,
    entries: Vec<Entry>,
}

impl Merger {
    /// Takes the values of a file in; gives where each of them stands here.
    pub(crate) fn take(&mut self, reader: &Reader) -> Result<Vec<u32>, AtlasError> {
        let mut places = Vec::new();
        reader.each_value(&mut |entry| {
            let at = match self.known.get(&entry.bytes) {
                Some(&at) => at,
                None => {
                    let at = self.entries.len() as u32;
                    self.known.insert(Arc::clone(&entry.bytes), at);
                    self.entries.push(Entry { times: 0, ..entry.clone() });
                    at
                }
            };
            self.entries[at as usize].times += entry.times;
            places.push(at);
            Ok(())
        })?;
        Ok(places)
    }

    /// What the numbers stand for, and for each place here its number.
    pub(crate) fn finish(mut self) -> (Vec<Entry>, Vec<u32>) {
        let mut order: Vec<u32> = (0..self.entries.len() as u32).collect();
        let key = |entry: &Entry| (std::cmp::Reverse(entry.times), Arc::clone(&entry.bytes));
        order.sort_by_cached_key(|&at| key(&self.entries[at as usize]));
        let mut numbers = vec![0; order.len()];
        (0..).zip(&order).for_each(|(number, &at)| numbers[at as usize] = number);
        self.known.clear();
        let entries = order.iter().map(|&at| self.entries[at as usize].clone()).collect();
        (entries, numbers)
    }
}
