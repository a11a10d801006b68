//! `farstar shell`: the language, line by line, with history and completion.

use super::rules;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::notation::{Written, dialect};
use crate::output::Output;
use crate::pictures::Pictures;
use crate::progress;
use crate::surroundings::Surroundings;
use crate::tongue::{Tongue, help_in_chinese, told};
use farstar::Ruleset;
use farstar_lang::{MethodInfo, Reads, Session, Value, is_incomplete, method, methods};
use farstar_value::Arena;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::{Hinter, HistoryHinter};
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Editor, Helper};
use std::cell::RefCell;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::rc::Rc;

/// Start the shell: expressions in, values out.
///
/// Ctrl-C stops a computation and keeps the shell; Ctrl-D leaves it. `help` tells more.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Shell {
    /// Neither read nor write the history file.
    #[arg(long)]
    no_history: bool,
    /// Read and print in the notation of CGSuite, in which `2^3` is a power.
    #[arg(long)]
    cgsuite: bool,
    #[command(flatten)]
    pictures: Pictures,
}

const HELP: &str = "\
Type an expression to see its value:
    {1|-1} + ^          a sum          g := {3||2|1}       give a name
    g.Temperature       a measure      f(n) := n*^         a function
    {2|1} >= *          a comparison   [f(n) for n in 1..3]
A line that is not finished goes on in the next one, behind …
    help NAME           what a method does, or how a ruleset is played
    help WORD           what speaks of this
    help methods        all methods; help rulesets all rulesets
    quit                leave, as does Ctrl-D; Ctrl-C stops a computation";

impl Shell {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        if surroundings.json {
            return Err(Failure::Usage(
                "the shell speaks to a person and has no --json; `farstar eval --json -f -` reads the same lines"
                    .to_owned(),
            ));
        }
        let arena = Arena::new();
        let session = Rc::new(RefCell::new(Session::new(&arena).dialect(dialect(self.cgsuite))));
        let cannot = |e: ReadlineError| Failure::Usage(format!("the shell cannot start: {e}"));
        // what can be meant is listed, not run through
        let config = Config::builder().completion_type(CompletionType::List).build();
        let editor = Editor::<Assistant<'_>, DefaultHistory>::with_config(config);
        let mut editor = editor.map_err(cannot)?;
        editor.set_helper(Some(Assistant {
            session: Rc::clone(&session),
            hinter: HistoryHinter::new(),
        }));
        let history = if self.no_history { None } else { history_file() };
        if let Some(path) = &history {
            // The first time there is no history, and none is no harm.
            let _ = editor.load_history(path);
        }
        let mut output = Output::new();
        output
            .say(&format!("farstar {}; type help, or quit to leave", env!("CARGO_PKG_VERSION")))?;
        loop {
            surroundings.forget_interrupt();
            match statement(&mut editor) {
                Ok(entry) => {
                    let text = entry.trim();
                    if text.is_empty() {
                        continue;
                    }
                    // An entry that is not kept is only not kept.
                    let _ = editor.add_history_entry(text);
                    surroundings.forget_interrupt();
                    match text.split_whitespace().collect::<Vec<_>>()[..] {
                        ["quit" | "exit"] => break,
                        ["help"] => output.line(&shell_help())?,
                        ["help", "methods"] => output.line(&all_methods())?,
                        ["help", "rulesets"] => rules::list(surroundings, &mut output).map(drop)?,
                        ["help", ref words @ ..] => {
                            help(&words.join(" "), surroundings, &mut output)?;
                        }
                        _ => {
                            let session = &mut session.borrow_mut();
                            evaluate(session, text, (surroundings, &self.pictures), &mut output)?;
                        }
                    }
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => break,
                // the line is read, and no text
                Err(ReadlineError::Io(e)) if e.kind() == ErrorKind::InvalidData => {
                    messages::note("error: a line of bytes that are not UTF-8");
                }
                Err(e) => return Err(Failure::Usage(format!("the terminal cannot be read: {e}"))),
            }
        }
        if let Some(path) = &history
            && let Err(e) = keep_history(&mut editor, path)
        {
            messages::note(&format!("warning: the history was not kept: {e}"));
        }
        Ok(Exit::Solved)
    }
}

/// What is typed up to the end of a statement; lines after the first have a prompt of their own.
fn statement(editor: &mut Editor<Assistant<'_>, DefaultHistory>) -> rustyline::Result<String> {
    let mut entry = editor.readline("> ")?;
    while !entry.trim_start().starts_with("help") && is_incomplete(&entry) {
        match editor.readline("… ") {
            Ok(line) => {
                entry.push('\n');
                entry.push_str(&line);
            }
            // what is wanted is not told then, which is a message
            Err(ReadlineError::Eof) => break,
            Err(e) => return Err(e),
        }
    }
    Ok(entry)
}

fn evaluate(
    session: &mut Session<'_>,
    text: &str,
    (surroundings, pictures): (&Surroundings, &Pictures),
    output: &mut Output,
) -> Result<(), Failure> {
    session.set_limits(surroundings.limits());
    let life = progress::evaluation(session.tally());
    let told = session.eval(text).and_then(|value| match value {
        Value::Nothing => Ok(None),
        value => {
            let shown = Written::default().result(session, &value);
            shown.map(|shown| Some((value, shown))).map_err(|stopped| vec![stopped])
        }
    });
    life.finish_and_clear();
    session.take_printed().iter().try_for_each(|text| output.line(text.as_str()))?;
    match told {
        Ok(None) => Ok(()),
        Ok(Some((value, shown))) => {
            let shown = pictures.write(&value)?.unwrap_or(shown);
            Ok(output.line(&shown)?)
        }
        Err(found) => {
            messages::diagnostics(None, text, &found, surroundings.coloured);
            Ok(())
        }
    }
}

/// What can be typed.
fn shell_help() -> String {
    match Tongue::spoken() {
        Tongue::En => HELP.to_owned(),
        Tongue::Zh => help_in_chinese(HELP),
    }
}

/// A method on a line of a list.
fn listed(info: &MethodInfo) -> String {
    format!("    {:<34} {}", info.signature, told(info.summary))
}

/// All methods by family.
fn all_methods() -> String {
    let mut text = String::new();
    let mut family = None;
    for info in methods() {
        if family != Some(info.family) {
            family = Some(info.family);
            text.push_str(&format!("{:?}\n", info.family));
        }
        text.push_str(&listed(info));
        text.push('\n');
    }
    text.pop();
    text
}

/// What a method does, how a ruleset is played, or else everything that speaks of the words.
fn help(words: &str, surroundings: &Surroundings, output: &mut Output) -> Result<(), Failure> {
    if let Some(info) = method(words) {
        return Ok(output.line(&about(info))?);
    }
    if let Ok(ruleset) = Ruleset::named(words) {
        return surroundings.limits().guard(|| rules::tell(&ruleset, output))?;
    }
    let wanted = words.to_lowercase();
    let speaks = |text: &str| {
        text.to_lowercase().contains(&wanted) || told(text).to_lowercase().contains(&wanted)
    };
    let of_methods = methods().iter().filter(|info| speaks(info.name) || speaks(info.summary));
    let mut found: Vec<String> = of_methods.map(listed).collect();
    for ruleset in Ruleset::builtin() {
        let about = ruleset.summary();
        if speaks(ruleset.name()) || speaks(about) {
            found.push(format!("    {:<34} {}", ruleset.name(), told(about)));
        }
    }
    if found.is_empty() {
        let nothing = format!(
            "Nothing is called `{words}` or speaks of it; `help methods` and `help rulesets` list all."
        );
        found.push(told(&nothing).into_owned());
    }
    Ok(output.line(&found.join("\n"))?)
}

/// What a method does.
fn about(info: &MethodInfo) -> String {
    let moves = match info.reads {
        Reads::Value => "",
        Reads::Moves => "Of a position it is answered from its moves.",
    };
    let (signature, summary, moves) = (info.signature, told(info.summary), told(moves));
    let summary = format!("{summary} {moves}");
    let summary = summary.trim_end();
    format!("{signature}\n    {summary}\n    {}  →  {}", info.example, info.result)
}

/// Where the history is kept: `$XDG_STATE_HOME/farstar/history`, by default under `~/.local/state`.
fn history_file() -> Option<PathBuf> {
    let state = match std::env::var_os("XDG_STATE_HOME").filter(|path| !path.is_empty()) {
        Some(path) => PathBuf::from(path),
        None => PathBuf::from(std::env::var_os("HOME")?).join(".local/state"),
    };
    Some(state.join("farstar/history"))
}

fn keep_history(
    editor: &mut Editor<Assistant<'_>, DefaultHistory>,
    path: &PathBuf,
) -> rustyline::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    editor.save_history(path)
}

/// Completes names and hints from the history.
struct Assistant<'a> {
    session: Rc<RefCell<Session<'a>>>,
    hinter: HistoryHinter,
}

impl Helper for Assistant<'_> {}

impl Highlighter for Assistant<'_> {}

impl Completer for Assistant<'_> {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..at).unwrap_or(line);
        let start = before
            .char_indices()
            .rev()
            .take_while(|(_, c)| c.is_alphanumeric() || *c == '_')
            .last()
            .map_or(before.len(), |(i, _)| i);
        let prefix = &before[start..];
        if prefix.is_empty() {
            return Ok((start, Vec::new()));
        }
        let names = self.session.borrow().complete(prefix);
        let pairs = names.into_iter().map(|name| Pair { display: name.clone(), replacement: name });
        Ok((start, pairs.collect()))
    }
}

impl Hinter for Assistant<'_> {
    type Hint = String;

    fn hint(&self, line: &str, at: usize, context: &rustyline::Context<'_>) -> Option<String> {
        self.hinter.hint(line, at, context)
    }
}

impl Validator for Assistant<'_> {}
