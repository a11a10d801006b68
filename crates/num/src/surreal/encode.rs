//! The sign expansion of a normal form.
//!
//! The rules are Gonshor's (*An Introduction to the Theory of Surreal Numbers*, thms 5.11 and 5.12): the expansions
//! of the terms follow one another, with the minuses of an exponent left out that it shares with an earlier one.
//! Common beginnings of exponents in decreasing order are longest with the one just before, so only that is looked
//! at.

use super::signs::{SignBlock, SignRun, SignSequence, finite, push_joined, too_many_runs};
use super::{NormalForm, NormalTerm, Surreal};
use crate::{Error, GeneralizedOrdinal, IBig, Rational, Sign, SignExpansion, UBig};
use dashu_int::ops::UnsignedAbs;

/// Most signs before and in the period of a rational.
const MOST_SIGNS: usize = 1 << 16;

impl NormalForm {
    /// The sign expansion, of the length of the birthday.
    ///
    /// # Errors
    /// [`Error::NoSigns`] for an exponent with a coefficient that is not dyadic, such as `ω^(1/3)`: its runs do not
    /// repeat. [`Error::OutOfBounds`] for more than 65536 runs or signs of a period.
    pub fn signs(&self) -> Result<SignSequence, Error> {
        let mut signs = SignSequence::default();
        let mut before: Option<(Vec<SignRun>, bool)> = None;
        for term in self.terms() {
            let exponent = term.exponent().signs()?.runs();
            let exponent = exponent.ok_or_else(|| Error::NoSigns(self.short_text()))?;
            let reduced = match &before {
                Some((previous, dyadic)) => reduce(previous, &exponent, !dyadic)?,
                None => exponent.clone(),
            };
            push_term(&mut signs, &reduced, term)?;
            before = Some((exponent, term.coefficient().is_dyadic()));
        }
        Ok(signs)
    }
}

impl Surreal {
    /// The first runs of the sign expansion, at most so many; also where it cannot be written as a whole, as that of
    /// `ω^(1/3)` and of quotients without a normal form.
    ///
    /// The expansion of a sum begins with that of its first terms, and that of `ω^a` with that of `ω^b` as far as a
    /// and b begin alike: so a first exponent that has no finite expansion is cut off, further and further behind
    /// until the runs asked for stay as they are.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond the bounds of [`SignSequence`] and [`NormalForm`].
    ///
    /// # Examples
    /// ```
    /// use farstar_num::{SignBlock, SignSequence, Surreal};
    /// let runs = "ω^(1/3)".parse::<Surreal>()?.first_runs(4)?;
    /// let shown = SignSequence::from_blocks(runs.into_iter().map(SignBlock::Run))?;
    /// assert_eq!(shown.to_string(), "+^ω -^(ω^2×2) +^(ω^2) -^(ω^3)");
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn first_runs(&self, count: usize) -> Result<Vec<SignRun>, Error> {
        // every term has a run of its own at least, but for one that joins the run before
        let (form, _) = self.series(count.saturating_add(1))?;
        first_runs(&form, count)
    }
}

fn first_runs(form: &NormalForm, count: usize) -> Result<Vec<SignRun>, Error> {
    match form.signs() {
        Ok(signs) => return unrolled(&signs, count),
        Err(Error::NoSigns(_)) => {}
        Err(error) => return Err(error),
    }
    let finite =
        |term: &NormalTerm| term.exponent().signs().is_ok_and(|signs| signs.runs().is_some());
    let first = form.terms().iter().position(|term| !finite(term)).unwrap_or(0);
    let term = &form.terms()[first];
    let before = form.truncated(first)?;
    let exponent = Surreal::from(term.exponent().clone());
    let sign = Rational::from(if term.coefficient().signum() < 0 { -1 } else { 1 });
    let mut known: Option<Vec<SignRun>> = None;
    let mut kept = count.max(2);
    loop {
        let cut = exponent.first_runs(kept)?;
        let cut = SignSequence::from_blocks(cut.into_iter().map(SignBlock::Run))?;
        let cut = NormalForm::from_signs(&cut)?;
        let last = before.terms().last();
        let below = |last: &NormalTerm| {
            last.exponent().checked_sub(&cut).map(|difference| difference.signum() > 0)
        };
        if last.map(below).transpose()?.unwrap_or(true) {
            let near = before.checked_add(&NormalForm::monomial(&cut, sign.clone())?)?;
            let runs = first_runs(&near, count.saturating_add(1))?;
            let same = known.as_ref().is_some_and(|known| {
                known.len() > count && runs.len() > count && known[..count] == runs[..count]
            });
            if same {
                return Ok(runs[..count].to_vec());
            }
            known = Some(runs);
        }
        kept = kept.saturating_mul(2);
    }
}

/// The first runs of a sequence, its periods written out.
fn unrolled(signs: &SignSequence, count: usize) -> Result<Vec<SignRun>, Error> {
    let mut runs = Vec::new();
    for block in signs.blocks() {
        match block {
            SignBlock::Run(run) => push_joined(&mut runs, run.clone())?,
            SignBlock::Periodic(word) => {
                while runs.len() <= count {
                    for run in word {
                        push_joined(&mut runs, run.clone())?;
                    }
                }
            }
        }
        // the last run may still grow
        if runs.len() > count {
            break;
        }
    }
    runs.truncate(count);
    Ok(runs)
}

/// The beginning that two sequences share: whole runs of the first, and a part of its next one.
fn shared(a: &[SignRun], b: &[SignRun]) -> (usize, GeneralizedOrdinal) {
    let runs = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    match (a.get(runs), b.get(runs)) {
        (Some(x), Some(y)) if x.0 == y.0 && x.1 <= y.1 => (runs + 1, GeneralizedOrdinal::zero()),
        (Some(x), Some(y)) if x.0 == y.0 => (runs, y.1.clone()),
        _ => (runs, GeneralizedOrdinal::zero()),
    }
}

/// The exponent without the minuses that it shares with the one before, and without one more minus right after all of
/// that one if its coefficient is not dyadic.
fn reduce(previous: &[SignRun], exponent: &[SignRun], free: bool) -> Result<Vec<SignRun>, Error> {
    let (whole, part) = shared(exponent, previous);
    let mut reduced = Vec::new();
    for (at, (sign, length)) in exponent.iter().enumerate() {
        let mut length = length.clone();
        if *sign == Sign::Negative {
            if at < whole {
                continue;
            }
            if at == whole {
                length = length.left_difference(&part)?.unwrap_or_default();
                if free && shared(previous, exponent).0 == previous.len() {
                    let one = GeneralizedOrdinal::one();
                    length = length.left_difference(&one)?.unwrap_or_default();
                }
            }
        }
        push_joined(&mut reduced, (*sign, length))?;
    }
    Ok(reduced)
}

/// Adds the signs of one term, given its exponent as reduced.
fn push_term(
    signs: &mut SignSequence,
    reduced: &[SignRun],
    term: &NormalTerm,
) -> Result<(), Error> {
    let negative = term.coefficient().signum() < 0;
    let told = |sign: Sign| if negative { -sign } else { sign };
    let one = GeneralizedOrdinal::one();
    let mut pluses = GeneralizedOrdinal::zero();
    signs.push_run((told(Sign::Positive), one.clone()))?;
    for (sign, length) in reduced {
        let run = if *sign == Sign::Positive {
            pluses = pluses.ordinal_sum(length)?;
            GeneralizedOrdinal::monomial(&pluses, 1)?
        } else {
            GeneralizedOrdinal::monomial(&pluses.ordinal_sum(&one)?, 1)?.ordinal_product(length)?
        };
        signs.push_run((told(*sign), run))?;
    }
    // A block of this length stands for each sign of the coefficient after the first.
    let block = GeneralizedOrdinal::monomial(&pluses, 1)?;
    let scaled = |(sign, count): (Sign, UBig)| -> Result<SignRun, Error> {
        Ok((told(sign), block.ordinal_product(&finite(&count)?)?))
    };
    let coefficient = term.coefficient().abs();
    let mut expansion = match coefficient.to_dyadic() {
        Some(x) => Expansion::of_dyadic(&x.sign_expansion())?,
        None => Expansion::of_rational(&coefficient)?,
    };
    if let Some(first) = expansion.runs.first_mut() {
        first.1 -= UBig::ONE;
    }
    for run in expansion.runs {
        signs.push_run(scaled(run)?)?;
    }
    let period: Result<Vec<SignRun>, Error> = expansion.period.into_iter().map(scaled).collect();
    signs.push_periodic(period?)
}

/// The signs of a positive rational: runs, and what repeats after them.
struct Expansion {
    runs: Vec<(Sign, UBig)>,
    period: Vec<(Sign, UBig)>,
}

impl Expansion {
    fn of_dyadic(path: &SignExpansion) -> Result<Expansion, Error> {
        let runs: Vec<_> = path.runs().take(MOST_SIGNS + 1).collect();
        if runs.len() > MOST_SIGNS {
            return Err(too_many_runs());
        }
        Ok(Expansion { runs, period: Vec::new() })
    }

    /// One plus more than the integer part and a minus, and then the fractional part doubled again and again: a plus
    /// where that carries 1, otherwise a minus.
    fn of_rational(x: &Rational) -> Result<Expansion, Error> {
        let whole = x.floor()?;
        let denominator = x.denominator();
        let mut rest = (x.numerator() - &whole * IBig::from(denominator.clone())).unsigned_abs();
        let mut double = || {
            rest <<= 1;
            let sign = if rest >= denominator { Sign::Positive } else { Sign::Negative };
            rest = &rest % &denominator;
            (sign, rest.clone())
        };
        let too_long =
            || Error::OutOfBounds { what: "signs of a period", limit: MOST_SIGNS as u64 };
        let before = denominator.trailing_zeros().unwrap_or(0);
        if before > MOST_SIGNS {
            return Err(too_long());
        }
        let count = (whole + IBig::ONE).unsigned_abs();
        let mut runs = vec![(Sign::Positive, count), (Sign::Negative, UBig::ONE)];
        // With one more doubling than there are factors 2 in the denominator, what is left comes back.
        let mut start = UBig::ZERO;
        for _ in 0..=before {
            let (sign, left) = double();
            runs.push((sign, UBig::ONE));
            start = left;
        }
        let mut period = Vec::new();
        loop {
            let (sign, left) = double();
            period.push((sign, UBig::ONE));
            if left == start {
                return Ok(Expansion { runs, period });
            }
            if period.len() == MOST_SIGNS {
                return Err(too_long());
            }
        }
    }
}
