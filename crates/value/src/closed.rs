//! Closed values: a number, a multiple of up, and a nimber, added.
//!
//! These are most of the values met in practice, they are closed under addition, and order, sum, options and birthday
//! have rules of their own (Siegel, *Combinatorial Game Theory*, II.4; *Winning Ways*, ch. 8), so that none of them
//! needs option lists.

use crate::fingerprint::Fingerprint;
use crate::stops::WideCut;
use farstar_num::Dyadic;
use std::sync::OnceLock;

/// The value `number + up·↑ + *nimber`.
///
/// # Examples
/// ```
/// use farstar_value::{Arena, Closed};
/// use farstar_num::Dyadic;
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let g = calc.closed(&Closed { number: Dyadic::from_small(3, 2), up: 2, nimber: 5 })?;
/// assert_eq!(calc.closed_parts(g).unwrap().up, 2);
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Closed {
    /// The number.
    pub number: Dyadic,
    /// How many ups; downs are negative.
    pub up: i64,
    /// The nimber: the size of the nim heap.
    pub nimber: u64,
}

impl Closed {
    /// The value 0.
    pub const ZERO: Self = Self { number: Dyadic::ZERO, up: 0, nimber: 0 };

    /// Whether the value is a number.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.up == 0 && self.nimber == 0
    }

    /// Whether the value is a nimber (0 among them).
    #[must_use]
    pub fn is_nimber(&self) -> bool {
        self.up == 0 && self.number.is_zero()
    }

    /// Whether `self ≥ 0`. The sign of `n·↑ + *m`: positive for `n ≥ 2`, and for `n = 1` unless `m = 1`; zero or
    /// confused with 0 for `n = 0`.
    #[must_use]
    pub fn is_at_least_zero(&self) -> bool {
        match self.number.signum() {
            1 => true,
            -1 => false,
            _ => infinitesimal_at_least_zero(self.up, self.nimber),
        }
    }

    /// The negative.
    ///
    /// `None` when the number of ups would not fit.
    #[must_use]
    pub fn negative(&self) -> Option<Self> {
        Some(Self { number: -&self.number, up: self.up.checked_neg()?, nimber: self.nimber })
    }

    /// The cuts at the Left stop and at the Right stop.
    pub(crate) fn cuts(&self) -> [WideCut; 2] {
        let below = infinitesimal_at_most_zero(self.up, self.nimber);
        let above = infinitesimal_at_least_zero(self.up, self.nimber);
        let cut = |side| WideCut { stop: self.number.clone(), side };
        [cut(if below { 0 } else { 1 }), cut(if above { 0 } else { -1 })]
    }

    /// Left and Right options of the canonical form. For `n·↑ + *m` with `n ≥ 1` they are `{0 | (n−1)·↑ + *(m⊕1)}`,
    /// save for `↑* = {0, * | 0}`; a nimber has all smaller ones on both sides; a number has at most one on each.
    pub(crate) fn options(&self) -> (Vec<Self>, Vec<Self>) {
        let shifted = |up, nimber| Self { number: self.number.clone(), up, nimber };
        match (self.up, self.nimber) {
            (0, 0) => {
                let number = |x| Self { number: x, up: 0, nimber: 0 };
                (
                    self.number.left_option().map(number).into_iter().collect(),
                    self.number.right_option().map(number).into_iter().collect(),
                )
            }
            (0, m) => {
                let smaller: Vec<Self> = (0..m).map(|k| shifted(0, k)).collect();
                (smaller.clone(), smaller)
            }
            (1, 1) => (vec![shifted(0, 0), shifted(0, 1)], vec![shifted(0, 0)]),
            (-1, 1) => (vec![shifted(0, 0)], vec![shifted(0, 0), shifted(0, 1)]),
            (n, m) if n > 0 => (vec![shifted(0, 0)], vec![shifted(n - 1, m ^ 1)]),
            (n, m) => (vec![shifted(n + 1, m ^ 1)], vec![shifted(0, 0)]),
        }
    }

    /// Whether all Left options, and whether all Right options, are test games of the fingerprint.
    pub(crate) fn options_are_test_games(&self) -> (bool, bool) {
        // Test games are born by day 3, so options of larger values need no look.
        if self.nimber > 4 || self.up.unsigned_abs() > 4 {
            return (false, false);
        }
        let tests = |list: &[Self]| list.iter().all(|o| o.fingerprint().is_test_game());
        let (left, right) = self.options();
        (tests(&left), tests(&right))
    }

    /// The fingerprint, by the recursion of the definition on the options above, cut short where it repeats.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        let number = number_fingerprint(&self.number);
        if self.is_number() || number == Fingerprint::ABOVE_ALL || number == Fingerprint::BELOW_ALL
        {
            // Beyond ±3 an infinitesimal changes nothing.
            return number;
        }
        // Nimbers `*m`: test games have followers `*k` only for `k ≤ 3`, so every `m ≥ 4` compares like the far star.
        let mut nimbers = [number; 5];
        let (mut ge, mut le) = (0, 0);
        for m in 1..=4 {
            ge |= nimbers[m - 1].ge;
            le |= nimbers[m - 1].le;
            nimbers[m] = Fingerprint::of_options(ge, le);
        }
        let class = |m: u64| m.min(4) as usize;
        // Level n holds the prints of `n·↑ + *m` and `n·↑ + *(m⊕1)`; each level is a function of the one before, and
        // grows, so a repeated level is the last one that differs.
        let ups = self.up.unsigned_abs();
        let mut level = [self.nimber, self.nimber ^ 1].map(|m| nimbers[class(m)]);
        for n in 1..=ups {
            let next =
                [(self.nimber, level[1]), (self.nimber ^ 1, level[0])].map(|(m, smaller)| {
                    let exceptional = n == 1 && class(m) == 1;
                    let star = if exceptional { nimbers[1] } else { number };
                    let other = if exceptional { number } else { smaller };
                    if self.up > 0 {
                        Fingerprint::of_options(number.ge | star.ge, other.le)
                    } else {
                        Fingerprint::of_options(other.ge, number.le | star.le)
                    }
                });
            if n > 2 && next == level {
                break;
            }
            level = next;
        }
        // Level n was computed for `*(m)` at index 0 whatever the parity of n.
        level[0]
    }
}

/// `n·↑ + *m ≥ 0`.
fn infinitesimal_at_least_zero(n: i64, m: u64) -> bool {
    n >= 2 || (n == 1 && m != 1) || (n == 0 && m == 0)
}

/// `n·↑ + *m ≤ 0`.
fn infinitesimal_at_most_zero(n: i64, m: u64) -> bool {
    n <= -2 || (n == -1 && m != 1) || (n == 0 && m == 0)
}

/// `g ≤ h` for closed values.
pub(crate) fn le(g: &Closed, h: &Closed) -> bool {
    match g.number.cmp(&h.number) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => {
            // Differences of ups beyond the range of i64 are far above 2.
            let ups = h.up.saturating_sub(g.up);
            infinitesimal_at_least_zero(ups, g.nimber ^ h.nimber)
        }
    }
}

/// The fingerprint of a number. Test games have stops that are multiples of 1/4 between −3 and 3, so a number strictly
/// between two multiples of 1/4 compares with them like the odd eighth between the two.
fn number_fingerprint(x: &Dyadic) -> Fingerprint {
    static EIGHTHS: OnceLock<Vec<Fingerprint>> = OnceLock::new();
    const MOST: i64 = 24;
    if *x > Dyadic::from_small(3, 0) {
        return Fingerprint::ABOVE_ALL;
    }
    if *x < Dyadic::from_small(-3, 0) {
        return Fingerprint::BELOW_ALL;
    }
    let table = EIGHTHS.get_or_init(|| {
        let mut prints: Vec<Option<Fingerprint>> = vec![None; 2 * MOST as usize + 1];
        let index = |y: &Dyadic| y.mul_pow2(3).to_i64().map(|eighths| (eighths + MOST) as usize);
        // By day: the options of a number are born before it. The farthest, 23/8, is born on day 6.
        for day in 0..=6u32 {
            for eighths in -MOST..=MOST {
                let y = Dyadic::from_small(eighths, 3);
                if y.birthday() != day.into() {
                    continue;
                }
                let print =
                    |option: Option<Dyadic>| option.and_then(|o| index(&o)).and_then(|i| prints[i]);
                let ge = print(y.left_option()).map_or(0, |p| p.ge);
                let le = print(y.right_option()).map_or(0, |p| p.le);
                prints[(eighths + MOST) as usize] = Some(Fingerprint::of_options(ge, le));
            }
        }
        prints.into_iter().map(|p| p.expect("every eighth up to 3 is born by day 6")).collect()
    });
    let quarters = x.mul_pow2(2);
    let eighths = match quarters.to_i64() {
        Some(whole) => 2 * whole,
        None => {
            let below = Dyadic::from(quarters.floor()).to_i64();
            2 * below.expect("at most 3 in absolute value, times 4") + 1
        }
    };
    table[(eighths + MOST) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(quarters: i64, up: i64, nimber: u64) -> Closed {
        Closed { number: Dyadic::from_small(quarters, 2), up, nimber }
    }

    /// The fingerprint by plain recursion.
    fn slow(value: &Closed) -> Fingerprint {
        let (left, right) = value.options();
        let ge = left.iter().fold(0, |u, l| u | slow(l).ge);
        let le = right.iter().fold(0, |u, r| u | slow(r).le);
        Fingerprint::of_options(ge, le)
    }

    #[test]
    fn fingerprints_are_those_of_the_options() {
        for quarters in -14..=14 {
            for up in -5..=5 {
                for nimber in 0..=7 {
                    let value = closed(quarters, up, nimber);
                    assert_eq!(value.fingerprint(), slow(&value), "{value:?}");
                }
            }
        }
        for (numerator, exponent) in [(1, 3), (5, 4), (-77, 5), (95, 5), (3, 6)] {
            let value =
                Closed { number: Dyadic::from_small(numerator, exponent), up: 0, nimber: 0 };
            assert_eq!(value.fingerprint(), slow(&value), "{value:?}");
        }
    }

    #[test]
    fn order_is_that_of_the_catalogue() {
        // a + *b + c·up, every case of the rule (sign of a; then b = 0, 1, more).
        for (value, sign) in [
            (closed(1, -9, 3), 1),
            (closed(0, 1, 0), 1),
            (closed(0, 2, 1), 1),
            (closed(0, 1, 2), 1),
            (closed(0, -1, 2), -1),
            (closed(0, 0, 0), 0),
        ] {
            assert_eq!(le(&Closed::ZERO, &value), sign >= 0, "{value:?}");
            assert_eq!(le(&value, &Closed::ZERO), sign <= 0, "{value:?}");
        }
        for value in [closed(0, 1, 1), closed(0, -1, 1), closed(0, 0, 1), closed(0, 0, 9)] {
            assert!(!le(&Closed::ZERO, &value) && !le(&value, &Closed::ZERO), "{value:?}");
        }
    }
}
