//! One worker of a job: its shards, tier by tier, forward and backward.
//!
//! Forward, from the highest tier down: the open codes of a tier are settled, written, and expanded; what they lead to
//! goes to the open lists of its owner. Backward, from the lowest tier up: positions are expanded again, and the owners
//! of what they lead to are asked; questions are asked in the order of their codes, so that tables stay compressed and
//! are read from the front to the end.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use farstar_play::{Limits, Player};
use serde_json::json;

use crate::AtlasError;
use crate::ask::{Ask, Folding};
use crate::directory::{Directory, Kind, Plan, Settled};
use crate::exchange::{Exchange, Mail, Vote};
use crate::field::{Field, Room};
use crate::format::{Cursor, Reader, Writer};
use crate::open::Opens;
use crate::runs::{BLOCK, Word, mix, sort};

/// Entries of a page.
pub(crate) const PAGE: usize = 4096;
/// Bits of the number of a position in a batch, and of what is asked of its option.
const NUMBER: u32 = 20;
const BELOW: u32 = NUMBER + 2;
/// Fewest and most questions of a batch.
const FEWEST: usize = 1 << 12;
const MOST: usize = 1 << 24;
/// Entries of a table for each question of a batch, so that blocks are read for several at once.
const STRIDE: u64 = 32;

const OPEN: u8 = 0;
const QUESTIONS: u8 = 1;

/// How far a job is.
#[derive(Debug, Default)]
pub struct Headway {
    /// 0 forward, 1 backward, 2 when the file is written.
    pub step: AtomicU64,
    /// The tier at work.
    pub tier: AtomicU64,
    /// Positions expanded in this step.
    pub positions: AtomicU64,
    /// Positions settled forward.
    pub settled: AtomicU64,
    /// Moves made.
    pub arcs: AtomicU64,
}

/// What is the same for all workers of a job.
pub(crate) struct Frame<'a> {
    pub(crate) field: &'a Field,
    pub(crate) folding: Folding,
    pub(crate) directory: &'a Directory,
    pub(crate) plan: &'a Plan,
    /// Bytes that a worker may take.
    pub(crate) memory: usize,
    pub(crate) disk: Option<u64>,
    /// How long open codes may stay unwritten.
    pub(crate) checkpoint: Duration,
    pub(crate) limits: &'a Limits,
    pub(crate) progress: &'a Headway,
}

impl Frame<'_> {
    /// Superblocks of near codes go to shards, so that gaps stay short.
    #[inline]
    pub(crate) fn shard(&self, code: u64) -> usize {
        let shards = self.directory.shards();
        if shards == 1 {
            return 0;
        }
        let low = self.field.codes().bits().saturating_sub(shards.ilog2() + 9);
        (mix(code >> low, 0) % shards as u64) as usize
    }

    /// Stops where the files take more than they may.
    pub(crate) fn watch_disk(&self) -> Result<(), AtlasError> {
        match self.disk {
            Some(most) if self.directory.bytes()? > most => Err(AtlasError::Disk),
            _ => Ok(()),
        }
    }
}

/// Folds over the options of the positions of a tier.
enum Folds {
    Small(Vec<u8>),
    Large(Vec<u64>),
}

impl Folds {
    fn new(folding: Folding, entries: usize) -> Self {
        match folding.ask {
            Ask::Winner => Self::Small(vec![0; entries]),
            Ask::Grundy | Ask::Draws => Self::Large(vec![0; entries]),
        }
    }

    #[inline]
    fn add(&mut self, at: usize, more: u64) {
        match self {
            Self::Small(list) => list[at] |= more as u8,
            Self::Large(list) => list[at] |= more,
        }
    }

    fn get(&self, at: usize) -> u64 {
        match self {
            Self::Small(list) => u64::from(list[at]),
            Self::Large(list) => list[at],
        }
    }
}

pub(crate) struct Worker<'a> {
    frame: &'a Frame<'a>,
    me: usize,
    peers: usize,
    opens: Opens,
    /// Settled tiers of all shards; those of others are not known.
    settled: Vec<Vec<Settled>>,
    /// Tables of answers, by tier and shard.
    tables: HashMap<(u64, usize), Cursor>,
    /// Folds of the tier at work, by shard.
    folds: HashMap<usize, Folds>,
    room: Room,
    /// Files that were not yet brought to the disk, and those that may go once they are.
    loose: Vec<PathBuf>,
    replaced: Vec<PathBuf>,
    synced: Instant,
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes)
}

/// The head of a page: what it is, a tier, a shard, and the shard that asks.
pub(crate) fn head(kind: u8, tier: u64, shard: usize, asker: usize) -> Vec<u8> {
    let mut page = vec![kind];
    page.extend(tier.to_le_bytes());
    page.extend((shard as u32).to_le_bytes());
    page.extend((asker as u32).to_le_bytes());
    page
}
pub(crate) const HEAD: usize = 17;

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> usize {
    let four = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
    four.map_or(0, u32::from_le_bytes) as usize
}

impl Mail for Worker<'_> {
    fn serve(&mut self, page: &[u8], replies: &mut Vec<Vec<u8>>) -> Result<(), AtlasError> {
        let (tier, shard) = (u64_at(page, 1), u32_at(page, 9));
        let entries = page.get(HEAD..).unwrap_or(&[]);
        if page.first() == Some(&OPEN) {
            let codes = entries.chunks_exact(8).map(|bytes| u64_at(bytes, 0));
            return codes.into_iter().try_for_each(|code| self.opens.add(tier, shard, code));
        }
        let mut reply = page[13..HEAD].to_vec();
        let folding = self.frame.folding;
        for entry in entries.chunks_exact(16) {
            let (code, with) = (u64_at(entry, 0), u64_at(entry, 8));
            let answer = self.answer(tier, shard, code)?;
            let more = folding.fold(answer, (with >> 1 & 1) as u8, (with & 1) as u8);
            if more != 0 {
                let sum = (with >> 2) << 6 | u64::from(more.trailing_zeros());
                reply.extend(sum.to_le_bytes());
            }
        }
        if reply.len() > 4 {
            replies.push(reply);
        }
        Ok(())
    }

    fn accept(&mut self, page: &[u8]) -> Result<(), AtlasError> {
        let shard = u32_at(page, 0);
        let Some(folds) = self.folds.get_mut(&shard) else { return Ok(()) };
        for entry in page.get(4..).unwrap_or(&[]).chunks_exact(8) {
            let sum = u64_at(entry, 0);
            folds.add((sum >> 6) as usize, 1 << (sum & 63));
        }
        Ok(())
    }
}

impl<'a> Worker<'a> {
    pub(crate) fn new(frame: &'a Frame<'a>, me: usize, peers: usize) -> Self {
        let bits = frame.field.codes().bits();
        let shards = frame.directory.shards();
        let opens = Opens::new(shards, bits, frame.directory.path(), frame.memory / 3, me);
        let settled = frame.plan.settled.clone();
        let (tables, folds, room) = (HashMap::new(), HashMap::new(), Room::default());
        let (loose, replaced, synced) = (Vec::new(), Vec::new(), Instant::now());
        Self { frame, me, peers, opens, settled, tables, folds, room, loose, replaced, synced }
    }

    fn owner(&self, shard: usize) -> usize {
        shard % self.peers
    }

    fn own(&self) -> impl Iterator<Item = usize> + use<> {
        (self.me..self.frame.directory.shards()).step_by(self.peers)
    }

    /// Does the whole job but for the file.
    pub(crate) fn run(&mut self, exchange: &mut dyn Exchange) -> Result<(), AtlasError> {
        // nobody writes a file before everybody knows which are there
        exchange.barrier(Vote::default(), self)?;
        let tiers = self.forward(exchange)?;
        self.backward(exchange, &tiers)
    }

    /// Reaches everything; gives the tiers, from the highest down.
    fn forward(&mut self, exchange: &mut dyn Exchange) -> Result<Vec<u64>, AtlasError> {
        self.take_up()?;
        let mut tiers: Vec<u64> = self.settled.iter().flatten().map(|of| of.0).collect();
        let mut written = Instant::now();
        let mut due = None;
        loop {
            let highest = self.opens.highest().map_or(0, |tier| tier + 1);
            let late = u64::from(self.me == 0 && written.elapsed() >= self.frame.checkpoint);
            let vote = Vote { sums: [late, 0, 0, 0], most: highest };
            let vote = exchange.barrier(vote, self)?;
            // what everybody wrote before the barrier makes what was written before that needless
            if let Some(tier) = due.take() {
                self.frame.directory.drop_opens_above(tier)?;
            }
            if let Some(&last) = tiers.iter().min()
                && (vote.sums[0] > 0 || vote.most == 0)
                && self.frame.plan.after != Some(last)
            {
                self.write_opens(last)?;
                (written, due) = (Instant::now(), Some(last));
            }
            let Some(tier) = vote.most.checked_sub(1) else { break };
            self.frame.progress.tier.store(tier, Ordering::Relaxed);
            for shard in self.own() {
                self.settle(tier, shard)?;
            }
            self.opens.forget(tier);
            tiers.push(tier);
            self.expand(exchange, tier)?;
            self.frame.watch_disk()?;
        }
        tiers.sort_unstable_by(|a, b| b.cmp(a));
        tiers.dedup();
        Ok(tiers)
    }

    /// Begins with the start, or with the codes that were open when the job was left.
    fn take_up(&mut self) -> Result<(), AtlasError> {
        let codes = self.frame.field.codes();
        let Some(after) = self.frame.plan.after else {
            let first = self.frame.field.first().0;
            let shard = self.frame.shard(first);
            if self.owner(shard) == self.me {
                self.opens.add(codes.tier(first), shard, first)?;
            }
            return Ok(());
        };
        let settled: u64 = self.settled.iter().flatten().map(|of| of.1).sum();
        self.frame.progress.settled.store(settled, Ordering::Relaxed);
        for shard in self.own() {
            let path = self.frame.directory.file(Kind::Open, after, shard);
            let mut cursor = Cursor::new(Reader::open(&path)?);
            while let Some((block, _)) = cursor.next_block()? {
                for &code in block {
                    self.opens.add(codes.tier(code), shard, code)?;
                }
            }
        }
        Ok(())
    }

    /// Brings files to the disk. A file that gets lost before is found to be missing, so this is only asked for when
    /// what could be lost took a while.
    fn sync(&mut self) -> Result<(), AtlasError> {
        for path in self.loose.drain(..) {
            let synced = File::open(&path).and_then(|file| file.sync_all());
            synced.map_err(|error| AtlasError::file(&path, error))?;
        }
        let directory = self.frame.directory.path();
        let synced = File::open(directory).and_then(|directory| directory.sync_all());
        synced.map_err(|error| AtlasError::file(directory, error))?;
        for path in self.replaced.drain(..) {
            fs::remove_file(&path).map_err(|error| AtlasError::file(&path, error))?;
        }
        self.synced = Instant::now();
        Ok(())
    }

    fn sync_if_due(&mut self) -> Result<(), AtlasError> {
        if self.synced.elapsed() >= self.frame.checkpoint { self.sync() } else { Ok(()) }
    }

    /// Writes the codes that are open behind a tier.
    fn write_opens(&mut self, tier: u64) -> Result<(), AtlasError> {
        for shard in self.own() {
            let path = self.frame.directory.file(Kind::Open, tier, shard);
            let header = json!({ "settled": self.settled[shard] });
            let mut writer = Writer::create(&path, &header, 0)?;
            self.opens.each(shard, &mut |code| writer.push(code, 0))?;
            writer.finish(&json!({}), false)?;
            self.loose.push(path);
        }
        self.sync_if_due()
    }

    fn settle(&mut self, tier: u64, shard: usize) -> Result<(), AtlasError> {
        let path = self.frame.directory.file(Kind::Codes, tier, shard);
        let mut writer = Writer::create(&path, &json!({ "tier": tier, "shard": shard }), 0)?;
        let mut entries = 0;
        self.opens.settle(tier, shard, &mut |code| {
            entries += 1;
            writer.push(code, 0)
        })?;
        let fingerprint = writer.fingerprint();
        writer.finish(&json!({}), false)?;
        self.loose.push(path);
        self.settled[shard].push((tier, entries, fingerprint));
        self.frame.progress.settled.fetch_add(entries, Ordering::Relaxed);
        Ok(())
    }

    /// Sends what the positions of a tier lead to to its owners.
    fn expand(&mut self, exchange: &mut dyn Exchange, tier: u64) -> Result<(), AtlasError> {
        let (frame, mut room) = (self.frame, std::mem::take(&mut self.room));
        let (field, codes) = (frame.field, frame.field.codes());
        let mut pages: HashMap<(u64, usize), Vec<u64>> = HashMap::new();
        let mut reached: Vec<u64> = Vec::new();
        for shard in self.own() {
            let path = frame.directory.file(Kind::Codes, tier, shard);
            let mut cursor = Cursor::new(Reader::open(&path)?);
            while let Some((block, _)) = cursor.next_block()? {
                // positions are the nodes of this search
                frame.limits.check_with(frame.progress.settled.load(Ordering::Relaxed), 0)?;
                reached.clear();
                for &code in block {
                    for &player in field.players() {
                        field.each_option(code, player, &mut room, &mut |next| reached.push(next));
                    }
                }
                let positions = block.len() as u64;
                frame.progress.positions.fetch_add(positions, Ordering::Relaxed);
                for &next in &reached {
                    let (next, _) = codes.normal(next);
                    let (below, shard) = (codes.tier(next), frame.shard(next));
                    debug_assert!(below < tier && codes.is_code(next));
                    if self.owner(shard) == self.me {
                        self.opens.add(below, shard, next)?;
                        continue;
                    }
                    let page = pages.entry((below, shard)).or_default();
                    page.push(next);
                    if page.len() >= 4 * PAGE {
                        let page = std::mem::take(page);
                        self.send_open(exchange, below, shard, page)?;
                    }
                }
            }
        }
        for ((below, shard), page) in pages {
            self.send_open(exchange, below, shard, page)?;
        }
        self.room = room;
        Ok(())
    }

    /// Sends open codes, each once.
    fn send_open(
        &mut self,
        exchange: &mut dyn Exchange,
        tier: u64,
        shard: usize,
        mut codes: Vec<u64>,
    ) -> Result<(), AtlasError> {
        codes.sort_unstable();
        codes.dedup();
        for part in codes.chunks(2 * PAGE) {
            let mut page = head(OPEN, tier, shard, 0);
            part.iter().for_each(|code| page.extend(code.to_le_bytes()));
            exchange.send(self.owner(shard), page, self)?;
        }
        Ok(())
    }

    /// The answer of a position in a tier that is done.
    fn answer(&mut self, tier: u64, shard: usize, code: u64) -> Result<u32, AtlasError> {
        let cursor = self.table(tier, shard)?;
        let found = cursor.answer(code)?;
        found.ok_or_else(|| AtlasError::Lost(self.frame.field.draw(code)))
    }

    fn table(&mut self, tier: u64, shard: usize) -> Result<&mut Cursor, AtlasError> {
        use std::collections::hash_map::Entry;
        match self.tables.entry((tier, shard)) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => {
                let path = self.frame.directory.file(Kind::Answers, tier, shard);
                Ok(entry.insert(Cursor::new(Reader::open(&path)?)))
            }
        }
    }

    /// Finds the answers of all tiers, from the lowest up.
    fn backward(&mut self, exchange: &mut dyn Exchange, tiers: &[u64]) -> Result<(), AtlasError> {
        if self.me == 0 {
            self.frame.progress.positions.store(0, Ordering::Relaxed);
            self.frame.progress.step.store(1, Ordering::Relaxed);
        }
        exchange.barrier(Vote::default(), self)?;
        for &tier in tiers.iter().rev() {
            self.frame.progress.tier.store(tier, Ordering::Relaxed);
            let mine: Vec<(usize, Settled)> = self
                .own()
                .filter(|&shard| !self.frame.plan.answered.contains(&(tier, shard)))
                .filter_map(|shard| {
                    let of = self.settled[shard].iter().find(|of| of.0 == tier);
                    of.map(|&of| (shard, of))
                })
                .collect();
            let mut arcs = Vec::new();
            for &(shard, of) in &mine {
                self.folds.insert(shard, Folds::new(self.frame.folding, of.1 as usize));
                let made = if self.frame.field.codes().bits() + BELOW <= u64::BITS {
                    self.ask_shard::<u64>(exchange, shard, of)?
                } else {
                    self.ask_shard::<u128>(exchange, shard, of)?
                };
                arcs.push(made);
            }
            exchange.barrier(Vote::default(), self)?;
            for ((shard, of), arcs) in mine.into_iter().zip(arcs) {
                self.write_answers(shard, of, arcs)?;
            }
            self.frame.watch_disk()?;
            exchange.barrier(Vote::default(), self)?;
        }
        Ok(())
    }

    fn write_answers(&mut self, shard: usize, of: Settled, arcs: u64) -> Result<(), AtlasError> {
        let frame = self.frame;
        let (tier, _, fingerprint) = of;
        let Some(folds) = self.folds.remove(&shard) else { return Ok(()) };
        let path = frame.directory.file(Kind::Codes, tier, shard);
        let mut cursor = Cursor::new(Reader::open(&path)?);
        let header = json!({ "tier": tier, "shard": shard, "codes": fingerprint });
        let answers = frame.directory.file(Kind::Answers, tier, shard);
        let mut writer = Writer::create(&answers, &header, frame.folding.bits())?;
        let mut at = 0;
        while let Some((block, _)) = cursor.next_block()? {
            for &code in block {
                let answer = frame.folding.answer(folds.get(at));
                let answer =
                    answer.ok_or_else(|| AtlasError::LargeGrundy(frame.field.draw(code)))?;
                writer.push(code, answer)?;
                at += 1;
            }
        }
        writer.finish(&json!({ "arcs": arcs }), false)?;
        self.loose.push(answers);
        // the answers hold the codes too
        self.replaced.push(path);
        self.sync_if_due()
    }

    /// Asks for the answers of everything that a shard of a tier leads to; gives the number of moves.
    fn ask_shard<T: Word>(
        &mut self,
        exchange: &mut dyn Exchange,
        shard: usize,
        of: Settled,
    ) -> Result<u64, AtlasError> {
        let (frame, mut room) = (self.frame, std::mem::take(&mut self.room));
        let (field, codes, folding) = (frame.field, frame.field.codes(), frame.folding);
        let (tier, entries, _) = of;
        let wanted = usize::try_from(entries / STRIDE).unwrap_or(MOST);
        let room_for = frame.memory / (8 * size_of::<T>());
        let most = wanted.clamp(1 << 18, MOST).min(room_for).max(FEWEST);
        let path = frame.directory.file(Kind::Codes, tier, shard);
        let mut cursor = Cursor::new(Reader::open(&path)?);
        let mut batch = Batch::<T>::default();
        let (mut first, mut number, mut arcs) = (0u64, 0u64, 0u64);
        let mut reached: Vec<(u64, u8)> = Vec::new();
        while let Some((block, _)) = cursor.next_block()? {
            frame.limits.check()?;
            for &code in block {
                reached.clear();
                let mut stuck = [true; 2];
                for &player in field.players() {
                    let mover = u8::from(player == Player::Right);
                    let before = reached.len();
                    field.each_option(code, player, &mut room, &mut |next| {
                        reached.push((next, mover))
                    });
                    stuck[usize::from(mover)] = reached.len() == before;
                }
                let begun = folding.begin(stuck);
                if begun != 0
                    && let Some(folds) = self.folds.get_mut(&shard)
                {
                    folds.add((first + number) as usize, begun);
                }
                arcs += reached.len() as u64;
                for &(next, mover) in &reached {
                    let (next, negative) = codes.normal(next);
                    // who moves there, as the normal form sees it
                    let asked = if folding.impartial { 0 } else { mover ^ 1 ^ u8::from(negative) };
                    let with = number << 2 | u64::from(mover) << 1 | u64::from(asked);
                    let to = (codes.tier(next), frame.shard(next));
                    batch.list(to, frame.directory.shards()).push(T::pack(next, with, BELOW));
                }
                number += 1;
            }
            batch.asked += reached.len();
            let positions = block.len() as u64;
            frame.progress.positions.fetch_add(positions, Ordering::Relaxed);
            let full = arcs - batch.done >= most as u64 || number + BLOCK as u64 >= 1 << NUMBER;
            if full {
                self.ask_batch(exchange, &mut batch, shard, first)?;
                (first, number, batch.done) = (first + number, 0, arcs);
            }
        }
        self.ask_batch(exchange, &mut batch, shard, first)?;
        frame.progress.arcs.fetch_add(arcs, Ordering::Relaxed);
        self.room = room;
        Ok(arcs)
    }

    /// Asks the questions of a batch, in the order of their codes.
    fn ask_batch<T: Word>(
        &mut self,
        exchange: &mut dyn Exchange,
        batch: &mut Batch<T>,
        asker: usize,
        first: u64,
    ) -> Result<(), AtlasError> {
        let high = BELOW + self.frame.field.codes().bits();
        for (tier, lists) in &mut batch.tiers {
            for (shard, list) in lists.iter_mut().enumerate().filter(|(_, list)| !list.is_empty()) {
                sort(list, &mut batch.spare, BELOW, high);
                if self.owner(shard) == self.me {
                    self.ask_myself(*tier, shard, list, asker, first)?;
                } else {
                    for part in list.chunks(PAGE) {
                        let mut page = head(QUESTIONS, *tier, shard, asker);
                        for word in part {
                            page.extend(word.code(BELOW).to_le_bytes());
                            page.extend((word.with(BELOW) + (first << 2)).to_le_bytes());
                        }
                        exchange.send(self.owner(shard), page, self)?;
                    }
                }
                list.clear();
            }
        }
        Ok(())
    }

    fn ask_myself<T: Word>(
        &mut self,
        tier: u64,
        shard: usize,
        list: &[T],
        asker: usize,
        first: u64,
    ) -> Result<(), AtlasError> {
        let (frame, folding) = (self.frame, self.frame.folding);
        let Some(mut folds) = self.folds.remove(&asker) else { return Ok(()) };
        let cursor = self.table(tier, shard)?;
        for word in list {
            let (code, with) = (word.code(BELOW), word.with(BELOW));
            let Some(answer) = cursor.answer(code)? else {
                return Err(AtlasError::Lost(frame.field.draw(code)));
            };
            let more = folding.fold(answer, (with >> 1 & 1) as u8, (with & 1) as u8);
            folds.add((first + (with >> 2)) as usize, more);
        }
        self.folds.insert(asker, folds);
        Ok(())
    }
}

/// Questions, by the tier and shard of what is asked for.
struct Batch<T> {
    tiers: Vec<(u64, Vec<Vec<T>>)>,
    last: usize,
    spare: Vec<T>,
    asked: usize,
    /// Moves of the batches before.
    done: u64,
}

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self { tiers: Vec::new(), last: 0, spare: Vec::new(), asked: 0, done: 0 }
    }
}

impl<T> Batch<T> {
    #[inline]
    fn list(&mut self, (tier, shard): (u64, usize), shards: usize) -> &mut Vec<T> {
        if self.tiers.get(self.last).is_none_or(|known| known.0 != tier) {
            self.last = match self.tiers.iter().position(|known| known.0 == tier) {
                Some(at) => at,
                None => {
                    self.tiers.push((tier, (0..shards).map(|_| Vec::new()).collect()));
                    self.tiers.len() - 1
                }
            };
        }
        &mut self.tiers[self.last].1[shard]
    }
}
