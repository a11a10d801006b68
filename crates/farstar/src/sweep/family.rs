//! Families of rulesets, each member by a text that names it.

use crate::{Error, Ruleset};
use std::fmt;
use std::str::FromStr;

/// The most rulesets of a family.
const MOST_RULESETS: usize = 1 << 20;
/// How many words a family of digits may have at most, by the digits.
const MOST_DIGITS: u32 = 5;
/// The largest number of a set.
const LARGEST_NUMBER: u32 = 16;

/// A family of heap rulesets.
///
/// | written | members |
/// |---|---|
/// | `octal:D` | take-and-break codes 0.d… and 4.d… of at most D digits up to 7 |
/// | `hexadecimal:D` | those with digits up to F, at least one above 7, and 0, 4, 8 or C before the point |
/// | `subtraction:M`, `all-but:M` | taking a number of a set, or of no set, of numbers up to M |
/// | `pass:M` | the same with passes: heaps (n, p) where who is to move may pass p times in all, unless n is 0 |
/// | `wythoff:M` | two heaps: any number, an odd or an even one from one heap, or from the first only, and numbers from both in proportions up to M |
/// | `turning:M` | coins in a row of which a move turns sets of up to M coins, of each shape |
/// | `dynamic:M` | heaps (n, m) where the move before, m, bounds the next by r·m/q + c, or excludes it |
/// | `partizan:M` | taking a number of a set for Left, another for Right, of numbers up to M; of two that are negatives one |
///
/// # Examples
/// ```
/// use farstar::sweep::RulesetFamily;
/// let family: RulesetFamily = "subtraction:3".parse()?;
/// assert_eq!(family.members().len(), 7);
/// assert!("octal:9".parse::<RulesetFamily>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesetFamily {
    kind: Kind,
    most: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Octal,
    Hexadecimal,
    Subtraction,
    AllBut,
    Pass,
    Wythoff,
    Turning,
    Dynamic,
    Partizan,
}

/// The kinds by their words, with the largest number each may have.
const KINDS: [(&str, Kind, u32); 9] = [
    ("octal", Kind::Octal, MOST_DIGITS),
    ("hexadecimal", Kind::Hexadecimal, MOST_DIGITS - 1),
    ("subtraction", Kind::Subtraction, LARGEST_NUMBER),
    ("all-but", Kind::AllBut, LARGEST_NUMBER),
    ("pass", Kind::Pass, LARGEST_NUMBER),
    ("wythoff", Kind::Wythoff, 4),
    ("turning", Kind::Turning, 9),
    ("dynamic", Kind::Dynamic, 12),
    ("partizan", Kind::Partizan, 8),
];

impl FromStr for RulesetFamily {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = |word: &str| KINDS.iter().find(|(known, ..)| *known == word);
        let told = text.split_once(':').and_then(|(word, most)| Some((known(word)?, most)));
        let Some((&(word, kind, largest), most)) = told else {
            let words = KINDS.map(|(word, ..)| format!("{word}:N")).join(", ");
            return Err(format!("'{text}' is no family; expected one of {words}"));
        };
        let most = most.parse().ok().filter(|most| (1..=largest).contains(most));
        let most = most.ok_or_else(|| format!("{word}: expected a number from 1 to {largest}"))?;
        Ok(Self { kind, most })
    }
}

impl fmt::Display for RulesetFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = KINDS.iter().find(|(_, kind, _)| *kind == self.kind).map(|(word, ..)| *word);
        write!(f, "{}:{}", word.unwrap_or_default(), self.most)
    }
}

impl RulesetFamily {
    /// The texts that name its members, in a fixed order: [`Ruleset::named`] reads each.
    #[must_use]
    pub fn members(&self) -> Vec<String> {
        let most = self.most;
        match self.kind {
            Kind::Octal => codes(&["0", "4"], 8, most),
            Kind::Hexadecimal => codes(&["0", "4", "8", "C"], 16, most),
            Kind::Subtraction => {
                sets(most).map(|set| format!("subtraction {}", list(&set))).collect()
            }
            Kind::AllBut => sets(most).map(|set| format!("all-but {}", list(&set))).collect(),
            Kind::Pass => sets(most).map(|set| passing(&set)).collect(),
            Kind::Wythoff => wythoff(most),
            Kind::Turning => turning(most),
            Kind::Dynamic => dynamic(most),
            Kind::Partizan => partizan(most),
        }
    }
}

/// Reads a member, or a line of a list of one's own, in which `\n` stands for the end of a line.
///
/// # Errors
/// Those of [`Ruleset::named`].
pub(super) fn read(member: &str) -> Result<Ruleset, Error> {
    Ruleset::named(&member.replace("\\n", "\n"))
}

/// Codes of at most so many digits, the last one not 0; in base 16 those that are not octal.
fn codes(before: &[&str], base: u32, most: u32) -> Vec<String> {
    let mut all = Vec::new();
    for (first, digits) in before.iter().flat_map(|first| (1..=most).map(move |d| (first, d))) {
        for number in 0..base.pow(digits) {
            let digit = |place: u32| number / base.pow(digits - 1 - place) % base;
            let is_octal = (0..digits).all(|place| digit(place) < 8) && "04".contains(first);
            if digit(digits - 1) == 0 || (base == 16) == is_octal {
                continue;
            }
            let shown = (0..digits).filter_map(|place| char::from_digit(digit(place), base));
            all.push(format!("{first}.{}", shown.collect::<String>().to_uppercase()));
        }
    }
    all
}

/// The sets of numbers from 1 to `most` with a member.
fn sets(most: u32) -> impl Iterator<Item = Vec<u32>> {
    (1u32..1 << most).map(move |bits| (1..=most).filter(|k| bits >> (k - 1) & 1 == 1).collect())
}

/// Pairs of different sets, each in one order.
fn partizan(most: u32) -> Vec<String> {
    let words = |set: &[u32]| list(set).replace(',', " ");
    let pair = |a: &Vec<u32>, b: &Vec<u32>| {
        format!("Partizan Subtraction(a={{{}}}, b={{{}}})", words(a), words(b))
    };
    let all: Vec<Vec<u32>> = sets(most).collect();
    let pairs = all.iter().enumerate().map(|(i, a)| all[i + 1..].iter().map(move |b| pair(a, b)));
    pairs.flatten().collect()
}

fn list(set: &[u32]) -> String {
    set.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn are_coprime(a: u32, b: u32) -> bool {
    (2..=a).all(|d| !(a.is_multiple_of(d) && b.is_multiple_of(d)))
}

/// A ruleset of heaps on two numbers.
fn text(name: &str, names: &str, moves: &[String]) -> String {
    format!("game \"{name}\"\nheap {names}\nBoth: {}", moves.join("\n      "))
}

fn passing(set: &[u32]) -> String {
    let (name, set) = (format!("Subtraction {} with passes", list(set)), list(set));
    let take = format!("(n,p) -> (n-k,p) for k in {{{}}}", set.replace(',', " "));
    text(&name, "n p", &[take, "(n,p) -> (n,p-1) if n > 0".to_owned()])
}

/// Moves on one heap, and sets of at most two directions in which numbers are taken from both.
fn wythoff(most: u32) -> Vec<String> {
    let directions: Vec<(u32, u32)> = (1..=most)
        .flat_map(|b| (1..=b).map(move |a| (a, b)))
        .filter(|&(a, b)| are_coprime(a, b))
        .collect();
    let mut chosen: Vec<Vec<(u32, u32)>> = vec![Vec::new()];
    for (i, &one) in directions.iter().enumerate() {
        chosen.push(vec![one]);
        chosen.extend(directions[i + 1..].iter().map(|&other| vec![one, other]));
    }
    // how one heap is played: its name, the condition on the number, and whether the second heap is played so too
    let rows = [
        ("any number", "", true),
        ("odd numbers", " if k mod 2 = 1", true),
        ("even numbers", " if k mod 2 = 0", true),
        ("first heap only", "", false),
        ("odd numbers of the first heap only", " if k mod 2 = 1", false),
        ("both heaps only", "-", false),
    ];
    let mut all = Vec::new();
    for (directions, (row, condition, both)) in
        chosen.iter().flat_map(|one| rows.iter().map(move |row| (one, row)))
    {
        let mut moves = Vec::new();
        if *condition != "-" {
            moves.push(format!("(a,b) -> (a-k,b) for k in 1..a{condition}"));
        }
        if *both {
            moves.push(format!("(a,b) -> (a,b-k) for k in 1..b{condition}"));
        }
        for &(i, j) in directions {
            let times = |i: u32| if i == 1 { "k".to_owned() } else { format!("{i}*k") };
            let (i, j) = (times(i), times(j));
            moves.push(format!("(a,b) -> (a-{i},b-{j}) for k in 1..min(a,b)"));
            if i != j {
                moves.push(format!("(a,b) -> (a-{j},b-{i}) for k in 1..min(a,b)"));
            }
        }
        if moves.is_empty() {
            continue;
        }
        let shown: Vec<String> = directions.iter().map(|(i, j)| format!("{i}-{j}")).collect();
        let shown = if shown.is_empty() { "none".to_owned() } else { shown.join(" ") };
        all.push(text(&format!("Pairs by {row}, diagonals {shown}"), "a b", &moves));
    }
    all.extend((2..=most + 2).map(|r| format!("Generalised Wythoff(r={r})")));
    all
}

/// Codes of each shape for sets of numbers of coins, with and without the first coin, and within so many places.
fn turning(most: u32) -> Vec<String> {
    let mut all = Vec::new();
    for set in sets(most) {
        for shape in ["", "S", "E", "C", "F", "SF", "EF"] {
            // of one and two coins every shape is the same, but for neighbours
            if set.iter().all(|&k| k < 3) && matches!(shape, "S" | "E" | "SF" | "EF") {
                continue;
            }
            let patterns: Vec<String> = set.iter().map(|k| format!("{k}{shape}")).collect();
            all.push(format!("turning {}", patterns.join(",")));
        }
        let widest = set.last().copied().unwrap_or(1);
        for within in widest + 1..=widest + 2 {
            let patterns: Vec<String> = set.iter().map(|k| format!("{k}C({within})")).collect();
            all.push(format!("turning {}", patterns.join(",")));
        }
    }
    for least in 1..=most {
        all.extend(["", "S", "E", "C", "F"].map(|shape| format!("turning {least}+{shape}")));
    }
    all
}

/// Takes of one heap whose numbers the move before bounds.
fn dynamic(most: u32) -> Vec<String> {
    let mut all = Vec::new();
    let mut push = |name: String, range: String| {
        all.push(text(&name, "n m", &[format!("(n,m) -> (n-k,k) for k in {range}")]));
    };
    let shift = |c: i64| match c {
        0 => String::new(),
        c if c < 0 => format!("-{}", -c),
        c => format!("+{c}"),
    };
    let shifts = || -i64::from(most)..=i64::from(most);
    for (q, r) in (1..=most.min(3)).flat_map(|q| (1..=most).map(move |r| (q, r))) {
        if !are_coprime(q, r) {
            continue;
        }
        let bound = match q {
            1 => format!("{r}*m"),
            q => format!("({r}*m-{r}*m mod {q})/{q}"),
        };
        for c in shifts() {
            let shown = format!("{r}m/{q}{}", shift(c));
            push(format!("At most {shown}"), format!("1..min(n,{bound}{})", shift(c)));
        }
    }
    for c in shifts() {
        push(format!("At least m{}", shift(c)), format!("max(1,m{})..n", shift(c)));
        if c > 0 {
            let (less, more) = (shift(-c), shift(c));
            push(format!("Within {c} of m"), format!("max(1,m{less})..min(n,m{more})"));
            push(format!("At most {c}, not m"), format!("1..min(n,{c}) if k != m"));
            push(format!("At most m{more}, not m"), format!("1..min(n,m{more}) if k != m"));
        }
    }
    push("Any number but m".to_owned(), "1..n if k != m".to_owned());
    all
}

/// The members of several families, each once, and of a list of one's own.
///
/// # Errors
/// More than can be held.
pub(super) fn members(families: &[RulesetFamily], own: &[String]) -> Result<Vec<String>, String> {
    let mut all: Vec<String> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for one in families.iter().flat_map(RulesetFamily::members).chain(own.iter().cloned()) {
        if seen.insert(one.clone()) {
            all.push(one);
        }
    }
    match all.len() {
        0 => Err("there are no rulesets".to_owned()),
        many if many > MOST_RULESETS => {
            Err(format!("{many} rulesets are more than the {MOST_RULESETS} of one sweep"))
        }
        _ => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_is_a_ruleset_of_heaps() {
        for (word, ..) in KINDS {
            let family: RulesetFamily = format!("{word}:2").parse().unwrap();
            assert_eq!(family.to_string(), format!("{word}:2"));
            let members = family.members();
            assert!(members.len() >= 3, "{word}");
            for member in members {
                let ruleset = read(&member).unwrap_or_else(|error| panic!("{member}: {error}"));
                let named = ruleset.rules().heap_names().is_some();
                assert!(named || ruleset.heap_game().is_ok(), "{member}");
            }
        }
    }

    #[test]
    fn codes_are_told_once() {
        let octal: RulesetFamily = "octal:2".parse().unwrap();
        // 7 codes of one digit and 56 of two, with 0 and with 4 before the point
        assert_eq!(octal.members().len(), 126);
        let both = members(&[octal, octal], &["0.77".to_owned()]).unwrap();
        assert_eq!(both.len(), 126);
    }

    #[test]
    fn known_games_are_members() {
        let has = |family: &str, name: &str| {
            let wanted = Ruleset::named(name).unwrap();
            let members = family.parse::<RulesetFamily>().unwrap().members();
            members.iter().any(|member| read(member).unwrap() == wanted)
        };
        assert!(has("wythoff:1", "Wythoff"));
        assert!(has("dynamic:2", "Fibonacci Nim"));
        assert!(has("turning:3", "turning 1,2,3"));
        assert!(has("octal:2", "0.77"));
        assert!(has("partizan:3", "Partizan Subtraction(a={1 2}, b={3})"));
    }
}
