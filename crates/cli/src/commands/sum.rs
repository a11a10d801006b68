//! The sum that the words of `outcome` and `play` mean.

use super::value::Heaps;
use crate::exit::Failure;
use crate::heap_game;
use crate::input::Lines;
use crate::ruleset::{self, Source, Words};
use farstar_rules::builtin;
use farstar_rules::language::Rules;
use farstar_rules::position::Ruleset;
use farstar_solve::Error;
use farstar_solve::outcome::{Component, Move, OutcomeSearch};
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Limits};

/// Heaps with more tokens go to the engine of sequences if their game has a code.
const LARGE_HEAP: u32 = 500;

/// One summand.
pub(super) struct Summand {
    pub(super) ruleset: String,
    pub(super) text: String,
    pub(super) component: Component,
}

/// Help on how sums are written.
pub(super) const HELP: &str = "A lone + begins another ruleset. `value` stands for a ruleset whose positions are values, a code such as 0.77 for \
    one whose positions are heaps; - as a position reads positions from standard input, one a line.";

/// Reads the summands; `search` gets their boards.
pub(super) fn read<'a>(
    words: &Words,
    arena: &'a Arena,
    search: &mut OutcomeSearch<'a>,
    limits: &Limits,
) -> Result<Vec<Summand>, Failure> {
    let mut summands = Vec::new();
    for (at, group) in words.groups().into_iter().enumerate() {
        let plain = group.without_file();
        let (source, positions) = match plain.split()? {
            // with a file of one ruleset the words of the first group are all positions
            (Source::Named(name), _) if group.has_file() && (at == 0 || !is_known(name)) => {
                group.split()?
            }
            other => other,
        };
        let positions = with_lines(positions)?;
        match source {
            Source::File(rules) => boards(&rules, &positions, search, &mut summands)?,
            Source::Named("value" | "values") => {
                values(&positions, arena, limits, &mut summands)?;
            }
            Source::Named(name) => match builtin::asked(name) {
                Ok(rules) => {
                    boards_or_heaps(&rules, &positions, arena, search, limits, &mut summands)?
                }
                Err(_) => match heap_game::read(&[name.to_owned()]) {
                    Ok(game) => heaps(game, &positions, arena, limits, &mut summands)?,
                    Err(failure) if name.contains('.') => return Err(failure),
                    Err(_) => {
                        ruleset::named(name)?;
                    }
                },
            },
        }
    }
    Ok(summands)
}

fn is_known(name: &str) -> bool {
    matches!(name, "value" | "values")
        || builtin::asked(name).is_ok()
        || heap_game::read(&[name.to_owned()]).is_ok()
}

/// The positions, with the lines of standard input in the place of `-`.
fn with_lines(positions: &[String]) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for position in positions {
        if position != "-" {
            all.push(position.clone());
            continue;
        }
        let mut lines = Lines::open("-")?;
        while let Some((_, line)) = lines.next()? {
            all.push(line.trim().to_owned());
        }
    }
    Ok(all)
}

fn boards<'a>(
    rules: &Rules,
    positions: &[String],
    search: &mut OutcomeSearch<'a>,
    summands: &mut Vec<Summand>,
) -> Result<(), Failure> {
    for position in ruleset::positions(rules, positions)? {
        let component = search
            .game(&position.game, position.packed)
            .map_err(|error| failure(error, rules.name()))?;
        summands.push(Summand { ruleset: rules.name().to_owned(), text: position.text, component });
    }
    Ok(())
}

fn boards_or_heaps<'a>(
    rules: &Rules,
    positions: &[String],
    arena: &'a Arena,
    search: &mut OutcomeSearch<'a>,
    limits: &Limits,
    summands: &mut Vec<Summand>,
) -> Result<(), Failure> {
    if let Some(code) = rules.code()
        && !rules.is_misere()
    {
        let read = ruleset::positions(rules, positions)?;
        if read.iter().any(|position| position.game.size(&position.packed) > LARGE_HEAP) {
            let game = heap_game::Game {
                text: rules.name().to_owned(),
                rules: heap_game::Rules::Code(code),
            };
            return heaps(game, positions, arena, limits, summands);
        }
    }
    boards(rules, positions, search, summands)
}

fn values(
    positions: &[String],
    arena: &Arena,
    limits: &Limits,
    summands: &mut Vec<Summand>,
) -> Result<(), Failure> {
    if positions.is_empty() {
        return Err(Failure::Usage("a value is needed, such as '{1|-1}'".to_owned()));
    }
    let mut calc = arena.calculator_with(limits);
    for text in positions {
        let value = calc.parse(text).map_err(|error| failure(error.into(), text))?;
        summands.push(Summand {
            ruleset: "value".to_owned(),
            text: text.clone(),
            component: Component::Value(value),
        });
    }
    Ok(())
}

fn heaps(
    game: heap_game::Game,
    positions: &[String],
    arena: &Arena,
    limits: &Limits,
    summands: &mut Vec<Summand>,
) -> Result<(), Failure> {
    if positions.is_empty() {
        return Err(Failure::Usage(format!("the sizes of heaps of {} are needed", game.text)));
    }
    let mut calc = arena.calculator_with(limits);
    let name = game.text;
    let mut heaps = Heaps::new(game.rules);
    for text in positions {
        for heap in text.split('+') {
            let n = heaps.nim_value(heap.trim(), limits)?;
            let value = calc.nimber(n).map_err(|error| failure(error.into(), text))?;
            summands.push(Summand {
                ruleset: name.clone(),
                text: heap.trim().to_owned(),
                component: Component::Value(value),
            });
        }
    }
    Ok(())
}

/// A component as it is typed.
pub(super) fn drawn(
    component: &Component,
    search: &OutcomeSearch<'_>,
    calc: &mut Calculator<'_>,
) -> String {
    match component {
        Component::Position { board, position } => search.ruleset(*board).draw(position),
        Component::Value(value) => calc.print(*value, Notation::Ascii).unwrap_or_default(),
    }
}

/// What a move makes of its component, as it is typed.
pub(super) fn shown(
    one: &Move,
    sum: &[Component],
    search: &OutcomeSearch<'_>,
    calc: &mut Calculator<'_>,
) -> String {
    drawn(&one.apply(sum)[one.component], search, calc)
}

/// A failure of the solver, as the commands tell it.
pub(super) fn failure(error: Error, what: &str) -> Failure {
    match error {
        Error::Stopped(stopped) => Failure::Stopped(stopped),
        other => Failure::Input(format!("{what}: {other}")),
    }
}
