//! Any ruleset as a coded one: parts get numbers as they are met.

use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use farstar_play::{Drawers, hold, step};
use farstar_rules::Packed;
use farstar_rules::coded::{AnyCoded, Coded, Expansion, Facts};
use farstar_rules::position::Key;
use farstar_value::Player;
use rustc_hash::FxBuildHasher;

use super::AnyRuleset;
use crate::slots::Slots;

/// Steps that the key of a part is taken for.
const STEPS_A_KEY: u32 = 16;

/// Looks at the memory where positions are large: there one part has thousands of options, with no other look between
/// them.
fn hold_of(owned: u64, bytes: u64) {
    if owned > 0 {
        hold(bytes);
    }
}

/// A ruleset with numbers for the parts met so far. Its copies give the same numbers.
#[derive(Clone)]
pub(crate) struct Interned {
    ruleset: Arc<AnyRuleset>,
    known: Arc<Shared>,
}

/// What is known. The number of a position is the place in its drawer and the drawer: with one lock for all, two
/// threads wait for each other in a sixth of their time.
#[derive(Default)]
struct Shared {
    drawers: Drawers<Known>,
    parts: AtomicU64,
    bytes: AtomicU64,
}

impl Shared {
    fn open<T>(&self, drawer: usize, work: impl FnOnce(&mut Known) -> T) -> T {
        self.drawers.open(drawer, |known| {
            let before = known.bytes();
            let done = work(known);
            self.bytes.fetch_add(known.bytes().wrapping_sub(before), Ordering::Relaxed);
            done
        })
    }

    /// The number of a position with this hash, of which `place` tells the place in a drawer.
    fn number(&self, hash: u64, place: impl FnOnce(&mut Known) -> usize) -> u64 {
        let drawer = Drawers::<Known>::of(hash);
        (self.open(drawer, place) * Drawers::<Known>::COUNT + drawer) as u64
    }

    /// Does something with the drawer of a number, and the place there.
    fn at<T>(&self, number: u64, work: impl FnOnce(&mut Known, usize) -> T) -> T {
        let number = number as usize;
        let (drawer, place) = (number % Drawers::<Known>::COUNT, number / Drawers::<Known>::COUNT);
        self.open(drawer, |known| work(known, place))
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
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

#[derive(Default)]
struct Known {
    /// For each place the key of a part, such a part, and whether the key stands for its negative.
    parts: Vec<(Packed, Packed, bool)>,
    parts_by_key: Slots,
    /// Options.
    raw: Vec<Raw>,
    raw_by_position: Slots,
    /// Parts of options, one list after the other.
    parts_of: Vec<Key<[u64; 1]>>,
    /// Bytes that positions and keys own beside their own sizes.
    owned: u64,
}

fn hash(position: &Packed, negative: bool) -> u64 {
    FxBuildHasher.hash_one((position, negative))
}

impl Known {
    fn bytes(&self) -> u64 {
        self.parts_by_key.bytes() as u64
            + self.raw_by_position.bytes() as u64
            + self.parts.capacity() as u64 * size_of::<(Packed, Packed, bool)>() as u64
            + self.raw.capacity() as u64 * size_of::<Raw>() as u64
            + self.parts_of.capacity() as u64 * size_of::<Key<[u64; 1]>>() as u64
            + self.owned
    }

    /// The place of a part with this key; `part` makes what is kept, with the bytes it owns.
    fn part_place(
        &mut self,
        hash: u64,
        key: Packed,
        part: impl FnOnce() -> (Packed, bool, u64),
    ) -> usize {
        let same = |at: u32| self.parts[at as usize].0 == key;
        self.parts_by_key.find(hash, same).map_or_else(
            || {
                let (part, negative, owned) = part();
                self.parts_by_key.insert(hash, self.parts.len() as u32);
                self.parts.push((key, part, negative));
                self.owned += owned;
                self.parts.len() - 1
            },
            |place| place as usize,
        )
    }

    /// The place of an option with this hash.
    fn raw_place(&mut self, hash: u64, position: Packed, negative: bool, owned: u64) -> usize {
        let same = |at: u32| {
            let raw = &self.raw[at as usize];
            raw.negative == negative && raw.position == position
        };
        if let Some(place) = self.raw_by_position.find(hash, same) {
            return place as usize;
        }
        self.raw_by_position.insert(hash, self.raw.len() as u32);
        self.raw.push(Raw { position, negative, moves: [None; 2], parts: None });
        self.owned += owned;
        self.raw.len() - 1
    }
}

impl Interned {
    /// A ruleset that has no codes of its own.
    pub(crate) fn coded(ruleset: Arc<AnyRuleset>) -> AnyCoded<Packed> {
        AnyCoded::One(Box::new(Self { ruleset, known: Arc::default() }))
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
            let hash = hash(&key, false);
            let number = self.known.number(hash, |known| {
                known.part_place(hash, key, || {
                    self.known.parts.fetch_add(1, Ordering::Relaxed);
                    // the key is about as large
                    (part.clone(), negative, 2 * owned)
                })
            });
            hold_of(owned, self.known.bytes());
            let key = Key { part: [number], negative: negative != swapped };
            out.push(key);
            last = Some((part, key));
        }
    }

    /// A part with this number, and whether the number stands for its negative.
    fn part(&self, number: u64) -> Option<(Packed, bool)> {
        let part = |(_, part, negative): &(Packed, Packed, bool)| (part.clone(), *negative);
        self.known.at(number, |known, place| known.parts.get(place).map(part))
    }

    /// The options of the part with this number, and whether they are those of its negative.
    fn options_of(&self, number: u64, player: Player) -> (Vec<Packed>, bool) {
        let mut options = Vec::new();
        let Some((part, negative)) = self.part(number) else { return (options, false) };
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
            let hash = hash(&position, negative);
            let place = |known: &mut Known| known.raw_place(hash, position, negative, owned);
            options.push([self.known.number(hash, place)]);
            hold_of(owned, self.known.bytes());
        }
    }

    fn parts_of(&self, words: &[u64; 1], parts: &mut Vec<Key<[u64; 1]>>) {
        let found = self.known.at(words[0], |known, place| {
            let raw = known.raw.get(place)?;
            Some(match raw.parts {
                Some((from, to)) => {
                    parts.extend_from_slice(&known.parts_of[from as usize..to as usize]);
                    None
                }
                None => Some((raw.position.clone(), raw.negative)),
            })
        });
        let Some(Some((position, negative))) = found else { return };
        let before = parts.len();
        self.append(&position, negative, parts);
        self.known.at(words[0], |known, place| {
            let from = known.parts_of.len();
            let to = from + parts.len() - before;
            if let Ok(to) = u32::try_from(to) {
                known.parts_of.extend_from_slice(&parts[before..]);
                known.raw[place].parts = Some((from as u32, to));
            }
        });
    }

    fn mobility(&self, words: &[u64; 1], player: Player) -> u32 {
        let found = self.known.at(words[0], |known, place| {
            let raw = known.raw.get(place)?;
            Some(match raw.moves[player as usize] {
                Some(moves) => Ok(moves),
                None => Err((raw.position.clone(), raw.negative)),
            })
        });
        let (position, negative) = match found {
            None => return 0,
            Some(Ok(moves)) => return moves,
            Some(Err(raw)) => raw,
        };
        let mover = if negative { player.opponent() } else { player };
        let moves = self.ruleset.mobility(&position, mover);
        self.known.at(words[0], |known, at| known.raw[at].moves[player as usize] = Some(moves));
        moves
    }

    fn size(&self, code: &[u64; 1]) -> u32 {
        self.part(code[0]).map_or(0, |part| self.ruleset.size(&part.0))
    }

    fn is_symmetric(&self, code: &[u64; 1]) -> bool {
        !self.ruleset.is_impartial()
            && self.part(code[0]).is_some_and(|part| self.ruleset.is_own_negative(&part.0))
    }

    fn kept(&self) -> Option<(u64, u64)> {
        let holders = Arc::strong_count(&self.known) as u64;
        Some((self.known.parts.load(Ordering::Relaxed), self.known.bytes() / holders))
    }

    fn twin(&self) -> Option<AnyCoded<Packed>> {
        Some(AnyCoded::One(Box::new(self.clone())))
    }
}
