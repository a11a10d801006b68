//! `--lang zh`: what commands tell is in Chinese, and no line is half of it.

use crate::program::{assert_run, farstar, path};

/// Whether two words of small letters stand side by side outside of quotes and of what is typed.
fn is_english(line: &str) -> bool {
    let mut bare = String::new();
    for (i, part) in line.split(['`', '\'', '“', '”']).enumerate() {
        bare.push_str(if i % 2 == 0 { part } else { "\"" });
    }
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    let words: Vec<&str> = bare.split(' ').collect();
    words
        .windows(2)
        .any(|pair| is_word(pair[0]) && is_word(pair[1].trim_end_matches([',', '.', ';', ':'])))
}

/// The lines of a run that are English, or half of it; `typed` are lines that begin so.
fn left(arguments: &[&str], typed: &[&str]) -> Vec<String> {
    let run = farstar(&[&["--lang", "zh"], arguments].concat(), "");
    let told = [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let lines = told.iter().flat_map(|text| text.lines());
    let lines = lines.filter(|line| is_english(line));
    let is_typed = |line: &str| typed.iter().any(|begin| line.trim_start().starts_with(begin));
    lines
        .filter(|line| !is_typed(line))
        .map(|line| format!("{}: {line}", arguments.join(" ")))
        .collect()
}

#[test]
fn chinese_is_spoken_where_it_is_asked_for() {
    let output = "值             *\n胜负           N：先手胜\n均值           0\n温度           0\n原子量         0\n\
        Left 胜着      4   0   规范\nRight 胜着     4   0   规范\n";
    assert_run(
        &["--lang", "zh", "value", "nim", "5", "+", "value", "*4"],
        "",
        &output.replace("4   0", "1: 4   0"),
        0,
    );
    let messages = assert_run(&["eval", "{1|", "--lang", "zh"], "", "", 1);
    assert!(messages.contains("错误") && messages.contains("`{` 没有闭合"), "{messages}");
    let messages = assert_run(&["--lang", "zh", "value", "--no-cach", "nim", "3"], "", "", 2);
    assert!(messages.starts_with("错误：没有 '--no-cach' 这样的参数\n"), "{messages}");
    assert!(messages.contains("\n  提示：有相近的参数：'--no-cache'\n"), "{messages}");
    assert!(messages.contains("\n用法：farstar value "), "{messages}");
    let messages = assert_run(&["--lang=zh", "outcome", "nim", "3", "--threads", "x"], "", "", 2);
    let invalid = "错误：'--threads <COUNT>' 的值 'x' 无效：应为数字\n\n详情请用 '--help'。\n";
    assert_eq!(messages, invalid);
    let messages =
        assert_run(&["--lang", "zh", "atlas", "info", env!("CARGO_BIN_EXE_farstar")], "", "", 1);
    assert!(messages.contains("这不是图册"), "{messages}");
    let messages = assert_run(&["--lang", "zh", "outcome", "domi", "3x3"], "", "", 1);
    assert_eq!(messages, "错误：没有名为“domi”的规则；`farstar rules` 列出全部\n");
}

#[test]
fn faults_and_answers_are_told_in_chinese() {
    let (here, table) = (path("moves.txt"), path("table.tsv"));
    std::fs::write(&here, "0 1\n1 2\n2 0\n").expect("a file");
    std::fs::write(&table, "0\t0\n1\t1\n2\t2\n3\t3\n4\t0\n5\t1\n6\t2\n7\t3\n8\t0\n")
        .expect("a file");
    let (here, table) = (here.to_str().expect("a path"), table.to_str().expect("a path"));
    let runs: &[&[&str]] = &[
        &["eval", "{1|"],
        &["eval", "1/3 + *"],
        &["eval", "(1/3).Temperature"],
        &["eval", "f(n) := n; f(1, 2)"],
        &["eval", "over.Mean"],
        &["value", "nosuch", "3"],
        &["value", "nim"],
        &["value", "clobber", "XYZ"],
        &["value", "nim", "3", "+"],
        &["value", "domineering", "3x3", "2x3", "--why"],
        &["value", "domineering", "1000x1000"],
        &["outcome", "misere kayles", "5", "7"],
        &["outcome", "clobber", "XOXO", "--explain"],
        &["compare", "^", "*"],
        &["compare", "over", "1"],
        &["table", "domineering", "--sizes", "3..1"],
        &["table", "clobber", "XO", "--show", "grundy", "--where", "nothing = 3"],
        &["draw", "thermograph", "{2|1}", "-o", "a.xyz"],
        &["draw", "board", "nim", "3", "4", "-o", "a.svg"],
        &["draw", "table", "kayles", "-o", "a.svg"],
        &["try", "nim", "--formula", "n", "--to", "5"],
        &["try", "nim", "--formula", "n == 0"],
        &["try", "nim", "--sizes", "0..4x0..4", "--formula", "n + m"],
        &["find", table],
        &["find", "staircase-nim", "--to", "3"],
        &["find", "staircase-nim", "--prove"],
        &["find", "queens-to-origin", "--to", "3", "--seconds", "2"],
        &["find", "nim", "--cells", "{0}"],
        &["find", "clobber"],
        &["grundy", "kayles"],
        &["grundy", "kayles", "--to", "5", "--from", "9"],
        &["grundy", "nosuch", "--to", "5"],
        &["period", "0.7"],
        &["period", "wythoff"],
        &["quotient", "0.123"],
        &["quotient", "wythoff"],
        &["rules", "clobbr"],
        &["nim", "inverse", "0"],
        &["nim", "add", "x"],
        &["graph", here],
        &["graph", here, "--verify-p", "9"],
        &["graph", "nosuch.txt"],
        &["problem", "show", "nimm"],
        &["problem", "verify", "nim", "--to", "2"],
        &["problem", "verify", "P01"],
        &["problem", "run", "P01"],
        &["problem", "play", "bash", "x"],
        &["problem", "try", "nim"],
        &["check", "nosuch.tsv"],
        &["check", table],
        &["probe", "nosuch.atlas", "3"],
        &["atlas", "info", here],
        &["laws", here],
        &["sweep", "nosuch", "--into", "nosuch-laws"],
        &["solve", "nim"],
        &["play", "nim", "3", "--json"],
        &["man", "nosuch"],
        &["serve", "--port", "x"],
        &["value", "--limit-time", "soon", "nim", "3"],
        &["value", "--limit-nodes", "10", "domineering", "5x5"],
    ];
    let all: Vec<String> = runs.iter().flat_map(|run| left(run, &["farstar "])).collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn laws_are_told_in_chinese_and_formulas_stay() {
    let told = |arguments: &[&str]| {
        let run = farstar(&[&["--lang", "zh", "find"], arguments].concat(), "");
        String::from_utf8_lossy(&run.stdout).into_owned()
    };
    // Kayles, by Guy and Smith 1956
    let kayles = told(&["kayles", "--class", "periods"]);
    assert!(kayles.contains("猜想        从 71 起周期 12：0, 1, 2, 3, 1, 4, 3, "), "{kayles}");
    assert!(told(&["nim", "--cells", "{0}+{1}", "--box", "0..20,0..20"]).contains(" a xor b\n"));
    let table = path("odd.tsv");
    let rows: String = (0..40).map(|n| format!("{n}\t{}\n", n * n % 7 * (n % 5))).collect();
    std::fs::write(&table, rows).expect("a file");
    let nothing = told(&[table.to_str().expect("a path"), "--class", "sets"]);
    assert!(nothing.contains("没有找到规律。试过：集合。"), "{nothing}");
}

#[test]
fn help_of_every_command_is_in_chinese() {
    let help = farstar(&["--lang", "zh", "--help"], "");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let commands =
        help.split("命令：").nth(1).or(help.split("命令:").nth(1)).expect("the commands");
    let names = commands.lines().skip(1).take_while(|line| line.starts_with("  "));
    let mut names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    names.retain(|name| name.chars().all(|c| c.is_ascii_lowercase()));
    assert!(names.len() > 20, "{help}");
    let typed = ["farstar ", "echo ", "printf ", "用法", "grid of "];
    let of = |name: &&str| left(&[name, "--help"], &typed);
    let all: Vec<String> = names.iter().filter(|name| **name != "help").flat_map(of).collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}
