//! The first line of a game: its name, and whether who cannot move wins.

/// Whether the first line of a game says that who cannot move wins: a name of one word, and nothing else that might say
/// so, stands before that.
pub(crate) fn is_misere(head: &str) -> Result<bool, String> {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    match head.split(' ').collect::<Vec<_>>()[..] {
        ["game", name] if is_name(name) => Ok(false),
        ["game", name, "misere"] if is_name(name) => Ok(true),
        _ => Err(format!("'{head}' is not the name of a game in one word, or that and 'misere'")),
    }
}
