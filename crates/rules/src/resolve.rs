//! What a user means by a few words: one ruleset, wherever it is asked for.
//!
//! | written | means |
//! |---|---|
//! | `Clobber`, `toads and frogs` | a ruleset of the user's file, or a built-in one, by any of its names |
//! | `Splittles(s={1 2})` | the same with other values of its parameters |
//! | `subtraction 2,3,7`, `AllBut(2,3)`, `take-away 3`, `wythoff 2` | the same with the numbers in their order: a set of them, or one for each parameter |
//! | `0.77`, `4.064`, `0.[3]`, `0.{2,3}` | the take-and-break game with this code |
//! | `turning 1-3` | the coin-turning game with this code |
//! | `impartial Clobber`, `misere Kayles` | a variant of any of these |
//! | `game …` and lines below | the ruleset with this text |
//!
//! Whatever is meant comes out as a text of the rules language.

use crate::builtin::{self, UnknownRuleset, same_name};
use crate::coin::TurningCode;
use crate::heap::HeapCode;
use crate::language::{Parameter, RulesError, Ruleset, given_parameters};
use crate::variant::{Variants, in_front};

/// Why a ruleset cannot be had as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// There is none of this name.
    #[error(transparent)]
    Unknown(#[from] UnknownRuleset),
    /// Its numbers or parameters are wrong, it has no such variant, or a code is none.
    #[error("{0}")]
    Refused(String),
    /// The text of a ruleset has a fault.
    #[error(transparent)]
    Text(#[from] RulesError),
}

type Result<T> = std::result::Result<T, ResolveError>;

impl Ruleset {
    /// The ruleset that a user asks for, by name, code, family or text; see the [module](crate::resolve).
    ///
    /// # Errors
    /// [`ResolveError`]: the nearest name, or what is wrong with the numbers, the parameters, the code or the text.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::Ruleset;
    /// assert_eq!(Ruleset::named("toads and frogs")?.name(), "Toads and Frogs");
    /// assert_eq!(Ruleset::named("0.77")?.text().lines().last(), Some("Both: code 0.77"));
    /// assert_eq!(Ruleset::named("subtraction 2,3,7")?.code().map(ToString::to_string).as_deref(), Some("0.0330003"));
    /// assert_eq!(Ruleset::named("impartial domineering")?, Ruleset::named("cram")?);
    /// assert_eq!(
    ///     Ruleset::named("clober").unwrap_err().to_string(),
    ///     "no ruleset is called 'clober'; did you mean 'Clobber'?"
    /// );
    /// # Ok::<(), farstar_rules::ResolveError>(())
    /// ```
    pub fn named(asked: &str) -> Result<Self> {
        Self::named_among(&[], asked)
    }

    /// As [`Ruleset::named`], with the rulesets of a user's file before the built-in ones.
    ///
    /// # Errors
    /// As [`Ruleset::named`].
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::Ruleset;
    /// use farstar_rules::language::rules_of_file;
    /// let file = rules_of_file("game \"Long Leaps\" (k=2)\nheap n\nBoth: (n) -> (n-k)")?;
    /// assert!(Ruleset::named_among(&file, "long-leaps 5")?.canonical().contains("(n-5)"));
    /// // of an only ruleset
    /// assert!(Ruleset::named_among(&file, "misere")?.is_misere());
    /// # Ok::<(), farstar_rules::ResolveError>(())
    /// ```
    pub fn named_among(file: &[Self], asked: &str) -> Result<Self> {
        if is_ruleset_text(asked) {
            return Ok(asked.parse()?);
        }
        let asked = asked.trim();
        // a name that is known as it stands is no variant
        match (plain(file, asked), in_front(asked)) {
            (found, (Variants::NONE, _)) | (found @ Ok(_), _) => found,
            (Err(_), (variants, "")) if let [only] = file => {
                variants.of(only.clone()).map_err(ResolveError::Refused)
            }
            (Err(_), (_, "")) => refused(format!(
                "'{asked}' asks for a variant of a ruleset, whose name stands behind it: '{asked} Clobber'"
            )),
            (Err(_), (variants, name)) => {
                variants.of(plain(file, name)?).map_err(ResolveError::Refused)
            }
        }
    }

    /// Whether a user's file has a ruleset of the name in this call, whatever stands behind the name, and whichever
    /// variant is asked for; of an only ruleset the variant alone is enough.
    #[must_use]
    pub fn is_among(file: &[Self], asked: &str) -> bool {
        let asked = asked.trim();
        let (variants, rest) = in_front(asked);
        if file.len() == 1 && rest.is_empty() && variants != Variants::NONE {
            return true;
        }
        [asked, rest].into_iter().any(|call| {
            let Call { name, .. } = Call::of(file, call);
            of_file(file, name).is_some()
        })
    }

    /// The same ruleset with the values that a list such as `k=3, set={1 2}` gives to its parameters.
    ///
    /// # Errors
    /// [`ResolveError::Refused`]: what is wrong with the list or the values.
    pub fn given_list(&self, list: &str) -> Result<Self> {
        let given = given_parameters(list).map_err(ResolveError::Refused)?;
        if given.is_empty() {
            return Ok(self.clone());
        }
        self.given(&given).map_err(ResolveError::Refused)
    }

    /// The same ruleset with numbers for its parameters, in their order; all of them for its only one, if that is a
    /// set.
    fn numbered(&self, list: &str) -> Result<Self> {
        let mut numbers = Vec::new();
        for word in list.split([',', ' ', '{', '}', '[', ']']).filter(|word| !word.is_empty()) {
            let number = word.parse::<u32>().map_err(|_| {
                let name = self.name();
                ResolveError::Refused(format!("{name}: '{word}' is not a number below 2^32"))
            })?;
            numbers.push(i64::from(number));
        }
        let known = self.parameters();
        let values: Vec<Parameter> = match known {
            [(_, Parameter::Set(_))] => {
                numbers.sort_unstable();
                numbers.dedup();
                vec![Parameter::Set(numbers)]
            }
            _ if known.iter().all(|(_, value)| matches!(value, Parameter::Number(_))) => {
                numbers.into_iter().map(Parameter::Number).collect()
            }
            _ => Vec::new(),
        };
        if values.is_empty() || values.len() > known.len() {
            return refused(self.how_asked(list));
        }
        let names = known.iter().map(|(name, _)| name.clone());
        let given: Vec<(String, Parameter)> = names.zip(values).collect();
        self.given(&given).map_err(ResolveError::Refused)
    }

    /// What is wrong with numbers that do not fit the parameters.
    fn how_asked(&self, found: &str) -> String {
        let (name, known) = (self.name(), self.parameters());
        if known.is_empty() {
            return format!("{name} takes no number, found '{found}'");
        }
        let list: Vec<String> =
            known.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!(
            "the numbers '{found}' do not fit {name}, which is asked for as '{name}({})'",
            list.join(", ")
        )
    }
}

fn refused<T>(message: String) -> Result<T> {
    Err(ResolveError::Refused(message))
}

/// Whether these are not words but the text of a ruleset.
///
/// ```
/// use farstar_rules::is_ruleset_text;
/// assert!(is_ruleset_text("// mine\ngame G\nheap n") && !is_ruleset_text("Clobber") && !is_ruleset_text("0 1\n1 2"));
/// ```
#[must_use]
pub fn is_ruleset_text(asked: &str) -> bool {
    let header = |line: &str| line == "game" || line.starts_with("game ");
    asked.trim_end().contains('\n') && asked.lines().map(str::trim).any(header)
}

/// The ruleset of this name in a user's file.
fn of_file<'f>(file: &'f [Ruleset], name: &str) -> Option<&'f Ruleset> {
    file.iter().find(|rules| same_name(rules.name(), name))
}

/// The ruleset of this name alone, the user's before the built-in one.
fn of_name(file: &[Ruleset], name: &str) -> std::result::Result<Ruleset, UnknownRuleset> {
    of_file(file, name).cloned().map_or_else(|| builtin::ruleset(name), Ok)
}

/// Whether the whole is the name of a ruleset.
fn is_name(file: &[Ruleset], call: &str) -> bool {
    of_file(file, call).is_some() || builtin::text(call).is_ok()
}

/// The ruleset of a call without words for variants in front.
fn plain(file: &[Ruleset], call: &str) -> Result<Ruleset> {
    // Turning Turtles is a name, no code behind a word
    if !is_name(file, call)
        && let Some(rules) = coins(call)
    {
        return rules;
    }
    let Call { name, behind } = Call::of(file, call);
    let rules = match of_name(file, name) {
        Ok(rules) => rules,
        Err(unknown) => {
            return match call.parse::<HeapCode>() {
                Ok(code) => Ok(text_of_code(&code)?),
                Err(fault) if call.contains('.') => refused(format!("{call}: {fault}")),
                Err(_) => Err(unknown.into()),
            };
        }
    };
    match behind {
        Behind::Nothing => Ok(rules),
        Behind::Unclosed(list) => {
            refused(format!("'({list}' is not closed: parameters are written (k=3, set={{1 2}})"))
        }
        Behind::Values(list) => rules.given_list(list),
        Behind::Numbers(list) => match rules.remark("with numbers") {
            Some(family) => of_name(file, family)?.numbered(list),
            None => rules.numbered(list),
        },
    }
}

/// A name, and what stands behind it.
struct Call<'c> {
    name: &'c str,
    behind: Behind<'c>,
}

enum Behind<'c> {
    Nothing,
    /// Values of parameters by their names.
    Values(&'c str),
    /// Numbers in their order.
    Numbers(&'c str),
    /// A bracket without its end.
    Unclosed(&'c str),
}

impl<'c> Call<'c> {
    /// Takes a call apart: brackets stand behind the name, numbers behind a blank, unless the whole is a name.
    fn of(file: &[Ruleset], call: &'c str) -> Self {
        if is_name(file, call) {
            return Self { name: call, behind: Behind::Nothing };
        }
        let bracket = call.split_once('(').filter(|(name, _)| !name.trim().is_empty());
        if let Some((name, list)) = bracket {
            let behind = match list.trim_end().strip_suffix(')').map(str::trim) {
                None => Behind::Unclosed(list),
                Some(list) if list.is_empty() || list.contains('=') => Behind::Values(list),
                Some(list)
                    if list.starts_with(|c: char| c.is_ascii_digit() || "{[".contains(c)) =>
                {
                    Behind::Numbers(list)
                }
                Some(list) => Behind::Values(list),
            };
            return Self { name: name.trim(), behind };
        }
        let digit = call.find(|c: char| c.is_ascii_digit());
        match digit.filter(|&at| call[..at].ends_with(char::is_whitespace)) {
            Some(at) => Self { name: call[..at].trim(), behind: Behind::Numbers(&call[at..]) },
            None => Self { name: call, behind: Behind::Nothing },
        }
    }
}

/// `0.77` as a ruleset.
fn text_of_code(code: &HeapCode) -> std::result::Result<Ruleset, RulesError> {
    format!(
        "// Heaps of which a move takes and breaks by the code {code}.\n// example: 9\ngame {code}\nheap n\nBoth: code {code}"
    )
    .parse()
}

/// `turning 1-3` as a ruleset, if the call is one of these.
fn coins(call: &str) -> Option<Result<Ruleset>> {
    let (word, argument) = call.split_at(call.find(|c: char| c.is_whitespace() || c == '(')?);
    if !["turning", "spawning"].iter().any(|known| word.eq_ignore_ascii_case(known)) {
        return None;
    }
    let argument = argument.trim();
    let inner = argument.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let plain: String =
        inner.unwrap_or(argument).chars().filter(|c| !c.is_whitespace() && *c != '"').collect();
    let code = plain.to_ascii_uppercase().parse::<TurningCode>();
    Some(match code {
        Ok(code) => Ok(format!(
            "// A head is turned with other coins, all to its left: how many, and how they lie, says the code {code}.\n// source: Berlekamp, Conway, Guy: Winning Ways, ch. 14\n// example: THTHH\ngame \"Turning {code}\"\nstrip of T H\nBoth: turning {code}"
        )
        .parse()
        .expect("a code that was read makes a ruleset")),
        Err(fault) => refused(format!("{call}: {fault}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(asked: &str) -> String {
        match Ruleset::named(asked) {
            Ok(rules) => match (rules.code(), rules.turning()) {
                (Some(code), _) => code.to_string(),
                (None, Some(code)) => format!("coins {code}"),
                (None, None) => {
                    let list = rules.parameters().iter().map(|(name, v)| format!(" {name}={v}"));
                    format!("{}{}", rules.name(), list.collect::<String>())
                }
            },
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn names_numbers_and_codes_are_read() {
        for (asked, wanted) in [
            ("kayles", "0.77"),
            ("Grundy's Game", "4!.0"),
            ("dawsons kayles", "0.07"),
            ("subtraction 1,3,4", "0.3033"),
            ("Subtraction(1, 3, 4)", "0.3033"),
            ("Subtraction({2,3,7})", "0.0330003"),
            ("subtraction(s={1 3})", "0.303"),
            ("all-but 2 3 7", "0.3003330[3]"),
            ("AllBut(2, 3, 7)", "0.3003330[3]"),
            ("splittles 1,2", "0.77"),
            ("Splittles([1,2])", "0.77"),
            ("splittles-all-but 1,2", "0.00[7]"),
            ("04.30", "4.3"),
            ("misere 0.[3]", "0.[3]"),
            ("turning 1-3", "coins 1-3"),
            ("Turning Turtles", "coins 1-2"),
            ("Turning(1-3c(5))", "coins 1-3C(5)"),
            ("mock turtles", "coins 1-3"),
            ("ruler", "coins 1+C"),
            ("wythoff", "Wythoff"),
            ("wythoff 2", "Generalised Wythoff r=2"),
            ("take-away 3", "Take-away r=3 q=1"),
            ("generalised toads(2,3)", "Generalised Toads least=2 most=3 jump=2"),
            ("Chomp 3", "Chomp 3"),
        ] {
            assert_eq!(meant(asked), wanted, "{asked}");
        }
    }

    #[test]
    fn what_is_no_ruleset_is_told() {
        for (asked, told) in [
            ("", "no ruleset is called"),
            ("(300,7)", "no ruleset is called '(300,7)'"),
            ("kayle", "did you mean 'Kayles'?"),
            ("frogs", "did you mean 'Toads and Frogs'?"),
            ("subtraction 0", "numbers above 0"),
            ("subtraction 1,x", "'x' is not a number"),
            ("0.7_", "`_` at column 4"),
            ("turning 0", "at least one coin"),
            ("mem 3", "Mem takes no number, found '3'"),
            ("wind-up 3", "asked for as 'Wind-Up(n=7, s={1 2})'"),
            ("take-away 1,2,3", "do not fit Take-away"),
            ("misere", "'misere Clobber'"),
            ("game X\nheap n", "no moves"),
            ("clobber(k=1", "is not closed"),
        ] {
            let found = meant(asked);
            assert!(found.starts_with("error: ") && found.contains(told), "{asked}: {found}");
        }
    }

    #[test]
    fn a_text_tells_the_values_of_its_parameters() {
        let rules = Ruleset::named("subtraction 2,3,7").unwrap();
        assert!(rules.text().contains("\ngame Subtraction (s={2 3 7})\n"), "{}", rules.text());
        assert_eq!(rules.text().parse::<Ruleset>(), Ok(rules));
    }
}
