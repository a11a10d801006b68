//! Sets of nim values as bits, and the nim sums of so many of a growing list of values.

use crate::error::{Error, Result};
use farstar_play::Meter;

/// Values below this bound can be kept: a set of them takes 2 MiB.
pub(crate) const VALUE_BOUND: u64 = 1 << 24;

/// A set of values below [`VALUE_BOUND`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueSet {
    /// Bit v of the words; the number of words is zero or a power of two.
    words: Vec<u64>,
}

impl ValueSet {
    /// The set that holds only 0.
    pub(crate) fn zero() -> Self {
        Self { words: vec![1] }
    }

    /// Makes room for values of as many bits as `value`.
    fn grow_for(&mut self, value: u64, meter: &mut Meter<'_>) -> Result<()> {
        if value >= VALUE_BOUND {
            return Err(Error::out_of_range(
                format!("the nim value {value}"),
                format!("these games are computed up to values of {VALUE_BOUND}"),
            ));
        }
        let words = (value as usize / 64 + 1).next_power_of_two();
        if words > self.words.len() {
            meter.reserve(8 * (words - self.words.len()) as u64)?;
            self.words.resize(words, 0);
        }
        Ok(())
    }

    /// Adds one value.
    pub(crate) fn insert(&mut self, value: u64, meter: &mut Meter<'_>) -> Result<()> {
        self.grow_for(value, meter)?;
        self.words[(value / 64) as usize] |= 1 << (value % 64);
        Ok(())
    }

    /// Adds `shift ⊕ v` for every v of `other`.
    pub(crate) fn insert_shifted(
        &mut self,
        other: &Self,
        shift: u64,
        meter: &mut Meter<'_>,
    ) -> Result<()> {
        if other.words.iter().all(|&word| word == 0) {
            return Ok(());
        }
        let span = (64 * other.words.len() as u64 - 1) | shift;
        self.grow_for(span, meter)?;
        meter.step(other.words.len() as u64)?;
        let (high, low) = ((shift / 64) as usize, (shift % 64) as u32);
        for (i, &word) in other.words.iter().enumerate() {
            self.words[i ^ high] |= shift_within_word(word, low);
        }
        Ok(())
    }

    /// The values in increasing order.
    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * i as u64 + bit)
        })
    }

    /// The least value that is missing.
    pub(crate) fn mex(&self) -> u64 {
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        let last = self.words.get(full).map_or(0, |word| word.trailing_ones());
        64 * full as u64 + u64::from(last)
    }
}

/// Moves bit v of the word to bit v ⊕ `shift`, for `shift` below 64.
fn shift_within_word(mut word: u64, shift: u32) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, &even) in EVEN.iter().enumerate() {
        if shift >> bit & 1 == 1 {
            let step = 1 << bit;
            word = (word & even) << step | (word >> step) & even;
        }
    }
    word
}

/// The nim sums of k of the values given so far, for each k up to a cap that may stand for "this many or more".
#[derive(Clone, Debug)]
pub(crate) struct LayeredSums {
    /// Layer k; layers that no sum reaches yet are not there.
    layers: Vec<ValueSet>,
    cap: usize,
    /// Whether the layer `cap` also holds the sums of more values.
    open_ended: bool,
}

impl LayeredSums {
    /// Sums of up to `cap` values; with `open_ended` the layer `cap` means "at least `cap`".
    pub(crate) fn new(cap: usize, open_ended: bool) -> Self {
        Self { layers: vec![ValueSet::zero()], cap, open_ended }
    }

    /// One more value, which counts as `weight` coins when it is taken.
    pub(crate) fn push(&mut self, value: u64, weight: usize, meter: &mut Meter<'_>) -> Result<()> {
        for from in (0..self.layers.len()).rev() {
            let mut to = from + weight;
            if to > self.cap {
                if !self.open_ended {
                    continue;
                }
                to = self.cap;
            }
            if to >= self.layers.len() {
                self.layers.resize_with(to + 1, ValueSet::default);
            }
            let source = self.layers[from].clone();
            self.layers[to].insert_shifted(&source, value, meter)?;
        }
        Ok(())
    }

    /// The sums of `least` or more values.
    pub(crate) fn layers_from(&self, least: usize) -> impl Iterator<Item = &ValueSet> {
        self.layers.iter().skip(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_value::Limits;

    #[test]
    fn shifting_a_set_is_xor_of_every_member() {
        let limits = Limits::none();
        let mut meter = Meter::new(&limits);
        let members = [0u64, 3, 64, 77, 130, 500];
        let mut set = ValueSet::default();
        for &value in &members {
            set.insert(value, &mut meter).unwrap();
        }
        for shift in [0, 1, 5, 63, 64, 67, 1000] {
            let mut shifted = ValueSet::default();
            shifted.insert_shifted(&set, shift, &mut meter).unwrap();
            let mut expected: Vec<u64> = members.iter().map(|v| v ^ shift).collect();
            expected.sort_unstable();
            assert_eq!(shifted.iter().collect::<Vec<_>>(), expected);
        }
        assert_eq!(set.mex(), 1);
        assert!(set.insert(VALUE_BOUND, &mut meter).is_err());
    }
}
