//! Rulesets as they are asked for: by name, or as text on the page.

use crate::answer;
use crate::diagnosis::units;
use farstar::rules::{Kind, PositionError, RulesError};
use farstar::{Error, Limits, Position, Ruleset, SolverError};
use serde::Deserialize;
use serde_json::{Value, json};

/// A ruleset that is asked for.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "rules: expected {\"name\": …}, or {\"text\": …} with \"parameters\" if there are some"
)]
pub(crate) enum Source {
    /// A built-in one, with parameters in brackets behind its name.
    Named {
        /// The name.
        name: String,
    },
    /// The user's own.
    Text {
        /// The text.
        text: String,
        /// Values of its parameters, such as `k=3, set={1 2}`.
        #[serde(default)]
        parameters: String,
    },
}

impl Source {
    /// The ruleset, or what is wrong with it.
    pub(crate) fn rules(&self, limits: &Limits) -> Result<Ruleset, Value> {
        limits.guard(|| self.read()).unwrap_or_else(|stopped| Err(answer::stopped(stopped)))
    }

    fn read(&self) -> Result<Ruleset, Value> {
        match self {
            Self::Named { name } => {
                Ruleset::named(name).map_err(|fault| of_whole(name, &fault.to_string()))
            }
            Self::Text { text, parameters } => {
                let rules: Ruleset = text.parse().map_err(|fault| match fault {
                    Error::Rules(fault) => of_rules(text, &fault),
                    fault => of_whole(text, &fault.to_string()),
                })?;
                if parameters.trim().is_empty() {
                    return Ok(rules);
                }
                rules.with(parameters).map_err(|fault| of_whole(parameters, &fault.to_string()))
            }
        }
    }
}

/// What is wrong with a word as a whole.
fn of_whole(word: &str, message: &str) -> Value {
    json!({ "diagnostics": [{
        "kind": "rules", "message": message, "start": 0, "end": units(word, word.len()), "line": 1, "column": 1, "fixes": [],
    }] })
}

/// A position of a ruleset.
pub(crate) fn position(source: &Source, text: &str, limits: &Limits) -> Result<Position, Value> {
    let ruleset = source.rules(limits)?;
    ruleset.position_within(text, limits).map_err(|fault| match fault {
        Error::Position(fault) => of_position(&ruleset, text, &fault),
        Error::Solver(SolverError::Stopped(reason)) => answer::stopped(reason),
        fault => of_whole(text, &fault.to_string()),
    })
}

/// What is wrong with the text of a ruleset.
fn of_rules(text: &str, fault: &RulesError) -> Value {
    let line_start: usize =
        text.split_inclusive('\n').take(fault.line.saturating_sub(1)).map(str::len).sum();
    at_characters(text, line_start, fault.column, "rules", &fault.message, fault.line)
}

/// What is wrong with a position.
fn of_position(rules: &Ruleset, text: &str, fault: &PositionError) -> Value {
    let kind = rules.rules().kind();
    let in_rows = kind.is_some_and(Kind::is_plane);
    let rows = text.split_inclusive(|c: char| c == '\n' || c == '|' && in_rows);
    let start = rows.take(fault.row.saturating_sub(1)).map(str::len).sum();
    let what = if fault.too_large { "size" } else { "position" };
    let mut told = at_characters(text, start, fault.column, what, &fault.message, fault.row);
    if let Some(example) = rules.example() {
        told["diagnostics"][0]["expected"] = json!(format!("a position such as {example}"));
    }
    told
}

fn at_characters(
    text: &str,
    from: usize,
    column: usize,
    kind: &str,
    message: &str,
    line: usize,
) -> Value {
    let from = from.min(text.len());
    let rest = &text[from..];
    let mut places = rest.char_indices().skip(column.saturating_sub(1));
    let start = places.next().map_or(text.len(), |(at, _)| from + at);
    let end = places.next().map_or(text.len(), |(at, _)| from + at);
    json!({ "diagnostics": [{
        "kind": kind, "message": message, "start": units(text, start), "end": units(text, end.max(start)),
        "line": line, "column": column, "fixes": [],
    }] })
}
