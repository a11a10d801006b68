//! Sums of switches and a number.

use std::cmp::Ordering;
use std::fmt::Write;

use farstar_num::Dyadic;
use farstar_value::{Calculator, Game, Limits, Outcome, Player};

use super::play::{Forms, Played, multisets};
use super::ups::number;
use super::written::{self, SumRule};
use crate::error::Result;
use crate::input::Input;
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::{Ended, Trial, Verification};

/// Most switches of an input.
const MOST_SWITCHES: usize = 1_000_000;

/// P34: sums of switches.
pub const SWITCHES: Problem = Problem {
    id: "P34",
    name: "switch-sum",
    kind: Kind::Problem,
    title: Text::new("Sum of switches and a number", "转换与数之和"),
    topics: &["partizan", "switch", "temperature", "theorem"],
    source: "Slides: surreal numbers and partizan games (2021), solution of the take-away game",
    statement: Text::new(
        "A switch is {x|y} with numbers x ≥ y. Given switches {x₁|y₁}, …, {x_k|y_k} and a number c: who wins their sum?",
        "转换是 {x|y}，其中 x ≥ y 都是数。给定若干转换 {x₁|y₁}、…、{x_k|y_k} 与一个数 c，求和博弈的胜负。",
    ),
    rule: Text::new(
        "Both players play the switches in descending order of x − y; the order among equals does not matter. Let N be the number that remains after all k moves. Left wins if N > 0, or if N = 0 and Right is to move. The mean of a switch is (x+y)/2, its temperature (x−y)/2; {x|x} is x + * and is covered.",
        "双方都按 x − y 从大到小的次序在转换中行动，相等者次序任意。设 k 步之后剩下的数为 N：N > 0，或 N = 0 且轮到右方时，左方胜。转换的均值为 (x+y)/2，温度为 (x−y)/2；{x|x} 即 x + *，同样适用。",
    ),
    complexity: "O(k log k)",
    format: Text::new(
        "k and c, then k lines x y with x ≥ y; numbers are integers or fractions p/2^k. Output: the outcome, the winner if Left starts, the winner if Right starts; then a line for each switch in the order of play: its number (from 1), mean and temperature.",
        "第一行 k 与 c，随后 k 行 x y（x ≥ y），数为整数或分数 p/2^k。输出：胜负、左方先手时的胜者、右方先手时的胜者；再按行动次序每行一个转换：编号（从 1 起）、均值、温度。",
    ),
    samples: &[
        Sample {
            input: "3 0\n1 -1\n5 1/2\n2 -2\n",
            output: "L Left Left\n2 11/4 9/4\n3 0 2\n1 0 1\n",
        },
        Sample { input: "2 0\n1 -1\n1 -1\n", output: "P Right Left\n1 0 1\n2 0 1\n" },
    ],
    worked: &[
        Worked { expression: "{5|1/2} + +-2 + +-1 > 0", value: "true" },
        Worked { expression: "{5|1/2}.Mean", value: "11/4" },
        Worked { expression: "{5|1/2}.Temperature", value: "9/4" },
    ],
    instance: written::sum_by::<Hottest>("-1 + +-2 + {3|1} + +-1", NOTE),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "at most N switches of numbers −1 to 1 in halves, and such a number",
            "至多 N 个转换，x、y、c 取 −1 至 1 间 1/2 的倍数",
        ),
        quick: 2,
        usual: 3,
        most: 5,
        cases,
    }),
    ..Problem::BLANK
};

const NOTE: Text = Text::new(
    "A move replaces a switch by one of its two numbers, or a number by one of its options. The rule speaks of switches and numbers.",
    "每步把一个转换换成它的两个数之一，或把一个数换成它的选项。结论适用于转换与数之和。",
);

/// The rule, of sums of switches and numbers.
struct Hottest;

impl SumRule for Hottest {
    fn outcome(games: &[Game], calc: &mut Calculator<'_>) -> Result<Option<Outcome>> {
        let (mut switches, mut number) = (Vec::new(), Dyadic::ZERO);
        for &game in games {
            if let Some(x) = calc.as_number(game) {
                number += x;
                continue;
            }
            let mut ends = Vec::new();
            for player in [Player::Left, Player::Right] {
                let options = calc.options(game, player)?;
                let [option] = options[..] else { return Ok(None) };
                let Some(x) = calc.as_number(option) else { return Ok(None) };
                ends.push(x);
            }
            let [left, right] = [ends[0].clone(), ends[1].clone()];
            switches.push(Switch { left, right });
        }
        Ok(Some(sum_outcome(&switches, &number)))
    }
}

/// A switch `{left|right}` with `left ≥ right`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// What Left moves to.
    pub left: Dyadic,
    /// What Right moves to.
    pub right: Dyadic,
}

impl Switch {
    /// How much a move gains: `left − right`, twice the temperature.
    #[must_use]
    pub fn swing(&self) -> Dyadic {
        &self.left - &self.right
    }
}

/// The outcome, from how the number that remains compares with 0 when Left starts and when Right starts, and from the number of switches.
#[must_use]
pub fn outcome_of_remainders(
    left_first: Ordering,
    right_first: Ordering,
    switches: usize,
) -> Outcome {
    // With 0 left, whoever must move loses: after an even number of moves, who began.
    let even = switches.is_multiple_of(2);
    let left_wins_first = left_first.then(if even { Ordering::Less } else { Ordering::Greater });
    let left_wins_second = right_first.then(if even { Ordering::Greater } else { Ordering::Less });
    Outcome::from_wins(left_wins_first == Ordering::Greater, left_wins_second == Ordering::Less)
}

/// The order in which both players play the switches: the hottest first.
#[must_use]
pub fn order_of_play(switches: &[Switch]) -> Vec<usize> {
    let swings: Vec<_> = switches.iter().map(Switch::swing).collect();
    let mut order: Vec<_> = (0..switches.len()).collect();
    order.sort_by(|&i, &j| swings[j].cmp(&swings[i]));
    order
}

/// Who wins the sum of some switches and a number; O(k log k).
///
/// # Examples
/// ```
/// use farstar_num::Dyadic;
/// use farstar_problems::partizan::switches::{Switch, sum_outcome};
/// use farstar_value::Outcome;
/// let switch = Switch { left: Dyadic::ONE, right: Dyadic::NEG_ONE };
/// assert_eq!(sum_outcome(&[switch.clone()], &Dyadic::ZERO), Outcome::N);
/// assert_eq!(sum_outcome(&[switch.clone(), switch], &Dyadic::ZERO), Outcome::P);
/// ```
#[must_use]
pub fn sum_outcome(switches: &[Switch], number: &Dyadic) -> Outcome {
    let order = order_of_play(switches);
    let remainder = |starter: Player| {
        let mut total = number.clone();
        let mut player = starter;
        for &i in &order {
            total = match player {
                Player::Left => total + &switches[i].left,
                Player::Right => total + &switches[i].right,
            };
            player = player.opponent();
        }
        total.signum().cmp(&0)
    };
    outcome_of_remainders(remainder(Player::Left), remainder(Player::Right), switches.len())
}

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let k = input.integer("the number of switches", 0..=MOST_SWITCHES)?;
    let c = number(input, "c")?;
    let mut switches = Vec::new();
    for _ in 0..k {
        let (left, right) = (number(input, "x")?, number(input, "y")?);
        if left < right {
            return Err(input.error(format!("{{{left}|{right}}} is no switch; expected x ≥ y")));
        }
        switches.push(Switch { left, right });
    }
    limits.check()?;
    let outcome = sum_outcome(&switches, &c);
    let [left, right] = [Player::Left, Player::Right].map(|starter| outcome.winner(starter));
    let mut text = format!("{outcome} {left} {right}\n");
    for i in order_of_play(&switches) {
        let Switch { left, right } = &switches[i];
        let mean = (left + right).half();
        let _ = writeln!(text, "{} {mean} {}", i + 1, switches[i].swing().half());
    }
    Ok(text)
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut forms = Forms::default();
    let numbers: Vec<_> = (-2..=2).map(|halves| Dyadic::new(halves, 1)).collect();
    let number_forms: Vec<_> = numbers.iter().map(|x| forms.number(x)).collect();
    let mut switches = Vec::new();
    for (i, left) in numbers.iter().enumerate() {
        for (j, right) in numbers.iter().enumerate().take(i + 1) {
            let form = forms.form(&[number_forms[i]], &[number_forms[j]]);
            switches.push((Switch { left: left.clone(), right: right.clone() }, form));
        }
    }
    let all: Vec<_> = (0..switches.len()).collect();
    let mut played = Played::new(&forms);
    for chosen in multisets(&all, to as usize) {
        for (c, &c_form) in numbers.iter().zip(&number_forms) {
            let list: Vec<_> = chosen.iter().map(|&i| switches[i].0.clone()).collect();
            let mut sum: Vec<_> = chosen.iter().map(|&i| switches[i].1).collect();
            sum.push(c_form);
            let by_play = played.outcome(&sum, trial.limits())?;
            let case = || {
                let list: Vec<_> =
                    list.iter().map(|s| format!("{{{}|{}}}", s.left, s.right)).collect();
                format!("{} + {c}", list.join(" + "))
            };
            trial.compare(case, sum_outcome(&list, c), by_play)?;
        }
    }
    Ok(())
}
