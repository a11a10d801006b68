//! Limits for work that knows nothing of them: moves of a position, its parts, a board compiled, a proof that play
//! ends.
//!
//! Such work has no failures and answers with plain lists, and some of it is long for a single position: a cake has a
//! million cuts, a graph more paths than atoms. It books its steps here ([`step`], [`grow`]), which is one subtraction.
//! Inside [`Limits::guard`] the limits are looked at every thousand steps, and when one is met the stack is unwound to
//! the guard; so a list cut short can never be taken for a whole one. Outside a guard, and in programs built to abort
//! on panics, nothing is ever stopped.
//!
//! Unwinding as the way to cancel pure functions is that of salsa, under rust-analyzer: no panic is raised, and no
//! message printed.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::{Limits, Stopped};

/// Steps between two looks at the limits.
const STEPS: u32 = 1 << 10;

thread_local! {
    /// Steps that are left until the next look.
    static LEFT: Cell<u32> = const { Cell::new(STEPS) };
    /// The limits of the innermost guard.
    static GUARD: RefCell<Option<Limits>> = const { RefCell::new(None) };
}

/// What is thrown to the guard.
struct Thrown(Stopped);

impl Limits {
    /// Does `work`, which is stopped where it books its steps ([`step`]).
    ///
    /// What `work` changes outside itself is as it was when it was stopped: it must leave nothing half done behind a
    /// step.
    ///
    /// # Errors
    /// Why it was stopped.
    ///
    /// # Examples
    /// ```
    /// use farstar_play::{CancelToken, Limits, Stopped, step};
    /// let token = CancelToken::new();
    /// token.cancel();
    /// let endless = || loop {
    ///     step(1);
    /// };
    /// let stopped: Result<(), Stopped> = Limits::none().cancel(token).guard(endless);
    /// assert_eq!(stopped, Err(Stopped::Cancelled));
    /// ```
    pub fn guard<T>(&self, work: impl FnOnce() -> T) -> Result<T, Stopped> {
        if !cfg!(panic = "unwind") {
            return Ok(work());
        }
        let outer = GUARD.replace(Some(self.clone()));
        let done = catch_unwind(AssertUnwindSafe(work));
        GUARD.replace(outer);
        done.map_err(|thrown| match thrown.downcast::<Thrown>() {
            Ok(thrown) => thrown.0,
            Err(panic) => resume_unwind(panic),
        })
    }
}

/// Books elementary steps of work that may stand in a [guard](Limits::guard).
#[inline]
pub fn step(steps: u32) {
    let left = LEFT.get();
    if steps < left { LEFT.set(left - steps) } else { look() }
}

/// Looks whether a list of things of so many bytes, each with what it owns, may grow by one more: the limit on memory
/// bounds every list alone.
#[inline]
pub fn grow<T>(list: &Vec<T>, bytes: usize) {
    step(1);
    if list.len() == list.capacity() {
        hold(2 * list.len() as u64 * bytes as u64);
    }
}

/// Looks whether so many bytes may be held.
pub fn hold(bytes: u64) {
    let limit = GUARD.with_borrow(|guard| guard.as_ref().and_then(|limits| limits.bytes));
    if limit.is_some_and(|limit| bytes > limit) {
        resume_unwind(Box::new(Thrown(Stopped::Memory)));
    }
}

#[cold]
fn look() {
    LEFT.set(STEPS);
    let met = GUARD.with_borrow(|guard| guard.as_ref().and_then(|limits| limits.check().err()));
    if let Some(stopped) = met {
        resume_unwind(Box::new(Thrown(stopped)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CancelToken;
    use std::time::Duration;

    #[test]
    fn work_outside_a_guard_is_never_stopped() {
        (0..3 * STEPS).for_each(|_| step(1));
        step(u32::MAX);
        hold(u64::MAX);
    }

    #[test]
    fn guards_stand_inside_each_other() {
        let over = Limits::none().time(Duration::ZERO);
        let inner = Limits::none().guard(|| {
            let stopped = over.guard(|| step(STEPS));
            assert_eq!(stopped, Err(Stopped::Time));
            // the limits around are those of the outer guard again
            step(STEPS);
            7
        });
        assert_eq!(inner, Ok(7));
        // beyond the guards there are none
        step(STEPS);
        let cancelled = CancelToken::new();
        cancelled.cancel();
        let outer = Limits::none().cancel(cancelled).guard(|| {
            assert_eq!(Limits::none().guard(|| step(STEPS)), Ok(()));
            step(STEPS);
        });
        assert_eq!(outer, Err(Stopped::Cancelled));
    }

    #[test]
    fn lists_keep_to_the_limit_on_memory() {
        let mut list = Vec::new();
        let stopped = Limits::none().bytes(1 << 12).guard(|| {
            for n in 0..1u64 << 20 {
                grow(&list, 8);
                list.push(n);
            }
        });
        assert_eq!(stopped, Err(Stopped::Memory));
        assert!(list.len() <= 1 << 9, "{}", list.len());
    }

    #[test]
    #[should_panic(expected = "a fault")]
    fn panics_go_through() {
        let _ = Limits::none().guard(|| panic!("a fault"));
    }
}
