//! Star, nimbers, and impartial games among partizan ones.

use farstar_impartial::mex;
use farstar_num::numbers_born_by;
use farstar_value::{Arena, Outcome};

use super::order::of_outcome;
use super::play::{Forms, Played, place, ruleset, show, subsets};
use super::written;
use crate::entry::Entry;
use crate::instance::{Fate, Instance};
use crate::trial::{Ended, Trial, Verification};
use farstar_rules::View;

/// P20: star.
pub(crate) const STAR: Entry = Entry {
    instance: written::sum("* + * + 1/2"),
    verification: Some(Verification::to([4, 6, 9], |to, trial| between_numbers(to, 1..=1, trial))),
    ..entry!("P20", "star")
};

/// P22: nimbers.
pub(crate) const NIMBERS: Entry = Entry {
    instance: Instance::ruleset("Nim", "1+3+5", |board, at, _, _| {
        let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
        Ok(Some(Fate::of(heaps.concat().into_iter().fold(0, |sum, heap| sum ^ heap) != 0)))
    }),
    verification: Some(Verification::to([6, 10, 40], heaps)),
    ..entry!("P22", "nimbers")
};

/// P23: impartial games are nimbers.
pub(crate) const IMPARTIAL: Entry = Entry {
    instance: written::sum("*2 + {0,*2|0,*2}"),
    verification: Some(Verification::to([3, 4, 4], born)),
    ..entry!("P23", "impartial-games")
};

/// P24: sums of impartial games.
pub(crate) const SPRAGUE_GRUNDY: Entry = Entry {
    instance: written::sum("* + *2 + *4"),
    verification: Some(Verification::to([4, 8, 12], sums)),
    ..entry!("P24", "sprague-grundy-sum")
};

/// Holds −x < *n < x against play, for numbers x > 0.
fn between_numbers(
    to: u64,
    nimbers: std::ops::RangeInclusive<u32>,
    trial: &mut Trial<'_>,
) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let numbers: Vec<_> = numbers_born_by(to as u32).filter(|x| !x.is_zero()).collect();
    let number_forms: Vec<_> = numbers.iter().map(|x| forms.number(x)).collect();
    let nimber_forms: Vec<_> = nimbers.map(|n| (n, forms.nimber(n))).collect();
    let mut played = Played::new(&forms);
    for &(n, nimber) in &nimber_forms {
        for (x, &number) in numbers.iter().zip(&number_forms) {
            // A nimber is its own negative.
            let outcome = played.outcome(&[number, nimber], trial.limits())?;
            let claimed = if x.is_positive() { Outcome::L } else { Outcome::R };
            trial.compare(
                || format!("{x} against *{n}"),
                of_outcome(claimed),
                of_outcome(outcome),
            )?;
        }
    }
    Ok(())
}

fn heaps(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Nim")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let (game, _) = place(&rules, "0")?;
    let mut played = Played::new(&game);
    for n in 0..=to {
        let (_, heap) = place(&rules, &n.to_string())?;
        let value = played.value(&heap, &mut calc)?;
        let claimed = calc.nimber(n)?;
        trial.compare(
            || format!("a heap of {n}"),
            show(&mut calc, claimed)?,
            show(&mut calc, value)?,
        )?;
    }
    between_numbers(3, 1..=to.min(4) as u32, trial)
}

/// Impartial games written out, day after day, with the nimber each is claimed to be.
pub(super) fn born(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let mut games: Vec<(u32, u32)> = Vec::new();
    for _ in 0..=to {
        games = subsets(&games, games.len())
            .into_iter()
            .map(|options| {
                let list: Vec<_> = options.iter().map(|&(form, _)| form).collect();
                (forms.form(&list, &list), mex(options.iter().map(|&(_, nimber)| nimber)))
            })
            .collect();
    }
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut played = Played::new(&forms);
    for (form, nimber) in games {
        let value = played.value(&form, &mut calc)?;
        let claimed = calc.nimber(u64::from(nimber))?;
        trial.compare(
            || farstar_rules::position::GameGraph::draw(&forms, &form),
            show(&mut calc, claimed)?,
            show(&mut calc, value)?,
        )?;
    }
    Ok(())
}

/// Holds *n + *m = *(n xor m) against play of the difference.
pub(super) fn sums(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let most = to as u32;
    let mut forms = Forms::default();
    let nimbers: Vec<_> = (0..(most + 1).next_power_of_two()).map(|n| forms.nimber(n)).collect();
    let mut played = Played::new(&forms);
    for n in 0..=most {
        for m in 0..=n {
            let sum = [n, m, n ^ m].map(|heap| nimbers[heap as usize]);
            let outcome = played.outcome(&sum, trial.limits())?;
            trial.compare(|| format!("*{n} + *{m} − *{}", n ^ m), Outcome::P, outcome)?;
        }
    }
    Ok(())
}
