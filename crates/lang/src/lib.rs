//! The language of games: what a reader types, from text to value to text.
//!
//! [`parse`] turns text into an [`Ast`] and diagnostics, a [`Session`] evaluates expressions against the values of one
//! [`Arena`](farstar_value::Arena) and remembers variables, [`methods`] is the table of all operations (it feeds help and
//! completion too). Nothing here reads or writes anything but text in memory.
//!
//! Neither the parser nor the evaluator recurses on the machine's stack: the parser keeps its open brackets and operators in a
//! vector, the evaluator runs a small stack machine, and calls of the user's functions are frames in a vector, bounded by
//! [`Limits`](farstar_value::Limits).
#![forbid(unsafe_code)]

mod ast;
mod compile;
mod context;
mod diagnostic;
mod dialect;
mod display;
mod explicit;
mod fault;
mod incomplete;
mod lexer;
mod machine;
mod meter;
mod methods;
mod names;
mod operators;
mod parser;
mod session;
mod token;
mod value;

pub use ast::Ast;
pub use diagnostic::{Diagnostic, Kind, Span};
pub use dialect::Dialect;
pub use explicit::Form;
pub use incomplete::is_incomplete;
pub use methods::{Family, MethodInfo, method, methods};
pub use parser::{parse, parse_as};
pub use session::Session;
pub use value::{Function, Items, Range, Text, Value};
