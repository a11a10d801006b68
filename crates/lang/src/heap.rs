//! Heap games as values: a ruleset such as `Kayles`, and its positions, which are sums of heaps such as `Kayles(5) +
//! Kayles(3)`.

use crate::boards::{BoardRulesets, written_name};
use crate::by_function::{ByFunction, FunctionTable};
use crate::context::Context;
use crate::coordinates::{CoordinateRules, small};
use crate::fault::{Fault, Outcome};
use crate::misere::MisereGames;
use crate::tally::Tally;
use crate::value::{Function, Items, Value};
use farstar_impartial::coin::turned;
use farstar_impartial::sequence::{
    GrundySequence, Periodicity, SequenceError, Theorem, find_period,
};
use farstar_play::say;
use farstar_rules::heap::{HeapGame, HeapSize};
use farstar_rules::{Ruleset, builtin};
use farstar_solve::theorems;
use farstar_value::Limits;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// A position may hold this many heaps.
const MOST_HEAPS: usize = 1 << 12;
/// A sequence is computed in so many steps at most, each of so many heaps at least, between which it is told how far
/// it is.
const STEPS: u64 = 256;
const STEP: u64 = 1 << 12;

/// How spawning games are written, up to their code.
const SPAWNING: &str = "Spawning";

/// Rows of coins have this many coins at most.
const LONGEST_ROW: u64 = 1 << 16;

/// A heap game, with the nim values found so far.
pub struct HeapRules {
    /// As it is written in the language.
    text: String,
    game: Arc<dyn HeapGame>,
    sequence: Mutex<GrundySequence>,
    /// The function that gives the options, if the user gave one.
    function: Option<Arc<FunctionTable>>,
    /// Whether positions are rows of coins, in which a coin turned twice lies as before; a heap is the place of a head.
    coins: bool,
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
    heaps: Vec<u64>,
}

/// The games a session has met, by their texts: equal texts share what is known of them.
#[derive(Debug, Default)]
pub(crate) struct Rulesets {
    heaps: FxHashMap<String, Arc<HeapRules>>,
    pub(crate) coordinates: FxHashMap<String, Arc<CoordinateRules>>,
    pub(crate) misere: MisereGames,
    pub(crate) boards: BoardRulesets,
    /// The built-in rulesets that were asked for, by how they were called.
    named: FxHashMap<String, Value>,
    /// Functions that give rulesets, by how these are written.
    pub(crate) functions: FxHashMap<String, Vec<Vec<Arc<Function>>>>,
}

impl From<SequenceError> for Box<Fault> {
    fn from(error: SequenceError) -> Self {
        farstar_solve::Error::from(error).into()
    }
}

impl From<farstar_solve::Error> for Box<Fault> {
    fn from(error: farstar_solve::Error) -> Self {
        match error {
            farstar_solve::Error::Stopped(stopped) => stopped.into(),
            ceiling if ceiling.is_ceiling() => Fault::too_large(ceiling.to_string()),
            other => Fault::domain(other.to_string()),
        }
    }
}

impl HeapRules {
    /// The rules of a game with these nim values.
    pub(crate) fn of_values(text: String, sequence: GrundySequence) -> Self {
        let game = Arc::clone(sequence.game());
        Self { text, game, sequence: Mutex::new(sequence), function: None, coins: false }
    }

    /// The rules of a game, of which no nim value is known.
    fn of_game(text: String, game: Arc<dyn HeapGame>) -> Self {
        Self::of_values(text, GrundySequence::shared(game))
    }

    /// The function that gives the options, if the user gave one.
    pub(crate) fn function(&self) -> Option<&Arc<FunctionTable>> {
        self.function.as_ref()
    }

    /// Whether positions are rows of coins.
    #[must_use]
    pub fn turns_coins(&self) -> bool {
        self.coins
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
        (tally, limits): (&Tally, &Limits),
        read: impl FnOnce(&GrundySequence) -> T,
    ) -> Outcome<T> {
        // A panic elsewhere leaves only values that are right.
        let mut sequence = self.sequence.lock().unwrap_or_else(PoisonError::into_inner);
        tally.counting(count, |reach| {
            let step = STEP.max(count / STEPS);
            while sequence.len() < count {
                reach(sequence.len());
                let next = sequence.len().saturating_add(step).min(count);
                sequence.extend_to(next, limits)?;
            }
            Ok::<_, Box<Fault>>(())
        })?;
        Ok(read(&sequence))
    }

    /// The nim value of one heap.
    pub(crate) fn nim_value(&self, heap: u64, watch: (&Tally, &Limits)) -> Outcome<u64> {
        let known = self.sequence.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = { known }.by_period(heap, watch.1)? {
            return Ok(value);
        }
        let count = u64::from(small(heap)?) + 1;
        let value = self.with_values(count, watch, |s| s.value(heap))?;
        value
            .map(u64::from)
            .ok_or_else(|| Fault::domain(say!("the value of the heap {0} is not known", heap)))
    }

    /// The nim values of the heaps from 1 to `last`.
    pub(crate) fn nim_values(&self, last: u64, watch: (&Tally, &Limits)) -> Outcome<Vec<u32>> {
        let count = last.saturating_add(1);
        self.with_values(count, watch, |sequence| sequence.values(1..count))
    }

    /// A period that shows in the heaps up to `last`, proved by a theorem of the kind that
    /// CGSuite's method of this name goes by: not for codes that never end, nor for Kenyon's game. What is known of
    /// more heaps is not looked at, so that the answer is the same whatever was asked before.
    pub(crate) fn period(&self, last: u64, limits: &Limits) -> Outcome<Option<Periodicity>> {
        let known = || self.sequence.lock().unwrap_or_else(PoisonError::into_inner);
        let mut fresh = known().anew();
        let found = find_period(&mut fresh, last.saturating_add(1), limits)?;
        let mut known = known();
        if fresh.len() > known.len() {
            *known = fresh;
        }
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
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
    }

    /// The same where heaps are played out one by one.
    pub(crate) fn small_heaps(&self) -> Outcome<Vec<HeapSize>> {
        self.heaps.iter().map(|&heap| small(heap)).collect()
    }

    /// The nim value.
    pub(crate) fn nim_value(&self, watch: (&Tally, &Limits)) -> Outcome<u64> {
        self.heaps.iter().try_fold(0, |sum, &heap| Ok(sum ^ self.rules.nim_value(heap, watch)?))
    }

    /// Where it stands in sets: by its heaps, as options are listed.
    pub(crate) fn key(&self) -> String {
        let heaps = self.heaps.iter().map(|heap| format!("{heap:010}"));
        std::iter::once(self.rules.text.clone()).chain(heaps).collect()
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        self.heaps == other.heaps && self.rules.text == other.rules.text
    }

    /// The sum with a position of the same game, if it is one position: two rows of coins are none.
    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        let fits = self.heaps.len() + other.heaps.len() <= MOST_HEAPS && !self.rules.coins;
        (fits && self.rules.text == other.rules.text).then(|| {
            let heaps = self.heaps.iter().chain(&other.heaps).copied().collect();
            Self::new(&self.rules, heaps)
        })
    }

    pub(crate) fn new(rules: &Arc<HeapRules>, mut heaps: Vec<u64>) -> Self {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        Self { rules: Arc::clone(rules), heaps }
    }

    /// The heaps when one is moved to these parts.
    fn after(&self, place: usize, parts: &[u64]) -> Vec<u64> {
        if self.rules.coins {
            return turned(&self.heaps, self.heaps[place], parts);
        }
        let (before, behind) = (&self.heaps[..place], &self.heaps[place + 1..]);
        let whole = before.iter().chain(behind).chain(parts);
        let mut heaps: Vec<u64> = whole.copied().filter(|&heap| heap > 0).collect();
        heaps.sort_unstable();
        heaps
    }

    /// All options, as a set of positions.
    pub(crate) fn options(&self, context: &Context<'_, '_>) -> Outcome<Value> {
        let each = (size_of::<Value>() + size_of::<Self>()) as u64 + 16;
        let mut found = BTreeSet::new();
        let mut charged = 0;
        let mut stopped = None;
        let mut left = Vec::new();
        for (place, &heap) in self.heaps.iter().enumerate() {
            // Whether the visit was broken off is in `stopped`.
            let _ = self.rules.game.visit_options(small(heap)?, &mut |parts| {
                left.clear();
                left.extend(parts.iter().copied().map(u64::from));
                let heaps = self.after(place, &left);
                let bytes = each + 8 * heaps.len() as u64;
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
        if self.rules.coins {
            let places = 1..=self.heaps.last().copied().unwrap_or(0);
            let coin = |place| if self.heaps.binary_search(&place).is_ok() { 'h' } else { 't' };
            return write!(f, "{text}(\"{}\")", places.map(coin).collect::<String>());
        }
        let Some((first, rest)) = self.heaps.split_first() else { return write!(f, "{text}(0)") };
        write!(f, "{text}({first})")?;
        rest.iter().try_for_each(|heap| write!(f, " + {text}({heap})"))
    }
}

impl Context<'_, '_> {
    /// The ruleset of a game, shared with the one of the same text if the session has met it.
    pub(crate) fn heap_rules(
        &mut self,
        text: String,
        game: impl HeapGame + 'static,
    ) -> Outcome<Value> {
        self.kept_rules(HeapRules::of_game(text, Arc::new(game))).map(Value::Ruleset)
    }

    /// The ruleset whose options a function gives.
    pub(crate) fn heap_rules_by(
        &mut self,
        text: String,
        table: Arc<FunctionTable>,
    ) -> Outcome<Value> {
        let game = Arc::new(ByFunction { table: Arc::clone(&table), of: 0 });
        let rules = HeapRules::of_game(text, game);
        self.kept_rules(HeapRules { function: Some(table), ..rules }).map(Value::Ruleset)
    }

    /// The rows of coins that are turned as this spawning game says.
    pub(crate) fn coin_rules(&mut self, rules: &Arc<HeapRules>) -> Outcome<Arc<HeapRules>> {
        if rules.coins {
            return Ok(Arc::clone(rules));
        }
        let Some(code) = rules.text.strip_prefix(SPAWNING) else {
            return Err(Fault::of_type(say!("{0} turns no coins", rules.text))
                .expected("a code in quotes, such as \"1-3\", or a spawning game"));
        };
        let rows = HeapRules::of_game(format!("Turning{code}"), Arc::clone(&rules.game));
        self.kept_rules(HeapRules { coins: true, ..rows })
    }

    fn kept_rules(&mut self, rules: HeapRules) -> Outcome<Arc<HeapRules>> {
        if let Some(known) = self.rulesets.heaps.get(&rules.text) {
            return Ok(Arc::clone(known));
        }
        self.meter.charge(1 << 12)?;
        let rules = Arc::new(rules);
        self.rulesets.heaps.insert(rules.text.clone(), Arc::clone(&rules));
        Ok(rules)
    }

    /// The built-in ruleset with this name, if there is one: a heap game if it has a code, a game on pairs if its heaps
    /// are such, else a ruleset of positions that are typed.
    pub(crate) fn named_rules(&mut self, name: &str) -> Option<Outcome<Value>> {
        if let Some(rules) = self.graph_package_rules(name) {
            return Some(rules);
        }
        if let Some(known) = self.rulesets.named.get(name) {
            return Some(Ok(known.clone()));
        }
        let rules = builtin::ruleset(&name.replace('_', "")).ok()?;
        let found = self.value_of_rules(&rules);
        if let Ok(value) = &found {
            self.rulesets.named.insert(name.to_owned(), value.clone());
        }
        Some(found)
    }

    fn value_of_rules(&mut self, rules: &Ruleset) -> Outcome<Value> {
        let text = written_name(rules.name());
        if let Some(code) = rules.code()
            && !rules.is_misere()
        {
            let values = theorems::sequence(rules, Arc::new(code.clone()));
            let rules = HeapRules::of_values(text, values);
            return self.kept_rules(rules).map(Value::Ruleset);
        }
        if rules.ending().is_ok()
            && let Some(pairs) = self.rules_of_pairs(&text, rules)
        {
            return pairs;
        }
        let squares = rules.name().ends_with("Fox and Geese").then_some(8);
        self.board_rules(text, rules.clone(), squares)
    }

    /// The position with one heap of this size.
    pub(crate) fn heap_position(&mut self, rules: &Arc<HeapRules>, size: &Value) -> Outcome<Value> {
        if let Value::Text(coins) = size
            && (rules.coins || rules.text.starts_with(SPAWNING))
        {
            return coin_position(&self.coin_rules(rules)?, coins.as_str());
        }
        // a function has not been asked for the heaps of a text
        if let (Value::Text(heaps), None) = (size, &rules.function) {
            let sizes = heaps.as_str().split('+').map(|word| self.typed_number(word.trim()));
            let position = HeapPosition::new(rules, sizes.collect::<Outcome<_>>()?);
            return Ok(Value::Position(Arc::new(position)));
        }
        let heap = self.natural(size)?;
        if rules.coins && heap > LONGEST_ROW {
            return Err(Fault::domain(say!("a coin in place {0}", heap))
                .expected(say!("a place up to {0}", LONGEST_ROW)));
        }
        Ok(Value::Position(Arc::new(HeapPosition::new(rules, vec![heap]))))
    }
}

impl Context<'_, '_> {
    /// A number of a heap as it stands in a text.
    pub(crate) fn typed_number(&self, word: &str) -> Outcome<u64> {
        word.parse().map_err(|_| {
            let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            let fault = if is_number { Fault::too_large } else { Fault::domain };
            fault(say!("'{0}' is no number of tokens", word))
                .expected(say!("a number from 0 to {0}", u64::MAX))
        })
    }
}

/// The row of coins by the places of its heads: `hth` is 1 and 3.
fn coin_position(rules: &Arc<HeapRules>, coins: &str) -> Outcome<Value> {
    let mut heads = Vec::new();
    for (place, coin) in (1u64..).zip(coins.chars()) {
        match coin {
            'h' | 'H' if heads.len() < MOST_HEAPS => heads.push(place),
            'h' | 'H' => return Err(Fault::domain("too many heads")),
            't' | 'T' => {}
            _ => {
                return Err(Fault::domain(say!("'{0}' in place {1} is no coin", coin, place))
                    .expected("a strip of h and t"));
            }
        }
    }
    Ok(Value::Position(Arc::new(HeapPosition::new(rules, heads))))
}
