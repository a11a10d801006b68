//! One worker of a job about play that need not end: its shards, wave by wave, then round by round.
//!
//! Forward, the positions that are open are expanded, and what is new among what they lead to is open next, until
//! nothing is. Then every position tells those it leads to, once, where it is and who moved; what cannot be moved from
//! is decided after no move, and what was decided in one round tells those that lead to it in the next: a position with
//! a lost option is won, one whose options are all won is lost, one move later. What never hears enough is a draw.
//!
//! There are no tiers that could be left behind, so codes and answers are held in memory; moves, which are many more,
//! are sorted on disk where they take more than they may. After a wave the codes are written now and then; a job that
//! is interrupted later begins its rounds again.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use farstar_play::Player;
use serde_json::{Value, json};

use crate::AtlasError;
use crate::arcs::Arcs;
use crate::ask::{MOST_PLIES, lost, won};
use crate::directory::Kind;
use crate::exchange::{Exchange, Mail, Vote};
use crate::format::{Cursor, Reader, Writer};
use crate::room::Room;
use crate::runs::{BLOCK, HALF, mix, sort, unite};
use crate::worker::{Frame, HEAD, PAGE, head, u32_at, u64_at};

const CODES: u8 = 0;
const MOVES: u8 = 1;
const NEWS: u8 = 2;

/// The name of the first wave; later ones count down, so that the last is the lowest.
const FIRST_WAVE: u64 = 999_999;
/// The least number of new codes that are looked through before a wave ends.
const LEAST: usize = 1 << 16;
/// Where the shard stands in the name of a state.
const SHARD: u32 = 40;

#[derive(Default)]
struct Shard {
    /// Positions in order; once all are known the place of a code is its number.
    codes: Vec<u64>,
    /// Those that are not sorted in yet.
    recent: Vec<u64>,
    /// Those that are expanded next.
    open: Vec<u64>,
    /// What was reached since.
    fresh: Vec<u64>,
    known: usize,
    /// A state is a position with the player who begins: moves by what they lead to.
    arcs: Arcs,
    /// Options of a state that are not won.
    left: Vec<u32>,
    /// Half an answer for each state; none while it is a draw.
    halves: Vec<u16>,
    /// States decided in this round and in the next.
    news: [Vec<u32>; 2],
    moves: u64,
}

impl Shard {
    fn bytes(&self) -> usize {
        let lists = [&self.codes, &self.recent, &self.open, &self.fresh];
        let eight = lists.iter().map(|list| list.capacity()).sum::<usize>();
        let four = self.left.capacity() + self.news[0].capacity() + self.news[1].capacity();
        8 * eight + 4 * four + 2 * self.halves.capacity() + self.arcs.bytes()
    }

    /// Leaves what is new among what was reached.
    fn look_through(&mut self, spare: &mut Vec<u64>, bits: u32) {
        sort(&mut self.fresh, spare, 0, bits);
        self.fresh.dedup();
        let Self { codes, recent, fresh, .. } = self;
        let new = |list: &[u64], code: &u64| list.binary_search(code).is_err();
        fresh.retain(|code| new(codes, code) && new(recent, code));
        self.known = self.fresh.len();
    }

    /// What was open is known from here on.
    fn take_open(&mut self) -> Vec<u64> {
        let open = std::mem::take(&mut self.open);
        unite(&mut self.recent, &open);
        if self.recent.len() > self.codes.len() / 4 {
            unite(&mut self.codes, &self.recent);
            self.recent = Vec::new();
        }
        open
    }
}

pub(crate) struct Rounds<'a> {
    frame: &'a Frame<'a>,
    me: usize,
    peers: usize,
    shards: Vec<Shard>,
    spare: Vec<u64>,
    /// Files of moves that were written.
    spilled: u64,
}

impl Mail for Rounds<'_> {
    fn serve(&mut self, page: &[u8], _: &mut Vec<Vec<u8>>) -> Result<(), AtlasError> {
        let (plies, shard) = (u64_at(page, 1) as u32, u32_at(page, 9));
        let entries = page.get(HEAD..).unwrap_or(&[]);
        match page.first() {
            Some(&CODES) => {
                entries.chunks_exact(8).for_each(|one| self.reach(shard, u64_at(one, 0)))
            }
            Some(&MOVES) => {
                for one in entries.chunks_exact(16) {
                    self.told(shard, u64_at(one, 0), u64_at(one, 8))?;
                }
            }
            _ => {
                for one in entries.chunks_exact(8) {
                    let news = u64_at(one, 0);
                    self.hear(shard, (news >> 1) as usize, news & 1 != 0, plies)?;
                }
            }
        }
        Ok(())
    }

    fn accept(&mut self, _: &[u8]) -> Result<(), AtlasError> {
        Ok(())
    }
}

impl<'a> Rounds<'a> {
    pub(crate) fn new(frame: &'a Frame<'a>, me: usize, peers: usize) -> Self {
        let shards = (0..frame.directory.shards()).map(|_| Shard::default()).collect();
        Self { frame, me, peers, shards, spare: Vec::new(), spilled: 0 }
    }

    fn owner(&self, shard: usize) -> usize {
        shard % self.peers
    }

    fn own(&self) -> impl Iterator<Item = usize> + use<> {
        (self.me..self.frame.directory.shards()).step_by(self.peers)
    }

    /// Players who begin in a position.
    fn sides(&self) -> usize {
        self.frame.field.players().len()
    }

    /// Does the whole job but for the file.
    pub(crate) fn run(&mut self, exchange: &mut dyn Exchange) -> Result<(), AtlasError> {
        if self.frame.plan.after == Some(0) {
            return Ok(());
        }
        // nobody writes a file before everybody knows which are there
        exchange.barrier(Vote::default(), self)?;
        self.forward(exchange)?;
        self.number(exchange)?;
        self.tell_all(exchange)?;
        self.rounds(exchange)?;
        self.write_answers(exchange)
    }

    /// Bytes of all lists.
    fn bytes(&self) -> usize {
        self.shards.iter().map(Shard::bytes).sum::<usize>() + 8 * self.spare.capacity()
    }

    /// Limits, and the memory of all lists: moves that take too much of it go to a file.
    fn watch(&mut self) -> Result<(), AtlasError> {
        let settled = self.frame.progress.settled.load(Ordering::Relaxed);
        self.frame.limits.check_with(settled, 0)?;
        while self.bytes() > self.frame.memory {
            let largest = self.own().filter(|&shard| self.shards[shard].arcs.can_spill());
            let largest = largest.max_by_key(|&shard| self.shards[shard].arcs.bytes());
            let Some(shard) = largest else { return Err(AtlasError::Memory(self.frame.memory)) };
            let path = self.spilled_path();
            self.shards[shard].arcs.spill(&path)?;
            self.frame.watch_disk()?;
        }
        Ok(())
    }

    /// The name of the next file of moves.
    fn spilled_path(&mut self) -> PathBuf {
        self.spilled += 1;
        let name = format!("spill-{}-{}-moves.run", self.me, self.spilled);
        self.frame.directory.path().join(name)
    }

    /// Reaches everything, wave by wave.
    fn forward(&mut self, exchange: &mut dyn Exchange) -> Result<(), AtlasError> {
        let mut wave = self.take_up()?;
        let (mut written, mut due) = (Instant::now(), None);
        let mut pause = self.frame.checkpoint;
        loop {
            let late = u64::from(self.me == 0 && written.elapsed() >= pause);
            let open: usize = self.own().map(|shard| self.shards[shard].open.len()).sum();
            let vote = Vote { sums: [open as u64, late, 0, 0], most: 0 };
            let vote = exchange.barrier(vote, self)?;
            // what everybody wrote before the barrier makes what was written before that needless
            if let Some(wave) = due.take() {
                self.frame.directory.drop_opens_above(wave)?;
            }
            if vote.sums[1] > 0 && self.frame.plan.after != Some(wave) {
                let began = Instant::now();
                self.write_wave(wave)?;
                self.frame.watch_disk()?;
                // all that is known is written each time
                pause = self.frame.checkpoint.max(10 * began.elapsed());
                (written, due) = (Instant::now(), Some(wave));
            }
            if vote.sums[0] == 0 {
                return Ok(());
            }
            self.expand(exchange)?;
            exchange.barrier(Vote::default(), self)?;
            let bits = self.frame.field.codes().bits();
            for shard in self.own() {
                let of = &mut self.shards[shard];
                of.look_through(&mut self.spare, bits);
                of.open = std::mem::take(&mut of.fresh);
                of.known = 0;
                self.frame.progress.settled.fetch_add(of.open.len() as u64, Ordering::Relaxed);
            }
            wave = wave.saturating_sub(1).max(1);
        }
    }

    /// Begins with the start, or with the last wave that was written.
    fn take_up(&mut self) -> Result<u64, AtlasError> {
        let Some(wave) = self.frame.plan.after else {
            let (frame, mut seen) = (self.frame, 0usize);
            frame.field.each_first(&mut |first| {
                seen += 1;
                if seen.is_multiple_of(LEAST) {
                    self.watch()?;
                }
                let shard = frame.shards.of(first);
                if self.owner(shard) == self.me {
                    self.shards[shard].open.push(first);
                    frame.progress.settled.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            })?;
            return Ok(FIRST_WAVE);
        };
        for shard in self.own() {
            let path = self.frame.directory.file(Kind::Open, wave, shard);
            let mut cursor = Cursor::new(Reader::open(&path)?);
            let of = &mut self.shards[shard];
            while let Some((codes, open)) = cursor.next_block()? {
                for (&code, &open) in codes.iter().zip(open) {
                    if open == 1 { &mut of.open } else { &mut of.codes }.push(code);
                }
            }
            let count = (of.open.len() + of.codes.len()) as u64;
            self.frame.progress.settled.fetch_add(count, Ordering::Relaxed);
        }
        Ok(wave)
    }

    /// Writes what is known, with a mark on what is open.
    fn write_wave(&self, wave: u64) -> Result<(), AtlasError> {
        for shard in self.own() {
            let of = &self.shards[shard];
            let mut known = of.codes.clone();
            unite(&mut known, &of.recent);
            let path = self.frame.directory.file(Kind::Open, wave, shard);
            let mut writer = Writer::create(&path, &settled(&[]), 1)?;
            let mut known = known.into_iter().peekable();
            for &open in &of.open {
                while let Some(code) = known.next_if(|&code| code < open) {
                    writer.push(code, 0)?;
                }
                writer.push(open, 1)?;
            }
            known.try_for_each(|code| writer.push(code, 0))?;
            writer.finish(&json!({}), true)?;
        }
        Ok(())
    }

    fn reach(&mut self, shard: usize, code: u64) {
        let of = &mut self.shards[shard];
        of.fresh.push(code);
        if of.fresh.len() >= LEAST.max(2 * of.known) {
            of.look_through(&mut self.spare, self.frame.field.codes().bits());
        }
    }

    /// Reaches what the open positions lead to.
    fn expand(&mut self, exchange: &mut dyn Exchange) -> Result<(), AtlasError> {
        let field = self.frame.field;
        let mut room = Room::default();
        let mut pages: HashMap<usize, Vec<u64>> = HashMap::new();
        for shard in self.own() {
            let open = self.shards[shard].take_open();
            for block in open.chunks(BLOCK) {
                self.watch()?;
                for (&code, &player) in block
                    .iter()
                    .flat_map(|code| field.players().iter().map(move |player| (code, player)))
                {
                    field.reach(code, player, &mut room);
                    for next in room.reached.iter().map(|next| next.code()) {
                        let shard = self.frame.shards.of(next);
                        if self.owner(shard) == self.me {
                            self.reach(shard, next);
                            continue;
                        }
                        let page = pages.entry(shard).or_default();
                        page.push(next);
                        if page.len() >= 4 * PAGE {
                            let page = std::mem::take(page);
                            self.send_codes(exchange, shard, page)?;
                        }
                    }
                }
            }
        }
        pages.into_iter().try_for_each(|(shard, page)| self.send_codes(exchange, shard, page))
    }

    fn send_codes(
        &mut self,
        exchange: &mut dyn Exchange,
        shard: usize,
        mut codes: Vec<u64>,
    ) -> Result<(), AtlasError> {
        codes.sort_unstable();
        codes.dedup();
        let mut page = head(CODES, 0, shard, 0);
        codes.iter().for_each(|code| page.extend(code.to_le_bytes()));
        exchange.send(self.owner(shard), page, self)
    }

    /// Gives every position its number.
    fn number(&mut self, exchange: &mut dyn Exchange) -> Result<(), AtlasError> {
        let sides = self.sides();
        for shard in self.own() {
            let of = &mut self.shards[shard];
            unite(&mut of.codes, &of.recent);
            (of.recent, of.fresh) = (Vec::new(), Vec::new());
            let states = of.codes.len() * sides;
            if u32::try_from(states).is_err() {
                return Err(AtlasError::Memory(self.frame.memory));
            }
            (of.left, of.halves) = (vec![0; states], vec![0; states]);
        }
        self.spare = Vec::new();
        if self.me == 0 {
            self.frame.progress.step.store(1, Ordering::Relaxed);
            self.frame.progress.positions.store(0, Ordering::Relaxed);
        }
        exchange.barrier(Vote::default(), self).map(|_| ())
    }

    /// Every state tells those it leads to.
    fn tell_all(&mut self, exchange: &mut dyn Exchange) -> Result<(), AtlasError> {
        let (field, folding) = (self.frame.field, self.frame.folding);
        let sides = self.sides();
        let mut room = Room::default();
        let mut pages: HashMap<usize, Vec<(u64, u64)>> = HashMap::new();
        for shard in self.own() {
            for number in 0..self.shards[shard].codes.len() {
                if number.is_multiple_of(BLOCK) {
                    self.watch()?;
                    self.frame.progress.positions.fetch_add(BLOCK as u64, Ordering::Relaxed);
                }
                let code = self.shards[shard].codes[number];
                for (mover, &player) in field.players().iter().enumerate() {
                    field.reach(code, player, &mut room);
                    let reached = &room.reached;
                    let state = number * sides + mover;
                    let of = &mut self.shards[shard];
                    of.moves += reached.len() as u64;
                    of.left[state] = reached.len() as u32;
                    if reached.is_empty() {
                        of.halves[state] = if folding.misere { won(0) } else { lost(0) };
                        of.news[0].push(state as u32);
                    }
                    for next in reached {
                        let (next, negative) = (next.code(), next.negative());
                        let asked = !folding.impartial && (player == Player::Left) != negative;
                        let with = ((shard as u64) << SHARD | state as u64) << 1 | u64::from(asked);
                        let to = self.frame.shards.of(next);
                        if self.owner(to) == self.me {
                            self.told(to, next, with)?;
                            continue;
                        }
                        let page = pages.entry(to).or_default();
                        page.push((next, with));
                        if page.len() >= PAGE {
                            let page = std::mem::take(page);
                            self.send_moves(exchange, to, page)?;
                        }
                    }
                }
            }
        }
        for (to, page) in pages {
            self.send_moves(exchange, to, page)?;
        }
        exchange.barrier(Vote::default(), self)?;
        for shard in self.own() {
            let (path, others) = (self.spilled_path(), self.bytes());
            let of = &mut self.shards[shard];
            // the lists of all others stay as they are
            let room = (self.frame.memory + of.arcs.bytes()).saturating_sub(others);
            of.arcs.line_up(of.codes.len() * sides, room, &path)?;
            self.frame.progress.arcs.fetch_add(of.moves, Ordering::Relaxed);
        }
        self.watch()?;
        exchange.barrier(Vote::default(), self).map(|_| ())
    }

    fn send_moves(
        &mut self,
        exchange: &mut dyn Exchange,
        shard: usize,
        mut moves: Vec<(u64, u64)>,
    ) -> Result<(), AtlasError> {
        moves.sort_unstable();
        let mut page = head(MOVES, 0, shard, 0);
        for (code, with) in moves {
            page.extend(code.to_le_bytes());
            page.extend(with.to_le_bytes());
        }
        exchange.send(self.owner(shard), page, self)
    }

    fn told(&mut self, shard: usize, code: u64, with: u64) -> Result<(), AtlasError> {
        let sides = self.sides();
        let of = &mut self.shards[shard];
        let Ok(number) = of.codes.binary_search(&code) else {
            return Err(AtlasError::Lost(self.frame.field.draw(code)));
        };
        of.arcs.tell((number * sides) as u32 + (with & 1) as u32, with >> 1);
        Ok(())
    }

    /// What was decided tells those that lead to it, until nothing is new.
    fn rounds(&mut self, exchange: &mut dyn Exchange) -> Result<(), AtlasError> {
        let mut pages: HashMap<usize, Vec<u64>> = HashMap::new();
        let mut parents = Vec::new();
        for plies in 0.. {
            let mut decided = 0;
            for shard in self.own() {
                let mut news = std::mem::take(&mut self.shards[shard].news[plies as usize & 1]);
                if self.shards[shard].arcs.is_on_disk() {
                    news.sort_unstable();
                }
                decided += news.len() as u64;
                for (at, &state) in news.iter().enumerate() {
                    if at.is_multiple_of(BLOCK) {
                        self.watch()?;
                    }
                    let is_lost = self.shards[shard].halves[state as usize] & 1 == 1;
                    self.shards[shard].arcs.parents(state, &mut parents)?;
                    for &parent in &parents {
                        let (to, state) = ((parent >> SHARD) as usize, parent & ((1 << SHARD) - 1));
                        if self.owner(to) == self.me {
                            self.hear(to, state as usize, is_lost, plies + 1)?;
                            continue;
                        }
                        let page = pages.entry(to).or_default();
                        page.push(state << 1 | u64::from(is_lost));
                        if page.len() >= PAGE {
                            let page = std::mem::take(page);
                            self.send_news(exchange, to, &page, plies + 1)?;
                        }
                    }
                }
            }
            for (to, page) in pages.drain() {
                self.send_news(exchange, to, &page, plies + 1)?;
            }
            let vote = Vote { sums: [decided, 0, 0, 0], most: 0 };
            if exchange.barrier(vote, self)?.sums[0] == 0 {
                break;
            }
        }
        Ok(())
    }

    fn send_news(
        &mut self,
        exchange: &mut dyn Exchange,
        shard: usize,
        news: &[u64],
        plies: u32,
    ) -> Result<(), AtlasError> {
        let mut page = head(NEWS, u64::from(plies), shard, 0);
        news.iter().for_each(|news| page.extend(news.to_le_bytes()));
        exchange.send(self.owner(shard), page, self)
    }

    /// An option of a state is decided: lost for who moves there, or won.
    fn hear(
        &mut self,
        shard: usize,
        state: usize,
        is_lost: bool,
        plies: u32,
    ) -> Result<(), AtlasError> {
        let sides = self.sides();
        let of = &mut self.shards[shard];
        if of.halves[state] != 0 {
            return Ok(());
        }
        if !is_lost {
            of.left[state] -= 1;
            if of.left[state] > 0 {
                return Ok(());
            }
        }
        if plies > MOST_PLIES {
            return Err(AtlasError::TooManyPlies(self.frame.field.draw(of.codes[state / sides])));
        }
        of.halves[state] = if is_lost { won(plies) } else { lost(plies) };
        // somebody may be a round ahead, whose news are for the round after the next
        of.news[plies as usize & 1].push(state as u32);
        Ok(())
    }

    fn write_answers(&mut self, exchange: &mut dyn Exchange) -> Result<(), AtlasError> {
        let (frame, sides) = (self.frame, self.sides());
        for shard in self.own() {
            let of = std::mem::take(&mut self.shards[shard]);
            let sum = |sum: u64, &code: &u64| sum.wrapping_add(mix(code, 0));
            let fingerprint = of.codes.iter().fold(0, sum);
            let header = json!({ "tier": 0, "shard": shard, "codes": fingerprint });
            let path = frame.directory.file(Kind::Answers, 0, shard);
            let mut writer = Writer::create(&path, &header, frame.folding.bits())?;
            for (&code, halves) in of.codes.iter().zip(of.halves.chunks_exact(sides)) {
                let [first, last] = [halves[0], halves[sides - 1]].map(u32::from);
                writer.push(code, if sides == 1 { first } else { first | last << HALF })?;
            }
            writer.finish(&json!({ "arcs": of.moves }), true)?;
            // by this it is known that the answers are there
            let all = [(0, of.codes.len() as u64, fingerprint)];
            let path = frame.directory.file(Kind::Open, 0, shard);
            Writer::create(&path, &settled(&all), 1)?.finish(&json!({}), true)?;
        }
        frame.watch_disk()?;
        exchange.barrier(Vote::default(), self).map(|_| ())
    }
}

/// The header of a file of open codes.
fn settled(tiers: &[(u64, u64, u64)]) -> Value {
    json!({ "settled": tiers })
}
