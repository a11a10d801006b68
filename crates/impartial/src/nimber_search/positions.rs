//! Positions of an impartial game by number, with their options: what the searches walk, so that none of them is
//! compiled for each game anew.

use std::cmp::Ordering;
use std::collections::HashMap;

use farstar_rules::impartial::Impartial;

use super::Parts;
use crate::error::Result;
use crate::search::listed;
use farstar_play::Meter;

/// No list.
const NONE: usize = usize::MAX;

/// Parts by number.
#[derive(Clone, Debug)]
pub(crate) struct Positions<P> {
    numbers: HashMap<P, u32>,
    parts: Vec<P>,
    options: Options,
}

/// Options as lists of numbers of parts, each list after its length.
#[derive(Clone, Debug, Default)]
struct Options {
    /// For each part, where the places of its options begin, after their number.
    starts: Vec<usize>,
    lists: Vec<usize>,
}

impl Options {
    /// Notes the options of a part, of which so many are to come.
    fn begin(&mut self, part: u32, count: usize) {
        self.starts.resize(self.starts.len().max(part as usize + 1), NONE);
        self.starts[part as usize] = self.lists.len();
        self.lists.resize(self.lists.len() + 1 + count, count);
    }

    /// Notes the parts of an option.
    fn push(&mut self, part: u32, at: usize, parts: &[u32]) {
        let place = self.starts[part as usize] + 1 + at;
        self.lists[place] = self.lists.len();
        self.lists.push(parts.len());
        self.lists.extend(parts.iter().map(|&part| part as usize));
    }

    /// How many options a part has, if they are known.
    fn count(&self, part: u32) -> Option<u32> {
        let start = self.starts.get(part as usize).filter(|&&start| start != NONE)?;
        Some(self.lists[*start] as u32)
    }
}

impl<P> Default for Positions<P> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), parts: Vec::new(), options: Options::default() }
    }
}

impl<P: Impartial> Positions<P> {
    fn number(&mut self, part: P) -> u32 {
        let next = self.parts.len() as u32;
        *self.numbers.entry(part).or_insert_with_key(|part| {
            self.parts.push(part.clone());
            next
        })
    }

    /// The numbers of the parts of a position.
    pub(crate) fn parts_of(&mut self, position: P) -> Vec<u32> {
        let mut numbers = Vec::new();
        for part in position.parts() {
            numbers.push(self.number(part));
        }
        numbers
    }
}

impl<P: Impartial> Parts for Positions<P> {
    fn options(&mut self, part: u32, meter: &mut Meter<'_>) -> Result<u32> {
        if let Some(known) = self.options.count(part) {
            return Ok(known);
        }
        let options = listed(&self.parts[part as usize], meter)?;
        let order = order(options.len(), &|a, b| options[a].cmp(&options[b]));
        self.options.begin(part, order.len());
        for (at, &option) in order.iter().enumerate() {
            let parts = self.parts_of(options[option].clone());
            self.options.push(part, at, &parts);
        }
        Ok(order.len() as u32)
    }

    fn bytes(&self) -> u64 {
        let Options { starts, lists } = &self.options;
        let words = (starts.capacity() + lists.capacity()) * size_of::<usize>();
        let numbers = self.numbers.capacity() * (size_of::<(P, u32)>() + 1);
        (self.parts.capacity() * size_of::<P>() + numbers + words) as u64
    }

    fn option(&mut self, part: u32, at: u32, out: &mut Vec<u32>) {
        let Options { starts, lists } = &self.options;
        let place = lists[starts[part as usize] + 1 + at as usize];
        let length = lists[place];
        out.extend(lists[place + 1..][..length].iter().map(|&part| part as u32));
    }

    fn size(&self, _part: u32) -> u32 {
        1
    }

    fn is_terminal(&self, part: u32) -> bool {
        self.parts[part as usize].is_terminal()
    }
}

/// The places of a list of so many in the order of what stands there, of equal ones the first.
pub(crate) fn order(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_unstable_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
    places.dedup_by(|later, first| compare(*first, *later).is_eq());
    places
}
