//! `farstar outcome` and `farstar play`, as they are used.

/// What a run printed.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

fn run(arguments: &[&str], input: &str) -> Run {
    let output = crate::program::farstar(arguments, input);
    Run {
        code: output.status.code().expect("the program ends by itself"),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
fn a_sum_of_several_rulesets_has_a_winner_and_winning_moves() {
    // *3 + * + *2 = 0
    let told = run(&["outcome", "nim", "3", "+", "clobber", "XO", "+", "value", "*2"], "");
    assert_eq!(told.code, 0, "{}", told.stderr);
    let wanted =
        "Left begins    Right wins\nRight begins   Left wins\noutcome        P: who begins loses\n";
    assert!(told.stdout.contains(wanted), "{}", told.stdout);
    let told = run(&["outcome", "domineering", "2x2"], "");
    let wanted = "Left begins    Left wins\nRight begins   Right wins\noutcome        N: who begins wins\n\
        Left wins by   .#|.#\n               #.|#.\nRight wins by  ";
    assert!(told.stdout.starts_with(wanted), "{}", told.stdout);
    let told = run(&["outcome", "domineering", "2x2", "--json"], "");
    assert!(told.stdout.contains("\"outcome\":\"N\""), "{}", told.stdout);
    assert!(told.stdout.contains("\"position\":\"#.|#.\""), "{}", told.stdout);
}

#[test]
fn positions_come_from_standard_input() {
    let told = run(&["outcome", "value", "-"], "{3|-1}\n{2|-2}\n-1\n");
    assert_eq!(told.code, 0, "{}", told.stderr);
    // 3 - 2 - 1 = 0 with Left to move again loses for Left; -1 + 2 - 1 = 0 with Right to move wins for Left
    assert!(told.stdout.contains("\noutcome        P"), "{}", told.stdout);
}

#[test]
fn a_search_that_is_stopped_tells_what_it_knows_and_exits_with_3() {
    // the checkerboard of this size
    let board = "6x6";
    let told = run(&["outcome", "clobber", board, "--json", "--limit-nodes", "5"], "");
    assert_eq!(told.code, 3, "{}", told.stderr);
    assert!(!told.stdout.contains("\"winner\":"), "{}", told.stdout);
    assert_eq!(told.stdout.lines().count(), 1, "one object: {}", told.stdout);
    let told = run(&["outcome", "clobber", board, "--limit-nodes", "5"], "");
    assert_eq!(told.code, 3, "{}", told.stderr);
    assert!(told.stdout.starts_with("Left begins    the winner is not known\n"), "{}", told.stdout);
}

#[test]
fn loopy_sums_wrong_boards_and_unknown_names_are_told() {
    // nobody can force an end: on + off
    let toads = "backsliding-toads-and-frogs";
    let told = run(&["outcome", toads, "T.", "+", toads, ".F", "+", "value", "5"], "");
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("outcome        D: a draw, whoever begins"), "{}", told.stdout);
    let told = run(&["outcome", "clobber", "XQ"], "");
    assert_eq!(told.code, 1);
    let told = run(&["outcome", "clober", "XO"], "");
    assert!(told.stderr.contains("did you mean 'Clobber'"), "{}", told.stderr);
}

#[test]
fn a_game_is_played_to_its_end_from_piped_input() {
    let told = run(&["play", "nim", "1+2"], "hint\n99\nnonsense\nundo\n1\nundo\nhint\nquit\n");
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("These moves win: "), "{}", told.stdout);
    assert!(told.stdout.contains("There is no move 99"), "{}", told.stdout);
    assert!(told.stdout.contains("'nonsense' is neither"), "{}", told.stdout);
    assert!(told.stdout.contains("Nothing has been played yet."), "{}", told.stdout);
    // one heap of one token: taking it wins
    let told = run(&["play", "nim", "1"], "1\n");
    assert!(told.stdout.contains("Right cannot move: Left wins."), "{}", told.stdout);
}

#[test]
fn the_program_wins_what_can_be_won() {
    let told = run(&["play", "nim", "3+5+6", "--as", "right"], "");
    assert_eq!(told.code, 0, "{}", told.stderr);
    let told = run(&["play", "nim", "2", "--as", "right", "--first", "left"], "");
    assert!(told.stdout.contains("Right cannot move: Left wins."), "{}", told.stdout);
}

#[test]
fn positions_may_be_negative() {
    let told = run(&["outcome", "value", "-1", "-1/2", "--json"], "");
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("\"position\":\"-1/2\""), "{}", told.stdout);
    assert!(told.stdout.contains("\"outcome\":\"R\""), "{}", told.stdout);
    let told = run(&["value", "battle-sheep", "-3,0,0|0,0,0"], "");
    assert!(told.stdout.contains("-2"), "{}{}", told.stdout, told.stderr);
    let told = run(&["value", "clobber", "XO", "--mvoes"], "");
    assert_eq!(told.code, 2, "{}", told.stderr);
}

#[test]
fn play_lists_all_moves_and_takes_only_commands() {
    let told = run(&["play", "nim", "93"], "moves\nquit\n");
    assert!(told.stdout.contains("… up to 93; moves lists all"), "{}", told.stdout);
    assert!(told.stdout.lines().any(|line| line == "  93  92"), "{}", told.stdout);
    for wrong in [&["play", "nim", "3", "--json"], &["play", "nim", "3", "-"]] {
        let told = run(wrong, "1\n");
        assert_eq!((told.code, told.stdout.as_str()), (2, ""), "{}", told.stderr);
        assert!(told.stderr.starts_with("error: play "), "{}", told.stderr);
    }
}

#[test]
fn at_a_limit_a_move_is_played_that_is_not_known_to_lose() {
    // the first of the moves are known to lose within the limit
    for (board, limit) in [
        ("......|#.#..#|......|....#.|#.....|......", "200"),
        (".#...#|#.#...|..##.#|......|#.....|......", "50"),
        (".#..#.|#....#|...#..|......|......|...##.", "100"),
    ] {
        let limit = ["--limit-nodes", limit];
        let play = ["play", "domineering", board, "--as", "right", "--first", "left"];
        let told = run(&[&play[..], &limit].concat(), "");
        let played = told.stdout.lines().find_map(|line| line.strip_prefix("Left plays "));
        let told = run(&[&["outcome", "domineering", played.unwrap()][..], &limit].concat(), "");
        assert!(!told.stdout.contains("Right begins   Right wins"), "{}", told.stdout);
    }
}

/// Writes a file of rulesets; tells its path.
fn file(name: &str, text: &str) -> String {
    let path = crate::program::path(name);
    std::fs::write(&path, text).expect("the directory of the tests can be written");
    path.to_str().expect("the path is text").to_owned()
}

#[test]
fn games_of_normal_play_are_no_part_of_a_misere_sum() {
    let text = "game MNim misere\nheap n\nBoth: (n) -> (k) for k in 0..n-1\n";
    let file = file("misere.game", text);
    for words in [
        ["0.77", "9"],
        ["kayles", "9"],
        ["mock-turtles", "TTH"],
        ["wythoff", "(3,5)"],
        ["nim", "2"],
    ] {
        let mut all = vec!["outcome", "--rules", &file, "0", "+"];
        all.extend(words);
        let told = run(&all, "");
        assert_eq!(told.code, 1, "{words:?}: {}", told.stdout);
        assert!(told.stderr.contains("misère"), "{words:?}: {}", told.stderr);
    }
    let told = run(&["outcome", "--rules", &file, "0", "+", "value", "{*2|*2}"], "");
    assert_eq!(told.code, 1, "{}", told.stdout);
    assert!(told.stderr.contains("'{*2|*2}' in a sum of misère play"), "{}", told.stderr);
    // the heap *2 beside nothing: taking one leaves one, which the other must take
    let told = run(&["outcome", "--rules", &file, "0", "+", "value", "*2"], "");
    assert!(told.stdout.contains("outcome        N"), "{}{}", told.stdout, told.stderr);
    let told = run(&["outcome", "--rules", &file, "2", "+", "value", "*2"], "");
    assert!(told.stdout.contains("outcome        P"), "{}{}", told.stdout, told.stderr);
}

#[test]
fn rulesets_of_a_file_come_before_built_in_ones() {
    let text = "game A\nheap n\nBoth: take 1\n\ngame Kayles(k=1)\nheap n\nBoth: take k\n";
    let file = file("two.game", text);
    let outcome = |words: &[&str]| {
        let mut all = vec!["outcome", "--rules", &file];
        all.extend(words);
        run(&all, "").stdout
    };
    // one by one, 1 + 5 moves; the built-in Kayles 5 is worth *4
    assert!(outcome(&["A", "1", "+", "Kayles", "5"]).contains("outcome        P"));
    // two by two, 1 + 2 moves
    assert!(outcome(&["A", "1", "+", "kayles(k=2)", "5"]).contains("outcome        N"));
    assert!(outcome(&["Kayles(k=2)", "5", "+", "A", "2"]).contains("outcome        P"));
    // others are built in
    assert!(outcome(&["A", "1", "+", "nim", "1"]).contains("outcome        P"));
}

#[test]
fn winning_moves_in_heaps_are_moves_of_the_game() {
    let told = run(&["outcome", "kayles", "501"], "");
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("\nLeft wins by   4+496\n"), "{}", told.stdout);
    assert!(!told.stdout.contains("Left wins by   0"), "{}", told.stdout);
    let told = run(&["outcome", "nim", "501+7"], "");
    assert!(told.stdout.contains("\nLeft wins by   7+7\n"), "{}", told.stdout);
    let told = run(&["outcome", "0.77", "5", "+", "nim", "2"], "");
    // a heap of 5 is worth 4; what is left must be worth 2
    assert!(told.stdout.contains("Left wins by   1: 1+3\n"), "{}", told.stdout);
    let told = run(&["outcome", "wythoff 2", "3,5"], "");
    assert!(told.stdout.contains("Left wins by   ("), "{}", told.stdout);
    let told = run(&["outcome", "clobber", "XO", "+", "kayles", "2"], "");
    assert!(told.stdout.contains("2: 1\n"), "{}", told.stdout);
    let told = run(&["play", "0.77", "3"], "1\n");
    assert!(told.stdout.contains("\n   3  1+1\n"), "{}", told.stdout);
    assert!(!told.stdout.contains('*'), "{}", told.stdout);
}

#[test]
fn large_heaps_are_read_at_once_and_their_sequence_is_made_once() {
    let lines: String = (1..=400).map(|i| format!("{}\n", 50 * i)).collect();
    let told = run(&["outcome", "kayles", "-", "--limit-nodes", "20001"], &lines);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let told = run(&["outcome", "nim", "100000000", "--json"], "");
    assert!(told.stdout.contains("\"grundy\":100000000"), "{}", told.stderr);
    let told = run(&["outcome", "0.777", "100000", "--limit-nodes", "1000", "--json"], "");
    assert_eq!(told.code, 3, "{}", told.stderr);
    assert!(told.stdout.contains("\"stopped\":\"nodes\""), "{}", told.stdout);
}

#[test]
fn what_is_known_when_a_search_stops_is_told_of_both_players() {
    let board = "...#.#.|.......|.#...##|...#...|..#....|.......";
    let told = run(&["outcome", "--limit-nodes", "300", "domineering", board, "--json"], "");
    assert_eq!(told.code, 3, "{}", told.stderr);
    assert!(told.stdout.contains("\"wins\":true"), "{}", told.stdout);
    assert!(told.stdout.contains("\"right_starts\":{\"all_moves\":true"), "{}", told.stdout);
    assert!(told.stdout.contains("\"stopped\":\"nodes\""), "{}", told.stdout);
    // the Grundy value of Cram 7x8 is far away, but a domino in the middle leaves what is 0 by its symmetry
    let told = run(&["outcome", "--limit-nodes", "5000", "cram", "7x8"], "");
    assert_eq!(told.code, 3, "{}", told.stderr);
    assert!(told.stdout.contains("outcome        N"), "{}", told.stdout);
    assert!(told.stdout.contains("\nLeft wins by "), "{}", told.stdout);
}

#[test]
fn sums_beside_a_large_number_are_decided_at_once() {
    for (ruleset, position, value) in [
        ("cram", "7x9", "1"),
        ("nogo", "7x7", "100"),
        ("amazons", "X....O|......|......|......|O....X", "100"),
    ] {
        let words =
            ["outcome", "--limit-nodes", "1000", ruleset, position, "+", "value", value, "--json"];
        let told = run(&words, "");
        assert!(told.stdout.contains("\"outcome\":\"L\""), "{ruleset}: {}", told.stdout);
    }
}

#[test]
fn sums_whose_parts_have_values_soon_are_decided() {
    for words in [
        ["maundy-cake", "(24,42)", "(52,38)", "", "", ""],
        ["partizan-splittles(a={1 3}, b={2})", "27", "34", "28", "29", ""],
        ["partizan-subtraction(a={1 4},b={2 3})", "22", "53", "40", "26", "56"],
    ] {
        let mut all = vec!["outcome", "--limit-nodes", "200000"];
        all.extend(words.iter().filter(|word| !word.is_empty()));
        let told = run(&all, "");
        assert_eq!(told.code, 0, "{words:?}: {}", told.stdout);
    }
}

#[test]
fn a_plus_without_a_ruleset_is_told() {
    for words in [&["clobber", "XO", "+"][..], &["+", "clobber", "XO"], &["nim", "1", "+", "+"]] {
        let mut all = vec!["outcome"];
        all.extend(words);
        let told = run(&all, "");
        assert_eq!(told.code, 2, "{}", told.stdout);
        assert!(told.stderr.contains("a lone +"), "{}", told.stderr);
    }
}

#[test]
fn sums_of_tame_heaps_have_winners_under_misere_play() {
    for (game, heaps, outcome) in [
        ("misere nim", "1000+5000+7", "N"),
        ("misere nim", "70000+70000", "P"),
        ("misere nim", "1+1+1", "P"),
        ("misere laskers-nim", "100+200", "N"),
        ("misere laskers-nim", "200+200", "P"),
    ] {
        let told = run(&["outcome", game, heaps, "--limit-time", "60s"], "");
        assert!(
            told.stdout.contains(&format!("outcome        {outcome}:")),
            "{game} {heaps}: {}",
            told.stdout
        );
    }
}
