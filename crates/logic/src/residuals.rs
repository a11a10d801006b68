//! Automata of sets of words, learned from a test of membership.

use farstar_play::{Limits, Stopped};
use rustc_hash::FxHashMap;

/// States of an automaton.
const MOST_STATES: usize = 400;

/// What follows each letter, and which states accept.
type Steps = (Vec<Vec<usize>>, Vec<bool>);

/// The automaton of a set of words that may begin with zeros: words are told apart by what may follow them, up to so
/// many letters. None if it has too many states, or a state that is met first behind more than so many letters.
pub(crate) fn residuals(
    letters: usize,
    horizon: usize,
    longest: usize,
    member: &dyn Fn(&[usize]) -> bool,
    limits: &Limits,
) -> Result<Option<Steps>, Stopped> {
    let residual = |word: &[usize]| {
        let mut says = Vec::new();
        for length in 0..=horizon {
            for n in 0..letters.pow(length as u32) {
                let place = |place: usize| n / letters.pow(place as u32) % letters;
                let whole: Vec<usize> =
                    word.iter().copied().chain((0..length).rev().map(place)).collect();
                says.push(member(&whole));
            }
        }
        says
    };
    let mut known: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
    let mut order: Vec<Vec<usize>> = vec![Vec::new()];
    known.insert(residual(&[]), 0);
    let mut next: Vec<Vec<usize>> = Vec::new();
    while next.len() < order.len() {
        limits.check()?;
        let from = order[next.len()].clone();
        if from.len() > longest || order.len() > MOST_STATES {
            return Ok(None);
        }
        let mut row = Vec::with_capacity(letters);
        for letter in 0..letters {
            let word = match (from.is_empty(), letter) {
                (true, 0) => Vec::new(),
                _ => [&from[..], &[letter]].concat(),
            };
            row.push(*known.entry(residual(&word)).or_insert_with(|| {
                order.push(word);
                order.len() - 1
            }));
        }
        next.push(row);
    }
    let accepts = order.iter().map(|word| member(word)).collect();
    Ok(Some((next, accepts)))
}
