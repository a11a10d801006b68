//! A position as its parts lie on the board: for drawing and editing, where text would have to be read again.

use crate::board::Packed;
use crate::game::{Board, Game};

/// What lies where.
///
/// # Examples
/// ```
/// use farstar_rules::{View, builtin::ruleset};
/// let (game, start) = ruleset("Domineering")?.position("..|.#")?;
/// let view = game.view(&start);
/// assert_eq!(view, View::Rows { columns: 2, cells: [Some('.'), Some('.'), Some('.'), Some('#')].to_vec(), hands: None });
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
        /// Stones in Left's hand and in Right's, where the rules have hands.
        hands: Option<[u32; 2]>,
    },
    /// Vertices with pieces, and edges or arcs between them.
    Graph {
        /// Name and piece of each vertex; no piece on a vertex cut away.
        vertices: Vec<(String, Option<char>)>,
        /// The ends of each edge, by the places of vertices.
        edges: Vec<(usize, usize)>,
        /// Stones in hand.
        hands: Option<[u32; 2]>,
    },
    /// Edges with pieces between vertices, some of which are the ground.
    Edges {
        /// Names of the vertices other than the ground.
        vertices: Vec<String>,
        /// The ends of each edge, `None` for the ground, and its piece; no piece on an edge cut away.
        edges: Vec<(Option<usize>, Option<usize>, Option<char>)>,
    },
    /// Herds on hexagons in rows, row by row: positive numbers are Left's, negative ones Right's, 0 is an empty cell; `None` is a cell out
    /// of play.
    Herds {
        /// Cells of a row.
        columns: usize,
        /// The herd on each cell.
        cells: Vec<Option<i16>>,
    },
    /// Heaps, each of one number or several.
    Heaps(Vec<Vec<u64>>),
}

impl Game {
    /// What lies where in a position.
    #[must_use]
    pub fn view(&self, position: &Packed) -> View {
        match self.compiled() {
            Board::Cells(board) => board.view(position),
            Board::Row(board) => board.view(position),
            Board::Heaps(board) => View::Heaps(board.heaps(position)),
            Board::Herds(board) => board.view(position),
        }
    }
}
