//! The referee: reads the rules of a game and the certificate of a theorem about it, and accepts, or names the
//! first step that fails. It knows no games, learns nothing, and imports nothing but the standard library.
//!
//! A certificate names how numbers are written, an automaton that is claimed to be the law, and one for each
//! formula between that and the sentences that make the law a theorem. The sentences are made of the rules' text
//! here, and every automaton is held against those of the formulas it is made of; who found them does not
//! matter.

pub mod check;
pub mod diagram;
pub mod formula;
mod head;
mod product;
mod quotients;
mod roots;
mod rows;
mod rules;
mod shares;
pub mod theorem;

pub use check::{HEADER, LEGAL, Lists, Refused, Theorem, check, claim_of, given, is_one};
pub use diagram::{Automaton, Diagrams, LEAF, Ref, Var};
pub use formula::{Formulas, Id, LAW, Node, Numeration, PREFIX, RIGHT, SUM};
pub use roots::{RootBound, root_bound};
pub use rows::heaps_of_rows;
pub use shares::shares;
pub use theorem::{
    Abstraction, Claim, Divisor, Euclidean, Fall, GameForm, Kind, Modulus, Sentence, euclidean,
    sentences,
};
