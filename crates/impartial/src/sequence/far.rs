//! Values of heaps far beyond those that are computed: where a theorem proves a period, it gives the rest.

use std::ops::RangeInclusive;

use farstar_rules::heap::HeapCode;
use farstar_value::Limits;

use super::engine::GrundySequence;
use super::error::SequenceError;
use super::period::find_period;

/// Heaps below are computed: a period is looked for beyond. Those of games of which a heap takes long are few.
const NEAR: u64 = 1 << 14;
const NEAR_OF_SLOW: u64 = 1 << 8;
/// Heaps that are computed in search of a period before the heap itself is computed.
const MOST: u64 = 1 << 22;

/// The values of all heaps of a game: G(n + period) = G(n) + saltus from the preperiod on.
///
/// # Examples
/// ```
/// use farstar_impartial::sequence::PeriodicLaw;
/// // Lasker's Nim: the sizes, but in every four the last two exchanged
/// let lasker = PeriodicLaw::new(vec![0, 1, 2, 4, 3], 1, 4);
/// assert_eq!(lasker.value(1_000_000_000_000_000_000), Some(999_999_999_999_999_999));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodicLaw {
    /// The values before the preperiod and of one period.
    pub(super) values: Vec<u64>,
    pub(super) preperiod: usize,
    pub(super) saltus: u64,
}

impl PeriodicLaw {
    /// The law of a sequence that begins with `values`, the preperiod and one period.
    ///
    /// # Panics
    /// If there is no period.
    #[must_use]
    pub fn new(values: Vec<u64>, preperiod: usize, saltus: u64) -> Self {
        assert!(preperiod < values.len(), "a period has a term");
        Self { values, preperiod, saltus }
    }

    /// The number of heaps in one period.
    pub(super) fn period(&self) -> u64 {
        (self.values.len() - self.preperiod) as u64
    }

    /// How often the period has passed before a heap, and the place of the value there; none before the preperiod.
    pub(super) fn passed(&self, heap: u64) -> (u64, usize) {
        match heap.checked_sub(self.preperiod as u64) {
            None => (0, heap as usize),
            Some(n) => (n / self.period(), self.preperiod + (n % self.period()) as usize),
        }
    }

    /// The values that heaps together may have; nothing if there is no most.
    #[must_use]
    pub fn values(&self) -> Option<RangeInclusive<u64>> {
        let most = self.values.iter().fold(0, |most, value| most | value);
        (self.saltus == 0).then(|| 0..=u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0))
    }

    /// The value of a heap; nothing beyond 64 bits.
    #[must_use]
    pub fn value(&self, heap: u64) -> Option<u64> {
        let (times, place) = self.passed(heap);
        times.checked_mul(self.saltus)?.checked_add(self.values[place])
    }
}

impl GrundySequence {
    /// Heaps among which a period is looked for where nobody says: most of a game that leaves two heaps at most after a
    /// bounded number of tokens, fewer of any other code, fewest of coins and games without a code. The methods for the
    /// others take far longer for a heap.
    ///
    /// ```
    /// use farstar_impartial::sequence::GrundySequence;
    /// assert_eq!(GrundySequence::of_code("0.77".parse()?).usual_heaps(), 1 << 20);
    /// assert_eq!(GrundySequence::of_code("0.[3]".parse()?).usual_heaps(), 1 << 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn usual_heaps(&self) -> u64 {
        match self.game().code() {
            Some(code) if leaves_two(code) => 1 << 20,
            Some(_) => 1 << 12,
            None => 1 << 10,
        }
    }

    /// Heaps below are computed, beyond a period is looked for first.
    #[must_use]
    pub fn near(&self) -> u64 {
        let is_fast = self.game().code().is_some_and(leaves_two);
        if is_fast { NEAR } else { NEAR_OF_SLOW }
    }

    /// The value of a heap however large: by the law of the sequence, from the period if one is proved by few heaps,
    /// else computed.
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
        match self.by_period(heap, limits)? {
            Some(value) => Ok(value),
            None => self.find(heap, limits).map(u64::from),
        }
    }

    /// The value of a heap without computing those below it: if it is known, by the law of the sequence, or by a period
    /// that few heaps prove.
    ///
    /// # Errors
    /// Those of [`GrundySequence::extend_to`].
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::sequence::GrundySequence;
    /// use farstar_value::Limits;
    /// let mut kayles = GrundySequence::of_code("0.77".parse()?);
    /// assert_eq!(kayles.by_period(1_000_000_000, &Limits::none())?, Some(1));
    /// // small heaps are computed faster
    /// let mut near = GrundySequence::of_code("0.77".parse()?);
    /// assert_eq!(near.by_period(100, &Limits::none())?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_period(&mut self, heap: u64, limits: &Limits) -> Result<Option<u64>, SequenceError> {
        if let Some(known) = self.value(heap) {
            return Ok(Some(known.into()));
        }
        if let Some(told) = self.law.as_ref().and_then(|law| law(heap)) {
            return Ok(Some(told));
        }
        if heap < self.near() {
            return Ok(None);
        }
        let proved = self.proved_within(MOST.min(heap), limits)?;
        let Some([preperiod, period, saltus]) = proved.filter(|&[first, ..]| first <= heap) else {
            return Ok(None);
        };
        let (times, term) = ((heap - preperiod) / period, (heap - preperiod) % period);
        let within = u64::from(self.find(preperiod + term, limits)?);
        let value = times.checked_mul(saltus).and_then(|more| more.checked_add(within));
        value.map(Some).ok_or(SequenceError::HeapTooLarge { heap, limit: u64::MAX })
    }

    /// The preperiod, the period and the saltus, if so many heaps prove them; looked for once where they are there.
    fn proved_within(
        &mut self,
        most: u64,
        limits: &Limits,
    ) -> Result<Option<[u64; 3]>, SequenceError> {
        // periods are proved of codes alone
        if self.proved.is_none() && self.game().code().is_some() {
            let found = find_period(self, most, limits)?.filter(|found| found.is_proved());
            self.proved = found.map(|found| [found.preperiod, found.period, found.saltus]);
        }
        Ok(self.proved)
    }

    /// The law of all heaps, if a period is proved by few of them, at most `most`.
    ///
    /// # Errors
    /// Those of [`GrundySequence::extend_to`].
    pub fn law(
        &mut self,
        most: u64,
        limits: &Limits,
    ) -> Result<Option<PeriodicLaw>, SequenceError> {
        let proved = self.proved_within(most.min(MOST), limits)?;
        let Some([preperiod, period, saltus]) = proved else { return Ok(None) };
        let values = (0..preperiod + period)
            .map(|heap| self.find(heap, limits).map(u64::from))
            .collect::<Result<_, _>>()?;
        Ok(Some(PeriodicLaw::new(values, preperiod as usize, saltus)))
    }
}

/// Whether moves take a bounded number of tokens and leave at most two heaps.
fn leaves_two(code: &HeapCode) -> bool {
    code.last_take().is_some_and(|last| {
        code.takes(last).all(|(_, digit)| {
            digit.tail().is_none() && digit.counts().iter().all(|&(heaps, _)| heaps <= 2)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medium_heaps_of_slow_games_are_the_heaps_computed() {
        for code in ["0.3F", "0.[3]", "0.[37]", "0.[7]"] {
            let mut far = GrundySequence::of_code(code.parse().unwrap());
            let mut near = GrundySequence::of_code(code.parse().unwrap());
            assert_eq!(far.near(), NEAR_OF_SLOW, "{code}");
            for heap in [NEAR_OF_SLOW - 1, NEAR_OF_SLOW, 301] {
                let known: u64 = near.find(heap, &Limits::none()).unwrap().into();
                assert_eq!(far.far(heap, &Limits::none()), Ok(known), "{code} {heap}");
            }
        }
    }

    #[test]
    fn far_heaps_are_the_heaps_computed() {
        for code in ["0.77", "0.137", "0.07", "0.156"] {
            let mut far = GrundySequence::of_code(code.parse().unwrap());
            let mut near = GrundySequence::of_code(code.parse().unwrap());
            let law = far.law(NEAR, &Limits::none()).unwrap().unwrap();
            for heap in [NEAR, NEAR + 17, 20_000, 5] {
                let value = far.far(heap, &Limits::none()).unwrap();
                let known = near.find(heap, &Limits::none()).unwrap().into();
                assert_eq!(value, known, "{code} {heap}");
                assert_eq!(law.value(heap), Some(known), "{code} {heap}");
            }
        }
    }
}
