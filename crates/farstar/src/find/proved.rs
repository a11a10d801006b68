//! What can be proved of the laws of columns.

use super::Column;
use crate::Ruleset;
use farstar_find::FoundLaws;
use farstar_logic::{Attempt, LawColumn, Subject, attempt, attempt_values, of_many_games};
use farstar_play::{Limits, Stopped};

/// Tries to prove the laws of columns of one table: of those that values are made of, all at once; of others, Grundy
/// values and who wins, each alone. `by_theorems`: by those on the periods of codes too, which have no automata.
///
/// # Examples
/// ```
/// use farstar::find::{LawSearch, find, prove_columns, tabulate};
/// use farstar::{Limits, Ruleset};
/// // Left takes from the first heap, Right from the second: a heap is the integer a - b
/// let text = "game G\nheap a b\nLeft: (a,b) -> (a-k,b) for k in 1..a\nRight: (a,b) -> (a,b-k) for k in 1..b";
/// let (rules, none) = (Ruleset::named(text)?, Limits::none());
/// let columns = tabulate(&rules, Some(9), false, 0.2, &none, &mut |_, _| {})?;
/// let found = find(&columns[0].inside, &columns[0].outside, &LawSearch::default());
/// let told = prove_columns(&rules, &columns, &[found], true, &none);
/// assert!(told[0].as_ref().is_ok_and(|attempt| attempt.verdict.certificate().is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn prove_columns(
    rules: &Ruleset,
    columns: &[Column],
    found: &[FoundLaws],
    by_theorems: bool,
    limits: &Limits,
) -> Vec<Result<Attempt, Stopped>> {
    let subject = |column: &Column| {
        let subject = Subject::new(rules.rules(), column.winners, column.inside.low());
        if by_theorems { subject } else { subject.by_automata() }
    };
    if let [first, ..] = columns
        && let Some(parts) = &first.parts
    {
        let all: Vec<LawColumn<'_>> = columns
            .iter()
            .zip(found)
            .map(|(column, found)| (found, &column.inside, &column.outside))
            .collect();
        return match attempt_values(&subject(first), parts, &all, limits) {
            Ok(attempts) => attempts.into_iter().map(Ok).collect(),
            Err(stopped) => vec![Err(stopped); columns.len()],
        };
    }
    let one = |(column, found): (&Column, &FoundLaws)| {
        if column.of.is_some() && !column.winners {
            return Ok(of_many_games(found));
        }
        attempt(&subject(column), found, &column.inside, &column.outside, limits)
    };
    columns.iter().zip(found).map(one).collect()
}
