//! The names of a session. Texts are compiled against the places of the names, so that a variable is found without its
//! name.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tells the names of one session from those of another.
static SESSIONS: AtomicU64 = AtomicU64::new(0);

/// The variables of a session, each in a place of its own.
#[derive(Debug)]
pub(crate) struct Globals<V> {
    session: u64,
    places: BTreeMap<Arc<str>, u32>,
    names: Vec<Arc<str>>,
    values: Vec<Option<V>>,
}

impl<V> Globals<V> {
    pub(crate) fn new() -> Self {
        Self {
            session: SESSIONS.fetch_add(1, Ordering::Relaxed),
            places: BTreeMap::new(),
            names: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Which session's names these are.
    pub(crate) fn session(&self) -> u64 {
        self.session
    }

    /// The place of a name, whether or not it has a value.
    pub(crate) fn place(&mut self, name: &Arc<str>) -> u32 {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = u32::try_from(self.names.len())
            .expect("names come from texts of at most 256 MiB, so there are fewer than 2^32");
        self.places.insert(Arc::clone(name), place);
        self.names.push(Arc::clone(name));
        self.values.push(None);
        place
    }

    /// The value in a place.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> Option<&V> {
        self.values[place].as_ref()
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn at_mut(&mut self, place: usize) -> Option<&mut V> {
        self.values[place].as_mut()
    }

    /// Gives the name in a place its value, and gives back the one it had.
    #[inline]
    pub(crate) fn set(&mut self, place: usize, value: V) -> Option<V> {
        self.values[place].replace(value)
    }

    /// Takes all values away.
    pub(crate) fn clear(&mut self) {
        self.values.fill_with(|| None);
    }

    /// The value of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&V> {
        self.values[*self.places.get(name)? as usize].as_ref()
    }

    /// The names that have values, in alphabetical order, with them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.places
            .iter()
            .filter_map(|(name, &place)| Some((&**name, self.values[place as usize].as_ref()?)))
    }
}
