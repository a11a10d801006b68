//! Boards as sums take them: codes of parts as lists of words, whatever their length.

use std::any::Any;
use std::sync::Arc;

use farstar_rules::Packed;
use farstar_rules::coded::{AnyCoded, Expansion, Facts};
use farstar_rules::of_any_length;
use farstar_rules::position::Key;
use farstar_value::{Arena, Game, Limits, Player};

use crate::Result;
use crate::values::{CodedTable, Effort};

/// Weights of what lies in an option of an all-small ruleset: moves, parts, cells of the largest part, and where pieces
/// that are taken could be taken back, of the opponent and of the player who has moved. Found by trial on boards of
/// Clobber, where those of 5x5 make a quarter fewer sums than without the last two.
const MOVE: i64 = 3;
const PART: i64 = 2;
const LARGEST: i64 = 2;
const THEIRS: i64 = 2;
const OWN: i64 = 1;

/// Codes of parts, one after the other, and whether each stands for its negative.
#[derive(Default)]
pub(super) struct Codes {
    pub(super) words: Vec<u64>,
    pub(super) negative: Vec<bool>,
}

impl Codes {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.negative.clear();
    }
}

/// A coded ruleset with the values of its parts.
pub(super) trait PlayedBoard: Send {
    /// Words of a code.
    fn length(&self) -> usize;
    /// What holds of all codes.
    fn facts(&self) -> Facts;
    /// Writes the codes of the parts of a position.
    fn parts(&mut self, position: &Packed, codes: &mut Codes);
    /// Writes the codes of the parts of an option, given by its words.
    fn parts_of(&mut self, words: &[u64], codes: &mut Codes);
    /// Writes the words of all options of a player.
    fn options(&mut self, code: &[u64], player: Player, words: &mut Vec<u64>);
    /// Writes the codes of the parts of all options of Left, and for each the number of parts up to its last; options
    /// with equal codes once.
    fn expand(&mut self, code: &[u64], codes: &mut Codes, ends: &mut Vec<u32>);
    /// A guess at the number of moves of a player in an option.
    fn mobility(&self, words: &[u64], player: Player) -> u32;
    /// How many cells some move of a player changes in an option, if that is told quickly.
    fn changed(&self, words: &[u64], player: Player) -> Option<u32>;
    /// How many moves more than the opponent a player can make at most from a part on, where moves only place pieces.
    fn most_places(&self, code: &[u64], player: Player) -> i32;
    /// A guess at how bad an option of an all-small ruleset with so many moves is for the player who has moved there:
    /// what lies in many small parts is near its end, and who can take back has moves in store.
    fn weight(&mut self, words: &[u64], moves: i64, player: Player) -> i64;
    /// How many cells matter.
    fn size(&self, code: &[u64]) -> u32;
    /// Whether a part is its own negative by a symmetry; of an impartial ruleset, whether it is 0 by one.
    fn is_symmetric(&self, code: &[u64]) -> bool;
    /// The value of a part, unless it takes more than `effort`: then the error is that of a bound on nodes.
    fn value(
        &mut self,
        code: &[u64],
        arena: &Arena,
        limits: &Limits,
        effort: Effort,
    ) -> Result<Game>;
    /// What gives the same codes, if no other board of the ruleset does.
    fn twin(&self) -> Option<AnyCoded<Packed>>;
    /// The values of parts that are known.
    fn known(&self) -> Arc<dyn Any + Send + Sync>;
    /// Shares the values known of another board with the same codes.
    fn share(&mut self, known: Arc<dyn Any + Send + Sync>);
    /// Bytes held.
    fn bytes(&self) -> u64;
}

struct Held<const N: usize> {
    table: CodedTable<N>,
    keys: Vec<Key<[u64; N]>>,
    options: Vec<[u64; N]>,
    cut: Vec<[u64; N]>,
    ends: Vec<u32>,
}

/// A code of words that are a code, as every list of words here is.
fn code<const N: usize>(words: &[u64]) -> [u64; N] {
    let mut code = [0; N];
    code.copy_from_slice(&words[..N]);
    code
}

impl<const N: usize> Held<N> {
    fn new(table: CodedTable<N>) -> Self {
        let (cut, ends) = (Vec::new(), Vec::new());
        Self { table, keys: Vec::new(), options: Vec::new(), cut, ends }
    }

    fn write(&self, codes: &mut Codes) {
        codes.clear();
        for key in &self.keys {
            codes.words.extend_from_slice(&key.part);
            codes.negative.push(key.negative);
        }
    }
}

impl<const N: usize> PlayedBoard for Held<N> {
    fn length(&self) -> usize {
        N
    }

    fn facts(&self) -> Facts {
        self.table.facts
    }

    fn parts(&mut self, position: &Packed, codes: &mut Codes) {
        self.keys.clear();
        self.table.coded.parts(position, &mut self.keys);
        self.write(codes);
    }

    fn parts_of(&mut self, words: &[u64], codes: &mut Codes) {
        self.keys.clear();
        self.table.coded.parts_of(&code(words), &mut self.keys);
        self.write(codes);
    }

    fn options(&mut self, part: &[u64], player: Player, words: &mut Vec<u64>) {
        self.options.clear();
        self.table.coded.options(&code(part), player, &mut self.options);
        words.clear();
        words.extend(self.options.iter().flatten());
    }

    fn expand(&mut self, part: &[u64], codes: &mut Codes, ends: &mut Vec<u32>) {
        let coded = &*self.table.coded;
        self.keys.clear();
        ends.clear();
        let mut wholes = Vec::new();
        if coded.wholes(&code(part), Player::Left, &mut wholes) {
            // each once, in the order in which they were found
            let mut places: Vec<usize> = (0..wholes.len()).collect();
            places.sort_unstable_by_key(|&at| (wholes[at].part, at));
            places.dedup_by_key(|at| wholes[*at].part);
            places.sort_unstable();
            for at in places {
                coded.split(&wholes[at], false, &mut self.keys);
                ends.push(self.keys.len() as u32);
            }
        } else {
            let mut expansion = Expansion::default();
            coded.expand(&code(part), Player::Left, &mut expansion);
            self.keys.append(&mut expansion.parts);
            ends.append(&mut expansion.ends);
        }
        self.write(codes);
    }

    fn changed(&self, words: &[u64], player: Player) -> Option<u32> {
        self.table.coded.changed(&code(words), player)
    }

    fn mobility(&self, words: &[u64], player: Player) -> u32 {
        self.table.coded.mobility(&code(words), player)
    }

    fn most_places(&self, part: &[u64], player: Player) -> i32 {
        self.table.coded.most_places(&code(part), player)
    }

    fn weight(&mut self, words: &[u64], moves: i64, player: Player) -> i64 {
        self.cut.clear();
        self.ends.clear();
        self.table.coded.cut(&[code(words)], &mut self.cut, &mut self.ends);
        let most = self.cut.iter().map(|part| i64::from(self.table.coded.size(part))).max();
        let backing = |player| i64::from(self.table.coded.backing(&code(words), player));
        MOVE * moves - PART * self.cut.len() as i64
            + LARGEST * most.unwrap_or(0)
            + THEIRS * backing(player.opponent())
            - OWN * backing(player)
    }

    fn size(&self, part: &[u64]) -> u32 {
        self.table.coded.size(&code(part))
    }

    fn is_symmetric(&self, part: &[u64]) -> bool {
        self.table.coded.is_symmetric(&code(part))
    }

    fn value(
        &mut self,
        part: &[u64],
        arena: &Arena,
        limits: &Limits,
        effort: Effort,
    ) -> Result<Game> {
        self.table.value_within(code(part), arena, limits, effort)
    }

    fn twin(&self) -> Option<AnyCoded<Packed>> {
        self.table.coded.twin()
    }

    fn known(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::clone(self.table.known()) as _
    }

    fn share(&mut self, known: Arc<dyn Any + Send + Sync>) {
        if let Ok(known) = known.downcast() {
            self.table.share(known);
        }
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}

/// Makes the board that fits the codes of a ruleset.
pub(super) fn make_board(coded: AnyCoded<Packed>) -> Box<dyn PlayedBoard> {
    of_any_length!(coded, coded => Box::new(Held::new(CodedTable::new(coded))))
}
