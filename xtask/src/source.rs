//! Rust sources of the workspace, and their text without comments and literals.

use crate::workspace::root;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// A Rust file with its path from the workspace root.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Every Rust file below `crates` and `xtask`, in order of path.
pub(crate) fn rust_files() -> Result<Vec<Source>> {
    let mut found = Vec::new();
    let mut directories: Vec<PathBuf> = vec![root().join("crates"), root().join("xtask")];
    while let Some(directory) = directories.pop() {
        let entries = std::fs::read_dir(&directory);
        for entry in entries.with_context(|| format!("cannot list {}", directory.display()))? {
            let path = entry?.path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(read(&path)?);
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn read(path: &Path) -> Result<Source> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let path = path.strip_prefix(root()).unwrap_or(path);
    Ok(Source { path: path.display().to_string(), text })
}

/// The words of the code proper: comments, strings and characters are left out.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skip = literal_length(rest, word.as_str());
        if skip > 0 {
            word.clear();
        } else if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            if !c.is_whitespace() {
                words.push(c.to_string());
            }
        }
        rest = &rest[skip.max(c.len_utf8())..];
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Bytes of the comment or literal that starts here, 0 if none does. `before` is the word it follows
/// directly: the `r` or `br` of a raw string.
fn literal_length(rest: &str, before: &str) -> usize {
    let through = |from: usize, end: &str| {
        rest[from..].find(end).map_or(rest.len(), |i| from + i + end.len())
    };
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return nested_comment_length(rest);
    }
    if matches!(before, "r" | "br" | "cr") && rest.starts_with(['"', '#']) {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        if rest[hashes..].starts_with('"') {
            return through(hashes + 1, &format!("\"{}", "#".repeat(hashes)));
        }
    }
    if rest.starts_with('"') {
        return quoted_length(rest, '"');
    }
    // 'x' and '\n' are characters; 'a in <'a> is a lifetime.
    let mut after = rest.chars().skip(1);
    if rest.starts_with('\'') && (after.next() == Some('\\') || after.next() == Some('\'')) {
        return quoted_length(rest, '\'');
    }
    0
}

fn quoted_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in rest.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == quote {
            return i + c.len_utf8();
        }
    }
    rest.len()
}

fn nested_comment_length(rest: &str) -> usize {
    let mut depth = 0usize;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_code() {
        let text = r##"
            // unsafe in a comment
            /* nested /* unsafe */ still */
            fn f<'a>(x: &'a str) -> char { let s = "unsafe \" unsafe"; '\'' }
            const R: &str = r#"unsafe " "#; const C: char = '"'; const D: char = 'u';
            unsafe { g() }
        "##;
        let words = words(text);
        assert_eq!(words.iter().filter(|w| *w == "unsafe").count(), 1);
        for word in ["f", "a", "str", "R", "C", "D", "g", "}"] {
            assert!(words.iter().any(|w| w == word), "{word}");
        }
    }

    #[test]
    fn open_ends_do_not_hang_or_panic() {
        for text in ["\"abc", "/* /* */", "'\\", "r#\"abc", "// x", "'", "é\"é"] {
            words(text);
        }
    }
}
