//! Values as JSON: text, formula, facts, thermograph.

use crate::outline;
use dashu_int::ops::BitTest;
use farstar::{Answer, AnyValue, Stop};
use farstar_draw::{
    ThermographPicture, WallCorners, label, loopy_picture, mathml, short_label, thermograph,
    thermograph_sentence,
};
use farstar_lang::{Diagnostic, Kind, Session, Value};
use farstar_value::text::Notation;
use farstar_value::{Calculator, Error, Game, Player, Stopped};
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

/// A limit that was met, as the whole answer.
pub(crate) fn stopped(reason: Stopped) -> Json {
    json!({ "stopped": reason.word(), "message": reason.to_string() })
}

/// Notes why there is no answer, and the limit or the ceiling behind it.
pub(crate) fn note_none(told: &mut Json, error: &farstar::Error) {
    told["none"] = json!(error.to_string());
    if let Some(stop) = error.stop() {
        told["stopped"] = json!(stop.word());
    }
}

/// Why there is no answer, as the whole answer.
pub(crate) fn none(error: &farstar::Error) -> Json {
    let mut told = json!({});
    note_none(&mut told, error);
    told
}

/// A value of the language.
pub(crate) fn value(session: &mut Session<'_>, value: &Value) -> Told {
    let mut told = Map::new();
    let mut stopped = None;
    let kind = session.type_name(value).unwrap_or_else(|limit| {
        stopped = reason(&limit);
        value.type_name()
    });
    told.insert("type".into(), json!(kind));
    if let Value::Number(x) = value
        && x.numerator().bit_len() as u64 > MOST_BITS
    {
        let text = format!("(an integer of {} bits)", x.numerator().bit_len());
        told.insert("text".into(), json!(text));
        told.insert("cut".into(), json!(true));
        return Told { json: Json::Object(told), stopped: None };
    }
    let text = match session.display(value) {
        Ok(text) => text,
        Err(limit) => {
            written(&mut told, "…");
            told.insert("cut".into(), json!(true));
            return Told { json: Json::Object(told), stopped: stopped.or(reason(&limit)) };
        }
    };
    written(&mut told, &text);
    match value {
        Value::Text(raw) => {
            let shown: String = raw.as_str().chars().take(LONGEST_TEXT).collect();
            told.insert("raw".into(), json!(shown));
        }
        Value::Number(_) | Value::Game(_) | Value::Form(_) => match session.game(value) {
            Ok(found) => {
                let mut calc = session.calculator();
                if let Value::Form(_) = value {
                    match session.display(&Value::Game(found)) {
                        Ok(value) => valued(&mut told, &value),
                        Err(limit) => stopped = stopped.or(reason(&limit)),
                    }
                } else if long(&text) {
                    told.insert("outline".into(), outline::outline(session, found));
                }
                stopped = stopped.or(facts(&mut calc, &AnyValue::Short(found), &mut told));
            }
            Err(diagnostic) => stopped = stopped.or(reason(&diagnostic)),
        },
        Value::Loopy(loopy) => {
            let value = AnyValue::Loopy(loopy.clone());
            let mut calc = session.calculator();
            stopped = stopped.or(facts(&mut calc, &value, &mut told));
            if let Some((svg, alt)) = loopy_picture(loopy, &mut calc) {
                told.insert("graph".into(), json!({ "svg": svg, "alt": alt }));
            }
        }
        Value::Thermograph(walls) => {
            told.insert("thermograph".into(), walls_json(&walls.drawn()));
        }
        other if other.type_name() == "Position" => match session.game(value) {
            Ok(found) => {
                let mut calc = session.calculator();
                match session.display(&Value::Game(found)) {
                    Ok(value) => valued(&mut told, &value),
                    Err(limit) => stopped = stopped.or(reason(&limit)),
                }
                stopped = stopped.or(facts(&mut calc, &AnyValue::Short(found), &mut told));
            }
            Err(diagnostic) => match reason(&diagnostic) {
                None => {
                    told.insert("none".into(), json!(diagnostic.message.as_str()));
                }
                limit => stopped = stopped.or(limit),
            },
        },
        _ => {}
    }
    Told { json: Json::Object(told), stopped }
}

/// The limit that a diagnostic tells of.
fn reason(diagnostic: &Diagnostic) -> Option<Stopped> {
    match diagnostic.kind {
        Kind::Stopped(reason) => Some(reason),
        _ => None,
    }
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
    listed(text.ok().as_deref(), mean.as_deref())
}

/// A text as it stands in a list: whole with its formula, or only what is short of it; of a text that is too long or
/// that a limit kept back, what takes its place.
pub(crate) fn listed(text: Option<&str>, mean: Option<&str>) -> Json {
    let Some(text) = text.filter(|text| !long(text)) else {
        let shown = text.map_or_else(|| near(mean), |text| short_label(text, mean));
        return json!({ "text": null, "label": shown, "short": shown, "mean": mean, "long": true });
    };
    let shown = short_label(text, mean);
    let mut told = json!({ "text": text, "label": label(text), "short": shown, "mean": mean });
    if text.len() <= LONGEST_IN_LIST {
        told["mathml"] = json!(mathml(text));
    }
    told
}

/// What is short of a value whose text is not known: its mean.
fn near(mean: Option<&str>) -> String {
    mean.map_or_else(|| "…".to_owned(), |mean| format!("~{}", label(mean)))
}

/// Who wins, as far as it is known.
pub(crate) fn winners(answer: &Answer) -> Json {
    json!({
        "letter": answer.outcome.map(|outcome| outcome.to_string()),
        "left_starts": answer.left_starts.winner,
        "right_starts": answer.right_starts.winner,
    })
}

/// What is known of a value; the limit that was met, if one was.
fn facts(
    calc: &mut Calculator<'_>,
    value: &AnyValue,
    told: &mut Map<String, Json>,
) -> Option<Stopped> {
    let known = Answer::of_value(value, calc);
    let mut stopped = known.stopped.and_then(Stop::limit);
    let absent = match value {
        AnyValue::Short(_) => known.message.as_deref().unwrap_or("not known"),
        AnyValue::Loopy(_) => known.no_thermograph.as_deref().unwrap_or("loopy"),
    };
    let mut facts = Map::new();
    if known.outcome.is_some() {
        facts.insert("outcome".into(), winners(&known));
    }
    for (name, fact) in [("mean", &known.mean), ("temperature", &known.temperature)] {
        let told = fact.as_ref().map_or_else(|| json!({ "none": absent }), |fact| json!(fact));
        facts.insert(name.into(), told);
    }
    let weight = match &known.atomic_weight {
        Some(text) => json!({ "value": text, "label": label(text) }),
        None => json!({ "none": known.no_atomic_weight.as_deref().unwrap_or(absent) }),
    };
    facts.insert("atomic_weight".into(), weight);
    let rest = [
        ("left_stop", known.left_stop),
        ("right_stop", known.right_stop),
        ("birthday", known.birthday),
    ];
    for (name, fact) in rest {
        facts.extend(fact.map(|fact| (name.to_owned(), json!(fact))));
    }
    told.insert("facts".into(), Json::Object(facts));
    if let AnyValue::Short(game) = value {
        if let Ok(walls) = calc.thermograph(*game) {
            told.insert("thermograph".into(), walls_json(&(&walls).into()));
        }
        match calc.print(*game, Notation::Latex) {
            Ok(text) if text.len() <= LONGEST_TEXT => {
                told.insert("latex".into(), json!(text));
            }
            Err(Error::Stopped(reason)) => stopped = Some(reason),
            _ => {}
        }
    }
    stopped
}

fn walls_json(walls: &WallCorners) -> Json {
    let wall = |player| -> Vec<[String; 2]> {
        let corners = walls.corners(player);
        corners.iter().map(|(x, t)| [x.to_string(), t.to_string()]).collect()
    };
    let (mean, temperature) = walls.foot();
    json!({
        "left": wall(Player::Left),
        "right": wall(Player::Right),
        "mast": { "value": mean.to_string(), "from": temperature.to_string() },
        "svg": thermograph(walls, &ThermographPicture::default()),
        "alt": thermograph_sentence(walls),
    })
}
