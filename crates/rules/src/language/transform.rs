//! Reflections and turns of the board, exchanges of pieces, and what they make of a rule.

use super::ast::{Clause, EDGE, Element, Form, Item, Layout, Move, Piece, Set, Step};

/// A linear map of columns and rows: (x, y) goes to (a x + b y, c x + d y).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Map(pub(crate) [i32; 4]);

/// The reflections and turns of a square.
pub(crate) const TURNS: [Map; 8] = [
    Map([1, 0, 0, 1]),
    Map([-1, 0, 0, 1]),
    Map([1, 0, 0, -1]),
    Map([-1, 0, 0, -1]),
    Map([0, 1, 1, 0]),
    Map([0, -1, 1, 0]),
    Map([0, 1, -1, 0]),
    Map([0, -1, -1, 0]),
];

/// The reflections and turns of the hexagonal board whose sixth neighbours are north-east and south-west.
pub(crate) const HEX_TURNS: [Map; 12] = [
    Map([1, 0, 0, 1]),
    Map([0, -1, 1, 1]),
    Map([-1, -1, 1, 0]),
    Map([-1, 0, 0, -1]),
    Map([0, 1, -1, -1]),
    Map([1, 1, -1, 0]),
    Map([0, 1, 1, 0]),
    Map([-1, 0, 1, 1]),
    Map([-1, -1, 0, 1]),
    Map([0, -1, -1, 0]),
    Map([1, 0, -1, -1]),
    Map([1, 1, 0, -1]),
];

impl Map {
    pub(crate) fn apply(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let [a, b, c, d] = self.0;
        (a * x + b * y, c * x + d * y)
    }

    /// This map after another.
    pub(crate) fn after(&self, first: &Self) -> Self {
        let [a, b, c, d] = first.0;
        let ((a, c), (b, d)) = (self.apply((a, c)), self.apply((b, d)));
        Self([a, b, c, d])
    }
}

/// A permutation of the pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exchange(pub(crate) [Piece; 16]);

impl Exchange {
    pub(crate) fn identity() -> Self {
        let mut table = [0; 16];
        for (i, slot) in table.iter_mut().enumerate() {
            *slot = i as Piece;
        }
        Self(table)
    }

    pub(crate) fn piece(&self, p: Piece) -> Piece {
        if p == EDGE { EDGE } else { self.0[usize::from(p)] }
    }

    /// This permutation after another.
    pub(crate) fn after(&self, first: &Self) -> Self {
        Self(first.0.map(|p| self.0[usize::from(p)]))
    }

    pub(crate) fn set(&self, set: Set) -> Set {
        (0..32).filter(|&p| set & 1 << p != 0).fold(0, |out, p| out | 1 << self.piece(p))
    }

    fn map(&self, map: &[(Piece, Piece)]) -> Vec<(Piece, Piece)> {
        map.iter().map(|&(from, to)| (self.piece(from), self.piece(to))).collect()
    }
}

/// The exchange of the two members of each pair.
pub(crate) fn exchange_pairs(pairs: &[(Piece, Piece)]) -> Exchange {
    let mut exchange = Exchange::identity();
    for &(left, right) in pairs {
        exchange.0[usize::from(left)] = right;
        exchange.0[usize::from(right)] = left;
    }
    exchange
}

fn elements(list: &[Element], exchange: &Exchange) -> Vec<Element> {
    list.iter().map(|e| e.with(item(&e.item, exchange))).collect()
}

fn item(item: &Item, exchange: &Exchange) -> Item {
    match item {
        Item::Cell(pieces) => Item::Cell(pieces.iter().map(|&p| exchange.piece(p)).collect()),
        Item::Group(n, inner) => Item::Group(*n, elements(inner, exchange)),
        Item::Keep => Item::Keep,
        Item::Copy(n) => Item::Copy(*n),
    }
}

/// The form moved by a map of the board, its pieces exchanged.
pub(crate) fn transform_form(form: &Form, map: &Map, exchange: &Exchange) -> Form {
    let (from, to) = (elements(&form.from, exchange), elements(&form.to, exchange));
    let given = form.given.clone();
    match form.layout {
        Layout::Path => Form { layout: Layout::Path, from, to, given },
        Layout::Line(dx, dy) => {
            let (dx, dy) = map.apply((dx, dy));
            Form { layout: Layout::Line(dx, dy), from, to, given }
        }
        Layout::Block(columns) => {
            let place = |i: usize| map.apply(((i % columns) as i32, (i / columns) as i32));
            let mut order: Vec<usize> = (0..from.len()).collect();
            order.sort_by_key(|&i| {
                let (x, y) = place(i);
                (y, x)
            });
            let top = place(order[0]).1;
            let columns = order.iter().take_while(|&&i| place(i).1 == top).count();
            let pick = |list: &[Element]| -> Vec<Element> {
                if list.is_empty() {
                    Vec::new()
                } else {
                    order.iter().map(|&i| list[i].clone()).collect()
                }
            };
            Form { layout: Layout::Block(columns), from: pick(&from), to: pick(&to), given }
        }
    }
}

/// The clause moved likewise.
pub(crate) fn transform_clause(clause: &Clause, map: &Map, exchange: &Exchange) -> Clause {
    match clause {
        Clause::Beside { cells, wanted } => {
            Clause::Beside { cells: exchange.set(*cells), wanted: *wanted }
        }
        Clause::FromHand => Clause::FromHand,
        Clause::EmptyHand => Clause::EmptyHand,
        Clause::Around(list) => Clause::Around(exchange.map(list)),
        Clause::Reachable(list) => Clause::Reachable(exchange.map(list)),
        Clause::Clear { blocks, off, to } => Clause::Clear {
            blocks: exchange.set(*blocks),
            off: exchange.set(*off),
            to: exchange.piece(*to),
        },
        Clause::NotMaking(forms) => {
            Clause::NotMaking(forms.iter().map(|f| transform_form(f, map, exchange)).collect())
        }
        Clause::Touches { blocks, near } => {
            Clause::Touches { blocks: exchange.set(*blocks), near: exchange.set(*near) }
        }
    }
}

/// The move moved likewise.
pub(crate) fn transform_move(one: &Move, map: &Map, exchange: &Exchange) -> Move {
    let steps = one
        .steps
        .iter()
        .map(|step| Step {
            forms: step.forms.iter().map(|f| transform_form(f, map, exchange)).collect(),
            clauses: step.clauses.iter().map(|c| transform_clause(c, map, exchange)).collect(),
        })
        .collect();
    Move { steps, line: one.line, text: one.text.clone() }
}
