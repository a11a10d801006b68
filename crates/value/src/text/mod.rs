//! Values as text: reading and printing one value, in ASCII, Unicode and LaTeX.
//!
//! [`Calculator::parse`](crate::Calculator::parse) reads all three notations at once,
//! [`Calculator::print`](crate::Calculator::print) writes the [`Notation`] it is asked for, and reading what was
//! printed gives the value back. [`scan_literal`], [`scan_fraction`] and
//! [`scan_subscript`] are the parts that the lexer of a larger language can share.

mod literal;
mod names;
mod parse;
mod print;
mod uptimal;
mod words;

pub use literal::{Arrow, Literal, LiteralError, scan_fraction, scan_literal, scan_subscript};
pub(crate) use names::tiny_part;
pub(crate) use parse::TextScratch;
pub use print::Notation;
pub(crate) use print::Plan;
