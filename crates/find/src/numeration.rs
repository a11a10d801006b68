//! Numerations: how a number becomes a word of digits, most significant first, such that greater numbers have
//! greater words.

use crate::table::Table;
use farstar_play::{Message, say};

/// The largest weight of a digit: numbers up to 10^18 have words in every numeration.
const HEAVIEST: i128 = 1 << 100;
/// Most digits of a word.
const LONGEST: usize = 240;
/// How far back a recurrence of weights looks, and terms that it must give back.
const MOST_LAG: usize = 8;
const CONFIRMED: usize = 4;

/// A numeration by a greedy choice of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numeration {
    /// Weights b^i.
    Base(u32),
    /// Weights 1, 2, 3, 5, 8, …: Zeckendorf's representation.
    Fibonacci,
    /// Weights 1, 2, 5, 12, 29, ….
    Pell,
    /// Weights that begin so, and then are the sum of the last ones times these factors, the last one first.
    Recurrence {
        /// The first weights: 1, ….
        first: Vec<i64>,
        /// The factors.
        factors: Vec<i64>,
    },
}

impl std::fmt::Display for Numeration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.told())
    }
}

impl Numeration {
    /// What is shown, as a sentence that can be told in another language.
    pub(crate) fn told(&self) -> Message {
        match self {
            Self::Base(base) => say!("base {0}", base),
            Self::Fibonacci => say!("Fibonacci"),
            Self::Pell => say!("Pell"),
            Self::Recurrence { first, factors } => {
                let first: Vec<String> = first.iter().map(ToString::to_string).collect();
                let terms = (1..).zip(factors).filter(|(_, factor)| **factor != 0);
                let term = |(back, factor): (i32, &i64)| match factor {
                    1 => format!("a(i-{back})"),
                    factor => format!("{factor}a(i-{back})"),
                };
                let terms: Vec<String> = terms.map(term).collect();
                say!("weights {0}, a(i) = {1}", first.join(", "), terms.join(" + "))
            }
        }
    }

    /// The weights of the digits, least first.
    ///
    /// ```
    /// use farstar_find::Numeration;
    /// assert_eq!(Numeration::Pell.weights()[..5], [1, 2, 5, 12, 29]);
    /// ```
    #[must_use]
    pub fn weights(&self) -> Vec<i128> {
        let (first, factors) = self.recurrence();
        let mut weights: Vec<i128> = first.iter().map(|&w| w.into()).collect();
        while weights[weights.len() - 1] < HEAVIEST && weights.len() < LONGEST {
            let terms = weights.iter().rev().zip(&factors);
            let next = terms.map(|(w, &factor)| w * i128::from(factor)).sum();
            if next <= weights[weights.len() - 1] {
                break;
            }
            weights.push(next);
        }
        weights
    }

    /// The first weights, and the factors of the last ones that make up the next.
    #[must_use]
    pub fn recurrence(&self) -> (Vec<i64>, Vec<i64>) {
        match self {
            Self::Base(base) => (vec![1], vec![i64::from(*base)]),
            Self::Fibonacci => (vec![1, 2], vec![1, 1]),
            Self::Pell => (vec![1, 2], vec![2, 1]),
            Self::Recurrence { first, factors } => (first.clone(), factors.clone()),
        }
    }

    /// Numerations that are tried of every table of few values, in which an automaton reads the sum of numbers as
    /// the root of the recurrence is a Pisot number: x³ = x² + x + 1, x³ = x² + 1, x² = 3x + 1, x² = 4x + 1,
    /// x² = 2x + 2.
    pub(crate) fn usual() -> impl Iterator<Item = Self> {
        let all: [(&[i64], &[i64]); 5] = [
            (&[1, 2, 4], &[1, 1, 1]),
            (&[1, 2, 3], &[1, 0, 1]),
            (&[1, 3], &[3, 1]),
            (&[1, 4], &[4, 1]),
            (&[1, 3], &[2, 2]),
        ];
        let one = |(first, factors): (&[i64], &[i64])| Self::Recurrence {
            first: first.to_vec(),
            factors: factors.to_vec(),
        };
        all.into_iter().map(one)
    }

    /// Numerations whose weights stand out in a table of two coordinates and few values: the rows in which a value is
    /// met as often as in no row before.
    pub(crate) fn guessed(table: &Table, values: &[i64]) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        if table.dimension() != 2 || table.low().iter().any(|&low| !(0..=1).contains(&low)) {
            return found;
        }
        for (axis, &value) in (0..2).flat_map(|axis| values.iter().map(move |v| (axis, v))) {
            let mut counts = vec![0usize; table.high()[axis] as usize + 1];
            for (cell, _) in table.rows().filter(|row| row.1 == value) {
                counts[cell[axis] as usize] += 1;
            }
            for is_more in [|count, most| count > most, |count: usize, most| count >= most] {
                let (mut most, mut weights) = (1, Vec::new());
                for (&count, x) in counts.iter().zip(0..).skip(1) {
                    if weights.is_empty() && count > 0 || is_more(count, most) {
                        most = count;
                        weights.push(x);
                    }
                }
                let numeration = by_recurrence(&weights);
                found.extend(numeration.filter(|one| !found.contains(one)));
            }
        }
        found
    }
}

/// The numeration of some weights that follow a recurrence of two terms.
fn by_recurrence(weights: &[i64]) -> Option<Numeration> {
    if weights.first() != Some(&1) || weights.windows(2).any(|w| w[1] <= w[0]) {
        return None;
    }
    for lag in 2..=MOST_LAG {
        for (near, far) in [(1, 1), (2, 1), (3, 1), (1, 2)] {
            let holds = |&i: &usize| weights[i] == near * weights[i - 1] + far * weights[i - lag];
            let from = (lag..weights.len()).rev().take_while(holds).last();
            let Some(from) = from.filter(|from| weights.len() - from >= CONFIRMED) else {
                continue;
            };
            let mut factors = vec![0; lag];
            factors[0] = near;
            factors[lag - 1] += far;
            return Some(Numeration::Recurrence { first: weights[..from].to_vec(), factors });
        }
    }
    None
}

/// How many digits a numeration with these weights has.
pub(crate) fn digits_of(weights: &[i128]) -> usize {
    let most = weights.windows(2).map(|w| (w[1] - 1) / w[0]).max();
    most.map_or(2, |most| most as usize + 1)
}

/// The greedy digits of a number, least significant first, without zeros at the end.
pub(crate) fn digits(weights: &[i128], number: i128) -> Vec<u8> {
    let top = weights.partition_point(|&w| w <= number);
    let mut rest = number;
    let mut digits = vec![0; top];
    for place in (0..top).rev() {
        digits[place] = (rest / weights[place]) as u8;
        rest %= weights[place];
    }
    digits
}

/// For all numbers up to one, the first number whose word, less its last digit, is the word of this number or a
/// greater one: mostly what it becomes when a zero is written behind its word.
pub(crate) fn shifts(weights: &[i128], last: i64) -> Vec<i64> {
    let before = |n: i128| -> i128 {
        let word = digits(weights, n);
        word.iter().skip(1).zip(weights).map(|(&d, &w)| i128::from(d) * w).sum()
    };
    let shifted = |n: i64| {
        let word = digits(weights, n.into());
        let mut at: i128 = word.iter().zip(&weights[1..]).map(|(&d, &w)| i128::from(d) * w).sum();
        // the word may be that of no number where the first weights do not follow the recurrence
        while at > 0 && before(at - 1) >= n.into() {
            at -= 1;
        }
        while before(at) < n.into() {
            at += 1;
        }
        i64::try_from(at).unwrap_or(i64::MAX)
    };
    (0..=last).map(shifted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_greedy_and_shift() {
        let weights = Numeration::Fibonacci.weights();
        assert_eq!(digits(&weights, 11), [0, 0, 1, 0, 1]); // 8 + 3
        assert_eq!(shifts(&weights, 5), [0, 2, 3, 5, 7, 8]);
        assert_eq!(shifts(&Numeration::Base(7).weights(), 3), [0, 7, 14, 21]);
        // 5 = 4 + 1 is 1001, and no number has the word 10010: 8 is a weight
        let first = vec![1, 2, 3, 4, 6];
        let weights = Numeration::Recurrence { first, factors: vec![1, 0, 0, 1] }.weights();
        assert_eq!(shifts(&weights, 6), [0, 2, 3, 4, 6, 8, 8]);
        assert_eq!(digits(&Numeration::Pell.weights(), 4), [0, 2]);
        assert_eq!(digits_of(&Numeration::Pell.weights()), 3);
        assert_eq!(digits_of(&Numeration::Base(7).weights()), 7);
    }

    #[test]
    fn weights_follow_a_recurrence_of_two_terms() {
        let found = by_recurrence(&[1, 2, 3, 4, 6, 8, 11, 15, 21]).expect("a recurrence");
        assert_eq!(found.to_string(), "weights 1, 2, 3, 4, 6, a(i) = a(i-1) + a(i-4)");
        assert_eq!(found.weights()[..12], [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, 55]);
        assert_eq!(by_recurrence(&[1, 2, 4, 7, 11, 16, 22, 29]), None);
    }
}
