//! The table of Lenstra's numbers `α_p`, the p-th powers of the p-th nim roots `ω^(ω^k)`.

use crate::checker::{Context, Row, RowError, Verdict};
use farstar_num::{Error, GeneralizedOrdinal, Lenstra, TransfiniteNimber, UBig, excess};
use std::time::{Duration, Instant};

/// `p f_p Q_set excess alpha_p source check`; what is blank is not asked.
pub(super) fn alpha(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [p, order, q_set, excess_of, alpha, _, _] = row.take()?;
    if p == "p" {
        return Ok(Verdict::Header);
    }
    let prime: u32 = row.parse(0)?;
    let Some(level) = level(prime) else {
        return Err(RowError::Malformed(format!("{p} is no odd prime below {MOST_PRIME}")));
    };
    let known = recomputed(prime, context)?;
    let powers = powers(prime)?;
    let mut verdicts = vec![Verdict::of(order, order_of_two(prime)), Verdict::of(excess_of, known)];
    if !q_set.is_empty() {
        let computed: Vec<String> = powers.iter().map(u32::to_string).collect();
        verdicts.push(Verdict::of(q_set, format!("{{{}}}", computed.join(","))));
    }
    if !alpha.is_empty() {
        let written: GeneralizedOrdinal = alpha.replace('w', "ω").parse()?;
        let root = TransfiniteNimber::new(format!("ω^ω^{level}").parse()?)?;
        let power = root.checked_pow(&UBig::from(prime), &mut product)?;
        verdicts.push(Verdict::of(TransfiniteNimber::new(written)?, power));
    }
    Ok(Verdict::all(verdicts))
}

/// The excess by Lenstra's algorithm; where the field is so large that it takes longer, that of the compiled table.
fn recomputed(prime: u32, context: &Context) -> Result<u32, RowError> {
    const LONGEST: Duration = Duration::from_millis(500);
    let end = Instant::now() + LONGEST;
    let late = || Error::NimProduct("too long for a row".to_owned());
    let in_time = |_| {
        context.limits().check().map_err(|_| late())?;
        if Instant::now() < end { Ok(()) } else { Err(late()) }
    };
    match Lenstra::by_table().find(prime, &mut { in_time }) {
        Ok(found) => Ok(found.excess),
        Err(_) => excess(prime).ok_or_else(|| unknown(prime)),
    }
}

/// Primes are found by trial division.
const MOST_PRIME: u32 = 1 << 16;

fn unknown(prime: u32) -> RowError {
    RowError::Engine(format!("the excess of {prime} is not known"))
}

fn is_prime(n: u32) -> bool {
    n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

/// The number of odd primes below an odd prime.
fn level(prime: u32) -> Option<usize> {
    let odd = prime > 2 && prime < MOST_PRIME && is_prime(prime);
    odd.then(|| (3..prime).filter(|&n| is_prime(n)).count())
}

/// The order of 2 modulo an odd prime.
fn order_of_two(prime: u32) -> u32 {
    let doubled = |&x: &u32| Some(2 * x % prime).filter(|&next| next != 1);
    1 + std::iter::successors(Some(2 % prime), doubled).count() as u32
}

/// The Q-set of a prime by its meaning: the least prime powers `q` for which the degrees of the `κ_q`
/// over the field of two elements have a common multiple that `f_p` divides. A power of the greatest prime of
/// `f_p` is needed, and often brings in the others.
fn powers(prime: u32) -> Result<Vec<u32>, RowError> {
    let (mut rest, mut factors) = (order_of_two(prime), Vec::new());
    for r in (2..=rest).filter(|&r| is_prime(r)) {
        let mut power = 1;
        while rest.is_multiple_of(r) {
            rest /= r;
            power *= r;
        }
        if power > 1 {
            factors.push((r, power));
        }
    }
    let (mut powers, mut degree) = (Vec::new(), UBig::ONE);
    for (r, power) in factors.into_iter().rev() {
        if &degree % power != 0 {
            powers.insert(0, power);
            degree = common_multiple(&degree, &root_degree(r, power)?);
        }
    }
    Ok(powers)
}

/// The degree of `κ_q` for a power `q` of the prime `r`.
fn root_degree(r: u32, q: u32) -> Result<UBig, RowError> {
    if r == 2 {
        return Ok(UBig::from(q));
    }
    // the integer `m` lies in the field of 2^(2^k) elements
    let m = excess(r).ok_or_else(|| unknown(r))?;
    let bits = (u32::BITS - m.leading_zeros()).max(1).next_power_of_two();
    let mut degree = UBig::from(bits);
    for power in powers(r)? {
        let s = (2..=power).find(|&s| power.is_multiple_of(s)).unwrap_or(power);
        degree = common_multiple(&degree, &root_degree(s, power)?);
    }
    Ok(degree * q)
}

fn common_multiple(a: &UBig, b: &UBig) -> UBig {
    let (mut x, mut y) = (a.clone(), b.clone());
    while y != UBig::ZERO {
        (x, y) = (y.clone(), x % y);
    }
    a * b / x
}

/// The product of two finite nimbers one of which is 0 or 1: no other comes up in the power of a root.
fn product(a: &UBig, b: &UBig) -> Result<UBig, RowError> {
    if *a <= UBig::ONE || *b <= UBig::ONE {
        return Ok(a * b);
    }
    Err(RowError::Engine("a product of finite nimbers in the power of a root".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_num::q_set;

    #[test]
    fn q_sets_by_degrees_are_those_of_the_engine() {
        for prime in (3..=577).filter(|&n| is_prime(n)) {
            let known: Vec<u32> = q_set(prime).unwrap().prime_powers().collect();
            assert_eq!(powers(prime).unwrap(), known, "{prime}");
        }
        assert_eq!((order_of_two(3), order_of_two(7), order_of_two(257)), (2, 3, 16));
    }
}
