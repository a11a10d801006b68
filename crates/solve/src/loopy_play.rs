//! Who wins a position whose play may be endless, when endless play is a draw: from the graph of all positions that
//! play can reach.
//!
//! Every position is taken twice, once for each player to move, and retrograde analysis of the graph of these pairs
//! tells for each who wins or that neither can force an end. Values are not needed for it, so it goes much further than
//! they do; it tells nothing of sums.
//!
//! # Source
//! A. N. Siegel, *Combinatorial Game Theory*, VI.1 (outcomes of loopy games); the algorithm is that of [`outcomes`].

use farstar_rules::position::GameGraph;
use farstar_value::loopy::LoopyOutcome;
use farstar_value::{Limits, Player};
use std::hash::Hash;
use std::sync::Arc;

use crate::followers::{Followers, followers};
use crate::{Error, Result};
use farstar_impartial::digraph::{ArcList, Outcome, Retrograde, outcomes};

/// Most positions a graph may have: each is a vertex for both players, and one more is the end of misère play.
pub const MOST_POSITIONS: usize = 1 << 24;

/// A move of a position whose play may be endless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyMove<P> {
    /// The position it reaches.
    pub position: P,
    /// Who wins then under best play; `None` is a draw.
    pub winner: Option<Player>,
    /// How many moves are left to the end, if somebody wins: the winner hastens it, the loser delays it.
    pub plies: Option<u32>,
}

/// A position and all that play can make of it, each with its winner.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_solve::loopy_play::LoopyPlay;
/// use farstar_value::{Limits, Player, loopy::LoopyOutcome};
/// // Siegel, Loopy games and computation: nobody can force an end.
/// let (board, start) = ruleset("Backsliding Toads and Frogs")?.position("TTT..FFF")?;
/// let play = LoopyPlay::of(&board, &start, false, 1000, &Limits::none())?;
/// assert_eq!(play.outcome(), LoopyOutcome::D);
/// assert_eq!(play.winner(Player::Left), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LoopyPlay<P> {
    found: Arc<Followers<P>>,
    solved: Retrograde,
    misere: bool,
}

/// The vertex of a position with a player to move.
const fn pair(position: u32, mover: Player) -> u32 {
    2 * position + matches!(mover, Player::Right) as u32
}

impl<P: Clone + Ord + Hash> LoopyPlay<P> {
    /// Goes through everything that play can reach from `start`, at most `most` positions; in `misere` play who cannot
    /// move wins.
    ///
    /// # Errors
    /// Those of the limits, whose nodes are positions; [`Error::TooLarge`] beyond `most` positions, or beyond
    /// [`MOST_POSITIONS`].
    ///
    /// # Complexity
    /// Time and memory proportional to the positions and their moves.
    pub fn of<R: GameGraph<Position = P>>(
        ruleset: &R,
        start: &P,
        misere: bool,
        most: usize,
        limits: &Limits,
    ) -> Result<Self> {
        let found = followers(ruleset, start, most.min(MOST_POSITIONS), limits)?;
        Self::of_followers(Arc::new(found), misere, limits)
    }

    /// The same of positions that are found already; play begins from the first.
    ///
    /// # Errors
    /// Those of the limits; [`Error::TooLarge`] beyond [`MOST_POSITIONS`].
    pub fn of_followers(found: Arc<Followers<P>>, misere: bool, limits: &Limits) -> Result<Self> {
        let mut arcs = ArcList::new();
        let count = u32::try_from(found.positions.len()).map_err(|_| {
            Error::too_large("a graph of positions", format!("at most {MOST_POSITIONS}"))
        })?;
        arcs.cover(2 * count + u32::from(misere))?;
        for position in 0..count {
            for mover in [Player::Left, Player::Right] {
                let list = found.options(position, mover);
                for &to in list {
                    arcs.push(pair(position, mover), pair(to, mover.opponent()))?;
                }
                // Who cannot move wins: one step further somebody cannot.
                if misere && list.is_empty() {
                    arcs.push(pair(position, mover), 2 * count)?;
                }
            }
        }
        let solved = outcomes(&arcs.into_digraph(), limits)?;
        Ok(Self { found, solved, misere })
    }

    /// How many positions play can reach, the first one counted.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.found.positions.len()
    }

    fn winner_of(&self, position: u32, mover: Player) -> Option<Player> {
        match self.solved.outcome(pair(position, mover)) {
            Outcome::N => Some(mover),
            Outcome::P => Some(mover.opponent()),
            Outcome::Draw => None,
        }
    }

    fn plies_of(&self, position: u32, mover: Player) -> Option<u32> {
        let plies = self.solved.plies(pair(position, mover))?;
        Some(plies - u32::from(self.misere))
    }

    /// Who wins when `starter` moves first; `None` is a draw.
    #[must_use]
    pub fn winner(&self, starter: Player) -> Option<Player> {
        self.winner_of(0, starter)
    }

    /// How many moves it takes when `starter` moves first, if somebody wins.
    #[must_use]
    pub fn plies(&self, starter: Player) -> Option<u32> {
        self.plies_of(0, starter)
    }

    /// Who wins, for both players who may begin.
    #[must_use]
    pub fn outcome(&self) -> LoopyOutcome {
        LoopyOutcome::of_winners(self.winner(Player::Left), self.winner(Player::Right))
    }

    /// The moves of `player` from the position itself, each position once.
    #[must_use]
    pub fn moves(&self, player: Player) -> Vec<LoopyMove<P>> {
        let after = player.opponent();
        let reached = self.found.options(0, player).iter().map(|&to| LoopyMove {
            position: self.found.positions[to as usize].clone(),
            winner: self.winner_of(to, after),
            plies: self.plies_of(to, after),
        });
        let mut moves: Vec<LoopyMove<P>> = reached.collect();
        moves.sort_unstable_by(|one, other| one.position.cmp(&other.position));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_sum::BoardSum;
    use crate::ruleset_values::{AnyValue, RulesetValues};
    use farstar_rules::builtin::{ruleset, rulesets};
    use farstar_value::{Arena, Outcome as Short};

    #[test]
    fn winners_are_those_of_the_values_of_loopy_rulesets() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let mut values = RulesetValues::new(&arena);
        let rules = ruleset("Backsliding Toads and Frogs").unwrap();
        let mut texts = vec![String::new()];
        for _ in 0..5 {
            texts = texts
                .iter()
                .flat_map(|text| ["T", "F", "."].map(|c| format!("{text}{c}")))
                .collect();
            for text in &texts {
                let (board, start) = rules.position(text).unwrap();
                let play = LoopyPlay::of(&board, &start, false, 1 << 16, &Limits::none()).unwrap();
                let wanted = match values.any_value(&board, &start, &Limits::none()).unwrap() {
                    AnyValue::Short(game) => LoopyOutcome::Decided(calc.outcome(game).unwrap()),
                    AnyValue::Loopy(value) => calc.loopy_outcome(&value).unwrap(),
                };
                assert_eq!(play.outcome(), wanted, "{text}");
            }
        }
    }

    #[test]
    fn winners_of_sums_of_boards_are_those_of_their_values() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let mut values = RulesetValues::new(&arena);
        let none = Limits::none();
        let rules = ruleset("Backsliding Toads and Frogs").unwrap();
        let texts = ["T.", ".F", "T.F", "TF.", "T.TF", "F.T", "TT.F", "TF.FT"];
        for one in texts {
            for other in texts {
                let places = [one, other].map(|text| rules.position(text).unwrap());
                let mut sum = calc.loopy(farstar_value::Game::ZERO).unwrap();
                for (board, start) in &places {
                    let value = match values.any_value(board, start, &none).unwrap() {
                        AnyValue::Short(game) => calc.loopy(game).unwrap(),
                        AnyValue::Loopy(value) => value,
                    };
                    sum = calc.loopy_add(&sum, &value).unwrap();
                }
                let (boards, start) = places.into_iter().unzip();
                let all = BoardSum::new(boards);
                let play = LoopyPlay::of(&all, &start, false, 1 << 16, &none).unwrap();
                assert_eq!(play.outcome(), calc.loopy_outcome(&sum).unwrap(), "{one} + {other}");
            }
        }
        // Misère Nim as a sum of boards: who takes the last token loses.
        let rules = ruleset("Nim").unwrap();
        for (heaps, wanted) in
            [(["1", "1"], Short::N), (["1", "2"], Short::N), (["2", "2"], Short::P)]
        {
            let (boards, start) =
                heaps.map(|heap| rules.position(heap).unwrap()).into_iter().unzip();
            let play = LoopyPlay::of(&BoardSum::new(boards), &start, true, 1000, &none).unwrap();
            assert_eq!(play.outcome(), LoopyOutcome::Decided(wanted), "{heaps:?}");
        }
    }

    #[test]
    fn winners_of_what_ends_are_those_of_its_values() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let mut values = RulesetValues::new(&arena);
        for (name, text) in [
            ("Domineering", "3x3"),
            ("Toads and Frogs", "TT..FF"),
            ("Nim", "3+5"),
            ("Clobber", "XOX|OXO"),
        ] {
            let (board, start) = ruleset(name).unwrap().position(text).unwrap();
            let play = LoopyPlay::of(&board, &start, false, 1 << 16, &Limits::none()).unwrap();
            let value = values.value(&board, &start, &Limits::none()).unwrap();
            let outcome = calc.outcome(value).unwrap();
            assert_eq!(play.outcome(), LoopyOutcome::Decided(outcome), "{name}");
            for player in [Player::Left, Player::Right] {
                let won = play.moves(player).iter().any(|one| one.winner == Some(player));
                assert_eq!(won, play.winner(player) == Some(player), "{name}");
            }
        }
    }

    #[test]
    fn who_cannot_move_wins_in_misere_play() {
        // Misère Nim with one heap: who takes all but one wins; a single token must be taken.
        let rules = ruleset("Nim").unwrap();
        for (text, wanted) in
            [("1", Short::P), ("2", Short::N), ("1+1", Short::N), ("2+2", Short::P)]
        {
            let (board, start) = rules.position(text).unwrap();
            let play = LoopyPlay::of(&board, &start, true, 1000, &Limits::none()).unwrap();
            assert_eq!(play.outcome(), LoopyOutcome::Decided(wanted), "{text}");
        }
        let (board, start) = rules.position("1").unwrap();
        let play = LoopyPlay::of(&board, &start, true, 1000, &Limits::none()).unwrap();
        assert_eq!(play.plies(Player::Left), Some(1));
    }

    #[test]
    fn too_many_positions_are_refused() {
        let (board, start) =
            ruleset("Backsliding Toads and Frogs").unwrap().position("TT..FF").unwrap();
        assert!(LoopyPlay::of(&board, &start, false, 10, &Limits::none()).is_err());
    }

    #[test]
    fn examples_of_rulesets_without_proof_are_decided() {
        let mut seen = 0;
        for rules in rulesets().iter().filter(|rules| rules.ending().is_err()) {
            let Some(example) = rules.remark("example") else { continue };
            let (board, start) = rules.position(example).unwrap();
            let play =
                LoopyPlay::of(&board, &start, rules.is_misere(), 1 << 20, &Limits::none()).unwrap();
            assert!(play.positions() > 1, "{}", rules.name());
            seen += 1;
        }
        assert!(seen >= 1);
    }
}
