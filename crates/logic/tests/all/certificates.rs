//! The referee against certificates in which something was changed, and against laws that are wrong.

use farstar_find::{Binary, Expr, LawClass, LawForm, LawSearch, Periodic, Table, Unary, find};
use farstar_logic::{
    Subject, ValueParts, Verdict, attempt, attempt_values, prove, prove_joined, prove_threshold,
};
use farstar_play::Limits;
use farstar_referee::{Abstraction, Claim, Fall, Kind, Numeration, Theorem, check};
use farstar_rules::language::Ruleset;

fn subject(rules: &str, outcomes: bool, low: &[i64]) -> Subject {
    let rules: Ruleset = match rules.contains('\n') {
        true => rules.parse().expect("rules"),
        false => Ruleset::named(rules).expect("a name"),
    };
    Subject::new(&rules, outcomes, low)
}

fn law(table: &Table) -> LawForm {
    find(table, &[], &LawSearch::default()).laws.swap_remove(0).form
}

fn certificate(subject: &Subject, law: &LawForm) -> String {
    match prove(subject, law, &Limits::none()).expect("no limits") {
        Verdict::Theorem(proof) => proof.certificate,
        other => panic!("{other:?}"),
    }
}

/// Changes every `stride`-th number of a certificate in several ways. What is still accepted must say the same: by
/// `truth`, of every cell of a box for which it claims something.
fn changed(text: &str, stride: usize, truth: &dyn Fn(&[u64]) -> Option<bool>, cells: &[Vec<u64>]) {
    let tokens: Vec<(usize, usize)> = {
        let mut found = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at].is_ascii_digit() {
                let end = at + bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
                found.push((at, end));
                at = end;
            } else {
                at += 1;
            }
        }
        found
    };
    let (mut refused, mut accepted) = (0, 0);
    for &(from, to) in tokens.iter().step_by(stride) {
        let number = &text[from..to];
        let mut others: Vec<String> = Vec::new();
        if let Ok(n) = number.parse::<u64>().map(|n| n.min(1 << 40)) {
            others.extend([n + 1, n.saturating_sub(1), 0, 2 * n + 7].map(|n| n.to_string()));
        }
        for place in 0..number.len().min(8) {
            // accepting states are written as digits
            let flipped = if number.as_bytes()[place] == b'1' { "0" } else { "1" };
            others.push(format!("{}{flipped}{}", &number[..place], &number[place + 1..]));
        }
        for other in others.into_iter().filter(|other| other != number) {
            let text = format!("{}{other}{}", &text[..from], &text[to..]);
            match check(&text, &|walked| walked > 200_000) {
                Err(_) => refused += 1,
                Ok(theorem) => {
                    accepted += 1;
                    assert_sound(&theorem, truth, cells, &format!("{number} -> {other} at {from}"));
                }
            }
        }
    }
    assert!(refused > 50 && accepted * 20 < refused, "{refused} refused, {accepted} accepted");
}

/// With any of these words put for others where they first stand, a certificate is none.
fn are_refused(text: &str, changes: &[(&str, &str)]) {
    for (from, to) in changes {
        let other = text.replacen(from, to, 1);
        assert!(other != text && check(&other, &|_| false).is_err(), "{from} -> {to}\n{text}");
    }
}

fn assert_sound(
    theorem: &Theorem,
    truth: &dyn Fn(&[u64]) -> Option<bool>,
    cells: &[Vec<u64>],
    what: &str,
) {
    for cell in cells {
        let claimed = theorem.claim.low.iter().zip(cell).all(|(&low, &x)| low <= x as i64);
        if let Some(truth) = truth(cell).filter(|_| claimed) {
            let (heap, value) = cell.split_at(theorem.claim.low.len().min(cell.len()));
            let read = theorem.claim.read(heap).expect("small numbers");
            let read = [&read[..], value].concat();
            assert_eq!(theorem.law.holds(&theorem.diagrams, &read), truth, "{what}: {cell:?}");
        }
    }
    for factor in &theorem.factors {
        assert_sound(factor, truth, cells, what);
    }
}

fn cells(sides: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for &side in sides {
        all = all
            .iter()
            .flat_map(|cell: &Vec<u64>| (0..side).map(move |x| [&cell[..], &[x]].concat()))
            .collect();
    }
    all
}

/// The table of some cells.
fn rows(cells: &[Vec<u64>], value: &dyn Fn(&[u64]) -> i64) -> Table {
    let row = |cell: &Vec<u64>| (cell.iter().map(|&x| x as i64).collect(), value(cell));
    Table::new(cells.iter().map(row).collect()).unwrap()
}

#[test]
fn changes_in_the_certificate_of_lasker_are_found() {
    let g = |n: u64| match n % 4 {
        _ if n == 0 => 0,
        0 => n - 1,
        3 => n + 1,
        _ => n,
    };
    let values: Vec<i64> = (0..64).map(|n| g(n) as i64).collect();
    let law = law(&Table::sequence(0, &values).unwrap());
    let text = certificate(&subject("laskers-nim", false, &[0]), &law);
    changed(&text, 1, &|cell| Some(g(cell[0]) == cell[1]), &cells(&[20, 24]));
    // accepting states are written as zeros and ones alone
    let line = text.lines().find(|line| line.starts_with("step ")).expect("a step");
    let accepts = line.split(' ').nth(2).expect("accepting states");
    for letter in ["2", "x"] {
        let wrong = format!(" {}{letter} ", &accepts[1..]);
        are_refused(&text, &[(line, &line.replacen(&format!(" {accepts} "), &wrong, 1))]);
    }
}

#[test]
fn changes_in_a_certificate_with_prefixes_are_found() {
    let g = |n: u64| n & n.wrapping_neg();
    let law = law(&Table::sequence(1, &(1..64).map(|n| g(n) as i64).collect::<Vec<_>>()).unwrap());
    let text = certificate(&subject("ruler", false, &[1]), &law);
    changed(&text, 1, &|cell| (cell[0] > 0).then_some(g(cell[0]) == cell[1]), &cells(&[20, 24]));
}

#[test]
fn changes_in_a_certificate_with_xor_in_the_rules_are_found() {
    let g = |n: u64| if n == 0 { 0 } else { n - (1 << n.ilog2()) + 1 };
    let rules = "game Down\nheap n\nBoth: (n) -> (xor(n,y)) for y in 1..n if xor(n,y) < n";
    let search = LawSearch { classes: vec![LawClass::Automata], ..LawSearch::default() };
    let table = Table::sequence(0, &(0..64).map(|n| g(n) as i64).collect::<Vec<_>>()).unwrap();
    let automaton = find(&table, &[], &search).laws.swap_remove(0).form;
    let text = certificate(&subject(rules, false, &[0]), &automaton);
    changed(&text, 1, &|cell| Some(g(cell[0]) == cell[1]), &cells(&[20, 24]));
    for (from, to) in [("xor(", "gcd("), ("xor(", "max("), ("< n", "<= n")] {
        let other = text.replacen(from, to, 2);
        assert!(other != text && check(&other, &|_| false).is_err(), "{to}");
    }
}

/// The nim product of the coordinates.
fn nim_product(second: Expr) -> LawForm {
    let first = Box::new(Expr::Coordinate(0));
    LawForm::Expression(Expr::Binary(Binary::NimMul, first, Box::new(second)))
}

const CORNERS: &str =
    "game Corners\nheap a b\nBoth: (a,b) -> (i,b)+(a,j)+(i,j) for i in 0..a-1, j in 0..b-1";

#[test]
fn changes_in_the_certificate_of_a_product_are_found() {
    let subject = subject(CORNERS, false, &[0, 0]);
    let law = nim_product(Expr::Coordinate(1));
    let text = prove_joined(&subject, &law, &Limits::none()).unwrap().unwrap().1.certificate;
    changed(&text, 1, &|cell| Some(cell[0] == cell[1]), &cells(&[20, 24]));
    let product = check(&text, &|_| false).unwrap();
    assert_eq!((product.claim.kind, product.factors.len()), (Kind::Product, 2));
    // the factors of one game are none of another
    are_refused(
        &text,
        &[
            ("(i,j)", "(i,b)"),
            (" + (i,j)", ""),
            ("(a,j)", "(i,j)"),
            ("0..b-1", "0..a-1"),
            ("0..b-1", "0..b-2"),
            ("0..a-1", "1..a-1"),
            ("Both", "Left"),
            ("game Rules", "game Rules misere"),
        ],
    );
    assert!(check(&format!("{text}factor 0\n"), &|_| false).is_err());
}

#[test]
fn products_of_several_moves_have_all_pairs_of_them() {
    let of = |second: &[&str]| {
        let lines = second.iter().flat_map(|b| {
            let part = |a: &str| format!("(a,b) -> ({a},b)+(a,{b})+({a},{b})");
            [part("i") + " for i in 0..a-1", part("a-7") + " if a > 9"]
        });
        format!("game Product\nheap a b\nBoth: {}", lines.collect::<Vec<_>>().join("\n "))
    };
    let remainder = |n| {
        let (b, n) = (Box::new(Expr::Coordinate(1)), Box::new(Expr::Constant(n)));
        nim_product(Expr::Binary(Binary::Mod, b, n))
    };
    let is_proved = |rules: &str, law: &LawForm| {
        let subject = subject(rules, false, &[0, 0]);
        prove_joined(&subject, law, &Limits::none()).expect("no limits").is_some()
    };
    // one or two are taken of the second heap
    let both = of(&["b-1", "b-2"]);
    assert!(is_proved(&both, &remainder(3)));
    assert!(!is_proved(&both, &remainder(2)));
    assert!(!is_proved(&of(&["b-1"]), &remainder(3)));
    // a pair of moves is missing
    let (less, _) = both.rsplit_once("\n ").unwrap();
    assert!(!is_proved(less, &remainder(3)));
}

#[test]
fn changes_in_the_certificate_of_a_sum_are_found() {
    let rules = "game Side\nheap a b c\nBoth: (a,b,c) -> (a-k,b,c) for k in 1..2\n \
                 (a,b,c) -> (a,k,c) for k in 0..b-1 if b <= k+2\n (a,b,c) -> (a,b,c-1)\n (a,b,c) -> (a,b,c-2)";
    let part = |m| {
        let (n, m) = (Box::new(Expr::Coordinate(0)), Box::new(Expr::Constant(m)));
        LawForm::Expression(Expr::Binary(Binary::Mod, n, m))
    };
    let law = |parts: [i64; 3]| {
        let parts = parts.map(part).to_vec();
        LawForm::Separable { op: Binary::Xor, parts }
    };
    let whole = subject(rules, false, &[0, 0, 0]);
    let proved = |law: &LawForm| prove_joined(&whole, law, &Limits::none()).unwrap();
    let text = proved(&law([3, 3, 3])).unwrap().1.certificate;
    changed(&text, 1, &|cell| Some(cell[0] % 3 == cell[1]), &cells(&[20, 24]));
    let sum = check(&text, &|_| false).unwrap();
    assert_eq!((sum.claim.kind, sum.factors.len()), (Kind::Sum, 3));
    assert!(proved(&law([3, 4, 3])).is_none());
    are_refused(
        &text,
        &[
            ("(a-i,b,c)", "(a-i,b-i,c)"),
            ("(a-i,b,c)", "(a-i,b,c-1)"),
            ("{1 2}", "{1 3}"),
            ("(a-i,b,c)", "(a-i,b,c) + (a,0,0)"),
            ("(a-i,b,c)", "2*(a-i,b,c)"),
            ("b <= i+2", "a <= i+2"),
            ("0..b-1", "0..a-1"),
            ("(a,b,c-1)", "(a,b,c-3)"),
            ("law sum", "law product"),
            ("Both", "Left"),
            ("game Rules", "game Rules misere"),
        ],
    );
    // a game is left out, or stands twice
    let (head, games) = text.split_once("factor ").unwrap();
    let (first, others) = games.split_once("factor ").unwrap();
    for other in [format!("{head}factor {others}"), format!("{text}factor {first}")] {
        assert!(check(&other, &|_| false).is_err());
    }
}

#[test]
fn changes_in_a_certificate_of_outcomes_are_found() {
    let rows = cells(&[21, 21]).into_iter().map(|c| {
        let cell: Vec<i64> = c.iter().map(|&x| x as i64).collect();
        (cell, i64::from(c[0] % 2 == 0 || c[1] % 2 == 0))
    });
    let rows = rows.filter(|(cell, _)| cell[0] > 0 && cell[1] > 0).collect();
    let rules = "game Ferguson\nheap a b\nBoth: (a,b) -> (i,a-i) for i in 1..a-1\n (a,b) -> (i,b-i) for i in 1..b-1";
    let search = LawSearch { classes: vec![LawClass::Automata], ..LawSearch::default() };
    let law = find(&Table::new(rows).unwrap(), &[], &search).laws.swap_remove(0).form;
    let text = certificate(&subject(rules, true, &[1, 1]), &law);
    let truth = |c: &[u64]| (c[0] > 0 && c[1] > 0).then_some(c[0] % 2 == 1 && c[1] % 2 == 1);
    changed(&text, 1, &truth, &cells(&[16, 16]));
}

/// What is accepted beside a heap is one number and one game.
#[test]
fn changes_in_certificates_of_values_are_found() {
    // Left takes of the first number, Right of the second: the integer a - b
    let numbers = "game G\nheap a b\nLeft: (a,b) -> (a-k,b) for k in 1..a\nRight: (a,b) -> (a,b-k) for k in 1..b";
    // 0, -1 and {0|-1} in turn, as 0 and 1 less than 0 and {1|0}
    let games = "game G\nheap n\nLeft: (n) -> (n-2)\nRight: (n) -> (n-1)";
    let (zero, none) = ([vec![], vec![]], Vec::new());
    let difference = rows(&cells(&[12, 12]), &|cell| cell[0] as i64 - cell[1] as i64);
    let switch = vec![zero.clone(), [vec![0], vec![]], [vec![1], vec![0]]];
    let integer = rows(&cells(&[40]), &|cell| -i64::from(cell[0] % 3 > 0));
    let game = rows(&cells(&[40]), &|cell| i64::from(cell[0] % 3 == 2));
    // leading digits
    let cakes: Vec<Vec<u64>> =
        cells(&[20, 20]).into_iter().filter(|cell| cell.iter().all(|&x| x > 0)).collect();
    let cake = rows(&cakes, &|cell| match (cell[0], cell[1]) {
        (a, b) if a.ilog2() > b.ilog2() => 1 - (a >> b.ilog2()) as i64,
        (a, b) => (b >> a.ilog2()) as i64 - 1,
    });
    for (rules, low, forms, tables, box_, stride) in [
        (numbers, &[0, 0][..], vec![zero.clone()], vec![difference], &[5, 5, 7, 7, 3][..], 3),
        (games, &[0], switch, vec![integer, game], &[9, 5, 5, 4], 3),
        ("Cutcake", &[1, 1], vec![zero], vec![cake], &[6, 6, 7, 7, 3], 20_011),
    ] {
        let classes = [([0, 0], 0), ([0, 1], forms.len() - 1)][..tables.len()].to_vec();
        let parts = ValueParts {
            kind: Kind::Values,
            columns: [true, tables.len() > 1],
            exponent: 0,
            forms,
            classes,
        };
        let found: Vec<_> =
            tables.iter().map(|table| find(table, &[], &LawSearch::default())).collect();
        let columns: Vec<_> =
            found.iter().zip(&tables).map(|(found, table)| (found, table, &none)).collect();
        let told = attempt_values(&subject(rules, false, low), &parts, &columns, &Limits::none());
        let text = told.unwrap()[0].verdict.certificate().expect("a theorem").to_owned();
        let truth = |cell: &[u64]| {
            let at = low.len();
            let heap: Vec<i64> = cell[..at].iter().map(|&x| x as i64).collect();
            let value = |table: &Table| table.get(&heap).unwrap_or(0);
            let place = if tables.get(1).is_some_and(|table| value(table) == 1) { 2 } else { 0 };
            let is_it =
                cell[at] as i64 - cell[at + 1] as i64 == value(&tables[0]) && cell[at + 2] == place;
            // of the ways to write an integer as a difference any will do
            (!is_it).then_some(false)
        };
        changed(&text, stride, &truth, &cells(box_));
    }
}

#[test]
fn several_equal_heaps_are_won_as_one_of_them_by_equal_moves_only() {
    // one switch {3|-1} is won by who begins, three are won by Left
    let rules = "game G\nheap n\nLeft: (n) -> 3*(n-1) if n > 1\nRight: (n) -> (n-1) if n < 2";
    let law = law(&Table::sequence(0, &[0, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]).unwrap());
    let told = prove(&subject(rules, true, &[0]), &law, &Limits::none()).unwrap();
    assert!(matches!(told, Verdict::OutOfReach(_)), "{told:?}");
}

#[test]
fn values_are_read_by_exponents_where_both_players_move_alike() {
    // as many equal heaps as an odd number says are worth one of them in impartial play only
    let sentences = |players: &[&str], kind| {
        let moves = players
            .iter()
            .map(|player| format!("\n{player}: (n) -> m*(n/m) for m in 2..n if m divides n"));
        let rules: Ruleset =
            format!("game G\nheap n{}", moves.collect::<String>()).parse().unwrap();
        farstar_referee::sentences(&Claim {
            rules: rules.canonical().to_owned(),
            kind,
            numeration: Numeration::Base(2),
            low: vec![1],
            measure: vec![Fall::Sum],
            reads: Abstraction::Exponents,
            forms: Vec::new(),
        })
    };
    assert!(sentences(&["Both"], Kind::Grundy).is_ok());
    assert!(sentences(&["Left"], Kind::Winners).is_ok());
    assert!(sentences(&["Left"], Kind::Values).is_err());
}

#[test]
fn wrong_laws_are_refuted() {
    let period = |values: &[i64], preperiod, saltus: i64| {
        LawForm::Periodic(Periodic {
            first: 0,
            values: values.to_vec(),
            preperiod,
            saltus: vec![saltus],
        })
    };
    let refuted = |rules: &str, law: &LawForm| {
        let verdict = prove(&subject(rules, false, &[0]), law, &Limits::none()).expect("no limits");
        assert!(matches!(verdict, Verdict::Refuted { .. }), "{rules}: {verdict:?}");
    };
    // g(n) = n is that of Nim
    refuted("laskers-nim", &period(&[0], 0, 1));
    refuted("subtraction 1,3,4", &period(&[0, 1, 0, 1, 2, 3], 0, 0));
    let kayles: Vec<i64> = "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 4 2 7 4 1 2 8 1 4 7 2 1 8 6 7 4 1 2 8 1 4 7 2 1 8 2"
        .split(' ')
        .map(|n| n.parse().unwrap())
        .collect();
    assert_eq!(kayles.len(), 83);
    let right = prove(&subject("kayles", false, &[0]), &period(&kayles, 71, 0), &Limits::none());
    assert!(matches!(right, Ok(Verdict::Theorem(_))), "{right:?}");
    // as if the period began at 60
    refuted("kayles", &period(&kayles[..72], 60, 0));
}

#[test]
fn a_refutation_names_a_heap_near_by() {
    let nim = Ruleset::named("two-heap-nim").unwrap();
    let rows = cells(&[20, 20]).into_iter().map(|c| {
        let cell: Vec<i64> = c.iter().map(|&x| x as i64).collect();
        (cell, (c[0] | c[1]) as i64)
    });
    let law = law(&Table::new(rows.collect()).unwrap());
    let subject = Subject::new(&nim, false, &[0, 0]);
    let verdict = prove(&subject, &law, &Limits::none()).unwrap();
    let Verdict::Refuted { near: Some(near), .. } = verdict else { panic!("{verdict:?}") };
    assert!(near.iter().max() <= Some(&1), "{near:?}");
}

#[test]
fn a_refutation_names_the_least_heap_and_its_value() {
    // up to 24 this is Nim; all but 25 may be taken, so 25 has the options 1 … 24, and the value 0
    let rules = "game Gap\nheap n\nBoth: (n) -> (n-k) for k in 1..n if k != 25";
    let table = Table::sequence(0, &(0..=24).collect::<Vec<_>>()).unwrap();
    let found = find(&table, &[], &LawSearch::default());
    let told = attempt(&subject(rules, false, &[0]), &found, &table, &[], &Limits::none()).unwrap();
    let Verdict::Refuted { least, .. } = told.verdict else { panic!("{:?}", told.verdict) };
    assert_eq!(least, Some((vec![25], 0)));
}

#[test]
fn what_is_beyond_the_logic_is_no_theorem() {
    let euclid = subject("euclid", true, &[0, 0]);
    let law = law(&Table::new(
        (0..12).flat_map(|a| (0..12).map(move |b| (vec![a, b], i64::from(a != b)))).collect(),
    )
    .unwrap());
    let verdict = prove(&euclid, &law, &Limits::none()).unwrap();
    assert!(matches!(verdict, Verdict::OutOfReach(_)), "{verdict:?}");
    // misère outcomes of splits are none of the single heap
    let split = subject("misere kayles", true, &[0]);
    let law =
        LawForm::Periodic(Periodic { first: 0, values: vec![0], preperiod: 0, saltus: vec![0] });
    assert!(matches!(prove(&split, &law, &Limits::none()).unwrap(), Verdict::OutOfReach(_)));
}

#[test]
fn a_law_of_another_kind_is_not_accepted() {
    let values: Vec<i64> = (0..40).collect();
    let text =
        certificate(&subject("nim", false, &[0]), &law(&Table::sequence(0, &values).unwrap()));
    let theorem = check(&text, &|_| false).unwrap();
    assert_eq!(
        (theorem.claim.kind, theorem.claim.rules.as_str().lines().count()),
        (Kind::Grundy, 3)
    );
    for (from, to) in [
        ("law grundy", "law powers"),
        ("law grundy", "law outcome"),
        ("game Rules", "game Rules misere"),
        ("numeration base 2", "numeration base 3"),
        ("numeration base 2", "numeration words 2"),
    ] {
        assert!(text.contains(from));
        assert!(check(&text.replacen(from, to, 1), &|_| false).is_err(), "{to}");
    }
    assert!(check(&format!("{text}step 1 0 -1\n"), &|_| false).is_err());
    assert!(check(text.trim_end().rsplit_once('\n').unwrap().0, &|_| false).is_err());
}

#[test]
fn limits_stop_a_proof() {
    let values: Vec<i64> = (0..40).collect();
    let law = law(&Table::sequence(0, &values).unwrap());
    let token = farstar_play::CancelToken::new();
    token.cancel();
    let bash = subject("game Bash\nheap n\nBoth: (n) -> (n-k) for k in 1..min(n,60)", false, &[0]);
    let limits = Limits::none().cancel(token);
    let outcome = prove(&bash, &law, &limits);
    // so small a proof may end before it looks at the clock, but it ends
    assert!(
        matches!(outcome, Err(farstar_play::Stopped::Cancelled) | Ok(Verdict::Refuted { .. })),
        "{outcome:?}"
    );
}

#[test]
fn changes_in_a_certificate_of_exponents_are_found() {
    let factors = |n: u64| {
        let (mut n, mut many, mut p) = (n, 0, 2);
        while n > 1 {
            if n.is_multiple_of(p) { (n, many) = (n / p, many + 1) } else { p += 1 }
        }
        many
    };
    let law =
        law(&Table::sequence(1, &(1..90).map(|n| factors(n) as i64).collect::<Vec<_>>()).unwrap());
    let rules = "game Divisor\nheap n\nBoth: (n) -> (k) for k in 1..n-1 if k divides n";
    let text = certificate(&subject(rules, false, &[1]), &law);
    assert!(text.contains("\nlow 1 exponents\n"));
    changed(&text, 1, &|cell| (cell[0] > 0).then(|| factors(cell[0]) == cell[1]), &cells(&[30, 8]));
}

#[test]
fn changes_in_a_certificate_of_euclids_algorithm_are_found() {
    // the value of a quotient q and the value v of what is left
    let value = |q: u64, v: u64| if q == 0 { v } else { q - u64::from(v >= q) };
    let pairs = Table::new(vec![(vec![0, 0], 0)]).unwrap();
    let rules = subject("euclid", false, &[0, 0]);
    let none = find(&pairs, &[], &LawSearch::default());
    let told = attempt(&rules, &none, &pairs, &[], &Limits::none()).unwrap();
    let text = told.verdict.certificate().expect("a theorem");
    assert!(text.contains("\nlow 0 0 euclidean\n"));
    changed(text, 2, &|cell| Some(value(cell[0], cell[1]) == cell[2]), &cells(&[9, 9, 12]));
}

#[test]
fn changes_in_a_certificate_of_remainders_and_powers_are_found() {
    let g = |n: u64, a: u64| match (n % (a + 1), a % 2) {
        (r, 0) if r == a => 2,
        (r, _) => r % 2,
    };
    let rows = cells(&[61, 11]).into_iter().filter(|cell| cell[1] > 1);
    let row = |cell: Vec<u64>| (vec![cell[0] as i64, cell[1] as i64], g(cell[0], cell[1]) as i64);
    let law = law(&Table::new(rows.map(row).collect()).unwrap());
    let rules = "game Powers\nheap n a\nBoth: (n,a) -> (n-k,a) for k in 1..n if k power of a";
    let text = certificate(&subject(rules, false, &[0, 2]), &law);
    assert!(text.contains("\nlow 0 2 modulus 1 1\n"));
    let truth = |cell: &[u64]| (cell[1] > 1).then(|| g(cell[0], cell[1]) == cell[2]);
    // every number, where FARSTAR_SOAK is set
    let stride = if std::env::var_os("FARSTAR_SOAK").is_some() { 1 } else { 23 };
    changed(&text, stride, &truth, &cells(&[30, 8, 4]));
}

#[test]
fn changes_in_a_certificate_of_remainders_by_parity_are_found() {
    // 1, k or k + 1 are taken
    let g = |n: u64, k: u64| {
        let (rest, half) = (n % (2 * k + k % 2), k + k % 2);
        rest % 2 + 2 * u64::from(rest >= half)
    };
    let of = |op, x: &Expr, y: &Expr| Expr::Binary(op, Box::new(x.clone()), Box::new(y.clone()));
    let one = |op, x: &Expr| Expr::Unary(op, Box::new(x.clone()));
    let (n, k, two) = (Expr::Coordinate(0), Expr::Coordinate(1), Expr::Constant(2));
    let half = of(Binary::Add, &k, &one(Unary::Odd, &k));
    let upper = of(Binary::Mul, &one(Unary::Not, &of(Binary::Less, &n, &half)), &two);
    let within = of(Binary::Add, &one(Unary::Odd, &n), &upper);
    // of the other numbers the first
    let period = of(Binary::Add, &of(Binary::Mul, &n, &two), &one(Unary::Odd, &n));
    let [period, within] = [period, within].map(|expr| Box::new(LawForm::Expression(expr)));
    let law = LawForm::Slice { from: 0, period, within };
    let rules =
        "game G\nheap n k\nBoth: (n,k) -> (n-1,k)\n(n,k) -> (n-k,k) if k > 0\n(n,k) -> (n-k-1,k)";
    let text = certificate(&subject(rules, false, &[0, 1]), &law);
    assert!(text.contains("\nlow 0 1 modulus 2 0 odd 1\n"));
    let truth = |cell: &[u64]| (cell[1] > 0).then(|| g(cell[0], cell[1]) == cell[2]);
    let stride = if std::env::var_os("FARSTAR_SOAK").is_some() { 1 } else { 71 };
    changed(&text, stride, &truth, &cells(&[30, 8, 4]));
}

#[test]
fn changes_in_a_certificate_of_least_limits_are_found() {
    let low = |n: u64| n & n.wrapping_neg();
    let values: Vec<i64> = (1..64).map(|n| low(n) as i64).collect();
    let law = law(&Table::sequence(1, &values).unwrap());
    let rules = "game Dynamic\nheap n m\nBoth: (n,m) -> (n-k,k) for k in 1..min(n,m)";
    let told = prove_threshold(&subject(rules, true, &[0, 0]), &law, &[1], &Limits::none());
    let text = match told.expect("no limits") {
        Verdict::Theorem(proof) => proof.certificate,
        other => panic!("{other:?}"),
    };
    changed(&text, 1, &|cell| (cell[0] > 0).then(|| low(cell[0]) == cell[1]), &cells(&[20, 24]));
}

#[test]
fn changes_in_certificates_by_remainders_are_found() {
    for (moves, by, stride) in [
        ("(n) -> (n-k*k-1) for k in 0..n", 3, 11),
        (
            "(n) -> (n-k) for k in 1..n if k power of 2\n (n) -> (n-k) for k in 1..n if k power of 5",
            3,
            301,
        ),
    ] {
        let rules = format!("game Squares\nheap n\nBoth: {moves}");
        let values: Vec<i64> = (0..60).map(|n| n % by).collect();
        let text =
            certificate(&subject(&rules, false, &[0]), &law(&Table::sequence(0, &values).unwrap()));
        assert!(text.contains("residues 3"), "{text}");
        let truth = |c: &[u64]| Some(c[1] as i64 == c[0] as i64 % by);
        changed(&text, stride, &truth, &cells(&[40, 8]));
    }
}

/// The certificate of the values of Maundy Cake, with rules in other words.
fn shares(rules: &str) -> String {
    let cake = |cell: &[u64]| {
        let mut sides = [cell[0] as i64, cell[1] as i64];
        let largest = |n: i64| (1..n).rev().find(|d| n % d == 0).unwrap_or(1);
        while sides.iter().all(|&side| side > 1) {
            sides = sides.map(largest);
        }
        let [h, w] = sides.map(|side| {
            let next = |&n: &i64| (n > 1).then(|| largest(n));
            std::iter::successors(next(&side), next).sum::<i64>()
        });
        w - h
    };
    let cells: Vec<Vec<u64>> =
        cells(&[16, 16]).into_iter().filter(|cell| cell.iter().all(|&x| x > 0)).collect();
    let (table, none) = (rows(&cells, &cake), Vec::new());
    let found = find(&table, &[], &LawSearch::default());
    let (kind, columns, exponent) = (Kind::Values, [true, false], 0);
    let (forms, classes) = (vec![[vec![], vec![]]], vec![([0, 0], 0)]);
    let parts = ValueParts { kind, columns, exponent, forms, classes };
    let column = (&found, &table, &none);
    let told = attempt_values(&subject(rules, false, &[1, 1]), &parts, &[column], &Limits::none())
        .unwrap();
    assert!(told[0].law.as_ref().is_some_and(|law| law.is_exact(&table)));
    told[0].verdict.certificate().expect("a theorem").to_owned()
}

#[test]
fn equal_shares_are_seen_by_the_referee_in_the_rules_alone() {
    let text = shares("maundy-cake");
    let theorem = check(&text, &|_| false).unwrap();
    assert_eq!((theorem.claim.kind, theorem.claim.low), (Kind::Shares, vec![1, 1]));
    for (from, to) in [
        ("law shares", "law values 0/"),
        ("law shares", "law grundy"),
        ("low 1 1", "low 0 1"),
        ("low 1 1", "low 1"),
        ("in 2..b", "in 3..b"),
        ("in 2..b", "in 2..a"),
        ("i * (a,b/i)", "2 * (a,b/i)"),
        ("i * (a,b/i)", "i * (a,b/2)"),
        ("i * (a,b/i)", "(a,b/i)"),
        ("i divides b", "i divides a"),
        (" if i divides a", ""),
        ("Right: ", "Left: "),
        ("rules 4", "rules 3"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert!(wrong != text && check(&wrong, &|_| false).is_err(), "{from}: {text}");
    }
    assert!(check(&format!("{text}step 1 1 -1\n"), &|_| false).is_err());
}
