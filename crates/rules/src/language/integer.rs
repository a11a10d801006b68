//! The integers that expressions of heap rules are evaluated in: of 64 bits, which nearly all need, and of any size.

use dashu_int::IBig;
use dashu_int::ops::{Abs, DivRemEuclid, Gcd};

/// Why an expression has no value. As wide as a value, so that both are returned in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub(super) enum Missing {
    /// There is none.
    Undefined,
    /// These integers are too small for it, or for what lies on the way to it.
    Overflow,
}

/// The greatest common divisor; of 0 and a number that number.
pub(crate) fn gcd<N: Copy + Default + PartialEq + std::ops::Rem<Output = N>>(
    mut a: N,
    mut b: N,
) -> N {
    while b != N::default() {
        (a, b) = (b, a % b);
    }
    a
}

/// Integers with the operations of expressions.
pub(super) trait Integer: Ord + From<i64> {
    fn plus(&self, other: &Self) -> Result<Self, Missing>;
    fn minus(&self, other: &Self) -> Result<Self, Missing>;
    fn times(&self, other: &Self) -> Result<Self, Missing>;
    /// The quotient and the remainder, which is not below zero; undefined of a division by zero.
    fn quotient(&self, by: &Self) -> Result<(Self, Self), Missing>;
    fn gcd(&self, other: &Self) -> Result<Self, Missing>;
    /// The exclusive or of numbers that are not below zero.
    fn xor(&self, other: &Self) -> Self;
    /// Whether it is a prime; undefined beyond 64 bits.
    fn is_prime(&self) -> Result<bool, Missing>;

    /// 1 where something holds, else 0.
    #[inline]
    fn truth(holds: bool) -> Self {
        Self::from(i64::from(holds))
    }
}

impl Integer for i64 {
    #[inline]
    fn plus(&self, other: &Self) -> Result<Self, Missing> {
        self.checked_add(*other).ok_or(Missing::Overflow)
    }

    #[inline]
    fn minus(&self, other: &Self) -> Result<Self, Missing> {
        self.checked_sub(*other).ok_or(Missing::Overflow)
    }

    #[inline]
    fn times(&self, other: &Self) -> Result<Self, Missing> {
        self.checked_mul(*other).ok_or(Missing::Overflow)
    }

    #[inline]
    fn quotient(&self, by: &Self) -> Result<(Self, Self), Missing> {
        if *by == 0 {
            return Err(Missing::Undefined);
        }
        let quotient = self.checked_div_euclid(*by).ok_or(Missing::Overflow)?;
        Ok((quotient, self - quotient * by))
    }

    fn gcd(&self, other: &Self) -> Result<Self, Missing> {
        gcd(self.unsigned_abs(), other.unsigned_abs()).try_into().map_err(|_| Missing::Overflow)
    }

    #[inline]
    fn xor(&self, other: &Self) -> Self {
        self ^ other
    }

    fn is_prime(&self) -> Result<bool, Missing> {
        Ok(u64::try_from(*self).is_ok_and(is_prime))
    }
}

/// Whether a number is a prime, by the test of Miller and Rabin with the first twelve primes, which is right below
/// 3·10^23 (J. Sorenson, J. Webster, *Strong pseudoprimes to twelve prime bases*, Math. Comp. 86 (2017) 985–1003).
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|&p| n.is_multiple_of(p)) {
        return BASES.contains(&n);
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let (twos, odd) = ((n - 1).trailing_zeros(), (n - 1) >> (n - 1).trailing_zeros());
    BASES.iter().all(|&base| {
        let bits = (0..64 - odd.leading_zeros()).rev();
        let power = bits.fold(1, |power, bit| {
            let square = times(power, power);
            if odd >> bit & 1 == 1 { times(square, base) } else { square }
        });
        let mut squares = std::iter::successors(Some(power), |&x| Some(times(x, x)));
        power == 1 || squares.by_ref().take(twos as usize).any(|x| x == n - 1)
    })
}

impl Integer for IBig {
    fn plus(&self, other: &Self) -> Result<Self, Missing> {
        Ok(self + other)
    }

    fn minus(&self, other: &Self) -> Result<Self, Missing> {
        Ok(self - other)
    }

    fn times(&self, other: &Self) -> Result<Self, Missing> {
        Ok(self * other)
    }

    fn quotient(&self, by: &Self) -> Result<(Self, Self), Missing> {
        if *by == Self::ZERO {
            return Err(Missing::Undefined);
        }
        let (quotient, rest) = self.div_rem_euclid(by);
        Ok((quotient, rest.into()))
    }

    fn gcd(&self, other: &Self) -> Result<Self, Missing> {
        match *self == Self::ZERO {
            true => Ok(other.clone().abs()),
            false => Ok(Gcd::gcd(self, other).into()),
        }
    }

    fn xor(&self, other: &Self) -> Self {
        self ^ other
    }

    fn is_prime(&self) -> Result<bool, Missing> {
        let beyond = *self > Self::ZERO;
        u64::try_from(self).map(is_prime).or(if beyond {
            Err(Missing::Undefined)
        } else {
            Ok(false)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_those_without_divisors() {
        let by_division =
            |n: u64| n > 1 && (2..).take_while(|k| k * k <= n).all(|k| !n.is_multiple_of(k));
        for n in (0..20_000).chain((1 << 32) - 500..(1 << 32) + 500) {
            assert_eq!(is_prime(n), by_division(n), "{n}");
        }
        // the greatest of 64 bits, and the least strong pseudoprimes to nine and to four prime bases (OEIS A014233)
        assert!(is_prime(u64::MAX - 58) && !is_prime(u64::MAX));
        assert!(!is_prime(3_825_123_056_546_413_051) && !is_prime(3_215_031_751));
        assert_eq!(IBig::from(u64::MAX - 58).is_prime(), Ok(true));
        assert_eq!((IBig::from(-7).is_prime(), (-7i64).is_prime()), (Ok(false), Ok(false)));
        assert_eq!((IBig::from(u64::MAX) + IBig::ONE).is_prime(), Err(Missing::Undefined));
    }
    use crate::language::Ruleset;
    use crate::position::GameGraph;
    use farstar_play::Player;
    use proptest::prelude::*;

    /// Options of Left.
    fn options(rule: &str, heap: &str) -> Vec<String> {
        let names = if heap.contains(',') { "n m" } else { "n" };
        let rules: Ruleset = format!("game G\nheap {names}\nBoth: {rule}").parse().unwrap();
        let (board, start) = rules.position(heap).unwrap();
        let mut options = Vec::new();
        board.options(&start, Player::Left, &mut options);
        options.iter().map(|option| board.draw(option)).collect()
    }

    #[test]
    fn moves_are_made_whatever_numbers_stand_in_their_conditions() {
        for heap in ["560", "569", "1449", "2000000000"] {
            for condition in ["n*n*n*n*n*n*n > 1", "not n*n*n*n*n*n*n < 1", "n*n - n*n = 0"] {
                let made = options(&format!("(n) -> (n-1) if {condition}"), heap);
                assert_eq!(made, [(heap.parse::<u64>().unwrap() - 1).to_string()], "{condition}");
            }
            assert!(options("(n) -> (n-1) if n*n*n*n*n*n*n < 1", heap).is_empty());
        }
        for bound in ["min(n,m*m*m*m)", "min(m*m*m*m*m*m*m*m*m,n)"] {
            let made = options(&format!("(n,m) -> (n-k,m) for k in 1..{bound}"), "(5,55109)");
            assert_eq!(made.len(), 5, "{bound}");
        }
        // twice what was taken may be more than 64 bits hold
        let fibonacci = Ruleset::named("fibonacci-nim").unwrap();
        let (board, start) = fibonacci.position_of_large_heaps("(5,9000000000000000000)").unwrap();
        let first = board.first_of_heaps(&start, Player::Left).unwrap();
        assert_eq!(first.map(|first| board.draw(&first)).as_deref(), Some("(4,1)"));
        // the quotient has no value, however large the numbers are
        assert!(options("(n) -> (n-1) if not (n*n*n*n*n*n*n*n + 1)/n = 3", "569").is_empty());
        // what is below 0 is no heap, and a heap that is too large is no move that can be listed
        assert!(options("(n) -> (n - n*n*n*n*n*n*n*n)", "569").is_empty());
    }

    proptest! {
        #[test]
        fn wide_integers_say_what_narrow_ones_do(a: i64, b: i64, by: u32) {
            let (a, b) = (a >> (by % 64), b >> (by / 64 % 64));
            let (x, y) = (IBig::from(a), IBig::from(b));
            let pairs = [
                (a.plus(&b), x.plus(&y)),
                (a.minus(&b), x.minus(&y)),
                (a.times(&b), x.times(&y)),
                (a.quotient(&b).map(|q| q.0), x.quotient(&y).map(|q| q.0)),
                (a.quotient(&b).map(|q| q.1), x.quotient(&y).map(|q| q.1)),
                (Integer::gcd(&a, &b), Integer::gcd(&x, &y)),
            ];
            for (narrow, wide) in pairs {
                prop_assert!(narrow == Err(Missing::Overflow) || narrow.map(IBig::from) == wide);
            }
            let (a, b) = (a & i64::MAX, b & i64::MAX);
            prop_assert_eq!(IBig::from(a.xor(&b)), IBig::from(a).xor(&b.into()));
        }
    }
}
