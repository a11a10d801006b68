//! Certificates of infinite quotients as text.

use super::claim::Lost;
use super::proof::{Presented, Way};
use super::rewriting::{Rewriting, Word};
use super::{InfiniteQuotient, unread};
use crate::misere::quotient::certificate::Rules;
use crate::{Error, Result};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

/// The first line.
const HEADER: &str = "farstar infinite misere quotient 1";

fn shown(word: &Word) -> String {
    let counts: Vec<String> = word.iter().map(u32::to_string).collect();
    counts.join(",")
}

fn read(word: &str) -> Option<Word> {
    word.split(',').map(|count| count.parse().ok()).collect()
}

impl fmt::Display for InfiniteQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = &self.presented;
        let words = |words: &mut dyn Iterator<Item = &Word>| -> String {
            words.map(|word| format!(" {}", shown(word))).collect()
        };
        writeln!(f, "{HEADER}")?;
        if let Rules::Code(code) = &self.rules {
            writeln!(f, "game {code}")?;
        }
        let generators: String = of.generators.iter().map(|heap| format!(" {heap}")).collect();
        writeln!(f, "generators{generators}")?;
        writeln!(f, "values{}", words(&mut of.values.iter()))?;
        for (l, r) in &of.rules.0 {
            writeln!(f, "rule {} {}", shown(l), shown(r))?;
        }
        let cycles = of.lost.cycles.iter().map(|(from, period)| format!(" {from},{period}"));
        writeln!(f, "cycles{}", cycles.collect::<String>())?;
        writeln!(f, "lost{}", words(&mut of.lost.words.iter()))?;
        writeln!(f, "tests{}", words(&mut of.tests.iter()))?;
        for Way { letter, step, back } in &of.ways {
            writeln!(f, "way {letter},{step} {}", shown(back))?;
        }
        Ok(())
    }
}

impl InfiniteQuotient {
    /// Whether a text is the certificate of one, by its first line.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.trim_end() == HEADER)
    }
}

impl FromStr for InfiniteQuotient {
    type Err = Error;

    /// Reads a certificate, which is not yet checked.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] with the line that cannot be read.
    fn from_str(text: &str) -> Result<Self> {
        if !Self::is_one(text) {
            return Err(unread(text.lines().next().unwrap_or_default()));
        }
        let (mut code, mut generators, mut values) = (None, Vec::new(), Vec::new());
        let (mut rules, mut cycles, mut lost) = (Vec::new(), Vec::new(), Vec::new());
        let (mut tests, mut ways, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for line in text.lines().skip(1).filter(|line| !line.trim().is_empty()) {
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            if !matches!(key, "rule" | "way") && !seen.insert(key) {
                return Err(unread(line));
            }
            if key == "game" {
                code = Some(Box::new(rest.trim().parse().map_err(|_| unread(line))?));
                continue;
            }
            let words: Option<Vec<Word>> = rest.split_whitespace().map(read).collect();
            let words = words.ok_or_else(|| unread(line))?;
            match (key, &words[..]) {
                ("generators", _) if words.iter().all(|word| word.len() == 1) => {
                    generators = words.iter().map(|word| word[0]).collect();
                }
                ("values", _) => values = words,
                ("rule", [l, r]) => rules.push((l.clone(), r.clone())),
                ("cycles", _) if words.iter().all(|word| word.len() == 2) => {
                    cycles = words.iter().map(|word| (word[0], word[1])).collect();
                }
                ("lost", _) => lost = words,
                ("tests", _) => tests = words,
                ("way", [way, back]) if way.len() == 2 => {
                    ways.push(Way { letter: way[0] as usize, step: way[1], back: back.clone() });
                }
                _ => return Err(unread(line)),
            }
        }
        let Some(code) = code.filter(|_| !values.is_empty()) else {
            return Err(Error::out_of_range("a certificate", "lines 'game CODE' and 'values …'"));
        };
        let presented = Presented {
            generators,
            values,
            rules: Rewriting(rules),
            lost: Lost { cycles, words: lost.into_iter().collect() },
            tests,
            ways,
        };
        Ok(Self { rules: Rules::Code(code), presented })
    }
}
