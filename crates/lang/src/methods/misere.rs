//! Misère canonical forms: their parts, kinds and links.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::value::{Text, Value};
use farstar_impartial::digraph::Outcome as Winner;
use farstar_impartial::misere::{Genus, MisereForm, MisereKind, ParseGenusError};
use farstar_play::say;
use farstar_value::Outcome as PartizanOutcome;

entries!(Misere.by_moves());

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "g.MisereCanonicalForm",
        "The misère canonical form of an impartial game, as *[…].",
        ("Kayles(5).MisereCanonicalForm", "*[*[2]+*[2],3,2,1]"),
        |c, a| Ok(Value::Misere(c.misere_form(&a[0])?)),
    ),
    of(
        "g.Genus",
        "The extended genus of an impartial game: its nim value, and the misère nim values of its sums with 0, *2, *2 + *2, …; of a text, the genus it is.",
        ("Kayles(5).Genus", "Genus(\"4^146\")"),
        |c, a| {
            let genus = match &a[0] {
                Value::Genus(_) => return Ok(a[0].clone()),
                Value::Text(text) => text
                    .as_str()
                    .parse()
                    .map_err(|error: ParseGenusError| Fault::domain(error.to_string()))?,
                game => c.genus(game)?,
            };
            // The genus of a nim heap is written like the heap.
            let n = genus.nim_value();
            let tame = genus == Genus::of_nim_heap(n);
            let written = if tame { n.to_string() } else { genus.to_string() };
            Ok(Value::Genus(Text::new(written, &c.meter)?))
        },
    ),
    of(
        "g.MisereNimValue",
        "The misère nim value of an impartial game.",
        ("Kayles(5).MisereNimValue", "1"),
        |c, a| Ok(Value::integer(c.genus(&a[0])?.misere_value(0))),
    ),
    of(
        "g.Mate",
        "The misère form in which 0 is replaced by *[1] in every line of play; with g it is a P position.",
        ("(*[[2],0]).Mate", "*[[2],1]"),
        |c, a| {
            let (form, limits) = (c.misere_form(&a[0])?, c.misere_limits());
            Ok(Value::Misere(c.rulesets.misere.forms.mate(form, &limits)?))
        },
    ),
    of(
        "g.Parts",
        "The even misère forms x with x + y = g for some y, but 0 and g, each followed by its y.",
        ("(*[2] + *[4]).Parts", "[*[2],*[4]]"),
        |c, a| {
            let (form, limits) = (c.misere_form(&a[0])?, c.misere_limits());
            let parts = c.rulesets.misere.forms.parts(form, &limits)?;
            c.list(parts.into_iter().map(Value::Misere).collect())
        },
    ),
    of(
        "g.Partitions",
        "All ways to write a misère form as a sum of even primes, and *[1] if it is odd.",
        (
            "(*[[*[4] + *[2]]]).Partitions",
            "[[*[2],*[[*[4]+*[2]]].MisereMinus(*[2])],[*[4],*[[*[4]+*[2]]].MisereMinus(*[4])]]",
        ),
        |c, a| {
            let (form, limits) = (c.misere_form(&a[0])?, c.misere_limits());
            let partitions = c.rulesets.misere.forms.partitions(form, &limits)?;
            let mut lists = Vec::with_capacity(partitions.len());
            for partition in partitions {
                lists.push(c.list(partition.into_iter().map(Value::Misere).collect())?);
            }
            c.list(lists)
        },
    ),
    of(
        "g.IsPrime",
        "Whether a misère form has no parts but 0, *[1], itself and its sum with *[1].",
        ("(*[2] + *[2]).IsPrime", "false"),
        |c, a| {
            let (form, limits) = (c.misere_form(&a[0])?, c.misere_limits());
            Ok(Value::Boolean(c.rulesets.misere.forms.is_prime(form, &limits)?))
        },
    ),
    of(
        "g.IsExtraverted",
        "Whether every option of a misère form is a part of it, or the form a part of the game whose one option it is.",
        ("(*[2]).IsExtraverted", "true"),
        |c, a| {
            let (form, limits) = (c.misere_form(&a[0])?, c.misere_limits());
            let forms = &mut c.rulesets.misere.forms;
            let over = forms.from_options(&[form], &limits)?;
            Ok(Value::Boolean(forms.difference(over, form, &limits)?.is_some()))
        },
    ),
    of(
        "g.IsIntroverted",
        "Whether a misère form is a part of each of its options: only 0 and *[1] are.",
        ("(*[2]).IsIntroverted", "false"),
        |c, a| {
            let form = c.misere_form(&a[0])?;
            Ok(Value::Boolean(c.misere_birthday(form) < 2))
        },
    ),
    of("g.IsNimHeap", "Whether a misère form is a nim heap.", ("(*[3]).IsNimHeap", "true"), |c, a| {
        let form = c.misere_form(&a[0])?;
        Ok(Value::Boolean(c.rulesets.misere.forms.is_nim_heap(form)))
    }),
    of(
        "g.IsTame",
        "Whether an impartial game and all its followers have the genus of a sum of nim heaps.",
        ("(*[[2],0]).IsTame", "false"),
        |c, a| is_of_kind(c, &a[0], |kind| kind == MisereKind::Tame),
    ),
    of(
        "g.IsGenerallyTame",
        "Whether an impartial game acts like a tame one: options that are not tame can be answered.",
        ("(*[[[2]],[[2],1]]).IsGenerallyTame", "true"),
        |c, a| is_of_kind(c, &a[0], MisereKind::is_generally_tame),
    ),
    of(
        "g.IsTameable",
        "Whether an impartial game has a tame genus in every sum with tame games.",
        ("(*[[[2],0]]).IsTameable", "false"),
        |c, a| is_of_kind(c, &a[0], MisereKind::is_tameable),
    ),
    of(
        "g.IsHalfTame",
        "Whether g is not generally tame but g + g is, with the genus 0^0.",
        ("(*[[2],0]).IsHalfTame", "true"),
        |c, a| {
            let (form, limits) = (c.misere_form(&a[0])?, c.misere_limits());
            Ok(Value::Boolean(c.rulesets.misere.forms.is_half_tame(form, &limits)?))
        },
    ),
    of(
        "g.IsRestive",
        "Whether all options are tame, the nim value is 0 or 1, and the misère nim value is not.",
        ("(*[[2],0]).IsRestive", "true"),
        |c, a| is_of_kind(c, &a[0], |kind| kind == MisereKind::Restive),
    ),
    of(
        "g.IsGenerallyRestive",
        "Whether an impartial game acts like a restive one.",
        ("(*[[[2],2,0],[[2],3],1]).IsGenerallyRestive", "true"),
        |c, a| is_of_kind(c, &a[0], MisereKind::is_generally_restive),
    ),
    of(
        "g.IsRestless",
        "Whether all options are generally tame, the misère nim value is 0 or 1, and the nim value is not.",
        ("(*[[2],1]).IsRestless", "true"),
        |c, a| is_of_kind(c, &a[0], |kind| kind == MisereKind::Restless),
    ),
    of(
        "g.MisereMinus(h)",
        "The misère form x with x + h = g, if there is one.",
        ("(*[2] + *[4]).MisereMinus(*[4])", "*[2]"),
        |c, a| {
            let ((g, h), limits) = (two(c, a)?, c.misere_limits());
            match c.rulesets.misere.forms.difference(g, h, &limits)? {
                Some(difference) => Ok(Value::Misere(difference)),
                None => {
                    let (g, h) = (c.mention(&a[0]), c.mention(&a[1]));
                    Err(Fault::domain(say!("{0} is no part of {1}", h, g))
                        .expected("one of the parts that g.Parts lists, or its sum with *[1]"))
                }
            }
        },
    ),
    of(
        "g.IsLinkedTo(h)",
        "Whether g + t and h + t are both P under misère play for some t: neither is an option of the other.",
        ("(*[[[2]]]).IsLinkedTo(*[2] + *[2])", "true"),
        |c, a| {
            let (g, h) = two(c, a)?;
            Ok(Value::Boolean(c.rulesets.misere.forms.is_linked(g, h)))
        },
    ),
    of(
        "g.Link(h)",
        "A misère form t such that g + t and h + t are both P.",
        ("(*[[[2]]]).Link(*[2] + *[2])", "*[[[[2],1],2,1],3,2]"),
        |c, a| {
            let ((g, h), limits) = (two(c, a)?, c.misere_limits());
            match c.rulesets.misere.forms.link(g, h, &limits)? {
                Some(link) => Ok(Value::Misere(link)),
                None => {
                    let (g, h) = (c.mention(&a[0]), c.mention(&a[1]));
                    Err(Fault::domain(say!("{0} and {1} are not linked", g, h))
                        .expected("two games neither of which is an option of the other"))
                }
            }
        },
    ),
    of(
        "NoahsArk(games)",
        "Who wins the sum of a list of games under misère play by their genera alone: generally tame ones, and half-tame ones in pairs (Winning Ways, ch. 13).",
        ("NoahsArk([*[[2],0], *[2], *[[2],0]])", "N"),
        |c, a| {
            let mut games = Vec::new();
            for game in c.elements(&a[0])? {
                games.push(c.misere_form(&game)?);
            }
            let limits = c.misere_limits();
            match c.rulesets.misere.forms.noahs_ark(&games, &limits)? {
                Ok(Winner::P) => Ok(Value::Outcome(PartizanOutcome::P)),
                Ok(_) => Ok(Value::Outcome(PartizanOutcome::N)),
                Err(alone) => {
                    let shown = c.misere_text(alone);
                    Err(Fault::domain(say!("{0} is not generally tame and has no equal half-tame mate", shown))
                        .expected("generally tame games, and half-tame ones in pairs; MisereOutcomeClass of the sum decides every one"))
                }
            }
        },
    ),
    of(
        "g.Distinguisher(h, universe)",
        "A misère form t such that g + t is P and h + t is N. With a universe, \"all\", \"dicots\" or \"dead-ending\", of any two games as they are written: a list of a game of it beside which Left does not do as well with g as with h, empty if MisereGe(g, h, universe).",
        ("(*[[2]]).Distinguisher(*[2] + *[2])", "*[[[2],1],2,1]"),
        |c, a| {
            if a.get(2).is_some_and(|universe| !matches!(universe, Value::Nothing)) {
                return super::partizan::distinguisher(c, a);
            }
            let ((g, h), limits) = (two(c, a)?, c.misere_limits());
            match c.rulesets.misere.forms.distinguisher(g, h, &limits)? {
                Some(apart) => Ok(Value::Misere(apart)),
                None => {
                    let shown = c.mention(&a[0]);
                    Err(Fault::domain(say!("nothing tells {0} from itself", shown))
                        .expected("two different games"))
                }
            }
        },
    )
    .taking(2, 3),
];

fn two(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<(MisereForm, MisereForm)> {
    Ok((context.misere_form(&arguments[0])?, context.misere_form(&arguments[1])?))
}

fn is_of_kind(
    context: &mut Context<'_, '_>,
    value: &Value,
    wanted: impl Fn(MisereKind) -> bool,
) -> Outcome<Value> {
    let (form, limits) = (context.misere_form(value)?, context.misere_limits());
    Ok(Value::Boolean(wanted(context.rulesets.misere.forms.kind(form, &limits)?)))
}
