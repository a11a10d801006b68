//! Conway's product of numbers, straight from its definition.

use crate::{Dyadic, Error};
use std::ops::Bound;

/// Most pairs of ancestors [`conway_product`] looks at.
const MOST_PAIRS: u64 = 1 << 20;

/// The numbers on the way from 0 to `x`, both included, in order of birth.
fn ancestors(x: &Dyadic) -> Option<Vec<Dyadic>> {
    let birthday = u64::try_from(&x.birthday()).ok().filter(|&n| n < MOST_PAIRS)?;
    let mut path = vec![x.clone()];
    for _ in 0..birthday {
        let last = path.last()?;
        // The later born of the two options is the parent in the tree of numbers.
        let parent = match (last.left_option(), last.right_option()) {
            (Some(l), Some(r)) => {
                if l.birthday() > r.birthday() {
                    l
                } else {
                    r
                }
            }
            (l, r) => l.or(r)?,
        };
        path.push(parent);
    }
    path.reverse();
    Some(path)
}

/// The product of two numbers by Conway's definition on canonical options:
/// `{xᴸy + xyᴸ − xᴸyᴸ, xᴿy + xyᴿ − xᴿyᴿ | xᴸy + xyᴿ − xᴸyᴿ, xᴿy + xyᴸ − xᴿyᴸ}`.
///
/// It agrees with `*`, which is the point: the fast product rests on a theorem, this one on nothing.
/// (Conway, *On Numbers and Games*, ch. 1.) Every pair of ancestors is computed once, so the cost is the
/// product of the two birthdays.
///
/// # Errors
/// [`Error::TooLarge`] if there are more than 2^20 pairs of ancestors.
///
/// # Examples
/// ```
/// use farstar_num::{Dyadic, conway_product};
/// let (x, y) = (Dyadic::from_small(3, 2), Dyadic::from_small(-5, 1));
/// assert_eq!(conway_product(&x, &y)?, x * y);
/// # Ok::<(), farstar_num::Error>(())
/// ```
pub fn conway_product(x: &Dyadic, y: &Dyadic) -> Result<Dyadic, Error> {
    let too_large = |bits| Error::TooLarge { bits };
    let xs = ancestors(x).ok_or_else(|| too_large(x.bits()))?;
    let ys = ancestors(y).ok_or_else(|| too_large(y.bits()))?;
    let width = ys.len();
    let pairs = xs.len() as u64 * width as u64;
    if pairs > MOST_PAIRS {
        return Err(too_large(pairs));
    }
    let options = |path: &[Dyadic], i: usize| {
        let find = |z: Option<Dyadic>| z.and_then(|z| path[..i].iter().position(|a| *a == z));
        (find(path[i].left_option()), find(path[i].right_option()))
    };
    let y_options: Vec<_> = (0..width).map(|j| options(&ys, j)).collect();
    let mut table: Vec<Dyadic> = Vec::with_capacity(xs.len() * width);
    for i in 0..xs.len() {
        let (xl, xr) = options(&xs, i);
        for (j, &(yl, yr)) in y_options.iter().enumerate() {
            let at = |a: usize, b: usize| &table[a * width + b];
            let term = |a: Option<usize>, b: Option<usize>| {
                let (a, b) = (a?, b?);
                Some(at(a, j) + at(i, b) - at(a, b))
            };
            let low = [term(xl, yl), term(xr, yr)].into_iter().flatten().max();
            let high = [term(xl, yr), term(xr, yl)].into_iter().flatten().min();
            let bound = |z: &Option<Dyadic>| z.clone().map_or(Bound::Unbounded, Bound::Excluded);
            let product = Dyadic::simplest_between(bound(&low).as_ref(), bound(&high).as_ref())
                .ok_or_else(|| Error::Undefined("a product with crossing options".to_owned()))?;
            table.push(product);
        }
    }
    table.pop().ok_or_else(|| Error::Undefined("the product of nothing".to_owned()))
}
