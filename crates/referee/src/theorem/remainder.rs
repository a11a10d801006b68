//! Laws that read the remainder of the first entry by a number p that the others make and no move changes.
//!
//! The entry is w + r where p divides w and r < p. That p divides is no formula, but a move that takes so little that w
//! falls by no more than a few times p leads to w′ + r′ where w′ is w, or w − p, or w − 2p, and so is divided too. What
//! is shown for all w, be they divided or not, is shown for those that are. Where p is larger for odd entries, numbers
//! that are 1 for these and else 0 stand beside them.
//!
//! If the move takes a power k of a number b that is p − 1, p or p + 1, then k is s + u where p divides u and s is 1 or
//! b, 1 or 0, or 1, since so are the powers of −1, 0 and 1. So s ≤ p, and w′ is w − u or w − u − p. Again what is shown
//! for all u is shown for those that p divides; and where a move is needed, k = 1 and k = b will do, with u = 0.

use super::{Kind, Modulus, Turn, Writer};
use crate::diagram::Var;
use crate::formula::{Id, Linear, Relation};
use crate::rules::{Expr, binary};

/// How many times p the part that p divides may fall in a move.
const FALLS: i64 = 2;

fn large() -> String {
    "numbers too large".to_owned()
}

impl Writer<'_> {
    /// Sets the modulus, which is to be shown to be at least 1.
    pub(super) fn by_remainders(&mut self, modulus: &Modulus) -> Result<(), String> {
        let arity = self.rules.names.len();
        let has_kind = matches!(self.claim.kind, Kind::Grundy | Kind::Outcome | Kind::Winners);
        let is_whole = [0, arity - 1].contains(&modulus.odd.len());
        if modulus.factors.len() + 1 != arity || !is_whole || self.claim.low[0] != 0 || !has_kind {
            return Err("no law of remainders".into());
        }
        let (mut form, mut inside) =
            (Linear::number(modulus.constant), vec![self.inside(&self.heap())?]);
        for (&factor, &var) in modulus.factors.iter().zip(&self.heap()[1..]) {
            form = form.plus(&Linear::variable(var), factor).ok_or_else(large)?;
        }
        for (&more, &var) in
            modulus.odd.iter().zip(&self.heap()[1..]).filter(|(more, _)| **more != 0)
        {
            let odd = self.formulas.fresh()?;
            form = form.plus(&Linear::variable(odd), more).ok_or_else(large)?;
            inside.push(self.is_odd(var, odd)?);
            self.odd.push((var, odd));
        }
        let none = self.formulas.compare(&form, Relation::Less, &Linear::number(1))?;
        self.never("the modulus is at least 1", false, &[&inside[..], &[none]].concat());
        self.modulus = Some((self.formulas.fresh()?, form));
        Ok(())
    }

    /// Whether one number is 1 where another is odd, and else 0.
    fn is_odd(&mut self, var: Var, odd: Var) -> Result<Id, String> {
        let half = self.formulas.fresh()?;
        let twice = Linear { terms: vec![(2, half), (1, odd)], constant: 0 };
        let both = [
            self.formulas.compare(&Linear::variable(var), Relation::Equal, &twice)?,
            self.formulas.compare(&Linear::variable(odd), Relation::Less, &Linear::number(2))?,
        ];
        Ok(self.formulas.exists(&[half], &both))
    }

    /// The remainder is less than the modulus, and what it leaves is nothing, the modulus, or at least twice that.
    pub(super) fn with_remainder(&mut self, inside: Id) -> Result<Id, String> {
        let Some((rest, p)) = self.modulus.clone() else { return Ok(inside) };
        let (r, rest) = (Linear::variable(0), Linear::variable(rest));
        let twice = p.plus(&p, 1).ok_or_else(large)?;
        let f = &mut self.formulas;
        let less = f.compare(&r, Relation::Less, &p)?;
        let any = [
            f.compare(&rest, Relation::Equal, &Linear::number(0))?,
            f.compare(&rest, Relation::Equal, &p)?,
            f.compare(&twice, Relation::AtMost, &rest)?,
        ];
        let mut all = vec![inside, less, f.or(&any)];
        for (var, odd) in self.odd.clone() {
            all.push(self.is_odd(var, odd)?);
        }
        Ok(self.formulas.and(&all))
    }

    /// The remainder of the first entry of a heap that a move makes, and what it leaves.
    pub(super) fn remainder(
        &mut self,
        line: usize,
        entries: &[Expr],
        env: &[Linear],
        guard: &mut Vec<Id>,
    ) -> Result<(Var, Var), String> {
        let Some((rest, p)) = self.modulus.clone() else { return Err("no modulus".into()) };
        let is_same = |(i, entry): (usize, &Expr)| *entry == Expr::Variable(i);
        if !entries.iter().enumerate().skip(1).all(is_same) {
            return Err("a move changes the modulus".into());
        }
        if let Some((power, _)) = &self.power
            && entries[0] != binary("-", Expr::Variable(0), power.clone())
        {
            return Err("a power that is not what is taken".into());
        }
        let first = self.cases(&entries[0], env)?;
        let alone = |form: Linear| [(Vec::new(), form)];
        // a move leads to no larger heap, and not too far down
        let (least, most) =
            (Linear::variable(rest).plus(&p, -FALLS).ok_or_else(large)?, env[0].clone());
        let inside = self.heaps()?;
        let natural = self.compared_cases(&alone(Linear::number(0)), Relation::AtMost, &first)?;
        let above = self.compared_cases(&alone(least), Relation::AtMost, &first)?;
        let below = self.compared_cases(&first, Relation::AtMost, &alone(most))?;
        let near = self.formulas.and(&[above, below]);
        let far = self.formulas.not(near);
        let list = [&guard[..], &[inside, natural, far]].concat();
        let never = self.some(&list, &self.position());
        if self.power.is_none() {
            let name = format!("move {}: takes a few times the modulus", line + 1);
            self.never(name, false, &[never]);
        }
        let (r, w) = (self.formulas.fresh()?, self.formulas.fresh()?);
        let sum = Linear::variable(r).plus(&Linear::variable(w), 1).ok_or_else(large)?;
        guard.push(self.compared_cases(&alone(sum), Relation::Equal, &first)?);
        guard.push(self.formulas.compare(&Linear::variable(r), Relation::Less, &p)?);
        let mut any = Vec::new();
        for times in 0..=FALLS {
            let mut fallen = Linear::variable(w).plus(&p, times).ok_or_else(large)?;
            if let Some((_, power)) = self.power {
                fallen = fallen.plus(&Linear::variable(power), 1).ok_or_else(large)?;
            }
            any.push(self.formulas.compare(&fallen, Relation::Equal, &Linear::variable(rest))?);
        }
        guard.push(self.formulas.or(&any));
        Ok((r, w))
    }

    /// Whether a number is a power, as far as remainders tell: see above.
    pub(super) fn power_by_remainders(
        &mut self,
        a: &Expr,
        of: &Expr,
        env: &[Linear],
        likely: bool,
    ) -> Result<Id, String> {
        self.guesses += 1;
        let Some((_, p)) = self.modulus.clone() else { return Err("no modulus".into()) };
        let power = a.clone();
        let (numbers, bases) = (self.cases(a, env)?, self.cases(of, env)?);
        let ([(given, a)], [(more, b)]) = (&numbers[..], &bases[..]) else {
            return Err("powers by cases".into());
        };
        let beyond = p.plus(b, -1).ok_or_else(large)?;
        let (one, zero) = (Linear::number(1), Linear::number(0));
        let remainders = match (&beyond.terms[..], beyond.constant) {
            ([], 1) => vec![one.clone(), b.clone()],
            ([], 0) => vec![one.clone(), zero.clone()],
            ([], -1) => vec![one.clone()],
            _ => return Err("powers of another number than one beside the modulus".into()),
        };
        if !given.is_empty() || !more.is_empty() || self.power.is_some() == likely {
            return Err("powers by cases".into());
        }
        let u = match self.power {
            Some((_, u)) => u,
            None => self.formulas.fresh()?,
        };
        self.power = Some((power, u));
        let (rest, mut any) = (Linear::variable(u), Vec::new());
        for s in if likely { remainders } else { vec![one, b.clone()] } {
            let sum = s.plus(&rest, 1).ok_or_else(large)?;
            any.push(self.formulas.compare(a, Relation::Equal, &sum)?);
        }
        let any = self.formulas.or(&any);
        let none = self.formulas.compare(&rest, Relation::Equal, &zero)?;
        Ok(if likely { any } else { self.formulas.and(&[any, none]) })
    }

    /// The first entry falls in every part.
    pub(super) fn ending_by_remainders(&mut self, turn: &Turn, inside: Id) -> Result<(), String> {
        if turn.multiple.is_some() || turn.rests.len() < turn.parts.len() {
            return Err("multiples and remainders".into());
        }
        let entry = self.entries().swap_remove(0);
        for ((part, _), &rest) in turn.parts.iter().zip(&turn.rests) {
            let after = Linear::variable(part[0]).plus(&Linear::variable(rest), 1);
            let stays =
                self.formulas.compare(&entry, Relation::AtMost, &after.ok_or_else(large)?)?;
            let list = [&turn.guard[..], &[inside, stays]].concat();
            let keep = [&self.position()[..], &[part[0], rest]].concat();
            let never = self.some(&list, &keep);
            self.never(format!("move {}: play ends", turn.line + 1), false, &[never]);
        }
        Ok(())
    }
}
