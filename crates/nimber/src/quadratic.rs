//! Quadratic equations in characteristic 2.
//!
//! The usual formula divides by 2. Instead x = (b/a)z turns ax² ⊕ bx ⊕ c = 0 into z² ⊕ z = ac/b², an
//! Artin–Schreier equation: its left side is GF(2)-linear in z, and it is solvable in the field exactly when the trace
//! (the top bit) of the right side is 0.

use crate::field::Nimber;

/// The roots of a quadratic equation in one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Roots<F> {
    /// No element of the field is a root. (Two elements of the field of twice the width are, if the equation is not
    /// constant.)
    None,
    /// One root, double if the equation is quadratic.
    One(F),
    /// Two different roots, the smaller first.
    Two(F, F),
    /// The equation is 0 = 0.
    All,
}

/// The roots of ax² ⊕ bx ⊕ c = 0 in the field.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Nim8, Nimber, Roots, quadratic_roots};
/// let (a, b, c) = (Nim8::new(3), Nim8::new(5), Nim8::new(9));
/// let Roots::Two(x, y) = quadratic_roots(a, b, c) else { panic!("the equation has two roots") };
/// for root in [x, y] {
///     assert_eq!(a * root.square() + b * root + c, Nim8::ZERO);
/// }
/// ```
pub fn quadratic_roots<F: Nimber>(a: F, b: F, c: F) -> Roots<F> {
    let (Some(over_a), Some(over_b)) = (a.inverse(), b.inverse()) else {
        return match (a.inverse(), b.inverse()) {
            (Some(over_a), _) => Roots::One((c * over_a).sqrt()),
            (None, Some(over_b)) => Roots::One(c * over_b),
            (None, None) if c.is_zero() => Roots::All,
            (None, None) => Roots::None,
        };
    };
    let Some(root) = (a * c * over_b.square()).half_solve() else {
        return Roots::None;
    };
    let scale = b * over_a;
    let (x, y) = (scale * root, scale * root + scale);
    Roots::Two(x.min(y), x.max(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Nim8;

    #[test]
    fn the_roots_in_8_bits_are_all_of_them() {
        for (a, b) in
            (0..=255u8).step_by(15).flat_map(|a| (0..=255u8).step_by(17).map(move |b| (a, b)))
        {
            for c in (0..=255u8).step_by(5) {
                let (a, b, c) = (Nim8::new(a), Nim8::new(b), Nim8::new(c));
                let found: Vec<Nim8> = (0..=255)
                    .map(Nim8::new)
                    .filter(|&x| (a * x * x + b * x + c).is_zero())
                    .collect();
                let roots = match quadratic_roots(a, b, c) {
                    Roots::None => vec![],
                    Roots::One(x) => vec![x],
                    Roots::Two(x, y) => vec![x, y],
                    Roots::All => (0..=255).map(Nim8::new).collect(),
                };
                assert_eq!(roots, found, "{a:?} {b:?} {c:?}");
            }
        }
    }
}
