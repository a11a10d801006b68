//! Games on pairs of numbers and partizan heap games as values: rulesets such as `Wythoff` and `Cutcake`, and their positions.

use crate::Kind;
use crate::by_function::{ByFunction, FunctionTable};
use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::value::Value;
use farstar_rules::heap::{
    Euclid, Mem, Pair, PairGame, PartizanEuclid, PartizanPairGame, TakeAway, Wythoff, cutcake,
    eatcake, maundy_cake, turn_and_eatcake,
};
use farstar_solve::misere::Genus;
use farstar_solve::sequence::PairValues;
use farstar_solve::value_of::ValueOf;
use farstar_value::{Calculator, Game, Limits, Player};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The named rulesets on pairs of numbers.
pub(crate) const COORDINATE_GAMES: &[&str] = &[
    "Wythoff",
    "FibonacciNim",
    "Euclid",
    "Mem",
    "Cutcake",
    "MaundyCake",
    "Eatcake",
    "TurnAndEatcake",
    "PartizanEuclid",
];

/// A table of nim values may have this many entries.
const LARGEST_TABLE: u64 = 1 << 20;

/// A game on pairs of numbers, or a partizan game on heaps, with what has been found so far.
pub struct CoordinateRules {
    /// As it is written in the language.
    text: String,
    moves: Moves,
    /// Whether positions are heaps; the heap `n` is the pair `(n, 0)`.
    on_heaps: bool,
    /// The function that gives the options, if the user gave one.
    function: Option<Arc<FunctionTable>>,
}

enum Moves {
    Impartial {
        game: Arc<dyn PairGame>,
        values: Mutex<PairValues<Arc<dyn PairGame>>>,
        genera: Mutex<ValueOf<Pair, Genus>>,
    },
    Partizan {
        game: Arc<dyn PartizanPairGame>,
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
    parts: Vec<Pair>,
}

/// What is found stays right, whatever happened to the one who found it.
fn locked<T>(known: &Mutex<T>) -> MutexGuard<'_, T> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CoordinateRules {
    /// The function that gives the options, if the user gave one.
    pub(crate) fn function(&self) -> Option<&Arc<FunctionTable>> {
        self.function.as_ref()
    }

    /// As it is written in the language.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The nim values of the positions (0, 0) to (rows, columns), written as a table.
    pub(crate) fn table(&self, rows: u64, columns: u64, limits: &Limits) -> Outcome<String> {
        let Moves::Impartial { values, .. } = &self.moves else {
            return Err(Fault::domain(format!("{} has no nim values: it is partizan", self.text)));
        };
        let entries = rows.saturating_add(1).saturating_mul(columns.saturating_add(1));
        let (Ok(last_row), Ok(last_column)) = (u32::try_from(rows), u32::try_from(columns)) else {
            return Err(Fault::domain("the table is too large"));
        };
        if entries > LARGEST_TABLE {
            return Err(Fault::domain(format!("a table of {entries} entries is too large"))
                .expected(format!("at most {LARGEST_TABLE}")));
        }
        let table = locked(values).table(last_row, last_column, limits)?;
        let largest = table.iter().flatten().max().copied().unwrap_or(0);
        let width = largest.to_string().len();
        let line = |row: &Vec<u32>| {
            let cells: Vec<String> = row.iter().map(|value| format!("{value:width$}")).collect();
            cells.join(" | ")
        };
        let dashes = vec!["-".repeat(width); table.first().map_or(0, Vec::len)].join("-+-");
        let lines: Vec<String> = table.iter().map(line).collect();
        Ok(lines.join(&format!("\n{dashes}\n")))
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
            Moves::Partizan { game, .. } => game.visit_options(pair, player, visit),
        };
    }
}

impl CoordinatePosition {
    fn new(rules: &Arc<CoordinateRules>, mut parts: Vec<Pair>) -> Self {
        parts.retain(|&part| part != (0, 0));
        parts.sort_unstable();
        Self { rules: Arc::clone(rules), parts }
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        self.parts == other.parts && self.rules.text == other.rules.text
    }

    /// The value: the sum of the values of the parts.
    pub(crate) fn value(&self, calc: &mut Calculator<'_>) -> Outcome<Game> {
        let mut sum = Game::ZERO;
        for &part in &self.parts {
            let value = match &self.rules.moves {
                Moves::Impartial { values, .. } => {
                    let n = locked(values).value(part, calc.limits())?;
                    calc.nimber(u64::from(n))?
                }
                Moves::Partizan { game, values } => {
                    locked(values).partizan_pair(part, game.as_ref(), calc)?
                }
            };
            sum = calc.add(sum, value)?;
        }
        Ok(sum)
    }

    /// The rules it is played by.
    pub(crate) fn rules(&self) -> &Arc<CoordinateRules> {
        &self.rules
    }

    /// The pairs, in order, without pairs of nothing.
    pub(crate) fn parts(&self) -> &[Pair] {
        &self.parts
    }

    /// The genus of a position of one pair; that of several has to be found from their misère forms.
    pub(crate) fn genus(&self, limits: &Limits) -> Outcome<Option<Genus>> {
        let Moves::Impartial { game, genera, .. } = &self.rules.moves else {
            return Err(Fault::domain(format!("{self} has no genus: its game is partizan")));
        };
        match self.parts[..] {
            [] => Ok(Some(Genus::of_nim_heap(0))),
            [part] => Ok(Some(locked(genera).genus(part, game.as_ref(), limits)?)),
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
            self.rules.visit(part, player, &mut |parts| {
                let bytes = each + (size_of::<Pair>() * (self.parts.len() + parts.len())) as u64;
                let limit = context.meter.charge(bytes).and_then(|()| {
                    charged += bytes;
                    context.calc.limits().check()
                });
                if let Err(reason) = limit {
                    stopped = Some(reason);
                    return ControlFlow::Break(());
                }
                let whole = others().map(|(_, &other)| other).chain(parts.iter().copied());
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
    /// The ruleset of an impartial game on pairs, shared with the one of the same text if the session has met it.
    pub(crate) fn pair_rules(
        &mut self,
        text: String,
        game: impl PairGame + 'static,
    ) -> Outcome<Value> {
        let game: Arc<dyn PairGame> = Arc::new(game);
        let values = Mutex::new(PairValues::new(Arc::clone(&game)));
        let moves = Moves::Impartial { game, values, genera: Mutex::default() };
        self.coordinate_rules(text, moves, false, None)
    }

    /// The ruleset of a partizan game on pairs, or on heaps.
    pub(crate) fn partizan_rules(
        &mut self,
        text: String,
        game: impl PartizanPairGame + 'static,
        on_heaps: bool,
    ) -> Outcome<Value> {
        let moves = Moves::Partizan { game: Arc::new(game), values: Mutex::default() };
        self.coordinate_rules(text, moves, on_heaps, None)
    }

    /// The ruleset whose options a function gives.
    pub(crate) fn pair_rules_by(
        &mut self,
        text: String,
        table: Arc<FunctionTable>,
    ) -> Outcome<Value> {
        let game: Arc<dyn PairGame> = Arc::new(ByFunction(Arc::clone(&table)));
        let values = Mutex::new(PairValues::new(Arc::clone(&game)));
        let moves = Moves::Impartial { game, values, genera: Mutex::default() };
        self.coordinate_rules(text, moves, false, Some(table))
    }

    fn coordinate_rules(
        &mut self,
        text: String,
        moves: Moves,
        on_heaps: bool,
        function: Option<Arc<FunctionTable>>,
    ) -> Outcome<Value> {
        if let Some(rules) = self.rulesets.coordinates.get(&text) {
            return Ok(Value::Coordinates(Arc::clone(rules)));
        }
        self.meter.charge(1 << 12)?;
        let rules = Arc::new(CoordinateRules { text: text.clone(), moves, on_heaps, function });
        self.rulesets.coordinates.insert(text, Arc::clone(&rules));
        Ok(Value::Coordinates(rules))
    }

    /// The ruleset with this name, if there is one on pairs of numbers.
    pub(crate) fn named_coordinate_rules(&mut self, name: &str) -> Option<Outcome<Value>> {
        let name = name.replace('_', "");
        let known = COORDINATE_GAMES.iter().find(|known| known.eq_ignore_ascii_case(&name))?;
        let text = (*known).to_owned();
        Some(match *known {
            "Wythoff" => self.pair_rules(text, Wythoff::classic()),
            "FibonacciNim" => self.pair_rules(text, TakeAway::fibonacci()),
            "Euclid" => self.pair_rules(text, Euclid::ToZero),
            "Mem" => self.pair_rules(text, Mem::classic()),
            "Cutcake" => self.partizan_rules(text, cutcake(), false),
            "MaundyCake" => self.partizan_rules(text, maundy_cake(), false),
            "Eatcake" => self.partizan_rules(text, eatcake(), false),
            "TurnAndEatcake" => self.partizan_rules(text, turn_and_eatcake(), false),
            _ => self.partizan_rules(text, PartizanEuclid, false),
        })
    }

    /// The position with these coordinates: `(a,b)`, `a,b`, or one heap.
    pub(crate) fn coordinate_position(
        &mut self,
        rules: &Arc<CoordinateRules>,
        arguments: &[Value],
    ) -> Outcome<Value> {
        let given = match arguments {
            [Value::List(items)] => items.as_slice().to_vec(),
            other => other.to_vec(),
        };
        let mut numbers = Vec::new();
        for value in given.iter().take(3) {
            let n = self.natural(value)?;
            numbers.push(u32::try_from(n).map_err(|_| {
                Fault::new(Kind::Domain, format!("{n} is too large"))
                    .expected(format!("at most {}", u32::MAX))
            })?);
        }
        let part = match (rules.on_heaps, &numbers[..]) {
            (true, &[heap]) => (heap, 0),
            (false, &[a, b]) => (a, b),
            (on_heaps, _) => {
                let expected = if on_heaps { "the size of one heap" } else { "two numbers" };
                return Err(Fault::of_type(format!(
                    "{} is called with {} numbers",
                    rules.text,
                    given.len()
                ))
                .expected(expected));
            }
        };
        let position = CoordinatePosition::new(rules, vec![part]);
        Ok(Value::CoordinatePosition(Arc::new(position)))
    }
}
