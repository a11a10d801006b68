//! Advice for sums whose value is out of reach, from the thermographs of their parts alone.
//!
//! Thermostat strategy: add the right walls of the parts, add the widest part on top of them, and look for the least
//! temperature at which this compound left wall is farthest to the left; there move in the part that is widest, to an
//! option whose own right wall lies on the left wall at that temperature. For Right everything is turned round. It
//! plays well and need not win: the stop it keeps is within the temperature of the hottest part of the best there is,
//! unless the sum is a number, in which every move loses.
//!
//! Of who wins, thermographs tell this much for certain: means add, no sum is hotter than its hottest part, and a stop
//! lies no farther from the mean than the temperature ([`Bounds`]).
//!
//! # Source
//! E. Berlekamp, J. Conway, R. Guy, *Winning Ways*, ch. 6 (*Thermographs and strategy*: thermostrat); A. N.
//! Siegel, *Combinatorial Game Theory*, II.5.

use farstar_num::Dyadic;
use farstar_value::{Calculator, Game, Player, Result, Thermograph};

/// What the thermographs of its parts tell of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The mean of the sum.
    pub mean: Dyadic,
    /// The temperature of the hottest part; no sum is hotter. At least 0 here, so that stops of numbers are covered.
    pub temperature: Dyadic,
}

impl Bounds {
    /// The bounds of a sum of values.
    ///
    /// # Errors
    /// Those of [`Calculator::thermograph`].
    ///
    /// # Examples
    /// ```
    /// use farstar_solve::thermostat::Bounds;
    /// use farstar_value::{Arena, Player};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let parts = [calc.parse("{7|3}")?, calc.parse("{1|-1}")?];
    /// let bounds = Bounds::of(&mut calc, &parts)?;
    /// // The mean is 5 and nothing is hotter than 2: Left wins whoever starts.
    /// assert_eq!(bounds.winner(Player::Right), Some(Player::Left));
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn of(calc: &mut Calculator<'_>, parts: &[Game]) -> Result<Self> {
        let mut mean = Dyadic::ZERO;
        let mut temperature = Dyadic::ZERO;
        for &part in parts {
            let walls = calc.thermograph(part)?;
            mean += walls.mean().clone();
            temperature = temperature.max(walls.temperature());
        }
        Ok(Self { mean, temperature })
    }

    /// Who wins when `starter` moves first, if the bounds decide it.
    ///
    /// A stop of the starter lies between the mean and the mean moved by the temperature in the starter's favour; a
    /// stop other than 0 decides.
    #[must_use]
    pub fn winner(&self, starter: Player) -> Option<Player> {
        let (mean, heat) = (self.mean.clone(), self.temperature.clone());
        let (low, high) = match starter {
            Player::Left => (mean.clone(), mean + heat),
            Player::Right => (mean.clone() - heat, mean),
        };
        if low > Dyadic::ZERO {
            Some(Player::Left)
        } else if high < Dyadic::ZERO {
            Some(Player::Right)
        } else {
            None
        }
    }
}

/// What the thermostat says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The part to move in.
    pub part: usize,
    /// The place of the move among those offered for the part.
    pub option: usize,
    /// The temperature the thermostat shows.
    pub temperature: Dyadic,
}

/// The move of `player` that the thermostat advises; `parts` are values with the values of the moves from them. `None`
/// if there is no move.
///
/// # Errors
/// Those of [`Calculator::thermograph`].
///
/// # Complexity
/// The thermographs of the parts and their options, and O(b·p) for p parts with b corners in all.
///
/// # Examples
/// ```
/// use farstar_solve::thermostat::advice;
/// use farstar_value::{Arena, Player};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let mut part = |text: &str, to: &str| Ok::<_, farstar_value::Error>((calc.parse(text)?, vec![calc.parse(to)?]));
/// let parts = [part("{1|-1}", "1")?, part("{5|-5}", "5")?];
/// let told = advice(&mut arena.calculator(), &parts, Player::Left)?.expect("a move");
/// // The hotter switch first.
/// assert_eq!(told.part, 1);
/// # Ok::<(), farstar_value::Error>(())
/// ```
pub fn advice(
    calc: &mut Calculator<'_>,
    parts: &[(Game, Vec<Game>)],
    player: Player,
) -> Result<Option<Advice>> {
    let walls = all_walls(calc, parts)?;
    let Some(heat) = shown(parts, &walls, player) else { return Ok(None) };
    let widths: Vec<Dyadic> = walls.iter().map(|part| width(part, &heat)).collect();
    chosen(calc, (parts, &walls), player, &widths, |_| heat.clone())
}

/// The move in the hottest part: hotstrat, which looks at temperatures alone. `None` if there is no move.
///
/// # Errors
/// Those of [`Calculator::thermograph`].
///
/// # Complexity
/// The thermographs of the parts and their options.
///
/// # Examples
/// ```
/// use farstar_solve::thermostat::{advice, hottest};
/// use farstar_value::{Arena, Player};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let mut part = |text: &str| {
///     let value = calc.parse(text)?;
///     Ok::<_, farstar_value::Error>((value, calc.options(value, Player::Left)?))
/// };
/// // The second part is hotter, but its other side is a threat: the thermostat takes the first.
/// let parts = [part("+-3/2")?, part("{1||-1|-5}")?, part("{1/2|0}")?, part("-1/4")?];
/// let calc = &mut arena.calculator();
/// assert_eq!(hottest(calc, &parts, Player::Left)?.expect("a move").part, 1);
/// assert_eq!(advice(calc, &parts, Player::Left)?.expect("a move").part, 0);
/// # Ok::<(), farstar_value::Error>(())
/// ```
pub fn hottest(
    calc: &mut Calculator<'_>,
    parts: &[(Game, Vec<Game>)],
    player: Player,
) -> Result<Option<Advice>> {
    let walls = all_walls(calc, parts)?;
    let heats: Vec<Dyadic> = walls.iter().map(Thermograph::temperature).collect();
    let own = |part: usize| heats[part].clone().max(Dyadic::ZERO);
    chosen(calc, (parts, &walls), player, &heats, own)
}

fn all_walls(calc: &mut Calculator<'_>, parts: &[(Game, Vec<Game>)]) -> Result<Vec<Thermograph>> {
    parts.iter().map(|(value, _)| calc.thermograph(*value)).collect()
}

/// The temperature that the thermostat shows: the least at which the wall of the player who waits, of all parts, and
/// the widest part on it are farthest in favour of the mover. `None` if there is no move.
fn shown(parts: &[(Game, Vec<Game>)], walls: &[Thermograph], player: Player) -> Option<Dyadic> {
    let mut heats = vec![Dyadic::ZERO];
    for part in walls {
        for side in [Player::Left, Player::Right] {
            heats.extend(
                part.corners(side).into_iter().map(|(t, _)| t).filter(|t| *t > Dyadic::ZERO),
            );
        }
    }
    heats.sort();
    heats.dedup();
    let mut best: Option<(Dyadic, Dyadic)> = None;
    for heat in heats {
        let mut sum = Dyadic::ZERO;
        let mut widest: Option<Dyadic> = None;
        for part in walls.iter().zip(parts).filter(|(_, (_, options))| !options.is_empty()) {
            let wide = width(part.0, &heat);
            widest = Some(widest.map_or(wide.clone(), |other| other.max(wide)));
        }
        for part in walls {
            sum += favour(player, wall(part, player.opponent(), &heat));
        }
        let reached = sum + widest?;
        if best.as_ref().is_none_or(|(other, _)| reached > *other) {
            best = Some((reached, heat));
        }
    }
    best.map(|(_, heat)| heat)
}

/// The part that ranks highest, and of its moves the one whose other wall, cooled by what `heat` says of the part, lies
/// farthest in the mover's favour.
fn chosen(
    calc: &mut Calculator<'_>,
    (parts, walls): (&[(Game, Vec<Game>)], &[Thermograph]),
    player: Player,
    ranks: &[Dyadic],
    heat: impl Fn(usize) -> Dyadic,
) -> Result<Option<Advice>> {
    let mut chosen: Option<(Dyadic, Dyadic, Advice)> = None;
    for (part, (_, options)) in parts.iter().enumerate() {
        let (rank, heat) = (&ranks[part], heat(part));
        for (option, &to) in options.iter().enumerate() {
            let after = calc.thermograph(to)?;
            let keeps = favour(player, wall(&after, player.opponent(), &heat))
                - favour(player, wall(&walls[part], player, &heat));
            let better = chosen.as_ref().is_none_or(|(r, k, _)| (rank, &keeps) > (r, k));
            if better {
                let told = Advice { part, option, temperature: heat.clone() };
                chosen = Some((rank.clone(), keeps, told));
            }
        }
    }
    Ok(chosen.map(|(_, _, told)| told))
}

/// A wall at a temperature of at least 0.
fn wall(walls: &Thermograph, side: Player, heat: &Dyadic) -> Dyadic {
    walls.wall_at(side, heat).unwrap_or_else(|| walls.mean().clone())
}

/// How wide a thermograph is at a temperature of at least 0: what it is worth to move first there.
///
/// # Examples
/// ```
/// use farstar_solve::thermostat::width;
/// let arena = farstar_value::Arena::new();
/// let mut calc = arena.calculator();
/// let value = calc.parse("{2|-1}")?;
/// let walls = calc.thermograph(value)?;
/// assert_eq!(width(&walls, &1.into()).to_string(), "1");
/// assert_eq!(width(&walls, &2.into()).to_string(), "0");
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[must_use]
pub fn width(walls: &Thermograph, heat: &Dyadic) -> Dyadic {
    wall(walls, Player::Left, heat) - wall(walls, Player::Right, heat)
}

fn favour(player: Player, x: Dyadic) -> Dyadic {
    match player {
        Player::Left => x,
        Player::Right => -x,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_value::Arena;

    const GAMES: &[&str] = &[
        "0",
        "1",
        "-1/2",
        "*",
        "^",
        "{1|-1}",
        "{2|0}",
        "{4||2|-3}",
        "{3|1||-1}",
        "{5|-5}",
        "{0||-1|-7}",
        "{1|0}",
        "{2|*}",
    ];

    #[test]
    fn what_the_bounds_decide_is_so() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let games: Vec<Game> = GAMES.iter().map(|text| calc.parse(text).unwrap()).collect();
        let mut decided = 0;
        for &a in &games {
            for &b in &games {
                for &c in &games {
                    let bounds = Bounds::of(&mut calc, &[a, b, c]).unwrap();
                    let sum = calc.add(a, b).unwrap();
                    let sum = calc.add(sum, c).unwrap();
                    let outcome = calc.outcome(sum).unwrap();
                    for starter in [Player::Left, Player::Right] {
                        if let Some(winner) = bounds.winner(starter) {
                            decided += 1;
                            assert_eq!(outcome.winner(starter), winner, "{starter}");
                        }
                    }
                }
            }
        }
        assert!(decided > 1000, "{decided}");
    }

    #[test]
    fn the_advice_keeps_the_mean_within_the_temperature() {
        // After Left's advised move, Right to move has a stop no worse than Left's best stop less the temperature of
        // the hottest part.
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let games: Vec<Game> = GAMES.iter().map(|text| calc.parse(text).unwrap()).collect();
        for &a in &games {
            for &b in &games {
                let sum = calc.add(a, b).unwrap();
                // Of a number the stop is the number itself, and every move loses more.
                if calc.is_number(sum) {
                    continue;
                }
                let parts: Vec<(Game, Vec<Game>)> = [a, b]
                    .into_iter()
                    .map(|part| (part, calc.options(part, Player::Left).unwrap()))
                    .collect();
                let Some(told) = advice(&mut calc, &parts, Player::Left).unwrap() else { continue };
                let rest = if told.part == 0 { b } else { a };
                let after = calc.add(parts[told.part].1[told.option], rest).unwrap();
                let bounds = Bounds::of(&mut calc, &[a, b]).unwrap();
                let (best, found) = (calc.left_stop(sum).unwrap(), calc.right_stop(after).unwrap());
                assert!(found + bounds.temperature >= best);
            }
        }
    }

    #[test]
    fn a_threat_is_not_a_temperature() {
        // {9|0||-1} has temperature 1/2… its threat does not make it hotter than {2|-2}.
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let parts = ["{9|0||-1}", "{2|-2}"].map(|text| {
            let value = calc.parse(text).unwrap();
            (value, calc.options(value, Player::Right).unwrap())
        });
        let told = advice(&mut calc, &parts, Player::Right).unwrap().unwrap();
        assert_eq!(told.part, 1);
    }

    #[test]
    fn nothing_is_advised_where_nothing_can_be_moved() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        assert_eq!(advice(&mut calc, &[(Game::ZERO, Vec::new())], Player::Left).unwrap(), None);
    }
}
