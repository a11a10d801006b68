//! AGC005E: pursuit on two trees.

use farstar_value::{Limits, Player};

use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
use crate::tree::Tree;
use crate::trial::{Ended, Trial, Verification};
use std::sync::LazyLock;

/// I61: Sugigma, a token pursued by another.
pub const SUGIGMA: Problem = Problem {
    id: "I61",
    name: "sugigma",
    title: Text::new("Sugigma: The Showdown", "双树追逐"),
    topics: &["tree", "pursuit", "scoring"],
    source: "AtCoder AGC005E; listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "A red and a blue tree have the same n vertices. Token A starts at X, token B at Y. In turn, A first, each stays or moves along an edge of its own tree (A red, B blue). The game ends when they meet. A wants as many turns as possible, B as few. How many turns, or -1 if it never ends?",
        "同一组 n 个点上有一棵红树和一棵蓝树。A 从 X、B 从 Y 出发，A 先行，轮流停留或沿己方的边（A 红 B 蓝）走一步，相遇即止。A 想拖长，B 想缩短。问总步数，永不相遇输出 -1。",
    ),
    rule: Text::new(
        "Root the blue tree at Y. A may walk to a vertex if it gets there before B could, that is if the red distance walked so far is below the blue depth. If A reaches so an end of a red edge whose ends are at blue distance 3 or more, it escapes for ever: -1. Otherwise A waits where the blue depth is largest, and the answer is twice that depth.",
        "蓝树以 Y 为根。A 先于 B 到达（红树距离小于蓝树深度）的点才可走。若能走到某条红边的端点，且该边两端在蓝树上距离不小于 3，则永不相遇，答案 -1；否则 A 停在可达点中蓝树深度最大处，答案为该深度的两倍。",
    ),
    complexity: "O(n)",
    format: Text::new(
        "n X Y, then n-1 red edges, then n-1 blue edges; X and Y differ. Output: the number of turns or -1.",
        "先读 n X Y，再读 n-1 条红边、n-1 条蓝边；X 与 Y 不同。输出步数或 -1。",
    ),
    samples: &[
        Sample { input: "4 1 2\n1 2\n1 3\n1 4\n2 1\n2 3\n1 4\n", output: "4\n" },
        Sample { input: "3 3 1\n1 2\n2 3\n1 2\n2 3\n", output: "4\n" },
        Sample { input: "4 1 2\n1 2\n3 4\n2 4\n1 2\n3 4\n1 3\n", output: "2\n" },
        Sample { input: "4 2 1\n1 2\n3 4\n2 4\n1 2\n3 4\n1 3\n", output: "-1\n" },
    ],
    instance: Instance::game(
        "4 1 6",
        Text::new(
            "A is the red token at X, B the blue one at Y; the third number counts the turns left. B wins by a meeting in time, A otherwise. Primed vertices are those of the blue tree.",
            "A 为红棋，在 X；B 为蓝棋，在 Y；第三个数为剩余回合数。在此之前相遇则 B 胜，否则 A 胜。带撇的点属于蓝树。",
        ),
        |text, limits| turn(read(text, Chase::read)?, limits),
    ),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "every pair of labelled trees on at most N vertices, every start",
            "至多 N 个点的所有带标号树对与所有起点",
        ),
        quick: 3,
        usual: 4,
        most: 5,
        cases,
    }),
    ..Problem::BLANK
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of vertices", 2..=1_000_000_usize)?;
    let x: u32 = input.integer("the vertex X", 1..=n as u32)?;
    let y: u32 = input.integer("the vertex Y", 1..=n as u32)?;
    if x == y {
        return Err(input.error("X and Y are the same vertex; expected two"));
    }
    let red = Tree::read(input, n)?;
    let blue = Tree::read(input, n)?;
    let turns = turns(&red, &blue, x - 1, y - 1);
    Ok(turns.map_or_else(|| "-1\n".to_owned(), |turns| format!("{turns}\n")))
}

/// Turns until the tokens at `x` and `y` meet, or `None` if they never do; O(n).
#[must_use]
pub fn turns(red: &Tree, blue: &Tree, x: u32, y: u32) -> Option<u64> {
    let (order, parent) = blue.rooted(y);
    let mut depth = vec![0_u32; blue.len()];
    for &v in &order[1..] {
        depth[v as usize] = depth[parent[v as usize] as usize] + 1;
    }
    let up = |v: u32| parent[v as usize];
    let near = |u: u32, v: u32| {
        up(u) == v || up(v) == u || up(u) == up(v) || up(up(u)) == v || up(up(v)) == u
    };
    let mut walked = vec![u32::MAX; red.len()];
    walked[x as usize] = 0;
    let mut queue = vec![x];
    let mut next = 0;
    let mut deepest = 0;
    while let Some(&v) = queue.get(next) {
        next += 1;
        deepest = deepest.max(depth[v as usize]);
        for &u in red.neighbours(v) {
            if !near(u, v) {
                return None;
            }
            let there = walked[v as usize] + 1;
            if walked[u as usize] == u32::MAX && there < depth[u as usize] {
                walked[u as usize] = there;
                queue.push(u);
            }
        }
    }
    Some(2 * u64::from(deepest))
}

/// Turns by the definition: from which pairs of places B forces a meeting within k turns, for k = 0, 1, 2, … until nothing changes.
fn played(red: &Tree, blue: &Tree, x: u32, y: u32) -> Option<u64> {
    let n = red.len() as u32;
    let at = |a: u32, b: u32| (a * n + b) as usize;
    let met = |a: u32, b: u32| if a == b { Some(0) } else { None };
    let mut a_moves: Vec<Option<u64>> = (0..n * n).map(|pair| met(pair / n, pair % n)).collect();
    let mut b_moves = a_moves.clone();
    for k in 1..=2 * u64::from(n * n) {
        let (a_before, b_before) = (a_moves.clone(), b_moves.clone());
        for a in 0..n {
            for b in 0..n {
                if a_moves[at(a, b)].is_none()
                    && red.neighbours(a).iter().chain([&a]).all(|&to| b_before[at(to, b)].is_some())
                {
                    a_moves[at(a, b)] = Some(k);
                }
                if b_moves[at(a, b)].is_none()
                    && blue
                        .neighbours(b)
                        .iter()
                        .chain([&b])
                        .any(|&to| a_before[at(a, to)].is_some())
                {
                    b_moves[at(a, b)] = Some(k);
                }
            }
        }
    }
    a_moves[at(x, y)]
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for n in 2..=to as usize {
        for red in Tree::all(n) {
            for blue in Tree::all(n) {
                for (x, y) in (0..n as u32).flat_map(|x| (0..n as u32).map(move |y| (x, y))) {
                    if x == y {
                        continue;
                    }
                    let show = |turns: Option<u64>| turns.map_or(-1, |turns| turns as i64);
                    trial.compare(
                        || {
                            format!(
                                "red {:?}, blue {:?}, X {x}, Y {y} (from 0)",
                                red.edges(),
                                blue.edges()
                            )
                        },
                        show(turns(&red, &blue, x, y)),
                        show(played(&red, &blue, x, y)),
                    )?;
                }
            }
        }
    }
    Ok(())
}

/// The red tree of the instance.
static RED: LazyLock<Tree> = LazyLock::new(|| Tree::fixed(&[(0, 1), (0, 2), (0, 3), (3, 4)]));
/// The blue one.
static BLUE: LazyLock<Tree> = LazyLock::new(|| Tree::fixed(&[(0, 1), (0, 2), (0, 3), (2, 4)]));

/// Two tokens and the turns left; A moves while they are even in number.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Chase {
    a: u32,
    b: u32,
    left: u64,
}

impl Chase {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let a = input.integer("the vertex of A", 1..=RED.len() as u32)? - 1;
        let b = input.integer("the vertex of B", 1..=RED.len() as u32)? - 1;
        Ok(Self { a, b, left: input.integer("the turns left", 0..=20)? })
    }
}

impl Playable for Chase {
    fn after(&self, mover: Player) -> Vec<Self> {
        let Self { a, b, left } = *self;
        if a == b || left == 0 {
            return Vec::new();
        }
        let (tree, at) = if mover == Player::Left { (&RED, a) } else { (&BLUE, b) };
        let to = [at].into_iter().chain(tree.neighbours(at).iter().copied());
        to.map(|to| match mover {
            Player::Left => Self { a: to, b, left: left - 1 },
            Player::Right => Self { a, b: to, left: left - 1 },
        })
        .collect()
    }

    fn impartial(&self) -> bool {
        false
    }

    fn mover(&self) -> Option<Player> {
        Some(if self.left.is_multiple_of(2) { Player::Left } else { Player::Right })
    }

    fn winner(&self, _: Player) -> Option<Player> {
        Some(if self.a == self.b { Player::Right } else { Player::Left })
    }

    fn rule(&self, mover: Player, _: &Limits) -> Result<Option<Fate>> {
        if mover == Player::Right || self.a == self.b {
            return Ok(None);
        }
        let met = turns(&RED, &BLUE, self.a, self.b).is_some_and(|turns| turns <= self.left);
        Ok(Some(Fate::of(!met)))
    }

    fn text(&self) -> String {
        format!("{} {} {}", self.a + 1, self.b + 1, self.left)
    }

    fn picture(&self) -> Picture {
        let n = RED.len() as u32;
        let sign = |at: bool, sign: char| if at { sign } else { '.' };
        let red = (0..n).map(|v| ((v + 1).to_string(), sign(v == self.a, 'A')));
        let blue = (0..n).map(|v| (format!("{}′", v + 1), sign(v == self.b, 'B')));
        let edges = BLUE.edges().iter().map(|(a, b)| (a + n, b + n));
        let edges: Vec<(u32, u32)> = RED.edges().iter().copied().chain(edges).collect();
        Picture::graph(red.chain(blue).collect(), &edges).owned('A', 'B')
    }

    fn called(&self, after: &Self) -> Option<String> {
        Some(match self.mover()? {
            Player::Left => format!("A → {}", after.a + 1),
            Player::Right => format!("B → {}", after.b + 1),
        })
    }
}
