//! Canonical forms: from any options to the one form of their value.
//!
//! 1. If a number lies in the gap that the options leave, the value is the simplest such number (simplicity theorem,
//!    Siegel II.3; it holds for any options, numbers or not).
//! 2. Dominated options are dropped, 3. reversible options bypassed, options brought in by a bypass tested as well; 4.
//!    what came in may be dominated: dropped again. The result is unique (Siegel, Theorem II.2.9).
//! 5. Number + ups + nimber is recognised and kept without lists.
//!
//! Dominated options go first because that is cheaper than the reverse order, and sorted by the sum of their stops,
//! since an option can only be dominated by one with at least its own sum.

use crate::arena::{Facts, Node};
use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::{Error, Result};
use crate::fingerprint::Fingerprint;
use crate::game::Game;
use crate::order::{SCRATCH, ScratchForm, refuting};
use crate::stops::{HIGHEST, LOWEST, NarrowGap, WideCut, simplest_wide};
use farstar_num::Dyadic;
use farstar_play::Player;
use std::borrow::Cow;

/// An option, with the group it came from: options of one group are known not to dominate each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) id: u32,
    group: u32,
    /// Options of a higher rank cannot dominate this one; set by [`Calculator::survey`].
    rank: i32,
    /// Its fingerprint, set with the rank: most dominations are refuted by the two prints, without a look into the
    /// arena.
    print: Fingerprint,
}

/// Lists longer than this are worth preparing for.
const LONG: usize = 256;

/// Lists longer than this are looked through for nimbers first.
const NIMBERS: usize = 8;

/// Lists up to this length are sorted at once.
const FEW: usize = 4;

/// The group of options about which nothing is known.
const ANY_GROUP: u32 = u32::MAX;

impl Choice {
    pub(crate) fn any(id: u32) -> Self {
        Self::of_group(id, ANY_GROUP)
    }

    pub(crate) fn of_group(id: u32, group: u32) -> Self {
        Self { id, group, rank: 0, print: Fingerprint { le: 0, ge: 0 } }
    }

    /// Best options first, then by id.
    #[inline(always)]
    fn order(&self) -> i64 {
        i64::from(self.rank) << 32 | i64::from(self.id)
    }

    /// Whether it can be that this option, ranked like the other, is at least as good for `player`.
    #[inline(always)]
    fn may_dominate(&self, other: &Self, player: Player) -> bool {
        let (low, high) = match player {
            Player::Left => (other.print, self.print),
            Player::Right => (self.print, other.print),
        };
        refuting(low, high) == 0 && (self.group == ANY_GROUP || self.group != other.group)
    }
}

/// The least number that is none of these.
pub(crate) fn mex(mut numbers: Vec<u64>) -> u64 {
    numbers.sort_unstable();
    numbers.dedup();
    numbers.iter().zip(0u64..).take_while(|&(&number, n)| number == n).count() as u64
}

/// What the options say of the value: a number, or cuts.
enum Verdict {
    Number(Dyadic),
    Facts(Facts),
}

impl<'a> Calculator<'a> {
    /// The canonical form of `{left | right}`.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit; [`Error::TooLarge`] when the options include a nimber too large to look into.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let star = calc.nimber(1)?;
    /// // {* | *} = 0: both options are reversible, or simply: 0 is the simplest number that fits.
    /// assert_eq!(calc.from_options(&[star], &[star])?, Game::ZERO);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// Without counting the order: `o` options cost `O(o²)` comparisons for domination and one for every answer to an
    /// option for reversibility.
    pub fn from_options(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        if left.len() > NIMBERS
            && let Some(nimber) = self.nimber_of(left, right)
        {
            return self.nimber(nimber);
        }
        let [mut lefts, mut rights] = std::mem::take(&mut self.choices);
        let game = self
            .choose(left, &mut lefts)
            .and_then(|()| self.choose(right, &mut rights))
            .and_then(|()| self.canonical(&mut lefts, &mut rights));
        self.choices = [lefts, rights];
        game
    }

    /// The mex of options that are all nimbers, if it is that of both players: the value, since a move to a higher
    /// nimber is answered by one back to the mex. The general way costs the cube of their number.
    fn nimber_of(&self, left: &[Game], right: &[Game]) -> Option<u64> {
        let of = |options: &[Game]| {
            let nimbers: Option<Vec<u64>> =
                options.iter().map(|&option| self.as_nimber(option)).collect();
            nimbers.map(mex)
        };
        let nimber = of(left)?;
        (of(right)? == nimber).then_some(nimber)
    }

    /// The value of `{left | right}` where the lists are likely to be canonical already, as in what was printed: then
    /// they are found at once.
    pub(crate) fn value_of_printed(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        let mut form = std::mem::take(&mut self.forms);
        form.set(left, right);
        let known = self.arena().find_lists(&form.left, &form.right);
        self.forms = form;
        known.map_or_else(|| self.from_options(left, right), Ok)
    }

    /// Options as choices. In a long list, closed values that differ by a nimber only are put in one group: they are
    /// confused with each other, and a list of all `x + *k` would cost the square of its length.
    fn choose(&mut self, options: &[Game], choices: &mut Vec<Choice>) -> Result<()> {
        choices.clear();
        choices.extend(options.iter().map(|game| Choice::any(game.0)));
        if options.len() > LONG {
            for choice in choices {
                if let Some(value) = self.parts(Game(choice.id)) {
                    choice.group = self.closed(&Closed { nimber: 0, ..value.clone() })?.0;
                }
            }
        }
        Ok(())
    }

    /// The value of a form.
    pub(crate) fn canonical(
        &mut self,
        left: &mut Vec<Choice>,
        right: &mut Vec<Choice>,
    ) -> Result<Game> {
        self.tick()?;
        let mut facts = match self.verdict(left, right) {
            Verdict::Number(number) => return self.number(&number),
            Verdict::Facts(facts) => facts,
        };
        self.drop_dominated(left, Player::Left)?;
        self.drop_dominated(right, Player::Right)?;
        facts.print = print_of(left, right);
        facts.note_tests(left, right);
        self.set_scratch(&facts, left, right);
        let bypassed_left = self.bypass_reversible(left, Player::Left)?;
        let bypassed_right = self.bypass_reversible(right, Player::Right)?;
        if bypassed_left {
            self.survey(left, Player::Left);
            self.drop_dominated(left, Player::Left)?;
        }
        if bypassed_right {
            self.survey(right, Player::Right);
            self.drop_dominated(right, Player::Right)?;
        }
        if bypassed_left || bypassed_right {
            facts.note_tests(left, right);
        }
        let mut form = std::mem::take(&mut self.forms);
        form.set_choices(left, right);
        let game = match self.recognise(&facts, &form.left, &form.right)? {
            Some(value) => self.closed(&value),
            None => self.arena().intern_lists(&form.left, &form.right, &facts),
        };
        self.forms = form;
        game
    }

    /// The value of a form known to be canonical and not a closed value, with lists not yet sorted.
    pub(crate) fn intern_canonical(
        &mut self,
        left: &mut [Choice],
        right: &mut [Choice],
    ) -> Result<Game> {
        self.tick()?;
        let mut facts = match self.verdict(left, right) {
            Verdict::Number(number) => return self.number(&number),
            Verdict::Facts(facts) => facts,
        };
        facts.print = print_of(left, right);
        facts.note_tests(left, right);
        let mut form = std::mem::take(&mut self.forms);
        form.set_choices(left, right);
        let game = self.arena().intern_lists(&form.left, &form.right, &facts);
        self.forms = form;
        game
    }

    /// The simplest number in the gap, or the cuts of a value that is no number: just above the greatest Right cut of a
    /// Left option, and just below the least Left cut of a Right option. The options are surveyed on the way.
    fn verdict(&self, left: &mut [Choice], right: &mut [Choice]) -> Verdict {
        let (Some(lower), Some(upper)) =
            (self.survey(left, Player::Left), self.survey(right, Player::Right))
        else {
            return self.wide_verdict(ids(left), ids(right));
        };
        let gap = NarrowGap { lower, upper };
        match gap.simplest() {
            Some((numerator, exponent)) => Verdict::Number(Dyadic::from_small(numerator, exponent)),
            None => Verdict::Facts(Facts {
                print: Fingerprint::default(),
                left_cut: gap.lower + 1,
                right_cut: gap.upper - 1,
                wide: None,
                left_tests: false,
                right_tests: false,
            }),
        }
    }

    /// Reads the nodes of the options of `player`, once for all that follows: gives each its fingerprint and ranks them
    /// by the sum of their stops, best first. Returns the bound they set to the gap; `None`, and all rank alike, if a
    /// node has wide cuts.
    fn survey(&self, list: &mut [Choice], player: Player) -> Option<i32> {
        let mut wide = false;
        let mut bound = if player == Player::Left { LOWEST } else { HIGHEST };
        for choice in list.iter_mut() {
            let node = self.arena().node(choice.id);
            choice.print = node.print;
            wide |= node.is_wide();
            // narrow cuts are below 2^30, so their sum fits
            let sum = node.left_cut.wrapping_add(node.right_cut);
            match player {
                Player::Left => {
                    choice.rank = sum.wrapping_neg();
                    bound = bound.max(node.right_cut);
                }
                Player::Right => {
                    choice.rank = sum;
                    bound = bound.min(node.left_cut);
                }
            }
        }
        if wide {
            list.iter_mut().for_each(|choice| choice.rank = 0);
            return None;
        }
        Some(bound)
    }

    #[cold]
    fn wide_verdict(
        &self,
        left: impl Iterator<Item = u32>,
        right: impl Iterator<Item = u32>,
    ) -> Verdict {
        let lower = left.map(|id| self.cuts_of(id)[1].clone()).max();
        let upper = right.map(|id| self.cuts_of(id)[0].clone()).min();
        if let Some(number) = simplest_wide(lower.as_ref(), upper.as_ref()) {
            return Verdict::Number(number);
        }
        let (lower, upper) = lower.zip(upper).expect("with a side empty some number fits");
        let left_cut = WideCut { stop: lower.stop, side: lower.side + 1 };
        let right_cut = WideCut { stop: upper.stop, side: upper.side - 1 };
        let narrow = left_cut.narrow().zip(right_cut.narrow());
        Verdict::Facts(Facts {
            print: Fingerprint::default(),
            left_cut: narrow.map_or(0, |n| n.0),
            right_cut: narrow.map_or(0, |n| n.1),
            wide: narrow.is_none().then(|| Box::new([left_cut, right_cut])),
            left_tests: false,
            right_tests: false,
        })
    }

    fn set_scratch(&mut self, facts: &Facts, left: &[Choice], right: &[Choice]) {
        let form = self.order.form.get_or_insert_with(|| ScratchForm {
            node: Node::unlisted(facts),
            wide: None,
            left: Vec::new(),
            right: Vec::new(),
        });
        form.node = Node::unlisted(facts);
        form.wide.clone_from(&facts.wide);
        form.left.clear();
        form.left.extend(ids(left));
        form.right.clear();
        form.right.extend(ids(right));
    }

    /// Drops repeated options, and every option that another one is at least as good as, for `player`; the list has
    /// been surveyed.
    fn drop_dominated(&mut self, list: &mut Vec<Choice>, player: Player) -> Result<()> {
        if list.len() < 2 {
            return Ok(());
        }
        let best = self.drop_below_best(list, player)?;
        list.sort_unstable_by_key(Choice::order);
        list.dedup_by_key(|c| c.id);
        let mut kept: usize = 0;
        let long = list.len() > 64;
        'next: for i in 0..list.len() {
            if long {
                self.tick()?;
            }
            let option = list[i];
            let compared = usize::from(best == Some(list[0].id));
            for better in &list[compared..kept.max(compared)] {
                if better.may_dominate(&option, player)
                    && self.at_least(better.id, option.id, player)?
                {
                    continue 'next;
                }
            }
            // Only an option of the same rank can be dominated by a later one.
            let mut k = kept;
            while k > 0 && list[k - 1].rank == option.rank {
                k -= 1;
                let earlier = list[k];
                if option.may_dominate(&earlier, player)
                    && self.at_least(option.id, earlier.id, player)?
                {
                    list.copy_within(k + 1..kept, k);
                    kept -= 1;
                }
            }
            list[kept] = option;
            kept += 1;
        }
        list.truncate(kept);
        Ok(())
    }

    /// Drops what the option ranked best dominates, and repetitions of it: often most of a long list, which then need
    /// not be sorted. Gives that option.
    fn drop_below_best(&mut self, list: &mut Vec<Choice>, player: Player) -> Result<Option<u32>> {
        let best = list.iter().enumerate().min_by_key(|(_, choice)| choice.order());
        let Some((at, &best)) = best.filter(|_| list.len() > FEW) else { return Ok(None) };
        list.swap(0, at);
        let mut kept = 1;
        for i in 1..list.len() {
            let option = list[i];
            let dropped = option.id == best.id
                || best.may_dominate(&option, player)
                    && self.at_least(best.id, option.id, player)?;
            if !dropped {
                list[kept] = option;
                kept += 1;
            }
        }
        list.truncate(kept);
        Ok(Some(best.id))
    }

    /// Whether `a` is at least as good as `b` for `player`.
    #[inline(always)]
    fn at_least(&mut self, a: u32, b: u32, player: Player) -> Result<bool> {
        match player {
            Player::Left => self.le_ids(b, a),
            Player::Right => self.le_ids(a, b),
        }
    }

    /// Replaces every reversible option of `player` by the options its reversing answer leads to; says whether there
    /// was one.
    fn bypass_reversible(&mut self, list: &mut Vec<Choice>, player: Player) -> Result<bool> {
        let mut bypassed = false;
        let mut heaps = Vec::new();
        let mut i = 0;
        while i < list.len() {
            let Some(beyond) = self.reversal(list[i].id, player, &mut heaps)? else {
                i += 1;
                continue;
            };
            self.tick()?;
            list.swap_remove(i);
            for id in beyond.iter() {
                // An option that is there already is tested once; one known to be bypassed may come again, later.
                if !list.iter().any(|c| c.id == *id) {
                    list.push(Choice::any(*id));
                }
            }
            bypassed = true;
        }
        if bypassed {
            // Groups no longer tell anything.
            list.iter_mut().for_each(|c| c.group = ANY_GROUP);
        }
        Ok(bypassed)
    }

    /// What an option of `player` is replaced by, if it is reversible in the scratch form: a Left option is reversible
    /// through an answer that is no better for Left than the whole, and is replaced by the Left options of that answer.
    fn reversal(
        &mut self,
        option: u32,
        player: Player,
        heaps: &mut Vec<Heap>,
    ) -> Result<Option<Cow<'a, [u32]>>> {
        let is_large_heap = |value: &&Closed| value.up == 0 && value.nimber > LONG as u64;
        if let Some(value) = self.parts(Game(option)).filter(is_large_heap) {
            return self.heap_reversal(value, player, heaps);
        }
        let (left, right) = self.lists(option)?;
        let answers = if player == Player::Left { right } else { left };
        for answer in answers {
            if self.at_least(SCRATCH, *answer, player)? {
                let (left, right) = self.lists(*answer)?;
                let beyond = if player == Player::Left { left } else { right };
                return Ok(Some(Cow::Borrowed(beyond)));
            }
        }
        Ok(None)
    }

    /// The reversal of `x + *m` for large `m`, without its list of options: its answers are those of `x + *k` for `k <
    /// m` and `x + *k` itself, so options that differ by a nimber only share one scan.
    fn heap_reversal(
        &mut self,
        value: &Closed,
        player: Player,
        heaps: &mut Vec<Heap>,
    ) -> Result<Option<Cow<'a, [u32]>>> {
        let at = match heaps.iter().position(|heap| heap.number == value.number) {
            Some(at) => at,
            None => {
                heaps.push(Heap { number: value.number.clone(), scanned: 0, reversing: None });
                heaps.len() - 1
            }
        };
        let smaller = |nimber| Closed { number: value.number.clone(), up: 0, nimber };
        let heap = &mut heaps[at];
        while heap.reversing.is_none() && heap.scanned < value.nimber {
            self.tick()?;
            let answer = self.closed(&smaller(heap.scanned))?;
            if self.at_least(SCRATCH, answer.0, player)? {
                heap.reversing = Some(heap.scanned);
            }
            heap.scanned += 1;
        }
        let Some(reversing) = heap.reversing.filter(|reversing| *reversing < value.nimber) else {
            return Ok(None);
        };
        let beyond: Result<Vec<u32>> =
            (0..reversing).map(|nimber| Ok(self.closed(&smaller(nimber))?.0)).collect();
        Ok(Some(Cow::Owned(beyond?)))
    }

    /// The closed value with these canonical lists, if they are one's.
    fn recognise(&self, facts: &Facts, left: &[u32], right: &[u32]) -> Result<Option<Closed>> {
        // Both stops of a closed value are its number.
        if facts.wide.is_none() && facts.left_cut >> 1 != (facts.right_cut + 1) >> 1 {
            return Ok(None);
        }
        let parts = |id: &u32| self.parts(Game(*id));
        let (Some(first), Some(last)) =
            (left.first().and_then(parts), right.first().and_then(parts))
        else {
            return Ok(None);
        };
        let number = &first.number;
        let with = |up: i64, nimber: u64| Some(Closed { number: number.clone(), up, nimber });
        let is_number = |c: &Closed| c.is_number() && c.number == *number;
        let same =
            |list: &[u32]| list.iter().all(|id| parts(id).is_some_and(|c| c.number == *number));
        if !same(left) || !same(right) {
            return Ok(None);
        }
        let nimber_count = |list: &[u32]| {
            let mut nimbers = list.iter().filter_map(parts);
            let count = list.len() as u64;
            nimbers.all(|c| c.up == 0 && c.nimber < count).then_some(count)
        };
        if left == right {
            // Distinct nimbers below their count are all of them.
            return Ok(nimber_count(left).and_then(|count| with(0, count)));
        }
        let more = |up: i64, by: i64| {
            up.checked_add(by).ok_or_else(|| Error::TooLarge {
                what: "a multiple of up".to_owned(),
                limit: i64::MAX.to_string(),
            })
        };
        Ok(match (left.len(), right.len()) {
            (1, 1) if is_number(first) && last.up >= 0 => with(more(last.up, 1)?, last.nimber ^ 1),
            (1, 1) if is_number(last) && first.up <= 0 => {
                with(more(first.up, -1)?, first.nimber ^ 1)
            }
            (2, 1) if is_number(last) && nimber_count(left).is_some() => with(1, 1),
            (1, 2) if is_number(first) && nimber_count(right).is_some() => with(-1, 1),
            _ => None,
        })
    }

    /// Both cuts of a value, at any size.
    pub(crate) fn cuts_of(&self, id: u32) -> [WideCut; 2] {
        self.any_cuts(id, self.arena().node(id))
    }
}

/// How far the answers `x + *k` to options `x + *m` have been tested.
struct Heap {
    number: Dyadic,
    scanned: u64,
    /// The least `k` whose answer reverses.
    reversing: Option<u64>,
}

/// The fingerprint of a form with these options, surveyed.
fn print_of(left: &[Choice], right: &[Choice]) -> Fingerprint {
    let ge = left.iter().fold(0, |u, c| u | c.print.ge);
    let le = right.iter().fold(0, |u, c| u | c.print.le);
    Fingerprint::of_options(ge, le)
}

impl Facts {
    /// Notes whether all options, surveyed, are test games.
    fn note_tests(&mut self, left: &[Choice], right: &[Choice]) {
        let tests = |list: &[Choice]| list.iter().all(|c| c.print.is_test_game());
        self.left_tests = tests(left);
        self.right_tests = tests(right);
    }
}

fn ids(list: &[Choice]) -> impl Iterator<Item = u32> + Clone {
    list.iter().map(|choice| choice.id)
}

/// Option lists on their way into the arena, each sorted, nothing twice. Kept between calls for its memory.
#[derive(Default)]
pub(crate) struct SortedForm {
    left: Vec<u32>,
    right: Vec<u32>,
}

impl SortedForm {
    fn set(&mut self, left: &[Game], right: &[Game]) {
        self.fill(left.iter().map(|game| game.0), right.iter().map(|game| game.0));
    }

    fn set_choices(&mut self, left: &[Choice], right: &[Choice]) {
        self.fill(ids(left), ids(right));
    }

    fn fill(&mut self, left: impl Iterator<Item = u32>, right: impl Iterator<Item = u32>) {
        let sort = |list: &mut Vec<u32>| {
            list.sort_unstable();
            list.dedup();
        };
        self.left.clear();
        self.left.extend(left);
        sort(&mut self.left);
        self.right.clear();
        self.right.extend(right);
        sort(&mut self.right);
    }
}
