//! Whether a part has Grundy value n: the search of Lemoine and Viennot on parts known by number.
//!
//! G + *n is P iff the value of G is n. One option of value n refutes it, so most options are never valued. In an
//! option that splits into parts all but the largest are valued and merged into n. Options that are known already are
//! looked at first, then those that are small, and of whose part few values below the one asked for are still open.
//! What another thread looks into comes last.

use std::collections::HashSet;

use super::known::{Claim, Known};
use super::parts::{Parts, cancel};
use super::search::Search;
use crate::error::Result;
use crate::search::repeats;

/// How many cells a part may have more where one value less stands between it and the value asked for. Impartial
/// Clobber on 3 by 7 takes half the tests that it takes without, other boards as many to a tenth fewer.
const OPEN: u64 = 2;
/// The open values of an option with several unknown parts, of which all but one must be valued.
const SEVERAL: u32 = 1;

/// Tests between two looks at whether other threads have settled what this one looks into.
const TESTS_A_LOOK: u64 = 1 << 5;

/// What remains to be done.
enum Task {
    /// Find the value of a part.
    Value(u32),
    /// Find out whether the value of a part is `n`: by the options whose places are in `order`, from `next` on. The
    /// last `late` are put off until others are looked at, since another thread looks into them.
    Test { part: u32, n: u32, order: Vec<u32>, next: usize, late: usize },
}

/// What must come first: the value of a part, or whether it is some `n`.
type Wanted = (u32, Option<u32>);

impl<P: Parts + ?Sized> Search<'_, '_, P> {
    /// Finds the value of a part.
    pub(super) fn find_value(&mut self, part: u32) -> Result<()> {
        self.run(Task::Value(part))
    }

    /// Finds out whether the value of a part is `n`.
    pub(super) fn test_value(&mut self, part: u32, n: u32) -> Result<()> {
        let test = self.test(part, n)?;
        self.run(test)
    }

    fn test(&mut self, part: u32, n: u32) -> Result<Task> {
        if self.parts.is_zero(part) {
            self.known.set(part, 0);
            return Ok(Task::Test { part, n, order: Vec::new(), next: 0, late: 0 });
        }
        let count = self.options(part)?;
        let mut order: Vec<(u64, u32)> = Vec::new();
        let mut option = Vec::new();
        for at in 0..count {
            option.clear();
            self.parts.option(part, at, &mut option);
            cancel(&mut option);
            let mut sum = 0;
            let mut largest = None;
            let mut last = None;
            let (mut size, mut moves, mut unknown) = (0u64, 0u64, 0u32);
            for &p in &option {
                match self.known.value(p) {
                    Some(value) => sum ^= value,
                    None if self.parts.is_zero(p) => self.known.set(p, 0),
                    None => {
                        let own = u64::from(self.parts.size(p));
                        largest = largest.max(Some(own));
                        last = Some(p);
                        unknown += 1;
                        size += own;
                        moves += u64::from(self.parts.moves(p));
                    }
                }
            }
            match largest {
                None if sum == n => {
                    self.known.exclude(part, n);
                    return Ok(Task::Test { part, n, order: Vec::new(), next: 0, late: 0 });
                }
                None => {}
                Some(largest) => {
                    let open = match last {
                        Some(last) if unknown == 1 => self.known.open_below(last, sum ^ n),
                        _ => SEVERAL,
                    };
                    let cells = 64 * (largest + OPEN * u64::from(open)) + size;
                    order.push((cells << 24 | moves, at));
                }
            }
        }
        order.sort_unstable();
        let order: Vec<u32> = order.into_iter().map(|one| one.1).collect();
        self.book()?;
        Ok(Task::Test { part, n, order, next: 0, late: 0 })
    }

    fn run(&mut self, first: Task) -> Result<()> {
        let mut open: HashSet<Claim> = HashSet::new();
        let mut stack = vec![first];
        let mut option = Vec::new();
        let mut looks = 0u64;
        while let Some(task) = stack.last_mut() {
            self.meter.step(8)?;
            let wanted = match task {
                Task::Value(part) => {
                    if self.known.value(*part).is_some() {
                        stack.pop();
                        continue;
                    }
                    (*part, Some(self.known.candidate(*part)))
                }
                Task::Test { part, n, order, next, late } => {
                    let claim = (*part, *n);
                    if self.known.is(*part, *n).is_some() {
                        self.leave(claim, &mut open);
                        stack.pop();
                        continue;
                    }
                    match go_on(self.parts, self.known, claim, (order, next, late), &mut option) {
                        Some(wanted) => wanted,
                        None => continue,
                    }
                }
            };
            let (part, n) = wanted;
            let Some(n) = n else {
                stack.push(Task::Value(part));
                continue;
            };
            if !open.insert((part, n)) {
                return Err(repeats());
            }
            self.known.enter((part, n));
            let test = self.test(part, n)?;
            stack.push(test);
            looks += 1;
            if self.known.is_shared() && looks.is_multiple_of(TESTS_A_LOOK) {
                self.drop_settled(&mut stack, &mut open);
            }
        }
        Ok(())
    }

    fn leave(&mut self, claim: Claim, open: &mut HashSet<Claim>) {
        open.remove(&claim);
        self.known.leave(claim);
    }

    /// Drops what rests on the first test that another thread has settled.
    fn drop_settled(&mut self, stack: &mut Vec<Task>, open: &mut HashSet<Claim>) {
        let settled = |task: &Task| match task {
            Task::Value(part) => self.known.value(*part).is_some(),
            Task::Test { part, n, .. } => self.known.is(*part, *n).is_some(),
        };
        let Some(at) = stack.iter().position(settled) else { return };
        for task in stack.drain(at + 1..) {
            if let Task::Test { part, n, .. } = task {
                self.leave((part, n), open);
            }
        }
    }
}

/// Goes on with a test; tells what must come first, `None` after some progress.
fn go_on<P: Parts + ?Sized>(
    parts: &mut P,
    known: &mut Known,
    (part, n): Claim,
    (order, next, late): (&mut [u32], &mut usize, &mut usize),
    option: &mut Vec<u32>,
) -> Option<Wanted> {
    while let Some(&at) = order.get(*next) {
        option.clear();
        parts.option(part, at, option);
        cancel(option);
        let mut rest = n;
        let mut last: Option<u32> = None;
        for &p in option.iter() {
            match known.value(p) {
                Some(value) => rest ^= value,
                None => match last {
                    None => last = Some(p),
                    Some(other) if parts.size(other) >= parts.size(p) => return Some((p, None)),
                    Some(other) => return Some((other, None)),
                },
            }
        }
        let equal = match last {
            None => rest == 0,
            Some(last) => match known.is(last, rest) {
                Some(equal) => equal,
                None if known.is_busy((last, rest)) && *next + *late < order.len() => {
                    order[*next..].rotate_left(1);
                    *late += 1;
                    continue;
                }
                None => return Some((last, Some(rest))),
            },
        };
        if equal {
            known.exclude(part, n);
            return None;
        }
        *next += 1;
        *late = (*late).min(order.len() - *next);
    }
    // no option has value n, so the value is at most n
    let least = known.candidate(part);
    if least < n {
        return Some((part, Some(least)));
    }
    known.set(part, n);
    None
}
