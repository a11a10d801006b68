//! Parts of positions by number: the unit in which sums are searched.
//!
//! A part is kept once, in normal form under the symmetries of its ruleset, whatever board it was met on. A *reference* is twice its number, plus
//! one for its negative; a part that is its own negative has even references only. Options are made one side at a time, ordered by a guess that
//! costs little, and taken apart only when they are wanted; from then on they are references.

use std::hash::Hasher;
use std::sync::Arc;

use farstar_rules::Packed;
use farstar_rules::position::Ruleset;
use farstar_value::Player;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A ruleset on a board, as sums take it.
pub type AnyRuleset = dyn Ruleset<Position = Packed, Key = Packed>;

/// No number.
const NONE: u32 = u32::MAX;
/// An entry of a list of options: one reference, or nothing at all, or where several stand, or the place of a raw option.
const SEVERAL: u32 = 1 << 30;
const RAW: u32 = 2 << 30;
const NOTHING: u32 = 3 << 30;
const TAG: u32 = 3 << 30;
/// More parts than this are refused.
pub(super) const MOST_PARTS: usize = 1 << 28;

/// What is known of the value of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Untried,
    TooLarge,
    /// The number of its value.
    Value(u32),
}

struct Board {
    ruleset: Arc<AnyRuleset>,
    scope: u32,
    impartial: bool,
    all_small: bool,
    line: bool,
}

#[derive(Clone, Copy)]
struct Part {
    /// Where its words begin: those of the key, then those of the position.
    words: u32,
    key: u16,
    position: u16,
    own_negative: bool,
    /// Whether the position kept is the negative of the normal form.
    turned: bool,
    board: u32,
    size: u16,
    /// Where the lists of options begin.
    options: [u32; 2],
    value: Known,
}

/// All parts met so far.
#[derive(Default)]
pub(super) struct Parts {
    boards: Vec<Board>,
    scopes: Vec<u64>,
    parts: Vec<Part>,
    words: Vec<u64>,
    lists: Vec<u32>,
    table: HashTable<u32>,
    /// The raw options of the part last expanded, and which part and side they belong to.
    raw: Vec<Packed>,
    raw_of: Option<(u32, Player)>,
    split: Vec<Packed>,
    references: Vec<u32>,
}

fn hash_words(scope: u32, words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(scope);
    for &word in words {
        hasher.write_u64(word);
    }
    hasher.finish()
}

impl Parts {
    /// A board for parts; equal scopes share parts.
    pub(super) fn board(&mut self, ruleset: Arc<AnyRuleset>, scope: u64) -> u32 {
        let known = self.scopes.iter().position(|&s| s == scope);
        let scope = known.unwrap_or_else(|| {
            self.scopes.push(scope);
            self.scopes.len() - 1
        });
        self.boards.push(Board {
            scope: scope as u32,
            impartial: ruleset.is_impartial(),
            all_small: ruleset.is_all_small(),
            line: ruleset.is_line(),
            ruleset,
        });
        (self.boards.len() - 1) as u32
    }

    pub(super) fn ruleset(&self, board: u32) -> &Arc<AnyRuleset> {
        &self.boards[board as usize].ruleset
    }

    pub(super) fn count(&self) -> usize {
        self.parts.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Part>()
            + self.words.capacity() * 8
            + self.lists.capacity() * 4
            + self.table.capacity() * 5
    }

    fn part(&self, reference: u32) -> &Part {
        &self.parts[(reference >> 1) as usize]
    }

    pub(super) fn negative(&self, reference: u32) -> u32 {
        if self.part(reference).own_negative { reference } else { reference ^ 1 }
    }

    pub(super) fn is_own_negative(&self, reference: u32) -> bool {
        self.part(reference).own_negative
    }

    pub(super) fn size(&self, reference: u32) -> u32 {
        u32::from(self.part(reference).size)
    }

    pub(super) fn is_impartial(&self, reference: u32) -> bool {
        self.boards[self.part(reference).board as usize].impartial
    }

    pub(super) fn is_all_small(&self, reference: u32) -> bool {
        self.boards[self.part(reference).board as usize].all_small
    }

    pub(super) fn is_line(&self, reference: u32) -> bool {
        self.boards[self.part(reference).board as usize].line
    }

    /// The value of the normal form of a part.
    pub(super) fn value(&self, reference: u32) -> Known {
        self.part(reference).value
    }

    pub(super) fn set_value(&mut self, reference: u32, value: Known) {
        self.parts[(reference >> 1) as usize].value = value;
    }

    /// Appends references to the parts of a position.
    pub(super) fn of_position(&mut self, board: u32, position: &Packed, references: &mut Vec<u32>) {
        let mut split = std::mem::take(&mut self.split);
        split.clear();
        self.boards[board as usize].ruleset.parts(position, &mut split);
        for part in &split {
            references.push(self.intern(board, part));
        }
        self.split = split;
    }

    fn intern(&mut self, board: u32, position: &Packed) -> u32 {
        let Board { ruleset, scope, .. } = &self.boards[board as usize];
        let scope = *scope;
        let key = ruleset.key(position);
        let words = key.part.words();
        let hash = hash_words(scope, words);
        let (parts, all_words, boards) = (&self.parts, &self.words, &self.boards);
        let key_of = |id: u32| {
            let part = &parts[id as usize];
            let scope = boards[part.board as usize].scope;
            (scope, &all_words[part.words as usize..][..usize::from(part.key)])
        };
        let found = self.table.find(hash, |&id| key_of(id) == (scope, words));
        if let Some(&id) = found {
            let own = parts[id as usize].own_negative;
            return id << 1 | u32::from(key.negative && !own);
        }
        let own_negative = ruleset.is_own_negative(position);
        let size = ruleset.size(position).min(u32::from(u16::MAX)) as u16;
        let id = parts.len() as u32;
        let rehash = |&id: &u32| {
            let (scope, words) = key_of(id);
            hash_words(scope, words)
        };
        self.table.insert_unique(hash, id, rehash);
        self.parts.push(Part {
            words: self.words.len() as u32,
            key: words.len() as u16,
            position: position.words().len() as u16,
            own_negative,
            turned: key.negative,
            board,
            size,
            options: [NONE; 2],
            value: Known::Untried,
        });
        self.words.extend_from_slice(words);
        self.words.extend_from_slice(position.words());
        id << 1 | u32::from(key.negative && !own_negative)
    }

    /// The position kept for a part, whose negative it may be.
    fn position(&self, id: u32) -> Packed {
        let part = &self.parts[id as usize];
        let from = part.words as usize + usize::from(part.key);
        Packed::new(&self.words[from..from + usize::from(part.position)])
    }

    /// Makes the raw options of the kept position of a part, unless they are the last ones made.
    fn make_raw(&mut self, id: u32, player: Player) {
        if self.raw_of == Some((id, player)) {
            return;
        }
        let position = self.position(id);
        self.raw.clear();
        let board = self.parts[id as usize].board;
        self.boards[board as usize].ruleset.options(&position, player, &mut self.raw);
        self.raw_of = Some((id, player));
    }

    /// The first entry of the list of options of `player` in the normal form, which stands after its length.
    fn list(&mut self, id: u32, player: Player) -> usize {
        let part = &self.parts[id as usize];
        let known = part.options[player as usize];
        if known != NONE {
            return known as usize;
        }
        let (board, turned) = (part.board, part.turned);
        let mover = if turned { player.opponent() } else { player };
        self.make_raw(id, mover);
        let ruleset = Arc::clone(&self.boards[board as usize].ruleset);
        let start = self.lists.len();
        self.lists.push(0);
        if self.boards[board as usize].impartial {
            self.lists.extend((0..self.raw.len() as u32).map(|i| RAW | i));
        } else {
            let mut order: Vec<(i64, u32)> = Vec::with_capacity(self.raw.len());
            for (i, option) in self.raw.iter().enumerate() {
                let mine = i64::from(ruleset.mobility(option, mover));
                let others = i64::from(ruleset.mobility(option, mover.opponent()));
                order.push((((others - mine) << 20) + others + mine, i as u32));
            }
            order.sort_unstable();
            order.dedup_by_key(|one| one.1);
            self.lists.extend(order.iter().map(|&(_, i)| RAW | i));
        }
        self.lists[start] = (self.lists.len() - start - 1) as u32;
        self.parts[id as usize].options[player as usize] = start as u32;
        start
    }

    /// How many options a player has in the part referred to.
    pub(super) fn options(&mut self, reference: u32, player: Player) -> u32 {
        let (id, player) = self.seen(reference, player);
        let start = self.list(id, player);
        self.lists[start]
    }

    /// The part and the player whose options in the normal form are meant.
    fn seen(&self, reference: u32, player: Player) -> (u32, Player) {
        (reference >> 1, if reference & 1 == 0 { player } else { player.opponent() })
    }

    /// Appends the references of an option, negated if asked; `false` if there is no such option.
    pub(super) fn push_option(
        &mut self,
        reference: u32,
        player: Player,
        at: u32,
        negated: bool,
        out: &mut Vec<u32>,
    ) -> bool {
        let (id, player) = self.seen(reference, player);
        let start = self.list(id, player);
        if at >= self.lists[start] {
            return false;
        }
        let place = start + 1 + at as usize;
        let mut entry = self.lists[place];
        if entry & TAG == RAW {
            entry = self.resolve(id, player, entry & !TAG);
            self.lists[place] = entry;
        }
        let turn = negated != (reference & 1 != 0);
        let read = |parts: &[Part], r: u32| {
            if turn && !parts[(r >> 1) as usize].own_negative { r ^ 1 } else { r }
        };
        match entry & TAG {
            NOTHING => {}
            SEVERAL => {
                let at = (entry & !TAG) as usize;
                let length = self.lists[at] as usize;
                let several = &self.lists[at + 1..][..length];
                out.extend(several.iter().map(|&r| read(&self.parts, r)));
            }
            _ => out.push(read(&self.parts, entry)),
        }
        true
    }

    /// Takes a raw option apart.
    fn resolve(&mut self, id: u32, player: Player, raw: u32) -> u32 {
        let Part { board, turned, .. } = self.parts[id as usize];
        self.make_raw(id, if turned { player.opponent() } else { player });
        let mut references = std::mem::take(&mut self.references);
        references.clear();
        let position = self.raw[raw as usize].clone();
        self.of_position(board, &position, &mut references);
        if turned {
            references.iter_mut().for_each(|r| *r = self.negative(*r));
        }
        references.sort_unstable();
        let entry = match references.as_slice() {
            [] => NOTHING,
            &[one] => one,
            several => {
                let at = self.lists.len() as u32;
                self.lists.push(several.len() as u32);
                self.lists.extend_from_slice(several);
                SEVERAL | at
            }
        };
        self.references = references;
        entry
    }
}
