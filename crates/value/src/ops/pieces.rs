//! Walls of thermographs as people write them: straight pieces, each a formula in the temperature `t`.
//!
//! The Left wall of `{3|1}` is `3 - t` up to the temperature 1 and then 2, which is two pieces.

use farstar_num::Rational;
use std::fmt;

/// A straight piece of a wall: the stop `at_zero + slope·t` for the temperatures `t` from `from` to `to`, in moves.
///
/// # Examples
/// ```
/// use farstar_value::{Arena, Player};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let switch = calc.parse("{3|1}")?;
/// let pieces = calc.thermograph(switch)?.pieces(Player::Left).expect("numbers of ordinary size");
/// assert_eq!(pieces[0].to_string(), "3 - t");
/// assert_eq!(pieces[1].to_string(), "2");
/// assert_eq!((pieces[1].from.to_i64(), &pieces[1].to), (Some(1), &None));
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallPiece {
    /// The lowest temperature of the piece.
    pub from: Rational,
    /// The highest; `None` of the mast, which has no end.
    pub to: Option<Rational>,
    /// Where the line of the piece passes the temperature 0.
    pub at_zero: Rational,
    /// What the stop gains a unit of temperature.
    pub slope: Rational,
}

/// The pieces of the wall with these corners `(temperature, stop)`, from the lowest up; above the last the wall stands.
/// `None` for numbers too far apart in size for their sum to be held.
///
/// # Cost
/// A fixed number of operations on the numbers of each corner.
pub(crate) fn pieces<'c>(
    corners: impl IntoIterator<Item = &'c (Rational, Rational)>,
) -> Option<Vec<WallPiece>> {
    let mut corners = corners.into_iter();
    let (mut from, mut stop) = corners.next()?.clone();
    let mut pieces: Vec<WallPiece> = Vec::new();
    let mut join = |piece: WallPiece| match pieces.last_mut() {
        Some(last) if last.slope == piece.slope && last.at_zero == piece.at_zero => {
            last.to = piece.to;
        }
        _ => pieces.push(piece),
    };
    for (to, end) in corners {
        let rise = end.checked_sub(&stop).ok()?;
        let slope = rise.checked_div(&to.checked_sub(&from).ok()?).ok()?;
        let at_zero = stop.checked_sub(&slope.checked_mul(&from).ok()?).ok()?;
        join(WallPiece { from, to: Some(to.clone()), at_zero, slope });
        (from, stop) = (to.clone(), end.clone());
    }
    join(WallPiece { from, to: None, at_zero: stop, slope: Rational::from(0) });
    Some(pieces)
}

impl fmt::Display for WallPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.slope.is_zero() {
            return write!(f, "{}", self.at_zero);
        }
        let falls = self.slope.signum() < 0;
        match (self.at_zero.is_zero(), falls) {
            (true, true) => f.write_str("-")?,
            (true, false) => {}
            (false, _) => write!(f, "{} {} ", self.at_zero, if falls { '-' } else { '+' })?,
        }
        let steep = self.slope.abs();
        if steep == Rational::from(1) { f.write_str("t") } else { write!(f, "{steep}t") }
    }
}

/// `left wall: 3 - t for -1 <= t <= 1, then 2; right wall: …`.
pub(crate) fn write_walls(
    f: &mut fmt::Formatter<'_>,
    [left, right]: [&[WallPiece]; 2],
) -> fmt::Result {
    for (name, wall) in [("left wall: ", left), ("; right wall: ", right)] {
        f.write_str(name)?;
        for (place, piece) in wall.iter().enumerate() {
            match (place, &piece.to) {
                (0, None) => write!(f, "{piece}")?,
                (_, None) => write!(f, ", then {piece}")?,
                (_, Some(to)) => {
                    let comma = if place == 0 { "" } else { ", " };
                    write!(f, "{comma}{piece} for {} <= t <= {to}", piece.from)?;
                }
            }
        }
    }
    Ok(())
}
