//! Sums of switches and a number.

use std::cmp::Ordering;
use std::fmt::Write;

use farstar_num::Dyadic;
use farstar_value::{Calculator, Game, Limits, Outcome, Player};

use super::play::{Forms, Played, multisets};
use super::ups::number;
use super::written::{self, SumRule};
use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::trial::{Ended, Trial, Verification};

/// Most switches of an input.
const MOST_SWITCHES: usize = 1_000_000;

/// P34: sums of switches.
pub(crate) const SWITCHES: Entry = Entry {
    instance: written::sum_by::<Hottest>("-1 + +-2 + {3|1} + +-1"),
    answer: Some(answer),
    verification: Some(Verification::to([2, 3, 5], cases)),
    ..entry!("P34", "switch-sum")
};

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

/// The outcome, from how the number that remains compares with 0 when Left starts and when Right starts, and from the
/// number of switches.
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
