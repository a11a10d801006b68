//! The first law is the cheapest, and of the classes that are asked for.

use farstar_find::{Binary, Expr, LawClass, LawForm, LawSearch, Table, Unary, find};

fn n() -> Expr {
    Expr::Coordinate(0)
}

fn m() -> Expr {
    Expr::Coordinate(1)
}

fn unary(op: Unary, x: Expr) -> Expr {
    Expr::Unary(op, Box::new(x))
}

fn binary(op: Binary, x: Expr, y: Expr) -> Expr {
    Expr::Binary(op, Box::new(x), Box::new(y))
}

/// The table of an expression, of so many coordinates.
fn table(law: &LawForm, coordinates: usize) -> Table {
    let side = if coordinates == 1 { 120 } else { 18 };
    let mut cells = vec![Vec::new()];
    for _ in 0..coordinates {
        let longer = |cell: &Vec<i64>| {
            let cell = cell.clone();
            (0..side).map(move |x| [&cell[..], &[x]].concat())
        };
        cells = cells.iter().flat_map(longer).collect();
    }
    let row = |cell: Vec<i64>| {
        let wide: Vec<i128> = cell.iter().map(|&x| x.into()).collect();
        let value = law.value_at(&wide).expect("a value") as i64;
        (cell, value)
    };
    Table::new(cells.into_iter().map(row).collect()).expect("a table")
}

/// Short expressions, some of which laws that call themselves say too.
fn planted() -> Vec<(Expr, usize)> {
    let three = || Expr::Constant(3);
    vec![
        (binary(Binary::Sub, n(), binary(Binary::Div, n(), three())), 1),
        (binary(Binary::Add, n(), unary(Unary::Half, n())), 1),
        (binary(Binary::Sub, n(), unary(Unary::Sqrt, n())), 1),
        (binary(Binary::Xor, n(), unary(Unary::Half, n())), 1),
        (binary(Binary::Add, unary(Unary::Popcount, n()), unary(Unary::Lg, n())), 1),
        (binary(Binary::Sub, binary(Binary::Max, n(), m()), unary(Unary::Half, m())), 2),
        (binary(Binary::Mod, n(), unary(Unary::Inc, m())), 2),
        (binary(Binary::Xor, unary(Unary::Half, n()), m()), 2),
    ]
}

#[test]
fn no_law_that_is_told_first_is_dearer_than_a_short_expression() {
    for (expr, coordinates) in planted() {
        let form = LawForm::Expression(expr);
        let table = table(&form, coordinates);
        for classes in [Vec::new(), vec![LawClass::Expressions]] {
            let search = LawSearch { classes, ..LawSearch::default() };
            let mut found = find(&table, &[], &search);
            let first = found.laws.first().map(|law| (law.bits, law.shown()));
            found.offer(form.clone(), &table, &[]);
            let planted = found.laws.iter().find(|law| law.form == form).expect("offered");
            let (bits, shown) = first.unwrap_or_else(|| panic!("nothing for {}", planted.shown()));
            assert!(bits <= planted.bits, "{shown} before {}", planted.shown());
        }
    }
}

#[test]
fn only_laws_of_the_classes_that_are_asked_for_are_told() {
    for (expr, coordinates) in planted().into_iter().step_by(2) {
        let table = table(&LawForm::Expression(expr), coordinates);
        for class in LawClass::ALL {
            let search = LawSearch { classes: vec![class], ..LawSearch::default() };
            let found = find(&table, &[], &search);
            assert!(found.laws.iter().all(|law| law.form.class() == class), "{:?}", found.laws);
            assert_eq!(found.tried, [class]);
        }
    }
}

#[test]
fn a_row_with_negative_values_may_have_a_law_by_the_other_sign() {
    // the Left stop where Left takes a, Right takes b: n stands for its remainder by a + b
    let stop = |n: i64, a: i64, b: i64| match n % (a + b) {
        n if n < a => -(n / b),
        n => n / a - i64::from(n >= b),
    };
    let rows = |to: i64, sides: i64| {
        let pairs = (1..=sides).flat_map(move |a| (1..=sides).map(move |b| (a, b)));
        let rows = move |(a, b)| (0..=to).map(move |n| (vec![n, a, b], stop(n, a, b)));
        pairs.flat_map(rows).collect::<Vec<_>>()
    };
    let found = find(&Table::new(rows(22, 5)).unwrap(), &rows(40, 9), &LawSearch::default());
    let law = &found.laws[0];
    assert_eq!((law.wrong, law.form.class()), (0, LawClass::Slices), "{}", law.shown());
    assert_eq!(law.value(&[1_000_000_000, 7, 11]), Some(stop(1_000_000_000, 7, 11).into()));
}

/// Who begins wins where an odd number of times is taken off in Euclid's algorithm, the larger number first.
fn euclid(a: i128, b: i128, modulus: i128) -> i128 {
    match (a.max(b), a.min(b)) {
        (_, 0) => 0,
        (a, b) => i128::from(a / b % modulus != euclid(a % b, b, modulus)),
    }
}

#[test]
fn what_quotients_of_two_numbers_say_is_found_by_their_remainders() {
    for modulus in [2, 3] {
        let cells = (0..1600).map(|i| [i / 40, i % 40]);
        let value = |[a, b]: [i64; 2]| euclid(a.into(), b.into(), modulus) as i64;
        let table = Table::new(cells.map(|cell| (cell.to_vec(), value(cell))).collect());
        let classes = vec![LawClass::Recursion];
        let search = LawSearch { classes, ..LawSearch::default() };
        let laws = find(&table.expect("a table"), &[], &search).laws;
        let law = laws.first().expect("a law");
        for (a, b) in [(10_946, 6765), (6765, 10_946), (987_654_321, 12_345), (1 << 40, 3)] {
            assert_eq!(law.value(&[a, b]), Some(euclid(a, b, modulus)), "{}", law.shown());
        }
    }
}
