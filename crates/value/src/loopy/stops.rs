//! Stops of stoppers: the pseudonumber that alternating play arrives at.
//!
//! A pseudonumber is a number, `on`, `off`, or a number plus `over` or `under`; they are ordered like a line. Both
//! players play the canonical form until it is one, Left for the greatest and Right for the least; in a stopper such
//! play ends.

use super::constants::{LoopyName, Pseudonumber, name_of};
use super::graph::Graph;
use super::loopy_value::Loopy;
use super::short::short_values;
use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;
use farstar_num::Dyadic;
use farstar_play::Player;

/// The stops of every vertex: Left's and Right's.
pub(crate) fn stops_of(
    calc: &mut Calculator<'_>,
    graph: &Graph,
    values: &[Option<Game>],
) -> Result<Vec<[Option<Pseudonumber>; 2]>> {
    let mut stops: Vec<[Option<Pseudonumber>; 2]> = vec![[None, None]; graph.len()];
    for v in graph.vertices() {
        let at = v as usize;
        if let Some(game) = values[at] {
            let left = Pseudonumber::Number(calc.left_stop(game)?);
            let right = Pseudonumber::Number(calc.right_stop(game)?);
            stops[at] = [Some(left), Some(right)];
        } else if let Some(name) =
            name_of(calc, graph, values, v).filter(LoopyName::is_pseudonumber)
        {
            let stop = Some(Pseudonumber::Named(name));
            stops[at] = [stop.clone(), stop];
        }
    }
    let alternating = graph.alternating();
    let heights = alternating.heights();
    let mut order: Vec<u32> = alternating.vertices().collect();
    order.sort_by_key(|&state| heights[state as usize]);
    for state in order {
        calc.tick()?;
        let (v, player) = (state / 2, if state % 2 == 0 { Player::Left } else { Player::Right });
        let own = (state % 2) as usize;
        if stops[v as usize][own].is_some() {
            continue;
        }
        let of_options =
            graph.options(v, player).iter().filter_map(|&w| stops[w as usize][1 - own].clone());
        let (best, none) = match player {
            Player::Left => (of_options.max(), LoopyName::Off),
            Player::Right => (of_options.min(), LoopyName::On),
        };
        stops[v as usize][own] = Some(best.unwrap_or(Pseudonumber::Named(none)));
    }
    Ok(stops)
}

impl Calculator<'_> {
    fn loopy_stops(&mut self, value: &Loopy) -> Result<Option<[Pseudonumber; 2]>> {
        if !value.is_stopper() {
            return Ok(None);
        }
        let graph = value.onside_graph();
        let values = short_values(self, graph)?;
        let stops = stops_of(self, graph, &values)?;
        Ok(match stops.into_iter().next() {
            Some([Some(left), Some(right)]) => Some([left, right]),
            _ => None,
        })
    }

    /// The pseudonumber that a stopper arrives at when `player` begins and both play on in turn; `None` for other
    /// games.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_stop(&mut self, value: &Loopy, player: Player) -> Result<Option<Loopy>> {
        let Some([left, right]) = self.loopy_stops(value)? else { return Ok(None) };
        let stop = match player {
            Player::Left => left,
            Player::Right => right,
        };
        self.loopy_pseudonumber(&stop).map(Some)
    }

    /// The stop with `x over` and `x under` taken for `x`: where alternating play arrives if who has the last word
    /// there does not matter. `None` for games that are no stoppers.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Player, loopy::Loopy};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let stop = calc.loopy_strong_stop(&Loopy::over(), Player::Left)?.unwrap();
    /// assert_eq!(calc.loopy_print(&stop)?, "0");
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn loopy_strong_stop(&mut self, value: &Loopy, player: Player) -> Result<Option<Loopy>> {
        let Some([left, right]) = self.loopy_stops(value)? else { return Ok(None) };
        let stop = match player {
            Player::Left => left,
            Player::Right => right,
        };
        let stop = stop.number().map_or(stop, Pseudonumber::Number);
        self.loopy_pseudonumber(&stop).map(Some)
    }

    fn loopy_pseudonumber(&mut self, x: &Pseudonumber) -> Result<Loopy> {
        let (number, rest) = match x {
            Pseudonumber::Number(x) => (x, None),
            Pseudonumber::Named(LoopyName::On) => return Ok(Loopy::on()),
            Pseudonumber::Named(LoopyName::Over(x)) => (x, Some(Loopy::over())),
            Pseudonumber::Named(LoopyName::Under(x)) => (x, Some(Loopy::under())),
            Pseudonumber::Named(LoopyName::Off | LoopyName::Upon { .. }) => {
                return Ok(Loopy::off());
            }
        };
        let game = self.number(number)?;
        let number = self.loopy(game)?;
        match rest {
            Some(rest) => self.loopy_add(&number, &rest),
            None => Ok(number),
        }
    }

    /// Whether a stopper is a number, `on`, `off`, or a number plus `over` or `under`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_is_pseudonumber(&mut self, value: &Loopy) -> Result<bool> {
        if let Some(game) = self.loopy_to_game(value)? {
            return Ok(self.is_number(game));
        }
        let name = self.loopy_name(value)?;
        Ok(name.is_some_and(|name| name.is_pseudonumber()))
    }

    /// The name of a stopper, if it has one that needs no braces.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_name(&mut self, value: &Loopy) -> Result<Option<LoopyName>> {
        if !value.is_stopper() {
            return Ok(None);
        }
        let values = short_values(self, value.onside_graph())?;
        Ok(name_of(self, value.onside_graph(), &values, 0))
    }

    /// The numbers next to the stops of both sides, from the onside's Left stop to the offside's Right stop; `None` if
    /// a stop is `on` or `off`, or a side is no stopper.
    fn loopy_range(&mut self, value: &Loopy) -> Result<Option<Vec<Dyadic>>> {
        let mut numbers = Vec::new();
        for side in [value.onside(), value.offside()] {
            let Some(stops) = self.loopy_stops(&side)? else { return Ok(None) };
            for stop in &stops {
                let Some(x) = stop.number() else { return Ok(None) };
                numbers.push(x);
            }
        }
        Ok(Some(numbers))
    }

    /// Whether the game lies between every negative and every positive number.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_is_infinitesimal(&mut self, value: &Loopy) -> Result<bool> {
        let range = self.loopy_range(value)?;
        Ok(range.is_some_and(|numbers| numbers.iter().all(Dyadic::is_zero)))
    }

    /// Whether the game differs from a number by an infinitesimal.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_is_numberish(&mut self, value: &Loopy) -> Result<bool> {
        let range = self.loopy_range(value)?;
        Ok(range.is_some_and(|numbers| numbers.iter().all(|x| *x == numbers[0])))
    }

    /// Whether a stopper is a number plus a tiny or miny whose threat is real.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_is_number_tiny(&mut self, value: &Loopy) -> Result<bool> {
        if let Some(game) = self.loopy_to_game(value)? {
            return self.is_number_tiny(game);
        }
        if !value.is_stopper() {
            return Ok(false);
        }
        let graph = value.onside_graph();
        let values = short_values(self, graph)?;
        let stops = stops_of(self, graph, &values)?;
        for side in [0, 1] {
            let Some((near, threat)) = tiny_parts(graph, 0, side) else { continue };
            let number = values[near as usize].and_then(|game| self.as_number(game));
            let (Some(x), Some(stop)) = (number, &stops[threat as usize][side]) else { continue };
            let x = Pseudonumber::Number(x);
            if (side == 0 && *stop < x) || (side == 1 && *stop > x) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// For `{x || x | z}` the vertices `x` and `z`; read from Right for `side = 1`.
pub(crate) fn tiny_parts(graph: &Graph, v: u32, side: usize) -> Option<(u32, u32)> {
    let lists = |w: u32| {
        let both = (graph.left(w), graph.right(w));
        if side == 0 { both } else { (both.1, both.0) }
    };
    let (&[near], &[far]) = lists(v) else { return None };
    let (&[back], &[threat]) = lists(far) else { return None };
    (back == near && far != v).then_some((near, threat))
}
