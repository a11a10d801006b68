//! Names: when two spellings are one name.

/// A name without its case and underscores, by which methods and functions are found.
pub(crate) fn folded(name: &str) -> String {
    name.chars().filter(|&c| c != '_').flat_map(char::to_lowercase).collect()
}
