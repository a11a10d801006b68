//! The bound on moves that only place pieces, against the most moves one player can make alone.

use farstar_rules::builtin::ruleset;
use farstar_rules::coded::Coded;
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_testkit::SplitMix64;
use farstar_value::Player;
use std::collections::HashMap;

/// The bounds of both players, added over the parts; `None` where moves do more than place pieces.
fn bounds_by_codes<const N: usize>(
    coded: &dyn Coded<N, Position = Packed>,
    position: &Packed,
) -> Option<[u32; 2]> {
    if !coded.facts().places {
        return None;
    }
    let mut parts = Vec::new();
    coded.parts(position, &mut parts);
    let mut bounds = [0; 2];
    for key in &parts {
        for (player, bound) in [Player::Left, Player::Right].into_iter().zip(&mut bounds) {
            // a code that stands for a negative is played with the players exchanged
            let player = if key.negative { player.opponent() } else { player };
            *bound += coded.most_places(&key.part, player);
        }
    }
    Some(bounds)
}

/// The most moves a player can make when the other never moves, by playing them all.
fn most(game: &Board, position: &Packed, player: Player, known: &mut HashMap<Packed, u32>) -> u32 {
    if let Some(&found) = known.get(position) {
        return found;
    }
    let mut options = Vec::new();
    game.options(position, player, &mut options);
    let longest = options.iter().map(|option| 1 + most(game, option, player, known)).max();
    known.insert(position.clone(), longest.unwrap_or(0));
    longest.unwrap_or(0)
}

fn bounds(game: &Board, position: &Packed) -> Option<[u32; 2]> {
    let coded = game.coded().unwrap_or_else(|| panic!("a small board has codes"));
    farstar_rules::of_any_length!(coded, coded => bounds_by_codes(&*coded, position))
}

fn random_rows(random: &mut SplitMix64, columns: u64, rows: u64) -> String {
    let mut row = || -> String {
        (0..columns).map(|_| if random.below(4) == 0 { '#' } else { '.' }).collect()
    };
    (0..rows).map(|_| row()).collect::<Vec<String>>().join("|")
}

/// How many bounds of random boards were exact and how many there were; none may be below the truth.
fn compared(rules: &Ruleset, seed: u64) -> (u32, u32) {
    let mut random = SplitMix64::new(seed);
    let (mut exact, mut all) = (0, 0);
    for _ in 0..40 {
        let columns = 3 + random.below(2);
        let text = random_rows(&mut random, columns, 4);
        let (game, position) = rules.position(&text).expect("a board");
        let bounds = bounds(&game, &position)
            .unwrap_or_else(|| panic!("{} only places pieces", rules.name()));
        for (player, bound) in [Player::Left, Player::Right].into_iter().zip(bounds) {
            let truth = most(&game, &position, player, &mut HashMap::new());
            assert!(bound >= truth, "{} {text}: {player} makes {truth}, not {bound}", rules.name());
            exact += u32::from(bound == truth);
            all += 1;
        }
    }
    (exact, all)
}

#[test]
fn dominoes_of_one_way_are_counted_exactly() {
    let (exact, all) = compared(&ruleset("Domineering").expect("it is built in"), 3);
    assert_eq!(exact, all);
}

#[test]
fn no_player_makes_more_moves_than_the_bound() {
    for text in [
        "game Straights\ngrid of . #\nLeft: ... -> ###\nRight: .|.|. -> #|#|#",
        "game Corners\ngrid of . #\nLeft: ..|.. -> ##|##\nRight: .. -> ## straight",
        "game Mixed\ngrid of . #\nLeft: .. -> ##\n  .|.|. -> #|#|#\nRight: . -> #",
    ] {
        let rules: Ruleset = text.parse().expect("rules");
        let (exact, all) = compared(&rules, 5);
        assert!(exact > all / 4, "{}: {exact} of {all}", rules.name());
    }
    compared(&ruleset("Cram").expect("it is built in"), 7);
}

#[test]
fn moves_that_do_more_than_place_pieces_have_no_bound() {
    for (name, text) in
        [("Clobber", "XO.|OX."), ("Fission", "...|.X.|..."), ("Grid Col", "...|.X.")]
    {
        let (game, position) =
            ruleset(name).expect("it is built in").position(text).expect("a board");
        assert_eq!(bounds(&game, &position), None, "{name}");
    }
}
