//! What is claimed of an infinite quotient, and the proof.

use super::claim::{self, Claims, Lost};
use super::rewriting::{Rewriting, Word, degree, is_before, times};
use farstar_play::{Limits, Meter, Stopped};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A letter whose powers end nowhere, and how classes come back along it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) letter: usize,
    /// So many of the letter are one step.
    pub(super) step: u32,
    /// A word that takes one step back.
    pub(super) back: Word,
}

/// A monoid by generators and rules, with its lost elements, the values of the heaps, and what tells elements apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Presented {
    /// The heap of each letter.
    pub(super) generators: Vec<u32>,
    /// The value of each heap, from 0.
    pub(super) values: Vec<Word>,
    pub(super) rules: Rewriting,
    pub(super) lost: Lost,
    /// Elements are told apart by what they are worth beside these words.
    pub(super) tests: Vec<Word>,
    pub(super) ways: Vec<Way>,
}

/// Why something is not proved.
#[derive(Debug)]
pub(super) enum Unproved {
    Wrong(String),
    Stopped(Stopped),
}

impl From<Stopped> for Unproved {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

fn wrong<T>(what: impl Into<String>) -> Result<T, Unproved> {
    Err(Unproved::Wrong(what.into()))
}

/// The most kinds of heaps: every set of kinds is a case.
const MOST_KINDS: usize = 12;

/// What words are worth beside the tests.
type Row = Rc<[bool]>;
type Rows = HashMap<Word, Row>;

/// Words of one kind that go on without end: `start · letter^(step·n)`.
struct Ray<'p> {
    start: Word,
    way: &'p Way,
}

impl Ray<'_> {
    /// The word so many steps from the start.
    fn word(&self, steps: u32) -> Word {
        let mut word = self.start.clone();
        word[self.way.letter] += steps * self.way.step;
        word
    }
}

/// What the normal forms fall into.
enum Piece<'p> {
    Word(Word),
    Ray(Ray<'p>),
}

impl<'p> Piece<'p> {
    fn word(&self) -> Option<&Word> {
        if let Self::Word(word) = self { Some(word) } else { None }
    }

    fn ray(&self) -> Option<&Ray<'p>> {
        if let Self::Ray(ray) = self { Some(ray) } else { None }
    }
}

/// Steps back by which two words are told apart, at most.
const MOST_STEPS: u32 = 64;

impl Presented {
    /// The normal form of a word.
    pub(super) fn normal(&self, word: &[u32]) -> Option<Word> {
        self.rules.normal(word, &mut Meter::new(&Limits::none())).ok()
    }

    /// Whether a word is lost.
    pub(super) fn is_lost(&self, word: &[u32]) -> Option<bool> {
        self.normal(word).map(|word| self.lost.has(&word))
    }

    fn value(&self, parts: &[u32]) -> Option<Word> {
        let nothing: Word = vec![0; self.generators.len()].into();
        parts
            .iter()
            .try_fold(nothing, |all, &part| Some(times(&all, self.values.get(part as usize)?)))
    }

    /// The lost normal forms, shorter ones first; where the power of a letter goes on, the letter and by how much.
    pub(super) fn lost_words(&self) -> Vec<(Word, Option<(usize, u32)>)> {
        let goes_on = |word: &Word| {
            let at = self
                .ways
                .iter()
                .map(|way| way.letter)
                .find(|&at| word[at] >= self.lost.cycles[at].0)?;
            Some((at, self.lost.cycles[at].1))
        };
        let mut words: Vec<(Word, Option<(usize, u32)>)> =
            self.lost.words.iter().map(|word| (word.clone(), goes_on(word))).collect();
        words.sort_by(|(a, _), (b, _)| (degree(a), b).cmp(&(degree(b), a)));
        words
    }

    fn letter(&self, at: usize) -> Word {
        (0..self.generators.len()).map(|other| u32::from(other == at)).collect()
    }

    /// Checks everything that is claimed of the heaps with these options.
    pub(super) fn check(
        &self,
        heaps: &[Vec<Vec<u32>>],
        meter: &mut Meter<'_>,
    ) -> Result<(), Unproved> {
        let size = self.generators.len();
        let has_size = |word: &Word| word.len() == size;
        let rules = self.rules.0.iter().flat_map(|(l, r)| [l, r]);
        let back = self.ways.iter().map(|way| &way.back);
        let words =
            self.values.iter().chain(rules).chain(&self.tests).chain(back).chain(&self.lost.words);
        if !words.clone().all(has_size)
            || self.lost.cycles.len() != size
            || self.values.len() != heaps.len()
        {
            return wrong("a table has another size");
        }
        if words.clone().any(|word| word.iter().any(|&n| n > MOST_COUNT))
            || self
                .lost
                .cycles
                .iter()
                .any(|&(from, period)| from > MOST_COUNT || period > MOST_COUNT || period == 0)
            || self
                .ways
                .iter()
                .any(|way| way.step > MOST_COUNT || way.step == 0 || way.letter >= size)
        {
            return wrong(format!("a count is above {MOST_COUNT}"));
        }
        if claim::period(&self.lost.cycles) > u64::from(MOST_COUNT) {
            return wrong(format!("a period is above {MOST_COUNT}"));
        }
        for (at, &heap) in self.generators.iter().enumerate() {
            if self.values.get(heap as usize) != Some(&self.letter(at)) {
                return wrong(format!("the heap {heap} is no generator"));
            }
        }
        // normal forms
        if self.rules.0.iter().any(|(l, r)| !is_before(r, l)) {
            return wrong("a rule leads to a word that does not come before");
        }
        if let Some((a, b)) = self.rules.differing(meter)? {
            return wrong(format!("{a:?} and {b:?} come of one word"));
        }
        if self
            .lost
            .words
            .iter()
            .any(|word| !self.rules.is_normal(word) || self.lost.folded(word) != *word)
        {
            return wrong("a lost word is not in normal form");
        }
        self.check_play(heaps, meter)?;
        self.check_reduced(meter)
    }

    /// That who is to move loses a sum iff its value is lost, by induction on play.
    fn check_play(&self, heaps: &[Vec<Vec<u32>>], meter: &mut Meter<'_>) -> Result<(), Unproved> {
        let claims = Claims { rules: &self.rules, lost: &self.lost };
        let size = self.generators.len();
        let letters: Vec<Word> = (0..size).map(|at| self.letter(at)).collect();
        let nothing: Word = vec![0; size].into();
        if self.lost.has(&nothing) {
            return wrong("the empty sum is not lost");
        }
        // no lost sum has a lost option: beside a heap stands any element
        let all = self.rules.normal_cones(&letters, true, meter)?;
        let mut kinds: Vec<(Word, BTreeSet<Word>)> = Vec::new();
        for (heap, options) in heaps.iter().enumerate() {
            let value = self.rules.normal(&self.values[heap], meter)?;
            let mut own = BTreeSet::new();
            for parts in options {
                if parts.iter().any(|&part| part as usize >= heap) {
                    return wrong(format!("a move from {heap} does not make it smaller"));
                }
                let Some(to) = self.value(parts) else {
                    return wrong(format!("a move from {heap}"));
                };
                own.insert(self.rules.normal(&to, meter)?);
            }
            if own.is_empty() && degree(&value) > 0 {
                return wrong(format!("the heap {heap} has no moves and a value"));
            }
            for (option, cone) in
                own.iter().flat_map(|option| all.iter().map(move |cone| (option, cone)))
            {
                let words = [times(&cone.start, &value), times(&cone.start, option)];
                let ways = cone.ways(&letters);
                if !claims.hold(&words, &ways, &|lost| !(lost[0] && lost[1]), meter)? {
                    return wrong(format!("a lost sum with the heap {heap} has a lost option"));
                }
            }
            if !own.is_empty() {
                kinds.push((value, own));
            }
        }
        // of heaps of one value those with fewer options are enough
        let listed = kinds.clone();
        kinds.retain(|(value, own)| {
            !listed
                .iter()
                .any(|(other, fewer)| other == value && fewer != own && fewer.is_subset(own))
        });
        kinds.dedup();
        if kinds.len() > MOST_KINDS {
            return wrong(format!("there are more than {MOST_KINDS} kinds of heaps"));
        }
        // every sum that is not lost has a lost option: for each set of kinds one heap of each, and any more
        for set in 1..1u32 << kinds.len() {
            let chosen: Vec<&(Word, BTreeSet<Word>)> =
                (0..kinds.len()).filter(|at| set >> at & 1 == 1).map(|at| &kinds[at]).collect();
            let directions: Vec<Word> = chosen.iter().map(|(value, _)| value.clone()).collect();
            let product = |without: Option<usize>| {
                let others = (0..directions.len()).filter(|&at| Some(at) != without);
                others.fold(nothing.clone(), |all, at| times(&all, &directions[at]))
            };
            let mut words = vec![self.rules.normal(&product(None), meter)?];
            for (at, (_, options)) in chosen.iter().enumerate() {
                let rest = product(Some(at));
                for option in options {
                    words.push(self.rules.normal(&times(&rest, option), meter)?);
                }
            }
            words.sort_unstable();
            words.dedup();
            for cone in self.rules.normal_cones(&directions, false, meter)? {
                let words: Vec<Word> = words.iter().map(|word| times(word, &cone.start)).collect();
                let ways = cone.ways(&directions);
                if !claims.hold(&words, &ways, &|lost| lost.contains(&true), meter)? {
                    return wrong(format!(
                        "a sum of the kinds {set:b} is neither lost nor has a lost option"
                    ));
                }
            }
        }
        Ok(())
    }

    /// What a word is worth beside the tests.
    fn row(&self, word: &Word, rows: &mut Rows, meter: &mut Meter<'_>) -> Result<Row, Stopped> {
        if let Some(row) = rows.get(word) {
            return Ok(Rc::clone(row));
        }
        let mut row = Vec::with_capacity(self.tests.len());
        for test in &self.tests {
            row.push(self.lost.has(&self.rules.normal(&times(word, test), meter)?));
        }
        meter.node(64 + 4 * word.len() + row.len())?;
        let row: Row = row.into();
        rows.insert(word.clone(), Rc::clone(&row));
        Ok(row)
    }

    /// That any two normal forms are told apart by some word.
    ///
    /// They are finitely many words and rays. What words of one ray are worth beside the tests is the same. Words and
    /// rays with different rows are told apart; of rays with the same row, of one letter, a word leads one step back
    /// along every one of them, and out of them at their start: where it leads then is told apart. So two words of such
    /// rays, multiplied by that word until the first of them is out, are told apart.
    fn check_reduced(&self, meter: &mut Meter<'_>) -> Result<(), Unproved> {
        let claims = Claims { rules: &self.rules, lost: &self.lost };
        let (mut known, mut rows) = (Rows::new(), HashMap::<Row, Vec<Piece<'_>>>::new());
        let known = &mut known;
        let mut rays = 0;
        let letters: Vec<Word> = (0..self.generators.len()).map(|at| self.letter(at)).collect();
        for cone in self.rules.normal_cones(&letters, true, meter)? {
            let way = match cone.open[..] {
                [] => {
                    let row = self.row(&cone.start, known, meter)?;
                    rows.entry(row).or_default().push(Piece::Word(cone.start));
                    continue;
                }
                [letter] => self.ways.iter().find(|way| way.letter == letter),
                _ => return wrong("two letters go on together without end"),
            };
            let Some(way) = way else { return wrong("no way is told along a letter") };
            let along = |n: u32| -> Word {
                let mut word = cone.start.clone();
                word[way.letter] += n;
                word
            };
            let stride: Word = {
                let mut stride: Word = vec![0; cone.start.len()].into();
                stride[way.letter] = way.step;
                stride
            };
            // the rows repeat from some number on
            let mut told = Vec::new();
            loop {
                let n = told.len() as u32;
                if n > MOST_COUNT {
                    return wrong("rows do not repeat along a letter");
                }
                told.push(self.row(&along(n), known, meter)?);
                let behind = told.len() - 1;
                let Some(before) = behind.checked_sub(way.step as usize) else { continue };
                if told[before] != told[behind] {
                    continue;
                }
                // perhaps here
                if self.repeats(&claims, &along(before as u32), &stride, &told[before], meter)? {
                    let start = behind - way.step as usize;
                    let mut all = true;
                    for next in 1..way.step {
                        let row = self.row(&along(start as u32 + next), known, meter)?;
                        all &= self.repeats(
                            &claims,
                            &along(start as u32 + next),
                            &stride,
                            &row,
                            meter,
                        )?;
                    }
                    if all {
                        break;
                    }
                }
            }
            let start = told.len() as u32 - 1 - way.step;
            for n in 0..start {
                rows.entry(Rc::clone(&told[n as usize])).or_default().push(Piece::Word(along(n)));
            }
            for n in start..start + way.step {
                let row = self.row(&along(n), known, meter)?;
                rows.entry(row).or_default().push(Piece::Ray(Ray { start: along(n), way }));
            }
            rays += 1;
        }
        if rays == 0 {
            return wrong("the monoid is finite");
        }
        for (row, pieces) in &rows {
            let rays: Vec<&Ray<'_>> = pieces.iter().filter_map(Piece::ray).collect();
            let words: Vec<&Word> = pieces.iter().filter_map(Piece::word).collect();
            for (at, word) in words.iter().enumerate() {
                for other in &words[..at] {
                    self.told_apart(word, other, known, meter)?;
                }
                for ray in &rays {
                    self.told_apart_from_ray(word, (ray, row), known, meter)?;
                }
            }
            let mut ends = Vec::new();
            for ray in &rays {
                if ray.way != rays[0].way {
                    return wrong("two rays of different letters are not told apart");
                }
                if self.rules.normal(&times(&ray.word(1), &ray.way.back), meter)? != ray.start {
                    return wrong(format!("the way back along the ray from {:?}", ray.start));
                }
                ends.push(self.rules.normal(&times(&ray.start, &ray.way.back), meter)?);
            }
            for (at, end) in ends.iter().enumerate() {
                for other in &ends[..at] {
                    self.told_apart(end, other, known, meter)?;
                }
                for ray in &rays {
                    self.told_apart_from_ray(end, (ray, row), known, meter)?;
                }
            }
        }
        Ok(())
    }

    /// That two words are worth different things beside some test, perhaps after some steps back.
    fn told_apart(
        &self,
        a: &Word,
        b: &Word,
        rows: &mut Rows,
        meter: &mut Meter<'_>,
    ) -> Result<(), Unproved> {
        for way in &self.ways {
            let (mut x, mut y) = (a.clone(), b.clone());
            for _ in 0..MOST_STEPS {
                if self.row(&x, rows, meter)? != self.row(&y, rows, meter)? {
                    return Ok(());
                }
                let back = |word: &Word, meter: &mut Meter<'_>| {
                    self.rules.normal(&times(word, &way.back), meter)
                };
                let next = (back(&x, meter)?, back(&y, meter)?);
                if next.0 == x && next.1 == y {
                    break;
                }
                (x, y) = next;
            }
        }
        wrong(format!("{a:?} and {b:?} are not told apart"))
    }

    /// That a word is told apart from all words of a ray, whose row this is. After some steps back it has another row,
    /// while those that are farther along the ray are still on it; or it comes back to where it was, and is always told
    /// apart from the end, which the words of the ray come to.
    fn told_apart_from_ray(
        &self,
        word: &Word,
        (ray, row): (&Ray<'_>, &Row),
        rows: &mut Rows,
        meter: &mut Meter<'_>,
    ) -> Result<(), Unproved> {
        let mut x = word.clone();
        let mut met: Vec<Word> = Vec::new();
        for steps in 0..MOST_STEPS {
            if self.row(&x, rows, meter)? != *row {
                for n in 0..steps {
                    self.told_apart(word, &ray.word(n), rows, meter)?;
                }
                return Ok(());
            }
            let next = self.rules.normal(&times(&x, &ray.way.back), meter)?;
            met.push(std::mem::replace(&mut x, next));
            if met.contains(&x) {
                let end = self.rules.normal(&times(&ray.start, &ray.way.back), meter)?;
                met.push(x);
                return met[1..].iter().try_for_each(|one| self.told_apart(one, &end, rows, meter));
            }
        }
        wrong(format!("{word:?} is not told apart from the ray from {:?}", ray.start))
    }

    /// Whether the row of all words of a ray is this.
    fn repeats(
        &self,
        claims: &Claims<'_>,
        start: &Word,
        stride: &Word,
        row: &[bool],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stopped> {
        for (test, &lost) in self.tests.iter().zip(row) {
            let word = times(start, test);
            if !claims.hold(
                &[word],
                std::slice::from_ref(stride),
                &|found| found[0] == lost,
                meter,
            )? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The largest count in a certificate.
pub(super) const MOST_COUNT: u32 = 1000;
