//! Heap games as values: a ruleset such as `Kayles`, and its positions, which are sums of heaps such as `Kayles(5) + Kayles(3)`.

use crate::Kind;
use crate::boards::BoardRulesets;
use crate::by_function::{ByFunction, FunctionTable};
use crate::context::Context;
use crate::coordinates::CoordinateRules;
use crate::fault::{Fault, Outcome};
use crate::misere::MisereGames;
use crate::value::{Function, Items, Value};
use farstar_rules::heap::{HeapGame, NAMED_GAMES, named_game};
use farstar_solve::sequence::{GrundySequence, Periodicity, SequenceError, Theorem, find_period};
use farstar_value::Limits;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// A position may hold this many heaps.
const MOST_HEAPS: usize = 1 << 12;

/// A heap game, with the nim values found so far.
pub struct HeapRules {
    /// As it is written in the language.
    text: String,
    game: Arc<dyn HeapGame>,
    sequence: Mutex<GrundySequence>,
    /// The function that gives the options, if the user gave one.
    function: Option<Arc<FunctionTable>>,
}

impl fmt::Debug for HeapRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HeapRules").field(&self.text).finish()
    }
}

/// A position of a heap game.
#[derive(Clone, Debug)]
pub struct HeapPosition {
    rules: Arc<HeapRules>,
    /// The sizes of its heaps, in order, without empty ones.
    heaps: Vec<u32>,
}

/// The games a session has met, by their texts: equal texts share what is known of them.
#[derive(Debug, Default)]
pub(crate) struct Rulesets {
    heaps: FxHashMap<String, Arc<HeapRules>>,
    pub(crate) coordinates: FxHashMap<String, Arc<CoordinateRules>>,
    pub(crate) misere: MisereGames,
    pub(crate) boards: BoardRulesets,
    /// Functions that give rulesets, by how these are written.
    pub(crate) functions: FxHashMap<String, Vec<Vec<Arc<Function>>>>,
}

impl From<SequenceError> for Box<Fault> {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Stopped(stopped) => stopped.into(),
            other => Fault::domain(other.to_string()),
        }
    }
}

impl From<farstar_solve::Error> for Box<Fault> {
    fn from(error: farstar_solve::Error) -> Self {
        match error {
            farstar_solve::Error::Stopped(stopped) => stopped.into(),
            other => Fault::domain(other.to_string()),
        }
    }
}

impl HeapRules {
    /// The function that gives the options, if the user gave one.
    pub(crate) fn function(&self) -> Option<&Arc<FunctionTable>> {
        self.function.as_ref()
    }

    /// As it is written in the language.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<dyn HeapGame> {
        &self.game
    }

    /// The nim values of the heaps below `count`, passed to `read`.
    fn with_values<T>(
        &self,
        count: u64,
        limits: &Limits,
        read: impl FnOnce(&GrundySequence) -> T,
    ) -> Outcome<T> {
        // A panic elsewhere leaves only values that are right.
        let mut sequence = self.sequence.lock().unwrap_or_else(PoisonError::into_inner);
        sequence.extend_to(count, limits)?;
        Ok(read(&sequence))
    }

    /// The nim value of one heap.
    pub(crate) fn nim_value(&self, heap: u32, limits: &Limits) -> Outcome<u64> {
        let value = self.with_values(u64::from(heap) + 1, limits, |s| s.value(u64::from(heap)))?;
        value
            .map(u64::from)
            .ok_or_else(|| Fault::domain(format!("the value of the heap {heap} is not known")))
    }

    /// The nim values of the heaps from 1 to `last`.
    pub(crate) fn nim_values(&self, last: u64, limits: &Limits) -> Outcome<Vec<u32>> {
        let count = last.saturating_add(1);
        self.with_values(count, limits, |sequence| sequence.values(1..count))
    }

    /// A period that shows in the heaps up to `last`, proved by a theorem of the kind that
    /// CGSuite's method of this name goes by: not for codes that never end, nor for Kenyon's game.
    pub(crate) fn period(&self, last: u64, limits: &Limits) -> Outcome<Option<Periodicity>> {
        let mut sequence = self.sequence.lock().unwrap_or_else(PoisonError::into_inner);
        let found = find_period(&mut sequence, last.saturating_add(1), limits)?;
        Ok(found.filter(|found| match &found.theorem {
            Some(Theorem::Arithmetic { saltus, .. }) => saltus.is_power_of_two(),
            Some(Theorem::AllBut { .. }) | None => false,
            Some(_) => true,
        }))
    }
}

impl HeapPosition {
    /// The rules it is played by.
    #[must_use]
    pub fn rules(&self) -> &Arc<HeapRules> {
        &self.rules
    }

    /// The sizes of its heaps, in order, without empty ones.
    #[must_use]
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// The nim value.
    pub(crate) fn nim_value(&self, limits: &Limits) -> Outcome<u64> {
        self.heaps.iter().try_fold(0, |sum, &heap| Ok(sum ^ self.rules.nim_value(heap, limits)?))
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        self.heaps == other.heaps && self.rules.text == other.rules.text
    }

    /// The sum with a position of the same game.
    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        let fits = self.heaps.len() + other.heaps.len() <= MOST_HEAPS;
        (fits && self.rules.text == other.rules.text).then(|| {
            let heaps = self.heaps.iter().chain(&other.heaps).copied().collect();
            Self::new(&self.rules, heaps)
        })
    }

    pub(crate) fn new(rules: &Arc<HeapRules>, mut heaps: Vec<u32>) -> Self {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        Self { rules: Arc::clone(rules), heaps }
    }

    /// All options, as a set of positions.
    pub(crate) fn options(&self, context: &Context<'_, '_>) -> Outcome<Value> {
        let each = (size_of::<Value>() + size_of::<Self>()) as u64 + 16;
        let mut found = BTreeSet::new();
        let mut charged = 0;
        let mut stopped = None;
        for (place, &heap) in self.heaps.iter().enumerate() {
            let rest: Vec<u32> = self
                .heaps
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != place)
                .map(|(_, &h)| h)
                .collect();
            // Whether the visit was broken off is in `stopped`.
            let _ = self.rules.game.visit_options(heap, &mut |parts| {
                let mut heaps: Vec<u32> =
                    rest.iter().chain(parts).copied().filter(|&h| h > 0).collect();
                heaps.sort_unstable();
                let bytes = each + 4 * heaps.len() as u64;
                let limit = context.meter.charge(bytes).and_then(|()| {
                    charged += bytes;
                    context.calc.limits().check()
                });
                if let Err(reason) = limit {
                    stopped = Some(reason);
                    return ControlFlow::Break(());
                }
                found.insert(heaps);
                ControlFlow::Continue(())
            });
        }
        context.meter.release(charged);
        if let Some(stopped) = stopped {
            return Err(stopped.into());
        }
        let position =
            |heaps| Value::Position(Arc::new(Self { rules: Arc::clone(&self.rules), heaps }));
        Ok(Value::Set(Items::new(found.into_iter().map(position).collect(), &context.meter)?))
    }
}

impl fmt::Display for HeapPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.rules.text;
        let Some((first, rest)) = self.heaps.split_first() else { return write!(f, "{text}(0)") };
        write!(f, "{text}({first})")?;
        rest.iter().try_for_each(|heap| write!(f, " + {text}({heap})"))
    }
}

/// A heap game's name as the language writes it: without spaces and apostrophes.
fn written_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The names of the heap games that have one.
pub(crate) fn heap_game_names() -> impl Iterator<Item = String> {
    NAMED_GAMES.iter().map(|game| written_name(game.name))
}

impl Context<'_, '_> {
    /// The ruleset of a game, shared with the one of the same text if the session has met it.
    pub(crate) fn heap_rules(
        &mut self,
        text: String,
        game: impl HeapGame + 'static,
    ) -> Outcome<Value> {
        if let Some(rules) = self.rulesets.heaps.get(&text) {
            return Ok(Value::Ruleset(Arc::clone(rules)));
        }
        self.meter.charge(1 << 12)?;
        let game: Arc<dyn HeapGame> = Arc::new(game);
        let sequence = Mutex::new(GrundySequence::shared(Arc::clone(&game)));
        let rules = Arc::new(HeapRules { text: text.clone(), game, sequence, function: None });
        self.rulesets.heaps.insert(text, Arc::clone(&rules));
        Ok(Value::Ruleset(rules))
    }

    /// The ruleset whose options a function gives.
    pub(crate) fn heap_rules_by(
        &mut self,
        text: String,
        table: Arc<FunctionTable>,
    ) -> Outcome<Value> {
        if let Some(rules) = self.rulesets.heaps.get(&text) {
            return Ok(Value::Ruleset(Arc::clone(rules)));
        }
        self.meter.charge(1 << 12)?;
        let game: Arc<dyn HeapGame> = Arc::new(ByFunction(Arc::clone(&table)));
        let sequence = Mutex::new(GrundySequence::shared(Arc::clone(&game)));
        let function = Some(table);
        let rules = Arc::new(HeapRules { text: text.clone(), game, sequence, function });
        self.rulesets.heaps.insert(text, Arc::clone(&rules));
        Ok(Value::Ruleset(rules))
    }

    /// The ruleset with this name, if there is a heap game that has it.
    pub(crate) fn named_heap_rules(&mut self, name: &str) -> Option<Outcome<Value>> {
        let game = named_game(&name.replace('_', ""))?;
        let text = written_name(game.name);
        Some(self.heap_rules(text, game.parsed()))
    }

    /// The position with one heap of this size.
    pub(crate) fn heap_position(&mut self, rules: &Arc<HeapRules>, size: &Value) -> Outcome<Value> {
        if let (Value::Text(coins), true) = (size, rules.text.starts_with("Spawning(")) {
            return coin_position(rules, coins.as_str());
        }
        // a position in quotes is one of the board that has the name of the heap game
        if matches!(size, Value::Text(_))
            && rules.text.chars().all(char::is_alphanumeric)
            && let Some(Ok(Value::Board(board))) = self.named_board_rules(&rules.text)
        {
            return self.board_position(&board, std::slice::from_ref(size));
        }
        let heap = self.natural(size)?;
        let heap = u32::try_from(heap).map_err(|_| {
            Fault::new(Kind::Domain, format!("a heap of {heap} is too large"))
                .expected(format!("at most {}", u32::MAX))
        })?;
        Ok(Value::Position(Arc::new(HeapPosition::new(rules, vec![heap]))))
    }
}

/// The strip of coins as the heaps of its heads: `hth` is the heaps 1 and 3.
fn coin_position(rules: &Arc<HeapRules>, coins: &str) -> Outcome<Value> {
    let mut heads = Vec::new();
    for (place, coin) in (1u32..).zip(coins.chars()) {
        match coin {
            'h' | 'H' if heads.len() < MOST_HEAPS => heads.push(place),
            'h' | 'H' => return Err(Fault::domain("too many heads")),
            't' | 'T' => {}
            _ => {
                return Err(Fault::domain(format!("'{coin}' in place {place} is no coin"))
                    .expected("a strip of h and t"));
            }
        }
    }
    Ok(Value::Position(Arc::new(HeapPosition::new(rules, heads))))
}
