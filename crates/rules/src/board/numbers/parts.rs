//! Independent parts of a position on a board with numbers.
//!
//! A pattern is *possible* if each cell may ever hold a piece of its class (`able` tells which) and the numbers on
//! fixed cells allow it. Cells are linked when one possible pattern reads or writes both; those that are fixed, and
//! those that are sure to be of the class, are no link, if what lies off the board would serve as well. Then the
//! position is the disjunctive sum of its linked classes, each played with all other cells cut away: every move ever
//! made is possible, lies in one class but for cells that are sure to agree, and cutting these away neither makes nor
//! takes a move. Fixed cells for which the last does not hold, which are marked, stay in every class that may look at
//! them; others that are marked are linked. Where nobody can move now, nobody ever will: such classes are left out.

use super::able::Outlook;
use super::cells::{Field, OFF};
use super::play::{Finder, Found, Play};
use super::table::{Rule, StepTables, Table};
use crate::language::ast::{Clause, EDGE, Set};

/// Cells joined into classes.
struct Classes {
    parent: Vec<usize>,
    /// Fixed cells that a class looks at: a cell of the class, and the fixed one.
    sight: Vec<(usize, usize)>,
    /// Cells of patterns that can be played now.
    alive: Vec<bool>,
    /// Whether there are any.
    any_alive: bool,
    /// How many joins are left until all cells that are not fixed are one class.
    left: usize,
}

impl Classes {
    fn find(&mut self, mut a: usize) -> usize {
        while self.parent[a] != a {
            self.parent[a] = self.parent[self.parent[a]];
            a = self.parent[a];
        }
        a
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.left = self.left.saturating_sub(usize::from(a != b));
        self.parent[a.max(b)] = a.min(b);
    }
}

/// Whether the clauses of the steps look no farther than the neighbours of what is written.
pub(super) fn looks_near<'a>(steps: impl Iterator<Item = &'a StepTables>) -> bool {
    let near = |rule: &Rule| matches!(rule, Rule::Plain(Clause::Beside { .. } | Clause::Around(_)));
    steps.flat_map(|step| &step.rules).all(near)
}

impl Play<'_> {
    /// Whether some move could begin.
    pub(super) fn is_alive<'a>(
        &self,
        field: &Field,
        moves: impl Iterator<Item = &'a Vec<StepTables>>,
    ) -> bool {
        let mut first = moves.filter_map(|steps| steps.first());
        first.any(|step| self.occurs(field, &step.tables))
    }

    /// The parts of a position, whose rules look near.
    pub(super) fn parts<'a>(
        &self,
        field: &Field,
        outlook: &Outlook,
        moves: impl Iterator<Item = &'a Vec<StepTables>> + Clone,
    ) -> Vec<Field> {
        let cells = field.codes.len();
        let is_fixed = |&code: &u16| outlook.fixed[usize::from(code)];
        let loose = cells - field.codes.iter().filter(|code| is_fixed(code)).count();
        let mut classes = Classes {
            parent: (0..cells).collect(),
            sight: Vec::new(),
            alive: vec![false; cells],
            any_alive: false,
            left: loose.saturating_sub(1),
        };
        let is_marked = |cell: usize| outlook.marked[usize::from(field.codes[cell])];
        let holds = |cell: usize| outlook.holds[usize::from(field.codes[cell])];
        let all = |cell: usize| if is_marked(cell) { Set::MAX } else { holds(cell) };
        let any_marked = (0..cells).any(is_marked);
        // where fixed cells are neither seen nor joined, nothing more is found once the others are one class
        let is_plain = |steps: &Vec<StepTables>| steps.len() == 1 && steps[0].rules.is_empty();
        let plain = !any_marked && moves.clone().all(is_plain);
        for steps in moves {
            for (i, step) in steps.iter().enumerate() {
                for table in &step.tables {
                    let finder = Finder { topology: self.topology, field, holds };
                    finder.each_match(table, None, &mut |found| {
                        let link = Link { play: self, field, outlook, table, found };
                        if link.is_possible(false) {
                            link.join(step, steps.len() > 1, i == 0, &mut classes);
                        }
                        !plain || !classes.any_alive || classes.left > 0
                    });
                    if plain && classes.any_alive && classes.left == 0 {
                        return cut(field, classes);
                    }
                    if any_marked {
                        let finder = Finder { topology: self.topology, field, holds: all };
                        finder.each_match(table, None, &mut |found| {
                            let link = Link { play: self, field, outlook, table, found };
                            if link.is_possible(true) {
                                link.see(&mut classes);
                            }
                            true
                        });
                    }
                }
            }
        }
        cut(field, classes)
    }
}

fn cut(field: &Field, mut classes: Classes) -> Vec<Field> {
    let cells = field.codes.len();
    let mut parts: Vec<(usize, Field)> = Vec::new();
    let mut of_root: Vec<Option<usize>> = vec![None; cells];
    for cell in 0..cells {
        if classes.alive[cell] {
            let root = classes.find(cell);
            if of_root[root].is_none() {
                of_root[root] = Some(parts.len());
                parts.push((root, Field { codes: vec![OFF; cells], ..*field }));
            }
        }
    }
    for cell in 0..cells {
        let root = classes.find(cell);
        if let Some(at) = of_root[root] {
            parts[at].1.codes[cell] = field.codes[cell];
        }
    }
    for (cell, seen) in std::mem::take(&mut classes.sight) {
        let root = classes.find(cell);
        if let Some(at) = of_root[root] {
            parts[at].1.codes[seen] = field.codes[seen];
        }
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// A pattern on the cells of a position that may come to fit it.
struct Link<'a> {
    play: &'a Play<'a>,
    field: &'a Field,
    outlook: &'a Outlook,
    table: &'a Table,
    found: Found<'a>,
}

impl Link<'_> {
    fn code(&self, at: usize) -> usize {
        usize::from(self.field.code(self.found.path[at]))
    }

    fn is_cell(&self, at: usize) -> bool {
        self.field.code(self.found.path[at]) != OFF
    }

    /// Whether the numbers on fixed cells allow it; those on marked ones are not asked if `relaxed`.
    fn is_possible(&self, relaxed: bool) -> bool {
        let stands = |at: usize| {
            let code = self.code(at);
            let asked = self.outlook.fixed[code] && !(relaxed && self.outlook.marked[code]);
            !asked
                || self.table.admits(self.found.shape.asks(at), self.play.cells.number(code as u16))
        };
        self.found.shape.named.iter().all(|&at| stands(at))
            && self.found.shape.asked.iter().all(|(at, _)| stands(*at))
    }

    /// Whether what a cell holds may matter to the pattern, or be changed by it.
    fn is_loose(&self, at: usize) -> bool {
        let (code, class) = (self.code(at), self.found.classes[at]);
        if !self.is_cell(at) || self.outlook.fixed[code] {
            return false;
        }
        let sure = self.outlook.holds[code] & !class == 0 && class & 1 << EDGE != 0;
        !sure || self.found.shape.touches(at)
    }

    fn is_now(&self) -> bool {
        let fits = |at: usize| {
            let piece = self.play.cells.piece(self.field.code(self.found.path[at]));
            self.found.classes[at] & 1 << piece != 0
        };
        (0..self.found.path.len()).all(fits)
            && !self.play.each_choice(
                self.field,
                self.table,
                self.found.shape,
                self.found.path,
                &mut |_| false,
            )
    }

    fn join(&self, step: &StepTables, several: bool, first: bool, classes: &mut Classes) {
        let last = self.found.path.len() - 1;
        let held =
            |at: usize| self.is_loose(at) || several && (at == 0 || at == last) && self.is_cell(at);
        let Some(one) = (0..=last).find(|&at| held(at)) else { return };
        let one_cell = self.found.path[one];
        (one + 1..=last)
            .filter(|&at| held(at))
            .for_each(|at| classes.join(one_cell, self.found.path[at]));
        if first && !classes.alive[one_cell] && self.is_now() {
            classes.alive[one_cell] = true;
            classes.any_alive = true;
        }
        if step.rules.is_empty() {
            return;
        }
        for write in &self.found.shape.writes {
            self.play.topology.each_neighbour(
                self.field,
                self.found.path[write.cell],
                true,
                &mut |near| match self.field.code(near) {
                    OFF => {}
                    code if self.outlook.fixed[usize::from(code)] => {
                        classes.sight.push((one_cell, near));
                    }
                    _ => classes.join(one_cell, near),
                },
            );
        }
    }

    /// What is marked stays in sight of all that might be played by this pattern without it.
    fn see(&self, classes: &mut Classes) {
        let is_marked = |at: usize| self.is_cell(at) && self.outlook.marked[self.code(at)];
        for seen in (0..self.found.path.len()).filter(|&at| is_marked(at)) {
            for at in (0..self.found.path.len()).filter(|&at| self.is_loose(at)) {
                farstar_play::grow(&classes.sight, 16);
                if self.outlook.fixed[self.code(seen)] {
                    classes.sight.push((self.found.path[at], self.found.path[seen]));
                } else {
                    classes.join(self.found.path[at], self.found.path[seen]);
                }
            }
        }
    }
}
