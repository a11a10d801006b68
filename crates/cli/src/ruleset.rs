//! The ruleset and the positions that the words of a command line mean.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::messages;
use crate::negatives::word;
use farstar::rules::{Kind, PositionError, ResolveError, UnknownRuleset};
use farstar::{Error, Limits, Position, Ruleset};
use farstar_problems::catalogue::problem;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most bytes before the first line of a ruleset in a file that is not said to hold rules.
const LONGEST_PREFACE: u64 = 64 << 10;

/// Where a command takes its rules from, and the words behind.
#[derive(Debug, clap::Args)]
pub(crate) struct Words {
    /// Read the rules from this file, or from standard input if it is `-`; a file may also stand as the first word.
    /// The next word names one of its rulesets, with parameters if wanted; in front of positions of an only one the
    /// name may be left out, also behind `misere`.
    #[arg(long = "rules", value_name = "FILE")]
    file: Option<PathBuf>,
    /// The ruleset, as `farstar rules` names it, and positions; parameters stand in brackets: 'Generalised
    /// Toads(jump=3)'. The words `impartial` and `misere` before a name ask for that variant: 'impartial Clobber'.
    #[arg(value_name = "RULESET POSITION", required_unless_present = "file", value_parser = word)]
    words: Vec<String>,
}

impl Words {
    /// The same words as another command reads them.
    pub(crate) fn of(file: Option<&PathBuf>, words: &[String]) -> Self {
        Self { file: file.cloned(), words: words.to_vec() }
    }

    /// The ruleset's name as it was typed, if one was, and the positions.
    pub(crate) fn split(&self, limits: &Limits) -> Result<(Source<'_>, &[String]), Failure> {
        let (file, words) = file_first(self.file.as_deref(), &self.words);
        let (name, positions) = name_first(words);
        let Some(path) = file else {
            return Ok((Source::Named(name), positions));
        };
        if path.as_os_str() == "-" && self.reads_input() {
            return Err(Failure::Usage(
                "standard input holds either the rules or the positions: name a file for one of them"
                    .to_owned(),
            ));
        }
        let rulesets = read_file(path, limits)?;
        let only = if let [only] = &rulesets[..] { Some(only) } else { None };
        // one word alone, behind the file of one ruleset, is its position if it can be one on a board or a list of
        // heaps
        let is_position = only.is_some_and(|ruleset| {
            let kind = ruleset.rules().kind();
            let named = matches!(kind, Some(Kind::Graph | Kind::Digraph | Kind::Edges));
            positions.is_empty() && !named && ruleset.position_within(name, limits).is_ok()
        });
        if !is_position && let Some(rules) = called(&rulesets, name)? {
            return Ok((Source::File(rules), positions));
        }
        if let Some(rules) = only {
            return Ok((Source::File(rules.clone()), words));
        }
        Err(none_called(path, name, &rulesets))
    }

    /// As [`Words::split`] for a group behind the first: its ruleset is one of the file if the file holds that name,
    /// else one for which `is_known` holds if there is one, else the file's only one.
    pub(crate) fn split_later(
        &self,
        is_known: impl Fn(&str) -> bool,
        limits: &Limits,
    ) -> Result<(Source<'_>, &[String]), Failure> {
        let (name, positions) = name_first(&self.words);
        if let Some(path) = &self.file
            && let Some(rules) = called(&read_file(path, limits)?, name)?
        {
            return Ok((Source::File(rules), positions));
        }
        if is_known(name) { Ok((Source::Named(name), positions)) } else { self.split(limits) }
    }

    /// The groups between the words `+`: each has a ruleset of its own, from the file if the name is one there.
    pub(crate) fn groups(&self) -> Vec<Self> {
        let group = |words: &[String]| Self { file: self.file.clone(), words: words.to_vec() };
        self.words.split(|word| word == "+").map(group).collect()
    }

    /// Whether positions are to be read from standard input.
    pub(crate) fn reads_input(&self) -> bool {
        self.words.iter().any(|word| word == "-")
    }

    /// The word that stands alone, with no rules of a file.
    pub(crate) fn only(&self) -> Option<&str> {
        match &self.words[..] {
            [only] if self.file.is_none() => Some(only),
            _ => None,
        }
    }

    /// Whether there is no word.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

fn name_first(words: &[String]) -> (&str, &[String]) {
    let name = words.first().map_or("", String::as_str);
    (name, words.get(1..).unwrap_or_default())
}

/// The file of the rules, which the first word may name as well, and the words that are left.
pub(crate) fn file_first<'w>(
    file: Option<&'w Path>,
    words: &'w [String],
) -> (Option<&'w Path>, &'w [String]) {
    match words.split_first() {
        Some((first, rest)) if file.is_none() && holds_rulesets(first) => {
            (Some(Path::new(first)), rest)
        }
        _ => (file, words),
    }
}

/// Whether this is a file whose first line, blank ones and comments left out, is that of a ruleset, or one by its name.
fn holds_rulesets(path: &str) -> bool {
    if Path::new(path).extension().is_some_and(|extension| extension == "game") {
        return true;
    }
    let Ok(file) = fs::File::open(path) else { return false };
    let mut start = Vec::new();
    if file.take(LONGEST_PREFACE).read_to_end(&mut start).is_err() {
        return false;
    }
    let text = String::from_utf8_lossy(&start);
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("//"));
    first.is_some_and(|line| line.split_whitespace().next() == Some("game"))
}

/// Where a ruleset comes from.
pub(crate) enum Source<'w> {
    /// A name or a code that is still to be looked up.
    Named(&'w str),
    /// The user's own file.
    File(Ruleset),
}

/// The ruleset of this name among those of a file, with the parameters behind it.
fn called(rulesets: &[Ruleset], call: &str) -> Result<Option<Ruleset>, Failure> {
    let wrong = |error| Failure::Input(format!("{call}: {error}"));
    Ruleset::among(rulesets, call).transpose().map_err(wrong)
}

/// That none of the rulesets of a file is called so, or that none was named.
pub(crate) fn none_called(path: &Path, name: &str, rulesets: &[Ruleset]) -> Failure {
    let names: Vec<&str> = rulesets.iter().map(Ruleset::name).collect();
    let (path, names) = (path.display(), names.join(", "));
    if name.is_empty() {
        return Failure::Input(format!("{path}: which ruleset of the file? it holds {names}"));
    }
    Failure::Input(format!("{path}: no ruleset '{name}' in this file; it holds {names}"))
}

/// The rulesets of a file, or the one among them that is called.
pub(crate) fn in_file(path: &Path, call: &str, limits: &Limits) -> Result<Vec<Ruleset>, Failure> {
    let rulesets = read_file(path, limits)?;
    if call.is_empty() {
        return Ok(rulesets);
    }
    called(&rulesets, call)?.map(|one| vec![one]).ok_or_else(|| none_called(path, call, &rulesets))
}

/// The built-in ruleset of this name, with the parameters behind it, or the heap game of this name or code.
pub(crate) fn named(name: &str) -> Result<Ruleset, Failure> {
    Ruleset::named(name).map_err(|error| {
        let help = match &error {
            Error::Named(ResolveError::Unknown(_)) if problem(name).is_ok() => {
                return Failure::Input(format!(
                    "{name} is an entry of the catalogue and no ruleset: `farstar problem show {name}` tells how it is asked"
                ));
            }
            Error::Named(ResolveError::Unknown(UnknownRuleset {
                nearest: None,
                absent: None,
                ..
            })) => "; `farstar rules` lists them all",
            _ if ["misere", "impartial"].contains(&name) => ", both in quotes as one word",
            _ => "",
        };
        Failure::Input(format!("{error}{help}"))
    })
}

/// The rulesets of a file; what is wrong with it is told with its place.
pub(crate) fn read_file(path: &Path, limits: &Limits) -> Result<Vec<Ruleset>, Failure> {
    let text = input::text(path)?;
    let shown = input::shown(path);
    let rulesets = limits.guard(|| Ruleset::all_in(&text))?.map_err(|error| {
        let Error::Rules(fault) = error else { return error.into() };
        let line = text.lines().nth(fault.line.saturating_sub(1)).unwrap_or_default();
        let place = (line, fault.column.saturating_sub(1));
        messages::fault(Some((&shown, fault.line)), place, &fault.message);
        Failure::Told(Exit::WrongInput)
    })?;
    if rulesets.is_empty() {
        return Err(Failure::Input(format!(
            "{shown}: no ruleset: the first line of one is `game NAME`, in small letters and at the beginning of the line"
        )));
    }
    Ok(rulesets)
}

/// Reads positions of a ruleset within limits. The first that is wrong or too large is told with its place.
pub(crate) fn positions(
    ruleset: &Ruleset,
    words: &[String],
    limits: &Limits,
) -> Result<Vec<Position>, Failure> {
    if words.is_empty() {
        let example = ruleset.example().map_or(String::new(), |e| format!(", such as '{e}'"));
        return Err(Failure::Usage(format!("a position of {} is needed{example}", ruleset.name())));
    }
    let read = |text: &String| match ruleset.position_within(text, limits) {
        Err(Error::Position(fault)) => {
            told(ruleset, text, &fault);
            Err(Failure::Position { message: fault.to_string(), too_large: fault.too_large })
        }
        position => position.map_err(Failure::from),
    };
    words.iter().map(read).collect()
}

/// Tells what is wrong with a typed position, under the place where it is wrong.
fn told(ruleset: &Ruleset, text: &str, fault: &PositionError) {
    let kind = ruleset.rules().kind();
    let in_rows = kind.is_some_and(Kind::is_plane);
    let ends = |c: char| c == '\n' || c == '|' && in_rows;
    let rows = text.split(ends).take(fault.row.saturating_sub(1));
    let before = rows.map(|row| row.chars().count() + 1).sum::<usize>();
    let at = before + fault.column.saturating_sub(1);
    let shown = text.replace('\n', if in_rows { "|" } else { " " });
    messages::fault(None, (&shown, at), &fault.to_string());
    if fault.too_large && kind.is_none() {
        messages::note(
            "of larger heaps only theorems and periods tell: `farstar grundy RULESET --from N --to N` asks them for a value, `farstar laws` lists the theorems",
        );
    }
    if let Some(near) = ruleset.example() {
        messages::note(&format!("a position of {} is written like '{near}'", ruleset.name()));
    }
}
