//! The input of a problem: words and numbers, with the lines they stand on.

use std::fmt::Display;
use std::ops::RangeInclusive;

use farstar_value::Limits;

use crate::error::{Error, Result};

/// Reads an input to its end and gives the whole answer.
pub type Run = fn(&mut Input<'_>, &Limits) -> Result<String>;

/// An input that is read word by word, or line by line.
///
/// # Examples
/// ```
/// use farstar_problems::Input;
/// let mut input = Input::new("2\n5 70\n");
/// let n: usize = input.integer("the number of heaps", 1..=10)?;
/// assert_eq!(n, 2);
/// assert_eq!(input.integer("a heap", 0..=9_u64)?, 5);
/// let error = input.integer("a heap", 0..=9_u64).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: a heap is 70; expected 0 to 9");
/// # Ok::<(), farstar_problems::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Input<'t> {
    rest: &'t str,
    line: u64,
}

impl<'t> Input<'t> {
    /// The input at its start.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self { rest: text, line: 1 }
    }

    /// The line that is read, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// An error at the line that was read last.
    #[must_use]
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error::Input { line: self.line, message: message.into() }
    }

    fn skip_space(&mut self) {
        let rest = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - rest.len()];
        self.line += skipped.bytes().filter(|&b| b == b'\n').count() as u64;
        self.rest = rest;
    }

    /// Whether nothing but space is left.
    pub fn is_at_end(&mut self) -> bool {
        self.skip_space();
        self.rest.is_empty()
    }

    /// The next word.
    ///
    /// # Errors
    /// [`Error::Input`] at the end of the input.
    pub fn word(&mut self, what: &str) -> Result<&'t str> {
        if self.is_at_end() {
            return Err(self.error(format!("the input ends where {what} was expected")));
        }
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word)
    }

    /// Reads the next word if it is this one.
    pub fn accept(&mut self, word: &str) -> bool {
        let mut ahead = self.clone();
        let found = ahead.word(word).is_ok_and(|next| next == word);
        if found {
            *self = ahead;
        }
        found
    }

    /// The rest of the line, without the space around it; an empty line is an empty text.
    ///
    /// # Errors
    /// [`Error::Input`] at the end of the input.
    pub fn rest_of_line(&mut self, what: &str) -> Result<&'t str> {
        if self.rest.is_empty() {
            return Err(self.error(format!("the input ends where {what} was expected")));
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.line += 1;
        Ok(line.trim())
    }

    /// The next word as an integer in a range.
    ///
    /// # Errors
    /// [`Error::Input`] if it is none, or out of the range.
    pub fn integer<T>(&mut self, what: &str, range: RangeInclusive<T>) -> Result<T>
    where
        T: TryFrom<i128> + PartialOrd + Display,
    {
        let word = self.word(what)?;
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            let word = shortened(word);
            return Err(self.error(format!("{what} is `{word}`; expected an integer")));
        }
        // what is too long for 128 bits is out of every range
        let number = word.parse::<i128>().ok().and_then(|number| T::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (word, low, high) = (shortened(word), range.start(), range.end());
            self.error(format!("{what} is {word}; expected {low} to {high}"))
        })
    }

    /// `count` integers in a range.
    ///
    /// # Errors
    /// As [`Input::integer`].
    pub fn integers<T>(
        &mut self,
        what: &str,
        count: usize,
        range: RangeInclusive<T>,
    ) -> Result<Vec<T>>
    where
        T: TryFrom<i128> + PartialOrd + Display + Clone,
    {
        // The count comes from the input: memory is taken only for what is there.
        let mut numbers = Vec::with_capacity(count.min(self.rest.len() / 2 + 1));
        for _ in 0..count {
            numbers.push(self.integer(what, range.clone())?);
        }
        Ok(numbers)
    }

    /// Nothing may follow.
    ///
    /// # Errors
    /// [`Error::Input`] if something does.
    pub fn end(&mut self) -> Result<()> {
        if self.is_at_end() {
            return Ok(());
        }
        let word = self.word("the end")?;
        Err(self.error(format!("`{}` where the end of the input was expected", shortened(word))))
    }
}

/// A word for a message, cut if it is long.
fn shortened(word: &str) -> String {
    const SHOWN: usize = 40;
    if word.chars().count() <= SHOWN {
        return word.to_owned();
    }
    word.chars().take(SHOWN).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted() {
        let mut input = Input::new("1 2\n\n3\nab cd\n");
        assert_eq!(input.integers("a number", 3, 0..=9_u8).unwrap(), [1, 2, 3]);
        assert_eq!(input.line(), 3);
        assert_eq!(input.rest_of_line("nothing").unwrap(), "");
        assert_eq!(input.rest_of_line("a text").unwrap(), "ab cd");
        assert!(input.is_at_end());
        assert_eq!(
            input.word("more").unwrap_err().to_string(),
            "line 5: the input ends where more was expected"
        );
    }

    #[test]
    fn wrong_numbers_are_named() {
        for (text, message) in [
            ("x", "line 1: a heap is `x`; expected an integer"),
            ("-1", "line 1: a heap is -1; expected 0 to 255"),
            (
                "99999999999999999999999999999999999999999999",
                "line 1: a heap is 9999999999999999999999999999999999999999…; expected 0 to 255",
            ),
            ("+", "line 1: a heap is `+`; expected an integer"),
        ] {
            let error = Input::new(text).integer("a heap", 0..=255_u8).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        let mut input = Input::new("5\n6");
        input.word("a word").unwrap();
        assert_eq!(
            input.end().unwrap_err().to_string(),
            "line 2: `6` where the end of the input was expected"
        );
    }
}
