//! Rulesets, positions and sums.

use super::{Answer, App, Asked, Refusal, compute};
use crate::rules::{Source, described};
use crate::{comparison, defaults, explorer, heat, sum, tree};
use axum::extract::State;
use axum::response::Response;
use farstar::Ruleset;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::LazyLock;

static RULESETS: LazyLock<Value> = LazyLock::new(|| {
    let builtin = Ruleset::builtin();
    let rulesets = builtin.iter().map(Ruleset::rules);
    let list: Vec<Value> = rulesets.map(|rules| Value::Object(described(rules))).collect();
    json!({ "rulesets": list })
});

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
pub(super) async fn check(
    State(app): State<App>,
    asked: Asked<Written>,
) -> Result<Response, Refusal> {
    compute(app, asked, |written, _| {
        match (Source::Text { text: written.text.clone(), parameters: String::new() }).rules() {
            Ok(ruleset) => {
                let mut told = described(ruleset.rules());
                told.insert("opening".to_owned(), json!(defaults::opening(&ruleset)));
                Value::Object(told)
            }
            Err(wrong) => wrong,
        }
    })
    .await
}

/// Everything about a position.
pub(super) async fn board(
    State(app): State<App>,
    asked: Asked<explorer::Question>,
) -> Result<Response, Refusal> {
    compute(app, asked, explorer::explore).await
}

/// Who wins a sum.
pub(super) async fn sum(
    State(app): State<App>,
    asked: Asked<sum::Question>,
) -> Result<Response, Refusal> {
    compute(app, asked, sum::sum).await
}

/// A position with its options, each value once.
pub(super) async fn tree(
    State(app): State<App>,
    asked: Asked<tree::Question>,
) -> Result<Response, Refusal> {
    compute(app, asked, tree::tree).await
}

/// The order of two positions or values.
pub(super) async fn comparison(
    State(app): State<App>,
    asked: Asked<comparison::Question>,
) -> Result<Response, Refusal> {
    compute(app, asked, comparison::comparison).await
}

/// The heat of a sum.
pub(super) async fn heat(
    State(app): State<App>,
    asked: Asked<heat::Question>,
) -> Result<Response, Refusal> {
    compute(app, asked, heat::heat).await
}
