//! Operations on values: what can be measured of a game, and what can be made of it.
//!
//! Every file is one noun or one technique, an `impl` block of [`Calculator`]. Two things are common to all:
//!
//! * **Recursion over followers has an explicit stack** (`Calculator::fold_options`, `Calculator::fold`), so that a
//!   game as deep as memory allows cannot exhaust the machine's stack, and every follower is visited once.
//! * **Closed values** (number + ups + nimber) are answered by a rule wherever one is known, because `2^200`, `*100000`
//!   and `1000000·↑` are one node each, and expanding them is what must not happen. Where no rule is known,
//!   [`Calculator::moves`] refuses to walk down a closed value that has more followers than anybody could wait for.

mod adorned_stop;
mod atomic_weight;
mod birthday;
mod born;
mod class;
mod companion;
mod compounds;
mod conway_product;
mod cooling;
mod far_star;
mod followers;
mod heating;
mod incentives;
mod lattice;
mod norton_product;
mod ordinal_product;
mod ordinal_sum;
mod outcome;
mod per_game;
mod pieces;
mod power;
mod random;
mod reduced;
mod stop_count;
mod subordinate;
mod temper;
mod thermograph;
mod tiny;
mod uptimal;
mod variants;
mod walls;

pub use adorned_stop::{AdornedStop, ConfusionInterval};
pub use born::LAST_DAY;
pub use class::Class;
pub(crate) use per_game::PerGame;
pub use pieces::WallPiece;
pub(crate) use pieces::{pieces, write_walls};
pub use random::{RandomShape, SplitMix64};
pub use temper::{Parity, Temper};
pub use thermograph::Thermograph;
pub(crate) use thermograph::ThermographStore;
pub use uptimal::UptimalExpansion;

use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::memo::Op;
use crate::text::Notation;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A closed value whose number has a greater integer part, more binary places or more ups is not walked down move by
/// move.
const DEEPEST_CLOSED: i64 = 1 << 22;

/// Games with longer numbers or more followers are described in messages instead of being printed.
const MOST_PRINTED_BITS: u64 = 256;
const MOST_PRINTED_FOLLOWERS: usize = 100;

/// The games with these ids.
pub(crate) fn games(ids: &[u32]) -> impl Iterator<Item = Game> + Clone + '_ {
    ids.iter().map(|&id| Game(id))
}

/// The values of all `keys`, or `None` after noting in `needs` every key that has none yet.
fn gather<K: Copy + Eq + Hash, T: Clone>(
    memo: &FxHashMap<K, T>,
    keys: impl IntoIterator<Item = K>,
    needs: &mut Vec<K>,
) -> Option<Vec<T>> {
    let before = needs.len();
    let mut values = Vec::new();
    for key in keys {
        match memo.get(&key) {
            Some(value) => values.push(value.clone()),
            None => needs.push(key),
        }
    }
    (needs.len() == before).then_some(values)
}

impl<'a> Calculator<'a> {
    /// The ids of the canonical options of a game, for walking down to them.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a closed value with too many followers to walk through.
    fn moves(&mut self, game: Game) -> Result<(&'a [u32], &'a [u32])> {
        if let Some(parts) = self.parts(game) {
            let number = &parts.number;
            let deep = number.exponent() > DEEPEST_CLOSED as u64
                || parts.up.unsigned_abs() > DEEPEST_CLOSED as u64
                || number.bits() > 22 && number.abs() > DEEPEST_CLOSED.into();
            if deep {
                return Err(Error::TooLarge {
                    what: format!("the number of followers of {}", self.text_of(game)),
                    limit: DEEPEST_CLOSED.to_string(),
                });
            }
        }
        self.lists(game.0)
    }

    /// A function of games by recursion on options: `base` answers what needs no options, `combine` makes the value of
    /// a game from those of its Left and of its Right options, in the order of the lists.
    ///
    /// # Cost
    /// Every follower once; `T` is cloned once for each option.
    fn fold_options<T: Clone>(
        &mut self,
        root: Game,
        mut base: impl FnMut(&mut Self, Game) -> Result<Option<T>>,
        mut combine: impl FnMut(&mut Self, Game, Vec<T>, Vec<T>) -> Result<T>,
    ) -> Result<T> {
        if let Some(value) = base(self, root)? {
            return Ok(value);
        }
        let mut memo = FxHashMap::default();
        self.fold(root, &mut memo, |calc, game, memo, needs| {
            let (left, right) = calc.moves(game)?;
            // Only what `base` cannot answer is ever asked for, so `base` need not be asked about `game` again.
            let mut values = |list: &[u32]| -> Result<Vec<T>> {
                let mut values = Vec::with_capacity(list.len());
                for option in games(list) {
                    match memo.get(&option) {
                        Some(value) => values.push(value.clone()),
                        None => match base(calc, option)? {
                            Some(value) => values.push(value),
                            None => needs.push(option),
                        },
                    }
                }
                Ok(values)
            };
            let (lefts, rights) = (values(left)?, values(right)?);
            if !needs.is_empty() {
                return Ok(None);
            }
            combine(calc, game, lefts, rights).map(Some)
        })
    }

    /// An operation on two games by recursion on pairs, remembered in the arena under `op`. `step` is that of
    /// [`Calculator::fold`].
    fn fold_pairs(
        &mut self,
        op: Op,
        root: (Game, Game),
        mut step: impl FnMut(
            &mut Self,
            (Game, Game),
            &FxHashMap<(Game, Game), Game>,
            &mut Vec<(Game, Game)>,
        ) -> Result<Option<Game>>,
    ) -> Result<Game> {
        if let Some(result) = self.cached(op, root.0, root.1) {
            return Ok(result);
        }
        let mut memo = FxHashMap::default();
        self.fold(root, &mut memo, |calc, (g, h), memo, needs| {
            if let Some(result) = calc.cached(op, g, h) {
                return Ok(Some(result));
            }
            let result = step(calc, (g, h), memo, needs)?;
            if let Some(result) = result {
                calc.remember(op, g, h, result);
            }
            Ok(result)
        })
    }

    /// Counts a step of work for every pair of an option of one game and an option of the other.
    fn tick_pairs(&mut self, g: (&[u32], &[u32]), h: (&[u32], &[u32])) -> Result<()> {
        for _ in 0..(g.0.len() + g.1.len()) * (h.0.len() + h.1.len()) {
            self.tick()?;
        }
        Ok(())
    }

    /// Those of `games` that no other one is greater than, each once.
    fn maximal(&mut self, mut games: Vec<Game>) -> Result<Vec<Game>> {
        games.sort_unstable();
        games.dedup();
        let mut kept: Vec<Game> = Vec::with_capacity(games.len());
        'next: for game in games {
            let mut i = 0;
            while i < kept.len() {
                self.tick()?;
                if self.le(game, kept[i])? {
                    continue 'next;
                }
                if self.le(kept[i], game)? {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            kept.push(game);
        }
        Ok(kept)
    }

    /// A game in printable form, for messages: in full, unless it is so large that it would take long to print and
    /// longer to read.
    fn text_of(&mut self, game: Game) -> String {
        match self.too_long_to_print(game) {
            Some(description) => description,
            None => self.print(game, Notation::Ascii).unwrap_or_else(|_| "a large game".to_owned()),
        }
    }

    /// What to say instead of a game with many followers or with long numbers.
    fn too_long_to_print(&mut self, game: Game) -> Option<String> {
        let mut seen = vec![game];
        let mut next = 0;
        while let Some(&g) = seen.get(next) {
            next += 1;
            if let Some(parts) = self.parts(g) {
                let bits = parts.number.bits();
                if bits > MOST_PRINTED_BITS {
                    return Some(format!("a value with a number of {bits} bits"));
                }
                continue;
            }
            // The lists of values that are not closed are always there.
            let Ok((left, right)) = self.lists(g.0) else { continue };
            for option in games(left).chain(games(right)) {
                if !seen.contains(&option) {
                    seen.push(option);
                }
            }
            if seen.len() > MOST_PRINTED_FOLLOWERS {
                return Some(format!("a game with more than {MOST_PRINTED_FOLLOWERS} followers"));
            }
        }
        None
    }
}
