//! Products, projections and least automata, on shared decision diagrams.
//!
//! Sources: the subset construction (Rabin and Scott 1959), refinement by signatures (Moore 1956); diagrams as letters
//! as in MONA (Klarlund and Møller).

use farstar_play::{Limits, Stopped};
use farstar_referee::diagram::marked;
use farstar_referee::{Automaton, Diagrams, LEAF, Lists, Ref, Var};

/// Nodes between two looks at the limits.
const STEPS: usize = 1 << 12;
/// Bytes of a node with what is remembered of it, about.
const BYTES: usize = 48;

/// A diagram that is not made yet.
const OPEN: Ref = Ref::MAX;

/// Where automata are made.
pub(crate) struct Workshop<'l> {
    pub(crate) diagrams: Diagrams,
    limits: &'l Limits,
    steps: usize,
    made: Made,
    /// The most states that one had before its states were merged.
    pub(crate) largest: usize,
}

/// What was made of each node in one go through them.
#[derive(Default)]
struct Made {
    time: u32,
    of: Vec<(u32, Ref)>,
}

impl Made {
    /// Forgets everything; there are so many nodes.
    fn clear(&mut self, nodes: usize) {
        self.time += 1;
        self.of.resize(nodes, (0, 0));
    }

    fn get(&self, node: Ref) -> Option<Ref> {
        self.of.get(node as usize).filter(|made| made.0 == self.time).map(|made| made.1)
    }

    fn set(&mut self, node: Ref, made: Ref) {
        self.of[node as usize] = (self.time, made);
    }
}

/// Puts a group of states in a class of their own.
fn class_of(group: &[(u32, Ref, u32)], own: u32, class: &mut [u32], changed: &mut Vec<u32>) {
    for &(_, _, state) in group {
        class[state as usize] = own;
        changed.push(state);
    }
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

/// Pairs of states of two automata, and pairs of the nodes that they lead to, with the diagram of each.
struct Product {
    /// Where the outcome is settled by one of the two.
    dead: [Option<Ref>; 2],
    states: Lists,
    pairs: Lists,
    made: Vec<Ref>,
}

/// The subset construction: sets of states, and lists of the nodes that all states of a set lead to, with the diagram
/// of each.
struct Subsets {
    is_hidden: Vec<bool>,
    dead: Option<Ref>,
    sets: Lists,
    lists: Lists,
    made: Vec<Ref>,
    spare: Vec<Vec<Ref>>,
}

impl<'l> Workshop<'l> {
    pub(crate) fn new(digits: usize, limits: &'l Limits) -> Self {
        Self {
            diagrams: Diagrams::new(digits),
            limits,
            steps: 0,
            made: Made::default(),
            largest: 0,
        }
    }

    /// The limits that all work here is under.
    pub(crate) fn limits(&self) -> &'l Limits {
        self.limits
    }

    /// Counts a step, while so many numbers are kept beside the diagrams.
    fn step(&mut self, kept: usize) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) {
            let bytes = (self.diagrams.len() + self.steps / 4) * BYTES + kept * 4;
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
        let (states, pairs) = (Lists::default(), Lists::default());
        let mut product = Product { dead, states, pairs, made: Vec::new() };
        let mut tracks = [&a.tracks[..], &b.tracks].concat();
        tracks.sort_unstable();
        tracks.dedup();
        self.joined(&mut product, LEAF, LEAF)?;
        let (mut accepts, mut roots) = (Vec::new(), Vec::new());
        while roots.len() < product.states.len() {
            let &[x, y] = product.states.get(roots.len()) else {
                accepts.push(settled);
                roots.push(LEAF | roots.len() as Ref);
                continue;
            };
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
            let pair = if settled { &[][..] } else { &[x, y] };
            return Ok(LEAF | product.states.insert(pair) as Ref);
        }
        let place = product.pairs.insert(&[x, y]);
        if let Some(&made) = product.made.get(place).filter(|&&made| made != OPEN) {
            return Ok(made);
        }
        self.step(product.pairs.nodes())?;
        product.made.resize(product.pairs.len(), OPEN);
        let top = self.diagrams.var(x).min(self.diagrams.var(y));
        let mut below = [0; 64];
        let digits = self.diagrams.digits();
        for (digit, below) in below.iter_mut().enumerate().take(digits) {
            let (x, y) = (self.diagrams.at(x, top, digit), self.diagrams.at(y, top, digit));
            *below = self.joined(product, x, y)?;
        }
        let made = self.diagrams.make(top, &below[..digits]);
        product.made[place] = made;
        Ok(made)
    }

    /// The automaton that accepts a word if there are words for the hidden tracks beside it.
    pub(crate) fn project(&mut self, a: &Automaton, hidden: &[Var]) -> Result<Automaton, Stopped> {
        let tracks = a.tracks.iter().copied().filter(|t| !hidden.contains(t)).collect();
        let (sets, lists) = (Lists::default(), Lists::default());
        let (made, spare) = (Vec::new(), Vec::new());
        let (is_hidden, dead) = (marked(hidden), sink(a, false));
        let mut work = Subsets { is_hidden, dead, sets, lists, made, spare };
        // the hidden word may be the longest
        let (mut begin, mut open) = (vec![LEAF], vec![a.roots[0]]);
        while let Some(node) = open.pop() {
            if node & LEAF != 0 {
                if !begin.contains(&node) {
                    begin.push(node);
                    open.push(a.roots[(node ^ LEAF) as usize]);
                }
            } else if hidden.contains(&self.diagrams.var(node)) {
                open.extend(self.diagrams.below(node));
            } else {
                open.push(self.diagrams.below(node)[0]);
            }
        }
        self.united(&mut work, begin)?;
        let (mut accepts, mut roots) = (Vec::new(), Vec::new());
        while roots.len() < work.sets.len() {
            let set = work.sets.get(roots.len()).iter().map(|&leaf| (leaf ^ LEAF) as usize);
            accepts.push(set.clone().any(|state| a.accepts[state]));
            let list = set.map(|state| a.roots[state]).collect();
            roots.push(self.united(&mut work, list)?);
        }
        self.least(&Automaton { tracks, accepts, roots })
    }

    /// The diagram of what some nodes lead to together, without the hidden tracks; its leaves are sets.
    fn united(&mut self, work: &mut Subsets, mut list: Vec<Ref>) -> Result<Ref, Stopped> {
        self.diagrams.uncover(&work.is_hidden, &mut list);
        if let Some(dead) = work.dead
            && let Ok(at) = list.binary_search(&dead)
        {
            list.remove(at);
        }
        let top = list.iter().map(|&node| self.diagrams.var(node)).min().unwrap_or(Var::MAX);
        let place = if top == Var::MAX { LEAF as usize } else { work.lists.insert(&list) };
        let made = if top == Var::MAX {
            LEAF | work.sets.insert(&list) as Ref
        } else if let Some(&made) = work.made.get(place).filter(|&&made| made != OPEN) {
            made
        } else {
            self.step(work.lists.nodes() + work.sets.nodes())?;
            work.made.resize(work.lists.len(), OPEN);
            let digits = self.diagrams.digits();
            let mut below = [0; 64];
            for (digit, below) in below.iter_mut().enumerate().take(digits) {
                let mut next = work.spare.pop().unwrap_or_default();
                next.clear();
                next.extend(list.iter().map(|&node| self.diagrams.at(node, top, digit)));
                *below = self.united(work, next)?;
            }
            let made = self.diagrams.make(top, &below[..digits]);
            work.made[place] = made;
            made
        };
        work.spare.push(list);
        Ok(made)
    }

    /// A diagram with other states.
    fn renumbered(&mut self, node: Ref, to: &mut dyn FnMut(Ref) -> u32) -> Ref {
        if node & LEAF != 0 {
            return LEAF | to(node);
        }
        if let Some(done) = self.made.get(node) {
            return done;
        }
        let (digits, var) = (self.diagrams.digits(), self.diagrams.var(node));
        let mut below = [0; 64];
        for (digit, to_be) in below.iter_mut().enumerate().take(digits) {
            let from = self.diagrams.below(node)[digit];
            *to_be = self.renumbered(from, to);
        }
        let made = self.diagrams.make(var, &below[..digits]);
        self.made.set(node, made);
        made
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
        self.made.clear(self.diagrams.len());
        for (state, &c) in class.iter().enumerate() {
            if accepts[c as usize].is_none() {
                accepts[c as usize] = Some(a.accepts[state]);
                let to = &mut |leaf: Ref| class[(leaf ^ LEAF) as usize];
                roots[c as usize] = self.renumbered(a.roots[state], to);
            }
        }
        let accepts = accepts.into_iter().map(|a| a == Some(true)).collect();
        Ok(Automaton { tracks: a.tracks.clone(), accepts, roots })
    }

    /// The classes of states that accept the same, and how many there are. In each round only states are looked at that
    /// lead to one whose class has changed; where others are left in their class, these keep its name.
    fn classes(&mut self, a: &Automaton) -> Result<(Vec<u32>, usize), Stopped> {
        let mut class: Vec<u32> = a.accepts.iter().map(|&accepts| u32::from(accepts)).collect();
        let mut members: Vec<u32> = vec![0; 2];
        class.iter().for_each(|&c| members[c as usize] += 1);
        if members[1] == 0 || members[0] == 0 {
            return Ok((vec![0; class.len()], 1));
        }
        let before = self.leading_to(a);
        let mut scratch = Diagrams::new(self.diagrams.digits());
        let mut look: Vec<u32> = (0..a.roots.len() as u32).collect();
        let mut marked = vec![false; a.roots.len()];
        while !look.is_empty() {
            self.made.clear(self.diagrams.len());
            // states by their class and by those that they lead to
            let mut keys: Vec<(u32, Ref, u32)> = Vec::with_capacity(look.len());
            for &state in &look {
                let root = self.classed(&mut scratch, a.roots[state as usize], &class)?;
                keys.push((class[state as usize], root, state));
            }
            keys.sort_unstable();
            let mut changed: Vec<u32> = Vec::new();
            for all in keys.chunk_by(|a, b| a.0 == b.0) {
                let old = all[0].0 as usize;
                // the first group of a class of which all are looked at keeps the name
                let kept = usize::from(members[old] == all.len() as u32);
                for group in all.chunk_by(|a, b| a.1 == b.1).skip(kept) {
                    members[old] -= group.len() as u32;
                    class_of(group, members.len() as u32, &mut class, &mut changed);
                    members.push(group.len() as u32);
                }
            }
            look.clear();
            for state in changed {
                let leading = before.partition_point(|pair| pair.0 < state);
                for &(_, from) in before[leading..].iter().take_while(|pair| pair.0 == state) {
                    if !std::mem::replace(&mut marked[from as usize], true) {
                        look.push(from);
                    }
                }
            }
            look.iter().for_each(|&state| marked[state as usize] = false);
        }
        Ok((class, members.len()))
    }

    /// The states that lead to each state: pairs of one and one that leads to it, in order.
    fn leading_to(&mut self, a: &Automaton) -> Vec<(u32, u32)> {
        let (mut pairs, mut open) = (Vec::new(), Vec::new());
        self.made.clear(self.diagrams.len());
        for (state, &root) in (0u32..).zip(&a.roots) {
            open.push(root);
            while let Some(node) = open.pop() {
                if node & LEAF != 0 {
                    pairs.push((node ^ LEAF, state));
                } else if self.made.get(node) != Some(state) {
                    self.made.set(node, state);
                    open.extend(self.diagrams.below(node));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    fn classed(
        &mut self,
        scratch: &mut Diagrams,
        node: Ref,
        class: &[u32],
    ) -> Result<Ref, Stopped> {
        if node & LEAF != 0 {
            return Ok(LEAF | class[(node ^ LEAF) as usize]);
        }
        if let Some(done) = self.made.get(node) {
            return Ok(done);
        }
        self.step(0)?;
        let (digits, var) = (self.diagrams.digits(), self.diagrams.var(node));
        let mut below = [0; 64];
        for (digit, to) in below.iter_mut().enumerate().take(digits) {
            let from = self.diagrams.below(node)[digit];
            *to = self.classed(scratch, from, class)?;
        }
        let made = scratch.make(var, &below[..digits]);
        self.made.set(node, made);
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
