//! Names that only CGSuite has: its general rulesets, made of texts and codes, and its words for coins.

use super::board::{made, number, of, optional};
use super::heap::{of as of_heaps, text};
use crate::context::Context;
use crate::explicit::Compound;
use crate::fault::{Fault, Outcome};
use crate::method::{Family, MethodInfo, Run, entry};
use crate::value::Value;
use farstar_play::say;
use farstar_rules::heap::{HeapCode, Spawning};

/// Its names for methods that have another here.
pub(super) const ALIASES: &[(&str, &str)] = &[
    ("GenCutcake", "CakeProduct"),
    ("GenTakeAway", "TakeAway"),
    ("FunctionalHeapRuleset", "HeapRuleset"),
    ("MkOutput", "Joined"),
    ("FunctionalCoordinateRuleset", "CoordinateRuleset"),
];

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "GenToadsAndFrogs(minSlide => 1, maxSlide => 1, maxJump => 1, allowFriendlyJump => false)",
        "Toads and Frogs in which stones slide over and jump over several places; those below 0 are slides back.",
        ("GenToadsAndFrogs(maxJump => 2)(\"tttt..fff\").CanonicalForm", "{1/2*|v}"),
        toads,
    ),
    of(
        "GenFoxAndGeese(boardWidth => 8, foxRange => 1)",
        "Fox and Geese on a board of this width, with a fox that goes so far; positions are the set of geese and the fox.",
        ("GenFoxAndGeese(boardWidth => 4)({(2,2),(2,4)}, (1,1)).GameValue", "1"),
        foxes,
    ),
    of(
        "ruleset.ValuesTable(geese)",
        "Fox and Geese: the values for every square of the fox in front of the geese, as a table.",
        (
            "GenFoxAndGeese(boardWidth => 4).ValuesTable({(2,2),(2,4)})",
            "  | X |   | X\n--+---+---+--\n1 |   | 0 |  ",
        ),
        |c, a| match &a[0] {
            Value::Board(rules) => c.fox_table(rules, &a[1]),
            other => Err(c.wrong(other, "FoxAndGeese")),
        },
    ),
    of(
        "Turning(code)",
        "The coin-turning game with this code, or of this spawning game, on strips of h and t: a coin turned twice lies as before.",
        ("Turning(\"1-3\")(\"htththtth\").NimValue", "29"),
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
        "g.CgsuiteSelectiveSum(h)",
        "CGSuite's selective sum: the first move is made in one or both components, and what is left is a disjunctive sum after a move in one, a conjunctive one after a move in both.",
        ("*5 CgsuiteSelectiveSum *6", "*8"),
        Run::Native(|c, a| c.compound(Compound::CgsuiteSelective, &a[0], &a[1])),
    )
    .by_moves(),
    of_heaps(
        "TakeAndBreak(code)",
        "The take-and-break game with this code.",
        ("TakeAndBreak(\"0.77\")(5).NimValue", "4"),
        |c, a| {
            let code = text(c, &a[0])?;
            let code: HeapCode = code.parse().map_err(|error| Fault::domain(format!("{error}")))?;
            c.heap_rules(format!("TakeAndBreak(\"{code}\")"), code)
        },
    ),
    of_heaps(
        "TakeAndBreak.FromSubtractionSet(list, digit => \"3\", allbut => false)",
        "The take-and-break game whose code has this digit in the places of the list, or in all others, and 0 elsewhere.",
        ("TakeAndBreak.FromSubtractionSet([2,3], \"7\")", "TakeAndBreak(\"0.077\")"),
        from_set,
    ),
    of_heaps(
        "Spawning(code)",
        "The heap game of a coin-turning code: a heap is a coin in its place, and what is turned is spawned. Rows of coins, in which equal coins cancel, are Turning(code).",
        ("Spawning(\"1+C\").NimValueSequence(8)", "[1,2,1,4,1,2,1,8]"),
        |c, a| spawning(c, &a[0]),
    ),
];

/// The longest code that is written by its places.
const LONGEST_CODE: u32 = 1 << 12;

fn from_set(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let numbers = super::heap::numbers_taken(context, &arguments[1])?;
    let digit = match optional(arguments, 2) {
        Some(value) => text(context, value)?,
        None => "3".to_owned(),
    };
    let all_but = match optional(arguments, 3) {
        Some(value) => context.boolean(value)?,
        None => false,
    };
    let last = numbers.iter().copied().max().unwrap_or(0);
    if last > LONGEST_CODE {
        return Err(Fault::too_large(say!("{0} is too large", last))
            .expected(say!("at most {0}", LONGEST_CODE)));
    }
    let taken: std::collections::BTreeSet<u32> = numbers.into_iter().collect();
    let place = |n: u32| if taken.contains(&n) != all_but { digit.as_str() } else { "0" };
    let mut code: String = (1..=last).map(place).collect();
    if all_but {
        code.push_str(&format!("[{digit}]"));
    }
    let code: HeapCode =
        format!("0.{code}").parse().map_err(|error| Fault::domain(format!("{error}")))?;
    context.heap_rules(format!("TakeAndBreak(\"{code}\")"), code)
}

/// The coin-turning game with a code.
fn spawning(context: &mut Context<'_, '_>, code: &Value) -> Outcome<Value> {
    let code = text(context, code)?;
    let game: Spawning = code.parse().map_err(|error| Fault::domain(format!("{error}")))?;
    context.heap_rules(format!("Spawning(\"{code}\")"), game)
}

fn toads(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let least = slide(context, arguments, 0, "minSlide")?.unwrap_or(1);
    let most = slide(context, arguments, 1, "maxSlide")?.unwrap_or(least.max(1));
    if most < least {
        return Err(Fault::domain(say!("maxSlide is {0}", most)).expected(say!(
            "from {0} to {1}",
            least,
            LONGEST_SLIDE
        )));
    }
    let jump = number(context, arguments, 2, (1, 0, "maxJump"))?;
    let friendly = match optional(arguments, 3) {
        Some(value) => context.boolean(value)?,
        None => false,
    };
    let (over, under) = if friendly { ("[TF]", "[TF]") } else { ("F", "F") };
    let mut moves = Vec::new();
    if most > 0 {
        let (from, to) = (least.max(1) - 1, most - 1);
        moves.push(format!("T.{{{from},{to}}}. -> ..{{{from},{to}}}T"));
    }
    if least < 0 {
        let (from, to) = (-most.min(-1) - 1, -least - 1);
        moves.push(format!("..{{{from},{to}}}T -> T.{{{from},{to}}}."));
    }
    if jump > 0 {
        moves.push(format!("T{over}{{1,{jump}}}. -> .{under}{{1,{jump}}}T"));
    }
    let Some((first, others)) = moves.split_first() else {
        return Err(Fault::domain("a game without moves").expected("a slide or a jump"));
    };
    let others: String = others.iter().map(|rule| format!("       {rule}\n")).collect();
    let rules = made(&format!(
        "game \"Generalised Toads\"\nstrip of . T/F\nLeft:  {first}\n{others}Right: as Left reversed"
    ))?;
    let text = format!(
        "GenToadsAndFrogs(minSlide => {least}, maxSlide => {most}, maxJump => {jump}, allowFriendlyJump => {friendly})"
    );
    context.board_rules(text, rules, None)
}

/// The longest slide of a toad.
const LONGEST_SLIDE: i64 = 64;

/// How far stones slide, backwards if it is negative; `None` if the argument is left out.
fn slide(
    context: &mut Context<'_, '_>,
    arguments: &[Value],
    place: usize,
    name: &str,
) -> Outcome<Option<i64>> {
    let Some(value) = optional(arguments, place) else { return Ok(None) };
    let n = context.small(value)?;
    if n.unsigned_abs() > LONGEST_SLIDE.unsigned_abs() {
        return Err(Fault::domain(say!("{0} is {1}", name, n)).expected(say!(
            "from {0} to {1}",
            -LONGEST_SLIDE,
            LONGEST_SLIDE
        )));
    }
    Ok(Some(n))
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
