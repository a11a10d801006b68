//! Writing values in other notations.

use crate::context::Context;
use crate::fault::Outcome;
use crate::method::{MethodInfo, entries};
use crate::value::Value;
use farstar_value::text::Notation;

entries!(Text);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "ascii(x)",
        "The value as it is displayed, as a text.",
        ("ascii({0|v*})", "\"^<2>\""),
        |c, a| {
            let text = c.written(&a[0])?;
            c.text(text)
        },
    )
    .called("Ascii"),
    of(
        "unicode(g)",
        "The value with the symbols of the books, as a text.",
        ("unicode(^^*)", "\"⇑∗\""),
        |c, a| written(c, &a[0], Notation::Unicode),
    )
    .called("Unicode"),
    of(
        "latex(g)",
        "The value for mathematics mode of LaTeX, as a text.",
        ("latex(3/4)", "\"\\\\frac{3}{4}\""),
        |c, a| written(c, &a[0], Notation::Latex),
    )
    .called("Latex"),
];

fn written(context: &mut Context<'_, '_>, value: &Value, notation: Notation) -> Outcome<Value> {
    let text = context.in_notation(value, notation)?;
    context.text(text)
}
