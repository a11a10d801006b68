//! The primes that divide `2^n - 1`, the number of units of a finite field.
//!
//! `2^n - 1` is the product of the `Φ_d(2)` for the divisors d of n, and a prime divisor of `Φ_d(2)` is 1 modulo d
//! unless it divides d. What is left of each after trial division along these is mostly a prime; otherwise Pollard's
//! method has so many steps (J. M. Pollard, *A Monte Carlo method for factorization*, 1975).

use crate::{Error, UBig};
use dashu_int::ops::{BitTest, Gcd};
use std::collections::BTreeMap;

/// Candidates tried one after another for each factor `Φ_d(2)`.
const MOST_CANDIDATES: u64 = 1 << 18;
/// Steps of Pollard's method for each number.
const MOST_STEPS: u64 = 1 << 18;
/// Pollard's method takes a greatest common divisor after so many steps.
const BATCH: u64 = 64;

/// The primes that divide `2^n - 1`, each once.
///
/// # Errors
/// [`Error::OutOfBounds`] if there are prime factors too large to be found.
pub(super) fn primes_of_mersenne(n: usize) -> Result<Vec<UBig>, Error> {
    let mut primes = Vec::new();
    let mut cyclotomic: BTreeMap<usize, UBig> = BTreeMap::new();
    for d in (1..=n).filter(|d| n.is_multiple_of(*d)) {
        let mut value = UBig::ones(d);
        for (_, smaller) in cyclotomic.iter().filter(|(e, _)| d.is_multiple_of(**e)) {
            value /= smaller;
        }
        cyclotomic.insert(d, value.clone());
        let step = d as u64;
        let along = (1..MOST_CANDIDATES).map(|k| k * step + 1);
        for candidate in (2..=step).chain(along) {
            if value.is_one() {
                break;
            }
            if &value % candidate != 0 {
                continue;
            }
            while &value % candidate == 0 {
                value /= candidate;
            }
            primes.push(UBig::from(candidate));
        }
        let mut open = vec![value];
        while let Some(value) = open.pop().filter(|value| !value.is_one()) {
            if is_prime(&value) {
                primes.push(value);
            } else {
                let divisor = divisor(&value)?;
                open.push(&value / &divisor);
                open.push(divisor);
            }
        }
    }
    primes.sort_unstable();
    primes.dedup();
    Ok(primes)
}

fn power(base: u32, exponent: &UBig, modulus: &UBig) -> UBig {
    let mut power = UBig::ONE;
    for bit in (0..exponent.bit_len()).rev() {
        power = &power * &power % modulus;
        if exponent.bit(bit) {
            power = power * base % modulus;
        }
    }
    power
}

/// The test of Miller and Rabin with the first thirteen primes, right below `3·10^24` and hardly ever wrong above.
fn is_prime(n: &UBig) -> bool {
    const BASES: [u32; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
    if BASES.iter().any(|&p| *n == UBig::from(p)) {
        return true;
    }
    if *n < UBig::from(43u8) || BASES.iter().any(|&p| n % p == 0) {
        return false;
    }
    let last = n - UBig::ONE;
    let twos = last.trailing_zeros().unwrap_or(0);
    let odd = &last >> twos;
    BASES.iter().all(|&base| {
        let mut x = power(base, &odd, n);
        if x.is_one() || x == last {
            return true;
        }
        (1..twos).any(|_| {
            x = &x * &x % n;
            x == last
        })
    })
}

/// A proper divisor of a composite number without small ones.
fn divisor(n: &UBig) -> Result<UBig, Error> {
    for shift in 1u32..8 {
        let next = |x: &UBig| (x * x + shift) % n;
        let (mut slow, mut fast) = (UBig::from(2u8), UBig::from(2u8));
        for _ in 0..MOST_STEPS / BATCH {
            let before = (slow.clone(), fast.clone());
            let mut product = UBig::ONE;
            for _ in 0..BATCH {
                slow = next(&slow);
                fast = next(&next(&fast));
                product = product * distance(&slow, &fast) % n;
            }
            let mut divisor = (&product).gcd(n);
            if divisor == *n {
                // Several divisors met in one batch: once more, step by step.
                (slow, fast) = before;
                divisor = UBig::ONE;
                for _ in 0..BATCH {
                    slow = next(&slow);
                    fast = next(&next(&fast));
                    divisor = distance(&slow, &fast).gcd(n);
                    if !divisor.is_one() {
                        break;
                    }
                }
            }
            if divisor == *n {
                break;
            }
            if !divisor.is_one() {
                return Ok(divisor);
            }
        }
    }
    Err(Error::OutOfBounds { what: "steps for the prime factors of 2^n - 1", limit: MOST_STEPS })
}

fn distance(a: &UBig, b: &UBig) -> UBig {
    if a < b { b - a } else { a - b }
}
