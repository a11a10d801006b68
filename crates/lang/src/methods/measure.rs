//! Measuring a game: stops, mean and temperature, birthday.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::transfinite::is_transfinite;
use crate::value::Value;
use crate::walls::AnyThermograph;
use farstar_num::{Birthday, Dyadic, GeneralizedOrdinal, Rational};
use farstar_play::say;
use farstar_value::Player;
use std::sync::Arc;

entries!(Measure);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "g.LeftStop",
        "The number reached when Left starts and both play g alone.",
        ("{3||2|1}.LeftStop", "3"),
        |c, a| stop(c, &a[0], Player::Left),
    ),
    of(
        "g.RightStop",
        "The number reached when Right starts and both play g alone.",
        ("{3||2|1}.RightStop", "2"),
        |c, a| stop(c, &a[0], Player::Right),
    ),
    of(
        "g.Stop(player)",
        "The number reached when the player starts and both play g alone.",
        ("{3|1}.Stop(Right)", "1"),
        stop_of_player,
    ),
    of(
        "g.StrongStop(player)",
        "The stop; of a stopper with x over and x under taken for x.",
        ("{3|1}.StrongStop(Left)", "3"),
        stop_of_player,
    ),
    of(
        "g.AdornedStop(player)",
        "The stop, and who is to move when it is reached.",
        ("{3|1}.AdornedStop(Left)", "[3,Right]"),
        |c, a| {
            let player = c.player(&a[1])?;
            let game = c.game(&a[0])?;
            let stop = c.calc.adorned_stop(game, player)?;
            c.list(vec![number(stop.number), Value::Player(stop.to_move)])
        },
    ),
    of(
        "g.ConfusionInterval",
        "The numbers that g is confused with, as a text; a square bracket takes its end in.",
        ("(+-1).ConfusionInterval", "\"[-1, 1]\""),
        |c, a| {
            let game = c.game(&a[0])?;
            let interval = c.calc.confusion_interval(game)?;
            c.text(interval.to_string())
        },
    ),
    of(
        "g.StopCount",
        "The number of ways in which play of the canonical form ends in a number, both players moving freely.",
        ("{3||2|1}.StopCount", "3"),
        |c, a| {
            let game = c.game(&a[0])?;
            Ok(Value::integer(c.calc.stop_count(game)?))
        },
    ),
    of(
        "g.Mean",
        "The mean: what a move-by-move average of many copies of g comes to.",
        ("{3||2|1}.Mean", "9/4"),
        |c, a| {
            if let Value::Thermograph(thermograph) = &a[0] {
                return Ok(Value::Number(thermograph.mean()));
            }
            let game = c.game(&a[0])?;
            Ok(number(c.calc.mean(game)?))
        },
    ),
    of(
        "g.Temperature",
        "The temperature: the tax a move at which g becomes indifferent.",
        ("{3||2|1}.Temperature", "3/4"),
        |c, a| {
            if let Value::Thermograph(thermograph) = &a[0] {
                return Ok(Value::Number(thermograph.temperature()));
            }
            let game = c.game(&a[0])?;
            Ok(number(c.calc.temperature(game)?))
        },
    ),
    of(
        "g.Thermograph",
        "Both walls in straight pieces of the temperature t, from -1 upwards.",
        (
            "{2|-1}.Thermograph",
            "left wall: 2 - t for -1 <= t <= 3/2, then 1/2; right wall: -1 + t for -1 <= t <= 3/2, then 1/2",
        ),
        |c, a| Ok(Value::Thermograph(thermograph(c, &a[0])?)),
    ),
    of(
        "g.Wall(player)",
        "The corners of one wall of the thermograph, from the bottom: pairs of temperature and stop.",
        ("{2|-1}.Wall(Left)", "[[-1,3],[3/2,1/2]]"),
        |c, a| {
            let player = c.player(&a[1])?;
            let walls = thermograph(c, &a[0])?;
            corners(c, &walls, player)
        },
    ),
    of(
        "g.WallAt(player, t)",
        "One wall of the thermograph at the temperature t: the stop of g cooled by t.",
        ("{2|-1}.WallAt(Left, 1/2)", "3/2"),
        |c, a| {
            let player = c.player(&a[1])?;
            let walls = thermograph(c, &a[0])?;
            let t = c.rational(&a[2])?;
            let stop = match (&*walls, t.to_dyadic()) {
                (AnyThermograph::Short(walls), Some(t)) => {
                    walls.wall_at(player, &t).map(Rational::from)
                }
                _ => walls.at(player, &t),
            };
            let Some(stop) = stop else {
                let least = if matches!(*walls, AnyThermograph::Short(_)) { -1 } else { 0 };
                return Err(Fault::domain(say!("a thermograph has no wall at {0}", t))
                    .expected(say!("a temperature of at least {0}", least)));
            };
            Ok(Value::Number(stop))
        },
    ),
    of(
        "g.Birthday",
        "The day on which the value is born: the depth of its canonical form.",
        ("{3||2|1}.Birthday", "4"),
        |c, a| {
            if let Value::Number(x) = &a[0] {
                return Ok(match x.birthday()? {
                    Birthday::Finite(day) => Value::integer(day),
                    Birthday::Omega => c.value_of_ordinal(GeneralizedOrdinal::omega()),
                });
            }
            if is_transfinite(&a[0]) {
                return super::ordinal::birthday(c, &a[0]);
            }
            if let Value::Misere(form) = &a[0] {
                return Ok(Value::integer(c.misere_birthday(*form)));
            }
            let game = c.game(&a[0])?;
            Ok(Value::integer(c.calc.birthday(game)?))
        },
    ),
];

pub(super) fn number(x: Dyadic) -> Value {
    Value::Number(Rational::from(x))
}

fn stop(context: &mut Context<'_, '_>, value: &Value, player: Player) -> Outcome<Value> {
    let game = context.game(value)?;
    Ok(number(match player {
        Player::Left => context.calc.left_stop(game)?,
        Player::Right => context.calc.right_stop(game)?,
    }))
}

/// The stop of a game where the player that is given starts.
fn stop_of_player(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let player = context.player(&arguments[1])?;
    stop(context, &arguments[0], player)
}

/// The corners of a wall, pairs of temperature and stop.
pub(crate) fn corners(
    context: &mut Context<'_, '_>,
    walls: &AnyThermograph,
    player: Player,
) -> Outcome<Value> {
    let mut pairs = Vec::new();
    for (t, x) in walls.corners(player) {
        pairs.push(context.list(vec![Value::Number(t), Value::Number(x)])?);
    }
    context.list(pairs)
}

fn thermograph(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Arc<AnyThermograph>> {
    if let Value::Thermograph(thermograph) = value {
        return Ok(Arc::clone(thermograph));
    }
    let game = context.game(value)?;
    Ok(Arc::new(AnyThermograph::Short(context.calc.thermograph(game)?)))
}
