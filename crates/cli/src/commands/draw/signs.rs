//! The picture of a sign expansion.

use super::asked::evaluated;
use super::picture::Picture;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use farstar::Arena;
use farstar_lang::{Session, Value};

/// The path to the number that an expression is worth.
pub(super) fn path(words: &Words, surroundings: &Surroundings) -> Result<Picture, Failure> {
    let Some(text) = words.only() else {
        return Err(Failure::Usage("one expression is drawn, such as 'omega/3'".to_owned()));
    };
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    session.set_limits(surroundings.limits());
    evaluated(text, surroundings, |_, _| Ok(()))?;
    let asked = format!("({text}).Tree");
    match session.eval(&asked) {
        Ok(Value::Plot(plot)) => {
            Ok(Picture { svg: plot.svg().to_owned(), sentence: plot.sentence().to_owned() })
        }
        Err(found) if Exit::of_diagnostics(&found) == Exit::Stopped => {
            messages::diagnostics(None, &asked, &found, surroundings.coloured);
            Err(Failure::Told(Exit::Stopped))
        }
        _ => Err(Failure::Input(format!("{text} is no number, which alone has a sign expansion"))),
    }
}
