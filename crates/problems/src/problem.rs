//! What an entry of the catalogue is.

use std::fmt;

use farstar_value::Limits;

use crate::erratum::Erratum;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::Instance;
use crate::trial::{Report, Trial, Verification};

/// The languages of the catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// 中文.
    Chinese,
}

/// A text in both languages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// 中文.
    pub zh: &'static str,
}

impl Text {
    /// Both texts.
    #[must_use]
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Self { en, zh }
    }

    /// The text in a language.
    #[must_use]
    pub const fn of(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Chinese => self.zh,
        }
    }
}

/// What kind of entry it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A game or a task with an input and an answer.
    Problem,
    /// A definition or a theorem.
    Theory,
    /// Named in the documents, with nothing that could be recovered.
    Lost,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Problem => "problem",
            Self::Theory => "theory",
            Self::Lost => "lost",
        })
    }
}

/// An input with its answer, in the problem's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What is read.
    pub input: &'static str,
    /// What is written.
    pub output: &'static str,
}

/// An expression of the language with its value, as the shell prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worked {
    /// What one types.
    pub expression: &'static str,
    /// What one reads.
    pub value: &'static str,
}

/// Reads an input to its end and gives the whole answer.
pub type Run = fn(&mut Input<'_>, &Limits) -> Result<String>;

/// An entry of the catalogue.
///
/// # Examples
/// ```
/// use farstar_problems::{catalogue, Input};
/// use farstar_value::Limits;
/// let nim = catalogue::problem("nim")?;
/// assert_eq!(nim.id, "I04");
/// let answer = nim.run("3\n1 2 4\n", &Limits::none())?;
/// assert!(answer.starts_with("7 N"));
/// # Ok::<(), farstar_problems::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// The id in the documents' catalogue, such as `I45`.
    pub id: &'static str,
    /// A short name, such as `array-game`.
    pub name: &'static str,
    /// What kind of entry it is.
    pub kind: Kind,
    /// Its name in both languages; the Chinese one is the original.
    pub title: Text,
    /// Words on what it is about, such as `nim`, `tree`, `counting`.
    pub topics: &'static [&'static str],
    /// Where it comes from: the document, and the original contest where there is one.
    pub source: &'static str,
    /// The rules of the game, or the definition.
    pub statement: Text,
    /// Who wins, or the theorem.
    pub rule: Text,
    /// The cost of the rule, such as `O(n log n)`; empty for a definition.
    pub complexity: &'static str,
    /// What the input and the output are; empty if there are none.
    pub format: Text,
    /// Inputs with their answers.
    pub samples: &'static [Sample],
    /// Expressions of the language that show it.
    pub worked: &'static [Worked],
    /// What of it can be tried.
    pub instance: Instance,
    /// The answer to an input.
    pub answer: Option<Run>,
    /// The rule against play by the definition.
    pub verification: Option<Verification>,
    /// Errors of the documents at this place.
    pub errata: &'static [Erratum],
}

impl Problem {
    /// An entry with nothing in it, to be completed with `..Problem::BLANK`.
    pub const BLANK: Self = Self {
        id: "",
        name: "",
        kind: Kind::Problem,
        title: Text::new("", ""),
        topics: &[],
        source: "",
        statement: Text::new("", ""),
        rule: Text::new("", ""),
        complexity: "",
        format: Text::new("", ""),
        samples: &[],
        worked: &[],
        instance: Instance::Lost,
        answer: None,
        verification: None,
        errata: &[],
    };

    /// The answer to `input`, whole; it ends with a newline unless it is empty.
    ///
    /// # Errors
    /// [`Error::Input`] with the line if the input does not fit the format, [`Error::Refused`] if the problem has no input, those of the engine
    /// and of `limits`.
    pub fn run(&self, input: &str, limits: &Limits) -> Result<String> {
        let answer = self.answer.ok_or_else(|| {
            Error::Refused(format!(
                "{} ({}) has no input to answer: it is {}",
                self.id,
                self.name,
                match self.kind {
                    Kind::Lost => "named in the documents, and its statement is lost",
                    _ => "a definition or a theorem",
                }
            ))
        })?;
        let mut input = Input::new(input);
        let text = answer(&mut input, limits)?;
        input.end()?;
        Ok(text)
    }

    /// Holds the rule against play by the definition up to `to` (the verification's usual bound if `None`), calling `progress` with the number
    /// of cases done.
    ///
    /// # Errors
    /// [`Error::Refused`] if there is nothing to verify or `to` is out of reach; those of the engine and of `limits`.
    pub fn verify(
        &self,
        to: Option<u64>,
        limits: &Limits,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Report> {
        let verification = self.verification.as_ref().ok_or_else(|| {
            Error::Refused(format!("{} ({}) has nothing to verify", self.id, self.name))
        })?;
        verification.run(to, &mut Trial::new(limits, progress))
    }
}
