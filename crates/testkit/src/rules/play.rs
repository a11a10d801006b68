//! Moves on a board, step by step and clause by clause.

use std::collections::{BTreeMap, BTreeSet};

use super::numbers::Cell;
use super::reader::{Clause, Step};
use super::{Interpreter, Place, Position};

impl Interpreter {
    pub(crate) fn board_options(&self, position: &Position, left: bool) -> BTreeSet<Position> {
        let mut found = BTreeSet::new();
        if self.stops.iter().any(|stop| !self.matches(position, stop, None).is_empty()) {
            return found;
        }
        for steps in &self.moves[usize::from(!left)] {
            let mut fronts = vec![(position.clone(), None)];
            for (i, step) in steps.iter().enumerate() {
                // a later step starts where the one before ended, on the board
                fronts.retain(|(_, start)| i == 0 || start.is_some());
                fronts =
                    fronts.iter().flat_map(|(p, start)| self.step(p, step, *start, left)).collect();
            }
            found.extend(fronts.into_iter().map(|front| front.0).filter(|p| p != position));
        }
        found
    }

    /// The positions after a step, each with the last place of it.
    fn step(
        &self,
        before: &Position,
        step: &Step,
        start: Option<Place>,
        left: bool,
    ) -> Vec<(Position, Option<Place>)> {
        let mut found = Vec::new();
        for one in self.matches(before, &step.from, start) {
            let written = self.written(before, &one, &step.to);
            let last = one.places.last().copied().filter(|p| before.cells.contains_key(p));
            for known in self.values(before, &step.from, &one) {
                let Some(written) = self.counted(before, &one, &written, &known) else { continue };
                if self.kind == "row" {
                    found.push((closed(before, &one.places, &written), last));
                    continue;
                }
                let mut after = before.clone();
                for (place, cell) in one.places.iter().zip(&written) {
                    if before.cells.contains_key(place) {
                        self.put(&mut after, *place, *cell);
                    }
                }
                let changed = altered(before, &after);
                // what looks at the result comes after all effects
                let (last_of_all, first): (Vec<&Clause>, Vec<&Clause>) =
                    step.clauses.iter().partition(|clause| {
                        matches!(clause, Clause::NotMaking(_) | Clause::Touches(..))
                    });
                let mut clauses = first.into_iter().chain(last_of_all);
                if clauses.all(|clause| self.allows(clause, before, &mut after, &changed, left)) {
                    found.push((after, last));
                }
            }
        }
        found
    }

    fn allows(
        &self,
        clause: &Clause,
        before: &Position,
        after: &mut Position,
        changed: &BTreeSet<Place>,
        left: bool,
    ) -> bool {
        match clause {
            Clause::Beside(wanted, class) => {
                let near = self.neighbours(before, changed);
                near.iter().any(|&p| class.contains(&self.piece(before, p))) == *wanted
            }
            Clause::Hand(true) => {
                let hand = &mut after.hands[usize::from(!left)];
                let has = *hand > 0;
                *hand = hand.saturating_sub(1);
                has
            }
            Clause::Hand(false) => before.hands[usize::from(!left)] == 0,
            Clause::Around(from, to) => {
                let near = self.neighbours(before, changed);
                self.replace(after, &near, from, to)
            }
            Clause::Reachable(from, to) => {
                let mut reached = changed.clone();
                let mut front: Vec<Place> = changed.iter().copied().collect();
                while let Some(place) = front.pop() {
                    for next in self.next_to(before, place) {
                        if before.cells.contains_key(&next) && reached.insert(next) {
                            front.push(next);
                        }
                    }
                }
                self.replace(after, &reached.difference(changed).copied().collect(), from, to)
            }
            Clause::Clear(blocks, off, piece) => {
                let alone = self.untouched(after, blocks, off);
                self.replace(after, &alone, blocks, &[*piece])
            }
            Clause::Touches(blocks, near) => self.untouched(after, blocks, near).is_empty(),
            Clause::NotMaking(search) => {
                let altered = altered(before, after);
                !self
                    .matches(after, search, None)
                    .iter()
                    .any(|m| m.places.iter().any(|p| altered.contains(p)))
            }
        }
    }

    /// Neighbours of the places that are not among them.
    fn neighbours(&self, position: &Position, places: &BTreeSet<Place>) -> BTreeSet<Place> {
        places
            .iter()
            .flat_map(|&p| self.next_to(position, p))
            .filter(|p| !places.contains(p))
            .collect()
    }

    /// Neighbours in either direction.
    fn touching(&self, position: &Position, place: Place) -> Vec<Place> {
        let mut found = self.next_to(position, place);
        if self.kind == "digraph" {
            found.extend(
                position.cells.keys().filter(|&&p| self.next_to(position, p).contains(&place)),
            );
        }
        found
    }

    /// The places of blocks that touch nothing of `near`.
    pub(super) fn untouched(
        &self,
        position: &Position,
        blocks: &[char],
        near: &[char],
    ) -> BTreeSet<Place> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for (&place, piece) in &position.cells {
            if !blocks.contains(piece) || !seen.insert(place) {
                continue;
            }
            let mut block = vec![place];
            let mut touches = false;
            let mut at = 0;
            while at < block.len() {
                for next in self.touching(position, block[at]) {
                    let piece = self.piece(position, next);
                    touches |= near.contains(&piece);
                    if blocks.contains(&piece) && seen.insert(next) {
                        block.push(next);
                    }
                }
                at += 1;
            }
            if !touches {
                found.extend(block);
            }
        }
        found
    }
}

fn altered(before: &Position, after: &Position) -> BTreeSet<Place> {
    before
        .cells
        .iter()
        .filter(|(place, piece)| {
            after.cells[place] != **piece || after.numbers.get(place) != before.numbers.get(place)
        })
        .map(|(&place, _)| place)
        .collect()
}

/// A row in which the matched stretch is replaced.
fn closed(before: &Position, places: &[Place], written: &[Cell]) -> Position {
    let (low, high) = (
        places.iter().map(|p| p.0).min().unwrap_or(0),
        places.iter().map(|p| p.0).max().unwrap_or(0),
    );
    let mut middle: Vec<Cell> = written.iter().copied().filter(|cell| cell.0 != '$').collect();
    if places[0].0 > places[places.len() - 1].0 {
        middle.reverse();
    }
    let rest = |wanted: &dyn Fn(i32) -> bool| -> Vec<Cell> {
        let there = before.cells.iter().filter(|(p, _)| wanted(p.0));
        there.map(|(p, c)| (*c, before.numbers.get(p).copied())).collect()
    };
    let line = [rest(&|x| x < low), middle, rest(&|x| x > high)].concat();
    let mut after = Position { cells: BTreeMap::new(), numbers: BTreeMap::new(), ..before.clone() };
    for (x, (piece, number)) in (0..).zip(line) {
        after.cells.insert((x, 0), piece);
        after.numbers.extend(number.map(|n| ((x, 0), n)));
    }
    after
}
