//! Painting the vertices of a tree: AGC014D and HDU 6105 Gameia, both decided by perfect matchings.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_solve::digraph::Outcome;

use crate::error::Result;
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play, Rules};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
use crate::tree::Tree;
use crate::trial::Verification;
use std::sync::LazyLock;

/// Whether a tree has a perfect matching. O(n), without recursion: from the leaves up every vertex that is free takes its parent.
///
/// # Examples
/// ```
/// use farstar_problems::Tree;
/// use farstar_problems::contest::painted_tree::has_perfect_matching;
/// let path = |n: u32| Tree::from_edges(n as usize, (1..n).map(|v| (v - 1, v)).collect()).expect("a tree");
/// assert!(has_perfect_matching(&path(4)) && !has_perfect_matching(&path(3)));
/// ```
#[must_use]
pub fn has_perfect_matching(tree: &Tree) -> bool {
    let (order, parent) = tree.rooted(0);
    let mut matched = vec![false; tree.len()];
    for &v in order.iter().rev() {
        if matched[v as usize] {
            continue;
        }
        let above = parent[v as usize];
        if above == v || matched[above as usize] {
            return false;
        }
        matched[v as usize] = true;
        matched[above as usize] = true;
    }
    true
}

/// Whether Bob wins Gameia with at most `cuts` cuts: a perfect matching, and all its edges but the matching ones can be cut in time.
#[must_use]
pub fn bob_wins(tree: &Tree, cuts: u64) -> bool {
    cuts.saturating_add(1) >= tree.len() as u64 / 2 && has_perfect_matching(tree)
}

/// I53: black and white tree.
pub const BLACK_WHITE: Problem = Problem {
    id: "I53",
    name: "black-white-tree",
    title: Text::new("Black and White Tree", "黑白树（AGC014D Black and White Tree）"),
    topics: &["tree", "contest", "matching"],
    source: "whx1003, Game Theory (2024); AtCoder AGC014 D",
    statement: Text::new(
        "Two players paint the vertices of a tree in turn, one uncoloured vertex a move, the first in white, the second in black. The first wins if at the end some white vertex has no black neighbour.",
        "双方轮流给树的一个未染色点染色，先手染白，后手染黑。全部染完后，若存在一个白点，其相邻点都不是黑色，则先手胜。",
    ),
    rule: Text::new(
        "The second player wins exactly if the tree has a perfect matching: he paints the partner.",
        "后手必胜当且仅当树有完美匹配：他总染匹配的另一端。",
    ),
    complexity: "O(n), without recursion",
    format: Text::new(
        "n, then n − 1 edges. Output: First or Second.",
        "先读 n，再读 n − 1 条边。输出 First 或 Second。",
    ),
    samples: &[
        Sample { input: "3\n1 2\n2 3\n", output: "First\n" },
        Sample { input: "4\n1 2\n2 3\n2 4\n", output: "First\n" },
        Sample { input: "6\n1 2\n2 3\n3 4\n2 5\n5 6\n", output: "Second\n" },
    ],
    instance: Instance::game(
        "......",
        Text::new(
            "The first player is Left and paints white (W), the second is Right and paints black (B).",
            "先手为左方，涂白（W）；后手为右方，涂黑（B）。",
        ),
        |text, limits| turn(read(text, Painted::read)?, limits),
    ),
    answer: Some(|input, _| {
        let n = input.integer("the number of vertices", 1..=1_000_000_usize)?;
        let tree = Tree::read(input, n)?;
        Ok(if has_perfect_matching(&tree) { "Second\n" } else { "First\n" }.to_owned())
    }),
    verification: Some(Verification {
        range: Text::new(
            "all labelled trees of up to N vertices, by full play",
            "至多 N 个顶点的所有带标号树，完全搜索",
        ),
        quick: 5,
        usual: 6,
        most: 7,
        cases: |to, trial| {
            for n in 1..=to as usize {
                for tree in Tree::all(n) {
                    let start = Painted { tree: Rules(&tree), white: 0, black: 0, over: false };
                    trial.compare(
                        || format!("{n} vertices, edges {:?}", tree.edges()),
                        Outcome::from_next_wins(!has_perfect_matching(&tree)),
                        Play::new().outcome(&start, trial.limits())?,
                    )?;
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// A tree that is painted; when it is, the winner has one more move if it is his turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Painted<'t> {
    tree: Rules<'t, Tree>,
    white: u32,
    black: u32,
    over: bool,
}

/// The bits of the neighbours of a vertex.
fn neighbours(tree: &Tree, v: u32) -> u32 {
    tree.neighbours(v).iter().fold(0, |mask, u| mask | 1 << u)
}

impl Moves for Painted<'_> {
    fn moves(&self) -> Vec<Self> {
        let n = self.tree.0.len() as u32;
        let painted = self.white | self.black;
        if self.over {
            return Vec::new();
        }
        let first_moves = painted.count_ones().is_multiple_of(2);
        if painted.count_ones() == n {
            let safe =
                |v: u32| self.white >> v & 1 == 1 && neighbours(self.tree.0, v) & self.black == 0;
            let first_wins = (0..n).any(safe);
            let last = Self { over: true, ..self.clone() };
            return if first_wins == first_moves { vec![last] } else { Vec::new() };
        }
        let free = (0..n).filter(|v| painted >> v & 1 == 0);
        free.map(|v| {
            let mut next = self.clone();
            if first_moves {
                next.white |= 1 << v;
            } else {
                next.black |= 1 << v;
            }
            next
        })
        .collect()
    }
}

/// I54: Gameia.
pub const GAMEIA: Problem = Problem {
    id: "I54",
    name: "gameia",
    title: Text::new("Gameia", "Gameia（HDU 6105）"),
    topics: &["tree", "contest", "matching"],
    source: "whx1003, Game Theory (2024); HDU 6105 Gameia",
    statement: Text::new(
        "Alice and Bob paint the vertices of a tree in turn, one uncoloured vertex a move, Alice first, in white. Bob paints black, and all neighbours of that vertex become black too. Bob may cut edges at any time, K in all. Alice wins if a white vertex is left when all are painted.",
        "Alice 与 Bob 轮流给树的一个未染色点染色，Alice 先手染白。Bob 染黑，且该点的所有相邻点也变黑。Bob 可以在任意时刻割断边，总共至多 K 条。全部染完后若有白点则 Alice 胜。",
    ),
    rule: Text::new(
        "Bob wins exactly if the tree has a perfect matching and K ≥ n/2 − 1.",
        "Bob 必胜当且仅当树有完美匹配且 K ≥ n/2 − 1。",
    ),
    complexity: "O(n), without recursion",
    format: Text::new(
        "T; for each case n and K and the parents of the vertices 2 to n. Output: Alice or Bob for each.",
        "先读 T；每组读 n、K 与 2 到 n 号点的父节点。每组输出 Alice 或 Bob。",
    ),
    samples: &[Sample { input: "2\n2 1\n1\n3 1\n1 2\n", output: "Bob\nAlice\n" }],
    instance: Instance::game(
        "...... 11111 2 A",
        Text::new(
            "Alice is Left and paints white, Bob is Right: he may cut edges and paints black. Then for each edge whether it stands, the cuts left, and whose turn it is (A, B).",
            "Alice 为左方，涂白；Bob 为右方，可割边并涂黑。其后依次为各边是否尚在、剩余割边数与轮到谁（A、B）。",
        ),
        |text, limits| turn(read(text, Gameia::read)?, limits),
    ),
    answer: Some(|input, limits| {
        let cases = input.integer("the number of cases", 0..=1_000_000)?;
        let mut text = String::new();
        for _ in 0..cases {
            let n = input.integer("the number of vertices", 1..=1_000_000_u32)?;
            let cuts = input.integer("the number of cuts", 0..=u64::MAX)?;
            let mut edges = Vec::new();
            for v in 2..=n {
                edges.push((input.integer("a parent", 1..=n)? - 1, v - 1));
            }
            let tree = Tree::from_edges(n as usize, edges).map_err(|index| {
                input.error(format!("the parent of vertex {} closes a cycle", index + 2))
            })?;
            let _ = writeln!(text, "{}", if bob_wins(&tree, cuts) { "Bob" } else { "Alice" });
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification {
        range: Text::new(
            "all labelled trees of up to N vertices and K up to N/2, by full play",
            "至多 N 个顶点的所有带标号树，K 至 N/2，完全搜索",
        ),
        quick: 4,
        usual: 5,
        most: 6,
        cases: |to, trial| {
            for n in 1..=to as usize {
                for tree in Tree::all(n) {
                    for cuts in 0..=n as u32 / 2 {
                        let edges = (1_u32 << tree.edges().len()) - 1;
                        let start = Gameia {
                            tree: Rules(&tree),
                            edges,
                            cuts,
                            white: 0,
                            black: 0,
                            bob: false,
                            over: false,
                        };
                        let ends = tree.edges().iter().map(|(a, b)| format!("{a}-{b}"));
                        trial.compare(
                            || format!("{n} vertices, edges {}, K = {cuts}", joined(ends)),
                            Outcome::from_next_wins(!bob_wins(&tree, cuts.into())),
                            Play::new().outcome(&start, trial.limits())?,
                        )?;
                    }
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// The tree of Gameia; Bob cuts just before he paints, which is never too late.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Gameia<'t> {
    tree: Rules<'t, Tree>,
    /// Edges that are not cut, as bits.
    edges: u32,
    /// Cuts left.
    cuts: u32,
    white: u32,
    black: u32,
    bob: bool,
    over: bool,
}

impl Moves for Gameia<'_> {
    fn moves(&self) -> Vec<Self> {
        let n = self.tree.0.len() as u32;
        let painted = self.white | self.black;
        if self.over {
            return Vec::new();
        }
        if painted.count_ones() == n {
            let bob_wins = self.white == 0;
            let last = Self { over: true, ..self.clone() };
            return if bob_wins == self.bob { vec![last] } else { Vec::new() };
        }
        let free = || (0..n).filter(|v| painted >> v & 1 == 0);
        if !self.bob {
            let paint = |v: u32| Self { white: self.white | 1 << v, bob: true, ..self.clone() };
            return free().map(paint).collect();
        }
        let mut moves = Vec::new();
        let kept = |cut: &u32| cut & !self.edges == 0 && cut.count_ones() <= self.cuts;
        for cut in (0..=self.edges).filter(kept) {
            let edges = self.edges & !cut;
            for v in free() {
                let all = (0..).zip(self.tree.0.edges()).filter(|(i, _)| edges >> i & 1 == 1);
                let black = all.fold(1_u32 << v, |mask, (_, &(a, b))| match v {
                    v if v == a => mask | 1 << b,
                    v if v == b => mask | 1 << a,
                    _ => mask,
                });
                moves.push(Self {
                    edges,
                    cuts: self.cuts - cut.count_ones(),
                    white: self.white & !black,
                    black: self.black | black,
                    bob: false,
                    ..self.clone()
                });
            }
        }
        moves
    }
}

/// The tree of the instances.
static TREE: LazyLock<Tree> =
    LazyLock::new(|| Tree::fixed(&[(0, 1), (1, 2), (2, 3), (1, 4), (4, 5)]));

/// A colouring as text, a letter for each vertex.
fn colours(white: u32, black: u32) -> String {
    let colour = |v: usize| match (white >> v & 1, black >> v & 1) {
        (1, _) => 'W',
        (_, 1) => 'B',
        _ => '.',
    };
    (0..TREE.len()).map(colour).collect()
}

/// Reads a colouring.
fn read_colours(input: &mut Input<'_>) -> Result<(u32, u32)> {
    let word = input.word("the colours")?;
    if word.len() != TREE.len() || word.bytes().any(|c| !b"WB.".contains(&c)) {
        return Err(input.error(format!("expected {} letters, each W, B or .", TREE.len())));
    }
    let bits = |colour: u8| {
        let found = (0..).zip(word.bytes()).filter(move |(_, c)| *c == colour);
        found.fold(0_u32, |mask, (v, _)| mask | 1 << v)
    };
    Ok((bits(b'W'), bits(b'B')))
}

impl Painted<'_> {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let (white, black) = read_colours(input)?;
        if ![0, 1].contains(&white.count_ones().wrapping_sub(black.count_ones())) {
            return Err(input.error("expected as many W as B, or one more"));
        }
        Ok(Self { tree: Rules(&TREE), white, black, over: false })
    }
}

impl Playable for Painted<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        let whole = (self.white | self.black).count_ones() as usize == self.tree.0.len();
        if whole { Vec::new() } else { self.moves() }
    }

    fn impartial(&self) -> bool {
        false
    }

    fn mover(&self) -> Option<Player> {
        let even = (self.white | self.black).count_ones().is_multiple_of(2);
        Some(if even { Player::Left } else { Player::Right })
    }

    fn winner(&self, _: Player) -> Option<Player> {
        // When all is painted a last move is the winner's: nobody has one whose turn it is not.
        let moves = !self.moves().is_empty();
        self.mover().map(|mover| if moves { mover } else { mover.opponent() })
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let begins = self.white | self.black == 0;
        Ok(begins.then(|| Fate::of(!has_perfect_matching(self.tree.0))))
    }

    fn text(&self) -> String {
        colours(self.white, self.black)
    }

    fn picture(&self) -> Picture {
        let colours: Vec<char> = self.text().chars().collect();
        let picture = self.tree.0.picture(|v| ((v + 1).to_string(), colours[v as usize]));
        picture.owned('W', 'B')
    }
}

impl Gameia<'_> {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let (white, black) = read_colours(input)?;
        let edges = input.word("the edges")?;
        if edges.len() + 1 != TREE.len() || edges.bytes().any(|e| !b"01".contains(&e)) {
            return Err(input.error(format!("expected {} digits 0 or 1", TREE.len() - 1)));
        }
        let standing = (0..).zip(edges.bytes()).filter(|(_, e)| *e == b'1');
        let edges = standing.fold(0, |mask, (i, _)| mask | 1 << i);
        let cuts = input.integer("the cuts", 0..=5)?;
        let bob = match input.word("whose turn it is")? {
            "A" => false,
            "B" => true,
            _ => return Err(input.error("expected A or B")),
        };
        Ok(Self { tree: Rules(&TREE), edges, cuts, white, black, bob, over: false })
    }
}

impl Playable for Gameia<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        let whole = (self.white | self.black).count_ones() as usize == self.tree.0.len();
        if whole { Vec::new() } else { self.moves() }
    }

    fn impartial(&self) -> bool {
        false
    }

    fn mover(&self) -> Option<Player> {
        Some(if self.bob { Player::Right } else { Player::Left })
    }

    fn winner(&self, _: Player) -> Option<Player> {
        Some(if self.white == 0 { Player::Right } else { Player::Left })
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let all = (1 << self.tree.0.edges().len()) - 1;
        let begins = self.white | self.black == 0 && !self.bob && self.edges == all;
        Ok(begins.then(|| Fate::of(!bob_wins(self.tree.0, self.cuts.into()))))
    }

    fn text(&self) -> String {
        let edge = |i| if self.edges >> i & 1 == 1 { '1' } else { '0' };
        let edges: String = (0..self.tree.0.edges().len()).map(edge).collect();
        let turn = if self.bob { 'B' } else { 'A' };
        format!("{} {edges} {} {turn}", colours(self.white, self.black), self.cuts)
    }

    fn picture(&self) -> Picture {
        let colours: Vec<char> = colours(self.white, self.black).chars().collect();
        let vertices = colours.iter().enumerate().map(|(v, &c)| ((v + 1).to_string(), c));
        let standing = (0..).zip(self.tree.0.edges()).filter(|(i, _)| self.edges >> i & 1 == 1);
        let edges: Vec<(u32, u32)> = standing.map(|(_, &edge)| edge).collect();
        Picture::graph(vertices.collect(), &edges).owned('W', 'B')
    }

    fn called(&self, after: &Self) -> Option<String> {
        let cut = (0..)
            .zip(self.tree.0.edges())
            .filter(|(i, _)| (self.edges ^ after.edges) >> i & 1 == 1);
        let cut: Vec<String> = cut.map(|(_, (a, b))| format!("✂ {}–{}", a + 1, b + 1)).collect();
        let changed = |v: &u32| (self.white ^ after.white | self.black ^ after.black) >> v & 1 == 1;
        let vertices = (0..self.tree.0.len() as u32).filter(changed).map(|v| (v + 1).to_string());
        let painted = vertices.collect::<Vec<_>>().join("–");
        Some([cut.as_slice(), &[painted]].concat().join(", "))
    }
}
