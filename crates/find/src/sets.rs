//! Sets by recurrences: the numbers where a sequence has its rarer value, or the last numbers of its runs, as a(i) =
//! A·a(i−s) + B·a(i−1) + C,
//! and pairs of Beatty sequences.

use crate::null;
use crate::table::Table;
use farstar_play::{Message, say};

/// Terms that a recurrence must give back beyond those it needs to begin with.
const CONFIRMED: usize = 4;
const MOST_LAG: usize = 10;
/// Terms that are computed for one value.
const MOST_TERMS: usize = 4_096;

/// Which numbers the terms of a recurrence are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Those where the sequence has this value; elsewhere it has the other.
    Members(i64, i64),
    /// The last of each run; the first run has the first value, and they take turns.
    RunEnds(i64, i64),
}

/// a(i) = `far`·a(i−`lag`) + `near`·a(i−1) + `constant` behind the first terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetRecurrence {
    /// What the terms are.
    pub listed: Listed,
    /// The first number with a value.
    pub first: i64,
    /// The terms that come before the recurrence holds.
    pub terms: Vec<i64>,
    /// How far back it looks.
    pub lag: usize,
    /// The factor of the term so far back.
    pub far: i64,
    /// The factor of the term before.
    pub near: i64,
    /// What is added.
    pub constant: i64,
}

impl SetRecurrence {
    fn after(&self, terms: &[i128]) -> Option<i128> {
        let far = terms.get(terms.len().checked_sub(self.lag)?)?.checked_mul(self.far.into())?;
        let near = terms.last()?.checked_mul(self.near.into())?;
        far.checked_add(near)?.checked_add(self.constant.into())
    }

    /// Whether its terms grow by the same numbers again and again, so that the sequence has a period.
    pub(crate) fn has_period(&self) -> bool {
        self.far == 1 && self.near == 0 || self.lag == 1 && self.far + self.near == 1
    }

    pub(crate) fn value(&self, n: i128) -> Option<i128> {
        self.values()(n)
    }

    /// The values at one number after the other; the terms that were computed are kept.
    pub(crate) fn values(&self) -> impl FnMut(i128) -> Option<i128> {
        let mut terms: Vec<i128> = self.terms.iter().map(|&t| i128::from(t)).collect();
        move |n| {
            if n < i128::from(self.first) {
                return None;
            }
            while *terms.last()? < n {
                let is_more =
                    |next: &i128| *next > terms[terms.len() - 1] && terms.len() < MOST_TERMS;
                let next = self.after(&terms).filter(is_more)?;
                terms.push(next);
            }
            let at = terms.partition_point(|&t| t < n);
            let is_first = match self.listed {
                Listed::Members(..) => terms[at] == n,
                Listed::RunEnds(..) => at % 2 == 0,
            };
            let (Listed::Members(one, other) | Listed::RunEnds(one, other)) = self.listed;
            Some(i128::from(if is_first { one } else { other }))
        }
    }

    pub(crate) fn bits(&self) -> f64 {
        let mut before = self.first;
        let mut bits = 4.0 + null::integer(self.lag as i64);
        for &term in &self.terms {
            bits += null::integer(term - before);
            before = term;
        }
        bits + [self.far, self.near, self.constant].map(null::integer).iter().sum::<f64>()
    }

    pub(crate) fn told(&self) -> Message {
        let mut text = String::from("a(i) =");
        let mut plus = |factor: i64, what: &str| {
            if factor == 0 {
                return;
            }
            let sign = match (factor < 0, text.ends_with('=')) {
                (true, _) => " -",
                (false, true) => "",
                (false, false) => " +",
            };
            let size = factor.unsigned_abs();
            let factor =
                if size == 1 && !what.is_empty() { String::new() } else { size.to_string() };
            text.push_str(&format!("{sign} {factor}{what}"));
        };
        plus(self.near, "a(i-1)");
        plus(self.far, &format!("a(i-{})", self.lag));
        plus(self.constant, "");
        let terms: Vec<String> = self.terms.iter().map(ToString::to_string).collect();
        let terms = terms.join(", ");
        match self.listed {
            Listed::Members(inside, outside) => {
                say!("{0} at a(i), else {1}: {2} after {3}", inside, outside, text, terms)
            }
            Listed::RunEnds(first, second) => say!(
                "runs of {0} and {1} in turn, which end at a(i): {2} after {3}",
                first,
                second,
                text,
                terms
            ),
        }
    }
}

/// The cheapest recurrence of a sequence of two values.
pub(crate) fn find(table: &Table) -> Option<SetRecurrence> {
    if table.dimension() != 1 || table.high()[0] - table.low()[0] + 1 != table.len() as i64 {
        return None;
    }
    let (values, first) = (table.values(), table.low()[0]);
    let begin = values[0];
    let other = values.iter().copied().find(|&v| v != begin)?;
    if values.iter().any(|&v| v != begin && v != other) {
        return None;
    }
    let members = values.iter().filter(|&&v| v == begin).count();
    let (inside, outside) =
        if 2 * members <= values.len() { (begin, other) } else { (other, begin) };
    let listed: Vec<i64> =
        (first..).zip(values).filter(|&(_, &v)| v == inside).map(|(n, _)| n).collect();
    let ends: Vec<i64> = (first..)
        .zip(values.windows(2))
        .filter(|(_, pair)| pair[0] != pair[1])
        .map(|(n, _)| n)
        .collect();
    let mut found = Vec::new();
    for (listed, terms) in
        [(Listed::Members(inside, outside), listed), (Listed::RunEnds(begin, other), ends)]
    {
        let count = terms.len();
        if count < CONFIRMED + 2 {
            continue;
        }
        for lag in 1..=MOST_LAG.min(count - 3) {
            let (last, far) = (count - 1, |i: usize| terms[i - lag]);
            let mut tries: Vec<(i64, i64)> =
                vec![(1, 1), (1, 0), (1, 2), (2, 1), (-1, 2), (-1, 3), (-1, 4), (-1, 6)];
            // the factor that the last two terms ask for when the term before does not count
            if count > lag + 1 {
                let (rise, run) = (terms[last] - terms[last - 1], far(last) - far(last - 1));
                if run != 0 && rise % run == 0 {
                    tries.push((rise / run, 0));
                }
            }
            for (factor, near) in tries {
                let constant = |i: usize| -> Option<i64> {
                    terms[i]
                        .checked_sub(factor.checked_mul(far(i))?)?
                        .checked_sub(near.checked_mul(terms[i - 1])?)
                };
                let Some(c) = constant(last) else { continue };
                let mut from = last;
                while from > lag && constant(from - 1) == Some(c) {
                    from -= 1;
                }
                if count - from >= CONFIRMED {
                    let terms = terms[..from].to_vec();
                    found.push(SetRecurrence {
                        listed,
                        first,
                        terms,
                        lag,
                        far: factor,
                        near,
                        constant: c,
                    });
                }
            }
        }
    }
    found.retain(|law| {
        let mut said = law.values();
        (first..).zip(values).all(|(n, &v)| said(n.into()) == Some(v.into()))
    });
    found.into_iter().min_by(|a, b| a.bits().total_cmp(&b.bits()))
}

/// The value 'inside' at the pairs (⌊nα⌋, ⌊nα⌋ + tn) in either order, α = (2 − t + √(t² + 4))/2, and 'outside'
/// elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beatty {
    /// The difference of the pairs grows by it.
    pub step: i64,
    /// The value at the pairs.
    pub inside: i64,
    /// The value elsewhere.
    pub outside: i64,
}

impl Beatty {
    pub(crate) fn value(&self, cell: &[i128]) -> Option<i128> {
        let &[a, b] = cell else { return None };
        let (a, b) = (a.min(b), a.max(b));
        let step = i128::from(self.step);
        let (difference, n) = (b - a, (b - a) / step);
        if a < 0 || n > 1 << 50 {
            return None;
        }
        // ⌊(x + √y)/2⌋ = ⌊(x + ⌊√y⌋)/2⌋
        let root = (n * n * (step * step + 4)).isqrt();
        let is_pair = difference % step == 0 && (n * (2 - step) + root).div_euclid(2) == a;
        Some(i128::from(if is_pair { self.inside } else { self.outside }))
    }

    pub(crate) fn bits(&self) -> f64 {
        6.0 + null::integer(self.step) + null::integer(self.inside) + null::integer(self.outside)
    }

    pub(crate) fn told(&self, names: &[String]) -> Message {
        let t = self.step;
        let (beta, twice) = (t * t + 4, 2 - t);
        let alpha = match twice {
            0 => format!("sqrt({beta})/2"),
            _ => format!("({twice} + sqrt({beta}))/2"),
        };
        let times = if t == 1 { String::new() } else { t.to_string() };
        let pair = format!("{{{}}}", names.join(", "));
        let beatty = format!("{{floor(n alpha), floor(n alpha) + {times}n}}");
        say!(
            "{0} where {1} = {2}, alpha = {3}, else {4}",
            self.inside,
            pair,
            beatty,
            alpha,
            self.outside
        )
    }
}

/// The pairs of Beatty sequences that a table of two values has.
pub(crate) fn beatty(table: &Table) -> Option<Beatty> {
    let inside = table.get(&[0, 0])?;
    let outside = table.values().iter().copied().find(|&v| v != inside)?;
    (1..=12).map(|step| Beatty { step, inside, outside }).find(|law| {
        table
            .rows()
            .all(|(cell, value)| law.value(&[cell[0].into(), cell[1].into()]) == Some(value.into()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(set: &[i64], last: i64) -> Table {
        Table::sequence(1, &(1..=last).map(|n| i64::from(!set.contains(&n))).collect::<Vec<_>>())
            .unwrap()
    }

    #[test]
    fn numbers_by_recurrence() {
        let mut set = vec![1, 2, 3, 4, 6];
        (0..15).for_each(|_| set.push(set[set.len() - 1] + set[set.len() - 4]));
        let law = find(&members(&set, 500)).unwrap();
        assert_eq!((law.lag, law.far, law.near, law.constant), (4, 1, 1, 0));
        assert_eq!(
            law.told().as_str(),
            format!(
                "0 at a(i), else 1: a(i) = a(i-1) + a(i-4) after {}",
                law.terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            )
        );
        assert_eq!(
            find(&members(&[1, 2, 4, 8, 16, 32, 64, 128, 256], 300)).unwrap().value(1 << 40),
            Some(0)
        );
    }

    #[test]
    fn runs_that_grow() {
        let won = |n: i64| {
            let mut x = 1;
            for player in (0..).map(|i| i % 2) {
                x *= if player == 0 { 9 } else { 2 };
                if x >= n {
                    return 1 - player;
                }
            }
            unreachable!()
        };
        let law =
            find(&Table::sequence(2, &(2..6000).map(won).collect::<Vec<_>>()).unwrap()).unwrap();
        assert_eq!((law.lag, law.far), (2, 18));
        assert_eq!(law.value(1_000_000_000_000), Some(won(1_000_000_000_000).into()));
    }
}
