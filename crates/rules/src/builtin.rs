//! The built-in rulesets: texts in `rulesets/`, kept in the binary.
//!
//! Each says in comments what the rules are, where they come from, and gives an example position.

use crate::language::{Parameter, Rules, given_parameters, nearest};
use crate::variant::{Variants, in_front};

const TEXTS: &[&str] = &[
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
    include_str!("../rulesets/domino-colouring-by-classes.game"),
    include_str!("../rulesets/dual-domineering.game"),
    include_str!("../rulesets/dudeney.game"),
    include_str!("../rulesets/dynamic-take-away.game"),
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
    include_str!("../rulesets/grundy.game"),
    include_str!("../rulesets/guiles.game"),
    include_str!("../rulesets/hackenbush.game"),
    include_str!("../rulesets/hex-domineering.game"),
    include_str!("../rulesets/kayles.game"),
    include_str!("../rulesets/kenyons-game.game"),
    include_str!("../rulesets/king-dirt.game"),
    include_str!("../rulesets/king-dirt-placing-first.game"),
    include_str!("../rulesets/kings.game"),
    include_str!("../rulesets/knights.game"),
    include_str!("../rulesets/konane.game"),
    include_str!("../rulesets/lasker.game"),
    include_str!("../rulesets/looped-arc-kayles.game"),
    include_str!("../rulesets/maundy-cake.game"),
    include_str!("../rulesets/mem.game"),
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
    include_str!("../rulesets/pawns.game"),
    include_str!("../rulesets/peg.game"),
    include_str!("../rulesets/poset-game.game"),
    include_str!("../rulesets/push.game"),
    include_str!("../rulesets/queens.game"),
    include_str!("../rulesets/quelhas.game"),
    include_str!("../rulesets/rectangles.game"),
    include_str!("../rulesets/rooks.game"),
    include_str!("../rulesets/ruler.game"),
    include_str!("../rulesets/shove.game"),
    include_str!("../rulesets/silver-dollar.game"),
    include_str!("../rulesets/ski-jumps.game"),
    include_str!("../rulesets/snort.game"),
    include_str!("../rulesets/splittles.game"),
    include_str!("../rulesets/strip-kayles.game"),
    include_str!("../rulesets/subtraction.game"),
    include_str!("../rulesets/take-away.game"),
    include_str!("../rulesets/tic-tac-toe-avoidance.game"),
    include_str!("../rulesets/tinted-col.game"),
    include_str!("../rulesets/tinted-fjords.game"),
    include_str!("../rulesets/tinted-snort.game"),
    include_str!("../rulesets/toads-and-frogs.game"),
    include_str!("../rulesets/toppling-dominoes.game"),
    include_str!("../rulesets/toppling-dominoes-in-place.game"),
    include_str!("../rulesets/treblecross.game"),
    include_str!("../rulesets/treblecross-by-heaps.game"),
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
pub fn rulesets() -> Vec<Rules> {
    TEXTS
        .iter()
        .map(|text| text.parse().expect("the built-in rulesets are tested to parse"))
        .collect()
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
pub fn ruleset(name: &str) -> Result<Rules, UnknownRuleset> {
    let text = text(name)?;
    Ok(text.parse().expect("the built-in rulesets are tested to parse"))
}

/// Why a ruleset cannot be had as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// There is none of this name.
    #[error(transparent)]
    Unknown(#[from] UnknownRuleset),
    /// Its parameters are wrong, or it has no such variant.
    #[error("{0}")]
    Refused(String),
}

/// The built-in ruleset that a user asks for: a name, and behind it, if wanted, values of its parameters in brackets, as its header
/// writes them. The words `impartial` and `misere` before the name ask for these variants of it.
///
/// # Errors
/// [`RulesetError`]: the nearest name, or the parameters that there are.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::asked;
/// let rules = asked("partizan-subtraction(a={2 5}, b={1})")?;
/// assert!(rules.canonical().contains("for i in {2 5}"));
/// assert_eq!(asked("impartial domineering")?.hash(), asked("cram")?.hash());
/// assert_eq!(
///     asked("clobber(k=1)").unwrap_err().to_string(),
///     "this ruleset has no parameter, so no 'k'"
/// );
/// # Ok::<(), farstar_rules::builtin::RulesetError>(())
/// ```
pub fn asked(call: &str) -> Result<Rules, RulesetError> {
    let (name, given) = name_and_parameters(call)?;
    // a name that is known as it stands is no variant
    let (variants, text) = match (text(name), in_front(name)) {
        (Err(_), (variants, "")) if variants != Variants::NONE => {
            return Err(RulesetError::Refused(format!(
                "'{name}' asks for a variant of a ruleset, whose name stands behind it: '{name} Clobber'"
            )));
        }
        (Err(_), (variants, name)) => (variants, text(name)?),
        (known, _) => (Variants::NONE, known?),
    };
    let rules = Rules::with_parameters(text, &given).map_err(|fault| fault.message);
    rules.and_then(|rules| variants.of(rules)).map_err(RulesetError::Refused)
}

/// The ruleset asked for among those of a user's file, as [`asked`] reads a name; `None` if none of them is called so.
///
/// # Errors
/// [`RulesetError::Refused`]: its parameters, or a variant that it has not.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::among;
/// use farstar_rules::language::rules_of_file;
/// let file = rules_of_file("game \"Long Leaps\" (k=2)\nheap n\nBoth: (n) -> (n-k)")?;
/// assert!(among(&file, "long-leaps(k=5)").unwrap().unwrap().canonical().contains("(n-5)"));
/// assert!(among(&file, "Clobber").is_none());
/// # Ok::<(), farstar_rules::language::RulesError>(())
/// ```
pub fn among(rulesets: &[Rules], call: &str) -> Option<Result<Rules, RulesetError>> {
    let head = call.split('(').next().unwrap_or_default().trim();
    let called = |name: &str| rulesets.iter().find(|rules| same_name(rules.name(), name));
    let (variants, rules) = match called(head) {
        Some(rules) => (Variants::NONE, rules),
        None => {
            let (variants, name) = in_front(head);
            (variants, called(name)?)
        }
    };
    let given = match name_and_parameters(call) {
        Ok((_, given)) => given,
        Err(error) => return Some(Err(error)),
    };
    let rules = if given.is_empty() { Ok(rules.clone()) } else { rules.given(&given) };
    Some(rules.and_then(|rules| variants.of(rules)).map_err(RulesetError::Refused))
}

/// A name and values of parameters.
pub type Call<'c> = (&'c str, Vec<(String, Parameter)>);

/// The name in a call such as `Splittles(set={1 2})`, and the parameters behind it, for [`Rules::with_parameters`].
///
/// # Errors
/// [`RulesetError::Refused`] if what stands in brackets is no list of parameters.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::name_and_parameters;
/// let (name, given) = name_and_parameters("Leaps(k=3)")?;
/// assert_eq!((name, given[0].0.as_str()), ("Leaps", "k"));
/// # Ok::<(), farstar_rules::builtin::RulesetError>(())
/// ```
pub fn name_and_parameters(call: &str) -> Result<Call<'_>, RulesetError> {
    let Some((name, list)) = call.split_once('(') else { return Ok((call.trim(), Vec::new())) };
    let inner = list.trim_end().strip_suffix(')').ok_or_else(|| {
        RulesetError::Refused(format!(
            "'({list}' is not closed: parameters are written (k=3, set={{1 2}})"
        ))
    })?;
    Ok((name.trim(), given_parameters(inner).map_err(RulesetError::Refused)?))
}

/// The text of the built-in ruleset with this name, to be read with other parameters.
///
/// # Errors
/// [`UnknownRuleset`], with the nearest name.
pub fn text(name: &str) -> Result<&'static str, UnknownRuleset> {
    TEXTS
        .iter()
        .find(|text| names_of(text).any(|known| same_name(known, name)))
        .copied()
        .ok_or_else(|| {
            let known = |(names, _): &&(&[&str], _)| names.iter().any(|n| same_name(n, name));
            UnknownRuleset {
                name: name.into(),
                nearest: nearest(name, TEXTS.iter().flat_map(|text| names_of(text)))
                    .map(String::from),
                absent: ABSENT.iter().find(known).map(|(_, reason)| *reason),
            }
        })
}

/// Whether two names mean one ruleset: case, spaces, hyphens and apostrophes do not matter.
///
/// # Examples
/// ```
/// assert!(farstar_rules::builtin::same_name("Toads and Frogs", "toads-AND-frogs"));
/// ```
#[must_use]
pub fn same_name(one: &str, other: &str) -> bool {
    fn plain(name: &str) -> impl Iterator<Item = char> {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
    }
    // names without a letter or digit are what they are
    one == other || plain(one).next().is_some() && plain(one).eq(plain(other))
}

/// The name in the header of a text, and those by which others know it.
fn names_of(text: &str) -> impl Iterator<Item = &str> {
    std::iter::once(name_in(text)).chain(other_names(text))
}

/// The names by which others know a ruleset: those of its comment `// also: NAME, NAME`.
fn other_names(text: &str) -> impl Iterator<Item = &str> {
    let lists = text.lines().filter_map(|line| line.strip_prefix("// also:"));
    lists.flat_map(|list| list.split(',')).map(str::trim)
}

/// The name in the header of a text, without reading the rest.
fn name_in(text: &str) -> &str {
    let header = text.lines().find_map(|line| line.strip_prefix("game ")).unwrap_or_default();
    match header.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap_or_default(),
        None => header.split([' ', '(']).next().unwrap_or_default(),
    }
}
