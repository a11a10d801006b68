//! The rule behind a sequence, a table or a game of heaps: laws with what they get wrong and what they expect of other
//! cells, and the theorem where there is one.

use crate::desk::Desk;
use crate::diagnosis::said;
use farstar::find::{
    self, Attempt, Column, Discovery, FoundLaws, Inquiry, Law, LawClass, Proofs, Rows, Source,
    Step, Table, TableError, TabulateError, json_of_attempt, json_of_laws,
};
use farstar::{Error, Ruleset, Stop};
use farstar_draw::{Scatter, heatmap, scatter};
use farstar_lang::{Diagnostic, Kind, holds_function, tabulated};
use farstar_problems::{Game, Instance, Problem, catalogue};
use farstar_value::{Limits, Stopped};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// The longest text of a table, in bytes, and the most cells that predictions are made for.
const LONGEST: usize = 200_000;
const MOST_PREDICTED: usize = 10_000;
/// The wrong cells of a law that are listed.
const MOST_WRONG: usize = 1_000;
/// What is drawn: terms of a sequence, the side of a table, whose cells are at most those of a square.
const MOST_DRAWN: i64 = 1_200;
const WIDEST: i64 = 128;
/// Laws whose errors and predictions are told.
const MOST_LAWS: usize = 12;
/// The longest certificate that is told.
const LONGEST_CERTIFICATE: usize = 4 << 20;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(crate) struct Question {
    /// A ruleset by its name or code, or its text; or an expression with functions.
    game: String,
    rules: String,
    /// An entry of the catalogue by its id or short name: its small positions, played out by its own definition.
    problem: String,
    /// A table as `farstar find` reads it; or a sequence, and the number of its first term.
    table: String,
    values: Vec<i64>,
    from: i64,
    /// Of a game: the last heap from which laws are found, and whether it is asked who wins.
    to: Option<u64>,
    outcomes: bool,
    /// The share of the cells, the larger ones, that laws are held against.
    hold_out: f64,
    /// The kinds of laws that are tried; none: all. With `more` they are looked for on and on.
    classes: Vec<String>,
    more: bool,
    /// How long laws are looked for, out of the time of the job.
    seconds: f64,
    /// Whether the laws of a game are to be proved.
    prove: bool,
    /// Cells for which the laws say what they expect.
    predict: Vec<Vec<Value>>,
}

impl Default for Question {
    fn default() -> Self {
        Self {
            game: String::new(),
            rules: String::new(),
            problem: String::new(),
            table: String::new(),
            values: Vec::new(),
            from: 0,
            to: None,
            outcomes: false,
            hold_out: 0.2,
            classes: Vec::new(),
            more: false,
            seconds: 10.0,
            prove: false,
            predict: Vec::new(),
        }
    }
}

/// Why a question is none: what is wrong, or the limit or the ceiling that was met.
struct Refused {
    message: String,
    stop: Option<Stop>,
}

impl Refused {
    fn wrong(message: impl Into<String>) -> Self {
        Self { message: message.into(), stop: None }
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self { message: error.to_string(), stop: error.stop() }
    }
}

impl From<TableError> for Refused {
    fn from(error: TableError) -> Self {
        Self::wrong(error.to_string())
    }
}

impl From<TabulateError> for Refused {
    fn from(error: TabulateError) -> Self {
        Error::from(error).into()
    }
}

impl From<Stopped> for Refused {
    fn from(stopped: Stopped) -> Self {
        Error::from(stopped).into()
    }
}

impl From<farstar_problems::Error> for Refused {
    fn from(error: farstar_problems::Error) -> Self {
        match error {
            farstar_problems::Error::Stopped(stopped) => stopped.into(),
            farstar_problems::Error::Solve(error) => Error::Solver(error).into(),
            other => Self::wrong(other.to_string()),
        }
    }
}

impl From<Diagnostic> for Refused {
    fn from(fault: Diagnostic) -> Self {
        let stop = match fault.kind {
            Kind::Stopped(stopped) => Some(stopped.into()),
            Kind::TooLarge => Some(Stop::Size),
            _ => None,
        };
        Self { message: fault.to_string(), stop }
    }
}

/// What hears how far the work is: how much of how much is done, and of what.
type Progress<'a> = dyn Fn(u64, Option<u64>, &str) + 'a;

/// Answers a question; the desk hears each column when it is ready.
pub(crate) fn find(question: &Question, desk: &Desk<'_>) -> Value {
    let progress = |done, of, note: &str| desk.progress(done, of, note);
    match asked(question, desk.limits(), &progress, &|part| desk.part(part)) {
        Ok(told) => told,
        Err(Refused { message, stop: None }) => json!({ "diagnostics": [{
            "kind": "rules", "message": message, "start": 0, "end": question.game.encode_utf16().count(),
            "line": 1, "column": 1, "fixes": [],
        }] }),
        Err(Refused { message, stop: Some(stop) }) => {
            json!({ "stopped": stop.word(), "message": message })
        }
    }
}

fn asked(
    question: &Question,
    limits: &Limits,
    progress: &Progress<'_>,
    part: &dyn Fn(&Value),
) -> Result<Value, Refused> {
    let wrong = |why: String| Refused::wrong(why);
    let classes = question.classes.iter().map(|word| LawClass::named(word));
    let classes = classes.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    if !(0.0..0.9).contains(&question.hold_out) {
        return Err(wrong("expected a share below 0.9 that is held back, such as 0.2".to_owned()));
    }
    if question.predict.len() > MOST_PREDICTED {
        return Err(wrong(format!("at most {MOST_PREDICTED} cells are predicted at once")));
    }
    let entry = entry(question)?;
    let inquiry = Inquiry {
        to: question.to,
        outcomes: question.outcomes,
        hold_out: question.hold_out,
        classes,
        more: question.more,
        proofs: if question.prove { Proofs::All } else { Proofs::None },
        time: Duration::try_from_secs_f64(question.seconds).unwrap_or(Duration::ZERO),
        ..Inquiry::default()
    };
    let source = source(question, entry, limits, progress)?;
    let hears = &mut |step| match step {
        Step::Positions(done, of) => progress(done, Some(of), "positions"),
        Step::Laws(class) => progress(0, None, class.word()),
        Step::Proof => progress(0, None, "proof"),
    };
    let mut found = Discovery::first(source, &inquiry, limits, hears)?;
    let ruleset = found.ruleset().cloned();
    let mut told = Vec::new();
    loop {
        for (i, (column, laws)) in found.columns.iter().zip(&found.found).enumerate() {
            let mut one = json_of_column(column, laws, &question.predict);
            if let Some(proof) = found.proofs.get(i) {
                one["proof"] = json_of_proof(laws, proof);
            }
            part(&one);
            told.push(one);
        }
        match found.further(&inquiry, limits, hears)? {
            Some(further) => found = further,
            None => break,
        }
    }
    let rows = ruleset.as_ref().and_then(find::told_rows);
    let of = if rows.is_some() { "single rows of " } else { "" };
    Ok(json!({
        "game": ruleset.as_ref().map(|ruleset| format!("{of}{}", ruleset.name())),
        "problem": entry.map(|(problem, game)| json!({
            "id": problem.id,
            "positions": game.cells.map(|cells| cells.pattern),
        })),
        "code": ruleset.as_ref().and_then(|ruleset| ruleset.rules().code().map(ToString::to_string)),
        "rows": rows,
        "columns": told,
    }))
}

/// What is proved of a law, with its certificate.
fn json_of_proof(found: &FoundLaws, proof: &Result<Attempt, Stopped>) -> Value {
    let mut told = json_of_attempt(found, proof);
    if let Some(law) = proof.as_ref().ok().and_then(|proof| find::shown_law(found, proof)) {
        told["said"] = json!({ "law": said(&law) });
    }
    let certificate = proof.as_ref().ok().and_then(|proof| proof.verdict.certificate());
    if let Some(text) = certificate.filter(|text| text.len() <= LONGEST_CERTIFICATE) {
        told["certificate"] = json!(text);
    }
    told
}

/// An entry of the catalogue with its game.
type Entry = (&'static Problem, &'static Game);

/// The entry of the catalogue that is asked about.
fn entry(question: &Question) -> Result<Option<Entry>, Refused> {
    if question.problem.is_empty() {
        return Ok(None);
    }
    let problem = catalogue::problem(&question.problem)?;
    match &problem.instance {
        Instance::Game(game) => Ok(Some((problem, game))),
        _ => Err(Refused::wrong(format!("{} has no game", problem.id))),
    }
}

/// What laws are looked for behind.
fn source(
    question: &Question,
    entry: Option<Entry>,
    limits: &Limits,
    progress: &Progress<'_>,
) -> Result<Source, Refused> {
    let tell = &mut |done, of| progress(done, Some(of), "positions");
    let (to, share) = (question.to, question.hold_out);
    let game = match entry.map(|(_, game)| (game, game.ruleset())) {
        Some((game, None)) => {
            let table = game.tabulate(to, question.outcomes, limits, tell)?;
            let column = Column::of_rows(None, table.winners, table.rows, share)?;
            return Ok(Source::Table { column, of_game: true });
        }
        Some((_, Some(name))) => name,
        None if question.rules.is_empty() => &question.game,
        None => &question.rules,
    };
    if let Some(expression) =
        [game, question.table.as_str()].into_iter().find(|text| holds_function(text))
    {
        let table = tabulated(expression, question.to, question.outcomes, limits)?;
        return Ok(Column::of_table(&table, question.outcomes, share).into());
    }
    if !game.is_empty() {
        return Ok(Source::Heaps(limits.guard(|| Ruleset::named(game))??));
    }
    if question.table.len() > LONGEST {
        return Err(Refused::wrong(format!("a table has at most {LONGEST} bytes")));
    }
    let table = match question.values.is_empty() {
        true => Table::read(&question.table),
        false => Table::sequence(question.from, &question.values),
    };
    Ok(Column::of_table(&table?, false, share).into())
}

fn json_of_column(column: &Column, found: &FoundLaws, predict: &[Vec<Value>]) -> Value {
    let Column { of, inside, outside, .. } = column;
    let mut told = json_of_laws(found);
    let seen = Seen::of(inside, outside);
    told["of"] = json!(of);
    told["names"] = json!(inside.names());
    told["low"] = json!(inside.low());
    told["trained_to"] = json!(inside.high());
    told["cells"] = json!(inside.len());
    told["held_back"] = json!(outside.len());
    told["svg"] = json!(seen.drawn());
    told["drawn"] = seen.values();
    for (law, at) in found.laws.iter().zip(0..MOST_LAWS) {
        let one = &mut told["laws"][at];
        let wrong = wrong_cells(law, outside);
        one["said"] = json!({ "law": said(&law.told()) });
        one["errors"] = json!(wrong);
        one["svg"] = json!(seen.errors(law));
        one["predictions"] = predict.iter().map(|cell| predicted(law, cell)).collect();
    }
    told
}

/// The cells that a law gets wrong, each with what it says and what is so.
fn wrong_cells(law: &Law, outside: &Rows) -> Vec<Value> {
    let said = |cell: &[i64]| law.value(&cell.iter().map(|&x| x.into()).collect::<Vec<_>>());
    let wrong = outside.iter().filter(|(cell, value)| said(cell) != Some((*value).into()));
    let told = wrong.take(if law.wrong == 0 { 0 } else { MOST_WRONG }).map(|(cell, value)| {
        json!({ "cell": cell, "says": said(cell).map(|says| says.to_string()), "is": value.to_string() })
    });
    told.collect()
}

/// What a law expects of a cell whose coordinates are numbers, or texts of numbers that are too large for these.
fn predicted(law: &Law, cell: &[Value]) -> Value {
    let number = |x: &Value| match x {
        Value::String(text) => text.parse::<i128>().ok(),
        number => number.as_i64().map(i128::from),
    };
    let cell = cell.iter().map(number).collect::<Option<Vec<i128>>>();
    json!(cell.and_then(|cell| law.value(&cell)).map(|value| value.to_string()))
}

/// What is drawn of a table: the beginning of a sequence, or a corner in which every cell has its place, row by row.
struct Seen {
    names: Vec<String>,
    low: Vec<i64>,
    high: Vec<i64>,
    values: Vec<Option<i64>>,
}

impl Seen {
    fn of(inside: &Table, outside: &Rows) -> Self {
        let low = inside.low().to_vec();
        let mut high = inside.high().to_vec();
        for (cell, _) in outside {
            high.iter_mut().zip(cell).for_each(|(high, &x)| *high = (*high).max(x));
        }
        let sides =
            high.iter().zip(&low).map(|(high, low)| high.saturating_sub(*low).saturating_add(1));
        let most = if low.len() == 1 { MOST_DRAWN } else { WIDEST };
        let mut sides: Vec<i64> = sides.map(|side| side.min(most)).collect();
        while sides.iter().fold(1, |cells: i64, side| cells.saturating_mul(*side)) > WIDEST * WIDEST
        {
            // the longest side gives way
            let Some(longest) = sides.iter_mut().max() else { break };
            *longest -= 1;
        }
        let high = low.iter().zip(&sides).map(|(low, side)| low + side - 1).collect();
        let mut values = vec![None; sides.iter().product::<i64>() as usize];
        let outside = outside.iter().map(|(cell, value)| (&cell[..], *value));
        for (cell, value) in inside.rows().chain(outside) {
            let mut axes = cell.iter().zip(&low).zip(&sides);
            let at = axes.try_fold(0, |at, ((x, low), side)| {
                let x = x.checked_sub(*low).filter(|x| (0..*side).contains(x))?;
                Some(at * side + x)
            });
            if let Some(at) = at {
                values[at as usize] = Some(value);
            }
        }
        Self { names: inside.names().to_vec(), low, high, values }
    }

    /// The values as lists in lists, one level for each coordinate.
    fn values(&self) -> Value {
        let mut told: Vec<Value> = self.values.iter().map(|value| json!(value)).collect();
        for (low, high) in self.low.iter().zip(&self.high).skip(1).rev() {
            told = told.chunks((high - low + 1) as usize).map(|row| json!(row)).collect();
        }
        json!({ "low": self.low, "high": self.high, "values": told })
    }

    /// The picture of a sequence or of a table of two coordinates; of more there is none.
    fn picture(&self, values: &[i64], exceptions: &[u64], sentence: &str) -> Option<String> {
        let labels =
            |axis: usize| (self.low[axis]..=self.high[axis]).map(|x| x.to_string()).collect();
        match self.low.len() {
            1 => {
                let from = u64::try_from(self.low[0]).unwrap_or(0);
                Some(scatter(&Scatter { values, from, periodic: None, exceptions, sentence }))
            }
            2 => {
                let (rows_of, columns_of): (Vec<String>, Vec<String>) = (labels(0), labels(1));
                let rows: Vec<Vec<i64>> =
                    values.chunks(columns_of.len()).map(<[i64]>::to_vec).collect();
                Some(heatmap(&rows, &rows_of, &columns_of, sentence))
            }
            _ => None,
        }
    }

    fn drawn(&self) -> Option<String> {
        let values: Vec<i64> = self.values.iter().map(|value| value.unwrap_or(0)).collect();
        self.picture(&values, &[], &format!("The table by {}", self.names.join(", ")))
    }

    /// 1 where a law is wrong or says nothing, else 0; of a sequence what it says, with the wrong terms marked.
    fn errors(&self, law: &Law) -> Option<String> {
        let (mut told, mut exceptions) = (Vec::new(), Vec::new());
        let width = self.high.get(1).map_or(i64::MAX, |high| high - self.low[1] + 1);
        for (at, value) in (0..).zip(&self.values) {
            let said = match self.low[..] {
                [low] => law.value(&[(low + at).into()]),
                [low, first] => {
                    law.value(&[(low + at / width).into(), (first + at % width).into()])
                }
                _ => return None,
            };
            let is_wrong = value.is_some_and(|value| said != Some(value.into()));
            if self.low.len() == 1 {
                told.push(said.and_then(|said| i64::try_from(said).ok()).unwrap_or(0));
                exceptions.extend(u64::try_from(self.low[0] + at).ok().filter(|_| is_wrong));
            } else {
                told.push(i64::from(is_wrong));
            }
        }
        let sentence = format!("Where the law {} is wrong", law.shown());
        self.picture(&told, &exceptions, &sentence)
    }
}
