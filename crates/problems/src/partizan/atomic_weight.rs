//! All-small games and atomic weights.

use farstar_value::{Arena, Calculator, Game, Outcome, Player};

use super::order::of_outcome;
use super::play::{Forms, Played, show};
use super::written;
use crate::entry::Entry;
use crate::error::Result;
use crate::trial::{Ended, Trial, Verification};

/// Theorems on all-small games born by some day.
const fn by_days(cases: fn(u64, &mut Trial<'_>) -> std::result::Result<(), Ended>) -> Verification {
    Verification::to([2, 3, 3], cases)
}

/// P35: all-small games.
pub(crate) const ALL_SMALL: Entry = Entry {
    instance: written::sum("^* + v"),
    verification: Some(by_days(counts)),
    ..entry!("P35", "all-small")
};

/// P36: the far star.
pub(crate) const FAR_STAR: Entry = Entry {
    instance: written::sum("^ + *4"),
    verification: Some(by_days(far_stars)),
    ..entry!("P36", "far-star")
};

/// P37: atomic weights.
pub(crate) const ATOMIC_WEIGHT: Entry = Entry {
    instance: written::sum("{^3|*} + v + v"),
    verification: Some(by_days(weights)),
    ..entry!("P37", "atomic-weight")
};

/// P38: examples of atomic weights.
pub(crate) const EXAMPLES: Entry =
    Entry { instance: written::sum("* + ^^* + v"), ..entry!("P38", "atomic-weight-examples") };

/// P39: the atomic weight theorem.
pub(crate) const THEOREM: Entry = Entry {
    instance: written::sum("^^* + v"),
    verification: Some(by_days(two_ahead)),
    ..entry!("P39", "atomic-weight-theorem")
};

/// All-small by the definition.
fn is_all_small(calc: &mut Calculator<'_>, game: Game) -> Result<bool> {
    let [left, right] = [calc.options(game, Player::Left)?, calc.options(game, Player::Right)?];
    if left.is_empty() != right.is_empty() {
        return Ok(false);
    }
    for option in left.into_iter().chain(right) {
        if !is_all_small(calc, option)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn counts(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    /// All-small games born by days 0 to 3.
    const PUBLISHED: [usize; 4] = [1, 2, 7, 67];
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    for day in 0..=to {
        let mut count = 0;
        for game in calc.games_born_by(day as u32)? {
            let by_definition = is_all_small(&mut calc, game)?;
            let case = show(&mut calc, game)?;
            trial.compare(|| case, calc.is_all_small(game)?, by_definition)?;
            count += usize::from(by_definition);
        }
        trial.compare(
            || format!("all-small games born by day {day}"),
            PUBLISHED[day as usize],
            count,
        )?;
    }
    Ok(())
}

fn far_stars(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    /// Games born by day 3 have no nimber larger than *3 among their followers.
    const LEAST: u32 = 4;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let mut games = Vec::new();
    for game in calc.all_small_games_born_by(to as u32)? {
        games.push((game, forms.of_value(game, &mut calc)?));
    }
    let stars: Vec<_> = (LEAST..LEAST + 3).map(|n| forms.nimber(n)).collect();
    let mut played = Played::new(&forms);
    for (game, form) in games {
        let claimed = calc.compare_remote_star(game)?;
        for (&star, n) in stars.iter().zip(LEAST..) {
            let outcome = played.outcome(&[form, star], trial.limits())?;
            let case = format!("{} against *{n}", show(&mut calc, game)?);
            trial.compare(|| case, claimed, of_outcome(outcome))?;
        }
    }
    Ok(())
}

fn weights(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    /// A far star for games born by day 3.
    const FAR: u32 = 4;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let one = calc.integer(1)?;
    let mut forms = Forms::default();
    let mut games = Vec::new();
    for game in calc.all_small_games_born_by(to as u32)? {
        games.push((game, forms.of_value(game, &mut calc)?));
    }
    let star = forms.nimber(FAR);
    let mut played = Played::new(&forms);
    for (game, form) in games {
        let weight = calc.atomic_weight(game)?;
        let above = played.outcome(&[form, star], trial.limits())? == Outcome::L;
        let case = format!("{}, of weight {}", show(&mut calc, game)?, show(&mut calc, weight)?);
        let told = |above| if above { "above the far star" } else { "not above the far star" };
        trial.compare(|| case, told(calc.ge(weight, one)?), told(above))?;
    }
    Ok(())
}

fn two_ahead(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let mut games = Vec::new();
    for game in calc.all_small_games_born_by(to as u32)? {
        games.push((game, calc.atomic_weight(game)?, forms.of_value(game, &mut calc)?));
    }
    let bounds = [calc.integer(2)?, calc.integer(1)?, calc.integer(-1)?, calc.integer(-2)?];
    let mut played = Played::new(&forms);
    for (i, &(g, g_weight, g_form)) in games.iter().enumerate() {
        for &(h, h_weight, h_form) in &games[..=i] {
            let sum = calc.add(g, h)?;
            let claimed = calc.add(g_weight, h_weight)?;
            let weight = calc.atomic_weight(sum)?;
            let name = format!("{} + {}", show(&mut calc, g)?, show(&mut calc, h)?);
            trial.compare(
                || format!("the weight of {name}"),
                show(&mut calc, claimed)?,
                show(&mut calc, weight)?,
            )?;
            let outcome = played.outcome(&[g_form, h_form], trial.limits())?;
            let rules = [
                (calc.ge(weight, bounds[0])?, outcome == Outcome::L, "Left wins"),
                (
                    calc.ge(weight, bounds[1])?,
                    matches!(outcome, Outcome::L | Outcome::N),
                    "Left wins first",
                ),
                (
                    calc.le(weight, bounds[2])?,
                    matches!(outcome, Outcome::R | Outcome::N),
                    "Right wins first",
                ),
                (calc.le(weight, bounds[3])?, outcome == Outcome::R, "Right wins"),
            ];
            for (applies, holds, told) in rules {
                if applies {
                    trial.compare(|| name.clone(), told, if holds { told } else { "otherwise" })?;
                }
            }
        }
    }
    Ok(())
}
