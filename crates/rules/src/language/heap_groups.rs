//! Numbers of a heap that no move ties together: a heap is the sum of heaps in which all others are 0.

use std::ops::ControlFlow;

use super::expression::Expr;
use super::heap::{HeapMove, HeapRule, HeapRules, Range};

/// Instances of rules tried on the heap of zeros.
const STEPS: u64 = 1 << 10;

impl HeapMove {
    /// The numbers that it reads or changes, of so many; none if it makes more than one heap.
    fn touched(&self, arity: usize) -> Option<Vec<bool>> {
        let [part] = &self.parts[..] else { return None };
        if part.count != Expr::Number(1) {
            return None;
        }
        let mut touched = vec![false; arity];
        let mut note = |expr: &Expr| {
            expr.each_variable(&mut |v| {
                if let Some(here) = touched.get_mut(v) {
                    *here = true;
                }
            });
        };
        for range in &self.ranges {
            if let Range::Between(low, high) = range {
                note(low);
                note(high);
            }
        }
        self.condition.iter().for_each(&mut note);
        let changed = |&(i, entry): &(usize, &Expr)| *entry != Expr::Variable(i);
        let changed: Vec<(usize, &Expr)> =
            part.entries.iter().enumerate().filter(changed).collect();
        changed.iter().for_each(|(_, entry)| note(entry));
        changed.iter().for_each(|&(i, _)| touched[i] = true);
        Some(touched)
    }
}

impl HeapRule {
    /// The numbers that it reads or changes, as [`HeapMove::touched`].
    fn touched(&self, arity: usize) -> Option<Vec<bool>> {
        match self {
            Self::Written(one) => one.touched(arity),
            Self::Code(_) => None,
        }
    }

    /// The group of numbers that it reads or changes, if it is a move of one.
    pub(crate) fn group(&self, groups: &[usize]) -> Option<usize> {
        let touched = self.touched(groups.len())?;
        touched.iter().position(|&here| here).map(|first| groups[first])
    }
}

impl HeapRules {
    /// For each number of a heap the first one with which it is tied: a move that reads or changes one of several ties
    /// these. All are tied if a move makes several heaps, or one of zeros.
    pub(crate) fn groups(&self) -> Vec<usize> {
        let arity = self.names.len();
        let (mut groups, all) = ((0..arity).collect::<Vec<usize>>(), vec![0; arity]);
        for (rule, ..) in self.moves.iter().flatten() {
            let Some(touched) = rule.touched(arity) else { return all };
            let tied: Vec<usize> = (0..arity).filter(|&i| touched[i]).map(|i| groups[i]).collect();
            let Some(&first) = tied.iter().min() else { return all };
            groups.iter_mut().filter(|group| tied.contains(group)).for_each(|group| *group = first);
        }
        let (zeros, mut steps, mut moves) = (vec![0; arity], STEPS, false);
        for (rule, ..) in self.moves.iter().flatten() {
            let _ = rule.visit(&zeros, &mut steps, &mut |_| {
                moves = true;
                ControlFlow::Break(())
            });
        }
        if moves || steps == 0 { all } else { groups }
    }
}
