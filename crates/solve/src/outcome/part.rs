//! Parts of positions by number: the unit in which sums are searched.
//!
//! A part is kept once, by the code of its normal form under the symmetries of its ruleset, whatever board it was met
//! on. A *reference* is twice its number, plus one for its negative ([`PartRef`]). Options are made one side at a time,
//! ordered by a guess that costs little, and taken apart only when they are wanted; from then on they are references.
//! What stands in a list before that is a place among the options as the rules give them, which a small cache keeps and
//! which can be made again.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use bytemuck::Zeroable;
use farstar_play::Slab;
use farstar_rules::Packed;
use farstar_rules::coded::AnyCoded;
use farstar_value::{Arena, Game, Limits, Player, Stopped};

use super::board::{Codes, PlayedBoard, make_board};
use super::entry::{Entry, PartRef, ValueId};
use super::numbers::Numbers;
use crate::values::{AnyRuleset, Effort, Interned, hash};
use crate::{Error, Result};

/// No number.
const NONE: u32 = u32::MAX;
/// An option in a list that falls into several parts: they stand at the place below, after their number. A word below
/// is that of a [`PartRef`], the only part.
const SEVERAL: u32 = 1 << 30;
/// An option that is not yet taken apart: below is its place among the options as the rules give them.
const RAW: u32 = 2 << 30;
/// An option that falls into no part.
const NOTHING: u32 = 3 << 30;
/// What lies above the places.
const TAG: u32 = 3 << 30;
/// More parts than this are refused.
pub(super) const MOST_PARTS: usize = 1 << 28;
/// Codes asked for at once.
const FETCHED: usize = 16;
/// Lists of raw options kept.
const RAW_LISTS: usize = 1 << 8;
/// What the value of one part may cost.
const EFFORT: Effort = Effort { parts: 20_000, values: 20_000, steps: 2_000_000 };
/// Steps of comparisons allowed for each value made.
const STEPS_A_VALUE: u64 = 100;
/// After so many parts of a table were too dear, parts as large as the least of them are not tried.
const MOST_FAILURES: u32 = 4;

/// What a move of the other player weighs against a cell where one of the players can move, where options are put in
/// order: on boards of Domineering, Amazons and Fission sums are a fourth to a half of those by the difference of
/// moves. Found by trial.
const MOVES: i64 = 4;

/// No bound on moves.
const ANY: i16 = i16::MAX;

/// What is known of the value of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Untried,
    TooLarge,
    Value(ValueId),
}

const UNTRIED: u32 = u32::MAX;
const TOO_LARGE: u32 = u32::MAX - 1;

impl Known {
    /// One word, for a [`Part`] is kept in 32 bytes.
    fn word(self) -> u32 {
        match self {
            Self::Untried => UNTRIED,
            Self::TooLarge => TOO_LARGE,
            Self::Value(value) => value.index() as u32,
        }
    }

    fn of(word: u32) -> Self {
        match word {
            UNTRIED => Self::Untried,
            TOO_LARGE => Self::TooLarge,
            value => Self::Value(ValueId::at(value as usize)),
        }
    }
}

/// Boards of one ruleset whose codes mean the same.
struct Table {
    board: Box<dyn PlayedBoard>,
    /// The text that tells it apart.
    scope: Arc<str>,
    frame: (u64, u32),
    words: usize,
    bits_a_cell: f64,
    /// Whether cells are of two kinds at most.
    two_kinds: bool,
    impartial: bool,
    all_small: bool,
    /// Whether moves only place pieces.
    places: bool,
    line: bool,
    /// Parts whose value was too dear, and the size of the least.
    failures: u32,
    least_failure: u32,
    /// The codes of the parts, by their numbers.
    codes: Slab<AtomicU64>,
    /// log₂ of the words from one code to the next.
    stride: u32,
    numbers: Numbers,
}

impl Table {
    /// The code of a part.
    #[inline]
    fn code(&self, number: u32) -> impl Iterator<Item = u64> + '_ {
        words_of(self.codes.from(number << self.stride)).take(self.words)
    }

    /// Bytes of what threads share.
    fn shared_bytes(&self) -> usize {
        let (parts, bytes) = self.numbers.size();
        (parts << self.stride) * size_of::<u64>() + bytes
    }
}

/// A part, as all threads know it.
#[derive(Zeroable)]
struct Part {
    /// Where the lists of options begin.
    options: [AtomicU32; 2],
    /// [`Known`] of its value.
    value: AtomicU32,
    /// Where the list of its comparisons with values begins.
    facts: AtomicU32,
    /// Two numbers of 16 bits: about how many moves it has, if it is impartial; else how many moves more than the other
    /// each player can make at most, or [`ANY`].
    moves: AtomicU32,
    /// Its size, and the number of its table above.
    size_and_table: AtomicU32,
    /// [`OWN_NEGATIVE`], [`ZERO`] and who wins.
    marks: AtomicU32,
}

/// A part is its own negative.
const OWN_NEGATIVE: u32 = 1;
/// A part is known to be 0 by its symmetry.
const ZERO: u32 = 2;

/// The marks that tell whether a player wins the normal form moving first, once a search has found out: that it is
/// known, and that it is so.
fn winner_marks(player: Player) -> (u32, u32) {
    match player {
        Player::Left => (4, 8),
        Player::Right => (16, 32),
    }
}

impl Part {
    fn table(&self) -> usize {
        (self.size_and_table.load(Ordering::Relaxed) >> 16) as usize
    }

    fn size(&self) -> u32 {
        self.size_and_table.load(Ordering::Relaxed) & 0xffff
    }

    fn moves(&self) -> [i16; 2] {
        let moves = self.moves.load(Ordering::Relaxed);
        [moves as u16 as i16, (moves >> 16) as u16 as i16]
    }

    fn marks(&self) -> u32 {
        self.marks.load(Ordering::Relaxed)
    }
}

/// What all threads keep of parts.
#[derive(Clone, Default)]
struct Kept {
    parts: Slab<Part>,
    lists: Slab<AtomicU32>,
    /// Whether something found no place, so that no answer can be relied on.
    full: Arc<AtomicBool>,
}

impl Kept {
    /// Writes words into a list of their own; tells where it begins.
    fn list(&mut self, words: impl ExactSizeIterator<Item = u32>) -> u32 {
        let length = words.len();
        let Some(start) = self.lists.append(length + 1) else {
            self.full.store(true, Ordering::Relaxed);
            return 0;
        };
        let words = std::iter::once(length as u32).chain(words);
        for (place, word) in self.lists.from(start).iter().zip(words) {
            place.store(word, Ordering::Relaxed);
        }
        start
    }
}

/// The options of a part as the rules give them.
#[derive(Default)]
struct Raw {
    of: Option<(u32, Player)>,
    words: Vec<u64>,
}

/// All parts met so far.
#[derive(Default)]
pub(super) struct Parts {
    /// Whether who cannot move wins.
    pub(super) misere: bool,
    /// Whether symmetries that make an impartial part 0 are looked for.
    symmetries: bool,
    boards: Vec<(Arc<AnyRuleset>, u16)>,
    tables: Vec<Table>,
    kept: Kept,
    /// Whether other threads share what is kept.
    shared: bool,
    decided: usize,
    raw: Vec<Raw>,
    codes: Codes,
    /// The code of one part.
    code: Vec<u64>,
    references: Vec<PartRef>,
    ends: Vec<u32>,
    order: Vec<(i64, u32)>,
}

fn words_of(code: &[AtomicU64]) -> impl Iterator<Item = u64> + '_ {
    code.iter().map(|word| word.load(Ordering::Relaxed))
}

/// Whether words are equal; there are too few of them for a call of `memcmp`.
fn same(kept: &[AtomicU64], words: &[u64]) -> bool {
    words_of(kept).zip(words).all(|(kept, word)| kept == *word)
}

impl Parts {
    pub(super) fn new(symmetries: bool) -> Self {
        Self { symmetries, ..Self::default() }
    }

    /// The same parts for another thread.
    pub(super) fn beside(other: &Self) -> Self {
        let (symmetries, kept) = (other.symmetries, other.kept.clone());
        Self { symmetries, kept, shared: true, ..Self::default() }
    }

    /// A board for parts; boards with equal scopes and frames share parts.
    pub(super) fn board(
        &mut self,
        ruleset: Arc<AnyRuleset>,
        scope: Arc<str>,
        coded: Option<AnyCoded<Packed>>,
    ) -> Result<u32> {
        let board = make_board(coded.unwrap_or_else(|| Interned::coded(Arc::clone(&ruleset))));
        let (facts, line) = (board.facts(), ruleset.is_line());
        let frame = facts.frame;
        let known = self.tables.iter().position(|table| {
            (&table.scope, table.frame.0, table.line) == (&scope, frame.0, line)
                && table.words == board.length()
        });
        let table = match known {
            Some(known) => {
                let table = &mut self.tables[known];
                // on a board too short for a move everything is all-small
                table.all_small &= ruleset.is_all_small();
                table.places &= facts.places;
                if table.frame.1 < frame.1 {
                    (table.frame, table.board) = (frame, board);
                }
                known
            }
            None => {
                self.tables.push(Table {
                    scope,
                    frame,
                    words: board.length(),
                    bits_a_cell: f64::from(facts.pieces.max(2)).log2(),
                    two_kinds: facts.pieces <= 2,
                    impartial: ruleset.is_impartial(),
                    all_small: ruleset.is_all_small(),
                    places: facts.places,
                    line,
                    failures: 0,
                    least_failure: u32::MAX,
                    codes: Slab::new(self.shared),
                    stride: board.length().next_power_of_two().ilog2(),
                    numbers: Numbers::new(self.shared),
                    board,
                });
                self.tables.len() - 1
            }
        };
        let table = u16::try_from(table)
            .map_err(|_| Error::too_large("a sum on so many boards", "at most 65536"))?;
        self.boards.push((ruleset, table));
        Ok((self.boards.len() - 1) as u32)
    }

    pub(super) fn ruleset(&self, board: u32) -> &Arc<AnyRuleset> {
        &self.boards[board as usize].0
    }

    /// Whether some ruleset left out a move, so that no answer can be relied on.
    pub(super) fn overflowed(&self) -> bool {
        self.kept.full.load(Ordering::Relaxed)
            || self.boards.iter().any(|(ruleset, _)| ruleset.overflowed())
    }

    pub(super) fn count(&self) -> usize {
        self.kept.parts.length() as usize
    }

    /// From now on other threads may share what is kept.
    pub(super) fn share(&mut self) {
        self.shared = true;
        self.kept.parts.share();
        self.kept.lists.share();
        for table in &mut self.tables {
            let Table { codes, numbers, stride, words, .. } = table;
            codes.share();
            numbers.share(|slot, code| {
                code.extend(words_of(codes.from(slot >> 1 << *stride)).take(*words));
            });
        }
    }

    /// Takes over the boards of another thread that are not known here.
    pub(super) fn take_boards(&mut self, other: &Self) -> Result<()> {
        self.misere = other.misere;
        for (ruleset, table) in &other.boards[self.boards.len()..] {
            let Table { scope, board, .. } = &other.tables[usize::from(*table)];
            let coded = board.twin().or_else(|| ruleset.coded());
            self.board(Arc::clone(ruleset), Arc::clone(scope), coded)?;
        }
        for (table, other) in self.tables.iter_mut().zip(&other.tables) {
            table.codes = other.codes.clone();
            table.numbers = other.numbers.beside();
            table.board.share(other.board.known());
        }
        Ok(())
    }

    /// Bytes that this thread holds alone.
    pub(super) fn bytes(&self) -> usize {
        self.raw.iter().map(|raw| raw.words.capacity() * 8).sum::<usize>()
            + self.tables.iter().map(|table| table.board.bytes() as usize).sum::<usize>()
    }

    /// Bytes of what threads share.
    pub(super) fn shared_bytes(&self) -> usize {
        self.kept.parts.bytes()
            + self.kept.lists.bytes()
            + self.tables.iter().map(Table::shared_bytes).sum::<usize>()
    }

    #[inline(always)]
    fn part(&self, reference: PartRef) -> &Part {
        self.kept.parts.at(reference.number())
    }

    #[inline(always)]
    fn table(&self, reference: PartRef) -> &Table {
        &self.tables[self.part(reference).table()]
    }

    #[inline]
    pub(super) fn negative(&self, reference: PartRef) -> PartRef {
        if self.is_own_negative(reference) { reference } else { reference.opposite() }
    }

    #[inline]
    pub(super) fn is_own_negative(&self, reference: PartRef) -> bool {
        self.part(reference).marks() & OWN_NEGATIVE != 0
    }

    #[inline]
    pub(super) fn size(&self, reference: PartRef) -> u32 {
        self.part(reference).size()
    }

    /// The bits it takes to write the cells that matter.
    #[inline]
    pub(super) fn bits(&self, reference: PartRef) -> u32 {
        let bits = f64::from(self.size(reference)) * self.table(reference).bits_a_cell;
        bits as u32
    }

    /// About how many moves an impartial part has.
    pub(super) fn moves(&self, reference: PartRef) -> u32 {
        u32::from(self.part(reference).moves()[0].unsigned_abs())
    }

    /// Whether proof numbers lead the search for the value of an impartial part: where cells are of two kinds its
    /// number of moves tells how hard it is.
    pub(super) fn is_led(&self, reference: PartRef) -> bool {
        self.table(reference).two_kinds
    }

    /// Whether an impartial part is known to be 0 by its symmetry.
    pub(super) fn is_zero(&self, reference: PartRef) -> bool {
        self.part(reference).marks() & ZERO != 0
    }

    /// How many moves more than the other Left, and Right, can make at most in a part, if a bound is known.
    pub(super) fn most(&self, reference: PartRef) -> Option<[i64; 2]> {
        let [left, right] = self.part(reference).moves();
        if self.is_impartial(reference)
            || !self.table(reference).places
            || left == ANY
            || right == ANY
        {
            return None;
        }
        let most = [i64::from(left), i64::from(right)];
        Some(if reference.is_negative() { [most[1], most[0]] } else { most })
    }

    pub(super) fn is_impartial(&self, reference: PartRef) -> bool {
        self.table(reference).impartial
    }

    #[inline]
    pub(super) fn is_all_small(&self, reference: PartRef) -> bool {
        self.table(reference).all_small
    }

    pub(super) fn is_line(&self, reference: PartRef) -> bool {
        self.table(reference).line
    }

    /// The value of the normal form of a part.
    #[inline]
    pub(super) fn value(&self, reference: PartRef) -> Known {
        Known::of(self.part(reference).value.load(Ordering::Relaxed))
    }

    /// Whether a player wins a part moving first, if that is known.
    #[inline]
    pub(super) fn wins(&self, reference: PartRef, player: Player) -> Option<bool> {
        let (id, player) = seen(reference, player);
        let marks = self.kept.parts.at(id).marks();
        let (known, won) = winner_marks(player);
        (marks & known != 0).then_some(marks & won != 0)
    }

    /// Notes whether a player wins a part moving first; tells whether it is known now that who begins loses.
    pub(super) fn set_wins(&mut self, reference: PartRef, player: Player, won: bool) -> bool {
        let (id, player) = seen(reference, player);
        let part = self.kept.parts.at(id);
        self.decided += 1;
        let word = |player| {
            let (known, wins) = winner_marks(player);
            known | if won { wins } else { 0 }
        };
        let both = part.marks() & OWN_NEGATIVE != 0;
        let told = word(player) | if both { word(player.opponent()) } else { 0 };
        let marks = part.marks.fetch_or(told, Ordering::Relaxed) | told;
        marks & !(OWN_NEGATIVE | ZERO)
            == winner_marks(Player::Left).0 | winner_marks(Player::Right).0
    }

    /// Notes the value of a part, or that it is too dear if there is none.
    pub(super) fn set_value(&self, reference: PartRef, value: Known) {
        let place = &self.part(reference).value;
        if value == Known::TooLarge {
            let _ =
                place.compare_exchange(UNTRIED, TOO_LARGE, Ordering::Relaxed, Ordering::Relaxed);
        } else {
            place.store(value.word(), Ordering::Relaxed);
        }
    }

    /// Where the comparisons of the normal form of a part with values begin.
    #[inline]
    pub(super) fn facts(&self, reference: PartRef) -> &AtomicU32 {
        &self.part(reference).facts
    }

    /// How often a part alone was decided.
    pub(super) fn decided(&self) -> usize {
        self.decided
    }

    /// Finds the value of the normal form of a part; `None` if it is too dear.
    pub(super) fn find_value(
        &mut self,
        reference: PartRef,
        arena: &Arena,
        limits: &Limits,
    ) -> Result<Option<Game>> {
        let part = self.kept.parts.at(reference.number());
        let (table, size) = (&mut self.tables[part.table()], part.size());
        if table.failures >= MOST_FAILURES && size >= table.least_failure {
            return Ok(None);
        }
        let code: Vec<u64> = table.code(reference.number()).collect();
        match table.board.value(&code, arena, limits, EFFORT) {
            Ok(value) => Ok(Some(value)),
            Err(
                Error::Stopped(Stopped::Nodes)
                | Error::Value(farstar_value::Error::TooLarge { .. }),
            ) => {
                table.failures += 1;
                table.least_failure = table.least_failure.min(size);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// The value of the normal form of a part, if it takes no more than so many parts and values.
    pub(super) fn try_value(
        &mut self,
        reference: PartRef,
        arena: &Arena,
        limits: &Limits,
        effort: u64,
    ) -> Result<Option<Game>> {
        let part = self.kept.parts.at(reference.number());
        let table = &mut self.tables[part.table()];
        let code: Vec<u64> = table.code(reference.number()).collect();
        let steps = effort.saturating_mul(STEPS_A_VALUE);
        match table.board.value(
            &code,
            arena,
            limits,
            Effort { parts: effort, values: effort, steps },
        ) {
            Ok(value) => Ok(Some(value)),
            Err(
                Error::Stopped(Stopped::Nodes)
                | Error::Value(farstar_value::Error::TooLarge { .. }),
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Appends the parts of a position.
    pub(super) fn of_position(&mut self, board: u32, position: &Packed, entries: &mut Vec<Entry>) {
        let table = self.boards[board as usize].1;
        self.tables[usize::from(table)].board.parts(position, &mut self.codes);
        let mut references = Vec::new();
        self.intern(table, 0..self.codes.negative.len(), &mut references);
        entries.extend(references.into_iter().map(Entry::from));
    }

    /// Appends references to some of the parts whose codes were written last.
    fn intern(&mut self, table: u16, range: Range<usize>, references: &mut Vec<PartRef>) {
        let Table { board, impartial, places, codes, stride, numbers, words: length, .. } =
            &mut self.tables[usize::from(table)];
        let (length, stride, kept) = (*length, *stride, &mut self.kept);
        for at in range {
            let words = &self.codes.words[at * length..][..length];
            let negative = self.codes.negative[at];
            let hash = hash(words);
            let is_same = |slot| same(codes.from(slot >> 1 << stride), words);
            let seen = numbers.find(hash, is_same);
            let slot = seen.unwrap_or_else(|| {
                let mut slots = numbers.open(hash);
                let is_same = |slot| same(codes.from(slot >> 1 << stride), words);
                if let Some(slot) = slots.find(hash, is_same) {
                    return slot;
                }
                let code = kept.parts.append(1).and_then(|number| {
                    Some((number, codes.open(u64::from(number) << stride, 1 << stride)?))
                });
                let Some((number, code)) = code else {
                    kept.full.store(true, Ordering::Relaxed);
                    return 0;
                };
                for (to, &word) in code.iter().zip(words) {
                    to.store(word, Ordering::Relaxed);
                }
                let own_negative = *impartial || board.is_symmetric(words);
                let size = board.size(words).min(u32::from(u16::MAX));
                let moves = match (*impartial, *places) {
                    (true, _) => [board.mobility(words, Player::Left) as i32, 0],
                    (false, true) => {
                        [Player::Left, Player::Right].map(|p| board.most_places(words, p))
                    }
                    (false, false) => [i32::MAX; 2],
                };
                let [left, right] = moves.map(|moves| i16::try_from(moves).unwrap_or(ANY) as u16);
                let zero = *impartial && self.symmetries && board.is_symmetric(words);
                let marks = [(own_negative, OWN_NEGATIVE), (zero, ZERO)];
                let [negates, zero] = marks.map(|(is, mark)| if is { mark } else { 0 });
                let part = kept.parts.at(number);
                part.options.iter().for_each(|list| list.store(NONE, Ordering::Relaxed));
                part.value.store(UNTRIED, Ordering::Relaxed);
                part.facts.store(super::fact::NONE, Ordering::Relaxed);
                part.moves.store(u32::from(right) << 16 | u32::from(left), Ordering::Relaxed);
                part.size_and_table.store(u32::from(table) << 16 | size, Ordering::Relaxed);
                part.marks.store(negates | zero, Ordering::Relaxed);
                let slot = number << 1 | u32::from(own_negative);
                slots.insert(hash, slot);
                slot
            });
            // what is its own negative is known as itself
            references.push(PartRef::new(slot >> 1, negative && slot & 1 == 0));
        }
    }

    /// Asks for what is kept of all codes written last, so that it is on the way when the codes are interned: here no
    /// look-up waits for the one before.
    fn fetch(&mut self, table: u16) {
        let Table { codes, numbers, words, stride, .. } = &mut self.tables[usize::from(table)];
        let words = (*words).max(1);
        let mut seen = 0;
        for few in self.codes.words.chunks(words * FETCHED) {
            let mut near = [None; FETCHED];
            for (near, code) in near.iter_mut().zip(few.chunks_exact(words)) {
                // the first whose hash is alike is nearly always the right one
                *near = numbers.find(hash(code), |_| true);
            }
            for slot in near.iter().flatten() {
                seen ^= codes.at(slot >> 1 << *stride).load(Ordering::Relaxed);
                seen ^= u64::from(self.kept.parts.at(slot >> 1).size());
            }
        }
        std::hint::black_box(seen);
    }

    /// Where the raw options of a part are in the cache, made if need be.
    fn make_raw(&mut self, id: u32, player: Player) -> usize {
        if self.raw.is_empty() {
            self.raw.resize_with(RAW_LISTS, Raw::default);
        }
        let mixed = (2 * id + player as u32).wrapping_mul(0x9e37_79b1) >> 24;
        let place = mixed as usize % RAW_LISTS;
        let raw = &mut self.raw[place];
        if raw.of != Some((id, player)) {
            let part = self.kept.parts.at(id);
            let table = &mut self.tables[part.table()];
            self.code.clear();
            self.code.extend(table.code(id));
            raw.of = None;
            table.board.options(&self.code, player, &mut raw.words);
            raw.of = Some((id, player));
        }
        place
    }

    /// The first entry of the list of options of `player` in the normal form, which stands after its length.
    #[inline]
    fn list(&mut self, id: u32, player: Player) -> u32 {
        let part = self.kept.parts.at(id);
        let known = part.options[player as usize].load(Ordering::Acquire);
        if known == NONE { self.make_list(id, player) } else { known }
    }

    fn make_list(&mut self, id: u32, player: Player) -> u32 {
        let table = self.kept.parts.at(id).table();
        if self.tables[table].impartial {
            return self.impartial_list(id);
        }
        let place = self.make_raw(id, player);
        let Table { board, words, all_small, .. } = &mut self.tables[table];
        let raw = &self.raw[place].words;
        self.order.clear();
        for (i, option) in raw.chunks_exact(*words).enumerate() {
            let others = i64::from(board.mobility(option, player.opponent()));
            // few moves of the other player, on few cells: how many the own ones are says little of hot games where a
            // move changes several cells; but where it places one, as in NoGo, their difference says more
            let cells = |player| board.changed(option, player).map(i64::from);
            let score = match *all_small {
                true => board.weight(option, others, player),
                false => match (cells(player.opponent()), cells(player)) {
                    (Some(theirs), Some(own)) => MOVES * others + theirs - own,
                    _ => {
                        let own = i64::from(board.mobility(option, player));
                        ((others - own) << 20) + others + own
                    }
                },
            };
            self.order.push((score, i as u32));
        }
        self.order.sort_unstable();
        let start = self.kept.list(self.order.iter().map(|&(_, i)| RAW | i));
        self.kept.parts.at(id).options[player as usize].store(start, Ordering::Release);
        start
    }

    /// How many options a player has in the part referred to.
    pub(super) fn options(&mut self, reference: PartRef, player: Player) -> u32 {
        let (id, player) = seen(reference, player);
        let list = self.list(id, player);
        self.kept.lists.at(list).load(Ordering::Relaxed)
    }

    /// Hands over the parts of an option, negated if asked; `false` if there is no such option.
    pub(super) fn each_of_option(
        &mut self,
        reference: PartRef,
        player: Player,
        at: u32,
        negated: bool,
        mut visit: impl FnMut(PartRef),
    ) -> bool {
        let (id, player) = seen(reference, player);
        let start = self.list(id, player);
        let list = self.kept.lists.from(start);
        if at >= list[0].load(Ordering::Relaxed) {
            return false;
        }
        let place = 1 + at as usize;
        let mut word = list[place].load(Ordering::Acquire);
        if word & TAG == RAW {
            word = self.resolve(id, player, word & !TAG);
            self.kept.lists.from(start)[place].store(word, Ordering::Release);
        }
        let turn = negated != reference.is_negative();
        let mut hand_over = |word| {
            let part = PartRef::of_word(word);
            visit(if turn { self.negative(part) } else { part });
        };
        if word < SEVERAL {
            hand_over(word);
        } else if word & TAG == SEVERAL
            && let [count, several @ ..] = self.kept.lists.from(word & !TAG)
        {
            let several = several.iter().take(count.load(Ordering::Relaxed) as usize);
            several.for_each(|word| hand_over(word.load(Ordering::Relaxed)));
        }
        true
    }

    /// Takes a raw option apart.
    fn resolve(&mut self, id: u32, player: Player, raw: u32) -> u32 {
        let place = self.make_raw(id, player);
        let table = self.kept.parts.at(id).table() as u16;
        let Table { board, words, .. } = &mut self.tables[usize::from(table)];
        let option = &self.raw[place].words[raw as usize * *words..][..*words];
        board.parts_of(option, &mut self.codes);
        let mut references = std::mem::take(&mut self.references);
        references.clear();
        self.intern(table, 0..self.codes.negative.len(), &mut references);
        references.sort_unstable();
        let listed = self.listed(&references);
        self.references = references;
        listed
    }

    /// What stands in a list for an option with these parts.
    #[inline]
    fn listed(&mut self, references: &[PartRef]) -> u32 {
        match *references {
            [] => NOTHING,
            [one] => one.word(),
            _ => SEVERAL | self.kept.list(references.iter().map(|part| part.word())),
        }
    }

    /// The list of options of an impartial part: all are taken apart at once, since those that are known decide most
    /// questions.
    fn impartial_list(&mut self, id: u32) -> u32 {
        let part = self.kept.parts.at(id);
        let table = part.table() as u16;
        let at_table = &mut self.tables[usize::from(table)];
        self.code.clear();
        self.code.extend(at_table.code(id));
        let mut ends = std::mem::take(&mut self.ends);
        at_table.board.expand(&self.code, &mut self.codes, &mut ends);
        if self.kept.parts.length() > 1 << 16 {
            self.fetch(table);
        }
        let mut references = std::mem::take(&mut self.references);
        let mut entries = Vec::with_capacity(ends.len());
        let mut from = 0;
        for &end in &ends {
            references.clear();
            self.intern(table, from..end as usize, &mut references);
            from = end as usize;
            references.sort_unstable();
            // equal parts of an impartial sum vanish in pairs, in normal play
            let mut kept = 0;
            for at in 0..references.len() {
                if !self.misere && kept > 0 && references[kept - 1] == references[at] {
                    kept -= 1;
                } else {
                    references[kept] = references[at];
                    kept += 1;
                }
            }
            entries.push(self.listed(&references[..kept]));
        }
        (self.ends, self.references) = (ends, references);
        let start = self.kept.list(entries.into_iter());
        let part = self.kept.parts.at(id);
        part.options.iter().for_each(|list| list.store(start, Ordering::Release));
        start
    }
}

/// The part referred to, and the player who moves in its normal form.
fn seen(reference: PartRef, player: Player) -> (u32, Player) {
    (reference.number(), if reference.is_negative() { player.opponent() } else { player })
}
