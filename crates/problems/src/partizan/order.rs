//! Games, their outcomes and their order.

use farstar_value::loopy::{Loopy, LoopyOutcome};
use farstar_value::{Arena, Calculator, Comparison, Game, Outcome};

use super::play::{Forms, Played, place, ruleset, show};
use super::written;
use crate::entry::Entry;
use crate::error::Result;
use crate::instance::{Instance, by_value};
use crate::trial::{Ended, Trial, Verification};

/// Theorems on games born by some day.
const fn by_days(cases: fn(u64, &mut Trial<'_>) -> std::result::Result<(), Ended>) -> Verification {
    Verification::to([2, 2, 2], cases)
}

/// P12: what a game is.
pub(crate) const GAME: Entry = Entry {
    instance: Instance::ruleset("Domineering", "...|...", by_value),
    verification: Some(Verification::to([8, 12, 16], boards)),
    ..entry!("P12", "combinatorial-game")
};

/// P13: the disjunctive sum.
pub(crate) const SUM: Entry = Entry {
    instance: written::sum("{2|-1} + {1|-2} + 1/2"),
    verification: Some(by_days(sums)),
    ..entry!("P13", "disjunctive-sum")
};

/// P14: finite games.
pub(crate) const FINITE: Entry = Entry {
    instance: written::sum("2 + -1 + +-1"),
    claims: &[("PE3", Verification::to([2, 2, 2], no_draws))],
    ..entry!("P14", "finite-game")
};

/// P15: the four outcomes.
pub(crate) const OUTCOMES: Entry = Entry {
    instance: written::sum("+-1 + ^"),
    verification: Some(by_days(|to, trial| {
        games(to, trial, |calc, game| Ok(calc.outcome(game)?), |outcome| outcome)
    })),
    ..entry!("P15", "four-outcomes")
};

/// P16: outcome and sign.
pub(crate) const SIGNS: Entry = Entry {
    instance: written::sum("* + ^"),
    verification: Some(by_days(|to, trial| {
        games(to, trial, |calc, game| Ok(calc.compare(game, Game::ZERO)?), of_outcome)
    })),
    ..entry!("P16", "outcome-and-sign")
};

/// P17: greater or confused.
pub(crate) const GREATER_OR_CONFUSED: Entry = Entry {
    instance: written::sum("{1|0} + *"),
    verification: Some(by_days(|to, trial| {
        let first = |calc: &mut Calculator<'_>, game| {
            Ok(Outcome::from_wins(!calc.le(game, Game::ZERO)?, !calc.ge(game, Game::ZERO)?))
        };
        games(to, trial, first, |outcome| outcome)
    })),
    ..entry!("P17", "greater-or-confused")
};

/// P18: comparing two games.
pub(crate) const COMPARING: Entry = Entry {
    instance: written::sum("* + ^ + ^"),
    verification: Some(by_days(compared)),
    ..entry!("P18", "comparing-games")
};

/// P19: fuzzy games and sums.
pub(crate) const FUZZY: Entry = Entry {
    instance: written::sum("* + ^"),
    verification: Some(by_days(fuzzy_sums)),
    ..entry!("P19", "fuzzy-game")
};

/// The comparison of G with H that the outcome of G − H means.
pub(super) fn of_outcome(outcome: Outcome) -> Comparison {
    match outcome {
        Outcome::L => Comparison::Greater,
        Outcome::R => Comparison::Less,
        Outcome::P => Comparison::Equal,
        Outcome::N => Comparison::Confused,
    }
}

/// The games born by some day, and their forms.
pub(super) fn born(
    day: u64,
    forms: &mut Forms,
    calc: &mut Calculator<'_>,
) -> Result<Vec<(Game, u32)>> {
    let games = calc.games_born_by(day as u32)?;
    games.into_iter().map(|game| Ok((game, forms.of_value(game, calc)?))).collect()
}

/// Holds what is claimed of each game born by a day against its outcome.
fn games<T: PartialEq + std::fmt::Display>(
    to: u64,
    trial: &mut Trial<'_>,
    claimed: impl Fn(&mut Calculator<'_>, Game) -> Result<T>,
    of_play: impl Fn(Outcome) -> T,
) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let games = born(to, &mut forms, &mut calc)?;
    let mut played = Played::new(&forms);
    for (game, form) in games {
        let outcome = played.outcome(&[form], trial.limits())?;
        let case = show(&mut calc, game)?;
        trial.compare(|| case, claimed(&mut calc, game)?, of_play(outcome))?;
    }
    Ok(())
}

/// Holds the order of values against play of G − H.
pub(super) fn compared(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let games = born(to, &mut forms, &mut calc)?;
    let negatives: Vec<_> = games.iter().map(|&(_, form)| forms.negated(form)).collect();
    let mut played = Played::new(&forms);
    for &(g, form) in &games {
        for (&(h, _), &negative) in games.iter().zip(&negatives) {
            let outcome = played.outcome(&[form, negative], trial.limits())?;
            let case = format!("{} against {}", show(&mut calc, g)?, show(&mut calc, h)?);
            trial.compare(|| case, calc.compare(g, h)?, of_outcome(outcome))?;
        }
    }
    Ok(())
}

/// Holds the outcomes of sums of values against play of the two games.
fn sums(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    pairs(to, trial, |trial, case, sum, _, _, played| trial.compare(|| case, sum, played))
}

fn fuzzy_sums(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    pairs(to, trial, |trial, case, _, g, h, played| {
        let [left_first, right_first] = [Outcome::R, Outcome::L]
            .map(|lost| move |outcome: Outcome| outcome != lost && outcome != Outcome::P);
        let at_least = h != Outcome::R && h != Outcome::N;
        let at_most = h != Outcome::L && h != Outcome::N;
        if left_first(g) && at_least {
            trial.compare(|| case.clone(), "Left wins first", told(left_first(played), "Left"))?;
        }
        if right_first(g) && at_most {
            trial.compare(|| case, "Right wins first", told(right_first(played), "Right"))?;
        }
        Ok(())
    })
}

fn told(wins: bool, player: &str) -> &'static str {
    match (wins, player) {
        (true, "Left") => "Left wins first",
        (true, _) => "Right wins first",
        (false, _) => "the player who moves first loses",
    }
}

/// Goes through the pairs of games born by a day: the case in words, the outcome of the sum of their values, their
/// outcomes, and the outcome of the sum in play.
fn pairs(
    to: u64,
    trial: &mut Trial<'_>,
    mut visit: impl FnMut(
        &mut Trial<'_>,
        String,
        Outcome,
        Outcome,
        Outcome,
        Outcome,
    ) -> std::result::Result<(), Ended>,
) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let games = born(to, &mut forms, &mut calc)?;
    let mut played = Played::new(&forms);
    for &(g, g_form) in &games {
        for &(h, h_form) in &games {
            let outcome = played.outcome(&[g_form, h_form], trial.limits())?;
            let sum = calc.add(g, h)?;
            let case = format!("{} + {}", show(&mut calc, g)?, show(&mut calc, h)?);
            let (of_sum, of_g, of_h) = (calc.outcome(sum)?, calc.outcome(g)?, calc.outcome(h)?);
            visit(trial, case, of_sum, of_g, of_h, outcome)?;
        }
    }
    Ok(())
}

fn boards(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Domineering")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut sizes: Vec<_> =
        (1..=to).flat_map(|rows| (1..=to / rows).map(move |columns| (rows, columns))).collect();
    sizes.sort_by_key(|&(rows, columns)| (rows * columns, rows));
    for (rows, columns) in sizes {
        let (game, start) = place(&rules, &format!("{rows}x{columns}"))?;
        let mut played = Played::new(&game);
        let value = played.value(&start, &mut calc)?;
        let outcome = played.outcome(&[start], trial.limits())?;
        let case = || format!("Domineering on {rows} × {columns}");
        trial.compare(case, calc.outcome(value)?, outcome)?;
    }
    Ok(())
}

/// PE3: games without infinite alternating runs, whose sums are claimed to be won by somebody.
fn no_draws(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let one = calc.integer(1)?;
    let games = [
        ("0", calc.loopy(Game::ZERO)?),
        ("1", calc.loopy(one)?),
        ("on", Loopy::on()),
        ("off", Loopy::off()),
    ];
    let told = |drawn| if drawn { "it is drawn" } else { "somebody wins" };
    let mut ask = |trial: &mut Trial<'_>, case: String, game: &Loopy| {
        let drawn = !matches!(calc.loopy_outcome(game)?, LoopyOutcome::Decided(_));
        trial.compare(|| case, told(false), told(drawn))
    };
    for (name, game) in &games {
        ask(trial, (*name).to_owned(), game)?;
    }
    if to < 2 {
        return Ok(());
    }
    let mut sums = Vec::new();
    {
        let mut calc = arena.calculator_with(trial.limits());
        for (i, (name, game)) in games.iter().enumerate() {
            for (other, second) in &games[i..] {
                sums.push((format!("{name} + {other}"), calc.loopy_add(game, second)?));
            }
        }
    }
    for (name, sum) in sums {
        ask(trial, name, &sum)?;
    }
    Ok(())
}
