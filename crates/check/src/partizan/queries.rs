//! Ranges of rectangles, and prefixes of take-away heaps.

use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use farstar_problems::partizan::rectangles::{Prefixes, Rectangle};
use farstar_problems::partizan::take_away::{Heap, prefix_outcomes};
use farstar_value::Player;

/// Sides are sieved up to this.
const MOST_SIDE: u32 = 1 << 24;

/// `N` numbers separated by colons.
fn numbers<const N: usize>(text: &str) -> Result<[u32; N], RowError> {
    let numbers: Vec<u32> = parse_list(text, ':')?;
    numbers
        .try_into()
        .map_err(|_| RowError::Malformed(format!("`{text}` is not {N} numbers between colons")))
}

fn rectangle(text: &str) -> Result<Rectangle, RowError> {
    let [w, h, a, b] = numbers(text)?;
    let flag = |flag| match flag {
        0 | 1 => Ok(flag == 1),
        _ => Err(RowError::Malformed(format!("`{flag}` is no flag"))),
    };
    if !(1..=MOST_SIDE).contains(&w) || !(1..=MOST_SIDE).contains(&h) {
        return Err(RowError::Malformed(format!(
            "a side of {w} × {h} is not from 1 to {MOST_SIDE}"
        )));
    }
    Ok(Rectangle { w, h, a: flag(a)?, b: flag(b)? })
}

/// `rects l r outcome left_first`, with rectangles `w:h:a:b,…`.
pub(super) fn rectangles(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [list, first, last, outcome, left_first] = row.take()?;
    let rectangles =
        list.split(',').map(|text| rectangle(text.trim())).collect::<Result<Vec<_>, _>>()?;
    let (l, r): (usize, usize) = (parse(first)?, parse(last)?);
    if l < 1 || l > r || r > rectangles.len() {
        return Err(RowError::Malformed(format!("there are no rectangles {l} to {r}")));
    }
    let computed = Prefixes::new(&rectangles).sum(l, r).outcome();
    let wins = computed.winner(Player::Left) == Player::Left;
    Ok(Verdict::all([
        Verdict::of(outcome, computed),
        Verdict::of(left_first, if wins { "win" } else { "lose" }),
    ]))
}

/// `heaps outcomes`, with heaps `n:a:b;…` and a letter for each prefix.
pub(super) fn take_away(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [list, outcomes] = row.take()?;
    let mut heaps = Vec::new();
    for text in parse_list::<String>(list, ';')? {
        let [stones, left, right] = numbers(text.trim())?;
        if left == 0 || right == 0 {
            return Err(RowError::Malformed(format!("`{text}`: a move takes stones")));
        }
        heaps.push(Heap { stones, left, right });
    }
    let computed: String =
        prefix_outcomes(&heaps).iter().map(|outcome| outcome.to_string()).collect();
    Ok(Verdict::of(outcomes, computed))
}
