//! What is wrong with a text of rules or with a typed position.

/// A fault in the text of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct RulesError {
    /// Line of the text, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// A fault in a typed position, or a position that the ruleset does not admit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}, column {column}: {message}")]
pub struct PositionError {
    /// Row of the board, or part of a list, from 1.
    pub row: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
    /// Whether nothing is wrong with it, but that it is larger than what can be held.
    pub too_large: bool,
}

impl PositionError {
    /// A fault at a row and a column, both from 1.
    pub(crate) fn at(row: usize, column: usize, message: impl Into<String>) -> Self {
        Self { row, column, message: message.into(), too_large: false }
    }

    /// A position beyond what can be held, at a row and a column, both from 1.
    pub(crate) fn too_large(row: usize, column: usize, message: impl Into<String>) -> Self {
        Self { too_large: true, ..Self::at(row, column, message) }
    }
}
