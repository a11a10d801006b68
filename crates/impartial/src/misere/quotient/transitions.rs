//! The transition algebra: what a sum is worth, together with what its options are worth.
//!
//! `(x, T)` stands for a sum of value `x` whose options have the values `T`; a heap `h` beside it makes of it `(x·Φ(h),
//! T·Φ(h) ∪ x·Φ(options of h))`. If of all that is so reached from the empty sum, itself left out, `x` is lost iff
//! nothing in `T` is, and the empty sum is not lost, then by induction every sum is lost iff its value is: a finite
//! proof for infinitely many sums (Plambeck and Siegel, *Misère quotients for impartial games*, 2008).
//!
//! Heaps are added monotonically in `T`, so of the pairs of one value only those with least `T` are kept: where they
//! have a lost option, the others have.

use super::monoid::{Elements, Monoid};
use farstar_play::{Meter, Stopped};

/// A heap: its value and those of its options.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub(super) heap: u32,
    pub(super) value: u32,
    pub(super) options: Elements,
}

struct Pair {
    value: u32,
    options: Elements,
    /// The pair that it was reached from, and the letter.
    from: Option<usize>,
    letter: usize,
}

/// All pairs with least sets of options.
pub(super) struct Transitions {
    /// By value.
    least: Vec<Vec<Elements>>,
}

/// A sum, heap by heap, that a candidate calls lost or won against the word of its options.
pub(super) type Wrong = Vec<u32>;

impl Transitions {
    /// The pairs of a monoid, or a sum on which it is wrong.
    pub(super) fn of(
        monoid: &Monoid,
        letters: &[Letter],
        words: &[Vec<u32>],
        meter: &mut Meter<'_>,
    ) -> Result<Result<Self, Wrong>, Stopped> {
        for letter in letters {
            meter.step(monoid.order() as u64)?;
            if let Some(beside) = monoid.clash(letter.value, &letter.options) {
                let mut wrong = words[beside as usize].clone();
                wrong.push(letter.heap);
                wrong.sort_unstable();
                return Ok(Err(wrong));
            }
        }
        let letters = least_letters(letters);
        let mut pairs: Vec<Pair> = Vec::new();
        let mut least: Vec<Vec<usize>> = vec![Vec::new(); monoid.order()];
        let nothing = Elements::none(monoid.order());
        let mut next = 0;
        // the empty sum first, which is no pair
        let mut at: Option<usize> = None;
        loop {
            for (letter, of) in letters.iter().enumerate() {
                meter.step(1 + monoid.order() as u64 / 16)?;
                meter.node(0)?;
                let (x, options) = match at {
                    None => (0, &nothing),
                    Some(at) => (pairs[at].value, &pairs[at].options),
                };
                let value = monoid.times(x, of.value);
                let mut options = monoid.image(options, of.value);
                options.add(&monoid.image(&of.options, x));
                let known = &mut least[value as usize];
                if known.iter().any(|&pair| pairs[pair].options.is_in(&options)) {
                    continue;
                }
                known.retain(|&pair| !options.is_in(&pairs[pair].options));
                known.push(pairs.len());
                meter.node(options.bytes() + size_of::<Pair>())?;
                let wrong = !monoid.is_lost(value) && !options.meets(monoid.lost());
                pairs.push(Pair { value, options, from: at, letter });
                if wrong {
                    return Ok(Err(word_of(&pairs, &letters)));
                }
            }
            // pairs that another one has replaced need not be walked on from
            while next < pairs.len() && !least[pairs[next].value as usize].contains(&next) {
                next += 1;
            }
            if next == pairs.len() {
                break;
            }
            at = Some(next);
            next += 1;
        }
        let of = |list: &Vec<usize>| list.iter().map(|&pair| pairs[pair].options.clone()).collect();
        Ok(Ok(Self { least: least.iter().map(of).collect() }))
    }

    /// The value that a heap with these options has if it changes nothing: some sum of that value has no more options
    /// (the mex interpolation principle).
    pub(super) fn interpolate(&self, monoid: &Monoid, options: &Elements) -> Option<u32> {
        (0..monoid.order() as u32).find(|&x| {
            self.least[x as usize].iter().any(|known| known.is_in(options))
                && monoid.clash(x, options).is_none()
        })
    }
}

/// The letters that are needed: of those of one value the ones with least options.
fn least_letters(letters: &[Letter]) -> Vec<&Letter> {
    let mut least: Vec<&Letter> = Vec::new();
    for letter in letters {
        let covers = |a: &Letter, b: &Letter| a.value == b.value && a.options.is_in(&b.options);
        if least.iter().any(|known| covers(known, letter)) {
            continue;
        }
        least.retain(|known| !covers(letter, known));
        least.push(letter);
    }
    least
}

/// The heaps of the last pair.
fn word_of(pairs: &[Pair], letters: &[&Letter]) -> Vec<u32> {
    let mut word = Vec::new();
    let mut at = pairs.len().checked_sub(1);
    while let Some(pair) = at {
        word.push(letters[pairs[pair].letter].heap);
        at = pairs[pair].from;
    }
    word.sort_unstable();
    word
}
