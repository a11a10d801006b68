//! What of an entry is code. What is told of it stands in its file in `texts`.

use crate::input::Run;
use crate::instance::Instance;
use crate::trial::Verification;

/// The code of an entry. `entry!("I04", "nim")` is one with nothing but its texts, to be completed with what it can do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The id in the documents' catalogue.
    pub(crate) id: &'static str,
    /// The short name, which is that of the file too.
    pub(crate) name: &'static str,
    /// The file in `texts`.
    pub(crate) text: &'static str,
    /// What of it can be tried.
    pub(crate) instance: Instance,
    /// The answer to an input.
    pub(crate) answer: Option<Run>,
    /// The rule against play by the definition.
    pub(crate) verification: Option<Verification>,
    /// The documents' wrong claims that can be played, by the ids of their errata.
    pub(crate) claims: &'static [(&'static str, Verification)],
}

/// An entry by its id and the name of its file.
macro_rules! entry {
    ($id:literal, $name:literal) => {
        $crate::entry::Entry {
            id: $id,
            name: $name,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/texts/", $name, ".txt")),
            instance: $crate::instance::Instance::Lost,
            answer: None,
            verification: None,
            claims: &[],
        }
    };
}
