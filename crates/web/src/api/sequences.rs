//! Sequences, and graphs drawn by hand.

use super::{App, Asked, Refusal, compute};
use crate::desk::Desk;
use crate::{find, graph, sequence};
use axum::extract::State;
use axum::response::Response;

/// The sequence of a heap game.
pub(super) async fn sequence(
    State(app): State<App>,
    asked: Asked<sequence::Question>,
) -> Result<Response, Refusal> {
    compute(app, asked, sequence::sequence).await
}

/// The rule behind a sequence, a table or a game.
pub(super) async fn find(
    State(app): State<App>,
    asked: Asked<find::Question>,
) -> Result<Response, Refusal> {
    let work = |question: &find::Question, desk: &Desk<'_>| {
        let progress = |done, of, note: &str| desk.progress(done, of, note);
        find::find(question, desk.limits(), &progress, &|part| desk.part(part))
    };
    compute(app, asked, work).await
}

/// Who wins on a digraph.
pub(super) async fn digraph(
    State(app): State<App>,
    asked: Asked<graph::Drawn>,
) -> Result<Response, Refusal> {
    compute(app, asked, graph::won).await
}

/// A Hackenbush picture.
pub(super) async fn hackenbush(
    State(app): State<App>,
    asked: Asked<graph::Bush>,
) -> Result<Response, Refusal> {
    compute(app, asked, graph::bush).await
}
