//! Calls of the user's functions from inside of an operation: by a machine of its own, which waits on the stack of the
//! one that asked, so that only so many may wait for one another.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::machine::Machine;
use crate::program::Program;
use farstar_play::say;
use std::sync::Arc;

/// So many questions that call the user's functions may wait for one another: each is on the machine's stack.
const DEEPEST_QUESTION: u32 = 16;

impl<'a> Context<'_, 'a> {
    /// Runs `work` on a machine of its own, which calls functions of this program.
    pub(crate) fn within<T>(
        &mut self,
        program: &Arc<Program>,
        work: impl FnOnce(&mut Machine<'_, 'a>) -> Outcome<T>,
    ) -> Outcome<T> {
        self.deeper(|outer| {
            let context = Context {
                calc: outer.calc.arena().calculator_with(outer.calc.limits()),
                forms: &mut *outer.forms,
                rulesets: &mut *outer.rulesets,
                solver: &mut *outer.solver,
                globals: &mut *outer.globals,
                printed: &mut *outer.printed,
                meter: outer.meter.clone(),
                tally: outer.tally.clone(),
                dialect: outer.dialect,
                depth: outer.depth,
            };
            let mut machine = Machine::new(context, Arc::clone(program));
            let result = work(&mut machine);
            machine.close();
            result
        })
    }

    /// Does what may ask the user's functions, one level deeper.
    pub(crate) fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth >= DEEPEST_QUESTION {
            return Err(Fault::domain(say!(
                "functions that list moves ask for values inside one another, {0} deep",
                DEEPEST_QUESTION
            ))
            .expected("functions that list positions, and leave their values to the ruleset"));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }
}
