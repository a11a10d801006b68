//! Certificates of period, as `farstar period` writes them and `farstar check` reads them.

use crate::surroundings::Surroundings;
use farstar::sequence::{Certificate, CertificateError, Rejected};
use farstar_value::Stopped;

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
