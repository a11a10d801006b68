//! Simplicity: the value of a game that some number fits.

use std::collections::BTreeSet;
use std::ops::Bound;

use farstar_num::{Dyadic, numbers_born_by};
use farstar_rules::position::Ruleset;
use farstar_value::{Arena, Limits, Outcome, Player};

use super::play::{Forms, Played, show};
use super::surreal::{SOURCE, forms_born};
use super::ups::number;
use super::written;
use crate::error::Result;
use crate::input::Input;
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::{Ended, Trial, Verification};

/// P10: the simplicity theorem.
pub const SIMPLICITY_THEOREM: Problem = Problem {
    id: "P10",
    name: "simplicity-theorem",
    kind: Kind::Theory,
    title: Text::new("Simplicity theorem", "简单性法则（定理）"),
    topics: &["numbers", "simplicity", "theorem"],
    source: SOURCE,
    statement: Text::new(
        "x = {x^L | x^R} is a game and z a number with x^L ⧏ z ⧏ x^R for all options, and for some form of z no option of z has that property.",
        "x = {x^L | x^R}，数 z 满足对一切选项 x^L ⧏ z ⧏ x^R，且 z 的某个形式的选项都不满足同样的条件。",
    ),
    rule: Text::new(
        "Then x = z. It holds for any game x; if no number fits, x is no number.",
        "则 x = z。对任意博弈 x 都成立；若没有合适的数，则 x 不是数。",
    ),
    worked: &[
        Worked { expression: "{*|*}", value: "0" },
        Worked { expression: "{1*|2}", value: "1" },
        Worked { expression: "{+-1|2}", value: "0" },
    ],
    instance: written::sum("{1/4|3/4} + -1/2"),
    verification: Some(Verification {
        range: Text::new(
            "games with at most two options on a side, born by day N",
            "每侧至多两个选项、第 N 天以前的博弈",
        ),
        quick: 2,
        usual: 2,
        most: 3,
        cases: simplicity,
    }),
    ..Problem::BLANK
};

/// P11: the simplicity rule.
pub const SIMPLICITY_RULE: Problem = Problem {
    id: "P11",
    name: "simplicity-rule",
    kind: Kind::Theory,
    title: Text::new("Simplicity rule", "简单性法则"),
    topics: &["numbers", "simplicity"],
    source: SOURCE,
    statement: Text::new(
        "x = {x^L | x^R} with numbers as options, some number strictly between them.",
        "x = {x^L | x^R} 的选项都是数，且有数严格位于其间。",
    ),
    rule: Text::new(
        "x is the number of the lowest level between them; there is only one.",
        "x 是其间层数最低的数，它是唯一的。",
    ),
    complexity: "O(size of the numbers)",
    format: Text::new(
        "Two lines: the number of Left options and the options; the same for Right. Output: the value.",
        "两行：左选项个数及各选项；右选项同样。输出博弈值。",
    ),
    samples: &[
        Sample { input: "1 13/8\n1 12\n", output: "2\n" },
        Sample { input: "0\n2 0 -14\n", output: "-15\n" },
        Sample { input: "1 1\n1 0\n", output: "{1|0}\n" },
    ],
    worked: &[
        Worked { expression: "{13/8|12}", value: "2" },
        Worked { expression: "{3/8|1/2}", value: "7/16" },
    ],
    instance: written::sum("{1|3} + -2 + *"),
    answer: Some(simplest_answer),
    verification: Some(Verification {
        range: Text::new("options born by day N, played out", "选项为第 N 天以前的数，按定义搜索"),
        quick: 3,
        usual: 4,
        most: 6,
        cases: simplest,
    }),
    ..Problem::BLANK
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
