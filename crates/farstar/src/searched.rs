//! Play that ends, by search: who wins, and by which moves, without the value of the whole.

use crate::answer::{Move, Play, Reply, Why};
use crate::solver::{Asked, Tell};
use crate::valued::is_too_wide;
use crate::{Answer, Error, Limits, Moves, Player, Proof, Question, Solver, Stop, Summand, Winner};
use farstar_solve::outcome::{self, OutcomeSearch, Target};
use farstar_solve::{Error as SolverError, Result};
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Nodes after which the winner is told before the Grundy value.
const EAGER: u64 = 1 << 16;

impl Solver<'_> {
    /// Finds what is still open: winners, the Grundy value, the moves. Limits are noted in the answer.
    pub(crate) fn searched(
        &mut self,
        asked: Asked<'_>,
        answer: &mut Answer,
        tell: Tell<'_>,
    ) -> std::result::Result<(), Error> {
        let found = self.search_for_all(asked, answer, tell);
        Ok(answer.note_end(found)?)
    }

    fn search_for_all(
        &mut self,
        Asked { sum, question, limits }: Asked<'_>,
        answer: &mut Answer,
        tell: Tell<'_>,
    ) -> Result<()> {
        let misere = answer.play == Play::Misere;
        let components = self.components(sum, misere, limits)?;
        let arena = self.arena;
        let search = self.search(misere)?;
        let impartial = search.is_impartial(&components);
        if impartial && answer.is_open() {
            let mut few = limits.clone();
            few.nodes = Some(limits.nodes.map_or(EAGER, |nodes| nodes.min(EAGER)));
            // more is spent on it when the rest is told
            note_grundy(search, &components, &few, answer).or_else(unless_of_nodes)?;
        }
        let alike = search.is_alike(&components);
        let proof = match misere && search.is_decided_by_quotient(&components, limits)? {
            true => Proof::Formula,
            false => Proof::Search,
        };
        // what is found of Left is said of Right where their moves are alike
        let asked_of = |starter| alike || question.asks_of(starter);
        let mut stopped = None;
        for starter in [Player::Left, Player::Right] {
            if answer.starts(starter).winner.is_some() || !asked_of(starter) {
                continue;
            }
            let left = answer.left_starts.winner.and_then(Winner::player);
            if alike && starter == Player::Right {
                // what one player can do the other can
                if let Some(left) = left {
                    answer.note_winner(starter, Some(left.opponent()), proof);
                }
            } else {
                match search.wins(&components, starter, limits) {
                    Ok(wins) => {
                        let winner = if wins { starter } else { starter.opponent() };
                        answer.note_winner(starter, Some(winner), proof);
                    }
                    Err(error) => stopped = Some(error),
                }
            }
            tell(answer);
        }
        if question.moves != Moves::None {
            for player in [Player::Left, Player::Right].into_iter().filter(|&one| asked_of(one)) {
                if alike && player == Player::Right {
                    answer.mirror_moves();
                    tell(answer);
                    continue;
                }
                let wide = is_too_wide(sum);
                let mut judge = Judge { arena, components: &components, question, limits, wide };
                let judged = judge.moves(search, player, answer, tell);
                stopped = judged.err().or(stopped);
                if is_over(stopped.as_ref()) {
                    break;
                }
            }
        }
        if impartial && answer.grundy.is_none() && !is_over(stopped.as_ref()) {
            note_grundy(search, &components, limits, answer)?;
        }
        stopped.map_or(Ok(()), Err)
    }
}

/// Whether nothing more can be found: a limit on nodes is one on each question, others are over once they are met.
fn is_over(stopped: Option<&SolverError>) -> bool {
    stopped.is_some_and(|error| Stop::of(error) != Some(Stop::Nodes))
}

fn unless_of_nodes(error: SolverError) -> Result<()> {
    if Stop::of(&error) == Some(Stop::Nodes) { Ok(()) } else { Err(error) }
}

fn note_grundy(
    search: &mut OutcomeSearch<'_>,
    components: &[outcome::Component],
    limits: &Limits,
    answer: &mut Answer,
) -> Result<()> {
    answer.grundy = Some(search.grundy(components, limits)?);
    Ok(())
}

/// The judge of the moves of a sum.
struct Judge<'j> {
    arena: &'j Arena,
    components: &'j [outcome::Component],
    question: Question,
    limits: &'j Limits,
    /// Whether there are too many moves to list.
    wide: bool,
}

impl Judge<'_> {
    /// Lists the moves of a player, each with what is known of it.
    fn moves(
        &mut self,
        search: &mut OutcomeSearch<'_>,
        player: Player,
        answer: &mut Answer,
        tell: Tell<'_>,
    ) -> Result<()> {
        // of too many moves those that win are looked for
        let listed = match self.wide {
            true => None,
            false => match self.limits.guard(|| search.moves(self.components, player))? {
                Err(error) if error.is_ceiling() => None,
                listed => Some(listed?),
            },
        };
        let mut calc = self.arena.calculator_with(self.limits);
        let winner = answer.starts(player).winner.and_then(Winner::player);
        let mut known: HashMap<(usize, String), bool> = HashMap::new();
        let mut judged = Ok(());
        if winner != Some(player.opponent()) {
            let one = self.question.moves == Moves::One;
            judged = search.judge_moves(
                self.components,
                player,
                self.limits,
                &mut |search, to, wins| {
                    let position = self.shown(&to, search, &mut calc);
                    if wins {
                        let told = Move {
                            component: to.component,
                            position: position.clone(),
                            wins: Some(true),
                            ..Move::default()
                        };
                        answer.starts_mut(player).moves.push(told);
                        if winner.is_none() {
                            answer.note_winner(player, Some(player), Proof::Search);
                        }
                        tell(answer);
                    }
                    known.insert((to.component, position), wins);
                    if wins && one { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
        }
        let start = answer.starts_mut(player);
        if let Some(listed) = listed {
            let told = |to: &outcome::Move| {
                let position = self.shown(to, search, &mut calc);
                let wins = match (winner, judged.is_ok()) {
                    (Some(winner), _) if winner != player => Some(false),
                    // what was not visited in heaps does not win
                    (_, true) if self.question.moves == Moves::All => {
                        Some(known.get(&(to.component, position.clone())) == Some(&true))
                    }
                    _ => known.get(&(to.component, position.clone())).copied(),
                };
                Move { component: to.component, position, wins, ..Move::default() }
            };
            start.moves = self.limits.guard(|| listed.iter().map(told).collect())?;
            start.moves.sort_by_key(|one| one.wins != Some(true));
            start.all_moves = true;
        }
        start.reply = choose(&start.moves);
        judged
    }

    /// What a move makes of its component, as it is typed.
    fn shown(
        &self,
        to: &outcome::Move,
        search: &OutcomeSearch<'_>,
        calc: &mut Calculator<'_>,
    ) -> String {
        match (&self.components[to.component], &to.to) {
            (outcome::Component::Position { board, .. }, Target::Position(position)) => {
                search.ruleset(*board).draw(position)
            }
            (_, Target::Value(value)) => calc.print(*value, Notation::Ascii).unwrap_or_default(),
            _ => String::new(),
        }
    }
}

/// The move to play: one that wins, else one that is not known to lose.
pub(crate) fn choose(moves: &[Move]) -> Option<Reply> {
    let first = |wins| moves.iter().position(|one| one.wins == wins);
    let reply = |number, why| Reply { number, why, temperature: None };
    first(Some(true))
        .map(|number| reply(number, Why::Wins))
        .or_else(|| first(None).map(|number| reply(number, Why::Open)))
        .or_else(|| first(Some(false)).map(|number| reply(number, Why::Loses)))
}

impl Summand {
    /// The position, unless it is a value.
    pub(crate) fn position(&self) -> Option<&crate::Position> {
        match self {
            Self::Position(position) => Some(position),
            Self::Value(_) => None,
        }
    }
}
