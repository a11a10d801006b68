//! What is wrong with a text of rules or with a typed position.

/// A fault in the text of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct RulesError {
    /// Line of the text, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// A fault in a typed position, or a position that the ruleset does not admit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}, column {column}: {message}")]
pub struct PositionError {
    /// Row of the board, or part of a list, from 1.
    pub row: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
    /// Whether nothing is wrong with it, but that it is larger than what can be held.
    pub too_large: bool,
}

impl PositionError {
    /// A fault at a row and a column, both from 1.
    pub(crate) fn at(row: usize, column: usize, message: impl Into<String>) -> Self {
        Self { row, column, message: message.into(), too_large: false }
    }

    /// A position beyond what can be held, at a row and a column, both from 1.
    pub(crate) fn too_large(row: usize, column: usize, message: impl Into<String>) -> Self {
        Self { too_large: true, ..Self::at(row, column, message) }
    }
}

/// The word of `known` nearest to `word`, if one is near: at most a third of its letters differ.
///
/// # Complexity
/// Time proportional to the product of the lengths, for each known word.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(64).collect()
    };
    let wanted = plain(word);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let other = plain(candidate);
        let mut row: Vec<usize> = (0..=other.len()).collect();
        for (i, a) in wanted.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, b) in other.iter().enumerate() {
                let change = diagonal + usize::from(a != b);
                diagonal = row[j + 1];
                row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
            }
        }
        let distance = row[other.len()];
        if distance * 3 <= other.len().max(3) && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, word)| word)
}
