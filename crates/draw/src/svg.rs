//! Writing SVG: elements with classes, coordinates with one decimal, texts escaped.

use std::fmt::{self, Write as _};

/// `text` for the inside of an element or of a quoted attribute. Characters that XML cannot hold are replaced.
///
/// ```
/// assert_eq!(farstar_draw::escape("<a&\"b'>\u{1}"), "&lt;a&amp;&quot;b&#39;&gt;\u{fffd}");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A coordinate: one decimal at most.
#[derive(Clone, Copy)]
pub(crate) struct C(pub(crate) f64);

impl fmt::Display for C {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round();
        // No picture is as large; this keeps every text short.
        let tenths = if tenths.is_finite() { tenths.clamp(-1e7, 1e7) as i64 } else { 0 };
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        if rest == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{rest}") }
    }
}

/// A picture that is being drawn.
pub(crate) struct Svg {
    out: String,
}

impl Svg {
    /// A picture of this size with the sentence that says what it shows.
    pub(crate) fn new(width: f64, height: f64, sentence: &str) -> Self {
        let out = format!(
            r#"<svg class="pic" viewBox="0 0 {} {}" role="img" aria-label="{}">"#,
            C(width),
            C(height),
            escape(sentence)
        );
        Self { out }
    }

    pub(crate) fn done(mut self) -> String {
        self.out.push_str("</svg>");
        self.out
    }

    fn add(&mut self, arguments: fmt::Arguments<'_>) {
        self.out.write_fmt(arguments).expect("writing to a string cannot fail");
    }

    pub(crate) fn rect(&mut self, class: &str, [x, y, width, height]: [f64; 4], round: f64) {
        let rx = if round > 0.0 { format!(r#" rx="{}""#, C(round)) } else { String::new() };
        self.add(format_args!(
            r#"<rect class="{class}" x="{}" y="{}" width="{}" height="{}"{rx}/>"#,
            C(x),
            C(y),
            C(width),
            C(height)
        ));
    }

    pub(crate) fn circle(&mut self, class: &str, x: f64, y: f64, r: f64) {
        self.add(format_args!(
            r#"<circle class="{class}" cx="{}" cy="{}" r="{}"/>"#,
            C(x),
            C(y),
            C(r)
        ));
    }

    pub(crate) fn path(&mut self, class: &str, d: &str) {
        self.add(format_args!(r#"<path class="{class}" d="{d}"/>"#));
    }

    /// A text; `class` may be empty.
    pub(crate) fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let class = if class.is_empty() { String::new() } else { format!(r#" class="{class}""#) };
        self.add(format_args!(r#"<text{class} x="{}" y="{}">{}</text>"#, C(x), C(y), escape(text)));
    }

    /// A line through points.
    pub(crate) fn line(&mut self, class: &str, points: &[(f64, f64)], closed: bool) {
        let mut d = String::new();
        for (at, (x, y)) in points.iter().enumerate() {
            let sign = if at == 0 { 'M' } else { 'L' };
            let _ = write!(d, "{sign}{} {}", C(*x), C(*y));
        }
        if closed {
            d.push('Z');
        }
        self.path(class, &d);
    }

    /// What is drawn inside is one thing, with attributes written by the caller.
    pub(crate) fn open(&mut self, class: &str, attributes: &str) {
        let space = if attributes.is_empty() { "" } else { " " };
        self.add(format_args!(r#"<g class="{class}"{space}{attributes}>"#));
    }

    pub(crate) fn close(&mut self) {
        self.out.push_str("</g>");
    }

    /// Anything else; the caller has escaped it.
    pub(crate) fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_have_one_decimal() {
        for (x, wanted) in [
            (1.0, "1"),
            (-0.04, "0"),
            (-0.06, "-0.1"),
            (12.345, "12.3"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
            (1e300, "1000000"),
        ] {
            assert_eq!(C(x).to_string(), wanted);
        }
    }
}
