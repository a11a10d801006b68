//! Numbers on cells: chosen, put, read.

use std::collections::BTreeSet;

use super::heap::{Values, choices, value};
use super::matching::{Match, Put};
use super::reader::Search;
use super::{Interpreter, Place, Position};

/// A piece, and its number if it carries one.
pub(crate) type Cell = (char, Option<i64>);

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic())
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

impl Interpreter {
    /// Every choice of the numbers and variables of a pattern that it allows.
    pub(crate) fn values(&self, position: &Position, search: &Search, one: &Match) -> Vec<Values> {
        let number = |at: usize| position.numbers.get(&one.places[at]).copied().unwrap_or(0);
        let mut known = self.parameters.clone();
        let mut named: BTreeSet<usize> = BTreeSet::new();
        for (at, (text, repeated)) in one.numbers.iter().enumerate() {
            let Some(text) = text.as_ref().filter(|text| is_name(text) && !repeated) else {
                continue;
            };
            if !known.contains_key(text) {
                known.insert(text.clone(), number(at));
                named.insert(at);
            }
        }
        let mut found =
            choices(vec![known], &search.ranges, search.condition.as_deref(), &self.sets);
        found.retain(|known| {
            one.numbers.iter().enumerate().all(|(at, (text, _))| match text {
                Some(text) if !named.contains(&at) => value(text, known) == Some(number(at)),
                _ => true,
            })
        });
        found
    }

    /// The cells that are written, if their pieces may carry their numbers.
    pub(crate) fn counted(
        &self,
        before: &Position,
        one: &Match,
        written: &[Put],
        known: &Values,
    ) -> Option<Vec<Cell>> {
        let cell = |put: &Put| {
            let Some(&(low, high)) = self.carried.get(&put.piece) else {
                return Some((put.piece, None));
            };
            let n = match &put.number {
                Ok(text) => value(text, known)?,
                Err(at) => *before.numbers.get(one.places.get(*at)?)?,
            };
            (low..=high).contains(&n).then_some((put.piece, Some(n)))
        };
        written.iter().map(cell).collect()
    }

    pub(crate) fn put(&self, position: &mut Position, place: Place, (piece, number): Cell) {
        position.cells.insert(place, piece);
        position.numbers.remove(&place);
        position.numbers.extend(number.map(|n| (place, n)));
    }

    /// Puts other pieces, which keep their numbers; whether they may carry them.
    pub(crate) fn replace(
        &self,
        position: &mut Position,
        places: &BTreeSet<Place>,
        from: &[char],
        to: &[char],
    ) -> bool {
        places.iter().all(|&place| {
            let Some(rank) =
                position.cells.get(&place).and_then(|p| from.iter().position(|c| c == p))
            else {
                return true;
            };
            let piece = to[if to.len() == 1 { 0 } else { rank }];
            let number = position.numbers.get(&place).copied();
            let bounds = self.carried.get(&piece);
            let fits = bounds
                .is_none_or(|(low, high)| number.is_some_and(|n| (*low..=*high).contains(&n)));
            self.put(position, place, (piece, number.filter(|_| bounds.is_some())));
            fits
        })
    }

    /// What an unnamed cell holds.
    pub(crate) fn first(&self) -> Cell {
        let piece = self.pieces[0];
        (piece, self.carried.get(&piece).map(|bounds| bounds.0))
    }

    /// A cell: `X3`, `3`, `-3`, `.`.
    pub(crate) fn cell(&self, word: &str) -> Result<Cell, String> {
        let wrong = || format!("'{word}' is not a cell");
        let mut chars = word.chars();
        let first = chars.next().ok_or_else(wrong)?;
        if self.pieces.contains(&first) {
            let rest = chars.as_str();
            return match self.carried.get(&first) {
                Some(_) => Ok((first, Some(rest.parse().map_err(|_| wrong())?))),
                None if rest.is_empty() => Ok((first, None)),
                None => Err(wrong()),
            };
        }
        let n: i64 = word.parse().map_err(|_| wrong())?;
        if n == 0 && !self.carried.contains_key(&self.pieces[0]) {
            return Ok((self.pieces[0], None));
        }
        Ok((self.meant[usize::from(n < 0)].ok_or_else(wrong)?, Some(n.abs())))
    }

    /// Rows of cells, with or without commas between.
    pub(crate) fn read_numbers(
        &self,
        text: &str,
        mut position: Position,
    ) -> Result<Position, String> {
        for (y, row) in (0..).zip(text.split(['|', '\n'])) {
            let spaced = row.trim().contains([',', ' ']);
            let mut words: Vec<String> = Vec::new();
            for part in row.split([',', ' ']).filter(|part| !part.is_empty()) {
                let mut open = false;
                for c in part.chars() {
                    let goes_on = c.is_ascii_digit() && open;
                    match words.last_mut() {
                        Some(last) if goes_on => last.push(c),
                        _ => words.push(c.into()),
                    }
                    // digits follow a piece that carries a number, a sign, and other digits where these are not cells
                    open = goes_on
                        || c == '-'
                        || self.carried.contains_key(&c)
                        || c.is_ascii_digit() && (spaced || self.meant[1].is_some());
                }
            }
            for (x, word) in (0..).zip(words) {
                let cell = self.cell(&word)?;
                self.put(&mut position, (x, y), cell);
            }
        }
        Ok(position)
    }
}
