//! Sides of one component with endless alternating play, whose exits are stoppers by handle.
//!
//! The lists of its vertices are changed by the stages of [`sidling`](super::sidling), all vertices at once; after
//! each stage the changed graph is held against the *first* one at every vertex of the component, both ways. Then all
//! values are what they were, so the first order table stays right and is the only one that stages ask. (Were only
//! the root held against, other values might change, and the table be wrong for what follows.) As soon as no
//! alternating play inside is endless, the component is reduced like others.

use super::graph::{Graph, reachable};
use super::memory::LOCAL;
use super::order::{Endless, Survival, survival};
use super::reduce::inside;
use super::sidling::{MOST_ROUNDS, STAGES, side_of};
use super::table::StopperTable;
use crate::calculator::Calculator;
use crate::error::Result;
use farstar_play::Player;
use rustc_hash::FxHashMap;

type Lists = Vec<[Vec<u32>; 2]>;

/// The component with its exits and their followers, which are numbered first, as an onside.
struct Sidled {
    lists: Lists,
    /// The handles of the exits and their followers.
    exits: Vec<u32>,
    first: Graph,
    order: Survival,
    mirrored: bool,
}

impl StopperTable {
    /// The handles of a component's vertices on one side; `None` if it is not found to be a stopper.
    pub(super) fn sides_of_component(
        &mut self,
        calc: &mut Calculator<'_>,
        component: &[[Vec<u32>; 2]],
        winner: Player,
    ) -> Result<Option<Vec<u32>>> {
        let mut sidled = self.with_exits(calc, component, winner)?;
        if sidled.simplify(calc)? {
            let Sidled { mut lists, exits, mirrored, .. } = sidled;
            let component = lists.split_off(exits.len());
            let base = exits.len() as u32;
            let local = |both: [Vec<u32>; 2]| {
                let [left, right] = both.map(|list| {
                    let marked =
                        |w: u32| if w < base { exits[w as usize] } else { LOCAL | (w - base) };
                    let mut of: Vec<u32> = list.into_iter().map(marked).collect();
                    of.sort_unstable();
                    of.dedup();
                    of
                });
                if mirrored { [right, left] } else { [left, right] }
            };
            return self.of_component(calc, component.into_iter().map(local).collect());
        }
        // One by one, from as far as all together came.
        let mut handles = Vec::with_capacity(component.len());
        for v in sidled.own() {
            let mut side = side_of(calc, &reachable(&sidled.lists, v), Player::Left)?;
            if !side.is_stopper() {
                return Ok(None);
            }
            if sidled.mirrored {
                side = side.negative();
            }
            match self.of_canonical(calc, &side)? {
                Some(of) => handles.push(of[0]),
                None => return Ok(None),
            }
        }
        Ok(Some(handles))
    }

    fn with_exits(
        &mut self,
        calc: &mut Calculator<'_>,
        component: &[[Vec<u32>; 2]],
        winner: Player,
    ) -> Result<Sidled> {
        let mut places: FxHashMap<u32, u32> = FxHashMap::default();
        let mut exits: Vec<u32> = Vec::new();
        let mut enter = |exits: &mut Vec<u32>, y: u32| {
            let next = exits.len() as u32;
            if *places.entry(y).or_insert(next) == next {
                exits.push(y);
            }
            places[&y]
        };
        let mut own: Lists = Vec::with_capacity(component.len());
        for both in component {
            let mut kept = [Vec::new(), Vec::new()];
            for (side, list) in both.iter().enumerate() {
                let (out, within): (Vec<u32>, Vec<u32>) =
                    list.iter().partition(|&&w| w & LOCAL == 0);
                for y in self.undominated(calc, side, &out)? {
                    kept[side].push(enter(&mut exits, y));
                }
                kept[side].extend(within);
            }
            own.push(kept);
        }
        let mut lists: Lists = Vec::new();
        while lists.len() < exits.len() {
            calc.tick()?;
            let x = exits[lists.len()];
            lists.push(
                [0, 1].map(|side| {
                    self.options(x, side).iter().map(|&y| enter(&mut exits, y)).collect()
                }),
            );
        }
        let base = exits.len() as u32;
        for w in own.iter_mut().flatten().flatten().filter(|w| **w & LOCAL != 0) {
            *w = base + (*w ^ LOCAL);
        }
        lists.extend(own);
        let mirrored = winner == Player::Right;
        if mirrored {
            lists.iter_mut().for_each(|both| both.swap(0, 1));
        }
        let first = Graph::from_lists(&lists);
        let order = survival(calc, &first, &first, Endless::SavedByFirst)?;
        Ok(Sidled { lists, exits, first, order, mirrored })
    }
}

impl Sidled {
    /// The vertices of the component.
    fn own(&self) -> std::ops::Range<u32> {
        self.exits.len() as u32..self.lists.len() as u32
    }

    /// Whether no alternating play inside the component is endless any more.
    fn is_stopper(&self) -> bool {
        let base = self.exits.len() as u32;
        let mark = |list: &Vec<u32>| -> Vec<u32> {
            list.iter().filter(|&&w| w >= base).map(|w| LOCAL | (w - base)).collect()
        };
        let own: Lists = self.lists[base as usize..]
            .iter()
            .map(|both| [mark(&both[0]), mark(&both[1])])
            .collect();
        inside(&own).is_stopper()
    }

    /// Whether changed lists leave every vertex of the component equal to what it was at first.
    fn keeps(&self, calc: &mut Calculator<'_>, lists: &[[Vec<u32>; 2]]) -> Result<bool> {
        let new = Graph::from_lists(lists);
        let down = survival(calc, &self.first, &new, Endless::SavedByFirst)?;
        if !self.own().all(|v| down.ge(v, v)) {
            return Ok(false);
        }
        let up = survival(calc, &new, &self.first, Endless::SavedByFirst)?;
        Ok(self.own().all(|v| up.ge(v, v)))
    }

    /// Changes the lists by stages until the component is a stopper, if that comes about.
    fn simplify(&mut self, calc: &mut Calculator<'_>) -> Result<bool> {
        for _ in 0..MOST_ROUNDS {
            let mut any = false;
            for stage in STAGES {
                if self.is_stopper() {
                    return Ok(true);
                }
                let mut lists = self.lists.clone();
                let mut changed = false;
                for v in self.own() {
                    changed |= stage(calc, &mut lists, &self.order, v)?;
                }
                if !changed {
                    continue;
                }
                if self.keeps(calc, &lists)? {
                    self.lists = lists;
                    any = true;
                    continue;
                }
                for v in self.own() {
                    let mut lists = self.lists.clone();
                    if stage(calc, &mut lists, &self.order, v)? && self.keeps(calc, &lists)? {
                        self.lists = lists;
                        any = true;
                    }
                }
            }
            if !any {
                break;
            }
        }
        Ok(self.is_stopper())
    }
}
