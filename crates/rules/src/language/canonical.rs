//! Canonical text: the same rules written in the one way by which they are known.
//!
//! Parameters, names, spacing and `as Left` are gone; every pattern and way stands on a line of its own, reading right,
//! down, south-east or south-west where the order of reading does not matter; classes and moves are sorted.

use std::fmt::Write as _;

use super::ast::TurningRules;
use super::ast::{
    Ast, BoardRules, Body, Clause, EDGE, Element, Form, Item, Kind, Layout, Move, Piece, Set, Step,
};
use super::numbers;

/// The form in its own normal form. `reversible` allows reading it from the other end.
pub(crate) fn normal_form(form: &Form, kind: Kind, reversible: bool) -> Form {
    farstar_play::step(8 + 8 * (form.from.len() + form.to.len()) as u32);
    let (from, to) = (flat(&form.from), flat(&form.to));
    let mut form = Form { layout: form.layout, from, to, given: form.given.clone() };
    if let Layout::Block(columns) = form.layout {
        // a block that is one row or one column is a line
        if columns == form.from.len() {
            form.layout = Layout::Line(1, 0);
        } else if columns == 1 {
            form.layout = Layout::Line(0, 1);
        }
    }
    let plain = form.from.len() == 1
        && !form.from[0].varies()
        && !matches!(form.from[0].item, Item::Group(..));
    match form.layout {
        Layout::Line(..) if plain => form.layout = Layout::Line(1, 0),
        Layout::Line(dx, dy) if reversible && !(dy > 0 || (dy == 0 && dx > 0)) => {
            form = reversed(&form);
            form.layout = Layout::Line(-dx, -dy);
        }
        _ => {}
    }
    let sorted = numbers::renamed(sort_classes(&form));
    if form.layout == Layout::Path && kind != Kind::Digraph && reversible {
        return sorted.min(numbers::renamed(sort_classes(&reversed(&form))));
    }
    sorted
}

/// Fixed repeats written out, brackets that are neither repeated nor copied opened.
fn flat(side: &[Element]) -> Vec<Element> {
    let mut out = Vec::new();
    for e in side {
        match &e.item {
            Item::Group(n, line) => {
                out.push(e.with(Item::Group(*n, flat(line))));
            }
            _ if e.varies() || e.least > 64 => out.push(e.clone()),
            _ => {
                let once = Element { least: 1, most: Some(1), ..e.clone() };
                out.extend((0..e.least).map(|_| once.clone()));
            }
        }
    }
    out
}

fn reversed(form: &Form) -> Form {
    let mut order = Vec::new();
    let from = backwards(&form.from, &mut order);
    // brackets are numbered anew, in the order in which they now come
    let renumber = |n: usize| order.iter().position(|&old| old == n).map_or(n, |at| at + 1);
    Form {
        layout: form.layout,
        from: renumbered(&from, &renumber),
        to: renumbered(&backwards(&form.to, &mut Vec::new()), &renumber),
        given: form.given.clone(),
    }
}

/// A pattern on a line from whichever end fewer pieces may stand at, none of them off the board: where it begins is
/// looked for first.
pub(crate) fn from_rarer_end(form: &Form) -> Form {
    let rare = |form: &Form| match form.from.first() {
        Some(Element { item: Item::Cell(pieces), least: 1.., .. }) if !pieces.contains(&EDGE) => {
            pieces.len()
        }
        _ => usize::MAX,
    };
    if let Layout::Line(dx, dy) = form.layout {
        let turned = Form { layout: Layout::Line(-dx, -dy), ..reversed(form) };
        if rare(&turned) < rare(form) {
            return turned;
        }
    }
    form.clone()
}

fn backwards(side: &[Element], order: &mut Vec<usize>) -> Vec<Element> {
    let mut out = Vec::with_capacity(side.len());
    for e in side.iter().rev() {
        let item = match &e.item {
            Item::Group(n, line) => {
                order.push(*n);
                Item::Group(*n, backwards(line, order))
            }
            item => item.clone(),
        };
        out.push(e.with(item));
    }
    out
}

fn renumbered(side: &[Element], renumber: &dyn Fn(usize) -> usize) -> Vec<Element> {
    side.iter()
        .map(|e| {
            let item = match &e.item {
                Item::Group(n, line) => Item::Group(renumber(*n), renumbered(line, renumber)),
                Item::Copy(n) => Item::Copy(renumber(*n)),
                item => item.clone(),
            };
            e.with(item)
        })
        .collect()
}

/// Classes in the order of the pieces, both sides together where they stand over each other.
fn sort_classes(form: &Form) -> Form {
    if form.to.is_empty() {
        return Form { from: sorted_side(&form.from), ..form.clone() };
    }
    match sort_together(&form.from, &form.to) {
        Some((from, to)) => Form { layout: form.layout, from, to, given: form.given.clone() },
        None => form.clone(),
    }
}

fn sorted_side(side: &[Element]) -> Vec<Element> {
    side.iter()
        .map(|e| {
            let item = match &e.item {
                Item::Cell(pieces) => {
                    let mut pieces = pieces.clone();
                    pieces.sort_unstable();
                    Item::Cell(pieces)
                }
                Item::Group(n, line) => Item::Group(*n, sorted_side(line)),
                item => item.clone(),
            };
            e.with(item)
        })
        .collect()
}

fn sort_together(from: &[Element], to: &[Element]) -> Option<(Vec<Element>, Vec<Element>)> {
    if from.len() != to.len() {
        return None;
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (a, b) in from.iter().zip(to) {
        if (a.least, a.most) != (b.least, b.most) {
            return None;
        }
        let same_number = b.number.is_none() || b.number == a.number;
        let (x, y) = match (&a.item, &b.item) {
            (Item::Cell(from), Item::Cell(to)) if to.len() == 1 && from.len() > 1 => {
                let mut from = from.clone();
                from.sort_unstable();
                (Item::Cell(from), Item::Cell(to.clone()))
            }
            (Item::Cell(from), Item::Cell(to)) if from.len() == to.len() => {
                let mut both: Vec<(Piece, Piece)> =
                    from.iter().copied().zip(to.iter().copied()).collect();
                both.sort_unstable();
                let image = if same_number && both.iter().all(|(a, b)| a == b) {
                    Item::Keep
                } else {
                    Item::Cell(both.iter().map(|p| p.1).collect())
                };
                (Item::Cell(both.iter().map(|p| p.0).collect()), image)
            }
            (Item::Cell(from), Item::Keep) => {
                let mut from = from.clone();
                from.sort_unstable();
                (Item::Cell(from), Item::Keep)
            }
            (Item::Group(n, x), Item::Group(_, y)) => {
                let (x, y) = sort_together(x, y)?;
                (Item::Group(*n, x), Item::Group(*n, y))
            }
            _ => return None,
        };
        let number = b.number.clone().filter(|_| !same_number);
        left.push(a.with(x));
        right.push(Element { item: y, number, ..*b });
    }
    Some((left, right))
}

/// The steps of a move in normal form; a move of one step is one move for each of its forms.
pub(crate) fn normal_moves(one: &Move, kind: Kind) -> Vec<Vec<Step>> {
    let clauses = |step: &Step| -> Vec<Clause> { normal_clauses(&step.clauses, kind) };
    if let [step] = one.steps.as_slice() {
        return step
            .forms
            .iter()
            .map(|form| {
                vec![Step { forms: vec![normal_form(form, kind, true)], clauses: clauses(step) }]
            })
            .collect();
    }
    let steps = one
        .steps
        .iter()
        .map(|step| {
            let mut forms: Vec<Form> =
                step.forms.iter().map(|f| normal_form(f, kind, false)).collect();
            forms.sort();
            forms.dedup();
            Step { forms, clauses: clauses(step) }
        })
        .collect();
    vec![steps]
}

/// Conditions on what was, effects in their order, conditions on what is.
fn normal_clauses(list: &[Clause], kind: Kind) -> Vec<Clause> {
    let rank = |clause: &Clause| match clause {
        Clause::Beside { .. } | Clause::FromHand | Clause::EmptyHand => 0,
        Clause::Around(_) | Clause::Reachable(_) | Clause::Clear { .. } => 1,
        Clause::NotMaking(_) | Clause::Touches { .. } => 2,
    };
    let mut found = Vec::new();
    for wanted in 0..3 {
        let mut some: Vec<Clause> = list
            .iter()
            .filter(|clause| rank(clause) == wanted)
            .map(|clause| match clause {
                Clause::NotMaking(forms) => {
                    let mut forms: Vec<Form> =
                        forms.iter().map(|f| normal_form(f, kind, true)).collect();
                    forms.sort();
                    forms.dedup();
                    Clause::NotMaking(forms)
                }
                Clause::Around(map) => Clause::Around(sorted_map(map)),
                Clause::Reachable(map) => Clause::Reachable(sorted_map(map)),
                clause => clause.clone(),
            })
            .collect();
        if wanted != 1 {
            some.sort();
            some.dedup();
        }
        found.extend(some);
    }
    found
}

fn sorted_map(map: &[(Piece, Piece)]) -> Vec<(Piece, Piece)> {
    let mut map = map.to_vec();
    map.sort_unstable();
    map
}

/// The rules of one player in normal form, sorted, each once.
pub(crate) fn normal_rules<'a>(
    moves: impl IntoIterator<Item = &'a Move>,
    kind: Kind,
) -> Vec<Vec<Step>> {
    let mut all: Vec<Vec<Step>> = moves.into_iter().flat_map(|m| normal_moves(m, kind)).collect();
    all.sort();
    all.dedup();
    all
}

/// The patterns at which play stops, in normal form.
pub(crate) fn normal_stops(stops: &[Form], kind: Kind) -> Vec<Form> {
    let mut all: Vec<Form> = stops.iter().map(|f| normal_form(f, kind, true)).collect();
    all.sort();
    all.dedup();
    all
}

/// The canonical text of a ruleset: itself a ruleset, named `Rules`, and its own canonical text.
pub(crate) fn canonical_text(ast: &Ast) -> String {
    let mut out = String::from(if ast.misere { "game Rules misere\n" } else { "game Rules\n" });
    match &ast.body {
        Body::Coins(TurningRules { strip, code }) => {
            let _ = writeln!(out, "strip of {}\nBoth: turning {code}", strip.piece_list());
        }
        Body::Heap(rules) => {
            let names: Vec<String> = if rules.names.len() == 1 {
                vec!["n".into()]
            } else {
                (0..rules.names.len()).map(|i| char::from(b'a' + i as u8).to_string()).collect()
            };
            let _ = writeln!(out, "heap {}", names.join(" "));
            let lists = rules.moves.clone().map(|moves| {
                let mut texts: Vec<String> = moves.iter().map(|(m, ..)| m.text(&names)).collect();
                texts.sort();
                texts.dedup();
                texts
            });
            players(&mut out, lists);
        }
        Body::Board(rules) => {
            let mut words = Vec::new();
            for (i, c) in rules.pieces.iter().enumerate() {
                let p = i as Piece;
                let carried = rules.number(p);
                let carried = carried.map_or(String::new(), |(a, b)| format!("({a}..{b})"));
                match rules.pairs.iter().find(|pair| pair.0 == p || pair.1 == p) {
                    Some(&(l, r)) if l == p => {
                        words.push(format!("{c}/{}{carried}", rules.pieces[usize::from(r)]));
                    }
                    Some(_) => {}
                    None => words.push(format!("{c}{carried}")),
                }
            }
            let _ = writeln!(out, "{} of {}", rules.kind.word(), words.join(" "));
            if rules.hands {
                out.push_str("hands\n");
            }
            if rules.acyclic {
                out.push_str("acyclic\n");
            }
            let writer = Writer { rules };
            for stop in normal_stops(&rules.stops, rules.kind) {
                let _ = writeln!(out, "stop at {}", writer.form(&stop));
            }
            let lists = [0, 1].map(|player| {
                let mut texts: Vec<String> = normal_rules(&rules.moves[player], rules.kind)
                    .iter()
                    .map(|steps| writer.steps(steps))
                    .collect();
                texts.sort();
                texts.dedup();
                texts
            });
            players(&mut out, lists);
        }
    }
    out
}

fn players(out: &mut String, [left, right]: [Vec<String>; 2]) {
    let mut write = |who: &str, list: &[String]| {
        for text in list {
            let _ = writeln!(out, "{who}: {text}");
        }
    };
    if left == right {
        write("Both", &left);
    } else {
        write("Left", &left);
        write("Right", &right);
    }
}

/// The rows of a pattern as they are written.
pub(super) fn pattern_text(rules: &BoardRules, rows: &[Vec<Element>]) -> String {
    let writer = Writer { rules };
    rows.iter().map(|row| writer.side(row, None, &[])).collect::<Vec<_>>().join("|")
}

struct Writer<'a> {
    rules: &'a BoardRules,
}

impl Writer<'_> {
    fn piece(&self, p: Piece) -> char {
        if p == EDGE { '$' } else { self.rules.pieces[usize::from(p)] }
    }

    /// Whether brackets behind what an element shows would be read as its number: the class of the cell, or of the one
    /// below that it keeps.
    fn carries(&self, e: &Element, below: Option<&Element>) -> bool {
        let all = |pieces: &[Piece]| pieces.iter().all(|&p| self.rules.number(p).is_some());
        match (&e.item, below.map(|below| &below.item)) {
            (Item::Cell(pieces), _) => all(pieces),
            (Item::Keep, Some(Item::Cell(pieces))) => pieces.len() == 1 && all(pieces),
            _ => false,
        }
    }

    fn list(&self, pieces: &[Piece]) -> String {
        let every = self.rules.pieces.len();
        if pieces.len() == every
            && every > 1
            && pieces.iter().enumerate().all(|(i, &p)| usize::from(p) == i)
        {
            return "?".into();
        }
        let inner: String = pieces.iter().map(|&p| self.piece(p)).collect();
        if pieces.len() == 1 { inner } else { format!("[{inner}]") }
    }

    fn set(&self, set: Set) -> String {
        self.list(&(0..32).filter(|&p| set & 1 << p != 0).collect::<Vec<Piece>>())
    }

    fn side(&self, side: &[Element], below: Option<&[Element]>, names: &[String]) -> String {
        let mut text = String::new();
        for (i, e) in side.iter().enumerate() {
            match &e.item {
                Item::Cell(pieces) => text += &self.list(pieces),
                Item::Keep => match below.and_then(|b| b.get(i)) {
                    Some(Element { item: Item::Cell(pieces), .. })
                        if pieces.contains(&EDGE) || pieces.len() == 1 =>
                    {
                        text += &self.list(pieces);
                    }
                    _ => text.push('?'),
                },
                Item::Group(_, line) => {
                    let inner = match below.and_then(|b| b.get(i)) {
                        Some(Element { item: Item::Group(_, other), .. }) => {
                            self.side(line, Some(other), names)
                        }
                        _ => self.side(line, None, names),
                    };
                    text += &format!("({inner})");
                }
                Item::Copy(n) => text += &format!("\\{n}"),
            }
            match &e.number {
                Some(number) => text += &format!("({})", number.text(names, 0)),
                // a bracket behind it would be read as its number
                None if matches!(side.get(i + 1), Some(Element { item: Item::Group(..), .. }))
                    && self.carries(e, below.and_then(|b| b.get(i))) =>
                {
                    text += "()";
                }
                None => {}
            }
            match (e.least, e.most) {
                (1, Some(1)) => {}
                (0, None) => text.push('*'),
                (1, None) => text.push('+'),
                (least, None) => text += &format!("{{{least},}}"),
                (least, Some(most)) if least == most => text += &format!("{{{least}}}"),
                (least, Some(most)) => text += &format!("{{{least},{most}}}"),
            }
        }
        text
    }

    fn form(&self, form: &Form) -> String {
        self.forms(std::slice::from_ref(form))
    }

    /// The pattern and what is written over it.
    fn pattern(&self, form: &Form, names: &[String]) -> String {
        let rows = |side: &[Element], below: Option<&[Element]>| match form.layout {
            Layout::Block(columns) => side
                .chunks(columns)
                .enumerate()
                .map(|(i, row)| {
                    let below = below.map(|b| &b[i * columns..(i + 1) * columns]);
                    self.side(row, below, names)
                })
                .collect::<Vec<_>>()
                .join("|"),
            _ => self.side(side, below, names),
        };
        let mut text = rows(&form.from, None);
        if !form.to.is_empty() {
            text += " -> ";
            text += &rows(&form.to, Some(&form.from));
        }
        text
    }

    fn steps(&self, steps: &[Step]) -> String {
        let mut parts = Vec::new();
        for (i, step) in steps.iter().enumerate() {
            parts.push(format!("{}{}", if i > 0 { "then " } else { "" }, self.forms(&step.forms)));
            parts.extend(step.clauses.iter().flat_map(|clause| self.clause(clause)));
        }
        parts.join(", ")
    }

    /// Forms that differ in the way only are written with their ways in a row.
    fn forms(&self, forms: &[Form]) -> String {
        let Some(first) = forms.first() else { return String::new() };
        let names = numbers::names(&first.given);
        let mut text = self.pattern(first, &names);
        for form in forms {
            let Layout::Line(dx, dy) = form.layout else { continue };
            text += match (dx, dy) {
                (-1, 0) => " left",
                (0, 1) => " down",
                (0, -1) => " up",
                (1, 1) => " se",
                (-1, 1) => " sw",
                (1, -1) => " ne",
                (-1, -1) => " nw",
                _ if forms.len() > 1 => " right",
                _ => "",
            };
        }
        text + &numbers::text(&first.given, &names)
    }

    fn clause(&self, clause: &Clause) -> Vec<String> {
        let map = |word: &str, map: &[(Piece, Piece)]| {
            let from: Vec<Piece> = map.iter().map(|m| m.0).collect();
            let to: Vec<Piece> = map.iter().map(|m| m.1).collect();
            let class = |pieces: &[Piece]| {
                let inner: String = pieces.iter().map(|&p| self.piece(p)).collect();
                if pieces.len() == 1 { inner } else { format!("[{inner}]") }
            };
            let to = if to.iter().all(|&p| p == to[0]) { class(&to[..1]) } else { class(&to) };
            format!("{word} {} -> {to}", class(&from))
        };
        vec![match clause {
            Clause::Beside { cells, wanted } => {
                format!("{}beside {}", if *wanted { "" } else { "not " }, self.set(*cells))
            }
            Clause::FromHand => "from hand".into(),
            Clause::EmptyHand => "with empty hand".into(),
            Clause::Around(list) => map("around", list),
            Clause::Reachable(list) => map("reachable", list),
            Clause::Clear { blocks, off, to } => {
                format!(
                    "then clear blocks of {} off {} -> {}",
                    self.set(*blocks),
                    self.set(*off),
                    self.piece(*to)
                )
            }
            Clause::NotMaking(forms) => {
                return forms
                    .iter()
                    .map(|form| format!("not making {}", self.form(form)))
                    .collect();
            }
            Clause::Touches { blocks, near } => {
                format!("each block of {} touches {}", self.set(*blocks), self.set(*near))
            }
        }]
    }
}
