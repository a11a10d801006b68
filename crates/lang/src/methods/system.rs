//! What is asked of Farstar itself, and numbers by chance.

use super::board::class;
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::meter::LONGEST_INTEGER;
use crate::method::{MethodInfo, entries};
use crate::random::Random;
use crate::value::{Text, Value};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use farstar_play::say;
use std::sync::Arc;

entries!(Text);

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "System.Print(x)",
        "Shows a value before the result; a text as it stands.",
        ("begin System.Print(\"so far\"); 1 + 1 end", "2"),
        |c, a| {
            class(c, &a[0], "System")?;
            let text = match &a[1] {
                Value::Text(text) => text.clone(),
                other => {
                    let shown = c.written(other)?;
                    Text::new(shown, &c.meter)?
                }
            };
            c.printed.push(text);
            Ok(Value::Nothing)
        },
    ),
    of(
        "System.Version",
        "The version of Farstar, as a text.",
        ("System.Version.Size >= 5", "true"),
        |c, a| {
            class(c, &a[0], "System")?;
            c.text(env!("CARGO_PKG_VERSION"))
        },
    ),
    of(
        "System.Error(text)",
        "Stops with this text as what was wrong.",
        ("if 1 < 2 then \"fine\" else System.Error(\"1 is not below 2\") end", "\"fine\""),
        |c, a| {
            class(c, &a[0], "System")?;
            match &a[1] {
                Value::Text(text) => Err(Fault::domain(text.as_str().to_owned())),
                other => Err(c.wrong(other, "a text in quotes")),
            }
        },
    ),
    of(
        "System.ClearAll",
        "Forgets the values of all names.",
        ("begin System.ClearAll; 1 end", "1"),
        |c, a| {
            class(c, &a[0], "System")?;
            c.globals.clear();
            Ok(Value::Nothing)
        },
    ),
    of(
        "Random(seed)",
        "Numbers by chance: the same seed gives the same ones.",
        ("Random(1474)", "Random(1474)"),
        |c, a| Ok(Value::Random(Arc::new(Random::new(c.small(&a[0])?)))),
    ),
    of(
        "random.NextInteger(n)",
        "The next number by chance, from 0 to n - 1.",
        ("begin r := Random(1474); [r.NextInteger(100) for n in 1..5] end", "[64,92,17,25,63]"),
        next,
    ),
];

fn next(context: &mut Context<'_, '_>, arguments: &[Value]) -> Outcome<Value> {
    let Value::Random(random) = &arguments[0] else {
        return Err(context.wrong(&arguments[0], "numbers by chance, such as Random(1474)"));
    };
    let bound = context.integer(&arguments[1])?;
    if bound < IBig::ONE || bound.bit_len() as u64 > LONGEST_INTEGER {
        let shown = context.mention(&arguments[1]);
        return Err(Fault::domain(say!("there are no numbers from 0 to below {0}", shown))
            .expected("a number of at least 1"));
    }
    Ok(Value::integer(random.below(&bound)))
}
