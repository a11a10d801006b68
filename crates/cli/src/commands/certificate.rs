//! Certificates of periods, of misère quotients, of the sides of loopy games and of theorems, as `farstar period`,
//! `farstar quotient`, `farstar value` and `farstar find` write them and `farstar check` reads them.

use crate::surroundings::Surroundings;
use farstar::PositionSides;
use farstar::find::referee;
use farstar::misere::{InfiniteQuotient, QuotientCertificate, Refused};
use farstar::sequence::{Certificate, CertificateError, Rejected};
use farstar_value::Stopped;
use farstar_value::loopy::{SidesCertificate, SidesRefused};
use std::fmt::Display;
use std::str::FromStr;

/// What came of a check.
pub(super) enum Verdict {
    /// The text is not a certificate.
    Other,
    /// Everything it says is so.
    Sound,
    /// Something in it is not so.
    Wrong(String),
    /// A limit stopped the check.
    Stopped(Stopped),
}

/// Checks a text that may be a certificate: its first line says whether it is one.
///
/// The checker computes all values anew, by a program of its own.
pub(super) fn check(text: &str, surroundings: &Surroundings) -> Verdict {
    if referee::is_one(text) {
        let limits = surroundings.limits();
        // a word that is told apart is kept in about so many bytes
        let stop = |words: usize| limits.check_with(words as u64, words as u64 * 100).is_err();
        return match referee::check(text, &stop) {
            Ok(_) => Verdict::Sound,
            Err(referee::Refused::Stopped) => {
                Verdict::Stopped(limits.check().err().unwrap_or(Stopped::Memory))
            }
            Err(refused) => Verdict::Wrong(refused.to_string()),
        };
    }
    let limits = surroundings.limits();
    if SidesCertificate::is_one(text) {
        return of_sides(text, |certificate: &SidesCertificate| certificate.check(&limits));
    }
    if PositionSides::is_one(text) {
        return of_sides(text, |certificate: &PositionSides| certificate.check(&limits));
    }
    let json = QuotientCertificate::is_json(text);
    if json || QuotientCertificate::is_one(text) {
        let read = if json { QuotientCertificate::from_json(text) } else { text.parse() };
        let certificate: QuotientCertificate = match read {
            Ok(certificate) => certificate,
            Err(error) => {
                return Verdict::Wrong(format!("the certificate cannot be read: {error}"));
            }
        };
        return of_quotient(certificate.check(&limits));
    }
    if InfiniteQuotient::is_one(text) {
        return match text.parse::<InfiniteQuotient>() {
            Ok(quotient) => of_quotient(quotient.check(&limits)),
            Err(error) => Verdict::Wrong(format!("the certificate cannot be read: {error}")),
        };
    }
    let certificate: Certificate = match text.parse() {
        Ok(certificate) => certificate,
        Err(CertificateError::Header) => return Verdict::Other,
        Err(error) => return Verdict::Wrong(format!("the certificate cannot be read: {error}")),
    };
    match certificate.check(&surroundings.limits()) {
        Ok(()) => Verdict::Sound,
        Err(Rejected::Stopped(stopped)) => Verdict::Stopped(stopped),
        Err(rejected) => Verdict::Wrong(rejected.to_string()),
    }
}

fn of_quotient(checked: Result<(), Refused>) -> Verdict {
    match checked {
        Ok(()) => Verdict::Sound,
        Err(Refused::Stopped(stopped)) => Verdict::Stopped(stopped),
        Err(refused) => Verdict::Wrong(refused.to_string()),
    }
}

/// Reads and checks a certificate of two sides.
fn of_sides<C>(text: &str, check: impl FnOnce(&C) -> Result<(), SidesRefused>) -> Verdict
where
    C: FromStr<Err: Display>,
{
    match text.parse().map(|certificate| check(&certificate)) {
        Ok(Ok(())) => Verdict::Sound,
        Ok(Err(SidesRefused::Stopped(stopped))) => Verdict::Stopped(stopped),
        Ok(Err(refused)) => Verdict::Wrong(refused.to_string()),
        Err(error) => Verdict::Wrong(format!("the certificate cannot be read: {error}")),
    }
}
