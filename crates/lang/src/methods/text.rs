//! Writing values in other notations.

use crate::context::Context;
use crate::fault::Outcome;
use crate::method::{Family, MethodInfo, Native, Run, entry};
use crate::value::Value;
use farstar_num::Surreal;
use farstar_value::text::Notation;

const fn of(
    name: &'static str,
    signature: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str),
    run: Native,
) -> MethodInfo {
    entry(Family::Text, (name, signature), summary, example, (1, 1), Run::Native(run))
}

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "Ascii",
        "ascii(x)",
        "The value as it is displayed, as a text.",
        ("ascii({0|v*})", "\"^<2>\""),
        |c, a| {
            let text = c.written(&a[0])?;
            c.text(text)
        },
    ),
    of(
        "Unicode",
        "unicode(g)",
        "The value with the symbols of the books, as a text.",
        ("unicode(^^*)", "\"⇑∗\""),
        |c, a| written(c, &a[0], Notation::Unicode),
    ),
    of(
        "Latex",
        "latex(g)",
        "The value for mathematics mode of LaTeX, as a text.",
        ("latex(3/4)", "\"\\\\frac{3}{4}\""),
        |c, a| written(c, &a[0], Notation::Latex),
    ),
];

fn written(context: &mut Context<'_, '_>, value: &Value, notation: Notation) -> Outcome<Value> {
    if let Value::Misere(form) = value {
        let text = context.misere_text(*form);
        return context.text(match notation {
            Notation::Ascii => text,
            Notation::Unicode => text.replace('*', "∗"),
            Notation::Latex => {
                text.replace('*', "{*}").replace("MisereMinus", "\\mathrm{MisereMinus}")
            }
        });
    }
    if let Value::Loopy(value) = value {
        let text = context.calc.loopy_print_in(value, notation)?;
        return context.text(text);
    }
    let transfinite = match (value, notation) {
        (Value::Surreal(x), Notation::Latex) => Some(x.latex()),
        (Value::Surreal(x), _) => Some(x.to_string()),
        (Value::TransfiniteNimber(x), Notation::Latex) => {
            let size = Surreal::from(x.ordinal().clone()).latex();
            Some(format!("{{*}}\\left({size}\\right)"))
        }
        (Value::TransfiniteNimber(x), _) => Some(x.to_string()),
        _ => None,
    };
    if let Some(text) = transfinite {
        return context.text(text);
    }
    let game = context.game(value)?;
    let text = context.calc.print(game, notation)?;
    context.text(text)
}
