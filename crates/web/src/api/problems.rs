//! The catalogue.

use super::{Answer, App, Asked, Refusal, compute};
use crate::desk::Desk;
use crate::explorer::told_stopped;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use farstar_problems::catalogue::{self, Found};
use farstar_problems::{Erratum, Error, Problem, Report, Text, Verification};
use serde::Deserialize;
use serde_json::{Value, json};

fn both(text: Text) -> Value {
    json!({ "en": text.en, "zh": text.zh })
}

/// Every entry in short.
pub(super) async fn list() -> Answer {
    let problems: Vec<Value> = catalogue::problems()
        .into_iter()
        .map(|problem| {
            json!({
                "id": problem.id,
                "name": problem.name,
                "kind": problem.kind.to_string(),
                "title": both(problem.title),
                "topics": problem.topics,
                "verifiable": problem.verification.is_some(),
                "playable": problem.instance.is_some(),
                "errata": problem.errata.len(),
            })
        })
        .collect();
    Answer(json!({ "problems": problems }))
}

fn find(id: &str) -> Result<Found, Refusal> {
    catalogue::find(id).map_err(|error| Refusal::new(StatusCode::NOT_FOUND, error.to_string()))
}

/// One entry.
pub(super) async fn show(Path(id): Path<String>) -> Result<Answer, Refusal> {
    Ok(Answer(match find(&id)? {
        Found::Problem(problem) => whole(problem),
        Found::Erratum(problem, erratum) => {
            let mut told = whole(problem);
            told["erratum"] = json!(erratum.id);
            told
        }
    }))
}

fn whole(problem: &Problem) -> Value {
    let samples: Vec<Value> = problem
        .samples
        .iter()
        .map(|sample| json!({ "input": sample.input, "output": sample.output }))
        .collect();
    let worked: Vec<Value> = problem
        .worked
        .iter()
        .map(|worked| json!({ "expression": worked.expression, "value": worked.value }))
        .collect();
    json!({
        "id": problem.id,
        "name": problem.name,
        "kind": problem.kind.to_string(),
        "title": both(problem.title),
        "topics": problem.topics,
        "source": problem.source,
        "statement": both(problem.statement),
        "rule": both(problem.rule),
        "complexity": problem.complexity,
        "format": both(problem.format),
        "samples": samples,
        "worked": worked,
        "instance": problem.instance.map(|instance| {
            json!({ "rules": { "name": instance.ruleset }, "position": instance.position })
        }),
        "verification": problem.verification.as_ref().map(bounds),
        "answers": problem.answer.is_some(),
        "errata": problem.errata.iter().map(mistake).collect::<Vec<_>>(),
    })
}

fn bounds(verification: &Verification) -> Value {
    json!({
        "range": both(verification.range),
        "quick": verification.quick,
        "usual": verification.usual,
        "most": verification.most,
    })
}

fn mistake(erratum: &Erratum) -> Value {
    json!({
        "id": erratum.id,
        "name": erratum.name,
        "place": erratum.place,
        "printed": both(erratum.printed),
        "correct": both(erratum.correct),
        "claim": erratum.claim.as_ref().map(bounds),
    })
}

/// How far to go.
#[derive(Debug, Deserialize)]
pub(super) struct Bound {
    to: Option<u64>,
}

/// Holds the rule against play, or refutes a wrong claim.
pub(super) async fn verify(
    State(app): State<App>,
    Path(id): Path<String>,
    asked: Asked<Bound>,
) -> Result<Response, Refusal> {
    let found = find(&id)?;
    compute(app, asked, move |bound, desk| verified(found, bound.to, desk)).await
}

fn verified(found: Found, to: Option<u64>, desk: &Desk<'_>) -> Value {
    let mut cases = 0;
    let mut progress = |done: u64| {
        cases = done;
        desk.progress(done, None, "cases");
    };
    let report = match found {
        Found::Problem(problem) => problem.verify(to, desk.limits(), &mut progress),
        Found::Erratum(_, erratum) => erratum.refute(to, desk.limits(), &mut progress),
    };
    match report {
        Ok(Report::Agrees { to, cases }) => json!({ "agrees": true, "to": to, "cases": cases }),
        Ok(Report::Differs { counterexample, cases }) => json!({
            "agrees": false,
            "cases": cases,
            "counterexample": {
                "case": counterexample.case,
                "claimed": counterexample.claimed,
                "played": counterexample.played,
            },
        }),
        Err(error) => refused(error, json!({ "cases": cases })),
    }
}

/// The input of a contest.
#[derive(Debug, Deserialize)]
pub(super) struct Given {
    input: String,
}

/// The answer to an input in the contest's format.
pub(super) async fn run(
    State(app): State<App>,
    Path(id): Path<String>,
    asked: Asked<Given>,
) -> Result<Response, Refusal> {
    let found = find(&id)?;
    compute(app, asked, move |given, desk| {
        let (Found::Problem(problem) | Found::Erratum(problem, _)) = found;
        match problem.run(&given.input, desk.limits()) {
            Ok(output) => json!({ "output": output }),
            Err(error) => refused(error, json!({})),
        }
    })
    .await
}

fn refused(error: Error, mut told: Value) -> Value {
    match error {
        Error::Stopped(reason) => told_stopped(&mut told, reason),
        error => told["none"] = json!(error.to_string()),
    }
    told
}
