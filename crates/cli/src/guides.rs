//! The guides: `farstar help rules`, in English or in Chinese as the surroundings speak.

use std::ffi::{OsStr, OsString};

/// A guide by its word, in English and in Chinese.
const GUIDES: [(&str, &str, &str); 1] =
    [("rules", include_str!("../../../docs/rules.md"), include_str!("../../../docs/zh/rules.md"))];

/// The guide that the words of a command line ask for.
pub(crate) fn asked(words: &[OsString]) -> Option<&'static str> {
    let mut words = words.iter().skip(1);
    let (help, topic, end) = (words.next()?, words.next()?, words.next());
    if help != "help" || end.is_some() {
        return None;
    }
    let (_, english, chinese) = GUIDES.iter().find(|(word, ..)| topic == OsStr::new(word))?;
    Some(if speaks_chinese() { chinese } else { english })
}

/// Whether messages are to be Chinese: the first of the usual variables that is set says so.
fn speaks_chinese() -> bool {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|language| !language.is_empty()));
    set.is_some_and(|language| language.starts_with("zh"))
}
