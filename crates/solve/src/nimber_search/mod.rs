//! Grundy values of games that split, with few positions visited (Lemoine & Viennot, *Nimbers are inevitable*, 2012).
//!
//! Instead of the value of a position G the search asks whether G + *n is P, which is so iff the value is n. One option of value n refutes it, so most
//! options are never valued. In an option that splits into parts all but the last are valued and merged into n. The memory keeps for each
//! part its value, or the set of values it is known not to have.

mod equality;

use std::collections::HashMap;

use farstar_rules::impartial::Impartial;
use farstar_value::Limits;

use crate::digraph::Outcome;
use crate::error::Result;
use crate::meter::Meter;
use crate::search::options_of;

pub(crate) use equality::{Known, Parts, Search};

/// No list.
const NONE: usize = usize::MAX;

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
    positions: Positions<P>,
    known: Known,
}

/// Parts by number. Options are kept as lists of numbers, each list after its length.
#[derive(Clone, Debug)]
struct Positions<P> {
    numbers: HashMap<P, u32>,
    parts: Vec<P>,
    /// For each part, where the places of its options begin, after their number.
    options: Vec<usize>,
    lists: Vec<usize>,
}

impl<P> Default for NimberSearch<P> {
    fn default() -> Self {
        let positions = Positions {
            numbers: HashMap::new(),
            parts: Vec::new(),
            options: Vec::new(),
            lists: Vec::new(),
        };
        Self { positions, known: Known::default() }
    }
}

impl<P: Impartial> Positions<P> {
    fn number(&mut self, part: P) -> u32 {
        let next = self.parts.len() as u32;
        *self.numbers.entry(part).or_insert_with_key(|part| {
            self.parts.push(part.clone());
            self.options.push(NONE);
            next
        })
    }
}

impl<P: Impartial> Parts for Positions<P> {
    fn options(&mut self, part: u32, meter: &mut Meter<'_>) -> Result<u32> {
        if self.options[part as usize] == NONE {
            let options = options_of(&self.parts[part as usize], meter)?;
            meter.node(2 * size_of::<P>() + (2 * options.len() + 12) * size_of::<usize>())?;
            let start = self.lists.len();
            self.lists.resize(start + 1 + options.len(), options.len());
            for (at, option) in options.into_iter().enumerate() {
                let parts: Vec<u32> =
                    option.parts().into_iter().map(|part| self.number(part)).collect();
                self.lists[start + 1 + at] = self.lists.len();
                self.lists.push(parts.len());
                self.lists.extend(parts.into_iter().map(|part| part as usize));
            }
            self.options[part as usize] = start;
        }
        Ok(self.lists[self.options[part as usize]] as u32)
    }

    fn option(&mut self, part: u32, at: u32, out: &mut Vec<u32>) {
        let place = self.lists[self.options[part as usize] + 1 + at as usize];
        let length = self.lists[place];
        out.extend(self.lists[place + 1..][..length].iter().map(|&part| part as u32));
    }

    fn size(&self, _part: u32) -> u32 {
        1
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
        self.positions.parts.len()
    }

    /// Grundy value of a position.
    ///
    /// # Errors
    /// [`Error::NotCovered`](crate::Error::NotCovered) if a position repeats; those of `limits`.
    pub fn grundy(&mut self, position: &P, limits: &Limits) -> Result<u32> {
        let parts = self.parts(position);
        self.search(&mut Meter::new(limits)).sum(parts)
    }

    /// The outcome of a position under normal play; the last part need not be valued for it.
    ///
    /// # Errors
    /// As [`NimberSearch::grundy`].
    pub fn outcome(&mut self, position: &P, limits: &Limits) -> Result<Outcome> {
        let parts = self.parts(position);
        let zero = self.search(&mut Meter::new(limits)).is_zero(parts, 0)?;
        Ok(Outcome::from_next_wins(!zero))
    }

    fn parts(&mut self, position: &P) -> Vec<u32> {
        let parts = position.clone().parts();
        parts.into_iter().map(|part| self.positions.number(part)).collect()
    }

    fn search<'s, 'm>(&'s mut self, meter: &'s mut Meter<'m>) -> Search<'s, 'm, Positions<P>> {
        Search { parts: &mut self.positions, known: &mut self.known, meter }
    }
}
