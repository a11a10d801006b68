//! Certificates of periods, of misère quotients, of the sides of loopy games and of theorems: known by their first line
//! and checked, whatever door they come in by.

use crate::misere::{InfiniteQuotient, QuotientCertificate, Refused};
use crate::sequence::{Certificate, CertificateError, Rejected};
use crate::{Limits, PositionSides, Stopped};
use farstar_logic::referee;
use farstar_value::loopy::{SidesCertificate, SidesRefused};
use std::fmt::Display;

/// What came of the check of a text that may be a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The first line is that of no certificate.
    NoCertificate,
    /// Everything it says is so.
    Sound,
    /// Something in it is not so, or cannot be read.
    Wrong(String),
    /// A limit stopped the check.
    Stopped(Stopped),
}

/// Checks a text that may be a certificate. The checker computes all values anew, by a program of its own.
///
/// # Examples
/// ```
/// use farstar::sequence::{Certificate, GrundySequence, find_period};
/// use farstar::{Checked, Limits, check_certificate};
/// let none = Limits::none();
/// let mut kayles = GrundySequence::of_code("0.77".parse()?);
/// let period = find_period(&mut kayles, 1000, &none)?.expect("it is proved");
/// let text = Certificate::new(&kayles, &period).expect("a certificate").to_string();
/// assert_eq!(check_certificate(&text, &none), Checked::Sound);
/// let wrong = text.replace("period 12", "period 24");
/// assert!(matches!(check_certificate(&wrong, &none), Checked::Wrong(_)));
/// assert_eq!(check_certificate("1 2 3", &none), Checked::NoCertificate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check_certificate(text: &str, limits: &Limits) -> Checked {
    if referee::is_one(text) {
        // a word that is told apart is kept in about so many bytes
        let stop = |words: usize| limits.check_with(words as u64, words as u64 * 100).is_err();
        return match referee::check(text, &stop) {
            Ok(theorem) => match limits.guard(|| read_alike(&theorem)) {
                Ok(told) => told,
                Err(stopped) => Checked::Stopped(stopped),
            },
            Err(referee::Refused::Stopped) => {
                Checked::Stopped(limits.check().err().unwrap_or(Stopped::Memory))
            }
            Err(refused) => Checked::Wrong(refused.to_string()),
        };
    }
    if SidesCertificate::is_one(text) {
        let check = |read: SidesCertificate| read.check(limits);
        return told(text.parse(), check, of_sides);
    }
    if PositionSides::is_one(text) {
        return told(text.parse(), |read: PositionSides| read.check(limits), of_sides);
    }
    let json = QuotientCertificate::is_json(text);
    if json || QuotientCertificate::is_one(text) {
        let read = if json { QuotientCertificate::from_json(text) } else { text.parse() };
        return told(read, |read| read.check(limits), of_quotients);
    }
    if InfiniteQuotient::is_one(text) {
        return told(text.parse(), |read: InfiniteQuotient| read.check(limits), of_quotients);
    }
    match text.parse::<Certificate>() {
        Err(CertificateError::Header) => Checked::NoCertificate,
        read => told(
            read,
            |read| read.check(limits),
            |refused| match refused {
                Rejected::Stopped(stopped) => Some(*stopped),
                _ => None,
            },
        ),
    }
}

/// Whether the rules of a theorem are what the engine writes of them: the two read rules by programs of their own,
/// which are held against each other on such texts alone.
fn read_alike(theorem: &referee::Theorem) -> Checked {
    let is_written = |text: &str| {
        let read: Result<crate::Ruleset, _> = text.parse();
        read.is_ok_and(|rules| rules.rules().canonical().lines().eq(text.lines()))
    };
    match is_written(&theorem.claim.rules)
        && theorem.factors.iter().all(|one| is_written(&one.claim.rules))
    {
        true => Checked::Sound,
        false => Checked::Wrong("the rules are not written as Farstar writes them".to_owned()),
    }
}

fn of_sides(refused: &SidesRefused) -> Option<Stopped> {
    if let SidesRefused::Stopped(stopped) = refused { Some(*stopped) } else { None }
}

fn of_quotients(refused: &Refused) -> Option<Stopped> {
    if let Refused::Stopped(stopped) = refused { Some(*stopped) } else { None }
}

/// Checks what was read; `stop` knows the limit behind a refusal.
fn told<C, E: Display>(
    read: Result<C, impl Display>,
    check: impl FnOnce(C) -> Result<(), E>,
    stop: impl FnOnce(&E) -> Option<Stopped>,
) -> Checked {
    match read.map(check) {
        Ok(Ok(())) => Checked::Sound,
        Ok(Err(refused)) => match stop(&refused) {
            Some(stopped) => Checked::Stopped(stopped),
            None => Checked::Wrong(refused.to_string()),
        },
        Err(error) => Checked::Wrong(format!("the certificate cannot be read: {error}")),
    }
}
