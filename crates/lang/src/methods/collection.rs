//! Lists, sets, maps and texts made of others: parts, unions, updates.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::table::ruled;
use crate::value::{Entry, Function, Items, Range, Text, Value};
use dashu_int::IBig;
use farstar_play::say;
use std::sync::Arc;

entries!(pub(super) List);

/// What has elements, for messages.
const COLLECTION: &str = "a list, a set or a range such as 1..10";

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "list.IsEmpty",
        "Whether there is no element, or no character.",
        ("[].IsEmpty", "true"),
        |c, a| match &a[0] {
            Value::Text(text) => Ok(Value::Boolean(text.as_str().is_empty())),
            other => Ok(Value::Boolean(c.elements(other)?.next().is_none())),
        },
    ),
    of(
        "list.Concat(other)",
        "The elements of both, one list after the other; of texts their characters.",
        ("[1,2].Concat([3])", "[1,2,3]"),
        |c, a| match (&a[0], &a[1]) {
            (Value::Text(_), Value::Text(_)) => c.add(&a[0], &a[1]),
            _ => {
                let mut all = c.listed(&a[0])?;
                all.extend(c.listed(&a[1])?);
                c.list(all)
            }
        },
    ),
    of(
        "list.Updated({place => value})",
        "The list, text, map or grid with other values in the places, or of the keys, of a map; also Updated(place, value).",
        ("[5,6,7].Updated({2 => 0})", "[5,0,7]"),
        |c, a| match a {
            [whole, place, value] => {
                let entry = Value::Entry(Entry::new(place.clone(), value.clone())?);
                let changes = c.map(vec![entry])?;
                updated(c, &[whole.clone(), changes])
            }
            _ => updated(c, a),
        },
    )
    .taking(2, 3),
    of(
        "list.Sublist(from, to)",
        "The elements from one place to another, both with them; also Sublist(from..to).",
        ("[5,6,7,8].Sublist(2, 3)", "[6,7]"),
        |c, a| {
            let all = c.listed(&a[0])?;
            let (from, to) = places(c, &a[1..], all.len())?;
            c.list(all[from..to].to_vec())
        },
    )
    .taking(2, 3),
    of(
        "text.Substring(from, to)",
        "The characters from one place to another, both with them; also Substring(from..to).",
        ("\"clobber\".Substring(2, 4)", "\"lob\""),
        |c, a| {
            let Value::Text(text) = &a[0] else { return Err(c.wrong(&a[0], "a text in quotes")) };
            let all: Vec<char> = text.as_str().chars().collect();
            let (from, to) = places(c, &a[1..], all.len())?;
            c.text(all[from..to].iter().collect::<String>())
        },
    )
    .taking(2, 3),
    of(
        "list.Head",
        "The first element.",
        ("[5,6].Head", "5"),
        |c, a| {
        let first = c.elements(&a[0])?.next();
        first.ok_or_else(|| Fault::domain("an empty list has no first element"))
    },
    ),
    of("list.Tail", "The elements after the first.", ("[5,6,7].Tail", "[6,7]"), |c, a| {
        let all = c.listed(&a[0])?;
        c.list(all.into_iter().skip(1).collect())
    }),
    of(
        "list.Flattened",
        "The elements of the elements, one after the other; what is no list, set, map or range stays as it is.",
        ("[[1,2],[],3].Flattened", "[1,2,3]"),
        |c, a| {
            let mut flat = Vec::new();
            for element in c.listed(&a[0])? {
                c.calc.limits().check()?;
                match &element {
                    Value::List(_) | Value::Set(_) | Value::Map(_) | Value::Range(_) => {
                        flat.extend(c.listed(&element)?);
                    }
                    _ => flat.push(element),
                }
            }
            c.list(flat)
        },
    ),
    of(
        "list.Joined(text)",
        "The elements as they are displayed, texts as they are, with this text between them.",
        ("[1,^,\"x\"].Joined(\"; \")", "\"1; ^; x\""),
        joined,
    )
    .taking(1, 2),
    of(
        "list.Grouped(n)",
        "Lists of n elements each, the last one of what is left.",
        ("[1,2,3,4,5].Grouped(2)", "[[1,2],[3,4],[5]]"),
        |c, a| {
            let rows = grouped(c, &a[0], &a[1])?;
            c.list(rows)
        },
    ),
    of(
        "list.Distinct",
        "The elements without those that came before, in their order.",
        ("[3,1,3,2,1].Distinct", "[3,1,2]"),
        |c, a| {
            let all = c.listed(&a[0])?;
            let whole = Items::new(all.clone(), &c.meter)?;
            let mut kept = Vec::new();
            for (place, element) in all.into_iter().enumerate() {
                c.calc.limits().check()?;
                if c.place_of(&whole, &element)? == Some(place) {
                    kept.push(element);
                }
            }
            c.list(kept)
        },
    ),
    of(
        "list.SortedWith(f)",
        "The elements in the order of f(a, b): a number below 0 if a comes first, above 0 if b does; equal ones stay in their order.",
        ("[3,-4,1].SortedWith((a, b) -> a**2 - b**2)", "[1,3,-4]"),
        |c, a| {
            let all = c.listed(&a[0])?;
            let sorted = sorted_by(c, all, &a[1])?;
            c.list(sorted)
        },
    ),
    of("list.IndexOf(x)", "The first place of x, or Nothing.", ("[5,6,5].IndexOf(6)", "2"), |c, a| {
        let whole = Items::new(c.listed(&a[0])?, &c.meter)?;
        let place = c.place_of(&whole, &a[1])?;
        Ok(place.map_or(Value::Nothing, |place| Value::integer(place as u64 + 1)))
    }),
    of(
        "set.Union(other)",
        "The set of what is in one or both.",
        ("{1,2}.Union({2,3})", "{1,2,3}"),
        |c, a| {
            let mut all = c.listed(&a[0])?;
            all.extend(c.listed(&a[1])?);
            c.set(all)
        },
    ),
    of(
        "set.Intersection(other)",
        "The set of what is in both.",
        ("{1,2,3}.Intersection({2,3,4})", "{2,3}"),
        |c, a| common(c, a, true),
    ),
    of(
        "set.Difference(other)",
        "The set of what is in the first and not in the other.",
        ("{1,2,3}.Difference({2,3,4})", "{1}"),
        |c, a| common(c, a, false),
    ),
    of(
        "map.ContainsKey(key)",
        "Whether the map has this key.",
        ("{3 => 9}.ContainsKey(3)", "true"),
        |c, a| match &a[0] {
            Value::Map(items) => Ok(Value::Boolean(c.place_of(items, &a[1])?.is_some())),
            other => Err(c.wrong(other, "a map such as {3 => 9, 4 => 16}")),
        },
    ),
    of(
        "map.Entries",
        "The entries of a map, as a list.",
        ("{3 => 9, 4 => 16}.Entries", "[3 => 9,4 => 16]"),
        |c, a| {
            let entries = c.listed(&a[0])?;
            c.list(entries)
        },
    ),
    of(
        "Table(rows)",
        "The rows, each a list, as a table.",
        ("Table([n, n**2] for n from 1 to 2)", "1 | 1\n--+--\n2 | 4"),
        |c, a| {
            let rows = c.listed(&a[0])?;
            table(c, rows)
        },
    ),
    of(
        "list.PeriodicTable(n)",
        "The elements as a table with n in a row.",
        ("Kayles.NimValueSequence(4).PeriodicTable(2)", "1 | 2\n--+--\n3 | 1"),
        |c, a| {
            let rows = grouped(c, &a[0], &a[1])?;
            table(c, rows)
        },
    ),
    of(
        "text.Replace(old, new)",
        "The text with each occurrence of one text replaced by another.",
        ("\"x.x\".Replace(\".\", \"oo\")", "\"xoox\""),
        |c, a| {
            let (Value::Text(text), Value::Text(old), Value::Text(new)) = (&a[0], &a[1], &a[2])
            else {
                let other = a.iter().find(|value| !matches!(value, Value::Text(_)));
                return Err(c.wrong(other.unwrap_or(&a[0]), "a text in quotes"));
            };
            let (text, old, new) = (text.as_str(), old.as_str(), new.as_str());
            if old.is_empty() {
                return Err(Fault::domain("an empty text occurs everywhere")
                    .expected("a text with characters"));
            }
            let bytes = text.len() as u64 + text.matches(old).count() as u64 * new.len() as u64;
            c.meter.charge(bytes)?;
            c.meter.release(bytes);
            c.text(text.replace(old, new))
        },
    ),
    of(
        "text.ToLowerCase",
        "The text in small letters.",
        ("\"XoO\".ToLowerCase", "\"xoo\""),
        |c, a| match &a[0] {
            Value::Text(text) => c.text(text.as_str().to_lowercase()),
            other => Err(c.wrong(other, "a text in quotes")),
        },
    ),
    of(
        "text.ToUpperCase",
        "The text in capital letters.",
        ("\"XoO\".ToUpperCase", "\"XOO\""),
        |c, a| match &a[0] {
            Value::Text(text) => c.text(text.as_str().to_uppercase()),
            other => Err(c.wrong(other, "a text in quotes")),
        },
    ),
    of(
        "x.ToText",
        "The value as it is displayed, a text as it is; a grid with the characters of a map, as in grid.ToText(\".xo\"). Also ToString.",
        ("[1,2].ToText + \"!\"", "\"[1,2]!\""),
        |c, a| match &a[0] {
            Value::Cells(cells) if let Some(Value::Text(map)) = a.get(1) => {
                super::grid::drawn(c, cells, map.as_str())
            }
            Value::Text(_) => Ok(a[0].clone()),
            other => {
                let text = c.written(other)?;
                c.text(text)
            }
        },
    )
    .taking(1, 2)
    .by_moves(),
];

/// The elements as they are displayed, texts as they are, with a text between them.
fn joined(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let between = match super::board::optional(arguments, 1) {
        None => "",
        Some(Value::Text(text)) => text.as_str(),
        Some(other) => return Err(context.wrong(other, "a text in quotes")),
    };
    let (mut text, mut charged) = (String::new(), 0);
    let elements = context.listed(&arguments[0])?;
    for (place, element) in elements.iter().enumerate() {
        if place > 0 {
            text.push_str(between);
        }
        match element {
            Value::Text(part) => text.push_str(part.as_str()),
            other => text.push_str(&context.written(other)?),
        }
        let more = text.len() as u64 - charged;
        if let Err(stopped) = context.meter.charge(more) {
            context.meter.release(charged);
            return Err(stopped.into());
        }
        charged += more;
    }
    context.meter.release(charged);
    context.text(text)
}

/// The elements in the order of a function of the user's.
pub(super) fn sorted_by(
    context: &mut Context<'_, '_>,
    all: Vec<Value>,
    order: &Value,
) -> Outcome<Vec<Value>> {
    match order {
        Value::Function(function) => sorted_with(context, all, function),
        other => Err(context.wrong(other, "a function such as (a, b) -> a - b")),
    }
}

/// Sorts by a function of the user's: runs of 1, 2, 4, … elements are merged.
fn sorted_with(
    context: &mut Context<'_, '_>,
    mut all: Vec<Value>,
    function: &Arc<Function>,
) -> Outcome<Vec<Value>> {
    context.within(&function.program, |machine| {
        let mut run = 1;
        while run < all.len() {
            let mut merged = Vec::with_capacity(all.len());
            for pair in all.chunks(2 * run) {
                let (mut left, mut right) = pair.split_at(run.min(pair.len()));
                while let (Some(a), Some(b)) = (left.first(), right.first()) {
                    let order = machine.ask(function, vec![a.clone(), b.clone()])?;
                    let order = machine.context.integer(&order)?;
                    let (from, first) =
                        if order > IBig::ZERO { (&mut right, b) } else { (&mut left, a) };
                    merged.push(first.clone());
                    *from = &from[1..];
                }
                merged.extend_from_slice(left);
                merged.extend_from_slice(right);
            }
            all = merged;
            run *= 2;
        }
        Ok(all)
    })
}

/// The places of a part, counted from 0, the last not with it: of a range, or of two numbers.
fn places(
    context: &mut Context<'_, '_>,
    given: &[Value],
    length: usize,
) -> Outcome<(usize, usize)> {
    let (from, to) = match given {
        [Value::Range(range)] if range.by == IBig::ONE => (range.from.clone(), range.to.clone()),
        [from] => (context.integer(from)?, IBig::from(length)),
        [from, to, ..] => (context.integer(from)?, context.integer(to)?),
        [] => (IBig::ONE, IBig::from(length)),
    };
    let place = |n: &IBig| usize::try_from(n).ok().filter(|&n| n <= length);
    match (place(&(&from - IBig::ONE)), place(&to)) {
        (Some(from), Some(to)) if from <= to => Ok((from, to)),
        _ => Err(Fault::domain(say!("there are no places {0} to {1}", from, to))
            .expected(say!("1 to {0}", length))),
    }
}

fn grouped(context: &mut Context<'_, '_>, list: &Value, count: &Value) -> Outcome<Vec<Value>> {
    let count = context.natural(count)?;
    let all = context.listed(list)?;
    if count == 0 {
        return Err(Fault::domain("groups of 0 elements"));
    }
    let size = usize::try_from(count).unwrap_or(usize::MAX);
    all.chunks(size).map(|group| context.list(group.to_vec())).collect()
}

fn common(context: &mut Context<'_, '_>, arguments: &[Value], both: bool) -> Outcome<Value> {
    let other = Items::new(context.listed(&arguments[1])?, &context.meter)?;
    let mut kept = Vec::new();
    for element in context.listed(&arguments[0])? {
        context.calc.limits().check()?;
        if context.place_of(&other, &element)?.is_some() == both {
            kept.push(element);
        }
    }
    context.set(kept)
}

fn table(context: &mut Context<'_, '_>, rows: Vec<Value>) -> Outcome<Value> {
    let mut lines = Vec::with_capacity(rows.len());
    for row in rows {
        let mut cells = Vec::new();
        for cell in context.listed(&row)? {
            cells.push(match &cell {
                Value::Text(text) => text.as_str().to_owned(),
                Value::Nothing => String::new(),
                other => context.written(other)?,
            });
        }
        lines.push(cells);
    }
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let cells = (columns as u64).saturating_mul(lines.len() as u64);
    let bytes = cells.saturating_mul(size_of::<String>() as u64);
    context.meter.charge(bytes)?;
    context.meter.release(bytes);
    lines.iter_mut().for_each(|line| line.resize(columns, String::new()));
    Ok(Value::Table(Text::new(ruled(&lines), &context.meter)?))
}

fn updated(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let Value::Map(changes) = &arguments[1] else {
        return Err(context.wrong(&arguments[1], "a map such as {3 => 9, 4 => 16}"));
    };
    let changes: Vec<Arc<Entry>> = crate::map::entries(changes).cloned().collect();
    if let Value::Cells(grid) = &arguments[0] {
        let changes: Vec<(Value, Value)> =
            changes.iter().map(|entry| (entry.key().clone(), entry.value().clone())).collect();
        return super::grid::updated(context, grid, &changes);
    }
    if let Value::Map(map) = &arguments[0] {
        let mut entries = map.as_slice().to_vec();
        for entry in changes {
            context.calc.limits().check()?;
            match context.place_of(map, entry.key())? {
                Some(place) => entries[place] = Value::Entry(entry),
                None => entries.push(Value::Entry(entry)),
            }
        }
        return context.map(entries);
    }
    let characters = match &arguments[0] {
        Value::Text(text) => Some(text.as_str().chars().map(String::from).collect::<Vec<_>>()),
        _ => None,
    };
    let mut all = match &characters {
        Some(characters) => vec![Value::Nothing; characters.len()],
        None => context.listed(&arguments[0])?,
    };
    let mut characters = characters.unwrap_or_default();
    for entry in changes {
        let place = places(context, std::slice::from_ref(entry.key()), all.len())?.0;
        if place >= all.len() {
            let range = Range { from: IBig::ONE, to: IBig::from(all.len()), by: IBig::ONE };
            let shown = context.mention(entry.key());
            return Err(Fault::domain(say!("there is no place {0}", shown))
                .expected(say!("1 to {0}", range.to)));
        }
        match (characters.get_mut(place), entry.value()) {
            (Some(character), Value::Text(text)) => text.as_str().clone_into(character),
            (Some(_), other) => return Err(context.wrong(other, "a text in quotes")),
            (None, value) => all[place] = value.clone(),
        }
    }
    match &arguments[0] {
        Value::Text(_) => context.text(characters.concat()),
        Value::List(_) => context.list(all),
        other => Err(context.wrong(other, COLLECTION)),
    }
}
