//! Multi-SG: games whose options are sums of positions of the same game.

use farstar_value::Limits;

use crate::digraph::Mex;
use crate::error::{Error, Result};
use farstar_play::Meter;

/// Grundy values of positions 0 to `count` − 1, where `options(n, add)` calls `add` with the parts of every option of
/// n, all of them below n. An option is worth the nim sum of its parts.
///
/// O(total number of parts).
///
/// # Errors
/// [`Error::NotCovered`] if a part is not below its position, which could go on for ever; those of `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::compound::multi_grundy;
/// use farstar_value::Limits;
/// // Grundy's game: split a heap into two unequal heaps.
/// let values = multi_grundy(9, |n, add| {
///     (1..n).take_while(|a| 2 * a < n).for_each(|a| add(&[a, n - a]));
/// }, &Limits::none())?;
/// assert_eq!(values, [0, 0, 0, 1, 0, 2, 1, 0, 2]);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn multi_grundy(
    count: u32,
    mut options: impl FnMut(u32, &mut dyn FnMut(&[u32])),
    limits: &Limits,
) -> Result<Vec<u32>> {
    let mut meter = Meter::new(limits);
    let mut values: Vec<u32> = Vec::new();
    let mut sums = Vec::new();
    let mut mex = Mex::default();
    for n in 0..count {
        sums.clear();
        let mut fault = None;
        options(n, &mut |parts| {
            let value = parts.iter().try_fold(0, |sum, &part| {
                values.get(part as usize).map(|value| sum ^ value).ok_or(part)
            });
            match value {
                Ok(value) => sums.push(value),
                Err(part) => fault = Some(part),
            }
        });
        if let Some(part) = fault {
            return Err(Error::not_covered(
                format!("position {n} with the option part {part}"),
                "every part of an option must have a smaller number than its position",
            ));
        }
        meter.node(4)?;
        meter.step(sums.len() as u64)?;
        values.push(mex.of(n, sums.iter().copied(), sums.len()));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_that_does_not_shrink_is_refused() {
        assert!(multi_grundy(3, |n, add| add(&[n]), &Limits::none()).is_err());
    }
}
