//! Parameters of rulesets: numbers and sets of numbers that a header names.

use std::fmt;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A number.
    Number(i64),
    /// A set of numbers, increasing.
    Set(Vec<i64>),
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) => n.fmt(f),
            Self::Set(list) => {
                let words: Vec<String> = list.iter().map(i64::to_string).collect();
                write!(f, "{{{}}}", words.join(" "))
            }
        }
    }
}
