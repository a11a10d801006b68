//! Parts of misère forms: G − X, where it exists.
//!
//! Misère forms can be cancelled: X + Y = X + Z only if Y = Z (Conway, *On Numbers and Games*, ch. 12). So G has at
//! most one *counterpart* Y to a *part* X with X + Y = G. A form has finitely many parts, but may be put together of
//! primes in more than one way.
//!
//! How they are found: every option of G is an option of X + Y (a sum that reverses to G keeps the options of G), so X
//! or Y is a part of some option of G. Conversely X + Y = G iff every option of G is an X′ + Y or an X + Y′, and every
//! other option of X + Y has G as an option, that is X′ + Y′ = G for an option of the option. All of this can be read
//! from the parts of the options of G and the parts of G found before.

use farstar_value::Limits;

use super::{MisereForm, MisereForms};
use crate::error::Result;
use farstar_play::Meter;

impl MisereForms {
    /// The form Y with X + Y = G, if there is one.
    ///
    /// # Errors
    /// Only those of `limits`.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::MisereForms;
    /// use farstar_value::Limits;
    /// let limits = Limits::none();
    /// let mut forms = MisereForms::new();
    /// let (two, four) = (forms.nim_heap(2, &limits)?, forms.nim_heap(4, &limits)?);
    /// let sum = forms.sum(two, four, &limits)?;
    /// assert_eq!(forms.difference(sum, two, &limits)?, Some(four));
    /// assert_eq!(forms.difference(four, two, &limits)?, None);
    /// # Ok::<(), farstar_impartial::Error>(())
    /// ```
    pub fn difference(
        &mut self,
        g: MisereForm,
        x: MisereForm,
        limits: &Limits,
    ) -> Result<Option<MisereForm>> {
        self.difference_metered(g, x, &mut self.meter(limits)?)
    }

    pub(super) fn difference_metered(
        &mut self,
        g: MisereForm,
        x: MisereForm,
        meter: &mut Meter<'_>,
    ) -> Result<Option<MisereForm>> {
        self.prepare(x, meter)?;
        self.find_halves(g, meter)?;
        Ok(self.minus(g, x))
    }

    /// The parts of a form but 0, 1, the form and its partner: the even ones, in pairs with their counterparts.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn parts(&mut self, form: MisereForm, limits: &Limits) -> Result<Vec<MisereForm>> {
        let mut meter = self.meter(limits)?;
        self.find_halves(form, &mut meter)?;
        let mut parts = Vec::new();
        for &(x, y) in self.halves_of(form).iter().skip(1) {
            parts.push(x);
            if y != x {
                parts.push(y);
            }
        }
        Ok(parts)
    }

    /// Whether a form other than 0 and 1 has no parts but 0, 1, itself and its partner.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn is_prime(&mut self, form: MisereForm, limits: &Limits) -> Result<bool> {
        let mut meter = self.meter(limits)?;
        self.find_halves(form, &mut meter)?;
        Ok(self.is_prime_known(form))
    }

    fn is_prime_known(&self, form: MisereForm) -> bool {
        self.even_part(form) != self.zero() && self.halves_of(form).len() == 1
    }

    /// All ways to put a form together of even primes, and *1 if it is odd; each in order.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn partitions(
        &mut self,
        form: MisereForm,
        limits: &Limits,
    ) -> Result<Vec<Vec<MisereForm>>> {
        let mut meter = self.meter(limits)?;
        let one = self.intern(vec![self.zero()], &mut meter)?;
        let mut found = Vec::new();
        // What is left to take apart, and the parts so far, the later ones being the greater.
        let mut stack: Vec<(MisereForm, Vec<MisereForm>)> = vec![(form, Vec::new())];
        while let Some((rest, mut taken)) = stack.pop() {
            self.find_halves(rest, &mut meter)?;
            if self.even_part(rest) == self.zero() {
                taken.extend((rest != self.zero()).then_some(one));
                meter.reserve(8 * taken.len() as u64 + 24)?;
                found.push(taken);
                continue;
            }
            let mut primes: Vec<MisereForm> = Vec::new();
            for &(x, y) in self.halves_of(rest) {
                primes.push(x);
                if y != x {
                    primes.push(y);
                }
            }
            for prime in primes.into_iter().rev() {
                meter.step(16)?;
                self.find_halves(prime, &mut meter)?;
                let last = taken.last();
                if !self.is_prime_known(prime)
                    || last.is_some_and(|&l| self.compare(l, prime).is_gt())
                {
                    continue;
                }
                if let Some(less) = self.minus(rest, prime) {
                    let mut taken = taken.clone();
                    taken.push(prime);
                    stack.push((less, taken));
                }
            }
        }
        Ok(found)
    }

    /// The pairs X, Y of even forms with X + Y the even part of a form, once they are known; the first is 0 and the
    /// even part.
    fn halves_of(&self, form: MisereForm) -> &[(MisereForm, MisereForm)] {
        self.halves.get(&self.even_part(form)).map_or(&[], |pairs| pairs)
    }

    /// G − X from the parts of G that are known.
    pub(super) fn minus(&self, g: MisereForm, x: MisereForm) -> Option<MisereForm> {
        let even = self.even_part(x);
        let counterpart = self.halves_of(g).iter().find_map(|&(a, b)| match even {
            _ if even == a => Some(b),
            _ if even == b => Some(a),
            _ => None,
        })?;
        let odd = self.is_odd(g) != self.is_odd(x);
        Some(if odd { self.partner(counterpart) } else { counterpart })
    }

    /// Finds the parts of a form and of its followers.
    pub(super) fn find_halves(&mut self, form: MisereForm, meter: &mut Meter<'_>) -> Result<()> {
        self.prepare(form, meter)?;
        let mut stack = vec![self.even_part(form)];
        while let Some(&top) = stack.last() {
            if self.halves.contains_key(&top) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            for &option in self.in_order(top) {
                let even = self.even_part(option);
                if !self.halves.contains_key(&even) {
                    stack.push(even);
                }
            }
            if stack.len() == waiting {
                self.find_halves_of_even(top, meter)?;
                stack.pop();
            }
        }
        Ok(())
    }

    /// Finds the parts of an even form the parts of whose options are known.
    fn find_halves_of_even(&mut self, g: MisereForm, meter: &mut Meter<'_>) -> Result<()> {
        self.keep(64, meter)?;
        self.halves.insert(g, vec![(self.zero(), g)]);
        let options = self.in_order(g).to_vec();
        // If 0 or 1 is X′ + Y, then Y is 0: a part of G is 0 or G.
        if options.iter().any(|&option| self.even_part(option) == self.zero()) {
            return Ok(());
        }
        // A prime X′ + Y is X′ or Y, up to *1, so three primes among the options leave no proper parts.
        let mut primes: Vec<MisereForm> = options.iter().map(|&o| self.even_part(o)).collect();
        primes.retain(|&option| self.is_prime_known(option));
        primes.dedup();
        if primes.len() >= 3 {
            return Ok(());
        }
        let mut candidates: Vec<MisereForm> = Vec::new();
        for &option in &options {
            let pairs = self.halves_of(option).to_vec();
            candidates.extend(pairs.into_iter().flat_map(|(x, y)| [x, y]));
        }
        for &x in &candidates {
            self.prepare(x, meter)?;
            self.prepare(self.partner(x), meter)?;
        }
        candidates.sort_by(|&a, &b| self.compare(a, b));
        candidates.dedup();
        let mut changed = true;
        while changed {
            changed = false;
            for &x in &candidates {
                if self.minus(g, x).is_some() {
                    continue;
                }
                if let Some(y) = self.counterpart(g, x, meter)? {
                    self.keep(16, meter)?;
                    self.halves.entry(g).or_default().push((x, y));
                    changed = true;
                }
            }
        }
        Ok(())
    }

    /// The even form Y with X + Y = G, if the parts of G known so far decide it.
    fn counterpart(
        &mut self,
        g: MisereForm,
        x: MisereForm,
        meter: &mut Meter<'_>,
    ) -> Result<Option<MisereForm>> {
        let (of_g, of_x) = (self.in_order(g).to_vec(), self.in_order(x).to_vec());
        meter.step(16 * (1 + of_g.len() * of_x.len()) as u64)?;
        let from_g: Option<Vec<MisereForm>> = of_g.iter().map(|&o| self.minus(o, x)).collect();
        let from_x: Option<Vec<MisereForm>> = of_x.iter().map(|&o| self.minus(g, o)).collect();
        let mut tried: Vec<MisereForm> = Vec::new();
        if let (Some(mut options), Some(more)) = (from_g, from_x) {
            // X + y is an option G′ of G or reverses through G = X′ + y, so these are all options Y can have.
            options.extend(more);
            let y = self.intern(options, meter)?;
            self.prepare(y, meter)?;
            self.prepare(self.partner(y), meter)?;
            tried.push(y);
        } else {
            for &option in &of_g {
                for &inner in &of_x {
                    if let Some(y) = self.minus(option, inner)
                        && !self.is_odd(y)
                        && !tried.contains(&y)
                    {
                        tried.push(y);
                    }
                }
            }
        }
        for y in tried {
            self.prepare(y, meter)?;
            meter.step(8 * (of_g.len() * (1 + of_x.len() + self.options(y).len())) as u64)?;
            if self.is_sum(g, x, y) {
                return Ok(Some(y));
            }
        }
        Ok(None)
    }

    /// Whether X + Y = G ≠ 0, by what is known of the parts of G and its options.
    fn is_sum(&self, g: MisereForm, x: MisereForm, y: MisereForm) -> bool {
        let is_option = |of: MisereForm, found: Option<MisereForm>| {
            found.is_some_and(|option| self.has_option(of, option))
        };
        let made = self.options(g).iter().all(|&option| {
            is_option(y, self.minus(option, x)) || is_option(x, self.minus(option, y))
        });
        let returns = |a: MisereForm, b: MisereForm| {
            self.options(a).iter().all(|&inner| {
                self.options(g).iter().any(|&option| self.minus(option, b) == Some(inner))
                    || is_option(b, self.minus(g, inner))
            })
        };
        made && returns(x, y) && returns(y, x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_those_with_a_counterpart_among_all_small_forms() {
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let born = forms.born_by(4, &limits).unwrap();
        let mut sums: Vec<(MisereForm, MisereForm, MisereForm)> = Vec::new();
        for &a in &born {
            for &b in &born {
                sums.push((a, b, forms.sum(a, b, &limits).unwrap()));
            }
        }
        for &(a, b, sum) in &sums {
            assert_eq!(forms.difference(sum, a, &limits), Ok(Some(b)));
        }
        // Every difference that is claimed is one, and the small ones are all found.
        for &(_, _, g) in sums.iter().step_by(7) {
            for &x in &born {
                let found = forms.difference(g, x, &limits).unwrap();
                if let Some(y) = found {
                    assert_eq!(forms.sum(x, y, &limits), Ok(g));
                }
                let small = sums.iter().find(|&&(a, _, sum)| a == x && sum == g);
                assert!(found.is_some() || small.is_none());
            }
        }
    }

    #[test]
    fn every_claimed_part_sums_to_the_form() {
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let born = forms.born_by(4, &limits).unwrap();
        for (i, &a) in born.iter().enumerate() {
            for &b in &born[..i] {
                for options in [vec![a, b], vec![b]] {
                    let g = forms.from_options(&options, &limits).unwrap();
                    for x in forms.parts(g, &limits).unwrap() {
                        let y = forms.difference(g, x, &limits).unwrap().unwrap();
                        assert_eq!(forms.sum(x, y, &limits), Ok(g));
                    }
                    for partition in forms.partitions(g, &limits).unwrap() {
                        let mut sum = forms.zero();
                        for part in partition {
                            sum = forms.sum(sum, part, &limits).unwrap();
                        }
                        assert_eq!(sum, g);
                    }
                }
            }
        }
    }

    #[test]
    fn partitions_need_not_be_unique() {
        // Norton's example: the game whose one option is *4 + *2.
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let (two, four) =
            (forms.nim_heap(2, &limits).unwrap(), forms.nim_heap(4, &limits).unwrap());
        let sum = forms.sum(two, four, &limits).unwrap();
        let g = forms.from_options(&[sum], &limits).unwrap();
        assert_eq!(forms.partitions(g, &limits).unwrap().len(), 2);
    }
}
