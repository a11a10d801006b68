//! Laws behind tables of integers: found, and those of heap games proved for all heaps.
//!
//! ```
//! use farstar::find::{Subject, Table, Verdict, LawSearch, find, prove};
//! use farstar::{Limits, Ruleset};
//! let rows = (0..20).flat_map(|a: i64| (0..20).map(move |b: i64| (vec![a, b], a ^ b)));
//! let found = find(&Table::new(rows.collect())?, &[], &LawSearch::default());
//! let nim = Subject::new(Ruleset::named("two-heap-nim")?.rules(), false, &[0, 0]);
//! assert!(matches!(prove(&nim, &found.laws[0].form, &Limits::none())?, Verdict::Theorem(_)));
//! // Wythoff's game has other values
//! let wythoff = Subject::new(Ruleset::named("wythoff")?.rules(), false, &[0, 0]);
//! assert!(matches!(prove(&wythoff, &found.laws[0].form, &Limits::none())?, Verdict::Refuted { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod column;
mod discovery;
mod further;
mod prediction;
mod proved;
mod tabulate;
mod told;
mod worth;

pub use cells::{NoHeaps, heaps_of_cells, rows, single_heaps, told_rows};
pub use column::Column;
pub(crate) use column::HELD_BACK;
pub use discovery::{Discovery, Inquiry, Proofs, Round, Source, Step, discover};
pub use farstar_find::*;
pub use farstar_logic::referee;
pub use farstar_logic::{
    Attempt, HeapTableError, PeriodProof, Proof, Rows, Subject, ValueParts, Verdict, attempt,
    attempt_values, prove, prove_threshold, proved_period, schema, shown_law, walnut,
};
pub use prediction::{LawOfColumn, Prediction};
pub use proved::prove_columns;
pub use tabulate::{TabulateError, tabulate};
pub use told::{json_of_attempt, json_of_laws};
