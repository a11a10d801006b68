//! What the language tells a reader whose text it cannot take: where, what was found, what was expected, what to try.

use farstar_play::{Message, Stopped};
use std::fmt;

/// A half-open range of bytes of the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The shortest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text the span stands for; empty when the span is not one of this text.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// The sort of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The text does not follow the grammar.
    Syntax,
    /// A name that means nothing here.
    Name,
    /// A value of the wrong sort, or the wrong number of arguments.
    Type,
    /// A value of the right sort for which the operation has no answer.
    Domain,
    /// Something that is understood but not built.
    Unsupported,
    /// The question is right, and larger than what can be held.
    TooLarge,
    /// A limit was reached.
    Stopped(Stopped),
}

impl Kind {
    /// The word by which a machine can tell the sorts apart: `syntax`, `name`, `type`, `domain`, `unsupported`,
    /// `size` or `stopped`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Name => "name",
            Self::Type => "type",
            Self::Domain => "domain",
            Self::Unsupported => "unsupported",
            Self::TooLarge => "size",
            Self::Stopped(_) => "stopped",
        }
    }
}

/// One thing that is wrong with a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What sort of thing.
    pub kind: Kind,
    /// Where.
    pub span: Span,
    /// What was found, in one sentence without a full stop.
    pub message: Message,
    /// What would have been right, if that can be said.
    pub expected: Option<Message>,
    /// What to try, if there is something likely.
    pub fix: Option<Message>,
}

impl Diagnostic {
    pub(crate) fn new(kind: Kind, span: Span, message: impl Into<Message>) -> Self {
        Self { kind, span, message: message.into(), expected: None, fix: None }
    }

    pub(crate) fn syntax(span: Span, message: impl Into<Message>) -> Self {
        Self::new(Kind::Syntax, span, message)
    }

    pub(crate) fn expected(mut self, expected: impl Into<Message>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    pub(crate) fn fix(mut self, fix: impl Into<Message>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(expected) = &self.expected {
            write!(f, "; expected {expected}")?;
        }
        if let Some(fix) = &self.fix {
            write!(f, " ({fix})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}
