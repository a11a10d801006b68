//! A session: an arena, the variables, and evaluation of one text after another.

use crate::boards::board_game_names;
use crate::compile::compile;
use crate::constants::CONSTANTS;
use crate::context::Context;
use crate::explicit::Forms;
use crate::fault::{Fault, Outcome};
use crate::globals::Globals;
use crate::heap::Rulesets;
use crate::machine::Machine;
use crate::meter::Meter;
use crate::names::folded;
use crate::parser::parse_all;
use crate::tally::Tally;
use crate::token::RESERVED;
use crate::value::{Text, Value};
use crate::{Diagnostic, Dialect, Kind, Span, methods};
use farstar::Solver;
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Game, Limits};
use std::sync::Arc;

/// Evaluates texts in one arena and remembers what they name.
///
/// # Examples
/// ```
/// use farstar_lang::Session;
/// use farstar_value::Arena;
///
/// let arena = Arena::new();
/// let mut session = Session::new(&arena);
/// session.eval("g := {3||2|1}").map_err(|d| d[0].to_string())?;
/// let mean = session.eval("g.Mean").map_err(|d| d[0].to_string())?;
/// assert_eq!(session.display(&mean).unwrap(), "9/4");
///
/// let wrong = session.eval("g.Maen").unwrap_err();
/// assert_eq!(wrong[0].to_string(), "there is no method `Maen` (did you mean `Mean`?)");
/// # Ok::<(), String>(())
/// ```
pub struct Session<'a> {
    arena: &'a Arena,
    limits: Limits,
    dialect: Dialect,
    globals: Globals<Value>,
    forms: Forms,
    rulesets: Rulesets,
    solver: Solver<'a>,
    printed: Vec<Text>,
    meter: Meter,
    tally: Tally,
}

impl<'a> Session<'a> {
    /// A session without variables and without limits on time or nodes. Lists and calls together may take 1 GiB.
    #[must_use]
    pub fn new(arena: &'a Arena) -> Self {
        let meter = Meter::new();
        Self {
            arena,
            limits: Limits::none(),
            dialect: Dialect::default(),
            globals: Globals::new(),
            forms: Forms::new(&meter),
            rulesets: Rulesets::default(),
            solver: Solver::new(arena),
            printed: Vec::new(),
            meter,
            tally: Tally::default(),
        }
    }

    /// The session with these limits on every evaluation.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.set_limits(limits);
        self
    }

    /// Sets the limits of the evaluations to come. A deadline is a moment, so it has to be set anew for each.
    pub fn set_limits(&mut self, limits: Limits) {
        self.meter.bound(limits.bytes);
        self.limits = limits;
    }

    /// The session with another reading of `^` after numbers.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// The value of a text. A sequence `a; b` has the value of its last part, and a text that ends in `;` has the value
    /// [`Value::Nothing`].
    ///
    /// # Errors
    /// Everything that is wrong with the text, or the one thing that stopped its evaluation. Variables that were set
    /// before that keep their new values.
    pub fn eval(&mut self, text: &str) -> Result<Value, Vec<Diagnostic>> {
        let limits = Limits { bytes: Some(self.meter.most()), ..self.limits.clone() };
        limits.guard(|| self.eval_within(text)).unwrap_or_else(|stopped| {
            let whole = Span::new(0, text.len());
            Err(vec![Diagnostic::new(Kind::Stopped(stopped), whole, stopped.to_string())])
        })
    }

    /// How far the evaluation is that runs now, to be read by another thread.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally.clone()
    }

    /// [`Session::eval`] inside the guard of its limits.
    fn eval_within(&mut self, text: &str) -> Result<Value, Vec<Diagnostic>> {
        let parsed = parse_all(text, self.dialect);
        if !parsed.diagnostics.is_empty() {
            return Err(parsed.diagnostics);
        }
        self.tally.end();
        let program = compile(&parsed.ast, text, &mut self.globals, &self.meter)?;
        let ((bytes, boards), most) = (self.solver.size(), Solver::MOST_KEPT);
        // what earlier questions have left is little beside the limit of this one
        if bytes > most.0.min(self.meter.most() / 4) || boards > most.1 {
            self.solver = Solver::new(self.arena);
        }
        let context = Context {
            calc: self.arena.calculator_with(&self.limits),
            forms: &mut self.forms,
            rulesets: &mut self.rulesets,
            solver: &mut self.solver,
            globals: &mut self.globals,
            printed: &mut self.printed,
            meter: self.meter.clone(),
            tally: self.tally.clone(),
            dialect: self.dialect,
            depth: 0,
        };
        let mut machine = Machine::new(context, Arc::new(program));
        let value = machine.run().map_err(|diagnostic| vec![diagnostic])?;
        Ok(if parsed.ast.silent { Value::Nothing } else { value })
    }

    /// What `System.Print` was given since this was asked last, in its order; whoever evaluates shows it.
    ///
    /// # Examples
    /// ```
    /// use farstar_lang::Session;
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut session = Session::new(&arena);
    /// session.eval("System.Print(1 + 1); 5").expect("two statements");
    /// assert_eq!(session.take_printed()[0].as_str(), "2");
    /// assert!(session.take_printed().is_empty());
    /// ```
    pub fn take_printed(&mut self) -> Vec<Text> {
        std::mem::take(&mut self.printed)
    }

    /// The value as text, canonical and short. Numbers, games, forms, booleans, texts, lists, sets and ranges can be
    /// read back.
    ///
    /// # Errors
    /// A limit of the session was met.
    pub fn display(&mut self, value: &Value) -> Result<String, Diagnostic> {
        self.about(value, |context| context.written(value))
    }

    /// The value with the symbols of the books or for mathematics mode of LaTeX; what is no value of a game, such as a
    /// truth, is as [`display`](Self::display) shows it, and in lists each element for itself.
    ///
    /// # Errors
    /// A limit of the session was met, or the notation has no form for the value.
    ///
    /// # Examples
    /// ```
    /// use farstar_lang::Session;
    /// use farstar_value::{Arena, text::Notation};
    /// let arena = Arena::new();
    /// let mut session = Session::new(&arena);
    /// let value = session.eval("[3/4, ^^*]").expect("a list");
    /// assert_eq!(session.display_in(&value, Notation::Unicode).expect("no limits"), "[3/4,⇑∗]");
    /// ```
    pub fn display_in(&mut self, value: &Value, notation: Notation) -> Result<String, Diagnostic> {
        self.about(value, |context| context.written_in(value, notation))
    }

    /// The value as a short game, if it is equal to one: numbers, games, forms, positions.
    ///
    /// # Errors
    /// What the value is instead, or that a limit of the session was met.
    pub fn game(&mut self, value: &Value) -> Result<Game, Diagnostic> {
        self.about(value, |context| context.game(value))
    }

    /// The sort of the value as narrow as it goes: `Zero`, `Integer`, `Nimber`, `Uptimal`, `CanonicalShortGame`,
    /// `List`, …
    ///
    /// # Errors
    /// A limit of the session was met.
    pub fn type_name(&mut self, value: &Value) -> Result<&'static str, Diagnostic> {
        self.about(value, |context| crate::methods::class_of(context, value))
    }

    /// What is to be said about a value, under the limits of the session like the value itself.
    fn about<T>(
        &mut self,
        value: &Value,
        told: impl FnOnce(&mut Context<'_, 'a>) -> Outcome<T>,
    ) -> Result<T, Diagnostic> {
        self.expect_own(value)?;
        let limits = self.limits.clone();
        let mut context = Context {
            calc: self.arena.calculator_with(&limits),
            forms: &mut self.forms,
            rulesets: &mut self.rulesets,
            solver: &mut self.solver,
            globals: &mut self.globals,
            printed: &mut self.printed,
            meter: self.meter.clone(),
            tally: self.tally.clone(),
            dialect: self.dialect,
            depth: 0,
        };
        let told =
            limits.guard(|| told(&mut context)).unwrap_or_else(|stopped| Err(stopped.into()));
        told.map_err(|fault| fault.at(Span::default()))
    }

    /// A calculator in the session's arena, under the session's limits.
    #[must_use]
    pub fn calculator(&self) -> Calculator<'a> {
        self.arena.calculator_with(&self.limits)
    }

    /// The names that have values, in alphabetical order.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.globals.iter().map(|(name, _)| name)
    }

    /// The value of a variable.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.globals.get(name)
    }

    /// Gives a variable its value, as `name := …` does.
    ///
    /// # Errors
    /// The value holds a form, or a misère form, that another session made.
    pub fn define(&mut self, name: &str, value: Value) -> Result<(), Diagnostic> {
        self.expect_own(&value)?;
        let place = self.globals.place(&name.into());
        self.globals.set(place as usize, value);
        Ok(())
    }

    /// Refuses handles of forms that another session made: here they would be other forms, or none.
    fn expect_own(&self, value: &Value) -> Result<(), Diagnostic> {
        let own = value.is_throughout(&|value| match value {
            Value::Form(form) => self.forms.owns(*form),
            Value::Misere(form) => self.rulesets.misere.forms.owns(*form),
            _ => true,
        });
        if own {
            return Ok(());
        }
        let fault = Fault::domain("a form that was made in another session")
            .expected("a value of this session, or its text");
        Err(fault.at(Span::default()))
    }

    /// All names that begin with `prefix`, regardless of case and underscores: variables, methods, reserved words.
    #[must_use]
    pub fn complete(&self, prefix: &str) -> Vec<String> {
        let prefix = folded(prefix);
        let rulesets: Vec<String> = board_game_names().collect();
        let known = self
            .variables()
            .chain(methods().iter().map(|m| m.name))
            .chain(CONSTANTS.iter().map(|constant| constant.0))
            .chain(rulesets.iter().map(String::as_str))
            .chain(RESERVED.iter().copied());
        let mut found: Vec<String> =
            known.filter(|name| folded(name).starts_with(&prefix)).map(str::to_owned).collect();
        found.sort_by_key(|name| name.to_lowercase());
        found.dedup();
        found
    }
}
