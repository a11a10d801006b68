//! Signs of East Asian input methods, read as the signs that they stand for; what was typed is what is pointed at.

use crate::Span;
use farstar_play::narrow_char;
use std::borrow::Cow;

/// A source with ASCII in the place of wide signs, texts in quotation marks left as they are.
pub(crate) struct Narrow<'s> {
    pub(crate) text: Cow<'s, str>,
    /// Behind which byte of the text how many more bytes were typed before it.
    shifts: Vec<(usize, usize)>,
}

impl<'s> Narrow<'s> {
    pub(crate) fn of(source: &'s str) -> Self {
        if source.is_ascii() || source.chars().all(|c| narrow_char(c) == c) {
            return Self { text: source.into(), shifts: Vec::new() };
        }
        let (mut text, mut shifts, mut shift) = (String::new(), Vec::new(), 0);
        let (mut quoted, mut escaped) = (false, false);
        for c in source.chars() {
            let narrow = if quoted { c } else { narrow_char(c) };
            text.push(narrow);
            if narrow != c {
                shift += c.len_utf8() - narrow.len_utf8();
                shifts.push((text.len(), shift));
            }
            if narrow == '"' && !escaped {
                quoted = !quoted;
            }
            escaped = quoted && narrow == '\\' && !escaped;
        }
        Self { text: text.into(), shifts }
    }

    /// The same place in what was typed.
    pub(crate) fn typed(&self, span: Span) -> Span {
        let typed = |at: usize| match self.shifts.partition_point(|&(from, _)| from <= at) {
            0 => at,
            n => at + self.shifts[n - 1].1,
        };
        Span::new(typed(span.start), typed(span.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_that_were_typed() {
        let source = "（１＋“”）\"，\"；x";
        let narrow = Narrow::of(source);
        assert_eq!(narrow.text, "(1+“”)\"，\";x");
        for (at, c) in narrow.text.char_indices() {
            let span = narrow.typed(Span::new(at, at + c.len_utf8()));
            let typed = &source[span.start..span.end];
            assert_eq!(
                typed.chars().map(narrow_char).collect::<String>(),
                narrow_char(c).to_string()
            );
        }
    }
}
