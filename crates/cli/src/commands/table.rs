//! `farstar table`: the same facts of many positions, one row or one cell each.

use super::sum::with_lines;
use super::value::NORMAL_PLAY;
use crate::exit::{Exit, Failure};
use crate::fact::Fact;
use crate::family::{Entry, Ranges};
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::ruleset::{self, Source, Words};
use crate::sheet::{Format, Sheet};
use crate::surroundings::Surroundings;
use crate::test::Test;
use farstar::{Answer, Arena, Moves, Question, Solver, Sum};
use farstar_lang::Session;
use farstar_value::text::Notation;
use serde_json::{Map, Value, json};
use std::time::Instant;

/// What is written where a limit left a fact open.
const OPEN: &str = "?";

/// Facts of many positions of a ruleset: a row each, or a cell each where two sizes vary.
///
/// Positions are listed, or made from ranges: all sizes of a board, or texts in which `*n` repeats what stands before
/// it (a bracket, or the letters before it) and n in braces is the number. The second range is `m`. Heaps of a size
/// are the heap `(n)` or the heaps `n+m`. In the place of `-` the lines of standard input are positions.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "farstar table [OPTIONS] RULESET [POSITION...]\n       \
        farstar table [OPTIONS] --rules FILE [RULESET] [POSITION...]",
    after_long_help = "Examples:\n  \
    farstar table domineering --sizes 1..4x1..4\n  \
    farstar table domineering --sizes 1..3x1..3 --show temperature --csv\n  \
    farstar table clobber 'XO*n' --sizes 1..6 --show value,outcome\n  \
    farstar table toads-and-frogs 'T*n.F*m' --sizes 1..3x1..3\n  \
    farstar table nim --sizes 0..7x0..7 --show grundy\n  \
    farstar table domineering --sizes 2..4x2..4 --where 'temperature > 1'\n  \
    farstar table clobber --sizes 1..2x3 --every --where 'value = ^ and outcome = L'\n  \
    farstar table snort path3 'path3, 1:X' --json"
)]
pub(crate) struct Table {
    #[command(flatten)]
    words: Words,
    /// One or two ranges of sizes, such as 1..6x1..8, 4x1..9 or 1..20.
    #[arg(long, value_name = "RANGES", value_parser = Ranges::read)]
    sizes: Option<Ranges>,
    /// What is shown.
    #[arg(long, value_name = "FACTS", value_enum, value_delimiter = ',', default_value = "value")]
    show: Vec<Fact>,
    /// Every way to fill the boards of these sizes with pieces, not only their starts.
    #[arg(long, requires = "sizes")]
    every: bool,
    /// Only positions for which this holds, such as 'temperature > 2', 'value = ^*', 'outcome = N and mean >= 0'.
    #[arg(long = "where", value_name = "TEST", value_parser = Test::read)]
    test: Option<Test>,
    /// Comma-separated values.
    #[arg(long, group = "form")]
    csv: bool,
    /// Tab-separated values.
    #[arg(long, group = "form")]
    tsv: bool,
    /// A LaTeX table.
    #[arg(long, group = "form")]
    latex: bool,
    /// Write values with the symbols of the books, such as ⇑∗.
    #[arg(long, conflicts_with = "latex")]
    unicode: bool,
}

impl Table {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let limits = surroundings.limits();
        let (source, texts) = self.words.split(&limits)?;
        let ruleset = match source {
            Source::Named(name) => ruleset::named(name)?,
            Source::File(ruleset) => ruleset,
        };
        let of_grundy = self.test.as_ref().is_some_and(|test| test.asks(Fact::Grundy));
        if of_grundy && !ruleset.is_impartial() {
            return Err(Failure::Input(format!(
                "{} is partizan: its positions have no Grundy value; ask for value, outcome, mean or temperature",
                ruleset.name()
            )));
        }
        let texts = with_lines(texts)?;
        let entries = match &self.sizes {
            Some(ranges) => ranges.entries(&ruleset, &texts, self.every, &limits)?,
            None => Entry::listed(&ruleset, &texts, &limits)?,
        };
        let arena = Arena::new();
        let mut solver = Solver::new(&arena);
        let mut calculator = arena.calculator();
        let mut session = Session::new(&arena).with_limits(limits.clone());
        let bar = progress::bar("positions");
        bar.set_length(entries.len() as u64);
        let question = Question { moves: Moves::None, ..Question::default() };
        let (mut rows, mut exit, mut output) = (Vec::new(), Exit::Solved, Output::new());
        let mut of_normal_play = false;
        for entry in entries {
            if surroundings.interrupted() {
                exit = Exit::Stopped;
                break;
            }
            // the limits are those of the table, not of each of its rows
            let late = limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let bytes = solver.size().0 + arena.stats().bytes;
            if late || limits.bytes.is_some_and(|most| bytes > most) {
                let what = if late { "time" } else { "memory" };
                messages::note(&format!("stopped: the limit on {what} was reached"));
                exit = Exit::Stopped;
                break;
            }
            let sum = Sum::from(entry.position.clone());
            let answer = solver.answer(&sum, question, &limits)?;
            bar.inc(1);
            of_normal_play |= answer.value_of.is_some();
            let open = answer.stopped.is_some()
                || answer.no_value.as_ref().is_some_and(|no| no.stopped.is_some());
            if open {
                exit = Exit::Stopped;
            }
            match &self.test {
                Some(test) if !test.holds(&answer, &mut session)? => continue,
                _ => {}
            }
            if surroundings.json {
                bar.suspend(|| output.json(&self.object(&entry, &answer)))?;
                continue;
            }
            let mut facts = Vec::new();
            for fact in &self.show {
                let Some(text) = fact.of(&answer) else {
                    facts.push(if open { OPEN } else { "" }.to_owned());
                    continue;
                };
                let mut shown = |notation| {
                    let game = calculator.parse(&text).ok().filter(|_| fact.is_game())?;
                    calculator.print(game, notation).ok()
                };
                let shown = match (self.latex, self.unicode) {
                    (true, _) => shown(Notation::Latex).map(|shown| format!("${shown}$")),
                    (_, true) => shown(Notation::Unicode),
                    _ => None,
                };
                facts.push(shown.unwrap_or(text));
            }
            rows.push((entry, facts));
        }
        bar.finish_and_clear();
        if of_normal_play && self.show.iter().any(|fact| *fact != Fact::Outcome) {
            messages::note(NORMAL_PLAY);
        }
        if !surroundings.json {
            let format = match (self.csv, self.tsv, self.latex) {
                (true, ..) => Format::Csv,
                (_, true, _) => Format::Tsv,
                (.., true) => Format::Latex,
                _ => Format::Text,
            };
            output.text(&self.sheet(rows, texts.len()).print(format))?;
        }
        Ok(exit)
    }

    /// The facts of a position for machines.
    fn object(&self, entry: &Entry, answer: &Answer) -> Value {
        let mut object = Map::new();
        object.insert("position".to_owned(), json!(entry.position.to_string()));
        if !entry.numbers.is_empty() {
            object.insert("size".to_owned(), json!(entry.numbers));
        }
        for fact in &self.show {
            object.insert(fact.word().to_owned(), json!(fact.of(answer)));
        }
        Value::Object(object)
    }

    /// A cell for each position where two sizes vary and one fact is shown, else a row for each.
    fn sheet(&self, rows: Vec<(Entry, Vec<String>)>, texts: usize) -> Sheet {
        let ranges = self.sizes.as_ref().filter(|_| !self.every && self.test.is_none());
        let one = self.show.len() == 1 && texts <= 1;
        if let Some((down, across)) = ranges.and_then(Ranges::both).filter(|_| one) {
            let mut sheet = Sheet::new(
                std::iter::once(String::new()).chain(across.map(|n| n.to_string())).collect(),
            );
            let mut cells = rows.into_iter().flat_map(|(_, facts)| facts);
            for n in down {
                let mut line = vec![n.to_string()];
                line.extend(cells.by_ref().take(sheet.width() - 1));
                // what a limit kept back is as open as what it left undecided
                line.resize(sheet.width(), OPEN.to_owned());
                sheet.push(line);
            }
            return sheet;
        }
        let heads = self.show.iter().map(|fact| fact.word().to_owned());
        let mut sheet = Sheet::new(std::iter::once("position".to_owned()).chain(heads).collect());
        for (entry, facts) in rows {
            sheet.push(std::iter::once(entry.position.to_string()).chain(facts).collect());
        }
        sheet
    }
}
