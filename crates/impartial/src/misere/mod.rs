//! Misère play: the player who cannot move wins.
//!
//! There is no Grundy theory here: outcomes of sums are found by search ([`crate::search::MisereSearch`]), by Bouton's
//! rule for Nim and for tame heaps ([`TameHeaps`]), by the conditions of the Sprague–Grundy–like rule in [`sj`], or
//! from misère canonical forms and their genus.

mod ark;
mod forms;
mod genus;
mod kind;
mod link;
mod nim;
mod parity;
mod parts;
mod quotient;
pub mod sj;
mod tame;
mod text;

pub use forms::{MisereForm, MisereForms};
pub use genus::{Genus, ParseGenusError};
pub use kind::MisereKind;
pub use nim::{misere_nim_outcome, misere_nim_winning_moves};
pub use quotient::{
    HeapQuotient, InfiniteQuotient, MisereQuotient, Presentation, QuotientCertificate, QuotientEnd,
    Refused,
};
pub use tame::TameHeaps;
pub use text::MisereNotation;
