//! Winners of boards and sums, as one starter asks for them, beside the seconds of MCGS v1.7.
//!
//! The seconds of the peer are CPU seconds of one thread without its database, cold, on a machine of the same kind: its
//! table is not counted as set-up there and reading the rules is not counted here. `NOT_DONE` marks what it did not do
//! in 49 seconds or was not asked. `FARSTAR_THREADS=2` asks two threads; the CPU seconds are those of both.

use crate::checksum::mix;
use crate::measure::Case;
use crate::measure::{Outcome, expect, timed};
use farstar_rules::builtin::ruleset;
use farstar_solve::outcome::{Component, OutcomeSearch};
use farstar_value::{Arena, Limits, Player, SplitMix64};

/// What is asked, and the answer: whether Left wins moving first, or the Grundy value of the impartial version.
enum Ask {
    LeftWins(bool),
    Grundy(u64),
}

use Ask::{Grundy, LeftWins};

/// The peer was stopped after 49 seconds.
const NOT_DONE: f64 = 49.0;
/// The peer was not run.
const NOT_RUN: f64 = 0.0;

struct Question<'t> {
    /// Rulesets and their positions.
    sum: &'t [(&'t str, &'t str)],
    ask: Ask,
    peer: f64,
}

/// Asks one question of a fresh search.
fn ask(question: &Question<'_>) -> Outcome {
    let arena = Arena::new();
    let threads = std::env::var("FARSTAR_THREADS").map_or(1, |n| n.parse().expect("a number"));
    let mut search = OutcomeSearch::by_threads(&arena, threads).expect("a search");
    let impartial = matches!(question.ask, Grundy(_));
    let mut sum = Vec::new();
    for &(name, text) in question.sum {
        if name == "value" {
            let value = arena.calculator().parse(text).expect("a value");
            sum.push(Component::Value(value));
            continue;
        }
        let rules = ruleset(name).expect("a built-in ruleset");
        let rules = if impartial { rules.impartial() } else { rules };
        let (game, position) = rules.position(text).expect("a position");
        sum.push(search.game(&game, position).expect("rules that end"));
    }
    let limits = Limits::none();
    let (wanted, mut outcome) = match question.ask {
        LeftWins(wins) => {
            let work = || search.wins(&sum, Player::Left, &limits).expect("no limit");
            (u64::from(wins), timed(work, |&wins| (0, u64::from(wins), String::new())))
        }
        Grundy(value) => {
            let work = || search.grundy(&sum, &limits).expect("no limit");
            (value, timed(work, |&value| (0, value, String::new())))
        }
    };
    let sizes = search.sizes();
    outcome.count = search.visited();
    let bytes = sizes.part_bytes + sizes.sum_bytes + sizes.value_bytes;
    outcome.note = format!("{} parts, {} sums, {} KiB", sizes.parts, sizes.sums, bytes >> 10);
    if question.peer > 0.0 {
        let more = if question.peer == NOT_DONE { "over " } else { "" };
        outcome.note += &format!(
            "; peer {more}{} s, {more}{:.0}x",
            question.peer,
            question.peer / outcome.cpu_seconds
        );
    }
    expect(outcome, wanted)
}

fn board(name: &str, text: &str, asked: Ask, peer: f64) -> Outcome {
    ask(&Question { sum: &[(name, text)], ask: asked, peer })
}

/// `XOXOXO` ….
fn alternating(pairs: usize) -> String {
    "XO".repeat(pairs)
}

/// A checkerboard with X in the corner.
fn checkerboard(rows: usize, columns: usize) -> String {
    let row = |y: usize| {
        (0..columns).map(|x| if (x + y).is_multiple_of(2) { 'X' } else { 'O' }).collect()
    };
    (0..rows).map(row).collect::<Vec<String>>().join("|")
}

/// Sums of positions drawn at random, a fresh search for each; the slowest is told. Both players begin, so that the
/// answers are outcomes.
fn random(
    seeds: u64,
    checksum: u64,
    draw: fn(&mut SplitMix64) -> Vec<(&'static str, String)>,
) -> Outcome {
    let work = || {
        let (mut answers, mut slowest) = (0u64, 0.0f64);
        for seed in 0..seeds {
            let drawn = draw(&mut SplitMix64::new(seed));
            let arena = Arena::new();
            let mut search = OutcomeSearch::new(&arena).expect("a search");
            let sum: Vec<Component> = drawn
                .iter()
                .map(|(name, text)| {
                    let (game, position) =
                        ruleset(name).expect("a ruleset").position(text).expect("a position");
                    search.game(&game, position).expect("rules that end")
                })
                .collect();
            let wins = timed(
                || search.wins(&sum, Player::Left, &Limits::none()).expect("no limit"),
                |&wins| (0, u64::from(wins), String::new()),
            );
            slowest = slowest.max(wins.cpu_seconds);
            answers = mix(answers ^ wins.checksum);
        }
        (answers, slowest)
    };
    let outcome =
        timed(work, |&(answers, slowest)| (seeds, answers, format!("slowest {slowest:.6} s")));
    expect(outcome, checksum)
}

fn filled(random: &mut SplitMix64, pieces: &[char], rows: u64, columns: u64) -> String {
    let mut cells = String::new();
    for at in 0..rows * columns {
        if at > 0 && at % columns == 0 {
            cells.push('|');
        }
        cells.push(pieces[random.below(pieces.len() as u64) as usize]);
    }
    cells
}

fn clobber_strips(random: &mut SplitMix64) -> Vec<(&'static str, String)> {
    (0..16).map(|_| ("Clobber", filled(random, &['X', 'O'], 1, 10))).collect()
}

fn domineering_boards(random: &mut SplitMix64) -> Vec<(&'static str, String)> {
    (0..12)
        .map(|_| {
            let (rows, columns) = (2 + random.below(2), 2 + random.below(3));
            ("Domineering", filled(random, &['.', '.', '.', '#'], rows, columns))
        })
        .collect()
}

fn nogo_strips(random: &mut SplitMix64) -> Vec<(&'static str, String)> {
    (0..10)
        .map(|_| {
            let columns = 10 - random.below(3);
            ("NoGo", filled(random, &['.'], 1, columns))
        })
        .collect()
}

fn amazons_boards(random: &mut SplitMix64) -> Vec<(&'static str, String)> {
    (0..6)
        .map(|_| ("Amazons", filled(random, &['.', '.', '.', '.', 'X', 'O', '#'], 3, 3)))
        .collect()
}

pub(crate) const CASES: &[Case] = &[
    ("outcome/sum_clobber", || {
        let strips = [
            "XOXOXXOXOO",
            "XXOXOOXOXO",
            "XOOXXOXOXO",
            "OXXOXOXOOX",
            "XOXXOOXOXO",
            "OXOXXOXXOO",
            "XXOOXOXOXO",
            "XOXOOXXOXO",
        ];
        let sum = strips.map(|strip| ("Clobber", strip));
        ask(&Question { sum: &sum, ask: LeftWins(true), peer: NOT_DONE })
    }),
    ("outcome/sum_domineering", || {
        let boards = [
            "....|..#.|....",
            "...|...|..#",
            "....|#...|..#.",
            "..|..|..|..",
            "...|...|...",
            "...#|....|....",
        ];
        let sum = boards.map(|board| ("Domineering", board));
        ask(&Question { sum: &sum, ask: LeftWins(false), peer: NOT_DONE })
    }),
    ("outcome/sum_mixed", || {
        let sum = [
            ("Clobber", "XOXOXO"),
            ("Clobber", "XOXXOO"),
            ("NoGo", "......"),
            ("Elephants and Rhinos", "X..O.X.O"),
            ("value", "1"),
            ("value", "^*"),
        ];
        ask(&Question { sum: &sum, ask: LeftWins(true), peer: 0.05 })
    }),
    ("outcome/random_clobber", || random(100, 0xc757_3097_e896_cb41, clobber_strips)),
    ("outcome/random_domineering", || random(100, 0xc3c4_f237_2b40_20df, domineering_boards)),
    ("outcome/random_nogo", || random(100, 0xc591_73e0_51e9_91d9, nogo_strips)),
    ("outcome/random_amazons", || random(100, 0x06b9_2442_dceb_f2b6, amazons_boards)),
    ("outcome/clobber_1x28", || board("Clobber", &alternating(14), LeftWins(true), 0.11)),
    ("outcome/clobber_1x32", || board("Clobber", &alternating(16), LeftWins(true), 0.48)),
    ("outcome/clobber_1x36", || board("Clobber", &alternating(18), LeftWins(true), 2.18)),
    ("outcome/clobber_1x44", || board("Clobber", &alternating(22), LeftWins(true), NOT_RUN)),
    ("outcome/clobber_xxo_1x24", || board("Clobber", &"XXO".repeat(8), LeftWins(true), 0.03)),
    ("outcome/clobber_4x5", || board("Clobber", &checkerboard(4, 5), LeftWins(true), 0.5)),
    ("outcome/clobber_3x7", || board("Clobber", &checkerboard(3, 7), LeftWins(true), 0.39)),
    ("outcome/clobber_5x5", || board("Clobber", &checkerboard(5, 5), LeftWins(false), NOT_DONE)),
    ("outcome/nogo_1x18", || board("NoGo", "1x18", LeftWins(true), 0.29)),
    ("outcome/nogo_1x20", || board("NoGo", "1x20", LeftWins(true), 1.40)),
    ("outcome/nogo_3x4", || board("NoGo", "3x4", LeftWins(false), 0.06)),
    ("outcome/nogo_4x4", || board("NoGo", "4x4", LeftWins(false), NOT_RUN)),
    ("outcome/cannibal_1x18", || board("Cannibal Clobber", &alternating(9), LeftWins(true), 0.02)),
    ("outcome/elephants", || {
        board("Elephants and Rhinos", "X..O.X..OX.O..X.O..O", LeftWins(false), 0.01)
    }),
    ("outcome/toppling_40", || {
        let row = "XOOXOXXOXOOXXOXOOXOXXOXOXOOXOXXOXOXOOXXO";
        board("Toppling Dominoes", row, LeftWins(true), 0.01)
    }),
    ("outcome/amazons_4x4", || board("Amazons", "X...|....|....|...O", LeftWins(true), 3.35)),
    ("outcome/domineering_5x5", || board("Domineering", "5x5", LeftWins(false), 0.04)),
    ("outcome/domineering_6x6", || board("Domineering", "6x6", LeftWins(true), 3.07)),
    ("outcome/domineering_7x7", || board("Domineering", "7x7", LeftWins(true), NOT_RUN)),
    ("outcome/cram_5x5", || board("Cram", "5x5", Grundy(0), 0.23)),
    ("outcome/cram_4x7", || board("Cram", "4x7", Grundy(3), 2.83)),
    ("outcome/cram_3x9", || board("Cram", "3x9", Grundy(1), 0.70)),
    ("outcome/cram_5x7", || board("Cram", "5x7", Grundy(1), NOT_RUN)),
    ("outcome/impartial_clobber_4x4", || board("Clobber", &checkerboard(4, 4), Grundy(0), 0.51)),
    ("outcome/impartial_clobber_1x100", || board("Clobber", &alternating(50), Grundy(6), 0.5)),
    ("outcome/impartial_clobber_1x120", || board("Clobber", &alternating(60), Grundy(1), 0.95)),
    ("outcome/impartial_nogo_1x14", || board("NoGo", "1x14", Grundy(3), 0.25)),
    ("outcome/impartial_nogo_1x18", || board("NoGo", "1x18", Grundy(2), 5.74)),
    ("outcome/kayles", || {
        let rows = [("Kayles", "40"), ("Kayles", "57"), ("Kayles", "63"), ("Kayles", "88")];
        ask(&Question { sum: &rows, ask: Grundy(12), peer: 0.05 })
    }),
];
