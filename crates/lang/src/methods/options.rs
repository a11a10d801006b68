//! Looking into a game: options, followers, incentives, outcomes.

use crate::context::Context;
use crate::explicit::Form;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::transfinite::is_transfinite;
use crate::value::Value;
use farstar_play::say;
use farstar_value::Player;
use farstar_value::loopy::LoopyOutcome;

entries!(Options);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "g.CanonicalForm",
        "The canonical form; it evaluates a game whose form was kept.",
        ("('{-1|1}':1).CanonicalForm", "1/2"),
        // Its other name, `Value`, is also what an entry of a map is asked.
        |c, a| match &a[0] {
            Value::Entry(entry) => Ok(entry.value().clone()),
            _ => canonical(c, a),
        },
    ),
    of(
        "g.GameValue",
        "The value; for a short game its canonical form.",
        ("'{*|*}'.GameValue", "0"),
        canonical,
    ),
    of(
        "g.Options(player)",
        "The options of one player, as a set.",
        ("{2,{3|1}|0}.Options(Left)", "{2,{3|1}}"),
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
            Err(Fault::domain(say!("the players have different options in {0}", shown))
                .expected("g.Options(Left) or g.Options(Right)"))
        },
    )
    .taking(1, 2)
    .by_moves(),
    of(
        "g.LeftOptions",
        "Left's options, as a set.",
        ("^*.LeftOptions", "{0,*}"),
        |c, a| c.options_of(&a[0], Player::Left),
    )
    .by_moves(),
    of(
        "g.RightOptions",
        "Right's options, as a set.",
        ("^.RightOptions", "{*}"),
        |c, a| c.options_of(&a[0], Player::Right),
    )
    .by_moves(),
    of(
        "g.LeftIncentives",
        "What Left gains by moving: the greatest of g^L - g, of the canonical form.",
        ("^.LeftIncentives", "{v}"),
        |c, a| {
            let game = c.game(&a[0])?;
            let incentives = c.calc.left_incentives(game)?;
            c.set_of_games(incentives)
        },
    ),
    of(
        "g.RightIncentives",
        "What Right gains by moving: the greatest of g - g^R, of the canonical form.",
        ("^.RightIncentives", "{^*}"),
        |c, a| {
            let game = c.game(&a[0])?;
            let incentives = c.calc.right_incentives(game)?;
            c.set_of_games(incentives)
        },
    ),
    of(
        "g.Incentives",
        "The greatest incentives of both players, of the canonical form.",
        ("^.Incentives", "{^*}"),
        |c, a| {
            let game = c.game(&a[0])?;
            let incentives = c.calc.incentives(game)?;
            c.set_of_games(incentives)
        },
    ),
    of(
        "g.Followers",
        "All positions reached by any moves, g among them, as a set.",
        ("^.Followers", "{0,*,^}"),
        |c, a| {
            if let Value::BoardPosition(position) = &a[0] {
                return position.followers(c);
            }
            if Context::keeps_form(&a[0]) {
                let followers = followers_of_form(c, &a[0])?;
                let followers = followers.into_iter().map(|form| c.value_of_form(form)).collect();
                return c.set(followers);
            }
            let game = c.game(&a[0])?;
            let followers = c.calc.followers(game)?;
            c.set_of_games(followers)
        },
    )
    .by_moves(),
    of("g.FollowerCount", "The number of followers.", ("*8.FollowerCount", "9"), |c, a| {
        if let Value::BoardPosition(position) = &a[0] {
            return position.follower_count(c);
        }
        if Context::keeps_form(&a[0]) {
            return Ok(Value::integer(followers_of_form(c, &a[0])?.len() as u64));
        }
        let game = c.game(&a[0])?;
        Ok(Value::integer(c.calc.follower_count(game)?))
    })
    .by_moves(),
    of(
        "g.OutcomeClass",
        "Who wins: L, R, N (the next player) or P (the previous one); a position of misère rules by misère play.",
        ("{3|-1}.OutcomeClass", "N"),
        |c, a| {
            // of anything else the second argument is refused
            if let Some(parts) = a.get(1) {
                return super::quotient::outcome(c, &a[0], parts);
            }
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
            if let Some(sum) = c.sum_of_positions(&a[0])? {
                let limits = c.calc.limits().clone();
                return Ok(value_of_outcome(c.solver.outcome(&sum, &limits)?));
            }
            let game = c.game(&a[0])?;
            Ok(Value::Outcome(c.calc.outcome(game)?))
        },
    )
    .taking(1, 2),
    of("g.LeftWinsFirst", "Whether Left wins if she starts.", ("*.LeftWinsFirst", "true"), |c, a| {
        if let Some(sum) = c.sum_of_positions(&a[0])? {
            let limits = c.calc.limits().clone();
            return Ok(Value::Boolean(c.solver.wins_first(&sum, Player::Left, &limits)?));
        }
        let game = c.game(&a[0])?;
        Ok(Value::Boolean(c.calc.left_wins_first(game)?))
    }),
    of(
        "g.RightWinsFirst",
        "Whether Right wins if he starts.",
        ("1.RightWinsFirst", "false"),
        |c, a| {
            if let Some(sum) = c.sum_of_positions(&a[0])? {
                let limits = c.calc.limits().clone();
                return Ok(Value::Boolean(c.solver.wins_first(&sum, Player::Right, &limits)?));
            }
            let game = c.game(&a[0])?;
            Ok(Value::Boolean(c.calc.right_wins_first(game)?))
        },
    ),
    of(
        "g.MisereOutcomeClass",
        "Who wins when the last player to move loses: a position by its moves, a typed sum or game as it is written; of a value ask g.CanonicalForm.MisereOutcomeClass.",
        ("1.MisereOutcomeClass", "R"),
        |c, a| Ok(value_of_outcome(c.misere_outcome(&a[0])?)),
    )
    .by_moves(),
];

fn value_of_outcome(outcome: LoopyOutcome) -> Value {
    match outcome {
        LoopyOutcome::Decided(outcome) => Value::Outcome(outcome),
        drawn => Value::LoopyOutcome(drawn),
    }
}

/// The followers of a form or a position, as forms.
fn followers_of_form(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Vec<Form>> {
    if let Value::Misere(_) = value {
        let shown = context.mention(value);
        return Err(Fault::unsupported(say!(
            "the followers of the misère form {0} are not read yet",
            shown
        ))
        .fix(say!("ask ({0}).CanonicalForm if its value is meant", shown)));
    }
    let form = context.form(value)?;
    context.form_followers(form)
}

fn canonical(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    if let Value::Number(_) = &arguments[0] {
        return Ok(arguments[0].clone());
    }
    let game = context.game(&arguments[0])?;
    Ok(context.value_of_game(game))
}
