//! Powers of up and their sums: making them, and knowing them when met.
//!
//! `↑ⁿ = {0 | ↓[n−1]∗}` and `↑[n] = ↑ + ↑² + … + ↑ⁿ = {↑[n−1] | ∗}`, where `↑[0] = 0` and `↓` marks negatives
//! (Siegel, *Combinatorial Game Theory*, II.4; Conway and Ryba's notation). With a star added,
//!
//! | value | canonical form |
//! |---|---|
//! | ↑\[n\] | {↑\[n−1\] \| ∗} |
//! | ↑\[n\]∗ | {0, ↑\[n−1\]∗ \| 0} |
//! | ↑ⁿ | {0 \| ↓[n−1]∗} |
//! | ↑ⁿ∗ | {0, ∗ \| ↓[n−1]} |
//!
//! and a number may be added to each: every option is translated by it. So a value is known from the names of its
//! options.

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

/// A value `number + ↑ⁿ` or `number + ↑[n]`, perhaps plus star.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Uptimal {
    pub(super) number: Dyadic,
    pub(super) arrow: Arrow,
    pub(super) star: bool,
}

impl Uptimal {
    /// A closed value as `x + ↑[n]` with `|n| ≤ 1`, perhaps plus star.
    fn from_closed(closed: &Closed) -> Option<Self> {
        if !(-1..=1).contains(&closed.up) || closed.nimber > 1 {
            return None;
        }
        Some(Self {
            number: closed.number.clone(),
            arrow: Arrow::Sum(closed.up),
            star: closed.nimber == 1,
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
        if left.len() + right.len() > 3 {
            return None;
        }
        let part = |&id: &u32| match calc.parts(Game(id)) {
            Some(closed) => Self::from_closed(closed),
            None => known(Game(id)).cloned(),
        };
        let fits = |side: &[u32], sums: &[(&Dyadic, i64, bool)]| {
            side.len() == sums.len()
                && sums.iter().all(|&(x, n, star)| {
                    side.iter()
                        .filter_map(part)
                        .any(|p| p.number == *x && p.arrow == Arrow::Sum(n) && p.star == star)
                })
        };
        // The option that is itself a sum of powers with the greatest count tells the number and the count.
        let leader = left.iter().chain(right).filter_map(part).max_by_key(|p| match p.arrow {
            Arrow::Sum(n) => n.unsigned_abs(),
            Arrow::Multiple(_) | Arrow::Power(_) => 0,
        })?;
        let Uptimal { number: x, arrow: Arrow::Sum(n), star } = leader else { return None };
        if n == 0 || n.unsigned_abs() >= MOST_POWERS {
            return None;
        }
        let x = &x;
        let sign = n.signum();
        // `toward` holds the leader: Left's options for sums of ups, Right's for sums of downs.
        let (toward, away) = if sign > 0 { (left, right) } else { (right, left) };
        let found = if !star && fits(toward, &[(x, n, false)]) && fits(away, &[(x, 0, true)]) {
            Self { number: x.clone(), arrow: Arrow::Sum(n + sign), star: false }
        } else if star
            && fits(toward, &[(x, 0, false), (x, n, true)])
            && fits(away, &[(x, 0, false)])
        {
            Self { number: x.clone(), arrow: Arrow::Sum(n + sign), star: true }
        } else if star && fits(away, &[(x, 0, false)]) && fits(toward, &[(x, n, true)]) {
            Self { number: x.clone(), arrow: Arrow::Power(-(n + sign)), star: false }
        } else if !star
            && fits(away, &[(x, 0, false), (x, 0, true)])
            && fits(toward, &[(x, n, false)])
        {
            Self { number: x.clone(), arrow: Arrow::Power(-(n + sign)), star: true }
        } else {
            return None;
        };
        Some(found)
    }
}
