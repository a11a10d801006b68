//! Patterns on a board: every way to choose the counts, at every place, in every direction.

use super::reader::{Item, Rows, Search, What};
use super::{Interpreter, Place, Position};

/// A pattern with its counts chosen: the class of each place in turn, where brackets begin and end, and the counts in
/// order.
#[derive(Clone, Debug, Default)]
struct Spelled {
    classes: Vec<Vec<char>>,
    /// What the number of each place is, and whether the place is repeated.
    numbers: Vec<(Option<String>, bool)>,
    brackets: Vec<(usize, usize)>,
    counts: Vec<usize>,
}

/// What is put somewhere: a piece, and its number or the place in the match whose number it keeps.
#[derive(Clone, Debug)]
pub(crate) struct Put {
    pub(crate) piece: char,
    pub(crate) number: Result<String, usize>,
}

/// A match: the places, their classes and brackets, the counts.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) places: Vec<Place>,
    classes: Vec<Vec<char>>,
    pub(crate) numbers: Vec<(Option<String>, bool)>,
    brackets: Vec<(usize, usize)>,
    counts: Vec<usize>,
}

fn spell(items: &[Item], longest: usize) -> Vec<Spelled> {
    let mut all = vec![Spelled::default()];
    for item in items {
        let mut next = Vec::new();
        for before in &all {
            let bracket = matches!(item.what, What::Bracket(_));
            let slot = before.brackets.len();
            let mut grown = before.clone();
            if bracket {
                grown.brackets.push((before.classes.len(), before.classes.len()));
            }
            let mut front = vec![grown];
            for count in 0..=item.high {
                if count >= item.low {
                    for spelled in &front {
                        let mut done = spelled.clone();
                        if bracket {
                            done.brackets[slot].1 = done.classes.len();
                        }
                        if item.low != item.high {
                            // nested brackets have no open counts of their own
                            done.counts.push(count);
                        }
                        next.push(done);
                    }
                }
                let mut longer = Vec::new();
                for spelled in &front {
                    match &item.what {
                        What::Class(list) => {
                            let mut more = spelled.clone();
                            more.classes.push(list.clone());
                            more.numbers.push((item.number.clone(), item.low != item.high));
                            longer.push(more);
                        }
                        What::Bracket(inner) => {
                            for inside in spell(inner, longest) {
                                let mut more = spelled.clone();
                                let at = more.classes.len();
                                more.classes.extend(inside.classes);
                                more.numbers.extend(inside.numbers.into_iter().map(
                                    |(text, repeated)| (text, repeated || item.low != item.high),
                                ));
                                more.brackets
                                    .extend(inside.brackets.iter().map(|(a, b)| (a + at, b + at)));
                                more.counts.extend(inside.counts);
                                longer.push(more);
                            }
                        }
                        _ => {}
                    }
                }
                longer.retain(|s| s.classes.len() <= longest);
                front = longer;
                if front.is_empty() {
                    break;
                }
            }
        }
        all = next;
    }
    all
}

impl Interpreter {
    pub(crate) fn piece(&self, position: &Position, place: Place) -> char {
        position.cells.get(&place).copied().unwrap_or('$')
    }

    fn is_plane(&self) -> bool {
        ["strip", "grid", "hex", "row"].contains(&self.kind.as_str())
    }

    /// Where one can go from a place along an edge, an arc, or a shared vertex.
    pub(crate) fn next_to(&self, position: &Position, place: Place) -> Vec<Place> {
        let (x, y) = place;
        match self.kind.as_str() {
            "strip" | "row" => vec![(x - 1, y), (x + 1, y)],
            "grid" => vec![(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)],
            "hex" => {
                vec![(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1), (x + 1, y - 1), (x - 1, y + 1)]
            }
            "edges" => {
                let (a, b) = &position.edges[x as usize];
                let mut found = Vec::new();
                for (i, (c, d)) in position.edges.iter().enumerate() {
                    let shares = [a, b].iter().any(|v| *v != "$" && (*v == c || *v == d));
                    if shares && i as i32 != x {
                        found.push((i as i32, 0));
                    }
                }
                if a == "$" || b == "$" {
                    found.push((-1, 0));
                }
                found
            }
            kind => {
                let name = &position.vertices[x as usize];
                let mut found = Vec::new();
                for (a, b) in &position.edges {
                    for (from, to) in [(a, b), (b, a)] {
                        if from == name && to != name && (kind == "graph" || std::ptr::eq(from, a))
                        {
                            let at = position.vertices.iter().position(|v| v == to).unwrap_or(0);
                            found.push((at as i32, 0));
                        }
                    }
                }
                found
            }
        }
    }

    /// All matches of a pattern; `start` fixes the first place.
    pub(crate) fn matches(
        &self,
        position: &Position,
        search: &Search,
        start: Option<Place>,
    ) -> Vec<Match> {
        let columns = position.cells.keys().map(|p| p.0).max().unwrap_or(0);
        let rows = position.cells.keys().map(|p| p.1).max().unwrap_or(0);
        let mut found = Vec::new();
        let mut starts: Vec<Place> = Vec::new();
        match start {
            Some(place) => starts.push(place),
            None if self.is_plane() => {
                // patterns may begin beyond the edge
                starts
                    .extend((-3..=rows + 3).flat_map(|y| (-3..=columns + 3).map(move |x| (x, y))));
            }
            None => starts.extend(position.cells.keys()),
        }
        let longest =
            if self.is_plane() { (columns.max(rows) + 7) as usize } else { position.cells.len() };
        if search.rows.len() > 1 {
            let classes: Vec<Vec<char>> = search.rows.iter().flatten().map(class_of).collect();
            for &[a, b, c, d] in &search.ways {
                for &(x, y) in &starts {
                    let mut places = Vec::new();
                    for (j, row) in search.rows.iter().enumerate() {
                        for i in 0..row.len() {
                            let (i, j) = (i as i32, j as i32);
                            places.push((x + a * i + c * j, y + b * i + d * j));
                        }
                    }
                    let whole = places
                        .iter()
                        .zip(&classes)
                        .all(|(&p, class)| class.contains(&self.piece(position, p)));
                    if whole {
                        let classes = classes.clone();
                        let items = search.rows.iter().flatten();
                        found.push(Match {
                            places,
                            classes,
                            numbers: items.map(|item| (item.number.clone(), false)).collect(),
                            brackets: Vec::new(),
                            counts: Vec::new(),
                        });
                    }
                }
            }
            found.retain(|one| !self.values(position, search, one).is_empty());
            return found;
        }
        for spelled in spell(&search.rows[0], longest) {
            let mut paths: Vec<Vec<Place>> = Vec::new();
            if self.is_plane() {
                for &[dx, dy, ..] in &search.ways {
                    let step = |&(x, y): &Place| {
                        (0..spelled.classes.len() as i32)
                            .map(|i| (x + dx * i, y + dy * i))
                            .collect()
                    };
                    paths.extend(starts.iter().map(step));
                }
            } else {
                paths.extend(starts.iter().map(|&s| vec![s]));
                for _ in 1..spelled.classes.len() {
                    paths = paths
                        .iter()
                        .flat_map(|path| {
                            self.next_to(position, path[path.len() - 1])
                                .into_iter()
                                .filter(|p| !path.contains(p))
                                .map(|p| [path.as_slice(), &[p]].concat())
                                .collect::<Vec<_>>()
                        })
                        .collect();
                    paths.retain(|path| {
                        let last = path.len() - 1;
                        spelled.classes[last].contains(&self.piece(position, path[last]))
                    });
                }
            }
            for places in paths {
                let fits = places
                    .iter()
                    .zip(&spelled.classes)
                    .all(|(&p, c)| c.contains(&self.piece(position, p)));
                if fits && places.iter().any(|p| position.cells.contains_key(p)) {
                    found.push(Match {
                        places,
                        classes: spelled.classes.clone(),
                        numbers: spelled.numbers.clone(),
                        brackets: spelled.brackets.clone(),
                        counts: spelled.counts.clone(),
                    });
                }
            }
        }
        found.retain(|one| !self.values(position, search, one).is_empty());
        found
    }

    /// What the right side puts on the places of a match, in order.
    pub(crate) fn written(&self, position: &Position, found: &Match, to: &Rows) -> Vec<Put> {
        let before: Vec<char> = found.places.iter().map(|&p| self.piece(position, p)).collect();
        let mut counts = found.counts.iter();
        let mut out = Vec::new();
        for row in to {
            write(row, found, &before, &mut counts, &mut out);
        }
        out
    }
}

fn class_of(item: &Item) -> Vec<char> {
    match &item.what {
        What::Class(list) => list.clone(),
        _ => Vec::new(),
    }
}

fn write(
    items: &[Item],
    found: &Match,
    before: &[char],
    counts: &mut std::slice::Iter<'_, usize>,
    out: &mut Vec<Put>,
) {
    for item in items {
        let count = if item.low == item.high {
            item.low
        } else {
            counts.next().copied().unwrap_or(item.low)
        };
        for _ in 0..count {
            let at = out.len();
            let number = item.number.clone().ok_or(at);
            match &item.what {
                What::Class(list) if list.len() == 1 => out.push(Put { piece: list[0], number }),
                What::Class(list) => {
                    let rank = found.classes[at].iter().position(|&c| c == before[at]).unwrap_or(0);
                    out.push(Put { piece: list[rank], number });
                }
                What::Same => out.push(Put { piece: before[at], number }),
                What::Bracket(inner) => write(inner, found, before, counts, out),
                What::Again(n) => {
                    let (start, end) = found.brackets[n - 1];
                    out.extend((start..end).map(|i| Put { piece: before[i], number: Err(i) }));
                }
            }
        }
    }
}
