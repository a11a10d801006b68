//! Numerations by weights u(i) = a₁u(i−1) + … + aₖu(i−k): the greedy words, and the automaton of x + y = z.
//! Nothing of this need be believed: any language whose words may begin with zeros numbers its words, and that
//! the sums are sums is proved.
//!
//! Source: Frougny, *Representations of numbers and finite automata*, Math. Systems Theory 25, 1992.

use crate::automata::Workshop;
use crate::residuals::residuals;
use farstar_find::Numeration;
use farstar_play::{Limits, Stopped};
use farstar_referee::{Automaton, Diagrams};

/// Weights by a recurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The first weights, least first: 1 and those before the recurrence holds.
    pub first: Vec<i64>,
    /// a₁, …, aₖ.
    pub factors: Vec<i64>,
}

/// Suffixes by which words are told apart.
const SUFFIXES: usize = 512;
/// Letters behind which a state is met first.
const LONGEST: usize = 16;
/// Weights that are looked at: 20^14 is a number of 64 bits.
const PLACES: usize = 14;
/// States of a sum in progress.
const MOST_STATES: usize = 20_000;

impl Weights {
    /// 1, 2, 3, 5, 8, ….
    #[must_use]
    pub fn fibonacci() -> Self {
        Self { first: vec![1, 2], factors: vec![1, 1] }
    }

    /// 1, 2, 5, 12, 29, ….
    #[must_use]
    pub fn pell() -> Self {
        Self { first: vec![1, 2], factors: vec![2, 1] }
    }

    /// The same for the search.
    pub(crate) fn numeration(&self) -> Numeration {
        Numeration::Recurrence { first: self.first.clone(), factors: self.factors.clone() }
    }

    /// The weights up to a place.
    fn list(&self, places: usize) -> Vec<i64> {
        let mut list = self.first.clone();
        while list.len() < places {
            let n = list.len();
            let next =
                self.factors.iter().enumerate().map(|(i, a)| a.saturating_mul(list[n - 1 - i]));
            list.push(next.fold(0i64, i64::saturating_add));
        }
        list
    }

    /// The weights up to a place, as far as they are numbers of 64 bits.
    pub(crate) fn places(&self, places: usize) -> Vec<u64> {
        self.list(places).into_iter().map(|w| w as u64).collect()
    }

    fn greedy(list: &[i64], mut number: i64, places: usize) -> Vec<usize> {
        let mut word = Vec::with_capacity(places);
        for &weight in list[..places].iter().rev() {
            word.push((number / weight) as usize);
            number %= weight;
        }
        word
    }

    /// Whether a word is that of a number.
    pub(crate) fn is_legal(&self, word: &[usize]) -> bool {
        let list = self.list(word.len() + 1);
        let digits = word.iter().rev().zip(&list);
        let number: i64 =
            digits.map(|(&d, &w)| w.saturating_mul(d as i64)).fold(0, i64::saturating_add);
        number < list[word.len()] && Self::greedy(&list, number, word.len()) == word
    }

    /// The number of digits, if the weights grow and are those of a numeration.
    #[must_use]
    pub fn digits(&self) -> Option<usize> {
        let list = self.list(PLACES);
        let grow = list.windows(2).all(|w| w[0] < w[1] && w[1] <= 20 * w[0]);
        let most = list.windows(2).map(|w| (w[1] - 1) / w[0]).max()? as usize + 1;
        (grow
            && self.first.first() == Some(&1)
            && self.first.len() >= self.factors.len()
            && most <= 20)
            .then_some(most.max(2))
    }

    /// The words of numbers.
    pub(crate) fn legal(&self, shop: &mut Workshop<'_>) -> Option<Automaton> {
        let digits = self.digits()?;
        let horizon = (1..).take_while(|&h| digits.pow(h) <= SUFFIXES).last()? as usize;
        let is_legal = |word: &[usize]| self.is_legal(word);
        let told = residuals(digits, horizon, LONGEST, &is_legal, &[], &Limits::none());
        let (next, legal) = told.ok()??;
        let step = |_: &Diagrams, s: &usize, d: &[usize]| next[*s][d[0]];
        Some(shop.diagrams.written(&[0], 0usize, &step, &|&s| legal[s]))
    }

    /// x + y = z on the tracks 0, 1, 2, of legal words: the difference so far is written by the next weights,
    /// and where the recurrence does not hold yet the rest of the word is guessed to be so long.
    pub(crate) fn sum(
        &self,
        shop: &mut Workshop<'_>,
        legal: &Automaton,
    ) -> Result<Option<Automaton>, Stopped> {
        let order = self.factors.len();
        // the recurrence holds from u(e + k) on
        let e = (0..self.first.len()).rev().find(|&e| {
            e + order < self.first.len() && {
                let n = e + order;
                let sum: i64 =
                    self.factors.iter().enumerate().map(|(i, a)| a * self.first[n - 1 - i]).sum();
                sum != self.first[n]
            }
        });
        let e = e.map_or(0, |e| e + 1);
        let list = self.list(e + order + 30);
        let ratio = list[list.len() - 1] as f64 / list[list.len() - 2] as f64;
        let digits = shop.diagrams.digits() as f64;
        let bound = 2.0 * (digits - 1.0) / (ratio - 1.0) + 2.0;
        // None: not possible; the tail has read t of its e digits, and differs by that much
        type State = Option<(Vec<i64>, Option<(usize, i64)>)>;
        let factors = &self.factors;
        let count = std::cell::Cell::new(0usize);
        let step = |_: &Diagrams, state: &State, d: &[usize]| -> State {
            let (main, tail) = state.as_ref()?;
            let digit = d[d.len() - 1] as i64 - d[d.len() - 2] as i64 - d[d.len() - 3] as i64;
            let guess = d.len() == 4 && d[0] == 1;
            if d.len() == 4 && d[0] > 1 {
                return None;
            }
            let ended = |t: usize, v: i64| {
                let v = v + digit * list[e - 1 - t];
                Some((Vec::new(), Some((t + 1, v))))
            };
            if let Some((t, v)) = tail {
                return if guess || *t >= e { None } else { ended(*t, *v) };
            }
            if guess {
                let v: i64 = main.iter().zip(&list[e..]).map(|(s, u)| s * u).sum();
                return ended(0, v);
            }
            let last = main[order - 1];
            let mut after = vec![digit + last * factors[order - 1]];
            after.extend((1..order).map(|j| main[j - 1] + last * factors[order - 1 - j]));
            let size: f64 = after.iter().zip(0i32..).map(|(&s, j)| s as f64 * ratio.powi(j)).sum();
            count.set(count.get() + 1);
            let small = size.abs() <= bound && after.iter().all(|s| s.abs() < 200);
            (small && count.get() < MOST_STATES * 64).then_some((after, None))
        };
        let start: State = Some((vec![0; order], None));
        let ends = |state: &State| match state {
            Some((main, None)) => {
                e == 0 && main.iter().zip(&list).map(|(s, u)| s * u).sum::<i64>() == 0
            }
            Some((_, Some((t, v)))) => *t == e && *v == 0,
            None => false,
        };
        let sum = if e == 0 {
            shop.diagrams.written(&[0, 1, 2], start, &step, &ends)
        } else {
            let guessed = shop.diagrams.written(&[0, 1, 2, 3], start, &step, &ends);
            let hidden = shop.project(&guessed, &[0])?;
            shop.diagrams.renamed(&hidden, &[0, 1, 2])
        };
        let mut sum = shop.least(&sum)?;
        for track in 0..3 {
            let legal = shop.diagrams.renamed(legal, &[track]);
            sum = shop.product(&sum, &legal, crate::automata::Join::Both)?;
        }
        Ok(Some(sum))
    }
}
