//! Features: the expressions that tell most of the target by themselves. As leaves of a new search they stand at the
//! price of a coordinate, so that it reaches further where it pays.

use crate::bank::{Bank, Target};
use crate::expr::Expr;
use farstar_play::{Limits, Stopped};

/// Features that are told.
const FEATURES: usize = 8;
/// Bits a value of a feature costs, so that one that names every cell tells nothing.
const BITS_A_VALUE: f64 = 2.5;
/// Bits a symbol costs.
const BITS_A_SYMBOL: f64 = 1.0;
/// Expressions that are looked at.
const MOST: usize = 40_000;

/// What is open of the target when a feature is known, with what the feature costs; features that part the cells in
/// the same way are one.
pub(crate) fn features(
    target: &Target<'_>,
    bank: &Bank,
    limits: &Limits,
) -> Result<Vec<Expr>, Stopped> {
    let mut best: Vec<(f64, usize)> = Vec::new();
    let mut pairs: Vec<(i32, i32)> = Vec::with_capacity(bank.width);
    for at in 0..bank.len().min(MOST) {
        if at % 1024 == 0 {
            limits.check()?;
        }
        if bank.costs[at] < 2 {
            continue;
        }
        pairs.clear();
        pairs.extend(bank.column(at).iter().copied().zip(target.values.iter().copied()));
        pairs.sort_unstable();
        let price = open_bits(&pairs) + BITS_A_SYMBOL * f64::from(bank.costs[at]);
        let is_new = |&(other, _): &(f64, usize)| (other - price).abs() > 1e-9;
        let is_better =
            best.len() < FEATURES || best.last().is_some_and(|&(worst, _)| price < worst);
        if is_better && best.iter().all(is_new) {
            let place = best.partition_point(|&(other, _)| other <= price);
            best.insert(place, (price, at));
            best.truncate(FEATURES);
        }
    }
    Ok(best.into_iter().map(|(_, at)| bank.expr(at)).collect())
}

/// Bits of the second numbers when the first are known, and the price of the first.
fn open_bits(sorted: &[(i32, i32)]) -> f64 {
    let mut bits = 0.0;
    for group in sorted.chunk_by(|a, b| a.0 == b.0) {
        let all = group.len() as f64;
        bits += BITS_A_VALUE;
        for same in group.chunk_by(|a, b| a.1 == b.1) {
            let part = same.len() as f64;
            bits += part * (all / part).log2();
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_that_decides_leaves_only_its_price() {
        assert_eq!(open_bits(&[(0, 1), (0, 1), (3, 0), (3, 0)]), 5.0);
        assert_eq!(open_bits(&[(0, 0), (0, 1)]), 4.5);
    }
}
