//! What an entry of the catalogue is.

use farstar_value::Limits;

use crate::entry::Entry;
use crate::erratum::Erratum;
use crate::error::{Error, Result};
use crate::input::{Input, Run};
use crate::instance::Instance;
use crate::texts::{Kind, Sample, Section, Text, Worked};
use crate::trial::{Report, Trial, Verification};

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
#[derive(Clone, Debug)]
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
    pub topics: Vec<&'static str>,
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
    pub samples: Vec<Sample>,
    /// Expressions of the language that show it.
    pub worked: Vec<Worked>,
    /// What of it can be tried.
    pub instance: Instance,
    /// Of a game, what is fixed and what the picture shows; of a computation, what its input is, if it is not that of
    /// `format`. Empty if that is plain.
    pub note: Text,
    /// The answer to an input.
    pub answer: Option<Run>,
    /// The rule against play by the definition.
    pub verification: Option<Verification>,
    /// What the bound N of the verification bounds, such as "heaps of at most N stones, three at most".
    pub range: Text,
    /// Errors of the documents at this place.
    pub errata: Vec<Erratum>,
}

impl Problem {
    /// An entry whole: its code and its texts.
    pub(crate) fn of(entry: &Entry) -> Self {
        let file = Section::of_file(entry.text);
        let (game, computation) = (file.text("To play"), file.text("To try"));
        Self {
            id: entry.id,
            name: entry.name,
            kind: file.kind(),
            title: file.title(),
            topics: file.value("topics").split(", ").collect(),
            source: file.value("source"),
            statement: file.text("Statement"),
            rule: file.text("Rule"),
            complexity: file.value("complexity"),
            format: file.text("Input and output"),
            samples: file.samples(),
            worked: file.worked(),
            instance: entry.instance,
            note: if game.en.is_empty() { computation } else { game },
            answer: entry.answer,
            verification: entry.verification,
            range: file.text("Verification"),
            errata: Erratum::all(&file, entry),
        }
    }

    /// The answer to `input`, whole; it ends with a newline unless it is empty.
    ///
    /// # Errors
    /// [`Error::Input`] with the line if the input does not fit the format, [`Error::Refused`] if the problem has no
    /// input, those of the engine and of `limits`.
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

    /// Holds the rule against play by the definition up to `to` (the verification's usual bound if `None`), calling
    /// `progress` with the number of cases done.
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
        verification.run(to, self.range, &mut Trial::new(limits, progress))
    }
}
