//! Series over a field of nimbers: in powers of x, indexed by sets, and indexed by sizes of labelled sets.
//!
//! In characteristic 2 nothing can be divided by n!, so the ordinary power series have no exponential, logarithm or
//! integral. What those count (set partitions and their blocks) is still there, on subsets: see [`SetPowerSeries`] and
//! [`BinomialSeries`].

pub(crate) mod binomial;
pub(crate) mod power;
mod ranked;
pub(crate) mod subset;
mod zeta;

pub use binomial::BinomialSeries;
pub use power::PowerSeries;
pub use subset::SetPowerSeries;
pub use zeta::{xor_zeta, xor_zeta_supersets};
