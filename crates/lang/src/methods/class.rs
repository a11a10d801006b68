//! Sorts of values as values, and the two players.

use super::board::CLASSES;
use super::predicate::class_of;
use crate::context::{Context, article};
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::names::folded;
use crate::value::Value;
use farstar_play::say;
use farstar_value::Player;

entries!(Predicate);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "x is Sort",
        "Whether the value is of this sort, or of one inside it.",
        ("*2 is CanonicalShortGame", "true"),
        |c, a| match &a[1] {
            Value::Class(sort) => {
                let own = class_of(c, &a[0])?;
                Ok(Value::Boolean(is_within(own, sort)))
            }
            // the names of some sorts are those of methods too
            Value::Method(method)
                if let Some(sort) =
                    sort_named(if method.name == "Apply" { "Map" } else { method.name }) =>
            {
                let own = class_of(c, &a[0])?;
                Ok(Value::Boolean(is_within(own, sort)))
            }
            other => Err(c.wrong(other, "a sort of values such as Integer or Nimber")),
        },
    )
    .called("Is")
    .taking(2, 2),
    of(
        "Sort.Name",
        "The name of a sort of values, as a text.",
        ("(*2).Class.Name", "\"Nimber\""),
        |c, a| match &a[0] {
            Value::Class(name) => c.text((*name).to_owned()),
            Value::Member(member) => c.text(member.name()),
            other => Err(c.wrong(other, "a sort of values such as Integer or Nimber")),
        },
    ),
    of("player.Opponent", "The other player.", ("Left.Opponent", "Right"), |c, a| match &a[0] {
        Value::Player(player) => Ok(Value::Player(player.opponent())),
        other => Err(c.wrong(other, "Left or Right")),
    }),
    of(
        "player.Ordinal",
        "1 for Left and 2 for Right; the place of a colour or symmetry in its enumeration.",
        ("Right.Ordinal", "2"),
        |c, a| match &a[0] {
            Value::Player(Player::Left) => Ok(Value::integer(1)),
            Value::Player(Player::Right) => Ok(Value::integer(2)),
            Value::Member(member) => Ok(Value::integer(member.ordinal())),
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
    ("SurrealNumber", &["NormalValue"]),
    ("TransfiniteNimber", &["NormalValue"]),
    ("Nimber", &["Uptimal"]),
    ("Uptimal", &["CanonicalShortGame"]),
    ("CanonicalShortGame", &["CanonicalStopper"]),
    ("Pseudonumber", &["CanonicalStopper"]),
    ("CanonicalStopper", &["StopperSidedValue"]),
    ("StopperSidedValue", &["SidedValue"]),
    ("SidedValue", &["NormalValue"]),
    ("NormalValue", &["Game"]),
    ("ExplicitGame", &["Game"]),
    ("MisereCanonicalGame", &["Game"]),
    ("Position", &["Game"]),
    ("LoopyGame", &["NormalValue"]),
    ("List", &["Collection"]),
    ("Set", &["Collection"]),
    ("Map", &["Collection"]),
    ("Range", &["Collection"]),
    ("MutableList", &["Collection"]),
    ("MutableSet", &["Collection"]),
    ("MutableMap", &["Collection"]),
    ("HeapRuleset", &["Ruleset"]),
    ("CoordinateRuleset", &["Ruleset"]),
    ("PartizanHeapRuleset", &["Ruleset"]),
    ("PartizanCoordinateRuleset", &["Ruleset"]),
    ("GridRuleset", &["Ruleset"]),
    ("StripRuleset", &["Ruleset"]),
    ("GraphRuleset", &["Ruleset"]),
];

/// Sorts of values that may be asked for by name.
pub(crate) const SORTS: &[&str] = &[
    "Zero",
    "Integer",
    "DyadicRational",
    "Rational",
    "SurrealNumber",
    "GeneralizedOrdinal",
    "TransfiniteNimber",
    "Nimber",
    "Uptimal",
    "CanonicalShortGame",
    "CanonicalStopper",
    "Pseudonumber",
    "StopperSidedValue",
    "SidedValue",
    "NormalValue",
    "MisereCanonicalGame",
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
    "GridRuleset",
    "StripRuleset",
    "GraphRuleset",
    "OutcomeClass",
    "Thermograph",
    "Picture",
    "Object",
];

/// Sorts whose names mean something else by themselves.
const HIDDEN: &[&str] = &[
    "Ruleset",
    "HeapRuleset",
    "CoordinateRuleset",
    "PartizanHeapRuleset",
    "PartizanCoordinateRuleset",
    "Table",
    "Genus",
    "MisereQuotient",
    "Law",
    "MutableList",
    "MutableSet",
    "MutableMap",
    "Random",
    "Nothing",
];

/// The sorts that a parameter may ask for.
pub(crate) fn sorts() -> impl Iterator<Item = &'static str> {
    SORTS.iter().chain(CLASSES).chain(HIDDEN).copied()
}

/// The sort of this name, regardless of case and underscores.
pub(crate) fn sort_named(name: &str) -> Option<&'static str> {
    let key = folded(name);
    sorts().find(|sort| folded(sort) == key)
}

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

impl Context<'_, '_> {
    /// Complains unless an argument is of a sort.
    pub(crate) fn expect_sort(&mut self, name: &str, value: &Value, sort: &str) -> Outcome<()> {
        let own = class_of(self, value)?;
        if is_within(own, sort) {
            return Ok(());
        }
        let shown = self.mention(value);
        let message = say!("the argument {0} is {1}, {2}", name, shown, article(own));
        Err(Fault::of_type(message).expected(article(sort)))
    }
}
