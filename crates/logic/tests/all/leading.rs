//! Laws that call themselves at the halves of all entries, proved by induction on the last digits.

use farstar_find::{Binary, Expr, FoundLaws, LawForm, LawSearch, Table, Unary, find};
use farstar_logic::{Subject, ValueParts, Verdict, attempt_values};
use farstar_play::{Limits, Player};
use farstar_referee::check;
use farstar_rules::language::Ruleset;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The integer that a heap is worth, by its options, if all of them are worth integers, and it is.
fn worth(rules: &Ruleset, heap: &[u64], known: &mut HashMap<Vec<u64>, Option<i64>>) -> Option<i64> {
    if let Some(&worth) = known.get(heap) {
        return worth;
    }
    let sides = [Player::Left, Player::Right].map(|player| {
        let (mut sums, sign) = (Some(Vec::new()), if player == Player::Left { 1 } else { -1 });
        let _ = rules.visit_heap(player, heap, &mut |made| {
            let parts = made.expect("numbers in range").chunks(heap.len());
            let sum = parts.map(|part| worth(rules, part, known)).sum::<Option<i64>>();
            sums = sums.take().zip(sum).map(|(sums, sum)| [&sums[..], &[sign * sum]].concat());
            ControlFlow::Continue(())
        });
        Some(sums?.into_iter().max().map(|best| sign * best))
    });
    let worth = match sides {
        [Some(left), Some(right)] if left.zip(right).is_none_or(|(l, r)| l + 1 < r) => {
            Some(match (left, right) {
                (Some(left), _) if left >= 0 => left + 1,
                (_, Some(right)) if right <= 0 => right - 1,
                _ => 0,
            })
        }
        _ => None,
    };
    known.insert(heap.to_vec(), worth);
    worth
}

const SIDE: i64 = 24;

/// What is said of the cells of a square from `low` on.
fn table(low: i64, says: &mut dyn FnMut(&[i64; 2]) -> i64) -> Table {
    let cells = (low..=SIDE).flat_map(|a| (low..=SIDE).map(move |b| [a, b]));
    Table::new(cells.map(|cell| (cell.to_vec(), says(&cell))).collect()).unwrap()
}

fn proved(rules: &Ruleset, low: i64, found: &FoundLaws, table: &Table) -> Verdict {
    let parts = ValueParts {
        kind: farstar_referee::Kind::Values,
        columns: [true, false],
        exponent: 0,
        forms: vec![[vec![], vec![]]],
        classes: vec![([0, 0], 0)],
    };
    let (subject, none) = (Subject::new(rules, false, &[low; 2]), Vec::new());
    let columns = [(found, table, &none)];
    let told = attempt_values(&subject, &parts, &columns, &Limits::none()).unwrap();
    told[0].verdict.clone()
}

/// Winning Ways, ch. 2.
#[test]
fn cakes_that_are_cut_are_worth_what_their_leading_digits_say() {
    let rules = Ruleset::named("Cutcake").unwrap();
    for low in [0, 1] {
        let mut known = HashMap::new();
        let mut says = |cell: &[i64; 2]| {
            worth(&rules, &cell.map(|x| x as u64), &mut known).expect("an integer")
        };
        let table = table(low, &mut says);
        let verdict = proved(&rules, low, &find(&table, &[], &LawSearch::default()), &table);
        let Verdict::Theorem(proof) = &verdict else { panic!("{verdict:?}") };
        assert_eq!(proof.theorem.claim.read(&[1000, 70]), Some(vec![15, 1]));
        let text = &proof.certificate;
        let signs = "leading -1 1";
        assert!(text.contains(signs));
        for other in
            ["leading 1 1", "leading -1 -1", "leading 0 1", "leading -1", "leading -1 2", ""]
        {
            let other = text.replacen(signs, other, 1);
            assert!(check(&other, &|_| false).is_err(), "{other:.200}");
        }
        let many = text.replacen("(a,b-i)", &["(a,1)"; 70].join(" + "), 1);
        assert_eq!(
            check(&many, &|_| false).err().map(|e| e.to_string()),
            Some("too many cases".to_owned())
        );
    }
}

/// f(a div 2, b div 2) while both are at least 2, else an expression.
fn halving(short: Expr) -> LawForm {
    let half = |x: Expr| Expr::Unary(Unary::Half, Box::new(x));
    let (a, b) = (Expr::Coordinate(0), Expr::Coordinate(1));
    let least = Expr::Binary(Binary::Min, Box::new(a.clone()), Box::new(b.clone()));
    let call = Expr::Smaller(vec![half(a), half(b)]);
    LawForm::Expression(Expr::If(Box::new(half(least)), Box::new(call), Box::new(short)))
}

/// p·a + q·b + c.
fn linear([p, q, c]: [i64; 3]) -> Expr {
    let of = |op, x: Expr, y: Expr| Expr::Binary(op, Box::new(x), Box::new(y));
    let term = |factor, i| of(Binary::Mul, Expr::Coordinate(i), Expr::Constant(factor));
    of(Binary::Add, of(Binary::Add, term(p, 0), term(q, 1)), Expr::Constant(c))
}

/// Whatever is claimed, no theorem is wrong.
#[test]
fn wrong_laws_of_leading_digits_are_not_proved() {
    let cut = |left: &str, right: &str| -> Ruleset {
        format!("game G\nheap a b\nLeft: (a,b) -> {left}\nRight: (a,b) -> {right}").parse().unwrap()
    };
    let (wide, high) = ("(a,i)+(a,b-i) for i in 1..b-1", "(i,b)+(a-i,b) for i in 1..a-1");
    let rules = [
        cut(wide, high),
        cut(high, wide),
        cut("(a,i)+(a,b-i) for i in 1..b-2", high),
        cut("(a,i) for i in 1..b-1", "(i,b) for i in 1..a-1"),
        cut("(a,1)+(a,b-1) if b > 1", "(1,b)+(a-1,b) if a > 1"),
        cut("(a,i)+(a,b-i) for i in 1..b-1", "(a-1,b)+(1,b) if a > 2"),
        cut("(a,i)+(a,j)+(a,b-i-j) for i in 1..b-2, j in 1..b-1-i", high),
        cut("2*(a,b-1) if b > 1", "2*(a-1,b) if a > 1"),
        cut("nothing if b > 1", "nothing if a > 1"),
    ];
    let (mut theorems, mut others) = (0, 0);
    for rules in &rules {
        let mut known = HashMap::new();
        for short in
            [[-1, 1, 0], [1, -1, 0], [-1, 1, 1], [-1, 1, -1], [0, 0, 0], [-2, 2, 0], [-1, 0, 1]]
        {
            let law = halving(linear(short));
            let value = |cell: &[i64; 2]| law.value_at(&cell.map(i128::from)).unwrap() as i64;
            let table = table(1, &mut |cell| value(cell));
            let mut found = FoundLaws { laws: Vec::new(), tried: Vec::new(), stopped: None };
            found.offer(law.clone(), &table, &[]);
            if !matches!(proved(rules, 1, &found, &table), Verdict::Theorem(_)) {
                others += 1;
                continue;
            }
            theorems += 1;
            for (cell, value) in table.rows() {
                let heap = [cell[0] as u64, cell[1] as u64];
                assert_eq!(
                    worth(rules, &heap, &mut known),
                    Some(value),
                    "{}: {cell:?}",
                    rules.canonical()
                );
            }
        }
    }
    assert!(theorems >= 2 && others >= 50, "{theorems} theorems, {others} others");
}
