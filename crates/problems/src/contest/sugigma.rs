//! AGC005E: pursuit on two trees.

use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::tree::Tree;
use crate::trial::{Ended, Trial, Verification};
use std::sync::LazyLock;

/// I61: Sugigma, a token pursued by another.
pub(crate) const SUGIGMA: Entry = Entry {
    instance: Instance::game("4 1 6", |text, limits| turn(read(text, Chase::read)?, limits)),
    answer: Some(answer),
    verification: Some(Verification::to([3, 4, 5], cases)),
    ..entry!("I61", "sugigma")
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

/// Turns by the definition: from which pairs of places B forces a meeting within k turns, for k = 0, 1, 2, … until
/// nothing changes.
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
