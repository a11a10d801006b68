//! A position with everything about it: picture, value, every move with its value, the winning ones.

use crate::answer;
use crate::desk::Desk;
use crate::endless;
use crate::rules::{self, Source};
use farstar_draw::{Change, Layout, Scene, Tag, board, change, layout};
use farstar_lang::Session;
use farstar_rules::language::Rules;
use farstar_rules::position::Ruleset;
use farstar_rules::{Game as Board, Packed, View};
use farstar_solve::Error as SolveError;
use farstar_solve::outcome::{OutcomeSearch, Winners};
use farstar_solve::ruleset_values::AnyValue;
use farstar_solve::values::Values;
use farstar_value::loopy::Loopy;
use farstar_value::{Arena, Game, Limits, Player, Stopped};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// More moves than this are not all told.
const MOST_MOVES: usize = 1000;
/// More tags than this hide the board.
const MOST_TAGS: usize = 80;

/// What is asked.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    pub(crate) rules: Source,
    pub(crate) position: String,
    /// Whether the moves are wanted.
    #[serde(default = "yes")]
    pub(crate) moves: bool,
    /// Whether values and winners are wanted.
    #[serde(default = "yes")]
    pub(crate) advice: bool,
    /// Where the vertices of a graph lie.
    #[serde(default)]
    pub(crate) places: BTreeMap<String, (f64, f64)>,
}

fn yes() -> bool {
    true
}

/// A position on its board.
pub(crate) struct Place {
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    pub(crate) position: Packed,
    pub(crate) view: View,
    pub(crate) pieces: Vec<(char, Option<Player>)>,
}

impl Place {
    pub(crate) fn read(source: &Source, text: &str) -> Result<Self, Json> {
        let (rules, board, position) = rules::position(source, text)?;
        Self::of(rules, board, position)
    }

    /// A position that has been read, if it is small enough to be told.
    pub(crate) fn of(rules: Rules, board: Board, position: Packed) -> Result<Self, Json> {
        let view = board.view(&position);
        small_enough(&view)?;
        let pieces = rules.pieces().iter().map(|&sign| (sign, rules.owner(sign))).collect();
        Ok(Self { rules, board, position, view, pieces })
    }

    pub(crate) fn scene<'p>(&'p self, places: &'p BTreeMap<String, (f64, f64)>) -> Scene<'p> {
        Scene { view: &self.view, kind: self.rules.kind(), pieces: &self.pieces, places }
    }

    /// The positions that moves of `player` reach, each once.
    pub(crate) fn options(&self, player: Player) -> Vec<Packed> {
        let mut options = Vec::new();
        self.board.options(&self.position, player, &mut options);
        options.sort_unstable();
        options.dedup();
        options
    }

    /// One sentence: what lies there.
    pub(crate) fn sentence(&self) -> String {
        let text = self.board.draw(&self.position);
        let shown: String = text.chars().take(400).collect();
        format!("{}: {shown}", self.rules.name())
    }

    /// A move, of which only its place is known.
    pub(crate) fn known(&self, player: Player, position: Packed, layout: &Layout) -> Known {
        let empty = self.rules.pieces().first().copied();
        let change = change(&self.view, &self.board.view(&position), layout, empty);
        let player = (!self.rules.is_impartial()).then_some(player);
        Known {
            player,
            position,
            change,
            value: None,
            loopy: None,
            wins: None,
            draws: false,
            plies: None,
            canonical: false,
        }
    }

    /// The players who are told apart: both, or in an impartial game nobody.
    pub(crate) fn movers(&self) -> Vec<Option<Player>> {
        if self.rules.is_impartial() {
            vec![None]
        } else {
            vec![Some(Player::Left), Some(Player::Right)]
        }
    }
}

/// Boards on the page have so many cells at most, heaps so many stones: every move is made and told.
const MOST_CELLS: usize = 400;
const MOST_STONES: u64 = 1000;

fn small_enough(view: &View) -> Result<(), Json> {
    let (size, most, what) = match view {
        View::Rows { cells, .. } => (cells.len() as u64, MOST_CELLS as u64, "cells"),
        View::Herds { cells, .. } => (cells.len() as u64, MOST_CELLS as u64, "cells"),
        View::Graph { vertices, edges, .. } => {
            (vertices.len().max(edges.len()) as u64, MOST_CELLS as u64, "vertices and edges")
        }
        View::Edges { edges, .. } => (edges.len() as u64, MOST_CELLS as u64, "edges"),
        View::Heaps(heaps) => {
            let numbers = heaps.iter().flatten().copied();
            (numbers.fold(0, u64::saturating_add), MOST_STONES, "stones")
        }
    };
    if size <= most {
        return Ok(());
    }
    let message = format!("a position of {size} {what}; on the page at most {most}");
    Err(json!({ "diagnostics": [{
        "kind": "position", "message": message, "start": 0, "end": 0, "line": 1, "column": 1, "fixes": [],
    }] }))
}

/// A move, and what is known of it.
pub(crate) struct Known {
    /// `None` in impartial games.
    pub(crate) player: Option<Player>,
    pub(crate) position: Packed,
    pub(crate) change: Change,
    pub(crate) value: Option<Game>,
    /// The value, where it is loopy.
    pub(crate) loopy: Option<Loopy>,
    pub(crate) wins: Option<bool>,
    /// Whether it leads to a draw.
    pub(crate) draws: bool,
    /// Moves to the end after it, where play may be endless and is not.
    pub(crate) plies: Option<u32>,
    pub(crate) canonical: bool,
}

/// Answers about a position.
pub(crate) fn explore(question: &Question, desk: &Desk<'_>) -> Json {
    let place = match Place::read(&question.rules, &question.position) {
        Ok(place) => place,
        Err(wrong) => return wrong,
    };
    answer(&place, question, desk)
}

/// Everything about a position.
pub(crate) fn answer(place: &Place, question: &Question, desk: &Desk<'_>) -> Json {
    let arena = desk.arena();
    let mut session = Session::new(&arena).with_limits(desk.limits().clone());
    let scene = place.scene(&question.places);
    let layout = layout(&scene);
    let sentence = place.sentence();
    let mut told = json!({
        "rules": place.rules.name(),
        "position": place.board.draw(&place.position),
        "impartial": place.rules.is_impartial(),
        "misere": place.rules.is_misere(),
        "drawing": drawing(&scene, &layout),
        "alt": sentence,
    });
    let mut known = Vec::new();
    if question.moves {
        known = all_moves(place, &layout);
    }
    if question.advice {
        advise(&arena, &mut session, place, &mut known, &mut told, desk);
    }
    sort(&mut session, &mut known);
    let mut tags = Vec::new();
    if question.moves {
        told["counts"] = counts(&known);
        told["more_moves"] = json!(known.len().saturating_sub(MOST_MOVES));
        known.truncate(MOST_MOVES);
        let mut list = Vec::new();
        for one in &known {
            list.push(told_move(&mut session, place, one));
        }
        told["moves"] = json!(list);
        if question.advice {
            tags = labelled(place, &layout, &known, &list);
        }
    }
    let shown: Vec<Tag<'_>> = tags.iter().map(Label::tag).collect();
    told["svg"] = json!(board(&scene, &layout, &shown, &sentence));
    told
}

/// Tells value and winners: from the value if it can be found with a part of the time, otherwise from a search for the winner alone.
fn advise(
    arena: &Arena,
    session: &mut Session<'_>,
    place: &Place,
    known: &mut [Known],
    told: &mut Json,
    desk: &Desk<'_>,
) {
    if !place.board.ends() {
        return endless::advise(session, place, known, told, desk);
    }
    if place.rules.is_misere() {
        told["none"] = json!("play is misère: winners are told, values are those of normal play");
        return told_winners(place, known, told, desk, desk.limits());
    }
    let attempt = desk.part_of_limits(0.5);
    match valued(arena, place, known, desk, &attempt) {
        Ok(value) => {
            let found = answer::game(session, value);
            told["outcome"] = found.json["facts"]["outcome"].clone();
            told["value"] = found.json;
            if let Some(reason) = found.stopped {
                told_stopped(told, reason);
            }
        }
        Err(SolveError::Stopped(Stopped::Cancelled)) => told_stopped(told, Stopped::Cancelled),
        Err(SolveError::Stopped(reason)) => {
            told["none"] = json!(format!(
                "{reason}, before the value was found; the winner was searched for alone"
            ));
            for one in known.iter_mut() {
                (one.value, one.wins) = (None, None);
            }
            told_winners(place, known, told, desk, &desk.part_of_limits(1.0));
        }
        Err(error) => told["none"] = json!(error.to_string()),
    }
}

/// Tells who wins, and which moves do, as far as the limits allow.
fn told_winners(
    place: &Place,
    known: &mut [Known],
    told: &mut Json,
    desk: &Desk<'_>,
    limits: &Limits,
) {
    let arena = desk.arena();
    match searched(&arena, place, known, limits) {
        Ok((winners, stopped)) => {
            told["outcome"] = answer::winners(&winners);
            if let Some(reason) = stopped {
                told_stopped(told, reason);
            }
        }
        Err(SolveError::Stopped(reason)) => told_stopped(told, reason),
        Err(error) => told["none"] = json!(error.to_string()),
    }
}

fn searched(
    arena: &Arena,
    place: &Place,
    known: &mut [Known],
    limits: &Limits,
) -> Result<(Winners, Option<Stopped>), SolveError> {
    let mut search = OutcomeSearch::new(arena)?;
    let start = search.game(&place.board, place.position.clone())?;
    let (winners, stopped) = search.winners(std::slice::from_ref(&start), limits)?;
    if stopped.is_some() {
        return Ok((winners, stopped));
    }
    for one in known.iter_mut() {
        let mover = one.player.unwrap_or(Player::Left);
        let after = search.game(&place.board, one.position.clone())?;
        match search.wins(&[after], mover.opponent(), limits) {
            Ok(loses) => one.wins = Some(!loses),
            Err(SolveError::Stopped(reason)) => return Ok((winners, Some(reason))),
            Err(error) => return Err(error),
        }
    }
    Ok((winners, None))
}

pub(crate) fn told_stopped(told: &mut Json, reason: Stopped) {
    told["stopped"] = json!(answer::stopped_word(reason));
    told["message"] = json!(reason.to_string());
}

/// What an editor needs.
pub(crate) fn drawing(scene: &Scene<'_>, layout: &Layout) -> Json {
    let pieces: Vec<Json> = scene
        .pieces
        .iter()
        .map(|(sign, owner)| json!({ "sign": sign, "owner": owner.map(|p| p.to_string()) }))
        .collect();
    let kind = scene.kind.map_or("heap", farstar_rules::language::Kind::word);
    let mut told = json!({
        "kind": kind,
        "pieces": pieces,
        "width": layout.size.0,
        "height": layout.size.1,
        "boxes": layout.boxes,
        "labels": layout.labels,
    });
    match scene.view {
        View::Rows { columns, cells, hands } => {
            told["columns"] = json!(columns);
            told["rows"] = json!(cells.len().div_ceil((*columns).max(1)));
            told["cells"] = json!(cells);
            told["hands"] = json!(hands);
        }
        View::Graph { vertices, edges, hands } => {
            let list = vertices.iter().zip(&layout.points);
            let list: Vec<Json> = list
                .map(|((name, piece), (x, y))| json!({ "name": name, "piece": piece, "x": x, "y": y }))
                .collect();
            told["vertices"] = json!(list);
            told["edges"] = edges.iter().map(|(a, b)| json!({ "from": a, "to": b })).collect();
            told["hands"] = json!(hands);
        }
        View::Edges { vertices, edges } => {
            let list = vertices.iter().zip(&layout.points);
            let list: Vec<Json> =
                list.map(|(name, (x, y))| json!({ "name": name, "x": x, "y": y })).collect();
            told["vertices"] = json!(list);
            told["edges"] = edges
                .iter()
                .map(|(a, b, piece)| json!({ "from": a, "to": b, "piece": piece }))
                .collect();
        }
        View::Heaps(heaps) => told["heaps"] = json!(heaps),
        View::Herds { columns, cells } => {
            told["columns"] = json!(columns);
            told["herds"] = json!(cells);
        }
    }
    told
}

/// Every move, without values.
pub(crate) fn all_moves(place: &Place, layout: &Layout) -> Vec<Known> {
    let mut known = Vec::new();
    for player in place.movers() {
        for position in place.options(player.unwrap_or(Player::Left)) {
            known.push(place.known(player.unwrap_or(Player::Left), position, layout));
        }
    }
    known
}

/// Values the position and its moves; the value of the position.
pub(crate) fn valued(
    arena: &Arena,
    place: &Place,
    known: &mut [Known],
    desk: &Desk<'_>,
    limits: &Limits,
) -> Result<Game, SolveError> {
    let mut values = Values::new(arena, place.board.clone())?;
    let progress = values.progress();
    desk.watch(move || (progress.parts(), progress.bytes()));
    let value = values.value(&place.position, limits)?;
    let mut calc = arena.calculator_with(limits);
    for one in known.iter_mut() {
        let found = values.value(&one.position, limits)?;
        one.value = Some(found);
        let mover = one.player.unwrap_or(Player::Left);
        one.wins = Some(match mover {
            Player::Left => calc.ge(found, Game::ZERO)?,
            Player::Right => calc.le(found, Game::ZERO)?,
        });
    }
    for mover in [Player::Left, Player::Right] {
        // A nimber of many options is no list to look through.
        if let Ok(options) = calc.options(value, mover) {
            let options: std::collections::BTreeSet<Game> = options.into_iter().collect();
            for one in known.iter_mut().filter(|one| one.player.unwrap_or(Player::Left) == mover) {
                one.canonical = one.value.is_some_and(|value| options.contains(&value));
            }
        }
    }
    Ok(value)
}

/// Winning moves first, then those to canonical options, then by the mean for the player, then by name.
fn sort(session: &mut Session<'_>, known: &mut [Known]) {
    let mut calc = session.calculator();
    known.sort_by_cached_key(|one| {
        let mean = one.value.and_then(|value| calc.mean(value).ok());
        let mean = mean.map(|mean| if one.player == Some(Player::Right) { mean } else { -mean });
        (
            one.player == Some(Player::Right),
            one.wins != Some(true),
            !one.draws,
            // The quickest win, the slowest loss.
            one.plies.map(|plies| {
                if one.wins == Some(true) { i64::from(plies) } else { -i64::from(plies) }
            }),
            !one.canonical,
            mean,
            one.change.cells.clone(),
            one.change.name.clone(),
        )
    });
}

fn counts(known: &[Known]) -> Json {
    let count = |player: Player, winning: bool| {
        known
            .iter()
            .filter(|one| one.player.is_none_or(|mover| mover == player))
            .filter(|one| !winning || one.wins == Some(true))
            .count()
    };
    let valued = known.iter().all(|one| one.wins.is_some());
    let winning = |player| valued.then(|| count(player, true));
    json!({
        "left": count(Player::Left, false),
        "left_winning": winning(Player::Left),
        "right": count(Player::Right, false),
        "right_winning": winning(Player::Right),
    })
}

/// A move as JSON.
pub(crate) fn told_move(session: &mut Session<'_>, place: &Place, one: &Known) -> Json {
    let mut told = json!({
        "player": one.player.map_or("Both".to_owned(), |player| player.to_string()),
        "name": one.change.name,
        "position": place.board.draw(&one.position),
        "cells": one.change.cells,
        "at": one.change.at,
        "canonical": one.canonical,
    });
    if let Some(value) = one.value {
        told["value"] = answer::short(session, value);
    } else if let Some(value) = &one.loopy {
        told["value"] = answer::short_any(session, &AnyValue::Loopy(value.clone()));
    }
    if let Some(wins) = one.wins {
        told["wins"] = json!(wins);
    }
    if one.draws {
        told["draws"] = json!(true);
    }
    if let Some(plies) = one.plies {
        told["plies"] = json!(plies);
    }
    told
}

/// A tag that owns its label.
struct Label {
    number: usize,
    player: Option<Player>,
    at: (f64, f64),
    label: String,
    wins: bool,
}

impl Label {
    fn tag(&self) -> Tag<'_> {
        Tag {
            number: self.number,
            player: self.player,
            at: self.at,
            label: &self.label,
            wins: self.wins,
        }
    }
}

/// The middle of the empty cell to which a piece steps; between the two cells the tag would cover the piece.
fn arrival(place: &Place, layout: &Layout, one: &Known) -> Option<(f64, f64)> {
    let View::Rows { cells, .. } = &place.view else { return None };
    let &[from, to] = one.change.cells.as_slice() else { return None };
    let piece = (*cells.get(from)?)?;
    let (empty, owned) = (place.pieces.first()?.0, |sign| {
        place.pieces.iter().any(|(other, owner)| *other == sign && owner.is_some())
    });
    (owned(piece) && *cells.get(to)? == Some(empty)).then(|| layout.middle(&[to]))?
}

/// Tags for the moves that have a place of their own: one for each player at each place.
fn labelled(place: &Place, layout: &Layout, known: &[Known], told: &[Json]) -> Vec<Label> {
    let mut taken: BTreeMap<(i64, i64), Vec<Option<Player>>> = BTreeMap::new();
    let mut labels = Vec::new();
    for (number, (one, told)) in known.iter().zip(told).enumerate() {
        let at = arrival(place, layout, one).or(one.change.at);
        let (Some(at), Some(label)) = (at, told["value"]["short"].as_str()) else {
            continue;
        };
        let here = taken.entry((at.0 as i64, at.1 as i64)).or_default();
        if here.contains(&one.player) || labels.len() == MOST_TAGS {
            continue;
        }
        here.push(one.player);
        labels.push(Label {
            number,
            player: one.player,
            at,
            label: label.to_owned(),
            wins: one.wins == Some(true),
        });
    }
    // Where both players have a move, Left's tag is above Right's.
    for label in &mut labels {
        let here = taken.get(&(label.at.0 as i64, label.at.1 as i64));
        if here.is_some_and(|here| here.len() > 1) {
            label.at.1 += if label.player == Some(Player::Left) { -12.5 } else { 12.5 };
        }
    }
    apart(labels)
}

/// The tags that do not lie on one before them, those that win first: the list beside the board tells every move.
fn apart(mut labels: Vec<Label>) -> Vec<Label> {
    labels.sort_by_key(|label| (!label.wins, label.number));
    let mut kept: Vec<Label> = Vec::new();
    for label in labels {
        let half = |label: &Label| 3.1 * label.label.chars().count() as f64 + 9.0;
        let covered = kept.iter().any(|other| {
            (label.at.0 - other.at.0).abs() < half(&label) + half(other)
                && (label.at.1 - other.at.1).abs() < 18.0
        });
        if !covered {
            kept.push(label);
        }
    }
    kept
}
