//! Heaps of two numbers that are divided into equal shares, as in Maundy Cake: the rules tell the laws of their
//! values.

use crate::prove::{Subject, Verdict};
use crate::solve::Proof;
use crate::values::ValueParts;
use farstar_find::{Binary, Expr, FoundLaws, LawClass, LawForm, Table, Unary};
use farstar_referee::{Abstraction, Claim, Fall, Kind, Numeration, shares};
use farstar_rules::language::Ruleset;

/// The laws of numbers and of nimbers of the values that such rules have; none of other rules.
fn laws(rules: &str) -> Option<[Expr; 2]> {
    let of = |op, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
    let unary = |op, a: Expr| Expr::Unary(op, Box::new(a));
    let (one, zero) = (|| Expr::Constant(1), || Expr::Constant(0));
    let largest = |i| unary(Unary::Divisor, Expr::Coordinate(i));
    let smaller = |i| of(Binary::Max, one(), largest(i));
    let [left, right] = shares(rules)?;
    Some(match [left, right] {
        // whoever divides both has no more of the other number than its nimber
        [[true, true], own] | [own, [true, true]] => {
            let (a, b) = if own[1] { (0, 1) } else { (1, 0) };
            let times = of(Binary::Mul, Expr::Coordinate(b), largest(a));
            let mut cell = vec![Expr::Coordinate(0), Expr::Coordinate(1)];
            cell[a] = smaller(a);
            let op = if left == [true; 2] { Binary::Add } else { Binary::Sub };
            let even = unary(Unary::Not, unary(Unary::Odd, Expr::Coordinate(b)));
            let odd = unary(Unary::OmegaOdd, Expr::Coordinate(b));
            [of(op, Expr::Smaller(cell), times), of(Binary::Add, odd, even)]
        }
        _ => {
            let (a, b) = if left[0] { (0, 1) } else { (1, 0) };
            let least = of(Binary::Min, Expr::Coordinate(0), Expr::Coordinate(1));
            let alone = of(Binary::Sub, largest(a), largest(b));
            let alone = Expr::If(
                Box::new(of(Binary::Less, one(), least)),
                Box::new(zero()),
                Box::new(alone),
            );
            [of(Binary::Add, Expr::Smaller(vec![smaller(0), smaller(1)]), alone), zero()]
        }
    })
}

/// The laws of a table that the `rules` tell, if they are of equal shares. Nothing else need be looked for.
pub(crate) fn told_by_shares(
    rules: &Ruleset,
    table: &Table,
    held_back: &[(Vec<i64>, i64)],
) -> Option<FoundLaws> {
    let laws = laws(rules.canonical())?.map(LawForm::Expression);
    let mut found = FoundLaws { laws: Vec::new(), tried: vec![LawClass::Recursion], stopped: None };
    let law = laws.into_iter().find(|law| law.is_exact(table))?;
    found.offer(law, table, held_back);
    Some(found)
}

/// Proves the laws of the columns of the values of such rules: of numbers, and of nimbers where there are any.
pub(crate) fn prove(
    subject: &Subject,
    parts: &ValueParts,
    tables: &[&Table],
) -> Option<(Vec<LawForm>, Verdict)> {
    let laws = laws(&subject.rules)?.map(LawForm::Expression);
    let given = laws.into_iter().zip(parts.columns).filter(|(_, given)| *given);
    let laws: Vec<LawForm> = given.map(|(law, _)| law).collect();
    let is_exact = laws.iter().zip(tables).all(|(law, table)| law.is_exact(table));
    if subject.outcomes || subject.low.iter().any(|&low| low > 1) || !is_exact {
        return None;
    }
    let claim = Claim {
        rules: subject.rules.clone(),
        kind: Kind::Shares,
        numeration: Numeration::Base(2),
        // the divisors of 0 are another matter
        low: vec![1; 2],
        measure: vec![Fall::Sum],
        reads: Abstraction::Entries,
        forms: Vec::new(),
    };
    Some((laws, Verdict::Theorem(Proof::by_rules(&claim)?)))
}
