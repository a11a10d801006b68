//! Arithmetic periodicity: `G(n + p) = G(n) + s` with `s > 0`, for codes with three heaps.
//!
//! The proof is a finite check of the heaps of one period. Let `q` be an even multiple of the
//! least period, `s` the saltus of `q`, and `2^γ` the largest power of two that divides `s`; so
//! the last `γ` bits of the values have the period `q`.
//!
//! *Nothing reaches `G(n)`.* The sum of the values of an option less their xor is `Σ 2^i·c_i` over the bits `i`, where
//! `c_i` is the largest even number of parts that have the bit. So it is at least `C`, which counts the last `γ` bits
//! alone, and differs from `C` by a multiple of `2^(γ+1)`. An option whose xor differs from `G(n)` in the last `γ`
//! bits, or for which the sum less `G(n)` is below `C` or no such multiple away from it, does not have the value
//! `G(n)`. Shifting one part by `q` and `n` by `q` changes none of these, so the condition passes from `n` to `n + q`.
//!
//! *Everything below is excluded.* The option `(a, b, b)` has the value `G(a)`: it is *kept* at `n + q` as `(a, b +
//! q/2, b + q/2)`, and can be *shifted* as `(a + q, b, b)` when `a ≥ from`; the option `(b, b)` of value 0 is kept in
//! the same way. An option with one part `≥ from` and all others of values below `2^γ` can be shifted too. If all
//! values below `v₀` are kept, those from `v₀` to `v₀ + s` kept by an option that can be shifted as well, and all from
//! `v₀` to `G(n)` shifted, where `G(n) ≥ v₀ + s`, then the same is true at `n + q`: what is below `v₀ + s` was kept,
//! the rest is `s` above something shifted.
//!
//! For `s = 2^γ` this is the argument of Austin (1976) and of Howse and Nowakowski (2004); other
//! saltus, such as the 3 of Kenyon's game 0.3F, are reached by multiples of the period.

use farstar_rules::heap::HeapCode;

use super::cells::Cells;
use super::engine::GrundySequence;
use super::theorem::{Theorem, most_parts};

/// The longest arithmetic period looked for.
const LONGEST: usize = 1 << 10;

/// Doublings of the least even period that are tried.
const DOUBLINGS: u32 = 5;

/// The most options examined in one proof.
const MOST_OPTIONS: usize = 1 << 28;

/// Whether the values grow with the heaps.
pub(crate) fn may_apply(cells: &Cells) -> bool {
    let heaps = cells.len();
    heaps >= 64 && cells.get(heaps - 1).unwrap_or(0) as usize >= heaps / 1024
}

/// The least period, its saltus and its preperiod, if an arithmetic repetition fills the second half of the sequence.
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
    if most_parts(code)? > 3 {
        return None;
    }
    let plain = |digit: &farstar_rules::heap::Digit| {
        digit.counts().iter().all(|c| c.1 == Default::default())
    };
    let last = code.last_take()?;
    if !code.takes(last).all(|(_, digit)| plain(digit)) {
        return None;
    }
    let least = if period.is_multiple_of(2) { 1 } else { 2 };
    (0..DOUBLINGS).find_map(|doubling| {
        let times = least << doubling;
        prove_with(sequence, code, (times * period, times * saltus), preperiod.max(1))
    })
}

/// The theorem with one multiple of the period and the saltus.
fn prove_with(
    sequence: &GrundySequence,
    code: &HeapCode,
    (period, saltus): (usize, usize),
    from: usize,
) -> Option<Theorem> {
    let last = code.last_take()?;
    let block = 3 * from + 4 * period + last as usize;
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
    let low = 1 << saltus.trailing_zeros();
    let mut threshold = 0;
    let mut excluded: Vec<Vec<Shown>> = Vec::new();
    for heap in block..size {
        let shown = examine(&values, &takes, heap, low, from)?;
        // the least threshold above every value that cannot be shifted
        threshold =
            shown.iter().rposition(|v| !v.shifted).map_or(threshold, |v| threshold.max(v + 1));
        excluded.push(shown);
    }
    let all_kept = excluded.iter().all(|shown| {
        let both = shown.get(threshold..threshold + saltus);
        shown.iter().take(threshold).all(|v| v.kept)
            && both.is_some_and(|both| both.iter().all(|v| v.both))
    });
    all_kept.then_some(Theorem::Arithmetic {
        period: period as u64,
        saltus: saltus as u64,
        from: from as u64,
        block: block as u64,
    })
}

/// How a value below that of a heap is excluded.
#[derive(Clone, Copy, Default)]
struct Shown {
    /// By an option that is kept.
    kept: bool,
    /// By one that can be shifted.
    shifted: bool,
    /// By one that is kept and can be shifted.
    both: bool,
}

/// How each value below `G(heap)` is excluded, `low` being `2^γ`; `None` when some option might reach `G(heap)`.
fn examine(
    values: &[usize],
    takes: &[(usize, [bool; 3])],
    heap: usize,
    low: usize,
    from: usize,
) -> Option<Vec<Shown>> {
    let value = values[heap];
    let mut shown = vec![Shown::default(); value];
    let mut safe = true;
    let mut look = |parts: &[usize], kept: bool| {
        let sum: usize = parts.iter().map(|&part| values[part]).sum();
        let all = parts.iter().fold(0, |xor, &part| xor ^ values[part]);
        let ends: usize = parts.iter().map(|&part| values[part] % low).sum();
        let least = value + (ends - all % low);
        safe &= all % low != value % low || sum < least || !(sum - least).is_multiple_of(2 * low);
        if let Some(shown) = shown.get_mut(all) {
            let tall = parts.iter().filter(|&&part| values[part] >= low);
            let shifted = match tall.count() {
                0 => parts.iter().any(|&part| part >= from),
                1 => parts.iter().any(|&part| part >= from && values[part] >= low),
                _ => false,
            };
            // the part beside two equal ones comes first
            let both = kept && parts.len() == 3 && parts[0] >= from;
            shown.kept |= kept;
            shown.shifted |= shifted || both;
            shown.both |= both;
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
