//! Laws as values: `Find(Kayles)`.

use crate::meter::Meter;
use farstar::find::{Attempt, Column, Discovery, FoundLaws, Law, Verdict, schema, shown_law};
use farstar_value::{Limits, Stopped};
use std::fmt;

/// The law behind a table, or the laws behind the columns of a ruleset, with what is needed to prove them.
pub struct FoundLaw {
    told: Discovery,
    meter: Meter,
    bytes: u64,
}

impl fmt::Debug for FoundLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FoundLaw").field(&self.text()).finish()
    }
}

impl FoundLaw {
    /// What was found, if all columns have laws.
    pub(crate) fn new(told: Discovery, meter: &Meter) -> Result<Self, Stopped> {
        // a cell is a list of numbers and its value
        let cells = told.columns.iter().map(|one| one.inside.len() + one.outside.len());
        let bytes = 1024 + 64 * cells.sum::<usize>() as u64;
        meter.charge(bytes)?;
        Ok(Self { told, meter: meter.clone(), bytes })
    }

    fn laws(&self) -> Vec<&Law> {
        self.told.laws().unwrap_or_default()
    }

    /// The law as it is read; several under what they tell.
    pub(crate) fn text(&self) -> String {
        self.joined(|i| self.laws()[i].shown())
    }

    /// Whether the laws are the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let [one, other] = [self, other].map(Self::laws);
        one.iter().map(|law| &law.form).eq(other.iter().map(|law| &law.form))
    }

    /// What the laws say of a cell, in the order of the columns.
    pub(crate) fn values(&self, cell: &[i128]) -> Option<Vec<i128>> {
        self.laws().iter().map(|law| law.value(cell)).collect()
    }

    /// What was found.
    pub(crate) fn told(&self) -> &Discovery {
        &self.told
    }

    /// What came of the attempt to prove the laws, in one paragraph, with the certificate of a theorem; `None` of
    /// tables, which have no rules.
    pub(crate) fn proved(
        &self,
        limits: &Limits,
    ) -> Result<Option<(String, Option<String>)>, Stopped> {
        if self.told.ruleset().is_none() {
            return Ok(None);
        }
        let proofs: Vec<Attempt> = self.told.prove(limits).into_iter().collect::<Result<_, _>>()?;
        let certificate = proofs.iter().find_map(|one| one.verdict.certificate());
        let text = self.joined(|i| told(&self.told.found[i], &proofs[i]));
        Ok(Some((text, certificate.map(str::to_owned))))
    }

    fn joined(&self, text: impl Fn(usize) -> String) -> String {
        let named = |(i, column): (usize, &Column)| match &column.of {
            Some(of) => format!("{of}: {}", text(i)),
            None => text(i),
        };
        self.told.columns.iter().enumerate().map(named).collect::<Vec<_>>().join("; ")
    }
}

fn told(found: &FoundLaws, attempt: &Attempt) -> String {
    let law = shown_law(found, attempt).map(String::from).unwrap_or_default();
    match &attempt.verdict {
        Verdict::Theorem(proof) => format!("Theorem (all n): {law}; {}", schema(proof)),
        Verdict::Period(proof) => format!("Theorem (all n): {law}; {}", proof.theorem),
        Verdict::Refuted { sentence, .. } => format!("Refuted: {law}; '{sentence}' fails"),
        Verdict::OutOfReach(why) => format!("Conjecture: {law}; not proved: {why}"),
    }
}

impl Drop for FoundLaw {
    fn drop(&mut self) {
        self.meter.release(self.bytes);
    }
}
