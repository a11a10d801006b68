//! `farstar eval`: expressions to values, one a line.

use crate::exit::{Exit, Failure};
use crate::input::Lines;
use crate::messages;
use crate::negatives::word;
use crate::notation::{Written, dialect};
use crate::output::Output;
use crate::pictures::Pictures;
use crate::progress;
use crate::surroundings::Surroundings;
use farstar_lang::{Diagnostic, Session, Value};
use farstar_value::Arena;
use serde_json::json;

/// Evaluate expressions, one result a line in their order.
///
/// Variables set by one expression are known to the next. A wrong expression is told on standard error and does not
/// stop the others.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar eval '{1|-1} + ^' '*3 + *5'\n  \
    farstar eval 'g := {3||2|1}' 'g.Mean' 'g.Temperature'\n  \
    farstar eval --json '{2|-1}.LeftStop'\n  \
    farstar eval --latex '{3||2|1}'\n  \
    farstar eval -f games.txt\n  \
    printf '1/2 + *\\n' | farstar eval -")]
pub(crate) struct Eval {
    /// Expressions; `-` reads them from standard input, one a line.
    #[arg(value_name = "EXPR", required_unless_present = "file", value_parser = word)]
    expressions: Vec<String>,
    /// Read expressions from a file, one a line, before those given.
    #[arg(short, long, value_name = "FILE")]
    file: Vec<String>,
    /// Read and print in the notation of CGSuite, in which `2^3` is a power.
    #[arg(long)]
    cgsuite: bool,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    written: Written,
}

/// A run over many expressions.
struct Run<'r> {
    session: Session<'r>,
    surroundings: &'r Surroundings,
    written: Written,
    pictures: &'r Pictures,
    output: Output,
    exit: Exit,
}

impl Eval {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let arena = Arena::new();
        let session = Session::new(&arena).dialect(dialect(self.cgsuite));
        let (written, output) = (self.written, Output::new());
        let (pictures, exit) = (&self.pictures, Exit::Solved);
        let mut run = Run { session, surroundings, written, pictures, output, exit };
        for file in &self.file {
            run.lines(file)?;
        }
        for expression in &self.expressions {
            if run.interrupted() {
                break;
            }
            if expression == "-" {
                run.lines("-")?;
            } else {
                run.evaluate(None, expression)?;
            }
        }
        Ok(run.exit)
    }
}

impl Run<'_> {
    /// Whether Ctrl-C was pressed; then what is left is not evaluated.
    fn interrupted(&mut self) -> bool {
        let interrupted = self.surroundings.interrupted();
        if interrupted {
            self.exit = self.exit.max(Exit::Stopped);
        }
        interrupted
    }

    fn lines(&mut self, path: &str) -> Result<(), Failure> {
        let mut lines = Lines::open(path)?;
        let name = if path == "-" { "standard input" } else { path };
        while let Some((number, line)) = lines.next()? {
            if self.interrupted() {
                break;
            }
            self.evaluate(Some((name, number)), &line)?;
        }
        Ok(())
    }

    fn evaluate(&mut self, line: Option<(&str, usize)>, text: &str) -> Result<(), Failure> {
        self.session.set_limits(self.surroundings.limits());
        let life = progress::evaluation(self.session.tally());
        let told = self.told(text);
        life.finish_and_clear();
        let printed = self.session.take_printed();
        if !self.surroundings.json {
            printed.iter().try_for_each(|text| self.output.line(text.as_str()))?;
        }
        match told {
            Ok((value, shown, Some(sort))) => {
                let shown = self.pictures.write(&value)?.unwrap_or(shown);
                let mut told = json!({ "input": text, "value": shown, "type": sort });
                if !printed.is_empty() {
                    let lines: Vec<&str> = printed.iter().map(|text| text.as_str()).collect();
                    told["printed"] = json!(lines);
                }
                self.output.json(&told)?;
            }
            Ok((value, shown, None)) => {
                let shown = self.pictures.write(&value)?.unwrap_or(shown);
                self.output.line(&shown)?;
            }
            Err(found) => {
                self.exit = self.exit.max(Exit::of_diagnostics(&found));
                if self.surroundings.json {
                    let first = found.first();
                    let message =
                        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
                    let span = first.map_or([0, 0], |d| [d.span.start, d.span.end]);
                    self.output.json(&json!({ "input": text, "error": message, "span": span }))?;
                } else {
                    messages::diagnostics(line, text, &found, self.surroundings.coloured);
                }
            }
        }
        Ok(())
    }

    /// The value of an expression, as text too, and its type for those who read JSON.
    fn told(
        &mut self,
        text: &str,
    ) -> Result<(Value, String, Option<&'static str>), Vec<Diagnostic>> {
        let value = self.session.eval(text)?;
        let json = self.surroundings.json;
        let shown = match self.written.notation() {
            // what JSON holds is read back
            None if json => self.session.display(&value),
            _ => self.written.result(&mut self.session, &value),
        };
        let shown = shown.map_err(|stopped| vec![stopped])?;
        let sort = match json {
            true => Some(self.session.type_name(&value).map_err(|stopped| vec![stopped])?),
            false => None,
        };
        Ok((value, shown, sort))
    }
}
