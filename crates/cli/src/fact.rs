//! The facts of a position that tables show and tests ask about.

use farstar::Answer;

/// A fact of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Fact {
    /// The canonical form.
    Value,
    /// Who wins.
    Outcome,
    /// The mean value.
    Mean,
    /// The temperature.
    Temperature,
    /// The Grundy value, of impartial games.
    Grundy,
    /// The Left stop.
    LeftStop,
    /// The Right stop.
    RightStop,
    /// The atomic weight.
    AtomicWeight,
    /// The birthday of the value.
    Birthday,
}

impl Fact {
    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Outcome => "outcome",
            Self::Mean => "mean",
            Self::Temperature => "temperature",
            Self::Grundy => "grundy",
            Self::LeftStop => "left_stop",
            Self::RightStop => "right_stop",
            Self::AtomicWeight => "atomic_weight",
            Self::Birthday => "birthday",
        }
    }

    /// What an answer says of it.
    pub(crate) fn of(self, answer: &Answer) -> Option<String> {
        match self {
            Self::Value => answer.value.clone(),
            Self::Outcome => answer.outcome.map(|outcome| outcome.to_string()),
            Self::Mean => answer.mean.clone(),
            Self::Temperature => answer.temperature.clone(),
            Self::Grundy => answer.grundy.map(|grundy| grundy.to_string()),
            Self::LeftStop => answer.left_stop.clone(),
            Self::RightStop => answer.right_stop.clone(),
            Self::AtomicWeight => answer.atomic_weight.clone(),
            Self::Birthday => answer.birthday.clone(),
        }
    }

    /// Whether its texts are values, which have a form in LaTeX.
    pub(crate) fn is_game(self) -> bool {
        !matches!(self, Self::Outcome)
    }
}
