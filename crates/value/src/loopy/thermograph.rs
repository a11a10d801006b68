//! Thermographs of games with passes and simple kos, for temperatures from 0 upwards.
//!
//! Where all cycles are passes, the walls are found as for short games, from the leaves: a pass costs the tax and
//! changes nothing, so above 0 it never raises a wall; where it is the mover's only option, his wall is the other's, as
//! at a mast. `x over` and `x under` count as `x`.
//!
//! A *simple ko* is a cycle of two positions, `A = {…|B, …}` and `B = {A, …|…}`. A retake must wait until the other has
//! had a move elsewhere, and nobody has threats: there is no komaster. So in `B` just after Right has taken, Left may
//! play her other options or leave it, and then her wall is Right's wall of `B`; and mirrored. That breaks the cycle.
//! When one of the two positions comes to its mast first, the other is found with that mast.
//!
//! Walls of kos have slopes of two as well, and masts at thirds, so corners are fractions. A wall may be infinite
//! where a threat is `on` or `off`; then there is a mast only if the threat must be answered.
//!
//! # Source
//! Berlekamp, *The economist's view of combinatorial games* (1996), with kos without threats; Siegel, II.5.

use super::constants::Pseudonumber;
use super::graph::Graph;
use super::loopy_value::Loopy;
use super::short::short_values;
use super::stops::stops_of;
use super::walls::{Slope, Wall};
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use farstar_num::Rational;
use farstar_play::Player;
use std::fmt;

/// Both walls of a game with passes or simple kos, from the temperature 0 upwards.
///
/// Printed as the corners `(temperature, stop)` of each wall, from the bottom: `(0,1) (1/3,2/3)`.
///
/// # Examples
/// ```
/// use farstar_value::Arena;
/// use farstar_value::loopy::Graph;
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// // The ko {1|{ko|0}}: a third of a move is worth a third of a point.
/// let ko: Graph = "0:2|1;1:0|3;2:3|;3:|".parse()?;
/// let walls = calc.graph_thermograph(&ko)?;
/// assert_eq!(walls.mean().to_string(), "2/3");
/// assert_eq!(walls.temperature().to_string(), "1/3");
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyThermograph {
    left: Vec<(Rational, Rational)>,
    right: Vec<(Rational, Rational)>,
    /// Whether some wall rests on a ko that is fought without threats.
    ko: bool,
}

impl LoopyThermograph {
    /// The mean: where the mast stands.
    #[must_use]
    pub fn mean(&self) -> &Rational {
        &self.left[self.left.len() - 1].1
    }

    /// The temperature at which the mast begins; 0 for what is colder.
    #[must_use]
    pub fn temperature(&self) -> &Rational {
        let [left, right] = [&self.left, &self.right].map(|wall| &wall[wall.len() - 1].0);
        left.max(right)
    }

    /// The corners `(temperature, stop)` of the wall of `player`, from temperature 0 to the foot of the mast.
    #[must_use]
    pub fn corners(&self, player: Player) -> &[(Rational, Rational)] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Whether a ko had to do with it: it is then drawn as if nobody had threats, without a komaster.
    #[must_use]
    pub fn has_ko(&self) -> bool {
        self.ko
    }
}

impl fmt::Display for LoopyThermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (player, wall) in [("Left", &self.left), ("; Right", &self.right)] {
            write!(f, "{player}")?;
            for (t, x) in wall {
                write!(f, " ({t},{x})")?;
            }
        }
        if self.ko {
            f.write_str("; ko without komaster")?;
        }
        Ok(())
    }
}

/// The walls of a position, Left's and Right's.
type Both = [Wall; 2];

struct Walker<'g> {
    graph: &'g Graph,
    walls: Vec<Option<Both>>,
    stops: Option<Vec<[Option<Pseudonumber>; 2]>>,
    ko: bool,
}

impl Calculator<'_> {
    /// The thermograph of a stopper all cycles of whose canonical form are passes.
    ///
    /// # Errors
    /// [`Error::NoThermograph`] for other games, and for those whose walls never meet; [`Error::Stopped`] at a limit.
    pub fn loopy_thermograph(&mut self, value: &Loopy) -> Result<LoopyThermograph> {
        if !value.is_stopper() {
            return Err(none("it is no stopper; the thermograph of a ko is that of its graph"));
        }
        let graph = value.onside_graph().clone();
        self.graph_thermograph(&graph)
    }

    /// The thermograph of the position at vertex 0 of a graph whose cycles are passes and simple kos.
    ///
    /// # Errors
    /// [`Error::NoThermograph`] if there are other cycles, with their positions, or if the walls never meet;
    /// [`Error::Stopped`] at a limit.
    pub fn graph_thermograph(&mut self, graph: &Graph) -> Result<LoopyThermograph> {
        let graph = &graph.part(0);
        let short = short_values(self, graph)?;
        let stops = if graph.is_stopper() { Some(stops_of(self, graph, &short)?) } else { None };
        let mut walker = Walker { graph, walls: vec![None; graph.len()], stops, ko: false };
        for members in graph.components() {
            self.tick()?;
            match members[..] {
                [v] => {
                    let walls = walker.alone(self, v, short[v as usize])?;
                    walker.walls[v as usize] = Some(walls);
                }
                [v, w] => walker.ko(v, w)?,
                _ => return Err(cycle(&members)),
            }
        }
        let Some([left, right]) = walker.walls[0].take() else { return Err(none("no walls")) };
        match (left.to_mast(), right.to_mast()) {
            (Some(left), Some(right)) => Ok(LoopyThermograph { left, right, ko: walker.ko }),
            _ => Err(none("a wall is infinite: a threat of on or off decides")),
        }
    }
}

fn none(reason: impl Into<String>) -> Error {
    Error::NoThermograph { reason: reason.into() }
}

fn cycle(members: &[u32]) -> Error {
    let named: Vec<String> = members.iter().take(8).map(u32::to_string).collect();
    let more = if members.len() > 8 { ", …" } else { "" };
    none(format!(
        "play goes round among the positions {}{more}, which is neither a pass nor a ko of two",
        named.join(", ")
    ))
}

impl Walker<'_> {
    /// The scaffold of a player at a vertex without the moves to some vertices: the best of the other's walls of his
    /// options, less the tax.
    fn scaffold(&self, v: u32, player: Player, without: &[u32]) -> Result<Option<Wall>> {
        let (slope, other) = match player {
            Player::Left => (Slope::Down, 1),
            Player::Right => (Slope::Up, 0),
        };
        let mut best: Option<Wall> = None;
        for &w in self.graph.options(v, player).iter().filter(|w| !without.contains(w)) {
            let Some(walls) = &self.walls[w as usize] else { return Err(none("a move goes back")) };
            let taxed = walls[other].taxed(slope)?;
            best = Some(match best {
                Some(best) => best.better(&taxed, player)?,
                None => taxed,
            });
        }
        Ok(best)
    }

    /// A position to which play comes back by passes only.
    fn alone(&self, calc: &mut Calculator<'_>, v: u32, short: Option<Game>) -> Result<Both> {
        if let Some(game) = short {
            let known = calc.thermograph(game)?;
            let wall = |player| Wall::of_corners(&known.corners(player));
            return Ok([wall(Player::Left)?, wall(Player::Right)?]);
        }
        let stop = self.stop(v);
        if let Some([left, right]) = &stop
            && left == right
            && matches!(left, Pseudonumber::Named(_))
        {
            let wall = self.pseudonumber(left);
            return Ok([wall.clone(), wall]);
        }
        let left = self.scaffold(v, Player::Left, &[v])?;
        let right = self.scaffold(v, Player::Right, &[v])?;
        match (left, right) {
            (Some(left), Some(right)) => {
                if !left.starts_above(&right) {
                    return self.cold(v, &left, &right);
                }
                Wall::meet(left, right)
            }
            // Who can only pass lets the other's wall stand as a mast.
            (Some(wall), None) | (None, Some(wall)) if self.may_pass(v) => {
                let mast = wall.at_foot();
                Ok([mast.clone(), mast])
            }
            _ => Err(none("a player who cannot move, in a game that is no number")),
        }
    }

    fn may_pass(&self, v: u32) -> bool {
        self.graph.left(v).contains(&v) || self.graph.right(v).contains(&v)
    }

    fn stop(&self, v: u32) -> Option<[Pseudonumber; 2]> {
        match &self.stops.as_ref()?[v as usize] {
            [Some(left), Some(right)] => Some([left.clone(), right.clone()]),
            _ => None,
        }
    }

    fn pseudonumber(&self, x: &Pseudonumber) -> Wall {
        match x.number() {
            Some(x) => Wall::mast(x.into()),
            None => Wall::infinite(*x > Pseudonumber::Number(farstar_num::Dyadic::ZERO)),
        }
    }

    /// A position whose scaffolds are crossed or touch at temperature 0.
    fn cold(&self, v: u32, left: &Wall, right: &Wall) -> Result<Both> {
        if let Some([left, right]) = self.stop(v)
            && left.number() == right.number()
        {
            let wall = self.pseudonumber(&left);
            return Ok([wall.clone(), wall]);
        }
        let (left, right) = (left.at_foot(), right.at_foot());
        if left == right {
            return Ok([left, right]);
        }
        Err(none("a position colder than zero leads into a ko"))
    }

    /// A cycle of two positions.
    fn ko(&mut self, v: u32, w: u32) -> Result<()> {
        let moves = |from: u32, player, to: u32| self.graph.options(from, player).contains(&to);
        let between = |from: u32, to: u32| {
            [Player::Left, Player::Right].map(|player| moves(from, player, to))
        };
        // Right takes from `a` to `b`, Left takes back.
        let (a, b) = match (between(v, w), between(w, v)) {
            ([false, true], [true, false]) => (v, w),
            ([true, false], [false, true]) => (w, v),
            _ => return Err(cycle(&[v, w])),
        };
        if self.may_pass(a) || self.may_pass(b) {
            return Err(cycle(&[a, b]));
        }
        self.ko = true;
        let no_prize = || none("a ko that a player cannot win by a move of his own");
        let left_a = self.scaffold(a, Player::Left, &[])?.ok_or_else(no_prize)?;
        let right_b = self.scaffold(b, Player::Right, &[])?.ok_or_else(no_prize)?;
        let right_a = self.scaffold(a, Player::Right, &[b])?;
        let left_b = self.scaffold(b, Player::Left, &[a])?;
        // Right's scaffold of `a` when Right's wall of `b` is `wall`, and Left's of `b` when Left's of `a` is.
        let taken = |wall: &Wall| -> Result<Wall> {
            let banned = wall.better_than_none(left_b.as_ref(), Player::Left)?;
            banned.taxed(Slope::Up)?.better_than_none(right_a.as_ref(), Player::Right)
        };
        let retaken = |wall: &Wall| -> Result<Wall> {
            let banned = wall.better_than_none(right_a.as_ref(), Player::Right)?;
            banned.taxed(Slope::Down)?.better_than_none(left_b.as_ref(), Player::Left)
        };
        let (first_a, first_b) = (taken(&right_b)?, retaken(&left_a)?);
        let walls_a = Wall::meet(left_a, first_a)?;
        let walls_b = Wall::meet(first_b, right_b.clone())?;
        let (walls_a, walls_b) = if walls_a[0].foot() <= walls_b[0].foot() {
            let walls_b = Wall::meet(retaken(&walls_a[0])?, right_b)?;
            (walls_a, walls_b)
        } else {
            let left_a = self.scaffold(a, Player::Left, &[])?.ok_or_else(no_prize)?;
            (Wall::meet(left_a, taken(&walls_b[1])?)?, walls_b)
        };
        self.walls[a as usize] = Some(walls_a);
        self.walls[b as usize] = Some(walls_b);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
