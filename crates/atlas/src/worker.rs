//! One worker of a job: its shards, tier by tier, forward and backward.
//!
//! Forward, from the highest tier down: the open codes of a tier are settled, written, and expanded; what they lead to
//! goes to the open lists of its owner. Backward, from the lowest tier up: positions are expanded again, and the owners
//! of what they lead to are asked; questions are asked in the order of their codes, so that tables stay compressed and
//! are read from the front to the end.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use farstar_play::{Limits, Player};
use farstar_value::{Calculator, Game};
use serde_json::json;

use crate::AtlasError;
use crate::ask::{Ask, Folding};
use crate::dictionary::{Meanings, Worths};
use crate::directory::{Directory, Kind, Plan, Settled};
use crate::exchange::{Exchange, Mail, Vote};
use crate::field::Field;
use crate::folds::Folds;
use crate::format::{Cursor, Reader, Writer};
use crate::open::{Late, Open, opens};
use crate::pages::Entry;
use crate::room::Room;
use crate::runs::{BLOCK, LEAST_BELOW, Word, below, mix, parted, sort, sort_part, together};

/// Entries of a page.
pub(crate) const PAGE: usize = 4096;
/// Parts that the options of a block of parts have at most: a part has few moves, of few parts each.
const MOST_PARTS: u64 = 1 << (LEAST_BELOW - 3);
/// Fillings between two looks at the limits.
const LOOK: u64 = 1 << 20;
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
    pub(crate) shards: Shards,
    /// Bytes that a worker may take.
    pub(crate) memory: usize,
    pub(crate) disk: Option<u64>,
    /// How long open codes may stay unwritten.
    pub(crate) checkpoint: Duration,
    pub(crate) limits: &'a Limits,
    pub(crate) progress: &'a Headway,
    /// Values, if they are asked for.
    pub(crate) meanings: Option<&'a Meanings>,
}

/// Which shard a code belongs to: superblocks of near codes go to shards, so that gaps stay short.
pub(crate) struct Shards {
    /// The bits of a code below the number of its superblock.
    low: u32,
    of_superblock: Vec<u16>,
}

impl Shards {
    /// So many shards, at most 4096, of codes of so many bits.
    pub(crate) fn new(shards: usize, bits: u32) -> Self {
        let low = if shards == 1 { bits } else { bits.saturating_sub(shards.ilog2() + 9) };
        let shard = |superblock| (mix(superblock, 0) % shards as u64) as u16;
        Self { low, of_superblock: (0..1 << (bits - low)).map(shard).collect() }
    }

    #[inline]
    pub(crate) fn of(&self, code: u64) -> usize {
        // codes that are none are asked for too, and then not found
        self.of_superblock.get((code >> self.low) as usize).map_or(0, |&shard| usize::from(shard))
    }
}

impl Frame<'_> {
    /// Stops where the files take more than they may.
    pub(crate) fn watch_disk(&self) -> Result<(), AtlasError> {
        match self.disk {
            Some(most) if self.directory.bytes()? > most => Err(AtlasError::Disk),
            _ => Ok(()),
        }
    }
}

/// The answers of a tier and shard, with the values that they are the numbers of.
struct Table {
    cursor: Cursor,
    worths: Worths,
}

impl Table {
    /// The answer of a position in a tier that is done.
    #[inline]
    fn answer(&mut self, field: &Field, code: u64) -> Result<u32, AtlasError> {
        self.cursor.answer(code)?.ok_or_else(|| AtlasError::Lost(field.draw(code)))
    }
}

/// A shard of a tier whose positions ask for the answers of their options, batch by batch.
struct Asking {
    shard: usize,
    of: Settled,
    cursor: Cursor,
    /// The number of the first position of the batch, and positions in it.
    first: u64,
    number: u64,
    arcs: u64,
    /// About how many questions a batch has.
    most: usize,
    ended: bool,
}

pub(crate) struct Worker<'a> {
    frame: &'a Frame<'a>,
    me: usize,
    peers: usize,
    /// Of each shard, who has it.
    owners: Vec<usize>,
    opens: Box<dyn Open>,
    late: Late,
    /// One more than the highest tier of codes sent since the last vote: nobody has them in a list before the barrier.
    sent: u64,
    /// Settled tiers of all shards; those of others are not known.
    settled: Vec<Vec<Settled>>,
    /// Tables of answers, by tier and shard.
    tables: HashMap<(u64, usize), Table>,
    /// Folds of the tier at work, by shard; lists are those of one batch.
    folds: HashMap<usize, Folds>,
    calc: Option<Calculator<'a>>,
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
/// Bytes before what a reply holds: the head of its page without what it is.
const REPLY: usize = HEAD - 1;

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
        let mut reply = page[1..HEAD].to_vec();
        let (field, folding) = (self.frame.field, self.frame.folding);
        let table = self.table(tier, shard)?;
        for entry in entries.chunks_exact(16) {
            let (code, with) = (u64_at(entry, 0), u64_at(entry, 8));
            let answer = table.answer(field, code)?;
            if folding.ask == Ask::Value {
                reply.extend(with.to_le_bytes());
                reply.extend(answer.to_le_bytes());
                continue;
            }
            let more = folding.fold(answer, (with >> 1 & 1) as u8, (with & 1) as u8);
            if more != 0 {
                let sum = (with >> 2) << 6 | u64::from(more.trailing_zeros());
                reply.extend(sum.to_le_bytes());
            }
        }
        if reply.len() > REPLY {
            replies.push(reply);
        }
        Ok(())
    }

    fn accept(&mut self, page: &[u8]) -> Result<(), AtlasError> {
        let (tier, shard, asker) = (u64_at(page, 0), u32_at(page, 8), u32_at(page, 12));
        let entries = page.get(REPLY..).unwrap_or(&[]);
        let folding = self.frame.folding;
        let Some(mut folds) = self.folds.remove(&asker) else { return Ok(()) };
        if folding.ask == Ask::Value {
            let table = self.table(tier, shard)?;
            for entry in entries.chunks_exact(12) {
                let (with, answer) = (u64_at(entry, 0), u32_at(entry, 8) as u32);
                let at = (with >> 2) as usize;
                let sides = [with >> 1 & 1, with & 1].map(|side| side as u8);
                let heard = folds.hear(folding, at, sides, answer, &table.worths);
                heard.ok_or_else(|| no_value(&table.cursor))?;
            }
        } else {
            for entry in entries.chunks_exact(8) {
                let sum = u64_at(entry, 0);
                folds.add((sum >> 6) as usize, 1 << (sum & 63));
            }
        }
        self.folds.insert(asker, folds);
        Ok(())
    }
}

/// A number that the dictionary of a file does not have.
fn no_value(cursor: &Cursor) -> AtlasError {
    AtlasError::damaged(cursor.reader.path(), "an answer stands for no value")
}

impl<'a> Worker<'a> {
    pub(crate) fn new(frame: &'a Frame<'a>, me: usize, peers: usize) -> Self {
        let bits = frame.field.codes().bits();
        let shards = frame.directory.shards();
        let opens = opens(shards, bits, frame.directory.path(), frame.memory / 3, me);
        let settled = frame.plan.settled.clone();
        let (tables, folds, room) = (HashMap::new(), HashMap::new(), Room::default());
        let owners = (0..shards).map(|shard| shard % peers).collect();
        let calc = frame.meanings.map(Meanings::calculator);
        let (loose, replaced, synced) = (Vec::new(), Vec::new(), Instant::now());
        Self {
            frame,
            me,
            peers,
            owners,
            opens,
            late: Late::new(),
            sent: 0,
            settled,
            tables,
            folds,
            calc,
            room,
            loose,
            replaced,
            synced,
        }
    }

    fn owner(&self, shard: usize) -> usize {
        self.owners.get(shard).copied().unwrap_or(0)
    }

    fn own(&self) -> impl Iterator<Item = usize> + use<> {
        (self.me..self.frame.directory.shards()).step_by(self.peers)
    }

    /// Does the whole job but for the file.
    pub(crate) fn run(&mut self, exchange: &mut dyn Exchange) -> Result<(), AtlasError> {
        // nobody writes a file before everybody knows which are there
        exchange.barrier(Vote::default(), self)?;
        let tiers = self.forward(exchange)?;
        if self.frame.field.codes().bits() + LEAST_BELOW <= u64::BITS {
            self.backward::<u64>(exchange, &tiers)
        } else {
            self.backward::<u128>(exchange, &tiers)
        }
    }

    /// Reaches everything; gives the tiers, from the highest down.
    fn forward(&mut self, exchange: &mut dyn Exchange) -> Result<Vec<u64>, AtlasError> {
        self.take_up()?;
        let mut tiers: Vec<u64> = self.settled.iter().flatten().map(|of| of.0).collect();
        let mut written = Instant::now();
        let mut due = None;
        loop {
            let open = self.opens.highest().map_or(0, |tier| tier + 1);
            let highest = open.max(std::mem::take(&mut self.sent));
            let late = u64::from(self.me == 0 && written.elapsed() >= self.frame.checkpoint);
            let vote = Vote { sums: [late, 0, 0, 0], most: highest };
            let vote = exchange.barrier(vote, self)?;
            // what everybody wrote before the barrier makes what was written before that needless
            if let Some(tier) = due.take() {
                self.frame.directory.drop_opens_above(tier)?;
            }
            if let Some(&last) = tiers.iter().min()
                && (vote.sums[0] > 0 && !self.frame.field.has_fillings() || vote.most == 0)
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
            if !self.frame.field.has_fillings() {
                self.expand(exchange, tier)?;
            }
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
            let (frame, mut seen) = (self.frame, 0u64);
            let mut add = |first| {
                seen += 1;
                if seen.is_multiple_of(LOOK) {
                    frame.limits.check()?;
                    frame.watch_disk()?;
                }
                let shard = frame.shards.of(first);
                if self.owner(shard) == self.me {
                    self.opens.add(codes.tier(first), shard, first)?;
                }
                Ok(())
            };
            return match frame.field.cells_of_parts() {
                // few codes may be those of parts
                Some(_) => frame.limits.guard(|| frame.field.each_first(&mut add))?,
                None => frame.field.each_first(&mut add),
            };
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
        let field = frame.field;
        let mut pages: HashMap<(u64, usize), Vec<u64>> = HashMap::new();
        for shard in self.own() {
            let path = frame.directory.file(Kind::Codes, tier, shard);
            let mut cursor = Cursor::new(Reader::open(&path)?);
            while let Some((block, _)) = cursor.next_block()? {
                // positions are the nodes of this search
                frame.limits.check_with(frame.progress.settled.load(Ordering::Relaxed), 0)?;
                let moves = block
                    .iter()
                    .flat_map(|&code| field.players().iter().map(move |&player| (code, player)));
                for (code, player) in moves {
                    field.reach(code, player, &mut room);
                    self.late.leave_new(&mut room.reached);
                    for next in &room.reached {
                        let (next, below) = (next.code(), next.tier);
                        let shard = frame.shards.of(next);
                        debug_assert!(below < tier && field.codes().is_code(next));
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
                let positions = block.len() as u64;
                frame.progress.positions.fetch_add(positions, Ordering::Relaxed);
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
        self.sent = self.sent.max(tier + 1);
        sort(&mut codes, &mut Vec::new(), 0, self.frame.field.codes().bits());
        codes.dedup();
        for part in codes.chunks(2 * PAGE) {
            let mut page = head(OPEN, tier, shard, 0);
            part.iter().for_each(|code| page.extend(code.to_le_bytes()));
            exchange.send(self.owner(shard), page, self)?;
        }
        Ok(())
    }

    fn table(&mut self, tier: u64, shard: usize) -> Result<&mut Table, AtlasError> {
        use std::collections::hash_map::Entry;
        match self.tables.entry((tier, shard)) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => {
                let path = self.frame.directory.file(Kind::Answers, tier, shard);
                let reader = Reader::open(&path)?;
                let worths = match (self.frame.meanings, &mut self.calc) {
                    (Some(meanings), Some(calc)) => {
                        meanings.of_file((tier, shard), &reader, calc)?
                    }
                    _ => Arc::default(),
                };
                Ok(entry.insert(Table { cursor: Cursor::new(reader), worths }))
            }
        }
    }

    /// Finds the answers of all tiers, from the lowest up.
    fn backward<T: Word>(
        &mut self,
        exchange: &mut dyn Exchange,
        tiers: &[u64],
    ) -> Result<(), AtlasError> {
        let mut batch = Batch::<T>::default();
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
            self.answer_tier(exchange, &mine, &mut batch)?;
            self.frame.watch_disk()?;
            exchange.barrier(Vote::default(), self)?;
        }
        Ok(())
    }

    /// Finds the answers of the shards of a tier.
    fn answer_tier<T: Word>(
        &mut self,
        exchange: &mut dyn Exchange,
        mine: &[(usize, Settled)],
        batch: &mut Batch<T>,
    ) -> Result<(), AtlasError> {
        if self.frame.folding.ask == Ask::Value {
            return self.value_tier(exchange, mine, batch);
        }
        let mut arcs = Vec::new();
        for &(shard, of) in mine {
            let mut asking = self.asking::<T>(shard, of)?;
            while !asking.ended {
                self.next_batch(&mut asking, batch)?;
                self.ask_batch(exchange, &asking, batch)?;
            }
            arcs.push(asking.arcs);
        }
        exchange.barrier(Vote::default(), self)?;
        for (&(shard, of), arcs) in mine.iter().zip(arcs) {
            self.write_answers(shard, of, arcs)?;
        }
        Ok(())
    }

    /// Finds the values of the shards of a tier. Values of options are not bits that could be kept for a whole shard,
    /// so the workers go from batch to batch together, each in a shard of its own.
    fn value_tier<T: Word>(
        &mut self,
        exchange: &mut dyn Exchange,
        mine: &[(usize, Settled)],
        batch: &mut Batch<T>,
    ) -> Result<(), AtlasError> {
        let mut rest = mine.iter();
        let mut work: Option<(Asking, Vec<Game>)> = None;
        loop {
            if work.is_none()
                && let Some(&(shard, of)) = rest.next()
            {
                work = Some((self.asking::<T>(shard, of)?, Vec::new()));
            }
            if let Some((asking, _)) = &mut work {
                self.next_batch(asking, batch)?;
                self.ask_batch(exchange, asking, batch)?;
            }
            let vote = Vote { sums: [u64::from(work.is_some()), 0, 0, 0], most: 0 };
            let vote = exchange.barrier(vote, self)?;
            if let (Some((asking, values)), Some(calc)) = (&mut work, &mut self.calc) {
                if let Some(folds) = self.folds.get_mut(&asking.shard) {
                    folds.values(calc, values)?;
                }
                if asking.ended {
                    let (shard, of, arcs) = (asking.shard, asking.of, asking.arcs);
                    self.folds.remove(&shard);
                    self.write_values(shard, of, arcs, &std::mem::take(values))?;
                    work = None;
                }
            }
            if vote.sums[0] == 0 {
                return Ok(());
            }
        }
    }

    fn write_answers(&mut self, shard: usize, of: Settled, arcs: u64) -> Result<(), AtlasError> {
        let frame = self.frame;
        let Some(folds) = self.folds.remove(&shard) else { return Ok(()) };
        let writer = self.answers_writer(shard, of)?;
        let answer = |at, code| {
            let answer = folds.answer(frame.folding, at);
            answer.ok_or_else(|| AtlasError::LargeGrundy(frame.field.draw(code)))
        };
        self.write_table(writer, (shard, of, arcs), &[], answer)
    }

    fn write_values(
        &mut self,
        shard: usize,
        of: Settled,
        arcs: u64,
        values: &[Game],
    ) -> Result<(), AtlasError> {
        let (Some(meanings), Some(calc)) = (self.frame.meanings, &mut self.calc) else {
            return Ok(());
        };
        let (numbers, entries) = meanings.numbered((of.0, shard), values, calc)?;
        let writer = self.answers_writer(shard, of)?;
        let answer = |at: usize, _| numbers.get(at).copied().ok_or(AtlasError::Elsewhere);
        self.write_table(writer, (shard, of, arcs), &entries, answer)
    }

    fn answers_writer(&self, shard: usize, of: Settled) -> Result<Writer, AtlasError> {
        let (tier, _, fingerprint) = of;
        let header = json!({ "tier": tier, "shard": shard, "codes": fingerprint });
        let path = self.frame.directory.file(Kind::Answers, tier, shard);
        Writer::create(&path, &header, self.frame.folding.bits())
    }

    /// Writes the codes of a shard of a tier once more, with their answers and what these stand for.
    fn write_table(
        &mut self,
        mut writer: Writer,
        (shard, of, arcs): (usize, Settled, u64),
        entries: &[Entry],
        answer: impl Fn(usize, u64) -> Result<u32, AtlasError>,
    ) -> Result<(), AtlasError> {
        let [codes, answers] =
            [Kind::Codes, Kind::Answers].map(|kind| self.frame.directory.file(kind, of.0, shard));
        let mut cursor = Cursor::new(Reader::open(&codes)?);
        let mut at = 0;
        while let Some((block, _)) = cursor.next_block()? {
            for &code in block {
                writer.push(code, answer(at, code)?)?;
                at += 1;
            }
        }
        entries.iter().try_for_each(|entry| writer.define(entry))?;
        writer.finish(&json!({ "arcs": arcs }), false)?;
        self.loose.push(answers);
        // the answers hold the codes too
        self.replaced.push(codes);
        self.sync_if_due()
    }

    /// Begins with a shard of a tier.
    fn asking<T: Word>(&mut self, shard: usize, of: Settled) -> Result<Asking, AtlasError> {
        let frame = self.frame;
        let (tier, entries, _) = of;
        let of_parts = frame.field.cells_of_parts().is_some();
        self.folds.insert(shard, Folds::new(frame.folding, entries as usize, of_parts));
        let most = together::<T>(entries, frame.memory as u64);
        let path = frame.directory.file(Kind::Codes, tier, shard);
        let cursor = Cursor::new(Reader::open(&path)?);
        Ok(Asking { shard, of, cursor, first: 0, number: 0, arcs: 0, most, ended: false })
    }

    /// Collects the questions of the next positions.
    fn next_batch<T: Word>(
        &mut self,
        asking: &mut Asking,
        batch: &mut Batch<T>,
    ) -> Result<(), AtlasError> {
        let frame = self.frame;
        let (field, folding, shards) = (frame.field, frame.folding, frame.directory.shards());
        let below = below::<T>(self.frame.field.codes().bits());
        let numbers = 1 << (below - 2);
        let Some(mut folds) = self.folds.remove(&asking.shard) else { return Ok(()) };
        // parts of options are told apart, not only options
        let mut parts = folds.parts();
        let before = asking.arcs;
        (asking.first, asking.number) = (asking.first + asking.number, 0);
        loop {
            let Some((block, _)) = asking.cursor.next_block()? else {
                asking.ended = true;
                break;
            };
            frame.limits.check()?;
            for &code in block {
                let mut options = [0; 2];
                for &player in field.players() {
                    let mover = u8::from(player == Player::Right);
                    field.reach(code, player, &mut self.room);
                    for next in &self.room.reached {
                        // who moves there, as the normal form sees it
                        let asked = u8::from(next.negative()) ^ mover ^ 1;
                        let asked = if folding.impartial { 0 } else { asked };
                        let number = parts.unwrap_or(asking.number);
                        parts = parts.map(|parts| parts + 1);
                        let with = number << 2 | u64::from(mover) << 1 | u64::from(asked);
                        let to = (next.tier, frame.shards.of(next.code()));
                        batch.list(to, shards).push(T::pack(next.code(), with, below));
                    }
                    options[usize::from(mover)] = self.room.reached.len();
                    if parts.is_some() {
                        options[usize::from(mover)] = self.room.ends.len();
                        folds.begin_sums(&self.room.ends);
                    }
                }
                folds.begin(folding, (asking.first + asking.number) as usize, options);
                asking.arcs += (options[0] + options[1]) as u64;
                asking.number += 1;
            }
            frame.progress.positions.fetch_add(block.len() as u64, Ordering::Relaxed);
            let full = asking.arcs - before >= asking.most as u64;
            let crowded = parts.is_some_and(|parts| parts + MOST_PARTS >= numbers);
            if full || crowded || asking.number + BLOCK as u64 >= numbers {
                break;
            }
        }
        frame.progress.arcs.fetch_add(asking.arcs - before, Ordering::Relaxed);
        self.folds.insert(asking.shard, folds);
        Ok(())
    }

    /// Asks the questions of a batch, in the order of their codes, those first that this worker answers itself: what is
    /// won already is asked of no more.
    fn ask_batch<T: Word>(
        &mut self,
        exchange: &mut dyn Exchange,
        asking: &Asking,
        batch: &mut Batch<T>,
    ) -> Result<(), AtlasError> {
        // lists are those of the batch alone
        let first = if self.frame.folding.ask == Ask::Value { 0 } else { asking.first };
        let (asker, Batch { tiers, used, spare, .. }) = (asking.shard, batch);
        let used = std::mem::take(used);
        for own in [true, false] {
            for (tier, lists) in &mut tiers[..used] {
                for (shard, list) in lists.iter_mut().enumerate() {
                    if !list.is_empty() && own == (self.owner(shard) == self.me) {
                        self.ask_list(exchange, (*tier, shard), list, spare, (asker, first))?;
                        list.clear();
                    }
                }
            }
        }
        Ok(())
    }

    fn ask_list<T: Word>(
        &mut self,
        exchange: &mut dyn Exchange,
        (tier, shard): (u64, usize),
        list: &mut Vec<T>,
        spare: &mut Vec<T>,
        (asker, first): (usize, u64),
    ) -> Result<(), AtlasError> {
        let to = self.owner(shard);
        let below = below::<T>(self.frame.field.codes().bits());
        let (ends, high) = parted(list, spare, below, below + self.frame.field.codes().bits());
        let empty = || head(QUESTIONS, tier, shard, asker);
        let (mut start, mut page) = (0, empty());
        for end in ends {
            let part = &mut list[start..end];
            start = end;
            let Some(folds) = self.folds.get(&asker) else { return Ok(()) };
            let mut wanted = 0;
            for at in 0..part.len() {
                let with = part[at].with(below);
                part[wanted] = part[at];
                let is_open = folds.is_open((first + (with >> 2)) as usize, (with >> 1 & 1) as u8);
                wanted += usize::from(is_open);
            }
            let part = &mut part[..wanted];
            sort_part(part, spare, below, high);
            if to == self.me {
                self.ask_myself(tier, shard, part, asker, first)?;
                continue;
            }
            for word in part {
                page.extend(word.code(below).to_le_bytes());
                page.extend((word.with(below) + (first << 2)).to_le_bytes());
                if page.len() >= HEAD + 16 * PAGE {
                    exchange.send(to, std::mem::replace(&mut page, empty()), self)?;
                }
            }
        }
        if page.len() > HEAD { exchange.send(to, page, self) } else { Ok(()) }
    }

    fn ask_myself<T: Word>(
        &mut self,
        tier: u64,
        shard: usize,
        list: &[T],
        asker: usize,
        first: u64,
    ) -> Result<(), AtlasError> {
        let (frame, folding, below) =
            (self.frame, self.frame.folding, below::<T>(self.frame.field.codes().bits()));
        let Some(mut folds) = self.folds.remove(&asker) else { return Ok(()) };
        let table = self.table(tier, shard)?;
        for word in list {
            let (code, with) = (word.code(below), word.with(below));
            let answer = table.answer(frame.field, code)?;
            let at = (first + (with >> 2)) as usize;
            let sides = [with >> 1 & 1, with & 1].map(|side| side as u8);
            let heard = folds.hear(folding, at, sides, answer, &table.worths);
            heard.ok_or_else(|| no_value(&table.cursor))?;
        }
        self.folds.insert(asker, folds);
        Ok(())
    }
}

/// Questions, by the tier and shard of what is asked for. Lists are filled again and again: pages that were never
/// touched cost a processor more than questions do.
struct Batch<T> {
    /// Of each tier the lists of all shards; those in use come first.
    tiers: Vec<(u64, Vec<Vec<T>>)>,
    used: usize,
    last: usize,
    spare: Vec<T>,
}

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self { tiers: Vec::new(), used: 0, last: 0, spare: Vec::new() }
    }
}

impl<T> Batch<T> {
    #[inline]
    fn list(&mut self, (tier, shard): (u64, usize), shards: usize) -> &mut Vec<T> {
        if self.last >= self.used || self.tiers[self.last].0 != tier {
            self.find(tier, shards);
        }
        &mut self.tiers[self.last].1[shard]
    }

    fn find(&mut self, tier: u64, shards: usize) {
        let known = self.tiers[..self.used].iter().position(|known| known.0 == tier);
        self.last = known.unwrap_or(self.used);
        if self.last == self.tiers.len() {
            self.tiers.push((tier, (0..shards).map(|_| Vec::new()).collect()));
        }
        self.tiers[self.last].0 = tier;
        self.used = self.used.max(self.last + 1);
    }
}
