//! Checking a whole table.

use crate::checker::{Checker, Context, Row, RowError, Verdict};
use farstar_value::Limits;

/// What became of the rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rows whose answers are right.
    pub passed: u64,
    /// Rows with a wrong answer, without an answer, or unreadable.
    pub failed: u64,
    /// Rows that ask for what is not built yet.
    pub skipped: u64,
    /// Why the check ended before the last row.
    pub stopped: Option<String>,
}

/// News while a table is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A row differs or cannot be checked.
    Failed {
        /// The number of its line, from 1.
        line: usize,
        /// What the table says and what was computed, or why nothing was.
        message: String,
    },
    /// A row asks for what is not built yet.
    Skipped {
        /// The number of its line, from 1.
        line: usize,
        /// What it asks for.
        reason: String,
    },
    /// A row is done.
    Progress {
        /// Rows done.
        done: u64,
        /// Rows in all.
        of: u64,
    },
}

/// Recomputes every row of `text`, telling `news` what happens.
///
/// `limits` gives each row its limits, so that a time counts from the row's start. A row that a limit stops ends
/// the check: the summary says so.
pub fn check_table(
    checker: &Checker,
    text: &str,
    limits: &dyn Fn() -> Limits,
    news: &mut dyn FnMut(Event),
) -> Summary {
    let rows = || {
        text.lines()
            .enumerate()
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(index, line)| Row { line: index + 1, fields: line.split('\t').collect() })
    };
    let of = rows().count() as u64;
    let mut context = Context::new(limits());
    let mut summary = Summary::default();
    for (row, done) in rows().zip(1..) {
        let line = row.line;
        context.renew(limits());
        match (checker.check)(&context, &row) {
            Ok(Verdict::Pass) => summary.passed += 1,
            Ok(Verdict::Header) => {}
            Ok(Verdict::Skip(reason)) => {
                summary.skipped += 1;
                news(Event::Skipped { line, reason });
            }
            Ok(Verdict::Fail { expected, got }) => {
                summary.failed += 1;
                news(Event::Failed { line, message: format!("expected {expected}, got {got}") });
            }
            Err(RowError::Stopped(reason)) => {
                summary.failed += 1;
                news(Event::Failed { line, message: reason.clone() });
                summary.stopped = Some(reason);
                return summary;
            }
            Err(error) => {
                summary.failed += 1;
                news(Event::Failed { line, message: error.to_string() });
            }
        }
        news(Event::Progress { done, of });
    }
    summary
}
