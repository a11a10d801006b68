//! Slices of nimbers block by block: the functions of a width, made from the ways of one processor to take a block to
//! planes and back and to multiply there.

use super::scalar::Word;
use crate::linear::Map;

/// The functions of slices of one width on one kind of processor.
///
/// # Safety
///
/// Every function may be called only where the processor has the instructions of the kind.
pub(crate) trait Slices<W> {
    /// `out[i] = a[i] ⊗ b[i]`.
    unsafe fn mul_slice(out: &mut [W], a: &[W], b: &[W]);
    /// `y[i] ⊕= a ⊗ x[i]`.
    unsafe fn axpy(y: &mut [W], a: W, x: &[W]);
    /// `x[i] ← a ⊗ x[i]`.
    unsafe fn scale_slice(x: &mut [W], a: W);
    /// ⊕ aᵢ ⊗ bᵢ.
    unsafe fn dot(a: &[W], b: &[W]) -> W;
    /// `x[i] ← 1/x[i]`, zero for zero.
    unsafe fn inverse_slice(x: &mut [W]);
    /// `x[i] ← map(x[i])`.
    unsafe fn image_slice(x: &mut [W], map: Map);
}

/// `x[i] ← f(x[i])` block by block. A tail shorter than a block is worked on in a zero-filled block of its own.
#[inline(always)]
pub(super) fn in_place<W: Word, const LANES: usize>(
    x: &mut [W],
    mut f: impl FnMut(&mut [W; LANES]),
) {
    let (x, tail) = x.as_chunks_mut();
    x.iter_mut().for_each(&mut f);
    if !tail.is_empty() {
        let mut block = padded(tail);
        f(&mut block);
        tail.copy_from_slice(&block[..tail.len()]);
    }
}

/// The last elements, filled up with zeros.
#[inline]
pub(super) fn padded<W: Word, const LANES: usize>(tail: &[W]) -> [W; LANES] {
    let mut block = [W::default(); LANES];
    block[..tail.len()].copy_from_slice(tail);
    block
}

/// [`Slices`] for one width: `enter` takes a block to planes and `leave` writes planes to a block; `factor` prepares
/// one nimber for `scale`, the product of planes by it; `map` replaces the bytes of a block by their image; `put`
/// writes the products that `mul` and `scale` make, of which `sum` adds two and `zero` is none.
macro_rules! slices_in_blocks {
    ($features:literal, $kind:ident, $word:ty; $mul:path, $put:path; $zero:expr, $sum:path;
     $enter:path, $leave:path; $inverse:path; $factor:expr, $scale:path; $map:ident $($of:tt),*) => {
        /// Slices of this width.
        pub(crate) struct $kind;

        impl crate::kernel::blocks::Slices<$word> for $kind {
            #[target_feature(enable = $features)]
            unsafe fn mul_slice(out: &mut [$word], a: &[$word], b: &[$word]) {
                let ((a, a_tail), (b, b_tail)) = (a.as_chunks(), b.as_chunks());
                let (out, out_tail) = out.as_chunks_mut();
                for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
                    $put(out, &$mul(&$enter(a), &$enter(b)));
                }
                if !out_tail.is_empty() {
                    let mut block = [0; LANES];
                    $put(&mut block, &$mul(&$enter(&padded(a_tail)), &$enter(&padded(b_tail))));
                    out_tail.copy_from_slice(&block[..out_tail.len()]);
                }
            }

            #[target_feature(enable = $features)]
            unsafe fn dot(a: &[$word], b: &[$word]) -> $word {
                let ((a, a_tail), (b, b_tail)) = (a.as_chunks(), b.as_chunks());
                let mut total = $zero;
                for (a, b) in a.iter().zip(b) {
                    total = $sum(&total, &$mul(&$enter(a), &$enter(b)));
                }
                if !a_tail.is_empty() {
                    let tail = $mul(&$enter(&padded(a_tail)), &$enter(&padded(b_tail)));
                    total = $sum(&total, &tail);
                }
                let mut block = [0; LANES];
                $put(&mut block, &total);
                block.into_iter().fold(0, |sum, x| sum ^ x)
            }

            #[target_feature(enable = $features)]
            unsafe fn axpy(y: &mut [$word], a: $word, x: &[$word]) {
                let factor = $factor;
                let a = factor(a);
                let ((y, y_tail), (x, x_tail)) = (y.as_chunks_mut::<LANES>(), x.as_chunks());
                for (y, x) in y.iter_mut().zip(x) {
                    let mut product = [0; LANES];
                    $put(&mut product, &$scale(&a, &$enter(x)));
                    for (y, product) in y.iter_mut().zip(product) {
                        *y ^= product;
                    }
                }
                if !y_tail.is_empty() {
                    let mut product = [0; LANES];
                    $put(&mut product, &$scale(&a, &$enter(&padded(x_tail))));
                    for (y, product) in y_tail.iter_mut().zip(product) {
                        *y ^= product;
                    }
                }
            }

            #[target_feature(enable = $features)]
            unsafe fn scale_slice(x: &mut [$word], a: $word) {
                let factor = $factor;
                let a = factor(a);
                in_place(x, |block| $put(block, &$scale(&a, &$enter(block))));
            }

            #[target_feature(enable = $features)]
            unsafe fn inverse_slice(x: &mut [$word]) {
                in_place(x, |block| $leave(block, &$inverse(&$enter(block))));
            }

            #[target_feature(enable = $features)]
            unsafe fn image_slice(x: &mut [$word], map: crate::linear::Map) {
                use crate::linear::{HalfSolve, Map, Sqrt, Square};
                match map {
                    Map::Square => in_place(x, |block| $map::<Square, $($of),*>(block)),
                    Map::Sqrt => in_place(x, |block| $map::<Sqrt, $($of),*>(block)),
                    Map::HalfSolve => in_place(x, |block| $map::<HalfSolve, $($of),*>(block)),
                }
            }
        }
    };
}
pub(super) use slices_in_blocks;
