//! Heap rules: a heap is a tuple of integers, a move replaces one heap by a sum of heaps.

use std::borrow::Cow;
use std::ops::ControlFlow;

use farstar_play::{grow, step};

use super::expression::{Expr, Op, Reader, Token, tokens};
use crate::heap::{HeapCode, HeapGame, HeapSize, TakeSet, splittles, subtraction};

/// The largest entry of a heap.
pub const LARGEST_ENTRY: i64 = (1 << 31) - 1;

/// Most entries of the heaps that one move may make of one.
pub(crate) const MOST_MADE: usize = 1 << 21;

/// What is said of ranges and sets that cannot be read.
const RANGES: &str = "a range is written 1..3, a set {1 2 4}";

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

/// What one line of a heap game says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum HeapRule {
    /// What heaps become is written out.
    Written(HeapMove),
    /// A take-and-break code, of heaps of one number. Every heap it leaves is smaller.
    Code(HeapCode),
}

/// A heap game.
#[derive(Clone, Debug)]
pub(crate) struct HeapRules {
    pub(crate) names: Vec<String>,
    /// Left's moves and Right's, each with line and text.
    pub(crate) moves: [Vec<(HeapRule, usize, String)>; 2],
}

impl HeapRules {
    /// The numbers of a heap that no move changes, by their places.
    pub(crate) fn unchanged(&self) -> Vec<usize> {
        let keeps = |rule: &HeapRule, at: usize| match rule {
            HeapRule::Written(one) => {
                one.parts.iter().all(|part| part.entries[at] == Expr::Variable(at))
            }
            HeapRule::Code(_) => false,
        };
        let is_kept = |&at: &usize| self.moves.iter().flatten().all(|(rule, ..)| keeps(rule, at));
        (0..self.names.len()).filter(is_kept).collect()
    }
}

/// Takes what a heap may become, its heaps one behind the other; `None` where they are too large or too many to be
/// written down.
pub(crate) type HeapVisitor<'v> = dyn FnMut(Option<&[u64]>) -> ControlFlow<()> + 'v;

impl HeapRule {
    /// Calls `visit` with every list of heaps that `heap` may become, until it breaks off. `steps` falls by one for
    /// each instance tried; the visit breaks off at zero.
    pub(crate) fn visit(
        &self,
        heap: &[u64],
        steps: &mut u64,
        visit: &mut HeapVisitor<'_>,
    ) -> ControlFlow<()> {
        match self {
            Self::Written(one) => one.visit(heap, steps, visit),
            Self::Code(code) => {
                let mut made: Vec<u64> = Vec::new();
                code.visit_options(heap[0] as HeapSize, &mut |parts| {
                    if *steps == 0 {
                        return ControlFlow::Break(());
                    }
                    *steps -= 1;
                    step(1);
                    made.clear();
                    made.extend(parts.iter().map(|&part| u64::from(part)));
                    visit(Some(&made))
                })
            }
        }
    }

    /// The rule as text, for a heap whose entries have these names; variables are renamed in their order.
    pub(crate) fn text(&self, entries: &[String]) -> String {
        match self {
            Self::Written(one) => one.text(entries),
            Self::Code(code) => format!("code {code}"),
        }
    }
}

/// Calls `visit` with the values so far and every choice of values for the variables of `for`, until it breaks off.
/// `steps` falls by one for each value tried; the visit breaks off at zero.
pub(crate) fn each_choice(
    ranges: &[Range],
    values: &mut Vec<i64>,
    steps: &mut u64,
    visit: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let before = values.len();
    // the odometer of the variables: what remains of each open range
    let mut open: Vec<(i64, i64)> = Vec::with_capacity(ranges.len());
    loop {
        if *steps == 0 {
            return ControlFlow::Break(());
        }
        *steps -= 1;
        step(1);
        if open.len() < ranges.len() {
            let bounds = match &ranges[open.len()] {
                Range::Between(low, high) => low.value(values).zip(high.value(values)),
                Range::Of(list) => Some((0, list.len() as i128 - 1)),
            };
            let (low, high) = bounds.unwrap_or((1, 0));
            if low > i64::MAX.into() && low <= high {
                // numbers that no variable holds: as if there were too many
                *steps = 0;
                continue;
            }
            let held = |n: i128| n.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
            open.push(if low <= high { (held(low), held(high)) } else { (1, 0) });
            values.push(0);
        } else {
            visit(values)?;
            if let Some(last) = open.last_mut() {
                last.0 = last.0.saturating_add(1);
            }
        }
        // go on to the next value of the innermost range that has one
        loop {
            let Some(&(next, high)) = open.last() else { return ControlFlow::Continue(()) };
            if next <= high {
                values.truncate(before + open.len());
                values[before + open.len() - 1] = match &ranges[open.len() - 1] {
                    Range::Between(..) => next,
                    Range::Of(list) => list[next as usize],
                };
                break;
            }
            open.pop();
            values.truncate(before + open.len());
            if let Some(last) = open.last_mut() {
                last.0 = last.0.saturating_add(1);
            }
        }
    }
}

impl HeapMove {
    /// As [`HeapRule::visit`].
    fn visit(&self, heap: &[u64], steps: &mut u64, visit: &mut HeapVisitor<'_>) -> ControlFlow<()> {
        let mut made = Vec::with_capacity(self.parts.len() * heap.len());
        let numbers = heap.iter().map(|&n| i64::try_from(n)).collect::<Result<Vec<i64>, _>>();
        let Ok(mut values) = numbers else { return visit(None) };
        let ranges = self.ranges_of(&values);
        each_choice(&ranges, &mut values, steps, &mut |values| {
            self.instance(heap.len(), values, &mut made, visit)
        })
    }

    /// What variables run over for this heap, without numbers of which more would be taken from an entry than there is:
    /// of `for k in 1..1000000` few are tried; and of `for k in 1..n if k divides n` the divisors alone.
    fn ranges_of(&self, heap: &[i64]) -> Cow<'_, [Range]> {
        let mut ranges = Cow::Borrowed(&self.ranges[..]);
        for (at, range) in self.ranges.iter().enumerate() {
            let Range::Between(low, Expr::Number(high)) = range else { continue };
            let entries = self.parts.iter().flat_map(|part| &part.entries);
            let left = |entry: &Expr| match entry {
                Expr::Binary(Op::Subtract, from, taken)
                    if **taken == Expr::Variable(heap.len() + at) =>
                {
                    of_heap(from, heap)
                }
                _ => None,
            };
            if let Some(most) = entries.filter_map(left).min()
                && let Some(most) = i64::try_from(most).ok().filter(|most| most < high)
            {
                ranges.to_mut()[at] = Range::Between(low.clone(), Expr::Number(most));
            }
        }
        let mut conditions: Vec<&Expr> = self.condition.iter().collect();
        while let Some(condition) = conditions.pop() {
            match condition {
                Expr::Binary(Op::And, one, other) => conditions.extend([&**one, &**other]),
                Expr::Binary(Op::Divides, by, number)
                    if let Expr::Variable(variable) = **by
                        && let Some(at) = variable.checked_sub(heap.len())
                        && let Some(Range::Between(low, high)) = ranges.get(at)
                        && let (Some(low @ 1..), Some(high)) =
                            (of_heap(low, heap), of_heap(high, heap))
                        && let Some(number @ 1..) = of_heap(number, heap)
                        && let Ok(number) = u32::try_from(number) =>
                {
                    let all = divisors(number.into());
                    let within = |k: &i64| (low..=high).contains(&i128::from(*k));
                    ranges.to_mut()[at] = Range::Of(all.into_iter().filter(within).collect());
                }
                _ => {}
            }
        }
        ranges
    }

    fn instance(
        &self,
        arity: usize,
        values: &[i64],
        heaps: &mut Vec<u64>,
        visit: &mut HeapVisitor<'_>,
    ) -> ControlFlow<()> {
        if self.condition.as_ref().is_some_and(|c| !c.holds(values)) {
            return ControlFlow::Continue(());
        }
        heaps.clear();
        // what was read as a heap may be made again
        let largest = values[..arity].iter().fold(LARGEST_ENTRY, |most, &n| most.max(n)).into();
        let mut fits = true;
        for part in &self.parts {
            let Some(count) = part.count.value(values).filter(|&count| count >= 0) else {
                return ControlFlow::Continue(());
            };
            let start = heaps.len();
            for entry in &part.entries {
                match entry.value(values) {
                    Some(value @ 0..) => {
                        fits &= value <= largest;
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
                grow(heaps, 8 * arity);
                heaps.extend_from_within(start..start + arity);
            }
        }
        visit(fits.then_some(heaps.as_slice()))
    }
}

/// What an expression is of a heap, if it asks for nothing else.
fn of_heap(expr: &Expr, heap: &[i64]) -> Option<i128> {
    let mut is_known = true;
    expr.each_variable(&mut |v| is_known &= v < heap.len());
    if is_known { expr.value(heap) } else { None }
}

/// The divisors of a number above 0 in their order, at the cost of its square root.
fn divisors(n: i64) -> Vec<i64> {
    let mut all: Vec<i64> = (1..=n.isqrt()).filter(|k| n % k == 0).collect();
    let larger = all.iter().rev().map(|k| n / k).filter(|k| k * k > n);
    all.extend(larger.collect::<Vec<_>>());
    all
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
            return Err((
                *column,
                format!(
                    "'{word}' is not a name for an entry of a heap; names stand beside one another: heap a b"
                ),
            ));
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

/// Reads one line of a heap game.
pub(crate) fn heap_rule(
    text: &str,
    column: usize,
    entries: &[String],
    parameters: &Parameters<'_>,
) -> Result<HeapRule, (usize, String)> {
    let trimmed = text.trim();
    if trimmed == "code" {
        let end = column + text.trim_end().chars().count();
        return Err((end, "the code is missing, as in 'code 0.77'".into()));
    }
    if let Some(code) = trimmed.strip_prefix("code ") {
        one_entry(entries, column)?;
        return code.trim().parse().map(HeapRule::Code).map_err(|e| (column, format!("{e}")));
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
        return Ok(HeapRule::Written(splitting(condition)));
    }
    general(&mut reader, entries, parameters).map(HeapRule::Written)
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

pub(crate) fn finish(reader: &Reader<'_>) -> Result<(), (usize, String)> {
    match reader.peek() {
        None => Ok(()),
        Some(token) => {
            let hint = match token.to_string().as_str() {
                "where" | "when" | "with" | "and" | "such" => ": conditions stand behind 'if'",
                "or" | "," | ";" => ": another move is another line",
                "in" => ": a variable is named behind 'for'",
                "to" => ": a range is written 1..3, a set {1 2 4}",
                _ => "",
            };
            reader.fault(format!("unexpected '{token}' behind the move{hint}"))
        }
    }
}

fn general(
    reader: &mut Reader<'_>,
    entries: &[String],
    parameters: &Parameters<'_>,
) -> Result<HeapMove, (usize, String)> {
    // the left side only repeats the names: (n) or (w,h)
    let before = entries
        .iter()
        .enumerate()
        .all(|(i, name)| reader.take(if i == 0 { "(" } else { "," }) && reader.take(name));
    if !before || !reader.take(")") {
        return reader.fault(format!("the heap is written ({})", entries.join(",")));
    }
    reader.expect("->")?;
    let body = reader.at;
    // the variables of `for` are used before they are named: read the ranges first
    let after = (body..reader.tokens.len())
        .find(|&i| matches!(&reader.tokens[i].1, Token::Word(w) if w == "for" || w == "if"));
    reader.at = after.unwrap_or(reader.tokens.len());
    let (ranges, condition) = variables(reader, parameters)?;
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

/// `for k in 1..n, i in {1 2} if i != k`, each of the two if it is there, up to the end.
pub(crate) fn variables(
    reader: &mut Reader<'_>,
    parameters: &Parameters<'_>,
) -> Result<(Vec<Range>, Option<Expr>), (usize, String)> {
    let mut ranges = Vec::new();
    let mut columns = Vec::new();
    if reader.take("for") {
        loop {
            let named = reader.tokens.get(reader.at..reader.at + 2).unwrap_or_default();
            let name = match named {
                [(_, Token::Word(word)), (_, Token::Word(joint))] if joint == "in" => word.clone(),
                _ => {
                    return reader.fault("expected 'for k in 1..n' or 'for k in {1 2 4}'");
                }
            };
            if reader.names.contains(&name) {
                let message = format!("'{name}' is already {} or a variable", reader.named);
                return reader.fault(message);
            }
            reader.at += 2;
            columns.push(reader.column());
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
    for (range, column) in ranges.iter().zip(columns) {
        if condition.is_none()
            && let Range::Between(low, high) = range
            && let Some((fraction, by)) = low.fraction().or_else(|| high.fraction())
        {
            let [factor, term] = [6, 5].map(|level| fraction.text(&reader.names, level));
            let message = format!(
                "'{factor}/{by}' is not always whole: write {factor} div {by}, rounded down, or 'if {by} divides {term}'"
            );
            return Err((column, message));
        }
    }
    Ok((ranges, condition))
}

/// The same as text; the variables of `for` have the names from `first` on.
pub(crate) fn variables_text(
    ranges: &[Range],
    condition: Option<&Expr>,
    names: &[String],
    first: usize,
) -> String {
    let mut text = String::new();
    for (v, range) in ranges.iter().enumerate() {
        text += if v == 0 { " for " } else { ", " };
        let name = &names[first + v];
        text += &match range {
            Range::Between(low, high) => {
                format!("{name} in {}..{}", low.text(names, 5), high.text(names, 5))
            }
            Range::Of(list) => {
                let words: Vec<String> = list.iter().map(i64::to_string).collect();
                format!("{name} in {{{}}}", words.join(" "))
            }
        };
    }
    if let Some(condition) = condition {
        text += " if ";
        text += &condition.text(names, 0);
    }
    text
}

/// `(a,b)` or `count * (a,b)`.
fn part(reader: &mut Reader<'_>, arity: usize) -> Result<Part, (usize, String)> {
    let mut count = Expr::Number(1);
    let starred =
        reader.tokens[reader.at..].iter().position(|(_, token)| *token == Token::Sign("*"));
    let bracket =
        reader.tokens[reader.at..].iter().position(|(_, token)| *token == Token::Sign("("));
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
    if !reader.take("(") {
        return reader.fault("expected '(': a heap stands in brackets, as in (n-1)");
    }
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
    if let Some(Token::Word(word)) = reader.peek()
        && let Some(list) = (parameters.set)(word)
    {
        reader.at += 1;
        return Ok(Range::Of(list));
    }
    if reader.take("{") {
        let mut list = Vec::new();
        let mut owed = false;
        while let Some(Token::Number(n)) = reader.peek() {
            list.push(*n);
            reader.at += 1;
            owed = reader.take(",");
        }
        if owed {
            return reader.fault("expected a number, a name or '('");
        }
        if !reader.take("}") {
            return reader.fault(RANGES);
        }
        list.sort_unstable();
        list.dedup();
        return Ok(Range::Of(list));
    }
    let low = reader.number()?;
    if !reader.take("..") {
        return reader.fault(RANGES);
    }
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

/// `take any`, `take 1 or 2`, `take a`, `take any but 3`, each with `and may split`.
fn taking(
    reader: &mut Reader<'_>,
    parameters: &Parameters<'_>,
) -> Result<HeapRule, (usize, String)> {
    let any = reader.take("any");
    let but = any && reader.take("but");
    let listed = if any && !but { Vec::new() } else { numbers(reader, parameters)? };
    let column = reader.column();
    let split = reader.take("and");
    if split {
        if !reader.take("may") {
            return reader.fault("behind 'and' stands 'may split'; numbers are joined by 'or'");
        }
        reader.expect("split")?;
    }
    finish(reader)?;
    if but {
        let others: Vec<HeapSize> = listed.iter().map(|&n| n as HeapSize).collect();
        let code = if split { splittles } else { subtraction }(TakeSet::AllBut(&others));
        return code.map(HeapRule::Code).map_err(|e| (column, e.to_string()));
    }
    let taken = if any { Range::Between(number(1), variable(0)) } else { Range::Of(listed) };
    let rest = minus(variable(0), variable(1));
    let mut whole = HeapMove {
        names: named(&["n", "k"]),
        ranges: vec![taken],
        parts: Vec::new(),
        condition: None,
    };
    if split {
        whole.names.push("i".into());
        whole.ranges.push(Range::Between(number(0), rest.clone()));
        whole.parts = vec![single(variable(2)), single(minus(rest, variable(2)))];
    } else {
        whole.parts = vec![single(rest)];
    }
    Ok(HeapRule::Written(whole))
}

/// Numbers above 0 joined by `or` or commas, parameters among them, in braces or not; increasing.
fn numbers(
    reader: &mut Reader<'_>,
    parameters: &Parameters<'_>,
) -> Result<Vec<i64>, (usize, String)> {
    let mut list: Vec<i64> = Vec::new();
    /// Numbers that a range stands for.
    const MOST_LISTED: i64 = 1 << 12;
    let wanted = "'take' wants 'any' or numbers above 0, as in 'take 1 or 2' or 'take 1..3'";
    let (mut inside, mut owed) = (false, true);
    loop {
        match reader.peek().cloned() {
            Some(Token::Number(0)) => return reader.fault(wanted),
            Some(Token::Number(n)) => {
                let range = reader.tokens.get(reader.at + 1..reader.at + 3).unwrap_or_default();
                if let [(_, Token::Sign("..")), (column, Token::Number(last))] = range {
                    if *last < n || last - n >= MOST_LISTED {
                        return Err((
                            *column,
                            format!("from {n} on, at most {MOST_LISTED} numbers"),
                        ));
                    }
                    list.extend(n..*last);
                    reader.at += 2;
                    list.push(*last);
                } else {
                    list.push(n);
                }
            }
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
    if owed || list.is_empty() || list.contains(&0) {
        return reader.fault(wanted);
    }
    list.sort_unstable();
    list.dedup();
    Ok(list)
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

impl HeapMove {
    /// The move of heaps of which some entries are given and no more written down, none where these never allow it;
    /// `None` where it changes one of these.
    pub(crate) fn fixed(&self, given: &[Option<i64>]) -> Option<Option<Self>> {
        let kept = |v: &usize| given.get(*v).is_none_or(Option::is_none);
        let put = |v: usize| match given.get(v) {
            Some(&Some(n)) => Expr::Number(n),
            _ => Expr::Variable((0..v).filter(kept).count()),
        };
        let stays = |part: &Part| {
            let mut entries = part.entries.iter().enumerate();
            entries.all(|(v, entry)| kept(&v) || *entry == Expr::Variable(v))
        };
        if !self.parts.iter().all(stays) {
            return None;
        }
        let part = |part: &Part| {
            let entries = part.entries.iter().enumerate().filter(|(v, _)| kept(v));
            Part {
                count: part.count.with(&put),
                entries: entries.map(|(_, entry)| entry.with(&put)).collect(),
            }
        };
        let range = |range: &Range| match range {
            Range::Between(low, high) => Range::Between(low.with(&put), high.with(&put)),
            Range::Of(list) => Range::Of(list.clone()),
        };
        let names = self.names.iter().enumerate().filter(|(v, _)| kept(v));
        let condition = match self.condition.as_ref().map(|condition| condition.with(&put).held()) {
            Some(Err(false)) => return Some(None),
            condition => condition.and_then(Result::ok),
        };
        Some(Some(Self {
            names: names.map(|(_, name)| name.clone()).collect(),
            ranges: self.ranges.iter().map(range).collect(),
            parts: self.parts.iter().map(part).collect(),
            condition,
        }))
    }

    /// As [`HeapRule::text`].
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
        text += &variables_text(&self.ranges, self.condition.as_ref(), &names, entries.len());
        text
    }
}
