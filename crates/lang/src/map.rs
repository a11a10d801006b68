//! Maps: `{Left => 2, Right => 1}`, sets of entries with different keys.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::sort_key::SortKey;
use crate::value::{Entry, Items, Value};
use farstar_play::say;
use std::sync::Arc;

/// The entries of a map, in the order of their keys.
pub(crate) fn entries(items: &Items) -> impl Iterator<Item = &Arc<Entry>> {
    items.as_slice().iter().filter_map(|item| match item {
        Value::Entry(entry) => Some(entry),
        _ => None,
    })
}

impl Context<'_, '_> {
    /// The map with these entries. Their keys are compared as the elements of a set are.
    ///
    /// # Errors
    /// An element that is no entry, and a key with two values.
    pub(crate) fn map(&mut self, items: Vec<Value>) -> Outcome<Value> {
        let mut keyed = Vec::with_capacity(items.len());
        let alone = items.len() <= 1;
        for item in items {
            self.calc.limits().check()?;
            let Value::Entry(entry) = item else {
                return Err(self.wrong(&item, "an entry `key => value` like the others"));
            };
            let key = if alone { SortKey::default() } else { self.key(entry.key())? };
            keyed.push((key, entry));
        }
        keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
        keyed.dedup_by(|(_, a), (_, b)| a.key().same(b.key()) && a.value().same(b.value()));
        if let Some(twice) = keyed.windows(2).find(|two| two[0].1.key().same(two[1].1.key())) {
            let key = self.mention(twice[0].1.key());
            return Err(Fault::domain(say!("the key {0} has two values", key)));
        }
        let entries = keyed.into_iter().map(|(_, entry)| Value::Entry(entry)).collect();
        Ok(Value::Map(Items::new(entries, &self.meter)?))
    }

    /// The place of an element, or of the entry with a key, by the index; what may be equal to a game without being the
    /// same is looked at in turn.
    pub(crate) fn place_of(&mut self, items: &Items, wanted: &Value) -> Outcome<Option<usize>> {
        let all = items.as_slice();
        let key = |place: usize| match &all[place] {
            Value::Entry(entry) => entry.key(),
            other => other,
        };
        let index = items.index()?;
        if let Some(hash) = wanted.hash() {
            if let Some(place) = index.with_hash(hash).find(|&place| key(place).same(wanted)) {
                return Ok(Some(place));
            }
            for &place in &index.others {
                if self.equal(key(place as usize), wanted)? {
                    return Ok(Some(place as usize));
                }
            }
            return Ok(None);
        }
        for place in 0..all.len() {
            if self.equal(key(place), wanted)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// What belongs to a key.
    pub(crate) fn value_of_key(&mut self, map: &Items, key: &Value) -> Outcome<Value> {
        if let Some(place) = self.place_of(map, key)?
            && let Value::Entry(entry) = &map.as_slice()[place]
        {
            return Ok(entry.value().clone());
        }
        let shown = self.mention(key);
        let keys: Vec<Value> = entries(map).map(|entry| entry.key().clone()).collect();
        let keys = self.set(keys)?;
        let fault = Fault::domain(say!("the map has no key {0}", shown));
        Err(fault.expected(say!("one of {0}", self.mention(&keys))))
    }
}
