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
    let cells: Vec<u8> = noise(400, 32, 3).iter().map(|&v| v as u8).collect();
    let far = [(16, 3), (70, 31), (111, 0), (200, 17)];
    let pairs = Pairs { far: &far, near: &[(1, 2), (13, 30)], blocked: [5, 9] };
    let (mut fast, mut plain) = (cells[..300].to_vec(), cells[..300].to_vec());
    assert!(best.least_open::<u32>(&mut fast, 1000, 1380, &pairs));
    assert!(Kernel::Portable.least_open::<u32>(&mut plain, 1000, 1380, &pairs));
    assert_eq!(fast, plain);
    let set = |n: usize| {
        let all = far.iter().chain(pairs.near);
        all.fold(pairs.blocked[n % 2], |s, &(d, v)| s | 1u64 << (plain[n - d] ^ v))
    };
    assert!((300..380).all(|n| u32::from(plain[n]) == set(n).trailing_ones()));
    let rare = Slots::new([0xf0f0_3311, 0x0f0f_1234]);
    let (mut left, mut same) = ([0u32; LANES], [0u32; LANES]);
    let any = best.unsettled(&plain, 280, &rare, &far, &mut left);
    assert_eq!(any, Kernel::Portable.unsettled(&plain, 280, &rare, &far, &mut same));
    assert_eq!(left, same);
    let covered = far.iter().fold(0, |s, &(d, v)| s | 1u32 << (plain[285 - d] ^ v));
    let below = (1u32 << plain[285]) - 1;
    assert_eq!(left[5], below & rare.values[1] as u32 & !covered);
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
                let pairs = Pairs { far: &far, near: &near[from..to], blocked };
                let mut plain = start.clone();
                while plain.len() < end - origin {
                    let n = plain.len();
                    let all = far.iter().chain(pairs.near);
                    let blocked = blocked[(origin + n) & 1];
                    let set = all.fold(blocked, |s, &(d, v)| s | 1u64 << (plain[n - d] ^ v));
                    plain.push(set.trailing_ones() as u8);
                }
                for kernel in Kernel::available() {
                    let (mut narrow, mut wide) = (start.clone(), start.clone());
                    assert!(kernel.least_open::<u32>(&mut narrow, origin, end, &pairs));
                    assert!(kernel.least_open::<u64>(&mut wide, origin, end, &pairs));
                    assert!(narrow == plain && wide == plain, "{:?}", pairs.near);
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
            let pairs = Pairs { far: &[], near: &near, blocked };
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
        let values = noise(1, u64::MAX, seed + 7)[0] << (seed % 5);
        let met = |v: u32| others.iter().zip(&parts).any(|(a, b)| u32::from(a ^ b) == v);
        let expected = (0..64).filter(|&v| values >> v & 1 == 1 && !met(v));
        let expected = expected.fold(0, |all, v| all | 1 << v);
        for kernel in Kernel::available() {
            assert_eq!(kernel.unmet(&others, &parts, values), expected);
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
fn classes_in_planes_equal_the_portable_sets() {
    // even and odd numbers of ones under a mask, by parity of the heap or not
    for (mask, by_parity, values) in
        [(0x0d, true, 32u64), (0x1e, false, 64), (0x2a, true, 64), (0x17, false, 32)]
    {
        let class = |odd: u32, class: u32| {
            (0..values).filter(move |v| ((v & mask).count_ones() + odd) & 1 == class)
        };
        let word = |odd: u32, c: u32| class(odd, c).fold(0u64, |word, v| word | 1 << v);
        let odd = u32::from(by_parity);
        let rare = Slots::new([word(0, 1), word(odd, 1)]);
        let cells: Vec<u8> = noise(900, values / 3, mask).iter().map(|&v| v as u8).collect();
        let far: Vec<(usize, u8)> = [16, 20, 63, 64, 65, 130, 255, 300, 400, 401, 402, 403, 404]
            .iter()
            .map(|&d| (d, (d * 7 % values as usize) as u8))
            .collect();
        for base in [410, 421] {
            let (mut left, mut same) = ([0u64; LANES], [0u64; LANES]);
            let few = &far[..3];
            let all = Kernel::Portable.unsettled(&cells, base, &rare, few, &mut same);
            assert_ne!(all, 0);
            for kernel in Kernel::available() {
                let any = kernel.unsettled(&cells, base, &rare, few, &mut left);
                assert_eq!((any, left), (all, same));
                left = [0; LANES];
            }
        }
        let wanted = [[3u8; LANES], std::array::from_fn(|lane| lane as u8)];
        let hits = Kernel::Portable.lane_hits(&cells, 500, &far, &wanted);
        for kernel in Kernel::available() {
            assert_eq!(hits, kernel.lane_hits(&cells, 500, &far, &wanted));
        }
        let hit = |lane: usize, v: u8| far.iter().any(|&(d, x)| cells[500 + lane - d] ^ x == v);
        assert!((0..LANES).all(|lane| (hits[0] >> lane & 1 == 1) == hit(lane, 3)));
    }
}
