//! A position with everything about it: picture, value, every move with its value, the winning ones.

use crate::answer;
use crate::desk::Desk;
use crate::place::{Known, Place};
use crate::rules::Source;
use farstar::rules::{Kind, View};
use farstar::{Answer, Moves, Player, Question as Asked, Solver, Start, Stop, Stopped, Sum};
use farstar_draw::{Layout, Scene, Tag, board, layout};
use farstar_lang::Session;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, HashMap};

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
    /// Whether it is told why.
    #[serde(default)]
    pub(crate) why: bool,
    /// Where the vertices of a graph lie.
    #[serde(default)]
    pub(crate) places: BTreeMap<String, (f64, f64)>,
}

fn yes() -> bool {
    true
}

/// Answers about a position.
pub(crate) fn explore(question: &Question, desk: &Desk<'_>) -> Json {
    let place = match Place::read(&question.rules, &question.position, desk.limits()) {
        Ok(place) => place,
        Err(wrong) => return wrong,
    };
    self::answer(&place, question, desk)
}

/// What a board is told by, before anything is asked about it.
pub(crate) fn told_board(place: &Place, scene: &Scene<'_>, layout: &Layout) -> Json {
    let ruleset = place.position.ruleset();
    json!({
        "rules": ruleset.name(),
        "position": place.position.to_string(),
        "impartial": ruleset.is_impartial(),
        "misere": ruleset.is_misere(),
        "drawing": drawing(scene, layout),
        "alt": place.sentence(),
    })
}

/// Everything about a position.
pub(crate) fn answer(place: &Place, question: &Question, desk: &Desk<'_>) -> Json {
    let scene = place.scene(&question.places);
    let layout = layout(&scene);
    let sentence = place.sentence();
    let mut told = told_board(place, &scene, &layout);
    let mut known = match question.moves {
        true => match desk.limits().guard(|| place.all_moves(&layout)) {
            Ok(known) => known,
            Err(reason) => {
                told_stopped(&mut told, reason);
                Vec::new()
            }
        },
        false => Vec::new(),
    };
    if question.advice {
        let moves = if question.moves { Moves::All } else { Moves::None };
        advise(place, moves, question.why, &mut known, &mut told, desk);
    } else {
        known.sort_by_cached_key(|one| {
            let change = &one.change;
            (one.player == Some(Player::Right), change.cells.clone(), change.name.clone())
        });
    }
    let mut tags = Vec::new();
    if question.moves {
        told["counts"] = counts(&known);
        told["more_moves"] = json!(known.len().saturating_sub(MOST_MOVES));
        known.truncate(MOST_MOVES);
        let list: Vec<Json> = known.iter().map(told_move).collect();
        if question.advice {
            tags = labelled(place, &layout, &known, &list);
        }
        told["moves"] = json!(list);
    }
    let shown: Vec<Tag<'_>> = tags.iter().map(Label::tag).collect();
    told["svg"] = json!(board(&scene, &layout, &shown, &sentence));
    told
}

/// Tells value and winners.
fn advise(
    place: &Place,
    moves: Moves,
    why: bool,
    known: &mut Vec<Known>,
    told: &mut Json,
    desk: &Desk<'_>,
) {
    let arena = desk.arena();
    let mut solver =
        Solver::new(&arena).consulting(desk.atlases()).watched(|probe| desk.watch(move || probe()));
    let sum = Sum::from(place.position.clone());
    let found = solver.answer(&sum, Asked { moves, ..Asked::default() }, desk.limits());
    let mut answer = match found {
        Ok(answer) => answer,
        Err(error) => {
            told["none"] = json!(error.to_string());
            return;
        }
    };
    if why && let Err(error) = solver.explain(&sum, &mut answer, desk.limits()) {
        told["none"] = json!(error.to_string());
    }
    if let Some(value) = solver.value() {
        let mut session = Session::new(&arena).with_limits(desk.limits().clone());
        told["value"] = answer::any(&mut session, value).json;
    }
    tell_answer(told, &answer);
    if answer.endless {
        told["plies"] = json!({
            "left_starts": answer.left_starts.plies,
            "right_starts": answer.right_starts.plies,
        });
    }
    *known = arranged(std::mem::take(known), &answer);
}

/// The answer itself, and of it what the page shows beside the moves.
pub(crate) fn tell_answer(told: &mut Json, answer: &Answer) {
    told["answer"] = json!(answer);
    told["outcome"] = answer::winners(answer);
    if answer.endless {
        told["endless"] = json!(true);
    }
    if let Some(positions) = answer.positions {
        told["positions"] = json!(positions);
    }
    let reason = answer.no_value.as_ref().map(|unknown| unknown.message.clone());
    let of_normal_play = answer
        .value_of
        .map(|_| "play is misère: winners are told, values are those of normal play".to_owned());
    if let Some(remark) = of_normal_play.or(reason) {
        told["none"] = json!(remark);
    }
    if let Some(stop) = answer.stopped {
        told["stopped"] = json!(stop.word());
        told["message"] = json!(answer.message);
    }
}

/// The moves in the order of the answer, each with what it says.
pub(crate) fn arranged(known: Vec<Known>, answer: &Answer) -> Vec<Known> {
    let order = |start: &Start| -> HashMap<String, usize> {
        start.moves.iter().enumerate().map(|(at, one)| (one.position.clone(), at)).collect()
    };
    let places = [order(&answer.left_starts), order(&answer.right_starts)];
    let mut arranged: Vec<(usize, usize, Known)> = Vec::with_capacity(known.len());
    for mut one in known {
        let side = usize::from(one.player == Some(Player::Right));
        let start = if side == 0 { &answer.left_starts } else { &answer.right_starts };
        let at = places[side].get(&one.told.position).copied();
        if let Some(told) = at.and_then(|at| start.moves.get(at)) {
            one.told = told.clone();
        }
        arranged.push((side, at.unwrap_or(usize::MAX), one));
    }
    arranged.sort_by_key(|(side, at, _)| (*side, *at));
    arranged.into_iter().map(|(_, _, one)| one).collect()
}

pub(crate) fn told_stopped(told: &mut Json, reason: Stopped) {
    told["stopped"] = json!(Stop::from(reason).word());
    told["message"] = json!(reason.to_string());
}

/// What an editor needs.
pub(crate) fn drawing(scene: &Scene<'_>, layout: &Layout) -> Json {
    let pieces: Vec<Json> = scene
        .pieces
        .iter()
        .map(|(sign, owner)| json!({ "sign": sign, "owner": owner.map(|p| p.to_string()) }))
        .collect();
    let kind = scene.kind.map_or("heap", Kind::word);
    let mut told = json!({
        "kind": kind,
        "pieces": pieces,
        "width": layout.size.0,
        "height": layout.size.1,
        "boxes": layout.boxes,
        "labels": layout.labels,
    });
    match scene.view {
        View::Rows { columns, cells, numbers, hands } => {
            told["columns"] = json!(columns);
            told["rows"] = json!(cells.len().div_ceil((*columns).max(1)));
            told["cells"] = json!(cells);
            told["numbers"] = json!(numbers);
            told["hands"] = json!(hands);
        }
        View::Graph { vertices, edges, numbers, hands } => {
            told["numbers"] = json!(numbers);
            let list = vertices.iter().zip(&layout.points);
            let list: Vec<Json> = list
                .map(|((name, piece), (x, y))| json!({ "name": name, "piece": piece, "x": x, "y": y }))
                .collect();
            told["vertices"] = json!(list);
            told["edges"] = edges.iter().map(|(a, b)| json!({ "from": a, "to": b })).collect();
            told["hands"] = json!(hands);
        }
        View::Edges { vertices, edges, numbers } => {
            told["numbers"] = json!(numbers);
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
    }
    told
}

fn counts(known: &[Known]) -> Json {
    let count = |player: Player, winning: bool| {
        known
            .iter()
            .filter(|one| one.player.is_none_or(|mover| mover == player))
            .filter(|one| !winning || one.told.wins == Some(true))
            .count()
    };
    let valued = known.iter().all(|one| one.told.wins.is_some());
    let winning = |player| valued.then(|| count(player, true));
    json!({
        "left": count(Player::Left, false),
        "left_winning": winning(Player::Left),
        "right": count(Player::Right, false),
        "right_winning": winning(Player::Right),
    })
}

/// A move as JSON.
pub(crate) fn told_move(one: &Known) -> Json {
    let mut told = json!({
        "player": one.player.map_or("Both".to_owned(), |player| player.to_string()),
        "name": one.change.name,
        "position": one.told.position,
        "cells": one.change.cells,
        "at": one.change.at,
        "step": one.change.step,
        "canonical": one.told.canonical,
    });
    if one.told.value.is_some() || one.told.mean.is_some() {
        told["value"] = answer::listed(one.told.value.as_deref(), one.told.mean.as_deref());
    }
    if let Some(wins) = one.told.wins {
        told["wins"] = json!(wins);
    }
    if one.told.draws {
        told["draws"] = json!(true);
    }
    if let Some(plies) = one.told.plies {
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
            wins: one.told.wins == Some(true),
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
