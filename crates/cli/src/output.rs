//! Answers on standard output.

use crate::tongue;
use std::io::{self, BufWriter, Stdout, Write};

/// Standard output; every answer is sent as soon as it is whole.
pub(crate) struct Output(BufWriter<Stdout>);

impl Output {
    pub(crate) fn new() -> Self {
        Self(BufWriter::new(io::stdout()))
    }

    /// Writes one line.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(text.as_bytes())?;
        self.0.write_all(b"\n")?;
        self.0.flush()
    }

    /// Writes a sentence in the language that is spoken, as far to the right as it stands.
    pub(crate) fn say(&mut self, sentence: &str) -> io::Result<()> {
        let said = sentence.trim_start();
        let (indent, _) = sentence.split_at(sentence.len() - said.len());
        self.line(&format!("{indent}{}", tongue::told(said)))
    }

    /// Writes the lines of a text, each of which is a sentence for itself.
    pub(crate) fn sentences(&mut self, text: &str) -> io::Result<()> {
        text.trim_end().lines().try_for_each(|line| self.say(line))
    }

    /// Writes a word in the language that is spoken, in so many columns, and a text behind it.
    pub(crate) fn fact(&mut self, word: &str, columns: usize, text: &str) -> io::Result<()> {
        self.line(format!("{} {text}", tongue::padded(word, columns)).trim_end())
    }

    /// Writes a text as it is.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(text.as_bytes())?;
        self.0.flush()
    }

    /// Writes one JSON object as a line.
    pub(crate) fn json(&mut self, object: &serde_json::Value) -> io::Result<()> {
        self.line(&object.to_string())
    }
}
