//! Stones of two colours that are only placed, and whose blocks must keep an empty neighbour (NoGo): codes keep what
//! still matters of them.
//!
//! *A stone once forbidden on a cell is forbidden there for ever.* Either it would take the last liberty of a block of
//! the other colour, and only a stone of that colour on this very cell can bring the block another; or its own block
//! would have no liberty: then the cell has no empty neighbour, and no block of its colour beside it has another
//! liberty, and only a stone on this cell could change that. So on every empty cell a colour is forbidden; or *bare*;
//! or *anchored*, when a stone put there is sure to keep a liberty for ever.
//!
//! *Ground* for a colour is an empty cell on which both are forbidden, since it stays empty, and a cell on which only
//! this colour is allowed, and
//! anchored: while it is empty it is a liberty, and once filled it holds together with what lives for ever. Blocks of
//! the colour beside ground live for ever, and the cells beside ground, or beside a block that lives for ever, are
//! anchored for it. Of such a block nothing else matters, and of a block with one liberty nothing but that the other
//! colour is forbidden there: a stone of its own there gets no liberty from it. What is left are blocks with two
//! liberties or more, and blocks that lose liberties because a cell dies live for ever by that.
//!
//! A filled cell tells its neighbour nothing new where no colour is bare on either: anchored stones make anchored what
//! is so already, and need no liberty. Such neighbours are not tied. Every part is thus a game with the same tree as
//! the part of the board it comes from.
//!
//! Of two bit boards of a code each holds the stones of one colour, and the cells on which it is bare; of two more each
//! tells where it may be put.

use farstar_play::Player;

use super::bits::Bits;
use super::codes::{Codes, MOST_PLANES};
use super::shifts::flood;
use super::stage::{Stage, State};
use super::table::{Rule, Tables};
use super::topology::Topology;

/// Which of the two colours each player puts down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colours {
    puts: [[bool; 2]; 2],
    /// Whether each player who puts one puts both.
    twofold: bool,
}

/// The number of the empty cell; the stones have 1 and 2.
const EMPTY: u8 = 3;
/// Most directions of a board of rows, opposite ones counted once.
const AXES: usize = 3;

impl Colours {
    /// The colours of rules by which stones of two colours are placed and the blocks of both must keep a liberty.
    pub(super) fn of<W: Bits>(tables: &Tables<W>, codes: &Codes, empty: u8) -> Option<Self> {
        if empty != EMPTY || codes.count != EMPTY + 1 || codes.edge.is_some() || !codes.live {
            return None;
        }
        let mut puts = [[false; 2]; 2];
        for (player, moves) in tables.players.iter().enumerate() {
            for step in moves.iter().flatten() {
                let mut asked = [false; 2];
                for rule in &step.clauses {
                    match rule {
                        Rule::Touches { blocks: 0b010, .. } => asked[0] = true,
                        Rule::Touches { blocks: 0b100, .. } => asked[1] = true,
                        _ => return None,
                    }
                }
                if asked != [true; 2] {
                    return None;
                }
                for write in step.tree.leaves.iter().flat_map(|leaf| &leaf.writes) {
                    match write.table[usize::from(EMPTY)] {
                        1 => puts[player][0] = true,
                        2 => puts[player][1] = true,
                        _ => return None,
                    }
                }
            }
        }
        let [left, right] = puts;
        let twofold = puts.iter().all(|colours| colours[0] == colours[1]);
        ((left[0] || right[0]) && (left[1] || right[1])).then_some(Self { puts, twofold })
    }
}

/// What matters of a position, for each colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field<W> {
    /// Stones of blocks that can die.
    stones: [W; 2],
    /// The cells on which it may be put.
    may: [W; 2],
    /// Those of them where it is not anchored.
    bare: [W; 2],
}

/// Blocks of one colour that can die, each with its liberties.
type Blocks<W> = Vec<(W, W)>;

impl<W: Bits> Field<W> {
    fn of_code(planes: &[W; MOST_PLANES]) -> Self {
        let may = [planes[2], planes[3]];
        let empty = may[0].or(may[1]);
        Self {
            stones: [planes[0].without(empty), planes[1].without(empty)],
            may,
            bare: [planes[0].and(may[0]), planes[1].and(may[1])],
        }
    }

    fn planes(&self) -> [W; MOST_PLANES] {
        let mut planes = [W::EMPTY; MOST_PLANES];
        planes[0] = self.stones[0].or(self.bare[0]);
        planes[1] = self.stones[1].or(self.bare[1]);
        planes[2] = self.may[0];
        planes[3] = self.may[1];
        planes
    }

    /// The cells that may be filled.
    fn open(&self) -> W {
        self.may[0].or(self.may[1])
    }

    fn forbid(&mut self, colour: usize, cells: W) {
        self.may[colour] = self.may[colour].without(cells);
        self.bare[colour] = self.bare[colour].without(cells);
    }

    fn anchor(&mut self, colour: usize, cells: W) {
        self.bare[colour] = self.bare[colour].without(cells);
    }

    /// Takes a block off the board; with one liberty it forbids that to the other colour.
    fn remove(&mut self, colour: usize, block: W, liberties: W) {
        self.stones[colour] = self.stones[colour].without(block);
        self.forbid(1 - colour, liberties);
    }
}

/// Whether a set has one cell at most.
fn few<W: Bits>(set: W) -> bool {
    set.rest().is_empty()
}

impl<W: Bits> Stage<W> {
    /// A position as codes keep it, from that which is typed.
    pub(super) fn coloured_state(&self, colours: Colours, state: &State<W>) -> State<W> {
        State { planes: self.field(colours, state).planes(), hands: state.hands }
    }

    /// What matters of a position as it is typed.
    fn field(&self, colours: Colours, state: &State<W>) -> Field<W> {
        let [low, high, live, ..] = state.planes;
        let empty = low.and(high);
        let open = empty.and(live);
        let mut field = Field {
            stones: [low.without(high), high.without(low)],
            may: [open; 2],
            bare: [open; 2],
        };
        if !field.stones.iter().all(|&stones| self.alive(stones, empty)) {
            // no stone can come beside a block that has no liberty, so that every move is forbidden
            return Field { stones: [W::EMPTY; 2], may: [W::EMPTY; 2], bare: [W::EMPTY; 2] };
        }
        let ground = empty.without(open);
        for colour in 0..2 {
            for (block, liberties) in self.blocks(field.stones[colour], open) {
                if few(liberties) && self.topology.touching(block).and(ground).is_empty() {
                    field.remove(colour, block, liberties);
                }
            }
        }
        let ground = ground.or(open.without(field.open()));
        self.settle(colours, &mut field, ground);
        field
    }

    /// The blocks among stones of one colour.
    fn blocks(&self, stones: W, open: W) -> Blocks<W> {
        let mut blocks = Vec::new();
        let mut rest = stones;
        while !rest.is_empty() {
            let block = self.topology.flood(rest.without(rest.rest()), rest);
            rest = rest.without(block);
            blocks.push((block, self.topology.touching(block).and(open)));
        }
        blocks
    }

    /// Draws all conclusions; `ground` are cells that have died. No block has one liberty or none, but for cells that
    /// have died.
    fn settle(&self, colours: Colours, field: &mut Field<W>, mut ground: W) {
        loop {
            let before = *field;
            let open = field.open();
            for colour in 0..2 {
                let sure = field.may[colour].without(field.bare[colour]);
                let own = ground.or(sure.without(field.may[1 - colour]));
                if !own.is_empty() {
                    let mut near = self.topology.touching(own);
                    let stones = near.and(field.stones[colour]);
                    if !stones.is_empty() {
                        let safe = self.topology.flood(stones, field.stones[colour]);
                        near = near.or(self.topology.touching(safe));
                        field.stones[colour] = field.stones[colour].without(safe);
                    }
                    field.anchor(colour, near);
                }
                if !field.bare[colour].is_empty() {
                    let kept = self.topology.touching(open.or(field.stones[colour]));
                    field.forbid(colour, field.bare[colour].without(kept));
                }
            }
            ground = open.without(field.open());
            if *field == before {
                break;
            }
        }
        if colours.twofold {
            self.forbid_twins(field);
        }
        if !self.topology.is_row() {
            self.peel(field);
        }
    }

    /// Where both colours can be put by the same players to the same end, forbids one.
    ///
    /// On a cell without empty neighbours, beside one block that can die and no block that can die of the other colour,
    /// the other colour anchored: either stone takes the liberty from the block and does nothing else. That stays so,
    /// until the block lives for ever, when the cell is a single move by itself, or the cell is its last liberty, when
    /// both colours are forbidden.
    fn forbid_twins(&self, field: &mut Field<W>) {
        for colour in 0..2 {
            let both = field.may[0].and(field.may[1]);
            let alone = both.and(field.bare[colour]).without(field.bare[1 - colour]);
            if alone.is_empty() {
                continue;
            }
            let others = field.open().or(field.stones[1 - colour]);
            for cell in alone.without(self.topology.touching(others)).cells() {
                let cell = W::cell(cell);
                let near = self.topology.touching(cell).and(field.stones[colour]);
                let block = self.topology.flood(near.without(near.rest()), field.stones[colour]);
                if near.without(block).is_empty() {
                    field.forbid(1 - colour, cell);
                }
            }
        }
    }

    /// Takes off stones at the ends of blocks that touch no liberty: liberties and what holds together stay the same.
    fn peel(&self, field: &mut Field<W>) {
        let inner = |stones: W, near: W| {
            // two that go together are no neighbours, since a block of two has a liberty
            stones.without(near).without(self.topology.beside_two(stones))
        };
        if field.stones[0].or(field.stones[1]).is_empty() {
            return;
        }
        let near = self.topology.touching(field.open());
        for stones in &mut field.stones {
            loop {
                let ends = inner(*stones, near);
                if ends.is_empty() {
                    break;
                }
                *stones = stones.without(ends);
            }
        }
    }

    /// Calls `visit` with every state, as codes keep it, that a move of `player` reaches.
    pub(super) fn coloured_moves(
        &self,
        colours: Colours,
        state: &State<W>,
        player: Player,
        visit: &mut impl FnMut(&State<W>),
    ) {
        let here = Field::of_code(&state.planes);
        let open = here.open();
        let blocks = here.stones.map(|stones| self.blocks(stones, open));
        for colour in 0..2 {
            if colours.puts[player as usize][colour] {
                for cell in here.may[colour].cells() {
                    let next = self.placed(colours, &here, &blocks, W::cell(cell), colour);
                    visit(&State { planes: next.planes(), hands: state.hands });
                }
            }
        }
    }

    /// What a stone makes of a position.
    #[inline]
    fn placed(
        &self,
        colours: Colours,
        here: &Field<W>,
        blocks: &[Blocks<W>; 2],
        stone: W,
        colour: usize,
    ) -> Field<W> {
        let mut next = *here;
        let anchored = here.bare[colour].and(stone).is_empty();
        next.forbid(0, stone);
        next.forbid(1, stone);
        let mut own = stone;
        let mut liberties = self.topology.touching(stone).and(next.open());
        for &(block, around) in &blocks[colour] {
            if !around.and(stone).is_empty() {
                own = own.or(block);
                liberties = liberties.or(around.without(stone));
            }
        }
        next.stones[colour] = next.stones[colour].or(own);
        if anchored {
            next.stones[colour] = next.stones[colour].without(own);
            next.anchor(colour, liberties);
        } else if few(liberties) {
            next.remove(colour, own, liberties);
        }
        for &(block, around) in &blocks[1 - colour] {
            if !around.and(stone).is_empty() && few(around.without(stone)) {
                next.remove(1 - colour, block, around.without(stone));
            }
        }
        // cells on which the last colour was forbidden just now have died
        let ground = here.open().without(stone).without(next.open());
        self.settle(colours, &mut next, ground);
        next
    }

    /// A guess at what the moves of a player are worth in a state as codes keep it: four for each, and one more beside
    /// an own block that can die. That ordered the options of partizan NoGo best of some twenty such sums, on strips
    /// and on boards.
    pub(super) fn coloured_places(
        &self,
        colours: Colours,
        state: &State<W>,
        player: Player,
    ) -> u32 {
        let field = Field::of_code(&state.planes);
        let mut found = 0;
        for colour in 0..2 {
            if colours.puts[player as usize][colour] {
                let may = field.may[colour];
                let home = self.topology.touching(field.stones[colour]).and(may);
                found += 4 * may.count() + home.count();
            }
        }
        found
    }

    /// Calls `visit` with each part of a state as codes keep it.
    #[inline]
    pub(super) fn coloured_parts(&self, state: &State<W>, visit: &mut dyn FnMut(&State<W>)) {
        let field = Field::of_code(&state.planes);
        let (open, bare) = (field.open(), field.bare[0].or(field.bare[1]));
        let stones = field.stones[0].or(field.stones[1]);
        let mut rest = open;
        let mut few = [W::EMPTY; AXES];
        let mut distances = [0; AXES];
        let mut axes = 0;
        if let Topology::Plane(plane) = &self.topology {
            for (distance, from) in plane.axes() {
                let (Some(tie), Some(slot)) = (few.get_mut(axes), distances.get_mut(axes)) else {
                    break;
                };
                *slot = distance;
                let ahead = |set: W| set.turned(-distance);
                let cells = open.and(ahead(open)).and(bare.or(ahead(bare)));
                let beside = open.and(ahead(stones)).or(stones.and(ahead(open)));
                let together = field.stones.map(|stones| stones.and(ahead(stones)));
                *tie = cells.or(beside).or(together[0]).or(together[1]).and(from);
                axes += 1;
            }
        }
        while !rest.is_empty() {
            let first = rest.without(rest.rest());
            let own = if axes > 0 {
                flood(first, &distances[..axes], &few[..axes])
            } else {
                self.tied(&field, first)
            };
            rest = rest.without(own);
            let mut part = *state;
            part.planes.iter_mut().for_each(|plane| *plane = plane.and(own));
            if self.topology.is_row() {
                self.shorten(&mut part, own.and(stones));
            }
            visit(&part);
        }
    }

    /// All cells and stones tied to a cell, on a graph.
    fn tied(&self, field: &Field<W>, first: W) -> W {
        let (open, bare) = (field.open(), field.bare[0].or(field.bare[1]));
        let stones = field.stones[0].or(field.stones[1]);
        let near = |set: W| self.topology.touching(set);
        let (mut own, mut front) = (first, first);
        while !front.is_empty() {
            let mut next = near(front.and(open)).and(stones.or(bare));
            next = next.or(near(front.and(bare).or(front.and(stones))).and(open));
            for &stones in &field.stones {
                next = next.or(near(front.and(stones)).and(stones));
            }
            front = next.without(own);
            own = own.or(front);
        }
        own
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use farstar_testkit::SplitMix64;
    use farstar_value::{Arena, Calculator, Game as Value};

    use super::*;
    use crate::Packed;
    use crate::builtin::ruleset;
    use crate::coded::{Coded, Expansion};
    use crate::game::{Board, Compiled};
    use crate::language::Ruleset;
    use crate::position::{GameGraph, Key};

    /// The value of a position, and the lengths of its shortest and its longest play, whoever moves.
    type Facts = (Value, u32, u32);

    fn facts_of(calc: &mut Calculator<'_>, options: &[Vec<Facts>; 2]) -> Facts {
        let values = |side: &[Facts]| side.iter().map(|facts| facts.0).collect::<Vec<Value>>();
        let value = calc.from_options(&values(&options[0]), &values(&options[1])).unwrap();
        let all = || options.iter().flatten();
        let shortest = all().map(|facts| facts.1 + 1).min().unwrap_or(0);
        (value, shortest, all().map(|facts| facts.2 + 1).max().unwrap_or(0))
    }

    /// By the moves of whole positions.
    fn of_position(
        game: &Board,
        position: &Packed,
        calc: &mut Calculator<'_>,
        known: &mut HashMap<Packed, Facts>,
    ) -> Facts {
        if let Some(&facts) = known.get(position) {
            return facts;
        }
        let options = [Player::Left, Player::Right].map(|player| {
            let mut options = Vec::new();
            game.options(position, player, &mut options);
            options.iter().map(|next| of_position(game, next, calc, known)).collect()
        });
        let facts = facts_of(calc, &options);
        known.insert(position.clone(), facts);
        facts
    }

    /// By the codes of parts.
    fn of_parts<const N: usize>(
        coded: &dyn Coded<N, Position = Packed>,
        parts: &[Key<[u64; N]>],
        calc: &mut Calculator<'_>,
        known: &mut HashMap<[u64; N], Facts>,
    ) -> Facts {
        let mut sum = (calc.integer(0).unwrap(), 0, 0);
        for part in parts {
            let facts = match known.get(&part.part) {
                Some(&facts) => facts,
                None => {
                    let options = [Player::Left, Player::Right].map(|player| {
                        let mut expansion = Expansion::default();
                        coded.expand(&part.part, player, &mut expansion);
                        let mut from = 0;
                        let mut options = Vec::new();
                        for &end in &expansion.ends {
                            let parts = &expansion.parts[from..end as usize];
                            options.push(of_parts(coded, parts, calc, known));
                            from = end as usize;
                        }
                        options
                    });
                    let facts = facts_of(calc, &options);
                    known.insert(part.part, facts);
                    facts
                }
            };
            let value = if part.negative { calc.neg(facts.0).unwrap() } else { facts.0 };
            sum = (calc.add(sum.0, value).unwrap(), sum.1 + facts.1, sum.2 + facts.2);
        }
        sum
    }

    fn by_codes<const N: usize>(
        coded: &dyn Coded<N, Position = Packed>,
        position: &Packed,
        calc: &mut Calculator<'_>,
    ) -> Facts {
        let mut parts = Vec::new();
        coded.parts(position, &mut parts);
        of_parts(coded, &parts, calc, &mut HashMap::new())
    }

    fn agrees(rules: &Ruleset, text: &str, calc: &mut Calculator<'_>) -> Option<Value> {
        let (game, position) = rules.position(text).ok()?;
        let Compiled::Cells(board) = game.compiled() else { return None };
        assert!(board.has_colours(), "{}", rules.name());
        let wanted = of_position(&game, &position, calc, &mut HashMap::new());
        let found = game
            .coded()
            .map(|coded| crate::of_any_length!(coded, coded => by_codes(&*coded, &position, calc)));
        assert_eq!(found, Some(wanted), "{}: {text}", rules.name());
        Some(wanted.0)
    }

    fn random_text(random: &mut SplitMix64, pieces: &[char], columns: u64, rows: u64) -> String {
        let mut row = || -> String {
            (0..columns).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect()
        };
        (0..rows).map(|_| row()).collect::<Vec<_>>().join("|")
    }

    /// A text with all empty cells but the first few made holes.
    fn at_most_empty(text: &str, most: usize) -> String {
        let mut left = most;
        let keep = |cell| match cell {
            '.' if left == 0 => '#',
            '.' => {
                left -= 1;
                '.'
            }
            _ => cell,
        };
        text.chars().map(keep).collect()
    }

    /// A ring with chords and some stones.
    fn random_graph(random: &mut SplitMix64, vertices: u64) -> String {
        let mut text = String::new();
        for v in 0..vertices {
            let w = if random.below(2) == 0 { (v + 1) % vertices } else { random.below(vertices) };
            if v != w {
                text += &format!("{v}-{w}, ");
            }
        }
        for v in 0..vertices {
            match random.below(5) {
                0 => text += &format!("{v}:X, "),
                1 => text += &format!("{v}:O, "),
                _ => {}
            }
        }
        text.trim_end_matches(", ").to_string()
    }

    const LIBERTIES: &str = "game Liberties\ngraph of . X/O\n\
        Left: . -> X, each block of X touches ., each block of O touches .\nRight: as Left\n";

    #[test]
    fn codes_are_played_like_positions() {
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let mut random = SplitMix64::new(5);
        let nogo = ruleset("NoGo").unwrap();
        let graph: Ruleset = LIBERTIES.parse().unwrap();
        let mut seen = HashSet::new();
        for rules in [nogo.clone(), nogo.impartial()] {
            for (pieces, columns, rows, rounds) in [
                ("....XO", 8, 1, 60),
                (".....XO#", 3, 3, 60),
                ("...XO", 4, 2, 40),
                ("..XO#", 4, 3, 60),
                ("XO..", 4, 4, 30),
                ("XXO..", 2, 6, 30),
                ("########XO..", 9, 8, 20),
                ("#####XO..", 30, 3, 20),
                ("######.OX..", 70, 1, 20),
            ] {
                let pieces: Vec<char> = pieces.chars().collect();
                for _ in 0..rounds {
                    let text = random_text(&mut random, &pieces, columns, rows);
                    seen.extend(agrees(&rules, &at_most_empty(&text, 8), &mut calc));
                }
            }
        }
        for rules in [graph.clone(), graph.impartial()] {
            for _ in 0..60 {
                let text = random_graph(&mut random, 7);
                seen.extend(agrees(&rules, &text, &mut calc));
            }
        }
        assert!(seen.len() > 60, "only {} values", seen.len());
    }
}
