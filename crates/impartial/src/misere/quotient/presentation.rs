//! Quotients in letters: generators, relations and the lost elements as words.

use super::monoid::Monoid;
use std::collections::{BTreeMap, HashSet};
use std::fmt;

/// The most generators that have letters.
pub(super) const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// A word: how often each generator stands in it.
type Word = Vec<u32>;

pub(super) fn written(word: &[u32]) -> String {
    written_with(word, |_| None)
}

/// A word in which some powers go on by so many: `g⁶⁺⁴ⁿ`.
pub(super) fn written_with(word: &[u32], goes_on: impl Fn(usize) -> Option<u32>) -> String {
    let mut text = String::new();
    for (at, (letter, &power)) in LETTERS.chars().zip(word).enumerate() {
        let more = goes_on(at);
        if power > 0 || more.is_some() {
            text.push(letter);
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

/// A quotient in letters: `⟨a, b | a²=1, b³=b⟩`, with its lost elements `a`, `b²`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The equations from which all others follow, as pairs of words.
    pub relations: Vec<(String, String)>,
    /// How many letters generate it.
    pub generators: usize,
    /// The word of each class; that of a class without letters, which there is if 26 are not enough, is `?`.
    pub words: Vec<String>,
    /// The words of the P-portion, shortest first.
    pub lost: Vec<String>,
}

impl fmt::Display for Presentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> =
            LETTERS.chars().take(self.generators).map(String::from).collect();
        let relations: Vec<String> =
            self.relations.iter().map(|(word, own)| format!("{word}={own}")).collect();
        write!(f, "⟨{} | {}⟩", letters.join(", "), relations.join(", "))
    }
}

/// Generators are the values of heaps that no smaller heaps give; of two words for an element the shorter one, then the
/// one with the earlier letters, is its own.
pub(super) fn presentation(monoid: &Monoid, values: &[u32]) -> Presentation {
    let mut generators: Vec<u32> = Vec::new();
    let mut reached = reach(monoid, &generators);
    for &value in values {
        if !reached.contains_key(&value) && generators.len() < LETTERS.len() {
            generators.push(value);
            reached = reach(monoid, &generators);
        }
    }
    let own_words: HashSet<&Word> = reached.values().collect();
    let mut relations = Vec::new();
    for (&x, word) in &reached {
        for (at, &generator) in generators.iter().enumerate() {
            let mut longer = word.clone();
            longer[at] += 1;
            let Some(own) = reached.get(&monoid.times(x, generator)) else { continue };
            // a relation follows from shorter ones unless all parts of its left side are own words
            let parts_are_own = (0..longer.len()).filter(|&part| longer[part] > 0).all(|part| {
                let mut shorter = longer.clone();
                shorter[part] -= 1;
                own_words.contains(&shorter)
            });
            if *own != longer && parts_are_own {
                relations.push((longer, own.clone()));
            }
        }
    }
    relations.sort_by_key(|(word, _)| (word.iter().sum::<u32>(), std::cmp::Reverse(word.clone())));
    relations.dedup();
    let relations = relations.iter().map(|(word, own)| (written(word), written(own))).collect();
    let mut lost: Vec<&Word> = monoid.lost().iter().filter_map(|x| reached.get(&x)).collect();
    lost.sort_by_key(|word| (word.iter().sum::<u32>(), std::cmp::Reverse((*word).clone())));
    let of = |x: u32| reached.get(&x).map_or_else(|| "?".to_owned(), |word| written(word));
    Presentation {
        relations,
        generators: generators.len(),
        words: (0..monoid.order() as u32).map(of).collect(),
        lost: lost.into_iter().map(|word| written(word)).collect(),
    }
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
                let mut word = words[&x].clone();
                word[at] += 1;
                if !words.contains_key(&to) && found.get(&to).is_none_or(|known| word > *known) {
                    found.insert(to, word);
                }
            }
        }
        level = found.keys().copied().collect();
        words.extend(found);
    }
    words
}
