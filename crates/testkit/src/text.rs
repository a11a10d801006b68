//! Reading and writing forms: `{a,b|c}`, numbers, `*n`, `^n`, `vn`, and sums such as `1/2^2*3`.

use crate::Form;
use farstar_num::Dyadic;
use std::fmt;
use std::ops::Bound;
use std::str::FromStr;

/// Why a text is no form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Byte where reading stopped.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: expected {}", self.at, self.expected)
    }
}

impl std::error::Error for ParseError {}

/// Deepest nesting of braces.
const DEEPEST: usize = 64;
/// Largest `n` in `*n` and `^n`, and largest integer: forms are as deep as these are large.
const LARGEST: i64 = 64;

impl FromStr for Form {
    type Err = ParseError;

    /// Reads the form as written, options in their order. A sum of parts such as `1*` or `^2*3` is read as
    /// the canonical form of the sum.
    fn from_str(text: &str) -> Result<Form, ParseError> {
        let mut reader = Reader { text, at: 0 };
        let form = reader.form(0)?;
        reader.spaces();
        if reader.at < text.len() { reader.fail("the end of the text") } else { Ok(form) }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn fail<T>(&self, expected: &'static str) -> Result<T, ParseError> {
        Err(ParseError { at: self.at, expected })
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: char) -> bool {
        self.spaces();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len_utf8();
        }
        found
    }

    fn form(&mut self, depth: usize) -> Result<Form, ParseError> {
        if !self.eat('{') {
            return self.sum();
        }
        if depth == DEEPEST {
            return self.fail("fewer braces");
        }
        let left = self.options('|', depth)?;
        let right = self.options('}', depth)?;
        Ok(Form::new(left, right))
    }

    fn options(&mut self, end: char, depth: usize) -> Result<Vec<Form>, ParseError> {
        let mut options = Vec::new();
        if self.eat(end) {
            return Ok(options);
        }
        loop {
            options.push(self.form(depth + 1)?);
            if self.eat(end) {
                return Ok(options);
            }
            if !self.eat(',') {
                return self.fail("a comma, a bar or a closing brace");
            }
        }
    }

    /// A number, ups or downs, and a nimber, in this order, at least one of them.
    fn sum(&mut self) -> Result<Form, ParseError> {
        self.spaces();
        let mut parts = Vec::new();
        let number = self.take(|c| c.is_ascii_digit() || c == '-' || c == '/');
        if !number.is_empty() {
            match number.parse::<Dyadic>() {
                Ok(x) if x.bits() <= 32 && x.abs() <= Dyadic::from(LARGEST) => {
                    parts.push(Form::number(&x));
                }
                _ => return self.fail("a small dyadic number"),
            }
        }
        for (token, unit) in [('^', Form::up()), ('v', Form::up().neg())] {
            if self.rest().starts_with(token) {
                self.at += 1;
                parts.extend(std::iter::repeat_n(unit, self.count()? as usize));
            }
        }
        if self.rest().starts_with('*') {
            self.at += 1;
            parts.push(Form::nimber(self.count()?));
        } else if parts.is_empty() {
            return self.fail("a number, ^, v, * or {");
        }
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or_else(Form::zero);
        Ok(parts.fold(first, |sum, part| sum.add(&part).canonical()))
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let taken: String = self.rest().chars().take_while(|&c| wanted(c)).collect();
        self.at += taken.len();
        taken
    }

    /// The count after `^`, `v` or `*`: 1 when there is none.
    fn count(&mut self) -> Result<u32, ParseError> {
        let digits = self.take(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(1);
        }
        match digits.parse() {
            Ok(n) if i64::from(n) <= LARGEST => Ok(n),
            _ => self.fail("a small count"),
        }
    }
}

impl Form {
    /// The number whose canonical form this is.
    fn as_canonical_number(&self) -> Option<Dyadic> {
        if self.left().len() > 1 || self.right().len() > 1 {
            return None;
        }
        let bound = |options: &[Form]| match options.first() {
            None => Some(Bound::Unbounded),
            Some(option) => option.as_canonical_number().map(Bound::Excluded),
        };
        let (low, high) = (bound(self.left())?, bound(self.right())?);
        let x = Dyadic::simplest_between(low.as_ref(), high.as_ref())?;
        let same = |option: Option<Dyadic>, bound: Bound<Dyadic>| match bound {
            Bound::Excluded(b) => option == Some(b),
            _ => option.is_none(),
        };
        (same(x.left_option(), low) && same(x.right_option(), high)).then_some(x)
    }

    /// The `n ≥ 1` for which this is the form of `*n`, up to the order of options.
    fn as_nimber(&self) -> Option<u32> {
        let heap = |g: &Form| if *g == Form::zero() { Some(0) } else { g.as_nimber() };
        let heaps = |options: &[Form]| -> Option<Vec<u32>> {
            let mut heaps: Vec<u32> = options.iter().map(heap).collect::<Option<_>>()?;
            heaps.sort_unstable();
            Some(heaps)
        };
        let n = u32::try_from(self.left().len()).ok().filter(|&n| n > 0)?;
        let all: Vec<u32> = (0..n).collect();
        (heaps(self.left())? == all && heaps(self.right())? == all).then_some(n)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(x) = self.as_canonical_number() {
            return write!(f, "{x}");
        }
        match self.as_nimber() {
            Some(1) => return f.write_str("*"),
            Some(n) => return write!(f, "*{n}"),
            None => {}
        }
        let list =
            |options: &[Form]| options.iter().map(Form::to_string).collect::<Vec<_>>().join(",");
        write!(f, "{{{}|{}}}", list(self.left()), list(self.right()))
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_written_as_they_are_read() {
        for text in ["0", "-3", "5/8", "*", "*4", "{0|*}", "{1,{2|*}|-1,0}", "{*|*}", "{|{1|-1}}"] {
            assert_eq!(text.parse::<Form>().map(|g| g.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("{ 0 | * }".parse::<Form>(), Ok(Form::up()));
        assert_eq!("^".parse::<Form>(), Ok(Form::up()));
    }

    #[test]
    fn sums_of_parts_are_sums() {
        let parse = |t: &str| t.parse::<Form>().unwrap();
        assert!(parse("1/2*3").equals(&parse("1/2").add(&parse("*3"))));
        assert!(parse("^2*").equals(&parse("^").add(&parse("^")).add(&parse("*"))));
        assert!(parse("-1v3").equals(&parse("v3").add(&parse("-1"))));
        assert_eq!(parse("*0"), Form::zero());
    }

    #[test]
    fn games_born_by_day_2_round_trip() {
        for g in crate::born_by(2) {
            assert_eq!(g.to_string().parse::<Form>().map(|h| h.canonical()), Ok(g.clone()), "{g}");
        }
    }

    #[test]
    fn other_text_is_refused_with_its_place() {
        for (text, at) in [
            ("", 0),
            ("{0", 2),
            ("{0|1", 4),
            ("{0,|1}", 3),
            ("1/3", 3),
            ("0)", 1),
            ("*99", 3),
            ("1000", 4),
        ] {
            assert_eq!(text.parse::<Form>().map_err(|e| e.at), Err(at), "{text}");
        }
        assert!("{".repeat(100_000).parse::<Form>().is_err());
    }
}
