//! Positions that are looked up in atlases, files of all positions of a board, before anything is searched.

use crate::answer::{Move, Play};
use crate::atlases::Named;
use crate::position::Place;
use crate::solver::Asked;
use crate::valued::Option_;
use crate::{Answer, Atlases, Error, Moves, Player, Position, Proof, Solver, Summand};
use farstar_atlas::Ask;
use farstar_rules::Packed;
use farstar_rules::position::GameGraph;
use farstar_value::{Calculator, Game};
use std::sync::PoisonError;

impl<'a> Solver<'a> {
    /// Asks these atlases for positions of their rulesets before it searches.
    #[must_use]
    pub fn consulting(mut self, atlases: &Atlases) -> Self {
        self.atlases = atlases.clone();
        self
    }

    /// Looks a position up: who wins, by which moves, and what else the atlas tells. Says whether it was there.
    pub(crate) fn consulted(&self, asked: Asked<'_>, answer: &mut Answer) -> Result<bool, Error> {
        let [Summand::Position(position)] = asked.sum.summands() else { return Ok(false) };
        let Place::Board(board, words) = position.place() else { return Ok(false) };
        for Named { name, atlas } in self.atlases.0.iter() {
            // a cache of blocks cannot be left half changed
            let mut atlas = atlas.lock().unwrap_or_else(PoisonError::into_inner);
            let rules = atlas.field().rules();
            let misere = answer.play == Play::Misere;
            if rules != position.ruleset().rules() || rules.is_misere() != misere {
                continue;
            }
            let Some(told) = atlas.told_on(board, words)? else { continue };
            answer.atlas = Some(name.clone());
            answer.grundy = answer.grundy.or(told.grundy.map(u64::from));
            for (at, player) in [Player::Left, Player::Right].into_iter().enumerate() {
                answer.note_winner(player, told.winners[at], Proof::Atlas);
                answer.starts_mut(player).plies = told.plies[at];
                if asked.question.moves == Moves::None {
                    continue;
                }
                let (mut options, mut moves) = (Vec::new(), Vec::new());
                board.options(words, player, &mut options);
                options.sort_unstable();
                options.dedup();
                for option in &options {
                    let Some(end) = atlas.told_on(board, option)? else {
                        let shown = position.draw(option);
                        return Err(Error::Atlas(format!(
                            "{name}: the position {shown} is missing"
                        )));
                    };
                    let winner = end.winners[1 - at];
                    moves.push(Move {
                        position: position.draw(option),
                        wins: Some(winner == Some(player)),
                        draws: winner.is_none(),
                        plies: end.plies[1 - at],
                        ..Move::default()
                    });
                }
                answer.starts_mut(player).take_moves(moves);
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// The value of a position of a board, if an atlas of values holds it, and the name of the atlas.
    pub(crate) fn looked_up(
        &self,
        position: &Position,
        words: &Packed,
        calc: &mut Calculator<'a>,
    ) -> Result<Option<(Game, String)>, Error> {
        let Place::Board(board, _) = position.place() else { return Ok(None) };
        for Named { name, atlas } in self.atlases.0.iter() {
            // a cache of blocks cannot be left half changed
            let mut atlas = atlas.lock().unwrap_or_else(PoisonError::into_inner);
            let asked = atlas.folding().ask == Ask::Value;
            if !asked || atlas.field().rules() != position.ruleset().rules() {
                continue;
            }
            let Some(told) = atlas.told_on(board, words)? else { continue };
            let value = told.value.unwrap_or_default();
            let value = calc.decode(&value).map_err(farstar_solve::Error::from)?;
            return Ok(Some((value, name.clone())));
        }
        Ok(None)
    }

    /// The values of the components of a sum that are looked up; notes the atlas.
    pub(crate) fn known_terms(
        &self,
        Asked { sum, limits, .. }: Asked<'_>,
        answer: &mut Answer,
    ) -> Result<Vec<Option<Game>>, Error> {
        let mut calc = self.arena.calculator_with(limits);
        let mut terms = Vec::new();
        for summand in sum.summands() {
            let found = match summand {
                Summand::Position(position) => match position.place() {
                    Place::Board(_, words) => self.looked_up(position, words, &mut calc)?,
                    Place::Heaps(..) => None,
                },
                Summand::Value(_) => None,
            };
            terms.push(found.map(|(value, name)| {
                answer.atlas.get_or_insert(name);
                value
            }));
        }
        Ok(terms)
    }

    /// The moves of a player with their values, each position once, if an atlas of values holds them all.
    pub(crate) fn options_looked_up(
        &self,
        position: &Position,
        player: Player,
        calc: &mut Calculator<'a>,
    ) -> Result<Option<Vec<Option_>>, Error> {
        let Place::Board(board, words) = position.place() else { return Ok(None) };
        if self.looked_up(position, words, calc)?.is_none() {
            return Ok(None);
        }
        let (mut options, mut found) = (Vec::new(), Vec::new());
        board.options(words, player, &mut options);
        options.sort_unstable();
        options.dedup();
        for option in &options {
            let Some((value, _)) = self.looked_up(position, option, calc)? else { return Ok(None) };
            found.push(Option_ { position: position.draw(option), value });
        }
        Ok(Some(found))
    }
}
