//! The normal form of a sign expansion, the inverse of Gonshor's rules.
//!
//! A term begins with the signs of its power of ω: a run of `ω^e` more signs than so far tells e pluses of the
//! exponent, a run of the other sign its minuses. What follows in blocks of one length are the signs of the
//! coefficient, until a longer run shows that the last block belonged to the next term. Minuses that the exponent
//! shares with the one before are not written, so they are put back.

use super::NormalForm;
use super::signs::{SignBlock, SignRun, SignSequence, push_joined};
use crate::{Error, GeneralizedOrdinal, IBig, Rational, Sign, SignExpansion, UBig};
use dashu_int::ops::UnsignedAbs;
use std::cmp::Ordering;
use std::collections::VecDeque;

impl NormalForm {
    /// The number with this sign expansion.
    ///
    /// # Errors
    /// [`Error::NoNumber`] for a sequence of a number whose normal form has infinitely many terms or an irrational
    /// coefficient, [`Error::OutOfBounds`] beyond the bounds of [`NormalForm`].
    pub fn from_signs(signs: &SignSequence) -> Result<NormalForm, Error> {
        let mut rest = Rest { blocks: VecDeque::new() };
        for block in signs.blocks() {
            if let SignBlock::Periodic(word) = block {
                // Powers of ω grow, so that they end in the second repetition; a third lies between for safety.
                for run in [&word[..], word, word].concat() {
                    rest.blocks.push_back(SignBlock::Run(run));
                }
            }
            rest.blocks.push_back(block.clone());
        }
        let unknown = || Error::NoNumber(signs.to_string());
        let mut terms: Vec<(NormalForm, Rational)> = Vec::new();
        let mut before: Option<(Vec<SignRun>, bool)> = None;
        while !rest.blocks.is_empty() {
            let Some(Power { sign, reduced, pluses }) = rest.power()? else {
                return Err(unknown());
            };
            let Some(magnitude) = rest.coefficient(sign, &pluses)? else { return Err(unknown()) };
            let exponent = match &before {
                Some((previous, dyadic)) => restore(previous, reduced, !dyadic)?,
                None => reduced.into(),
            };
            let value = NormalForm::from_signs(&SignSequence::from_blocks(
                exponent.iter().cloned().map(SignBlock::Run),
            )?)?;
            if terms.last().is_some_and(|(above, _)| *above <= value) {
                return Err(unknown());
            }
            before = Some((exponent, magnitude.is_dyadic()));
            terms.push((value, if sign == Sign::Negative { -magnitude } else { magnitude }));
        }
        NormalForm::from_terms(terms)
    }
}

/// What the power of ω of a term tells: the sign of the term, the reduced exponent, and its pluses.
struct Power {
    sign: Sign,
    reduced: VecDeque<SignRun>,
    pluses: GeneralizedOrdinal,
}

/// The signs that are not yet read.
struct Rest {
    blocks: VecDeque<SignBlock>,
}

fn power_of_omega(exponent: &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error> {
    GeneralizedOrdinal::monomial(exponent, 1)
}

impl Rest {
    /// The next run as long as it goes; `None` at the end and before a period.
    fn run(&mut self) -> Result<Option<SignRun>, Error> {
        loop {
            match (self.blocks.front(), self.blocks.get(1)) {
                (Some(SignBlock::Run(x)), Some(SignBlock::Run(y))) if x.0 == y.0 => {
                    let joined = SignBlock::Run((x.0, x.1.ordinal_sum(&y.1)?));
                    self.blocks.pop_front();
                    self.blocks[0] = joined;
                }
                (Some(SignBlock::Run(run)), _) => return Ok(Some(run.clone())),
                _ => return Ok(None),
            }
        }
    }

    /// Takes signs from the front of the next run.
    fn take(&mut self, count: &GeneralizedOrdinal) -> Result<(), Error> {
        if let Some(SignBlock::Run(run)) = self.blocks.front_mut() {
            run.1 = run.1.left_difference(count)?.unwrap_or_default();
            if run.1.is_zero() {
                self.blocks.pop_front();
            }
        }
        Ok(())
    }

    /// Reads the power of ω of a term.
    fn power(&mut self) -> Result<Option<Power>, Error> {
        let Some((term, first)) = self.run()? else { return Ok(None) };
        let mut reduced = VecDeque::new();
        let mut pluses = first.leading_exponent();
        self.take(&power_of_omega(&pluses)?)?;
        if !pluses.is_zero() {
            reduced.push_back((Sign::Positive, pluses.clone()));
        }
        while let Some((sign, length)) = self.run()? {
            let leading = length.leading_exponent();
            if leading <= pluses {
                break;
            }
            if sign == term {
                let more = leading.left_difference(&pluses)?.unwrap_or_default();
                reduced.push_back((Sign::Positive, more));
                self.take(&power_of_omega(&leading)?)?;
                pluses = leading;
            } else {
                let unit = power_of_omega(&pluses.ordinal_sum(&GeneralizedOrdinal::one())?)?;
                let (times, _) = length.ordinal_div_rem(&unit)?;
                self.take(&unit.ordinal_product(&times)?)?;
                reduced.push_back((Sign::Negative, times));
            }
        }
        Ok(Some(Power { sign: term, reduced, pluses }))
    }

    /// Reads the rest of the coefficient of a term with this sign, in blocks of `ω^pluses` signs; its absolute value.
    fn coefficient(
        &mut self,
        term: Sign,
        pluses: &GeneralizedOrdinal,
    ) -> Result<Option<Rational>, Error> {
        let told = |sign: Sign| if sign == term { Sign::Positive } else { Sign::Negative };
        let blocks = |length: &GeneralizedOrdinal| {
            let head = length.terms().first()?;
            (head.exponent() == pluses).then(|| head.coefficient().unsigned_abs())
        };
        let mut signs = vec![(Sign::Positive, UBig::ONE)];
        loop {
            let Some((sign, length)) = self.run()? else { break };
            match length.leading_exponent().cmp(pluses) {
                Ordering::Less => break,
                Ordering::Equal => {
                    let Some(count) = blocks(&length) else { break };
                    let taken = GeneralizedOrdinal::monomial(pluses, IBig::from(count.clone()))?;
                    self.take(&taken)?;
                    signs.push((told(sign), count));
                }
                Ordering::Greater => {
                    // The block before begins the next term, which this run continues.
                    let Some(last) = signs.last_mut() else { return Ok(None) };
                    last.1 -= UBig::ONE;
                    let sign = if last.0 == Sign::Positive { term } else { -term };
                    self.blocks.push_front(SignBlock::Run((sign, power_of_omega(pluses)?)));
                    let dyadic = SignExpansion::from_runs(signs)?.to_dyadic()?;
                    return Ok((!dyadic.is_zero()).then(|| Rational::from(dyadic)));
                }
            }
        }
        let mut period = Vec::new();
        if let Some(SignBlock::Periodic(word)) = self.blocks.front() {
            for (sign, length) in word {
                match blocks(length) {
                    Some(count) if length.terms().len() == 1 => period.push((told(*sign), count)),
                    _ => return Ok(None),
                }
            }
            self.blocks.pop_front();
        }
        value(signs, &period).map(Some)
    }
}

/// The number of these runs, with the period after them ω times if there is one.
fn value(signs: Vec<(Sign, UBig)>, period: &[(Sign, UBig)]) -> Result<Rational, Error> {
    let path = SignExpansion::from_runs(signs)?;
    let finite = Rational::from(path.to_dyadic()?);
    if period.is_empty() {
        return Ok(finite);
    }
    let Some((_, lead)) = path.runs().next() else { return Ok(finite) };
    let tail = path.len() - lead;
    // The signs of one period as a number: a sum of ±2^j.
    let mut word = IBig::ZERO;
    let mut length = 0usize;
    for (sign, count) in period {
        let count = usize::try_from(count).map_err(|_| Error::TooLarge { bits: u64::MAX })?;
        length = length.saturating_add(count);
        if length > super::signs::MOST_RUNS {
            return Err(super::signs::too_many_runs());
        }
        let run = IBig::from(UBig::ones(count));
        word = (word << count) + if *sign == Sign::Positive { run } else { -run };
    }
    let tail = usize::try_from(&tail).map_err(|_| Error::TooLarge { bits: u64::MAX })?;
    let below = IBig::from(UBig::ones(length)) << tail;
    finite.checked_add(&Rational::new(word, below)?)
}

/// The exponent with the minuses that it shares with the one before put back.
fn restore(
    previous: &[SignRun],
    mut reduced: VecDeque<SignRun>,
    free: bool,
) -> Result<Vec<SignRun>, Error> {
    let mut exponent = Vec::new();
    let mut shared = VecDeque::from(previous.to_vec());
    loop {
        match (shared.front_mut(), reduced.front_mut()) {
            (Some(run), _) if run.0 == Sign::Negative => {
                push_joined(&mut exponent, run.clone())?;
                shared.pop_front();
            }
            (Some(before), Some(run)) if run.0 == Sign::Positive => {
                let part = before.1.clone().min(run.1.clone());
                for side in [before, run] {
                    side.1 = side.1.left_difference(&part)?.unwrap_or_default();
                }
                shared.retain(|run| !run.1.is_zero());
                reduced.retain(|run| !run.1.is_zero());
                push_joined(&mut exponent, (Sign::Positive, part))?;
            }
            // The exponent is greater in no case: it parts with a minus, or ends.
            (Some(_), _) => break,
            (None, _) => {
                if free {
                    push_joined(&mut exponent, (Sign::Negative, GeneralizedOrdinal::one()))?;
                }
                break;
            }
        }
    }
    for run in reduced {
        push_joined(&mut exponent, run)?;
    }
    Ok(exponent)
}
