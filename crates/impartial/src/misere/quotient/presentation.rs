//! Quotients in letters: generators, relations and the lost elements as words.

use super::monoid::{Elements, Monoid};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::fmt;

/// The generator of this number: `a` to `z`, then `a₁` to `z₁`, `a₂` and so on.
pub(super) fn letter(at: usize) -> String {
    let (round, at) = (at / 26, at % 26);
    let mut letter = String::from(char::from(b'a' + at as u8));
    if round > 0 {
        letter.extend(round.to_string().chars().map(subscript));
    }
    letter
}

/// `⟨a, b | a²=1⟩`.
pub(super) fn shown(generators: usize, relations: &[(String, String)]) -> String {
    let letters: Vec<String> = (0..generators).map(letter).collect();
    let relations: Vec<String> =
        relations.iter().map(|(word, own)| format!("{word}={own}")).collect();
    format!("⟨{} | {}⟩", letters.join(", "), relations.join(", "))
}

/// A word: how often each generator stands in it.
type Word = Vec<u32>;

pub(super) fn written(word: &[u32]) -> String {
    written_with(word, |_| None)
}

/// A word in which some powers go on by so many: `g⁶⁺⁴ⁿ`.
pub(super) fn written_with(word: &[u32], goes_on: impl Fn(usize) -> Option<u32>) -> String {
    let mut text = String::new();
    for (at, &power) in word.iter().enumerate() {
        let more = goes_on(at);
        if power > 0 || more.is_some() {
            text.push_str(&letter(at));
        }
        if power > 1 || more.is_some() {
            text.extend(power.to_string().chars().map(superscript));
        }
        if let Some(more) = more {
            text.push('⁺');
            if more > 1 {
                text.extend(more.to_string().chars().map(superscript));
            }
            text.push('ⁿ');
        }
    }
    if text.is_empty() { "1".to_owned() } else { text }
}

fn superscript(digit: char) -> char {
    match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32(0x2070 + u32::from(digit) - u32::from('0')).unwrap_or(digit),
    }
}

fn subscript(digit: char) -> char {
    char::from_u32(0x2080 + u32::from(digit) - u32::from('0')).unwrap_or(digit)
}

/// A quotient in letters: `⟨a, b | a²=1, b³=b⟩`, with its lost elements `a`, `b²`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The equations from which all others follow, as pairs of words.
    pub relations: Vec<(String, String)>,
    /// How many letters generate it; after `z` come `a₁`, `b₁` and so on.
    pub generators: usize,
    /// The word of each class.
    pub words: Vec<String>,
    /// The words of the P-portion, shortest first.
    pub lost: Vec<String>,
}

impl fmt::Display for Presentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(self.generators, &self.relations))
    }
}

/// Shorter words come first, of those of one length the ones with earlier letters.
fn by_length(a: &Word, b: &Word) -> Ordering {
    let length = |word: &Word| word.iter().sum::<u32>();
    length(a).cmp(&length(b)).then_with(|| b.cmp(a))
}

/// Generators are the values of heaps that no smaller heaps give; of two words for an element the shorter one, then the
/// one with the earlier letters, is its own.
pub(super) fn presentation(monoid: &Monoid, values: &[u32]) -> Presentation {
    let generators = generators(monoid, values);
    let reached = reach(monoid, &generators);
    let own_words: HashSet<&Word> = reached.values().collect();
    let mut relations = Vec::new();
    for (&x, word) in &reached {
        for (at, &generator) in generators.iter().enumerate() {
            let mut longer = word.clone();
            longer[at] += 1;
            let own = &reached[&monoid.times(x, generator)];
            // a relation follows from shorter ones unless all parts of its left side are own words
            let parts_are_own = || {
                (0..longer.len()).filter(|&part| longer[part] > 0).all(|part| {
                    let mut shorter = longer.clone();
                    shorter[part] -= 1;
                    own_words.contains(&shorter)
                })
            };
            if *own != longer && parts_are_own() {
                relations.push((longer, own));
            }
        }
    }
    relations.sort_by(|(a, _), (b, _)| by_length(a, b));
    relations.dedup();
    let relations = relations.iter().map(|(word, own)| (written(word), written(own))).collect();
    let mut lost: Vec<&Word> = monoid.lost().iter().map(|x| &reached[&x]).collect();
    lost.sort_by(|a, b| by_length(a, b));
    Presentation {
        relations,
        generators: generators.len(),
        // the values of heaps generate it, so every element has its word
        words: reached.values().map(|word| written(word)).collect(),
        lost: lost.into_iter().map(|word| written(word)).collect(),
    }
}

/// The values that products of earlier ones do not give.
fn generators(monoid: &Monoid, values: &[u32]) -> Vec<u32> {
    let mut generators = Vec::new();
    let (mut given, mut all) = (Elements::none(monoid.order()), vec![0]);
    given.insert(0);
    for &value in values {
        if given.has(value) {
            continue;
        }
        generators.push(value);
        // the list grows while it is read: what was given times each power of the new one
        let mut at = 0;
        while let Some(&x) = all.get(at) {
            let product = monoid.times(x, value);
            if !given.has(product) {
                given.insert(product);
                all.push(product);
            }
            at += 1;
        }
    }
    generators
}

/// The elements that the generators give, each with its own word.
fn reach(monoid: &Monoid, generators: &[u32]) -> BTreeMap<u32, Word> {
    let mut words = BTreeMap::from([(0, vec![0; generators.len()])]);
    let mut level = vec![0];
    while !level.is_empty() {
        let mut found: BTreeMap<u32, Word> = BTreeMap::new();
        for &x in &level {
            for (at, &generator) in generators.iter().enumerate() {
                let to = monoid.times(x, generator);
                if words.contains_key(&to) {
                    continue;
                }
                let mut word = words[&x].clone();
                word[at] += 1;
                if found.get(&to).is_none_or(|known| word > *known) {
                    found.insert(to, word);
                }
            }
        }
        level = found.keys().copied().collect();
        words.extend(found);
    }
    words
}
