//! `farstar problem`: the catalogue of named problems.

mod play;

use self::play::Play;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::quantity::count;
use crate::surroundings::Surroundings;
use crate::tongue::{self, Tongue};
use farstar_problems::catalogue::{self, Found};
use farstar_problems::{Erratum, Error, Instance, Kind, Language, Problem, Report, Telling, Text};
use serde_json::{Value, json};
use std::fmt::Write;

/// The catalogue: list, show, run, play and verify named problems.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar problem list tree hackenbush\n  \
    farstar problem show nim --lang zh\n  \
    echo '3 1 2 4' | farstar problem run nim\n  \
    farstar problem play nim\n  \
    farstar problem verify nim --to 10\n  \
    farstar problem verify --all")]
pub(crate) struct ProblemCommand {
    #[command(subcommand)]
    job: Job,
}

#[derive(Debug, clap::Subcommand)]
enum Job {
    List(List),
    Show(Show),
    Run(Run),
    Play(Play),
    Try(Try),
    Verify(Verify),
}

/// List the entries, all or those about some words.
#[derive(Debug, clap::Args)]
struct List {
    /// Words to look for in ids, names, titles, topics and sources; an entry must have them all.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Only entries of this kind.
    #[arg(long, value_name = "KIND")]
    kind: Option<Shelf>,
}

/// What kinds of entries there are to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Shelf {
    /// Games and tasks with an input.
    Problem,
    /// Definitions and theorems.
    Theory,
    /// Named in the documents, not recoverable.
    Lost,
    /// Errors of the documents.
    Erratum,
}

/// Show an entry: statement, rule, complexity, source, errors of the documents, format, samples.
#[derive(Debug, clap::Args)]
struct Show {
    /// An id such as I45, or a short name such as array-game.
    #[arg(value_name = "ID")]
    id: String,
}

/// Answer an input in the problem's format.
///
/// The whole input is read and checked before anything is written.
#[derive(Debug, clap::Args)]
struct Run {
    /// An id such as I45, or a short name such as array-game.
    #[arg(value_name = "ID")]
    id: String,
    /// The file with the input, or `-` for standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    file: String,
}

/// Compute a small input by the rule and by the definition.
///
/// The exit code is 4 if they differ.
#[derive(Debug, clap::Args)]
struct Try {
    /// An id such as I16, or a short name such as nim-product.
    #[arg(value_name = "ID")]
    id: String,
    /// The file with the input, or `-` for standard input. [default: the entry's own input]
    #[arg(value_name = "FILE")]
    file: Option<String>,
}

/// Hold rules against play by the definition, and refute the documents' wrong claims.
///
/// A problem's rule must agree with play in every case; the first counterexample is printed if it does not. The claim
/// of an erratum must have a counterexample, and the smallest is printed. The exit code is 4 if it is otherwise.
#[derive(Debug, clap::Args)]
struct Verify {
    /// Ids or short names of problems and errata.
    #[arg(value_name = "ID", required_unless_present = "all")]
    ids: Vec<String>,
    /// The bound of the cases; `farstar problem show ID` says what it bounds. [default: of each entry]
    #[arg(long, value_name = "N", value_parser = count)]
    to: Option<u64>,
    /// Everything that can be verified or refuted.
    #[arg(long, conflicts_with = "ids")]
    all: bool,
    /// With the small bounds of the tests.
    #[arg(long, conflicts_with = "to")]
    quick: bool,
}

impl ProblemCommand {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        match &self.job {
            Job::List(list) => list.run(surroundings),
            Job::Show(show) => show.run(surroundings),
            Job::Run(run) => run.run(surroundings),
            Job::Play(play) => play.run(surroundings),
            Job::Try(attempt) => attempt.run(surroundings),
            Job::Verify(verify) => verify.run(surroundings),
        }
    }
}

pub(super) fn failure(error: Error) -> Failure {
    match error {
        Error::Stopped(stopped) => Failure::Stopped(stopped),
        Error::Solve(ceiling) if ceiling.is_ceiling() => Failure::TooLarge(ceiling.to_string()),
        other => Failure::Input(other.to_string()),
    }
}

impl List {
    fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let mut output = Output::new();
        let language = Tongue::spoken().language();
        let words: Vec<String> = self.words.iter().map(|word| word.to_lowercase()).collect();
        let about = |text: String| {
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        let mut listed = 0;
        let mut tell = |id: &str, name: &str, kind: String, title: &str| -> Result<(), Failure> {
            listed += 1;
            if surroundings.json {
                output.json(&json!({ "id": id, "name": name, "kind": kind, "title": title }))?;
            } else {
                output.line(&format!("{id:<5} {name:<28} {kind:<8} {title}"))?;
            }
            Ok(())
        };
        for problem in catalogue::problems() {
            let wanted = match self.kind {
                None => true,
                Some(Shelf::Problem) => problem.kind == Kind::Problem,
                Some(Shelf::Theory) => problem.kind == Kind::Theory,
                Some(Shelf::Lost) => problem.kind == Kind::Lost,
                Some(Shelf::Erratum) => false,
            };
            let Problem { id, name, kind, title, topics, source, .. } = problem;
            let text = || [id, name, title.en, title.zh, &topics.join(" "), source].join(" ");
            if wanted && about(text()) {
                tell(id, name, kind.to_string(), title.of(language))?;
            }
        }
        if matches!(self.kind, None | Some(Shelf::Erratum))
            && (self.kind.is_some() || !words.is_empty())
        {
            for (problem, erratum) in catalogue::errata() {
                let Erratum { id, name, printed, .. } = erratum;
                let text = || [id, name, printed.en, printed.zh, problem.name].join(" ");
                if about(text()) {
                    tell(id, name, "erratum".to_owned(), printed.of(language))?;
                }
            }
        }
        if listed == 0 {
            return Err(Failure::Input(format!(
                "no entry is about {}; `farstar problem list` lists all",
                self.words.join(" ")
            )));
        }
        Ok(Exit::Solved)
    }
}

impl Show {
    fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let mut output = Output::new();
        let language = Tongue::spoken().language();
        match catalogue::find(&self.id).map_err(failure)? {
            Found::Problem(problem) if surroundings.json => {
                output.json(&problem.to_json(Telling::In(language)))?;
            }
            Found::Problem(problem) => output.line(page(problem, language).trim_end())?,
            Found::Erratum(problem, erratum) if surroundings.json => {
                let mut object = erratum.to_json(Telling::In(language));
                object["problem"] = json!(problem.id);
                output.json(&object)?;
            }
            Found::Erratum(problem, erratum) => {
                let of = Text::new("Belongs to", "所属条目").of(language);
                let text = erratum_text(erratum, language);
                output.line(&format!(
                    "{text}{of}: {} {}",
                    problem.id,
                    problem.title.of(language)
                ))?;
            }
        }
        Ok(Exit::Solved)
    }
}

/// A heading in both languages.
const fn heading(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

const SOURCE: Text = heading("Source", "来源");
const RULES: Text = heading("Statement", "题面");
const RULE: Text = heading("Rule", "结论");
const COST: Text = heading("Complexity", "复杂度");
const FORMAT: Text = heading("Input and output", "输入与输出");
const SAMPLE: Text = heading("Sample", "样例");
const WORKED: Text = heading("In the language", "用 Farstar 计算");
const PLAY: Text = heading("To play", "可下的小局面");
const TRY: Text = heading("To try", "试算");
const VERIFIED: Text = heading("Verification", "验证");
const PRINTED: Text = heading("The document says", "原文");
const CORRECT: Text = heading("Correct", "更正");

/// An entry, for people.
fn page(problem: &Problem, language: Language) -> String {
    let mut text = format!("{} {} ({})\n", problem.id, problem.title.of(language), problem.name);
    let mut part = |head: Text, body: &str| {
        if !body.is_empty() {
            let _ = write!(text, "\n{}\n", head.of(language));
            for line in body.lines() {
                let _ = writeln!(text, "  {line}");
            }
        }
    };
    part(RULES, problem.statement.of(language));
    part(RULE, problem.rule.of(language));
    part(COST, problem.complexity);
    part(SOURCE, problem.source);
    part(FORMAT, problem.format.of(language));
    for sample in &problem.samples {
        part(SAMPLE, &format!("{}\n->\n{}", sample.input.trim_end(), sample.output.trim_end()));
    }
    let worked: Vec<String> =
        problem.worked.iter().map(|w| format!("{} = {}", w.expression, w.value)).collect();
    part(WORKED, &worked.join("\n"));
    match problem.instance {
        Instance::Game(game) => {
            let note = problem.note.of(language);
            let line = if note.is_empty() { String::new() } else { format!("{note}\n") };
            part(PLAY, &format!("{line}{}\nfarstar problem play {}", game.start, problem.id));
        }
        Instance::Computation(computation) => {
            let format = problem.note.of(language);
            let input = computation.input.trim_end();
            let command = format!("farstar problem try {}", problem.id);
            part(TRY, [format, input, &command].join("\n").trim_start());
        }
        Instance::Lost => {}
    }
    if let Some(verification) = &problem.verification {
        let (range, usual) = (problem.range.of(language), verification.usual);
        let command = format!("farstar problem verify {} --to {usual}", problem.id);
        part(VERIFIED, &format!("{range}\n{command}"));
    }
    for erratum in &problem.errata {
        text.push('\n');
        text.push_str(&erratum_text(erratum, language));
    }
    text
}

/// An erratum, for people.
fn erratum_text(erratum: &Erratum, language: Language) -> String {
    let mut text = format!(
        "{} ({}): {}, {}\n",
        erratum.id,
        erratum.name,
        erratum.document.title(language),
        erratum.place
    );
    let _ = writeln!(text, "  {}: {}", PRINTED.of(language), erratum.printed.of(language));
    let _ = writeln!(text, "  {}: {}", CORRECT.of(language), erratum.correct.of(language));
    if erratum.claim.is_some() {
        let _ = writeln!(text, "  farstar problem verify {}", erratum.id);
    }
    text
}

impl Try {
    fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let problem = catalogue::problem(&self.id).map_err(failure)?;
        let Instance::Computation(computation) = problem.instance else {
            return Err(Failure::Input(format!(
                "{} ({}) has no computation to try; `farstar problem show {}` tells what there is",
                problem.id, problem.name, problem.id
            )));
        };
        let input = match &self.file {
            Some(file) => input::text(file)?,
            None => computation.input.to_owned(),
        };
        let attempt = computation.attempt(&input, &surroundings.limits()).map_err(failure)?;
        let agrees = attempt.rule == attempt.definition;
        let mut output = Output::new();
        if surroundings.json {
            output.json(&json!({
                "problem": problem.id, "input": input, "rule": attempt.rule,
                "definition": attempt.definition, "agrees": agrees,
            }))?;
        } else {
            for (head, text) in [
                ("input", &input),
                ("by the rule", &attempt.rule),
                ("by the definition", &attempt.definition),
            ] {
                output.line(&format!("{head}:"))?;
                output.text(text)?;
            }
        }
        Ok(if agrees { Exit::Solved } else { Exit::CheckFailed })
    }
}

impl Run {
    fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let problem = catalogue::problem(&self.id).map_err(failure)?;
        let input = input::text(&self.file)?;
        let (clock, limits) = progress::watched(problem.title.en, surroundings.limits());
        let answer = problem.run(&input, &limits);
        clock.finish_and_clear();
        let name = if self.file == "-" { "input" } else { &self.file };
        let answer = answer.map_err(|error| match error {
            Error::Input { .. } => Failure::Input(format!("{name}: {error}")),
            other => failure(other),
        })?;
        let mut output = Output::new();
        if surroundings.json {
            output.json(&json!({ "problem": problem.id, "answer": answer }))?;
        } else {
            output.text(&answer)?;
        }
        Ok(Exit::Solved)
    }
}

impl Verify {
    fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let entries: Vec<Found> = if self.all {
            let problems = catalogue::problems().into_iter();
            let problems = problems.filter(|p| p.verification.is_some()).map(Found::Problem);
            let errata = catalogue::errata().into_iter();
            let errata = errata.filter(|(_, e)| e.claim.is_some());
            problems
                .chain(errata.map(|(problem, erratum)| Found::Erratum(problem, erratum)))
                .collect()
        } else {
            let found: Result<_, _> = self.ids.iter().map(|id| catalogue::find(id)).collect();
            found.map_err(failure)?
        };
        let mut output = Output::new();
        let mut exit = Exit::Solved;
        for entry in entries {
            let told = self.one(entry, surroundings, &mut output)?;
            exit = exit.max(told);
            if surroundings.interrupted() {
                break;
            }
        }
        Ok(exit)
    }

    fn one(
        &self,
        entry: Found,
        surroundings: &Surroundings,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let (id, name, verification, range, refuted) = match entry {
            Found::Problem(p) => (p.id, p.name, p.verification, p.range, false),
            Found::Erratum(_, e) => (e.id, e.name, e.claim, e.range, true),
        };
        let in_words = range.of(Tongue::spoken().language());
        let to = if self.quick { verification.map(|v| v.quick) } else { self.to };
        let (bar, limits) = progress::watched(id, surroundings.limits());
        let mut progress = |cases: u64| limits.reach(cases);
        let report = match entry {
            Found::Problem(problem) => problem.verify(to, &limits, &mut progress),
            Found::Erratum(_, erratum) => erratum.refute(to, &limits, &mut progress),
        };
        bar.finish_and_clear();
        let report = match report {
            Ok(report) => report,
            Err(Error::Stopped(stopped)) => {
                messages::note(&format!("{id} ({name}): {stopped}"));
                return Ok(Exit::Stopped);
            }
            Err(error) => {
                messages::note(&format!("error: {error}"));
                return Ok(Exit::WrongInput);
            }
        };
        let (sentence, agrees, cases) = match &report {
            Report::Agrees { to, cases } if refuted => {
                (format!("no counterexample in {cases} cases, N = {to}: {in_words}"), true, *cases)
            }
            Report::Agrees { to, cases } => {
                (format!("agrees with play in {cases} cases, N = {to}: {in_words}"), true, *cases)
            }
            Report::Differs { counterexample, cases } if refuted => {
                (format!("refuted: {counterexample}"), false, *cases)
            }
            Report::Differs { counterexample, cases } => {
                (format!("COUNTEREXAMPLE after {cases} cases: {counterexample}"), false, *cases)
            }
        };
        if surroundings.json {
            let counterexample = match &report {
                Report::Differs { counterexample: c, .. } => {
                    json!({ "case": c.case, "rule": c.claimed, "play": c.played })
                }
                Report::Agrees { .. } => Value::Null,
            };
            output.json(&json!({
                "id": id, "name": name, "range": range.en, "cases": cases,
                "agrees": agrees, "counterexample": counterexample,
            }))?;
        } else {
            output.line(&format!("{id} ({name}): {}", tongue::told(&sentence)))?;
        }
        // A rule must agree, a wrong claim must not.
        Ok(if agrees == refuted { Exit::CheckFailed } else { Exit::Solved })
    }
}
