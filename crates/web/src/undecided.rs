//! Advice for sums whose winner was not found within the limits: what thermographs prove, and what they or the numbers of moves only suggest.
//!
//! Exact: who wins by the bounds of the thermographs, and moves after which these bounds decide for the mover. Heuristic: the move of the
//! thermostat, and where values are missing the move that leaves the mover the most moves more than the opponent.

use crate::answer;
use crate::explorer::{Place, all_moves, told_move};
use crate::sum::Valued;
use farstar_draw::layout;
use farstar_lang::Session;
use farstar_rules::position::Ruleset;
use farstar_solve::thermostat::{Bounds, advice};
use farstar_value::{Calculator, Error, Game, Player};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// Where the vertices of a graph lie.
type Points = BTreeMap<String, (f64, f64)>;

/// Moves that are looked at where nothing but their number is known.
const MOST_COUNTED: usize = 400;

/// What thermographs tell of a sum: by player `winner`, `winning` (exact) and `advice`.
#[derive(Default)]
pub(crate) struct Told {
    /// Mean and temperature.
    pub(crate) bounds: Json,
    players: Map<String, Json>,
}

impl Told {
    /// Fills in what the search has left open.
    pub(crate) fn fill(self, answer: &mut Json, reply: Option<Player>) {
        if !self.bounds.is_null() {
            answer["bounds"] = self.bounds;
        }
        for (player, field) in [(Player::Left, "left_starts"), (Player::Right, "right_starts")] {
            let Some(told) = self.players.get(field) else { continue };
            if !answer[field]["winner"].is_null() {
                continue;
            }
            answer[field] = told.clone();
            if reply == Some(player) {
                let best = told["winning"].get(0).or_else(|| told.get("advice"));
                answer["reply"] = best.cloned().unwrap_or(Json::Null);
            }
        }
        let known = |field: &str| !answer[field]["winner"].is_null();
        if known("left_starts")
            && known("right_starts")
            && let Some(fields) = answer.as_object_mut()
        {
            fields.remove("stopped");
            fields.remove("message");
        }
    }
}

/// A move of a term, with the value it leads to.
struct Option_<'t> {
    known: Option<&'t crate::explorer::Known>,
    value: Game,
}

fn options<'t>(
    term: &'t Valued,
    player: Player,
    calc: &mut Calculator<'_>,
) -> Result<Vec<Option_<'t>>, Error> {
    if term.place.is_none() {
        let options = calc.options(term.value, player)?;
        return Ok(options.into_iter().map(|value| Option_ { known: None, value }).collect());
    }
    let own = term.moves.iter().filter(|one| one.player.is_none_or(|mover| mover == player));
    Ok(own.filter_map(|one| Some(Option_ { known: Some(one), value: one.value? })).collect())
}

/// What the thermographs of the terms tell.
pub(crate) fn by_thermographs(session: &mut Session<'_>, terms: &[Valued]) -> Result<Told, Error> {
    let mut calc = session.calculator();
    let values: Vec<Game> = terms.iter().map(|term| term.value).collect();
    let bounds = Bounds::of(&mut calc, &values)?;
    let mut players = Map::new();
    for (player, field) in [(Player::Left, "left_starts"), (Player::Right, "right_starts")] {
        let mut parts = Vec::new();
        let mut own = Vec::new();
        for term in terms {
            let options = options(term, player, &mut calc)?;
            parts.push((term.value, options.iter().map(|one| one.value).collect::<Vec<_>>()));
            own.push(options);
        }
        let mut proved = Vec::new();
        for (part, options) in own.iter().enumerate() {
            for (at, one) in options.iter().enumerate() {
                let mut after = values.clone();
                after[part] = one.value;
                let then = Bounds::of(&mut calc, &after)?;
                if then.winner(player.opponent()) == Some(player) {
                    proved.push((part, at));
                }
            }
        }
        let advised = advice(&mut calc, &parts, player)?;
        let mut told_at = |part: usize, at: usize, why: &str, wins: Option<bool>| {
            let one = &own[part][at];
            let mut told = match (one.known, &terms[part].place) {
                (Some(known), Some(place)) => told_move(session, place, known),
                _ => {
                    let value = answer::short(session, one.value);
                    json!({ "name": format!("to {}", value["label"].as_str().unwrap_or("…")), "value": value })
                }
            };
            told["board"] = json!(part);
            told["why"] = json!(why);
            told["wins"] = json!(wins);
            told
        };
        let winning: Vec<Json> =
            proved.iter().map(|&(part, at)| told_at(part, at, "bounds", Some(true))).collect();
        let moves: usize = own.iter().map(Vec::len).sum();
        let winner = if winning.is_empty() { bounds.winner(player) } else { Some(player) };
        let mut told = json!({
            "moves": moves,
            "winning": winning,
            "complete": false,
            "by": "thermographs",
        });
        if let Some(winner) = winner {
            told["winner"] = json!(winner.to_string());
        }
        if let Some(found) = advised {
            told["advice"] = told_at(found.part, found.option, "thermostat", None);
            told["advice"]["temperature"] = json!(found.temperature.to_string());
        }
        players.insert(field.into(), told);
    }
    Ok(Told {
        bounds: json!({
            "mean": bounds.mean.to_string(),
            "temperature": bounds.temperature.to_string(),
        }),
        players,
    })
}

/// The move that leaves the mover the most moves more than the opponent, on boards whose values are not known.
pub(crate) fn by_moves(session: &mut Session<'_>, places: &[Option<(Place, Points)>]) -> Told {
    let mut players = Map::new();
    for (player, field) in [(Player::Left, "left_starts"), (Player::Right, "right_starts")] {
        let mut best: Option<(i64, Json)> = None;
        let mut moves = 0;
        for (board, place) in places.iter().enumerate() {
            let Some((place, points)) = place else { continue };
            let layout = layout(&place.scene(points));
            let known = all_moves(place, &layout);
            let own: Vec<_> =
                known.iter().filter(|one| one.player.is_none_or(|mover| mover == player)).collect();
            moves += own.len();
            let before = count(place, &place.position, player);
            for one in own.into_iter().take(MOST_COUNTED) {
                let gain = count(place, &one.position, player) - before;
                if best.as_ref().is_none_or(|(other, _)| gain > *other) {
                    let mut told = told_move(session, place, one);
                    told["board"] = json!(board);
                    told["why"] = json!("moves");
                    best = Some((gain, told));
                }
            }
        }
        let mut told = json!({ "moves": moves, "winning": [], "complete": false });
        if let Some((_, advice)) = best {
            told["advice"] = advice;
        }
        players.insert(field.into(), told);
    }
    Told { bounds: Json::Null, players }
}

/// How many moves more the player has than the opponent.
fn count(place: &Place, position: &farstar_rules::Packed, player: Player) -> i64 {
    let mut options = Vec::new();
    let mut of = |player| {
        options.clear();
        place.board.options(position, player, &mut options);
        options.len() as i64
    };
    of(player) - of(player.opponent())
}
