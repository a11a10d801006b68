//! Values of games in which play may be endless: boards with all their moves, canonical forms, sums.

use crate::checksum::bytes;
use crate::measure::{Outcome, expect, timed};
use farstar_rules::builtin::ruleset;
use farstar_rules::position::GameGraph;
use farstar_solve::ruleset_values::{AnyValue, RulesetValues};
use farstar_value::loopy::{Graph, Loopy};
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Limits, Player, SplitMix64};

fn shown(calc: &mut Calculator<'_>, value: &AnyValue) -> String {
    match value {
        AnyValue::Short(game) => calc.print(*game, Notation::Ascii).expect("a short text"),
        AnyValue::Loopy(value) => calc.loopy_print(value).expect("a short text"),
    }
}

/// The values of some positions of one board and of all their moves; the count is that of values. The first value must
/// begin as said.
fn boards(name: &str, texts: &[String], first: &str) -> Outcome {
    let arena = Arena::new();
    let rules = ruleset(name).expect("a built-in ruleset");
    let limits = Limits::none();
    let outcome = timed(
        || {
            let mut values = RulesetValues::new(&arena);
            let mut found = Vec::new();
            for text in texts {
                let (board, start) = rules.position(text).expect("a position");
                found.push(values.any_value(&board, &start, &limits).expect("no limits"));
                for player in [Player::Left, Player::Right] {
                    let mut options = Vec::new();
                    board.options(&start, player, &mut options);
                    options.sort_unstable();
                    for option in options {
                        found.push(values.any_value(&board, &option, &limits).expect("no limits"));
                    }
                }
            }
            found
        },
        |found| {
            let mut calc = arena.calculator();
            let texts: Vec<String> = found.iter().map(|value| shown(&mut calc, value)).collect();
            let note: String = texts[0].chars().take(60).collect();
            (found.len() as u64, bytes(&texts.join("\n")), note)
        },
    );
    assert!(outcome.note.starts_with(first), "{name}: {}", outcome.note);
    outcome
}

fn one(name: &str, text: &str, first: &str, checksum: u64) -> Outcome {
    expect(boards(name, &[text.to_owned()], first), checksum)
}

/// Fox and Geese on a chessboard, geese on the top row, the fox on each of the 28 other squares: all `2over`.
fn chessboard() -> Outcome {
    let arena = Arena::new();
    let rules = ruleset("Fox and Geese").expect("a built-in ruleset");
    timed(
        || {
            let mut values = RulesetValues::new(&arena);
            let mut found = Vec::new();
            for row in 1..8 {
                for column in (0..8).filter(|column| (row + column) % 2 == 1) {
                    let mut rows = vec![".G.G.G.G".to_owned()];
                    rows.extend((1..8).map(|at| {
                        let here = |c: usize| if (at, c) == (row, column) { 'F' } else { '.' };
                        (0..8).map(here).collect()
                    }));
                    let (board, start) = rules.position(&rows.join("|")).expect("a position");
                    let value = values.any_value(&board, &start, &Limits::none());
                    found.push(value.expect("no limits"));
                }
            }
            found
        },
        |found| {
            let mut calc = arena.calculator();
            for value in found {
                assert_eq!(shown(&mut calc, value), "2over");
            }
            (found.len() as u64, 0, "2over from every square".into())
        },
    )
}

/// Canonical forms of random stoppers of 200 vertices.
fn canonical() -> Outcome {
    let mut random = SplitMix64::new(8);
    let mut graphs = Vec::new();
    while graphs.len() < 50 {
        // Moves lead on, and at some positions one of the players may pass.
        let lists: Vec<[Vec<u32>; 2]> = (0..200u64)
            .map(|v| {
                let passes = random.below(6);
                [0, 1].map(|side| {
                    let room = (199 - v).min(12);
                    let count = if room == 0 { 0 } else { 1 + random.below(2) };
                    let on = (0..count).map(|_| (v + 1 + random.below(room)) as u32);
                    on.chain((passes == side).then_some(v as u32)).collect()
                })
            })
            .collect();
        graphs.push(Graph::new(&lists).expect("a graph"));
    }
    let arena = Arena::new();
    timed(
        || {
            let mut calc = arena.calculator();
            let value = |graph| calc.loopy_of_graph(graph).expect("no limits");
            graphs.iter().map(value).collect::<Vec<Loopy>>()
        },
        |values| {
            assert!(values.iter().all(Loopy::is_stopper));
            let sizes: usize = values.iter().map(|value| value.onside_graph().len()).sum();
            (sizes as u64, 0, format!("{} canonical forms of {sizes} vertices", values.len()))
        },
    )
}

/// Sums of all pairs and degrees of named stoppers.
fn sums() -> Outcome {
    let arena = Arena::new();
    timed(
        || {
            let mut calc = arena.calculator();
            let mut stoppers =
                vec![Loopy::on(), Loopy::off(), Loopy::over(), Loopy::under(), Loopy::upon()];
            stoppers.push(Loopy::uponth());
            for text in ["1", "1/2", "*2", "{3|1}", "{2||1|-5}", "^^*"] {
                let game = calc.parse(text).expect("a value");
                stoppers.push(calc.loopy(game).expect("no limits"));
            }
            for at in 0..8 {
                let sum = calc.loopy_add(&stoppers[at], &stoppers[(at + 3) % 12]);
                stoppers.push(sum.expect("no limits").onside());
            }
            let mut all = Vec::new();
            for g in &stoppers {
                all.push(calc.loopy_degree(g).expect("no limits"));
                for h in &stoppers {
                    all.push(calc.loopy_add(g, h).expect("no limits"));
                }
            }
            all
        },
        |all| {
            let mut calc = arena.calculator();
            let texts: Vec<String> =
                all.iter().map(|value| calc.loopy_print(value).expect("a short text")).collect();
            (all.len() as u64, bytes(&texts.join("\n")), String::new())
        },
    )
}

const SIX: &str = "........|........|.G.G.G.G|........|........|F.......";
const EIGHT: &str = ".G.G.G.G|........|........|........|........|........|........|F.......";

type Named = (&'static str, fn() -> Outcome);

pub(crate) const CASES: &[Named] = &[
    ("loopy/backsliding_ttt..fff", || {
        one(
            "Backsliding Toads and Frogs",
            "TTT..FFF",
            "{on||0|-1/2} & {1/2|0||off}",
            0xacdc_e4b5_b50d_00f1,
        )
    }),
    ("loopy/fox_6x8", || one("Fox and Geese", SIX, "{4*|7/2}", 0xfa81_3d1e_c979_1bd9)),
    ("loopy/fox_8x8", chessboard),
    ("loopy/ceylonese_6x8", || {
        one("Ceylonese Fox and Geese", SIX, "{9||4v[on]*|5/2*", 0x2506_2f4b_dc38_ad52)
    }),
    ("loopy/ceylonese_8x8", || {
        one("Ceylonese Fox and Geese", EIGHT, "{{{{", 0x67f8_ebd1_b0c3_4782)
    }),
    ("loopy/captures_2x3", || {
        one("Captures, no ko", "...|...", "{2|2,{2|-1}||{2|0}", 0x168b_dc71_1a1b_bfb7)
    }),
    ("loopy/canonical_200", canonical),
    ("loopy/sums", || expect(sums(), 0xd8fc_1da5_94c9_bd7f)),
];
