//! Walls of thermographs: piecewise linear functions of the temperature from 0 upwards, with fractions at their
//! corners.

use crate::error::{Error, Result};
use farstar_num::{Dyadic, Rational};
use farstar_play::Player;

/// Which way a wall is taxed.
#[derive(Clone, Copy)]
pub(super) enum Slope {
    /// Left pays.
    Down,
    /// Right pays.
    Up,
}

/// A wall; infinite ones are so everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wall {
    /// Infinite, upwards or not.
    Infinite(bool),
    /// Corners `(temperature, stop)` by temperature, the first at 0, and the slope above the last.
    Finite(Vec<(Rational, Rational)>, Rational),
}

impl Wall {
    /// A mast from 0 upwards.
    pub(super) fn mast(at: Rational) -> Self {
        Self::Finite(vec![(Rational::ZERO, at)], Rational::ZERO)
    }

    pub(super) fn infinite(up: bool) -> Self {
        Self::Infinite(up)
    }

    /// From the corners of a short game's wall, from −1 upwards.
    pub(super) fn of_corners(corners: &[(Dyadic, Dyadic)]) -> Result<Self> {
        let corners: Vec<(Rational, Rational)> =
            corners.iter().map(|(t, x)| (t.clone().into(), x.clone().into())).collect();
        let from = corners.iter().rposition(|(t, _)| *t <= Rational::ZERO).unwrap_or(0);
        let mut kept = corners[from..].to_vec();
        if let [first, second, ..] = &mut kept[..] {
            let slope = slope(first, second)?;
            let way = Rational::ZERO.checked_sub(&first.0)?;
            first.1 = first.1.checked_add(&slope.checked_mul(&way)?)?;
        }
        kept[0].0 = Rational::ZERO;
        Ok(Self::Finite(kept, Rational::ZERO))
    }

    /// What stands at temperature 0, as a mast.
    pub(super) fn at_foot(&self) -> Self {
        match self {
            Self::Finite(corners, _) => Self::mast(corners[0].1.clone()),
            infinite => infinite.clone(),
        }
    }

    /// The corners, if a mast stands on the last.
    pub(super) fn to_mast(&self) -> Option<Vec<(Rational, Rational)>> {
        match self {
            Self::Finite(corners, slope) if slope.is_zero() => Some(corners.clone()),
            _ => None,
        }
    }

    /// Whether it stands further left than another at temperature 0.
    pub(super) fn starts_above(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Finite(one, _), Self::Finite(two, _)) => one[0].1 > two[0].1,
            (Self::Infinite(up), Self::Infinite(other)) => up > other,
            (Self::Infinite(up), _) => *up,
            (_, Self::Infinite(up)) => !up,
        }
    }

    /// The wall with the temperature subtracted or added.
    pub(super) fn taxed(&self, by: Slope) -> Result<Self> {
        let Self::Finite(corners, slope) = self else { return Ok(self.clone()) };
        let add = |x: &Rational, t: &Rational| match by {
            Slope::Down => x.checked_sub(t),
            Slope::Up => x.checked_add(t),
        };
        let mut taxed = Vec::with_capacity(corners.len());
        for (t, x) in corners {
            taxed.push((t.clone(), add(x, t)?));
        }
        Ok(Self::Finite(taxed, add(slope, &Rational::ONE)?))
    }

    fn at(&self, t: &Rational) -> Result<Option<Rational>> {
        let Self::Finite(corners, above) = self else { return Ok(None) };
        let next = corners.partition_point(|(corner, _)| corner <= t).max(1);
        let from = &corners[next - 1];
        let slope = match corners.get(next) {
            Some(to) => slope(from, to)?,
            None => above.clone(),
        };
        let way = slope.checked_mul(&t.checked_sub(&from.0)?)?;
        Ok(Some(from.1.checked_add(&way)?))
    }

    /// The temperatures at which either wall has a corner or the two cross.
    fn places(&self, other: &Self) -> Result<Vec<Rational>> {
        let (Self::Finite(one, one_above), Self::Finite(two, two_above)) = (self, other) else {
            return Ok(Vec::new());
        };
        let mut places: Vec<Rational> = one.iter().chain(two).map(|(t, _)| t.clone()).collect();
        places.sort();
        places.dedup();
        let mut crossed = places.clone();
        for (at, t) in places.iter().enumerate() {
            let gap = self.gap(other, t)?;
            let slope = match places.get(at + 1) {
                Some(next) => {
                    slope(&(t.clone(), gap.clone()), &(next.clone(), self.gap(other, next)?))?
                }
                None => one_above.checked_sub(two_above)?,
            };
            if slope.is_zero() || gap.is_zero() {
                continue;
            }
            let way = Rational::ZERO.checked_sub(&gap)?.checked_div(&slope)?;
            let crossing = t.checked_add(&way)?;
            if way > Rational::ZERO && places.get(at + 1).is_none_or(|next| crossing < *next) {
                crossed.push(crossing);
            }
        }
        crossed.sort();
        Ok(crossed)
    }

    fn gap(&self, other: &Self, t: &Rational) -> Result<Rational> {
        match (self.at(t)?, other.at(t)?) {
            (Some(one), Some(two)) => Ok(one.checked_sub(&two)?),
            _ => Ok(Rational::ZERO),
        }
    }

    /// At each temperature what is better for a player.
    pub(super) fn better(&self, other: &Self, player: Player) -> Result<Self> {
        let left = player == Player::Left;
        match (self, other) {
            (Self::Infinite(up), _) => {
                return Ok(if *up == left { self.clone() } else { other.clone() });
            }
            (_, Self::Infinite(up)) => {
                return Ok(if *up == left { other.clone() } else { self.clone() });
            }
            _ => {}
        }
        let mut corners = Vec::new();
        for t in self.places(other)? {
            let (Some(one), Some(two)) = (self.at(&t)?, other.at(&t)?) else { continue };
            corners.push((t, if left { one.max(two) } else { one.min(two) }));
        }
        let (Self::Finite(_, one), Self::Finite(_, two)) = (self, other) else {
            return Ok(self.clone());
        };
        // Above the last place the walls do not cross; where they meet there, their slopes decide.
        let last = corners.last().map_or(Rational::ZERO, |(t, _)| t.clone());
        let gap = self.gap(other, &last)?;
        let first =
            if gap.is_zero() { (one > two) == left } else { (gap > Rational::ZERO) == left };
        Ok(Self::simplified(corners, if first { one.clone() } else { two.clone() }))
    }

    /// The same with a wall that there may not be.
    pub(super) fn better_than_none(&self, other: Option<&Self>, player: Player) -> Result<Self> {
        other.map_or_else(|| Ok(self.clone()), |other| self.better(other, player))
    }

    /// Both walls of a position with these scaffolds, by the temperature from 0 upwards.
    ///
    /// Where Left's scaffold is above Right's, the walls are the scaffolds: who is to move, moves. Elsewhere nobody
    /// gains by moving, and the walls are one: it stands as a mast where it began, and is pushed by Left's scaffold
    /// where that rises above it and by Right's where that falls below. In short games it is a mast for good; in
    /// kos that a komaster fights it may slant, and walls may part again above.
    ///
    /// There is no mast on top if the scaffolds stay apart or push for ever.
    pub(super) fn meet(left: Self, right: Self) -> Result<[Self; 2]> {
        let (Self::Finite(..), Self::Finite(..)) = (&left, &right) else {
            return Ok([left, right]);
        };
        let places = left.places(&right)?;
        let mut walls = [Vec::new(), Vec::new()];
        let mut above = [Rational::ZERO, Rational::ZERO];
        // Where the one wall stands while nobody gains by moving.
        let mut one: Option<Rational> = None;
        for (at, t) in places.iter().enumerate() {
            let next = places.get(at + 1);
            let beyond = match next {
                Some(next) => next.clone(),
                None => t.checked_add(&Rational::ONE)?,
            };
            let (low, high) = (left.ray(t, &beyond)?, right.ray(t, &beyond)?);
            // Scaffolds cross at places only, so both ends tell how they are in between.
            let gaps = left.gap(&right, t)?.checked_add(&left.gap(&right, &beyond)?)?;
            if gaps > Rational::ZERO {
                walls[0].push((t.clone(), low.0));
                walls[1].push((t.clone(), high.0));
                (one, above) = (None, [low.1, high.1]);
                continue;
            }
            let stands =
                one.unwrap_or_else(|| low.0.clone()).max(low.0.clone()).min(high.0.clone());
            let mut corners = vec![(t.clone(), stands.clone())];
            let (mut from, mut slope) = (t.clone(), Rational::ZERO);
            for ((begins, pushes), rising) in [(low, true), (high, false)] {
                if pushes.is_zero() || (pushes > Rational::ZERO) != rising {
                    continue;
                }
                let way = stands.checked_sub(&begins)?.checked_div(&pushes)?;
                let reached = t.checked_add(&way)?;
                if next.is_none_or(|next| reached < *next) {
                    if reached > *t {
                        corners.push((reached.clone(), stands.clone()));
                    }
                    (from, slope) = (reached, pushes);
                }
            }
            one = Some(stands.checked_add(&slope.checked_mul(&beyond.checked_sub(&from)?)?)?);
            walls.iter_mut().for_each(|wall| wall.extend(corners.iter().cloned()));
            above = [slope.clone(), slope];
        }
        let ([left, right], [one, two]) = (walls, above);
        Ok([Self::simplified(left, one), Self::simplified(right, two)])
    }

    /// Where a finite wall stands at a temperature, and its slope from there to a later one between which it has no
    /// corner.
    fn ray(&self, from: &Rational, to: &Rational) -> Result<(Rational, Rational)> {
        let at = |t| Ok::<_, Error>(self.at(t)?.unwrap_or(Rational::ZERO));
        let (begins, ends) = (at(from)?, at(to)?);
        let slope = slope(&(from.clone(), begins.clone()), &(to.clone(), ends))?;
        Ok((begins, slope))
    }

    /// Without corners that are none.
    fn simplified(corners: Vec<(Rational, Rational)>, above: Rational) -> Self {
        let mut kept: Vec<(Rational, Rational)> = Vec::with_capacity(corners.len());
        for (at, corner) in corners.iter().enumerate() {
            let straight = kept.last().is_some_and(|before| {
                let after = match corners.get(at + 1) {
                    Some(next) => slope(corner, next).ok(),
                    None => Some(above.clone()),
                };
                slope(before, corner).ok() == after
            });
            if !straight {
                kept.push(corner.clone());
            }
        }
        Self::Finite(kept, above)
    }
}

fn slope(from: &(Rational, Rational), to: &(Rational, Rational)) -> Result<Rational> {
    Ok(to.1.checked_sub(&from.1)?.checked_div(&to.0.checked_sub(&from.0)?)?)
}
