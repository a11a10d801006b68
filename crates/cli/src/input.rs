//! Text and lines from files and from standard input, of bounded length.

use crate::exit::Failure;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 64 << 20;

/// Bytes of a file that is read whole.
const LONGEST: u64 = 256 << 20;

/// The text of a file, or of standard input if the path is `-`; a mark of the byte order at the beginning is left out.
pub(crate) fn text(path: impl AsRef<Path>) -> Result<String, Failure> {
    let (path, shown) = (path.as_ref(), shown(path.as_ref()));
    let mut bytes = Vec::new();
    let mut whole = |source: &mut dyn Read| source.take(LONGEST + 1).read_to_end(&mut bytes);
    let read = if is_standard(path) {
        whole(&mut io::stdin().lock())
    } else {
        File::open(path).and_then(|mut file| whole(&mut file))
    };
    read.map_err(|error| Failure::File { path: shown.clone(), error })?;
    if bytes.len() as u64 > LONGEST {
        return Err(Failure::TooLarge(format!("{shown}: more than {LONGEST} bytes")));
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let right = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + right.iter().filter(|&&byte| byte == b'\n').count();
        Failure::Input(format!("{shown}: line {line}: bytes that are not UTF-8"))
    })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What a file is called in messages.
pub(crate) fn shown(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

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
