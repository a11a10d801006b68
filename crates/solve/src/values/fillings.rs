//! The values of every way to fill a board.
//!
//! Where a position is nothing but a set of cells, the sets are numbered and their values are found from the smaller to
//! the larger: the parts of a set are sets themselves, so a set that falls apart is worth the sum of values found
//! before, and only sets in one part are looked up by their codes or made from their options, which are sets as well.
//! Elsewhere the positions are valued one by one.

use std::ops::ControlFlow;

use farstar_play::grow;
use farstar_rules::position::Key;
use farstar_rules::{Board, Packed};
use farstar_value::{Calculator, Game, Limits, Player, Stopped};

use super::progress::Progress;
use super::table::{Pair, hash};
use super::{CodedTable, Values};
use crate::{Error, Result};

/// Sets that are taken apart at a time.
const BATCH: usize = 256;
/// Sets of more cells than this are not numbered.
const MOST_CELLS: u32 = 30;

/// Gathers the bits of a word that lie in a fixed set: each run of them moves down by the gaps below it.
struct Gather {
    runs: Vec<(u64, u32)>,
}

impl Gather {
    fn new(cells: u64) -> Self {
        let (mut runs, mut rest, mut before) = (Vec::new(), cells, 0);
        while rest != 0 {
            let from = rest.trailing_zeros();
            let run = rest & !rest.wrapping_add(1 << from);
            runs.push((run, from - before));
            before += run.count_ones();
            rest ^= run;
        }
        Self { runs }
    }

    #[inline]
    fn number(&self, set: u64) -> usize {
        self.runs.iter().fold(0, |all, (run, gap)| all | (set & run) >> gap) as usize
    }
}

impl<const N: usize> CodedTable<N> {
    /// The values of all sets of cells, from the empty one to `full`, if positions are sets of cells and `empty` is the
    /// empty one.
    pub(super) fn values_of_sets<'a>(
        &mut self,
        empty: &Packed,
        full: &Packed,
        calc: &mut Calculator<'a>,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<Option<Vec<Game>>> {
        let (Some(empty), Some(full)) = (self.coded.words(empty), self.coded.words(full)) else {
            return Ok(None);
        };
        let ([0], [cells]) = (&empty[..], &full[..]) else { return Ok(None) };
        let cells = *cells;
        if cells.count_ones() > MOST_CELLS {
            return Ok(None);
        }
        let count = 1usize << cells.count_ones();
        if limits.bytes.is_some_and(|most| most < 4 * count as u64) {
            return Err(Stopped::Memory.into());
        }
        let gather = Gather::new(cells);
        let mut values: Vec<Game> = Vec::with_capacity(count);
        let (mut sets, mut parts, mut ends) = (Vec::with_capacity(BATCH), Vec::new(), Vec::new());
        let mut options = [Vec::new(), Vec::new()];
        let mut set = 0u64;
        while values.len() < count {
            limits.check()?;
            sets.clear();
            parts.clear();
            ends.clear();
            for _ in 0..BATCH.min(count - values.len()) {
                sets.push([set; N]);
                // the next larger set of these cells
                set = set.wrapping_sub(cells) & cells;
            }
            self.coded.cut(&sets, &mut parts, &mut ends);
            let mut from = 0;
            for (whole, &end) in sets.iter().zip(&ends) {
                let own = &parts[from..end as usize];
                from = end as usize;
                let smaller = |part: &[u64; N]| {
                    let value = values.get(gather.number(part[0])).copied();
                    value.filter(|_| part[0] & !cells == 0)
                };
                let value = match own {
                    [part] if part == whole => {
                        let key = self.coded.code_of(part);
                        let known = self.known.table.read().get(&key.part);
                        if let Some(pair) = known {
                            pair.of(&key, calc.arena())?
                        } else {
                            self.keep_from_options(part, &key, &smaller, &mut options, calc)?;
                            self.value_of(&key, calc.arena(), limits, 1, progress, None)?
                        }
                    }
                    [] => Game::ZERO,
                    [part] => smaller(part).ok_or_else(not_smaller)?,
                    [first, others @ ..] => {
                        // all parts but the first are together a set that was valued before
                        let join = |set: [u64; N], part: &[u64; N]| {
                            std::array::from_fn(|i| set[i] | part[i])
                        };
                        let rest = others.iter().fold([0; N], join);
                        let [first, rest] =
                            [first, &rest].map(|set| smaller(set).ok_or_else(not_smaller));
                        calc.add(first?, rest?)?
                    }
                };
                values.push(value);
            }
        }
        Ok(Some(values))
    }

    /// Puts a set in one part into the table, if all its options are sets that have their values.
    fn keep_from_options(
        &self,
        set: &[u64; N],
        key: &Key<[u64; N]>,
        smaller: &impl Fn(&[u64; N]) -> Option<Game>,
        options: &mut [Vec<[u64; N]>; 2],
        calc: &mut Calculator<'_>,
    ) -> Result<()> {
        let mut valued = [Vec::new(), Vec::new()];
        for ((player, options), valued) in
            [Player::Left, Player::Right].into_iter().zip(options).zip(&mut valued)
        {
            options.clear();
            self.coded.options(set, player, options);
            for option in options.iter() {
                let Some(value) = smaller(option) else { return Ok(()) };
                valued.push(value);
            }
        }
        let [left, right] = valued;
        let value = calc.from_options(&left, &right)?;
        let negative = if self.facts.negates { calc.neg(value)? } else { value };
        let (value, negative) = if key.negative { (negative, value) } else { (value, negative) };
        let pair = Pair { value: value.index(), negative: negative.index() };
        let kept = self.known.table.read().insert(&key.part, hash(&key.part), pair);
        kept.map(|_| ()).ok_or(Stopped::Memory.into())
    }
}

fn not_smaller() -> Error {
    Error::not_covered(
        "a set of cells with a part that is no subset",
        "parts are made of their cells",
    )
}

impl Values<'_> {
    /// The values of every position on the board of one that is made of two pieces, in the order of
    /// [`Board::each_filling`].
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::builtin::ruleset;
    /// use farstar_solve::values::Values;
    /// use farstar_value::{Arena, Limits};
    /// let (game, start) = ruleset("Domineering")?.position("3x3")?;
    /// let arena = Arena::new();
    /// let mut values = Values::new(&arena, game.clone())?;
    /// let all = values.fillings(&game, &start, ['.', '#'], &Limits::none())?;
    /// assert_eq!(all.len(), 512);
    /// // first the empty board, last the full one
    /// assert_eq!(all[0], values.value(&start, &Limits::none())?);
    /// assert_eq!(all[511], farstar_value::Game::ZERO);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Values::value`].
    ///
    /// # Cost
    /// A few operations for each of the `2^cells` positions, and four bytes.
    pub fn fillings(
        &mut self,
        board: &Board,
        position: &Packed,
        pieces: [char; 2],
        limits: &Limits,
    ) -> Result<Vec<Game>> {
        let filled = pieces.map(|piece| board.filled(position, piece));
        if let [Some(first), Some(last)] = filled {
            let mut calc = self.arena.calculator_with(limits);
            for reversed in [false, true] {
                let (empty, full) = if reversed { (&last, &first) } else { (&first, &last) };
                let all = self.engine.all_sets(empty, full, &mut calc, limits, &self.progress)?;
                if let Some(mut all) = all {
                    if reversed {
                        all.reverse();
                    }
                    return Ok(all);
                }
            }
        }
        let (mut all, mut stopped) = (Vec::new(), None);
        let mut add = |position: &Packed| match self.value(position, limits) {
            Ok(value) => {
                grow(&all, size_of::<Game>());
                all.push(value);
                ControlFlow::Continue(())
            }
            Err(error) => {
                stopped = Some(error);
                ControlFlow::Break(())
            }
        };
        let _ = limits.guard(|| board.each_filling(position, &pieces, &mut add))?;
        stopped.map_or(Ok(all), Err)
    }
}
