//! The canonical forms of the vertices of one component whose exits are handles and in which no alternating play is
//! endless.
//!
//! Dominated options go and reversible ones are bypassed until nothing changes, with comparisons of handles and
//! vertices mixed. Then no comparison is needed to merge equal vertices: without dominated and reversible options
//! equal means bisimilar. What is left has fewer cycles, so its components are found again. One vertex is known by
//! its lists, a cycle by a signature: colours of bisimulation with the handles of exits, classes in sorted order.

use super::graph::Graph;
use super::memory::{LOCAL, NONE};
use super::table::{NEXT, StopperTable, key};
use crate::calculator::Calculator;
use crate::error::Result;
use rustc_hash::{FxHashMap, FxHashSet};

impl StopperTable {
    /// The handle of a vertex outside all cycles, whose options are these handles.
    pub(super) fn of_options(
        &mut self,
        calc: &mut Calculator<'_>,
        mut lists: [Vec<u32>; 2],
    ) -> Result<Option<u32>> {
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        let raw = key([&lists[0], &lists[1]]);
        if let Some(&handle) = self.of_raw.get(&raw) {
            return Ok(Some(handle));
        }
        let handle = match self.short(calc, [&lists[0], &lists[1]])? {
            Some(game) => Some(self.of_short(calc, game)?),
            None => self.of_component(calc, vec![lists])?.map(|handles| handles[0]),
        };
        if let Some(handle) = handle {
            self.key_bytes += 4 * raw.len() as u64;
            self.of_raw.insert(raw, handle);
        }
        Ok(handle)
    }

    /// The handles of the vertices of a component in which no alternating play is endless; options inside are marked as
    /// [`LOCAL`]. There is none only if the theory is wrong here.
    pub(super) fn of_component(
        &mut self,
        calc: &mut Calculator<'_>,
        lists: Vec<[Vec<u32>; 2]>,
    ) -> Result<Option<Vec<u32>>> {
        self.locals = lists;
        self.memory.leave_component();
        let reduced = self.reduce(calc);
        let handles = reduced.and_then(|()| self.intern(calc));
        self.locals.clear();
        self.memory.leave_component();
        handles
    }

    /// The handles of all vertices of a graph in canonical form.
    pub(super) fn of_canonical(
        &mut self,
        calc: &mut Calculator<'_>,
        graph: &Graph,
    ) -> Result<Option<Vec<u32>>> {
        self.locals = graph.to_lists();
        for w in self.locals.iter_mut().flatten().flatten() {
            *w |= LOCAL;
        }
        self.memory.leave_component();
        let handles = self.intern(calc);
        self.locals.clear();
        self.memory.leave_component();
        handles
    }

    /// Options of which none is as good as another for the player of `side`.
    pub(super) fn undominated(
        &mut self,
        calc: &mut Calculator<'_>,
        side: usize,
        list: &[u32],
    ) -> Result<Vec<u32>> {
        let mut kept: Vec<u32> = Vec::with_capacity(list.len());
        'next: for &option in list {
            let mut at = 0;
            while at < kept.len() {
                if self.as_good(calc, side, kept[at], option)? {
                    continue 'next;
                }
                if self.as_good(calc, side, option, kept[at])? {
                    kept.swap_remove(at);
                } else {
                    at += 1;
                }
            }
            kept.push(option);
        }
        Ok(kept)
    }

    /// Takes out dominated options and bypasses reversible ones until nothing changes.
    fn reduce(&mut self, calc: &mut Calculator<'_>) -> Result<()> {
        loop {
            let mut bypassed = false;
            for v in 0..self.locals.len() {
                for side in [0, 1] {
                    let list = self.locals[v][side].clone();
                    // Of fewer options fewer are to be bypassed.
                    let list = self.undominated(calc, side, &list)?;
                    let (mut options, reversed) = self.bypass(calc, v as u32, side, list)?;
                    if reversed {
                        bypassed = true;
                        options = self.undominated(calc, side, &options)?;
                    }
                    options.sort_unstable();
                    self.locals[v][side] = options;
                }
            }
            if !bypassed {
                return Ok(());
            }
        }
    }

    /// The options with those that take the place of reversible ones, and whether there were any.
    fn bypass(
        &mut self,
        calc: &mut Calculator<'_>,
        v: u32,
        side: usize,
        list: Vec<u32>,
    ) -> Result<(Vec<u32>, bool)> {
        let mut options = Vec::new();
        let mut seen: FxHashSet<u32> = list.iter().copied().collect();
        let mut waiting = list;
        let mut reversed = false;
        'next: while let Some(option) = waiting.pop() {
            for at in 0..self.options(option, 1 - side).len() {
                let reply = self.options(option, 1 - side)[at];
                if !self.as_good(calc, side, LOCAL | v, reply)? {
                    continue;
                }
                reversed = true;
                let instead = self.options(reply, side).iter();
                waiting.extend(instead.filter(|&&next| seen.insert(next)));
                continue 'next;
            }
            options.push(option);
        }
        Ok((options, reversed))
    }

    /// Handles of the vertices at hand, whose lists are reduced, found from the end.
    fn intern(&mut self, calc: &mut Calculator<'_>) -> Result<Option<Vec<u32>>> {
        let mut handles = vec![NONE; self.locals.len()];
        for members in inside(&self.locals).components() {
            self.check(calc, 0)?;
            for &v in &members {
                for list in &mut self.locals[v as usize] {
                    for w in list.iter_mut().filter(|w| **w & LOCAL != 0) {
                        let handle = handles[(*w ^ LOCAL) as usize];
                        *w = if handle == NONE { *w } else { handle };
                    }
                    list.sort_unstable();
                    list.dedup();
                }
            }
            let first = members[0] as usize;
            if members.len() == 1 && self.locals[first].iter().flatten().all(|&w| w & LOCAL == 0) {
                handles[first] = self.of_reduced(calc, first)?;
                continue;
            }
            if self.is_in_a_known_cycle(calc, &members, &mut handles)? {
                if members.iter().any(|&v| handles[v as usize] == NONE) {
                    return Ok(None);
                }
                continue;
            }
            self.of_new_cycle(calc, &members, &mut handles)?;
        }
        Ok(Some(handles))
    }

    /// The handle of a vertex with reduced lists of handles.
    fn of_reduced(&mut self, calc: &mut Calculator<'_>, v: usize) -> Result<u32> {
        let [left, right] = self.locals[v].clone();
        if let Some(&handle) = self.of_lists.get(&key([&left, &right])) {
            return Ok(handle);
        }
        match self.short(calc, [&left, &right])? {
            Some(game) => self.of_short(calc, game),
            None => Ok(self.make([&left, &right], None, false)),
        }
    }

    /// Whether a cycle is one that one of its own exits is in or leads to: it has another signature then, and is the
    /// same value. Notes the handles.
    fn is_in_a_known_cycle(
        &mut self,
        calc: &mut Calculator<'_>,
        members: &[u32],
        handles: &mut [u32],
    ) -> Result<bool> {
        let exits = members.iter().flat_map(|&v| self.locals[v as usize].iter().flatten());
        let mut all: Vec<u32> =
            exits.copied().filter(|&w| w & LOCAL == 0 && self.cyclic[w as usize]).collect();
        all.sort_unstable();
        all.dedup();
        let mut seen: FxHashSet<u32> = all.iter().copied().collect();
        let mut at = 0;
        while at < all.len() {
            for side in [0, 1] {
                calc.tick()?;
                let options = self.options(all[at], side).iter().copied();
                let new = options.filter(|&y| self.cyclic[y as usize] && seen.insert(y));
                all.extend(new.collect::<Vec<u32>>());
            }
            at += 1;
        }
        let mut any = false;
        for &v in members {
            for &x in &all {
                if self.ge(calc, LOCAL | v, x)? && self.ge(calc, x, LOCAL | v)? {
                    handles[v as usize] = x;
                    any = true;
                    break;
                }
            }
        }
        Ok(any)
    }

    /// The handles of a cycle by its signature.
    fn of_new_cycle(
        &mut self,
        calc: &mut Calculator<'_>,
        members: &[u32],
        handles: &mut [u32],
    ) -> Result<()> {
        let mut colours: FxHashMap<u32, u32> = members.iter().map(|&v| (v, 0)).collect();
        let mut classes = 1;
        let coloured = |table: &Self, colours: &FxHashMap<u32, u32>, v: u32| {
            [0, 1].map(|side| {
                let colour = |&w: &u32| {
                    if w & LOCAL == 0 { w } else { LOCAL | colours[&(w ^ LOCAL)] }
                };
                let mut of: Vec<u32> = table.locals[v as usize][side].iter().map(colour).collect();
                of.sort_unstable();
                of.dedup();
                of
            })
        };
        let mut lists: Vec<[Vec<u32>; 2]>;
        loop {
            let mut signatures = Vec::with_capacity(members.len());
            for &v in members {
                calc.tick()?;
                signatures.push((colours[&v], coloured(self, &colours, v), v));
            }
            signatures.sort_unstable();
            let mut next = 0;
            for (at, (old, lists, v)) in signatures.iter().enumerate() {
                if at > 0 && (&signatures[at - 1].0, &signatures[at - 1].1) != (old, lists) {
                    next += 1;
                }
                colours.insert(*v, next);
            }
            if next + 1 == classes {
                lists = vec![[Vec::new(), Vec::new()]; classes as usize];
                for &v in members {
                    lists[colours[&v] as usize] = coloured(self, &colours, v);
                }
                break;
            }
            classes = next + 1;
        }
        let mut signature = Vec::new();
        for both in &lists {
            if !signature.is_empty() {
                signature.push(NEXT);
            }
            signature.extend(key([&both[0], &both[1]]));
        }
        let signature = signature.into_boxed_slice();
        let base = match self.of_cycle.get(&signature) {
            Some(&base) => base,
            None => {
                let base = self.len();
                for both in &mut lists {
                    for list in both.iter_mut() {
                        for w in list.iter_mut().filter(|w| **w & LOCAL != 0) {
                            *w = base + (*w ^ LOCAL);
                        }
                        list.sort_unstable();
                    }
                    self.make([&both[0], &both[1]], None, true);
                }
                self.key_bytes += 4 * signature.len() as u64;
                self.of_cycle.insert(signature, base);
                base
            }
        };
        for &v in members {
            handles[v as usize] = base + colours[&v];
        }
        Ok(())
    }
}

/// The moves of a component that stay in it.
pub(super) fn inside(lists: &[[Vec<u32>; 2]]) -> Graph {
    let of = |list: &Vec<u32>| -> Vec<u32> {
        list.iter().filter(|&&w| w & LOCAL != 0).map(|w| w ^ LOCAL).collect()
    };
    let lists: Vec<[Vec<u32>; 2]> = lists.iter().map(|both| [of(&both[0]), of(&both[1])]).collect();
    Graph::from_lists(&lists)
}
