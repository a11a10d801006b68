//! P5387: heaps that xor makes smaller.

use farstar_rules::impartial::{Impartial, Visit};
use farstar_solve::search;
use farstar_value::{Limits, Player};
use std::ops::ControlFlow;

use crate::error::Result;
use crate::impartial::heaps;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::modular::Modulus;
use crate::problem::{Problem, Sample, Text};
use crate::trial::{Ended, Trial, Verification};

/// I71: heaps that xor makes smaller.
pub const XOR_DOWN: Problem = Problem {
    id: "I71",
    name: "xor-down",
    title: Text::new("Xor down", "人形演舞"),
    topics: &["heaps", "counting", "Walsh transform"],
    source: "Luogu P5387; listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "A move replaces one number x by x xor y for some 1 <= y <= x, provided it becomes smaller. Who cannot move loses. How many sequences of n numbers from 1 to m does the first player win?",
        "每步选一个数 x 和 1 ≤ y ≤ x，在 x ⊕ y < x 时把 x 换成 x ⊕ y。不能操作者负。求长为 n、元素取自 1 至 m 的序列中先手必胜的个数。",
    ),
    rule: Text::new(
        "x is a heap of x - 2^⌊log2 x⌋ + 1. Sequences whose nim sum is 0 are counted by the Walsh transform of the number of each value.",
        "x 的 SG 值为 x - 2^⌊log2 x⌋ + 1。用 Walsh 变换数出异或和为 0 的序列。",
    ),
    complexity: "O(m log m + m log n)",
    format: Text::new(
        "n (to 10^18) and m (to 10^6). Output: the number of sequences modulo 998244353.",
        "n（至 10^18）与 m（至 10^6）。输出个数模 998244353。",
    ),
    samples: &[
        Sample { input: "4 5\n", output: "312\n" },
        Sample { input: "3 3\n", output: "27\n" },
    ],
    instance: Instance::game("5 6 4", Text::new("", ""), |text, limits| {
        turn(Sequence(read(text, |input| heaps::few(input, "a number", 1..=5, 0..=12))?), limits)
    }),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new("up to three numbers of at most N", "至多三个不超过 N 的数"),
        quick: 8,
        usual: 20,
        most: 100,
        cases,
    }),
    ..Problem::BLANK
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

/// Sequences of `n` numbers from 1 to `m` that the first player wins, modulo 998244353; O(m log m + m log n) time, O(m) memory.
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
