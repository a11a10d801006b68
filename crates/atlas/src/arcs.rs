//! Moves by what they lead to: for each state of a shard those states that lead to it, in memory or sorted on disk.
//!
//! Moves are told in the order of the states that they are made from. While they fit they are lined up in memory; what
//! does not fit is sorted and written, a run at a time, in blocks of records with a checksum each. States whose moves
//! are asked for come in order then, so that every run is read from its front to its end, and only where it is wanted.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::AtlasError;

/// Records of a block, and bytes of a record: the state that is led to, and the one that leads there.
const RECORDS: usize = 1 << 10;
const RECORD: usize = 12;
/// Fewest moves that are worth a run.
const FEWEST: usize = 1 << 8;

#[derive(Default)]
pub(crate) struct Arcs {
    /// Moves as they are told, to a state and from one.
    to: Vec<u32>,
    from: Vec<u64>,
    /// Lined up: for each state where those that lead to it begin.
    starts: Vec<usize>,
    parents: Vec<u64>,
    runs: Vec<Run>,
}

impl Arcs {
    pub(crate) fn bytes(&self) -> usize {
        let eight = self.from.capacity() + self.starts.capacity() + self.parents.capacity();
        let four = self.to.capacity() + self.runs.iter().map(|run| run.firsts.len()).sum::<usize>();
        8 * eight + 4 * four
    }

    #[inline]
    pub(crate) fn tell(&mut self, to: u32, from: u64) {
        self.to.push(to);
        self.from.push(from);
    }

    /// Whether there is enough in memory for a run: the more runs there are, the longer they have to be, so that they
    /// stay few.
    pub(crate) fn can_spill(&self) -> bool {
        self.to.len() >> (self.runs.len() / 16).min(63) >= FEWEST
    }

    /// Whether moves are asked for from disk, where states should come in order.
    pub(crate) fn is_on_disk(&self) -> bool {
        !self.runs.is_empty()
    }

    /// Writes what was told to a file.
    pub(crate) fn spill(&mut self, path: &Path) -> Result<(), AtlasError> {
        if self.to.is_empty() {
            return Ok(());
        }
        let mut order: Vec<u32> = (0..self.to.len() as u32).collect();
        order.sort_unstable_by_key(|&at| self.to[at as usize]);
        let moves = order.iter().map(|&at| (self.to[at as usize], self.from[at as usize]));
        self.runs.push(Run::write(path, moves)?);
        (self.to, self.from) = (Vec::new(), Vec::new());
        Ok(())
    }

    /// Lines up what was told, in this much memory or on disk.
    pub(crate) fn line_up(
        &mut self,
        states: usize,
        room: usize,
        path: &Path,
    ) -> Result<(), AtlasError> {
        let lined_up = 8 * (self.to.len() + states + 1);
        if self.is_on_disk() || self.can_spill() && self.bytes() + lined_up > room {
            return self.spill(path);
        }
        let mut starts = vec![0; states + 1];
        self.to.iter().for_each(|&state| starts[state as usize + 1] += 1);
        for state in 0..states {
            starts[state + 1] += starts[state];
        }
        let mut ends = starts.clone();
        self.parents = vec![0; self.to.len()];
        for (&to, &from) in self.to.iter().zip(&self.from) {
            let end = &mut ends[to as usize];
            self.parents[*end] = from;
            *end += 1;
        }
        (self.to, self.from, self.starts) = (Vec::new(), Vec::new(), starts);
        Ok(())
    }

    /// The states that lead to a state, once for each move.
    pub(crate) fn parents(&mut self, state: u32, found: &mut Vec<u64>) -> Result<(), AtlasError> {
        found.clear();
        if !self.is_on_disk() {
            let range = self.starts[state as usize]..self.starts[state as usize + 1];
            found.extend_from_slice(&self.parents[range]);
            return Ok(());
        }
        self.runs.iter_mut().try_for_each(|run| run.parents(state, found))
    }
}

/// Sorted moves in a file, which goes with them.
struct Run {
    path: PathBuf,
    file: File,
    /// The first state led to in each block.
    firsts: Vec<u32>,
    length: usize,
    /// The block that was read last.
    block: usize,
    records: Vec<(u32, u64)>,
}

impl Run {
    fn write(path: &Path, moves: impl Iterator<Item = (u32, u64)>) -> Result<Self, AtlasError> {
        let fault = |error| AtlasError::file(path, error);
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path);
        let file = file.map_err(fault)?;
        let (mut out, mut block) = (BufWriter::new(&file), Vec::with_capacity(RECORDS * RECORD));
        let (mut firsts, mut length) = (Vec::new(), 0usize);
        let mut moves = moves.peekable();
        while let Some(&(first, _)) = moves.peek() {
            firsts.push(first);
            block.clear();
            for (to, from) in moves.by_ref().take(RECORDS) {
                block.extend(to.to_le_bytes());
                block.extend(from.to_le_bytes());
                length += 1;
            }
            let sum = crc32fast::hash(&block).to_le_bytes();
            out.write_all(&block).and_then(|()| out.write_all(&sum)).map_err(fault)?;
        }
        out.flush().map_err(fault)?;
        drop(out);
        let path = path.to_owned();
        Ok(Self { path, file, firsts, length, block: usize::MAX, records: Vec::new() })
    }

    fn read(&mut self, block: usize) -> Result<(), AtlasError> {
        if self.block == block {
            return Ok(());
        }
        let records = (self.length - block * RECORDS).min(RECORDS);
        let mut bytes = vec![0; records * RECORD + 4];
        let read = self.file.read_exact_at(&mut bytes, (block * (RECORDS * RECORD + 4)) as u64);
        read.map_err(|error| AtlasError::file(&self.path, error))?;
        let (bytes, sum) = bytes.split_at(records * RECORD);
        if crc32fast::hash(bytes).to_le_bytes() != *sum {
            return Err(AtlasError::damaged(&self.path, "the checksum of a block does not hold"));
        }
        let record = |bytes: &[u8]| {
            let (to, from) = bytes.split_at(4);
            Some((
                u32::from_le_bytes(to.try_into().ok()?),
                u64::from_le_bytes(from.try_into().ok()?),
            ))
        };
        self.records.clear();
        self.records.extend(bytes.chunks_exact(RECORD).filter_map(record));
        self.block = block;
        Ok(())
    }

    fn parents(&mut self, state: u32, found: &mut Vec<u64>) -> Result<(), AtlasError> {
        // the moves to a state may begin in the block before the one that begins with it
        let first = self.firsts.partition_point(|&first| first < state).saturating_sub(1);
        let last = self.firsts.partition_point(|&first| first <= state);
        for block in first..last {
            self.read(block)?;
            let start = self.records.partition_point(|record| record.0 < state);
            let here = self.records[start..].iter().take_while(|record| record.0 == state);
            found.extend(here.map(|record| record.1));
        }
        Ok(())
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // what is left over is removed when the job is begun again
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_testkit::SplitMix64;

    #[test]
    fn moves_on_disk_are_those_in_memory() {
        let mut random = SplitMix64::new(8);
        let path = |name: u64| {
            let name = format!("farstar-arcs-{}-{name}.run", std::process::id());
            std::env::temp_dir().join(name)
        };
        for states in [1u64, 7, 3000] {
            let (mut held, mut spilled) = (Arcs::default(), Arcs::default());
            for told in 0..20_000u64 {
                // many moves to few states, so that these go over blocks
                let to = (random.below(states) * random.below(states) / states) as u32;
                held.tell(to, told);
                spilled.tell(to, told);
                if told % 7001 == 7000 {
                    spilled.spill(&path(told)).unwrap();
                }
            }
            held.line_up(states as usize, usize::MAX, &path(0)).unwrap();
            spilled.line_up(states as usize, usize::MAX, &path(1)).unwrap();
            assert!(!held.is_on_disk() && spilled.runs.len() == 3);
            let (mut one, mut other) = (Vec::new(), Vec::new());
            for state in 0..states as u32 {
                held.parents(state, &mut one).unwrap();
                spilled.parents(state, &mut other).unwrap();
                other.sort_unstable();
                assert_eq!(one, other, "{state} of {states}");
            }
            let file = spilled.runs[0].path.clone();
            fs::write(&file, vec![7; 3 * RECORDS * RECORD]).unwrap();
            spilled.runs[0].block = usize::MAX;
            assert!(spilled.parents(0, &mut other).is_err());
            drop(spilled);
            assert!(!file.exists());
        }
    }
}
