//! Number translation and number avoidance.

use farstar_num::numbers_born_by;
use farstar_rules::position::Ruleset;
use farstar_value::{Arena, Outcome, Player};

use super::order::born;
use super::play::{Forms, Played, show};
use super::written;
use crate::problem::{Kind, Problem, Text, Worked};
use crate::trial::{Ended, Trial, Verification};

/// P27: number translation.
pub const TRANSLATION: Problem = Problem {
    id: "P27",
    name: "number-translation",
    kind: Kind::Theory,
    title: Text::new("Number translation", "平移原理"),
    topics: &["partizan", "numbers", "theorem"],
    source: "Conway, On Numbers and Games, ch. 9; slides: surreal numbers and partizan games (2021), 平移原理",
    statement: Text::new(
        "G is a game that equals no number, x a number.",
        "G 是值不为数的博弈，x 是数。",
    ),
    rule: Text::new(
        "G + x = {G^L + x | G^R + x}. So in a sum with a component that equals no number, each player has a best move in such a component: numbers are avoided. The condition is on the value of G, not on its form.",
        "G + x = {G^L + x | G^R + x}。因此，和中只要还有值不为数的子博弈，双方都有一步最佳走法在这样的子博弈中，而不必在数中行动。条件是对 G 的值而言，与形式无关。",
    ),
    complexity: "O(options)",
    worked: &[
        Worked { expression: "{2|-1} + 3/4", value: "{11/4|-1/4}" },
        Worked { expression: "^ + 1", value: "1^" },
    ],
    instance: written::sum("{2|-1} + -1/2"),
    verification: Some(Verification {
        range: Text::new(
            "games born by day N with numbers born by day 3: values, and that a winning move avoids the number",
            "第 N 天以前的博弈与第 3 天以前的数：值，以及存在不动数的制胜着",
        ),
        quick: 1,
        usual: 2,
        most: 2,
        cases,
    }),
    ..Problem::BLANK
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
