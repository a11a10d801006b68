//! Exact numbers of combinatorial game theory: dyadic rationals of any size, rationals with the two
//! infinities, sign expansions, and the simplest number between two bounds.
//!
//! The numbers that are values of short games are the dyadic rationals `m/2^e` (Conway, *On Numbers and Games*, ch.
//! 0–2). [`Dyadic`] keeps them in lowest terms: small ones inline in 16 bytes, the rest in big integers, so nothing
//! ever rounds or wraps. [`Rational`] is for what lies around games: means of loopy sums, user input such as `1/3`, and
//! `1/0 = inf`. Beyond the finite numbers lie [`GeneralizedOrdinal`], the differences of ordinals below ε₀,
//! [`Surreal`], the sums of powers of ω and their quotients, and [`TransfiniteNimber`].
//!
//! ```
//! use farstar_num::Dyadic;
//! use std::ops::Bound::{Excluded, Unbounded};
//!
//! let x: Dyadic = "-3/8".parse()?;
//! assert_eq!((&x + &Dyadic::HALF).to_string(), "1/8");
//! assert_eq!(x.sign_expansion().to_string(), "-++-");
//! assert_eq!(Dyadic::simplest_between(Excluded(&Dyadic::HALF), Unbounded), Some(Dyadic::ONE));
//! # Ok::<(), farstar_num::Error>(())
//! ```
#![forbid(unsafe_code)]

mod born;
mod conway;
mod dyadic;
mod error;
mod ordinal;
mod rational;
mod signs;
mod surreal;

pub use born::{BornBy, numbers_born_by};
pub use conway::conway_product;
pub use dashu_int::{IBig, Sign, UBig};
pub use dyadic::Dyadic;
pub use error::Error;
pub use ordinal::{
    Cofinality, FoundExcess, GeneralizedOrdinal, Lenstra, OrdinalTerm, QSet, TransfiniteNimber,
    alpha, excess, q_set,
};
pub use rational::{Birthday, Rational};
pub use signs::{Runs, SignExpansion};
pub use surreal::{NormalForm, NormalTerm, SignBlock, SignRun, SignSequence, Surreal};
