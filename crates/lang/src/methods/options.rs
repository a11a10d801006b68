//! Looking into a game: options, followers, incentives, outcomes.

use super::{Family, MethodInfo, Native, Run, entry};
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::transfinite::is_transfinite;
use crate::value::Value;
use farstar_value::Player;

const fn of(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str),
    arguments: (usize, usize),
    run: Native,
) -> MethodInfo {
    entry(Family::Options, (name, signature), summary, example, arguments, Run::Native(run))
}

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "CanonicalForm",
        "g.CanonicalForm",
        "The canonical form; it evaluates a game whose form was kept.",
        ("('{-1|1}':1).CanonicalForm", "1/2"),
        (1, 1),
        // Its other name, `Value`, is also what an entry of a map is asked.
        |c, a| match &a[0] {
            Value::Entry(entry) => Ok(entry.value().clone()),
            _ => canonical(c, a),
        },
    ),
    of(
        "GameValue",
        "g.GameValue",
        "The value; for a short game its canonical form.",
        ("'{*|*}'.GameValue", "0"),
        (1, 1),
        canonical,
    ),
    of(
        "Options",
        "g.Options(player)",
        "The options of one player, as a set.",
        ("{2,{3|1}|0}.Options(Left)", "{2,{3|1}}"),
        (1, 2),
        |c, a| {
            if let [Value::Misere(form)] = a {
                return c.misere_options(*form);
            }
            if let [game, player] = a {
                let player = c.player(player)?;
                return c.options_of(game, player);
            }
            let (left, right) =
                (c.options_of(&a[0], Player::Left)?, c.options_of(&a[0], Player::Right)?);
            if left.same(&right) {
                return Ok(left);
            }
            let shown = c.mention(&a[0]);
            Err(Fault::domain(format!("the players have different options in {shown}"))
                .expected("g.Options(Left) or g.Options(Right)"))
        },
    ),
    of(
        "LeftOptions",
        "g.LeftOptions",
        "Left's options, as a set.",
        ("^*.LeftOptions", "{0,*}"),
        (1, 1),
        |c, a| c.options_of(&a[0], Player::Left),
    ),
    of(
        "RightOptions",
        "g.RightOptions",
        "Right's options, as a set.",
        ("^.RightOptions", "{*}"),
        (1, 1),
        |c, a| c.options_of(&a[0], Player::Right),
    ),
    of(
        "LeftIncentives",
        "g.LeftIncentives",
        "What Left gains by moving: the greatest of g^L - g.",
        ("^.LeftIncentives", "{v}"),
        (1, 1),
        |c, a| {
            let game = c.game(&a[0])?;
            let incentives = c.calc.left_incentives(game)?;
            c.set_of_games(incentives)
        },
    ),
    of(
        "RightIncentives",
        "g.RightIncentives",
        "What Right gains by moving: the greatest of g - g^R.",
        ("^.RightIncentives", "{^*}"),
        (1, 1),
        |c, a| {
            let game = c.game(&a[0])?;
            let incentives = c.calc.right_incentives(game)?;
            c.set_of_games(incentives)
        },
    ),
    of(
        "Incentives",
        "g.Incentives",
        "The greatest incentives of both players.",
        ("^.Incentives", "{^*}"),
        (1, 1),
        |c, a| {
            let game = c.game(&a[0])?;
            let incentives = c.calc.incentives(game)?;
            c.set_of_games(incentives)
        },
    ),
    of(
        "Followers",
        "g.Followers",
        "All positions reached by any moves, g among them, as a set.",
        ("^.Followers", "{0,*,^}"),
        (1, 1),
        |c, a| {
            if let Value::BoardPosition(position) = &a[0] {
                return position.followers(c);
            }
            no_position(c, &a[0])?;
            let game = c.game(&a[0])?;
            let followers = c.calc.followers(game)?;
            c.set_of_games(followers)
        },
    ),
    of(
        "FollowerCount",
        "g.FollowerCount",
        "The number of followers.",
        ("*8.FollowerCount", "9"),
        (1, 1),
        |c, a| {
            if let Value::BoardPosition(position) = &a[0] {
                return position.follower_count(c);
            }
            no_position(c, &a[0])?;
            let game = c.game(&a[0])?;
            Ok(Value::integer(c.calc.follower_count(game)?))
        },
    ),
    of(
        "OutcomeClass",
        "g.OutcomeClass",
        "Who wins: L, R, N (the next player) or P (the previous one).",
        ("{3|-1}.OutcomeClass", "N"),
        (1, 1),
        |c, a| {
            if let Value::Number(x) = &a[0] {
                return Ok(Value::Outcome(match x.signum() {
                    0 => farstar_value::Outcome::P,
                    1 => farstar_value::Outcome::L,
                    _ => farstar_value::Outcome::R,
                }));
            }
            if is_transfinite(&a[0]) {
                return Ok(Value::Outcome(Context::transfinite_outcome(&a[0])));
            }
            let game = c.game(&a[0])?;
            Ok(Value::Outcome(c.calc.outcome(game)?))
        },
    ),
    of(
        "LeftWinsFirst",
        "g.LeftWinsFirst",
        "Whether Left wins if she starts.",
        ("*.LeftWinsFirst", "true"),
        (1, 1),
        |c, a| {
            let game = c.game(&a[0])?;
            Ok(Value::Boolean(c.calc.left_wins_first(game)?))
        },
    ),
    of(
        "RightWinsFirst",
        "g.RightWinsFirst",
        "Whether Right wins if he starts.",
        ("1.RightWinsFirst", "false"),
        (1, 1),
        |c, a| {
            let game = c.game(&a[0])?;
            Ok(Value::Boolean(c.calc.right_wins_first(game)?))
        },
    ),
    of(
        "MisereOutcomeClass",
        "g.MisereOutcomeClass",
        "Who wins when the last player to move loses, played on the canonical form.",
        ("1.MisereOutcomeClass", "R"),
        (1, 1),
        |c, a| {
            if let Value::Position(_) | Value::CoordinatePosition(_) | Value::Misere(_) = &a[0] {
                let zero = c.genus(&a[0])?.misere_value(0) == 0;
                return Ok(Value::Outcome(if zero {
                    farstar_value::Outcome::P
                } else {
                    farstar_value::Outcome::N
                }));
            }
            if let Value::BoardPosition(position) = &a[0] {
                return Ok(Value::Outcome(position.misere_outcome(c)?));
            }
            if let Value::Form(_) = &a[0] {
                let shown = c.mention(&a[0]);
                return Err(Fault::unsupported(format!(
                    "the misère outcome of {shown} depends on its form"
                ))
                .fix(format!("ask ({shown}).CanonicalForm if its value is meant")));
            }
            let game = c.game(&a[0])?;
            Ok(Value::Outcome(c.calc.misere_outcome(game)?))
        },
    ),
];

/// Followers are counted of values; those of a position are other things.
fn no_position(context: &mut Context<'_, '_>, value: &Value) -> Outcome<()> {
    if let Value::Position(_) | Value::CoordinatePosition(_) | Value::Misere(_) = value {
        let shown = context.mention(value);
        return Err(Fault::unsupported(format!(
            "the followers of the position {shown} are not read yet"
        ))
        .fix(format!("ask ({shown}).CanonicalForm if its value is meant")));
    }
    Ok(())
}

fn canonical(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    if let Value::Number(_) = &arguments[0] {
        return Ok(arguments[0].clone());
    }
    let game = context.game(&arguments[0])?;
    Ok(context.value_of_game(game))
}
