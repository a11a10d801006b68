//! Heap rules, evaluated from their text.

use std::collections::{BTreeMap, BTreeSet};

use super::Position;

/// Heap rules as typed, with the values of their parameters.
#[derive(Clone, Debug)]
pub(crate) struct Heaps {
    pub(crate) names: Vec<String>,
    pub(crate) numbers: BTreeMap<String, i64>,
    pub(crate) sets: BTreeMap<String, Vec<i64>>,
    pub(crate) moves: [Vec<String>; 2],
}

pub(super) type Values = BTreeMap<String, i64>;

/// Every way to go on from known values through the ranges of `for`, of which the condition holds.
pub(super) fn choices(
    mut values: Vec<Values>,
    ranges: &str,
    condition: Option<&str>,
    sets: &BTreeMap<String, Vec<i64>>,
) -> Vec<Values> {
    for text in top_level(ranges, ',').into_iter().filter(|r| !r.trim().is_empty()) {
        let (name, list) = text.split_once(" in ").unwrap_or((&text, ""));
        let mut next = Vec::new();
        for known in &values {
            for v in range(list.trim(), known, sets) {
                let mut more = known.clone();
                more.insert(name.trim().into(), v);
                next.push(more);
            }
        }
        values = next;
    }
    values.retain(|known| condition.is_none_or(|c| value(c, known) == Some(1)));
    values
}

fn range(text: &str, known: &Values, sets: &BTreeMap<String, Vec<i64>>) -> Vec<i64> {
    if let Some(set) = sets.get(text) {
        return set.clone();
    }
    if let Some(inner) = text.strip_prefix('{') {
        let words = inner.trim_end_matches('}').split_whitespace();
        return words.filter_map(|n| n.parse().ok()).collect();
    }
    match text.split_once("..").map(|(low, high)| (value(low, known), value(high, known))) {
        Some((Some(low), Some(high))) => (low..=high).collect(),
        _ => Vec::new(),
    }
}

impl Heaps {
    pub(crate) fn read(&self, text: &str) -> Result<Vec<Vec<i64>>, String> {
        if text == "nothing" {
            return Ok(Vec::new());
        }
        let mut heaps = Vec::new();
        for item in text.split('+') {
            let inner = item.trim().trim_start_matches('(').trim_end_matches(')');
            let heap: Option<Vec<i64>> = inner.split(',').map(|n| n.trim().parse().ok()).collect();
            heaps.push(
                heap.filter(|h| h.len() == self.names.len())
                    .ok_or(format!("'{item}' is not a heap"))?,
            );
        }
        heaps.sort();
        Ok(heaps)
    }

    pub(crate) fn options(&self, position: &Position, left: bool) -> BTreeSet<Position> {
        let mut found = BTreeSet::new();
        for (i, heap) in position.heaps.iter().enumerate() {
            for rule in &self.moves[usize::from(!left)] {
                for parts in self.replaced(heap, rule) {
                    let mut heaps = position.heaps.clone();
                    heaps.remove(i);
                    heaps.extend(parts);
                    heaps.sort();
                    found.insert(Position { heaps, ..position.clone() });
                }
            }
        }
        found
    }

    /// What one heap may become by one rule.
    fn replaced(&self, heap: &[i64], rule: &str) -> Vec<Vec<Vec<i64>>> {
        let n = heap[0];
        if let Some(code) = rule.strip_prefix("code ") {
            return by_code(n, code.trim());
        }
        if let Some(rest) = rule.strip_prefix("take ") {
            let split = rest.ends_with("and may split");
            let mut taken: Vec<i64> = Vec::new();
            for word in rest.split_whitespace() {
                match word {
                    "any" if rest.starts_with("any but ") => {}
                    "any" => taken.extend(1..=n),
                    "but" => {}
                    "and" => break,
                    word => match self.sets.get(word) {
                        Some(set) => taken.extend(set),
                        None => taken.extend(
                            word.parse::<i64>().ok().or_else(|| self.numbers.get(word).copied()),
                        ),
                    },
                }
            }
            if rest.starts_with("any but ") {
                taken = (1..=n).filter(|k| !taken.contains(k)).collect();
            }
            let mut found = Vec::new();
            let whole = rest.starts_with("any but ");
            for k in taken.into_iter().filter(|&k| k <= n) {
                if whole {
                    // by a code, so that no heap is empty
                    found.extend((0..if split { 3 } else { 2 }).flat_map(|j| split_into(n - k, j)));
                } else if split {
                    found.extend((0..=n - k).map(|i| vec![vec![i], vec![n - k - i]]));
                } else {
                    found.push(vec![vec![n - k]]);
                }
            }
            return found;
        }
        if let Some(how) = rule.strip_prefix("split") {
            return (1..n)
                .filter(|&i| match how.trim() {
                    "unequal" => i != n - i,
                    "equal" => i == n - i,
                    _ => true,
                })
                .map(|i| vec![vec![i], vec![n - i]])
                .collect();
        }
        let right = rule.split_once("->").map_or("", |r| r.1);
        let (right, condition) = match right.split_once(" if ") {
            Some((right, condition)) => (right, Some(condition)),
            None => (right, None),
        };
        let (parts, ranges) = right.split_once(" for ").unwrap_or((right, ""));
        let mut values = vec![self.numbers.clone()];
        for (name, &entry) in self.names.iter().zip(heap) {
            values[0].insert(name.clone(), entry);
        }
        let values = choices(values, ranges, condition, &self.sets);
        let mut found = Vec::new();
        for known in values {
            if let Some(heaps) = self.parts(parts, &known) {
                found.push(heaps);
            }
        }
        found
    }

    fn parts(&self, text: &str, known: &Values) -> Option<Vec<Vec<i64>>> {
        let mut heaps = Vec::new();
        if text.trim() == "nothing" {
            return Some(heaps);
        }
        for part in top_level(text, '+') {
            let open = part.find('(')?;
            let count = match part[..open].trim().strip_suffix('*') {
                Some(count) => value(count, known)?,
                None => 1,
            };
            let inner = part[open..].trim();
            let heap: Option<Vec<i64>> = top_level(&inner[1..inner.len() - 1], ',')
                .iter()
                .map(|e| value(e, known).filter(|&v| v >= 0))
                .collect();
            let heap = heap?;
            heaps.extend((0..count).map(|_| heap.clone()));
        }
        Some(heaps)
    }
}

/// The pieces of a text between separators outside brackets.
fn top_level(text: &str, separator: char) -> Vec<String> {
    let mut depth = 0;
    let mut pieces = vec![String::new()];
    for c in text.chars() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        if c == separator && depth == 0 {
            pieces.push(String::new());
        } else {
            let last = pieces.len() - 1;
            pieces[last].push(c);
        }
    }
    pieces
}

/// A take-and-break code of single digits: digit `k` tells into how many heaps the rest may be left when `k` tokens are
/// taken.
fn by_code(n: i64, code: &str) -> Vec<Vec<Vec<i64>>> {
    let (before, after) = code.split_once('.').unwrap_or((code, ""));
    let mut found = Vec::new();
    let digits = before.chars().rev().enumerate().map(|(i, c)| (-(i as i64), c));
    for (taken, digit) in digits.chain(after.chars().enumerate().map(|(i, c)| (i as i64 + 1, c))) {
        let digit = digit.to_digit(16).unwrap_or(0);
        for heaps in (0..5).filter(|&j| digit >> j & 1 != 0) {
            found.extend(split_into(n - taken, heaps));
        }
    }
    found
}

fn split_into(n: i64, heaps: u32) -> Vec<Vec<Vec<i64>>> {
    if heaps == 0 {
        return if n == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    (1..=n)
        .flat_map(|first| {
            split_into(n - first, heaps - 1)
                .into_iter()
                .map(move |rest| [vec![vec![first]], rest].concat())
        })
        .collect()
}

/// The value of an expression; conditions are 0 or 1. Binary signs are split at the loosest one, from the right.
pub(super) fn value(text: &str, known: &Values) -> Option<i64> {
    let text = text.trim();
    let levels: [&[&str]; 4] = [
        &[" or "],
        &[" and "],
        &["!=", "<=", ">=", "=", "<", ">", " divides ", " power of "],
        &["+", "-"],
    ];
    if let Some(rest) = text.strip_prefix("not ")
        && split_at(text, &[" or ", " and "]).is_none()
    {
        return Some(i64::from(value(rest, known)? == 0));
    }
    for signs in levels.into_iter().chain([["*", "/", " mod "].as_slice()]) {
        let Some((left, sign, right)) = split_at(text, signs) else { continue };
        if sign == " and " && value(left, known)? == 0 {
            return Some(0);
        }
        if sign == " or " && value(left, known)? != 0 {
            return Some(1);
        }
        let (a, b) = (value(left, known)?, value(right, known)?);
        return Some(match sign {
            " or " | " and " => i64::from(b != 0),
            "!=" => i64::from(a != b),
            "<=" => i64::from(a <= b),
            ">=" => i64::from(a >= b),
            "=" => i64::from(a == b),
            "<" => i64::from(a < b),
            ">" => i64::from(a > b),
            " divides " => i64::from(if a == 0 { b == 0 } else { b % a == 0 }),
            " power of " => {
                let powers = std::iter::successors(Some(1i64), |p| p.checked_mul(b));
                i64::from(powers.take(64).any(|p| p == a))
            }
            "+" => a + b,
            "-" => a - b,
            "*" => a * b,
            "/" => (b != 0 && a % b == 0).then(|| a / b)?,
            _ => (b != 0).then(|| a.rem_euclid(b))?,
        });
    }
    if let Some(rest) = text.strip_prefix('-') {
        return Some(-value(rest, known)?);
    }
    for name in ["min", "max", "gcd", "xor"] {
        if let Some(inner) = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('(')) {
            let both = top_level(&inner[..inner.len() - 1], ',');
            let (a, b) = (value(&both[0], known)?, value(&both[1], known)?);
            return Some(match name {
                "min" => a.min(b),
                "max" => a.max(b),
                "gcd" => {
                    (1..=a.abs().max(b.abs())).rfind(|d| a % d == 0 && b % d == 0).unwrap_or(0)
                }
                _ => (a >= 0 && b >= 0).then_some(a ^ b)?,
            });
        }
    }
    if let Some(inner) = text.strip_prefix('(') {
        return value(&inner[..inner.len() - 1], known);
    }
    text.parse().ok().or_else(|| known.get(text).copied())
}

/// The last of the signs outside brackets that has something before it.
fn split_at<'a>(text: &'a str, signs: &[&'static str]) -> Option<(&'a str, &'static str, &'a str)> {
    let mut depth = 0;
    let mut found = None;
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth != 0 || text[..i].trim().is_empty() {
            continue;
        }
        if let Some(sign) = signs.iter().find(|s| text[i..].starts_with(**s)) {
            // the second half of a longer sign is not a sign of its own
            let inside = *sign == "=" && text[..i].ends_with(['!', '<', '>']);
            let unary =
                *sign == "-" && text[..i].trim_end().ends_with(['+', '-', '*', '/', '=', '<', '>']);
            if !inside && !unary {
                found = Some((&text[..i], *sign, &text[i + sign.len()..]));
            }
        }
    }
    found
}
