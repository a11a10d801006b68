//! The picture of a sign expansion: the path to a number from 0 in the tree of all numbers.

use farstar_draw::{SignStep, sign_path};
use farstar_num::{Error, Sign, SignBlock, SignRun, SignSequence, Surreal};

/// Longer names of numbers are not written at corners.
const LONGEST: usize = 24;

/// The path to a number as SVG, and in one sentence what it shows: at most so many runs, a word that repeats for ever
/// once. Of expansions that cannot be written as a whole, as that of `ω^(1/3)`, it is the beginning.
///
/// # Errors
/// As [`Surreal::first_runs`].
///
/// # Examples
/// ```
/// let x: farstar_num::Surreal = "ω/3".parse()?;
/// let (picture, sentence) = farstar_lang::sign_tree(&x, 60)?;
/// assert!(picture.starts_with("<svg"));
/// assert_eq!(sentence, "ω/3 = +^ω -^ω (-^ω +^ω), born on day ω^2");
/// # Ok::<(), farstar_num::Error>(())
/// ```
pub fn sign_tree(x: &Surreal, most: usize) -> Result<(String, String), Error> {
    let (signs, whole) = match x.signs() {
        Ok(signs) => (signs, true),
        Err(Error::NoSigns(_) | Error::NoNormalForm(_)) => {
            let runs = x.first_runs(most)?.into_iter().map(SignBlock::Run);
            (SignSequence::from_blocks(runs)?, false)
        }
        Err(error) => return Err(error),
    };
    let (mut steps, mut before, mut goes_on) = (Vec::new(), Vec::new(), !whole);
    for block in signs.blocks() {
        let runs = match block {
            SignBlock::Run(run) => std::slice::from_ref(run),
            SignBlock::Periodic(word) => word,
        };
        let left = most - steps.len();
        for run in runs.iter().take(left) {
            before.push(SignBlock::Run(run.clone()));
            steps.push(step(run, &before));
        }
        if runs.len() > left {
            goes_on = true;
            break;
        }
        goes_on |= matches!(block, SignBlock::Periodic(_));
    }
    let sentence = match x.birthday() {
        Ok(born) if whole => format!("{x} = {signs}, born on day {born}"),
        _ => format!("{x} begins with {signs}"),
    };
    Ok((sign_path(&steps, goes_on, &x.to_string(), &sentence), sentence))
}

fn step((sign, length): &SignRun, path: &[SignBlock]) -> SignStep {
    let reached = SignSequence::from_blocks(path.iter().cloned());
    let number = reached.and_then(|signs| Surreal::from_signs(&signs)).map(|x| x.to_string()).ok();
    SignStep {
        plus: *sign == Sign::Positive,
        length: length.to_string(),
        number: number.filter(|name| name.chars().count() <= LONGEST),
    }
}
