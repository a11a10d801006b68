//! What a sweep tells of one ruleset.

use super::family;
use crate::find::{
    Attempt, Column, Discovery, FoundLaws, HELD_BACK, Inquiry, LawClass, LawForm, Subject,
    TabulateError, Verdict, proved_period, schema, shown_law, tabulate,
};
use crate::sequence::Heaps;
use crate::{Limits, Ruleset, Stopped};

/// The names of the columns of the table.
pub(super) const COLUMNS: [&str; 10] =
    ["ruleset", "of", "verdict", "class", "law", "by", "states", "largest", "certificate", "rules"];

/// What was found of a ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// Its name.
    pub(super) ruleset: String,
    /// Whether the law says who wins, and not Grundy values.
    pub(super) outcomes: bool,
    /// `theorem`, `conjecture`, `none`, `stopped` where a limit left no law, or `unfit` where there was no table.
    pub(super) verdict: &'static str,
    /// The kind of law.
    pub(super) class: &'static str,
    /// The law as it is read.
    pub(super) law: String,
    /// How it was proved, or why it was not.
    pub(super) by: String,
    /// The states of the law, and the most states of an automaton on the way.
    pub(super) sizes: Option<(usize, usize)>,
    /// The rules in canonical form.
    pub(super) rules: String,
}

impl Row {
    /// The name of the file of its certificate; `i` is the number of the ruleset.
    pub(super) fn file(&self, i: usize) -> String {
        let kept = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let stem: String = self.ruleset.chars().map(kept).take(60).collect();
        format!("{i:06}-{stem}-{}.cert", self.of())
    }

    fn of(&self) -> &'static str {
        if self.outcomes { "winners" } else { "values" }
    }

    /// As a line of the table.
    pub(super) fn line(&self, certificate: Option<&str>) -> String {
        let size = |pick: fn((usize, usize)) -> usize| {
            self.sizes.map_or(String::new(), |sizes| pick(sizes).to_string())
        };
        let cells: [&str; 10] = [
            &self.ruleset,
            self.of(),
            self.verdict,
            self.class,
            &self.law,
            &self.by,
            &size(|(states, _)| states),
            &size(|(_, largest)| largest),
            certificate.unwrap_or_default(),
            &self.rules.trim_end().replace('\n', "\\n"),
        ];
        cells.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t") + "\n"
    }
}

/// The rows of a ruleset with the certificates of their theorems: one of its values, and one of who wins where the
/// values of pairs, or of what Left and Right play differently, are no theorem.
pub(super) fn rows(member: &str, inquiry: &Inquiry, limits: &Limits) -> Vec<(Row, Option<String>)> {
    let unfit = |why: String| Row {
        ruleset: member.to_owned(),
        verdict: "unfit",
        by: why,
        ..Row::default()
    };
    let ruleset = match limits.guard(|| family::read(member)) {
        Ok(Ok(ruleset)) => ruleset,
        Ok(Err(error)) => return vec![(unfit(error.to_string()), None)],
        Err(stopped) => return vec![(unfit(stopped.to_string()), None)],
    };
    let own = Row {
        ruleset: if member.contains("game ") { ruleset.name() } else { member }.to_owned(),
        // of misère play who wins is tabulated
        outcomes: ruleset.is_misere(),
        rules: ruleset.rules().canonical().to_owned(),
        ..Row::default()
    };
    let mut rows = vec![
        by_period(&ruleset, &own, &limits.within(inquiry.time))
            .unwrap_or_else(|| asked(&ruleset, own.clone(), inquiry, limits)),
    ];
    let is_theorem = rows[0].1.is_some() || ruleset.is_misere();
    let others = !ruleset.is_impartial() || matches!(ruleset.heap_game(), Ok(Heaps::Pairs(_)));
    if others && !is_theorem && limits.check().is_ok() {
        let inquiry = Inquiry { outcomes: true, ..inquiry.clone() };
        rows.push(asked(&ruleset, Row { outcomes: true, ..own }, &inquiry, limits));
    }
    rows
}

/// A period that a theorem on codes proves, without a table.
fn by_period(ruleset: &Ruleset, own: &Row, limits: &Limits) -> Option<(Row, Option<String>)> {
    let subject = Subject::new(ruleset.rules(), false, &[0]);
    let (law, proof) = proved_period(subject.code.as_ref()?, false, limits).ok()??;
    let law = LawForm::Periodic(law).shown(&["n".to_owned()]);
    let by = proof.theorem;
    let row = Row { verdict: "theorem", class: "periods", law, by, ..own.clone() };
    Some((row, Some(proof.certificate)))
}

/// What the finder and the logic tell.
fn asked(ruleset: &Ruleset, own: Row, inquiry: &Inquiry, limits: &Limits) -> (Row, Option<String>) {
    let time = limits.within(inquiry.time);
    let columns = tabulate(ruleset, inquiry.to, inquiry.outcomes, HELD_BACK, &time, &mut |_, _| {});
    let has_theorems = |column: &Column| column.of.is_none() || column.parts.is_some();
    let columns = match columns {
        Ok(columns) if columns.iter().all(has_theorems) => columns,
        Ok(_) => {
            let by = "neither Grundy values, nor integers and few games, nor winners".to_owned();
            return (Row { verdict: "unfit", by, ..own }, None);
        }
        Err(TabulateError::Stopped(stopped)) => {
            return (Row { verdict: "stopped", by: stopped.to_string(), ..own }, None);
        }
        Err(error) => return (Row { verdict: "unfit", by: error.to_string(), ..own }, None),
    };
    let told = Discovery::of(ruleset, columns, inquiry, &time);
    let proofs = told.prove(&limits.within(inquiry.time));
    let certificate = proofs.iter().find_map(|one| one.as_ref().ok()?.verdict.certificate());
    let certificate = certificate.map(str::to_owned);
    (of_columns(&told.columns, &told.found, &proofs, own), certificate)
}

/// A law of each column, under the name of the column.
fn joined(columns: &[Column], law: impl Fn(usize) -> Option<String>) -> Option<String> {
    let named = |(i, column): (usize, &Column)| {
        let law = law(i)?;
        Some(column.of.as_ref().map_or(law.clone(), |of| format!("{of}: {law}")))
    };
    let all: Option<Vec<String>> = columns.iter().enumerate().map(named).collect();
    all.map(|all| all.join("; "))
}

fn of_columns(
    columns: &[Column],
    found: &[FoundLaws],
    proofs: &[Result<Attempt, Stopped>],
    own: Row,
) -> Row {
    let proved = || {
        let law = |i: usize| shown_law(&found[i], proofs[i].as_ref().ok()?).map(String::from);
        joined(columns, law).unwrap_or_default()
    };
    let right = |found: &FoundLaws| found.laws.iter().position(|law| law.wrong == 0);
    let by = match proofs.first() {
        Some(Ok(attempt)) => match &attempt.verdict {
            Verdict::Theorem(proof) => {
                return Row {
                    verdict: "theorem",
                    class: attempt.law.as_ref().map_or("", |law| law.class().word()),
                    law: proved(),
                    by: schema(proof),
                    sizes: Some((proof.states, proof.largest)),
                    ..own
                };
            }
            Verdict::Period(proof) => {
                let by = proof.theorem.clone();
                return Row { verdict: "theorem", class: "periods", law: proved(), by, ..own };
            }
            // a law that is wrong far out is none, whatever the table says
            Verdict::Refuted { sentence, .. } => {
                return Row {
                    verdict: "none",
                    by: format!("'{sentence}' fails of {}", proved()),
                    ..own
                };
            }
            Verdict::OutOfReach(why) => why.clone(),
        },
        Some(Err(stopped)) => stopped.to_string(),
        None => return own,
    };
    match joined(columns, |i| right(&found[i]).map(|at| found[i].laws[at].shown())) {
        Some(law) => {
            let first = right(&found[0]).map(|at| found[0].laws[at].form.class());
            let class = first.map_or("", LawClass::word);
            Row { verdict: "conjecture", class, law, by, ..own }
        }
        None if found.iter().any(|found| found.stopped.is_some()) => {
            Row { verdict: "stopped", by, ..own }
        }
        None => Row { verdict: "none", ..own },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_of_columns_of_values_stand_in_one_row() {
        let told = |member: &str| rows(member, &Inquiry::default(), &Limits::none());
        let switches = told("Partizan Subtraction(a={1}, b={2})");
        let [(row, Some(certificate))] = &switches[..] else { panic!("{switches:?}") };
        assert_eq!((row.verdict, row.class), ("theorem", "periods"));
        let law =
            "integer: period 3: (0, 1, 0); rest, where 0 is 0, 1 is {1|0}: period 3: (0, 0, 1)";
        assert_eq!(row.law, law);
        assert!(certificate.contains("\nlaw values "));
        // values without end have no theorem, but who wins has one
        let ups = told("Partizan Subtraction(a={1 2}, b={1 3})");
        let told: Vec<(&str, bool)> =
            ups.iter().map(|(row, _)| (row.verdict, row.outcomes)).collect();
        assert_eq!(told, [("unfit", false), ("theorem", true)]);
        // of misère play who wins is told, and called so
        let misere = rows("misere nim", &Inquiry::default(), &Limits::none());
        assert!(matches!(&misere[..], [(Row { verdict: "theorem", outcomes: true, .. }, Some(_))]));
    }
}
