//! A cell of the notebook: the statements of its text, and of the cells above only what it needs.

use crate::answer;
use crate::desk::Desk;
use crate::diagnosis;
use crate::plots;
use farstar_lang::{Dialect, Kind, Session, Statement, Value, statements};
use farstar_value::Stopped;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// A cell may give so many results.
const MOST_RESULTS: usize = 200;

/// What is asked.
#[derive(Debug, Deserialize)]
pub(crate) struct Cell {
    text: String,
    /// The texts of the cells above, the first one first.
    #[serde(default)]
    before: Vec<String>,
    #[serde(default)]
    dialect: Notation,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Notation {
    #[default]
    Standard,
    Cgsuite,
}

/// Evaluates a cell.
pub(crate) fn evaluate(cell: &Cell, desk: &Desk<'_>) -> Json {
    let own = statements(&cell.text);
    let before: Vec<Vec<Statement>> = cell.before.iter().map(|text| statements(text)).collect();
    let uses = needed(&own, &before);
    let arena = desk.arena();
    let dialect = match cell.dialect {
        Notation::Standard => Dialect::Farstar,
        Notation::Cgsuite => Dialect::CgSuite,
    };
    let mut session = Session::new(&arena).with_limits(desk.limits().clone()).dialect(dialect);
    for &at in &uses {
        for statement in &before[at] {
            let text = &cell.before[at];
            if let Err(found) = session.eval(statement.span.of(text)) {
                let told = diagnosis::of_text(text, statement.span.start, &found);
                return stop(
                    json!({ "results": [], "cell": at, "diagnostics": told, "uses": uses }),
                    &found,
                );
            }
        }
    }
    let mut results = Vec::new();
    let mut names = BTreeSet::new();
    let mut stopped: Option<Stopped> = None;
    for statement in &own {
        if results.len() == MOST_RESULTS {
            break;
        }
        let source = statement.span.of(&cell.text);
        let evaluated = session.eval(source);
        for text in session.take_printed().into_iter().take(MOST_RESULTS - results.len()) {
            let shown = answer::value(&mut session, &Value::Text(text)).json;
            results.push(json!({ "source": source, "value": shown }));
        }
        match evaluated {
            Ok(Value::Nothing) if source.ends_with(';') => {}
            Ok(value) => {
                let told = answer::value(&mut session, &value);
                stopped = stopped.or(told.stopped);
                let mut result = json!({ "source": source, "value": told.json });
                let plots =
                    plots::plots(&mut session, source, &value, desk, told.stopped.is_none());
                if !plots.is_empty() {
                    result["plots"] = json!(plots);
                }
                if let Some(name) = &statement.names {
                    result["name"] = json!(name);
                }
                results.push(result);
            }
            Err(found) => {
                let told = diagnosis::of_text(&cell.text, statement.span.start, &found);
                let answer = json!({ "results": results, "diagnostics": told, "names": names, "uses": uses });
                return stop(answer, &found);
            }
        }
        names.extend(statement.gives.iter().cloned());
    }
    let mut answer = json!({ "results": results, "names": names, "uses": uses });
    if let Some(reason) = stopped {
        answer["stopped"] = json!(reason.word());
        answer["message"] = json!(reason.to_string());
    }
    answer
}

/// Adds which limit was met, if a limit it was.
fn stop(mut answer: Json, found: &[farstar_lang::Diagnostic]) -> Json {
    if let Some((reason, diagnostic)) = found.iter().find_map(|d| match d.kind {
        Kind::Stopped(reason) => Some((reason, d)),
        _ => None,
    }) {
        answer["stopped"] = json!(reason.word());
        answer["message"] = json!(diagnostic.message.as_str());
    }
    answer
}

/// The cells above that give names used here, or used by one of them, wherever that one stands: a function looks its
/// names up when it is called.
fn needed(own: &[Statement], before: &[Vec<Statement>]) -> Vec<usize> {
    let mut wanted: BTreeSet<&String> = own.iter().flat_map(|s| &s.uses).collect();
    let mut cells = BTreeSet::new();
    loop {
        let gives = |cell: &[Statement]| {
            cell.iter().flat_map(|s| &s.gives).any(|name| wanted.contains(name))
        };
        let more: Vec<usize> =
            (0..before.len()).filter(|at| !cells.contains(at) && gives(&before[*at])).collect();
        if more.is_empty() {
            return cells.into_iter().collect();
        }
        wanted.extend(more.iter().flat_map(|&at| &before[at]).flat_map(|s| &s.uses));
        cells.extend(more);
    }
}
