//! Linear maps by byte tables, kept as plain loads.
//!
//! Left alone, LLVM's SLP vectoriser turns eight independent look-ups into gather instructions wherever it may use AVX2 or AVX-512,
//! and a map takes twice as long. Each index therefore passes through an empty piece of assembly that the optimiser cannot see
//! through; it costs no instruction.

use crate::linear::ByteTables;

/// `index`, but opaque to the optimiser.
#[inline(always)]
fn opaque(index: usize) -> usize {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let mut hidden = index;
        // SAFETY: the assembly is empty: it reads and writes nothing but the register that holds `hidden`, which it leaves as is.
        unsafe {
            std::arch::asm!("/* {0} */", inout(reg) hidden, options(pure, nomem, nostack, preserves_flags));
        }
        // The byte mask is restated after the assembly so that the bounds checks vanish.
        hidden & 255
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    index
}

/// One function per width: the image of a word of that many bytes.
macro_rules! apply {
    ($name:ident, $argument:ty, $image:ty, $tables:ty; $($position:literal)*) => {
        /// Image of `x` under a map given by byte tables: one look-up a byte.
        #[inline(always)]
        pub(crate) fn $name(tables: &$tables, x: $argument) -> $image {
            let x = x as u64;
            0 $(^ tables[$position][opaque((x >> (8 * $position) & 255) as usize)])*
        }
    };
}

apply!(apply_16_of_64, u16, u64, ByteTables; 0 1);
apply!(apply_32_of_64, u32, u64, ByteTables; 0 1 2 3);
apply!(apply_64, u64, u64, ByteTables; 0 1 2 3 4 5 6 7);
apply!(apply_16, u16, u16, [[u16; 256]; 2]; 0 1);
apply!(apply_32, u32, u32, [[u32; 256]; 4]; 0 1 2 3);
