//! In which notation values are printed.

use farstar_lang::Dialect;
use farstar_lang::{Diagnostic, Session, Value};
use farstar_value::text::Notation;
use std::borrow::Cow;

/// Options of commands that print values.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
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

    /// A result as it is printed: a text as it stands, so that it can be pasted; a text inside a list is written as
    /// it is typed.
    ///
    /// # Errors
    /// A limit of the session was met, or the notation has no form for the value.
    pub(crate) fn result(
        self,
        session: &mut Session<'_>,
        value: &Value,
    ) -> Result<String, Diagnostic> {
        match (value, self.notation()) {
            (Value::Text(text), _) => Ok(text.as_str().to_owned()),
            (_, Some(notation)) => session.display_in(value, notation),
            (_, None) => session.display(value),
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

/// The notation of the language.
pub(crate) fn dialect(cgsuite: bool) -> Dialect {
    if cgsuite { Dialect::CgSuite } else { Dialect::Farstar }
}
