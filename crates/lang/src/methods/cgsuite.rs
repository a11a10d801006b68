//! Names that only CGSuite has: its general rulesets, made of texts and codes, and its words for coins.

use super::board::{made, number, of, optional};
use super::heap::{of as of_heaps, text};
use crate::context::Context;
use crate::explicit::Compound;
use crate::fault::{Fault, Outcome};
use crate::method::{Family, MethodInfo, Run, entry};
use crate::value::Value;
use farstar_rules::heap::{HeapCode, Spawning};

/// Its names for methods that have another here.
pub(super) const ALIASES: &[(&str, &str)] =
    &[("GenCutcake", "CakeProduct"), ("GenTakeAway", "TakeAway")];

pub(super) const METHODS: &[MethodInfo] = &[
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
        "The coin-turning game with this code, or of this spawning game, on strips of h and t: a coin turned twice lies as before.",
        ("Turning(\"1-3\")(\"htththtth\").NimValue", "29"),
        (1, 1),
        |c, a| {
            let game = match &a[0] {
                Value::Ruleset(_) => a[0].clone(),
                code => spawning(c, code)?,
            };
            let rules = super::heap::ruleset(c, &game)?;
            c.coin_rules(&rules).map(Value::Ruleset)
        },
    ),
    entry(
    Family::Arithmetic,
    ("CgsuiteSelectiveSum", "g.CgsuiteSelectiveSum(h)"),
    "CGSuite's selective sum: the first move is made in one or both components, and what is left is a disjunctive sum after a move in one, a conjunctive one after a move in both.",
    ("*5 CgsuiteSelectiveSum *6", "*8"),
    (2, 2),
    Run::Native(|c, a| c.compound(Compound::CgsuiteSelective, &a[0], &a[1])),
)
.by_moves(),
    of_heaps(
        "TakeAndBreak",
        "TakeAndBreak(code)",
        "The take-and-break game with this code.",
        ("TakeAndBreak(\"0.77\")(5).NimValue", "4"),
        (1, 1),
        |c, a| {
            let code = text(c, &a[0])?;
            let code: HeapCode = code.parse().map_err(|error| Fault::domain(format!("{error}")))?;
            c.heap_rules(format!("TakeAndBreak(\"{code}\")"), code)
        },
    ),
    of_heaps(
        "Spawning",
        "Spawning(code)",
        "The heap game of a coin-turning code: a heap is a coin in its place, and what is turned is spawned. Rows of coins, in which equal coins cancel, are Turning(code).",
        ("Spawning(\"1+C\").NimValueSequence(8)", "[1,2,1,4,1,2,1,8]"),
        (1, 1),
        |c, a| spawning(c, &a[0]),
    ),
];

/// The coin-turning game with a code.
fn spawning(context: &mut Context<'_, '_>, code: &Value) -> Outcome<Value> {
    let code = text(context, code)?;
    let game: Spawning = code.parse().map_err(|error| Fault::domain(format!("{error}")))?;
    context.heap_rules(format!("Spawning(\"{code}\")"), game)
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
