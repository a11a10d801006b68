//! AGC010E: rearranging coprime numbers.

use farstar_value::Limits;
use std::collections::{BTreeSet, BinaryHeap};

use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::Instance;
use crate::trial::{Ended, Trial, Verification};

/// I63: rearranging.
pub(crate) const REARRANGING: Entry = Entry {
    instance: Instance::computation("4\n2 3 4 6\n", answer, |input, limits| {
        let n = input.integer("how many numbers", 1..=6_usize)?;
        let numbers = input.integers("a number", n, 1..=1_000_000_000_000_000_000_u64)?;
        let mut least: Option<Vec<u64>> = None;
        for order in orders(&numbers) {
            limits.check()?;
            let reached = greatest(&order);
            least = Some(least.map_or(reached.clone(), |least| least.min(reached)));
        }
        let words: Vec<String> = least.unwrap_or_default().iter().map(u64::to_string).collect();
        Ok(words.join(" ") + "\n")
    }),
    answer: Some(answer),
    verification: Some(Verification::to([6, 10, 40], cases)),
    ..entry!("I63", "rearranging")
};

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let n = input.integer("how many numbers", 1..=5000_usize)?;
    let numbers = input.integers("a number", n, 1..=1_000_000_000_000_000_000_u64)?;
    let words: Vec<String> = rearranged(&numbers, limits)?.iter().map(u64::to_string).collect();
    Ok(words.join(" ") + "\n")
}

fn coprime(mut a: u64, mut b: u64) -> bool {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

/// The final sequence; O(n² log max) time, O(n) memory.
///
/// # Errors
/// Those of `limits`.
pub fn rearranged(numbers: &[u64], limits: &Limits) -> Result<Vec<u64>> {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    let mut unseen: BTreeSet<usize> = (0..numbers.len()).collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); numbers.len()];
    let mut ready = BinaryHeap::new();
    while let Some(root) = unseen.pop_first() {
        ready.push(root);
        // Depth first; each vertex keeps where among the others it looks on.
        let mut stack = vec![(root, 0)];
        while let Some((v, from)) = stack.pop() {
            limits.check()?;
            let found = unseen.range(from..).copied().find(|&u| !coprime(numbers[v], numbers[u]));
            if let Some(u) = found {
                unseen.remove(&u);
                children[v].push(u);
                stack.push((v, u + 1));
                stack.push((u, 0));
            }
        }
    }
    let mut sequence = Vec::with_capacity(numbers.len());
    while let Some(v) = ready.pop() {
        sequence.push(numbers[v]);
        ready.extend(&children[v]);
    }
    Ok(sequence)
}

/// The greatest sequence that swaps of coprime neighbours reach.
fn greatest(start: &[u64]) -> Vec<u64> {
    let mut seen = BTreeSet::from([start.to_vec()]);
    let mut open = vec![start.to_vec()];
    while let Some(sequence) = open.pop() {
        for i in 1..sequence.len() {
            if coprime(sequence[i - 1], sequence[i]) {
                let mut swapped = sequence.clone();
                swapped.swap(i - 1, i);
                if seen.insert(swapped.clone()) {
                    open.push(swapped);
                }
            }
        }
    }
    seen.pop_last().unwrap_or_default()
}

/// Every order of `numbers`.
fn orders(numbers: &[u64]) -> Vec<Vec<u64>> {
    if numbers.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for i in 0..numbers.len() {
        let mut rest = numbers.to_vec();
        let first = rest.remove(i);
        all.extend(orders(&rest).into_iter().map(|order| [&[first], &order[..]].concat()));
    }
    all
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut lists = vec![Vec::new()];
    for _ in 0..4 {
        let mut longer = Vec::new();
        for list in &lists {
            for number in list.last().copied().unwrap_or(1)..=to {
                longer.push([&list[..], &[number]].concat());
            }
        }
        for numbers in &longer {
            let played = orders(numbers).iter().map(|order| greatest(order)).min();
            let claimed = rearranged(numbers, trial.limits())?;
            let show = |sequence: Vec<u64>| format!("{sequence:?}");
            trial.compare(
                || format!("numbers {numbers:?}"),
                show(claimed),
                show(played.unwrap_or_default()),
            )?;
        }
        lists = longer;
    }
    Ok(())
}
