//! What is to be drawn: the sum that words mean, and what a limit left open of it.

use crate::commands::sum;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use farstar::{Answer, Arena, Sum};
use farstar_lang::Session;
use farstar_value::text::Notation;

/// The sum that is meant: one word alone is an expression.
pub(super) fn meant(words: &Words, surroundings: &Surroundings) -> Result<Sum, Failure> {
    let Some(text) = words.only() else { return sum::read(words, &surroundings.limits()) };
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    session.set_limits(surroundings.limits());
    let found = session.eval(text).and_then(|value| {
        let game = session.game(&value);
        game.map_err(|fault| vec![fault])
    });
    let game = found.map_err(|found| {
        messages::diagnostics(None, text, &found, surroundings.coloured);
        Failure::Told(Exit::of_diagnostics(&found))
    })?;
    let mut calculator = arena.calculator_with(&surroundings.limits());
    let shown = calculator.print(game, Notation::Ascii).map_err(farstar::Error::from)?;
    Ok(Sum::of_value_within(&shown, &surroundings.limits())?)
}

/// What a limit has left open of an answer.
pub(super) fn open(answer: &Answer) -> Option<Failure> {
    if let Some(stop) = answer.stopped {
        return Some(Failure::of_stop(stop, answer.message.as_deref().unwrap_or_default()));
    }
    let unknown = answer.no_value.as_ref()?;
    unknown.stopped.map(|stop| Failure::of_stop(stop, &unknown.message))
}
