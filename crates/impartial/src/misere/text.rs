//! Misère forms as text: as the language reads them, or the way *Winning Ways* and CGSuite write them.
//!
//! As the language reads them, a form is the list of its options, the latest first: `*[[2],0]` has the options `*[[2]]`
//! and 0, and a number is a nim heap. In the books a form is the same list without commas, and `2#` has the one option
//! 2; after a form, in brackets, stand the nim heaps added to it or subtracted from it, with `#` between them in the
//! order of the steps: `2[#-2]` is the form X with X + *2 = `2#`, `2[#2#]` the game whose one option is `2#` + *2. Such
//! a text is shorter, but `*[42]` is the list of 4 and 2 and the heap of 42. Heaps are split off only where this leads
//! to an earlier birthday.

use std::collections::HashMap;

use farstar_value::Limits;

use super::{MisereForm, MisereForms};
use crate::error::Result;
use farstar_play::Meter;

/// Longer texts are cut short: shared options can make a text far longer than the form.
const LONGEST: usize = 1 << 20;

/// How misère forms are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereNotation {
    /// As the language reads them: `*[[2],1]`, `*[[2]]+*[2]`.
    Lists,
    /// As *Winning Ways* and CGSuite write them: `*[2#1]`, `*[2[#2]]`.
    Books,
}

/// How a form is written: the form it begins with, and what is done to it, in order.
struct Written {
    base: MisereForm,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// To the game whose one option it is.
    Only,
    /// A nim heap is added.
    Plus(u32),
    /// A nim heap is subtracted.
    Minus(u32),
}

/// A text of the language, by what may stand around it.
enum Listed {
    /// A number or a list: what stands between the brackets of `*[…]`.
    Element(String),
    /// Something with a star before it that a method can follow.
    Form(String),
    Sum(String),
}

impl Listed {
    /// As an operand of a sum.
    fn form(self) -> String {
        match self {
            Self::Element(text) => format!("*[{text}]"),
            Self::Form(text) | Self::Sum(text) => text,
        }
    }

    fn after(self, step: Step) -> Self {
        match (step, self) {
            (Step::Only, Self::Element(text) | Self::Form(text) | Self::Sum(text)) => {
                Self::Element(format!("[{text}]"))
            }
            (Step::Plus(n), of) => Self::Sum(format!("{}+*[{n}]", of.form())),
            (Step::Minus(n), Self::Sum(text)) => {
                Self::Form(format!("({text}).MisereMinus(*[{n}])"))
            }
            (Step::Minus(n), of) => Self::Form(format!("{}.MisereMinus(*[{n}])", of.form())),
        }
    }
}

impl MisereForms {
    /// The form as text, such as `*[[2],0]` or `*[2#0]`. Forms with an enormous text are cut short with `…`.
    ///
    /// # Errors
    /// Only those of `limits`.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::{MisereForms, MisereNotation};
    /// use farstar_value::Limits;
    /// let limits = Limits::none();
    /// let mut forms = MisereForms::new();
    /// let two = forms.nim_heap(2, &limits)?;
    /// let sharp = forms.from_options(&[two], &limits)?;
    /// let sum = forms.sum(sharp, two, &limits)?;
    /// assert_eq!(forms.text(sum, MisereNotation::Lists, &limits)?, "*[[2]]+*[2]");
    /// assert_eq!(forms.text(sum, MisereNotation::Books, &limits)?, "*[2[#2]]");
    /// # Ok::<(), farstar_impartial::Error>(())
    /// ```
    pub fn text(
        &mut self,
        form: MisereForm,
        notation: MisereNotation,
        limits: &Limits,
    ) -> Result<String> {
        let mut meter = self.meter(limits)?;
        let mut known: HashMap<MisereForm, String> = HashMap::new();
        let mut stack = vec![form];
        while let Some(&top) = stack.last() {
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let Written { base, steps } = self.written(top, &mut meter)?;
            let heap = self.is_nim_heap(base).then(|| self.birthday(base));
            let options = if heap.is_some() { &[] } else { self.in_order(base) };
            let waiting = stack.len();
            stack.extend(options.iter().filter(|option| !known.contains_key(option)));
            if stack.len() > waiting {
                continue;
            }
            let texts = options.iter().rev().map(|option| known[option].as_str());
            let text = match notation {
                MisereNotation::Lists => in_lists(heap, texts, &steps, top == form),
                MisereNotation::Books => in_books(heap, texts, &steps, top == form),
            };
            meter.reserve(text.len() as u64)?;
            known.insert(top, text);
            stack.pop();
        }
        Ok(known.remove(&form).unwrap_or_default())
    }

    /// What a form is written from.
    fn written(&mut self, form: MisereForm, meter: &mut Meter<'_>) -> Result<Written> {
        self.prepare(form, meter)?;
        let mut base = form;
        let mut steps = Vec::new();
        while !self.is_nim_heap(base) {
            if let Some((less, step)) = self.without_heap(base, meter)? {
                base = less;
                steps.push(step);
                continue;
            }
            if self.is_odd(base) {
                base = self.partner(base);
                steps.push(Step::Plus(1));
                continue;
            }
            let &[only] = self.in_order(base) else { break };
            base = only;
            steps.push(Step::Only);
        }
        steps.reverse();
        Ok(Written { base, steps })
    }

    /// A form of earlier birthday from which this one arises by adding or subtracting a nim heap.
    fn without_heap(
        &mut self,
        form: MisereForm,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(MisereForm, Step)>> {
        let birthday = self.birthday(form);
        let first = if self.is_odd(form) { 3 } else { 2 };
        for n in (first..birthday).step_by(2) {
            let heap = self.nim_heap_metered(n, meter)?;
            let less = self.difference_metered(form, heap, meter)?;
            if let Some(less) = less.filter(|&less| self.birthday(less) < birthday) {
                self.prepare(less, meter)?;
                return Ok(Some((less, Step::Plus(n))));
            }
            let sum = self.sum_metered(form, heap, meter)?;
            if self.birthday(sum) < birthday {
                self.prepare(sum, meter)?;
                return Ok(Some((sum, Step::Minus(n))));
            }
        }
        Ok(None)
    }
}

/// Texts one behind the other, up to the longest text.
fn joined<'t>(texts: impl Iterator<Item = &'t str>, between: &str) -> String {
    let mut joined = String::new();
    for text in texts {
        if joined.len() > LONGEST {
            joined.push('…');
            break;
        }
        joined.push_str(if joined.is_empty() { "" } else { between });
        joined.push_str(text);
    }
    joined
}

/// A nim heap, or a list of options, after some steps; the whole form, or one of its followers.
fn in_lists<'t>(
    heap: Option<u32>,
    options: impl Iterator<Item = &'t str>,
    steps: &[Step],
    whole: bool,
) -> String {
    let base = match heap {
        Some(n) => n.to_string(),
        None => format!("[{}]", joined(options, ",")),
    };
    if whole && heap.is_none() && steps.is_empty() {
        return format!("*{base}");
    }
    let listed = steps.iter().fold(Listed::Element(base), |text, &step| text.after(step));
    match listed {
        Listed::Element(text) if !whole => text,
        listed => listed.form(),
    }
}

/// The same as [`in_lists`], as the books write it.
fn in_books<'t>(
    heap: Option<u32>,
    options: impl Iterator<Item = &'t str>,
    steps: &[Step],
    whole: bool,
) -> String {
    let mut text = match heap {
        Some(n) => digit(n),
        // Only the outermost list has no parentheses, and only if nothing was done to it.
        None if whole && steps.is_empty() => joined(options, ""),
        None => format!("({})", joined(options, "")),
    };
    let written = steps.iter().map(|step| match step {
        Step::Only => "#".to_owned(),
        Step::Plus(n) => digit(*n),
        Step::Minus(n) => format!("-{}", digit(*n)),
    });
    let written: String = written.collect();
    let bracketed = steps.iter().any(|&step| step != Step::Only);
    text.push_str(&if bracketed { format!("[{written}]") } else { written });
    if whole { format!("*[{text}]") } else { text }
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
        let mut texts: Vec<String> = born
            .iter()
            .map(|&form| forms.text(form, MisereNotation::Books, &limits).unwrap())
            .collect();
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
                    let text = forms.text(form, MisereNotation::Books, &limits).unwrap();
                    assert_eq!(*texts.entry(text).or_insert(form), form);
                }
            }
        }
    }
}
