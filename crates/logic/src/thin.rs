//! Heaps far beyond a table below which there are few: those of several numbers of which the others are small, and
//! those of one number with many divisors, where moves are by divisors.
//!
//! All heaps below them are few, so they are played as quickly as the table itself, and they tell the law from one that
//! only repeats the table: an automaton learned from numbers below 128 has not seen what their eighth digit does.

/// How far one number goes, or two or three, and the largest of the others, for heaps of two numbers and more.
const THIN: [&[(u64, u64)]; 4] =
    [&[(272, 5)], &[(140, 2), (32, 1)], &[(72, 1), (16, 1)], &[(40, 1), (12, 1)]];

/// The heaps of so many numbers of which some go far and are beyond `last`; the nearer ones first in each box.
pub(crate) fn thin(numbers: usize, last: u64) -> impl Iterator<Item = Vec<u64>> {
    let boxes = THIN.get(numbers.wrapping_sub(2)).copied().unwrap_or_default();
    let long = (1..).zip(boxes).flat_map(move |(count, &(far, few))| {
        let chosen = (1u32..1 << numbers).filter(move |set| set.count_ones() == count);
        chosen.map(move |set| {
            (0..numbers).map(|at| if set >> at & 1 == 1 { far } else { few }).collect::<Vec<_>>()
        })
    });
    long.flat_map(move |highest| {
        let mut next = Some(vec![0; numbers]);
        std::iter::from_fn(move || {
            let cell = next.take()?;
            next = cell.iter().zip(&highest).rposition(|(x, high)| x < high).map(|at| {
                let mut after = cell.clone();
                after[at] += 1;
                after[at + 1..].fill(0);
                after
            });
            Some(cell)
        })
    })
    .filter(move |cell| cell.iter().any(|&x| x > last))
}

/// What the numbers of many divisors are multiples of, by a power of 2 each.
const ODD: [u64; 5] = [1, 3, 9, 15, 105];
/// The largest of them.
const MOST_DIVIDED: u64 = 1 << 20;

/// Numbers beyond `last` with many divisors, powers of 2 first.
pub(crate) fn divided(last: u64) -> impl Iterator<Item = u64> {
    let of = |odd: u64| (0..64).map(move |k| odd << k).take_while(|&n| n <= MOST_DIVIDED);
    ODD.into_iter().flat_map(of).filter(move |&n| n > last)
}

#[cfg(test)]
mod tests {
    use super::{divided, thin};

    #[test]
    fn numbers_of_many_divisors_go_far() {
        assert_eq!(divided(1000).take(3).collect::<Vec<_>>(), [1024, 2048, 4096]);
        assert_eq!(divided(1 << 19).count(), 5);
    }

    #[test]
    fn some_numbers_go_far_and_the_others_are_small() {
        assert_eq!(thin(1, 10).count(), 0);
        // two strips six wide, from 201 to 272
        assert_eq!(thin(2, 200).count(), 2 * 6 * 72);
        let of_three: Vec<_> = thin(3, 24).collect();
        assert!(of_three.contains(&vec![0, 0, 64]) && of_three.contains(&vec![1, 30, 31]));
        assert!(of_three.iter().all(|cell| cell.iter().any(|&x| x > 24)));
    }
}
