//! Numerations: how a number becomes a word of digits, most significant first, such that greater numbers have
//! greater words.

/// The largest weight of a digit: numbers up to 10^18 have words in every numeration.
const HEAVIEST: i128 = 1 << 100;

/// A numeration by a greedy choice of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numeration {
    /// Weights b^i.
    Base(u32),
    /// Weights 1, 2, 3, 5, 8, …: Zeckendorf's representation.
    Fibonacci,
    /// Weights 1, 2, 5, 12, 29, ….
    Pell,
}

impl std::fmt::Display for Numeration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Base(base) => write!(f, "base {base}"),
            Self::Fibonacci => f.write_str("Fibonacci"),
            Self::Pell => f.write_str("Pell"),
        }
    }
}

impl Numeration {
    /// The weights of the digits, least first.
    ///
    /// ```
    /// use farstar_find::Numeration;
    /// assert_eq!(Numeration::Pell.weights()[..5], [1, 2, 5, 12, 29]);
    /// ```
    #[must_use]
    pub fn weights(&self) -> Vec<i128> {
        let mut weights = vec![
            1,
            match self {
                Self::Base(base) => i128::from(*base),
                _ => 2,
            },
        ];
        while weights[weights.len() - 1] < HEAVIEST {
            let (a, b) = (weights[weights.len() - 2], weights[weights.len() - 1]);
            weights.push(match self {
                Self::Base(base) => b * i128::from(*base),
                Self::Fibonacci => a + b,
                Self::Pell => a + 2 * b,
            });
        }
        weights
    }
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

/// What a number becomes when a zero is written behind its word, for all numbers up to one.
pub(crate) fn shifts(weights: &[i128], last: i64) -> Vec<i64> {
    let shifted = |n: i64| {
        let word = digits(weights, n.into());
        let all: i128 = word.iter().zip(&weights[1..]).map(|(&d, &w)| i128::from(d) * w).sum();
        i64::try_from(all).unwrap_or(i64::MAX)
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
        assert_eq!(digits(&Numeration::Pell.weights(), 4), [0, 2]);
    }
}
