//! Values 0, *, 2^-e and -2^-e, in sums of two at most.
//!
//! Their options are 0 of *; 0 on the Left and 2^-(e-1) on the Right of 2^-e, none on the Right if e = 0; and the
//! negatives of these. Whether a sum is at least 0 is seen from its number, and where that is 0 from its stars; the
//! number is a sum of three powers of 2 with signs, that of the value among them.

use super::target::Target;
use super::{Turn, Writer};
use crate::diagram::Var;
use crate::formula::{Id, LAW, Linear, Relation};

/// The places of 0, * and the powers of 2 in the list that values are told by.
pub(super) const CLASSES: [usize; 4] = [0, 1, 2, 3];

/// Formulas, and where they hold the values of the parts of an option: a class, and the exponent.
type Sum = (Vec<Id>, Vec<(usize, Linear)>);

impl Writer<'_> {
    /// An option of a player by this kind of move has a value that is at least, for Right at most, one of some targets.
    pub(super) fn halves_beyond(
        &mut self,
        (turn, player, likely): (&Turn, usize, bool),
        targets: &[Target],
    ) -> Result<Id, String> {
        let d = 2 * self.arity() as Var;
        let exponent = |p: Var, q: Var| Linear { terms: vec![(1, p), (-1, q)], constant: 0 };
        let mut list = turn.guard(likely);
        let mut sums: Vec<Sum> = vec![(Vec::new(), Vec::new())];
        if turn.parts.iter().map(|(_, count)| count).sum::<i64>() > 2 {
            return Err("sums of too many values".into());
        }
        for (part, count) in &turn.parts {
            let [p, q, c] =
                [self.formulas.fresh()?, self.formulas.fresh()?, self.formulas.fresh()?];
            list.push(self.formulas.given(LAW, [&part[..], &[p, q, c]].concat()));
            let mut longer = Vec::new();
            for class in CLASSES {
                let is_it = self.is_class(c, class)?;
                for (given, terms) in &sums {
                    let more = vec![(class, exponent(p, q)); *count as usize];
                    longer.push(([&given[..], &[is_it]].concat(), [&terms[..], &more].concat()));
                }
            }
            sums = longer;
        }
        let mut any = Vec::new();
        for target in targets {
            let less = Linear::number(target.less.unwrap_or(0));
            let own = exponent(d, d + 1).plus(&less, 1).ok_or("numbers too large")?;
            for (given, terms) in &sums {
                let (mut powers, mut stars) = (Vec::new(), 0);
                let made = terms.iter().map(|(class, e)| (*class, e.clone(), player == 0));
                for (class, e, is_more) in made.chain([(target.game, own.clone(), player == 1)]) {
                    stars += usize::from(class == 1);
                    powers.extend((class > 1).then_some(((class == 2) == is_more, e)));
                }
                let [above, none] = self.sign(&powers)?;
                let mut all = given.clone();
                if let Some(class) = target.class {
                    all.push(self.is_class(d + 2, class)?);
                }
                all.push(if stars % 2 == 0 { self.formulas.or(&[above, none]) } else { above });
                any.push(self.formulas.and(&all));
            }
        }
        list.push(self.formulas.or(&any));
        let keep = [&self.position()[..], &[d, d + 1, d + 2]].concat();
        self.by_move(turn, &list, &keep, likely)
    }

    /// Whether a sum of powers 2^-e, each added or taken off, is more than 0, and whether it is 0.
    fn sign(&mut self, powers: &[(bool, Linear)]) -> Result<[Id; 2], String> {
        let (more, less): (Vec<_>, Vec<_>) = powers.iter().partition(|(added, _)| *added);
        let always = |writer: &mut Self, yes: [bool; 2]| yes.map(|yes| writer.formulas.always(yes));
        Ok(match (&more[..], &less[..]) {
            ([], []) => always(self, [false, true]),
            (_, []) => always(self, [true, false]),
            ([], _) => always(self, [false, false]),
            ([(_, a)], [(_, b)]) => [
                self.formulas.compare(a, Relation::Less, b)?,
                self.formulas.compare(a, Relation::Equal, b)?,
            ],
            ([(_, a), (_, b)], [(_, c)]) | ([(_, c)], [(_, a), (_, b)]) => {
                let one = Linear::number(1);
                let half = c.plus(&one, 1).ok_or("numbers too large")?;
                let as_large = [
                    self.formulas.compare(a, Relation::AtMost, c)?,
                    self.formulas.compare(b, Relation::AtMost, c)?,
                ];
                let halves = [
                    self.formulas.compare(a, Relation::Equal, &half)?,
                    self.formulas.compare(b, Relation::Equal, &half)?,
                ];
                let (two, none) = (self.formulas.or(&as_large), self.formulas.and(&halves));
                if more.len() == 2 {
                    [two, none]
                } else {
                    let other = self.formulas.or(&[two, none]);
                    [self.formulas.not(other), none]
                }
            }
            _ => return Err("sums of too many values".into()),
        })
    }
}
