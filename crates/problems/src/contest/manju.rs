//! AGC026F: the manju game.

use farstar_value::Limits;
use std::collections::HashMap;

use crate::error::Result;
use crate::input::Input;
use crate::problem::{Problem, Sample, Text};
use crate::trial::{Ended, Trial, Verification};

/// I64: the manju game.
pub const MANJU: Problem = Problem {
    id: "I64",
    name: "manju",
    title: Text::new("Manju Game", "馒头游戏"),
    topics: &["scoring", "row", "binary search"],
    source: "AtCoder AGC026F; listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "Boxes in a row hold manju. A player takes a box; if a neighbour of the box taken last is still there, one of its neighbours must be taken, otherwise any box. Both want as many manju as possible. How many does each get?",
        "一排盒子各有若干馒头。轮流取一盒；若上一步所取盒子还有相邻的盒子在，必须取其相邻者之一，否则任取。双方都想多得，求各得多少。",
    ),
    rule: Text::new(
        "n even: the first player gets the better of the odd and the even places. n odd: the first player gets all even places and cuts the row at some of them; the second chooses one of the pieces, in which the first gets the odd places instead. So the first maximises over the cuts the least piece of (odd places minus even places), by binary search with a greedy test.",
        "n 为偶数：先手得奇数位之和与偶数位之和的较大者。n 为奇数：先手取偶数位，并在若干偶数位处把序列切开；后手挑一段，该段内先手改得奇数位。二分答案并贪心判定，使各段（奇数位和减偶数位和）的最小值最大。",
    ),
    complexity: "O(n log sum)",
    format: Text::new(
        "n, then n numbers of manju (0 to 10^9). Output: what the first and the second get.",
        "先读 n，再读 n 个数（0 至 10^9）。输出先手与后手所得。",
    ),
    samples: &[
        Sample { input: "5\n2 3 4 3 5\n", output: "11 6\n" },
        Sample { input: "2\n10 7\n", output: "10 7\n" },
    ],
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "rows of at most N boxes of 1 to 3 manju",
            "至多 N 盒、每盒 1 至 3 个的所有序列",
        ),
        quick: 6,
        usual: 8,
        most: 11,
        cases,
    }),
    ..Problem::BLANK
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of boxes", 1..=1_000_000_usize)?;
    let boxes = input.integers("a box", n, 0..=1_000_000_000_u64)?;
    let (first, second) = totals(&boxes);
    Ok(format!("{first} {second}\n"))
}

/// What the first and the second player get; O(n log sum).
#[must_use]
pub fn totals(boxes: &[u64]) -> (u64, u64) {
    let total: u64 = boxes.iter().sum();
    let odd: u64 = boxes.iter().step_by(2).sum();
    let even = total - odd;
    if boxes.len().is_multiple_of(2) {
        return (odd.max(even), odd.min(even));
    }
    // The whole row as one piece is always possible; no piece can bring more than all odd places.
    let (mut least, mut beyond) = (odd as i64 - even as i64, odd as i64 + 1);
    while beyond - least > 1 {
        let middle = least + (beyond - least) / 2;
        if can_cut(boxes, middle) { least = middle } else { beyond = middle }
    }
    let first = (even as i64 + least) as u64;
    (first, total - first)
}

/// Whether the row can be cut at even places into pieces whose odd places outweigh their even ones by `least` at least.
fn can_cut(boxes: &[u64], least: i64) -> bool {
    // `before` is the least of odd minus even over the starts that are possible so far.
    let (mut balance, mut before) = (0, 0);
    for pair in boxes.chunks(2) {
        balance += pair[0] as i64;
        let ends = balance - before >= least;
        match pair.get(1) {
            None => return ends,
            Some(&even) => {
                balance -= even as i64;
                if ends {
                    before = before.min(balance);
                }
            }
        }
    }
    false
}

/// By how much the player to move gets more, by the definition: `there` are the boxes left, `last` the box taken last.
fn played(boxes: &[u64], there: u32, last: usize, known: &mut HashMap<(u32, usize), i64>) -> i64 {
    if there == 0 {
        return 0;
    }
    if let Some(&value) = known.get(&(there, last)) {
        return value;
    }
    let near = (0..boxes.len()).filter(|&i| i.abs_diff(last) == 1 && there >> i & 1 == 1);
    let mut choices: Vec<usize> = near.collect();
    if choices.is_empty() {
        choices = (0..boxes.len()).filter(|&i| there >> i & 1 == 1).collect();
    }
    let best = choices
        .into_iter()
        .map(|i| boxes[i] as i64 - played(boxes, there & !(1 << i), i, known))
        .max()
        .unwrap_or(0);
    known.insert((there, last), best);
    best
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for n in 1..=to as u32 {
        for code in 0..3_u64.pow(n) {
            let boxes: Vec<u64> = (0..n).map(|i| code / 3_u64.pow(i) % 3 + 1).collect();
            let total = boxes.iter().sum::<u64>() as i64;
            // No box is taken yet, so none is the last: a place that has no neighbours.
            let more = played(&boxes, (1 << n) - 1, usize::MAX - 1, &mut HashMap::new());
            let (first, second) = ((total + more) / 2, (total - more) / 2);
            let claimed = totals(&boxes);
            trial.compare(
                || format!("boxes {boxes:?}"),
                format!("{} {}", claimed.0, claimed.1),
                format!("{first} {second}"),
            )?;
        }
    }
    Ok(())
}
