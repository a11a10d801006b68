//! `farstar outcome`: who wins a sum, and by which moves.

use super::sum::{self, Summand};
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use farstar_solve::outcome::{Component, Move, OutcomeSearch};
use farstar_value::{Arena, Calculator, Limits, Outcome, Player, Stopped};
use indicatif::ProgressBar;
use serde_json::json;

/// Winning moves of a player that are printed when not all moves are asked for.
const SHOWN_MOVES: usize = 8;
/// Nodes after which the winner is told before the Grundy value.
const EAGER: u64 = 1 << 16;
/// In sums with more components winning moves are looked for only when asked for.
const MANY: usize = 64;

/// Tell who wins a sum of positions, too large perhaps for a canonical form.
///
/// Prints who wins when Left begins and when Right begins, and the moves that win, each as soon as it is known.
#[derive(Debug, clap::Args)]
#[command(
    name = "outcome",
    override_usage = "farstar outcome [OPTIONS] RULESET POSITION... [+ RULESET POSITION...]...\n       \
        farstar outcome [OPTIONS] --rules FILE POSITION... [+ RULESET POSITION...]...",
    after_help = sum::HELP,
    after_long_help = format!("Examples:\n  \
    farstar outcome clobber XOXOXOXOXOXOXOXOXO\n  \
    farstar outcome domineering 6x6\n  \
    farstar outcome clobber XOXOXO XOXXOO + nogo ...... + value '^' 1 + kayles 5\n  \
    farstar outcome value - < switches.txt\n  \
    farstar outcome --limit-time 3s clobber 8x8 --json\n\n{}\n\n\
    When a limit stops the search, what is known is printed and the exit code is 3.", sum::HELP)
)]
pub(crate) struct OutcomeCommand {
    #[command(flatten)]
    words: Words,
    /// List every winning move, of large sums too.
    #[arg(long)]
    moves: bool,
}

/// What was found.
#[derive(Default)]
struct Found {
    winners: [Option<Player>; 2],
    grundy: Option<u64>,
    /// Left's and Right's winning moves.
    moves: [Option<Vec<Move>>; 2],
    stopped: Option<Failure>,
}

/// Lines that go out as soon as they are known; none where one object is to be printed in the end.
struct Told {
    output: Output,
    clock: ProgressBar,
    silent: bool,
}

impl Told {
    fn line(&mut self, word: &str, text: &str) -> Result<(), Failure> {
        if self.silent {
            return Ok(());
        }
        let Self { output, clock, .. } = self;
        Ok(clock.suspend(|| output.line(format!("{word:14} {text}").trim_end()))?)
    }
}

/// The answer, or nothing and why the search stopped.
fn unless_stopped<T>(
    answer: farstar_solve::Result<T>,
    stopped: &mut Option<Failure>,
) -> Result<Option<T>, Failure> {
    let failure = match answer {
        Ok(answer) => return Ok(Some(answer)),
        Err(error) => Failure::of_solver(error, "the sum"),
    };
    if failure.reason().is_none() {
        return Err(failure);
    }
    *stopped = Some(failure);
    Ok(None)
}

fn is_of_nodes(why: &Failure) -> bool {
    matches!(why, Failure::Stopped(Stopped::Nodes))
}

impl OutcomeCommand {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let arena = Arena::new();
        let limits = surroundings.limits();
        let mut search =
            OutcomeSearch::new(&arena).map_err(|error| Failure::of_solver(error, "the sum"))?;
        let summands =
            sum::read(&self.words, &arena, &mut search, &limits).inspect_err(|failure| {
                if surroundings.json
                    && let Some(reason) = failure.reason()
                {
                    let mut found = Found::default().object(&[], &search, &arena);
                    found["stopped"] = json!(reason);
                    // a fault of the output is told behind what is wrong
                    let _ = Output::new().json(&found);
                }
            })?;
        let clock = progress::clock("searching");
        let mut told = Told { output: Output::new(), clock, silent: surroundings.json };
        let found = self.find(&mut search, &summands, &arena, surroundings, &mut told);
        told.clock.finish_and_clear();
        let found = found?;
        if surroundings.json {
            told.output.json(&found.object(&summands, &search, &arena))?;
        }
        let Some(stopped) = found.stopped else { return Ok(Exit::Solved) };
        if !surroundings.json {
            let sizes = search.sizes();
            messages::note(&format!(
                "looked into {} parts and {} sums, {} MiB",
                sizes.parts,
                sizes.sums,
                (sizes.part_bytes + sizes.sum_bytes + sizes.value_bytes) >> 20
            ));
        }
        Err(stopped)
    }

    /// Finds what is asked, and tells it line by line.
    fn find(
        &self,
        search: &mut OutcomeSearch<'_>,
        summands: &[Summand],
        arena: &Arena,
        surroundings: &Surroundings,
        told: &mut Told,
    ) -> Result<Found, Failure> {
        let limits = surroundings.limits();
        let components: Vec<Component> = summands.iter().map(|s| s.component.clone()).collect();
        let mut found = Found::default();
        let impartial = search.is_impartial(&components);
        if impartial {
            let mut few = limits.clone();
            if !search.needs_no_search(&components) {
                few.nodes = Some(limits.nodes.map_or(EAGER, |nodes| nodes.min(EAGER)));
            }
            found.find_grundy(search, &components, &few, told)?;
            // more is spent on it when the rest is told
            found.stopped = found.stopped.take().filter(|why| !is_of_nodes(why));
        }
        let alike = search.is_alike(&components);
        for (at, player) in [Player::Left, Player::Right].into_iter().enumerate() {
            found.winners[at] = if alike && at == 1 {
                // what one player can do the other can
                found.winners[0].map(Player::opponent)
            } else {
                let wins = search.wins(&components, player, &limits);
                let wins = unless_stopped(wins, &mut found.stopped)?;
                wins.map(|wins| if wins { player } else { player.opponent() })
            };
            let text = match found.winners[at] {
                Some(winner) => format!("{winner} wins"),
                None => "the winner is not known".to_owned(),
            };
            told.line(&format!("{player} begins"), &text)?;
        }
        if let Some(outcome) = found.outcome() {
            let text = match outcome {
                Outcome::L => "L: Left wins, whoever begins",
                Outcome::R => "R: Right wins, whoever begins",
                Outcome::N => "N: who begins wins",
                Outcome::P => "P: who begins loses",
            };
            told.line("outcome", text)?;
        }
        if self.moves || components.len() <= MANY {
            let mut calc = arena.calculator();
            for player in [Player::Left, Player::Right] {
                let alike = alike && player == Player::Right;
                self.find_moves(
                    search,
                    &components,
                    (player, alike),
                    &limits,
                    &mut calc,
                    told,
                    &mut found,
                )?;
            }
        }
        if impartial && found.grundy.is_none() && !found.is_over() {
            found.find_grundy(search, &components, &limits, told)?;
        }
        Ok(found)
    }

    /// Finds the winning moves of a player who is known to win moving first; of Right they may be Left's.
    #[expect(clippy::too_many_arguments, reason = "one question, and where its answers go")]
    fn find_moves(
        &self,
        search: &mut OutcomeSearch<'_>,
        components: &[Component],
        (player, alike): (Player, bool),
        limits: &Limits,
        calc: &mut Calculator<'_>,
        told: &mut Told,
        found: &mut Found,
    ) -> Result<(), Failure> {
        let mut word = format!("{player} wins by");
        let place = usize::from(player == Player::Right);
        match found.winners[place] {
            Some(winner) if winner == player => {}
            Some(_) => {
                found.moves[place] = Some(Vec::new());
                return told.line(&word, "no move");
            }
            None => return Ok(()),
        }
        let most = if self.moves { usize::MAX } else { SHOWN_MOVES };
        let mut winning: Vec<Move> = Vec::new();
        let mut written = Ok(());
        let mut visit = |search: &OutcomeSearch<'_>, one: Move| {
            if winning.len() < most && written.is_ok() {
                let place = match components.len() {
                    1 => String::new(),
                    _ => format!("{}: ", one.component + 1),
                };
                let shown = sum::shown(&one, components, search, calc);
                written = told.line(&word, &format!("{place}{shown}"));
                word.clear();
            }
            winning.push(one);
        };
        let all = match found.moves[0].as_ref().filter(|_| alike) {
            Some(known) => {
                known.iter().for_each(|one| visit(search, one.clone()));
                Ok(())
            }
            None => search.each_winning_move(components, player, limits, &mut visit),
        };
        written?;
        unless_stopped(all, &mut found.stopped)?;
        if winning.len() > most {
            told.line("", &format!("and {} more; --moves lists all", winning.len() - most))?;
        }
        found.moves[place] = Some(winning);
        Ok(())
    }
}

impl Found {
    /// Finds the Grundy value, and tells it.
    fn find_grundy(
        &mut self,
        search: &mut OutcomeSearch<'_>,
        components: &[Component],
        limits: &Limits,
        told: &mut Told,
    ) -> Result<(), Failure> {
        let grundy = search.grundy(components, limits);
        self.grundy = unless_stopped(grundy, &mut self.stopped)?;
        self.grundy.map_or(Ok(()), |grundy| told.line("Grundy value", &grundy.to_string()))
    }

    /// Whether nothing more can be found: a limit on nodes is one on each question, others are over once they are met.
    fn is_over(&self) -> bool {
        self.stopped.as_ref().is_some_and(|why| !is_of_nodes(why))
    }

    fn outcome(&self) -> Option<Outcome> {
        let [left, right] = self.winners;
        Some(Outcome::from_wins(left? == Player::Left, right? == Player::Right))
    }

    /// All of it as one object.
    fn object(
        &self,
        summands: &[Summand],
        search: &OutcomeSearch<'_>,
        arena: &Arena,
    ) -> serde_json::Value {
        let mut calc = arena.calculator();
        let components: Vec<Component> = summands.iter().map(|s| s.component.clone()).collect();
        let sizes = search.sizes();
        let listed: Vec<_> =
            summands.iter().map(|s| json!({"ruleset": s.ruleset, "position": s.text})).collect();
        let mut object = json!({
            "components": listed,
            "outcome": self.outcome().map(|o| o.to_string()),
            "left_starts": self.winners[0].map(|p| p.to_string()),
            "right_starts": self.winners[1].map(|p| p.to_string()),
            "parts": sizes.parts,
            "sums": sizes.sums,
            "bytes": sizes.part_bytes + sizes.sum_bytes + sizes.value_bytes,
        });
        if let Some(grundy) = self.grundy {
            object["grundy"] = json!(grundy);
        }
        for (key, moves) in ["left_moves", "right_moves"].iter().zip(&self.moves) {
            if let Some(moves) = moves {
                let list: Vec<_> = moves
                    .iter()
                    .map(|m| json!({"in": m.component, "position": sum::shown(m, &components, search, &mut calc)}))
                    .collect();
                object[*key] = json!(list);
            }
        }
        if let Some(stopped) = self.stopped.as_ref().and_then(Failure::reason) {
            object["stopped"] = json!(stopped);
        }
        object
    }
}
