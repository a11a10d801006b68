//! Positions that are played out whole: the oracle of the verifications.
//!
//! A rule is held against a search that knows the moves and nothing else. So a position here lists its moves and is
//! never split into parts, because that a sum may be split is one of the theorems to be verified.

use std::hash::Hash;
use std::ops::ControlFlow;

use farstar_impartial::digraph::Outcome;
use farstar_impartial::nimber_search::NimberSearch;
use farstar_impartial::search::{self, MisereSearch};
use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::Limits;

use crate::error::Result;

/// A position given by its moves alone.
pub(crate) trait Moves: Clone + Ord + Hash {
    /// What one move leaves, in the order of the moves.
    fn moves(&self) -> Vec<Self>;
}

/// A position as the engine's searches take it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Whole<P>(pub(crate) P);

impl<P: Moves> Impartial for Whole<P> {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        self.0.moves().into_iter().try_for_each(|position| visit(Self(position)))
    }
}

/// The Grundy value by the definition.
pub(crate) fn grundy<P: Moves>(position: P, limits: &Limits) -> Result<u32> {
    Ok(search::grundy(&Whole(position), limits)?)
}

/// Outcomes by play; positions met once are remembered.
pub(crate) struct Play<P>(NimberSearch<Whole<P>>);

impl<P: Moves> Play<P> {
    /// Nothing is known yet.
    pub(crate) fn new() -> Self {
        Self(NimberSearch::new())
    }

    /// Who wins.
    pub(crate) fn outcome(&mut self, position: &P, limits: &Limits) -> Result<Outcome> {
        Ok(self.0.outcome(&Whole(position.clone()), limits)?)
    }

    /// The Grundy value.
    pub(crate) fn value(&mut self, position: &P, limits: &Limits) -> Result<u32> {
        Ok(self.0.grundy(&Whole(position.clone()), limits)?)
    }

    /// What the winning moves leave, in the order of the moves.
    pub(crate) fn winning(&mut self, position: &P, limits: &Limits) -> Result<Vec<P>> {
        let mut winning = Vec::new();
        for after in position.moves() {
            if self.outcome(&after, limits)? == Outcome::P {
                winning.push(after);
            }
        }
        Ok(winning)
    }
}

/// Outcomes by play when the player who cannot move wins.
pub(crate) struct MiserePlay<P>(MisereSearch<Whole<P>>);

impl<P: Moves> MiserePlay<P> {
    /// Nothing is known yet.
    pub(crate) fn new() -> Self {
        Self(MisereSearch::new())
    }

    /// Who wins.
    pub(crate) fn outcome(&mut self, position: &P, limits: &Limits) -> Result<Outcome> {
        Ok(self.0.outcome(&[Whole(position.clone())], limits)?)
    }

    /// What the winning moves leave, in the order of the moves.
    pub(crate) fn winning(&mut self, position: &P, limits: &Limits) -> Result<Vec<P>> {
        let mut winning = Vec::new();
        for after in position.moves() {
            if self.outcome(&after, limits)? == Outcome::P {
                winning.push(after);
            }
        }
        Ok(winning)
    }
}
