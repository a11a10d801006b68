//! The independent checker of certificates.
//!
//! It shares no code with the engine: the values are recomputed here in the plainest way that is
//! fast enough, and the conditions of the theorems are written out again from their statements.

use farstar_rules::heap::{Constraint, HeapCode, HeapGame};
use farstar_value::{Limits, Stopped};

use super::certificate::{Certificate, digest};
use super::theorem::Theorem;

/// Heaps up to which the values are recomputed from all options.
const BY_OPTIONS: usize = 1 << 12;

/// The most heaps a checker recomputes.
const MOST_HEAPS: u64 = 1 << 32;

/// The most heaps a checker recomputes when a move may take any number of tokens.
const MOST_ALL_BUT: u64 = 1 << 17;

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Rejected {
    /// A limit was reached before the check was complete.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Something the certificate says is not so.
    #[error("the certificate is wrong: {0}")]
    Wrong(&'static str),
}

use Rejected::Wrong;

/// Fails with a reason unless the condition holds.
fn require(condition: bool, reason: &'static str) -> Result<(), Rejected> {
    if condition { Ok(()) } else { Err(Wrong(reason)) }
}

/// A code with at most two heaps, read again from the code: tokens taken, and whether none, one,
/// two heaps may be left, the two unequal or equal only.
struct Move {
    taken: usize,
    none: bool,
    one: bool,
    two: Option<Constraint>,
}

/// The moves of a finite code, and the most heaps one leaves; `None` for other codes.
fn moves(code: &HeapCode) -> Option<(Vec<Move>, usize, usize)> {
    let last = code.last_take()?;
    let mut moves = Vec::new();
    let mut parts = 1;
    for (taken, digit) in code.takes(last) {
        if taken < 0 || digit.tail().is_some() {
            return None;
        }
        for &(heaps, constraint) in digit.counts() {
            if heaps > 2 && constraint != Constraint::Any {
                return None;
            }
            parts = parts.max(usize::from(heaps));
        }
        moves.push(Move {
            taken: usize::try_from(taken).ok()?,
            none: digit.allows(0).is_some(),
            one: digit.allows(1).is_some(),
            two: digit.allows(2),
        });
    }
    Some((moves, parts, last as usize))
}

/// What the recomputation noticed about the rare heaps.
#[derive(Default)]
struct Noticed {
    /// The last heap of a rare value.
    last_rare: usize,
    /// The last heap for which a rare value was settled only by splits with no part within the window.
    last_unsettled: usize,
}

/// A set of marks that is cleared by counting.
struct Marks {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Marks {
    fn clear(&mut self) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    fn add(&mut self, value: u32) {
        let index = value as usize;
        if index >= self.stamps.len() {
            self.stamps.resize((index + 1).next_power_of_two(), 0);
        }
        self.stamps[index] = self.stamp;
    }

    fn has(&self, value: u32) -> bool {
        self.stamps.get(value as usize) == Some(&self.stamp)
    }
}

/// Values by the definition: all options of every heap.
fn by_options(code: &HeapCode, heaps: usize, limits: &Limits) -> Result<Vec<u32>, Rejected> {
    let mut values: Vec<u32> = Vec::new();
    let mut marks = Marks { stamps: Vec::new(), stamp: 0 };
    for heap in 0..heaps {
        limits.check()?;
        marks.clear();
        let mut shrinks = true;
        let _ = code.visit_options(heap as u32, &mut |parts| {
            shrinks &= parts.iter().all(|&part| (part as usize) < heap);
            if shrinks {
                marks.add(parts.iter().fold(0, |sum, &part| sum ^ values[part as usize]));
            }
            std::ops::ControlFlow::Continue(())
        });
        require(shrinks, "an option of the game is no smaller than its heap")?;
        values.push((0..).find(|&v| !marks.has(v)).unwrap_or(0));
    }
    Ok(values)
}

/// Values of a code with at most two heaps, one heap at a time. The sparse space only decides
/// which splits are looked at first: a common value is excluded by splits with a rare part or
/// not at all, and every rare value below the answer is looked for among all splits.
fn by_splits(
    moves: &[Move],
    heaps: usize,
    (mask, by_parity, common): (u32, bool, u32),
    window: usize,
    limits: &Limits,
) -> Result<(Vec<u16>, Noticed), Rejected> {
    for taken in moves.iter().filter(|m| long(m.two)).map(|m| m.taken) {
        let shift = u32::from(by_parity) & taken as u32 & 1;
        require(common == 1 ^ shift, "the sparse space does not fit the splits")?;
    }
    let is_common = |value: u32, heap: usize| {
        ((value & mask).count_ones() + u32::from(by_parity) * (heap as u32 & 1)) & 1 == common
    };
    let mut values: Vec<u16> = Vec::new();
    let mut rares: Vec<usize> = Vec::new();
    // a power of 2 above all values so far: no value that is made of them reaches it, so that none is larger
    let mut most = 1u32;
    let mut noticed = Noticed::default();
    let mut marks = Marks { stamps: vec![0; 64], stamp: 0 };
    for heap in 0..heaps {
        if heap.is_multiple_of(1024) {
            limits.check_with(heap as u64, 2 * heap as u64)?;
        }
        marks.clear();
        for m in moves.iter().filter(|m| m.taken <= heap) {
            let rest = heap - m.taken;
            if m.none && rest == 0 {
                marks.add(0);
            }
            if m.one && rest > 0 {
                marks.add(u32::from(values[rest]));
            }
            if m.two == Some(Constraint::AllEqual) && rest > 0 && rest.is_multiple_of(2) {
                marks.add(0);
            }
            if long(m.two) {
                for &rare in rares.iter().take_while(|&&rare| rare < rest) {
                    if m.two == Some(Constraint::Any) || 2 * rare != rest {
                        marks.add(u32::from(values[rare] ^ values[rest - rare]));
                    }
                }
            }
        }
        let least = (0..=most).find(|&v| is_common(v, heap) && !marks.has(v)).unwrap_or(most + 1);
        let mut open: Vec<u32> =
            (0..least).filter(|&v| !is_common(v, heap) && !marks.has(v)).collect();
        let mut part = 1;
        while !open.is_empty() && 2 * part <= heap {
            for m in moves.iter().filter(|m| long(m.two)) {
                let Some(other) = heap.checked_sub(m.taken + part) else { continue };
                if other < part || other == part && m.two != Some(Constraint::Any) {
                    continue;
                }
                let value = u32::from(values[part] ^ values[other]);
                if !marks.has(value) {
                    marks.add(value);
                    open.retain(|&v| v != value);
                    if part > window {
                        noticed.last_unsettled = heap;
                    }
                }
            }
            part += 1;
        }
        let value = open.first().copied().unwrap_or(least);
        most = most.max((value + 1).next_power_of_two());
        if heap > 0 && !is_common(value, heap) {
            rares.push(heap);
            noticed.last_rare = heap;
        }
        values.push(u16::try_from(value).map_err(|_| Wrong("a value is beyond 16 bits"))?);
    }
    Ok((values, noticed))
}

/// Whether the number of splits grows with the heap.
fn long(two: Option<Constraint>) -> bool {
    two.is_some_and(|constraint| constraint != Constraint::AllEqual)
}

impl Certificate {
    /// Checks the certificate: recomputes the values, and every condition of its theorem.
    ///
    /// # Errors
    /// [`Rejected::Wrong`] with what is not so; [`Rejected::Stopped`] when a limit was reached.
    ///
    /// # Complexity
    /// The values take a few dozen steps a heap with a sparse space and `n/2` without one.
    pub fn check(&self, limits: &Limits) -> Result<(), Rejected> {
        let claim = &self.claim;
        require(claim.heaps <= MOST_HEAPS, "too many heaps for a checker")?;
        require(claim.period > 0 && claim.period < claim.heaps, "the period")?;
        require(claim.preperiod < claim.heaps, "the preperiod")?;
        require(claim.theorem.as_ref() == Some(&self.theorem), "the theorem")?;
        let heaps = claim.heaps as usize;
        if let Theorem::AllBut { window, at } = self.theorem {
            return self.check_all_but(window, at, limits);
        }
        let Some((moves, parts, last_take)) = moves(&self.game) else {
            return Err(Wrong("no theorem is known for such a code"));
        };
        if let Theorem::FiniteState { mask, common, .. } = &self.theorem {
            require(*mask <= u64::from(u32::MAX) && *common <= 1, "the sparse space")?;
        }
        let window = match &self.theorem {
            Theorem::FiniteState { window, .. } => (*window).saturating_sub(last_take as u64),
            _ => u64::MAX,
        };
        let space = match &self.theorem {
            Theorem::FiniteState { mask, by_parity, common, .. } => {
                Some((*mask as u32, *by_parity, *common as u32))
            }
            _ => self.space,
        };
        let mut noticed = None;
        let values: Vec<u32> = match space {
            Some(space) if parts <= 2 && (heaps > BY_OPTIONS || window < u64::MAX) => {
                let window = usize::try_from(window).unwrap_or(usize::MAX);
                let (values, seen) = by_splits(&moves, heaps, space, window, limits)?;
                noticed = Some(seen);
                values.into_iter().map(u32::from).collect()
            }
            // with the empty mask and common class 1 no value is common: all heaps are rare, every split is looked at
            None if parts <= 2 && heaps > BY_OPTIONS && moves.iter().any(|m| long(m.two)) => {
                let (values, _) = by_splits(&moves, heaps, (0, false, 1), usize::MAX, limits)?;
                values.into_iter().map(u32::from).collect()
            }
            _ => by_options(&self.game, heaps, limits)?,
        };
        require(digest(values.iter().copied()) == self.digest, "the digest of the values")?;
        self.check_pattern(&values)?;
        match self.theorem {
            Theorem::GuySmith { parts: p, last_take: t, from, to } => {
                require(claim.saltus == 0, "the saltus")?;
                require((p, t) == (parts as u64, last_take as u64), "the bounds of the code")?;
                require(from == claim.preperiod.max(1), "the first heap compared")?;
                let unequal = moves
                    .iter()
                    .any(|m| matches!(m.two, Some(Constraint::Distinct | Constraint::NotAllEqual)));
                let equal = moves.iter().any(|m| m.two == Some(Constraint::AllEqual));
                require(
                    !equal || claim.period.is_multiple_of(2),
                    "equal splits need an even period",
                )?;
                let bound =
                    p * from + (p - 1) * claim.period + t + if unequal { claim.period } else { 0 };
                require(to >= bound, "too few heaps for the theorem")?;
                require(to.checked_add(claim.period) == Some(claim.heaps), "the number of heaps")
            }
            Theorem::LastValues { window, at } => {
                require(claim.saltus == 0, "the saltus")?;
                require(moves.iter().all(|m| m.two.is_none()) && parts == 1, "the game splits")?;
                require(window == last_take as u64 && at > window, "the window")?;
                require(at - window >= claim.preperiod, "the window starts before the period")?;
                require(at.checked_add(claim.period) == Some(claim.heaps), "the number of heaps")
            }
            Theorem::FiniteState { by_parity, last_rare, window, at, .. } => {
                let noticed = noticed.unwrap_or_default();
                require(claim.saltus == 0, "the saltus")?;
                require(parts == 2, "the game does not split in two")?;
                require(!by_parity || claim.period.is_multiple_of(2), "the parity of the period")?;
                let equal = moves.iter().any(|m| m.two == Some(Constraint::AllEqual));
                require(
                    !equal || claim.period.is_multiple_of(2),
                    "equal splits need an even period",
                )?;
                require(noticed.last_rare as u64 == last_rare, "the last rare heap")?;
                require(window >= last_rare + last_take as u64, "the window is too small")?;
                require(
                    at > window.saturating_mul(2) && last_rare < at,
                    "the state starts too early",
                )?;
                require((noticed.last_unsettled as u64) < at, "a witness is not local")?;
                require(at - window >= claim.preperiod, "the state starts before the period")?;
                require(at.checked_add(claim.period) == Some(claim.heaps), "the number of heaps")
            }
            Theorem::Arithmetic { period, saltus, from, block } => {
                require(parts <= 3, "the code leaves more than three heaps")?;
                let plain = moves.iter().all(|m| m.two.is_none_or(|c| c == Constraint::Any));
                require(plain, "a digit restricts its heaps")?;
                let times = period / claim.period;
                require(period.is_multiple_of(2), "the period of the proof is odd")?;
                require(
                    times.checked_mul(claim.period) == Some(period),
                    "the period of the proof",
                )?;
                require(claim.saltus > 0, "the saltus")?;
                require(
                    times.checked_mul(claim.saltus) == Some(saltus),
                    "the saltus of the proof",
                )?;
                require(from == claim.preperiod.max(1), "the first heap compared")?;
                require(period < claim.heaps && saltus <= MOST_HEAPS, "the size of the proof")?;
                let bound = 3 * from + 2 * period + last_take as u64;
                require(block >= bound, "the block starts too early")?;
                require(block.checked_add(period) == Some(claim.heaps), "the number of heaps")?;
                let (period, saltus) = (period as usize, saltus as usize);
                self.check_block(&values, period, saltus, from as usize, limits)
            }
            Theorem::AllBut { .. } => Err(Wrong("the theorem is another")),
        }
    }

    /// The period, preperiod and exceptions are those of the values, and the least ones.
    fn check_pattern(&self, values: &[u32]) -> Result<(), Rejected> {
        let claim = &self.claim;
        let (period, from) = (claim.period as usize, claim.preperiod as usize);
        let saltus = i64::try_from(claim.saltus).map_err(|_| Wrong("the saltus"))?;
        let rises =
            |n: usize, p: usize, s: i64| i64::from(values[n + p]) - i64::from(values[n]) == s;
        let end = values.len() - period;
        require(from < end, "the preperiod")?;
        require((from..end).all(|n| rises(n, period, saltus)), "the repetition")?;
        require(from == 0 || !rises(from - 1, period, saltus), "the preperiod is not the least")?;
        for prime in (2..=period).filter(|p| period.is_multiple_of(*p)) {
            if (2..prime).take_while(|d| d * d <= prime).any(|d| prime.is_multiple_of(d)) {
                continue;
            }
            let shorter = period / prime;
            let part = saltus / prime as i64;
            let shorter_holds = saltus % prime as i64 == 0
                && (from..values.len() - shorter).all(|n| rises(n, shorter, part));
            require(!shorter_holds, "the period is not the least")?;
        }
        let exceptions = (0..from).filter(|&n| {
            let turns = (from - n).div_ceil(period);
            !rises(n, turns * period, turns as i64 * saltus)
        });
        require(Some(exceptions.count() as u64) == claim.exceptions, "the number of exceptions")
    }

    /// The block of the arithmetic theorem, option by option.
    fn check_block(
        &self,
        values: &[u32],
        period: usize,
        saltus: usize,
        from: usize,
        limits: &Limits,
    ) -> Result<(), Rejected> {
        // the last bits, which have the period of the proof
        let mut bits = 1;
        while saltus.is_multiple_of(2 * bits) {
            bits *= 2;
        }
        let value_of = |part: u32| values[part as usize] as usize;
        let block = values.len() - period;
        let mut tables: Vec<[Vec<bool>; 3]> = Vec::new();
        for (heap, &value) in values.iter().enumerate().skip(block) {
            limits.check()?;
            let value = value as usize;
            let [mut kept, mut shifted, mut both] = [(); 3].map(|()| vec![false; value]);
            let mut reached = false;
            let _ = self.game.visit_options(heap as u32, &mut |parts| {
                let xor = parts.iter().fold(0, |x, &p| x ^ value_of(p));
                let sum: usize = parts.iter().map(|&p| value_of(p)).sum();
                // what the last bits lose when they are added without carry
                let lost = parts.iter().map(|&p| value_of(p) % bits).sum::<usize>() - xor % bits;
                if xor % bits == value % bits
                    && sum >= value + lost
                    && (sum - value - lost).is_multiple_of(2 * bits)
                {
                    reached = true;
                }
                if xor < value {
                    // the heap that is not one of an equal pair
                    let single = match *parts {
                        [a, b, c] if b == c => Some(a),
                        [a, b, c] if a == b => Some(c),
                        _ => None,
                    };
                    // two equal heaps: value 0, kept by half a period each
                    let pair = matches!(*parts, [a, b] if a == b);
                    kept[xor] |= pair || single.is_some();
                    both[xor] |= single.is_some_and(|p| p as usize >= from);
                    let others_small = |p: usize| {
                        let mut others = parts.iter().enumerate().filter(|(i, _)| *i != p);
                        others.all(|(_, &other)| value_of(other) < bits)
                    };
                    let mut movable = (0..parts.len()).filter(|&i| parts[i] as usize >= from);
                    shifted[xor] |= both[xor] || movable.any(others_small);
                }
                std::ops::ControlFlow::Continue(())
            });
            require(!reached, "an option might reach the value of a heap of the block")?;
            tables.push([kept, shifted, both]);
        }
        let threshold = tables.iter().filter_map(|[_, s, _]| s.iter().rposition(|&s| !s)).max();
        let threshold = threshold.map_or(0, |last| last + 1);
        let all = tables.iter().all(|[kept, _, both]| {
            kept.len() >= threshold + saltus
                && kept[..threshold].iter().all(|&k| k)
                && both[threshold..threshold + saltus].iter().all(|&k| k)
        });
        require(all, "a value of the block is not excluded one period on")
    }

    /// The theorem for games with one rule for all large numbers of tokens.
    fn check_all_but(&self, window: u64, at: u64, limits: &Limits) -> Result<(), Rejected> {
        let (claim, game) = (&self.claim, &self.game);
        let [rest] = game.repeating() else {
            return Err(Wrong("the code has no last digit that is repeated"));
        };
        require(at.checked_add(claim.period) == Some(claim.heaps), "the number of heaps")?;
        require(claim.heaps <= MOST_ALL_BUT, "too many heaps for a checker")?;
        require(at > window && at - window >= claim.preperiod, "the state starts too early")?;
        let split = |k: i64| {
            game.digit(k).is_some_and(|digit| {
                digit.tail().is_some() || digit.counts().iter().any(|&(heaps, _)| heaps > 1)
            })
        };
        require(game.digit(0).is_none() && game.most_added() == 0, "a move takes nothing")?;
        require((1..=window as i64 + 1).all(|k| !split(k)), "the game splits")?;
        let own = u64::from(game.own_digits());
        require(own == window, "the window")?;
        let values = by_options(game, claim.heaps as usize, limits)?;
        require(digest(values.iter().copied()) == self.digest, "the digest of the values")?;
        self.check_pattern(&values)?;
        let state = |heap: usize| {
            let border = heap - window as usize;
            let mut marks = Marks { stamps: Vec::new(), stamp: 1 };
            for (part, &value) in values[..border].iter().enumerate() {
                if rest.allows(u8::from(part > 0)).is_some() {
                    marks.add(value);
                }
            }
            let least = (0..).find(|&value| !marks.has(value)).unwrap_or(0);
            let beyond = (least + 1..marks.stamps.len() as u32).filter(|&v| marks.has(v));
            let beyond: Vec<u32> = beyond.map(|v| v - least).collect();
            let last: Vec<Option<u32>> =
                values[border..heap].iter().map(|value| value.checked_sub(least)).collect();
            (least, beyond, last)
        };
        let (before, after) = (state(at as usize), state(claim.heaps as usize));
        require((&before.1, &before.2) == (&after.1, &after.2), "the states differ")?;
        let rise = u64::from(after.0).checked_sub(u64::from(before.0));
        require(rise == Some(claim.saltus), "the saltus")
    }
}
