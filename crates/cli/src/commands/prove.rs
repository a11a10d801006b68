//! `farstar find --prove`: what was proved of the laws that were found.

use crate::exit::Failure;
use crate::messages;
use crate::output::Output;
use crate::tongue::said;
use farstar::Stopped;
use farstar::find::{Attempt, FoundLaws, Verdict, json_of_attempt, schema, shown_law};
use serde_json::Value;
use std::path::Path;

/// Tells what came of the proof, in the object of what was found if there is one.
pub(super) fn told(
    found: &FoundLaws,
    attempt: &Result<Attempt, Stopped>,
    object: Option<Value>,
) -> Result<(), Failure> {
    let mut output = Output::new();
    if let Some(mut object) = object {
        object["proof"] = json_of_attempt(found, attempt);
        return Ok(output.json(&object)?);
    }
    for line in lines(found, attempt) {
        output.say(&line)?;
    }
    Ok(())
}

/// Tells what came of the proof beside what else is written.
pub(super) fn note(found: &FoundLaws, attempt: &Result<Attempt, Stopped>) {
    lines(found, attempt).iter().for_each(|line| messages::note(line));
}

/// Writes the certificate of a theorem to a file, if one is named.
pub(super) fn keep(certificate: Option<&str>, path: Option<&Path>) -> Result<(), Failure> {
    match (path, certificate) {
        (Some(path), Some(text)) => std::fs::write(path, text)
            .map_err(|error| Failure::File { path: path.display().to_string(), error })?,
        (Some(path), None) => {
            messages::note(&format!("{}: no proof, so no certificate", path.display()));
        }
        _ => {}
    }
    Ok(())
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
        lines.push(match found.stopped.filter(|_| first.is_none()) {
            Some(stopped) => format!("            not proved: no law was found; {stopped}"),
            None => format!("            not proved: {why}"),
        });
        lines
    };
    let first =
        || found.laws.iter().find(|law| law.wrong == 0).map(|law| said(&law.told()).into_owned());
    let attempt = match attempt {
        Ok(attempt) => attempt,
        Err(stopped) => return conjecture(first(), &stopped.to_string()),
    };
    let law = shown_law(found, attempt).map(|law| said(&law).into_owned());
    match &attempt.verdict {
        Verdict::Theorem(proof) => {
            let mut lines = vec![format!("Theorem (all n)  {}", law.clone().unwrap_or_default())];
            if let Some(first) = first().filter(|first| Some(first) != law.as_ref()) {
                lines.insert(0, format!("Conjecture       {first}"));
            }
            lines.push(format!("                 {}", schema(proof)));
            if proof.states > 0 {
                lines.push(format!(
                    "                 states of the law: {}, of the largest automaton: {}; {} steps checked by the referee",
                    proof.states, proof.largest, proof.theorem.steps
                ));
            }
            lines
        }
        Verdict::Period(proof) => vec![
            format!("Theorem (all n)  {}", law.unwrap_or_default()),
            format!("                 for all heaps: {}", proof.theorem),
            format!("                 {} heaps computed", proof.heaps),
        ],
        Verdict::Refuted { sentence, near, least } => {
            let cell = |cell: &mut dyn Iterator<Item = String>| cell.collect::<Vec<_>>().join(", ");
            let place = match (least, near) {
                (Some((least, value)), _) => format!(
                    ": the law is wrong at ({}) first, where it should say {value}",
                    cell(&mut least.iter().map(ToString::to_string))
                ),
                (None, Some(near)) => format!(
                    ": the law is wrong at ({}) or at a heap it leads to",
                    cell(&mut near.iter().map(ToString::to_string))
                ),
                (None, None) => String::new(),
            };
            vec![
                format!("Refuted     {}", law.unwrap_or_default()),
                format!("            '{sentence}' fails{place}"),
            ]
        }
        Verdict::OutOfReach(why) => conjecture(law.or_else(first), why),
    }
}
