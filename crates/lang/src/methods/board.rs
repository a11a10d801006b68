//! Rulesets of the rules language: making them, and what is asked of their positions.

use super::{Family, MethodInfo, Native, Run, entry};
use crate::Dialect;
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::value::Value;
use farstar_rules::language::Rules;

/// Names that stand for nothing but what is called on them.
pub(crate) const CLASSES: &[&str] = &["Grid", "Graph", "Coordinates"];

/// A method of boards.
pub(super) const fn of(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str),
    arguments: (usize, usize),
    run: Native,
) -> MethodInfo {
    entry(Family::Board, (name, signature), summary, example, arguments, Run::Native(run))
}

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Ruleset",
        "Ruleset(text, parameters => \"\")",
        "The ruleset with this text in the rules language, or the built-in one of this name; its parameters may have other values, such as \"k=3\".",
        ("Ruleset(\"game Crawl\\nstrip of . X\\nLeft: .X -> X.\")(\"..X\").CanonicalForm", "2"),
        (1, 2),
        |c, a| match (&a[0], a.get(1)) {
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
        "GridString",
        "position.GridString",
        "The position as it is typed.",
        ("Domineering(2,3).GridString", "\"...|...\""),
        (1, 1),
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
    ),
    of(
        "GenToadsAndFrogs",
        "GenToadsAndFrogs(minSlide => 1, maxSlide => 1, maxJump => 1, allowFriendlyJump => false)",
        "Toads and Frogs in which stones slide over and jump over several places.",
        ("GenToadsAndFrogs(maxJump => 2)(\"tttt..fff\").CanonicalForm", "{1/2*|v}"),
        (0, 4),
        toads,
    ),
    of(
        "GenFoxAndGeese",
        "GenFoxAndGeese(boardWidth => 8, foxRange => 1)",
        "Fox and Geese on a board of this width, with a fox that goes so far; positions are the set of geese and the fox.",
        ("GenFoxAndGeese(boardWidth => 4)({(2,2),(2,4)}, (1,1)).GameValue", "1"),
        (0, 2),
        foxes,
    ),
    of(
        "ValuesTable",
        "ruleset.ValuesTable(geese)",
        "Fox and Geese: the values for every square of the fox in front of the geese, as a table.",
        (
            "GenFoxAndGeese(boardWidth => 4).ValuesTable({(2,2),(2,4)})",
            "  | X |   | X\n--+---+---+--\n1 |   | 0 |  ",
        ),
        (2, 2),
        |c, a| match &a[0] {
            Value::Board(rules) => c.fox_table(rules, &a[1]),
            other => Err(c.wrong(other, "FoxAndGeese")),
        },
    ),
    of(
        "Turning",
        "Turning(code)",
        "The coin-turning game with this code, or of this spawning game, on strips of h and t.",
        ("Turning(\"1-3\")(\"htththtth\").NimValue", "29"),
        (1, 1),
        |c, a| match &a[0] {
            Value::Ruleset(_) => Ok(a[0].clone()),
            Value::Text(_) => super::heap::spawning(c, &a[0]),
            other => Err(c.wrong(other, "a code in quotes, such as \"1-3\", or a spawning game")),
        },
    ),
    of(
        "Empty",
        "Grid.Empty(rows, columns)",
        "The empty grid of this size.",
        ("Grid.Empty(2, 3)", "\"...|...\""),
        (3, 3),
        |c, a| {
            class(c, &a[0], "Grid")?;
            let (rows, columns) = (c.natural(&a[1])?, c.natural(&a[2])?);
            let most = farstar_rules::MOST_CELLS as u64;
            if rows.checked_mul(columns).is_none_or(|cells| cells > most || cells == 0) {
                return Err(Fault::domain(format!("a grid of {rows} times {columns} squares"))
                    .expected(format!("from 1 to {most} squares")));
            }
            c.text(vec![".".repeat(columns as usize); rows as usize].join("|"))
        },
    ),
    of(
        "Path",
        "Graph.Path(n)",
        "The path of n vertices, as the lists of their neighbours.",
        ("Graph.Path(3)", "[[2],[1,3],[2]]"),
        (2, 2),
        |c, a| {
            class(c, &a[0], "Graph")?;
            c.path(&a[1])
        },
    ),
    of(
        "FromAdjacencyList",
        "Graph.FromAdjacencyList(lists)",
        "The graph in which vertices have these neighbours; a vertex among its own neighbours has a loop.",
        ("ArcKayles(Graph.FromAdjacencyList([[2],[1]])).NimValue", "1"),
        (2, 2),
        |c, a| {
            class(c, &a[0], "Graph")?;
            adjacency(c, &a[1])
        },
    ),
    of(
        "AdjacencyList",
        "graph.AdjacencyList",
        "The lists of the neighbours of the vertices of a graph.",
        ("Graph.Path(2).AdjacencyList", "[[2],[1]]"),
        (1, 1),
        |c, a| adjacency(c, &a[0]),
    ),
];

pub(super) fn class(context: &mut Context<'_, '_>, value: &Value, name: &str) -> Outcome<()> {
    match value {
        Value::Class(known) if *known == name => Ok(()),
        _ => Err(context.wrong(value, name)),
    }
}

fn adjacency(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Value> {
    match value {
        Value::List(lists) if lists.as_slice().iter().all(|l| l.elements().is_some()) => {
            Ok(value.clone())
        }
        _ => Err(context.wrong(value, "a graph: the list of the neighbours of each vertex")),
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
        return Err(
            Fault::domain(format!("{name} is {n}")).expected(format!("from {least} to {MOST}"))
        );
    }
    Ok(n)
}

/// The rules of a text made here.
pub(super) fn made(text: &str) -> Outcome<Rules> {
    text.parse().map_err(|fault: farstar_rules::language::RulesError| {
        Fault::domain(format!("no such ruleset: {}", fault.message))
    })
}

fn toads(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let least = number(context, arguments, 0, (1, 1, "minSlide"))?;
    let most = number(context, arguments, 1, (1, least, "maxSlide"))?;
    let jump = number(context, arguments, 2, (1, 0, "maxJump"))?;
    let friendly = match optional(arguments, 3) {
        Some(value) => context.boolean(value)?,
        None => false,
    };
    let (least, most) = (least - 1, most.max(least) - 1);
    let (over, under) = if friendly { ("[TF]", "[TF]") } else { ("F", "F") };
    let jumps = if jump > 0 {
        format!("       T{over}{{1,{jump}}}. -> .{under}{{1,{jump}}}T\n")
    } else {
        String::new()
    };
    let rules = made(&format!(
        "game \"Generalised Toads\"\nstrip of . T/F\nLeft:  T.{{{least},{most}}}. -> ..{{{least},{most}}}T\n{jumps}Right: as Left reversed"
    ))?;
    let text = format!(
        "GenToadsAndFrogs(minSlide => {}, maxSlide => {}, maxJump => {jump}, allowFriendlyJump => {friendly})",
        least + 1,
        most + 1
    );
    context.board_rules(text, rules, None)
}

fn foxes(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let width = number(context, arguments, 0, (8, 1, "boardWidth"))?;
    let range = number(context, arguments, 1, (1, 1, "foxRange"))?;
    let slide = format!(".{{0,{}}}", range - 1);
    let (from, to) = if range == 1 {
        ("F.".to_owned(), ".F".to_owned())
    } else {
        (format!("F{slide}."), format!(".{slide}F"))
    };
    let rules = made(&format!(
        "game \"Fox and Geese\"\ngrid of . G/F #\nLeft:  G. -> .G se sw\nRight: {from} -> {to} diagonal"
    ))?;
    let text = format!("GenFoxAndGeese(boardWidth => {width}, foxRange => {range})");
    context.board_rules(text, rules, Some(width as usize))
}
