//! `farstar try`: a formula, a table or a program held against play.

use crate::claim::{Claim, Claims, Key, REFUTED, Verdict};
use crate::exit::{Exit, Failure};
use crate::family::{Entry, Ranges};
use crate::output::Output;
use crate::progress;
use crate::ruleset::{self, Source, Words};
use crate::surroundings::Surroundings;
use farstar::{Arena, Limits, Moves, Question, Solver, Sum};
use farstar_lang::{Session, Value};
use farstar_num::Rational;
use serde_json::{Value as Json, json};
use std::path::PathBuf;

/// Hold what you believe of a game against play; the smallest counterexample comes first.
///
/// A formula is an expression in the numbers of a position, n and m. Where it is true or false, it claims that who is
/// to move loses or does not; a whole number is the Grundy value of an impartial game; an outcome "N" or any value is
/// itself. A table has a line of numbers (or a position), a tab and the claim; a program reads such lines without the
/// claim on its standard input and writes a line for each.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "farstar try [OPTIONS] RULESET [POSITION...]\n       \
        farstar try [OPTIONS] --rules FILE [RULESET] [POSITION...]",
    after_long_help = "Examples:\n  \
    farstar try 'subtraction 1,2,3' --formula 'n % 4 == 0' --to 10000\n  \
    farstar try nim --sizes 0..20x0..20 --formula 'n NimSum m'\n  \
    farstar try clobber 'XO*n' --sizes 1..8 --formula 'n != 3'\n  \
    farstar try --rules mine.game --table believed.tsv --to 50\n  \
    farstar try kayles --program ./solution --to 1000 --json\n\n\
    The exit code is 4 where play refutes the claim, 0 where it agrees: that is no proof beyond the positions played."
)]
pub(crate) struct Try {
    #[command(flatten)]
    words: Words,
    /// What is claimed, an expression in n and m.
    #[arg(long, value_name = "EXPRESSION", group = "claim")]
    formula: Option<String>,
    /// A file with a line for each position: numbers or the position, a tab, the claim. Others are not tried.
    #[arg(long, value_name = "FILE", group = "claim")]
    table: Option<PathBuf>,
    /// A program, with its arguments behind spaces, that answers on standard output.
    #[arg(long, value_name = "COMMAND", group = "claim")]
    program: Option<String>,
    /// One or two ranges of sizes, such as 1..6x1..8 or 1..20.
    #[arg(long, value_name = "RANGES", value_parser = Ranges::read, conflicts_with = "to")]
    sizes: Option<Ranges>,
    /// All sizes from 0 to this one, as --sizes 0..N.
    #[arg(long, value_name = "N", value_parser = crate::quantity::count)]
    to: Option<u64>,
    /// How many counterexamples are told.
    #[arg(long, value_name = "COUNT", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    most: u64,
}

/// A position on which claim and play differ.
struct Counterexample {
    entry: Entry,
    claimed: String,
    played: String,
}

impl Counterexample {
    fn line(&self) -> String {
        let names = ["n", "m"].iter().zip(&self.entry.numbers);
        let numbers: Vec<String> =
            names.map(|(name, number)| format!("{name} = {number}")).collect();
        let of =
            if numbers.is_empty() { String::new() } else { format!("{}: ", numbers.join(", ")) };
        format!("{of}{}   claimed {}, played {}", self.entry.position, self.claimed, self.played)
    }

    fn object(&self) -> Json {
        json!({
            "numbers": self.entry.numbers,
            "position": self.entry.position.to_string(),
            "claimed": self.claimed,
            "played": self.played,
        })
    }
}

impl Try {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let limits = surroundings.limits();
        let (source, texts) = self.words.split(&limits)?;
        let ruleset = match source {
            Source::Named(name) => ruleset::named(name)?,
            Source::File(ruleset) => ruleset,
        };
        let to = match self.to {
            Some(to) => Some(Ranges::read(&format!("0..{to}")).map_err(Failure::Usage)?),
            None => None,
        };
        let mut entries = match self.sizes.as_ref().or(to.as_ref()) {
            Some(ranges) => ranges.entries(&ruleset, texts, false, &limits)?,
            None if texts.is_empty() => {
                return Err(Failure::Usage(
                    "which positions? --to 1000, --sizes 1..6x1..6, or positions behind the ruleset".to_owned(),
                ));
            }
            None => Entry::listed(&ruleset, texts, &limits)?,
        };
        // smallest first
        entries.sort_by_key(|entry| {
            entry.numbers.iter().map(|&number| u64::from(number)).sum::<u64>()
        });
        let claims = self.claims(&entries, surroundings)?;
        self.hold(entries, claims.as_ref(), surroundings, &limits)
    }

    /// What a table or a program claims; `None` of a formula.
    fn claims(
        &self,
        entries: &[Entry],
        surroundings: &Surroundings,
    ) -> Result<Option<Claims>, Failure> {
        if let Some(path) = &self.table {
            return Claims::read_file(path).map(Some);
        }
        let Some(program) = &self.program else {
            return match self.formula {
                Some(_) => Ok(None),
                None => Err(Failure::Usage(
                    "what is claimed? --formula 'n % 4 == 0', --table FILE or --program COMMAND"
                        .to_owned(),
                )),
            };
        };
        let shown: Vec<String> = entries.iter().map(|entry| entry.position.to_string()).collect();
        let keys = entries.iter().zip(&shown);
        let keys: Vec<String> =
            keys.map(|(entry, shown)| Key(&entry.numbers, shown).to_string()).collect();
        let interrupted = || surroundings.interrupted();
        Claims::of_program(program, &keys, surroundings.longest(), &interrupted).map(Some)
    }

    /// Holds the claims against play, position by position.
    fn hold(
        &self,
        entries: Vec<Entry>,
        claims: Option<&Claims>,
        surroundings: &Surroundings,
        limits: &Limits,
    ) -> Result<Exit, Failure> {
        let arena = Arena::new();
        let mut session = Session::new(&arena);
        let mut solver = Solver::new(&arena);
        let mut calculator = arena.calculator();
        let bar = progress::bar("positions");
        bar.set_length(entries.len() as u64);
        let (mut agreed, mut open, mut unclaimed) = (0u64, 0u64, 0u64);
        let mut found: Vec<Counterexample> = Vec::new();
        let mut left = entries.len();
        for entry in entries {
            left -= 1;
            if limits.check().is_err() {
                open += 1 + std::mem::take(&mut left) as u64;
                break;
            }
            bar.inc(1);
            session.set_limits(limits.clone());
            let claim = match (&self.formula, claims) {
                (_, Some(claims)) => {
                    let shown = entry.position.to_string();
                    let Some(text) = claims.get(&Key(&entry.numbers, &shown)) else {
                        unclaimed += 1;
                        continue;
                    };
                    Claim::read(text, &mut session, surroundings.coloured)?
                }
                (Some(formula), None) => {
                    for (name, &number) in ["n", "m"].iter().zip(&entry.numbers) {
                        let number = Value::Number(Rational::from(i64::from(number)));
                        // a number was made in no session
                        let _ = session.define(name, number);
                    }
                    Claim::of_expression(formula, &mut session, surroundings.coloured)?
                }
                (None, None) => continue,
            };
            let question =
                Question { effort: claim.effort(), moves: Moves::None, ..Question::default() };
            let sum = Sum::from(entry.position.clone());
            let answer = solver.answer(&sum, question, limits)?;
            match claim.judge(&answer, &mut calculator)? {
                Verdict::Agrees => agreed += 1,
                Verdict::Open => open += 1,
                Verdict::Differs(played) => {
                    let claimed = claim.told(&mut calculator);
                    found.push(Counterexample { entry, claimed, played });
                    if found.len() as u64 >= self.most {
                        break;
                    }
                }
            }
        }
        bar.finish_and_clear();
        let exit = match (found.is_empty(), open) {
            (false, _) => REFUTED,
            (true, 0) => Exit::Solved,
            (true, _) => Exit::Stopped,
        };
        let mut output = Output::new();
        if surroundings.json {
            let counterexamples: Vec<Json> = found.iter().map(Counterexample::object).collect();
            output.json(&json!({
                "agreed": agreed,
                "open": open,
                "unclaimed": unclaimed,
                "untried": left,
                "counterexamples": counterexamples,
            }))?;
            return Ok(exit);
        }
        for one in &found {
            output.say(&one.line())?;
        }
        let rest = match (open, unclaimed) {
            (0, 0) => String::new(),
            (0, none) => format!(", nothing is claimed of {none}"),
            (open, _) => format!(", {open} left open by a limit"),
        };
        output.say(&match found.len() {
            0 => format!("agrees on {agreed} positions{rest}"),
            1 => format!("refuted; agrees on {agreed} others{rest}"),
            many => format!("refuted {many} times; agrees on {agreed} others{rest}"),
        })?;
        if found.len() as u64 == self.most && left > 0 {
            output.say(&format!("{left} more were not tried, see --most"))?;
        }
        Ok(exit)
    }
}
