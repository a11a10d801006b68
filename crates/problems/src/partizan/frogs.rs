//! Toads and frogs on five cells, and how many sub-collections of boards are won by whom.

use std::fmt::Write;
use std::ops::RangeBounds;

use farstar_num::Dyadic;
use farstar_value::{Arena, Closed, Limits, Outcome};

use super::play::{Played, multisets, place, ruleset, show};
use super::ups::outcome;
use crate::contest::toads_frogs_5::{FrogStrips, StripsRule};
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::{Instance, read, turn};
use crate::trial::{Ended, Trial, Verification};

/// Most boards of an input, all tests together.
const MOST_BOARDS: usize = 1_000_000;
/// Most tests of an input.
const MOST_TESTS: usize = 100_000;
/// The modulus when none is given.
const USUAL_PRIME: u64 = 998_244_353;

/// P26: five-cell toads and frogs, counted.
pub(crate) const FROGS: Entry = Entry {
    instance: Instance::game("LL_RR LLR_R", |text, limits| {
        turn(read(text, |input| FrogStrips::read(input, &(by_table as StripsRule)))?, limits)
    }),
    answer: Some(answer),
    verification: Some(Verification::to([2, 3, 5], cases)),
    claims: &[("PE6", Verification::to([1, 2, 4], printed))],
    ..entry!("P26", "frog-counting")
};

/// The value of a state that can be reached from `LL_RR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateValue {
    /// 0.
    Zero,
    /// *.
    Star,
    /// ↑.
    Up,
    /// ↓.
    Down,
    /// 1.
    One,
    /// −1.
    MinusOne,
    /// 1/2.
    Half,
    /// −1/2.
    MinusHalf,
}

/// The arrangements of two L, two R and a hole, with their values; the last seven cannot be reached from `LL_RR`.
pub const VALUES: [(&str, &str); 30] = [
    ("LL_RR", "*"),
    ("LRL_R", "*"),
    ("L_RLR", "*"),
    ("L_LRR", "^"),
    ("LLR_R", "v"),
    ("LRRL_", "1"),
    ("RLRL_", "1"),
    ("RRL_L", "1"),
    ("_RLLR", "-1"),
    ("_RLRL", "-1"),
    ("R_RLL", "-1"),
    ("RL_LR", "1/2"),
    ("LR_RL", "-1/2"),
    ("LLRR_", "0"),
    ("LRLR_", "0"),
    ("LRR_L", "0"),
    ("LR_LR", "0"),
    ("RLR_L", "0"),
    ("RR_LL", "0"),
    ("R_LLR", "0"),
    ("R_LRL", "0"),
    ("_LLRR", "0"),
    ("_LRLR", "0"),
    ("L_RRL", "{0|-1/2}"),
    ("RLL_R", "{1/2|0}"),
    ("RL_RL", "*"),
    ("RRLL_", "2"),
    ("_RRLL", "-2"),
    ("RLLR_", "0"),
    ("_LRRL", "0"),
];
/// How many of [`VALUES`] can be reached.
const REACHABLE: usize = 23;

/// The value of a state that can be reached from `LL_RR`; `None` for any other text.
///
/// # Examples
/// ```
/// use farstar_problems::partizan::frogs::{StateValue, state_value};
/// assert_eq!(state_value("L_LRR"), Some(StateValue::Up));
/// assert_eq!(state_value("RL_RL"), None);
/// ```
#[must_use]
pub fn state_value(state: &str) -> Option<StateValue> {
    let (_, value) = VALUES[..REACHABLE].iter().find(|(known, _)| *known == state)?;
    Some(match *value {
        "*" => StateValue::Star,
        "^" => StateValue::Up,
        "v" => StateValue::Down,
        "1" => StateValue::One,
        "-1" => StateValue::MinusOne,
        "1/2" => StateValue::Half,
        "-1/2" => StateValue::MinusHalf,
        _ => StateValue::Zero,
    })
}

/// How many sub-collections have each outcome, modulo the prime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Left wins.
    pub left: u64,
    /// Right wins.
    pub right: u64,
    /// The first player wins.
    pub next: u64,
    /// The second player wins.
    pub previous: u64,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {} {}", self.left, self.right, self.next, self.previous)
    }
}

/// Binomial coefficients modulo a prime: factorials, and Lucas' theorem beyond the prime.
struct Binomials {
    prime: u64,
    factorials: Vec<u64>,
    inverses: Vec<u64>,
}

impl Binomials {
    fn new(prime: u64, most: usize) -> Self {
        let below = prime.min(most as u64 + 1) as usize;
        let mut factorials = vec![1; below];
        for n in 1..below {
            factorials[n] = factorials[n - 1] * n as u64 % prime;
        }
        let mut inverses = vec![power(factorials[below - 1], prime - 2, prime); below];
        for n in (1..below).rev() {
            inverses[n - 1] = inverses[n] * n as u64 % prime;
        }
        Self { prime, factorials, inverses }
    }

    fn choose(&self, n: u64, k: i64) -> u64 {
        let Ok(mut k) = u64::try_from(k) else { return 0 };
        let mut n = n;
        let mut product = 1;
        while n > 0 || k > 0 {
            let (a, b) = ((n % self.prime) as usize, (k % self.prime) as usize);
            if b > a {
                return 0;
            }
            let digit = self.factorials[a] * self.inverses[b] % self.prime;
            product = product * digit % self.prime * self.inverses[a - b] % self.prime;
            n /= self.prime;
            k /= self.prime;
        }
        product
    }

    /// Ways to choose with a difference in `range` from `positive` and `negative` boards: Vandermonde's identity.
    fn with_difference(&self, positive: u64, negative: u64, range: impl RangeBounds<i64>) -> u64 {
        (-(negative as i64)..=positive as i64).filter(|d| range.contains(d)).fold(0, |sum, d| {
            (sum + self.choose(positive + negative, negative as i64 + d)) % self.prime
        })
    }
}

fn power(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut base, mut product) = (base % modulus, 1 % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    product
}

fn is_prime(n: u64) -> bool {
    n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

/// How many of the sub-collections of `states` (the empty one among them) have each outcome, modulo a prime below 2³¹;
/// O(m).
///
/// # Errors
/// [`Error::Refused`] if `prime` is no prime, or too large.
///
/// # Examples
/// ```
/// use farstar_problems::partizan::frogs::{StateValue, counts};
/// let counts = counts(&[StateValue::Star, StateValue::Star, StateValue::Up], 998_244_353)?;
/// assert_eq!(counts.to_string(), "2 0 4 2");
/// # Ok::<(), farstar_problems::Error>(())
/// ```
pub fn counts(states: &[StateValue], prime: u64) -> Result<Counts> {
    if prime >> 31 != 0 || !is_prime(prime) {
        return Err(Error::Refused(format!("{prime} is no prime below 2^31")));
    }
    Ok(counts_with(states, &Binomials::new(prime, states.len())))
}

fn counts_with(states: &[StateValue], binomials: &Binomials) -> Counts {
    let p = binomials.prime;
    let count = |value| states.iter().filter(|&&state| state == value).count() as u64;
    let [zeros, stars] = [StateValue::Zero, StateValue::Star].map(count);
    let [ups, downs] = [StateValue::Up, StateValue::Down].map(count);
    let [halves, minus_halves] = [StateValue::Half, StateValue::MinusHalf].map(count);
    let [ones, minus_ones] = [StateValue::One, StateValue::MinusOne].map(count);

    // Differences of halves and at least how much: `at_least[i]` counts differences of i − minus_halves or more.
    let ways_of_halves: Vec<u64> = (0..=(halves + minus_halves) as i64)
        .map(|i| binomials.choose(halves + minus_halves, i))
        .collect();
    let mut at_least = vec![0; ways_of_halves.len() + 1];
    for (i, ways) in ways_of_halves.iter().enumerate().rev() {
        at_least[i] = (at_least[i + 1] + ways) % p;
    }
    let (mut positive, mut zero) = (0, 0);
    for d in -(minus_ones as i64)..=ones as i64 {
        let ways = binomials.choose(ones + minus_ones, minus_ones as i64 + d);
        // The halves must make −2d for a sum of 0, and more for a positive sum.
        let i = minus_halves as i64 - 2 * d;
        let equal =
            usize::try_from(i).ok().and_then(|i| ways_of_halves.get(i)).copied().unwrap_or(0);
        let above = at_least[(i + 1).clamp(0, at_least.len() as i64 - 1) as usize];
        positive = (positive + ways * above) % p;
        zero = (zero + ways * equal) % p;
    }
    let two = |n| power(2, n, p);
    let negative = (two(halves + minus_halves + ones + minus_ones) + 2 * p - positive - zero) % p;

    let (even, odd) = if stars == 0 { (1 % p, 0) } else { (two(stars - 1), two(stars - 1)) };
    let ups_in = |range: (i64, i64)| binomials.with_difference(ups, downs, range.0..=range.1);
    const MOST: i64 = i64::MAX;
    let rest = two(stars + ups + downs);
    let all_zeros = two(zeros);
    let total = |number: u64, even_ups: u64, odd_ups: u64| {
        (number * rest + zero * ((even * even_ups + odd * odd_ups) % p)) % p * all_zeros % p
    };
    Counts {
        left: total(positive, ups_in((1, MOST)), ups_in((2, MOST))),
        right: total(negative, ups_in((-MOST, -1)), ups_in((-MOST, -2))),
        next: total(0, 0, ups_in((-1, 1))),
        previous: total(0, ups_in((0, 0)), 0),
    }
}

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let first = input.rest_of_line("the number of tests")?;
    let mut header = Input::new(first);
    // The line is the input's own, whatever the header calls it.
    let at_line_1 = |error| match error {
        Error::Input { message, .. } => Error::Input { line: 1, message },
        other => other,
    };
    let tests = header.integer("the number of tests", 0..=MOST_TESTS).map_err(at_line_1)?;
    let prime = if header.is_at_end() {
        USUAL_PRIME
    } else {
        header.integer("the modulus", 2..=(1_u64 << 31) - 1).map_err(at_line_1)?
    };
    header.end().map_err(at_line_1)?;
    if !is_prime(prime) {
        return Err(at_line_1(header.error(format!("the modulus {prime} is no prime"))));
    }
    let mut collections = Vec::new();
    let mut boards = 0;
    for _ in 0..tests {
        let m = input.integer("the number of boards", 0..=MOST_BOARDS - boards)?;
        boards += m;
        let mut states = Vec::new();
        for _ in 0..m {
            let word = input.word("a state")?;
            states.push(state_value(word).ok_or_else(|| {
                let word: String = word.chars().take(40).collect();
                input.error(format!(
                    "`{word}` is no state that can be reached from LL_RR; expected one such as L_RLR"
                ))
            })?);
        }
        collections.push(states);
    }
    let most = collections.iter().map(Vec::len).max().unwrap_or(0);
    let binomials = Binomials::new(prime, most);
    let mut text = String::new();
    for states in &collections {
        limits.check()?;
        let _ = writeln!(text, "{}", counts_with(states, &binomials));
    }
    Ok(text)
}

/// A state as the ruleset writes it.
fn toads(state: &str) -> String {
    state
        .chars()
        .map(|c| ['.', 'T', 'F'][usize::from(c == 'L') + 2 * usize::from(c == 'R')])
        .collect()
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Toads and Frogs")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let (game, _) = place(&rules, "TT.FF")?;
    let mut played = Played::new(&game);
    let mut positions = Vec::new();
    for (state, claimed) in VALUES {
        let (_, position) = place(&rules, &toads(state))?;
        let value = played.value(&position, &mut calc)?;
        trial.compare(|| state.to_owned(), claimed.to_owned(), show(&mut calc, value)?)?;
        positions.push(position);
    }
    let states: Vec<_> = (0..REACHABLE).collect();
    let binomials = Binomials::new(USUAL_PRIME, to as usize);
    for chosen in multisets(&states, to as usize) {
        let mut by_play = Counts { left: 0, right: 0, next: 0, previous: 0 };
        for subset in 0..1_u32 << chosen.len() {
            let part = chosen.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
            let sum: Vec<_> = part.map(|(_, &state)| positions[state].clone()).collect();
            match played.outcome(&sum, trial.limits())? {
                Outcome::L => by_play.left += 1,
                Outcome::R => by_play.right += 1,
                Outcome::N => by_play.next += 1,
                Outcome::P => by_play.previous += 1,
            }
        }
        let values: Vec<_> =
            chosen.iter().filter_map(|&state| state_value(VALUES[state].0)).collect();
        trial.compare(|| names(&chosen), counts_with(&values, &binomials), by_play)?;
    }
    Ok(())
}

fn names(states: &[usize]) -> String {
    if states.is_empty() {
        return "no board".to_owned();
    }
    states.iter().map(|&state| VALUES[state].0).collect::<Vec<_>>().join(" ")
}

/// The sum of the values of some states, in the class of numbers, stars and ups.
fn sum(states: &[usize]) -> Closed {
    let mut sum = Closed::ZERO;
    for &state in states {
        match state_value(VALUES[state].0) {
            Some(StateValue::Star) => sum.nimber ^= 1,
            Some(StateValue::Up) => sum.up += 1,
            Some(StateValue::Down) => sum.up -= 1,
            Some(StateValue::One) => sum.number += Dyadic::ONE,
            Some(StateValue::MinusOne) => sum.number -= Dyadic::ONE,
            Some(StateValue::Half) => sum.number += Dyadic::HALF,
            Some(StateValue::MinusHalf) => sum.number -= Dyadic::HALF,
            Some(StateValue::Zero) | None => {}
        }
    }
    sum
}

/// PE6 as printed: the class of c decides, whatever the stars.
fn printed(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Toads and Frogs")?;
    let (game, _) = place(&rules, "TT.FF")?;
    let mut played = Played::new(&game);
    let states: Vec<_> = (0..REACHABLE).collect();
    for chosen in multisets(&states, to as usize) {
        let mut positions = Vec::new();
        for &state in &chosen {
            positions.push(place(&rules, &toads(VALUES[state].0))?.1);
        }
        let by_play = played.outcome(&positions, trial.limits())?;
        let value = sum(&chosen);
        let ups_only_from_two = Closed { up: value.up / 2, ..value };
        trial.compare(|| names(&chosen), outcome(&ups_only_from_two), by_play)?;
    }
    Ok(())
}

/// Who wins some boards, by the table of values; boards that LL_RR does not reach are left open.
fn by_table(strips: &[String], _: &Limits) -> Result<Option<Outcome>> {
    let place = |strip: &String| (0..REACHABLE).find(|&place| VALUES[place].0 == strip);
    let places: Option<Vec<usize>> = strips.iter().map(place).collect();
    Ok(places.map(|places| outcome(&sum(&places))))
}
