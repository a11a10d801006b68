//! Counting modulo a prime.

/// A prime below 2³² to count by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Modulus(pub(crate) u64);

impl Modulus {
    /// 10⁹ + 7.
    pub(crate) const BILLION_AND_SEVEN: Self = Self(1_000_000_007);
    /// 998244353 = 119·2²³ + 1.
    pub(crate) const NTT: Self = Self(998_244_353);

    /// a + b.
    pub(crate) fn add(self, a: u64, b: u64) -> u64 {
        (a + b) % self.0
    }

    /// a − b.
    pub(crate) fn sub(self, a: u64, b: u64) -> u64 {
        (a + self.0 - b % self.0) % self.0
    }

    /// a·b.
    pub(crate) fn mul(self, a: u64, b: u64) -> u64 {
        a * b % self.0
    }

    /// The residue of an integer.
    pub(crate) fn of(self, a: i64) -> u64 {
        a.rem_euclid(self.0 as i64) as u64
    }

    /// `base` to the power `exponent`; O(log exponent).
    pub(crate) fn pow(self, base: u64, mut exponent: u64) -> u64 {
        let (mut base, mut power) = (base % self.0, 1 % self.0);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(power, base);
            }
            base = self.mul(base, base);
            exponent >>= 1;
        }
        power
    }

    /// 1/a for a that the modulus does not divide.
    pub(crate) fn inverse(self, a: u64) -> u64 {
        self.pow(a, self.0 - 2)
    }
}

/// Binomial coefficients C(n, k) modulo a prime larger than every n asked for.
#[derive(Clone, Debug)]
pub(crate) struct Binomials {
    modulus: Modulus,
    factorial: Vec<u64>,
    inverse: Vec<u64>,
}

impl Binomials {
    /// For n up to `most`; O(most).
    pub(crate) fn new(modulus: Modulus, most: usize) -> Self {
        let mut factorial = vec![1 % modulus.0; most + 1];
        for n in 1..=most {
            factorial[n] = modulus.mul(factorial[n - 1], n as u64);
        }
        let mut inverse = vec![modulus.inverse(factorial[most]); most + 1];
        for n in (1..=most).rev() {
            inverse[n - 1] = modulus.mul(inverse[n], n as u64);
        }
        Self { modulus, factorial, inverse }
    }

    /// C(n, k); 0 where k is larger than n.
    pub(crate) fn choose(&self, n: usize, k: usize) -> u64 {
        if k > n {
            return 0;
        }
        let Self { modulus, factorial, inverse } = self;
        modulus.mul(factorial[n], modulus.mul(inverse[k], inverse[n - k]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pascals_triangle() {
        let binomials = Binomials::new(Modulus::NTT, 30);
        for n in 1..=30 {
            for k in 1..=n {
                let sum = binomials.choose(n - 1, k - 1) + binomials.choose(n - 1, k);
                assert_eq!(binomials.choose(n, k), sum % Modulus::NTT.0);
            }
        }
        assert_eq!(binomials.choose(2, 3), 0);
    }
}
