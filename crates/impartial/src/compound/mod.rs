//! Compounds: several games played together by one rule (Conway, *On Numbers and Games*, ch. 14; Smith 1966).
//!
//! A [`Compound`] is a position, so that any compound can be searched by its definition. Beside it stand the theorems,
//! each of which checks or demands its condition: outcomes of selective compounds, steps for the continued one,
//! Multi-SG, and games that end when a target is reached.

mod continued;
mod first_to_reach;
mod multi;

pub use continued::{Steps, continued_steps};
pub use first_to_reach::{FirstToReach, strip_losing_points};
pub use multi::multi_grundy;

use std::ops::ControlFlow;

use farstar_rules::impartial::{Impartial, Visit};

use crate::digraph::Outcome;

/// In which components one move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Joint {
    /// In at least one and at most so many: 1 is the disjunctive sum, 2 or more is Moore's rule.
    AtMost(usize),
    /// In one or more: the selective compound.
    Selective,
    /// In all that have not ended; the game ends with the last: the continued conjunctive compound ("Every-SG").
    Continued,
}

/// Several games played together.
///
/// # Examples
/// ```
/// use farstar_impartial::compound::{Compound, Joint};
/// use farstar_impartial::digraph::Digraph;
/// use farstar_impartial::search::{Token, grundy};
/// use farstar_value::Limits;
/// let nim = Digraph::from_arcs(3, &[(1, 0), (2, 0), (2, 1)])?;
/// let heaps = vec![Token::new(&nim, 1)?, Token::new(&nim, 2)?];
/// let both_or_one = Compound::new(Joint::Selective, heaps);
/// assert_eq!(grundy(&both_or_one, &Limits::none())?, 3); // 1 + 2
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Compound<P> {
    joint: Joint,
    components: Vec<P>,
}

impl<P: Impartial> Compound<P> {
    /// The compound of `components` under the rule `joint`.
    #[must_use]
    pub fn new(joint: Joint, mut components: Vec<P>) -> Self {
        components.sort_unstable();
        Self { joint, components }
    }
}

impl<P: Impartial> Impartial for Compound<P> {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        let count = self.components.len();
        let moves: Vec<Vec<P>> = self
            .components
            .iter()
            .map(|component| {
                let mut options = Vec::new();
                // The visitor never breaks off.
                let _ = component.options(&mut |option| {
                    options.push(option);
                    ControlFlow::Continue(())
                });
                options.sort_unstable();
                options.dedup();
                options
            })
            .collect();
        let (must_move, most): (Box<dyn Fn(usize) -> bool>, usize) = match self.joint {
            Joint::AtMost(most) => (Box::new(|_| false), most),
            Joint::Selective => (Box::new(|_| false), count),
            Joint::Continued => (Box::new(|i| !moves[i].is_empty()), count),
        };
        if (0..count).any(|i| must_move(i) && moves[i].is_empty()) {
            return ControlFlow::Continue(());
        }
        // A wheel for each component: 0 stays, i takes option i − 1.
        let least = |i: usize| usize::from(must_move(i));
        let mut wheel: Vec<usize> = (0..count).map(least).collect();
        loop {
            let moved = wheel.iter().filter(|&&i| i > 0).count();
            if (1..=most).contains(&moved) {
                let next = |i: usize| match wheel[i] {
                    0 => self.components[i].clone(),
                    taken => moves[i][taken - 1].clone(),
                };
                visit(Self::new(self.joint, (0..count).map(next).collect()))?;
            }
            // Wheels behind one that would be a move too many need not turn.
            let free = |k: usize| {
                let before = wheel[..k].iter().filter(|&&i| i > 0).count();
                wheel[k] < moves[k].len() && before < most
            };
            let Some(at) = (0..count).rev().find(|&k| free(k)) else {
                return ControlFlow::Continue(());
            };
            wheel[at] += 1;
            for (k, turned) in wheel.iter_mut().enumerate().skip(at + 1) {
                *turned = least(k);
            }
        }
    }

    fn parts(self) -> Vec<Self> {
        if self.joint != Joint::AtMost(1) {
            return vec![self];
        }
        let parts = self.components.into_iter().flat_map(P::parts);
        parts.map(|part| Self::new(Joint::AtMost(1), vec![part])).collect()
    }
}

/// The outcome of the selective compound: P iff every component is P, also when play may be endless nowhere; `None` if
/// a component is drawn.
///
/// The Grundy value of a selective compound is not a function of those of its components; search [`Compound`] for it.
#[must_use]
pub fn selective_outcome(components: &[Outcome]) -> Option<Outcome> {
    let drawn = components.contains(&Outcome::Draw);
    let next_wins = components.contains(&Outcome::N);
    (!drawn).then(|| Outcome::from_next_wins(next_wins))
}

/// Grundy value of the selective compound of nim heaps: their ordinary sum. `None` if it passes 64 bits.
///
/// ```
/// assert_eq!(farstar_impartial::compound::selective_nim_value(&[5, 6]), Some(11));
/// ```
#[must_use]
pub fn selective_nim_value(heaps: &[u64]) -> Option<u64> {
    heaps.iter().try_fold(0u64, |sum, &heap| sum.checked_add(heap))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::{Digraph, grundy_values, outcomes, tests_support};
    use crate::search::{Token, grundy};
    use farstar_value::Limits;

    /// Random loop-free graphs on seven vertices.
    pub(super) fn random_dags(count: u32) -> impl Iterator<Item = Digraph> {
        tests_support::random_dags(count, 7, 3)
    }

    pub(super) fn next_wins(joint: Joint, graphs: &[&Digraph], starts: &[u32]) -> bool {
        let tokens = graphs.iter().zip(starts).map(|(graph, &v)| Token::new(graph, v).unwrap());
        grundy(&Compound::new(joint, tokens.collect()), &Limits::none()).unwrap() != 0
    }

    #[test]
    fn selective_outcomes_follow_their_theorem() {
        for graph in random_dags(40) {
            let solved = outcomes(&graph, &Limits::none()).unwrap();
            for (a, b, c) in [(6, 5, 4), (6, 6, 1), (5, 3, 2), (6, 4, 0)] {
                let starts = [a, b, c];
                let single = starts.map(|v| solved.outcome(v));
                let graphs = [&graph; 3];
                let played = Outcome::from_next_wins(next_wins(Joint::Selective, &graphs, &starts));
                assert_eq!(selective_outcome(&single), Some(played));
            }
        }
        assert_eq!(selective_outcome(&[Outcome::Draw]), None);
    }

    #[test]
    fn selective_values_are_no_function_of_the_values() {
        // G = {0, *2} has value 1, but G with *1 is worth 4, not 1 + 1.
        let graph = Digraph::from_arcs(5, &[(1, 0), (2, 0), (2, 1), (3, 0), (3, 2)]).unwrap();
        let values = grundy_values(&graph, &Limits::none()).unwrap();
        assert_eq!((values[1], values[3]), (1, 1));
        let token = |v| Token::new(&graph, v).unwrap();
        let value = |tokens| grundy(&Compound::new(Joint::Selective, tokens), &Limits::none());
        assert_eq!(value(vec![token(3), token(1)]), Ok(4));
        assert_eq!(value(vec![token(1), token(1)]), Ok(2));
    }

    #[test]
    fn selective_nim_adds_as_numbers_do() {
        let arcs: Vec<(u32, u32)> = (0..7).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let nim = Digraph::from_arcs(7, &arcs).unwrap();
        for (a, b) in [(5, 6), (2, 3), (0, 4), (6, 6)] {
            let heaps = vec![Token::new(&nim, a).unwrap(), Token::new(&nim, b).unwrap()];
            let value = grundy(&Compound::new(Joint::Selective, heaps), &Limits::none());
            assert_eq!(value.map(u64::from).ok(), selective_nim_value(&[a.into(), b.into()]));
        }
    }

    #[test]
    fn at_most_one_is_the_disjunctive_sum() {
        for graph in random_dags(20) {
            let values = grundy_values(&graph, &Limits::none()).unwrap();
            let tokens = vec![Token::new(&graph, 6).unwrap(), Token::new(&graph, 5).unwrap()];
            let value = grundy(&Compound::new(Joint::AtMost(1), tokens), &Limits::none());
            assert_eq!(value, Ok(values[6] ^ values[5]));
        }
    }
}
