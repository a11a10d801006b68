//! Open lists: the codes that were reached, tier by tier and shard by shard, until their tier is settled.
//!
//! A list is kept in parts by the leading digit of its codes, so that all a processor does for one part lies near: a
//! part is sorted codes and what came since, which is sorted into them when it has grown. Where memory is short the
//! fullest list goes to a file, and its files are merged when the tier is settled.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::AtlasError;
use crate::format::{Cursor, Reader, Writer};
use crate::normal::Normal;
use crate::runs::{sort_part, unite};

/// The least number of new codes that are sorted into a part.
const LEAST: usize = 1 << 9;
/// Bits of the number of all parts of one tier: with more, the ends of all parts are no longer held near.
const PARTS: u32 = 10;
/// Bytes of room for each part of one tier, so that what all parts need at least is little of it.
const ROOM: usize = 1 << 15;
/// Files of one list before they are merged.
const MOST_FILES: usize = 12;

/// Codes with one leading digit.
#[derive(Clone, Default)]
struct Part {
    sorted: Vec<u64>,
    fresh: Vec<u64>,
    /// Bytes that were counted when it was sorted last.
    counted: usize,
}

impl Part {
    /// Sorts in what is new, by the bits below the digit, and counts again; gives the bytes counted before.
    fn sort_in(&mut self, spare: &mut Vec<u64>, low: u32) -> usize {
        if !self.fresh.is_empty() {
            sort_part(&mut self.fresh, spare, 0, low);
            self.fresh.dedup();
            unite(&mut self.sorted, &self.fresh);
            self.fresh.clear();
        }
        let held = 8 * (self.sorted.capacity() + self.fresh.capacity());
        std::mem::replace(&mut self.counted, held)
    }
}

#[derive(Default)]
struct List {
    parts: Vec<Part>,
    files: Vec<PathBuf>,
}

impl List {
    fn new(parts: usize) -> Self {
        Self { parts: vec![Part::default(); parts], files: Vec::new() }
    }

    fn counted(&self) -> usize {
        self.parts.iter().map(|part| part.counted).sum()
    }

    fn sort_in(&mut self, spare: &mut Vec<u64>, low: u32) {
        for part in &mut self.parts {
            part.sort_in(spare, low);
        }
    }

    /// All codes in order, once they are sorted in.
    fn codes(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        Box::new(self.parts.iter().flat_map(|part| part.sorted.iter().copied()))
    }
}

/// Codes that were reached of late, each in the one place it may have: moves that change order lead to the same
/// positions soon after one another, and need not be listed again.
struct Late(Box<[u64]>);

impl Late {
    /// Bits of a place: what a processor holds near.
    const PLACE: u32 = 15;

    fn new() -> Self {
        Self(vec![u64::MAX; 1 << Self::PLACE].into())
    }

    /// Whether a code is new here, as far as is remembered.
    #[inline]
    fn is_new(&mut self, code: u64) -> bool {
        let place = code.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - Self::PLACE);
        std::mem::replace(&mut self.0[place as usize], code) != code
    }
}

/// The open lists of one worker.
pub(crate) struct Opens {
    /// Of each tier, highest last, the lists of all shards.
    tiers: Vec<(u64, Vec<List>)>,
    shards: usize,
    /// The parts of a list, and the bits of a code below their digit.
    parts: usize,
    low: u32,
    spare: Vec<u64>,
    late: Late,
    directory: PathBuf,
    /// Bytes that all lists may hold, and those that were counted.
    room: usize,
    held: usize,
    spilled: u64,
    me: usize,
}

impl Opens {
    pub(crate) fn new(shards: usize, bits: u32, directory: &Path, room: usize, me: usize) -> Self {
        let affordable = (room / ROOM / shards).max(1).ilog2();
        let digit = PARTS.saturating_sub(shards.ilog2()).min(affordable).min(bits);
        Self {
            tiers: Vec::new(),
            shards,
            parts: 1 << digit,
            low: bits - digit,
            spare: Vec::new(),
            late: Late::new(),
            directory: directory.to_owned(),
            room,
            held: 0,
            spilled: 0,
            me,
        }
    }

    #[inline]
    fn list(&mut self, tier: u64, shard: usize) -> &mut List {
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

    /// Leaves what must be added, or sent to who lists it: most of what was reached of late need not. What is new is
    /// not to be foretold, so no branch hangs on it.
    #[inline]
    pub(crate) fn leave_new(&mut self, reached: &mut Vec<Normal>) {
        let mut kept = 0;
        for at in 0..reached.len() {
            let next = reached[at];
            reached[kept] = next;
            kept += usize::from(self.late.is_new(next.code()));
        }
        reached.truncate(kept);
    }

    /// Adds a code.
    #[inline]
    pub(crate) fn add(&mut self, tier: u64, shard: usize, code: u64) -> Result<(), AtlasError> {
        let at = (code >> self.low) as usize;
        let Some(part) = self.list(tier, shard).parts.get_mut(at) else {
            return Err(AtlasError::Elsewhere);
        };
        part.fresh.push(code);
        if part.fresh.len() >= LEAST.max(part.sorted.len() / 2) {
            return self.sorted_in(tier, shard, at);
        }
        Ok(())
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
        list.codes().try_for_each(|code| writer.push(code, 0))?;
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

    /// The highest tier with open codes.
    pub(crate) fn highest(&self) -> Option<u64> {
        self.tiers.last().map(|tier| tier.0)
    }

    /// Takes a tier out, shard by shard: calls `visit` with the codes in order.
    pub(crate) fn settle(
        &mut self,
        tier: u64,
        shard: usize,
        visit: &mut dyn FnMut(u64) -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        let parts = self.parts;
        let mut list = std::mem::replace(self.list(tier, shard), List::new(parts));
        self.held -= list.counted();
        list.sort_in(&mut self.spare, self.low);
        merged(&list.files, vec![list.codes()], visit)?;
        remove(&list.files);
        Ok(())
    }

    /// Forgets a tier whose lists were taken out.
    pub(crate) fn forget(&mut self, tier: u64) {
        self.tiers.retain(|known| known.0 != tier);
    }

    /// Calls `visit` with every open code of a shard, in order, whatever their tiers.
    pub(crate) fn each(
        &mut self,
        shard: usize,
        visit: &mut dyn FnMut(u64) -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        for (_, lists) in &mut self.tiers {
            self.held -= lists[shard].counted();
            lists[shard].sort_in(&mut self.spare, self.low);
            self.held += lists[shard].counted();
        }
        let lists = || self.tiers.iter().map(|(_, lists)| &lists[shard]);
        let files: Vec<PathBuf> = lists().flat_map(|list| list.files.iter().cloned()).collect();
        merged(&files, lists().map(List::codes).collect(), visit)
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
    visit: &mut dyn FnMut(u64) -> Result<(), AtlasError>,
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
