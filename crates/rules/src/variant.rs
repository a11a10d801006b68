//! Variants of a ruleset, asked for by a word before its name: `impartial Clobber`, `misere Nim`.

use crate::language::Ruleset;

/// Games by the moves of a ruleset: none, one or both of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variants {
    /// Either player may make the moves of both.
    impartial: bool,
    /// Who cannot move wins.
    misere: bool,
}

impl Variants {
    /// The rules themselves.
    pub(crate) const NONE: Self = Self { impartial: false, misere: false };

    /// These variants of some rules, or why there are none.
    pub(crate) fn of(self, mut rules: Ruleset) -> Result<Ruleset, String> {
        if self.impartial {
            if rules.has_hands() {
                let name = rules.name();
                return Err(format!(
                    "{name} has no impartial variant: its players have stones in hand of their own"
                ));
            }
            rules = rules.impartial();
        }
        Ok(if self.misere { rules.misere() } else { rules })
    }
}

/// The words, in small letters, and what each asks for.
const WORDS: [(&str, Variants); 3] = [
    ("impartial", Variants { impartial: true, ..Variants::NONE }),
    ("misere", Variants { misere: true, ..Variants::NONE }),
    ("misère", Variants { misere: true, ..Variants::NONE }),
];

/// The variants asked for before a name, and the name. A word is told from what follows it by white space, a hyphen, an
/// underscore, or a capital letter.
pub(crate) fn in_front(name: &str) -> (Variants, &str) {
    let (mut asked, mut rest) = (Variants::NONE, name.trim());
    while let Some((more, after)) = word_in_front(rest) {
        asked.impartial |= more.impartial;
        asked.misere |= more.misere;
        rest = after;
    }
    (asked, rest)
}

fn word_in_front(name: &str) -> Option<(Variants, &str)> {
    WORDS.iter().find_map(|&(word, asked)| {
        let end: usize = name.chars().take(word.chars().count()).map(char::len_utf8).sum();
        let (head, tail) = name.split_at(end);
        let between = |c: char| c.is_whitespace() || matches!(c, '-' | '_');
        let apart = tail.starts_with(|c: char| between(c) || c.is_uppercase());
        (head.to_lowercase() == word && (apart || tail.is_empty()))
            .then(|| (asked, tail.trim_start_matches(between)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> (bool, bool, &str) {
        let (variants, rest) = in_front(name);
        (variants.impartial, variants.misere, rest)
    }

    #[test]
    fn words_stand_before_the_name() {
        assert_eq!(read("impartial clobber"), (true, false, "clobber"));
        assert_eq!(read("Misère-Impartial_NoGo"), (true, true, "NoGo"));
        assert_eq!(read("ImpartialClobber"), (true, false, "Clobber"));
        assert_eq!(read("impartially"), (false, false, "impartially"));
        assert_eq!(read("misere"), (false, true, ""));
        assert_eq!(read(&"impartial ".repeat(100_000)), (true, false, ""));
        assert_eq!(read("mis\u{e8}"), (false, false, "mis\u{e8}"));
    }
}
