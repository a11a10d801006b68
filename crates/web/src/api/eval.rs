//! A cell of the notebook.

use super::{App, Asked, Refusal, compute};
use crate::cell::{self, Cell};
use axum::extract::State;
use axum::response::Response;

/// Evaluates a cell.
pub(super) async fn eval(State(app): State<App>, asked: Asked<Cell>) -> Result<Response, Refusal> {
    compute(app, asked, cell::evaluate).await
}
