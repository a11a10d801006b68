//! What positions carry that tells none of them from another.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// What a game is played with, carried by its positions: it takes no part in comparisons, since positions of different
/// games never meet.
#[derive(Debug)]
pub(crate) struct Rules<'r, T: ?Sized>(pub(crate) &'r T);

impl<T: ?Sized> Clone for Rules<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Rules<'_, T> {}

impl<T: ?Sized> Deref for Rules<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

impl<T: ?Sized> PartialEq for Rules<'_, T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T: ?Sized> Eq for Rules<'_, T> {}

impl<T: ?Sized> PartialOrd for Rules<'_, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: ?Sized> Ord for Rules<'_, T> {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl<T: ?Sized> Hash for Rules<'_, T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
