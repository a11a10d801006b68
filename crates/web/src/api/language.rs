//! All that completion and help need.

use super::Answer;
use farstar::Ruleset;
use farstar_lang::{CONSTANTS, Family, methods};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// What is hard to find on a keyboard: how it is typed, its sign, what it means.
const SYMBOLS: &[(&str, &str, &str)] = &[
    ("*", "∗", "star, {0|0}"),
    ("^", "↑", "up, {0|*}"),
    ("v", "↓", "down, {*|0}"),
    ("^^", "⇑", "double up"),
    ("+-", "±", "switch: +-x is {x|-x}"),
    ("+_", "⧾", "tiny: +_g is {0||0|-g}"),
    ("-_", "⧿", "miny: -_g is {g|0||0}"),
    ("||", "‖", "a weaker bar"),
    ("|||", "⦀", "a still weaker bar"),
];

static TABLE: LazyLock<Value> = LazyLock::new(|| {
    let methods: Vec<Value> = methods()
        .iter()
        .map(|m| {
            json!({
                "name": m.name,
                "signature": m.signature,
                "summary": m.summary,
                "example": m.example,
                "result": m.result,
                "family": format!("{:?}", m.family),
            })
        })
        .collect();
    let mut families: Vec<Family> = Vec::new();
    for method in farstar_lang::methods() {
        if !families.contains(&method.family) {
            families.push(method.family);
        }
    }
    let families: Vec<Value> = families
        .iter()
        .map(|family| json!({ "name": format!("{family:?}"), "title": family.title() }))
        .collect();
    let constants: Vec<Value> = CONSTANTS
        .iter()
        .map(|(name, summary)| json!({ "name": name, "summary": summary }))
        .collect();
    let symbols: Vec<Value> = SYMBOLS
        .iter()
        .map(|(text, sign, summary)| json!({ "text": text, "sign": sign, "summary": summary }))
        .collect();
    let rulesets: Vec<String> =
        Ruleset::builtin().iter().map(|rules| rules.name().to_owned()).collect();
    json!({
        "methods": methods,
        "families": families,
        "constants": constants,
        "reserved": farstar_lang::RESERVED_WORDS,
        "symbols": symbols,
        "rulesets": rulesets,
    })
});

/// The whole table.
pub(super) async fn language() -> Answer {
    Answer(TABLE.clone())
}
