//! Heap rules: a heap is a tuple of integers, a move replaces one heap by a sum of heaps.

use std::ops::ControlFlow;

use farstar_value::{grow, step};

use super::expression::{Expr, Op, Reader, tokens};
use crate::heap::{Constraint, HeapCode};

/// The largest entry of a heap.
pub const LARGEST_ENTRY: i64 = (1 << 31) - 1;

/// Most entries of the heaps that one move may make of one.
pub(crate) const MOST_MADE: usize = 1 << 21;

/// What a variable of `for` runs over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Range {
    Between(Expr, Expr),
    Of(Vec<i64>),
}

/// `count` equal heaps with these entries.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part {
    pub(crate) count: Expr,
    pub(crate) entries: Vec<Expr>,
}

/// One rule: variables are the entries of the heap followed by those of `for`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct HeapMove {
    pub(crate) names: Vec<String>,
    pub(crate) ranges: Vec<Range>,
    pub(crate) parts: Vec<Part>,
    pub(crate) condition: Option<Expr>,
}

/// A heap game.
#[derive(Clone, Debug)]
pub(crate) struct HeapRules {
    pub(crate) names: Vec<String>,
    /// Left's moves and Right's, each with line and text.
    pub(crate) moves: [Vec<(HeapMove, usize, String)>; 2],
    /// The code that the text gives as the only move of both players.
    pub(crate) typed_code: Option<HeapCode>,
}

impl HeapMove {
    /// Calls `visit` with every list of heaps that `heap` may become, until it breaks off; with `None` where the heaps are too large or too many to be
    /// written down. `steps` falls by one for each instance tried; the visit breaks off at zero.
    pub(crate) fn visit(
        &self,
        heap: &[u64],
        steps: &mut u64,
        visit: &mut dyn FnMut(Option<Vec<u64>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let arity = heap.len();
        let mut values: Vec<i64> = heap.iter().map(|&n| n as i64).collect();
        // the odometer of the variables: what remains of each open range
        let mut open: Vec<(i64, i64)> = Vec::with_capacity(self.ranges.len());
        loop {
            if *steps == 0 {
                return ControlFlow::Break(());
            }
            *steps -= 1;
            step(1);
            if open.len() < self.ranges.len() {
                let bounds = match &self.ranges[open.len()] {
                    Range::Between(low, high) => low.value(&values).zip(high.value(&values)),
                    Range::Of(list) => Some((0, list.len() as i64 - 1)),
                };
                let (low, high) = bounds.unwrap_or((1, 0));
                open.push((low, high));
                values.push(0);
            } else {
                self.instance(arity, &values, visit)?;
                if let Some(last) = open.last_mut() {
                    last.0 = last.0.saturating_add(1);
                }
            }
            // go on to the next value of the innermost range that has one
            loop {
                let Some(&(next, high)) = open.last() else { return ControlFlow::Continue(()) };
                if next <= high {
                    values.truncate(arity + open.len());
                    values[arity + open.len() - 1] = match &self.ranges[open.len() - 1] {
                        Range::Between(..) => next,
                        Range::Of(list) => list[next as usize],
                    };
                    break;
                }
                open.pop();
                values.truncate(arity + open.len());
                if let Some(last) = open.last_mut() {
                    last.0 = last.0.saturating_add(1);
                }
            }
        }
    }

    fn instance(
        &self,
        arity: usize,
        values: &[i64],
        visit: &mut dyn FnMut(Option<Vec<u64>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.condition.as_ref().is_some_and(|c| c.value(values) != Some(1)) {
            return ControlFlow::Continue(());
        }
        let mut heaps: Vec<u64> = Vec::with_capacity(self.parts.len() * arity);
        let mut fits = true;
        for part in &self.parts {
            let Some(count) = part.count.value(values).filter(|&count| count >= 0) else {
                return ControlFlow::Continue(());
            };
            let start = heaps.len();
            for entry in &part.entries {
                match entry.value(values) {
                    Some(value @ 0..) => {
                        fits &= value <= LARGEST_ENTRY;
                        heaps.push(value as u64);
                    }
                    _ => return ControlFlow::Continue(()),
                }
            }
            if count == 0 {
                heaps.truncate(start);
            }
            let entries = usize::try_from(count).ok().and_then(|count| count.checked_mul(arity));
            fits &= entries.is_some_and(|entries| start + entries <= MOST_MADE);
            for _ in 1..if fits { count } else { 1 } {
                grow(&heaps, 8 * arity);
                heaps.extend_from_within(start..start + arity);
            }
        }
        visit(fits.then_some(heaps))
    }
}

/// The words after `heap`.
pub(crate) fn heap_names(words: &[(usize, String)]) -> Result<Vec<String>, (usize, String)> {
    if words.is_empty() {
        return Ok(vec!["n".into()]);
    }
    let mut names: Vec<String> = Vec::new();
    for (column, word) in words {
        let good = word.chars().all(|c| c.is_alphanumeric() || c == '_')
            && word.starts_with(|c: char| c.is_alphabetic());
        if !good {
            return Err((*column, format!("'{word}' is not a name for an entry of a heap")));
        }
        if names.contains(word) {
            return Err((*column, format!("the entry '{word}' is named twice")));
        }
        names.push(word.clone());
    }
    if names.len() > 8 {
        return Err((words[8].0, "a heap has at most 8 entries".into()));
    }
    Ok(names)
}

/// Values of parameters.
pub(crate) struct Parameters<'a> {
    pub(crate) number: &'a dyn Fn(&str) -> Option<i64>,
    pub(crate) set: &'a dyn Fn(&str) -> Option<Vec<i64>>,
}

/// Reads one heap move, which may be sugar for several.
pub(crate) fn heap_moves(
    text: &str,
    column: usize,
    entries: &[String],
    parameters: &Parameters<'_>,
) -> Result<Vec<HeapMove>, (usize, String)> {
    let trimmed = text.trim();
    if trimmed == "code" {
        let end = column + text.trim_end().chars().count();
        return Err((end, "the code is missing, as in 'code 0.77'".into()));
    }
    if let Some(code) = trimmed.strip_prefix("code ") {
        one_entry(entries, column)?;
        return code_moves(code.trim()).map_err(|message| (column, message));
    }
    let list = tokens(text, column)?;
    let end = column + text.chars().count();
    let mut reader = Reader::new(&list, end, entries.to_vec(), parameters.number);
    if reader.take("take") {
        one_entry(entries, column)?;
        return taking(&mut reader, parameters);
    }
    if reader.take("split") {
        one_entry(entries, column)?;
        let condition = if reader.take("unequal") {
            Some(Op::Unequal)
        } else if reader.take("equal") {
            Some(Op::Equal)
        } else {
            None
        };
        finish(&reader)?;
        return Ok(vec![splitting(condition)]);
    }
    general(&mut reader, entries, parameters).map(|one| vec![one])
}

fn one_entry(entries: &[String], column: usize) -> Result<(), (usize, String)> {
    if entries.len() == 1 {
        return Ok(());
    }
    Err((
        column,
        format!(
            "'take', 'split' and 'code' are for heaps of one number; this one has {}",
            entries.len()
        ),
    ))
}

fn finish(reader: &Reader<'_>) -> Result<(), (usize, String)> {
    match reader.peek() {
        None => Ok(()),
        Some(token) => reader.fault(format!("unexpected '{token}' behind the move")),
    }
}

fn general(
    reader: &mut Reader<'_>,
    entries: &[String],
    parameters: &Parameters<'_>,
) -> Result<HeapMove, (usize, String)> {
    // the left side only repeats the names: (n) or (w,h)
    reader.expect("(")?;
    for (i, name) in entries.iter().enumerate() {
        if i > 0 {
            reader.expect(",")?;
        }
        if !reader.take(name) {
            return reader.fault(format!("the heap is written ({})", entries.join(",")));
        }
    }
    reader.expect(")")?;
    reader.expect("->")?;
    let body = reader.at;
    // the variables of `for` are used before they are named: read the ranges first
    let after = (body..reader.tokens.len()).find(|&i| {
        matches!(&reader.tokens[i].1, super::expression::Token::Word(w) if w == "for" || w == "if")
    });
    reader.at = after.unwrap_or(reader.tokens.len());
    let mut ranges = Vec::new();
    if reader.take("for") {
        loop {
            let name = match reader.peek() {
                Some(super::expression::Token::Word(word)) => word.clone(),
                _ => return reader.fault("expected the name of a variable"),
            };
            if reader.names.contains(&name) {
                return reader
                    .fault(format!("'{name}' is already an entry of the heap or a variable"));
            }
            reader.at += 1;
            reader.expect("in")?;
            let range = range(reader, parameters)?;
            ranges.push(range);
            reader.names.push(name);
            if ranges.len() > 8 {
                return reader.fault("a move has at most 8 variables");
            }
            if !reader.take(",") {
                break;
            }
        }
    }
    let condition = if reader.take("if") { Some(reader.condition()?) } else { None };
    finish(reader)?;
    let stop = after.unwrap_or(reader.tokens.len());
    let mut inner = Reader::new(
        &reader.tokens[..stop],
        reader.tokens.get(stop).map_or(reader.end, |(column, _)| *column),
        reader.names.clone(),
        reader.parameter,
    );
    inner.at = body;
    let mut parts = Vec::new();
    if !inner.take("nothing") {
        loop {
            parts.push(part(&mut inner, entries.len())?);
            if !inner.take("+") {
                break;
            }
        }
    }
    finish(&inner)?;
    Ok(HeapMove { names: inner.names, ranges, parts, condition })
}

/// `(a,b)` or `count * (a,b)`.
fn part(reader: &mut Reader<'_>, arity: usize) -> Result<Part, (usize, String)> {
    let mut count = Expr::Number(1);
    let starred = reader.tokens[reader.at..]
        .iter()
        .position(|(_, token)| *token == super::expression::Token::Sign("*"));
    let bracket = reader.tokens[reader.at..]
        .iter()
        .position(|(_, token)| *token == super::expression::Token::Sign("("));
    if let (Some(star), Some(open)) = (starred, bracket)
        && star < open
    {
        let stop = reader.at + star;
        let mut inner = Reader::new(
            &reader.tokens[..stop],
            reader.tokens[stop].0,
            reader.names.clone(),
            reader.parameter,
        );
        inner.at = reader.at;
        count = inner.number()?;
        finish(&inner)?;
        reader.at = stop + 1;
    }
    reader.expect("(")?;
    let mut entries = Vec::new();
    loop {
        entries.push(reader.number()?);
        if !reader.take(",") {
            break;
        }
    }
    if entries.len() != arity {
        return reader.fault(format!("a heap has {arity} entries and this one {}", entries.len()));
    }
    reader.expect(")")?;
    Ok(Part { count, entries })
}

fn range(reader: &mut Reader<'_>, parameters: &Parameters<'_>) -> Result<Range, (usize, String)> {
    if let Some(super::expression::Token::Word(word)) = reader.peek()
        && let Some(list) = (parameters.set)(word)
    {
        reader.at += 1;
        return Ok(Range::Of(list));
    }
    if reader.take("{") {
        let mut list = Vec::new();
        while let Some(super::expression::Token::Number(n)) = reader.peek() {
            list.push(*n);
            reader.at += 1;
        }
        reader.expect("}")?;
        list.sort_unstable();
        list.dedup();
        return Ok(Range::Of(list));
    }
    let low = reader.number()?;
    reader.expect("..")?;
    let high = reader.number()?;
    Ok(tidy(Range::Between(low, high)))
}

/// A short range between two numbers as a set, so that `1..2` and `{1 2}` are one.
fn tidy(range: Range) -> Range {
    match range {
        Range::Between(Expr::Number(low), Expr::Number(high)) if high - low < 64 => {
            Range::Of((low..=high).collect())
        }
        range => range,
    }
}

fn number(n: i64) -> Expr {
    Expr::Number(n)
}

fn variable(v: usize) -> Expr {
    Expr::Variable(v)
}

fn minus(a: Expr, b: Expr) -> Expr {
    Expr::binary(Op::Subtract, a, b)
}

fn single(entry: Expr) -> Part {
    Part { count: number(1), entries: vec![entry] }
}

fn named(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.into()).collect()
}

/// `take any`, `take 1 or 2`, `take a`, each with `and may split`.
fn taking(
    reader: &mut Reader<'_>,
    parameters: &Parameters<'_>,
) -> Result<Vec<HeapMove>, (usize, String)> {
    use super::expression::Token;
    let mut list: Vec<i64> = Vec::new();
    let any = reader.take("any");
    let wanted = "'take' wants 'any' or numbers above 0, as in 'take 1 or 2'";
    let mut inside = false;
    let mut owed = !any;
    loop {
        match reader.peek().cloned() {
            _ if any => break,
            Some(Token::Number(0)) => return reader.fault(wanted),
            Some(Token::Number(n)) => list.push(n),
            Some(Token::Word(word)) => {
                match ((parameters.set)(&word), (parameters.number)(&word)) {
                    (Some(set), _) => list.extend(set),
                    (None, Some(n)) => list.push(n),
                    (None, None) => break,
                }
            }
            Some(Token::Sign("{")) if !inside => {
                inside = true;
                reader.at += 1;
                continue;
            }
            Some(Token::Sign("}")) if inside && !owed => {
                inside = false;
                reader.at += 1;
                continue;
            }
            _ => break,
        }
        reader.at += 1;
        owed = reader.take("or") || reader.take(",");
    }
    if inside {
        return reader.fault("'{' is not closed: a set is written {1 2}");
    }
    if owed || !any && (list.is_empty() || list.contains(&0)) {
        return reader.fault(wanted);
    }
    list.sort_unstable();
    list.dedup();
    let taken = if any { Range::Between(number(1), variable(0)) } else { Range::Of(list) };
    let rest = minus(variable(0), variable(1));
    let mut whole = HeapMove {
        names: named(&["n", "k"]),
        ranges: vec![taken],
        parts: Vec::new(),
        condition: None,
    };
    if reader.take("and") {
        reader.expect("may")?;
        reader.expect("split")?;
        whole.names.push("i".into());
        whole.ranges.push(Range::Between(number(0), rest.clone()));
        whole.parts = vec![single(variable(2)), single(minus(rest, variable(2)))];
    } else {
        whole.parts = vec![single(rest)];
    }
    finish(reader)?;
    Ok(vec![whole])
}

fn splitting(condition: Option<Op>) -> HeapMove {
    let rest = minus(variable(0), variable(1));
    HeapMove {
        names: named(&["n", "i"]),
        ranges: vec![Range::Between(number(1), minus(variable(0), number(1)))],
        parts: vec![single(variable(1)), single(rest.clone())],
        condition: condition.map(|op| Expr::binary(op, variable(1), rest)),
    }
}

/// The moves of a take-and-break code in the general form: one rule for each digit and number of heaps left.
fn code_moves(text: &str) -> Result<Vec<HeapMove>, String> {
    /// Longest code that is written out.
    const LONGEST: i64 = 256;
    let code: HeapCode = text.parse().map_err(|e| format!("{e}"))?;
    let period = code.repeating().len() as i64;
    let mut moves = Vec::new();
    let mut add = |taken: Taken, digit: &crate::heap::Digit| -> Result<(), String> {
        if digit.tail().is_some() {
            return Err(format!(
                "the code {text} leaves any number of heaps: this language names each"
            ));
        }
        for &(heaps, constraint) in digit.counts() {
            moves.push(code_move(taken, heaps, constraint).ok_or_else(|| {
                format!("the code {text} leaves {heaps} heaps; the language writes out at most 4")
            })?);
        }
        Ok(())
    };
    let explicit = match code.last_take() {
        Some(last) => i64::from(last),
        None => {
            // the place from which the digits repeat
            let mut first = LONGEST + 1;
            while first > 1 && code.digit(first - 1) == code.digit(first - 1 + period) {
                first -= 1;
            }
            first - 1
        }
    };
    if explicit > LONGEST || period > LONGEST {
        return Err(format!("the code {text} is longer than {LONGEST} digits"));
    }
    for taken in -i64::from(code.most_added())..=explicit {
        if let Some(digit) = code.digit(taken) {
            add(Taken::Exactly(taken), digit)?;
        }
    }
    for r in 0..period {
        if let Some(digit) = code.digit(explicit + 1 + r) {
            add(Taken::Every { first: explicit + 1 + r, period }, digit)?;
        }
    }
    Ok(moves)
}

#[derive(Clone, Copy)]
enum Taken {
    Exactly(i64),
    Every { first: i64, period: i64 },
}

/// `None` for more heaps than are written out.
fn code_move(taken: Taken, heaps: u8, constraint: Constraint) -> Option<HeapMove> {
    let mut names = named(&["n"]);
    let mut ranges = Vec::new();
    let mut conditions: Vec<Expr> = Vec::new();
    let mut rest = match taken {
        Taken::Exactly(k) => minus(variable(0), number(k)),
        Taken::Every { first, period } => {
            names.push("k".into());
            ranges.push(Range::Between(number(first), variable(0)));
            if period > 1 {
                let phase =
                    Expr::binary(Op::Mod, minus(variable(1), number(first)), number(period));
                conditions.push(Expr::binary(Op::Equal, phase, number(0)));
            }
            minus(variable(0), variable(1))
        }
    };
    let equal = |a: &Expr, b: &Expr| Expr::binary(Op::Equal, a.clone(), b.clone());
    let mut entries: Vec<Expr> = Vec::new();
    if heaps > 4 {
        return None;
    }
    for i in 1..heaps {
        let v = names.len();
        names.push(["i", "j", "l"][usize::from(i) - 1].into());
        ranges.push(Range::Between(number(1), rest.clone()));
        entries.push(variable(v));
        rest = minus(rest, variable(v));
    }
    if heaps == 0 {
        conditions.push(Expr::binary(Op::Equal, rest, number(0)));
    } else {
        conditions.push(Expr::binary(Op::Less, number(0), rest.clone()));
        entries.push(rest);
    }
    if heaps > 1 {
        let neighbours: Vec<Expr> = entries.windows(2).map(|w| equal(&w[0], &w[1])).collect();
        let all = |list: Vec<Expr>| list.into_iter().reduce(|a, b| Expr::binary(Op::And, a, b));
        match constraint {
            Constraint::Any => {}
            Constraint::AllEqual => conditions.extend(neighbours),
            Constraint::NotAllEqual => {
                conditions.extend(all(neighbours).map(|e| Expr::Not(Box::new(e))))
            }
            Constraint::Distinct => {
                for i in 0..entries.len() {
                    for j in 0..i {
                        conditions.push(Expr::binary(
                            Op::Unequal,
                            entries[j].clone(),
                            entries[i].clone(),
                        ));
                    }
                }
            }
        }
    }
    Some(HeapMove {
        names,
        ranges,
        parts: entries.into_iter().map(single).collect(),
        condition: conditions.into_iter().reduce(|a, b| Expr::binary(Op::And, a, b)),
    })
}

impl HeapMove {
    /// The move as text, for a heap whose entries have these names; variables are renamed in their order.
    pub(crate) fn text(&self, entries: &[String]) -> String {
        let mut names = entries.to_vec();
        for v in 0..self.ranges.len() {
            let fresh =
                ["i", "j", "k", "l", "m", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y"]
                    .into_iter()
                    .filter(|name| !entries.iter().any(|e| e == name))
                    .nth(v)
                    .expect("sixteen names serve eight entries and eight variables");
            names.push(fresh.into());
        }
        let tuple = |list: &[Expr]| {
            let texts: Vec<String> = list.iter().map(|e| e.text(&names, 0)).collect();
            format!("({})", texts.join(","))
        };
        let mut parts: Vec<String> = self
            .parts
            .iter()
            .map(|part| match part.count {
                Expr::Number(1) => tuple(&part.entries),
                _ => format!("{} * {}", part.count.text(&names, 7), tuple(&part.entries)),
            })
            .collect();
        parts.sort();
        let right = if parts.is_empty() { "nothing".into() } else { parts.join(" + ") };
        let mut text = format!("({}) -> {right}", entries.join(","));
        for (v, range) in self.ranges.iter().enumerate() {
            text += if v == 0 { " for " } else { ", " };
            let name = &names[entries.len() + v];
            text += &match range {
                Range::Between(low, high) => {
                    format!("{name} in {}..{}", low.text(&names, 5), high.text(&names, 5))
                }
                Range::Of(list) => {
                    let words: Vec<String> = list.iter().map(i64::to_string).collect();
                    format!("{name} in {{{}}}", words.join(" "))
                }
            };
        }
        if let Some(condition) = &self.condition {
            text += " if ";
            text += &condition.text(&names, 0);
        }
        text
    }
}
