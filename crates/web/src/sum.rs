//! Boards collected into a sum: who wins it, by which moves, and what the engine would play.

use crate::answer;
use crate::desk::Desk;
use crate::explorer::{tell_answer, told_move};
use crate::place::{Known, Place};
use crate::rules::Source;
use farstar::value::Error as ValueError;
use farstar::{
    Answer, Error, Player, Position, Question as Asked, Reply, Solver, SolverError, Start, Sum,
    Why, Winner,
};
use farstar_draw::{board, layout};
use farstar_lang::Session;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, HashMap};

/// Boards of one sum.
const MOST_BOARDS: usize = 64;

/// What is asked.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    boards: Vec<Term>,
    /// Whose move the engine is to choose.
    #[serde(default)]
    reply: Option<Mover>,
}

/// A term of a sum.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a component: expected {\"rules\": …, \"position\": …} or {\"value\": …}"
)]
pub(crate) enum Term {
    Position {
        rules: Source,
        position: String,
        #[serde(default)]
        places: BTreeMap<String, (f64, f64)>,
    },
    Value {
        value: String,
    },
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) enum Mover {
    Left,
    Right,
}

impl Mover {
    pub(crate) fn player(self) -> Player {
        match self {
            Self::Left => Player::Left,
            Self::Right => Player::Right,
        }
    }
}

/// A term with its picture.
pub(crate) struct Shown {
    pub(crate) told: Json,
    /// The moves of Left and of Right, by the positions that they reach.
    moves: [HashMap<String, Known>; 2],
}

/// Answers about a sum.
pub(crate) fn sum(question: &Question, desk: &Desk<'_>) -> Json {
    let (sum, mut shown) = match read_all(&question.boards, desk) {
        Ok(read) => read,
        Err(wrong) => return wrong,
    };
    let arena = desk.arena();
    let mut solver =
        Solver::new(&arena).consulting(desk.atlases()).watched(|probe| desk.watch(move || probe()));
    let answer = match solver.answer(&sum, Asked::default(), desk.limits()) {
        Ok(answer) => answer,
        Err(error) => return answer::none(&error),
    };
    for (term, component) in shown.iter_mut().zip(&answer.sum) {
        if component.value.is_some() || component.mean.is_some() {
            let (value, mean) = (component.value.as_deref(), component.mean.as_deref());
            term.told["value"] = answer::listed(value, mean);
        }
        if let Some(temperature) = &component.temperature {
            term.told["temperature"] = json!(temperature);
        }
    }
    let mut told = json!({ "boards": shown.iter().map(|term| &term.told).collect::<Vec<_>>() });
    tell_answer(&mut told, &answer);
    if let Some(value) = solver.value() {
        let mut session = Session::new(&arena).with_limits(desk.limits().clone());
        told["value"] = answer::any(&mut session, value).json;
    }
    if let Some(bounds) = &answer.bounds {
        told["bounds"] = json!(bounds);
    }
    for (player, field) in [(Player::Left, "left_starts"), (Player::Right, "right_starts")] {
        told[field] = started(&answer, player, &shown);
        if question.reply.map(Mover::player) == Some(player) {
            let start = answer.starts(player);
            let reply = start.reply.as_ref();
            told["reply"] = reply.map_or(Json::Null, |reply| replied(reply, start, player, &shown));
        }
    }
    told
}

/// The sum of all terms, and each with its picture.
pub(crate) fn read_all(terms: &[Term], desk: &Desk<'_>) -> Result<(Sum, Vec<Shown>), Json> {
    if terms.len() > MOST_BOARDS {
        let none = format!("a sum of {} boards; at most {MOST_BOARDS}", terms.len());
        return Err(json!({ "none": none }));
    }
    let mut sum = Sum::default();
    let mut shown = Vec::new();
    for (at, term) in terms.iter().enumerate() {
        match read(term, &mut sum, desk) {
            Ok(term) => shown.push(term),
            Err(mut wrong) => {
                wrong["board"] = json!(at);
                return Err(wrong);
            }
        }
    }
    Ok((sum, shown))
}

/// A term with its picture, added to the sum.
fn read(term: &Term, sum: &mut Sum, desk: &Desk<'_>) -> Result<Shown, Json> {
    match term {
        Term::Value { value } => {
            *sum +=
                Sum::of_value_within(value, desk.limits()).map_err(|error| wrong(value, &error))?;
            Ok(Shown { told: json!({}), moves: Default::default() })
        }
        Term::Position { rules, position, places } => {
            let place = Place::read(rules, position, desk.limits())?;
            let scene = place.scene(places);
            let layout = layout(&scene);
            let told = json!({
                "rules": place.position.ruleset().name(),
                "position": position,
                "svg": board(&scene, &layout, &[], &place.sentence()),
            });
            let own = |player| {
                let moves =
                    desk.limits().guard(|| place.moves(player, &layout)).unwrap_or_default();
                moves.into_iter().map(|one| (one.told.position.clone(), one)).collect()
            };
            let moves = [own(Player::Left), own(Player::Right)];
            *sum += Position::clone(&place.position);
            Ok(Shown { told, moves })
        }
    }
}

/// What is wrong with a value.
fn wrong(value: &str, error: &Error) -> Json {
    let (start, end) = match error {
        Error::Solver(SolverError::Value(ValueError::Parse { span, .. })) => (span.start, span.end),
        _ => (0, value.len()),
    };
    json!({ "diagnostics": [{
        "kind": "syntax", "message": error.to_string(), "line": 1, "column": start + 1, "fixes": [],
        "start": crate::diagnosis::units(value, start), "end": crate::diagnosis::units(value, end),
    }] })
}

/// What is told when one player begins.
pub(crate) fn started(answer: &Answer, player: Player, shown: &[Shown]) -> Json {
    let start = answer.starts(player);
    let picked = |wanted: fn(&farstar::Move) -> bool| -> Vec<Json> {
        let own = start.moves.iter().filter(|one| wanted(one));
        own.map(|one| told(one, player, shown)).collect()
    };
    let mut told = json!({
        "moves": start.moves.len(),
        "winning": picked(|one| one.wins == Some(true)),
    });
    if let Some(winner) = start.winner {
        told["winner"] = json!(winner);
        if winner == Winner::Draw || answer.endless {
            told["drawing"] = json!(picked(|one| one.draws));
        }
    }
    if let Some(plies) = start.plies {
        told["plies"] = json!(plies);
    }
    if !start.all_moves || start.moves.iter().any(|one| one.wins.is_none()) {
        told["complete"] = json!(false);
    }
    if start.proof == Some(farstar::Proof::Thermographs) {
        told["by"] = json!("thermographs");
    }
    if let Some(reply) = &start.reply
        && matches!(reply.why, Why::Thermostat | Why::Mobility)
    {
        told["advice"] = replied(reply, start, player, shown);
    }
    told
}

/// A move that is played or advised.
fn replied(reply: &Reply, start: &Start, player: Player, shown: &[Shown]) -> Json {
    let mut told = start.moves.get(reply.number).map_or(Json::Null, |one| told(one, player, shown));
    told["why"] = json!(reply.why);
    if let Some(temperature) = &reply.temperature {
        told["temperature"] = json!(temperature);
    }
    told
}

/// A move of the answer, as the page knows moves.
pub(crate) fn told(one: &farstar::Move, player: Player, shown: &[Shown]) -> Json {
    let known = shown
        .get(one.component)
        .and_then(|term| term.moves[usize::from(player == Player::Right)].get(&one.position));
    let mut told = match known {
        Some(known) => told_move(&Known { told: one.clone(), ..known.clone() }),
        None => {
            let value = one.value.as_deref();
            let to = farstar_draw::label(&one.position);
            json!({
                "name": format!("to {to}"),
                "position": one.position,
                "value": answer::listed(value, one.mean.as_deref()),
            })
        }
    };
    told["board"] = json!(one.component);
    told["wins"] = json!(one.wins);
    told
}
