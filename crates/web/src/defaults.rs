//! The board that a ruleset is opened with, and its picture.

use crate::place::Place;
use farstar::rules::{Kind, Rules};
use farstar::{Player, Position, Ruleset};
use farstar_draw::{board, layout};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Positions to try, by the kind of board: a size is the start that the rules name.
fn sizes(kind: Option<Kind>) -> &'static [&'static str] {
    match kind {
        Some(Kind::Grid) => &["4x4", "4x5", "3x3", "5x5", "6x6", "8x8", "7x7", "10x10", "2x4"],
        Some(Kind::Hex) => &["4x4", "3x3", "5x5", "7x7"],
        Some(Kind::Strip | Kind::Row) => &["7", "8", "6", "9", "10", "5", "3"],
        Some(Kind::Graph) => &["path5", "grid3x3", "cycle5", "star4"],
        Some(Kind::Digraph) => &["a>b, b>c, a>c, c>d"],
        Some(Kind::Edges) => &["$-1, 1-2, 2-3, $-4"],
        None => &["3+4+5", "7", "5", "(3,4)", "3,4", "2,3,4"],
    }
}

/// Boards on which the pieces of the rules alternate, for rules without a start whose empty board has no moves.
fn filled(rules: &Rules) -> Vec<String> {
    let signs: Vec<char> = rules.pieces().iter().copied().filter(|&sign| sign != '#').collect();
    let [empty, pieces @ ..] = signs.as_slice() else { return Vec::new() };
    if pieces.is_empty() {
        return Vec::new();
    }
    let piece = |at: usize| match rules.number(pieces[at % pieces.len()]) {
        Some((_, most)) => format!("{}{}", pieces[at % pieces.len()], 3.min(most)),
        None => pieces[at % pieces.len()].to_string(),
    };
    let numbered = pieces.iter().any(|&sign| rules.number(sign).is_some());
    let joined = |cells: Vec<String>| cells.join(if numbered { "," } else { "" });
    let row = |shift: usize| joined((0..4).map(|at| piece(at + shift)).collect());
    let gaps =
        joined((0..7).map(|at| if at % 3 == 2 { empty.to_string() } else { piece(at) }).collect());
    let vertex = |name: &str, at: usize| format!("{name}:{}", piece(at));
    let path = format!(
        "a-b-c-d, {}, {}, {}, {}",
        vertex("a", 0),
        vertex("b", 1),
        vertex("c", 2),
        vertex("d", 3)
    );
    let edges = format!("$-1:{}, 1-2:{}, 2-3:{}, $-4:{}", piece(0), piece(1), piece(2), piece(3));
    match rules.kind() {
        Some(Kind::Grid | Kind::Hex) => {
            vec![[row(0), row(1), row(0)].join("|"), [gaps.clone(), gaps].join("|")]
        }
        Some(Kind::Strip | Kind::Row) => vec![gaps, row(0)],
        Some(Kind::Graph) => vec![path],
        Some(Kind::Digraph) => vec![path.replace('-', ">")],
        Some(Kind::Edges) => vec![edges],
        None => Vec::new(),
    }
}

/// Whether somebody can move.
fn is_open(position: &Position) -> bool {
    [Player::Left, Player::Right]
        .iter()
        .any(|&player| position.moves(player).is_ok_and(|moves| !moves.is_empty()))
}

/// A position to open a ruleset with: its example, a start that it names, or a small board on which somebody can move.
pub(crate) fn opening(ruleset: &Ruleset) -> Option<String> {
    let rules = ruleset.rules();
    let readable = |text: &&str| ruleset.position(text).is_ok();
    if let Some(example) = ruleset.example().filter(readable) {
        return Some(example.to_owned());
    }
    let sizes = sizes(rules.kind()).iter().map(|&text| text.to_owned());
    let tried = sizes.chain(filled(rules)).filter_map(|text| ruleset.position(&text).ok());
    let mut shown = tried.filter(|position| Place::of(position.clone()).is_ok());
    let mut first = None;
    let found = shown.by_ref().find(|position| {
        first.get_or_insert_with(|| position.clone());
        is_open(position)
    });
    found.or(first).map(|position| position.to_string())
}

/// The pictures of the examples of all built-in rulesets, by their names.
pub(crate) fn pictures() -> Value {
    let mut told = Map::new();
    for ruleset in Ruleset::builtin() {
        let position = ruleset.example().and_then(|text| ruleset.position(text).ok());
        let Some(place) = position.and_then(|position| Place::of(position).ok()) else { continue };
        let places = BTreeMap::new();
        let scene = place.scene(&places);
        let picture = board(&scene, &layout(&scene), &[], &place.sentence());
        told.insert(ruleset.name().to_owned(), json!(picture));
    }
    json!({ "pictures": told })
}
