//! The guides: `farstar help rules`, `farstar help language`, in English or in Chinese as the surroundings speak.

use crate::tongue::Tongue;
use clap::ValueEnum;
use std::ffi::OsString;

/// A guide by its word, in English and in Chinese.
const GUIDES: [(&str, &str, &str); 2] = [
    ("rules", include_str!("../../../docs/rules.md"), include_str!("../../../docs/zh/rules.md")),
    (
        "language",
        include_str!("../../../docs/language.md"),
        include_str!("../../../docs/zh/language.md"),
    ),
];

/// The guide that the words of a command line ask for.
pub(crate) fn asked(words: &[OsString]) -> Option<&'static str> {
    let (mut tongue, mut others) = (Tongue::of_surroundings(), Vec::new());
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        let spoken = match word.to_str()? {
            "--lang" => words.next()?.to_str()?,
            word => match word.strip_prefix("--lang=") {
                Some(spoken) => spoken,
                None => {
                    others.push(word);
                    continue;
                }
            },
        };
        tongue = Tongue::from_str(spoken, true).ok()?;
    }
    let ["help", topic] = others[..] else { return None };
    let (_, english, chinese) = GUIDES.iter().find(|(word, ..)| topic == *word)?;
    Some(if tongue == Tongue::Zh { chinese } else { english })
}
