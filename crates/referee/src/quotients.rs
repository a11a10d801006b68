//! Formulas in which numbers stand as quotients and remainders by one number, p = b + c, where b is a number of the
//! formulas and c is given.
//!
//! A number n is q·p + r with r < p, on two tracks, one for q and one for r. A linear form of such numbers and of b,
//! which is p − c, is Q·p + R, where Q and R are linear forms of quotients and of remainders; and |R| ≤ B·p if B is
//! the sum of the sizes of the factors of R and of its constant, as p ≥ 1. So where Q < −B the form is negative, where
//! Q > B it is positive, and there are finitely many other Q, with each of which it is a linear form of remainders and
//! b. So what is compared is decided, though a product of two numbers is no formula.

use crate::diagram::Var;
use crate::formula::{Formulas, Id, Linear, Node, Quotients, Relation};

/// Quotients that are told apart.
const MOST: i64 = 24;

fn large() -> String {
    "numbers too large for quotients".to_owned()
}

impl Formulas {
    /// How a form compares with 0.
    pub(crate) fn by_quotients(
        &mut self,
        by: &Quotients,
        form: &Linear,
        relation: Relation,
    ) -> Result<Id, String> {
        let on = |which: Var| move |&(factor, var): &(i64, Var)| (factor, 2 * var + which);
        if form.terms.iter().all(|term| by.is_whole(term.1)) {
            let terms = form.terms.iter().map(on(0)).collect();
            return self.compare_form(Linear { terms, ..*form }, relation);
        }
        let (whole, divided): (Vec<_>, Vec<_>) =
            form.terms.iter().copied().partition(|term| by.is_whole(term.1));
        let times = match whole[..] {
            [] => 0,
            [(factor, var)] if var == by.of => factor,
            _ => return Err("a number beside one that is divided".into()),
        };
        // b is p − c
        let constant = times.checked_mul(by.more).and_then(|c| form.constant.checked_sub(c));
        let constant = constant.ok_or_else(large)?;
        let sizes = divided.iter().map(|term| term.0).chain([constant]);
        let bound = sizes.map(i64::unsigned_abs).fold(0, u64::saturating_add);
        let Some(bound) = i64::try_from(bound).ok().filter(|&bound| bound <= MOST) else {
            return Err(large());
        };
        let quotient = Linear { terms: divided.iter().map(on(0)).collect(), constant: times };
        let remainder = Linear { terms: divided.iter().map(on(1)).collect(), constant };
        let mut any = Vec::new();
        for value in -bound..=bound {
            let less = quotient.plus(&Linear::number(value), -1).ok_or_else(large)?;
            let is_it = self.compare_form(less, Relation::Equal)?;
            let sum = by.times(value).and_then(|times| remainder.plus(&times, 1));
            let holds = self.compare_form(sum.ok_or_else(large)?, relation)?;
            any.push(self.and(&[is_it, holds]));
        }
        if relation != Relation::Equal {
            let below = quotient.plus(&Linear::number(bound), 1).ok_or_else(large)?;
            any.push(self.compare_form(below, Relation::Less)?);
        }
        Ok(self.or(&any))
    }

    /// z is the remainder of y.
    pub(crate) fn is_remainder(&mut self, y: Var, z: Var) -> Id {
        let mut terms = vec![(1, 2 * z + 1), (-1, 2 * y + 1)];
        terms.sort_by_key(|term| term.1);
        let same = self.add(Node::Linear(terms, 0, false));
        let less = self.add(Node::Linear(vec![(1, 2 * z)], 0, false));
        self.and(&[same, less])
    }

    /// p divides y.
    pub(crate) fn has_no_remainder(&mut self, y: Var) -> Id {
        self.add(Node::Linear(vec![(1, 2 * y + 1)], 0, false))
    }

    /// The remainders among some tracks are less than p.
    pub(crate) fn remainders(&mut self, by: &Quotients, tracks: &[Var]) -> Vec<Id> {
        let remainders = tracks.iter().copied().filter(|track| track % 2 == 1);
        let less = |track| {
            // r < b + c
            let mut terms = vec![(1, track), (-1, 2 * by.of)];
            terms.sort_by_key(|term| term.1);
            Node::Linear(terms, 1 - by.more, true)
        };
        remainders.map(less).collect::<Vec<_>>().into_iter().map(|less| self.add(less)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Numeration;

    /// Whether a formula without quantors holds of numbers on tracks.
    fn holds(formulas: &Formulas, id: Id, numbers: &dyn Fn(Var) -> i64) -> bool {
        match &formulas.nodes()[id] {
            Node::Linear(terms, constant, at_most) => {
                let sum: i64 = terms.iter().map(|&(factor, track)| factor * numbers(track)).sum();
                if *at_most { sum + constant <= 0 } else { sum + constant == 0 }
            }
            Node::And(a, b) => holds(formulas, *a, numbers) && holds(formulas, *b, numbers),
            Node::Or(a, b) => holds(formulas, *a, numbers) || holds(formulas, *b, numbers),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn forms_of_numbers_that_are_divided_compare_as_they_do() {
        // numbers x, y on tracks 0 to 3, and b on track 4
        let relations = [Relation::Equal, Relation::AtMost, Relation::Less];
        for more in 0..=2 {
            let by = Quotients { of: 2, more, whole: Vec::new() };
            for form in
                (0..7 * 7 * 5 * 9).map(|n| [n % 7 - 3, n / 7 % 7 - 3, n / 49 % 5 - 2, n / 245 - 4])
            {
                let [x, y, b, constant] = form;
                let terms = [(x, 0), (y, 1), (b, 2)].into_iter().filter(|term| term.0 != 0);
                let linear = Linear { terms: terms.collect(), constant };
                for relation in relations {
                    let mut formulas = Formulas::new(Numeration::Base(2), 9);
                    let id = formulas.by_quotients(&by, &linear, relation).expect("it is small");
                    for numbers in (0..9 * 9 * 4).map(|n| [n % 9, n / 9 % 9, n / 81]) {
                        let [own, other, of] = numbers;
                        let p = of + more;
                        if p == 0 {
                            continue;
                        }
                        let sum = x * own + y * other + b * of + constant;
                        let wanted = match relation {
                            Relation::Equal => sum == 0,
                            Relation::AtMost => sum <= 0,
                            Relation::Less => sum < 0,
                        };
                        let on = [own / p, own % p, other / p, other % p, of];
                        let told = holds(&formulas, id, &|track| on[usize::from(track)]);
                        assert_eq!(told, wanted, "{form:?} {relation:?} {numbers:?} p = {p}");
                    }
                }
            }
        }
    }
}
