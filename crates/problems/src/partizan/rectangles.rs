//! Cutting rectangles with flags.

use std::fmt::Write;

use farstar_num::Dyadic;
use farstar_rules::position::GameGraph;
use farstar_value::{Arena, Closed, Limits, Outcome, Player};

use super::play::{Played, place, ruleset, show};
use super::ups::outcome;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::{Fate, Instance};
use crate::trial::{Ended, Trial, Verification};
use farstar_rules::View;
use farstar_rules::{Board, Packed};

/// The longest side of an input.
const MOST_SIDE: u32 = 1_000_000;
/// Most rectangles, and most queries.
const MOST_COUNT: usize = 1_000_000;

/// What the rules of the entries say of a position of the ruleset.
fn claim(board: &Board, at: &Packed, mover: Player, _: &Limits) -> Result<Option<Fate>> {
    let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
    let side = |side: u64| u32::try_from(side).ok().filter(|side| (1..=MOST_SIDE).contains(side));
    let rectangles: Option<Vec<Rectangle>> = heaps
        .iter()
        .map(|heap| match heap[..] {
            [w, h, a, b] if a < 2 && b < 2 => {
                Some(Rectangle { w: side(w)?, h: side(h)?, a: a == 1, b: b == 1 })
            }
            _ => None,
        })
        .collect();
    let Some(rectangles) = rectangles else { return Ok(None) };
    let most = rectangles.iter().map(|r| r.w.max(r.h)).max().unwrap_or(1);
    let cutting = Cutting::up_to(most);
    let value = rectangles.iter().fold(RectangleValue::default(), |sum, &rectangle| {
        let RectangleValue { number, nimber } = cutting.value(rectangle);
        RectangleValue { number: sum.number + number, nimber: sum.nimber ^ nimber }
    });
    Ok(Some(Fate::of_outcome(value.outcome(), mover)))
}

/// P28: cutting rectangles, with queries.
pub(crate) const RECTANGLES: Entry = Entry {
    instance: Instance::ruleset("Rectangles", "(2,2,1,1)+(6,2,0,1)", claim),
    answer: Some(answer),
    verification: Some(Verification::to([3, 4, 6], pairs)),
    ..entry!("P28", "rectangle-cutting")
};

/// The bounds of the four rules.
const fn verified(
    cases: fn(u64, &mut Trial<'_>) -> std::result::Result<(), Ended>,
) -> Verification {
    Verification::to([8, 24, 64], cases)
}

/// P29: the impartial rectangles.
pub(crate) const BOTH_FLAGS: Entry = Entry {
    instance: Instance::ruleset("Rectangles", "(6,3,1,1)", claim),
    verification: Some(verified(|to, trial| values(to, (true, true), trial))),
    claims: &[("PE14", Verification::to([3, 12, 64], nimber_plus_one))],
    ..entry!("P29", "rectangles-both")
};

/// P30: the rectangles that are numbers.
pub(crate) const NO_FLAGS: Entry = Entry {
    instance: Instance::ruleset("Rectangles", "(2,4,0,0)+(6,2,0,0)", claim),
    verification: Some(verified(|to, trial| values(to, (false, false), trial))),
    claims: &[("PE7", Verification::to([6, 12, 64], largest_prime))],
    ..entry!("P30", "rectangles-none")
};

/// P31: both cut along h.
pub(crate) const ALONG_H: Entry = Entry {
    instance: Instance::ruleset("Rectangles", "(2,6,0,1)", claim),
    verification: Some(verified(|to, trial| values(to, (false, true), trial))),
    claims: &[("PE8", Verification::to([6, 24, 64], odd_cut))],
    ..entry!("P31", "rectangles-h")
};

/// P32: both cut along w.
pub(crate) const ALONG_W: Entry = Entry {
    instance: Instance::ruleset("Rectangles", "(3,2,1,0)+(4,2,1,0)", claim),
    verification: Some(verified(|to, trial| values(to, (true, false), trial))),
    ..entry!("P32", "rectangles-w")
};

/// A rectangle with its flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// The side along which Left may always cut; at least 1.
    pub w: u32,
    /// The side along which Right may always cut; at least 1.
    pub h: u32,
    /// Whether Right may cut along `w`.
    pub a: bool,
    /// Whether Left may cut along `h`.
    pub b: bool,
}

/// The value of a rectangle: a number plus a nimber.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RectangleValue {
    /// The number.
    pub number: i64,
    /// The nimber.
    pub nimber: u64,
}

impl RectangleValue {
    fn closed(self) -> Closed {
        Closed { number: Dyadic::from(self.number), up: 0, nimber: self.nimber }
    }

    /// Who wins.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        outcome(&self.closed())
    }
}

/// Values of rectangles whose sides are at most a bound.
#[derive(Clone, Debug)]
pub struct Cutting {
    /// The least prime factor of each number from 2.
    least: Vec<u32>,
}

impl Cutting {
    /// Sieves the sides up to `side`; O(n log log n).
    #[must_use]
    pub fn up_to(side: u32) -> Self {
        let mut least: Vec<u32> = (0..=side).collect();
        for p in (2..=side).take_while(|p| u64::from(*p) * u64::from(*p) <= u64::from(side)) {
            if least[p as usize] == p {
                for multiple in (p * p..=side).step_by(p as usize) {
                    if least[multiple as usize] == multiple {
                        least[multiple as usize] = p;
                    }
                }
            }
        }
        Self { least }
    }

    /// The prime factors of `n`, ascending, with multiplicity.
    fn primes(&self, mut n: u32) -> Vec<u32> {
        let mut primes = Vec::new();
        while n > 1 {
            let p = self.least[n as usize];
            primes.push(p);
            n /= p;
        }
        primes
    }

    /// λ*(n): odd prime factors, with multiplicity.
    fn odd_primes(&self, n: u32) -> u64 {
        self.primes(n).into_iter().filter(|&p| p != 2).count() as u64
    }

    /// The value of a rectangle; O(log w + log h).
    ///
    /// # Panics
    /// If a side is 0 or beyond the bound of [`Cutting::up_to`].
    ///
    /// # Examples
    /// ```
    /// use farstar_problems::partizan::rectangles::{Cutting, Rectangle};
    /// let cutting = Cutting::up_to(10);
    /// let value = cutting.value(Rectangle { w: 4, h: 6, a: false, b: true });
    /// assert_eq!((value.number, value.nimber), (18, 2));
    /// ```
    #[must_use]
    pub fn value(&self, rectangle: Rectangle) -> RectangleValue {
        let Rectangle { w, h, a, b } = rectangle;
        assert!(w > 0 && h > 0, "sides are positive");
        let both = |side: u32| self.odd_primes(side) + u64::from(side.is_multiple_of(2));
        match (a, b) {
            (true, true) => {
                let even = w.is_multiple_of(2) || h.is_multiple_of(2);
                let nimber = (self.odd_primes(w) ^ self.odd_primes(h)) + u64::from(even);
                RectangleValue { number: 0, nimber }
            }
            (false, false) => {
                let (along_w, along_h) = (self.primes(w), self.primes(h));
                let number = if along_w.len() > along_h.len() {
                    moves(&along_w, along_w.len() - along_h.len())
                } else {
                    -moves(&along_h, along_h.len() - along_w.len())
                };
                RectangleValue { number, nimber: 0 }
            }
            (false, true) => {
                let primes = self.primes(w);
                let number = i64::from(h) * moves(&primes, primes.len());
                RectangleValue { number, nimber: both(h) }
            }
            (true, false) => {
                let primes = self.primes(h);
                let number = -i64::from(w) * moves(&primes, primes.len());
                RectangleValue { number, nimber: both(w) }
            }
        }
    }
}

/// `1 + p₁ + p₁p₂ + …` with so many terms, for ascending primes.
fn moves(ascending: &[u32], terms: usize) -> i64 {
    let mut product = 1;
    let mut sum = 0;
    for &p in ascending.iter().rev().take(terms) {
        sum += product;
        product *= i64::from(p);
    }
    sum
}

/// Sums of ranges of a list of rectangles.
#[derive(Clone, Debug)]
pub struct Prefixes(Vec<RectangleValue>);

impl Prefixes {
    /// Sums up the list; O((n + m) log m) with the sieve, m the longest side. The sides are at least 1.
    #[must_use]
    pub fn new(rectangles: &[Rectangle]) -> Self {
        let longest = rectangles.iter().map(|r| r.w.max(r.h)).max().unwrap_or(1);
        let cutting = Cutting::up_to(longest);
        let mut prefixes = vec![RectangleValue::default()];
        let mut sum = RectangleValue::default();
        for &rectangle in rectangles {
            let value = cutting.value(rectangle);
            sum.number += value.number;
            sum.nimber ^= value.nimber;
            prefixes.push(sum);
        }
        Self(prefixes)
    }

    /// The sum of the rectangles from the `first` to the `last`, counted from 1; O(1).
    ///
    /// # Panics
    /// If there is no such range.
    #[must_use]
    pub fn sum(&self, first: usize, last: usize) -> RectangleValue {
        let (before, all) = (self.0[first - 1], self.0[last]);
        RectangleValue { number: all.number - before.number, nimber: all.nimber ^ before.nimber }
    }
}

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of rectangles", 0..=MOST_COUNT)?;
    let q = input.integer("the number of queries", 0..=MOST_COUNT)?;
    let mut rectangles = Vec::new();
    for _ in 0..n {
        let w = input.integer("the side w", 1..=MOST_SIDE)?;
        let h = input.integer("the side h", 1..=MOST_SIDE)?;
        let a = input.integer("the flag a", 0..=1_u8)? == 1;
        let b = input.integer("the flag b", 0..=1_u8)? == 1;
        rectangles.push(Rectangle { w, h, a, b });
    }
    let prefixes = Prefixes::new(&rectangles);
    let mut text = String::new();
    for _ in 0..q {
        let l = input.integer("l", 1..=n)?;
        let r = input.integer("r", l..=n)?;
        let outcome = prefixes.sum(l, r).outcome();
        let left = if outcome.winner(Player::Left) == Player::Left { "win" } else { "lose" };
        let _ = writeln!(text, "{outcome} {left}");
    }
    Ok(text)
}

fn text((w, h): (u32, u32), (a, b): (bool, bool)) -> String {
    format!("({w},{h},{},{})", u8::from(a), u8::from(b))
}

/// The sizes up to a bound, smaller areas first.
fn sizes(to: u64) -> Vec<(u32, u32)> {
    let to = to as u32;
    let mut sizes: Vec<_> = (1..=to).flat_map(|w| (1..=to).map(move |h| (w, h))).collect();
    sizes.sort_by_key(|&(w, h)| (w * h, w));
    sizes
}

fn values(to: u64, (a, b): (bool, bool), trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    against(to, (a, b), trial, |value, _| value.closed())
}

/// Holds a rule for the value against play, for all sizes up to a bound.
fn against(
    to: u64,
    (a, b): (bool, bool),
    trial: &mut Trial<'_>,
    rule: impl Fn(RectangleValue, (u32, u32)) -> Closed,
) -> std::result::Result<(), Ended> {
    let rules = ruleset("Rectangles")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let cutting = Cutting::up_to(to as u32);
    let (game, _) = place(&rules, &text((1, 1), (a, b)))?;
    let mut played = Played::new(&game);
    for (w, h) in sizes(to) {
        let case = text((w, h), (a, b));
        let (_, position) = place(&rules, &case)?;
        let value = played.value(&position, &mut calc)?;
        let claimed = calc.closed(&rule(cutting.value(Rectangle { w, h, a, b }), (w, h)))?;
        trial.compare(|| case, show(&mut calc, claimed)?, show(&mut calc, value)?)?;
    }
    Ok(())
}

/// PE14 as printed.
fn nimber_plus_one(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    against(to, (true, true), trial, |value, (w, h)| {
        let even = w * h % 2 == 0;
        Closed {
            number: Dyadic::from(i64::from(even)),
            up: 0,
            nimber: value.nimber - u64::from(even),
        }
    })
}

/// PE7 as printed: the value of Left's cut by the largest prime is claimed to be the best of her cuts.
fn largest_prime(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Rectangles")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let cutting = Cutting::up_to(to as u32);
    let (game, _) = place(&rules, "(1,1,0,0)")?;
    let mut played = Played::new(&game);
    for (w, h) in sizes(to) {
        let Some(&largest) = cutting.primes(w).last() else { continue };
        let mut best: Option<(Dyadic, u32)> = None;
        let mut by_largest = None;
        for parts in (2..=w).filter(|parts| w % parts == 0) {
            let (_, part) = place(&rules, &text((w / parts, h), (false, false)))?;
            let one = played.value(&part, &mut calc)?;
            let all = calc.multiple(&parts.into(), one)?;
            let number = calc
                .as_number(all)
                .ok_or_else(|| Error::Refused(format!("{w}×{h} is not a number")))?;
            if parts == largest {
                by_largest = Some(number.clone());
            }
            if best.as_ref().is_none_or(|(most, _)| number > *most) {
                best = Some((number, parts));
            }
        }
        let (Some((most, _)), Some(claimed)) = (best, by_largest) else { continue };
        trial.compare(
            || {
                format!(
                    "{w} × {h}, a = b = 0: the best of Left's cuts, claimed to be that in {largest}"
                )
            },
            claimed,
            most,
        )?;
    }
    Ok(())
}

/// PE8 as printed: the nimber after a cut along h into an odd number of parts.
fn odd_cut(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Rectangles")?;
    let arena = Arena::new();
    let mut calc = arena.calculator_with(trial.limits());
    let cutting = Cutting::up_to(to as u32);
    let (game, start) = place(&rules, "(1,1,0,1)")?;
    debug_assert_eq!(game.draw(&start), "(1,1,0,1)");
    let mut played = Played::new(&game);
    for h in 1..=to as u32 {
        for parts in (3..=h).step_by(2).filter(|parts| h % parts == 0) {
            let (_, part) = place(&rules, &text((1, h / parts), (false, true)))?;
            let one = played.value(&part, &mut calc)?;
            let all = calc.multiple(&parts.into(), one)?;
            let claimed = calc.nimber(cutting.odd_primes(h) - cutting.odd_primes(parts))?;
            trial.compare(
                || format!("1 × {h}, a = 0, b = 1, cut along h in {parts}"),
                show(&mut calc, claimed)?,
                show(&mut calc, all)?,
            )?;
        }
    }
    Ok(())
}

fn pairs(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let rules = ruleset("Rectangles")?;
    let flags = [(false, false), (false, true), (true, false), (true, true)];
    let sizes = sizes(to);
    let mut all = Vec::new();
    for &size in &sizes {
        for flags in flags {
            all.push((size, flags));
        }
    }
    let (game, _) = place(&rules, "(1,1,1,1)")?;
    let mut played = Played::new(&game);
    for (i, &first) in all.iter().enumerate() {
        for &second in &all[..=i] {
            let rectangles = [second, first].map(|((w, h), (a, b))| Rectangle { w, h, a, b });
            let case = format!("{}+{}", text(second.0, second.1), text(first.0, first.1));
            let (_, position) = place(&rules, &case)?;
            let by_play = played.outcome(&[position], trial.limits())?;
            let claimed = Prefixes::new(&rectangles).sum(1, 2).outcome();
            trial.compare(|| case, claimed, by_play)?;
        }
    }
    Ok(())
}
