//! Periods of sequences: v(n+p) = v(n) + s from some n on, where s is one number (a saltus), or one for each residue
//! of n.

use crate::null;
use crate::table::Table;

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

/// The cheapest period of a sequence without holes.
pub(crate) fn find(table: &Table) -> Option<Periodic> {
    if table.dimension() != 1
        || table.len() < 8
        || table.high()[0] - table.low()[0] + 1 != table.len() as i64
    {
        return None;
    }
    let (values, first) = (table.values(), table.low()[0]);
    let mut found: Vec<Periodic> = Vec::new();
    for period in 1..=(values.len() as f64 / TIMES) as usize {
        // one saltus
        let last = values.len() - 1;
        let saltus = values[last] - values[last - period];
        let mut start = last - period;
        while start > 0 && values[start - 1 + period] - values[start - 1] == saltus {
            start -= 1;
        }
        if (values.len() - start) as f64 >= TIMES * period as f64 {
            let law = |saltus| Periodic {
                first,
                values: values[..start + period].to_vec(),
                preperiod: start,
                saltus,
            };
            found.push(law(vec![saltus]));
        }
        // one for each residue, of which three terms must be seen
        if period > 1 && values.len() >= 4 * period {
            let mut start = values.len() - 2 * period;
            let steady = |at: usize| {
                values[at + 2 * period] - values[at + period] == values[at + period] - values[at]
            };
            while start > 0 && steady(start - 1) {
                start -= 1;
            }
            if values.len() - start >= 4 * period {
                let saltus: Vec<i64> =
                    (start..start + period).map(|at| values[at + period] - values[at]).collect();
                if saltus.iter().any(|&s| s != saltus[0]) {
                    found.push(Periodic {
                        first,
                        values: values[..start + period].to_vec(),
                        preperiod: start,
                        saltus,
                    });
                }
            }
        }
    }
    found.into_iter().min_by(|a, b| a.bits().total_cmp(&b.bits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(values: &[i64]) -> Periodic {
        let law = find(&Table::sequence(0, values).unwrap()).expect("a period");
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
