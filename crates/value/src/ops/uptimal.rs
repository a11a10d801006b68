//! Uptimals: numbers, nimbers and powers of up, added.

use super::games;
use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::{Error, Result};
use crate::game::Game;
use farstar_num::Dyadic;
use rustc_hash::FxHashSet;
use std::fmt;
use std::sync::Arc;

/// A value as a sum `x + *m + d₁·↑ + d₂·↑² + d₃·↑³ + …`.
///
/// Printed as `x*m.d₁d₂d₃`, a minus sign after each negative digit, and parentheses round a digit of more than
/// one place: `*4.0202`, `73/16*8.9-`, `0.(12)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UptimalExpansion {
    /// The number.
    pub number: Dyadic,
    /// The nimber.
    pub nimber: u64,
    /// The coefficients of `↑, ↑², ↑³, …`; the last one is not 0.
    pub digits: Vec<i64>,
}

impl fmt::Display for UptimalExpansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.number.is_zero() || self.nimber == 0 {
            write!(f, "{}", self.number)?;
        }
        match self.nimber {
            0 => {}
            1 => f.write_str("*")?,
            m => write!(f, "*{m}")?,
        }
        f.write_str(".")?;
        if self.digits.is_empty() {
            return f.write_str("0");
        }
        for digit in &self.digits {
            let size = digit.unsigned_abs();
            if size < 10 {
                write!(f, "{size}")?
            } else {
                write!(f, "({size})")?
            }
            if *digit < 0 {
                f.write_str("-")?;
            }
        }
        Ok(())
    }
}

/// What a follower is, if it is the sum of such parts.
type Found = Option<Arc<UptimalExpansion>>;

impl Calculator<'_> {
    /// The expansion of `game` as a number plus a nimber plus multiples of powers of up; `None` if it has none.
    ///
    /// It is read off the canonical form. Write `U = x + Σ dᵢ·↑ⁱ + *m` and let `k ≥ 2` be the greatest place of a
    /// digit, `dₖ > 0`; for `dₖ < 0` all that follows holds with the players exchanged. (If there is no such place, `U`
    /// is closed.)
    ///
    /// * *Every follower of `U` is an uptimal with the same `x`*: a move in a sum of numbers, nimbers and powers `↑ⁱ =
    ///   {0 | ↓[i−1]*}` leaves such a sum, the moves in `x` are dominated, and canonical forms are made of options of
    ///   options.
    /// * *Right has one option, `R = U − ↑[k] + *`*, where `↑[k] = ↑ + … + ↑ᵏ`. It is his move in `↑ᵏ`, and is less
    ///   than his other ones: they are greater by `↑[k] − ↑[i]`, by `↑[k] + *j` with `j ≠ 1`, or by `↑[k] + ↑ⁱ + *`
    ///   with `i < k`. Nor does it reverse: what Left can reach from it is `U` plus one of `−↑[k] − ↑ⁱ + *`, `↑[i] −
    ///   ↑[k]` with `i < k`, `−↑[k] + *j`, and none of these is at least 0.
    /// * *If `dₖ = 1`, then `L = U − ↑ᵏ` is one of Left's options*. Right's answers are `U` plus one of `−↑ᵏ −
    ///   ↑[i] + *` and `↑ⁱ − ↑ᵏ` with `i < k`, `−↑ᵏ + *j`, and none of these is at most 0, so that it does not reverse;
    ///   and Left's other moves, to `U` plus one of `−↑ⁱ`, `↑[i] + *`, `*j`, are not at least it.
    ///
    /// So `U` is `R + ↑[k] + *` with the `k` of `R`, or it is `L + ↑ᵏ` for the one `L = R + ↑[k−1] + *` among Left's
    /// options. A sum found that way is accepted because it is equal to `game`.
    ///
    /// # Errors
    /// [`crate::Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (up, star) = (calc.up(1)?, calc.nimber(1)?);
    /// let g = calc.from_options(&[up], &[star])?; // ↑ + ↑²
    /// assert_eq!(calc.uptimal_expansion(g)?.unwrap().to_string(), "0.11");
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// A look at every follower. Only where each has a single option on one side, and the same number in it, one sum of
    /// uptimals for every follower.
    pub fn uptimal_expansion(&mut self, game: Game) -> Result<Option<UptimalExpansion>> {
        if !self.may_be_uptimal(game)? {
            return Ok(None);
        }
        let found = self.fold_options(
            game,
            |calc, g| {
                Ok(calc.parts(g).map(|Closed { number, up, nimber }| {
                    let digits = if *up == 0 { Vec::new() } else { vec![*up] };
                    Some(Arc::new(UptimalExpansion {
                        number: number.clone(),
                        nimber: *nimber,
                        digits,
                    }))
                }))
            },
            Self::expand,
        )?;
        Ok(found.map(Arc::unwrap_or_clone))
    }

    /// Whether all closed followers have one number in them, and all others a player with a single option, and one with
    /// some.
    fn may_be_uptimal(&mut self, game: Game) -> Result<bool> {
        let number = self.left_stop(game)?;
        if number != self.right_stop(game)? {
            return Ok(false);
        }
        let (mut seen, mut waiting) = (FxHashSet::default(), vec![game]);
        while let Some(g) = waiting.pop() {
            self.tick()?;
            if let Some(parts) = self.parts(g) {
                if parts.number != number {
                    return Ok(false);
                }
                continue;
            }
            let (left, right) = self.lists(g.0)?;
            if left.len().min(right.len()) != 1 {
                return Ok(false);
            }
            waiting.extend(games(left).chain(games(right)).filter(|&option| seen.insert(option)));
        }
        Ok(true)
    }

    /// The expansion of a value that is not closed, from those of its options in the order of the lists.
    fn expand(&mut self, game: Game, left: Vec<Found>, right: Vec<Found>) -> Result<Found> {
        let (lefts, rights) = self.lists(game.0)?;
        let sides = [(1, (rights, &right), (lefts, &left)), (-1, (lefts, &left), (rights, &right))];
        for (sign, (single, known), others) in sides {
            let (&[option], [Some(single)]) = (single, &known[..]) else { continue };
            if let Some(last) = single.digits.last()
                && single.digits.len() > 1
                && last.signum() == sign
            {
                let made = self.with_powers(Game(option), sign, single.digits.len() as i64)?;
                if made == game {
                    return Ok(Some(Arc::new(single.with_powers(sign)?)));
                }
            }
            for (&other, found) in others.0.iter().zip(others.1) {
                let Some(found) = found else { continue };
                let Some(place) = found.place_above(single, sign) else { continue };
                let up = self.up(1)?;
                let power = self.pow(up, &Dyadic::from(place as i64))?;
                let power = if sign > 0 { power } else { self.neg(power)? };
                if self.add(Game(other), power)? == game {
                    let mut whole = UptimalExpansion::clone(found);
                    whole.digits.resize(place - 1, 0);
                    whole.digits.push(sign);
                    return Ok(Some(Arc::new(whole)));
                }
            }
        }
        Ok(None)
    }

    /// `game + ↑[k] + *`, or with a negative sign `game − ↑[k] + *`.
    fn with_powers(&mut self, game: Game, sign: i64, k: i64) -> Result<Game> {
        let (up, star) = (self.up(1)?, self.nimber(1)?);
        let powers = self.pow_to(up, &Dyadic::from(k))?;
        let powers = if sign > 0 { powers } else { self.neg(powers)? };
        let sum = self.add(game, powers)?;
        self.add(sum, star)
    }

    /// Whether `game` is a sum of a number, a nimber and powers of up.
    ///
    /// # Errors
    /// [`crate::Error::Stopped`] at a limit.
    pub fn is_uptimal(&mut self, game: Game) -> Result<bool> {
        Ok(self.uptimal_expansion(game)?.is_some())
    }
}

impl UptimalExpansion {
    /// This plus `sign·↑[k] + *`, where `k` is the number of digits.
    fn with_powers(&self, sign: i64) -> Result<Self> {
        let digits: Option<Vec<i64>> =
            self.digits.iter().map(|digit| digit.checked_add(sign)).collect();
        let digits = digits.ok_or_else(|| Error::TooLarge {
            what: "a digit of an uptimal".to_owned(),
            limit: i64::MAX.to_string(),
        })?;
        Ok(Self { number: self.number.clone(), nimber: self.nimber ^ 1, digits })
    }

    /// The `k` with `self = base + sign·↑[k−1] + *`, if there is one and it is at least 2.
    fn place_above(&self, base: &Self, sign: i64) -> Option<usize> {
        let places = self.digits.len().max(base.digits.len());
        let digit = |of: &Self, place| -> i64 { of.digits.get(place).copied().unwrap_or(0) };
        let above = |place| digit(base, place).checked_add(sign) == Some(digit(self, place));
        let fits = places > 0 && self.nimber == base.nimber ^ 1 && (0..places).all(above);
        fits.then_some(places + 1)
    }
}
