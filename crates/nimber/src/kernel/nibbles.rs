//! Many nimbers at a time in planes of nibbles, by look-ups in tables of 16 bytes in a register.
//!
//! A block of as many nimbers of N bytes as a register has bytes fills N registers; plane 2j gathers the lower half
//! of byte j of all of them, plane 2j + 1 the upper half. In planes the quadratic tower has no shifts, and its last
//! storey is the field of 16 elements: a product there is two look-ups of logarithms, a sum modulo 15 and a look-up
//! of the power. Zero has a logarithm so large that the sum stays beyond the table, where every look-up gives 0.
//! The look-up of the power gives at once what the product of nibbles adds to a whole byte, times a constant of the
//! storey above, so products come out in bytes and half of the sums are saved. A product by one nimber needs no
//! logarithms: its planes are the tables of its nibbles' multiples, which add as the nibbles do; they are made
//! ready for each of the 3^k products of nibbles once a call. A GF(2)-linear map is two look-ups for each pair of
//! bytes.
//!
//! Blocks go to planes by one shuffle inside each 16 bytes, which brings bytes of equal place together, and log₂ N
//! stages of interleaving, which transpose; the same stages and the inverse shuffle lead back. The order of the lanes
//! inside a plane is of no consequence.
//!
//! Source for products by tables in a register: J. S. Plank, K. M. Greenan, E. L. Miller, *Screaming Fast Galois Field
//! Arithmetic Using Intel SIMD Instructions* (FAST 2013).

use crate::linear::{Blocks, ConstantMap};
use crate::tower;

/// A table with an entry for every nibble.
pub(super) type Table = [u8; 16];

/// A generator of the units of the field of 16 nimbers.
const GENERATOR: u8 = 4;
/// The logarithm of zero: any sum with it, less 15, is at least 128, for which a look-up gives 0.
const LOG_ZERO: u8 = 0xf0;

/// The images of all nibbles under a function.
macro_rules! table_of {
    ($nibble:ident => $image:expr) => {{
        let mut table = [0; 16];
        let mut $nibble = 0u8;
        while $nibble < 16 {
            table[$nibble as usize] = $image;
            $nibble += 1;
        }
        table
    }};
}

/// The generator's powers, each times a constant; a sum of logarithms reduced modulo 15 is never 15.
const fn powers(times: u8) -> Table {
    let mut power = times;
    let mut table = [0; 16];
    let mut exponent = 0;
    while exponent < 15 {
        table[exponent] = power;
        power = tower::mul8(power, GENERATOR);
        exponent += 1;
    }
    table
}

pub(super) const POWERS: Table = powers(1);
pub(super) const LOGARITHMS: Table = {
    let mut table = [LOG_ZERO; 16];
    let mut exponent = 0;
    while exponent < 15 {
        table[POWERS[exponent] as usize] = exponent as u8;
        exponent += 1;
    }
    table
};
const _: () = assert!(tower::mul8(POWERS[14], GENERATOR) == 1 && LOGARITHMS[15] < 15);

/// The three products of nibbles of which a product of bytes is made, each as what it adds to that product times a
/// constant, by its logarithm: x₁y₁ is taken times 8, half the Fermat power 16; x₀y₀ counts in both halves, and
/// (x₁⊕x₀)(y₁⊕y₀) in the upper one.
pub(super) type Parts = [Table; 3];

const fn parts(times: u8) -> Parts {
    [powers(tower::mul8(times, 17)), powers(tower::mul8(times, 8)), powers(tower::mul8(times, 16))]
}

/// Half the Fermat power 2^8.
const HALF: u8 = 128;
/// Products of bytes, those times 2^7, and those times its square.
pub(super) static PARTS: Parts = parts(1);
pub(super) static PARTS_HALF: Parts = parts(HALF);
pub(super) static PARTS_HALF_2: Parts = parts(tower::square8(HALF));

pub(super) const SQUARES: Table = table_of!(x => tower::mul8(x, x));
pub(super) const INVERSES: Table = table_of!(x => tower::inverse8(x));
/// Products by 8.
pub(super) const HALVES: Table = table_of!(x => tower::mul8(x, 8));
/// Products by the square of 8.
pub(super) const HALF_SQUARES: Table = table_of!(x => tower::mul8(x, tower::mul8(8, 8)));
/// Products by every nibble.
pub(super) static MULTIPLES: [Table; 16] = table_of_tables();

const fn table_of_tables() -> [Table; 16] {
    let mut tables = [[0; 16]; 16];
    let mut factor = 0u8;
    while factor < 16 {
        tables[factor as usize] = table_of!(x => tower::mul8(x, factor));
        factor += 1;
    }
    tables
}

/// Where each byte of 16 goes so that bytes of equal place in words of `bytes` bytes come together.
pub(super) const fn gathering(bytes: usize) -> Table {
    let mut order = [0; 16];
    let mut to = 0;
    while to < 16 {
        let words = 16 / bytes;
        order[to] = (to % words * bytes + to / words) as u8;
        to += 1;
    }
    order
}

/// The inverse of [`gathering`].
pub(super) const fn scattering(bytes: usize) -> Table {
    gathering(16 / bytes)
}

/// Tables of a map of words of N bytes: `[i][j]` takes the lower and the upper half of byte j of the argument to byte i
/// of the image.
pub(super) type MapTables<const N: usize> = [[[Table; 2]; N]; N];

/// A map known at compile time, as tables.
pub(super) struct Tabled<M>(std::marker::PhantomData<M>);

impl<M: ConstantMap<N>, const N: usize> ConstantTables<N> for Tabled<M> {
    const TABLES: &'static MapTables<N> = &tables(&M::BLOCKS);
}

/// The tables of a map.
pub(super) trait ConstantTables<const N: usize> {
    /// Its tables.
    const TABLES: &'static MapTables<N>;
}

const fn tables<const N: usize>(blocks: &Blocks<N>) -> MapTables<N> {
    let mut tables = [[[[0; 16]; 2]; N]; N];
    let mut index = 0;
    while index < N * N {
        let (i, j) = (index / N, index % N);
        // byte 7 − r of a block selects the bits of the argument that make bit r of the image
        let rows = blocks[i][j].to_be_bytes();
        tables[i][j][0] = table_of!(x => image(rows, x));
        tables[i][j][1] = table_of!(x => image(rows, x << 4));
        index += 1;
    }
    tables
}

const fn image(rows: [u8; 8], x: u8) -> u8 {
    let mut image = 0;
    let mut bit = 0;
    while bit < 8 {
        image |= ((rows[bit] & x).count_ones() as u8 & 1) << bit;
        bit += 1;
    }
    image
}

/// The tower on planes of nibbles and the slices of every width, from the registers of one processor: the type `Plane`
/// of `LANES` bytes, and `load`, `store`, `sum_of`, `splat`, `look_up`, `add_logarithms`, `halves_of_bytes`, `bytes`
/// `opaque` and `interleave` in the scope of the call.
macro_rules! nibble_planes {
    ($features:literal) => {
        use crate::kernel::blocks::{in_place, padded, slices_in_blocks};
        use crate::kernel::nibbles::{
            ConstantTables, HALF_SQUARES, HALVES, INVERSES, LOGARITHMS, MULTIPLES, PARTS, PARTS_HALF,
            PARTS_HALF_2, POWERS, Parts, SQUARES, Tabled,
            gathering, scattering,
        };
        use crate::linear::ConstantMap;

        /// Registers of a block with row and column exchanged: units of equal place come together.
        #[inline]
        #[target_feature(enable = $features)]
        fn transposed<const BYTES: usize>(mut rows: [Plane; BYTES]) -> [Plane; BYTES] {
            // Each stage moves the top bit of a register's number behind the bits of the unit's number.
            let mut stages = BYTES.trailing_zeros();
            while stages > 0 {
                let before = rows;
                for i in 0..BYTES / 2 {
                    (rows[2 * i], rows[2 * i + 1]) =
                        interleave::<BYTES>(before[i], before[i + BYTES / 2]);
                }
                stages -= 1;
            }
            rows
        }

        /// The byte planes of a block.
        #[inline]
        #[target_feature(enable = $features)]
        fn planes<T: Word, const BYTES: usize>(block: &[T; LANES]) -> [Plane; BYTES] {
            let order = splat(const { &gathering(BYTES) });
            let mut rows = [order; BYTES];
            for (i, row) in rows.iter_mut().enumerate() {
                let bytes = load::<T, BYTES>(block, i);
                *row = if BYTES < 16 { opaque(look_up(bytes, order)) } else { bytes };
            }
            transposed(rows)
        }

        /// Writes byte planes to a block.
        #[inline]
        #[target_feature(enable = $features)]
        fn write<T: Word, const BYTES: usize>(block: &mut [T; LANES], &planes: &[Plane; BYTES]) {
            let order = splat(const { &scattering(BYTES) });
            for (i, &row) in transposed(planes).iter().enumerate() {
                store::<T, BYTES>(block, i, if BYTES < 16 { look_up(opaque(row), order) } else { row });
            }
        }

        /// The nibbles of byte planes.
        #[inline]
        #[target_feature(enable = $features)]
        fn nibbles<const BYTES: usize, const N: usize>(bytes: [Plane; BYTES]) -> [Plane; N] {
            const { assert!(N == 2 * BYTES) };
            let mut nibbles = [bytes[0]; N];
            for (i, &byte) in bytes.iter().enumerate() {
                (nibbles[2 * i + 1], nibbles[2 * i]) = halves_of_bytes(byte);
            }
            nibbles
        }

        /// The bytes of planes of nibbles.
        #[inline]
        #[target_feature(enable = $features)]
        fn joined<const BYTES: usize, const N: usize>(nibbles: &[Plane; N]) -> [Plane; BYTES] {
            const { assert!(N == 2 * BYTES) };
            let mut joined = [nibbles[0]; BYTES];
            for (i, byte) in joined.iter_mut().enumerate() {
                *byte = bytes(nibbles[2 * i + 1], nibbles[2 * i]);
            }
            joined
        }

        /// A block as planes of nibbles.
        #[inline]
        #[target_feature(enable = $features)]
        fn enter<T: Word, const BYTES: usize, const N: usize>(block: &[T; LANES]) -> [Plane; N] {
            nibbles(planes::<T, BYTES>(block))
        }

        /// The block of such planes.
        #[inline]
        #[target_feature(enable = $features)]
        fn leave<T: Word, const BYTES: usize, const N: usize>(
            block: &mut [T; LANES],
            nibbles: &[Plane; N],
        ) {
            write::<T, BYTES>(block, &joined(nibbles));
        }

        /// The tables of the multiples of a nimber's nibbles.
        #[inline]
        #[target_feature(enable = $features)]
        fn multiples<T: Word + Into<u128>, const N: usize>(a: T) -> [Plane; N] {
            let mut tables = [splat(&POWERS); N];
            for (i, table) in tables.iter_mut().enumerate() {
                *table = splat(&MULTIPLES[(a.into() >> (4 * i)) as usize % 16]);
            }
            tables
        }

        /// The upper and the lower half of each byte plane.
        #[inline]
        #[target_feature(enable = $features)]
        fn split<const BYTES: usize>(bytes: [Plane; BYTES]) -> [(Plane, Plane); BYTES] {
            let mut nibbles = [(bytes[0], bytes[0]); BYTES];
            for (nibble, &byte) in nibbles.iter_mut().zip(&bytes) {
                *nibble = halves_of_bytes(byte);
            }
            nibbles
        }

        /// Byte I of the images under a map, if there are so many.
        #[inline]
        #[target_feature(enable = $features)]
        fn row<M: ConstantMap<BYTES>, const BYTES: usize, const I: usize>(
            image: &mut [Plane; BYTES],
            nibbles: &[(Plane, Plane); BYTES],
        ) {
            if I >= BYTES {
                return;
            }
            let mut sum = splat(&[0; 16]);
            for (j, &(upper, lower)) in nibbles.iter().enumerate() {
                if M::BLOCKS[I][j] != 0 {
                    let [low, high] = &<Tabled<M>>::TABLES[I][j];
                    sum = sum_of(sum, look_up(splat(low), lower));
                    sum = sum_of(sum, look_up(splat(high), upper));
                }
            }
            image[I] = sum;
        }

        /// The bytes of a block under a map.
        #[inline]
        #[target_feature(enable = $features)]
        fn map<M: ConstantMap<BYTES>, T: Word, const BYTES: usize>(block: &mut [T; LANES]) {
            let nibbles = split(planes(block));
            // Every row by its number, so that zero blocks are known to the compiler.
            let mut image = [splat(&[0; 16]); BYTES];
            row::<M, BYTES, 0>(&mut image, &nibbles);
            row::<M, BYTES, 1>(&mut image, &nibbles);
            row::<M, BYTES, 2>(&mut image, &nibbles);
            row::<M, BYTES, 3>(&mut image, &nibbles);
            row::<M, BYTES, 4>(&mut image, &nibbles);
            row::<M, BYTES, 5>(&mut image, &nibbles);
            row::<M, BYTES, 6>(&mut image, &nibbles);
            row::<M, BYTES, 7>(&mut image, &nibbles);
            row::<M, BYTES, 8>(&mut image, &nibbles);
            row::<M, BYTES, 9>(&mut image, &nibbles);
            row::<M, BYTES, 10>(&mut image, &nibbles);
            row::<M, BYTES, 11>(&mut image, &nibbles);
            row::<M, BYTES, 12>(&mut image, &nibbles);
            row::<M, BYTES, 13>(&mut image, &nibbles);
            row::<M, BYTES, 14>(&mut image, &nibbles);
            row::<M, BYTES, 15>(&mut image, &nibbles);
            write(block, &image);
        }

        /// The sum, plane by plane.
        #[inline]
        #[target_feature(enable = $features)]
        fn sum<const N: usize>(a: &[Plane; N], b: &[Plane; N]) -> [Plane; N] {
            let mut sum = *a;
            for (sum, b) in sum.iter_mut().zip(b) {
                *sum = sum_of(*sum, *b);
            }
            sum
        }

        /// The upper and the lower half of the planes.
        #[inline]
        fn halves<const N: usize, const H: usize>(planes: &[Plane; N]) -> (&[Plane; H], &[Plane; H]) {
            const { assert!(N == 2 * H) };
            let (low, high) = planes.split_at(H);
            (high.try_into().expect("half the planes"), low.try_into().expect("half the planes"))
        }

        /// Two halves put together.
        #[inline]
        #[target_feature(enable = $features)]
        fn whole<const N: usize, const H: usize>(high: &[Plane; H], low: &[Plane; H]) -> [Plane; N] {
            let mut planes = [low[0]; N];
            planes[..H].copy_from_slice(low);
            planes[H..].copy_from_slice(high);
            planes
        }

        /// The image of nibbles under a table.
        #[inline]
        #[target_feature(enable = $features)]
        fn under(table: &Table, [a]: [Plane; 1]) -> [Plane; 1] {
            [look_up(splat(table), a)]
        }

        /// Logarithms of products of nibbles.
        #[inline]
        #[target_feature(enable = $features)]
        fn exponent(a: Plane, b: Plane) -> Plane {
            let logarithms = splat(&LOGARITHMS);
            add_logarithms(look_up(logarithms, a), look_up(logarithms, b))
        }

        /// Logarithms of the parts of products of bytes.
        #[inline]
        #[target_feature(enable = $features)]
        fn exponents([a0, a1]: &[Plane; 2], [b0, b1]: &[Plane; 2]) -> [Plane; 3] {
            let cross = exponent(sum_of(*a0, *a1), sum_of(*b0, *b1));
            [exponent(*a0, *b0), exponent(*a1, *b1), cross]
        }

        /// Products of bytes, times the constant of the tables, in bytes.
        #[inline]
        #[target_feature(enable = $features)]
        fn product([first, second, third]: &Parts, [low, high, cross]: &[Plane; 3]) -> Plane {
            let sum = sum_of(look_up(splat(first), *low), look_up(splat(second), *high));
            sum_of(sum, look_up(splat(third), *cross))
        }

        /// Logarithms for the three products of bytes in a product of 16 bits: of the lower bytes, of the upper ones,
        /// and of their sums.
        #[inline]
        #[target_feature(enable = $features)]
        fn exponents4(a: &[Plane; 4], b: &[Plane; 4]) -> [[Plane; 3]; 3] {
            let ((a1, a0), (b1, b0)) = (halves::<4, 2>(a), halves(b));
            [exponents(a0, b0), exponents(a1, b1), exponents(&sum(a1, a0), &sum(b1, b0))]
        }

        /// Their product in bytes.
        #[inline]
        #[target_feature(enable = $features)]
        fn whole4([low, high, cross]: &[[Plane; 3]; 3]) -> [Plane; 2] {
            let low = product(&PARTS, low);
            [sum_of(low, product(&PARTS_HALF, high)), sum_of(low, product(&PARTS, cross))]
        }

        /// The product times 2^15: with h = 2^7, (x₁⊗F ⊕ x₀)⊗h⊗F = (x₁⊕x₀)⊗h⊗F ⊕ x₁⊗h².
        #[inline]
        #[target_feature(enable = $features)]
        fn half_of4([low, high, cross]: &[[Plane; 3]; 3]) -> [Plane; 2] {
            [
                sum_of(product(&PARTS_HALF_2, low), product(&PARTS_HALF_2, cross)),
                sum_of(product(&PARTS_HALF_2, high), product(&PARTS_HALF, cross)),
            ]
        }

        /// Products of 8 bits, in bytes.
        #[inline]
        #[target_feature(enable = $features)]
        fn bytes2(a: &[Plane; 2], b: &[Plane; 2]) -> [Plane; 1] {
            [product(&PARTS, &exponents(a, b))]
        }

        /// Products of 16 bits, in bytes.
        #[inline]
        #[target_feature(enable = $features)]
        fn bytes4(a: &[Plane; 4], b: &[Plane; 4]) -> [Plane; 2] {
            whole4(&exponents4(a, b))
        }

        /// Products of 32 bits, in bytes.
        #[inline]
        #[target_feature(enable = $features)]
        fn bytes8(a: &[Plane; 8], b: &[Plane; 8]) -> [Plane; 4] {
            let ((a1, a0), (b1, b0)) = (halves::<8, 4>(a), halves(b));
            let low = bytes4(a0, b0);
            let high = half_of4(&exponents4(a1, b1));
            let cross = bytes4(&sum(a1, a0), &sum(b1, b0));
            whole(&sum(&low, &cross), &sum(&low, &high))
        }

        /// A product in a storey above, in bytes: a factor is multiplied by half the Fermat power, not the product.
        macro_rules! product_in {
            ($wide:literal $half_wide:literal, $bytes:literal; $mul:ident; $lower_mul:ident $lower_half:ident) => {
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn $mul(a: &[Plane; $wide], b: &[Plane; $wide]) -> [Plane; $bytes] {
                    let ((a1, a0), (b1, b0)) = (halves::<$wide, $half_wide>(a), halves(b));
                    let low = $lower_mul(a0, b0);
                    let high = $lower_mul(&$lower_half(a1), b1);
                    let cross = $lower_mul(&sum(a1, a0), &sum(b1, b0));
                    whole(&sum(&low, &cross), &sum(&low, &high))
                }
            };
        }
        product_in!(16 8, 8; bytes16; bytes8 half8);
        product_in!(32 16, 16; bytes32; bytes16 half16);

        /// Products of nibbles.
        #[inline]
        #[target_feature(enable = $features)]
        fn mul1([a]: &[Plane; 1], [b]: &[Plane; 1]) -> [Plane; 1] {
            [look_up(splat(&POWERS), exponent(*a, *b))]
        }

        /// Products in nibbles.
        macro_rules! product_of {
            ($inline:meta, $wide:literal; $mul:ident $bytes:ident) => {
                #[$inline]
                #[target_feature(enable = $features)]
                fn $mul(a: &[Plane; $wide], b: &[Plane; $wide]) -> [Plane; $wide] {
                    nibbles($bytes(a, b))
                }
            };
        }
        product_of!(inline, 2; mul2 bytes2);
        product_of!(inline, 4; mul4 bytes4);
        product_of!(inline, 8; mul8 bytes8);
        product_of!(inline, 16; mul16 bytes16);

        /// What the tables of the multiples of a byte's nibbles add to the bytes of its multiples.
        #[inline]
        #[target_feature(enable = $features)]
        fn factor2([a0, a1]: &[Plane; 2]) -> [Plane; 3] {
            let ([high], cross) = (under(&HALVES, [*a1]), sum_of(*a0, *a1));
            [bytes(*a0, *a0), high, bytes(cross, splat(&[0; 16]))]
        }

        /// Products by a byte.
        #[inline]
        #[target_feature(enable = $features)]
        fn scale2([low, high, cross]: &[Plane; 3], [x0, x1]: &[Plane; 2]) -> [Plane; 1] {
            let sum = sum_of(look_up(*low, *x0), look_up(*high, *x1));
            [sum_of(sum, look_up(*cross, sum_of(*x0, *x1)))]
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn half1(a: &[Plane; 1]) -> [Plane; 1] {
            under(&HALVES, *a)
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn square1(a: &[Plane; 1]) -> [Plane; 1] {
            under(&SQUARES, *a)
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn inverse1(a: &[Plane; 1]) -> [Plane; 1] {
            under(&INVERSES, *a)
        }

        /// Bytes times 2^7: the general formula, its two steps in the lower nibble made one.
        #[inline]
        #[target_feature(enable = $features)]
        fn half2([a0, a1]: &[Plane; 2]) -> [Plane; 2] {
            let ([low], [high]) =
                (under(&HALF_SQUARES, [*a1]), under(&HALVES, [sum_of(*a0, *a1)]));
            [low, high]
        }

        /// Products by one nimber in one storey, in bytes, from the tables for the three products below. What holds of
        /// planes of nibbles holds of tables of multiples, so these are made by the same sums.
        macro_rules! scale_in {
            ($inline:meta, $wide:literal $half_wide:literal, $bytes:literal; $factor:ident $scale:ident;
             $tables:ty; $lower_factor:ident $lower_scale:ident $lower_half:ident) => {
                #[$inline]
                #[target_feature(enable = $features)]
                fn $factor(a: &[Plane; $wide]) -> [$tables; 3] {
                    let (a1, a0) = halves::<$wide, $half_wide>(a);
                    let cross = $lower_factor(&sum(a1, a0));
                    [$lower_factor(a0), $lower_factor(&$lower_half(a1)), cross]
                }

                #[$inline]
                #[target_feature(enable = $features)]
                fn $scale([low, high, cross]: &[$tables; 3], x: &[Plane; $wide]) -> [Plane; $bytes] {
                    let (x1, x0) = halves::<$wide, $half_wide>(x);
                    let (low, high) = ($lower_scale(low, x0), $lower_scale(high, x1));
                    let cross = $lower_scale(cross, &sum(x1, x0));
                    whole(&sum(&low, &cross), &sum(&low, &high))
                }
            };
        }

        /// The inverse in one storey, zero for zero.
        macro_rules! inverse_in {
            ($inline:meta, $wide:literal $half_wide:literal; $inverse:ident;
             $lower_mul:ident $lower_inverse:ident $lower_square:ident $lower_half:ident) => {
                #[$inline]
                #[target_feature(enable = $features)]
                fn $inverse(a: &[Plane; $wide]) -> [Plane; $wide] {
                    let (a1, a0) = halves::<$wide, $half_wide>(a);
                    let conjugate = sum(a1, a0);
                    let norm = sum(&$lower_mul(a0, &conjugate), &$lower_half(&$lower_square(a1)));
                    let over = $lower_inverse(&norm);
                    whole(&$lower_mul(a1, &over), &$lower_mul(&conjugate, &over))
                }
            };
        }

        /// The square in one storey.
        macro_rules! square_in {
            ($wide:literal $half_wide:literal; $square:ident; $lower_square:ident $lower_half:ident) => {
                #[inline]
                #[target_feature(enable = $features)]
                fn $square(a: &[Plane; $wide]) -> [Plane; $wide] {
                    let (a1, a0) = halves::<$wide, $half_wide>(a);
                    let high = $lower_square(a1);
                    whole(&high, &sum(&$lower_square(a0), &$lower_half(&high)))
                }
            };
        }

        /// The product by F/2 of one storey: (x₁⊗F ⊕ x₀)⊗F/2⊗F = (x₁⊕x₀)⊗F/2⊗F ⊕ x₁⊗F/2⊗F/2.
        macro_rules! half_in {
            ($wide:literal $half_wide:literal; $half:ident; $lower_half:ident) => {
                #[inline]
                #[target_feature(enable = $features)]
                fn $half(a: &[Plane; $wide]) -> [Plane; $wide] {
                    let (a1, a0) = halves::<$wide, $half_wide>(a);
                    whole(&$lower_half(&sum(a1, a0)), &$lower_half(&$lower_half(a1)))
                }
            };
        }

        square_in!(2 1; square2; square1 half1);
        square_in!(4 2; square4; square2 half2);
        square_in!(8 4; square8; square4 half4);
        square_in!(16 8; square16; square8 half8);
        half_in!(4 2; half4; half2);
        half_in!(8 4; half8; half4);
        half_in!(16 8; half16; half8);
        scale_in!(inline, 4 2, 2; factor4 scale4; [Plane; 3]; factor2 scale2 half2);
        scale_in!(inline, 8 4, 4; factor8 scale8; [[Plane; 3]; 3]; factor4 scale4 half4);
        scale_in!(inline(never), 16 8, 8; factor16 scale16; [[[Plane; 3]; 3]; 3]; factor8 scale8 half8);
        scale_in!(inline(never), 32 16, 16; factor32 scale32; [[[[Plane; 3]; 3]; 3]; 3]; factor16 scale16 half16);
        inverse_in!(inline, 2 1; inverse2; mul1 inverse1 square1 half1);
        inverse_in!(inline, 4 2; inverse4; mul2 inverse2 square2 half2);
        inverse_in!(inline, 8 4; inverse8; mul4 inverse4 square4 half4);
        inverse_in!(inline(never), 16 8; inverse16; mul8 inverse8 square8 half8);
        inverse_in!(inline(never), 32 16; inverse32; mul16 inverse16 square16 half16);

        /// The slices of one width.
        macro_rules! width {
            ($kind:ident, $word:ty, $bytes:literal, $nibbles:literal; $mul:ident $inverse:ident $factor:ident $scale:ident) => {
                slices_in_blocks!(
                    $features, $kind, $word;
                    $mul, write::<$word, $bytes>; [splat(&[0; 16]); $bytes], sum;
                    enter::<$word, $bytes, $nibbles>, leave::<$word, $bytes, $nibbles>; $inverse;
                    |a| $factor(&multiples::<$word, $nibbles>(a)), $scale; map $word, $bytes
                );
            };
        }
        width!(W8, u8, 1, 2; bytes2 inverse2 factor2 scale2);
        width!(W16, u16, 2, 4; bytes4 inverse4 factor4 scale4);
        width!(W32, u32, 4, 8; bytes8 inverse8 factor8 scale8);
        width!(W64, u64, 8, 16; bytes16 inverse16 factor16 scale16);
        width!(W128, u128, 16, 32; bytes32 inverse32 factor32 scale32);

        /// Polynomial forms in place of 64-bit nimbers, or the other way, by the map.
        #[target_feature(enable = $features)]
        pub(super) fn map_slice<M: ConstantMap<8>>(x: &mut [u64]) {
            in_place(x, |block| map::<M, u64, 8>(block));
        }
    };
}
pub(super) use nibble_planes;
