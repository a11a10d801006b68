//! Boards collected into a sum: who wins it, by which moves, and what the engine would play.

use crate::answer;
use crate::desk::Desk;
use crate::endless;
use crate::explorer::{Known, Place, all_moves, told_move, told_stopped, valued};
use crate::rules::Source;
use crate::undecided;
use farstar_draw::{board, layout};
use farstar_lang::Session;
use farstar_num::Dyadic;
use farstar_rules::position::Ruleset;
use farstar_solve::Error as SolveError;
use farstar_solve::outcome::{Component, OutcomeSearch, Target};
use farstar_value::{Arena, Calculator, Error, Game, Limits, Player, Stopped};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

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
#[serde(untagged)]
enum Term {
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
enum Mover {
    Left,
    Right,
}

impl Mover {
    fn player(self) -> Player {
        match self {
            Self::Left => Player::Left,
            Self::Right => Player::Right,
        }
    }
}

/// A term that has been read and valued.
pub(crate) struct Valued {
    pub(crate) place: Option<Place>,
    pub(crate) value: Game,
    pub(crate) moves: Vec<Known>,
}

/// Answers about a sum.
pub(crate) fn sum(question: &Question, desk: &Desk<'_>) -> Json {
    if question.boards.len() > MOST_BOARDS {
        return json!({ "none": format!("a sum of {} boards; at most {MOST_BOARDS}", question.boards.len()) });
    }
    match endless_terms(question, desk) {
        Ok(Some(told)) => return told,
        Ok(None) => {}
        Err(wrong) => return wrong,
    }
    let arena = desk.arena();
    // What cannot be valued with half of everything is searched with the rest.
    let attempt = desk.part_of_limits(0.5);
    let mut session = Session::new(&arena).with_limits(attempt.clone());
    let mut terms = Vec::new();
    let mut told = Vec::new();
    let mut failed: Option<Json> = None;
    for (at, term) in question.boards.iter().enumerate() {
        match read(term, desk, &attempt, &mut session) {
            Ok((json, Some(term))) => {
                told.push(json);
                terms.push(term);
            }
            // Its value is not known: the picture is.
            Ok((json, None)) => {
                failed = failed.or_else(|| Some(json.clone()));
                told.push(json);
            }
            Err(mut wrong) => {
                wrong["board"] = json!(at);
                return wrong;
            }
        }
    }
    let mut answer = json!({ "boards": told });
    // Only the sum was too much: its terms still tell by their thermographs.
    let mut by_terms = None;
    if let Some(failed) = failed {
        for field in ["stopped", "message", "none"] {
            if !failed[field].is_null() {
                answer[field] = failed[field].clone();
            }
        }
    } else {
        match judge(question, &terms, &mut session, &mut answer) {
            Ok(()) => return answer,
            Err(Error::Stopped(reason)) => told_stopped(&mut answer, reason),
            Err(error) => {
                answer["none"] = json!(error.to_string());
                return answer;
            }
        }
        if answer["stopped"] != "cancelled" {
            let whole = desk.limits();
            let limits = Limits { bytes: whole.bytes, nodes: None, ..desk.part_of_limits(0.2) };
            session.set_limits(limits);
            by_terms = undecided::by_thermographs(&mut session, &terms).ok();
        }
    }
    if answer["stopped"] == "cancelled" {
        return answer;
    }
    drop(terms);
    drop(session);
    drop(arena);
    for field in ["value", "left_starts", "right_starts"] {
        if let Some(fields) = answer.as_object_mut() {
            fields.remove(field);
        }
    }
    search(question, &mut answer, desk);
    let open =
        answer["left_starts"]["winner"].is_null() || answer["right_starts"]["winner"].is_null();
    if open && answer["stopped"] != "cancelled" {
        let told = by_terms.unwrap_or_else(|| moves_counted(question, desk));
        told.fill(&mut answer, question.reply.map(Mover::player));
    }
    answer
}

/// Advice where not even the terms have values.
fn moves_counted(question: &Question, desk: &Desk<'_>) -> undecided::Told {
    let arena = desk.arena();
    let mut session = Session::new(&arena).with_limits(desk.limits().clone());
    let places: Vec<_> = question
        .boards
        .iter()
        .map(|term| match term {
            Term::Position { rules, position, places } => {
                Some((Place::read(rules, position).ok()?, places.clone()))
            }
            Term::Value { .. } => None,
        })
        .collect();
    undecided::by_moves(&mut session, &places)
}

/// A sum with a board whose play may be endless is told by other means; `None` if there is no such board.
fn endless_terms(question: &Question, desk: &Desk<'_>) -> Result<Option<Json>, Json> {
    let mut terms = Vec::new();
    let mut endless = false;
    let mut misere = false;
    for (at, term) in question.boards.iter().enumerate() {
        let Term::Position { rules, position, places } = term else { continue };
        let place = Place::read(rules, position).map_err(|mut wrong| {
            wrong["board"] = json!(at);
            wrong
        })?;
        endless |= !place.board.ends();
        misere |= place.rules.is_misere();
        terms.push(endless::Term::Position(Box::new(place), places.clone()));
    }
    if !endless {
        return Ok(None);
    }
    if misere && question.boards.len() > 1 {
        return Ok(Some(json!({
            "none": "play is misère: winners are told, values are those of normal play",
        })));
    }
    let arena = desk.arena();
    let mut session = Session::new(&arena).with_limits(desk.limits().clone());
    let mut all = Vec::new();
    let mut places = terms.into_iter();
    for term in &question.boards {
        match term {
            Term::Position { .. } => all.extend(places.next()),
            Term::Value { value } => match session.calculator().parse(value) {
                Ok(game) => all.push(endless::Term::Value(game)),
                Err(error) => return Ok(Some(json!({ "none": error.to_string() }))),
            },
        }
    }
    let reply = question.reply.map(Mover::player);
    Ok(Some(endless::sum(&mut session, &all, reply, desk.limits())))
}

/// A term with its picture; with its value, if that was found.
fn read(
    term: &Term,
    desk: &Desk<'_>,
    limits: &Limits,
    session: &mut Session<'_>,
) -> Result<(Json, Option<Valued>), Json> {
    match term {
        Term::Value { value } => {
            let mut calc = session.calculator();
            let game = match calc.parse(value) {
                Ok(game) => game,
                Err(Error::Stopped(reason)) => {
                    let mut told = json!({});
                    told_stopped(&mut told, reason);
                    return Ok((told, None));
                }
                Err(error) => {
                    let (start, end) = match &error {
                        Error::Parse { span, .. } => (span.start, span.end),
                        _ => (0, value.len()),
                    };
                    return Err(json!({ "diagnostics": [{
                        "kind": "syntax", "message": error.to_string(), "line": 1, "column": start + 1, "fixes": [],
                        "start": crate::diagnosis::units(value, start), "end": crate::diagnosis::units(value, end),
                    }] }));
                }
            };
            let told = with_value(session, json!({}), game);
            Ok((told, Some(Valued { place: None, value: game, moves: Vec::new() })))
        }
        Term::Position { rules, position, places } => {
            let place = Place::read(rules, position)?;
            let scene = place.scene(places);
            let layout = layout(&scene);
            let mut told = json!({
                "rules": place.rules.name(),
                "position": position,
                "svg": board(&scene, &layout, &[], &place.sentence()),
            });
            if place.rules.is_misere() {
                told["none"] =
                    json!("play is misère: winners are told, values are those of normal play");
                return Ok((told, None));
            }
            let mut moves = all_moves(&place, &layout);
            match valued(session.calculator().arena(), &place, &mut moves, desk, limits) {
                Ok(value) => {
                    told = with_value(session, told, value);
                    Ok((told, Some(Valued { place: Some(place), value, moves })))
                }
                Err(SolveError::Stopped(reason)) => {
                    told_stopped(&mut told, reason);
                    Ok((told, None))
                }
                Err(error) => {
                    told["none"] = json!(error.to_string());
                    Ok((told, None))
                }
            }
        }
    }
}

fn with_value(session: &mut Session<'_>, mut told: Json, value: Game) -> Json {
    told["value"] = answer::short(session, value);
    if let Ok(temperature) = session.calculator().temperature(value) {
        told["temperature"] = json!(temperature.to_string());
    }
    told
}

/// Who wins a sum whose values are not known: the winners, and every winning move as far as the limits allow.
fn search(question: &Question, answer: &mut Json, desk: &Desk<'_>) {
    let arena = desk.arena();
    match searched(question, answer, &arena, &desk.part_of_limits(1.0)) {
        Ok(None) => {
            if let Some(fields) = answer.as_object_mut() {
                fields.remove("stopped");
                fields.remove("message");
            }
        }
        Ok(Some(reason)) | Err(SolveError::Stopped(reason)) => told_stopped(answer, reason),
        Err(error) => answer["none"] = json!(error.to_string()),
    }
}

fn searched(
    question: &Question,
    answer: &mut Json,
    arena: &Arena,
    limits: &Limits,
) -> Result<Option<Stopped>, SolveError> {
    let mut search = OutcomeSearch::new(arena)?;
    let mut session = Session::new(arena).with_limits(limits.clone());
    let mut sum = Vec::new();
    let mut places = Vec::new();
    for term in &question.boards {
        match term {
            Term::Value { value } => {
                sum.push(Component::Value(session.calculator().parse(value)?));
                places.push(None);
            }
            Term::Position { rules, position, .. } => {
                // It was read before.
                let Ok(place) = Place::read(rules, position) else { return Ok(None) };
                sum.push(search.game(&place.board, place.position.clone())?);
                places.push(Some(place));
            }
        }
    }
    let (winners, stopped) = search.winners(&sum, limits)?;
    for (player, field) in [(Player::Left, "left_starts"), (Player::Right, "right_starts")] {
        let Some(winner) = winners.winner(player) else { continue };
        let moves = search.moves(&sum, player)?;
        answer[field] = json!({ "winner": winner.to_string(), "moves": moves.len() });
        let mut winning = Vec::new();
        let mut first = None;
        for one in &moves {
            let wins = winner == player
                && match search.wins(&one.apply(&sum), player.opponent(), limits) {
                    Ok(loses) => !loses,
                    Err(SolveError::Stopped(reason)) => {
                        answer[field]["winning"] = json!(winning);
                        answer[field]["complete"] = json!(false);
                        return Ok(Some(reason));
                    }
                    Err(error) => return Err(error),
                };
            if wins || first.is_none() {
                let mut told =
                    told_target(&mut session, places[one.component].as_ref(), &one.to, player);
                told["board"] = json!(one.component);
                told["wins"] = json!(wins);
                if wins {
                    winning.push(told.clone());
                }
                if first.is_none() || (wins && winning.len() == 1) {
                    first = Some(told);
                }
            }
        }
        answer[field]["winning"] = json!(winning);
        if question.reply.map(Mover::player) == Some(player) {
            if let Some(reply) = &mut first {
                reply["why"] = json!(if reply["wins"] == true { "wins" } else { "nothing wins" });
            }
            answer["reply"] = first.unwrap_or(Json::Null);
        }
    }
    Ok(stopped)
}

/// A move of the search, as the page knows moves.
fn told_target(
    session: &mut Session<'_>,
    place: Option<&Place>,
    to: &Target,
    player: Player,
) -> Json {
    match (to, place) {
        (Target::Position(position), Some(place)) => {
            let places = BTreeMap::new();
            let layout = layout(&place.scene(&places));
            told_move(session, place, &place.known(player, position.clone(), &layout))
        }
        (Target::Value(value), _) => {
            let value = answer::short(session, *value);
            json!({ "name": format!("to {}", value["label"].as_str().unwrap_or("…")), "value": value })
        }
        _ => json!({}),
    }
}

/// A move in a sum: on which board, to which value, and the whole afterwards.
struct Step<'t> {
    board: usize,
    /// `None` for a term that is a value: the move is to one of its options.
    known: Option<&'t Known>,
    value: Game,
    wins: bool,
    mean: Dyadic,
    temperature: Dyadic,
}

fn judge(
    question: &Question,
    terms: &[Valued],
    session: &mut Session<'_>,
    answer: &mut Json,
) -> Result<(), Error> {
    let mut calc = session.calculator();
    // What lies before each term and what behind, added.
    let mut before = vec![Game::ZERO];
    for term in terms {
        let sum = before.last().copied().unwrap_or(Game::ZERO);
        before.push(calc.add(sum, term.value)?);
    }
    let mut rests = vec![Game::ZERO; terms.len()];
    let mut behind = Game::ZERO;
    for (at, term) in terms.iter().enumerate().rev() {
        rests[at] = calc.add(before[at], behind)?;
        behind = calc.add(behind, term.value)?;
    }
    let total = before.last().copied().unwrap_or(Game::ZERO);
    answer["value"] = answer::game(session, total).json;
    for (player, field) in [(Player::Left, "left_starts"), (Player::Right, "right_starts")] {
        let steps = steps(terms, &rests, player, &mut calc)?;
        let winner = calc.outcome(total)?.winner(player);
        let winning: Vec<Json> = steps
            .iter()
            .filter(|step| step.wins)
            .map(|step| told_step(session, terms, step))
            .collect();
        answer[field] = json!({
            "winner": winner.to_string(),
            "moves": steps.len(),
            "winning": winning,
        });
        if question.reply.map(Mover::player) == Some(player) {
            answer["reply"] = match choose(&steps, player) {
                Some(step) => {
                    let mut told = told_step(session, terms, step);
                    told["wins"] = json!(step.wins);
                    told["why"] = json!(if step.wins { "wins" } else { "keeps the best mean" });
                    told
                }
                None => Json::Null,
            };
        }
    }
    Ok(())
}

/// Every move of a player, with what is left after it.
fn steps<'t>(
    terms: &'t [Valued],
    rests: &[Game],
    player: Player,
    calc: &mut Calculator<'_>,
) -> Result<Vec<Step<'t>>, Error> {
    let mut steps = Vec::new();
    for (board, term) in terms.iter().enumerate() {
        let mut reached: Vec<(Option<&Known>, Game)> = Vec::new();
        if term.place.is_some() {
            let own =
                term.moves.iter().filter(|one| one.player.is_none_or(|mover| mover == player));
            reached.extend(own.filter_map(|one| Some((Some(one), one.value?))));
        } else {
            reached.extend(calc.options(term.value, player)?.into_iter().map(|game| (None, game)));
        }
        let temperature = calc.temperature(term.value)?;
        for (known, value) in reached {
            let after = calc.add(rests[board], value)?;
            let wins = match player {
                Player::Left => calc.ge(after, Game::ZERO)?,
                Player::Right => calc.le(after, Game::ZERO)?,
            };
            let mean = calc.mean(after)?;
            steps.push(Step { board, known, value, wins, mean, temperature: temperature.clone() });
        }
    }
    Ok(steps)
}

/// What the engine plays: a move that wins, on the hottest board; else the one with the best mean for the player.
fn choose<'s, 't>(steps: &'s [Step<'t>], player: Player) -> Option<&'s Step<'t>> {
    let mean = |step: &Step<'_>| match player {
        Player::Left => step.mean.clone(),
        Player::Right => -step.mean.clone(),
    };
    steps
        .iter()
        .enumerate()
        .max_by_key(|(at, step)| {
            let canonical = step.known.is_none_or(|known| known.canonical);
            let heat = step.wins.then(|| step.temperature.clone());
            // Of equals the first.
            (step.wins, heat, canonical, mean(step), std::cmp::Reverse(*at))
        })
        .map(|(_, step)| step)
}

fn told_step(session: &mut Session<'_>, terms: &[Valued], step: &Step<'_>) -> Json {
    let mut told = match (step.known, terms.get(step.board).and_then(|term| term.place.as_ref())) {
        (Some(known), Some(place)) => told_move(session, place, known),
        _ => {
            let value = answer::short(session, step.value);
            json!({ "name": format!("to {}", value["label"].as_str().unwrap_or("…")), "value": value })
        }
    };
    told["board"] = json!(step.board);
    told["wins"] = json!(step.wins);
    told
}
