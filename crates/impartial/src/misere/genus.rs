//! The genus of an impartial game: its nim value, and the misère nim values of G, G + *2, G + *2 + *2, …
//!
//! The misère nim value of a game is 1 if it has no options and else the mex of those of its options; it is 0 iff the
//! game is P under misère play. The sequence ends in n, n ⊕ 2, n, n ⊕ 2, … (*Winning Ways*, ch. 13). Since a misère nim
//! value v of X becomes v ⊕ 1 for X + *1, the options of G + k·*2 give g_k(G) = mex({g_k(G′)} ∪ {g_{k−1}(G), g_{k−1}(G)
//! ⊕ 1}), so that a genus follows from those of the options.

use std::fmt;
use std::str::FromStr;

use crate::digraph::mex;

/// A genus, written as `2^0520`: nim value 2, misère nim values 0, 5, 2, 0, of which the last two repeat.
///
/// # Examples
/// ```
/// use farstar_impartial::misere::Genus;
/// let zero = Genus::of_options(&[]);
/// let star = Genus::of_options(&[&zero]);
/// assert_eq!((zero.to_string(), star.to_string()), ("0^120".into(), "1^031".into()));
/// assert_eq!("2^2".parse::<Genus>(), Ok(Genus::of_options(&[&zero, &star])));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    nim: u32,
    /// Misère nim values; from the last on each is the one before ⊕ 2. No shorter list says the same.
    misere: Vec<u32>,
}

impl Genus {
    /// The genus of the game whose options have the given genera.
    #[must_use]
    pub fn of_options(options: &[&Self]) -> Self {
        let nim = mex(options.iter().map(|option| option.nim));
        let first =
            if options.is_empty() { 1 } else { mex(options.iter().map(|option| option.misere[0])) };
        let mut misere = vec![first];
        let settled = options.iter().map(|option| option.misere.len()).max().unwrap_or(1);
        loop {
            let k = misere.len();
            let before = misere[k - 1];
            let own = [before, before ^ 1];
            let value = mex(options.iter().map(|option| option.misere_value(k)).chain(own));
            misere.push(value);
            // Once the options alternate, a value depends on the one before and the parity of k, so two steps of
            // alternation repeat for ever.
            let alternates = |i: usize| misere[i] == misere[i - 1] ^ 2;
            if k > settled + 1 && alternates(k) && alternates(k - 1) {
                return Self::from_values(nim, misere);
            }
        }
    }

    /// The genus with the shortest list of misère values.
    fn from_values(nim: u32, mut misere: Vec<u32>) -> Self {
        while let [.., before, last] = misere[..]
            && last == before ^ 2
        {
            misere.pop();
        }
        Self { nim, misere }
    }

    /// The nim value of the game under normal play.
    #[must_use]
    pub fn nim_value(&self) -> u32 {
        self.nim
    }

    /// The misère nim value of the game with k heaps *2 beside it.
    #[must_use]
    pub fn misere_value(&self, k: usize) -> u32 {
        let last = self.misere.len() - 1;
        match self.misere.get(k) {
            Some(&value) => value,
            None => self.misere[last] ^ if (k - last).is_multiple_of(2) { 0 } else { 2 },
        }
    }

    /// The genus of a nim heap: 0^120, 1^031, and n with n, n ⊕ 2 repeated for n ≥ 2.
    #[must_use]
    pub fn of_nim_heap(n: u32) -> Self {
        let misere = match n {
            0 => vec![1, 2],
            1 => vec![0, 3],
            _ => vec![n],
        };
        Self { nim: n, misere }
    }
}

impl Genus {
    /// The genus of a sum of nim heaps: heaps of one tell only whether they are odd, and as soon as there is a larger
    /// one both values are the nim sum.
    ///
    /// ```
    /// use farstar_impartial::misere::Genus;
    /// assert_eq!(Genus::of_nim_heaps(&[3, 2]).to_string(), "1^13");
    /// assert_eq!(Genus::of_nim_heaps(&[1, 1, 1]), Genus::of_nim_heap(1));
    /// ```
    #[must_use]
    pub fn of_nim_heaps(heaps: &[u32]) -> Self {
        let nim = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        match heaps.iter().any(|&heap| heap > 1) {
            true => Self { nim, misere: vec![nim] },
            false => Self::of_nim_heap(nim),
        }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = (0..=self.misere.len()).map(|k| self.misere_value(k));
        if shown.clone().all(|value| value < 10) {
            write!(f, "{}^", self.nim)?;
            return shown.into_iter().try_for_each(|value| write!(f, "{value}"));
        }
        let words: Vec<String> = shown.map(|value| value.to_string()).collect();
        write!(f, "{}^({})", self.nim, words.join(","))
    }
}

/// A text that is not a genus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a genus such as 2^0520 or 6^(1,9,10,8), found {0:?}")]
pub struct ParseGenusError(String);

impl FromStr for Genus {
    type Err = ParseGenusError;

    /// Reads `2^0520`, `6^(1,9,10,8)`, the short `0^0` (a single value begins the alternation) and `3` alone, the genus
    /// of a nim heap.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fault = || ParseGenusError(text.to_owned());
        let (nim, values) = match text.split_once('^') {
            Some((nim, values)) => (nim, Some(values)),
            None => (text, None),
        };
        let nim: u32 = nim.parse().map_err(|_| fault())?;
        let Some(values) = values else { return Ok(Self::of_nim_heap(nim)) };
        let listed = values.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
        let misere: Option<Vec<u32>> = match listed {
            Some(inner) => inner.split(',').map(|word| word.trim().parse().ok()).collect(),
            None => values.chars().map(|digit| digit.to_digit(10)).collect(),
        };
        let misere = misere.filter(|values| !values.is_empty()).ok_or_else(fault)?;
        if let [.., before, last] = misere[..]
            && last != before ^ 2
        {
            return Err(fault());
        }
        Ok(Self::from_values(nim, misere))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nim_heaps_have_the_known_genera() {
        let mut heaps: Vec<Genus> = Vec::new();
        for n in 0..8 {
            let genus = Genus::of_options(&heaps.iter().collect::<Vec<_>>());
            assert_eq!(genus, Genus::of_nim_heap(n));
            heaps.push(genus);
        }
    }

    #[test]
    fn texts_round_trip_and_faults_are_refused() {
        for text in ["0^120", "1^031", "2^0520", "3^1431", "2^20", "6^(1,9,10,8)", "0^02"] {
            assert_eq!(text.parse::<Genus>().unwrap().to_string(), text);
        }
        assert_eq!("0^0".parse::<Genus>(), "0^02".parse());
        assert_eq!("1".parse::<Genus>(), "1^031".parse());
        for text in ["", "x", "2^", "2^a", "2^05", "^1", "2^()", "2^(1", "-1"] {
            assert!(text.parse::<Genus>().is_err(), "{text}");
        }
    }
}
