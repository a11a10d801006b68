//! Expressions from the bottom up, cheapest first, one of each kind: two that agree on all sampled cells are the
//! same.
//!
//! What the search does not reach is met in the middle: the target is x + y, x − y or x xor y of two expressions
//! that it did reach. An
//! expression that fails on a cell of the table sends that cell into the sample.

use crate::bank::{Bank, MOST_SAMPLED, Node, Target, known};
use crate::cases;
use crate::column::{self, Tables};
use crate::expr::{Binary, Expr, Unary};
use crate::middle;
use crate::table::Table;
use farstar_play::{Limits, Stopped};
use rustc_hash::FxHashMap;

const ROUNDS: usize = 4;
const MOST_CONSTANT: i64 = 4;

/// Which operations a search has, and how far it goes.
#[derive(Clone)]
pub(crate) struct Profile {
    pub(crate) unary: &'static [Unary],
    pub(crate) binary: &'static [Binary],
    /// Cells at which the law may ask itself.
    pub(crate) smaller: Vec<Vec<Expr>>,
    /// Kinds of expressions.
    pub(crate) most: usize,
    /// Whether to meet in the middle and to try cases.
    pub(crate) deep: bool,
}

/// The cheapest expressions that give back a table, none dearer than `most_cost`.
pub(crate) fn find(
    table: &Table,
    tables: &Tables,
    profile: &Profile,
    most_cost: u8,
    limits: &Limits,
) -> Result<Option<Expr>, Stopped> {
    let fits = |x: i64| x.unsigned_abs() <= (column::LARGEST as u64);
    if !table.values().iter().all(|&v| fits(v))
        || !table.low().iter().chain(table.high()).all(|&x| fits(x))
    {
        return Ok(None);
    }
    let mut target = Target::new(table);
    for _ in 0..ROUNDS {
        let sampled = target.sample.len();
        let (bank, exact) = grow(&mut target, tables, profile, most_cost, limits)?;
        if exact.is_some() {
            return Ok(exact);
        }
        if profile.deep && !target.is_refuted_often() {
            let exact = middle::meet(&mut target, &bank, most_cost);
            if exact.is_some() {
                return Ok(exact);
            }
            let exact = cases::find(&mut target, &bank, limits)?;
            if exact.is_some() {
                return Ok(exact);
            }
        }
        if target.refuting.is_empty() || sampled + target.refuting.len() > MOST_SAMPLED {
            break;
        }
        target.settle();
    }
    Ok(None)
}

/// All expressions in the order of their cost, until one is exact.
fn grow(
    target: &mut Target<'_>,
    tables: &Tables,
    profile: &Profile,
    most_cost: u8,
    limits: &Limits,
) -> Result<(Bank, Option<Expr>), Stopped> {
    let width = target.values.len();
    let table = target.table;
    let mut leaves: Vec<Expr> = (0..table.dimension()).map(Expr::Coordinate).collect();
    leaves.extend((0..=MOST_CONSTANT).map(Expr::Constant));
    leaves.extend(profile.smaller.iter().cloned().map(Expr::Smaller));
    let mut bank = Bank {
        leaves: leaves.clone(),
        nodes: Vec::new(),
        costs: Vec::new(),
        columns: Vec::new(),
        width,
        seen: FxHashMap::default(),
    };
    let wanted = column::hash(target.values.iter().copied());
    let mut out = vec![0i32; width];
    let mut exact = None;
    let low = table.low();
    for (number, leaf) in leaves.iter().enumerate() {
        let value = |&at: &usize| {
            let cell: Vec<i128> = table.cell(at).iter().map(|&x| i128::from(x)).collect();
            let value = leaf.evaluate(&cell, &mut |smaller| known(table, low, smaller));
            value.and_then(|v| i32::try_from(v).ok()).filter(|v| v.abs() <= column::LARGEST)
        };
        let Some(column) = target.sample.iter().map(value).collect::<Option<Vec<i32>>>() else {
            continue;
        };
        let hash = column::hash(column.iter().copied());
        if hash == wanted && target.is_exact(leaf) {
            return Ok((bank, Some(leaf.clone())));
        }
        bank.add(Node::Leaf(number as u32), 1, &column, hash);
    }
    // where the kinds of a cost begin
    let mut levels = vec![0, 0, bank.len()];
    let mut tried = 0u32;
    let mut found = |bank: &mut Bank,
                     target: &mut Target<'_>,
                     node: Node,
                     cost: u8,
                     out: &[i32]|
     -> Result<bool, Stopped> {
        tried += 1;
        if tried.is_multiple_of(2048) {
            limits.check()?;
        }
        let hash = column::hash(out.iter().copied());
        if hash == wanted {
            let expr = match node {
                Node::Leaf(_) => return Ok(false),
                Node::Unary(op, x) => Expr::unary(op, bank.expr(x as usize)),
                Node::Binary(op, x, y) => {
                    Expr::binary(op, bank.expr(x as usize), bank.expr(y as usize))
                }
            };
            if target.is_exact(&expr) {
                exact = Some(expr);
                return Ok(true);
            }
        }
        bank.add(node, cost, out, hash);
        Ok(bank.len() >= profile.most || target.is_refuted_often())
    };
    'levels: for cost in 2..=most_cost {
        let level = |cost: usize| levels[cost]..levels[cost + 1];
        for x in level(cost as usize - 1) {
            for &op in profile.unary {
                if tables.unary(op, bank.column(x), &mut out)
                    && found(&mut bank, target, Node::Unary(op, x as u32), cost, &out)?
                {
                    break 'levels;
                }
            }
        }
        for left in 1..(cost as usize - 1) {
            let right = cost as usize - 1 - left;
            for x in level(left) {
                for y in level(right) {
                    for &op in profile.binary {
                        if op.is_commutative() && (left > right || left == right && x > y) {
                            continue;
                        }
                        if tables.binary(op, bank.column(x), bank.column(y), &mut out)
                            && found(
                                &mut bank,
                                target,
                                Node::Binary(op, x as u32, y as u32),
                                cost,
                                &out,
                            )?
                        {
                            break 'levels;
                        }
                    }
                }
            }
        }
        levels.push(bank.len());
    }
    Ok((bank, exact))
}
