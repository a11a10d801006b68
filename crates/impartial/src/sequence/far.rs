//! Values of heaps far beyond those that are computed: where a theorem proves a period, it gives the rest.

use farstar_value::Limits;

use super::engine::GrundySequence;
use super::error::SequenceError;
use super::period::find_period;

/// Heaps below are computed: a period is looked for beyond.
const NEAR: u64 = 1 << 14;
/// Heaps that are computed in search of a period before the heap itself is computed.
const MOST: u64 = 1 << 22;

impl GrundySequence {
    /// The value of a heap however large: from the period if one is proved by few heaps, else computed.
    ///
    /// # Errors
    /// Those of [`GrundySequence::extend_to`].
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::sequence::GrundySequence;
    /// use farstar_value::Limits;
    /// let mut kayles = GrundySequence::of_code("0.77".parse()?);
    /// // the period is 12 from heap 71 on
    /// let near = kayles.find(76, &Limits::none())?;
    /// assert_eq!(kayles.far(12 * 100_000_000_000_000_000 + 76, &Limits::none())?, near.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn far(&mut self, heap: u64, limits: &Limits) -> Result<u64, SequenceError> {
        if let Some(known) = self.value(heap) {
            return Ok(known.into());
        }
        if heap >= NEAR
            && let Some(found) = find_period(self, MOST.min(heap), limits)?
            && found.is_proved()
            && found.preperiod <= heap
        {
            let (times, term) =
                ((heap - found.preperiod) / found.period, (heap - found.preperiod) % found.period);
            let within = u64::from(self.find(found.preperiod + term, limits)?);
            let value = times.checked_mul(found.saltus).and_then(|more| more.checked_add(within));
            return value.ok_or(SequenceError::HeapTooLarge { heap, limit: u64::MAX });
        }
        self.find(heap, limits).map(u64::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_heaps_are_the_heaps_computed() {
        for code in ["0.77", "0.137", "0.07", "0.156"] {
            let mut far = GrundySequence::of_code(code.parse().unwrap());
            let mut near = GrundySequence::of_code(code.parse().unwrap());
            for heap in [NEAR, NEAR + 17, 20_000, 5] {
                let value = far.far(heap, &Limits::none()).unwrap();
                assert_eq!(
                    value,
                    near.find(heap, &Limits::none()).unwrap().into(),
                    "{code} {heap}"
                );
            }
        }
    }
}
