//! Partizan games in misère play: which is better in which universe, ends, dicots, reduction.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use farstar_impartial::misere::MisereForms;
use farstar_play::say;
use farstar_value::misere::{Universe, UnknownUniverse};
use farstar_value::{Comparison, Player};

entries!(Misere);

/// Questions about games as they are written.
pub(super) const QUESTIONS: &[MethodInfo] = &[
    of(
        "g.MisereGe(h, universe)",
        "Whether Left, under misère play, does no worse with g than with h in any sum with a game of the universe: \"all\" (if it is left out), \"dicots\" or \"dead-ending\".",
        ("MisereGe('{*|*}', 0, \"dicots\")", "true"),
        |c, a| {
            let (g, h) = c.partizan_pair(&a[0], &a[1])?;
            let (universe, limits) = (universe(c, a.get(2))?, c.misere_limits());
            Ok(Value::Boolean(c.rulesets.misere.partizan.ge(g, h, universe, &limits)?))
        },
    )
    .taking(2, 3)
    .by_moves(),
    of(
        "g.MisereEquals(h, universe)",
        "Whether g and h are won alike under misère play in every sum with a game of the universe: \"all\" (if it is left out), \"dicots\" or \"dead-ending\".",
        ("MisereEquals('{*|*}', 0)", "false"),
        |c, a| {
            let (g, h) = c.partizan_pair(&a[0], &a[1])?;
            let (universe, limits) = (universe(c, a.get(2))?, c.misere_limits());
            let order = c.rulesets.misere.partizan.compare(g, h, universe, &limits)?;
            Ok(Value::Boolean(order == Comparison::Equal))
        },
    )
    .taking(2, 3)
    .by_moves(),
    of(
        "g.MisereReduce(universe)",
        "g without dominated and reversible options under misère play, of \"all\" games, of \"dicots\" or of \"dead-ending\" ones: equal games have one reduced form.",
        ("MisereReduce('{0|{0|0,*},*2}', \"dicots\")", "'{0|v*}'"),
        |c, a| {
            let g = c.partizan_form(&a[0])?;
            let (universe, limits) = (universe(c, a.get(1))?, c.misere_limits());
            let reduced = c.rulesets.misere.partizan.reduce(g, universe, &limits)?;
            c.value_of_partizan(reduced)
        },
    )
    .taking(1, 2)
    .by_moves(),
    of(
        "g.StrongOutcome",
        "Who wins g under misère play if the opponent of the player who begins has waiting moves beside it: the least that each player gets beside dead ends.",
        ("StrongOutcome('{|*}')", "L"),
        |c, a| {
            let (g, limits) = (c.partizan_form(&a[0])?, c.misere_limits());
            Ok(Value::Outcome(c.rulesets.misere.partizan.strong_outcome(g, &limits)?))
        },
    )
    .by_moves(),
    of(
        "g.IsDicot",
        "Whether in every follower of g both players can move or neither can.",
        ("IsDicot({0|*})", "true"),
        |c, a| is_in(c, &a[0], Universe::Dicots),
    )
    .by_moves(),
    of(
        "g.IsDeadEnding",
        "Whether a player who cannot move in a follower of g can never move again in it.",
        ("IsDeadEnding('{|*}')", "false"),
        |c, a| is_in(c, &a[0], Universe::DeadEnding),
    )
    .by_moves(),
    of(
        "g.IsLeftEnd",
        "Whether Left has no move in g.",
        ("IsLeftEnd('{|*}')", "true"),
        |c, a| is_end(c, &a[0], Player::Left),
    )
    .by_moves(),
    of(
        "g.IsRightEnd",
        "Whether Right has no move in g.",
        ("IsRightEnd('{|*}')", "false"),
        |c, a| is_end(c, &a[0], Player::Right),
    )
    .by_moves(),
];

/// Games by numbers.
pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Waiting(n)",
        "The game in which Left has n moves one after another and Right none; Right if n is negative.",
        ("Waiting(-2)", "'{|-1}'"),
        |c, a| {
            let ((n, player), limits) = (moves(c, &a[0])?, c.misere_limits());
            let form = c.rulesets.misere.partizan.waiting(n, player, &limits)?;
            c.value_of_partizan(form)
        },
    ),
    of(
        "Murder(n)",
        "The perfect murder {|0,Murder(n-1)}: Right has up to n waiting moves; Left if n is negative.",
        ("Murder(2)", "'{|0,-1}'"),
        |c, a| {
            let ((n, player), limits) = (moves(c, &a[0])?, c.misere_limits());
            let form = c.rulesets.misere.partizan.murder(n, player.opponent(), &limits)?;
            c.value_of_partizan(form)
        },
    ),
    of(
        "misere_games_born_by(day)",
        "All misère canonical forms of impartial games born by a day, as a list.",
        ("misere_games_born_by(4).Size", "22"),
        |c, a| {
            let (day, limits) = (c.natural(&a[0])?, c.misere_limits());
            let day = u32::try_from(day).unwrap_or(u32::MAX);
            let forms: &mut MisereForms = &mut c.rulesets.misere.forms;
            let born = forms.born_by(day, &limits)?;
            c.list(born.into_iter().map(Value::Misere).collect())
        },
    )
    .called("MisereGamesBornBy"),
];

/// Games that show that `g >= h` does not hold in a universe.
pub(super) fn distinguisher(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let (g, h) = context.partizan_pair(&arguments[0], &arguments[1])?;
    let (universe, limits) = (universe(context, arguments.get(2))?, context.misere_limits());
    let found = context.rulesets.misere.partizan.distinguisher(g, h, universe, &limits)?;
    let games =
        found.map(|form| context.value_of_partizan(form)).into_iter().collect::<Result<_, _>>()?;
    context.list(games)
}

fn universe(context: &mut Context<'_, '_>, value: Option<&Value>) -> Outcome<Universe> {
    let expected = "\"all\", \"dicots\" or \"dead-ending\"";
    match value {
        None | Some(Value::Nothing) => Ok(Universe::All),
        Some(Value::Text(text)) => text.as_str().parse().map_err(|unknown: UnknownUniverse| {
            Fault::domain(say!("\"{0}\" is no universe of misère games", unknown.word))
                .expected(expected)
        }),
        Some(other) => Err(context.wrong(other, expected)),
    }
}

fn is_in(context: &mut Context<'_, '_>, value: &Value, universe: Universe) -> Outcome<Value> {
    let (form, limits) = (context.partizan_form(value)?, context.misere_limits());
    Ok(Value::Boolean(context.rulesets.misere.partizan.is_in(form, universe, &limits)?))
}

fn is_end(context: &mut Context<'_, '_>, value: &Value, player: Player) -> Outcome<Value> {
    let form = context.partizan_form(value)?;
    Ok(Value::Boolean(context.rulesets.misere.partizan.is_end(form, player)))
}

/// A number of moves, and who has them: Right if it is negative.
fn moves(context: &mut Context<'_, '_>, value: &Value) -> Outcome<(u32, Player)> {
    let n = context.small(value)?;
    let player = if n < 0 { Player::Right } else { Player::Left };
    let count = u32::try_from(n.unsigned_abs())
        .map_err(|_| Fault::domain(say!("{0} moves are too many for a form", n)))?;
    Ok((count, player))
}
