//! The files in `texts`: what is told of an entry, in English and in Chinese.
//!
//! A file opens with `# English title · 中文标题`. Lines `key: value` follow, then sections under headings `## Statement`.
//! A text is two paragraphs of one line, English first and Chinese below. `See notes/sums.txt` stands for the two
//! paragraphs of that file. An error of the documents is a section `## IE3 bouton-proof` with sections `### Correct` of
//! its own.

use std::fmt;

/// The languages of the catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// 中文.
    Chinese,
}

/// A text in both languages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// 中文.
    pub zh: &'static str,
}

impl Text {
    /// Both texts.
    #[must_use]
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Self { en, zh }
    }

    /// The text in a language.
    #[must_use]
    pub const fn of(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Chinese => self.zh,
        }
    }
}

/// What kind of entry it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A game or a task with an input and an answer.
    Problem,
    /// A definition or a theorem.
    Theory,
    /// Named in the documents, with nothing that could be recovered.
    Lost,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Problem => "problem",
            Self::Theory => "theory",
            Self::Lost => "lost",
        })
    }
}

/// An input with its answer, in the problem's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What is read.
    pub input: &'static str,
    /// What is written.
    pub output: &'static str,
}

/// An expression of the language with its value, as the shell prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worked {
    /// What one types.
    pub expression: &'static str,
    /// What one reads.
    pub value: &'static str,
}

/// Notes that several entries share.
const NOTES: &[(&str, &str)] = &[
    ("See notes/rectangles.txt", include_str!("../texts/notes/rectangles.txt")),
    ("See notes/sums.txt", include_str!("../texts/notes/sums.txt")),
    ("See notes/tokens.txt", include_str!("../texts/notes/tokens.txt")),
];

/// A heading, with what stands under it up to the next one of its rank.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// The heading without its marks.
    pub(crate) heading: &'static str,
    /// Lines before the first section of a lower rank; without the empty line that ends them.
    body: &'static str,
    /// The sections of the next lower rank.
    pub(crate) sections: Vec<Section>,
}

impl Section {
    /// The whole file.
    pub(crate) fn of_file(text: &'static str) -> Self {
        Self::new(text.strip_prefix("# ").unwrap_or(text), "\n## ")
    }

    /// `text` begins with the heading; sections under it begin with `mark`.
    fn new(text: &'static str, mark: &str) -> Self {
        let (heading, rest) = text.split_once('\n').unwrap_or((text, ""));
        let mut parts = rest.split(mark);
        let body = parts.next().unwrap_or("");
        Self {
            heading,
            body: body.strip_prefix('\n').unwrap_or(body),
            sections: parts.map(|part| Self::new(part, "\n### ")).collect(),
        }
    }

    /// The sections with this heading.
    pub(crate) fn all(&self, heading: &str) -> impl Iterator<Item = &Self> {
        self.sections.iter().filter(move |section| section.heading == heading)
    }

    /// The value of a line `key: value`; empty if there is none.
    pub(crate) fn value(&self, key: &str) -> &'static str {
        let pairs = self.body.lines().filter_map(|line| line.split_once(": "));
        pairs.into_iter().find(|(k, _)| *k == key).map_or("", |(_, value)| value)
    }

    /// The keys of the lines `key: value`.
    #[cfg(test)]
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.body.lines().filter_map(|line| line.split_once(": ")).map(|(key, _)| key)
    }

    /// The text under a heading; what is missing of it is empty.
    pub(crate) fn text(&self, heading: &str) -> Text {
        self.all(heading).next().map_or(Text::new("", ""), Self::paragraphs)
    }

    /// The paragraphs of this section as a text.
    fn paragraphs(&self) -> Text {
        let body = self.body.trim();
        let body = NOTES.iter().find(|(see, _)| *see == body).map_or(body, |(_, note)| note.trim());
        let (en, zh) = body.split_once("\n\n").unwrap_or((body, ""));
        Text::new(en, zh)
    }

    /// The title of the file in both languages.
    pub(crate) fn title(&self) -> Text {
        let (en, zh) = self.heading.split_once(" · ").unwrap_or((self.heading, ""));
        Text::new(en, zh)
    }

    /// What kind of entry it is.
    pub(crate) fn kind(&self) -> Kind {
        match self.value("kind") {
            "theory" => Kind::Theory,
            "lost" => Kind::Lost,
            _ => Kind::Problem,
        }
    }

    /// Inputs with their answers, parted by a line `->`.
    pub(crate) fn samples(&self) -> Vec<Sample> {
        let bodies = self.all("Sample").filter_map(|section| section.body.split_once("->\n"));
        bodies.map(|(input, output)| Sample { input, output }).collect()
    }

    /// Lines `expression = value`.
    pub(crate) fn worked(&self) -> Vec<Worked> {
        let lines = self.all("In the language").flat_map(|section| section.body.lines());
        let lines = lines.filter_map(|line| line.split_once(" = "));
        lines.map(|(expression, value)| Worked { expression, value }).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::catalogue::entries;
    use crate::entry::Entry;
    use crate::erratum::Document;
    use crate::instance::Instance;

    impl Section {
        /// What is wrong with the text under a heading, which stands there once if it is `wanted` and never otherwise.
        fn fault(&self, heading: &str, wanted: bool) -> Option<String> {
            let count = self.all(heading).count();
            let text = self.text(heading);
            let fault = match (wanted, count) {
                (true, 0) => "is missing",
                (false, 1..) => "says something of nothing",
                (_, 2..) => "stands twice",
                (true, 1) if text.en.is_empty() => "is empty",
                (true, 1) if text.zh.is_empty() => "has no Chinese: a second paragraph",
                (true, 1) if text.zh.contains('\n') || text.en.contains('\n') => {
                    "is not two paragraphs of one line"
                }
                _ => return None,
            };
            Some(format!("the section `{heading}` {fault}"))
        }

        /// Headings that mean nothing.
        fn strange(&self, known: &[&str]) -> Vec<String> {
            let strange = self.sections.iter().filter(|s| !known.contains(&s.heading));
            strange.map(|s| format!("the section `{}` means nothing", s.heading)).collect()
        }

        fn keys_missing(&self, wanted: &[&str], known: &[&str]) -> Vec<String> {
            let there: BTreeSet<_> = self.keys().collect();
            let missing = wanted.iter().filter(|key| !there.contains(**key));
            let missing = missing.map(|key| format!("the line `{key}: …` is missing"));
            let strange = there.iter().filter(|key| !wanted.contains(key) && !known.contains(key));
            missing.chain(strange.map(|key| format!("the line `{key}: …` means nothing"))).collect()
        }
    }

    /// What is wrong with the texts of an entry.
    fn faults(entry: &Entry) -> Vec<String> {
        const TEXTS: [&str; 8] = [
            "Statement",
            "Rule",
            "Input and output",
            "Sample",
            "In the language",
            "To play",
            "To try",
            "Verification",
        ];
        let file = Section::of_file(entry.text);
        let mut faults = file.keys_missing(&["kind", "topics", "source"], &["complexity"]);
        if !["problem", "theory", "lost"].contains(&file.value("kind")) {
            faults.push("`kind` is problem, theory or lost".to_owned());
        }
        if file.title().zh.is_empty() {
            faults.push("the title is not `# English · 中文`".to_owned());
        }
        // Some games and computations are plain without a note.
        let note = |heading| file.all(heading).next().is_some();
        let game = matches!(entry.instance, Instance::Game(_)) && note("To play");
        let computation = matches!(entry.instance, Instance::Computation(_)) && note("To try");
        faults.extend(
            [
                ("Statement", true),
                ("Rule", file.kind() != Kind::Lost),
                ("Input and output", entry.answer.is_some()),
                ("To play", game),
                ("To try", computation),
                ("Verification", entry.verification.is_some()),
            ]
            .into_iter()
            .filter_map(|(heading, wanted)| file.fault(heading, wanted)),
        );
        if file.samples().len() != file.all("Sample").count() {
            faults.push("a section `Sample` has no line `->`".to_owned());
        }
        for section in file.sections.iter().filter(|s| !TEXTS.contains(&s.heading)) {
            let told = erratum_faults(section, entry).into_iter();
            faults.extend(told.map(|fault| format!("{}: {fault}", section.heading)));
        }
        for (id, _) in entry.claims {
            if !file.sections.iter().any(|s| s.heading.starts_with(&format!("{id} "))) {
                faults.push(format!("the section `{id} …` is missing"));
            }
        }
        faults
    }

    /// What is wrong with a section that has the heading of no text: it tells an erratum.
    fn erratum_faults(section: &Section, entry: &Entry) -> Vec<String> {
        let Some((id, _)) = section.heading.split_once(' ') else {
            return vec!["the section means nothing".to_owned()];
        };
        let claimed = entry.claims.iter().any(|(claim, _)| *claim == id);
        let mut faults = section.keys_missing(&["document", "place"], &[]);
        if Document::titled(section.value("document")).is_none() {
            faults.push("there is no such document".to_owned());
        }
        let texts = [("The document says", true), ("Correct", true), ("Verification", claimed)];
        faults.extend(texts.iter().filter_map(|&(heading, wanted)| section.fault(heading, wanted)));
        faults.extend(section.strange(&texts.map(|(heading, _)| heading)));
        faults
    }

    #[test]
    fn every_entry_is_told_whole_in_both_languages() {
        let faults: Vec<String> = entries()
            .flat_map(|e| faults(e).into_iter().map(|f| format!("texts/{}.txt: {f}", e.name)))
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn a_missing_section_is_named() {
        let mut entry = *entries().find(|entry| entry.name == "nim").unwrap();
        entry.text =
            "# Nim\n\nkind: problem\nsource: x\n\n## Statement\n\nOnly English.\n\n## Rul\n\nx\n";
        let faults = faults(&entry);
        for fault in [
            "the line `topics: …` is missing",
            "the title is not `# English · 中文`",
            "the section `Statement` has no Chinese: a second paragraph",
            "the section `Rule` is missing",
            "Rul: the section means nothing",
            "the section `Verification` is missing",
        ] {
            assert!(faults.iter().any(|told| told == fault), "{fault}: {faults:?}");
        }
    }

    #[test]
    fn every_file_belongs_to_an_entry() {
        let known: BTreeSet<String> =
            entries().map(|entry| format!("{}.txt", entry.name)).collect();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("texts");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        let files: BTreeSet<String> = files.map(|name| name.into_string().unwrap()).collect();
        let mut strange: Vec<_> = files.difference(&known).collect();
        strange.retain(|name| *name != "notes");
        assert!(strange.is_empty(), "no entry in src: {strange:?}");
    }
}
