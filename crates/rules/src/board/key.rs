//! Keys: a part cut to its bounding box, in the least of its images under the symmetries of the rules.

use super::bits::Bits;
use super::packed::Packed;
use super::stage::{Stage, State};
use super::topology::Topology;
use crate::language::symmetry::Symmetry;
use crate::position::Key;

/// Writes an image of a part, given the least one so far.
type WriteImage<'a> = dyn Fn(&Image, &[u64], &mut Vec<u64>) + 'a;

/// A symmetry on the numbers of pieces.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    map: [i32; 4],
    codes: [u8; 16],
    negates: bool,
}

impl Image {
    pub(crate) fn new<W: Bits>(symmetry: &Symmetry, stage: &Stage<W>, pieces: usize) -> Self {
        let mut codes = [0; 16];
        for p in 0..pieces as u8 {
            codes[usize::from(stage.codes.of(p))] = stage.codes.of(symmetry.exchange.piece(p));
        }
        codes[0] = 0;
        if let Some(edge) = stage.codes.edge {
            codes[usize::from(edge)] = edge;
        }
        Self { map: symmetry.map.0, codes, negates: symmetry.negates }
    }
}

impl<W: Bits> Stage<W> {
    /// The key of a part, and whether it stands for the negative.
    pub(crate) fn key(&self, state: &State<W>, images: &[Image]) -> Key<Packed> {
        match &self.topology {
            Topology::Plane(plane) => self.plane_key(state, images, plane.columns),
            Topology::Graph(_) => self.graph_key(state, images),
        }
    }

    /// The least image. `write` gets the least one so far, and may stop once its own is larger.
    fn least(&self, images: &[Image], write: &WriteImage<'_>) -> Key<Packed> {
        let mut best: Vec<u64> = vec![u64::MAX];
        let mut negative = false;
        let mut words = Vec::new();
        for image in images {
            words.clear();
            write(image, &best, &mut words);
            if words < best {
                std::mem::swap(&mut best, &mut words);
                negative = image.negates;
            }
        }
        Key { part: Packed::new(&best), negative }
    }

    fn hands_of(&self, state: &State<W>, negates: bool) -> u64 {
        if negates { state.hands.rotate_left(32) } else { state.hands }
    }

    fn graph_key(&self, state: &State<W>, images: &[Image]) -> Key<Packed> {
        let masks = self.codes.masks(&state.planes);
        self.least(images, &|image, _, words| {
            let mut next = state.planes;
            for code in 1..self.codes.count {
                self.codes.put(&mut next, masks[usize::from(code)], image.codes[usize::from(code)]);
            }
            let next = State { planes: next, hands: self.hands_of(state, image.negates) };
            words.extend_from_slice(self.pack(&next).words());
        })
    }

    fn plane_key(&self, state: &State<W>, images: &[Image], stride: usize) -> Key<Packed> {
        let bits = self.codes.planes();
        let used = state.planes.iter().take(self.codes.pieces).fold(W::EMPTY, |all, &p| all.or(p));
        let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
        for cell in used.cells() {
            let (x, y) = (cell % stride, cell / stride);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        if used.is_empty() {
            (left, top) = (0, 0);
        }
        let (columns, rows) = (right - left + 1, bottom - top + 1);
        let mut codes = vec![0u8; columns * rows];
        for cell in used.cells() {
            let at = (cell / stride - top) * columns + cell % stride - left;
            codes[at] = self.codes.code_at(&state.planes, cell);
            if self.codes.live && state.planes[self.codes.pieces].has(cell) {
                codes[at] |= 1 << self.codes.pieces;
            }
        }
        let low = (1u8 << self.codes.pieces) - 1;
        self.least(images, &|image, best, words| {
            // the image of the box: corners give its place and size
            let [a, b, c, d] = image.map;
            let (w, h) = (columns as i32 - 1, rows as i32 - 1);
            let xs = [0, a * w, b * h, a * w + b * h];
            let ys = [0, c * w, d * h, c * w + d * h];
            let min = |v: [i32; 4]| v.into_iter().min().unwrap_or(0);
            let max = |v: [i32; 4]| v.into_iter().max().unwrap_or(0);
            let (x0, y0) = (min(xs), min(ys));
            let (across, down) = ((max(xs) - x0 + 1) as usize, (max(ys) - y0 + 1) as usize);
            words.push((across as u64) << 32 | down as u64);
            if self.hands {
                words.push(self.hands_of(state, image.negates));
            }
            // the inverse map, since its determinant is 1 or -1: steps of the image as steps in the box
            let det = a * d - b * c;
            let (ix, iy, jx, jy) = (det * d, -det * b, -det * c, det * a);
            let (mut i0, mut j0) = (ix * x0 + iy * y0, jx * x0 + jy * y0);
            let (mut word, mut filled) = (0u64, 0);
            for _ in 0..down {
                let (mut i, mut j) = (i0, j0);
                for _ in 0..across {
                    // only the sheared images of hex have places outside the box
                    let inside = (i as usize) < columns && (j as usize) < rows;
                    let code = if inside { codes[j as usize * columns + i as usize] } else { 0 };
                    let code = image.codes[usize::from(code & low)] | code & !low;
                    if filled + bits > 64 {
                        words.push(word);
                        (word, filled) = (0, 0);
                        if words.as_slice() > best {
                            return;
                        }
                    }
                    word |= u64::from(code) << filled;
                    filled += bits;
                    (i, j) = (i + ix, j + jx);
                }
                (i0, j0) = (i0 + iy, j0 + jy);
            }
            words.push(word);
        })
    }
}
