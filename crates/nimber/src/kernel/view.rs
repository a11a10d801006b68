//! Slices of nimbers seen as slices of the integers that write them.

use super::scalar::Word;
use crate::resident::Poly64;
use crate::width::{Nim8, Nim16, Nim32, Nim64, Nim128};

/// A type with the layout of an unsigned integer.
///
/// # Safety
///
/// The type must be `repr(transparent)` over `Bits`, every value of which must be valid for it.
pub(crate) unsafe trait Transparent: Copy {
    /// The integer.
    type Bits: Word;
}

macro_rules! transparent {
    ($($name:ident $bits:ty),*) => {$(
        // SAFETY: the type is declared `repr(transparent)` over this integer and has no invalid values.
        unsafe impl Transparent for $name {
            type Bits = $bits;
        }
    )*};
}
transparent!(Nim8 u8, Nim16 u16, Nim32 u32, Nim64 u64, Nim128 u128, Poly64 u64);

/// The integers of a slice.
#[inline]
pub(crate) fn bits<T: Transparent>(x: &[T]) -> &[T::Bits] {
    // SAFETY: `Transparent` promises equal layout, so the same memory is a slice of as many integers for the same
    // lifetime.
    unsafe { std::slice::from_raw_parts(x.as_ptr().cast(), x.len()) }
}

/// The integers of a slice, to be changed.
#[inline]
pub(crate) fn bits_mut<T: Transparent>(x: &mut [T]) -> &mut [T::Bits] {
    // SAFETY: as in `bits`; every integer written is a valid element, and the borrow stays exclusive.
    unsafe { std::slice::from_raw_parts_mut(x.as_mut_ptr().cast(), x.len()) }
}
