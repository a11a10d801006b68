//! Moves on a board with numbers: patterns found, numbers chosen, clauses asked.

use std::ops::ControlFlow;

use farstar_play::step;

use super::cells::{Cells, Field, OFF};
use super::table::{Rule, Shape, StepTables, Table};
use crate::board::text::{GROUND, Network};
use crate::language::ast::{Clause, EDGE, Kind, Layout, Piece, Set};
use crate::language::expression::Expr;
use crate::language::heap::each_choice;

/// A column and a row.
pub(super) type Spot = (i32, i32);

/// No cell of the board.
pub(super) const NOWHERE: usize = usize::MAX;

/// Which cells are neighbours.
#[derive(Clone, Debug)]
pub(super) enum Topology {
    /// Rows and columns, with the steps to neighbours.
    Plane(&'static [Spot]),
    /// A graph on numbered vertices.
    Graph {
        /// Where a path may go on.
        out: Vec<Vec<usize>>,
        /// Neighbours in either direction.
        both: Vec<Vec<usize>>,
        /// On a board of edges, those at the ground.
        grounded: Vec<bool>,
    },
}

impl Topology {
    pub(super) fn plane(kind: Kind) -> Self {
        Self::Plane(match kind {
            Kind::Hex => &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)],
            Kind::Grid => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
            _ => &[(1, 0), (-1, 0)],
        })
    }

    /// Calls `visit` with each neighbour of a cell, along arcs where these have directions, with `NOWHERE` for the
    /// ground and for what is off the board.
    pub(super) fn each_neighbour(
        &self,
        field: &Field,
        cell: usize,
        both_ways: bool,
        visit: &mut dyn FnMut(usize),
    ) {
        match self {
            Self::Plane(steps) => {
                let (x, y) = field.spot(cell);
                steps.iter().for_each(|&(dx, dy)| visit(field.cell((x + dx, y + dy))));
            }
            Self::Graph { out, both, grounded } => {
                let list = if both_ways { &both[cell] } else { &out[cell] };
                list.iter().copied().for_each(&mut *visit);
                if grounded[cell] {
                    visit(NOWHERE);
                }
            }
        }
    }
}

impl Field {
    pub(super) fn spot(&self, cell: usize) -> Spot {
        // half as wide numbers are divided in half the time
        let (cell, columns) = (cell as u32, self.columns.max(1) as u32);
        ((cell % columns) as i32, (cell / columns) as i32)
    }

    #[inline]
    pub(super) fn cell(&self, (x, y): Spot) -> usize {
        let inside = (0..self.columns as i32).contains(&x) && (0..self.rows as i32).contains(&y);
        if inside { y as usize * self.columns + x as usize } else { NOWHERE }
    }

    /// The code on a cell; nothing lies off the board.
    #[inline]
    pub(super) fn code(&self, cell: usize) -> u16 {
        self.codes.get(cell).copied().unwrap_or(OFF)
    }
}

/// Where a place of a pattern that begins at a spot lies.
#[inline]
pub(super) fn place(layout: Layout, (x, y): Spot, at: usize) -> Spot {
    match layout {
        Layout::Line(dx, dy) => (x + at as i32 * dx, y + at as i32 * dy),
        Layout::Block(columns) => (x + (at % columns) as i32, y + (at / columns) as i32),
        Layout::Path => (at as i32, 0),
    }
}

/// A pattern on the board.
pub(super) struct Found<'a> {
    pub(super) shape: &'a Shape,
    /// Its cells, `NOWHERE` for what is off the board.
    pub(super) path: &'a [usize],
    pub(super) classes: &'a [Set],
    /// Where it begins.
    pub(super) start: Spot,
}

/// Cells for which a trail has room from the start.
const ROOM: usize = 64;

/// The cells found so far with their classes.
pub(super) struct Trail {
    path: Vec<usize>,
    classes: Vec<Set>,
}

impl Trail {
    pub(super) fn new(table: &Table) -> Self {
        let room = table.longest.min(ROOM);
        Self { path: Vec::with_capacity(room), classes: Vec::with_capacity(room) }
    }
}

/// Looks for patterns on a field. `holds` says which pieces a cell has, or may have.
pub(super) struct Finder<'a, H> {
    pub(super) topology: &'a Topology,
    pub(super) field: &'a Field,
    pub(super) holds: H,
    /// Whether a cell has the piece and the number of its code, and no others.
    pub(super) exact: bool,
}

impl<H: Fn(usize) -> Set> Finder<'_, H> {
    /// Calls `visit` with each match of a table, as long as it says so; `start` fixes the first cell.
    pub(super) fn each_match(
        &self,
        table: &Table,
        start: Option<Spot>,
        visit: &mut dyn FnMut(Found<'_>) -> bool,
    ) -> bool {
        let mut trail = Trail::new(table);
        match start {
            Some(start) => self.each_from(table, start, &mut trail, visit),
            None => {
                self.each_start(table, &mut |start| self.each_from(table, start, &mut trail, visit))
            }
        }
    }

    /// The same with the first cell fixed, and an empty trail, which is empty again afterwards.
    pub(super) fn each_from(
        &self,
        table: &Table,
        start: Spot,
        trail: &mut Trail,
        visit: &mut dyn FnMut(Found<'_>) -> bool,
    ) -> bool {
        if table.lead.is_some() {
            return self.descend(table, 0, start, trail, visit);
        }
        // some cell of a pattern lies on the board
        self.descend(table, 0, start, trail, &mut |found| {
            found.path.iter().all(|&cell| self.field.code(cell) == OFF) || visit(found)
        })
    }

    /// Calls `visit` with where patterns of a table may begin, as long as it says so.
    pub(super) fn each_start(&self, table: &Table, visit: &mut dyn FnMut(Spot) -> bool) -> bool {
        let Some(lead) = table.lead else {
            // patterns that may lie off the board but for one cell, whichever
            let long = table.longest as i32;
            let (columns, rows) = (self.field.columns as i32, self.field.rows as i32);
            return (-long..rows + long).all(|y| {
                (-long..columns + long).all(|x| {
                    step(1);
                    visit((x, y))
                })
            });
        };
        let (dx, dy) = match table.layout {
            Layout::Path => (0, 0),
            layout => place(layout, (0, 0), lead),
        };
        let mut visit = |cell: usize| {
            let (x, y) = self.field.spot(cell);
            visit((x - dx, y - dy))
        };
        if self.exact && !table.starts.is_empty() {
            let codes = self.field.codes.iter().enumerate();
            let mut begins = codes.filter(|&(_, &code)| table.starts[usize::from(code)]);
            return begins.all(|(cell, _)| visit(cell));
        }
        (0..self.field.codes.len())
            .all(|cell| table.anchor & (self.holds)(cell) == 0 || visit(cell))
    }

    fn descend(
        &self,
        table: &Table,
        node: usize,
        start: Spot,
        trail: &mut Trail,
        visit: &mut dyn FnMut(Found<'_>) -> bool,
    ) -> bool {
        for &shape in &table.nodes[node].shapes {
            let Trail { path, classes } = &*trail;
            if !visit(Found { shape: &table.shapes[shape], path, classes, start }) {
                return false;
            }
        }
        let next = &table.nodes[node].next;
        if next.is_empty() {
            return true;
        }
        if table.layout == Layout::Path
            && let Some(&last) = trail.path.last()
            && let Topology::Graph { out, .. } = self.topology
        {
            step(1);
            return out[last].iter().all(|&cell| {
                trail.path.contains(&cell) || self.enter(table, next, cell, start, trail, visit)
            });
        }
        let spot = if table.layout == Layout::Path {
            start
        } else {
            place(table.layout, start, trail.path.len())
        };
        self.enter(table, next, self.field.cell(spot), start, trail, visit)
    }

    /// Goes on with the classes that fit a cell.
    fn enter(
        &self,
        table: &Table,
        next: &[usize],
        cell: usize,
        start: Spot,
        trail: &mut Trail,
        visit: &mut dyn FnMut(Found<'_>) -> bool,
    ) -> bool {
        let held = if cell == NOWHERE { 1 << EDGE } else { (self.holds)(cell) };
        for &node in next {
            if table.nodes[node].class & held == 0 {
                continue;
            }
            trail.path.push(cell);
            trail.classes.push(table.nodes[node].class);
            let on = self.descend(table, node, start, trail, visit);
            trail.path.pop();
            trail.classes.pop();
            if !on {
                return false;
            }
        }
        true
    }
}

/// A board to be played on.
pub(super) struct Play<'a> {
    pub(super) cells: &'a Cells,
    pub(super) topology: &'a Topology,
    /// Whether the places close up.
    pub(super) closing: bool,
}

/// Takes what is written on the cells of a match: cells of the pattern, and their codes; says whether more is wanted.
type Written<'v> = dyn FnMut(&[(usize, u16)]) -> bool + 'v;

impl Play<'_> {
    pub(super) fn finder<'a>(&'a self, field: &'a Field) -> Finder<'a, impl Fn(usize) -> Set + 'a> {
        let holds = |cell: usize| 1 << self.cells.piece(field.codes[cell]);
        Finder { topology: self.topology, field, holds, exact: true }
    }

    /// Calls `visit` with what each choice of numbers writes on the cells of a match, as long as it says so: cells of
    /// the pattern, and their codes.
    pub(super) fn each_choice(
        &self,
        field: &Field,
        table: &Table,
        shape: &Shape,
        path: &[usize],
        visit: &mut Written<'_>,
    ) -> bool {
        let code = |at: usize| field.code(path[at]);
        let mut values = shape.values(self.cells, code);
        values.reserve(table.given.ranges.len());
        let mut written: Vec<(usize, u16)> = Vec::with_capacity(shape.writes.len());
        let mut steps = u64::MAX;
        let choice = each_choice(&table.given.ranges, &mut values, &mut steps, &mut |values| {
            let is = |e: &Expr, n: i64| e.narrow_value(values) == Some(n);
            let allowed = table.given.condition.as_ref().is_none_or(|c| c.holds(values))
                && shape.asked.iter().all(|(at, e)| is(e, self.cells.number(code(*at))));
            if !allowed {
                return ControlFlow::Continue(());
            }
            written.clear();
            for write in &shape.writes {
                let from = code(write.source);
                let piece = self.cells.piece(from);
                let to = write.table.iter().find(|(known, _)| *known == piece).map(|t| t.1);
                let Some(to) = to.filter(|&to| to != EDGE) else { continue };
                let number = match &write.number {
                    Some(number) => number.narrow_value(values),
                    None => Some(self.cells.number(from)),
                };
                let Some(code) = number.and_then(|number| self.cells.code(to, number)) else {
                    return ControlFlow::Continue(());
                };
                written.push((write.cell, code));
            }
            if visit(&written) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        choice.is_continue()
    }

    /// Whether some pattern of the tables is on the board.
    pub(super) fn occurs(&self, field: &Field, tables: &[Table]) -> bool {
        self.occurs_on(field, tables, &|_| true)
    }

    fn occurs_on(&self, field: &Field, tables: &[Table], on: &dyn Fn(&[usize]) -> bool) -> bool {
        let finder = self.finder(field);
        tables.iter().any(|table| {
            !finder.each_match(table, None, &mut |Found { shape, path, .. }| {
                !on(path) || self.each_choice(field, table, shape, path, &mut |_| false)
            })
        })
    }

    /// How many moves begin with some pattern, what further steps and clauses ask left aside.
    pub(super) fn count(&self, field: &Field, one: &StepTables) -> u32 {
        let (mut count, finder) = (0, self.finder(field));
        for table in &one.tables {
            finder.each_match(table, None, &mut |Found { shape, path, .. }| {
                if table.is_sure(shape) {
                    count += 1;
                    return true;
                }
                let changes = |&(at, code): &(usize, u16)| field.code(path[at]) != code;
                let none = self.each_choice(field, table, shape, path, &mut |written| {
                    !written.iter().any(changes)
                });
                count += u32::from(!none);
                true
            });
        }
        count
    }

    /// Calls `visit` with each position that a move leaves, as long as it says so. The field is the same again
    /// afterwards.
    pub(super) fn each_move(
        &self,
        field: &mut Field,
        steps: &[StepTables],
        visit: &mut dyn FnMut(&Field) -> bool,
    ) -> bool {
        match steps {
            [one] if one.rules.is_empty() && !self.closing => self.each_plain(field, one, visit),
            _ => {
                let before = field.clone();
                self.each_step(&before, steps, None, &mut |after| *after == before || visit(after))
            }
        }
    }

    /// The moves of one step without clauses: what is written is taken back.
    fn each_plain(
        &self,
        field: &mut Field,
        one: &StepTables,
        visit: &mut dyn FnMut(&Field) -> bool,
    ) -> bool {
        let before = field.clone();
        let finder = self.finder(&before);
        one.tables.iter().all(|table| {
            finder.each_match(table, None, &mut |Found { shape, path, .. }| {
                self.each_choice(&before, table, shape, path, &mut |written| {
                    let mut changes = false;
                    for &(at, code) in written {
                        changes |= before.codes[path[at]] != code;
                        field.codes[path[at]] = code;
                    }
                    let on = !changes || visit(field);
                    written.iter().for_each(|&(at, _)| {
                        field.codes[path[at]] = before.codes[path[at]];
                    });
                    on
                })
            })
        })
    }

    fn each_step(
        &self,
        before: &Field,
        steps: &[StepTables],
        start: Option<Spot>,
        visit: &mut dyn FnMut(&Field) -> bool,
    ) -> bool {
        let Some((one, rest)) = steps.split_first() else { return visit(before) };
        let finder = self.finder(before);
        one.tables.iter().all(|table| {
            finder.each_match(table, start, &mut |Found { shape, path, start: first, .. }| {
                self.each_choice(before, table, shape, path, &mut |written| {
                    step(before.codes.len() as u32 / 4);
                    if self.closing {
                        return visit(&closed(before, table, path, first, written));
                    }
                    let mut after = before.clone();
                    for &(at, code) in written {
                        after.codes[path[at]] = code;
                    }
                    let allowed = self.allows(one, before, &mut after);
                    if !allowed || rest.is_empty() {
                        return !allowed || visit(&after);
                    }
                    // a later step starts where the one before ended, on the board
                    match path.last() {
                        Some(&last) if before.code(last) != OFF => {
                            self.each_step(&after, rest, Some(before.spot(last)), visit)
                        }
                        _ => true,
                    }
                })
            })
        })
    }

    /// Whether the clauses of a step allow it, their effects done.
    fn allows(&self, one: &StepTables, before: &Field, after: &mut Field) -> bool {
        let cells = 0..before.codes.len();
        let changed = |after: &Field| -> Vec<usize> {
            cells.clone().filter(|&cell| before.codes[cell] != after.codes[cell]).collect()
        };
        let first = changed(after);
        one.rules.iter().all(|rule| match rule {
            Rule::Plain(Clause::Beside { cells, wanted }) => {
                let near = self.neighbours(before, &first);
                near.iter().any(|&cell| cells & 1 << self.piece(before, cell) != 0) == *wanted
            }
            Rule::Plain(Clause::Around(map)) => {
                let near = self.neighbours(before, &first);
                self.replace(after, &near, map)
            }
            Rule::Plain(Clause::Reachable(map)) => {
                let reached = self.reached(before, &first);
                self.replace(after, &reached, map)
            }
            Rule::Plain(Clause::Clear { blocks, off, to }) => {
                let alone = self.untouched(after, *blocks, *off);
                let map: Vec<(Piece, Piece)> =
                    (0..EDGE).filter(|p| blocks & 1 << p != 0).map(|p| (p, *to)).collect();
                self.replace(after, &alone, &map)
            }
            Rule::Plain(Clause::Touches { blocks, near }) => {
                self.untouched(after, *blocks, *near).is_empty()
            }
            // there are no hands on a board with numbers
            Rule::Plain(_) => false,
            Rule::NotMaking(tables) => {
                let changed = changed(after);
                let on =
                    |path: &[usize]| path.iter().any(|cell| changed.binary_search(cell).is_ok());
                !self.occurs_on(after, tables, &on)
            }
        })
    }

    fn piece(&self, field: &Field, cell: usize) -> Piece {
        self.cells.piece(field.code(cell))
    }

    /// Neighbours of cells that are not among them.
    fn neighbours(&self, field: &Field, cells: &[usize]) -> Vec<usize> {
        let mut found = Vec::new();
        for &cell in cells {
            self.topology.each_neighbour(field, cell, false, &mut |near| {
                if !cells.contains(&near) {
                    found.push(near);
                }
            });
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The cells that paths reach from those given, these left out.
    fn reached(&self, field: &Field, from: &[usize]) -> Vec<usize> {
        let mut seen = vec![false; field.codes.len()];
        from.iter().for_each(|&cell| seen[cell] = true);
        let (mut found, mut front) = (Vec::new(), from.to_vec());
        while let Some(cell) = front.pop() {
            self.topology.each_neighbour(field, cell, false, &mut |near| {
                if field.code(near) != OFF && !std::mem::replace(&mut seen[near], true) {
                    found.push(near);
                    front.push(near);
                }
            });
        }
        found
    }

    /// Puts other pieces on cells, which keep their numbers; whether these may carry them.
    fn replace(&self, field: &mut Field, cells: &[usize], map: &[(Piece, Piece)]) -> bool {
        cells.iter().all(|&cell| {
            let code = field.code(cell);
            let piece = self.cells.piece(code);
            let Some(&(_, to)) = map.iter().find(|(from, _)| *from == piece && code != OFF) else {
                return true;
            };
            match self.cells.code(to, self.cells.number(code)) {
                Some(new) => {
                    field.codes[cell] = new;
                    true
                }
                None => false,
            }
        })
    }

    /// The cells of blocks that touch nothing of a class.
    pub(super) fn untouched(&self, field: &Field, blocks: Set, near: Set) -> Vec<usize> {
        let (mut found, mut seen) = (Vec::new(), vec![false; field.codes.len()]);
        for first in 0..field.codes.len() {
            if blocks & 1 << self.piece(field, first) == 0 || seen[first] {
                continue;
            }
            seen[first] = true;
            let (mut block, mut touches, mut at) = (vec![first], false, 0);
            while let Some(&cell) = block.get(at) {
                step(1);
                at += 1;
                self.topology.each_neighbour(field, cell, true, &mut |other| {
                    let piece = self.piece(field, other);
                    touches |= near & 1 << piece != 0;
                    if other != NOWHERE && blocks & 1 << piece != 0 && !seen[other] {
                        seen[other] = true;
                        block.push(other);
                    }
                });
            }
            if !touches {
                found.extend(block);
            }
        }
        found
    }
}

/// A row in which what was found is replaced.
fn closed(
    before: &Field,
    table: &Table,
    path: &[usize],
    (first, _): Spot,
    written: &[(usize, u16)],
) -> Field {
    let length = before.codes.len() as i32;
    let last = first + (path.len() as i32 - 1) * step_of(table.layout);
    let (low, high) = (first.min(last).clamp(0, length), (first.max(last) + 1).clamp(0, length));
    let mut codes = before.codes[..low as usize].to_vec();
    let middle = written.iter().map(|(_, code)| *code);
    if step_of(table.layout) < 0 {
        codes.extend(middle.rev())
    } else {
        codes.extend(middle)
    }
    codes.extend_from_slice(&before.codes[high as usize..]);
    Field { columns: codes.len(), rows: before.rows, codes }
}

fn step_of(layout: Layout) -> i32 {
    match layout {
        Layout::Line(dx, _) => dx,
        _ => 1,
    }
}

impl Topology {
    /// The cells of a graph: vertices, or edges that meet at vertices other than the ground.
    pub(super) fn network(kind: Kind, net: &Network) -> Self {
        let cells = net.cells.len();
        let (mut out, mut both) = (vec![Vec::new(); cells], vec![Vec::new(); cells]);
        let mut grounded = vec![false; cells];
        let mut join = |a: usize, b: usize, one_way: bool| {
            let add = |list: &mut Vec<Vec<usize>>, from: usize, to: usize| {
                if !list[from].contains(&to) {
                    list[from].push(to);
                }
            };
            add(&mut out, a, b);
            add(&mut both, a, b);
            add(&mut both, b, a);
            if !one_way {
                add(&mut out, b, a);
            }
        };
        if kind == Kind::Edges {
            let mut at: Vec<Vec<usize>> = vec![Vec::new(); net.names.len()];
            for (edge, &(a, b)) in net.edges.iter().enumerate() {
                for end in [a, b] {
                    if end == GROUND {
                        grounded[edge] = true;
                    } else if !at[end].contains(&edge) {
                        step(4 * at[end].len() as u32);
                        at[end].iter().for_each(|&other| join(edge, other, false));
                        at[end].push(edge);
                    }
                }
            }
        } else {
            for &(a, b) in net.edges.iter().filter(|(a, b)| a != b) {
                join(a, b, kind == Kind::Digraph);
            }
        }
        Self::Graph { out, both, grounded }
    }
}
