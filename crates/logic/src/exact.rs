//! Sets of cells learned from a law that says of every cell, however large, whether it is one: words are told apart by
//! what may follow them. Whether the automaton is the law is for the proof to say.

use crate::automata::{Join, Workshop};
use crate::build;
use crate::words::Weights;
use farstar_find::LawForm;
use farstar_play::{Limits, Stopped};
use farstar_referee::{Automaton, Diagrams, Var};
use rustc_hash::FxHashMap;

/// Suffixes by which words are told apart.
const SUFFIXES: usize = 5_000;
/// States of an automaton.
const MOST_STATES: usize = 400;
/// Digits of a word.
const LONGEST: usize = 40;

/// An automaton as a table: what follows each letter, and which states accept.
pub(crate) struct Table {
    tracks: usize,
    next: Vec<Vec<usize>>,
    accepts: Vec<bool>,
}

/// The automaton of the cells where a law is 0, from suffixes of so many letters.
pub(crate) fn learn(
    weights: &Weights,
    law: &LawForm,
    tracks: usize,
    horizon: usize,
    limits: &Limits,
) -> Result<Option<Table>, Stopped> {
    let Some(digits) = weights.digits() else { return Ok(None) };
    let letters = digits.pow(tracks as u32);
    if letters.checked_pow(horizon as u32).is_none_or(|suffixes| suffixes > SUFFIXES) {
        return Ok(None);
    }
    let list: Vec<i128> = weights.places(LONGEST + horizon).into_iter().map(i128::from).collect();
    let letter = |n: usize, track: usize| n / digits.pow((tracks - 1 - track) as u32) % digits;
    let member = |word: &[usize]| {
        let number = |track: usize| {
            let digits = word.iter().rev().zip(&list);
            digits.map(|(&n, weight)| letter(n, track) as i128 * weight).sum()
        };
        let cell: Vec<i128> = (0..tracks).map(number).collect();
        let word_of = |track: usize| word.iter().map(|&n| letter(n, track)).collect::<Vec<_>>();
        let legal = |track: usize| weights.is_legal(&word_of(track));
        (0..tracks).all(legal) && build::value(law, &cell) == Some(0)
    };
    let told = residuals(letters, horizon, LONGEST - 2, &member, limits)?;
    Ok(told.map(|(next, accepts)| Table { tracks, next, accepts }))
}

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

/// The same in a workshop, on legal words.
pub(crate) fn automaton(
    shop: &mut Workshop<'_>,
    table: &Table,
    legal: Option<&Automaton>,
) -> Result<Automaton, Stopped> {
    let digits = shop.diagrams.digits();
    let step = |_: &Diagrams, state: &usize, d: &[usize]| {
        table.next[*state][d.iter().fold(0, |letter, digit| letter * digits + digit)]
    };
    let tracks: Vec<Var> = (0..table.tracks as Var).collect();
    let made = shop.diagrams.written(&tracks, 0usize, &step, &|&s| table.accepts[s]);
    let mut made = shop.least(&made)?;
    if let Some(legal) = legal {
        for &track in &tracks {
            let legal = shop.diagrams.renamed(legal, &[track]);
            made = shop.product(&made, &legal, Join::Both)?;
        }
    }
    Ok(made)
}
