//! Misère quotients of heap games.

use super::heap::{self, ruleset};
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{Family, MethodInfo, Native, Run, entry};
use crate::quotient::Quotient;
use crate::table::ruled;
use crate::value::{Text, Value};
use farstar_impartial::misere::{MisereQuotient, QuotientEnd};
use farstar_play::say;
use farstar_rules::heap::{HeapCode, HeapGame};
use std::sync::Arc;

/// Heaps and classes when nothing is said, and the most that can be asked for.
const USUAL: (u32, u32) = (200, 1000);
const MOST: u32 = 10_000;
/// Rows of a table of products.
const MOST_ROWS: usize = 400;

const fn of(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str),
    arguments: (usize, usize),
    run: Native,
) -> MethodInfo {
    entry(Family::Misere, (name, signature), summary, example, arguments, Run::Native(run))
}

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "MisereQuotient",
        "MisereQuotient(game, to => 200, most => 1000)",
        "The misère quotient of the heaps up to `to` of a heap game, or of a code in quotes: the finite monoid that decides all their sums where who cannot move wins (Plambeck and Siegel 2008). Proved, of at most so many elements.",
        ("MisereQuotient(\"0.123\", 20).Order", "20"),
        (1, 3),
        found,
    ),
    of(
        "Order",
        "quotient.Order",
        "The number of elements of a misère quotient.",
        ("MisereQuotient(Kayles).Order", "40"),
        (1, 1),
        |c, a| Ok(Value::integer(quotient(c, &a[0])?.found().order())),
    ),
    of(
        "Presentation",
        "quotient.Presentation",
        "The generators of a misère quotient and the relations between them, as a text.",
        ("MisereQuotient(\"0.75\", 12).Presentation", "\"⟨a, b, c | a²=1, bc=ab, c²=b², b³=b⟩\""),
        (1, 1),
        |c, a| {
            let told = quotient(c, &a[0])?.presentation().to_string();
            c.text(told)
        },
    ),
    of(
        "PPortion",
        "quotient.PPortion",
        "The elements of a misère quotient that who is to move loses, as words in its generators.",
        ("MisereQuotient(\"0.75\", 12).PPortion", "[\"a\",\"b²\"]"),
        (1, 1),
        |c, a| {
            let quotient = quotient(c, &a[0])?;
            words(c, &quotient.presentation().lost)
        },
    ),
    of(
        "Elements",
        "quotient.Elements",
        "All elements of a misère quotient as words in its generators.",
        ("MisereQuotient(\"0.3\", 5).Elements", "[\"1\",\"a\"]"),
        (1, 1),
        |c, a| {
            let quotient = quotient(c, &a[0])?;
            words(c, &quotient.presentation().words)
        },
    ),
    of(
        "Phi",
        "quotient.Phi(n)",
        "The element of a misère quotient that belongs to a heap, or to the sum of a list of heaps.",
        ("MisereQuotient(\"0.123\").Phi([3, 5])", "\"ab\""),
        (2, 2),
        |c, a| {
            let (quotient, heaps) = (quotient(c, &a[0])?, heaps(c, &a[1])?);
            let mut class = 0;
            for heap in heaps {
                let of_heap =
                    quotient.found().value(heap).ok_or_else(|| beyond(&quotient, heap))?;
                let product = quotient.found().product(class, of_heap);
                class = product.map_err(|error| Fault::domain(error.to_string()))?;
            }
            c.text(quotient.word(class))
        },
    ),
    of(
        "IsLost",
        "quotient.IsLost(heaps)",
        "Whether who is to move loses a sum of heaps where who cannot move wins.",
        ("MisereQuotient(Kayles).IsLost([30, 31, 29])", "false"),
        (2, 2),
        |c, a| {
            let (quotient, heaps) = (quotient(c, &a[0])?, heaps(c, &a[1])?);
            let lost = quotient.found().is_lost(&heaps);
            let last = heaps.iter().copied().max().unwrap_or(0);
            lost.map(Value::Boolean).ok_or_else(|| beyond(&quotient, last))
        },
    ),
    of(
        "MonoidTable",
        "quotient.MonoidTable",
        "The table of the products of a misère quotient; elements that are lost stand in brackets.",
        ("MisereQuotient(\"0.3\", 5).MonoidTable.Class", "Table"),
        (1, 1),
        |c, a| {
            let quotient = quotient(c, &a[0])?;
            if quotient.found().order() > MOST_ROWS {
                let order = quotient.found().order();
                return Err(Fault::domain(say!("a table of {0} rows", order))
                    .expected(format!("at most {MOST_ROWS} elements")));
            }
            let table = ruled(&quotient.products(MOST_ROWS));
            Ok(Value::Table(Text::new(table, &c.meter)?))
        },
    ),
];

pub(super) fn quotient(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Arc<Quotient>> {
    match value {
        Value::MisereQuotient(quotient) => Ok(Arc::clone(quotient)),
        _ => Err(context.wrong(value, "what MisereQuotient gives")),
    }
}

/// A number up to the most that can be asked for.
fn bounded(context: &mut Context<'_, '_>, value: Option<&Value>, usual: u32) -> Outcome<u32> {
    let Some(value) = value.filter(|value| !matches!(value, Value::Nothing)) else {
        return Ok(usual);
    };
    let n = context.natural(value)?;
    u32::try_from(n).ok().filter(|&n| n <= MOST).ok_or_else(|| {
        Fault::domain(say!("{0} is too large here", n)).expected(format!("at most {MOST}"))
    })
}

fn found(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let to = bounded(context, arguments.get(1), USUAL.0)?;
    let most = bounded(context, arguments.get(2), USUAL.1)?.max(1);
    let (game, text): (Arc<dyn HeapGame>, String) = match &arguments[0] {
        Value::Text(_) => {
            let code = heap::text(context, &arguments[0])?;
            let code: HeapCode = code.parse().map_err(|error| Fault::domain(format!("{error}")))?;
            let text = format!("\"{code}\"");
            (Arc::new(code), text)
        }
        value => {
            let rules = ruleset(context, value)?;
            (rules.game().clone(), rules.text().to_owned())
        }
    };
    let found =
        MisereQuotient::of_heap_game(game.as_ref(), to, most as usize, context.calc.limits());
    let found = found.map_err(|error| Fault::domain(error.to_string()))?;
    match found.end() {
        Some(QuotientEnd::Limit(stopped)) => return Err(stopped.into()),
        Some(end) => {
            let next = found.to() + 1;
            let why = match end {
                QuotientEnd::Order => say!(
                    "with heaps of {0} there are more than {1} elements, perhaps infinitely many",
                    next,
                    most
                ),
                _ => say!("the elements with heaps of {0} were not found", next),
            };
            return Err(Fault::domain(why).expected(format!(
                "MisereQuotient({text}, {}), of the heaps before, or a larger `most`",
                found.to()
            )));
        }
        None => {}
    }
    let bounds = match (to, most) {
        USUAL => String::new(),
        (to, most) if most == USUAL.1 => format!(", {to}"),
        _ => format!(", {to}, {most}"),
    };
    let text = format!("MisereQuotient({text}{bounds})");
    let quotient = Quotient::new(text, found, &context.meter)?;
    Ok(Value::MisereQuotient(Arc::new(quotient)))
}

/// One heap, or several.
fn heaps(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Vec<u32>> {
    if let Value::Position(position) = value {
        return Ok(position.heaps().to_vec());
    }
    let mut heaps = Vec::new();
    let mut add = |context: &mut Context<'_, '_>, size: &Value| -> Outcome<()> {
        let n = context.natural(size)?;
        heaps.push(u32::try_from(n).map_err(|_| Fault::domain(say!("{0} is too large here", n)))?);
        Ok(())
    };
    if let Value::List(_) | Value::Set(_) | Value::Range(_) = value {
        for size in context.elements(value)? {
            add(context, &size)?;
        }
    } else {
        add(context, value)?;
    }
    Ok(heaps)
}

fn beyond(quotient: &Quotient, heap: u32) -> Box<Fault> {
    let last = quotient.found().to();
    Fault::domain(say!("the quotient covers heaps up to {0}, not {1}", last, heap))
}

fn words(context: &mut Context<'_, '_>, words: &[String]) -> Outcome<Value> {
    let mut texts = Vec::with_capacity(words.len());
    for word in words {
        texts.push(context.text(word.as_str())?);
    }
    context.list(texts)
}
