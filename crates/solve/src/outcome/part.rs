//! Parts of positions by number: the unit in which sums are searched.
//!
//! A part is kept once, by the code of its normal form under the symmetries of its ruleset, whatever board it was met
//! on. A *reference* is twice its number, plus one for its negative ([`PartRef`]). Options are made one side at a time,
//! ordered by a guess that costs little, and taken apart only when they are wanted; from then on they are references.
//! What stands in a list before that is a place among the options as the rules give them, which a small cache keeps and
//! which can be made again.

use std::hash::Hasher;
use std::ops::Range;
use std::sync::Arc;

use farstar_rules::Packed;
use farstar_rules::coded::AnyCoded;
use farstar_value::{Arena, Game, Limits, Player, Stopped};
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::blackboard::Blackboard;
use super::board::{Codes, PlayedBoard, make_board};
use super::entry::{Entry, PartRef, ValueId};
use crate::values::{AnyRuleset, Effort, Interned};
use crate::{Error, Result};

/// No number.
const NONE: u32 = u32::MAX;
const SEVERAL: u32 = 1 << 30;
const RAW: u32 = 2 << 30;
const NOTHING: u32 = 3 << 30;
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

/// An option in a list.
enum Listed {
    /// It falls into no part.
    Nothing,
    One(PartRef),
    /// Its parts stand at this place of the lists, after their number.
    Several(u32),
    /// It is not yet taken apart; its place among the options as the rules give them.
    Raw(u32),
}

impl Listed {
    fn word(&self) -> u32 {
        match self {
            Self::Nothing => NOTHING,
            Self::One(part) => part.word(),
            Self::Several(at) => SEVERAL | at,
            Self::Raw(at) => RAW | at,
        }
    }

    fn of(word: u32) -> Self {
        match word & TAG {
            NOTHING => Self::Nothing,
            SEVERAL => Self::Several(word & !TAG),
            RAW => Self::Raw(word & !TAG),
            _ => Self::One(PartRef::of_word(word)),
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
    /// The codes of the parts, one after the other: a look-up goes from the slot to the words, not by way of the part.
    codes: Vec<u64>,
    numbers: HashTable<Slot>,
    /// Whether codes mean the same for all threads: they are not numbers given as parts are met.
    plain: bool,
}

/// A part by the place of its code.
#[derive(Clone, Copy)]
struct Slot {
    place: u32,
    /// Twice its number, plus one if it is its own negative.
    part: u32,
}

impl Slot {
    /// The part, or what is known by the same code and stands for its negative.
    fn reference(self, negative: bool) -> PartRef {
        PartRef::new(self.part >> 1, negative && self.part & 1 == 0)
    }
}

impl Table {
    fn bytes(&self) -> usize {
        self.codes.capacity() * 8
            + self.numbers.capacity() * (size_of::<Slot>() + 1)
            + self.board.bytes() as usize
    }
}

#[derive(Clone, Copy, Default)]
struct Part {
    /// The place of its code in its table.
    code: u32,
    /// Where the lists of options begin.
    options: [u32; 2],
    /// [`Known`] of its value.
    value: u32,
    /// Where the list of its comparisons with values begins.
    facts: u32,
    /// About how many moves it has, if it is impartial; else how many moves more than the other each player can make at
    /// most, or [`ANY`].
    moves: [i16; 2],
    size: u16,
    table: u16,
    own_negative: bool,
    /// Whether it is known to be 0 by its symmetry.
    zero: bool,
    /// Whether Left wins the normal form moving first, and whether Right does, once a search has found out.
    wins: [Option<bool>; 2],
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
    parts: Vec<Part>,
    /// How many parts there are; the list of them may have gaps, of parts that only other threads have met.
    met: usize,
    /// Where parts get their numbers if other threads are to know them by these.
    common: Option<Arc<Blackboard>>,
    decided: usize,
    lists: Vec<u32>,
    raw: Vec<Raw>,
    codes: Codes,
    references: Vec<PartRef>,
    ends: Vec<u32>,
    order: Vec<(i64, u32)>,
}

fn hash_words(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in words {
        hasher.write_u64(word);
    }
    hasher.finish()
}

/// Whether words are equal; there are too few of them for a call of `memcmp`.
fn same(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}

impl Parts {
    pub(super) fn new(symmetries: bool, common: Option<Arc<Blackboard>>) -> Self {
        Self { symmetries, common, ..Self::default() }
    }

    /// A board for parts; boards with equal scopes and frames share parts.
    pub(super) fn board(
        &mut self,
        ruleset: Arc<AnyRuleset>,
        scope: Arc<str>,
        coded: Option<AnyCoded<Packed>>,
    ) -> Result<u32> {
        let plain = coded.is_some();
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
                    codes: Vec::new(),
                    numbers: HashTable::new(),
                    plain,
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
        self.boards.iter().any(|(ruleset, _)| ruleset.overflowed())
    }

    pub(super) fn count(&self) -> usize {
        self.met
    }

    /// From now on others know parts by the same numbers.
    pub(super) fn number_by(&mut self, common: &Arc<Blackboard>) {
        for &Part { code, table, .. } in &self.parts {
            let Table { codes, words, .. } = &self.tables[usize::from(table)];
            common.part(table, &codes[code as usize * *words..][..*words]);
        }
        self.common = Some(Arc::clone(common));
    }

    /// Parts whose values are known.
    pub(super) fn values(&self) -> impl Iterator<Item = (PartRef, ValueId)> + '_ {
        self.parts.iter().enumerate().filter_map(|(number, part)| match Known::of(part.value) {
            Known::Value(value) => Some((PartRef::new(number as u32, false), value)),
            Known::Untried | Known::TooLarge => None,
        })
    }

    /// Takes over the boards of another thread that are not known here.
    pub(super) fn take_boards(&mut self, other: &Self) -> Result<()> {
        self.misere = other.misere;
        for (ruleset, table) in &other.boards[self.boards.len()..] {
            let Table { scope, plain, .. } = &other.tables[usize::from(*table)];
            let coded = ruleset.coded().filter(|_| *plain);
            self.board(Arc::clone(ruleset), Arc::clone(scope), coded)?;
        }
        for (table, other) in self.tables.iter_mut().zip(&other.tables).filter(|(one, _)| one.plain)
        {
            table.board.share(other.board.known());
        }
        Ok(())
    }

    /// Whether other threads can play a part.
    pub(super) fn is_plain(&self, reference: PartRef) -> bool {
        self.table(reference).plain
    }

    /// Meets a part of another thread, which has the same number here.
    pub(super) fn meet(&mut self, reference: PartRef, other: &Self) {
        let Part { code, table, .. } = *other.part(reference);
        let Table { codes, words, .. } = &other.tables[usize::from(table)];
        self.codes.clear();
        self.codes.words.extend_from_slice(&codes[code as usize * *words..][..*words]);
        self.codes.negative.push(false);
        let mut met = Vec::new();
        self.intern(table, 0..1, &mut met);
        debug_assert_eq!(met, [reference.upright()]);
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Part>()
            + self.lists.capacity() * 4
            + self.raw.iter().map(|raw| raw.words.capacity() * 8).sum::<usize>()
            + self.tables.iter().map(Table::bytes).sum::<usize>()
    }

    fn part(&self, reference: PartRef) -> &Part {
        &self.parts[reference.index()]
    }

    fn table(&self, reference: PartRef) -> &Table {
        &self.tables[usize::from(self.part(reference).table)]
    }

    pub(super) fn negative(&self, reference: PartRef) -> PartRef {
        if self.part(reference).own_negative { reference } else { reference.opposite() }
    }

    pub(super) fn is_own_negative(&self, reference: PartRef) -> bool {
        self.part(reference).own_negative
    }

    pub(super) fn size(&self, reference: PartRef) -> u32 {
        u32::from(self.part(reference).size)
    }

    /// The bits it takes to write the cells that matter.
    pub(super) fn bits(&self, reference: PartRef) -> u32 {
        let bits = f64::from(self.size(reference)) * self.table(reference).bits_a_cell;
        bits as u32
    }

    /// About how many moves an impartial part has.
    pub(super) fn moves(&self, reference: PartRef) -> u32 {
        u32::from(self.part(reference).moves[0].unsigned_abs())
    }

    /// Whether proof numbers lead the search for the value of an impartial part: where cells are of two kinds its
    /// number of moves tells how hard it is.
    pub(super) fn is_led(&self, reference: PartRef) -> bool {
        self.table(reference).two_kinds
    }

    /// Whether an impartial part is known to be 0 by its symmetry.
    pub(super) fn is_zero(&self, reference: PartRef) -> bool {
        self.part(reference).zero
    }

    /// How many moves more than the other Left, and Right, can make at most in a part, if a bound is known.
    pub(super) fn most(&self, reference: PartRef) -> Option<[i64; 2]> {
        let Part { moves: [left, right], .. } = *self.part(reference);
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

    pub(super) fn is_all_small(&self, reference: PartRef) -> bool {
        self.table(reference).all_small
    }

    pub(super) fn is_line(&self, reference: PartRef) -> bool {
        self.table(reference).line
    }

    /// The value of the normal form of a part.
    pub(super) fn value(&self, reference: PartRef) -> Known {
        Known::of(self.part(reference).value)
    }

    /// Whether a player wins a part moving first, if that is known.
    pub(super) fn wins(&self, reference: PartRef, player: Player) -> Option<bool> {
        let (id, player) = seen(reference, player);
        self.parts[id as usize].wins[player as usize]
    }

    /// Notes whether a player wins a part moving first; tells whether it is known now that who begins loses.
    pub(super) fn set_wins(&mut self, reference: PartRef, player: Player, won: bool) -> bool {
        let (id, player) = seen(reference, player);
        let part = &mut self.parts[id as usize];
        self.decided += 1;
        part.wins[player as usize] = Some(won);
        if part.own_negative {
            part.wins[player.opponent() as usize] = Some(won);
        }
        part.wins == [Some(false); 2]
    }

    pub(super) fn set_value(&mut self, reference: PartRef, value: Known) {
        self.parts[reference.index()].value = value.word();
    }

    /// Where the comparisons of the normal form of a part with values begin.
    pub(super) fn facts(&self, reference: PartRef) -> u32 {
        self.part(reference).facts
    }

    pub(super) fn set_facts(&mut self, reference: PartRef, facts: u32) {
        self.parts[reference.index()].facts = facts;
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
        let Part { code, table, size, .. } = *self.part(reference);
        let table = &mut self.tables[usize::from(table)];
        let size = u32::from(size);
        if table.failures >= MOST_FAILURES && size >= table.least_failure {
            return Ok(None);
        }
        let code = &table.codes[code as usize * table.words..][..table.words];
        match table.board.value(code, arena, limits, EFFORT) {
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
        let Part { code, table, .. } = *self.part(reference);
        let table = &mut self.tables[usize::from(table)];
        let code = &table.codes[code as usize * table.words..][..table.words];
        let steps = effort.saturating_mul(STEPS_A_VALUE);
        match table.board.value(
            code,
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
        let at_table = &mut self.tables[usize::from(table)];
        let length = at_table.words;
        for at in range {
            let words = &self.codes.words[at * length..][..length];
            let negative = self.codes.negative[at];
            let hash = hash_words(words);
            let codes = &at_table.codes;
            let code_of = |slot: &Slot| &codes[slot.place as usize * length..][..length];
            let found = at_table.numbers.find(hash, |slot| same(code_of(slot), words));
            if let Some(slot) = found {
                references.push(slot.reference(negative));
                continue;
            }
            let Table { board, impartial, places, .. } = &*at_table;
            let own_negative = *impartial || board.is_symmetric(words);
            let size = board.size(words).min(u32::from(u16::MAX)) as u16;
            let moves = match (*impartial, *places) {
                (true, _) => [board.mobility(words, Player::Left) as i32, 0],
                (false, true) => [Player::Left, Player::Right].map(|p| board.most_places(words, p)),
                (false, false) => [i32::MAX; 2],
            };
            let moves = moves.map(|moves| i16::try_from(moves).unwrap_or(ANY));
            let zero = *impartial && self.symmetries && board.is_symmetric(words);
            let id = match &self.common {
                Some(common) => common.part(table, words),
                None => self.parts.len() as u32,
            };
            let code = (at_table.codes.len() / length.max(1)) as u32;
            let slot = Slot { place: code, part: id << 1 | u32::from(own_negative) };
            at_table.numbers.insert_unique(hash, slot, |slot| hash_words(code_of(slot)));
            self.met += 1;
            if self.parts.len() <= id as usize {
                self.parts.resize(id as usize + 1, Part::default());
            }
            self.parts[id as usize] = Part {
                code,
                options: [NONE; 2],
                value: UNTRIED,
                facts: super::fact::NONE,
                moves,
                size,
                table,
                own_negative,
                zero,
                wins: [None; 2],
            };
            at_table.codes.extend_from_slice(words);
            references.push(slot.reference(negative));
        }
    }

    /// Asks for what is kept of all codes written last, so that it is on the way when the codes are interned: here no
    /// look-up waits for the one before.
    fn fetch(&self, table: u16) {
        let Table { codes, numbers, words, .. } = &self.tables[usize::from(table)];
        let words = (*words).max(1);
        let mut seen = 0;
        for few in self.codes.words.chunks(words * FETCHED) {
            let mut near: [Option<&Slot>; FETCHED] = [None; FETCHED];
            for (near, code) in near.iter_mut().zip(few.chunks_exact(words)) {
                // the first whose hash begins alike is nearly always the right one
                *near = numbers.find(hash_words(code), |_| true);
            }
            for slot in near.iter().flatten() {
                seen ^= codes[slot.place as usize * words];
                seen ^= u64::from(self.parts[(slot.part >> 1) as usize].size);
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
            let Part { code, table, .. } = self.parts[id as usize];
            let Table { board, codes, words, .. } = &mut self.tables[usize::from(table)];
            let code = &codes[code as usize * *words..][..*words];
            raw.of = None;
            board.options(code, player, &mut raw.words);
            raw.of = Some((id, player));
        }
        place
    }

    /// The first entry of the list of options of `player` in the normal form, which stands after its length.
    fn list(&mut self, id: u32, player: Player) -> usize {
        let known = self.parts[id as usize].options[player as usize];
        if known != NONE {
            return known as usize;
        }
        let table = usize::from(self.parts[id as usize].table);
        if self.tables[table].impartial {
            return self.impartial_list(id);
        }
        let place = self.make_raw(id, player);
        let Table { board, words, all_small, .. } = &mut self.tables[table];
        let raw = &self.raw[place].words;
        let count = (raw.len() / *words) as u32;
        let start = self.lists.len();
        self.lists.push(count);
        self.order.clear();
        for (i, option) in raw.chunks_exact(*words).enumerate() {
            let others = i64::from(board.mobility(option, player.opponent()));
            // few moves of the other player, and what both have to themselves; how many the own ones are says little of
            // hot games
            // few moves of the other player, on few cells: how many the own ones are says little of hot games where a
            // move changes several cells; but where it places one, as in NoGo, their difference says more
            let cells = |player| board.changed(option, player).map(i64::from);
            let score = match (*all_small, cells(player.opponent()), cells(player)) {
                (true, ..) => board.weight(option, others),
                (_, Some(theirs), Some(own)) => MOVES * others + theirs - own,
                _ => {
                    let own = i64::from(board.mobility(option, player));
                    ((others - own) << 20) + others + own
                }
            };
            self.order.push((score, i as u32));
        }
        self.order.sort_unstable();
        self.lists.extend(self.order.iter().map(|&(_, i)| Listed::Raw(i).word()));
        self.parts[id as usize].options[player as usize] = start as u32;
        start
    }

    /// How many options a player has in the part referred to.
    pub(super) fn options(&mut self, reference: PartRef, player: Player) -> u32 {
        let (id, player) = seen(reference, player);
        let list = self.list(id, player);
        self.lists[list]
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
        if at >= self.lists[start] {
            return false;
        }
        let place = start + 1 + at as usize;
        let mut listed = Listed::of(self.lists[place]);
        if let Listed::Raw(raw) = listed {
            listed = self.resolve(id, player, raw);
            self.lists[place] = listed.word();
        }
        let turn = negated != reference.is_negative();
        let mut hand_over = |part: PartRef| visit(if turn { self.negative(part) } else { part });
        match listed {
            Listed::Nothing | Listed::Raw(_) => {}
            Listed::Several(at) => {
                let at = at as usize;
                let several = &self.lists[at + 1..][..self.lists[at] as usize];
                several.iter().for_each(|&word| hand_over(PartRef::of_word(word)));
            }
            Listed::One(part) => hand_over(part),
        }
        true
    }

    /// Takes a raw option apart.
    fn resolve(&mut self, id: u32, player: Player, raw: u32) -> Listed {
        let place = self.make_raw(id, player);
        let table = self.parts[id as usize].table;
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
    fn listed(&mut self, references: &[PartRef]) -> Listed {
        match *references {
            [] => Listed::Nothing,
            [one] => Listed::One(one),
            _ => {
                let at = self.lists.len() as u32;
                self.lists.push(references.len() as u32);
                self.lists.extend(references.iter().map(|part| part.word()));
                Listed::Several(at)
            }
        }
    }

    /// The list of options of an impartial part: all are taken apart at once, since those that are known decide most
    /// questions.
    fn impartial_list(&mut self, id: u32) -> usize {
        let Part { code, table, .. } = self.parts[id as usize];
        let Table { board, codes, words, .. } = &mut self.tables[usize::from(table)];
        let code = &codes[code as usize * *words..][..*words];
        let mut ends = std::mem::take(&mut self.ends);
        board.expand(code, &mut self.codes, &mut ends);
        self.fetch(table);
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
            entries.push(self.listed(&references[..kept]).word());
        }
        (self.ends, self.references) = (ends, references);
        let start = self.lists.len();
        self.lists.push(entries.len() as u32);
        self.lists.extend(entries);
        self.parts[id as usize].options = [start as u32; 2];
        start
    }
}

/// The part referred to, and the player who moves in its normal form.
fn seen(reference: PartRef, player: Player) -> (u32, Player) {
    (reference.number(), if reference.is_negative() { player.opponent() } else { player })
}
