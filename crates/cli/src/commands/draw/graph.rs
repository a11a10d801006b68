//! The picture of a loopy value.

use super::asked::open;
use super::picture::Picture;
use crate::commands::sum;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use farstar::{Arena, Moves, Question, Solver};
use farstar_draw::loopy_picture;
use farstar_lang::{Diagnostic, Session, Value};

/// The value that an expression means, or that positions have, as a graph.
pub(super) fn of_value(words: &Words, surroundings: &Surroundings) -> Result<Picture, Failure> {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    session.set_limits(surroundings.limits());
    let text = match words.only() {
        Some(text) => text.to_owned(),
        None => valued(words, &arena, surroundings)?,
    };
    let told = |found: Vec<Diagnostic>| {
        messages::diagnostics(None, &text, &found, surroundings.coloured);
        Failure::Told(Exit::of_diagnostics(&found))
    };
    let value = match session.eval(&text).map_err(told)? {
        Value::Loopy(loopy) => loopy,
        value => {
            let game = session.game(&value).map_err(|fault| told(vec![fault]))?;
            session.calculator().loopy(game).map_err(farstar::Error::from)?
        }
    };
    let (svg, sentence) = loopy_picture(&value, &mut session.calculator())
        .ok_or_else(|| Failure::TooLarge("graphs of at most 40 positions are drawn".to_owned()))?;
    Ok(Picture { svg, sentence })
}

/// The text of the value of positions.
fn valued(words: &Words, arena: &Arena, surroundings: &Surroundings) -> Result<String, Failure> {
    let sum = sum::read(words, &surroundings.limits())?;
    let question = Question { moves: Moves::None, ..Question::default() };
    let answer = Solver::new(arena).answer(&sum, question, &surroundings.limits())?;
    if let Some(stopped) = open(&answer) {
        return Err(stopped);
    }
    answer.value.ok_or_else(|| Failure::TooLarge("the value is too long to be read".to_owned()))
}
