//! How a position keeps its pieces: each cell has a small number, and each bit of the numbers is a bit board.
//!
//! Number 0 is a cell that no rule reads. A piece that no rule reads shares it, so that in Domineering one bit board is
//! the whole position.

use super::bits::Bits;
use crate::language::ast::{BoardRules, Clause, EDGE, Form, Item, Piece, Set};

/// Most bit boards of a position: four for the pieces, one for the cells that may change.
pub(crate) const MOST_PLANES: usize = 5;

/// The bit boards of one position.
pub(crate) type Planes<W> = [W; MOST_PLANES];

/// Numbers of the pieces on the cells.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    /// The number of each piece.
    of_piece: [u8; 16],
    /// The number of `$`, where rules read it from the board.
    pub(crate) edge: Option<u8>,
    /// Bit boards for the pieces.
    pub(crate) pieces: usize,
    /// Whether one more bit board tells which cells may change.
    pub(crate) live: bool,
    /// One more than the largest number.
    pub(crate) count: u8,
    /// The piece drawn for number 0 on the board.
    pub(crate) blank: Option<Piece>,
}

/// Every set of pieces that some rule looks for.
pub(crate) fn sets_read(rules: &BoardRules) -> Vec<Set> {
    fn side(list: &[crate::language::ast::Element], out: &mut Vec<Set>) {
        for e in list {
            match &e.item {
                Item::Cell(pieces) => out.push(crate::language::ast::set_of(pieces)),
                Item::Group(_, line) => side(line, out),
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    let forms = |forms: &[Form], out: &mut Vec<Set>| forms.iter().for_each(|f| side(&f.from, out));
    forms(&rules.stops, &mut out);
    for step in rules.moves.iter().flatten().flat_map(|m| &m.steps) {
        forms(&step.forms, &mut out);
        for clause in &step.clauses {
            match clause {
                Clause::Beside { cells, .. } => out.push(*cells),
                Clause::Around(map) | Clause::Reachable(map) => {
                    out.push(map.iter().fold(0, |set, m| set | 1 << m.0));
                }
                Clause::Clear { blocks, off, .. } => out.extend([*blocks, *off]),
                Clause::Touches { blocks, near } => out.extend([*blocks, *near]),
                Clause::NotMaking(list) => forms(list, &mut out),
                Clause::FromHand | Clause::EmptyHand => {}
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

impl Codes {
    pub(crate) fn new(rules: &BoardRules) -> Self {
        let read = sets_read(rules).into_iter().fold(0, |all, set| all | set);
        let mut of_piece = [0; 16];
        let mut next = 1;
        let mut blank = None;
        for (p, code) in of_piece.iter_mut().enumerate().take(rules.pieces.len()) {
            if read & 1 << p == 0 && blank.is_none() {
                blank = Some(p as Piece);
            } else {
                *code = next;
                next += 1;
            }
        }
        // with three numbers the pieces of the players get those whose exchange is one of bit boards
        let pair = rules.pairs.iter().map(|&(l, r)| (usize::from(l), usize::from(r)));
        let mut pair = pair.filter(|&(l, r)| of_piece[l] != 0 && of_piece[r] != 0);
        if let (4, Some((left, right))) = (next, pair.next()) {
            for code in of_piece.iter_mut().filter(|code| **code != 0) {
                *code = 3;
            }
            (of_piece[left], of_piece[right]) = (1, 2);
        }
        let edge = (rules.kind.is_plane() && read & 1 << EDGE != 0).then_some(next);
        let count = next + u8::from(edge.is_some());
        let live = rules.moves.iter().flatten().flat_map(|m| &m.steps).any(|step| {
            step.clauses.iter().any(|c| !matches!(c, Clause::FromHand | Clause::EmptyHand))
        });
        let pieces = (u8::BITS - (count - 1).leading_zeros()).max(1) as usize;
        Self { of_piece, edge, pieces, live, count, blank }
    }

    pub(crate) fn planes(&self) -> usize {
        self.pieces + usize::from(self.live)
    }

    pub(crate) fn of(&self, p: Piece) -> u8 {
        if p == EDGE { self.edge.unwrap_or(0) } else { self.of_piece[usize::from(p)] }
    }

    /// The piece with this number, if it is one.
    pub(crate) fn piece(&self, code: u8, pieces: usize) -> Option<Piece> {
        if code == 0 {
            return self.blank;
        }
        (0..pieces as Piece).find(|&p| self.of(p) == code)
    }

    /// Whether four masks are enough.
    #[inline]
    pub(crate) fn are_few(&self) -> bool {
        self.count <= 4
    }

    /// For each number, the cells that hold it; nothing is known of number 0.
    #[inline]
    pub(crate) fn all_masks<W: Bits>(&self, planes: &Planes<W>) -> [W; 16] {
        self.masks(planes)
    }

    /// The same for the first `K` numbers; where there are more, `K` must be 16.
    #[inline]
    pub(crate) fn masks<W: Bits, const K: usize>(&self, planes: &Planes<W>) -> [W; K] {
        let mut masks = [W::EMPTY; K];
        if K == 4 || self.are_few() {
            let (low, high) = (planes[0], if self.pieces > 1 { planes[1] } else { W::EMPTY });
            masks[1 % K] = low.without(high);
            masks[2 % K] = high.without(low);
            masks[3 % K] = low.and(high);
            return masks;
        }
        for code in 1..self.count {
            let lowest = code.trailing_zeros() as usize;
            let mut mask = planes[lowest];
            for (bit, &plane) in planes.iter().enumerate().take(self.pieces) {
                if bit != lowest {
                    mask = if code >> bit & 1 != 0 { mask.and(plane) } else { mask.without(plane) };
                }
            }
            masks[usize::from(code) % K] = mask;
        }
        masks
    }

    /// The cells that hold a number other than 0.
    #[inline]
    pub(crate) fn mask<W: Bits>(&self, planes: &Planes<W>, code: u8) -> W {
        planes.iter().enumerate().take(self.pieces).fold(W::ALL, |mask, (bit, &plane)| {
            if code >> bit & 1 != 0 { mask.and(plane) } else { mask.without(plane) }
        })
    }

    /// The cells that hold a piece of a set, given as a set of numbers.
    #[inline]
    pub(crate) fn class<W: Bits, const K: usize>(masks: &[W; K], codes: u16) -> W {
        let mut rest = codes;
        let mut all = W::EMPTY;
        while rest != 0 {
            all = all.or(masks[rest.trailing_zeros() as usize % K]);
            rest &= rest - 1;
        }
        all
    }

    /// A set of pieces as a set of numbers; number 0 is left out, since it is never read.
    pub(crate) fn codes(&self, set: Set) -> u16 {
        (0..16).chain([EDGE]).filter(|&p| set & 1 << p != 0).fold(0, |all, p| all | 1 << self.of(p))
            & !1
    }

    pub(crate) fn code_at<W: Bits>(&self, planes: &Planes<W>, cell: usize) -> u8 {
        (0..self.pieces).fold(0, |code, bit| code | u8::from(planes[bit].has(cell)) << bit)
    }

    /// Puts a number on every cell of a set.
    #[inline]
    pub(crate) fn put<W: Bits>(&self, planes: &mut Planes<W>, cells: W, code: u8) {
        for (bit, plane) in planes.iter_mut().enumerate().take(self.pieces) {
            *plane = if code >> bit & 1 != 0 { plane.or(cells) } else { plane.without(cells) };
        }
    }
}
