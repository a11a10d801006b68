//! Even and odd misère forms, and the order in which forms are listed.
//!
//! Adding *1 pairs the forms; the birthdays of a pair differ by one, and the form with the earlier birthday is *even*.
//! Forms are ordered by their
//! even parts: birthday, number of options, nim value, misère nim value, then the options in order; an even form comes
//! before its odd partner.

use std::cmp::Ordering;

use farstar_value::Limits;

use super::{MisereForm, MisereForms};
use crate::error::Result;
use farstar_play::Meter;

/// What is known of a form besides its options.
#[derive(Clone, Debug)]
pub(super) struct Parity {
    /// The form with *1 added.
    partner: MisereForm,
    odd: bool,
    /// The options in order.
    ordered: Box<[MisereForm]>,
}

impl MisereForms {
    /// Whether a form is even: its birthday is earlier than that of the form with *1 added.
    ///
    /// # Errors
    /// Only those of `limits`.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::MisereForms;
    /// use farstar_value::Limits;
    /// let mut forms = MisereForms::new();
    /// let three = forms.nim_heap(3, &Limits::none())?;
    /// assert!(!forms.is_even(three, &Limits::none())?);
    /// # Ok::<(), farstar_impartial::Error>(())
    /// ```
    pub fn is_even(&mut self, form: MisereForm, limits: &Limits) -> Result<bool> {
        self.prepare(form, &mut self.meter(limits)?)?;
        Ok(!self.is_odd(form))
    }

    /// The options of a form in the order of forms.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn ordered_options(
        &mut self,
        form: MisereForm,
        limits: &Limits,
    ) -> Result<Vec<MisereForm>> {
        self.prepare(form, &mut self.meter(limits)?)?;
        Ok(self.in_order(form).to_vec())
    }

    /// Finds the partners of a form and its followers, and the order of their options.
    pub(super) fn prepare(&mut self, form: MisereForm, meter: &mut Meter<'_>) -> Result<()> {
        let one = self.intern(vec![self.zero()], meter)?;
        let mut stack = vec![form];
        while let Some(&top) = stack.last() {
            meter.step(4)?;
            if self.parities.contains_key(&top) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let unknown =
                self.options(top).iter().filter(|option| !self.parities.contains_key(option));
            stack.extend(unknown);
            if stack.len() > waiting {
                continue;
            }
            let partner = self.sum_metered(top, one, meter)?;
            let odd = self.birthday(partner) < self.birthday(top);
            if odd && !self.parities.contains_key(&partner) {
                stack.push(partner);
                continue;
            }
            let mut ordered: Box<[MisereForm]> = self.options(top).into();
            ordered.sort_by(|&a, &b| self.compare(a, b));
            self.keep(4 * ordered.len() + 64, meter)?;
            self.parities.insert(top, Parity { partner, odd, ordered });
            stack.pop();
        }
        Ok(())
    }

    /// Whether a prepared form is odd.
    pub(super) fn is_odd(&self, form: MisereForm) -> bool {
        self.parities.get(&form).is_some_and(|parity| parity.odd)
    }

    /// A prepared form with *1 added.
    pub(super) fn partner(&self, form: MisereForm) -> MisereForm {
        self.parities.get(&form).map_or(form, |parity| parity.partner)
    }

    /// The even one of a prepared form and its partner.
    pub(super) fn even_part(&self, form: MisereForm) -> MisereForm {
        if self.is_odd(form) { self.partner(form) } else { form }
    }

    /// The options of a prepared form in order.
    pub(super) fn in_order(&self, form: MisereForm) -> &[MisereForm] {
        self.parities.get(&form).map_or(&[], |parity| &parity.ordered)
    }

    /// The order of prepared forms.
    pub(super) fn compare(&self, a: MisereForm, b: MisereForm) -> Ordering {
        let (mut a, mut b) = (a, b);
        loop {
            let (even_a, even_b) = (self.even_part(a), self.even_part(b));
            if even_a == even_b {
                return self.is_odd(a).cmp(&self.is_odd(b));
            }
            let key = |form: MisereForm| {
                let genus = self.genus(form);
                let options = self.options(form).len();
                (self.birthday(form), options, genus.nim_value(), genus.misere_value(0))
            };
            let order = key(even_a).cmp(&key(even_b));
            if order.is_ne() {
                return order;
            }
            // The first options that differ decide, so there is nothing to come back to.
            let mut pairs = self.in_order(even_a).iter().zip(self.in_order(even_b));
            match pairs.find(|(x, y)| x != y) {
                Some((&x, &y)) => (a, b) = (x, y),
                None => return order,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_and_its_partner_have_birthdays_that_differ_by_one() {
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let born = forms.born_by(4, &limits).unwrap();
        for &form in &born {
            forms.prepare(form, &mut Meter::new(&limits)).unwrap();
            let partner = forms.partner(form);
            assert_eq!(forms.birthday(form).abs_diff(forms.birthday(partner)), 1);
            forms.prepare(partner, &mut Meter::new(&limits)).unwrap();
            assert_eq!(forms.partner(partner), form);
            assert_ne!(forms.is_odd(form), forms.is_odd(partner));
        }
    }

    #[test]
    fn the_order_is_total() {
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let mut born = forms.born_by(4, &limits).unwrap();
        for &form in &born {
            forms.prepare(form, &mut Meter::new(&limits)).unwrap();
        }
        born.sort_by(|&a, &b| forms.compare(a, b));
        for (i, &a) in born.iter().enumerate() {
            for (j, &b) in born.iter().enumerate() {
                assert_eq!(forms.compare(a, b), i.cmp(&j));
            }
        }
    }
}
