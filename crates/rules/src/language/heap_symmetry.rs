//! Symmetries of heap rules: orders of the entries that carry the rules into themselves.

use super::expression::Expr;
use super::heap::{HeapMove, HeapRule, HeapRules, Part, Range};

/// An order of the entries; entry `i` of the image is entry `places[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeapSymmetry {
    pub(crate) places: Vec<usize>,
    /// Whether it exchanges the players.
    pub(crate) negates: bool,
}

fn moved(expr: &Expr, to: &[usize]) -> Expr {
    match expr {
        Expr::Number(n) => Expr::Number(*n),
        Expr::Variable(v) => Expr::Variable(to.get(*v).copied().unwrap_or(*v)),
        Expr::Negate(a) => Expr::Negate(Box::new(moved(a, to))),
        Expr::Not(a) => Expr::Not(Box::new(moved(a, to))),
        Expr::Prime(a) => Expr::Prime(Box::new(moved(a, to))),
        Expr::Binary(op, a, b) => {
            let (mut a, mut b) = (moved(a, to), moved(b, to));
            // where the order of two terms says nothing, they are put in one
            if op.commutes() && b < a {
                std::mem::swap(&mut a, &mut b);
            }
            Expr::Binary(*op, Box::new(a), Box::new(b))
        }
    }
}

fn moved_rule(rule: &HeapMove, places: &[usize]) -> HeapMove {
    // entry `places[i]` comes to stand at `i`
    let mut to = vec![0; places.len()];
    for (i, &p) in places.iter().enumerate() {
        to[p] = i;
    }
    HeapMove {
        names: rule.names.clone(),
        ranges: rule
            .ranges
            .iter()
            .map(|range| match range {
                Range::Between(low, high) => Range::Between(moved(low, &to), moved(high, &to)),
                Range::Of(list) => Range::Of(list.clone()),
            })
            .collect(),
        parts: rule
            .parts
            .iter()
            .map(|part| Part {
                count: moved(&part.count, &to),
                entries: places.iter().map(|&p| moved(&part.entries[p], &to)).collect(),
            })
            .collect(),
        condition: rule.condition.as_ref().map(|c| moved(c, &to)),
    }
}

/// All symmetries of heaps of at most four entries; for more, the identity alone.
pub(crate) fn heap_symmetries(rules: &HeapRules) -> Vec<HeapSymmetry> {
    let arity = rules.names.len();
    let texts = |player: usize, places: &[usize]| -> Vec<String> {
        let mut list: Vec<String> = rules.moves[player]
            .iter()
            .map(|(rule, ..)| match rule {
                HeapRule::Written(one) => moved_rule(one, places).text(&rules.names),
                // of heaps of one number, so nothing is moved
                HeapRule::Code(_) => rule.text(&rules.names),
            })
            .collect();
        list.sort();
        list.dedup();
        list
    };
    let identity: Vec<usize> = (0..arity).collect();
    let own = [texts(0, &identity), texts(1, &identity)];
    let mut orders = vec![Vec::new()];
    for _ in 0..if arity <= 4 { arity } else { 0 } {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                let rest: Vec<usize> = (0..arity).filter(|i| !order.contains(i)).collect();
                rest.into_iter().map(move |i| [order.as_slice(), &[i]].concat())
            })
            .collect();
    }
    if arity > 4 {
        orders = vec![identity];
    }
    let mut found = Vec::new();
    for places in orders {
        let image = [texts(0, &places), texts(1, &places)];
        if image == own {
            found.push(HeapSymmetry { places: places.clone(), negates: false });
        }
        if image[0] == own[1] && image[1] == own[0] {
            found.push(HeapSymmetry { places, negates: true });
        }
    }
    found
}
