//! What was found and proved, as plain data: the one JSON of laws, whatever door they are told at.

use farstar_find::{FoundLaws, Law, Written};
use farstar_logic::{Attempt, Verdict, schema, shown_law};
use farstar_play::Stopped;
use serde_json::{Value, json};

/// The laws that were found, and the kinds that were tried.
///
/// # Examples
/// ```
/// use farstar::find::{LawSearch, Table, find, json_of_laws};
/// let values: Vec<i64> = (0..64).map(|n: i64| i64::from((n + 1).trailing_zeros())).collect();
/// let found = find(&Table::sequence(0, &values)?, &[], &LawSearch::default());
/// assert_eq!(json_of_laws(&found)["laws"][0]["law"], "v2(n + 1)");
/// # Ok::<(), farstar::find::TableError>(())
/// ```
#[must_use]
pub fn json_of_laws(found: &FoundLaws) -> Value {
    let law = |law: &Law| -> Value {
        json!({
            "status": if law.wrong == 0 { "conjecture" } else { "refuted" },
            "class": law.form.class().word(),
            "law": law.shown(),
            "latex": law.written(Written::Latex),
            "bits": law.bits.round(),
            "null_bits": law.null_bits.round(),
            "trained": law.trained,
            "verified": law.verified,
            "wrong": law.wrong,
            "first_wrong": law.first_wrong,
        })
    };
    let tried: Vec<&str> = found.tried.iter().map(|class| class.word()).collect();
    let mut object =
        json!({ "laws": found.laws.iter().map(law).collect::<Vec<_>>(), "tried": tried });
    if let Some(stopped) = found.stopped {
        object["stopped"] = json!(stopped.word());
    }
    object
}

/// What came of the attempt to prove laws that were found.
#[must_use]
pub fn json_of_attempt(found: &FoundLaws, attempt: &Result<Attempt, Stopped>) -> Value {
    let attempt = match attempt {
        Ok(attempt) => attempt,
        Err(stopped) => return json!({ "status": "conjecture", "stopped": stopped.word() }),
    };
    let law = shown_law(found, attempt).map(String::from);
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
        Verdict::Period(proof) => json!({
            "status": "theorem",
            "law": law,
            "schema": proof.theorem,
            "heaps": proof.heaps,
            "certificate_bytes": proof.certificate.len(),
        }),
        Verdict::Refuted { sentence, near, least } => {
            let (cell, value) = least.clone().unzip();
            json!({
                "status": "refuted",
                "law": law,
                "fails": sentence,
                "near": near,
                "least": cell,
                "value": value,
            })
        }
        Verdict::OutOfReach(why) => json!({ "status": "conjecture", "law": law, "why": why }),
    }
}
