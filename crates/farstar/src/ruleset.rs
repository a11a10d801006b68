//! A ruleset: by its name, by a code, or from its text.

use crate::{Error, Limits, Position};
use farstar_rules::builtin;
use farstar_rules::language::{self, PositionError};
use farstar_solve::outcome::HeapRules;
use farstar_solve::ruleset_values::heap_law;
use farstar_solve::theorems;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

/// The rules of a game. Cloning is cheap.
///
/// # Examples
/// ```
/// use farstar::Ruleset;
/// let clobber = Ruleset::named("Clobber")?;
/// let mine: Ruleset = "game Clobber\ngrid of . X/O #\nLeft: XO -> .X straight\nRight: as Left".parse()?;
/// assert_eq!(clobber, mine);
/// let kayles = Ruleset::code("0.77")?;
/// assert_eq!(kayles.position("2+3")?.to_string(), "2+3");
/// # Ok::<(), farstar::Error>(())
/// ```
#[derive(Clone)]
pub struct Ruleset {
    rules: language::Ruleset,
    /// The rules on one heap, if it has a code, once somebody asked for them.
    on_heaps: Arc<OnceLock<Option<HeapRules>>>,
}

impl Ruleset {
    /// The ruleset that a user asks for: by its name, with parameters in brackets behind it or numbers, by a code, or
    /// as a text. The words `impartial` and `misere` in front ask for that variant.
    ///
    /// # Errors
    /// [`Error::Named`] with the nearest name, or what is wrong with the parameters or the code; [`Error::Rules`].
    ///
    /// # Examples
    /// ```
    /// use farstar::Ruleset;
    /// let family = "Partizan Subtraction(a={2 5}, b={3})";
    /// for name in ["toads and frogs", family, "misere Nim", "0.77", "subtraction 2,3,7", "turning 1-3"] {
    ///     Ruleset::named(name)?;
    /// }
    /// let told = Ruleset::named("clober").unwrap_err().to_string();
    /// assert_eq!(told, "no ruleset is called 'clober'; did you mean 'Clobber'?");
    /// # Ok::<(), farstar::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Self, Error> {
        Ok(language::Ruleset::named(name)?.into())
    }

    /// The heap game of a take-and-break code, such as `0.77` for Kayles.
    ///
    /// # Errors
    /// [`Error::Named`]: what is wrong with the code.
    pub fn code(code: &str) -> Result<Self, Error> {
        Self::named(code)
    }

    /// Every ruleset in a text that may hold several.
    ///
    /// # Errors
    /// [`Error::Rules`].
    ///
    /// # Examples
    /// ```
    /// let file = "game One\nheap n\nBoth: take 1\n\ngame Two\nheap n\nBoth: take 2";
    /// assert_eq!(farstar::Ruleset::all_in(file)?.len(), 2);
    /// # Ok::<(), farstar::Error>(())
    /// ```
    pub fn all_in(text: &str) -> Result<Vec<Self>, Error> {
        let rulesets = language::rules_of_file(text)?;
        Ok(rulesets.into_iter().map(Self::from).collect())
    }

    /// The ruleset asked for among some of one's own, as [`Ruleset::named`] reads a name; `None` if none of them is
    /// called so.
    #[must_use]
    pub fn among(rulesets: &[Self], name: &str) -> Option<Result<Self, Error>> {
        let own: Vec<language::Ruleset> = rulesets.iter().map(|one| one.rules.clone()).collect();
        language::Ruleset::is_among(&own, name)
            .then(|| Ok(language::Ruleset::named_among(&own, name)?.into()))
    }

    /// The same ruleset with other values of its parameters, such as `k=3, set={1 2}`; those not named stay as they
    /// are.
    ///
    /// # Errors
    /// [`Error::Named`]: what is wrong with the parameters.
    pub fn with(&self, parameters: &str) -> Result<Self, Error> {
        Ok(self.rules.given_list(parameters)?.into())
    }

    /// The game of heaps of which some entries are given and stay as they are; `None` where a move changes one of them.
    ///
    /// # Examples
    /// ```
    /// use farstar::Ruleset;
    /// let heaps = Ruleset::named("Partizan Take-away")?.fixed(&[None, Some(1), Some(3)]).unwrap();
    /// assert_eq!(heaps.name(), "Partizan Take-away (a = 1, b = 3)");
    /// # Ok::<(), farstar::Error>(())
    /// ```
    #[must_use]
    pub fn fixed(&self, given: &[Option<i64>]) -> Option<Self> {
        self.rules.fixed(given).map(Self::from)
    }

    /// Every built-in ruleset, in the order of their files.
    #[must_use]
    pub fn builtin() -> Vec<Self> {
        builtin::rulesets().into_iter().map(Self::from).collect()
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.rules.name()
    }

    /// What follows from its text: kind of board, pieces, symmetries, why play ends.
    #[must_use]
    pub fn rules(&self) -> &language::Ruleset {
        &self.rules
    }

    /// The ruleset as a game on heaps or on coins in a row, whose Grundy values are a sequence or a table.
    ///
    /// # Errors
    /// Why it is none, in one sentence.
    pub fn heap_game(&self) -> Result<crate::sequence::Heaps, String> {
        self.rules.heap_game()
    }

    /// Whether who cannot move wins.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.rules.is_misere()
    }

    /// Whether both players always have the same moves.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
    }

    /// Whether every play is proved to end.
    #[must_use]
    pub fn ends(&self) -> bool {
        self.rules.ending().is_ok()
    }

    /// An example of a position, if the text has one.
    #[must_use]
    pub fn example(&self) -> Option<&str> {
        self.rules.remark("example")
    }

    /// Reads a position: rows joined by `|`, a size such as `4x4`, vertices and edges `a-b-c, a:X`, heaps `3+5`, as the
    /// ruleset needs it.
    ///
    /// # Errors
    /// [`Error::Position`] with row and column.
    ///
    /// # Examples
    /// ```
    /// use farstar::Ruleset;
    /// let position = Ruleset::named("Domineering")?.position("2x2")?;
    /// assert_eq!(position.to_string(), "..|..");
    /// # Ok::<(), farstar::Error>(())
    /// ```
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        match self.rules.position(text) {
            Ok((board, words)) => Ok(Position::on_board(self, board, words)),
            Err(fault) => self.beyond_boards(text, fault).map_err(Error::Position),
        }
    }

    /// The rules on one heap, of a game with a take-and-break code in normal play, for which there are theorems.
    pub(crate) fn heap_rules(&self) -> Option<HeapRules> {
        let code = || self.rules.code().filter(|_| !self.is_misere()).cloned();
        self.on_heaps.get_or_init(|| Some(HeapRules::Single(Arc::new(code()?)))).clone()
    }

    /// Heaps too large for a board, on which moves are listed: a code has theorems, and so have some partizan games.
    fn beyond_boards(&self, text: &str, fault: PositionError) -> Result<Position, PositionError> {
        if let Some(rules) = self.heap_rules().filter(|_| fault.too_large) {
            return Position::of_heaps(self, &rules, text);
        }
        if heap_law(&self.rules).is_none() && !theorems::knows(&self.rules) {
            return Err(fault);
        }
        let (board, words) = self.rules.position_of_large_heaps(text)?;
        Ok(Position::on_board(self, board, words))
    }

    /// As [`Ruleset::position`], within limits: a large board takes time to be set up.
    ///
    /// # Errors
    /// Those of [`Ruleset::position`], and the limits.
    pub fn position_within(&self, text: &str, limits: &Limits) -> Result<Position, Error> {
        limits.guard(|| self.position(text))?
    }
}

impl From<language::Ruleset> for Ruleset {
    fn from(rules: language::Ruleset) -> Self {
        Self { rules, on_heaps: Arc::default() }
    }
}

impl FromStr for Ruleset {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(Self::from(text.parse::<language::Ruleset>()?))
    }
}

/// Rulesets are equal if they say the same, whatever they are called.
impl PartialEq for Ruleset {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Eq for Ruleset {}

impl Hash for Ruleset {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Hash::hash(&self.rules, state);
    }
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ruleset").field(&self.name()).finish()
    }
}
