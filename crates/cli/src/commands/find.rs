//! `farstar find`: the law behind a table, or behind the values of a ruleset.

use super::prove;
use super::tabulated::{Rows, tabulated, usual_cells};
use crate::exit::{Exit, Failure};
use crate::heap_game;
use crate::input::Lines;
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::surroundings::Surroundings;
use farstar::find::{
    Attempt, FoundLaws, Law, LawClass, LawSearch, Subject, Table, attempt, find_telling,
};
use farstar::sequence::{CoinRow, GrundySequence, Heaps, PairValues, SequenceError};
use farstar::{Limits, Stopped};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The last heap of a sequence from which a law is found, and how many times as far it is then held against the game.
const USUAL_HEAPS: u64 = 400;
const FURTHER: u64 = 10;
/// The same for games on two numbers.
const USUAL_PAIRS: u64 = 40;
const PAIRS_FURTHER: u64 = 3;
/// The most cells that are tabulated.
const MOST: usize = 1_000_000;
/// Bytes of a table that are read.
const LONGEST: usize = 256 << 20;

/// Find the law behind a table, or behind the values of a game.
///
/// A table has a cell on each line, its coordinates and then its value; a line of names may come first, `?` is a
/// value that is not known, and one column is a sequence from 0. Of a game, the Grundy values are tabulated, and who
/// wins where they have no law; of other games of heaps the values of single heaps, a table for each number they are
/// made of. A law is found from the smaller cells and held against the larger ones. What is told is a conjecture,
/// cheapest description first, with the bits it takes against those that listing the values takes, and the cells it
/// was held against. With --prove the law of a heap game becomes a theorem for all heaps, where it can be decided, with
/// a certificate.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "farstar find [OPTIONS] TABLE\n       farstar find [OPTIONS] RULESET",
    after_long_help = "Examples:\n  \
    farstar find table.tsv\n  \
    farstar find table.tsv --predict cells.tsv\n  \
    farstar find kayles\n  \
    farstar find laskers-nim --prove --certificate lasker.cert\n  \
    farstar find wythoff --outcomes --prove\n  \
    farstar find nim --cells '{0}+{1}' --box 0..20,0..20"
)]
pub(crate) struct Find {
    #[command(flatten)]
    words: heap_game::Words,
    /// Tabulate a game up to this heap, or to this number in both coordinates.
    #[arg(long, value_name = "N", value_parser = crate::quantity::count)]
    to: Option<u64>,
    /// The positions that are tabulated, with {0}, {1}, … for the coordinates; needs --box.
    #[arg(long, value_name = "TEXT", requires = "ranges")]
    cells: Option<String>,
    /// The ranges of the coordinates, such as 0..60,2..10.
    #[arg(long = "box", value_name = "RANGES", id = "ranges", requires = "cells")]
    ranges: Option<String>,
    /// Look for laws of these kinds only.
    #[arg(long, value_name = "CLASSES", value_delimiter = ',', value_parser = class)]
    class: Vec<LawClass>,
    /// Look on for further laws, and show all.
    #[arg(long)]
    more: bool,
    /// How long to look for laws.
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    seconds: Duration,
    /// The share of the cells, the larger ones, that is held back.
    #[arg(long, value_name = "SHARE", default_value = "0.2", value_parser = share)]
    hold_out: f64,
    /// Print what the first law says of the cells of this file, `?` where it says nothing.
    #[arg(long, value_name = "FILE")]
    predict: Option<String>,
    /// Tabulate who wins, 0 for who does not begin, and not Grundy values.
    #[arg(long)]
    outcomes: bool,
    /// Prove the law for all heaps, or find where it is wrong.
    #[arg(long)]
    prove: bool,
    /// Write the certificate of the theorem to this file; `farstar check` reads it.
    #[arg(long, value_name = "FILE", requires = "prove")]
    certificate: Option<PathBuf>,
}

/// A table, and what its values are if that is not plain.
struct Column {
    of: Option<String>,
    inside: Table,
    outside: Rows,
}

/// Who wins by tables of Grundy values, 0 where it is who does not begin; none if they tell nothing else.
fn outcomes(inside: &Table, mut outside: Rows) -> Option<Column> {
    let told = |value: i64| i64::from(value != 0);
    if inside.values().iter().all(|&value| told(value) == value) {
        return None;
    }
    let rows = inside.rows().map(|(cell, value)| (cell.to_vec(), told(value))).collect();
    outside.iter_mut().for_each(|(_, value)| *value = told(*value));
    let of = Some("who wins, 0 where it is who does not begin".to_owned());
    Some(Column { of, inside: Table::new(rows).ok()?, outside })
}

fn class(word: &str) -> Result<LawClass, String> {
    let words = || LawClass::ALL.map(LawClass::word).join(", ");
    LawClass::ALL
        .into_iter()
        .find(|class| class.word() == word)
        .ok_or_else(|| format!("expected one of {}", words()))
}

fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.ok_or_else(|| "expected a number of seconds".to_owned())
}

fn share(word: &str) -> Result<f64, String> {
    let share = word.parse().ok().filter(|share| (0.0..0.9).contains(share));
    share.ok_or_else(|| "expected a share below 0.9, such as 0.2".to_owned())
}

impl Find {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let mut columns = self.columns(surroundings)?.into_iter();
        let Some(Column { of, inside, outside }) = columns.next() else {
            return Err(Failure::Input("there are no cells".to_owned()));
        };
        let found = self.search(&inside, &outside, surroundings)?;
        if self.prove {
            let proof = self.proof(&found, &inside, &outside, surroundings)?;
            let object = surroundings.json.then(|| json_object(&found, of.as_deref()));
            return prove::told(&found, &proof, self.certificate.as_deref(), object)
                .map(|()| exit(&found));
        }
        match &self.predict {
            Some(path) => return predict(&found, &inside, path),
            None => self.shown(&found, of.as_deref(), surroundings)?,
        }
        let mut exits = exit(&found);
        let open = found.laws.iter().all(|law| law.wrong > 0);
        let more: Vec<Column> = match outcomes(&inside, outside) {
            Some(winners) if open && of.is_none() && inside.dimension() > 1 => vec![winners],
            _ => columns.collect(),
        };
        for column in more {
            let found = self.search(&column.inside, &column.outside, surroundings)?;
            self.shown(&found, column.of.as_deref(), surroundings)?;
            exits = exits.max(exit(&found));
        }
        Ok(exits)
    }

    /// Looks for the laws of a table.
    fn search(
        &self,
        inside: &Table,
        outside: &Rows,
        surroundings: &Surroundings,
    ) -> Result<FoundLaws, Failure> {
        let mut limits = surroundings.limits();
        let deadline = Limits::none().time(self.seconds).deadline;
        limits.deadline = limits.deadline.into_iter().chain(deadline).min();
        let search = LawSearch { classes: self.class.clone(), more: self.more, limits };
        let clock = progress::clock("looking for laws");
        let tell =
            &mut |class: LawClass| clock.set_message(format!("looking for laws: {}", class.word()));
        let found = find_telling(inside, outside, &search, tell);
        clock.finish_and_clear();
        if surroundings.interrupted() {
            return Err(Failure::Stopped(farstar::Stopped::Cancelled));
        }
        Ok(found)
    }

    /// Tells of laws, and of what they are the laws if that is not plain.
    fn shown(
        &self,
        found: &FoundLaws,
        of: Option<&str>,
        surroundings: &Surroundings,
    ) -> Result<(), Failure> {
        if surroundings.json {
            return Ok(Output::new().json(&json_object(found, of))?);
        }
        if let Some(of) = of {
            Output::new().line(&format!("{of}:"))?;
        }
        self.told(found)
    }

    /// The tables whose laws are looked for: one, or one for each number that makes up the values of positions.
    fn columns(&self, surroundings: &Surroundings) -> Result<Vec<Column>, Failure> {
        let limits = surroundings.limits();
        let is_table = |path: &str| path == "-" || Path::new(path).is_file();
        let heaps = !self.words.table().is_some_and(is_table) && self.words.game(&limits).is_err();
        let (cells, ranges) = match (&self.cells, &self.ranges) {
            (Some(cells), Some(ranges)) => (cells.clone(), ranges.clone()),
            _ if heaps => {
                let ruleset = self.words.ruleset(&limits)?;
                match usual_cells(&ruleset, self.to) {
                    Some(usual) => usual,
                    None => {
                        // says what kind of game it is
                        self.words.game(&limits)?;
                        return Ok(Vec::new());
                    }
                }
            }
            _ => {
                let (inside, outside) = self.tables(surroundings)?;
                return Ok(vec![Column { of: None, inside, outside }]);
            }
        };
        let ruleset = self.words.ruleset(&limits)?;
        let columns = tabulated(&ruleset, &cells, &ranges, surroundings)?;
        let column = |(of, mut rows): (Option<String>, Rows)| {
            if self.prove && of.is_some() {
                return Err(Failure::Usage(
                    "--prove: only of Grundy values and of who wins".into(),
                ));
            }
            self.outcomes_of(&mut rows);
            let table = Table::new(rows).map_err(|error| Failure::Input(error.to_string()))?;
            let (inside, outside) = table.split(self.hold_out);
            Ok(Column { of, inside, outside })
        };
        columns.into_iter().map(column).collect()
    }

    /// What can be proved of the laws.
    fn proof(
        &self,
        found: &FoundLaws,
        inside: &Table,
        outside: &Rows,
        surroundings: &Surroundings,
    ) -> Result<Result<Attempt, Stopped>, Failure> {
        let limits = surroundings.limits();
        let only = |why: &str| Failure::Usage(format!("--prove: {why}"));
        if self.words.table().is_some_and(|path| path == "-" || Path::new(path).is_file()) {
            return Err(only("a table has no rules to be proved from"));
        }
        let ruleset = self.words.ruleset(&limits)?;
        let (single, heap) = (|i: usize| format!("{{{i}}}"), 0..inside.dimension());
        let tuple = format!("({})", heap.map(single).collect::<Vec<_>>().join(","));
        let cells = self.cells.as_ref().map(|cells| cells.replace(' ', ""));
        if cells.as_ref().is_some_and(|cells| *cells != tuple && *cells != "{0}") {
            return Err(only("the cells are heaps, as in --cells '({0},{1})'"));
        }
        let outcomes = self.outcomes || ruleset.is_misere();
        let subject = Subject::new(ruleset.rules(), outcomes, inside.low());
        let clock = progress::clock("deciding what the rules say of the law");
        let proof = attempt(&subject, found, inside, outside, &limits);
        clock.finish_and_clear();
        Ok(proof)
    }

    /// The cells from which laws are found, and those held back.
    fn tables(&self, surroundings: &Surroundings) -> Result<(Table, Rows), Failure> {
        let limits = surroundings.limits();
        if let Some(path) =
            self.words.table().filter(|path| *path == "-" || Path::new(path).is_file())
        {
            let (mut lines, mut text, mut next) = (Lines::open(path)?, String::new(), 1);
            while let Some((number, line)) = lines.next()? {
                // lines keep their numbers for messages
                text.extend(std::iter::repeat_n('\n', number - next));
                text.push_str(&line);
                next = number;
                if text.len() > LONGEST {
                    return Err(Failure::TooLarge(format!("{path}: more than {LONGEST} bytes")));
                }
            }
            let table =
                Table::read(&text).map_err(|error| Failure::Input(format!("{path}: {error}")))?;
            return Ok(table.split(self.hold_out));
        }
        let whole =
            |rows: Rows| Table::new(rows).map_err(|error| Failure::Input(error.to_string()));
        let game = self.words.game(&limits)?;
        let pairs = matches!(game.heaps, Heaps::Pairs(_));
        let to = self.to.unwrap_or(if pairs { USUAL_PAIRS } else { USUAL_HEAPS });
        let last = to
            .checked_mul(if pairs { PAIRS_FURTHER } else { FURTHER })
            .filter(|&last| last < MOST as u64);
        let last = last.ok_or_else(|| {
            Failure::TooLarge(format!("--to {to}: a table has at most {MOST} cells"))
        })?;
        let clock = progress::clock(&format!("{}: its values", game.text));
        let rows = values(game.heaps, last, &limits);
        clock.finish_and_clear();
        let mut rows = rows?;
        self.outcomes_of(&mut rows);
        let (inside, outside): (Rows, Rows) =
            rows.into_iter().partition(|(cell, _)| cell.iter().all(|&x| x.unsigned_abs() <= to));
        Ok((whole(inside)?, outside))
    }

    /// Who wins, where that is asked for: 0 stays 0, anything else is 1.
    fn outcomes_of(&self, rows: &mut Rows) {
        if self.outcomes {
            rows.iter_mut().for_each(|(_, value)| *value = i64::from(*value != 0));
        }
    }

    fn told(&self, found: &FoundLaws) -> Result<(), Failure> {
        let mut output = Output::new();
        let right = found.laws.iter().filter(|law| self.more || law.wrong == 0);
        let shown: Vec<&Law> = right.take(if self.more { usize::MAX } else { 1 }).collect();
        for law in &shown {
            let word = if law.wrong == 0 { "Conjecture" } else { "Refuted" };
            output.line(&format!("{word:10}  {}", law.shown()))?;
            let mut facts = format!(
                "{:.0} bits of {:.0}, found on {} cells",
                law.bits, law.null_bits, law.trained
            );
            match (law.verified, &law.first_wrong) {
                (0, _) => {}
                (verified, None) => facts.push_str(&format!(", verified on {verified} more")),
                (verified, Some(cell)) => {
                    let cell: Vec<String> = cell.iter().map(ToString::to_string).collect();
                    facts.push_str(&format!(
                        ", wrong on {} of {verified} more, first at ({})",
                        law.wrong,
                        cell.join(", ")
                    ));
                }
            }
            output.line(&format!("            {facts}"))?;
        }
        if shown.is_empty() {
            let tried: Vec<&str> = found.tried.iter().map(|class| class.word()).collect();
            output.line(&format!("No rule. Tried: {}.", tried.join(", ")))?;
            let refuted = found.laws.len();
            if refuted > 0 {
                output.line(&format!(
                    "{refuted} laws were refuted on the cells held back; --more shows them."
                ))?;
            }
        }
        if let Some(stopped) = found.stopped.filter(|_| shown.is_empty()) {
            messages::note(&format!("note: {stopped}"));
        }
        Ok(())
    }
}

fn exit(found: &FoundLaws) -> Exit {
    let open = found.stopped.is_some() && found.laws.iter().all(|law| law.wrong > 0);
    if open { Exit::Stopped } else { Exit::Solved }
}

/// A failure of the engine of sequences.
fn failure(error: SequenceError) -> Failure {
    match error {
        SequenceError::Stopped(stopped) => Failure::Stopped(stopped),
        ceiling @ SequenceError::HeapTooLarge { .. } => Failure::TooLarge(ceiling.to_string()),
        other => Failure::Input(other.to_string()),
    }
}

/// The Grundy values of a game up to a heap, or to a pair of that number.
fn values(heaps: Heaps, last: u64, limits: &Limits) -> Result<Rows, Failure> {
    let listed = |values: &mut dyn Iterator<Item = u64>| -> Rows {
        (0..)
            .zip(values)
            .map(|(n, value)| (vec![n], i64::try_from(value).unwrap_or(i64::MAX)))
            .collect()
    };
    match heaps {
        Heaps::Single(heaps) => {
            let mut sequence = GrundySequence::shared(heaps);
            sequence.extend_to(last + 1, limits).map_err(failure)?;
            Ok(listed(&mut sequence.values(0..last + 1).into_iter().map(u64::from)))
        }
        Heaps::Coins(code) => {
            let last = u32::try_from(last)
                .map_err(|_| Failure::TooLarge(format!("{last} coins are too many")))?;
            let row = CoinRow::new(code, last, limits)
                .map_err(|error| Failure::of_solver(error, "coins"))?;
            let values: Vec<u64> = row.values().to_vec();
            Ok((1..)
                .zip(values)
                .map(|(n, v)| (vec![n], i64::try_from(v).unwrap_or(i64::MAX)))
                .collect())
        }
        Heaps::Pairs(pairs) => {
            let mut values = PairValues::new(pairs);
            let mut rows = Vec::new();
            let last = u32::try_from(last).unwrap_or(u32::MAX);
            for a in 0..=last {
                for b in 0..=last {
                    let value = values.value((a, b), limits).map_err(failure)?;
                    rows.push((vec![i64::from(a), i64::from(b)], i64::from(value)));
                }
            }
            Ok(rows)
        }
    }
}

/// What the first law says of the cells of a file.
fn predict(found: &FoundLaws, table: &Table, path: &str) -> Result<Exit, Failure> {
    let law = found.laws.first().filter(|law| law.wrong == 0);
    let mut lines = Lines::open(path)?;
    let mut output = Output::new();
    while let Some((number, line)) = lines.next()? {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .collect();
        if words.is_empty() || number == 1 && words == table.names() {
            continue;
        }
        let wrong = |why: String| Failure::Input(format!("{path}:{number}: {why}"));
        if words.len() != table.dimension() {
            return Err(wrong(format!(
                "{} coordinates, but a cell has {}",
                words.len(),
                table.dimension()
            )));
        }
        let read = |word: &&str| {
            word.parse::<i128>()
                .map_err(|_| wrong(format!("'{word}' is no integer of at most 38 digits")))
        };
        let cell = words.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let value =
            law.and_then(|law| law.value(&cell)).map_or("?".to_owned(), |value| value.to_string());
        output.line(&format!("{}\t{value}", words.join("\t")))?;
    }
    if law.is_none() {
        messages::note("note: no law was found");
    }
    Ok(exit(found))
}

/// What was found, for programs.
fn json_object(found: &FoundLaws, of: Option<&str>) -> Value {
    let law = |law: &Law| -> Value {
        json!({
            "status": if law.wrong == 0 { "conjecture" } else { "refuted" },
            "class": law.form.class().word(),
            "law": law.shown(),
            "bits": law.bits.round(),
            "null_bits": law.null_bits.round(),
            "trained": law.trained,
            "verified": law.verified,
            "wrong": law.wrong,
            "first_wrong": law.first_wrong,
        })
    };
    let tried: Vec<&str> = found.tried.iter().map(|class| class.word()).collect();
    let mut object =
        json!({ "laws": found.laws.iter().map(law).collect::<Vec<_>>(), "tried": tried });
    if let Some(of) = of {
        object["of"] = json!(of);
    }
    if let Some(stopped) = found.stopped {
        object["stopped"] = json!(stopped.word());
    }
    object
}
