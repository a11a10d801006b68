//! What is wrong with a text, as JSON: places in the units of editors, and whole texts that may be meant.

use farstar_lang::{Diagnostic, Message};
use serde_json::{Value, json};

/// The diagnostics of a part of `text` that begins at the byte `offset`.
pub(crate) fn of_text(text: &str, offset: usize, found: &[Diagnostic]) -> Vec<Value> {
    found.iter().map(|diagnostic| one(text, offset, diagnostic)).collect()
}

fn one(text: &str, offset: usize, diagnostic: &Diagnostic) -> Value {
    let (from, to) = (offset + diagnostic.span.start, offset + diagnostic.span.end);
    let before = &text[..boundary(text, from)];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let mut told = json!({
        "kind": diagnostic.kind.as_str(),
        "message": diagnostic.message.as_str(),
        "start": units(text, from),
        "end": units(text, to.max(from)),
        "line": before.matches('\n').count() + 1,
        "column": before[line_start..].chars().count() + 1,
        "fixes": fixes(text, from, to, diagnostic),
    });
    told["said"] = json!({ "message": said(&diagnostic.message) });
    for (field, message) in [("expected", &diagnostic.expected), ("fix", &diagnostic.fix)] {
        if let Some(message) = message {
            told[field] = json!(message.as_str());
            told["said"][field] = said(message);
        }
    }
    told
}

/// A message as its id and what stands in its places, for another language.
pub(crate) fn said(message: &Message) -> Value {
    let argument = |part: &Message| {
        if part.arguments().is_empty() { json!(part.as_str()) } else { said(part) }
    };
    let arguments: Vec<Value> = message.arguments().iter().map(argument).collect();
    json!({ "id": message.id(), "arguments": arguments })
}

/// How many UTF-16 units come before the byte `at`.
pub(crate) fn units(text: &str, at: usize) -> usize {
    text[..boundary(text, at)].encode_utf16().count()
}

/// The beginning of the character at `at`.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Whole texts to put in the place of the wrong one.
fn fixes(text: &str, from: usize, to: usize, diagnostic: &Diagnostic) -> Vec<String> {
    let (from, to) = (boundary(text, from), boundary(text, to.max(from)));
    let with = |from: usize, to: usize, new: &str| format!("{}{new}{}", &text[..from], &text[to..]);
    let meant = diagnostic.fix.as_deref().and_then(|fix| fix.strip_prefix("did you mean `"));
    if let Some(name) = meant.and_then(|rest| rest.split('`').next()) {
        return vec![with(from, to, name)];
    }
    // Two bars of one strength: one of them is the weaker.
    let part = &text[from..to];
    if !part.is_empty()
        && part.bytes().all(|b| b == b'|')
        && diagnostic.message.contains("side by side")
    {
        let mut fixes = Vec::new();
        let stronger = format!("{part}|");
        if let Some(first) = bar_before(text, from, part.len()) {
            fixes.push(with(first, first + part.len(), &stronger));
        }
        fixes.push(with(from, to, &stronger));
        return fixes;
    }
    if let Some(close) = diagnostic.expected.as_deref().and_then(closing)
        && diagnostic.message.ends_with("is never closed")
    {
        return vec![format!("{}{close}", text.trim_end())];
    }
    Vec::new()
}

/// The bar of the same strength and in the same bracket before `from`.
fn bar_before(text: &str, from: usize, strength: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut at = from;
    while at > 0 {
        at -= 1;
        match bytes[at] {
            b'}' | b')' | b']' => depth += 1,
            b'{' | b'(' | b'[' => depth = depth.checked_sub(1)?,
            b'|' if depth == 0 => {
                let end = at + 1;
                while at > 0 && bytes[at - 1] == b'|' {
                    at -= 1;
                }
                if end - at == strength {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The bracket in "`)`".
fn closing(expected: &str) -> Option<&str> {
    expected.strip_prefix('`')?.strip_suffix('`').filter(|sign| matches!(*sign, ")" | "]" | "}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_lang::parse;

    fn fixed(text: &str) -> Vec<String> {
        let (_, found) = parse(text);
        found.iter().flat_map(|d| fixes(text, d.span.start, d.span.end, d)).collect()
    }

    #[test]
    fn fixes_are_whole_texts_that_can_be_read() {
        for (text, wanted) in [
            ("{3|2|1}", vec!["{3||2|1}", "{3|2||1}"]),
            ("{1|-1} + {{0|0}|2|1}", vec!["{1|-1} + {{0|0}||2|1}", "{1|-1} + {{0|0}|2||1}"]),
            ("(1 + {2|3}", vec!["(1 + {2|3})"]),
        ] {
            let found = fixed(text);
            assert_eq!(found, wanted, "{text}");
            for fix in found {
                assert!(parse(&fix).1.is_empty(), "{fix}");
            }
        }
    }

    #[test]
    fn messages_are_told_by_their_ids() {
        let (_, found) = parse("(1 + {2|3}");
        let told = of_text("(1 + {2|3}", 0, &found);
        assert_eq!(told[0]["message"], "`(` is never closed");
        assert_eq!(
            told[0]["said"]["message"],
            json!({ "id": "`{0}` is never closed", "arguments": ["("] })
        );
        assert_eq!(told[0]["said"]["expected"], json!({ "id": "`{0}`", "arguments": [")"] }));
    }

    #[test]
    fn places_are_in_utf_16() {
        let text = "\"𝔄é\" + \n{3|2|1}";
        let (_, found) = parse(text);
        let told = of_text(text, 0, &found);
        assert_eq!((told[0]["start"].as_u64(), told[0]["line"].as_u64()), (Some(13), Some(2)));
        assert_eq!(told[0]["column"].as_u64(), Some(5));
    }
}
