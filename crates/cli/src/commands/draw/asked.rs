//! What is to be drawn: the sum that words mean, and what a limit left open of it.

use crate::commands::sum;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use farstar::{Answer, Arena, Player, Sum};
use farstar_draw::WallCorners;
use farstar_lang::{AnyThermograph, Diagnostic, Session, Value};

/// The sum that is meant: one word alone is an expression.
pub(super) fn meant(words: &Words, surroundings: &Surroundings) -> Result<Sum, Failure> {
    let Some(text) = words.only() else { return sum::read(words, &surroundings.limits()) };
    let shown = evaluated(text, surroundings, printed)?;
    Ok(Sum::of_value_within(&shown, &surroundings.limits())?)
}

/// What is made of the value of an expression.
pub(super) fn evaluated<T>(
    text: &str,
    surroundings: &Surroundings,
    make: impl FnOnce(&mut Session<'_>, &Value) -> Result<T, Diagnostic>,
) -> Result<T, Failure> {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    session.set_limits(surroundings.limits());
    let made = session.eval(text).and_then(|value| {
        let made = make(&mut session, &value);
        made.map_err(|fault| vec![fault])
    });
    made.map_err(|found| {
        messages::diagnostics(None, text, &found, surroundings.coloured);
        Failure::Told(Exit::of_diagnostics(&found))
    })
}

/// The game that a value is.
pub(super) fn printed(session: &mut Session<'_>, value: &Value) -> Result<String, Diagnostic> {
    let game = session.game(value)?;
    session.display(&Value::Game(game))
}

/// What has a thermograph.
pub(super) enum Thermal {
    /// A game, as it is typed.
    Game(String),
    /// The walls of a loopy value, or a thermograph that is a value itself.
    Walls(farstar_value::Result<Named>),
}

/// A thermograph, and who is komaster in it, if that makes a difference.
pub(super) type Named = (&'static str, WallCorners);

/// Who is komaster, as it is written beside a thermograph.
pub(super) fn of_ko(ko: bool, komaster: Option<Player>) -> &'static str {
    match komaster {
        Some(Player::Left) => "Left is komaster",
        Some(Player::Right) => "Right is komaster",
        None if ko => "no komaster",
        None => "",
    }
}

/// The game or the thermograph that a value is.
pub(super) fn thermal(session: &mut Session<'_>, value: &Value) -> Result<Thermal, Diagnostic> {
    Ok(match value {
        Value::Thermograph(walls) => {
            let name = match &**walls {
                AnyThermograph::Loopy(walls) => of_ko(walls.has_ko(), walls.komaster()),
                AnyThermograph::Short(_) => "",
            };
            Thermal::Walls(Ok((name, walls.drawn())))
        }
        Value::Loopy(value) => {
            let walls = session.calculator().loopy_thermograph(value);
            Thermal::Walls(walls.map(|walls| ("", WallCorners::from(&walls))))
        }
        value => Thermal::Game(printed(session, value)?),
    })
}

/// What a limit has left open of an answer.
pub(super) fn open(answer: &Answer) -> Option<Failure> {
    if let Some(stop) = answer.stopped {
        return Some(Failure::of_stop(stop, answer.message.as_deref().unwrap_or_default()));
    }
    let unknown = answer.no_value.as_ref()?;
    unknown.stopped.map(|stop| Failure::of_stop(stop, &unknown.message))
}
