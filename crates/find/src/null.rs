//! The null code: what it costs to list the values of a table without any law. A law is one only if it says the same
//! in fewer bits.

use rustc_hash::FxHashMap;

/// A law must cost less than this share of the null code.
pub(crate) const SHARE: f64 = 0.85;

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
}
