//! Number translation and number avoidance.

use farstar_num::numbers_born_by;
use farstar_rules::position::GameGraph;
use farstar_value::{Arena, Outcome, Player};

use super::order::born;
use super::play::{Forms, Played, show};
use super::written;
use crate::entry::Entry;
use crate::trial::{Ended, Trial, Verification};

/// P27: number translation.
pub(crate) const TRANSLATION: Entry = Entry {
    instance: written::sum("{2|-1} + -1/2"),
    verification: Some(Verification::to([1, 2, 2], cases)),
    ..entry!("P27", "number-translation")
};

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let games: Vec<_> = born(to, &mut forms, &mut calc)?
        .into_iter()
        .filter(|&(game, _)| !calc.is_number(game))
        .collect();
    let numbers: Vec<_> = numbers_born_by(3).map(|x| (forms.number(&x), x)).collect();
    let mut played = Played::new(&forms);
    for &(game, form) in &games {
        for (x_form, x) in &numbers {
            let x_value = calc.number(x)?;
            let mut sides = [Vec::new(), Vec::new()];
            for player in [Player::Left, Player::Right] {
                for option in calc.options(game, player)? {
                    sides[player as usize].push(calc.add(option, x_value)?);
                }
            }
            let claimed = calc.from_options(&sides[0], &sides[1])?;
            let sum = calc.add(game, x_value)?;
            let name = format!("{} + {x}", show(&mut calc, game)?);
            trial.compare(|| name.clone(), show(&mut calc, claimed)?, show(&mut calc, sum)?)?;

            let outcome = played.outcome(&[form, *x_form], trial.limits())?;
            for player in [Player::Left, Player::Right] {
                let wins = outcome.winner(player) == player;
                let mut avoiding = false;
                let mut options = Vec::new();
                forms.options(&form, player, &mut options);
                for option in options {
                    let after: Outcome = played.outcome(&[option, *x_form], trial.limits())?;
                    avoiding |= after.winner(player.opponent()) == player;
                }
                let told = |wins| if wins { "wins moving in G" } else { "loses" };
                trial.compare(
                    || format!("{name}, {player} to move"),
                    told(wins),
                    told(avoiding),
                )?;
            }
        }
    }
    Ok(())
}
