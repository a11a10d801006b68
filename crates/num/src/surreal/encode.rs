//! The sign expansion of a normal form.
//!
//! The rules are Gonshor's (*An Introduction to the Theory of Surreal Numbers*, thms 5.11 and 5.12): the expansions
//! of the terms follow one another, with the minuses of an exponent left out that it shares with an earlier one.
//! Common beginnings of exponents in decreasing order are longest with the one just before, so only that is looked
//! at.

use super::signs::{
    MOST_RUNS, SignBlock, SignRun, SignSequence, finite, length_repeated, pluses_of, push_joined,
    too_many_runs,
};
use super::simplest::Rest;
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
        self.pieces(&mut |piece| match piece {
            Piece::Run(run) => signs.push_run(run),
            Piece::Periodic(word) => signs.push_periodic(word),
            Piece::Endless(_) => Err(Error::NoSigns(self.short_text())),
        })?;
        Ok(signs)
    }

    /// The length of the sign expansion, also where its runs do not repeat.
    pub(super) fn birthday(&self) -> Result<GeneralizedOrdinal, Error> {
        let mut length = GeneralizedOrdinal::zero();
        self.pieces(&mut |piece| {
            let more = match piece {
                Piece::Run(run) => run.1,
                Piece::Periodic(word) => length_repeated(&word)?,
                Piece::Endless(more) => more,
            };
            length = length.ordinal_sum(&more)?;
            Ok(())
        })?;
        Ok(length)
    }

    /// The pieces of the sign expansion, one after another.
    fn pieces(&self, tell: &mut dyn FnMut(Piece) -> Result<(), Error>) -> Result<(), Error> {
        let mut before: Option<(SignSequence, bool)> = None;
        for term in self.terms() {
            let exponent = term.exponent().signs()?;
            let reduced = match &before {
                Some((previous, dyadic)) => reduce(previous, &exponent, !dyadic)?,
                None => exponent.blocks().to_vec(),
            };
            tell_term(&reduced, term, tell)?;
            before = Some((exponent, term.coefficient().is_dyadic()));
        }
        Ok(())
    }
}

/// A piece of a sign expansion.
enum Piece {
    Run(SignRun),
    /// A word, repeated ω times.
    Periodic(Vec<SignRun>),
    /// Infinitely many runs that do not repeat, of this length together.
    Endless(GeneralizedOrdinal),
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

/// The exponent without the minuses that it shares with the one before, and without one more minus right after all of
/// that one if its coefficient is not dyadic.
fn reduce(
    previous: &SignSequence,
    exponent: &SignSequence,
    free: bool,
) -> Result<Vec<SignBlock>, Error> {
    let mut reduced = Vec::new();
    let (mut before, mut rest) = (Rest::of(previous), Rest::of(exponent));
    for _ in 0..MOST_RUNS {
        if let Some(word) = rest.same_period(&mut before) {
            reduced.push(SignBlock::Run((Sign::Positive, pluses_of(&word)?)));
            continue;
        }
        match (rest.run(), before.run()) {
            (Some(x), Some(y)) if x.0 == y.0 => {
                let shared = x.1.min(y.1);
                rest.take(&shared)?;
                before.take(&shared)?;
                if x.0 == Sign::Positive {
                    reduced.push(SignBlock::Run((x.0, shared)));
                }
            }
            (Some(x), None) if free && x.0 == Sign::Negative => {
                rest.take(&GeneralizedOrdinal::one())?;
                reduced.extend(rest.0);
                return Ok(reduced);
            }
            _ => {
                reduced.extend(rest.0);
                return Ok(reduced);
            }
        }
    }
    Err(too_many_runs())
}

/// Tells the signs of one term, given its exponent as reduced.
fn tell_term(
    reduced: &[SignBlock],
    term: &NormalTerm,
    tell: &mut dyn FnMut(Piece) -> Result<(), Error>,
) -> Result<(), Error> {
    let negative = term.coefficient().signum() < 0;
    let told = |sign: Sign| if negative { -sign } else { sign };
    let one = GeneralizedOrdinal::one();
    let mut pluses = GeneralizedOrdinal::zero();
    tell(Piece::Run((told(Sign::Positive), one.clone())))?;
    for block in reduced {
        match block {
            SignBlock::Run((Sign::Positive, length)) => {
                pluses = pluses.ordinal_sum(length)?;
                let run = GeneralizedOrdinal::monomial(&pluses, 1)?;
                tell(Piece::Run((told(Sign::Positive), run)))?;
            }
            SignBlock::Run((sign, length)) => {
                let run = GeneralizedOrdinal::monomial(&pluses.ordinal_sum(&one)?, 1)?;
                tell(Piece::Run((told(*sign), run.ordinal_product(length)?)))?;
            }
            // Each plus makes all that follows ω times as long, so nothing is left of what came before.
            SignBlock::Periodic(word) => {
                pluses = pluses.ordinal_sum(&pluses_of(word)?)?;
                tell(Piece::Endless(GeneralizedOrdinal::monomial(&pluses, 1)?))?;
            }
        }
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
        tell(Piece::Run(scaled(run)?))?;
    }
    let period: Result<Vec<SignRun>, Error> = expansion.period.into_iter().map(scaled).collect();
    tell(Piece::Periodic(period?))
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
