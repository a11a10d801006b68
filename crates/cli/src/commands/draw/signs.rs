//! The picture of a sign expansion.

use super::picture::Picture;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::ruleset::Words;
use crate::surroundings::Surroundings;
use farstar::Arena;
use farstar_draw::{SignStep, sign_path};
use farstar_lang::{Session, Value};
use farstar_num::{Sign, SignBlock, SignRun, SignSequence, Surreal};

/// Longer names of numbers are not written at corners.
const LONGEST: usize = 24;

/// The path to the number that an expression is worth.
pub(super) fn path(words: &Words, surroundings: &Surroundings) -> Result<Picture, Failure> {
    let Some(text) = words.only() else {
        return Err(Failure::Usage("one expression is drawn, such as 'omega/3'".to_owned()));
    };
    let (number, signs) = (asked(text, "", surroundings)?, asked(text, ".Signs", surroundings)?);
    let signs: SignSequence =
        signs.trim_matches('"').parse().map_err(|error| Failure::Input(format!("{error}")))?;
    let (mut steps, mut repeated, mut before) = (Vec::new(), 0, Vec::new());
    for block in signs.blocks() {
        let runs = match block {
            SignBlock::Run(run) => std::slice::from_ref(run),
            SignBlock::Periodic(word) => word,
        };
        repeated = if matches!(block, SignBlock::Periodic(_)) { runs.len() } else { 0 };
        for run in runs {
            before.push(SignBlock::Run(run.clone()));
            steps.push(step(run, &before));
        }
    }
    let born = signs.len().map_err(|error| Failure::Input(error.to_string()))?;
    let sentence = format!("{number} = {signs}, born on day {born}");
    Ok(Picture { svg: sign_path(&steps, repeated, &number, &sentence), sentence })
}

fn step((sign, length): &SignRun, path: &[SignBlock]) -> SignStep {
    let reached = SignSequence::from_blocks(path.iter().cloned());
    let number = reached.and_then(|signs| Surreal::from_signs(&signs)).map(|x| x.to_string()).ok();
    SignStep {
        plus: *sign == Sign::Positive,
        length: length.to_string(),
        number: number.filter(|name| name.chars().count() <= LONGEST),
    }
}

/// What an expression, or a method of it, is worth.
fn asked(text: &str, method: &str, surroundings: &Surroundings) -> Result<String, Failure> {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    session.set_limits(surroundings.limits());
    let text = if method.is_empty() { text.to_owned() } else { format!("({text}){method}") };
    let found = session.eval(&text).and_then(|value| match value {
        Value::Text(found) => Ok(found.as_str().to_owned()),
        value => session.display(&value).map_err(|fault| vec![fault]),
    });
    match found {
        Ok(found) => Ok(found),
        Err(found) => {
            messages::diagnostics(None, &text, &found, surroundings.coloured);
            Err(Failure::Told(Exit::of_diagnostics(&found)))
        }
    }
}
