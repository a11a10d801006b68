//! Independent parts where no clause looks around: all places at once, by shifts.
//!
//! It finds what `parts` finds, for rules without clauses on boards of rows: the sets S grow by shifting whole masks, and classes
//! are floods along links, each a shift with the set of cells from which it leads.

use super::bits::Bits;
use super::stage::{Stage, State};

/// Links by their shifts: from a cell of the mask to the cell so much further.
struct Links<W> {
    shifts: Vec<(i32, W)>,
}

impl<W: Bits> Links<W> {
    fn add(&mut self, shift: i32, from: W) {
        if from.is_empty() {
            return;
        }
        match self.shifts.iter_mut().find(|(known, _)| *known == shift) {
            Some((_, mask)) => *mask = mask.or(from),
            None => self.shifts.push((shift, from)),
        }
    }

    fn forward(&self, cells: W) -> W {
        self.shifts
            .iter()
            .fold(W::EMPTY, |all, &(shift, mask)| all.or(cells.and(mask).moved(shift)))
    }

    fn backward(&self, cells: W) -> W {
        self.shifts
            .iter()
            .fold(W::EMPTY, |all, &(shift, mask)| all.or(cells.moved(-shift).and(mask)))
    }
}

impl<W: Bits> Stage<W> {
    pub(super) fn free_parts(&self, state: &State<W>, out: &mut Vec<State<W>>) {
        let mut may = self.codes.masks(&state.planes);
        may[0] = self.board.without(may.iter().fold(W::EMPTY, |all, &m| all.or(m)));
        loop {
            let before = may;
            for (_, _, step) in self.steps_of_all() {
                let now = may;
                self.all_matches(&step.tree, &now, &mut |leaf, anchors| {
                    for write in &leaf.writes {
                        let (to, from) = (leaf.offsets[write.cell], leaf.offsets[write.source]);
                        let mut codes = leaf.classes[write.source];
                        while codes != 0 {
                            let code = codes.trailing_zeros() as usize;
                            codes &= codes - 1;
                            let cells = anchors.and(now[code].moved(-from)).moved(to);
                            let image = usize::from(write.table[code]);
                            may[image] = may[image].or(cells);
                        }
                    }
                });
            }
            if may == before {
                break;
            }
        }
        let (mut once, mut loose) = (W::EMPTY, W::EMPTY);
        for &mask in &may {
            loose = loose.or(once.and(mask));
            once = once.or(mask);
        }
        let mut links = Links { shifts: Vec::new() };
        let mut sight = Links { shifts: Vec::new() };
        for (_, length, step) in self.steps_of_all() {
            self.all_matches(&step.tree, &may, &mut |leaf, anchors| {
                let last = leaf.offsets.len() - 1;
                // the cells shared by two steps of a move join them even if they never change
                let held = |i: usize| {
                    if length > 1 && (i == 0 || i == last) {
                        anchors
                    } else {
                        anchors.and(loose.moved(-leaf.offsets[i]))
                    }
                };
                let held: Vec<W> = (0..=last).map(held).collect();
                for i in 0..=last {
                    for j in 0..=last {
                        let shift = leaf.offsets[j] - leaf.offsets[i];
                        if i < j {
                            links.add(shift, held[i].and(held[j]).moved(leaf.offsets[i]));
                        }
                        if i != j {
                            sight.add(shift, held[i].without(held[j]).moved(leaf.offsets[i]));
                        }
                    }
                }
            });
        }
        let mut rest = loose;
        while let Some(first) = rest.lowest() {
            let mut own = W::cell(first);
            let mut front = own;
            while !front.is_empty() {
                front = links.forward(front).or(links.backward(front)).without(own);
                own = own.or(front);
            }
            rest = rest.without(own);
            let kept = own.or(sight.forward(own));
            let mut part = *state;
            for plane in part.planes.iter_mut().take(self.codes.pieces) {
                *plane = plane.and(kept);
            }
            out.push(part);
        }
    }
}

/// Whether no rule of a player has a clause.
pub(super) fn is_free<W>(tables: &super::table::Tables<W>) -> bool {
    tables.players.iter().flatten().flatten().all(|step| step.clauses.is_empty())
}
