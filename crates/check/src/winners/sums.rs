//! Who wins sums of positions, and Grundy values of impartial ones.

use std::time::{Duration, Instant};

use super::notation::{Summand, summand};
use crate::checker::{Context, Row, RowError, Verdict};
use farstar_solve::Error;
use farstar_solve::outcome::{Component, OutcomeSearch};
use farstar_value::{Player, Stopped};

/// How long one row may take; a row that takes longer is told and left.
const LONGEST: Duration = Duration::from_secs(3);

/// `id game positions player expected source nodes`.
pub(super) fn sums(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [id, _, positions, player, expected] = row.take()?;
    if id == "id" {
        return Ok(Verdict::Header);
    }
    let mut limits = context.limits().clone();
    let end = Instant::now() + LONGEST;
    limits.deadline = Some(limits.deadline.map_or(end, |own| own.min(end)));
    let mut calc = context.arena().calculator_with(&limits);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut search = OutcomeSearch::by_threads(context.arena(), threads).map_err(engine)?;
    let mut sum = Vec::new();
    for text in positions.split(" + ") {
        sum.push(match summand(text, &mut calc)? {
            Summand::Value(value) => Component::Value(value),
            Summand::Board(game, position) => search.game(&game, position).map_err(engine)?,
        });
    }
    let answer = match player {
        "B" => search.wins(&sum, Player::Left, &limits).map(won),
        "W" => search.wins(&sum, Player::Right, &limits).map(won),
        "N" => search.grundy(&sum, &limits).map(|n| n.to_string()),
        other => return Err(RowError::Malformed(format!("`{other}` is none of B, W, N"))),
    };
    match answer {
        Ok(answer) => Ok(Verdict::of(expected, answer)),
        Err(Error::Stopped(Stopped::Cancelled)) => {
            Err(RowError::Stopped(Stopped::Cancelled.to_string()))
        }
        Err(Error::Stopped(stopped)) => Ok(Verdict::Skip(format!("{id}: {stopped}"))),
        Err(error) => Err(engine(error)),
    }
}

fn won(wins: bool) -> String {
    if wins { "win" } else { "loss" }.to_owned()
}

fn engine(error: Error) -> RowError {
    RowError::Engine(error.to_string())
}
