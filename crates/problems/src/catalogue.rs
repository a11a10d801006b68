//! Every entry of the catalogue, and how one is found.

use std::sync::LazyLock;

use crate::entry::Entry;
use crate::erratum::Erratum;
use crate::error::{Error, Result};
use crate::problem::Problem;
use crate::{contest, impartial, nimber, partizan};

/// All entries, in the order of their ids.
#[must_use]
pub fn problems() -> Vec<&'static Problem> {
    PROBLEMS.iter().collect()
}

/// The entries, put together when first asked for.
static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
    let mut problems: Vec<_> = entries().map(Problem::of).collect();
    problems.sort_by_key(|problem| order(problem.id));
    problems
});

/// The code of every entry.
pub(crate) fn entries() -> impl Iterator<Item = &'static Entry> {
    let families = [partizan::ENTRIES, impartial::ENTRIES, nimber::ENTRIES, contest::ENTRIES];
    families.into_iter().flatten().copied()
}

/// All errors of the documents, each with the entry it belongs to, in the order of their ids.
#[must_use]
pub fn errata() -> Vec<(&'static Problem, &'static Erratum)> {
    let mut errata: Vec<_> = problems()
        .into_iter()
        .flat_map(|problem| problem.errata.iter().map(move |erratum| (problem, erratum)))
        .collect();
    errata.sort_by_key(|(_, erratum)| order(erratum.id));
    errata
}

/// Letters first, then the number: P2 before P10; then a letter that tells parts apart: IE4 before IE4b.
fn order(id: &str) -> (&str, u32, &str) {
    let digits = id.find(|c: char| c.is_ascii_digit()).unwrap_or(id.len());
    let (letters, number) = id.split_at(digits);
    let part = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    (letters, number[..part].parse().unwrap_or(0), &number[part..])
}

/// What an id or a name means.
#[derive(Clone, Copy, Debug)]
pub enum Found {
    /// An entry.
    Problem(&'static Problem),
    /// An error of the documents, with the entry it belongs to.
    Erratum(&'static Problem, &'static Erratum),
}

/// The entry or the erratum with this id or short name, in any case.
///
/// # Errors
/// [`Error::Refused`] if there is none, with the nearest names.
///
/// # Examples
/// ```
/// use farstar_problems::catalogue::{Found, find};
/// assert!(matches!(find("i04")?, Found::Problem(problem) if problem.name == "nim"));
/// assert!(find("nimm").unwrap_err().to_string().contains("nim"));
/// # Ok::<(), farstar_problems::Error>(())
/// ```
pub fn find(name: &str) -> Result<Found> {
    let same = |other: &str| other.eq_ignore_ascii_case(name);
    if let Some(problem) = problems().into_iter().find(|p| same(p.id) || same(p.name)) {
        return Ok(Found::Problem(problem));
    }
    if let Some((problem, erratum)) = errata().into_iter().find(|(_, e)| same(e.id) || same(e.name))
    {
        return Ok(Found::Erratum(problem, erratum));
    }
    Err(Error::Refused(format!(
        "no entry is called `{name}`; near it: {}",
        nearest(name).join(", ")
    )))
}

/// The problem with this id or short name.
///
/// # Errors
/// As [`find`]; an erratum is no problem.
pub fn problem(name: &str) -> Result<&'static Problem> {
    match find(name)? {
        Found::Problem(problem) => Ok(problem),
        Found::Erratum(problem, erratum) => Err(Error::Refused(format!(
            "{} is an error of the documents at {}: `farstar problem verify {}` refutes it",
            erratum.id, problem.id, erratum.id
        ))),
    }
}

/// The three names nearest to `name`.
fn nearest(name: &str) -> Vec<&'static str> {
    // A name of any length may be typed; only its start can be near.
    let wanted: String = name.to_lowercase().chars().take(64).collect();
    let mut names: Vec<_> = problems()
        .into_iter()
        .flat_map(|problem| [problem.id, problem.name])
        .chain(errata().into_iter().flat_map(|(_, erratum)| [erratum.id, erratum.name]))
        .map(|known| (strsim::osa_distance(&wanted, &known.to_lowercase()), known))
        .collect();
    names.sort_unstable();
    names.into_iter().take(3).map(|(_, known)| known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{Kind, Language};
    use crate::trial::Report;
    use farstar_value::Limits;

    #[test]
    fn ids_and_names_are_unique() {
        let mut names: Vec<_> = problems().iter().flat_map(|p| [p.id, p.name]).collect();
        names.extend(errata().iter().flat_map(|(_, e)| [e.id, e.name]));
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn entries_are_whole() {
        for problem in problems() {
            for language in [Language::English, Language::Chinese] {
                assert!(!problem.title.of(language).is_empty(), "{}: title", problem.id);
                assert!(!problem.statement.of(language).is_empty(), "{}: statement", problem.id);
                if problem.kind != Kind::Lost {
                    assert!(!problem.rule.of(language).is_empty(), "{}: rule", problem.id);
                }
                if problem.answer.is_some() {
                    assert!(!problem.format.of(language).is_empty(), "{}: format", problem.id);
                }
            }
            assert!(!problem.source.is_empty(), "{}: source", problem.id);
            match problem.kind {
                Kind::Problem => {
                    assert!(problem.answer.is_some(), "{}: answer", problem.id);
                    assert!(!problem.samples.is_empty(), "{}: samples", problem.id);
                }
                Kind::Theory => {
                    let shown = !problem.worked.is_empty() || problem.verification.is_some();
                    assert!(shown, "{}: a theory entry shows something", problem.id);
                }
                Kind::Lost => {}
            }
        }
    }

    #[test]
    fn samples_are_answered() {
        for problem in problems() {
            for sample in &problem.samples {
                let answer = problem.run(sample.input, &Limits::none());
                assert_eq!(answer.as_deref(), Ok(sample.output), "{}", problem.id);
            }
        }
    }

    #[test]
    fn rules_agree_with_play() {
        for problem in problems() {
            let Some(verification) = &problem.verification else { continue };
            let report = problem.verify(Some(verification.quick), &Limits::none(), &mut |_| ());
            assert!(
                matches!(report, Ok(Report::Agrees { cases: 1.., .. })),
                "{}: {report:?}",
                problem.id
            );
        }
    }

    #[test]
    fn wrong_claims_are_refuted() {
        for (problem, erratum) in errata() {
            let Some(claim) = &erratum.claim else { continue };
            let report = erratum.refute(Some(claim.quick), &Limits::none(), &mut |_| ());
            assert!(
                matches!(report, Ok(Report::Differs { .. })),
                "{} of {}: {report:?}",
                erratum.id,
                problem.id
            );
        }
    }

    #[test]
    fn hostile_inputs_are_refused() {
        for problem in problems() {
            if problem.answer.is_none() {
                continue;
            }
            for input in ["x", "-1", "999999999999999999999999999999", "1 1 1 1 1 1 1 x", "\u{0}"] {
                // An answer or an error, in bounded time, and never a panic.
                let limits = Limits::none().nodes(1_000_000);
                let _ = problem.run(input, &limits);
            }
        }
    }
}
