//! Heaps n of one number, of which a number k is taken, or left, that a root bounds: α·k² + β·k ≤ c·n + e, or not.
//!
//! Let r(n) be the largest k ≥ 0 with α·k² + β·k ≤ c·n + e, where α, c ≥ 1 and β ≥ 0, or −1 if c·n + e < 0. Then
//! the options of n are
//!
//! | k is … | and at most r(n) | and more |
//! |---|---|---|
//! | taken, 1 ≤ k ≤ n | all from n − min(n, max(r, 0)) on | the smallest max(0, n − max(r, 0)) |
//! | left, 0 ≤ k < n | the smallest min(n, r + 1) | all from min(n, r + 1) on |
//!
//! *All from l(n) on*: if l(n + 1) is l(n) or l(n) + 1 for all n, the values of l(n), …, n are 0, …, n − l(n) in some
//! order, by induction: the value of n + 1 is n + 1 − l(n) if l(n + 1) = l(n), and else that of l(n).
//!
//! *The smallest c(n)*: if c does not fall as n grows, the value of n is 0 if c(n) = 0, and else 1 more than that of
//! c(n) − 1.
//!
//! So it is for all n from the first on with α·(2r + 3) + β ≥ c, where r = r(n): c·n + e is less than α·k² + β·k for
//! k = r + 1, and that for r + 2 is more by the left side, so r(n + 1) is r or r + 1; and as r does not fall, it goes
//! on so. Each of the finitely many heaps before is looked at.

use crate::rules::{self, Expr, Move, Range};
use crate::theorem::Claim;

/// The largest of α, β, c and e.
const LARGEST: i128 = 1 << 20;
/// Heaps that are looked at.
const MOST_HEAPS: u64 = 1 << 16;

/// Rules of heaps n of one number, of which k is taken or left, with α·k² + β·k ≤ c·n + e or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootBound {
    /// α and β.
    pub of: [i64; 2],
    /// c and e.
    pub heap: [i64; 2],
    /// Whether k is taken, and not left.
    pub is_taken: bool,
    /// Whether the sum is at most c·n + e, and not more.
    pub is_most: bool,
}

impl RootBound {
    /// The largest k ≥ 0 with α·k² + β·k ≤ c·n + e, or −1.
    #[must_use]
    pub fn root(&self, n: u64) -> i128 {
        let [a, b, c, e] = [self.of, self.heap].concat()[..] else { return -1 };
        let [a, b] = [a, b].map(i128::from);
        let most = i128::from(c) * i128::from(n) + i128::from(e);
        if most < 0 { -1 } else { ((b * b + 4 * a * most).isqrt() - b) / (2 * a) }
    }

    /// Whether the options are all heaps from a least one on, and not the smallest ones.
    #[must_use]
    pub fn is_interval(&self) -> bool {
        self.is_taken == self.is_most
    }

    /// The least option of heap n, n if there is none; or how many options it has.
    #[must_use]
    pub fn end(&self, n: u64) -> u64 {
        let (root, n) = (self.root(n), i128::from(n));
        let end = match self.is_taken {
            true => n - root.clamp(0, n),
            false => n.min(root + 1),
        };
        end as u64
    }

    /// Whether the ends of the options rise as the theorem needs it.
    fn rises(&self) -> bool {
        let [a, b, c, _] = [self.of, self.heap].concat()[..] else { return false };
        let [a, b, c] = [a, b, c].map(i128::from);
        for n in 0..MOST_HEAPS {
            if a * (2 * self.root(n) + 3) + b >= c {
                return true;
            }
            let (end, next) = (self.end(n), self.end(n + 1));
            if next < end || self.is_interval() && next > end + 1 {
                return false;
            }
        }
        false
    }
}

/// What a root bounds in the moves, if the rules are such and the theorem above tells the values.
///
/// # Examples
/// ```
/// use farstar_referee::root_bound;
/// let rules = "game G\nheap n\nBoth: (n) -> (n-k) for k in 1..n if k*k<=n\n";
/// let bound = root_bound(rules).expect("up to the root of a heap is taken");
/// assert_eq!((bound.is_interval(), bound.end(17)), (true, 13));
/// ```
#[must_use]
pub fn root_bound(rules: &str) -> Option<RootBound> {
    let rules = rules::read(rules).ok()?;
    let [one] = &rules.moves[..] else { return None };
    if rules.misere || rules.names.len() != 1 || one.players != [true; 2] {
        return None;
    }
    bounded(one).filter(RootBound::rises)
}

/// What bounds the number that is taken or left by a move.
fn bounded(one: &Move) -> Option<RootBound> {
    let (number, n, k) = (Expr::Number, Expr::Variable(0), Expr::Variable(1));
    let ([Range::Between(low, high)], [(count, entries)]) = (&one.ranges[..], &one.parts[..])
    else {
        return None;
    };
    if *count != number(1) || one.run || one.multiple.is_some() {
        return None;
    }
    let ends = (low, high);
    let is_taken = match &entries[..] {
        [rest] if *rest == rules::binary("-", n.clone(), k.clone()) && ends == (&number(1), &n) => {
            true
        }
        [left] if *left == k && ends == (&number(0), &rules::binary("-", n, number(1))) => false,
        _ => return None,
    };
    let Some(Expr::Binary(op @ ("<" | "<="), less, more)) = &one.condition else { return None };
    // more − less, which is not to be negative
    let sign = |by: i128, terms: [i128; 4]| terms.map(|term| by * term);
    let [mut rest, heap, linear, square] = sum(terms(more)?, sign(-1, terms(less)?));
    rest -= i128::from(*op == "<");
    let (is_most, terms) = match square {
        ..0 => (true, [-square, -linear, heap, rest]),
        // it is less than c·n + e + 1 where it is not
        _ => (false, [square, linear, -heap, -rest - 1]),
    };
    let [a, b, c, _] = terms;
    if a < 1 || b < 0 || c < 1 || terms.iter().any(|term| term.abs() > LARGEST) {
        return None;
    }
    let [a, b, c, e] = terms.map(|term| term as i64);
    Some(RootBound { of: [a, b], heap: [c, e], is_taken, is_most })
}

/// An expression as so many times 1, n, k and k².
fn terms(expr: &Expr) -> Option<[i128; 4]> {
    let small = |terms: [i128; 4]| terms.iter().all(|term| term.abs() <= LARGEST).then_some(terms);
    small(match expr {
        Expr::Number(number) => [i128::from(*number), 0, 0, 0],
        Expr::Variable(0) => [0, 1, 0, 0],
        Expr::Variable(_) => [0, 0, 1, 0],
        Expr::Binary("+", one, other) => sum(terms(one)?, terms(other)?),
        Expr::Binary("-", one, other) => sum(terms(one)?, terms(other)?.map(|term| -term)),
        Expr::Binary("*", one, other) => match [terms(one)?, terms(other)?] {
            [[by, 0, 0, 0], terms] | [terms, [by, 0, 0, 0]] => terms.map(|term| by * term),
            [[a, 0, b, 0], [c, 0, d, 0]] => [a * c, 0, a * d + b * c, b * d],
            _ => return None,
        },
        _ => return None,
    })
}

fn sum(one: [i128; 4], other: [i128; 4]) -> [i128; 4] {
    [0, 1, 2, 3].map(|i| one[i] + other[i])
}

/// Whether a claim is one of heaps of which a root bounds what is taken or left.
///
/// # Errors
/// Why it is not.
pub(crate) fn is_of_roots(claim: &Claim) -> Result<(), String> {
    match root_bound(&claim.rules) {
        Some(_) if claim.low == [0] => Ok(()),
        _ => Err("no values of heaps of which a root bounds what is taken or left".into()),
    }
}
