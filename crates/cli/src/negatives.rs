//! Negative numbers and games on the command line, which are no options.

use std::ffi::OsString;

/// The commands whose positions may be negative numbers, or begin with one.
const OF_POSITIONS: [&str; 5] = ["value", "outcome", "play", "table", "draw"];
/// The commands whose words are expressions, which may be the negative of anything.
const OF_EXPRESSIONS: [&str; 2] = ["eval", "compare"];
/// Options of one letter.
const LETTERS: [&str; 4] = ["-f", "-h", "-q", "-V"];

/// The same arguments, with a space before positions and expressions such as -1/2, which would be taken for options:
/// both may begin with spaces. Behind a lone -- nothing is an option.
pub(crate) fn with_negatives(
    arguments: impl Iterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    let (mut of_positions, mut of_expressions, mut known) = (false, false, false);
    arguments.map(move |argument| {
        let Some(text) = argument.to_str() else { return argument };
        let behind = |sign| text.strip_prefix(sign).and_then(|rest: &str| rest.chars().next());
        let is_position = behind("-").is_some_and(|c| c != '-' && !c.is_alphabetic());
        let is_option = LETTERS.contains(&text)
            || text.starts_with("--") && behind("--").is_none_or(char::is_alphabetic);
        let is_expression = behind("-").is_some() && !is_option;
        if of_positions && is_position || of_expressions && is_expression {
            return format!(" {text}").into();
        }
        if text == "--" {
            (of_positions, of_expressions, known) = (false, false, true);
        } else if !known {
            of_positions = OF_POSITIONS.contains(&text);
            of_expressions = OF_EXPRESSIONS.contains(&text);
            known = of_positions || of_expressions;
        }
        argument
    })
}

/// A word without the space that keeps it from being taken for an option.
#[expect(clippy::unnecessary_wraps, reason = "clap asks for it")]
pub(crate) fn word(text: &str) -> Result<String, std::convert::Infallible> {
    Ok(text.strip_prefix(' ').filter(|bare| bare.starts_with('-')).unwrap_or(text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_positions_are_no_options() {
        let words = ["farstar", "-1", "value", "-1", "-1/2", "-3,0|0,0", "-", "--json", "-f", "-^"];
        let read: Vec<OsString> = with_negatives(words.into_iter().map(OsString::from)).collect();
        let wanted =
            ["farstar", "-1", "value", " -1", " -1/2", " -3,0|0,0", "-", "--json", "-f", " -^"];
        assert_eq!(read, wanted);
        let words = ["farstar", "--json", "eval", "-x", "--json", "--1", "-f", "value", "--", "-1"];
        let read: Vec<OsString> = with_negatives(words.into_iter().map(OsString::from)).collect();
        let wanted =
            ["farstar", "--json", "eval", " -x", "--json", " --1", "-f", "value", "--", "-1"];
        assert_eq!(read, wanted);
    }
}
