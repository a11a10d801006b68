//! What laws and theorems say of cells, without play.

use super::Column;
use super::discovery::Discovery;
use super::tabulate::WHO_WINS;
use crate::Player;
use crate::theorems::HeapTheorem;
use farstar_find::{FoundLaws, Law, LawForm, Written, written};
use farstar_logic::{Attempt, Verdict};
use farstar_play::Stopped;

/// The law of a column: one that was found, or else of the same table one that was proved.
#[derive(Clone, Copy, Debug)]
pub enum LawOfColumn<'a> {
    /// One that was found.
    Found(&'a Law),
    /// One that was proved, which is not the one that was found.
    Proved(&'a LawForm),
}

impl<'a> LawOfColumn<'a> {
    /// What it says of a cell.
    #[must_use]
    pub fn value(self, cell: &[i128]) -> Option<i128> {
        match self {
            Self::Found(law) => law.value(cell),
            Self::Proved(law) => law.value_at(cell),
        }
    }

    /// The law itself.
    #[must_use]
    pub fn form(self) -> &'a LawForm {
        match self {
            Self::Found(law) => &law.form,
            Self::Proved(form) => form,
        }
    }
}

/// What is known of cells by the laws of columns and by what was proved.
pub struct Prediction<'a> {
    /// The law of each column, where it has one.
    pub laws: Vec<Option<LawOfColumn<'a>>>,
    /// The theorem about the only column, which may be no law of the table, or tell of larger heaps than the law does.
    pub theorem: Option<HeapTheorem>,
    /// Whether the theorem is of an automaton that was learned from the law, and not of the law.
    is_learned: bool,
}

impl Prediction<'_> {
    /// What is said of a cell, of each column.
    #[must_use]
    pub fn numbers(&self, cell: &[i128]) -> Vec<Option<i128>> {
        let proved = || by_theorem(self.theorem.as_ref()?, cell);
        let said = |law: &Option<LawOfColumn<'_>>| {
            let found = || (*law)?.value(cell);
            if self.is_learned { proved().or_else(found) } else { found().or_else(proved) }
        };
        self.laws.iter().map(said).collect()
    }

    /// Whether something is known of all columns.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.theorem.is_some() || self.laws.iter().all(Option::is_some)
    }
}

impl Discovery {
    /// What is known of further cells.
    ///
    /// # Examples
    /// ```
    /// use farstar::find::{Inquiry, discover};
    /// use farstar::{Limits, Ruleset};
    /// let told = discover(&Ruleset::named("cutcake")?, &Inquiry::default(), &Limits::none())?;
    /// assert_eq!(told.prediction().numbers(&[7, 1_000_000]), [Some(249_999)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn prediction(&self) -> Prediction<'_> {
        let proofs = self.proofs_from_zero();
        let laws = (0..self.found.len()).map(|i| law_of(&self.found[i], proofs.get(i)));
        let theorem = match proofs {
            [Ok(proof)] => proof.verdict.certificate(),
            _ => None,
        };
        Prediction {
            laws: laws.collect(),
            theorem: theorem.and_then(|certificate| HeapTheorem::read(certificate).ok()),
            is_learned: matches!(proofs, [Ok(proof)] if proof.verdict.is_learned()),
        }
    }

    /// The laws of all columns in a form to be used elsewhere, those that are proved as theorems; `None` where a column
    /// has none. Programs say of which game they are, and of what.
    ///
    /// # Examples
    /// ```
    /// use farstar::find::{Inquiry, Written, discover};
    /// use farstar::{Limits, Ruleset};
    /// let told = discover(&Ruleset::named("kayles")?, &Inquiry::default(), &Limits::none())?;
    /// let program = told.written(Written::Python).expect("it has a law");
    /// assert!(program.starts_with("# Kayles: period 12 from 71 on"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn written(&self, form: Written) -> Option<String> {
        let laws = self.written_laws()?;
        let is_program = !matches!(form, Written::Text | Written::Latex);
        let name = self.ruleset().map(crate::Ruleset::name).filter(|_| is_program);
        let of = |column: &Column| {
            let what = column.of.as_deref();
            match (name, what.or((is_program && column.winners).then_some(WHO_WINS))) {
                (Some(name), Some(what)) => Some(format!("{name}, {what}")),
                (name, what) => name.or(what).map(str::to_owned),
            }
        };
        let of: Vec<Option<String>> = self.columns.iter().map(of).collect();
        let columns: Vec<(Option<&str>, &Law)> =
            of.iter().map(Option::as_deref).zip(&laws).collect();
        Some(written(&columns, form))
    }

    fn written_laws(&self) -> Option<Vec<Law>> {
        let (known, is_from_zero) = (self.prediction(), !self.proofs_from_zero().is_empty());
        let law = |(i, law): (usize, &Option<LawOfColumn<'_>>)| {
            let law = (*law)?;
            let proof = self.proofs.get(i).and_then(|proof| proof.as_ref().ok());
            let theorem = proof.filter(|proof| {
                proof.verdict.certificate().is_some() && !proof.verdict.is_learned()
            });
            let proved = theorem.and_then(|proof| proof.law.as_ref()) == Some(law.form());
            Some(match law {
                LawOfColumn::Found(law) => {
                    let mut law = law.clone();
                    law.proved = proved && (is_from_zero || law.is_bounded());
                    law
                }
                LawOfColumn::Proved(form) => {
                    Law::of_rules(form.clone(), &self.columns[i].inside, proved)
                }
            })
        };
        known.laws.iter().enumerate().map(law).collect()
    }

    /// The proofs of columns that begin at 0, as the laws that are proved do.
    fn proofs_from_zero(&self) -> &[Result<Attempt, Stopped>] {
        let is_from_zero = |low: &[i64]| low.iter().all(|&low| low == 0);
        let from_zero = self.columns.iter().all(|column| is_from_zero(column.inside.low()));
        if from_zero { &self.proofs } else { &[] }
    }
}

/// The law of a column: that of a theorem, or the first that was found and not refuted, or else one that was proved.
fn law_of<'a>(
    found: &'a FoundLaws,
    proof: Option<&'a Result<Attempt, Stopped>>,
) -> Option<LawOfColumn<'a>> {
    let attempt = proof.and_then(|proof| proof.as_ref().ok());
    let (refuted, proved) = match attempt {
        Some(Attempt { verdict: Verdict::Refuted { .. }, law, .. }) => (law.as_ref(), None),
        attempt => (None, attempt.and_then(|attempt| attempt.law.as_ref())),
    };
    let first = found.laws.first().filter(|law| law.wrong == 0);
    let first = first.filter(|first| Some(&first.form) != refuted);
    let is_theorem = attempt.is_some_and(|attempt| attempt.verdict.certificate().is_some());
    // a law that was found tells where it begins
    let own = |law: &&LawForm| first.is_none_or(|first| first.form != **law);
    let theorem = proved.filter(|_| is_theorem).filter(own).map(LawOfColumn::Proved);
    theorem.or(first.map(LawOfColumn::Found)).or(proved.map(LawOfColumn::Proved))
}

/// What a theorem says of a heap: who wins, as columns number it, or the Grundy value.
fn by_theorem(theorem: &HeapTheorem, cell: &[i128]) -> Option<i128> {
    let heap: Option<Vec<u64>> = cell.iter().map(|&n| n.try_into().ok()).collect();
    let heap = heap?;
    match [Player::Left, Player::Right].map(|who| theorem.loses(&heap, who)) {
        [Some(true), Some(true)] => Some(0),
        [Some(false), Some(false)] => Some(1),
        [Some(false), Some(true)] => Some(2),
        [Some(true), Some(false)] => Some(3),
        _ => theorem.value(&heap).map(i128::from),
    }
}
