//! Thermographs against play with a stack of coupons, in which every line is tried.

use super::*;
use crate::Arena;
use farstar_num::Dyadic;
use std::collections::HashMap;

/// Coupons of so many to a point.
const FINE: i64 = 48;

/// A graph whose vertices without moves are worth a number of points; `ko` is a pair of which a retake must wait.
struct Fight {
    moves: Vec<[Vec<usize>; 2]>,
    points: Vec<i64>,
    ko: [usize; 2],
    komaster: Option<usize>,
    known: HashMap<(usize, Taken, usize, i64), i64>,
}

/// What was done in the ko just before.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Taken {
    /// Nothing that matters.
    No,
    /// The other took it.
    Now,
    /// The komaster took it back at once.
    AtOnce,
    /// He did, the other left it: he must win it.
    Held,
}

impl Fight {
    /// What Left gets more than Right, in coupons, when `mover` plays on with coupons of `1, …, k`.
    fn play(&mut self, at: usize, taken: Taken, mover: usize, k: i64) -> i64 {
        if let Some(&known) = self.known.get(&(at, taken, mover, k)) {
            return known;
        }
        let sign = if mover == 0 { 1 } else { -1 };
        let mut lines: Vec<i64> = Vec::new();
        for to in self.moves[at][mover].clone() {
            if !(self.ko.contains(&at) && self.ko.contains(&to)) {
                lines.push(self.play(to, Taken::No, 1 - mover, k));
            } else if taken == Taken::No {
                lines.push(self.play(to, Taken::Now, 1 - mover, k));
            } else if taken == Taken::Now && self.komaster == Some(mover) {
                lines.push(self.play(to, Taken::AtOnce, 1 - mover, k));
            }
        }
        let left = if taken == Taken::AtOnce { Taken::Held } else { Taken::No };
        if taken == Taken::Held {
            // no coupon is taken
        } else if k > 0 {
            lines.push(sign * k + self.play(at, left, 1 - mover, k - 1));
        } else if lines.is_empty() && !self.moves[at].iter().all(Vec::is_empty) {
            lines.push(self.play(at, left, 1 - mover, 0));
        }
        let best = if mover == 0 { lines.into_iter().max() } else { lines.into_iter().min() };
        let value = best.unwrap_or(self.points[at] * FINE);
        self.known.insert((at, taken, mover, k), value);
        value
    }

    /// The wall of a player at a temperature of `k` coupons: what he gets beyond the coupons alone.
    fn wall(&mut self, player: usize, k: i64) -> f64 {
        let mut alone = 0;
        let mut sign = if player == 0 { 1 } else { -1 };
        for coupon in (1..=k).rev() {
            alone += sign * coupon;
            sign = -sign;
        }
        (self.play(0, Taken::No, player, k) - alone) as f64 / FINE as f64
    }
}

/// A ko `{a…|B…}`, `B = {A…|b…}` with numbers of points besides the takes.
fn fight(lists: [[&[i64]; 2]; 2]) -> (Fight, Graph) {
    let mut moves = vec![[Vec::new(), vec![1]], [vec![0], Vec::new()]];
    let mut points = vec![0, 0];
    let mut lines = vec![[Vec::new(), vec![1]], [vec![0], Vec::new()]];
    for (v, both) in lists.iter().enumerate() {
        for (side, list) in both.iter().enumerate() {
            for &x in *list {
                moves[v][side].push(points.len());
                moves.push([Vec::new(), Vec::new()]);
                points.push(x);
                // The number as a chain of moves.
                let next = lines.len() as u32;
                lines[v][side].push(next);
                for left in (0..x.unsigned_abs()).rev() {
                    let next = (left > 0).then_some(lines.len() as u32 + 1);
                    let zero = u32::MAX;
                    let to = vec![next.unwrap_or(zero)];
                    lines.push(if x > 0 { [to, Vec::new()] } else { [Vec::new(), to] });
                }
                if x == 0 {
                    lines.push([Vec::new(), Vec::new()]);
                }
            }
        }
    }
    let zero = lines.len() as u32;
    lines.push([Vec::new(), Vec::new()]);
    for w in lines.iter_mut().flatten().flatten() {
        *w = (*w).min(zero);
    }
    let graph = Graph::new(&lines).unwrap();
    (Fight { moves, points, ko: [0, 1], komaster: None, known: HashMap::new() }, graph)
}

fn float(x: &Rational) -> f64 {
    x.to_string().split_once('/').map_or_else(
        || x.to_string().parse().unwrap(),
        |(p, q)| p.parse::<f64>().unwrap() / q.parse::<f64>().unwrap(),
    )
}

fn wall_at(corners: &[(Rational, Rational)], t: f64) -> f64 {
    let corners: Vec<(f64, f64)> = corners.iter().map(|(t, x)| (float(t), float(x))).collect();
    let next = corners.iter().position(|(corner, _)| *corner > t);
    match next {
        None => corners[corners.len() - 1].1,
        Some(next) => {
            let ((t0, x0), (t1, x1)) = (corners[next - 1], corners[next]);
            x0 + (x1 - x0) * (t - t0) / (t1 - t0)
        }
    }
}

#[test]
fn kos_are_fought_as_with_a_stack_of_coupons() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let cases: [[[&[i64]; 2]; 2]; 9] = [
        [[&[1], &[]], [&[], &[0]]],
        [[&[5], &[]], [&[], &[-1]]],
        [[&[3, 2], &[]], [&[], &[-4, 0]]],
        [[&[6], &[2]], [&[], &[0]]],
        [[&[6], &[]], [&[3], &[0]]],
        [[&[4], &[-3]], [&[1], &[-5]]],
        [[&[4], &[3]], [&[], &[0]]],
        [[&[4], &[]], [&[1], &[0]]],
        [[&[5], &[1]], [&[4], &[-1]]],
    ];
    for case in cases {
        for komaster in [None, Some(Player::Left), Some(Player::Right)] {
            let (mut fight, graph) = fight(case);
            fight.komaster = komaster.map(|player| usize::from(player == Player::Right));
            let walls = calc.graph_thermograph(&graph, komaster).unwrap();
            assert!(walls.has_ko());
            assert_eq!(walls.komaster(), komaster);
            for k in (0..5 * FINE).step_by(7) {
                let t = k as f64 / FINE as f64;
                for (side, player) in [Player::Left, Player::Right].into_iter().enumerate() {
                    let (found, played) = (wall_at(walls.corners(player), t), fight.wall(side, k));
                    let near = (found - played).abs() < 3.0 / FINE as f64;
                    assert!(
                        near,
                        "{case:?} {komaster:?} {player:?} at {t}: {found}, played {played}"
                    );
                }
            }
        }
    }
}

#[test]
fn simple_kos_have_their_mast_whoever_is_komaster() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let ko: Graph = "0:2|1;1:0|3;2:4|;3:|;4:3|".parse().unwrap();
    for komaster in [None, Some(Player::Left), Some(Player::Right)] {
        let walls = calc.graph_thermograph(&ko, komaster).unwrap();
        let found = (walls.mean().to_string(), walls.temperature().to_string());
        assert_eq!(found, ("4/3".to_owned(), "2/3".to_owned()), "{komaster:?}");
    }
}

#[test]
fn thermographs_of_short_games_are_theirs() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for text in ["{3|1}", "{5||2|-7}", "+-{4,{6|1}}", "{10|3||1|-8}", "^", "1/2", "{7|2||1,1*}"] {
        let game = calc.parse(text).unwrap();
        let value = calc.loopy(game).unwrap();
        let (walls, known) =
            (calc.loopy_thermograph(&value).unwrap(), calc.thermograph(game).unwrap());
        assert_eq!(walls.mean().to_dyadic().as_ref(), Some(known.mean()), "{text}");
        let temperature = known.temperature().max(Dyadic::ZERO);
        assert_eq!(walls.temperature().to_dyadic(), Some(temperature), "{text}");
    }
}

#[test]
fn plumtrees_have_the_means_of_their_stops() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for (text, mean, temperature) in [
        ("0:1|0;1:|", "0", "0"),
        // upon, {over|0}, {3over|-1}
        ("0:0|1;1:2|2;2:|", "0", "0"),
        ("0:1|2;1:2|1;2:|", "0", "0"),
        // a switch of 3 over and -1
        ("0:1|2;1:3|1;2:|6;3:4|;4:5|;5:6|;6:|", "1", "2"),
        // Tiny(on)
        ("0:1|2;1:|;2:1|3;3:|3", "0", "0"),
    ] {
        let graph: Graph = text.parse().unwrap();
        let value = calc.loopy_of_graph(&graph).unwrap();
        let walls = calc.loopy_thermograph(&value).unwrap();
        let found = (walls.mean().to_string(), walls.temperature().to_string());
        assert_eq!(found, (mean.to_owned(), temperature.to_owned()), "{text}");
    }
    for text in ["0:0|", "0:1|2;1:1|;2:|2", "0:1|0;1:|0,1"] {
        let graph: Graph = text.parse().unwrap();
        assert!(calc.graph_thermograph(&graph, None).is_err(), "{text}");
    }
}
