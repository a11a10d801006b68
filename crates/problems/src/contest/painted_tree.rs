//! Painting the vertices of a tree: AGC014D and HDU 6105 Gameia, both decided by perfect matchings.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_impartial::digraph::Outcome;

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, Rules, read, turn};
use crate::tree::Tree;
use crate::trial::Verification;
use std::sync::LazyLock;

/// Whether a tree has a perfect matching. O(n), without recursion: from the leaves up every vertex that is free takes
/// its parent.
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

/// Whether Bob wins Gameia with at most `cuts` cuts: a perfect matching, and all its edges but the matching ones can be
/// cut in time.
#[must_use]
pub fn bob_wins(tree: &Tree, cuts: u64) -> bool {
    cuts.saturating_add(1) >= tree.len() as u64 / 2 && has_perfect_matching(tree)
}

/// I53: black and white tree.
pub(crate) const BLACK_WHITE: Entry = Entry {
    instance: Instance::game("......", |text, limits| turn(read(text, Painted::read)?, limits)),
    answer: Some(|input, _| {
        let n = input.integer("the number of vertices", 1..=1_000_000_usize)?;
        let tree = Tree::read(input, n)?;
        Ok(if has_perfect_matching(&tree) { "Second\n" } else { "First\n" }.to_owned())
    }),
    verification: Some(Verification::to([5, 6, 7], |to, trial| {
        for n in 1..=to as usize {
            for tree in Tree::all(n) {
                let start = Painted { tree: Rules(&tree), painting: Painting::default() };
                trial.compare(
                    || format!("{n} vertices, edges {:?}", tree.edges()),
                    Outcome::from_next_wins(!has_perfect_matching(&tree)),
                    Play::new().outcome(&start, trial.limits())?,
                )?;
            }
        }
        Ok(())
    })),
    ..entry!("I53", "black-white-tree")
};

/// The colours of the vertices, as bits; when all have one, the winner has one more move if it is his turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Painting {
    white: u32,
    black: u32,
    over: bool,
}

impl Painting {
    fn painted(self) -> u32 {
        self.white | self.black
    }

    /// Whether all vertices have a colour.
    fn is_whole(self, tree: &Tree) -> bool {
        self.painted().count_ones() as usize == tree.len()
    }

    /// The vertices without a colour.
    fn free(self, tree: &Tree) -> impl Iterator<Item = u32> {
        (0..tree.len() as u32).filter(move |v| self.painted() >> v & 1 == 0)
    }

    /// The one move of the winner when all is painted; the loser has none, nor has anybody after it.
    fn last(self, wins: bool) -> Option<Self> {
        (wins && !self.over).then_some(Self { over: true, ..self })
    }

    /// The colouring as text, a letter for each vertex of the tree of the instances.
    fn text(self) -> String {
        let colour = |v: usize| match (self.white >> v & 1, self.black >> v & 1) {
            (1, _) => 'W',
            (_, 1) => 'B',
            _ => '.',
        };
        (0..TREE.len()).map(colour).collect()
    }

    /// Reads such a text.
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let word = input.word("the colours")?;
        if word.len() != TREE.len() || word.bytes().any(|c| !b"WB.".contains(&c)) {
            return Err(input.error(format!("expected {} letters, each W, B or .", TREE.len())));
        }
        let bits = |colour: u8| {
            let found = (0..).zip(word.bytes()).filter(move |(_, c)| *c == colour);
            found.fold(0_u32, |mask, (v, _)| mask | 1 << v)
        };
        Ok(Self { white: bits(b'W'), black: bits(b'B'), over: false })
    }
}

/// A tree that is painted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Painted<'t> {
    tree: Rules<'t, Tree>,
    painting: Painting,
}

/// The bits of the neighbours of a vertex.
fn neighbours(tree: &Tree, v: u32) -> u32 {
    tree.neighbours(v).iter().fold(0, |mask, u| mask | 1 << u)
}

impl Moves for Painted<'_> {
    fn moves(&self) -> Vec<Self> {
        let Painting { white, black, .. } = self.painting;
        let first_moves = self.painting.painted().count_ones().is_multiple_of(2);
        let with = |painting: Painting| Self { painting, ..self.clone() };
        if self.painting.is_whole(self.tree.0) {
            let safe = |v: u32| white >> v & 1 == 1 && neighbours(self.tree.0, v) & black == 0;
            let first_wins = (0..self.tree.0.len() as u32).any(safe);
            return self.painting.last(first_wins == first_moves).map(with).into_iter().collect();
        }
        let free = self.painting.free(self.tree.0);
        let painted = free.map(|v| match first_moves {
            true => Painting { white: white | 1 << v, ..self.painting },
            false => Painting { black: black | 1 << v, ..self.painting },
        });
        painted.map(with).collect()
    }
}

/// I54: Gameia.
pub(crate) const GAMEIA: Entry = Entry {
    instance: Instance::game("...... 11111 2 A", |text, limits| {
        turn(read(text, Gameia::read)?, limits)
    }),
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
    verification: Some(Verification::to([4, 5, 6], |to, trial| {
        for n in 1..=to as usize {
            for tree in Tree::all(n) {
                for cuts in 0..=n as u32 / 2 {
                    let edges = (1_u32 << tree.edges().len()) - 1;
                    let start = Gameia {
                        tree: Rules(&tree),
                        edges,
                        cuts,
                        painting: Painting::default(),
                        bob: false,
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
    })),
    ..entry!("I54", "gameia")
};

/// The tree of Gameia; Bob cuts just before he paints, which is never too late.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Gameia<'t> {
    tree: Rules<'t, Tree>,
    /// Edges that are not cut, as bits.
    edges: u32,
    /// Cuts left.
    cuts: u32,
    painting: Painting,
    bob: bool,
}

impl Moves for Gameia<'_> {
    fn moves(&self) -> Vec<Self> {
        let Painting { white, black, .. } = self.painting;
        let with = |painting: Painting, bob: bool| Self { painting, bob, ..self.clone() };
        if self.painting.is_whole(self.tree.0) {
            let bob_wins = white == 0;
            let last = self.painting.last(bob_wins == self.bob);
            return last.map(|painting| with(painting, self.bob)).into_iter().collect();
        }
        let free = || self.painting.free(self.tree.0);
        if !self.bob {
            let paint = |v: u32| Painting { white: white | 1 << v, ..self.painting };
            return free().map(|v| with(paint(v), true)).collect();
        }
        let mut moves = Vec::new();
        let kept = |cut: &u32| cut & !self.edges == 0 && cut.count_ones() <= self.cuts;
        for cut in (0..=self.edges).filter(kept) {
            let edges = self.edges & !cut;
            for v in free() {
                let all = (0..).zip(self.tree.0.edges()).filter(|(i, _)| edges >> i & 1 == 1);
                let dark = all.fold(1_u32 << v, |mask, (_, &(a, b))| match v {
                    v if v == a => mask | 1 << b,
                    v if v == b => mask | 1 << a,
                    _ => mask,
                });
                moves.push(Self {
                    edges,
                    cuts: self.cuts - cut.count_ones(),
                    painting: Painting {
                        white: white & !dark,
                        black: black | dark,
                        ..self.painting
                    },
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

impl Painted<'_> {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let painting = Painting::read(input)?;
        let more = painting.white.count_ones().wrapping_sub(painting.black.count_ones());
        if ![0, 1].contains(&more) {
            return Err(input.error("expected as many W as B, or one more"));
        }
        Ok(Self { tree: Rules(&TREE), painting })
    }
}

impl Playable for Painted<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        if self.painting.is_whole(self.tree.0) { Vec::new() } else { self.moves() }
    }

    fn impartial(&self) -> bool {
        false
    }

    fn mover(&self) -> Option<Player> {
        let even = self.painting.painted().count_ones().is_multiple_of(2);
        Some(if even { Player::Left } else { Player::Right })
    }

    fn winner(&self, _: Player) -> Option<Player> {
        // When all is painted a last move is the winner's: nobody has one whose turn it is not.
        let moves = !self.moves().is_empty();
        self.mover().map(|mover| if moves { mover } else { mover.opponent() })
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let begins = self.painting.painted() == 0;
        Ok(begins.then(|| Fate::of(!has_perfect_matching(self.tree.0))))
    }

    fn text(&self) -> String {
        self.painting.text()
    }

    fn picture(&self) -> Picture {
        let colours: Vec<char> = self.text().chars().collect();
        let picture = self.tree.0.picture(|v| ((v + 1).to_string(), colours[v as usize]));
        picture.owned('W', 'B')
    }
}

impl Gameia<'_> {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let painting = Painting::read(input)?;
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
        Ok(Self { tree: Rules(&TREE), edges, cuts, painting, bob })
    }
}

impl Playable for Gameia<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        if self.painting.is_whole(self.tree.0) { Vec::new() } else { self.moves() }
    }

    fn impartial(&self) -> bool {
        false
    }

    fn mover(&self) -> Option<Player> {
        Some(if self.bob { Player::Right } else { Player::Left })
    }

    fn winner(&self, _: Player) -> Option<Player> {
        Some(if self.painting.white == 0 { Player::Right } else { Player::Left })
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let all = (1 << self.tree.0.edges().len()) - 1;
        let begins = self.painting.painted() == 0 && !self.bob && self.edges == all;
        Ok(begins.then(|| Fate::of(!bob_wins(self.tree.0, self.cuts.into()))))
    }

    fn text(&self) -> String {
        let edge = |i| if self.edges >> i & 1 == 1 { '1' } else { '0' };
        let edges: String = (0..self.tree.0.edges().len()).map(edge).collect();
        let turn = if self.bob { 'B' } else { 'A' };
        format!("{} {edges} {} {turn}", self.painting.text(), self.cuts)
    }

    fn picture(&self) -> Picture {
        let colours: Vec<char> = self.painting.text().chars().collect();
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
        let (old, new) = (self.painting, after.painting);
        let changed = |v: &u32| (old.white ^ new.white | old.black ^ new.black) >> v & 1 == 1;
        let vertices = (0..self.tree.0.len() as u32).filter(changed).map(|v| (v + 1).to_string());
        let painted = vertices.collect::<Vec<_>>().join("–");
        Some([cut.as_slice(), &[painted]].concat().join(", "))
    }
}
