//! The chapters of the table of methods.

/// What a method is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Looking into a game: its options, followers, outcome.
    Options,
    /// Measuring a game: stops, mean, temperature, birthday.
    Measure,
    /// Cooling and heating.
    Heat,
    /// Sums and products.
    Arithmetic,
    /// Infinitesimals: tinies, powers of up, atomic weight.
    Infinitesimal,
    /// Loopy games and their sides.
    Loopy,
    /// The lattices of games born by a day, and choosing among games.
    Lattice,
    /// Questions with the answer yes or no.
    Predicate,
    /// Numbers.
    Number,
    /// Nimbers as a field.
    Nimber,
    /// Lists, sets and ranges.
    List,
    /// Heap games and their positions.
    Heap,
    /// Misère play of impartial games.
    Misere,
    /// Rulesets of the rules language and their positions.
    Board,
    /// Writing values.
    Text,
}

impl Family {
    /// The chapter's title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Options => "Options and outcomes",
            Self::Measure => "Measures",
            Self::Heat => "Cooling and heating",
            Self::Arithmetic => "Sums and products",
            Self::Infinitesimal => "Infinitesimals",
            Self::Loopy => "Loopy games",
            Self::Lattice => "Days and lattices",
            Self::Predicate => "Questions",
            Self::Number => "Numbers",
            Self::Nimber => "Nimbers",
            Self::List => "Lists, sets and ranges",
            Self::Heap => "Heap games",
            Self::Misere => "Misère play",
            Self::Board => "Rulesets and positions",
            Self::Text => "Writing",
        }
    }
}
