//! Sign expansions of any ordinal length: runs of equal signs, and words that repeat ω times.

use super::text::Reader;
use crate::error::excerpt;
use crate::{Error, GeneralizedOrdinal, IBig, OrdinalTerm, Sign, UBig};
use dashu_int::ops::UnsignedAbs;
use std::collections::VecDeque;
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// A run of equal signs and its length, an ordinal other than 0.
pub type SignRun = (Sign, GeneralizedOrdinal);

/// A piece of a [`SignSequence`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SignBlock {
    /// Equal signs.
    Run(SignRun),
    /// A word with both signs, repeated ω times.
    Periodic(Vec<SignRun>),
}

/// A transfinite sequence of signs, the path of a surreal number in the tree of all: plus is to the greater child.
///
/// Equal sequences have equal blocks: runs of one sign are joined, periods are not repetitions themselves and begin as
/// early as they can.
///
/// # Examples
/// ```
/// use farstar_num::{SignSequence, Surreal};
/// let signs = |text: &str| text.parse::<Surreal>()?.signs();
/// assert_eq!(signs("ω/2")?.to_string(), "+^ω -^ω");
/// assert_eq!(signs("ω^(1/2)")?.to_string(), "+^ω -^(ω^2)");
/// assert_eq!(signs("1/3")?.to_string(), "+-(-+)");
/// let path: SignSequence = "+ -^omega + -^omega".parse()?;
/// assert_eq!(Surreal::from_signs(&path)?.to_string(), "1/ω+1/ω^2");
/// # Ok::<(), farstar_num::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SignSequence {
    blocks: Vec<SignBlock>,
}

/// Most runs of a sequence, periods written once.
pub(super) const MOST_RUNS: usize = 1 << 16;

pub(super) fn too_many_runs() -> Error {
    Error::OutOfBounds { what: "runs of a sign expansion", limit: MOST_RUNS as u64 }
}

/// The ordinal x with `x + tail = whole` that is the least, if there is one.
fn right_difference(
    whole: &GeneralizedOrdinal,
    tail: &GeneralizedOrdinal,
) -> Result<Option<GeneralizedOrdinal>, Error> {
    let (terms, last) = (whole.terms(), tail.terms());
    let (Some(at), Some(head)) = (terms.len().checked_sub(last.len()), last.first()) else {
        return Ok(None);
    };
    let joint = &terms[at];
    let fits = joint.exponent() == head.exponent()
        && joint.coefficient() >= head.coefficient()
        && terms[at + 1..] == last[1..];
    if !fits {
        return Ok(None);
    }
    let pair = |term: &OrdinalTerm| (term.exponent().clone(), term.coefficient().clone());
    let joint = (joint.exponent().clone(), joint.coefficient() - head.coefficient());
    GeneralizedOrdinal::from_terms(terms[..at].iter().map(pair).chain([joint])).map(Some)
}

/// Adds a run, joined with the last one if the signs are equal.
pub(super) fn push_joined(runs: &mut Vec<SignRun>, (sign, length): SignRun) -> Result<(), Error> {
    let full = runs.len() >= MOST_RUNS;
    match runs.last_mut() {
        _ if length.is_zero() => {}
        Some(last) if last.0 == sign => last.1 = last.1.ordinal_sum(&length)?,
        _ if full => return Err(too_many_runs()),
        _ => runs.push((sign, length)),
    }
    Ok(())
}

/// The length of runs one after another.
pub(super) fn length_of(runs: &[SignRun]) -> Result<GeneralizedOrdinal, Error> {
    runs.iter().try_fold(GeneralizedOrdinal::zero(), |sum, run| sum.ordinal_sum(&run.1))
}

/// The length of a word that is repeated ω times.
pub(super) fn length_repeated(word: &[SignRun]) -> Result<GeneralizedOrdinal, Error> {
    length_of(word)?.ordinal_product(&GeneralizedOrdinal::omega())
}

/// The pluses in a word that is repeated ω times.
pub(super) fn pluses_of(word: &[SignRun]) -> Result<GeneralizedOrdinal, Error> {
    let pluses: Vec<_> = word.iter().filter(|run| run.0 == Sign::Positive).cloned().collect();
    length_repeated(&pluses)
}

impl SignSequence {
    /// The pieces, in order.
    pub fn blocks(&self) -> &[SignBlock] {
        &self.blocks
    }

    /// The sequence of these pieces, in any form.
    ///
    /// # Errors
    /// [`Error::NotOrdinal`] for a length that is no ordinal, [`Error::OutOfBounds`] for more than 65536 runs.
    pub fn from_blocks(blocks: impl IntoIterator<Item = SignBlock>) -> Result<SignSequence, Error> {
        let mut signs = SignSequence::default();
        for block in blocks {
            match block {
                SignBlock::Run(run) => signs.push_run(run)?,
                SignBlock::Periodic(word) => signs.push_periodic(word)?,
            }
        }
        Ok(signs)
    }

    /// The runs, if no word is repeated.
    pub fn runs(&self) -> Option<Vec<SignRun>> {
        let run = |block: &SignBlock| match block {
            SignBlock::Run(run) => Some(run.clone()),
            SignBlock::Periodic(_) => None,
        };
        self.blocks.iter().map(run).collect()
    }

    /// How many signs: the birthday of the number.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond the bounds of [`GeneralizedOrdinal`].
    pub fn len(&self) -> Result<GeneralizedOrdinal, Error> {
        let mut sum = GeneralizedOrdinal::zero();
        for block in &self.blocks {
            let length = match block {
                SignBlock::Run(run) => run.1.clone(),
                SignBlock::Periodic(word) => length_repeated(word)?,
            };
            sum = sum.ordinal_sum(&length)?;
        }
        Ok(sum)
    }

    /// Whether there is no sign: the sequence of 0.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Adds a run at the end.
    pub(super) fn push_run(&mut self, run: SignRun) -> Result<(), Error> {
        let (sign, length) = run;
        if !length.is_ordinal() {
            return Err(Error::NotOrdinal(excerpt(&length.to_string())));
        }
        let full = self.blocks.len() >= MOST_RUNS;
        match self.blocks.last_mut() {
            _ if length.is_zero() => {}
            Some(SignBlock::Run(last)) if last.0 == sign => {
                last.1 = last.1.ordinal_sum(&length)?;
            }
            _ if full => return Err(too_many_runs()),
            _ => self.blocks.push(SignBlock::Run((sign, length))),
        }
        Ok(())
    }

    /// Adds a word repeated ω times.
    pub(super) fn push_periodic(&mut self, word: Vec<SignRun>) -> Result<(), Error> {
        let mut runs = Vec::with_capacity(word.len());
        for run in word {
            if !run.1.is_ordinal() {
                return Err(Error::NotOrdinal(excerpt(&run.1.to_string())));
            }
            push_joined(&mut runs, run)?;
        }
        let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return Ok(()) };
        if runs.len() == 1 {
            let length = first.1.ordinal_product(&GeneralizedOrdinal::omega())?;
            return self.push_run((first.0, length));
        }
        if first.0 == last.0 {
            // Cyclically joined, so that repetitions within the word are seen.
            let first = runs.remove(0);
            self.push_run(first.clone())?;
            push_joined(&mut runs, first)?;
        } else if matches!(self.blocks.last(), Some(SignBlock::Run(before)) if before.0 == first.0)
        {
            let first = runs.remove(0);
            self.push_run(first.clone())?;
            runs.push(first);
        }
        let n = runs.len();
        let period =
            (1..n).filter(|d| n % d == 0).find(|&d| (d..n).all(|i| runs[i] == runs[i - d]));
        runs.truncate(period.unwrap_or(n));
        let mut word = VecDeque::from(runs);
        self.roll_back(&mut word)?;
        if self.blocks.len() + word.len() > MOST_RUNS {
            return Err(too_many_runs());
        }
        self.blocks.push(SignBlock::Periodic(word.into()));
        Ok(())
    }

    /// Lets the period begin as early as it can.
    fn roll_back(&mut self, word: &mut VecDeque<SignRun>) -> Result<(), Error> {
        while let (Some(SignBlock::Run(before)), Some(last)) = (self.blocks.last_mut(), word.back())
            && before.0 == last.0
        {
            let sign = before.0;
            if let Some(rest) = right_difference(&before.1, &last.1)? {
                word.rotate_right(1);
                if !rest.is_zero() {
                    before.1 = rest;
                    break;
                }
                self.blocks.pop();
            } else if let Some(rest) = right_difference(&last.1, &before.1)? {
                word.pop_back();
                word.push_front((sign, before.1.clone()));
                word.push_back((sign, rest));
                self.blocks.pop();
                break;
            } else {
                break;
            }
        }
        Ok(())
    }
}

/// Sequences of at most this many signs are written sign by sign.
const LONGEST_PLAIN: u64 = 1024;

fn letter(sign: Sign) -> char {
    match sign {
        Sign::Positive => '+',
        Sign::Negative => '-',
    }
}

fn write_runs(f: &mut impl fmt::Write, runs: &[SignRun], plain: bool) -> fmt::Result {
    for (at, (sign, length)) in runs.iter().enumerate() {
        if plain {
            let count = length.as_integer().and_then(|n| usize::try_from(&n).ok()).unwrap_or(0);
            (0..count).try_for_each(|_| f.write_char(letter(*sign)))?;
            continue;
        }
        if at > 0 {
            f.write_char(' ')?;
        }
        f.write_char(letter(*sign))?;
        if length.is_omega() || (length.as_integer().is_some() && !length.is_one()) {
            write!(f, "^{length}")?;
        } else if !length.is_one() {
            write!(f, "^({length})")?;
        }
    }
    Ok(())
}

impl fmt::Display for SignSequence {
    /// `++-`, `+-(-+)` with the period in parentheses, `+^ω -^(ω^2)`; `()` if there is no sign.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("()");
        }
        let runs = self.blocks.iter().flat_map(|block| match block {
            SignBlock::Run(run) => std::slice::from_ref(run),
            SignBlock::Periodic(word) => &word[..],
        });
        let signs = runs.map(|run| run.1.as_integer().map(|n| n.unsigned_abs()));
        let signs: Option<UBig> = signs.sum();
        let plain = signs.is_some_and(|n| n <= UBig::from(LONGEST_PLAIN));
        for (at, block) in self.blocks.iter().enumerate() {
            if at > 0 && !plain {
                f.write_char(' ')?;
            }
            match block {
                SignBlock::Run(run) => write_runs(f, std::slice::from_ref(run), plain)?,
                SignBlock::Periodic(word) => {
                    f.write_char('(')?;
                    write_runs(f, word, plain)?;
                    f.write_char(')')?;
                }
            }
        }
        Ok(())
    }
}

const EXPECTED: &str = "a sign expansion such as ++-, +-(-+) or +^ω -^(ω^2)";

/// The runs at the front of the text.
fn read_runs(reader: &mut Reader<'_>) -> Result<Vec<SignRun>, Error> {
    let mut runs = Vec::new();
    loop {
        let sign = if reader.take(&["+"]) {
            Sign::Positive
        } else if reader.take(&["-"]) {
            Sign::Negative
        } else {
            return Ok(runs);
        };
        let length = if reader.take(&["^"]) {
            let length = reader.power(0)?;
            let ordinal = length.as_generalized_ordinal().filter(GeneralizedOrdinal::is_ordinal);
            ordinal.ok_or_else(|| Error::NotOrdinal(excerpt(&length.short_text())))?
        } else {
            GeneralizedOrdinal::one()
        };
        push_joined(&mut runs, (sign, length))?;
    }
}

impl FromStr for SignSequence {
    type Err = Error;

    /// Reads what is printed: signs with lengths after `^`, and words in parentheses, which are repeated ω times.
    ///
    /// # Errors
    /// [`Error::Parse`] for other text, [`Error::NotOrdinal`] for a length that is no ordinal, [`Error::OutOfBounds`]
    /// for more than 65536 runs.
    fn from_str(text: &str) -> Result<SignSequence, Error> {
        let refuse = || Error::Parse { text: excerpt(text), expected: EXPECTED };
        let mut reader = Reader::new(text);
        let mut signs = SignSequence::default();
        loop {
            for run in read_runs(&mut reader)? {
                signs.push_run(run)?;
            }
            if !reader.take(&["("]) {
                break;
            }
            signs.push_periodic(read_runs(&mut reader)?)?;
            if !reader.take(&[")"]) {
                return Err(refuse());
            }
        }
        if reader.at_end() { Ok(signs) } else { Err(refuse()) }
    }
}

/// `n` as an ordinal.
pub(super) fn finite(n: &UBig) -> Result<GeneralizedOrdinal, Error> {
    GeneralizedOrdinal::integer(IBig::from(n.clone()))
}
