//! The catalogue and the errata as pages of Markdown.

use std::fmt::Write;

use crate::catalogue;
use crate::problem::Problem;
use crate::texts::Kind;

/// The page of all entries: what each is, how it is run, and up to where it is verified.
#[must_use]
pub fn catalogue_page() -> String {
    let mut page = String::from(
        "# The catalogue\n\n\
        Every system of the source documents, and what Farstar does with it. This page is generated from the catalogue.\n\n\
        `farstar problem show ID` tells the statement and the rule (`--lang zh` in Chinese), `farstar problem run ID` answers an input in the\n\
        problem's own format, `farstar problem verify ID` holds the rule against play by the definition. An id or a short name will do.\n\n",
    );
    let problems = catalogue::problems();
    let count = |kind: Kind| problems.iter().filter(|problem| problem.kind == kind).count();
    let verified = problems.iter().filter(|problem| problem.verification.is_some()).count();
    let _ = writeln!(
        page,
        "{} entries: {} problems, {} definitions and theorems, {} lost. {verified} are verified by play.\n",
        problems.len(),
        count(Kind::Problem),
        count(Kind::Theory),
        count(Kind::Lost),
    );
    page.push_str(
        "| id | name | title | status | command | verified |\n|---|---|---|---|---|---|\n",
    );
    for problem in problems {
        let Problem { id, name, title, .. } = problem;
        let verified = problem.verification.map_or_else(
            || if problem.worked.is_empty() { "–" } else { "worked expressions" }.to_owned(),
            |v| format!("{}; N = {}, at most {}", problem.range.en, v.usual, v.most),
        );
        let verified = cell(&verified);
        let (status, command) = match problem.kind {
            Kind::Problem => ("runs", format!("`farstar problem run {name}`")),
            Kind::Theory => ("theory", format!("`farstar problem show {name}`")),
            Kind::Lost => ("lost: nothing to recover", format!("`farstar problem show {name}`")),
        };
        let title = cell(&format!("{} · {}", title.en, title.zh));
        let _ = writeln!(page, "| {id} | {name} | {title} | {status} | {command} | {verified} |");
    }
    page
}

/// The page of all errors of the source documents.
#[must_use]
pub fn errata_page() -> String {
    let mut page = String::from(
        "# Errors of the source documents\n\n\
        Each with the correction, and the command that shows it. This page is generated from the catalogue. Where a wrong claim can be played,\n\
        `farstar problem verify` refutes it with its smallest counterexample.\n\n\
        | id | document | place | printed | correct | shown by |\n|---|---|---|---|---|---|\n",
    );
    for (problem, erratum) in catalogue::errata() {
        let shown = match erratum.claim {
            Some(_) => format!("`farstar problem verify {}`", erratum.id),
            None => format!("`farstar problem show {}`", problem.name),
        };
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {shown} |",
            erratum.id,
            cell(&erratum.document.to_string()),
            cell(erratum.place),
            cell(erratum.printed.en),
            cell(erratum.correct.en),
        );
    }
    page
}

/// A text in a cell of a table: bars and stars would be read as marks.
fn cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '<' | '`' => cell.extend(['\\', c]),
            '\n' => cell.push(' '),
            c => cell.push(c),
        }
    }
    cell
}
