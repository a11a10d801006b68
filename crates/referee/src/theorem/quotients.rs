//! Laws that read quotients and remainders by an entry p − c of the heap that no move changes: see
//! [`crate::quotients`].

use super::{Divisor, Kind, Writer};
use crate::diagram::Var;
use crate::formula::{Id, Linear, Numeration, Quotients, Relation};
use crate::rules::Expr;

impl Writer<'_> {
    /// Divides all numbers from here on, by what is to be shown to be at least 1.
    pub(super) fn by_quotients(&mut self, divisor: Divisor) -> Result<(), String> {
        let arity = self.arity();
        let has_kind = matches!(self.claim.kind, Kind::Grundy | Kind::Outcome | Kind::Winners);
        let has_runs = self.rules.moves.iter().any(|one| one.run);
        let is_base = matches!(self.claim.numeration, Numeration::Base(_));
        let values = divisor.values && self.claim.kind != Kind::Grundy;
        if divisor.entry >= arity || !has_kind || has_runs || !is_base || values {
            return Err("no law of quotients".into());
        }
        let of = self.heap()[divisor.entry];
        let first = 2 * arity as Var;
        let whole = if divisor.values { Vec::new() } else { (first..first + 3).collect() };
        self.formulas.quotients = Some(Quotients { of, more: divisor.more, whole });
        let inside = self.inside(&self.heap())?;
        let form = Linear::variable(of).plus(&Linear::number(divisor.more), 1);
        let form = form.ok_or("numbers too large")?;
        let none = self.formulas.compare(&form, Relation::Less, &Linear::number(1))?;
        self.never("the divisor is at least 1", false, &[inside, none]);
        Ok(())
    }

    /// A variable for a value, which stands as it is unless values are divided.
    pub(super) fn value(&mut self) -> Result<Var, String> {
        let var = self.formulas.fresh()?;
        if let Some(quotients) = &mut self.formulas.quotients
            && !quotients.whole.is_empty()
        {
            quotients.whole.push(var);
        }
        Ok(var)
    }

    /// Whether a form is what numbers are divided by.
    fn is_divisor(&self, form: &Linear) -> bool {
        let is_it = |by: &Quotients| form.terms == [(1, by.of)] && form.constant == by.more;
        self.formulas.quotients.as_ref().is_some_and(is_it)
    }

    /// Whether a form is a multiple of what numbers are divided by; nothing of another divisor.
    pub(super) fn is_divided(&mut self, by: &Linear, form: &Linear) -> Result<Option<Id>, String> {
        if !self.is_divisor(by) {
            return Ok(None);
        }
        let mut any = Vec::new();
        for sign in [1, -1] {
            let y = self.formulas.fresh()?;
            let size = Linear::number(0).plus(form, sign).ok_or("numbers too large")?;
            let is_it = self.formulas.compare(&Linear::variable(y), Relation::Equal, &size)?;
            let divided = self.formulas.has_no_remainder(y);
            any.push(self.formulas.exists(&[y], &[is_it, divided]));
        }
        Ok(Some(self.formulas.or(&any)))
    }

    /// The remainder of a natural number by what numbers are divided by, as a variable where a formula holds; nothing
    /// by another number.
    pub(super) fn rest(&mut self, form: &Linear, by: &Linear) -> Result<Option<(Id, Var)>, String> {
        if !self.is_divisor(by) || !form.is_natural() {
            return Ok(None);
        }
        let (y, z) = (self.formulas.fresh()?, self.formulas.fresh()?);
        self.made.extend([y, z]);
        let is_it = self.formulas.compare(&Linear::variable(y), Relation::Equal, form)?;
        let rest = self.formulas.is_remainder(y, z);
        Ok(Some((self.formulas.and(&[is_it, rest]), z)))
    }

    /// A heap that a move makes is divided by the same number.
    pub(super) fn keeps_divisor(&self, entries: &[Expr]) -> Result<(), String> {
        let Some(quotients) = &self.formulas.quotients else { return Ok(()) };
        let place = usize::from(quotients.of / 2);
        match entries.get(place) == Some(&Expr::Variable(place)) {
            true => Ok(()),
            false => Err("a move changes the divisor".into()),
        }
    }
}
