//! Conditions on divisors that are not fixed, of which formulas say only in part whether they hold.

use super::{Writer, free};
use crate::diagram::Var;
use crate::formula::{Id, Linear, Relation};
use crate::rules::Expr;

/// Common factors that are looked for.
const FACTORS: [i64; 2] = [2, 3];

impl Writer<'_> {
    /// See [`Self::condition`].
    pub(super) fn divides(
        &mut self,
        divisor: &Expr,
        of: &Expr,
        env: &[Linear],
        likely: bool,
    ) -> Result<Id, String> {
        let mut any = Vec::new();
        for (given_d, d) in self.cases(divisor, env)? {
            for (given_x, x) in self.cases(of, env)? {
                let divides = match (&d.terms[..], self.is_divided(&d, &x)?) {
                    ([], _) => self.congruent(&x, d.constant.abs(), 0)?,
                    (_, Some(divided)) => divided,
                    _ => self.perhaps_divides(&d, &x, likely)?,
                };
                any.push(self.formulas.and(&[&given_d[..], &given_x, &[divides]].concat()));
            }
        }
        Ok(self.either(&any))
    }

    /// A divisor d of x ≥ 1 is x, half of it or at most a third, and no higher power of 2 divides d than x; and all
    /// that is x, a half or a third of it, 1, or a power of 2 that x has as a factor is a divisor.
    fn perhaps_divides(&mut self, d: &Linear, x: &Linear, likely: bool) -> Result<Id, String> {
        self.guesses += 1;
        let large = || "numbers too large".to_owned();
        let (zero, one) = (Linear::number(0), Linear::number(1));
        let mut list = Vec::new();
        let (low_d, low_x) = (self.lowest(d, &mut list)?, self.lowest(x, &mut list)?);
        let (own, low_d, low_x) = (low_d.0, Linear::variable(low_d.1), Linear::variable(low_x.1));
        list.push(self.formulas.compare(&low_d, Relation::AtMost, &low_x)?);
        let triple = zero.plus(d, 3).ok_or_else(large)?;
        list.push(match likely {
            true => self.formulas.compare(&triple, Relation::AtMost, x)?,
            false => self.formulas.power(own),
        });
        let mut any = vec![self.some(&list, &free(&[d, x]))];
        for times in 1..=3 {
            let multiple = zero.plus(d, times).ok_or_else(large)?;
            let equal = self.formulas.compare(&multiple, Relation::Equal, x)?;
            let some = self.formulas.compare(&one, Relation::AtMost, d)?;
            any.push(self.formulas.and(&[equal, some]));
        }
        if likely {
            any.push(self.formulas.compare(x, Relation::AtMost, &zero)?);
            any.push(self.formulas.compare(d, Relation::AtMost, &zero)?);
        } else {
            let is_one = self.formulas.compare(d, Relation::Equal, &one)?;
            let is_none = self.formulas.compare(x, Relation::Equal, &zero)?;
            let some = self.formulas.compare(&one, Relation::AtMost, d)?;
            any.extend([is_one, self.formulas.and(&[is_none, some])]);
        }
        Ok(self.formulas.or(&any))
    }

    /// Variables for a form that is at least 1, and for its last digit 1 in base 2 with those behind it, which are
    /// x xor (x − 1).
    fn lowest(&mut self, form: &Linear, list: &mut Vec<Id>) -> Result<(Var, Var), String> {
        let [x, less, low] =
            [self.formulas.fresh()?, self.formulas.fresh()?, self.formulas.fresh()?];
        let before = form.plus(&Linear::number(1), -1).ok_or("numbers too large")?;
        list.push(self.formulas.compare(&Linear::variable(x), Relation::Equal, form)?);
        list.push(self.formulas.compare(&Linear::variable(less), Relation::Equal, &before)?);
        list.push(self.formulas.xor([x, less, low])?);
        Ok((x, low))
    }

    /// Whether the greatest common divisor of two numbers is 1 (`=`), is not (`!=`), or is more (`<`): see
    /// [`Self::condition`]. It is 0 of 0 and 0.
    pub(super) fn common_factor(
        &mut self,
        op: &str,
        [x, y]: [&Expr; 2],
        env: &[Linear],
        likely: bool,
    ) -> Result<Id, String> {
        if self.modulus.is_some() || self.formulas.quotients.is_some() {
            return Err("'gcd' of numbers that are divided".into());
        }
        self.guesses += 1;
        let zero = Linear::number(0);
        let mut any = Vec::new();
        for (given_x, x) in self.cases(x, env)? {
            for (given_y, y) in self.cases(y, env)? {
                let coprime = self.perhaps_coprime([&x, &y], likely == (op == "="))?;
                let mut holds = if op == "=" { coprime } else { self.formulas.not(coprime) };
                if op == "<" {
                    let none = [
                        self.formulas.compare(&x, Relation::Equal, &zero)?,
                        self.formulas.compare(&y, Relation::Equal, &zero)?,
                    ];
                    let some = self.formulas.and(&none);
                    let some = self.formulas.not(some);
                    holds = self.formulas.and(&[holds, some]);
                }
                any.push(self.formulas.and(&[&given_x[..], &given_y, &[holds]].concat()));
            }
        }
        Ok(self.either(&any))
    }

    /// Two numbers without a common factor have neither 2 nor 3 as one, are not equal, unless they are 1, and none is
    /// 0, unless the other is 1 or less; and they have none where one of them is 1, or one is the other and 1.
    fn perhaps_coprime(&mut self, both: [&Linear; 2], likely: bool) -> Result<Id, String> {
        let [zero, one] = [0, 1].map(Linear::number);
        let mut list = Vec::new();
        for [x, y] in [both, [both[1], both[0]]] {
            if likely {
                // y beside 0, but not 1
                let is_none = self.formulas.compare(x, Relation::Equal, &zero)?;
                let is_more = self.formulas.compare(&one, Relation::Less, y)?;
                list.push(self.formulas.and(&[is_none, is_more]));
            } else {
                let after = y.plus(&one, 1).ok_or("numbers too large")?;
                list.push(self.formulas.compare(x, Relation::Equal, &one)?);
                list.push(self.formulas.compare(x, Relation::Equal, &after)?);
            }
        }
        if !likely {
            return Ok(self.formulas.or(&list));
        }
        let [x, y] = both;
        let are_equal = self.formulas.compare(x, Relation::Equal, y)?;
        let is_more = self.formulas.compare(&one, Relation::Less, x)?;
        list.push(self.formulas.and(&[are_equal, is_more]));
        for factor in FACTORS {
            let both = [self.congruent(x, factor, 0)?, self.congruent(y, factor, 0)?];
            list.push(self.formulas.and(&both));
        }
        let common = self.formulas.or(&list);
        Ok(self.formulas.not(common))
    }
}
