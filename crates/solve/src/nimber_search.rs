//! Grundy values of games that split, with few positions visited (Lemoine & Viennot, *Nimbers are inevitable*, 2012).
//!
//! Instead of the value of a position G the search asks whether G + *n is P, which is so iff the value is n. One option of value n refutes it, so most
//! options are never valued. In an option that splits into parts all but the last are valued and merged into n. The memory keeps for each
//! part its value, or the set of values it is known not to have.

use std::collections::{HashMap, HashSet};

use farstar_rules::impartial::Impartial;
use farstar_value::Limits;

use crate::digraph::Outcome;
use crate::error::Result;
use crate::meter::Meter;
use crate::search::{options_of, repeats};

/// What is known of the value of a part.
#[derive(Clone, Debug, Default)]
struct Entry {
    value: Option<u32>,
    /// Bit n of word n / 64: the value is not n.
    excluded: Vec<u64>,
}

impl Entry {
    fn excludes(&self, n: u32) -> bool {
        self.excluded.get(n as usize / 64).is_some_and(|word| word >> (n % 64) & 1 == 1)
    }

    fn exclude(&mut self, n: u32) {
        let word = n as usize / 64;
        if self.excluded.len() <= word {
            self.excluded.resize(word + 1, 0);
        }
        self.excluded[word] |= 1 << (n % 64);
    }

    /// The least value not excluded.
    fn candidate(&self) -> u32 {
        let full = self.excluded.iter().take_while(|&&word| word == u64::MAX).count();
        64 * full as u32 + self.excluded.get(full).map_or(0, |word| word.trailing_ones())
    }

    /// Whether the value is `n`, if that is known.
    fn is(&self, n: u32) -> Option<bool> {
        match self.value {
            Some(value) => Some(value == n),
            None => self.excludes(n).then_some(false),
        }
    }
}

/// What remains to be done.
#[derive(Debug)]
enum Task<P> {
    /// Find the value of a part.
    Value(P),
    /// Find out whether the value of a part is `n`.
    Test {
        part: P,
        n: u32,
        /// Its options, each split into sorted parts of which no two are equal.
        options: Vec<Vec<P>>,
        next: usize,
    },
}

/// A search with its memory, for positions of one game.
///
/// # Examples
/// ```
/// use farstar_solve::kayles::{KaylesGraph, Rule};
/// use farstar_solve::nimber_search::NimberSearch;
/// use farstar_value::Limits;
/// let path = KaylesGraph::path(10, Rule::Node)?;
/// let mut search = NimberSearch::new();
/// assert_eq!(search.grundy(&path.start(), &Limits::none())?, 3);
/// # Ok::<(), farstar_solve::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct NimberSearch<P> {
    known: HashMap<P, Entry>,
}

impl<P> Default for NimberSearch<P> {
    fn default() -> Self {
        Self { known: HashMap::new() }
    }
}

impl<P: Impartial> NimberSearch<P> {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Parts met so far.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// Grundy value of a position.
    ///
    /// # Errors
    /// [`Error::NotCovered`](crate::Error::NotCovered) if a position repeats; those of `limits`.
    pub fn grundy(&mut self, position: &P, limits: &Limits) -> Result<u32> {
        let mut meter = Meter::new(limits);
        let mut sum = 0;
        for part in distinct_parts(position.clone()) {
            self.run(Task::Value(part.clone()), &mut meter)?;
            sum ^= self.known.get(&part).and_then(|entry| entry.value).unwrap_or(0);
        }
        Ok(sum)
    }

    /// The outcome of a position under normal play; the last part need not be valued for it.
    ///
    /// # Errors
    /// As [`NimberSearch::grundy`].
    pub fn outcome(&mut self, position: &P, limits: &Limits) -> Result<Outcome> {
        let mut meter = Meter::new(limits);
        let mut parts = distinct_parts(position.clone());
        let Some(last) = parts.pop() else { return Ok(Outcome::P) };
        let mut n = 0;
        for part in parts {
            self.run(Task::Value(part.clone()), &mut meter)?;
            n ^= self.known.get(&part).and_then(|entry| entry.value).unwrap_or(0);
        }
        let test = self.test(last.clone(), n, &mut meter)?;
        self.run(test, &mut meter)?;
        let equal = self.known.get(&last).and_then(|entry| entry.is(n));
        Ok(Outcome::from_next_wins(equal != Some(true)))
    }

    /// The task of testing whether `part` has value `n`.
    fn test(&mut self, part: P, n: u32, meter: &mut Meter<'_>) -> Result<Task<P>> {
        let options = options_of(&part, meter)?;
        meter.node((options.len() + 2) * size_of::<P>() + 48)?;
        self.known.entry(part.clone()).or_default();
        let options = options.into_iter().map(distinct_parts).collect();
        Ok(Task::Test { part, n, options, next: 0 })
    }

    fn run(&mut self, first: Task<P>, meter: &mut Meter<'_>) -> Result<()> {
        let mut open: HashSet<(P, u32)> = HashSet::new();
        let mut stack = vec![first];
        while let Some(task) = stack.last_mut() {
            meter.step(8)?;
            let wanted = match task {
                Task::Value(part) => {
                    let entry = self.known.get(part);
                    if entry.is_some_and(|entry| entry.value.is_some()) {
                        stack.pop();
                        continue;
                    }
                    (part.clone(), Some(entry.map_or(0, Entry::candidate)))
                }
                Task::Test { part, n, options, next } => {
                    let entry = self.known.entry(part.clone()).or_default();
                    if entry.is(*n).is_none() {
                        match step(&mut self.known, part, *n, options, next) {
                            Some(wanted) => wanted,
                            None => continue,
                        }
                    } else {
                        open.remove(&(part.clone(), *n));
                        stack.pop();
                        continue;
                    }
                }
            };
            let (part, n) = wanted;
            let Some(n) = n else {
                stack.push(Task::Value(part));
                continue;
            };
            if !open.insert((part.clone(), n)) {
                return Err(repeats());
            }
            let test = self.test(part, n, meter)?;
            stack.push(test);
        }
        Ok(())
    }
}

/// Goes on with a test; names the part and the value to test (or the part to value) that must come first, `None` after some progress.
fn step<P: Impartial>(
    known: &mut HashMap<P, Entry>,
    part: &P,
    n: u32,
    options: &[Vec<P>],
    next: &mut usize,
) -> Option<(P, Option<u32>)> {
    while let Some(parts) = options.get(*next) {
        let mut rest = n;
        let equal = match parts.split_last() {
            None => n == 0,
            Some((last, others)) => {
                for other in others {
                    match known.get(other).and_then(|entry| entry.value) {
                        Some(value) => rest ^= value,
                        None => return Some((other.clone(), None)),
                    }
                }
                match known.get(last).and_then(|entry| entry.is(rest)) {
                    Some(equal) => equal,
                    None => return Some((last.clone(), Some(rest))),
                }
            }
        };
        if equal {
            known.entry(part.clone()).or_default().exclude(n);
            return None;
        }
        *next += 1;
    }
    // No option has value n, so the value is at most n.
    let entry = known.entry(part.clone()).or_default();
    let least = entry.candidate();
    if least < n {
        return Some((part.clone(), Some(least)));
    }
    entry.value = Some(n);
    None
}

/// The parts of a position, sorted, equal pairs cancelled.
fn distinct_parts<P: Impartial>(position: P) -> Vec<P> {
    let mut parts = position.parts();
    parts.sort_unstable();
    let mut kept: Vec<P> = Vec::with_capacity(parts.len());
    for part in parts {
        if kept.last() == Some(&part) {
            kept.pop();
        } else {
            kept.push(part);
        }
    }
    kept
}
