//! The simplest number between two: the one whose sign expansion is a beginning of those of all the others.

use super::signs::{SignBlock, SignRun, SignSequence};
use super::{NormalForm, Surreal};
use crate::{Error, GeneralizedOrdinal, Sign};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// Most runs that two expansions are followed for.
const MOST_STEPS: usize = 1 << 18;

/// The signs of an expansion from some place on.
struct Rest(VecDeque<SignBlock>);

impl Rest {
    fn of(signs: &SignSequence) -> Rest {
        Rest(signs.blocks().iter().cloned().collect())
    }

    /// The next run, not joined with a run of the same sign after it; a period gives one repetition of its word.
    fn run(&mut self) -> Option<SignRun> {
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

    fn take(&mut self, count: &GeneralizedOrdinal) -> Result<(), Error> {
        if let Some(SignBlock::Run(run)) = self.0.front_mut() {
            run.1 = run.1.left_difference(count)?.unwrap_or_default();
            if run.1.is_zero() {
                self.0.pop_front();
            }
        }
        Ok(())
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
    /// As [`Surreal::signs`].
    ///
    /// # Examples
    /// ```
    /// let x: farstar_num::Surreal = "1-1/ω^4".parse()?;
    /// assert_eq!(x.birthday()?.to_string(), "ω×4");
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn birthday(&self) -> Result<GeneralizedOrdinal, Error> {
        self.signs()?.len()
    }

    /// The simplest number above `lower` and below `upper`, each if given: the value of the game `{lower | upper}`.
    /// `None` if `lower` is not below `upper`.
    ///
    /// # Errors
    /// As [`Surreal::signs`] and [`Surreal::from_signs`].
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
        let signs = match (lower, upper) {
            (None, None) => SignSequence::default(),
            (Some(x), None) => unbounded(&x.signs()?, Sign::Positive)?,
            (None, Some(x)) => unbounded(&x.signs()?, Sign::Negative)?,
            (Some(x), Some(y)) => {
                if x.checked_cmp(y)? != Ordering::Less {
                    return Ok(None);
                }
                match between(&x.signs()?, &y.signs()?)? {
                    Some(signs) => signs,
                    None => return Ok(None),
                }
            }
        };
        Surreal::from_signs(&signs).map(Some)
    }
}
