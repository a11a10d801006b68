//! From text to [`Ast`]: one statement a line.

use super::ast::{Ast, Body};
use super::error::RulesError;
use super::heap::{HeapRules, Parameters, heap_names, heap_rule};
use super::parameter::Parameter;
use super::parse_board::board_rules;
use super::turning::turning_rules;

/// Longest text of one ruleset, in characters, and most moves of a player.
const LONGEST_TEXT: usize = 1 << 16;
pub(super) const MOST_MOVES: usize = 256;

/// A word with its column from 1; a comma is a word of its own.
pub(super) type Word = (usize, String);

pub(super) struct Line {
    pub(super) number: usize,
    pub(super) words: Vec<Word>,
    pub(super) text: String,
}

impl Line {
    pub(super) fn fault<T>(
        &self,
        column: usize,
        message: impl Into<String>,
    ) -> Result<T, RulesError> {
        Err(RulesError { line: self.number, column, message: message.into() })
    }

    pub(super) fn end(&self) -> usize {
        self.text.chars().count() + 1
    }
}

/// The statements of a text: comments and blank lines left out.
fn lines(text: &str) -> Vec<Line> {
    let mut found = Vec::new();
    for (i, raw) in text.lines().enumerate() {
        let mut kept = raw;
        for (at, _) in raw.match_indices("//") {
            if at == 0 || raw[..at].ends_with(char::is_whitespace) {
                kept = &raw[..at];
                break;
            }
        }
        let kept = kept.trim_end();
        if kept.trim().is_empty() {
            continue;
        }
        found.push(Line { number: i + 1, words: words(kept, 1), text: kept.into() });
    }
    found
}

pub(super) fn words(text: &str, first_column: usize) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut open = false;
    for (i, c) in text.chars().enumerate() {
        if c.is_whitespace() {
            open = false;
        } else if open {
            let last = found.len() - 1;
            found[last].1.push(c);
        } else {
            found.push((first_column + i, c.into()));
            open = true;
        }
    }
    // a comma behind a word ends a clause
    let mut split = Vec::new();
    for (column, word) in found {
        match word.strip_suffix(',') {
            Some(front) => {
                let length = front.chars().count();
                if length > 0 {
                    split.push((column, front.into()));
                }
                split.push((column + length, ",".into()));
            }
            None => split.push((column, word)),
        }
    }
    split
}

/// The texts of the rulesets of a file, each with the number of its first line (from 0); comments above a `game` line
/// belong to it.
pub(crate) fn split_file(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut waiting = (0, String::new());
    let mut started = false;
    for (i, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let heads = trimmed == "game" || trimmed.starts_with("game ");
        if heads {
            found.push(std::mem::take(&mut waiting));
            started = true;
        }
        let blank = trimmed.is_empty();
        let comment = trimmed.starts_with("//");
        // behind a ruleset, a blank line ends it: what follows belongs to the next
        if started && !heads && blank {
            started = false;
            waiting = (i + 1, String::new());
        }
        let target = match found.last_mut() {
            Some(last) if started => &mut last.1,
            Some(last) if !comment && !blank => &mut last.1,
            _ => &mut waiting.1,
        };
        target.push_str(line);
        target.push('\n');
    }
    found
}

/// Reads one ruleset; `given` replaces the values of parameters in its header.
pub(crate) fn parse(text: &str, given: &[(String, Parameter)]) -> Result<Ast, RulesError> {
    if text.chars().count() > LONGEST_TEXT {
        let message = format!("a ruleset has at most {LONGEST_TEXT} characters");
        return Err(RulesError { line: 1, column: 1, message });
    }
    let lines = lines(text);
    let mut rest = lines.iter();
    let Some(head) = rest.next() else {
        return Err(RulesError {
            line: 1,
            column: 1,
            message: "an empty text: a ruleset begins with 'game NAME'".into(),
        });
    };
    let header = header(head, given)?;
    let Some(board) = rest.next() else {
        return head.fault(
            head.end(),
            "the board is missing: 'grid of . X/O' or 'heap n' on the next line",
        );
    };
    let lookup_number = |name: &str| match header.parameters.iter().find(|(known, _)| known == name)
    {
        Some((_, Parameter::Number(n))) => Some(*n),
        _ => None,
    };
    let lookup_set = |name: &str| match header.parameters.iter().find(|(known, _)| known == name) {
        Some((_, Parameter::Set(list))) => Some(list.clone()),
        _ => None,
    };
    let parameters = Parameters { number: &lookup_number, set: &lookup_set };
    let body = match board.words[0].1.as_str() {
        "heap" => heap_body(board, rest, &parameters).map(Body::Heap),
        _ if let Some(rules) = turning_rules(board, rest.as_slice(), &parameters) => {
            rules.map(Body::Coins)
        }
        _ => board_rules(board, rest, &parameters).map(Body::Board),
    };
    let body = body.map_err(|mut fault| {
        if !given.is_empty() {
            let list: Vec<String> = given.iter().map(|(name, v)| format!("{name}={v}")).collect();
            fault.message = format!("with {}: {}", list.join(", "), fault.message);
        }
        fault
    })?;
    let Header { name, misere, parameters } = header;
    Ok(Ast { name, misere, parameters, body })
}

struct Header {
    name: String,
    misere: bool,
    parameters: Vec<(String, Parameter)>,
}

fn header(line: &Line, given: &[(String, Parameter)]) -> Result<Header, RulesError> {
    let text = line.text.trim_start();
    let indent = line.text.chars().count() - text.chars().count();
    let Some(rest) = text
        .strip_prefix("game")
        .filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    else {
        return line
            .fault(1 + indent, format!("'{}' where 'game NAME' was expected", line.words[0].1));
    };
    let column_of = |tail: &str| 1 + line.text.chars().count() - tail.chars().count();
    let rest = rest.trim_start();
    let (name, mut tail) = if let Some(quoted) = rest.strip_prefix('"') {
        match quoted.split_once('"') {
            Some((name, tail)) if !name.trim().is_empty() => (name.trim(), tail),
            _ => return line.fault(column_of(rest), "the quoted name is empty or not closed"),
        }
    } else {
        let end = rest.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(rest.len());
        if end == 0 {
            return line.fault(
                column_of(rest),
                "the name of the game is missing: a word, or words in quotes",
            );
        }
        rest.split_at(end)
    };
    let mut parameters: Vec<(String, Parameter)> = Vec::new();
    tail = tail.trim_start();
    if let Some(inner) = tail.strip_prefix('(') {
        let Some((list, after)) = inner.split_once(')') else {
            return line.fault(column_of(tail), "'(' of the parameters is not closed");
        };
        for entry in entries(list) {
            match parameter(entry) {
                Ok((known, _)) if parameters.iter().any(|(name, _)| *name == known) => {
                    return line
                        .fault(column_of(tail), format!("the parameter '{known}' is named twice"));
                }
                Ok(entry) => parameters.push(entry),
                Err(message) => return line.fault(column_of(tail), message),
            }
        }
        tail = after.trim_start();
    }
    let misere = tail == "misere" || tail == "misère";
    if !misere && !tail.is_empty() {
        return line.fault(
            column_of(tail),
            format!("unexpected '{tail}': only parameters and 'misere' follow the name"),
        );
    }
    for (name, value) in given {
        let Some(slot) = parameters.iter_mut().find(|(known, _)| known == name) else {
            let known: Vec<&str> = parameters.iter().map(|(known, _)| known.as_str()).collect();
            return line.fault(
                1,
                match known.as_slice() {
                    [] => format!("this ruleset has no parameter, so no '{name}'"),
                    _ => format!("no parameter '{name}'; the parameters are {}", known.join(", ")),
                },
            );
        };
        match (&slot.1, value) {
            (Parameter::Number(_), Parameter::Number(_))
            | (Parameter::Set(_), Parameter::Set(_)) => {}
            (Parameter::Number(now), _) => {
                let message = format!("the parameter '{name}' is a number, such as {name}={now}");
                return line.fault(1, message);
            }
            (set @ Parameter::Set(_), _) => {
                let message = format!("the parameter '{name}' is a set, such as {name}={set}");
                return line.fault(1, message);
            }
        }
        slot.1 = value.clone();
    }
    Ok(Header { name: name.into(), misere, parameters })
}

/// A text with the parameters in its header at the values that they have here.
pub(crate) fn with_values(text: &str, ast: &Ast) -> String {
    let list: Vec<String> = ast.parameters.iter().map(|(name, v)| format!("{name}={v}")).collect();
    let mut out = String::with_capacity(text.len());
    let mut found = false;
    for line in text.split_inclusive('\n') {
        let header = !found && line.trim_start().starts_with("game");
        found |= header;
        // the list stands behind the name, which may hold brackets in its quotes
        let name = if header { line.rfind('"').unwrap_or(0) } else { 0 };
        let bracket = |sign| line[name..].find(sign).map(|at| name + at).filter(|_| header);
        match (bracket('('), bracket(')')) {
            (Some(open), Some(close)) => {
                out.push_str(&format!("{}{}{}", &line[..=open], list.join(", "), &line[close..]));
            }
            _ => out.push_str(line),
        }
    }
    out
}

/// `k=3, set={1 2}`: the values a user gives to parameters, or what is wrong with them.
pub(crate) fn given_parameters(list: &str) -> Result<Vec<(String, Parameter)>, String> {
    let mut found: Vec<(String, Parameter)> = Vec::new();
    for entry in entries(list).into_iter().filter(|entry| !entry.trim().is_empty()) {
        let entry = parameter(entry)?;
        if found.iter().any(|(name, _)| *name == entry.0) {
            return Err(format!("the parameter '{}' is given twice", entry.0));
        }
        found.push(entry);
    }
    Ok(found)
}

/// What stands between the commas of a list, those inside braces left alone.
fn entries(list: &str) -> Vec<&str> {
    let mut inside = false;
    list.split(|c: char| {
        inside = c == '{' || inside && c != '}';
        c == ',' && !inside
    })
    .collect()
}

/// `name=3` or `name={1 2}`; the numbers of a set may also stand between commas.
fn parameter(entry: &str) -> Result<(String, Parameter), String> {
    let wrong = || format!("'{}' is not a parameter: write k=3 or set={{1 2}}", entry.trim());
    let (name, value) = entry.split_once('=').ok_or_else(wrong)?;
    let (name, value) = (name.trim(), value.trim());
    let good = name.starts_with(|c: char| c.is_alphabetic())
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !good {
        return Err(wrong());
    }
    let number = |text: &str| {
        text.parse::<u32>().map(i64::from).map_err(|_| {
            format!(
                "'{text}' cannot be a value of the parameter '{name}': expected a whole number from 0 to {}, or a set of them such as {{1 2}}",
                u32::MAX
            )
        })
    };
    let value = match value.strip_prefix('{').and_then(|v| v.strip_suffix('}')) {
        Some(inner) => {
            let words = inner.split([',', ' ', '\t']).filter(|word| !word.is_empty());
            let mut list = words.map(number).collect::<Result<Vec<i64>, String>>()?;
            list.sort_unstable();
            list.dedup();
            Parameter::Set(list)
        }
        None => Parameter::Number(number(value)?),
    };
    Ok((name.into(), value))
}

fn heap_body<'a>(
    board: &Line,
    rest: impl Iterator<Item = &'a Line>,
    parameters: &Parameters<'_>,
) -> Result<HeapRules, RulesError> {
    let at = |number: usize| move |(column, message)| RulesError { line: number, column, message };
    let names = heap_names(&board.words[1..]).map_err(at(board.number))?;
    let mut rules = HeapRules { names, moves: [Vec::new(), Vec::new()] };
    let mut who: Option<[bool; 2]> = None;
    for line in rest {
        let (column, text) = match player(line) {
            Some((players, column)) => {
                who = Some(players);
                (column, line.text.chars().skip(column - 1).collect::<String>())
            }
            None => (1, line.text.clone()),
        };
        let Some(players) = who else {
            return line.fault(line.words[0].0, "expected 'Left:', 'Right:' or 'Both:'");
        };
        if text.trim() == "as Left" || text.trim().starts_with("as Left ") {
            return line
                .fault(column, "heaps have no pieces to exchange: write Both: for the same moves");
        }
        if text.trim().is_empty() {
            return line.fault(line.end(), "the move is missing, as in 'take 1 or 2'");
        }
        let rule = heap_rule(&text, column, &rules.names, parameters).map_err(at(line.number))?;
        for (list, _) in rules.moves.iter_mut().zip(players).filter(|(_, theirs)| *theirs) {
            list.push((rule.clone(), line.number, text.trim().into()));
        }
        if rules.moves.iter().any(|list| list.len() > MOST_MOVES) {
            return line.fault(1, format!("a player has at most {MOST_MOVES} moves"));
        }
    }
    if rules.moves.iter().all(Vec::is_empty) {
        return board.fault(board.end(), "no moves: 'Left:', 'Right:' or 'Both:' is missing");
    }
    Ok(rules)
}

/// Whose moves the line begins, and the column behind the colon.
pub(super) fn player(line: &Line) -> Option<([bool; 2], usize)> {
    let (column, word) = &line.words[0];
    let (name, _) = word.split_once(':')?;
    let players = match name {
        "Left" => [true, false],
        "Right" => [false, true],
        "Both" => [true, true],
        _ => return None,
    };
    Some((players, column + name.chars().count() + 1))
}
