//! The bank of expressions that a search has reached, and the sample of cells that tells them apart.

use crate::expr::{Binary, Expr, Unary};
use crate::table::Table;
use rustc_hash::FxHashMap;

/// Cells in the first sample; with those that refuted an expression there are at most [`MOST_SAMPLED`].
const SAMPLED: usize = 104;
pub(crate) const MOST_SAMPLED: usize = 128;
/// Expressions that may be refuted before a new round.
const REFUTED: usize = 6;

/// How an expression of the bank was made.
#[derive(Clone, Copy)]
pub(crate) enum Node {
    Leaf(u32),
    Unary(Unary, u32),
    Binary(Binary, u32, u32),
}

/// The expressions that were reached, by cost.
pub(crate) struct Bank {
    pub(crate) leaves: Vec<Expr>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) costs: Vec<u8>,
    pub(crate) columns: Vec<i32>,
    pub(crate) hashes: Vec<u64>,
    pub(crate) width: usize,
    pub(crate) seen: FxHashMap<u64, u32>,
}

impl Bank {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn column(&self, at: usize) -> &[i32] {
        &self.columns[at * self.width..(at + 1) * self.width]
    }

    pub(crate) fn expr(&self, at: usize) -> Expr {
        self.expr_of(self.nodes[at])
    }

    /// Whether the law itself is asked for.
    pub(crate) fn calls_itself(&self, at: usize) -> bool {
        match self.nodes[at] {
            Node::Leaf(leaf) => matches!(self.leaves[leaf as usize], Expr::Smaller(_)),
            Node::Unary(_, x) => self.calls_itself(x as usize),
            Node::Binary(_, x, y) => self.calls_itself(x as usize) || self.calls_itself(y as usize),
        }
    }

    pub(crate) fn expr_of(&self, node: Node) -> Expr {
        match node {
            Node::Leaf(leaf) => self.leaves[leaf as usize].clone(),
            Node::Unary(op, x) => Expr::unary(op, self.expr(x as usize)),
            Node::Binary(op, x, y) => {
                Expr::binary(op, self.expr(x as usize), self.expr(y as usize))
            }
        }
    }

    /// Adds a column if it is new; the number of bits of the hash make two kinds with one hash a rarity that costs
    /// one kind.
    pub(crate) fn add(&mut self, node: Node, cost: u8, column: &[i32], hash: u64) -> bool {
        let fresh = self.nodes.len() as u32;
        if *self.seen.entry(hash).or_insert(fresh) != fresh {
            return false;
        }
        self.nodes.push(node);
        self.costs.push(cost);
        self.columns.extend_from_slice(column);
        self.hashes.push(hash);
        true
    }
}

/// Cells of a table whose expression is looked for, with a sample of them.
pub(crate) struct Target<'a> {
    pub(crate) table: &'a Table,
    /// Where the expression is to be right; elsewhere the table only tells what a law that calls itself is told.
    pub(crate) cells: Vec<usize>,
    pub(crate) sample: Vec<usize>,
    pub(crate) values: Vec<i32>,
    pub(crate) refuting: Vec<usize>,
}

impl<'a> Target<'a> {
    pub(crate) fn new(table: &'a Table) -> Self {
        Self::on(table, (0..table.len()).collect())
    }

    /// An expression for these cells only, of which there is one at least.
    pub(crate) fn on(table: &'a Table, cells: Vec<usize>) -> Self {
        let (sample, values, refuting) = (sample(table, &cells), Vec::new(), Vec::new());
        let mut target = Self { table, cells, sample, values, refuting };
        target.settle();
        target
    }

    /// Takes the cells that refuted something into the sample.
    pub(crate) fn settle(&mut self) {
        self.refuting.sort_unstable();
        self.refuting.dedup();
        self.sample.retain(|at| !self.refuting.contains(at));
        self.sample.splice(0..0, std::mem::take(&mut self.refuting));
        self.sample.truncate(MOST_SAMPLED);
        // whole registers: the last cell is repeated
        while !self.sample.len().is_multiple_of(8) {
            let last = self.sample[self.sample.len() - 1];
            self.sample.push(last);
        }
        self.values = self.sample.iter().map(|&at| self.table.values()[at] as i32).collect();
    }

    /// Whether an expression gives back every cell; one that does not is remembered.
    pub(crate) fn is_exact(&mut self, expr: &Expr) -> bool {
        let low = self.table.low();
        for &at in &self.cells {
            let cell = self.table.cell(at);
            let wide: [i128; crate::table::MOST_COORDINATES] =
                std::array::from_fn(|axis| cell.get(axis).copied().unwrap_or(0).into());
            let value =
                expr.evaluate(&wide[..cell.len()], &mut |smaller| known(self.table, low, smaller));
            if value != Some(self.table.values()[at].into()) {
                self.refuting.push(at);
                return false;
            }
        }
        true
    }

    pub(crate) fn is_refuted_often(&self) -> bool {
        self.refuting.len() >= REFUTED
    }
}

/// The value at a smaller cell: what the table has, 0 below its box.
pub(crate) fn known(table: &Table, low: &[i64], cell: &[i128]) -> Option<i128> {
    if cell.iter().zip(low).any(|(&x, &low)| x < i128::from(low)) {
        return Some(0);
    }
    let cell = cell.iter().map(|&x| i64::try_from(x).ok()).collect::<Option<Vec<_>>>()?;
    table.get(&cell).map(i128::from)
}

/// The first cells, and as many of the others as there is room for, half of them with values taken in turn.
fn sample(table: &Table, cells: &[usize]) -> Vec<usize> {
    if cells.len() <= SAMPLED {
        return cells.to_vec();
    }
    let mut random = 0x2545_f491_4f6c_dd1du64;
    let mut draw = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let mut chosen: Vec<usize> = cells[..SAMPLED / 6].to_vec();
    let mut by_value: FxHashMap<i64, Vec<usize>> = FxHashMap::default();
    for &at in cells {
        by_value.entry(table.values()[at]).or_default().push(at);
    }
    let mut groups: Vec<(i64, Vec<usize>)> = by_value.into_iter().collect();
    groups.sort_unstable_by_key(|(value, _)| *value);
    while chosen.len() < SAMPLED / 2 {
        let group = draw(groups.len());
        let at = draw(groups[group].1.len());
        chosen.push(groups[group].1[at]);
    }
    while chosen.len() < SAMPLED {
        chosen.push(cells[draw(cells.len())]);
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}
