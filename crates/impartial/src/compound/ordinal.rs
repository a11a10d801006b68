//! Ordinal sums: play in the base G ends the top H; play in the top leaves the base.

use std::ops::ControlFlow;

use farstar_rules::impartial::{Impartial, Visit};

/// The ordinal sum G : H. A move in the base throws the top away.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrdinalSum<P, Q> {
    base: P,
    /// `None` once the base was played.
    top: Option<Q>,
}

impl<P, Q> OrdinalSum<P, Q> {
    /// The ordinal sum of a base and a top.
    #[must_use]
    pub const fn new(base: P, top: Q) -> Self {
        Self { base, top: Some(top) }
    }
}

impl<P: Impartial, Q: Impartial> Impartial for OrdinalSum<P, Q> {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        self.base.options(&mut |base| visit(Self { base, top: None }))?;
        self.top.as_ref().map_or(ControlFlow::Continue(()), |top| {
            top.options(&mut |top| visit(Self { base: self.base.clone(), top: Some(top) }))
        })
    }
}

/// Grundy value of G : H from the values of the options of G and the value of H: the number with index `top` (from 0)
/// among those that are no value of an option of G.
///
/// The value depends on the options of G, not on its value alone; on H it depends by its value only (colon
/// principle, *Winning Ways*, ch. 7). `None` if it passes 64 bits. O(o log o) for o options.
///
/// # Examples
/// ```
/// use farstar_impartial::compound::ordinal_sum_value;
/// // *5 : *6 = *11, but {0, *2} : *1 = *3 although {0, *2} = *1.
/// assert_eq!(ordinal_sum_value(&[0, 1, 2, 3, 4], 6), Some(11));
/// assert_eq!(ordinal_sum_value(&[0, 2], 1), Some(3));
/// ```
#[must_use]
pub fn ordinal_sum_value(base_options: &[u64], top: u64) -> Option<u64> {
    let mut options = base_options.to_vec();
    options.sort_unstable();
    options.dedup();
    // Each option not above the candidate pushes it up by one.
    options.into_iter().try_fold(top, |value, option| {
        if option <= value { value.checked_add(1) } else { Some(value) }
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_dags;
    use super::*;
    use crate::digraph::grundy_values;
    use crate::search::{Token, grundy};
    use farstar_value::Limits;

    #[test]
    fn values_agree_with_full_play() {
        for graph in random_dags(60) {
            let values = grundy_values(&graph, &Limits::none()).unwrap();
            for (base, top) in [(6, 5), (5, 6), (4, 4), (0, 6), (6, 0)] {
                let token = |v| Token::new(&graph, v).unwrap();
                let played = grundy(&OrdinalSum::new(token(base), token(top)), &Limits::none());
                let options: Vec<u64> =
                    graph.successors(base).iter().map(|&v| u64::from(values[v as usize])).collect();
                let closed = ordinal_sum_value(&options, u64::from(values[top as usize]));
                assert_eq!(played.map(u64::from).ok(), closed);
            }
        }
        assert_eq!(ordinal_sum_value(&[u64::MAX], u64::MAX), None);
    }
}
