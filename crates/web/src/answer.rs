//! Values as JSON: text, formula, facts, thermograph.

use crate::outline;
use dashu_int::ops::BitTest;
use farstar_draw::{
    ThermographPicture, label, mathml, short_label, thermograph, thermograph_sentence,
};
use farstar_lang::{Session, Value};
use farstar_solve::outcome::Winners;
use farstar_solve::ruleset_values::AnyValue;
use farstar_value::loopy::{Loopy, LoopyOutcome};
use farstar_value::text::Notation;
use farstar_value::{Calculator, Error, Game, Outcome, Player, Stopped, Thermograph};
use serde_json::{Map, Value as Json, json};

/// Longer texts are cut.
const LONGEST_TEXT: usize = 200_000;
/// Longer texts have no formula in a list.
const LONGEST_IN_LIST: usize = 120;
/// Integers of more bits are not written in digits.
const MOST_BITS: u64 = 1 << 21;

/// A value told, and the limit that kept some of it back.
pub(crate) struct Told {
    pub(crate) json: Json,
    pub(crate) stopped: Option<Stopped>,
}

/// The word by which a limit is told.
pub(crate) fn stopped_word(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Nodes => "nodes",
        Stopped::Memory => "memory",
        Stopped::Time => "time",
        Stopped::Cancelled => "cancelled",
    }
}

/// A value of the language.
pub(crate) fn value(session: &mut Session<'_>, value: &Value) -> Told {
    let mut told = Map::new();
    let kind = session.type_name(value);
    told.insert("type".into(), json!(kind));
    if let Value::Number(x) = value
        && x.numerator().bit_len() as u64 > MOST_BITS
    {
        let text = format!("(an integer of {} bits)", x.numerator().bit_len());
        told.insert("text".into(), json!(text));
        told.insert("cut".into(), json!(true));
        return Told { json: Json::Object(told), stopped: None };
    }
    let text = session.display(value);
    written(&mut told, &text);
    let mut stopped = None;
    match value {
        Value::Number(_) | Value::Game(_) | Value::Form(_) => match session.game(value) {
            Ok(found) => {
                let mut calc = session.calculator();
                if let Value::Form(_) = value {
                    let value = session.display(&Value::Game(found));
                    valued(&mut told, &value);
                } else if long(&text) {
                    told.insert("outline".into(), outline::outline(session, found));
                }
                stopped = facts(&mut calc, found, &mut told);
            }
            Err(diagnostic) => {
                if let farstar_lang::Kind::Stopped(reason) = diagnostic.kind {
                    stopped = Some(reason);
                }
            }
        },
        Value::Loopy(loopy) => stopped = loopy_facts(&mut session.calculator(), loopy, &mut told),
        Value::Thermograph(walls) => {
            told.insert("thermograph".into(), walls_json(walls));
        }
        other if other.type_name() == "Position" => match session.game(value) {
            Ok(found) => {
                let mut calc = session.calculator();
                let value = session.display(&Value::Game(found));
                valued(&mut told, &value);
                stopped = facts(&mut calc, found, &mut told);
            }
            Err(diagnostic) => {
                if let farstar_lang::Kind::Stopped(reason) = diagnostic.kind {
                    stopped = Some(reason);
                } else {
                    told.insert("none".into(), json!(diagnostic.message));
                }
            }
        },
        _ => {}
    }
    Told { json: Json::Object(told), stopped }
}

/// The value of a position or a form: its text, and the formula where that is not too long.
fn valued(told: &mut Map<String, Json>, text: &str) {
    let shown: String = text.chars().take(LONGEST_TEXT).collect();
    told.insert("value".into(), json!(shown));
    if !long(text) {
        told.insert("value_label".into(), json!(label(text)));
        told.insert("value_mathml".into(), json!(mathml(text)));
    }
}

/// Text, label and formula.
fn written(told: &mut Map<String, Json>, text: &str) {
    let mut shown = text;
    if text.len() > LONGEST_TEXT {
        let mut end = LONGEST_TEXT;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        shown = &text[..end];
        told.insert("cut".into(), json!(true));
    }
    told.insert("text".into(), json!(shown));
    let long = long(text);
    told.insert("long".into(), json!(long));
    if long {
        told.insert("mathml".into(), json!([]));
    } else {
        told.insert("label".into(), json!(label(text)));
        told.insert("mathml".into(), json!(mathml(text)));
    }
}

/// Whether a text is too long for a formula.
fn long(text: &str) -> bool {
    text.len() > farstar_draw::LONGEST_FORMULA
}

/// The value of a position whose play may be endless: everything about it.
pub(crate) fn any(session: &mut Session<'_>, value: &AnyValue) -> Told {
    match value {
        AnyValue::Short(game) => self::game(session, *game),
        AnyValue::Loopy(loopy) => self::value(session, &Value::Loopy(loopy.clone())),
    }
}

/// The same in a list: short.
pub(crate) fn short_any(session: &mut Session<'_>, value: &AnyValue) -> Json {
    match value {
        AnyValue::Short(game) => short(session, *game),
        AnyValue::Loopy(loopy) => {
            let text = session.display(&Value::Loopy(loopy.clone()));
            listed(&text, None)
        }
    }
}

/// The value of a position or a sum: everything about it.
pub(crate) fn game(session: &mut Session<'_>, game: Game) -> Told {
    let value = match session.calculator().as_number(game) {
        Some(number) => Value::Number(number.into()),
        None => Value::Game(game),
    };
    self::value(session, &value)
}

/// A value in a list: short.
pub(crate) fn short(session: &mut Session<'_>, game: Game) -> Json {
    let text = session.display(&Value::Game(game));
    let mean = session.calculator().mean(game).ok().map(|mean| mean.to_string());
    listed(&text, mean)
}

/// A text as it stands in a list: whole with its formula, or only what is short of it.
fn listed(text: &str, mean: Option<String>) -> Json {
    let shown = short_label(text, mean.as_deref());
    if long(text) {
        return json!({ "text": null, "label": shown, "short": shown, "mean": mean, "long": true });
    }
    let mut told = json!({ "text": text, "label": label(text), "short": shown, "mean": mean });
    if text.len() <= LONGEST_IN_LIST {
        told["mathml"] = json!(mathml(text));
    }
    told
}

/// Who wins.
pub(crate) fn outcome(outcome: Outcome) -> Json {
    json!({
        "letter": outcome.to_string(),
        "left_starts": outcome.winner(Player::Left).to_string(),
        "right_starts": outcome.winner(Player::Right).to_string(),
    })
}

/// Who wins, as far as it is known.
pub(crate) fn winners(winners: &Winners) -> Json {
    let name = |player: Option<Player>| player.map(|player| player.to_string());
    json!({
        "letter": winners.outcome().map(|outcome| outcome.to_string()),
        "left_starts": name(winners.left_starts),
        "right_starts": name(winners.right_starts),
    })
}

/// Who wins, when endless play is a draw.
pub(crate) fn loopy_outcome(found: LoopyOutcome) -> Json {
    let (left, right) = match found {
        LoopyOutcome::Decided(found) => return outcome(found),
        LoopyOutcome::PHat => ("draw", "Left"),
        LoopyOutcome::PCheck => ("Right", "draw"),
        LoopyOutcome::NHat => ("Left", "draw"),
        LoopyOutcome::NCheck => ("draw", "Right"),
        LoopyOutcome::D => ("draw", "draw"),
    };
    json!({ "letter": found.to_string(), "left_starts": left, "right_starts": right })
}

/// The winner when `starter` moves first; `None` is a draw.
pub(crate) fn loopy_winner(found: LoopyOutcome, starter: Player) -> Option<Player> {
    match (found, starter) {
        (LoopyOutcome::Decided(found), _) => Some(found.winner(starter)),
        (LoopyOutcome::PHat, Player::Right) | (LoopyOutcome::NHat, Player::Left) => {
            Some(Player::Left)
        }
        (LoopyOutcome::PCheck, Player::Left) | (LoopyOutcome::NCheck, Player::Right) => {
            Some(Player::Right)
        }
        _ => None,
    }
}

/// What is known of a short game; the limit that was met, if one was.
fn facts(calc: &mut Calculator<'_>, game: Game, told: &mut Map<String, Json>) -> Option<Stopped> {
    let mut facts = Map::new();
    let mut stopped = None;
    let mut note = |error: Error| {
        if let Error::Stopped(reason) = error {
            stopped = Some(reason);
        }
    };
    match calc.outcome(game) {
        Ok(found) => {
            facts.insert("outcome".into(), outcome(found));
        }
        Err(error) => note(error),
    }
    match calc.thermograph(game) {
        Ok(walls) => {
            facts.insert("mean".into(), json!(walls.mean().to_string()));
            facts.insert("temperature".into(), json!(walls.temperature().to_string()));
            told.insert("thermograph".into(), walls_json(&walls));
        }
        Err(error) => {
            let reason = json!({ "none": error.to_string() });
            facts.insert("mean".into(), reason.clone());
            facts.insert("temperature".into(), reason);
            note(error);
        }
    }
    match atomic_weight(calc, game) {
        Ok(weight) => {
            facts.insert("atomic_weight".into(), weight);
        }
        Err(error) => {
            facts.insert("atomic_weight".into(), json!({ "none": error.to_string() }));
            note(error);
        }
    }
    for (name, stop) in [("left_stop", calc.left_stop(game)), ("right_stop", calc.right_stop(game))]
    {
        match stop {
            Ok(stop) => {
                facts.insert(name.into(), json!(stop.to_string()));
            }
            Err(error) => note(error),
        }
    }
    match calc.birthday(game) {
        Ok(day) if day.bit_len() as u64 <= MOST_BITS => {
            facts.insert("birthday".into(), json!(day.to_string()));
        }
        Ok(_) => {}
        Err(error) => note(error),
    }
    if let Ok(text) = calc.print(game, Notation::Latex)
        && text.len() <= LONGEST_TEXT
    {
        told.insert("latex".into(), json!(text));
    }
    told.insert("facts".into(), Json::Object(facts));
    stopped
}

/// The atomic weight, or in a few words why there is none.
fn atomic_weight(calc: &mut Calculator<'_>, game: Game) -> Result<Json, Error> {
    if !calc.is_infinitesimal(game)? {
        let hot = calc.temperature(game)?.is_positive();
        let reason = if hot { "hot, not infinitesimal" } else { "not infinitesimal" };
        return Ok(json!({ "none": reason }));
    }
    match calc.atomic_weight(game) {
        Ok(weight) => {
            let text = calc.print(weight, Notation::Ascii)?;
            Ok(json!({ "value": text, "label": label(&text) }))
        }
        Err(Error::NotAtomic { .. }) => {
            Ok(json!({ "none": "no number of ups, seen from the far star" }))
        }
        Err(error) => Err(error),
    }
}

fn walls_json(walls: &Thermograph) -> Json {
    let wall = |player| -> Vec<[String; 2]> {
        let corners = walls.corners(player);
        corners.iter().map(|(t, x)| [x.to_string(), t.to_string()]).collect()
    };
    json!({
        "left": wall(Player::Left),
        "right": wall(Player::Right),
        "mast": { "value": walls.mean().to_string(), "from": walls.temperature().to_string() },
        "svg": thermograph(walls, &ThermographPicture::default()),
        "alt": thermograph_sentence(walls),
    })
}

fn loopy_facts(
    calc: &mut Calculator<'_>,
    game: &Loopy,
    told: &mut Map<String, Json>,
) -> Option<Stopped> {
    let mut facts = Map::new();
    let mut stopped = None;
    match calc.loopy_outcome(game) {
        Ok(found) => {
            facts.insert("outcome".into(), loopy_outcome(found));
        }
        Err(Error::Stopped(reason)) => stopped = Some(reason),
        Err(_) => {}
    }
    for (name, player) in [("left_stop", Player::Left), ("right_stop", Player::Right)] {
        match calc.loopy_stop(game, player) {
            Ok(Some(stop)) => {
                if let Ok(text) = calc.loopy_print(&stop) {
                    facts.insert(name.into(), json!(text));
                }
            }
            Ok(None) => {}
            Err(Error::Stopped(reason)) => stopped = Some(reason),
            Err(_) => {}
        }
    }
    for name in ["mean", "temperature", "atomic_weight"] {
        facts.insert(name.into(), json!({ "none": "loopy" }));
    }
    told.insert("facts".into(), Json::Object(facts));
    stopped
}
