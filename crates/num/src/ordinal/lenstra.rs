//! Lenstra's algorithm for the numbers α_p: the Q-set and the excess of a prime, from nothing.
//!
//! With f the order of 2 modulo p, the Q-set is the set of prime powers whose κ have a sum of least kind whose degree
//! f divides, and the excess is the least m such that `a = Σ κ_q + m` is no p-th power below `ω^(ω^(k-1))`. A finite
//! field that holds a decides it: a is none iff `a^((2^E-1)/p)` is not 1 there, E being the degree of the field; the
//! fields above, whose degrees over it have no factor p, change nothing (H. W. Lenstra, *On the algebraic closure of
//! two*, 1977, §§2–4; the open problem is to go on).
//!
//! The power is the norm to the field of degree f, which takes about `log(E/f)` products and E squares, and the power
//! `(2^f-1)/p` of that.

use super::tower::{Generator, Tower};
use crate::{Error, UBig};
use dashu_int::ops::BitTest;
use std::collections::BTreeMap;

/// The greatest prime that is looked at.
const GREATEST: u32 = 1 << 16;
/// An excess beyond this is given up; the greatest that is known is 4.
const MOST_EXCESS: u32 = 256;

/// What Lenstra's algorithm finds of an odd prime p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundExcess {
    /// The prime powers of the Q-set, that of the smallest prime first.
    pub q_set: Vec<u32>,
    /// The excess m.
    pub excess: u32,
    /// The degree of the field in which the last test was made, over the field of two elements.
    pub degree: usize,
}

/// Computes Q-sets and excesses of odd primes.
///
/// # Examples
/// ```
/// use farstar_num::{Error, Lenstra};
/// let found = Lenstra::new().find(19, &mut |_| Ok::<(), Error>(()))?;
/// assert_eq!((found.q_set, found.excess), (vec![9], 4));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lenstra {
    known: BTreeMap<u32, FoundExcess>,
    /// Whether α of smaller primes are taken from the table.
    by_table: bool,
    /// The greatest degree of a field.
    most: Option<usize>,
}

impl Lenstra {
    /// Knows nothing, and computes what it needs of smaller primes too.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes what it needs of smaller primes from the table of [`excess`](super::excess()) where that has them.
    #[must_use]
    pub fn by_table() -> Self {
        Self { by_table: true, ..Self::default() }
    }

    /// Refuses fields of degrees beyond `most`.
    #[must_use]
    pub fn within(self, most: usize) -> Self {
        Self { most: Some(most), ..self }
    }

    /// The Q-set and the excess of an odd prime.
    ///
    /// `check` is told now and then how many steps were done, and may end it.
    ///
    /// # Errors
    /// [`Error::NimProduct`] for what is no odd prime below 65536, [`Error::OutOfBounds`] if the field is too large,
    /// and what `check` says.
    ///
    /// # Cost
    /// With the degree E of the field, E squares of E bits and about `log E + f/3` products; E is 42 for 43, 5060 for
    /// 47, and some hundred thousand for most primes from 587 on.
    pub fn find<E: From<Error>>(
        &mut self,
        prime: u32,
        check: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<FoundExcess, E> {
        if let Some(found) = self.known.get(&prime) {
            return Ok(found.clone());
        }
        if prime < 3 || prime.is_multiple_of(2) || prime >= GREATEST || least_prime(prime) != prime
        {
            let no = format!("{prime} is no odd prime below {GREATEST}");
            return Err(Error::NimProduct(no).into());
        }
        let order = order_of_two(prime);
        let q_set = self.q_set(order, check)?;
        for m in 0..MOST_EXCESS {
            let (tower, sum) = self.sum(&q_set, m, check)?;
            let degree = tower.degree();
            if !is_power(&tower, &sum, prime, order as usize, check)? {
                let mut q_set = q_set;
                q_set.sort_by_key(|&q| least_prime(q));
                let found = FoundExcess { q_set, excess: m, degree };
                self.known.insert(prime, found.clone());
                return Ok(found);
            }
        }
        Err(Error::OutOfBounds { what: "for an excess", limit: u64::from(MOST_EXCESS) }.into())
    }

    /// The prime powers of the least sum of κ whose degree h divides.
    fn q_set<E: From<Error>>(
        &mut self,
        h: u32,
        check: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Vec<u32>, E> {
        let mut power = 1;
        let least = least_prime(h);
        while (h / power).is_multiple_of(least) {
            power *= least;
        }
        if power == h {
            return Ok(vec![h]);
        }
        let mut set = self.q_set(h / power, check)?;
        let (tower, sum) = self.sum(&set, 0, check)?;
        if !degree(&tower, &sum, check)?.is_multiple_of(power as usize) {
            set.push(power);
        }
        Ok(set)
    }

    /// A field that holds `Σ κ_q + m`, and that sum.
    fn sum<E: From<Error>>(
        &mut self,
        q_set: &[u32],
        m: u32,
        check: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(Tower, Vec<u8>), E> {
        let mut needed = Needed::default();
        for &q in q_set {
            self.need(q, &mut needed, check)?;
        }
        needed.integer(m);
        let tower = needed.tower()?;
        if let Some(most) = self.most.filter(|&most| tower.degree() > most) {
            let what = "for the degree of the field that an excess is looked for in";
            return Err(Error::OutOfBounds { what, limit: most as u64 }.into());
        }
        let mut sum = tower.zero();
        for monomial in needed.monomials(q_set, m) {
            tower.add_monomial(&mut sum, &monomial);
        }
        Ok((tower, sum))
    }

    /// Notes the κ that κ_q is a root over.
    fn need<E: From<Error>>(
        &mut self,
        q: u32,
        needed: &mut Needed,
        check: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let prime = least_prime(q);
        let levels = q.ilog(prime);
        let before = needed.levels.get(&prime).copied().unwrap_or(0);
        if levels <= before {
            return Ok(());
        }
        needed.levels.insert(prime, levels);
        if prime == 2 || before > 0 {
            return Ok(());
        }
        let tabled = super::excess(prime).zip(super::q_set(prime)).filter(|_| self.by_table);
        let (q_set, excess) = match tabled {
            Some((excess, q_set)) => (q_set.prime_powers().collect(), excess),
            None => {
                let found = self.find(prime, check)?;
                (found.q_set, found.excess)
            }
        };
        for &q in &q_set {
            self.need(q, needed, check)?;
        }
        needed.integer(excess);
        needed.alphas.insert(prime, (q_set, excess));
        Ok(())
    }
}

/// The κ of a field: for each prime the highest power, and what the roots are of.
#[derive(Default)]
struct Needed {
    levels: BTreeMap<u32, u32>,
    alphas: BTreeMap<u32, (Vec<u32>, u32)>,
}

impl Needed {
    /// Notes the finite nimbers that make m.
    fn integer(&mut self, m: u32) {
        if m >= 2 {
            // below 2^(2^s) for s = ⌈log2 of the number of bits⌉
            let bits = m.ilog2() + 1;
            let levels = bits.next_power_of_two().ilog2();
            let own = self.levels.entry(2).or_insert(0);
            *own = levels.max(*own);
        }
    }

    /// The place of κ_q among the generators.
    fn place(&self, q: u32) -> usize {
        let prime = least_prime(q);
        let before: u32 = self.levels.range(..prime).map(|(_, levels)| levels).sum();
        (before + q.ilog(prime) - 1) as usize
    }

    /// `Σ κ_q + m` as monomials, each a list of generators.
    fn monomials(&self, q_set: &[u32], m: u32) -> Vec<Vec<usize>> {
        let roots = q_set.iter().map(|&q| vec![self.place(q)]);
        let bits = (0..32).filter(|bit| m >> bit & 1 != 0);
        // the bit 2^j is the product of the κ of 2·2^i for the binary digits i of j
        let integers = bits.map(|j: usize| (0..5).filter(|i| j >> i & 1 != 0).collect());
        roots.chain(integers).collect()
    }

    fn tower(&self) -> Result<Tower, Error> {
        let mut generators = Vec::new();
        for (&prime, &levels) in &self.levels {
            for level in 0..levels as usize {
                let at = generators.len();
                generators.push(match (prime, level) {
                    (2, _) => Generator { radix: 2, power: vec![(0..at).collect()], itself: true },
                    (_, 0) => {
                        let power = match self.alphas.get(&prime) {
                            Some((q_set, excess)) => self.monomials(q_set, *excess),
                            None => Vec::new(),
                        };
                        Generator { radix: prime as usize, power, itself: false }
                    }
                    _ => Generator {
                        radix: prime as usize,
                        power: vec![vec![at - 1]],
                        itself: false,
                    },
                });
            }
        }
        Tower::new(generators)
    }
}

/// Whether an element of a field whose degree f divides is a p-th power, f being the order of 2 modulo p.
fn is_power<E: From<Error>>(
    tower: &Tower,
    x: &[u8],
    p: u32,
    f: usize,
    check: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<bool, E> {
    let degree = tower.degree();
    if !degree.is_multiple_of(f) {
        return Ok(true);
    }
    // the product of the conjugates x^(2^(fi)) for i < k
    let (mut norm, mut k) = (x.to_vec(), 1);
    let conjugates = degree / f;
    for bit in (0..conjugates.ilog2()).rev() {
        let far = tower.conjugate(&norm, f * k, check)?;
        norm = tower.product(&norm, &far, check)?;
        k *= 2;
        if conjugates >> bit & 1 != 0 {
            norm = tower.product(&tower.conjugate(&norm, f, check)?, x, check)?;
            k += 1;
        }
    }
    let exponent = UBig::ones(f) / p;
    Ok(tower.power(&norm, &exponent, check)? == tower.one())
}

/// The degree of an element over the field of two elements.
fn degree<E: From<Error>>(
    tower: &Tower,
    x: &[u8],
    check: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<usize, E> {
    let mut conjugate = x.to_vec();
    for n in 1..tower.degree() {
        conjugate = tower.conjugate(&conjugate, 1, check)?;
        if conjugate == x {
            return Ok(n);
        }
    }
    Ok(tower.degree())
}

/// The least prime that divides n > 1.
fn least_prime(n: u32) -> u32 {
    (2..).take_while(|p| p * p <= n).find(|p| n.is_multiple_of(*p)).unwrap_or(n)
}

/// The order of 2 modulo an odd prime.
fn order_of_two(prime: u32) -> u32 {
    let double = |x: &u32| Some(x * 2 % prime);
    1 + std::iter::successors(Some(2 % prime), double).take_while(|&x| x != 1).count() as u32
}

impl Tower {
    /// `x^n`, four bits of n at a time.
    fn power<E: From<Error>>(
        &self,
        x: &[u8],
        n: &UBig,
        check: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Vec<u8>, E> {
        let mut powers = vec![self.one(), x.to_vec()];
        while powers.len() < 16 {
            powers.push(self.product(&powers[powers.len() - 1], x, check)?);
        }
        let mut power = self.one();
        for digit in (0..n.bit_len().div_ceil(4)).rev() {
            power = self.conjugate(&power, 4, check)?;
            let bits = (0..4).filter(|bit| n.bit(4 * digit + bit));
            let value: usize = bits.map(|bit| 1 << bit).sum();
            if value > 0 {
                power = self.product(&power, &powers[value], check)?;
            }
        }
        Ok(power)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{excess, q_set};

    fn found(engine: &mut Lenstra, prime: u32) -> (Vec<u32>, u32) {
        let found = engine.find(prime, &mut |_| Ok::<(), Error>(())).unwrap();
        (found.q_set, found.excess)
    }

    #[test]
    fn the_table_to_43_comes_out_of_nothing() {
        let mut engine = Lenstra::new();
        for p in (3..=43).filter(|&p| least_prime(p) == p) {
            let listed = (q_set(p).unwrap().prime_powers().collect(), excess(p).unwrap());
            let mut own = found(&mut engine, p);
            let mut listed: (Vec<u32>, u32) = listed;
            own.0.sort_unstable();
            listed.0.sort_unstable();
            assert_eq!(own, listed, "{p}");
        }
    }

    #[test]
    fn primes_whose_fields_are_small_agree_with_the_table() {
        let mut engine = Lenstra::new();
        for p in [61, 73, 79, 97, 101, 109, 127, 151, 157, 181, 241, 257, 331, 337, 433] {
            let mut own = found(&mut engine, p);
            let mut listed: Vec<u32> = q_set(p).unwrap().prime_powers().collect();
            own.0.sort_unstable();
            listed.sort_unstable();
            assert_eq!(own, (listed, excess(p).unwrap()), "{p}");
        }
    }

    #[test]
    fn what_is_no_odd_prime_is_refused() {
        for p in [0, 1, 2, 9, 65537] {
            assert!(Lenstra::new().find(p, &mut |_| Ok::<(), Error>(())).is_err(), "{p}");
        }
    }

    #[test]
    fn a_check_ends_the_search() {
        let mut steps = 0;
        let end = Lenstra::new().find(47, &mut |done| {
            steps += done;
            if steps > 1000 { Err(Error::NimProduct("enough".to_owned())) } else { Ok(()) }
        });
        assert_eq!(end, Err(Error::NimProduct("enough".to_owned())));
    }
}
