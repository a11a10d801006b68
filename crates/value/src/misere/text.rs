//! Partizan forms as text: `{0,{0|}|{|0}}`, where 0 is the form without options.

use super::forms::{PartizanForm, PartizanForms};
use crate::error::{Error, Result};
use farstar_play::{Limits, Meter, Player};
use rustc_hash::FxHashMap;

/// Longer texts are cut short: shared options can make a text far longer than the form.
const LONGEST: usize = 1 << 16;

/// A form that has been opened by `{` and not closed.
struct Open {
    from: usize,
    left: Vec<PartizanForm>,
    /// From the bar on.
    right: Option<Vec<PartizanForm>>,
    /// Whether an option may come next, and whether one must.
    may: bool,
    must: bool,
}

impl PartizanForms {
    /// Reads `0` or `{left|right}`; blanks are allowed.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place of what is wrong; [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Limits, misere::PartizanForms};
    /// let (mut forms, limits) = (PartizanForms::new(), Limits::none());
    /// let form = forms.parse("{ 0, {0|} | {|0} }", &limits)?;
    /// assert_eq!(forms.text(form, &limits)?, "{0,{0|}|{|0}}");
    /// assert_eq!(forms.parse("{|}", &limits)?, forms.zero());
    /// assert!(forms.parse("{0|", &limits).is_err());
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn parse(&mut self, text: &str, limits: &Limits) -> Result<PartizanForm> {
        let mut meter = self.meter(limits)?;
        let mut open: Vec<Open> = Vec::new();
        let mut whole: Option<PartizanForm> = None;
        let wrong = |at: usize, found: &str, expected: &str| Error::Parse {
            span: at..at + found.len(),
            message: if found.is_empty() { "the text ends".into() } else { format!("`{found}`") },
            expected: expected.into(),
        };
        for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
            meter.step(1)?;
            let mut buffer = [0; 4];
            let found: &str = letter.encode_utf8(&mut buffer);
            let may = open.last().map_or(whole.is_none(), |top| top.may);
            let mut made = None;
            match (letter, open.last_mut()) {
                ('{', _) if may => {
                    meter.reserve_small(80)?;
                    let (left, right) = (Vec::new(), None);
                    open.push(Open { from: at, left, right, may: true, must: false });
                }
                ('0', _) if may => made = Some(self.zero()),
                (',', Some(top)) if !top.may => (top.may, top.must) = (true, true),
                ('|', Some(top)) if top.right.is_none() && !top.must => {
                    (top.right, top.may) = (Some(Vec::new()), true);
                }
                ('}', Some(top)) if top.right.is_some() && !top.must => {
                    let Some(closed) = open.pop() else { continue };
                    let right = closed.right.unwrap_or_default();
                    made = Some(self.intern(closed.left, right, &mut meter)?);
                }
                (_, None) if whole.is_some() => {
                    return Err(wrong(at, found, "the end of the form"));
                }
                _ if may => return Err(wrong(at, found, "0 or a form {left|right}")),
                _ => return Err(wrong(at, found, "`,`, `|` or `}`")),
            }
            let Some(form) = made else { continue };
            match open.last_mut() {
                Some(top) => {
                    top.right.as_mut().unwrap_or(&mut top.left).push(form);
                    (top.may, top.must) = (false, false);
                }
                None => whole = Some(form),
            }
        }
        match (open.last(), whole) {
            (Some(top), _) => Err(wrong(top.from, "{", "a form with its `}`")),
            (None, Some(form)) => Ok(form),
            (None, None) => Err(wrong(text.len(), "", "0 or a form {left|right}")),
        }
    }

    /// The form as text, the options by birthday. Forms with an enormous text are cut short with `…`.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit.
    pub fn text(&self, form: PartizanForm, limits: &Limits) -> Result<String> {
        self.text_metered(form, &mut self.meter(limits)?)
    }

    pub(super) fn text_metered(&self, form: PartizanForm, meter: &mut Meter<'_>) -> Result<String> {
        let mut known: FxHashMap<PartizanForm, String> = FxHashMap::default();
        known.insert(self.zero(), "0".into());
        let mut stack = vec![form];
        while let Some(&top) = stack.last() {
            meter.step(8)?;
            let waiting = stack.len();
            let options = [Player::Left, Player::Right].map(|player| self.options(top, player));
            if !known.contains_key(&top) {
                let unknown = |option: &&PartizanForm| !known.contains_key(option);
                stack.extend(options.iter().flat_map(|side| side.iter()).filter(unknown));
            }
            if stack.len() > waiting {
                continue;
            }
            stack.pop();
            if known.contains_key(&top) {
                continue;
            }
            let text = format!(
                "{{{}|{}}}",
                self.listed(options[0], &known),
                self.listed(options[1], &known)
            );
            meter.reserve(text.len() as u64)?;
            known.insert(top, text);
        }
        Ok(known.remove(&form).unwrap_or_default())
    }

    fn listed(&self, options: &[PartizanForm], known: &FxHashMap<PartizanForm, String>) -> String {
        let mut texts: Vec<(u32, usize, &str)> = options
            .iter()
            .map(|option| (self.birthday(*option), known[option].len(), known[option].as_str()))
            .collect();
        texts.sort_unstable();
        let mut joined = String::new();
        for (_, _, text) in texts {
            if !joined.is_empty() {
                joined.push(',');
            }
            if joined.len() + text.len() > LONGEST {
                joined.push('…');
                break;
            }
            joined.push_str(text);
        }
        joined
    }
}
