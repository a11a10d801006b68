//! The two sides of a position in which play may be endless, with a proof bound to the rules.

use crate::{Arena, Error, Limits, Position, Ruleset, Solver};
use farstar_value::loopy::{SidesCertificate, SidesRefused};
use std::fmt;
use std::str::FromStr;

/// The first line.
const HEADER: &str = "farstar sides of a position 1";

/// A certificate of the two sides of a position: the text of its rules, the position, and the sides of the graph of
/// all that play reaches from it. A check makes that graph anew from the rules, which are of normal play: of it sides
/// are.
///
/// Its text has the canonical rules, line by line, the position, and a [`SidesCertificate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSides {
    rules: String,
    position: String,
    sides: SidesCertificate,
}

impl PositionSides {
    pub(crate) fn new(position: &Position, sides: SidesCertificate) -> Self {
        let rules = position.ruleset().rules().normal().canonical().trim_end().to_owned();
        Self { rules, position: position.to_string(), sides }
    }

    /// The graph of the position and its sides, proved.
    #[must_use]
    pub fn sides(&self) -> &SidesCertificate {
        &self.sides
    }

    /// Whether a text is meant as such a certificate: its first line says so.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.trim() == HEADER)
    }

    /// Checks the sides of the graph, and that it is the graph of the position by these rules.
    ///
    /// # Errors
    /// [`SidesRefused`].
    pub fn check(&self, limits: &Limits) -> Result<(), SidesRefused> {
        self.sides.check(limits)?;
        let wrong = |error: Error| match error {
            Error::Solver(farstar_solve::Error::Stopped(stopped)) => SidesRefused::Stopped(stopped),
            error => SidesRefused::Wrong(error.to_string()),
        };
        let rules: Ruleset = self.rules.parse().map_err(wrong)?;
        if rules.is_misere() {
            let why = "sides are of normal play, and these are rules of misère play";
            return Err(SidesRefused::Wrong(why.to_owned()));
        }
        let position = rules.position_within(&self.position, limits).map_err(wrong)?;
        let arena = Arena::new();
        let graph = Solver::new(&arena).graph_of(&position.into(), limits).map_err(Error::from);
        let graph = graph.map_err(wrong)?.map(|graph| graph.part(0));
        if graph.as_ref() == Some(self.sides.graphs()[0]) {
            Ok(())
        } else {
            Err(SidesRefused::Wrong("its graph is not that of the position".to_owned()))
        }
    }
}

impl fmt::Display for PositionSides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        self.rules.lines().try_for_each(|line| writeln!(f, "rules {line}"))?;
        writeln!(f, "position {}", self.position)?;
        write!(f, "{}", self.sides)
    }
}

impl FromStr for PositionSides {
    type Err = Error;

    /// Reads what [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    /// What is missing, or is wrong in the sides.
    fn from_str(text: &str) -> Result<Self, Error> {
        let missing = |what: &str| Error::Sum(format!("the certificate has no line `{what}`"));
        let mut lines = text.split_inclusive('\n');
        if lines.next().map(str::trim) != Some(HEADER) {
            return Err(missing(HEADER));
        }
        let mut rules = String::new();
        for line in lines.by_ref() {
            if let Some(more) = line.strip_prefix("rules ") {
                rules.push_str(more);
            } else if let Some(position) = line.strip_prefix("position ") {
                let position = position.trim_end().to_owned();
                let rest: String = lines.collect();
                let sides = rest.parse().map_err(farstar_solve::Error::from)?;
                return Ok(Self { rules: rules.trim_end().to_owned(), position, sides });
            } else {
                break;
            }
        }
        Err(missing("position"))
    }
}
