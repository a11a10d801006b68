//! Linear maps by byte tables, kept as plain loads.
//!
//! Left alone, LLVM's SLP vectoriser turns eight independent look-ups into gather instructions where the whole crate is
//! compiled for AVX2 or AVX-512, and a map takes twice as long. There each index passes through an empty piece of
//! assembly that the optimiser cannot see through; it costs no instruction.

use crate::linear::ByteTables;

/// `byte` as an index, but opaque to the optimiser where it might gather.
#[inline(always)]
fn opaque(byte: u8) -> usize {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    {
        let mut hidden = byte;
        // SAFETY: the assembly is empty: it reads and writes nothing but the register that holds `hidden`, which it
        // leaves as is.
        unsafe {
            std::arch::asm!("/* {0} */", inout(reg_byte) hidden, options(pure, nomem, nostack, preserves_flags));
        }
        hidden.into()
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    byte.into()
}

/// One function per width: the image of a word of that many bytes.
macro_rules! apply {
    ($name:ident, $argument:ty, $image:ty, $tables:ty; $($first:literal)* + $($second:literal)*) => {
        /// Image of `x` under a map given by byte tables: one look-up a byte.
        #[inline(always)]
        pub(crate) fn $name(tables: &$tables, x: $argument) -> $image {
            let x = x as u64;
            // Two short chains of XOR instead of one long one.
            let first = 0 $(^ tables[$first][opaque((x >> (8 * $first)) as u8)])*;
            let second = 0 $(^ tables[$second][opaque((x >> (8 * $second)) as u8)])*;
            first ^ second
        }
    };
}

apply!(apply_16_of_64, u16, u64, ByteTables; 0 + 1);
apply!(apply_32_of_64, u32, u64, ByteTables; 0 1 + 2 3);
apply!(apply_64, u64, u64, ByteTables; 0 1 2 3 + 4 5 6 7);
apply!(apply_16, u16, u16, [[u16; 256]; 2]; 0 + 1);
apply!(apply_32, u32, u32, [[u32; 256]; 4]; 0 1 + 2 3);
