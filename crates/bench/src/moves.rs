//! Moves of compiled rules against moves written by hand: Clobber and Domineering on boards of 8 by 8.

use crate::checksum::mix;
use crate::measure::Case;
use crate::measure::{Outcome, expect, timed};
use farstar_rules::Packed;
use farstar_rules::builtin::ruleset;
use farstar_rules::coded::Coded;
use farstar_rules::position::GameGraph;
use farstar_value::Player;

const BOARDS: u64 = 200;
const ROUNDS: usize = 500;

/// Appends the positions that moves of a player reach from a position given by its bit boards.
type ByHand = fn(&[u64], Player, &mut Vec<[u64; 2]>);

/// Random boards, as texts.
fn boards(pieces: &[char]) -> Vec<String> {
    let mut seed = 1;
    let mut piece = || {
        seed += 1;
        pieces[mix(seed) as usize % pieces.len()]
    };
    let row = |piece: &mut dyn FnMut() -> char| (0..8).map(|_| piece()).collect::<String>();
    (0..BOARDS).map(|_| (0..8).map(|_| row(&mut piece)).collect::<Vec<_>>().join("|")).collect()
}

/// Both players' moves on every board, many times over: by the rules, or by hand.
fn all_moves<const N: usize>(
    coded: &dyn Coded<N, Position = Packed>,
    positions: &[Packed],
    by_hand: Option<ByHand>,
) -> Outcome {
    let mut codes = Vec::new();
    positions.iter().for_each(|position| coded.parts(position, &mut codes));
    let codes: Vec<[u64; N]> = codes.iter().map(|key| key.part).collect();
    let describe = |list: &[u64]| list.iter().fold(0u64, |sum, &word| sum.wrapping_add(mix(word)));
    match by_hand {
        None => timed(
            || {
                let mut options = Vec::new();
                let mut count = 0;
                for _ in 0..ROUNDS {
                    for code in &codes {
                        for player in [Player::Left, Player::Right] {
                            options.clear();
                            coded.options(code, player, &mut options);
                            count += options.len() as u64;
                        }
                    }
                }
                (count, options)
            },
            |(count, options)| (*count, describe(&options.concat()), "rules".into()),
        ),
        Some(by_hand) => timed(
            || {
                let mut options = Vec::new();
                let mut count = 0;
                for _ in 0..ROUNDS {
                    for code in &codes {
                        for player in [Player::Left, Player::Right] {
                            options.clear();
                            by_hand(code, player, &mut options);
                            count += options.len() as u64;
                        }
                    }
                }
                (count, options)
            },
            |(count, options)| {
                let words: Vec<u64> = options.iter().flat_map(|o| o[..N].to_vec()).collect();
                (*count, describe(&words), "by hand".into())
            },
        ),
    }
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// An X beside an O takes its place; the words are the X and the O.
fn clobber(words: &[u64], player: Player, options: &mut Vec<[u64; 2]>) {
    let (own, other) = match player {
        Player::Left => (words[0], words[1]),
        Player::Right => (words[1], words[0]),
    };
    let mut put = |mut from: u64, shift: i32| {
        while from != 0 {
            let bit = from & from.wrapping_neg();
            from ^= bit;
            let to = if shift > 0 { bit << shift } else { bit >> -shift };
            let (own, other) = (own ^ bit ^ to, other ^ to);
            options.push(match player {
                Player::Left => [own, other],
                Player::Right => [other, own],
            });
        }
    };
    put(own & (other & !FIRST_COLUMN) >> 1, 1);
    put(own & (other << 1 & !FIRST_COLUMN), -1);
    put(own & other >> 8, 8);
    put(own & other << 8, -8);
}

/// Dominoes, upright for Left; the word is the empty cells.
fn domineering(words: &[u64], player: Player, options: &mut Vec<[u64; 2]>) {
    let free = words[0];
    let (mut from, domino) = match player {
        Player::Left => (free & free >> 8, 0x101),
        Player::Right => (free & (free & !FIRST_COLUMN) >> 1, 3),
    };
    while from != 0 {
        options.push([free ^ domino << from.trailing_zeros(), 0]);
        from &= from - 1;
    }
}

fn moves(name: &str, pieces: &[char], hand: Option<ByHand>) -> Outcome {
    let rules = ruleset(name).expect("a built-in ruleset");
    let read = |text: &String| rules.position(text).expect("a position");
    let positions: Vec<Packed> = boards(pieces).iter().map(|text| read(text).1).collect();
    let (game, _) = read(&boards(pieces)[0]);
    let coded = game.coded().unwrap_or_else(|| panic!("{name} has codes"));
    farstar_rules::of_any_length!(coded, coded => all_moves(&*coded, &positions, hand))
}

pub(crate) const CASES: &[Case] = &[
    ("moves/clobber_rules", || moves("Clobber", &['X', 'O'], None)),
    ("moves/clobber_by_hand", || {
        let by_rules = moves("Clobber", &['X', 'O'], None).checksum;
        expect(moves("Clobber", &['X', 'O'], Some(clobber)), by_rules)
    }),
    ("moves/domineering_rules", || moves("Domineering", &['.', '.', '#'], None)),
    ("moves/domineering_by_hand", || {
        let by_rules = moves("Domineering", &['.', '.', '#'], None).checksum;
        expect(moves("Domineering", &['.', '.', '#'], Some(domineering)), by_rules)
    }),
];
