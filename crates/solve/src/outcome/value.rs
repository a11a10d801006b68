//! Values by number, with what sums want to know of them at once.
//!
//! A value and its negative have numbers that differ in the last bit; a value that is its own negative has an even
//! number. Stops are kept in units of 2^-24 where they fit, so that bounds of long sums are sums of integers.

use std::cmp::Reverse;

use std::sync::Arc;

use farstar_num::{Dyadic, IBig};
use farstar_value::{Arena, Calculator, Closed, Error, Game, Limits, Player, Stopped};
use rustc_hash::FxHashMap;

use super::blackboard::Blackboard;
use super::entry::ValueId;
use crate::Result;

/// Binary places of a stop.
const PLACES: u32 = 24;
/// The largest stop kept, in units.
const LARGEST: i64 = 1 << 54;
/// Values an addition in a sum may make, and its steps.
const ADD_BUDGET: (u64, u64) = (2_000, 30_000);
/// Steps of the comparison that ends a sum.
const COMPARE_STEPS: u64 = 4_096;
/// Values made and steps taken for an atomic weight.
const WEIGHT_BUDGET: (u64, u64) = (500, 10_000);

/// Values made and steps taken for a thermograph.
const WALLS_BUDGET: (u64, u64) = (500, 10_000);
/// At most so many temperatures of a sum are tried, the highest first.
const MOST_TEMPERATURES: usize = 6;

/// Where the walls of a value are at a temperature, in units; between corners and above the last they are straight.
#[derive(Clone, Copy)]
struct Corner {
    temperature: i64,
    left: i64,
    right: i64,
}

/// A difference of stops, in units, and of atomic weights.
pub(super) type Gain = (i64, i64);

/// An integer in units.
pub(super) fn integer(n: i64) -> i128 {
    i128::from(n) << PLACES
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number plus ups plus a nimber.
    Closed,
    /// Two numbers, Left's greater: `{x|y}`.
    Switch,
    Other,
}

/// Something that may be dear to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Find<T> {
    Untried,
    TooDear,
    Found(T),
}

#[derive(Clone)]
struct Record {
    game: Game,
    /// Whether it was met here: others may have numbered values that were not.
    met: bool,
    kind: Kind,
    own_negative: bool,
    /// For closed values: whether it is at most 0, and whether its number is 0.
    at_most_zero: bool,
    /// The number of the atomic weight.
    weight: Find<ValueId>,
    /// The greatest integer that is no more, and the least that is no less.
    between: Find<(i64, i64)>,
    all_small: Option<bool>,
    /// Whether Left, and whether Right, wins moving first, once asked for.
    wins: Option<(Option<bool>, Option<bool>)>,
    /// What Left gains by the best move, once asked for.
    gain: Option<Gain>,
    /// Left and Right stop in units.
    stops: Option<(i64, i64)>,
    /// Where the corners of its walls begin and how many there are; none if they are dear or do not fit.
    walls: Find<(u32, u32)>,
    /// Where Left's options begin and how many there are, once asked for.
    options: Option<(u32, u32)>,
    /// How many options both players have; 0 until asked.
    width: u32,
}

/// All values met so far.
pub(super) struct Values<'a> {
    pub(super) calc: Calculator<'a>,
    records: Vec<Record>,
    numbers: FxHashMap<Game, ValueId>,
    /// Sums of two; `None` if they are too dear.
    sums: FxHashMap<(ValueId, ValueId), Option<ValueId>>,
    /// Left's options of some values, one list after the other.
    lists: Vec<ValueId>,
    corners: Vec<Corner>,
    /// Whether one value is at most another; `None` if that was too dear.
    compared: FxHashMap<(ValueId, ValueId), Option<bool>>,
    /// Where values get their numbers if other threads are to know them by these.
    common: Option<Arc<Blackboard>>,
}

/// `None` when an attempt was given up.
fn attempt<T>(
    calc: &mut Calculator<'_>,
    (values, steps): (u64, u64),
    work: impl FnOnce(&mut Calculator<'_>) -> farstar_value::Result<T>,
) -> Result<Option<T>> {
    calc.set_budget(values, steps);
    let result = work(calc);
    calc.clear_budget();
    match result {
        Ok(result) => Ok(Some(result)),
        Err(Error::Stopped(Stopped::Nodes) | Error::TooLarge { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl<T: Copy> Find<T> {
    fn found(self) -> Option<T> {
        match self {
            Self::Found(found) => Some(found),
            _ => None,
        }
    }
}

/// The greatest integer that is no more than a value, and the least that is no less; `None` if they are huge.
fn integers(calc: &mut Calculator<'_>, game: Game) -> farstar_value::Result<Option<(i64, i64)>> {
    let (left, right) = (calc.left_stop(game)?, calc.right_stop(game)?);
    let small = |n: IBig| i64::try_from(n).ok().filter(|n| n.unsigned_abs() < LARGEST as u64);
    let (Some(mut low), Some(mut high)) = (small(right.floor()), small(left.ceil())) else {
        return Ok(None);
    };
    let integer = calc.integer(low)?;
    if !calc.le(integer, game)? {
        low -= 1;
    }
    let integer = calc.integer(high)?;
    if !calc.le(game, integer)? {
        high += 1;
    }
    Ok(Some((low, high)))
}

fn units(x: &Dyadic) -> Option<i64> {
    let (numerator, exponent) = x.to_small()?;
    let shift = PLACES.checked_sub(exponent)?;
    let scaled = numerator.checked_mul(1 << shift)?;
    (scaled.abs() <= LARGEST).then_some(scaled)
}

impl<'a> Values<'a> {
    pub(super) fn new(arena: &'a Arena, common: Option<Arc<Blackboard>>) -> Result<Self> {
        let mut values = Self {
            calc: arena.calculator(),
            records: Vec::new(),
            numbers: FxHashMap::default(),
            sums: FxHashMap::default(),
            lists: Vec::new(),
            corners: Vec::new(),
            compared: FxHashMap::default(),
            common,
        };
        values.number_of(Game::ZERO)?;
        Ok(values)
    }

    /// From now on others know values by the same numbers.
    pub(super) fn number_by(&mut self, common: &Arc<Blackboard>) {
        for pair in self.records.chunks_exact(2) {
            common.value(pair[0].game, pair[1].game);
        }
        self.common = Some(Arc::clone(common));
    }

    /// From now on work keeps to these limits.
    pub(super) fn limit(&mut self, limits: &Limits) {
        self.calc = self.calc.arena().calculator_with(limits);
    }

    pub(super) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
            + self.numbers.capacity() * 10
            + self.sums.capacity() * 18
            + self.corners.capacity() * size_of::<Corner>()
            + self.compared.capacity() * 11
            + self.lists.capacity() * 4
    }

    /// The number of a value; its negative gets its own at the same time.
    pub(super) fn number_of(&mut self, game: Game) -> Result<ValueId> {
        if let Some(&known) = self.numbers.get(&game) {
            return Ok(known);
        }
        let negative = self.calc.neg(game)?;
        let records = [game, negative].map(|one| self.record(one, game == negative));
        let [own, other] = records;
        let (own, other) = (own?, other?);
        let number = match &self.common {
            Some(common) => common.value(game, negative),
            None => ValueId::at(self.records.len()),
        };
        let beside = number.opposite();
        if self.records.len() <= number.index().max(beside.index()) {
            let unmet = Record { met: false, ..own.clone() };
            self.records.resize(number.index().max(beside.index()) + 1, unmet);
        }
        (self.records[number.index()], self.records[beside.index()]) = (own, other);
        self.numbers.insert(negative, beside);
        self.numbers.insert(game, number);
        Ok(number)
    }

    /// Meets a value that another thread may have numbered.
    pub(super) fn meet(&mut self, value: ValueId) -> Result<()> {
        if let Some(common) = &self.common
            && !self.records.get(value.index()).is_some_and(|record| record.met)
            && let Some(game) = common.game(value)
        {
            self.number_of(game)?;
        }
        Ok(())
    }

    fn record(&mut self, game: Game, own_negative: bool) -> Result<Record> {
        let closed = self.calc.closed_parts(game);
        let stops = {
            let (left, right) = (self.calc.left_stop(game)?, self.calc.right_stop(game)?);
            units(&left).zip(units(&right))
        };
        let (kind, at_most_zero) = match &closed {
            Some(closed) => (Kind::Closed, closed.negative().is_some_and(|n| n.is_at_least_zero())),
            None if self.switch(game)?.is_some() => (Kind::Switch, false),
            None => (Kind::Other, false),
        };
        let all_small = closed.map(|closed| closed.number.is_zero());
        Ok(Record {
            game,
            met: true,
            kind,
            own_negative,
            at_most_zero,
            weight: Find::Untried,
            between: Find::Untried,
            wins: None,
            gain: None,
            all_small,
            stops,
            walls: Find::Untried,
            options: None,
            width: 0,
        })
    }

    fn switch(&mut self, game: Game) -> Result<Option<(Dyadic, Dyadic)>> {
        let left = self.calc.left_options(game)?;
        let right = self.calc.right_options(game)?;
        let ([left], [right]) = (left.as_slice(), right.as_slice()) else { return Ok(None) };
        let (left, right) = (self.calc.as_number(*left), self.calc.as_number(*right));
        Ok(left.zip(right).filter(|(x, y)| x > y))
    }

    pub(super) fn game(&self, value: ValueId) -> Game {
        self.records[value.index()].game
    }

    pub(super) fn kind(&self, value: ValueId) -> Kind {
        self.records[value.index()].kind
    }

    pub(super) fn is_own_negative(&self, value: ValueId) -> bool {
        self.records[value.index()].own_negative
    }

    pub(super) fn negative(&self, value: ValueId) -> ValueId {
        if self.is_own_negative(value) { value } else { value.opposite() }
    }

    /// Whether a closed value is at most 0.
    pub(super) fn is_at_most_zero(&self, closed: ValueId) -> bool {
        self.records[closed.index()].at_most_zero
    }

    /// Left and Right stop in units.
    pub(super) fn stops(&self, value: ValueId) -> Option<(i64, i64)> {
        self.records[value.index()].stops
    }

    /// The corners of the walls of a value from temperature 0 on, if they are cheap to find and fit.
    fn corners(&mut self, value: ValueId) -> Result<Option<(usize, usize)>> {
        if self.records[value.index()].walls == Find::Untried {
            let game = self.game(value);
            let found = attempt(&mut self.calc, WALLS_BUDGET, |calc| calc.thermograph(game))?;
            let mut corners = Vec::new();
            if let Some(walls) = found {
                let zero = Dyadic::ZERO;
                let mut turns: Vec<&Dyadic> = walls.turns(Player::Left).iter().collect();
                turns.extend(walls.turns(Player::Right));
                turns.push(&zero);
                turns.retain(|t| **t >= zero);
                turns.sort_unstable();
                turns.dedup();
                let corner = |t: &Dyadic| {
                    let (left, right) = (walls.left_at(t)?, walls.right_at(t)?);
                    Some(Corner {
                        temperature: units(t)?,
                        left: units(&left)?,
                        right: units(&right)?,
                    })
                };
                // all of them, or none
                let all: Option<Vec<Corner>> = turns.into_iter().map(corner).collect();
                corners = all.unwrap_or_default();
            }
            self.records[value.index()].walls = if corners.is_empty() {
                Find::TooDear
            } else {
                let start = self.corners.len() as u32;
                self.corners.extend_from_slice(&corners);
                Find::Found((start, corners.len() as u32))
            };
        }
        let found = self.records[value.index()].walls.found();
        Ok(found.map(|(start, length)| (start as usize, length as usize)))
    }

    /// The walls at a temperature.
    fn walls_at(&self, (start, length): (usize, usize), t: i64) -> (i64, i64) {
        let corners = &self.corners[start..][..length];
        let above = corners.partition_point(|corner| corner.temperature <= t);
        let Some(below) = above.checked_sub(1).map(|at| corners[at]) else { return (0, 0) };
        match corners.get(above) {
            // slopes are 0, or -1 on the left and 1 on the right
            Some(next) => {
                let up = t - below.temperature;
                let left = if next.left == below.left { 0 } else { up };
                let right = if next.right == below.right { 0 } else { up };
                (below.left - left, below.right + right)
            }
            None => (below.left, below.right),
        }
    }

    /// Whether Left, moving first, wins a sum of values and a rest, if the walls of thermographs tell. The rest lies
    /// between two numbers, in units.
    pub(super) fn walls(&mut self, values: &[ValueId], rest: (i128, i128)) -> Result<Option<bool>> {
        let mut temperatures = Vec::new();
        for &value in values.iter() {
            let Some((start, length)) = self.corners(value)? else { return Ok(None) };
            let corners = &self.corners[start..][..length];
            temperatures.extend(corners.iter().map(|c| c.temperature).filter(|&t| t > 0));
        }
        temperatures.sort_unstable_by_key(|&t| Reverse(t));
        temperatures.dedup();
        temperatures.truncate(MOST_TEMPERATURES);
        for t in temperatures {
            let (mut right, mut left) = rest;
            let mut widest = 0;
            for &value in values.iter() {
                let Some(corners) = self.corners(value)? else { return Ok(None) };
                let (l, r) = self.walls_at(corners, t);
                left += i128::from(l);
                right += i128::from(r);
                widest = widest.max(l - r);
            }
            if right + i128::from(widest) > 0 {
                return Ok(Some(true));
            }
            if left + i128::from(t) < 0 {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }

    /// Left's and Right's numbers of a switch.
    pub(super) fn switch_of(&mut self, value: ValueId) -> Result<Option<(Dyadic, Dyadic)>> {
        let game = self.game(value);
        self.switch(game)
    }

    pub(super) fn closed_of(&self, value: ValueId) -> Option<Closed> {
        self.calc.closed_parts(self.game(value))
    }

    pub(super) fn closed(&mut self, closed: &Closed) -> Result<ValueId> {
        let game = self.calc.closed(closed)?;
        self.number_of(game)
    }

    pub(super) fn nimber(&mut self, n: u64) -> Result<ValueId> {
        let game = self.calc.nimber(n)?;
        self.number_of(game)
    }

    /// The sum of two closed values.
    pub(super) fn add_closed(&mut self, a: ValueId, b: ValueId) -> Result<ValueId> {
        if a == ValueId::ZERO {
            return Ok(b);
        }
        if b == ValueId::ZERO {
            return Ok(a);
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&Some(sum)) = self.sums.get(&pair) {
            return Ok(sum);
        }
        let sum = self.calc.add(self.game(a), self.game(b))?;
        let sum = self.number_of(sum)?;
        self.sums.insert(pair, Some(sum));
        Ok(sum)
    }

    /// The sum of two values, unless it is dear.
    pub(super) fn try_add(&mut self, a: ValueId, b: ValueId) -> Result<Option<ValueId>> {
        if a == ValueId::ZERO {
            return Ok(Some(b));
        }
        if b == ValueId::ZERO {
            return Ok(Some(a));
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&sum) = self.sums.get(&pair) {
            return Ok(sum);
        }
        let (a, b) = (self.game(a), self.game(b));
        let sum = match attempt(&mut self.calc, ADD_BUDGET, |calc| calc.add(a, b))? {
            Some(sum) => Some(self.number_of(sum)?),
            None => None,
        };
        self.sums.insert(pair, sum);
        Ok(sum)
    }

    /// Whether `a ≤ b`, unless that is dear to find out.
    pub(super) fn try_le(&mut self, a: ValueId, b: ValueId) -> Result<Option<bool>> {
        let (a, b) = (self.game(a), self.game(b));
        attempt(&mut self.calc, (u64::MAX, COMPARE_STEPS), |calc| calc.le(a, b))
    }

    /// Whether `a ≤ b`, unless that is dear to find out; remembered.
    pub(super) fn is_le(&mut self, a: ValueId, b: ValueId) -> Result<Option<bool>> {
        if let Some(&known) = self.compared.get(&(a, b)) {
            return Ok(known);
        }
        self.meet(a)?;
        self.meet(b)?;
        let le = self.try_le(a, b)?;
        self.compared.insert((a, b), le);
        Ok(le)
    }

    /// Whether Left, and whether Right, wins a value moving first, unless that is dear to find out.
    pub(super) fn wins(&mut self, value: ValueId) -> Result<(Option<bool>, Option<bool>)> {
        if let Some(wins) = self.records[value.index()].wins {
            return Ok(wins);
        }
        let left = self.try_le(value, ValueId::ZERO)?.map(|le| !le);
        let right = self.try_le(ValueId::ZERO, value)?.map(|ge| !ge);
        self.records[value.index()].wins = Some((left, right));
        Ok((left, right))
    }

    /// How many options both players have.
    pub(super) fn width(&mut self, value: ValueId) -> Result<u32> {
        if self.records[value.index()].width == 0 {
            let game = self.game(value);
            let (left, right) = (self.calc.left_options(game)?, self.calc.right_options(game)?);
            self.records[value.index()].width = (left.len() + right.len()).max(1) as u32;
        }
        Ok(self.records[value.index()].width)
    }

    pub(super) fn is_all_small(&mut self, value: ValueId) -> Result<bool> {
        if let Some(known) = self.records[value.index()].all_small {
            return Ok(known);
        }
        let game = self.game(value);
        let all_small = attempt(&mut self.calc, WEIGHT_BUDGET, |calc| calc.is_all_small(game))?
            .unwrap_or(false);
        self.records[value.index()].all_small = Some(all_small);
        Ok(all_small)
    }

    /// The number of the atomic weight of an all-small value, if it is cheap to find.
    pub(super) fn weight(&mut self, value: ValueId) -> Result<Option<ValueId>> {
        if self.records[value.index()].weight == Find::Untried {
            let game = self.game(value);
            let weight = attempt(&mut self.calc, WEIGHT_BUDGET, |calc| calc.atomic_weight(game))?;
            self.records[value.index()].weight = match weight {
                Some(weight) => Find::Found(self.number_of(weight)?),
                None => Find::TooDear,
            };
        }
        Ok(self.records[value.index()].weight.found())
    }

    /// The greatest integer that is no more than a value, and the least that is no less, if they are cheap to find.
    pub(super) fn between(&mut self, value: ValueId) -> Result<Option<(i64, i64)>> {
        if self.records[value.index()].between == Find::Untried {
            let game = self.game(value);
            let between = attempt(&mut self.calc, WEIGHT_BUDGET, |calc| integers(calc, game))?;
            self.records[value.index()].between = match between.flatten() {
                Some(between) => Find::Found(between),
                None => Find::TooDear,
            };
        }
        Ok(self.records[value.index()].between.found())
    }

    /// A guess at what a value is worth to Left, as a number and, for infinitesimals, as an atomic weight.
    fn worth(&mut self, value: ValueId) -> Result<(i64, i64)> {
        let Some((left, right)) = self.stops(value) else { return Ok((0, 0)) };
        let mut ups = 0;
        if (left, right) == (0, 0)
            && self.is_all_small(value)?
            && let Some(weight) = self.weight(value)?
            && let Some((low, high)) = self.between(weight)?
        {
            ups = low.saturating_add(high);
        }
        Ok((left.saturating_add(right), ups))
    }

    /// What Left gains by the move that looks best, in stops and in atomic weight; only the order of play rests on it.
    pub(super) fn gain(&mut self, value: ValueId) -> Result<Gain> {
        if let Some(gain) = self.records[value.index()].gain {
            return Ok(gain);
        }
        let own = self.worth(value)?;
        let gain = match self.left_option(value, 0)? {
            Some(option) => {
                let then = self.worth(option)?;
                (then.0.saturating_sub(own.0), then.1.saturating_sub(own.1))
            }
            None => (-LARGEST, 0),
        };
        self.records[value.index()].gain = Some(gain);
        Ok(gain)
    }

    /// Left's option at a place of the list, if there is one.
    pub(super) fn left_option(&mut self, value: ValueId, at: u32) -> Result<Option<ValueId>> {
        let (start, count) = match self.records[value.index()].options {
            Some(list) => list,
            None => self.list_left_options(value)?,
        };
        Ok((at < count).then(|| self.lists[(start + at) as usize]))
    }

    /// Lists Left's options, those first that look best to her.
    fn list_left_options(&mut self, value: ValueId) -> Result<(u32, u32)> {
        let options = self.calc.options(self.game(value), Player::Left)?;
        let mut numbers = Vec::with_capacity(options.len());
        for option in options {
            numbers.push(self.number_of(option)?);
        }
        let mut order = Vec::with_capacity(numbers.len());
        for option in numbers {
            order.push((Reverse(self.worth(option)?), option));
        }
        order.sort_unstable();
        let list = (self.lists.len() as u32, order.len() as u32);
        self.lists.extend(order.into_iter().map(|(_, option)| option));
        self.records[value.index()].options = Some(list);
        Ok(list)
    }
}
