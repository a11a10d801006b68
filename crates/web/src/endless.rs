//! Positions whose play may be endless: who wins, what is drawn, and loopy values, of one board and of sums.
//!
//! Who wins one board is read from the graph of all positions; a value, and so who wins a sum, from the graphs of its parts, which must be smaller.

use crate::answer;
use crate::desk::Desk;
use crate::explorer::{Known, Place, all_moves, told_move, told_stopped};
use farstar_draw::{board, layout};
use farstar_lang::Session;
use farstar_rules::position::Ruleset;
use farstar_solve::Error;
use farstar_solve::loopy_play::LoopyPlay;
use farstar_solve::ruleset_values::{AnyValue, RulesetValues};
use farstar_value::loopy::{Loopy, LoopyOutcome};
use farstar_value::{Calculator, Limits, Player};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// So long at most a loopy value is looked for, when who wins is known already.
const PATIENCE: Duration = Duration::from_secs(4);
/// Positions of one board that are looked at.
const MOST_POSITIONS: usize = 1 << 20;

/// Tells who wins with which moves, and the values, as far as the limits allow.
pub(crate) fn advise(
    session: &mut Session<'_>,
    place: &Place,
    known: &mut [Known],
    told: &mut Json,
    desk: &Desk<'_>,
) {
    told["endless"] = json!(true);
    let misere = place.rules.is_misere();
    let limits = desk.part_of_limits(0.5);
    let played = LoopyPlay::of(&place.board, &place.position, misere, MOST_POSITIONS, &limits);
    match played {
        Ok(play) => {
            told["outcome"] = answer::loopy_outcome(play.outcome());
            told["positions"] = json!(play.positions());
            told["plies"] = json!({
                "left_starts": play.plies(Player::Left),
                "right_starts": play.plies(Player::Right),
            });
            mark(&play, known);
        }
        Err(Error::Stopped(reason)) => told_stopped(told, reason),
        Err(error) => told["none"] = json!(error.to_string()),
    }
    if misere {
        told["none"] = json!("play is misère: winners are told, values are those of normal play");
        return;
    }
    if told["stopped"] == "cancelled" {
        return;
    }
    let mut limits = desk.part_of_limits(1.0);
    if !told["outcome"].is_null() {
        let soon = Limits::none().time(PATIENCE).deadline;
        limits.deadline = limits.deadline.min(soon).or(soon);
    }
    session.set_limits(limits.clone());
    if let Err(error) = value(session, place, known, told, &limits) {
        told["none"] = json!(match error {
            Error::Stopped(reason) =>
                format!("{reason}, before the value was found; the winner was searched for alone"),
            error => error.to_string(),
        });
    }
}

/// Winning moves, drawing moves, and how long it takes.
fn mark(play: &LoopyPlay<farstar_rules::Packed>, known: &mut [Known]) {
    for mover in [Player::Left, Player::Right] {
        let moves = play.moves(mover);
        for one in known.iter_mut().filter(|one| one.player.unwrap_or(Player::Left) == mover) {
            if let Some(found) = moves.iter().find(|found| found.position == one.position) {
                one.wins = Some(found.winner == Some(mover));
                one.draws = found.winner.is_none();
                one.plies = found.plies;
            }
        }
    }
}

/// The value of the position and of what its moves make of it.
fn value(
    session: &mut Session<'_>,
    place: &Place,
    known: &mut [Known],
    told: &mut Json,
    limits: &Limits,
) -> Result<(), Error> {
    let mut calc = session.calculator();
    let mut values = RulesetValues::new(calc.arena());
    let found = values.any_value(&place.board, &place.position, limits)?;
    let shown = answer::any(session, &found);
    if told["outcome"].is_null() {
        told["outcome"] = shown.json["facts"]["outcome"].clone();
    }
    told["value"] = shown.json;
    for one in known {
        let found = match values.any_value(&place.board, &one.position, limits) {
            Ok(found) => found,
            // The value is told; those of the other moves are left out.
            Err(Error::Stopped(_)) => break,
            Err(error) => return Err(error),
        };
        if one.wins.is_none() {
            let mover = one.player.unwrap_or(Player::Left);
            let winner = answer::loopy_winner(outcome(&mut calc, &found)?, mover.opponent());
            (one.wins, one.draws) = (Some(winner == Some(mover)), winner.is_none());
        }
        match found {
            AnyValue::Short(game) => one.value = Some(game),
            AnyValue::Loopy(loopy) => one.loopy = Some(loopy),
        }
    }
    Ok(())
}

fn outcome(calc: &mut Calculator<'_>, value: &AnyValue) -> Result<LoopyOutcome, Error> {
    Ok(match value {
        AnyValue::Short(game) => LoopyOutcome::Decided(calc.outcome(*game)?),
        AnyValue::Loopy(loopy) => calc.loopy_outcome(loopy)?,
    })
}

/// A term of a sum in which some play may be endless.
pub(crate) enum Term {
    /// A position, where its vertices lie.
    Position(Box<Place>, BTreeMap<String, (f64, f64)>),
    /// A value.
    Value(farstar_value::Game),
}

/// A move in a sum, what it makes of it, and who wins then.
struct Step {
    board: usize,
    told: Json,
    wins: bool,
    draws: bool,
}

/// Tells who wins a sum in which some play may be endless; endless play is a draw.
pub(crate) fn sum(
    session: &mut Session<'_>,
    terms: &[Term],
    reply: Option<Player>,
    limits: &Limits,
) -> Json {
    let mut told = json!({ "boards": [], "endless": true });
    if let [Term::Position(place, places)] = terms
        && let Ok(played) = alone(session, place, places, reply, limits)
    {
        return played;
    }
    match judge(session, terms, reply, limits, &mut told) {
        Ok(()) => {}
        Err(Error::Stopped(reason)) => told_stopped(&mut told, reason),
        Err(error) => told["none"] = json!(error.to_string()),
    }
    told
}

/// One board: who wins is known from its graph, with the quickest win and the slowest loss, so that the engine does not walk round in circles.
fn alone(
    session: &mut Session<'_>,
    place: &Place,
    places: &BTreeMap<String, (f64, f64)>,
    reply: Option<Player>,
    limits: &Limits,
) -> Result<Json, Error> {
    let misere = place.rules.is_misere();
    let play = LoopyPlay::of(&place.board, &place.position, misere, MOST_POSITIONS, limits)?;
    let scene = place.scene(places);
    let layout = layout(&scene);
    let mut told = json!({
        "boards": [{
            "rules": place.rules.name(),
            "position": place.board.draw(&place.position),
            "svg": board(&scene, &layout, &[], &place.sentence()),
        }],
        "endless": true,
    });
    let mut known = all_moves(place, &layout);
    mark(&play, &mut known);
    for (player, field) in [(Player::Left, "left_starts"), (Player::Right, "right_starts")] {
        // In impartial games a move is noted once, by what it means for Left; it means the same for Right.
        let own = known.iter().filter(|one| one.player.is_none_or(|mover| mover == player));
        let steps: Vec<(&Known, Json)> = own
            .map(|one| {
                let mut told = told_move(session, place, one);
                told["board"] = json!(0);
                (one, told)
            })
            .collect();
        let picked = |wanted: fn(&Known) -> bool| -> Vec<&Json> {
            steps.iter().filter(|(one, _)| wanted(one)).map(|(_, told)| told).collect()
        };
        told[field] = json!({
            "winner": play.winner(player).map_or("draw".to_owned(), |winner| winner.to_string()),
            "moves": steps.len(),
            "plies": play.plies(player),
            "winning": picked(|one| one.wins == Some(true)),
            "drawing": picked(|one| one.draws),
        });
        if reply == Some(player) {
            let best = steps.iter().max_by_key(|(one, _)| {
                let wins = one.wins == Some(true);
                let plies = one.plies.map_or(0, i64::from);
                (wins, one.draws, if wins { -plies } else { plies })
            });
            told["reply"] = best.map_or(Json::Null, |(one, told)| {
                let mut told = told.clone();
                told["why"] = json!(if one.wins == Some(true) {
                    "wins"
                } else if one.draws {
                    "keeps the draw"
                } else {
                    "nothing wins"
                });
                told
            });
        }
    }
    Ok(told)
}

fn judge(
    session: &mut Session<'_>,
    terms: &[Term],
    reply: Option<Player>,
    limits: &Limits,
    told: &mut Json,
) -> Result<(), Error> {
    let mut calc = session.calculator();
    let mut values = RulesetValues::new(calc.arena());
    let mut own: Vec<Loopy> = Vec::new();
    let mut boards = Vec::new();
    for term in terms {
        let (mut shown, value) = match term {
            Term::Value(game) => (json!({}), AnyValue::Short(*game)),
            Term::Position(place, places) => {
                let scene = place.scene(places);
                let svg = board(&scene, &layout(&scene), &[], &place.sentence());
                let shown = json!({
                    "rules": place.rules.name(),
                    "position": place.board.draw(&place.position),
                    "svg": svg,
                });
                boards.push(shown.clone());
                told["boards"] = json!(boards);
                boards.pop();
                (shown, values.any_value(&place.board, &place.position, limits)?)
            }
        };
        shown["value"] = answer::short_any(session, &value);
        boards.push(shown);
        told["boards"] = json!(boards);
        own.push(match value {
            AnyValue::Short(game) => calc.loopy(game)?,
            AnyValue::Loopy(loopy) => loopy,
        });
    }
    let zero = calc.loopy(farstar_value::Game::ZERO)?;
    let mut rests = Vec::with_capacity(own.len());
    for at in 0..own.len() {
        let mut rest = zero.clone();
        for (_, value) in own.iter().enumerate().filter(|(other, _)| *other != at) {
            rest = calc.loopy_add(&rest, value)?;
        }
        rests.push(rest);
    }
    let total = match (rests.first(), own.first()) {
        (Some(rest), Some(value)) => calc.loopy_add(rest, value)?,
        _ => zero,
    };
    let found = calc.loopy_outcome(&total)?;
    let whole = match calc.loopy_to_game(&total)? {
        Some(game) => AnyValue::Short(game),
        None => AnyValue::Loopy(total),
    };
    told["value"] = answer::any(session, &whole).json;
    for (player, field) in [(Player::Left, "left_starts"), (Player::Right, "right_starts")] {
        let winner = answer::loopy_winner(found, player);
        let mut steps = Vec::new();
        for (at, term) in terms.iter().enumerate() {
            for (mut told, value) in moves(session, term, player, &mut values, limits)? {
                let value = match value {
                    AnyValue::Short(game) => calc.loopy(game)?,
                    AnyValue::Loopy(loopy) => loopy,
                };
                let after = calc.loopy_add(&rests[at], &value)?;
                let then = answer::loopy_winner(calc.loopy_outcome(&after)?, player.opponent());
                told["board"] = json!(at);
                let (wins, draws) = (then == Some(player), then.is_none());
                steps.push(Step { board: at, told, wins, draws });
            }
        }
        let picked = |wanted: fn(&Step) -> bool| -> Vec<&Json> {
            steps.iter().filter(|step| wanted(step)).map(|step| &step.told).collect()
        };
        told[field] = json!({
            "winner": winner.map_or("draw".to_owned(), |winner| winner.to_string()),
            "moves": steps.len(),
            "winning": picked(|step| step.wins),
            "drawing": picked(|step| step.draws),
        });
        if reply == Some(player) {
            let best = steps
                .iter()
                .max_by_key(|step| (step.wins, step.draws, std::cmp::Reverse(step.board)));
            told["reply"] = best.map_or(Json::Null, |step| {
                let why = if step.wins {
                    "wins"
                } else if step.draws {
                    "keeps the draw"
                } else {
                    "nothing wins"
                };
                let mut told = step.told.clone();
                (told["wins"], told["why"]) = (json!(step.wins), json!(why));
                told
            });
        }
    }
    Ok(())
}

/// The moves of a player in a term, each with its value.
fn moves(
    session: &mut Session<'_>,
    term: &Term,
    player: Player,
    values: &mut RulesetValues<'_>,
    limits: &Limits,
) -> Result<Vec<(Json, AnyValue)>, Error> {
    let mut found = Vec::new();
    match term {
        Term::Value(game) => {
            for option in session.calculator().options(*game, player)? {
                let value = answer::short(session, option);
                let name = format!("to {}", value["label"].as_str().unwrap_or("…"));
                found.push((json!({ "name": name, "value": value }), AnyValue::Short(option)));
            }
        }
        Term::Position(place, places) => {
            let layout = layout(&place.scene(places));
            let own = all_moves(place, &layout);
            for mut one in own {
                if one.player.is_some_and(|mover| mover != player) {
                    continue;
                }
                let value = values.any_value(&place.board, &one.position, limits)?;
                match &value {
                    AnyValue::Short(game) => one.value = Some(*game),
                    AnyValue::Loopy(loopy) => one.loopy = Some(loopy.clone()),
                }
                found.push((told_move(session, place, &one), value));
            }
        }
    }
    Ok(found)
}
