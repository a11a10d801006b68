//! Laws as programs: each is compiled or interpreted where its language is at hand, and must give the values of the
//! law.

use farstar_find::{Law, LawClass, LawSearch, Table, Written, find, written};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

fn law(class: LawClass, rows: Vec<(Vec<i64>, i64)>) -> Law {
    let search = LawSearch { classes: vec![class], ..LawSearch::default() };
    let found = find(&Table::new(rows).expect("a table"), &[], &search);
    found.laws.into_iter().next().expect("a law")
}

fn line(class: LawClass, cells: std::ops::Range<i64>, value: impl Fn(i64) -> i64) -> Law {
    law(class, cells.map(|n| (vec![n], value(n))).collect())
}

fn square(class: LawClass, side: std::ops::Range<i64>, value: impl Fn(i64, i64) -> i64) -> Law {
    let pairs = side.clone().flat_map(|a| side.clone().map(move |b| (a, b)));
    law(class, pairs.map(|(a, b)| (vec![a, b], value(a, b))).collect())
}

fn fibonacci_part(mut n: i64) -> i64 {
    let mut least = 0;
    while n > 0 {
        let (mut a, mut b) = (1, 2);
        while b <= n {
            (a, b) = (b, a + b);
        }
        least = a;
        n -= a;
    }
    least
}

fn wythoff(a: i64, b: i64) -> i64 {
    let (a, b) = (a.min(b), a.max(b));
    i64::from(a != ((b - a) as f64 * (1.0 + 5f64.sqrt()) / 2.0).floor() as i64)
}

fn cutcake(a: i64, b: i64) -> i64 {
    if a.min(b) > 1 { cutcake(a / 2, b / 2) } else { a - b }
}

/// Laws of every kind that there is.
fn laws() -> Vec<(&'static str, Law)> {
    let is_term = |n: i64| {
        let (mut a, mut b) = (1, 2);
        while b <= n {
            (a, b) = (b, a + b);
        }
        i64::from(a == n)
    };
    let take_away = |cell: &[i64]| cell[0] % (cell[1] + cell[2]) / cell[1];
    let three = (0..40).flat_map(|n| (1..5).flat_map(move |a| (1..5).map(move |b| vec![n, a, b])));
    vec![
        ("periods", line(LawClass::Periods, 0..64, |n| [0, 1, 3, 2][n as usize % 4] + n / 4 * 4)),
        ("members", line(LawClass::Sets, 1..700, is_term)),
        ("beatty", square(LawClass::Sets, 0..40, wythoff)),
        // floor(n sqrt(2) + 1 - 1/(sqrt(2) + 2)), and as much and 2n + 1
        (
            "shifted_pairs",
            square(LawClass::Sets, 0..40, |a, b| {
                let (a, b) = (a.min(b), a.max(b));
                let n = (b - a - 1) / 2;
                let is_pair =
                    b > a && (b - a) % 2 == 1 && ((2 * n + 1).pow(2) * 2).isqrt() / 2 == a;
                i64::from(!is_pair)
            }),
        ),
        // numbers whose words in weights 1, 3, 8, 22, … end in an even number of zeros, and these with a zero more
        (
            "pairs_by_words",
            square(LawClass::Sets, 0..60, |a, b| {
                let pairs = [
                    (0, 0),
                    (1, 3),
                    (2, 6),
                    (4, 11),
                    (5, 14),
                    (7, 19),
                    (8, 22),
                    (9, 25),
                    (10, 28),
                    (12, 33),
                ];
                let pairs = pairs.into_iter().chain([
                    (13, 36),
                    (15, 41),
                    (16, 44),
                    (17, 47),
                    (18, 50),
                    (20, 55),
                    (21, 58),
                ]);
                i64::from(!pairs.into_iter().any(|pair| pair == (a.min(b), a.max(b))))
            }),
        ),
        ("outputs", square(LawClass::Automata, 0..40, |n, k| i64::from(fibonacci_part(n) <= k))),
        (
            "relation",
            line(LawClass::Automata, 0..64, |n| 2 * n + i64::from(n.count_ones() % 2 == 0)),
        ),
        (
            "powers",
            square(LawClass::Automata, 1..33, |a, b| {
                i64::from((((a - 1) | (b - 1)) + 1).trailing_zeros())
            }),
        ),
        ("expression", square(LawClass::Expressions, 0..20, |a, b| (a ^ b) - a.min(b))),
        (
            "product",
            square(LawClass::Expressions, 0..16, |a, b| {
                let nim = |x: i64| farstar_nimber::Nim64::new(x as u64);
                (nim(a) * nim(b)).get() as i64
            }),
        ),
        (
            "primes",
            line(LawClass::Expressions, 1..100, |n| {
                (1..=n).filter(|d| n % d == 0).count() as i64 % 2 + n
            }),
        ),
        ("recursion", square(LawClass::Recursion, 1..25, cutcake)),
        ("saltus", line(LawClass::Periods, 0..64, |n| 5 * n)),
        ("roots", line(LawClass::Expressions, 0..200, i64::isqrt)),
        ("remainders", square(LawClass::Expressions, 1..25, |a, b| a % b)),
        (
            "slices",
            law(LawClass::Slices, three.map(|cell| (cell.clone(), take_away(&cell))).collect()),
        ),
        (
            "rows",
            square(LawClass::Parts, 0..40, |a, b| match b {
                0 => [0, 1, 3, 2][a as usize % 4],
                1 => a / 3,
                _ => a % 5,
            }),
        ),
        (
            "residues",
            line(LawClass::Parts, 0..200, |n| {
                if n % 2 == 0 { (n / 2) ^ 5 } else { i64::from(n.count_ones()) }
            }),
        ),
        (
            // 1, 2 or k tokens are taken: who begins wins
            "residues-of-rows",
            law(
                LawClass::Parts,
                (0..90i64)
                    .flat_map(|n| (1..19i64).map(move |k| (n, k)))
                    .map(|(n, k)| {
                        let left = if k % 3 == 0 { n % (k + 1) } else { n };
                        (vec![n, k], i64::from(k % 3 == 0 && left == k || left % 3 != 0))
                    })
                    .collect(),
            ),
        ),
        (
            "separable",
            square(LawClass::Parts, 0..40, |a, b| {
                [4i64, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][a as usize % 12] ^ (b % 3)
            }),
        ),
    ]
}

/// Cells near and far.
fn cells(dimension: usize) -> Vec<Vec<i128>> {
    let one = |n: i128| (0..dimension).map(|axis| n / 7i128.pow(axis as u32) % 40).collect();
    let far = |n: i128| (0..dimension).map(|axis| 1_000_000 + n * 77 + 13 * axis as i128).collect();
    let farther = (0..dimension).map(|axis| 10i128.pow(15) + 6 * axis as i128).collect();
    let cells = (0..60).map(one).chain((0..6).map(far)).chain([farther]);
    cells.collect()
}

/// Cells as large as numbers can be.
fn largest(dimension: usize) -> Vec<Vec<i128>> {
    let near = |x: i128| [i128::MAX, i128::MAX - 5, 1 << 126, 1 << 120, x];
    let pairs = near(1_000).into_iter().flat_map(|a| near(590_552_060).map(|b| [a, b, a]));
    pairs.map(|cell| cell[..dimension].to_vec()).collect()
}

fn dimension(law: &Law) -> usize {
    (1..4).find(|&d| law.value(&vec![2; d]).is_some()).expect("a value")
}

/// What a program writes that is given cells.
fn run(command: &mut Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("runs");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("reads");
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The commands that make a program of a source, and that run it.
fn built(form: Written, source: &Path) -> Option<Command> {
    let program = source.with_extension("out");
    let (tool, flags): (&str, &[&str]) = match form {
        Written::Rust => ("rustc", &["--edition=2024", "-Dwarnings", "-Copt-level=1"]),
        Written::C => ("cc", &["-O1", "-Wall", "-Wextra", "-Werror", "-std=gnu11"]),
        _ => {
            let mut python = Command::new("python3");
            python.arg(source);
            return is_there("python3").then_some(python);
        }
    };
    if !is_there(tool) {
        return None;
    }
    let output = Command::new(tool).args(flags).arg(source).arg("-o").arg(&program).output();
    let output = output.expect("a compiler");
    assert!(output.status.success(), "{source:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    Some(Command::new(program))
}

/// Whether the compiler takes a source as one of the edition that it takes sources to be of where nothing is said.
fn is_of_all_editions(source: &Path) -> bool {
    let metadata = source.with_extension("rmeta");
    let mut compiler = Command::new("rustc");
    compiler.args(["-Dwarnings", "--emit=metadata", "-o"]).arg(metadata).arg(source);
    compiler.status().is_ok_and(|status| status.success())
}

#[test]
fn programs_give_the_values_of_their_laws() {
    let folder = std::env::temp_dir().join(format!("farstar-written-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, law) in laws() {
        let dimension = dimension(&law);
        let told = |cell: &Vec<i128>| {
            let value = law.value(cell).map_or("?".to_owned(), |value| value.to_string());
            let cell: Vec<String> = cell.iter().map(ToString::to_string).collect();
            (cell.join("\t"), value)
        };
        let told: Vec<(String, String)> =
            cells(dimension).iter().chain(&largest(dimension)).map(told).collect();
        let input: String = told.iter().map(|(cell, _)| format!("{cell}\n")).collect();
        let wanted: String =
            told.iter().map(|(cell, value)| format!("{cell}\t{value}\n")).collect();
        for (form, ending) in [(Written::Rust, "rs"), (Written::C, "c"), (Written::Python, "py")] {
            let source = folder.join(format!("{name}.{ending}"));
            std::fs::write(&source, law.written(form)).expect("is written");
            if let Some(mut program) = built(form, &source) {
                assert!(form != Written::Rust || is_of_all_editions(&source), "{name}");
                let written = run(&mut program, &input);
                assert_eq!(written.lines().count(), told.len(), "{name} {form:?}");
                for (line, wanted) in written.lines().zip(wanted.lines()) {
                    // numbers of Python have no end
                    if form == Written::Python && wanted.ends_with('?') {
                        continue;
                    }
                    assert_eq!(line, wanted, "{name} {form:?} {}", law.shown());
                }
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder is gone");
}

#[test]
fn programs_write_all_columns_and_what_is_no_cell() {
    let folder = std::env::temp_dir().join(format!("farstar-columns-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let number = line(LawClass::Expressions, 0..64, |n| 3 * n);
    let nimber = line(LawClass::Expressions, 0..400, fibonacci_part);
    let columns = [(Some("number"), &number), (Some("nimber"), &nimber)];
    // a Fibonacci number, and one that three times is too large
    let fibonacci = 155_576_970_220_531_065_681_649_693i128;
    let most = i128::MAX;
    let cell = |n: i128| format!("{n}\t{}\t{}\n", 3 * n, nimber.value(&[n]).expect("a part"));
    let input = format!("7\n{fibonacci}\n{most}\nx\n1 2\n");
    let part = nimber.value(&[most]).expect("a part");
    let wanted = format!("{}{}{most}\t?\t{part}\nx\t?\t?\n1\t2\t?\t?\n", cell(7), cell(fibonacci));
    for (form, ending) in [(Written::Rust, "rs"), (Written::C, "c"), (Written::Python, "py")] {
        let source = folder.join(format!("columns.{ending}"));
        std::fs::write(&source, written(&columns, form)).expect("is written");
        let wanted = match form {
            // its numbers have no end
            Written::Python => wanted.replacen('?', "510423550381407695195061911147652317181", 1),
            _ => wanted.clone(),
        };
        if let Some(mut program) = built(form, &source) {
            assert_eq!(run(&mut program, &input), wanted, "{form:?}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder is gone");
}

#[test]
fn laws_that_ask_one_another_often_end() {
    // from a heap any k with k² ≥ 4n is taken, so the value is how often that may be done
    let root = |n: i64| (4 * n - 1).isqrt() + 1;
    let times = |n: i64| {
        let next = |&n: &i64| Some(n - root(n)).filter(|&rest| rest >= 0);
        std::iter::successors(Some(n), |n| if *n > 0 { next(n) } else { None }).count() as i64 - 1
    };
    let table = Table::new((1..321).map(|n| (vec![n], times(n))).collect()).expect("a table");
    let law = find(&table, &[], &LawSearch::default()).laws.swap_remove(0);
    let folder = std::env::temp_dir().join(format!("farstar-deep-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (near, far) = (10_000_000, 100_000_000_000);
    for (form, ending) in [(Written::Rust, "rs"), (Written::C, "c"), (Written::Python, "py")] {
        let source = folder.join(format!("deep.{ending}"));
        std::fs::write(&source, law.written(form)).expect("is written");
        let Some(mut program) = built(form, &source) else { continue };
        let told = run(&mut program, &format!("{near}\n{far}\n"));
        let [known, unknown] = [Some(times(far)), None].map(|far_value| {
            let far_value = far_value.map_or("?".to_owned(), |value| value.to_string());
            format!("{near}\t{}\n{far}\t{far_value}\n", times(near))
        });
        assert!(told == known || told == unknown, "{form:?}: {told}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is gone");
}

#[test]
fn formulas_for_latex() {
    for (name, law) in laws() {
        let latex = law.written(Written::Latex);
        let count = |what: &str| latex.matches(what).count();
        assert_eq!(count("{"), count("}"), "{name}: {latex}");
        assert_eq!(count(r"\begin"), count(r"\end"), "{name}: {latex}");
        assert_eq!(count(r"\left"), count(r"\right"), "{name}: {latex}");
    }
    let lasker = line(LawClass::Periods, 0..64, |n| n ^ 1);
    assert_eq!(
        lasker.written(Written::Latex),
        r"f(n + 2) = f(n) + 2 \quad (n \ge 0), \qquad f(0), \dots, f(1) = 1, 0"
    );
    let beatty = square(LawClass::Sets, 0..40, wythoff).written(Written::Latex);
    assert!(beatty.contains(r"\alpha = \frac{1 + \sqrt{5}}{2}"), "{beatty}");
}
