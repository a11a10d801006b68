//! `farstar outcome` and `farstar play`, as they are used.

#[expect(dead_code, reason = "the other helpers serve other tests")]
mod program;

/// What a run printed.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

fn run(arguments: &[&str], input: &str) -> Run {
    let output = program::farstar(arguments, input);
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
    let told = run(&["outcome", "clobber", "6x6", "--json", "--limit-nodes", "5"], "");
    assert_eq!(told.code, 0, "an empty board has no moves: {}", told.stderr);
    let board = "XOXOXO|OXOXOX|XOXOXO|OXOXOX|XOXOXO|OXOXOX";
    let told = run(&["outcome", "clobber", board, "--json", "--limit-nodes", "5"], "");
    assert_eq!(told.code, 3, "{}", told.stderr);
    assert!(told.stdout.contains("\"left_starts\":null"), "{}", told.stdout);
    assert_eq!(told.stdout.lines().count(), 1, "one object: {}", told.stdout);
    let told = run(&["outcome", "clobber", board, "--limit-nodes", "5"], "");
    assert_eq!(told.code, 3, "{}", told.stderr);
    assert!(told.stdout.starts_with("Left begins    the winner is not known\n"), "{}", told.stdout);
}

#[test]
fn loopy_rules_wrong_boards_and_unknown_names_are_told() {
    let told = run(&["outcome", "fox-and-geese", "8x8"], "");
    assert_eq!(told.code, 1);
    assert!(told.stderr.contains("play may go on for ever"), "{}", told.stderr);
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
