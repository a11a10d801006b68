//! `farstar probe`: answers of positions from an atlas.

use super::solve::on_one_line;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::output::Output;
use crate::surroundings::Surroundings;
use farstar::atlas::{Ask, Atlas, AtlasError, Probed};
use farstar::{LoopyOutcome, Player};
use serde_json::json;
use std::path::PathBuf;

/// Tell the answers of positions from an atlas, which `farstar solve` makes.
///
/// A position and its images under the symmetries of the board have one answer. Of a position that no play from the
/// start of the atlas reaches nothing is known, and nothing is guessed: the exit code is then 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar probe k45.atlas 4x5 --moves\n  \
    farstar probe --json k45.atlas 4x5")]
pub(crate) struct Probe {
    /// The atlas.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Positions.
    #[arg(value_name = "POSITION", required = true, value_parser = crate::negatives::word)]
    positions: Vec<String>,
    /// List every move with the answer of the position that it leads to.
    #[arg(long)]
    moves: bool,
}

impl Probe {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let mut atlas = Atlas::open(&self.file, &surroundings.limits())?;
        let mut output = Output::new();
        let mut exit = Exit::Solved;
        for position in &self.positions {
            let found = match atlas.told(position) {
                Err(AtlasError::Position(fault)) => {
                    messages::note(&format!("error: {position}: {fault}"));
                    exit = exit.max(Exit::WrongInput);
                    continue;
                }
                found => found?,
            };
            if found.is_none() {
                exit = exit.max(Exit::WrongInput);
            }
            if surroundings.json {
                self.object(&mut atlas, position, found, &mut output)?;
            } else {
                self.lines(&mut atlas, position, found, &mut output)?;
            }
        }
        Ok(exit)
    }

    fn object(
        &self,
        atlas: &mut Atlas,
        position: &str,
        found: Option<Probed>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let mut object = json!({
            "position": position,
            "answer": found.as_ref().map(|told| &told.text),
        });
        if let (Some(told), Ask::Value) = (&found, atlas.folding().ask) {
            object["outcome"] =
                json!(LoopyOutcome::of_winners(told.winners[0], told.winners[1]).to_string());
        }
        if self.moves && found.is_some() {
            for (player, key) in [(Player::Left, "left"), (Player::Right, "right")] {
                let moves = atlas.options(position, player)?;
                let moves =
                    moves.iter().map(|(to, answer)| json!({ "position": to, "answer": answer }));
                object[key] = moves.collect();
            }
        }
        Ok(output.json(&object)?)
    }

    fn lines(
        &self,
        atlas: &mut Atlas,
        position: &str,
        found: Option<Probed>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let Some(told) = found else {
            let start = atlas.field().start();
            if let Some(cells) = atlas.field().cells_of_parts() {
                let message = format!("{position}  has a part of more than {cells} cells");
                return Ok(output.say(&message)?);
            }
            return Ok(output.say(&match atlas.field().has_fillings() {
                true => format!("{position}  no filling of {start}"),
                false => format!("{position}  not reachable from {start}"),
            })?);
        };
        output.line(&format!("{position}  {}", on_one_line(atlas.folding(), &told)))?;
        if self.moves {
            for player in [Player::Left, Player::Right] {
                for (to, answer) in atlas.options(position, player)? {
                    let answer = answer.unwrap_or_else(|| "?".to_owned());
                    output.line(&format!("  {player} to {to}  {answer}"))?;
                }
            }
        }
        Ok(())
    }
}
