//! Products of numbers that are not fixed, and powers, by what they leave by a number m: neither has a formula, but
//! one that follows from it, and another from which it follows. Where a law is one of remainders by m, that is often
//! enough: no number k² + 1 is divided by 3, and 1 and 2 are two of them.

use super::{Abstraction, Writer};
use crate::formula::{Id, Linear, Relation};
use crate::rules::Expr;

/// Numbers up to this are multiplied, and powers up to the other known.
const FEW: i64 = 12;
const LARGEST: i64 = 1 << 12;
/// The largest number m.
const MOST: i64 = 16;

impl Writer<'_> {
    fn by(&self) -> Result<i64, String> {
        match self.claim.reads {
            Abstraction::Residues(by @ 1..=MOST) => Ok(by),
            _ => Err("powers of another number than the base".into()),
        }
    }

    /// Whether z is the product of two numbers: then it leaves what it must, and is 0 or no smaller than each; and it
    /// is if all three are such small numbers.
    pub(super) fn product_by_residues(
        &mut self,
        z: &Linear,
        factors: [&Expr; 2],
        env: &[Linear],
        likely: bool,
    ) -> Result<Id, String> {
        let by = self.by()?;
        let mut forms = Vec::new();
        for factor in factors {
            match &self.cases(factor, env)?[..] {
                [(given, form)] if given.is_empty() && form.is_natural() => {
                    forms.push(form.clone());
                }
                _ => return Err("products of numbers that may be negative".into()),
            }
        }
        self.guesses += 1;
        let is_square = forms[0] == forms[1];
        let (x, y) = (&forms[0], &forms[1]);
        let mut any = Vec::new();
        let to = if likely { by - 1 } else { FEW };
        for r in 0..=to {
            for s in if is_square { r..=r } else { 0..=to } {
                let mut all = Vec::new();
                for (form, n) in [(x, r), (y, s), (z, r * s)] {
                    all.push(match likely {
                        true => self.congruent(form, by, n % by)?,
                        false => {
                            self.formulas.compare(form, Relation::Equal, &Linear::number(n))?
                        }
                    });
                }
                any.push(self.formulas.and(&all));
            }
        }
        let any = self.formulas.or(&any);
        if !likely {
            return Ok(any);
        }
        let (zero, f) = (Linear::number(0), &mut self.formulas);
        let none = f.compare(z, Relation::Equal, &zero)?;
        let mut larger = Vec::new();
        for form in [x, y] {
            larger.push(f.compare(&Linear::number(1), Relation::AtMost, form)?);
            larger.push(f.compare(form, Relation::AtMost, z)?);
        }
        let larger = f.and(&larger);
        let either = f.or(&[none, larger]);
        Ok(f.and(&[any, either]))
    }

    /// Whether a number is a power of a fixed one: then it leaves what some power does, and is at least 1; and small
    /// powers are.
    pub(super) fn power_by_residues(
        &mut self,
        a: &Expr,
        of: &Expr,
        env: &[Linear],
        likely: bool,
    ) -> Result<Id, String> {
        let (by, Expr::Number(base @ 2..=LARGEST)) = (self.by()?, of) else {
            return Err("powers of a number that is not fixed".into());
        };
        self.guesses += 1;
        let mut any = Vec::new();
        for (given, form) in self.cases(a, env)? {
            // remainders come again within m steps
            let next = |&power: &i64| Some(if likely { power * base % by } else { power * base });
            let powers = std::iter::successors(Some(if likely { 1 % by } else { 1 }), next);
            let mut powers: Vec<i64> = match likely {
                true => powers.take(by as usize).collect(),
                false => powers.take_while(|&power| power <= LARGEST).collect(),
            };
            powers.sort_unstable();
            powers.dedup();
            for power in powers {
                let mut all = given.clone();
                if likely {
                    let one = Linear::number(1);
                    all.push(self.formulas.compare(&one, Relation::AtMost, &form)?);
                    all.push(self.congruent(&form, by, power)?);
                } else {
                    let power = Linear::number(power);
                    all.push(self.formulas.compare(&form, Relation::Equal, &power)?);
                }
                any.push(self.formulas.and(&all));
            }
        }
        Ok(self.either(&any))
    }
}
