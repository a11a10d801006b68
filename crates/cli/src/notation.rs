//! In which notation values are printed.

use farstar_lang::Session;
use farstar_value::text::Notation;
use std::borrow::Cow;

/// Options of commands that print values.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Written {
    /// Write values with the symbols of the books, such as ⇑∗.
    #[arg(long, group = "notation")]
    unicode: bool,
    /// Write values for mathematics mode of LaTeX.
    #[arg(long, group = "notation")]
    latex: bool,
}

impl Written {
    /// The notation, if it is another one than that which is read back.
    pub(crate) fn notation(self) -> Option<Notation> {
        match (self.unicode, self.latex) {
            (true, _) => Some(Notation::Unicode),
            (_, true) => Some(Notation::Latex),
            _ => None,
        }
    }

    /// A value that is known by its text. Where a limit is met it stays as it is.
    pub(crate) fn of<'t>(self, session: &mut Session<'_>, text: &'t str) -> Cow<'t, str> {
        let Some(notation) = self.notation() else { return text.into() };
        let value = session.eval(text);
        let shown = value.ok().and_then(|value| session.display_in(&value, notation).ok());
        shown.map_or(text.into(), Into::into)
    }
}
