//! Finite fields as towers of roots, dense: an element is a byte of 0 or 1 for each product of powers of the
//! generators.
//!
//! Products are Kronecker's: the powers of each generator get twice their room, so that the whole becomes a
//! polynomial in one variable over the field of two elements, which is multiplied by Karatsuba's method and then
//! reduced. Squaring is linear, and the squares of the products of generators are short sums, kept as lists.

use crate::Error;

/// Most bits of the product of two elements before it is reduced.
const MOST_BITS: usize = 1 << 22;

/// A root: `κ^radix` is a sum of products of the generators before it, and of κ itself if `itself`.
#[derive(Clone, Debug)]
pub(super) struct Generator {
    pub(super) radix: usize,
    pub(super) power: Vec<Vec<usize>>,
    pub(super) itself: bool,
}

/// A field of some degree over the field of two elements.
#[derive(Clone, Debug)]
pub(super) struct Tower {
    generators: Vec<Generator>,
    /// The degree of the field of the first so many generators.
    sizes: Vec<usize>,
    /// The room of an element of that field in a product.
    rooms: Vec<usize>,
    /// Where the coordinates of an element lie in that room.
    places: Vec<u32>,
    /// The coordinates of the squares of the products of generators.
    squares: Vec<Vec<u32>>,
}

impl Tower {
    pub(super) fn new(generators: Vec<Generator>) -> Result<Self, Error> {
        let too_large =
            || Error::OutOfBounds { what: "bits of a product", limit: MOST_BITS as u64 };
        let (mut sizes, mut rooms, mut places) = (vec![1usize], vec![1usize], vec![0]);
        for Generator { radix, .. } in &generators {
            let (size, room) = (sizes[sizes.len() - 1], rooms[rooms.len() - 1]);
            let wider = room.checked_mul(2 * radix - 1).filter(|&room| room <= MOST_BITS);
            rooms.push(wider.ok_or_else(too_large)?);
            sizes.push(size * radix);
            let one = places.clone();
            for power in 1..*radix {
                places.extend(one.iter().map(|place| place + (power * room) as u32));
            }
        }
        let mut tower = Self { generators, sizes, rooms, places, squares: Vec::new() };
        tower.squares = tower.all_squares();
        Ok(tower)
    }

    /// The degree over the field of two elements.
    pub(super) fn degree(&self) -> usize {
        self.sizes[self.generators.len()]
    }

    pub(super) fn zero(&self) -> Vec<u8> {
        vec![0; self.degree()]
    }

    pub(super) fn one(&self) -> Vec<u8> {
        let mut one = self.zero();
        one[0] = 1;
        one
    }

    /// Adds a product of different generators.
    pub(super) fn add_monomial(&self, sum: &mut [u8], generators: &[usize]) {
        sum[generators.iter().map(|&at| self.sizes[at]).sum::<usize>()] ^= 1;
    }

    /// `x^(2^k)`.
    pub(super) fn conjugate<E>(
        &self,
        x: &[u8],
        k: usize,
        check: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Vec<u8>, E> {
        let mut power = x.to_vec();
        for _ in 0..k {
            check(power.len() as u64)?;
            let mut square = vec![0; x.len()];
            for (bit, own) in power.iter().zip(&self.squares) {
                if *bit != 0 {
                    own.iter().for_each(|&at| square[at as usize] ^= 1);
                }
            }
            power = square;
        }
        Ok(power)
    }

    pub(super) fn product<E>(
        &self,
        x: &[u8],
        y: &[u8],
        check: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Vec<u8>, E> {
        check(self.rooms[self.generators.len()] as u64)?;
        let product = karatsuba(&self.packed(x), &self.packed(y));
        Ok(self.reduced(self.generators.len(), &product, 0))
    }

    fn packed(&self, x: &[u8]) -> Vec<u64> {
        let last = self.places.last().map_or(0, |&place| place as usize);
        let mut packed = vec![0; last / 64 + 1];
        for (bit, &place) in x.iter().zip(&self.places) {
            packed[place as usize / 64] |= u64::from(*bit) << (place % 64);
        }
        packed
    }

    /// The element of the field of the first `level` generators whose product lies from a place on.
    fn reduced(&self, level: usize, product: &[u64], from: usize) -> Vec<u8> {
        let bit = |at: usize| (product[at / 64] >> (at % 64) & 1) as u8;
        let Some(below) = level.checked_sub(1) else { return vec![bit(from)] };
        let (radix, size, room) =
            (self.generators[below].radix, self.sizes[below], self.rooms[below]);
        let mut sum = vec![0; radix * size];
        for power in (0..2 * radix - 1).rev() {
            let part = self.reduced(below, product, from + power * room);
            self.add_power(&mut sum, below, power, &part);
        }
        sum
    }

    /// Adds `part·κ^power` for the generator κ, the power being less than twice its radix.
    fn add_power(&self, sum: &mut [u8], generator: usize, power: usize, part: &[u8]) {
        if part.iter().all(|&bit| bit == 0) {
            return;
        }
        let Generator { radix, itself, .. } = self.generators[generator];
        let Some(over) = power.checked_sub(radix) else {
            return add(&mut sum[power * part.len()..], part);
        };
        let low = self.times_power(generator, part);
        add(&mut sum[over * part.len()..], &low);
        if itself {
            add(&mut sum[(over + 1) * part.len()..], part);
        }
    }

    /// `x·κ^radix` without the part of κ itself, for an x below κ.
    fn times_power(&self, generator: usize, x: &[u8]) -> Vec<u8> {
        let mut sum = vec![0; x.len()];
        for monomial in &self.generators[generator].power {
            let times = |x: Vec<u8>, &other: &usize| self.times(generator, other, &x);
            let product = monomial.iter().fold(x.to_vec(), times);
            add(&mut sum, &product);
        }
        sum
    }

    /// `x` times a generator, in the field of the first `level` generators.
    fn times(&self, level: usize, generator: usize, x: &[u8]) -> Vec<u8> {
        let below = level - 1;
        let size = self.sizes[below];
        let mut product = vec![0; x.len()];
        for (power, part) in x.chunks(size).enumerate() {
            if generator == below {
                self.add_power(&mut product, below, power + 1, part);
            } else {
                add(&mut product[power * size..], &self.times(below, generator, part));
            }
        }
        product
    }

    fn all_squares(&self) -> Vec<Vec<u32>> {
        let mut squares = vec![vec![0u32]];
        for (generator, &Generator { radix, .. }) in self.generators.iter().enumerate() {
            let mut next = Vec::with_capacity(squares.len() * radix);
            for power in 0..radix {
                next.extend(squares.iter().map(|own| self.spread(generator, 2 * power, own)));
            }
            squares = next;
        }
        squares
    }

    /// The coordinates of an element below a generator times a power of it, which is less than twice its radix.
    fn spread(&self, generator: usize, power: usize, own: &[u32]) -> Vec<u32> {
        let Generator { radix, itself, .. } = self.generators[generator];
        let size = self.sizes[generator];
        let moved = |by: usize| own.iter().map(move |at| at + (by * size) as u32);
        let Some(over) = power.checked_sub(radix) else { return moved(power).collect() };
        let mut part = vec![0; size];
        own.iter().for_each(|&at| part[at as usize] = 1);
        let low = (0..).zip(self.times_power(generator, &part)).filter(|(_, bit)| *bit != 0);
        let low = low.map(|(at, _): (u32, u8)| at + (over * size) as u32);
        low.chain(moved(over + 1).filter(|_| itself)).collect()
    }
}

fn add(sum: &mut [u8], part: &[u8]) {
    sum.iter_mut().zip(part).for_each(|(a, b)| *a ^= b);
}

/// Words below which products are made word by word.
const SHORT: usize = 12;

/// The product of two polynomials over the field of two elements of the same number of words.
fn karatsuba(x: &[u64], y: &[u64]) -> Vec<u64> {
    let words = x.len();
    let mut product = vec![0; 2 * words];
    if words <= SHORT {
        for (at, &word) in x.iter().enumerate() {
            add_row(&mut product[at..], word, y);
        }
        return product;
    }
    let half = words.div_ceil(2);
    let folded = |z: &[u64]| -> Vec<u64> {
        let mut sum = z[..half].to_vec();
        xor(&mut sum, &z[half..]);
        sum
    };
    let (low, mut high) = (karatsuba(&x[..half], &y[..half]), karatsuba(&x[half..], &y[half..]));
    let mut middle = karatsuba(&folded(x), &folded(y));
    xor(&mut middle, &low);
    xor(&mut middle, &high);
    xor(&mut product, &low);
    high.truncate(2 * words - 2 * half);
    xor(&mut product[2 * half..], &high);
    xor(&mut product[half..], &middle);
    product
}

fn xor(sum: &mut [u64], part: &[u64]) {
    sum.iter_mut().zip(part).for_each(|(a, b)| *a ^= b);
}

/// Adds a word times a polynomial, four bits at a time.
fn add_row(sum: &mut [u64], word: u64, by: &[u64]) {
    let mut multiples = [0u128; 16];
    for (n, multiple) in multiples.iter_mut().enumerate() {
        let bits = (0..4).filter(|bit| n >> bit & 1 != 0);
        *multiple = bits.fold(0, |sum, bit| sum ^ u128::from(word) << bit);
    }
    for (at, &other) in by.iter().enumerate() {
        let mut product = 0u128;
        for digit in (0..16).rev() {
            product = product << 4 ^ multiples[(other >> (4 * digit) & 15) as usize];
        }
        sum[at] ^= product as u64;
        sum[at + 1] ^= (product >> 64) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn never(_: u64) -> Result<(), Error> {
        Ok(())
    }

    /// The field of κ_2, κ_4, and κ_3 with the cube κ_2.
    fn tower() -> Tower {
        let two = |at: usize| Generator { radix: 2, power: vec![(0..at).collect()], itself: true };
        let three = Generator { radix: 3, power: vec![vec![0]], itself: false };
        Tower::new(vec![two(0), two(1), three]).unwrap()
    }

    fn element(tower: &Tower, n: u32) -> Vec<u8> {
        (0..tower.degree()).map(|bit| (n >> bit & 1) as u8).collect()
    }

    #[test]
    fn finite_products_are_those_of_nimbers() {
        let tower = tower();
        let product = |x, y| tower.product(&element(&tower, x), &element(&tower, y), &mut never);
        // 2·2 = 3, 4·4 = 6, 2·4 = 8, 8·8 = 13 (ONAG, table of nim products)
        for (x, y, xy) in [(2, 2, 3), (4, 4, 6), (2, 4, 8), (8, 8, 13), (15, 1, 15)] {
            assert_eq!(product(x, y).unwrap(), element(&tower, xy), "{x}·{y}");
        }
        // ω = 2^4 here, ω^2 = 2^8, and ω·ω^2 = 2
        assert_eq!(product(1 << 4, 1 << 8).unwrap(), element(&tower, 2));
    }

    #[test]
    fn products_distribute_and_squares_are_products() {
        let tower = tower();
        let mut seed = 12345u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            element(&tower, seed >> 16)
        };
        for _ in 0..200 {
            let (x, y, z) = (random(), random(), random());
            let times = |a: &[u8], b: &[u8]| tower.product(a, b, &mut never).unwrap();
            let mut sum = y.clone();
            add(&mut sum, &z);
            let mut parts = times(&x, &y);
            add(&mut parts, &times(&x, &z));
            assert_eq!(times(&x, &sum), parts);
            assert_eq!(times(&times(&x, &y), &z), times(&x, &times(&y, &z)));
            assert_eq!(tower.conjugate(&x, 1, &mut never).unwrap(), times(&x, &x));
        }
    }

    #[test]
    fn long_products_are_those_of_rows() {
        let word = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ at << 7;
        for words in [1, 12, 13, 25, 50] {
            let x: Vec<u64> = (1..=words).map(word).collect();
            let y: Vec<u64> = (100..100 + words).map(word).collect();
            let mut rows = vec![0; 2 * words as usize];
            x.iter().enumerate().for_each(|(at, &word)| add_row(&mut rows[at..], word, &y));
            assert_eq!(karatsuba(&x, &y), rows, "{words}");
        }
    }
}
