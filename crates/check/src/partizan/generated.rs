//! Large cases that are generated from a seed, with the number of each outcome and a hash of all of them.

use crate::checker::{Context, Row, RowError, Verdict, parse};
use crate::draws::Draws;
use farstar_problems::partizan::rectangles::{Prefixes, Rectangle};
use farstar_problems::partizan::take_away::{Heap, prefix_outcomes};
use farstar_value::Outcome;

fn below(draws: &mut Draws, bound: u32) -> u32 {
    draws.below(bound.into()) as u32
}

/// Sizes beyond these are not generated.
const MOST_SIZE: u32 = 1 << 22;
const MOST_SIDE: u32 = 1 << 24;

/// The number after `name` and its sign in parameters such as `n<=40,a<=6` or `w,h<=9,q=7`.
fn parameter(parameters: &str, name: &str) -> Result<u32, RowError> {
    let number = parameters.split(',').find_map(|piece| {
        let rest = piece.trim().strip_prefix(name)?;
        rest.strip_prefix("<=").or_else(|| rest.strip_prefix('='))
    });
    let number = number
        .ok_or_else(|| RowError::Malformed(format!("`{parameters}` has no parameter {name}")))?;
    match parse(number)? {
        0 => Err(RowError::Malformed(format!("the parameter {name} is 0"))),
        bound => Ok(bound),
    }
}

fn take_away(draws: &mut Draws, size: u32, parameters: &str) -> Result<Vec<Outcome>, RowError> {
    let bound = |name| parameter(parameters, name);
    let (n, a, b) = (bound("n")?, bound("a")?, bound("b")?);
    let heaps: Vec<_> = (0..size)
        .map(|_| Heap {
            stones: 1 + below(draws, n),
            left: 1 + below(draws, a),
            right: 1 + below(draws, b),
        })
        .collect();
    Ok(prefix_outcomes(&heaps))
}

fn rectangles(draws: &mut Draws, size: u32, parameters: &str) -> Result<Vec<Outcome>, RowError> {
    let side = parameter(parameters, "h")?;
    let queries = parameter(parameters, "q")?;
    if side > MOST_SIDE || queries > MOST_SIZE || size == 0 {
        return Err(RowError::Malformed(format!("`{parameters}` is beyond what is generated")));
    }
    let both = parameters.contains("all a=b=1");
    let rectangles: Vec<_> = (0..size)
        .map(|_| {
            let (w, h) = (1 + below(draws, side), 1 + below(draws, side));
            let (a, b) = (below(draws, 2) == 1, below(draws, 2) == 1);
            Rectangle { w, h, a: a || both, b: b || both }
        })
        .collect();
    let prefixes = Prefixes::new(&rectangles);
    let outcomes = (0..queries).map(|_| {
        let (l, r) = (1 + below(draws, size), 1 + below(draws, size));
        prefixes.sum(l.min(r) as usize, l.max(r) as usize).outcome()
    });
    Ok(outcomes.collect())
}

/// The hash of the letters.
fn fold(outcomes: &[Outcome]) -> u64 {
    outcomes.iter().fold(0, |hash, outcome| {
        let letter = match outcome {
            Outcome::L => b'L',
            Outcome::R => b'R',
            Outcome::N => b'N',
            Outcome::P => b'P',
        };
        (hash * 131 + u64::from(letter)) % 1_000_000_007
    })
}

/// `kind seed size parameters count_L count_R count_N count_P fold`.
pub(super) fn large(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [kind, seed, size, parameters, left, right, next, previous, hash] = row.take()?;
    let mut draws = Draws::new(parse(seed)?);
    let size: u32 = parse(size)?;
    if size > MOST_SIZE {
        return Err(RowError::Malformed(format!("{size} is beyond what is generated")));
    }
    let outcomes = match kind {
        "takeaway" => take_away(&mut draws, size, parameters)?,
        "rect" => rectangles(&mut draws, size, parameters)?,
        _ => return Err(RowError::Malformed(format!("`{kind}` is neither takeaway nor rect"))),
    };
    let count = |outcome| outcomes.iter().filter(|&&o| o == outcome).count();
    Ok(Verdict::all([
        Verdict::of(left, count(Outcome::L)),
        Verdict::of(right, count(Outcome::R)),
        Verdict::of(next, count(Outcome::N)),
        Verdict::of(previous, count(Outcome::P)),
        Verdict::of(hash, fold(&outcomes)),
    ]))
}
