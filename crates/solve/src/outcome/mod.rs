//! Who wins a sum: of positions of any rulesets, of values, of nim heaps, all together.
//!
//! The winner is found by searching sums of parts, Left to move after every move is turned around, with a table of sums
//! that are decided. What is known of the parts keeps the search small:
//!
//! * a part with few cells is replaced by its exact value, numbers, ups and nimbers are added into one, and equal and
//!   opposite parts vanish;
//! * impartial parts are replaced by nimbers, found by the search of Lemoine and Viennot, led by proof numbers where
//!   cells are of two kinds, in which parts that a half turn shows to be 0 are not searched;
//! * switches beside infinitesimals are played off by their temperatures (the sorted rule), however many there are;
//! * sums of stops, of walls of thermographs and of atomic weights (the two-ahead rule) often show the winner before
//!   anything is played;
//! * where moves only place pieces, a part lies between the numbers of pieces that each player can still place at most,
//!   without the places that only the other can use;
//! * of values alone the one is played first where a move gains most, in stops and in atomic weight;
//! * values are added, all but two, while that is cheap and some are not all-small, and the last two are compared,
//!   never added;
//! * a sum that resists is searched again with larger parts valued, on the same tables.
//!
//! None of this changes an answer. Numbers are played last but not never: number avoidance needs the rest to be no
//! number, and a part without a known value may be one.
//!
//! # Sources
//! A. N. Siegel, *Combinatorial Game Theory*, II.3–II.7; J. Lemoine, S. Viennot, *Nimbers are inevitable*, 2012; E.
//! Berlekamp, J. Conway, R. Guy, *Winning Ways*, ch. 6 and 8 (switches, atomic weights).

mod blackboard;
mod board;
mod closed;
mod entry;
mod fact;
mod heap;
mod misere;
mod nimbers;
mod node;
mod numbers;
mod part;
mod play;
mod search;
mod settle;
#[cfg(test)]
mod tests;
mod together;
mod value;

pub use heap::HeapRules;
pub use play::{Move, Target};

use std::cmp::Reverse;
use std::sync::Arc;

use farstar_rules::language::Kind;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_value::{Arena, Limits, Outcome, Player};

use crate::values::AnyRuleset;
use crate::{Error, Result};
use closed::Closed;
use entry::ValueId;
use fact::Facts;
use farstar_impartial::nimber_search::Known;
use heap::HeapBoard;
use node::Nodes;
use part::Parts;
use together::Thread;
use value::{Gain, Values};

/// A component of a sum, as an [`OutcomeSearch`] knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Component {
    /// A position on one of the boards of the search.
    Position {
        /// The board, as [`OutcomeSearch::board`] numbered it.
        board: u32,
        /// The position.
        position: Packed,
    },
    /// A value of the arena.
    Value(farstar_value::Game),
}

/// Bounds inside the solver that change how it works and never what it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Parts in a line of a ruleset known to be all-small are valued up to so many bits: the cells that matter, times
    /// the bits of a piece.
    pub dicotic_line: u32,
    /// Other parts in a line are valued up to so many bits.
    pub line: u32,
    /// Other parts are valued up to so many bits.
    pub plane: u32,
    /// A sum may have this many nodes before larger parts are valued; more if that will not help soon.
    pub patience: u64,
    /// Impartial parts are looked at for a symmetry by which they are 0.
    pub symmetries: bool,
    /// Whether sums are bounded by the walls of thermographs, beyond the stops.
    pub thermographs: bool,
    /// Whether parts without a value are bounded by the numbers of pieces that still fit, where moves only place
    /// pieces.
    pub placements: bool,
}

impl Default for Tuning {
    /// The optimum over strips and boards of Clobber, NoGo, Domineering and Amazons.
    fn default() -> Self {
        Self {
            dicotic_line: 27,
            line: 16,
            plane: 10,
            patience: 256,
            symmetries: true,
            thermographs: true,
            placements: true,
        }
    }
}

/// How much a search holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSizes {
    /// Parts of positions.
    pub parts: u64,
    /// Bytes of the parts, with their options.
    pub part_bytes: u64,
    /// Sums with a known winner.
    pub sums: u64,
    /// Bytes of the sums.
    pub sum_bytes: u64,
    /// Bytes of what is known of values, the arena left out.
    pub value_bytes: u64,
}

/// A search for winners, with its tables. What is found is kept for the next question.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_solve::outcome::{Component, OutcomeSearch};
/// use farstar_value::{Arena, Limits, Outcome};
/// let arena = Arena::new();
/// let mut search = OutcomeSearch::new(&arena)?;
/// let (clobber, row) = ruleset("Clobber")?.position("XOXOXO")?;
/// let (domineering, board) = ruleset("Domineering")?.position("4x4")?;
/// let sum = [search.game(&clobber, row)?, search.game(&domineering, board)?];
/// assert_eq!(search.outcome(&sum, &Limits::none())?, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OutcomeSearch<'a> {
    parts: Parts,
    /// For each board, what tells its Grundy values without a search.
    closed: Vec<Option<Closed>>,
    /// For each board of heaps in misère play, their quotient.
    quotients: Vec<Option<misere::Heaps>>,
    /// For each board, the most moves that a play on it has, if the proof that play ends tells.
    most_moves: Vec<Option<i64>>,
    /// For each board of heaps, the rules on one of them.
    heap_rules: Vec<Option<HeapRules>>,
    values: Values<'a>,
    nodes: Nodes,
    facts: Facts,
    nimbers: Known,
    tuning: Tuning,
    /// Whether who cannot move wins; fixed by the first ruleset.
    misere: Option<bool>,
    visited: u64,
    /// Bytes by which values of parts made the arena grow.
    values_made: u64,
    /// Entries by what their best moves gain, while they are put in order.
    gains: Vec<(Reverse<Option<Gain>>, u32)>,
    /// The values of a sum, while their walls are added.
    hot: Vec<ValueId>,
    /// How many threads may work on a question.
    threads: usize,
    /// Its place among several threads, once others have joined.
    thread: Option<Thread>,
    /// The searches of the other threads, of the one that is asked.
    helpers: Vec<Self>,
}

impl<'a> OutcomeSearch<'a> {
    /// A search that knows nothing yet; values will live in `arena`.
    ///
    /// # Errors
    /// Those of an arena that is full.
    pub fn new(arena: &'a Arena) -> Result<Self> {
        Self::tuned(arena, Tuning::default())
    }

    /// A search with other bounds inside.
    ///
    /// # Errors
    /// Those of an arena that is full.
    pub fn tuned(arena: &'a Arena, tuning: Tuning) -> Result<Self> {
        Ok(Self {
            parts: Parts::new(tuning.symmetries),
            closed: Vec::new(),
            quotients: Vec::new(),
            most_moves: Vec::new(),
            heap_rules: Vec::new(),
            values: Values::new(arena, None)?,
            nodes: Nodes::default(),
            facts: Facts::default(),
            nimbers: Known::default(),
            tuning,
            misere: None,
            visited: 0,
            values_made: 0,
            gains: Vec::new(),
            hot: Vec::new(),
            threads: 1,
            thread: None,
            helpers: Vec::new(),
        })
    }

    /// A position of a ruleset as a component.
    ///
    /// # Errors
    /// [`Error::NotCovered`] for rules that are not proved to end, with the rule that resists, and for normal and
    /// misère play in one sum.
    pub fn game(&mut self, game: &Board, position: Packed) -> Result<Component> {
        if let Err(loopy) = game.rules().ending() {
            return Err(Error::not_covered(
                format!("the winner of a position of {}", game.rules().name()),
                format!(
                    "play may go on for ever: no measure was found that falls with every move by line {}, '{}'",
                    loopy.line, loopy.rule
                ),
            ));
        }
        self.convention(game.rules().is_misere())?;
        let ruleset: Arc<AnyRuleset> = Arc::new(game.clone());
        let board = match game.coded() {
            Some(coded) => self.parts.board(ruleset, game.scope(), Some(coded))?,
            // without codes of their own positions mean something on one board only
            None => self.parts.board(ruleset, game.board(), None)?,
        };
        let closed = if self.is_misere() { None } else { Closed::of(game, &position) };
        let a_cell = game.rules().ending().ok().and_then(|ending| ending.moves_a_cell);
        let on_cells = game.rules().kind().is_some_and(Kind::is_plane);
        let cells = || game.draw(&position).chars().filter(|&c| c != '|').count() as i64;
        self.most_moves.resize(board as usize, None);
        self.most_moves.push(a_cell.filter(|_| on_cells).map(|n| i64::from(n) * cells()));
        self.closed.resize_with(board as usize, || None);
        self.closed.push(closed);
        self.quotients.resize_with(board as usize, || None);
        self.quotients.push(if self.is_misere() { misere::Heaps::of(game) } else { None });
        Ok(Component::Position { board, position })
    }

    /// A board for components. Boards with equal scopes must have the same positions.
    ///
    /// # Errors
    /// As [`OutcomeSearch::game`].
    pub fn board(
        &mut self,
        ruleset: Arc<AnyRuleset>,
        scope: Arc<str>,
        misere: bool,
    ) -> Result<u32> {
        if !ruleset.ends() {
            return Err(Error::not_covered(
                "the winner of a position of a loopy ruleset",
                "play may go on for ever",
            ));
        }
        self.convention(misere)?;
        self.parts.board(ruleset, scope, None)
    }

    /// A board for heaps of a game, in normal play. Its positions are those of [`HeapRules::of_sizes`] or
    /// [`HeapRules::of_pairs`].
    ///
    /// # Errors
    /// [`Error::NotCovered`] beside rulesets of misère play.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::heap::HeapCode;
    /// use farstar_solve::outcome::{Component, HeapRules, OutcomeSearch};
    /// use farstar_value::{Arena, Limits};
    /// use std::sync::Arc;
    /// let arena = Arena::new();
    /// let mut search = OutcomeSearch::new(&arena)?;
    /// let kayles: HeapCode = "0.77".parse()?;
    /// let board = search.heaps(HeapRules::Single(Arc::new(kayles)))?;
    /// let sum = [Component::Position { board, position: HeapRules::of_sizes(&[501, 9]) }];
    /// // Kayles repeats itself after 72 heaps with period 12, and 501 is 9 modulo 12
    /// assert_eq!(search.grundy(&sum, &Limits::none())?, 8 ^ 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heaps(&mut self, rules: HeapRules) -> Result<u32> {
        self.convention(false)?;
        let closed = Closed::of_heaps(&rules);
        // rules of two games may have one name
        let scope = format!("{} on board {}", rules.name(), self.heap_rules.len()).into();
        let ruleset: Arc<AnyRuleset> = Arc::new(HeapBoard(rules.clone()));
        let board = self.parts.board(ruleset, scope, None)?;
        self.closed.resize_with(board as usize, || None);
        self.closed.push(Some(closed));
        self.heap_rules.resize(board as usize, None);
        self.heap_rules.push(Some(rules));
        Ok(board)
    }

    /// The rules on one heap of a board of heaps.
    fn heap_rules(&self, board: u32) -> Option<&HeapRules> {
        self.heap_rules.get(board as usize)?.as_ref()
    }

    fn convention(&mut self, misere: bool) -> Result<()> {
        if *self.misere.get_or_insert(misere) == misere {
            self.parts.misere = misere;
            return Ok(());
        }
        Err(Error::not_covered(
            "a sum of rulesets of normal and of misère play",
            "who cannot move would both win and lose",
        ))
    }

    /// The ruleset of a board.
    #[must_use]
    pub fn ruleset(&self, board: u32) -> &Arc<AnyRuleset> {
        self.parts.ruleset(board)
    }

    /// Whether who cannot move wins.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere == Some(true)
    }

    /// Whether the sum has a Grundy value: normal play, impartial rulesets, nimbers.
    #[must_use]
    pub fn is_impartial(&self, sum: &[Component]) -> bool {
        !self.is_misere() && self.is_alike(sum)
    }

    /// Whether both players always have the same moves, in every component.
    #[must_use]
    pub fn is_alike(&self, sum: &[Component]) -> bool {
        sum.iter().all(|component| match component {
            Component::Position { board, .. } => self.ruleset(*board).is_impartial(),
            Component::Value(value) => self.values.calc.as_nimber(*value).is_some(),
        })
    }

    /// Whether the misère quotient of a game on heaps decides the sum, so that nothing is searched.
    ///
    /// # Errors
    /// Those of the limits.
    pub fn is_decided_by_quotient(&mut self, sum: &[Component], limits: &Limits) -> Result<bool> {
        Ok(self.is_misere() && self.is_lost_by_quotient(sum, limits)?.is_some())
    }

    /// Whether all components have Grundy values that sequences, tables or the theory of Nim give.
    #[must_use]
    pub fn needs_no_search(&self, sum: &[Component]) -> bool {
        sum.iter().all(|component| match component {
            Component::Position { board, .. } => {
                self.closed.get(*board as usize).is_some_and(Option::is_some)
            }
            Component::Value(value) => self.values.calc.as_nimber(*value).is_some(),
        })
    }

    /// How many boards it knows.
    #[must_use]
    pub fn boards(&self) -> usize {
        self.closed.len()
    }

    /// How much the search holds.
    #[must_use]
    pub fn sizes(&self) -> TableSizes {
        let mut sizes = self.shared_sizes();
        let threads = std::iter::once(self).chain(&self.helpers);
        for TableSizes { parts, part_bytes, sums, sum_bytes, value_bytes } in
            threads.map(Self::own_sizes)
        {
            sizes.parts += parts;
            sizes.part_bytes += part_bytes;
            sizes.sums += sums;
            sizes.sum_bytes += sum_bytes;
            sizes.value_bytes += value_bytes;
        }
        sizes
    }

    /// What all threads hold together.
    fn shared_sizes(&self) -> TableSizes {
        let common = self.thread.as_ref().map(|thread| &thread.common);
        let (sums, sum_bytes) = self.nodes.size();
        TableSizes {
            parts: self.parts.count() as u64,
            part_bytes: (self.parts.shared_bytes() + self.nimbers.bytes()) as u64,
            sums: (sums + self.facts.count()) as u64,
            sum_bytes: (sum_bytes + self.facts.bytes()) as u64,
            value_bytes: common.map_or(0, |common| common.bytes()),
        }
    }

    /// What this thread holds alone.
    fn own_sizes(&self) -> TableSizes {
        TableSizes {
            parts: 0,
            part_bytes: self.parts.bytes() as u64
                + self.closed.iter().flatten().map(Closed::bytes).sum::<u64>(),
            sums: self.parts.decided() as u64,
            sum_bytes: 0,
            value_bytes: self.values.bytes() as u64,
        }
    }

    /// Sums and parts looked into so far.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// The outcome of a sum.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit, whose nodes are sums and parts looked into; what was found is kept.
    pub fn outcome(&mut self, sum: &[Component], limits: &Limits) -> Result<Outcome> {
        let left = self.wins(sum, Player::Left, limits)?;
        let right = self.wins(sum, Player::Right, limits)?;
        Ok(Outcome::from_wins(left, right))
    }

    /// The Grundy value of a sum of positions of impartial rulesets and of nimbers.
    ///
    /// # Errors
    /// [`Error::NotCovered`] if a component is not impartial or play is misère; those of [`OutcomeSearch::outcome`].
    pub fn grundy(&mut self, sum: &[Component], limits: &Limits) -> Result<u64> {
        if self.is_misere() {
            return Err(Error::not_covered("a Grundy value", "it decides normal play only"));
        }
        limits.guard(|| self.nim_sum(sum, limits))?
    }
}
