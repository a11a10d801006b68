//! The catalogue.

use super::{Answer, App, Asked, Refusal, compute};
use crate::desk::Desk;
use crate::explorer::told_stopped;
use crate::instance;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use farstar_problems::catalogue::{self, Found};
use farstar_problems::{Error, Instance, Problem, Report, Telling};
use serde::Deserialize;
use serde_json::{Value, json};

/// Every entry in short.
pub(super) async fn list() -> Answer {
    let problems = catalogue::problems().into_iter();
    let problems: Vec<Value> = problems
        .map(|problem| {
            let mut told = problem.to_short_json(Telling::Both);
            let texts =
                [problem.statement.en, problem.statement.zh, problem.rule.en, problem.rule.zh];
            // For the search.
            told["words"] = json!(format!("{} {}", problem.source, texts.join(" ")));
            told
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
        Found::Problem(problem) => problem.to_json(Telling::Both),
        Found::Erratum(problem, erratum) => {
            let mut told = problem.to_json(Telling::Both);
            told["erratum"] = json!(erratum.id);
            told
        }
    }))
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

/// A position of the entry's game.
#[derive(Debug, Deserialize)]
pub(super) struct Played {
    /// The entry's own start if it is missing.
    position: Option<String>,
}

fn problem(id: &str) -> Result<&'static Problem, Refusal> {
    let (Found::Problem(problem) | Found::Erratum(problem, _)) = find(id)?;
    Ok(problem)
}

/// A position of the entry's game with its moves, who wins by play and by the rule, and the move of perfect play.
pub(super) async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    asked: Asked<Played>,
) -> Result<Response, Refusal> {
    let problem = problem(&id)?;
    let Instance::Game(game) = &problem.instance else {
        return Err(Refusal::new(StatusCode::NOT_FOUND, format!("{id} has no game to play")));
    };
    compute(app, asked, move |played, desk| {
        let position = played.position.as_deref().unwrap_or(game.start);
        match game.turn(position, desk.limits()) {
            Ok(turn) => instance::told(problem.title.en, &turn),
            Err(error) => refused(error, json!({})),
        }
    })
    .await
}

/// The answers to an input of the entry's computation, by the rule and by the definition.
pub(super) async fn attempt(
    State(app): State<App>,
    Path(id): Path<String>,
    asked: Asked<Given>,
) -> Result<Response, Refusal> {
    let Instance::Computation(computation) = &problem(&id)?.instance else {
        return Err(Refusal::new(StatusCode::NOT_FOUND, format!("{id} has no computation")));
    };
    compute(app, asked, move |given, desk| match computation.attempt(&given.input, desk.limits()) {
        Ok(told) => json!({
            "rule": told.rule, "definition": told.definition, "agrees": told.rule == told.definition,
        }),
        Err(error) => refused(error, json!({})),
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
