//! Neighbours that are sure to be linked, whatever lies around them: found before any board is looked at, they join
//! most cells of a position to its parts at the cost of a look at each pair.

use super::able::Outlook;
use super::cells::Field;
use super::play::Spot;
use super::table::{StepTables, Table};
use crate::language::ast::{EDGE, Layout, Set};

/// What stands for a cell that is fixed.
const FIXED: u8 = 15;

/// Which neighbours one pattern that may ever be made is sure to link.
#[derive(Debug, Default)]
pub(super) struct Nears {
    /// For each code, which of few kinds it is: those of one kind may ever hold the same pieces.
    kinds: Vec<u8>,
    /// For each direction and each kind, the kinds to which it is linked there.
    links: Vec<(Spot, [u16; 16])>,
}

impl Nears {
    pub(super) fn of<'a>(
        outlook: &Outlook,
        moves: impl Iterator<Item = &'a Vec<StepTables>>,
    ) -> Self {
        let mut of_kind: Vec<Set> = Vec::new();
        let mut all: Vec<Set> = outlook.holds.clone();
        let kind = |(&holds, &fixed): (&Set, &bool)| {
            if fixed {
                return FIXED;
            }
            let known = of_kind.iter().position(|&known| known == holds);
            let kind = known.unwrap_or_else(|| {
                of_kind.push(holds);
                of_kind.len() - 1
            });
            // there are no more kinds than pieces
            kind.min(usize::from(FIXED)) as u8
        };
        let kinds = outlook.holds.iter().zip(&outlook.fixed).map(kind).collect();
        all.sort_unstable();
        all.dedup();
        let mut nears = Self { kinds, links: Vec::new() };
        let alone = moves.filter_map(|steps| match steps.as_slice() {
            [one] if one.rules.is_empty() => Some(one),
            _ => None,
        });
        for table in alone.flat_map(|step| &step.tables) {
            if let Layout::Line(dx, dy) = table.layout {
                let mut classes = Vec::new();
                nears.add((dx, dy), table, 0, &mut classes, &all, &of_kind);
            }
        }
        nears
    }

    /// Adds what the shortest patterns of a table link that begin with these classes.
    fn add(
        &mut self,
        (dx, dy): Spot,
        table: &Table,
        node: usize,
        classes: &mut Vec<Set>,
        all: &[Set],
        of_kind: &[Set],
    ) {
        if classes.len() == table.shortest {
            for &shape in &table.nodes[node].shapes {
                let shape = &table.shapes[shape];
                for at in 0..classes.len().saturating_sub(1) {
                    let serves = |other: usize| {
                        let asked = shape.named.contains(&other)
                            || shape.asked.iter().any(|(cell, _)| *cell == other);
                        !asked && all.iter().all(|holds| holds & classes[other] != 0)
                    };
                    if !(0..at).chain(at + 2..classes.len()).all(serves) {
                        continue;
                    }
                    let kinds_at = |at: usize| {
                        let class = classes[at];
                        let links = |holds: Set| {
                            let sure = holds & !class == 0 && class & 1 << EDGE != 0;
                            holds & class != 0 && (!sure || shape.touches(at))
                        };
                        let kinds = (0..of_kind.len()).filter(|&kind| links(of_kind[kind]));
                        kinds.fold(0, |kinds, kind| kinds | 1u16 << kind)
                    };
                    self.link((dx, dy), kinds_at(at), kinds_at(at + 1));
                }
            }
            return;
        }
        for &next in &table.nodes[node].next {
            classes.push(table.nodes[next].class);
            self.add((dx, dy), table, next, classes, all, of_kind);
            classes.pop();
        }
    }

    /// Links cells of some kinds to those of others that lie a step away.
    fn link(&mut self, by: Spot, from: u16, to: u16) {
        // each pair once
        let (by, from, to) = if by < (0, 0) { ((-by.0, -by.1), to, from) } else { (by, from, to) };
        if from == 0 || to == 0 {
            return;
        }
        let known = self.links.iter().position(|(known, _)| *known == by);
        let at = known.unwrap_or_else(|| {
            self.links.push((by, [0; 16]));
            self.links.len() - 1
        });
        for kind in (0..16).filter(|kind| from >> kind & 1 != 0) {
            self.links[at].1[kind] |= to;
        }
    }

    /// Calls `visit` with each pair of cells that are sure to be linked.
    pub(super) fn each(&self, field: &Field, mut visit: impl FnMut(usize, usize)) {
        if self.links.is_empty() {
            return;
        }
        let kinds: Vec<u8> =
            field.codes.iter().map(|&code| self.kinds[usize::from(code)]).collect();
        for &((dx, dy), ref links) in &self.links {
            // only pairs of which both lie on the board
            let columns = (-dx).max(0)..field.columns as i32 - dx.max(0);
            for y in (-dy).max(0)..field.rows as i32 - dy.max(0) {
                for x in columns.clone() {
                    let (cell, other) = (field.cell((x, y)), field.cell((x + dx, y + dy)));
                    if links[usize::from(kinds[cell])] >> kinds[other] & 1 != 0 {
                        visit(cell, other);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Nears;
    use crate::board::numbers::NumberBoard;
    use crate::language::Ruleset;
    use crate::language::ast::Body;
    use farstar_testkit::SplitMix64;

    const BOARDS: [&str; 4] = [
        "hex of . X/O(1..9)\nLeft:  X(n).*.[^.] -> X(n-k).*X(k)[^.] straight for k in 1..n-1",
        "grid of . X/O(1..9)\nLeft:  X(m)O(n) -> .X(m+n) straight if m >= n",
        "hex of . X/O(0..5) #\nLeft:  X(n). -> .X(n-1) straight\n       X(0)O -> #O straight",
        "grid of . X/O(0..3) #\nLeft:  [#$].X(n) -> [#$]X(n-1).\n       X(n)..[.#$] -> X(n-1).#[.#$]",
    ];

    #[test]
    fn what_neighbours_link_is_linked_by_patterns() {
        let mut random = SplitMix64::new(7);
        let (mut pairs, mut several) = (0, 0);
        for text in BOARDS {
            let rules: Ruleset = format!("game Links\n{text}\nRight: as Left").parse().unwrap();
            let pieces = rules.pieces().to_vec();
            for _ in 0..400 {
                let mut cell = || {
                    let piece = *random.pick(&pieces);
                    let number = rules.number(piece);
                    let number = number.map(|(low, _)| low + random.below(3) as u32);
                    format!("{piece}{}", number.map_or(String::new(), |n| n.to_string()))
                };
                let rows: Vec<String> =
                    (0..4).map(|_| [(); 5].map(|()| cell()).join(",")).collect();
                let Body::Board(ast) = rules.body() else { panic!("{text}") };
                let compiled = rules.number_rules(ast);
                let (board, start) = NumberBoard::read(compiled, &rows.join("|")).unwrap();
                let field = board.rules.cells.unpack(&start);
                let compiled = board.compiled(&field).unwrap();
                let parts = |nears: &Nears| {
                    let moves = compiled.moves.iter().flatten();
                    board.play().parts(&field, (&compiled.outlook, nears), moves)
                };
                let wanted = parts(&Nears::default());
                assert_eq!(parts(&compiled.nears), wanted, "{text}\n{}", rows.join("|"));
                compiled.nears.each(&field, |_, _| pairs += 1);
                several += usize::from(wanted.len() > 1);
            }
        }
        assert!(pairs > 10_000 && several > 100, "{pairs} pairs, {several} with parts");
    }
}
