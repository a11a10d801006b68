//! The law behind a list, a map or a ruleset, what it says of other cells, and its proof.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::law::FoundLaw;
use crate::method::{Each, Family, MethodInfo, Run, entries, entry};
use crate::value::Value;
use dashu_int::IBig;
use farstar::Ruleset;
use farstar::find::{Column, Inquiry, MOST_CELLS, MOST_COORDINATES, Rows, Source, Table, discover};
use farstar_play::say;
use farstar_value::Outcome as Winner;
use std::sync::Arc;

entries!(Heap);

pub(super) const METHODS: &[MethodInfo] = &[
    entry(
        Family::List,
        "list.Find(f)",
        "The first element for which f is true, or Nothing. Without f the law behind a list (from 0, or lists of lists), a map from cells to integers, or a ruleset of heaps, or Nothing: Find(Kayles), or Find(Kayles, 100) to find it from the heaps up to 100.",
        ("(1..100).Find(n -> n ** 2 > 50)", "8"),
        Run::Each(Each::Find),
    )
    .taking(1, 2),
    of(
        "law.Law(n)",
        "What a law that Find has found says of a cell: a number, a value or who wins, as the law tells; Nothing where it says nothing. It is a conjecture unless Prove proves it.",
        ("Find((0..99).Apply(n -> n + 1 - 2 * (n % 2))).Law(10 ** 12)", "1000000000001"),
        |c, a| {
            let law = law(c, &a[0])?;
            let cell = cell_of(c, &a[1..])?;
            if cell.len() != law.told().dimension() {
                return Err(Fault::domain(say!("a cell of {0} numbers", cell.len()))
                    .expected(say!("{0}, as the table has", law.told().dimension())));
            }
            said(c, &law, &cell)
        },
    )
    .taking(2, 1 + MOST_COORDINATES),
    of(
        "law.Prove",
        "Whether a law of a ruleset holds for all heaps, as a text: a theorem, decided from the rules and accepted by the referee, or why there is none.",
        (
            "Find(Nim).Prove",
            "\"Theorem (all n): n; for all heaps: the equations of the least value left out; base 2\"",
        ),
        |c, a| {
            let law = law(c, &a[0])?;
            match law.proved(c.calc.limits())? {
                Some((told, _)) => c.text(told),
                None => Err(no_rules()),
            }
        },
    ),
];

/// What a law says of a cell: who wins, the value of a partizan heap, or the numbers of its columns.
fn said(c: &mut Context<'_, '_>, law: &FoundLaw, cell: &[i128]) -> Outcome<Value> {
    let Some(values) = law.values(cell) else { return Ok(Value::Nothing) };
    let told = law.told();
    if told.ruleset().is_some() {
        if told.columns.iter().any(|column| column.winners) {
            return Ok(match values[..] {
                [0] => Value::Outcome(Winner::P),
                [1] => Value::Outcome(Winner::N),
                [2] => Value::Outcome(Winner::L),
                [3] => Value::Outcome(Winner::R),
                _ => Value::Nothing,
            });
        }
        if told.columns.first().is_some_and(|column| column.parts.is_some()) {
            let game = told.game(cell, &mut c.calc)?;
            return Ok(game.map_or(Value::Nothing, |game| c.value_of_game(game)));
        }
    }
    let mut numbers = values.into_iter().map(|value| Value::integer(IBig::from(value)));
    match (numbers.next(), numbers.next()) {
        (Some(only), None) => Ok(only),
        (first, second) => c.list(first.into_iter().chain(second).chain(numbers).collect()),
    }
}

/// The certificate of the theorem that a law is.
pub(super) fn certificate(c: &mut Context<'_, '_>, law: &FoundLaw) -> Outcome<Value> {
    match law.proved(c.calc.limits())? {
        Some((_, Some(certificate))) => c.text(certificate),
        Some((told, None)) => Err(Fault::domain(say!("there is no theorem: {0}", told))),
        None => Err(no_rules()),
    }
}

fn no_rules() -> Box<Fault> {
    Fault::domain("a table has no rules to be proved from")
        .expected("the law of a ruleset, such as Find(Kayles)")
}

fn law(c: &mut Context<'_, '_>, value: &Value) -> Outcome<Arc<FoundLaw>> {
    match value {
        Value::Law(law) => Ok(Arc::clone(law)),
        other => Err(c.wrong(other, "what Find gives")),
    }
}

/// Whether `Find` asks for a law, and not for an element.
pub(crate) fn asks_law(arguments: &[Value]) -> bool {
    !matches!(arguments, [_, Value::Function(_) | Value::Method(_), ..])
}

/// The law behind what has cells, or Nothing.
pub(crate) fn found(c: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let to = match arguments.get(1) {
        Some(to) => Some(c.natural(to)?),
        None => None,
    };
    let limits = c.calc.limits().clone();
    let source = match rules(c, &arguments[0])? {
        Some(rules) => Source::Heaps(rules),
        None if to.is_some() => {
            let shown = c.mention(&arguments[0]);
            return Err(Fault::domain(say!("{0} is no ruleset of heaps", shown))
                .expected("one argument, or a ruleset and the last heap"));
        }
        None => {
            let table = table(c, &arguments[0])?;
            Column::of_table(&table, false, Inquiry::default().hold_out).into()
        }
    };
    let inquiry = Inquiry { to, ..Inquiry::default() };
    let told = discover(source, &inquiry, &limits).map_err(farstar::Error::from)?;
    match told.stopped() {
        _ if told.laws().is_some() => Ok(Value::Law(Arc::new(FoundLaw::new(told, &c.meter)?))),
        // a limit was met before one was found
        Some(stopped) => Err(stopped.into()),
        None => Ok(Value::Nothing),
    }
}

/// The rules of a ruleset of heaps as text; `None` of what is no ruleset.
fn rules(c: &mut Context<'_, '_>, value: &Value) -> Outcome<Option<Ruleset>> {
    let named = match value {
        Value::Board(rules) => return Ok(Some(rules.rules().clone().into())),
        Value::Ruleset(rules) => match rules.game().code() {
            Some(code) => code.to_string(),
            None => rules.text().to_owned(),
        },
        Value::Coordinates(rules) => match rules.codes() {
            Some([left, right]) => {
                format!("game Heaps\nheap n\nLeft: code {left}\nRight: code {right}")
            }
            None => rules.text().to_owned(),
        },
        Value::Text(name) => name.as_str().to_owned(),
        _ => return Ok(None),
    };
    let limits = c.calc.limits().clone();
    match limits.guard(|| Ruleset::named(&named))? {
        Ok(rules) => Ok(Some(rules)),
        Err(error) => Err(Fault::domain(say!("{0} has no rules as a text: {1}", named, error))
            .expected("a ruleset of heaps, or the list of its values")),
    }
}

/// A list of integers, of such lists, or a map from cells to integers, as a table.
fn table(c: &mut Context<'_, '_>, value: &Value) -> Outcome<Table> {
    let mut rows = Rows::new();
    match value {
        Value::Map(map) => {
            for entry in map.as_slice() {
                let Value::Entry(entry) = entry else { continue };
                let cell = cell_of(c, std::slice::from_ref(entry.key()))?;
                let cell = cell.iter().map(|&x| i64::try_from(x));
                let cell = cell.collect::<Result<Vec<i64>, _>>().map_err(|_| too_large())?;
                push(c, &mut rows, cell, entry.value())?;
            }
        }
        other => nested(c, other, &[], &mut rows)?,
    }
    Table::new(rows).map_err(|error| Fault::domain(error.to_string()))
}

fn too_large() -> Box<Fault> {
    Fault::too_large("a coordinate is too large here").expected("an integer of at most 64 bits")
}

/// Places in a list are coordinates.
fn nested(c: &mut Context<'_, '_>, value: &Value, above: &[i64], rows: &mut Rows) -> Outcome<()> {
    if above.len() == MOST_COORDINATES {
        return Err(Fault::domain(say!(
            "lists inside lists of a table go at most {0} levels deep",
            MOST_COORDINATES
        )));
    }
    let elements = c.elements(value)?;
    for (at, one) in (0..).zip(elements) {
        c.calc.limits().check()?;
        let cell = [above, &[at]].concat();
        match one {
            Value::List(_) => nested(c, &one, &cell, rows)?,
            one => push(c, rows, cell, &one)?,
        }
    }
    Ok(())
}

fn push(c: &mut Context<'_, '_>, rows: &mut Rows, cell: Vec<i64>, value: &Value) -> Outcome<()> {
    if matches!(value, Value::Nothing) {
        return Ok(());
    }
    if rows.len() >= MOST_CELLS {
        return Err(Fault::too_large(say!("a table has at most {0} cells", MOST_CELLS)));
    }
    let value = c.small(value)?;
    rows.push((cell, value));
    Ok(())
}

/// A cell: its numbers one after the other, or as coordinates or a list.
fn cell_of(c: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Vec<i128>> {
    let numbers = match arguments {
        [Value::Tuple(items) | Value::List(items)] => items.as_slice(),
        numbers => numbers,
    };
    let one = |number: &Value| {
        let n = c.integer(number)?;
        i128::try_from(&n).map_err(|_| {
            let shown = c.mention(number);
            Fault::too_large(say!("{0} is too large here", shown))
                .expected("an integer of at most 126 bits")
        })
    };
    numbers.iter().map(one).collect()
}
