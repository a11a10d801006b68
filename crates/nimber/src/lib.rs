//! Finite nimbers: field arithmetic at the speed of the hardware.
//!
//! Nimbers below 2^(2^k) form the field GF(2^(2^k)): the sum is XOR and the product is Conway's, the mex over all smaller choices.
//!
//! ```
//! use farstar_nimber::{Nim64, Nimber};
//! assert_eq!(Nim64::new(16) * Nim64::new(16), Nim64::new(24));
//! ```

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
#[allow(dead_code, reason = "the resident form serves the algebra modules")]
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
