//! The values of the language.

use crate::cells::Cells;
use crate::enumeration::Member;
use crate::explicit::Form;
use crate::fault::{Fault, Outcome};
use crate::meter::Meter;
use crate::method::MethodInfo;
use crate::mutable::Changing;
use crate::program::{Code, Program};
use crate::quotient::Quotient;
use crate::sort_key::SortKey;
pub use crate::text::Text;
use crate::told_moves::{self, Datum, ToldPosition, ToldRules};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use farstar_num::Rational;
use farstar_play::say;
use farstar_value::{Game, Player, Stopped};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashSet, FxHasher};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Lists may hold lists, but only so many levels deep.
pub(crate) const DEEPEST_LIST: u32 = 500;

/// About what a term of a transfinite number takes.
const TERM_BYTES: u64 = 48;

/// What an expression evaluates to.
///
/// Handles of games and forms belong to the [`Session`](crate::Session) that made the value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Value {
    /// No value: what `;` at the end leaves, and what a search that found nothing gives.
    Nothing,
    /// `true` or `false`.
    Boolean(bool),
    /// A rational number or an infinity. The dyadic ones are games too.
    Number(Rational),
    /// A short game that is no number, in canonical form.
    Game(Game),
    /// A loopy game that is equal to no short one.
    Loopy(farstar_value::loopy::Loopy),
    /// A part of a loopy game that waits for a node around it.
    Unfinished(Arc<farstar_value::loopy::OpenOption>),
    /// A game whose form is kept: `'{*|*}'`, and sums and products of such.
    Form(Form),
    /// A text.
    Text(Text),
    /// A list.
    List(Arc<Items>),
    /// A grid or a strip.
    Cells(Arc<Cells>),
    /// Coordinates, `(3,5)`: integers that are added and multiplied each by itself.
    Tuple(Arc<Items>),
    /// A set: sorted, without repetition.
    Set(Arc<Items>),
    /// A map: its entries, sorted by their keys, which are different.
    Map(Arc<Items>),
    /// One entry of a map.
    Entry(Arc<Entry>),
    /// A graph or directed graph.
    Graph(Arc<LabelledGraph>),
    /// A picture.
    Plot(Arc<crate::plot::Plot>),
    /// A list, set or map that changes.
    Mutable(Arc<Mutable>),
    /// A generator of numbers by chance.
    Random(Arc<crate::random::Random>),
    /// Consecutive integers.
    Range(Arc<Range>),
    /// A function of the user's.
    Function(Arc<Function>),
    /// A built-in operation by its name.
    Method(&'static MethodInfo),
    /// Who wins.
    Outcome(farstar_value::Outcome),
    /// Who wins, where play may be endless and then is a draw.
    LoopyOutcome(farstar_value::loopy::LoopyOutcome),
    /// Left or Right.
    Player(Player),
    /// A number that is no rational: an infinite or infinitesimal quotient of differences of ordinals.
    Surreal(Arc<farstar_num::Surreal>),
    /// A nimber whose size is an infinite ordinal.
    TransfiniteNimber(Arc<farstar_num::TransfiniteNimber>),
    /// The name of a sort of value.
    Class(&'static str),
    /// A value of an enumeration, `Symmetry.Transpose`.
    Member(Member),
    /// The walls of a thermograph.
    Thermograph(Arc<crate::walls::AnyThermograph>),
    /// A heap game.
    Ruleset(Arc<crate::heap::HeapRules>),
    /// A position of a heap game.
    Position(Arc<crate::heap::HeapPosition>),
    /// A game on pairs of numbers, or a partizan heap game.
    Coordinates(Arc<crate::coordinates::CoordinateRules>),
    /// A position of a game on pairs of numbers.
    CoordinatePosition(Arc<crate::coordinates::CoordinatePosition>),
    /// A ruleset whose moves functions list.
    FunctionRules(Arc<FunctionRules>),
    /// A position of such a ruleset.
    FunctionPosition(Arc<FunctionPosition>),
    /// A ruleset of the rules language.
    Board(Arc<crate::boards::BoardRules>),
    /// A position of a ruleset.
    BoardPosition(Arc<crate::boards::BoardPosition>),
    /// A table, as it is written.
    Table(Text),
    /// A proved period of nim values.
    Periodicity(Arc<farstar_impartial::sequence::Periodicity>),
    /// A misère quotient.
    MisereQuotient(Arc<Quotient>),
    /// A law that was found of a table or of a ruleset.
    Law(Arc<crate::law::FoundLaw>),
    /// An extended genus, as it is written.
    Genus(Text),
    /// A misère canonical form of an impartial game.
    Misere(farstar_impartial::misere::MisereForm),
    /// The digits of an uptimal.
    Expansion(Arc<farstar_value::UptimalExpansion>),
    /// An argument that was left out, before the function puts in its place what stands for it.
    LeftOut,
    /// `name => value` among the arguments of a call.
    Named(Arc<(Arc<str>, Value)>),
}

// Lists of numbers take as much for each.
const _: () = assert!(size_of::<Value>() == 24);

/// A ruleset whose moves functions list.
pub type FunctionRules = ToldRules<Value, Function>;

/// A position of such a ruleset.
pub type FunctionPosition = ToldPosition<Value, Function>;

/// A list, set or map that changes.
pub type Mutable = Changing<SortKey, Value>;

/// An option as a function told it.
pub(crate) type Offer = told_moves::Offer<Value>;

impl Datum for Value {
    fn deep_hash(&self) -> u64 {
        self.hash_throughout()
    }

    fn is_same(&self, other: &Self) -> bool {
        self.same(other)
    }

    fn size(&self) -> u64 {
        self.bytes()
    }
}

/// The elements of a list or set, or the entries of a map.
#[derive(Debug)]
pub struct Items {
    items: Vec<Value>,
    depth: u32,
    /// Whether something in it can change.
    changes: bool,
    bytes: u64,
    meter: Meter,
    index: OnceLock<Box<Index>>,
}

/// Where the elements of a set, or the keys of a map, are: those with a hash by it, the others by their places.
#[derive(Debug)]
pub(crate) struct Index {
    places: HashTable<(u64, u32)>,
    /// Those which a game may be equal to without being the same: forms, positions, loopy games.
    pub(crate) others: Vec<u32>,
    bytes: u64,
}

impl Index {
    /// The places at which something with this hash may be.
    pub(crate) fn with_hash(&self, hash: u64) -> impl Iterator<Item = usize> {
        self.places
            .iter_hash(hash)
            .filter(move |(known, _)| *known == hash)
            .map(|&(_, place)| place as usize)
    }
}

impl Items {
    /// The places of the elements, of entries by their keys; made when it is first asked for.
    pub(crate) fn index(&self) -> Result<&Index, Stopped> {
        if let Some(index) = self.index.get() {
            return Ok(index);
        }
        let bytes = 24 * self.items.len() as u64;
        self.meter.charge(bytes)?;
        let mut index =
            Index { places: HashTable::with_capacity(self.items.len()), others: Vec::new(), bytes };
        for (place, item) in (0u32..).zip(&self.items) {
            let key = match item {
                Value::Entry(entry) => &entry.key,
                other => other,
            };
            match key.hash() {
                Some(hash) => {
                    index.places.insert_unique(hash, (hash, place), |(hash, _)| *hash);
                }
                None => index.others.push(place),
            }
        }
        let spare = self.index.set(Box::new(index)).err().map_or(0, |index| index.bytes);
        self.meter.release(spare);
        self.index.get().map(|index| &**index).ok_or(Stopped::Memory)
    }

    pub(crate) fn new(items: Vec<Value>, meter: &Meter) -> Outcome<Arc<Self>> {
        let mut depth = 0;
        let mut bytes = 0u64;
        let mut changes = false;
        for item in &items {
            // What is no list is the most of all lists.
            if !matches!(item, Value::Number(_) | Value::Game(_) | Value::Text(_)) {
                depth = depth.max(item.depth());
                changes |= item.changes();
            }
            bytes = bytes.saturating_add(item.bytes());
        }
        if depth >= DEEPEST_LIST {
            return Err(Fault::domain(say!(
                "lists inside lists go at most {0} levels deep",
                DEEPEST_LIST
            )));
        }
        meter.charge(bytes)?;
        let (meter, index) = (meter.clone(), OnceLock::new());
        Ok(Arc::new(Self { items, depth: depth + 1, changes, bytes, meter, index }))
    }

    /// The elements in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Value] {
        &self.items
    }
}

impl Drop for Items {
    fn drop(&mut self) {
        let index = self.index.get().map_or(0, |index| index.bytes);
        self.meter.release(self.bytes + index);
    }
}

/// A key and its value, one entry of a map.
#[derive(Debug)]
pub struct Entry {
    key: Value,
    value: Value,
    depth: u32,
    changes: bool,
}

impl Entry {
    pub(crate) fn new(key: Value, value: Value) -> Outcome<Arc<Self>> {
        let depth = key.depth().max(value.depth()) + 1;
        if depth >= DEEPEST_LIST {
            return Err(Fault::domain(say!(
                "maps inside maps go at most {0} levels deep",
                DEEPEST_LIST
            )));
        }
        let changes = key.changes() || value.changes();
        Ok(Arc::new(Self { key, value, depth, changes }))
    }

    /// What it holds; entries inside it may be shared, and are counted where they are made.
    fn bytes(&self) -> u64 {
        let held = |value: &Value| match value {
            Value::Entry(_) => size_of::<Value>() as u64,
            other => other.bytes(),
        };
        held(&self.key) + held(&self.value)
    }

    /// What the entry is found by.
    #[must_use]
    pub fn key(&self) -> &Value {
        &self.key
    }

    /// What belongs to the key.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }
}

/// A graph or directed graph: `Graph([[2],[1,3],[2]])`, the lists of the neighbours of the vertices, counted from
/// 1, and `DirectedGraph([[2],[]])`, whose lists are the ends of the arcs from each.
///
/// Vertices and edges may have labels, a second and a third list, those of edges in the order of their ends. Several
/// edges may join two vertices, and an edge may be a loop.
#[derive(Debug)]
pub struct LabelledGraph {
    pub(crate) neighbours: Arc<Items>,
    pub(crate) directed: bool,
    pub(crate) edges: Vec<(usize, usize)>,
    /// Labels of vertices and of edges, where there are some.
    pub(crate) labels: [Option<Arc<Items>>; 2],
    pub(crate) depth: u32,
}

impl LabelledGraph {
    /// How deep lists go inside it.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether its edges are arcs.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// The ends of the edges, counted from 0.
    #[must_use]
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The lists of the neighbours, counted from 1.
    pub(crate) fn neighbours(&self) -> &Arc<Items> {
        &self.neighbours
    }

    /// The labels of the vertices, or of the edges: nothing where there is none.
    pub(crate) fn labels_of(&self, edges: bool) -> Option<&[Value]> {
        self.labels[usize::from(edges)].as_deref().map(Items::as_slice)
    }

    /// What a graph as it is written holds in its parentheses.
    pub(crate) fn parts(&self) -> Vec<Value> {
        let mut parts = vec![Value::List(Arc::clone(&self.neighbours))];
        let list = |labels: &Option<Arc<Items>>| labels.clone().map_or(Value::Nothing, Value::List);
        match &self.labels {
            [None, None] => {}
            [vertices, None] => parts.push(list(vertices)),
            [vertices, edges] => parts.extend([list(vertices), list(edges)]),
        }
        parts
    }

    /// Whether two graphs are the same.
    fn same(&self, other: &Self, same: &mut dyn FnMut(&Value, &Value) -> bool) -> bool {
        let (a, b) = (self.parts(), other.parts());
        self.directed == other.directed
            && a.len() == b.len()
            && a.iter().zip(&b).all(|(x, y)| same(x, y))
    }
}

/// The integers `from`, `from + by`, … that do not pass `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first.
    pub from: IBig,
    /// The bound that is not passed.
    pub to: IBig,
    /// The step, not 0.
    pub by: IBig,
}

impl Range {
    /// How many integers there are.
    #[must_use]
    pub fn size(&self) -> IBig {
        let span = &self.to - &self.from;
        let up = self.by > IBig::ZERO;
        if (up && span < IBig::ZERO) || (!up && span > IBig::ZERO) {
            return IBig::ZERO;
        }
        span / &self.by + IBig::ONE
    }

    /// The element after `n`, if there is one.
    pub(crate) fn after(&self, n: &IBig) -> Option<IBig> {
        let next = n + &self.by;
        let inside = if self.by > IBig::ZERO { next <= self.to } else { next >= self.to };
        inside.then_some(next)
    }

    pub(crate) fn first(&self) -> Option<IBig> {
        (self.size() > IBig::ZERO).then(|| self.from.clone())
    }
}

/// A function of the user's, with the values it took from where it was written.
#[derive(Debug)]
pub struct Function {
    pub(crate) program: Arc<Program>,
    pub(crate) index: u32,
    pub(crate) captures: Vec<Value>,
    depth: u32,
    changes: bool,
}

impl Function {
    pub(crate) fn new(
        program: Arc<Program>,
        index: u32,
        captures: Vec<Value>,
    ) -> Outcome<Arc<Self>> {
        let depth = captures.iter().map(Value::depth).max().unwrap_or(0) + 1;
        if depth >= DEEPEST_LIST {
            return Err(Fault::domain(say!(
                "functions inside functions go at most {0} levels deep",
                DEEPEST_LIST
            )));
        }
        let changes = captures.iter().any(Value::changes);
        Ok(Arc::new(Self { program, index, captures, depth, changes }))
    }

    /// What it does.
    #[inline]
    pub(crate) fn code(&self) -> &Code {
        &self.program.functions[self.index as usize]
    }

    /// How many arguments it takes.
    pub(crate) fn parameter_count(&self) -> usize {
        self.code().parameters.len()
    }
}

impl Value {
    /// The integer `n`.
    pub(crate) fn integer(n: impl Into<IBig>) -> Self {
        Self::Number(Rational::from(n.into()))
    }

    /// The integer, if the value is one of a machine word.
    #[inline]
    pub(crate) fn word(&self) -> Option<i64> {
        match self {
            Self::Number(x) => x.to_i64(),
            _ => None,
        }
    }

    /// The integer `n` of a machine word.
    #[inline]
    pub(crate) fn of_word(n: i64) -> Self {
        Self::Number(Rational::from(n))
    }

    /// Becomes the integer `n`.
    #[inline]
    pub(crate) fn put_word(&mut self, n: i64) {
        match self {
            // there is nothing to drop
            Self::Number(x) if x.to_i64().is_some() => {
                std::mem::forget(std::mem::replace(x, Rational::from(n)));
            }
            _ => *self = Self::of_word(n),
        }
    }

    /// The integer, if the value is one.
    #[must_use]
    pub fn as_integer(&self) -> Option<IBig> {
        match self {
            Self::Number(x) if x.is_integer() => Some(x.numerator()),
            _ => None,
        }
    }

    /// How deep lists and functions go inside this value.
    pub(crate) fn depth(&self) -> u32 {
        match self {
            Self::List(items) | Self::Tuple(items) | Self::Set(items) | Self::Map(items) => {
                items.depth
            }
            Self::Graph(graph) => graph.depth(),
            Self::Entry(entry) => entry.depth,
            Self::Function(function) => function.depth,
            Self::Named(named) => named.1.depth(),
            _ => 0,
        }
    }

    /// Whether the value, or something inside it, can change.
    pub(crate) fn changes(&self) -> bool {
        match self {
            Self::List(items) | Self::Tuple(items) | Self::Set(items) | Self::Map(items) => {
                items.changes
            }
            Self::Entry(entry) => entry.changes,
            Self::Function(function) => function.changes,
            Self::Named(named) => named.1.changes(),
            Self::Mutable(_) | Self::Random(_) => true,
            _ => false,
        }
    }

    /// What the value adds to the list that holds it, in bytes.
    #[inline]
    pub(crate) fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + if self.word().is_some() { 0 } else { self.bytes_beside() }
    }

    /// What it holds outside of its own place, in bytes.
    fn bytes_beside(&self) -> u64 {
        match self {
            Self::Number(x) if x.is_finite() => {
                ((x.numerator().bit_len() + x.denominator().bit_len()) / 8) as u64
            }
            Self::Loopy(value) => {
                let graphs = [value.onside_graph(), value.offside_graph()];
                let words: usize = graphs.iter().map(|g| 2 * g.len() + g.moves()).sum();
                4 * words as u64
            }
            Self::Unfinished(option) => option.bytes(),
            Self::Function(function) => (function.captures.len() * size_of::<Self>()) as u64,
            Self::Entry(entry) => entry.bytes(),
            Self::Surreal(x) => u64::from(x.size()) * TERM_BYTES,
            Self::TransfiniteNimber(x) => u64::from(x.ordinal().size()) * TERM_BYTES,
            _ => 0,
        }
    }

    /// The elements, if the value is a list or a set; its numbers, if it is coordinates; the entries, if it is a map;
    /// the lists of neighbours, if it is a graph.
    #[must_use]
    pub fn elements(&self) -> Option<&[Value]> {
        match self {
            Self::List(items) | Self::Tuple(items) | Self::Set(items) | Self::Map(items) => {
                Some(items.as_slice())
            }
            Self::Graph(graph) => Some(graph.neighbours().as_slice()),
            _ => None,
        }
    }

    /// The sort of the value, without looking into games: `Number`, `Game`, `List`, …
    /// [`Session::type_name`](crate::Session::type_name) tells integers from fractions and nimbers from other games.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Nothing => "Nothing",
            Self::Boolean(_) => "Boolean",
            Self::Number(x) if x.is_integer() => "Integer",
            Self::Number(x) if x.is_dyadic() => "DyadicRational",
            Self::Number(_) => "Rational",
            Self::Game(_) => "Game",
            Self::Form(_) => "ExplicitGame",
            Self::Text(_) => "String",
            Self::List(_) => "List",
            Self::Cells(cells) if cells.is_strip() => "Strip",
            Self::Cells(_) => "Grid",
            Self::Tuple(_) => "Coordinates",
            Self::Set(_) => "Set",
            Self::Map(_) => "Map",
            Self::Entry(_) => "MapEntry",
            Self::Graph(graph) if graph.is_directed() => "DirectedGraph",
            Self::Graph(_) => "Graph",
            Self::Plot(_) => "Picture",
            Self::Mutable(of) => of.kind().name(),
            Self::Random(_) => "Random",
            Self::Range(_) => "Range",
            Self::Function(_) | Self::Method(_) => "Function",
            Self::Loopy(_) => "LoopyGame",
            Self::Unfinished(_) => "NodeOfLoopyGame",
            Self::Outcome(_) | Self::LoopyOutcome(_) => "OutcomeClass",
            Self::Player(_) => "Player",
            Self::Surreal(x) if x.as_generalized_ordinal().is_some() => "GeneralizedOrdinal",
            Self::Surreal(_) => "SurrealNumber",
            Self::TransfiniteNimber(_) => "TransfiniteNimber",
            Self::Ruleset(_) => "Ruleset",
            Self::Coordinates(_) | Self::Board(_) | Self::FunctionRules(_) => "Ruleset",
            Self::Position(_)
            | Self::CoordinatePosition(_)
            | Self::BoardPosition(_)
            | Self::FunctionPosition(_) => "Position",
            Self::Table(_) => "Table",
            Self::Periodicity(_) => "Periodicity",
            Self::MisereQuotient(_) => "MisereQuotient",
            Self::Law(_) => "Law",
            Self::Genus(_) => "Genus",
            Self::Misere(_) => "MisereCanonicalGame",
            Self::Class(_) => "Class",
            Self::Member(member) => member.class(),
            Self::Thermograph(_) => "Thermograph",
            Self::Expansion(_) => "UptimalExpansion",
            Self::Named(_) | Self::LeftOut => "Argument",
        }
    }

    /// Whether `holds` is true of the value and of all inside it, lists and functions walked once each.
    pub(crate) fn is_throughout(&self, holds: &dyn Fn(&Self) -> bool) -> bool {
        self.is_throughout_but_for(holds, &mut FxHashSet::default())
    }

    fn is_throughout_but_for(
        &self,
        holds: &dyn Fn(&Self) -> bool,
        met: &mut FxHashSet<usize>,
    ) -> bool {
        let inside = match self {
            Self::List(items) | Self::Tuple(items) | Self::Set(items) | Self::Map(items) => {
                !met.insert(Arc::as_ptr(items).addr())
                    || items.items.iter().all(|item| item.is_throughout_but_for(holds, met))
            }
            Self::Function(function) => {
                !met.insert(Arc::as_ptr(function).addr())
                    || function.captures.iter().all(|v| v.is_throughout_but_for(holds, met))
            }
            Self::Entry(entry) => {
                !met.insert(Arc::as_ptr(entry).addr())
                    || [&entry.key, &entry.value]
                        .into_iter()
                        .all(|value| value.is_throughout_but_for(holds, met))
            }
            Self::Named(named) => named.1.is_throughout_but_for(holds, met),
            Self::Graph(graph) => {
                !met.insert(Arc::as_ptr(graph).addr())
                    || graph.parts().iter().all(|part| part.is_throughout_but_for(holds, met))
            }
            Self::Mutable(of) => {
                of.elements().iter().all(|item| item.is_throughout_but_for(holds, met))
            }
            _ => true,
        };
        inside && holds(self)
    }

    /// A number that is the same for values that are the same, if only such are equal. Of what is in a list only the
    /// outermost is looked at.
    pub(crate) fn hash(&self) -> Option<u64> {
        let hash = FxBuildHasher;
        Some(match self {
            Self::Nothing | Self::Boolean(_) | Self::Player(_) | Self::Class(_) => {
                hash.hash_one((self.type_name(), format!("{self:?}")))
            }
            Self::Number(x) => hash.hash_one(x),
            Self::Game(game) => hash.hash_one(game),
            Self::Text(text) => hash.hash_one(text.as_bytes()),
            Self::Cells(cells) => hash.hash_one(cells),
            Self::Member(member) => hash.hash_one(member),
            Self::Graph(graph) => hash.hash_one((graph.is_directed(), graph.edges())),
            Self::List(items) | Self::Tuple(items) | Self::Set(items) => {
                let mut state = FxHasher::default();
                (items.items.len(), items.depth).hash(&mut state);
                for item in &items.items {
                    let inner = if item.elements().is_none() { item.hash() } else { None };
                    inner.hash(&mut state);
                }
                state.finish()
            }
            _ => return None,
        })
    }

    /// A number that is the same for values that are the same. What lists hold is looked at as far as its first
    /// thousands of parts.
    fn hash_throughout(&self) -> u64 {
        const MOST_PARTS: usize = 1 << 12;
        let mut state = FxHasher::default();
        let mut open = vec![self];
        for _ in 0..MOST_PARTS {
            match open.pop() {
                None => break,
                Some(
                    Self::List(items) | Self::Tuple(items) | Self::Set(items) | Self::Map(items),
                ) => {
                    (items.items.len(), items.depth).hash(&mut state);
                    open.extend(items.items.iter().take(MOST_PARTS).rev());
                }
                Some(Self::Entry(entry)) => open.extend([&entry.value, &entry.key]),
                Some(other) => other.hash().hash(&mut state),
            }
        }
        state.finish()
    }

    /// Whether two values are the same thing, without evaluating forms.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.same_but_for(other, &mut FxHashSet::default())
    }

    /// [`Value::same`], where pairs of lists that were met before are taken as the same: either they are, or the answer
    /// is no already. So lists that hold a list many times are walked once.
    fn same_but_for(&self, other: &Self, met: &mut FxHashSet<[usize; 2]>) -> bool {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => true,
            (Self::Surreal(a), Self::Surreal(b)) => a == b,
            (Self::TransfiniteNimber(a), Self::TransfiniteNimber(b)) => a == b,
            (Self::Boolean(a), Self::Boolean(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Game(a), Self::Game(b)) => a == b,
            (Self::Form(a), Self::Form(b)) => a == b,
            (Self::Loopy(a), Self::Loopy(b)) => a == b,
            (Self::LoopyOutcome(a), Self::LoopyOutcome(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a.as_bytes() == b.as_bytes(),
            (Self::Entry(a), Self::Entry(b)) => {
                Arc::ptr_eq(a, b)
                    || !met.insert([Arc::as_ptr(a).addr(), Arc::as_ptr(b).addr()])
                    || (a.key.same_but_for(&b.key, met) && a.value.same_but_for(&b.value, met))
            }
            (Self::List(a), Self::List(b))
            | (Self::Tuple(a), Self::Tuple(b))
            | (Self::Set(a), Self::Set(b))
            | (Self::Map(a), Self::Map(b)) => {
                Arc::ptr_eq(a, b)
                    || (a.depth > 1 && !met.insert([Arc::as_ptr(a).addr(), Arc::as_ptr(b).addr()]))
                    || (a.items.len() == b.items.len()
                        && a.items.iter().zip(&b.items).all(|(x, y)| x.same_but_for(y, met)))
            }
            (Self::Range(a), Self::Range(b)) => a == b,
            (Self::Cells(a), Self::Cells(b)) => a == b,
            (Self::Ruleset(a), Self::Ruleset(b)) => a.text() == b.text(),
            (Self::Position(a), Self::Position(b)) => a.same(b),
            (Self::Coordinates(a), Self::Coordinates(b)) => a.text() == b.text(),
            (Self::CoordinatePosition(a), Self::CoordinatePosition(b)) => a.same(b),
            (Self::FunctionRules(a), Self::FunctionRules(b)) => Arc::ptr_eq(a, b),
            (Self::FunctionPosition(a), Self::FunctionPosition(b)) => a.same(b),
            (Self::Board(a), Self::Board(b)) => a.text() == b.text() && a.rules() == b.rules(),
            (Self::BoardPosition(a), Self::BoardPosition(b)) => a.same(b),
            (Self::Table(a), Self::Table(b)) => a.as_str() == b.as_str(),
            (Self::Periodicity(a), Self::Periodicity(b)) => a == b,
            (Self::MisereQuotient(a), Self::MisereQuotient(b)) => a.text() == b.text(),
            (Self::Law(a), Self::Law(b)) => a.is_same(b),
            (Self::Genus(a), Self::Genus(b)) => a.as_str() == b.as_str(),
            (Self::Misere(a), Self::Misere(b)) => a == b,
            (Self::Function(a), Self::Function(b)) => Arc::ptr_eq(a, b),
            (Self::Graph(a), Self::Graph(b)) => {
                Arc::ptr_eq(a, b) || a.same(b, &mut |x, y| x.same_but_for(y, met))
            }
            (Self::Plot(a), Self::Plot(b)) => a.svg() == b.svg(),
            (Self::Mutable(a), Self::Mutable(b)) => Arc::ptr_eq(a, b),
            (Self::Random(a), Self::Random(b)) => Arc::ptr_eq(a, b),
            (Self::Method(a), Self::Method(b)) => std::ptr::eq(*a, *b),
            (Self::Outcome(a), Self::Outcome(b)) => a == b,
            (Self::Player(a), Self::Player(b)) => a == b,
            (Self::Class(a), Self::Class(b)) => a == b,
            (Self::Member(a), Self::Member(b)) => a == b,
            (Self::Thermograph(a), Self::Thermograph(b)) => a == b,
            _ => false,
        }
    }
}
