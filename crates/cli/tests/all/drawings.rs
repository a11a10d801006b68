//! How values and positions are shown: pictures as files, `--unicode`, `--latex`, `--board`.

use crate::program::{assert_run, farstar, path};
use std::fs;

#[test]
fn a_picture_goes_to_its_file_and_is_told_in_a_sentence() {
    let file = path("switch.svg");
    let name = file.to_str().unwrap();
    let sentence = "Thermograph with mean 0 and temperature 1. Left wall: (2, −1), (0, 1). Right wall: (−2, −1), (0, 1).";
    let said = format!("{name}: {sentence}\n");
    assert_run(&["draw", "thermograph", "{1|-1}", "-o", name], "", &said, 0);
    let picture = fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg xmlns=") && picture.contains("data-wall=\"mast\""));
    assert!(!picture.contains("var(--"), "colours are written out");
}

#[test]
fn png_has_its_signature_and_twice_the_size() {
    let file = path("board.png");
    let name = file.to_str().unwrap();
    let said = format!("{name}: Clobber: XOX|OX.\n");
    assert_run(&["draw", "board", "clobber", "XOX|OX.", "-o", name, "--dark"], "", &said, 0);
    let picture = fs::read(&file).unwrap();
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    // three squares of 76 and room of 24, twice
    assert_eq!(picture[16..20], 504u32.to_be_bytes());
}

#[test]
fn tex_is_drawn_by_tikz() {
    let file = path("switch.tex");
    let name = file.to_str().unwrap();
    let run = farstar(&["draw", "thermograph", "{1|-1}", "-o", name], "");
    assert!(run.status.success());
    let picture = fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("% Thermograph with mean 0 and temperature 1."));
    assert!(picture.contains("\\begin{tikzpicture}") && picture.ends_with("\\end{tikzpicture}\n"));
    assert!(picture.matches("\\path[").count() > 8);
}

#[test]
fn trees_mark_canonical_moves() {
    let run = farstar(&["draw", "tree", "domineering", "2x2", "--depth", "3", "-o", "-"], "");
    let picture = String::from_utf8(run.stdout).unwrap();
    // by hand: two moves of each, all of them canonical, with one move behind each
    assert_eq!(picture.matches("class=\"br br-l br-c\"").count(), 4, "{picture}");
    assert_eq!(picture.matches("class=\"br br-r br-c\"").count(), 4);
    assert_eq!(picture.matches("viewBox=").count(), 10);
    let expression = farstar(&["draw", "tree", "^", "-o", "-"], "");
    let picture = String::from_utf8(expression.stdout).unwrap();
    // {0|*}, and * = {0|0}
    assert_eq!(picture.matches("br-l br-c").count(), 1, "{picture}");
    assert_eq!(picture.matches("class=\"br br-c\"").count(), 1, "{picture}");
}

#[test]
fn numbers_are_drawn_as_points_or_squares() {
    let run = farstar(&["draw", "sequence", "kayles", "--to", "200", "-o", "-"], "");
    let picture = String::from_utf8(run.stdout).unwrap();
    assert!(picture.contains("period 12 from heap 71"), "Guy and Smith 1956");
    assert_eq!(picture.matches("<circle").count(), 201);
    let run = farstar(&["draw", "table", "wythoff", "--to", "7", "-o", "-"], "");
    let picture = String::from_utf8(run.stdout).unwrap();
    // cold positions (0,0), (1,2), (2,1), (3,5), (5,3), (4,7), (7,4)
    assert_eq!(picture.matches("class=\"h0\"").count(), 7);
}

#[test]
fn thermographs_of_loopy_values_are_drawn_with_their_komaster() {
    let over = farstar(&["draw", "thermograph", "over", "-o", "-"], "");
    let picture = String::from_utf8(over.stdout).unwrap();
    assert!(picture.contains("Thermograph with mean 0 and temperature 0."), "{picture}");
    // the ko {1|{ko|0}}: Left, who may retake at once, has the wall 1 - t on both sides
    let ko = "KoThermograph(\"0:2|1;1:0|3;2:3|;3:|\", Left)";
    let drawn = farstar(&["draw", "thermograph", ko, "-o", "-"], "");
    let picture = String::from_utf8(drawn.stdout).unwrap();
    assert!(picture.contains(">Left is komaster<"), "{picture}");
    let (rules, file) = (path("drawn-ko.game"), path("ko.svg"));
    let text = "game Ko\nstrip of . A B C\nLeft: B -> A\n      A -> C\n      C -> .\nRight: A -> B\n       B -> .\n";
    fs::write(&rules, text).unwrap();
    let (rules, name) = (rules.to_str().unwrap(), file.to_str().unwrap());
    let run = farstar(&["draw", "thermograph", "--rules", rules, "A", "-o", name], "");
    let told = String::from_utf8(run.stdout).unwrap();
    assert!(told.contains("no komaster: Thermograph with mean 2/3 and temperature 1/3."), "{told}");
    assert!(told.contains("; Left is komaster: Thermograph with mean 2/3"), "{told}");
    let picture = fs::read_to_string(&file).unwrap();
    assert!(picture.contains(">no komaster<") && picture.contains(">Left is komaster<"));
}

#[test]
fn sign_expansions_are_paths() {
    let run = farstar(&["draw", "signs", "omega/3", "-o", "-"], "");
    let picture = String::from_utf8(run.stdout).unwrap();
    assert!(picture.contains("ω/3 = +^ω -^ω (-^ω +^ω), born on day ω^2"), "{picture}");
    assert!(picture.contains("ghost") && picture.contains("ω/2"));
}

#[test]
fn what_cannot_be_drawn_says_why() {
    for (arguments, code) in [
        (&["draw", "board", "clobber", "XO", "-o", "picture.jpg"][..], 2),
        (&["draw", "board", "clobber", "XO", "XO", "-o", "-"], 2),
        (&["draw", "sequence", "wythoff", "-o", "-"], 2),
        (&["draw", "table", "kayles", "-o", "-"], 2),
        (&["draw", "thermograph", "{1|", "-o", "-"], 1),
        (&["draw", "thermograph", "1180591620717411303424", "-o", "-"], 3),
        (&["draw", "tree", "domineering", "4x4", "--depth", "6", "-o", "-"], 3),
        (&["draw", "sequence", "kayles", "--to", "1M", "-o", "-"], 3),
        (&["draw", "thermograph", "domineering", "6x6", "--limit-nodes", "1000", "-o", "-"], 3),
        (&["draw", "board", "clobber", "XO", "-o", "/no/such/folder/picture.svg"], 1),
    ] {
        let said = assert_run(arguments, "", "", code);
        assert!(!said.is_empty(), "{arguments:?}");
    }
}

#[test]
fn values_are_written_as_asked() {
    let latex = "\\{3\\mathrel{||}2\\mid 1\\}\n[\\frac{3}{4},{\\Uparrow}{*}]\n";
    assert_run(&["eval", "--latex", "{3||2|1}", "[3/4,^^*]"], "", latex, 0);
    let unicode = "{⇑∗|0||−1/2}\ntrue\n1over\nω^(1/2)\n";
    let expressions = ["{{^^*|0}|-1/2}", "1 < 2", "over + 1", "omega^(1/2)"];
    assert_run(&[&["eval", "--unicode"][..], &expressions].concat(), "", unicode, 0);
    let order = "⇑∗ > −1/2   greater: Left wins the difference\n";
    assert_run(&["compare", "--unicode", "^^*", "-1/2"], "", order, 0);
    let table = "position  value\n..|..     ±1\n...|...   {2|−1/2}\n";
    assert_run(&["table", "domineering", "2x2", "2x3", "--unicode"], "", table, 0);
    assert_run(&["value", "nim", "3", "--unicode", "--latex"], "", "", 2);
}

#[test]
fn facts_and_moves_are_written_as_the_value_is() {
    let run = farstar(&["value", "--latex", "domineering", "2x3"], "");
    let shown = String::from_utf8(run.stdout).unwrap();
    assert!(shown.starts_with("value          \\{2\\mid -\\frac{1}{2}\\}\n"), "{shown}");
    assert!(shown.contains("mean           \\frac{3}{4}\n"), "{shown}");
    assert!(shown.contains("...|.##   -\\frac{1}{2}   canonical\n"), "{shown}");
}

#[test]
fn boards_are_drawn_when_asked_for() {
    let run = farstar(&["value", "--board", "clobber", "XO|OX"], "");
    let shown = String::from_utf8(run.stdout).unwrap();
    assert!(shown.starts_with("     1  2\n  1  X  O\n  2  O  X\nvalue          *\n"), "{shown}");
    let run = farstar(&["outcome", "--board", "kayles", "3", "+", "clobber", "XO"], "");
    let shown = String::from_utf8(run.stdout).unwrap();
    assert!(shown.starts_with("1:\n  3\n2:\n   1  2\n   X  O\nLeft begins"), "{shown}");
}
