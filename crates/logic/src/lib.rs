//! Proves laws of heap games for all positions.
//!
//! A law that was found from a table becomes an automaton on the digits of heaps and values; the rules' text
//! becomes sentences which say that it satisfies the equations of Grundy values, or of P-positions; both are
//! decided, and what was found on the way is a certificate that `farstar-referee` checks on its own. Numerations
//! are bases, and greedy ones by recurrences, whose addition is proved each time.
//!
//! Sources: Büchi 1960; Bruyère, Hansel, Michaux, Villemaire, *Logic and p-recognizable sets of integers*, 1994;
//! Mignoty, Renard, Rigo, Whiteland, *Automatic proofs in combinatorial game theory*, IJGT 54, 2025.

mod attempt;
mod automata;
mod build;
mod by_rules;
mod candidates;
mod ends;
mod euclidean;
mod exact;
mod exponents;
mod few;
mod heaps;
mod interval;
mod leading;
mod period;
mod played;
mod product;
mod prove;
mod quotients;
mod remainder;
mod residuals;
mod residues;
mod shares;
mod signed;
mod solve;
mod thin;
mod threshold;
mod told;
mod values;
mod walnut;
mod words;

pub use attempt::{Attempt, attempt, attempt_values, of_many_games};
pub use by_rules::find_by_rules;
pub use candidates::LawColumn;
pub use farstar_referee as referee;
pub use heaps::{HeapTableError, Rows, heap_table, verify_far};
pub use period::{PeriodProof, proved_period};
pub use played::{divided_rows, larger_table, played_heaps, played_table};
pub use product::prove_joined;
pub use prove::{Subject, Verdict, Writing, prove, prove_threshold};
pub use solve::Proof;
pub use told::{schema, shown_law};
pub use values::ValueParts;
pub use walnut::walnut;
pub use words::Weights;
