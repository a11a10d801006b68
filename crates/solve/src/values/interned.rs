//! Any ruleset as a coded one: parts get numbers as they are met.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use farstar_play::{hold, step};
use farstar_rules::Packed;
use farstar_rules::coded::{AnyCoded, Coded, Expansion, Facts};
use farstar_rules::position::Key;
use farstar_value::Player;

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

struct Known {
    numbers: HashMap<Packed, u64>,
    /// For each number a part with that key, and whether the key stands for its negative.
    parts: Vec<(Packed, bool)>,
    /// Positions that options were asked for, and whether their negatives are meant; by number and by themselves.
    raw: Vec<(Packed, bool)>,
    raw_numbers: HashMap<(Packed, bool), u64>,
    /// Bytes that positions and keys own beside their own sizes.
    owned: u64,
}

impl Known {
    fn bytes(&self) -> u64 {
        let entry = size_of::<(Packed, u64)>() as u64 + 1;
        self.numbers.capacity() as u64 * entry * 8 / 7
            + self.parts.capacity() as u64 * size_of::<(Packed, bool)>() as u64
            + self.raw.capacity() as u64 * 3 * size_of::<(Packed, bool)>() as u64
            + self.owned
    }
}

impl Interned {
    /// A ruleset that has no codes of its own.
    pub(crate) fn coded(ruleset: Arc<AnyRuleset>) -> AnyCoded<Packed> {
        let known = Known {
            numbers: HashMap::new(),
            parts: Vec::new(),
            raw: Vec::new(),
            raw_numbers: HashMap::new(),
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
            let next = known.raw.len() as u64;
            let number = *known.raw_numbers.entry((position.clone(), negative)).or_insert(next);
            if number == next {
                known.raw.push((position, negative));
                known.owned += 2 * owned;
            }
            let bytes = known.bytes();
            drop(known);
            hold_of(owned, bytes);
            options.push([number]);
        }
    }

    fn parts_of(&self, words: &[u64; 1], parts: &mut Vec<Key<[u64; 1]>>) {
        let raw = self.known().raw.get(words[0] as usize).cloned();
        if let Some((position, negative)) = raw {
            self.append(&position, negative, parts);
        }
    }

    fn mobility(&self, words: &[u64; 1], player: Player) -> u32 {
        let raw = self.known().raw.get(words[0] as usize).cloned();
        raw.map_or(0, |(position, negative)| {
            let player = if negative { player.opponent() } else { player };
            self.ruleset.mobility(&position, player)
        })
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
