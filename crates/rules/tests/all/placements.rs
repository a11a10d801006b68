//! The bound on moves that only place pieces, against play by the definition beside moves that are free.

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
) -> Option<[i32; 2]> {
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

/// Positions with free moves and who is to move, and whether that player wins.
type Won = HashMap<(Packed, i32, Player), bool>;

/// Whether a player, moving first, wins a position beside so many free moves of Left, or of Right if it is negative.
fn wins(game: &Board, position: &Packed, free: i32, player: Player, known: &mut Won) -> bool {
    let asked = (position.clone(), free, player);
    if let Some(&won) = known.get(&asked) {
        return won;
    }
    let other = player.opponent();
    let own = if player == Player::Left { 1 } else { -1 };
    let mut options = Vec::new();
    game.options(position, player, &mut options);
    let won = free.signum() == own && !wins(game, position, free - own, other, known)
        || options.iter().any(|option| !wins(game, option, free, other, known));
    known.insert(asked, won);
    won
}

fn bounds(game: &Board, position: &Packed) -> Option<[i32; 2]> {
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
        let mut known = Won::default();
        for (player, bound) in [Player::Left, Player::Right].into_iter().zip(bounds) {
            let own = if player == Player::Left { 1 } else { -1 };
            // it is no more than the bound if the player loses beside as many free moves of the other
            let mut exceeds = |n: i32| wins(&game, &position, -own * n, player, &mut known);
            assert!(!exceeds(bound), "{} {text}: more than {bound} to {player}", rules.name());
            exact += u32::from(exceeds(bound - 1));
            all += 1;
        }
    }
    (exact, all)
}

#[test]
fn dominoes_of_one_way_are_counted_well() {
    let (exact, all) = compared(&ruleset("Domineering").expect("it is built in"), 3);
    assert!(exact > all / 20, "{exact} of {all}");
}

#[test]
fn no_position_is_worth_more_than_the_bound() {
    for text in [
        "game Straights\ngrid of . #\nLeft: ... -> ###\nRight: .|.|. -> #|#|#",
        "game Corners\ngrid of . #\nLeft: ..|.. -> ##|##\nRight: .. -> ## straight",
        "game Mixed\ngrid of . #\nLeft: .. -> ##\n  .|.|. -> #|#|#\nRight: . -> #",
    ] {
        let rules: Ruleset = text.parse().expect("rules");
        let (exact, all) = compared(&rules, 5);
        assert!(exact > 0, "{}: {exact} of {all}", rules.name());
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
