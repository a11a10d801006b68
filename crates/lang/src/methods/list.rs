//! Lists, sets and ranges.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{Each, Family, MethodInfo, Run, entries, entry};
use crate::value::{Entry, Range, Value};
use dashu_int::IBig;
use farstar_play::{say, step};
use std::collections::BTreeSet;
use std::sync::Arc;

entries!(List);

const fn each(
    signature: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str),
    kind: Each,
) -> MethodInfo {
    entry(Family::List, signature, summary, example, Run::Each(kind))
}

pub(super) const METHODS: &[MethodInfo] = &[
    each(
        "list.Apply(f)",
        "The list of f(x) for each element x.",
        ("[1,2,3].Apply(x -> 2*x)", "[2,4,6]"),
        Each::Apply,
    ),
    each(
        "list.Filter(f)",
        "The list of the elements for which f is true.",
        ("(1..10).Filter(n -> n % 3 == 0)", "[3,6,9]"),
        Each::Filter,
    ),
    each(
        "list.Exists(f)",
        "Whether f is true for some element.",
        ("[1,2,3].Exists(n -> n > 2)", "true"),
        Each::Exists,
    ),
    each(
        "list.ForAll(f)",
        "Whether f is true for every element.",
        ("[1,2,3].ForAll(n -> n > 2)", "false"),
        Each::ForAll,
    ),
    each(
        "list.Count(f)",
        "The number of elements for which f is true.",
        ("(1..10).Count(n -> n.IsEvil)", "5"),
        Each::Count,
    ),
    of(
        "range.Start",
        "The first number of a range; range.End is the bound that is not passed.",
        ("(2..10).Start", "2"),
        |c, a| range(c, &a[0], |range| &range.from),
    ),
    of("range.End", "The bound of a range that is not passed.", ("(2..10).End", "10"), |c, a| {
        range(c, &a[0], |range| &range.to)
    }),
    of("range.Step", "The difference of neighbours in a range.", ("(2..10).Step", "1"), |c, a| {
        range(c, &a[0], |range| &range.by)
    }),
    each(
        "list.Fold(start, f)",
        "f(… f(f(start, first), second) …, last).",
        ("(1..5).Fold(1, (a, b) -> a * b)", "120"),
        Each::Fold,
    ),
    of(
        "list.Sum",
        "The sum of the elements: of numbers or of games.",
        ("[1/2, *, ^].Sum", "1/2^*"),
        |c, a| {
            // the integers of 64 bits that come first; no list is so long that their sum does not fit
            let mut small = 0i128;
            let mut sum = None;
            for element in c.elements(&a[0])? {
                c.calc.limits().check()?;
                match &element {
                    Value::Number(x)
                        if sum.is_none()
                            && let Some(n) = x.to_i64() =>
                    {
                        small += i128::from(n);
                    }
                    _ => {
                        let so_far = sum.take().unwrap_or_else(|| Value::integer(small));
                        sum = Some(c.add(&so_far, &element)?);
                    }
                }
            }
            Ok(sum.unwrap_or_else(|| Value::integer(small)))
        },
    ),
    of("list.Size", "The number of elements, or of characters.", ("{1,1,2}.Size", "2"), |c, a| {
        match &a[0] {
            Value::Range(range) => Ok(Value::integer(range.size())),
            Value::Text(text) => Ok(Value::integer(text.as_str().chars().count())),
            other => Ok(Value::integer(c.listed(other)?.len())),
        }
    }),
    of(
        "list.Mex",
        "The least natural number, or nimber, that is not an element.",
        ("[0,1,3].Mex", "2"),
        mex,
    ),
    of(
        "list.Sorted",
        "The elements in order: numbers by size, then nimbers, then other games.",
        ("[3,1/2,*2,-1].Sorted", "[-1,1/2,3,*2]"),
        |c, a| {
            let all = c.listed(&a[0])?;
            let sorted = sorted(c, all)?;
            c.list(sorted)
        },
    ),
    of(
        "list.Reversed",
        "The elements from the last to the first.",
        ("[1,2,3].Reversed", "[3,2,1]"),
        |c, a| {
            let mut elements = c.listed(&a[0])?;
            elements.reverse();
            c.list(elements)
        },
    ),
    of(
        "list.ToSet",
        "The elements without repetition, as a set.",
        ("[2,1,2].ToSet", "{1,2}"),
        |c, a| {
            let elements = c.listed(&a[0])?;
            c.set(elements)
        },
    ),
    of("set.ToList", "The elements as a list.", ("(1..3).ToList", "[1,2,3]"), |c, a| {
        let elements = c.listed(&a[0])?;
        c.list(elements)
    }),
    of("list.First", "The first element.", ("[5,6].First", "5"), |c, a| {
        c.elements(&a[0])?.next().ok_or_else(|| Fault::domain("an empty list has no first element"))
    }),
    of("list.Last", "The last element.", ("[5,6].Last", "6"), |c, a| {
        c.listed(&a[0])?.pop().ok_or_else(|| Fault::domain("an empty list has no last element"))
    }),
    of(
        "list.At(n)",
        "The element at place n, also written list[n]; the first place is 1. Of a map, the value of the key n; of a grid, the number at (row, column).",
        ("[5,6,7].At(2)", "6"),
        |c, a| {
            if let Value::Map(entries) = &a[0] {
                return c.value_of_key(entries, &a[1]);
            }
            if let Value::Cells(cells) = &a[0] {
                return super::grid::at(c, cells, &a[1]);
            }
            let n = c.integer(&a[1])?;
            if let Value::Text(text) = &a[0] {
                let place = usize::try_from(&n).ok().and_then(|n| n.checked_sub(1));
                return match place.and_then(|place| text.as_str().chars().nth(place)) {
                    Some(character) => c.text(character.to_string()),
                    None => Err(Fault::domain(say!("there is no place {0}", n))
                        .expected(say!("1 to {0}", text.as_str().chars().count()))),
                };
            }
            let made;
            let elements = match a[0].elements() {
                Some(elements) => elements,
                None => {
                    made = c.listed(&a[0])?;
                    made.as_slice()
                }
            };
            let place = usize::try_from(&n).ok().and_then(|n| n.checked_sub(1));
            match place.and_then(|place| elements.get(place)) {
                Some(element) => Ok(element.clone()),
                None => {
                    let shown = c.mention(&a[1]);
                    Err(Fault::domain(say!("there is no place {0}", shown))
                        .expected(say!("1 to {0}", elements.len())))
                }
            }
        },
    ),
    of(
        "list.Adjoin(x)",
        "The list with x after its last element, or the set with x among its elements.",
        ("[5,6].Adjoin(5)", "[5,6,5]"),
        |c, a| {
            let mut all = c.listed(&a[0])?;
            all.push(a[1].clone());
            if matches!(a[0], Value::Set(_) | Value::Map(_)) { c.set(all) } else { c.list(all) }
        },
    ),
    of("map.Keys", "The keys of a map, as a set.", ("{4 => 16, 3 => 9}.Keys", "{3,4}"), |c, a| {
        let keys = entries(c, &a[0])?.iter().map(|entry| entry.key().clone()).collect();
        c.set(keys)
    }),
    of(
        "map.Values",
        "The values of a map, as a list in the order of the keys.",
        ("{4 => 16, 3 => 9}.Values", "[9,16]"),
        |c, a| {
            let values = entries(c, &a[0])?.iter().map(|entry| entry.value().clone()).collect();
            c.list(values)
        },
    ),
    of(
        "entry.Key",
        "The key of an entry of a map; its value is entry.Value.",
        ("[entry.Key + entry.Value for entry in {3 => 9, 4 => 16}]", "[12,20]"),
        |c, a| match &a[0] {
            Value::Entry(entry) => Ok(entry.key().clone()),
            other => Err(c.wrong(other, "an entry of a map")),
        },
    ),
    of("list.Take(n)", "The first n elements.", ("(1..10).Take(3)", "[1,2,3]"), |c, a| {
        let n = c.natural(&a[1])?;
        let taken = c.elements(&a[0])?;
        let limit = usize::try_from(n).unwrap_or(usize::MAX);
        let mut kept = Vec::new();
        let mut charged = 0;
        for element in taken.take(limit) {
            charged += element.bytes();
            c.meter.charge(element.bytes())?;
            kept.push(element);
        }
        c.meter.release(charged);
        c.list(kept)
    }),
    of("list.Contains(x)", "Whether x is an element.", ("{1,2}.Contains(2)", "true"), |c, a| {
        if let (Value::Range(range), Some(n)) = (&a[0], a[1].as_integer()) {
            let (low, high) = if range.by > IBig::ZERO {
                (&range.from, &range.to)
            } else {
                (&range.to, &range.from)
            };
            return Ok(Value::Boolean(
                n >= *low && n <= *high && (&n - &range.from) % &range.by == IBig::ZERO,
            ));
        }
        if let Value::List(items) | Value::Set(items) = &a[0] {
            return Ok(Value::Boolean(c.place_of(items, &a[1])?.is_some()));
        }
        for element in c.elements(&a[0])? {
            step(1);
            if c.equal(&element, &a[1])? {
                return Ok(Value::Boolean(true));
            }
        }
        Ok(Value::Boolean(false))
    }),
];

fn range(
    context: &mut Context<'_, '_>,
    value: &Value,
    part: fn(&Range) -> &IBig,
) -> Outcome<Value> {
    match value {
        Value::Range(range) => Ok(Value::integer(part(range).clone())),
        other => Err(context.wrong(other, "a range such as 1..10")),
    }
}

/// The elements in order.
pub(super) fn sorted(context: &mut Context<'_, '_>, all: Vec<Value>) -> Outcome<Vec<Value>> {
    let mut keyed = Vec::with_capacity(all.len());
    for element in all {
        keyed.push((context.key(&element)?, element));
    }
    keyed.sort_by(|(x, _), (y, _)| x.cmp(y));
    Ok(keyed.into_iter().map(|(_, element)| element).collect())
}

/// The entries of a map.
fn entries(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Vec<Arc<Entry>>> {
    match value {
        Value::Map(items) => Ok(crate::map::entries(items).cloned().collect()),
        other => Err(context.wrong(other, "a map such as {3 => 9, 4 => 16}")),
    }
}

/// The least natural number that is not an element; nimbers count as their sizes, and then the result is a nimber.
fn mex(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let mut seen = BTreeSet::new();
    let mut nimbers = false;
    for element in context.listed(&arguments[0])? {
        match &element {
            Value::Game(game) => match context.calc.as_nimber(*game) {
                Some(n) => {
                    nimbers = true;
                    seen.insert(IBig::from(n));
                }
                None => return Err(context.wrong(&element, "integers or nimbers")),
            },
            _ => {
                seen.insert(context.integer(&element)?);
            }
        }
    }
    let mut least = IBig::ZERO;
    while seen.contains(&least) {
        least += IBig::ONE;
    }
    let value = Value::integer(least);
    if nimbers { context.prefix(crate::token::PrefixOp::NimberOf, &value) } else { Ok(value) }
}
