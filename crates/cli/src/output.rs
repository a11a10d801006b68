//! Answers on standard output.

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
