//! Misère forms as text, the way *Winning Ways* and CGSuite write them.
//!
//! A nim heap is its number; a form is the list of its options without commas, the latest first; `2#` has the one option 2. After a form, in brackets, stand the nim heaps added
//! to it or subtracted from it, with `#` between them in the order of the steps: `2[#-2]` is the form X with X + *2 = `2#`, `2[#2#]` the game
//! whose one option is `2#` + *2. Heaps are split off only where this leads to an earlier birthday.

use std::collections::HashMap;

use farstar_value::Limits;

use super::{MisereForm, MisereForms};
use crate::error::Result;
use crate::meter::Meter;

/// Longer texts are cut short: shared options can make a text far longer than the form.
const LONGEST: usize = 1 << 20;

/// How a form is written: the form it begins with, and what was done to it.
struct Written {
    base: MisereForm,
    steps: String,
    /// Whether heaps were added or subtracted.
    bracketed: bool,
}

impl MisereForms {
    /// The form as text, such as `*[2#0]`. Forms with an enormous text are cut short with `…`.
    ///
    /// # Errors
    /// Only those of `limits`.
    ///
    /// # Examples
    /// ```
    /// use farstar_solve::misere::MisereForms;
    /// use farstar_value::Limits;
    /// let limits = Limits::none();
    /// let mut forms = MisereForms::new();
    /// let two = forms.nim_heap(2, &limits)?;
    /// let sharp = forms.from_options(&[two], &limits)?;
    /// let sum = forms.sum(sharp, two, &limits)?;
    /// assert_eq!(forms.text(sum, &limits)?, "*[2[#2]]");
    /// # Ok::<(), farstar_solve::Error>(())
    /// ```
    pub fn text(&mut self, form: MisereForm, limits: &Limits) -> Result<String> {
        let mut meter = self.meter(limits)?;
        let mut known: HashMap<MisereForm, String> = HashMap::new();
        let mut stack = vec![form];
        while let Some(&top) = stack.last() {
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let written = self.written(top, &mut meter)?;
            let options =
                if self.is_nim_heap(written.base) { &[] } else { self.in_order(written.base) };
            let waiting = stack.len();
            stack.extend(options.iter().filter(|option| !known.contains_key(option)));
            if stack.len() > waiting {
                continue;
            }
            let mut text = String::new();
            if self.is_nim_heap(written.base) {
                text = digit(self.birthday(written.base));
            } else {
                // Only the outermost list has no parentheses, and only if nothing was done to it.
                let whole = top == form && written.steps.is_empty();
                text.push_str(if whole { "" } else { "(" });
                for option in options.iter().rev() {
                    text.push_str(known.get(option).map_or("", String::as_str));
                    if text.len() > LONGEST {
                        text.push('…');
                        break;
                    }
                }
                text.push_str(if whole { "" } else { ")" });
            }
            let bracketed = written.bracketed && !written.steps.is_empty();
            text.push_str(if bracketed { "[" } else { "" });
            text.push_str(&written.steps);
            text.push_str(if bracketed { "]" } else { "" });
            meter.reserve(text.len() as u64)?;
            known.insert(top, text);
            stack.pop();
        }
        let inner = known.remove(&form).unwrap_or_default();
        Ok(format!("*[{inner}]"))
    }

    /// What a form is written from.
    fn written(&mut self, form: MisereForm, meter: &mut Meter<'_>) -> Result<Written> {
        self.prepare(form, meter)?;
        let mut base = form;
        let mut steps: Vec<String> = Vec::new();
        let mut bracketed = false;
        while !self.is_nim_heap(base) {
            if let Some((less, step)) = self.without_heap(base, meter)? {
                base = less;
                steps.push(step);
                bracketed = true;
                continue;
            }
            if self.is_odd(base) {
                base = self.partner(base);
                steps.push("1".to_owned());
                bracketed = true;
                continue;
            }
            let &[only] = self.in_order(base) else { break };
            base = only;
            steps.push("#".to_owned());
        }
        steps.reverse();
        Ok(Written { base, steps: steps.concat(), bracketed })
    }

    /// A form of earlier birthday from which this one arises by adding or subtracting a nim heap.
    fn without_heap(
        &mut self,
        form: MisereForm,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(MisereForm, String)>> {
        let birthday = self.birthday(form);
        let first = if self.is_odd(form) { 3 } else { 2 };
        for n in (first..birthday).step_by(2) {
            let heap = self.nim_heap_metered(n, meter)?;
            let less = self.difference_metered(form, heap, meter)?;
            if let Some(less) = less.filter(|&less| self.birthday(less) < birthday) {
                self.prepare(less, meter)?;
                return Ok(Some((less, digit(n))));
            }
            let sum = self.sum_metered(form, heap, meter)?;
            if self.birthday(sum) < birthday {
                self.prepare(sum, meter)?;
                return Ok(Some((sum, format!("-{}", digit(n)))));
            }
        }
        Ok(None)
    }
}

/// A number as one sign or marked as one.
fn digit(n: u32) -> String {
    if n < 10 { n.to_string() } else { format!("&{n};") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_written_as_published() {
        // The games born by day 4, Winning Ways ch. 13, here with # and with sums behind.
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let born = forms.born_by(4, &limits).unwrap();
        let mut texts: Vec<String> =
            born.iter().map(|&form| forms.text(form, &limits).unwrap()).collect();
        texts.sort_unstable();
        let mut published = [
            "*[0]",
            "*[1]",
            "*[2]",
            "*[3]",
            "*[4]",
            "*[2#]",
            "*[3#]",
            "*[2##]",
            "*[2[2]]",
            "*[2#2]",
            "*[2#0]",
            "*[2#1]",
            "*[2#32]",
            "*[2#30]",
            "*[2#20]",
            "*[2#31]",
            "*[2#21]",
            "*[2#320]",
            "*[2#210]",
            "*[2#321]",
            "*[2#3210]",
            "*[2[#1]]",
        ];
        published.sort_unstable();
        assert_eq!(texts, published);
    }

    #[test]
    fn different_forms_have_different_texts() {
        let limits = Limits::none();
        let mut forms = MisereForms::new();
        let born = forms.born_by(4, &limits).unwrap();
        let mut texts: HashMap<String, MisereForm> = HashMap::new();
        for &a in &born {
            for &b in &born {
                for form in [
                    forms.sum(a, b, &limits).unwrap(),
                    forms.from_options(&[a, b], &limits).unwrap(),
                ] {
                    let text = forms.text(form, &limits).unwrap();
                    assert_eq!(*texts.entry(text).or_insert(form), form);
                }
            }
        }
    }
}
