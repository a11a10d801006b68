//! The fields against their definitions: mex for tiny values, published tables, and isomorphisms.

use farstar_nimber::{Nim8, Nim16, Nim32, Nim64, Nim128, Nimber};

/// The mex of a set given as flags.
fn mex(seen: &[bool]) -> usize {
    seen.iter().position(|&seen| !seen).expect("the set is smaller than its table")
}

#[test]
fn the_sum_is_the_mex_of_sums_with_one_summand_smaller() {
    const N: usize = 32;
    let mut sum = [[0usize; N]; N];
    for x in 0..N {
        for y in 0..N {
            let mut seen = vec![false; 2 * N + 1];
            (0..x).for_each(|smaller| seen[sum[smaller][y]] = true);
            (0..y).for_each(|smaller| seen[sum[x][smaller]] = true);
            sum[x][y] = mex(&seen);
            assert_eq!(Nim8::new(x as u8) + Nim8::new(y as u8), Nim8::new(sum[x][y] as u8));
        }
    }
}

#[test]
fn the_product_is_the_mex_of_corner_sums() {
    const N: usize = 40;
    let mut product = [[0usize; N]; N];
    for x in 0..N {
        for y in 0..N {
            let mut seen = vec![false; 4 * N * N];
            for smaller_x in 0..x {
                for smaller_y in 0..y {
                    seen[product[smaller_x][y]
                        ^ product[x][smaller_y]
                        ^ product[smaller_x][smaller_y]] = true;
                }
            }
            product[x][y] = mex(&seen);
            let expected = product[x][y];
            assert_eq!(Nim8::new(x as u8) * Nim8::new(y as u8), Nim8::new(expected as u8));
            assert_eq!((Nim16::new(x as u16) * Nim16::new(y as u16)).get(), expected as u16);
            assert_eq!((Nim32::new(x as u32) * Nim32::new(y as u32)).get(), expected as u32);
            assert_eq!((Nim64::new(x as u64) * Nim64::new(y as u64)).get(), expected as u64);
            assert_eq!((Nim128::new(x as u128) * Nim128::new(y as u128)).get(), expected as u128);
        }
    }
}

#[test]
fn the_table_below_eight_is_the_published_one() {
    const TABLE: [[u8; 8]; 6] = [
        [0, 2, 3, 1, 8, 10, 11, 9],
        [0, 3, 1, 2, 12, 15, 13, 14],
        [0, 4, 8, 12, 6, 2, 14, 10],
        [0, 5, 10, 15, 2, 7, 8, 13],
        [0, 6, 11, 13, 14, 8, 5, 3],
        [0, 7, 9, 14, 10, 13, 3, 4],
    ];
    for (row, x) in TABLE.iter().zip(2..) {
        for (&expected, y) in row.iter().zip(0..) {
            assert_eq!(Nim8::new(x) * Nim8::new(y), Nim8::new(expected));
        }
    }
}

#[test]
fn a_fermat_power_times_a_smaller_number_is_the_ordinary_product_and_its_square_is_three_halves_of_it()
 {
    for k in 0..6 {
        let fermat = 1u128 << (1 << k);
        let nim = |value| Nim128::new(value);
        assert_eq!(nim(fermat) * nim(fermat), nim(fermat / 2 * 3));
        let mut smaller = 1u128;
        while smaller < fermat {
            assert_eq!(nim(fermat) * nim(smaller), nim(fermat * smaller));
            smaller = 3 * smaller + 1;
        }
    }
}

#[test]
fn logarithms_to_258_number_all_16_bit_nimbers_but_zero() {
    let mut seen = vec![false; 65536];
    let mut power = Nim16::ONE;
    for _ in 0..65535 {
        assert!(!std::mem::replace(&mut seen[power.get() as usize], true));
        power *= Nim16::new(258);
    }
    assert_eq!(power, Nim16::ONE);
    assert!(!seen[0]);
}

#[test]
fn the_16_bit_field_is_polynomials_modulo_0x1681f_with_x_at_10279() {
    let root = Nim16::new(10279);
    assert_eq!(root.pow(3), Nim16::new(32768));
    let powers: Vec<u16> = (0..16).map(|i| root.pow(i).get()).collect();
    let to_nim = |polynomial: u32| {
        (0..16).filter(|i| polynomial >> i & 1 == 1).fold(0, |sum, i: usize| sum ^ powers[i])
    };
    let mut image = vec![false; 65536];
    for polynomial in 0..65536 {
        image[to_nim(polynomial) as usize] = true;
    }
    assert!(image.iter().all(|&hit| hit), "the map is onto");
    let multiply = |a: u32, b: u32| {
        let mut wide = (0..16).filter(|i| b >> i & 1 == 1).fold(0u32, |sum, i| sum ^ a << i);
        for bit in (16..31).rev() {
            if wide >> bit & 1 == 1 {
                wide ^= 0x1681f << (bit - 16);
            }
        }
        wide
    };
    let (mut a, mut b) = (1u32, 7u32);
    for _ in 0..20_000 {
        a = (a * 40_503 + 77) & 0xffff;
        b = (b * 30_103 + 51) & 0xffff;
        let product = Nim16::new(to_nim(a)) * Nim16::new(to_nim(b));
        assert_eq!(product.get(), to_nim(multiply(a, b)));
    }
}
