//! Certificates of the two sides of a loopy game, and a check of them that shares nothing with the search.
//!
//! A side is proved by two comparisons, `G ≥ S` and `S ≥ G`, and each of these by a way for Left to survive the
//! difference when Right begins: a set of states of play, each with a rank. Left has a move from each of her states
//! into the set, all of Right's moves from his stay there, and every one of these moves makes the rank smaller,
//! unless it is made in the component whose endless play is hers. So Left is never stuck, and endless play has
//! endlessly many moves in that component: in the first of the two games for the onside, in the second for the
//! offside (Siegel, VI.1). Where no stopper is known that a side is equal to, the side may be a graph that is none: it
//! then stands for itself, with endless play Left's in the onside and Right's in the offside.
//!
//! The text has a line for each graph and, under the name of each comparison, a line for each state: the vertices in
//! both games, who is to move, and the rank.

use super::draft::too_large;
use super::graph::Graph;
use super::loopy_value::Loopy;
use super::order::{Endless, Survival, survival};
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use farstar_play::{Limits, Player, Stopped};
use rustc_hash::FxHashMap;
use std::fmt;
use std::str::FromStr;

/// The first line.
const HEADER: &str = "farstar sides of a loopy game 1";
/// Products of more pairs have no certificate: it would be too long to be read.
const MOST_PAIRS: usize = 1 << 22;
/// Bytes a state takes while it is checked, about.
const BYTES_A_STATE: u64 = 48;

/// A state of the difference of two games: a vertex of each, and whether Left is to move.
type State = (u32, u32, bool);

/// The four comparisons: whether the game is the first, whether the side is the onside.
const CLAIMS: [(&str, bool, Player); 4] = [
    ("game >= onside", true, Player::Left),
    ("onside >= game", false, Player::Left),
    ("game >= offside", true, Player::Right),
    ("offside >= game", false, Player::Right),
];

/// A proof that two graphs are the sides of a loopy game.
///
/// # Examples
/// ```
/// use farstar_value::{Arena, Limits, loopy::{Graph, SidesCertificate}};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// // Left and Right move to and fro; the sides are 1 and 0.
/// let graph: Graph = "0:1|;1:|0".parse()?;
/// let certificate = calc.sides_certificate(&graph)?;
/// let read: SidesCertificate = certificate.to_string().parse()?;
/// read.check(&Limits::none())?;
/// let wrong: SidesCertificate =
///     certificate.to_string().replacen("onside 0:1|;1:|", "onside 0:|", 1).parse()?;
/// assert!(wrong.check(&Limits::none()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidesCertificate {
    game: Graph,
    onside: Graph,
    offside: Graph,
    /// For each comparison the states with their ranks, in order.
    ways: [Vec<(State, u32)>; 4],
}

/// Why a certificate of sides was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SidesRefused {
    /// A claim that is not so.
    #[error("the certificate is wrong: {0}")]
    Wrong(String),
    /// A limit stopped the check.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Calculator<'_> {
    /// The sides of the game at vertex 0 of a graph, with their proof.
    ///
    /// # Errors
    /// Those of [`Calculator::loopy_of_graph`], and [`Error::TooLarge`] where the product of the graph and a side has
    /// more than 2²² pairs.
    pub fn sides_certificate(&mut self, graph: &Graph) -> Result<SidesCertificate> {
        let game = graph.part(0);
        let value = self.loopy_of_graph(&game)?;
        let mut ways = [const { Vec::new() }; 4];
        for (way, (_, first, side)) in ways.iter_mut().zip(CLAIMS) {
            let (g, h) = order(first, &game, side_graph(&value, side));
            *way = survived(self, g, h, side)?;
        }
        let (onside, offside) = (value.onside_graph().clone(), value.offside_graph().clone());
        Ok(SidesCertificate { game, onside, offside, ways })
    }
}

fn side_graph(value: &Loopy, side: Player) -> &Graph {
    match side {
        Player::Left => value.onside_graph(),
        Player::Right => value.offside_graph(),
    }
}

/// The game and a side in the order in which they are compared.
fn order<'g>(first: bool, game: &'g Graph, side: &'g Graph) -> (&'g Graph, &'g Graph) {
    if first { (game, side) } else { (side, game) }
}

/// The moves from a state of `g − h`, and whether each is one in the component whose endless play is Left's.
fn moves<'g>(
    g: &'g Graph,
    h: &'g Graph,
    side: Player,
    (x, y, left): State,
) -> impl Iterator<Item = (State, bool)> + 'g {
    let (mover, other) =
        if left { (Player::Left, Player::Right) } else { (Player::Right, Player::Left) };
    let in_g = g.options(x, mover).iter();
    let in_g = in_g.map(move |&to| ((to, y, !left), side == Player::Left));
    let in_h = h.options(y, other).iter();
    in_g.chain(in_h.map(move |&to| ((x, to, !left), side == Player::Right)))
}

/// The states that play from the start reaches while Left keeps to her way, with their ranks.
fn survived(
    calc: &mut Calculator<'_>,
    g: &Graph,
    h: &Graph,
    side: Player,
) -> Result<Vec<(State, u32)>> {
    if g.len().saturating_mul(h.len()) > MOST_PAIRS {
        return Err(too_large());
    }
    let endless = match side {
        Player::Left => Endless::SavedByFirst,
        Player::Right => Endless::SavedBySecond,
    };
    let saved = survival(calc, g, h, endless)?;
    let ranks = ranks(calc, g, h, side, &saved)?;
    let rank = |state: State| ranks[index(h, state)];
    let start = (0, 0, false);
    let mut found: FxHashMap<State, u32> = FxHashMap::default();
    let mut waiting = vec![start];
    while let Some(state) = waiting.pop() {
        calc.tick()?;
        // every state that play reaches along her way has a rank, and the start because the side is the game's
        let Some(own) = rank(state) else { unreachable!("a side that is not the game's") };
        if found.insert(state, own).is_some() {
            continue;
        }
        let serves = |&(to, good): &(State, bool)| rank(to).is_some_and(|next| good || next < own);
        let all = moves(g, h, side, state);
        if state.2 {
            waiting.extend(all.filter(serves).map(|(to, _)| to).take(1));
        } else {
            waiting.extend(all.map(|(to, _)| to));
        }
    }
    let mut found: Vec<(State, u32)> = found.into_iter().collect();
    found.sort_unstable();
    Ok(found)
}

fn index(h: &Graph, (x, y, left): State) -> usize {
    2 * (x as usize * h.len() + y as usize) + usize::from(left)
}

/// The rank of each state that Left survives: how many moves at most are made before one is that helps her.
fn ranks(
    calc: &mut Calculator<'_>,
    g: &Graph,
    h: &Graph,
    side: Player,
    saved: &Survival,
) -> Result<Vec<Option<u32>>> {
    let kept = |(x, y, left): State| {
        if left { saved.left_first(x, y) } else { saved.ge(x, y) }
    };
    let mut ranks: Vec<Option<u32>> = vec![None; 2 * g.len() * h.len()];
    let mut open: Vec<State> = Vec::new();
    for x in g.vertices() {
        for y in h.vertices() {
            open.extend([(x, y, false), (x, y, true)].into_iter().filter(|&state| kept(state)));
        }
    }
    for round in 0.. {
        let before = open.len();
        let mut reached = Vec::new();
        for &state in &open {
            calc.tick()?;
            let serves =
                |(to, good): (State, bool)| kept(to) && (good || ranks[index(h, to)].is_some());
            let mut all = moves(g, h, side, state);
            if if state.2 { all.any(serves) } else { all.all(serves) } {
                reached.push(state);
            }
        }
        for &state in &reached {
            ranks[index(h, state)] = Some(round);
        }
        open.retain(|&state| ranks[index(h, state)].is_none());
        if open.len() == before {
            break;
        }
    }
    Ok(ranks)
}

impl SidesCertificate {
    /// The graph of the game, of its onside and of its offside.
    #[must_use]
    pub fn graphs(&self) -> [&Graph; 3] {
        [&self.game, &self.onside, &self.offside]
    }

    /// Whether a text is meant as such a certificate: its first line says so.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.trim() == HEADER)
    }

    /// Checks every claim anew, by looking at each state once.
    ///
    /// # Errors
    /// [`SidesRefused::Wrong`] with the first claim that is not so; [`SidesRefused::Stopped`] at a limit.
    pub fn check(&self, limits: &Limits) -> std::result::Result<(), SidesRefused> {
        for ((claim, first, side), way) in CLAIMS.into_iter().zip(&self.ways) {
            let graph = if side == Player::Left { &self.onside } else { &self.offside };
            let (g, h) = order(first, &self.game, graph);
            let wrong = |why: &str, (x, y, left): State| {
                let who = if left { "Left" } else { "Right" };
                Err(SidesRefused::Wrong(format!("{claim}: {why} at {x} {y} {who}")))
            };
            let ranks: FxHashMap<State, u32> = way.iter().copied().collect();
            limits.check_with(way.len() as u64, way.len() as u64 * BYTES_A_STATE)?;
            if !ranks.contains_key(&(0, 0, false)) {
                return wrong("no way to survive is told", (0, 0, false));
            }
            for (at, &(state, rank)) in way.iter().enumerate() {
                if at % 1024 == 0 {
                    limits.check()?;
                }
                if state.0 as usize >= g.len() || state.1 as usize >= h.len() {
                    return wrong("there is no such state", state);
                }
                let mut all = moves(g, h, side, state);
                let serves = |(to, good): (State, bool)| {
                    ranks.get(&to).is_some_and(|&next| good || next < rank)
                };
                if state.2 && !all.any(serves) {
                    return wrong("Left has no move that keeps to her way", state);
                }
                if !state.2 && !moves(g, h, side, state).all(serves) {
                    return wrong("Right has a move that leaves Left's way", state);
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for SidesCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for (name, graph) in ["game", "onside", "offside"].into_iter().zip(self.graphs()) {
            writeln!(f, "{name} {graph}")?;
        }
        for ((claim, ..), way) in CLAIMS.into_iter().zip(&self.ways) {
            writeln!(f, "{claim}")?;
            for ((x, y, left), rank) in way {
                writeln!(f, "{x} {y} {} {rank}", if *left { 'L' } else { 'R' })?;
            }
        }
        Ok(())
    }
}

impl FromStr for SidesCertificate {
    type Err = Error;

    /// Reads what [`Display`](fmt::Display) writes; lines that begin with `#` are left out.
    ///
    /// # Errors
    /// [`Error::Parse`] with the line that is wrong; those of reading a [`Graph`].
    fn from_str(text: &str) -> Result<Self> {
        let wrong = |line: &str, expected: &'static str| {
            let from = (line.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
            Error::Parse {
                span: from..from + line.len(),
                message: "no certificate of sides".into(),
                expected: expected.into(),
            }
        };
        let told = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let mut lines = text.lines().map(str::trim).filter(told);
        if lines.next() != Some(HEADER) {
            return Err(wrong(text, HEADER));
        }
        let mut graph = |name: &'static str| -> Result<Graph> {
            let line = lines.next().unwrap_or_default();
            let found = line.strip_prefix(name).ok_or_else(|| wrong(line, name))?;
            found.trim().parse()
        };
        let (game, onside, offside) = (graph("game ")?, graph("onside ")?, graph("offside ")?);
        let mut ways = [const { Vec::new() }; 4];
        let mut at = None;
        for line in lines {
            if let Some(claim) = CLAIMS.iter().position(|claim| claim.0 == line) {
                at = Some(claim);
                continue;
            }
            let state = || {
                let mut words = line.split_whitespace();
                let mut number = || words.next()?.parse::<u32>().ok();
                let (x, y) = (number()?, number()?);
                let left = match words.next()? {
                    "L" => true,
                    "R" => false,
                    _ => return None,
                };
                let rank = words.next()?.parse().ok()?;
                words.next().is_none().then_some(((x, y, left), rank))
            };
            match (at, state()) {
                (Some(at), Some(state)) => ways[at].push(state),
                _ => return Err(wrong(line, "a comparison, or a state such as 0 1 L 2")),
            }
        }
        Ok(Self { game, onside, offside, ways })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;

    fn random(seed: &mut u64, count: usize) -> Graph {
        let mut next = |below: usize| {
            *seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*seed >> 33) as usize % below
        };
        let lists: Vec<[Vec<u32>; 2]> = (0..count)
            .map(|_| {
                [(); 2].map(|()| {
                    let mut list: Vec<u32> = (0..next(3)).map(|_| next(count) as u32).collect();
                    list.sort_unstable();
                    list.dedup();
                    list
                })
            })
            .collect();
        Graph::new(&lists).unwrap()
    }

    #[test]
    fn sides_of_random_graphs_are_proved_and_others_are_refused() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let limits = Limits::none();
        let (mut seed, mut two_sided) = (24, 0);
        let mut others: Vec<Graph> = Vec::new();
        for _ in 0..300 {
            let graph = random(&mut seed, 5);
            let certificate = calc.sides_certificate(&graph).unwrap();
            certificate.check(&limits).unwrap();
            let read: SidesCertificate = certificate.to_string().parse().unwrap();
            read.check(&limits).unwrap();
            assert_eq!(read.ways, certificate.ways);
            two_sided += usize::from(certificate.onside != certificate.offside);
            for other in others.iter().filter(|other| **other != certificate.onside) {
                let wrong = SidesCertificate { onside: other.clone(), ..certificate.clone() };
                assert!(wrong.check(&limits).is_err(), "{graph} {other}");
            }
            if others.len() < 6 && !others.contains(&certificate.onside) {
                others.push(certificate.onside);
            }
        }
        assert!(two_sided > 20, "{two_sided}");
    }

    #[test]
    fn a_rank_that_does_not_fall_is_no_proof() {
        // over ≥ 0 by endless passes of Right's: in the sum with 0 they are moves in the first game
        let certificate: SidesCertificate =
            "farstar sides of a loopy game 1\ngame 0:|0\nonside 0:|\noffside 0:|0\n\
            game >= onside\n0 0 R 0\n0 0 L 0"
                .parse()
                .unwrap();
        let refused = certificate.check(&Limits::none()).unwrap_err().to_string();
        assert_eq!(
            refused,
            "the certificate is wrong: game >= onside: Left has no move that keeps to her way at 0 0 Left"
        );
    }
}
