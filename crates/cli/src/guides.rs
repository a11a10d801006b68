//! The guides: `farstar help rules`, `farstar help language`, in English or in Chinese as the surroundings speak.

use crate::tongue::Tongue;
use clap::ValueEnum;
use std::ffi::{OsStr, OsString};

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
    let mut words = words.iter().skip(1);
    let (help, topic) = (words.next()?, words.next()?);
    let tongue = match (words.next(), words.next(), words.next()) {
        (None, ..) => Tongue::of_surroundings(),
        (Some(lang), Some(tongue), None) if lang == "--lang" => {
            Tongue::from_str(tongue.to_str()?, true).ok()?
        }
        _ => return None,
    };
    if help != "help" {
        return None;
    }
    let (_, english, chinese) = GUIDES.iter().find(|(word, ..)| topic == OsStr::new(word))?;
    Some(if tongue == Tongue::Zh { chinese } else { english })
}
