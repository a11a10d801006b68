//! Tables of facts: `farstar check` recomputes every row of those named here.

use crate::workspace::{command, root};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Command;

/// Stems of the tables that must pass. A table with a complete checker belongs here.
const MUST_PASS: &[&str] = &[
    "cgsuite_values",
    "heap_games",
    "impartial_anti_nim",
    "impartial_anti_sg_sj",
    "impartial_array_game_haoi2015",
    "impartial_bash",
    "impartial_black_white_chess_sdoi2011",
    "impartial_black_white_tree_agc014d",
    "impartial_candy_piles_agc002e",
    "impartial_chomp",
    "impartial_coin_turning",
    "impartial_crosses_treblecross",
    "impartial_cutting_game_poj2311",
    "impartial_dag_chess",
    "impartial_decrementing_agc010d",
    "impartial_dynamic_subtraction_hdu2486",
    "impartial_ed_sdoi2009",
    "impartial_end_nim_zjoi2009",
    "impartial_euclid_powers_cf167c",
    "impartial_every_sg",
    "impartial_ferguson",
    "impartial_gameia_hdu6105",
    "impartial_green_hackenbush_graph",
    "impartial_grid_game_agc029d",
    "impartial_lasker",
    "impartial_loopy_outcomes",
    "impartial_manju_agc026f",
    "impartial_mex",
    "impartial_misere_fibonacci_nim_snoi2020",
    "impartial_moore_nimk",
    "impartial_multi_sg_grundys_game",
    "impartial_multiplication_poj2505",
    "impartial_nim",
    "impartial_nim_determinant",
    "impartial_nim_dlog",
    "impartial_nim_inverse",
    "impartial_nim_log16",
    "impartial_nim_pow",
    "impartial_nim_pow2_product",
    "impartial_nim_product",
    "impartial_nimber_exp_soj1006",
    "impartial_nimber_set_exp",
    "impartial_queens_first_to_origin",
    "impartial_real_factor_nim_p7979",
    "impartial_rearranging_agc010e",
    "impartial_ruler",
    "impartial_selective_compound",
    "impartial_split_game_hnoi2007",
    "impartial_staircase",
    "impartial_sugim_agc005e",
    "impartial_tartan",
    "impartial_toads_frogs_5",
    "impartial_token_game_qoj1827",
    "impartial_tree_flip_hdu5963",
    "impartial_tree_game_agc010f",
    "impartial_tree_hackenbush",
    "impartial_tree_mark_p7841",
    "impartial_tree_shrink_p8347",
    "impartial_turtles",
    "impartial_xor_down_p5387",
    "lenstra_alpha",
    "mcgs_thermographs",
    "misere",
    "nimbers",
    "octal",
    "partizan_a_nimber_ups",
    "partizan_atomic_sums",
    "partizan_atomic_weight",
    "partizan_canonical",
    "partizan_compare_add",
    "partizan_domino_large",
    "partizan_domino_segments",
    "partizan_domino_strings",
    "partizan_frog_counts",
    "partizan_frog_states",
    "partizan_large",
    "partizan_nim_mex",
    "partizan_nim_sum",
    "partizan_numberish_options",
    "partizan_rect_queries",
    "partizan_rect_values",
    "partizan_simplest",
    "partizan_surreal_arith",
    "partizan_surreal_tree",
    "partizan_switch_sums",
    "partizan_takeaway_prefix",
    "partizan_takeaway_values",
    "partizan_tictactoe_sums",
    "partizan_tictactoe_values",
    "partizan_translation",
];

/// Where the tables lie: the directory in `FARSTAR_TABLES`, or beside the checkout. They are no part of
/// the project; without them there is nothing to do.
pub(crate) fn directory() -> Option<PathBuf> {
    let chosen = std::env::var_os("FARSTAR_TABLES").map(PathBuf::from);
    let directory = chosen.unwrap_or_else(|| root().join("../shared/vectors"));
    directory.is_dir().then_some(directory)
}

/// Recomputes the tables.
pub(crate) fn run() -> Result<()> {
    let Some(directory) = directory() else {
        println!("tables: none here, skipped (set FARSTAR_TABLES to their directory)");
        return Ok(());
    };
    if MUST_PASS.is_empty() {
        println!("tables: none has to pass yet");
        return Ok(());
    }
    let paths: Vec<PathBuf> =
        MUST_PASS.iter().map(|stem| directory.join(format!("{stem}.tsv"))).collect();
    if let Some(missing) = paths.iter().find(|path| !path.is_file()) {
        bail!("tables: {} is missing", missing.display());
    }
    // Not a release, which would take longer to build than the tables take.
    let program = command()?;
    let checked = Command::new(&program).arg("check").args(&paths).status();
    if !checked.with_context(|| format!("cannot run {}", program.display()))?.success() {
        bail!("tables: some rows differ");
    }
    println!("tables: {} pass", paths.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_in_order_and_once() {
        assert!(MUST_PASS.is_sorted_by(|a, b| a < b), "keep MUST_PASS sorted");
        assert!(MUST_PASS.iter().all(|stem| !stem.contains(['.', '/'])), "stems, not paths");
    }
}
