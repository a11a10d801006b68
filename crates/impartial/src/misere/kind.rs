//! How close a misère game is to nim: tame, restive, restless, wild.
//!
//! A genus is *tame* if its two values are equal or both below 2, *restive* if only the nim value is below
//! 2, *restless* if only the misère nim value is. A game is tame if its genus and all its options are: sums of tame
//! games are played like nim (*Winning Ways*, ch. 13). Options that are not tame do no harm if they can be answered: a
//! game is *generally tame* if every such option has tame options with the two values of the game, and these values are
//! the mex of its tame options alone. *Generally restive* and *tameable* games are defined the same way, with answers
//! of their kind.

use farstar_value::Limits;

use super::{MisereForm, MisereForms};
use crate::digraph::mex;
use crate::error::Result;

/// The kind of a misère game. A form and its sum with *1 are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MisereKind {
    /// Tame genus, and all options tame.
    Tame,
    /// Acts like a tame game: all other options are answered by generally tame ones.
    GenerallyTame,
    /// Has the genus of a nim heap in every sum with tame games.
    Tameable,
    /// Restive genus, and all options tame.
    Restive,
    /// Acts like a restive game.
    GenerallyRestive,
    /// Restless genus, and all options generally tame.
    Restless,
    /// None of these.
    Wild,
}

impl MisereKind {
    /// Whether the game is tame or generally tame.
    #[must_use]
    pub fn is_generally_tame(self) -> bool {
        matches!(self, Self::Tame | Self::GenerallyTame)
    }

    /// Whether the game is generally tame or tameable.
    #[must_use]
    pub fn is_tameable(self) -> bool {
        self.is_generally_tame() || self == Self::Tameable
    }

    /// Whether the game is restive or generally restive.
    #[must_use]
    pub fn is_generally_restive(self) -> bool {
        matches!(self, Self::Restive | Self::GenerallyRestive)
    }
}

/// The nim value and the misère nim value of a game.
type Values = (u32, u32);

impl MisereForms {
    /// The kind of a form.
    ///
    /// # Errors
    /// Only those of `limits`.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::{MisereForms, MisereKind};
    /// use farstar_value::Limits;
    /// let limits = Limits::none();
    /// let mut forms = MisereForms::new();
    /// let two = forms.nim_heap(2, &limits)?;
    /// let sharp = forms.from_options(&[two], &limits)?;
    /// let zero = forms.zero();
    /// let restive = forms.from_options(&[sharp, zero], &limits)?;
    /// assert_eq!(forms.kind(sharp, &limits)?, MisereKind::Tame);
    /// assert_eq!(forms.kind(restive, &limits)?, MisereKind::Restive);
    /// # Ok::<(), farstar_impartial::Error>(())
    /// ```
    pub fn kind(&mut self, form: MisereForm, limits: &Limits) -> Result<MisereKind> {
        let mut meter = self.meter(limits)?;
        self.prepare(form, &mut meter)?;
        let root = self.even_part(form);
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            meter.step(4)?;
            if self.kinds.contains_key(&top) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            for &option in self.in_order(top) {
                let even = self.even_part(option);
                if !self.kinds.contains_key(&even) {
                    stack.push(even);
                }
            }
            if stack.len() == waiting {
                let kind = self.kind_of_even(top);
                self.keep(32, &mut meter)?;
                self.kinds.insert(top, kind);
                stack.pop();
            }
        }
        Ok(self.known_kind(form))
    }

    /// Whether a form is *half-tame*: not generally tame, but its double is, with both values 0.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn is_half_tame(&mut self, form: MisereForm, limits: &Limits) -> Result<bool> {
        if self.kind(form, limits)?.is_generally_tame() {
            return Ok(false);
        }
        let double = self.sum(form, form, limits)?;
        Ok(self.kind(double, limits)?.is_generally_tame() && self.two_values(double) == (0, 0))
    }

    fn two_values(&self, form: MisereForm) -> Values {
        let genus = self.genus(form);
        (genus.nim_value(), genus.misere_value(0))
    }

    fn known_kind(&self, form: MisereForm) -> MisereKind {
        self.kinds.get(&self.even_part(form)).copied().unwrap_or(MisereKind::Wild)
    }

    /// The kind of an even form the kinds of whose followers are known.
    fn kind_of_even(&self, g: MisereForm) -> MisereKind {
        let (nim, misere) = self.two_values(g);
        let tame = nim == misere || nim < 2 && misere < 2;
        let all = |kind: fn(MisereKind) -> bool| {
            self.options(g).iter().all(|&option| kind(self.known_kind(option)))
        };
        let all_tame = all(|kind| kind == MisereKind::Tame);
        let all_generally_tame = all(MisereKind::is_generally_tame);
        if tame {
            return match () {
                () if all_tame => MisereKind::Tame,
                () if all_generally_tame || self.acts_tame(g, false) => MisereKind::GenerallyTame,
                () if self.acts_tame(g, true) => MisereKind::Tameable,
                () => MisereKind::Wild,
            };
        }
        match () {
            () if nim < 2 && all_tame => MisereKind::Restive,
            () if nim < 2 && (all_generally_tame || self.acts_restive(g)) => {
                MisereKind::GenerallyRestive
            }
            () if misere < 2 && all_generally_tame => MisereKind::Restless,
            () => MisereKind::Wild,
        }
    }

    /// Whether the two values of G are the mex of the values of those options that `counts`.
    fn values_of_options(&self, g: MisereForm, counts: impl Fn(MisereKind) -> bool) -> Values {
        let counted = || self.options(g).iter().filter(|&&o| counts(self.known_kind(o)));
        let nim = mex(counted().map(|&option| self.two_values(option).0));
        (nim, mex(counted().map(|&option| self.two_values(option).1)))
    }

    /// Whether each value of G is found among the options of `option` that `answers`.
    fn is_answered(
        &self,
        g: MisereForm,
        option: MisereForm,
        answers: impl Fn(MisereKind, Values) -> [bool; 2],
    ) -> bool {
        let (nim, misere) = self.two_values(g);
        let mut found = [false; 2];
        for &answer in self.options(option) {
            let values = self.two_values(answer);
            let [as_nim, as_misere] = answers(self.known_kind(answer), values);
            found[0] |= as_nim && values.0 == nim;
            found[1] |= as_misere && values.1 == misere;
        }
        found == [true; 2]
    }

    /// Whether G of tame genus acts like a tame game; with `tameable` options and answers count as well.
    fn acts_tame(&self, g: MisereForm, tameable: bool) -> bool {
        let answered = self.options(g).iter().all(|&option| {
            let kind = self.known_kind(option);
            let by = |wanted: fn(MisereKind) -> bool| {
                self.is_answered(g, option, |kind, _| [wanted(kind); 2])
            };
            kind.is_generally_tame()
                || by(MisereKind::is_generally_tame)
                || tameable
                    && (kind == MisereKind::Tameable || by(|kind| kind == MisereKind::Tameable))
        });
        let counts = |kind: MisereKind| {
            if tameable { kind.is_tameable() } else { kind.is_generally_tame() }
        };
        // With every option answered the game may also act like the one without options, of values 0 and 1.
        let ended = tameable
            && self.two_values(g) == (0, 1)
            && !self.options(g).iter().any(|&option| counts(self.known_kind(option)));
        answered && (ended || self.values_of_options(g, counts) == self.two_values(g))
    }

    /// Whether G of restive genus acts like a restive game.
    fn acts_restive(&self, g: MisereForm) -> bool {
        let (_, own) = self.two_values(g);
        let answered = self.options(g).iter().all(|&option| {
            self.known_kind(option).is_generally_tame()
                || self.is_answered(g, option, |kind, (nim, misere)| {
                    let fits = |value: u32| value < 2 || value ^ own < 2;
                    let near = kind.is_generally_tame() || kind.is_generally_restive();
                    // a nim value is matched by an answer whose misère value is near, and the other way round
                    [near && fits(misere), near && fits(nim)]
                })
        });
        answered && self.values_of_options(g, MisereKind::is_generally_tame) == self.two_values(g)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_generally_tame_games_are_played_like_nim() {
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let born = forms.born_by(4, &limits).unwrap();
        let mut games = born.clone();
        for (i, &a) in born.iter().enumerate() {
            for &b in &born[..i] {
                games.push(forms.from_options(&[a, b], &limits).unwrap());
            }
        }
        games.sort_unstable();
        games.dedup();
        let mut tame = Vec::new();
        for &g in &games {
            let kind = forms.kind(g, &limits).unwrap();
            if kind.is_generally_tame() {
                tame.push(g);
            }
        }
        assert!(tame.len() > 20);
        // A sum of tame games is tame, and fickle (0 and 1 exchanged) only if all are: values as those of nim heaps.
        for &a in &tame {
            for &b in &tame {
                let sum = forms.sum(a, b, &limits).unwrap();
                let heap = |forms: &MisereForms, g: MisereForm| {
                    let (nim, misere) = forms.two_values(g);
                    (nim, nim == misere)
                };
                let ((m, firm_m), (n, firm_n)) = (heap(&forms, a), heap(&forms, b));
                let (nim, misere) = forms.two_values(sum);
                assert_eq!(nim, m ^ n);
                let firm = firm_m || firm_n;
                assert_eq!(misere, if firm { nim } else { nim ^ 1 });
            }
        }
    }

    #[test]
    fn tameable_games_keep_the_genus_of_a_sum_with_nim_heaps() {
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let born = forms.born_by(4, &limits).unwrap();
        let mut tameable = 0;
        for (i, &a) in born.iter().enumerate() {
            for (j, &b) in born[..i].iter().enumerate() {
                for &c in &born[..j] {
                    let g = forms.from_options(&[a, b, c], &limits).unwrap();
                    let kind = forms.kind(g, &limits).unwrap();
                    if !kind.is_tameable() {
                        continue;
                    }
                    tameable += 1;
                    for n in 0..6 {
                        let heap = forms.nim_heap(n, &limits).unwrap();
                        let sum = forms.sum(g, heap, &limits).unwrap();
                        let (nim, misere) = forms.two_values(sum);
                        assert!(nim == misere || nim < 2 && misere < 2);
                    }
                }
            }
        }
        assert!(tameable > 100);
    }
}
