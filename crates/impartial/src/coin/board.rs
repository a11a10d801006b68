//! Coins on a board whose rules are a text of the rules language.
//!
//! Where the rules turn coins, a position is worth the nim sum of its heads, each alone
//! ([`Ruleset::coins`](farstar_rules::language::Ruleset::coins)), and a head alone leaves sets of heads that lie ahead
//! of it. So the values are found coin by coin, and no position is ever searched. They are kept as bit boards, one for
//! each binary
//! digit: the digit of a nim sum is the parity of the heads on its board.

use farstar_rules::heap::{HeapGame, Spawning};
use farstar_rules::{Board, Packed};
use farstar_value::Limits;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::CoinRow;
use crate::digraph::mex;
use crate::error::Result;
use farstar_play::Meter;

/// Values of the coins of one board, with what lies beside them.
#[derive(Debug, Default)]
struct Field {
    /// All coins, none before those it may turn.
    cells: Vec<u32>,
    /// How many of them are valued.
    count: usize,
    /// The set of those.
    valued: Vec<u64>,
    /// For each binary digit the cells whose values have it.
    digits: Vec<Vec<u64>>,
    /// How many moves the head on each cell has.
    moves: Vec<u32>,
}

impl Field {
    /// The nim sum of the values of a set of heads, which must be valued.
    fn sum(&self, heads: &[u64]) -> u64 {
        self.digits.iter().enumerate().fold(0, |sum, (digit, cells)| {
            let ones: u32 = heads.iter().zip(cells).map(|(a, b)| (a & b).count_ones()).sum();
            sum | u64::from(ones & 1) << digit
        })
    }

    fn knows(&self, heads: &[u64]) -> bool {
        heads.iter().zip(&self.valued).all(|(heads, valued)| heads & !valued == 0)
    }

    /// Values the next coin; `false` if there is none.
    fn grow(&mut self, game: &Board, tails: &Packed, meter: &mut Meter<'_>) -> Result<bool> {
        let Some(&cell) = self.cells.get(self.count) else { return Ok(false) };
        let mut sums = Vec::new();
        game.each_turn(tails, cell, &mut |turned| sums.push(self.sum(turned)));
        meter.step((sums.len() * self.valued.len() * (1 + self.digits.len())) as u64)?;
        let count = sums.len() as u32;
        // a mex of so many sums fits 32 bits, and larger sums cannot be the mex
        let value = mex(sums.into_iter().filter_map(|sum| u32::try_from(sum).ok()));
        self.moves[cell as usize] = count;
        let (word, bit) = (cell as usize / 64, 1 << (cell % 64));
        for digit in 0..(u32::BITS - value.leading_zeros()) as usize {
            if digit == self.digits.len() {
                self.digits.push(vec![0; self.valued.len()]);
            }
            if value >> digit & 1 != 0 {
                self.digits[digit][word] |= bit;
            }
        }
        self.valued[word] |= bit;
        self.count += 1;
        Ok(true)
    }
}

/// The places of heads given as bits, in order.
fn places(heads: &[u64]) -> Vec<u32> {
    let all = (0..64 * heads.len() as u32).filter(|i| heads[*i as usize / 64] >> (i % 64) & 1 != 0);
    all.collect()
}

/// Moves of a row of coins that are counted one by one.
const MOST_COUNTED: u64 = 1 << 20;

/// The number of moves of the heads in these places; of very many, one more than are counted.
fn count_moves(sets: &Spawning, heads: &[u32]) -> u64 {
    let mut count = 0;
    for &head in heads {
        let _ = sets.visit_options(head + 1, &mut |_| {
            farstar_play::step(1);
            count += 1;
            if count > MOST_COUNTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    count
}

/// Grundy values of positions of a ruleset that turns coins, on one board. They grow with every question.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_impartial::coin::BoardCoins;
/// use farstar_value::Limits;
/// // In Ruler the n-th coin is worth the largest power of two that divides n.
/// let (game, row) = ruleset("Ruler")?.position("TTTHHTTH")?;
/// let mut coins = BoardCoins::of(&game).ok_or("no coins")?;
/// assert_eq!(coins.value(&row, &Limits::none())?, 8 ^ 1 ^ 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BoardCoins {
    game: Board,
    /// Values by the board with all coins showing tails.
    fields: FxHashMap<Packed, Field>,
    /// Where coins are turned by a code: values by their places, from sets of sums.
    by_code: Option<CoinRow>,
}

impl BoardCoins {
    /// Nothing is valued yet; `None` for rulesets of which it is not known that positions are sums of heads.
    #[must_use]
    pub fn of(game: &Board) -> Option<Self> {
        game.rules().coins()?;
        Some(Self { game: game.clone(), fields: FxHashMap::default(), by_code: None })
    }

    /// The Grundy value of a position in normal play.
    ///
    /// # Cost
    /// One sum for every move of a single head, of at most as many words as the board has for each binary digit of the
    /// values.
    ///
    /// # Errors
    /// Only those of `limits`, whose nodes are coins valued; those stay valued.
    pub fn value(&mut self, position: &Packed, limits: &Limits) -> Result<u64> {
        let heads = self.game.heads(position);
        if let Some(code) = self.game.rules().turning() {
            let places = places(&heads);
            let coins = places.last().map_or(0, |last| last + 1);
            let known = self.by_code.as_ref().map_or(0, |known| known.values().len());
            let values = match &mut self.by_code {
                Some(values) if known >= coins as usize => values,
                values => values.insert(CoinRow::new(code.clone(), coins, limits)?),
            };
            return values.grundy(&places);
        }
        let field = self.field(position, &heads, limits)?;
        Ok(field.map_or(0, |field| field.sum(&heads)))
    }

    /// How many moves a position has, those counted twice that turn the same coins.
    ///
    /// # Errors
    /// As [`BoardCoins::value`].
    pub fn moves(&mut self, position: &Packed, limits: &Limits) -> Result<u64> {
        let heads = self.game.heads(position);
        if let Some(code) = self.game.rules().turning() {
            return Ok(limits.guard(|| count_moves(&Spawning::new(code.clone()), &places(&heads)))?);
        }
        let Some(field) = self.field(position, &heads, limits)? else { return Ok(0) };
        let moves = field.moves.iter().enumerate();
        let led = moves.filter(|(cell, _)| heads[cell / 64] >> (cell % 64) & 1 != 0);
        Ok(led.map(|(_, &moves)| u64::from(moves)).sum())
    }

    /// The values of the coins of a position, those of its heads among them.
    fn field(
        &mut self,
        position: &Packed,
        heads: &[u64],
        limits: &Limits,
    ) -> Result<Option<&Field>> {
        let Some(tails) = self.game.tails(position) else { return Ok(None) };
        let field = self.fields.entry(tails.clone()).or_insert_with(|| {
            let (cells, valued) = (self.game.coin_cells(position), vec![0; heads.len()]);
            let moves = vec![0; 64 * heads.len()];
            Field { cells, valued, moves, ..Field::default() }
        });
        let mut meter = Meter::new(limits);
        while !field.knows(heads) {
            meter.node(size_of::<u64>())?;
            if !field.grow(&self.game, &tails, &mut meter)? {
                break;
            }
        }
        Ok(Some(field))
    }

    /// How many coins are valued.
    #[must_use]
    pub fn count(&self) -> u64 {
        let by_code = self.by_code.as_ref().map_or(0, |game| game.values().len() as u64);
        by_code + self.fields.values().map(|field| field.count as u64).sum::<u64>()
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let of = |field: &Field| {
            let words = field.valued.len() * (2 + field.digits.len());
            4 * (field.cells.len() + field.moves.len()) + 8 * words
        };
        self.fields.values().map(|field| of(field) as u64).sum()
    }
}
