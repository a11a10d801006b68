//! Values of positions of any ruleset: the canonical form of a position, found from those of its options.
//!
//! A position is split into parts, each part is brought to its normal form under the symmetries of the rules, and the value of each normal form is
//! found once and kept in a table; a position is worth the sum of its parts. The search goes depth first with a stack of its own, so depth costs
//! memory and nothing else. Impartial rulesets get nimbers by the mex of their options.

mod moves;
mod progress;
mod search;
mod table;

pub use moves::Move;
pub use progress::Progress;
pub use table::TableSize;

use std::sync::Arc;

use farstar_rules::position::Ruleset;
use farstar_value::{Arena, Calculator, Game, Limits};

use crate::error::{Error, Result};
use search::Search;
use table::Table;

/// What is known of the values of positions of one ruleset.
///
/// The table grows with every question and is kept between them. Values live in the arena given at the start.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_solve::values::Values;
/// use farstar_value::{Arena, Limits, Player, text::Notation};
/// let (game, start) = ruleset("Domineering")?.position("3x3")?;
/// let arena = Arena::new();
/// let mut values = Values::new(&arena, game)?;
/// let value = values.value(&start, &Limits::none())?;
/// assert_eq!(arena.calculator().print(value, Notation::Ascii)?, "+-1");
/// // only the two dominoes in the middle column win
/// assert_eq!(values.winning_moves(&start, Player::Left, &Limits::none())?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Values<'a, R: Ruleset> {
    arena: &'a Arena,
    ruleset: R,
    table: Table<R::Key>,
    threads: usize,
    progress: Arc<Progress>,
}

impl<'a, R: Ruleset> Values<'a, R> {
    /// Nothing is known yet; values will live in `arena`.
    ///
    /// # Errors
    /// [`Error::NotCovered`] if the rules are not proved to end, with the rule that resists the proof.
    pub fn new(arena: &'a Arena, ruleset: R) -> Result<Self> {
        if !ruleset.ends() {
            let reason = match ruleset.endless_rule() {
                Some(rule) => format!(
                    "play may go on for ever: no measure was found that falls with every move {rule}"
                ),
                None => "play may go on for ever".into(),
            };
            return Err(Error::not_covered("the value of a position of a loopy ruleset", reason));
        }
        let progress = Arc::new(Progress::default());
        Ok(Self { arena, ruleset, table: Table::new(), threads: 1, progress })
    }

    /// Works with so many threads. Answers do not depend on their number.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Numbers to look at from another thread while a question is worked on.
    #[must_use]
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// The arena in which the values live.
    #[must_use]
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &R {
        &self.ruleset
    }

    /// How much the table holds.
    #[must_use]
    pub fn table(&self) -> TableSize {
        self.table.size()
    }

    /// The value of a position.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit, whose nodes are parts valued and whose bytes are those of the table and of the arena; what was found is kept.
    /// [`Error::NotCovered`] if play comes back to a position although the rules claim to end.
    pub fn value(&mut self, position: &R::Position, limits: &Limits) -> Result<Game> {
        let mut calc = self.arena.calculator_with(limits);
        self.value_with(position, &mut calc)
    }

    pub(crate) fn value_with(
        &mut self,
        position: &R::Position,
        calc: &mut Calculator<'a>,
    ) -> Result<Game> {
        debug_assert!(std::ptr::eq(calc.arena(), self.arena));
        let mut parts = Vec::new();
        self.ruleset.parts(position, &mut parts);
        let mut sum = Game::ZERO;
        for part in parts {
            let key = self.ruleset.key(&part);
            let value = match self.table.get(&key) {
                Some(value) => value,
                None => Search::new(&self.ruleset, &mut self.table, &self.progress, calc)
                    .part(part, key)?,
            };
            sum = calc.add(sum, value)?;
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests;
