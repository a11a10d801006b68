//! Thermographs of games with passes and simple kos, for temperatures from 0 upwards.
//!
//! Where all cycles are passes, the walls are found as for short games, from the leaves: a pass costs the tax and
//! changes nothing, so above 0 it never raises a wall; where it is the mover's only option, his wall is the
//! other's, as at a mast. `x over` and `x under` count as `x`.
//!
//! A *simple ko* is a cycle of two positions, `A = {…|B, …}` and `B = {A, …|…}`. A retake must wait until the other
//! has had a move elsewhere. So in `B` just after Right has taken, Left may play her other options or leave it, and
//! then her wall is Right's wall of `B`; and mirrored. That breaks the cycle.
//!
//! A *komaster* has all the threats that he needs, so he may also retake at once; then the other must wait, and
//! leaves the ko unless he has another option in it, whereupon the komaster must win the ko with his next move.
//! Without a komaster nobody has threats.
//!
//! The walls of `A` need those of `B` at the same temperature and the other way round; they are found from one
//! another until nothing changes, each time right to a higher temperature.
//!
//! Walls of kos have slopes of two as well, and masts at thirds, so corners are fractions. Below its mast a ko that
//! the komaster holds is one slanting wall. A wall may be infinite where a threat is `on` or `off`; then there is a
//! mast only if the threat must be answered.
//!
//! # Source
//! Berlekamp, *The economist's view of combinatorial games* (1996), and Müller, Berlekamp and Spight, *Generalized
//! thermography* (1996), for kos; Siegel, II.5.

use super::constants::Pseudonumber;
use super::graph::Graph;
use super::loopy_value::Loopy;
use super::short::short_values;
use super::stops::stops_of;
use super::walls::{Slope, Wall};
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::ops::{WallPiece, pieces, write_walls};
use farstar_num::Rational;
use farstar_play::Player;
use std::fmt;

/// Rounds after which the walls of a ko are given up.
const MOST_ROUNDS: usize = 64;

/// Both walls of a game with passes or simple kos, from the temperature 0 upwards.
///
/// Printed as people write it, each wall in straight pieces from 0 upwards.
///
/// # Examples
/// ```
/// use farstar_value::Arena;
/// use farstar_value::{Player, loopy::Graph};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// // The ko {1|{ko|0}}: a third of a move is worth a third of a point.
/// let ko: Graph = "0:2|1;1:0|3;2:3|;3:|".parse()?;
/// let walls = calc.graph_thermograph(&ko, None)?;
/// assert_eq!(walls.mean().to_string(), "2/3");
/// assert_eq!(walls.temperature().to_string(), "1/3");
/// // Right takes in vain if Left is komaster.
/// let walls = calc.graph_thermograph(&ko, Some(Player::Left))?;
/// let wall = "1 - t for 0 <= t <= 1/3, then 2/3";
/// assert_eq!(
///     walls.to_string(),
///     format!("left wall: {wall}; right wall: {wall}; ko with komaster Left"),
/// );
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyThermograph {
    left: Vec<(Rational, Rational)>,
    right: Vec<(Rational, Rational)>,
    /// Whether some wall rests on a ko, and who is komaster there.
    ko: Option<Option<Player>>,
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

    /// The straight pieces of the wall of `player`, from temperature 0 up to the mast; `None` for numbers too far apart
    /// in size for their sum to be held.
    #[must_use]
    pub fn pieces(&self, player: Player) -> Option<Vec<WallPiece>> {
        pieces(self.corners(player))
    }

    /// Whether a ko had to do with it.
    #[must_use]
    pub fn has_ko(&self) -> bool {
        self.ko.is_some()
    }

    /// Who was taken to be komaster, if a ko had to do with it; without one nobody has threats.
    #[must_use]
    pub fn komaster(&self) -> Option<Player> {
        self.ko.flatten()
    }
}

impl fmt::Display for LoopyThermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.pieces(Player::Left), self.pieces(Player::Right)) {
            (Some(left), Some(right)) => write_walls(f, [&left, &right])?,
            _ => f.write_str("walls too far apart in size to be written")?,
        }
        match self.ko {
            None => Ok(()),
            Some(None) => f.write_str("; ko without komaster"),
            Some(Some(komaster)) => write!(f, "; ko with komaster {komaster}"),
        }
    }
}

/// The walls of a position, Left's and Right's.
type Both = [Wall; 2];

struct Walker<'g> {
    graph: &'g Graph,
    walls: Vec<Option<Both>>,
    stops: Option<Vec<[Option<Pseudonumber>; 2]>>,
    komaster: Option<Player>,
    /// Whether a ko was met.
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
        self.graph_thermograph(&graph, None)
    }

    /// The thermograph of the position at vertex 0 of a graph whose cycles are passes and simple kos, which
    /// `komaster` fights with as many threats as he needs, or nobody with any.
    ///
    /// # Errors
    /// [`Error::NoThermograph`] if there are other cycles, with their positions, or if the walls never meet;
    /// [`Error::Stopped`] at a limit.
    pub fn graph_thermograph(
        &mut self,
        graph: &Graph,
        komaster: Option<Player>,
    ) -> Result<LoopyThermograph> {
        let graph = &graph.part(0);
        let short = short_values(self, graph)?;
        let stops = if graph.is_stopper() { Some(stops_of(self, graph, &short)?) } else { None };
        let mut walker =
            Walker { graph, walls: vec![None; graph.len()], stops, komaster, ko: false };
        for members in graph.components() {
            self.tick()?;
            match members[..] {
                [v] => {
                    let walls = walker.alone(self, v, short[v as usize])?;
                    walker.walls[v as usize] = Some(walls);
                }
                [v, w] => walker.ko(self, v, w)?,
                _ => return Err(cycle(&members)),
            }
        }
        let Some([left, right]) = walker.walls[0].take() else { return Err(none("no walls")) };
        match (left.to_mast(), right.to_mast()) {
            (Some(left), Some(right)) => {
                Ok(LoopyThermograph { left, right, ko: walker.ko.then_some(komaster) })
            }
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
    fn ko(&mut self, calc: &mut Calculator<'_>, v: u32, w: u32) -> Result<()> {
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
        // The wall of `a` when Left is komaster and has retaken at once: Right has his other options, or leaves it
        // and Left wins the ko; and mirrored.
        let held_a =
            left_a.better_than_none(right_a.as_ref(), Player::Right)?.taxed(Slope::Down)?;
        let held_b = right_b.better_than_none(left_b.as_ref(), Player::Left)?.taxed(Slope::Up)?;
        let held = |of: Player, wall| Some(wall).filter(|_| self.komaster == Some(of));
        let (held_a, held_b) = (held(Player::Left, held_a), held(Player::Right, held_b));
        // Right's scaffold of `a` when Right's wall of `b` is `wall`, and Left's of `b` when Left's of `a` is.
        let taken = |wall: &Wall| -> Result<Wall> {
            let left = wall.better_than_none(left_b.as_ref(), Player::Left)?;
            let left = left.better_than_none(held_a.as_ref(), Player::Left)?;
            left.taxed(Slope::Up)?.better_than_none(right_a.as_ref(), Player::Right)
        };
        let retaken = |wall: &Wall| -> Result<Wall> {
            let right = wall.better_than_none(right_a.as_ref(), Player::Right)?;
            let right = right.better_than_none(held_b.as_ref(), Player::Right)?;
            right.taxed(Slope::Down)?.better_than_none(left_b.as_ref(), Player::Left)
        };
        let (mut wall_b, mut before) = (right_b.clone(), None);
        for _ in 0..MOST_ROUNDS {
            calc.tick()?;
            let right = taken(&wall_b)?;
            if right.starts_above(&left_a) {
                return Err(none("a ko that nobody gains by fighting"));
            }
            let walls_a = Wall::meet(left_a.clone(), right)?;
            let left = retaken(&walls_a[0])?;
            if right_b.starts_above(&left) {
                return Err(none("a ko that nobody gains by fighting"));
            }
            let walls_b = Wall::meet(left, right_b.clone())?;
            wall_b = walls_b[1].clone();
            let both = Some((walls_a, walls_b));
            if both == before {
                let (walls_a, walls_b) = both.unzip();
                (self.walls[a as usize], self.walls[b as usize]) = (walls_a, walls_b);
                return Ok(());
            }
            before = both;
        }
        Err(none("the walls of a ko do not come to rest"))
    }
}

#[cfg(test)]
mod tests;
