//! Boards whose pieces carry numbers: stacks, counters, herds.
//!
//! A cell holds a code, one for each piece with each number it may carry (`cells`). The patterns of the rules are kept
//! with their counts chosen, as trees of classes (`table`), found cell by cell and played with every choice of their
//! numbers (`play`). Independent parts (`parts`) come from what each code may become (`able`); parts are looked up by
//! the least of their images, on boards of rows cut to the cells that matter. Positions are typed and drawn in `text`.

mod able;
mod cells;
mod near;
mod parts;
mod play;
mod table;
mod text;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use farstar_play::{Player, grow, step};

use self::able::{Outlook, note_able};
use self::cells::{Cells, Field, Images, OFF};
use self::near::Nears;
use self::play::{Play, Topology};
use self::table::{Builder, StepTables, Table, TooMany};
use self::text::Drawer;
use super::packed::Packed;
use super::text::{MOST_CELLS, Network};
use crate::language::PositionError;
use crate::language::ast::{BoardRules, Clause, Kind, Set};
use crate::language::canonical::normal_rules;
use crate::language::symmetry::Symmetry;
use crate::position::Key;
use crate::view::View;

/// The rules compiled for boards whose lines are not longer than some bound.
#[derive(Debug)]
struct Compiled {
    stops: Vec<Table>,
    /// The moves of each player, each with its steps.
    moves: [Vec<Vec<StepTables>>; 2],
    outlook: Outlook,
    nears: Nears,
    /// Whether parts can be found.
    splits: bool,
}

/// A ruleset whose pieces carry numbers, for boards of all sizes.
#[derive(Debug)]
pub(crate) struct NumberRules {
    rules: BoardRules,
    cells: Cells,
    images: Images,
    /// The rules compiled for lines of so many cells, by powers of two; none where they need too much room.
    compiled: Vec<OnceLock<Option<Compiled>>>,
}

/// A ruleset whose pieces carry numbers, on one board.
#[derive(Debug)]
pub(crate) struct NumberBoard {
    rules: Arc<NumberRules>,
    topology: Topology,
    /// The graph, where the cells lie on one.
    network: Option<Network>,
    /// Whether some move was left out, because what it makes cannot be held.
    overflowed: AtomicBool,
}

/// Longest line for which rules are compiled, as a power of two.
const LONGEST: usize = 13;

impl NumberRules {
    pub(crate) fn new(rules: &BoardRules, symmetries: &[Symmetry]) -> Self {
        let cells = Cells::new(rules);
        let images = Images::new(&cells, symmetries);
        let compiled = (0..=LONGEST).map(|_| OnceLock::new()).collect();
        Self { rules: rules.clone(), cells, images, compiled }
    }

    fn compile(&self, longest: usize) -> Result<Compiled, TooMany> {
        let mut builder = Builder::new(longest, self.rules.kind == Kind::Row);
        let stops = builder.tables(&self.rules.stops, false)?;
        let mut moves = [Vec::new(), Vec::new()];
        for (list, rules) in moves.iter_mut().zip(&self.rules.moves) {
            for steps in normal_rules(rules, self.rules.kind) {
                let alone = steps.len() == 1 && self.rules.kind != Kind::Row;
                let steps: Result<Vec<StepTables>, TooMany> =
                    steps.iter().map(|step| builder.step(step, alone)).collect();
                list.push(steps?);
            }
        }
        let largest = self.rules.numbers.iter().flatten().map(|bounds| bounds.1).max();
        let tables = moves.iter_mut().flatten().flatten().flat_map(|step| &mut step.tables);
        note_able(&self.cells, largest.unwrap_or(0), tables);
        let steps = moves.iter().flatten().flatten();
        let outlook = Outlook::of(&self.cells, steps.clone(), self.rules.pieces.len());
        let splits = stops.is_empty() && self.rules.kind != Kind::Row && parts::looks_near(steps);
        let nears = Nears::of(&outlook, moves.iter().flatten());
        Ok(Compiled { stops, moves, outlook, nears, splits })
    }
}

impl NumberBoard {
    /// Reads a position, and compiles the rules for its board.
    ///
    /// # Errors
    /// What is wrong with the text, or why the position breaks the rules.
    pub(crate) fn read(
        rules: Arc<NumberRules>,
        text: &str,
    ) -> Result<(Self, Packed), PositionError> {
        let (field, network) = text::read(&rules.rules, &rules.cells, text)?;
        let topology = match &network {
            Some(network) => Topology::network(rules.rules.kind, network),
            None => Topology::plane(rules.rules.kind),
        };
        let board = Self { rules, topology, network, overflowed: AtomicBool::new(false) };
        if board.compiled(&field).is_none() {
            let message = "the rules have too many patterns on a board of this size";
            return Err(PositionError::too_large(1, 1, message));
        }
        board.check_blocks(&field)?;
        let packed = board.pack(&field);
        Ok((board, packed))
    }

    /// Refuses a position in which a condition on blocks is broken that every move leaves true: no move leads to it.
    fn check_blocks(&self, field: &Field) -> Result<(), PositionError> {
        for (blocks, near) in always_true(&self.rules.rules) {
            let Some(&cell) = self.play().untouched(field, blocks, near).first() else { continue };
            if let (Some(net), Kind::Edges) = (&self.network, self.rules.rules.kind) {
                let (edge, (row, column)) = net.edge(cell);
                let message = format!(
                    "the edge {edge} is not joined to what the rules ask it to touch: the position breaks the rules"
                );
                return Err(PositionError::at(row, column, message));
            }
            let (x, y) = field.spot(cell);
            return Err(PositionError::at(
                y as usize + 1,
                x as usize + 1,
                "the block here touches nothing that the rules ask it to touch: the position breaks the rules",
            ));
        }
        Ok(())
    }

    fn play(&self) -> Play<'_> {
        let closing = self.rules.rules.kind == Kind::Row;
        Play { cells: &self.rules.cells, topology: &self.topology, closing }
    }

    /// The rules for the lines of a field, whichever way it is turned.
    fn compiled(&self, field: &Field) -> Option<&Compiled> {
        let longest = match self.network {
            Some(_) => field.codes.len(),
            None => field.columns + field.rows + 2,
        };
        let power = longest.next_power_of_two();
        let slot = self.rules.compiled.get(power.ilog2() as usize)?;
        slot.get_or_init(|| self.rules.compile(power).ok()).as_ref()
    }

    fn pack(&self, field: &Field) -> Packed {
        self.rules.cells.pack(field.columns, field.rows, &field.codes)
    }

    pub(crate) fn overflowed(&self) -> bool {
        self.overflowed.load(Ordering::Relaxed)
    }

    /// The graph, where the cells lie on one.
    pub(crate) fn shape(&self) -> String {
        self.network.as_ref().map_or(String::new(), Network::shape)
    }

    pub(crate) fn options(&self, position: &Packed, player: Player, options: &mut Vec<Packed>) {
        let mut field = self.rules.cells.unpack(position);
        let play = self.play();
        let Some(compiled) = self.compiled(&field) else {
            self.overflowed.store(true, Ordering::Relaxed);
            return;
        };
        if play.occurs(&field, &compiled.stops) {
            return;
        }
        for steps in &compiled.moves[player as usize] {
            play.each_move(&mut field, steps, &mut |next| {
                if next.codes.len() > MOST_CELLS {
                    self.overflowed.store(true, Ordering::Relaxed);
                    return true;
                }
                step(2 + next.codes.len() as u32 / 4);
                grow(options, size_of::<Packed>() + 2 * next.codes.len());
                options.push(self.pack(next));
                true
            });
        }
    }

    /// A guess at the number of moves of a player.
    pub(crate) fn mobility(&self, position: &Packed, player: Player) -> u32 {
        let field = self.rules.cells.unpack(position);
        let play = self.play();
        let moves = self.compiled(&field).map(|compiled| &compiled.moves[player as usize]);
        let first = moves.into_iter().flatten().filter_map(|steps| steps.first());
        first.map(|step| play.count(&field, step)).sum()
    }

    pub(crate) fn parts(&self, position: &Packed, parts: &mut Vec<Packed>) {
        let field = self.rules.cells.unpack(position);
        let Some(compiled) = self.compiled(&field) else {
            // what cannot be played is told by `options`
            parts.push(position.clone());
            return;
        };
        let play = self.play();
        let moves = compiled.moves.iter().flatten();
        if compiled.splits {
            let found = play.parts(&field, (&compiled.outlook, &compiled.nears), moves);
            parts.extend(found.iter().map(|part| self.pack(part)));
        } else if play.is_alive(&field, moves) {
            parts.push(position.clone());
        }
    }

    pub(crate) fn key(&self, part: &Packed) -> Key<Packed> {
        self.rules.images.key(
            &self.rules.cells,
            &self.rules.cells.unpack(part),
            self.network.is_some(),
        )
    }

    pub(crate) fn negative(&self, position: &Packed) -> Option<Packed> {
        self.rules.images.negative(
            &self.rules.cells,
            &self.rules.cells.unpack(position),
            self.network.is_some(),
        )
    }

    pub(crate) fn is_own_negative(&self, part: &Packed) -> bool {
        self.rules.images.is_own_negative(&self.rules.cells.unpack(part), self.network.is_some())
    }

    pub(crate) fn size(&self, position: &Packed) -> u32 {
        self.rules.cells.unpack(position).codes.iter().filter(|&&code| code != OFF).count() as u32
    }

    fn drawer(&self) -> Drawer<'_> {
        let NumberRules { rules, cells, .. } = self.rules.as_ref();
        Drawer { rules, cells, network: self.network.as_ref() }
    }

    pub(crate) fn draw(&self, position: &Packed) -> String {
        self.drawer().draw(position)
    }

    pub(crate) fn view(&self, position: &Packed) -> View {
        let field = self.rules.cells.unpack(position);
        let (cells, numbers) = self.drawer().shown(&field);
        match &self.network {
            None => View::Rows { columns: field.columns, cells, numbers, hands: None },
            Some(net) => View::of_network(net, self.rules.rules.kind, cells, numbers, None),
        }
    }

    pub(crate) fn is_line(&self) -> bool {
        self.rules.rules.kind.is_line()
    }
}

/// The conditions on blocks that the last step of every move leaves true: it asks for them after all effects, or clears
/// what breaks them and does nothing that could break them again.
fn always_true(rules: &BoardRules) -> Vec<(Set, Set)> {
    let on_blocks = |clause: &Clause| match *clause {
        Clause::Touches { blocks, near } | Clause::Clear { blocks, off: near, .. } => {
            Some((blocks, near))
        }
        _ => None,
    };
    let leaves_true = |(blocks, near): (Set, Set), clauses: &[Clause]| {
        let spoils = |clause: &Clause| match *clause {
            Clause::Clear { blocks: cleared, to, .. } => {
                near & cleared != 0 || blocks >> to & 1 != 0
            }
            Clause::Around(_) | Clause::Reachable(_) => true,
            _ => false,
        };
        (0..clauses.len()).any(|at| {
            let clears = matches!(clauses[at], Clause::Clear { .. });
            on_blocks(&clauses[at]) == Some((blocks, near))
                && !(clears && clauses[at..].iter().any(spoils))
        })
    };
    let moves: Vec<_> =
        rules.moves.iter().flat_map(|moves| normal_rules(moves, rules.kind)).collect();
    let clauses = moves.iter().flatten().flat_map(|step| &step.clauses);
    let mut found: Vec<(Set, Set)> = clauses.filter_map(on_blocks).collect();
    found.sort_unstable();
    found.dedup();
    found.retain(|&wanted| {
        moves
            .iter()
            .all(|steps| steps.last().is_some_and(|last| leaves_true(wanted, &last.clauses)))
    });
    found
}
