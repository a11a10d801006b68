//! Finite nimbers: field arithmetic at the speed of the hardware.
//!
//! Nimbers below 2^(2^k) form the field GF(2^(2^k)): the sum is XOR and the product is Conway's, the mex over all smaller choices.
//!
//! ```
//! use farstar_nimber::{Nim64, Nimber};
//! assert_eq!(Nim64::new(16) * Nim64::new(16), Nim64::new(24));
//! ```

mod basis;
mod field;
mod kernel;
mod linear;
#[allow(dead_code, reason = "the resident form serves the algebra modules")]
mod resident;
mod tower;
mod width;

pub use field::{Nimber, ParseNimberError};
pub use width::{Nim8, Nim16, Nim32, Nim64, Nim128};
