//! Surreal numbers: normal forms, sign expansions, and Cantor's arithmetic of ordinals.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use dashu_int::UBig;
use farstar_num::{
    Cofinality, Error, GeneralizedOrdinal, IBig, NormalForm, NormalTerm, Rational, SignBlock,
    SignSequence, Surreal,
};
use farstar_play::say;

/// Most terms of a series.
const MOST_TERMS: u64 = 1 << 12;

entries!(Number);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "x.Signs, x.Signs(n)",
        "The sign expansion of a number, as a text: runs with their lengths after ^, and what repeats for ever in parentheses; its first n runs, also where the whole cannot be written, as for omega^(1/3) and 1/(omega+1).",
        ("(omega^(1/2)).Signs", "\"+^ω -^(ω^2)\""),
        |c, a| {
            let x = c.surreal(&a[0])?;
            let signs = match a.get(1) {
                None => x.signs()?,
                Some(count) => {
                    let count = c.natural(count)?.min(MOST_TERMS) as usize;
                    SignSequence::from_blocks(x.first_runs(count)?.into_iter().map(SignBlock::Run))?
                }
            };
            c.text(signs.to_string())
        },
    )
    .taking(1, 2),
    of(
        "Sup(a, b), list.Sup",
        "The least ordinal that is not below any of finitely many ordinals.",
        ("[omega, 5, omega+1].Sup", "ω+1"),
        |c, a| {
            let all = match (a, a[0].elements()) {
                ([_], Some(elements)) => elements.to_vec(),
                _ => a.to_vec(),
            };
            let mut least = GeneralizedOrdinal::zero();
            for value in &all {
                least = least.max(own_ordinal(c, value)?);
            }
            Ok(c.value_of_ordinal(least))
        },
    )
    .taking(1, 2),
    of(
        "FromSigns(text)",
        "The number with a sign expansion.",
        ("FromSigns(\"+ -^omega + -^omega\")", "1/ω+1/ω^2"),
        |c, a| {
            let Value::Text(text) = &a[0] else { return Err(c.wrong(&a[0], "a text in quotes")) };
            let signs: SignSequence = text.as_str().parse()?;
            Ok(c.value_of_surreal(Surreal::from_signs(&signs)?))
        },
    ),
    of(
        "Simplest(a, b)",
        "The simplest number strictly between two: the first of them to be born.",
        ("Simplest(0, 1/omega)", "1/(ω×2)"),
        |c, a| {
            let (low, high) = (c.surreal(&a[0])?, c.surreal(&a[1])?);
            simplest(c, Some(&low), Some(&high))
        },
    ),
    of(
        "x.Leading",
        "The first term of the normal form of a number.",
        ("(omega^2/3-omega).Leading", "ω^2/3"),
        |c, a| {
            let (first, _) = c.surreal(&a[0])?.series(1)?;
            Ok(c.value_of_surreal(first.into()))
        },
    ),
    of(
        "x.LeadingExponent",
        "The exponent of ω in the first term of a number; of an ordinal, its logarithm to the base ω.",
        ("(omega^omega*2+5).LeadingExponent", "ω"),
        |c, a| match c.surreal(&a[0])?.leading()? {
            Some((exponent, _)) => Ok(c.value_of_surreal(exponent.into())),
            None => Err(Fault::domain("0 has no terms").expected("a number other than 0")),
        },
    ),
    of(
        "x.IsOmnific",
        "Whether a number is an omnific integer: its own floor.",
        ("(omega^(1/2)/3-5).IsOmnific", "true"),
        |c, a| {
            let x = c.surreal(&a[0])?;
            Ok(Value::Boolean(x.as_normal_form().is_some_and(NormalForm::is_omnific)))
        },
    ),
    of(
        "x.Series(k)",
        "The sum of the first k terms of the normal form of a number, which a quotient has infinitely many of.",
        ("((omega+1)/(omega-1)).Series(3)", "1+2/ω+2/ω^2"),
        |c, a| {
            let count = c.natural(&a[1])?;
            if count > MOST_TERMS {
                return Err(Fault::too_large(say!("{0} is too large here", count))
                    .expected(say!("at most {0}", MOST_TERMS)));
            }
            c.calc.limits().check()?;
            let (terms, _) = c.surreal(&a[0])?.series(count as usize)?;
            Ok(c.value_of_surreal(terms.into()))
        },
    ),
    of(
        "x.NormalForm",
        "The terms of a number as pairs of the exponent of ω and the coefficient.",
        ("(omega^2*3-1/omega).NormalForm", "[[2,3],[-1,-1]]"),
        |c, a| {
            let x = c.surreal(&a[0])?;
            let mut pairs = Vec::new();
            for term in x.normal_form()?.terms() {
                let exponent = c.value_of_surreal(term.exponent().clone().into());
                pairs.push(c.list(vec![exponent, Value::Number(term.coefficient().clone())])?);
            }
            c.list(pairs)
        },
    ),
    of(
        "x.StandardPart",
        "The real number that a finite number differs from by an infinitesimal.",
        ("(1/3-2/omega).StandardPart", "1/3"),
        |c, a| {
            let x = c.surreal(&a[0])?;
            let nearest = match x.leading()? {
                Some((exponent, coefficient)) if exponent.is_zero() => Some(coefficient),
                Some((exponent, _)) if exponent.signum() > 0 => None,
                _ => Some(Rational::default()),
            };
            match nearest {
                Some(rational) => Ok(c.value_of_surreal(Surreal::try_from(&rational)?)),
                None => {
                    let shown = c.mention(&a[0]);
                    Err(Fault::domain(say!("{0} is infinite", shown)).expected("a finite number"))
                }
            }
        },
    ),
    of(
        "x.Exponents",
        "The exponents of ω in the normal form of a number, the greatest first.",
        ("(omega^2*3-1/omega).Exponents", "[2,-1]"),
        |c, a| {
            let x = c.surreal(&a[0])?;
            let exponent = |term: &NormalTerm| c.value_of_surreal(term.exponent().clone().into());
            let exponents: Vec<Value> = x.normal_form()?.terms().iter().map(exponent).collect();
            c.list(exponents)
        },
    ),
    of(
        "a.IsIndecomposable",
        "Whether the ordinal a is no ordinal sum of two smaller ones: a power of ω.",
        ("(omega^omega).IsIndecomposable", "true"),
        |c, a| {
            let x = own_ordinal(c, &a[0])?;
            let power = matches!(x.terms(), [term] if *term.coefficient() == IBig::ONE);
            Ok(Value::Boolean(power))
        },
    ),
    of(
        "a.OrdSum(b)",
        "The ordinal sum of Cantor: a, and b after it.",
        ("1 OrdSum omega", "ω"),
        |c, a| ordinal(c, a, GeneralizedOrdinal::ordinal_sum),
    ),
    of(
        "a.OrdProduct(b)",
        "The ordinal product of Cantor: b copies of a in a row.",
        ("(omega+1) OrdProduct 2", "ω×2+1"),
        |c, a| ordinal(c, a, GeneralizedOrdinal::ordinal_product),
    ),
    of(
        "a.OrdPower(b)",
        "The ordinal power of Cantor.",
        ("2 OrdPower omega", "ω"),
        |c, a| ordinal(c, a, GeneralizedOrdinal::ordinal_power),
    ),
    of(
        "a.OrdDifference(b)",
        "The ordinal c with b OrdSum c = a.",
        ("(omega*2+1) OrdDifference omega", "ω+1"),
        |c, a| {
            let (x, y) = (own_ordinal(c, &a[0])?, own_ordinal(c, &a[1])?);
            match x.left_difference(&y)? {
                Some(difference) => Ok(c.value_of_ordinal(difference)),
                None => {
                    let (x, y) = (c.mention(&a[0]), c.mention(&a[1]));
                    Err(Fault::domain(say!("{0} is less than {1}", x, y)))
                }
            }
        },
    ),
    of(
        "a.OrdQuotient(b)",
        "The greatest ordinal q such that b OrdProduct q is at most a.",
        ("(omega^2+omega*3+2) OrdQuotient (omega+5)", "ω+2"),
        |c, a| ordinal(c, a, |x, y| Ok(x.ordinal_div_rem(y)?.0)),
    ),
    of(
        "a.OrdRemainder(b)",
        "What the ordinal a has after b OrdProduct (a OrdQuotient b).",
        ("(omega^2+omega*3+2) OrdRemainder (omega+5)", "ω+2"),
        |c, a| ordinal(c, a, |x, y| Ok(x.ordinal_div_rem(y)?.1)),
    ),
    of(
        "a.Cofinality",
        "The least length of a sequence of ordinals that comes as near as can be from below: 0, 1, or ω for a limit.",
        ("(omega^omega).Cofinality", "ω"),
        |c, a| {
            let kind = own_ordinal(c, &a[0])?.cofinality()?;
            Ok(match kind {
                Cofinality::Zero => Value::integer(0),
                Cofinality::Successor => Value::integer(1),
                Cofinality::Limit => c.value_of_ordinal(GeneralizedOrdinal::omega()),
            })
        },
    ),
    of(
        "a.Fundamental(n)",
        "The n-th ordinal of the fundamental sequence of a limit, whose limit it is.",
        ("(omega^omega).Fundamental(3)", "ω^3"),
        |c, a| {
            let n: UBig = c.natural(&a[1])?.into();
            match own_ordinal(c, &a[0])?.fundamental(&n)? {
                Some(member) => Ok(c.value_of_ordinal(member)),
                None => {
                    let shown = c.mention(&a[0]);
                    Err(Fault::domain(say!("{0} is no limit", shown))
                        .expected("a limit ordinal such as ω^2"))
                }
            }
        },
    ),
];

/// The value as an ordinal.
fn own_ordinal(context: &mut Context<'_, '_>, value: &Value) -> Outcome<GeneralizedOrdinal> {
    let x = context.surreal(value)?.as_generalized_ordinal();
    match x.filter(GeneralizedOrdinal::is_ordinal) {
        Some(x) => Ok(x),
        None => {
            let shown = context.mention(value);
            Err(Fault::domain(say!("{0} is not an ordinal", shown))
                .expected("an ordinal such as ω^2+5"))
        }
    }
}

fn ordinal(
    context: &mut Context<'_, '_>,
    arguments: &[Value],
    operation: fn(&GeneralizedOrdinal, &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error>,
) -> Outcome<Value> {
    let (x, y) = (own_ordinal(context, &arguments[0])?, own_ordinal(context, &arguments[1])?);
    Ok(context.value_of_ordinal(operation(&x, &y)?))
}

/// The simplest number between two.
pub(crate) fn simplest(
    context: &mut Context<'_, '_>,
    low: Option<&Surreal>,
    high: Option<&Surreal>,
) -> Outcome<Value> {
    context.calc.limits().check()?;
    match Surreal::simplest_between(low, high)? {
        Some(x) => Ok(context.value_of_surreal(x)),
        None => Err(Fault::domain(
            "the left number is not below the right one, so there is no number between them",
        )
        .expected("two numbers, the smaller one first")),
    }
}
