//! `farstar table`: tables of positions, as text and for other programs.

use crate::program::{assert_run, farstar, path};

#[test]
fn two_sizes_make_a_grid_of_cells() {
    // Winning Ways, ch. 5: small rectangles of Domineering
    assert_run(
        &["table", "domineering", "--sizes", "1..3x1..3"],
        "",
        "   1  2         3\n1  0  -1        -1\n2  1  +-1       {2|-1/2}\n3  1  {1/2|-2}  +-1\n",
        0,
    );
}

#[test]
fn heaps_are_added_or_paired() {
    assert_run(
        &["table", "nim", "--sizes", "1..2x1..3", "--show", "grundy", "--tsv"],
        "",
        "\t1\t2\t3\n1\t0\t3\t2\n2\t3\t0\t1\n",
        0,
    );
    // Wythoff's losing pair
    assert_run(
        &["table", "wythoff", "--sizes", "1..2x1..2", "--show", "outcome", "--csv"],
        "",
        ",1,2\n1,N,P\n2,P,N\n",
        0,
    );
}

#[test]
fn families_and_lists_are_rows() {
    assert_run(
        &["table", "clobber", "XO*n", "XXO", "--sizes", "1..2", "--show", "value,outcome"],
        "",
        "position  value    outcome\nXO        *        N\nXXO       ^        L\nXOXO      +-{*,^}  N\nXXO       ^        L\n",
        0,
    );
    assert_run(
        &["table", "--json", "clobber", "XO", "XX", "--show", "temperature"],
        "",
        "{\"position\":\"XO\",\"temperature\":\"0\"}\n{\"position\":\"XX\",\"temperature\":\"-1\"}\n",
        0,
    );
    assert_run(
        &["table", "clobber", "XXO", "--latex"],
        "",
        "\\begin{tabular}{ll}\nposition & value \\\\ \\hline\nXXO & ${\\uparrow}$ \\\\\n\\end{tabular}\n",
        0,
    );
}

#[test]
fn positions_are_chosen_by_their_facts() {
    assert_run(
        &["table", "clobber", "--sizes", "1x3", "--every", "--where", "value = ^"],
        "",
        "position  value\nOXX       ^\nXXO       ^\n",
        0,
    );
    let run = farstar(&["table", "clobber", "--sizes", "1x3", "--where", "speed > 1"], "");
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn what_a_limit_leaves_open_is_marked() {
    assert_run(
        &["table", "domineering", "8x8", "--limit-nodes", "100", "--show", "temperature", "--csv"],
        "",
        "position,temperature\n........|........|........|........|........|........|........|........,?\n",
        3,
    );
    let run = farstar(&["table", "nim", "--sizes", "0..4000000000x0..4000000000"], "");
    assert_eq!(run.status.code(), Some(3));
}

#[test]
fn rulesets_of_a_file_have_tables() {
    let file = path("bar.game");
    std::fs::write(&file, "game Bar\nheap h w\nLeft: (h,w) -> (h,i) + (h,w-i) for i in 1..w-1\n")
        .unwrap();
    let file = file.to_str().unwrap();
    let cells = "   1  2\n1  0  1\n2  0  1\n";
    assert_run(&["table", "--rules", file, "--sizes", "1..2x1..2"], "", cells, 0);
    // two texts a size are no cells, and the name may be left out
    let rows = "position  value\n(1,1)     0\n(1,2)     1\n(2,1)     0\n(2,2)     1\n";
    let texts = ["table", "--rules", file, "({n},1)", "({n},2)", "--sizes", "1..2"];
    assert_run(&texts, "", rows, 0);
}

#[test]
fn partizan_positions_have_no_grundy_value() {
    let run =
        farstar(&["table", "domineering", "--sizes", "1..2x1..2", "--where", "grundy = 1"], "");
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&run.stderr).contains("Domineering is partizan"));
    let nim = ["table", "nim", "--sizes", "1..3", "--where", "grundy = 2"];
    assert_run(&nim, "", "position  value\n2         *2\n", 0);
}

#[test]
fn limits_are_those_of_the_whole_table() {
    let sizes = ["table", "domineering", "--sizes", "1..9x1..9", "--show", "value,outcome"];
    let run = farstar(&[&sizes[..], &["--limit-time", "0.05s"]].concat(), "");
    assert_eq!(run.status.code(), Some(3));
    let rows = String::from_utf8_lossy(&run.stdout).lines().count();
    assert!(rows < 82, "{rows} rows: each had the whole time");
}
