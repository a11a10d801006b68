//! Subfields: which field a nimber lies in, passing from one width to another, norms and traces to a subfield.
//!
//! The fields of 1, 2, 4, 8, … bits lie inside one another as intervals of the integers, so embedding is widening. Over
//! its half field, the conjugate of x₁⊗F ⊕ x₀ is x₁⊗F ⊕ (x₁ ⊕ x₀).

use crate::field::Nimber;
use crate::width::{Nim8, Nim16, Nim32, Nim64, Nim128};

/// Bits of the smallest field that contains the nimber `value`: 1, 2, 4, 8, …, 128.
pub(crate) const fn degree(value: u128) -> u32 {
    let length = 128 - value.leading_zeros();
    if length <= 1 { 1 } else { length.next_power_of_two() }
}

/// A width that is not that of a subfield.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the field of {field} bits has no subfield of {asked} bits")]
pub struct NoSubfield {
    /// Bits of the field.
    pub field: u32,
    /// Bits asked for.
    pub asked: u32,
}

/// Checks that `bits` is the width of a subfield of the field of F.
fn subfield<F: Nimber>(bits: u32) -> Result<(), NoSubfield> {
    if bits.is_power_of_two() && bits <= F::BITS {
        Ok(())
    } else {
        Err(NoSubfield { field: F::BITS, asked: bits })
    }
}

/// The conjugate of `x` over the field of `half` bits in the field of twice as many: x^(2^half).
pub(crate) fn conjugate<F: Nimber>(x: F, half: u32) -> F {
    let bits = x.to_u128();
    F::from_u128(bits ^ bits >> half).expect("no wider than x")
}

/// Folds x with its conjugates down to the field of `bits` bits.
fn down<F: Nimber>(x: F, bits: u32, fold: impl Fn(F, F) -> F) -> Result<F, NoSubfield> {
    subfield::<F>(bits)?;
    let mut value = x;
    let mut half = F::BITS / 2;
    while half >= bits {
        value = fold(value, conjugate(value, half));
        half /= 2;
    }
    Ok(value)
}

/// The norm of `x` in the subfield of `bits` bits.
///
/// # Errors
///
/// [`NoSubfield`] unless `bits` is a power of two not above the width.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Nim64, Nimber, norm, trace};
/// let x = Nim64::new(0x0123_4567_89ab_cdef);
/// assert_eq!(norm(x, 32)?, x * x.pow(1 << 32));
/// assert_eq!(trace(x, 32)?, x + x.pow(1 << 32));
/// assert!(norm(x, 128).is_err());
/// # Ok::<(), farstar_nimber::NoSubfield>(())
/// ```
pub fn norm<F: Nimber>(x: F, bits: u32) -> Result<F, NoSubfield> {
    down(x, bits, |x, conjugate| x * conjugate)
}

/// The trace of `x` in the subfield of `bits` bits; over GF(2) this is the top bit of `x`.
///
/// # Errors
///
/// [`NoSubfield`] unless `bits` is a power of two not above the width.
pub fn trace<F: Nimber>(x: F, bits: u32) -> Result<F, NoSubfield> {
    down(x, bits, |x, conjugate| x + conjugate)
}

/// A nimber too large for a narrower field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{value} lies outside the field of {bits} bits")]
pub struct OutsideField {
    /// The nimber.
    pub value: u128,
    /// Bits of the field it was asked to lie in.
    pub bits: u32,
}

macro_rules! embeddings {
    ($($narrow:ident $wide:ident;)*) => {$(
        impl From<$narrow> for $wide {
            /// The same nimber in the wider field.
            fn from(x: $narrow) -> $wide {
                $wide::new(x.get().into())
            }
        }

        impl TryFrom<$wide> for $narrow {
            type Error = OutsideField;

            /// The same nimber in the narrower field, if it lies there.
            fn try_from(x: $wide) -> Result<$narrow, OutsideField> {
                $narrow::from_u128(x.to_u128())
                    .ok_or(OutsideField { value: x.to_u128(), bits: $narrow::BITS })
            }
        }
    )*};
}

embeddings! {
    Nim8 Nim16;
    Nim8 Nim32;
    Nim8 Nim64;
    Nim8 Nim128;
    Nim16 Nim32;
    Nim16 Nim64;
    Nim16 Nim128;
    Nim32 Nim64;
    Nim32 Nim128;
    Nim64 Nim128;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_degree_is_the_least_number_of_squarings_that_returns() {
        for x in 0..=65535u16 {
            let x = Nim16::new(x);
            let mut power = x.square();
            let mut degree = 1;
            while power != x {
                power = power.square();
                degree += 1;
            }
            assert_eq!(x.degree(), degree);
        }
    }

    #[test]
    fn the_trace_over_the_smallest_field_is_the_top_bit_and_the_norm_is_one() {
        for x in 1..=255u8 {
            let x = Nim8::new(x);
            assert_eq!(trace(x, 1), Ok(Nim8::new(x.get() >> 7)));
            assert_eq!(x.trace(), x.get() >> 7 == 1);
            assert_eq!(norm(x, 1), Ok(Nim8::ONE));
            assert_eq!(norm(x, 8), Ok(x));
        }
    }

    #[test]
    fn embedding_keeps_the_number_and_narrowing_checks_it() {
        assert_eq!(Nim64::from(Nim8::new(7)), Nim64::new(7));
        assert_eq!(Nim8::try_from(Nim64::new(256)), Err(OutsideField { value: 256, bits: 8 }));
        assert_eq!(Nim8::try_from(Nim128::new(255)), Ok(Nim8::new(255)));
    }
}
