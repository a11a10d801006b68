//! Numbers plus nimbers: the class, its arithmetic, and when options lead out of it.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Bound;

use farstar_impartial::mex;
use farstar_num::Dyadic;
use farstar_value::{Arena, Calculator, Closed, Comparison, Game, Limits};

use super::play::{Forms, Played, show, subsets};
use super::ups::number as number_of;
use super::written;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::trial::{Ended, Trial, Verification};

const fn played(cases: fn(u64, &mut Trial<'_>) -> std::result::Result<(), Ended>) -> Verification {
    Verification::to([2, 4, 8], cases)
}

/// P40: a number against a nimber.
pub(crate) const NUMBER_AGAINST_NIMBER: Entry = Entry {
    instance: written::sum("1/4 + *3"),
    verification: Some(played(|to, trial| {
        compared(to, trial, |x, y| y.number.is_zero() && y.nimber > 0 && x.nimber == 0)
    })),
    ..entry!("P40", "number-against-nimber")
};

/// P41: the order of nimbers.
pub(crate) const NIMBER_ORDER: Entry = Entry {
    instance: written::sum("*3 + *5"),
    verification: Some(played(|to, trial| {
        compared(to, trial, |x, y| x.number.is_zero() && y.number.is_zero())
    })),
    ..entry!("P41", "nimber-order")
};

/// P42: the minimal excludant.
pub(crate) const MEX: Entry = Entry {
    instance: written::sum("* + {0,*,*3|0,*,*3}"),
    verification: Some(Verification::to([4, 8, 14], mex_of_sets)),
    ..entry!("P42", "mex-of-nimbers")
};

/// P43: the sum of nimbers.
pub(crate) const NIMBER_SUM: Entry = Entry {
    instance: written::sum("*3 + *5"),
    verification: Some(Verification::to([4, 8, 12], super::impartial_games::sums)),
    ..entry!("P43", "nimber-sum")
};

/// P44: which games are nimbers.
pub(crate) const SYMMETRIC: Entry = Entry {
    instance: written::sum("+-1 + *2"),
    verification: Some(Verification::to([3, 4, 4], super::impartial_games::born)),
    claims: &[("PE10", Verification::to([2, 2, 3], symmetric_are_nimbers))],
    ..entry!("P44", "impartial-is-nimber")
};

/// P45: the canonical form.
pub(crate) const CANONICAL: Entry = Entry {
    instance: written::sum("1/2+*2 + -1/2"),
    verification: Some(played(canonical)),
    ..entry!("P45", "numberish-form")
};

/// P46: options of a number are bounds for its nimbers.
pub(crate) const OPTIONS_BOUND: Entry = Entry {
    instance: written::sum("3/4 + -1/2 + *3"),
    verification: Some(played(|to, trial| {
        compared(to, trial, |x, y| {
            x.nimber == 0
                && [x.number.left_option(), x.number.right_option()]
                    .contains(&Some(y.number.clone()))
        })
    })),
    ..entry!("P46", "options-bound")
};

/// P47: the order and the sum of numberish games.
pub(crate) const ORDER: Entry = Entry {
    instance: written::sum("1/2 + *2 + *3 + -1/2"),
    verification: Some(played(|to, trial| compared(to, trial, |_, _| true))),
    ..entry!("P47", "numberish-order")
};

/// P48: the simplest form, from options a + *b.
pub(crate) const SIMPLEST_FORM: Entry = Entry {
    instance: written::sum("{*2|1} + -1/2"),
    answer: Some(answer),
    verification: Some(Verification::to([1, 3, 5], |to, trial| options(to, trial, |_| true))),
    claims: &[("PE11", Verification::to([1, 1, 3], condition_two))],
    ..entry!("P48", "numberish-options")
};

/// P49: leaving the class.
pub(crate) const LEAVING: Entry = Entry {
    instance: written::sum("{1|0} + * + -1/2"),
    verification: Some(Verification::to([1, 3, 5], |to, trial| {
        options(to, trial, |form| !matches!(form, Form::Value(value) if value.nimber == 0))
    })),
    ..entry!("P49", "leaving-numberish")
};

/// A number plus a nimber.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Numberish {
    /// The number.
    pub number: Dyadic,
    /// The nimber: the size of the nim heap.
    pub nimber: u32,
}

impl Numberish {
    /// The value in an arena.
    ///
    /// # Errors
    /// Those of the calculator.
    pub fn game(&self, calc: &mut Calculator<'_>) -> farstar_value::Result<Game> {
        calc.closed(&Closed { number: self.number.clone(), up: 0, nimber: u64::from(self.nimber) })
    }
}

impl fmt::Display for Numberish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.number, self.nimber)
    }
}

/// What a game is whose options are numbers plus nimbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number plus a nimber.
    Value(Numberish),
    /// None: the greatest number on the left exceeds the least on the right.
    Hot,
    /// None: they are equal, and the nimbers that stand with them have different minimal excludants.
    Mex,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Hot => f.write_str("hot"),
            Self::Mex => f.write_str("mex"),
        }
    }
}

/// The game with these options; O(n).
///
/// # Examples
/// ```
/// use farstar_num::Dyadic;
/// use farstar_problems::partizan::numberish::{Form, Numberish, of_options};
/// let star = |nimber| Numberish { number: Dyadic::ZERO, nimber };
/// assert_eq!(of_options(&[star(1)], &[star(2)]), Form::Value(star(0)));
/// assert_eq!(of_options(&[star(0)], &[star(1)]), Form::Mex);
/// ```
#[must_use]
pub fn of_options(left: &[Numberish], right: &[Numberish]) -> Form {
    let greatest = left.iter().map(|option| &option.number).max();
    let least = right.iter().map(|option| &option.number).min();
    // Only options whose number is extreme bound: such an option without a nimber excludes its number.
    let bound = |options: &[Numberish], extreme: Option<&Dyadic>| match extreme {
        None => Bound::Unbounded,
        Some(x) if options.iter().any(|o| o.number == *x && o.nimber == 0) => {
            Bound::Excluded(x.clone())
        }
        Some(x) => Bound::Included(x.clone()),
    };
    let (lower, upper) = (bound(left, greatest), bound(right, least));
    if let Some(number) = Dyadic::simplest_between(lower.as_ref(), upper.as_ref()) {
        return Form::Value(Numberish { number, nimber: 0 });
    }
    if greatest > least {
        return Form::Hot;
    }
    let nimbers = |options: &[Numberish], extreme: Option<&Dyadic>| {
        mex(options.iter().filter(|o| Some(&o.number) == extreme).map(|o| o.nimber))
    };
    match (greatest, nimbers(left, greatest), nimbers(right, least)) {
        (Some(number), p, q) if p == q => {
            Form::Value(Numberish { number: number.clone(), nimber: p })
        }
        _ => Form::Mex,
    }
}

/// The comparison of two numbers plus nimbers; O(1).
#[must_use]
pub fn compare(x: &Numberish, y: &Numberish) -> Comparison {
    match x.number.cmp(&y.number) {
        std::cmp::Ordering::Less => Comparison::Less,
        std::cmp::Ordering::Greater => Comparison::Greater,
        std::cmp::Ordering::Equal if x.nimber == y.nimber => Comparison::Equal,
        std::cmp::Ordering::Equal => Comparison::Confused,
    }
}

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    /// Most options of a side.
    const MOST_OPTIONS: usize = 1_000_000;
    let mut sides = [Vec::new(), Vec::new()];
    for (side, what) in sides.iter_mut().zip(["Left options", "Right options"]) {
        let count = input.integer(&format!("the number of {what}"), 0..=MOST_OPTIONS)?;
        for _ in 0..count {
            limits.check()?;
            let word = input.word("an option a:b")?;
            let (number, nimber) = word
                .split_once(':')
                .ok_or_else(|| input.error("an option has no colon; expected a:b for a + *b"))?;
            side.push(Numberish {
                number: number_of(&mut Input::new(number), "a").map_err(|e| at_line(input, e))?,
                nimber: Input::new(nimber)
                    .integer("b", 0..=u32::MAX)
                    .map_err(|e| at_line(input, e))?,
            });
        }
    }
    Ok(format!("{}\n", of_options(&sides[0], &sides[1])))
}

/// An error of a piece, at the line of the whole.
fn at_line(input: &Input<'_>, error: Error) -> Error {
    match error {
        Error::Input { message, .. } => input.error(message),
        other => other,
    }
}

/// Numbers born by day 3 plus nimbers up to `*to`, with their forms.
fn class(to: u64, forms: &mut Forms) -> Vec<(Numberish, [u32; 2])> {
    let mut class = Vec::new();
    let numbers: Vec<_> = farstar_num::numbers_born_by(3).collect();
    for nimber in 0..=to as u32 {
        for number in &numbers {
            let parts = [forms.number(number), forms.nimber(nimber)];
            class.push((Numberish { number: number.clone(), nimber }, parts));
        }
    }
    class
}

/// Holds the order against play of G − H, for the pairs that are wanted.
fn compared(
    to: u64,
    trial: &mut Trial<'_>,
    wanted: impl Fn(&Numberish, &Numberish) -> bool,
) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let class = class(to, &mut forms);
    let negatives: Vec<_> =
        class.iter().map(|(_, parts)| parts.map(|part| forms.negated(part))).collect();
    let mut played = Played::new(&forms);
    for (x, parts) in &class {
        for ((y, _), negative) in class.iter().zip(&negatives) {
            if !wanted(x, y) {
                continue;
            }
            let difference = [parts.as_slice(), negative].concat();
            let outcome = played.outcome(&difference, trial.limits())?;
            trial.compare(
                || format!("{} + *{} against {} + *{}", x.number, x.nimber, y.number, y.nimber),
                compare(x, y),
                super::order::of_outcome(outcome),
            )?;
        }
    }
    Ok(())
}

fn mex_of_sets(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let nimbers: Vec<_> = (0..=to as u32).map(|n| forms.nimber(n)).collect();
    let all: Vec<_> = (0..=to as u32).collect();
    let sets = subsets(&all, all.len());
    let games: Vec<_> = sets
        .iter()
        .map(|set| {
            let options: Vec<_> = set.iter().map(|&n| nimbers[n as usize]).collect();
            forms.form(&options, &options)
        })
        .collect();
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut played = Played::new(&forms);
    for (set, form) in sets.iter().zip(games) {
        let value = played.value(&form, &mut calc)?;
        let claimed = calc.nimber(u64::from(mex(set.iter().copied())))?;
        trial.compare(
            || format!("S = {set:?}"),
            show(&mut calc, claimed)?,
            show(&mut calc, value)?,
        )?;
    }
    Ok(())
}

fn canonical(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let class = class(to, &mut forms);
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut played = Played::new(&forms);
    for (x, [number, nimber]) in &class {
        if x.nimber == 0 {
            continue;
        }
        let (number, nimber) = (played.value(number, &mut calc)?, played.value(nimber, &mut calc)?);
        let sum = calc.add(number, nimber)?;
        let mut options = Vec::new();
        for smaller in 0..x.nimber {
            options.push(Numberish { nimber: smaller, ..x.clone() }.game(&mut calc)?);
        }
        let claimed = calc.from_options(&options, &options)?;
        trial.compare(|| x.to_string(), show(&mut calc, claimed)?, show(&mut calc, sum)?)?;
        // The options of the canonical form are just these.
        let mut canonical = calc.left_options(sum)?;
        canonical.sort_unstable();
        options.sort_unstable();
        trial.compare(|| format!("the options of {x}"), options.len(), canonical.len())?;
    }
    Ok(())
}

/// Options of P48: numbers −1 to 1 in halves, those near 0 first, and nimbers up to `*to`.
fn small_options(to: u64) -> Vec<Numberish> {
    let numbers = [0, 1, -1, 2, -2].map(|halves| Dyadic::new(halves, 1));
    (0..=to as u32)
        .flat_map(|nimber| {
            numbers.iter().map(move |number| Numberish { number: number.clone(), nimber })
        })
        .collect()
}

/// Pairs of option lists, those with fewer options first.
fn small_forms(to: u64) -> Vec<(Vec<Numberish>, Vec<Numberish>)> {
    let options = small_options(to);
    let places: Vec<_> = (0..options.len()).collect();
    let sets = subsets(&places, 2);
    let list = |set: &[usize]| set.iter().map(|&i| options[i].clone()).collect::<Vec<_>>();
    let mut pairs: Vec<_> = sets.iter().flat_map(|l| sets.iter().map(move |r| (l, r))).collect();
    pairs.sort_by_key(|(l, r)| l.len() + r.len());
    pairs.into_iter().map(|(l, r)| (list(l), list(r))).collect()
}

fn written(left: &[Numberish], right: &[Numberish]) -> String {
    let list = |options: &[Numberish]| {
        options.iter().map(Numberish::to_string).collect::<Vec<_>>().join(", ")
    };
    format!("{{{} | {}}}", list(left), list(right))
}

/// The game with these options, as [`Form`] has it, from its canonical form.
fn by_canonical_form(
    left: &[Numberish],
    right: &[Numberish],
    calc: &mut Calculator<'_>,
) -> Result<Option<Numberish>> {
    let mut games = |options: &[Numberish]| {
        options.iter().map(|option| option.game(calc)).collect::<farstar_value::Result<Vec<_>>>()
    };
    let (left, right) = (games(left)?, games(right)?);
    let game = calc.from_options(&left, &right)?;
    Ok(calc.closed_parts(game).filter(|closed| closed.up == 0).map(|closed| Numberish {
        number: closed.number,
        nimber: u32::try_from(closed.nimber).unwrap_or(u32::MAX),
    }))
}

fn options(
    to: u64,
    trial: &mut Trial<'_>,
    wanted: impl Fn(&Form) -> bool,
) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    for (left, right) in small_forms(to) {
        let form = of_options(&left, &right);
        if wanted(&form) {
            let value = by_canonical_form(&left, &right, &mut calc)?;
            trial.compare(|| written(&left, &right), told(Some(&form)), told_value(value))?;
        }
    }
    Ok(())
}

fn told(form: Option<&Form>) -> String {
    match form {
        Some(Form::Value(value)) => value.to_string(),
        _ => "no a + *b".to_owned(),
    }
}

fn told_value(value: Option<Numberish>) -> String {
    value.map_or("no a + *b".to_owned(), |value| value.to_string())
}

/// PE11 as printed: both conditions speak of the Left options.
fn condition_two(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    for (left, right) in small_forms(to) {
        // The conditions as printed, on the left options alone; past them the theorem is as it is.
        let fits = match of_options(&left, &left) {
            Form::Value(value) if value.nimber == 0 => Some(Form::Value(value)),
            _ => None,
        };
        let claimed = fits.unwrap_or_else(|| of_options(&left, &right));
        let value = by_canonical_form(&left, &right, &mut calc)?;
        trial.compare(|| written(&left, &right), told(Some(&claimed)), told_value(value))?;
    }
    Ok(())
}

/// PE10 as printed, read as G = −G.
fn symmetric_are_nimbers(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let mut seen = BTreeSet::new();
    for day in 0..=to as u32 {
        for game in calc.games_born_by(day)? {
            if !seen.insert(game) || calc.neg(game)? != game {
                continue;
            }
            let case = show(&mut calc, game)?;
            let nimber = calc.is_nimber(game);
            let told = |nimber| if nimber { "a nimber" } else { "no nimber" };
            trial.compare(|| case, told(true), told(nimber))?;
        }
    }
    Ok(())
}
