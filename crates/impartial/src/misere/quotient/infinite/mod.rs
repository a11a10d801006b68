//! Infinite misère quotients, by generators and rules.
//!
//! The classes of sums of finitely many heaps form a finitely generated commutative monoid, which has finitely many
//! relations (L. Rédei, *The theory of finitely generated commutative semigroups*, 1965) and so a finite set of rules
//! by which every word comes to one normal form. The rules are guessed from sums that are played out in a box (`find`;
//! M. Weimerskirch, *An algorithm for computing indistinguishability quotients in misère impartial combinatorial
//! games*, 2009); that they hold for all sums is proved (`proof`). No guess is found for every game: the normal forms
//! must go on along one letter at a time.

mod claim;
mod find;
mod proof;
mod rewriting;
mod text;

use super::certificate::Rules;
use super::presentation::{shown, written, written_with};
use crate::{Error, Result};
use farstar_play::{Limits, Meter};
use farstar_rules::heap::HeapCode;
use proof::{Presented, Unproved};
use rewriting::{Word, times};

pub(super) use super::certificate::Refused;

/// The misère quotient of the heaps up to some size of a game where it is infinite: generators, rules that bring every
/// sum to a normal form, and the normal forms that are lost. It is its own certificate.
///
/// # Examples
/// ```
/// use farstar_impartial::misere::InfiniteQuotient;
/// use farstar_rules::heap::HeapCode;
/// use farstar_value::Limits;
/// let code: HeapCode = "0.3122".parse()?;
/// // Weimerskirch 2009: the heaps up to 7 have infinitely many classes, those up to 6 have not
/// assert!(InfiniteQuotient::of_heap_game(&code, 6, &Limits::none())?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfiniteQuotient {
    rules: Rules,
    presented: Presented,
}

impl InfiniteQuotient {
    /// The quotient of the heaps up to `to` of a game with a code, proved to be infinite; `None` if no rules were found
    /// that give one: it is finite, or there are too many heaps or classes.
    ///
    /// # Errors
    /// That a limit was met.
    ///
    /// # Cost
    /// Some hundred thousand sums of up to about forty heaps are played out, and as many cases of the proof are looked
    /// through: seconds for seven heaps.
    pub fn of_heap_game(code: &HeapCode, to: u32, limits: &Limits) -> Result<Option<Self>> {
        let mut meter = Meter::new(limits);
        let rules = Rules::Code(Box::new(code.clone()));
        let Some(heaps) = heaps_of(&rules, to).filter(|_| code.most_added() == 0) else {
            return Ok(None);
        };
        let found = find::find(&heaps, &mut meter)?;
        Ok(found.map(|presented| Self { rules, presented }))
    }

    /// The largest heap that it covers.
    #[must_use]
    pub fn to(&self) -> u32 {
        self.presented.values.len() as u32 - 1
    }

    /// Whether who is to move loses a sum of heaps, if they are all covered.
    #[must_use]
    pub fn is_lost(&self, sum: &[u32]) -> Option<bool> {
        self.presented.is_lost(&self.word(sum)?)
    }

    /// The normal form of a sum of heaps in letters, if they are all covered.
    #[must_use]
    pub fn class(&self, sum: &[u32]) -> Option<String> {
        Some(written(&self.presented.normal(&self.word(sum)?)?))
    }

    fn word(&self, sum: &[u32]) -> Option<Word> {
        let nothing: Word = vec![0; self.presented.generators.len()].into();
        sum.iter().try_fold(nothing, |all, &heap| {
            Some(times(&all, self.presented.values.get(heap as usize)?))
        })
    }

    /// How many letters generate it.
    #[must_use]
    pub fn generators(&self) -> usize {
        self.presented.generators.len()
    }

    /// The rules as pairs of words in letters.
    #[must_use]
    pub fn relations(&self) -> Vec<(String, String)> {
        self.presented.rules.0.iter().map(|(l, r)| (written(l), written(r))).collect()
    }

    /// Generators and relations: `⟨a, b | a²=1⟩`.
    #[must_use]
    pub fn presentation(&self) -> String {
        shown(self.generators(), &self.relations())
    }

    /// The normal forms that are lost; a power such as `g⁶⁺⁴ⁿ` stands for those with all `n` from 0.
    #[must_use]
    pub fn lost(&self) -> Vec<String> {
        self.presented
            .lost_words()
            .into_iter()
            .map(|(word, turns)| {
                written_with(&word, |letter| {
                    turns.filter(|turn| turn.0 == letter).map(|turn| turn.1)
                })
            })
            .collect()
    }

    /// Checks everything that is claimed, with what the rules of the game say.
    ///
    /// # Errors
    /// [`Refused`]: the first claim that is not so, or the limits.
    pub fn check(&self, limits: &Limits) -> std::result::Result<(), Refused> {
        let mut meter = Meter::new(limits);
        let Some(heaps) = heaps_of(&self.rules, self.to()) else {
            return Err(Refused::Wrong("the moves of a heap are missing".to_owned()));
        };
        self.presented.check(&heaps, &mut meter).map_err(|unproved| match unproved {
            Unproved::Wrong(what) => Refused::Wrong(what),
            Unproved::Stopped(stopped) => Refused::Stopped(stopped),
        })
    }
}

/// The options of the heaps up to `to`, without heaps of 0.
fn heaps_of(rules: &Rules, to: u32) -> Option<Vec<Vec<Vec<u32>>>> {
    let of = |heap: u32| -> Option<Vec<Vec<u32>>> {
        let mut options = rules.options(heap)?;
        for parts in &mut options {
            parts.retain(|&part| part > 0);
            parts.sort_unstable();
        }
        options.sort_unstable();
        options.dedup();
        Some(options)
    };
    (0..=to).map(of).collect()
}

/// What cannot be read in a certificate.
fn unread(line: &str) -> Error {
    let shown: String = line.chars().take(40).collect();
    Error::out_of_range(
        format!("the line '{shown}' of a certificate"),
        "a word, and words of counts",
    )
}
