//! Whether a move makes one heap of another, however many moves there are: the variables of a rule follow from what it
//! makes.

use super::expression::{Expr, Op};
use super::heap::{HeapMove, HeapRule, Range};

impl Expr {
    /// The degree of the polynomial that it is in a variable; nothing if it is none.
    fn degree_in(&self, variable: usize) -> Option<u32> {
        match self {
            Self::Number(_) => Some(0),
            Self::Variable(v) => Some(u32::from(*v == variable)),
            Self::Negate(a) => a.degree_in(variable),
            Self::Not(a) | Self::Prime(a) => a.degree_in(variable).filter(|&degree| degree == 0),
            Self::Binary(op, a, b) => {
                let (a, b) = (a.degree_in(variable)?, b.degree_in(variable)?);
                match op {
                    Op::Add | Op::Subtract => Some(a.max(b)),
                    Op::Multiply => Some(a + b),
                    _ => (a + b == 0).then_some(0),
                }
            }
        }
    }

    /// The value of a variable, above which no other is left open, for which it is `wanted`: nothing if that does not
    /// follow, and `Some(None)` if there is no such value.
    fn solved(&self, variable: usize, values: &[i64], wanted: i64) -> Option<Option<i64>> {
        let mut open = false;
        self.each_variable(&mut |v| open |= v > variable);
        if open || self.degree_in(variable) != Some(1) {
            return None;
        }
        let mut values = values.to_vec();
        values.push(0);
        let none = self.value(&values)?;
        values[variable] = 1;
        let slope = self.value(&values)?.checked_sub(none)?;
        let rest = i128::from(wanted).checked_sub(none)?;
        if slope == 0 {
            return None;
        }
        let solution = (rest.checked_rem(slope)? == 0).then(|| rest / slope);
        Some(solution.and_then(|solution| solution.try_into().ok()))
    }
}

impl HeapMove {
    /// Whether some choice of the variables makes a heap another; nothing where that is not seen.
    fn makes(&self, values: &mut Vec<i64>, to: &[i64]) -> Option<bool> {
        let [part] = &self.parts[..] else { return None };
        if part.count != Expr::Number(1) {
            return None;
        }
        let chosen = values.len() - to.len();
        let Some(range) = self.ranges.get(chosen) else {
            let holds = self.condition.as_ref().is_none_or(|c| c.holds(values));
            let made = part.entries.iter().zip(to).all(|(e, &n)| e.narrow_value(values) == Some(n));
            return Some(holds && made);
        };
        let choices = match range {
            Range::Of(list) => list.clone(),
            Range::Between(low, high) => {
                let variable = values.len();
                let solved = |(e, &n): (&Expr, &i64)| e.solved(variable, values, n);
                let choice = part.entries.iter().zip(to).find_map(solved)?;
                let (low, high) = (low.value(values), high.value(values));
                let inside = |n: &i64| {
                    let n = i128::from(*n);
                    low.is_some_and(|low| low <= n) && high.is_some_and(|high| n <= high)
                };
                choice.filter(inside).into_iter().collect()
            }
        };
        let mut seen = Some(false);
        for choice in choices {
            values.push(choice);
            let made = self.makes(values, to);
            values.pop();
            match made {
                Some(true) => return made,
                made => seen = seen.and(made),
            }
        }
        seen
    }
}

impl HeapRule {
    /// Whether it makes a heap another; nothing where that is not seen.
    pub(crate) fn makes(&self, heap: &[u64], to: &[u64]) -> Option<bool> {
        let numbers = |heap: &[u64]| heap.iter().map(|&n| i64::try_from(n).ok()).collect();
        let (mut from, to): (Vec<i64>, Vec<i64>) = (Option::zip(numbers(heap), numbers(to)))?;
        match self {
            Self::Written(one) => one.makes(&mut from, &to),
            Self::Code(code) => Some(code.leaves(heap[0], &to_heaps(&to))),
        }
    }
}

/// The heaps of a game with a code that one number is: none if it is 0.
fn to_heaps(to: &[i64]) -> Vec<u64> {
    to.iter().filter(|&&n| n > 0).map(|&n| n as u64).collect()
}

#[cfg(test)]
mod tests {
    use crate::language::Ruleset;
    use crate::position::GameGraph;
    use farstar_play::Player;

    /// What is said of a heap is what the list of moves says, and something is said of all moves that take.
    #[test]
    fn what_moves_make_is_what_is_listed() {
        let written = "game Rules\nheap a b\nLeft: (a,b) -> (a-2*i,b+i) for i in 1..4 if (a + i) mod 3 != 1\n (a,b) -> (b-k,a) for k in {1,3}\nRight: (a,b) -> (a-i*i,b) for i in 1..a\n";
        let rulesets = [
            (Ruleset::named("wythoff").unwrap(), true),
            (Ruleset::named("generalised-wythoff").unwrap(), true),
            (Ruleset::named("fibonacci-nim").unwrap(), true),
            (Ruleset::named("euclid").unwrap(), false),
            (Ruleset::named("cutcake").unwrap(), false),
            (written.parse().unwrap(), false),
        ];
        for (rules, all) in rulesets {
            let heaps = || (0..9).flat_map(|a| (0..9).map(move |b| format!("({a},{b})+(2,1)")));
            for from in heaps() {
                let (board, start) = rules.position(&from).unwrap();
                for player in [Player::Left, Player::Right] {
                    let mut options = Vec::new();
                    board.options(&start, player, &mut options);
                    let first = board.first_of_heaps(&start, player).unwrap();
                    assert_eq!(first.is_some(), !options.is_empty(), "{from}");
                    assert!(first.is_none_or(|first| options.contains(&first)), "{from}");
                    for to in heaps() {
                        let (_, end) = rules.position(&to).unwrap();
                        let said = board.leaves_heaps(&start, &end, player);
                        assert!(
                            said.is_none_or(|said| said == options.contains(&end)),
                            "{from} {to}"
                        );
                        assert!(said.is_some() || !all, "{from} {to}");
                    }
                }
            }
        }
    }
}
