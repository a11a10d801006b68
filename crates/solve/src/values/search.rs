//! The search: depth first over codes of parts, with a stack of its own, alone or with others on one table.
//!
//! Every thread searches for the value of the same part, each taking the options in an order of its own, and all put
//! what they find into one table; the first to finish has the answer. Values are canonical, so it does not matter who
//! found them. Two threads seldom value the same part, since each finds in the table what the other has left behind.

mod dominated;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use farstar_play::step;
use farstar_rules::Packed;
use farstar_rules::coded::{Coded, Expansion};
use farstar_rules::position::Key;
use farstar_value::{Arena, Calculator, Game, Limits, Player, Stopped};

use super::coarse::Coarse;
use super::progress::Progress;
use super::table::{Pair, Reading, Table, hash};
use super::wholes::Wholes;
use crate::{Error, Result};
use farstar_impartial::digraph::mex;

/// Parts valued between two looks at the limits.
const PARTS_A_CHECK: u64 = 64;
/// Options and parts of options listed between two looks at the limits, as some parts have thousands.
const LISTED_A_CHECK: usize = 1 << 14;

/// A part of an option.
struct Slot<const N: usize> {
    code: [u64; N],
    hash: u64,
    negative: bool,
    /// Whether it is the option that was looked up already.
    whole: bool,
    value: Option<Game>,
}

/// A part whose options are being valued. Slots and options of all frames lie in two lists, those of the last frame
/// last.
struct Frame<const N: usize> {
    code: [u64; N],
    hash: u64,
    /// Where its slots and its options begin.
    slots: usize,
    options: usize,
    /// How many options are Left's.
    left: usize,
    /// How many options have been seen to have their value or to need none.
    done: usize,
    /// The slot whose value is being searched for.
    awaited: usize,
}

/// What threads share that work on one part.
pub(super) struct Shared<'s, const N: usize> {
    table: &'s Table<N>,
    progress: &'s Progress,
    limits: &'s Limits,
    valued: AtomicU64,
    finished: AtomicBool,
    effort: Option<Effort>,
    /// Whether positions are taken apart fully.
    fine: &'s AtomicBool,
}

/// What one value may cost before it is given up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Parts valued.
    pub(crate) parts: u64,
    /// Values made.
    pub(crate) values: u64,
    /// Steps of comparisons.
    pub(crate) steps: u64,
}

impl<'s, const N: usize> Shared<'s, N> {
    pub(super) fn new(
        table: &'s Table<N>,
        fine: &'s AtomicBool,
        progress: &'s Progress,
        limits: &'s Limits,
    ) -> Self {
        let (valued, finished) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { table, progress, limits, valued, finished, effort: None, fine }
    }

    /// Gives up, as if stopped by a bound on nodes, beyond so much.
    pub(super) fn within(self, effort: Option<Effort>) -> Self {
        Self { effort, ..self }
    }
}

/// One thread's search.
pub(super) struct Search<'s, 'a, const N: usize> {
    coded: &'s dyn Coded<N, Position = Packed>,
    impartial: bool,
    negates: bool,
    /// Whether options that are seen to be dominated are left out.
    leaves_out: bool,
    shared: &'s Shared<'s, N>,
    reading: Reading<'s, N>,
    arena: &'a Arena,
    calc: Calculator<'a>,
    thread: usize,
    /// Parts valued.
    closed: u64,
    unreported: u64,
    /// Options and parts of options listed since the last look at the limits.
    listed: usize,
    stack: Vec<Frame<N>>,
    slots: Vec<Slot<N>>,
    /// Options of the frames on the stack.
    options: Vec<Choice<N>>,
    expansion: Expansion<N>,
    /// Codes of the options being made.
    asked: Vec<Key<[u64; N]>>,
    /// Hashes of these codes.
    hashes: Vec<u64>,
    turns: Vec<Turn>,
    wholes: &'s mut Wholes<N>,
    coarse: Coarse,
    /// Parts of a position that is taken apart both ways.
    fine_parts: Vec<Key<[u64; N]>>,
    /// Parts of a half.
    parts: Vec<Key<[u64; N]>>,
    sums: Vec<Game>,
}

/// An option of a part.
#[derive(Clone, Copy)]
struct Choice<const N: usize> {
    /// Its slots, counted from the first of the frame.
    slots: (u32, u32),
    /// Its own code, if it has one.
    whole: Option<Key<[u64; N]>>,
    value: Option<Game>,
    bound: Bound,
}

/// An option in its turn to be looked at.
#[derive(Clone, Copy)]
struct Turn {
    option: usize,
    value: Option<Game>,
    /// How many moves more the player has after it than the opponent.
    worth: i32,
}

/// What is known of an option beside others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Unasked,
    /// Not seen to be dominated.
    Open,
    /// Worth no more to the player than another option: its value does not matter.
    Dominated,
}

fn game(arena: &Arena, pair: Pair, negative: bool) -> Option<Game> {
    arena.at(if negative { pair.negative } else { pair.value })
}

/// The value of the part with a code that the table does not know.
pub(super) fn value<const N: usize>(
    coded: &dyn Coded<N, Position = Packed>,
    code: [u64; N],
    arena: &Arena,
    shared: &Shared<'_, N>,
    wholes: &mut [Wholes<N>],
) -> Result<()> {
    if let [wholes] = wholes {
        return Search::new(coded, shared, arena, 0, wholes).run(code).map(|_| ());
    }
    shared.finished.store(false, Ordering::Relaxed);
    let answers = std::thread::scope(|scope| {
        let workers: Vec<_> = wholes
            .iter_mut()
            .enumerate()
            .map(|(thread, wholes)| {
                scope.spawn(move || {
                    let search = || Search::new(coded, shared, arena, thread, wholes).run(code);
                    let answer = shared.limits.guard(search).unwrap_or_else(|why| Err(why.into()));
                    shared.finished.store(true, Ordering::Relaxed);
                    answer
                })
            })
            .collect();
        workers
            .into_iter()
            .filter_map(|worker| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).transpose()
            })
            .collect::<Vec<Result<()>>>()
    });
    // an answer counts more than a limit that another thread met at the same time
    answers.iter().find(|answer| answer.is_ok()).or(answers.first()).cloned().unwrap_or(Ok(()))
}

impl<'s, 'a, const N: usize> Search<'s, 'a, N> {
    fn new(
        coded: &'s dyn Coded<N, Position = Packed>,
        shared: &'s Shared<'s, N>,
        arena: &'a Arena,
        thread: usize,
        wholes: &'s mut Wholes<N>,
    ) -> Self {
        // nodes are parts here, and are counted here
        let limits = Limits { nodes: None, ..shared.limits.clone() };
        let facts = coded.facts();
        let mut calc = arena.calculator_with(&limits);
        if let Some(Effort { values, steps, .. }) = shared.effort {
            calc.set_budget(values, steps);
        }
        Self {
            coded,
            impartial: facts.impartial,
            negates: facts.negates,
            leaves_out: facts.lines,
            shared,
            reading: shared.table.read(),
            arena,
            calc,
            closed: 0,
            thread,
            unreported: 0,
            listed: 0,
            stack: Vec::new(),
            slots: Vec::new(),
            options: Vec::new(),
            expansion: Expansion::default(),
            asked: Vec::new(),
            hashes: Vec::new(),
            turns: Vec::new(),
            wholes,
            coarse: Coarse::default(),
            fine_parts: Vec::new(),
            parts: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// Values the part with this code; `None` if another thread was first.
    fn run(&mut self, code: [u64; N]) -> Result<Option<()>> {
        let result = self.descend(code);
        self.report();
        result
    }

    fn descend(&mut self, code: [u64; N]) -> Result<Option<()>> {
        self.open(code, hash(&code))?;
        loop {
            if let Some((missing, hash)) = self.missing()? {
                self.open(missing, hash)?;
                continue;
            }
            if self.shared.finished.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let pair = self.close()?;
            let Some(above) = self.stack.last() else { return Ok(Some(())) };
            if let Some(slot) = self.slots.get_mut(above.awaited) {
                slot.value = game(self.arena, pair, slot.negative);
            }
        }
    }

    /// The code of a part of the frame on top whose value is needed and not known yet, and its hash.
    fn missing(&mut self) -> Result<Option<([u64; N], u64)>> {
        let Some(frame) = self.stack.last() else { return Ok(None) };
        let Frame { slots: from, options, left, mut done, .. } = *frame;
        let count = self.options.len() - options;
        while done < count {
            let at = options + self.turn(done, count, left);
            let mut open = None;
            if self.options[at].bound != Bound::Dominated && self.options[at].value.is_none() {
                open = self.open_slot(from, at);
                if self.leaves_out && open.is_none() {
                    self.options[at].value = Some(self.sum(from, at)?);
                } else if self.leaves_out && self.options[at].bound == Bound::Unasked {
                    let dominated = self.is_dominated(at)?;
                    self.options[at].bound = if dominated { Bound::Dominated } else { Bound::Open };
                    open = open.filter(|_| !dominated);
                }
            }
            if let (Some(slot), Some(frame)) = (open, self.stack.last_mut()) {
                (frame.done, frame.awaited) = (done, slot);
                let Slot { code, hash, .. } = self.slots[slot];
                return Ok(Some((code, hash)));
            }
            done += 1;
        }
        Ok(None)
    }

    /// The option that this thread looks at after so many of its frame: each begins elsewhere, and every other goes
    /// backwards. Where options dominate others the best come first, so that every other begins with Right's.
    fn turn(&self, done: usize, count: usize, left: usize) -> usize {
        let first = match self.thread {
            0 | 1 if !self.leaves_out => 0,
            _ if !self.leaves_out => self.thread / 2 * count / 3 % count,
            thread => (thread / 2 + if thread & 1 == 0 { 0 } else { left }) % count,
        };
        let backwards = self.thread & 1 == 1 && !self.leaves_out;
        let at = if backwards { count - 1 - done } else { done } + first;
        if at < count { at } else { at - count }
    }

    /// A slot of an option that has no value yet and finds none in the table.
    fn open_slot(&mut self, from: usize, at: usize) -> Option<usize> {
        let (first, end) = self.options[at].slots;
        (from + first as usize..from + end as usize).find(|&slot| {
            let slot = &mut self.slots[slot];
            if slot.value.is_none() {
                let pair = self.reading.get_hashed(&slot.code, slot.hash);
                slot.value = pair.and_then(|pair| game(self.arena, pair, slot.negative));
            }
            slot.value.is_none()
        })
    }

    /// The sum of the parts of an option, all of which have their value.
    fn sum(&mut self, from: usize, at: usize) -> Result<Game> {
        let Choice { slots: (first, end), whole, .. } = self.options[at];
        let parts = &self.slots[from + first as usize..from + end as usize];
        let mut values = parts.iter().filter_map(|slot| slot.value);
        let mut sum = values.next().unwrap_or(Game::ZERO);
        for value in values {
            sum = self.calc.add(sum, value)?;
        }
        // one part alone will be found in the table
        if let Some(key) = &whole
            && !matches!(parts, [slot] if slot.whole)
        {
            self.wholes.put(key, sum);
        }
        Ok(sum)
    }

    fn open(&mut self, code: [u64; N], own_hash: u64) -> Result<()> {
        let depth = self.stack.len() as u64;
        if depth % 1024 == 1023 && self.coded.kept().is_some_and(|(parts, _)| depth > parts) {
            return Err(Error::not_covered(
                "a position to which play can come back",
                "values need play that ends",
            ));
        }
        let players = if self.impartial { 1 } else { 2 };
        let (expansion, wholes) = (&mut self.expansion, &mut self.asked);
        let hashes = &mut self.hashes;
        expansion.clear();
        wholes.clear();
        hashes.clear();
        let reading = &self.reading;
        let (mut left, mut coded) = (0, false);
        for player in [Player::Left, Player::Right].into_iter().take(players) {
            let before = wholes.len();
            coded = self.coded.wholes(&code, player, wholes);
            for key in &wholes[before..] {
                let hash = hash(&key.part);
                reading.prefetch(hash);
                self.wholes.prefetch(hash, key.negative);
                hashes.push(hash);
            }
            if !coded {
                self.coded.expand(&code, player, expansion);
            }
            if player == Player::Left {
                left = wholes.len().max(expansion.ends.len());
            }
        }
        let (from, options) = (self.slots.len(), self.options.len());
        self.stack.push(Frame {
            code,
            hash: own_hash,
            slots: from,
            options,
            left,
            done: 0,
            awaited: 0,
        });
        self.turns.clear();
        for (option, (key, &at)) in wholes.iter().zip(hashes.iter()).enumerate() {
            step(1);
            // an option that is one part is in the table, others may be remembered as wholes
            let value = match reading.get_hashed(&key.part, at) {
                Some(pair) => game(self.arena, pair, key.negative),
                None => self.wholes.get(key, at),
            };
            self.turns.push(Turn { option, value, worth: 0 });
        }
        if self.leaves_out {
            // those that dominate most come first
            let (first, second) = self.turns.split_at_mut(left);
            for (player, turns) in [(Player::Left, first), (Player::Right, second)] {
                for turn in turns.iter_mut().filter(|turn| turn.value.is_none()) {
                    let Key { part, negative } = &wholes[turn.option];
                    let own = if *negative { player.opponent() } else { player };
                    let [moves, answers] = [own, own.opponent()]
                        .map(|player| self.coded.mobility(part, player) as i32);
                    turn.worth = moves - answers;
                }
                turns.sort_by_key(|turn| (turn.value.is_none(), -turn.worth));
            }
        }
        for &Turn { option, value, .. } in &self.turns {
            let (key, at, first) = (&wholes[option], hashes[option], self.slots.len() - from);
            if value.is_none() {
                let parts = &mut expansion.parts;
                parts.clear();
                let fine = self.shared.fine.load(Ordering::Relaxed);
                self.coded.split(key, !fine, parts);
                if !fine && self.coarse.samples() {
                    self.fine_parts.clear();
                    self.coded.split(key, false, &mut self.fine_parts);
                    let pays = self.coarse.note(parts, &self.fine_parts);
                    self.shared.fine.fetch_or(pays, Ordering::Relaxed);
                }
                self.slots.extend(parts.iter().map(|&Key { part: code, negative }| {
                    let whole = code == key.part;
                    let hash = if whole { at } else { hash(&code) };
                    reading.prefetch(hash);
                    Slot { code, hash, negative, whole, value: None }
                }));
            }
            let slots = (first as u32, (self.slots.len() - from) as u32);
            self.options.push(Choice { slots, whole: Some(*key), value, bound: Bound::Unasked });
        }
        if !coded {
            let (parts, slots) = (expansion.parts.len(), &mut self.slots);
            if slots.capacity() - slots.len() < parts {
                // lists may be of any length: they grow by little, and not beyond the limit
                let slot = size_of::<Slot<N>>() + size_of::<Key<[u64; N]>>();
                self.shared.limits.check_with(0, ((parts + slots.len()) * slot) as u64)?;
                slots.reserve_exact(parts + slots.len() / 8);
            }
            self.slots.extend(expansion.parts.iter().map(|&Key { part: code, negative }| {
                let hash = hash(&code);
                reading.prefetch(hash);
                Slot { code, hash, negative, whole: false, value: None }
            }));
            let mut first = 0;
            self.options.extend(expansion.ends.iter().map(|&end| {
                let slots = (std::mem::replace(&mut first, end), end);
                Choice { slots, whole: None, value: None, bound: Bound::Unasked }
            }));
        }
        for slot in self.slots[from..].iter_mut().filter(|slot| !slot.whole) {
            slot.value = reading
                .get_hashed(&slot.code, slot.hash)
                .and_then(|pair| game(self.arena, pair, slot.negative));
        }
        self.listed += self.slots.len() - from + self.options.len() - options;
        if self.listed >= LISTED_A_CHECK { self.look() } else { Ok(()) }
    }

    /// Values the part on top, whose options' parts are all valued.
    fn close(&mut self) -> Result<Pair> {
        let Some(frame) = self.stack.pop() else { unreachable!("only what was opened is closed") };
        // where the value will be put
        self.reading.prefetch(frame.hash);
        let mut sums = std::mem::take(&mut self.sums);
        sums.clear();
        let mut left = 0;
        for at in frame.options..self.options.len() {
            let Choice { value, bound, .. } = self.options[at];
            if bound == Bound::Dominated {
                continue;
            }
            sums.push(match value {
                Some(value) => value,
                None => self.sum(frame.slots, at)?,
            });
            left += usize::from(at < frame.options + frame.left);
        }
        self.slots.truncate(frame.slots);
        self.options.truncate(frame.options);
        let value = if self.impartial {
            self.mex(&sums)?
        } else {
            let (left, right) = sums.split_at(left);
            self.calc.from_options(left, right)?
        };
        self.sums = sums;
        let negative = if self.negates { self.calc.neg(value)? } else { value };
        let pair = Pair { value: value.index(), negative: negative.index() };
        self.reading.insert(&frame.code, frame.hash, pair).ok_or(Stopped::Memory)?;
        self.count()?;
        Ok(pair)
    }

    fn mex(&mut self, sums: &[Game]) -> Result<Game> {
        let mut nimbers = Vec::with_capacity(sums.len());
        for &sum in sums {
            let nimber = self.calc.as_nimber(sum).and_then(|n| u32::try_from(n).ok());
            nimbers.push(nimber.ok_or_else(|| {
                Error::too_large("a nimber of an impartial position", "less than 2^32")
            })?);
        }
        Ok(self.calc.nimber(u64::from(mex(nimbers)))?)
    }

    fn count(&mut self) -> Result<()> {
        self.unreported += 1;
        self.closed += 1;
        if self.shared.effort.is_some_and(|effort| self.closed > effort.parts) {
            return Err(Stopped::Nodes.into());
        }
        let most = self.shared.limits.nodes;
        if self.unreported >= PARTS_A_CHECK || most.is_some() { self.look() } else { Ok(()) }
    }

    /// Looks at the limits.
    #[cold]
    fn look(&mut self) -> Result<()> {
        let (valued, bytes) = self.report();
        Ok(self.shared.limits.check_with(valued, bytes)?)
    }

    fn report(&mut self) -> (u64, u64) {
        self.listed = 0;
        let stack = self.slots.capacity() * size_of::<Slot<N>>()
            + self.stack.capacity() * size_of::<Frame<N>>()
            + self.options.capacity() * size_of::<Choice<N>>()
            + self.expansion.parts.capacity() * size_of::<Key<[u64; N]>>();
        let bytes = self.shared.table.bytes_ahead()
            + self.arena.stats().bytes
            + self.coded.kept().map_or(0, |(_, bytes)| bytes)
            + self.wholes.bytes()
            + stack as u64;
        self.shared.progress.report(self.unreported, bytes);
        let before = self.shared.valued.fetch_add(self.unreported, Ordering::Relaxed);
        let valued = before + self.unreported;
        self.unreported = 0;
        (valued, bytes)
    }
}
