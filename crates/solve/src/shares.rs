//! Values of heaps of two numbers that are divided into equal shares, as in Maundy Cake; the theorems and their proofs
//! are those of the referee's `shares`.
//!
//! Where both players divide both, a heap is impartial. Let u be the nim sum of the numbers of odd prime factors. The
//! value is u if both numbers are odd and else u + 1: an odd number m of parts is worth one part, and m may be chosen
//! such that any smaller number of odd factors is left; so the moves are those of two heaps of Nim, or these values,
//! each 1 more, and 0, by dividing an even number by 2.

use farstar_num::{Dyadic, IBig};
use farstar_value::{Calculator, Error as ValueError, Game};

/// The largest divisor of n that is less than n; n > 1.
fn largest_divisor(n: u64) -> u64 {
    n / (2..).take_while(|p| p * p <= n).find(|p| n.is_multiple_of(*p)).unwrap_or(n)
}

/// The numbers that follow one another, each being the largest proper divisor of the one before, down to 1.
fn divisors(n: u64) -> impl Iterator<Item = u64> {
    let next = |&n: &u64| (n > 1).then(|| largest_divisor(n));
    std::iter::successors(next(&n), next)
}

/// How many odd prime factors a number has, repeated ones counted.
fn odd_factors(n: u64) -> u64 {
    divisors(n >> n.trailing_zeros()).count() as u64
}

/// The value of a heap of two numbers, of which Left divides those of the first pair and Right those of the second:
/// each divides one at least. Costs the square root of the larger number.
///
/// # Errors
/// Values beyond the arena.
pub(crate) fn share(
    divides: [[bool; 2]; 2],
    heap: [u64; 2],
    calc: &mut Calculator<'_>,
) -> Result<Game, ValueError> {
    // nobody divides 0, nor 1
    let [a, b] = heap.map(|n| n.max(1));
    // at most n - 1, as the number of moves that play with n tokens may take
    let sum = |n: u64| divisors(n).fold(0, u64::saturating_add);
    let even = |n: u64| u64::from(n.is_multiple_of(2));
    let ([left, right], one) = (divides, 1);
    let (times, plus, minus, nimber) = match [left, right] {
        [[true, true], [true, true]] => {
            (one, 0, 0, (odd_factors(a) ^ odd_factors(b)) + (even(a) | even(b)))
        }
        [[true, true], own] | [own, [true, true]] => {
            let (alone, shared) = if own[1] { (a, b) } else { (b, a) };
            let (sum, nimber) = (sum(alone), odd_factors(shared) + even(shared));
            if left[0] && left[1] { (shared, sum, 0, nimber) } else { (shared, 0, sum, nimber) }
        }
        _ => {
            let (mut mine, mut yours) = if left[0] { (a, b) } else { (b, a) };
            while mine > 1 && yours > 1 {
                (mine, yours) = (largest_divisor(mine), largest_divisor(yours));
            }
            (one, sum(mine), sum(yours), 0)
        }
    };
    let number = Dyadic::from(IBig::from(times) * (IBig::from(plus) - IBig::from(minus)));
    let nimber = calc.nimber(nimber)?;
    calc.add_number(nimber, &number)
}
