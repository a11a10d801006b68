//! Open lists: the codes that were reached, tier by tier and shard by shard, until their tier is settled.
//!
//! A list is kept in parts by the leading digit of its codes, so that all a processor does for one part lies near: a
//! part is sorted codes and what came since, which is sorted into them when it has grown as much. Of codes only the
//! bits below the digit are kept, which mostly fit into words of 32 bits. Where memory is short the fullest list goes
//! to a file, and its files are merged when the tier is settled.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::AtlasError;
use crate::format::{Cursor, Reader, Writer};
use crate::normal::Normal;
use crate::runs::{Word, sort_part, unite};

/// The least number of new codes that are sorted into a part.
const LEAST: usize = 1 << 9;
/// Bits of the number of all parts of one tier: with more, the ends of all parts are no longer held near.
const PARTS: u32 = 10;
/// Bytes of room for each part of one tier, so that what all parts need at least is little of it.
const ROOM: usize = 1 << 15;
/// Files of one list before they are merged.
const MOST_FILES: usize = 12;

/// Codes with one leading digit, without it.
#[derive(Clone, Default)]
struct Part<T> {
    sorted: Vec<T>,
    fresh: Vec<T>,
    /// Bytes that were counted when it was sorted last.
    counted: usize,
}

impl<T: Word> Part<T> {
    /// Sorts in what is new, by so many bits, and counts again; gives the bytes counted before.
    fn sort_in(&mut self, spare: &mut Vec<T>, low: u32) -> usize {
        if !self.fresh.is_empty() {
            sort_part(&mut self.fresh, spare, 0, low);
            self.fresh.dedup();
            unite(&mut self.sorted, &self.fresh);
            self.fresh.clear();
        }
        let held = size_of::<T>() * (self.sorted.capacity() + self.fresh.capacity());
        std::mem::replace(&mut self.counted, held)
    }
}

#[derive(Default)]
struct List<T> {
    parts: Vec<Part<T>>,
    files: Vec<PathBuf>,
}

impl<T: Word> List<T> {
    fn new(parts: usize) -> Self {
        Self { parts: vec![Part::default(); parts], files: Vec::new() }
    }

    fn counted(&self) -> usize {
        self.parts.iter().map(|part| part.counted).sum()
    }

    fn sort_in(&mut self, spare: &mut Vec<T>, low: u32) {
        for part in &mut self.parts {
            part.sort_in(spare, low);
        }
    }

    /// All codes in order, once they are sorted in.
    fn codes(&self, low: u32) -> Codes<'_> {
        Box::new(self.parts.iter().zip(0u64..).flat_map(move |(part, digit)| {
            part.sorted.iter().map(move |rest| digit << low | rest.code(0))
        }))
    }
}

/// Codes that were reached of late, each in the one place it may have: moves that change order lead to the same
/// positions soon after one another, and need not be listed again.
pub(crate) struct Late(Box<[u64]>);

impl Late {
    /// Bits of a place: what a processor holds near.
    const PLACE: u32 = 15;

    pub(crate) fn new() -> Self {
        Self(vec![u64::MAX; 1 << Self::PLACE].into())
    }

    /// Whether a code is new here, as far as is remembered.
    #[inline]
    fn is_new(&mut self, code: u64) -> bool {
        let place = code.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - Self::PLACE);
        std::mem::replace(&mut self.0[place as usize], code) != code
    }

    /// Leaves what must be added, or sent to who lists it: most of what was reached of late need not. What is new is
    /// not to be foretold, so no branch hangs on it.
    #[inline]
    pub(crate) fn leave_new(&mut self, reached: &mut Vec<Normal>) {
        let mut kept = 0;
        for at in 0..reached.len() {
            let next = reached[at];
            reached[kept] = next;
            kept += usize::from(self.is_new(next.code()));
        }
        reached.truncate(kept);
    }
}

/// The open lists of one worker.
pub(crate) trait Open {
    /// Adds a code.
    fn add(&mut self, tier: u64, shard: usize, code: u64) -> Result<(), AtlasError>;

    /// The highest tier with open codes.
    fn highest(&self) -> Option<u64>;

    /// Takes a tier out, shard by shard: calls `visit` with the codes in order.
    fn settle(&mut self, tier: u64, shard: usize, visit: &mut Visit<'_>) -> Result<(), AtlasError>;

    /// Forgets a tier whose lists were taken out.
    fn forget(&mut self, tier: u64);

    /// Calls `visit` with every open code of a shard, in order, whatever their tiers.
    fn each(&mut self, shard: usize, visit: &mut Visit<'_>) -> Result<(), AtlasError>;
}

/// What is done with each code.
type Visit<'v> = dyn FnMut(u64) -> Result<(), AtlasError> + 'v;

/// Open lists of codes of so many bits, which may hold so many bytes.
pub(crate) fn opens(
    shards: usize,
    bits: u32,
    directory: &Path,
    room: usize,
    me: usize,
) -> Box<dyn Open> {
    let affordable = (room / ROOM / shards).max(1).ilog2();
    let digit = PARTS.saturating_sub(shards.ilog2()).min(affordable).min(bits);
    if bits - digit <= u32::BITS {
        Box::new(Opens::<u32>::new(shards, digit, bits - digit, directory, room, me))
    } else {
        Box::new(Opens::<u64>::new(shards, digit, bits - digit, directory, room, me))
    }
}

struct Opens<T> {
    /// Of each tier, highest last, the lists of all shards.
    tiers: Vec<(u64, Vec<List<T>>)>,
    shards: usize,
    /// The parts of a list, and the bits of a code below their digit.
    parts: usize,
    low: u32,
    spare: Vec<T>,
    directory: PathBuf,
    /// Bytes that all lists may hold, and those that were counted.
    room: usize,
    held: usize,
    spilled: u64,
    me: usize,
}

impl<T: Word> Opens<T> {
    fn new(shards: usize, digit: u32, low: u32, directory: &Path, room: usize, me: usize) -> Self {
        Self {
            tiers: Vec::new(),
            shards,
            parts: 1 << digit,
            low,
            spare: Vec::new(),
            directory: directory.to_owned(),
            room,
            held: 0,
            spilled: 0,
            me,
        }
    }

    #[inline]
    fn list(&mut self, tier: u64, shard: usize) -> &mut List<T> {
        // the tier is nearly always one of the highest
        let at = match self.tiers.iter().rposition(|known| known.0 <= tier) {
            Some(at) if self.tiers[at].0 == tier => at,
            found => {
                let at = found.map_or(0, |at| at + 1);
                let lists = (0..self.shards).map(|_| List::new(self.parts)).collect();
                self.tiers.insert(at, (tier, lists));
                at
            }
        };
        &mut self.tiers[at].1[shard]
    }

    #[cold]
    fn sorted_in(&mut self, tier: u64, shard: usize, at: usize) -> Result<(), AtlasError> {
        let (mut spare, low) = (std::mem::take(&mut self.spare), self.low);
        let part = &mut self.list(tier, shard).parts[at];
        let before = part.sort_in(&mut spare, low);
        let counted = part.counted;
        self.spare = spare;
        self.held = self.held - before + counted;
        if self.held > self.room { self.spill() } else { Ok(()) }
    }

    /// Writes the fullest list to a file.
    fn spill(&mut self) -> Result<(), AtlasError> {
        let all = self.tiers.iter_mut().flat_map(|(tier, lists)| {
            lists.iter_mut().enumerate().map(|(shard, list)| (*tier, shard, list))
        });
        let Some((tier, shard, list)) = all.max_by_key(|(_, _, list)| list.counted()) else {
            return Ok(());
        };
        self.held -= list.counted();
        list.sort_in(&mut self.spare, self.low);
        self.spilled += 1;
        let name = format!("spill-{}-{}-{tier}-{shard}.run", self.me, self.spilled);
        let path = self.directory.join(name);
        let mut writer = Writer::create(&path, &json!({}), 0)?;
        list.codes(self.low).try_for_each(|code| writer.push(code, 0))?;
        writer.finish(&json!({}), false)?;
        list.parts.fill(Part::default());
        list.files.push(path);
        if list.files.len() >= MOST_FILES {
            let (files, name) = (
                std::mem::take(&mut list.files),
                format!("spill-{}-{}-m.run", self.me, self.spilled),
            );
            let path = self.directory.join(name);
            let mut writer = Writer::create(&path, &json!({}), 0)?;
            merged(&files, Vec::new(), &mut |code| writer.push(code, 0))?;
            writer.finish(&json!({}), false)?;
            list.files.push(path);
            remove(&files);
        }
        Ok(())
    }
}

impl<T: Word> Open for Opens<T> {
    #[inline]
    fn add(&mut self, tier: u64, shard: usize, code: u64) -> Result<(), AtlasError> {
        let at = (code >> self.low) as usize;
        let mask = (1 << self.low) - 1;
        let Some(part) = self.list(tier, shard).parts.get_mut(at) else {
            return Err(AtlasError::Elsewhere);
        };
        part.fresh.push(T::pack(code & mask, 0, 0));
        if part.fresh.len() >= LEAST.max(part.sorted.len()) {
            return self.sorted_in(tier, shard, at);
        }
        Ok(())
    }

    fn highest(&self) -> Option<u64> {
        self.tiers.last().map(|tier| tier.0)
    }

    fn settle(&mut self, tier: u64, shard: usize, visit: &mut Visit<'_>) -> Result<(), AtlasError> {
        let parts = self.parts;
        let mut list = std::mem::replace(self.list(tier, shard), List::new(parts));
        self.held -= list.counted();
        list.sort_in(&mut self.spare, self.low);
        merged(&list.files, vec![list.codes(self.low)], visit)?;
        remove(&list.files);
        Ok(())
    }

    fn forget(&mut self, tier: u64) {
        self.tiers.retain(|known| known.0 != tier);
    }

    fn each(&mut self, shard: usize, visit: &mut Visit<'_>) -> Result<(), AtlasError> {
        for (_, lists) in &mut self.tiers {
            self.held -= lists[shard].counted();
            lists[shard].sort_in(&mut self.spare, self.low);
            self.held += lists[shard].counted();
        }
        let lists = || self.tiers.iter().map(|(_, lists)| &lists[shard]);
        let files: Vec<PathBuf> = lists().flat_map(|list| list.files.iter().cloned()).collect();
        merged(&files, lists().map(|list| list.codes(self.low)).collect(), visit)
    }
}

fn remove(files: &[PathBuf]) {
    for file in files {
        // what is left over is removed when the job is begun again
        let _ = std::fs::remove_file(file);
    }
}

/// Codes in order, held in memory.
type Codes<'l> = Box<dyn Iterator<Item = u64> + 'l>;

/// Calls `visit` with the codes of files and of lists, in order and each once.
fn merged(
    files: &[PathBuf],
    mut lists: Vec<Codes<'_>>,
    visit: &mut Visit<'_>,
) -> Result<(), AtlasError> {
    if let ([], [list]) = (files, &mut lists[..]) {
        return list.try_for_each(visit);
    }
    let mut sources = Vec::new();
    for file in files {
        sources.push(Source::File(Box::new(Cursor::new(Reader::open(file)?)), Vec::new(), 0));
    }
    sources.extend(lists.into_iter().map(Source::List));
    let mut heads = BinaryHeap::new();
    for (at, source) in sources.iter_mut().enumerate() {
        heads.extend(source.next()?.map(|code| Reverse((code, at))));
    }
    let mut last = None;
    while let Some(mut head) = heads.peek_mut() {
        let Reverse((code, at)) = *head;
        if last != Some(code) {
            visit(code)?;
            last = Some(code);
        }
        match sources[at].next()? {
            Some(next) => *head = Reverse((next, at)),
            None => drop(PeekMut::pop(head)),
        }
    }
    Ok(())
}

/// Codes in order: a file read from its front, the block that was read last and what is taken of it, or a list.
enum Source<'l> {
    File(Box<Cursor>, Vec<u64>, usize),
    List(Codes<'l>),
}

impl Source<'_> {
    fn next(&mut self) -> Result<Option<u64>, AtlasError> {
        match self {
            Self::List(list) => Ok(list.next()),
            Self::File(cursor, block, taken) => {
                if *taken == block.len() {
                    *taken = 0;
                    block.clear();
                    if let Some((codes, _)) = cursor.next_block()? {
                        block.extend_from_slice(codes);
                    }
                }
                let code = block.get(*taken).copied();
                *taken += usize::from(code.is_some());
                Ok(code)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use farstar_testkit::SplitMix64;

    use super::*;

    /// The codes that are visited.
    fn seen(visited: &mut dyn FnMut(&mut Visit<'_>) -> Result<(), AtlasError>) -> Vec<u64> {
        let mut codes = Vec::new();
        let visit = &mut |code| {
            codes.push(code);
            Ok(())
        };
        visited(visit).unwrap();
        codes
    }

    #[test]
    fn lists_give_back_what_was_added_in_order_and_once() {
        let directory = std::env::temp_dir().join(format!("farstar-open-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let mut random = SplitMix64::new(5);
        // words of 32 and of 64 bits, with files and without
        for (bits, room) in [(20, 1 << 12), (20, 1 << 30), (44, 1 << 30), (63, 1 << 17)] {
            let mut lists = opens(2, bits, &directory, room, 0);
            let mut added = BTreeMap::<(u64, usize), BTreeSet<u64>>::new();
            for _ in 0..30_000 {
                let code = random.below(1 << bits) >> random.below(u64::from(bits));
                let (tier, shard) = (random.below(3), random.below(2) as usize);
                lists.add(tier, shard, code).unwrap();
                added.entry((tier, shard)).or_default().insert(code);
            }
            assert!(lists.add(0, 0, 1 << bits).is_err());
            for shard in 0..2 {
                let found = seen(&mut |visit| lists.each(shard, visit));
                let of_shard = added.iter().filter(|(key, _)| key.1 == shard);
                let wanted: BTreeSet<u64> =
                    of_shard.flat_map(|(_, codes)| codes).copied().collect();
                assert!(found.iter().eq(&wanted), "{bits} bits");
            }
            for ((tier, shard), wanted) in added {
                assert!(lists.highest() >= Some(tier));
                let found = seen(&mut |visit| lists.settle(tier, shard, visit));
                assert!(found.iter().eq(&wanted), "{bits} bits");
            }
        }
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
