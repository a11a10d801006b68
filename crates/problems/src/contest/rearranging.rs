//! AGC010E: rearranging coprime numbers.

use farstar_value::Limits;
use std::collections::{BTreeSet, BinaryHeap};

use crate::error::Result;
use crate::input::Input;
use crate::instance::Instance;
use crate::problem::{Problem, Sample, Text};
use crate::trial::{Ended, Trial, Verification};

/// I63: rearranging.
pub const REARRANGING: Problem = Problem {
    id: "I63",
    name: "rearranging",
    title: Text::new("Rearranging", "互质重排"),
    topics: &["permutation", "gcd", "graph", "lexicographic"],
    source: "AtCoder AGC010E; listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "The first player arranges n numbers in any order. Then the second swaps neighbours that are coprime, as often as wanted. The first wants the lexicographically least result, the second the greatest.",
        "先手任意排列 n 个数；随后后手可任意多次交换相邻且互质的两数。先手要结果字典序最小，后手要最大。",
    ),
    rule: Text::new(
        "Two numbers that are not coprime never change their order. Join them by an edge; the first player chooses directions without a cycle. Search each component depth first from its least number, least neighbours first, and direct the edges of the search tree downwards; the second player then always takes the greatest number that has no predecessor left.",
        "不互质的两数相对次序不变，连边。先手给边定向：每个连通块从最小数起深度优先搜索，邻点从小到大，树边由父向子。后手按拓扑序每次取入度为零的最大数。",
    ),
    complexity: "O(n^2 log max)",
    format: Text::new(
        "n (at most 5000), then n numbers (1 to 10^18). Output: the final sequence.",
        "先读 n（至多 5000），再读 n 个数（1 至 10^18）。输出最终序列。",
    ),
    samples: &[
        Sample { input: "5\n1 2 3 4 5\n", output: "5 3 2 4 1\n" },
        Sample { input: "4\n2 3 4 6\n", output: "2 4 6 3\n" },
    ],
    instance: Instance::computation(
        "4\n2 3 4 6\n",
        Text::new(
            "n up to 6, then n numbers. Output: the final sequence.",
            "先读 n（至多 6），再读 n 个数。输出最终序列。",
        ),
        answer,
        |input, limits| {
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
        },
    ),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new("up to four numbers of at most N", "至多四个不超过 N 的数"),
        quick: 6,
        usual: 10,
        most: 40,
        cases,
    }),
    ..Problem::BLANK
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
