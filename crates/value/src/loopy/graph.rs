//! Graphs with two sorts of edges: for every vertex the moves of Left and those of Right.

use farstar_play::Player;

/// A graph of a loopy game has at most this many vertices.
pub const MOST_VERTICES: usize = 1 << 16;
/// And at most this many moves.
pub(super) const MOST_EDGES: usize = 1 << 21;

/// A finite graph of positions; play begins at vertex 0.
///
/// Both lists of all vertices lie one after the other in one vector: `Left(0), Right(0), Left(1), …`; four bytes a move
/// and eight a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// Where each list ends.
    ends: Vec<u32>,
    targets: Vec<u32>,
}

/// The place of a player's list among the two of a vertex.
pub(crate) fn side(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

impl Graph {
    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len() / 2
    }

    /// Whether there is no vertex; a graph of a game has one at least.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many moves there are, of both players.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.targets.len()
    }

    /// The graph in which the vertices have these moves, of Left and of Right; `None` if there is no vertex, or a move
    /// leads to one that there is not, or there are more than [`MOST_VERTICES`].
    #[must_use]
    pub fn new(moves: &[[Vec<u32>; 2]]) -> Option<Self> {
        let count = moves.len();
        let inside = moves.iter().flatten().flatten().all(|&v| (v as usize) < count);
        let edges: usize = moves.iter().flatten().map(Vec::len).sum();
        let fits = count > 0 && count <= MOST_VERTICES && edges <= MOST_EDGES;
        (inside && fits).then(|| Self::from_lists(moves))
    }

    /// The graph whose lists lie one after the other in `targets`, `Left(0), Right(0), Left(1), …`, each ending where
    /// `ends` says; `None` if the ends are not in order, or a move leads to a vertex that there is not. It may have
    /// more than [`MOST_VERTICES`], as graphs of positions do.
    #[must_use]
    pub fn from_vectors(ends: Vec<u32>, targets: Vec<u32>) -> Option<Self> {
        let count = ends.len() as u64 / 2;
        let whole = ends.len().is_multiple_of(2) && count > 0;
        let ordered =
            ends.is_sorted() && ends.last().map(|&end| end as usize) == Some(targets.len());
        let inside = targets.iter().all(|&v| u64::from(v) < count);
        (whole && ordered && inside).then_some(Self { ends, targets })
    }

    /// The same without a look.
    pub(crate) fn of_vectors(ends: Vec<u32>, targets: Vec<u32>) -> Self {
        Self { ends, targets }
    }

    /// The part that is reached from `root`, which becomes vertex 0; options without repetition.
    #[must_use]
    pub fn part(&self, root: u32) -> Self {
        reachable(&self.to_lists(), root)
    }

    fn list(&self, at: usize) -> &[u32] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.targets[start..self.ends[at] as usize]
    }

    /// Where Left can move from a vertex.
    #[must_use]
    pub fn left(&self, vertex: u32) -> &[u32] {
        self.list(2 * vertex as usize)
    }

    /// Where Right can move from a vertex.
    #[must_use]
    pub fn right(&self, vertex: u32) -> &[u32] {
        self.list(2 * vertex as usize + 1)
    }

    /// Where `player` can move from a vertex.
    #[must_use]
    pub fn options(&self, vertex: u32, player: Player) -> &[u32] {
        self.list(2 * vertex as usize + side(player))
    }

    /// All vertices.
    pub fn vertices(&self) -> std::ops::Range<u32> {
        0..self.len() as u32
    }

    pub(crate) fn from_lists(lists: &[[Vec<u32>; 2]]) -> Self {
        let mut graph = Self { ends: Vec::with_capacity(2 * lists.len()), targets: Vec::new() };
        for list in lists.iter().flatten() {
            graph.targets.extend(list);
            graph.ends.push(graph.targets.len() as u32);
        }
        graph
    }

    pub(crate) fn to_lists(&self) -> Vec<[Vec<u32>; 2]> {
        self.vertices().map(|v| [self.left(v).to_vec(), self.right(v).to_vec()]).collect()
    }

    /// The graph in which the players have changed places.
    pub(crate) fn negative(&self) -> Self {
        let lists: Vec<_> =
            self.vertices().map(|v| [self.right(v).to_vec(), self.left(v).to_vec()]).collect();
        Self::from_lists(&lists)
    }

    /// For every vertex the vertices from which `player` moves to it.
    pub(crate) fn reversed(&self, player: Player) -> Reversed {
        let mut ends = vec![0u32; self.len() + 1];
        for v in self.vertices() {
            for &w in self.options(v, player) {
                ends[w as usize + 1] += 1;
            }
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut next = ends.clone();
        let mut sources = vec![0u32; ends[self.len()] as usize];
        for v in self.vertices() {
            for &w in self.options(v, player) {
                let place = &mut next[w as usize];
                sources[*place as usize] = v;
                *place += 1;
            }
        }
        Reversed { starts: ends, sources }
    }

    /// For every vertex the length of the longest play from it; `None` if play can be endless.
    pub(crate) fn heights(&self) -> Vec<Option<u32>> {
        self.heights_without(|_, _| false)
    }

    /// The same, as if the moves from a vertex to another for which `left_out` holds did not exist.
    fn heights_without(&self, left_out: impl Fn(u32, u32) -> bool) -> Vec<Option<u32>> {
        let into = [self.reversed(Player::Left), self.reversed(Player::Right)];
        let mut waiting: Vec<u32> = self
            .vertices()
            .map(|v| {
                let moves = self.left(v).iter().chain(self.right(v));
                moves.filter(|&&w| !left_out(v, w)).count() as u32
            })
            .collect();
        let mut heights = vec![None; self.len()];
        let mut reached = vec![0u32; self.len()];
        let mut ready: Vec<u32> = self.vertices().filter(|&v| waiting[v as usize] == 0).collect();
        while let Some(w) = ready.pop() {
            let height = reached[w as usize];
            heights[w as usize] = Some(height);
            for &v in into[0].of(w).iter().chain(into[1].of(w)) {
                if left_out(v, w) {
                    continue;
                }
                reached[v as usize] = reached[v as usize].max(height + 1);
                waiting[v as usize] -= 1;
                if waiting[v as usize] == 0 {
                    ready.push(v);
                }
            }
        }
        heights
    }

    /// Whether no play is endless.
    #[must_use]
    pub fn is_loopfree(&self) -> bool {
        self.heights().iter().all(Option::is_some)
    }

    /// Whether every cycle is a single move from a vertex to itself.
    #[must_use]
    pub fn is_plumtree(&self) -> bool {
        self.heights_without(|v, w| v == w).iter().all(Option::is_some)
    }

    /// The strongly connected components by the moves of both players, each after all those that can be reached from
    /// it.
    ///
    /// Tarjan's algorithm (1972) with the path kept in a vector; linear in the moves.
    pub(crate) fn components(&self) -> Vec<Vec<u32>> {
        const NEW: u32 = u32::MAX;
        let mut components = Vec::new();
        let mut found = vec![NEW; self.len()];
        // The earliest vertex known to be reached by it that still waits for its component.
        let mut lowest = vec![0u32; self.len()];
        let mut placed = vec![false; self.len()];
        let mut waiting: Vec<u32> = Vec::new();
        let mut count = 0;
        for root in self.vertices() {
            if found[root as usize] != NEW {
                continue;
            }
            let mut path: Vec<(u32, usize)> = vec![(root, 0)];
            while let Some(top) = path.last_mut() {
                let (v, next) = *top;
                top.1 += 1;
                if next == 0 {
                    found[v as usize] = count;
                    lowest[v as usize] = count;
                    count += 1;
                    waiting.push(v);
                }
                let (left, right) = (self.left(v), self.right(v));
                if let Some(&w) =
                    left.get(next).or_else(|| right.get(next.wrapping_sub(left.len())))
                {
                    if found[w as usize] == NEW {
                        path.push((w, 0));
                    } else if !placed[w as usize] {
                        lowest[v as usize] = lowest[v as usize].min(found[w as usize]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    lowest[parent as usize] = lowest[parent as usize].min(lowest[v as usize]);
                }
                if lowest[v as usize] == found[v as usize] {
                    let from = waiting.iter().rposition(|&w| w == v).unwrap_or(0);
                    let members = waiting.split_off(from);
                    for &w in &members {
                        placed[w as usize] = true;
                    }
                    components.push(members);
                }
            }
        }
        components
    }

    /// Positions with the player to move: vertex `2v` is `v` with Left to move, `2v + 1` with Right; the moves are in
    /// Left's lists.
    pub(crate) fn alternating(&self) -> Self {
        let lists: Vec<[Vec<u32>; 2]> = self
            .vertices()
            .flat_map(|v| {
                let left = self.left(v).iter().map(|&w| 2 * w + 1).collect();
                let right = self.right(v).iter().map(|&w| 2 * w).collect();
                [[left, Vec::new()], [right, Vec::new()]]
            })
            .collect();
        Self::from_lists(&lists)
    }

    /// Whether no alternating play is endless, from whatever vertex and whoever begins.
    #[must_use]
    pub fn is_stopper(&self) -> bool {
        self.alternating().is_loopfree()
    }
}

/// Edges against their direction.
pub(crate) struct Reversed {
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Reversed {
    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        &self.sources[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// The part of some lists that is reached from `root`, which becomes vertex 0; options without repetition.
pub(crate) fn reachable(lists: &[[Vec<u32>; 2]], root: u32) -> Graph {
    let mut places = vec![u32::MAX; lists.len()];
    let mut order = vec![root];
    places[root as usize] = 0;
    let mut made = Vec::new();
    let mut at = 0;
    while at < order.len() {
        let mut both = [Vec::new(), Vec::new()];
        for (list, old) in both.iter_mut().zip(&lists[order[at] as usize]) {
            for &w in old {
                if places[w as usize] == u32::MAX {
                    places[w as usize] = order.len() as u32;
                    order.push(w);
                }
                list.push(places[w as usize]);
            }
            list.sort_unstable();
            list.dedup();
        }
        made.push(both);
        at += 1;
    }
    Graph::from_lists(&made)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(lists: &[[&[u32]; 2]]) -> Graph {
        let lists: Vec<_> = lists.iter().map(|[l, r]| [l.to_vec(), r.to_vec()]).collect();
        Graph::from_lists(&lists)
    }

    #[test]
    fn sorts_of_graphs_are_told_apart() {
        let over = graph(&[[&[1], &[0]], [&[], &[]]]);
        assert!(over.is_stopper() && over.is_plumtree() && !over.is_loopfree());
        let dud = graph(&[[&[0], &[0]]]);
        assert!(!dud.is_stopper() && dud.is_plumtree());
        let four = graph(&[[&[3], &[1]], [&[3], &[2]], [&[0], &[3]], [&[], &[]]]);
        assert!(four.is_stopper() && !four.is_plumtree());
    }

    #[test]
    fn heights_are_longest_plays() {
        let two = graph(&[[&[1], &[2]], [&[2], &[]], [&[], &[]], [&[3], &[]]]);
        assert_eq!(two.heights(), [Some(2), Some(1), Some(0), None]);
    }

    #[test]
    fn components_come_after_those_they_reach() {
        // 0 and 1 go round, 1 leads to 2, 2 and 3 go round, 4 is alone behind 3, 5 leads to 0
        let six = graph(&[
            [&[1], &[]],
            [&[2], &[0]],
            [&[3], &[]],
            [&[], &[2, 4]],
            [&[], &[]],
            [&[0], &[]],
        ]);
        let mut components = six.components();
        components.iter_mut().for_each(|members| members.sort_unstable());
        assert_eq!(components, [vec![4], vec![2, 3], vec![0, 1], vec![5]]);
    }
}
