//! P5387: heaps that xor makes smaller.

use farstar_impartial::search;
use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::{Limits, Player};
use std::ops::ControlFlow;

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::modular::Modulus;
use crate::trial::{Ended, Trial, Verification};

/// I71: heaps that xor makes smaller.
pub(crate) const XOR_DOWN: Entry = Entry {
    instance: Instance::game("5 6 4", |text, limits| {
        turn(Sequence(read(text, |input| heaps::few(input, "a number", 1..=5, 0..=12))?), limits)
    })
    .over("{0} {1}", [0, 12, 12]),
    answer: Some(answer),
    verification: Some(Verification::to([8, 20, 100], cases)),
    ..entry!("I71", "xor-down")
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("n", 1..=1_000_000_000_000_000_000_u64)?;
    let m = input.integer("m", 1..=4_000_000_u64)?;
    Ok(format!("{}\n", winning_sequences(n, m)))
}

/// The Grundy value of x, which is at least 1.
#[must_use]
pub fn value(x: u64) -> u64 {
    x - (1 << x.ilog2()) + 1
}

/// Sequences of `n` numbers from 1 to `m` that the first player wins, modulo 998244353; O(m log m + m log n) time, O(m)
/// memory.
#[must_use]
pub fn winning_sequences(n: u64, m: u64) -> u64 {
    let modulus = Modulus::NTT;
    // Values are at most the largest power of two within m.
    let size = 2 << m.ilog2();
    let mut count = vec![0_i64; size];
    for x in 1..=m {
        count[value(x) as usize] += 1;
    }
    let mut half = 1;
    while half < size {
        for block in count.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    let sum = count.iter().fold(0, |sum, &c| modulus.add(sum, modulus.pow(modulus.of(c), n)));
    let lost = modulus.mul(sum, modulus.inverse(size as u64));
    modulus.sub(modulus.pow(m, n), lost)
}

/// One number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Number(u64);

impl Impartial for Number {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        let x = self.0;
        (1..=x).map(|y| x ^ y).filter(|&to| to < x).try_for_each(|to| visit(Self(to)))
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut values = vec![0];
    for m in 1..=to {
        let played = search::grundy(&Number(m), trial.limits())?;
        trial.compare(|| format!("the number {m}"), value(m), u64::from(played))?;
        values.push(played);
        let pairs = values[1..].iter().flat_map(|a| values[1..].iter().map(move |b| a ^ b));
        let pairs: Vec<u32> = pairs.collect();
        let won = |sums: &[u32]| sums.iter().filter(|&&sum| sum != 0).count() as u64;
        trial.compare(|| format!("n = 1, m = {m}"), winning_sequences(1, m), won(&values[1..]))?;
        trial.compare(|| format!("n = 2, m = {m}"), winning_sequences(2, m), won(&pairs))?;
        let triples: Vec<u32> =
            pairs.iter().flat_map(|a| values[1..].iter().map(move |b| a ^ b)).collect();
        trial.compare(|| format!("n = 3, m = {m}"), winning_sequences(3, m), won(&triples))?;
    }
    Ok(())
}

/// Numbers, each of which is a game.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Sequence(Vec<u64>);

impl Playable for Sequence {
    fn after(&self, _: Player) -> Vec<Self> {
        let mut moves = Vec::new();
        for (i, &x) in self.0.iter().enumerate() {
            moves.extend(crate::instance::options(&Number(x)).into_iter().map(|Number(to)| {
                let mut numbers = self.0.clone();
                numbers[i] = to;
                Self(numbers)
            }));
        }
        moves
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let values = self.0.iter().filter(|&&x| x > 0).map(|&x| value(x));
        Ok(Some(Fate::of(values.fold(0, |sum, value| sum ^ value) != 0)))
    }

    fn text(&self) -> String {
        heaps::joined(&self.0)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0)
    }
}
