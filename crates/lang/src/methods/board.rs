//! Rulesets of the rules language: making them, and what is asked of their positions.

use crate::Dialect;
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use farstar_play::say;
use farstar_rules::language::Ruleset;

/// Names that stand for nothing but what is called on them.
pub(crate) const CLASSES: &[&str] =
    &["Grid", "Strip", "Graph", "DirectedGraph", "Coordinates", "Symmetry", "Color", "System"];

entries!(pub(super) Board);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Ruleset(text, parameters => \"\", left => f, right => f, options => f)",
        "The ruleset with this text in the rules language, or the built-in one of this name; its parameters may have other values, such as \"k=3\". Or the one in which functions list the positions that moves lead to: one for both players, left => and right =>, or options => (position, player) -> list.",
        ("Ruleset(\"game Crawl\\nstrip of . X\\nLeft: .X -> X.\")(\"..X\").CanonicalForm", "2"),
        |c, a| match (&a[0], optional(a, 1)) {
            (Value::Function(_), right) if a.len() <= 2 => match right {
                None => c.rules_by_moves(Some(&a[0]), [None, None], None),
                Some(right) => c.rules_by_moves(None, [Some(&a[0]), Some(right)], None),
            },
            (Value::Nothing, None) if a.len() > 2 => {
                c.rules_by_moves(None, [optional(a, 2), optional(a, 3)], optional(a, 4))
            }
            (Value::Text(text), None) => c.ruleset_from_text(text.as_str(), ""),
            (Value::Text(text), Some(Value::Text(given))) => {
                c.ruleset_from_text(text.as_str(), given.as_str())
            }
            (Value::Text(_), Some(other)) => {
                Err(c.wrong(other, "parameters in quotes, such as \"k=3\""))
            }
            (Value::Board(_), None) => Ok(a[0].clone()),
            (other, _) => Err(c.wrong(other, "the text of a ruleset, as a string")),
        },
    ),
    of(
        "position.GridString",
        "The position as it is typed.",
        ("Domineering(2,3).GridString", "\"...|...\""),
        |c, a| match &a[0] {
            Value::BoardPosition(position) => {
                let drawn = position.draw();
                match c.dialect {
                    Dialect::CgSuite => c.text(drawn.to_lowercase()),
                    Dialect::Farstar => c.text(drawn),
                }
            }
            other => Err(c.wrong(other, "a position such as Domineering(2,3)")),
        },
    )
    .by_moves(),
    of(
        "position.NormalPlay",
        "The same position with the player who cannot move losing: values of a position of misère rules are asked of this one; ruleset.NormalPlay(position) reads it.",
        ("Ruleset(\"misere nim\")(\"1+2\").NormalPlay.CanonicalForm", "*3"),
        |c, a| match (&a[0], &a[1..]) {
            (Value::BoardPosition(position), []) => c.in_normal_play(position),
            (Value::Board(rules), []) => c.normal_play(rules).map(Value::Board),
            (Value::Board(rules), position) => {
                let normal = c.normal_play(rules)?;
                c.board_position(&normal, position)
            }
            (other, _) => {
                Err(c.wrong(other, "a position such as Ruleset(\"misere nim\")(\"1+2\")"))
            }
        },
    )
    .taking(1, 3)
    .by_moves(),
];

pub(super) fn class(
    context: &mut Context<'_, '_>,
    value: &Value,
    name: &'static str,
) -> Outcome<()> {
    match value {
        Value::Class(known) if *known == name => Ok(()),
        _ => Err(context.wrong(value, name)),
    }
}

/// An argument that may be left out.
pub(super) fn optional(arguments: &[Value], place: usize) -> Option<&Value> {
    arguments.get(place).filter(|value| !matches!(value, Value::Nothing))
}

/// A small number among the arguments, or the usual one.
pub(super) fn number(
    context: &mut Context<'_, '_>,
    arguments: &[Value],
    place: usize,
    (usual, least, name): (u64, u64, &str),
) -> Outcome<u64> {
    const MOST: u64 = 64;
    let Some(value) = optional(arguments, place) else { return Ok(usual) };
    let n = context.natural(value)?;
    if n < least || n > MOST {
        return Err(Fault::domain(say!("{0} is {1}", name, n)).expected(say!(
            "from {0} to {1}",
            least,
            MOST
        )));
    }
    Ok(n)
}

/// The rules of a text made here.
pub(super) fn made(text: &str) -> Outcome<Ruleset> {
    text.parse().map_err(|fault: farstar_rules::language::RulesError| {
        Fault::domain(say!("no such ruleset: {0}", fault.message))
    })
}
