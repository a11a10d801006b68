//! What a checker is, and what it sees of a table.

use farstar_value::{Arena, Calculator, Limits};
use std::fmt::Display;
use std::str::FromStr;

/// Recomputes the rows of one table.
///
/// It has no state of its own: what a table needs is in the [`Context`], and rows are independent.
#[derive(Clone, Copy)]
pub struct Checker {
    /// The file stem of the table, such as `impartial_mex`.
    pub stem: &'static str,
    pub(crate) check: Check,
}

/// Computes a row anew and compares: [`RowError`] if the row cannot be read, the engine refuses it, or a limit stops
/// it. All but the last count as failed.
type Check = fn(&Context, &Row<'_>) -> Result<Verdict, RowError>;

impl Checker {
    /// The checker of a table by a function.
    pub(crate) const fn of(stem: &'static str, check: Check) -> Self {
        Self { stem, check }
    }
}

/// What the rows of one table share: an arena for values, and the limits.
#[derive(Default)]
pub struct Context {
    arena: Arena,
    limits: Limits,
}

impl Context {
    /// A context with an empty arena.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { arena: Arena::new(), limits }
    }

    /// Makes the context ready for the next row: sets its limits, and empties an arena that has grown large.
    pub(crate) fn renew(&mut self, limits: Limits) {
        // Rows are independent, so an arena serves only speed; this much holds some millions of values.
        const LARGE: u64 = 256 << 20;
        if self.arena.stats().bytes > LARGE {
            self.arena = Arena::new();
        }
        self.limits = limits;
    }

    /// A calculator in the table's arena, under the table's limits.
    pub fn calculator(&self) -> Calculator<'_> {
        self.arena.calculator_with(&self.limits)
    }

    /// The table's arena.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The limits of this row.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// One line of a table, split at its tabs.
#[derive(Clone, Debug)]
pub struct Row<'t> {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fields, as written.
    pub fields: Vec<&'t str>,
}

impl<'t> Row<'t> {
    /// The first `N` fields; a row may have more, such as a remark on its source.
    ///
    /// # Errors
    /// [`RowError::Malformed`] if there are fewer.
    pub fn take<const N: usize>(&self) -> Result<[&'t str; N], RowError> {
        self.fields.first_chunk::<N>().copied().ok_or_else(|| {
            RowError::Malformed(format!("{} fields where {N} were expected", self.fields.len()))
        })
    }

    /// A field read as a number or whatever else `T` reads.
    ///
    /// # Errors
    /// [`RowError::Malformed`] if the field is missing or `T` refuses it.
    pub fn parse<T: FromStr>(&self, index: usize) -> Result<T, RowError> {
        let field = self.fields.get(index).copied();
        let field =
            field.ok_or_else(|| RowError::Malformed(format!("field {} is missing", index + 1)))?;
        parse(field)
    }
}

/// A piece of a field read as `T`.
///
/// # Errors
/// [`RowError::Malformed`] if `T` refuses it.
pub(crate) fn parse<T: FromStr>(text: &str) -> Result<T, RowError> {
    text.trim().parse().map_err(|_| {
        RowError::Malformed(format!("`{text}` is not a {}", std::any::type_name::<T>()))
    })
}

/// A list read as `T`s; `-` and the empty text are the empty list.
///
/// # Errors
/// [`RowError::Malformed`] at the first piece that `T` refuses.
pub(crate) fn parse_list<T: FromStr>(text: &str, separator: char) -> Result<Vec<T>, RowError> {
    match text.trim() {
        "" | "-" => Ok(Vec::new()),
        text => text.split(separator).filter(|piece| !piece.is_empty()).map(parse).collect(),
    }
}

/// What became of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every answer is right.
    Pass,
    /// An answer differs.
    Fail {
        /// What the table says.
        expected: String,
        /// What was computed.
        got: String,
    },
    /// The row asks for something that is not built yet.
    Skip(String),
    /// Not a fact: a line that names the columns.
    Header,
}

impl Verdict {
    /// Passes if both texts are equal.
    pub fn of(expected: impl Display, got: impl Display) -> Self {
        let (expected, got) = (expected.to_string(), got.to_string());
        if expected == got { Self::Pass } else { Self::Fail { expected, got } }
    }

    /// Passes if all pass; otherwise the first that does not.
    pub fn all(verdicts: impl IntoIterator<Item = Verdict>) -> Self {
        verdicts.into_iter().find(|verdict| *verdict != Self::Pass).unwrap_or(Self::Pass)
    }
}

/// Why a row has no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// The row is not one of this table's.
    #[error("malformed row: {0}")]
    Malformed(String),
    /// The engine has no answer where the table has one.
    #[error("{0}")]
    Engine(String),
    /// A limit stopped the check.
    #[error("{0}")]
    Stopped(String),
}

impl From<farstar_value::Error> for RowError {
    fn from(error: farstar_value::Error) -> Self {
        match error {
            farstar_value::Error::Stopped(reason) => Self::Stopped(reason.to_string()),
            farstar_value::Error::Parse { .. } => Self::Malformed(error.to_string()),
            other => Self::Engine(other.to_string()),
        }
    }
}

impl From<farstar_num::Error> for RowError {
    fn from(error: farstar_num::Error) -> Self {
        Self::Engine(error.to_string())
    }
}
