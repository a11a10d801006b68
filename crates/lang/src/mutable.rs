//! Lists, sets and maps that change: `x := MutableList([1,2]); x.Add(3)`.
//!
//! They hold everything but others of their kind, so that none holds itself. Where the elements are asked for, they are
//! those of the moment: a loop over a list that changes goes through what it held when the loop began.

use crate::meter::Meter;
use farstar_value::Stopped;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A collection that changes.
#[derive(Debug)]
pub struct Changing<K, V> {
    kind: Kind,
    held: Mutex<Held<K, V>>,
    /// What a value takes.
    bytes: fn(&V) -> u64,
    meter: Meter,
}

/// What sort of collection it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    List,
    Set,
    Map,
}

impl Kind {
    /// The name of its sort.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::List => "MutableList",
            Self::Set => "MutableSet",
            Self::Map => "MutableMap",
        }
    }
}

/// The elements of a list, or those of a set and the entries of a map by their keys.
#[derive(Debug)]
struct Held<K, V> {
    list: Vec<V>,
    keyed: BTreeMap<K, V>,
    /// The elements as a value, until they change.
    frozen: Option<V>,
    charged: u64,
}

/// Bytes of an element beside itself, about.
const ELEMENT_BYTES: u64 = 64;

impl<K: Ord, V: Clone> Changing<K, V> {
    pub(crate) fn new(kind: Kind, bytes: fn(&V) -> u64, meter: &Meter) -> Arc<Self> {
        let held = Held { list: Vec::new(), keyed: BTreeMap::new(), frozen: None, charged: 0 };
        Arc::new(Self { kind, held: Mutex::new(held), bytes, meter: meter.clone() })
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    fn held(&self) -> MutexGuard<'_, Held<K, V>> {
        // Each change is whole when it is made.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts what is put in.
    fn take_in(&self, held: &mut Held<K, V>, value: &V) -> Result<(), Stopped> {
        let bytes = (self.bytes)(value) + ELEMENT_BYTES;
        self.meter.charge(bytes)?;
        held.charged += bytes;
        held.frozen = None;
        Ok(())
    }

    /// Counts what is taken out.
    fn let_go(&self, held: &mut Held<K, V>, value: &V) {
        let bytes = ((self.bytes)(value) + ELEMENT_BYTES).min(held.charged);
        self.meter.release(bytes);
        held.charged -= bytes;
        held.frozen = None;
    }

    /// How many elements there are.
    pub(crate) fn len(&self) -> usize {
        let held = self.held();
        held.list.len() + held.keyed.len()
    }

    /// The elements of the moment.
    pub(crate) fn elements(&self) -> Vec<V> {
        let held = self.held();
        held.list.iter().chain(held.keyed.values()).cloned().collect()
    }

    /// The element in a place, counted from 0, of a list.
    pub(crate) fn get(&self, place: usize) -> Option<V> {
        self.held().list.get(place).cloned()
    }

    /// The element or entry of a key.
    pub(crate) fn find(&self, key: &K) -> Option<V> {
        self.held().keyed.get(key).cloned()
    }

    pub(crate) fn push(&self, value: V) -> Result<(), Stopped> {
        let mut held = self.held();
        self.take_in(&mut held, &value)?;
        held.list.push(value);
        Ok(())
    }

    /// Puts an element or entry in its place, where another may have been.
    pub(crate) fn put(&self, key: K, value: V) -> Result<(), Stopped> {
        let mut held = self.held();
        self.take_in(&mut held, &value)?;
        if let Some(old) = held.keyed.insert(key, value) {
            self.let_go(&mut held, &old);
        }
        Ok(())
    }

    /// Puts another value in a place of a list, counted from 0; whether there is such.
    pub(crate) fn set(&self, place: usize, value: V) -> Result<bool, Stopped> {
        let mut held = self.held();
        if place >= held.list.len() {
            return Ok(false);
        }
        self.take_in(&mut held, &value)?;
        let old = std::mem::replace(&mut held.list[place], value);
        self.let_go(&mut held, &old);
        Ok(true)
    }

    /// Takes out what stands in a place of a list, counted from 0; whether there was something.
    pub(crate) fn remove_at(&self, place: usize) -> bool {
        let mut held = self.held();
        if place >= held.list.len() {
            return false;
        }
        let old = held.list.remove(place);
        self.let_go(&mut held, &old);
        true
    }

    /// Takes out what has a key.
    pub(crate) fn remove(&self, key: &K) {
        let mut held = self.held();
        if let Some(old) = held.keyed.remove(key) {
            self.let_go(&mut held, &old);
        }
    }

    /// The elements as they were told last, if they are the same still.
    pub(crate) fn frozen(&self) -> Option<V> {
        self.held().frozen.clone()
    }

    /// Keeps how the elements are told.
    pub(crate) fn freeze(&self, told: &V) {
        self.held().frozen = Some(told.clone());
    }

    /// Puts other elements in the place of all, the same in another order or none.
    pub(crate) fn replace(&self, elements: Vec<V>) {
        let mut held = self.held();
        if elements.is_empty() {
            self.meter.release(std::mem::take(&mut held.charged));
            held.keyed.clear();
        }
        held.list = elements;
        held.frozen = None;
    }
}

impl<K, V> Drop for Changing<K, V> {
    fn drop(&mut self) {
        let held = self.held.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.meter.release(held.charged);
    }
}
