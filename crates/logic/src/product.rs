//! Products of two games, by the theorem that values are nim products: the rules of the two are read off the text of
//! the product, each is proved for itself, and the referee sees that the rules are those of their product.

use crate::interval::at;
use crate::prove::{Subject, Verdict, prove};
use crate::solve::{Proof, header};
use farstar_find::{Binary, Expr, LawForm};
use farstar_play::{Limits, Stopped};
use farstar_referee::{Abstraction, Claim, Fall, Kind, Numeration, check};
use farstar_rules::language::Ruleset;
use std::fmt::Write as _;

/// Proves a law that is a nim product, where the rules are those of a product; none where they are not, or a factor is
/// not proved.
///
/// # Errors
/// A limit that was met.
///
/// # Examples
/// ```
/// use farstar_find::{Binary, Expr, LawForm};
/// use farstar_logic::{Subject, prove_product};
/// use farstar_play::Limits;
/// // Turning Corners
/// let corners = "game Corners\nheap a b\nBoth: (a,b) -> (i,b)+(a,j)+(i,j) for i in 0..a-1, j in 0..b-1";
/// let subject = Subject::new(&corners.parse().unwrap(), false, &[0, 0]);
/// let (a, b) = (Box::new(Expr::Coordinate(0)), Box::new(Expr::Coordinate(1)));
/// let law = LawForm::Expression(Expr::Binary(Binary::NimMul, a, b));
/// let proof = prove_product(&subject, &law, &Limits::none()).unwrap().unwrap();
/// assert_eq!(proof.theorem.factors.len(), 2);
/// ```
pub fn prove_product(
    subject: &Subject,
    law: &LawForm,
    limits: &Limits,
) -> Result<Option<Box<Proof>>, Stopped> {
    let LawForm::Expression(Expr::Binary(Binary::NimMul, x, y)) = law else { return Ok(None) };
    let (x, y) = match (reads(x), reads(y)) {
        ([true, false], [false, true]) => (x, y),
        ([false, true], [true, false]) => (y, x),
        _ => return Ok(None),
    };
    if subject.outcomes || subject.low.len() != 2 {
        return Ok(None);
    }
    let Some(texts) = factors(&subject.rules) else { return Ok(None) };
    let claim = Claim {
        rules: subject.rules.clone(),
        kind: Kind::Product,
        numeration: Numeration::Base(2),
        low: subject.low.clone(),
        measure: vec![Fall::Sum],
        reads: Abstraction::Entries,
        forms: Vec::new(),
    };
    let (mut certificate, mut largest, mut states) = (header(&claim), 0, 0);
    for ((text, law), &low) in texts.iter().zip([x, y]).zip(&subject.low) {
        let Ok(rules) = text.parse::<Ruleset>() else { return Ok(None) };
        let own = Subject::new(&rules, false, &[low]).by_automata();
        let law = LawForm::Expression(at(law, &Expr::Coordinate(0)));
        let Verdict::Theorem(proof) = prove(&own, &law, limits)? else { return Ok(None) };
        let lines = proof.certificate.lines().count();
        let _ = write!(certificate, "factor {lines}\n{}", proof.certificate);
        (largest, states) = (largest.max(proof.largest), states + proof.states);
    }
    Ok(check(&certificate, &|_| limits.check().is_err()).ok().map(|theorem| {
        Box::new(Proof { certificate, theorem, largest, states, is_learned: false })
    }))
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
fn factors(rules: &str) -> Option<[String; 2]> {
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
    Some(found)
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
