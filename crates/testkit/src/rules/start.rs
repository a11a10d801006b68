//! Starts: what a ruleset says to stand on a board of a size, put there cell by cell; and positions that it does not
//! admit.

use std::collections::BTreeSet;

use super::reader::{Clause, Item, Rows, Step, What};
use super::{Interpreter, Position};

/// `start ROWS repeated, middle BLOCK`.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) rows: Rows,
    pub(crate) repeated: bool,
    pub(crate) middle: Rows,
}

/// Whether a count is open.
fn open(items: &[Item]) -> bool {
    items.iter().any(|item| {
        item.low != item.high || matches!(&item.what, What::Bracket(inner) if open(inner))
    })
}

/// The row written out, every open count being `count`.
fn written(items: &[Item], count: usize) -> Option<Vec<char>> {
    let mut out = Vec::new();
    for item in items {
        let times = if item.low == item.high { item.low } else { count };
        if times < item.low || times > item.high {
            return None;
        }
        for _ in 0..times {
            match &item.what {
                What::Class(list) => out.push(list[0]),
                What::Bracket(inner) => out.extend(written(inner, count)?),
                What::Same | What::Again(_) => return None,
            }
        }
    }
    Some(out)
}

impl Interpreter {
    /// The position that a board of this size begins with, if the rules say one.
    pub fn start(&self, rows: usize, columns: usize) -> Option<Position> {
        self.starts.iter().find_map(|start| self.started(start, rows, columns))
    }

    fn started(&self, start: &Start, rows: usize, columns: usize) -> Option<Position> {
        if !start.repeated && rows != start.rows.len() {
            return None;
        }
        let mut lines: Vec<Vec<char>> = Vec::new();
        for y in 0..rows {
            let row = &start.rows[y % start.rows.len()];
            let line = if start.repeated && !open(row) {
                let once = written(row, 0)?;
                (0..columns).map(|x| once[x % once.len()]).collect()
            } else {
                (0..=columns)
                    .filter_map(|count| written(row, count))
                    .find(|line| line.len() == columns)?
            };
            lines.push(line);
        }
        let block: Option<Vec<Vec<char>>> =
            start.middle.iter().map(|row| written(row, 0)).collect();
        let block = block?;
        if block.len() > rows || block.iter().any(|row| row.len() > columns) {
            return None;
        }
        for (y, row) in block.iter().enumerate() {
            for (x, &c) in row.iter().enumerate() {
                lines[(rows - block.len()) / 2 + y][(columns - row.len()) / 2 + x] = c;
            }
        }
        let text: Vec<String> = lines.iter().map(|line| line.iter().collect()).collect();
        self.read(&text.join("|")).ok()
    }

    /// Whether play may begin here: the arcs form no cycle if the rules forbid one, and no condition on blocks is
    /// broken that every move leaves true, by asking for it in its last step or by clearing what breaks it and doing
    /// nothing afterwards that could break it again.
    pub fn admits(&self, position: &Position) -> bool {
        let moves: Vec<&Vec<Step>> = self.moves.iter().flatten().collect();
        let clauses = moves.iter().flat_map(|steps| steps.iter()).flat_map(|step| &step.clauses);
        let broken = clauses.filter_map(on_blocks).any(|(blocks, near, _)| {
            !self.untouched(position, blocks, near).is_empty()
                && moves.iter().all(|steps| leaves_true(&steps[steps.len() - 1], blocks, near))
        });
        !(broken || self.acyclic && goes_round(position))
    }
}

fn set(pieces: &[char]) -> BTreeSet<char> {
    pieces.iter().copied().collect()
}

/// The pieces of blocks, those they have to lie beside, and what the others become.
fn on_blocks(clause: &Clause) -> Option<(&[char], &[char], Option<char>)> {
    match clause {
        Clause::Touches(blocks, near) => Some((blocks, near, None)),
        Clause::Clear(blocks, off, to) => Some((blocks, off, Some(*to))),
        _ => None,
    }
}

fn leaves_true(last: &Step, blocks: &[char], near: &[char]) -> bool {
    let wanted = (set(blocks), set(near));
    let spoils = |clause: &Clause| match clause {
        Clause::Around(..) | Clause::Reachable(..) => true,
        Clause::Clear(cleared, _, to) => {
            !wanted.1.is_disjoint(&set(cleared)) || wanted.0.contains(to)
        }
        _ => false,
    };
    last.clauses.iter().enumerate().any(|(at, clause)| {
        on_blocks(clause).is_some_and(|(blocks, near, to)| {
            (set(blocks), set(near)) == wanted
                && (to.is_none() || !last.clauses[at..].iter().any(spoils))
        })
    })
}

/// Whether one can go along arcs for ever.
fn goes_round(position: &Position) -> bool {
    let mut left: Vec<&String> = position.vertices.iter().collect();
    loop {
        let leads = |v: &String| position.edges.iter().any(|(a, b)| a == v && left.contains(&b));
        let kept: Vec<&String> = left.iter().copied().filter(|v| leads(v)).collect();
        if kept.len() == left.len() {
            return !left.is_empty();
        }
        left = kept;
    }
}
