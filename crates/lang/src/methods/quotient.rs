//! Misère quotients of heap games.

use super::heap::{self, ruleset};
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::quotient::{Quotient, Source};
use crate::table::ruled;
use crate::value::{Text, Value};
use farstar_impartial::misere::{HeapQuotient, MisereForm, MisereQuotient, QuotientEnd};
use farstar_num::Rational;
use farstar_play::say;
use farstar_rules::heap::{HeapCode, HeapGame};
use std::sync::Arc;

/// Heaps and classes when nothing is said, and the most that can be asked for.
const USUAL: (u32, u32) = (200, 1000);
const MOST: u32 = 10_000;
/// Rows of a table of products.
const MOST_ROWS: usize = 400;

entries!(Misere);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "MisereQuotient(game, to => 200, most => 1000)",
        "The misère quotient of the heaps up to `to` of a heap game, or of a code in quotes, or of an impartial game or a list of them: the finite monoid that decides all their sums where who cannot move wins (Plambeck and Siegel 2008). Proved, of at most so many elements.",
        ("MisereQuotient(\"0.123\", 20).Order", "20"),
        found,
    ),
    of(
        "quotient.Order",
        "The number of elements of a misère quotient; inf of an infinite one.",
        ("MisereQuotient(Kayles).Order", "40"),
        |c, a| match quotient(c, &a[0])?.found() {
            Some(found) => Ok(Value::integer(found.order())),
            None => Ok(Value::Number(Rational::INFINITY)),
        },
    ),
    of(
        "quotient.Presentation",
        "The generators of a misère quotient and the relations between them, as a text.",
        ("MisereQuotient(\"0.75\", 12).Presentation", "\"⟨a, b, c | a²=1, bc=ab, c²=b², b³=b⟩\""),
        |c, a| {
            let told = quotient(c, &a[0])?.presentation();
            c.text(told)
        },
    ),
    of(
        "quotient.PPortion",
        "The elements of a misère quotient that who is to move loses, as words in its generators.",
        ("MisereQuotient(\"0.75\", 12).PPortion", "[\"a\",\"b²\"]"),
        |c, a| {
            let quotient = quotient(c, &a[0])?;
            words(c, &quotient.lost())
        },
    ),
    of(
        "quotient.Elements",
        "All elements of a misère quotient as words in its generators.",
        ("MisereQuotient(\"0.3\", 5).Elements", "[\"1\",\"a\"]"),
        |c, a| {
            let quotient = finite(c, &a[0])?;
            words(c, quotient.words())
        },
    ),
    of(
        "quotient.Phi(n)",
        "The element of a misère quotient that belongs to a heap, or to the sum of a list of heaps.",
        ("MisereQuotient(\"0.123\").Phi([3, 5])", "\"ab\""),
        |c, a| {
            let quotient = quotient(c, &a[0])?;
            let heaps = parts(c, &quotient, &a[1])?;
            let last = heaps.iter().copied().max().unwrap_or(0);
            let word = quotient.word_of(&heaps).ok_or_else(|| beyond(&quotient, last))?;
            c.text(word)
        },
    ),
    of(
        "quotient.IsLost(heaps)",
        "Whether who is to move loses a sum of heaps where who cannot move wins.",
        ("MisereQuotient(Kayles).IsLost([30, 31, 29])", "false"),
        |c, a| is_lost(c, &a[0], &a[1]).map(Value::Boolean),
    ),
    of(
        "quotient.IsTameQuotient",
        "Whether a misère quotient is that of nim heaps, so that all its sums are played like nim.",
        ("MisereQuotient(\"0.31\", 20).IsTameQuotient", "true"),
        |c, a| Ok(Value::Boolean(quotient(c, &a[0])?.found().is_some_and(MisereQuotient::is_tame))),
    ),
    of(
        "quotient.Idempotents",
        "The elements of a misère quotient that are their own squares.",
        ("MisereQuotient(\"0.75\", 12).Idempotents", "[\"1\",\"b²\"]"),
        |c, a| {
            let quotient = finite(c, &a[0])?;
            classes(c, &quotient, MisereQuotient::idempotents)
        },
    ),
    of(
        "quotient.MonoidKernel",
        "The least ideal of a misère quotient: the group of the nim values of normal play.",
        ("MisereQuotient(\"0.75\", 12).MonoidKernel.Size", "4"),
        |c, a| {
            let quotient = finite(c, &a[0])?;
            classes(c, &quotient, MisereQuotient::kernel)
        },
    ),
    of(
        "quotient.Certificate",
        "A proof of a misère quotient, or of a law that Find has found of a ruleset, as a text, which farstar check checks by a program of its own.",
        ("MisereQuotient(\"0.3\", 5).Certificate.Size > 40", "true"),
        |c, a| {
            if let Value::Law(law) = &a[0] {
                return super::law::certificate(c, law);
            }
            let quotient = quotient(c, &a[0])?;
            c.calc.limits().check()?;
            match quotient.certificate() {
                Some(certificate) => c.text(certificate),
                None => Err(Fault::domain("certificates are of games with a take-and-break code")
                    .expected("the quotient of a game with a code such as \"0.77\"")),
            }
        },
    ),
    of(
        "quotient.MonoidTable",
        "The table of the products of a misère quotient, in which elements that are lost stand in brackets; of an infinite one that of its rules.",
        ("MisereQuotient(\"0.3\", 5).MonoidTable.Class", "Table"),
        |c, a| {
            let quotient = quotient(c, &a[0])?;
            let order = quotient.found().map_or(0, MisereQuotient::order);
            if order > MOST_ROWS {
                return Err(Fault::domain(say!("a table of {0} rows", order))
                    .expected(format!("at most {MOST_ROWS} elements")));
            }
            let table = ruled(&quotient.products(MOST_ROWS));
            Ok(Value::Table(Text::new(table, &c.meter)?))
        },
    ),
];

fn is_lost(context: &mut Context<'_, '_>, of: &Value, sum: &Value) -> Outcome<bool> {
    let quotient = quotient(context, of)?;
    let heaps = parts(context, &quotient, sum)?;
    let last = heaps.iter().copied().max().unwrap_or(0);
    quotient.is_lost(&heaps).ok_or_else(|| beyond(&quotient, last))
}

/// `quotient.Outcome([3, 5, 9])`: P or N.
pub(super) fn outcome(context: &mut Context<'_, '_>, of: &Value, sum: &Value) -> Outcome<Value> {
    let lost = is_lost(context, of, sum)?;
    Ok(Value::Outcome(if lost { farstar_value::Outcome::P } else { farstar_value::Outcome::N }))
}

pub(super) fn quotient(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Arc<Quotient>> {
    match value {
        Value::MisereQuotient(quotient) => Ok(Arc::clone(quotient)),
        _ => Err(context.wrong(value, "what MisereQuotient gives")),
    }
}

/// A quotient all of whose elements can be listed.
fn finite(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Arc<Quotient>> {
    let quotient = quotient(context, value)?;
    if quotient.found().is_none() {
        return Err(
            Fault::domain(say!("{0} is infinite", quotient.text())).expected("a finite quotient")
        );
    }
    Ok(quotient)
}

/// A number up to the most that can be asked for.
fn bounded(context: &mut Context<'_, '_>, value: Option<&Value>, usual: u32) -> Outcome<u32> {
    let Some(value) = value.filter(|value| !matches!(value, Value::Nothing)) else {
        return Ok(usual);
    };
    let n = context.natural(value)?;
    u32::try_from(n).ok().filter(|&n| n <= MOST).ok_or_else(|| {
        Fault::too_large(say!("{0} is too large here", n)).expected(format!("at most {MOST}"))
    })
}

fn found(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    if matches!(&arguments[0], Value::Misere(_) | Value::List(_) | Value::Form(_)) {
        return of_forms(context, arguments);
    }
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
    let found = HeapQuotient::of(game.as_ref(), to, most as usize, context.calc.limits());
    let found = found.map_err(|error| Fault::domain(error.to_string()))?;
    let bounds = match (to, most) {
        USUAL => String::new(),
        (to, most) if most == USUAL.1 => format!(", {to}"),
        _ => format!(", {to}, {most}"),
    };
    let covered = found.to();
    let next = covered + 1;
    let before = format!("MisereQuotient({text}, {covered})");
    let ends = match &found {
        HeapQuotient::Infinite(_) if covered == to => None,
        HeapQuotient::Infinite(_) => {
            let why = say!("with heaps of {0} there are infinitely many elements", covered);
            Some((why, format!("{before}, which is infinite")))
        }
        HeapQuotient::Finite(finite, _) => {
            let why = match finite.end() {
                None => None,
                Some(QuotientEnd::Limit(stopped)) => return Err(stopped.into()),
                Some(QuotientEnd::Order) => Some(say!(
                    "with heaps of {0} more than {1} elements are told apart, perhaps infinitely many",
                    next,
                    most
                )),
                Some(QuotientEnd::Open) => {
                    Some(say!("the elements with heaps of {0} were not found", next))
                }
            };
            why.map(|why| (why, format!("{before}, of the heaps before, or a larger `most`")))
        }
    };
    if let Some((why, otherwise)) = ends {
        return Err(Fault::domain(why).expected(otherwise));
    }
    let text = format!("MisereQuotient({text}{bounds})");
    let source = game.code().cloned().map_or(Source::Heaps, |code| Source::Code(Box::new(code)));
    let quotient = Quotient::new(text, found, source, &context.meter)?;
    Ok(Value::MisereQuotient(Arc::new(quotient)))
}

/// The quotient of impartial games and all their followers.
fn of_forms(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let games = match &arguments[0] {
        Value::List(_) => context.elements(&arguments[0])?.collect(),
        game => vec![game.clone()],
    };
    let most = bounded(context, arguments.get(2), USUAL.1)?.max(1) as usize;
    let mut asked = Vec::with_capacity(games.len());
    for game in &games {
        asked.push(context.misere_form(game)?);
    }
    let forms = followers(context, &asked)?;
    let place = |form: &MisereForm| {
        forms.binary_search_by_key(&key(context, *form), |own| key(context, *own))
    };
    let options: Vec<Vec<Vec<u32>>> = forms
        .iter()
        .map(|&form| {
            let options = context.rulesets.misere.forms.options(form).iter();
            options.filter_map(|option| place(option).ok().map(|at| vec![at as u32])).collect()
        })
        .collect();
    let found = MisereQuotient::of_options(&options, most, context.calc.limits());
    let found = found.map_err(|error| Fault::domain(error.to_string()))?;
    match found.end() {
        None => {}
        Some(QuotientEnd::Limit(stopped)) => return Err(stopped.into()),
        Some(_) => {
            return Err(Fault::domain(say!(
                "more than {0} elements are told apart, perhaps infinitely many",
                most
            ))
            .expected("simpler games, or a larger `most`"));
        }
    }
    let shown = context.mention(&arguments[0]);
    let text = match most == USUAL.1 as usize {
        true => format!("MisereQuotient({shown})"),
        false => format!("MisereQuotient({shown}, {}, {most})", USUAL.0),
    };
    let source = Source::Forms(forms, options);
    let found = HeapQuotient::from(found);
    let quotient = Quotient::new(text, found, source, &context.meter)?;
    Ok(Value::MisereQuotient(Arc::new(quotient)))
}

/// Options are born before.
fn key(context: &Context<'_, '_>, form: MisereForm) -> (u32, MisereForm) {
    (context.misere_birthday(form), form)
}

/// The games and their followers, options first.
fn followers(context: &Context<'_, '_>, games: &[MisereForm]) -> Outcome<Vec<MisereForm>> {
    let mut waiting = games.to_vec();
    let mut seen = std::collections::BTreeSet::from([context.rulesets.misere.forms.zero()]);
    while let Some(form) = waiting.pop() {
        context.calc.limits().check_with(seen.len() as u64, 64 * seen.len() as u64)?;
        if seen.insert(form) {
            waiting.extend(context.rulesets.misere.forms.options(form));
        }
    }
    let mut forms: Vec<MisereForm> = seen.into_iter().collect();
    forms.sort_by_key(|&form| key(context, form));
    Ok(forms)
}

/// One heap or game of a quotient, or several, by their places.
fn parts(context: &mut Context<'_, '_>, quotient: &Quotient, value: &Value) -> Outcome<Vec<u32>> {
    if !quotient.is_of_forms() {
        return heaps(context, value);
    }
    let games = match value {
        Value::List(_) | Value::Set(_) => context.elements(value)?.collect(),
        game => vec![game.clone()],
    };
    let mut places = Vec::with_capacity(games.len());
    for game in &games {
        let form = context.misere_form(game)?;
        places.push(quotient.place(form).ok_or_else(|| {
            let shown = context.mention(game);
            Fault::domain(say!("the quotient does not cover {0}", shown))
                .expected("followers of the games it was made of, or a list of them")
        })?);
    }
    Ok(places)
}

fn classes(
    context: &mut Context<'_, '_>,
    quotient: &Quotient,
    which: fn(&MisereQuotient) -> Vec<u32>,
) -> Outcome<Value> {
    let classes = quotient.found().map(which).unwrap_or_default();
    let told: Vec<String> = classes.iter().map(|&class| quotient.word(class).to_owned()).collect();
    words(context, &told)
}

/// One heap, or several.
fn heaps(context: &mut Context<'_, '_>, value: &Value) -> Outcome<Vec<u32>> {
    if let Value::Position(position) = value {
        return position.small_heaps();
    }
    let mut heaps = Vec::new();
    let mut add = |context: &mut Context<'_, '_>, size: &Value| -> Outcome<()> {
        let n = context.natural(size)?;
        heaps.push(
            u32::try_from(n).map_err(|_| Fault::too_large(say!("{0} is too large here", n)))?,
        );
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
    let last = quotient.to();
    Fault::domain(say!("the quotient covers heaps up to {0}, not {1}", last, heap))
}

fn words(context: &mut Context<'_, '_>, words: &[String]) -> Outcome<Value> {
    let mut texts = Vec::with_capacity(words.len());
    for word in words {
        texts.push(context.text(word.as_str())?);
    }
    context.list(texts)
}
