//! Patterns on boards with numbers, with all their counts chosen, as trees of classes: two that begin alike share their
//! beginning.

use std::sync::Arc;

use super::cells::Cells;
use crate::language::ast::{Clause, EDGE, Form, Given, Layout, Piece, Set, Step};
use crate::language::canonical::from_rarer_end;
use crate::language::expand::{Concrete, each_count, expand, least_length, repeats};
use crate::language::expression::Expr;

/// Most classes of one ruleset with the counts chosen, and most cells written.
const MOST: usize = 1 << 17;

/// What is put on a cell of a pattern: the image of the piece on `source`, with its number or another.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) cell: usize,
    /// The class of the cell.
    pub(super) class: Set,
    pub(super) source: usize,
    pub(super) table: Vec<(Piece, Piece)>,
    pub(super) number: Option<Expr>,
}

/// A pattern with its counts chosen.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Cells whose numbers have names, in the order of the names.
    pub(super) named: Vec<usize>,
    /// Cells whose numbers are the values of expressions.
    pub(super) asked: Vec<(usize, Expr)>,
    /// What is written: on a row all that replaces the pattern, elsewhere what does not stay as it is.
    pub(super) writes: Vec<Write>,
}

/// What a pattern asks of the number on a cell, as far as it depends on no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Any,
    Named(usize),
    Exactly(i64),
}

/// A class of a pattern, the ones that may follow it, and the patterns that end with it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) class: Set,
    pub(super) next: Vec<usize>,
    pub(super) shapes: Vec<usize>,
}

/// A form with all counts that fit the board.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) layout: Layout,
    /// How many cells may lie off the board before the first that may not; none if all may.
    pub(super) lead: Option<usize>,
    /// The class of the first cell that must lie on the board.
    pub(super) anchor: Set,
    /// The classes there, with what is asked of the numbers.
    pub(super) anchors: Vec<(Set, Asked)>,
    /// Whether a cell with this code may be that cell.
    pub(super) starts: Vec<bool>,
    /// The first is before all classes.
    pub(super) nodes: Vec<Node>,
    pub(super) shapes: Vec<Shape>,
    pub(super) given: Given,
    /// For each name, the numbers for which some choice of all others may make a move.
    pub(super) able: Vec<Arc<Vec<bool>>>,
    /// The classes, with what is asked of the numbers, each once.
    pub(super) looks: Vec<(Set, Asked)>,
    /// Cells of the shortest and of the longest pattern.
    pub(super) shortest: usize,
    pub(super) longest: usize,
}

/// A clause compiled: only `not making` has patterns.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    Plain(Clause),
    NotMaking(Vec<Table>),
}

/// A step of a move.
#[derive(Clone, Debug)]
pub(super) struct StepTables {
    pub(super) tables: Vec<Table>,
    pub(super) rules: Vec<Rule>,
}

/// Compiles forms for boards on which no line is longer than `longest`.
pub(super) struct Builder {
    longest: usize,
    /// Whether the places close up.
    closing: bool,
    left: usize,
}

/// The rules need more room than there is.
pub(super) struct TooMany;

impl Builder {
    pub(super) fn new(longest: usize, closing: bool) -> Self {
        Self { longest, closing, left: MOST }
    }

    /// A step; one that is a whole move may be looked for from either end of its patterns.
    pub(super) fn step(&mut self, step: &Step, alone: bool) -> Result<StepTables, TooMany> {
        let tables = if alone {
            let forms: Vec<Form> = step.forms.iter().map(from_rarer_end).collect();
            self.tables(&forms, true)?
        } else {
            self.tables(&step.forms, true)?
        };
        let mut rules = Vec::with_capacity(step.clauses.len());
        for clause in &step.clauses {
            rules.push(match clause {
                Clause::NotMaking(forms) => Rule::NotMaking(self.tables(forms, false)?),
                clause => Rule::Plain(clause.clone()),
            });
        }
        Ok(StepTables { tables, rules })
    }

    pub(super) fn tables(&mut self, forms: &[Form], writes: bool) -> Result<Vec<Table>, TooMany> {
        let mut all = Vec::new();
        for form in forms {
            self.form(form, writes, &mut all)?;
        }
        Ok(all)
    }

    /// The tables of a form: one for each number of cells that may lie off the board before the others.
    fn form(&mut self, form: &Form, writes: bool, all: &mut Vec<Table>) -> Result<(), TooMany> {
        let first = all.len();
        let open = repeats(&form.from).unwrap_or_default();
        let fits = each_count(&open, least_length(&form.from), self.longest, &mut |counts| {
            // the forms were checked when the rules were read
            let Ok(mut concrete) = expand(form, counts, writes, self.closing) else { return true };
            if form.layout == Layout::Path {
                concrete.cells.iter_mut().for_each(|class| *class &= !(1 << EDGE));
            }
            farstar_play::step(concrete.cells.len() as u32);
            let off = |class: &Set| class & 1 << EDGE != 0;
            let lead = concrete.cells.iter().position(|class| !off(class));
            let table = match all[first..].iter_mut().position(|table| table.lead == lead) {
                Some(at) => &mut all[first + at],
                None => {
                    all.push(Table::new(form, lead));
                    let last = all.len() - 1;
                    &mut all[last]
                }
            };
            self.left = self.left.saturating_sub(table.insert(&concrete, self.closing));
            self.left > 0
        });
        if fits { Ok(()) } else { Err(TooMany) }
    }
}

impl Table {
    fn new(form: &Form, lead: Option<usize>) -> Self {
        Self {
            layout: form.layout,
            lead,
            anchor: 0,
            anchors: Vec::new(),
            starts: Vec::new(),
            nodes: vec![Node { class: 0, next: Vec::new(), shapes: Vec::new() }],
            shapes: Vec::new(),
            given: form.given.clone(),
            able: Vec::new(),
            looks: Vec::new(),
            shortest: usize::MAX,
            longest: 0,
        }
    }

    /// Adds a pattern; how many classes and cells written are new.
    fn insert(&mut self, concrete: &Concrete, closing: bool) -> usize {
        let before = self.nodes.len();
        self.shortest = self.shortest.min(concrete.cells.len());
        self.longest = self.longest.max(concrete.cells.len());
        if let Some(lead) = self.lead {
            self.anchor |= concrete.cells[lead];
        }
        let mut at = 0;
        for &class in &concrete.cells {
            let known = self.nodes[at].next.iter().copied().find(|&n| self.nodes[n].class == class);
            at = known.unwrap_or_else(|| {
                self.nodes.push(Node { class, next: Vec::new(), shapes: Vec::new() });
                let new = self.nodes.len() - 1;
                self.nodes[at].next.push(new);
                new
            });
        }
        self.nodes[at].shapes.push(self.shapes.len());
        let mut named: Vec<Option<usize>> = vec![None; self.given.bound];
        let mut asked = Vec::new();
        for (cell, (number, repeated)) in concrete.numbers.iter().enumerate() {
            match number {
                Some(Expr::Variable(v)) if !repeated && named.get(*v) == Some(&None) => {
                    named[*v] = Some(cell);
                }
                Some(number) => asked.push((cell, number.clone())),
                None => {}
            }
        }
        let writes = concrete.puts.iter().enumerate();
        let writes = writes.filter(|(cell, put)| closing || !put.is_identity(*cell));
        let writes: Vec<Write> = writes
            .map(|(cell, put)| Write {
                cell,
                class: concrete.cells.get(cell).copied().unwrap_or(0),
                source: put.source,
                table: put.table.clone(),
                number: put.number.clone(),
            })
            .collect();
        let made = writes.len() + self.nodes.len() - before;
        // every name stands outside repeats, so on some cell
        let named: Vec<usize> = named.into_iter().map(Option::unwrap_or_default).collect();
        let shape = Shape { named, asked, writes };
        for (cell, &class) in concrete.cells.iter().enumerate() {
            let look = (class, shape.asks(cell));
            let anchors = (Some(cell) == self.lead).then_some(&mut self.anchors);
            for list in [&mut self.looks].into_iter().chain(anchors) {
                if !list.contains(&look) {
                    list.push(look);
                }
            }
        }
        self.shapes.push(shape);
        made
    }
}

impl Shape {
    /// What is asked of the number on a cell.
    pub(super) fn asks(&self, cell: usize) -> Asked {
        if let Some(name) = self.named.iter().position(|&named| named == cell) {
            return Asked::Named(name);
        }
        match self.asked.iter().find(|(at, _)| *at == cell) {
            Some((_, Expr::Number(n))) => Asked::Exactly(*n),
            _ => Asked::Any,
        }
    }

    /// Whether the number of a cell, or what stands there, is asked for or written.
    pub(super) fn touches(&self, at: usize) -> bool {
        self.named.contains(&at)
            || self.asked.iter().any(|(asked, _)| *asked == at)
            || self.writes.iter().any(|write| write.cell == at || write.source == at)
    }

    /// The values of the names on these cells.
    pub(super) fn values(&self, cells: &Cells, code: impl Fn(usize) -> u16) -> Vec<i64> {
        self.named.iter().map(|&cell| cells.number(code(cell))).collect()
    }
}
