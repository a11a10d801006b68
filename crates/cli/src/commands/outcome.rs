//! `farstar outcome`: who wins a sum, and by which moves.

use super::sum::{self, Summand};
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use farstar_solve::Error;
use farstar_solve::outcome::{Component, Move, OutcomeSearch};
use farstar_value::{Arena, Outcome, Player, Stopped};
use serde_json::json;

/// Winning moves of a player that are printed when not all moves are asked for.
const SHOWN_MOVES: usize = 8;
/// In sums with more components winning moves are looked for only when asked for.
const MANY: usize = 64;

/// Tell who wins a sum of positions, too large perhaps for a canonical form.
///
/// Prints who wins when Left begins and when Right begins, and the moves that win.
#[derive(Debug, clap::Args)]
#[command(
    name = "outcome",
    override_usage = "farstar outcome [OPTIONS] RULESET POSITION... [+ RULESET POSITION...]...\n       \
        farstar outcome [OPTIONS] --rules FILE POSITION... [+ RULESET POSITION...]...",
    after_help = sum::HELP,
    after_long_help = format!("Examples:\n  \
    farstar outcome clobber XOXOXOXOXOXOXOXOXO\n  \
    farstar outcome domineering 6x6\n  \
    farstar outcome clobber XOXOXO XOXXOO + nogo ...... + value '^ + 1' + kayles 5\n  \
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
    stopped: Option<Stopped>,
}

impl OutcomeCommand {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let arena = Arena::new();
        let limits = surroundings.limits();
        let mut search =
            OutcomeSearch::new(&arena).map_err(|error| sum::failure(error, "the sum"))?;
        let summands = sum::read(&self.words, &arena, &mut search, &limits)?;
        let components: Vec<Component> = summands.iter().map(|s| s.component.clone()).collect();
        let clock = progress::clock("searching");
        let found = self.find(&mut search, &components, surroundings);
        clock.finish_and_clear();
        let found = found?;
        self.print(&found, &summands, &search, &arena, surroundings.json)?;
        match found.stopped {
            Some(stopped) => Err(Failure::Stopped(stopped)),
            None => Ok(Exit::Solved),
        }
    }

    fn find(
        &self,
        search: &mut OutcomeSearch<'_>,
        components: &[Component],
        surroundings: &Surroundings,
    ) -> Result<Found, Failure> {
        let limits = surroundings.limits();
        let mut found = Found::default();
        if search.is_impartial(components) {
            match search.grundy(components, &limits) {
                Ok(grundy) => found.grundy = Some(grundy),
                Err(Error::Stopped(stopped)) => {
                    found.stopped = Some(stopped);
                    return Ok(found);
                }
                Err(error) => return Err(sum::failure(error, "the sum")),
            }
        }
        let (winners, stopped) =
            search.winners(components, &limits).map_err(|e| sum::failure(e, "the sum"))?;
        found.winners = [winners.left_starts, winners.right_starts];
        found.stopped = stopped;
        if stopped.is_some() || !self.moves && components.len() > MANY {
            return Ok(found);
        }
        for (at, player) in [Player::Left, Player::Right].into_iter().enumerate() {
            if found.winners[at] != Some(player) {
                found.moves[at] = Some(Vec::new());
                continue;
            }
            match search.winning_moves(components, player, &limits) {
                Ok(moves) => found.moves[at] = Some(moves),
                Err(Error::Stopped(stopped)) => {
                    found.stopped = Some(stopped);
                    break;
                }
                Err(error) => return Err(sum::failure(error, "the sum")),
            }
        }
        Ok(found)
    }

    fn print(
        &self,
        found: &Found,
        summands: &[Summand],
        search: &OutcomeSearch<'_>,
        arena: &Arena,
        json: bool,
    ) -> Result<(), Failure> {
        let mut output = Output::new();
        let mut calc = arena.calculator();
        let components: Vec<Component> = summands.iter().map(|s| s.component.clone()).collect();
        let outcome = match found.winners {
            [Some(left), Some(right)] => {
                Some(Outcome::from_wins(left == Player::Left, right == Player::Right))
            }
            _ => None,
        };
        let sizes = search.sizes();
        if json {
            let listed: Vec<_> = summands
                .iter()
                .map(|s| json!({"ruleset": s.ruleset, "position": s.text}))
                .collect();
            let mut object = json!({
                "components": listed,
                "outcome": outcome.map(|o| o.to_string()),
                "left_starts": found.winners[0].map(|p| p.to_string()),
                "right_starts": found.winners[1].map(|p| p.to_string()),
                "parts": sizes.parts,
                "sums": sizes.sums,
                "bytes": sizes.part_bytes + sizes.sum_bytes + sizes.value_bytes,
            });
            if let Some(grundy) = found.grundy {
                object["grundy"] = json!(grundy);
            }
            for (key, moves) in ["left_moves", "right_moves"].iter().zip(&found.moves) {
                if let Some(moves) = moves {
                    let list: Vec<_> = moves
                        .iter()
                        .map(|m| json!({"in": m.component, "position": sum::shown(m, &components, search, &mut calc)}))
                        .collect();
                    object[*key] = json!(list);
                }
            }
            if let Some(stopped) = found.stopped {
                object["stopped"] = json!(stopped.to_string());
            }
            return Ok(output.json(&object)?);
        }
        let mut line = |word: &str, text: &str| output.line(format!("{word:14} {text}").trim_end());
        match outcome {
            Some(Outcome::L) => line("outcome", "L: Left wins, whoever begins")?,
            Some(Outcome::R) => line("outcome", "R: Right wins, whoever begins")?,
            Some(Outcome::N) => line("outcome", "N: who begins wins")?,
            Some(Outcome::P) => line("outcome", "P: who begins loses")?,
            None => {
                for (at, player) in [Player::Left, Player::Right].into_iter().enumerate() {
                    line("outcome", &sum::begins(player, found.winners[at]))?;
                }
            }
        }
        if let Some(grundy) = found.grundy {
            line("Grundy value", &grundy.to_string())?;
        }
        for (player, moves) in [Player::Left, Player::Right].iter().zip(&found.moves) {
            let Some(moves) = moves else { continue };
            let mut word = format!("{player} wins by");
            if moves.is_empty() {
                line(&word, "no move")?;
            }
            let most = if self.moves { usize::MAX } else { SHOWN_MOVES };
            for one in moves.iter().take(most) {
                let place = if summands.len() == 1 {
                    String::new()
                } else {
                    format!("{}: ", one.component + 1)
                };
                line(
                    &word,
                    &format!("{place}{}", sum::shown(one, &components, search, &mut calc)),
                )?;
                word.clear();
            }
            if moves.len() > most {
                line("", &format!("and {} more; --moves lists all", moves.len() - most))?;
            }
        }
        if found.stopped.is_some() {
            messages::note(&format!(
                "looked into {} parts and {} sums, {} MiB",
                sizes.parts,
                sizes.sums,
                (sizes.part_bytes + sizes.sum_bytes + sizes.value_bytes) >> 20
            ));
        }
        Ok(())
    }
}
