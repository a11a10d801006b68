//! Ruleset compiled for one board: patterns as a tree of shifts and classes, with what is written at the leaves.
//!
//! All patterns of a step, in all directions and for all counts of their repeats, make one tree whose edges read one
//! cell each. Walking the tree with the set of all anchors matches every pattern everywhere at once: one shift and two
//! intersections a node, and a branch ends when no anchor is left. Slides and jumps are branches that go on.

use std::collections::BTreeMap;

use farstar_play::{hold, step};

use super::bits::Bits;
use super::codes::Codes;
use super::topology::Topology;
use crate::language::PositionError;
use crate::language::ast::{BoardRules, Clause, EDGE, Form, Layout, Move, Set, Step};
use crate::language::canonical::normal_rules;
use crate::language::expand::{Concrete, Put, each_count, expand, least_length, repeats};

/// Most nodes and most cells written in the tables of one board; larger boards are refused.
const MOST_ENTRIES: usize = 1 << 22;

/// One cell read.
#[derive(Clone, Debug)]
pub(crate) struct Node<W> {
    /// The numbers that match.
    pub(crate) codes: u16,
    /// From the anchor to the cell.
    pub(crate) offset: i32,
    /// The same in columns and rows; on a graph the place on the path.
    pub(crate) place: (i32, i32),
    /// The anchors for which the cell is in the frame.
    pub(crate) guard: W,
    pub(crate) children: Vec<u32>,
    pub(crate) leaf: Option<u32>,
}

/// What becomes of one cell: the image of the number on the cell `source`, by `table`.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    pub(crate) cell: usize,
    pub(crate) source: usize,
    pub(crate) table: [u8; 16],
}

/// A node of a tree in the order of a walk, on boards of rows.
#[derive(Clone, Debug)]
pub(crate) struct Read<W> {
    /// The numbers that match.
    pub(crate) codes: u16,
    /// How many cells are read before it.
    pub(crate) depth: u16,
    pub(crate) leaf: Option<u32>,
    /// From the cell back to the anchor.
    pub(crate) back: i32,
    /// The node that follows those below this one.
    pub(crate) skip: u32,
    /// The anchors for which the cell is in the frame.
    pub(crate) guard: W,
}

/// The end of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Leaf<W> {
    /// From the anchor to each cell; empty on graphs.
    pub(crate) offsets: Vec<i32>,
    pub(crate) classes: Vec<u16>,
    pub(crate) writes: Vec<Write>,
    /// When a cell written flips the same bits whatever it holds: these bits, moved so that the lowest cell is 0.
    pub(crate) flip: Option<Vec<(usize, W)>>,
    /// From the anchor to the lowest cell.
    pub(crate) low: i32,
}

/// Patterns as one tree, with what each ends in.
#[derive(Clone, Debug)]
pub(crate) struct Tree<W, L = Leaf<W>> {
    pub(crate) roots: Vec<u32>,
    pub(crate) nodes: Vec<Node<W>>,
    pub(crate) leaves: Vec<L>,
    /// On boards of rows, the nodes in the order of a walk.
    pub(crate) reads: Vec<Read<W>>,
    /// The greatest depth of a read.
    pub(crate) depth: usize,
}

impl<W, L> Default for Tree<W, L> {
    fn default() -> Self {
        let (roots, nodes, leaves, reads) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { roots, nodes, leaves, reads, depth: 0 }
    }
}

/// A clause with its sets as sets of numbers.
#[derive(Clone, Debug)]
pub(crate) enum Rule<W> {
    Beside { codes: u16, ground: bool, wanted: bool },
    FromHand,
    EmptyHand,
    Around(Vec<(u8, u8)>),
    Reachable(Vec<(u8, u8)>),
    Clear { blocks: u16, off: u16, ground: bool, to: u8 },
    NotMaking(Tree<W>),
    Touches { blocks: u16, near: u16, ground: bool },
}

/// One step of a move.
#[derive(Clone, Debug)]
pub(crate) struct StepTable<W> {
    pub(crate) tree: Tree<W>,
    pub(crate) clauses: Vec<Rule<W>>,
    /// Whether there are no clauses, every leaf only flips bits, and every cell may change.
    pub(crate) simple: bool,
}

/// What some move asks of all blocks, or makes true by clearing: the pieces of a block, those it has to lie beside, and
/// whether the ground will do.
type OnBlocks = (u16, u16, bool);

fn on_blocks<W>(rule: &Rule<W>) -> Option<OnBlocks> {
    match *rule {
        Rule::Clear { blocks, off: near, ground, .. } | Rule::Touches { blocks, near, ground } => {
            Some((blocks, near, ground))
        }
        _ => None,
    }
}

/// Whether the effects of the rules leave what blocks lie beside as it is, but for what clearing them takes away.
fn undisturbed<'r, W: 'r>(
    (blocks, near, _): OnBlocks,
    mut rules: impl Iterator<Item = &'r Rule<W>>,
) -> bool {
    rules.all(|rule| match *rule {
        Rule::Clear { blocks: cleared, to, .. } => near & cleared == 0 && blocks >> to & 1 == 0,
        Rule::Around(_) | Rule::Reachable(_) => false,
        _ => true,
    })
}

impl<W> Tables<W> {
    fn rules(&self) -> impl Iterator<Item = &Rule<W>> {
        self.players.iter().flatten().flatten().flat_map(|step| &step.clauses)
    }

    /// Whether every move ends with the same conditions on blocks, kept or made true by clearing, and nothing it does
    /// afterwards breaks them.
    fn keeps_blocks(&self) -> bool {
        self.rules().filter_map(on_blocks).all(|wanted| {
            undisturbed(wanted, self.rules())
                && self.players.iter().flatten().all(|steps| {
                    let last = steps.last().map_or(&[][..], |step| &step.clauses);
                    last.iter().filter_map(on_blocks).any(|known| known == wanted)
                })
        })
    }

    /// The conditions on blocks that every move leaves true: its last step asks for them, which it does after all
    /// effects, or it clears what breaks them and has no effect that could break them again. A position in which one is
    /// broken is one that no move leads to.
    pub(crate) fn always_true(&self) -> Vec<OnBlocks> {
        let left_true = |wanted: OnBlocks, steps: &[StepTable<W>]| {
            let last = steps.last().map_or(&[][..], |step| &step.clauses);
            (0..last.len()).any(|at| {
                let clears = matches!(last[at], Rule::Clear { .. });
                on_blocks(&last[at]) == Some(wanted)
                    && (!clears || undisturbed(wanted, last[at..].iter()))
            })
        };
        let mut found: Vec<OnBlocks> = self.rules().filter_map(on_blocks).collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|&wanted| self.players.iter().flatten().all(|steps| left_true(wanted, steps)));
        found
    }
}

/// All rules on one board.
#[derive(Clone, Debug)]
pub(crate) struct Tables<W> {
    /// For each player, moves of one or several steps.
    pub(crate) players: [Vec<Vec<StepTable<W>>>; 2],
    pub(crate) stop: Option<Tree<W>>,
    /// Whether no move leaves a block of stones that breaks a condition some move puts on all blocks.
    pub(crate) keeps_blocks: bool,
}

/// How many nodes the forms take in a tree, read from the front or from the back.
fn branches(forms: &[Concrete], backwards: bool) -> usize {
    let mut nodes = 0;
    for (i, form) in forms.iter().enumerate() {
        let cell = |form: &Concrete, at: usize| {
            let last = form.cells.len() - 1;
            form.cells[if backwards { last - at } else { at }]
        };
        let shared = |other: &Concrete| {
            let length = form.cells.len().min(other.cells.len());
            (0..length).take_while(|&at| cell(form, at) == cell(other, at)).count()
        };
        // counts rise, so what a form shares with any before it, it shares with the last few
        let most = forms[i.saturating_sub(4)..i].iter().map(shared).max().unwrap_or(0);
        nodes += form.cells.len() - most;
    }
    nodes
}

/// The same form read from the other end.
fn reverse(form: &mut Concrete) {
    let last = form.cells.len() - 1;
    form.cells.reverse();
    form.puts.reverse();
    form.puts.iter_mut().for_each(|put| put.source = last - put.source);
}

/// Builds tables.
pub(crate) struct Builder<'a, W> {
    pub(crate) rules: &'a BoardRules,
    pub(crate) codes: &'a Codes,
    pub(crate) topology: &'a Topology<W>,
    entries: usize,
    /// Guards by the step from the anchor.
    guards: BTreeMap<(i32, i32), W>,
}

impl<'a, W: Bits> Builder<'a, W> {
    pub(crate) fn tables(
        rules: &'a BoardRules,
        codes: &'a Codes,
        topology: &'a Topology<W>,
    ) -> Result<Tables<W>, PositionError> {
        let mut builder = Self { rules, codes, topology, entries: 0, guards: BTreeMap::new() };
        let left = builder.player(&rules.moves[0])?;
        let right = builder.player(&rules.moves[1])?;
        let stop = if rules.stops.is_empty() { None } else { Some(builder.tree(&rules.stops, 0)?) };
        let mut tables = Tables { players: [left, right], stop, keeps_blocks: false };
        tables.keeps_blocks = tables.keeps_blocks();
        Ok(tables)
    }

    /// Moves of one step that have the same clauses share one tree.
    fn player(&mut self, moves: &[Move]) -> Result<Vec<Vec<StepTable<W>>>, PositionError> {
        let mut merged: Vec<Vec<Step>> = Vec::new();
        for steps in normal_rules(moves, self.rules.kind) {
            let found = match steps.as_slice() {
                [step] => merged.iter_mut().find_map(|other| match other.as_mut_slice() {
                    [other] if other.clauses == step.clauses => Some(other),
                    _ => None,
                }),
                _ => None,
            };
            match found {
                Some(other) => other.forms.extend(steps.into_iter().flat_map(|s| s.forms)),
                None => merged.push(steps),
            }
        }
        merged
            .iter()
            .map(|steps| {
                steps
                    .iter()
                    .map(|step| {
                        let tree = self.tree(&step.forms, steps.len())?;
                        let clauses: Vec<Rule<W>> = step
                            .clauses
                            .iter()
                            .map(|c| self.clause(c))
                            .collect::<Result<_, _>>()?;
                        let simple = clauses.is_empty()
                            && !self.codes.live
                            && tree
                                .leaves
                                .iter()
                                .all(|leaf| leaf.flip.as_ref().is_some_and(|f| !f.is_empty()));
                        Ok(StepTable { tree, clauses, simple })
                    })
                    .collect()
            })
            .collect()
    }

    fn clause(&mut self, clause: &Clause) -> Result<Rule<W>, PositionError> {
        let ground = |set: Set| set & 1 << EDGE != 0;
        let map = |list: &[(u8, u8)]| -> Vec<(u8, u8)> {
            list.iter().map(|&(a, b)| (self.codes.of(a), self.codes.of(b))).collect()
        };
        Ok(match clause {
            Clause::Beside { cells, wanted } => Rule::Beside {
                codes: self.codes.codes(*cells),
                ground: ground(*cells),
                wanted: *wanted,
            },
            Clause::FromHand => Rule::FromHand,
            Clause::EmptyHand => Rule::EmptyHand,
            Clause::Around(list) => Rule::Around(map(list)),
            Clause::Reachable(list) => Rule::Reachable(map(list)),
            Clause::Clear { blocks, off, to } => Rule::Clear {
                blocks: self.codes.codes(*blocks),
                off: self.codes.codes(*off),
                ground: ground(*off),
                to: self.codes.of(*to),
            },
            Clause::NotMaking(forms) => Rule::NotMaking(self.tree(forms, 0)?),
            Clause::Touches { blocks, near } => Rule::Touches {
                blocks: self.codes.codes(*blocks),
                near: self.codes.codes(*near),
                ground: ground(*near),
            },
        })
    }

    /// The tree of a step of a move of `steps` steps; with none, of patterns that are only looked for.
    fn tree(&mut self, forms: &[Form], steps: usize) -> Result<Tree<W>, PositionError> {
        let writes = steps > 0;
        let mut tree = Tree::default();
        for form in forms {
            let longest = self.longest(form);
            let open = repeats(&form.from).unwrap_or_default();
            let mut fault = None;
            let mut entries = self.entries;
            let mut found: Vec<Concrete> = Vec::new();
            each_count(&open, least_length(&form.from), longest, &mut |counts| {
                match expand(form, counts, writes, false) {
                    Ok(concrete) => {
                        entries += concrete.cells.len();
                        step(concrete.cells.len() as u32);
                        found.push(concrete);
                    }
                    Err(message) => fault = Some(message),
                }
                fault.is_none() && entries <= MOST_ENTRIES
            });
            if let Some(fault) = fault {
                return Err(PositionError::at(1, 1, fault));
            }
            let mut layout = form.layout;
            // later steps begin where the step before ended, so only moves of one step may be read backwards
            if let Layout::Line(dx, dy) = layout
                && steps == 1
                && branches(&found, true) < branches(&found, false)
            {
                layout = Layout::Line(-dx, -dy);
                found.iter_mut().for_each(reverse);
            }
            for concrete in found {
                self.add(&mut tree, layout, &concrete.cells, &concrete.puts)?;
            }
        }
        if matches!(self.topology, Topology::Plane(_)) {
            tree.line_up();
        }
        Ok(tree)
    }

    /// The most cells a match of the form can have on this board.
    fn longest(&self, form: &Form) -> usize {
        match (self.topology, form.layout) {
            (Topology::Plane(plane), Layout::Line(dx, dy)) => {
                let across = if dx == 0 { usize::MAX } else { plane.columns };
                let down = if dy == 0 { usize::MAX } else { plane.rows };
                across.min(down)
            }
            (topology, _) => topology.cells(),
        }
    }

    fn add(
        &mut self,
        tree: &mut Tree<W>,
        layout: Layout,
        cells: &[Set],
        puts: &[Put],
    ) -> Result<(), PositionError> {
        self.entries += cells.len();
        step(8 * cells.len() as u32);
        hold((tree.nodes.len() * (size_of::<Node<W>>() + size_of::<Read<W>>())) as u64);
        if self.entries > MOST_ENTRIES {
            let message = "the board is too large for the patterns of this ruleset";
            return Err(PositionError::too_large(1, 1, message));
        }
        let place = |i: usize| match layout {
            Layout::Line(dx, dy) => (i as i32 * dx, i as i32 * dy),
            Layout::Block(columns) => ((i % columns) as i32, (i / columns) as i32),
            Layout::Path => (i as i32, 0),
        };
        let offset = |i: usize| match self.topology {
            Topology::Plane(plane) => plane.offset(place(i).0, place(i).1),
            Topology::Graph(_) => 0,
        };
        let offsets: Vec<i32> = (0..cells.len()).map(offset).collect();
        let mut at: Option<u32> = None;
        let mut classes = Vec::with_capacity(cells.len());
        for (i, &set) in cells.iter().enumerate() {
            let codes = self.codes.codes(set);
            classes.push(codes);
            let siblings = match at {
                None => &tree.roots,
                Some(n) => &tree.nodes[n as usize].children,
            };
            let (x, y) = place(i);
            // long patterns mostly begin like the one before, and guards are wide
            let again = |n: &u32| {
                let node = &tree.nodes[*n as usize];
                node.codes == codes && node.place == (x, y)
            };
            let next = match siblings.iter().copied().find(again) {
                Some(n) => Ok(n),
                None => {
                    let guard = match self.topology {
                        Topology::Plane(plane) => {
                            *self.guards.entry((x, y)).or_insert_with(|| plane.guard(x, y))
                        }
                        Topology::Graph(_) => W::EMPTY,
                    };
                    // on narrow boards different steps have one offset: the guards tell them apart
                    let same = |node: &Node<W>| {
                        node.codes == codes && node.offset == offsets[i] && node.guard == guard
                    };
                    let known = siblings.iter().copied().find(|&n| same(&tree.nodes[n as usize]));
                    known.ok_or(guard)
                }
            };
            let next = match next {
                Ok(n) => n,
                Err(guard) => {
                    let (offset, place, children) = (offsets[i], (x, y), Vec::new());
                    tree.nodes.push(Node { codes, offset, place, guard, children, leaf: None });
                    let n = (tree.nodes.len() - 1) as u32;
                    match at {
                        None => tree.roots.push(n),
                        Some(parent) => tree.nodes[parent as usize].children.push(n),
                    }
                    n
                }
            };
            at = Some(next);
        }
        let leaf = self.leaf(offsets, classes, cells, puts);
        tree.leaves.push(leaf);
        let index = (tree.leaves.len() - 1) as u32;
        let Some(end) = at.map(|n| &mut tree.nodes[n as usize]) else { return Ok(()) };
        match end.leaf {
            None => end.leaf = Some(index),
            // the same cells with another right side: a twin of the last node
            Some(_) => {
                let twin = Node { children: Vec::new(), leaf: Some(index), ..end.clone() };
                tree.nodes.push(twin);
                let n = (tree.nodes.len() - 1) as u32;
                let twin_of = at.unwrap_or(0);
                step(tree.nodes.len() as u32);
                match tree.nodes.iter().position(|node| node.children.contains(&twin_of)) {
                    Some(parent) => tree.nodes[parent].children.push(n),
                    None => tree.roots.push(n),
                }
            }
        }
        Ok(())
    }

    fn leaf(&self, offsets: Vec<i32>, classes: Vec<u16>, cells: &[Set], puts: &[Put]) -> Leaf<W> {
        let mut writes = Vec::new();
        for (cell, put) in puts.iter().enumerate() {
            if put.is_identity(cell) {
                continue;
            }
            let mut table = [0; 16];
            for &(from, to) in &put.table {
                table[usize::from(self.codes.of(from))] = self.codes.of(to);
            }
            writes.push(Write { cell, source: put.source, table });
        }
        let low = offsets.iter().copied().min().unwrap_or(0);
        let one = |w: &Write| {
            let alone = cells[w.cell].count_ones() == 1 && cells[w.source].count_ones() == 1;
            // two pieces that are exchanged
            let change = |held: usize| held ^ usize::from(w.table[held]);
            let mut changes = (0..16).filter(|held| classes[w.cell] >> held & 1 != 0).map(change);
            let first = changes.next();
            alone || w.source == w.cell && changes.all(|change| Some(change) == first)
        };
        let flip =
            (matches!(self.topology, Topology::Plane(_)) && writes.iter().all(one)).then(|| {
                let mut flips: Vec<(usize, W)> = Vec::new();
                for w in &writes {
                    let before = classes[w.cell].trailing_zeros() as u8;
                    let after = w.table[classes[w.source].trailing_zeros() as usize];
                    for plane in 0..self.codes.pieces {
                        if (before ^ after) >> plane & 1 != 0 {
                            // a pattern that is longer than the board is never found
                            let at = (offsets[w.cell] - low) as usize;
                            let bit = if at < W::CELLS { W::cell(at) } else { W::EMPTY };
                            match flips.iter_mut().find(|(known, _)| *known == plane) {
                                Some((_, mask)) => *mask = mask.or(bit),
                                None => flips.push((plane, bit)),
                            }
                        }
                    }
                }
                flips
            });
        let offsets =
            if matches!(self.topology, Topology::Plane(_)) { offsets } else { Vec::new() };
        Leaf { offsets, classes, writes, flip, low }
    }
}

impl<W: Bits> Node<W> {
    /// Whether it reads the same cell for the same numbers; on narrow boards different steps have one offset, and the
    /// guards tell them apart.
    pub(crate) fn reads_like(&self, other: &Self) -> bool {
        self.codes == other.codes && self.offset == other.offset && self.guard == other.guard
    }
}

impl<W: Bits, L> Tree<W, L> {
    /// Writes the nodes down in the order of a walk from the roots.
    pub(crate) fn line_up(&mut self) {
        // a node, its depth, and where it was written if those below it are done
        let mut stack: Vec<(u32, u16, Option<usize>)> =
            self.roots.iter().rev().map(|&n| (n, 0, None)).collect();
        while let Some((n, depth, written)) = stack.pop() {
            step(4);
            if let Some(at) = written {
                self.reads[at].skip = self.reads.len() as u32;
                continue;
            }
            let node = &self.nodes[n as usize];
            stack.push((n, depth, Some(self.reads.len())));
            stack.extend(node.children.iter().rev().map(|&child| (child, depth + 1, None)));
            self.depth = self.depth.max(usize::from(depth));
            self.reads.push(Read {
                codes: node.codes,
                depth,
                leaf: node.leaf,
                back: -node.offset,
                skip: 0,
                guard: node.guard,
            });
        }
    }
}
