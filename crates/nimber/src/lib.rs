//! Finite nimbers: field arithmetic at the speed of the hardware.
//!
//! A nimber is a natural number under two operations of its own. The sum is the Nim sum, XOR; the product x ⊗ y is the
//! least number that is no (x' ⊗ y) ⊕ (x ⊗ y') ⊕ (x' ⊗ y') for x' < x and y' < y (Conway, *On Numbers and Games*,
//! chapter 6). The nimbers below 2^(2^k) are the field GF(2^(2^k)): every equation of degree 2 over the finite nimbers
//! has its roots among them. The types [`Nim8`] to [`Nim128`] are the machine widths and [`NimBig`] has no bound;
//! [`Nimber`] is the trait of the machine widths, over which the algebra is generic.
//!
//! # Examples
//!
//! One value at a time:
//!
//! ```
//! use farstar_nimber::{Nim64, Nimber};
//! let (a, b) = (Nim64::new(16), Nim64::new(1 << 40));
//! assert_eq!(a * a, Nim64::new(24));
//! assert_eq!(a + a, Nim64::ZERO);
//! assert_eq!((a * b).checked_div(b), Some(a));
//! assert_eq!(a.sqrt().square(), a);
//! assert_eq!(a.pow(a.order().expect("not zero")), Nim64::ONE);
//! ```
//!
//! Many values at a time, which is where the speed is: a product of 64-bit nimbers in a slice costs about ten
//! carry-less products of the processor.
//!
//! ```
//! use farstar_nimber::{Nim64, Nimber};
//! let a: Vec<Nim64> = (1..=1000).map(Nim64::new).collect();
//! let mut inverses = a.clone();
//! Nim64::inverse_slice(&mut inverses);
//! let mut products = vec![Nim64::ZERO; a.len()];
//! Nim64::mul_slice(&mut products, &a, &inverses);
//! assert!(products.iter().all(|&product| product == Nim64::ONE));
//! assert_eq!(Nim64::dot(&a, &inverses), Nim64::ZERO); // a thousand ones
//! ```
//!
//! Equations and logarithms:
//!
//! ```
//! use farstar_nimber::{Nim32, Nimber, Roots, least_primitive_element, quadratic_roots};
//! let [a, b, c] = [7, 100, 2026].map(Nim32::new);
//! if let Roots::Two(x, y) = quadratic_roots(a, b, c) {
//!     assert_eq!((x + y, x * y), (b / a, c / a));
//! }
//! let g = least_primitive_element(32).and_then(Nim32::from_u128).expect("a field");
//! let log = c.log(g).expect("every unit is a power of a primitive element");
//! assert_eq!(g.pow(log), c);
//! ```
//!
//! # What does not exist in characteristic 2
//!
//! x ⊕ x = 0, so there is no division by 2, and none by n! for n ≥ 2. The formal exponential Σ xⁿ/n! and logarithm Σ
//! ±xⁿ/n of a power series therefore do not exist. Their combinatorial kin do: the exponential of a *set* power series
//! sums over set partitions and never divides, so [`SetPowerSeries`] and [`BinomialSeries`] have it. In the same way
//! the quadratic formula does not exist and [`quadratic_roots`] uses traces. Finite nimbers have all square roots, each
//! exactly one, but not all cube roots: ω is a cube root of 2.
//!
//! # Processors
//!
//! The functions of slices choose once a call among the instructions the processor has: Galois-field instructions on
//! AVX-512 registers (GFNI, VPCLMULQDQ), byte shuffles (AVX2, NEON), carry-less products (PCLMULQDQ, PMULL),
//! or plain integers, which run everywhere. Answers are the same. [`processor::name`] tells the choice.
//!
//! # Memory
//!
//! Tables of about 120 KiB are made by the compiler; nothing runs at start-up. Made on first use and kept: 2.4 MiB for
//! logarithms up to 64 bits (some milliseconds), 64 MiB for logarithms of elements of 128 bits that lie in no smaller
//! field (half a second).
//!
//! # Features
//!
//! `serde`: nimbers as decimal strings in serialised data. Off by default.

mod basis;
mod big;
mod error;
mod field;
mod kernel;
mod limbs;
mod linear;
mod log;
mod log128;
mod matrix;
mod order;
mod polynomial;
mod quadratic;
mod recurrence;
mod resident;
#[cfg(feature = "serde")]
mod serialize;
mod series;
mod subfield;
mod tower;
mod width;
mod working;

pub mod processor {
    //! The processor the crate found: which kernels it takes, and a yardstick for their speed.
    pub use crate::kernel::{carryless_products, name};
}

pub use big::NimBig;
pub use error::{AlgebraError, Check};
pub use field::{Nimber, ParseNimberError};
pub use log::Logarithm;
pub use matrix::{Matrix, Solutions};
pub use order::{MinimalPolynomial, least_primitive_element};
pub use polynomial::{Factor, Polynomial};
pub use quadratic::{Roots, quadratic_roots};
pub use recurrence::Recurrence;
pub use series::{BinomialSeries, PowerSeries, SetPowerSeries, xor_zeta, xor_zeta_supersets};
pub use subfield::{NoSubfield, OutsideField, norm, trace};
pub use width::{Nim8, Nim16, Nim32, Nim64, Nim128};
