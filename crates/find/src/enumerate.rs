//! Expressions from the bottom up, cheapest first, one of each kind: two that agree on all sampled cells are the
//! same.
//!
//! What the search does not reach is met in the middle: the target is x + y, x − y or x xor y of two expressions
//! that it did reach, or two that are equal just where the table has its one value. An expression that fails on a
//! cell of the table sends that cell into the sample. Where nothing is found, the expressions that tell most of the
//! target become leaves, and the search begins anew; and what cheap cases leave open is searched alone.

use crate::bank::{Bank, MOST_SAMPLED, Node, Target, known};
use crate::cases::{self, Case};
use crate::column::{self, Tables};
use crate::expr::{Binary, Expr, Unary};
use crate::middle::{self, Seen};
use crate::table::Table;
use crate::{calls, promote};
use farstar_play::{Limits, Stopped};
use rustc_hash::FxHashMap;

const ROUNDS: usize = 4;
/// Cells at which a last step is tried first; there are as many in every sample.
const FIRST: usize = 8;
/// What is left by a case must be so many cells to be searched alone.
const FEWEST_LEFT: usize = 40;
/// The share of the cells that a case must settle so that the others are searched alone.
const SETTLED: usize = 32;
/// Kinds of expressions for such a rest.
const MOST_OF_REST: usize = 30_000;

const REST: &[Unary] = &[Unary::Inc, Unary::Dec, Unary::Half, Unary::Odd, Unary::Not];
const REST_OF_TWO: &[Binary] =
    &[Binary::Add, Binary::Sub, Binary::Mod, Binary::Div, Binary::Less, Binary::Equal];

/// Which operations a search has, and how far it goes.
#[derive(Clone)]
pub(crate) struct Profile {
    pub(crate) unary: &'static [Unary],
    pub(crate) binary: &'static [Binary],
    /// The largest number that is a leaf.
    pub(crate) constants: i64,
    /// Leaves beside coordinates and numbers: cells at which the law may ask itself, expressions that are likely.
    pub(crate) leaves: Vec<Expr>,
    /// Kinds of expressions.
    pub(crate) most: usize,
    /// Whether to meet in the middle and to try cases.
    pub(crate) deep: bool,
    /// Whether to tell which expressions tell most of the target, where none is exact.
    pub(crate) deeper: bool,
    /// Whether a law may call itself at a cell that the search finds.
    pub(crate) calls: bool,
}

/// The cheapest expressions that give back a table, none dearer than `most_cost`; a deeper search that finds none
/// tells what it leaves open.
pub(crate) fn find(
    table: &Table,
    tables: &Tables,
    profile: &Profile,
    most_cost: u8,
    open: &mut Open,
    limits: &Limits,
) -> Result<Option<Expr>, Stopped> {
    let fits = |x: i64| x.unsigned_abs() <= (column::LARGEST as u64);
    if !table.values().iter().all(|&v| fits(v))
        || !table.low().iter().chain(table.high()).all(|&x| fits(x))
    {
        return Ok(None);
    }
    rounds(&mut Target::new(table), tables, profile, most_cost, open, limits)
}

/// Case by case, what is left being searched alone: `leaves` stand in it beside coordinates and numbers, and `most`
/// cases are tried first, then behind each of them.
pub(crate) fn peel(
    table: &Table,
    tables: &Tables,
    cases: Vec<Case>,
    leaves: Vec<Expr>,
    most: [usize; 2],
    most_cost: u8,
    limits: &Limits,
) -> Result<Option<Expr>, Stopped> {
    let cells = (0..table.len()).collect();
    let profile = Profile {
        unary: REST,
        binary: REST_OF_TWO,
        constants: 2,
        leaves,
        most: MOST_OF_REST,
        deep: true,
        deeper: false,
        calls: false,
    };
    let search = Search { tables, profile: &profile, most_cost, limits };
    let exact = rest(table, cells, cases, &most, &search)?;
    Ok(exact.filter(|law| Target::new(table).is_exact(law)))
}

/// With what and how far it is searched.
struct Search<'a> {
    tables: &'a Tables,
    profile: &'a Profile,
    most_cost: u8,
    limits: &'a Limits,
}

/// What a search that found nothing leaves for the next.
#[derive(Default)]
pub(crate) struct Open {
    /// Expressions that tell most of the target.
    pub(crate) features: Vec<Expr>,
    /// Cases that are settled, while others are not, best first.
    pub(crate) cases: Vec<Case>,
}

/// Searches until one ends with no cell that refutes something.
fn rounds(
    target: &mut Target<'_>,
    tables: &Tables,
    profile: &Profile,
    most_cost: u8,
    open: &mut Open,
    limits: &Limits,
) -> Result<Option<Expr>, Stopped> {
    for _ in 0..ROUNDS {
        let sampled = target.sample.len();
        let (bank, exact) = grow(target, tables, profile, most_cost, limits)?;
        if exact.is_some() {
            return Ok(exact);
        }
        if profile.deep && !target.is_refuted_often() {
            let exact = match middle::meet(target, &bank, &Seen::of(&bank), most_cost, Expr::binary)
            {
                None => middle::equal(target, &bank, most_cost),
                exact => exact,
            };
            if exact.is_some() {
                return Ok(exact);
            }
            if profile.calls {
                let exact = calls::find(target, &bank, most_cost, limits)?;
                if exact.is_some() {
                    return Ok(exact);
                }
            }
            open.cases.clear();
            let exact = cases::find(target, &bank, &mut open.cases, limits)?;
            if exact.is_some() {
                return Ok(exact);
            }
        }
        if profile.deeper {
            open.features = promote::features(target, &bank, limits)?;
        }
        if target.refuting.is_empty() || sampled + target.refuting.len() > MOST_SAMPLED {
            break;
        }
        target.settle();
    }
    Ok(None)
}

/// A case and an expression for all cells that it leaves open, or a further case and one for what is left then, and so
/// on as often as there are numbers of cases to try.
fn rest(
    table: &Table,
    cells: Vec<usize>,
    cases: Vec<Case>,
    peeled: &[usize],
    search: &Search<'_>,
) -> Result<Option<Expr>, Stopped> {
    let Some((&most, peeled)) = peeled.split_first() else { return Ok(None) };
    let low = table.low();
    let mut known_rests: Vec<Vec<usize>> = Vec::new();
    for case in cases {
        let is_open = |&at: &usize| {
            let wide: Vec<i128> = table.cell(at).iter().map(|&x| x.into()).collect();
            case.test.evaluate(&wide, &mut |smaller| known(table, low, smaller)) == Some(0)
        };
        let left: Vec<usize> = cells.iter().copied().filter(is_open).collect();
        let settles = left.len() + cells.len().div_ceil(SETTLED) <= cells.len();
        if left.len() < FEWEST_LEFT || !settles || known_rests.contains(&left) {
            continue;
        }
        if known_rests.len() == most {
            break;
        }
        known_rests.push(left.clone());
        let mut target = Target::on(table, left.clone());
        let mut open = Open::default();
        let Search { tables, profile, most_cost, limits } = *search;
        let found = match rounds(&mut target, tables, profile, most_cost, &mut open, limits)? {
            None => rest(table, left, open.cases, peeled, search)?,
            exact => exact,
        };
        if let Some(rest) = found {
            return Ok(Some(Expr::If(Box::new(case.test), Box::new(case.value), Box::new(rest))));
        }
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
    leaves.extend((0..=profile.constants).map(Expr::Constant));
    leaves.extend(profile.leaves.iter().cloned());
    let mut bank = Bank {
        leaves: leaves.clone(),
        nodes: Vec::new(),
        costs: Vec::new(),
        columns: Vec::new(),
        hashes: Vec::new(),
        width,
        seen: FxHashMap::default(),
    };
    let wanted = column::hash(target.values.iter().copied());
    // of a law of two values the opposite is as good
    let is_told = target.values.iter().all(|&v| v == 0 || v == 1);
    let opposite = column::hash(target.values.iter().map(|v| 1 - v));
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
            let expr = bank.expr_of(node);
            if target.is_exact(&expr) {
                exact = Some(expr);
                return Ok(true);
            }
        } else if is_told && hash == opposite && !bank.seen.contains_key(&hash) {
            let expr = bank.expr_of(node);
            let expr = Expr::unary(Unary::Not, expr);
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
                if !is_flat(op, bank.nodes[x])
                    && tables.unary(op, bank.column(x), &mut out)
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
    if exact.is_none() && profile.deep && !target.is_refuted_often() {
        let wanted = [wanted, if is_told { opposite } else { wanted }];
        exact = last_step(target, tables, profile, &bank, wanted, limits)?;
    }
    Ok((bank, exact))
}

/// Whether a slow function is asked of a slow function: that is a constant on every table, and a guess beyond it.
fn is_flat(op: Unary, of: Node) -> bool {
    let is_slow = |op| {
        matches!(
            op,
            Unary::Lg | Unary::Sqrt | Unary::Popcount | Unary::V2 | Unary::Omega | Unary::OmegaOdd
        )
    };
    is_slow(op) && matches!(of, Node::Unary(inner, _) if is_slow(inner))
}

/// A function of an expression of the bank, or the opposite of one.
fn last_step(
    target: &mut Target<'_>,
    tables: &Tables,
    profile: &Profile,
    bank: &Bank,
    wanted: [u64; 2],
    limits: &Limits,
) -> Result<Option<Expr>, Stopped> {
    let mut out = vec![0i32; bank.width];
    let is_told = wanted[0] != wanted[1];
    for x in 0..bank.len() {
        if x % 2048 == 0 {
            limits.check()?;
        }
        for &op in profile.unary {
            // most are wrong at the first cells
            let (first, some) = (&bank.column(x)[..FIRST], &mut out[..FIRST]);
            let wanted_at = |i: usize, value: i32| value == target.values[i];
            let opposite_at = |i: usize, value: i32| value == 1 - target.values[i];
            let fits = tables.unary(op, first, some);
            let is_wanted = (0..FIRST).all(|i| wanted_at(i, out[i]));
            let is_opposite = is_told && (0..FIRST).all(|i| opposite_at(i, out[i]));
            if !fits || !(is_wanted || is_opposite) {
                continue;
            }
            let fits = tables.unary(op, bank.column(x), &mut out);
            let hash = column::hash(out.iter().copied());
            if fits && wanted.contains(&hash) {
                let expr = Expr::unary(op, bank.expr(x));
                let is_wanted = hash == wanted[0];
                let expr = if is_wanted { expr } else { Expr::unary(Unary::Not, expr) };
                if target.is_exact(&expr) {
                    return Ok(Some(expr));
                }
                if target.is_refuted_often() {
                    return Ok(None);
                }
            }
        }
    }
    Ok(None)
}
