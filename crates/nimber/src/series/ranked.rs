//! Subset convolution: (a∗b)(S) = ⊕ a(T)⊗b(S∖T) over the subsets T of S, in O(k²·2^k).
//!
//! The ranked zeta transform turns the convolution into a product of polynomials in a rank variable, one for each set;
//! the term of rank |S| survives. Instead of storing k + 1 ranks for all 2^k sets, the transform walks the top elements
//! depth first: with d elements decided, p of them taken, the state is p + 1 ranks of 2^(k−d) values, and only the d −
//! p + 1 ranks that can still end as the size of a set are returned. Memory: about nine times one operand. Below that a
//! block of 2^6 sets is transformed in cache, where the product of ranks i and j is taken only if both fit in the set,
//! and sums stay unreduced.
//!
//! Source: A. Björklund, T. Husfeldt, P. Kaski, M. Koivisto, *Fourier meets Möbius* (2007); the depth-first order is
//! folklore.

use crate::error::{AlgebraError, Check, proceed};
use crate::kernel::Path;
use crate::kernel::poly::{self, RankedShape, Ranks};
use crate::resident::Poly64;

/// Elements of a block transformed in cache.
const BLOCK: usize = poly::REGISTERS_LOG;
/// The caller's check is asked at every node with at least this many undecided elements.
const CHECKED: usize = 10;

/// Storage for one decided element more: both factors with it taken, and the product without it.
struct Level {
    a: Vec<Poly64>,
    b: Vec<Poly64>,
    without: Vec<Poly64>,
}

/// Storage of a block: both factors and the product, all ranks.
struct Block {
    a: Vec<Poly64>,
    b: Vec<Poly64>,
    out: Vec<Poly64>,
}

struct Convolution<'c> {
    path: Path,
    elements: usize,
    low: usize,
    check: Check<'c>,
}

/// Subset convolution of two functions on the subsets of the same elements.
pub(super) fn subset_product(
    a: &[Poly64],
    b: &[Poly64],
    check: Check<'_>,
) -> Result<Vec<Poly64>, AlgebraError> {
    let elements = a.len().trailing_zeros() as usize;
    let low = elements.min(BLOCK);
    let zeros = |count: usize| vec![Poly64::ZERO; count];
    let mut levels: Vec<Level> = (1..=elements - low)
        .map(|decided| {
            let size = (decided + 1) << (elements - decided);
            Level { a: zeros(size), b: zeros(size), without: zeros(size) }
        })
        .collect();
    let size = (elements + 1) << low;
    let mut block = Block { a: zeros(size), b: zeros(size), out: zeros(size) };
    let mut out = zeros(a.len());
    let stride = a.len();
    let mut convolution = Convolution { path: Path::best(), elements, low, check };
    proceed(convolution.check)?;
    convolution.walk(
        [Ranks { data: a, stride }, Ranks { data: b, stride }],
        (&mut out, stride),
        0,
        &mut levels,
        &mut block,
    )?;
    Ok(out)
}

impl Convolution<'_> {
    /// The product on the undecided elements; `taken` of the decided ones are in the set. The depth is the number of
    /// elements.
    fn walk(
        &mut self,
        factors: [Ranks<'_>; 2],
        (out, out_stride): (&mut [Poly64], usize),
        taken: usize,
        levels: &mut [Level],
        block: &mut Block,
    ) -> Result<(), AlgebraError> {
        let undecided = self.low + levels.len();
        if undecided >= CHECKED {
            proceed(self.check)?;
        }
        let Some((level, deeper)) = levels.split_first_mut() else {
            self.multiply_block(factors, (out, out_stride), taken, block);
            return Ok(());
        };
        let half = 1usize << (undecided - 1);
        let returned = self.elements - undecided - taken;
        // Without the element: the lower halves as they stand; one rank more can still end as the size of a set.
        self.walk(factors, (&mut level.without, half), taken, deeper, block)?;
        // With it: the sum of the lower half and the upper half, whose rank is one more.
        for (sum, factor) in [(&mut level.a, factors[0]), (&mut level.b, factors[1])] {
            for (rank, sum) in sum.chunks_exact_mut(half).take(taken + 2).enumerate() {
                if rank == 0 {
                    sum.copy_from_slice(factor.rank(0, 0, half));
                } else if rank <= taken {
                    let (low, high) =
                        (factor.rank(rank, 0, half), factor.rank(rank - 1, half, half));
                    poly::sum_slices(self.path, sum, low, high);
                } else {
                    sum.copy_from_slice(factor.rank(taken, half, half));
                }
            }
        }
        let with = [Ranks { data: &level.a, stride: half }, Ranks { data: &level.b, stride: half }];
        self.walk(with, (&mut out[half..], out_stride), taken + 1, deeper, block)?;
        // Möbius over the element: with ⊕ without, at equal rank.
        for rank in 0..=returned {
            let (low, high) = out[rank * out_stride..][..2 * half].split_at_mut(half);
            low.copy_from_slice(&level.without[rank * half..][..half]);
            poly::add_slice(self.path, high, &level.without[(rank + 1) * half..][..half]);
        }
        Ok(())
    }

    /// The product on a block in cache.
    fn multiply_block(
        &self,
        factors: [Ranks<'_>; 2],
        (out, out_stride): (&mut [Poly64], usize),
        taken: usize,
        block: &mut Block,
    ) {
        let shape = RankedShape { low: self.low, fixed: taken, total: self.elements };
        for (ranked, factor) in [(&mut block.a, factors[0]), (&mut block.b, factors[1])] {
            poly::ranked_zeta(self.path, ranked, factor, taken, self.low);
        }
        poly::ranked_product(self.path, &mut block.out, &block.a, &block.b, shape);
        poly::ranked_moebius(self.path, (out, out_stride), &mut block.out, shape);
    }
}
