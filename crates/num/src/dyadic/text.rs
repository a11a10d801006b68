//! Reading and writing dyadic rationals.

use super::{Dyadic, Repr};
use crate::error::excerpt;
use crate::{Error, IBig, UBig};
use std::fmt;
use std::str::FromStr;

/// Denominators beyond this power of two are written `2^k`, because their decimals help nobody.
const LONGEST_DENOMINATOR: u64 = 4096;

impl fmt::Display for Dyadic {
    /// `5`, `-3/8`; past `2^4096`, or with `{:#}`, the denominator is written as a power: `3/2^5000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { numerator, exponent: 0 } => write!(f, "{numerator}"),
            Repr::Small { numerator, exponent } if *exponent < 64 && !f.alternate() => {
                write!(f, "{numerator}/{}", 1u64 << exponent)
            }
            _ => {
                let e = self.exponent();
                write!(f, "{}", self.numerator())?;
                if e == 0 {
                    Ok(())
                } else if e <= LONGEST_DENOMINATOR && !f.alternate() {
                    write!(f, "/{}", UBig::ONE << super::shift(e))
                } else {
                    write!(f, "/2^{e}")
                }
            }
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Dyadic {
    type Err = Error;

    /// Reads `-3`, `+5`, `-3/8`, `6/16`, `3/2^200`.
    ///
    /// # Errors
    /// [`Error::NotDyadic`] for a fraction such as `1/3`, [`Error::TooLarge`] beyond
    /// [`Dyadic::MAX_BITS`], [`Error::Parse`] for anything else.
    fn from_str(text: &str) -> Result<Dyadic, Error> {
        let refuse = || Error::Parse {
            text: excerpt(text),
            expected: "a dyadic number such as 5, -3/8 or 3/2^200",
        };
        let (top, bottom) = match text.split_once('/') {
            Some((top, bottom)) => (top, Some(bottom)),
            None => (text, None),
        };
        let numerator = integer(top).ok_or_else(refuse)?;
        let Some(bottom) = bottom else { return Dyadic::try_new(numerator, 0) };
        if let Some(power) = bottom.strip_prefix("2^") {
            let e = natural(power).ok_or_else(refuse)?;
            let e = u64::try_from(&e).map_err(|_| Error::TooLarge { bits: u64::MAX })?;
            return Dyadic::try_new(numerator, e);
        }
        let denominator = natural(bottom).ok_or_else(refuse)?;
        crate::Rational::new(numerator, IBig::from(denominator))?.to_dyadic_or_error()
    }
}

/// The number written by `text`, digits only.
pub(crate) fn natural(text: &str) -> Option<UBig> {
    let digits = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    if digits { UBig::from_str_radix(text, 10).ok() } else { None }
}

/// The number written by `text`: digits with an optional sign.
pub(crate) fn integer(text: &str) -> Option<IBig> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let n = IBig::from(natural(digits)?);
    Some(if negative { -n } else { n })
}
