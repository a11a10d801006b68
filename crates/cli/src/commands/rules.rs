//! `farstar rules`: the built-in rulesets, and what is understood of a user's own.

use crate::exit::{Exit, Failure};
use crate::messages;
use crate::output::Output;
use crate::ruleset;
use crate::surroundings::Surroundings;
use crate::tongue;
use farstar::rules::{Kind, Rules};
use farstar::{Player, Ruleset};
use std::path::PathBuf;

/// Options of the example that are shown for each player.
const SHOWN_OPTIONS: usize = 6;

/// List the rulesets, or tell all about one: its text, and what follows from it.
///
/// A ruleset is a text of a few lines. From it Farstar deduces whether every play ends, which symmetries the rules
/// have, and whether both players have the same moves.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar rules\n  \
    farstar rules clobber\n  \
    farstar rules 'partizan subtraction(a={2 5}, b={3})'\n  \
    farstar rules subtraction 2,3,7\n  \
    farstar rules 0.77\n  \
    farstar rules my.game\n\n\
    A ruleset of your own:\n\n  \
    game Clobber\n  \
    grid of . X/O #\n  \
    Left:  XO -> .X straight\n  \
    Right: as Left")]
pub(crate) struct List {
    /// The name of a ruleset; case, blanks and hyphens do not matter. Parameters stand in brackets behind it, numbers
    /// also without; codes such as 0.77 are rulesets too.
    #[arg(value_name = "NAME")]
    name: Vec<String>,
    /// Check the rulesets of this file, or the one of NAME, and tell what was understood; a file may also stand as the
    /// first word.
    #[arg(long = "rules", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl List {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let mut output = Output::new();
        let limits = surroundings.limits();
        let (file, name) = ruleset::file_first(self.file.as_deref(), &self.name);
        let rulesets = match file {
            Some(path) => ruleset::in_file(path, &name.join(" "), &limits)?,
            None if name.is_empty() => return list(surroundings, &mut output),
            None => vec![ruleset::named(&name.join(" "))?],
        };
        for (i, ruleset) in rulesets.iter().enumerate() {
            if surroundings.json {
                output.json(&limits.guard(|| ruleset.described())?.into())?;
                continue;
            }
            if i > 0 {
                output.line("")?;
            }
            limits.guard(|| tell(ruleset, &mut output))??;
        }
        Ok(Exit::Solved)
    }
}

/// One line a ruleset.
pub(super) fn list(surroundings: &Surroundings, output: &mut Output) -> Result<Exit, Failure> {
    let rulesets = Ruleset::builtin();
    let width = rulesets.iter().map(|rules| rules.name().chars().count()).max().unwrap_or(0);
    for rules in &rulesets {
        if surroundings.json {
            output.json(&rules.described().into())?;
        } else {
            let (name, kind) = (rules.name(), rules.kind_word());
            let about = tongue::told(rules.summary());
            output.line(&format!("{name:width$}  {kind:7}  {about}"))?;
        }
    }
    if !surroundings.json {
        messages::note(&format!(
            "{} rulesets; `farstar rules NAME` tells all about one",
            rulesets.len()
        ));
    }
    Ok(Exit::Solved)
}

/// How positions are typed.
fn typed(rules: &Rules) -> String {
    let board = match (rules.kind(), rules.has_sizes()) {
        (Some(Kind::Strip), true) => "one row, or its length",
        (Some(Kind::Strip), false) => "one row",
        (Some(Kind::Row), true) => "one row, which closes up when pieces leave it, or its length",
        (Some(Kind::Row), false) => "one row, which closes up when pieces leave it",
        (Some(Kind::Grid), true) => "rows joined by |, or a size such as 4x5: rows by columns",
        (Some(Kind::Grid), false) => "rows joined by |",
        (Some(Kind::Hex), true) => {
            "rows joined by |, each shifted half a cell behind the one above, or a size such as 4x5"
        }
        (Some(Kind::Hex), false) => {
            "rows joined by |, each shifted half a cell behind the one above"
        }
        (Some(Kind::Graph), _) => {
            "edges and pieces: a-b-c, b-d, a:X; or a word, and pieces behind it: path5, 1:X"
        }
        (Some(Kind::Digraph), _) => {
            "arcs and pieces: a>b, b>c, a:X; or a word, and pieces behind it: path5, 1:X"
        }
        (Some(Kind::Edges), _) => {
            "edges with pieces, $ is the ground: $-1:B, 1-2:R; or growing from the ground: B(RB;G); or a word: path5"
        }
        (None, _) => "heaps joined by +: numbers, or lists such as (2,3)",
    };
    match rules.pieces().iter().find_map(|&piece| Some((piece, rules.number(piece)?.1))) {
        Some((piece, most)) => {
            format!(
                "{board}; a piece with its number is {piece}{most}, or {most} alone where that says which"
            )
        }
        None => board.to_owned(),
    }
}

/// The text of a ruleset, and what follows from it.
pub(super) fn tell(ruleset: &Ruleset, output: &mut Output) -> Result<(), Failure> {
    let rules = ruleset.rules();
    output.line(rules.text().trim())?;
    output.line("")?;
    let mut line = |word: &str, text: &str| output.fact(word, 11, &tongue::told(text));
    line("board", ruleset.kind_word())?;
    line("positions", &typed(rules))?;
    for start in rules.starts() {
        line("start", &start)?;
    }
    let parameters: Vec<String> =
        rules.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect();
    if !parameters.is_empty() {
        line("parameters", &parameters.join(", "))?;
    }
    match rules.ending() {
        Ok(ending) => line("ends", &ending.to_string())?,
        Err(loopy) => line("loopy", &loopy.to_string())?,
    }
    let impartial = if rules.is_impartial() {
        "impartial: both players have the same moves"
    } else {
        "partizan"
    };
    line("moves", impartial)?;
    if rules.is_misere() {
        line("misère", "who cannot move wins; this changes outcomes, not values")?;
    }
    let (keep, exchange) = rules.symmetry_counts();
    line("symmetries", &format!("{keep} that keep the players, {exchange} that exchange them"))?;
    line("parts", &parts(rules))?;
    for note in rules.notes() {
        line("note", &note)?;
    }
    line("identity", &format!("{:016x}", rules.hash()))?;
    if let Some(example) = rules.remark("example") {
        line("example", example)?;
        if let Ok(start) = ruleset.position(example) {
            for player in [Player::Left, Player::Right] {
                let options = start.moves(player).unwrap_or_default();
                let shown: Vec<String> =
                    options.iter().take(SHOWN_OPTIONS).map(ToString::to_string).collect();
                let more = options.len().saturating_sub(SHOWN_OPTIONS);
                let more = match more {
                    0 => String::new(),
                    _ => format!("   {}", tongue::told(&format!("and {more} more"))),
                };
                let text = match shown.as_slice() {
                    [] => tongue::told("no move").into_owned(),
                    shown => shown.join("   "),
                };
                line(&format!("  {player:?}"), &format!("{text}{more}"))?;
            }
        }
    }
    Ok(())
}

/// How positions fall apart.
fn parts(rules: &Rules) -> String {
    if let Some([heads, tails]) = rules.coins() {
        return format!(
            "coins: a position is worth the sum of its {heads} alone, all else {tails}"
        );
    }
    let text = match rules.kind() {
        None if rules.games_of_numbers().is_some() => "a heap is the sum of its numbers",
        None => "a position is the sum of its heaps",
        Some(Kind::Row) => "a row is one part",
        Some(_) => "cells that no run of moves can ever join are taken apart",
    };
    text.to_owned()
}
