//! Every vector kernel this processor has against the portable one, and against the definition.

use super::*;
use farstar_value::SplitMix64;

fn noise(len: usize, modulus: u64, seed: u64) -> Vec<u64> {
    let mut random = SplitMix64::new(seed);
    (0..len).map(|_| random.below(modulus)).collect()
}

#[test]
fn every_kernel_equals_the_portable_one() {
    Kernel::available().into_iter().for_each(equals_the_portable_one);
}

fn equals_the_portable_one(best: Kernel) {
    for len in [0, 1, 7, 31, 32, 63, 64, 65, 200, 511] {
        for seed in 0..4 {
            let a: Vec<u16> = noise(len, 900, seed).iter().map(|&v| v as u16).collect();
            let b: Vec<u16> = noise(len, 900, seed + 9).iter().map(|&v| v as u16).collect();
            let (c, d): (Vec<u8>, Vec<u8>) =
                (a.iter().map(|&v| v as u8).collect(), b.iter().map(|&v| v as u8).collect());
            for wanted in [0u16, 5, 77, 255] {
                assert_eq!(best.find(&a, &b, wanted), Kernel::Portable.find(&a, &b, wanted));
                let byte = wanted as u8;
                assert_eq!(best.find(&c, &d, byte), Kernel::Portable.find(&c, &d, byte));
            }
            let (mut marks, mut same) = ([0; MARKS], [0; MARKS]);
            best.mark(&a, &b, &mut marks);
            a.iter().zip(&b).for_each(|(x, y)| same[usize::from(x ^ y)] = 1);
            assert!(marks == same);
            let row = marks.first_chunk().unwrap();
            let open = (0..64).filter(|&v| row[v] == 0).fold(0, |bits, v| bits | 1 << v);
            assert_eq!([best, Kernel::Portable].map(|k| k.unmarked(row)), [open; 2]);
        }
    }
    sets_equal_the_portable_ones::<u16>(best);
    sets_equal_the_portable_ones::<u32>(best);
    sets_equal_the_portable_ones::<u64>(best);
}

fn sets_equal_the_portable_ones<W: Word>(best: Kernel) {
    let values = W::BITS as u64;
    let cells: Vec<u8> = noise(400, values, 3).iter().map(|&v| v as u8).collect();
    let value = |v: u8| v % W::BITS as u8;
    let pairs = [(1, 2), (13, 30), (16, 3), (63, 9), (64, 1), (70, 31), (111, 0), (200, 17)];
    let pairs = pairs.map(|(distance, v)| (distance, value(v)));
    let blocked = [5, 9];
    let (mut fast, mut plain) = (cells[..300].to_vec(), cells[..300].to_vec());
    let all = Pairs { pairs: &pairs, blocked };
    assert!(best.least_open::<W>(&mut fast, 1000, 1380, &all));
    assert!(Kernel::Portable.least_open::<W>(&mut plain, 1000, 1380, &all));
    assert_eq!(fast, plain);
    let set =
        |n: usize| pairs.iter().fold(blocked[n % 2], |s, &(d, v)| s | 1u64 << (plain[n - d] ^ v));
    assert!((300..380).all(|n| u32::from(plain[n]) == set(n).trailing_ones()));

    // more than one tier, and every limit
    let witnesses: Vec<(usize, u8)> = (0..30).map(|i| (16 + 7 * i, value((i * i) as u8))).collect();
    let limits: [u8; LANES] = std::array::from_fn(|lane| (lane as u64 % (values + 1)) as u8);
    for count in [0, 1, 5, 12, 13, 30] {
        let witnesses = &witnesses[..count];
        for base in [230, 301] {
            let mut left = [W::default(); LANES];
            let any = best.unsettled(&cells, base, &limits, witnesses, &mut left);
            let mut expected = 0;
            for lane in 0..LANES {
                let covered = witnesses
                    .iter()
                    .fold(0u128, |s, &(d, v)| s | 1 << (cells[base + lane - d] ^ v));
                let open = ((1u128 << limits[lane]) - 1) & !covered;
                expected |= u64::from(open != 0) << lane;
                assert!(any == 0 || u128::from(left[lane].wide()) == open);
            }
            assert_eq!(any, expected);
        }
    }
}

#[test]
fn least_open_values_follow_the_definition_for_every_nearest_distance() {
    let start: Vec<u8> = noise(100, 20, 8).iter().map(|&v| v as u8).collect();
    let far = [(16, 3), (29, 6), (71, 11), (90, 0)];
    let near = [(1, 1), (2, 0), (3, 4), (4, 8), (5, 2), (7, 5), (9, 3), (11, 7), (15, 6)];
    for from in 0..near.len() {
        for to in from..=near.len() {
            for (origin, end) in [(1000, 1203), (31, 133)] {
                let blocked = [0x8_0010, 0x4_0100];
                let all = [&near[from..to], &far].concat();
                let pairs = Pairs { pairs: &all, blocked };
                let mut plain = start.clone();
                while plain.len() < end - origin {
                    let n = plain.len();
                    let blocked = blocked[(origin + n) & 1];
                    let set = all.iter().fold(blocked, |s, &(d, v)| s | 1u64 << (plain[n - d] ^ v));
                    plain.push(set.trailing_ones() as u8);
                }
                for kernel in Kernel::available() {
                    let (mut narrow, mut wide) = (start.clone(), start.clone());
                    assert!(kernel.least_open::<u32>(&mut narrow, origin, end, &pairs));
                    assert!(kernel.least_open::<u64>(&mut wide, origin, end, &pairs));
                    assert!(narrow == plain && wide == plain, "{all:?}");
                }
            }
        }
    }
}

#[test]
fn a_full_set_ends_the_values_before_its_heap() {
    for kernel in Kernel::available() {
        for distance in 1..15 {
            // after 0s the values are 1 until a heap meets both a 1 and a 0
            let near = [(distance, 0), (distance + 1, 0)];
            let blocked = [!3, !3];
            let pairs = Pairs { pairs: &near, blocked };
            let (mut cells, known) = (vec![0; 64], 64 + distance);
            assert!(kernel.least_open::<u64>(&mut cells, 0, known, &pairs));
            assert_eq!(cells.len(), known);
            assert!(!kernel.least_open::<u64>(&mut cells, 0, 500, &pairs));
            assert_eq!(cells.len(), known);
            let mut cells = vec![0; 64];
            assert!(!kernel.least_open::<u32>(&mut cells, 0, 500, &pairs));
            assert_eq!(cells.len(), known);
            assert!(cells[64..].iter().all(|&value| value == 1));
        }
    }
}

#[test]
fn values_of_no_first_pair_are_unmet() {
    for seed in 0..40 {
        let cells = |modulus, seed| -> [u8; FIRST] {
            let noise = noise(FIRST, modulus, seed);
            std::array::from_fn(|i| noise[i] as u8)
        };
        let (others, parts) = (cells(1 << (seed % 7), seed), cells(8, seed + 100));
        let values = std::array::from_fn(|place| (2 * place as u8) ^ (seed % 3) as u8);
        let wanted = noise(1, u64::MAX, seed + 7)[0] << (seed % 5);
        let met = |v: u8| others.iter().zip(&parts).any(|(a, b)| a ^ b == v);
        let expected = (0..64).filter(|&place| wanted >> place & 1 == 1 && !met(values[place]));
        let expected = expected.fold(0, |all, place| all | 1 << place);
        for kernel in Kernel::available() {
            assert_eq!(kernel.unmet(&others, &parts, &values, wanted), expected);
        }
    }
}

/// The pairs whose value is in the window, by the definition.
fn sifted<T: Lane>(a: &[T], b: &[T], window: &Window) -> Vec<usize> {
    let values = a.iter().zip(b).map(|(&a, &b)| (a ^ b).index());
    let inside = values.filter(|v| (window.first..window.first + WINDOW).contains(v));
    let offsets = inside.map(|v| v - window.first);
    offsets.filter(|v| window.values[v / 64] >> (v % 64) & 1 == 1).collect()
}

fn assert_sifts<T: Lane>(a: &[T], b: &[T], window: &Window) {
    for kernel in Kernel::available() {
        let mut found = vec![T::default(); a.len() + STEP];
        let count = kernel.sift(a, b, window, &mut found);
        let found: Vec<usize> = found[..count].iter().map(|v| v.index()).collect();
        assert_eq!(found, sifted(a, b, window));
    }
}

#[test]
fn every_pair_in_the_window_is_found() {
    for seed in 0..20 {
        let mut values: [u64; WINDOW / 64] = [0; WINDOW / 64];
        let sparse = noise(WINDOW / 64, u64::MAX, seed + 77);
        let sparser = noise(WINDOW / 64, u64::MAX, seed + 78);
        for (index, word) in values.iter_mut().enumerate() {
            *word = sparse[index].wrapping_mul(sparser[index] | 1) & sparse[index] << 7;
        }
        for (len, modulus) in [(64, 256), (640, 512), (1024, 1024), (320, 2048), (576, 65536)] {
            let first = noise(len, modulus, seed);
            let second = noise(len, modulus, seed + 40);
            let cells = |from: &[u64]| from.iter().map(|&v| v as u16).collect::<Vec<_>>();
            let (a, b) = (cells(&first), cells(&second));
            for first in [0, WINDOW, 63 * WINDOW] {
                let whole = first == 0 && modulus <= WINDOW as u64;
                assert_sifts(&a, &b, &Window { first, whole, values });
            }
            let bytes = |from: &[u16]| from.iter().map(|&v| v as u8).collect::<Vec<_>>();
            assert_sifts(&bytes(&a), &bytes(&b), &Window { first: 0, whole: true, values });
        }
    }
}

#[test]
fn lanes_with_a_pair_of_the_wanted_value_are_hit() {
    let cells: Vec<u8> = noise(900, 21, 0x1e).iter().map(|&v| v as u8).collect();
    let far =
        [16, 20, 63, 64, 65, 130, 255, 300, 400, 401, 402, 403, 404].map(|d| (d, d as u8 % 64));
    let wanted = [[3u8; LANES], std::array::from_fn(|lane| lane as u8)];
    let hit = |lane: usize, v: u8| far.iter().any(|&(d, x)| cells[500 + lane - d] ^ x == v);
    for kernel in Kernel::available() {
        let hits = kernel.lane_hits(&cells, 500, &far, &wanted);
        for (hits, wanted) in hits.iter().zip(&wanted) {
            assert!((0..LANES).all(|lane| (hits >> lane & 1 == 1) == hit(lane, wanted[lane])));
        }
    }
}
