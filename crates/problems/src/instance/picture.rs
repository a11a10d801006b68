//! What a position looks like.

use farstar_rules::View;
use farstar_rules::language::Kind;
use farstar_value::Player;

/// What a position looks like.
#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// A board.
    Board {
        /// What lies where.
        view: View,
        /// What the board is; `None` for heaps.
        kind: Option<Kind>,
        /// The pieces, the empty one first, each with its owner.
        pieces: Vec<(char, Option<Player>)>,
    },
    /// Games side by side, each as text.
    Sum(Vec<String>),
}

impl Picture {
    /// Heaps of stones.
    pub(crate) fn heaps(heaps: &[u64]) -> Self {
        Self::tuples(heaps.iter().map(|&heap| vec![heap]).collect())
    }

    /// Heaps that are told by several numbers each.
    pub(crate) fn tuples(heaps: Vec<Vec<u64>>) -> Self {
        Self::Board { view: View::Heaps(heaps), kind: None, pieces: Vec::new() }
    }

    /// A strip of cells, `.` an empty one.
    pub(crate) fn strip(cells: &str) -> Self {
        let cells: Vec<char> = cells.chars().collect();
        Self::cells(cells.len(), &cells, Kind::Strip)
    }

    /// Rows of cells of equal length, `.` an empty one, `_` none at all.
    pub(crate) fn grid(columns: usize, cells: &str) -> Self {
        Self::cells(columns, &cells.chars().collect::<Vec<_>>(), Kind::Grid)
    }

    fn cells(columns: usize, cells: &[char], kind: Kind) -> Self {
        let cells = cells.iter().map(|&cell| (cell != '_').then_some(cell)).collect();
        let view = View::Rows { columns, cells, numbers: Vec::new(), hands: None };
        Self::Board { view, kind: Some(kind), pieces: vec![('.', None)] }
    }

    /// A graph, each vertex with its name and its piece, `.` for none and `_` for a vertex that is gone.
    pub(crate) fn graph(vertices: Vec<(String, char)>, edges: &[(u32, u32)]) -> Self {
        Self::network(vertices, edges, Kind::Graph)
    }

    /// A directed graph.
    pub(crate) fn digraph(vertices: Vec<(String, char)>, arcs: &[(u32, u32)]) -> Self {
        Self::network(vertices, arcs, Kind::Digraph)
    }

    fn network(vertices: Vec<(String, char)>, edges: &[(u32, u32)], kind: Kind) -> Self {
        let vertices =
            vertices.into_iter().map(|(name, sign)| (name, (sign != '_').then_some(sign)));
        let edges = edges.iter().map(|&(a, b)| (a as usize, b as usize)).collect();
        let vertices = vertices.collect();
        let view = View::Graph { vertices, edges, numbers: Vec::new(), hands: None };
        Self::Board { view, kind: Some(kind), pieces: vec![('.', None)] }
    }

    /// The same with pieces that belong to the players.
    pub(crate) fn owned(mut self, of_left: char, of_right: char) -> Self {
        if let Self::Board { pieces, .. } = &mut self {
            pieces.extend([(of_left, Some(Player::Left)), (of_right, Some(Player::Right))]);
        }
        self
    }
}

/// The sign of a number of tokens on a vertex: `.` for none, a digit, `+` for more than nine.
pub(crate) fn count_sign(count: usize) -> char {
    match count {
        0 => '.',
        1..=9 => char::from(b'0' + count as u8),
        _ => '+',
    }
}
