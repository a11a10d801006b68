//! Powers of up and their sums: making them, and knowing them when met.
//!
//! `↑ⁿ = {0 | ↓[n−1]∗}` and `↑[n] = ↑ + ↑² + … + ↑ⁿ = {↑[n−1] | ∗}`, where `↑[0] = 0` and `↓` marks negatives
//! (Siegel, *Combinatorial Game Theory*, II.4; Conway and Ryba's notation). With a nimber added,
//!
//! | value | canonical form |
//! |---|---|
//! | ↑\[n\]∗m | {↑\[n−1\]∗m \| ∗(m⊕1)}, and 0 for Left where m = 1 |
//! | ↑ⁿ∗m | {0, ∗, …, ∗m \| ↓[n−1]∗(m⊕1)} |
//!
//! for n ≥ 2, and a number may be added to each: every option is translated by it. So a value is known from the names
//! of its options. What else can be moved to is dominated, as ↑\[n\]∗j for Right, or reverses: ↑\[n\]∗j for Left
//! through ∗(j⊕1), since ↑\[n\]∗k > 0 for k ≠ 1, to nimbers that are dominated by ↑\[n−1\]∗m, or, as ∗(m⊕1) where
//! m > 1 is odd, reverse through 0; and ↑ⁿ∗j through ↓[n−1]∗(j⊕1) to nimbers below ∗m.

use super::literal::{Arrow, Literal};
use crate::{Calculator, Closed, Error, Game, Result};
use farstar_num::Dyadic;

/// Powers are made with at most this exponent: a sum of n powers takes n values.
const MOST_POWERS: u64 = 1 << 20;

/// The value `number + literal`.
pub(super) fn value(calc: &mut Calculator<'_>, number: &Dyadic, literal: &Literal) -> Result<Game> {
    let (made, star) = match literal.arrow {
        None => {
            return calc.closed(&Closed { number: number.clone(), up: 0, nimber: literal.nimber });
        }
        Some(Arrow::Multiple(up)) => {
            return calc.closed(&Closed { number: number.clone(), up, nimber: literal.nimber });
        }
        Some(Arrow::Power(n)) => (power(calc, n, literal.nimber == 1)?, literal.nimber == 1),
        Some(Arrow::Sum(n)) => (sum(calc, n, literal.nimber == 1)?, literal.nimber == 1),
    };
    let rest =
        Closed { number: number.clone(), up: 0, nimber: if star { 0 } else { literal.nimber } };
    let rest = calc.closed(&rest)?;
    calc.add(made, rest)
}

/// `↑[n]`, or `↑[n]∗`; negative `n` give negatives.
fn sum(calc: &mut Calculator<'_>, n: i64, star: bool) -> Result<Game> {
    if n.unsigned_abs() > MOST_POWERS {
        return Err(Error::TooLarge {
            what: format!("the power of up {n}"),
            limit: MOST_POWERS.to_string(),
        });
    }
    let zero = Game::ZERO;
    let nimber = calc.nimber(1)?;
    let mut made = if star { nimber } else { zero };
    for _ in 0..n.unsigned_abs() {
        made = match (n > 0, star) {
            (true, false) => calc.from_options(&[made], &[nimber])?,
            (true, true) => calc.from_options(&[zero, made], &[zero])?,
            (false, false) => calc.from_options(&[nimber], &[made])?,
            (false, true) => calc.from_options(&[zero], &[zero, made])?,
        };
    }
    Ok(made)
}

/// `↑ⁿ`, or `↑ⁿ∗`; negative `n` give negatives.
fn power(calc: &mut Calculator<'_>, n: i64, star: bool) -> Result<Game> {
    let zero = Game::ZERO;
    let nimber = calc.nimber(1)?;
    let below = if n > 0 { 1 - n } else { -(n + 1) };
    let threat = sum(calc, below, !star)?;
    match (n > 0, star) {
        (true, false) => calc.from_options(&[zero], &[threat]),
        (true, true) => calc.from_options(&[zero, nimber], &[threat]),
        (false, false) => calc.from_options(&[threat], &[zero]),
        (false, true) => calc.from_options(&[threat], &[zero, nimber]),
    }
}

/// A value `number + ↑ⁿ + ∗m` or `number + ↑[n] + ∗m`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Uptimal {
    pub(super) number: Dyadic,
    pub(super) arrow: Arrow,
    pub(super) nimber: u64,
}

impl Uptimal {
    /// A closed value as `x + ↑[n] + ∗m` with `|n| ≤ 1`.
    fn from_closed(closed: &Closed) -> Option<Self> {
        if !(-1..=1).contains(&closed.up) {
            return None;
        }
        Some(Self {
            number: closed.number.clone(),
            arrow: Arrow::Sum(closed.up),
            nimber: closed.nimber,
        })
    }

    /// Knows `{left | right}` by its options, where `known` tells what a general option was known as.
    ///
    /// Only values with `n ≥ 2` are known here; smaller ones are closed.
    pub(super) fn of_options<'k>(
        calc: &Calculator<'_>,
        left: &[u32],
        right: &[u32],
        known: impl Fn(Game) -> Option<&'k Uptimal>,
    ) -> Option<Self> {
        if left.len().min(right.len()) != 1 {
            return None;
        }
        let part = |&id: &u32| match calc.parts(Game(id)) {
            Some(closed) => Self::from_closed(closed),
            None => known(Game(id)).cloned(),
        };
        // The option that is itself a sum of powers with the greatest count tells the number and the count.
        let leader = left.iter().chain(right).filter_map(part).max_by_key(|p| match p.arrow {
            Arrow::Sum(n) => n.unsigned_abs(),
            Arrow::Multiple(_) | Arrow::Power(_) => 0,
        })?;
        let Uptimal { number, arrow: Arrow::Sum(n), nimber: m } = leader else { return None };
        if n == 0 || n.unsigned_abs() >= MOST_POWERS {
            return None;
        }
        // `toward` holds the leader: Left's options for sums of ups, Right's for sums of downs
        let sign = n.signum();
        let (toward, away) = if sign > 0 { (left, right) } else { (right, left) };
        let nimbers = |side: &[u32]| -> Option<Vec<u64>> {
            let plain = |p: &Self| p.number == number && p.arrow == Arrow::Sum(0);
            side.iter().map(|id| part(id).filter(plain).map(|p| p.nimber)).collect()
        };
        let (back, away) = (m ^ 1, nimbers(away)?);
        let besides: Vec<u32> = toward
            .iter()
            .copied()
            .filter(|id| part(id).is_none_or(|p| p.arrow != Arrow::Sum(n)))
            .collect();
        if besides.len() + 1 != toward.len() {
            return None;
        }
        let (arrow, nimber) = match nimbers(&besides)?[..] {
            // options are not equal, so that these are all nimbers up to the greatest
            [] if (away.len() as u64).checked_sub(1) == Some(back)
                && away.iter().all(|&nimber| nimber <= back) =>
            {
                (Arrow::Power(-(n + sign)), back)
            }
            [] if m != 1 && away == [back] => (Arrow::Sum(n + sign), m),
            [0] if m == 1 && away == [0] => (Arrow::Sum(n + sign), m),
            _ => return None,
        };
        Some(Self { number, arrow, nimber })
    }
}
