//! The routes under `/api`: one file for each thing that can be asked.

mod language;
mod problems;
mod progress;
mod rulesets;

use crate::config::Config;
use crate::desk::Desk;
use crate::jobs::{BUSY, Bounds, Job, Jobs, Stage};
use crate::{cell, comparison, explorer, find, graph, heat, sequence, sum, tree};
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// What the handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) jobs: Jobs,
    pub(crate) address: SocketAddr,
    pub(crate) config: Arc<Config>,
}

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/status", get(status))
        .route("/jobs/{id}", get(progress::job).delete(progress::cancel))
        .route("/jobs/{id}/events", get(progress::events))
        .route("/language", get(language::language))
        .route("/eval", job(cell::evaluate))
        .route("/rules", get(rulesets::rulesets))
        .route("/rules/pictures", get(rulesets::pictures))
        .route("/rules/check", job(rulesets::check))
        .route("/board", job(explorer::explore))
        .route("/sum", job(sum::sum))
        .route("/tree", job(tree::tree))
        .route("/comparison", job(comparison::comparison))
        .route("/heat", job(heat::heat))
        .route("/sequence", job(sequence::sequence))
        .route("/find", job(find::find))
        .route("/digraph", job(graph::won))
        .route("/hackenbush", job(graph::bush))
        .route("/problems", get(problems::list))
        .route("/problems/{id}", get(problems::show))
        .route("/problems/{id}/verify", post(problems::verify))
        .route("/problems/{id}/run", post(problems::run))
        .route("/problems/{id}/play", post(problems::play))
        .route("/problems/{id}/try", post(problems::attempt))
        .fallback(nothing_here)
        .method_not_allowed_fallback(another_method)
}

/// A question that is a job.
fn job<T: DeserializeOwned + Send + 'static>(
    work: fn(&T, &Desk<'_>) -> Value,
) -> MethodRouter<App> {
    post(move |State(app): State<App>, asked: Asked<T>| compute(app, asked, work))
}

async fn another_method() -> Refusal {
    Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this is asked by another method; docs/api.md says by which",
    )
}

async fn nothing_here() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "the API has nothing here; docs/api.md lists what there is")
}

async fn status(State(app): State<App>) -> Answer {
    let (running, queued) = app.jobs.counts();
    Answer(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "address": app.address.to_string(),
        "workers": app.config.workers,
        "running": running,
        "queued": queued,
        "jobs_most": app.config.workers + app.config.queue,
        "limits": {
            "seconds": app.config.longest.as_secs_f64(),
            "megabytes": app.config.share() / 1_000_000,
        },
    }))
}

/// A request that is not taken.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    message: String,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    fn wrong(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let code = match self.status {
            StatusCode::FORBIDDEN => "foreign",
            StatusCode::NOT_FOUND => "not-found",
            StatusCode::METHOD_NOT_ALLOWED => "method",
            StatusCode::PAYLOAD_TOO_LARGE => "too-large",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "media-type",
            StatusCode::SERVICE_UNAVAILABLE => "busy",
            _ => "malformed",
        };
        let body = json!({ "error": { "kind": "request", "code": code, "message": self.message } });
        let mut answer = told(self.status, body.to_string());
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        answer
    }
}

/// A JSON answer that was at hand.
pub(crate) struct Answer(pub(crate) Value);

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        told(StatusCode::OK, self.0.to_string())
    }
}

fn told(status: StatusCode, json: String) -> Response {
    const HEADERS: [(HeaderName, HeaderValue); 2] = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, HEADERS, json).into_response()
}

/// A question with what every question has: limits, and how long to wait for the answer.
pub(crate) struct Asked<T> {
    pub(crate) question: T,
    bounds: Bounds,
    wait: Duration,
}

#[derive(Deserialize)]
#[serde(default)]
struct Common {
    limits: AskedLimits,
    wait: u64,
}

impl Default for Common {
    fn default() -> Self {
        Self { limits: AskedLimits::default(), wait: 300 }
    }
}

#[derive(Deserialize)]
#[serde(default)]
struct AskedLimits {
    seconds: f64,
    megabytes: f64,
    nodes: Option<u64>,
}

impl Default for AskedLimits {
    fn default() -> Self {
        Self { seconds: 60.0, megabytes: 1024.0, nodes: None }
    }
}

impl AskedLimits {
    fn bounds(&self, config: &Config) -> Result<Bounds, Refusal> {
        let positive = |x: f64| x.is_finite() && x > 0.0;
        if !positive(self.seconds) || !positive(self.megabytes) {
            return Err(Refusal::wrong("limits are positive numbers"));
        }
        let time = Duration::try_from_secs_f64(self.seconds).unwrap_or(Duration::MAX);
        Ok(Bounds {
            time: time.min(config.longest),
            bytes: ((self.megabytes * 1e6) as u64).min(config.share()),
            nodes: self.nodes,
        })
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &App) -> Result<Self, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
        // A page of another site cannot send this type without asking first.
        if !kind.is_some_and(|kind| kind.starts_with(b"application/json")) {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(Refusal::new(status, "expected Content-Type: application/json"));
        }
        let body = Bytes::from_request(request, app).await;
        let body = body.map_err(|e: BytesRejection| Refusal::new(e.status(), e.body_text()))?;
        let wrong = |e: serde_json::Error| {
            Refusal::wrong(format!("the body is not what was expected: {e}"))
        };
        let value: Value = serde_json::from_slice(&body).map_err(wrong)?;
        let common = Common::deserialize(&value).map_err(wrong)?;
        Ok(Self {
            bounds: common.limits.bounds(&app.config)?,
            wait: Duration::from_millis(common.wait.min(10_000)),
            question: T::deserialize(value).map_err(wrong)?,
        })
    }
}

/// Cancels the job of a client that goes away before it has an answer.
struct Waiting<'a> {
    jobs: &'a Jobs,
    job: &'a Arc<Job>,
    answered: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.answered {
            self.jobs.cancel(self.job);
            self.jobs.forget(self.job);
        }
    }
}

/// Does the work on a thread of its own: its answer if it comes in time, otherwise the job.
pub(crate) async fn compute<T: Send + 'static>(
    app: App,
    asked: Asked<T>,
    work: impl Fn(&T, &Desk<'_>) -> Value + Send + 'static,
) -> Result<Response, Refusal> {
    let question = asked.question;
    let submitted = app.jobs.submit(asked.bounds, Box::new(move |desk| work(&question, desk)));
    let busy = || Refusal::new(StatusCode::SERVICE_UNAVAILABLE, BUSY);
    let job = submitted.map_err(|_| busy())?;
    let mut waiting = Waiting { jobs: &app.jobs, job: &job, answered: false };
    let mut changes = job.changes();
    let over = async {
        while !job.stage().is_over() {
            if changes.changed().await.is_err() {
                break;
            }
        }
    };
    // Whether it is over is looked at afterwards.
    let _ = tokio::time::timeout(asked.wait, over).await;
    waiting.answered = true;
    if job.is_refused() {
        app.jobs.forget(&job);
        return Err(busy());
    }
    let stage = job.stage();
    let answer = job.told();
    // Who does not wait asks for the job later, however soon it was done.
    if stage.is_over() && !asked.wait.is_zero() {
        app.jobs.forget(&job);
    }
    Ok(told(status_of(stage), answer))
}

fn status_of(stage: Stage) -> StatusCode {
    match stage {
        Stage::Queued | Stage::Running => StatusCode::ACCEPTED,
        Stage::Done => StatusCode::OK,
        Stage::Failed => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
