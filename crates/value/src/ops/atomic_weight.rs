//! Atomic weight: how many ups a game is worth, seen from the far star.
//!
//! For an all-small game `G` the weight is `G″ = {G^L″ − 2 | G^R″ + 2}`, unless that is an integer and `G` is
//! comparable with the far star ⋆: then for `G > ⋆` it is the greatest integer `n ⧏` every `G^R″ + 2`, and for `G < ⋆`
//! the least integer `n ⧐` every `G^L″ − 2` (Siegel, II.7; *Winning Ways*, ch. 8). Weights are games; they add; and `G″
//! ≥ 2` implies `G > 0`.
//!
//! A game that is not all-small may still have a weight: it is *atomic* if for some `w` the difference `G − w·↑` lies
//! between `−(↑ + * + κ)` and `↑ + * + κ`, where `κ = ⋆:(−1)` is a red kite, a far star with one red edge on top. Then
//! `w` is found by the same recursion, in which a follower that is positive by a number counts as a threat of immense
//! weight; and since the threat may not be answered by what the weight says, the difference is looked at in the end.

use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::{Comparison, Game};
use crate::memo::Op;
use dashu_int::IBig;
use farstar_num::Dyadic;

/// The weight of a follower that is positive by a number, at least; greater for games born later.
const LEAST_THREAT: i64 = 1 << 16;
/// The largest nimber that ups and stars bring into the bound of the difference, with room.
const NEAREST_STAR: u64 = 3;

impl Calculator<'_> {
    /// The atomic weight of `game`; a game itself, most often an integer.
    ///
    /// # Errors
    /// [`Error::NotAtomic`] if it has none; [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Error, Game};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let up = calc.up(1)?;
    /// let g = calc.from_options(&[Game::ZERO], &[up])?; // ⇑*
    /// assert_eq!(calc.atomic_weight(g)?, calc.integer(2)?);
    /// let one = calc.integer(1)?;
    /// assert!(matches!(calc.atomic_weight(one), Err(Error::NotAtomic { .. })));
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// For every follower one canonical form, and a comparison with the far star where that form is an integer.
    /// Remembered in the arena if the game is all-small. Otherwise also a Norton product, a difference and two
    /// comparisons.
    pub fn atomic_weight(&mut self, game: Game) -> Result<Game> {
        match self.find_atomic_weight(game)? {
            Some(weight) => Ok(weight),
            None => Err(Error::NotAtomic { value: self.text_of(game) }),
        }
    }

    /// Whether `game` has an atomic weight.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit.
    pub fn is_atomic(&mut self, game: Game) -> Result<bool> {
        Ok(self.find_atomic_weight(game)?.is_some())
    }

    fn find_atomic_weight(&mut self, game: Game) -> Result<Option<Game>> {
        if let Some(parts) = self.parts(game) {
            if !parts.number.is_zero() {
                return Ok(None);
            }
            return self.integer(parts.up).map(Some);
        }
        if let Some(weight) = self.cached(Op::AtomicWeight, game, game) {
            return Ok(Some(weight));
        }
        if !self.is_infinitesimal(game)? {
            return Ok(None);
        }
        let all_small = self.is_all_small(game)?;
        let weight = self.naive_weight(game, all_small)?;
        Ok((all_small || self.is_weight(game, weight)?).then_some(weight))
    }

    /// The weight by the recursion of the definition. In an all-small game it is the atomic weight.
    fn naive_weight(&mut self, game: Game, all_small: bool) -> Result<Game> {
        let star = self.remote_star(game)?;
        let birthday = i64::try_from(&self.birthday(game)?).unwrap_or(i64::MAX / 8);
        let threat = self.integer(LEAST_THREAT.max(birthday.min(i64::MAX / 8) * 4))?;
        let no_threat = self.neg(threat)?;
        let (two, minus_two) = (Dyadic::from(2), Dyadic::from(-2));
        self.fold_options(
            game,
            |calc, g| {
                if let Some(weight) = calc.cached(Op::AtomicWeight, g, g) {
                    return Ok(Some(weight));
                }
                if calc.right_stop(g)?.is_positive() {
                    return Ok(Some(threat));
                }
                if calc.left_stop(g)?.is_negative() {
                    return Ok(Some(no_threat));
                }
                match calc.parts(g) {
                    Some(parts) => calc.integer(parts.up).map(Some),
                    None => Ok(None),
                }
            },
            |calc, g, mut left, mut right| {
                for l in &mut left {
                    *l = calc.add_number(*l, &minus_two)?;
                }
                for r in &mut right {
                    *r = calc.add_number(*r, &two)?;
                }
                let mut weight = calc.from_options(&left, &right)?;
                if calc.as_integer(weight).is_some() {
                    let chosen = match calc.compare(g, star)? {
                        Comparison::Greater => calc.greatest_below(&right)?,
                        Comparison::Less => calc.least_above(&left)?,
                        Comparison::Equal | Comparison::Confused => None,
                    };
                    if let Some(n) = chosen {
                        weight = calc.number(&Dyadic::try_new(n, 0)?)?;
                    }
                }
                if all_small {
                    calc.remember(Op::AtomicWeight, g, g, weight);
                }
                Ok(weight)
            },
        )
    }

    /// The greatest integer that is less than or confused with every one of `games`; `None` if there are no games.
    fn greatest_below(&mut self, games: &[Game]) -> Result<Option<IBig>> {
        let mut greatest = None;
        for &game in games {
            // n ⧏ G for n below the Left stop, and perhaps for n at it, but for none above.
            let mut n = self.left_stop(game)?.floor();
            let at = self.number(&Dyadic::try_new(n.clone(), 0)?)?;
            if self.ge(at, game)? {
                n -= IBig::ONE;
            }
            greatest = Some(match greatest {
                Some(m) if m < n => m,
                _ => n,
            });
        }
        Ok(greatest)
    }

    /// The least integer that is greater than or confused with every one of `games`; `None` if there are no games.
    fn least_above(&mut self, games: &[Game]) -> Result<Option<IBig>> {
        let mut negatives = Vec::with_capacity(games.len());
        for &game in games {
            negatives.push(self.neg(game)?);
        }
        Ok(self.greatest_below(&negatives)?.map(|n| -n))
    }

    /// Whether `weight` is an atomic weight of `game`, by the definition: `−(↑ + * + κ) ≤ game − weight·↑ ≤ ↑ + * + κ`.
    fn is_weight(&mut self, game: Game, weight: Game) -> Result<bool> {
        let (up, star, minus_one) = (self.up(1)?, self.nimber(1)?, self.integer(-1)?);
        let ups = self.norton_product(weight, up)?;
        let difference = self.sub(game, ups)?;
        // Far from the nimbers of the bound as well.
        let far = self.largest_nimber_below(difference)?.max(NEAREST_STAR);
        let far = self.nimber_beyond(far)?;
        let kite = self.ordinal_sum(far, minus_one)?;
        let bound = self.sum([up, star, kite])?;
        let below = self.neg(bound)?;
        Ok(self.le(difference, bound)? && self.le(below, difference)?)
    }
}
