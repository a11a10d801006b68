//! A board read and its rules compiled for it.

use super::bits::Bits;
use super::codes::{Codes, MOST_PLANES};
use super::flips::Flips;
use super::play::Play;
use super::stage::{Stage, State};
use super::table::Builder;
use super::text::{GROUND, Network, Rows};
use super::topology::{Graph, Plane, Topology};
use crate::language::PositionError;
use crate::language::ast::{BoardRules, Clause, EDGE, Form, Kind, Layout, Piece};
use crate::language::expand::{expand, repeats};

/// Columns and rows of the frame of small grids.
pub(crate) const LATTICE: usize = 8;

/// How many cells beyond the edge patterns may read.
pub(crate) fn ring(rules: &BoardRules, codes: &Codes) -> usize {
    if codes.edge.is_none() {
        return 0;
    }
    let mut widest = 1;
    let mut look = |form: &Form| {
        let reach = match form.layout {
            Layout::Block(columns) => columns.max(form.from.len() / columns.max(1)) - 1,
            _ => {
                let counts: Vec<u32> =
                    repeats(&form.from).unwrap_or_default().iter().map(|r| r.least).collect();
                let Ok(concrete) = expand(form, &counts, false, false) else { return };
                let off: Vec<bool> =
                    concrete.cells.iter().map(|set| set & 1 << EDGE != 0).collect();
                let head = off.iter().take_while(|&&o| o).count();
                let tail = off.iter().rev().take_while(|&&o| o).count();
                head.max(tail)
            }
        };
        widest = widest.max(reach);
    };
    rules.stops.iter().for_each(&mut look);
    for step in rules.moves.iter().flatten().flat_map(|m| &m.steps) {
        step.forms.iter().for_each(&mut look);
        for clause in &step.clauses {
            if let Clause::NotMaking(forms) = clause {
                forms.iter().for_each(&mut look);
            }
        }
    }
    widest
}

/// Columns and rows of the frame for so many cells, the ring included. Grids that fit get 8 by 8, on which turns and
/// reflections are a few operations on words, and where a part turned by a quarter always has room.
pub(crate) fn frame(kind: Kind, columns: usize, rows: usize) -> (usize, usize) {
    if kind == Kind::Grid && columns <= LATTICE && rows <= LATTICE && rows > 1 {
        (LATTICE, LATTICE)
    } else {
        (columns, rows)
    }
}

fn finish<W: Bits>(
    rules: &BoardRules,
    codes: Codes,
    topology: Topology<W>,
    board: W,
    cells: &[(usize, Piece)],
    off: W,
    hands: u64,
) -> Result<(Stage<W>, State<W>), PositionError> {
    let tables = Builder::tables(rules, &codes, &topology)?;
    let words = topology.cells().div_ceil(64).max(1);
    let play = Play::of(&tables, &codes, &topology);
    // stones in hand are no bit board
    let flips = if rules.hands { [None, None] } else { Flips::of(&tables, &codes) };
    let stage = Stage { codes, topology, tables, board, hands: rules.hands, play, flips, words };
    let mut state = State { planes: [W::EMPTY; MOST_PLANES], hands };
    for &(cell, piece) in cells {
        stage.codes.put(&mut state.planes, W::cell(cell), stage.codes.of(piece));
    }
    if let Some(edge) = stage.codes.edge {
        stage.codes.put(&mut state.planes, off, edge);
    }
    if stage.codes.live {
        state.planes[stage.codes.pieces] = board;
    }
    Ok((stage, state))
}

/// The stage of a board of rows, and the typed position on it.
pub(crate) fn plane<W: Bits>(
    rules: &BoardRules,
    codes: Codes,
    ring: usize,
    typed: &Rows,
) -> Result<(Stage<W>, State<W>), PositionError> {
    let down = if rules.kind == Kind::Strip { 0 } else { ring };
    let (across, along) = (typed.columns + 2 * ring, typed.rows + 2 * down);
    let (columns, rows) = frame(rules.kind, across, along);
    let plane = Plane::new(rules.kind, columns, rows);
    let stride = plane.columns;
    let place = |i: usize| (i / typed.columns + down) * stride + i % typed.columns + ring;
    let cells: Vec<(usize, Piece)> =
        typed.cells.iter().enumerate().map(|(i, &p)| (place(i), p)).collect();
    let board = cells.iter().fold(W::EMPTY, |all, c| all.or(W::cell(c.0)));
    let every = (0..across * along)
        .fold(W::EMPTY, |all, i| all.or(W::cell(i / across * stride + i % across)));
    finish(rules, codes, Topology::Plane(plane), board, &cells, every.without(board), typed.hands)
}

/// The stage of a graph, and the typed position on it.
pub(crate) fn network<W: Bits>(
    rules: &BoardRules,
    codes: Codes,
    net: &Network,
) -> Result<(Stage<W>, State<W>), PositionError> {
    let cells = net.cells.len();
    let mut graph =
        Graph { out: vec![W::EMPTY; cells], both: vec![W::EMPTY; cells], grounded: W::EMPTY };
    let mut join = |a: usize, b: usize, one_way: bool| {
        graph.out[a] = graph.out[a].or(W::cell(b));
        graph.both[a] = graph.both[a].or(W::cell(b));
        graph.both[b] = graph.both[b].or(W::cell(a));
        if !one_way {
            graph.out[b] = graph.out[b].or(W::cell(a));
        }
    };
    if rules.kind == Kind::Edges {
        // edges meet at a vertex other than the ground
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); net.names.len()];
        for (i, &(a, b)) in net.edges.iter().enumerate() {
            for end in [a, b] {
                if end != GROUND && !at[end].contains(&i) {
                    farstar_play::step(4 * at[end].len() as u32);
                    for &other in &at[end] {
                        join(i, other, false);
                    }
                    at[end].push(i);
                }
            }
        }
        for (i, &(a, b)) in net.edges.iter().enumerate() {
            if a == GROUND || b == GROUND {
                graph.grounded = graph.grounded.or(W::cell(i));
            }
        }
    } else {
        for &(a, b) in &net.edges {
            if a != b {
                join(a, b, rules.kind == Kind::Digraph);
            }
        }
    }
    let board = (0..cells).fold(W::EMPTY, |all, c| all.or(W::cell(c)));
    let pieces: Vec<(usize, Piece)> = net.cells.iter().copied().enumerate().collect();
    finish(rules, codes, Topology::Graph(graph), board, &pieces, W::EMPTY, net.hands)
}
