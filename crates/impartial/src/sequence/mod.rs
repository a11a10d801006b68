//! Nim values of heap games: sequences, fast methods, proofs of period.
//!
//! [`GrundySequence`] computes the values of the heaps 0, 1, 2, … and picks the method, which it names: the definition
//! (the oracle), a bit set, vectors of candidates, or rare and common values in a sparse space, in one-hot form when
//! the values are small. [`GrundyStream`] goes on without keeping the values. [`find_period`] proves periods by a
//! theorem it names, and a [`Certificate`] lets a reader check one without the engine. [`PairValues`] has the values
//! of two-number games, and a [`PeriodicLaw`] those of all heaps, with the moves to a value.
//!
//! The values are kept in cells of one, two or four bytes, widened as needed and never wrapped.

mod all_but;
mod arithmetic;
mod bitset;
mod candidate;
mod cells;
mod certificate;
mod checker;
mod definition;
mod engine;
mod error;
mod far;
mod kernel;
mod mask;
mod moves;
mod period;
mod ranks;
mod rare;
mod rule;
mod saved;
mod search;
mod segment;
mod stream;
mod table;
pub(crate) mod theorem;

pub use certificate::{Certificate, CertificateError, digest};
pub use checker::Rejected;
pub use engine::{GrundySequence, Method, Sparse};
pub use error::SequenceError;
pub use far::PeriodicLaw;
pub use moves::HeapsVisitor;
pub use period::{Periodicity, find_period, periodicity};
pub use search::PeriodSearch;
pub use stream::GrundyStream;
pub use table::PairValues;
pub use theorem::Theorem;
