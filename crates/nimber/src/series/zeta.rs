//! Zeta transforms on the lattice of subsets, whose sums are XOR. Each is its own inverse, so it is the Möbius
//! transform too.

use crate::error::AlgebraError;
use crate::field::Nimber;

/// Elements of the set whose subsets index `length` values.
pub(super) fn elements(length: usize) -> Result<usize, AlgebraError> {
    if length.is_power_of_two() {
        Ok(length.trailing_zeros() as usize)
    } else {
        Err(AlgebraError::NotPowerOfTwo(length))
    }
}

/// Applies a map to the (without, with) halves of every pair of blocks that differ in one element, for each element in
/// turn.
fn for_each_element<N>(
    values: &mut [N],
    mut map: impl FnMut(&mut [N], &mut [N]),
) -> Result<(), AlgebraError> {
    for element in 0..elements(values.len())? {
        for pair in values.chunks_exact_mut(2 << element) {
            let (without, with) = pair.split_at_mut(1 << element);
            map(without, with);
        }
    }
    Ok(())
}

/// Replaces f(S) by ⊕ f(T) over the subsets T of S, sets written as bit masks. An involution: it is the Möbius
/// transform as well.
///
/// Cost: k·2^(k−1) sums for 2^k values.
///
/// # Errors
///
/// [`AlgebraError::NotPowerOfTwo`] if the number of values is not 2^k.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Nim8, xor_zeta};
/// let mut f = [1, 2, 4, 8].map(Nim8::new);
/// xor_zeta(&mut f)?;
/// assert_eq!(f, [1, 3, 5, 15].map(Nim8::new));
/// xor_zeta(&mut f)?;
/// assert_eq!(f, [1, 2, 4, 8].map(Nim8::new));
/// # Ok::<(), farstar_nimber::AlgebraError>(())
/// ```
pub fn xor_zeta<N: Nimber>(values: &mut [N]) -> Result<(), AlgebraError> {
    for_each_element(values, |without, with| {
        for (with, &without) in with.iter_mut().zip(without.iter()) {
            *with += without;
        }
    })
}

/// Replaces f(S) by ⊕ f(T) over the sets T that contain S. An involution.
///
/// # Errors
///
/// [`AlgebraError::NotPowerOfTwo`] if the number of values is not 2^k.
pub fn xor_zeta_supersets<N: Nimber>(values: &mut [N]) -> Result<(), AlgebraError> {
    for_each_element(values, |without, with| {
        for (without, &with) in without.iter_mut().zip(with.iter()) {
            *without += with;
        }
    })
}
