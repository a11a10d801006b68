//! Words that stand for one value, for completion and help.

/// Each word with what it means. True and false are reserved words, and nimbers, ups and downs are written with signs.
///
/// ```
/// use farstar_lang::{CONSTANTS, Session};
/// use farstar_value::Arena;
/// let arena = Arena::new();
/// for (name, _) in CONSTANTS {
///     assert!(Session::new(&arena).eval(name).is_ok(), "{name}");
/// }
/// ```
pub const CONSTANTS: &[(&str, &str)] = &[
    ("Left", "the player Left"),
    ("Right", "the player Right"),
    ("Nothing", "no value"),
    ("inf", "the infinite number"),
    ("omega", "the first infinite ordinal"),
    ("epsilon", "1/omega"),
    ("NimField", "the field of the nimbers"),
    ("on", "{on|}, from which Left moves for ever"),
    ("off", "{|off}, from which Right moves for ever"),
    ("dud", "on + off: nobody wins, nobody loses"),
    ("over", "{0|over}, greater than every infinitesimal that is a short game"),
    ("under", "-over"),
    ("upon", "{upon|*}"),
    ("uponth", "{0||0|0,uponth}"),
    ("upover", "{0|*,upover}"),
    ("tis", "{tisn|}"),
    ("tisn", "{|tis}"),
];
