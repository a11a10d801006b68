//! Play that may be endless; then it is a draw.
//!
//! Who wins one board is read from the graph of all positions that play can reach. A value, and so who wins a sum,
//! comes from the graphs of its parts, which must be smaller.

use crate::answer::{Move, Play, Reply, Start, Why};
use crate::facts::Texts;
use crate::position::Place;
use crate::question::part;
use crate::sides::PositionSides;
use crate::solver::{Asked, Tell, winner};
use crate::{Answer, Effort, Error, Limits, Moves, Player, Proof, Solver, Stop, Sum, Summand};
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_solve::Result;
use farstar_solve::board_sum::BoardSum;
use farstar_solve::loopy_play::LoopyPlay;
use farstar_solve::ruleset_values::AnyValue;
use farstar_value::loopy::{Graph, Loopy, MOST_VERTICES};
use farstar_value::{Calculator, Game};
use std::time::Duration;

/// Positions of one board that are looked at.
const MOST_POSITIONS: usize = 1 << 20;
/// So long a loopy value is looked for, when who wins is known already, or a fourth of the time that is given, if that
/// is longer; boards of a million positions take half of it.
const PATIENCE: Duration = Duration::from_secs(10);

fn patience(limits: &Limits) -> Duration {
    limits.time_left().map_or(PATIENCE, |left| (left / 4).max(PATIENCE))
}

impl<'a> Solver<'a> {
    /// Answers a sum in which some play may be endless.
    pub(crate) fn endless(
        &mut self,
        asked: Asked<'_>,
        answer: &mut Answer,
        tell: Tell<'_>,
    ) -> std::result::Result<(), Error> {
        let Asked { sum, question, limits } = asked;
        let limits_of_all = limits;
        let ends_by_parts = answer.atlas.is_none() && self.ends_by_parts(asked);
        if answer.atlas.is_some() {
            // who wins is known
        } else if ends_by_parts {
            // values of the parts tell who wins
        } else if let [Summand::Position(_)] = sum.summands() {
            let found = self.retrograde(asked.within(&part(limits, 0.5)), answer);
            answer.note_end(found)?;
            tell(answer);
        } else if answer.play == Play::Misere {
            let found = self.retrograde_of_sum(asked.within(&part(limits, 0.5)), answer);
            answer.note_end(found)?;
            tell(answer);
        }
        if answer.stopped == Some(Stop::Cancelled) {
            return Ok(());
        }
        answer.value_of = Some(Play::Normal).filter(|_| answer.play == Play::Misere);
        let mut limits = match ends_by_parts {
            true => part(limits, 0.5),
            false => question.effort.share(&part(limits, 1.0)),
        };
        if answer.outcome.is_some() {
            if question.effort == Effort::None {
                return Ok(());
            }
            limits = limits.within(patience(limits_of_all));
        }
        let valued = self.loopy_valued(asked.within(&limits), answer);
        tell(answer);
        let Err(error) = valued else {
            if !answer.is_open() {
                (answer.stopped, answer.message) = (None, None);
            }
            return Ok(());
        };
        // Where values are out of reach, who wins may still be found from all positions of the sum.
        if answer.is_open()
            && answer.play == Play::Normal
            && answer.stopped != Some(Stop::Cancelled)
        {
            let found = self.retrograde_of_sum(asked.within(&part(limits_of_all, 0.9)), answer);
            if found.is_ok() && !answer.is_open() {
                (answer.stopped, answer.message) = (None, None);
                tell(answer);
                answer.note_no_value(&error)?;
                return Ok(());
            }
        }
        answer.note_no_value(&error)?;
        let lacks_moves = |player| question.asks_of(player) && !answer.starts(player).all_moves;
        let lacks_moves = question.moves == Moves::All
            && [Player::Left, Player::Right].into_iter().any(lacks_moves);
        if (answer.is_open() || lacks_moves) && answer.stopped.is_none() {
            answer.note_stop(&error);
        }
        Ok(())
    }

    /// Whether the graphs of the parts of one position show that play ends, of normal play. Then no move leads round in
    /// a circle, and who wins by the value needs no graph of all positions of the sum.
    fn ends_by_parts(&mut self, asked: Asked<'_>) -> bool {
        let [Summand::Position(position)] = asked.sum.summands() else { return false };
        let Place::Board(board, words) = position.place() else { return false };
        let limits = part(asked.limits, 0.25);
        !board.rules().is_misere()
            && self.values.parts_end(board, words, MOST_POSITIONS, &limits).unwrap_or(false)
    }

    /// Who wins one board, with the quickest win and the slowest loss, so that play does not walk round in circles.
    fn retrograde(&mut self, asked: Asked<'_>, answer: &mut Answer) -> Result<()> {
        let Asked { sum, question, limits } = asked;
        let place = sum.summands().first().and_then(Summand::position).map(|one| one.place());
        let Some(Place::Board(board, words)) = place else { return Ok(()) };
        let found = self.values.followers(board, words, MOST_POSITIONS, limits)?;
        let play = LoopyPlay::of_followers(found, board.rules().is_misere(), limits)?;
        answer.note_outcome(play.outcome(), Proof::Retrograde);
        answer.positions = Some(play.positions() as u64);
        for player in [Player::Left, Player::Right] {
            answer.starts_mut(player).plies = play.plies(player);
            if question.moves == Moves::None {
                continue;
            }
            let told = play.moves(player).into_iter().map(|one| Move {
                position: board.draw(&one.position),
                wins: Some(one.winner == Some(player)),
                draws: one.winner.is_none(),
                plies: one.plies,
                ..Move::default()
            });
            answer.starts_mut(player).take_moves(told.collect());
        }
        Ok(())
    }

    /// Who wins a sum of boards, from the graph of all its positions.
    fn retrograde_of_sum(&mut self, asked: Asked<'_>, answer: &mut Answer) -> Result<()> {
        let Asked { sum, question, limits } = asked;
        let (mut boards, mut start): (Vec<Board>, Vec<Packed>) = (Vec::new(), Vec::new());
        for summand in sum.summands() {
            let Some(Place::Board(board, words)) = summand.position().map(|one| one.place()) else {
                return Err(farstar_solve::Error::not_covered(
                    "who wins this sum, in which play may be endless",
                    "only boards are played out together",
                ));
            };
            boards.push(board.clone());
            start.push(words.clone());
        }
        let misere = answer.play == Play::Misere;
        let all = BoardSum::new(boards.clone());
        let play = LoopyPlay::of(&all, &start, misere, MOST_POSITIONS, limits)?;
        answer.note_outcome(play.outcome(), Proof::Retrograde);
        answer.positions = Some(play.positions() as u64);
        for player in [Player::Left, Player::Right] {
            answer.starts_mut(player).plies = play.plies(player);
            if question.moves == Moves::None {
                continue;
            }
            let told = play.moves(player).into_iter().filter_map(|one| {
                let at = start.iter().zip(&one.position).position(|(old, new)| old != new)?;
                Some(Move {
                    component: at,
                    position: boards[at].draw(&one.position[at]),
                    wins: Some(one.winner == Some(player)),
                    draws: one.winner.is_none(),
                    plies: one.plies,
                    ..Move::default()
                })
            });
            let told = told.collect();
            answer.starts_mut(player).take_moves(told);
        }
        Ok(())
    }

    /// The value of the sum and of what its moves make of it; from it the winners, where they are not known.
    fn loopy_valued(&mut self, asked: Asked<'_>, answer: &mut Answer) -> Result<()> {
        let Asked { sum, question, limits } = asked;
        let mut calc = self.arena.calculator_with(limits);
        let mut texts = Texts::default();
        let mut terms = Vec::new();
        for (at, summand) in sum.summands().iter().enumerate() {
            let value = self.any_value(summand, limits, &mut calc)?;
            answer.sum[at].value = texts.of_any(&value, &mut calc)?;
            terms.push(loopy(value, &mut calc)?);
        }
        let rests = loopy_rests(&terms, &mut calc)?;
        let total = match (rests.first(), terms.first()) {
            (Some(rest), Some(term)) => calc.loopy_add(rest, term)?,
            _ => calc.loopy(Game::ZERO)?,
        };
        if answer.is_open() {
            answer.note_outcome(calc.loopy_outcome(&total)?, Proof::Value);
        }
        let whole = short_if_it_is(total, &mut calc)?;
        match &whole {
            AnyValue::Short(game) => answer.note_value_itself(*game, &mut texts, &mut calc)?,
            AnyValue::Loopy(_) => answer.note_text(texts.of_any(&whole, &mut calc)?),
        }
        self.whole = Some(whole.clone());
        answer.note_facts(&whole, &mut texts, &mut calc)?;
        if matches!(whole, AnyValue::Loopy(_))
            && answer.walls.is_empty()
            && let Some(graph) = self.graph_of(sum, limits)?
        {
            answer.note_ko(&graph, &mut calc)?;
        }
        if question.moves == Moves::None {
            return Ok(());
        }
        for player in [Player::Left, Player::Right] {
            let mut moves = Vec::new();
            for (at, summand) in sum.summands().iter().enumerate() {
                for (position, value) in self.loopy_options(summand, player, limits, &mut calc)? {
                    let value = loopy(value, &mut calc)?;
                    let after = calc.loopy_add(&rests[at], &value)?;
                    let then = winner(calc.loopy_outcome(&after)?, player.opponent());
                    let after = short_if_it_is(after, &mut calc)?;
                    let mean = match after {
                        AnyValue::Short(game) => Some(calc.mean(game)?.to_string()),
                        AnyValue::Loopy(_) => None,
                    };
                    moves.push(Move {
                        component: at,
                        position,
                        value: texts.of_any(&after, &mut calc)?,
                        mean,
                        wins: Some(then == Some(player)),
                        draws: then.is_none(),
                        ..Move::default()
                    });
                }
            }
            answer.starts_mut(player).take_values(moves);
        }
        Ok(())
    }

    /// The graph of all positions of a sum that is one board; `None` if it is none, or they are too many.
    pub(crate) fn graph_of(&mut self, sum: &Sum, limits: &Limits) -> Result<Option<Graph>> {
        let [Summand::Position(position)] = sum.summands() else { return Ok(None) };
        let Place::Board(board, words) = position.place() else { return Ok(None) };
        let found = self.values.followers(board, words, MOST_VERTICES, limits)?;
        let lists = |at| [Player::Left, Player::Right].map(|who| found.options(at, who).to_vec());
        let moves: Vec<_> = (0..found.positions.len() as u32).map(lists).collect();
        Ok(Graph::new(&moves))
    }

    /// The two sides of one position in which play may be endless, with a proof that `farstar check` reads and holds
    /// against the rules.
    ///
    /// # Errors
    /// [`Error::Sum`] for sums of several components and heaps; the limits, and graphs that are too large.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Arena, Limits, Ruleset, Solver};
    /// let arena = Arena::new();
    /// let toads = Ruleset::named("Backsliding Toads and Frogs")?;
    /// let certificate = Solver::new(&arena).sides_certificate(&toads.position("t.f")?.into(), &Limits::none())?;
    /// certificate.check(&Limits::none())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sides_certificate(
        &mut self,
        sum: &Sum,
        limits: &Limits,
    ) -> std::result::Result<PositionSides, Error> {
        let (Some(graph), [Summand::Position(position)]) =
            (self.graph_of(sum, limits)?, sum.summands())
        else {
            let wanted =
                "sides are certified of one position on a board, with not too many followers";
            return Err(Error::Sum(wanted.to_owned()));
        };
        let mut calc = self.arena.calculator_with(limits);
        Ok(PositionSides::new(position, calc.sides_certificate(&graph)?))
    }

    fn any_value(
        &mut self,
        summand: &Summand,
        limits: &Limits,
        calc: &mut Calculator<'a>,
    ) -> Result<AnyValue> {
        match summand {
            Summand::Position(position) => match position.place() {
                Place::Board(board, words) => self.values.any_value(board, words, limits),
                Place::Heaps(..) => {
                    let component = [self.component(summand, false, calc)?];
                    let nimber = self.search(false)?.grundy(&component, limits)?;
                    Ok(AnyValue::Short(calc.nimber(nimber)?))
                }
            },
            Summand::Value(text) => Ok(AnyValue::Short(calc.parse(text)?)),
        }
    }

    /// The moves of a player in a component, as they are typed, with their values.
    fn loopy_options(
        &mut self,
        summand: &Summand,
        player: Player,
        limits: &Limits,
        calc: &mut Calculator<'a>,
    ) -> Result<Vec<(String, AnyValue)>> {
        let mut told = Vec::new();
        match summand {
            Summand::Position(position) if !position.ruleset().ends() => {
                for option in limits.guard(|| position.moves(player))?? {
                    let Place::Board(board, words) = option.place() else { continue };
                    let value = self.values.any_value(board, words, limits)?;
                    told.push((option.to_string(), value));
                }
            }
            _ => {
                let AnyValue::Short(value) = self.any_value(summand, limits, calc)? else {
                    return Ok(told);
                };
                for option in self.options(summand, value, player, limits)? {
                    told.push((option.position, AnyValue::Short(option.value)));
                }
            }
        }
        Ok(told)
    }
}

fn loopy(value: AnyValue, calc: &mut Calculator<'_>) -> Result<Loopy> {
    Ok(match value {
        AnyValue::Short(game) => calc.loopy(game)?,
        AnyValue::Loopy(loopy) => loopy,
    })
}

fn short_if_it_is(value: Loopy, calc: &mut Calculator<'_>) -> Result<AnyValue> {
    Ok(match calc.loopy_to_game(&value)? {
        Some(game) => AnyValue::Short(game),
        None => AnyValue::Loopy(value),
    })
}

/// For each component the sum of all others.
fn loopy_rests(terms: &[Loopy], calc: &mut Calculator<'_>) -> Result<Vec<Loopy>> {
    let mut rests = Vec::with_capacity(terms.len());
    for at in 0..terms.len() {
        let mut rest = calc.loopy(Game::ZERO)?;
        for (_, term) in terms.iter().enumerate().filter(|(other, _)| *other != at) {
            rest = calc.loopy_add(&rest, term)?;
        }
        rests.push(rest);
    }
    Ok(rests)
}

impl Start {
    /// Takes over all moves, sorted: the quickest win first, then draws, then the slowest loss.
    pub(crate) fn take_moves(&mut self, mut moves: Vec<Move>) {
        moves.sort_by_key(|one| {
            let plies = one.plies.map_or(0, i64::from);
            let wins = one.wins == Some(true);
            (!wins, !one.draws, if wins { plies } else { -plies })
        });
        // the first is the best
        self.reply = moves.first().map(|one| {
            let why = match (one.wins, one.draws) {
                (Some(true), _) => Why::Wins,
                (_, true) => Why::Draws,
                _ => Why::Loses,
            };
            Reply { number: 0, why, temperature: None }
        });
        self.moves = moves;
        self.all_moves = true;
    }

    /// Takes over the values of moves that are known, or all of it if none are.
    fn take_values(&mut self, moves: Vec<Move>) {
        if !self.all_moves {
            return self.take_moves(moves);
        }
        for one in &mut self.moves {
            let same = moves
                .iter()
                .find(|other| (other.component, &other.position) == (one.component, &one.position));
            if let Some(same) = same {
                (one.value, one.mean) = (same.value.clone(), same.mean.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gives_more_time_has_a_value_looked_for_longer() {
        let given = |seconds| patience(&Limits::none().time(Duration::from_secs(seconds)));
        assert_eq!((patience(&Limits::none()), given(8)), (PATIENCE, PATIENCE));
        assert!(given(4000) > Duration::from_secs(900));
    }
}
