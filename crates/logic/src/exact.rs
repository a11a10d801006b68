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
/// Digits of a word, and about how large its numbers may be, of which every law tells.
const LONGEST: usize = 40;
const LAST: i128 = 1 << 48;
/// Small cells that the automaton is held against.
const EXAMPLES: f64 = 20_000.0;
/// Pairs of sizes up to 2^32 that it is held against.
const LARGE: u32 = 20_000;

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
    let list = weights.numeration().weights();
    // the digits of a letter, one for each track
    let digit = |letter: usize, track: usize| letter / digits.pow(track as u32) % digits;
    let read: Vec<Vec<i128>> = (0..letters)
        .map(|n| (0..tracks).rev().map(|track| digit(n, track) as i128).collect())
        .collect();
    let member = |word: &[usize]| {
        if word.len() >= list.len() {
            return false;
        }
        let mut cell = vec![0; tracks];
        for (&letter, places) in word.iter().rev().zip(list.windows(2)) {
            for (number, digit) in cell.iter_mut().zip(&read[letter]) {
                *number += digit * places[0];
                // the digits up to a place are those of a number below the next weight
                if *number >= places[1] {
                    return false;
                }
            }
        }
        build::value(law, &cell) == Some(0)
    };
    let side = EXAMPLES.powf(1.0 / tracks as f64) as i128;
    let small = (0..side.pow(tracks as u32))
        .map(|n| (0..tracks as u32).map(|track| n / side.pow(track) % side).collect::<Vec<_>>());
    let pairs = (0..LARGE).filter_map(|n| match law {
        // every order of magnitude
        LawForm::Complementary(pairs) => pairs.pair(n.wrapping_mul(0x9E37_79B9) >> (n % 32)),
        _ => None,
    });
    let examples: Vec<Vec<usize>> = small
        .chain(pairs.flat_map(|(a, b)| [vec![a, b], vec![b, a]]))
        .map(|mut cell| {
            let places = list.iter().position(|weight| cell.iter().all(|n| n < weight));
            let letter = |weight: &i128| {
                cell.iter_mut().fold(0, |letter, rest| {
                    let digit = *rest / weight;
                    *rest %= weight;
                    letter * digits + digit as usize
                })
            };
            list[..places.unwrap_or(list.len())].iter().rev().map(letter).collect()
        })
        .collect();
    let longest = LONGEST.min(list.partition_point(|weight| *weight < LAST)) - horizon;
    let told = residuals(letters, horizon, longest, &member, &examples, limits)?;
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
