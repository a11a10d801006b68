//! Polynomial forms eight at a time, by carry-less products in AVX-512 registers (VPCLMULQDQ).
//!
//! One instruction makes four products, of the lower or of the upper words of the four lanes; the products of eight
//! pairs are two registers of 128-bit lanes, kept apart and XORed when a sum is wanted, or reduced: one more product by
//! x^4+x^3+x+1 folds the upper words, and what it spills (four bits) folds by a table of 16 bytes.

use std::arch::x86_64::{
    __m512i, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm512_clmulepi64_epi128,
    _mm512_extracti32x4_epi32, _mm512_loadu_si512, _mm512_set1_epi64, _mm512_set4_epi32,
    _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_storeu_si512, _mm512_unpackhi_epi64,
    _mm512_unpacklo_epi64, _mm512_xor_si512,
};

/// Polynomial forms in a register.
const LANES: usize = 8;

/// Eight forms.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq")]
fn load(block: &[u64; LANES]) -> __m512i {
    // SAFETY: the block is 64 readable bytes; the load asks for no alignment.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

/// Writes eight forms.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq")]
fn store(block: &mut [u64; LANES], value: __m512i) {
    // SAFETY: the block is 64 writable bytes.
    unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast(), value) };
}

/// The unreduced products of the lower and of the upper words of each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq")]
fn wide(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    (_mm512_clmulepi64_epi128::<0x00>(a, b), _mm512_clmulepi64_epi128::<0x11>(a, b))
}

/// The remainders of two registers of unreduced products, in the order of their factors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq")]
fn reduce((even, odd): (__m512i, __m512i)) -> __m512i {
    let modulus = _mm512_set1_epi64(0x1b);
    let (even_fold, odd_fold) = (
        _mm512_clmulepi64_epi128::<0x01>(even, modulus),
        _mm512_clmulepi64_epi128::<0x01>(odd, modulus),
    );
    // Entry i is the carry-less product of i and 0x1b; every byte of the spill but the lowest is 0, and so is entry 0.
    let spill = _mm512_set4_epi32(
        0x9982_afb4_u32 as i32,
        0xf5ee_c3d8_u32 as i32,
        0x415a_776c_u32 as i32,
        0x2d36_1b00_u32 as i32,
    );
    let spill = _mm512_shuffle_epi8(spill, _mm512_unpackhi_epi64(even_fold, odd_fold));
    let low =
        _mm512_unpacklo_epi64(_mm512_xor_si512(even, even_fold), _mm512_xor_si512(odd, odd_fold));
    _mm512_xor_si512(low, spill)
}

/// The last forms, filled up with zeros.
#[inline]
fn padded(tail: &[u64]) -> [u64; LANES] {
    let mut block = [0; LANES];
    block[..tail.len()].copy_from_slice(tail);
    block
}

/// `out[i] = a[i] · b[i]`.
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq")]
pub(super) fn mul_poly_slice(out: &mut [u64], a: &[u64], b: &[u64]) {
    let ((a, a_tail), (b, b_tail)) = (a.as_chunks(), b.as_chunks());
    let (out, out_tail) = out.as_chunks_mut();
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        store(out, reduce(wide(load(a), load(b))));
    }
    if !out_tail.is_empty() {
        let mut block = [0; LANES];
        store(&mut block, reduce(wide(load(&padded(a_tail)), load(&padded(b_tail)))));
        out_tail.copy_from_slice(&block[..out_tail.len()]);
    }
}

/// `y[i] ⊕= a · x[i]`.
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq")]
pub(super) fn axpy_poly(y: &mut [u64], a: u64, x: &[u64]) {
    let a = _mm512_set1_epi64(a as i64);
    let ((y, y_tail), (x, x_tail)) = (y.as_chunks_mut(), x.as_chunks());
    for (y, x) in y.iter_mut().zip(x) {
        store(y, _mm512_xor_si512(load(y), reduce(wide(a, load(x)))));
    }
    if !y_tail.is_empty() {
        let mut block = padded(y_tail);
        let product = reduce(wide(a, load(&padded(x_tail))));
        store(&mut block, _mm512_xor_si512(load(&padded(y_tail)), product));
        y_tail.copy_from_slice(&block[..y_tail.len()]);
    }
}

/// The unreduced scalar product.
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq")]
pub(super) fn dot_poly(a: &[u64], b: &[u64]) -> u128 {
    let ((a, a_tail), (b, b_tail)) = (a.as_chunks(), b.as_chunks());
    let mut total = _mm512_setzero_si512();
    let mut other = _mm512_setzero_si512();
    for (a, b) in a.iter().zip(b) {
        let (even, odd) = wide(load(a), load(b));
        total = _mm512_xor_si512(total, even);
        other = _mm512_xor_si512(other, odd);
    }
    if !a_tail.is_empty() {
        let (even, odd) = wide(load(&padded(a_tail)), load(&padded(b_tail)));
        total = _mm512_xor_si512(total, even);
        other = _mm512_xor_si512(other, odd);
    }
    let total = _mm512_xor_si512(total, other);
    [
        _mm512_extracti32x4_epi32::<0>(total),
        _mm512_extracti32x4_epi32::<1>(total),
        _mm512_extracti32x4_epi32::<2>(total),
        _mm512_extracti32x4_epi32::<3>(total),
    ]
    .into_iter()
    .fold(0, |sum, lane| {
        let low = _mm_cvtsi128_si64(lane) as u64;
        let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(lane, lane)) as u64;
        sum ^ low as u128 ^ (high as u128) << 64
    })
}

/// Eight chains of carry-less products, four a register: the instruction at its full rate. Returns the products made,
/// and a word that depends on all of them.
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq")]
pub(super) fn raw_products(rounds: u64) -> (u64, u64) {
    let mut chains = [1, 2, 3, 4, 5, 6, 7, 8].map(|start| _mm512_set1_epi64(start));
    let factor = _mm512_set1_epi64(0x8000_0000_0000_001b_u64 as i64);
    for _ in 0..rounds {
        for chain in &mut chains {
            *chain = _mm512_clmulepi64_epi128::<0x00>(*chain, factor);
        }
    }
    let mut total = _mm512_setzero_si512();
    for chain in chains {
        total = _mm512_xor_si512(total, chain);
    }
    let mut block = [0; LANES];
    store(&mut block, total);
    (32 * rounds, block.into_iter().fold(0, |sum, x| sum.rotate_left(9) ^ x))
}
