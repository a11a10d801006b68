//! Partizan games under misère play: the player who cannot move wins.
//!
//! These are forms, `{L|R}` as they are written, and have nothing to do with the canonical forms of normal play: two
//! games of one value can differ in misère play, there are no inverses, and what is equal depends on the games that may
//! stand beside. So they live in a table of their own, [`PartizanForms`], and no handle is ever taken for a value.
//!
//! `G ≥ H` in a [`Universe`] says that no Left player ever minds when `H` is replaced by `G` in a sum with a game of
//! that universe. Impartial games have canonical forms, which are in `farstar-impartial`.
//!
//! # Sources
//! A. N. Siegel, "Misère canonical forms of partizan games", *Games of No Chance 4* (2015); P. Dorbec, G. Renault, A.
//! N. Siegel, É. Sopena, "Dicots, and a taxonomic ranking for misère games", *JCTA* 130 (2015); U. Larsson, R. Milley,
//! R. Nowakowski, G. Renault, C. Santos, "Recursive comparison tests for dicot and dead-ending games under misère play"
//! (2018).

mod forms;
mod membership;
mod order;
mod outcome;
mod reduce;
mod text;
mod universe;
mod witness;

pub use forms::{PartizanForm, PartizanForms};
pub use universe::{Universe, UnknownUniverse};
