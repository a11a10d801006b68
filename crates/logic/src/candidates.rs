//! The laws of a table that are tried to prove: those that were found, and further ones that are looked for then.

use crate::heaps::Rows;
use farstar_find::{FoundLaws, LawClass, LawForm, LawSearch, Table, find};
use farstar_play::Limits;

/// Laws that are tried.
pub(crate) const MOST_LAWS: usize = 6;
/// The share of the time in which further expressions are looked for, where none that was found is a theorem; there is
/// no end of them.
pub(crate) const FURTHER: f64 = 0.2;

/// A column: the laws that were found, and the cells.
pub type LawColumn<'a> = (&'a FoundLaws, &'a Table, &'a Rows);

/// The laws that are right everywhere; with automata of the same table where none of them may be one.
pub(crate) fn laws_of((found, table, held_back): &LawColumn<'_>, limits: &Limits) -> Vec<LawForm> {
    let right = found.laws.iter().filter(|law| law.wrong == 0).take(MOST_LAWS);
    let mut laws: Vec<LawForm> = right.map(|law| law.form.clone()).collect();
    for class in [LawClass::Automata, LawClass::Expressions] {
        if !laws.iter().any(has_automaton) {
            laws.extend(further(class, table, held_back, limits));
        }
    }
    laws
}

/// Whether a law may be an automaton.
fn has_automaton(law: &LawForm) -> bool {
    !matches!(law, LawForm::Slice { .. } | LawForm::Recurrence(_) | LawForm::Complementary(_))
        && law.class() != LawClass::Recursion
}

/// Laws of one kind that are right everywhere, as many as are found.
pub(crate) fn further(
    class: LawClass,
    table: &Table,
    held_back: &[(Vec<i64>, i64)],
    limits: &Limits,
) -> Vec<LawForm> {
    let limits = match class {
        LawClass::Automata => limits.clone(),
        _ if limits.deadline.is_none() => return Vec::new(),
        _ => limits.share(FURTHER),
    };
    let search = LawSearch { classes: vec![class], more: true, limits, ..LawSearch::default() };
    let found = find(table, held_back, &search).laws.into_iter().filter(|law| law.wrong == 0);
    found.map(|law| law.form).take(MOST_LAWS).collect()
}
