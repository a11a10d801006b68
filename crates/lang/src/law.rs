//! Laws as values: `Find(Kayles)`.

use crate::meter::Meter;
use farstar_find::Law;
use farstar_logic::{Attempt, Discovery, Verdict, schema, shown_law};
use farstar_value::{Limits, Stopped};
use std::fmt;

/// The law behind a table, with what is needed to prove it where it is that of a ruleset.
pub struct FoundLaw {
    law: Law,
    dimension: usize,
    of_rules: Option<Discovery>,
    meter: Meter,
    bytes: u64,
}

impl fmt::Debug for FoundLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FoundLaw").field(&self.law.shown()).finish()
    }
}

impl FoundLaw {
    /// A law of a table, or of a ruleset.
    pub(crate) fn new(
        law: Law,
        dimension: usize,
        of_rules: Option<Discovery>,
        meter: &Meter,
    ) -> Result<Self, Stopped> {
        // a cell is a list of numbers and its value
        let cells = of_rules.as_ref().map_or(0, |told| told.table.len() + told.held_back.len());
        let bytes = 1024 + 64 * cells as u64;
        meter.charge(bytes)?;
        Ok(Self { law, dimension, of_rules, meter: meter.clone(), bytes })
    }

    /// The law.
    #[must_use]
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// How many numbers a cell has.
    pub(crate) fn dimension(&self) -> usize {
        self.dimension
    }

    /// What came of the attempt to prove the law, in one paragraph, with the certificate of a theorem; `None` of
    /// tables, which have no rules.
    pub(crate) fn proved(
        &self,
        limits: &Limits,
    ) -> Result<Option<(String, Option<String>)>, Stopped> {
        let Some(of_rules) = &self.of_rules else { return Ok(None) };
        let attempt = of_rules.prove(limits)?;
        let certificate = attempt.verdict.certificate().map(str::to_owned);
        Ok(Some((told(of_rules, &attempt), certificate)))
    }
}

fn told(of_rules: &Discovery, attempt: &Attempt) -> String {
    let law = shown_law(&of_rules.found, attempt).map(String::from).unwrap_or_default();
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
