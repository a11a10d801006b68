//! Rules by which one piece is taken off at a time, and what is then no longer held up falls (Hackenbush).
//!
//! Every move takes one stone off, and clears all blocks of stones that do not lie beside what holds them: the ground,
//! or a piece that never changes. A stone stands as long as a path of stones leads from it to what holds it, and such a
//! path lies in one block. So a move changes nothing in other blocks, and where all stones stand the position is the
//! sum of its blocks.

use farstar_play::Player;

use super::bits::Bits;
use super::codes::Codes;
use super::table::{Rule, StepTable, Tables};
use super::topology::Topology;

/// All moves of rules of this kind, in numbers of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Falls {
    /// Stones, which make up the blocks.
    stones: u16,
    /// What holds them, and whether the ground does.
    holders: u16,
    ground: bool,
    /// What is left where a stone was.
    gone: u8,
    /// The stones each player takes off.
    taken: [u16; 2],
}

/// What a step takes off, and what it clears then, if it does nothing else.
fn fall_of<W>(step: &StepTable<W>) -> Option<Falls> {
    let [Rule::Clear { blocks: stones, off: holders, ground, to: gone }] = step.clauses[..] else {
        return None;
    };
    let mut taken = 0;
    for leaf in &step.tree.leaves {
        let ([class], [write]) = (leaf.classes.as_slice(), leaf.writes.as_slice()) else {
            return None;
        };
        let all_go = (0..16).all(|n| class >> n & 1 == 0 || write.table[n] == gone);
        if !all_go || class & !stones != 0 {
            return None;
        }
        taken |= class;
    }
    let fixed = holders & stones == 0 && (holders | stones) >> gone & 1 == 0;
    fixed.then_some(Falls { stones, holders, ground, gone, taken: [taken; 2] })
}

impl Falls {
    /// The moves, if all are of this kind and clear the same.
    pub(super) fn of<W>(tables: &Tables<W>) -> Option<Self> {
        let mut all: Option<Self> = None;
        for (player, moves) in tables.players.iter().enumerate() {
            for steps in moves {
                let [step] = steps.as_slice() else { return None };
                let one = fall_of(step)?;
                let known = all.get_or_insert(Self { taken: [0; 2], ..one });
                if (Self { taken: known.taken, ..one }) != *known {
                    return None;
                }
                known.taken[player] |= one.taken[0];
            }
        }
        all
    }

    /// All stones, and those that are held directly.
    #[inline]
    fn stones_and_held<W: Bits>(&self, topology: &Topology<W>, masks: &[W; 16]) -> [W; 2] {
        let stones = Codes::class(masks, self.stones);
        let mut held = W::EMPTY;
        if self.holders != 0 {
            held = topology.touching(Codes::class(masks, self.holders));
        }
        if self.ground {
            held = held.or(topology.grounded());
        }
        [stones, held.and(stones)]
    }

    /// The stones that `player` can take off.
    #[inline]
    pub(super) fn taken<W: Bits>(&self, masks: &[W; 16], live: W, player: Player) -> W {
        Codes::class(masks, self.taken[player as usize]).and(live)
    }

    /// Calls `visit` with the stones that go in each move of `player`, and the number that is left on their cells.
    #[inline]
    pub(super) fn each_move<W: Bits>(
        &self,
        topology: &Topology<W>,
        masks: &[W; 16],
        live: W,
        player: Player,
        visit: &mut impl FnMut(W, u8),
    ) {
        let [stones, held] = self.stones_and_held(topology, masks);
        for cell in self.taken(masks, live, player).cells() {
            farstar_play::step(const { W::CELLS as u32 / 64 });
            let left = stones.without(W::cell(cell));
            let falling = stones.without(topology.flood(held, left));
            if falling.without(live).is_empty() {
                visit(falling, self.gone);
            }
        }
    }

    /// Calls `visit` with each block and what it keeps of the board, itself and what holds it; a block of which no
    /// player can take a stone is left out. `None` if stones hang in the air, which every move clears.
    #[inline]
    pub(super) fn each_block<W: Bits>(
        &self,
        topology: &Topology<W>,
        masks: &[W; 16],
        live: W,
        visit: &mut impl FnMut(W, W),
    ) -> Option<()> {
        let [stones, held] = self.stones_and_held(topology, masks);
        if topology.flood(held, stones) != stones {
            return None;
        }
        let [left, right] =
            [Player::Left, Player::Right].map(|player| self.taken(masks, live, player));
        let mut rest = left.or(right);
        while let Some(first) = rest.lowest() {
            let own = topology.flood(W::cell(first), stones);
            rest = rest.without(own);
            let holders = Codes::class(masks, self.holders);
            visit(own, own.or(topology.touching(own).and(holders)));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use farstar_play::Player;
    use farstar_testkit::SplitMix64;

    use super::super::any::Staged;
    use super::super::any::{AnyBoard, on};
    use super::super::play::Play;
    use super::super::{Packed, random::each_random};
    use crate::builtin::ruleset;
    use crate::game::Compiled;
    use crate::language::Ruleset;

    /// Moves are those of the walk of patterns, and parts those that are found instance by instance, but for parts
    /// without a move. Tells whether the position fell apart.
    fn agrees(name: &str, board: &AnyBoard, position: &Packed) -> bool {
        on!(board, stage => {
            assert!(matches!(stage.play, Play::Falls(_)), "{name}");
            let state = stage.state(position);
            for player in [Player::Left, Player::Right] {
                let (mut found, mut walked) = (Vec::new(), Vec::new());
                stage.each_move(&state, player, &mut |next| found.push(stage.pack(next)));
                stage.pattern_moves(&state, player, &mut |next| walked.push(stage.pack(next)));
                found.sort_unstable();
                walked.sort_unstable();
                assert_eq!(found, walked, "{name}");
                assert_eq!(found.len(), stage.mobility(&state, player) as usize, "{name}");
            }
            let (mut found, mut wanted) = (Vec::new(), Vec::new());
            stage.each_part(&state, &mut |part| found.push(stage.pack(part)));
            stage.parts(&state, &mut wanted);
            wanted.retain(|part| [Player::Left, Player::Right].iter().any(|&player| stage.mobility(part, player) > 0));
            let mut wanted: Vec<Packed> = wanted.iter().map(|part| stage.pack(part)).collect();
            found.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "{name}");
            found.len() > 1
        })
    }

    #[test]
    fn falling_is_the_walk_of_patterns() {
        let mut random = SplitMix64::new(3);
        let mut apart = 0;
        let hackenbush = ruleset("Hackenbush").unwrap();
        for _ in 0..2000 {
            let edges = 1 + random.below(9);
            let edge = |_| {
                let (from, to) = (random.below(5), 1 + random.below(5));
                let from = if from == 0 { "$".to_owned() } else { from.to_string() };
                let piece = ["B", "R", "G", "_"][random.below(4) as usize];
                format!("{from}-{to}:{piece}")
            };
            let text = (0..edges).map(edge).collect::<Vec<_>>().join(", ");
            // an edge in the air breaks the rules
            let Ok((game, start)) = hackenbush.position(&text) else { continue };
            let Compiled::Cells(board) = game.compiled() else { panic!("no board of cells") };
            apart += usize::from(agrees(&text, board, &start));
        }
        assert!(apart > 40, "{apart} fell apart");
        // held by cells that never change, on a grid and in a row
        let walls = "game Crumbling\ngrid of . B/R W #\nLeft: [BW] -> ., then clear blocks of [BRW] off # -> .\n\
                     Right: as Left";
        let edge = "game Shelf\nstrip of . B/R\nLeft: B -> ., then clear blocks of [BR] off $ -> .\nRight: as Left";
        let mut apart = 0;
        let rulesets = [walls, edge].map(|text| text.parse::<Ruleset>().unwrap());
        let sizes = [(3, 3, 600), (4, 5, 600), (9, 1, 600), (9, 9, 10)];
        each_random(rulesets, &sizes, &mut |name, board, start| {
            apart += usize::from(agrees(name, board, start));
        });
        assert!(apart > 20, "{apart} fell apart");
    }
}
