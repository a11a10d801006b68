//! Patterns in texts: regular expressions, which are matched in time proportional to pattern and text.

use super::collection::of;
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::method::MethodInfo;
use crate::value::Value;
use farstar_play::say;
use regex_lite::{Captures, Regex, RegexBuilder};

/// Longer texts are refused: one search looks at each character for each step of the pattern and cannot be stopped.
const LONGEST_SEARCHED: usize = 1 << 17;

/// Patterns that take more bytes when they are made ready are refused.
const LARGEST_PATTERN: usize = 1 << 15;

pub(super) const METHODS: &[MethodInfo] = &[
    of(
        "text.Matches(pattern)",
        "Whether the whole text is of this form, a regular expression: `.` is any character, `*` any number of times, `[xo]` one of some.",
        ("\"x.xo\".Matches(\"[xo.]*\")", "true"),
        |c, a| {
            let (text, pattern) = (searched(c, &a[0])?, searched(c, &a[1])?);
            let whole = compiled(&format!("\\A(?:{pattern})\\z"))?;
            Ok(Value::Boolean(whole.is_match(text)))
        },
    ),
    of(
        "text.ReplaceRegex(pattern, new)",
        "The text with what is of this form, a regular expression, replaced; `$1` in the new text is the first group of what was found.",
        ("\"x12y3\".ReplaceRegex(\"([0-9]+)\", \"<$1>\")", "\"x<12>y<3>\""),
        |c, a| {
            let (text, pattern) = (searched(c, &a[0])?, searched(c, &a[1])?);
            let new = searched(c, &a[2])?;
            replaced(c, text, &compiled(pattern)?, new)
        },
    ),
];

fn searched<'v>(context: &mut Context<'_, '_>, value: &'v Value) -> Outcome<&'v str> {
    match value {
        Value::Text(text) if text.as_str().len() <= LONGEST_SEARCHED => Ok(text.as_str()),
        Value::Text(text) => {
            Err(Fault::domain(say!("a text of {0} bytes is too long here", text.as_str().len()))
                .expected(say!("at most {0} bytes", LONGEST_SEARCHED)))
        }
        other => Err(context.wrong(other, "a text in quotes")),
    }
}

fn compiled(pattern: &str) -> Outcome<Regex> {
    RegexBuilder::new(pattern).size_limit(LARGEST_PATTERN).build().map_err(|error| {
        Fault::domain(say!("no such pattern: {0}", error.to_string()))
            .expected("a regular expression such as \"[xo]*\"")
    })
}

fn replaced(
    context: &mut Context<'_, '_>,
    text: &str,
    pattern: &Regex,
    new: &str,
) -> Outcome<Value> {
    let (mut made, mut from, mut charged) = (String::new(), 0, 0);
    for found in pattern.captures_iter(text) {
        context.calc.limits().check()?;
        let Some(whole) = found.get(0) else { continue };
        made.push_str(&text[from..whole.start()]);
        fill(&mut made, &found, new)?;
        from = whole.end();
        let more = (made.len() as u64).saturating_sub(charged);
        context.meter.charge(more)?;
        charged += more;
    }
    context.meter.release(charged);
    made.push_str(&text[from..]);
    context.text(made)
}

/// What stands for one place that was found: `$n` is its n-th group, a character behind a backslash stands for itself.
fn fill(made: &mut String, found: &Captures<'_>, new: &str) -> Outcome<()> {
    let mut characters = new.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => made.extend(characters.next()),
            '$' => {
                let group = characters.next().and_then(|c| c.to_digit(10));
                let Some(group) = group.filter(|&n| (n as usize) < found.len()) else {
                    return Err(Fault::domain("`$` before what is no group of the pattern")
                        .expected("`$1` to `$9`; a `$` itself is written `\\$`"));
                };
                made.push_str(found.get(group as usize).map_or("", |part| part.as_str()));
            }
            c => made.push(c),
        }
    }
    Ok(())
}
