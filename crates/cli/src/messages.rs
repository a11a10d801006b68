//! Messages on standard error.

use crate::tongue::{self, Tongue};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use farstar_lang::Diagnostic;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Lines longer than this are shown in part.
const LONGEST_SHOWN: usize = 200;

/// Whether only errors are told.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on only errors are told, and no progress.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether only errors are told.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes a message. That nobody can read it is no reason to stop.
pub(crate) fn note(text: &str) {
    if is_quiet() && !text.starts_with("error") {
        return;
    }
    write(&tongue::told(text));
}

/// Writes a message of several lines, each of which is a sentence for itself.
pub(crate) fn lines(text: &str) {
    for line in text.trim_end().lines() {
        let said = line.trim_start();
        let (indent, _) = line.split_at(line.len() - said.len());
        write(&format!("{indent}{}", tongue::told(said)));
    }
}

fn write(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The level of what is wrong, by its name in the language that is spoken.
fn error() -> Level<'static> {
    match Tongue::spoken() {
        Tongue::En => Level::ERROR,
        Tongue::Zh => Level::ERROR.with_name("错误"),
    }
}

/// Writes what is wrong with `source`, with the place underlined; `line` is the file and the line it came from.
pub(crate) fn diagnostics(
    line: Option<(&str, usize)>,
    source: &str,
    found: &[Diagnostic],
    coloured: bool,
) {
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    for diagnostic in found {
        let (shown, span) = excerpt(source, diagnostic.span.start, diagnostic.span.end);
        let label = diagnostic.expected.as_ref().map(|expected| match Tongue::spoken() {
            Tongue::En => format!("expected {expected}"),
            Tongue::Zh => format!("应为{}", tongue::said(expected)),
        });
        let mut annotation = AnnotationKind::Primary.span(span);
        if let Some(label) = &label {
            annotation = annotation.label(label);
        }
        let mut snippet = Snippet::source(shown.as_str()).annotation(annotation);
        let mut place = None;
        if let Some((file, number)) = line {
            if shown == source {
                snippet = snippet.path(file).line_start(number);
            } else {
                // The columns of an excerpt are not those of the line.
                place = Some(format!("in {file}:{number}, from byte {}", diagnostic.span.start));
            }
        }
        let title = tongue::said(&diagnostic.message);
        let mut group = error().primary_title(&*title).element(snippet);
        if let Some(place) = &place {
            group = group.element(Level::NOTE.message(place.as_str()));
        }
        let fix = diagnostic.fix.as_ref().map(tongue::said);
        if let Some(fix) = &fix {
            group = group.element(Level::HELP.message(&**fix));
        }
        write(&renderer.render(&[group]).to_string());
    }
}

/// Writes a message about one place of a line: the character of `place.0` with number `place.1`, from 0.
pub(crate) fn fault(file: Option<(&str, usize)>, place: (&str, usize), message: &str) {
    let (line, column) = place;
    let byte = |at: usize| line.char_indices().nth(at).map_or(line.len(), |(byte, _)| byte);
    let (shown, span) = excerpt(line, byte(column), byte(column + 1));
    let mut snippet =
        Snippet::source(shown.as_str()).annotation(AnnotationKind::Primary.span(span));
    if let Some((file, number)) = file {
        snippet = snippet.path(file).line_start(number);
    }
    let title = tongue::told(message);
    let group = error().primary_title(&*title).element(snippet);
    write(&Renderer::plain().render(&[group]).to_string());
}

/// The part of `source` to show for the bytes from `start` to `end`, and where they are in it.
fn excerpt(source: &str, start: usize, end: usize) -> (String, std::ops::Range<usize>) {
    let boundary = |mut at: usize| {
        at = at.min(source.len());
        while !source.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (boundary(start), boundary(end.max(start)));
    if source.len() <= LONGEST_SHOWN {
        return (source.to_owned(), start..end);
    }
    let from = boundary(start.saturating_sub(LONGEST_SHOWN / 2));
    let to = boundary(from + LONGEST_SHOWN).max(start);
    let before = if from > 0 { "…" } else { "" };
    let after = if to < source.len() { "…" } else { "" };
    let shift = |at: usize| at.min(to) - from + before.len();
    (format!("{before}{}{after}", &source[from..to]), shift(start)..shift(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_hold_the_place() {
        let long = "é".repeat(1000);
        let (shown, span) = excerpt(&long, 1000, 1002);
        assert_eq!(&shown[span], "é");
        assert!(shown.len() < 300);
        let (shown, span) = excerpt(&long, 2000, 2000);
        assert_eq!(span, shown.len()..shown.len());
        let (shown, span) = excerpt(&long, 0, 2000);
        assert!(shown.ends_with('…') && shown[span].chars().all(|c| c == 'é'));
    }
}
