//! The built-in rulesets: texts in `rulesets/`, kept in the binary.
//!
//! Each says in comments what the rules are, where they come from, and gives an example position.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use crate::language::Ruleset;
use farstar_play::nearest;

macro_rules! texts {
    ($($name:literal)*) => { &[$(include_str!(concat!("../rulesets/", $name, ".game"))),*] };
}

const TEXTS: &[&str] = texts! {
    "all-but-subtraction" "amazons" "anti-clobber" "arc-kayles" "backsliding-toads-and-frogs"
    "battle-sheep" "bicolour-fission" "bipartite-snort" "cannibal-clobber" "captures-no-ko"
    "ceylonese-fox-and-geese" "cherries" "childish-hackenbush" "chomp-3" "clear-the-pond" "clobber"
    "col" "cram" "cutcake" "cutcake-in-threes" "dawsons-chess" "dawsons-kayles" "diagonal-clobber"
    "digraph-placement" "domineering" "domino-colouring" "dual-domineering" "dudeney" "eatcake"
    "elephants-and-rhinos" "end-nim" "euclid" "fibonacci-nim" "fission" "fjords" "fox-and-geese"
    "generalised-friendly-toads" "generalised-king-dirt" "generalised-toads" "generalised-wythoff"
    "geography" "graph-clobber" "grid-col" "grid-snort" "grid-toads-and-frogs" "grossmans-euclid"
    "grundys-game" "guiles" "hackenbush" "hare-and-hounds" "hex-domineering" "kayles" "kenyons-game"
    "king-dirt" "king-dirt-placing-first" "kings" "knights" "konane" "laskers-nim"
    "looped-arc-kayles" "maundy-cake" "mem" "mock-turtles" "moebius" "mogul" "moidores" "nim"
    "node-kayles" "nogo" "northcott" "officers" "partizan-arc-kayles" "partizan-end-nim"
    "partizan-euclid" "partizan-splittles" "partizan-subtraction" "partizan-take-and-break"
    "partizan-take-away" "pawns" "peg" "poset-game" "push" "queens" "quelhas" "rectangles" "rooks"
    "ruler" "ruler-from-the-left" "ruler-regular" "shove" "silver-dollar" "ski-jumps" "snort"
    "splittles" "splittles-all-but" "strip-kayles" "subtraction" "take-away" "tic-tac-toe-avoidance"
    "tinted-col" "tinted-fjords" "tinted-snort" "toads-and-frogs" "toppling-dominoes" "treblecross"
    "triplicate-nim" "turn-and-eatcake" "turning-turtles" "two-heap-nim" "weighted-arc-kayles"
    "wind-up" "wythoff"
};

/// Games of the literature that are not built in, by the names they go under, and why.
const ABSENT: &[(&[&str], &str)] = &[
    (
        &["Entrepreneurial Chess", "Echess"],
        "its board is a quarter of the infinite plane, so that positions have moves without end, and play on a finite board is another game",
    ),
    (
        &["Racing Rooks"],
        "it stood in old versions of CGSuite, and no account of its rules was found",
    ),
    (
        &["Quicksort", "Pseudo-Quicksort"],
        "a move sorts a sequence of numbers about one of them, and a text of rules cannot compare far cells",
    ),
    (
        &["GenMem"],
        "it needs a condition: `farstar eval` has GenMem((m, k) -> k >= m), and in a text it is 'heap n m' and 'Both: (n,m) -> (n-k,k) for k in 1..n if CONDITION'",
    ),
];

/// No built-in ruleset has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", unknown(.name, .nearest.as_deref(), *.absent))]
pub struct UnknownRuleset {
    /// The name asked for.
    pub name: String,
    /// The nearest known name, if one is near.
    pub nearest: Option<String>,
    /// Why a game of this name, which is known, is not built in.
    pub absent: Option<&'static str>,
}

fn unknown(name: &str, nearest: Option<&str>, absent: Option<&str>) -> String {
    match (absent, nearest) {
        (Some(reason), _) => format!("'{name}' is not built in: {reason}"),
        (None, Some(nearest)) => {
            format!("no ruleset is called '{name}'; did you mean '{nearest}'?")
        }
        (None, None) => format!("no ruleset is called '{name}'"),
    }
}

/// Every built-in ruleset, sorted by the name of its file.
///
/// # Examples
/// ```
/// assert!(farstar_rules::builtin::rulesets().iter().any(|rules| rules.name() == "Clobber"));
/// ```
#[must_use]
pub fn rulesets() -> Vec<Ruleset> {
    (0..TEXTS.len()).map(read).collect()
}

/// The ruleset of a text by its place: read once, with what is then found out about it.
fn read(at: usize) -> Ruleset {
    static READ: [OnceLock<Ruleset>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];
    let parsed = || TEXTS[at].parse().expect("the built-in rulesets are tested to parse");
    READ[at].get_or_init(parsed).clone()
}

/// The place of the text with this name.
fn place(name: &str) -> Option<usize> {
    static PLACES: LazyLock<HashMap<String, usize>> = LazyLock::new(|| {
        let mut places = HashMap::new();
        for (at, text) in TEXTS.iter().enumerate() {
            for known in names_of(text) {
                places.entry(plain(known).collect()).or_insert(at);
            }
        }
        places
    });
    PLACES.get(&plain(name).collect::<String>()).copied()
}

/// The names of the built-in rulesets, in the order of [`rulesets`].
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|text| name_in(text))
}

/// The built-in ruleset with this name, or known by it to others; case, spaces, hyphens and apostrophes do not matter.
///
/// # Errors
/// [`UnknownRuleset`], with the nearest name.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// assert_eq!(ruleset("toads and frogs")?.name(), "Toads and Frogs");
/// assert_eq!(ruleset("HotClobber")?.name(), "Cannibal Clobber");
/// assert_eq!(ruleset("clober").unwrap_err().to_string(), "no ruleset is called 'clober'; did you mean 'Clobber'?");
/// # Ok::<(), farstar_rules::builtin::UnknownRuleset>(())
/// ```
pub fn ruleset(name: &str) -> Result<Ruleset, UnknownRuleset> {
    place(name).map(read).ok_or_else(|| unknown_ruleset(name))
}

/// The text of the built-in ruleset with this name, to be read with other parameters.
///
/// # Errors
/// [`UnknownRuleset`], with the nearest name.
pub fn text(name: &str) -> Result<&'static str, UnknownRuleset> {
    place(name).map(|at| TEXTS[at]).ok_or_else(|| unknown_ruleset(name))
}

fn unknown_ruleset(name: &str) -> UnknownRuleset {
    let known = |(names, _): &&(&[&str], _)| names.iter().any(|n| same_name(n, name));
    let names = || TEXTS.iter().flat_map(|text| names_of(text));
    // who remembers one word of a name, as `frogs`, is told the shortest with it
    let word = |known: &&str| known.split([' ', '-']).any(|word| same_name(word, name));
    let shortest = || names().filter(word).min_by_key(|known| known.len());
    UnknownRuleset {
        name: name.into(),
        nearest: nearest(name, names()).or_else(shortest).map(String::from),
        absent: ABSENT.iter().find(known).map(|(_, reason)| *reason),
    }
}

/// Whether two names mean one ruleset: case, spaces, hyphens and apostrophes do not matter.
///
/// # Examples
/// ```
/// assert!(farstar_rules::builtin::same_name("Toads and Frogs", "toads-AND-frogs"));
/// ```
#[must_use]
pub fn same_name(one: &str, other: &str) -> bool {
    // names without a letter or digit are what they are
    one == other || plain(one).next().is_some() && plain(one).eq(plain(other))
}

/// What of a name matters.
fn plain(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// The name in the header of a text, and those by which others know it.
fn names_of(text: &str) -> impl Iterator<Item = &str> {
    std::iter::once(name_in(text)).chain(other_names(text))
}

/// The names by which others know a ruleset: those of its comment `// also: NAME, NAME`, and its Chinese name in
/// `// zh: 名：句`.
fn other_names(text: &str) -> impl Iterator<Item = &str> {
    let lists = text.lines().filter_map(|line| line.strip_prefix("// also:"));
    let told = text.lines().filter_map(|line| line.strip_prefix("// zh:")?.split_once('：'));
    lists.flat_map(|list| list.split(',')).chain(told.map(|(name, _)| name)).map(str::trim)
}

/// The name in the header of a text, without reading the rest.
fn name_in(text: &str) -> &str {
    let header = text.lines().find_map(|line| line.strip_prefix("game ")).unwrap_or_default();
    match header.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap_or_default(),
        None => header.split([' ', '(']).next().unwrap_or_default(),
    }
}
