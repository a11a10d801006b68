//! The outline of a value whose text is too long to be read: its options, their options, and so on, each value once.

use crate::answer;
use farstar_lang::{Session, Value};
use farstar_value::{Game, Player};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Values of one outline; what lies deeper is not told.
const MOST_VALUES: usize = 400;
/// A value with a shorter text is told by it and not taken apart.
const SHORT: usize = 80;

/// The values that a long one is made of, the nearest first: number 0 is the value itself. Options are numbers of this
/// list; a value whose options are not told has none of the two lists.
pub(crate) fn outline(session: &mut Session<'_>, game: Game) -> Json {
    let mut numbers: BTreeMap<Game, usize> = BTreeMap::from([(game, 0)]);
    let mut values = vec![game];
    let mut told: Vec<Json> = Vec::new();
    let mut whole = true;
    while let Some(&value) = values.get(told.len()) {
        let Ok(text) = session.display(&Value::Game(value)) else {
            whole = false;
            break;
        };
        let mut one = answer::short(session, value);
        if text.len() <= SHORT {
            told.push(one);
            continue;
        }
        let mut calc = session.calculator();
        if let Ok(heat) = calc.temperature(value) {
            one["temperature"] = json!(heat.to_string());
        }
        let (left, right) = (calc.options(value, Player::Left), calc.options(value, Player::Right));
        if let (Ok(left), Ok(right)) = (left, right) {
            let unknown = left.iter().chain(&right).filter(|game| !numbers.contains_key(game));
            if values.len() + unknown.count() <= MOST_VALUES {
                let mut number = |game: &Game| {
                    *numbers.entry(*game).or_insert_with(|| {
                        values.push(*game);
                        values.len() - 1
                    })
                };
                let left: Vec<usize> = left.iter().map(&mut number).collect();
                let right: Vec<usize> = right.iter().map(&mut number).collect();
                (one["left"], one["right"]) = (json!(left), json!(right));
            } else {
                whole = false;
            }
            one["options"] = json!([left.len(), right.len()]);
        }
        told.push(one);
    }
    json!({ "values": told, "whole": whole })
}
