//! Mates, links and distinguishers of misère forms (Conway, *On Numbers and Games*, ch. 12).
//!
//! Games G and H are *linked* if G + T and H + T are both P for some T. They are unless one is an option of the other,
//! and the proof makes the *link* T: its options are, for every option of one, a game that tells it from the other. Two
//! forms that differ are told apart because some option of one is linked to the other, or one is 0 and the other P.

use farstar_value::Limits;

use super::{MisereForm, MisereForms};
use crate::digraph::Outcome;
use crate::error::{Error, Result};
use farstar_play::Meter;

/// The proof recurses as deep as the birthdays of both forms together.
const DEEPEST: u32 = 400;

impl MisereForms {
    /// The mate of a form: *1 for 0, otherwise the game whose options are the mates of the options. A game and its mate
    /// sum to a P position.
    ///
    /// # Errors
    /// Only those of `limits`.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::{digraph::Outcome, misere::MisereForms};
    /// use farstar_value::Limits;
    /// let limits = Limits::none();
    /// let mut forms = MisereForms::new();
    /// let two = forms.nim_heap(2, &limits)?;
    /// let mate = forms.mate(two, &limits)?;
    /// let sum = forms.sum(two, mate, &limits)?;
    /// assert_eq!(forms.outcome(sum), Outcome::P);
    /// # Ok::<(), farstar_impartial::Error>(())
    /// ```
    pub fn mate(&mut self, form: MisereForm, limits: &Limits) -> Result<MisereForm> {
        self.mate_metered(form, &mut self.meter(limits)?)
    }

    fn mate_metered(&mut self, form: MisereForm, meter: &mut Meter<'_>) -> Result<MisereForm> {
        let mut stack = vec![form];
        let mut last = form;
        while let Some(&top) = stack.last() {
            meter.step(4)?;
            if let Some(&mate) = self.mates.get(&top) {
                last = mate;
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let mut mates = Vec::new();
            for option in self.options(top) {
                match self.mates.get(option) {
                    Some(&mate) => mates.push(mate),
                    None => stack.push(*option),
                }
            }
            if stack.len() == waiting {
                if top == self.zero() {
                    mates.push(top);
                }
                let mate = self.intern(mates, meter)?;
                self.keep(32, meter)?;
                self.mates.insert(top, mate);
            }
        }
        Ok(last)
    }

    /// Whether G + T and H + T are both P for some T.
    #[must_use]
    pub fn is_linked(&self, g: MisereForm, h: MisereForm) -> bool {
        !self.has_option(g, h) && !self.has_option(h, g)
    }

    /// A game T such that G + T and H + T are both P, if there is one.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for games with very late birthdays; those of `limits`.
    pub fn link(
        &mut self,
        g: MisereForm,
        h: MisereForm,
        limits: &Limits,
    ) -> Result<Option<MisereForm>> {
        let mut meter = self.meter(limits)?;
        self.fits(g, h)?;
        self.prepare(g, &mut meter)?;
        self.prepare(h, &mut meter)?;
        self.link_metered(g, h, &mut meter)
    }

    /// A game T such that G + T is P and H + T is N; none if G = H.
    ///
    /// # Errors
    /// As [`Self::link`].
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::{digraph::Outcome, misere::MisereForms};
    /// use farstar_value::Limits;
    /// let limits = Limits::none();
    /// let mut forms = MisereForms::new();
    /// let (two, three) = (forms.nim_heap(2, &limits)?, forms.nim_heap(3, &limits)?);
    /// let apart = forms.distinguisher(two, three, &limits)?.expect("they differ");
    /// let sums = [forms.sum(two, apart, &limits)?, forms.sum(three, apart, &limits)?];
    /// assert_eq!(sums.map(|sum| forms.outcome(sum)), [Outcome::P, Outcome::N]);
    /// # Ok::<(), farstar_impartial::Error>(())
    /// ```
    pub fn distinguisher(
        &mut self,
        g: MisereForm,
        h: MisereForm,
        limits: &Limits,
    ) -> Result<Option<MisereForm>> {
        if g == h {
            return Ok(None);
        }
        let mut meter = self.meter(limits)?;
        self.fits(g, h)?;
        self.prepare(g, &mut meter)?;
        self.prepare(h, &mut meter)?;
        self.apart(g, h, &mut meter).map(Some)
    }

    fn fits(&self, g: MisereForm, h: MisereForm) -> Result<()> {
        let birthdays = self.birthday(g).saturating_add(self.birthday(h));
        if birthdays > DEEPEST {
            return Err(Error::too_large(
                format!("two misère games of birthdays {birthdays} together"),
                format!("at most {DEEPEST}"),
            ));
        }
        Ok(())
    }

    fn link_metered(
        &mut self,
        g: MisereForm,
        h: MisereForm,
        meter: &mut Meter<'_>,
    ) -> Result<Option<MisereForm>> {
        if !self.is_linked(g, h) {
            return Ok(None);
        }
        if let Some(&link) = self.links.get(&(g, h)) {
            return Ok(Some(link));
        }
        let mut options = Vec::new();
        if g == self.zero() && h == self.zero() {
            options.push(g);
        }
        for (a, b) in [(g, h), (h, g)] {
            for option in self.in_order(a).to_vec() {
                options.push(self.apart(option, b, meter)?);
            }
        }
        let link = self.intern(options, meter)?;
        self.keep(48, meter)?;
        self.links.insert((g, h), link);
        Ok(Some(link))
    }

    /// A game that makes G P and H N; they differ.
    fn apart(&mut self, g: MisereForm, h: MisereForm, meter: &mut Meter<'_>) -> Result<MisereForm> {
        meter.step(64)?;
        let apart = self.apart_somehow(g, h, meter)?;
        let sum = self.sum_metered(g, apart, meter)?;
        if self.outcome(sum) == Outcome::P {
            return Ok(apart);
        }
        // H + T is P then; from G the second player answers in the mate, and to T from H.
        let mut options = vec![apart];
        for option in self.in_order(g).to_vec() {
            options.push(self.mate_metered(option, meter)?);
        }
        self.intern(options, meter)
    }

    /// A game with which the outcomes of G and H differ.
    fn apart_somehow(
        &mut self,
        g: MisereForm,
        h: MisereForm,
        meter: &mut Meter<'_>,
    ) -> Result<MisereForm> {
        let zero = self.zero();
        if g == zero && self.outcome(h) == Outcome::P || h == zero && self.outcome(g) == Outcome::P
        {
            return Ok(zero);
        }
        for (a, b) in [(g, h), (h, g)] {
            for option in self.in_order(a).to_vec() {
                if let Some(link) = self.link_metered(b, option, meter)? {
                    return Ok(link);
                }
            }
        }
        Err(Error::not_covered("two misère games that differ", "the games must not be equal"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_distinguishers_do_what_they_promise() {
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let born = forms.born_by(4, &limits).unwrap();
        for &g in &born {
            for &h in &born {
                let outcomes = |forms: &mut MisereForms, t: MisereForm| {
                    [g, h].map(|game| {
                        let sum = forms.sum(game, t, &limits).unwrap();
                        forms.outcome(sum)
                    })
                };
                let link = forms.link(g, h, &limits).unwrap();
                assert_eq!(link.is_some(), forms.is_linked(g, h));
                if let Some(link) = link {
                    assert_eq!(outcomes(&mut forms, link), [Outcome::P; 2]);
                } else {
                    // No small game is a link either.
                    for &t in &born {
                        assert_ne!(outcomes(&mut forms, t), [Outcome::P; 2]);
                    }
                }
                let apart = forms.distinguisher(g, h, &limits).unwrap();
                assert_eq!(apart.is_some(), g != h);
                if let Some(apart) = apart {
                    assert_eq!(outcomes(&mut forms, apart), [Outcome::P, Outcome::N]);
                }
                let mate = forms.mate(g, &limits).unwrap();
                let sum = forms.sum(g, mate, &limits).unwrap();
                assert_eq!(forms.outcome(sum), Outcome::P);
            }
        }
    }
}
