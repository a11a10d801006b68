//! Words whose letters commute, and rules that rewrite them.

use farstar_play::{Meter, Stopped};
use std::collections::HashSet;

/// How often each letter stands in a word.
pub(super) type Word = Box<[u32]>;

/// The product of two words.
pub(super) fn times(a: &[u32], b: &[u32]) -> Word {
    a.iter().zip(b).map(|(a, b)| a.saturating_add(*b)).collect()
}

pub(super) fn is_in(part: &[u32], word: &[u32]) -> bool {
    part.iter().zip(word).all(|(a, b)| a <= b)
}

pub(super) fn degree(word: &[u32]) -> u64 {
    word.iter().map(|&count| u64::from(count)).sum()
}

/// Whether a word comes before another: the shorter one, then the one with more of the first letter that they differ
/// in. No word has infinitely many before it, and the order is kept when both are multiplied by the same word.
pub(super) fn is_before(a: &[u32], b: &[u32]) -> bool {
    (degree(a), b) < (degree(b), a)
}

/// Rules `l → r`, each of which leads to a word before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rewriting(pub(super) Vec<(Word, Word)>);

impl Rewriting {
    /// The word to which a word is rewritten until no rule applies, a rule as often as it does at once.
    pub(super) fn normal(&self, word: &[u32], meter: &mut Meter<'_>) -> Result<Word, Stopped> {
        let mut word: Word = word.into();
        while let Some((l, r)) = self.0.iter().find(|(l, _)| is_in(l, &word)) {
            meter.step(1)?;
            for ((count, l), r) in word.iter_mut().zip(l).zip(r) {
                *count = *count - l + r;
            }
        }
        Ok(word)
    }

    /// Whether no rule applies.
    pub(super) fn is_normal(&self, word: &[u32]) -> bool {
        !self.0.iter().any(|(l, _)| is_in(l, word))
    }

    /// Two normal forms of one word, if there are any: two rules are applied to the least word that both apply to
    /// (Knuth and Bendix, *Simple word problems in universal algebras*, 1970; for words that commute it is
    /// Buchberger's criterion for binomials).
    pub(super) fn differing(&self, meter: &mut Meter<'_>) -> Result<Option<(Word, Word)>, Stopped> {
        for (at, (l, r)) in self.0.iter().enumerate() {
            for (other, to) in &self.0[..at] {
                let both = l.iter().zip(other).map(|(a, b)| *a.max(b));
                let after = |from: &Word, to: &Word| -> Word {
                    both.clone().zip(from).zip(to).map(|((n, l), r)| n - l + r).collect()
                };
                let [a, b] = [after(l, r), after(other, to)];
                let (a, b) = (self.normal(&a, meter)?, self.normal(&b, meter)?);
                if a != b {
                    return Ok(Some((a, b)));
                }
            }
        }
        Ok(None)
    }
}

/// The words `start · directions[0]^n · directions[1]^m · …` for all numbers, of the directions that are open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cone {
    pub(super) start: Word,
    pub(super) open: Vec<usize>,
}

impl Rewriting {
    /// Cones whose words no rule applies to, and which hold the normal forms of all words `directions[0]^n ·
    /// directions[1]^m · …`. If the directions are `all` letters, they hold every normal form once.
    ///
    /// A number is 0 or at least 1. What came up before need not be looked at again: each word goes to words before it,
    /// or to itself in a cone of fewer directions or less far from its start.
    pub(super) fn normal_cones(
        &self,
        directions: &[Word],
        all: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Cone>, Stopped> {
        let mut found = Vec::new();
        let Some(first) = directions.first() else { return Ok(found) };
        let mut seen: HashSet<Cone> = HashSet::new();
        let start: Word = vec![0; first.len()].into();
        let mut waiting = vec![Cone { start, open: (0..directions.len()).collect() }];
        while let Some(Cone { start, open }) = waiting.pop() {
            if all && !self.is_normal(&start) {
                continue;
            }
            let cone = Cone { start: self.normal(&start, meter)?, open };
            if !seen.insert(cone.clone()) {
                continue;
            }
            meter.node(64 + 4 * cone.start.len())?;
            let missing =
                self.0.iter().filter_map(|(l, _)| missing(&cone.start, l, &cone.open, directions));
            let Some((_, way)) = missing.min() else {
                found.push(cone);
                continue;
            };
            let start = times(&cone.start, &directions[way]);
            waiting.push(Cone { start, open: cone.open.clone() });
            let open = cone.open.into_iter().filter(|&other| other != way).collect();
            waiting.push(Cone { start: cone.start, open });
        }
        Ok(found)
    }
}

impl Cone {
    /// The open directions.
    pub(super) fn ways(&self, directions: &[Word]) -> Vec<Word> {
        self.open.iter().map(|&way| directions[way].clone()).collect()
    }
}

/// How many letters a word has to gain along open directions before a rule applies to it, and one of these directions;
/// `None` if it does not come to apply.
pub(super) fn missing(
    word: &Word,
    l: &Word,
    open: &[usize],
    directions: &[Word],
) -> Option<(u64, usize)> {
    let (mut steps, mut first) = (0, None);
    for (at, (&wanted, &own)) in l.iter().zip(word).enumerate() {
        if wanted > own {
            let way = *open.iter().find(|&&way| directions[way][at] > 0)?;
            steps += u64::from(wanted - own);
            first.get_or_insert(way);
        }
    }
    Some((steps, first?))
}
