//! Two positions or values held against each other.

use crate::answer;
use crate::desk::Desk;
use crate::sum::{Term, read_all};
use farstar::{Solver, Sum};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// What is asked.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    boards: [Term; 2],
}

/// Their order, their difference, and how it is won.
pub(crate) fn comparison(question: &Question, desk: &Desk<'_>) -> Json {
    let (sum, shown) = match read_all(&question.boards, desk) {
        Ok(read) => read,
        Err(wrong) => return wrong,
    };
    let arena = desk.arena();
    let mut solver =
        Solver::new(&arena).consulting(desk.atlases()).watched(|probe| desk.watch(move || probe()));
    let terms: Vec<Sum> = sum.summands().iter().cloned().map(Sum::from).collect();
    let told = match solver.compare(&terms[0], &terms[1], desk.limits()) {
        Ok(told) => told,
        Err(error) => return answer::none(&error),
    };
    let listed = |text: &Option<String>| {
        text.as_deref().map_or(Json::Null, |text| answer::listed(Some(text), None))
    };
    let boards = shown.iter().zip(&told.values).map(|(term, value)| {
        let mut one = term.told.clone();
        one["value"] = listed(value);
        one
    });
    let line = |line: &farstar::Line| {
        let (first, reply) = (listed(&line.first), listed(&line.answer));
        json!({ "wins": line.wins, "first": first, "answer": reply })
    };
    json!({
        "order": told.order,
        "boards": boards.collect::<Vec<Json>>(),
        "difference": listed(&told.difference),
        "outcome": told.outcome,
        "left_starts": told.left_starts.as_ref().map(line),
        "right_starts": told.right_starts.as_ref().map(line),
    })
}
