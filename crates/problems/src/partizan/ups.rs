//! Numbers plus nimbers plus ups.

use farstar_num::Dyadic;
use farstar_value::{Arena, Calculator, Closed, Game, Limits, Outcome};

use super::play::{Forms, Played, show};
use super::written::{self, SumRule};
use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::trial::{Ended, Trial, Verification};

/// P25: who wins a + *b + c·↑.
pub(crate) const NUMBER_NIMBER_UPS: Entry = Entry {
    instance: written::sum_by::<ByParts>("1/4 + *2 + v + -1/4"),
    answer: Some(answer),
    verification: Some(Verification::to([2, 5, 9], cases)),
    claims: &[("PE5", Verification::to([1, 1, 1], printed))],
    ..entry!("P25", "number-nimber-ups")
};

/// The rule, of sums that have the form.
struct ByParts;

impl SumRule for ByParts {
    fn outcome(games: &[Game], calc: &mut Calculator<'_>) -> Result<Option<Outcome>> {
        let mut sum = Closed::ZERO;
        for &game in games {
            let Some(parts) = calc.closed_parts(game) else { return Ok(None) };
            sum.number += parts.number;
            sum.nimber ^= parts.nimber;
            sum.up += parts.up;
        }
        Ok(Some(outcome(&sum)))
    }
}

/// The outcome of `a + *b + c·↑`; O(1).
///
/// # Examples
/// ```
/// use farstar_problems::partizan::ups::outcome;
/// use farstar_value::{Closed, Outcome};
/// let up_star = Closed { up: 1, nimber: 1, ..Closed::ZERO };
/// assert_eq!(outcome(&up_star), Outcome::N);
/// assert_eq!(outcome(&Closed { nimber: 2, ..up_star }), Outcome::L);
/// ```
#[must_use]
pub fn outcome(value: &Closed) -> Outcome {
    let of_sign = |sign: i64, even| match sign {
        1.. => Outcome::L,
        0 => even,
        _ => Outcome::R,
    };
    match (value.number.signum(), value.nimber) {
        (1.., _) => Outcome::L,
        (..0, _) => Outcome::R,
        (0, 0) => of_sign(value.up, Outcome::P),
        // One up is too small to beat a star.
        (0, 1) => of_sign(value.up / 2, Outcome::N),
        (0, _) => of_sign(value.up, Outcome::N),
    }
}

/// A word of the input as a number `p/2^k`.
pub(super) fn number(input: &mut Input<'_>, what: &str) -> Result<Dyadic> {
    /// Numbers of an input have at most so many characters.
    const LONGEST: usize = 1000;
    let word = input.word(what)?;
    if word.len() > LONGEST {
        return Err(input
            .error(format!("{what} has {} characters; expected at most {LONGEST}", word.len())));
    }
    word.parse().map_err(|_| {
        input.error(format!("{what} is `{word}`; expected an integer or a fraction p/2^k"))
    })
}

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let a = number(input, "a")?;
    let nimber = input.integer("b", 0..=u64::MAX)?;
    let up = input.integer("c", -i64::MAX..=i64::MAX)?;
    let value = Closed { number: a, up, nimber };
    let arena = Arena::new();
    let mut calc = arena.calculator_with(limits);
    let game = calc.closed(&value)?;
    Ok(format!("{} {}\n", outcome(&value), show(&mut calc, game)?))
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let numbers: Vec<_> = (-4..=4).map(|quarters| Dyadic::new(quarters, 2)).collect();
    let number_forms: Vec<_> = numbers.iter().map(|a| forms.number(a)).collect();
    let nimber_forms: Vec<_> = (0..=to as u32).map(|b| forms.nimber(b)).collect();
    let up = forms.up();
    let down = forms.negated(up);
    let mut played = Played::new(&forms);
    for size in 0..=to as i64 {
        for (nimber, &nimber_form) in (0..).zip(&nimber_forms) {
            for c in if size == 0 { vec![0] } else { vec![size, -size] } {
                for (number, &number_form) in numbers.iter().zip(&number_forms) {
                    let mut sum = vec![if c > 0 { up } else { down }; size as usize];
                    sum.extend([nimber_form, number_form]);
                    let outcome_played = played.outcome(&sum, trial.limits())?;
                    let value = Closed { number: number.clone(), up: c, nimber };
                    trial.compare(
                        || format!("a = {number}, b = {nimber}, c = {c}"),
                        outcome(&value),
                        outcome_played,
                    )?;
                }
            }
        }
    }
    Ok(())
}

/// The identities of PE5, as printed.
fn printed(_: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    for (left, right, claimed) in [(1, 1, "^*"), (-1, -1, "v*")] {
        let (left, right) = (calc.up(left)?, calc.up(right)?);
        let game = calc.from_options(&[left], &[right])?;
        let case = format!("{{{}|{}}}", show(&mut calc, left)?, show(&mut calc, right)?);
        trial.compare(|| case, claimed.to_owned(), show(&mut calc, game)?)?;
    }
    for (game, claimed) in [("{0|^}", "2"), ("^*", "2"), ("{^|v}", "*")] {
        let value = calc.parse(game)?;
        let weight = calc.atomic_weight(value)?;
        trial.compare(
            || format!("the atomic weight of {game}"),
            claimed.to_owned(),
            show(&mut calc, weight)?,
        )?;
    }
    Ok(())
}
