//! Values of Snort on a path, as material for other cases: a player colours an uncoloured vertex not next to the
//! opponent's colour.

use farstar_value::{Calculator, Game};
use rustc_hash::FxHashMap;

/// What a run of uncoloured vertices sees beyond an end: nothing, or a vertex of Left's or Right's colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum End {
    Open,
    Left,
    Right,
}

/// The value of an uncoloured path of `n` vertices.
pub(crate) fn path(calc: &mut Calculator<'_>, n: usize) -> Game {
    let mut known = FxHashMap::default();
    // Shorter runs first, so that every run finds its parts.
    for length in 0..=n {
        for a in [End::Open, End::Left, End::Right] {
            for b in [End::Open, End::Left, End::Right] {
                let mut moves = |own: End, other: End| -> Vec<Game> {
                    (0..length)
                        .filter(|i| !(*i == 0 && a == other || *i + 1 == length && b == other))
                        .map(|i| {
                            let (before, after) =
                                (known[&(i, a, own)], known[&(length - 1 - i, own, b)]);
                            calc.add(before, after).expect("no limits")
                        })
                        .collect()
                };
                let left = moves(End::Left, End::Right);
                let right = moves(End::Right, End::Left);
                let value = calc.from_options(&left, &right).expect("no limits");
                known.insert((length, a, b), value);
            }
        }
    }
    known[&(n, End::Open, End::Open)]
}
