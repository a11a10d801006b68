//! The tables of bits against the product itself, state by state, by counters and a queue.

use super::super::graph::Reversed;
use super::*;
use crate::{Arena, SplitMix64};
use farstar_play::Player;

struct Product<'g> {
    first: &'g Graph,
    second: &'g Graph,
    width: usize,
    /// Moves against their direction: Left's and Right's in the first graph, then in the second.
    into: [Reversed; 4],
}

impl Product<'_> {
    fn parts(&self, state: usize) -> (u32, u32, Player) {
        let pair = state / 2;
        let player = if state % 2 == 1 { Player::Left } else { Player::Right };
        ((pair / self.width) as u32, (pair % self.width) as u32, player)
    }

    fn state(&self, g: u32, h: u32, player: Player) -> usize {
        2 * (g as usize * self.width + h as usize) + usize::from(player == Player::Left)
    }

    fn states(&self) -> usize {
        2 * self.first.len() * self.width
    }

    /// The states after a move, with whether the move was in the first component.
    fn after(&self, state: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
        let (g, h, player) = self.parts(state);
        let other = player.opponent();
        let first = self.first.options(g, player).iter();
        let second = self.second.options(h, other).iter();
        first
            .map(move |&to| (self.state(to, h, other), true))
            .chain(second.map(move |&to| (self.state(g, to, other), false)))
    }

    /// The states before a move in the first or in the second component.
    fn before(&self, state: usize, in_first: bool) -> impl Iterator<Item = usize> + '_ {
        let (g, h, player) = self.parts(state);
        let mover = player.opponent();
        // In G − H a player moves in H as the other would.
        let sources = match (in_first, mover) {
            (true, Player::Left) => self.into[0].of(g),
            (true, Player::Right) => self.into[1].of(g),
            (false, Player::Left) => self.into[3].of(h),
            (false, Player::Right) => self.into[2].of(h),
        };
        sources.iter().map(move |&from| {
            if in_first { self.state(from, h, mover) } else { self.state(g, from, mover) }
        })
    }

    /// Everything that Right does not win in finitely many moves.
    fn not_lost(&self) -> Vec<bool> {
        let mut saved = vec![true; self.states()];
        let mut ways_out = vec![0u32; self.states() / 2];
        let mut lost = Vec::new();
        for state in (1..self.states()).step_by(2) {
            let (g, h, _) = self.parts(state);
            let moves = self.first.left(g).len() + self.second.right(h).len();
            ways_out[state / 2] = moves as u32;
            if moves == 0 {
                saved[state] = false;
                lost.push(state);
            }
        }
        while let Some(state) = lost.pop() {
            for from in self.before(state, true).chain(self.before(state, false)) {
                if !saved[from] {
                    continue;
                }
                let left_moves = from % 2 == 1;
                if left_moves {
                    ways_out[from / 2] -= 1;
                }
                if !left_moves || ways_out[from / 2] == 0 {
                    saved[from] = false;
                    lost.push(from);
                }
            }
        }
        saved
    }

    /// Everything from which Left wins, or moves are made in the wanted component again and again.
    fn recurring(&self, in_first: bool) -> Vec<bool> {
        let mut within = vec![true; self.states()];
        loop {
            let reached = self.reach(&within, in_first);
            if reached == within {
                return within;
            }
            within = reached;
        }
    }

    /// The states from which Left forces a wanted move into `within`, or Right to be without a move.
    fn reach(&self, within: &[bool], in_first: bool) -> Vec<bool> {
        let mut reached = vec![false; self.states()];
        // Of states with Right to move: the moves that are not known to lead where Left wants.
        let mut escapes = vec![0u32; self.states() / 2];
        let mut fresh = Vec::new();
        for state in 0..self.states() {
            if !within[state] {
                continue;
            }
            let good = |(to, first): (usize, bool)| first == in_first && within[to];
            let arrived = if state % 2 == 1 {
                self.after(state).any(good)
            } else {
                let open = self.after(state).filter(|&move_to| !good(move_to)).count();
                escapes[state / 2] = open as u32;
                open == 0
            };
            if arrived {
                reached[state] = true;
                fresh.push(state);
            }
        }
        while let Some(state) = fresh.pop() {
            for from in self.before(state, !in_first) {
                if reached[from] || !within[from] {
                    continue;
                }
                if from % 2 == 0 {
                    escapes[from / 2] -= 1;
                    if escapes[from / 2] > 0 {
                        continue;
                    }
                }
                reached[from] = true;
                fresh.push(from);
            }
        }
        reached
    }
}

fn random_graph(random: &mut SplitMix64) -> Graph {
    let count = 1 + random.below(80);
    let degree = 1 + random.below(3);
    let list = |random: &mut SplitMix64| {
        (0..random.below(degree + 1)).map(|_| random.below(count) as u32).collect::<Vec<u32>>()
    };
    let lists: Vec<[Vec<u32>; 2]> = (0..count).map(|_| [list(random), list(random)]).collect();
    Graph::from_lists(&lists)
}

#[test]
fn tables_of_bits_say_what_the_product_says() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let mut random = SplitMix64::new(7);
    for _ in 0..120 {
        let (first, second) = (random_graph(&mut random), random_graph(&mut random));
        let product = Product {
            width: second.len(),
            into: [
                first.reversed(Player::Left),
                first.reversed(Player::Right),
                second.reversed(Player::Left),
                second.reversed(Player::Right),
            ],
            first: &first,
            second: &second,
        };
        for endless in [Endless::Saved, Endless::SavedByFirst, Endless::SavedBySecond] {
            let wanted = match endless {
                Endless::Saved => product.not_lost(),
                Endless::SavedByFirst => product.recurring(true),
                Endless::SavedBySecond => product.recurring(false),
            };
            let found = survival(&mut calc, &first, &second, endless).unwrap();
            for g in first.vertices() {
                for h in second.vertices() {
                    let state = product.state(g, h, Player::Right);
                    assert_eq!(found.ge(g, h), wanted[state]);
                    assert_eq!(found.left_first(g, h), wanted[state + 1]);
                }
            }
        }
    }
}
