//! Misère canonical forms of impartial games (Conway, *On Numbers and Games*, ch. 12; Siegel, *Combinatorial Game
//! Theory*, ch. V).
//!
//! Two impartial games are equal under misère play iff they have the same canonical form. A game whose options are
//! canonical equals one of the options H of its options, if every option of H is an option of it and every other option
//! of it has H as an option; where H has no options the game must besides be N. If no such H exists the game is
//! canonical. Forms are kept once: equal games have equal handles.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use farstar_rules::heap::HeapGame;
use farstar_value::Limits;

use super::Genus;
use super::kind::MisereKind;
use super::parity::Parity;
use crate::digraph::Outcome;
use crate::error::{Error, Result};
use farstar_play::Meter;

/// A misère canonical form in its [`MisereForms`]. Equal handles of one store are equal games, and no others are.
/// A handle knows its store, and means nothing to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MisereForm {
    store: u32,
    place: u32,
}

/// A store of misère canonical forms, with the genus of each and a memory of sums.
///
/// # Examples
/// ```
/// use farstar_impartial::misere::MisereForms;
/// use farstar_value::Limits;
/// let mut forms = MisereForms::new();
/// let limits = Limits::none();
/// let two = forms.nim_heap(2, &limits)?;
/// let pair = forms.sum(two, two, &limits)?;
/// assert_ne!(pair, forms.zero());
/// assert_eq!(forms.genus(pair).to_string(), "0^02");
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
#[derive(Debug)]
pub struct MisereForms {
    /// The number of this store, given to no other.
    store: u32,
    /// The options of each form, sorted by handle.
    options: Vec<Box<[MisereForm]>>,
    genera: Vec<Genus>,
    birthdays: Vec<u32>,
    is_heap: Vec<bool>,
    /// The nim heaps in order, as far as they were asked for.
    heaps: Vec<MisereForm>,
    index: HashMap<Box<[MisereForm]>, MisereForm>,
    sums: HashMap<(MisereForm, MisereForm), MisereForm>,
    /// What the store holds, in bytes; every computation starts with these on its account.
    bytes: u64,
    pub(super) parities: HashMap<MisereForm, Parity>,
    pub(super) halves: HashMap<MisereForm, Vec<(MisereForm, MisereForm)>>,
    pub(super) kinds: HashMap<MisereForm, MisereKind>,
    pub(super) mates: HashMap<MisereForm, MisereForm>,
    pub(super) links: HashMap<(MisereForm, MisereForm), MisereForm>,
}

impl Default for MisereForms {
    fn default() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let store = NEXT.fetch_add(1, Ordering::Relaxed);
        let none: Box<[MisereForm]> = Box::default();
        Self {
            store,
            options: vec![none.clone()],
            genera: vec![Genus::of_nim_heap(0)],
            birthdays: vec![0],
            is_heap: vec![true],
            heaps: Vec::new(),
            index: HashMap::from([(none, MisereForm { store, place: 0 })]),
            sums: HashMap::new(),
            bytes: 0,
            parities: HashMap::new(),
            halves: HashMap::new(),
            kinds: HashMap::new(),
            mates: HashMap::new(),
            links: HashMap::new(),
        }
    }
}

impl MisereForms {
    /// A store with the form 0 only.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The game without options.
    #[must_use]
    pub fn zero(&self) -> MisereForm {
        MisereForm { store: self.store, place: 0 }
    }

    /// Whether this store made the form.
    #[must_use]
    pub fn owns(&self, form: MisereForm) -> bool {
        form.store == self.store
    }

    /// Where the form stands in the lists of this store.
    fn place(&self, form: MisereForm) -> usize {
        assert_eq!(form.store, self.store, "a misère form of another store");
        form.place as usize
    }

    /// Forms in the store.
    #[must_use]
    pub fn count(&self) -> usize {
        self.options.len()
    }

    /// The options of a form, in no order that means anything; [`Self::ordered_options`] has one that does.
    #[must_use]
    pub fn options(&self, form: MisereForm) -> &[MisereForm] {
        &self.options[self.place(form)]
    }

    /// The birthday of a form: 0 without options, else one more than the latest birthday of an option.
    #[must_use]
    pub fn birthday(&self, form: MisereForm) -> u32 {
        self.birthdays[self.place(form)]
    }

    /// Whether `option` is an option of `form`.
    #[must_use]
    pub fn has_option(&self, form: MisereForm, option: MisereForm) -> bool {
        self.options(form).binary_search(&option).is_ok()
    }

    /// The genus of a form.
    #[must_use]
    pub fn genus(&self, form: MisereForm) -> &Genus {
        &self.genera[self.place(form)]
    }

    /// The outcome under misère play.
    #[must_use]
    pub fn outcome(&self, form: MisereForm) -> Outcome {
        Outcome::from_next_wins(self.genus(form).misere_value(0) != 0)
    }

    /// The canonical form of the game with the given options.
    ///
    /// O(o² p) comparisons for o options with p options each.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn from_options(&mut self, options: &[MisereForm], limits: &Limits) -> Result<MisereForm> {
        self.intern(options.to_vec(), &mut self.meter(limits)?)
    }

    /// An account that starts with what the store holds.
    pub(super) fn meter<'a>(&self, limits: &'a Limits) -> Result<Meter<'a>> {
        let mut meter = Meter::new(limits);
        meter.reserve(self.bytes)?;
        Ok(meter)
    }

    /// Books memory that the store keeps.
    pub(super) fn keep(&mut self, bytes: usize, meter: &mut Meter<'_>) -> Result<()> {
        self.bytes += bytes as u64;
        Ok(meter.node(bytes)?)
    }

    /// The form of a nim heap.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn nim_heap(&mut self, n: u32, limits: &Limits) -> Result<MisereForm> {
        let mut meter = self.meter(limits)?;
        self.nim_heap_metered(n, &mut meter)
    }

    pub(super) fn nim_heap_metered(&mut self, n: u32, meter: &mut Meter<'_>) -> Result<MisereForm> {
        while self.heaps.len() <= n as usize {
            meter.step(self.heaps.len() as u64)?;
            let heap = self.intern(self.heaps.clone(), meter)?;
            self.heaps.push(heap);
        }
        Ok(self.heaps[n as usize])
    }

    /// All forms of birthday at most `day`, in order: 1, 2, 3, 5 and 22 of them for the days 0 to 4.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] beyond day 5, which has 4 171 780; those of `limits`.
    pub fn born_by(&mut self, day: u32, limits: &Limits) -> Result<Vec<MisereForm>> {
        if day > 5 {
            return Err(Error::out_of_range(format!("day {day}"), "at most day 5"));
        }
        let mut meter = self.meter(limits)?;
        let mut born = vec![self.zero()];
        for _ in 0..day {
            let before = std::mem::take(&mut born);
            for subset in 0u32..1 << before.len() {
                let options = before.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
                born.push(self.intern(options.map(|(_, &form)| form).collect(), &mut meter)?);
            }
            born.sort_unstable();
            born.dedup();
        }
        for &form in &born {
            self.prepare(form, &mut meter)?;
        }
        born.sort_by(|&a, &b| self.compare(a, b));
        Ok(born)
    }

    /// Whether a form is a nim heap.
    #[must_use]
    pub fn is_nim_heap(&self, form: MisereForm) -> bool {
        self.is_heap[self.place(form)]
    }

    /// Whether the form with these options, sorted by handle, is a nim heap: *n has the options of *(n − 1) and that
    /// heap, the last to be made.
    fn is_heap_with(&self, set: &[MisereForm]) -> bool {
        let Some((&last, rest)) = set.split_last() else { return true };
        self.is_nim_heap(last) && self.options(last) == rest
    }

    pub(super) fn intern(
        &mut self,
        mut set: Vec<MisereForm>,
        meter: &mut Meter<'_>,
    ) -> Result<MisereForm> {
        set.sort_unstable();
        set.dedup();
        if let Some(&form) = self.index.get(set.as_slice()) {
            return Ok(form);
        }
        if let Some(form) = self.reversal(&set, meter)? {
            return Ok(form);
        }
        self.keep(8 * set.len() + 200, meter)?;
        let place = u32::try_from(self.options.len())
            .map_err(|_| Error::too_large("the store of misère forms", "at most 2^32 forms"))?;
        let form = MisereForm { store: self.store, place };
        let genera: Vec<&Genus> = set.iter().map(|&option| self.genus(option)).collect();
        let genus = Genus::of_options(&genera);
        let birthday = set.iter().map(|&option| self.birthday(option) + 1).max().unwrap_or(0);
        let set = set.into_boxed_slice();
        self.birthdays.push(birthday);
        self.is_heap.push(self.is_heap_with(&set));
        self.genera.push(genus);
        self.options.push(set.clone());
        self.index.insert(set, form);
        Ok(form)
    }

    /// The option of an option that the game with options `set` equals, if it is not canonical.
    fn reversal(&self, set: &[MisereForm], meter: &mut Meter<'_>) -> Result<Option<MisereForm>> {
        let next_wins = set.iter().any(|&option| self.outcome(option) == Outcome::P);
        // The latest option is no option of H, which is born before it; so H is an option of the latest option.
        let Some(&latest) = set.iter().max_by_key(|&&option| self.birthday(option)) else {
            return Ok(None);
        };
        for &candidate in self.options(latest) {
            meter.step(1)?;
            // No game is an option of itself or of its options.
            if set.binary_search(&candidate).is_ok() {
                continue;
            }
            let target = self.options(candidate);
            meter.step((set.len() + target.len()) as u64)?;
            let covers = target.iter().all(|inner| set.binary_search(inner).is_ok());
            let returns = |other: &MisereForm| {
                target.binary_search(other).is_ok() || self.has_option(*other, candidate)
            };
            if covers && (next_wins || !target.is_empty()) && set.iter().all(returns) {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// The form of the disjunctive sum.
    ///
    /// The number of sums needed grows with the product of the numbers of followers.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn sum(&mut self, a: MisereForm, b: MisereForm, limits: &Limits) -> Result<MisereForm> {
        self.sum_metered(a, b, &mut self.meter(limits)?)
    }

    pub(super) fn sum_metered(
        &mut self,
        a: MisereForm,
        b: MisereForm,
        meter: &mut Meter<'_>,
    ) -> Result<MisereForm> {
        let ordered = |a: MisereForm, b: MisereForm| (a.min(b), a.max(b));
        let mut stack = vec![ordered(a, b)];
        while let Some(&(a, b)) = stack.last() {
            meter.step(8)?;
            if self.known_sum(a, b).is_some() {
                stack.pop();
                continue;
            }
            let mut options = Vec::new();
            let waiting = stack.len();
            let left = self.options(a).iter().map(|&option| ordered(option, b));
            let right = self.options(b).iter().map(|&option| ordered(a, option));
            for (c, d) in left.chain(right) {
                match self.known_sum(c, d) {
                    Some(sum) => options.push(sum),
                    None => stack.push((c, d)),
                }
            }
            if stack.len() == waiting {
                let sum = self.intern(options, meter)?;
                self.keep(32, meter)?;
                self.sums.insert((a, b), sum);
                stack.pop();
            }
        }
        let (a, b) = ordered(a, b);
        Ok(self.known_sum(a, b).unwrap_or(self.zero()))
    }

    fn known_sum(&self, a: MisereForm, b: MisereForm) -> Option<MisereForm> {
        if a == self.zero() { Some(b) } else { self.sums.get(&(a, b)).copied() }
    }
}

impl MisereForms {
    /// Extends the forms of the heaps 0, 1, 2, … of a heap game to those below `count`.
    ///
    /// Positions are brought to misère canonical form, so the cost is that of the forms met; it grows fast for games
    /// that split.
    ///
    /// # Errors
    /// [`Error::NotCovered`] if a part of an option is not below its heap; [`Error::TooLarge`] for a heap with more
    /// than 2²² options; those of `limits`. What was found stays in `heaps`.
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::heap::HeapCode;
    /// use farstar_impartial::misere::MisereForms;
    /// use farstar_value::Limits;
    /// let (mut forms, mut heaps) = (MisereForms::new(), Vec::new());
    /// let dawson: HeapCode = "0.07".parse()?;
    /// forms.extend_heaps_of_game(&mut heaps, &dawson, 13, &Limits::none())?;
    /// assert_eq!(forms.genus(heaps[12]).to_string(), "2^0520");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extend_heaps_of_game(
        &mut self,
        heaps: &mut Vec<MisereForm>,
        game: &dyn HeapGame,
        count: u32,
        limits: &Limits,
    ) -> Result<()> {
        /// Most options of one heap: they are held at once.
        const MOST_OPTIONS: usize = 1 << 22;
        let mut meter = self.meter(limits)?;
        for n in heaps.len() as u32..count {
            let mut listed: Vec<Vec<u32>> = Vec::new();
            let mut list = |parts: &[u32]| {
                if listed.len() == MOST_OPTIONS {
                    return ControlFlow::Break(());
                }
                listed.push(parts.to_vec());
                ControlFlow::Continue(())
            };
            let flow = limits.guard(|| game.visit_options(n, &mut list))?;
            if flow.is_break() {
                return Err(Error::too_large(
                    format!("heap {n} of {}", game.name()),
                    format!("at most {MOST_OPTIONS} options of one heap"),
                ));
            }
            let mut set = Vec::with_capacity(listed.len());
            for parts in &listed {
                let mut sum = self.zero();
                for &part in parts {
                    let Some(&heap) = heaps.get(part as usize) else {
                        return Err(Error::not_covered(
                            format!("position {n} with the option part {part}"),
                            "every part of an option must have a smaller number than its position",
                        ));
                    };
                    sum = self.sum_metered(sum, heap, &mut meter)?;
                }
                set.push(sum);
            }
            let form = self.intern(set, &mut meter)?;
            heaps.push(form);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::tests_support::random_dags;
    use crate::search::{MisereSearch, Token};
    use farstar_rules::heap::{HeapCode, HeapFunction};

    fn texts(count: u32, game: &dyn HeapGame) -> Vec<String> {
        let (mut forms, mut heaps) = (MisereForms::new(), Vec::new());
        forms.extend_heaps_of_game(&mut heaps, game, count, &Limits::none()).unwrap();
        heaps.into_iter().map(|heap| forms.genus(heap).to_string()).collect()
    }

    /// Compares with published genera, in which a nim heap n stands for its genus.
    fn agrees(found: &[String], published: &str) {
        for (n, (found, text)) in found.iter().zip(published.split(' ')).enumerate() {
            let expected: Genus = text.parse().unwrap();
            assert_eq!(*found, expected.to_string(), "heap {n}");
        }
    }

    #[test]
    fn genera_of_known_games() {
        // Winning Ways, ch. 13, and CGSuite's help.
        let code = |text: &str| text.parse::<HeapCode>().unwrap();
        agrees(
            &texts(16, &code("0.77")),
            "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57",
        );
        agrees(
            &texts(21, &code("0.07")),
            "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146 0 5^057 2^0520 2 3^1431 3",
        );
        let grundy = HeapFunction::new("Grundy's game", |n: u32, visit| {
            (1..n).take_while(|a| 2 * a < n).try_for_each(|a| visit(&[a, n - a]))
        });
        agrees(
            &texts(21, &grundy),
            "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2 1 3^1431 2 4^0564 3^1431 0^20",
        );
    }

    #[test]
    fn forms_keep_the_outcome_of_every_sum() {
        // Equal forms must be interchangeable: outcomes of sums of two vertices by full play.
        let limits = Limits::none();
        for graph in random_dags(30, 8, 2) {
            let mut forms = MisereForms::new();
            let mut of_vertex: Vec<MisereForm> = Vec::new();
            for v in 0..8 {
                let options: Vec<MisereForm> =
                    graph.successors(v).iter().map(|&w| of_vertex[w as usize]).collect();
                of_vertex.push(forms.from_options(&options, &limits).unwrap());
            }
            let mut search = MisereSearch::new();
            for a in 0..8u32 {
                for b in 0..8u32 {
                    let tokens = [a, b].map(|v| Token::new(&graph, v).unwrap());
                    let sum =
                        forms.sum(of_vertex[a as usize], of_vertex[b as usize], &limits).unwrap();
                    assert_eq!(search.outcome(&tokens, &limits), Ok(forms.outcome(sum)));
                }
            }
        }
    }
}
