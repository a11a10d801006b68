//! Uptimals: numbers, nimbers and powers of up, added.

use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::Result;
use crate::game::{Comparison, Game};
use farstar_num::Dyadic;
use std::fmt;

/// A value as a sum `x + *m + d₁·↑ + d₂·↑² + d₃·↑³ + …`.
///
/// Printed as `x*m.d₁d₂d₃`, a minus sign after each negative digit, and parentheses round a digit of more than one place: `*4.0202`,
/// `73/16*8.9-`, `0.(12)`.
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

impl Calculator<'_> {
    /// The expansion of `game` as a number plus a nimber plus multiples of powers of up; `None` if it has none.
    ///
    /// The number is the mean, the digit of `↑` is the atomic weight of the rest, which must be an integer. What is left is a nimber plus multiples of
    /// `↑², ↑³, …`, each infinitesimal with respect to the one before. Such a rest without a nimber has the sign of its first digit `d`, which is
    /// the one multiple of `↑ⁿ` that leaves a rest whose double is between `−↑ⁿ` and `↑ⁿ`. A sum found that way is accepted because it
    /// is equal to `game`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
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
    /// A few sums and comparisons for each unit of each digit. The digits of a game are no more than its birthday, and neither is their number.
    pub fn uptimal_expansion(&mut self, game: Game) -> Result<Option<UptimalExpansion>> {
        if let Some(Closed { number, up, nimber }) = self.closed_parts(game) {
            let digits = if up == 0 { Vec::new() } else { vec![up] };
            return Ok(Some(UptimalExpansion { number, nimber, digits }));
        }
        let number = self.left_stop(game)?;
        if number != self.right_stop(game)? {
            return Ok(None);
        }
        let rest = self.add_number(game, &-&number)?;
        if !self.is_all_small(rest)? {
            return Ok(None);
        }
        let weight = self.atomic_weight(rest)?;
        let Some(first) = self.as_number(weight).and_then(|w| w.to_i64()) else { return Ok(None) };
        let ups = self.up(first)?;
        let rest = self.sub(rest, ups)?;
        let Ok(bound) = u64::try_from(&self.birthday(game)?) else { return Ok(None) };
        // What is left is confused with all nimbers but its own, if it is not that nimber; most often that is the largest one below.
        let largest = self.largest_nimber_below(rest)? | 1;
        let beyond = largest.checked_next_power_of_two().unwrap_or(u64::MAX);
        let nimbers = match self.as_nimber(rest) {
            Some(nimber) => (nimber..=nimber).rev().chain(0..0),
            None => (0..=largest).rev().chain(largest + 1..beyond),
        };
        for nimber in nimbers {
            let heap = self.nimber(nimber)?;
            let without = self.add(rest, heap)?;
            if self.confused(without, Game::ZERO)? {
                continue;
            }
            if let Some(mut digits) = self.higher_digits(without, bound)? {
                digits.insert(0, first);
                return Ok(Some(UptimalExpansion { number, nimber, digits }));
            }
        }
        Ok(None)
    }

    /// The digits `d₂, d₃, …` of `d₂·↑² + d₃·↑³ + …`, none of them greater than `bound`, and no more than `bound` of them.
    fn higher_digits(&mut self, game: Game, bound: u64) -> Result<Option<Vec<i64>>> {
        let up = self.up(1)?;
        let (mut rest, mut digits) = (game, Vec::new());
        let mut exponent = 1;
        while rest != Game::ZERO {
            exponent += 1;
            if exponent > bound {
                return Ok(None);
            }
            let unit = self.pow(up, &Dyadic::new(exponent, 0))?;
            let mut digit = 0i64;
            let step = match self.compare(rest, Game::ZERO)? {
                Comparison::Greater => 1,
                Comparison::Less => -1,
                Comparison::Equal | Comparison::Confused => return Ok(None),
            };
            loop {
                let double = self.add(rest, rest)?;
                let minus = self.neg(unit)?;
                if self.lt(minus, double)? && self.lt(double, unit)? {
                    break;
                }
                digit += step;
                if digit.unsigned_abs() > bound {
                    return Ok(None);
                }
                rest = if step > 0 { self.sub(rest, unit)? } else { self.add(rest, unit)? };
            }
            digits.push(digit);
        }
        Ok(Some(digits))
    }

    /// Whether `game` is a sum of a number, a nimber and powers of up.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn is_uptimal(&mut self, game: Game) -> Result<bool> {
        Ok(self.uptimal_expansion(game)?.is_some())
    }
}
