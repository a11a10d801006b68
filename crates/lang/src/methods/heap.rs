//! Heap games: rulesets, their nim values and periods, and their positions.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::heap::{HeapPosition, HeapRules};
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use farstar_impartial::misere::MisereQuotient;
use farstar_play::say;
use farstar_rules::heap::{HeapCode, TakeSet, splittles, subtraction};
use std::sync::Arc;

entries!(pub(super) Heap);

/// Rulesets by numbers take this many numbers at most.
const MOST_NUMBERS: usize = 1 << 12;

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Subtraction(numbers, allbut => false)",
        "The game of taking one of the numbers, or any other number, from a heap.",
        ("Subtraction([2,3,7]).Code", "\"0.0330003\""),
        |c, a| by_numbers(c, a, "Subtraction", subtraction),
    ),
    of(
        "Splittles(numbers, allbut => false)",
        "The game of taking one of the numbers, or any other number, and then splitting the rest or not.",
        ("Splittles([1,2]).Code", "\"0.77\""),
        |c, a| by_numbers(c, a, "Splittles", splittles),
    ),
    of(
        "ruleset.Code",
        "The code of a take-and-break game, as a text.",
        ("Nim.Code", "\"0.[3]\""),
        |c, a| {
            let rules = ruleset(c, &a[0])?;
            match rules.game().code() {
                Some(code) => c.text(code.to_string()),
                None => Err(Fault::domain(say!("{0} has no take-and-break code", rules.text()))),
            }
        },
    ),
    of(
        "ruleset.NimValueSequence(n)",
        "The nim values of the heaps from 1 to n.",
        ("Kayles.NimValueSequence(8)", "[1,2,3,1,4,3,2,1]"),
        |c, a| {
            let (rules, last) = (ruleset(c, &a[0])?, c.natural(&a[1])?);
            let bytes = last.saturating_mul(size_of::<Value>() as u64);
            c.meter.charge(bytes)?;
            c.meter.release(bytes);
            let values = rules.nim_values(last, (&c.tally, c.calc.limits()))?;
            c.list(values.into_iter().map(Value::integer).collect())
        },
    ),
    of(
        "ruleset.CheckPeriodicity(n)",
        "The period of the nim values, if one is proved by the heaps up to n; otherwise Nothing.",
        (
            "Kayles.CheckPeriodicity(2000)",
            "Periodicity(Period => 12, Preperiod => 71, Saltus => 0)",
        ),
        |c, a| {
            let (rules, last) = (ruleset(c, &a[0])?, c.natural(&a[1])?);
            let found = rules.period(last, c.calc.limits())?;
            Ok(found.map_or(Value::Nothing, |period| Value::Periodicity(Arc::new(period))))
        },
    ),
    of(
        "periodicity.Period",
        "The length of the period; of a misère quotient Nothing if none is proved.",
        ("Kayles.CheckPeriodicity(2000).Period", "12"),
        |c, a| match &a[0] {
            Value::Periodicity(found) => Ok(Value::integer(found.period)),
            Value::MisereQuotient(quotient) => Ok(quotient
                .found()
                .and_then(MisereQuotient::period)
                .map_or(Value::Nothing, |(_, n)| Value::integer(n))),
            other => Err(c.wrong(other, "what CheckPeriodicity or MisereQuotient gives")),
        },
    ),
    of(
        "periodicity.Preperiod",
        "The first heap from which on the nim values, or the elements of a misère quotient, are periodic.",
        ("Kayles.CheckPeriodicity(2000).Preperiod", "71"),
        |c, a| match &a[0] {
            Value::Periodicity(found) => Ok(Value::integer(found.preperiod)),
            Value::MisereQuotient(quotient) => Ok(quotient
                .found()
                .and_then(MisereQuotient::period)
                .map_or(Value::Nothing, |(n, _)| Value::integer(n))),
            other => Err(c.wrong(other, "what CheckPeriodicity or MisereQuotient gives")),
        },
    ),
    of(
        "periodicity.Saltus",
        "What is added to the nim values in one period.",
        ("Kayles.CheckPeriodicity(2000).Saltus", "0"),
        |c, a| match &a[0] {
            Value::Periodicity(found) => Ok(Value::integer(found.saltus)),
            other => Err(c.wrong(other, "what CheckPeriodicity gives")),
        },
    ),
    of(
        "ruleset.HeapOptions(n)",
        "The options of a heap of n, as a set of lists of heaps.",
        ("Kayles.HeapOptions(3)", "{[1,1],[1],[2]}"),
        |c, a| {
            let rules = ruleset(c, &a[0])?;
            let start = c.heap_position(&rules, &a[1])?;
            let options = position(c, &start)?.options(c)?;
            let mut lists = Vec::new();
            for option in options.elements().unwrap_or_default() {
                let heaps =
                    position(c, option)?.heaps().iter().map(|&h| Value::integer(h)).collect();
                lists.push(c.list(heaps)?);
            }
            c.set(lists)
        },
    ),
];

pub(super) fn text(context: &mut Context<'_, '_>, value: &Value) -> Outcome<String> {
    match value {
        Value::Text(text) => Ok(text.as_str().to_owned()),
        _ => Err(context.wrong(value, "a code in quotes, such as \"0.77\"")),
    }
}

pub(super) fn ruleset(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Arc<HeapRules>> {
    let written = match value {
        Value::Ruleset(rules) => return Ok(Arc::clone(rules)),
        Value::Board(rules) => rules.heaps(),
        _ => None,
    };
    match written {
        Some(rules) => Ok(rules),
        None => Err(context.wrong(value, "a heap game such as Kayles or TakeAndBreak(\"0.77\")")),
    }
}

pub(super) fn position(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Arc<HeapPosition>> {
    match value {
        Value::Position(position) => Ok(Arc::clone(position)),
        _ => Err(context.wrong(value, "a position such as Kayles(5)")),
    }
}

/// The numbers of tokens that may be taken.
pub(super) fn numbers_taken(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Vec<u32>> {
    let mut numbers = Vec::new();
    for element in context.elements(value)? {
        let n = context.natural(&element)?;
        match u32::try_from(n) {
            Ok(small) if small > 0 && numbers.len() < MOST_NUMBERS => numbers.push(small),
            _ => {
                return Err(Fault::domain(say!("{0} cannot be taken", n))
                    .expected("small positive numbers"));
            }
        }
    }
    Ok(numbers)
}

/// A ruleset given by a set of numbers.
fn by_numbers(
    context: &mut Context<'_, '_>,
    arguments: &[Value],
    name: &str,
    make: fn(TakeSet<'_>) -> Result<HeapCode, farstar_rules::heap::HeapCodeError>,
) -> Outcome<Value> {
    let all_but = match arguments.get(1) {
        Some(value) => context.boolean(value)?,
        None => false,
    };
    let numbers = numbers_taken(context, &arguments[0])?;
    let set = if all_but { TakeSet::AllBut(&numbers) } else { TakeSet::Only(&numbers) };
    let code = make(set).map_err(|error| Fault::domain(error.to_string()))?;
    let listed: Vec<String> = numbers.iter().map(u32::to_string).collect();
    let listed = listed.join(",");
    let text = if all_but {
        format!("{name}([{listed}], allbut => true)")
    } else {
        format!("{name}([{listed}])")
    };
    context.heap_rules(text, code)
}
