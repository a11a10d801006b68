//! Sets by recurrences: the numbers where a sequence has its rarer value, or the last numbers of its runs, as a(i) =
//! A·a(i−s) + B·a(i−1) + C,
//! and pairs of complementary sequences, as Beatty's.

use crate::null;
use crate::numeration::{self, Numeration};
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

/// The value 'inside' at the pairs (A(n), B(n)) in either order, and 'outside' elsewhere: A(n) is the least number in
/// no pair before, and B(n) = s·A(n) + t·n + c.
///
/// For s = 1 these are Beatty sequences, A(n) = ⌊nα + γ⌋ with α = (2 − t + √(t² + 4))/2, and γ = 0 for c = 0, else
/// 1 − c/(α + t), by which the sequences have every number once (Fraenkel, The bracket function and complementary sets
/// of integers, 1969). For s > 1, where c = 0, A(n) are the numbers whose words end in an even number of zeros, in the
/// numeration of weights 1, s + t and p(i) = (s + t − 1)·p(i−1) + s·p(i−2), and the word of B(n) is that of A(n) with a
/// zero behind it (Fraenkel, Heap games, numeration systems and sequences, 1998).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complementary {
    /// s, from 1.
    pub factor: i64,
    /// t, from 1.
    pub step: i64,
    /// c, from 0; 0 for s > 1.
    pub start: i64,
    /// The value at the pairs.
    pub inside: i64,
    /// The value elsewhere.
    pub outside: i64,
}

/// The largest s, t and c that are looked for, and t where s > 1.
const MOST_FACTOR: i64 = 5;
const MOST_STEP: i64 = 64;
const MOST_START: i64 = 12;
const MOST_STEP_BESIDE: i64 = 12;

impl Complementary {
    pub(crate) fn value(&self, cell: &[i128]) -> Option<i128> {
        let &[a, b] = cell else { return None };
        let (a, b) = (a.min(b), a.max(b));
        let is_pair = if a < 0 {
            return None;
        } else if self.factor == 1 {
            self.is_beatty_pair(a, b)?
        } else {
            self.is_shifted(a, b)?
        };
        Some(i128::from(if is_pair { self.inside } else { self.outside }))
    }

    fn is_beatty_pair(&self, a: i128, b: i128) -> Option<bool> {
        let (beyond, step) = (b - a - i128::from(self.start), i128::from(self.step));
        if beyond / step > 1 << 50 {
            return None;
        }
        Some(beyond >= 0 && beyond % step == 0 && self.beatty(beyond / step) == a)
    }

    /// ⌊nα + γ⌋.
    fn beatty(&self, n: i128) -> i128 {
        let [t, c] = [self.step, self.start].map(i128::from);
        // ⌊(x + √y)/z⌋ = ⌊(x + ⌊√y⌋)/z⌋
        let root = ((n * t + c).pow(2) * (t * t + 4)).isqrt();
        let shift = if c == 0 { 0 } else { 2 * t - c * (2 + t) };
        (n * t * (2 - t) + shift + root).div_euclid(2 * t)
    }

    fn is_shifted(&self, a: i128, b: i128) -> Option<bool> {
        let (zeros, shifted) = self.shifted(a)?;
        Some(zeros % 2 == 0 && shifted == b)
    }

    /// How many zeros end the word of a number, and the number whose word has one more.
    fn shifted(&self, a: i128) -> Option<(usize, i128)> {
        let weights = self.numeration().weights();
        let word = numeration::digits(&weights, a);
        if a > 1 << 100 || word.len() >= weights.len() {
            return None;
        }
        let zeros = word.iter().take_while(|&&digit| digit == 0).count();
        let shifted = word.iter().zip(&weights[1..]).map(|(&d, &w)| i128::from(d) * w).sum();
        Some((if a == 0 { 0 } else { zeros }, shifted))
    }

    /// A pair for each number: the pair (A(n), B(n)) for s = 1, else one of which `n` is a number, or becomes one by a
    /// zero.
    ///
    /// # Examples
    /// ```
    /// use farstar_find::Complementary;
    /// let wythoff = Complementary { factor: 1, step: 1, start: 0, inside: 0, outside: 1 };
    /// assert_eq!(wythoff.pair(2), Some((3, 5)));
    /// ```
    #[must_use]
    pub fn pair(&self, n: u32) -> Option<(i128, i128)> {
        let n = i128::from(n);
        if self.factor == 1 {
            let a = self.beatty(n);
            return Some((a, a + i128::from(self.step) * n + i128::from(self.start)));
        }
        match self.shifted(n)? {
            (zeros, b) if zeros % 2 == 0 => Some((n, b)),
            (_, a) => Some((a, self.shifted(a)?.1)),
        }
    }

    /// The numeration in which an automaton tells the pairs.
    ///
    /// # Examples
    /// ```
    /// use farstar_find::{Complementary, Numeration};
    /// let wythoff = Complementary { factor: 1, step: 1, start: 0, inside: 0, outside: 1 };
    /// assert_eq!(wythoff.numeration(), Numeration::Fibonacci);
    /// ```
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        let (s, t) = (self.factor, self.step);
        match (s, t) {
            (1, 1) => Numeration::Fibonacci,
            (1, _) => Numeration::Recurrence { first: vec![1, t], factors: vec![t, 1] },
            _ => Numeration::Recurrence { first: vec![1, s + t], factors: vec![s + t - 1, s] },
        }
    }

    pub(crate) fn bits(&self) -> f64 {
        let numbers = [self.step, self.inside, self.outside];
        let further = if self.factor == 1 && self.start == 0 { 6.0 } else { 12.0 };
        further + numbers.map(null::integer).iter().sum::<f64>()
    }

    /// `n`, `2n` and the like, and what is added: ` + 2n + 1`.
    fn beyond(&self) -> String {
        let start = if self.start == 0 { String::new() } else { format!(" + {}", self.start) };
        format!(" + {}n{start}", times(self.step))
    }

    pub(crate) fn told(&self, names: &[String]) -> Message {
        let (inside, outside, beyond) = (self.inside, self.outside, self.beyond());
        let pair = format!("{{{}}}", names.join(", "));
        if self.factor > 1 {
            let pairs = format!("{{A(n), {}A(n){beyond}}}", times(self.factor));
            return say!(
                "{0} where {1} = {2}, A(n) the least number in no pair before, else {3}",
                inside,
                pair,
                pairs,
                outside
            );
        }
        let t = self.step;
        let alpha = match (t / 2, t % 2) {
            (1, 0) => "sqrt(2)".to_owned(),
            (half, 0) => format!("sqrt({}) - {}", half * half + 1, half - 1),
            _ => format!("({} + sqrt({}))/2", 2 - t, t * t + 4),
        };
        let gamma = match self.start {
            0 => String::new(),
            c => format!(" + 1 - {c}/(alpha + {t})"),
        };
        let pairs = format!("{{floor(n alpha{gamma}), floor(n alpha{gamma}){beyond}}}");
        say!("{0} where {1} = {2}, alpha = {3}, else {4}", inside, pair, pairs, alpha, outside)
    }
}

/// A factor before a letter.
pub(crate) fn times(factor: i64) -> String {
    if factor == 1 { String::new() } else { factor.to_string() }
}

/// The pairs of complementary sequences that a table of two values has.
///
/// Up to the first pair beyond B(1) = s + t, A(n) is n and only s + t is told; there s = 1 is taken, and a larger s
/// only where cells further on, in the table or held back, bear it out.
pub(crate) fn complementary(table: &Table, held_back: &[(Vec<i64>, i64)]) -> Option<Complementary> {
    if table.dimension() != 2 {
        return None;
    }
    let first = table.get(&[0, 0])?;
    let other = table.values().iter().copied().find(|&v| v != first)?;
    let says = |law: &Complementary, cell: &[i64], value: i64| {
        law.value(&[cell[0].into(), cell[1].into()]) == Some(value.into())
    };
    let fits = |law: &Complementary| table.rows().all(|(cell, value)| says(law, cell, value));
    let holds = |law: &Complementary| held_back.iter().all(|(cell, value)| says(law, cell, *value));
    // where (0, 0) is no pair, (0, c) is the first one
    let start = (1..=MOST_START).find(|&c| table.get(&[0, c]) == Some(other));
    let paired = |start, inside, outside| {
        let steps = 1..=MOST_STEP;
        steps.map(move |step| Complementary { factor: 1, step, start, inside, outside })
    };
    let found = paired(0, first, other)
        .chain(start.into_iter().flat_map(|c| paired(c, other, first)))
        .find(fits);
    if found.as_ref().is_some_and(holds) {
        return found;
    }
    let further = held_back.iter().map(|(cell, value)| (&cell[..], *value));
    let cells = table.rows().chain(further);
    let mut pairs: Vec<(i64, i64)> = cells
        .filter(|(_, value)| *value == first)
        .map(|(cell, _)| (cell[0].min(cell[1]), cell[0].max(cell[1])))
        .collect();
    pairs.sort_unstable();
    let sum = pairs.iter().find(|pair| pair.0 == 1).map_or(0, |pair| pair.1);
    if !pairs.iter().any(|pair| pair.0 > sum) {
        return found;
    }
    let beside = (2..=MOST_FACTOR.min(sum - 1))
        .map(|factor| (factor, sum - factor))
        .filter(|&(_, step)| step <= MOST_STEP_BESIDE)
        .map(|(factor, step)| Complementary {
            factor,
            step,
            start: 0,
            inside: first,
            outside: other,
        })
        .find(|law| fits(law) && holds(law));
    beside.or(found)
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

    /// The pairs by their definition: A(n) is the least number in no pair before, or follows the (0, 0) of c = 0.
    fn pairs(s: i64, t: i64, c: i64, last: i64) -> Vec<(i64, i64)> {
        let (mut used, mut pairs) = (std::collections::HashSet::new(), Vec::new());
        for n in 0.. {
            let a = (0..).find(|a| !used.contains(a)).expect("there is no end of numbers");
            let b = s * a + t * n + c;
            if a > last {
                return pairs;
            }
            pairs.push((a, b));
            used.extend([a, b]);
        }
        pairs
    }

    #[test]
    fn complementary_pairs_are_those_of_least_numbers() {
        for (s, t, c) in
            [(1, 1, 0), (1, 2, 0), (1, 2, 1), (1, 3, 1), (1, 5, 2), (1, 7, 0), (1, 20, 0)]
                .into_iter()
                .chain((2..=4).flat_map(|s| (1..=3).map(move |t| (s, t, 0))))
        {
            let law = Complementary { factor: s, step: t, start: c, inside: 0, outside: 1 };
            let pairs = pairs(s, t, c, 3_000);
            for &(a, b) in &pairs {
                let says = |a: i64, b: i64| law.value(&[a.into(), b.into()]);
                assert_eq!(says(a, b), Some(0), "{s} {t} {c}: {a} {b}");
                let pair = law.pair(a as u32).expect("a small pair");
                assert_eq!(law.value(&[pair.0, pair.1]), Some(0), "{s} {t} {c}: {pair:?}");
                assert_eq!(says(b, a), Some(0), "{s} {t} {c}: {b} {a}");
                assert_eq!(says(a, b + t), Some(1), "{s} {t} {c}: {a} {}", b + t);
                assert_eq!(says(b, b + 1), Some(1), "{s} {t} {c}: {b} {}", b + 1);
            }
            // smaller tables do not tell (1, 6, 0) from (4, 3, 0)
            let cells = (0..60).flat_map(|a| (0..60).map(move |b| vec![a, b]));
            let pairs: std::collections::HashSet<(i64, i64)> = pairs.into_iter().collect();
            let lost =
                |cell: &Vec<i64>| pairs.contains(&(cell[0].min(cell[1]), cell[0].max(cell[1])));
            let rows: Vec<(Vec<i64>, i64)> =
                cells.map(|cell| (cell.clone(), i64::from(!lost(&cell)))).collect();
            assert_eq!(complementary(&Table::new(rows).unwrap(), &[]), Some(law));
        }
    }
}
