//! Walls of thermographs as piecewise linear functions, in integers.
//!
//! A Right wall rises (slope 1 in the temperature) or stands (slope 0), a Left wall falls or stands, and both stand
//! from the foot of the mast upwards. So a wall is the mast and the temperatures at which it turns, going down; the
//! slopes alternate, beginning with the mast's 0.
//!
//! The Left wall of `G` is `max R_t(G^L) − t`, its Right wall `min L_t(G^R) + t`, up to the temperature at which they
//! meet (Siegel, *Combinatorial Game Theory*, II.5). The minimum is the negative of the maximum of negatives, so one
//! maximum serves both.
//!
//! All quantities are integers in units of `2^−shift`, common to the whole step: breakpoints of a maximum of walls
//! whose slopes differ by one fall on the same grid, and the two walls of `G`, whose slopes differ by at most two, meet
//! on a grid twice as fine. So temperatures of short games are dyadic, and nothing is ever rounded. The same code runs
//! in `i64` for small walls and in big integers for all others.

use std::ops::{Add, Neg, Shr, Sub};

/// Integers that walls are computed in.
pub(super) trait Units:
    Clone
    + Ord
    + Neg<Output = Self>
    + Shr<usize, Output = Self>
    + for<'a> Add<&'a Self, Output = Self>
    + for<'a> Sub<&'a Self, Output = Self>
{
    /// Whether the lowest bit is 0.
    fn is_even(&self) -> bool;
}

impl Units for i64 {
    #[inline]
    fn is_even(&self) -> bool {
        self & 1 == 0
    }
}

impl Units for dashu_int::IBig {
    fn is_even(&self) -> bool {
        self.trailing_zeros() != Some(0)
    }
}

/// A wall, seen from the mast down: the foot's place and the temperatures where the wall turns, descending, all above
/// −1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wall<T> {
    pub(super) mast: T,
    pub(super) turns: Vec<T>,
}

/// The walls of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BothWalls<T> {
    pub(super) mast: T,
    pub(super) left: Vec<T>,
    pub(super) right: Vec<T>,
}

/// A function of the temperature by its corners `(t, value)`, temperatures descending to −1; constant above the first
/// corner, of slope 0 or 1 between two corners. No corner but the last is without a turn.
type Curve<T> = Vec<(T, T)>;

/// The corners of a Right wall down to the temperature `bottom`.
fn corners<T: Units>(wall: Wall<T>, bottom: &T) -> Curve<T> {
    let Wall { mast, turns } = wall;
    let mut curve: Curve<T> = Vec::with_capacity(turns.len() + 1);
    let mut value = mast;
    // Just below turn number i the slope is 1 for even i.
    for (i, turn) in turns.into_iter().enumerate() {
        if i % 2 == 1 {
            let above = &curve[i - 1].0;
            value = value - &(above.clone() - &turn);
        }
        curve.push((turn, value.clone()));
    }
    if curve.len() % 2 == 1 {
        let above = &curve[curve.len() - 1].0;
        value = value - &(above.clone() - bottom);
    }
    curve.push((bottom.clone(), value));
    curve
}

/// Whether the curve rises between corner `i` and the next.
#[inline]
fn rises<T: Units>(curve: &Curve<T>, i: usize) -> bool {
    curve[i].1 != curve[i + 1].1
}

/// Appends a corner, and removes the one before it if the curve does not turn there.
fn push_corner<T: Units>(curve: &mut Curve<T>, corner: (T, T)) {
    while let Some(last) = curve.last() {
        let straight = match curve.len() {
            1 => last.1 == corner.1,
            n => (curve[n - 2].1 == last.1) == (last.1 == corner.1),
        };
        if !straight && last.0 != corner.0 {
            break;
        }
        curve.pop();
    }
    curve.push(corner);
}

/// The pointwise maximum of two curves.
fn maximum<T: Units>(a: &Curve<T>, b: &Curve<T>) -> Curve<T> {
    let mut curve = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    // The curve's value at `t`, where `next` is its first corner not above `t`.
    let value = |c: &Curve<T>, next: usize, t: &T| {
        let (at, value) = &c[next];
        if at == t || next == 0 || !rises(c, next - 1) {
            value.clone()
        } else {
            value.clone() + &(t.clone() - at)
        }
    };
    let mut above: Option<(T, T, T)> = None;
    while i < a.len() && j < b.len() {
        let t = a[i].0.clone().max(b[j].0.clone());
        let (u, v) = (value(a, i, &t), value(b, j, &t));
        if let Some((t_above, u_above, v_above)) = &above {
            let crossed = *u_above > *v_above && u < v || *u_above < *v_above && u > v;
            if crossed {
                // The slopes differ by one, so the curves meet as far below the upper end as their values differ there.
                let (high, low) =
                    if u_above > v_above { (u_above, v_above) } else { (v_above, u_above) };
                let gap = high.clone() - low;
                // The greater one above is the rising one; where they meet both have the value of the one that stands.
                push_corner(&mut curve, (t_above.clone() - &gap, low.clone()));
            }
        }
        push_corner(&mut curve, (t.clone(), u.clone().max(v.clone())));
        i += usize::from(a[i].0 == t);
        j += usize::from(b[j].0 == t);
        above = Some((t, u, v));
    }
    curve
}

/// The greatest of some Right walls.
fn greatest<T: Units>(walls: impl Iterator<Item = Wall<T>>, bottom: &T) -> Option<Curve<T>> {
    let mut curves = walls.map(|wall| corners(wall, bottom));
    let first = curves.next()?;
    Some(curves.fold(first, |so_far, next| maximum(&so_far, &next)))
}

/// The turns of a Left wall `curve − t` below the temperature, where it leaves the mast.
fn turns_below<T: Units>(curve: &Curve<T>, temperature: &T) -> Vec<T> {
    let below = curve.iter().position(|corner| corner.0 < *temperature);
    let Some(below) = below else { return Vec::new() };
    let mut turns = Vec::with_capacity(curve.len() - below);
    // Where the maximum stands, the wall falls: it leaves the mast at once.
    if below == 0 || !rises(curve, below - 1) {
        turns.push(temperature.clone());
    }
    turns.extend(curve[below..curve.len() - 1].iter().map(|corner| corner.0.clone()));
    turns
}

/// The walls of a game from the Right walls of its Left options and the *negated* Left walls of its Right options (the
/// same turns, the mast's sign changed), in units of which `bottom` is minus one. The game is not a number, and the
/// units are at least twice as fine as those of the options.
///
/// `None` if a player cannot move.
pub(super) fn combine<T: Units>(
    left: impl Iterator<Item = Wall<T>>,
    right: impl Iterator<Item = Wall<T>>,
    bottom: &T,
) -> Option<BothWalls<T>> {
    let (left, right) = (greatest(left, bottom)?, greatest(right, bottom)?);
    // The distance of the walls is left(t) + right(t) − 2t; it never grows with t, and above both curves it falls by 2.
    let distance = |t: &T, l: &T, r: &T| l.clone() + r - t - t;
    let (mut i, mut j) = (left.len() - 1, right.len() - 1);
    let mut at = (bottom.clone(), left[i].1.clone(), right[j].1.clone());
    let temperature = loop {
        let (t, l, r) = &at;
        let gap = distance(t, l, r);
        // What the next segment upwards adds to l + r − 2t.
        let (l_rises, r_rises) = (i > 0 && rises(&left, i - 1), j > 0 && rises(&right, j - 1));
        let reach = match (l_rises, r_rises) {
            (true, true) => None,
            (false, false) => {
                debug_assert!(
                    gap.is_even(),
                    "temperatures of short games are dyadic: the walls meet on the grid"
                );
                Some(t.clone() + &(gap >> 1))
            }
            _ => Some(t.clone() + &gap),
        };
        let next = match (i > 0, j > 0) {
            (true, true) => Some(left[i - 1].0.clone().min(right[j - 1].0.clone())),
            (true, false) => Some(left[i - 1].0.clone()),
            (false, true) => Some(right[j - 1].0.clone()),
            (false, false) => None,
        };
        let next = match (reach, next) {
            (Some(reach), Some(next)) if reach <= next => break reach,
            (Some(reach), None) => break reach,
            (_, Some(next)) => next,
            (None, None) => unreachable!("curves stand above their first corners"),
        };
        let step = next.clone() - t;
        let l = if l_rises { l.clone() + &step } else { l.clone() };
        let r = if r_rises { r.clone() + &step } else { r.clone() };
        if i > 0 && left[i - 1].0 == next {
            i -= 1;
        }
        if j > 0 && right[j - 1].0 == next {
            j -= 1;
        }
        at = (next, l, r);
    };
    let (t, l, _) = at;
    let l_rises = i > 0 && rises(&left, i - 1);
    let maximum_there = if l_rises { l + &(temperature.clone() - &t) } else { l };
    Some(BothWalls {
        mast: maximum_there - &temperature,
        left: turns_below(&left, &temperature),
        right: turns_below(&right, &temperature),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wall(mast: i64, turns: &[i64]) -> Wall<i64> {
        Wall { mast, turns: turns.to_vec() }
    }

    /// The value of a Right wall, by the definition.
    fn value(wall: &Wall<i64>, t: i64) -> i64 {
        let mut value = wall.mast;
        for (i, turn) in wall.turns.iter().enumerate() {
            let until = wall.turns.get(i + 1).map_or(t, |next| t.max(*next));
            if i % 2 == 0 && t < *turn {
                value -= turn - until;
            }
        }
        value
    }

    #[test]
    fn a_maximum_is_the_maximum_everywhere() {
        let walls = [
            wall(0, &[]),
            wall(10, &[10]),
            wall(4, &[8, 3, -5]),
            wall(7, &[12, 9, 1, -2]),
            wall(-3, &[5, 4, 3, 2, 1]),
            wall(12, &[14, -7]),
        ];
        for a in &walls {
            for b in &walls {
                let curve = maximum(&corners(a.clone(), &-16), &corners(b.clone(), &-16));
                for (i, corner) in curve.iter().enumerate() {
                    assert_eq!(corner.1, value(a, corner.0).max(value(b, corner.0)));
                    if let Some(next) = curve.get(i + 1) {
                        for t in next.0..corner.0 {
                            let between =
                                if rises(&curve, i) { next.1 + t - next.0 } else { next.1 };
                            assert_eq!(between, value(a, t).max(value(b, t)), "{a:?} {b:?} at {t}");
                        }
                    }
                }
                assert_eq!(curve[0].1, a.mast.max(b.mast));
            }
        }
    }

    #[test]
    fn a_switch_has_two_straight_walls() {
        // {5|1} in units of 1/2.
        let both = combine([wall(10, &[])].into_iter(), [wall(-2, &[])].into_iter(), &-2);
        assert_eq!(both, Some(BothWalls { mast: 6, left: vec![4], right: vec![4] }));
    }
}
