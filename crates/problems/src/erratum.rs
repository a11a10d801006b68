//! Errors of the source documents.

use std::fmt;

use farstar_value::Limits;

use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::texts::{Language, Section, Text};
use crate::trial::{Report, Trial, Verification};

/// The source documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// Notes on Nim, Sprague–Grundy theory and the nim product.
    NimNotes,
    /// Lecture "Game Theory" by whx1003, 2024.
    GameTheory,
    /// Blog notes on nimbers (xyix).
    NimberNotes,
    /// Slides on surreal numbers and partizan games, 2021.
    SurrealSlides,
    /// Blog on QOJ 9567, "surreal numbers for beginners (3)".
    ToeTacTics,
}

impl Document {
    /// All of them.
    const ALL: [Self; 5] = [
        Self::NimNotes,
        Self::GameTheory,
        Self::NimberNotes,
        Self::SurrealSlides,
        Self::ToeTacTics,
    ];

    /// The document with this English title.
    pub(crate) fn titled(title: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|document| document.title(Language::English) == title)
    }

    /// Its title.
    #[must_use]
    pub const fn title(self, language: Language) -> &'static str {
        match self {
            Self::NimNotes => Text::new(
                "Notes on Nim, SG functions and the nim product",
                "Nim / SG 函数 / Nim 积笔记",
            ),
            Self::GameTheory => {
                Text::new("whx1003, Game Theory (2024)", "whx1003《博弈论》（2024）")
            }
            Self::NimberNotes => Text::new("xyix, notes on nimbers", "xyix 的 Nimber 笔记"),
            Self::SurrealSlides => Text::new(
                "Slides: surreal numbers and partizan games (2021)",
                "《超现实数与不平等博弈》课件（2021）",
            ),
            Self::ToeTacTics => Text::new(
                "QOJ 9567 Toe-Tac-Tics: surreal numbers for beginners (3)",
                "QOJ 9567 Toe-Tac-Tics：超现实数入门（3）",
            ),
        }
        .of(language)
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title(Language::English))
    }
}

/// An error of a source document, with the correction.
#[derive(Clone, Copy, Debug)]
pub struct Erratum {
    /// Its id: `PE9` is the ninth of the partizan documents, `IE9` of the impartial ones.
    pub id: &'static str,
    /// A short name.
    pub name: &'static str,
    /// Where it is.
    pub document: Document,
    /// The section or formula.
    pub place: &'static str,
    /// What the document says.
    pub printed: Text,
    /// What is true.
    pub correct: Text,
    /// The printed claim against play by the definition, where it is a claim that can be played: it must end in a
    /// counterexample, the smallest first.
    pub claim: Option<Verification>,
    /// What the bound N of the claim bounds.
    pub range: Text,
}

impl Erratum {
    /// The errors told in the file of an entry, with the entry's claims.
    pub(crate) fn all(file: &Section, entry: &Entry) -> Vec<Self> {
        file.sections.iter().filter_map(|section| Self::of(section, entry)).collect()
    }

    /// The erratum that a section tells, if it tells one.
    fn of(section: &Section, entry: &Entry) -> Option<Self> {
        let document = Document::titled(section.value("document"))?;
        let (id, name) = section.heading.split_once(' ')?;
        Some(Self {
            id,
            name,
            document,
            place: section.value("place"),
            printed: section.text("The document says"),
            correct: section.text("Correct"),
            claim: entry.claims.iter().find(|claim| claim.0 == id).map(|claim| claim.1),
            range: section.text("Verification"),
        })
    }

    /// Looks for the smallest counterexample to the printed claim up to `to`.
    ///
    /// # Errors
    /// [`Error::Refused`] if the error is one of wording; those of the engine and of `limits`.
    pub fn refute(
        &self,
        to: Option<u64>,
        limits: &Limits,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Report> {
        let claim = self.claim.as_ref().ok_or_else(|| {
            Error::Refused(format!(
                "{} ({}) is an error of wording: nothing to play",
                self.id, self.name
            ))
        })?;
        claim.run(to, self.range, &mut Trial::new(limits, progress))
    }
}
