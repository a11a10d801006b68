//! Rulesets given by functions of the user's: `HeapRuleset(k -> …)`, `GenWythoff(k -> k + 2)`, `GenMem((m, k) -> k != m)`.
//!
//! Solvers do not call the user's functions. Before a position is made, the machine calls the function for everything that play from it can ask, as
//! frames of its own, and keeps the answers in a table; the game that solvers see is read from the table. A function is asked once for each argument.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::value::{Function, Value};
use farstar_rules::heap::{
    HeapGame, Mem, OptionVisitor, Pair, PairGame, PairVisitor, TakeAway, Wythoff,
};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Arguments that a function is asked for one position, at most.
const MOST_ARGUMENTS: u64 = 1 << 22;

/// What the function tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// Of a heap: its options, each a list of heaps.
    Heaps,
    /// Of a pair of numbers: its options.
    Pairs,
    /// Of k: the bound below which the other number may be, as in Wythoff's game.
    Wythoff,
    /// Of the memory and k: whether k may be taken.
    Mem,
    /// Of k: how many the next move may take.
    TakeAway,
}

#[derive(Clone, Debug)]
enum Answer {
    Options(Vec<Vec<Pair>>),
    Number(u32),
    Holds(bool),
}

/// A function and what it has told so far.
#[derive(Debug)]
pub(crate) struct FunctionTable {
    pub(crate) told: Told,
    pub(crate) function: Arc<Function>,
    known: Mutex<FxHashMap<Pair, Answer>>,
}

impl FunctionTable {
    pub(crate) fn new(told: Told, function: Arc<Function>) -> Arc<Self> {
        Arc::new(Self { told, function, known: Mutex::default() })
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<Pair, Answer>> {
        // What was told stays right, whatever happened to the one who asked.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn knows(&self, argument: Pair) -> bool {
        self.known().contains_key(&argument)
    }

    /// What the function must be asked before the position is played, as far as it is not known.
    pub(crate) fn wanted(&self, (a, b): Pair) -> Outcome<Vec<Pair>> {
        let (first, second) = (u64::from(a), u64::from(b));
        let count = match self.told {
            Told::Heaps => first + 1,
            Told::Pairs => 1,
            Told::Wythoff => first.min(second),
            Told::Mem => first.saturating_mul(first + 2),
            Told::TakeAway => first,
        };
        if count > MOST_ARGUMENTS {
            return Err(Fault::domain(format!(
                "a function would be called {count} times before play begins"
            ))
            .expected(format!("a position for which {MOST_ARGUMENTS} calls are enough")));
        }
        let known = self.known();
        let all: Box<dyn Iterator<Item = Pair>> = match self.told {
            Told::Heaps => Box::new((0..=a).map(|n| (n, 0))),
            Told::Pairs => Box::new([(a, b)].into_iter()),
            Told::Wythoff => Box::new((1..=a.min(b)).map(|k| (k, 0))),
            Told::TakeAway => Box::new((1..=a).map(|k| (k, 0))),
            Told::Mem => Box::new(
                (0..=a).chain([b]).flat_map(move |memory| (1..=a).map(move |k| (memory, k))),
            ),
        };
        let mut wanted: Vec<Pair> = all.filter(|argument| !known.contains_key(argument)).collect();
        wanted.reverse();
        Ok(wanted)
    }

    /// What the function must be asked before all positions up to this one are played, for a table.
    pub(crate) fn wanted_for_table(&self, rows: u32, columns: u32) -> Outcome<Vec<Pair>> {
        if self.told != Told::Pairs {
            return self.wanted((rows.max(columns), columns));
        }
        let count = (u64::from(rows) + 1).saturating_mul(u64::from(columns) + 1);
        if count > MOST_ARGUMENTS {
            return Err(Fault::domain(format!("a table of {count} entries is too large")));
        }
        let known = self.known();
        let all = (0..=rows).flat_map(|row| (0..=columns).map(move |column| (row, column)));
        Ok(all.filter(|pair| !known.contains_key(pair)).collect())
    }

    /// The arguments as the function gets them.
    pub(crate) fn arguments(&self, context: &Context<'_, '_>, (a, b): Pair) -> Outcome<Vec<Value>> {
        let (first, second) = (Value::integer(a), Value::integer(b));
        Ok(match self.told {
            Told::Heaps | Told::Wythoff | Told::TakeAway => vec![first],
            Told::Pairs if self.function.parameter_count() == 1 => {
                vec![context.list(vec![first, second])?]
            }
            Told::Pairs | Told::Mem => vec![first, second],
        })
    }

    /// Keeps what the function told of an argument; gives the arguments that come up in it.
    pub(crate) fn keep(
        &self,
        context: &mut Context<'_, '_>,
        argument: Pair,
        result: &Value,
    ) -> Outcome<Vec<Pair>> {
        const ENTRY_BYTES: u64 = 96;
        context.meter.charge(ENTRY_BYTES)?;
        let mut next = Vec::new();
        let answer = match self.told {
            Told::Mem => Answer::Holds(context.boolean(result)?),
            Told::Wythoff | Told::TakeAway => {
                let n = context.natural(result)?;
                Answer::Number(u32::try_from(n).unwrap_or(u32::MAX))
            }
            Told::Heaps => {
                let mut options = Vec::new();
                for option in elements(context, result, "a list of lists of heaps")? {
                    let parts = match option.elements() {
                        None => vec![option],
                        Some(parts) => parts.to_vec(),
                    };
                    let mut heaps = Vec::with_capacity(parts.len());
                    for part in &parts {
                        let heap = small(context, part)?;
                        if heap >= argument.0 {
                            return Err(Fault::domain(format!(
                                "the heap of {} has an option with a heap of {heap}",
                                argument.0
                            ))
                            .expected("smaller heaps"));
                        }
                        heaps.push((heap, 0));
                    }
                    context.meter.charge(8 * heaps.len() as u64 + 24)?;
                    options.push(heaps);
                }
                Answer::Options(options)
            }
            Told::Pairs => {
                let mut options = Vec::new();
                for option in elements(context, result, "a list of pairs")? {
                    let [a, b] = option.elements().unwrap_or_default() else {
                        return Err(context.wrong(&option, "a pair of numbers such as (3,5)"));
                    };
                    let pair = (small(context, &a.clone())?, small(context, &b.clone())?);
                    context.meter.charge(32)?;
                    options.push(vec![pair]);
                    next.push(pair);
                }
                Answer::Options(options)
            }
        };
        self.known().insert(argument, answer);
        Ok(next)
    }

    fn number(&self, k: u32) -> u32 {
        match self.known().get(&(k, 0)) {
            Some(Answer::Number(n)) => *n,
            _ => 0,
        }
    }

    fn options(&self, argument: Pair) -> Vec<Vec<Pair>> {
        match self.known().get(&argument) {
            Some(Answer::Options(options)) => options.clone(),
            _ => Vec::new(),
        }
    }
}

fn elements(context: &mut Context<'_, '_>, value: &Value, expected: &str) -> Outcome<Vec<Value>> {
    match value.elements() {
        Some(elements) => Ok(elements.to_vec()),
        None => Err(context.wrong(value, expected)),
    }
}

fn small(context: &mut Context<'_, '_>, value: &Value) -> Outcome<u32> {
    let n = context.natural(value)?;
    u32::try_from(n).map_err(|_| Fault::domain(format!("{n} is too large")))
}

/// The game that solvers see.
pub(crate) struct ByFunction(pub(crate) Arc<FunctionTable>);

impl HeapGame for ByFunction {
    fn name(&self) -> String {
        "a game by a function".to_owned()
    }

    fn visit_options(&self, heap: u32, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        self.0.options((heap, 0)).iter().try_for_each(|option| {
            let heaps: Vec<u32> = option.iter().map(|part| part.0).collect();
            visit(&heaps)
        })
    }
}

impl PairGame for ByFunction {
    fn name(&self) -> String {
        "a game by a function".to_owned()
    }

    fn visit_options(&self, pair: Pair, visit: &mut PairVisitor<'_>) -> ControlFlow<()> {
        let table = &self.0;
        match table.told {
            Told::Wythoff => Wythoff::general(|k| table.number(k)).visit_options(pair, visit),
            Told::TakeAway => TakeAway::general(|k| table.number(k)).visit_options(pair, visit),
            Told::Mem => {
                let holds = |memory, k| {
                    matches!(table.known().get(&(memory, k)), Some(Answer::Holds(true)))
                };
                Mem::general(holds).visit_options(pair, visit)
            }
            Told::Pairs | Told::Heaps => {
                table.options(pair).iter().try_for_each(|option| visit(option))
            }
        }
    }
}

impl Context<'_, '_> {
    /// A ruleset given by a function. Functions that are written alike may differ by what they took from around, so each has its own.
    pub(crate) fn rules_by_function(
        &mut self,
        name: &str,
        told: Told,
        function: &Value,
    ) -> Outcome<Value> {
        let Value::Function(of) = function else {
            return Err(self.wrong(function, "a function such as k -> k + 1"));
        };
        self.meter.charge(1 << 10)?;
        let text = format!("{name}({})", self.mention(function));
        let alike = self.rulesets.functions.entry(text.clone()).or_default();
        let place = match alike.iter().position(|known| Arc::ptr_eq(known, of)) {
            Some(place) => place,
            None => {
                alike.push(Arc::clone(of));
                alike.len() - 1
            }
        };
        let text = if place == 0 { text } else { format!("{text}#{}", place + 1) };
        let table = FunctionTable::new(told, Arc::clone(of));
        match told {
            Told::Heaps => self.heap_rules_by(text, table),
            _ => self.pair_rules_by(text, table),
        }
    }
}
