//! Lines from files and from standard input, of bounded length.

use crate::exit::Failure;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 64 << 20;

/// The lines of a file, or of standard input if the path is `-`.
pub(crate) struct Lines {
    path: String,
    reader: Box<dyn BufRead>,
    number: usize,
}

impl Lines {
    pub(crate) fn open(path: &str) -> Result<Self, Failure> {
        let reader: Box<dyn BufRead> = if path == "-" {
            Box::new(io::stdin().lock())
        } else {
            let file =
                File::open(path).map_err(|error| Failure::File { path: path.to_owned(), error })?;
            Box::new(BufReader::new(file))
        };
        Ok(Self { path: path.to_owned(), reader, number: 0 })
    }

    /// The next line that is not blank, with its number from 1. Bytes that are not UTF-8 are replaced, and a mark of
    /// the byte order at the beginning is left out.
    pub(crate) fn next(&mut self) -> Result<Option<(usize, String)>, Failure> {
        loop {
            let mut line = Vec::new();
            let read = (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut line);
            let read = read.map_err(|error| Failure::File { path: self.path.clone(), error })?;
            self.number += 1;
            if read == 0 {
                return Ok(None);
            }
            if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
                let message = format!(
                    "{}:{}: a line of more than {LONGEST_LINE} bytes",
                    self.path, self.number
                );
                return Err(Failure::TooLarge(message));
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches(['\n', '\r']);
            let text = text.strip_prefix('\u{feff}').filter(|_| self.number == 1).unwrap_or(text);
            if !text.trim().is_empty() {
                return Ok(Some((self.number, text.to_owned())));
            }
        }
    }
}
