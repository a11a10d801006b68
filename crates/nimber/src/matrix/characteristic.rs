//! The characteristic polynomial through Hessenberg form.
//!
//! Similarity transformations bring a matrix to zeros below its first subdiagonal; the characteristic polynomials p_k
//! of the leading k×k parts H then satisfy p_k = (x ⊕ h_kk)·p_{k−1} ⊕ ⊕_{i<k} h_ik·(∏ of the subdiagonal entries
//! between)·p_{i−1}.
//!
//! Source: H. Cohen, *A Course in Computational Algebraic Number Theory*, algorithm 2.2.9.

use crate::error::{AlgebraError, Check, proceed};
use crate::working::Working;

/// The coefficients of det(x·1 ⊕ A), lowest first, A given row by row. O(n³).
pub(super) fn polynomial<W: Working>(
    mut entries: Vec<W>,
    order: usize,
    check: Check<'_>,
) -> Result<Vec<W>, AlgebraError> {
    to_hessenberg(&mut entries, order, check)?;
    // p_0, p_1, …: each row of `leading` holds the k + 1 coefficients of p_k.
    let mut leading: Vec<Vec<W>> = vec![vec![W::ONE]];
    for k in 0..order {
        proceed(check)?;
        let mut next = vec![W::ZERO];
        next.extend_from_slice(&leading[k]);
        W::axpy(&mut next[..=k], entries[k * order + k], &leading[k]);
        let mut between = W::ONE;
        for i in (0..k).rev() {
            between = between.mul(entries[(i + 1) * order + i]);
            if between.is_zero() {
                break;
            }
            let weight = entries[i * order + k].mul(between);
            W::axpy(&mut next[..=i], weight, &leading[i]);
        }
        leading.push(next);
    }
    Ok(leading.swap_remove(order))
}

/// Clears the entries below the first subdiagonal by similarity: rows are combined, and the columns the opposite way.
fn to_hessenberg<W: Working>(
    entries: &mut [W],
    order: usize,
    check: Check<'_>,
) -> Result<(), AlgebraError> {
    for column in 0..order.saturating_sub(2) {
        proceed(check)?;
        let target = column + 1;
        let Some(pivot_row) = (target..order).find(|&row| !entries[row * order + column].is_zero())
        else {
            continue;
        };
        if pivot_row != target {
            for k in 0..order {
                entries.swap(pivot_row * order + k, target * order + k);
            }
            for k in 0..order {
                entries.swap(k * order + pivot_row, k * order + target);
            }
        }
        let inverse = entries[target * order + column].inverse();
        let (above, below) = entries.split_at_mut((target + 1) * order);
        let pivot = &above[target * order..];
        let mut multipliers = Vec::with_capacity(order - target - 1);
        for row in below.chunks_exact_mut(order) {
            let multiplier = row[column].mul(inverse);
            if !multiplier.is_zero() {
                W::axpy(&mut row[column..], multiplier, &pivot[column..]);
            }
            multipliers.push(multiplier);
        }
        // Column `target` gains the multiples of the columns whose rows lost it, all in one scalar product a row.
        for row in entries.chunks_exact_mut(order) {
            let gain = W::dot(&multipliers, &row[target + 1..]);
            row[target] = row[target].add(gain);
        }
    }
    Ok(())
}
