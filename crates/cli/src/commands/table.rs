//! `farstar table`: the same facts of many positions, one row or one cell each.

use crate::exit::{Exit, Failure};
use crate::fact::Fact;
use crate::family::{MOST, Ranges, fillings, instance};
use crate::output::Output;
use crate::progress;
use crate::ruleset::{self, Source, Words};
use crate::sheet::{Format, Sheet};
use crate::surroundings::Surroundings;
use crate::test::Test;
use farstar::{Answer, Arena, Moves, Position, Question, Ruleset, Solver, Sum};
use farstar_value::text::Notation;
use serde_json::{Map, Value, json};

/// What is written where a limit left a fact open.
const OPEN: &str = "?";

/// Facts of many positions of a ruleset: a row each, or a cell each where two sizes vary.
///
/// Positions are listed, or made from ranges: all sizes of a board, or texts in which `*n` repeats what stands before
/// it (a bracket, or the letters before it) and `{n}` is the number. The second range is `m`. Heaps of a size are
/// the heap `(n)` or the heaps `n+m`.
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
}

/// A position of the table, with the numbers that made it.
struct Entry {
    numbers: Vec<u32>,
    position: Position,
}

impl Table {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let limits = surroundings.limits();
        let (source, texts) = self.words.split(&limits)?;
        let ruleset = match source {
            Source::Named(name) => ruleset::named(name)?,
            Source::File(ruleset) => ruleset,
        };
        let entries = self.entries(&ruleset, texts, surroundings)?;
        let arena = Arena::new();
        let mut solver = Solver::new(&arena);
        let mut calculator = arena.calculator();
        let bar = progress::bar("positions");
        bar.set_length(entries.len() as u64);
        let question = Question { moves: Moves::None, ..Question::default() };
        let (mut rows, mut exit, mut output) = (Vec::new(), Exit::Solved, Output::new());
        for entry in entries {
            if surroundings.interrupted() {
                exit = Exit::Stopped;
                break;
            }
            let sum = Sum::from(entry.position.clone());
            let answer = solver.answer(&sum, question, &surroundings.limits())?;
            bar.inc(1);
            let open = answer.stopped.is_some()
                || answer.no_value.as_ref().is_some_and(|no| no.stopped.is_some());
            if open {
                exit = Exit::Stopped;
            }
            match &self.test {
                Some(test) if !test.holds(&answer, &mut calculator)? => continue,
                _ => {}
            }
            if surroundings.json {
                bar.suspend(|| output.json(&self.object(&entry, &answer)))?;
                continue;
            }
            let mut facts = Vec::new();
            for fact in &self.show {
                let text = match (fact.of(&answer), self.latex && fact.is_game()) {
                    (Some(text), true) => {
                        let game = calculator.parse(&text);
                        let shown = game.and_then(|game| calculator.print(game, Notation::Latex));
                        shown.map_or(text, |shown| format!("${shown}$"))
                    }
                    (Some(text), false) => text,
                    (None, _) => if open { OPEN } else { "" }.to_owned(),
                };
                facts.push(text);
            }
            rows.push((entry, facts));
        }
        bar.finish_and_clear();
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

    /// The positions that are meant, in their order.
    fn entries(
        &self,
        ruleset: &Ruleset,
        texts: &[String],
        surroundings: &Surroundings,
    ) -> Result<Vec<Entry>, Failure> {
        let limits = surroundings.limits();
        let Some(ranges) = &self.sizes else {
            let positions = ruleset::positions(ruleset, texts, &limits)?;
            let plain = |position| Entry { numbers: Vec::new(), position };
            return Ok(positions.into_iter().map(plain).collect());
        };
        let mut entries = Vec::new();
        for numbers in ranges.all()? {
            let texts: Vec<String> = if texts.is_empty() {
                vec![self.of_size(ruleset, &numbers, surroundings)?]
            } else {
                let made = |text: &String| instance(text, &numbers);
                texts.iter().map(made).collect::<Result<_, _>>().map_err(Failure::Usage)?
            };
            let texts = match self.every {
                true => fillings(ruleset, &numbers)?,
                false => texts,
            };
            for text in texts {
                let read = if self.every {
                    // not every filling is a position
                    match ruleset.position_within(&text, &limits) {
                        Ok(position) => vec![position],
                        Err(farstar::Error::Position(fault)) if !fault.too_large => continue,
                        Err(error) => return Err(error.into()),
                    }
                } else {
                    ruleset::positions(ruleset, &[text], &limits)?
                };
                let entry = |position| Entry { numbers: numbers.clone(), position };
                entries.extend(read.into_iter().map(entry));
                if entries.len() > MOST {
                    return Err(Failure::TooLarge(format!("a table has at most {MOST} positions")));
                }
            }
        }
        Ok(entries)
    }

    /// The text of a size: rows by columns, a length, or heaps.
    fn of_size(
        &self,
        ruleset: &Ruleset,
        numbers: &[u32],
        surroundings: &Surroundings,
    ) -> Result<String, Failure> {
        let joined =
            |by: &str| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(by);
        if ruleset.rules().kind().is_some() {
            return Ok(joined("x"));
        }
        // heaps of several numbers are one heap, of one number a sum of heaps
        let one = format!("({})", joined(","));
        let is_one = ruleset.position_within(&one, &surroundings.limits()).is_ok();
        Ok(if is_one { one } else { joined("+") })
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
                let head = std::iter::once(n.to_string());
                let width = sheet.width() - 1;
                sheet.push(head.chain(cells.by_ref().take(width)).collect());
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
