//! Impartial games: one file for each family of tables.

mod boards;
mod coins;
mod contest;
mod families;
mod graphs;
mod heap_games;
mod heaps;
mod notation;
mod practice;
mod sequences;

use crate::checker::{Checker, RowError};

/// The checkers of this family.
pub(crate) const CHECKERS: &[Checker] = &[
    Checker::of("heap_games", heap_games::heap_games),
    Checker::of("impartial_anti_nim", heaps::anti_nim),
    Checker::of("impartial_anti_sg_sj", graphs::anti_sg_sj),
    Checker::of("impartial_array_game_haoi2015", coins::multiples),
    Checker::of("impartial_bash", heaps::bash),
    Checker::of("impartial_black_white_chess_sdoi2011", practice::black_white_chess),
    Checker::of("impartial_black_white_tree_agc014d", contest::black_white_tree),
    Checker::of("impartial_candy_piles_agc002e", practice::candy_piles),
    Checker::of("impartial_chomp", boards::chomp),
    Checker::of("impartial_coin_turning", coins::coin_turning),
    Checker::of("impartial_crosses_treblecross", contest::treblecross),
    Checker::of("impartial_cutting_game_poj2311", contest::cutting_game),
    Checker::of("impartial_dag_chess", graphs::dag_chess),
    Checker::of("impartial_decrementing_agc010d", practice::decrementing),
    Checker::of("impartial_dynamic_subtraction_hdu2486", contest::dynamic_subtraction),
    Checker::of("impartial_ed_sdoi2009", contest::e_and_d),
    Checker::of("impartial_end_nim_zjoi2009", practice::end_nim),
    Checker::of("impartial_euclid_powers_cf167c", contest::euclid),
    Checker::of("impartial_every_sg", graphs::every_sg),
    Checker::of("impartial_ferguson", heaps::ferguson),
    Checker::of("impartial_gameia_hdu6105", contest::gameia),
    Checker::of("impartial_green_hackenbush_graph", boards::hackenbush_graph),
    Checker::of("impartial_grid_game_agc029d", practice::grid_game),
    Checker::of("impartial_lasker", heaps::lasker),
    Checker::of("impartial_loopy_outcomes", graphs::loopy_outcomes),
    Checker::of("impartial_manju_agc026f", practice::manju),
    Checker::of("impartial_misere_fibonacci_nim_snoi2020", practice::misere_fibonacci),
    Checker::of("impartial_moore_nimk", heaps::moore_nim),
    Checker::of("impartial_multi_sg_grundys_game", heaps::grundys_game),
    Checker::of("impartial_multiplication_poj2505", contest::multiplication),
    Checker::of("impartial_nim", heaps::nim),
    Checker::of("impartial_queens_first_to_origin", graphs::queens_first_to_origin),
    Checker::of("impartial_real_factor_nim_p7979", practice::real_factor),
    Checker::of("impartial_rearranging_agc010e", practice::rearranging),
    Checker::of("impartial_ruler", coins::ruler),
    Checker::of("impartial_selective_compound", graphs::selective_compound),
    Checker::of("impartial_split_game_hnoi2007", practice::split_game),
    Checker::of("impartial_staircase", heaps::staircase),
    Checker::of("impartial_sugim_agc005e", practice::sugigma),
    Checker::of("impartial_tartan", coins::tartan),
    Checker::of("impartial_toads_frogs_5", practice::toads_frogs_5),
    Checker::of("impartial_token_game_qoj1827", contest::token_game),
    Checker::of("impartial_tree_flip_hdu5963", contest::tree_flip),
    Checker::of("impartial_tree_game_agc010f", contest::tree_game),
    Checker::of("impartial_tree_hackenbush", boards::tree_hackenbush),
    Checker::of("impartial_tree_mark_p7841", practice::tree_mark),
    Checker::of("impartial_tree_shrink_p8347", practice::tree_shrink),
    Checker::of("impartial_turtles", coins::turtles),
    Checker::of("impartial_xor_down_p5387", practice::xor_down),
    Checker::of("octal", sequences::octal),
];

impl From<farstar_solve::Error> for RowError {
    fn from(error: farstar_solve::Error) -> Self {
        match error {
            farstar_solve::Error::Stopped(reason) => Self::Stopped(reason.to_string()),
            other => Self::Engine(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::{Context, Row, Verdict};
    use farstar_value::Limits;

    /// A right row of each table, as lines of the table would have it; the last answer column is made wrong by `spoil`.
    const ROWS: &[(&str, &str, usize)] = &[
        ("heap_games", "subtraction\tS(1,3)\tset=1,3\tperiod=2;preperiod=0;values=0,1,0,1,0", 3),
        (
            "heap_games",
            "all-but-subtraction\tAB(1,2)\ttake any positive number except 1,2\tperiod=3;preperiod=0;saltus=1;values=0,0,0,1,1,1,2",
            3,
        ),
        (
            "heap_games",
            "cutting-thirds\tthirds\tsplit into three pairwise distinct heaps\tvalues=0,0,0,0,0,0,1,1,1,2,2,2,3,0,3",
            3,
        ),
        (
            "heap_games",
            "cutting-thirds\tthirds\tsplit into three heaps\tvalues=0,0,0,1,1,2,2,3,3",
            3,
        ),
        ("heap_games", "cutting-thirds\tboth\ttwo or three heaps\tvalues=0,0,1,2,3,1,4,3,2,4", 3),
        ("heap_games", "coin-turning\tMoebius\tup to 5 coins\tvalues=1,2,4,8,16,31,32,64,103", 3),
        ("heap_games", "turning-corners\trow10\tnim products\tvalues=0,10,15,5,3,9", 3),
        ("heap_games", "chomp\t2x7\twinning first bites\t2-7", 3),
        ("heap_games", "staircase-nim\t1,3,4,1,7,6\tcoins on steps\toutcome=N;odd-step-xor=2", 3),
        ("heap_games", "green-hackenbush-tree\tt\tparents: 0,1,2,0\tvalue=2", 3),
        (
            "heap_games",
            "green-hackenbush-graph\tg\tedges (0=ground): 0-1;0-2;1-3;2-4;0-5;1-1\tvalue=2",
            3,
        ),
        ("heap_games", "digraph-loopy\tc\tn=4;arcs: 0>0;0>1;0>2;2>2\toutcomes=NPDP", 3),
        ("heap_games", "node-kayles\tcycles\tcycles from 3\tvalues=1,0,0,0,1,0,0,0,1,0,0", 3),
        ("heap_games", "treblecross\tstrip\tstrips from 3\tNNNPNNNNNPNNNN", 3),
        ("heap_games", "wythoff\trow1\tqueen values\tvalues=1,2,0,4,5,3", 3),
        (
            "heap_games",
            "coin-turning\tRuler\tany run of consecutive coins; coins from 1\tvalues=1,2,1,4",
            3,
        ),
        ("heap_games", "coin-turning\tTwins\texactly 2 coins, coins from 0\tvalues=0,1,2,3", 3),
        ("heap_games", "subtraction-infinite\tsquares\tset=squares\tvalues=0,1,0,1,2,0,1,0", 3),
        ("heap_games", "grundy\tG\tsplit in two unequal\tvalues=0,0,0,1,0,2,1,0,2,1", 3),
        ("heap_games", "lasker-nim\tLasker\ttake or split\tvalues=0,1,2,4,3,5,6,8,7", 3),
        ("heap_games", "couples-are-forever\tCAF\tsplit\tvalues=0,0,0,1,2,0,1,2,3", 3),
        ("heap_games", "split-equal\tSE\tsplit in equal heaps\tvalues=0,0,1,1,1,1,2", 3),
        ("heap_games", "prim\tPrim\ttake m coprime to n\tvalues=0,1,0,2,0,3,0,4,0,2", 3),
        ("heap_games", "prim\tPrim-\ttake m < n coprime to n\tvalues=0,0,1,2,1,3,1,4,1,2,1,5", 3),
        ("heap_games", "dim\tDim+\ttake a divisor\tvalues=0,1,2,1,3,1,2,1,4", 3),
        ("heap_games", "node-kayles\tpaths\tpaths with 1..8 vertices\tvalues=1,1,2,0,3,1,1,0", 3),
        ("heap_games", "digraph-acyclic\td\tn=3;arcs i>j: 1>0;2>0;2>1\tgrundy=0,1,2", 3),
        ("heap_games", "wythoff\tP-positions\tfirst 4 (a,b), a<=b\t0-0;1-2;3-5;4-7", 3),
        ("heap_games", "moore-nim\tk=1 heaps=2 max=2\tP-positions\tcount=3;0-0;1-1;2-2", 3),
        ("heap_games", "misere-nim\t2 heaps max 3\tP-positions\tcount=3;0-1;2-2;3-3", 3),
        ("heap_games", "misere-nim\t3 heaps max 2\tP\tcount=3;1-1-1;0-2-2;0-0-1", 3),
        ("heap_games", "misere-octal\t0.77\tmisere outcomes\tPNNPNNNNPNNP", 3),
        ("heap_games", "treblecross\tnim-values\t0.007\tvalues=1,1,1,2,2,0,3,3", 3),
        ("heap_games", "chomp\t2 rows up to 3 columns\tP-positions\tcount=3;1-0;2-1;3-2", 3),
        ("heap_games", "fibonacci-nim\tP\tlosing starts, n<15\t2,3,5,8,13", 3),
        ("heap_games", "euclid\tP\tP-positions 1<=b<a<=5\t3-2;4-3;5-4", 3),
        ("impartial_anti_nim", "0 5\tN\t1:1", 2),
        ("impartial_anti_nim", "gen:100:3:1\tN\tcount=100 first=0:0", 2),
        ("impartial_anti_sg_sj", "2>1|3>0,4>1\t2 4\t1 1\tN\tN", 4),
        ("impartial_anti_sg_sj", "3>2,2>1,2>0,1>0\t3\t0\tN\tP", 4),
        ("impartial_array_game_haoi2015", "8\t2 3 6\t2\tYes", 2),
        ("impartial_bash", "19\t7\t3\tN\t3", 4),
        ("impartial_bash", "44\t1\t0\tP\t-", 2),
        ("impartial_chomp", "6\t5\tfull\tN\t4,3", 4),
        ("impartial_chomp", "4\t5\t5 5 2 2\tP\t-", 3),
        ("impartial_chomp", "1\t1000000000\tfull\tN\t1,2", 4),
        (
            "impartial_coin_turning",
            "5\t0:1; 1:11; 2:100,101,111; 3:1010,1111; 4:10001,10010,11010\t10101\t1 0 2 1 2\t1",
            4,
        ),
        (
            "impartial_coin_turning",
            "2000\teach i: {i},{i,i-1},{i,i-2},{i,i-3},{i,i-1,i-2} when in range\tset:500:1\tsum=5664\t7",
            3,
        ),
        ("impartial_dag_chess", "5\t1>0,1>4,2>1,3>1,3>4\t0 1 0 2 0\t2\tP", 4),
        ("impartial_every_sg", "-|2>0\t4 2\t0 1\tN", 3),
        ("impartial_every_sg", "take1-3 heaps gen:1000:0:1000000\t-\tmax=499611\tN", 2),
        ("impartial_ferguson", "15\t20\t5\tN", 2),
        ("impartial_green_hackenbush_graph", "4\t3-0 2-2 3-1 3-3 1-3 0-1\t1\tN\t2 3 4", 4),
        ("impartial_green_hackenbush_graph", "50000\trgraph:50000:0\t3025\tN\t?", 2),
        ("impartial_lasker", "4 5\t6\tN", 1),
        ("impartial_loopy_outcomes", "4\t0>0,0>1,0>2,2>2\tNPDP", 2),
        ("impartial_moore_nimk", "2\t0 2\tN", 2),
        ("impartial_moore_nimk", "2\trep:3:4 5\tP", 2),
        ("impartial_multi_sg_grundys_game", "gen:50:9:5000\t13\tN", 1),
        ("impartial_nim", "2 5 1\t6\tN\t1:3", 3),
        ("impartial_queens_first_to_origin", "1,6\t4\tN", 1),
        ("impartial_queens_first_to_origin", "5,6 0,2\tline\tN", 2),
        ("impartial_ruler", "8\t3 6\t3\tN\t3-4 6-7", 4),
        ("impartial_ruler", "1000000000\tgenset:100000:0:1000000000\t125378\tN\t?", 2),
        (
            "impartial_selective_compound",
            "1>0,2>0,3>1,4>1,5>1,5>2\t5\t1>0,2>1,3>1,5>0,5>3\t5\t0\t1\t4\tN",
            6,
        ),
        (
            "impartial_selective_compound",
            "nimheap\t800048245\tnimheap\t780327313\t800048245\t780327313\t1580375558\tN",
            6,
        ),
        ("impartial_staircase", "1 2 1 1 2\t3\tN\t1:1 4:1", 3),
        ("impartial_staircase", "gen:100000:4:1000000000\t97475237\tN\t?", 1),
        ("impartial_tartan", "mock\tmock\t3\t3\t100/000/010\t9", 5),
        ("impartial_tartan", "sub12\tturtles_opt\t4\t2\t00/10/01/00\t2", 5),
        ("impartial_tartan", "ruler\tturtles_opt\t300\t300\tcoins:1000:7\t55913", 5),
        ("impartial_tree_hackenbush", "6\t1 1 3 2 2\t3\tN\t4 5 6", 4),
        ("impartial_black_white_tree_agc014d", "6\t1 1 3 4 3\tSecond", 2),
        ("impartial_black_white_tree_agc014d", "100000\trtree:100000:5:3\tFirst", 2),
        ("impartial_crosses_treblecross", "11\t.X........X\t2\tN", 3),
        ("impartial_crosses_treblecross", "4999\tempty\t128\tN", 2),
        ("impartial_cutting_game_poj2311", "3x3 3x4\t1\tN", 2),
        ("impartial_cutting_game_poj2311", "1x8\tline\tN", 2),
        ("impartial_dynamic_subtraction_hdu2486", "46\t3\tN\t6", 3),
        ("impartial_dynamic_subtraction_hdu2486", "94243774\t10\tP\t-", 2),
        ("impartial_ed_sdoi2009", "1 5 4 5\t3\tN", 1),
        ("impartial_ed_sdoi2009", "gen:20000:4:2000000000\t20\tN", 2),
        ("impartial_euclid_powers_cf167c", "545902118416222795\t129509847350047450\tN", 2),
        ("impartial_gameia_hdu6105", "6\t2\t1 2 2 4 1\tBob", 3),
        ("impartial_multiplication_poj2505", "1\t306110017\tP", 2),
        ("impartial_token_game_qoj1827", "6\t6\t1\t7\t3\tN", 4),
        ("impartial_token_game_qoj1827", "279\t132\t154\t174\t1\tN", 5),
        ("impartial_tree_flip_hdu5963", "2\t1-2:0\t0 1 / 1 2 1 1 / 0 2\tBoys win! / Girls win!", 3),
        (
            "impartial_tree_flip_hdu5963",
            "100000\trtree01:100000:6\tops:100000\tgirls=24757 queries=49990 crc32=bcdd7e2c",
            3,
        ),
        ("impartial_tree_game_agc010f", "5\t2 1 1 1 3\t1-2 1-3 2-4 2-5\t2\t1 5", 4),
        ("impartial_tree_game_agc010f", "3000\tA: r(M)+1\trtree:4\t1535\tsum=2310439", 3),
        ("impartial_black_white_chess_sdoi2011", "7\t4\t3\t25", 3),
        ("impartial_candy_piles_agc002e", "4 4 7 7 3 8\tFirst", 1),
        ("impartial_candy_piles_agc002e", "gen:100000:2:200000\tSecond", 1),
        ("impartial_decrementing_agc010d", "5 7 5\tSecond", 1),
        ("impartial_decrementing_agc010d", "double of gen:2:1:5 then 1\tSecond", 1),
        ("impartial_end_nim_zjoi2009", "5\t4 3 1 2 4\t0", 2),
        ("impartial_grid_game_agc029d", "5\t4\t2,1 4,3 5,1 5,3\t1", 3),
        ("impartial_manju_agc026f", "7 9 1 6 2 9 1 3\t27 11", 1),
        ("impartial_misere_fibonacci_nim_snoi2020", "3\t33\t25", 2),
        ("impartial_real_factor_nim_p7979", "3\t4 9 14\t1 1 2\tYES", 2),
        ("impartial_rearranging_agc010e", "14 9 5 15 7\t7 14 5 15 9", 1),
        ("impartial_rearranging_agc010e", "14 9 5 15 7\tcrc32=e73bf126 first=7 last=9", 1),
        ("impartial_split_game_hnoi2007", "3\t1 2 2\t0 1 1\t2", 3),
        ("impartial_sugim_agc005e", "6\t4\t3\t1-3 3-4 1-5 3-2 4-6\t3-2 2-4 4-5 3-1 2-6\t4", 5),
        ("impartial_toads_frogs_5", "RRL_L LLR_R LRRL_ RRL_L\t1+down+1+1\tL", 1),
        ("impartial_tree_mark_p7841", "8\t1-2 1-3 1-4 1-5 2-6 6-7 3-8\tPlay now", 2),
        ("impartial_tree_shrink_p8347", "100000\toddtree:100000:6\tP", 2),
        ("impartial_xor_down_p5387", "3\t3\t27", 2),
        ("impartial_turtles", "8\t10101011\t7\tN\t4:3 6:1 7:0", 4),
        ("octal", "0.53\toctal\t-\t2\t9\t11\t0\t3\tverified\t6000\tcomputed\t0,1,1,2,2,1,0,2", 4),
    ];

    fn check(stem: &str, line: &str) -> Result<Verdict, RowError> {
        let row = Row { line: 1, fields: line.split('\t').collect() };
        let table = CHECKERS.iter().find(|checker| checker.stem == stem);
        (table.expect("the table is known").check)(&Context::new(Limits::none()), &row)
    }

    #[test]
    fn right_rows_pass_and_a_wrong_answer_is_seen() {
        for &(stem, line, answer) in ROWS {
            assert_eq!(check(stem, line), Ok(Verdict::Pass), "{stem}: {line}");
            let mut fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
            fields[answer] = match fields[answer].as_str() {
                "N" => "P".to_owned(),
                "P" => "N".to_owned(),
                other if other.starts_with(char::is_alphabetic) => format!("{other}9"),
                other => format!("9{other}"),
            };
            let spoiled = check(stem, &fields.join("\t"));
            assert!(!matches!(spoiled, Ok(Verdict::Pass)), "{stem}: {fields:?}");
        }
    }

    #[test]
    fn every_table_has_a_row_above() {
        for checker in CHECKERS {
            let stem = checker.stem;
            assert!(ROWS.iter().any(|row| row.0 == stem), "{stem}");
        }
    }

    #[test]
    fn rows_that_cannot_be_read_are_errors() {
        for (stem, line) in [
            ("impartial_nim", "x\t1\tN\t-"),
            ("impartial_nim", "gen:99999999999:1:1\t1\tN\t-"),
            ("impartial_every_sg", "1>0|1>0\t1\t1\tN"),
            ("impartial_dag_chess", "2\t0>1,1>0\t0 0\t0\tP"),
            ("impartial_coin_turning", "2\t0:1; 1:1x\t11\t0 0\t0"),
            ("impartial_tartan", "chess\tmock\t1\t1\t1\t1"),
            ("impartial_chomp", "2\t2\t1 2\tN\t-"),
        ] {
            assert!(check(stem, line).is_err(), "{stem}: {line}");
        }
    }
}
