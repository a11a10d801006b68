//! Random positions on boards of cells, for tests.

use farstar_testkit::SplitMix64;

use super::{AnyBoard, Packed};
use crate::game::Compiled;
use crate::language::Ruleset;

/// Calls `visit` with random positions of each ruleset: so many columns, rows, and rounds of each size, from no piece
/// but the first to all of them.
pub(super) fn each_random(
    rulesets: impl IntoIterator<Item = Ruleset>,
    sizes: &[(usize, usize, usize)],
    visit: &mut impl FnMut(&str, &AnyBoard, &Packed),
) {
    let mut random = SplitMix64::new(11);
    for rules in rulesets {
        let pieces = rules.pieces().to_vec();
        if pieces.is_empty() {
            continue;
        }
        for &(columns, rows, rounds) in sizes {
            for _ in 0..rounds {
                let some = 1 + random.below(pieces.len() as u64);
                let mut piece = || pieces[random.below(some) as usize];
                let row = |_| (0..columns).map(|_| piece()).collect::<String>();
                let text = (0..rows).map(row).collect::<Vec<_>>().join("|");
                let Ok((game, start)) = rules.position(&text) else { continue };
                if let Compiled::Cells(board) = game.compiled() {
                    visit(&format!("{}: {text}", rules.name()), board, &start);
                }
            }
        }
    }
}
