//! Columns: the values of an expression on the sampled cells, sixteen to a vector register.

use crate::bank::MOST_SAMPLED;
use crate::expr::{Binary, Unary};
use farstar_nimber::Nim64;

/// Numbers of a column stay below this, so that no operation wraps.
pub(crate) const LARGEST: i32 = 1 << 30;
/// Functions of divisors are looked up below this number.
const LOOKED_UP: usize = 1 << 14;
/// Nim products are looked up below this one.
const NIMBERS: usize = 256;

/// Functions that are looked up.
pub(crate) struct Tables {
    functions: [Vec<i32>; 5],
    products: Vec<u8>,
}

impl Tables {
    pub(crate) fn new() -> Self {
        let mut least = vec![0usize; LOOKED_UP];
        let mut functions: [Vec<i32>; 5] = std::array::from_fn(|_| vec![0; LOOKED_UP]);
        let [omega, odd, index, divisor, zeck] = &mut functions;
        let mut primes = 0;
        index[1] = 1;
        for n in 2..LOOKED_UP {
            if least[n] == 0 {
                primes += 1;
                index[n] = primes;
                (n..LOOKED_UP).step_by(n).for_each(|m| {
                    if least[m] == 0 {
                        least[m] = n
                    }
                });
            }
            let (p, rest) = (least[n], n / least[n]);
            omega[n] = omega[rest] + 1;
            odd[n] = odd[rest] + i32::from(p > 2);
            index[n] = index[p];
            divisor[n] = rest as i32;
        }
        let (mut a, mut b) = (1usize, 2usize);
        while a < LOOKED_UP {
            for n in a..b.min(LOOKED_UP) {
                zeck[n] = if n == a { n as i32 } else { zeck[n - a] };
            }
            (a, b) = (b, a + b);
        }
        let product = |at: usize| {
            let x = Nim64::new((at / NIMBERS) as u64) * Nim64::new((at % NIMBERS) as u64);
            x.get() as u8
        };
        Self { functions, products: (0..NIMBERS * NIMBERS).map(product).collect() }
    }

    /// The column of a function; false where it is undefined or out of range.
    pub(crate) fn unary(&self, op: Unary, x: &[i32], out: &mut [i32]) -> bool {
        let each = |out: &mut [i32], f: &dyn Fn(i32) -> i32| {
            out.iter_mut().zip(x).for_each(|(o, &x)| *o = f(x))
        };
        macro_rules! map {
            ($f:expr) => {
                out.iter_mut().zip(x).for_each(|(o, &x)| *o = $f(x))
            };
        }
        let table = match op {
            Unary::Inc => {
                map!(|x| x + 1);
                return in_range(out);
            }
            Unary::Dec => {
                map!(|x| x - 1);
                return in_range(out);
            }
            Unary::Half => {
                map!(|x| x >> 1);
                return true;
            }
            Unary::Odd => {
                map!(|x| x & 1);
                return true;
            }
            Unary::Not => {
                map!(|x| i32::from(x == 0));
                return true;
            }
            Unary::Omega => &self.functions[0],
            Unary::OmegaOdd => &self.functions[1],
            Unary::PrimeIndex => &self.functions[2],
            Unary::Divisor => &self.functions[3],
            Unary::ZeckMin => &self.functions[4],
            _ => {
                if x.iter().any(|&x| x < 0) {
                    return false;
                }
                match op {
                    Unary::Lg => {
                        each(out, &|x| if x == 0 { 0 } else { 31 - x.leading_zeros() as i32 })
                    }
                    Unary::Popcount => each(out, &|x| x.count_ones() as i32),
                    Unary::V2 => each(out, &|x| if x == 0 { 0 } else { x.trailing_zeros() as i32 }),
                    Unary::Lowbit => map!(|x: i32| x & x.wrapping_neg()),
                    Unary::Sqrt => each(out, &|x| x.isqrt()),
                    _ => {
                        if x.iter().any(|&x| x > 29) {
                            return false;
                        }
                        map!(|x| 1 << x);
                    }
                }
                return true;
            }
        };
        if x.iter().any(|&x| x < 0 || x as usize >= LOOKED_UP) {
            return false;
        }
        map!(|x| table[x as usize]);
        true
    }

    /// The column of an operation; false where it is undefined or out of range.
    pub(crate) fn binary(&self, op: Binary, x: &[i32], y: &[i32], out: &mut [i32]) -> bool {
        macro_rules! zip {
            ($f:expr) => {
                out.iter_mut().zip(x.iter().zip(y)).for_each(|(o, (&x, &y))| *o = $f(x, y))
            };
        }
        let natural = |column: &[i32]| column.iter().all(|&x| x >= 0);
        match op {
            Binary::Add => {
                zip!(|x: i32, y: i32| x + y);
                return in_range(out);
            }
            Binary::Sub => {
                zip!(|x: i32, y: i32| x - y);
                return in_range(out);
            }
            Binary::Mul => {
                let mut fits = true;
                for (o, (&x, &y)) in out.iter_mut().zip(x.iter().zip(y)) {
                    let product = i64::from(x) * i64::from(y);
                    *o = product as i32;
                    fits &= product.abs() <= i64::from(LARGEST);
                }
                return fits;
            }
            Binary::Xor => zip!(|x, y| x ^ y),
            Binary::Or => zip!(|x, y| x | y),
            Binary::And => zip!(|x, y| x & y),
            Binary::Min => zip!(|x: i32, y| x.min(y)),
            Binary::Max => zip!(|x: i32, y| x.max(y)),
            Binary::Less => zip!(|x, y| i32::from(x < y)),
            Binary::Equal => zip!(|x, y| i32::from(x == y)),
            Binary::Mod | Binary::Div | Binary::Gcd | Binary::NimMul if !natural(y) => {
                return false;
            }
            Binary::Mod => zip!(|x: i32, y| if y == 0 { x } else { x.rem_euclid(y) }),
            Binary::Div => zip!(|x: i32, y| if y == 0 { 0 } else { x.div_euclid(y) }),
            Binary::Gcd | Binary::NimMul if !natural(x) => return false,
            Binary::Gcd => zip!(|x: i32, y: i32| {
                let (mut a, mut b) = (x, y);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a
            }),
            Binary::NimMul => {
                let large = |column: &[i32]| column.iter().any(|&x| x as usize >= NIMBERS);
                if large(x) || large(y) {
                    return false;
                }
                zip!(|x: i32, y: i32| i32::from(self.products[x as usize * NIMBERS + y as usize]));
            }
        }
        true
    }
}

fn in_range(column: &[i32]) -> bool {
    column.iter().fold(0, |most, &x| most | i32::from(x > LARGEST) | i32::from(x < -LARGEST)) == 0
}

/// Odd numbers for the places of a column.
const WEIGHTS: [u64; MOST_SAMPLED] = {
    let (mut weights, mut state, mut at) = ([0; MOST_SAMPLED], 0u64, 0);
    while at < MOST_SAMPLED {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        weights[at] = (x ^ (x >> 31)) | 1;
        at += 1;
    }
    weights
};

/// A hash of a column, the sum of its numbers times fixed ones modulo 2^64: so the hash of a sum or a difference is
/// that of the hashes.
pub(crate) fn hash(column: impl Iterator<Item = i32>) -> u64 {
    let term = |(x, weight): (i32, &u64)| i64::from(x).cast_unsigned().wrapping_mul(*weight);
    column.zip(&WEIGHTS).map(term).fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_the_operations_on_each_cell() {
        let tables = Tables::new();
        let x: Vec<i32> = (0..64).map(|n| n * 3 % 61).collect();
        let y: Vec<i32> = (0..64).map(|n| n * 5 % 17).collect();
        let mut out = vec![0; 64];
        for &op in Unary::ALL {
            if tables.unary(op, &x, &mut out) {
                assert!(
                    x.iter().zip(&out).all(|(&x, &o)| op.apply(x.into()) == Some(o.into())),
                    "{op:?}"
                );
            }
        }
        for &op in Binary::ALL {
            assert!(tables.binary(op, &x, &y, &mut out), "{op:?}");
            for ((&x, &y), &o) in x.iter().zip(&y).zip(&out) {
                assert_eq!(op.apply(x.into(), y.into()), Some(o.into()), "{op:?} {x} {y}");
            }
        }
    }
}
