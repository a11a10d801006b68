//! All numbers born by a given day.

use crate::{Dyadic, Sign, SignExpansion, UBig};
use std::iter::FusedIterator;

/// The latest day [`numbers_born_by`] can enumerate.
const LAST_DAY: u32 = 62;

/// The `2^(day+1) - 1` numbers born by `day`, in increasing order: 1, 3, 7, 15, …
///
/// The k-th of them is the k-th node of a complete binary tree in order, so each is made on its own from
/// the bits of k; nothing is stored. Days past 62 are taken as 62, which nobody finishes.
///
/// # Examples
/// ```
/// let day2: Vec<String> = farstar_num::numbers_born_by(2).map(|x| x.to_string()).collect();
/// assert_eq!(day2, ["-2", "-1", "-1/2", "0", "1/2", "1", "2"]);
/// ```
pub fn numbers_born_by(day: u32) -> BornBy {
    let day = day.min(LAST_DAY);
    BornBy { day, next: 1, end: 1 << (day + 1) }
}

/// Iterator of [`numbers_born_by`].
#[derive(Clone, Debug)]
pub struct BornBy {
    day: u32,
    next: u64,
    end: u64,
}

impl Iterator for BornBy {
    type Item = Dyadic;

    fn next(&mut self) -> Option<Dyadic> {
        if self.next == self.end {
            return None;
        }
        let index = self.next;
        self.next += 1;
        // The bits above the lowest 1 are the path from the root; 1 steps to the greater child.
        let steps = (index.trailing_zeros() + 1..=self.day).rev().map(|place| {
            let sign = if index >> place & 1 == 1 { Sign::Positive } else { Sign::Negative };
            (sign, UBig::ONE)
        });
        let path = SignExpansion::from_runs(steps).expect("a path of at most 62 signs");
        Some(path.to_dyadic().expect("a path of at most 62 signs"))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.end - self.next).ok();
        (left.unwrap_or(usize::MAX), left)
    }
}

impl FusedIterator for BornBy {}
