//! Positions of a pattern that are heaps of a game: heaps of which some entries are given, and single rows of cells.

use crate::Ruleset;
use farstar_logic::referee::heaps_of_rows;
use farstar_rules::language::Kind;
use std::borrow::Cow;

/// The game of heaps that the single rows of a ruleset are which begin empty: runs of n empty cells, and where it
/// matters what lies at their ends, each of its kind k, 0 with two edges. `None` of rulesets whose moves do other
/// things than fill runs of empty cells for good.
///
/// # Examples
/// ```
/// use farstar::{Ruleset, find::rows};
/// let cram = rows(&Ruleset::named("cram")?).unwrap();
/// assert_eq!(cram.rules().heap_names().unwrap(), ["n"]);
/// assert!(rows(&Ruleset::named("clobber")?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn rows(ruleset: &Ruleset) -> Option<Ruleset> {
    kinds_of_rows(ruleset).map(|(heaps, _)| heaps)
}

/// The same with how many kinds there are.
pub(super) fn kinds_of_rows(ruleset: &Ruleset) -> Option<(Ruleset, usize)> {
    let rules = ruleset.rules();
    if rules.heap_names().is_some() || !rules.starts().is_empty() {
        return None;
    }
    let (text, kinds) = heaps_of_rows(rules.canonical()).ok()?;
    Some((text.parse().ok()?, kinds))
}

/// These heaps as they are told: the text of their game but for its name.
///
/// # Examples
/// ```
/// use farstar::{Ruleset, find::told_rows};
/// let told = told_rows(&Ruleset::named("cram")?).unwrap();
/// assert_eq!(told, "heap n\nBoth: (n) -> (i) + (n-2-i) for i in 0..n-2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn told_rows(ruleset: &Ruleset) -> Option<String> {
    let heaps = rows(ruleset)?;
    heaps.rules().canonical().trim_end().split_once('\n').map(|(_, moves)| moves.to_owned())
}

/// The ruleset, or the game of heaps that its rows are.
pub(super) fn heaps_of(ruleset: &Ruleset) -> Cow<'_, Ruleset> {
    rows(ruleset).map_or(Cow::Borrowed(ruleset), Cow::Owned)
}

/// The pattern of all single heaps of a ruleset, or of the single rows that are heaps; `None` of other rulesets.
///
/// # Examples
/// ```
/// use farstar::{Ruleset, find::single_heaps};
/// assert_eq!(single_heaps(&Ruleset::named("Wythoff")?).as_deref(), Some("({0},{1})"));
/// assert_eq!(single_heaps(&Ruleset::named("Cram")?).as_deref(), Some("1x{0}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn single_heaps(ruleset: &Ruleset) -> Option<String> {
    let Some(names) = ruleset.rules().heap_names() else {
        let is_strip = ruleset.rules().kind() == Some(Kind::Strip);
        return rows(ruleset).map(|_| if is_strip { "{0}" } else { "1x{0}" }.to_owned());
    };
    let places: Vec<String> = (0..names.len()).map(|axis| format!("{{{axis}}}")).collect();
    Some(if names.len() == 1 { places.concat() } else { format!("({})", places.join(",")) })
}

/// Why there are no theorems about the positions of a pattern alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoHeaps {
    /// The reason, in words.
    pub why: &'static str,
    /// Whether they are some of the heaps of the ruleset, or of the runs in its rows: what is proved of all holds of
    /// them.
    pub are_some: bool,
}

/// The rules that theorems about the positions of a pattern are of: the ruleset itself where they are its single heaps,
/// `({0},{1})`, or all of its rows, `1x{0}`; with some entries that stay as they are, `({0},3)`, those of the others.
///
/// # Errors
/// Why there are no such theorems.
///
/// # Examples
/// ```
/// use farstar::{Ruleset, find::heaps_of_cells};
/// let bash: Ruleset = "game Bash\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..m".parse()?;
/// assert_eq!(heaps_of_cells(&bash, "({0},3)").unwrap().name(), "Bash (m = 3)");
/// assert!(heaps_of_cells(&bash, "(3,{0})").unwrap_err().are_some);
/// assert!(heaps_of_cells(&Ruleset::named("Cram")?, "1x{0}").is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn heaps_of_cells(ruleset: &Ruleset, cells: &str) -> Result<Ruleset, NoHeaps> {
    let other = |why| NoHeaps { why, are_some: false };
    let some = |why| NoHeaps { why, are_some: true };
    let cells = cells.replace(' ', "");
    let Some(names) = ruleset.rules().heap_names() else {
        let heaps = rows(ruleset).ok_or(other("its rows are no heaps"))?;
        if Some(&cells) != single_heaps(ruleset).as_ref() {
            return Err(other("only of single rows, as without --cells, there are theorems"));
        }
        let is_one = heaps.rules().heap_names().is_some_and(|names| names.len() == 1);
        let several = some("rows are of several kinds, by their ends");
        return if is_one { Ok(ruleset.clone()) } else { Err(several) };
    };
    let inner = cells.strip_prefix('(').and_then(|cells| cells.strip_suffix(')'));
    let mut next = 0;
    let entry = |word: &str| {
        if word == format!("{{{next}}}") {
            next += 1;
            return Some(None);
        }
        word.parse::<u32>().ok().map(|n| Some(i64::from(n)))
    };
    let given: Option<Vec<Option<i64>>> = inner.unwrap_or(&cells).split(',').map(entry).collect();
    let Some(given) = given.filter(|given| given.len() == names.len()) else {
        return Err(other("only of single heaps, as in --cells '({0},{1})', there are theorems"));
    };
    if given.iter().all(Option::is_none) {
        return Ok(ruleset.clone());
    }
    let fixed = ruleset.fixed(&given);
    fixed.ok_or(some("moves change the numbers that are given"))
}
