//! Ruleset that turn coins: which they are, and that positions are then worth the sum of their heads.

use std::collections::BTreeMap;

use farstar_impartial::coin::BoardCoins;
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_solve::outcome::{OutcomeSearch, Target};
use farstar_solve::ruleset_values::RulesetValues;
use farstar_solve::values::Values;
use farstar_testkit::mex;
use farstar_testkit::rules::{Interpreter, Position};
use farstar_testkit::{SplitMix64, soaking};
use farstar_value::{Arena, Game, Limits, Outcome, Player};

/// Grundy values by the definition, as the interpreter plays.
struct Played {
    oracle: Interpreter,
    known: BTreeMap<Position, u64>,
}

impl Played {
    fn new(text: &str) -> Self {
        Self { oracle: Interpreter::new(text).unwrap(), known: BTreeMap::new() }
    }

    fn value(&mut self, position: &Position) -> u64 {
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let options = self.oracle.options(position, true);
        let value = mex(options.iter().map(|option| self.value(option)).collect::<Vec<u64>>());
        self.known.insert(position.clone(), value);
        value
    }
}

fn rules(board: &str, moves: &str) -> Ruleset {
    let text = format!("game Coins\n{board}\nBoth: {}", moves.replace("; ", "\n      "));
    text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// All rows of these letters.
fn rows(letters: &[char], length: usize) -> Vec<String> {
    (0..letters.len().pow(length as u32))
        .map(|mut number| {
            let digit = |_| {
                let letter = letters[number % letters.len()];
                number /= letters.len();
                letter
            };
            (0..length).map(digit).collect()
        })
        .collect()
}

/// Random boards of so many columns and rows.
fn boards(letters: &[char], columns: usize, rows: usize, random: &mut SplitMix64) -> String {
    let row = |random: &mut SplitMix64| -> String {
        (0..columns).map(|_| *random.pick(letters)).collect()
    };
    (0..rows).map(|_| row(random)).collect::<Vec<_>>().join("|")
}

fn compare(rules: &Ruleset, played: &mut Played, text: &str) {
    let (game, start) = rules.position(text).unwrap();
    let mut coins = BoardCoins::of(&game).unwrap();
    let position = played.oracle.read(text).unwrap();
    let wanted = played.value(&position);
    let found = coins.value(&start, &Limits::none()).unwrap();
    assert_eq!(found, wanted, "{text} by {}", rules.text());
}

/// Rules that turn coins, with the pieces of their boards.
const TURNING: &[(&str, &str)] = &[
    ("strip of T H", "H[HT]* -> T[TH]*"),
    ("strip of T H", "H -> T; [HT][HT]*H -> [TH][HT]*T"),
    ("strip of H T", "H -> T"),
    // the other end leads, and a piece that never changes stands where it stands
    ("strip of T H #", "[HT]{0,2}H -> [TH]{0,2}T"),
    ("strip of T H #", "[HT#]H -> [TH#]T; H#[HT] -> T#[TH] left"),
    ("strip of T H #", "H[HT]? -> T[TH]?"),
    ("strip of T H", "$[HT]*H -> $[TH]*T; ?H?[HT]$ -> ?T?[TH]$ left"),
    ("strip of T H", "[HT]H -> [TH]T; H?[HT] -> T?[TH] left; H -> T"),
    ("strip of T H", "H([HT]?)* -> T([TH]?)*"),
    ("strip of T H", "H(?[HT]{2}){1,2} -> T(?[TH]{2}){1,2}"),
    ("strip of T H", "H[HT]{1,}?*[HT] -> T[TH]{1,}?*[TH]"),
];

/// Rules of this kind on boards of rows.
const ON_ROWS: &[(&str, &str)] = &[
    ("grid of T H", "H[HT]* -> T[TH]* right down"),
    ("grid of T H", "H -> T; [HT]?|?H -> [TH]?|?T"),
    ("grid of T H", "[HT][HT]|[HT]H -> [TH][TH]|[TH]T; H -> T"),
    ("grid of T H #", "H[HT] -> T[TH] right down ne; H -> T"),
    ("grid of T H", "[HT][HT][HT]|?H? -> [TH][TH][TH]|?T?"),
    ("hex of T H", "H[HT]* -> T[TH]* right down sw"),
];

/// Rules that lack one thing, and are not what the theorem speaks of.
const NEARLY: &[(&str, &str)] = &[
    // a face is asked for beside that of the leading coin
    ("strip of T H", "HT -> TH"),
    ("strip of T H", "HH -> TT"),
    ("strip of T H", "H[HT]T -> T[TH]T"),
    ("strip of T H #", "H[H#] -> T[H#]"),
    // the coin that leads may show tails, or stays
    ("strip of T H", "[HT][HT] -> [TH][TH]"),
    ("strip of T H", "H[HT] -> H[TH]"),
    ("strip of T H #", "[H#][HT] -> [T#][TH]"),
    // a coin is laid down, whatever it showed
    ("strip of T H", "H[HT] -> TT"),
    ("strip of T H", "H[HT] -> T[HH]"),
    // coins on both sides
    ("strip of T H", "H[HT] -> T[TH] right left"),
    ("strip of T H", "[HT]H[HT] -> [TH]T[TH]"),
    ("strip of T H", "H[HT] -> T[TH]; [HT]?H -> [TH]?T"),
    // all around on a grid
    ("grid of T H", "H[HT] -> T[TH] right down nw"),
    ("grid of T H", "H[HT] -> T[TH] across down"),
    // two coins lead, or one does in every repeat
    ("strip of T H", "H[HT]H -> T[TH]T"),
    ("strip of T H", "H+[HT] -> T+[TH]"),
    ("strip of T H", "(H[HT]){1,2} -> (T[TH]){1,2}"),
    // a third piece comes or goes
    ("strip of T H #", "H[HT] -> #[TH]"),
    ("strip of T H #", "H[HT#] -> T[TH.]"),
    ("strip of T H #", "H -> T; H# -> TT"),
    // conditions, effects, further steps, an end, copies, stones that close up, graphs
    ("strip of T H", "H[HT] -> T[TH], not beside H"),
    ("strip of T H", "H[HT] -> T[TH], not making HH"),
    ("strip of T H", "H -> T, around [HT] -> [TH]"),
    ("strip of T H", "H[HT] -> T[TH], then [HT][HT] -> [TH][TH]"),
    ("strip of T H\nstop at HHH", "H[HT]* -> T[TH]*"),
    ("strip of T H", "([HT])H -> [TH]T; ([HT][HT])H -> \\1T"),
    ("row of T H", "H[HT] -> T[TH]"),
    ("digraph of T H", "H[HT] -> T[TH]"),
];

fn parsed(list: &[(&str, &str)]) -> Vec<Option<Ruleset>> {
    let text = |&(board, moves): &(&str, &str)| {
        format!("game Coins\n{board}\nBoth: {}", moves.replace("; ", "\n      "))
    };
    list.iter().map(|one| text(one).parse().ok()).collect()
}

#[test]
fn strips_are_worth_their_heads() {
    for &(board, moves) in TURNING {
        let rules = rules(board, moves);
        let mut played = Played::new(rules.text());
        assert!(rules.coins().is_some() && rules.ending().is_ok(), "{moves}");
        let most = if board.contains('#') { 5 } else { 7 };
        for length in 1..=most {
            for row in rows(rules.pieces(), length) {
                compare(&rules, &mut played, &row);
            }
        }
    }
}

#[test]
fn grids_are_worth_their_heads() {
    let mut random = SplitMix64::new(5);
    for &(board, moves) in ON_ROWS {
        let rules = rules(board, moves);
        assert!(rules.coins().is_some() && rules.ending().is_ok(), "{moves}");
        let mut played = Played::new(rules.text());
        for (columns, rows) in [(1, 5), (5, 1), (2, 3), (3, 2), (3, 3), (4, 2)] {
            for _ in 0..12 {
                let text = boards(rules.pieces(), columns, rows, &mut random);
                compare(&rules, &mut played, &text);
            }
        }
    }
}

#[test]
fn rules_that_lack_one_thing_are_not_taken_for_coins() {
    let mut refused = 0;
    for (one, rules) in NEARLY.iter().zip(parsed(NEARLY)) {
        // some of them are no rules at all
        let Some(rules) = rules else {
            refused += 1;
            continue;
        };
        assert_eq!(rules.coins(), None, "{one:?}");
    }
    assert!(refused <= 2, "{refused}");
    let partizan = "game P\nstrip of T H\nLeft: H[HT] -> T[TH]\nRight: H -> T";
    assert_eq!(partizan.parse::<Ruleset>().unwrap().coins(), None);
}

/// Half of the rules so made turn coins, the others read a face too many, lay coins down, or turn them on both sides.
fn random_moves(random: &mut SplitMix64) -> String {
    let cells = [("[HT]", "[TH]"), ("[HT]", "[HT]"), ("?", "?"), ("#", "#"), ("[HT#]", "[TH#]")];
    let wrong = [("H", "T"), ("T", "T"), ("[HT]", "H"), ("T", "H"), ("[H#]", "[H#]")];
    let repeats = ["", "", "", "*", "+", "{0,2}"];
    let side = |random: &mut SplitMix64, turns: bool| {
        let mut both = (String::new(), String::new());
        for _ in 0..random.below(3) {
            let (from, to) = match random.below(8) {
                0 => *random.pick(&wrong),
                _ if turns => *random.pick(&cells),
                _ => *random.pick(&cells[1..4]),
            };
            let repeat = random.pick(&repeats);
            both.0 += &format!("{from}{repeat}");
            both.1 += &format!("{to}{repeat}");
        }
        both
    };
    let lines: Vec<String> = (0..1 + random.below(2))
        .map(|_| {
            let both_sides = random.below(6) == 0;
            let (before, after) = (side(random, both_sides), side(random, true));
            format!("{}H{} -> {}T{}", before.0, after.0, before.1, after.1)
        })
        .collect();
    lines.join("; ")
}

#[test]
fn random_rules_that_turn_coins_have_the_values_of_heads() {
    let mut random = SplitMix64::new(18);
    let (mut turning, mut others) = (0, 0);
    for _ in 0..if soaking() { 2000 } else { 30 } {
        let moves = random_moves(&mut random);
        let text = format!("game C\nstrip of T H #\nBoth: {}", moves.replace("; ", "\n      "));
        let Ok(rules) = text.parse::<Ruleset>() else { continue };
        if rules.coins().is_none() {
            others += 1;
            continue;
        }
        turning += 1;
        let mut played = Played::new(rules.text());
        for _ in 0..20 {
            let length = 1 + random.below(8) as usize;
            let row = boards(rules.pieces(), length, 1, &mut random);
            compare(&rules, &mut played, &row);
        }
    }
    assert!(turning >= 8 && others >= 5, "{turning} {others}");
}

/// The moves of a position after which the value is 0, by the search that plays whole positions.
fn winning(game: &Board, start: &Packed) -> Vec<Packed> {
    let arena = Arena::new();
    let mut values = Values::new(&arena, game.clone()).unwrap();
    let mut options = Vec::new();
    game.options(start, Player::Left, &mut options);
    options.sort_unstable();
    options.dedup();
    options.retain(|option| {
        let value = values.value(option, &Limits::none());
        let value =
            value.unwrap_or_else(|e| panic!("{e}: {} {}", game.rules().text(), game.draw(start)));
        arena.calculator().ge(value, Game::ZERO).expect("no limits")
    });
    options
}

#[test]
fn winners_and_winning_moves_are_those_of_the_position() {
    let mut random = SplitMix64::new(9);
    let none = Limits::none();
    for &(board, moves) in TURNING.iter().chain(ON_ROWS) {
        let rules = rules(board, moves);
        for _ in 0..12 {
            let high = if board.starts_with("strip") { 1 } else { 1 + random.below(3) as usize };
            let wide = 1 + random.below(if high == 1 { 8 } else { 4 }) as usize;
            let text = boards(rules.pieces(), wide, high, &mut random);
            let (game, start) = rules.position(&text).unwrap();
            let mut wanted = winning(&game, &start);
            wanted.sort();
            let arena = Arena::new();
            let mut search = OutcomeSearch::new(&arena).unwrap();
            let sum = [search.game(&game, start.clone()).unwrap()];
            assert!(search.needs_no_search(&sum));
            let found = search.winning_moves(&sum, Player::Left, &none).unwrap();
            let found = found.into_iter().map(|one| match one.to {
                Target::Position(position) => position,
                Target::Value(value) => panic!("{value:?}"),
            });
            assert_eq!(found.collect::<Vec<_>>(), wanted, "{text} by {moves}");
            let outcome = search.outcome(&sum, &none).unwrap();
            assert_eq!(outcome, if wanted.is_empty() { Outcome::P } else { Outcome::N });
            let mut values = RulesetValues::new(&arena);
            let moves = values.moves(&game, &start, Player::Right, &none).unwrap();
            let mut found: Vec<Packed> =
                moves.iter().filter(|one| one.wins).map(|one| one.position.clone()).collect();
            found.sort();
            assert_eq!(found, wanted, "{text}");
        }
    }
}

/// Who cannot move wins: whole positions are played, since a position is not the sum of its heads.
#[test]
fn misere_play_is_that_of_whole_positions() {
    fn wins(oracle: &Interpreter, at: &Position, known: &mut BTreeMap<Position, bool>) -> bool {
        if let Some(&won) = known.get(at) {
            return won;
        }
        let options = oracle.options(at, true);
        let won = options.is_empty() || options.iter().any(|next| !wins(oracle, next, known));
        known.insert(at.clone(), won);
        won
    }
    let mut differs = 0;
    for &(board, moves) in &TURNING[..4] {
        let normal = rules(board, moves);
        let text = normal.text().replacen("game Coins", "game Coins misere", 1);
        let rules: Ruleset = text.parse().unwrap();
        let oracle = Interpreter::new(normal.text()).unwrap();
        let (mut known, arena) = (BTreeMap::new(), Arena::new());
        for length in 1..=5 {
            for row in rows(rules.pieces(), length) {
                let (game, start) = rules.position(&row).unwrap();
                let mut search = OutcomeSearch::new(&arena).unwrap();
                let sum = [search.game(&game, start.clone()).unwrap()];
                assert!(!search.needs_no_search(&sum));
                let wanted = wins(&oracle, &oracle.read(&row).unwrap(), &mut known);
                let found = search.wins(&sum, Player::Left, &Limits::none()).unwrap();
                assert_eq!(found, wanted, "{row} by {moves}");
                let heads = BoardCoins::of(&game).unwrap().value(&start, &Limits::none()).unwrap();
                differs += usize::from(wanted != (heads != 0));
            }
        }
    }
    assert!(differs > 10, "{differs}");
}

#[test]
fn long_rows_are_valued_head_by_head() {
    let rules: Ruleset = rules("strip of T H", TURNING[0].1);
    let length = 540u64;
    let row = format!("H{}", "T".repeat(length as usize - 1));
    let (game, start) = rules.position(&row).unwrap();
    let mut coins = BoardCoins::of(&game).unwrap();
    // the n-th coin from the end is worth the largest power of two that divides n
    assert_eq!(coins.value(&start, &Limits::none()), Ok(1 << length.trailing_zeros()));
    let (_, full) = rules.position(&"H".repeat(length as usize)).unwrap();
    let sum = (1..=length).fold(0, |sum, n| sum ^ (1 << n.trailing_zeros()));
    assert_eq!(coins.value(&full, &Limits::none()), Ok(sum));
    assert_eq!(coins.count(), length);
    // a bound on nodes stops it, and what is known is kept
    let mut coins = BoardCoins::of(&game).unwrap();
    assert!(coins.value(&start, &Limits::none().nodes(length / 2 + 1)).is_err());
    assert!(coins.value(&start, &Limits::none().nodes(length / 2 + 1)).is_ok());
}
