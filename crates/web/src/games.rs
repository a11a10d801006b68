//! Lists of games as the page shows them: a row each, a table of rows and columns, small boards.

use crate::answer;
use crate::place::Place;
use farstar_draw::{board, label, layout};
use farstar_lang::{BoardPosition, Session, Value};
use farstar_num::Dyadic;
use farstar_value::text::Notation;
use farstar_value::{Game, Limits, Outcome};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Rows of a table of values.
const MOST_ROWS: usize = 100;
/// The side of a table of rows and columns.
const WIDEST: usize = 40;
/// Longer LaTeX stands in no table.
const LONGEST_LATEX: usize = 1000;
/// Boards of a list.
const MOST_BOARDS: usize = 48;

/// What is told of a game in a list.
struct Entry {
    value: Json,
    outcome: Outcome,
    mean: Dyadic,
    temperature: Dyadic,
    /// Whether it is a number; of the same mean numbers come first.
    number: bool,
}

/// Whether a value is told by the game that it is.
fn is_game(value: &Value) -> bool {
    matches!(
        value,
        Value::Game(_)
            | Value::Number(_)
            | Value::Form(_)
            | Value::BoardPosition(_)
            | Value::Position(_)
    )
}

/// What is known of a game; nothing where a limit was met, or where it is no short game.
fn entry(session: &mut Session<'_>, item: &Value) -> Option<Entry> {
    let game = session.game(item).ok()?;
    let mut value = answer::short(session, game);
    if let Ok(latex) = session.calculator().print(game, Notation::Latex)
        && latex.len() <= LONGEST_LATEX
    {
        value["latex"] = json!(latex);
    }
    let number = session.calculator().as_number(game).is_some();
    let (outcome, mean, temperature) = facts(session, game)?;
    Some(Entry { value, outcome, mean, temperature, number })
}

fn facts(session: &mut Session<'_>, game: Game) -> Option<(Outcome, Dyadic, Dyadic)> {
    let mut calc = session.calculator();
    Some((calc.outcome(game).ok()?, calc.mean(game).ok()?, calc.temperature(game).ok()?))
}

impl Entry {
    fn told(&self) -> Json {
        json!({
            "value": self.value,
            "outcome": self.outcome.to_string(),
            "mean": self.mean.to_string(),
            "temperature": self.temperature.to_string(),
        })
    }
}

/// The place of each entry in an order; what is not known comes last.
fn places<K: Ord>(entries: &[Option<Entry>], key: impl Fn(&Entry) -> K) -> Vec<usize> {
    let keys: Vec<Option<K>> = entries.iter().map(|entry| entry.as_ref().map(&key)).collect();
    let mut known: Vec<&K> = keys.iter().flatten().collect();
    known.sort();
    known.dedup();
    keys.iter()
        .map(|key| key.as_ref().map_or(known.len(), |key| known.partition_point(|k| *k < key)))
        .collect()
}

/// The orders of a list by value, mean and temperature, exact.
fn orders(entries: &[Option<Entry>]) -> Json {
    json!({
        "value": places(entries, |e| {
            (e.mean.clone(), !e.number, e.temperature.clone(), e.value["text"].to_string())
        }),
        "outcome": places(entries, |e| e.outcome.to_string()),
        "mean": places(entries, |e| e.mean.clone()),
        "temperature": places(entries, |e| e.temperature.clone()),
    })
}

/// Games: one row each. `None` if something else stands among them.
pub(crate) fn rows(session: &mut Session<'_>, items: &[Value]) -> Option<Json> {
    if items.len() < 2 || !items.iter().take(MOST_ROWS).all(is_game) {
        return None;
    }
    let entries: Vec<Option<Entry>> =
        items.iter().take(MOST_ROWS).map(|item| entry(session, item)).collect();
    let row = |(at, entry): (usize, &Option<Entry>)| {
        let Some(entry) = entry else {
            return json!([(at + 1).to_string(), "…", "", "", ""]);
        };
        json!([
            (at + 1).to_string(),
            entry.value["label"],
            entry.outcome.to_string(),
            label(&entry.mean.to_string()),
            label(&entry.temperature.to_string())
        ])
    };
    Some(json!({
        "kind": "table",
        "header": ["n", "value", "outcome", "mean", "temperature"],
        "rows": entries.iter().enumerate().map(row).collect::<Vec<_>>(),
        "entries": entries.iter().map(|e| e.as_ref().map(Entry::told)).collect::<Vec<_>>(),
        "orders": orders(&entries),
        "more": items.len().saturating_sub(MOST_ROWS),
    }))
}

/// Lists of games: rows and columns. `None` if something else stands among them.
pub(crate) fn grid(
    session: &mut Session<'_>,
    items: &[Value],
    [(down, first), (across, begin)]: [(String, u64); 2],
) -> Option<Json> {
    let lists: Option<Vec<&[Value]>> =
        items.iter().take(WIDEST).map(|row| row.elements()).collect();
    let lists = lists?;
    let wide = lists.iter().map(|row| row.len().min(WIDEST)).max().unwrap_or(0);
    if wide == 0 || !lists.iter().all(|row| row.iter().take(WIDEST).all(is_game)) {
        return None;
    }
    let mut entries = Vec::new();
    for row in &lists {
        entries.extend(row.iter().take(WIDEST).map(|item| entry(session, item)));
    }
    let mut told = entries.iter().map(|entry| entry.as_ref().map(Entry::told));
    let rows: Vec<Vec<Option<Json>>> =
        lists.iter().map(|row| told.by_ref().take(row.len().min(WIDEST)).collect()).collect();
    let labels = |from: u64, count: usize| -> Vec<String> {
        (from..).take(count).map(|n| n.to_string()).collect()
    };
    Some(json!({
        "kind": "grid",
        "rows": rows,
        "row_labels": labels(first, lists.len()),
        "column_labels": labels(begin, wide),
        "names": if down.is_empty() { Json::Null } else { json!([down, across]) },
        "orders": orders(&entries),
        "more": items.len().saturating_sub(WIDEST),
    }))
}

/// Positions as small boards, each with its value. `None` if something else stands among them.
pub(crate) fn boards(session: &mut Session<'_>, items: &[Value], limits: &Limits) -> Option<Json> {
    let positions: Option<Vec<&BoardPosition>> = items
        .iter()
        .map(|item| match item {
            Value::BoardPosition(position) => Some(&**position),
            _ => None,
        })
        .collect();
    let positions = positions.filter(|positions| !positions.is_empty())?;
    let mut told = Vec::new();
    for (position, item) in positions.iter().zip(items).take(MOST_BOARDS) {
        let mut one = drawn(position)?;
        if limits.check().is_ok()
            && let Some(entry) = entry(session, item)
        {
            one["value"] = entry.value;
            one["outcome"] = json!(entry.outcome.to_string());
        }
        told.push(one);
    }
    let more = items.len().saturating_sub(MOST_BOARDS);
    Some(json!({ "kind": "boards", "boards": told, "more": more }))
}

/// The picture of a position, without its moves.
fn drawn(position: &BoardPosition) -> Option<Json> {
    let text = position.draw();
    let ruleset = farstar::Ruleset::from(position.rules().rules().clone());
    let place = Place::of(ruleset.position(&text).ok()?).ok()?;
    let places = BTreeMap::new();
    let scene = place.scene(&places);
    let sentence = place.sentence();
    Some(json!({
        "rules": ruleset.name(),
        "position": text,
        "svg": board(&scene, &layout(&scene), &[], &sentence),
        "alt": sentence,
    }))
}
