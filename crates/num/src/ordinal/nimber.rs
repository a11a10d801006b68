//! Transfinite nimbers `*α`.

use super::GeneralizedOrdinal;
use super::text::write_operand;
use crate::{Error, IBig};
use dashu_int::ops::UnsignedAbs;
use std::fmt::{self, Write as _};

/// The nimber `*α` of an ordinal α below ε₀.
///
/// The nim sum of two ordinals is that of the coefficients of equal powers of ω in their Cantor normal forms: `ω^α·n`
/// is the nim sum of the `ω^α·2^i` for the binary ones of n (Conway, *On Numbers and Games*, ch. 6).
///
/// # Examples
/// ```
/// use farstar_num::TransfiniteNimber;
/// let nimber = |text: &str| TransfiniteNimber::new(text.parse()?);
/// let sum = nimber("ω^ω×4+ω^3×9+11")?.checked_add(&nimber("ω^ω×6+ω^3×5+ω")?)?;
/// assert_eq!(sum.to_string(), "*(ω^ω×2+ω^3×12+ω+11)");
/// assert!(nimber("ω-1").is_err());
/// # Ok::<(), farstar_num::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TransfiniteNimber(pub(super) GeneralizedOrdinal);

impl TransfiniteNimber {
    /// The nimber `*α`.
    ///
    /// # Errors
    /// [`Error::NotOrdinal`] if α is no ordinal.
    pub fn new(ordinal: GeneralizedOrdinal) -> Result<TransfiniteNimber, Error> {
        if ordinal.is_ordinal() {
            Ok(TransfiniteNimber(ordinal))
        } else {
            Err(ordinal.not_an_ordinal())
        }
    }

    /// The α of `*α`.
    pub fn ordinal(&self) -> &GeneralizedOrdinal {
        &self.0
    }

    /// Whether the nimber is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// The nim sum. O(size).
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond [`GeneralizedOrdinal::MAX_SIZE`].
    pub fn checked_add(&self, other: &TransfiniteNimber) -> Result<TransfiniteNimber, Error> {
        let xor = |a: &IBig, b: &IBig| IBig::from(a.unsigned_abs() ^ b.unsigned_abs());
        self.0.combine(&other.0, xor).map(TransfiniteNimber)
    }
}

impl fmt::Display for TransfiniteNimber {
    /// `*ω^2`, `*(ω+5)`, `*(ω×5)`; finite ones as always, `*3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('*')?;
        write_operand(f, &self.0)
    }
}

impl fmt::Debug for TransfiniteNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
