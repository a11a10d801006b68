//! Claims about all products of some words: a finite proof for infinitely many of them.

use super::rewriting::{Rewriting, Word, missing, times};
use farstar_play::{Meter, Stopped};
use std::collections::{BTreeSet, HashSet};

/// The lost elements of a monoid in normal form: of each letter only so many count, `(t, p)`: from `t` on a count says
/// as much as one that is `p` larger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lost {
    pub(super) cycles: Vec<(u32, u32)>,
    pub(super) words: BTreeSet<Word>,
}

impl Lost {
    pub(super) fn folded(&self, word: &[u32]) -> Word {
        let fold = |(&count, &(from, period)): (&u32, &(u32, u32))| match count < from + period {
            true => count,
            false => from + (count - from) % period,
        };
        word.iter().zip(&self.cycles).map(fold).collect()
    }

    /// Whether a word to which no rule applies is lost.
    pub(super) fn has(&self, word: &[u32]) -> bool {
        self.words.contains(&self.folded(word))
    }
}

/// The rules and the lost words.
pub(super) struct Claims<'q> {
    pub(super) rules: &'q Rewriting,
    pub(super) lost: &'q Lost,
}

impl Claims<'_> {
    /// Whether something holds of what is lost among the words `words[j] · directions[0]^n · directions[1]^m · …`, for
    /// all numbers `n`, `m`, ….
    ///
    /// Numbers are split into 0 and those of at least 1, which is one step along a direction, as long as some rule
    /// may apply to some of the words further on; then what is lost depends on the remainders of the numbers alone.
    /// What came up before need not be looked at again: a counterexample with the least numbers, and among these one
    /// with the fewest directions, would be a counterexample to what it was split into, and no least one.
    pub(super) fn hold(
        &self,
        words: &[Word],
        directions: &[Word],
        holds: &dyn Fn(&[bool]) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stopped> {
        let all: Vec<usize> = (0..directions.len()).collect();
        let mut seen: HashSet<(Vec<Word>, Vec<usize>)> = HashSet::new();
        let mut waiting = vec![(words.to_vec(), all)];
        while let Some((words, open)) = waiting.pop() {
            let mut normal = Vec::with_capacity(words.len());
            for word in &words {
                let word = self.rules.normal(word, meter)?;
                // where no rule will ever apply, what is lost comes back
                let comes = |l: &Word| missing(&word, l, &open, directions).is_some();
                let rests = !self.rules.0.iter().any(|(l, _)| comes(l));
                normal.push(if rests { self.lost.folded(&word) } else { word });
            }
            let state = (normal, open);
            if seen.contains(&state) {
                continue;
            }
            let (words, open) = state.clone();
            meter.node(64 + words.len() * (24 + 4 * words[0].len()))?;
            seen.insert(state);
            match self.split(&words, &open, directions) {
                Some(at) => {
                    let fewer = open.iter().copied().filter(|&other| other != at).collect();
                    let more = words.iter().map(|word| times(word, &directions[at])).collect();
                    waiting.push((words, fewer));
                    waiting.push((more, open));
                }
                None => {
                    if !self.hold_of_normal(&words, &open, directions, holds, meter)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// A direction along which a rule comes nearer to one of these words, none of which a rule applies to.
    fn split(&self, words: &[Word], open: &[usize], directions: &[Word]) -> Option<usize> {
        let rules = || self.rules.0.iter();
        let all = words
            .iter()
            .flat_map(|word| rules().filter_map(move |(l, _)| missing(word, l, open, directions)));
        all.min().map(|(_, way)| way)
    }

    /// The claim where no rule applies to any of the words: for as many numbers as make a difference.
    fn hold_of_normal(
        &self,
        words: &[Word],
        open: &[usize],
        directions: &[Word],
        holds: &dyn Fn(&[bool]) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stopped> {
        let longest = self.lost.cycles.iter().map(|&(from, _)| u64::from(from)).max().unwrap_or(0);
        let most = longest + period(&self.lost.cycles);
        let mut numbers = vec![0u64; open.len()];
        loop {
            meter.step(words.len() as u64)?;
            let mut step: Word = vec![0; words[0].len()].into();
            for (&way, &n) in open.iter().zip(&numbers) {
                for (sum, &count) in step.iter_mut().zip(&directions[way]) {
                    *sum += count * n as u32;
                }
            }
            let lost: Vec<bool> =
                words.iter().map(|word| self.lost.has(&times(word, &step))).collect();
            if !holds(&lost) {
                return Ok(false);
            }
            let Some(at) = numbers.iter().position(|&n| n + 1 < most) else { return Ok(true) };
            numbers[..at].fill(0);
            numbers[at] += 1;
        }
    }
}

/// The least number that all periods divide.
pub(super) fn period(cycles: &[(u32, u32)]) -> u64 {
    cycles.iter().fold(1, |all, &(_, period)| lcm(all, u64::from(period)))
}

pub(super) fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a.checked_div(x).map_or(0, |a| a.saturating_mul(b))
}
