//! Grundy values of games that split, with few positions visited (Lemoine & Viennot, *Nimbers are inevitable*, 2012).
//!
//! Instead of the value of a position G the search asks whether G + *n is P, which is so iff the value is n. One option
//! of value n refutes it, so most options are never valued. In an option that splits into parts all but the last are
//! valued and merged into n. The memory keeps for each part its value, or the set of values it is known not to have.
//! The search goes depth first (`equality`) or is led by proof numbers (`proof`), as the parts say.
//!
//! Several threads may ask the same question with one memory: each is a search of its own that puts off what another
//! looks into, and drops what another has settled. What stands in the memory is true whoever wrote it, so nothing
//! depends on their order but the time.

mod equality;
mod known;
mod parts;
mod positions;
mod proof;
mod search;

use farstar_rules::impartial::Impartial;
use farstar_value::Limits;

use crate::digraph::Outcome;
use crate::error::Result;
use farstar_play::Meter;

pub use known::Known;
pub use parts::Parts;
pub(crate) use positions::Positions;
pub use search::Search;

/// A search with its memory, for positions of one game.
///
/// # Examples
/// ```
/// use farstar_impartial::kayles::{KaylesGraph, Rule};
/// use farstar_impartial::nimber_search::NimberSearch;
/// use farstar_value::Limits;
/// let path = KaylesGraph::path(10, Rule::Node)?;
/// let mut search = NimberSearch::new();
/// assert_eq!(search.grundy(&path.start(), &Limits::none())?, 3);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
#[derive(Debug)]
pub struct NimberSearch<P> {
    positions: Positions<P>,
    known: Known,
}

impl<P> Default for NimberSearch<P> {
    fn default() -> Self {
        Self { positions: Positions::default(), known: Known::default() }
    }
}

impl<P: Impartial> NimberSearch<P> {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Grundy value of a position.
    ///
    /// # Errors
    /// [`Error::NotCovered`](crate::Error::NotCovered) if a position repeats; those of `limits`.
    pub fn grundy(&mut self, position: &P, limits: &Limits) -> Result<u32> {
        let parts = self.positions.parts_of(position.clone());
        sum(&mut self.positions, &mut self.known, parts, limits)
    }

    /// The outcome of a position under normal play; the last part need not be valued for it.
    ///
    /// # Errors
    /// As [`NimberSearch::grundy`].
    pub fn outcome(&mut self, position: &P, limits: &Limits) -> Result<Outcome> {
        let parts = self.positions.parts_of(position.clone());
        outcome(&mut self.positions, &mut self.known, parts, limits)
    }
}

/// The nim sum of the values of parts.
fn sum(
    positions: &mut dyn Parts,
    known: &mut Known,
    parts: Vec<u32>,
    limits: &Limits,
) -> Result<u32> {
    Search { parts: positions, known, meter: &mut Meter::new(limits) }.sum(parts)
}

/// Who wins the sum of parts.
fn outcome(
    positions: &mut dyn Parts,
    known: &mut Known,
    parts: Vec<u32>,
    limits: &Limits,
) -> Result<Outcome> {
    let meter = &mut Meter::new(limits);
    let zero = Search { parts: positions, known, meter }.is_zero(parts, 0)?;
    Ok(Outcome::from_next_wins(!zero))
}
