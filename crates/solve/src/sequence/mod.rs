//! Nim values of heap games: sequences, fast methods, proofs of period.

mod arithmetic;
mod bitset;
mod candidate;
mod cells;
mod certificate;
mod checker;
mod definition;
mod engine;
mod error;
mod kernel;
mod mask;
mod period;
mod rare;
mod rule;
mod segment;
mod stream;
mod table;
mod theorem;

pub use certificate::{Certificate, CertificateError, digest};
pub use checker::Rejected;
pub use engine::{GrundySequence, Method, Sparse};
pub use error::SequenceError;
pub use period::{Periodicity, find_period, periodicity};
pub use stream::GrundyStream;
pub use table::PairValues;
pub use theorem::Theorem;
