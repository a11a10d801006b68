//! `farstar find`: the law behind a table, or behind the values of a ruleset.

use super::predict::predict;
use super::prove;
use crate::exit::{Exit, Failure};
use crate::heap_game;
use crate::input::Lines;
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::ruleset::named;
use crate::surroundings::Surroundings;
use crate::tongue::{self, said};
use farstar::find::{
    Column, Discovery, FoundLaws, Inquiry, Law, LawClass, Proofs, Round, Source, Step, Table,
    Unary, Verdict, Written, json_of_laws, rows, single_heaps, told_rows, walnut,
};
use farstar::{Limits, Ruleset, instance};
use farstar_lang::{holds_function, tabulated};
use farstar_problems::{Game, Instance, Problem, catalogue};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Bytes of a table that are read.
const LONGEST: usize = 256 << 20;

/// Find the law behind a table, or behind the values of a game.
///
/// A table has a cell on each line, its coordinates and then its value; a line of names may come first, `?` is a
/// value that is not known, and one column is a sequence from 0. Of a game, the Grundy values are tabulated, and who
/// wins where they have no law; of other games of heaps the values of single heaps, a table for each number they are
/// made of; of an entry of the catalogue whose moves have no text, small positions played out. Rulesets may be told
/// by functions. A law is found from the smaller cells and held against the
/// larger ones. What is told is a conjecture,
/// cheapest description first, with the bits it takes against those that listing the values takes, and the cells it
/// was held against. With --prove the law of a heap game becomes a theorem for all heaps, where it can be
/// decided, with
/// a certificate.
#[derive(Clone, Debug, clap::Args)]
#[command(
    override_usage = "farstar find [OPTIONS] TABLE\n       farstar find [OPTIONS] RULESET\n       farstar find [OPTIONS] PROBLEM",
    after_long_help = "Examples:\n  \
    farstar find table.tsv\n  \
    farstar find table.tsv --predict cells.tsv\n  \
    farstar find kayles\n  \
    farstar find laskers-nim --prove --certificate lasker.cert\n  \
    farstar find wythoff --outcomes --prove\n  \
    farstar find fibonacci-nim --outcomes --as walnut -o folder\n  \
    farstar find staircase-nim\n  \
    farstar find 'Ruleset(n -> [n - k for k in [1,3,4] where k <= n])'\n  \
    farstar find table.tsv --as python -o law.py\n  \
    farstar find nim --cells '{0}+{1}' --box 0..20,0..20\n  \
    farstar find toads-and-frogs --cells 'T*{0}.F*{1}' --box 1..6,1..6"
)]
pub(crate) struct Find {
    #[command(flatten)]
    words: heap_game::Words,
    /// Tabulate a game up to this heap, or to this number in both coordinates.
    #[arg(long, value_name = "N", value_parser = crate::quantity::count)]
    to: Option<u64>,
    /// The positions that are tabulated, with {0}, {1}, … for the coordinates and *{0} behind what is repeated; needs
    /// --box.
    #[arg(long, value_name = "TEXT", requires = "ranges")]
    cells: Option<String>,
    /// The ranges of the coordinates, such as 0..60,2..10; of single heaps where no --cells are given.
    #[arg(long = "box", value_name = "RANGES", id = "ranges")]
    ranges: Option<String>,
    /// Look for laws of these kinds only.
    #[arg(long, value_name = "CLASSES", value_delimiter = ',', value_parser = LawClass::named)]
    class: Vec<LawClass>,
    /// Functions of the coordinates that expressions have at the price of a coordinate, such as lowbit,Omega.
    #[arg(long, value_name = "FUNCTIONS", value_delimiter = ',', value_parser = Unary::named)]
    leaves: Vec<Unary>,
    /// Look on for further laws, and show all.
    #[arg(long)]
    more: bool,
    /// How long to look for laws, in all, and then how long to prove one.
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    seconds: Duration,
    /// Hold the laws of a game of heaps against larger and larger heaps for so long, up to 10000 times those they were
    /// found from; what is wrong is then wrong at the smallest heap.
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "prove")]
    verify: Option<Duration>,
    /// The share of the cells, the larger ones, that is held back.
    #[arg(long, value_name = "SHARE", default_value = "0.2", value_parser = part)]
    hold_out: f64,
    /// Print what the first law says of the cells of this file, `?` where it says nothing.
    #[arg(long, value_name = "FILE")]
    predict: Option<String>,
    /// Write the first law, or with --prove what is proved, as text, latex, or as a program in rust, c or python that
    /// reads cells and writes their values; or, as walnut, its theorem as a folder that the program Walnut runs.
    #[arg(long = "as", value_name = "FORM", value_parser = form, conflicts_with = "predict")]
    form: Option<Form>,
    /// The file that --as writes, for walnut the folder; without it programs go to standard output.
    #[arg(long, short, value_name = "PATH", requires = "form")]
    output: Option<PathBuf>,
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

/// A form in which a law is told outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Law(Written),
    Walnut,
}

fn form(word: &str) -> Result<Form, String> {
    match word {
        "walnut" => Ok(Form::Walnut),
        word => Written::named(word)
            .map(Form::Law)
            .ok_or_else(|| "expected one of text, latex, rust, c, python, walnut".to_owned()),
    }
}

pub(super) fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.ok_or_else(|| "expected a number of seconds".to_owned())
}

fn part(word: &str) -> Result<f64, String> {
    let share = word.parse().ok().filter(|share| (0.0..0.9).contains(share));
    share.ok_or_else(|| "expected a share below 0.9, such as 0.2".to_owned())
}

impl Find {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let (limits, inquiry) = (surroundings.limits(), self.inquiry());
        let search = limits.within(self.seconds);
        let mut shown = Shown { bar: None, search, proof: limits.clone() };
        let hears = &mut |step| shown.hear(step);
        let source = self.source(hears, surroundings)?;
        let of_heaps = matches!(source, Source::Heaps(_));
        if self.verify.is_some() && !of_heaps {
            let why = "--verify: only laws of the heaps of a ruleset that is a text";
            return Err(Failure::Usage(why.into()));
        }
        let (mut exits, mut has_laws) = (Exit::Solved, false);
        let mut next = Discovery::first(source, &inquiry, &limits, hears).map(Some);
        while let Some(mut found) = next? {
            shown.end();
            self.verified(&mut found, surroundings)?;
            // of what is asked on top only a law is told
            let is_told = !matches!(found.round, Round::Values) || found.laws().is_some();
            match found.round {
                Round::Asked | Round::Winners => {}
                Round::Values if !is_told => {}
                Round::Values => messages::note(
                    "note: who wins is told by what heaps are worth, if that has a law:",
                ),
                Round::AllHeaps => messages::note(
                    "note: the law of all heaps is asked for, of which these are some",
                ),
            }
            // where all values have laws, who wins is looked for on top
            if !has_laws {
                exits = exits.max(exit(&found));
            }
            has_laws |= found.laws().is_some();
            if self.predict.is_some() || matches!(self.form, Some(Form::Law(_))) {
                // what came of the proof is told beside what is written
                if self.prove {
                    prove::keep(found.certificate(), self.certificate.as_deref())?;
                    found.found.iter().zip(&found.proofs).for_each(|(a, b)| prove::note(a, b));
                }
                return match self.form {
                    Some(Form::Law(form)) => self.written(&found, form, of_heaps, surroundings),
                    _ => self.predicted(&found, of_heaps, surroundings),
                };
            }
            if !found.is_proved() {
                if is_told {
                    self.shown(&found, surroundings)?;
                }
            } else {
                // files first: who reads what is told may have read enough of it
                prove::keep(found.certificate(), self.certificate.as_deref())?;
                if self.form == Some(Form::Walnut) {
                    self.exported(&found)?;
                }
                self.shown(&found, surroundings)?;
                return Ok(Exit::Solved);
            }
            let hears = &mut |step| shown.hear(step);
            next = found.further(&inquiry, &limits, hears);
        }
        shown.end();
        prove::keep(None, self.certificate.as_deref())?;
        Ok(if self.form.is_some() { exits.max(Exit::WrongInput) } else { exits })
    }

    fn inquiry(&self) -> Inquiry {
        Inquiry {
            to: self.to,
            outcomes: self.outcomes,
            hold_out: self.hold_out,
            classes: self.class.clone(),
            leaves: self.leaves.clone(),
            more: self.more,
            proofs: match self.form {
                // Walnut decides sentences about automata alone
                Some(Form::Walnut) => Proofs::Automata,
                _ if self.prove => Proofs::All,
                _ => Proofs::None,
            },
            time: self.seconds,
        }
    }

    /// The ruleset that is named, or that of the entry of the catalogue.
    fn ruleset(&self, limits: &Limits) -> Result<Ruleset, Failure> {
        match self.entry().and_then(|(_, game)| game.ruleset()) {
            Some(name) => named(name),
            None => self.words.ruleset(limits),
        }
    }

    /// The entry of the catalogue that is asked about: by its id, or by a short name that is none of a ruleset whose
    /// heaps can be tabulated.
    fn entry(&self) -> Option<(&'static Problem, &'static Game)> {
        let text = self.words.table().filter(|_| self.ranges.is_none())?;
        let problem = catalogue::problem(text).ok()?;
        let Instance::Game(game) = &problem.instance else { return None };
        let is_name = !problem.id.eq_ignore_ascii_case(text);
        let of_ruleset = || match Ruleset::named(text) {
            Ok(ruleset) => game.cells.is_none() || ruleset.rules().heap_names().is_some(),
            Err(_) => false,
        };
        (self.file().is_none() && !(is_name && of_ruleset())).then_some((problem, game))
    }

    /// The entry if its game has moves of its own, for which there is no text.
    fn own_game(&self) -> Option<(&'static Problem, &'static Game)> {
        self.entry().filter(|(_, game)| game.ruleset().is_none())
    }

    /// The table of small positions of an entry, played out.
    fn played(
        &self,
        (problem, game): (&Problem, &Game),
        hears: &mut dyn FnMut(Step),
        surroundings: &Surroundings,
    ) -> Result<Column, Failure> {
        if self.prove || self.form == Some(Form::Walnut) {
            let why =
                "--prove and --as walnut: the moves of this game have no text to be proved from";
            return Err(Failure::Usage(why.to_owned()));
        }
        let tell = &mut |done, of| hears(Step::Positions(done, of));
        let table = game.tabulate(self.to, self.outcomes, &surroundings.limits(), tell);
        let table = table.map_err(super::problem::failure)?;
        let of = if table.winners { "who wins" } else { "Grundy values" };
        let pattern = game.cells.map_or("", |cells| cells.pattern);
        let (id, name) = (problem.id, problem.name);
        messages::note(&format!("{id} ({name}), positions {pattern}: {of} by play"));
        let column = Column::of_rows(None, table.winners, table.rows, self.hold_out);
        column.map_err(|error| Failure::Input(error.to_string()))
    }

    /// Writes the first laws of all columns, or what was proved of them, in a form.
    fn written(
        &self,
        found: &Discovery,
        form: Written,
        of_heaps: bool,
        surroundings: &Surroundings,
    ) -> Result<Exit, Failure> {
        let Some(text) = found.written(form) else {
            messages::note("note: no law was found");
            hint_at_winners(found, of_heaps);
            return Ok(exit(found).max(Exit::WrongInput));
        };
        match &self.output {
            Some(path) => write(path, text.as_bytes())?,
            None if surroundings.json => {
                let object = json!({ "form": form.word(), "text": text.trim_end() });
                Output::new().json(&object)?;
            }
            None => Output::new().line(text.trim_end())?,
        }
        Ok(exit(found))
    }

    /// Writes what the first laws of columns say of other cells, or what was proved of columns without any.
    fn predicted(
        &self,
        found: &Discovery,
        of_heaps: bool,
        surroundings: &Surroundings,
    ) -> Result<Exit, Failure> {
        let known = found.prediction();
        let path = self.predict.as_deref().unwrap_or("-");
        predict(&found.columns, &known, path, surroundings)?;
        if known.is_whole() {
            return Ok(Exit::Solved);
        }
        if let Some(stopped) = found.found.iter().find_map(|found| found.stopped) {
            messages::note(&format!("note: {stopped}"));
        }
        hint_at_winners(found, of_heaps);
        Ok(exit(found))
    }

    /// Writes a theorem as a folder for Walnut.
    fn exported(&self, found: &Discovery) -> Result<(), Failure> {
        let theorem = found.proofs.iter().flatten().find_map(|one| match &one.verdict {
            Verdict::Theorem(proof) => Some(proof),
            _ => None,
        });
        let (Some(proof), Some(rules)) = (theorem, found.ruleset()) else { return Ok(()) };
        let name = rules.name();
        let files = walnut(&proof.theorem, name).map_err(Failure::Input)?;
        let folder = self.output.clone().unwrap_or_else(|| format!("{}-walnut", stem(name)).into());
        // folders that Walnut looks for, empty or not
        for part in ["Automata Library", "Word Automata Library", "Custom Bases", "Command Files"] {
            let path = folder.join(part);
            std::fs::create_dir_all(&path).map_err(|error| file_failure(&path, error))?;
        }
        for (path, text) in &files {
            write(&folder.join(path), text.as_bytes())?;
        }
        messages::note(&format!("{}: {} files", folder.display(), files.len()));
        Ok(())
    }

    /// Holds laws against further heaps where that is asked.
    fn verified(&self, found: &mut Discovery, surroundings: &Surroundings) -> Result<(), Failure> {
        let Some(time) = self.verify else { return Ok(()) };
        let limits = surroundings.limits().within(time);
        let clock = progress::allotted("holding laws against further heaps", &limits);
        let done = found.verify(&limits);
        clock.finish_and_clear();
        Ok(done?)
    }

    /// Tells of the laws of columns, and of what they are the laws if that is not plain.
    fn shown(&self, told: &Discovery, surroundings: &Surroundings) -> Result<(), Failure> {
        for (i, (column, found)) in told.columns.iter().zip(&told.found).enumerate() {
            let object = surroundings.json.then(|| json_object(found, column.of.as_deref()));
            if let Some(of) = column.of.as_deref().filter(|_| object.is_none()) {
                Output::new().line(&format!("{}:", tongue::told(of)))?;
            }
            match (told.proofs.get(i), object) {
                (Some(proof), object) => prove::told(found, proof, object)?,
                (None, Some(object)) => Output::new().json(&object)?,
                (None, None) => self.told(found)?,
            }
        }
        Ok(())
    }

    /// What laws are looked for behind.
    fn source(
        &self,
        hears: &mut dyn FnMut(Step),
        surroundings: &Surroundings,
    ) -> Result<Source, Failure> {
        let limits = surroundings.limits().within(self.seconds);
        let asks_play = self.to.is_some() || self.ranges.is_some() || self.outcomes;
        if self.file().is_some() && asks_play {
            let why = "--to, --cells, --box and --outcomes: a table has its cells";
            return Err(Failure::Usage(why.to_owned()));
        }
        if self.file().is_some() && self.inquiry().proofs != Proofs::None {
            let why = "--prove: a table has no rules to be proved from";
            return Err(Failure::Usage(why.to_owned()));
        }
        let of_table = |column: Column| {
            let of_game = column.inside.dimension() > 1 || self.own_game().is_some();
            Source::Table { column, of_game }
        };
        if let Some(text) = self.words.table().filter(|word| holds_function(word)) {
            if self.prove || self.ranges.is_some() || self.form == Some(Form::Walnut) {
                let why = "--prove, --box and --as walnut: of rulesets that are texts";
                return Err(Failure::Usage(why.to_owned()));
            }
            let table = tabulated(text, self.to, self.outcomes, &surroundings.limits())?;
            return Ok(of_table(Column::of_table(&table, self.outcomes, self.hold_out)));
        }
        if let Some(ranges) = &self.ranges {
            let (rules, ranges) = (self.ruleset(&limits)?, ranges_of(ranges)?);
            let cells = self.cells.clone().or_else(|| single_heaps(&rules));
            let wanted =
                "--box: --cells says which positions are tabulated, such as --cells '{0}+{1}'";
            let cells = cells.ok_or_else(|| Failure::Usage(wanted.to_owned()))?;
            let place = format!("{{{}}}", ranges.len());
            if cells.contains(&place) {
                return Err(Failure::Usage(format!("--box: {place} of {cells} has no range")));
            }
            let first: Vec<i64> = ranges.iter().map(|&(from, _)| from).collect();
            for (axis, &(_, to)) in ranges.iter().enumerate() {
                let mut last = first.clone();
                last[axis] = to;
                if last != first && instance(&cells, &first) == instance(&cells, &last) {
                    let why = format!("--box: the positions {cells} have no {{{axis}}}");
                    return Err(Failure::Usage(why));
                }
            }
            return Ok(Source::Positions { rules, cells, ranges });
        }
        if let Some(path) = self.file() {
            return self.table(path).map(of_table);
        }
        if let Some(entry) = self.own_game() {
            return self.played(entry, hears, surroundings).map(of_table);
        }
        let ruleset = self.ruleset(&limits)?;
        if let Some(why) = wants_cells(&ruleset) {
            return Err(Failure::Usage(why));
        }
        tell_rows(&ruleset);
        Ok(Source::Heaps(ruleset))
    }

    /// The file that the table is in, if what is asked is no game.
    fn file(&self) -> Option<&str> {
        let is_named = |path: &Path| path.extension().is_some_and(|end| end == "tsv");
        let is_file = |path: &Path| path.is_file() || is_named(path);
        self.words.table().filter(|path| *path == "-" || is_file(Path::new(path)))
    }

    /// The table of a file: the cells from which laws are found, and those held back.
    fn table(&self, path: &str) -> Result<Column, Failure> {
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
        Ok(Column::of_table(&table, false, self.hold_out))
    }

    fn told(&self, found: &FoundLaws) -> Result<(), Failure> {
        let mut output = Output::new();
        let right = found.laws.iter().filter(|law| self.more || law.wrong == 0);
        let shown: Vec<&Law> = right.take(if self.more { usize::MAX } else { 1 }).collect();
        for law in &shown {
            let word = if law.wrong == 0 { "Conjecture" } else { "Refuted" };
            output.fact(word, 11, &said(&law.told()))?;
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
            output.say(&format!("            {facts}"))?;
        }
        if shown.is_empty() {
            let tried: Vec<&str> = found.tried.iter().map(|class| class.word()).collect();
            output.say(&format!("No rule. Tried: {}.", tried.join(", ")))?;
            let refuted = found.laws.len();
            if refuted > 0 {
                let laws = if refuted == 1 { "1 law was" } else { &format!("{refuted} laws were") };
                output
                    .say(&format!("{laws} refuted on the cells held back; --more shows them."))?;
            }
        }
        if let Some(stopped) = found.stopped.filter(|_| shown.is_empty()) {
            messages::note(&format!("note: {stopped}"));
        }
        Ok(())
    }
}

/// Who wins is another question than that of values, and told to who asks it.
fn hint_at_winners(found: &Discovery, of_heaps: bool) {
    if of_heaps && found.columns.iter().all(|column| !column.winners) {
        messages::note("note: --outcomes asks for who wins");
    }
}

/// Why positions of a board are to be told, unless its rows or its coins are heaps, or it is told which heaps they are.
fn wants_cells(ruleset: &Ruleset) -> Option<String> {
    let rules = ruleset.rules();
    let is_told = rules.heap_names().is_some()
        || rules.remark("heaps").is_some()
        || rules.heap_game().is_ok();
    (!is_told && rows(ruleset).is_none()).then(|| {
        let name = ruleset.name();
        format!("{name} is played on a board: --cells and --box say which positions are tabulated, such as --cells 'XO*n' --box 1..8")
    })
}

/// Says which game of heaps the rows of a ruleset of cells are.
fn tell_rows(ruleset: &Ruleset) {
    let Some(heaps) = told_rows(ruleset) else { return };
    messages::note("note: the positions are single rows of empty cells, as a game of heaps:");
    heaps.lines().for_each(|line| messages::note(&format!("  {line}")));
    if heaps.starts_with("heap a b") {
        messages::note("  where a is a number of cells, and b what lies at its ends: 0 two edges");
    }
}

/// A name as part of the name of a folder.
fn stem(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.chars().map(kept).collect()
}

fn file_failure(path: &Path, error: std::io::Error) -> Failure {
    Failure::File { path: path.display().to_string(), error }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| file_failure(path, error))
}

/// What is going on, for who looks on.
struct Shown {
    bar: Option<ProgressBar>,
    search: Limits,
    proof: Limits,
}

impl Shown {
    fn hear(&mut self, step: Step) {
        if let Step::Positions(done, of) = step {
            let bar = self.bar.get_or_insert_with(|| progress::bar("positions"));
            bar.set_length(of);
            return bar.set_position(done);
        }
        self.end();
        let subject = match step {
            Step::Laws(class) => format!("looking for laws: {}", class.word()),
            _ => "deciding what the rules say of the law".to_owned(),
        };
        let limits = if matches!(step, Step::Proof) { &self.proof } else { &self.search };
        self.bar = Some(progress::allotted(&subject, limits));
    }

    fn end(&mut self) {
        self.bar.take().inspect(ProgressBar::finish_and_clear);
    }
}

/// That of a search which a limit ended before it found a law.
fn exit(found: &Discovery) -> Exit {
    if found.stopped().is_some() { Exit::Stopped } else { Exit::Solved }
}

/// The ranges of coordinates, such as 0..60,2..10.
fn ranges_of(text: &str) -> Result<Vec<(i64, i64)>, Failure> {
    let wrong = || Failure::Usage("--box: expected ranges such as 0..60,2..10".to_owned());
    let number = |word: &str| word.trim().parse::<u32>().map(i64::from).map_err(|_| wrong());
    let range = |range: &str| {
        let (from, to) = range.split_once("..").ok_or_else(wrong)?;
        Ok((number(from)?, number(to.trim_start_matches('='))?))
    };
    text.split(',').map(range).collect()
}

/// What was found, for programs.
fn json_object(found: &FoundLaws, of: Option<&str>) -> Value {
    let mut object = json_of_laws(found);
    if let Some(of) = of {
        object["of"] = json!(of);
    }
    object
}
