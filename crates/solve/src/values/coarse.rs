//! How far positions are taken apart.
//!
//! Finding all that play can never bring together costs more than the moves of a position. It pays where many positions
//! fall into more parts than a quick look finds, or where many become one when what no longer matters is left out. A
//! position that is taken apart coarsely has parts like any other, only perhaps larger than need be, so values are
//! right in any case. But one position taken apart in two ways is worked out twice. So positions are taken apart
//! coarsely, now and then a sample both ways, and once a sample shows that it pays, all of them fully.

use std::collections::HashSet;

use farstar_rules::position::Key;
use rustc_hash::FxBuildHasher;

use super::table::hash;

/// Positions in a sample whose coarse parts differ; few in unit tests, so that small boards meet all cases.
const SAMPLE: usize = if cfg!(test) { 16 } else { 512 };
/// Positions after which a sample ends where hardly anything has become of it.
const GLANCE: usize = SAMPLE / 4;
/// Positions from one sample to the next.
const PAUSE: u32 = 48 * SAMPLE as u32;

/// What is seen of a sample.
#[derive(Default)]
pub(super) struct Coarse {
    positions: HashSet<u64, FxBuildHasher>,
    results: HashSet<u64, FxBuildHasher>,
    /// Positions of the sample that fell into more parts.
    apart: usize,
    /// Positions still to come until the next sample is taken.
    ahead: u32,
}

/// Parts in any order, as one number.
fn mixed<const N: usize>(parts: &[Key<[u64; N]>]) -> u64 {
    parts.iter().fold(0, |all, part| all ^ hash(&part.part))
}

impl Coarse {
    /// Whether the next position belongs to a sample, to be taken apart both ways for [`Coarse::note`].
    #[inline]
    pub(super) fn samples(&mut self) -> bool {
        match self.ahead.checked_sub(1) {
            Some(ahead) => self.ahead = ahead,
            None => return true,
        }
        false
    }

    /// Notes the parts of a position, and says whether positions should be taken apart fully from now on.
    pub(super) fn note<const N: usize>(
        &mut self,
        coarse: &[Key<[u64; N]>],
        fine: &[Key<[u64; N]>],
    ) -> bool {
        if !self.positions.insert(mixed(coarse)) {
            return false;
        }
        self.results.insert(mixed(fine));
        self.apart += usize::from(fine.len() > coarse.len());
        let seen = self.positions.len();
        let hardly = self.apart * 16 < seen && self.results.len() * 5 > seen * 4;
        if seen < SAMPLE && !(seen == GLANCE && hardly) {
            return false;
        }
        let pays = self.apart * 4 >= seen || self.results.len() * 5 <= seen * 2;
        *self = Self { ahead: PAUSE, ..Self::default() };
        pays
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u64) -> Key<[u64; 1]> {
        Key { part: [n], negative: false }
    }

    /// The first position after which positions are taken apart fully, among many.
    fn pays(fine: impl Fn(u64) -> Vec<Key<[u64; 1]>>) -> Option<u64> {
        let mut coarse = Coarse::default();
        (0..50_000).find(|&n| coarse.samples() && coarse.note(&[key(n)], &fine(n)))
    }

    #[test]
    fn positions_are_taken_apart_fully_only_where_it_does_much() {
        assert_eq!(pays(|n| vec![key(n)]), None);
        assert_eq!(pays(|n| vec![key(n - n % 5 / 3)]), None);
        assert_eq!(pays(|n| vec![key(n); 1 + usize::from(n % 8 == 0)]), None);
        let first = Some(SAMPLE as u64 - 1);
        assert_eq!(pays(|n| vec![key(n / 3)]), first);
        assert_eq!(pays(|n| vec![key(n); 1 + (n % 2) as usize]), first);
        assert_eq!(pays(|_| vec![]), first);
        assert!(pays(|n| if n < 10_000 { vec![key(n)] } else { vec![] }) > Some(10_000));
    }

    #[test]
    fn a_sample_ends_early_where_nothing_becomes_of_it() {
        let taken = |fine: &dyn Fn(u64) -> Vec<Key<[u64; 1]>>| {
            let mut coarse = Coarse::default();
            let sampled = |n: &u64| coarse.samples() && !coarse.note(&[key(*n)], &fine(*n));
            (0..u64::from(PAUSE)).filter(sampled).count()
        };
        assert_eq!(taken(&|n| vec![key(n)]), GLANCE);
        assert_eq!(taken(&|n| vec![key(n - n % 5 / 3)]), SAMPLE);
    }
}
