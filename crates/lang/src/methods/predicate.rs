//! Questions about what sort of value a value is.

use crate::Dialect;
use crate::context::Context;
use crate::fault::Outcome;
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use farstar_rules::language::Kind;
use farstar_value::{Class, Game, Parity};

entries!(Predicate);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "x.Class",
        "The narrowest sort that holds the value.",
        ("(6+^*).Class", "Uptimal"),
        |c, a| Ok(Value::Class(class_of(c, &a[0])?)),
    ),
    of("g.IsZero", "Whether g is 0.", ("(*+*).IsZero", "true"), |c, a| {
        ask_any(c, a, [false, false], |c, g| Ok(c.calc.is_zero(g)))
    }),
    of("g.IsInteger", "Whether g is an integer.", ("(1/2).IsInteger", "false"), |c, a| {
        ask_any(c, a, [false, false], |c, g| Ok(c.calc.is_integer(g)))
    }),
    of("g.IsNumber", "Whether g is a number.", ("^.IsNumber", "false"), |c, a| {
        ask_any(c, a, [true, false], |c, g| Ok(c.calc.is_number(g)))
    }),
    of("g.IsNimber", "Whether g is a nimber.", ("*8.IsNimber", "true"), |c, a| {
        ask_any(c, a, [false, true], |c, g| Ok(c.calc.is_nimber(g)))
    }),
    of(
        "g.IsOrdinal",
        "Whether g is an ordinal number; for a short game, an integer that is not negative.",
        ("5.IsOrdinal", "true"),
        |c, a| {
            if let Value::Surreal(x) = &a[0] {
                return Ok(Value::Boolean(x.is_ordinal()));
            }
            ask_any(c, a, [false, false], |c, g| {
                Ok(c.calc.as_integer(g).is_some_and(|n| n >= dashu_int::IBig::ZERO))
            })
        },
    ),
    of(
        "g.IsPseudonumber",
        "Whether g is a pseudonumber; for a short game, a number.",
        ("^.IsPseudonumber", "false"),
        |c, a| ask_any(c, a, [true, false], |c, g| Ok(c.calc.is_number(g))),
    ),
    of(
        "g.IsUptimal",
        "Whether g is the sum of a number, a nimber and powers of up.",
        ("{0|v*}.IsUptimal", "true"),
        |c, a| ask(c, a, |c, g| Ok(c.calc.is_uptimal(g)?)),
    ),
    of(
        "g.IsNumberish",
        "Whether g is a number plus an infinitesimal.",
        ("(9/8+*).IsNumberish", "true"),
        |c, a| ask(c, a, |c, g| Ok(c.calc.is_numberish(g)?)),
    ),
    of(
        "g.IsNumberTiny",
        "Whether g is a number, or a number plus a tiny or miny.",
        ("(1+Tiny(2)).IsNumberTiny", "true"),
        |c, a| ask(c, a, |c, g| Ok(c.calc.is_number_tiny(g)?)),
    ),
    of(
        "g.IsInfinitesimal",
        "Whether both stops are 0.",
        ("Tiny(2).IsInfinitesimal", "true"),
        |c, a| {
            if let Value::Surreal(x) = &a[0] {
                let below = x.leading()?.is_none_or(|(exponent, _)| exponent.signum() < 0);
                return Ok(Value::Boolean(below));
            }
            ask_any(c, a, [false, false], |c, g| Ok(c.calc.is_infinitesimal(g)?))
        },
    ),
    of(
        "g.IsAllSmall",
        "Whether in every follower of the canonical form both players can move or neither can.",
        ("Tiny(2).IsAllSmall", "false"),
        |c, a| ask(c, a, |c, g| Ok(c.calc.is_all_small(g)?)),
    ),
    of(
        "g.IsEven",
        "Whether g is an even integer (in the notation of CGSuite, whether every run of moves of its canonical form to the end is even); of a misère form, whether g is born before g + *[1].",
        ("4.IsEven", "true"),
        |c, a| match &a[0] {
            Value::Misere(form) => Ok(Value::Boolean(c.misere_is_even(*form)?)),
            _ => ask(c, a, |c, g| has_parity(c, g, Parity::Even)),
        },
    ),
    of(
        "g.IsOdd",
        "Whether g is an odd integer (in the notation of CGSuite, whether every such run is odd); of a misère form, whether g is born after g + *[1].",
        ("4.IsOdd", "false"),
        |c, a| match &a[0] {
            Value::Misere(form) => Ok(Value::Boolean(!c.misere_is_even(*form)?)),
            _ => ask(c, a, |c, g| has_parity(c, g, Parity::Odd)),
        },
    ),
    of(
        "g.IsEvenTempered",
        "Whether every play of the canonical form to a number takes an even number of moves.",
        ("3.IsEvenTempered", "true"),
        |c, a| ask(c, a, |c, g| Ok(c.calc.is_even_tempered(g)?)),
    ),
    of(
        "g.IsOddTempered",
        "Whether every play of the canonical form to a number takes an odd number of moves.",
        ("{3|1}.IsOddTempered", "true"),
        |c, a| ask(c, a, |c, g| Ok(c.calc.is_odd_tempered(g)?)),
    ),
    of(
        "g.IsStopper",
        "Whether g has no infinite alternating play; true of every short game.",
        ("^.IsStopper", "true"),
        |c, a| ask(c, a, |_, _| Ok(true)),
    ),
    of(
        "g.IsLoopfree",
        "Whether g has no infinite play; true of every short game.",
        ("^.IsLoopfree", "true"),
        |c, a| ask(c, a, |_, _| Ok(true)),
    ),
    of(
        "g.IsFinite",
        "Whether g has finitely many followers; true of every short game.",
        ("^.IsFinite", "true"),
        |c, a| ask_any(c, a, [false, false], |_, _| Ok(true)),
    ),
    of(
        "g.IsIdempotent",
        "Whether g + g = g; of short games only 0.",
        ("*.IsIdempotent", "false"),
        |c, a| ask(c, a, |c, g| Ok(c.calc.is_zero(g))),
    ),
];

type Question = fn(&mut Context<'_, '_>, Game) -> Outcome<bool>;

/// The answer about a game; a number that is no short game answers what can be said of numbers.
fn ask(context: &mut Context<'_, '_>, arguments: &[Value], question: Question) -> Outcome<Value> {
    let game = context.game(&arguments[0])?;
    Ok(Value::Boolean(question(context, game)?))
}

/// The answer about any value: `[of a number, of a nimber]` that is no short game, or that of a short game.
fn ask_any(
    context: &mut Context<'_, '_>,
    arguments: &[Value],
    [number, nimber]: [bool; 2],
    question: Question,
) -> Outcome<Value> {
    match &arguments[0] {
        Value::Surreal(_) => Ok(Value::Boolean(number)),
        Value::Number(x) if x.is_finite() && !x.is_dyadic() => Ok(Value::Boolean(number)),
        Value::TransfiniteNimber(_) => Ok(Value::Boolean(nimber)),
        _ => ask(context, arguments, question),
    }
}

/// Whether g is even or odd, in the sense of the notation.
fn has_parity(context: &mut Context<'_, '_>, game: Game, parity: Parity) -> Outcome<bool> {
    Ok(match (context.dialect, parity) {
        (Dialect::CgSuite, _) => context.calc.parity(game)? == Some(parity),
        (Dialect::Farstar, Parity::Even) => context.calc.is_even(game),
        (Dialect::Farstar, Parity::Odd) => context.calc.is_odd(game),
    })
}

/// The narrowest sort that holds a value.
pub(crate) fn class_of(context: &mut Context<'_, '_>, value: &Value) -> Outcome<&'static str> {
    Ok(match value {
        Value::Number(x) if x.is_zero() => "Zero",
        Value::Game(game) => match context.calc.class(*game)? {
            Class::Zero => "Zero",
            Class::Integer => "Integer",
            Class::DyadicRational => "DyadicRational",
            Class::Nimber => "Nimber",
            Class::Uptimal => "Uptimal",
            Class::CanonicalShortGame => "CanonicalShortGame",
        },
        Value::Loopy(value) => crate::loopy::class_of(context, value)?,
        Value::Ruleset(_) => "HeapRuleset",
        Value::Coordinates(rules) => rules.class(),
        Value::Board(rules) => match rules.rules().kind() {
            Some(Kind::Grid | Kind::Hex) => "GridRuleset",
            Some(Kind::Strip | Kind::Row) => "StripRuleset",
            Some(Kind::Graph | Kind::Digraph | Kind::Edges) => "GraphRuleset",
            None => "Ruleset",
        },
        other => other.type_name(),
    })
}
