//! Rulesets.

use super::Answer;
use crate::answer;
use crate::defaults;
use crate::desk::Desk;
use crate::rules::Source;
use farstar::Ruleset;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::LazyLock;

static RULESETS: LazyLock<Value> = LazyLock::new(
    || json!({ "rulesets": Ruleset::builtin().iter().map(Ruleset::described).collect::<Vec<_>>() }),
);

/// The built-in rulesets.
pub(super) async fn rulesets() -> Answer {
    Answer(RULESETS.clone())
}

static PICTURES: LazyLock<Value> = LazyLock::new(defaults::pictures);

/// The pictures of the built-in rulesets.
pub(super) async fn pictures() -> Answer {
    Answer(PICTURES.clone())
}

/// The text of a ruleset that is being written.
#[derive(Debug, Deserialize)]
pub(super) struct Written {
    text: String,
}

/// What is understood of a ruleset.
pub(super) fn check(written: &Written, desk: &Desk<'_>) -> Value {
    let source = Source::Text { text: written.text.clone(), parameters: String::new() };
    match source.rules(desk.limits()) {
        Ok(ruleset) => {
            let mut told = match desk.limits().guard(|| ruleset.described()) {
                Ok(told) => told,
                Err(stopped) => return answer::stopped(stopped),
            };
            let opening = desk.limits().guard(|| defaults::opening(&ruleset)).unwrap_or_default();
            told.insert("opening".to_owned(), json!(opening));
            Value::Object(told)
        }
        Err(wrong) => wrong,
    }
}
