//! Sums whose winner was not found within the limits: what thermographs prove, and what they or the numbers of moves
//! only suggest.
//!
//! Exact: who wins by the bounds of the thermographs, and moves after which these bounds decide for the mover.
//! Heuristic: the move of the thermostat, and where values are missing the move that leaves the mover the most moves
//! more than the opponent.

use crate::answer::{Bounds, Move, Reply, Why};
use crate::question::part;
use crate::solver::Asked;
use crate::valued::Option_;
use crate::{Answer, Limits, Moves, Player, Position, Proof, Solver, Sum};
use farstar_solve::Result;
use farstar_solve::thermostat;
use farstar_value::Game;
use std::time::Duration;

/// Moves that are looked at where nothing but their number is known.
const MOST_COUNTED: usize = 400;
/// So long at most advice is looked for.
const PATIENCE: Duration = Duration::from_secs(2);

impl Solver<'_> {
    /// Tells what can be told where no winner was found; `terms` are the values of the first components.
    pub(crate) fn undecided(&mut self, asked: Asked<'_>, terms: &[Game], answer: &mut Answer) {
        let Asked { sum, question, limits } = asked;
        if question.moves == Moves::None {
            return;
        }
        let share = Limits { nodes: None, ..part(limits, 0.5).within(PATIENCE) };
        let by_terms = terms.len() == sum.summands().len()
            && self.by_thermographs(asked.within(&share), terms, answer).is_ok();
        // in an impartial game both have the same moves
        if !by_terms && !answer.impartial {
            // what is told until a limit is met is told
            let _ = share.guard(|| by_mobility(sum, answer));
        }
        if !answer.is_open_to(question) {
            (answer.stopped, answer.message) = (None, None);
        }
    }

    /// What the thermographs of the components tell.
    fn by_thermographs(
        &mut self,
        Asked { sum, question, limits }: Asked<'_>,
        terms: &[Game],
        answer: &mut Answer,
    ) -> Result<()> {
        let mut calc = self.arena.calculator_with(limits);
        let bounds = thermostat::Bounds::of(&mut calc, terms)?;
        answer.bounds = Some(Bounds {
            mean: bounds.mean.to_string(),
            temperature: bounds.temperature.to_string(),
        });
        for player in [Player::Left, Player::Right] {
            if answer.starts(player).winner.is_some() || !question.asks_of(player) {
                continue;
            }
            let mut options: Vec<Vec<Option_>> = Vec::new();
            for (summand, &term) in sum.summands().iter().zip(terms) {
                options.push(self.options(summand, term, player, limits)?);
            }
            let mut moves = Vec::new();
            for (at, own) in options.iter().enumerate() {
                for option in own {
                    let mut after = terms.to_vec();
                    after[at] = option.value;
                    let then = thermostat::Bounds::of(&mut calc, &after)?;
                    let position = option.position.clone();
                    let searched = answer.starts(player).moves.iter().find(|one| {
                        one.component == at && one.position == position && one.wins.is_some()
                    });
                    let proved = then.winner(player.opponent()).map(|winner| winner == player);
                    let wins = proved.or(searched.and_then(|one| one.wins));
                    moves.push(Move { component: at, position, wins, ..Move::default() });
                }
            }
            let parts: Vec<(Game, Vec<Game>)> = terms
                .iter()
                .zip(&options)
                .map(|(&term, own)| (term, own.iter().map(|one| one.value).collect()))
                .collect();
            let advice = thermostat::advice(&mut calc, &parts, player)?;
            let advised = advice.map(|advice| {
                let before: usize = options[..advice.part].iter().map(Vec::len).sum();
                let temperature = Some(advice.temperature.to_string());
                Reply { number: before + advice.option, why: Why::Thermostat, temperature }
            });
            let loses = |reply: &Reply| moves[reply.number].wins == Some(false);
            let mut reply = advised.filter(|reply| !loses(reply)).or_else(|| {
                let number = moves.iter().position(|one| one.wins.is_none())?;
                Some(Reply { number, why: Why::Open, temperature: None })
            });
            let winning = moves.iter().position(|one| one.wins == Some(true));
            if let Some(number) = winning {
                reply = Some(Reply { number, why: Why::Wins, temperature: None });
            }
            let winner = winning.map(|_| player).or(bounds.winner(player));
            let start = answer.starts_mut(player);
            (start.moves, start.all_moves, start.reply) = (moves, true, reply);
            if let Some(winner) = winner {
                answer.note_winner(player, Some(winner), Proof::Thermographs);
            }
        }
        Ok(())
    }
}

/// Advises the move that leaves the mover the most moves more than the opponent.
fn by_mobility(sum: &Sum, answer: &mut Answer) {
    for player in [Player::Left, Player::Right] {
        if answer.starts(player).winner.is_some() {
            continue;
        }
        let start = answer.starts(player);
        let open = |at, position: &str| {
            let same = |one: &Move| one.component == at && one.position == position;
            start.moves.iter().position(|one| same(one) && one.wins != Some(false))
        };
        let mut best: Option<(i64, usize)> = None;
        for (at, summand) in sum.summands().iter().enumerate() {
            let Some(position) = summand.position() else { continue };
            let before = mobility(position, player);
            for option in moves(position, player).iter().take(MOST_COUNTED) {
                let Some(number) = open(at, &option.to_string()) else { continue };
                let gain = mobility(option, player) - before;
                if best.is_none_or(|(other, _)| gain > other) {
                    best = Some((gain, number));
                }
            }
        }
        if let Some((_, number)) = best {
            let reply = Reply { number, why: Why::Mobility, temperature: None };
            answer.starts_mut(player).reply = Some(reply);
        }
    }
}

/// How many moves more the player has than the opponent.
fn mobility(position: &Position, player: Player) -> i64 {
    moves(position, player).len() as i64 - moves(position, player.opponent()).len() as i64
}

/// The moves, none where there are too many to list.
fn moves(position: &Position, player: Player) -> Vec<Position> {
    position.moves(player).unwrap_or_default()
}
