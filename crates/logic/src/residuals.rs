//! Automata of sets of words, learned from a test of membership.

use farstar_play::{Limits, Stopped};
use rustc_hash::FxHashMap;

/// States of an automaton.
const MOST_STATES: usize = 400;
/// Words that an automaton accepts, held against the test.
const TRIED: u64 = 2_000;
/// Suffixes that are added before the states are made anew.
const ADDED: usize = 16;

/// What follows each letter, and which states accept.
type Steps = (Vec<Vec<usize>>, Vec<bool>);

/// What is learned.
struct Learner<'l> {
    letters: usize,
    longest: usize,
    member: &'l dyn Fn(&[usize]) -> bool,
    limits: &'l Limits,
}

/// States as the words by which they are first met, what follows each letter, and what each suffix says of a state.
struct States {
    words: Vec<Vec<usize>>,
    next: Vec<Vec<usize>>,
    rows: Vec<Vec<bool>>,
}

/// The automaton of a set of words that may begin with zeros: words are told apart by what may follow them, all words
/// up to so many letters, and what follows in examples of which the automaton is wrong, and in words that it accepts
/// and should not (Rivest and Schapire, Inference of finite automata using homing sequences, 1993). None if it has too
/// many states, or a state that is met first behind more than so many letters.
pub(crate) fn residuals(
    letters: usize,
    horizon: usize,
    longest: usize,
    member: &dyn Fn(&[usize]) -> bool,
    examples: &[Vec<usize>],
    limits: &Limits,
) -> Result<Option<Steps>, Stopped> {
    let learner = Learner { letters, longest, member, limits };
    let says: Vec<bool> = examples.iter().map(|word| member(word)).collect();
    let mut suffixes: Vec<Vec<usize>> = vec![Vec::new()];
    for length in 1..=horizon {
        suffixes.extend((0..letters.pow(length as u32)).map(|n| {
            let place = |place: usize| n / letters.pow(place as u32) % letters;
            (0..length).rev().map(place).collect()
        }));
    }
    loop {
        let Some(states) = learner.states(&suffixes)? else { return Ok(None) };
        let accepts: Vec<bool> = states.words.iter().map(|word| member(word)).collect();
        let wrong = examples
            .iter()
            .zip(&says)
            .filter(|(word, says)| accepts[states.reached(word)] != **says)
            .map(|(word, _)| word.clone());
        let beyond = (0..if examples.is_empty() { 0 } else { TRIED })
            .filter_map(|seed| states.accepted(&accepts, longest, seed))
            .filter(|word| !member(word));
        let mut further: Vec<Vec<usize>> = Vec::new();
        for word in wrong.chain(beyond) {
            limits.check()?;
            let suffix = learner.telling(&states, &word);
            if !further.contains(&suffix) {
                further.push(suffix);
            }
            if further.len() == ADDED {
                break;
            }
        }
        if further.is_empty() {
            return Ok(Some((states.next, accepts)));
        }
        let needed = needed(&states.rows);
        suffixes = needed.iter().map(|&at| std::mem::take(&mut suffixes[at])).collect();
        suffixes.extend(further);
    }
}

impl Learner<'_> {
    fn states(&self, suffixes: &[Vec<usize>]) -> Result<Option<States>, Stopped> {
        let row = |word: &[usize]| -> Vec<bool> {
            suffixes.iter().map(|suffix| (self.member)(&[word, suffix].concat())).collect()
        };
        let mut known: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
        let mut words: Vec<Vec<usize>> = vec![Vec::new()];
        known.insert(row(&[]), 0);
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < words.len() {
            self.limits.check()?;
            let from = words[next.len()].clone();
            if from.len() > self.longest || words.len() > MOST_STATES {
                return Ok(None);
            }
            let follow = (0..self.letters).map(|letter| {
                // zeros before a word are no part of it
                let word = match (from.is_empty(), letter) {
                    (true, 0) => Vec::new(),
                    _ => [&from[..], &[letter]].concat(),
                };
                *known.entry(row(&word)).or_insert_with(|| {
                    words.push(word);
                    words.len() - 1
                })
            });
            next.push(follow.collect());
        }
        let mut rows = vec![Vec::new(); words.len()];
        for (row, state) in known {
            rows[state] = row;
        }
        Ok(Some(States { words, next, rows }))
    }

    /// The end of a word of which the automaton is wrong that tells two words apart which were taken for one state:
    /// that behind the first letter where the state's own word, and what is left, say something else than before.
    fn telling(&self, states: &States, word: &[usize]) -> Vec<usize> {
        let says = |at: usize| {
            let known = &states.words[states.reached(&word[..at])];
            (self.member)(&[known, &word[at..]].concat())
        };
        let first = says(0);
        let at = (1..=word.len()).find(|&at| says(at) != first).unwrap_or(word.len());
        word[at..].to_vec()
    }
}

impl States {
    fn reached(&self, word: &[usize]) -> usize {
        word.iter().fold(0, |state, &letter| self.next[state][letter])
    }

    /// A word that is accepted: letters at random, as many as the seed says, and then the shortest way.
    fn accepted(&self, accepts: &[bool], longest: usize, seed: u64) -> Option<Vec<usize>> {
        let mut random = seed;
        let mut draw = |below: usize| {
            // SplitMix64
            random = random.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (random ^ random >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            (mixed >> 33) as usize % below
        };
        let far = self.distances(accepts);
        let (mut word, mut state) = (Vec::new(), 0);
        let length = draw(longest / 2) + 1;
        while far[state] > 0 || word.len() < length {
            let open: Vec<usize> = (0..self.next[state].len())
                .filter(|&letter| {
                    let to = far[self.next[state][letter]];
                    if word.len() < length { to < usize::MAX } else { to < far[state] }
                })
                .collect();
            if open.is_empty() || word.len() >= longest {
                return None;
            }
            let letter = open[draw(open.len())];
            word.push(letter);
            state = self.next[state][letter];
        }
        Some(word)
    }

    /// How many letters behind each state one accepts.
    fn distances(&self, accepts: &[bool]) -> Vec<usize> {
        let mut far: Vec<usize> =
            accepts.iter().map(|&accepts| if accepts { 0 } else { usize::MAX }).collect();
        loop {
            let before = far.clone();
            for (state, next) in self.next.iter().enumerate() {
                let least = next.iter().map(|&to| far[to]).min().unwrap_or(usize::MAX);
                far[state] = far[state].min(least.saturating_add(1));
            }
            if far == before {
                return far;
            }
        }
    }
}

/// Columns by which all rows differ: each divides rows that those before it leave together.
fn needed(rows: &[Vec<bool>]) -> Vec<usize> {
    let mut needed = Vec::new();
    let mut classes = vec![0usize; rows.len()];
    let mut count = 1;
    for column in 0..rows[0].len() {
        let mut numbers: FxHashMap<(usize, bool), usize> = FxHashMap::default();
        let finer: Vec<usize> = classes
            .iter()
            .zip(rows)
            .map(|(&class, row)| {
                let new = numbers.len();
                *numbers.entry((class, row[column])).or_insert(new)
            })
            .collect();
        if numbers.len() > count {
            (classes, count) = (finer, numbers.len());
            needed.push(column);
        }
    }
    needed
}
