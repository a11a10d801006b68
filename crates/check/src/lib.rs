//! Tables of facts, and the checkers that recompute them.
//!
//! A table is tab-separated text: lines that start with `#` are comments, the last comment that starts with `columns:`
//! names the columns, and every other line is one fact. The file's stem picks the [`Checker`]; the checker takes the
//! questions from a row, computes the answers anew, and compares. It trusts nothing in the answer columns.
//!
//! ```
//! use farstar_check::{check_table, checker};
//! use farstar_value::Limits;
//!
//! let table = "# columns: list\tmex\n0 1 3\t2\n1 2\t5\n";
//! let checker = checker("impartial_mex").expect("the registry knows this table");
//! let summary = check_table(checker, table, &Limits::none, &mut |_| {});
//! assert_eq!((summary.passed, summary.failed), (1, 1));
//! ```

mod cgsuite;
mod checker;
mod draws;
mod impartial;
mod loopy;
mod misere;
mod nimber;
mod partizan;
mod registry;
mod rulesets;
mod surreal;
mod table;
mod value;
mod winners;

pub use checker::{Checker, Context, Row, RowError, Verdict};
pub use registry::{checker, stems};
pub use table::{Event, Summary, check_table};
