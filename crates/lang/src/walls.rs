//! Thermographs as values: those of short games, from temperature −1 upwards, and those of games whose play may be
//! endless, from 0 upwards.

use farstar_num::Rational;
use farstar_value::loopy::LoopyThermograph;
use farstar_value::{Player, Thermograph, WallPiece};
use std::fmt;

/// The thermograph of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyThermograph {
    /// Of a short game.
    Short(Thermograph),
    /// Of a graph whose cycles are passes and simple kos.
    Loopy(LoopyThermograph),
}

impl AnyThermograph {
    /// Where the mast stands.
    #[must_use]
    pub fn mean(&self) -> Rational {
        match self {
            Self::Short(walls) => walls.mean().into(),
            Self::Loopy(walls) => walls.mean().clone(),
        }
    }

    /// The temperature at which the mast begins.
    #[must_use]
    pub fn temperature(&self) -> Rational {
        match self {
            Self::Short(walls) => walls.temperature().into(),
            Self::Loopy(walls) => walls.temperature().clone(),
        }
    }

    /// The corners `(temperature, stop)` of the wall of a player, from the bottom.
    #[must_use]
    pub fn corners(&self, player: Player) -> Vec<(Rational, Rational)> {
        match self {
            Self::Short(walls) => {
                let corners = walls.corners(player).into_iter();
                corners.map(|(t, x)| (t.into(), x.into())).collect()
            }
            Self::Loopy(walls) => walls.corners(player).to_vec(),
        }
    }

    /// The straight pieces of the wall of a player; `None` for numbers too far apart in size for their sum to be held.
    pub(crate) fn pieces(&self, player: Player) -> Option<Vec<WallPiece>> {
        match self {
            Self::Short(walls) => walls.pieces(player),
            Self::Loopy(walls) => walls.pieces(player),
        }
    }

    /// Where the wall of a player stands at a temperature; nowhere below its foot.
    pub(crate) fn at(&self, player: Player, t: &Rational) -> Option<Rational> {
        let reaches = |piece: &WallPiece| piece.to.as_ref().is_none_or(|to| t <= to);
        let mut pieces = self.pieces(player)?.into_iter();
        let piece = pieces.find(|piece| piece.from <= *t && reaches(piece))?;
        piece.at_zero.checked_add(&piece.slope.checked_mul(t).ok()?).ok()
    }

    /// As CGSuite writes it, which knows those of short games only.
    pub(crate) fn cgsuite(&self) -> String {
        match self {
            Self::Short(walls) => walls.cgsuite(),
            Self::Loopy(walls) => walls.to_string(),
        }
    }

    /// What is drawn of it.
    #[must_use]
    pub fn drawn(&self) -> farstar_draw::WallCorners {
        match self {
            Self::Short(walls) => walls.into(),
            Self::Loopy(walls) => walls.into(),
        }
    }
}

impl fmt::Display for AnyThermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short(walls) => walls.fmt(f),
            Self::Loopy(walls) => walls.fmt(f),
        }
    }
}
