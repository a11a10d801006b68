//! Arithmetic periodicity: `G(n + p) = G(n) + s` with `s > 0`, for codes with three heaps.
//!
//! The proof is a finite check. Let `q` be even, `s = 2^γ`, and write `G = s·H + L` with
//! `L < s`; the xor of values has the xor of the `L` below and the xor of the `H` above.
//!
//! *Nothing reaches `G(n)`.* The xor of the `H` of an option is at most their sum and of the same
//! parity. So an option whose `L` xor to that of `G(n)` but whose sum of `H` is below `H(n)`, or
//! of the other parity, does not have the value `G(n)`. Shifting one part by `q` and `n` by `q`
//! raises both sides by one, so the condition passes from `n` to `n + q`.
//!
//! *Everything below is excluded.* The option `(a, b, b)` has the value `G(a)`: it is kept at
//! `n + q` as `(a, b + q/2, b + q/2)`, and shifted as `(a + q, b, b)` when `a ≥ from`; the option
//! `(b, b)` of value 0 is kept in the same way. An option
//! with one part `≥ from` and all others of values below `s` can be shifted too. If all values
//! below `v₀ + s` are kept and all from `v₀` to `G(n)` shifted, then the same is true at `n + q`:
//! what is below `v₀ + s` was kept, the rest is `s` above something shifted.
//!
//! Sources: Austin (1976); Howse and Nowakowski (2004).

use super::cells::Cells;
use super::engine::GrundySequence;
use super::theorem::{Theorem, most_parts};

/// The longest arithmetic period looked for.
const LONGEST: usize = 1 << 10;

/// The most options examined in one proof.
const MOST_OPTIONS: usize = 1 << 28;

/// Whether the values grow with the heaps.
pub(crate) fn may_apply(cells: &Cells) -> bool {
    let heaps = cells.len();
    heaps >= 64 && cells.get(heaps - 1).unwrap_or(0) as usize >= heaps / 64
}

/// The least period, its saltus and its preperiod, if an arithmetic repetition fills the second
/// half of the sequence.
pub(crate) fn repetition(cells: &Cells) -> Option<(usize, usize, usize)> {
    let heaps = cells.len();
    let values = cells.range(0, heaps);
    let rise = |n: usize, p: usize| i64::from(values[n + p]) - i64::from(values[n]);
    for period in 1..=LONGEST.min(heaps / 8) {
        let end = heaps - period;
        let saltus = rise(end - 1, period);
        if saltus <= 0 {
            continue;
        }
        let last = (0..end).rev().find(|&n| rise(n, period) != saltus);
        let preperiod = last.map_or(0, |n| n + 1);
        if preperiod + period <= heaps / 2 {
            return Some((period, saltus as usize, preperiod));
        }
    }
    None
}

/// The theorem for a repetition, if it applies to the values computed.
pub(crate) fn prove(
    sequence: &GrundySequence,
    period: usize,
    saltus: usize,
    preperiod: usize,
) -> Option<Theorem> {
    let code = sequence.game().code()?;
    if most_parts(code)? > 3 || !saltus.is_power_of_two() {
        return None;
    }
    let plain = |digit: &farstar_rules::heap::Digit| {
        digit.counts().iter().all(|c| c.1 == Default::default())
    };
    let last = code.last_take()?;
    if !code.takes(last).all(|(_, digit)| plain(digit)) {
        return None;
    }
    let twice = if period.is_multiple_of(2) { 1 } else { 2 };
    let (period, saltus) = (twice * period, twice * saltus);
    let from = preperiod.max(1);
    let block = 3 * from + 2 * period + last as usize;
    let heaps = sequence.cells().len();
    let size = block + period;
    if size > heaps || period.saturating_mul(size).saturating_mul(size) > MOST_OPTIONS {
        return None;
    }
    let values: Vec<usize> =
        sequence.cells().range(0, size).into_iter().map(|v| v as usize).collect();
    let takes: Vec<(usize, [bool; 3])> = code
        .takes(last)
        .map(|(taken, digit)| (taken as usize, [1, 2, 3].map(|h| digit.allows(h).is_some())))
        .collect();
    let mut threshold = 0;
    let mut excluded: Vec<Vec<[bool; 2]>> = Vec::new();
    for heap in block..size {
        let shown = examine(&values, &takes, heap, saltus, from)?;
        // the least threshold above every value that cannot be shifted
        threshold = shown.iter().rposition(|v| !v[1]).map_or(threshold, |v| threshold.max(v + 1));
        excluded.push(shown);
    }
    let all_kept = excluded.iter().zip(block..).all(|(shown, heap)| {
        shown.iter().take((threshold + saltus).min(values[heap])).all(|v| v[0])
    });
    all_kept.then_some(Theorem::Arithmetic {
        period: period as u64,
        saltus: saltus as u64,
        from: from as u64,
        block: block as u64,
    })
}

/// For each value below `G(heap)` whether it is kept and whether it is shifted; `None` when some
/// option might reach `G(heap)`.
fn examine(
    values: &[usize],
    takes: &[(usize, [bool; 3])],
    heap: usize,
    saltus: usize,
    from: usize,
) -> Option<Vec<[bool; 2]>> {
    let value = values[heap];
    let mut shown = vec![[false; 2]; value];
    let mut safe = true;
    let mut look = |parts: &[usize], kept: bool| {
        let sum: usize = parts.iter().map(|&part| values[part] / saltus).sum();
        let all = parts.iter().fold(0, |xor, &part| xor ^ values[part]);
        let low = all % saltus == value % saltus;
        safe &= !(low && sum >= value / saltus && (sum + value / saltus).is_multiple_of(2));
        if all < value {
            let tall = parts.iter().filter(|&&part| values[part] >= saltus);
            let shifted = match tall.count() {
                0 => parts.iter().any(|&part| part >= from),
                1 => parts.iter().any(|&part| part >= from && values[part] >= saltus),
                _ => false,
            };
            let [k, s] = &mut shown[all];
            *k |= kept;
            *s |= shifted || kept && parts.len() == 3 && parts[0] >= from;
        }
    };
    for &(taken, counts) in takes {
        let Some(rest) = heap.checked_sub(taken).filter(|&rest| rest > 0) else { continue };
        if counts[0] {
            look(&[rest], false);
        }
        for a in 1..=rest / 2 {
            if counts[1] {
                // two equal heaps have the value 0 and are kept by half a period each
                look(&[a, rest - a], 2 * a == rest);
            }
        }
        if counts[2] {
            for a in 1..rest {
                for b in a..(rest - a) {
                    let c = rest - a - b;
                    if c < b {
                        break;
                    }
                    // the part that differs comes first
                    if a == b {
                        look(&[c, a, b], true);
                    } else {
                        look(&[a, b, c], b == c);
                    }
                }
            }
        }
    }
    safe.then_some(shown)
}
