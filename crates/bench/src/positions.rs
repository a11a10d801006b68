//! Values of positions of rulesets, all from the texts of their rules.

use crate::checksum::{Hasher, distinct};
use crate::measure::Case;
use crate::measure::{Outcome, expect, timed};
use farstar_rules::builtin::ruleset;
use farstar_solve::values::Values;
use farstar_value::text::Notation;
use farstar_value::{Arena, Game, Limits};

/// The value of one position on `threads` threads; the count is that of parts kept.
fn one_on(name: &str, board: &str, threads: usize) -> Outcome {
    let arena = Arena::new();
    let rules = ruleset(name).expect("a built-in ruleset");
    timed(
        || {
            let (game, start) = rules.position(board).expect("a position");
            let mut values = Values::new(&arena, game).expect("short").threads(threads);
            let value = values.value(&start, &Limits::none()).expect("no limits");
            (value, values.table())
        },
        |&(value, table)| {
            let calc = &mut arena.calculator();
            // a value may be too long to print
            let printed = calc.print(value, Notation::Ascii);
            let mut shown = printed.unwrap_or_else(|error| error.to_string());
            if shown.len() > 60 {
                shown = format!("({} characters)", shown.len());
            }
            let bytes = table.bytes / table.entries.max(1);
            let note = format!("{shown}; {bytes} bytes a part");
            (table.entries, Hasher::default().game(calc, value), note)
        },
    )
}

fn one(name: &str, board: &str, checksum: u64) -> Outcome {
    expect(one_on(name, board, 1), checksum)
}

/// A bed with seven legs, worth 1/128: *Winning Ways*, ch. 7, fig. 31.
const BED: &str = "$-a:B, a-A:R, $-b:B, b-B:R, $-c:B, c-C:R, $-d:B, d-D:R, $-e:B, e-E:R, $-f:B, f-F:R, $-g:B, g-G:R, \
                   A-ab:R, ab-B:R, A-ad:R, ad-D:R, A-af:R, af-F:R, B-bde:R, bde-D:R, bde-E:R, \
                   C-cf:R, cf-F:R, C-cg:R, cg-G:R, E-efg:R, efg-F:R, efg-G:R";

/// The values of all sets of taken cells of a Domineering board.
fn fill(columns: usize, rows: usize, checksum: u64) -> Outcome {
    let arena = Arena::new();
    let rules = ruleset("Domineering").expect("a built-in ruleset");
    let outcome = timed(
        || {
            let (game, start) = rules.position(&format!("{rows}x{columns}")).expect("a position");
            let mut values = Values::new(&arena, game.clone()).expect("short");
            values.fillings(&game, &start, ['.', '#'], &Limits::none()).expect("no limits")
        },
        |found: &Vec<Game>| {
            let calc = &mut arena.calculator();
            let note = format!("{} distinct values", distinct(found).len());
            (found.len() as u64, Hasher::default().list(calc, found), note)
        },
    );
    expect(outcome, checksum)
}

pub(crate) const CASES: &[Case] = &[
    ("dom/empty_3x3", || one("Domineering", "3x3", 0x2fa5_d3a7_c5f3_c9ad)),
    ("dom/empty_4x4", || one("Domineering", "4x4", 0xb86d_6d95_0319_5c98)),
    ("dom/empty_4x5", || one("Domineering", "5x4", 0x4da2_de60_d1ad_8faf)),
    ("dom/empty_5x5", || one("Domineering", "5x5", 0xe9e0_033e_3bad_af36)),
    ("dom/empty_4x6", || one("Domineering", "6x4", 0x4593_27ef_c7a5_9792)),
    ("dom/empty_4x7", || one("Domineering", "7x4", 0x4da2_de60_d1ad_8faf)),
    ("dom/empty_5x6", || one_on("Domineering", "6x5", 1)),
    ("dom/empty_5x6_two_threads", || one_on("Domineering", "6x5", 2)),
    ("dom/empty_6x6", || one_on("Domineering", "6x6", 1)),
    ("dom/empty_2x16", || one("Domineering", "16x2", 0xa065_2b1f_9dc8_8238)),
    ("dom/empty_3x8", || one("Domineering", "8x3", 0x9c21_75bf_a110_f808)),
    ("dom/fill_3x3", || fill(3, 3, 0x7e16_50f6_e6f1_f8af)),
    ("dom/fill_3x4", || fill(3, 4, 0x4380_683c_6a89_e742)),
    ("dom/fill_4x4", || fill(4, 4, 0x8253_2faf_0292_e31e)),
    ("dom/fill_4x5", || fill(4, 5, 0x2d1c_fe4a_2ce1_f361)),
    ("tf/T3_F3_e2", || one("Toads and Frogs", "TTT..FFF", 0x7149_1232_b1ab_4621)),
    ("tf/T4_F4_e2", || one("Toads and Frogs", "TTTT..FFFF", 0x3962_f8c8_d72c_8dfd)),
    ("tf/T5_F5_e2", || one("Toads and Frogs", "TTTTT..FFFFF", 0x4857_39ec_b5c1_1899)),
    ("tf/T6_F6_e2", || one("Toads and Frogs", "TTTTTT..FFFFFF", 0xee70_0a88_6da3_e3d4)),
    ("tf/T3_F3_e4", || one("Toads and Frogs", "TTT....FFF", 0xce14_26f4_9aeb_d008)),
    ("tf/T4_F4_e3", || one("Toads and Frogs", "TTTT...FFFF", 0xce14_26f4_9aeb_d008)),
    ("tf/T5_F5_e3", || one("Toads and Frogs", "TTTTT...FFFFF", 0xce14_26f4_9aeb_d008)),
    ("tf/T4_F4_e4", || one("Toads and Frogs", "TTTT....FFFF", 0xe9e0_033e_3bad_af36)),
    ("tf/T3_F3_e6", || one("Toads and Frogs", "TTT......FFF", 0xce14_26f4_9aeb_d008)),
    ("amazons/3x3_1v1", || one("Amazons", "X..|...|..O", 0xb68b_ebe4_8744_89d0)),
    ("amazons/3x4_1v1", || one("Amazons", "X...|....|...O", 0x806b_dbc3_3f5a_5946)),
    ("amazons/4x4_1v1_walls", || one_on("Amazons", "X..#|....|.#.O|....", 1)),
    ("amazons/4x4_1v1", || one_on("Amazons", "X...|....|....|...O", 1)),
    ("amazons/2x6_2v2", || one("Amazons", "X...O.|.O...X", 0xe9e0_033e_3bad_af36)),
    ("snort/path_10", || one("Grid Snort", "1x10", 0x9ba1_025c_d76b_f736)),
    ("snort/path_14", || one("Grid Snort", "1x14", 0xcc83_c0cf_9dc0_2b1f)),
    ("snort/grid_3x3", || one("Grid Snort", "3x3", 0x13bb_8673_15d8_6d28)),
    ("snort/grid_3x4", || one("Grid Snort", "4x3", 0x30f9_5d9d_480a_bf32)),
    ("snort/grid_4x4", || one("Grid Snort", "4x4", 0xe9e0_033e_3bad_af36)),
    ("col/path_14", || one("Grid Col", "1x14", 0xe9e0_033e_3bad_af36)),
    ("col/grid_3x4", || one("Grid Col", "4x3", 0xe9e0_033e_3bad_af36)),
    ("col/grid_4x4", || one("Grid Col", "4x4", 0xe9e0_033e_3bad_af36)),
    ("fission/4x4", || one("Fission", "....|.X..|....|....", 0xe9e0_033e_3bad_af36)),
    ("fission/5x5", || one("Fission", ".....|.....|..X..|.....|.....", 0xe9e0_033e_3bad_af36)),
    ("fission/6x6", || one_on("Fission", "......|......|..X...|......|......|......", 1)),
    ("hackenbush/bed", || one("Hackenbush", BED, 0xfa39_6142_2ed7_3d40)),
    ("konane/4x5", || one("Konane", "XOXOX|O.OXO|XO.OX|OXOXO", 0x404e_888b_67be_ba34)),
    ("konane/4x6", || one("Konane", "XOXOXO|OXOXOX|XO..XO|OXOXOX", 0xe9e0_033e_3bad_af36)),
    ("konane/6x6", || one_on("Konane", "XOXOXO|OXOXOX|XO.OXO|OX.XOX|XOXOXO|OXOXOX", 1)),
    ("toppling/12", || one("Toppling Dominoes", "XOXXOOXOXXOO", 0x4379_b5ee_1913_25c4)),
    ("toppling/16", || one("Toppling Dominoes", "XOXXOOXOXXOOXOXO", 0xc5f7_0a8c_74f8_dd00)),
    ("clobber_user/3x4", || one("Clobber", "XOXO|OXOX|XOXO", 0xe9e0_033e_3bad_af36)),
    ("clobber_user/4x4", || one("Clobber", "XOXO|OXOX|XOXO|OXOX", 0xce14_26f4_9aeb_d008)),
    ("clobber_user/4x5", || one_on("Clobber", "XOXOX|OXOXO|XOXOX|OXOXO", 1)),
    ("clobber_user/1x14", || one("Clobber", "XOXOXOXOXOXOXO", 0xbcae_ff41_1e08_4aee)),
    ("clobber_user/2x7", || one("Clobber", "XOXOXOX|OXOXOXO", 0x336d_af9d_9f51_d961)),
    ("clobber_user/3x5", || one("Clobber", "XOXOX|OXOXO|XOXOX", 0xce14_26f4_9aeb_d008)),
];
