//! A position of a game of the catalogue, as the page draws and plays it.

use crate::explorer::drawing;
use farstar_draw::{Scene, board, layout, mathml};
use farstar_problems::{Picture, Side, Turn};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Everything about a position of the game called `title`.
pub(crate) fn told(title: &str, turn: &Turn) -> Json {
    let alt = format!("{title}: {}", turn.position);
    let mut told = json!({
        "position": turn.position,
        "impartial": turn.impartial,
        "mover": turn.mover.map(|mover| mover.to_string()),
        "alt": alt,
        "sides": turn.sides.iter().map(|side| told_side(side, turn.impartial)).collect::<Vec<_>>(),
    });
    match &turn.picture {
        Picture::Board { view, kind, pieces } => {
            let places = BTreeMap::new();
            let scene = Scene { view, kind: *kind, pieces, places: &places };
            let layout = layout(&scene);
            told["drawing"] = drawing(&scene, &layout);
            told["svg"] = json!(board(&scene, &layout, &[], &alt));
        }
        Picture::Sum(games) => {
            let games = games.iter().map(|game| json!({ "text": game, "mathml": mathml(game) }));
            told["games"] = games.collect();
        }
    }
    told
}

fn told_side(side: &Side, impartial: bool) -> Json {
    let player = if impartial { "Both".to_owned() } else { side.player.to_string() };
    let moves: Vec<Json> = side
        .moves
        .iter()
        .map(|one| {
            json!({
                "player": player,
                "name": one.name,
                "position": one.position,
                "cells": one.cells,
                "at": one.at,
                "fate": one.fate.word(),
            })
        })
        .collect();
    json!({
        "player": player,
        "played": side.played.word(),
        "rule": side.rule.map(|fate| fate.word()),
        "moves": moves,
        "best": side.best,
    })
}
