//! The built-in rulesets: texts in `rulesets/`, kept in the binary.
//!
//! Each says in comments what the rules are, where they come from, and gives an example position.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use crate::language::Ruleset;
use farstar_play::nearest;

const TEXTS: &[&str] = &[
    include_str!("../rulesets/all-but-subtraction.game"),
    include_str!("../rulesets/amazons.game"),
    include_str!("../rulesets/anti-clobber.game"),
    include_str!("../rulesets/arc-kayles.game"),
    include_str!("../rulesets/backsliding-toads-and-frogs.game"),
    include_str!("../rulesets/battle-sheep.game"),
    include_str!("../rulesets/bicolour-fission.game"),
    include_str!("../rulesets/bipartite-snort.game"),
    include_str!("../rulesets/cannibal-clobber.game"),
    include_str!("../rulesets/captures-no-ko.game"),
    include_str!("../rulesets/ceylonese-fox-and-geese.game"),
    include_str!("../rulesets/cherries.game"),
    include_str!("../rulesets/childish-hackenbush.game"),
    include_str!("../rulesets/chomp-3.game"),
    include_str!("../rulesets/clear-the-pond.game"),
    include_str!("../rulesets/clobber.game"),
    include_str!("../rulesets/col.game"),
    include_str!("../rulesets/cram.game"),
    include_str!("../rulesets/cutcake.game"),
    include_str!("../rulesets/cutcake-in-threes.game"),
    include_str!("../rulesets/dawsons-chess.game"),
    include_str!("../rulesets/dawsons-kayles.game"),
    include_str!("../rulesets/diagonal-clobber.game"),
    include_str!("../rulesets/digraph-placement.game"),
    include_str!("../rulesets/domineering.game"),
    include_str!("../rulesets/domino-colouring.game"),
    include_str!("../rulesets/dual-domineering.game"),
    include_str!("../rulesets/dudeney.game"),
    include_str!("../rulesets/eatcake.game"),
    include_str!("../rulesets/elephants-and-rhinos.game"),
    include_str!("../rulesets/end-nim.game"),
    include_str!("../rulesets/euclid.game"),
    include_str!("../rulesets/fibonacci-nim.game"),
    include_str!("../rulesets/fission.game"),
    include_str!("../rulesets/fjords.game"),
    include_str!("../rulesets/fox-and-geese.game"),
    include_str!("../rulesets/generalised-friendly-toads.game"),
    include_str!("../rulesets/generalised-king-dirt.game"),
    include_str!("../rulesets/generalised-toads.game"),
    include_str!("../rulesets/generalised-wythoff.game"),
    include_str!("../rulesets/geography.game"),
    include_str!("../rulesets/graph-clobber.game"),
    include_str!("../rulesets/grid-col.game"),
    include_str!("../rulesets/grid-snort.game"),
    include_str!("../rulesets/grid-toads-and-frogs.game"),
    include_str!("../rulesets/grossmans-euclid.game"),
    include_str!("../rulesets/grundys-game.game"),
    include_str!("../rulesets/guiles.game"),
    include_str!("../rulesets/hackenbush.game"),
    include_str!("../rulesets/hare-and-hounds.game"),
    include_str!("../rulesets/hex-domineering.game"),
    include_str!("../rulesets/kayles.game"),
    include_str!("../rulesets/kenyons-game.game"),
    include_str!("../rulesets/king-dirt.game"),
    include_str!("../rulesets/king-dirt-placing-first.game"),
    include_str!("../rulesets/kings.game"),
    include_str!("../rulesets/knights.game"),
    include_str!("../rulesets/konane.game"),
    include_str!("../rulesets/laskers-nim.game"),
    include_str!("../rulesets/looped-arc-kayles.game"),
    include_str!("../rulesets/maundy-cake.game"),
    include_str!("../rulesets/mem.game"),
    include_str!("../rulesets/mock-turtles.game"),
    include_str!("../rulesets/moebius.game"),
    include_str!("../rulesets/mogul.game"),
    include_str!("../rulesets/moidores.game"),
    include_str!("../rulesets/nim.game"),
    include_str!("../rulesets/node-kayles.game"),
    include_str!("../rulesets/nogo.game"),
    include_str!("../rulesets/northcott.game"),
    include_str!("../rulesets/officers.game"),
    include_str!("../rulesets/partizan-arc-kayles.game"),
    include_str!("../rulesets/partizan-end-nim.game"),
    include_str!("../rulesets/partizan-euclid.game"),
    include_str!("../rulesets/partizan-splittles.game"),
    include_str!("../rulesets/partizan-subtraction.game"),
    include_str!("../rulesets/partizan-take-and-break.game"),
    include_str!("../rulesets/partizan-take-away.game"),
    include_str!("../rulesets/pawns.game"),
    include_str!("../rulesets/peg.game"),
    include_str!("../rulesets/poset-game.game"),
    include_str!("../rulesets/push.game"),
    include_str!("../rulesets/queens.game"),
    include_str!("../rulesets/quelhas.game"),
    include_str!("../rulesets/rectangles.game"),
    include_str!("../rulesets/rooks.game"),
    include_str!("../rulesets/ruler.game"),
    include_str!("../rulesets/ruler-from-the-left.game"),
    include_str!("../rulesets/ruler-regular.game"),
    include_str!("../rulesets/shove.game"),
    include_str!("../rulesets/silver-dollar.game"),
    include_str!("../rulesets/ski-jumps.game"),
    include_str!("../rulesets/snort.game"),
    include_str!("../rulesets/splittles.game"),
    include_str!("../rulesets/splittles-all-but.game"),
    include_str!("../rulesets/strip-kayles.game"),
    include_str!("../rulesets/subtraction.game"),
    include_str!("../rulesets/take-away.game"),
    include_str!("../rulesets/tic-tac-toe-avoidance.game"),
    include_str!("../rulesets/tinted-col.game"),
    include_str!("../rulesets/tinted-fjords.game"),
    include_str!("../rulesets/tinted-snort.game"),
    include_str!("../rulesets/toads-and-frogs.game"),
    include_str!("../rulesets/toppling-dominoes.game"),
    include_str!("../rulesets/treblecross.game"),
    include_str!("../rulesets/triplicate-nim.game"),
    include_str!("../rulesets/turn-and-eatcake.game"),
    include_str!("../rulesets/turning-turtles.game"),
    include_str!("../rulesets/two-heap-nim.game"),
    include_str!("../rulesets/weighted-arc-kayles.game"),
    include_str!("../rulesets/wind-up.game"),
    include_str!("../rulesets/wythoff.game"),
];

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
