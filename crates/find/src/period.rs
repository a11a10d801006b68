//! Periods of sequences: v(n+p) = v(n) + s from some n on, where s is one number (a saltus), or one for each residue
//! of n.

use crate::null;
use crate::table::Table;
use farstar_play::{Limits, Stopped};

/// A period counts when it was seen so often.
const TIMES: f64 = 2.5;

/// v(n+p) = v(n) + s(n mod p) for n ≥ `start`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// The first number with a value.
    pub first: i64,
    /// The values from `first` to the end of the first period.
    pub values: Vec<i64>,
    /// How many of them precede the period.
    pub preperiod: usize,
    /// What each term of the period grows by in one period; one number when all grow alike.
    pub saltus: Vec<i64>,
}

impl Periodic {
    /// The length of the period.
    #[must_use]
    pub fn period(&self) -> usize {
        self.values.len() - self.preperiod
    }

    /// The first number from which on the values repeat.
    #[must_use]
    pub fn start(&self) -> i64 {
        self.first + self.preperiod as i64
    }

    pub(crate) fn value(&self, n: i128) -> Option<i128> {
        let at = n - i128::from(self.first);
        if at < 0 {
            return None;
        }
        let (preperiod, period) = (self.preperiod as i128, self.period() as i128);
        if at < preperiod {
            return self.values.get(at as usize).map(|&v| i128::from(v));
        }
        let (times, term) = ((at - preperiod) / period, ((at - preperiod) % period) as usize);
        let saltus = self.saltus[if self.saltus.len() == 1 { 0 } else { term }];
        times
            .checked_mul(i128::from(saltus))?
            .checked_add(i128::from(self.values[self.preperiod + term]))
    }

    pub(crate) fn bits(&self) -> f64 {
        let each =
            null::bits(&self.values).min(self.values.iter().map(|&v| null::integer(v)).sum());
        let shape = null::integer(self.preperiod as i64) + null::integer(self.period() as i64);
        each + shape
            + self.saltus.iter().map(|&s| if s == 0 { 1.0 } else { null::integer(s) }).sum::<f64>()
    }
}

/// The cheapest period of a sequence without holes: a law that lists no fewer values than another is no cheaper.
///
/// A period p that holds from s on is one for its multiples, whose own search begins at s; and what matches for p + q
/// terms with p and q matches with their greatest common divisor (Fine and Wilf 1965). So of n terms about n are looked
/// at for each period that is no multiple of another, most of which end at their first term.
pub(crate) fn find(table: &Table, limits: &Limits) -> Result<Option<Periodic>, Stopped> {
    let is_gapless =
        table.dimension() == 1 && table.high()[0] - table.low()[0] + 1 == table.len() as i64;
    if !is_gapless || table.len() < 8 {
        return Ok(None);
    }
    let (values, first) = (table.values(), table.low()[0]);
    let mut best: Option<(f64, Periodic)> = None;
    let mut offer = |start: usize, period: usize, saltus: Vec<i64>| {
        let listed = start + period;
        if best.as_ref().is_none_or(|(_, law)| listed < law.values.len()) {
            let law =
                Periodic { first, values: values[..listed].to_vec(), preperiod: start, saltus };
            let bits = law.bits();
            if best.as_ref().is_none_or(|(least, _)| bits < *least) {
                best = Some((bits, law));
            }
        }
        best.as_ref().map_or(usize::MAX, |(_, law)| law.values.len())
    };
    let (mut of_one, mut of_each) = (Repeats::default(), Repeats::default());
    let mut fewest = usize::MAX;
    for period in 1..=(values.len() as f64 / TIMES) as usize {
        if period >= fewest {
            break;
        }
        limits.check()?;
        // one saltus
        let last = values.len() - 1;
        let saltus = values[last] - values[last - period];
        let start =
            of_one.start(period, last - period, |at| values[at + period] - values[at] == saltus);
        if (values.len() - start) as f64 >= TIMES * period as f64 {
            of_one.insert(period, start);
            of_each.insert(period, start);
            fewest = offer(start, period, vec![saltus]);
        }
        // one for each residue, of which three terms must be seen
        if period > 1 && values.len() >= 4 * period {
            let start = of_each.start(period, values.len() - 2 * period, |at| {
                values[at + 2 * period] - values[at + period] == values[at + period] - values[at]
            });
            if values.len() - start >= 4 * period {
                of_each.insert(period, start);
                let saltus: Vec<i64> =
                    (start..start + period).map(|at| values[at + period] - values[at]).collect();
                if saltus.iter().any(|&s| s != saltus[0]) {
                    fewest = offer(start, period, saltus);
                }
            }
        }
    }
    Ok(best.map(|(_, law)| law))
}

/// The periods that were seen, none a multiple of one that holds from as early on, and from where.
#[derive(Default)]
struct Repeats(Vec<(usize, usize)>);

impl Repeats {
    /// The first place from which on all places before `end` are those of a period.
    fn start(&self, period: usize, end: usize, holds: impl Fn(usize) -> bool) -> usize {
        let of_divisors = self.0.iter().filter(|(divisor, _)| period.is_multiple_of(*divisor));
        let mut start = of_divisors.map(|&(_, start)| start).fold(end, usize::min);
        while start > 0 && holds(start - 1) {
            start -= 1;
        }
        start
    }

    fn insert(&mut self, period: usize, start: usize) {
        if self.start(period, usize::MAX, |_| false) > start {
            self.0.push((period, start));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(values: &[i64]) -> Periodic {
        let law =
            find(&Table::sequence(0, values).unwrap(), &Limits::none()).unwrap().expect("a period");
        assert!((0..).zip(values).all(|(n, &v)| law.value(n) == Some(v.into())));
        law
    }

    #[test]
    fn periods_with_and_without_saltus() {
        let plain: Vec<i64> = (0..40).map(|n| if n < 5 { 9 } else { n % 6 }).collect();
        let found = law(&plain);
        assert_eq!((found.preperiod, found.period(), found.saltus), (5, 6, vec![0]));
        let lasker: Vec<i64> = (0..64i64)
            .map(|n| {
                if n % 4 == 3 {
                    n + 1
                } else if n % 4 == 0 && n > 0 {
                    n - 1
                } else {
                    n
                }
            })
            .collect();
        let found = law(&lasker);
        assert_eq!(
            (found.start(), found.period(), found.value(1_000_000_003)),
            (1, 4, Some(1_000_000_004))
        );
        let mixed: Vec<i64> = (0..40i64).map(|n| if n % 3 == 1 { -1 } else { n / 3 }).collect();
        assert_eq!(law(&mixed).saltus.len(), 3);
    }
}
