//! Winners against the definition played out on whole sums, under many bounds inside the solver.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use farstar_play::Gauge;
use farstar_rules::builtin::ruleset;
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_value::{Arena, Calculator, Limits, Outcome, Player, SplitMix64, Stopped};

use super::entry::PartRef;
use super::settle::Settled;
use super::{Component, HeapRules, OutcomeSearch, Tuning};
use crate::Error;

/// A component as the definition sees it.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Plain {
    Position(usize, Packed),
    Value(farstar_value::Game),
}

/// Whether `player` wins moving first, by the definition: no parts, no keys, no values.
struct Definition<'g, 'a> {
    games: &'g [Board],
    calc: Calculator<'a>,
    misere: bool,
    known: HashMap<(Vec<Plain>, Player), bool>,
}

impl Definition<'_, '_> {
    fn wins(&mut self, sum: &[Plain], player: Player) -> bool {
        let key = (sum.to_vec(), player);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut moved = false;
        let mut won = false;
        'moves: for at in 0..sum.len() {
            let mut options = Vec::new();
            match &sum[at] {
                Plain::Position(game, position) => {
                    let mut found = Vec::new();
                    self.games[*game].options(position, player, &mut found);
                    options.extend(found.into_iter().map(|p| Plain::Position(*game, p)));
                }
                Plain::Value(value) => {
                    let found = self.calc.options(*value, player).unwrap();
                    options.extend(found.into_iter().map(Plain::Value));
                }
            }
            for option in options {
                moved = true;
                let mut next = sum.to_vec();
                next[at] = option;
                if !self.wins(&next, player.opponent()) {
                    won = true;
                    break 'moves;
                }
            }
        }
        let won = if moved { won } else { self.misere };
        self.known.insert(key, won);
        won
    }
}

const fn tuning(dicotic_line: u32, line: u32, plane: u32, patience: u64) -> Tuning {
    let symmetries = plane != 2;
    let (thermographs, placements) = (true, true);
    Tuning { dicotic_line, line, plane, patience, symmetries, thermographs, placements }
}

const TUNINGS: [Tuning; 7] = [
    tuning(0, 0, 0, u64::MAX),
    Tuning { thermographs: false, placements: false, ..tuning(7, 7, 6, 100) },
    tuning(3, 3, 2, 1),
    tuning(4, 4, 5, 100),
    tuning(7, 7, 6, 0),
    tuning(7, 7, 6, 20_000),
    tuning(99, 99, 99, 20_000),
];

/// Rulesets, the pieces of random boards, and columns and rows at most.
const RULESETS: &[(&str, &str, usize, usize)] = &[
    ("Clobber", "XO.", 4, 2),
    ("Clobber", "XXOO.", 6, 1),
    ("Cannibal Clobber", "XO.", 3, 2),
    ("Domineering", "...#", 3, 3),
    ("NoGo", "....XO", 3, 2),
    ("NoGo", ".....XO", 6, 1),
    ("NoGo", "...XXXO", 8, 1),
    ("Amazons", "..X#O", 3, 2),
    ("Fission", "...X#", 3, 3),
    ("Elephants and Rhinos", "..XO", 7, 1),
    ("Toppling Dominoes", "XO#", 5, 1),
    ("Toads and Frogs", "TF..", 6, 1),
    ("King Dirt", "...XO#", 3, 2),
    ("Cram", "...#", 3, 2),
    ("Konane", "XO.", 4, 2),
    ("Grid Snort", "...X#", 3, 2),
    ("Grid Col", "...O#", 3, 2),
];

const VALUES: &[&str] = &[
    "1",
    "-1/2",
    "*",
    "*2",
    "^",
    "v*",
    "+-1",
    "{2|1}",
    "{1|-3}",
    "{0||0|-1}",
    "{1|||0||-1|-2}",
    "{3|1||-1}",
    "3/4",
    "{^|v2*}",
    "{0|^2}",
];

fn random_board(random: &mut SplitMix64, pieces: &str, columns: usize, rows: usize) -> String {
    let pieces: Vec<char> = pieces.chars().collect();
    let (columns, rows) = (1 + random.below(columns as u64), 1 + random.below(rows as u64));
    let row = |random: &mut SplitMix64| -> String {
        (0..columns).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect()
    };
    let rows: Vec<String> = (0..rows).map(|_| row(random)).collect();
    rows.join("|")
}

/// Random sums of two or three components, each decided by the definition and by the search under every bound.
fn agree_on_random_sums(seed: u64, rounds: usize, misere: bool, impartial: bool) {
    let mut random = SplitMix64::new(seed);
    let mut decided = [0; 4];
    for round in 0..rounds {
        let mut games: Vec<Board> = Vec::new();
        let mut sum = Vec::new();
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let parts = 1 + random.below(3);
        let mut shown = Vec::new();
        for _ in 0..parts {
            if !impartial && random.below(3) == 0 {
                let text = VALUES[random.below(VALUES.len() as u64) as usize];
                shown.push(text.to_string());
                sum.push(Plain::Value(calc.parse(text).unwrap()));
                continue;
            }
            let (name, pieces, columns, rows) =
                RULESETS[random.below(RULESETS.len() as u64) as usize];
            let board = random_board(&mut random, pieces, columns, rows);
            let rules = ruleset(name).unwrap();
            let rules = if impartial { rules.impartial() } else { rules };
            let rules: Ruleset = if misere {
                let text = rules.canonical();
                let line = text.lines().next().unwrap();
                text.replacen(line, &format!("{line} misere"), 1).parse().unwrap()
            } else {
                rules
            };
            // a board that breaks the rules is no position
            let Ok((game, position)) = rules.position(&board) else { continue };
            shown.push(format!("{name} {board}"));
            sum.push(Plain::Position(games.len(), position));
            games.push(game);
        }
        if games.is_empty() {
            // values alone are played normally
            continue;
        }
        let mut definition =
            Definition { games: &games, calc: arena.calculator(), misere, known: HashMap::new() };
        let wins = [Player::Left, Player::Right].map(|player| definition.wins(&sum, player));
        let wanted = Outcome::from_wins(wins[0], wins[1]);
        decided[wanted as usize] += 1;
        let alone = TUNINGS.map(|tuning| (tuning, 1));
        // every few nodes a round begins, in which threads join
        let together = [(tuning(0, 0, 0, 0), 2), (tuning(3, 3, 2, 0), 3)];
        let together = together.into_iter().filter(|_| round % 3 == 0);
        for (tuning, threads) in alone.into_iter().chain(together) {
            let mut search = OutcomeSearch::tuned_by_threads(&arena, tuning, threads).unwrap();
            let components: Vec<Component> = sum
                .iter()
                .map(|one| match one {
                    Plain::Position(game, position) => {
                        search.game(&games[*game], position.clone()).unwrap()
                    }
                    Plain::Value(value) => Component::Value(*value),
                })
                .collect();
            let found = search.outcome(&components, &Limits::none()).unwrap();
            assert_eq!(found, wanted, "{shown:?} with {tuning:?}, {threads} threads");
        }
    }
    // a test of one outcome only would show little
    assert!(decided.iter().filter(|&&count| count > 0).count() >= 2, "{decided:?}");
}

fn rounds() -> usize {
    if std::env::var_os("FARSTAR_SOAK").is_some() { 20_000 } else { 150 }
}

#[test]
fn switches_beside_parts_without_a_value_are_played_off_as_by_the_definition() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let clobber = ruleset("Clobber").unwrap();
    let mut random = SplitMix64::new(5);
    for _ in 0..40 {
        let board = random_board(&mut random, "XO.", 4, 2);
        let (game, position) = clobber.position(&board).unwrap();
        let games = [game];
        let mut sum = vec![Plain::Position(0, position)];
        for text in ["{3|1}", "{2|-1}", "^*"].into_iter().take(1 + random.below(3) as usize) {
            sum.push(Plain::Value(calc.parse(text).unwrap()));
        }
        let mut definition = Definition {
            games: &games,
            calc: arena.calculator(),
            misere: false,
            known: HashMap::new(),
        };
        let wins = [Player::Left, Player::Right].map(|player| definition.wins(&sum, player));
        let mut search = OutcomeSearch::tuned(&arena, TUNINGS[0]).unwrap();
        let components: Vec<Component> = sum
            .iter()
            .map(|one| match one {
                Plain::Position(_, position) => search.game(&games[0], position.clone()).unwrap(),
                Plain::Value(value) => Component::Value(*value),
            })
            .collect();
        let found = search.outcome(&components, &Limits::none()).unwrap();
        assert_eq!(found, Outcome::from_wins(wins[0], wins[1]), "{board}");
    }
}

/// Half a sum of switches, ups and nimbers, and the rule by its parts.
#[test]
fn switches_beside_infinitesimals_are_played_off_as_by_the_definition() {
    let mut random = SplitMix64::new(4);
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let mut counts = [0; 4];
    for _ in 0..rounds() {
        let mut texts = Vec::new();
        for _ in 0..1 + random.below(5) {
            let mut number = || random.below(13) as i64 - 6;
            let (x, y) = (number(), number());
            texts.push(format!("{{{}/2|{}/2}}", x.max(y), x.min(y)));
        }
        texts.push(["0", "1/2", "-1"][random.below(3) as usize].into());
        texts.push(
            ["0", "^", "*", "v2*", "*2", "{0|^2}", "{v3|0}"][random.below(7) as usize].into(),
        );
        let values: Vec<_> = texts.iter().map(|text| calc.parse(text).unwrap()).collect();
        let wanted = outcome_of_values(&arena, &values);
        counts[wanted as usize] += 1;
        let components: Vec<Component> = values.into_iter().map(Component::Value).collect();
        let mut search = OutcomeSearch::new(&arena).unwrap();
        assert_eq!(search.outcome(&components, &Limits::none()).unwrap(), wanted, "{texts:?}");
    }
    assert!(counts.iter().filter(|&&count| count > 0).count() >= 3, "{counts:?}");
}

/// Who wins a sum of values, by the definition.
fn outcome_of_values(arena: &Arena, values: &[farstar_value::Game]) -> Outcome {
    let sum: Vec<Plain> = values.iter().map(|value| Plain::Value(*value)).collect();
    let calc = arena.calculator();
    let mut definition = Definition { games: &[], calc, misere: false, known: HashMap::new() };
    let wins = [Player::Left, Player::Right].map(|player| definition.wins(&sum, player));
    Outcome::from_wins(wins[0], wins[1])
}

/// Sums of hot values alone: stops, thermographs and the search agree with the definition, with thermographs and
/// without.
#[test]
fn hot_sums_are_decided_as_by_the_definition() {
    let texts = ["{3|1||-1}", "{4||1|-2}", "{5|2||0|-3}", "{2|-1/2}", "{1||0|-4}", "{3||2|-1/2}"];
    let mut random = SplitMix64::new(6);
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let mut counts = [0; 4];
    for _ in 0..rounds() {
        let mut shown = vec![format!("{}/2", random.below(9) as i64 - 4)];
        let mut values = vec![calc.parse(&shown[0]).unwrap()];
        for _ in 0..2 + random.below(3) {
            let text = texts[random.below(texts.len() as u64) as usize];
            let value = calc.parse(text).unwrap();
            let negative = random.below(2) == 0;
            shown.push(format!("{}{text}", if negative { "-" } else { "" }));
            values.push(if negative { calc.neg(value).unwrap() } else { value });
        }
        let wanted = outcome_of_values(&arena, &values);
        counts[wanted as usize] += 1;
        let components: Vec<Component> = values.into_iter().map(Component::Value).collect();
        for thermographs in [false, true] {
            let tuning = Tuning { thermographs, ..Tuning::default() };
            let mut search = OutcomeSearch::tuned(&arena, tuning).unwrap();
            let found = search.outcome(&components, &Limits::none()).unwrap();
            assert_eq!(found, wanted, "{shown:?} {thermographs}");
        }
    }
    assert!(counts.iter().filter(|&&count| count > 0).count() >= 3, "{counts:?}");
}

#[test]
fn tens_of_thousands_of_switches_are_one_sort() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let mut sum = Vec::new();
    // the hottest first: Left takes 40000, Right -39999, and so on: 20000 in all, and Left is to move again
    for n in 1..=40_000 {
        sum.push(Component::Value(calc.parse(&format!("+-{n}")).unwrap()));
    }
    for number in [-20_001, -20_000, -19_999] {
        let mut search = OutcomeSearch::new(&arena).unwrap();
        let mut all = sum.clone();
        all.push(Component::Value(calc.integer(number).unwrap()));
        let left = search.wins(&all, Player::Left, &Limits::none()).unwrap();
        assert_eq!(left, number > -20_000, "{number}");
    }
}

/// Larger sums, in which threads meet: one thread and many, asked again and again of the same tables.
#[test]
fn threads_agree_on_sums_of_boards() {
    let mut random = SplitMix64::new(25);
    let arena = Arena::new();
    let mut searches: Vec<OutcomeSearch<'_>> = [1, 2, 5]
        .map(|n| OutcomeSearch::tuned_by_threads(&arena, tuning(0, 0, 0, 0), n).unwrap())
        .into();
    let mut counts = [0; 4];
    for _ in 0..if std::env::var_os("FARSTAR_SOAK").is_some() { 1_000 } else { 20 } {
        let mut boards = Vec::new();
        while boards.len() < 3 {
            let (name, pieces, columns, rows) =
                RULESETS[random.below(RULESETS.len() as u64) as usize];
            let text = random_board(&mut random, pieces, columns + 1, rows);
            if let Ok(board) = ruleset(name).unwrap().position(&text) {
                boards.push((name, text, board));
            }
        }
        let found = searches.iter_mut().map(|search| {
            let sum: Vec<Component> = boards
                .iter()
                .map(|(_, _, (game, position))| search.game(game, position.clone()).unwrap())
                .collect();
            let limits = Limits::none();
            // moves that are hard come last, and which are hard is a matter of what is known
            let moves = [Player::Left, Player::Right].map(|player| {
                let winning = search.winning_moves(&sum, player, &limits).unwrap();
                let all = search.moves(&sum, player).unwrap();
                assert!(winning.iter().all(|one| all.contains(one)));
                all.iter().map(|one| winning.contains(one)).collect::<Vec<_>>()
            });
            (search.outcome(&sum, &limits).unwrap(), moves)
        });
        let found: Vec<_> = found.collect();
        let (outcome, moves) = &found[0];
        let wins = moves.each_ref().map(|moves| moves.contains(&true));
        assert_eq!(*outcome, Outcome::from_wins(wins[0], wins[1]));
        counts[*outcome as usize] += 1;
        assert!(found.iter().all(|one| *one == found[0]), "{found:?}: {boards:?}");
    }
    assert!(counts.iter().filter(|&&count| count > 0).count() >= 3, "{counts:?}");
    assert!(searches[2].helpers.iter().all(|helper| helper.misere.is_some()));
}

/// What one thread has found of parts, alone and beside values, those who join need not find again.
#[test]
fn threads_that_join_know_who_wins_a_part() {
    let arena = Arena::new();
    let mut search = OutcomeSearch::tuned_by_threads(&arena, tuning(0, 0, 0, 0), 1).unwrap();
    let (game, position) = ruleset("Clobber").unwrap().position("XOXO|OXOX|XXO.").unwrap();
    let up = arena.calculator().up(1).unwrap();
    let sum = [search.game(&game, position).unwrap(), Component::Value(up)];
    let limits = Limits::none();
    let (board, filled) = ruleset("Clobber").unwrap().position("XOX|OXO|XOX").unwrap();
    let other = [search.game(&board, filled).unwrap()];
    search.outcome(&other, &limits).unwrap();
    let won = search.wins(&sum, Player::Left, &limits).unwrap();
    search.call(2).unwrap();
    let (mut asked, mut meter) = search.begin(&sum, &limits).unwrap();
    assert_eq!(search.settle(&mut asked, &mut meter).unwrap(), Settled::Open { turned: false });
    assert!(matches!(*asked, [part, value] if part.is_part() && !value.is_part()));
    let mut helper = search.helpers.pop().unwrap();
    helper.join(&search, &asked).unwrap();
    assert_eq!(helper.known(&asked).unwrap(), Some(won));
    let mut alone = 0;
    for number in 0..search.parts.count() as u32 {
        let part = PartRef::new(number, false);
        for part in [part, search.parts.negative(part)] {
            if let Some(won) = search.parts.wins(part, Player::Left) {
                alone += 1;
                assert_eq!(helper.known(&[part.into()]).unwrap(), Some(won));
            }
        }
    }
    assert!(alone > 10, "{alone}");
}

#[test]
fn threads_keep_to_the_limits() {
    let arena = Arena::new();
    let mut search = OutcomeSearch::by_threads(&arena, 2).unwrap();
    // a board that nobody decides soon
    let board = ["XOXOXOXO|OXOXOXOX"; 4].join("|");
    let (game, position) = ruleset("Clobber").unwrap().position(&board).unwrap();
    let sum = [search.game(&game, position).unwrap()];
    let little = Limits::none().bytes(arena.stats().bytes + (1 << 19));
    assert!(matches!(search.outcome(&sum, &little), Err(Error::Stopped(Stopped::Memory))));
    let stopped = |asked: &mut (dyn FnMut(&Limits) -> crate::Result<()> + Send)| {
        let token = farstar_value::CancelToken::new();
        let limits = Limits::none().cancel(token.clone());
        let stopped = std::thread::scope(|scope| {
            let asked = scope.spawn(|| asked(&limits));
            token.cancel();
            asked.join().unwrap()
        });
        assert!(matches!(stopped, Err(Error::Stopped(Stopped::Cancelled))), "{stopped:?}");
    };
    stopped(&mut |limits| search.outcome(&sum, limits).map(|_| ()));
    stopped(&mut |limits| search.winning_moves(&sum, Player::Left, limits).map(|_| ()));
    let now = Limits::none().time(std::time::Duration::ZERO);
    let late = search.winning_moves(&sum, Player::Left, &now);
    assert!(matches!(late, Err(Error::Stopped(Stopped::Time))), "{late:?}");
    // what was found is kept, and a search goes on from there
    let sizes = search.sizes();
    assert!(sizes.sums > 0 && sizes.sum_bytes > 0);
}

#[test]
fn limits_stop_a_search_and_what_it_found_is_kept() {
    let arena = Arena::new();
    let mut search = OutcomeSearch::new(&arena).unwrap();
    let (game, position) = ruleset("Clobber").unwrap().position("XOXO|OXOX|XOXO|OXOX").unwrap();
    let sum = [search.game(&game, position).unwrap()];
    let few = Limits::none().nodes(20);
    assert!(matches!(search.outcome(&sum, &few), Err(Error::Stopped(Stopped::Nodes))));
    assert!(search.visited() > 0 && search.sizes().parts > 0);
    assert_eq!(search.outcome(&sum, &Limits::none()).unwrap(), Outcome::N);
}

#[test]
fn a_search_for_a_nimber_counts_its_questions_and_is_held_to_its_memory() {
    for (name, board) in [("Cram", "3x9"), ("NoGo", "1x14")] {
        let arena = Arena::new();
        let mut search = OutcomeSearch::new(&arena).unwrap();
        let rules = ruleset(name).unwrap().impartial();
        let (game, position) = rules.position(board).unwrap();
        let sum = [search.game(&game, position).unwrap()];
        let little = Limits::none().bytes(1 << 16);
        assert_eq!(search.grundy(&sum, &little), Err(Error::Stopped(Stopped::Memory)));
        let gauge = Gauge::new();
        search.grundy(&sum, &Limits::none().gauge(gauge.clone())).unwrap();
        let (told, _) = gauge.read().unwrap();
        assert!(told > 0 && told <= search.visited(), "{told} of {}", search.visited());
    }
}

/// The Grundy value by the definition.
fn grundy(game: &Board, position: &Packed, known: &mut HashMap<Packed, u32>) -> u32 {
    if let Some(&known) = known.get(position) {
        return known;
    }
    let mut options = Vec::new();
    game.options(position, Player::Left, &mut options);
    let values: Vec<u32> = options.iter().map(|option| grundy(game, option, known)).collect();
    let value = farstar_impartial::mex(values);
    known.insert(position.clone(), value);
    value
}

/// Calls `check` with every position of a board made of these pieces, and its Grundy value by the definition.
fn each_grundy(
    (game, start): (&Board, &Packed),
    pieces: &[char],
    check: &mut dyn FnMut(&Packed, u64),
) {
    let mut known = HashMap::new();
    let _ = game.each_filling(start, pieces, &mut |position| {
        check(position, u64::from(grundy(game, position, &mut known)));
        ControlFlow::Continue(())
    });
}

#[test]
fn grundy_values_are_those_of_the_definition_with_half_turns_and_without() {
    let arena = Arena::new();
    for (name, board, pieces) in [
        ("Cram", "...|...|...|...", vec!['.', '#']),
        ("Cram", "......|......", vec!['.', '#']),
        ("Clobber", "....|....", vec!['X', 'O', '.']),
        ("Clobber", "..|..|..", vec!['X', 'O', '.']),
        ("Cannibal Clobber", "...|...", vec!['X', 'O', '.']),
        ("Domineering", "....|....|....", vec!['.', '#']),
        ("Fission", "....|....|....", vec!['.', 'X']),
        ("Konane", "....|....", vec!['X', 'O', '.']),
        ("Grid Col", "...|..", vec!['X', 'O', '.']),
    ] {
        let Ok((game, start)) = ruleset(name).unwrap().impartial().position(board) else {
            continue;
        };
        for (symmetries, threads) in [(true, 1), (false, 3)] {
            let tuning = Tuning { symmetries, ..Tuning::default() };
            let mut search = OutcomeSearch::tuned_by_threads(&arena, tuning, threads).unwrap();
            each_grundy((&game, &start), &pieces, &mut |position, wanted| {
                let sum = [search.game(&game, position.clone()).unwrap()];
                let found = search.grundy(&sum, &Limits::none()).unwrap();
                assert_eq!(found, wanted, "{name} {}", game.draw(position));
            });
        }
    }
}

#[test]
fn grundy_values_do_not_depend_on_threads() {
    let arena = Arena::new();
    for (name, board) in [
        ("Cram", "3x9"),
        ("Cram", "5x5"),
        ("NoGo", "1x15"),
        ("NoGo", "3x4"),
        ("Clobber", "3x5"),
        ("Battle Sheep", "4,0,0,0|0,0,0,0|0,0,0,-4"),
    ] {
        let rules = ruleset(name).unwrap().impartial();
        let (game, position) = rules.position(board).unwrap();
        let mut values = [1, 2, 3].map(|threads| {
            let mut search = OutcomeSearch::by_threads(&arena, threads).unwrap();
            let sum = [search.game(&game, position.clone()).unwrap()];
            search.grundy(&sum, &Limits::none()).unwrap()
        });
        values.sort_unstable();
        assert_eq!(values[0], values[2], "{name} {board}");
    }
}

/// Boards too wide for a frame of 8 by 8, with most cells empty or blocked; an image has the same parts.
#[test]
fn grundy_values_on_wide_boards_are_those_of_the_definition_and_of_their_images() {
    let arena = Arena::new();
    let mut random = SplitMix64::new(12);
    let mut found = [0; 3];
    for (name, pieces) in [("Cram", "..####"), ("Clobber", "XO..."), ("Fission", ".X####")] {
        let rules = ruleset(name).unwrap().impartial();
        let pieces: Vec<char> = pieces.chars().collect();
        for (columns, rows) in [(9, 2), (12, 3), (10, 4), (17, 2), (22, 6), (3, 11), (2, 33)] {
            for _ in 0..rounds() / 30 {
                let mut cells = vec![vec![pieces[pieces.len() - 1]; columns]; rows];
                for _ in 0..18 {
                    let (x, y) = (random.below(columns as u64), random.below(rows as u64));
                    let piece = pieces[random.below(pieces.len() as u64) as usize];
                    cells[y as usize][x as usize] = piece;
                }
                let text = |cells: &[Vec<char>]| {
                    let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
                    rows.join("|")
                };
                let mut search = OutcomeSearch::new(&arena).unwrap();
                let (game, position) = rules.position(&text(&cells)).unwrap();
                let wanted = grundy(&game, &position, &mut HashMap::new());
                found[wanted.min(2) as usize] += 1;
                let sum = [search.game(&game, position).unwrap()];
                let value = search.grundy(&sum, &Limits::none()).unwrap();
                assert_eq!(value, u64::from(wanted), "{name} {}", text(&cells));
                let parts = search.sizes().parts;
                for turned in 1..4 {
                    let mut image = cells.clone();
                    if turned & 1 != 0 {
                        image.reverse();
                    }
                    if turned & 2 != 0 {
                        image.iter_mut().for_each(|row| row.reverse());
                    }
                    let (game, position) = rules.position(&text(&image)).unwrap();
                    let sum = [search.game(&game, position).unwrap()];
                    assert_eq!(search.grundy(&sum, &Limits::none()).unwrap(), value);
                    assert_eq!(search.sizes().parts, parts, "{name} {}", text(&image));
                }
            }
        }
    }
    assert!(found.iter().all(|&count| count > 5), "{found:?}");
}

#[test]
fn a_half_turn_that_keeps_moves_apart_leaves_nothing_to_search() {
    let arena = Arena::new();
    for (name, board, zero) in [
        ("Cram", "4x4", true),
        ("Cram", "4x6", true),
        // a row of the frame is full: the turn is seen in rows, not only in numbers
        ("Cram", "2x9", false),
        ("Cram", "4x10", true),
        // a domino lies on its own image
        ("Cram", "3x4", false),
        ("Clobber", "XOXO|OXOX", true),
        ("Clobber", "XOXO|OXOX|XOXO", false),
        // stones are exchanged by the turn
        ("Clobber", "XXXO|XOOO", true),
        ("Clobber", "XXXO|XOXO", false),
    ] {
        let rules = ruleset(name).unwrap().impartial();
        let (game, position) = rules.position(board).unwrap();
        let mut search = OutcomeSearch::new(&arena).unwrap();
        let sum = [search.game(&game, position).unwrap()];
        let value = search.grundy(&sum, &Limits::none()).unwrap();
        assert_eq!(search.sizes().parts == 1, zero, "{name} {board}");
        assert!(value == 0 || !zero);
    }
}

#[test]
fn rows_of_holes_and_stones_are_sums_of_single_holes() {
    let arena = Arena::new();
    let own = "game Bubbles\nstrip of . X/O A #\nLeft:  X. -> .X\n       A. -> .A\nRight: .O -> O.";
    for rules in [ruleset("Elephants and Rhinos").unwrap(), own.parse().unwrap()] {
        let pieces: Vec<char> = rules.pieces().to_vec();
        for impartial in [false, true] {
            let rules = if impartial { rules.impartial() } else { rules.clone() };
            let (game, start) = rules.position("......").unwrap();
            let games = [game];
            let mut definition = Definition {
                games: &games,
                calc: arena.calculator(),
                misere: false,
                known: HashMap::new(),
            };
            let mut search = OutcomeSearch::new(&arena).unwrap();
            let _ = games[0].each_filling(&start, &pieces, &mut |position| {
                let sum = [Plain::Position(0, position.clone())];
                let wins = [Player::Left, Player::Right].map(|p| definition.wins(&sum, p));
                let component = search.game(&games[0], position.clone()).unwrap();
                let found = search.outcome(&[component], &Limits::none()).unwrap();
                let shown = games[0].draw(position);
                assert_eq!(found, Outcome::from_wins(wins[0], wins[1]), "{shown}");
                ControlFlow::Continue(())
            });
        }
    }
    // by the Grundy values 0, 1, 2 of a hole between stones of no, one and both directions
    let rules = ruleset("Elephants and Rhinos").unwrap().impartial();
    let row = "X...O.O...X..X.........O........O.OO...X";
    let (game, position) = rules.position(row).unwrap();
    let mut search = OutcomeSearch::new(&arena).unwrap();
    let sum = [search.game(&game, position).unwrap()];
    assert_eq!(search.grundy(&sum, &Limits::none()).unwrap(), 3);
    assert!(search.sizes().parts < 10);
}

#[test]
fn strips_of_impartial_cannibal_clobber_are_heaps_of_an_octal_game() {
    let rules = ruleset("Cannibal Clobber").unwrap().impartial();
    let (game, start) = rules.position("XOXOXO.").unwrap();
    let mut strips = Vec::new();
    let _ = game.each_filling(&start, &['X', 'O', '.'], &mut |strip| {
        strips.push(strip.clone());
        ControlFlow::Continue(())
    });
    let arena = Arena::new();
    let mut search = OutcomeSearch::new(&arena).unwrap();
    let mut known = HashMap::new();
    for strip in strips {
        let wanted = grundy(&game, &strip, &mut known);
        let component = search.game(&game, strip.clone()).unwrap();
        let found = search.grundy(&[component], &Limits::none()).unwrap();
        assert_eq!(found, u64::from(wanted), "{}", game.draw(&strip));
    }
    assert_eq!(search.sizes().parts, 0, "nothing was searched");
}

#[test]
fn parts_on_long_strips_are_those_on_short_ones() {
    let arena = Arena::new();
    for (name, one, other) in [
        ("Clobber", "XOXOXXO", "OXXOXO"),
        ("Cannibal Clobber", "XOXXO", "OXOX"),
        ("Domineering", ".......", "....."),
    ] {
        let rules = ruleset(name).unwrap();
        for gap in [0, 60, 130, 300, 600] {
            let blank = if name == "Domineering" { "#" } else { "." };
            let long = format!("{one}{}{other}", blank.repeat(gap.max(1)));
            for impartial in [false, true] {
                let rules = if impartial { rules.impartial() } else { rules.clone() };
                let mut search = OutcomeSearch::new(&arena).unwrap();
                let mut component = |text: &str| {
                    let (game, position) = rules.position(text).unwrap();
                    search.game(&game, position).unwrap()
                };
                let sum = [component(&long)];
                let parts = [component(one), component(other)];
                if impartial {
                    let wanted = search.grundy(&parts, &Limits::none()).unwrap();
                    assert_eq!(search.grundy(&sum, &Limits::none()).unwrap(), wanted, "{long}");
                } else {
                    let wanted = search.outcome(&parts, &Limits::none()).unwrap();
                    assert_eq!(search.outcome(&sum, &Limits::none()).unwrap(), wanted, "{long}");
                }
            }
        }
    }
}

#[test]
fn equal_parts_do_not_vanish_in_misere_play() {
    let arena = Arena::new();
    let cram = ruleset("Cram").unwrap();
    let text = cram.canonical();
    let line = text.lines().next().unwrap();
    let rules: Ruleset = text.replacen(line, &format!("{line} misere"), 1).parse().unwrap();
    let (game, position) = rules.position("...|...").unwrap();
    let value = arena.calculator().parse("{3|1||-1}").unwrap();
    let mut search = OutcomeSearch::new(&arena).unwrap();
    let sum = [Component::Value(value), search.game(&game, position).unwrap()];
    // one of the random sums, by the definition
    assert_eq!(search.outcome(&sum, &Limits::none()).unwrap(), Outcome::R);
}

#[test]
fn a_board_without_moves_does_not_make_others_all_small() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let rules = ruleset("Elephants and Rhinos").unwrap();
    // .OO is -2
    for (value, wanted) in
        [("1", Outcome::R), ("2", Outcome::P), ("3", Outcome::L), ("{1|-3}", Outcome::R)]
    {
        for tuning in TUNINGS {
            let mut search = OutcomeSearch::tuned(&arena, tuning).unwrap();
            let mut sum = vec![Component::Value(calc.parse(value).unwrap())];
            for row in ["O", ".OO"] {
                let (game, position) = rules.position(row).unwrap();
                sum.push(search.game(&game, position).unwrap());
            }
            assert_eq!(search.outcome(&sum, &Limits::none()).unwrap(), wanted, "{value}");
        }
    }
}

#[test]
fn winning_moves_win_and_no_others_do() {
    let arena = Arena::new();
    let mut search = OutcomeSearch::new(&arena).unwrap();
    let (game, position) = ruleset("Domineering").unwrap().position("3x4").unwrap();
    let star = arena.calculator().nimber(1).unwrap();
    let sum = [search.game(&game, position).unwrap(), Component::Value(star)];
    let moves = search.moves(&sum, Player::Left).unwrap();
    let winning = search.winning_moves(&sum, Player::Left, &Limits::none()).unwrap();
    for one in moves {
        let wins = !search.wins(&one.apply(&sum), Player::Right, &Limits::none()).unwrap();
        assert_eq!(winning.contains(&one), wins);
    }
    let left = search.wins(&sum, Player::Left, &Limits::none()).unwrap();
    assert_eq!(left, !winning.is_empty());
}

#[test]
fn loopy_rules_and_mixed_conventions_are_refused_with_the_reason() {
    let arena = Arena::new();
    let mut search = OutcomeSearch::new(&arena).unwrap();
    let (game, position) = ruleset("Fox and Geese").unwrap().position("8x8").unwrap();
    let error = search.game(&game, position).unwrap_err().to_string();
    assert!(error.contains("play may go on for ever"), "{error}");
    let normal = ruleset("Nim").unwrap();
    let misere: Ruleset = normal.text().replacen("game Nim", "game Nim misere", 1).parse().unwrap();
    let (game, position) = normal.position("3").unwrap();
    search.game(&game, position).unwrap();
    let (game, position) = misere.position("3").unwrap();
    assert!(search.game(&game, position).unwrap_err().to_string().contains("misère"));
}

#[test]
fn random_sums_are_decided_as_by_the_definition_whatever_the_bounds_inside() {
    agree_on_random_sums(1, rounds(), false, false);
}

#[test]
fn random_impartial_sums_are_decided_as_by_the_definition() {
    agree_on_random_sums(2, rounds() / 2, false, true);
}

#[test]
fn misere_sums_are_decided_as_by_the_definition() {
    agree_on_random_sums(3, rounds() / 2, true, false);
}

#[test]
fn no_play_is_longer_than_its_measure_beside_numbers() {
    let arena = Arena::new();
    for name in ["Amazons", "NoGo", "Konane", "Snort", "Fission", "Domineering"] {
        let rules = ruleset(name).unwrap();
        let (game, start) = rules.position("..|..").or_else(|_| rules.position("....")).unwrap();
        assert!(rules.ending().unwrap().moves_a_cell.is_some(), "{name}");
        let pieces: Vec<char> = rules.pieces().to_vec();
        let games = [game];
        let calc = arena.calculator();
        let mut definition =
            Definition { games: &games, calc, misere: false, known: HashMap::new() };
        let mut search = OutcomeSearch::new(&arena).unwrap();
        let mut calc = arena.calculator();
        let _ = games[0].each_filling(&start, &pieces, &mut |position| {
            let component = search.game(&games[0], position.clone()).unwrap();
            for text in ["1", "-2", "3*", "-4", "5", "{6|4}"] {
                let value = calc.parse(text).unwrap();
                let plain = [Plain::Position(0, position.clone()), Plain::Value(value)];
                let sum = [component.clone(), Component::Value(value)];
                for player in [Player::Left, Player::Right] {
                    let wanted = definition.wins(&plain, player);
                    let found = search.wins(&sum, player, &Limits::none()).unwrap();
                    assert_eq!(found, wanted, "{name} {} + {text}", games[0].draw(position));
                }
            }
            ControlFlow::Continue(())
        });
    }
}

#[test]
fn winning_moves_in_heaps_are_those_of_all_moves_that_win() {
    let arena = Arena::new();
    let mut search = OutcomeSearch::new(&arena).unwrap();
    let codes = ["0.77", "0.[3]", "4.[3]", "0.333"];
    let mut sums: Vec<Vec<Component>> = Vec::new();
    for code in codes {
        let code: farstar_rules::heap::HeapCode = code.parse().unwrap();
        let board = search.heaps(HeapRules::Single(Arc::new(code))).unwrap();
        let position = HeapRules::of_sizes(&[9, 4, 4, 0, 7]);
        sums.push(vec![Component::Position { board, position }]);
    }
    let wythoff = farstar_rules::heap::wythoff(|k| k + 1);
    let board = search.heaps(HeapRules::Pair(Arc::new(wythoff))).unwrap();
    let position = HeapRules::of_pairs(&[(3, 6), (1, 2)]);
    sums.push(vec![Component::Position { board, position }]);
    let heaps: Vec<Component> = sums.iter().flatten().cloned().collect();
    sums.push(heaps.clone());
    let (game, position) = ruleset("Domineering").unwrap().position("2x3").unwrap();
    let board = search.game(&game, position).unwrap();
    sums.push([&heaps[..], &[board]].concat());
    for value in ["*5", "^*3", "{2|-1}"] {
        let value = Component::Value(arena.calculator().parse(value).unwrap());
        sums.push([&heaps[..], &[value]].concat());
    }
    for sum in sums {
        for player in [Player::Left, Player::Right] {
            let mut wanted = search.moves(&sum, player).unwrap();
            wanted.retain(|one| search.is_winning(&sum, one, player, &Limits::none()).unwrap());
            let found = search.winning_moves(&sum, player, &Limits::none()).unwrap();
            assert_eq!(found.len(), wanted.len(), "{sum:?}");
            assert!(wanted.iter().all(|one| found.contains(one)), "{sum:?}");
            let wins = search.wins(&sum, player, &Limits::none()).unwrap();
            assert_eq!(wins, !found.is_empty(), "{sum:?}");
        }
    }
}
