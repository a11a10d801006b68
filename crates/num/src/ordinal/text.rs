//! Writing differences of ordinals: `ω^(ω^2+ω)-ω^20×9+ω×3`.

use super::{GeneralizedOrdinal, OrdinalTerm};
use crate::{IBig, Sign};
use dashu_int::ops::UnsignedAbs;
use std::fmt::{self, Write as _};

/// Whether the text of an ordinal needs parentheses after `^`, `*` or `/`.
pub(super) fn is_compound(x: &GeneralizedOrdinal) -> bool {
    match x.terms() {
        [] => false,
        [term] => {
            let plain = term.exponent.is_zero() || term.coefficient == IBig::ONE;
            !plain || term.coefficient.sign() == Sign::Negative
        }
        _ => true,
    }
}

/// The text, in parentheses if it is a sum, a multiple or negative.
pub(super) fn write_operand(f: &mut impl fmt::Write, x: &GeneralizedOrdinal) -> fmt::Result {
    if is_compound(x) { write!(f, "({x})") } else { write!(f, "{x}") }
}

fn write_term(f: &mut impl fmt::Write, first: bool, term: &OrdinalTerm) -> fmt::Result {
    let negative = term.coefficient.sign() == Sign::Negative;
    match (negative, first) {
        (true, _) => f.write_char('-')?,
        (false, false) => f.write_char('+')?,
        (false, true) => {}
    }
    let magnitude = (&term.coefficient).unsigned_abs();
    if term.exponent.is_zero() {
        return write!(f, "{magnitude}");
    }
    f.write_char('ω')?;
    if !term.exponent.is_one() {
        f.write_char('^')?;
        write_operand(f, &term.exponent)?;
    }
    if magnitude.is_one() { Ok(()) } else { write!(f, "×{magnitude}") }
}

impl fmt::Display for GeneralizedOrdinal {
    /// `ω^ω^2×6-ω+1`: terms by decreasing exponents, coefficients after `×`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_char('0');
        }
        self.terms.iter().enumerate().try_for_each(|(at, term)| write_term(f, at == 0, term))
    }
}

impl fmt::Debug for GeneralizedOrdinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for OrdinalTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_term(f, true, self)
    }
}

/// Values of more terms and words are not written out in messages.
const LONGEST_IN_MESSAGE: u32 = 256;

impl GeneralizedOrdinal {
    /// The text, or what fits a message if it is long.
    pub(super) fn short_text(&self) -> String {
        if self.size <= LONGEST_IN_MESSAGE {
            self.to_string()
        } else {
            "a long transfinite number".to_owned()
        }
    }
}
