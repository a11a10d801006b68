//! Pictures and tables of results that are no single value: lists, tables, rulesets, periods.

use crate::desk::Desk;
use crate::explorer::{self, Question};
use crate::games;
use crate::place::Place;
use crate::rules::Source;
use crate::sequence;
use farstar::rules::View;
use farstar::sequence::{GrundySequence, Periodicity, find_period};
use farstar_draw::{Scatter, Scene, board, heatmap, layout, scatter};
use farstar_lang::{BoardPosition, Quotient, Session, Value, sign_tree};
use farstar_value::Limits;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// Rows of a table of values.
const MOST_ROWS: usize = 100;
/// Points of a plot, and the side of a heat map.
const MOST_POINTS: usize = 20_000;
const WIDEST: usize = 160;
/// Runs of the path to a number.
const MOST_RUNS: usize = 8;
/// Heaps of a ruleset that are looked at unasked, and for how long at most.
const HEAPS: u64 = 512;
const LOOK: Duration = Duration::from_millis(250);

/// What can be shown of a value beside its text; `source` is the expression it came from, `whole` says whether no limit
/// has been met so far.
pub(crate) fn plots(
    session: &mut Session<'_>,
    source: &str,
    value: &Value,
    desk: &Desk<'_>,
    whole: bool,
) -> Vec<Json> {
    let plot = match value {
        Value::List(items) | Value::Set(items) => {
            of_list(session, source, items.as_slice(), desk.limits())
        }
        Value::Table(text) => Some(of_table(text.as_str())),
        Value::MisereQuotient(quotient) => Some(of_quotient(quotient)),
        Value::Ruleset(rules) => {
            of_rules(GrundySequence::shared(rules.game().clone()), rules.text(), desk.limits())
        }
        Value::Periodicity(period) => of_period(session, source, period, desk.limits()),
        Value::BoardPosition(position) => of_board(position, desk, whole),
        Value::Plot(picture) => Some(of_picture(picture.svg(), picture.sentence())),
        Value::Surreal(x) if !x.as_generalized_ordinal().is_some_and(|x| x.is_ordinal()) => {
            sign_tree(x, MOST_RUNS).ok().map(|(svg, sentence)| of_picture(&svg, &sentence))
        }
        Value::Position(position) => Some(of_heaps(position.heaps(), &position.to_string())),
        _ => None,
    };
    plot.into_iter().collect()
}

fn of_picture(svg: &str, sentence: &str) -> Json {
    json!({ "kind": "picture", "svg": svg, "sentence": sentence })
}

fn small(value: &Value) -> Option<i64> {
    i64::try_from(value.as_integer()?).ok()
}

fn of_list(
    session: &mut Session<'_>,
    source: &str,
    items: &[Value],
    limits: &Limits,
) -> Option<Json> {
    if let Some(boards) = games::boards(session, items, limits) {
        return Some(boards);
    }
    if items.len() < 2 {
        return None;
    }
    let numbers: Option<Vec<i64>> = items.iter().take(MOST_POINTS).map(small).collect();
    if let Some(numbers) = numbers {
        let sentence = format!("{} numbers in their order, the first at 0", numbers.len());
        let svg = scatter(&Scatter { values: &numbers, sentence: &sentence, ..Scatter::default() });
        return Some(json!({ "kind": "sequence", "from": 0, "values": numbers, "svg": svg }));
    }
    let rows: Option<Vec<Vec<i64>>> = items
        .iter()
        .take(WIDEST)
        .map(|row| row.elements()?.iter().take(WIDEST).map(small).collect())
        .collect();
    if let Some(rows) = rows.filter(|rows| rows.iter().any(|row| !row.is_empty())) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let ranges = ranges(source);
        let labels = |count: usize, from: u64| {
            (from..).take(count).map(|n| n.to_string()).collect::<Vec<_>>()
        };
        let from = |at: usize| ranges.as_ref().map_or(1, |ranges| ranges[at].1);
        let (down, across) = (labels(rows.len(), from(0)), labels(columns, from(1)));
        let sentence = format!("Table of {} rows and {columns} columns", rows.len());
        let svg = heatmap(&rows, &down, &across, &sentence);
        return Some(
            json!({ "kind": "heatmap", "rows": rows, "row_labels": down, "column_labels": across, "svg": svg,
                "names": ranges.map(|ranges| ranges.map(|(name, _)| name)) }),
        );
    }
    let unnamed = || [(String::new(), 1), (String::new(), 1)];
    games::grid(session, items, ranges(source).unwrap_or_else(unnamed))
        .or_else(|| games::rows(session, items))
}

/// The names and first numbers of the rows and the columns of `[[… for b in 0..9] for a in 0..9]`: the last loop counts
/// the rows.
fn ranges(source: &str) -> Option<[(String, u64); 2]> {
    let mut loops = source.rsplit(" for ").map(|part| {
        let (name, range) = part.split_once(" in ")?;
        let (from, to) = range.split_once("..")?;
        let name = name.trim();
        let plain = !name.is_empty() && name.chars().all(char::is_alphanumeric);
        let closed = to.trim_end().trim_end_matches([']', ')']).parse::<u64>().is_ok();
        let from = from.trim().parse().ok()?;
        (plain && closed).then(|| (name.to_owned(), from))
    });
    let (rows, columns) = (loops.next()??, loops.next()??);
    // A third loop would belong to one of the two.
    (source.matches(" for ").count() == 2).then_some([rows, columns])
}

/// A table as the language writes it: cells between bars, lines of dashes between the rows. The only line of dashes
/// stands under a header.
fn of_table(text: &str) -> Json {
    let is_rule = |line: &&str| !line.is_empty() && line.chars().all(|c| matches!(c, '-' | '+'));
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
    let mut rows: Vec<Vec<String>> =
        text.lines().filter(|line| !is_rule(line)).map(cells).collect();
    let one = text.lines().filter(is_rule).count() == 1 && !rows.is_empty();
    let header = one.then(|| rows.remove(0));
    json!({ "kind": "table", "header": header, "rows": rows })
}

/// The table of the products of a misère quotient, or of the rules of an infinite one.
fn of_quotient(quotient: &Quotient) -> Json {
    let mut rows = quotient.products(MOST_ROWS);
    let header = rows.remove(0);
    let more = quotient.found().map_or(0, |found| found.order().saturating_sub(MOST_ROWS));
    json!({ "kind": "table", "header": header, "rows": rows, "more": more })
}

/// The limits, but no longer than a look.
fn look(limits: &Limits) -> Limits {
    let longest = Limits::none().time(LOOK).deadline;
    Limits { deadline: limits.deadline.min(longest).or(longest), ..limits.clone() }
}

fn of_rules(mut heaps: GrundySequence, name: &str, limits: &Limits) -> Option<Json> {
    let found = find_period(&mut heaps, HEAPS, &look(limits)).ok().flatten();
    if heaps.is_empty() {
        return None;
    }
    let mut told = sequence::of_values(&heaps, found.as_ref(), name);
    told["kind"] = json!("periodic");
    Some(told)
}

/// The sequence behind `RULES.CheckPeriodicity(n)`.
fn of_period(
    session: &mut Session<'_>,
    source: &str,
    period: &Periodicity,
    limits: &Limits,
) -> Option<Json> {
    let (before, _) = source.rsplit_once('.')?;
    let Ok(Value::Ruleset(rules)) = session.eval(before) else { return None };
    let mut heaps = GrundySequence::shared(rules.game().clone());
    let wanted = period.heaps.min(period.preperiod.saturating_add(4 * period.period)).max(96);
    heaps.extend_to(wanted, &look(limits)).ok()?;
    let known = heaps.len() > period.preperiod + period.period;
    let mut told = sequence::of_values(&heaps, known.then_some(period), rules.text());
    told["kind"] = json!("periodic");
    Some(told)
}

/// A position of a ruleset: its board, with every move.
fn of_board(position: &BoardPosition, desk: &Desk<'_>, advice: bool) -> Option<Json> {
    let text = position.draw();
    let ruleset = farstar::Ruleset::from(position.rules().rules().clone());
    let place = Place::of(ruleset.position(&text).ok()?).ok()?;
    let question = Question {
        rules: Source::Named { name: ruleset.name().to_owned() },
        position: text,
        moves: true,
        advice,
        why: false,
        places: BTreeMap::new(),
    };
    let mut told = explorer::answer(&place, &question, desk);
    told["kind"] = json!("board");
    told["text"] = json!(position.rules().rules().text());
    Some(told)
}

fn of_heaps(heaps: &[u64], sentence: &str) -> Json {
    let view = View::Heaps(heaps.iter().map(|&heap| vec![heap]).collect());
    let places = BTreeMap::new();
    let scene = Scene { view: &view, kind: None, pieces: &[], places: &places };
    let svg = board(&scene, &layout(&scene), &[], sentence);
    json!({ "kind": "heaps", "heaps": heaps, "svg": svg })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_counted_as_their_loops_say() {
        let named =
            |text: &str| ranges(text).map(|r| r.map(|(name, from)| format!("{name}{from}")));
        let told = named("[[a NimSum b for b in 0..15] for a in 1..15]");
        assert_eq!(told, Some(["a1".to_owned(), "b0".to_owned()]));
        assert_eq!(
            named("Table([[f(x, y) for y in 2..9] for x in 3..9])"),
            Some(["x3".to_owned(), "y2".to_owned()])
        );
        for text in [
            "[[1,2],[3,4]]",
            "[[a for b in 0..n] for a in 0..9]",
            "[[a for b in 0..1 for c in 0..1] for a in 0..9]",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }

    #[test]
    fn ruled_tables_keep_all_their_rows() {
        let ruled = of_table("1 | 2\n--+--\n3 | 4\n--+--\n5 | 6");
        assert_eq!(ruled["rows"], json!([["1", "2"], ["3", "4"], ["5", "6"]]));
        assert_eq!(ruled["header"], Json::Null);
        let headed = of_table("n | value\n--+------\n1 | *\n2 | 0");
        assert_eq!(headed["header"], json!(["n", "value"]));
        assert_eq!(headed["rows"], json!([["1", "*"], ["2", "0"]]));
    }
}
