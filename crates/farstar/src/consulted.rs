//! Positions that are looked up in atlases, files of all positions of a board, before anything is searched.

use crate::answer::{Move, Play};
use crate::atlases::Named;
use crate::position::Place;
use crate::solver::Asked;
use crate::{Answer, Atlases, Error, Moves, Player, Proof, Solver, Summand};
use farstar_rules::position::GameGraph;
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
            let folding = atlas.folding();
            if misere && folding.grundy(0).is_some() {
                // Grundy values do not tell who wins misère play
                continue;
            }
            let Some(found) = atlas.answer_on(board, words)? else { continue };
            answer.atlas = Some(name.clone());
            answer.grundy = answer.grundy.or(folding.grundy(found).map(u64::from));
            for player in [Player::Left, Player::Right] {
                answer.note_winner(player, folding.winner(found, player), Proof::Atlas);
                answer.starts_mut(player).plies = folding.plies(found, player);
                if asked.question.moves == Moves::None {
                    continue;
                }
                let (mut options, mut moves) = (Vec::new(), Vec::new());
                board.options(words, player, &mut options);
                options.sort_unstable();
                options.dedup();
                for option in &options {
                    let Some(end) = atlas.answer_on(board, option)? else {
                        let shown = position.draw(option);
                        return Err(Error::Atlas(format!(
                            "{name}: the position {shown} is missing"
                        )));
                    };
                    let winner = folding.winner(end, player.opponent());
                    moves.push(Move {
                        position: position.draw(option),
                        wins: Some(winner == Some(player)),
                        draws: winner.is_none(),
                        plies: folding.plies(end, player.opponent()),
                        ..Move::default()
                    });
                }
                answer.starts_mut(player).take_moves(moves);
            }
            return Ok(true);
        }
        Ok(false)
    }
}
