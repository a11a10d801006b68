//! Simplicity: the value of a game that some number fits.

use std::collections::BTreeSet;
use std::ops::Bound;

use farstar_num::{Dyadic, numbers_born_by};
use farstar_rules::position::GameGraph;
use farstar_value::{Arena, Limits, Outcome, Player};

use super::play::{Forms, Played, show};
use super::surreal::forms_born;
use super::ups::number;
use super::written;
use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::trial::{Ended, Trial, Verification};

/// P10: the simplicity theorem.
pub(crate) const SIMPLICITY_THEOREM: Entry = Entry {
    instance: written::sum("{1/4|3/4} + -1/2"),
    verification: Some(Verification::to([2, 2, 3], simplicity)),
    ..entry!("P10", "simplicity-theorem")
};

/// P11: the simplicity rule.
pub(crate) const SIMPLICITY_RULE: Entry = Entry {
    instance: written::sum("{1|3} + -2 + *"),
    answer: Some(simplest_answer),
    verification: Some(Verification::to([3, 4, 6], simplest)),
    ..entry!("P11", "simplicity-rule")
};

fn simplicity(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    /// Numbers that fit between games born by day 2 are found by this day.
    const DAY: u32 = 4;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut forms = Forms::default();
    let all = forms_born(to, 2, &mut forms, &mut calc)?;
    let mut numbers = Vec::new();
    for x in numbers_born_by(DAY) {
        numbers.push((x.birthday(), calc.number(&x)?));
    }
    numbers.sort_by_key(|(birthday, _)| birthday.clone());
    let mut played = Played::new(&forms);
    for form in all {
        let mut claimed = "no number".to_owned();
        'numbers: for &(_, x) in &numbers {
            for &left in forms.options_of(form, Player::Left) {
                let left = played.value(&left, &mut calc)?;
                if calc.ge(left, x)? {
                    continue 'numbers;
                }
            }
            for &right in forms.options_of(form, Player::Right) {
                let right = played.value(&right, &mut calc)?;
                if calc.le(right, x)? {
                    continue 'numbers;
                }
            }
            claimed = show(&mut calc, x)?;
            break;
        }
        let value = played.value(&form, &mut calc)?;
        let told =
            if calc.is_number(value) { show(&mut calc, value)? } else { "no number".to_owned() };
        trial.compare(|| forms.draw(&form), claimed, told)?;
    }
    Ok(())
}

fn simplest_answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    /// Most options of a side.
    const MOST_OPTIONS: usize = 1_000_000;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(limits);
    let mut sides = [Vec::new(), Vec::new()];
    for (side, what) in sides.iter_mut().zip(["Left options", "Right options"]) {
        let count = input.integer(&format!("the number of {what}"), 0..=MOST_OPTIONS)?;
        let mut seen = BTreeSet::new();
        for _ in 0..count {
            let x = number(input, "an option")?;
            if seen.insert(x.clone()) {
                side.push(calc.number(&x)?);
            }
        }
    }
    let value = calc.from_options(&sides[0], &sides[1])?;
    Ok(format!("{}\n", show(&mut calc, value)?))
}

fn simplest(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let numbers: Vec<_> = numbers_born_by(to as u32).map(|x| (forms.number(&x), x)).collect();
    let ends: Vec<_> = numbers.iter().map(Some).chain([None]).collect();
    let mut cases = Vec::new();
    for &left in &ends {
        for &right in &ends {
            fn bound(end: Option<&(u32, Dyadic)>) -> Bound<&Dyadic> {
                end.map_or(Bound::Unbounded, |(_, x)| Bound::Excluded(x))
            }
            let Some(x) = Dyadic::simplest_between(bound(left), bound(right)) else { continue };
            let options = |end: Option<&(u32, Dyadic)>| end.map(|(form, _)| *form);
            let form = forms.form(options(left).as_slice(), options(right).as_slice());
            let claimed = forms.number(&-&x);
            cases.push((form, claimed, x));
        }
    }
    let mut played = Played::new(&forms);
    for (form, negative, x) in cases {
        let outcome = played.outcome(&[form, negative], trial.limits())?;
        trial.compare(|| format!("{} − {x}", forms.draw(&form)), Outcome::P, outcome)?;
    }
    Ok(())
}
