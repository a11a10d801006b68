//! Patterns: what is read on the board and what is written over it.

use std::cell::Cell;

use super::ast::{EDGE, Element, Item, Piece, Set, set_of};
use super::expression::Expr;
use super::numbers::Typed;

/// Deepest nesting of brackets.
const DEEPEST: usize = 8;
/// Most places of a pattern as it is typed, and largest count of a repeat.
const LONGEST: usize = 256;
const MOST_REPEATS: u32 = 4096;

/// A fault at a character of the pattern, from 1.
pub(crate) type Fault = (usize, String);

/// Reads the rows of a pattern; `right` is the side that is written.
pub(crate) struct PatternReader<'a> {
    pub(crate) pieces: &'a [char],
    /// Whether a piece carries a number.
    pub(crate) carries: &'a dyn Fn(Piece) -> bool,
    /// Value of a parameter.
    pub(crate) parameter: &'a dyn Fn(&str) -> Option<i64>,
    pub(crate) right: bool,
    /// Set when parameters leave a repeat no count, as in `{1,k}` for k = 0: the pattern never matches.
    pub(crate) never: &'a Cell<bool>,
}

struct Cursor {
    chars: Vec<char>,
    at: usize,
    groups: usize,
}

impl Cursor {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek();
        self.at += usize::from(c.is_some());
        c
    }

    fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        Err((self.at.max(1), message.into()))
    }
}

impl PatternReader<'_> {
    /// The rows of the pattern, and the texts of the numbers on its cells.
    pub(crate) fn read(&self, text: &str) -> Result<(Vec<Vec<Element>>, Typed), Fault> {
        let mut typed = Typed::new();
        let mut cursor = Cursor { chars: text.chars().collect(), at: 0, groups: 0 };
        if cursor.chars.len() > LONGEST {
            return Err((LONGEST, format!("a pattern has at most {LONGEST} characters")));
        }
        let mut rows = vec![Vec::new()];
        // the lines that are open: each bracket remembers its number
        let mut open: Vec<(usize, Vec<Element>)> = Vec::new();
        let mut line: Vec<Element> = Vec::new();
        while let Some(c) = cursor.next() {
            let item = match c {
                '|' => {
                    if !open.is_empty() {
                        return cursor.fault("'|' inside a bracket: close '(' before the row ends");
                    }
                    if line.is_empty() {
                        return cursor.fault("an empty row");
                    }
                    let last = rows.len() - 1;
                    rows[last] = std::mem::take(&mut line);
                    rows.push(Vec::new());
                    continue;
                }
                '(' => {
                    if open.len() == DEEPEST {
                        return cursor.fault(format!("brackets nest at most {DEEPEST} deep"));
                    }
                    cursor.groups += 1;
                    open.push((cursor.groups, std::mem::take(&mut line)));
                    continue;
                }
                ')' => {
                    let Some((number, before)) = open.pop() else {
                        return cursor.fault("')' without '('");
                    };
                    if line.is_empty() {
                        return cursor.fault("an empty bracket '()'");
                    }
                    Item::Group(number, std::mem::replace(&mut line, before))
                }
                '\\' => match cursor.next().and_then(|c| c.to_digit(10)) {
                    Some(_) if !self.right => {
                        return cursor.fault("a copy '\\1' stands on the right side only");
                    }
                    Some(n) if n > 0 => Item::Copy(n as usize),
                    _ => return cursor.fault("'\\' wants the number of a bracket, as in '\\1'"),
                },
                '[' => self.class(&mut cursor)?,
                '?' if self.right => Item::Keep,
                '?' => Item::Cell((0..self.pieces.len() as Piece).collect()),
                '$' => Item::Cell(vec![EDGE]),
                '*' | '+' | '{' => {
                    return cursor
                        .fault(format!("'{c}' repeats nothing: it follows a cell or a bracket"));
                }
                _ => Item::Cell(vec![self.piece(c, &cursor)?]),
            };
            let number = self.number(&item, &mut cursor, &mut typed)?;
            let (least, most) = self.repeat(&mut cursor)?;
            line.push(Element { item, least, most, number });
        }
        if !open.is_empty() {
            return cursor.fault("'(' is not closed");
        }
        if line.is_empty() {
            return cursor.fault("an empty row");
        }
        let last = rows.len() - 1;
        rows[last] = line;
        Ok((rows, typed))
    }

    /// The place in `typed` of what stands in brackets behind a cell whose pieces carry numbers.
    fn number(
        &self,
        item: &Item,
        cursor: &mut Cursor,
        typed: &mut Typed,
    ) -> Result<Option<Expr>, Fault> {
        let Item::Cell(pieces) = item else { return Ok(None) };
        if cursor.peek() != Some('(') || !pieces.iter().all(|&p| (self.carries)(p)) {
            return Ok(None);
        }
        let start = cursor.at + 1;
        let mut depth = 0;
        let length = cursor.chars[cursor.at..].iter().position(|&c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let Some(length) = length else {
            return cursor.fault("the '(' of a number is not closed");
        };
        cursor.at += length + 1;
        typed.push((start + 1, cursor.chars[start..cursor.at - 1].iter().collect()));
        Ok(Some(Expr::Number(typed.len() as i64 - 1)))
    }

    /// One cell, as clauses name it: a piece, `$`, `?` or a class.
    pub(crate) fn cell(&self, text: &str) -> Result<Vec<Piece>, Fault> {
        let (rows, _) = self.read(text)?;
        match rows.as_slice() {
            [row] => match row.as_slice() {
                [Element { item: Item::Cell(pieces), least: 1, most: Some(1), number: None }] => {
                    Ok(pieces.clone())
                }
                _ => Err((1, format!("'{text}' is not one cell"))),
            },
            _ => Err((1, format!("'{text}' is not one cell"))),
        }
    }

    fn piece(&self, c: char, cursor: &Cursor) -> Result<Piece, Fault> {
        match self.pieces.iter().position(|&p| p == c) {
            Some(p) => Ok(p as Piece),
            None => {
                let words: Vec<String> = self.pieces.iter().map(char::to_string).collect();
                cursor.fault(format!("unknown piece '{c}'; the board is of {}", words.join(" ")))
            }
        }
    }

    fn class(&self, cursor: &mut Cursor) -> Result<Item, Fault> {
        let without = cursor.peek() == Some('^');
        if without {
            cursor.next();
        }
        let mut pieces: Vec<Piece> = Vec::new();
        loop {
            match cursor.next() {
                None => return cursor.fault("'[' is not closed"),
                Some(']') => break,
                Some('$') => pieces.push(EDGE),
                Some(c) => pieces.push(self.piece(c, cursor)?),
            }
            // a class on the right may name a piece twice: two pieces become the same one
            let last = pieces[pieces.len() - 1];
            if !self.right && pieces[..pieces.len() - 1].contains(&last) {
                return cursor.fault("a piece stands twice in the class");
            }
        }
        if pieces.is_empty() {
            return cursor.fault("an empty class '[]'");
        }
        if !without {
            return Ok(Item::Cell(pieces));
        }
        if self.right {
            return Ok(Item::Keep);
        }
        let left_out: Set = set_of(&pieces);
        let rest: Vec<Piece> = (0..self.pieces.len() as Piece)
            .chain([EDGE])
            .filter(|p| left_out & 1 << p == 0)
            .collect();
        if rest.is_empty() {
            return cursor.fault("this class leaves nothing");
        }
        Ok(Item::Cell(rest))
    }

    fn repeat(&self, cursor: &mut Cursor) -> Result<(u32, Option<u32>), Fault> {
        let repeat = match cursor.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => {
                let start = cursor.at;
                while cursor.peek().is_some_and(|c| c != '}') {
                    cursor.at += 1;
                }
                if cursor.peek().is_none() {
                    cursor.at = start + 1;
                    return cursor.fault("'{' is not closed");
                }
                let inner: String = cursor.chars[start + 1..cursor.at].iter().collect();
                let (low, high) = match inner.split_once(',') {
                    None => (inner.as_str(), Some(inner.as_str())),
                    Some((low, "")) => (low, None),
                    Some((low, high)) => (low, Some(high)),
                };
                let count = |text: &str| -> Result<u32, Fault> {
                    let value = self.count(text).ok_or_else(|| {
                        (
                            start + 2,
                            format!("'{text}' is not a count: a number or parameters with + and -"),
                        )
                    })?;
                    u32::try_from(value).ok().filter(|&n| n <= MOST_REPEATS).ok_or_else(|| {
                        (
                            start + 2,
                            format!("the count {value} is not between 0 and {MOST_REPEATS}"),
                        )
                    })
                };
                let least = count(low)?;
                let most = high.map(count).transpose()?;
                if most.is_some_and(|most| most < least) {
                    if !inner.contains(char::is_alphabetic) {
                        return cursor.fault("the largest count is below the least");
                    }
                    self.never.set(true);
                    cursor.next();
                    return Ok((least, Some(least)));
                }
                (least, most)
            }
            _ => return Ok((1, Some(1))),
        };
        cursor.next();
        if matches!(cursor.peek(), Some('*' | '+' | '{')) {
            cursor.next();
            return cursor.fault("a repeat of a repeat: put the first in a bracket");
        }
        Ok(repeat)
    }

    /// A sum of integers and parameters.
    fn count(&self, text: &str) -> Option<i64> {
        let mut sum: i64 = 0;
        let mut rest = text;
        let mut sign = 1;
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let word = rest[..end].trim();
            let value = match word.parse::<u32>() {
                Ok(n) => i64::from(n),
                Err(_) => (self.parameter)(word)?,
            };
            sum = sum.checked_add(value.checked_mul(sign)?)?;
            match rest[end..].chars().next() {
                None => return Some(sum),
                Some(c) => sign = if c == '+' { 1 } else { -1 },
            }
            rest = &rest[end + 1..];
        }
    }
}
