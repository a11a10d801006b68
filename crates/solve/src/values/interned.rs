//! Any ruleset as a coded one: parts get numbers as they are met.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farstar_play::{hold, step};
use farstar_rules::Packed;
use farstar_rules::coded::{AnyCoded, Coded, Expansion, Facts};
use farstar_rules::position::Key;
use farstar_value::Player;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::AnyRuleset;

/// Steps that the key of a part is taken for.
const STEPS_A_KEY: u32 = 16;

/// Looks at the memory where positions are large: there one part has thousands of options, with no other look between
/// them.
fn hold_of(owned: u64, bytes: u64) {
    if owned > 0 {
        hold(bytes);
    }
}

/// A ruleset with numbers for the parts met so far.
pub(crate) struct Interned {
    ruleset: Arc<AnyRuleset>,
    known: Mutex<Known>,
}

/// A position that options were asked for, as it was reached.
struct Raw {
    position: Packed,
    /// Whether its negative is meant.
    negative: bool,
    /// The moves of Left and of Right, and where its parts stand among all, once they were asked for: positions are
    /// reached on many ways.
    moves: [Option<u32>; 2],
    parts: Option<(u32, u32)>,
}

struct Known {
    numbers: FxHashMap<Packed, u64>,
    /// For each number a part with that key, and whether the key stands for its negative.
    parts: Vec<(Packed, bool)>,
    /// Options by number, and the numbers by their hashes.
    raw: Vec<Raw>,
    raw_numbers: HashTable<u32>,
    /// Parts of options, one list after the other.
    parts_of: Vec<Key<[u64; 1]>>,
    /// Bytes that positions and keys own beside their own sizes.
    owned: u64,
}

impl Known {
    fn bytes(&self) -> u64 {
        let entry = size_of::<(Packed, u64)>() as u64 + 1;
        self.numbers.capacity() as u64 * entry * 8 / 7
            + self.parts.capacity() as u64 * size_of::<(Packed, bool)>() as u64
            + self.raw.capacity() as u64 * size_of::<Raw>() as u64
            + self.raw_numbers.capacity() as u64 * 6
            + self.parts_of.capacity() as u64 * size_of::<Key<[u64; 1]>>() as u64
            + self.owned
    }

    /// The number of an option.
    fn raw_number(&mut self, position: Packed, negative: bool, owned: u64) -> u64 {
        let hash = |position: &Packed, negative: bool| FxBuildHasher.hash_one((position, negative));
        let same = |&at: &u32| {
            let raw = &self.raw[at as usize];
            raw.negative == negative && raw.position == position
        };
        let own = hash(&position, negative);
        if let Some(&number) = self.raw_numbers.find(own, same) {
            return u64::from(number);
        }
        let number = self.raw.len() as u32;
        self.raw.push(Raw { position, negative, moves: [None; 2], parts: None });
        let raw = &self.raw;
        self.raw_numbers.insert_unique(own, number, |&at| {
            let raw = &raw[at as usize];
            hash(&raw.position, raw.negative)
        });
        self.owned += owned;
        u64::from(number)
    }
}

impl Interned {
    /// A ruleset that has no codes of its own.
    pub(crate) fn coded(ruleset: Arc<AnyRuleset>) -> AnyCoded<Packed> {
        let known = Known {
            numbers: FxHashMap::default(),
            parts: Vec::new(),
            raw: Vec::new(),
            raw_numbers: HashTable::new(),
            parts_of: Vec::new(),
            owned: 0,
        };
        AnyCoded::One(Box::new(Self { ruleset, known: Mutex::new(known) }))
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append(&self, position: &Packed, swapped: bool, out: &mut Vec<Key<[u64; 1]>>) {
        let mut parts = Vec::new();
        self.ruleset.parts(position, &mut parts);
        // parts come in an order: equal heaps follow each other
        let mut last: Option<(Packed, Key<[u64; 1]>)> = None;
        for part in parts {
            if let Some((_, known)) = last.as_ref().filter(|(last, _)| *last == part) {
                out.push(*known);
                continue;
            }
            step(STEPS_A_KEY);
            let Key { part: key, negative } = self.ruleset.key(&part);
            let owned = self.ruleset.owned_bytes(&part) as u64;
            let mut known = self.known();
            let next = known.parts.len() as u64;
            let number = *known.numbers.entry(key).or_insert(next);
            if number == next {
                known.parts.push((part.clone(), negative));
                // the key is about as large
                known.owned += 2 * owned;
            }
            let bytes = known.bytes();
            drop(known);
            hold_of(owned, bytes);
            let key = Key { part: [number], negative: negative != swapped };
            out.push(key);
            last = Some((part, key));
        }
    }

    /// The options of the part with this number, and whether they are those of its negative.
    fn options_of(&self, number: u64, player: Player) -> (Vec<Packed>, bool) {
        let found = self.known().parts.get(number as usize).cloned();
        let mut options = Vec::new();
        let Some((part, negative)) = found else { return (options, false) };
        let player = if negative { player.opponent() } else { player };
        self.ruleset.options(&part, player, &mut options);
        (options, negative)
    }
}

impl Coded<1> for Interned {
    type Position = Packed;

    fn facts(&self) -> Facts {
        Facts {
            impartial: self.ruleset.is_impartial(),
            negates: true,
            quick_look: false,
            places: false,
            lines: false,
            pieces: 3,
            frame: (0, 0),
        }
    }

    fn parts(&self, position: &Packed, parts: &mut Vec<Key<[u64; 1]>>) {
        self.append(position, false, parts);
    }

    fn expand(&self, code: &[u64; 1], player: Player, expansion: &mut Expansion<1>) {
        let (options, negative) = self.options_of(code[0], player);
        for option in &options {
            self.append(option, negative, &mut expansion.parts);
            expansion.ends.push(expansion.parts.len() as u32);
        }
    }

    fn options(&self, code: &[u64; 1], player: Player, options: &mut Vec<[u64; 1]>) {
        let (positions, negative) = self.options_of(code[0], player);
        for position in positions {
            let owned = self.ruleset.owned_bytes(&position) as u64;
            let mut known = self.known();
            let number = known.raw_number(position, negative, owned);
            let bytes = known.bytes();
            drop(known);
            hold_of(owned, bytes);
            options.push([number]);
        }
    }

    fn parts_of(&self, words: &[u64; 1], parts: &mut Vec<Key<[u64; 1]>>) {
        let number = words[0] as usize;
        let known = self.known();
        let Some(raw) = known.raw.get(number) else { return };
        if let Some((from, to)) = raw.parts {
            parts.extend_from_slice(&known.parts_of[from as usize..to as usize]);
            return;
        }
        let (position, negative) = (raw.position.clone(), raw.negative);
        drop(known);
        let before = parts.len();
        self.append(&position, negative, parts);
        let mut known = self.known();
        let from = known.parts_of.len();
        let to = from + parts.len() - before;
        if let Ok(to) = u32::try_from(to) {
            known.parts_of.extend_from_slice(&parts[before..]);
            known.raw[number].parts = Some((from as u32, to));
        }
    }

    fn mobility(&self, words: &[u64; 1], player: Player) -> u32 {
        let number = words[0] as usize;
        let known = self.known();
        let Some(raw) = known.raw.get(number) else { return 0 };
        if let Some(moves) = raw.moves[player as usize] {
            return moves;
        }
        let mover = if raw.negative { player.opponent() } else { player };
        let position = raw.position.clone();
        drop(known);
        let moves = self.ruleset.mobility(&position, mover);
        self.known().raw[number].moves[player as usize] = Some(moves);
        moves
    }

    fn size(&self, code: &[u64; 1]) -> u32 {
        let known = self.known();
        known.parts.get(code[0] as usize).map_or(0, |part| self.ruleset.size(&part.0))
    }

    fn is_symmetric(&self, code: &[u64; 1]) -> bool {
        let known = self.known();
        let part = known.parts.get(code[0] as usize);
        !self.ruleset.is_impartial()
            && part.is_some_and(|part| self.ruleset.is_own_negative(&part.0))
    }

    fn kept(&self) -> Option<(u64, u64)> {
        let known = self.known();
        Some((known.parts.len() as u64, known.bytes()))
    }
}
