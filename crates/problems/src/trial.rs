//! A rule held against play by the definition, case after case.

use std::fmt::{self, Display};

use farstar_value::{Limits, Stopped};

use crate::error::{Error, Result};
use crate::texts::Text;

/// A case in which a rule and play by the definition differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The position.
    pub case: String,
    /// What the rule says.
    pub claimed: String,
    /// What play by the definition says.
    pub played: String,
}

impl Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: the rule says {}, play says {}", self.case, self.claimed, self.played)
    }
}

/// Why a verification ended before its last case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The rule is wrong.
    Counterexample(Counterexample),
    /// There is no answer.
    Failed(Error),
}

impl From<Stopped> for Ended {
    fn from(stopped: Stopped) -> Self {
        Self::Failed(stopped.into())
    }
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<farstar_solve::Error> for Ended {
    fn from(error: farstar_solve::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl From<farstar_value::Error> for Ended {
    fn from(error: farstar_value::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// What came of a verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// The rule and play agree.
    Agrees {
        /// Up to which bound.
        to: u64,
        /// In how many cases.
        cases: u64,
    },
    /// They differ.
    Differs {
        /// The first case in which they do.
        counterexample: Counterexample,
        /// Cases before it.
        cases: u64,
    },
}

/// How a rule is verified: the cases up to a bound, smallest first.
#[derive(Clone, Copy, Debug)]
pub struct Verification {
    /// A bound that is reached in a small part of a second in a build for tests.
    pub quick: u64,
    /// The bound when none is given: some seconds at most.
    pub usual: u64,
    /// Beyond this the method cannot go.
    pub most: u64,
    /// Compares the rule with play in every case up to the bound.
    pub cases: fn(u64, &mut Trial<'_>) -> std::result::Result<(), Ended>,
}

impl Verification {
    /// Cases up to a quick, a usual and the greatest bound.
    pub(crate) const fn to(
        [quick, usual, most]: [u64; 3],
        cases: fn(u64, &mut Trial<'_>) -> std::result::Result<(), Ended>,
    ) -> Self {
        Self { quick, usual, most, cases }
    }

    /// Runs through the cases up to `to`, a bound for `range`.
    pub(crate) fn run(
        &self,
        to: Option<u64>,
        range: Text,
        trial: &mut Trial<'_>,
    ) -> Result<Report> {
        let to = to.unwrap_or(self.usual);
        if to > self.most {
            return Err(Error::Refused(format!(
                "{to} is out of reach: verification goes up to {} ({})",
                self.most, range.en
            )));
        }
        match (self.cases)(to, trial) {
            Ok(()) => Ok(Report::Agrees { to, cases: trial.cases }),
            Err(Ended::Counterexample(counterexample)) => {
                Ok(Report::Differs { counterexample, cases: trial.cases })
            }
            Err(Ended::Failed(error)) => Err(error),
        }
    }
}

/// The running account of a verification.
pub struct Trial<'t> {
    limits: &'t Limits,
    progress: &'t mut dyn FnMut(u64),
    cases: u64,
}

impl<'t> Trial<'t> {
    /// No case yet.
    pub(crate) fn new(limits: &'t Limits, progress: &'t mut dyn FnMut(u64)) -> Self {
        Self { limits, progress, cases: 0 }
    }

    /// The limits, for the searches of a case.
    #[must_use]
    pub fn limits(&self) -> &'t Limits {
        self.limits
    }

    /// One case: what the rule says against what play says. Equal answers count as one case done.
    ///
    /// # Errors
    /// [`Ended::Counterexample`] if they differ; [`Ended::Failed`] if a limit is met.
    pub fn compare<T: PartialEq + Display>(
        &mut self,
        case: impl FnOnce() -> String,
        claimed: T,
        played: T,
    ) -> std::result::Result<(), Ended> {
        if claimed != played {
            return Err(Ended::Counterexample(Counterexample {
                case: case(),
                claimed: claimed.to_string(),
                played: played.to_string(),
            }));
        }
        self.cases += 1;
        if self.cases.is_multiple_of(64) {
            self.limits.check()?;
            (self.progress)(self.cases);
        }
        Ok(())
    }
}
