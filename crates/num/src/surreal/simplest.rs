//! The simplest number between two: the one whose sign expansion is a beginning of those of all the others.

use super::signs::{SignBlock, SignRun, SignSequence};
use super::{NormalForm, Surreal};
use crate::{Error, GeneralizedOrdinal, Sign};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// Most runs that two expansions are followed for.
const MOST_STEPS: usize = 1 << 18;

/// So many runs are looked at first of an expansion that cannot be written as a whole, and then twice as many each time
/// up to the second number.
const FEW_RUNS: usize = 8;
const MOST_BEGUN: usize = 1 << 10;

/// The signs of an expansion from some place on.
pub(super) struct Rest(pub(super) VecDeque<SignBlock>);

impl Rest {
    pub(super) fn of(signs: &SignSequence) -> Rest {
        Rest(signs.blocks().iter().cloned().collect())
    }

    /// The next run, not joined with a run of the same sign after it; a period gives one repetition of its word.
    pub(super) fn run(&mut self) -> Option<SignRun> {
        if let Some(SignBlock::Periodic(word)) = self.0.front() {
            for run in word.clone().into_iter().rev() {
                self.0.push_front(SignBlock::Run(run));
            }
        }
        match self.0.front() {
            Some(SignBlock::Run(run)) => Some(run.clone()),
            _ => None,
        }
    }

    pub(super) fn take(&mut self, count: &GeneralizedOrdinal) -> Result<(), Error> {
        if let Some(SignBlock::Run(run)) = self.0.front_mut() {
            run.1 = run.1.left_difference(count)?.unwrap_or_default();
            if run.1.is_zero() {
                self.0.pop_front();
            }
        }
        Ok(())
    }

    /// Takes the word that both repeat next for ever, if they do.
    pub(super) fn same_period(&mut self, other: &mut Rest) -> Option<Vec<SignRun>> {
        match (self.0.front()?, other.0.front()?) {
            (SignBlock::Periodic(word), SignBlock::Periodic(same)) if word == same => {
                let word = word.clone();
                self.0.pop_front();
                other.0.pop_front();
                Some(word)
            }
            _ => None,
        }
    }

    /// Takes the next run as long as it goes.
    fn whole_run(&mut self) -> Result<Option<SignRun>, Error> {
        let Some((sign, mut length)) = self.run() else { return Ok(None) };
        self.0.pop_front();
        while let Some(more) = self.run().filter(|more| more.0 == sign) {
            self.0.pop_front();
            length = length.ordinal_sum(&more.1)?;
        }
        Ok(Some((sign, length)))
    }
}

fn run(sign: Sign, length: GeneralizedOrdinal) -> SignBlock {
    SignBlock::Run((sign, length))
}

/// The sequence of the simplest number between those of two, if the first is less.
fn between(a: &SignSequence, b: &SignSequence) -> Result<Option<SignSequence>, Error> {
    let equal = a.blocks().iter().zip(b.blocks()).take_while(|(x, y)| x == y).count();
    let mut common: Vec<SignBlock> = a.blocks()[..equal].to_vec();
    let (mut left, mut right) = (Rest::of(a), Rest::of(b));
    left.0.drain(..equal);
    right.0.drain(..equal);
    // Equal sequences have equal blocks, so that these two part, and before the shorter one of two periods is over for
    // the second time.
    for _ in 0..MOST_STEPS {
        match (left.run(), right.run()) {
            (Some(x), Some(y)) if x.0 == y.0 => {
                let shared = x.1.min(y.1);
                left.take(&shared)?;
                right.take(&shared)?;
                common.push(run(x.0, shared));
            }
            (Some(x), Some(_)) if x.0 == Sign::Negative => {
                return SignSequence::from_blocks(common).map(Some);
            }
            (None, Some(y)) if y.0 == Sign::Positive => {
                common.extend(beyond(Sign::Positive, right)?);
                return SignSequence::from_blocks(common).map(Some);
            }
            (Some(x), None) if x.0 == Sign::Negative => {
                common.extend(beyond(Sign::Negative, left)?);
                return SignSequence::from_blocks(common).map(Some);
            }
            _ => return Ok(None),
        }
    }
    Err(Error::OutOfBounds {
        what: "runs that two sign expansions share",
        limit: MOST_STEPS as u64,
    })
}

/// What to add to a number for the simplest one strictly on the way to another, whose expansion goes on with `rest`,
/// this sign first.
fn beyond(sign: Sign, mut rest: Rest) -> Result<Vec<SignBlock>, Error> {
    let one = GeneralizedOrdinal::one();
    let mut signs = vec![run(sign, one.clone())];
    let Some((_, length)) = rest.whole_run()? else { return Ok(signs) };
    if !length.is_one() {
        return Ok(signs);
    }
    let back = rest.whole_run()?;
    let follows = rest.run().is_some();
    let length = back.map_or_else(GeneralizedOrdinal::zero, |back| back.1);
    signs.push(run(-sign, if follows { length } else { length.ordinal_sum(&one)? }));
    Ok(signs)
}

/// The sequence of the simplest number beyond one with these signs, in the direction of a sign.
fn unbounded(signs: &SignSequence, direction: Sign) -> Result<SignSequence, Error> {
    let mut rest = Rest::of(signs);
    let zero = GeneralizedOrdinal::zero();
    let length = match rest.whole_run()? {
        Some((sign, length)) if sign == direction && rest.run().is_some() => length,
        Some((sign, length)) if sign == direction => {
            length.ordinal_sum(&GeneralizedOrdinal::one())?
        }
        Some(_) => zero,
        None => GeneralizedOrdinal::one(),
    };
    SignSequence::from_blocks([run(direction, length)])
}

impl Surreal {
    /// The sign expansion.
    ///
    /// # Errors
    /// As [`NormalForm::signs`], and [`Error::NoNormalForm`] for a quotient.
    pub fn signs(&self) -> Result<SignSequence, Error> {
        self.normal_form()?.signs()
    }

    /// The number with this sign expansion.
    ///
    /// # Errors
    /// As [`NormalForm::from_signs`].
    pub fn from_signs(signs: &SignSequence) -> Result<Surreal, Error> {
        NormalForm::from_signs(signs).map(Surreal::from)
    }

    /// The birthday, an ordinal: the length of the sign expansion.
    ///
    /// # Errors
    /// [`Error::NoNormalForm`] for a quotient, [`Error::NoSigns`] for an exponent that has itself no expansion which
    /// could be written, and [`Error::OutOfBounds`].
    ///
    /// # Examples
    /// ```
    /// use farstar_num::Surreal;
    /// let x: Surreal = "1-1/ω^4".parse()?;
    /// assert_eq!(x.birthday()?.to_string(), "ω×4");
    /// // Infinitely many runs, each longer than the one before.
    /// assert_eq!("ω^(1/3)".parse::<Surreal>()?.birthday()?.to_string(), "ω^ω");
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn birthday(&self) -> Result<GeneralizedOrdinal, Error> {
        self.normal_form()?.birthday()
    }

    /// The sign expansion, or its first runs where it cannot be written; and whether it is all of it.
    fn begun(&self, count: usize) -> Result<(SignSequence, bool), Error> {
        match self.signs() {
            Ok(signs) => Ok((signs, true)),
            Err(Error::NoSigns(_) | Error::NoNormalForm(_)) => {
                let runs = self.first_runs(count)?.into_iter().map(SignBlock::Run);
                Ok((SignSequence::from_blocks(runs)?, false))
            }
            Err(error) => Err(error),
        }
    }

    /// The simplest number above `lower` and below `upper`, each if given: the value of the game `{lower | upper}`.
    /// `None` if `lower` is not below `upper`.
    ///
    /// # Errors
    /// As [`Surreal::first_runs`] and [`Surreal::from_signs`].
    ///
    /// # Examples
    /// ```
    /// use farstar_num::Surreal;
    /// let (a, b): (Surreal, Surreal) = ("1/2".parse()?, "1/2+1/ω".parse()?);
    /// let simplest = Surreal::simplest_between(Some(&a), Some(&b))?;
    /// assert_eq!(simplest.map(|x| x.to_string()), Some("1/2+1/(ω×2)".to_owned()));
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn simplest_between(
        lower: Option<&Surreal>,
        upper: Option<&Surreal>,
    ) -> Result<Option<Surreal>, Error> {
        if let (Some(x), Some(y)) = (lower, upper)
            && x.checked_cmp(y)? != Ordering::Less
        {
            return Ok(None);
        }
        let mut count = FEW_RUNS;
        let signs = loop {
            let begun = |x: Option<&Surreal>| x.map(|x| x.begun(count)).transpose();
            let (x, y) = (begun(lower)?, begun(upper)?);
            let whole = [&x, &y].into_iter().flatten().all(|begun| begun.1);
            let found = match (x, y) {
                (None, None) => Some(SignSequence::default()),
                (Some((x, _)), None) => Some(unbounded(&x, Sign::Positive)?),
                (None, Some((y, _))) => Some(unbounded(&y, Sign::Negative)?),
                (Some((x, _)), Some((y, _))) => between(&x, &y)?,
            };
            match found {
                // Behind where they part, two runs are looked at, and whether there are more.
                Some(signs) if whole || signs.blocks().len() + 3 <= count => break signs,
                None if whole => return Ok(None),
                _ if count > MOST_BEGUN => {
                    return Err(Error::OutOfBounds {
                        what: "runs that two sign expansions share",
                        limit: count as u64,
                    });
                }
                _ => count *= 2,
            }
        };
        Surreal::from_signs(&signs).map(Some)
    }
}
