//! Which cells there are and which are neighbours.

use super::bits::Bits;
use crate::language::Kind;

/// The cells of a board, rows and columns or the vertices of a graph.
#[derive(Clone, Debug)]
pub(crate) enum Topology<W> {
    /// A frame of `columns` by `rows` cells, the ring of cells off the board included.
    Plane(Plane<W>),
    Graph(Graph<W>),
}

/// A frame: cell `(x, y)` has number `y * columns + x`.
#[derive(Clone, Debug)]
pub(crate) struct Plane<W> {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// For each direction to a neighbour, how far a cell moves and which cells can make the step.
    moves: Vec<(i32, W)>,
}

impl<W: Bits> Plane<W> {
    pub(crate) fn new(kind: Kind, columns: usize, rows: usize) -> Self {
        let mut plane = Self { columns, rows, moves: Vec::new() };
        let steps = Self::steps(kind).iter();
        plane.moves = steps.map(|&(x, y)| (plane.offset(x, y), plane.guard(x, y))).collect();
        plane
    }

    /// Columns and rows from a cell to its neighbours.
    pub(crate) fn steps(kind: Kind) -> &'static [(i32, i32)] {
        match kind {
            Kind::Hex => &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)],
            Kind::Grid => &[(1, 0), (-1, 0), (0, 1), (0, -1)],
            _ => &[(1, 0), (-1, 0)],
        }
    }

    pub(crate) fn cells(&self) -> usize {
        self.columns * self.rows
    }

    pub(crate) fn offset(&self, x: i32, y: i32) -> i32 {
        y * self.columns as i32 + x
    }

    /// The directions to neighbours, opposite ones once: how far a cell moves, and which cells can make the step.
    pub(crate) fn axes(&self) -> impl Iterator<Item = (i32, W)> + '_ {
        self.moves.iter().copied().filter(|&(offset, from)| offset > 0 && !from.is_empty())
    }

    /// The cells from which a step by `(x, y)` stays in the frame.
    pub(crate) fn guard(&self, x: i32, y: i32) -> W {
        let stays = |at: usize, by: i32, size: usize| (0..size as i32).contains(&(at as i32 + by));
        (0..self.cells())
            .filter(|c| {
                stays(c % self.columns, x, self.columns) && stays(c / self.columns, y, self.rows)
            })
            .fold(W::EMPTY, |all, c| all.or(W::cell(c)))
    }
}

/// A graph on numbered vertices.
#[derive(Clone, Debug)]
pub(crate) struct Graph<W> {
    /// Where a path may go on from each vertex.
    pub(crate) out: Vec<W>,
    /// Neighbours in either direction.
    pub(crate) both: Vec<W>,
    /// On a board of edges, those at the ground.
    pub(crate) grounded: W,
}

impl<W: Bits> Topology<W> {
    pub(crate) fn cells(&self) -> usize {
        match self {
            Self::Plane(plane) => plane.cells(),
            Self::Graph(graph) => graph.out.len(),
        }
    }

    /// Whether the cells lie in one row.
    pub(crate) fn is_row(&self) -> bool {
        matches!(self, Self::Plane(plane) if plane.rows == 1)
    }

    /// All neighbours of cells of the set, along arcs where these have directions.
    #[inline]
    pub(crate) fn neighbours(&self, set: W) -> W {
        match self {
            Self::Plane(plane) => plane
                .moves
                .iter()
                .fold(W::EMPTY, |all, &(offset, guard)| all.or(set.and(guard).turned(offset))),
            Self::Graph(graph) => set.cells().fold(W::EMPTY, |all, c| all.or(graph.out[c])),
        }
    }

    /// All neighbours, arcs taken in both directions.
    pub(crate) fn touching(&self, set: W) -> W {
        match self {
            Self::Plane(_) => self.neighbours(set),
            Self::Graph(graph) => set.cells().fold(W::EMPTY, |all, c| all.or(graph.both[c])),
        }
    }

    /// The cells of a set with two neighbours in it or more, arcs taken in both directions.
    pub(crate) fn beside_two(&self, set: W) -> W {
        match self {
            Self::Plane(plane) => {
                let (mut one, mut two) = (W::EMPTY, W::EMPTY);
                for &(offset, guard) in &plane.moves {
                    let next = set.and(guard).turned(offset);
                    two = two.or(one.and(next));
                    one = one.or(next);
                }
                two.and(set)
            }
            Self::Graph(graph) => set
                .cells()
                .filter(|&c| !graph.both[c].and(set).rest().is_empty())
                .fold(W::EMPTY, |all, c| all.or(W::cell(c))),
        }
    }

    /// The cells at the ground of a board of edges.
    pub(crate) fn grounded(&self) -> W {
        match self {
            Self::Plane(_) => W::EMPTY,
            Self::Graph(graph) => graph.grounded,
        }
    }

    /// The cells of `within` joined to `start` by neighbours inside it.
    pub(crate) fn flood(&self, start: W, within: W) -> W {
        let mut found = start.and(within);
        let mut front = found;
        while !front.is_empty() {
            front = self.touching(front).and(within).without(found);
            found = found.or(front);
        }
        found
    }

    /// All cells that paths along arcs reach from `start`, `start` included.
    pub(crate) fn reachable(&self, start: W, within: W) -> W {
        let mut found = start;
        let mut front = start;
        while !front.is_empty() {
            front = self.neighbours(front).and(within).without(found);
            found = found.or(front);
        }
        found
    }
}
