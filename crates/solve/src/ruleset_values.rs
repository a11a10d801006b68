//! Values of positions of any rulesets together, each by the engine that suits it.
//!
//! Heap games with a take-and-break code go to the engine of Grundy sequences, rulesets that are proved to end to [`Values`]; of the others, which may
//! be loopy, the graph of all positions is brought to its normal form.

use std::collections::HashMap;
use std::sync::Arc;

use farstar_rules::position::Ruleset;
use farstar_rules::{Game as Board, Packed};
use farstar_value::loopy::{Graph, Loopy, MOST_VERTICES};
use farstar_value::{Arena, Calculator, Game, Limits, Player};

use crate::error::{Error, Result};
use crate::followers::followers;
use crate::sequence::GrundySequence;
use crate::values::{Progress, Values};

/// A move from a position: where it leads, what that is worth, and what it is good for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    /// The position it reaches.
    pub position: Packed,
    /// Its value.
    pub value: Game,
    /// Whether the mover wins by it, with nothing beside.
    pub wins: bool,
    /// Whether it goes to an option of the canonical form, so that no other moves are needed whatever is beside.
    pub canonical: bool,
}

/// The value of a position of a ruleset whose play may be endless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyValue {
    /// A short game.
    Short(Game),
    /// A loopy one.
    Loopy(Loopy),
}

enum Engine<'a> {
    Sequence(Box<GrundySequence>),
    Search(Box<Values<'a, Board>>),
}

/// What is known of the values of positions of rulesets; it grows with every question.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_solve::ruleset_values::RulesetValues;
/// use farstar_value::{Arena, Limits, text::Notation};
/// let arena = Arena::new();
/// let mut values = RulesetValues::new(&arena);
/// let (kayles, heaps) = ruleset("Kayles")?.position("100000+7")?;
/// let value = values.value(&kayles, &heaps, &Limits::none())?;
/// assert_eq!(arena.calculator().print(value, Notation::Ascii)?, "*3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RulesetValues<'a> {
    arena: &'a Arena,
    engines: HashMap<u64, Engine<'a>>,
    threads: usize,
}

impl<'a> RulesetValues<'a> {
    /// Nothing is known yet; values will live in `arena`.
    #[must_use]
    pub fn new(arena: &'a Arena) -> Self {
        Self { arena, engines: HashMap::new(), threads: 1 }
    }

    /// Works with so many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The arena in which the values live.
    #[must_use]
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// How many parts are known, over all rulesets.
    #[must_use]
    pub fn parts(&self) -> u64 {
        let of = |engine: &Engine<'_>| match engine {
            Engine::Sequence(sequence) => sequence.len(),
            Engine::Search(values) => values.table().entries,
        };
        self.engines.values().map(of).sum()
    }

    /// Numbers of the search on a board, to look at from another thread; there are none where nothing is searched.
    pub fn progress(&mut self, board: &Board) -> Option<Arc<Progress>> {
        match self.engine_of(board) {
            Ok(Engine::Search(values)) => Some(values.progress()),
            _ => None,
        }
    }

    fn engine_of(&mut self, board: &Board) -> Result<&mut Engine<'a>> {
        let made = match self.engines.entry(board.board()) {
            std::collections::hash_map::Entry::Occupied(found) => return Ok(found.into_mut()),
            std::collections::hash_map::Entry::Vacant(place) => place,
        };
        Ok(made.insert(match board.rules().code() {
            Some(code) => Engine::Sequence(Box::new(GrundySequence::of_code(code))),
            None => {
                let values = Values::new(self.arena, board.clone())?.threads(self.threads);
                Engine::Search(Box::new(values))
            }
        }))
    }

    /// The value of a position of a ruleset that is proved to end.
    ///
    /// # Errors
    /// Those of [`Values::value`]; a heap too large for its sequence.
    pub fn value(&mut self, board: &Board, position: &Packed, limits: &Limits) -> Result<Game> {
        let arena = self.arena;
        match self.engine_of(board)? {
            Engine::Search(values) => values.value(position, limits),
            Engine::Sequence(sequence) => {
                let mut nimber = 0;
                for heap in board.heaps(position).unwrap_or_default() {
                    nimber ^= u64::from(sequence.find(heap, limits)?);
                }
                Ok(arena.calculator_with(limits).nimber(nimber)?)
            }
        }
    }

    /// The value of a position of any ruleset. Of one that is not proved to end, the graph of all positions that play can reach is made.
    ///
    /// # Errors
    /// Those of [`RulesetValues::value`]; [`Error::OutOfRange`] if there are more than [`MOST_VERTICES`] positions in the graph.
    pub fn any_value(
        &mut self,
        board: &Board,
        position: &Packed,
        limits: &Limits,
    ) -> Result<AnyValue> {
        if board.ends() {
            return self.value(board, position, limits).map(AnyValue::Short);
        }
        let mut calc = self.arena.calculator_with(limits);
        let mut parts = Vec::new();
        board.parts(position, &mut parts);
        let mut sum = calc.loopy(Game::ZERO)?;
        for part in parts {
            let value = loopy_value(board, &part, &mut calc)?;
            sum = calc.loopy_add(&sum, &value)?;
        }
        Ok(match calc.loopy_to_game(&sum)? {
            Some(game) => AnyValue::Short(game),
            None => AnyValue::Loopy(sum),
        })
    }

    /// Every move of `player`, each position once, with its value; those that win first, then those to canonical options.
    ///
    /// # Errors
    /// Those of [`RulesetValues::value`].
    pub fn moves(
        &mut self,
        board: &Board,
        position: &Packed,
        player: Player,
        limits: &Limits,
    ) -> Result<Vec<ValuedMove>> {
        let value = self.value(board, position, limits)?;
        let mut calc = self.arena.calculator_with(limits);
        let canonical = calc.options(value, player)?;
        let mut options = Vec::new();
        board.options(position, player, &mut options);
        options.sort_unstable();
        options.dedup();
        let mut moves = Vec::with_capacity(options.len());
        for position in options {
            let value = self.value(board, &position, limits)?;
            let wins = match player {
                Player::Left => calc.ge(value, Game::ZERO)?,
                Player::Right => calc.le(value, Game::ZERO)?,
            };
            let canonical = canonical.contains(&value);
            moves.push(ValuedMove { position, value, wins, canonical });
        }
        moves.sort_by_key(|one| (!one.wins, !one.canonical));
        Ok(moves)
    }
}

/// The value of a position whose play may be endless, from the graph of all positions.
fn loopy_value(board: &Board, start: &Packed, calc: &mut Calculator<'_>) -> Result<Loopy> {
    let limits = calc.limits().clone();
    let found = followers(board, start, MOST_VERTICES, &limits)?;
    let graph = Graph::new(&found.moves).ok_or_else(too_many)?;
    Ok(calc.loopy_of_graph(&graph)?)
}

fn too_many() -> Error {
    Error::out_of_range(
        "a position of a loopy ruleset whose play reaches too many others",
        format!(
            "at most {MOST_VERTICES} positions, as loopy values are found from the whole graph"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_rules::builtin::{ruleset, rulesets};
    use farstar_value::text::Notation;

    #[test]
    fn heap_games_with_a_code_have_the_values_of_their_rules() {
        let arena = Arena::new();
        let mut known = RulesetValues::new(&arena);
        let mut codes = 0;
        for rules in rulesets().into_iter().filter(|rules| rules.code().is_some()) {
            codes += 1;
            for n in 0..26 {
                let (board, start) = rules.position(&n.to_string()).unwrap();
                let mut played = Values::new(&arena, board.clone()).unwrap();
                let wanted = played.value(&start, &Limits::none()).unwrap();
                let found = known.value(&board, &start, &Limits::none()).unwrap();
                assert_eq!(found, wanted, "{} {n}", rules.name());
            }
        }
        assert!(codes >= 10, "{codes}");
    }

    #[test]
    fn values_of_loopy_rulesets_are_found_from_their_graphs() {
        // Siegel, Loopy games and computation: ttt..fff
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let rules = ruleset("Backsliding Toads and Frogs").unwrap();
        let mut known = RulesetValues::new(&arena);
        for (text, wanted) in
            [("TTT..FFF", "{on||0|-1/2} & {1/2|0||off}"), ("T.", "on"), (".F", "off"), ("TF", "0")]
        {
            let (board, start) = rules.position(text).unwrap();
            let value = known.any_value(&board, &start, &Limits::none()).unwrap();
            let shown = match value {
                AnyValue::Short(game) => calc.print(game, Notation::Ascii).unwrap(),
                AnyValue::Loopy(value) => calc.loopy_print(&value).unwrap(),
            };
            assert_eq!(shown, wanted, "{text}");
        }
    }

    #[test]
    fn winning_moves_come_first() {
        let arena = Arena::new();
        let (board, start) = ruleset("Nim").unwrap().position("1+2+4").unwrap();
        let mut known = RulesetValues::new(&arena);
        let moves = known.moves(&board, &start, Player::Left, &Limits::none()).unwrap();
        assert_eq!(board.draw(&moves[0].position), "1+2+3");
        assert!(moves[0].wins && !moves[1].wins);
        assert_eq!(moves.len(), 7);
    }
}
