//! Games on pairs of numbers and partizan heap games as values: rulesets such as `Wythoff` and `Cutcake`, and their
//! positions.

use crate::by_function::{ByFunction, FunctionTable, Told};
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::table::{cells_of, ruled};
use crate::tally::Tally;
use crate::value::Value;
use farstar::Sum;
use farstar_impartial::misere::Genus;
use farstar_impartial::sequence::PairValues;
use farstar_play::say;
use farstar_rules::Ruleset;
use farstar_rules::heap::{HeapCode, HeapGame, HeapSize, Heaps, Pair, PairGame, PartizanHeaps};
use farstar_solve::HeapLaw;
use farstar_solve::value_of::ValueOf;
use farstar_value::{Calculator, Game, Limits, Player};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A position may hold this many pairs.
const MOST_PARTS: usize = 1 << 12;

/// Who wins heaps of smaller numbers is told by their values, of which there is a table.
const SMALL: u64 = 64;
/// A table of nim values may have this many entries.
const LARGEST_TABLE: u64 = 1 << 20;

/// A game on pairs of numbers, or a partizan game on heaps, with what has been found so far.
pub struct CoordinateRules {
    /// As it is written in the language.
    text: String,
    moves: Moves,
    /// Whether positions are heaps; the heap `n` is the pair `(n, 0)`.
    on_heaps: bool,
    /// The functions that give the options, if the user gave some.
    function: Option<Arc<FunctionTable>>,
    /// The law of the values of all pairs, if there is one.
    law: Mutex<Option<HeapLaw>>,
    /// The ruleset, if it is a built-in one, of which theorems may tell who wins.
    ruleset: Option<farstar::Ruleset>,
}

enum Moves {
    Impartial {
        game: PairGame,
        values: Mutex<PairValues<PairGame>>,
        genera: Mutex<ValueOf<Pair, Genus>>,
    },
    Partizan {
        game: PartizanHeaps,
        values: Mutex<ValueOf<Pair, Game>>,
    },
}

impl fmt::Debug for CoordinateRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CoordinateRules").field(&self.text).finish()
    }
}

/// A position of a game on pairs of numbers: a sum of pairs.
#[derive(Clone, Debug)]
pub struct CoordinatePosition {
    rules: Arc<CoordinateRules>,
    /// In order, without pairs of nothing.
    parts: Vec<LargePair>,
}

/// Two numbers, of which a law may tell where play is too long.
pub(crate) type LargePair = (u64, u64);

/// A heap whose moves are looked at one by one.
pub(crate) fn small(heap: u64) -> Outcome<HeapSize> {
    HeapSize::try_from(heap).map_err(|_| {
        Fault::too_large(say!("a heap of {0} is too large", heap))
            .expected(say!("at most {0}", HeapSize::MAX))
    })
}

/// A pair whose moves are looked at one by one.
pub(crate) fn small_pair((a, b): LargePair) -> Outcome<Pair> {
    Ok((small(a)?, small(b)?))
}

/// The last row and column of a table that is not too large.
pub(crate) fn bounds(rows: u64, columns: u64) -> Outcome<(u32, u32)> {
    let entries = rows.saturating_add(1).saturating_mul(columns.saturating_add(1));
    match (u32::try_from(rows), u32::try_from(columns)) {
        (Ok(row), Ok(column)) if entries <= LARGEST_TABLE => Ok((row, column)),
        _ => Err(Fault::too_large(say!("a table of {0} by {1} is too large", rows, columns))
            .expected(say!("at most {0} entries", LARGEST_TABLE))),
    }
}

/// What is found stays right, whatever happened to the one who found it.
fn locked<T>(known: &Mutex<T>) -> MutexGuard<'_, T> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CoordinateRules {
    /// The functions that give the options, if the user gave some.
    pub(crate) fn function(&self) -> Option<&Arc<FunctionTable>> {
        self.function.as_ref()
    }

    /// The pair that a position is called with: two numbers, a list of them, or of a game on heaps one number.
    pub(crate) fn called_with(&self, arguments: &[Value]) -> Option<Pair> {
        let small = |value: &Value| u32::try_from(&value.as_integer()?).ok();
        match arguments {
            [Value::List(items) | Value::Tuple(items)] => self.called_with(items.as_slice()),
            [heap] if self.on_heaps => Some((small(heap)?, 0)),
            [a, b] if !self.on_heaps => Some((small(a)?, small(b)?)),
            _ => None,
        }
    }

    /// The sort of rulesets it is among.
    pub(crate) fn class(&self) -> &'static str {
        match (&self.moves, self.on_heaps) {
            (Moves::Impartial { .. }, _) => "CoordinateRuleset",
            (Moves::Partizan { .. }, true) => "PartizanHeapRuleset",
            (Moves::Partizan { .. }, false) => "PartizanCoordinateRuleset",
        }
    }

    fn nim_values(&self) -> Outcome<&Mutex<PairValues<PairGame>>> {
        match &self.moves {
            Moves::Impartial { values, .. } => Ok(values),
            Moves::Partizan { .. } => {
                Err(Fault::domain(say!("{0} has no nim values: it is partizan", self.text)).fix(
                    say!(
                        "ask {0}.GameValue{1}",
                        self.text,
                        if self.on_heaps { "Sequence(n)" } else { "Table(rows, columns)" }
                    ),
                ))
            }
        }
    }

    /// The value of one pair.
    fn value_of(&self, pair: LargePair, calc: &mut Calculator<'_>) -> Outcome<Game> {
        if let Some(law) = &mut *locked(&self.law)
            && let Some(told) = law.value(&[pair.0, pair.1], calc)?
        {
            return Ok(told);
        }
        let pair = small_pair(pair)?;
        Ok(match &self.moves {
            Moves::Impartial { values, .. } => {
                let n = locked(values).value(pair, calc.limits())?;
                calc.nimber(u64::from(n))?
            }
            Moves::Partizan { game, values } => locked(values).partizan_pair(pair, game, calc)?,
        })
    }

    /// The values of the heaps from 1 to `last`.
    pub(crate) fn value_sequence(
        &self,
        last: u32,
        calc: &mut Calculator<'_>,
    ) -> Outcome<Vec<Game>> {
        if !self.on_heaps {
            return Err(Fault::domain(say!("positions of {0} are pairs, not heaps", self.text))
                .fix(say!("ask {0}.GameValueTable(rows, columns)", self.text)));
        }
        (1..=last).map(|heap| self.value_of((heap.into(), 0), calc)).collect()
    }

    /// The values of the positions (0, 0) to (rows, columns), row by row.
    pub(crate) fn value_table(
        &self,
        rows: u64,
        columns: u64,
        tally: &Tally,
        calc: &mut Calculator<'_>,
    ) -> Outcome<Vec<Vec<Game>>> {
        if self.on_heaps {
            return Err(Fault::domain(say!("positions of {0} are heaps, not pairs", self.text))
                .fix(say!("ask {0}.GameValueSequence(n)", self.text)));
        }
        cells_of(tally, bounds(rows, columns)?, &mut |(a, b)| {
            self.value_of((a.into(), b.into()), calc)
        })
    }

    /// As it is written in the language.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The codes by which Left and Right move on heaps, if both have one.
    pub(crate) fn codes(&self) -> Option<[&HeapCode; 2]> {
        match &self.moves {
            Moves::Partizan { game: [left, right], .. } if self.on_heaps => {
                Some([left.code()?, right.code()?])
            }
            _ => None,
        }
    }

    /// The nim values of the positions (0, 0) to (rows, columns), written as a table.
    pub(crate) fn table(
        &self,
        rows: u64,
        columns: u64,
        (tally, limits): (&Tally, &Limits),
    ) -> Outcome<String> {
        let mut values = locked(self.nim_values()?);
        let mut cell = |pair| Ok(values.value(pair, limits)?.to_string());
        Ok(ruled(&cells_of(tally, bounds(rows, columns)?, &mut cell)?))
    }

    /// Whether both players have the same moves.
    pub(crate) fn is_impartial(&self) -> bool {
        matches!(self.moves, Moves::Impartial { .. })
    }

    /// Hands the options of `player` from one pair to `visit`.
    pub(crate) fn visit(
        &self,
        pair: Pair,
        player: Player,
        visit: &mut dyn FnMut(&[Pair]) -> ControlFlow<()>,
    ) {
        // Whether the visit was broken off is known to the visitor.
        let _ = match &self.moves {
            Moves::Impartial { game, .. } => game.visit_options(pair, visit),
            Moves::Partizan { game, .. } => game[player as usize].visit_options(pair, visit),
        };
    }
}

impl CoordinatePosition {
    fn new(rules: &Arc<CoordinateRules>, mut parts: Vec<LargePair>) -> Self {
        parts.retain(|&part| part != (0, 0));
        parts.sort_unstable();
        Self { rules: Arc::clone(rules), parts }
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        self.parts == other.parts && self.rules.text == other.rules.text
    }

    /// The sum with a position of the same game.
    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        let fits = self.parts.len() + other.parts.len() <= MOST_PARTS;
        (fits && self.rules.text == other.rules.text)
            .then(|| Self::new(&self.rules, [&self.parts[..], &other.parts].concat()))
    }

    /// The value: the sum of the values of the parts.
    pub(crate) fn value(&self, calc: &mut Calculator<'_>) -> Outcome<Game> {
        let mut sum = Game::ZERO;
        for &part in &self.parts {
            let value = self.rules.value_of(part, calc)?;
            sum = calc.add(sum, value)?;
        }
        Ok(sum)
    }

    /// The rules it is played by.
    pub(crate) fn rules(&self) -> &Arc<CoordinateRules> {
        &self.rules
    }

    /// The sum of which it is asked who wins, of heaps of a built-in ruleset that are not small.
    pub(crate) fn as_sum(&self, limits: &Limits) -> Outcome<Option<Sum>> {
        let is_large = self.parts.iter().any(|&(a, b)| a.max(b) > SMALL);
        let Some(ruleset) = self.rules.ruleset.as_ref().filter(|_| is_large) else {
            return Ok(None);
        };
        let heaps: Vec<String> = self.parts.iter().map(|(a, b)| format!("({a},{b})")).collect();
        Ok(Some(ruleset.position_within(&heaps.join("+"), limits)?.into()))
    }

    /// The pairs, in order, without pairs of nothing.
    pub(crate) fn parts(&self) -> &[LargePair] {
        &self.parts
    }

    /// The genus of a position of one pair; that of several has to be found from their misère forms.
    pub(crate) fn genus(&self, limits: &Limits) -> Outcome<Option<Genus>> {
        let Moves::Impartial { game, genera, .. } = &self.rules.moves else {
            return Err(Fault::domain(say!("{0} has no genus: its game is partizan", self)));
        };
        match self.parts[..] {
            [] => Ok(Some(Genus::of_nim_heap(0))),
            [part] => Ok(Some(locked(genera).genus(small_pair(part)?, game.as_ref(), limits)?)),
            _ => Ok(None),
        }
    }

    /// The options of one player, as a set of positions.
    pub(crate) fn options(&self, context: &mut Context<'_, '_>, player: Player) -> Outcome<Value> {
        let each = (size_of::<Value>() + size_of::<Self>()) as u64 + 64;
        let mut found = Vec::new();
        let mut charged = 0;
        let mut stopped = None;
        for (place, &part) in self.parts.iter().enumerate() {
            let others = || self.parts.iter().enumerate().filter(move |(at, _)| *at != place);
            self.rules.visit(small_pair(part)?, player, &mut |parts| {
                let bytes =
                    each + (size_of::<LargePair>() * (self.parts.len() + parts.len())) as u64;
                let limit = context.meter.charge(bytes).and_then(|()| {
                    charged += bytes;
                    context.calc.limits().check()
                });
                if let Err(reason) = limit {
                    stopped = Some(reason);
                    return ControlFlow::Break(());
                }
                let whole = others()
                    .map(|(_, &other)| other)
                    .chain(parts.iter().map(|&(a, b)| (a.into(), b.into())));
                let position = Self::new(&self.rules, whole.collect());
                found.push(Value::CoordinatePosition(Arc::new(position)));
                ControlFlow::Continue(())
            });
        }
        let set = match stopped {
            Some(stopped) => Err(stopped.into()),
            None => context.set(found),
        };
        context.meter.release(charged);
        set
    }
}

impl fmt::Display for CoordinatePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.rules.text;
        let nothing = [(0, 0)];
        let parts = if self.parts.is_empty() { &nothing[..] } else { &self.parts };
        for (place, (a, b)) in parts.iter().enumerate() {
            if place > 0 {
                f.write_str(" + ")?;
            }
            if self.rules.on_heaps {
                write!(f, "{text}({a})")?;
            } else {
                write!(f, "{text}(({a},{b}))")?;
            }
        }
        Ok(())
    }
}

impl Context<'_, '_> {
    /// The ruleset with a text that is one of pairs of numbers, if it is.
    pub(crate) fn rules_of_pairs(&mut self, text: &str, rules: &Ruleset) -> Option<Outcome<Value>> {
        let moves = match rules.heap_game() {
            Ok(Heaps::Pairs(game)) => {
                let values = Mutex::new(PairValues::new(Arc::clone(&game)));
                Moves::Impartial { game, values, genera: Mutex::default() }
            }
            _ => Moves::Partizan { game: rules.partizan_pairs()?, values: Mutex::default() },
        };
        let known = (HeapLaw::of(rules), Some(rules.clone().into()));
        Some(self.coordinate_rules(text.to_owned(), moves, false, None, known))
    }

    /// The ruleset of an impartial game on pairs, shared with the one of the same text if the session has met it.
    pub(crate) fn pair_rules(
        &mut self,
        text: String,
        game: impl HeapGame<Pair> + 'static,
    ) -> Outcome<Value> {
        let game: PairGame = Arc::new(game);
        let values = Mutex::new(PairValues::new(Arc::clone(&game)));
        let moves = Moves::Impartial { game, values, genera: Mutex::default() };
        self.coordinate_rules(text, moves, false, None, (None, None))
    }

    /// The ruleset of a partizan game on pairs, or on heaps.
    pub(crate) fn partizan_rules(
        &mut self,
        text: String,
        game: PartizanHeaps,
        on_heaps: bool,
    ) -> Outcome<Value> {
        let moves = Moves::Partizan { game, values: Mutex::default() };
        self.coordinate_rules(text, moves, on_heaps, None, (None, None))
    }

    /// The ruleset whose options a function gives.
    pub(crate) fn pair_rules_by(
        &mut self,
        text: String,
        table: Arc<FunctionTable>,
    ) -> Outcome<Value> {
        let game: PairGame = Arc::new(ByFunction { table: Arc::clone(&table), of: 0 });
        let values = Mutex::new(PairValues::new(Arc::clone(&game)));
        let moves = Moves::Impartial { game, values, genera: Mutex::default() };
        self.coordinate_rules(text, moves, false, Some(table), (None, None))
    }

    /// The ruleset whose options for Left and for Right two functions give.
    pub(crate) fn partizan_rules_by(
        &mut self,
        text: String,
        table: Arc<FunctionTable>,
    ) -> Outcome<Value> {
        let on_heaps = table.told == Told::Heaps;
        let game =
            [0, 1].map(|of| Arc::new(ByFunction { table: Arc::clone(&table), of }) as Arc<_>);
        let moves = Moves::Partizan { game, values: Mutex::default() };
        self.coordinate_rules(text, moves, on_heaps, Some(table), (None, None))
    }

    fn coordinate_rules(
        &mut self,
        text: String,
        moves: Moves,
        on_heaps: bool,
        function: Option<Arc<FunctionTable>>,
        (law, ruleset): (Option<HeapLaw>, Option<farstar::Ruleset>),
    ) -> Outcome<Value> {
        if let Some(rules) = self.rulesets.coordinates.get(&text) {
            return Ok(Value::Coordinates(Arc::clone(rules)));
        }
        self.meter.charge(1 << 12)?;
        let law = Mutex::new(law);
        let rules = CoordinateRules { text, moves, on_heaps, function, law, ruleset };
        let rules = Arc::new(rules);
        self.rulesets.coordinates.insert(rules.text.clone(), Arc::clone(&rules));
        Ok(Value::Coordinates(rules))
    }

    /// The position with these coordinates: `(a,b)`, `a,b`, or one heap.
    pub(crate) fn coordinate_position(
        &mut self,
        rules: &Arc<CoordinateRules>,
        arguments: &[Value],
    ) -> Outcome<Value> {
        // a function has not been asked for the pairs of a text
        if let ([Value::Text(text)], None) = (arguments, &rules.function) {
            return self.typed_pairs(rules, text.as_str());
        }
        let given = match arguments {
            [Value::List(items) | Value::Tuple(items)] => items.as_slice().to_vec(),
            other => other.to_vec(),
        };
        let mut numbers = Vec::new();
        for value in given.iter().take(3) {
            numbers.push(self.natural(value)?);
        }
        let part = match (rules.on_heaps, &numbers[..]) {
            (true, &[heap]) => (heap, 0),
            (false, &[a, b]) => (a, b),
            (on_heaps, _) => {
                let expected = if on_heaps { "the size of one heap" } else { "two numbers" };
                return Err(Fault::of_type(say!(
                    "{0} is called with {1} numbers",
                    rules.text,
                    given.len()
                ))
                .expected(expected));
            }
        };
        let position = CoordinatePosition::new(rules, vec![part]);
        Ok(Value::CoordinatePosition(Arc::new(position)))
    }

    /// The position that a text such as `(3,5)+(1,2)` shows.
    fn typed_pairs(&mut self, rules: &Arc<CoordinateRules>, text: &str) -> Outcome<Value> {
        let mut parts = Vec::new();
        for word in text.split('+').map(str::trim) {
            let inner = word.strip_prefix('(').and_then(|w| w.strip_suffix(')')).unwrap_or(word);
            let part = match (inner.split_once(','), rules.on_heaps) {
                (None, true) => (self.typed_number(inner.trim())?, 0),
                (Some((a, b)), false) => {
                    (self.typed_number(a.trim())?, self.typed_number(b.trim())?)
                }
                (_, on_heaps) => {
                    let expected = match on_heaps {
                        true => say!("the size of a heap"),
                        false => say!("two numbers, such as (3,5)"),
                    };
                    return Err(Fault::domain(say!("'{0}' is no heap of {1}", word, rules.text))
                        .expected(expected));
                }
            };
            parts.push(part);
        }
        Ok(Value::CoordinatePosition(Arc::new(CoordinatePosition::new(rules, parts))))
    }
}
