//! What a sweep tells of one ruleset.

use super::family;
use crate::find::{
    Attempt, Discovery, Inquiry, LawForm, Subject, TabulateError, Verdict, prove_columns,
    proved_period, schema, shown_law, tabulate, within,
};
use crate::sequence::Heaps;
use crate::{Limits, Ruleset, Stopped};

/// The names of the columns of the table.
pub(super) const COLUMNS: [&str; 10] =
    ["ruleset", "of", "verdict", "class", "law", "by", "states", "largest", "certificate", "rules"];

/// The share of the cells that laws are held against where no further heaps are tabulated.
const HELD_BACK: f64 = 0.2;

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
/// values of pairs are no theorem.
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
        rules: ruleset.rules().canonical().to_owned(),
        ..Row::default()
    };
    let mut rows = vec![
        by_period(&ruleset, &own, &within(inquiry.time, limits))
            .unwrap_or_else(|| asked(&ruleset, own.clone(), inquiry, limits)),
    ];
    let is_theorem = rows[0].1.is_some() || ruleset.is_misere();
    let pairs = !is_theorem && matches!(ruleset.heap_game(), Ok(Heaps::Pairs(_)));
    if pairs && limits.check().is_ok() {
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
    let time = within(inquiry.time, limits);
    let columns = tabulate(ruleset, inquiry.to, inquiry.outcomes, HELD_BACK, &time, &mut |_, _| {});
    let column = match columns.map(|columns| columns.into_iter().next()) {
        Ok(Some(column)) if column.of.is_none() => column,
        Ok(_) => {
            let by = "neither Grundy values, nor integers, nor winners".to_owned();
            return (Row { verdict: "unfit", by, ..own }, None);
        }
        Err(TabulateError::Stopped(stopped)) => {
            return (Row { verdict: "stopped", by: stopped.to_string(), ..own }, None);
        }
        Err(error) => return (Row { verdict: "unfit", by: error.to_string(), ..own }, None),
    };
    let (inside, outside) = (column.inside.clone(), column.outside.clone());
    let told = Discovery::of(ruleset.rules(), inquiry, inside, outside, time);
    let found = std::slice::from_ref(&told.found);
    let proofs = prove_columns(ruleset, &[column], found, true, &within(inquiry.time, limits));
    let Some(attempt) = proofs.into_iter().next() else { return (own, None) };
    let certificate = attempt.as_ref().ok().and_then(|attempt| attempt.verdict.certificate());
    let certificate = certificate.map(str::to_owned);
    (of_discovery(&told, &attempt, own), certificate)
}

fn of_discovery(told: &Discovery, attempt: &Result<Attempt, Stopped>, own: Row) -> Row {
    let by = match attempt {
        Ok(attempt) => match &attempt.verdict {
            Verdict::Theorem(proof) => {
                return Row {
                    verdict: "theorem",
                    class: attempt.law.as_ref().map_or("", |law| law.class().word()),
                    law: shown_law(&told.found, attempt).map(String::from).unwrap_or_default(),
                    by: schema(proof),
                    sizes: Some((proof.states, proof.largest)),
                    ..own
                };
            }
            Verdict::Period(proof) => {
                return Row {
                    verdict: "theorem",
                    class: "periods",
                    law: shown_law(&told.found, attempt).map(String::from).unwrap_or_default(),
                    by: proof.theorem.clone(),
                    ..own
                };
            }
            // a law that is wrong far out is none, whatever the table says
            Verdict::Refuted { sentence, .. } => {
                let law = shown_law(&told.found, attempt).map(String::from).unwrap_or_default();
                return Row { verdict: "none", by: format!("'{sentence}' fails of {law}"), ..own };
            }
            Verdict::OutOfReach(why) => why.clone(),
        },
        Err(stopped) => stopped.to_string(),
    };
    match told.law() {
        Some(law) => {
            let class = law.form.class().word();
            Row { verdict: "conjecture", class, law: law.shown(), by, ..own }
        }
        None if told.found.stopped.is_some() => Row { verdict: "stopped", by, ..own },
        None => Row { verdict: "none", ..own },
    }
}
