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
use super::near::Nears;
use super::play::{Finder, Found, Play, Spot, Trail};
use super::table::{Rule, StepTables, Table};
use crate::language::ast::{Clause, EDGE, Layout, Set};

/// Cells joined into classes.
struct Classes {
    parent: Vec<usize>,
    /// Cells that are not fixed.
    open: Vec<bool>,
    /// For the root of a class, whether such a cell is in it.
    any_open: Vec<bool>,
    /// How many joins are left until these are one class.
    left: usize,
    /// Fixed cells that a class looks at: a cell of the class, and the fixed one.
    sight: Vec<(usize, usize)>,
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
        if a == b {
            return;
        }
        let (root, other) = (a.min(b), a.max(b));
        self.left -= usize::from(self.any_open[a] && self.any_open[b]);
        self.any_open[root] |= self.any_open[other];
        self.parent[other] = root;
    }

    /// For each line of the field in a direction, by [`line_of`], whether cells of two classes lie on it, fixed ones
    /// left aside.
    fn crossing(&mut self, field: &Field, by: Spot) -> Vec<bool> {
        let mut first = vec![None; lines(field, by)];
        let mut two = vec![false; first.len()];
        for cell in 0..field.codes.len() {
            if self.open[cell] {
                let (root, line) = (self.find(cell), line_of(field, field.spot(cell), by));
                two[line] |= *first[line].get_or_insert(root) != root;
            }
        }
        two
    }

    /// Whether so many cells of a line of the field, from a start on, are of two classes, fixed ones left aside.
    fn are_two(&mut self, field: &Field, (x, y): Spot, (dx, dy): Spot, cells: usize) -> bool {
        let mut first = None;
        for at in 0..cells as i32 {
            let cell = field.cell((x + at * dx, y + at * dy));
            match self.open.get(cell) {
                Some(true) => {}
                // lines leave the board once, but may begin off it
                None if at > 0 && first.is_some() => break,
                _ => continue,
            }
            let root = self.find(cell);
            if *first.get_or_insert(root) != root {
                return true;
            }
        }
        false
    }
}

/// How many lines a field has in a direction, those side by side that fill one line together taken as one.
fn lines(field: &Field, (dx, dy): Spot) -> usize {
    let (columns, rows) = (field.columns.max(1), field.rows.max(1));
    dx.unsigned_abs() as usize * (rows - 1) + dy.unsigned_abs() as usize * (columns - 1) + 1
}

/// The number of the line in a direction on which a spot lies.
fn line_of(field: &Field, (x, y): Spot, (dx, dy): Spot) -> usize {
    let least = dx.min(0) * (field.rows as i32 - 1) - dy.max(0) * (field.columns as i32 - 1);
    (dx * y - dy * x - least) as usize
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
        (outlook, nears): (&Outlook, &Nears),
        moves: impl Iterator<Item = &'a Vec<StepTables>> + Clone,
    ) -> Vec<Field> {
        let cells = field.codes.len();
        let open: Vec<bool> =
            field.codes.iter().map(|&code| !outlook.fixed[usize::from(code)]).collect();
        let left = open.iter().filter(|&&open| open).count().saturating_sub(1);
        let parent = (0..cells).collect();
        let any_open = open.clone();
        let mut classes = Classes { parent, open, any_open, left, sight: Vec::new() };
        nears.each(field, |a, b| classes.join(a, b));
        let is_marked = |cell: usize| outlook.marked[usize::from(field.codes[cell])];
        let holds = |cell: usize| outlook.holds[usize::from(field.codes[cell])];
        let all = |cell: usize| if is_marked(cell) { Set::MAX } else { holds(cell) };
        let any_marked = (0..cells).any(is_marked);
        let finder = Finder { topology: self.topology, field, holds, exact: false };
        // where fixed cells are neither seen nor joined, a pattern matters only if it joins two classes
        let is_plain = |steps: &Vec<StepTables>, step: &StepTables| {
            !any_marked && steps.len() == 1 && step.rules.is_empty()
        };
        // neighbours and the shortest patterns alone make most classes, and then few longer ones join two
        for shortest in [true, false] {
            for steps in moves.clone() {
                for step in steps {
                    let plain = is_plain(steps, step);
                    if shortest && !plain {
                        continue;
                    }
                    for table in &step.tables {
                        let mut trail = Trail::new(table);
                        let reach = if shortest { table.shortest } else { table.longest };
                        if plain && classes.left == 0 {
                            continue;
                        }
                        let line = match table.layout {
                            Layout::Line(dx, dy) if plain => Some((dx, dy)),
                            _ => None,
                        };
                        // few are left by now
                        let crossing = line.map(|by| classes.crossing(field, by));
                        finder.each_start(table, &mut |start| {
                            if plain && classes.left == 0 {
                                return false;
                            }
                            if line.is_some_and(|by| {
                                crossing.as_ref().is_some_and(|two| !two[line_of(field, start, by)])
                                    || !classes.are_two(field, start, by, reach)
                            }) {
                                return true;
                            }
                            finder.each_from(table, start, &mut trail, &mut |found| {
                                let link = Link { play: self, field, outlook, table, found };
                                let possible = link.is_possible(false);
                                if possible {
                                    link.join(step, steps.len() > 1, &mut classes);
                                }
                                !(possible && shortest)
                            });
                            true
                        });
                    }
                }
            }
        }
        if any_marked {
            let finder = Finder { topology: self.topology, field, holds: all, exact: false };
            for table in moves.clone().flatten().flat_map(|step| &step.tables) {
                finder.each_match(table, None, &mut |found| {
                    let link = Link { play: self, field, outlook, table, found };
                    if link.is_possible(true) {
                        link.see(&mut classes);
                    }
                    true
                });
            }
        }
        let alive = self.alive(field, outlook, moves, &mut classes);
        cut(field, classes, &alive)
    }

    /// For the root of each class, whether some move could begin in it.
    fn alive<'a>(
        &self,
        field: &Field,
        outlook: &Outlook,
        moves: impl Iterator<Item = &'a Vec<StepTables>> + Clone,
        classes: &mut Classes,
    ) -> Vec<bool> {
        let mut alive = vec![false; field.codes.len()];
        let finder = self.finder(field);
        // all cells that may be held are of one class
        let is_one = classes.left == 0 && moves.clone().all(|steps| steps.len() == 1);
        for steps in moves {
            for table in steps.first().iter().flat_map(|step| &step.tables) {
                let on = finder.each_match(table, None, &mut |found| {
                    let link = Link { play: self, field, outlook, table, found };
                    let Some(one) = link.held(steps.len() > 1).next() else { return true };
                    let root = classes.find(link.found.path[one]);
                    let Found { shape, path, .. } = link.found;
                    alive[root] =
                        alive[root] || !self.each_choice(field, table, shape, path, &mut |_| false);
                    !(is_one && alive[root])
                });
                if !on {
                    return alive;
                }
            }
        }
        alive
    }
}

/// The classes in which somebody can move, each with all other cells cut away.
fn cut(field: &Field, mut classes: Classes, alive: &[bool]) -> Vec<Field> {
    let cells = field.codes.len();
    let mut parts: Vec<Field> = Vec::new();
    let mut of_root: Vec<Option<usize>> = vec![None; cells];
    for cell in 0..cells {
        let root = classes.find(cell);
        if alive[root] {
            let at = *of_root[root].get_or_insert(parts.len());
            if at == parts.len() {
                parts.push(Field { codes: vec![OFF; cells], ..*field });
            }
            parts[at].codes[cell] = field.codes[cell];
        }
    }
    for (cell, seen) in std::mem::take(&mut classes.sight) {
        let root = classes.find(cell);
        if let Some(at) = of_root[root] {
            parts[at].codes[seen] = field.codes[seen];
        }
    }
    parts
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

    /// The places of what a move that begins with the pattern may read or write.
    fn held(&self, several: bool) -> impl Iterator<Item = usize> {
        let last = self.found.path.len() - 1;
        let is_end = move |at| several && (at == 0 || at == last);
        (0..=last).filter(move |&at| self.is_loose(at) || is_end(at) && self.is_cell(at))
    }

    fn join(&self, step: &StepTables, several: bool, classes: &mut Classes) {
        let mut held = self.held(several).map(|at| self.found.path[at]);
        let Some(one_cell) = held.next() else { return };
        held.for_each(|cell| classes.join(one_cell, cell));
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
