//! A quick look at options takes apart no more than full taking apart does, and leaves nothing out.

use farstar_rules::Packed;
use farstar_rules::builtin::ruleset;
use farstar_rules::coded::Coded;
use farstar_rules::position::{GameGraph, Key};
use farstar_testkit::SplitMix64;
use farstar_value::Player;

/// How many options of a position were left whole, and how many were taken apart.
fn looks<const N: usize>(coded: &dyn Coded<N, Position = Packed>, position: &Packed) -> [u32; 2] {
    assert!(coded.facts().quick_look);
    let (mut parts, mut wholes) = (Vec::new(), Vec::new());
    coded.parts(position, &mut parts);
    for part in &parts {
        for player in [Player::Left, Player::Right] {
            assert!(coded.wholes(&part.part, player, &mut wholes));
        }
    }
    let split = |key: &Key<[u64; N]>, coarse: bool| {
        let mut parts = Vec::new();
        coded.split(key, coarse, &mut parts);
        parts
    };
    let mut counts = [0; 2];
    for whole in &wholes {
        let coarse = split(whole, true);
        let sorted = |parts: Vec<Key<[u64; N]>>| {
            let mut found: Vec<_> = parts.iter().map(|k| (k.part, k.negative)).collect();
            found.sort_unstable();
            found
        };
        let fine = coarse.iter().flat_map(|part| split(part, false)).collect();
        assert_eq!(sorted(fine), sorted(split(whole, false)));
        let same = matches!(coarse.as_slice(), [part] if part == whole);
        counts[usize::from(!same)] += 1;
    }
    counts
}

#[test]
fn a_quick_look_leaves_parts_together_but_loses_none() {
    let mut random = SplitMix64::new(17);
    let mut counts = [0; 2];
    for (name, pieces, columns, rows) in [
        ("Toads and Frogs", "TF.", 14, 1),
        ("Konane", "XO..", 5, 4),
        ("Konane", "XO.#", 5, 4),
        ("Konane", "XO.", 6, 7),
        ("Fission", "X..", 4, 4),
        ("Fission", "X.#", 4, 5),
        ("Amazons", "XO###....", 4, 4),
    ] {
        let pieces: Vec<char> = pieces.chars().collect();
        for _ in 0..30 {
            let mut row = |_| -> String {
                (0..columns).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect()
            };
            let text = (0..rows).map(&mut row).collect::<Vec<String>>().join("|");
            let (game, start) =
                ruleset(name).expect("it is built in").position(&text).expect("a board");
            let coded = game.coded().unwrap_or_else(|| panic!("a small board has codes"));
            let found = farstar_rules::of_any_length!(coded, coded => looks(&*coded, &start));
            (0..2).for_each(|i| counts[i] += found[i]);
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}
