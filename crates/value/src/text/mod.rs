//! Values as text: reading and printing one value, in ASCII, Unicode and LaTeX.

mod literal;

pub use literal::{Arrow, Literal, LiteralError, scan_literal};
