//! Which checker checks which table.

use crate::checker::Checker;
use crate::{
    cgsuite, impartial, loopy, misere, nimber, partizan, rulesets, surreal, value, winners,
};

/// Every checker there is, family by family.
fn checkers() -> impl Iterator<Item = &'static Checker> {
    [
        value::CHECKERS,
        partizan::CHECKERS,
        loopy::CHECKERS,
        misere::CHECKERS,
        nimber::CHECKERS,
        surreal::CHECKERS,
        impartial::CHECKERS,
        rulesets::CHECKERS,
        winners::CHECKERS,
        cgsuite::CHECKERS,
    ]
    .into_iter()
    .flatten()
}

/// The checker for the table whose file stem is `stem`.
#[must_use]
pub fn checker(stem: &str) -> Option<&'static Checker> {
    checkers().find(|checker| checker.stem == stem)
}

/// The stems of all tables that can be checked, in alphabetical order.
#[must_use]
pub fn stems() -> Vec<&'static str> {
    let mut stems: Vec<_> = checkers().map(|checker| checker.stem).collect();
    stems.sort_unstable();
    stems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_table_has_two_checkers() {
        let stems = stems();
        assert!(stems.windows(2).all(|pair| pair[0] < pair[1]), "{stems:?}");
    }
}
