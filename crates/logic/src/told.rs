//! What was proved, in words.

use crate::attempt::Attempt;
use crate::prove::Verdict;
use crate::solve::Proof;
use farstar_find::{FoundLaws, Law};
use farstar_play::{Message, say};
use farstar_referee::{Abstraction, Kind, Numeration};

/// The law of an attempt as a sentence that is read, under the names of the coordinates. Where an automaton was learned
/// from it, what is proved is of the automaton, and not that it is the law.
#[must_use]
pub fn shown_law(found: &FoundLaws, attempt: &Attempt) -> Option<Message> {
    let learned = match &attempt.verdict {
        Verdict::Theorem(proof) if proof.is_learned => Some(proof.states),
        _ => None,
    };
    let law = match (&attempt.law, learned) {
        (Some(_), Some(states)) => {
            return Some(say!("automaton of {0} states, learned from this law", states));
        }
        (None, Some(states)) => return Some(say!("automaton of {0} states", states)),
        (law, None) => law.as_ref()?,
    };
    let own = found.laws.iter().find(|one| one.form == *law);
    let names = || ["a", "b", "c", "d", "e", "f", "g", "h"].map(str::to_owned).to_vec();
    let names = found.laws.first().map_or_else(names, |law| law.names().to_vec());
    Some(own.map_or_else(|| law.told(&names), Law::told))
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
        Kind::Threshold => {
            "no move leads from P to P, some move from N to P, where N is from a least last number on"
        }
        Kind::Grundy => "the equations of the least value left out",
        Kind::Interval => {
            "the options are all heaps from a least one on, which stays or rises by 1 with the heap (Levine 2006)"
        }
        Kind::Initial => {
            "the options are all smaller heaps up to a largest one, which does not fall"
        }
        Kind::Product => "nim products of the values of two games, of which it is the product",
        Kind::Sum => "nim sums of the values of games of one number, of which it is the sum",
        Kind::Shares => {
            return format!(
                "for all heaps{}: numbers are divided into equal shares (Winning Ways, ch. 2)",
                from(&claim.low)
            );
        }
        Kind::Roots => {
            return "for all heaps: a root bounds what is taken or left (Levine 2006)".to_owned();
        }
        Kind::GrundyPowers => "the equations of the least value left out, values as powers",
        Kind::Values | Kind::Ups | Kind::Halves => {
            "no option is as good for who moves there as the value, every option of the value is met by one"
        }
    };
    let numeration = match claim.numeration {
        Numeration::Base(base) => format!("base {base}"),
        Numeration::Words(_) => "a numeration by words, its addition proved".to_owned(),
    };
    let cells = from(&claim.low);
    let remainders = match &claim.reads {
        Abstraction::Entries => "",
        Abstraction::Remainder(_) => {
            " of the remainder of the first number, by a number that no move changes"
        }
        Abstraction::Quotients(_) => {
            ", of quotients and remainders by a number that no move changes"
        }
        Abstraction::Residues(_) => ", products and powers by their remainders",
        Abstraction::Exponents => {
            ", read as how often 2 divides a number and how many odd prime factors it has"
        }
        Abstraction::Euclidean => {
            ", of the quotient in Euclid's algorithm and the value of what is left"
        }
        Abstraction::Leading(_) => {
            ", by induction on the last digits, without which a heap keeps its value"
        }
    };
    format!("for all heaps{cells}: {equations}{remainders}; {numeration}")
}

/// The heaps of which a theorem tells, if not of all.
fn from(low: &[i64]) -> String {
    if low.iter().all(|&low| low == 0) {
        return String::new();
    }
    let low: Vec<String> = low.iter().map(ToString::to_string).collect();
    format!(" from ({}) on", low.join(", "))
}
