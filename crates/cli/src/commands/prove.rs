//! `farstar find --prove`: what was proved of the laws that were found.

use crate::exit::Failure;
use crate::messages;
use crate::output::Output;
use farstar::Stopped;
use farstar::find::referee::{Kind, Numeration};
use farstar::find::{Attempt, FoundLaws, LawForm, Proof, Verdict};
use serde_json::{Value, json};
use std::path::Path;

/// Tells what came of the proof, in the object of what was found if there is one, and writes the certificate of a
/// theorem.
pub(super) fn told(
    found: &FoundLaws,
    attempt: &Result<Attempt, Stopped>,
    certificate: Option<&Path>,
    object: Option<Value>,
) -> Result<(), Failure> {
    let proof = match attempt {
        Ok(Attempt { verdict: Verdict::Theorem(proof), .. }) => Some(proof),
        _ => None,
    };
    match (certificate, proof) {
        (Some(path), Some(proof)) => std::fs::write(path, &proof.certificate)
            .map_err(|error| Failure::File { path: path.display().to_string(), error })?,
        (Some(path), None) => {
            messages::note(&format!("{}: no proof, so no certificate", path.display()));
        }
        _ => {}
    }
    let mut output = Output::new();
    if let Some(mut object) = object {
        object["proof"] = object_of(attempt, found);
        return Ok(output.json(&object)?);
    }
    for line in lines(found, attempt) {
        output.line(&line)?;
    }
    Ok(())
}

/// The law as it is read, under the names of the coordinates. Of Beatty sequences an automaton was learned; what is
/// proved is of the automaton, and not that it is the law.
fn shown(found: &FoundLaws, attempt: &Attempt) -> Option<String> {
    let law = attempt.law.as_ref()?;
    if let (LawForm::Beatty(_), Verdict::Theorem(proof)) = (law, &attempt.verdict) {
        return Some(format!("automaton of {} states, learned from this law", proof.states));
    }
    let own = found.laws.iter().find(|one| one.form == *law);
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"].map(str::to_owned);
    Some(own.map_or_else(|| law.shown(&names), |own| own.shown()))
}

/// How a theorem was proved.
fn schema(proof: &Proof) -> String {
    let claim = &proof.theorem.claim;
    let equations = match claim.kind {
        Kind::Outcome => "no move leads from P to P, some move from N to P",
        Kind::Grundy => "the equations of the least value left out",
        Kind::GrundyPowers => "the equations of the least value left out, values as powers",
    };
    let numeration = match claim.numeration {
        Numeration::Base(base) => format!("base {base}"),
        Numeration::Words(_) => "a numeration by words, its addition proved".to_owned(),
    };
    let cells = match claim.low.iter().all(|&low| low == 0) {
        true => String::new(),
        false => {
            let low: Vec<String> = claim.low.iter().map(ToString::to_string).collect();
            format!(" from ({}) on", low.join(", "))
        }
    };
    format!("for all heaps{cells}: {equations}; {numeration}")
}

fn lines(found: &FoundLaws, attempt: &Result<Attempt, Stopped>) -> Vec<String> {
    let conjecture = |law: Option<String>, why: &str| {
        let mut lines = Vec::new();
        if let Some(law) = law {
            lines.push(format!("Conjecture  {law}"));
        }
        let first = found.laws.iter().find(|law| law.wrong == 0);
        match first {
            Some(law) => lines.push(format!(
                "            found on {} cells, verified on {} more",
                law.trained, law.verified
            )),
            None => lines.push("No rule.".to_owned()),
        }
        lines.push(format!("            not proved: {why}"));
        lines
    };
    let first = || found.laws.iter().find(|law| law.wrong == 0).map(|law| law.shown());
    let attempt = match attempt {
        Ok(attempt) => attempt,
        Err(stopped) => return conjecture(first(), &stopped.to_string()),
    };
    let law = shown(found, attempt);
    match &attempt.verdict {
        Verdict::Theorem(proof) => {
            let mut lines = vec![format!("Theorem (all n)  {}", law.clone().unwrap_or_default())];
            if let Some(first) = first().filter(|first| Some(first) != law.as_ref()) {
                lines.insert(0, format!("Conjecture       {first}"));
            }
            lines.push(format!("                 {}", schema(proof)));
            lines.push(format!(
                "                 the law has {} states, the largest automaton {}; {} steps checked by the referee",
                proof.states, proof.largest, proof.theorem.steps
            ));
            lines
        }
        Verdict::Refuted { sentence, near } => {
            let mut lines = vec![format!("Refuted     {}", law.unwrap_or_default())];
            let near = near.as_ref().map_or(String::new(), |near| {
                let near: Vec<String> = near.iter().map(ToString::to_string).collect();
                format!(": the law is wrong at ({}) or at a heap it leads to", near.join(", "))
            });
            lines.push(format!("            '{sentence}' fails{near}"));
            lines
        }
        Verdict::OutOfReach(why) => conjecture(law.or_else(first), why),
    }
}

fn object_of(attempt: &Result<Attempt, Stopped>, found: &FoundLaws) -> Value {
    let attempt = match attempt {
        Ok(attempt) => attempt,
        Err(stopped) => return json!({ "status": "conjecture", "stopped": stopped.word() }),
    };
    let law = shown(found, attempt);
    match &attempt.verdict {
        Verdict::Theorem(proof) => json!({
            "status": "theorem",
            "law": law,
            "schema": schema(proof),
            "states": proof.states,
            "largest": proof.largest,
            "steps": proof.theorem.steps,
            "certificate_bytes": proof.certificate.len(),
        }),
        Verdict::Refuted { sentence, near } => {
            json!({ "status": "refuted", "law": law, "fails": sentence, "near": near })
        }
        Verdict::OutOfReach(why) => json!({ "status": "conjecture", "law": law, "why": why }),
    }
}
