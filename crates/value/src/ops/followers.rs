//! Followers: all positions that can be reached from the canonical form, by moves of either player in any order, the
//! game itself included.

use super::birthday::nimber_below_ups;
use super::games;
use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::{Error, Result};
use crate::game::Game;
use dashu_int::UBig;
use dashu_int::ops::UnsignedAbs;
use farstar_num::Dyadic;
use rustc_hash::{FxHashMap, FxHashSet};

/// Followers are listed up to this many.
const MOST_FOLLOWERS: u64 = 1 << 22;

/// A set of closed values that contains every follower of each, kept by ranges instead of members, so that it can be as
/// large as `2^200`.
///
/// The followers of a number are its ancestors in the tree of numbers; those of `x + *m` are all `x + *k` below, and
/// those of `x`; those of `x + n·↑ + *m` are a chain of Right options down to `x ± ↑ + *m'`, the nimbers below that,
/// and the followers of `x`.
#[derive(Default)]
struct ClosedUnder {
    /// The greatest positive integer, and the absolute value of the least negative one.
    greatest: UBig,
    least: UBig,
    fractions: FxHashSet<Dyadic>,
    /// For a number `x`, the greatest `m` with `x + *m`.
    nimbers: FxHashMap<Dyadic, u64>,
    /// For a number `x`, a sign, and the nimber at the end of the chain (that of `x ± 0·↑ + *m`), the greatest number
    /// of ups.
    ups: FxHashMap<(Dyadic, bool, u64), u64>,
}

impl ClosedUnder {
    fn insert(&mut self, calc: &mut Calculator<'_>, value: &Closed) -> Result<()> {
        let x = &value.number;
        let mut nimber = value.nimber;
        if value.up != 0 {
            let ups = value.up.unsigned_abs();
            let most =
                self.ups.entry((x.clone(), value.up > 0, value.nimber ^ ups & 1)).or_insert(0);
            *most = ups.max(*most);
            nimber = nimber_below_ups(value);
        }
        if nimber > 0 {
            let most = self.nimbers.entry(x.clone()).or_insert(0);
            *most = nimber.max(*most);
        }
        self.insert_number(calc, x)
    }

    fn insert_number(&mut self, calc: &mut Calculator<'_>, x: &Dyadic) -> Result<()> {
        let mut waiting = vec![x.clone()];
        while let Some(x) = waiting.pop() {
            calc.tick()?;
            if let Some(n) = x.to_integer() {
                let most = if x.is_positive() { &mut self.greatest } else { &mut self.least };
                let size = n.unsigned_abs();
                if size > *most {
                    *most = size;
                }
            } else if !self.fractions.contains(&x) {
                waiting.extend(x.left_option());
                waiting.extend(x.right_option());
                self.fractions.insert(x);
            }
        }
        Ok(())
    }

    /// How many values are in the set; 0 is always one.
    fn count(&self) -> UBig {
        let nimbers: UBig = self.nimbers.values().map(|&m| UBig::from(m)).sum();
        let ups: UBig = self.ups.values().map(|&n| UBig::from(n)).sum();
        &self.greatest + &self.least + UBig::ONE + UBig::from(self.fractions.len()) + nimbers + ups
    }
}

impl Calculator<'_> {
    /// The followers of `game` that are not closed values, and the closed ones just below them.
    fn general_followers(&mut self, game: Game) -> Result<(Vec<Game>, Vec<Game>)> {
        let mut seen = FxHashSet::default();
        let (mut general, mut closed) = (Vec::new(), Vec::new());
        let mut waiting = vec![game];
        while let Some(g) = waiting.pop() {
            self.tick()?;
            if !seen.insert(g) {
                continue;
            }
            if self.parts(g).is_some() {
                closed.push(g);
                continue;
            }
            general.push(g);
            let (left, right) = self.lists(g.0)?;
            waiting.extend(games(left));
            waiting.extend(games(right));
        }
        Ok((general, closed))
    }

    /// How many followers the canonical form of `game` has, itself included.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let star = calc.nimber(8)?;
    /// assert_eq!(calc.follower_count(star)?, 9u32.into());
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// Followers that are closed values are counted by rule, so `2^200` is counted at once; every other one is visited.
    pub fn follower_count(&mut self, game: Game) -> Result<UBig> {
        if let Some(parts) = self.parts(game) {
            return Ok(parts.birthday() + UBig::ONE);
        }
        let (general, closed) = self.general_followers(game)?;
        let mut under = ClosedUnder::default();
        for g in closed {
            if let Some(parts) = self.parts(g) {
                under.insert(self, parts)?;
            }
        }
        Ok(under.count() + UBig::from(general.len()))
    }

    /// The followers of the canonical form of `game`, itself included, in no particular order.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are more than 2²² of them; [`Error::Stopped`] at a limit.
    pub fn followers(&mut self, game: Game) -> Result<Vec<Game>> {
        let count = self.follower_count(game)?;
        if count > UBig::from(MOST_FOLLOWERS) {
            return Err(Error::TooLarge {
                what: format!("the list of the followers of {}", self.text_of(game)),
                limit: MOST_FOLLOWERS.to_string(),
            });
        }
        let mut seen: FxHashSet<Game> = std::iter::once(game).collect();
        let mut followers = vec![game];
        let mut next = 0;
        while let Some(&g) = followers.get(next) {
            next += 1;
            self.tick()?;
            let (left, right) = self.lists(g.0)?;
            followers.extend(games(left).chain(games(right)).filter(|&option| seen.insert(option)));
        }
        Ok(followers)
    }
}
