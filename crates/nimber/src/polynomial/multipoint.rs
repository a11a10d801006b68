//! Values at many points at once, and the polynomial through given values.
//!
//! The value f(x) is the scalar product of the coefficients with the geometric series 1/(1 ⊕ x·z). Transposing the sum
//! of such fractions gives an evaluation that needs one power-series inverse at the root of the product tree and one
//! middle product an edge, no division below: O(M(n) log n). Interpolation divides each value by the derivative of ∏(z
//! ⊕ xᵢ) at its point and adds the fractions up the same tree.
//!
//! Source: A. Bostan, G. Lecerf, É. Schost, *Tellegen's principle into practice* (2003).

use super::division::inverse_series;
use super::product::{product, product_below};
use crate::working::Working;

/// Points of a leaf of the tree, evaluated there by the definition.
const LEAF: usize = 64;

/// The tree of products ∏ (1 ⊕ xᵢ·z): level 0 holds the leaves of up to [`LEAF`] points, the last level the whole.
struct ProductTree<W> {
    levels: Vec<Vec<Vec<W>>>,
}

impl<W: Working> ProductTree<W> {
    fn new(points: &[W]) -> Self {
        let leaf = |points: &[W]| {
            points.iter().fold(vec![W::ONE], |mut product, &x| {
                product.push(W::ZERO);
                for k in (1..product.len()).rev() {
                    product[k] = product[k].add(product[k - 1].mul(x));
                }
                product
            })
        };
        let mut level: Vec<Vec<W>> = points.chunks(LEAF).map(leaf).collect();
        let mut levels = Vec::new();
        while level.len() > 1 {
            let above = level
                .chunks(2)
                .map(|pair| match pair {
                    [left, right] => product(left, right),
                    _ => pair[0].clone(),
                })
                .collect();
            levels.push(std::mem::replace(&mut level, above));
        }
        levels.push(level);
        Self { levels }
    }

    /// ∏ (1 ⊕ xᵢ·z).
    fn root(&self) -> &[W] {
        self.levels.last().and_then(|level| level.first()).map_or(&[], |root| root)
    }
}

/// ⊕ b_j·a_{j+k} for k below `length`: the transpose of multiplication by `b`.
fn middle_product<W: Working>(a: &[W], b: &[W], length: usize) -> Vec<W> {
    // With a reversed, the sum is the coefficient a.len() − 1 − k of the product.
    let needed = a.len().min(b.len() + length - 1);
    let reversed: Vec<W> = a[..needed].iter().rev().copied().collect();
    let product = product_below(b, &reversed, needed);
    (0..length)
        .map(|k| if k < needed { product.get(needed - 1 - k).copied() } else { None })
        .map(|value| value.unwrap_or(W::ZERO))
        .collect()
}

/// The value at one point, by Horner's rule.
pub(crate) fn evaluate<W: Working>(f: &[W], x: W) -> W {
    f.iter().rev().fold(W::ZERO, |sum, &c| sum.mul(x).add(c))
}

/// Values of `f` at all `points`.
pub(crate) fn evaluate_many<W: Working>(f: &[W], points: &[W]) -> Vec<W> {
    if f.len() <= LEAF || points.len() <= LEAF / 4 {
        return points.iter().map(|&x| evaluate(f, x)).collect();
    }
    evaluate_on_tree(f, points, &ProductTree::new(points))
}

fn evaluate_on_tree<W: Working>(f: &[W], points: &[W], tree: &ProductTree<W>) -> Vec<W> {
    let inverse = inverse_series(tree.root(), f.len());
    // Node of the top level: ⊕ f_{j+k}·g_j, the functional that the leaves read off.
    let mut states = vec![middle_product(f, &inverse, points.len())];
    for level in tree.levels.iter().rev().skip(1) {
        let mut below = Vec::with_capacity(level.len());
        for (pair, state) in level.chunks(2).zip(&states) {
            match pair {
                [left, right] => {
                    below.push(middle_product(state, right, left.len() - 1));
                    below.push(middle_product(state, left, right.len() - 1));
                }
                _ => below.push(state.clone()),
            }
        }
        states = below;
    }
    let mut values = Vec::with_capacity(points.len());
    for (state, points) in states.iter().zip(points.chunks(LEAF)) {
        values.extend(leaf_values(state, points));
    }
    values
}

/// Values of a leaf: the state is the transposed remainder ⊕ vᵢ·(…); its first entry after dividing out all other
/// points is vᵢ.
///
/// Leaving out the factor of point i from the leaf's product transposes to a scalar product of the state with the
/// coefficients of ∏_{j≠i} (1 ⊕ x_j·z), which synthetic division of the leaf's product by 1 ⊕ xᵢ·z gives.
fn leaf_values<W: Working>(state: &[W], points: &[W]) -> Vec<W> {
    let mut whole = vec![W::ONE];
    for &x in points {
        whole.push(W::ZERO);
        for k in (1..whole.len()).rev() {
            whole[k] = whole[k].add(whole[k - 1].mul(x));
        }
    }
    // All points divide at once: the k-th coefficients of their quotients stand in `quotients`.
    let mut quotients = vec![W::ZERO; points.len()];
    let mut shifted = quotients.clone();
    let mut values = quotients.clone();
    for (&c, &weight) in whole.iter().zip(&state[..points.len()]) {
        W::mul_slice(&mut shifted, &quotients, points);
        for (quotient, shifted) in quotients.iter_mut().zip(&shifted) {
            *quotient = c.add(*shifted);
        }
        W::axpy(&mut values, weight, &quotients);
    }
    values
}

/// The polynomial of degree below the number of points that takes the given values; `None` if a point repeats.
pub(crate) fn interpolate<W: Working>(points: &[W], values: &[W]) -> Option<Vec<W>> {
    if points.is_empty() {
        return Some(Vec::new());
    }
    let tree = ProductTree::new(points);
    // ∏ (z ⊕ xᵢ) is the reversal; its derivative keeps the odd coefficients.
    let vanishing: Vec<W> = tree.root().iter().rev().copied().collect();
    let derivative = derivative(&vanishing);
    let mut weights = if derivative.len() <= LEAF {
        points.iter().map(|&x| evaluate(&derivative, x)).collect()
    } else {
        evaluate_on_tree(&derivative, points, &tree)
    };
    if weights.iter().any(|w| w.is_zero()) {
        return None;
    }
    W::inverse_slice(&mut weights);
    let mut scaled = vec![W::ZERO; values.len()];
    W::mul_slice(&mut scaled, &weights, values);
    // A node holds the reversed numerator of the sum of the fractions below it.
    let mut numerators: Vec<Vec<W>> = points
        .chunks(LEAF)
        .zip(scaled.chunks(LEAF))
        .map(|(points, weights)| leaf_numerator(points, weights))
        .collect();
    for level in &tree.levels[..tree.levels.len() - 1] {
        numerators = numerators
            .chunks(2)
            .zip(level.chunks(2))
            .map(|(numerators, nodes)| match (numerators, nodes) {
                ([a, b], [left, right]) => {
                    let mut sum = product(a, right);
                    W::add_slice(&mut sum, &product(b, left));
                    sum
                }
                _ => numerators[0].clone(),
            })
            .collect();
    }
    let mut polynomial = numerators.swap_remove(0);
    polynomial.reverse();
    Some(polynomial)
}

/// ⊕ wᵢ·∏_{j≠i} (1 ⊕ x_j·z) over the points of a leaf.
fn leaf_numerator<W: Working>(points: &[W], weights: &[W]) -> Vec<W> {
    let mut numerator = Vec::with_capacity(points.len());
    let mut denominator = vec![W::ONE];
    for (&x, &w) in points.iter().zip(weights) {
        // n/d ⊕ w/(1 ⊕ x·z) = (n·(1 ⊕ x·z) ⊕ w·d) / (d·(1 ⊕ x·z)).
        numerator.push(W::ZERO);
        for k in (1..numerator.len()).rev() {
            numerator[k] = W::add(numerator[k], numerator[k - 1].mul(x));
        }
        W::axpy(&mut numerator, w, &denominator);
        denominator.push(W::ZERO);
        for k in (1..denominator.len()).rev() {
            denominator[k] = denominator[k].add(denominator[k - 1].mul(x));
        }
    }
    numerator
}

/// The derivative: odd coefficients move down by one, even ones vanish because 2 = 0.
pub(crate) fn derivative<W: Working>(f: &[W]) -> Vec<W> {
    let odd = |(k, &c): (usize, &W)| if k % 2 == 0 { c } else { W::ZERO };
    let derivative = f.iter().skip(1).enumerate().map(odd).collect();
    super::division::trim(derivative)
}
