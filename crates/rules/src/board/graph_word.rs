//! Graphs by a word: `path5`, `cycle6`, `star4`, `K5`, `K3,3`, `grid3x4`, `tree"(()())"`.
//!
//! The vertices are called 1, 2, 3 … in this order: along a path or a cycle; the centre of a star first, then its
//! leaves; one side of `K3,3` and then the other; the rows of a grid one after the other; a tree from the root, each
//! vertex before those above it, a pair of brackets a vertex. On a digraph arcs go from the smaller number to the
//! larger one, and round a cycle; complete graphs have no direction. On a board of edges whose rules know the ground
//! the first vertex is the ground, and the numbers begin with the next.

use super::text::{GROUND, MOST_CELLS, Network};
use crate::language::PositionError;
use crate::language::ast::{BoardRules, EDGE, Kind, Piece};

/// A graph that is named by a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GraphWord {
    Path(usize),
    Cycle(usize),
    /// By the number of leaves.
    Star(usize),
    Complete(usize),
    Bipartite(usize, usize),
    /// Rows and columns.
    Grid(usize, usize),
    /// The parent of every vertex but the first.
    Tree(Vec<usize>),
}

/// The notation, for messages.
pub(super) const WORDS: &str = "path5, cycle6, star4, K5, K3,3, grid3x4 or tree\"(()())\"";

/// The word at the beginning of a text, and what stands behind it; none if there is none. With `coloured` a colon may
/// end the word.
///
/// # Errors
/// What is wrong with a tree.
pub(super) fn graph_word(text: &str, coloured: bool) -> Result<Option<(GraphWord, &str)>, String> {
    let ends = |tail: &str| match tail.trim_start_matches([' ', '\t']).chars().next() {
        Some(':') => coloured,
        next => matches!(next, None | Some(',' | '\n')),
    };
    let letters = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (head, rest) = (text[..letters].to_ascii_lowercase(), text[letters..].trim_start());
    if head == "tree" {
        return tree(rest, ends);
    }
    let Some((n, mut behind)) = number(rest) else { return Ok(None) };
    let second = |signs: &[char]| {
        let tail = behind.trim_start().strip_prefix(signs)?;
        number(tail.trim_start()).filter(|(_, tail)| ends(tail))
    };
    let word = match head.as_str() {
        "path" => GraphWord::Path(n),
        "cycle" => GraphWord::Cycle(n),
        "star" => GraphWord::Star(n),
        "grid" => {
            let Some((columns, tail)) = second(&['x', 'X', '×', ',']) else { return Ok(None) };
            behind = tail;
            GraphWord::Grid(n, columns)
        }
        "k" => match second(&[',']) {
            Some((m, tail)) => {
                behind = tail;
                GraphWord::Bipartite(n, m)
            }
            None => GraphWord::Complete(n),
        },
        _ => return Ok(None),
    };
    Ok(ends(behind).then_some((word, behind)))
}

/// The number at the beginning of a text, and what stands behind it. One with too many digits is larger than every
/// graph.
fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| (text[..end].parse().unwrap_or(usize::MAX), &text[end..]))
}

/// Reads `"(()())"`, with its quotes or without.
fn tree(text: &str, ends: impl Fn(&str) -> bool) -> Result<Option<(GraphWord, &str)>, String> {
    const QUOTES: [char; 4] = ['"', '\'', '“', '”'];
    let inner = text.strip_prefix(QUOTES).unwrap_or(text);
    if !inner.starts_with('(') {
        return Ok(None);
    }
    let (mut parents, mut open) = (Vec::new(), Vec::new());
    for (at, c) in inner.char_indices() {
        match c {
            '(' => {
                let vertex = parents.len() + usize::from(!open.is_empty());
                parents.extend(open.last());
                open.push(vertex);
            }
            ')' => {
                open.pop();
            }
            c if c.is_whitespace() => {}
            c => {
                return Err(format!(
                    "'{c}' in a tree, which is written with brackets alone, as in tree\"(()())\""
                ));
            }
        }
        if open.is_empty() {
            let behind = &inner[at + 1..];
            let behind = behind.strip_prefix(QUOTES).unwrap_or(behind);
            return match ends(behind) {
                true => Ok(Some((GraphWord::Tree(parents), behind))),
                false => {
                    Err("behind a tree stands more: a tree has one root, and brackets around all"
                        .into())
                }
            };
        }
    }
    Err("'(' is not closed in the tree".into())
}

impl GraphWord {
    /// How many vertices and edges there are.
    fn counts(&self) -> (usize, usize) {
        match self {
            Self::Path(n) => (*n, n.saturating_sub(1)),
            Self::Cycle(n) => (*n, *n),
            Self::Star(n) => (n.saturating_add(1), *n),
            Self::Complete(n) => (*n, n.saturating_mul(n.saturating_sub(1)) / 2),
            Self::Bipartite(a, b) => (a.saturating_add(*b), a.saturating_mul(*b)),
            Self::Grid(rows, columns) => {
                (rows.saturating_mul(*columns), rows.saturating_mul(*columns).saturating_mul(2))
            }
            Self::Tree(parents) => (parents.len() + 1, parents.len()),
        }
    }

    /// The edges, each from the end that is numbered first but for the one that closes a cycle. The graph is known to
    /// be small.
    fn edges(&self) -> Vec<(usize, usize)> {
        match self {
            Self::Path(n) => (1..*n).map(|v| (v - 1, v)).collect(),
            Self::Cycle(n) => (0..*n).map(|v| (v, (v + 1) % n)).collect(),
            Self::Star(n) => (1..=*n).map(|leaf| (0, leaf)).collect(),
            Self::Complete(n) => (0..*n).flat_map(|a| (a + 1..*n).map(move |b| (a, b))).collect(),
            Self::Bipartite(a, b) => {
                (0..*a).flat_map(|one| (*a..a + b).map(move |other| (one, other))).collect()
            }
            Self::Grid(rows, columns) => {
                let cells =
                    (0..*rows).flat_map(|row| (0..*columns).map(move |column| (row, column)));
                let near = |(row, column): (usize, usize)| {
                    let at = row * columns + column;
                    let right = (column + 1 < *columns).then_some((at, at + 1));
                    right.into_iter().chain((row + 1 < *rows).then_some((at, at + columns)))
                };
                cells.flat_map(near).collect()
            }
            Self::Tree(parents) => {
                (1..).zip(parents).map(|(child, &parent)| (parent, child)).collect()
            }
        }
    }

    /// What makes it no graph for these rules.
    fn fault(&self, kind: Kind) -> Option<PositionError> {
        let (vertices, edges) = self.counts();
        let at = |message: String| Some(PositionError::at(1, 1, message));
        let least = if kind == Kind::Graph { 3 } else { 1 };
        match self {
            Self::Complete(_) | Self::Bipartite(..) if kind == Kind::Digraph => {
                return at(
                    "the edges of a complete graph have no direction: write arcs, as in a>b, b>c"
                        .into(),
                );
            }
            Self::Cycle(n) if (1..least).contains(n) => {
                return at(format!("a cycle has at least {least} vertices, and this has {n}"));
            }
            Self::Bipartite(0, _) | Self::Bipartite(_, 0) => {
                return at("a side has no vertex".into());
            }
            _ if vertices == 0 => return at("no vertices".into()),
            _ if edges == 0 && kind == Kind::Edges => return at("no edges".into()),
            _ => {}
        }
        let most = if kind == Kind::Edges { MOST_CELLS } else { 4 * MOST_CELLS };
        let large = |what: &str, most: usize| {
            Some(PositionError::too_large(1, 1, format!("a graph has at most {most} {what}")))
        };
        match (vertices > MOST_CELLS, edges > most) {
            (true, _) => large("vertices", MOST_CELLS),
            (_, true) => large("edges", most),
            _ => None,
        }
    }

    /// The graph with this piece on every cell.
    ///
    /// # Errors
    /// Why it is none for these rules, or too large.
    pub(super) fn network(
        &self,
        rules: &BoardRules,
        colour: Piece,
        hands: u64,
    ) -> Result<Network, PositionError> {
        if let Some(fault) = self.fault(rules.kind) {
            return Err(fault);
        }
        let (on_edges, (vertices, _)) = (rules.kind == Kind::Edges, self.counts());
        let reads_ground = |set: u32| set & 1 << EDGE != 0;
        let grounded = on_edges && super::sets_read(rules).into_iter().any(reads_ground);
        let named = vertices - usize::from(grounded);
        let vertex = |v: usize| if grounded { v.checked_sub(1).unwrap_or(GROUND) } else { v };
        let edges: Vec<_> = self.edges().into_iter().map(|(a, b)| (vertex(a), vertex(b))).collect();
        let cells = if on_edges { edges.len() } else { named };
        Ok(Network {
            numbers: Vec::new(),
            names: (1..=named).map(|v| v.to_string()).collect(),
            places: vec![(1, 1); edges.len()],
            edges,
            cells: vec![colour; cells],
            hands,
        })
    }
}
