//! Products of two games whose heaps are one number each. In a move of the product one of each game is chosen, which
//! makes x₁, x₂, … of a and y₁, y₂, … of b; then of (a, b) all pairs are made of one of a, x₁, x₂, … and one of b, y₁,
//! y₂, … but (a, b) itself.
//!
//! *Theorem* (Tartan; *Winning Ways*, ch. 14). The Grundy value of (a, b) is the nim product of those of a and b.
//!
//! *Proof.* Let g and h be those, X the nim sum of the values of the xᵢ and Y that of the yᵢ. By induction the option
//! has the value (g + X)(h + Y) + gh = gY + Xh + XY, which is not gh, since X ≠ g and Y ≠ h and nimbers are a field.
//! All X < g and Y < h are met, and gh is by definition the least number that is none of these. Play ends, as in every
//! pair one number falls and none rises. ∎

use crate::rules::{self, Expr, Move, Range, Rules, binary};
use crate::theorem::Claim;

/// Whether a claim is one of the product of the games that two others are about.
///
/// # Errors
/// Why it is not.
pub(crate) fn is_product(claim: &Claim, factors: [&Claim; 2]) -> Result<(), String> {
    let [first, second] = factors;
    let (whole, a, b) =
        (rules::read(&claim.rules)?, rules::read(&first.rules)?, rules::read(&second.rules)?);
    let arities = [&whole, &a, &b].map(|rules| rules.names.len());
    let is_normal = [&whole, &a, &b].iter().all(|rules| !rules.misere);
    let have_values = factors.iter().all(|one| one.kind.is_of_grundy_values());
    let low = [&first.low[..], &second.low].concat();
    if arities != [2, 1, 1] || !is_normal || !have_values || claim.low != low {
        return Err("no product of two games with values".into());
    }
    let Some(moves) = products(&a, &b) else { return Err("moves that have no products".into()) };
    let plain = |one: &Move| is_plain(one).then(|| sorted(one.clone()));
    let Some(mut own) = whole.moves.iter().map(plain).collect::<Option<Vec<Move>>>() else {
        return Err("moves that are no products".into());
    };
    for one in moves {
        let Some(at) = own.iter().position(|other| *other == one) else {
            return Err("the product has moves that the rules have not".into());
        };
        own.swap_remove(at);
    }
    if own.is_empty() {
        Ok(())
    } else {
        Err("the rules have moves that the product has not".into())
    }
}

/// Whether both players may make a move, which makes single heaps.
fn is_plain(one: &Move) -> bool {
    let single = one.parts.iter().all(|(count, _)| *count == Expr::Number(1));
    single && one.players == [true; 2] && !one.run && one.multiple.is_none()
}

/// The move with its parts in one order.
fn sorted(mut one: Move) -> Move {
    one.parts.sort_by_key(|part| format!("{part:?}"));
    one
}

/// A move of each game makes one of the product: the variables of the first come before those of the second.
fn products(a: &Rules, b: &Rules) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for x in &a.moves {
        for y in &b.moves {
            if !is_plain(x) || !is_plain(y) {
                return None;
            }
            let first = |v: usize| if v == 0 { 0 } else { v + 1 };
            let second = |v: usize| if v == 0 { 1 } else { v + 1 + x.ranges.len() };
            let mut ranges: Vec<Range> =
                x.ranges.iter().map(|r| renamed_range(r, &first)).collect();
            ranges.extend(y.ranges.iter().map(|r| renamed_range(r, &second)));
            let made = |one: &Move, name: &dyn Fn(usize) -> usize| -> Vec<Expr> {
                let own = [Expr::Variable(name(0))].into_iter();
                own.chain(one.parts.iter().map(|part| renamed(&part.1[0], name))).collect()
            };
            let (rows, columns) = (made(x, &first), made(y, &second));
            let pairs = rows.iter().flat_map(|x| {
                columns.iter().map(move |y| (Expr::Number(1), vec![x.clone(), y.clone()]))
            });
            let parts = pairs.skip(1).collect();
            let conditions = [
                x.condition.as_ref().map(|one| renamed(one, &first)),
                y.condition.as_ref().map(|one| renamed(one, &second)),
            ];
            let condition =
                conditions.into_iter().flatten().reduce(|one, other| binary("and", one, other));
            let (players, run, multiple) = ([true; 2], false, None);
            moves.push(sorted(Move { players, ranges, parts, condition, run, multiple }));
        }
    }
    Some(moves)
}

fn renamed(expr: &Expr, name: &dyn Fn(usize) -> usize) -> Expr {
    match expr {
        Expr::Number(n) => Expr::Number(*n),
        Expr::Variable(v) => Expr::Variable(name(*v)),
        Expr::Not(a) => Expr::Not(Box::new(renamed(a, name))),
        Expr::Binary(op, a, b) => binary(op, renamed(a, name), renamed(b, name)),
    }
}

fn renamed_range(range: &Range, name: &dyn Fn(usize) -> usize) -> Range {
    match range {
        Range::Between(low, high) => Range::Between(renamed(low, name), renamed(high, name)),
        Range::Of(list) => Range::Of(list.clone()),
    }
}
