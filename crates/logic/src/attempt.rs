//! The laws that were found of a table, one after the other, until one is a theorem; then automata of the same table.

use crate::interval;
use crate::period;
use crate::played::first_wrong;
use crate::product::prove_product;
use crate::prove::{Subject, Verdict, prove, prove_threshold};
use crate::threshold;
use farstar_find::{Binary, Expr, FoundLaws, LawClass, LawForm, LawSearch, Table, Unary, find};
use farstar_play::{Limits, Stopped};
use farstar_rules::language::Ruleset;

/// The best that could be said of some laws.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// What came of it.
    pub verdict: Verdict,
    /// The law that was proved or refuted; of those that are beyond reach the first.
    pub law: Option<LawForm>,
}

/// Laws that are tried.
pub(crate) const MOST_LAWS: usize = 6;

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
    if let Some(code) = &subject.code
        && let Some((law, proof)) = period::proved_period(code, subject.outcomes, limits)?
    {
        let (verdict, law) = (Verdict::Period(Box::new(proof)), Some(LawForm::Periodic(law)));
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
        let mut verdict = match prove_product(subject, form, limits)? {
            Some(proof) => Verdict::Theorem(proof),
            None => prove(subject, form, limits)?,
        };
        if let Verdict::Refuted { near: Some(near), least, .. } = &mut verdict
            && let Ok(rules) = Ruleset::named(&subject.rules)
        {
            let to = near.iter().copied().max().unwrap_or(0);
            *least = first_wrong(&rules, subject.outcomes, form, &subject.low, to, limits)?;
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
    let search = LawSearch {
        classes: vec![LawClass::Automata],
        more: true,
        limits: limits.clone(),
        ..LawSearch::default()
    };
    for law in find(table, held_back, &search).laws.iter().filter(|law| law.wrong == 0) {
        if let Some(decided) = one(&law.form, false)? {
            return Ok(decided);
        }
    }
    let nothing = || Attempt { verdict: Verdict::OutOfReach("there is no law".into()), law: None };
    Ok(refused.unwrap_or_else(nothing))
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
