//! Walls of thermographs: piecewise linear functions of the temperature from 0 upwards, with fractions at their
//! corners.

use crate::error::Result;
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

    /// The temperature of the last corner; infinite walls have none.
    pub(super) fn foot(&self) -> Option<&Rational> {
        match self {
            Self::Finite(corners, _) => corners.last().map(|(t, _)| t),
            Self::Infinite(_) => None,
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

    /// Both walls with a mast from the first temperature at which they are not apart; without one if they stay so.
    pub(super) fn meet(left: Self, right: Self) -> Result<[Self; 2]> {
        for t in left.places(&right)? {
            if left.gap(&right, &t)? <= Rational::ZERO {
                return Ok([left.up_to(&t)?, right.up_to(&t)?]);
            }
        }
        Ok([left, right])
    }

    /// The wall up to a temperature, with a mast above.
    fn up_to(&self, t: &Rational) -> Result<Self> {
        let (Self::Finite(corners, _), Some(x)) = (self, self.at(t)?) else {
            return Ok(self.clone());
        };
        let mut kept: Vec<(Rational, Rational)> =
            corners.iter().filter(|(corner, _)| corner < t).cloned().collect();
        kept.push((t.clone(), x));
        Ok(Self::simplified(kept, Rational::ZERO))
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
