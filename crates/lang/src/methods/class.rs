//! Sorts of values as values, and the two players.

use super::predicate::class_of;
use crate::method::{Family, MethodInfo, Native, Run, entry};
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
    entry(Family::Predicate, (name, signature), summary, example, arguments, Run::Native(run))
}

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Is",
        "x is Sort",
        "Whether the value is of this sort, or of one inside it.",
        ("*2 is CanonicalShortGame", "true"),
        (2, 2),
        |c, a| match &a[1] {
            Value::Class(sort) => {
                let own = class_of(c, &a[0])?;
                Ok(Value::Boolean(is_within(own, sort)))
            }
            // the names of two sorts are those of methods too
            Value::Method(method) if matches!(method.name, "Apply" | "Ruleset") => {
                let sort = if method.name == "Apply" { "Map" } else { method.name };
                Ok(Value::Boolean(class_of(c, &a[0])? == sort))
            }
            other => Err(c.wrong(other, "a sort of values such as Integer or Nimber")),
        },
    ),
    of(
        "Name",
        "Sort.Name",
        "The name of a sort of values, as a text.",
        ("(*2).Class.Name", "\"Nimber\""),
        (1, 1),
        |c, a| match &a[0] {
            Value::Class(name) => c.text((*name).to_owned()),
            other => Err(c.wrong(other, "a sort of values such as Integer or Nimber")),
        },
    ),
    of(
        "Opponent",
        "player.Opponent",
        "The other player.",
        ("Left.Opponent", "Right"),
        (1, 1),
        |c, a| match &a[0] {
            Value::Player(player) => Ok(Value::Player(player.opponent())),
            other => Err(c.wrong(other, "Left or Right")),
        },
    ),
    of(
        "Ordinal",
        "player.Ordinal",
        "1 for Left and 2 for Right.",
        ("Right.Ordinal", "2"),
        (1, 1),
        |c, a| match &a[0] {
            Value::Player(Player::Left) => Ok(Value::integer(1)),
            Value::Player(Player::Right) => Ok(Value::integer(2)),
            other => Err(c.wrong(other, "Left or Right")),
        },
    ),
];

/// The sorts that hold a sort, from the inside.
const WITHIN: &[(&str, &[&str])] = &[
    ("Zero", &["Integer", "Nimber"]),
    ("Integer", &["DyadicRational", "GeneralizedOrdinal"]),
    ("DyadicRational", &["Rational", "Uptimal"]),
    ("Rational", &["SurrealNumber"]),
    ("GeneralizedOrdinal", &["SurrealNumber"]),
    ("Nimber", &["Uptimal"]),
    ("Uptimal", &["CanonicalShortGame"]),
    ("CanonicalShortGame", &["Game"]),
    ("ExplicitGame", &["Game"]),
    ("Position", &["Game"]),
    ("LoopyGame", &["Game"]),
    ("List", &["Collection"]),
    ("Set", &["Collection"]),
    ("Map", &["Collection"]),
    ("Range", &["Collection"]),
];

/// Sorts of values that may be asked for by name.
pub(crate) const SORTS: &[&str] = &[
    "Zero",
    "Integer",
    "DyadicRational",
    "Rational",
    "SurrealNumber",
    "GeneralizedOrdinal",
    "Nimber",
    "Uptimal",
    "CanonicalShortGame",
    "ExplicitGame",
    "LoopyGame",
    "Game",
    "Position",
    "List",
    "Set",
    "Map",
    "MapEntry",
    "Range",
    "Collection",
    "String",
    "Boolean",
    "Function",
    "Player",
    "OutcomeClass",
    "Thermograph",
    "Object",
];

fn is_within(own: &str, wanted: &str) -> bool {
    let mut open = vec![own];
    while let Some(sort) = open.pop() {
        if sort == wanted {
            return true;
        }
        open.extend(
            WITHIN.iter().filter(|(inner, _)| *inner == sort).flat_map(|(_, outer)| *outer),
        );
    }
    wanted == "Object"
}
