//! Laws of named games, found from their values and proved for all heaps; every certificate goes through the referee.

use farstar_find::{Binary, Expr, Law, LawClass, LawForm, LawSearch, Table, find};
use farstar_logic::referee::check;
use farstar_logic::{Proof, Subject, Verdict, attempt, find_by_rules, heap_table, prove};
use farstar_play::Limits;
use farstar_rules::language::Ruleset;
use std::time::Instant;

fn cells(low: &[i64], high: &[i64]) -> Vec<Vec<i64>> {
    let mut cells = vec![Vec::new()];
    for (&low, &high) in low.iter().zip(high) {
        cells = cells
            .iter()
            .flat_map(|cell: &Vec<i64>| (low..=high).map(move |x| [&cell[..], &[x]].concat()))
            .collect();
    }
    cells
}

/// The laws of a table, of one kind or all.
pub(crate) fn laws(
    low: &[i64],
    high: &[i64],
    class: Option<LawClass>,
    value: &dyn Fn(&[i64]) -> i64,
) -> Vec<LawForm> {
    let rows = cells(low, high).into_iter().map(|cell| (cell.clone(), value(&cell)));
    let table = Table::new(rows.collect()).expect("a table");
    let classes = class.into_iter().collect();
    let search = LawSearch { classes, ..LawSearch::default() };
    find(&table, &[], &search).laws.into_iter().map(|law| law.form).collect()
}

pub(crate) fn rules(text: &str) -> Ruleset {
    match text.contains('\n') {
        true => text.parse().expect("rules"),
        false => Ruleset::named(text).expect("a name"),
    }
}

pub(crate) struct Case {
    pub(crate) id: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) outcomes: bool,
    pub(crate) low: &'static [i64],
    pub(crate) high: &'static [i64],
    pub(crate) class: Option<LawClass>,
    pub(crate) value: fn(&[i64]) -> i64,
}

pub(crate) fn proved(case: &Case) -> Result<Proof, String> {
    let subject = Subject::new(&rules(case.rules), case.outcomes, case.low);
    let mut why = "no law".to_owned();
    for law in laws(case.low, case.high, case.class, &case.value) {
        let clock = Instant::now();
        let verdict =
            prove(&subject, &law, &Limits::none().time(std::time::Duration::from_secs(20)));
        let time = clock.elapsed();
        match verdict {
            Ok(Verdict::Theorem(proof)) => {
                let clock = Instant::now();
                farstar_referee::check(&proof.certificate, &|_| false)
                    .expect("it was accepted before");
                println!(
                    "{:22} {:8.2} ms (check {:6.2} ms) law {} states, largest {} merged {}, {} KB",
                    case.id,
                    time.as_secs_f64() * 1e3,
                    clock.elapsed().as_secs_f64() * 1e3,
                    proof.states,
                    proof.largest,
                    proof.theorem.largest,
                    proof.certificate.len() / 1024
                );
                by_walnut(case.id, &proof);
                return Ok(*proof);
            }
            other => {
                let names: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
                let shown: String = law.shown(&names).chars().take(60).collect();
                why = format!("{shown}: {other:?}");
            }
        }
    }
    Err(why)
}

/// Asks Walnut, if FARSTAR_WALNUT is the command that runs its prover, such as `java -cp … Main.Prover`.
fn by_walnut(id: &str, proof: &Proof) {
    let files = farstar_logic::walnut(&proof.theorem, id).expect("an export");
    // to Walnut a formula that never holds has no variables, so none may be a part of another
    assert!(files.values().all(|text| !text.contains("z<z")), "{id}");
    let Ok(command) = std::env::var("FARSTAR_WALNUT") else { return };
    let folder = std::env::temp_dir().join(format!("farstar-walnut-{}", std::process::id()));
    for part in ["Word Automata Library", "Automata Library", "Custom Bases"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    for (path, text) in &files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("is written");
    }
    let commands = files.keys().find(|path| path.starts_with("Command Files/")).expect("commands");
    let name = commands.rsplit('/').next().expect("a name");
    let clock = Instant::now();
    let mut words = command.split_whitespace();
    let output = std::process::Command::new(words.next().expect("a command"))
        .args(words)
        .args(["--session-dir=session", name])
        .current_dir(&folder)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let sentences = files[commands].lines().filter(|line| line.starts_with("eval ")).count();
    let said = |word: &str| text.lines().filter(|line| line.trim().ends_with(word)).count();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((said("TRUE"), said("FALSE")), (sentences, 0), "{id}:\n{text}\n{errors}");
    println!("{id:22} {sentences} times TRUE by Walnut, {:.1} s", clock.elapsed().as_secs_f64());
    std::fs::remove_dir_all(&folder).expect("the folder is gone");
}

const AUTOMATA: Option<LawClass> = Some(LawClass::Automata);
const PERIODS: Option<LawClass> = Some(LawClass::Periods);
const EXPRESSIONS: Option<LawClass> = Some(LawClass::Expressions);

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

fn wythoff(a: i64, b: i64, t: i64, root: f64) -> i64 {
    let (a, b) = (a.min(b), a.max(b));
    i64::from(!((b - a) % t == 0 && a == (((b - a) / t) as f64 * root).floor() as i64))
}

/// 0 at the pairs of the least number in no pair before and `s` times it and `t` times its number and `c`, else 1.
fn complementary(cell: &[i64], s: i64, t: i64, c: i64) -> i64 {
    let (a, b) = (cell[0].min(cell[1]), cell[0].max(cell[1]));
    let mut used = Vec::new();
    for n in 0.. {
        let least = (0..).find(|x| !used.contains(x)).expect("there is no end of numbers");
        let other = s * least + t * n + c;
        if least >= a {
            return i64::from((least, other) != (a, b));
        }
        used.extend([least, other]);
    }
    unreachable!("some least number is as large")
}

fn octal(code: &str, n: i64) -> i64 {
    use std::cell::RefCell;
    thread_local!(static KNOWN: RefCell<std::collections::HashMap<String, Vec<i64>>> = RefCell::default());
    let values = KNOWN.with(|known| known.borrow().get(code).cloned());
    let values = values.unwrap_or_else(|| {
        let digits: Vec<u32> =
            code[2..].chars().map(|c| c.to_digit(16).expect("a digit")).collect();
        let mut g: Vec<i64> = Vec::new();
        for n in 0..400usize {
            let mut seen = vec![false; 1024];
            for (k, &d) in digits.iter().enumerate().filter(|(k, _)| k < &n) {
                let rest = n - k - 1;
                if d & 1 > 0 && rest == 0 {
                    seen[0] = true;
                }
                if d & 2 > 0 && rest > 0 {
                    seen[g[rest] as usize] = true;
                }
                for i in 1..rest {
                    if d & 4 > 0 {
                        seen[(g[i] ^ g[rest - i]) as usize] = true;
                    }
                    for j in 1..(rest - i) {
                        if d & 8 > 0 {
                            seen[(g[i] ^ g[j] ^ g[rest - i - j]) as usize] = true;
                        }
                    }
                }
            }
            g.push(seen.iter().position(|s| !s).expect("a free value") as i64);
        }
        KNOWN.with(|known| known.borrow_mut().insert(code.to_owned(), g.clone()));
        g
    });
    values[n as usize]
}

/// Who wins a heap from which Left and Right take these numbers: 0 who does not begin, 1 who does, 2 Left, 3 Right.
fn taking(n: i64, taken: [&[i64]; 2], misere: bool) -> i64 {
    let mut wins: Vec<[bool; 2]> = Vec::new();
    for heap in 0..=n {
        let one = |player: usize| {
            let mut moves = taken[player].iter().filter(|&&k| k <= heap).peekable();
            misere && moves.peek().is_none()
                || moves.any(|k| !wins[(heap - k) as usize][1 - player])
        };
        let both = [one(0), one(1)];
        wins.push(both);
    }
    match wins[n as usize] {
        [false, false] => 0,
        [true, true] => 1,
        [true, false] => 2,
        [false, true] => 3,
    }
}

/// Whether who begins wins Euclid's game, where a number may become 0 or not.
fn euclid(a: i64, b: i64, to_zero: bool) -> bool {
    use std::cell::RefCell;
    type Known = std::collections::HashMap<(i64, i64, bool), bool>;
    thread_local!(static KNOWN: RefCell<Known> = RefCell::default());
    let (a, b) = (a.min(b), a.max(b));
    if let Some(known) = KNOWN.with(|known| known.borrow().get(&(a, b, to_zero)).copied()) {
        return known;
    }
    let most = match (a, to_zero) {
        (0, _) => 0,
        (_, true) => b / a,
        (_, false) => (b - 1) / a,
    };
    let wins = (1..=most).any(|k| !euclid(a, b - k * a, to_zero));
    KNOWN.with(|known| known.borrow_mut().insert((a, b, to_zero), wins));
    wins
}

/// Whether who begins wins a heap from which at most m are taken, and then at most `factor` times as many.
fn dynamic(n: i64, m: i64, factor: i64) -> bool {
    let mut least = vec![i64::MAX];
    for heap in 1..=n {
        let wins = |&k: &i64| least[(heap - k) as usize] > factor * k;
        least.push((1..=heap).find(wins).expect("taking all wins"));
    }
    least[n as usize] <= m
}

fn cases() -> Vec<Case> {
    let case = |id, rules, outcomes, low, high, class, value| Case {
        id,
        rules,
        outcomes,
        low,
        high,
        class,
        value,
    };
    vec![
        case("nim1", "nim", false, &[0], &[63], PERIODS, |c| c[0]),
        case("nim2", "two-heap-nim", false, &[0, 0], &[20, 20], EXPRESSIONS, |c| c[0] ^ c[1]),
        case("lasker", "laskers-nim", false, &[0], &[63], PERIODS, |c| match (c[0], c[0] % 4) {
            (0, _) => 0,
            (n, 0) => n - 1,
            (n, 3) => n + 1,
            (n, _) => n,
        }),
        case("subtraction 1,3,4", "subtraction 1,3,4", false, &[0], &[63], PERIODS, |c| {
            [0, 1, 0, 1, 2, 3, 2][c[0] as usize % 7]
        }),
        case("bash 10", "subtraction 1,2,3,4,5,6,7,8,9,10", false, &[0], &[63], PERIODS, |c| {
            c[0] % 11
        }),
        case(
            "bash 30",
            "game Bash\nheap n\nBoth: (n) -> (n-k) for k in 1..min(n,30)",
            false,
            &[0],
            &[120],
            PERIODS,
            |c| c[0] % 31,
        ),
        case("mock_turtles", "mock-turtles", false, &[1], &[63], AUTOMATA, |c| {
            2 * (c[0] - 1) + i64::from((c[0] - 1).count_ones() % 2 == 0)
        }),
        case("turtles", "turning-turtles", false, &[1], &[63], PERIODS, |c| c[0]),
        case("ruler", "ruler", false, &[1], &[63], EXPRESSIONS, |c| c[0] & -c[0]),
        case(
            "hnoi2007_split",
            "game Split\nheap n\nBoth: (n) -> (i) + (j) for i in 0..n-1, j in 0..i",
            false,
            &[0],
            &[63],
            AUTOMATA,
            |c| {
                if c[0] == 0 {
                    0
                } else {
                    2 * (c[0] - 1) + i64::from((c[0] - 1).count_ones() % 2 == 0)
                }
            },
        ),
        case(
            "remove_atleast_half",
            "game Half\nheap n\nBoth: (n) -> (m) for m in 0..n if 2*m <= n and m < n",
            false,
            &[0],
            &[63],
            AUTOMATA,
            |c| i64::from(64 - c[0].leading_zeros()),
        ),
        case("kayles", "0.77", false, &[0], &[300], PERIODS, |c| octal("0.77", c[0])),
        case("dawson", "0.137", false, &[0], &[300], PERIODS, |c| octal("0.137", c[0])),
        case("0.07", "0.07", false, &[0], &[300], PERIODS, |c| octal("0.07", c[0])),
        case("0.3F", "0.3F", false, &[0], &[120], PERIODS, |c| octal("0.3F", c[0])),
        case("0.13FF", "0.13FF", false, &[0], &[120], PERIODS, |c| octal("0.13FF", c[0])),
        case(
            "ed_pair",
            "game ED\nheap a b\nBoth: (a,b) -> (i,a-i) for i in 1..a-1\n (a,b) -> (i,b-i) for i in 1..b-1",
            false,
            &[1, 1],
            &[64, 64],
            AUTOMATA,
            |c| i64::from((((c[0] - 1) | (c[1] - 1)) + 1).trailing_zeros()),
        ),
        case(
            "ferguson_P",
            "game ED\nheap a b\nBoth: (a,b) -> (i,a-i) for i in 1..a-1\n (a,b) -> (i,b-i) for i in 1..b-1",
            true,
            &[1, 1],
            &[20, 20],
            AUTOMATA,
            |c| i64::from(!(c[0] % 2 == 1 && c[1] % 2 == 1)),
        ),
        // of its nine moves four are none, and say so in the sentences
        case(
            "one_or_two_in_all",
            "game Two\nheap a b\nBoth: (a,b) -> (a-i,b-j) for i in 0..2, j in 0..2 if i+j = 1 or i+j = 2",
            false,
            &[0, 0],
            &[20, 20],
            AUTOMATA,
            |c| (c[0] + c[1]) % 3,
        ),
        case(
            "selective2",
            "game Selective\nheap a b\nBoth: (a,b) -> (i,j) for i in 0..a, j in 0..b if i < a or j < b",
            false,
            &[0, 0],
            &[16, 16],
            EXPRESSIONS,
            |c| c[0] + c[1],
        ),
        case(
            "nimhoff3",
            "game Nimhoff\nheap a b\nBoth: (a,b) -> (k,b) for k in 0..a-1\n (a,b) -> (a,k) for k in 0..b-1\n (a,b) -> (a-1,b-1)",
            false,
            &[0, 0],
            &[20, 20],
            AUTOMATA,
            |c| 3 * ((c[0] / 3) ^ (c[1] / 3)) + (c[0] + c[1]) % 3,
        ),
        case(
            "ruler0",
            "game Runs\nstrip of T H\nBoth: turning 2+C",
            false,
            &[1],
            &[63],
            EXPRESSIONS,
            |c| (c[0] & -c[0]) / 2,
        ),
        case(
            "to a third",
            "game Third\nheap n\nBoth: (n) -> (k) for k in 0..n-1 if 3*k <= n",
            false,
            &[0],
            &[300],
            AUTOMATA,
            |c| if c[0] == 0 { 0 } else { i64::from(c[0].ilog(3)) + 1 },
        ),
        case(
            "partizan subtraction",
            "game Squeeze\nheap n\nLeft: (n) -> (n-k) for k in 1..2\nRight: (n) -> (n-3)",
            true,
            &[0],
            &[63],
            PERIODS,
            |c| taking(c[0], [&[1, 2], &[3]], false),
        ),
        case(
            "misere partizan subtraction",
            "game Squeeze misere\nheap n\nLeft: (n) -> (n-k) for k in {1 2}\nRight: (n) -> (n-k) for k in {1 3}",
            true,
            &[0],
            &[63],
            PERIODS,
            |c| taking(c[0], [&[1, 2], &[1, 3]], true),
        ),
        case("euclid_game_P", "euclid", true, &[0, 0], &[60, 60], AUTOMATA, |c| {
            i64::from(euclid(c[0], c[1], true))
        }),
        case("grossman_P", "grossmans-euclid", true, &[1, 1], &[60, 60], AUTOMATA, |c| {
            i64::from(euclid(c[0], c[1], false))
        }),
        case(
            "subtract_divisor",
            "game Divisor\nheap n\nBoth: (n) -> (n-k) for k in 1..n-1 if k divides n",
            false,
            &[1],
            &[63],
            AUTOMATA,
            |c| c[0].trailing_zeros().into(),
        ),
        case(
            "bash",
            "game Bash\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..min(n,m)",
            false,
            &[0, 0],
            &[40, 10],
            EXPRESSIONS,
            |c| c[0] % (c[1] + 1),
        ),
        case(
            "multiplication_p1",
            "game Product\nheap n\nBoth: (n) -> ((n+k-1-(n+k-1) mod k)/k) for k in 2..9 if n > 1",
            true,
            &[1],
            &[6_000],
            Some(LawClass::Sets),
            |c| {
                let (mut n, mut first) = (1, 0);
                while n < c[0] {
                    (n, first) = (n * if first == 0 { 9 } else { 2 }, 1 - first);
                }
                first
            },
        ),
        case(
            "p5387_xordown",
            "game Down\nheap n\nBoth: (n) -> (xor(n,y)) for y in 1..n if xor(n,y) < n",
            false,
            &[0],
            &[63],
            AUTOMATA,
            |c| if c[0] == 0 { 0 } else { c[0] - (1 << c[0].ilog2()) + 1 },
        ),
        case(
            "subtract_powers2",
            "game Powers\nheap n\nBoth: (n) -> (n-k) for k in 1..n if k power of 2",
            false,
            &[0],
            &[63],
            PERIODS,
            |c| c[0] % 3,
        ),
        case(
            "welter2",
            "game Welter\nheap a b\nBoth: (a,b) -> (i,b) for i in 0..a-1 if i != b and a != b\n (a,b) -> (a,i) for i in 0..b-1 if i != a and a != b",
            false,
            &[0, 0],
            &[20, 20],
            AUTOMATA,
            |c| (c[0] ^ c[1]).max(1) - 1,
        ),
        case(
            "dynsub_P_k1",
            "game Dynamic\nheap n m\nBoth: (n,m) -> (n-k,k) for k in 1..min(n,m)",
            true,
            &[0, 0],
            &[40, 40],
            AUTOMATA,
            |c| i64::from(dynamic(c[0], c[1], 1)),
        ),
        // a(i) = a(i-1) + a(i-4): the root 1.38 is a number of Pisot
        case(
            "dynsub_P_k3",
            "game Dynamic\nheap n m\nBoth: (n,m) -> (n-k,3*k) for k in 1..min(n,m)",
            true,
            &[0, 0],
            &[100, 100],
            AUTOMATA,
            |c| i64::from(dynamic(c[0], c[1], 3)),
        ),
        // who may take 2k - 1: the last binary digit 1 again, told by a quotient
        case(
            "dynsub_P_2k-1",
            "game Dynamic\nheap n m\nBoth: (n,m) -> (n-k,2*k-1) for k in 1..min(n,m)",
            true,
            &[0, 0],
            &[60, 60],
            EXPRESSIONS,
            |c| i64::from(c[1] > 0 && c[0] & -c[0] <= c[1] && c[0] > 0),
        ),
        case("wythoff_P", "wythoff", true, &[0, 0], &[60, 60], AUTOMATA, |c| {
            wythoff(c[0], c[1], 1, (1.0 + 5f64.sqrt()) / 2.0)
        }),
        case(
            "gen_wythoff2_P",
            "generalised-wythoff",
            true,
            &[0, 0],
            &[60, 60],
            Some(LawClass::Sets),
            |c| wythoff(c[0], c[1], 2, 2f64.sqrt()),
        ),
        case(
            "misere_gen_wythoff4",
            "misere Generalised Wythoff(r=4)",
            true,
            &[0, 0],
            &[60, 60],
            Some(LawClass::Sets),
            |c| complementary(c, 1, 4, 1),
        ),
        case(
            "wythoff_2_2",
            "game Fraenkel\nheap a b\nBoth: (a,b) -> (a-k,b) for k in 1..a\n  (a,b) -> (a,b-k) for k in 1..b\n  \
                (a,b) -> (a-k,b-l) for k in 1..a, l in k..min(b,2*k+1)\n  \
                (a,b) -> (a-l,b-k) for k in 1..b, l in k..min(a,2*k+1)",
            true,
            &[0, 0],
            &[60, 60],
            Some(LawClass::Sets),
            |c| complementary(c, 2, 2, 0),
        ),
        case(
            "fibnim_outcome",
            "game FN\nheap n m\nBoth: (n,m) -> (n-k,2*k) for k in 1..min(n,m)",
            true,
            &[0, 0],
            &[60, 20],
            AUTOMATA,
            |c| i64::from(c[0] > 0 && fibonacci_part(c[0]) <= c[1]),
        ),
        case(
            "misere_fibnim",
            "game FN misere\nheap n m\nBoth: (n,m) -> (n-k,2*k) for k in 1..min(n,m)",
            true,
            &[0, 1],
            &[60, 20],
            AUTOMATA,
            |c| i64::from(c[0] == 0 || c[0] >= 2 && fibonacci_part(c[0] - 1) <= c[1]),
        ),
        case(
            "chomp2_P",
            "game Chomp2\nheap a b\nBoth: (a,b) -> (k,min(b,k)) for k in 1..a-1\n (a,b) -> (a,k) for k in 0..b-1",
            true,
            &[1, 0],
            &[20, 20],
            EXPRESSIONS,
            |c| i64::from(c[0] != c[1] + 1),
        ),
        case(
            "candy_piles2",
            "game Candy misere\nheap a b\nBoth: (a,b) -> (min(a,b),0) if a+b > 0\n (a,b) -> (max(a-1,0),max(b-1,0)) if a+b > 0",
            true,
            &[0, 0],
            &[24, 24],
            AUTOMATA,
            |c| match (c[0].min(c[1]), c[0].max(c[1])) {
                (0, most) => i64::from(most % 2 == 0),
                (least, _) => least % 2,
            },
        ),
        case(
            "nim3_outcome",
            "game Nim3\nheap a b c\nBoth: (a,b,c) -> (k,b,c) for k in 0..a-1\n (a,b,c) -> (a,k,c) for k in 0..b-1\n (a,b,c) -> (a,b,k) for k in 0..c-1",
            true,
            &[0, 0, 0],
            &[10, 10, 10],
            AUTOMATA,
            |c| i64::from(c[0] ^ c[1] ^ c[2] != 0),
        ),
        case(
            "misere_nim3",
            "game Nim3 misere\nheap a b c\nBoth: (a,b,c) -> (k,b,c) for k in 0..a-1\n (a,b,c) -> (a,k,c) for k in 0..b-1\n (a,b,c) -> (a,b,k) for k in 0..c-1",
            true,
            &[0, 0, 0],
            &[10, 10, 10],
            AUTOMATA,
            |c| {
                let small = c.iter().all(|&x| x <= 1);
                i64::from(if small {
                    (c[0] + c[1] + c[2]) % 2 == 0
                } else {
                    c[0] ^ c[1] ^ c[2] != 0
                })
            },
        ),
        case(
            "moore2_nim3",
            "game Moore\nheap a b c\nBoth: (a,b,c) -> (i,j,c) for i in 0..a, j in 0..b if i < a or j < b\n (a,b,c) -> (i,b,j) for i in 0..a, j in 0..c if i < a or j < c\n (a,b,c) -> (a,i,j) for i in 0..b, j in 0..c if i < b or j < c",
            true,
            &[0, 0, 0],
            &[10, 10, 10],
            AUTOMATA,
            |c| i64::from(!(c[0] == c[1] && c[1] == c[2])),
        ),
        case(
            "staircase3",
            "game Staircase\nheap a b c\nBoth: (a,b,c) -> (a-k,b,c) for k in 1..a\n (a,b,c) -> (a+k,b-k,c) for k in 1..b\n (a,b,c) -> (a,b+k,c-k) for k in 1..c",
            true,
            &[0, 0, 0],
            &[7, 7, 7],
            AUTOMATA,
            |c| i64::from(c[0] ^ c[2] != 0),
        ),
    ]
}

/// Nim with so many heaps, of which who begins loses where the xor is 0.
fn nim(heaps: usize) -> (Subject, LawForm) {
    let name = |i: usize| char::from(b'a' + i as u8).to_string();
    let names: Vec<String> = (0..heaps).map(name).collect();
    let mut rules = format!("game Rules\nheap {}\n", names.join(" "));
    for (i, name) in names.iter().enumerate() {
        let mut after = names.clone();
        after[i] = "z".to_owned();
        let (before, after) = (names.join(","), after.join(","));
        rules.push_str(&format!("Both: ({before}) -> ({after}) for z in 0..{name}-1\n"));
    }
    let xor = |all: Expr, axis| {
        Expr::Binary(Binary::Xor, Box::new(all), Box::new(Expr::Coordinate(axis)))
    };
    let law = (1..heaps).fold(Expr::Coordinate(0), xor);
    let subject =
        Subject { rules, outcomes: true, low: vec![0; heaps], code: None, automata: true };
    (subject, LawForm::Expression(law))
}

#[test]
fn nim_with_twelve_heaps_is_proved() {
    let (subject, law) = nim(12);
    let clock = Instant::now();
    let verdict = prove(&subject, &law, &Limits::none()).expect("no limits");
    let Verdict::Theorem(proof) = verdict else { panic!("{verdict:?}") };
    println!("nim12 {:.2} ms, largest {}", clock.elapsed().as_secs_f64() * 1e3, proof.largest);
    assert!(proof.states <= 2 && proof.largest < 50, "{}", proof.largest);
}

#[test]
fn named_games_are_proved() {
    let only = std::env::var("FARSTAR_PROVE").ok();
    let mut failed = Vec::new();
    for case in cases() {
        if only.as_ref().is_some_and(|only| !case.id.starts_with(only.as_str())) {
            continue;
        }
        if let Err(why) = proved(&case) {
            println!("{:22} {why}", case.id);
            failed.push(case.id);
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

/// From the rules alone to a theorem.
pub(crate) fn from_the_rules(rules: &str, to: u64) -> (Law, String) {
    told_of(rules, to, &LawSearch::default())
}

pub(crate) fn told_of(rules: &str, to: u64, search: &LawSearch) -> (Law, String) {
    let (rules, none) = (Ruleset::named(rules).unwrap(), Limits::none());
    let (table, rest) = heap_table(rules.heap_game().unwrap(), Some(to), false, 0, &none).unwrap();
    let found = find_by_rules(Some(&rules), &table, &rest, search, &mut |_| {});
    let subject = Subject::new(&rules, false, table.low());
    let attempt = attempt(&subject, &found, &table, &rest, &none).unwrap();
    let certificate = attempt.verdict.certificate().map(str::to_owned);
    let law = found.laws.iter().find(|law| law.wrong == 0).expect("a law").clone();
    (law, certificate.unwrap_or_else(|| panic!("{}: {:?}", rules.name(), attempt.verdict)))
}

#[test]
fn codes_take_and_leave_what_their_digits_say() {
    for code in ["0.77", "0.707", "0.1[7]", "0.[3]", "0.02[5]", "4.3", "0.8", "0.0F"] {
        let (_, certificate) = from_the_rules(&format!("game C\nheap n\nBoth: code {code}"), 120);
        assert!(certificate.contains(code), "{certificate}");
    }
}

#[test]
fn coins_are_turned_in_every_shape() {
    for code in ["2C", "1C,2C", "1C(4),2C(4)", "2C(4),3C(4)", "1F,2F", "2F,3F", "1E,3E", "3+C"] {
        from_the_rules(&format!("turning {code}"), 60);
    }
}

#[test]
fn a_quotient_that_is_not_whole_makes_no_move() {
    let conditions = [("not n/2 = 5", 10), ("n/2 != 5", 10), ("n/2 = 5 or n > 0", 0)];
    for (condition, without) in conditions {
        let text = format!("game Quotient\nheap n\nBoth: (n) -> (n-1) if {condition}");
        // as if odd numbers had halves
        let mut values = vec![0];
        for n in 1..100 {
            values.push(i64::from(n != without && values[n - 1] == 0));
        }
        let rows = values.into_iter().enumerate().map(|(n, value)| (vec![n as i64], value));
        let table = Table::new(rows.collect()).expect("a table");
        let found = find(&table, &[], &LawSearch::default());
        let subject = Subject::new(&rules(&text), false, &[0]);
        let told = farstar_logic::attempt(&subject, &found, &table, &[], &Limits::none()).unwrap();
        assert!(!matches!(told.verdict, Verdict::Theorem(_)), "{condition}");
    }
    from_the_rules("game Quotient\nheap n\nBoth: (n) -> (n-1) if (n-1)/2 < 3", 60);
}

/// How many prime factors a number has, and how many of them are odd.
fn prime_factors(mut n: i64) -> (i64, i64) {
    let twos = i64::from(n.trailing_zeros());
    let (mut odd, mut p) = (0, 3);
    n >>= twos;
    while n > 1 {
        match n % p {
            0 => (n, odd) = (n / p, odd + 1),
            _ => p += 2,
        }
    }
    (twos + odd, odd)
}

const RECTANGLES: &str = "game Rectangles\nheap w h\nBoth: (w,h) -> k*(w/k,h) for k in 2..w if k divides w\n (w,h) -> k*(w,h/k) for k in 2..h if k divides h";

fn rectangles(cell: &[i64]) -> i64 {
    (prime_factors(cell[0]).1 ^ prime_factors(cell[1]).1) + i64::from(cell[0] * cell[1] % 2 == 0)
}

/// What is proved of a table of a ruleset, once the values are told, by laws of what is read of heaps.
fn attempted(
    text: &str,
    outcomes: bool,
    low: &[i64],
    high: &[i64],
    value: &dyn Fn(&[i64]) -> i64,
) -> (LawForm, Proof) {
    let rows = cells(low, high).into_iter().map(|cell| (cell.clone(), value(&cell)));
    let table = Table::new(rows.collect()).expect("a table");
    let found = find(&table, &[], &LawSearch::default());
    let subject = Subject::new(&rules(text), outcomes, low);
    let told = farstar_logic::attempt(&subject, &found, &table, &[], &Limits::none()).unwrap();
    let Verdict::Theorem(proof) = told.verdict else { panic!("{text}: {:?}", told.verdict) };
    check(&proof.certificate, &|_| false).expect("it was accepted before");
    let law = told.law.expect("a law");
    assert!(law.is_exact(&table));
    (law, *proof)
}

#[test]
fn matters_of_divisors_are_proved_by_exponents() {
    let names = ["a", "b"].map(str::to_owned);
    let divisor = "game Divisor\nheap n\nBoth: (n) -> (k) for k in 1..n-1 if k divides n";
    let (law, proof) = attempted(divisor, false, &[1], &[60], &|c| prime_factors(c[0]).0);
    assert_eq!(law.shown(&names), "Omega(a)");
    assert_eq!(proof.theorem.claim.read(&[720]), Some(vec![4, 3]));
    let (law, proof) = attempted(RECTANGLES, false, &[1, 1], &[24, 24], &rectangles);
    println!("{}: {} states, largest {}", law.shown(&names), proof.states, proof.largest);
    // odd divisors only: both games of the definition
    let odd = "game Odd\nheap n\nBoth: (n) -> (n/k) for k in 2..n if k divides n and k mod 2 = 1";
    attempted(odd, false, &[1], &[60], &|c| prime_factors(c[0]).1);
    let odd = "game Odd\nheap n\nBoth: (n) -> (k) for k in 1..n-1 if k divides n and odd(n/k)";
    attempted(odd, false, &[1], &[60], &|c| prime_factors(c[0]).1);
    let even = "game Even\nheap n\nBoth: (n) -> (n/d) for d in 2..n if d divides n and even(d)";
    let twos = |n: i64| n.trailing_zeros().into();
    attempted(even, false, &[1], &[60], &|c| twos(c[0]));
    // who cannot go on from 1 has won
    let misere = "game Divisor misere\nheap n\nBoth: (n) -> (k) for k in 1..n-1 if k divides n";
    attempted(misere, true, &[1], &[60], &|c| i64::from(prime_factors(c[0]).0 != 1));
    // who wins a cake cut into equal parts: who can cut more often (Winning Ways, ch. 2)
    let often = |n: i64| prime_factors(n).0;
    attempted("maundy-cake", true, &[1, 1], &[24, 24], &|c| match often(c[0]).cmp(&often(c[1])) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 3,
    });
    for beyond in [
        "game Sum\nheap n\nBoth: (n) -> (n-k) for k in 1..n-1 if k divides n",
        "game Third\nheap n\nBoth: (n) -> (k) for k in 3..n-1 if k divides n",
        "game Both\nheap n m\nBoth: (n,m) -> (n/k,m/k) for k in 2..n if k divides n and k divides m",
        "game Any\nheap n\nBoth: (n) -> (k) for k in 1..n-1",
    ] {
        let claim = farstar_logic::referee::Claim {
            reads: farstar_logic::referee::Abstraction::Exponents,
            forms: Vec::new(),
            low: vec![1; rules(beyond).heap_names().unwrap().len()],
            rules: rules(beyond).canonical().to_owned(),
            ..proof.theorem.claim.clone()
        };
        let told = farstar_logic::referee::sentences(&claim).err();
        assert!(told.is_some_and(|why| why.contains("divisors alone")), "{beyond}");
    }
}

#[test]
fn common_factors_are_told_in_part() {
    let heap = |moves: &str| format!("game Coprime\nheap n\nBoth: {moves}");
    let coprime = heap("(n) -> (n-k) for k in 1..n if gcd(n,k) = 1");
    attempted(&coprime, true, &[0], &[60], &|c| c[0] % 2);
    let misere = coprime.replace("Coprime", "Coprime misere");
    attempted(&misere, true, &[0], &[60], &|c| i64::from(c[0] != 1));
    let split = heap("(n) -> (i)+(n-i) for i in 1..n-1 if gcd(i,n-i) = 1");
    attempted(&split, false, &[1], &[60], &|c| 1 - c[0] % 2);
    let all = heap("(n) -> (n-k) for k in 1..n if gcd(n,k) > 1");
    attempted(&all, true, &[0], &[60], &|c| i64::from(c[0] > 1));
    // nothing is the greatest common divisor of 0 and 0, and that is not more than 1
    for (op, wins) in [("!= 1", true), ("> 1", false), ("= 1", false)] {
        let none = heap(&format!("(n) -> (n-1) if gcd(n-n,0*n) {op}"));
        let subject = Subject::new(&rules(&none), true, &[0]);
        for (law, is_it) in [(Expr::Coordinate(0), false), (Expr::Constant(0), !wins)] {
            let told = farstar_logic::prove(&subject, &LawForm::Expression(law), &Limits::none());
            let proved = matches!(told, Ok(Verdict::Theorem(_)));
            assert!(!proved || is_it, "{op}");
        }
    }
}

const POWERS: &str = "game Powers\nheap n a\nBoth: (n,a) -> (n-k,a) for k in 1..n if k power of a";

/// What is left of a heap by a + 1 decides where powers of a are taken.
fn powers(cell: &[i64]) -> i64 {
    let (r, a) = (cell[0] % (cell[1] + 1), cell[1]);
    if r == a && a % 2 == 0 { 2 } else { r % 2 }
}

#[test]
fn powers_are_taken_by_remainders() {
    attempted(POWERS, false, &[0, 2], &[60, 10], &powers);
    let multiple =
        "game Multiple\nheap n a\nBoth: (n,a) -> (n-k,a) for k in 1..n if k power of a+1";
    attempted(multiple, false, &[0, 1], &[60, 10], &|c| powers(&[c[0], c[1] + 1]));
}

#[test]
fn products_and_powers_of_other_bases_are_taken_by_remainders() {
    let heaps = |moves: &str| format!("game Squares\nheap n\nBoth: {moves}");
    for (moves, by) in [
        ("(n) -> (n-k*k-1) for k in 0..n", 3),
        ("(n) -> (n-k*(k+1)-1) for k in 0..n", 2),
        ("(n) -> (n-k*k*k-k*k-1) for k in 0..n", 2),
        ("(n) -> (n-i*j) for i in 1..n, j in 1..n if odd(i) and odd(j)", 2),
        (
            "(n) -> (n-k) for k in 1..n if k power of 2\n (n) -> (n-k) for k in 1..n if k power of 3",
            5,
        ),
    ] {
        let (_, proof) = attempted(&heaps(moves), false, &[0], &[80], &|c| c[0] % by);
        assert!(proof.certificate.contains(&format!("\nlow 0 residues {by}\n")), "{moves}");
    }
    // the first numbers say nothing of 2000 times 9, of 3 times 25, of a square that is 0, of numbers below 0
    let period = |by| {
        LawForm::Expression(Expr::Binary(
            Binary::Mod,
            Box::new(Expr::Coordinate(0)),
            Box::new(Expr::Constant(by)),
        ))
    };
    for (moves, by) in [
        ("(n) -> (n-k) for k in 1..2\n (n) -> (n-2000*k*k) for k in 1..n", 3),
        ("(n) -> (n-k) for k in 1..4\n (n) -> (n-3*k*k) for k in 1..n", 5),
        ("(n) -> (n-1) if n mod 3 != 1\n (n) -> (n-k) for k in 1..2 if k*k*k = 8", 3),
        ("(n) -> (n-1)\n (n) -> (n-(k-1)*(k-3)-1) for k in 0..n", 2),
        ("(n) -> (n-1)\n (n) -> (n-k) for k in 1..n if not k power of 3", 2),
    ] {
        let subject = Subject::new(&rules(&heaps(moves)), false, &[0]);
        let told = farstar_logic::prove(&subject, &period(by), &Limits::none()).unwrap();
        assert!(!matches!(told, Verdict::Theorem(_)), "{moves}");
    }
}

#[test]
fn least_limits_are_proved_to_be_winning() {
    let games = [
        ("game Dynamic\nheap n m\nBoth: (n,m) -> (n-k,k) for k in 1..min(n,m)", 1),
        ("game Dynamic\nheap n m\nBoth: (n,m) -> (n-k,2*k) for k in 1..min(n,m)", 2),
    ];
    for (text, factor) in games {
        // the least number whose taking wins, if it may be taken first
        let least = |n: i64| (1..=n).find(|&m| dynamic(n, m, factor)).expect("taking all wins");
        let table = Table::sequence(1, &(1..=120).map(least).collect::<Vec<_>>()).unwrap();
        let search = LawSearch { more: true, ..LawSearch::default() };
        let subject = Subject::new(&rules(text), true, &[0, 0]);
        let proof = find(&table, &[], &search).laws.into_iter().find_map(|law| {
            let limits = Limits::none();
            let told = farstar_logic::prove_threshold(&subject, &law.form, &[1], &limits);
            if let Verdict::Theorem(proof) = told.unwrap() { Some(proof) } else { None }
        });
        let proof = proof.unwrap_or_else(|| panic!("nothing is proved of factor {factor}"));
        println!("{factor}: {} states, largest {}", proof.states, proof.largest);
        assert!(proof.certificate.contains("\nlaw threshold\n"));
        check(&proof.certificate, &|_| false).expect("it was accepted before");
        let wrong = proof.certificate.replace(" 1..", " 2..");
        assert!(wrong != proof.certificate && check(&wrong, &|_| false).is_err());
    }
}
