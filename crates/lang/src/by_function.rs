//! Rulesets given by functions of the user's: `HeapRuleset(k -> …)`, `GenWythoff(k -> k + 2)`, `GenMem((m, k) -> k !=
//! m)`; partizan ones by two, Left's and Right's.
//!
//! Solvers do not call the user's functions. Before a position is made, the machine calls the function for everything
//! that play from it can ask, as frames of its own, and keeps the answers in a table; the game that solvers see is read
//! from the table. A function is asked once for each argument.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::value::{Function, Value};
use farstar_play::say;
use farstar_rules::heap::{HeapGame, OptionVisitor, Pair, mem, take_away, wythoff};
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

#[derive(Debug)]
enum Answer {
    Options(Arc<Options>),
    Number(u32),
    Holds(bool),
}

/// Options, each a list of heaps or pairs, one after the other.
#[derive(Debug, Default)]
struct Options {
    parts: Vec<Pair>,
    /// Where each option ends.
    ends: Vec<usize>,
}

impl Options {
    fn end_option(&mut self) {
        self.ends.push(self.parts.len());
    }

    fn each(&self) -> impl Iterator<Item = &[Pair]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| &self.parts[std::mem::replace(&mut from, end)..end])
    }

    fn bytes(&self) -> u64 {
        (self.parts.len() * size_of::<Pair>() + self.ends.len() * size_of::<usize>()) as u64
    }
}

/// What one of the functions is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    /// The place of the function.
    pub(crate) of: usize,
    pub(crate) argument: Pair,
}

/// The function for both players, or Left's and Right's, and what has been told so far.
#[derive(Debug)]
pub(crate) struct FunctionTable {
    pub(crate) told: Told,
    pub(crate) functions: Vec<Arc<Function>>,
    known: Mutex<FxHashMap<Question, Answer>>,
}

impl FunctionTable {
    pub(crate) fn new(told: Told, functions: Vec<Arc<Function>>) -> Arc<Self> {
        Arc::new(Self { told, functions, known: Mutex::default() })
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<Question, Answer>> {
        // What was told stays right, whatever happened to the one who asked.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn knows(&self, question: Question) -> bool {
        self.known().contains_key(&question)
    }

    /// The questions about these arguments that have not been answered.
    fn open(&self, arguments: impl Iterator<Item = Pair>) -> Vec<Question> {
        let known = self.known();
        let all = arguments.flat_map(|argument| {
            (0..self.functions.len()).map(move |of| Question { of, argument })
        });
        all.filter(|question| !known.contains_key(question)).collect()
    }

    /// What the function must be asked before the position is played, as far as it is not known.
    pub(crate) fn wanted(&self, (a, b): Pair) -> Outcome<Vec<Question>> {
        let (first, second) = (u64::from(a), u64::from(b));
        let count = match self.told {
            Told::Heaps => first + 1,
            Told::Pairs => 1,
            Told::Wythoff => first.min(second),
            Told::Mem => first.saturating_mul(first + 2),
            Told::TakeAway => first,
        };
        if count > MOST_ARGUMENTS {
            return Err(Fault::domain(say!(
                "a function would be called {0} times before play begins",
                count
            ))
            .expected(say!("a position for which {0} calls are enough", MOST_ARGUMENTS)));
        }
        let all: Box<dyn Iterator<Item = Pair>> = match self.told {
            Told::Heaps => Box::new((0..=a).map(|n| (n, 0))),
            Told::Pairs => Box::new([(a, b)].into_iter()),
            Told::Wythoff => Box::new((1..=a.min(b)).map(|k| (k, 0))),
            Told::TakeAway => Box::new((1..=a).map(|k| (k, 0))),
            Told::Mem => Box::new(
                (0..=a).chain([b]).flat_map(move |memory| (1..=a).map(move |k| (memory, k))),
            ),
        };
        let mut wanted = self.open(all);
        wanted.reverse();
        Ok(wanted)
    }

    /// What the function must be asked before all positions up to this one are played, for a table.
    pub(crate) fn wanted_for_table(&self, rows: u32, columns: u32) -> Outcome<Vec<Question>> {
        if self.told != Told::Pairs {
            return self.wanted((rows.max(columns), columns));
        }
        let count = (u64::from(rows) + 1).saturating_mul(u64::from(columns) + 1);
        if count > MOST_ARGUMENTS {
            return Err(Fault::too_large(say!("a table of {0} entries is too large", count)));
        }
        Ok(self.open((0..=rows).flat_map(|row| (0..=columns).map(move |column| (row, column)))))
    }

    /// The arguments as the function gets them.
    pub(crate) fn arguments(
        &self,
        context: &mut Context<'_, '_>,
        question: Question,
    ) -> Outcome<Vec<Value>> {
        let Question { of, argument: (a, b) } = question;
        let (first, second) = (Value::integer(a), Value::integer(b));
        Ok(match self.told {
            Told::Heaps | Told::Wythoff | Told::TakeAway => vec![first],
            Told::Pairs if self.functions[of].parameter_count() == 1 => {
                vec![context.tuple(vec![first, second])?]
            }
            Told::Pairs | Told::Mem => vec![first, second],
        })
    }

    /// Keeps what the function told of an argument; gives the questions that come up in it.
    pub(crate) fn keep(
        &self,
        context: &mut Context<'_, '_>,
        question: Question,
        result: &Value,
    ) -> Outcome<Vec<Question>> {
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
                let mut options = Options::default();
                for option in elements(context, result, "a list of lists of heaps")? {
                    for part in option.elements().unwrap_or(std::slice::from_ref(option)) {
                        let heap = small(context, part)?;
                        if heap >= question.argument.0 {
                            return Err(Fault::domain(say!(
                                "the heap of {0} has an option with a heap of {1}",
                                question.argument.0,
                                heap
                            ))
                            .expected("smaller heaps"));
                        }
                        options.parts.push((heap, 0));
                    }
                    options.end_option();
                }
                context.meter.charge(options.bytes())?;
                Answer::Options(Arc::new(options))
            }
            Told::Pairs => {
                let mut options = Options::default();
                for option in elements(context, result, "a list of pairs")? {
                    let [a, b] = option.elements().unwrap_or_default() else {
                        return Err(context.wrong(option, "a pair of numbers such as (3,5)"));
                    };
                    let pair = (small(context, a)?, small(context, b)?);
                    options.parts.push(pair);
                    options.end_option();
                    next.push(pair);
                }
                context.meter.charge(options.bytes())?;
                Answer::Options(Arc::new(options))
            }
        };
        self.known().insert(question, answer);
        Ok(self.open(next.into_iter()))
    }

    fn number(&self, k: u32) -> u32 {
        match self.known().get(&Question { of: 0, argument: (k, 0) }) {
            Some(Answer::Number(n)) => *n,
            _ => 0,
        }
    }

    fn options(&self, of: usize, argument: Pair) -> Arc<Options> {
        match self.known().get(&Question { of, argument }) {
            Some(Answer::Options(options)) => Arc::clone(options),
            _ => Arc::default(),
        }
    }
}

fn elements<'v>(
    context: &mut Context<'_, '_>,
    value: &'v Value,
    expected: &'static str,
) -> Outcome<&'v [Value]> {
    value.elements().ok_or_else(|| context.wrong(value, expected))
}

fn small(context: &mut Context<'_, '_>, value: &Value) -> Outcome<u32> {
    if let Value::Number(x) = value
        && let Some(n) = x.to_i64().and_then(|n| u32::try_from(n).ok())
    {
        return Ok(n);
    }
    let n = context.natural(value)?;
    u32::try_from(n).map_err(|_| Fault::too_large(say!("{0} is too large", n)))
}

/// The game that solvers see.
pub(crate) struct ByFunction {
    pub(crate) table: Arc<FunctionTable>,
    /// The place of the function: 1 is Right's.
    pub(crate) of: usize,
}

impl HeapGame for ByFunction {
    fn name(&self) -> String {
        "a game by a function".to_owned()
    }

    fn visit_options(&self, heap: u32, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        let mut heaps = Vec::new();
        self.table.options(self.of, (heap, 0)).each().try_for_each(|option| {
            heaps.clear();
            heaps.extend(option.iter().map(|part| part.0));
            visit(&heaps)
        })
    }
}

impl HeapGame<Pair> for ByFunction {
    fn name(&self) -> String {
        "a game by a function".to_owned()
    }

    fn visit_options(&self, pair: Pair, visit: &mut OptionVisitor<'_, Pair>) -> ControlFlow<()> {
        let table = &self.table;
        match table.told {
            Told::Wythoff => wythoff(|k| table.number(k)).visit_options(pair, visit),
            Told::TakeAway => take_away(|k| table.number(k)).visit_options(pair, visit),
            Told::Mem => {
                let holds = |memory, k| {
                    let question = Question { of: 0, argument: (memory, k) };
                    matches!(table.known().get(&question), Some(Answer::Holds(true)))
                };
                mem(holds).visit_options(pair, visit)
            }
            Told::Pairs | Told::Heaps => table.options(self.of, pair).each().try_for_each(visit),
        }
    }
}

impl Context<'_, '_> {
    /// A ruleset given by a function for both players, or by one for each. Functions that are written alike may differ
    /// by what they took from around, so each has its own.
    pub(crate) fn rules_by_function(
        &mut self,
        name: &str,
        told: Told,
        functions: &[Value],
    ) -> Outcome<Value> {
        let mut given = Vec::with_capacity(functions.len());
        let mut shown = Vec::with_capacity(functions.len());
        for function in functions {
            let Value::Function(of) = function else {
                return Err(self.wrong(function, "a function such as k -> k + 1"));
            };
            given.push(Arc::clone(of));
            shown.push(self.mention(function));
        }
        self.meter.charge(1 << 10)?;
        let text = format!("{name}({})", shown.join(", "));
        let alike = self.rulesets.functions.entry(text.clone()).or_default();
        let same = |known: &Vec<Arc<Function>>| {
            known.iter().zip(&given).all(|(known, given)| Arc::ptr_eq(known, given))
        };
        let place = match alike.iter().position(same) {
            Some(place) => place,
            None => {
                alike.push(given.clone());
                alike.len() - 1
            }
        };
        let text = if place == 0 { text } else { format!("{text}#{}", place + 1) };
        let partizan = given.len() == 2;
        let table = FunctionTable::new(told, given);
        match told {
            _ if partizan => self.partizan_rules_by(text, table),
            Told::Heaps => self.heap_rules_by(text, table),
            _ => self.pair_rules_by(text, table),
        }
    }
}
