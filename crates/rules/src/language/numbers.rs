//! Numbers on cells: pieces that carry a number, and what patterns and moves say of it.
//!
//! ```text
//! game "Battle Sheep"
//! hex of . X/O(1..1000)
//! Left:  X(n).*.[^.] -> X(n-k).*X(k)[^.] straight for k in 1..n-1
//! Right: as Left
//! ```
//!
//! **The board.** `X(1..1000)` says that the piece X carries a number from 1 to 1000, `X/O(1..1000)` that X and O do.
//! The bounds are numbers or parameters, at least 0 and at most 4000. A position that breaks them is refused, and a
//! move that would break them is none: so no number overflows, and few guards are needed.
//!
//! **Patterns.** Behind a piece that carries a number, or a class of such pieces, brackets hold the number. On the left
//! side a name stands for the number of the cell; where a name comes again, or an expression stands, the number must be
//! its value. Without brackets the number may be any; on the right side it then stays what it is. On the right side an
//! expression in the names gives the number. `for` runs through values and `if` asks for a condition, as in the rules
//! of heaps. In a repeat no number has a name, since there may be several. Clauses look at pieces and not at their
//! numbers, and what they make of a piece keeps its number. Brackets around cells that follow such a piece directly
//! need `()` before them: `X()(O.)*`.
//!
//! **Positions.** A cell is typed as its piece and the number: `X3`. If one piece carries a number, the number alone
//! means that piece; of the two members of a pair, the first is meant by a number and the second by a negative one; 0
//! is the first piece of the board if that carries none. So `3,0|0,-2` is `X3,.|.,O2`. Cells of a row stand between
//! commas or blanks; where no number has a sign they may do without, and then each digit is a cell, as in `3142`.

use super::ast::{BoardRules, Element, Form, Given, Item, Piece};
use super::expand::Concrete;
use super::expression::{Expr, Reader, tokens};
use super::heap::{Parameters, Range, finish, variables, variables_text};

/// The largest number that a piece may carry.
pub(crate) const LARGEST: i64 = 4000;

/// Most numbers of one pattern that have names.
const MOST_NAMED: usize = 8;

/// A fault at a column of the line, from 1.
type Fault = (usize, String);

/// What stands in the brackets behind a cell, with the column of its first character. Until all names are known, the
/// number of an element is its place in the list of these.
pub(super) type Typed = Vec<(usize, String)>;

fn reader<'a>(
    list: &'a [(usize, super::expression::Token)],
    end: usize,
    names: Vec<String>,
    parameters: &'a Parameters<'_>,
) -> Reader<'a> {
    let mut reader = Reader::new(list, end, names, parameters.number);
    reader.named = "a number of the pattern";
    reader
}

fn expression(
    (column, text): &(usize, String),
    names: &[String],
    parameters: &Parameters<'_>,
) -> Result<Expr, Fault> {
    let list = tokens(text, *column)?;
    let mut reader = reader(&list, column + text.chars().count(), names.to_vec(), parameters);
    let number = reader.number()?;
    match reader.peek() {
        None => Ok(number),
        Some(token) => reader.fault(format!("unexpected '{token}' in a number")),
    }
}

/// The bounds of the numbers that a piece carries, `1..9`.
pub(super) fn bounds(
    typed: &(usize, String),
    parameters: &Parameters<'_>,
) -> Result<(u16, u16), Fault> {
    let wrong = |(column, word): &(usize, String)| {
        let wanted = "where the numbers that a piece carries were expected, as in X(0..9)";
        Err((*column, format!("'{word}' {wanted}")))
    };
    let Some((low, high)) = typed.1.split_once("..") else { return wrong(typed) };
    let behind = typed.0 + low.chars().count() + 2;
    let mut found = [0; 2];
    for (slot, word) in found.iter_mut().zip([(typed.0, low.to_owned()), (behind, high.to_owned())])
    {
        let Expr::Number(n) = expression(&word, &[], parameters)? else {
            return wrong(&word);
        };
        if !(0..=LARGEST).contains(&n) {
            let message = format!("a piece carries a number from 0 to {LARGEST}, and not {n}");
            return Err((word.0, message));
        }
        *slot = n as u16;
    }
    if found[0] > found[1] {
        let message = format!("the least number {} is above the largest, {}", found[0], found[1]);
        return Err((typed.0, message));
    }
    Ok((found[0], found[1]))
}

/// The names that the left side gives to numbers, in their order.
fn named(
    side: &[Vec<Element>],
    typed: &Typed,
    parameters: &Parameters<'_>,
) -> Result<Vec<String>, Fault> {
    let mut names: Vec<String> = Vec::new();
    let mut open: Vec<&Element> = side.iter().flatten().rev().collect();
    while let Some(e) = open.pop() {
        if e.varies() || e.least == 0 {
            continue;
        }
        if let Item::Group(_, line) = &e.item {
            open.extend(line.iter().rev());
        }
        let Some(Expr::Number(at)) = e.number else { continue };
        let (column, text) = &typed[at as usize];
        let word = text.trim();
        let is_name = word.starts_with(|c: char| c.is_alphabetic())
            && word.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name || (parameters.number)(word).is_some() || names.iter().any(|n| n == word) {
            continue;
        }
        if names.len() == MOST_NAMED {
            let message = format!("a pattern gives names to at most {MOST_NAMED} numbers");
            return Err((*column, message));
        }
        names.push(word.into());
    }
    Ok(names)
}

/// Puts expressions where the places of their texts stand.
fn resolve(
    side: &mut [Element],
    typed: &Typed,
    names: &[String],
    parameters: &Parameters<'_>,
) -> Result<(), Fault> {
    for e in side {
        if let Item::Group(_, line) = &mut e.item {
            resolve(line, typed, names, parameters)?;
        }
        if let Some(Expr::Number(at)) = e.number.take() {
            let text = &typed[at as usize];
            if !text.1.trim().is_empty() {
                e.number = Some(expression(text, names, parameters)?);
            }
        }
    }
    Ok(())
}

/// Gives the numbers of both sides their expressions; `tail` is what begins with `for` or `if`.
pub(super) fn given(
    left: (&mut [Vec<Element>], &Typed),
    right: Option<(&mut Vec<Vec<Element>>, &Typed)>,
    tail: Option<&(usize, String)>,
    parameters: &Parameters<'_>,
) -> Result<Given, Fault> {
    let mut names = named(left.0, left.1, parameters)?;
    let mut given = Given { bound: names.len(), ..Given::default() };
    if let Some((column, text)) = tail {
        let list = tokens(text, *column)?;
        let mut reader = reader(&list, column + text.chars().count(), names, parameters);
        (given.ranges, given.condition) = variables(&mut reader, parameters)?;
        finish(&reader)?;
        names = reader.names;
    }
    for row in left.0.iter_mut() {
        resolve(row, left.1, &names, parameters)?;
    }
    if let Some((rows, typed)) = right {
        for row in rows.iter_mut() {
            resolve(row, typed, &names, parameters)?;
        }
    }
    Ok(given)
}

/// Calls `visit` with each element of a side, brackets before what is in them, and whether it is repeated.
fn each_element<'a>(side: &'a [Element], visit: &mut dyn FnMut(&'a Element, bool)) {
    let mut open: Vec<(&Element, bool)> = side.iter().rev().map(|e| (e, e.varies())).collect();
    while let Some((e, repeated)) = open.pop() {
        visit(e, repeated);
        if let Item::Group(_, line) = &e.item {
            open.extend(line.iter().rev().map(|inner| (inner, repeated || inner.varies())));
        }
    }
}

fn renamed_side(side: &mut [Element], name: &dyn Fn(usize) -> usize) {
    for e in side {
        if let Item::Group(_, line) = &mut e.item {
            renamed_side(line, name);
        }
        if let Some(number) = &mut e.number {
            *number = number.renamed(name);
        }
    }
}

/// The form with the numbers of its cells named in the order in which they come.
pub(super) fn renamed(mut form: Form) -> Form {
    let mut order: Vec<usize> = Vec::new();
    let mut any = false;
    each_element(&form.from, &mut |e, repeated| {
        any |= e.number.is_some();
        if let Some(Expr::Variable(v)) = e.number
            && v < form.given.bound
            && !repeated
            && !order.contains(&v)
        {
            order.push(v);
        }
    });
    each_element(&form.to, &mut |e, _| any |= e.number.is_some());
    if !any && form.given == Given::default() {
        return form;
    }
    let name = |v: usize| order.iter().position(|&old| old == v).unwrap_or(v);
    renamed_side(&mut form.from, &name);
    renamed_side(&mut form.to, &name);
    for range in &mut form.given.ranges {
        if let Range::Between(low, high) = range {
            (*low, *high) = (low.renamed(&name), high.renamed(&name));
        }
    }
    form.given.condition = form.given.condition.map(|condition| condition.renamed(&name));
    form
}

/// The names under which the variables of a pattern are written.
pub(super) fn names(given: &Given) -> Vec<String> {
    let numbers = ["n", "m", "p", "q", "r", "s", "t", "u"].into_iter().take(given.bound);
    let others = ["k", "i", "j", "l", "v", "w", "x", "y"].into_iter().take(given.ranges.len());
    numbers.chain(others).map(str::to_owned).collect()
}

/// What `for` and `if` say.
pub(super) fn text(given: &Given, names: &[String]) -> String {
    variables_text(&given.ranges, given.condition.as_ref(), names, given.bound)
}

/// What the pieces that a clause puts lack, if they carry numbers and those that they replace do not.
pub(super) fn lacking(map: &[(Piece, Piece)], rules: &BoardRules) -> Option<String> {
    let carries = |p: Piece| rules.number(p).is_some();
    let &(from, to) = map.iter().find(|(from, to)| carries(*to) && !carries(*from))?;
    let [from, to] = [from, to].map(|p| rules.pieces[usize::from(p)]);
    Some(format!("'{to}' carries a number and '{from}' none: a clause gives no numbers"))
}

/// Whether every piece that a form puts on a cell and that carries a number has one.
///
/// # Errors
/// Which has none.
pub(super) fn check(form: &Form, concrete: &Concrete, rules: &BoardRules) -> Result<(), String> {
    if !rules.has_numbers() {
        return Ok(());
    }
    let carries = |p: Piece| rules.number(p).is_some();
    let missing = |p: Piece| {
        let sign = rules.pieces[usize::from(p)];
        Err(format!("'{sign}' carries a number, and none is given: write it as in {sign}(1)"))
    };
    for put in concrete.puts.iter().filter(|put| put.number.is_none()) {
        if let Some(&(_, to)) = put.table.iter().find(|(from, to)| carries(*to) && !carries(*from))
        {
            return missing(to);
        }
    }
    if concrete.puts.len() == concrete.cells.len() {
        return Ok(());
    }
    // where the places close up, what is written need not stand over what was read
    let mut wrong = None;
    each_element(&form.to, &mut |e, _| {
        if let (Item::Cell(pieces), None) = (&e.item, &e.number) {
            wrong = wrong.or(pieces.iter().copied().find(|&p| carries(p)));
        }
    });
    wrong.map_or(Ok(()), missing)
}
