//! Lists, sets and maps that change: `x := MutableList([1,2]); x.Add(3)`.
//!
//! They hold everything but others of their kind, so that none holds itself. Where the elements are asked for, they are
//! those of the moment: a loop over a list that changes goes through what it held when the loop began.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::key::Key;
use crate::meter::Meter;
use crate::value::{Entry, Items, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A collection that changes.
#[derive(Debug)]
pub struct Mutable {
    kind: Kind,
    held: Mutex<Held>,
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
#[derive(Debug, Default)]
struct Held {
    list: Vec<Value>,
    keyed: BTreeMap<Key, Value>,
    /// The elements as a value, until they change.
    frozen: Option<Value>,
    charged: u64,
}

/// Bytes of an element beside itself, about.
const ELEMENT_BYTES: u64 = 64;

impl Mutable {
    pub(crate) fn new(kind: Kind, meter: &Meter) -> Arc<Self> {
        Arc::new(Self { kind, held: Mutex::default(), meter: meter.clone() })
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // Each change is whole when it is made.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts bytes more, or fewer.
    fn count(&self, held: &mut Held, value: &Value, more: bool) -> Outcome<()> {
        let bytes = value.bytes() + ELEMENT_BYTES;
        if more {
            self.meter.charge(bytes)?;
            held.charged += bytes;
        } else {
            let bytes = bytes.min(held.charged);
            self.meter.release(bytes);
            held.charged -= bytes;
        }
        held.frozen = None;
        Ok(())
    }

    /// How many elements there are.
    pub(crate) fn len(&self) -> usize {
        let held = self.held();
        held.list.len() + held.keyed.len()
    }

    /// The elements of the moment.
    pub(crate) fn elements(&self) -> Vec<Value> {
        let held = self.held();
        held.list.iter().chain(held.keyed.values()).cloned().collect()
    }

    /// The element in a place, counted from 0, of a list.
    pub(crate) fn get(&self, place: usize) -> Option<Value> {
        self.held().list.get(place).cloned()
    }

    /// The element or entry of a key.
    pub(crate) fn find(&self, key: &Key) -> Option<Value> {
        self.held().keyed.get(key).cloned()
    }

    pub(crate) fn push(&self, value: Value) -> Outcome<()> {
        let mut held = self.held();
        self.count(&mut held, &value, true)?;
        held.list.push(value);
        Ok(())
    }

    /// Puts an element or entry in its place, where another may have been.
    pub(crate) fn put(&self, key: Key, value: Value) -> Outcome<()> {
        let mut held = self.held();
        self.count(&mut held, &value, true)?;
        if let Some(old) = held.keyed.insert(key, value) {
            self.count(&mut held, &old, false)?;
        }
        Ok(())
    }

    /// Puts another value in a place of a list, counted from 0; whether there is such.
    pub(crate) fn set(&self, place: usize, value: Value) -> Outcome<bool> {
        let mut held = self.held();
        if place >= held.list.len() {
            return Ok(false);
        }
        self.count(&mut held, &value, true)?;
        let old = std::mem::replace(&mut held.list[place], value);
        self.count(&mut held, &old, false)?;
        Ok(true)
    }

    /// Takes out what stands in a place of a list, counted from 0; whether there was something.
    pub(crate) fn remove_at(&self, place: usize) -> Outcome<bool> {
        let mut held = self.held();
        if place >= held.list.len() {
            return Ok(false);
        }
        let old = held.list.remove(place);
        self.count(&mut held, &old, false)?;
        Ok(true)
    }

    /// Takes out what has a key.
    pub(crate) fn remove(&self, key: &Key) -> Outcome<()> {
        let mut held = self.held();
        if let Some(old) = held.keyed.remove(key) {
            self.count(&mut held, &old, false)?;
        }
        Ok(())
    }

    /// Puts other elements in the place of all, the same in another order or none.
    pub(crate) fn replace(&self, elements: Vec<Value>) {
        let mut held = self.held();
        if elements.is_empty() {
            self.meter.release(std::mem::take(&mut held.charged));
            held.keyed.clear();
        }
        held.list = elements;
        held.frozen = None;
    }
}

impl Drop for Mutable {
    fn drop(&mut self) {
        let charged = self.held().charged;
        self.meter.release(charged);
    }
}

impl Context<'_, '_> {
    /// What may be put in a collection that changes.
    pub(crate) fn held_fast(&mut self, value: &Value) -> Outcome<()> {
        if value.changes() {
            let shown = self.mention(value);
            return Err(Fault::of_type(farstar_play::say!("{0} can change", shown))
                .expected("what does not change, such as a list, a set or a map")
                .fix("x.ToList, x.ToSet and x.ToMap are what x holds now"));
        }
        Ok(())
    }

    /// Adds an element, of a map an entry.
    pub(crate) fn add_element(&mut self, to: &Mutable, element: &Value) -> Outcome<()> {
        self.held_fast(element)?;
        match (to.kind(), element) {
            (Kind::List, _) => to.push(element.clone()),
            (Kind::Map, Value::Entry(entry)) => {
                let key = self.lasting_key(entry.key())?;
                to.put(key, element.clone())
            }
            (Kind::Map, other) => Err(self.wrong(other, "an entry `key => value`")),
            (Kind::Set, _) => {
                let key = self.lasting_key(element)?;
                if to.find(&key).is_none() {
                    to.put(key, element.clone())?;
                }
                Ok(())
            }
        }
    }

    /// The key by which an element is found again. Functions have none: those that are written alike may differ.
    pub(crate) fn lasting_key(&mut self, value: &Value) -> Outcome<Key> {
        match value {
            Value::Function(_) | Value::FunctionRules(_) | Value::FunctionPosition(_) => {
                Err(self.wrong(value, "an element that is known by what is written"))
            }
            _ => self.key(value),
        }
    }

    /// What a collection that changes holds now, as a list, set or map.
    pub(crate) fn frozen(&mut self, of: &Mutable) -> Outcome<Value> {
        if let Some(frozen) = &of.held().frozen {
            return Ok(frozen.clone());
        }
        let items = Items::new(of.elements(), &self.meter)?;
        let frozen = match of.kind() {
            Kind::List => Value::List(items),
            Kind::Set => Value::Set(items),
            Kind::Map => Value::Map(items),
        };
        of.held().frozen = Some(frozen.clone());
        Ok(frozen)
    }

    /// Changes a map: puts a value at a key.
    pub(crate) fn put_entry(&mut self, map: &Mutable, key: &Value, value: &Value) -> Outcome<()> {
        let entry = Value::Entry(Entry::new(key.clone(), value.clone())?);
        self.add_element(map, &entry)
    }
}
