//! Misère quotients: the finite monoids that decide infinitely many sums of misère play.
//!
//! Two sums of a game are equal if they may stand for one another in every sum of that game. The classes form a
//! commutative monoid, in which the sums that who is to move loses are a subset, the P-portion (Plambeck, *Taming the
//! wild in impartial combinatorial games*, 2005; Plambeck and Siegel, *Misère quotients for impartial games*, 2008;
//! Siegel, *Combinatorial Game Theory*, ch. V.4). The quotient of the heaps up to `n` is found heap by heap: nearly
//! always the next heap is worth what some sum is (`transitions`); where it is not, the larger quotient is learned
//! (`learn`) from sums of a few generators that are played out (`oracle`).

mod certificate;
mod heaps;
mod infinite;
mod known;
mod learn;
mod monoid;
mod oracle;
mod presentation;
mod transitions;

pub use certificate::{QuotientCertificate, Refused};
pub use heaps::HeapQuotient;
pub use infinite::InfiniteQuotient;
pub use presentation::Presentation;

use crate::sequence::theorem::{guy_smith_end, most_parts, pair_rules};
use crate::{Error, Result};
use farstar_play::{Limits, Meter, Stopped};
use farstar_rules::heap::{HeapCode, HeapGame};
use known::{Failure, Heaps, Known, letters, values_of};
use learn::learn;
use monoid::{Elements, Monoid};
use presentation::presentation;

use transitions::Transitions;

/// Why a quotient ends before the heap that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotientEnd {
    /// More elements than were wanted are told apart, perhaps infinitely many. That is no proof: what sums of many
    /// heaps are worth is in part a guess until a quotient is proved.
    Order,
    /// A limit.
    Limit(Stopped),
    /// The search for its elements came to no end; nothing is known of it.
    Open,
}

/// The misère quotient of the sums of heaps up to some size, proved.
///
/// # Examples
/// ```
/// use farstar_impartial::misere::MisereQuotient;
/// use farstar_rules::heap::HeapCode;
/// use farstar_value::Limits;
/// // Plambeck and Siegel 2008: 0.123 has twenty classes, five of them lost
/// let quotient = MisereQuotient::of_heap_game(&"0.123".parse::<HeapCode>()?, 20, 1000, &Limits::none())?;
/// assert_eq!((quotient.order(), quotient.p_portion().len()), (20, 5));
/// // who is to move loses 3+6+9 iff the product of the values is in the P-portion
/// assert_eq!(quotient.is_lost(&[3, 6, 9]), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MisereQuotient {
    monoid: Monoid,
    /// The values of the heaps that are covered, from 0.
    values: Vec<u32>,
    words: Vec<Vec<u32>>,
    /// The order with the heaps up to each size at which it changed.
    orders: Vec<(u32, usize, usize)>,
    end: Option<QuotientEnd>,
    /// From which heap on its classes repeat, and the period, if that is proved.
    period: Option<(u32, u32)>,
}

impl MisereQuotient {
    /// The quotient of the heaps up to `to` of a heap game, of at most `most` elements.
    ///
    /// Where a limit is met or there are more elements, the quotient is that of the heaps before ([`Self::to`],
    /// [`Self::end`]).
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for games with moves that make heaps larger.
    ///
    /// # Cost
    /// A few operations on sets of elements for a heap that changes nothing; where the quotient grows, of the order of
    /// `order · generators · tests` sums, which are played out, each once: those that moves reach from them as well.
    pub fn of_heap_game(
        game: &dyn HeapGame,
        to: u32,
        most: usize,
        limits: &Limits,
    ) -> Result<Self> {
        let options = |heap: u32| -> Result<Vec<Vec<u32>>> {
            let mut all = Vec::new();
            for option in limits.guard(|| game.options(heap))? {
                let mut parts = Vec::with_capacity(option.len());
                for part in option.into_iter().filter(|&part| part > 0) {
                    if part >= heap {
                        return Err(Error::not_covered(
                            format!("the misère quotient of {}", game.name()),
                            "a move must leave smaller heaps",
                        ));
                    }
                    parts.push(part);
                }
                parts.sort_unstable();
                all.push(parts);
            }
            all.sort_unstable();
            all.dedup();
            Ok(all)
        };
        let code = game.code().filter(|code| code.most_added() == 0);
        Self::grown(options, to, most, code, limits)
    }

    /// The quotient of positions by their options, each a list of positions with smaller numbers: of sums of all of
    /// them.
    ///
    /// # Errors
    /// [`Error::NotCovered`] if an option has no smaller number.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::MisereQuotient;
    /// use farstar_value::Limits;
    /// // the nim heaps 0, *1, *2: the tame quotient of six elements
    /// let nim = [vec![], vec![vec![0]], vec![vec![0], vec![1]]];
    /// let quotient = MisereQuotient::of_options(&nim, 100, &Limits::none())?;
    /// assert_eq!((quotient.order(), quotient.p_portion().len()), (6, 2));
    /// # Ok::<(), farstar_impartial::Error>(())
    /// ```
    pub fn of_options(options: &[Vec<Vec<u32>>], most: usize, limits: &Limits) -> Result<Self> {
        let Some(to) = options.len().checked_sub(1).and_then(|to| u32::try_from(to).ok()) else {
            return Err(Error::out_of_range("the misère quotient", "at least one position"));
        };
        let of = |at: u32| {
            let options = &options[at as usize];
            match options.iter().flatten().find(|&&part| part >= at) {
                Some(part) => Err(Error::not_covered(
                    format!("position {at} with the option part {part}"),
                    "every part of an option must have a smaller number than its position",
                )),
                None => Ok(options.clone()),
            }
        };
        Self::grown(of, to, most, None, limits)
    }

    fn grown(
        options: impl Fn(u32) -> Result<Vec<Vec<u32>>>,
        to: u32,
        most: usize,
        code: Option<&HeapCode>,
        limits: &Limits,
    ) -> Result<Self> {
        let mut meter = Meter::new(limits);
        let mut heaps: Heaps = vec![Vec::new()];
        if !options(0)?.is_empty() {
            return Err(Error::not_covered("heaps of 0", "position 0 must have no options"));
        }
        let trivial = Monoid::trivial();
        let mut known = match Known::new(trivial, vec![0], &heaps, &mut meter) {
            Ok(known) => known,
            Err(Failure::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => unreachable!("one class is proved without a search"),
        };
        let (mut orders, mut end, mut tests) = (vec![(0, 1, 0)], None, Vec::new());
        limits.expect(to.into());
        for heap in 1..=to {
            limits.reach((heap - 1).into());
            heaps.push(options(heap)?);
            let own = &heaps[heap as usize];
            let listed = own.iter().map(|parts| 24 + 4 * parts.len()).sum();
            if let Err(stopped) = meter.node(listed) {
                end = Some(QuotientEnd::Limit(stopped));
                break;
            }
            let value = if own.is_empty() {
                Some(0)
            } else {
                let set = values_of(&known.monoid, &known.values, own);
                known.transitions.interpolate(&known.monoid, &set)
            };
            if let Some(value) = value {
                known.push(value);
                continue;
            }
            match grow(&known, &heaps, &mut tests, most, &mut meter) {
                Ok(larger) => {
                    if larger.monoid.order() != known.monoid.order() {
                        let lost = larger.monoid.lost().iter().count();
                        orders.push((heap, larger.monoid.order(), lost));
                    }
                    known = larger;
                }
                Err(failure) => {
                    end = Some(match failure {
                        Failure::Stopped(stopped) => QuotientEnd::Limit(stopped),
                        Failure::Order => QuotientEnd::Order,
                        Failure::Rounds => QuotientEnd::Open,
                    });
                    break;
                }
            }
        }
        let Known { monoid, values, words, .. } = known;
        let period = code.and_then(|code| period(&values, code));
        Ok(Self { monoid, values, words, orders, end, period })
    }

    /// The number of classes.
    #[must_use]
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// The classes of sums that who is to move loses. Classes are numbered from 0, the class of the empty sum.
    #[must_use]
    pub fn p_portion(&self) -> Vec<u32> {
        self.monoid.lost().iter().collect()
    }

    /// The largest heap that it covers.
    #[must_use]
    pub fn to(&self) -> u32 {
        self.values.len() as u32 - 1
    }

    /// Why it ends there, if that is not the heap that was asked for.
    #[must_use]
    pub fn end(&self) -> Option<QuotientEnd> {
        self.end
    }

    /// The heaps at which the number of classes changed: the heap, the order and the size of the P-portion.
    #[must_use]
    pub fn orders(&self) -> &[(u32, usize, usize)] {
        &self.orders
    }

    /// The class of a heap, if it is covered: one up to [`Self::to`], or any one if there is a period.
    #[must_use]
    pub fn value(&self, heap: u32) -> Option<u32> {
        let same = match self.period {
            Some((from, period)) if heap > self.to() => from + (heap - from) % period,
            _ => heap,
        };
        self.values.get(same as usize).copied()
    }

    /// The class of the sum of two classes.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there is no such class.
    pub fn product(&self, x: u32, y: u32) -> Result<u32> {
        let most = self.order();
        if x as usize >= most || y as usize >= most {
            return Err(Error::out_of_range("a class", format!("a number below {most}")));
        }
        Ok(self.monoid.times(x, y))
    }

    /// Whether who is to move loses a sum of heaps, if they are all covered.
    #[must_use]
    pub fn is_lost(&self, sum: &[u32]) -> Option<bool> {
        self.class(sum).map(|class| self.monoid.is_lost(class))
    }

    /// The class of a sum of heaps, if they are all covered.
    #[must_use]
    pub fn class(&self, sum: &[u32]) -> Option<u32> {
        sum.iter().try_fold(0, |x, &heap| Some(self.monoid.times(x, self.value(heap)?)))
    }

    /// A sum of least size of a class.
    #[must_use]
    pub fn word(&self, class: u32) -> Option<&[u32]> {
        self.words.get(class as usize).map(Vec::as_slice)
    }

    /// The classes that are their own doubles.
    #[must_use]
    pub fn idempotents(&self) -> Vec<u32> {
        self.monoid.idempotents()
    }

    /// The least ideal, a group: the quotient of the same game under normal play has its order, a power of 2
    /// (Siegel, *The structure and classification of misère quotients*, 2009).
    #[must_use]
    pub fn kernel(&self) -> Vec<u32> {
        self.monoid.kernel()
    }

    /// Whether it is the quotient of nim heaps up to some size, so that all sums are played like those of nim: of
    /// order 1, 2, or `2^n + 2`, the group of nim values with the empty sum and `*1` apart.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::MisereQuotient;
    /// use farstar_rules::heap::HeapCode;
    /// use farstar_value::Limits;
    /// let of = |code: &str| {
    ///     MisereQuotient::of_heap_game(&code.parse::<HeapCode>().unwrap(), 20, 1000, &Limits::none())
    /// };
    /// assert!(of("0.31")?.is_tame());
    /// assert!(!of("0.75")?.is_tame());
    /// # Ok::<(), farstar_impartial::Error>(())
    /// ```
    #[must_use]
    pub fn is_tame(&self) -> bool {
        let (monoid, kernel) = (&self.monoid, self.kernel());
        if self.order() <= 2 {
            return true;
        }
        let apart: Vec<u32> =
            (1..self.order() as u32).filter(|x| kernel.binary_search(x).is_err()).collect();
        let ([star], false) = (&apart[..], kernel.contains(&0)) else { return false };
        let Some(&one) = kernel.iter().find(|&&x| monoid.times(x, x) == x) else { return false };
        let lost: Vec<u32> = self.p_portion();
        monoid.times(*star, *star) == 0
            && monoid.times(*star, one) != one
            && kernel.iter().all(|&x| monoid.times(x, x) == one)
            && lost.len() == 2
            && [*star, one].iter().all(|x| lost.contains(x))
    }

    /// From which heap on the classes of heaps repeat for ever, and the period, if that is proved; the quotient is
    /// then that of all heaps.
    ///
    /// An octal game whose last digit is the `k`-th has the period `p` from `n0` if its heaps up to `2·n0 + 2·p + k`
    /// have it (Plambeck and Siegel 2008, after Guy and Smith 1956): of a larger heap `n` every option has a part of at
    /// least `n0 + p`, so the classes of the options of `n` and `n - p` are the same ones, and a heap with the options
    /// of a known heap is worth what that is.
    #[must_use]
    pub fn period(&self) -> Option<(u32, u32)> {
        self.period
    }

    /// Generators, relations and P-portion in letters.
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::misere::MisereQuotient;
    /// use farstar_rules::heap::HeapCode;
    /// use farstar_value::Limits;
    /// let dawson = MisereQuotient::of_heap_game(&"0.75".parse::<HeapCode>()?, 12, 100, &Limits::none())?;
    /// let told = dawson.presentation();
    /// assert_eq!(told.to_string(), "⟨a, b, c | a²=1, bc=ab, c²=b², b³=b⟩");
    /// assert_eq!(told.lost, ["a", "b²"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn presentation(&self) -> Presentation {
        presentation(&self.monoid, &self.values)
    }
}

/// The period of the classes of the heaps of a code, where it is proved.
fn period(values: &[u32], code: &HeapCode) -> Option<(u32, u32)> {
    let to = values.len() as u32 - 1;
    (1..=to / 2).find_map(|period| {
        let differs = |&heap: &u32| values[heap as usize] != values[(heap + period) as usize];
        let from = (0..=to - period).rev().find(differs).map_or(0, |heap| heap + 1);
        (proving_heap(code, from, period)? <= u64::from(to)).then_some((from, period))
    })
}

/// The heap up to which classes repeat from some heap on with a period of the classes of all heaps, as values do by the
/// theorem of Guy and Smith: of the parts of a larger heap one is so large that the period may be taken from it or
/// added to it, and an element is known by the classes of the options (Plambeck and Siegel 2008). Of two equal heaps
/// both must grow alike, for their sum does not cancel under misère play: there twice the period is shown to go on, and
/// with it the period. Nothing of codes of which that is not so.
fn proving_heap(code: &HeapCode, from: u32, period: u32) -> Option<u64> {
    let (unequal, equal) = pair_rules(code);
    let period = if equal { period.checked_mul(2)? } else { period };
    let [from, period, last] = [from.max(1), period, code.last_take()?].map(|n| n as usize);
    let end = guy_smith_end(most_parts(code)?.max(2), last, unequal, from, period);
    Some((end + period) as u64)
}

/// The quotient with one heap more, of which no sum known so far has the value by the interpolation principle: one of
/// the values may still do, else there are more.
fn grow(
    known: &Known,
    heaps: &Heaps,
    tests: &mut Vec<Vec<u32>>,
    most: usize,
    meter: &mut Meter<'_>,
) -> std::result::Result<Known, Failure> {
    let own = &heaps[known.values.len()];
    let set: Elements = values_of(&known.monoid, &known.values, own);
    for value in 0..known.monoid.order() as u32 {
        if known.monoid.clash(value, &set).is_some() {
            continue;
        }
        let mut values = known.values.clone();
        values.push(value);
        let all = letters(&known.monoid, &values, heaps);
        if Transitions::of(&known.monoid, &all, &known.words, meter)?.is_ok() {
            return Known::new(known.monoid.clone(), values, heaps, meter);
        }
    }
    learn(known, heaps, tests, most, meter)
}
