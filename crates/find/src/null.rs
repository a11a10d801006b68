//! The null code: what it costs to list the values of a table without any law. A law is one only if it says the same
//! in fewer bits.

use rustc_hash::FxHashMap;

/// A law must cost less than this share of the null code.
pub(crate) const SHARE: f64 = 0.85;

/// Values are held against those so many terms before at most.
const LONGEST_LAG: usize = 8;

/// Bits of an integer when nothing is known of its size.
pub(crate) fn integer(x: i64) -> f64 {
    2.0 * (x.unsigned_abs() as f64 + 1.0).log2() + 1.0
}

/// Bits that list these values: by how often each occurs, or as runs, whichever is shorter.
pub(crate) fn bits(values: &[i64]) -> f64 {
    let mut counts: FxHashMap<i64, u64> = FxHashMap::default();
    for &value in values {
        *counts.entry(value).or_default() += 1;
    }
    let all = values.len() as f64;
    let mut one_each: Vec<(i64, u64)> =
        counts.iter().map(|(&value, &count)| (value, count)).collect();
    one_each.sort_unstable();
    // each value that occurs must be named once: by its distance from the one before
    let mut before = 0i64;
    let mut names = 0.0;
    for &(value, _) in &one_each {
        names += integer(value.saturating_sub(before).saturating_sub(1).max(0)).min(integer(value));
        before = value;
    }
    let of = |value: i64| (all / counts[&value] as f64).log2();
    let entropy: f64 = values.iter().map(|&value| of(value)).sum();
    let mut runs = 0.0;
    for run in values.chunk_by(|a, b| a == b) {
        runs += integer(run.len() as i64) + if counts.len() > 2 { of(run[0]) } else { 0.0 };
    }
    names + entropy.min(runs)
}

/// Bits that list the values of a sequence as stretches in which each is that so many terms before, and the value
/// behind each stretch: what goes on as it did is seen without a law of where it does not.
pub(crate) fn stretches(values: &[i64]) -> f64 {
    let literal = bits(values) / values.len().max(1) as f64;
    let of_lag = |lag: usize| {
        let (mut all, mut length) = (integer(lag as i64), 0i64);
        for (at, value) in values.iter().enumerate() {
            if at >= lag && values[at - lag] == *value {
                length += 1;
            } else {
                all += integer(length) + literal.max(1.0);
                length = 0;
            }
        }
        all + integer(length)
    };
    (1..=LONGEST_LAG).map(of_lag).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_frequent_values_are_cheap() {
        assert!(bits(&[0; 1000]) < 30.0);
        let mut halves = vec![0; 500];
        halves.extend([1; 500]);
        assert!(bits(&halves) < 60.0);
        let mixed: Vec<i64> = (0..1000i64).map(|n| (n * n / 7) % 2).collect();
        assert!(bits(&mixed) > 500.0);
    }

    #[test]
    fn what_goes_on_is_cheap() {
        // two values in turn, out of step now and then
        let values: Vec<i64> = (0..900).map(|n| 7 + 3 * ((n + n / 150) % 2)).collect();
        assert!(stretches(&values) < 150.0 && bits(&values) > 800.0);
        let odious: Vec<i64> = (0..900i64).map(|n| i64::from(n.count_ones() % 2)).collect();
        assert!(stretches(&odious) > 800.0);
    }
}
