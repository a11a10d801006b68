//! Thermographs: the stops of a game cooled by `t`, for every temperature `t ≥ −1`.
//!
//! The Left wall at `t` is the Left stop of `G` cooled by `t`, and so on the right; from the temperature of `G` upwards
//! both are its mean. The part below zero, down to −1, is that of the canonical form: integers have temperature −1, a
//! number `m/2^k` has `−2^−k`, every other game at least 0 (Siegel, *Combinatorial Game Theory*, II.5; Berlekamp, *The
//! economist's view of combinatorial games*).
//!
//! Thermographs of values that are not closed are kept in the arena, small ones in place, in units of `2^−shift`; those
//! of closed values are written down by rule.

use super::games;
use super::per_game::PerGame;
use super::pieces::{WallPiece, pieces, write_walls};
use super::walls::{BothWalls, Wall, combine};
use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::{Error, Result};
use crate::game::Game;
use dashu_int::IBig;
use farstar_num::Dyadic;
use farstar_play::Player;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;

/// The thermograph of a game: both walls, as exact functions of the temperature from −1 upwards. Temperatures and stops
/// are in moves.
///
/// Printed as people write it, each wall in straight pieces from −1 upwards ([`Thermograph::pieces`]).
///
/// # Examples
/// ```
/// use farstar_value::Arena;
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let (two, minus_one) = (calc.integer(2)?, calc.integer(-1)?);
/// let switch = calc.from_options(&[two], &[minus_one])?;
/// let t = calc.thermograph(switch)?;
/// assert_eq!(
///     t.to_string(),
///     "left wall: 2 - t for -1 <= t <= 3/2, then 1/2; right wall: -1 + t for -1 <= t <= 3/2, then 1/2",
/// );
/// assert_eq!(t.left_at(&"1/2".parse().unwrap()), Some("3/2".parse().unwrap()));
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    mast: Dyadic,
    left: Vec<Dyadic>,
    right: Vec<Dyadic>,
}

impl Thermograph {
    /// The mean: where the mast stands.
    #[must_use]
    pub fn mean(&self) -> &Dyadic {
        &self.mast
    }

    /// The temperature: where the mast begins; −1 for integers.
    #[must_use]
    pub fn temperature(&self) -> Dyadic {
        let foot = |turns: &[Dyadic]| turns.first().cloned().unwrap_or(Dyadic::NEG_ONE);
        foot(&self.left).max(foot(&self.right))
    }

    /// The temperatures above −1 at which the wall of `player` turns, from the mast down.
    #[must_use]
    pub fn turns(&self, player: Player) -> &[Dyadic] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The slopes of the wall of `player`, one more than its turns: 0 for the mast, then −1 and 0 (Left) or 1 and 0
    /// (Right) in turn.
    #[must_use]
    pub fn slopes(&self, player: Player) -> Vec<i8> {
        let slope = if player == Player::Left { -1 } else { 1 };
        (0..=self.turns(player).len()).map(|i| if i % 2 == 1 { slope } else { 0 }).collect()
    }

    /// The wall of `player` at the temperature `t`: the stop of the game cooled by `t`. `None` below −1, where
    /// thermographs end (and for numbers too far apart in size for their sum to be held).
    #[must_use]
    pub fn wall_at(&self, player: Player, t: &Dyadic) -> Option<Dyadic> {
        if *t < Dyadic::NEG_ONE {
            return None;
        }
        let mut way = Dyadic::ZERO;
        for slanted in self.turns(player).chunks(2) {
            if slanted[0] <= *t {
                break;
            }
            let bottom = slanted.get(1).filter(|bottom| *bottom > t).unwrap_or(t);
            way = way.checked_add(&slanted[0].checked_sub(bottom).ok()?).ok()?;
        }
        match player {
            Player::Left => self.mast.checked_add(&way).ok(),
            Player::Right => self.mast.checked_sub(&way).ok(),
        }
    }

    /// The Left wall at the temperature `t ≥ −1`.
    #[must_use]
    pub fn left_at(&self, t: &Dyadic) -> Option<Dyadic> {
        self.wall_at(Player::Left, t)
    }

    /// The Right wall at the temperature `t ≥ −1`.
    #[must_use]
    pub fn right_at(&self, t: &Dyadic) -> Option<Dyadic> {
        self.wall_at(Player::Right, t)
    }

    /// The corners `(temperature, stop)` of the wall of `player`, from temperature −1 up to the foot of the mast.
    #[must_use]
    pub fn corners(&self, player: Player) -> Vec<(Dyadic, Dyadic)> {
        let mut corners = vec![(Dyadic::NEG_ONE, Dyadic::ZERO)];
        corners.extend(self.turns(player).iter().rev().map(|t| (t.clone(), Dyadic::ZERO)));
        let foot = self.temperature();
        if corners.last().is_some_and(|(t, _)| *t < foot) {
            corners.push((foot, Dyadic::ZERO));
        }
        for (t, stop) in &mut corners {
            // Every corner is at −1 or above, and on the way to the mast.
            *stop = self.wall_at(player, t).unwrap_or_default();
        }
        corners
    }

    /// The straight pieces of the wall of `player`, from temperature −1 up to the mast; `None` for numbers too far
    /// apart in size for their sum to be held.
    #[must_use]
    pub fn pieces(&self, player: Player) -> Option<Vec<WallPiece>> {
        let corners = self.corners(player).into_iter();
        let corners: Vec<_> = corners.map(|(t, x)| (t.into(), x.into())).collect();
        pieces(&corners)
    }

    /// The thermograph as CGSuite writes it, `Thermograph(mast,[temperatures],[slopes],mast,[temperatures],[slopes])`:
    /// for the Left and then the Right wall the place of the mast, the temperatures at which the wall turns, from the
    /// mast down, and the slopes above, between and below them.
    #[must_use]
    pub fn cgsuite(&self) -> String {
        let list = |items: Vec<String>| items.join(",");
        let wall = |player| {
            let turns = list(self.turns(player).iter().map(ToString::to_string).collect());
            let slopes = list(self.slopes(player).iter().map(ToString::to_string).collect());
            format!("{},[{turns}],[{slopes}]", self.mast)
        };
        format!("Thermograph({},{})", wall(Player::Left), wall(Player::Right))
    }
}

impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.pieces(Player::Left), self.pieces(Player::Right)) {
            (Some(left), Some(right)) => write_walls(f, [&left, &right]),
            _ => f.write_str(&self.cgsuite()),
        }
    }
}

/// Most turns of both walls together that a small thermograph has room for.
const SMALL_TURNS: usize = 8;
/// Finest unit of a small thermograph: with 31-bit numbers and one more place for the walls to meet, sums of three fit
/// `i64` by far.
const SMALL_SHIFT: u32 = 24;

/// Most bits in the walls of all options of a game, turns times binary places: 128 MiB.
const MOST_BITS: u64 = 1 << 30;

/// Refuses walls that would take too much memory.
fn check_size(turns: u64, shift: u64) -> Result<()> {
    if (turns + 1).saturating_mul(shift) > MOST_BITS {
        return Err(Error::TooLarge {
            what: format!("a thermograph with {turns} turns to {shift} binary places"),
            limit: format!("{MOST_BITS} bits"),
        });
    }
    Ok(())
}

/// A thermograph in units of `2^−shift`, the turns of the Left wall first.
#[derive(Clone, Copy, Debug)]
struct Small {
    turns: [i32; SMALL_TURNS],
    mast: i32,
    shift: u8,
    left: u8,
    right: u8,
}

/// A thermograph of any size in units of `2^−shift`.
#[derive(Clone, Debug)]
struct Big {
    walls: BothWalls<IBig>,
    shift: u64,
}

#[derive(Clone, Debug)]
enum Stored {
    Small(Small),
    Big(Box<Big>),
}

impl Small {
    /// The thermograph of an integer plus an infinitesimal closed value: nearly all closed values that are met.
    fn of_closed(value: &Closed) -> Option<Self> {
        let (mast, 0) = value.number.to_small()? else { return None };
        let [left, right] = turns_at_zero(value).map(u8::from);
        Some(Self {
            turns: [0; SMALL_TURNS],
            mast: i32::try_from(mast).ok()?,
            shift: 0,
            left,
            right,
        })
    }

    fn turns(&self, player: Player) -> &[i32] {
        let (left, right) =
            self.turns[..usize::from(self.left + self.right)].split_at(self.left.into());
        match player {
            Player::Left => left,
            Player::Right => right,
        }
    }

    fn from_units(walls: &BothWalls<i64>, shift: u32) -> Option<Self> {
        let bits = walls.left.iter().chain(&walls.right).fold(walls.mast, |bits, turn| bits | turn);
        let cut = bits.trailing_zeros().min(shift);
        if walls.left.len() + walls.right.len() > SMALL_TURNS || shift - cut > SMALL_SHIFT {
            return None;
        }
        let mut small = Self {
            turns: [0; SMALL_TURNS],
            mast: i32::try_from(walls.mast >> cut).ok()?,
            shift: (shift - cut) as u8,
            left: walls.left.len() as u8,
            right: walls.right.len() as u8,
        };
        for (place, turn) in small.turns.iter_mut().zip(walls.left.iter().chain(&walls.right)) {
            *place = i32::try_from(turn >> cut).ok()?;
        }
        Some(small)
    }

    /// The wall of `player` in units of `2^−shift`.
    fn wall(&self, player: Player, shift: u32) -> Wall<i64> {
        let scaled = |n: i32| i64::from(n) << (shift - u32::from(self.shift));
        Wall {
            mast: scaled(self.mast),
            turns: self.turns(player).iter().map(|&turn| scaled(turn)).collect(),
        }
    }
}

impl Stored {
    fn turn_count(&self) -> u64 {
        match self {
            Self::Small(small) => u64::from(small.left + small.right),
            Self::Big(big) => (big.walls.left.len() + big.walls.right.len()) as u64,
        }
    }

    fn shift(&self) -> u64 {
        match self {
            Self::Small(small) => small.shift.into(),
            Self::Big(big) => big.shift,
        }
    }

    /// The wall of `player` in units of `2^−shift`.
    fn big_wall(&self, player: Player, shift: u64) -> Wall<IBig> {
        let up = (shift - self.shift()) as usize;
        match self {
            Self::Small(small) => Wall {
                mast: IBig::from(small.mast) << up,
                turns: small.turns(player).iter().map(|&turn| IBig::from(turn) << up).collect(),
            },
            Self::Big(big) => {
                let turns = match player {
                    Player::Left => &big.walls.left,
                    Player::Right => &big.walls.right,
                };
                Wall {
                    mast: &big.walls.mast << up,
                    turns: turns.iter().map(|turn| turn << up).collect(),
                }
            }
        }
    }

    /// From dyadics, all of them.
    fn from_thermograph(t: &Thermograph) -> Self {
        let all = || std::iter::once(&t.mast).chain(&t.left).chain(&t.right);
        let shift = all().map(Dyadic::exponent).max().unwrap_or(0);
        let small = || {
            let units = |x: &Dyadic| x.checked_mul_pow2(shift as i64).ok()?.to_i64();
            let list = |turns: &[Dyadic]| turns.iter().map(units).collect::<Option<Vec<i64>>>();
            let walls =
                BothWalls { mast: units(&t.mast)?, left: list(&t.left)?, right: list(&t.right)? };
            Small::from_units(&walls, u32::try_from(shift).ok()?)
        };
        if shift <= u64::from(SMALL_SHIFT)
            && let Some(small) = small()
        {
            return Self::Small(small);
        }
        let units = |x: &Dyadic| x.numerator() << (shift - x.exponent()) as usize;
        let list = |turns: &[Dyadic]| turns.iter().map(units).collect();
        let walls = BothWalls { mast: units(&t.mast), left: list(&t.left), right: list(&t.right) };
        Self::Big(Box::new(Big { walls, shift }))
    }

    fn from_big(walls: BothWalls<IBig>, shift: u64) -> Result<Self> {
        let big = Self::Big(Box::new(Big { walls, shift }));
        Ok(Self::from_thermograph(&big.to_thermograph()?))
    }

    fn to_thermograph(&self) -> Result<Thermograph> {
        Ok(match self {
            Self::Small(small) => {
                let number = |&n: &i32| Dyadic::from_small(n.into(), small.shift.into());
                Thermograph {
                    mast: number(&small.mast),
                    left: small.turns(Player::Left).iter().map(number).collect(),
                    right: small.turns(Player::Right).iter().map(number).collect(),
                }
            }
            Self::Big(big) => {
                let number = |n: &IBig| Dyadic::try_new(n.clone(), big.shift);
                let list = |turns: &[IBig]| {
                    turns.iter().map(number).collect::<std::result::Result<Vec<_>, _>>()
                };
                Thermograph {
                    mast: number(&big.walls.mast)?,
                    left: list(&big.walls.left)?,
                    right: list(&big.walls.right)?,
                }
            }
        })
    }

    fn mean(&self) -> Result<Dyadic> {
        Ok(match self {
            Self::Small(small) => Dyadic::from_small(small.mast.into(), small.shift.into()),
            Self::Big(big) => Dyadic::try_new(big.walls.mast.clone(), big.shift)?,
        })
    }

    /// The higher of the first turns; a game that is not a number has one.
    fn temperature(&self) -> Result<Dyadic> {
        Ok(match self {
            Self::Small(small) => {
                let first = |player| small.turns(player).first();
                match first(Player::Left).max(first(Player::Right)) {
                    Some(&turn) => Dyadic::from_small(turn.into(), small.shift.into()),
                    None => Dyadic::NEG_ONE,
                }
            }
            Self::Big(big) => match big.walls.left.first().max(big.walls.right.first()) {
                Some(turn) => Dyadic::try_new(turn.clone(), big.shift)?,
                None => Dyadic::NEG_ONE,
            },
        })
    }
}

/// The thermographs an arena knows.
pub(crate) struct ThermographStore(PerGame<Stored>);

impl ThermographStore {
    pub(crate) fn new() -> Self {
        Self(PerGame::new())
    }

    /// Bytes of the store, the big integers of large thermographs not counted.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// The turns of the wall of `player` of the number `x`.
///
/// Between `−2^−j` and `−2^−(j+1)` numbers with at most `j` places stand. The Left wall of `x` there is what the Right
/// wall of `x^L` leaves, that is what the Left wall of `x^{LR}` leaves, …: the wall turns at the temperature of each of
/// `x, x^L, x^{LR}, x^{LRL}, …`.
fn number_turns(calc: &mut Calculator<'_>, x: &Dyadic, player: Player) -> Result<Vec<Dyadic>> {
    let mut turns = Vec::new();
    let (mut x, mut player) = (x.clone(), player);
    while x.exponent() > 0 {
        calc.tick()?;
        turns.push(Dyadic::NEG_ONE.checked_mul_pow2(-(x.exponent() as i64))?);
        let option = match player {
            Player::Left => x.left_option(),
            Player::Right => x.right_option(),
        };
        // A number that is no integer has both options.
        let Some(option) = option else { break };
        (x, player) = (option, player.opponent());
    }
    Ok(turns)
}

/// Whether the Left and the Right wall of a closed value leave the mast at temperature 0: both do for `x + *m` and `x ±
/// ↑*`, one for other ups, none for numbers.
fn turns_at_zero(value: &Closed) -> [bool; 2] {
    match (value.up, value.nimber) {
        (0, m) => [m > 0; 2],
        (1 | -1, 1) => [true; 2],
        (n, _) => [n > 0, n < 0],
    }
}

/// The thermograph of `x + n·↑ + *m`. Below temperature 0, where both players have the option `x`, the Left wall is
/// `R_t(x) − t` and the Right wall `L_t(x) + t`. For ups other than `↑*` Right has only options whose Left wall is
/// `R_t(x) − t`, so the Right wall is that of `x`.
fn closed_thermograph(calc: &mut Calculator<'_>, value: &Closed) -> Result<Thermograph> {
    let x = &value.number;
    let left = number_turns(calc, x, Player::Left)?;
    let right = number_turns(calc, x, Player::Right)?;
    let after_zero = |turns: &[Dyadic]| [&[Dyadic::ZERO], turns].concat();
    let (left, right) = match turns_at_zero(value) {
        [false, false] => (left, right),
        [true, true] => (after_zero(&right), after_zero(&left)),
        [true, false] => (after_zero(&right), right),
        [false, true] => (left.clone(), after_zero(&left)),
    };
    Ok(Thermograph { mast: x.clone(), left, right })
}

impl<'a> Calculator<'a> {
    /// The thermograph of an option as it is stored, made by rule for closed values; `None` if it is not known yet.
    fn known_thermograph(&mut self, game: Game) -> Result<Option<Cow<'a, Stored>>> {
        Ok(match self.parts(game) {
            Some(parts) => Some(Cow::Owned(match Small::of_closed(parts) {
                Some(small) => Stored::Small(small),
                None => {
                    let walls = closed_thermograph(self, parts)?;
                    let turns = (walls.left.len() + walls.right.len()) as u64;
                    check_size(turns, parts.number.exponent())?;
                    Stored::from_thermograph(&walls)
                }
            })),
            None => self.arena().thermographs.0.get(game).map(Cow::Borrowed),
        })
    }

    /// The thermograph of a value that is not closed, if those of its options are known; otherwise the options that
    /// lack one go to `needs`.
    fn thermograph_of_options(
        &mut self,
        game: Game,
        needs: &mut Vec<Game>,
    ) -> Result<Option<&'a Stored>> {
        let (left, right) = self.lists(game.0)?;
        let mut known = Vec::with_capacity(left.len() + right.len());
        for option in games(left).chain(games(right)) {
            match self.known_thermograph(option)? {
                Some(stored) => known.push(stored),
                None => needs.push(option),
            }
        }
        if !needs.is_empty() {
            return Ok(None);
        }
        let (lefts, rights) = known.split_at(left.len());
        let shift = known.iter().map(|stored| stored.shift()).max().unwrap_or(0) + 1;
        check_size(known.iter().map(|stored| stored.turn_count()).sum(), shift)?;
        let stored = match combine_small(lefts, rights, shift) {
            Some(small) => Stored::Small(small),
            None => combine_big(lefts, rights, shift)?,
        };
        Ok(Some(self.arena().thermographs.0.set(game, stored)))
    }

    /// The stored thermograph of a value that is not closed.
    fn general_thermograph(&mut self, game: Game) -> Result<&'a Stored> {
        let arena = self.arena();
        if let Some(stored) = arena.thermographs.0.get(game) {
            return Ok(stored);
        }
        if let Some(stored) = self.thermograph_of_options(game, &mut Vec::new())? {
            return Ok(stored);
        }
        self.fold(game, &mut FxHashMap::default(), |calc, g, _, needs| {
            calc.thermograph_of_options(g, needs)
        })
    }

    /// The thermograph of `game`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for walls of more than 2³⁰ bits; [`Error::Stopped`] at a limit.
    ///
    /// # Cost
    /// Every follower that is not a closed value once in the life of the arena; each costs the sum of the numbers of
    /// turns of its options' walls, times the number of its options. A number with `k` binary places has up to `k`
    /// turns.
    pub fn thermograph(&mut self, game: Game) -> Result<Thermograph> {
        match self.parts(game) {
            Some(parts) => closed_thermograph(self, parts),
            None => self.general_thermograph(game)?.to_thermograph(),
        }
    }

    /// The mean of `game`: `n·G` stays within a bounded distance of `n` times it.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for walls of more than 2³⁰ bits; [`Error::Stopped`] at a limit.
    pub fn mean(&mut self, game: Game) -> Result<Dyadic> {
        match self.parts(game) {
            Some(parts) => Ok(parts.number.clone()),
            None => self.general_thermograph(game)?.mean(),
        }
    }

    /// The temperature of `game`, in moves: −1 for integers, `−2^−k` for a number `m/2^k` in lowest terms, at least 0
    /// for all other games.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for walls of more than 2³⁰ bits; [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let x = calc.number(&"3/16".parse().unwrap())?;
    /// assert_eq!(calc.temperature(x)?.to_string(), "-1/16");
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// That of [`Calculator::thermograph`] the first time, constant afterwards.
    pub fn temperature(&mut self, game: Game) -> Result<Dyadic> {
        match self.parts(game) {
            Some(parts) if parts.is_number() => {
                Ok(Dyadic::NEG_ONE.checked_mul_pow2(-(parts.number.exponent() as i64))?)
            }
            Some(_) => Ok(Dyadic::ZERO),
            None => self.general_thermograph(game)?.temperature(),
        }
    }
}

/// The thermograph over small ones, if it is small as well.
fn combine_small(
    lefts: &[Cow<'_, Stored>],
    rights: &[Cow<'_, Stored>],
    shift: u64,
) -> Option<Small> {
    let shift = u32::try_from(shift).ok().filter(|shift| *shift <= SMALL_SHIFT + 1)?;
    let small = |stored: &Cow<'_, Stored>| match **stored {
        Stored::Small(small) => Some(small),
        Stored::Big(_) => None,
    };
    if !lefts.iter().chain(rights).all(|stored| small(stored).is_some()) {
        return None;
    }
    let walls = combine(
        lefts.iter().filter_map(small).map(|small| small.wall(Player::Right, shift)),
        rights.iter().filter_map(small).map(|small| negated(small.wall(Player::Left, shift))),
        &(-1 << shift),
    );
    Small::from_units(&walls?, shift)
}

/// The thermograph over any others.
fn combine_big(
    lefts: &[Cow<'_, Stored>],
    rights: &[Cow<'_, Stored>],
    shift: u64,
) -> Result<Stored> {
    let walls = combine(
        lefts.iter().map(|stored| stored.big_wall(Player::Right, shift)),
        rights.iter().map(|stored| negated(stored.big_wall(Player::Left, shift))),
        &-(IBig::ONE << shift as usize),
    );
    Stored::from_big(walls.expect("in a game that is no number both players can move"), shift)
}

/// The wall of the negative game: a Left wall as a Right wall.
fn negated<T: super::walls::Units>(wall: Wall<T>) -> Wall<T> {
    Wall { mast: -wall.mast, turns: wall.turns }
}
