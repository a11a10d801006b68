//! What was found and proved, as plain data: the one JSON of laws, whatever door they are told at.

use farstar_find::{FoundLaws, Law, Written};
use farstar_logic::referee::{Kind, Numeration};
use farstar_logic::{Attempt, Proof, Verdict};
use farstar_play::Stopped;
use serde_json::{Value, json};

/// The law of an attempt as it is read, under the names of the coordinates. Where an automaton was learned from it,
/// what is proved is of the automaton, and not that it is the law.
#[must_use]
pub fn shown_law(found: &FoundLaws, attempt: &Attempt) -> Option<String> {
    let law = attempt.law.as_ref()?;
    if let Verdict::Theorem(proof) = &attempt.verdict
        && proof.is_learned
    {
        return Some(format!("automaton of {} states, learned from this law", proof.states));
    }
    let own = found.laws.iter().find(|one| one.form == *law);
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"].map(str::to_owned);
    Some(own.map_or_else(|| law.shown(&names), Law::shown))
}

/// How a theorem was proved.
#[must_use]
pub fn schema(proof: &Proof) -> String {
    let claim = &proof.theorem.claim;
    let equations = match claim.kind {
        Kind::Winners => {
            "no move of a player leads from a loss to a loss of the other, some move does from a win"
        }
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
    let law = shown_law(found, attempt);
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
        Verdict::Refuted { sentence, near } => {
            json!({ "status": "refuted", "law": law, "fails": sentence, "near": near })
        }
        Verdict::OutOfReach(why) => json!({ "status": "conjecture", "law": law, "why": why }),
    }
}
