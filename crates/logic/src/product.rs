//! Products and sums of games, by the theorems that values are nim products and nim sums: the rules of the games are
//! read off the text of the whole, each is proved for itself, and the referee sees that the rules are those of their
//! product or sum.

use crate::interval::{self, at};
use crate::prove::{Subject, Verdict, prove};
use crate::solve::{Proof, header};
use farstar_find::{Binary, Expr, LawForm, Table};
use farstar_play::{Limits, Stopped};
use farstar_referee::{Abstraction, Claim, Fall, Kind, Numeration, check};
use farstar_rules::language::Ruleset;
use std::fmt::Write as _;

/// Heaps by which two laws are known to be one.
const TERMS: i128 = 200;

/// Proves a law that is a nim product, or made of a law for each number by nim sums, where the rules are those of a
/// product or a sum; none where they are not, or a law of one game is not proved. A law that says the same may stand in
/// its place.
///
/// # Errors
/// A limit that was met.
///
/// # Examples
/// ```
/// use farstar_find::{Binary, Expr, LawForm};
/// use farstar_logic::{Subject, prove_joined};
/// use farstar_play::Limits;
/// // Turning Corners
/// let corners = "game Corners\nheap a b\nBoth: (a,b) -> (i,b)+(a,j)+(i,j) for i in 0..a-1, j in 0..b-1";
/// let subject = Subject::new(&corners.parse().unwrap(), false, &[0, 0]);
/// let (a, b) = (Box::new(Expr::Coordinate(0)), Box::new(Expr::Coordinate(1)));
/// let law = LawForm::Expression(Expr::Binary(Binary::NimMul, a, b));
/// let (_, proof) = prove_joined(&subject, &law, &Limits::none()).unwrap().unwrap();
/// assert_eq!(proof.theorem.factors.len(), 2);
/// ```
pub fn prove_joined(
    subject: &Subject,
    law: &LawForm,
    limits: &Limits,
) -> Result<Option<(LawForm, Box<Proof>)>, Stopped> {
    let own = |law: &Expr| LawForm::Expression(at(law, 1, &Expr::Coordinate(0)));
    let (kind, laws) = match law {
        LawForm::Expression(Expr::Binary(Binary::NimMul, x, y)) => match (reads(x), reads(y)) {
            ([true, false], [false, true]) => (Kind::Product, vec![own(x), own(y)]),
            ([false, true], [true, false]) => (Kind::Product, vec![own(y), own(x)]),
            _ => return Ok(None),
        },
        LawForm::Separable { op: Binary::Xor, parts } => (Kind::Sum, parts.clone()),
        _ => return Ok(None),
    };
    if subject.outcomes || subject.low.len() != laws.len() {
        return Ok(None);
    }
    let games = match kind {
        Kind::Sum => Ruleset::named(&subject.rules).ok().and_then(|all| all.games_of_numbers()),
        _ => factors(&subject.rules),
    };
    let Some(games) = games else { return Ok(None) };
    let claim = Claim {
        rules: subject.rules.clone(),
        kind,
        numeration: Numeration::Base(2),
        low: subject.low.clone(),
        measure: vec![Fall::Sum],
        reads: Abstraction::Entries,
        forms: Vec::new(),
    };
    let (mut certificate, mut largest, mut states) = (header(&claim), 0, 0);
    let mut shown = Vec::new();
    for ((game, law), &low) in games.iter().zip(laws).zip(&subject.low) {
        let own = Subject::new(game, false, &[low]).by_automata();
        let (law, proof) = match prove(&own, &law, limits)? {
            Verdict::Theorem(proof) => (law, proof),
            _ if kind == Kind::Sum => {
                let table = Table::sequence(0, &terms(&law));
                let told = table.map_or(Ok(None), |table| interval::prove(&own, &table, limits))?;
                let Some(told) = told else { return Ok(None) };
                told
            }
            _ => return Ok(None),
        };
        shown.push(law);
        let lines = proof.certificate.lines().count();
        let _ = write!(certificate, "factor {lines}\n{}", proof.certificate);
        (largest, states) = (largest.max(proof.largest), states + proof.states);
    }
    let law = match law {
        LawForm::Separable { op, .. } => LawForm::Separable { op: *op, parts: shown },
        law => law.clone(),
    };
    let theorem = check(&certificate, &|_| limits.check().is_err()).ok();
    let proof = |theorem| Proof { certificate, theorem, largest, states, is_learned: false };
    Ok(theorem.map(|theorem| (law, Box::new(proof(theorem)))))
}

/// What a law says of small heaps.
fn terms(law: &LawForm) -> Vec<i64> {
    let term = |n: i128| law.value_at(&[n]).and_then(|value| i64::try_from(value).ok());
    (0..TERMS).map_while(term).collect()
}

/// Which of two coordinates an expression reads.
fn reads(expr: &Expr) -> [bool; 2] {
    let either = |list: &[&Expr]| {
        list.iter().map(|one| reads(one)).fold([false; 2], |a, b| [a[0] || b[0], a[1] || b[1]])
    };
    match expr {
        Expr::Coordinate(i) => [*i == 0, *i == 1],
        Expr::Constant(_) => [false; 2],
        Expr::Unary(_, a) => reads(a),
        Expr::Binary(_, a, b) => either(&[a, b]),
        Expr::If(a, b, c) => either(&[a, b, c]),
        // a law of itself is none of one game
        Expr::Smaller(_) => [true; 2],
    }
}

/// The rules of two games of which this may be the product, by the names that stand in them.
fn factors(rules: &str) -> Option<Vec<Ruleset>> {
    let names = rules.lines().find_map(|line| line.strip_prefix("heap "))?;
    let (a, b) = names.split_once(' ')?;
    let mut found = [a, b].map(|name| format!("game Factor\nheap {name}\n"));
    let mut seen: [Vec<String>; 2] = Default::default();
    for line in rules.lines().filter(|line| line.contains("->")) {
        let line = line.trim_start().strip_prefix("Both: ")?;
        let (rest, condition) = line.split_once(" if ").unwrap_or((line, ""));
        let (rest, ranges) = rest.split_once(" for ").unwrap_or((rest, ""));
        let parts = rest.split_once("->")?.1.trim();
        let mut sides: [Vec<&str>; 2] = Default::default();
        for part in split(parts, " + ") {
            let entries = split(part.strip_prefix('(')?.strip_suffix(')')?, ",");
            for (side, entry) in sides.iter_mut().zip(&entries) {
                let is_own = *entry == a || *entry == b;
                if !is_own && !side.contains(entry) {
                    side.push(entry);
                }
            }
        }
        let mut sets: [Vec<String>; 2] = [vec![a.to_owned()], vec![b.to_owned()]];
        for (place, name) in [a, b].into_iter().enumerate() {
            let own =
                |text: &str, set: &[String]| set.iter().any(|name| words(text).any(|w| w == *name));
            for entry in &sides[place] {
                sets[place].extend(words(entry).map(str::to_owned));
            }
            let mut mine = Vec::new();
            for range in split(ranges, ", ").into_iter().filter(|range| !range.is_empty()) {
                let (variable, bounds) = range.split_once(" in ")?;
                if own(variable, &sets[place]) {
                    sets[place].extend(words(bounds).map(str::to_owned));
                    mine.push(range);
                }
            }
            let held: Vec<&str> = condition
                .split(" and ")
                .filter(|one| !one.is_empty() && own(one, &sets[place]))
                .collect();
            let made: Vec<String> = sides[place].iter().map(|entry| format!("({entry})")).collect();
            let mut text = format!("({name}) -> {}", made.join("+"));
            if made.is_empty() {
                text.push_str("nothing");
            }
            if !mine.is_empty() {
                let _ = write!(text, " for {}", mine.join(", "));
            }
            if !held.is_empty() {
                let _ = write!(text, " if {}", held.join(" and "));
            }
            if !seen[place].contains(&text) {
                let _ = writeln!(found[place], "Both: {text}");
                seen[place].push(text);
            }
        }
    }
    found.iter().map(|text| text.parse().ok()).collect()
}

/// The words of an expression.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// A text cut where a separator stands outside brackets.
fn split<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let (mut depth, mut from, mut found) = (0i32, 0, Vec::new());
    for (i, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 && i >= from && text[i..].starts_with(separator) {
            found.push(&text[from..i]);
            from = i + separator.len();
        }
    }
    found.push(&text[from..]);
    found
}
