//! What functions have told of the moves of a ruleset: its positions, their options and values, as far as they were
//! asked for. What positions and functions are is left open here.

use crate::fault::{Fault, Outcome};
use crate::meter::Meter;
use farstar_play::say;
use farstar_value::loopy::GraphValues;
use farstar_value::{Game, Player};
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One ruleset knows this many positions at most.
const MOST_POSITIONS: usize = 1 << 21;

/// Bytes of a position in the tables of its ruleset, about.
const POSITION_BYTES: u64 = 160;

/// Who tells the moves.
pub(crate) enum Teller<F> {
    /// One function for both players.
    Both(Arc<F>),
    /// Left's and Right's.
    Each([Arc<F>; 2]),
    /// One that is given the player behind the position.
    OfPlayer(Arc<F>),
}

/// A ruleset whose moves functions list.
pub struct ToldRules<V: Datum, F> {
    /// As it is written in the language.
    pub(crate) text: String,
    pub(crate) teller: Teller<F>,
    pub(crate) known: Mutex<Known<V>>,
    pub(crate) meter: Meter,
}

/// A position of such a ruleset.
pub struct ToldPosition<V: Datum, F> {
    pub(crate) rules: Arc<ToldRules<V, F>>,
    pub(crate) place: u32,
    pub(crate) at: V,
}

/// An option as a function told it.
#[derive(Clone, Debug)]
pub(crate) enum Offer<V> {
    /// A position of the ruleset.
    One(u32),
    /// A sum of positions of the ruleset, the negatives marked, and of other games.
    Sum(Arc<SumOffer<V>>),
}

#[derive(Debug)]
pub(crate) struct SumOffer<V> {
    pub(crate) own: Vec<(u32, bool)>,
    pub(crate) outside: Vec<V>,
    pub(crate) shown: V,
}

impl<V> Offer<V> {
    /// The positions of the ruleset in it.
    pub(crate) fn own(&self) -> &[(u32, bool)] {
        match self {
            Self::One(_) => &[],
            Self::Sum(sum) => &sum.own,
        }
    }

    /// Their places.
    pub(crate) fn places(&self) -> impl Iterator<Item = u32> {
        let one = match self {
            Self::One(place) => Some(*place),
            Self::Sum(_) => None,
        };
        one.into_iter().chain(self.own().iter().map(|part| part.0))
    }
}

/// Left's options and Right's.
pub(crate) type Sides<V> = [Arc<[Offer<V>]>; 2];

/// A position of some kind: what tells it from others.
pub trait Datum: Clone {
    /// A number that is the same for positions that are the same.
    fn deep_hash(&self) -> u64;
    /// Whether it is the same position.
    fn is_same(&self, other: &Self) -> bool;
    /// Bytes it takes.
    fn size(&self) -> u64;
}

/// What a ruleset has met: its positions, each once, their options as far as they were asked for, and values.
pub(crate) struct Known<V> {
    pub(crate) positions: Vec<V>,
    places: HashTable<(u64, u32)>,
    pub(crate) options: Vec<Option<Sides<V>>>,
    pub(crate) values: FxHashMap<u32, Game>,
    pub(crate) endless: Option<EndlessSums>,
    pub(crate) charged: u64,
}

impl<V> Known<V> {
    pub(crate) fn new(charged: u64) -> Self {
        Self {
            positions: Vec::new(),
            places: HashTable::new(),
            options: Vec::new(),
            values: FxHashMap::default(),
            endless: None,
            charged,
        }
    }
}

impl<V: Datum, F> fmt::Debug for ToldPosition<V, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FunctionPosition").field(&self.rules.text).field(&self.place).finish()
    }
}

impl<V: Datum, F> fmt::Debug for ToldRules<V, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FunctionRules").field(&self.text).finish()
    }
}

impl<V: Datum, F> Drop for ToldRules<V, F> {
    fn drop(&mut self) {
        let charged = self.known().charged;
        self.meter.release(charged);
    }
}

impl<V: Datum, F> ToldRules<V, F> {
    /// As it is written in the language.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether both players have the same moves.
    pub(crate) fn is_impartial(&self) -> bool {
        matches!(self.teller, Teller::Both(_))
    }

    pub(crate) fn known(&self) -> MutexGuard<'_, Known<V>> {
        // What was told stays right, whatever happened to the one who asked.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes bytes for what is known.
    pub(crate) fn charge(&self, known: &mut Known<V>, bytes: u64) -> Outcome<()> {
        self.meter.charge(bytes)?;
        known.charged += bytes;
        Ok(())
    }

    /// The place of a position, which is met here or was before.
    pub(crate) fn place_of(&self, position: &V) -> Outcome<u32> {
        let hash = position.deep_hash();
        let mut known = self.known();
        let same = |&(held, place): &(u64, u32)| {
            held == hash && known.positions[place as usize].is_same(position)
        };
        if let Some(&(_, place)) = known.places.find(hash, same) {
            return Ok(place);
        }
        let count = known.positions.len();
        let place = match u32::try_from(count) {
            Ok(place) if count < MOST_POSITIONS => place,
            _ => {
                return Err(Fault::domain(say!("the ruleset has met {0} positions", count))
                    .expected(say!("play that reaches at most {0} positions", MOST_POSITIONS)));
            }
        };
        self.charge(&mut known, POSITION_BYTES + position.size())?;
        known.positions.push(position.clone());
        known.options.push(None);
        known.places.insert_unique(hash, (hash, place), |(hash, _)| *hash);
        Ok(place)
    }

    pub(crate) fn position(self: &Arc<Self>, place: u32) -> Arc<ToldPosition<V, F>> {
        let at = self.known().positions[place as usize].clone();
        Arc::new(ToldPosition { rules: Arc::clone(self), place, at })
    }

    /// The functions to be asked, and what each is given besides the position.
    pub(crate) fn asked(&self) -> Vec<(&Arc<F>, Option<Player>)> {
        match &self.teller {
            Teller::Both(function) => vec![(function, None)],
            Teller::Each([left, right]) => vec![(left, None), (right, None)],
            Teller::OfPlayer(function) => {
                vec![(function, Some(Player::Left)), (function, Some(Player::Right))]
            }
        }
    }
}

impl<V: Datum, F> ToldPosition<V, F> {
    /// The ruleset.
    #[must_use]
    pub fn rules(&self) -> &Arc<ToldRules<V, F>> {
        &self.rules
    }

    /// What the functions are given.
    #[must_use]
    pub fn position(&self) -> &V {
        &self.at
    }

    pub(crate) fn copy(&self) -> Self {
        let (rules, at) = (Arc::clone(&self.rules), self.at.clone());
        Self { rules, place: self.place, at }
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules) && self.place == other.place
    }
}

/// A vertex of the graph of sums.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Vertex {
    /// Positions that loop, in order, negatives marked, and the value of the rest.
    Sum(Box<[(u32, bool)]>, Game),
    /// A vertex of a loopy value that was among the options.
    Inside(usize, u32),
}

/// The graph of sums of one position, and what its vertices are worth.
pub(crate) struct EndlessSums {
    pub(crate) places: FxHashMap<Vertex, u32>,
    pub(crate) values: GraphValues,
}
