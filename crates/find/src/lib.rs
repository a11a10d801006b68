//! Finds the law behind a table of integers.
//!
//! A [`Table`] has a value for each of many cells. [`find()`] tries one class of laws after the other (periods, sets
//! by recurrences,
//! automata on digits, rows whose period is a law, expressions, cases, laws that call themselves), and keeps those
//! that give back every
//! cell in fewer bits than listing the values takes. A [`Law`] is a conjecture: it is held against cells that it was
//! not found from, and
//! says what it expects of any other, but nothing proves it.
//!
//! ```
//! use farstar_find::{LawSearch, Table, find};
//! let cells = (0..20).flat_map(|a: i64| (0..20).map(move |b: i64| (vec![a, b], a ^ b)));
//! let table = Table::new(cells.collect()).unwrap();
//! let (inside, outside) = table.split(0.2);
//! let found = find(&inside, &outside, &LawSearch::default());
//! let law = &found.laws[0];
//! assert_eq!((law.shown().as_str(), law.wrong), ("a xor b", 0));
//! assert_eq!(law.value(&[1_000_000_007, 5]), Some(1_000_000_002));
//! ```

mod bank;
mod calls;
mod cases;
mod column;
mod enumerate;
mod expr;
mod find;
mod law;
mod learn;
mod middle;
mod null;
mod numeration;
mod parts;
mod period;
mod promote;
mod sets;
mod slice;
mod table;
mod written;

pub use expr::{Binary, Expr, Unary};
pub use find::{FoundLaws, LawSearch, find, find_telling};
pub use law::{Law, LawClass, LawForm};
pub use learn::{Automaton, Encoding, Reading};
pub use numeration::Numeration;
pub use period::Periodic;
pub use sets::{Complementary, Listed, SetRecurrence};
pub use table::{MOST_CELLS, MOST_COORDINATES, Table, TableError};
pub use written::{Written, written};
