//! Looking at jobs, listening to them, stopping them.

use super::{App, Refusal, told};
use crate::jobs::{Job, Jobs};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// Progress is told this often.
const TICK: Duration = Duration::from_millis(200);

fn find(app: &App, id: &str) -> Result<Arc<Job>, Refusal> {
    let unknown =
        || Refusal::new(StatusCode::NOT_FOUND, "there is no such job, or its result was forgotten");
    app.jobs.find(id).ok_or_else(unknown)
}

/// The job as it is now.
pub(super) async fn job(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let job = find(&app, &id)?;
    job.asked_for();
    Ok(told(StatusCode::OK, job.told()))
}

/// Stops a job.
pub(super) async fn cancel(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let job = find(&app, &id)?;
    app.jobs.cancel(&job);
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The job as it goes.
pub(super) async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let job = find(&app, &id)?;
    job.heard();
    let hearing =
        Hearing { job: Arc::clone(&job), jobs: app.jobs.clone(), grace: app.config.grace };
    Ok(Sse::new(stream(job, hearing)).keep_alive(KeepAlive::default()).into_response())
}

/// Holds a job as long as a client listens; a job that nobody listens to any more is stopped after a while.
struct Hearing {
    job: Arc<Job>,
    jobs: Jobs,
    grace: Duration,
}

impl Drop for Hearing {
    fn drop(&mut self) {
        self.jobs.left(&self.job, self.grace);
    }
}

/// A client that listens to a job.
struct Listener {
    changes: tokio::sync::watch::Receiver<u64>,
    job: Arc<Job>,
    /// Ends with the stream.
    _hearing: Hearing,
    parts: usize,
    ready: VecDeque<Event>,
    over: bool,
}

fn stream(job: Arc<Job>, hearing: Hearing) -> impl Stream<Item = Result<Event, Infallible>> {
    let changes = job.changes();
    let first = Event::default().event("progress").data(job.progress().to_string());
    let ready = VecDeque::from([first]);
    let listener = Listener { changes, job, _hearing: hearing, parts: 0, ready, over: false };
    unfold(listener, |mut listener| async move {
        loop {
            if let Some(event) = listener.ready.pop_front() {
                return Some((Ok(event), listener));
            }
            if listener.over {
                return None;
            }
            listener.look().await;
        }
    })
}

impl Listener {
    /// Waits until there is something to tell.
    async fn look(&mut self) {
        // Nothing is lost between a look and the wait for the next change: the watch remembers.
        let over = self.job.stage().is_over();
        let parts = self.job.parts(self.parts);
        self.parts += parts.len();
        self.ready.extend(parts.iter().map(|part| Event::default().event("part").data(&**part)));
        if over {
            self.ready.push_back(Event::default().event("done").data(self.job.told()));
            self.over = true;
            return;
        }
        if !self.ready.is_empty() {
            return;
        }
        if tokio::time::timeout(TICK, self.changes.changed()).await.is_err() {
            let told = self.job.progress().to_string();
            self.ready.push_back(Event::default().event("progress").data(told));
        }
    }
}
