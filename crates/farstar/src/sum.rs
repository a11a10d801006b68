//! A sum of positions of any rulesets, and of values: who is to move plays in one of them.

use crate::{Answer, Error, Limits, LoopyOutcome, Move, Position, Question, Solver};
use farstar_value::Arena;
use farstar_value::text::Notation;
use std::ops::{Add, AddAssign};

/// A sum of games.
///
/// # Examples
/// ```
/// use farstar::{Limits, Outcome, Ruleset, Sum};
/// // *3 + * + *2 = 0
/// let nim = Ruleset::named("Nim")?.position("3")?;
/// let clobber = Ruleset::named("Clobber")?.position("XO")?;
/// let sum = nim + clobber.clone() + Sum::of_value("*2")?;
/// assert_eq!(sum.outcome(&Limits::none())?, Outcome::P);
/// // * + * + *
/// let thrice = [clobber.clone(), clobber.clone(), clobber].into_iter().collect::<Sum>();
/// assert_eq!(thrice.outcome(&Limits::none())?, Outcome::N);
/// # Ok::<(), farstar::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum {
    summands: Vec<Summand>,
}

/// What is added.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Summand {
    /// A position.
    Position(Position),
    /// A value, as it is typed.
    Value(String),
}

impl Sum {
    /// A value as a sum of one.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn of_value(text: &str) -> Result<Self, Error> {
        Self::of_value_within(text, &Limits::none())
    }

    /// As [`Sum::of_value`], within limits.
    ///
    /// # Errors
    /// Those of [`Sum::of_value`], and the limits.
    pub fn of_value_within(text: &str, limits: &Limits) -> Result<Self, Error> {
        let arena = Arena::new();
        arena.calculator_with(limits).parse(text)?;
        Ok(Self { summands: vec![Summand::Value(text.trim().to_owned())] })
    }

    /// What is added, in order.
    #[must_use]
    pub fn summands(&self) -> &[Summand] {
        &self.summands
    }

    /// Everything that is known of the sum. Of what is too large a limit leaves what was found before it.
    ///
    /// # Errors
    /// [`Error::Sum`] for components without a sum: of normal and of misère play, values beside misère play that do not
    /// name a position.
    pub fn answer(&self, limits: &Limits) -> Result<Answer, Error> {
        Solver::new(&Arena::new()).answer(self, Question::default(), limits)
    }

    /// Who wins, whoever begins; endless play is a draw.
    ///
    /// # Errors
    /// Those of [`Sum::answer`]; [`Error::Solver`] with the limit that was met before.
    pub fn outcome(&self, limits: &Limits) -> Result<LoopyOutcome, Error> {
        Solver::new(&Arena::new()).outcome(self, limits)
    }

    /// The sum after a move.
    ///
    /// # Errors
    /// [`Error::Sum`] for a move of another sum.
    ///
    /// # Examples
    /// ```
    /// use farstar::{Limits, Ruleset, Sum};
    /// let sum = Sum::from(Ruleset::named("Nim")?.position("3+5")?);
    /// let answer = sum.answer(&Limits::none())?;
    /// let after = sum.after(&answer.left_starts.moves[0])?;
    /// assert_eq!(after.answer(&Limits::none())?.value.as_deref(), Some("0"));
    /// # Ok::<(), farstar::Error>(())
    /// ```
    pub fn after(&self, one: &Move) -> Result<Self, Error> {
        let mut after = self.clone();
        let other = || Error::Sum(format!("no component {} in this sum", one.component));
        let summand = after.summands.get_mut(one.component).ok_or_else(other)?;
        *summand = match summand {
            Summand::Position(from) => Summand::Position(from.ruleset().position(&one.position)?),
            Summand::Value(_) => Summand::Value(one.position.clone()),
        };
        Ok(after)
    }

    /// Whether a component is played with the rule that who cannot move wins.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.positions().any(|position| position.ruleset().is_misere())
    }

    /// The first value that is no position of misère play, where equal values are not equal games: `*n` and integers
    /// name positions.
    pub(crate) fn value_beside_misere(&self) -> Option<&str> {
        let names_a_position = |text: &str| {
            let digits = text.strip_prefix(['*', '-']).unwrap_or(text);
            text == "*" || (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        };
        self.summands.iter().find_map(|summand| match summand {
            Summand::Value(text) if !names_a_position(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The positions among the components.
    pub(crate) fn positions(&self) -> impl Iterator<Item = &Position> {
        self.summands.iter().filter_map(|summand| match summand {
            Summand::Position(position) => Some(position),
            Summand::Value(_) => None,
        })
    }
}

impl Summand {
    /// As it is typed; a value in its canonical form, or as it was typed if that is too long.
    pub(crate) fn shown(&self, calc: &mut farstar_value::Calculator<'_>) -> String {
        match self {
            Self::Position(position) => position.to_string(),
            Self::Value(text) => {
                let value = calc.parse(text);
                let shown = value.and_then(|value| calc.print(value, Notation::Ascii));
                shown.unwrap_or_else(|_| text.clone())
            }
        }
    }
}

impl std::fmt::Display for Summand {
    /// As it is typed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Position(position) => position.fmt(f),
            Self::Value(text) => f.write_str(text),
        }
    }
}

impl From<Summand> for Sum {
    fn from(summand: Summand) -> Self {
        Self { summands: vec![summand] }
    }
}

impl From<Position> for Sum {
    fn from(position: Position) -> Self {
        Self { summands: vec![Summand::Position(position)] }
    }
}

impl<S: Into<Sum>> Add<S> for Sum {
    type Output = Self;

    fn add(mut self, other: S) -> Self {
        self += other;
        self
    }
}

impl<S: Into<Sum>> AddAssign<S> for Sum {
    fn add_assign(&mut self, other: S) {
        self.summands.extend(other.into().summands);
    }
}

impl<S: Into<Sum>> FromIterator<S> for Sum {
    fn from_iter<I: IntoIterator<Item = S>>(summands: I) -> Self {
        summands.into_iter().fold(Self::default(), Self::add)
    }
}
