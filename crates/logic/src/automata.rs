//! Products, projections and least automata, on shared decision diagrams.
//!
//! Sources: the subset construction (Rabin and Scott 1959), refinement by signatures (Moore 1956); diagrams as letters
//! as in MONA (Klarlund and Møller).

use farstar_play::{Limits, Stopped};
use farstar_referee::{Automaton, Diagrams, LEAF, Ref, Var};
use rustc_hash::FxHashMap;

/// Nodes between two looks at the limits.
const STEPS: usize = 1 << 12;
/// Bytes of a node with what is remembered of it, about.
const BYTES: usize = 48;

/// Where automata are made.
pub(crate) struct Workshop<'l> {
    pub(crate) diagrams: Diagrams,
    limits: &'l Limits,
    steps: usize,
    /// The most states that one had before its states were merged.
    pub(crate) largest: usize,
}

/// Which words of two a product keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    Both,
    Either,
    /// The first and not the second.
    Without,
}

impl Join {
    fn of(self, a: bool, b: bool) -> bool {
        match self {
            Self::Both => a && b,
            Self::Either => a || b,
            Self::Without => a && !b,
        }
    }
}

/// A state that goes to itself only, and accepts or not.
fn sink(automaton: &Automaton, accepts: bool) -> Option<Ref> {
    let mut states = automaton.roots.iter().zip(&automaton.accepts).zip(0..);
    let found = states.find(|&((&root, &a), state)| a == accepts && root == LEAF | state);
    found.map(|(_, state)| LEAF | state)
}

struct Product {
    /// Where the outcome is settled by one of the two: no.
    dead: [Option<Ref>; 2],
    states: FxHashMap<(Ref, Ref), Ref>,
    order: Vec<(Ref, Ref)>,
    memo: FxHashMap<(Ref, Ref), Ref>,
}

struct Subsets {
    hidden: Vec<Var>,
    known: FxHashMap<Vec<u32>, Ref>,
    sets: Vec<Vec<u32>>,
    hide: FxHashMap<Ref, Ref>,
    unite: FxHashMap<(Ref, Ref), Ref>,
}

impl<'l> Workshop<'l> {
    pub(crate) fn new(digits: usize, limits: &'l Limits) -> Self {
        Self { diagrams: Diagrams::new(digits), limits, steps: 0, largest: 0 }
    }

    fn step(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) {
            let bytes = (self.diagrams.len() + self.steps / 4) * BYTES;
            self.limits.check_with(self.steps as u64, bytes as u64)?;
        }
        Ok(())
    }

    /// The automaton that accepts by what two say.
    pub(crate) fn product(
        &mut self,
        a: &Automaton,
        b: &Automaton,
        join: Join,
    ) -> Result<Automaton, Stopped> {
        let dead = match join {
            Join::Both => [sink(a, false), sink(b, false)],
            Join::Either => [sink(a, true), sink(b, true)],
            Join::Without => [sink(a, false), sink(b, true)],
        };
        let settled = join == Join::Either;
        let mut product = Product {
            dead,
            states: FxHashMap::default(),
            order: Vec::new(),
            memo: FxHashMap::default(),
        };
        let mut tracks = [&a.tracks[..], &b.tracks].concat();
        tracks.sort_unstable();
        tracks.dedup();
        self.joined(&mut product, LEAF, LEAF)?;
        let (mut accepts, mut roots) = (Vec::new(), Vec::new());
        while roots.len() < product.order.len() {
            let (x, y) = product.order[roots.len()];
            if (x, y) == (Ref::MAX, Ref::MAX) {
                accepts.push(settled);
                roots.push(LEAF | roots.len() as Ref);
                continue;
            }
            let (s, t) = ((x ^ LEAF) as usize, (y ^ LEAF) as usize);
            accepts.push(join.of(a.accepts[s], b.accepts[t]));
            let root = self.joined(&mut product, a.roots[s], b.roots[t])?;
            roots.push(root);
        }
        self.least(&Automaton { tracks, accepts, roots })
    }

    fn joined(&mut self, product: &mut Product, x: Ref, y: Ref) -> Result<Ref, Stopped> {
        let settled = product.dead[0] == Some(x) || product.dead[1] == Some(y);
        if settled || x & y & LEAF != 0 {
            let pair = if settled { (Ref::MAX, Ref::MAX) } else { (x, y) };
            let order = &mut product.order;
            return Ok(*product.states.entry(pair).or_insert_with(|| {
                order.push(pair);
                LEAF | (order.len() as Ref - 1)
            }));
        }
        if let Some(&done) = product.memo.get(&(x, y)) {
            return Ok(done);
        }
        self.step()?;
        let top = self.diagrams.var(x).min(self.diagrams.var(y));
        let mut below = [0; 64];
        let digits = self.diagrams.digits();
        for (digit, below) in below.iter_mut().enumerate().take(digits) {
            let (x, y) = (self.diagrams.at(x, top, digit), self.diagrams.at(y, top, digit));
            *below = self.joined(product, x, y)?;
        }
        let made = self.diagrams.make(top, &below[..digits]);
        product.memo.insert((x, y), made);
        Ok(made)
    }

    /// The automaton that accepts a word if there are words for the hidden tracks beside it.
    pub(crate) fn project(&mut self, a: &Automaton, hidden: &[Var]) -> Result<Automaton, Stopped> {
        let tracks = a.tracks.iter().copied().filter(|t| !hidden.contains(t)).collect();
        let dead = sink(a, false).map_or(u32::MAX, |s| s ^ LEAF);
        let mut work = Subsets {
            hidden: hidden.to_vec(),
            known: FxHashMap::default(),
            sets: Vec::new(),
            hide: FxHashMap::default(),
            unite: FxHashMap::default(),
        };
        // the hidden word may be the longest
        let (mut begin, mut open) = (vec![0u32], vec![a.roots[0]]);
        while let Some(node) = open.pop() {
            if node & LEAF != 0 {
                let state = node ^ LEAF;
                if state != dead && !begin.contains(&state) {
                    begin.push(state);
                    open.push(a.roots[state as usize]);
                }
            } else if hidden.contains(&self.diagrams.var(node)) {
                open.extend(self.diagrams.below(node));
            } else {
                open.push(self.diagrams.below(node)[0]);
            }
        }
        begin.retain(|&s| s != dead);
        begin.sort_unstable();
        let nothing = work.set(Vec::new());
        let start = work.set(begin);
        // state 0 is the start: sets are numbered anew as they are met
        let mut numbers: FxHashMap<Ref, u32> = FxHashMap::from_iter([(start, 0)]);
        let (mut order, mut roots, mut accepts) = (vec![start], Vec::new(), Vec::new());
        let mut moved: FxHashMap<Ref, Ref> = FxHashMap::default();
        while roots.len() < order.len() {
            let set = work.sets[(order[roots.len()] ^ LEAF) as usize].clone();
            accepts.push(set.iter().any(|&s| a.accepts[s as usize]));
            let mut root = nothing;
            for &state in &set {
                let one = self.hidden(&mut work, a.roots[state as usize], dead)?;
                root = self.united(&mut work, root, one)?;
            }
            // in the order in which they are met
            let to = &mut |set: Ref| {
                *numbers.entry(set).or_insert_with(|| {
                    order.push(set);
                    order.len() as u32 - 1
                })
            };
            roots.push(self.renumbered(root, to, &mut moved));
        }
        self.least(&Automaton { tracks, accepts, roots })
    }

    /// A diagram with other states.
    fn renumbered(
        &mut self,
        node: Ref,
        to: &mut dyn FnMut(Ref) -> u32,
        known: &mut FxHashMap<Ref, Ref>,
    ) -> Ref {
        if node & LEAF != 0 {
            return LEAF | to(node);
        }
        if let Some(&done) = known.get(&node) {
            return done;
        }
        let (digits, var) = (self.diagrams.digits(), self.diagrams.var(node));
        let mut below = [0; 64];
        for (digit, to_be) in below.iter_mut().enumerate().take(digits) {
            let from = self.diagrams.below(node)[digit];
            *to_be = self.renumbered(from, to, known);
        }
        let made = self.diagrams.make(var, &below[..digits]);
        known.insert(node, made);
        made
    }

    /// A diagram without the hidden tracks; its leaves are sets.
    fn hidden(&mut self, work: &mut Subsets, node: Ref, dead: u32) -> Result<Ref, Stopped> {
        if node & LEAF != 0 {
            let state = node ^ LEAF;
            return Ok(work.set(if state == dead { Vec::new() } else { vec![state] }));
        }
        if let Some(&done) = work.hide.get(&node) {
            return Ok(done);
        }
        self.step()?;
        let (digits, var) = (self.diagrams.digits(), self.diagrams.var(node));
        let mut below = [0; 64];
        for (digit, to) in below.iter_mut().enumerate().take(digits) {
            let from = self.diagrams.below(node)[digit];
            *to = self.hidden(work, from, dead)?;
        }
        let made = if work.hidden.contains(&var) {
            let mut all = below[0];
            for &one in &below[1..digits] {
                all = self.united(work, all, one)?;
            }
            all
        } else {
            self.diagrams.make(var, &below[..digits])
        };
        work.hide.insert(node, made);
        Ok(made)
    }

    fn united(&mut self, work: &mut Subsets, x: Ref, y: Ref) -> Result<Ref, Stopped> {
        // the empty set is the first
        if x == y || y == LEAF {
            return Ok(x);
        }
        if x == LEAF {
            return Ok(y);
        }
        let key = (x.min(y), x.max(y));
        if let Some(&done) = work.unite.get(&key) {
            return Ok(done);
        }
        self.step()?;
        let made = if x & y & LEAF != 0 {
            let mut both =
                [&work.sets[(x ^ LEAF) as usize][..], &work.sets[(y ^ LEAF) as usize]].concat();
            both.sort_unstable();
            both.dedup();
            work.set(both)
        } else {
            let top = self.diagrams.var(x).min(self.diagrams.var(y));
            let digits = self.diagrams.digits();
            let mut below = [0; 64];
            for (digit, to) in below.iter_mut().enumerate().take(digits) {
                let (x, y) = (self.diagrams.at(x, top, digit), self.diagrams.at(y, top, digit));
                *to = self.united(work, x, y)?;
            }
            self.diagrams.make(top, &below[..digits])
        };
        work.unite.insert(key, made);
        Ok(made)
    }

    /// The least automaton that accepts the same words.
    pub(crate) fn least(&mut self, a: &Automaton) -> Result<Automaton, Stopped> {
        self.largest = self.largest.max(a.roots.len());
        let (class, count) = self.classes(a)?;
        if count == a.roots.len() {
            return Ok(a.clone());
        }
        // a state for each class, in the order in which classes are met: 0 stays the first
        let mut place = vec![u32::MAX; count];
        let mut met = 0;
        let class: Vec<u32> = class
            .into_iter()
            .map(|c| {
                if place[c as usize] == u32::MAX {
                    place[c as usize] = met;
                    met += 1;
                }
                place[c as usize]
            })
            .collect();
        let (mut accepts, mut roots) = (vec![None; count], vec![0; count]);
        let mut memo: FxHashMap<Ref, Ref> = FxHashMap::default();
        for (state, &c) in class.iter().enumerate() {
            if accepts[c as usize].is_none() {
                accepts[c as usize] = Some(a.accepts[state]);
                let to = &mut |leaf: Ref| class[(leaf ^ LEAF) as usize];
                roots[c as usize] = self.renumbered(a.roots[state], to, &mut memo);
            }
        }
        let accepts = accepts.into_iter().map(|a| a == Some(true)).collect();
        Ok(Automaton { tracks: a.tracks.clone(), accepts, roots })
    }

    /// The classes of states that accept the same, and how many there are. In each round only states are looked at that
    /// lead to one whose class has changed; where others are left in their class, these keep its name.
    fn classes(&mut self, a: &Automaton) -> Result<(Vec<u32>, usize), Stopped> {
        let before = self.leading_to(a);
        let mut class: Vec<u32> = a.accepts.iter().map(|&accepts| u32::from(accepts)).collect();
        let mut members: Vec<u32> = vec![0; 2];
        class.iter().for_each(|&c| members[c as usize] += 1);
        if members[1] == 0 || members[0] == 0 {
            return Ok((vec![0; class.len()], 1));
        }
        let mut scratch = Diagrams::new(self.diagrams.digits());
        let mut look: Vec<u32> = (0..a.roots.len() as u32).collect();
        let mut marked = vec![false; a.roots.len()];
        while !look.is_empty() {
            let mut memo: FxHashMap<Ref, Ref> = FxHashMap::default();
            let mut groups: FxHashMap<(u32, Ref), Vec<u32>> = FxHashMap::default();
            let mut looked: FxHashMap<u32, u32> = FxHashMap::default();
            let mut order: Vec<(u32, Ref)> = Vec::new();
            for &state in &look {
                let root =
                    self.classed(&mut scratch, a.roots[state as usize], &class, &mut memo)?;
                let key = (class[state as usize], root);
                *looked.entry(key.0).or_default() += 1;
                let group = groups.entry(key).or_default();
                if group.is_empty() {
                    order.push(key);
                }
                group.push(state);
            }
            let mut changed: Vec<u32> = Vec::new();
            for key in order {
                let old = key.0;
                let group = &groups[&key];
                if members[old as usize] == group.len() as u32 {
                    continue;
                }
                // the first group of a class of which all are looked at keeps the name
                if looked.get(&old) == Some(&members[old as usize]) {
                    looked.remove(&old);
                    continue;
                }
                members[old as usize] -= group.len() as u32;
                if let Some(looked) = looked.get_mut(&old) {
                    *looked -= group.len() as u32;
                }
                let fresh = members.len() as u32;
                members.push(group.len() as u32);
                group.iter().for_each(|&state| class[state as usize] = fresh);
                changed.extend(group);
            }
            look.clear();
            for state in changed {
                for &from in &before[state as usize] {
                    if !std::mem::replace(&mut marked[from as usize], true) {
                        look.push(from);
                    }
                }
            }
            look.iter().for_each(|&state| marked[state as usize] = false);
        }
        Ok((class, members.len()))
    }

    /// The states that lead to each state.
    fn leading_to(&self, a: &Automaton) -> Vec<Vec<u32>> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); a.roots.len()];
        let mut seen: FxHashMap<Ref, u32> = FxHashMap::default();
        let mut open = Vec::new();
        for (state, &root) in (0u32..).zip(&a.roots) {
            open.push(root);
            while let Some(node) = open.pop() {
                if node & LEAF != 0 {
                    let list = &mut before[(node ^ LEAF) as usize];
                    if list.last() != Some(&state) {
                        list.push(state);
                    }
                } else if seen.insert(node, state) != Some(state) {
                    open.extend(self.diagrams.below(node));
                }
            }
        }
        before
    }

    fn classed(
        &mut self,
        scratch: &mut Diagrams,
        node: Ref,
        class: &[u32],
        memo: &mut FxHashMap<Ref, Ref>,
    ) -> Result<Ref, Stopped> {
        if node & LEAF != 0 {
            return Ok(LEAF | class[(node ^ LEAF) as usize]);
        }
        if let Some(&done) = memo.get(&node) {
            return Ok(done);
        }
        self.step()?;
        let (digits, var) = (self.diagrams.digits(), self.diagrams.var(node));
        let mut below = [0; 64];
        for (digit, to) in below.iter_mut().enumerate().take(digits) {
            let from = self.diagrams.below(node)[digit];
            *to = self.classed(scratch, from, class, memo)?;
        }
        let made = scratch.make(var, &below[..digits]);
        memo.insert(node, made);
        Ok(made)
    }

    /// The words of some tracks that are not accepted, among the legal ones.
    pub(crate) fn complement(
        &mut self,
        a: &Automaton,
        legal: Option<&Automaton>,
    ) -> Result<Automaton, Stopped> {
        let Some(legal) = legal.filter(|_| !a.tracks.is_empty()) else {
            let accepts = a.accepts.iter().map(|a| !a).collect();
            return Ok(Automaton { tracks: a.tracks.clone(), accepts, roots: a.roots.clone() });
        };
        let all = self.words(&a.tracks, legal)?;
        self.product(&all, a, Join::Without)
    }

    /// Everything that is legal on these tracks.
    fn words(&mut self, tracks: &[Var], legal: &Automaton) -> Result<Automaton, Stopped> {
        let mut all = self.diagrams.renamed(legal, &tracks[..1]);
        for &track in &tracks[1..] {
            let one = self.diagrams.renamed(legal, &[track]);
            all = self.product(&all, &one, Join::Both)?;
        }
        Ok(all)
    }

    /// Both automata reading the tracks of either, with legal words on those they did not read.
    pub(crate) fn either(
        &mut self,
        a: &Automaton,
        b: &Automaton,
        legal: Option<&Automaton>,
    ) -> Result<Automaton, Stopped> {
        let wider = |shop: &mut Self, a: &Automaton, b: &Automaton| {
            let more: Vec<Var> =
                b.tracks.iter().copied().filter(|t| !a.tracks.contains(t)).collect();
            match legal {
                Some(legal) if !more.is_empty() => {
                    let words = shop.words(&more, legal)?;
                    shop.product(a, &words, Join::Both)
                }
                _ => Ok(a.clone()),
            }
        };
        let (a, b) = (wider(self, a, b)?, wider(self, b, a)?);
        self.product(&a, &b, Join::Either)
    }

    /// The least word that is accepted, by digits of the tracks, most significant first.
    pub(crate) fn witness(&self, a: &Automaton) -> Option<Vec<Vec<usize>>> {
        let mut seen = vec![false; a.roots.len()];
        let mut before: Vec<Option<(usize, Vec<usize>)>> = vec![None; a.roots.len()];
        let mut order = vec![0usize];
        seen[0] = true;
        let mut at = 0;
        while at < order.len() {
            let state = order[at];
            at += 1;
            if a.accepts[state] {
                let (mut word, mut state) = (Vec::new(), state);
                while let Some((from, letter)) = &before[state] {
                    word.push(letter.clone());
                    state = *from;
                }
                word.reverse();
                return Some(word);
            }
            let mut open = vec![(a.roots[state], Vec::new())];
            while let Some((node, letter)) = open.pop() {
                if letter.len() == a.tracks.len() {
                    let to = (node ^ LEAF) as usize;
                    if !std::mem::replace(&mut seen[to], true) {
                        before[to] = Some((state, letter));
                        order.push(to);
                    }
                    continue;
                }
                if node & LEAF != 0 && seen[(node ^ LEAF) as usize] {
                    continue;
                }
                let track = a.tracks[letter.len()];
                for digit in (0..self.diagrams.digits()).rev() {
                    let next = self.diagrams.at(node, track, digit);
                    open.push((next, [&letter[..], &[digit]].concat()));
                }
            }
        }
        None
    }
}

impl Subsets {
    fn set(&mut self, set: Vec<u32>) -> Ref {
        if let Some(&known) = self.known.get(&set) {
            return known;
        }
        let number = LEAF | self.sets.len() as Ref;
        self.sets.push(set.clone());
        self.known.insert(set, number);
        number
    }
}
