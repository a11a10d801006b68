//! The sum that the words of `value`, `outcome` and `play` mean.

use crate::exit::Failure;
use crate::input::Lines;
use crate::output::Output;
use crate::ruleset::{self, Source, Words};
use crate::surroundings::Surroundings;
use farstar::{Limits, Ruleset, Sum};
use serde_json::json;

/// Help on how sums are written.
pub(super) const HELP: &str = "A lone + begins another ruleset. `value` stands for a ruleset whose positions are values, a code such as 0.77 for \
    one whose positions are heaps; - as a position reads all positions of standard input, one a \
    line, and sums them; `farstar table` has a row for each.";

/// Reads the summands.
pub(super) fn read(words: &Words, limits: &Limits) -> Result<Sum, Failure> {
    let groups = words.groups();
    if groups.len() > 1 && groups.iter().any(Words::is_empty) {
        return Err(Failure::Usage(
            "a lone + stands between two rulesets with their positions; nothing stands on one side of it"
                .to_owned(),
        ));
    }
    let mut sum = Sum::default();
    for (at, group) in groups.into_iter().enumerate() {
        let (source, positions) =
            if at == 0 { group.split(limits) } else { group.split_later(is_known, limits) }?;
        let positions = with_lines(positions)?;
        let ruleset = match source {
            Source::Named("value" | "values") => {
                add_values(&mut sum, &positions, limits)?;
                continue;
            }
            Source::Named(name) => match positions.first().filter(|first| is_known(first)) {
                // the other way round
                Some(first) if !is_known(name) => {
                    return Err(Failure::Input(format!(
                        "the ruleset comes before its positions: {first} {name}"
                    )));
                }
                _ => ruleset::named(name)?,
            },
            Source::File(ruleset) => ruleset,
        };
        for position in ruleset::positions(&ruleset, &positions, limits)? {
            sum += position;
        }
    }
    Ok(sum)
}

/// The same; where a limit or a ceiling is met while positions are read, what says so is printed if answers are JSON.
pub(super) fn read_or_tell(words: &Words, surroundings: &Surroundings) -> Result<Sum, Failure> {
    read(words, &surroundings.limits()).inspect_err(|failure| {
        if surroundings.json
            && let Some(stop) = failure.stop()
        {
            // of what was not read nothing is known; a fault of the output is told behind what is wrong
            let nothing = json!({ "stopped": stop.word(), "message": failure.to_string() });
            let _ = Output::new().json(&nothing);
        }
    })
}

fn add_values(sum: &mut Sum, texts: &[String], limits: &Limits) -> Result<(), Failure> {
    if texts.is_empty() {
        return Err(Failure::Usage("a value is needed, such as '{1|-1}'".to_owned()));
    }
    for text in texts {
        *sum += Sum::of_value_within(text, limits).map_err(|error| match error {
            farstar::Error::Solver(error) => Failure::of_solver(error, text),
            error => error.into(),
        })?;
    }
    Ok(())
}

fn is_known(name: &str) -> bool {
    matches!(name, "value" | "values") || Ruleset::named(name).is_ok()
}

/// The positions, with the lines of standard input in the place of `-`.
pub(super) fn with_lines(positions: &[String]) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for position in positions {
        if position != "-" {
            all.push(position.clone());
            continue;
        }
        let mut lines = Lines::open("-")?;
        while let Some((_, line)) = lines.next()? {
            let line = line.trim();
            if !line.is_empty() {
                all.push(line.to_owned());
            }
        }
    }
    Ok(all)
}
