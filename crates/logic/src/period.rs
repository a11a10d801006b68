//! Periods of take-and-break games by the theorems on their codes: finitely many values are computed, and the rest
//! follows. The certificate has them computed anew, by a checker of its own.

use farstar_find::Periodic;
use farstar_impartial::sequence::{Certificate, GrundySequence, Periodicity, find_period};
use farstar_play::{Limits, Stopped};
use farstar_rules::heap::HeapCode;

/// Heaps that are computed of codes that leave two heaps at most, and of others.
const MOST_HEAPS: u64 = 1 << 15;
const MOST_OF_THREE: u64 = 1 << 9;
/// Digits of a code without a last one that are looked at.
const FIRST_DIGITS: u32 = 64;
/// Terms of a law.
const MOST_TERMS: u64 = 1 << 14;

/// A period that is proved.
#[derive(Clone, Debug)]
pub struct PeriodProof {
    /// The text that `farstar check` accepts.
    pub certificate: String,
    /// The theorem, in words.
    pub theorem: String,
    /// The heaps that were computed.
    pub heaps: u64,
}

/// The period of a code, if a theorem proves it by few heaps.
pub(crate) fn proved(
    sequence: &mut GrundySequence,
    limits: &Limits,
) -> Result<Option<Periodicity>, Stopped> {
    let Some(code) = sequence.game().code() else { return Ok(None) };
    if code.last_take().is_none() {
        return Ok(None);
    }
    let most = if leaves_few(code) { MOST_HEAPS } else { MOST_OF_THREE };
    // a sequence that was made longer before costs nothing more
    match find_period(sequence, most.max(sequence.len()), limits) {
        Ok(found) => {
            Ok(found
                .filter(|found| found.is_proved() && found.preperiod + found.period <= MOST_TERMS))
        }
        Err(_) => limits.check().map(|()| None),
    }
}

/// Whether no move of a code leaves more than two heaps.
pub(crate) fn leaves_few(code: &HeapCode) -> bool {
    code.takes(code.last_take().unwrap_or(FIRST_DIGITS)).all(|(_, digit)| {
        digit.tail().is_none() && digit.counts().iter().all(|&(heaps, _)| heaps <= 2)
    })
}

/// The law of a code, of its Grundy values or of who wins, with its proof, where few heaps prove one.
///
/// # Errors
/// A limit that was met.
///
/// # Examples
/// ```
/// use farstar_logic::proved_period;
/// use farstar_play::Limits;
/// let (law, proof) = proved_period(&"0.77".parse()?, false, &Limits::none())?.expect("a period");
/// assert_eq!((law.preperiod, law.period()), (71, 12));
/// assert!(proof.certificate.contains("guy-smith"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn proved_period(
    code: &HeapCode,
    outcomes: bool,
    limits: &Limits,
) -> Result<Option<(Periodic, PeriodProof)>, Stopped> {
    let mut sequence = GrundySequence::of_code(code.clone());
    let Some(claim) = proved(&mut sequence, limits)? else { return Ok(None) };
    let Some(certificate) = Certificate::new(&sequence, &claim) else { return Ok(None) };
    if outcomes && claim.saltus > 0 || certificate.check(limits).is_err() {
        return limits.check().map(|()| None);
    }
    let terms = claim.preperiod + claim.period;
    let told = |value: u32| if outcomes { i64::from(value != 0) } else { value.into() };
    let values: Vec<i64> = (0..terms).filter_map(|n| sequence.value(n)).map(told).collect();
    let law = Periodic {
        first: 0,
        values,
        preperiod: claim.preperiod as usize,
        saltus: vec![claim.saltus as i64],
    };
    let theorem = claim.theorem.as_ref().map_or(String::new(), ToString::to_string);
    let proof =
        PeriodProof { certificate: certificate.to_string(), theorem, heaps: sequence.len() };
    Ok(Some((if outcomes { shortest(law) } else { law }, proof)))
}

/// The same law with its least period and preperiod.
fn shortest(mut law: Periodic) -> Periodic {
    let (start, period) = (law.preperiod, law.period());
    let repeats = |p: &usize| {
        period.is_multiple_of(*p)
            && (start + p..law.values.len()).all(|i| law.values[i] == law.values[i - p])
    };
    let period = (1..=period).find(repeats).unwrap_or(period);
    law.values.truncate(start + period);
    while law.preperiod > 0 && law.values[law.preperiod - 1] == law.values[law.values.len() - 1] {
        law.values.pop();
        law.preperiod -= 1;
    }
    law
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(code: &str, outcomes: bool) -> (usize, usize) {
        let found = proved_period(&code.parse().unwrap(), outcomes, &Limits::none()).unwrap();
        let (law, proof) = found.expect("a period");
        let certificate: Certificate = proof.certificate.parse().unwrap();
        assert!(certificate.check(&Limits::none()).is_ok());
        (law.preperiod, law.period())
    }

    #[test]
    fn long_periods_are_proved_by_finitely_many_values() {
        // Guy and Smith 1956
        assert_eq!(told("0.156", false), (3479, 349));
        assert_eq!(told("0.77", false), (71, 12));
        // who begins with pins wins: the middle is taken, and then all that the other does is done opposite
        assert_eq!(told("0.77", true), (1, 1));
    }
}
