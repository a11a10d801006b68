//! Rulesets made of others: partizan joins, products, and games on pairs of numbers.

use super::heap::{numbers_taken, ruleset};
use crate::by_function::Told;
use crate::context::Context;
use crate::coordinates::bounds;
use crate::fault::{Fault, Outcome};
use crate::heap::HeapRules;
use crate::method::{MethodInfo, entries};
use crate::table::{cells_of, ruled};
use crate::value::{Text, Value};
use farstar_play::say;
use farstar_rules::heap::{
    HeapCode, HeapCodeError, HeapGame, Join, TakeSet, acrostic_product, cake_product,
    direct_product, partizan_join, splittles, subtraction, take_away,
};
use farstar_value::Game;
use std::sync::Arc;

entries!(Heap);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "TakeAway(k)",
        "Dynamic take-away: at most k times as many tokens as were taken before; positions are (tokens, taken before).",
        ("TakeAway(3)((10,1)).NimValue", "2"),
        |c, a| {
            if let Value::Function(_) = &a[0] {
                return c.rules_by_function("TakeAway", Told::TakeAway, a);
            }
            let ratio = c.rational(&a[0])?;
            let parts =
                u64::try_from(ratio.numerator()).ok().zip(u64::try_from(ratio.denominator()).ok());
            let Some((over, under)) = parts.filter(|&(_, under)| under > 0) else {
                let shown = c.mention(&a[0]);
                return Err(Fault::domain(say!("{0} is no factor", shown))
                    .expected("a number such as 2 or 3/2"));
            };
            let next = move |k: u32| {
                let most = u128::from(k) * u128::from(over) / u128::from(under);
                u32::try_from(most).unwrap_or(u32::MAX)
            };
            c.pair_rules(format!("TakeAway({ratio})"), take_away(next))
        },
    ),
    of(
        "PartizanSubtraction(left, right, allbut => false)",
        "The game in which Left takes a number of the first list from a heap and Right one of the second.",
        ("PartizanSubtraction([1,3],[2,3])(3).CanonicalForm", "{0,{1|0}|0}"),
        |c, a| by_lists(c, a, "PartizanSubtraction", subtraction),
    ),
    of(
        "PartizanSplittles(left, right, allbut => false)",
        "As PartizanSubtraction, and the rest of the heap may be split in two.",
        ("PartizanSplittles([1],[2])(2).CanonicalForm", "{1|0}"),
        |c, a| by_lists(c, a, "PartizanSplittles", splittles),
    ),
    of(
        "PartizanTakeAndBreak(left, right)",
        "The heap game in which Left moves by the first take-and-break code and Right by the second.",
        ("PartizanTakeAndBreak(\"0.3\", \"0.03\")(2).CanonicalForm", "{1|0}"),
        |c, a| {
            let (left, right) = (code(c, &a[0])?, code(c, &a[1])?);
            let text = format!("PartizanTakeAndBreak(\"{left}\",\"{right}\")");
            c.partizan_rules(text, partizan_join(left, right), true)
        },
    ),
    of(
        "ruleset.PartizanJoin(other)",
        "The heap game in which Left moves by the rules of the first ruleset and Right by those of the other.",
        ("Subtraction([1,3]).PartizanJoin(Subtraction([2,3]))(3).CanonicalForm", "{0,{1|0}|0}"),
        |c, a| {
            let (left, right) = two(c, a)?;
            let text = format!("{}.PartizanJoin({})", left.text(), right.text());
            c.partizan_rules(text, partizan_join(game(&left), game(&right)), true)
        },
    ),
    of(
        "ruleset.CakeProduct(other, twisted => false)",
        "The game on pairs in which Left moves along the second number by the first rules and Right along the first by the others; twisted, the cake is turned before each cut.",
        ("TakeAndBreak(\"4.0\").CakeProduct(TakeAndBreak(\"4.0\"))((8,3)).CanonicalForm", "-3"),
        |c, a| {
            let (left, right) = two(c, a)?;
            let twisted = match a.get(2) {
                Some(value) => c.boolean(value)?,
                None => false,
            };
            let turned = if twisted { ", twisted => true" } else { "" };
            let text = format!("{}.CakeProduct({}{turned})", left.text(), right.text());
            let product = cake_product(game(&left), game(&right), twisted);
            c.partizan_rules(text, product, false)
        },
    ),
    of(
        "ruleset.AcrosticProduct(other)",
        "The game on pairs in which a move follows the first rules along the first number or the other rules along the second.",
        ("Spawning(\"1-2\").AcrosticProduct(Spawning(\"1-2\"))((2,3)).NimValue", "4"),
        |c, a| {
            let (first, second) = two(c, a)?;
            let text = format!("{}.AcrosticProduct({})", first.text(), second.text());
            c.pair_rules(text, acrostic_product(game(&first), game(&second)))
        },
    ),
    of(
        "ruleset.DirectProduct(other)",
        "The product of two coin-turning games, whose nim values are nim products.",
        ("Spawning(\"1-2\").DirectProduct(Spawning(\"1-2\"))((2,2)).NimValue", "3"),
        |c, a| {
            let (first, second) = two(c, a)?;
            let text = format!("{}.DirectProduct({})", first.text(), second.text());
            c.pair_rules(text, direct_product(game(&first), game(&second)))
        },
    ),
    of(
        "ruleset.HeapNimValue(n)",
        "The nim value of a heap of n.",
        ("Kayles.HeapNimValue(5)", "4"),
        |c, a| {
            let rules = ruleset(c, &a[0])?;
            let heap = c.natural(&a[1])?;
            Ok(Value::integer(rules.nim_value(heap, (&c.tally, c.calc.limits()))?))
        },
    ),
    of(
        "ruleset.NimValueTable(rows, columns)",
        "The nim values of the positions (0,0) to (rows,columns), as a table.",
        ("Wythoff.NimValueTable(1, 2)", "0 | 1 | 2\n--+---+--\n1 | 2 | 0"),
        |c, a| {
            let (rows, columns) = (c.natural(&a[1])?, c.natural(&a[2])?);
            let Value::Coordinates(rules) = &a[0] else {
                return table_of(c, &a[0], (rows, columns), |c, position, game| {
                    match c.calc.as_nimber(game) {
                        Some(n) => Ok(n.to_string()),
                        None => Err(c.wrong(position, "a position whose value is a nimber")),
                    }
                });
            };
            let table = rules.table(rows, columns, (&c.tally, c.calc.limits()))?;
            Ok(Value::Table(Text::new(table, &c.meter)?))
        },
    ),
    of(
        "ruleset.GameValueSequence(n)",
        "The values of the heaps from 1 to n.",
        ("PartizanSubtraction([1,3], [2,3]).GameValueSequence(3)", "[1,{1|0},{0,{1|0}|0}]"),
        |c, a| {
            let last = c.natural(&a[1])?;
            let each = size_of::<Value>() as u64;
            c.meter.charge(last.saturating_mul(each))?;
            c.meter.release(last * each);
            if let Value::Coordinates(rules) = &a[0] {
                let last = u32::try_from(last)
                    .map_err(|_| Fault::too_large(say!("a heap of {0} is too large", last)))?;
                let values = rules.value_sequence(last, &mut c.calc)?;
                let values = values.into_iter().map(|game| c.value_of_game(game)).collect();
                return c.list(values);
            }
            let values = ruleset(c, &a[0])?.nim_values(last, (&c.tally, c.calc.limits()))?;
            let mut games = Vec::with_capacity(values.len());
            for n in values {
                let game = c.calc.nimber(u64::from(n))?;
                games.push(c.value_of_game(game));
            }
            c.list(games)
        },
    ),
    of(
        "ruleset.GameValueTable(rows, columns)",
        "The values of the positions (0,0) to (rows,columns), as a table.",
        (
            "Cutcake.GameValueTable(2, 3)",
            " 0 |  0 | 1 | 2\n---+----+---+--\n 0 |  0 | 1 | 2\n---+----+---+--\n-1 | -1 | 0 | 0",
        ),
        |c, a| {
            let (rows, columns) = (c.natural(&a[1])?, c.natural(&a[2])?);
            let Value::Coordinates(rules) = &a[0] else {
                return table_of(c, &a[0], (rows, columns), |c, _, game| {
                    let value = c.value_of_game(game);
                    c.written(&value)
                });
            };
            let table = rules.value_table(rows, columns, &c.tally, &mut c.calc)?;
            let mut lines = Vec::with_capacity(table.len());
            for row in table {
                let mut cells = Vec::with_capacity(row.len());
                for game in row {
                    let value = c.value_of_game(game);
                    cells.push(c.written(&value)?);
                }
                lines.push(cells);
            }
            Ok(Value::Table(Text::new(ruled(&lines), &c.meter)?))
        },
    ),
];

/// The table of what is written of the values of the positions (0,0) to (rows,columns) of rules told by a text or by
/// functions.
fn table_of(
    context: &mut Context<'_, '_>,
    rules: &Value,
    (rows, columns): (u64, u64),
    told: fn(&mut Context<'_, '_>, &Value, Game) -> Outcome<String>,
) -> Outcome<Value> {
    let (rows, columns) = bounds(rows, columns)?;
    let tally = context.tally.clone();
    let mut cell = |pair: (u32, u32)| {
        let pair = context.tuple(vec![Value::integer(pair.0), Value::integer(pair.1)])?;
        let position = match rules {
            Value::Board(rules) => context.board_position(rules, &[pair])?,
            Value::FunctionRules(rules) => context.function_position(rules, &[pair])?,
            other => {
                return Err(context.wrong(other, "a game on pairs of numbers such as Wythoff"));
            }
        };
        let game = context.game(&position)?;
        told(context, &position, game)
    };
    let lines = cells_of(&tally, (rows, columns), &mut cell)?;
    Ok(Value::Table(Text::new(ruled(&lines), &context.meter)?))
}

/// The heap game in which a move may follow the rules of either.
pub(super) fn join(
    context: &mut Context<'_, '_>,
    first: &HeapRules,
    second: &HeapRules,
) -> Outcome<Value> {
    without_function(first)?;
    without_function(second)?;
    let text = format!("{}.Join({})", first.text(), second.text());
    context.heap_rules(text, Join(game(first), game(second)))
}

/// What is made of several rulesets asks for heaps that nobody has asked a function for.
fn without_function(rules: &HeapRules) -> Outcome<()> {
    match rules.function() {
        None if rules.turns_coins() => {
            Err(Fault::of_type(say!("{0} is played on rows of coins", rules.text()))
                .expected("a heap game; that of a coin-turning code is Spawning(code)"))
        }
        None => Ok(()),
        Some(_) => Err(Fault::unsupported(say!(
            "{0} is given by a function, and rulesets made of such are not read yet",
            rules.text()
        ))),
    }
}

fn game(rules: &HeapRules) -> Arc<dyn HeapGame> {
    Arc::clone(rules.game())
}

fn two(
    context: &mut Context<'_, '_>,
    arguments: &[Value],
) -> Outcome<(Arc<HeapRules>, Arc<HeapRules>)> {
    let both = (ruleset(context, &arguments[0])?, ruleset(context, &arguments[1])?);
    without_function(&both.0)?;
    without_function(&both.1)?;
    Ok(both)
}

fn code(context: &mut Context<'_, '_>, value: &Value) -> Outcome<HeapCode> {
    match value {
        Value::Text(text) => {
            text.as_str().parse().map_err(|error: HeapCodeError| Fault::domain(error.to_string()))
        }
        _ => Err(context.wrong(value, "a code in quotes, such as \"0.77\"")),
    }
}

/// A partizan ruleset by the numbers that each player may take.
fn by_lists(
    context: &mut Context<'_, '_>,
    arguments: &[Value],
    name: &str,
    make: fn(TakeSet<'_>) -> Result<HeapCode, HeapCodeError>,
) -> Outcome<Value> {
    let all_but = match super::board::optional(arguments, 2) {
        Some(value) => context.boolean(value)?,
        None => false,
    };
    let mut of_player = |argument: &Value| {
        let numbers = numbers_taken(context, argument)?;
        let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
        let set = if all_but { TakeSet::AllBut(&numbers) } else { TakeSet::Only(&numbers) };
        let code = make(set).map_err(|e| Fault::domain(e.to_string()))?;
        Outcome::Ok((code, format!("[{}]", words.join(","))))
    };
    let (left, left_text) = of_player(&arguments[0])?;
    let (right, right_text) = of_player(&arguments[1])?;
    let others = if all_but { ", allbut => true" } else { "" };
    let text = format!("{name}({left_text},{right_text}{others})");
    context.partizan_rules(text, partizan_join(left, right), true)
}
