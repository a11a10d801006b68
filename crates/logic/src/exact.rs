//! Sets of cells learned from a law that says of every cell, however large, whether it is one: words are told apart by
//! what may follow them. Whether the automaton is the law is for the proof to say.

use crate::automata::{Join, Workshop};
use crate::build;
use crate::residuals::residuals;
use crate::words::Weights;
use farstar_find::LawForm;
use farstar_play::{Limits, Stopped};
use farstar_referee::{Automaton, Diagrams, Var};

/// Suffixes by which words are told apart.
const SUFFIXES: usize = 5_000;
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
