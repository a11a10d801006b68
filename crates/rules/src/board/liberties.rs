//! Rules by which stones are only placed, and blocks of stones must keep an empty neighbour (NoGo).
//!
//! Every move puts a stone on one empty cell, and all it asks is that certain blocks touch an empty cell afterwards.
//! Then cells fall apart further than their futures tell: an empty cell is tied to its neighbours, a stone to the empty
//! cells beside it and to the stones of its own blocks, and to nothing else, since stones of other blocks are walls to
//! it. In a row a run of like stones is worth one stone.

use farstar_play::Player;

use super::bits::Bits;
use super::codes::Codes;
use super::stage::{Stage, State};
use super::table::{Rule, StepTable, Tables};

/// The number of the empty cell, if a step is of this kind.
fn empty_of<W>(step: &StepTable<W>) -> Option<u8> {
    let mut empty = None;
    for leaf in &step.tree.leaves {
        let ([class], [write]) = (leaf.classes.as_slice(), leaf.writes.as_slice()) else {
            return None;
        };
        let code = class.trailing_zeros() as u8;
        let to = write.table[usize::from(code) % 16];
        if !class.is_power_of_two() || to == code || empty.is_some_and(|known| known != code) {
            return None;
        }
        let asks = step.clauses.iter().all(|rule| match rule {
            Rule::Touches { blocks, near, ground } => {
                near == class && blocks & class == 0 && !ground
            }
            _ => false,
        });
        if !asks || step.clauses.is_empty() {
            return None;
        }
        empty = Some(code);
    }
    empty
}

/// The number of the empty cell, if all moves are of this kind and ask the same.
pub(super) fn empty<W>(tables: &Tables<W>) -> Option<u8> {
    if !tables.keeps_blocks {
        return None;
    }
    let mut moves = tables.players.iter().flatten();
    let mut one = || match moves.next()?.as_slice() {
        [step] => Some(empty_of(step)),
        _ => Some(None),
    };
    let first = one()??;
    while let Some(next) = one() {
        if next != Some(first) {
            return None;
        }
    }
    Some(first)
}

impl<W: Bits> Stage<W> {
    /// Which stones hold together in blocks, each set once.
    fn kinds_of_blocks(&self) -> impl Iterator<Item = u16> + '_ {
        let blocks = |rule: &Rule<W>| match rule {
            Rule::Touches { blocks, .. } => Some(*blocks),
            _ => None,
        };
        let clauses = self.tables.players.iter().flatten().flatten().flat_map(|s| &s.clauses);
        let mut seen: Vec<u16> = Vec::new();
        clauses.filter_map(blocks).filter(move |kind| {
            let new = !seen.contains(kind);
            seen.push(*kind);
            new
        })
    }

    /// Whether every block of these stones touches an empty cell.
    pub(super) fn alive(&self, stones: W, empty: W) -> bool {
        let direct = self.topology.touching(empty).and(stones);
        direct == stones || stones.without(self.topology.flood(direct, stones)).is_empty()
    }

    /// Calls `visit` with each part of a state.
    pub(super) fn placing_parts(
        &self,
        state: &State<W>,
        empty: u8,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        let masks = self.codes.all_masks(&state.planes);
        let free = masks[usize::from(empty) % 16];
        let kinds: Vec<W> = self.kinds_of_blocks().map(|kind| Codes::class(&masks, kind)).collect();
        if !kinds.iter().all(|&stones| self.alive(stones, free)) {
            // blocks that already break the condition make every move look at all of them
            visit(state);
            return;
        }
        let stones = kinds.iter().fold(W::EMPTY, |all, &kind| all.or(kind));
        let live = self.live(state).and(free);
        let mut rest = live;
        while let Some(first) = rest.lowest() {
            let mut own = W::cell(first);
            let mut front = own;
            while !front.is_empty() {
                let mut next = self.topology.touching(front.and(free)).and(free.or(stones));
                next = next.or(self.topology.touching(front.and(stones)).and(free));
                for &kind in &kinds {
                    next = next.or(self.topology.touching(front.and(kind)).and(kind));
                }
                front = next.without(own);
                own = own.or(front);
            }
            rest = rest.without(own);
            let mut part = *state;
            for plane in part.planes.iter_mut().take(self.codes.pieces) {
                *plane = plane.and(own);
            }
            if self.codes.live {
                part.planes[self.codes.pieces] = own.and(live);
            }
            if self.topology.is_row() {
                self.shorten(&mut part, own.and(stones));
            }
            visit(&part);
        }
    }

    /// Makes runs of like stones in a row one stone each.
    pub(super) fn shorten(&self, part: &mut State<W>, mut stones: W) {
        loop {
            let twice = (0..self.codes.pieces).fold(stones.and(stones.down(1)), |all, i| {
                let plane = part.planes[i];
                all.without(plane.xor(plane.down(1)))
            });
            let Some(at) = twice.lowest() else { return };
            let low = W::ALL.down(W::CELLS - 1 - at);
            // what comes to lie on the stone kept is a stone like it
            let joined = |plane: W| plane.and(low).or(plane.without(low).down(1));
            part.planes.iter_mut().for_each(|plane| *plane = joined(*plane));
            stones = joined(stones);
        }
    }

    /// Calls `visit` with every state that a move of `player` reaches.
    pub(super) fn placings(
        &self,
        state: &State<W>,
        empty: u8,
        player: Player,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        let masks = self.codes.all_masks(&state.planes);
        let free = masks[usize::from(empty) % 16];
        let live = self.live(state);
        for step in self.tables.players[player as usize].iter().flatten() {
            let blocks = |rule: &Rule<W>| match rule {
                Rule::Touches { blocks, .. } => *blocks,
                _ => 0,
            };
            // where all blocks live only those beside the stone put down can die
            let sound = step
                .clauses
                .iter()
                .all(|rule| self.alive(Codes::class(&masks, blocks(rule)), free));
            for leaf in &step.tree.leaves {
                let Some(write) = leaf.writes.first() else { continue };
                let to = write.table[usize::from(empty) % 16];
                for cell in free.and(live).cells() {
                    let stone = W::cell(cell);
                    let mut next = *state;
                    self.codes.put(&mut next.planes, stone, to);
                    let left = free.without(stone);
                    let direct = self.topology.touching(left);
                    let beside = self.topology.touching(stone).or(stone);
                    let allowed = step.clauses.iter().all(|rule| {
                        let kind = blocks(rule);
                        let mut stones = Codes::class(&masks, kind);
                        if kind >> to & 1 != 0 {
                            stones = stones.or(stone);
                        }
                        sound && stones.and(beside).without(direct).is_empty()
                            || self.alive(stones, left)
                    });
                    if allowed {
                        visit(&next);
                    }
                }
            }
        }
    }

    /// About how many moves a player has.
    pub(super) fn places(&self, state: &State<W>, empty: u8, player: Player) -> u32 {
        let masks = self.codes.all_masks(&state.planes);
        let free = masks[usize::from(empty) % 16].and(self.live(state));
        let mut found = 0;
        for step in self.tables.players[player as usize].iter().flatten() {
            for write in step.tree.leaves.iter().flat_map(|leaf| &leaf.writes) {
                let own = 1 << write.table[usize::from(empty) % 16];
                let friends = free.or(Codes::class(&masks, own));
                found += free.and(self.topology.touching(friends)).count();
            }
        }
        found
    }
}
