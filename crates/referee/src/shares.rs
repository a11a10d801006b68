//! Equal shares: heaps (a, b) of two numbers, each at least 1, of which a player makes m equal heaps with a/m in place
//! of a, for any divisor m > 1, or with b/m in place of b. Which of the two a player may divide, the rules say.
//!
//! For n with the prime factors p₁ ≤ … ≤ pᵣ let Sᵢ(n) = 1 + pᵣ + pᵣpᵣ₋₁ + …, with i terms, be the sum of the products
//! of its 0, 1, …, i − 1 largest prime factors, and S(n) that with all r terms: n₁ + n₂ + … + 1 where each number is
//! followed by its largest proper divisor.
//!
//! *Lemma.* If n/m has t < r prime factors, then m·Sᵢ(n/m) ≤ Sᵣ₋ₜ₊ᵢ(n) − 1 for i ≤ t, with equality for m = pᵣ. For
//! the term of Sᵢ(n/m) that is a product of j of its factors becomes, times m, a product of r − t + j factors of n,
//! which is at most that of the largest; and of the terms of Sᵣ₋ₜ₊ᵢ(n) these leave the first r − t, one of which is 1.
//! Of m = pᵣ they leave 1 alone, and all others are met.
//!
//! *Theorem* (Maundy Cake; *Winning Ways*, ch. 2). If Left divides a and Right b, which have r and s prime factors,
//! the value of (a, b) is Sᵣ₋ₛ(a) if r ≥ s, else −Sₛ₋ᵣ(b).
//!
//! *Proof*, by induction, for r ≥ s. Let a/m have t factors. If t ≥ s, Left's option is m·Sₜ₋ₛ(a/m) ≤ Sᵣ₋ₛ(a) − 1,
//! with equality for m = pᵣ if r > s; if t < s, it is less than 0. Let b/m have u factors, u < s. Right's option is
//! m·Sᵣ₋ᵤ(a) > Sᵣ₋ₛ(a). So Sᵣ₋ₛ(a) is the integer that is nearest to 0 between them, or 0 if r = s. ∎
//!
//! *Theorem.* If Left divides a and b, and Right b, the value is b·S(a) + *β, where β is the number of odd prime
//! factors of b, and 1 more if b is even; the negative of it if Right divides both and Left b.
//!
//! *Proof*, by induction. Dividing a makes b·m·S(a/m) and a nimber, which is less than b·S(a) − b + 1, and so no good
//! option if b·S(a) is to be had elsewhere or Left's best one if b = 1, when it is S(a) − 1 for the largest prime
//! factor and Right has no move. Dividing b by m makes m·(b/m)·S(a) and, if m is odd, the nimber of b/m, else 0: of b
//! odd, those of 0 to β − 1 odd factors; of b even, 1 to β − 1 and, if m = 2, 0. So both have the nimbers below β,
//! none has *β, and what is less than the value by a number is no option that matters. ∎

use crate::rules::{self, Expr, Move, Range};
use crate::theorem::Claim;

/// Which of the two numbers of a heap Left divides, and Right, if the rules are of equal shares and one of the
/// theorems above tells the values.
///
/// # Examples
/// ```
/// use farstar_referee::shares;
/// let cake = "game Cake\nheap h w\nLeft: (h,w) -> m*(h,w/m) for m in 2..w if m divides w\n\
///             Right: (h,w) -> m*(h/m,w) for m in 2..h if m divides h\n";
/// assert_eq!(shares(cake), Some([[false, true], [true, false]]));
/// ```
#[must_use]
pub fn shares(rules: &str) -> Option<[[bool; 2]; 2]> {
    let rules = rules::read(rules).ok()?;
    let mut divides = [[false; 2]; 2];
    if rules.misere || rules.names.len() != 2 {
        return None;
    }
    for one in &rules.moves {
        let number = divided(one)?;
        for (own, moves) in divides.iter_mut().zip(one.players) {
            own[number] |= moves;
        }
    }
    let [left, right] = divides;
    let apart = [left, right] == [[true, false], [false, true]]
        || [left, right] == [[false, true], [true, false]];
    let one_has_both = |one: [bool; 2], other: [bool; 2]| one == [true; 2] && other[0] != other[1];
    (apart || one_has_both(left, right) || one_has_both(right, left)).then_some(divides)
}

/// Which number a move divides, if it does that alone: m*(a/m,b) for m in 2..a if m divides a.
fn divided(one: &Move) -> Option<usize> {
    let (m, two) = (Expr::Variable(2), Expr::Number(2));
    let ([Range::Between(low, Expr::Variable(number))], [(count, entries)]) =
        (&one.ranges[..], &one.parts[..])
    else {
        return None;
    };
    let own = Expr::Variable(*number);
    let share = rules::binary("/", own.clone(), m.clone());
    let is_made = |(i, entry): (usize, &Expr)| match i == *number {
        true => *entry == share,
        false => *entry == Expr::Variable(i),
    };
    let is_one = *low == two
        && *count == m
        && entries.iter().enumerate().all(is_made)
        && one.condition == Some(rules::binary("divides", m, own))
        && !one.run
        && one.multiple.is_none();
    is_one.then_some(*number)
}

/// Whether a claim is one of values of equal shares.
///
/// # Errors
/// Why it is not.
pub(crate) fn is_of_shares(claim: &Claim) -> Result<(), String> {
    match shares(&claim.rules) {
        Some(_) if claim.low == [1, 1] => Ok(()),
        _ => Err("no values of equal shares".into()),
    }
}
