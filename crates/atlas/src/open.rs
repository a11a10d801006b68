//! Open lists: the codes that were reached, tier by tier and shard by shard, until their tier is settled.
//!
//! A list is a sorted part and what came since, which is sorted into it when it has grown; where memory is short the
//! fullest list goes to a file, and its parts are merged when the tier is settled.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::AtlasError;
use crate::format::{Cursor, Reader, Writer};
use crate::runs::{sort, union};

/// The least number of new codes that are sorted in.
const LEAST: usize = 1 << 12;
/// Files of one list before they are merged.
const MOST_FILES: usize = 12;

#[derive(Default)]
struct List {
    sorted: Vec<u64>,
    fresh: Vec<u64>,
    files: Vec<PathBuf>,
}

impl List {
    fn bytes(&self) -> usize {
        8 * (self.sorted.capacity() + self.fresh.capacity())
    }

    fn sort_in(&mut self, spare: &mut Vec<u64>, bits: u32) {
        if self.fresh.is_empty() {
            return;
        }
        sort(&mut self.fresh, spare, 0, bits);
        self.fresh.dedup();
        self.sorted = union(&self.sorted, &self.fresh);
        self.fresh.clear();
        self.fresh.shrink_to(4 * LEAST);
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
    bits: u32,
    spare: Vec<u64>,
    late: Late,
    directory: PathBuf,
    /// Bytes that all lists may hold.
    room: usize,
    /// New codes of a list that are sorted in at once.
    batch: usize,
    spilled: u64,
    me: usize,
}

impl Opens {
    pub(crate) fn new(shards: usize, bits: u32, directory: &Path, room: usize, me: usize) -> Self {
        let batch = (room / 256).clamp(LEAST, 1 << 20);
        let (tiers, spare) = (Vec::new(), Vec::new());
        let directory = directory.to_owned();
        Self {
            tiers,
            shards,
            bits,
            spare,
            late: Late::new(),
            directory,
            room,
            batch,
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
                let lists = (0..self.shards).map(|_| List::default()).collect();
                self.tiers.insert(at, (tier, lists));
                at
            }
        };
        &mut self.tiers[at].1[shard]
    }

    /// Whether a code must be added, or sent to who lists it: most of those that were reached of late need not.
    #[inline]
    pub(crate) fn is_new(&mut self, code: u64) -> bool {
        self.late.is_new(code)
    }

    /// Adds a code.
    #[inline]
    pub(crate) fn add(&mut self, tier: u64, shard: usize, code: u64) -> Result<(), AtlasError> {
        let batch = self.batch;
        let list = self.list(tier, shard);
        list.fresh.push(code);
        if list.fresh.len() >= batch.max(list.sorted.len() / 2) {
            return self.sorted_in(tier, shard);
        }
        Ok(())
    }

    #[cold]
    fn sorted_in(&mut self, tier: u64, shard: usize) -> Result<(), AtlasError> {
        let mut spare = std::mem::take(&mut self.spare);
        let bits = self.bits;
        self.list(tier, shard).sort_in(&mut spare, bits);
        self.spare = spare;
        self.spare.clear();
        self.spare.shrink_to(self.batch);
        let held: usize = self.tiers.iter().flat_map(|tier| &tier.1).map(List::bytes).sum();
        if held > self.room { self.spill() } else { Ok(()) }
    }

    /// Writes the fullest list to a file.
    fn spill(&mut self) -> Result<(), AtlasError> {
        let all = self.tiers.iter_mut().flat_map(|(tier, lists)| {
            lists.iter_mut().enumerate().map(|(shard, list)| (*tier, shard, list))
        });
        let Some((tier, shard, list)) = all.max_by_key(|(_, _, list)| list.bytes()) else {
            return Ok(());
        };
        list.sort_in(&mut self.spare, self.bits);
        self.spilled += 1;
        let name = format!("spill-{}-{}-{tier}-{shard}.run", self.me, self.spilled);
        let path = self.directory.join(name);
        let mut writer = Writer::create(&path, &json!({}), 0)?;
        list.sorted.iter().try_for_each(|&code| writer.push(code, 0))?;
        writer.finish(&json!({}), false)?;
        list.sorted = Vec::new();
        list.fresh = Vec::new();
        list.files.push(path);
        if list.files.len() >= MOST_FILES {
            let (files, name) = (
                std::mem::take(&mut list.files),
                format!("spill-{}-{}-m.run", self.me, self.spilled),
            );
            let path = self.directory.join(name);
            let mut writer = Writer::create(&path, &json!({}), 0)?;
            merged(&files, &[], &mut |code| writer.push(code, 0))?;
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
        let mut spare = std::mem::take(&mut self.spare);
        let bits = self.bits;
        let list = self.list(tier, shard);
        list.sort_in(&mut spare, bits);
        let list = std::mem::take(list);
        self.spare = spare;
        self.spare.clear();
        self.spare.shrink_to(self.batch);
        merged(&list.files, &[&list.sorted], visit)?;
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
            lists[shard].sort_in(&mut self.spare, self.bits);
        }
        let lists = || self.tiers.iter().map(|(_, lists)| &lists[shard]);
        let files: Vec<PathBuf> = lists().flat_map(|list| list.files.iter().cloned()).collect();
        let sorted: Vec<&[u64]> = lists().map(|list| &list.sorted[..]).collect();
        merged(&files, &sorted, visit)
    }
}

fn remove(files: &[PathBuf]) {
    for file in files {
        // what is left over is removed when the job is begun again
        let _ = std::fs::remove_file(file);
    }
}

/// Calls `visit` with the codes of files and of lists, in order and each once.
fn merged(
    files: &[PathBuf],
    lists: &[&[u64]],
    visit: &mut dyn FnMut(u64) -> Result<(), AtlasError>,
) -> Result<(), AtlasError> {
    if let ([], [list]) = (files, lists) {
        return list.iter().try_for_each(|&code| visit(code));
    }
    let mut sources = Vec::new();
    for file in files {
        sources.push(Source::File(Box::new(Cursor::new(Reader::open(file)?)), Vec::new(), 0));
    }
    sources.extend(lists.iter().map(|&list| Source::List(list)));
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
    List(&'l [u64]),
}

impl Source<'_> {
    fn next(&mut self) -> Result<Option<u64>, AtlasError> {
        match self {
            Self::List(list) => {
                let first = list.split_first();
                *list = first.map_or(&[], |(_, rest)| rest);
                Ok(first.map(|(&code, _)| code))
            }
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
