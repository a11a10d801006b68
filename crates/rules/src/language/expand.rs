//! A form with the counts of its repeats chosen: a list of cells and of what is put on them.

use super::ast::{EDGE, Element, Form, Item, Piece, Set, set_of};
use super::expression::Expr;

/// What a cell becomes: the image of the piece that lay on the cell `source` before the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Put {
    pub(crate) source: usize,
    /// Piece and image, for each piece the source may hold.
    pub(crate) table: Vec<(Piece, Piece)>,
    /// Its number, if that does not stay what it was.
    pub(crate) number: Option<Expr>,
}

impl Put {
    pub(crate) fn is_identity(&self, cell: usize) -> bool {
        self.source == cell && self.number.is_none() && self.table.iter().all(|(a, b)| a == b)
    }
}

/// A form with fixed counts. On every board but a row, `puts` is as long as `cells`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Concrete {
    pub(crate) cells: Vec<Set>,
    /// What the number of each cell must be, and whether the cell is repeated; nothing at all where no cell asks.
    pub(crate) numbers: Vec<(Option<Expr>, bool)>,
    pub(crate) puts: Vec<Put>,
}

/// The open repeats of a side in their order: least and most count, and cells for each repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeat {
    pub(crate) least: u32,
    pub(crate) most: Option<u32>,
    pub(crate) unit: usize,
}

/// The open repeats of a side; `None` if one stands inside another.
pub(crate) fn repeats(side: &[Element]) -> Option<Vec<Repeat>> {
    let mut found = Vec::new();
    for e in side {
        let inner = match &e.item {
            Item::Group(_, line) => repeats(line)?,
            _ => Vec::new(),
        };
        if e.varies() {
            if !inner.is_empty() {
                return None;
            }
            found.push(Repeat {
                least: e.least,
                most: e.most,
                unit: least_length(std::slice::from_ref(&one(e))),
            });
        } else {
            for _ in 0..e.least {
                found.extend_from_slice(&inner);
            }
        }
    }
    Some(found)
}

fn one(e: &Element) -> Element {
    Element::once(e.item.clone())
}

/// Cells of a side at the least counts. Copies count nothing.
pub(crate) fn least_length(side: &[Element]) -> usize {
    side.iter()
        .map(|e| {
            let unit = match &e.item {
                Item::Group(_, line) => least_length(line),
                Item::Copy(_) => 0,
                _ => 1,
            };
            unit.saturating_mul(e.least as usize)
        })
        .fold(0, usize::saturating_add)
}

/// One place after expansion.
struct Place<'a> {
    item: &'a Item,
    number: &'a Option<Expr>,
    repeated: bool,
}

/// Spreads a side out; brackets on the way are noted with the places they cover.
fn spread<'a>(
    side: &'a [Element],
    counts: &mut std::slice::Iter<'_, u32>,
    out: &mut Vec<Place<'a>>,
    groups: &mut Vec<(usize, usize, usize)>,
    inside: bool,
) {
    for e in side {
        let repeated = inside || e.varies();
        let count = if e.varies() { *counts.next().unwrap_or(&e.least) } else { e.least };
        let start = out.len();
        for _ in 0..count {
            match &e.item {
                Item::Group(_, line) => spread(line, counts, out, groups, repeated),
                item => out.push(Place { item, number: &e.number, repeated }),
            }
        }
        if let Item::Group(n, _) = &e.item {
            groups.push((*n, start, out.len()));
        }
    }
}

/// The form with these counts.
///
/// # Errors
/// Why the right side does not fit the left one.
pub(crate) fn expand(
    form: &Form,
    counts: &[u32],
    writes: bool,
    closing: bool,
) -> Result<Concrete, String> {
    let (mut places, mut groups) = (Vec::new(), Vec::new());
    spread(&form.from, &mut counts.iter(), &mut places, &mut groups, false);
    let cell = |place: &Place<'_>| -> Vec<Piece> {
        match place.item {
            Item::Cell(list) => list.clone(),
            _ => Vec::new(),
        }
    };
    let lists: Vec<Vec<Piece>> = places.iter().map(cell).collect();
    let cells: Vec<Set> = lists.iter().map(|list| set_of(list)).collect();
    let mut numbers = Vec::new();
    if places.iter().any(|place| place.number.is_some()) {
        numbers.extend(places.iter().map(|place| (place.number.clone(), place.repeated)));
    }
    let mut puts: Vec<Put> = Vec::new();
    if !writes {
        return Ok(Concrete { cells, numbers, puts });
    }
    let (mut right, mut ignored) = (Vec::new(), Vec::new());
    spread(&form.to, &mut counts.iter(), &mut right, &mut ignored, false);
    let identity = |source: usize| Put {
        source,
        table: lists[source].iter().map(|&p| (p, p)).collect(),
        number: None,
    };
    // the first cell that becomes what stands on the left at the same place
    let mut keeps = None;
    for place in right {
        let at = puts.len();
        let here = lists.get(at);
        let item = place.item;
        let stays = places.get(at).is_some_and(|left| left.number == place.number);
        let number = place.number.clone().filter(|_| !stays);
        if matches!(item, Item::Keep) || matches!(item, Item::Cell(to) if to.len() > 1) {
            keeps = keeps.or(Some(at + 1));
        }
        match item {
            Item::Copy(n) => {
                let Some(&(_, start, end)) = groups.iter().rev().find(|(group, ..)| group == n)
                else {
                    return Err(format!(
                        "'\\{n}' copies bracket {n}, and the left side has no such bracket"
                    ));
                };
                puts.extend((start..end).map(identity));
            }
            Item::Keep if here.is_some() => puts.push(identity(at)),
            Item::Cell(to) if to.len() == 1 => {
                let from = here.map_or(&lists[0], |list| list);
                let source = if here.is_some() { at } else { 0 };
                let table = from.iter().map(|&p| (p, to[0])).collect();
                puts.push(Put { source, table, number });
            }
            Item::Cell(to) if here.is_some_and(|list| list.len() == to.len()) => {
                let from = &lists[at];
                puts.push(Put {
                    source: at,
                    table: from.iter().copied().zip(to.iter().copied()).collect(),
                    number,
                });
            }
            Item::Cell(to) => {
                let size = here.map_or(0, Vec::len);
                return Err(format!(
                    "cell {} is a class of {} on the right and of {size} on the left: the sizes must agree",
                    at + 1,
                    to.len()
                ));
            }
            _ => {
                return Err(format!(
                    "cell {} of the right side has nothing on the left to keep",
                    at + 1
                ));
            }
        }
    }
    if puts.len() != cells.len() && !closing {
        return Err(format!(
            "the left side covers {} cells and the right side {}: here a move keeps its cells (a row closes up)",
            cells.len(),
            puts.len()
        ));
    }
    if let Some(cell) = keeps
        && puts.len() != cells.len()
    {
        // read backwards, it would be the place of another cell
        return Err(format!(
            "the left side covers {} cells and the right side {}, so cell {cell} of the right side has no place on the left: name the piece, or copy a bracket as in .(?) -> \\1",
            cells.len(),
            puts.len()
        ));
    }
    for (i, put) in puts.iter().enumerate() {
        for &(from, to) in &put.table {
            // on a row `$` stands for the end and may be written again, wherever it comes to stand
            if closing || (from == EDGE) == (to == EDGE) && (from != EDGE || put.source == i) {
                continue;
            }
            return Err(if to == EDGE {
                format!("'$' cannot be put on cell {}", i + 1)
            } else {
                format!(
                    "lets cell {} lie off the board, where nothing can be put; say which pieces, as in [.X]",
                    i + 1
                )
            });
        }
    }
    Ok(Concrete { cells, numbers, puts })
}

/// Calls `visit` with every choice of counts for which the form has at most `longest` cells, shortest first in the last
/// count. Breaks off with `false` when `visit` returns `false`.
pub(crate) fn each_count(
    repeats: &[Repeat],
    least: usize,
    longest: usize,
    visit: &mut dyn FnMut(&[u32]) -> bool,
) -> bool {
    let mut counts: Vec<u32> = repeats.iter().map(|r| r.least).collect();
    let mut length = least;
    if length > longest {
        return true;
    }
    loop {
        if !visit(&counts) {
            return false;
        }
        // the odometer, last repeat fastest
        let mut at = repeats.len();
        loop {
            if at == 0 {
                return true;
            }
            at -= 1;
            let r = &repeats[at];
            if r.most.is_none_or(|most| counts[at] < most) && length + r.unit <= longest {
                counts[at] += 1;
                length += r.unit;
                break;
            }
            length -= (counts[at] - r.least) as usize * r.unit;
            counts[at] = r.least;
        }
    }
}
