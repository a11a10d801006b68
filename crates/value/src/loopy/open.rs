//! Games that are being written down: braces whose options may be nodes that are still open, as in `a{0|a}` and
//! `{0|pass}`.

use super::draft::{Draft, too_large};
use super::graph::{MOST_VERTICES, reachable, side};
use super::loopy_value::Loopy;
use super::short::{Places, expand};
use super::sidling::side_of;
use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;
use farstar_play::Player;
use std::collections::BTreeSet;

/// An option of a game that is being written down.
#[derive(Clone, Debug)]
pub enum OpenOption {
    /// A short game.
    Game(Game),
    /// A loopy game.
    Loopy(Loopy),
    /// A move back to the game whose option this is: `pass`.
    Pass,
    /// A move to the node of this number, which is around the game somewhere.
    Node(u64),
    /// A game that waits for a node.
    Open(OpenGame),
}

impl OpenOption {
    /// The memory it takes, in bytes, about.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Open(open) => {
                let targets: usize = open.lists.iter().flatten().map(Vec::len).sum();
                let of_lists = open.lists.len() * size_of::<[Vec<Target>; 2]>();
                (of_lists + targets * size_of::<Target>()) as u64
            }
            _ => 0,
        }
    }
}

#[derive(Clone, Debug)]
enum Target {
    Vertex(u32),
    Node(u64),
    Game(Game),
    Loopy(u32),
}

/// Braces that may wait for nodes around them.
///
/// # Examples
/// ```
/// use farstar_value::{Arena, Game, loopy::{Loopy, OpenGame, OpenOption}};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// // a{0|a}
/// let over = OpenGame::new(vec![OpenOption::Game(Game::ZERO)], vec![OpenOption::Node(7)], Some(7))?;
/// assert!(over.is_closed());
/// assert_eq!(calc.loopy_close(&over)?, Loopy::over());
/// # Ok::<(), farstar_value::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpenGame {
    lists: Vec<[Vec<Target>; 2]>,
    root: u32,
    loopy: Vec<Loopy>,
    waits: BTreeSet<u64>,
}

impl OpenGame {
    /// The game with these options; `node` is the number by which options inside name it.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge) if there are too many positions.
    pub fn new(left: Vec<OpenOption>, right: Vec<OpenOption>, node: Option<u64>) -> Result<Self> {
        // The largest open option is taken over, the others are copied into it.
        let mut sides = [left, right];
        let largest = sides
            .iter()
            .enumerate()
            .flat_map(|(s, list)| list.iter().enumerate().map(move |(at, o)| (s, at, o)))
            .filter_map(|(s, at, option)| match option {
                OpenOption::Open(open) => Some((open.lists.len(), s, at)),
                _ => None,
            })
            .max();
        let mut whole =
            Self { lists: Vec::new(), root: 0, loopy: Vec::new(), waits: BTreeSet::new() };
        let mut roots = [Vec::new(), Vec::new()];
        if let Some((_, s, at)) = largest
            && let OpenOption::Open(open) = sides[s].swap_remove(at)
        {
            roots[s].push(Target::Vertex(open.root));
            whole = open;
        }
        let place = whole.lists.len() as u32;
        whole.lists.push([Vec::new(), Vec::new()]);
        for (targets, options) in roots.iter_mut().zip(sides) {
            for option in options {
                targets.push(match option {
                    OpenOption::Game(game) => Target::Game(game),
                    OpenOption::Loopy(value) => {
                        whole.loopy.push(value);
                        Target::Loopy(whole.loopy.len() as u32 - 1)
                    }
                    OpenOption::Pass => Target::Vertex(place),
                    OpenOption::Node(waited) => {
                        whole.waits.insert(waited);
                        Target::Node(waited)
                    }
                    OpenOption::Open(open) => Target::Vertex(whole.take_in(open)),
                });
            }
        }
        whole.lists[place as usize] = roots;
        whole.root = place;
        if let Some(node) = node
            && whole.waits.remove(&node)
        {
            for target in whole.lists.iter_mut().flatten().flatten() {
                if matches!(target, Target::Node(waited) if *waited == node) {
                    *target = Target::Vertex(place);
                }
            }
        }
        if whole.lists.len() > MOST_VERTICES { Err(too_large()) } else { Ok(whole) }
    }

    /// Adds the positions of another; gives the place of its root.
    fn take_in(&mut self, other: Self) -> u32 {
        let (base, loopy) = (self.lists.len() as u32, self.loopy.len() as u32);
        self.lists.extend(other.lists);
        for target in self.lists[base as usize..].iter_mut().flatten().flatten() {
            match target {
                Target::Vertex(v) => *v += base,
                Target::Loopy(at) => *at += loopy,
                Target::Node(_) | Target::Game(_) => {}
            }
        }
        self.loopy.extend(other.loopy);
        self.waits.extend(other.waits);
        base + other.root
    }

    /// Whether no option waits for a node any more.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.waits.is_empty()
    }
}

impl Calculator<'_> {
    /// The value of a game that waits for no node; a node that is missing counts as no option.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge) if the graph has too many vertices;
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn loopy_close(&mut self, open: &OpenGame) -> Result<Loopy> {
        let one_sided = open.loopy.iter().all(Loopy::is_stopper);
        let onside = self.draft_of(open, Player::Left)?;
        let onside = reachable(&onside.lists, open.root);
        if one_sided {
            return self.loopy_of_graph(&onside);
        }
        let onside = side_of(self, &onside, Player::Left)?;
        let offside = self.draft_of(open, Player::Right)?;
        let offside = side_of(self, &reachable(&offside.lists, open.root), Player::Right)?;
        Ok(Loopy::of_sides(onside, offside))
    }

    /// The value `{left | right}`.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_close`].
    pub fn loopy_from_options(&mut self, left: &[Loopy], right: &[Loopy]) -> Result<Loopy> {
        let options =
            |list: &[Loopy]| list.iter().cloned().map(OpenOption::Loopy).collect::<Vec<_>>();
        let open = OpenGame::new(options(left), options(right), None)?;
        self.loopy_close(&open)
    }

    fn draft_of(&mut self, open: &OpenGame, winner: Player) -> Result<Draft> {
        let mut draft = Draft::default();
        let mut places = Places::default();
        for _ in &open.lists {
            draft.vertex(self)?;
        }
        let mut roots = Vec::with_capacity(open.loopy.len());
        for value in &open.loopy {
            let graph = match winner {
                Player::Left => value.onside_graph(),
                Player::Right => value.offside_graph(),
            };
            roots.push(draft.append(self, graph)?);
        }
        for (from, lists) in open.lists.iter().enumerate() {
            for player in [Player::Left, Player::Right] {
                for target in &lists[side(player)] {
                    let to = match target {
                        Target::Vertex(v) => *v,
                        Target::Loopy(at) => roots[*at as usize],
                        Target::Game(game) => expand(self, &mut draft, &mut places, *game)?,
                        Target::Node(_) => continue,
                    };
                    draft.edge(from as u32, player, to)?;
                }
            }
        }
        Ok(draft)
    }
}
