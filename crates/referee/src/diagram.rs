//! Automata over several tracks. What a state does with the digits of all tracks at one place is a decision diagram:
//! a node looks at the digit of one track, a leaf is the next state. Equal nodes are one, so that a track that does not
//! matter costs nothing.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A track, by the number of its variable. Diagrams look at smaller numbers first.
pub type Var = u16;
/// A node of a diagram, or a state where [`LEAF`] is set.
pub type Ref = u32;
/// Marks a state.
pub const LEAF: Ref = 1 << 31;

/// Diagrams by how many terms are left and the sum of those before.
type Sums = HashMap<(usize, i64), Ref>;

/// A set of nodes: their hashes need not withstand anybody.
pub(crate) type Seen = HashSet<Ref, BuildHasherDefault<Mix>>;

/// Numbers are multiplied into one another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

/// Whether each track is among those that are hidden.
#[must_use]
pub fn marked(hidden: &[Var]) -> Vec<bool> {
    let last = hidden.iter().max().map_or(0, |&last| usize::from(last) + 1);
    let mut marked = vec![false; last];
    hidden.iter().for_each(|&var| marked[usize::from(var)] = true);
    marked
}

/// A hash of some nodes.
pub(crate) fn hash(nodes: &[Ref]) -> u32 {
    let mut mix = Mix::default();
    nodes.iter().for_each(|&node| mix.write_u32(node));
    mix.finish() as u32
}

/// Places of what is kept once, by hashes.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    count: usize,
    /// The hash and the place, plus one, of each.
    slots: Vec<(u32, u32)>,
}

impl Slots {
    pub(crate) fn new() -> Self {
        Self { count: 0, slots: vec![(0, 0); 64] }
    }

    /// The place with a hash where something is the same.
    #[inline]
    pub(crate) fn find(&self, hash: u32, same: impl Fn(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while let (other, place @ 1..) = self.slots[at] {
            if other == hash && same(place as usize - 1) {
                return Some(place as usize - 1);
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// Puts a place where [`Self::find`] finds it.
    pub(crate) fn insert(&mut self, hash: u32, place: usize) {
        self.count += 1;
        if self.count * 2 > self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![(0, 0); old.len() * 2];
            old.into_iter().filter(|slot| slot.1 > 0).for_each(|slot| self.put(slot));
        }
        self.put((hash, place as u32 + 1));
    }

    fn put(&mut self, slot: (u32, u32)) {
        let mask = self.slots.len() - 1;
        let mut at = slot.0 as usize & mask;
        while self.slots[at].1 > 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }
}

/// All nodes of all diagrams.
#[derive(Clone, Debug)]
pub struct Diagrams {
    digits: usize,
    vars: Vec<Var>,
    below: Vec<Ref>,
    slots: Slots,
}

/// A deterministic automaton that begins in state 0 and reads most significant digits first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The variables it reads, increasing.
    pub tracks: Vec<Var>,
    /// Whether each state accepts.
    pub accepts: Vec<bool>,
    /// The diagram of each state.
    pub roots: Vec<Ref>,
}

impl Automaton {
    /// Whether it accepts nothing, provided that every state can be reached.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.accepts.contains(&true)
    }
}

impl Automaton {
    /// Whether it accepts some numbers, one for each track, written in a base.
    #[must_use]
    pub fn holds(&self, diagrams: &Diagrams, numbers: &[u64]) -> bool {
        let (base, mut state) = (diagrams.digits() as u64, 0);
        for place in (0..64).rev() {
            let digit = |n: u64| base.checked_pow(place).map_or(0, |weight| n / weight % base);
            let mut node = self.roots[state];
            for (&track, &number) in self.tracks.iter().zip(numbers) {
                node = diagrams.at(node, track, digit(number) as usize);
            }
            state = (node ^ LEAF) as usize;
        }
        self.accepts[state]
    }
}

impl Diagrams {
    /// No node, over so many digits.
    #[must_use]
    pub fn new(digits: usize) -> Self {
        Self { digits, vars: Vec::new(), below: Vec::new(), slots: Slots::new() }
    }

    /// How many digits there are.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.vars.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty()
    }

    /// The track a node looks at; the greatest number for a state.
    #[inline]
    #[must_use]
    pub fn var(&self, node: Ref) -> Var {
        if node & LEAF == 0 { self.vars[node as usize] } else { Var::MAX }
    }

    /// What is below a node, by digits.
    #[inline]
    #[must_use]
    pub fn below(&self, node: Ref) -> &[Ref] {
        &self.below[node as usize * self.digits..][..self.digits]
    }

    /// What is left of a node when the digit of a track is known, which no node above it looks at.
    #[inline]
    #[must_use]
    pub fn at(&self, node: Ref, var: Var, digit: usize) -> Ref {
        if self.var(node) == var { self.below[node as usize * self.digits + digit] } else { node }
    }

    /// The node with these below it; if all are one, that.
    pub fn make(&mut self, var: Var, below: &[Ref]) -> Ref {
        if below.iter().all(|&b| b == below[0]) {
            return below[0];
        }
        let hash = hash(below) ^ u32::from(var);
        let same = |node: usize| {
            let mut pairs = self.below(node as Ref).iter().zip(below);
            self.vars[node] == var && pairs.all(|(a, b)| a == b)
        };
        if let Some(node) = self.slots.find(hash, same) {
            return node as Ref;
        }
        self.slots.insert(hash, self.vars.len());
        self.vars.push(var);
        self.below.extend_from_slice(below);
        self.vars.len() as Ref - 1
    }

    /// What some nodes lead to whatever the digits are on hidden tracks: in order, each once.
    pub fn uncover(&self, is_hidden: &[bool], nodes: &mut Vec<Ref>) {
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            if is_hidden.get(usize::from(self.var(node))) == Some(&true) {
                nodes.swap_remove(at);
                nodes.extend_from_slice(self.below(node));
            } else {
                at += 1;
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
    }

    /// The diagram that goes on by the digit of a track, which may stand anywhere among the others.
    fn switch(&mut self, var: Var, by: &[Ref]) -> Ref {
        let top = by.iter().map(|&b| self.var(b)).min().unwrap_or(Var::MAX);
        if var < top {
            return self.make(var, by);
        }
        let mut below = Vec::with_capacity(self.digits);
        for digit in 0..self.digits {
            if top == var {
                below.push(self.at(by[digit], var, digit));
            } else {
                let by: Vec<Ref> = by.iter().map(|&b| self.at(b, top, digit)).collect();
                below.push(self.switch(var, &by));
            }
        }
        if top == var {
            return self.make(var, &below);
        }
        self.make(top, &below)
    }

    fn renamed_node(
        &mut self,
        node: Ref,
        to: &HashMap<Var, Var>,
        known: &mut HashMap<Ref, Ref>,
    ) -> Ref {
        if node & LEAF != 0 {
            return node;
        }
        if let Some(&done) = known.get(&node) {
            return done;
        }
        let below: Vec<Ref> = self.below(node).to_vec();
        let below: Vec<Ref> = below.into_iter().map(|b| self.renamed_node(b, to, known)).collect();
        let made = self.switch(to[&self.var(node)], &below);
        known.insert(node, made);
        made
    }

    /// The automaton that reads other variables, one for each of its tracks, not all different perhaps.
    pub fn renamed(&mut self, automaton: &Automaton, to: &[Var]) -> Automaton {
        let map = automaton.tracks.iter().copied().zip(to.iter().copied()).collect();
        let known = &mut HashMap::new();
        let roots = automaton.roots.iter().map(|&r| self.renamed_node(r, &map, known)).collect();
        let mut tracks = to.to_vec();
        tracks.sort_unstable();
        tracks.dedup();
        Automaton { tracks, accepts: automaton.accepts.clone(), roots }
    }

    /// An automaton by what it does with each choice of digits: a start, a step, and what is accepted.
    pub fn written<S: Clone + Eq + std::hash::Hash>(
        &mut self,
        tracks: &[Var],
        start: S,
        step: &dyn Fn(&Self, &S, &[usize]) -> S,
        accepts: &dyn Fn(&S) -> bool,
    ) -> Automaton {
        let mut known: HashMap<S, Ref> = HashMap::from([(start.clone(), LEAF)]);
        let mut order = vec![start];
        let mut roots = Vec::new();
        while roots.len() < order.len() {
            let from = order[roots.len()].clone();
            let mut level: Vec<Ref> = Vec::new();
            for letter in 0..self.digits.pow(tracks.len() as u32) {
                let digit = |t: usize| {
                    letter / self.digits.pow((tracks.len() - 1 - t) as u32) % self.digits
                };
                let digits: Vec<usize> = (0..tracks.len()).map(digit).collect();
                let to = step(self, &from, &digits);
                level.push(*known.entry(to.clone()).or_insert_with(|| {
                    order.push(to);
                    LEAF | (order.len() as u32 - 1)
                }));
            }
            for &track in tracks.iter().rev() {
                level = level.chunks(self.digits).map(|below| self.make(track, below)).collect();
            }
            roots.push(level[0]);
        }
        Automaton { tracks: tracks.to_vec(), accepts: order.iter().map(accepts).collect(), roots }
    }

    /// c₁x₁ + c₂x₂ + … + c = 0, or ≤ 0, in a base. Beyond a window the sign of the sum is settled: with s so far and m
    /// digits to come the sum is s·bᵐ + Σ cᵢrᵢ, 0 ≤ rᵢ < bᵐ.
    pub fn linear(&mut self, terms: &[(i64, Var)], constant: i64, at_most: bool) -> Automaton {
        let of =
            |sign: i64| terms.iter().map(|t| (t.0 * sign).max(0)).sum::<i64>() + constant.abs();
        let window = (-of(1) - 1, of(-1) + 1);
        let mut known = HashMap::from([(0, LEAF)]);
        let (mut order, mut roots, mut memo) = (vec![0i64], Vec::new(), Sums::new());
        while roots.len() < order.len() {
            let from = order[roots.len()];
            let settled = from == window.0 || from == window.1;
            let root = if settled {
                LEAF | roots.len() as Ref
            } else {
                let sum = from * self.digits as i64;
                self.linear_level(terms, sum, window, (&mut known, &mut order, &mut memo))
            };
            roots.push(root);
        }
        let accepts = |&s: &i64| if at_most { s + constant <= 0 } else { s + constant == 0 };
        let tracks = terms.iter().map(|t| t.1).collect();
        Automaton { tracks, accepts: order.iter().map(accepts).collect(), roots }
    }

    fn linear_level(
        &mut self,
        terms: &[(i64, Var)],
        sum: i64,
        window: (i64, i64),
        (known, order, memo): (&mut HashMap<i64, Ref>, &mut Vec<i64>, &mut Sums),
    ) -> Ref {
        let Some(&(factor, var)) = terms.first() else {
            let state = sum.clamp(window.0, window.1);
            return *known.entry(state).or_insert_with(|| {
                order.push(state);
                LEAF | (order.len() as u32 - 1)
            });
        };
        if let Some(&done) = memo.get(&(terms.len(), sum)) {
            return done;
        }
        let mut below = Vec::with_capacity(self.digits);
        for digit in 0..self.digits as i64 {
            let sum = sum + factor * digit;
            below.push(self.linear_level(&terms[1..], sum, window, (known, order, memo)));
        }
        let made = self.make(var, &below);
        memo.insert((terms.len(), sum), made);
        made
    }
}
