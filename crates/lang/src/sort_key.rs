//! Where values stand in sets and sorted lists.

use crate::text::Text;
use farstar_num::{NormalForm, Rational};
use std::cmp::Ordering;

/// The order of values in a set. It depends on the values alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SortKey {
    #[default]
    None,
    Number(Size),
    Nimber(u64),
    /// A number, ups and a nimber.
    Closed(Box<(Rational, Rational, u64)>),
    /// The stops and the text of another game.
    Game(Box<(Rational, Rational, String)>),
    Text(Characters),
    /// Coordinates, number by number.
    Tuple(Vec<Rational>),
    /// Anything else as it is written.
    Other(String),
}

/// A number in the order of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// A rational number or one of the infinities, which are beyond all others.
    Rational(Rational),
    /// A sum of powers of ω that is not rational.
    Transfinite(Box<NormalForm>),
}

impl Size {
    /// Compares with a number that is not rational.
    fn beside(&self, other: &NormalForm) -> Ordering {
        match self {
            Self::Rational(x) => match NormalForm::try_from(x) {
                Ok(x) => x.cmp(other),
                // an infinity
                Err(_) => x.signum().cmp(&0),
            },
            Self::Transfinite(x) => (**x).cmp(other),
        }
    }
}

impl PartialOrd for Size {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Size {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Rational(x), Self::Rational(y)) => x.cmp(y),
            (_, Self::Transfinite(y)) => self.beside(y),
            (Self::Transfinite(x), _) => other.beside(x).reverse(),
        }
    }
}

/// A text in the order of its characters.
#[derive(Clone, Debug)]
pub struct Characters(pub(crate) Text);

impl PartialEq for Characters {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_bytes() == other.0.as_bytes()
    }
}

impl Eq for Characters {}

impl PartialOrd for Characters {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Characters {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.as_bytes().cmp(other.0.as_bytes())
    }
}
