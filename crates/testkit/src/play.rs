//! Outcomes by playing every line of play to its end.

use crate::Form;
use std::fmt;

/// Who wins: Left or Right whoever starts, or the Next or the Previous player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Left wins whoever starts.
    L,
    /// The next player wins.
    N,
    /// The previous player wins.
    P,
    /// Right wins whoever starts.
    R,
}

impl Outcome {
    fn of(left_wins_first: bool, right_wins_first: bool) -> Outcome {
        match (left_wins_first, right_wins_first) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Form {
    /// Whether Left, to move, wins under normal play.
    pub fn left_wins_first(&self) -> bool {
        self.left().iter().any(|g| !g.right_wins_first())
    }

    /// Whether Right, to move, wins under normal play.
    pub fn right_wins_first(&self) -> bool {
        self.right().iter().any(|g| !g.left_wins_first())
    }

    /// The outcome under normal play: who cannot move loses.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(self.left_wins_first(), self.right_wins_first())
    }

    /// The outcome under misère play: who cannot move wins.
    pub fn misere_outcome(&self) -> Outcome {
        Outcome::of(left_wins_misere(self), right_wins_misere(self))
    }
}

fn left_wins_misere(g: &Form) -> bool {
    g.left().is_empty() || g.left().iter().any(|l| !right_wins_misere(l))
}

fn right_wins_misere(g: &Form) -> bool {
    g.right().is_empty() || g.right().iter().any(|r| !left_wins_misere(r))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    #[test]
    fn the_outcome_is_the_sign_of_the_value() {
        for g in crate::born_by(2) {
            let expected = match g.compare(&Form::zero()) {
                Some(Ordering::Greater) => Outcome::L,
                Some(Ordering::Less) => Outcome::R,
                Some(Ordering::Equal) => Outcome::P,
                None => Outcome::N,
            };
            assert_eq!(g.outcome(), expected, "{g}");
        }
    }

    #[test]
    fn comparison_is_the_outcome_of_the_difference() {
        let games = crate::born_by(2);
        for g in &games {
            for h in &games {
                assert_eq!(g.ge(h), !g.sub(h).right_wins_first(), "{g} {h}");
            }
        }
    }

    #[test]
    fn misere_nim_with_one_heap() {
        assert_eq!(Form::zero().misere_outcome(), Outcome::N);
        assert_eq!(Form::nimber(1).misere_outcome(), Outcome::P);
        assert_eq!(Form::nimber(2).misere_outcome(), Outcome::N);
        assert_eq!(Form::integer(1).misere_outcome(), Outcome::R);
    }
}
