//! What somebody claims of the positions of a family: by a formula, a table or a program.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::messages;
use farstar::{Answer, Calculator, Effort, Game};
use farstar_lang::{Session, Value};
use farstar_num::Rational;
use std::collections::HashMap;
use std::fmt;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The most bytes that a table, or what a program answers, may have.
const LONGEST: u64 = 256 << 20;
/// How often a program is looked at that is still at work.
const BEAT: Duration = Duration::from_millis(20);

/// Who wins, as it is written.
const OUTCOMES: [&str; 9] = ["P", "N", "L", "R", "D", "PHat", "PCheck", "NHat", "NCheck"];

/// What is claimed of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Whether who is to move loses, whoever that is.
    Lost(bool),
    /// Who wins, as outcomes are written.
    Outcome(String),
    /// A whole number: the Grundy value of an impartial game, else the value.
    Number(Rational),
    /// The value.
    Game(Game),
}

/// What play says of a position of which something is claimed.
pub(crate) enum Verdict {
    /// The same.
    Agrees,
    /// Something else, in words.
    Differs(String),
    /// Nothing within the limits.
    Open,
}

impl Claim {
    /// Reads what a table or a program says: `P`, `N`, `L`, `R`, or an expression.
    pub(crate) fn read(
        text: &str,
        session: &mut Session<'_>,
        coloured: bool,
    ) -> Result<Self, Failure> {
        match text.trim() {
            outcome if OUTCOMES.contains(&outcome) => Ok(Self::Outcome(outcome.to_owned())),
            expression => Self::of_expression(expression, session, coloured),
        }
    }

    /// The value of an expression as a claim.
    pub(crate) fn of_expression(
        text: &str,
        session: &mut Session<'_>,
        coloured: bool,
    ) -> Result<Self, Failure> {
        let told = |found: Vec<farstar_lang::Diagnostic>| {
            messages::diagnostics(None, text, &found, coloured);
            Failure::Told(Exit::of_diagnostics(&found))
        };
        let value = session.eval(text).map_err(told)?;
        match &value {
            Value::Boolean(lost) => Ok(Self::Lost(*lost)),
            Value::Outcome(outcome) => Ok(Self::Outcome(outcome.to_string())),
            Value::LoopyOutcome(outcome) => Ok(Self::Outcome(outcome.to_string())),
            Value::Text(text) if OUTCOMES.contains(&text.as_str()) => {
                Ok(Self::Outcome(text.as_str().to_owned()))
            }
            Value::Number(number) => Ok(Self::Number(number.clone())),
            _ => match session.game(&value) {
                Ok(game) => Ok(Self::Game(game)),
                Err(_) => Err(Failure::Input(format!(
                    "'{text}' is {}; a claim is true where who is to move loses, an outcome such as \"N\", a Grundy value or a value",
                    session.type_name(&value).unwrap_or("no value")
                ))),
            },
        }
    }

    /// How much must be spent on the value to judge it.
    pub(crate) fn effort(&self) -> Effort {
        match self {
            Self::Lost(_) | Self::Outcome(_) => Effort::Little,
            Self::Number(_) | Self::Game(_) => Effort::Whole,
        }
    }

    /// Holds it against what play says.
    pub(crate) fn judge(
        &self,
        answer: &Answer,
        calculator: &mut Calculator<'_>,
    ) -> Result<Verdict, Failure> {
        let agrees = |same: bool, told: String| {
            Ok(if same { Verdict::Agrees } else { Verdict::Differs(told) })
        };
        let outcome = answer.outcome.map(|outcome| outcome.to_string());
        let game = match self {
            Self::Lost(lost) => {
                let Some(outcome) = outcome else { return Ok(Verdict::Open) };
                return agrees((outcome == "P") == *lost, outcome);
            }
            Self::Outcome(claimed) => {
                let Some(outcome) = outcome else { return Ok(Verdict::Open) };
                return agrees(outcome == *claimed, outcome);
            }
            Self::Number(number) => {
                if let Some(grundy) = answer.grundy {
                    let same = *number == Rational::from(i64::try_from(grundy).unwrap_or(i64::MAX));
                    return agrees(same, format!("Grundy value {grundy}"));
                }
                calculator.parse(&number.to_string()).map_err(farstar::Error::from)?
            }
            Self::Game(game) => *game,
        };
        let Some(value) = &answer.value else { return Ok(Verdict::Open) };
        let played = calculator.parse(value).map_err(farstar::Error::from)?;
        agrees(played == game, value.clone())
    }
}

impl Claim {
    /// The claim in words.
    pub(crate) fn told(&self, calculator: &mut Calculator<'_>) -> String {
        match self {
            Self::Lost(true) => "P".to_owned(),
            Self::Lost(false) => "not P".to_owned(),
            Self::Outcome(outcome) => outcome.clone(),
            Self::Number(number) => number.to_string(),
            Self::Game(game) => calculator
                .print(*game, farstar_value::text::Notation::Ascii)
                .unwrap_or_else(|_| "a value too long to print".to_owned()),
        }
    }
}

/// The claims of a table: what its last column says of the numbers, or of the position, before it.
#[derive(Debug, Default)]
pub(crate) struct Claims(HashMap<String, String>);

/// By what a claim is found: the numbers of a family, or the text of a position.
pub(crate) struct Key<'k>(pub(crate) &'k [u32], pub(crate) &'k str);

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(self.1);
        }
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&numbers.join(" "))
    }
}

impl Claims {
    /// Reads a table: columns between tabs, lines behind `#` left out.
    pub(crate) fn read_file(path: &Path) -> Result<Self, Failure> {
        let text = input::text(path)?;
        let shown = input::shown(path);
        let mut claims = HashMap::new();
        for (at, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let Some((of, claim)) = line.trim_end().rsplit_once('\t') else {
                return Err(Failure::Input(format!(
                    "{shown}:{}: expected numbers or a position, a tab, and what is claimed",
                    at + 1
                )));
            };
            let of = of.split('\t').map(str::trim).collect::<Vec<_>>().join(" ");
            if let Some(before) = claims.insert(of.clone(), claim.trim().to_owned())
                && before != claim.trim()
            {
                return Err(Failure::Input(format!(
                    "{shown}:{}: of {of} it claims {before} and {}",
                    at + 1,
                    claim.trim()
                )));
            }
        }
        Ok(Self(claims))
    }

    /// What a program answers: it gets a line for each position, its numbers or its text, and writes a line for each.
    pub(crate) fn of_program(
        command: &str,
        keys: &[String],
        longest: Option<Duration>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Self, Failure> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let failed = |error| Failure::File { path: program.to_owned(), error };
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let asked = keys.iter().map(|key| format!("{key}\n")).collect::<String>();
        let began = Instant::now();
        let (text, status) = std::thread::scope(|scope| {
            scope.spawn(move || {
                // a program that does not read all of it may be right all the same
                stdin.map(|mut stdin| stdin.write_all(asked.as_bytes()))
            });
            let reader = scope.spawn(move || {
                let mut text = String::new();
                let read = stdout.map(|stdout| stdout.take(LONGEST).read_to_string(&mut text));
                read.transpose().map(|_| text)
            });
            let status = loop {
                match child.try_wait().map_err(failed)? {
                    Some(status) => break status,
                    None if interrupted() || longest.is_some_and(|most| began.elapsed() > most) => {
                        child.kill().map_err(failed)?;
                        child.wait().map_err(failed)?;
                        return Err(Failure::Stopped(farstar::Stopped::Time));
                    }
                    None => std::thread::sleep(BEAT),
                }
            };
            let text = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok((text.map_err(failed)?, status))
        })?;
        if !status.success() {
            return Err(Failure::Input(format!("{program} ended with {status}")));
        }
        let answers: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if answers.len() != keys.len() {
            return Err(Failure::Input(format!(
                "{program} answered {} lines to {}",
                answers.len(),
                keys.len()
            )));
        }
        let pairs = keys.iter().cloned().zip(answers.into_iter().map(str::to_owned));
        Ok(Self(pairs.collect()))
    }

    /// What is claimed of a position.
    pub(crate) fn get(&self, key: &Key<'_>) -> Option<&str> {
        self.0.get(&key.to_string()).or_else(|| self.0.get(key.1)).map(String::as_str)
    }
}

/// The exit code of a claim that play refutes.
pub(crate) const REFUTED: Exit = Exit::CheckFailed;
