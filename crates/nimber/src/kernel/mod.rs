//! Kernels: the same operations by different instructions of the processor, chosen once a call at run time.
//!
//! | path | needs | products | linear maps, inverses of slices |
//! |---|---|---|---|
//! | portable | nothing | integer products with holes | byte tables |
//! | pclmul | PCLMULQDQ | carry-less products | byte tables |
//! | avx2 | AVX2, PCLMULQDQ | planes of nibbles, 32 at a time | look-ups of nibbles |
//! | neon | NEON, PMULL (aarch64) | planes of nibbles, 16 at a time | look-ups of nibbles |
//! | gfni | AVX-512F/BW, GFNI, VPCLMULQDQ | byte planes, 64 at a time | byte planes |
//!
//! Single nimbers take the best of the first two, slices the best of all. `unsafe` code of the crate lives in
//! this directory.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod blocks;
#[cfg(target_arch = "x86_64")]
mod gfni;
pub(crate) mod lookup;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod nibbles;
#[cfg(target_arch = "x86_64")]
mod pclmul;
#[cfg(target_arch = "aarch64")]
mod pmull;
pub(crate) mod poly;
mod portable;
pub(crate) mod scalar;
#[cfg(test)]
mod tests;
pub(crate) mod view;
#[cfg(target_arch = "x86_64")]
mod vpclmul;

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::basis::{NimToPoly, PolyToNim};
use crate::linear::Map;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use blocks::Slices;
use portable::Plain;
use scalar::Carryless;

/// Which instructions a path uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Instructions {
    /// Integer instructions only.
    Portable,
    /// The carry-less product of x86-64.
    #[cfg(target_arch = "x86_64")]
    Pclmul,
    /// The byte shuffles of AVX2 besides.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// The Galois-field and carry-less instructions on AVX-512 registers.
    #[cfg(target_arch = "x86_64")]
    Gfni,
    /// The table look-ups and the carry-less product of aarch64.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// A set of instructions this processor is known to have: values come only from [`Path::best`] and `Path::available`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Path(Instructions);

impl Path {
    /// Plain integer instructions.
    #[cfg(test)]
    pub(crate) const PORTABLE: Path = Path(Instructions::Portable);

    /// The best path for slices. The answer of the processor is cached by the standard library.
    #[inline]
    pub(crate) fn best() -> Path {
        #[cfg(target_arch = "x86_64")]
        {
            if has_gfni() {
                return Path(Instructions::Gfni);
            }
            if has_avx2() {
                return Path(Instructions::Avx2);
            }
            if has_pclmul() {
                return Path(Instructions::Pclmul);
            }
        }
        #[cfg(target_arch = "aarch64")]
        if has_neon() {
            return Path(Instructions::Neon);
        }
        Path(Instructions::Portable)
    }

    /// Every path this processor can take, the portable one first.
    #[cfg(test)]
    pub(crate) fn available() -> Vec<Path> {
        let mut paths = vec![Path::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            if has_pclmul() {
                paths.push(Path(Instructions::Pclmul));
            }
            if has_avx2() {
                paths.push(Path(Instructions::Avx2));
            }
            if has_gfni() {
                paths.push(Path(Instructions::Gfni));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if has_neon() {
            paths.push(Path(Instructions::Neon));
        }
        paths
    }
}

/// Has the processor PCLMULQDQ?
#[cfg(target_arch = "x86_64")]
#[inline]
fn has_pclmul() -> bool {
    is_x86_feature_detected!("pclmulqdq")
}

/// Has the processor byte shuffles on registers of 32 bytes?
#[cfg(target_arch = "x86_64")]
#[inline]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && has_pclmul()
}

/// Has the processor table look-ups and the carry-less product?
#[cfg(target_arch = "aarch64")]
#[inline]
fn has_neon() -> bool {
    std::arch::is_aarch64_feature_detected!("neon")
        && std::arch::is_aarch64_feature_detected!("aes")
}

/// Has the processor everything the byte planes and the wide carry-less products need?
#[cfg(target_arch = "x86_64")]
#[inline]
fn has_gfni() -> bool {
    !cfg!(farstar_without_avx512)
        && is_x86_feature_detected!("gfni")
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("vpclmulqdq")
        && has_pclmul()
}

/// The name of the path slices take on this processor: `gfni`, `avx2`, `pclmul`, `neon` or `portable`.
pub fn name() -> &'static str {
    match Path::best().0 {
        #[cfg(target_arch = "x86_64")]
        Instructions::Gfni => "gfni",
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => "avx2",
        #[cfg(target_arch = "x86_64")]
        Instructions::Pclmul => "pclmul",
        #[cfg(target_arch = "aarch64")]
        Instructions::Neon => "neon",
        Instructions::Portable => "portable",
    }
}

/// Makes carry-less products of 64-bit words at the full rate of the processor, as a yardstick for the speed of
/// everything else. Returns how many were made (8 or 32 a round) and a word that depends on all of them.
///
/// # Examples
///
/// ```
/// let (products, _) = farstar_nimber::processor::carryless_products(1000);
/// assert!(products >= 8000);
/// ```
pub fn carryless_products(rounds: u64) -> (u64, u64) {
    match Path::best().0 {
        #[cfg(target_arch = "x86_64")]
        Instructions::Gfni => {
            // SAFETY: the path is only made where the processor has AVX-512F/BW, GFNI and VPCLMULQDQ.
            unsafe { vpclmul::raw_products(rounds) }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 | Instructions::Pclmul => {
            // SAFETY: either path is only made where the processor has PCLMULQDQ.
            unsafe { pclmul::raw_products(rounds) }
        }
        #[cfg(target_arch = "aarch64")]
        Instructions::Neon => {
            // SAFETY: the path is only made where the processor has PMULL.
            unsafe { pmull::raw_products(rounds) }
        }
        Instructions::Portable => {
            let mut chains = [1u64, 2, 3, 4, 5, 6, 7, 8];
            for _ in 0..rounds {
                for chain in &mut chains {
                    *chain = Plain::carryless(*chain, 0x8000_0000_0000_001b) as u64;
                }
            }
            (8 * rounds, chains.into_iter().fold(0, |sum, x| sum.rotate_left(9) ^ x))
        }
    }
}

/// Slices shorter than this go one by one: a block of 64 costs as much as about eight single products.
const SHORT: usize = 8;

/// Functions of single words: by the carry-less product of the processor where it has one, in portable form elsewhere.
macro_rules! singles {
    ($($(#[$doc:meta])* $(<$word:ident>)? $name:ident($($argument:ident: $kind:ty),*) $(-> $answer:ty)? = $portable:expr;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub(crate) fn $name$(<$word: scalar::Word>)?($($argument: $kind),*) $(-> $answer)? {
            #[cfg(target_arch = "x86_64")]
            if has_pclmul() {
                // SAFETY: the processor has PCLMULQDQ.
                return unsafe { pclmul::$name($($argument),*) };
            }
            #[cfg(target_arch = "aarch64")]
            if has_neon() {
                // SAFETY: the processor has PMULL.
                return unsafe { pmull::$name($($argument),*) };
            }
            $portable
        }
    )*};
}

singles! {
    /// The product of two nimbers.
    <W> product(a: W, b: W) -> W = W::product::<Plain>(a, b);
    /// The inverse of a nimber, 0 for 0.
    <W> inverse(a: W) -> W = a.inverse::<Plain>();
    /// The power of a nimber; the exponent is in limbs, lowest first.
    <W> power(a: W, one: W, exponent: &[u64]) -> W = a.power::<Plain>(one, exponent);
    /// The carry-less product of two words.
    carryless(a: u64, b: u64) -> u128 = Plain::carryless(a, b);
    /// The product modulo x^64+x^4+x^3+x+1.
    product_poly(a: u64, b: u64) -> u64 = scalar::product_poly::<Plain>(a, b);
    /// Traces of successive multiples, see [`scalar::fill_traces`].
    fill_traces(traces: &mut [u64], step: u64) = scalar::fill_traces::<Plain>(traces, step);
    /// The product of 128-bit nimbers in polynomial form, upper half first.
    product_pair(a: (u64, u64), b: (u64, u64)) -> (u64, u64) = scalar::product_pair::<Plain>(a, b);
}

/// The remainder of a polynomial of degree below 128 by x^64+x^4+x^3+x+1.
#[inline]
pub(crate) fn reduce(wide: u128) -> u64 {
    Plain::reduce(wide)
}

/// The image of a nimber under a linear map.
#[inline]
pub(crate) fn image<W: scalar::Word>(a: W, map: Map) -> W {
    a.image::<Plain>(map)
}

/// A width with kernels for whole blocks of nimbers.
pub(crate) trait Planes: scalar::Word {
    /// Slices by the Galois-field instructions on AVX-512 registers.
    #[cfg(target_arch = "x86_64")]
    type Gfni: Slices<Self>;
    /// Slices by the byte shuffles of AVX2.
    #[cfg(target_arch = "x86_64")]
    type Avx2: Slices<Self>;
    /// Slices by the table look-ups of NEON.
    #[cfg(target_arch = "aarch64")]
    type Neon: Slices<Self>;
}

macro_rules! planes {
    ($($word:ty, $module:ident $kind:ident;)*) => {$(
        impl Planes for $word {
            #[cfg(target_arch = "x86_64")]
            type Gfni = gfni::$module::Blocks;
            #[cfg(target_arch = "x86_64")]
            type Avx2 = avx2::$kind;
            #[cfg(target_arch = "aarch64")]
            type Neon = neon::$kind;
        }
    )*};
}

planes! {
    u8, w8 W8;
    u16, w16 W16;
    u32, w32 W32;
    u64, w64 W64;
    u128, w128 W128;
}

/// Functions of slices, dispatched once a call. The slices are of one length.
macro_rules! slices {
    ($($(#[$doc:meta])* $(<$word:ident>)? $name:ident($($argument:ident: $kind:ty),*) $(-> $answer:ty)?,
       length $length:expr, gfni $gfni:expr, avx2 $avx2:expr, neon $neon:expr, portable $portable:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) fn $name$(<$word: Planes>)?(path: Path, $($argument: $kind),*) $(-> $answer)? {
            match path.0 {
                #[cfg(target_arch = "x86_64")]
                Instructions::Gfni if $length >= SHORT => {
                    // SAFETY: the path is only made where the processor has AVX-512F/BW, GFNI and VPCLMULQDQ.
                    unsafe { $gfni }
                }
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx2 if $length >= SHORT => {
                    // SAFETY: the path is only made where the processor has AVX2 and PCLMULQDQ.
                    unsafe { $avx2 }
                }
                #[cfg(target_arch = "x86_64")]
                Instructions::Gfni | Instructions::Avx2 | Instructions::Pclmul => {
                    // SAFETY: each path is only made where the processor has PCLMULQDQ.
                    unsafe { pclmul::$name($($argument),*) }
                }
                #[cfg(target_arch = "aarch64")]
                Instructions::Neon if $length >= SHORT => {
                    // SAFETY: the path is only made where the processor has NEON and PMULL.
                    unsafe { $neon }
                }
                #[cfg(target_arch = "aarch64")]
                Instructions::Neon => {
                    // SAFETY: as above.
                    unsafe { pmull::$name($($argument),*) }
                }
                Instructions::Portable => $portable,
            }
        }
    )*};
}

slices! {
    /// `out[i] = a[i] ⊗ b[i]`.
    <W> mul_slice(out: &mut [W], a: &[W], b: &[W]), length out.len(),
        gfni W::Gfni::mul_slice(out, a, b),
        avx2 W::Avx2::mul_slice(out, a, b),
        neon W::Neon::mul_slice(out, a, b),
        portable scalar::mul_slice::<Plain, W>(out, a, b);
    /// `y[i] ⊕= a ⊗ x[i]`.
    <W> axpy(y: &mut [W], a: W, x: &[W]), length y.len(),
        gfni W::Gfni::axpy(y, a, x),
        avx2 W::Avx2::axpy(y, a, x),
        neon W::Neon::axpy(y, a, x),
        portable scalar::axpy::<Plain, W>(y, a, x);
    /// `x[i] ← a ⊗ x[i]`.
    <W> scale_slice(x: &mut [W], a: W), length x.len(),
        gfni W::Gfni::scale_slice(x, a),
        avx2 W::Avx2::scale_slice(x, a),
        neon W::Neon::scale_slice(x, a),
        portable scalar::scale_slice::<Plain, W>(x, a);
    /// ⊕ aᵢ ⊗ bᵢ.
    <W> dot(a: &[W], b: &[W]) -> W, length a.len(),
        gfni W::Gfni::dot(a, b),
        avx2 W::Avx2::dot(a, b),
        neon W::Neon::dot(a, b),
        portable scalar::dot::<Plain, W>(a, b);
    /// `x[i] ← 1/x[i]`, zero for zero.
    <W> inverse_slice(x: &mut [W]), length x.len(),
        gfni W::Gfni::inverse_slice(x),
        avx2 W::Avx2::inverse_slice(x),
        neon W::Neon::inverse_slice(x),
        portable scalar::inverse_slice::<Plain, W>(x);
    /// `x[i] ← map(x[i])`.
    <W> image_slice(x: &mut [W], map: Map), length x.len(),
        gfni W::Gfni::image_slice(x, map),
        avx2 W::Avx2::image_slice(x, map),
        neon W::Neon::image_slice(x, map),
        portable scalar::image_slice::<Plain, W>(x, map);
    /// Polynomial forms in place of 64-bit nimbers.
    to_poly_slice(x: &mut [u64]), length x.len(),
        gfni gfni::w64::map_slice::<NimToPoly>(x),
        avx2 avx2::map_slice::<NimToPoly>(x),
        neon neon::map_slice::<NimToPoly>(x),
        portable scalar::to_poly_slice(x);
    /// 64-bit nimbers in place of polynomial forms.
    to_nim_slice(x: &mut [u64]), length x.len(),
        gfni gfni::w64::map_slice::<PolyToNim>(x),
        avx2 avx2::map_slice::<PolyToNim>(x),
        neon neon::map_slice::<PolyToNim>(x),
        portable scalar::to_nim_slice(x);
    /// `out[i] = a[i] · b[i]` on polynomial forms.
    mul_poly_slice(out: &mut [u64], a: &[u64], b: &[u64]), length out.len(),
        gfni vpclmul::mul_poly_slice(out, a, b),
        avx2 pclmul::mul_poly_slice(out, a, b),
        neon pmull::mul_poly_slice(out, a, b),
        portable scalar::mul_poly_slice::<Plain>(out, a, b);
    /// `y[i] ⊕= a · x[i]` on polynomial forms.
    axpy_poly(y: &mut [u64], a: u64, x: &[u64]), length y.len(),
        gfni vpclmul::axpy_poly(y, a, x),
        avx2 pclmul::axpy_poly(y, a, x),
        neon pmull::axpy_poly(y, a, x),
        portable scalar::axpy_poly::<Plain>(y, a, x);
    /// The unreduced scalar product of polynomial forms.
    dot_poly(a: &[u64], b: &[u64]) -> u128, length a.len(),
        gfni vpclmul::dot_poly(a, b),
        avx2 pclmul::dot_poly(a, b),
        neon pmull::dot_poly(a, b),
        portable scalar::dot_poly::<Plain>(a, b);
}
