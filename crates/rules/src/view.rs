//! A position as its parts lie on the board: for drawing and editing, where text would have to be read again.

use crate::board::{GROUND, Network, Packed};
use crate::game::{Board, Compiled};
use crate::language::Kind;

/// What lies where.
///
/// # Examples
/// ```
/// use farstar_rules::{View, builtin::ruleset};
/// let (game, start) = ruleset("Domineering")?.position("..|.#")?;
/// let View::Rows { columns: 2, cells, .. } = game.view(&start) else { unreachable!() };
/// assert_eq!(cells, [Some('.'), Some('.'), Some('.'), Some('#')]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// Cells in rows, row by row; `None` is a cell cut away.
    Rows {
        /// Cells of a row.
        columns: usize,
        /// The piece on each cell.
        cells: Vec<Option<char>>,
        /// The number on each cell whose piece carries one; nothing at all where no piece does.
        numbers: Vec<Option<u32>>,
        /// Stones in Left's hand and in Right's, where the rules have hands.
        hands: Option<[u32; 2]>,
    },
    /// Vertices with pieces, and edges or arcs between them.
    Graph {
        /// Name and piece of each vertex; no piece on a vertex cut away.
        vertices: Vec<(String, Option<char>)>,
        /// The ends of each edge, by the places of vertices.
        edges: Vec<(usize, usize)>,
        /// The number on each vertex whose piece carries one; nothing at all where no piece does.
        numbers: Vec<Option<u32>>,
        /// Stones in hand.
        hands: Option<[u32; 2]>,
    },
    /// Edges with pieces between vertices, some of which are the ground.
    Edges {
        /// Names of the vertices other than the ground.
        vertices: Vec<String>,
        /// The ends of each edge, `None` for the ground, and its piece; no piece on an edge cut away.
        edges: Vec<(Option<usize>, Option<usize>, Option<char>)>,
        /// The number on each edge whose piece carries one; nothing at all where no piece does.
        numbers: Vec<Option<u32>>,
    },
    /// Heaps, each of one number or several.
    Heaps(Vec<Vec<u64>>),
}

impl View {
    /// The graph of a position with these pieces and numbers on its cells.
    pub(crate) fn of_network(
        net: &Network,
        kind: Kind,
        cells: Vec<Option<char>>,
        numbers: Vec<Option<u32>>,
        hands: Option<[u32; 2]>,
    ) -> Self {
        if kind == Kind::Edges {
            let vertex = |v: usize| (v != GROUND).then_some(v);
            let edges = net.edges.iter().zip(cells);
            let edges = edges.map(|(&(a, b), piece)| (vertex(a), vertex(b), piece)).collect();
            return Self::Edges { vertices: net.names.clone(), edges, numbers };
        }
        let vertices = net.names.iter().cloned().zip(cells).collect();
        Self::Graph { vertices, edges: net.edges.clone(), numbers, hands }
    }
}

impl Board {
    /// What lies where in a position.
    #[must_use]
    pub fn view(&self, position: &Packed) -> View {
        match self.compiled() {
            Compiled::Cells(board) => board.view(position),
            Compiled::Row(board) => board.view(position),
            Compiled::Heaps(board) => View::Heaps(board.heaps(position)),
            Compiled::Coins(board) => board.view(position),
            Compiled::Numbers(board) => board.view(position),
        }
    }
}
