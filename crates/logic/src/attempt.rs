//! The laws that were found of a table, one after the other, until one is a theorem; then automata of the same table.

use crate::candidates::{FURTHER, LawColumn, MOST_LAWS, further, laws_of};
use crate::euclidean;
use crate::interval;
use crate::period;
use crate::played::{Seen, first_wrong};
use crate::product::prove_joined;
use crate::prove::{Subject, Verdict, prove, prove_threshold, prove_values};
use crate::shares;
use crate::threshold;
use crate::values::ValueParts;
use farstar_find::{Binary, Expr, FoundLaws, LawClass, LawForm, LawSearch, Table, Unary, find};
use farstar_play::{Limits, Stopped};
use farstar_rules::language::Ruleset;

/// The share of the time for a proof of smaller heaps too, and how far a law is held against those.
const SHARE_LOWERED: f64 = 0.4;
const SEEN_LOWERED: u64 = 8;

/// The best that could be said of some laws.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// What came of it.
    pub verdict: Verdict,
    /// The law that was proved or refuted; of those that are beyond reach the first.
    pub law: Option<LawForm>,
}

/// Tries to prove the laws of a table: the period of a code by its theorems; then those that are right everywhere, and
/// if they are beyond the logic, automata of the same table.
///
/// # Errors
/// A limit that was met.
pub fn attempt(
    subject: &Subject,
    found: &FoundLaws,
    table: &Table,
    held_back: &[(Vec<i64>, i64)],
    limits: &Limits,
) -> Result<Attempt, Stopped> {
    if let Some(lower) = lowered(subject, found, limits) {
        let told = attempt(&lower, found, table, held_back, &limits.share(SHARE_LOWERED))?;
        if matches!(told.verdict, Verdict::Theorem(_)) {
            return Ok(told);
        }
    }
    if let Some(code) = &subject.code
        && let Some((law, proof)) = period::proved_period(code, subject.outcomes, limits)?
    {
        let (verdict, law) = (Verdict::Period(Box::new(proof)), Some(LawForm::Periodic(law)));
        return Ok(Attempt { verdict, law });
    }
    if let Some((verdict, law)) = euclidean::prove(subject, table, limits)? {
        return Ok(Attempt { verdict, law });
    }
    let right = found.laws.iter().filter(|law| law.wrong == 0).take(MOST_LAWS);
    // what is said when there is no theorem: that a law is wrong, or else why nothing is known
    let mut refused: Option<Attempt> = None;
    let mut tried: Vec<LawForm> = Vec::new();
    let mut one = |form: &LawForm, shows: bool| -> Result<Option<Attempt>, Stopped> {
        if tried.contains(form) {
            return Ok(None);
        }
        tried.push(form.clone());
        let joined = match subject.automata {
            true => None,
            false => prove_joined(subject, form, limits)?,
        };
        if let Some((law, proof)) = joined {
            return Ok(Some(Attempt { verdict: Verdict::Theorem(proof), law: Some(law) }));
        }
        let mut verdict = prove(subject, form, limits)?;
        if let Verdict::Refuted { near: Some(near), least, sentence } = &mut verdict
            && let Ok(rules) = Ruleset::named(&subject.rules)
        {
            let to = near.iter().copied().max().unwrap_or(0);
            match first_wrong(&rules, subject.outcomes, form, &subject.low, to, limits)? {
                Seen::Wrong(wrong) => *least = Some(wrong),
                // what automata do not read, such as the digits of a negative number, is not the law's fault
                Seen::Right => {
                    let why = format!("'{sentence}' fails, though the law is right up to {to}");
                    verdict = Verdict::OutOfReach(why);
                }
                Seen::Unknown => {}
            }
        }
        let attempt = Attempt { verdict, law: Some(form.clone()) };
        if matches!(attempt.verdict, Verdict::Theorem(_)) {
            return Ok(Some(attempt));
        }
        if shows {
            refused.get_or_insert(attempt);
        }
        Ok(None)
    };
    for law in right {
        if let Some(decided) = one(&law.form, true)? {
            return Ok(decided);
        }
    }
    if let Some((law, proof)) = interval::prove(subject, table, limits)? {
        return Ok(Attempt { verdict: Verdict::Theorem(proof), law: Some(law) });
    }
    if let Some(told) = by_threshold(subject, table, limits)? {
        let law = told.law.or_else(|| refused.and_then(|refused| refused.law));
        return Ok(Attempt { law, ..told });
    }
    // expressions were looked for, and are only where one was found
    let is_open = found.laws.iter().all(|law| law.wrong > 0);
    let classes = [Some(LawClass::Automata), (!is_open).then_some(LawClass::Expressions)];
    for class in classes.into_iter().flatten() {
        for form in further(class, table, held_back, limits) {
            if let Some(decided) = one(&form, false)? {
                return Ok(decided);
            }
        }
    }
    let Some(mut refused) = refused else {
        return Ok(Attempt { verdict: Verdict::OutOfReach("no law was found".into()), law: None });
    };
    if let Some(law) = &refused.law
        && matches!(refused.verdict, Verdict::OutOfReach(_))
        && let Some(wrong) = wrong_beyond(subject, law, (table, held_back), limits)
    {
        refused.verdict = wrong;
    }
    Ok(refused)
}

/// The same heaps and smaller ones, where the first law that is right seems to hold of them too: more is proved of all
/// heaps than of those from some numbers on.
fn lowered(subject: &Subject, found: &FoundLaws, limits: &Limits) -> Option<Subject> {
    let law = &found.laws.iter().find(|law| law.wrong == 0)?.form;
    let rules = Ruleset::named(&subject.rules).ok()?;
    if !subject.outcomes && (!rules.is_impartial() || rules.is_misere()) {
        return None;
    }
    let limits = limits.share(SHARE_LOWERED);
    let mut lower = subject.clone();
    for at in (0..subject.low.len()).filter(|&at| subject.low[at] > 0) {
        let mut low = lower.low.clone();
        let to = std::mem::take(&mut low[at]).unsigned_abs() + SEEN_LOWERED;
        let seen = first_wrong(&rules, subject.outcomes, law, &low, to, &limits).ok()?;
        if matches!(seen, Seen::Right) {
            lower.low = low;
        }
    }
    (lower.low != subject.low).then_some(lower)
}

/// Whether a law that is not proved is wrong of a heap up to twice as large as those it was found from, as far as is
/// seen in some of the time.
fn wrong_beyond(
    subject: &Subject,
    law: &LawForm,
    (table, held_back): (&Table, &[(Vec<i64>, i64)]),
    limits: &Limits,
) -> Option<Verdict> {
    limits.deadline?;
    let cells = table.rows().map(|(cell, _)| cell).chain(held_back.iter().map(|row| &row.0[..]));
    let to = 2 * cells.flatten().max()?.unsigned_abs();
    let rules = Ruleset::named(&subject.rules).ok()?;
    if !subject.outcomes && (!rules.is_impartial() || rules.is_misere()) {
        return None;
    }
    let limits = limits.share(FURTHER);
    let seen = first_wrong(&rules, subject.outcomes, law, &subject.low, to, &limits).ok()?;
    let Seen::Wrong(least) = seen else { return None };
    let sentence = format!("the law holds up to {to}");
    Some(Verdict::Refuted { sentence, near: None, least: Some(least) })
}

/// The law of who wins by such a least entry, if it is an expression, and its proof.
///
/// # Errors
/// A limit that was met.
fn by_threshold(
    subject: &Subject,
    table: &Table,
    limits: &Limits,
) -> Result<Option<Attempt>, Stopped> {
    if !subject.outcomes {
        return Ok(None);
    }
    let Some(least) = threshold::least(table) else { return Ok(None) };
    let classes = vec![LawClass::Automata, LawClass::Expressions];
    let search = LawSearch { classes, limits: limits.clone(), ..LawSearch::default() };
    for law in find(&least, &[], &search).laws.into_iter().take(MOST_LAWS) {
        let verdict = prove_threshold(subject, &law.form, least.low(), limits)?;
        let Verdict::Theorem(mut proof) = verdict else { continue };
        let LawForm::Expression(expr) = law.form else {
            // what was proved is not the law that was found of the table
            proof.is_learned = true;
            return Ok(Some(Attempt { verdict: Verdict::Theorem(proof), law: None }));
        };
        let last = Expr::Coordinate(least.dimension());
        let below = Expr::Binary(Binary::Less, Box::new(last), Box::new(expr));
        let own = LawForm::Expression(Expr::Unary(Unary::Not, Box::new(below)));
        if own.is_exact(table) {
            return Ok(Some(Attempt { verdict: Verdict::Theorem(proof), law: Some(own) }));
        }
    }
    Ok(None)
}

/// Tries to prove the laws of all columns that values are made of at once. There is an attempt for each, of which all
/// or none are theorems, with one certificate.
///
/// # Errors
/// A limit that was met.
pub fn attempt_values(
    subject: &Subject,
    parts: &ValueParts,
    columns: &[LawColumn<'_>],
    limits: &Limits,
) -> Result<Vec<Attempt>, Stopped> {
    if parts.classes.is_empty() {
        return Ok(columns.iter().map(|column| of_many_games(column.0)).collect());
    }
    let tables: Vec<&Table> = columns.iter().map(|column| column.1).collect();
    if let Some((laws, verdict)) = shares::prove(subject, parts, &tables) {
        let attempt = |law| Attempt { verdict: verdict.clone(), law: Some(law) };
        return Ok(laws.into_iter().map(attempt).collect());
    }
    let mut given = columns.iter();
    let mut laws: Vec<Vec<LawForm>> = Vec::new();
    for is_given in parts.columns {
        laws.push(match is_given.then(|| given.next()).flatten() {
            Some(column) => laws_of(column, limits),
            None => vec![LawForm::Expression(Expr::Constant(0))],
        });
    }
    let mut told: Option<(Verdict, [&LawForm; 2])> = None;
    'all: for number in &laws[0] {
        for game in &laws[1] {
            let verdict = prove_values(subject, parts, [number, game], limits)?;
            let is_theorem = matches!(verdict, Verdict::Theorem(_));
            if is_theorem || told.is_none() {
                told = Some((verdict, [number, game]));
            }
            if is_theorem {
                break 'all;
            }
        }
    }
    let nothing = || Verdict::OutOfReach("no law was found".into());
    let mut attempts = Vec::new();
    for which in (0..2).filter(|&which| parts.columns[which]) {
        let (verdict, law) = match &told {
            Some((verdict, laws)) => (verdict.clone(), Some(laws[which].clone())),
            None => (nothing(), laws[which].first().cloned()),
        };
        attempts.push(Attempt { verdict, law });
    }
    Ok(attempts)
}

/// What is said of a column of values of which there are no theorems: its law stays a conjecture.
#[must_use]
pub fn of_many_games(found: &FoundLaws) -> Attempt {
    let why = "values of many games, beside integers, have no theorems".to_owned();
    let law = found.laws.iter().find(|law| law.wrong == 0).map(|law| law.form.clone());
    Attempt { verdict: Verdict::OutOfReach(why), law }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_law_that_fails_beyond_its_table_is_refuted() {
        let subject = Subject::new(
            &"game Hole\nheap n\nBoth: (n) -> (n-1) if n != 151".parse().expect("rules"),
            false,
            &[0],
        );
        let rows = (0..=100).map(|n| (vec![n], n % 2));
        let table = Table::new(rows.collect()).expect("a table");
        let parity = find(&table, &[], &LawSearch::default()).laws.remove(0).form;
        let wrong = |limits: &Limits| wrong_beyond(&subject, &parity, (&table, &[]), limits);
        let found = wrong(&Limits::none().time(Duration::from_secs(600)));
        let Some(Verdict::Refuted { least, .. }) = found else { panic!("{found:?}") };
        assert_eq!(least, Some((vec![151], 0)));
        assert!(wrong(&Limits::none()).is_none(), "nothing ends it");
    }
}
