//! Products and sums of games whose heaps are one number each.
//!
//! In a move of the *product* of two games one of each is chosen, which makes x₁, x₂, … of a and y₁, y₂, … of b; then
//! of (a, b) all pairs are made of one of a, x₁, x₂, … and one of b, y₁, y₂, … but (a, b) itself.
//!
//! *Theorem* (Tartan; *Winning Ways*, ch. 14). The Grundy value of (a, b) is the nim product of those of a and b.
//!
//! *Proof.* Let g and h be those, X the nim sum of the values of the xᵢ and Y that of the yᵢ. By induction the option
//! has the value (g + X)(h + Y) + gh = gY + Xh + XY, which is not gh, since X ≠ g and Y ≠ h and nimbers are a field.
//! All X < g and Y < h are met, and gh is by definition the least number that is none of these. Play ends, as in every
//! pair one number falls and none rises. ∎
//!
//! In a move of the *sum* of games one of them is chosen, which makes one number of one, and the others stay: the heap
//! is the sum of its numbers, and its value their nim sum (Sprague 1935, Grundy 1939).

use crate::rules::{self, Expr, Move, Range, Rules, binary};
use crate::theorem::{Claim, Kind};

/// Whether a claim is one of the product of the games that two others are about, or of the sum of those of several.
///
/// # Errors
/// Why it is not.
pub(crate) fn is_joined(claim: &Claim, factors: &[&Claim]) -> Result<(), String> {
    let whole = rules::read(&claim.rules)?;
    let games = factors.iter().map(|one| rules::read(&one.rules)).collect::<Result<Vec<_>, _>>()?;
    let are_single = games.iter().all(|game| game.names.len() == 1);
    let is_normal = !whole.misere && games.iter().all(|game| !game.misere);
    let have_values = factors.iter().all(|one| one.kind.is_of_grundy_values());
    let low: Vec<i64> = factors.iter().flat_map(|one| one.low.clone()).collect();
    if whole.names.len() != games.len()
        || !are_single
        || !is_normal
        || !have_values
        || claim.low != low
    {
        return Err("no product and no sum of games with values".into());
    }
    let moves = match (claim.kind, &games[..]) {
        (Kind::Sum, games) => sums(games),
        (_, [a, b]) => products(a, b),
        _ => None,
    };
    let Some(moves) = moves else { return Err("moves that cannot be joined".into()) };
    let plain = |one: &Move| is_plain(one).then(|| sorted(one.clone()));
    let Some(mut own) = whole.moves.iter().map(plain).collect::<Option<Vec<Move>>>() else {
        return Err("moves that are not joined".into());
    };
    for one in moves {
        let Some(at) = own.iter().position(|other| *other == one) else {
            return Err("there should be a move that the rules have not".into());
        };
        own.swap_remove(at);
    }
    if own.is_empty() {
        Ok(())
    } else {
        Err("the rules have moves that should not be there".into())
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

/// Every move of a game is one of the sum, in which the other numbers stay.
fn sums(games: &[Rules]) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for (own, game) in games.iter().enumerate() {
        let name = |v: usize| if v == 0 { own } else { v - 1 + games.len() };
        for one in &game.moves {
            let [(_, entries)] = &one.parts[..] else { return None };
            if !is_plain(one) {
                return None;
            }
            let mut heap: Vec<Expr> = (0..games.len()).map(Expr::Variable).collect();
            heap[own] = renamed(&entries[0], &name);
            moves.push(Move {
                ranges: one.ranges.iter().map(|range| renamed_range(range, &name)).collect(),
                parts: vec![(Expr::Number(1), heap)],
                condition: one.condition.as_ref().map(|one| renamed(one, &name)),
                ..one.clone()
            });
        }
    }
    Some(moves)
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
        Range::Of(_) | Range::Natural => range.clone(),
    }
}
