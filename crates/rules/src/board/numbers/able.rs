//! For which numbers a pattern may make a move, and what a cell may become: what is known of the codes before any board
//! is looked at.
//!
//! A number that has a name is *able* if some choice of the variables that depend on it alone satisfies the conditions
//! that do, and writes numbers that may be carried. A code is *fixed* if no pattern writes a cell with it, numbers that
//! are not able left out. A cell with another code may come to hold every piece that patterns put, one after the other,
//! in place of its own. So a sheep alone, or a number that has fallen to 0, is fixed before any move is looked at.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::cells::{Cells, OFF};
use super::table::{Asked, Rule, Shape, StepTables, Table};
use crate::language::ast::{Clause, EDGE, Piece, Set};
use crate::language::expression::Expr;
use crate::language::heap::{Range, each_choice};

/// Most choices tried for one name.
const MOST_TRIED: u64 = 1 << 18;

/// What is known of each code.
#[derive(Debug, Default)]
pub(super) struct Outlook {
    /// The pieces that a cell with this code may ever hold.
    pub(super) holds: Vec<Set>,
    /// Whether no move ever writes it.
    pub(super) fixed: Vec<bool>,
    /// Whether a pattern might tell it from what lies off the board, where it is not written.
    pub(super) marked: Vec<bool>,
}

fn knows(expr: &Expr, known: &[bool]) -> bool {
    match expr {
        Expr::Number(_) => true,
        Expr::Variable(v) => known[*v],
        Expr::Negate(a) | Expr::Not(a) | Expr::Prime(a) => knows(a, known),
        Expr::Binary(_, a, b) => knows(a, known) && knows(b, known),
    }
}

/// Whether a number with a name may make a move, as far as that depends on nothing else; `steps` is what may be tried.
fn is_able(cells: &Cells, table: &Table, name: usize, n: i64, steps: &mut u64) -> bool {
    let Some(shape) = table.shapes.first() else { return false };
    let given = &table.given;
    let mut known = vec![false; given.bound + given.ranges.len()];
    known[name] = true;
    let mut ranges: &[Range] = &given.ranges;
    for (i, range) in given.ranges.iter().enumerate() {
        match range {
            Range::Between(a, b) if !(knows(a, &known) && knows(b, &known)) => ranges = &[],
            _ => known[given.bound + i] = true,
        }
    }
    if ranges.is_empty() {
        known.iter_mut().skip(given.bound).for_each(|known| *known = false);
    }
    let mut values = vec![0; given.bound];
    values[name] = n;
    let carried = |table: &[(Piece, Piece)], n: i64| {
        table.iter().any(|&(_, to)| to == EDGE || cells.code(to, n).is_some())
    };
    let tried = each_choice(ranges, &mut values, steps, &mut |values| {
        let false_or_unknown = |e: &Expr| knows(e, &known) && !e.holds(values);
        let fits = !given.condition.as_ref().is_some_and(false_or_unknown)
            && shape.writes.iter().all(|write| match &write.number {
                Some(number) if knows(number, &known) => {
                    number.narrow_value(values).is_some_and(|n| carried(&write.table, n))
                }
                None if shape.named[name] == write.source => carried(&write.table, n),
                _ => true,
            });
        if fits { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    // broken off: found, or not to be found out
    tried.is_break()
}

/// Notes in each table which numbers are able.
pub(super) fn note_able<'a>(
    cells: &Cells,
    largest: u16,
    tables: impl Iterator<Item = &'a mut Table>,
) {
    // forms that differ in the way only agree
    let mut known: Vec<(Table, usize, Arc<Vec<bool>>)> = Vec::new();
    for table in tables {
        for name in 0..table.given.bound {
            let same = |other: &Table| {
                let key = |table: &Table| {
                    let shape = table.shapes.first()?;
                    let writes = shape.writes.iter();
                    let writes: Vec<_> =
                        writes.map(|w| (w.source, w.table.clone(), w.number.clone())).collect();
                    Some((table.given.clone(), shape.named.clone(), writes))
                };
                key(other) == key(table)
            };
            let found = known.iter().find(|(other, at, _)| *at == name && same(other));
            let able = match found {
                Some((.., able)) => able.clone(),
                None => {
                    let mut steps = MOST_TRIED;
                    let numbers = 0..=i64::from(largest);
                    let able = numbers.map(|n| is_able(cells, table, name, n, &mut steps));
                    Arc::new(able.collect::<Vec<bool>>())
                }
            };
            if found.is_none() {
                let small = Table { nodes: Vec::new(), ..table.clone() };
                known.push((small, name, able.clone()));
            }
            table.able.push(able);
        }
        let admits = |code| {
            let (piece, n) = (cells.piece(code), cells.number(code));
            table
                .anchors
                .iter()
                .any(|&(class, asked)| class >> piece & 1 != 0 && table.admits(asked, n))
        };
        table.starts = (0..cells.count() as u16).map(admits).collect();
    }
}

impl Table {
    /// Whether a number may stand where this is asked, in a pattern that makes a move.
    pub(super) fn admits(&self, asked: Asked, n: i64) -> bool {
        match asked {
            Asked::Any => true,
            Asked::Named(name) => self.able[name].get(n as usize).copied().unwrap_or(true),
            Asked::Exactly(wanted) => wanted == n,
        }
    }

    /// Whether the code of its first cell on the board tells that some choice makes a move.
    pub(super) fn is_sure(&self, shape: &Shape) -> bool {
        shape.asked.is_empty() && shape.named.iter().all(|&at| Some(at) == self.lead)
    }
}

/// A class, and the numbers that are admitted on it.
struct Look<'a> {
    table: &'a Table,
    class: Set,
    asked: Asked,
}

impl Look<'_> {
    fn stands(&self, piece: Piece, n: i64) -> bool {
        self.class >> piece & 1 != 0 && self.table.admits(self.asked, n)
    }

    fn same(&self, other: &Self) -> bool {
        let alike = match (self.asked, other.asked) {
            (Asked::Named(a), Asked::Named(b)) => {
                Arc::ptr_eq(&self.table.able[a], &other.table.able[b])
            }
            (a, b) => a == b,
        };
        alike && self.class == other.class
    }
}

/// Adds what is not there yet.
fn note<'a>(list: &mut Vec<Look<'a>>, new: Look<'a>) {
    if !list.iter().any(|look| look.same(&new)) {
        list.push(new);
    }
}

impl Outlook {
    pub(super) fn of<'a>(
        cells: &Cells,
        steps: impl Iterator<Item = &'a StepTables> + Clone,
        pieces: usize,
    ) -> Self {
        let mut reach: Vec<Set> = (0..pieces).map(|p| 1 << p).collect();
        // pieces that some pattern writes whatever their number, what it writes else, and what it looks at
        let (mut written, mut some, mut looks): (Set, Vec<Look<'_>>, Vec<Look<'_>>) =
            (0, Vec::new(), Vec::new());
        for step in steps {
            for table in &step.tables {
                for shape in &table.shapes {
                    for write in &shape.writes {
                        let changing = write.table.iter().filter(|(from, to)| {
                            write.number.is_some() || write.source != write.cell || from != to
                        });
                        let mut changed: Set = 0;
                        for &(from, to) in changing {
                            let here =
                                if write.source == write.cell { 1 << from } else { write.class };
                            changed |= here;
                            (0..pieces).filter(|p| here >> p & 1 != 0 && to != EDGE).for_each(
                                |p| {
                                    reach[p] |= 1 << to;
                                },
                            );
                        }
                        match shape.asks(write.cell) {
                            Asked::Any => written |= changed,
                            asked => note(&mut some, Look { table, class: changed, asked }),
                        }
                    }
                }
                for &(class, asked) in &table.looks {
                    note(&mut looks, Look { table, class, asked });
                }
            }
            for rule in &step.rules {
                let map: Vec<(Piece, Piece)> = match rule {
                    Rule::Plain(Clause::Around(map) | Clause::Reachable(map)) => map.clone(),
                    Rule::Plain(Clause::Clear { blocks, to, .. }) => {
                        (0..EDGE).filter(|p| blocks >> p & 1 != 0).map(|p| (p, *to)).collect()
                    }
                    _ => continue,
                };
                for (from, to) in map {
                    written |= 1 << from;
                    reach[usize::from(from)] |= 1 << to;
                }
            }
        }
        for _ in 0..pieces {
            for p in 0..pieces {
                reach[p] =
                    (0..pieces).filter(|q| reach[p] >> q & 1 != 0).fold(0, |all, q| all | reach[q]);
            }
        }
        let mut outlook = Self::default();
        for code in 0..cells.count() as u16 {
            let (piece, n) = (cells.piece(code), cells.number(code));
            if code == OFF {
                outlook.push(1 << EDGE, true, false);
                continue;
            }
            let stands = |look: &Look<'_>| look.stands(piece, n);
            let fixed = written >> piece & 1 == 0 && !some.iter().any(stands);
            let holds = if fixed { 1 << piece } else { reach[usize::from(piece)] };
            let marked = looks.iter().any(|look| match (look.class >> EDGE & 1 != 0, fixed) {
                (true, _) => look.class & holds == 0,
                (false, true) => stands(look),
                (false, false) => false,
            });
            outlook.push(holds, fixed, marked);
        }
        outlook
    }

    fn push(&mut self, holds: Set, fixed: bool, marked: bool) {
        self.holds.push(holds);
        self.fixed.push(fixed);
        self.marked.push(marked);
    }
}
