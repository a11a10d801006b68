//! The same question led by proof numbers, where the number of moves of a part tells well how hard it is.
//!
//! A *claim* that the value of a part is n holds iff all claims fail that an option has value n, or that the part has a
//! smaller value. Each claim has two numbers, which tell how much must be settled at least to prove it, and to refute
//! it, by a guess where nothing is known. The search goes where a refutation seems nearest, and comes back as soon as
//! another one seems nearer. Of several ways to guess the square of the number of moves, and that number, served Cram
//! best: a half to a tenth of the parts are played of those that a search depth first plays. Of other games with two
//! kinds of cells squares of four cells take two thirds of the parts, rows of three a quarter more. Where cells are of
//! more kinds (Clobber, Amazons, coins that slide) more are played or as many, and each is looked at several times, so
//! that search goes depth first there. Of several threads one takes, in place of the nearest that another looks into,
//! the nearest that none does, if it is nearly as near: Cram on 5x8 takes 0.75 of the time with two, and nearly as long
//! as with one if it may be further.
//!
//! # Sources
//! L. V. Allis, M. van der Meulen, H. J. van den Herik, *Proof-number search*, Artificial Intelligence 66 (1994)
//! 91–124; A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002; J. Lemoine, S. Viennot,
//! *Nimbers are inevitable*, 2012.

use std::collections::HashSet;

use super::known::{Claim, Effort, Known};
use super::parts::{Parts, cancel};
use super::search::Search;
use crate::error::Result;
use crate::search::repeats;

/// Looks between two checks whether other threads have settled what this one looks into.
const LOOKS_A_CHECK: u64 = 1 << 7;
/// A claim that no other thread looks into is taken if it seems no harder than the best by more than this part.
const NEAR: u32 = 4;
/// More moves than this are as hard as this many.
const MOST_MOVES: u32 = 1 << 12;

/// What remains to be done.
#[derive(Clone, Copy)]
enum Task {
    /// Find the value of a part.
    Value(u32),
    /// Settle a claim, or find out that it takes as much effort as this to prove or to refute it.
    Settle(Claim, Effort),
}

impl Task {
    /// Settle a claim, whatever it takes.
    fn settle(claim: Claim) -> Self {
        Self::Settle(claim, Effort { prove: Effort::NEVER, refute: Effort::NEVER })
    }
}

/// What a claim rests on: other claims, each of which must fail for it to hold.
struct Rest {
    /// What it takes to refute all of them, and to prove one.
    effort: Effort,
    /// What the next best takes to be proved.
    second: u32,
    /// What comes first for the best, and what it takes to refute it.
    best: Option<(First, u32)>,
}

/// What comes first to settle whether an option has a value.
#[derive(Clone, Copy)]
enum First {
    Value(u32),
    Claim(Claim),
}

impl Rest {
    fn new() -> Self {
        let effort = Effort { prove: 0, refute: Effort::NEVER };
        Self { effort, second: Effort::NEVER, best: None }
    }

    /// Adds a claim that is not settled.
    fn add(&mut self, first: First, Effort { prove, refute }: Effort) {
        self.effort.prove = self.effort.prove.saturating_add(refute).min(Effort::MOST);
        if prove < self.effort.refute {
            self.second = std::mem::replace(&mut self.effort.refute, prove);
            self.best = Some((first, refute));
        } else {
            self.second = self.second.min(prove);
        }
    }
}

impl<P: Parts + ?Sized> Search<'_, '_, P> {
    /// Finds the value of a part.
    pub(super) fn settle_value(&mut self, part: u32) -> Result<()> {
        self.lead(Task::Value(part))
    }

    /// Finds out whether a claim holds.
    pub(super) fn settle(&mut self, claim: Claim) -> Result<()> {
        self.lead(Task::settle(claim))
    }

    fn lead(&mut self, first: Task) -> Result<()> {
        let mut open: HashSet<Claim> = HashSet::new();
        let mut stack = vec![first];
        let mut option = Vec::new();
        let mut looks = 0u64;
        while let Some(&task) = stack.last() {
            self.meter.step(8)?;
            let next = match task {
                Task::Value(part) if self.known.value(part).is_some() => None,
                Task::Value(part) => Some(Task::settle((part, self.known.candidate(part)))),
                Task::Settle(claim, within) => self.look_into(claim, within, &mut option)?,
            };
            match next {
                None => self.drop_from(stack.len() - 1, &mut stack, &mut open),
                Some(next) => {
                    if let Task::Settle(claim, _) = next {
                        if !open.insert(claim) {
                            return Err(repeats());
                        }
                        self.known.enter(claim);
                    }
                    stack.push(next);
                }
            }
            looks += 1;
            if self.known.is_shared() && looks.is_multiple_of(LOOKS_A_CHECK) {
                let settled = stack.iter().position(|&task| match task {
                    Task::Value(part) => self.known.value(part).is_some(),
                    Task::Settle((part, n), _) => self.known.is(part, n).is_some(),
                });
                if let Some(at) = settled {
                    self.drop_from(at, &mut stack, &mut open);
                }
            }
        }
        Ok(())
    }

    /// Drops tasks from one on.
    fn drop_from(&mut self, from: usize, stack: &mut Vec<Task>, open: &mut HashSet<Claim>) {
        for task in stack.drain(from..) {
            if let Task::Settle(claim, _) = task {
                open.remove(&claim);
                self.known.leave(claim);
                if self.known.is(claim.0, claim.1).is_some() {
                    self.known.forget_effort(claim);
                }
            }
        }
    }

    /// What must come first for a claim; `None` when it is settled, or takes as much effort as `within` to prove or to
    /// refute.
    ///
    /// Every round ends: claims that rest on each other have an order, so between two that are met for the first time
    /// or settled, numbers that are out of date are put right from below, each a finite number of times.
    fn look_into(
        &mut self,
        claim: Claim,
        within: Effort,
        option: &mut Vec<u32>,
    ) -> Result<Option<Task>> {
        let (part, n) = claim;
        if self.effort(claim).is_settled() {
            return Ok(None);
        }
        let count = self.options(part)?;
        if self.known.effort(claim).is_none() {
            self.book()?;
        }
        let mut rest = Rest::new();
        if !self.each_open(claim, count, option, |_, first, effort| rest.add(first, effort)) {
            return Ok(None);
        }
        let Rest { effort, mut second, best: Some((mut first, mut refute)) } = rest else {
            self.known.set(part, n);
            return Ok(None);
        };
        self.known.set_effort(claim, effort);
        if effort.prove >= within.prove || effort.refute >= within.refute {
            return Ok(None);
        }
        // where another thread looks into the best this one takes the next that is worth it
        if matches!(first, First::Claim(best) if self.known.is_busy(best)) {
            let near = (within.refute - 1).min(effort.refute.saturating_add(effort.refute / NEAR));
            let mut free: Option<(First, Effort)> = None;
            let open = self.each_open(claim, count, option, |known, first, own| {
                if own.prove <= near
                    && free.is_none_or(|(_, least)| own.prove < least.prove)
                    && !matches!(first, First::Claim(claim) if known.is_busy(claim))
                {
                    free = Some((first, own));
                }
            });
            if !open {
                return Ok(None);
            }
            if let Some((other, own)) = free {
                (first, second, refute) = (other, second.max(own.prove), own.refute);
            }
        }
        Ok(Some(match first {
            First::Value(part) => Task::Value(part),
            First::Claim(claim) => {
                let prove = within.refute.min(second.saturating_add(1));
                let refute = match within.prove {
                    Effort::NEVER => Effort::NEVER,
                    most => (most - effort.prove).saturating_add(refute),
                };
                Task::Settle(claim, Effort { prove, refute })
            }
        }))
    }

    /// Calls `visit` with what comes first for each claim that a claim rests on and that is open, and with what it
    /// takes; `false` as soon as one shows that the claim fails.
    fn each_open(
        &mut self,
        (part, n): Claim,
        count: u32,
        option: &mut Vec<u32>,
        mut visit: impl FnMut(&Known, First, Effort),
    ) -> bool {
        for at in 0..count {
            option.clear();
            self.parts.option(part, at, option);
            cancel(option);
            let (first, effort) = self.option_effort(option, n);
            match first {
                _ if effort == Effort::HOLDS => {
                    self.known.exclude(part, n);
                    return false;
                }
                Some(first) if effort != Effort::FAILS => visit(self.known, first, effort),
                _ => {}
            }
        }
        for less in 0..n {
            let effort = self.effort((part, less));
            // another thread may just have found the value
            if effort == Effort::HOLDS {
                return false;
            }
            if effort != Effort::FAILS {
                visit(self.known, First::Claim((part, less)), effort);
            }
        }
        true
    }

    /// What comes first to settle whether an option, given by its parts, has value `n`, and the effort of it all.
    fn option_effort(&mut self, option: &[u32], n: u32) -> (Option<First>, Effort) {
        let mut rest = n;
        let mut least: Option<(u32, u32)> = None;
        let mut unknown = 0;
        for &part in option {
            if self.known.value(part).is_none() && self.parts.is_zero(part) {
                self.known.set(part, 0);
            }
            match self.known.value(part) {
                Some(value) => rest ^= value,
                None => {
                    unknown += 1;
                    least = Some(least.map_or((self.parts.size(part), part), |least| {
                        least.min((self.parts.size(part), part))
                    }));
                }
            }
        }
        match least {
            None if rest == 0 => (None, Effort::HOLDS),
            None => (None, Effort::FAILS),
            Some((_, part)) if unknown == 1 => {
                let claim = (part, rest);
                (Some(First::Claim(claim)), self.effort(claim))
            }
            Some((_, part)) => {
                // all but the largest must be valued
                let mut all = Effort { prove: 0, refute: 0 };
                for &part in option {
                    if self.known.value(part).is_none() {
                        let Effort { prove, refute } = {
                            let candidate = self.known.candidate(part);
                            self.effort((part, candidate))
                        };
                        all.prove = all.prove.saturating_add(prove).min(Effort::MOST);
                        all.refute = all.refute.saturating_add(refute).min(Effort::MOST);
                    }
                }
                (Some(First::Value(part)), all)
            }
        }
    }

    /// The effort of a claim, by what is known of it.
    fn effort(&mut self, claim: Claim) -> Effort {
        let (part, n) = claim;
        if self.parts.is_zero(part) {
            self.known.set(part, 0);
        }
        match self.known.is(part, n) {
            Some(true) => Effort::HOLDS,
            Some(false) => Effort::FAILS,
            None => self.known.effort(claim).unwrap_or_else(|| self.guess(claim)),
        }
    }

    /// The effort of a claim that was not looked into.
    fn guess(&self, (part, _): Claim) -> Effort {
        let moves = self.parts.moves(part).clamp(1, MOST_MOVES);
        Effort { prove: moves * moves, refute: moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;
    use crate::mex;
    use crate::nimber_search::Known;
    use farstar_play::{CancelToken, Limits, Meter};
    use farstar_value::{SplitMix64, Stopped};

    /// Options by their parts, and guesses that say nothing.
    #[derive(Clone)]
    struct Drawn {
        options: Vec<Vec<Vec<u32>>>,
        moves: Vec<u32>,
        led: bool,
    }

    impl Drawn {
        /// Parts whose options fall into up to three parts of smaller numbers.
        fn new(random: &mut SplitMix64, led: bool) -> Self {
            let mut below = |bound: usize| random.below(bound as u64) as usize;
            let mut options = vec![Vec::new()];
            for part in 1..40 {
                let most = below(9);
                let one = |below: &mut dyn FnMut(usize) -> usize| {
                    (0..below(4)).map(|_| below(part) as u32).collect()
                };
                options.push((0..most).map(|_| one(&mut below)).collect());
            }
            let guesses = [0, 1, 7, 100, u32::MAX];
            let moves = options.iter().map(|_| guesses[below(guesses.len())]).collect();
            Self { options, moves, led }
        }

        /// The values by the definition.
        fn values(&self) -> Vec<u32> {
            let mut values: Vec<u32> = Vec::new();
            for options in &self.options {
                let sum = |option: &Vec<u32>| option.iter().fold(0, |n, &p| n ^ values[p as usize]);
                let value = mex(options.iter().map(sum));
                values.push(value);
            }
            values
        }
    }

    impl Parts for Drawn {
        fn options(&mut self, part: u32, _: &mut Meter<'_>) -> Result<u32> {
            Ok(self.options[part as usize].len() as u32)
        }

        fn bytes(&self) -> u64 {
            1 << 10
        }

        fn option(&mut self, part: u32, at: u32, out: &mut Vec<u32>) {
            out.extend(&self.options[part as usize][at as usize]);
        }

        fn size(&self, part: u32) -> u32 {
            part % 7
        }

        fn moves(&self, part: u32) -> u32 {
            self.moves[part as usize]
        }

        fn is_led(&self, _part: u32) -> bool {
            self.led
        }
    }

    #[test]
    fn values_are_those_of_the_definition_whatever_is_guessed() {
        let mut random = SplitMix64::new(7);
        let mut largest = 0;
        for round in 0..300 {
            let mut parts = Drawn::new(&mut random, round % 10 != 0);
            let values = parts.values();
            largest = largest.max(values.iter().copied().max().unwrap_or(0));
            let (mut known, limits) = (Known::default(), Limits::none());
            let mut meter = Meter::new(&limits);
            let mut search = Search { parts: &mut parts, known: &mut known, meter: &mut meter };
            for _ in 0..60 {
                let part = random.below(40) as u32;
                let n = random.below(6) as u32;
                let (value, other) = (values[part as usize], random.below(40) as u32);
                match random.below(3) {
                    0 => assert_eq!(search.is(part, n), Ok(value == n)),
                    1 => assert_eq!(search.value(part), Ok(value)),
                    _ => {
                        let zero = value ^ values[other as usize] == n;
                        assert_eq!(search.is_zero(vec![part, other], n), Ok(zero));
                    }
                }
            }
        }
        assert!(largest > 4);
    }

    #[test]
    fn threads_with_one_memory_find_the_values_of_the_definition() {
        let mut random = SplitMix64::new(11);
        for round in 0..200 {
            let parts = Drawn::new(&mut random, round % 2 == 0);
            let values = parts.values();
            let mut known = Known::default();
            known.share();
            let orders: Vec<Vec<u32>> =
                (0..3).map(|_| (0..20).map(|_| 20 + random.below(20) as u32).collect()).collect();
            std::thread::scope(|scope| {
                for order in &orders {
                    let (mut parts, mut known) = (parts.clone(), known.beside());
                    let values = &values;
                    scope.spawn(move || {
                        let limits = Limits::none();
                        let mut meter = Meter::new(&limits);
                        let (parts, known) = (&mut parts, &mut known);
                        let mut search = Search { parts, known, meter: &mut meter };
                        for &part in order {
                            let n = values[part as usize];
                            assert_eq!(search.is(part, n + part % 2), Ok(part % 2 == 0));
                            assert_eq!(search.value(part), Ok(n));
                        }
                    });
                }
            });
            let found = |part: usize| known.value(part as u32);
            let agrees = |part: usize| found(part).is_none_or(|value| value == values[part]);
            assert!((0..40).all(agrees));
        }
    }

    /// The value of the last part within limits, by a search that may know something already.
    fn last_value(parts: &mut Drawn, known: &mut Known, limits: &Limits) -> Result<u32> {
        Search { parts, known, meter: &mut Meter::new(limits) }.value(39)
    }

    #[test]
    fn a_search_that_was_stopped_goes_on_where_it_was() {
        let mut random = SplitMix64::new(3);
        let mut stops = 0;
        for round in 0..100 {
            let mut parts = Drawn::new(&mut random, round % 2 == 0);
            let (mut known, value) = (Known::default(), parts.values()[39]);
            let found = (0..).find_map(|nodes| {
                match last_value(&mut parts, &mut known, &Limits::none().nodes(nodes)) {
                    Err(Error::Stopped(Stopped::Nodes)) => {
                        stops += 1;
                        None
                    }
                    found => Some(found),
                }
            });
            assert_eq!(found, Some(Ok(value)));
        }
        assert!(stops > 200, "{stops}");
    }

    #[test]
    fn what_is_held_and_a_wish_to_stop_end_a_search() {
        for led in [false, true] {
            let mut parts = Drawn::new(&mut SplitMix64::new(2), led);
            let token = CancelToken::new();
            token.cancel();
            for (limits, why) in [
                (Limits::none().bytes(1 << 9), Stopped::Memory),
                // what is known of values is held too
                (Limits::none().bytes(1 << 10), Stopped::Memory),
                (Limits::none().cancel(token), Stopped::Cancelled),
            ] {
                let found = last_value(&mut parts, &mut Known::default(), &limits);
                assert_eq!(found, Err(Error::Stopped(why)));
            }
            let room = Limits::none().bytes(1 << 16);
            assert!(last_value(&mut parts, &mut Known::default(), &room).is_ok());
        }
    }

    #[test]
    fn play_that_repeats_is_refused_and_limits_are_kept() {
        let mut parts = Drawn::new(&mut SplitMix64::new(1), true);
        parts.options = vec![vec![vec![1]], vec![vec![2]], vec![vec![0]]];
        let (mut known, limits) = (Known::default(), Limits::none());
        let mut meter = Meter::new(&limits);
        let mut search = Search { parts: &mut parts, known: &mut known, meter: &mut meter };
        assert!(matches!(search.value(0), Err(Error::NotCovered { .. })));

        let mut parts = Drawn::new(&mut SplitMix64::new(2), true);
        let (mut known, limits) = (Known::default(), Limits::none().nodes(2));
        let mut meter = Meter::new(&limits);
        let mut search = Search { parts: &mut parts, known: &mut known, meter: &mut meter };
        assert_eq!(search.value(39), Err(Error::Stopped(Stopped::Nodes)));
    }
}
